//! What a check says: for people who see this for the first time.

use super::outcome::{Outcome, Player, Spent};
use crate::{
    bot::{Program, wasm::Said},
    failure::shown,
};
use four_shapes_bots::{Bot, MEMORY, PREPARATION, VERSION, tidy};
use four_shapes_engine::{
    Rules, RulesConfig, escape,
    tournament::{ForfeitReason, Limits},
};
use std::{fmt::Write as _, path::Path};

/// The most characters that are shown of a name.
const NAME: usize = 60;

pub(super) const DOES_NOT_FORGET: &str = "\
After reset() it plays another game than the first time: something is left over from the
game before. Tournaments make a new instance for each game, so that does no harm there.
";

pub(super) const ALWAYS_THE_SAME: &str = "\
It always plays the same if the other side does: it makes nothing of the seed. That is
allowed. Against others of that kind all games are two games, one for each side, unless
they begin with random moves.
";

/// A bot's file.
pub(super) fn of_file(path: &Path, bot: &Bot) -> String {
    format!(
        "{}: {} bytes, SHA-256 {}\n",
        shown(path),
        thousands(bot.size() as u64),
        bot.hex()
    )
}

/// A program, and what it says of itself.
pub(super) fn of_program(command: &str, program: &Program) -> String {
    let mut text = format!("{}\n", escape(command));
    for (what, said) in [("name", &program.name), ("author", &program.author)] {
        if let Some(said) = said {
            writeln!(text, "{what}: {}", tidy(said, NAME)).expect(WRITTEN);
        }
    }
    text
}

/// What a bot says of itself.
pub(super) fn introduced(said: &[Option<Said>; 2]) -> String {
    let mut text = String::new();
    for (what, said) in ["name", "author"].into_iter().zip(said) {
        match said {
            None => {}
            Some(Ok(said)) => writeln!(text, "{what}: {}", tidy(said, NAME)).expect(WRITTEN),
            Some(Err(error)) => {
                writeln!(text, "{what}: can't be read: {error}.").expect(WRITTEN);
            }
        }
    }
    text
}

pub(super) fn of_another_version(version: i32) -> String {
    format!(
        "Its function four_shapes_bot returns {version}, the version of the interface that it \
         was written for. Only version {VERSION} is known.\n"
    )
}

/// A bot that can't begin any game.
pub(super) fn before_a_game(reason: ForfeitReason, limits: Limits) -> String {
    format!(
        "It fails before a game begins: {}\n",
        of_bots_fault(reason, limits, false)
    )
}

/// A program that can't begin any game.
pub(super) fn before_it_was_ready(words: &str, errors: &[String]) -> String {
    format!(
        "When it is told “four-shapes 1”, it has to answer with a line “ready”; before that it \
         may say “name …” and “author …”. But {words}.\n{}",
        of_errors(errors)
    )
}

/// The standard error of a program.
pub(super) fn of_errors(errors: &[String]) -> String {
    if errors.is_empty() {
        return String::new();
    }
    let lines = errors.iter().map(|line| format!("  | {line}\n"));
    format!(
        "The last of what it has written to its standard error:\n{}",
        lines.collect::<String>()
    )
}

/// How games on a board went.
pub(super) fn of_board(rules: Rules, outcomes: &[Outcome], limits: Limits) -> String {
    let count = |wanted| {
        let ended = |outcome: &&Outcome| outcome.won() == wanted;
        outcomes.iter().filter(ended).count()
    };
    let forfeits = outcomes.iter().filter_map(Outcome::reason);
    let forfeits = match forfeits.count() {
        0 => String::new(),
        count => format!(", {count} of them by a fault"),
    };
    let mut text = format!(
        "{:36} {} won, {} drawn, {} lost{forfeits}\n",
        board(rules),
        count(Some(true)),
        count(None),
        count(Some(false)),
    );
    // Of each kind the first; the others are most often the same.
    let mut kinds = Vec::new();
    for outcome in outcomes {
        if let Some(reason) = outcome.reason()
            && !kinds.contains(&reason.kind())
        {
            kinds.push(reason.kind());
            text += &of_fault(rules, outcome, reason, limits);
        }
    }
    text
}

/// `7 × 6, 4 in a row, any cell`
fn board(rules: Rules) -> String {
    let RulesConfig {
        columns,
        rows,
        connect,
        ..
    } = rules.config();
    let cells = if rules.gravity() { "" } else { ", any cell" };
    format!("{columns} × {rows}, {connect} in a row{cells}")
}

