//! The messages of a check.

use super::outcome::{Outcome, TestedPlayer, Usage};
use crate::{
    bot::{Program, wasm::BotText},
    failure::shown,
};
use four_shapes_bots::{Bot, MAX_MEMORY, SETUP_FACTOR, VERSION, tidy};
use four_shapes_rules::{Rules, RulesConfig, text::escape};
use four_shapes_tournament::{ForfeitReason, Limits};
use std::path::Path;

/// Maximum number of characters shown of a name.
const MAX_NAME: usize = 60;

/// Describes the file of a bot.
pub(super) fn file(path: &Path, bot: &Bot) -> String {
    format!(
        "{}: {} bytes, SHA-256 {}\n",
        shown(path),
        thousands(bot.size() as u64),
        bot.hash_hex()
    )
}

/// Describes a program with the name and the author that it reports.
pub(super) fn program(command: &str, program: &Program) -> String {
    let texts = [("name", &program.name), ("author", &program.author)];
    let lines = texts.into_iter().filter_map(|(field, text)| {
        let text = tidy(text.as_ref()?, MAX_NAME);
        Some(format!("{field}: {text}\n"))
    });
    format!("{}\n", escape(command)) + &lines.collect::<String>()
}

/// Formats the name and the author that a bot reports.
pub(super) fn name_and_author(texts: &[Option<BotText>; 2]) -> String {
    let lines = ["name", "author"].into_iter().zip(texts);
    let lines = lines.filter_map(|(field, text)| {
        Some(match text.as_ref()? {
            Ok(text) => format!("{field}: {}\n", tidy(text, MAX_NAME)),
            Err(error) => format!("{field}: can't be read: {error}.\n"),
        })
    });
    lines.collect()
}

/// Reports an unsupported version of the interface.
pub(super) fn version_error(version: i32) -> String {
    format!(
        "four_shapes_bot() returned interface version {version}; only version {VERSION} is \
         supported.\n"
    )
}

/// Reports a bot that fails before its first game.
pub(super) fn startup_error(reason: ForfeitReason, limits: Limits) -> String {
    format!(
        "Failed before the first game: {}\n",
        bot_error(reason, limits, false)
    )
}

/// Reports a program that fails to get ready.
pub(super) fn handshake_error(error: &str, errors: &[String]) -> String {
    format!(
        "The program must answer the line “four-shapes 1” with “ready”, optionally after \
         “name …” and “author …”, but {error}.\n{}",
        standard_error(errors)
    )
}

/// Formats the last lines of a program's standard error.
pub(super) fn standard_error(errors: &[String]) -> String {
    if errors.is_empty() {
        return String::new();
    }
    let lines = errors.iter().map(|line| format!("  | {line}\n"));
    format!(
        "Last lines of its standard error:\n{}",
        lines.collect::<String>()
    )
}

/// Formats the results on a board, with one forfeit of each kind.
pub(super) fn board_results(rules: Rules, outcomes: &[Outcome], limits: Limits) -> String {
    let count = |wanted| {
        let ended = |outcome: &&Outcome| outcome.won() == wanted;
        outcomes.iter().filter(ended).count()
    };
    let forfeits = outcomes.iter().filter_map(Outcome::reason);
    let forfeits = match forfeits.count() {
        0 => String::new(),
        count => format!(", {count} by forfeit"),
    };
    let mut text = format!(
        "{:36} {} won, {} drawn, {} lost{forfeits}\n",
        board(rules),
        count(Some(true)),
        count(None),
        count(Some(false)),
    );
    let mut kinds = Vec::new();
    for outcome in outcomes {
        if let Some(reason) = outcome.reason()
            && !kinds.contains(&reason.index())
        {
            kinds.push(reason.index());
            text += &forfeit(rules, outcome, reason, limits);
        }
    }
    text
}

/// Describes a board, such as `7 × 6, 4 in a row, no gravity`.
fn board(rules: Rules) -> String {
    let RulesConfig {
        columns,
        rows,
        connect,
        ..
    } = rules.config();
    let cells = if rules.gravity() { "" } else { ", no gravity" };
    format!("{columns} × {rows}, {connect} in a row{cells}")
}

fn forfeit(rules: Rules, outcome: &Outcome, reason: ForfeitReason, limits: Limits) -> String {
    let order = if outcome.player == 0 {
        "first"
    } else {
        "second"
    };
    let when = if outcome.began {
        match &*outcome.moves {
            "" => "on its first move".to_owned(),
            moves => format!("after the moves {moves}"),
        }
    } else {
        "before the game".to_owned()
    };
    let error = match (reason, &outcome.error) {
        (ForfeitReason::Illegal(number), _) => illegal_move(number, rules, outcome),
        (_, Some((error, _))) => format!("{error}."),
        _ => bot_error(reason, limits, outcome.began),
    };
    let mut text = format!(
        "- As {order} player against {}, {when}: {error}\n",
        outcome.opponent
    );
    if let Some((_, errors)) = &outcome.error {
        text += &standard_error(errors);
    }
    if !outcome.moves.is_empty() {
        let command = board_command(rules, &outcome.moves);
        let line = format!("  To see the position: {command}\n");
        text += &line;
    }
    text
}

