//! The games by links, which live as long as the page.

use super::{
    live::{self, LiveLink},
    without_undone_steps,
};
use crate::{
    board::focus_board,
    browser,
    context::context,
    game::{
        session::{Command, Remote, Session},
        state::{GameState, use_game},
    },
    navigation::{Navigation, Route, RouteData, use_navigation},
    storage::{
        BrowserStorage,
        correspondence::{CORRESPONDENCE, CorrespondenceGame, Games, Received, Turn},
    },
    text,
};
use four_shapes_records::{
    Match, Setup,
    link::{self, Correspondence},
};
use four_shapes_rules::Game;
use leptos::{ev, prelude::*};
use std::cell::Cell;
use web_sys::StorageEvent;

/// The games by links on this device, and the question that a link has raised.
#[derive(Clone, Copy)]
pub(crate) struct Friends {
    games: RwSignal<Games>,
    pub(super) question: RwSignal<Option<Question>>,
    /// The game that was chosen elsewhere, to invite a friend to it.
    pub(super) chosen: StoredValue<Option<Setup>>,
    pub(super) game: GameState,
    pub(super) navigation: Navigation,
}

/// What a link asks its reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Whether to join a game, in a seat.
    Invitation { linked: Linked, seat: usize },
    /// Which moves are right: those of the link or those on this device.
    Different(Linked),
    /// Whether to join a live game.
    Live(LiveLink),
}

/// The content of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Linked {
    pub(super) sender: Correspondence,
    pub(super) game_match: Match,
}

/// Returns the games.
pub(super) fn use_friends() -> Friends {
    context()
}

/// Loads the games, and follows the one on the board.
pub(crate) fn start() {
    let game = use_game();
    let friends = Friends {
        games: RwSignal::new(Games::load(&BrowserStorage::new())),
        question: RwSignal::new(None),
        chosen: StoredValue::new(None),
        game,
        navigation: use_navigation(),
    };
    provide_context(friends);
    friends.update_badge();
    let reload = window_event_listener(ev::storage, move |event: StorageEvent| {
        if event.key().is_none_or(|key| key == CORRESPONDENCE) {
            friends.reload();
        }
    });
    on_cleanup(move || reload.remove());
    if browser::is_read_only() {
        return;
    }
    game.with_untracked(|session| friends.on_event(session));
    game.on_event(move |session| friends.on_event(session));
    // The code of live games is loaded for one that is on the board.
    let is_loaded = Cell::new(false);
    let load_live = move |session: &Session| {
        if session.is_live() && !is_loaded.replace(true) {
            friends.navigation.preload(Route::Friend);
        }
    };
    game.with_untracked(&load_live);
    game.on_event(load_live);
}

/// Reads what the page was opened for.
pub(crate) fn enter() {
    let friends = use_friends();
    friends.chosen.set_value(None);
    match friends.navigation.take_data() {
        Some(RouteData::Invite(setup)) => friends.chosen.set_value(Some(*setup)),
        Some(RouteData::LiveLink(fragment)) => match live::parse_link(&fragment) {
            Ok(link) => friends.question.set(Some(Question::Live(link))),
            Err(error) => friends.navigation.notify(error),
        },
        Some(RouteData::LiveAnswer(fragment)) => live::take_answer(&fragment),
        _ => {}
    }
}

impl Friends {
    /// Reads the games and tracks them.
    pub(super) fn with<T>(self, read: impl FnOnce(&Games) -> T) -> T {
        self.games.with(read)
    }

    /// Returns the game on the board, if it is one by links; reactive.
    pub(super) fn on_board(self) -> Option<CorrespondenceGame> {
        let id = self
            .game
            .with(|session| session.is_own().then(|| session.own_id().to_owned()))?;
        self.with(|games| games.with_library_id(&id).cloned())
    }

    /// Shows the games that are stored now: they may have been restored from a backup.
    pub(super) fn reload(self) {
        self.games.set(Games::load(&BrowserStorage::new()));
        self.update_badge();
    }

