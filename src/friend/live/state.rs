//! The live game: its state machine, its channels, and the board that shows it.

use super::{
    active::{Active, Problem, Shown, Side, side_of},
    config::Servers,
    links::LiveLink,
};
use crate::{
    board::focus_board,
    browser,
    context::context,
    friend::without_undone_steps,
    game::{
        session::{
            Command, CommandError, Consent, Event, Known, LiveClock, Remote, Session, to_end,
        },
        state::{GameState, use_game},
    },
    navigation::{Navigation, Route, use_navigation},
    storage::{
        BrowserStorage,
        live::{LiveGame, LiveGames, Role},
    },
    text,
};
use four_shapes_online::{
    Action, Change, Contact, Farewell, Guest, Host, Invitation, LiveError, MAX_SEATS, Notice,
    OfferKind, Rejection, Room, SeatKey, Secret, TurnTime,
};
use four_shapes_records::{Match, Name};
use four_shapes_rules::Step;
use leptos::prelude::*;
use std::time::Duration;

/// How often a host looks at its clocks, in milliseconds.
const TICK: u32 = 1_000;

/// The live game of the page.
#[derive(Clone, Copy)]
pub(crate) struct Live {
    active: StoredValue<Option<Active>, LocalStorage>,
    /// Rises with whatever the views show.
    version: RwSignal<u32>,
    pub(super) game: GameState,
    pub(super) navigation: Navigation,
}

/// The user's own game and how it is played.
struct Board {
    /// Its id in the library.
    id: String,
    is_live: bool,
    /// The steps to its position.
    steps: Vec<Step>,
}

impl Board {
    fn of(session: &Session) -> Self {
        let game = session.own().0.game();
        Self {
            id: session.own_id().to_owned(),
            is_live: session.is_own_live(),
            steps: game.steps()[..game.cursor()].to_vec(),
        }
    }
}

/// Returns the live game of the page.
pub(super) fn use_live() -> Live {
    context()
}

fn offer_kind(consent: Consent) -> OfferKind {
    match consent {
        Consent::Takeback => OfferKind::Takeback,
        Consent::Draw => OfferKind::Draw,
        Consent::Rematch => OfferKind::Rematch,
    }
}

impl Live {
    /// Creates the live game of the page, none yet.
    pub(super) fn new() -> Self {
        Self {
            active: StoredValue::new_local(None),
            version: RwSignal::new(0),
            game: use_game(),
            navigation: use_navigation(),
        }
    }

    /// Returns what the views show; reactive.
    pub(super) fn shown(self) -> Option<Shown> {
        self.version.track();
        self.active
            .with_value(|active| active.as_ref().map(Active::shown))
    }

    /// Whether a game is connected or about to be; reactive.
    pub(super) fn is_active(self) -> bool {
        self.version.track();
        self.active.with_value(Option::is_some)
    }

    pub(super) fn changed(self) {
        self.version
            .update(|version| *version = version.wrapping_add(1));
    }

    pub(super) fn with<T>(self, read: impl FnOnce(&Active) -> Option<T>) -> Option<T> {
        self.active
            .with_value(|active| active.as_ref().and_then(read))
    }

    /// Changes the active game, if there is one.
    pub(super) fn update<T>(self, change: impl FnOnce(&mut Active) -> Option<T>) -> Option<T> {
        let changed = self
            .active
            .try_update_value(|active| active.as_mut().and_then(change));
        changed.flatten()
    }

    /// Stores the active game.
    pub(super) fn save(self) {
        let Some(stored) = self.with(|active| Some(active.stored.clone())) else {
            return;
        };
        let storage = BrowserStorage::new();
        let mut games = LiveGames::load(&storage);
        if games.get(stored.game) == Some(&stored) {
            return;
        }
        games.put(stored);
        if let Err(error) = games.save(&storage) {
            self.navigation.notify(text::not_stored(error.into()));
        }
    }

    /// Lets the state machine act, stores it and performs what it says.
    pub(super) fn act(self, step: impl FnOnce(&mut Side) -> Vec<Action>) {
        let _ = self.try_act(|side| Ok(step(side)));
    }