fn of_fault(rules: Rules, outcome: &Outcome, reason: ForfeitReason, limits: Limits) -> String {
    let player = if outcome.place == 0 {
        "first"
    } else {
        "second"
    };
    let when = if outcome.began {
        match &*outcome.moves {
            "" => "with the first move".to_owned(),
            moves => format!("after the moves {moves}"),
        }
    } else {
        "before the game".to_owned()
    };
    let what = match (reason, &outcome.wrong) {
        (ForfeitReason::Illegal(number), _) => of_illegal(number, rules, outcome),
        (_, Some((words, _))) => format!("{words}."),
        _ => of_bots_fault(reason, limits, outcome.began),
    };
    let mut text = format!(
        "- As {player} player against {}, {when}: {what}\n",
        outcome.opponent
    );
    if let Some((_, errors)) = &outcome.wrong {
        text += &of_errors(errors);
    }
    if !outcome.moves.is_empty() {
        writeln!(
            text,
            "  To see the position: {}",
            shows(rules, &outcome.moves)
        )
        .expect(WRITTEN);
    }
    text
}

/// Why a move is none.
fn of_illegal(number: i32, rules: Rules, outcome: &Outcome) -> String {
    let (columns, rows) = (i32::from(rules.columns()), i32::from(rules.rows()));
    let (most, what) = if rules.gravity() {
        (columns, "column")
    } else {
        (columns * rows, "cell")
    };
    if !(1..=most).contains(&number) {
        let mut text = format!("it chose {number}, and {what}s are 1 to {most}.");
        if number == 0 {
            text += " They are counted from 1, not from 0.";
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
    let whose = match outcome.game.last_move() {
        Some(last) if Some(last) == rules.cell(index % columns, index / columns) => {
            " by the opponent's last piece"
        }
        _ => "",
    };
    format!("it chose cell {number}{cell}, which is taken{whose}.")
}

fn of_bots_fault(reason: ForfeitReason, limits: Limits, began: bool) -> String {
    match reason {
        ForfeitReason::Overtime if began => format!(
            "it has used up its instructions, {} for a turn. Perhaps a loop does not end. If it \
             is only slow, it has to think less; budget(i64) tells it how many it may use.",
            thousands(limits.instructions),
        ),
        ForfeitReason::Overtime => format!(
            "it has used up its instructions, {} for each call before its first turn. Perhaps a \
             loop does not end.",
            thousands(
                limits
                    .instructions
                    .saturating_mul(PREPARATION.unsigned_abs())
            ),
        ),
        ForfeitReason::Crash => "it has crashed. Causes are a panic, an index outside an array, a \
            division by zero, an address outside the memory, or functions that call each other \
            without end."
            .to_owned(),
        ForfeitReason::Memory => format!(
            "it has crashed after it was refused memory. A bot may have {} MB.",
            MEMORY >> 20
        ),
        ForfeitReason::Nonsense => "it has returned another version of the interface.".to_owned(),
        ForfeitReason::Illegal(number) => format!("it chose {number}."),
    }
}

/// A command that shows a position.
fn shows(rules: Rules, moves: &str) -> String {
    let RulesConfig {
        columns,
        rows,
        connect,
        ..
    } = rules.config();
    let anywhere = if rules.gravity() { "" } else { " --no-gravity" };
    format!(
        "four board --style letters --columns {columns} --rows {rows} --connect {connect}\
         {anywhere} --moves {moves}"
    )
}

/// What the turns have taken.
pub(super) fn of_spent(player: &Player, spent: &Spent, limits: Limits) -> String {
    let Some(mean) = spent.total.checked_div(spent.turns) else {
        return String::new();
    };
    match player {
        Player::Bot(_) => {
            let share = percent(spent.worst, limits.instructions);
            let mut text = format!(
                "Instructions for a move: {} on average, {} at most, which is {share} of what it \
                 may use.\nBefore a game: {} at most in one call.\n",
                thousands(mean),
                thousands(spent.worst),
                thousands(spent.prepared),
            );
            if let Some(memory) = spent.memory {
                let share = percent(memory as u64, MEMORY);
                let memory = thousands((memory as u64).div_ceil(1024));
                writeln!(text, "Memory: {memory} KB, {share} of what it may use.").expect(WRITTEN);
            }
            text
        }
        Player::Program(_) => format!(
            "Time for a move: {} ms on average, {} ms at most; it may take {} ms.\n",
            thousands(mean.div_ceil(1000)),
            thousands(spent.worst.div_ceil(1000)),
            thousands(limits.milliseconds.into()),
        ),
    }
}

/// Whether it plays the same again.
pub(super) fn of_repeating(again: bool) -> &'static str {
    if again {
        "With the same seed it plays the same game again.\n"
    } else {
        "With the same seed it plays another game: it takes chance from elsewhere, or goes by \
         the clock.\nThat is allowed; but then nobody can play its games again.\n"
    }
}

/// `12,345,678`
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

/// `12 %`; rounded up, so that nothing that there is is 0 %.
fn percent(part: u64, whole: u64) -> String {
    let percent = (u128::from(part) * 100).div_ceil(u128::from(whole.max(1)));
    format!("{percent} %")
}

const WRITTEN: &str = "a string takes all that is written";

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
