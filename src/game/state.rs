//! The session and the view model of the board as signals.

use super::{
    session::{Command, Exercise, LiveClock, Session},
    view_model::{BoardView, CellView},
};
use crate::context::context;
use crate::signals;
use four_shapes_records::Match;
use leptos::prelude::*;
use std::{collections::VecDeque, rc::Rc};

/// Called after each command, when all signals are up to date.
type Listener = Box<dyn FnMut(&Session)>;

/// Called before a press of the board.
type BeforePress = Rc<dyn Fn()>;

/// The signals of the game. Only commands and the clock of a live game change them.
#[derive(Clone, Copy)]
pub(crate) struct GameState {
    session: RwSignal<Session>,
    view: RwSignal<BoardView>,
    announcement: RwSignal<Announcement>,
    inner: StoredValue<Inner, LocalStorage>,
}

/// What is said in place of the last event.
#[derive(Clone, Debug, Default)]
struct Announcement {
    text: Option<String>,
    /// The number of announcements so far.
    count: u32,
}

/// What is done after the current command.
enum Request {
    Apply(Command),
    Announce(String),
    FollowClock(Box<LiveClock>),
}

struct Inner {
    /// A signal for each cell. Memos of the view would be recomputed for hundreds of cells
    /// after each move.
    cells: Vec<ArcRwSignal<CellView>>,
    /// Not effects, which would run once for two commands in one task.
    listeners: Vec<Listener>,
    before_press: Option<BeforePress>,
    /// What to do after the current command, if `is_sending`.
    queue: VecDeque<Request>,
    is_sending: bool,
}

impl GameState {
    pub(crate) fn new(session: Session) -> Self {
        let view = BoardView::of(&session);
        Self {
            inner: StoredValue::new_local(Inner {
                cells: cell_signals(&view),
                listeners: Vec::new(),
                before_press: None,
                queue: VecDeque::new(),
                is_sending: false,
            }),
            view: RwSignal::new(view),
            announcement: RwSignal::default(),
            session: RwSignal::new(session),
        }
    }

    /// Applies a command, updates the signals and calls the listeners. A command that a listener
    /// sends is applied when all listeners have been called.
    pub(crate) fn send(self, command: Command) {
        self.request(Request::Apply(command));
    }

    /// Says a text in the status line until the next command, for what isn't an event of the game.
    pub(crate) fn announce(self, text: impl Into<String>) {
        self.request(Request::Announce(text.into()));
    }

    /// Follows the clock of a live game. It is no event: what was last said and shown stays.
    pub(crate) fn follow_clock(self, clock: LiveClock) {
        self.request(Request::FollowClock(Box::new(clock)));
    }

    /// Returns to the user's own game, if an exercise of this kind is on the board.
    pub(crate) fn leave_exercise(self, kind: Exercise) {
        if self.with_untracked(Session::exercise) == Some(kind) {
            self.send(Command::ReturnToOwn);
        }
    }

    fn request(self, request: Request) {
        let was_sending = self.inner.try_update_value(|inner| {
            inner.queue.push_back(request);
            std::mem::replace(&mut inner.is_sending, true)
        });
        if was_sending != Some(false) {
            return;
        }
        let next = |inner: &mut Inner| {
            let next = inner.queue.pop_front();
            inner.is_sending = next.is_some();
            next
        };
        while let Some(request) = self.inner.try_update_value(next).flatten() {
            match request {
                Request::Apply(command) => self.apply(command),
                Request::FollowClock(clock) => {
                    signals::update(self.session, |session| session.follow_clock(*clock));
                }
                Request::Announce(text) => self.announcement.update(|announcement| {
                    announcement.text = Some(text);
                    announcement.count = announcement.count.wrapping_add(1);
                }),
            }
        }
    }

