//! The state of the editor.

use super::{
    draft::{Brush, Draft},
    text as words,
};
use crate::{
    context::context,
    game::state::{GameState, use_game},
    navigation::{RouteData, use_navigation},
    text,
};
use four_shapes_records::{Match, Setup};
use four_shapes_rules::{Cell, Column, Player, Rules, RulesConfig, StartError};
use leptos::prelude::*;

/// The position that is being set up, which outlives the page.
#[derive(Clone, Copy)]
pub(super) struct EditorState {
    draft: RwSignal<Draft>,
    history: RwSignal<History>,
    pub(super) brush: RwSignal<Brush>,
    /// Names and pieces of the players.
    setup: StoredValue<Setup>,
    /// What is read aloud.
    pub(super) announcement: RwSignal<String>,
}

/// The drafts before and after the current one.
#[derive(Clone, Default)]
struct History {
    undo: Vec<Draft>,
    redo: Vec<Draft>,
}

/// Provides the state.
pub(crate) fn start() {
    let rules = Rules::CLASSIC;
    provide_context(EditorState {
        draft: RwSignal::new(Draft::new(rules)),
        history: RwSignal::new(History::default()),
        brush: RwSignal::new(Brush::Piece(rules.player_after(0))),
        setup: StoredValue::new(Setup::with_default_seats(rules)),
        announcement: RwSignal::new(String::new()),
    });
}

/// Begins with the position that the page was opened with, if there is one. The last one can be
/// brought back by *Undo*.
pub(crate) fn enter() {
    if let Some(RouteData::Position(position)) = use_navigation().take_data() {
        let state: EditorState = context();
        state.begin(use_game(), Draft::of(&position));
    }
}

impl EditorState {
    /// Starts with a draft and the players of the current game.
    fn begin(self, game: GameState, draft: Draft) {
        let rules = draft.rules();
        let setup = game.with_match_untracked(|game_match| game_match.setup().clone());
        let seats = setup.seats().iter().cloned().map(|mut seat| {
            seat.computer = None;
            seat
        });
        // The position may be that of a puzzle, with other rules than the own game.
        let setup = Setup::new(rules, seats.collect(), setup.first_seat());
        self.setup
            .set_value(setup.unwrap_or_else(|_| Setup::with_default_seats(rules)));
        self.brush.set(Brush::Piece(rules.player_after(0)));
        let before = self.draft.get_untracked();
        let is_lost = before != draft && before.position().piece_count() > 0;
        self.history.set(History {
            undo: is_lost.then_some(before).into_iter().collect(),
            redo: Vec::new(),
        });
        self.announcement.set(String::new());
        self.draft.set(draft);
    }

    pub(super) fn with<T>(self, read: impl FnOnce(&Draft) -> T) -> T {
        self.draft.with(read)
    }

    pub(super) fn with_untracked<T>(self, read: impl FnOnce(&Draft) -> T) -> T {
        self.draft.with_untracked(read)
    }

    /// Returns the setup of the players, with the rules of the draft.
    pub(super) fn setup(self) -> Setup {
        let rules = self.with(Draft::rules);
        self.setup.with_value(|setup| {
            let is_same = setup.rules().players() == rules.players();
            let seats = is_same.then(|| setup.seats().to_vec());
            seats
                .and_then(|seats| Setup::new(rules, seats, setup.first_seat()).ok())
                .unwrap_or_else(|| Setup::with_default_seats(rules))
        })
    }

    /// Returns the match that starts with the draft.
    pub(super) fn to_match(self) -> Result<Match, StartError> {
        let game = self.with(Draft::game)?;
        let game_match = Match::from_parts(self.setup(), game);
        Ok(game_match.expect("the rules are the same"))
    }

    /// Changes the draft, if `change` does; can be undone.
    fn change<T>(self, change: impl FnOnce(&mut Draft) -> T) -> T {
        let before = self.draft.get_untracked();
        let mut after = before.clone();
        let result = change(&mut after);
        if after != before {
            self.history.update(|history| {
                history.undo.push(before);
                history.redo.clear();
            });
            self.draft.set(after);
        }
        result
    }

    /// Handles a press of a cell.
    pub(super) fn press(self, cell: Cell) {
        let brush = self.brush.get_untracked();
        let changed = self.change(|draft| draft.press(cell, brush));
        match brush {
            Brush::Piece(_) => self.announce_cell(changed),
            // Another piece may have fallen into the cell.
            Brush::Eraser => self.announce_removed(changed),
        }
    }

