//! Texts of the library.

use super::{Entry, Outcome, PlayerFilter, ResultFilter, Summary};
pub(crate) use crate::text::*;
use four_shapes_records::record::{RecordError, RecordProblem};

/// Describes what happens to the current game when another game replaces it.
pub(crate) fn replaced_game(moves: usize, is_saved: bool) -> String {
    let message = if is_saved {
        game_saved_to_library
    } else {
        game_given_up
    };
    message(moves as u64)
}

/// Describes how many games match: `12 of 340 games`.
pub(crate) fn games_shown(found: usize, all: usize) -> String {
    if found == all {
        games(all as u64)
    } else {
        games_found(all as u64, found as u64)
    }
}

/// Returns a game's title: its name, or the players.
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

/// Returns the line below a game's title: `Won by Ada · 7 × 6 · 12 moves`.
pub(crate) fn game_detail(entry: &Entry, is_current: bool) -> String {
    let mut parts = Vec::new();
    if is_current {
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
        Outcome::Won(seat) => {
            let winner = summary.players.get(seat);
            outcome_won(winner.map_or("", |player| &player.name))
        }
        Outcome::Drawn => outcome_draw().to_owned(),
    }
}

/// Returns the question whether to delete old games.
pub(crate) fn make_room_question(count: usize) -> String {
    match count {
        0 => make_room_starred().to_owned(),
        count => make_room(count as u64),
    }
}

/// Returns the label of an option of the filter.
pub(crate) fn result_option(result: ResultFilter) -> &'static str {
    match result {
        ResultFilter::Any => any(),
        ResultFilter::FirstPlayer => ended_first(),
        ResultFilter::SecondPlayer => ended_second(),
        ResultFilter::OtherPlayer => ended_later(),
        ResultFilter::Draw => outcome_draw(),
        ResultFilter::Unfinished => outcome_unfinished(),
    }
}

/// Returns the label of an option of the filter.
pub(crate) fn player_option(players: PlayerFilter) -> &'static str {
    match players {
        PlayerFilter::Any => who_anyone(),
        PlayerFilter::HumansOnly => who_humans(),
        PlayerFilter::WithComputer => who_computers(),
    }
}

/// Describes why a file is not a valid backup.
pub(crate) fn backup_error(error: &RecordError) -> String {
    match error.problem {
        RecordProblem::Format => backup_format().to_owned(),
        RecordProblem::Version { version, newest } if version > newest => backup_newer().to_owned(),
        _ => backup_invalid(&error.to_string()),
    }
}