    fn update_badge(self) {
        let count = self.games.with_untracked(Games::waiting_for_user);
        browser::set_app_badge(count);
    }

    /// Changes the stored games, which another tab may have changed.
    fn update(self, change: impl FnOnce(&mut Games)) {
        let storage = BrowserStorage::new();
        let mut games = Games::load(&storage);
        change(&mut games);
        if self.games.with_untracked(|before| *before == games) {
            return;
        }
        if let Err(error) = games.save(&storage) {
            self.navigation.notify(text::not_stored(error.into()));
        }
        self.games.set(games);
        self.update_badge();
    }

    fn get(self, game: u64) -> Option<CorrespondenceGame> {
        self.games.with_untracked(|games| games.get(game).cloned())
    }

    /// Stores what was played on the board.
    fn on_event(self, session: &Session) {
        if !session.is_own() || session.is_live() {
            return;
        }
        let id = session.own_id();
        let stored = self
            .games
            .with_untracked(|games| games.with_library_id(id).cloned());
        match (stored, session.remote()) {
            (None, Some(remote)) => self.add_rematch(session, remote),
            (_, None) => {}
            (Some(stored), Some(remote)) => {
                let game_match = session.current_match();
                // Not while the user looks at earlier positions.
                if game_match.game().cursor() < remote.fixed_steps(game_match.game()) {
                    return;
                }
                let game_match = without_undone_steps(game_match);
                if game_match != stored.game_match {
                    self.put(CorrespondenceGame {
                        game_match,
                        ..stored
                    });
                }
            }
        }
    }

    fn add_rematch(self, session: &Session, remote: &Remote) {
        let mut seats = 0..session.setup().seats().len();
        let Some(seat) = seats.find(|seat| !remote.seats.contains(seat)) else {
            return;
        };
        self.put(CorrespondenceGame {
            game: browser::random_u64(),
            seat,
            id: session.own_id().to_owned(),
            game_match: without_undone_steps(session.current_match()),
            known: None,
            changed: 0,
        });
    }

    /// Stores a game that has changed now.
    fn put(self, game: CorrespondenceGame) {
        self.update(|games| {
            games.put(CorrespondenceGame {
                changed: browser::now(),
                ..game
            });
        });
    }

    /// Starts a game in which the user has a seat, and shows it.
    pub(super) fn invite(self, game_match: &Match, seat: usize) {
        self.begin(CorrespondenceGame {
            game: browser::random_u64(),
            seat,
            id: browser::new_id(),
            game_match: without_undone_steps(game_match),
            known: None,
            changed: 0,
        });
    }

    /// Joins the game of an invitation.
    pub(super) fn join(self, sender: Correspondence, game_match: Match, seat: usize) {
        let steps = game_match.game().steps().len();
        self.begin(CorrespondenceGame {
            game: sender.game,
            seat,
            id: browser::new_id(),
            game_match,
            known: Some(steps),
            changed: 0,
        });
    }

    fn begin(self, game: CorrespondenceGame) {
        let id = game.game;
        self.put(game);
        self.show(id);
    }

    /// Notes that the others have what is on the board: a link was sent.
    pub(super) fn set_sent(self, game: u64) {
        let Some(stored) = self.get(game) else {
            return;
        };
        let known = Some(stored.game_match.game().steps().len());
        if stored.known == known {
            return;
        }
        let stored = CorrespondenceGame { known, ..stored };
        let is_on_board = self
            .game
            .with_untracked(|session| session.remote().is_some() && session.own_id() == stored.id);
        let remote = stored.remote();
        self.put(stored);
        if is_on_board {
            self.game.send(Command::SetRemote(Some(remote)));
        }
    }

    /// Shows a game on the board.
    pub(super) fn show(self, game: u64) {
        let Some(stored) = self.get(game) else {
            return;
        };
        self.question.set(None);
        self.navigation.show_board();
        let is_current = self
            .game
            .with_untracked(|session| session.own_id() == stored.id);
        if is_current {
            self.return_to_own();
            let is_at_end = |game: &Game| game.cursor() == game.steps().len();
            if !self
                .game
                .with_untracked(|session| is_at_end(session.game()))
            {
                self.game.send(Command::GoTo(usize::MAX));
            }
        } else {
            self.game.send(Command::Open {
                remote: Some(stored.remote()),
                id: stored.id,
                game_match: Box::new(stored.game_match),
            });
        }
        focus_board();
    }

