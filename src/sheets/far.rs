//! The game on the board as the sheets see it: from afar.

use crate::{
    bridge::{self, Request, State},
    conversation::console::Console,
    game::session::Command,
    text,
};
use four_shapes_engine::{
    Match, Status,
    style::{Action, Reply, Style},
};
use leptos::prelude::*;

/// A copy of the page's state, and the conversation about it.
#[derive(Clone, Copy)]
pub(crate) struct Far {
    state: RwSignal<State>,
    /// The page has changed since the state was fetched, and nobody looked.
    stale: StoredValue<bool>,
    /// Begun when it is first looked at.
    console: RwSignal<Option<Console>>,
    /// The name of the panel that is open; empty if none is.
    panel: RwSignal<&'static str>,
    /// The next set-up begins with a computer in the second seat.
    with_computer: StoredValue<bool>,
}

/// The panels.
pub(crate) const TALK: &str = "talk";
pub(crate) const ANALYSIS: &str = "analysis";

/// What a conversation asks of the sheets themselves.
pub(crate) enum Wish {
    Load,
    Scores,
    Close,
}

impl Far {
    pub(crate) fn new(state: State) -> Self {
        Self {
            state: RwSignal::new(state),
            stale: StoredValue::new(false),
            console: RwSignal::new(None),
            panel: RwSignal::new(""),
            with_computer: StoredValue::new(false),
        }
    }

    /// Lets the next set-up begin with a computer in the second seat.
    pub(crate) fn expect_computer(self) {
        self.with_computer.set_value(true);
    }

    /// Whether the set-up that begins now does so.
    pub(crate) fn takes_computer(self) -> bool {
        self.with_computer.try_update_value(std::mem::take) == Some(true)
    }

    /// Reads the match; the reader runs again when it changes.
    pub(crate) fn with<T>(self, read: impl FnOnce(&Match) -> T) -> T {
        self.state.with(|state| read(&state.played))
    }

    /// Reads the match once.
    pub(crate) fn peek<T>(self, read: impl FnOnce(&Match) -> T) -> T {
        self.state.with_untracked(|state| read(&state.played))
    }

    /// Whether there is help while a game goes on.
    pub(crate) fn helps(self) -> bool {
        self.state.with(|state| state.help)
    }

    /// Whether there is help now: after a game there always is.
    pub(crate) fn may_help(self) -> bool {
        self.state.with(|state| {
            let goes_on = matches!(state.played.game().status(), Status::ToMove(_));
            state.help || !goes_on
        })
    }

    pub(crate) fn is_visiting(self) -> bool {
        self.state.with_untracked(|state| state.visiting)
    }

    /// Takes note that the page has changed. The state is fetched at once only if
    /// something shows it: a move must not wait for dialogs that are closed.
    pub(crate) fn changed(self) {
        self.stale.set_value(true);
        let shown = !self.panel.get_untracked().is_empty();
        if shown || self.console.with_untracked(Option::is_some) || self.is_visiting() {
            self.catch_up();
        }
    }

    /// Fetches the state if it is not the latest.
    pub(crate) fn catch_up(self) {
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

    /// Sends requests to the page.
    pub(crate) fn ask(self, requests: Vec<Request>) {
        for request in requests {
            match request {
                Request::Command(command) => self.send(command),
                other => bridge::sheets::send(&other),
            }
        }
    }

    /// Sends a command to the page, which will say that it has changed.
    pub(crate) fn send(self, command: Command) {
        bridge::sheets::send(&Request::Command(command));
        let hears =
            self.console.with_untracked(Option::is_some) || !self.panel.get_untracked().is_empty();
        if !hears {
            self.stale.set_value(true);
            self.catch_up();
        }
    }

    /// Reads the conversation, if it has begun.
    pub(crate) fn with_console<T: Default>(self, read: impl FnOnce(&Console) -> T) -> T {
        self.console
            .with(|console| console.as_ref().map(read).unwrap_or_default())
    }

    /// Begins the conversation of a style.
    pub(crate) fn talk(self, style: Style) {
        let console = self.peek(|played| Console::new(style, played));
        self.console.set(Some(console));
    }

    /// The name of the panel that is open; empty if none is.
    pub(crate) fn panel(self) -> &'static str {
        self.panel.get()
    }

    /// Opens a panel in place of another, or closes it if it is open.
    pub(crate) fn toggle(self, panel: &'static str) {
        if panel == TALK && self.console.with_untracked(Option::is_none) {
            self.talk(Style::Shapes);
        }
        let open = self.panel.get_untracked() == panel;
        self.show(if open { "" } else { panel });
    }

    /// Closes whatever panel is open.
    pub(crate) fn close_panel(self) {
        self.show("");
    }

    fn show(self, panel: &'static str) {
        self.panel.set(panel);
        bridge::sheets::send(&Request::Panel(panel.to_owned()));
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
    pub(crate) fn say(self, line: &str) -> Option<Wish> {
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
                Action::Swap => Command::Swap,
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
                Action::Sit { place, computer } => Command::Sit(place, computer),
                Action::Quit => return Some(Wish::Close),
            },
        };
        self.send(command);
        None
    }
}

/// The game of this page.
pub(crate) fn far() -> Far {
    expect_context()
}