    /// Drops a piece into a column.
    pub(super) fn drop(self, column: Column, player: Player) {
        match self.change(|draft| draft.drop(column, player)) {
            Some(cell) => self.announce_cell(Some(cell)),
            None => self.announce(&words::column_full(column)),
        }
    }

    /// Uses the brush on a column.
    pub(super) fn brush_column(self, column: Column) {
        match self.brush.get_untracked() {
            Brush::Piece(player) => self.drop(column, player),
            Brush::Eraser => self.remove_top(column),
        }
    }

    pub(super) fn remove_top(self, column: Column) {
        let removed = self.change(|draft| draft.remove_top(column));
        self.announce_removed(removed);
    }

    pub(super) fn remove(self, cell: Cell) {
        let removed = self.change(|draft| draft.remove(cell).then_some(cell));
        self.announce_removed(removed);
    }

    /// Gives a cell to a player.
    pub(super) fn place(self, cell: Cell, player: Player) {
        let changed = self.change(|draft| {
            draft.remove(cell);
            draft.press(cell, Brush::Piece(player))
        });
        self.announce_cell(changed);
    }

    pub(super) fn set_to_move(self, player: Player) {
        self.change(|draft| draft.set_to_move(player));
        self.announce_position();
    }

    pub(super) fn clear(self) {
        self.change(Draft::clear);
        self.announce_position();
    }

    pub(super) fn mirror(self) {
        self.change(Draft::mirror);
        self.announce(text::mirrored());
    }

    pub(super) fn swap_colours(self) {
        self.change(Draft::swap_colours);
        self.announce(text::colours_swapped());
    }

    /// Changes the rules, if the new ones are valid.
    pub(super) fn set_rules(self, config: RulesConfig) {
        // The fields allow only valid numbers, except while one depends on another.
        let max = Rules::max_connect(config.columns, config.rows);
        let config = RulesConfig {
            connect: config.connect.min(max),
            ..config
        };
        let _ = self.change(|draft| draft.set_rules(config));
        if let Brush::Piece(player) = self.brush.get_untracked()
            && player.index() >= config.players as usize
        {
            let first = self.with_untracked(|draft| draft.rules().player_after(0));
            self.brush.set(Brush::Piece(first));
        }
    }

    pub(super) fn can_undo(self) -> bool {
        self.history.with(|history| !history.undo.is_empty())
    }

    pub(super) fn can_redo(self) -> bool {
        self.history.with(|history| !history.redo.is_empty())
    }

    pub(super) fn undo(self) {
        self.step(text::undone(), |history, now| {
            let draft = history.undo.pop()?;
            history.redo.push(now);
            Some(draft)
        });
    }

    pub(super) fn redo(self) {
        self.step(text::redone(), |history, now| {
            let draft = history.redo.pop()?;
            history.undo.push(now);
            Some(draft)
        });
    }

    fn step(self, name: &str, step: impl FnOnce(&mut History, Draft) -> Option<Draft>) {
        let now = self.draft.get_untracked();
        let next = self.history.try_update(|history| step(history, now));
        if let Some(draft) = next.flatten() {
            self.draft.set(draft);
            self.announce(name);
        }
    }

    /// Returns what is wrong with the position, or who is to move.
    pub(super) fn status(self) -> String {
        words::status(&self.setup(), self.with(Draft::game))
    }

    /// Announces the new content of a cell.
    fn announce_cell(self, changed: Option<Cell>) {
        let Some(cell) = changed else { return };
        match self.with_untracked(|draft| draft.get(cell)) {
            Some(owner) => self.announce(&words::placed(&self.setup(), cell, owner)),
            None => self.announce_removed(Some(cell)),
        }
    }

    fn announce_removed(self, removed: Option<Cell>) {
        if let Some(cell) = removed {
            self.announce(&words::removed(cell));
        }
    }

    /// Announces a change, and the state of the position.
    fn announce(self, change: &str) {
        let status = untrack(|| self.status());
        self.say([change, " ", &status].concat());
    }

    /// Screen readers read a text again only if it differs.
    fn say(self, text: String) {
        let is_same = self.announcement.with_untracked(|before| *before == text);
        self.announcement
            .set(if is_same { text + "\u{a0}" } else { text });
    }

    fn announce_position(self) {
        self.say(untrack(|| self.status()));
    }
}
