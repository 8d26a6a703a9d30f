//! The text that was pasted, and what is in it.

use crate::{
    context::context,
    game::{
        session::{Command, Session},
        state::{GameState, use_game},
    },
    library::{assistance, backup},
    navigation::{Navigation, use_navigation},
    text,
};
use four_shapes_records::{
    Match,
    import::{self, Choice, Import, ImportError, Line, Note, Options, Reading},
};
use four_shapes_rules::Rules;
use leptos::prelude::*;
use std::sync::Arc;

/// The pasted text, until a game is loaded, and what is in it.
#[derive(Clone, Copy)]
pub(super) struct Pasted {
    pub(super) text: RwSignal<String>,
    found: RwSignal<Option<Found>>,
    game: GameState,
    navigation: Navigation,
    /// The notice about what was read last.
    notice: StoredValue<Option<String>>,
}

/// What a text contains if it isn't a single game.
#[derive(Clone)]
pub(super) enum Found {
    /// The readings of an ambiguous text, or of a line of a list.
    Readings(Arc<[Reading]>, Option<List>),
    /// Several games or positions.
    List(List),
}

/// A list of games and positions.
#[derive(Clone)]
pub(super) struct List {
    pub(super) lines: Arc<[Line]>,
    /// The index of the line on the board, or the last one that was.
    pub(super) current: Option<usize>,
}

impl List {
    /// Returns the index of the next line without an error, or the previous one.
    pub(super) fn neighbour(&self, is_next: bool) -> Option<usize> {
        let current = self.current?;
        let is_right = |index: &usize| self.lines[*index].readings.is_ok();
        if is_next {
            (current + 1..self.lines.len()).find(is_right)
        } else {
            (0..current).rev().find(is_right)
        }
    }
}

/// Provides the pasted text, which outlives the dialog.
pub(super) fn provide() {
    provide_context(Pasted {
        text: RwSignal::new(String::new()),
        found: RwSignal::new(None),
        game: use_game(),
        navigation: use_navigation(),
        notice: StoredValue::new(None),
    });
}

pub(super) fn use_pasted() -> Pasted {
    context()
}

impl Pasted {
    pub(super) fn found(self) -> Option<Found> {
        self.found.get()
    }

    /// Returns whether there is something to choose from.
    pub(super) fn has_found(self) -> bool {
        self.found.with_untracked(Option::is_some)
    }

    /// Returns the list with the game on the board.
    pub(super) fn list_on_board(self) -> Option<List> {
        let (Found::List(list) | Found::Readings(_, Some(list))) = self.found.get()? else {
            return None;
        };
        let readings = list.lines[list.current?].readings.as_ref().ok()?;
        let is_on_board = self.game.with(|session| {
            let is_line = |reading: &Reading| is_played_on(&reading.game_match, session);
            session.is_shared() && readings.iter().any(is_line)
        });
        is_on_board.then_some(list)
    }

    /// Returns whether there are readings to choose from.
    pub(super) fn has_readings(self) -> bool {
        let are = |found: &Option<Found>| matches!(found, Some(Found::Readings(..)));
        self.found.with_untracked(are)
    }

    /// Leaves a question unanswered, so that it isn't asked again; a list stays.
    pub(super) fn skip_question(self) {
        if let Some(Found::Readings(_, list)) = self.found.get_untracked() {
            self.found.set(list.map(Found::List));
        }
    }

    /// Returns to the form, with the text in it.
    pub(super) fn show_form(self) {
        self.found.set(None);
    }

    /// Puts the game of a text on the board, or shows what else is in it.
    ///
    /// # Errors
    /// Returns a message if the text is invalid.
    pub(super) fn receive(self, text: &str) -> Result<(), String> {
        match read_text(text, self.game.with_match_untracked(Match::rules))? {
            Import::List(lines) => self.found.set(Some(Found::List(List {
                lines: lines.into(),
                current: None,
            }))),
            Import::Game(readings) => self.choose(&readings, None),
        }
        Ok(())
    }

    /// Opens a line of a list.
    pub(super) fn open_line(self, list: &List, index: usize) {
        if let Ok(readings) = &list.lines[index].readings {
            let list = List {
                current: Some(index),
                ..list.clone()
            };
            self.choose(readings, Some(list));
        }
    }

