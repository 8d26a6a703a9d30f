//! The session and what the board shows of it, as the components share them.

use super::{
    session::{Command, Session},
    view_model::{BoardView, CellView},
};
use four_shapes_engine::Match;
use leptos::prelude::*;

/// Is told of each command, after everything that shows the game has changed.
type Listener = Box<dyn FnMut(&Session)>;

/// Reads the game on the board, and sends it commands: its only writer.
#[derive(Clone, Copy)]
pub(crate) struct GameState {
    session: RwSignal<Session>,
    view: RwSignal<BoardView>,
    inner: StoredValue<Inner, LocalStorage>,
}

struct Inner {
    /// The scene's cells one by one. A signal for each and not a memo of the
    /// scene: after each move hundreds of memos would find that nothing is new.
    cells: Vec<ArcRwSignal<CellView>>,
    /// Not effects: two commands in one task are two events.
    listeners: Vec<Listener>,
    /// Matches that a person has won, until they are taken.
    wins: Vec<Match>,
}

impl GameState {
    pub(crate) fn new(session: Session) -> Self {
        let view = BoardView::of(&session);
        Self {
            inner: StoredValue::new_local(Inner {
                cells: signals(&view),
                listeners: Vec::new(),
                wins: Vec::new(),
            }),
            view: RwSignal::new(view),
            session: RwSignal::new(session),
        }
    }

    /// Does what is asked for; everything that shows the game follows from it.
    pub(crate) fn send(self, command: Command) {
        self.session.update(|session| session.apply(command));
        if self.peek(Session::is_new_win) {
            let won = self.peek_match(Match::clone);
            self.inner.update_value(|inner| inner.wins.push(won));
        }
        let view = self.peek(BoardView::of);
        if view.rules == self.view.with_untracked(|view| view.rules) {
            self.inner.with_value(|inner| {
                for (cell, view) in inner.cells.iter().zip(&view.cells) {
                    if cell.with_untracked(|before| before != view) {
                        cell.set(*view);
                    }
                }
            });
        } else {
            self.inner
                .update_value(|inner| inner.cells = signals(&view));
        }
        self.view.set(view);
        self.tell();
    }

    /// Tells the listeners. A listener may add another one: the list is not borrowed meanwhile.
    fn tell(self) {
        let take = |inner: &mut Inner| std::mem::take(&mut inner.listeners);
        let mut listeners = self.inner.try_update_value(take).unwrap_or_default();
        for listener in &mut listeners {
            self.peek(&mut *listener);
        }
        self.inner.update_value(|inner| {
            listeners.append(&mut inner.listeners);
            inner.listeners = listeners;
        });
    }

    /// Calls a function after each command, in the same task, as long as the page is open.
    /// It must not send commands itself.
    pub(crate) fn on_event(self, listener: impl FnMut(&Session) + 'static) {
        let listener: Listener = Box::new(listener);
        self.inner
            .update_value(|inner| inner.listeners.push(listener));
    }

    /// Takes the matches that a person has won since the last time.
    pub(crate) fn take_wins(self) -> Vec<Match> {
        let take = |inner: &mut Inner| std::mem::take(&mut inner.wins);
        self.inner.try_update_value(take).unwrap_or_default()
    }

    /// Reads the session; the reader runs again whenever there was a command.
    pub(crate) fn with<T>(self, read: impl FnOnce(&Session) -> T) -> T {
        self.session.with(read)
    }

    /// Reads the session once.
    pub(crate) fn peek<T>(self, read: impl FnOnce(&Session) -> T) -> T {
        self.session.with_untracked(read)
    }

    /// Reads the match on the board; the reader runs again whenever there was a command.
    pub(crate) fn with_match<T>(self, read: impl FnOnce(&Match) -> T) -> T {
        self.with(|session| read(session.played()))
    }

    /// Reads the match on the board once.
    pub(crate) fn peek_match<T>(self, read: impl FnOnce(&Match) -> T) -> T {
        self.peek(|session| read(session.played()))
    }

    /// What the board shows.
    pub(crate) fn view(self) -> ReadSignal<BoardView> {
        self.view.read_only()
    }

    /// What each cell shows, for the scene's present rules.
    pub(crate) fn cells(self) -> Vec<ArcRwSignal<CellView>> {
        self.inner.with_value(|inner| inner.cells.clone())
    }
}

fn signals(view: &BoardView) -> Vec<ArcRwSignal<CellView>> {
    let cells = view.cells.iter().copied();
    cells.map(ArcRwSignal::new).collect()
}

/// The game of this page.
pub(crate) fn use_game() -> GameState {
    expect_context()
}