    fn apply(self, command: Command) {
        if self.announcement.with_untracked(|it| it.text.is_some()) {
            self.announcement.update(|it| it.text = None);
        }
        signals::update(self.session, |session| session.apply(command));
        let view = self.with_untracked(BoardView::of);
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
                .update_value(|inner| inner.cells = cell_signals(&view));
        }
        signals::set(self.view, view);
        self.call_listeners();
    }

    /// Calls the listeners. The list is not borrowed, since a listener may add another one.
    fn call_listeners(self) {
        let take = |inner: &mut Inner| std::mem::take(&mut inner.listeners);
        let mut listeners = self.inner.try_update_value(take).unwrap_or_default();
        for listener in &mut listeners {
            self.with_untracked(&mut *listener);
        }
        self.inner.update_value(|inner| {
            listeners.append(&mut inner.listeners);
            inner.listeners = listeners;
        });
    }

    /// Calls a function after each command, in the same task, as long as the page is open.
    pub(crate) fn on_event(self, listener: impl FnMut(&Session) + 'static) {
        let listener: Listener = Box::new(listener);
        self.inner
            .update_value(|inner| inner.listeners.push(listener));
    }

    /// Calls a function before each press of the board, as long as the page is open.
    pub(crate) fn before_press(self, prepare: impl Fn() + 'static) {
        self.inner
            .update_value(|inner| inner.before_press = Some(Rc::new(prepare)));
    }

    /// Prepares for a press of the board.
    pub(crate) fn prepare_press(self) {
        if let Some(prepare) = self.inner.with_value(|inner| inner.before_press.clone()) {
            prepare();
        }
    }

    /// Reads the session and tracks it.
    pub(crate) fn with<T>(self, read: impl FnOnce(&Session) -> T) -> T {
        self.session.with(read)
    }

    /// Reads the session without tracking it.
    pub(crate) fn with_untracked<T>(self, read: impl FnOnce(&Session) -> T) -> T {
        self.session.with_untracked(read)
    }

    /// Reads the match on the board and tracks it.
    pub(crate) fn with_match<T>(self, read: impl FnOnce(&Match) -> T) -> T {
        self.with(|session| read(session.current_match()))
    }

    /// Reads the match on the board without tracking it.
    pub(crate) fn with_match_untracked<T>(self, read: impl FnOnce(&Match) -> T) -> T {
        self.with_untracked(|session| read(session.current_match()))
    }

    /// Returns the announcement since the last command, if any.
    pub(crate) fn announcement(self) -> Option<String> {
        self.announcement.with(|it| it.text.clone())
    }

    /// Returns a number that changes with each command and announcement.
    pub(crate) fn reports(self) -> u32 {
        let announcements = self.announcement.with(|it| it.count);
        self.with(Session::command_count)
            .wrapping_add(announcements)
    }

    /// Returns the view model of the board.
    pub(crate) fn view(self) -> ReadSignal<BoardView> {
        self.view.read_only()
    }

    /// Returns the view of each cell. The signals are replaced when the rules change.
    pub(crate) fn cells(self) -> Vec<ArcRwSignal<CellView>> {
        self.inner.with_value(|inner| inner.cells.clone())
    }
}

fn cell_signals(view: &BoardView) -> Vec<ArcRwSignal<CellView>> {
    let cells = view.cells.iter().copied();
    cells.map(ArcRwSignal::new).collect()
}

/// Returns the game of the page.
pub(crate) fn use_game() -> GameState {
    context()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signals::tests::Reader;
    use four_shapes_rules::{Game, Rules};
    use std::sync::Arc;

    #[test]
    fn readers_are_notified_and_forgotten() {
        let owner = Owner::new();
        owner.set();
        let game = Match::with_default_seats(Game::new(Rules::CLASSIC));
        let score = four_shapes_records::SeriesScore::new(&game);
        let game = GameState::new(Session::new(game, score));
        let reader = Reader::of(|| {
            game.with(|_| ());
            game.view().track();
        });
        game.send(Command::Undo);
        assert!(reader.is_dirty());
        assert_eq!(Arc::weak_count(&reader), 0);
    }
}
