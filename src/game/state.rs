//! The session and its scene as the components share them.

use crate::{
    board::view_model::{CellView, Scene},
    game::session::{Command, Session},
};
use leptos::prelude::*;

/// Reads the game on the board, and sends it commands: its only writer.
#[derive(Clone, Copy)]
pub(crate) struct Live {
    session: RwSignal<Session>,
    scene: RwSignal<Scene>,
    /// The scene's cells one by one. A signal for each and not a memo of the
    /// scene: after each move hundreds of memos would find that nothing is new.
    cells: StoredValue<Vec<ArcRwSignal<CellView>>>,
}

impl Live {
    pub(crate) fn new(session: Session) -> Self {
        let scene = Scene::of(&session);
        Self {
            cells: StoredValue::new(signals(&scene)),
            scene: RwSignal::new(scene),
            session: RwSignal::new(session),
        }
    }

    /// Runs a command; everything that shows the game follows from it.
    pub(crate) fn send(self, command: Command) {
        self.session.update(|session| session.apply(command));
        let scene = self.peek(Scene::of);
        if scene.rules == self.scene.with_untracked(|scene| scene.rules) {
            self.cells.with_value(|cells| {
                for (cell, view) in cells.iter().zip(&scene.cells) {
                    if cell.with_untracked(|before| before != view) {
                        cell.set(*view);
                    }
                }
            });
        } else {
            self.cells.set_value(signals(&scene));
        }
        self.scene.set(scene);
    }

    /// Fetches a match that was won and counted. Nobody is shown any less for it.
    pub(crate) fn fetch_win(self) -> Option<String> {
        let fetched = self.session.try_update_untracked(Session::fetch_win);
        fetched.flatten()
    }

    /// One's own game is another one from here on, which shows nowhere.
    pub(crate) fn another(self) {
        self.session.try_update_untracked(Session::another);
    }

    /// Reads the session; the reader runs again whenever there was a command.
    pub(crate) fn with<T>(self, read: impl FnOnce(&Session) -> T) -> T {
        self.session.with(read)
    }

    /// Reads the session once.
    pub(crate) fn peek<T>(self, read: impl FnOnce(&Session) -> T) -> T {
        self.session.with_untracked(read)
    }

    /// What the board shows.
    pub(crate) fn scene(self) -> ReadSignal<Scene> {
        self.scene.read_only()
    }

    /// What each cell shows, for the scene's present rules.
    pub(crate) fn cells(self) -> Vec<ArcRwSignal<CellView>> {
        self.cells.get_value()
    }
}

fn signals(scene: &Scene) -> Vec<ArcRwSignal<CellView>> {
    let cells = scene.cells.iter().copied();
    cells.map(ArcRwSignal::new).collect()
}

/// The game of this page.
pub(crate) fn live() -> Live {
    expect_context()
}