    /// Opens the only reading, or shows all.
    fn choose(self, readings: &[Reading], list: Option<List>) {
        match readings {
            [reading] => self.open(reading, list),
            several => self.found.set(Some(Found::Readings(several.into(), list))),
        }
    }

    /// Says what was ignored or assumed: what may be wrong until it is dismissed.
    fn say_notes(self, reading: &Reading) {
        let notes = reading.notes.iter();
        let notes: Vec<&Note> = notes.filter(|note| !was_chosen(reading, note)).collect();
        let may_be_wrong = notes.iter().any(|note| {
            matches!(
                note,
                Note::UnknownFields(_) | Note::AfterEnd { .. } | Note::Signs(_)
            )
        });
        let notice = text::import_notes(notes.iter().copied());
        self.notice.set_value(notice.clone());
        match notice {
            Some(notice) if may_be_wrong => self.navigation.notify(notice),
            Some(notice) => self.navigation.inform(notice),
            None => {}
        }
    }

    /// Puts the game of a reading on the board, and says what was ignored or assumed. One of a list
    /// is shown without replacing the user's own game.
    pub(super) fn open(self, reading: &Reading, list: Option<List>) {
        let game_match: Box<Match> = Box::new(reading.game_match.clone());
        // It is about another game.
        let notice = self.notice.try_update_value(Option::take).flatten();
        if let Some(notice) = notice {
            self.navigation.withdraw(&notice);
        }
        if list.is_some() {
            self.game.send(Command::OpenShared(game_match));
        } else {
            self.game.send(Command::Load(game_match));
            assistance::mark_loaded(self.game);
            self.text.set(String::new());
        }
        // A list shows the notes of its lines.
        if list.is_none() {
            self.say_notes(reading);
        }
        self.found.set(list.map(Found::List));
    }
}

/// Whether the game on the board is a game of a list, possibly with other moves at the end.
fn is_played_on(game_match: &Match, session: &Session) -> bool {
    let (game, on_board) = (game_match.game(), session.current_match().game());
    let steps = game.steps()[..game.cursor()].iter();
    game.start() == on_board.start() && steps.zip(on_board.steps()).all(|(one, other)| one == other)
}

/// Whether a note says only what was chosen.
fn was_chosen(reading: &Reading, note: &Note) -> bool {
    reading.choice.is_some() && matches!(note, Note::CountedFromZero | Note::RowsFromBelow)
}

/// Reads a text. Plain moves that don't say their board may be of the match on the board, whose
/// rules are `rules`, or of the classic game. If they are illegal by both, the error further on
/// is reported.
///
/// # Errors
/// Returns a message if the text is invalid.
pub(super) fn read_text(text: &str, rules: Rules) -> Result<Import, String> {
    if backup::is_backup(text) {
        return Err(text::backup_not_here().to_owned());
    }
    if is_binary(text) {
        return Err(text::import_not_text().to_owned());
    }
    let read = |rules| import::read(text, Options::new(rules));
    let own = read(rules);
    if rules == Rules::CLASSIC {
        return own.map_err(|error| text::import_error(&error));
    }
    let position = |error: &ImportError| match error {
        ImportError::Moves(error) => error.at,
        _ => 0,
    };
    match (own, read(Rules::CLASSIC)) {
        (Ok(own), Ok(classic)) => Ok(by_either(own, classic)),
        (Ok(read), Err(_)) | (Err(_), Ok(read)) => Ok(read),
        (Err(own), Err(classic)) => {
            let is_further = position(&classic) > position(&own);
            let error = if is_further { classic } else { own };
            Err(text::import_error(&error))
        }
    }
}

/// Whether a text is of a file that has none, such as an image.
fn is_binary(text: &str) -> bool {
    text.contains('\0') || text.starts_with(char::REPLACEMENT_CHARACTER)
}

/// Combines what was read by the rules on the board and by the classic ones: both to choose from
/// if they differ.
fn by_either(own: Import, classic: Import) -> Import {
    let (Import::Game(readings), Import::Game(others)) = (&own, &classic) else {
        return own;
    };
    match (&readings[..], &others[..]) {
        ([one], [other]) if one.game_match.rules() != other.game_match.rules() => {
            let readings = [one, other].map(|reading| Reading {
                choice: Some(Choice::Rules(reading.game_match.rules())),
                ..reading.clone()
            });
            Import::Game(readings.into())
        }
        // By the classic rules it is clear.
        ([_, _, ..], [_]) => classic,
        _ => own,
    }
}