    fn try_act(
        self,
        step: impl FnOnce(&mut Side) -> Result<Vec<Action>, Rejection>,
    ) -> Result<(), Rejection> {
        let acted = self.update(|active| {
            // It can end the game.
            let mut actions = active.side.tick(browser::monotonic_now());
            let result = step(&mut active.side).map(|more| actions.extend(more));
            active.update_stored();
            Some((actions, result))
        });
        let (actions, result) = acted.ok_or(Rejection::NotJoined)?;
        self.save();
        self.perform(actions);
        result
    }

    /// Performs what the state machine says.
    fn perform(self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Send { to, message } => {
                    let bytes = message.encode();
                    self.update(|active| {
                        active.channel_mut(to)?.connection.send(&bytes);
                        Some(())
                    });
                }
                Action::Close(peer) => {
                    let channel = self.update(|active| active.remove_channel(peer));
                    if let Some(channel) = channel {
                        channel.connection.close();
                    }
                }
                Action::Changed(change) => self.show_change(change),
                Action::Notice(notice) => self.show_notice(&notice),
            }
        }
        self.show_clock();
        self.changed();
    }

    /// Brings the clocks on the board to what the state machine has.
    fn show_clock(self) {
        let timer = self.update(|active| active.timer.take());
        if let Some(timer) = timer {
            timer.clear();
        }
        let state = self.with(|active| {
            let game_match = active.side.game_match().filter(|_| active.is_on_board)?;
            game_match.setup().time_control()?;
            // Also of a game that has ended, whose last step has a time.
            let time = active.side.turn_time().unwrap_or(TurnTime {
                elapsed: 0,
                is_running: false,
            });
            Some((game_match.clone(), time, active.side.time_left()))
        });
        let Some((game_match, time, left)) = state else {
            return;
        };
        self.game.follow_clock(LiveClock {
            game_match,
            elapsed: time.elapsed,
            is_running: time.is_running,
        });
        if let Some(left) = left {
            let wait = Duration::from_millis(left.min(TICK).into());
            let timer = set_timeout_with_handle(move || self.tick(), wait).ok();
            self.update(|active| {
                active.timer = timer;
                Some(())
            });
        }
    }

    /// Tells the state machine the time, which can end the game.
    fn tick(self) {
        let actions = self.update(|active| Some(active.side.tick(browser::monotonic_now())));
        match actions {
            Some(actions) if !actions.is_empty() => {
                self.store_time();
                self.perform(actions);
            }
            _ => self.show_clock(),
        }
    }

    /// Stores how much of the turn has passed.
    pub(super) fn store_time(self) {
        self.update(|active| {
            active.update_stored();
            Some(())
        });
        self.save();
    }

    /// Brings the board to what the state machine has.
    fn show_change(self, change: Change) {
        if change == Change::Table {
            return self.finish_joining();
        }
        let state = self.with(|active| {
            let game_match = active.side.game_match()?.clone();
            Some((game_match, active.is_on_board))
        });
        let Some((game_match, is_on_board)) = state else {
            return;
        };
        if !is_on_board {
            return self.open_on_board(game_match);
        }
        // Also after a rematch that was missed.
        let is_other_game = |session: &Session| {
            let own = to_end(session.own().0);
            let [before, after] = [&own, &game_match].map(|it| it.setup().first_seat());
            own.turn_context().is_none() && before != after
        };
        if change == Change::Rematch || self.game.with_untracked(is_other_game) {
            // The library keeps the finished one.
            self.update(|active| {
                active.stored.id = browser::new_id();
                Some(())
            });
            self.save();
            return self.open_on_board(game_match);
        }
        let is_same = |session: &Session| {
            let own = session.own().0;
            own.setup() == game_match.setup() && own.game().steps() == game_match.game().steps()
        };
        if !self.game.with_untracked(is_same) {
            self.game.send(Command::FollowRemote(Box::new(game_match)));
        }
    }

    /// Puts the game on the board.
    fn open_on_board(self, game_match: Match) {
        let opened = self.update(|active| {
            active.update_stored();
            active.is_on_board = true;
            Some((active.stored.id.clone(), active.stored.remote()))
        });
        self.save();
        if let Some((id, remote)) = opened {
            self.game.send(Command::Open {
                id,
                game_match: Box::new(game_match),
                remote: Some(remote),
            });
        }
        self.finish_joining();
    }

    /// Shows the board to a guest who has joined, or is back.
    fn finish_joining(self) {
        let has_joined = self.update(|active| {
            let Side::Guest(guest) = &active.side else {
                return None;
            };
            let has_joined = active.is_on_board && guest.is_connected() && guest.table().is_some();
            (has_joined && std::mem::take(&mut active.is_joining)).then_some(())
        });
        if has_joined.is_some() && self.navigation.is_open_untracked(Route::Friend) {
            self.show_board();
        }
    }

    /// Shows the board when all players are there, unless the user is elsewhere.
    fn leave_lobby(self, shown: &Shown) {
        if shown.missing_seats().is_empty() && self.navigation.is_open_untracked(Route::Friend) {
            self.show_board();
        }
    }

    pub(super) fn show_board(self) {
        self.navigation.show_board();
        focus_board();
    }

    fn show_notice(self, notice: &Notice) {
        let Some(shown) = self.with(|active| Some(active.shown())) else {
            return;
        };
        let name = |seat: usize| shown.name(seat);
        match notice {
            Notice::Joined(seat) => {
                self.navigation.inform(text::live_joined(&name(*seat)));
                self.leave_lobby(&shown);
            }
            Notice::Returned(seat) => {
                self.navigation.inform(text::live_returned(&name(*seat)));
                self.leave_lobby(&shown);
            }
            Notice::Away(seat) => self.navigation.inform(text::live_away(&name(*seat))),
            Notice::Left(seat) => self.navigation.inform(text::live_left(&name(*seat))),
            Notice::Offered { kind, seat } => {
                self.game.announce(text::live_offer(*kind, &name(*seat)));
            }
            Notice::OfferEnded { seat, outcome, .. } => {
                let is_own = shown.own_seats.contains(seat);
                if let Some(ended) = text::live_offer_ended(*outcome, is_own, &name(*seat), name) {
                    self.navigation.inform(ended);
                }
            }
            Notice::MoveDropped => self.navigation.notify(text::live_move_dropped()),
            Notice::Rejected { seat, .. } => {
                let name = seat.map_or_else(|| text::live_other().to_owned(), name);
                self.navigation.inform(text::live_rejected(&name));
            }
            Notice::Flooding { .. } => self.navigation.notify(text::live_flooding()),
            Notice::Ended(farewell) => self.on_farewell(*farewell),
        }
    }

    fn on_farewell(self, farewell: Farewell) {
        self.navigation.notify(text::live_farewell(farewell));
        if matches!(
            farewell,
            Farewell::Replaced | Farewell::Version | Farewell::Flooding
        ) {
            // The seat remains the user's.
            self.update(|active| {
                active.rooms.clear();
                active.problem = Some(Problem::Ended(farewell));
                Some(())
            });
        } else {
            self.forget();
        }
    }

    /// Lets the game go on as one that is played here.
    fn forget(self) {
        let active = self.active.try_update_value(Option::take).flatten();
        let Some(active) = active else {
            return;
        };
        for channel in active.channels {
            // What was sent last is still on its way.
            channel.connection.close();
        }
        let storage = BrowserStorage::new();
        let mut games = LiveGames::load(&storage);
        games.remove(active.stored.game);
        if let Err(error) = games.save(&storage) {
            self.navigation.notify(text::not_stored(error.into()));
        }
        let is_own = |session: &Session| session.own_id() == active.stored.id;
        if active.is_on_board && self.game.with_untracked(is_own) {
            self.game.send(Command::SetRemote(None));
        }
        self.changed();
        self.resume();
    }

    /// Reads the user's own game and how it is played.
    fn read_board(self) -> Board {
        self.game.with_untracked(Board::of)
    }

    /// Follows what happens on the board.
    pub(super) fn on_event(self, session: &Session) {
        let board = Board::of(session);
        let active = self.with(|active| Some((active.stored.id == board.id, active.is_on_board)));
        match active {
            Some((true, true)) => {}
            Some((true, false)) => {
                self.update(|active| {
                    active.is_on_board = true;
                    Some(())
                });
            }
            // Another game is on the board. The players of this one are connected again when it
            // returns.
            Some((false, true)) => {
                self.store_time();
                self.active.set_value(None);
                self.changed();
                return self.resume_board(&board);
            }
            // The user is about to join a game.
            Some((false, false)) => return,
            None => return self.resume_board(&board),
        }
        if let Event::Rejected(CommandError::NeedsConsent(consent)) = session.event() {
            return self.ask(*consent);
        }
        if board.is_live && session.is_own() {
            self.follow_board(&board);
        }
        if !session.event().keeps_turn() {
            self.tick();
        }
    }

    /// Reports the move that was made on the board, if there is one.
    fn follow_board(self, board: &Board) {
        let step = self.with(|active| {
            let known = active.side.game_match()?.game().steps();
            let (step, before) = board.steps.split_last()?;
            (before == known).then_some(*step)
        });
        if let Some(step) = step
            && self.try_act(|side| side.play(step)).is_err()
        {
            self.show_change(Change::CaughtUp);
        }
    }

    /// Connects the game on the board, if it is a live one.
    pub(super) fn resume(self) {
        let board = self.read_board();
        self.resume_board(&board);
    }

    fn resume_board(self, board: &Board) {
        if !board.is_live || self.is_active_untracked() {
            return;
        }
        let storage = BrowserStorage::new();
        let games = LiveGames::load(&storage);
        let Some(stored) = games.with_library_id(&board.id).cloned() else {
            return;
        };
        let Some(side) = side_of(&stored) else {
            return self.navigation.notify(text::live_unreadable());
        };
        let mut active = Active::new(stored, side);
        active.is_on_board = true;
        let remote = active.stored.remote();
        self.active.set_value(Some(active));
        self.game.send(Command::SetRemote(Some(remote)));
        // The user may have moved before this code was loaded.
        self.follow_board(board);
        self.show_change(Change::CaughtUp);
        self.show_clock();
        self.connect();
    }

    fn is_active_untracked(self) -> bool {
        self.active.with_value(Option::is_some)
    }

    /// Opens a match to a friend.
    ///
    /// # Errors
    /// Why it can't be played live.
    pub(super) fn invite(self, game_match: &Match, seat: usize) -> Result<(), LiveError> {
        let host = Host::new(without_undone_steps(game_match), &[seat])?;
        let has_tracker = Servers::of_page().tracker.is_some();
        let secret = browser::random_bytes()
            .filter(|_| has_tracker)
            .map(Secret::new);
        let room = secret.map(|secret| Invitation::room(Room::new(secret)).to_string());
        let stored = LiveGame {
            game: browser::random_u64(),
            id: browser::new_id(),
            role: Role::Host,
            elsewhere: Vec::new(),
            state: String::new(),
            room,
            is_watched: false,
        };
        let game_match = host.game_match().clone();
        self.store_time();
        self.active
            .set_value(Some(Active::new(stored, Side::Host(host))));
        self.open_on_board(game_match);
        self.connect();
        Ok(())
    }

    /// Joins the game of a link, or returns to it.
    pub(super) fn join(self, link: &LiveLink, name: Option<Name>) {
        let is_here = self.with(|active| {
            let is_same = active.stored.game == link.sender.game;
            let is_guest_lost = matches!(&active.side, Side::Guest(guest) if !guest.is_connected());
            Some(is_same && active.is_on_board && !is_guest_lost)
        });
        if is_here == Some(true) {
            if !self.game.with_untracked(Session::is_own) {
                self.game.send(Command::ReturnToOwn);
            }
            return self.show_board();
        }
        let games = LiveGames::load(&BrowserStorage::new());
        let stored = games.get(link.sender.game).cloned();
        let known = stored.and_then(|stored| Some((side_of(&stored)?, stored)));
        if let Some((side @ Side::Host(_), stored)) = known {
            // The user's own invitation.
            self.begin(stored, side);
            self.connect();
            return self.show_board();
        }
        let access = link.invitation.access();
        let room = match link.invitation.contact() {
            Contact::Room(_) => Some(link.invitation.to_string()),
            Contact::Offer(_) => None,
        };
        // The host of another room must not learn the key of the seat.
        let is_same_room =
            |stored: &LiveGame| stored.room.is_none() || room.is_none() || stored.room == room;
        let known = known.filter(|(side, stored)| match side {
            Side::Guest(guest) => {
                guest.farewell().is_none() && guest.access() == access && is_same_room(stored)
            }
            Side::Host(_) => false,
        });
        let (stored, side) = if let Some((side, stored)) = known {
            (LiveGame { room, ..stored }, side)
        } else {
            let Some(key) = browser::random_bytes().map(SeatKey::new) else {
                return self.navigation.notify(text::live_unsupported());
            };
            let mut guest = Guest::new(key, access);
            if let Some(name) = name {
                guest = guest.with_name(name);
            }
            let stored = LiveGame {
                game: link.sender.game,
                id: browser::new_id(),
                role: Role::Guest,
                elsewhere: Vec::new(),
                state: guest.write(),
                room,
                is_watched: false,
            };
            (stored, Side::Guest(guest))
        };
        self.begin(stored, side);
        let inviter = link.game_match.setup().seats()[link.sender.seat]
            .name
            .to_string();
        self.update(|active| {
            active.inviter = Some(inviter);
            Some(())
        });
        match link.invitation.contact() {
            Contact::Room(_) => self.connect(),
            Contact::Offer(offer) => {
                if let Some(offer_id) = link.offer_id {
                    self.answer_directly(offer.clone(), access, offer_id);
                }
            }
        }
    }

    /// Makes a game the active one, and shows it if its moves are known.
    fn begin(self, stored: LiveGame, side: Side) {
        let board = self.read_board();
        self.store_time();
        let mut active = Active::new(stored, side);
        active.is_joining = true;
        active.is_on_board = board.is_live && board.id == active.stored.id;
        let is_on_board = active.is_on_board;
        let game_match = active.side.game_match().cloned();
        if board.is_live && !is_on_board && game_match.is_none() {
            // The live game on the board is not connected meanwhile, so that no move is made in it.
            self.game.send(Command::SetRemote(Some(Remote {
                seats: (0..MAX_SEATS).collect(),
                known: Known::Live,
            })));
        }
        self.active.set_value(Some(active));
        self.changed();
        if let Some(game_match) = game_match.filter(|_| !is_on_board) {
            self.open_on_board(game_match);
        }
    }

    /// Asks the others for what needs their consent.
    fn ask(self, consent: Consent) {
        let kind = offer_kind(consent);
        let asked = self.try_act(|side| side.offer(kind));
        // A guest's offer is open when the host says so.
        let is_asked = self.with(|active| {
            let Side::Host(host) = &active.side else {
                return Some(true);
            };
            let table = host.table();
            Some(table.open_offer().is_some_and(|it| it.kind() == kind))
        });
        match asked {
            Err(rejection) => self.game.announce(text::live_rejection(rejection)),
            Ok(()) if is_asked == Some(true) => self.game.announce(text::live_asked(kind)),
            // It has happened, as no one else had to agree.
            Ok(()) => {}
        }
    }

    /// Answers the open offer of another player.
    pub(super) fn answer_offer(self, accept: bool) {
        if let Err(rejection) = self.try_act(|side| side.answer(accept)) {
            self.game.announce(text::live_rejection(rejection));
        }
        focus_board();
    }

    /// Withdraws the user's own offer.
    pub(super) fn withdraw_offer(self) {
        if let Err(rejection) = self.try_act(Side::withdraw) {
            self.game.announce(text::live_rejection(rejection));
        }
        focus_board();
    }

    /// Frees a seat whose player doesn't come back.
    pub(super) fn free_seat(self, seat: usize) {
        let freed = self.try_act(|side| match side {
            Side::Host(host) => host.free_seat(seat),
            Side::Guest(_) => Err(Rejection::NotSeated),
        });
        if let Err(rejection) = freed {
            self.navigation.notify(text::live_rejection(rejection));
        }
    }

    /// Ends the game for everyone, or leaves it.
    pub(super) fn end(self) {
        self.act(Side::end);
        self.forget();
    }

    /// Gives up joining.
    pub(super) fn cancel(self) {
        if self.with(|active| Some(active.is_on_board)) == Some(false) {
            self.forget();
        }
    }
}
