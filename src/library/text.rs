//! What the library says, besides what every place does.

pub(crate) use crate::text::*;

use super::{
    Ended, Entry, Outcome, Summary, Who,
    backup::{Broken, Wrong},
};
use four_shapes_engine::record::RecordError;

/// What becomes of the game on the board when a new game starts now.
pub(crate) fn gives_up(count: usize, kept: bool) -> String {
    let moves = moves(count);
    if kept {
        format!("The game in progress ({moves}) will be in the library.")
    } else {
        format!("The game in progress ({moves}) will be given up.")
    }
}
pub(crate) fn scores_file_name(date: &str) -> String {
    format!("four-shapes-scores-{date}.json")
}
pub(crate) const NO_SCORES: &str = "Nobody has won a game here yet.";
pub(crate) const SCORES_EXPLAINED: &str = "Fewest moves by the winner first.";
pub(crate) const SCORE_COLUMNS: [&str; 5] = ["Place", "Winner", "Moves", "Against", "Date"];
pub(crate) const EXPORT: &str = "Export";
pub(crate) const CLEAR: &str = "Clear";
pub(crate) const CLEAR_SURE: &str = "Clear all high scores for good?";
pub(crate) const CLEAR_YES: &str = "Yes, clear them";
pub(crate) const CLEAR_NO: &str = "No, keep them";
pub(crate) const OPENING: &str = "Opening …";
pub(crate) const NO_GAMES: &str = "Every game that is played here comes into this list.";
pub(crate) const NONE_FOUND: &str = "No game is like that.";
pub(crate) const SEARCH: &str = "Name of a player or a game";
pub(crate) const SEARCH_MORE: &str = "Search by more";
pub(crate) const RESULT: &str = "Result";
pub(crate) const WHO_PLAYED: &str = "Who played";
pub(crate) const FROM_DAY: &str = "From";
pub(crate) const UNTIL_DAY: &str = "To";
pub(crate) const ONLY_STARRED: &str = "Only with a star";
pub(crate) const ALL_SIZES: &str = "Any";
pub(crate) const TO_THE_BOARD: &str = "Back to the board";
pub(crate) const GIVE_STAR: &str = "Star";
pub(crate) const RENAME: &str = "Rename";
pub(crate) const GAME_NAME: &str = "Name of the game";
pub(crate) const KEEP_NAME: &str = "Keep this name";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const UNDO_DELETE: &str = "Undo";
pub(crate) const LIBRARY_FULL: &str = "The browser has no more room for the library: the game on \
     the board is kept, but games that make room for others are not. See Library.";
pub(crate) const BACKUP_OUT: &str = "Save a backup";
pub(crate) const BACKUP_IN: &str = "Read a backup";
pub(crate) const BACKUP_SETTINGS: &str = "Also take the settings in it";
pub(crate) const BACKUP_TAKE: &str = "Take the games";
pub(crate) const BACKUP_SAVED: &str = "The backup is among the downloads.";
pub(crate) const MAKE_ROOM_NO: &str = "No, keep them all";

/// How many games there are and are shown: `12 of 340 games`.
pub(crate) fn games_found(found: usize, all: usize) -> String {
    let games = |count| match count {
        1 => "1 game".to_owned(),
        more => format!("{more} games"),
    };
    if found == all {
        games(all)
    } else {
        format!("{found} of {}", games(all))
    }
}

/// What a game is called: its name, or who played.
pub(crate) fn game_title(entry: &Entry) -> String {
    if !entry.name.is_empty() {
        return entry.name.clone();
    }
    let Some(summary) = &entry.summary else {
        return "A game that can’t be read".to_owned();
    };
    let players: Vec<&str> = summary.players.iter().map(|player| &*player.name).collect();
    match &players[..] {
        [first, second] => format!("{first} – {second}"),
        [first, second, others @ ..] => format!("{first}, {second} and {} more", others.len()),
        _ => players.join(", "),
    }
}

/// What else is said of a game: `Won by Ada · 7 × 6 · 12 moves`.
pub(crate) fn game_detail(entry: &Entry, on_board: bool) -> String {
    let mut parts = Vec::new();
    if on_board {
        parts.push("On the board".to_owned());
    }
    if let Some(summary) = &entry.summary {
        let config = summary.rules.config();
        parts.push(outcome(summary));
        parts.push(size((config.columns, config.rows)));
        parts.push(moves(summary.moves));
    }
    parts.join(" · ")
}
pub(crate) const STARRED: &str = ", with a star";