    /// Continues a game as a link has it.
    fn follow(self, stored: CorrespondenceGame, linked: Match) {
        self.question.set(None);
        let game = stored.game;
        let is_current = self
            .game
            .with_untracked(|session| session.own_id() == stored.id && session.remote().is_some());
        self.put(CorrespondenceGame {
            known: Some(linked.game().steps().len()),
            game_match: linked.clone(),
            ..stored
        });
        if !is_current {
            return self.show(game);
        }
        self.navigation.show_board();
        self.return_to_own();
        self.game.send(Command::FollowRemote(Box::new(linked)));
        focus_board();
    }

    fn return_to_own(self) {
        if !self.game.with_untracked(Session::is_own) {
            self.game.send(Command::ReturnToOwn);
        }
    }

    /// Takes the moves of a link in place of those on this device.
    pub(super) fn take_linked(self, linked: Linked) {
        if let Some(stored) = self.get(linked.sender.game) {
            self.follow(stored, linked.game_match);
        }
    }

    /// Forgets that a game is played by links. It remains in the library.
    pub(super) fn remove(self, game: u64) {
        let Some(stored) = self.get(game) else {
            return;
        };
        self.update(|games| games.remove(game));
        let is_current = self
            .game
            .with_untracked(|session| session.is_own() && session.own_id() == stored.id);
        if is_current {
            self.game.send(Command::SetRemote(None));
        }
    }

    fn open(self, linked: Linked) {
        let stored = self.get(linked.sender.game);
        match (
            Received::of(stored.as_ref(), linked.sender, &linked.game_match),
            stored,
        ) {
            (Received::Invitation { seat }, _) => {
                self.ask(Question::Invitation { linked, seat });
            }
            (Received::Different, _) => self.ask(Question::Different(linked)),
            (Received::Continued, Some(stored)) => self.follow(stored, linked.game_match),
            (Received::Answered, Some(stored)) => {
                self.show(linked.sender.game);
                self.navigation.inform(match stored.turn() {
                    Turn::ToSend => text::link_answered_not_sent(),
                    Turn::Own | Turn::Other | Turn::Over => text::link_answered(),
                });
            }
            (Received::Same, _) => {
                self.show(linked.sender.game);
                // The others had it before: they sent it, or it was opened from another device.
                self.set_sent(linked.sender.game);
            }
            (Received::Continued | Received::Answered, None) => {}
        }
    }

    fn ask(self, question: Question) {
        // First, as leaving the page forgets the question before this one.
        self.navigation.open(Route::Friend);
        self.question.set(Some(question));
    }
}

/// Opens the link of a game that is played by links; returns `false` if it isn't one or there is
/// nothing to join: then it is opened as any other link.
pub(crate) fn open_link(fragment: &str) -> bool {
    let friends = use_friends();
    if link::live_invitation(fragment).is_some() {
        if browser::is_read_only() || browser::is_embedded() {
            return false;
        }
        browser::set_fragment("");
        let link = RouteData::LiveLink(fragment.to_owned());
        friends.navigation.open_with(Route::Friend, link);
        return true;
    }
    let (sender, game_match) = match Correspondence::parse(fragment) {
        Ok(Some(parsed)) => parsed,
        Ok(None) => return false,
        Err(error) => {
            friends.navigation.notify(text::bad_link_error(&error));
            return true;
        }
    };
    let is_known = friends.get(sender.game).is_some();
    if browser::is_read_only() || browser::is_embedded() || !is_known && is_over(&game_match) {
        return false;
    }
    browser::set_fragment("");
    friends.open(Linked { sender, game_match });
    true
}

fn is_over(game_match: &Match) -> bool {
    game_match.turn_context().is_none()
}