/// Explains why a move is illegal.
fn illegal_move(number: i32, rules: Rules, outcome: &Outcome) -> String {
    let (columns, rows) = (i32::from(rules.columns()), i32::from(rules.rows()));
    let (max, kind) = if rules.gravity() {
        (columns, "column")
    } else {
        (columns * rows, "cell")
    };
    if !(1..=max).contains(&number) {
        let mut text = format!("it chose {number}, but {kind}s are 1 to {max}.");
        if number == 0 {
            text += " They are counted from 1.";
        }
        return text;
    }
    if rules.gravity() {
        return format!("it chose column {number}, which is full.");
    }
    let index = number.unsigned_abs() as usize - 1;
    let columns = usize::from(rules.columns());
    let cell = rules.cell(index % columns, index / columns);
    let cell = cell.map_or_else(String::new, |cell| format!(" ({cell})"));
    let by_opponent = match outcome.game.last_move() {
        Some(last) if Some(last) == rules.cell(index % columns, index / columns) => {
            " by the opponent's last piece"
        }
        _ => "",
    };
    format!("it chose cell {number}{cell}, which is taken{by_opponent}.")
}

fn bot_error(reason: ForfeitReason, limits: Limits, began: bool) -> String {
    match reason {
        ForfeitReason::LimitExceeded if began => format!(
            "it exceeded its limit of {} instructions per move. There may be an endless loop; a bot \
             that is merely slow can adapt its search to the limit that budget(i64) receives.",
            thousands(limits.instructions),
        ),
        ForfeitReason::LimitExceeded => format!(
            "it exceeded its limit of {} instructions per call before the first move. There may be \
             an endless loop.",
            thousands(
                limits
                    .instructions
                    .saturating_mul(SETUP_FACTOR.unsigned_abs())
            ),
        ),
        ForfeitReason::Crash => "it crashed. Common causes are a panic, an index out of range, a \
            division by zero, an address outside memory, and endless recursion."
            .to_owned(),
        ForfeitReason::Memory => format!(
            "it crashed after exceeding the memory limit of {} MB.",
            MAX_MEMORY >> 20
        ),
        ForfeitReason::ProtocolViolation => {
            "it returned an unsupported interface version.".to_owned()
        }
        ForfeitReason::Illegal(number) => format!("it chose {number}."),
    }
}

/// Returns the command that shows a position.
fn board_command(rules: Rules, moves: &str) -> String {
    let RulesConfig {
        columns,
        rows,
        connect,
        ..
    } = rules.config();
    let gravity = if rules.gravity() { "" } else { " --no-gravity" };
    format!(
        "four board --style letters --columns {columns} --rows {rows} --connect {connect}\
         {gravity} --moves {moves}"
    )
}

/// Formats the resources used.
pub(super) fn usage(player: &TestedPlayer, usage: &Usage, limits: Limits) -> String {
    let Some(mean) = usage.total.checked_div(usage.moves) else {
        return String::new();
    };
    match player {
        TestedPlayer::Bot(_) => {
            let share = percent(usage.max, limits.instructions);
            let mut text = format!(
                "Instructions per move: {} on average, at most {} ({share} of the limit).\n\
                 Instructions per call before a game: at most {}.\n",
                thousands(mean),
                thousands(usage.max),
                thousands(usage.max_setup),
            );
            if let Some(memory) = usage.memory {
                let share = percent(memory as u64, MAX_MEMORY);
                let memory = thousands((memory as u64).div_ceil(1024));
                let line = format!("Memory: {memory} KB ({share} of the limit).\n");
                text += &line;
            }
            text
        }
        TestedPlayer::Program(_) => format!(
            "Time per move: {} ms on average, at most {} ms (limit {} ms).\n",
            thousands(mean.div_ceil(1000)),
            thousands(usage.max.div_ceil(1000)),
            thousands(limits.milliseconds.into()),
        ),
    }
}

/// Reports whether games are repeatable.
pub(super) fn repeatability(repeats: bool) -> &'static str {
    if repeats {
        "The same seed gives the same game.\n"
    } else {
        "The same seed gave a different game, probably because of unseeded random numbers or the clock.\n\
         This is allowed, but tournaments with this player can't be repeated.\n"
    }
}

/// Formats a number as `12,345,678`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `12 %`, rounded up so that only zero is 0 %.
fn percent(part: u64, whole: u64) -> String {
    let percent = (u128::from(part) * 100).div_ceil(u128::from(whole.max(1)));
    format!("{percent} %")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (12_345_678, "12,345,678"),
            (u64::MAX, "18,446,744,073,709,551,615"),
        ] {
            assert_eq!(thousands(number), text);
        }
        assert_eq!(percent(0, 100), "0 %");
        assert_eq!(percent(1, 100_000), "1 %");
        assert_eq!(percent(100_000_001, 100_000_000), "101 %");
    }
}