fn outcome(summary: &Summary) -> String {
    match summary.outcome {
        Outcome::Unfinished => "Unfinished".to_owned(),
        Outcome::Won(place) => {
            let winner = summary.players.get(place);
            format!("Won by {}", winner.map_or("", |player| &player.name))
        }
        Outcome::Tie => "Tie".to_owned(),
        Outcome::Agreed => "Draw".to_owned(),
    }
}

/// A record of the library that can't be read.
pub(crate) fn game_unreadable(why: &RecordError) -> String {
    format!("This game can’t be read here ({why}). Its text is kept as it is.")
}

/// Why there is no library.
pub(crate) fn no_library(why: &str) -> String {
    format!("This browser does not let the page keep games here. ({why})")
}
pub(crate) const LIBRARY_NEWER: &str = "The library was made by a newer version of this page. \
     Nothing in it is touched; reload the page to get that version.";
pub(crate) fn library_failed(why: &str) -> String {
    format!("The library does not work. ({why})")
}

/// May old games be removed?
pub(crate) fn make_room(count: usize) -> String {
    match count {
        0 => "The browser has no more room for the library, and every game in it has a star. \
              Save a backup and delete some games."
            .to_owned(),
        _ => format!(
            "The browser has no more room for the library. Shall the {count} oldest games \
             without a star be deleted? Save a backup first if you want to keep them."
        ),
    }
}
pub(crate) fn make_room_yes(count: usize) -> String {
    format!("Delete {count} games")
}

/// The name of a backup's file.
pub(crate) fn backup_file_name(date: &str) -> String {
    format!("four-shapes-backup-{date}.json")
}

/// Why one game of a backup was not taken; they are counted from 1.
pub(crate) fn broken_game(number: usize, broken: &Broken) -> String {
    let why = match broken {
        Broken::CutOff => "the file ends in the middle of it".to_owned(),
        Broken::NotJson => "it is not JSON".to_owned(),
        Broken::Missing(field) => format!("{field} is missing"),
        Broken::Value(field) => format!("its {field} is no such thing"),
        Broken::Unknown(field) => format!("{field} is unknown, or there twice"),
        Broken::Name(error) => format!("its name: {error}"),
        Broken::Record(error) => format!("its record, {error}"),
    };
    format!("Game {number} was not taken: {why}.")
}

/// What came of a backup.
pub(crate) fn backup_taken(added: usize, changed: usize, same: usize) -> String {
    format!("{added} new, {changed} changed, {same} there already.")
}
pub(crate) fn backup_reading(percent: usize) -> String {
    format!("Reading … {percent} %")
}
pub(crate) fn backup_broken_more(count: usize) -> String {
    format!("… and {count} more.")
}
pub(crate) fn backup_no_room(count: usize) -> String {
    format!("The browser has no more room: {count} games were not taken.")
}
pub(crate) fn backup_scores_wrong(why: &RecordError) -> String {
    format!("The high scores in it can’t be read ({why}).")
}
pub(crate) fn backup_settings_wrong(why: &RecordError) -> String {
    format!("The settings in it can’t be read ({why}).")
}

/// How games ended, where that is chosen.
pub(crate) fn ended(ended: Ended) -> &'static str {
    match ended {
        Ended::Anyhow => "Any",
        Ended::First => "Won by the first player",
        Ended::Second => "Won by the second player",
        Ended::Later => "Won by another player",
        Ended::Drawn => "Tie or draw",
        Ended::Unfinished => "Unfinished",
    }
}

/// Who played, where that is chosen.
pub(crate) fn who(who: Who) -> &'static str {
    match who {
        Who::Anybody => "Anybody",
        Who::People => "Only people",
        Who::Computers => "With a computer",
    }
}

/// Why a file is no backup.
pub(crate) fn not_a_backup(wrong: &Wrong) -> String {
    match wrong {
        Wrong::TooLarge => BACKUP_TOO_LARGE.to_owned(),
        Wrong::NotJson => "This is no backup: it is not JSON.".to_owned(),
        Wrong::Format => "This is no backup of Four Shapes.".to_owned(),
        Wrong::Newer => "This backup was made by a newer version of the page. Nothing was taken; \
                         reload the page to get that version."
            .to_owned(),
        Wrong::NoGames => "There is no list of games in this backup.".to_owned(),
        Wrong::Unknown(field) => {
            format!("This backup has a field “{field}” that is unknown, or there twice.")
        }
    }
}
