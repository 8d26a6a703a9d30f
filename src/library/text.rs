//! The library in words.

use super::{
    Ended, Entry, Outcome, Summary, Who,
    backup::{Broken, Wrong},
};
pub(crate) use crate::text::*;

/// What becomes of the game on the board when a new game starts now.
pub(crate) fn end_of_game(moves: usize, is_kept: bool) -> String {
    let message = if is_kept {
        game_saved_to_library
    } else {
        game_given_up
    };
    message(moves as u64)
}

/// How many games there are and are shown: `12 of 340 games`.
pub(crate) fn games_shown(found: usize, all: usize) -> String {
    if found == all {
        games(all as u64)
    } else {
        games_found(all as u64, found as u64)
    }
}

/// A game's title: its name, or the players.
pub(crate) fn game_title(entry: &Entry) -> String {
    if !entry.name.is_empty() {
        return entry.name.clone();
    }
    let Some(summary) = &entry.summary else {
        return title_unreadable().to_owned();
    };
    match &summary.players[..] {
        [first, second] => title_two(&first.name, &second.name),
        [first, second, others @ ..] => title_more(&first.name, &second.name, others.len() as u64),
        few => list(few.iter().map(|player| player.name.clone())),
    }
}

/// The line below a game's title: `Won by Ada · 7 × 6 · 12 moves`.
pub(crate) fn game_detail(entry: &Entry, is_on_board: bool) -> String {
    let mut parts = Vec::new();
    if is_on_board {
        parts.push(on_board().to_owned());
    }
    if let Some(summary) = &entry.summary {
        let config = summary.rules.config();
        parts.push(outcome(summary));
        parts.push(size(config.columns.into(), config.rows.into()));
        parts.push(moves(summary.moves as u64));
    }
    details(parts)
}

fn outcome(summary: &Summary) -> String {
    match summary.outcome {
        Outcome::Unfinished => outcome_unfinished().to_owned(),
        Outcome::Won(place) => {
            let winner = summary.players.get(place);
            outcome_won(winner.map_or("", |player| &player.name))
        }
        Outcome::Tie | Outcome::Agreed => outcome_draw().to_owned(),
    }
}

/// Asks whether old games may be deleted.
pub(crate) fn make_room_question(count: usize) -> String {
    match count {
        0 => make_room_starred().to_owned(),
        count => make_room(count as u64),
    }
}

/// Why one game of a backup was not restored; they are counted from 1.
pub(crate) fn broken_game(number: usize, broken: &Broken) -> String {
    let reason = match broken {
        Broken::CutOff => bad_game_cut_off().to_owned(),
        Broken::NotJson => bad_game_json().to_owned(),
        Broken::Missing(field) => bad_game_missing(field),
        Broken::Value(field) => bad_game_value(field),
        Broken::Unknown(field) => bad_game_unknown(field),
        Broken::Name(error) => bad_game_name(&error.to_string()),
        Broken::Record(error) => bad_game_record(&error.to_string()),
    };
    restore_bad_game(number as u64, &reason)
}

/// How games ended, as an option of a filter.
pub(crate) fn ended_option(ended: Ended) -> &'static str {
    match ended {
        Ended::Anyhow => any(),
        Ended::First => ended_first(),
        Ended::Second => ended_second(),
        Ended::Later => ended_later(),
        Ended::Drawn => outcome_draw(),
        Ended::Unfinished => outcome_unfinished(),
    }
}

/// Who played, as an option of a filter.
pub(crate) fn who_option(who: Who) -> &'static str {
    match who {
        Who::Anybody => who_anyone(),
        Who::People => who_humans(),
        Who::Computers => who_computers(),
    }
}

/// Why a file is no backup.
pub(crate) fn not_a_backup(wrong: &Wrong) -> String {
    match wrong {
        Wrong::TooLarge => backup_too_large().to_owned(),
        Wrong::NotJson => backup_not_json().to_owned(),
        Wrong::Format => backup_format().to_owned(),
        Wrong::Newer => backup_newer().to_owned(),
        Wrong::NoGames => backup_no_games().to_owned(),
        Wrong::Unknown(field) => backup_unknown_field(field),
    }
}
