//! The game on the board as the sheets see it: from afar.

use super::console::Console;
use crate::{
    bridge::{self, Request, State},
    session::Command,
    text,
};
use four_shapes_engine::{
    Match,
    style::{Action, Reply, Style},
};
use leptos::prelude::*;

/// A copy of the page's state, and the conversation about it.
#[derive(Clone, Copy)]
pub(super) struct Far {
    state: RwSignal<State>,
    /// The page has changed since the state was fetched, and nobody looked.
    stale: StoredValue<bool>,
    /// Begun when it is first looked at.
    console: RwSignal<Option<Console>>,
    talk_is_open: RwSignal<bool>,
}

/// What a conversation asks of the sheets themselves.
pub(super) enum Wish {
    Load,
    Scores,
    Close,
}

impl Far {
    pub(super) fn new(state: State) -> Self {
        Self {
            state: RwSignal::new(state),
            stale: StoredValue::new(false),
            console: RwSignal::new(None),
            talk_is_open: RwSignal::new(false),
        }
    }

    /// Reads the match; the reader runs again when it changes.
    pub(super) fn with<T>(self, read: impl FnOnce(&Match) -> T) -> T {
        self.state.with(|state| read(&state.played))
    }

    /// Reads the match once.
    pub(super) fn peek<T>(self, read: impl FnOnce(&Match) -> T) -> T {
        self.state.with_untracked(|state| read(&state.played))
    }

    pub(super) fn is_visiting(self) -> bool {
        self.state.with_untracked(|state| state.visiting)
    }

    /// Takes note that the page has changed. The state is fetched at once only if
    /// something shows it: a move must not wait for dialogs that are closed.
    pub(super) fn changed(self) {
        self.stale.set_value(true);
        if self.console.with_untracked(Option::is_some) || self.is_visiting() {
            self.catch_up();
        }
    }

    /// Fetches the state if it is not the latest.
    pub(super) fn catch_up(self) {
        if !self.stale.get_value() {
            return;
        }
        self.stale.set_value(false);
        let Some(state) = bridge::sheets::state() else {
            return;
        };
        if let Some(change) = state.change {
            self.console.update(|console| {
                if let Some(console) = console {
                    console.changed(&state.played, change);
                }
            });
        }
        self.state.set(state);
    }

    /// Sends a command to the page, which will say that it has changed.
    pub(super) fn send(self, command: Command) {
        bridge::sheets::send(&Request::Command(command));
        if self.console.with_untracked(Option::is_none) {
            self.stale.set_value(true);
            self.catch_up();
        }
    }

    /// Reads the conversation, if it has begun.
    pub(super) fn with_console<T: Default>(self, read: impl FnOnce(&Console) -> T) -> T {
        self.console
            .with(|console| console.as_ref().map(read).unwrap_or_default())
    }

    /// Begins the conversation of a style.
    pub(super) fn talk(self, style: Style) {
        let console = self.peek(|played| Console::new(style, played));
        self.console.set(Some(console));
    }

    pub(super) fn talk_is_open(self) -> bool {
        self.talk_is_open.get()
    }

    pub(super) fn toggle_talk(self) {
        if self.console.with_untracked(Option::is_none) {
            self.talk(Style::Shapes);
        }
        self.open_talk(!self.talk_is_open.get_untracked());
    }

    pub(super) fn open_talk(self, open: bool) {
        self.talk_is_open.set(open);
        bridge::sheets::send(&Request::TalkIsOpen(open));
    }

    /// Adds a line to the conversation that the page has to say.
    fn note(self, line: &str) {
        self.console.update(|console| {
            if let Some(console) = console {
                console.note(line);
            }
        });
    }

    /// Carries out what a typed line means, but for what the sheets have to do.
    pub(super) fn say(self, line: &str) -> Option<Wish> {
        let played = self.peek(Match::clone);
        let reply = self.console.try_update(|console| {
            let console = console.as_mut()?;
            Some(console.hear(&played, line))
        });
        let command = match reply.flatten()? {
            Reply::Say(text) => Command::Answer(text),
            Reply::Do(action) => match action {
                Action::Place(cell) => Command::Place(cell),
                Action::Undo => Command::Undo,
                Action::Redo => Command::Redo,
                Action::AgreeDraw => Command::AgreeDraw,
                Action::Start(setup) => Command::Start(setup),
                Action::Save(name) => {
                    bridge::sheets::send(&Request::Save(name.unwrap_or_default()));
                    self.note(text::SAVED_LINE);
                    Command::Answer(text::SAVED_LINE.to_owned())
                }
                Action::Load(_) => {
                    self.note(text::DIALOG_LINE);
                    return Some(Wish::Load);
                }
                Action::Scores => {
                    self.note(text::DIALOG_LINE);
                    return Some(Wish::Scores);
                }
                Action::Quit => return Some(Wish::Close),
            },
        };
        self.send(command);
        None
    }
}

/// The game of this page.
pub(super) fn far() -> Far {
    expect_context()
}
