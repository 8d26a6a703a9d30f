//! Bots in games of the cup on the board. For the session they are humans, whose moves this sends.

use super::{seated_bots::SeatedBots, state::CupState};
use crate::{
    browser,
    compete::text,
    game::session::{Command, Session},
    navigation::Route,
    tournament::forfeit_reason,
    workers::BotReply,
};
use four_shapes_players::seed;
use four_shapes_rules::{Step, hash::fnv1a_64};
use four_shapes_tournament::{
    BotHash, ForfeitReason, TournamentGame,
    cup::{Cup, Player},
};
use leptos::prelude::*;
use std::time::Duration;

/// The delay in milliseconds before a bot's move, in which the last piece lands.
const MOVE_DELAY: u64 = 700;
/// The time after which a bot that doesn't answer has lost. Its instructions are counted, and take
/// less.
const TIMEOUT: Duration = Duration::from_secs(50);

impl CupState {
    /// Asks a bot for its move, if it is to move in the current game of the cup.
    pub(super) fn ask_bot(self, session: &Session) {
        let to_move = session.player_to_move().and_then(|player| {
            let seat = session.current_match().seat_index(player);
            let hash = self.bot_of(seat)?;
            Some((seat, hash))
        });
        browser::set_root_attribute("data-bot-moves", &to_move.is_some().to_string());
        let Some((seat, hash)) = to_move else {
            return;
        };
        let (id, turn) = (session.own_id(), session.turn_id());
        self.seated_bots.update_value(|bots| {
            if bots.game != id {
                *bots = SeatedBots::of(id);
            }
        });
        if self.seated_bots.with_value(|bots| bots.asked == Some(turn)) {
            return;
        }
        let game = session.game();
        let moves = game.steps()[..game.cursor()]
            .iter()
            .filter_map(|step| match step {
                Step::Place(cell) => Some(TournamentGame::move_number(game.rules(), *cell)),
                Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
            });
        let moves: Vec<i32> = moves.collect();
        self.seated_bots
            .update_value(|bots| bots.dismiss_if_thinking(seat));
        if !self.start_bot(session, seat, hash) {
            return self.report_missing(hash);
        }
        self.seated_bots.update_value(|bots| {
            bots.ask(seat, turn);
            if let Some(Some(bot)) = bots.players.get(seat) {
                bot.choose(&moves);
            }
        });
        let give_up = move || {
            let is_same = self.game.with_untracked(Session::turn_id) == turn;
            if is_same && self.seated_bots.with_value(|bots| bots.asked == Some(turn)) {
                self.forfeit(seat, ForfeitReason::LimitExceeded);
            }
        };
        set_timeout(give_up, TIMEOUT);
    }

    /// Terminates the bots of a game that is over, or not on the board any more.
    pub(super) fn end_bots(self) {
        if self.seated_bots.with_value(|bots| !bots.game.is_empty()) {
            browser::set_root_attribute("data-bot-moves", "false");
            self.seated_bots.set_value(SeatedBots::default());
        }
    }

    /// Starts the bot of a seat unless it is running. Returns whether it is.
    fn start_bot(self, session: &Session, seat: usize, hash: BotHash) -> bool {
        let is_running = |bots: &SeatedBots| matches!(bots.players.get(seat), Some(Some(_)));
        if self.seated_bots.with_value(is_running) {
            return true;
        }
        let id = session.own_id().to_owned();
        let on_reply = move |reply: BotReply| {
            if self.seated_bots.with_value(|bots| bots.game == id) {
                self.on_bot_reply(seat, reply);
            }
        };
        let game_seed = fnv1a_64(session.own_id());
        let player = u8::from(seat == 1);
        let rules = session.game().rules();
        let seed = seed::derive(game_seed, u64::from(player));
        let bot = self.bots.start(hash, rules, player, seed, on_reply);
        let is_started = bot.is_some();
        self.seated_bots.update_value(|bots| {
            if let Some(place) = bots.players.get_mut(seat) {
                *place = bot;
            }
        });
        is_started
    }

    /// Says once that a bot can't play; not while its file may still be checked, after a reload:
    /// then it is started as soon as that has been done.
    fn report_missing(self, hash: BotHash) {
        let has_file = self.bots.has_file(hash);
        let may_follow = !has_file && self.bots.are_being_checked();
        let report =
            |bots: &mut SeatedBots| !may_follow && !std::mem::replace(&mut bots.is_reported, true);
        if self.seated_bots.try_update_value(report) != Some(true) {
            return;
        }
        let words = match untrack(|| self.missing_bot()) {
            Some(name) if !has_file => text::bot_of_cup_missing(&name),
            _ => text::cup_worker_failed().to_owned(),
        };
        self.navigation.notify(words);
    }

    fn on_bot_reply(self, seat: usize, reply: BotReply) {
        if reply == BotReply::Ready {
            return;
        }
        let answered = self
            .seated_bots
            .try_update_value(|bots| bots.answer(seat))
            .flatten();
        match reply {
            BotReply::Ready => {}
            BotReply::Move(number) => {
                let play = move || self.play_bot_move(seat, answered, number);
                set_timeout(play, Duration::from_millis(MOVE_DELAY));
            }
            BotReply::Failed(reason) => {
                if Some(self.game.with_untracked(Session::turn_id)) == answered {
                    self.forfeit(seat, reason);
                } else {
                    // In a turn that has passed. It is started again for its next.
                    self.seated_bots.update_value(|bots| bots.dismiss(seat));
                }
            }
        }
    }

    /// Makes the move of a bot, if it still is its turn.
    fn play_bot_move(self, seat: usize, turn: Option<u32>, number: i32) {
        let cell = self.game.with_untracked(|session| {
            let is_current = self.is_current(session) && Some(session.turn_id()) == turn;
            is_current.then(|| TournamentGame::cell_of_move(session.game(), number))
        });
        match cell {
            None => {}
            Some(None) => self.forfeit(seat, ForfeitReason::Illegal(number)),
            Some(Some(cell)) => self.game.send(Command::Place(cell)),
        }
    }

    /// Ends the game, which a bot has forfeited.
    fn forfeit(self, seat: usize, reason: ForfeitReason) {
        let id = self.game.with_untracked(|session| {
            let is_current = self.is_current(session);
            is_current.then(|| session.own_id().to_owned())
        });
        let Some(id) = id else {
            return;
        };
        let name = self.game.with_match_untracked(|game_match| {
            let seats = game_match.setup().seats();
            seats.get(seat).map(|seat| seat.name.to_string())
        });
        self.end_bots();
        self.change(|cup| cup.finish(&id, Some(1 - seat.min(1))));
        let reason = forfeit_reason(reason);
        self.navigation
            .notify(text::bot_forfeits(&name.unwrap_or_default(), &reason));
        self.navigation.open(Route::Cup);
    }

    /// Returns the name of a bot of the next game whose file is missing; reactive.
    pub(super) fn missing_bot(self) -> Option<String> {
        let ready = self.bots.ready();
        let missing = |cup: &Cup| {
            let mut entrants = cup.next_game()?.entrants.into_iter();
            entrants.find_map(|entrant| {
                let entrant = cup.entrants().get(entrant)?;
                let Player::Bot(hash) = entrant.player else {
                    return None;
                };
                let is_ready = ready.iter().any(|(ready, _)| *ready == hash);
                (!is_ready).then(|| entrant.name.to_string())
            })
        };
        self.with(missing).flatten()
    }

    /// Returns who plays for a seat in the current game.
    fn player_of(self, seat: usize) -> Option<Player> {
        let player = self.with_untracked(|cup| {
            let entrant = *cup.next_game()?.entrants.get(seat)?;
            Some(cup.entrants().get(entrant)?.player)
        });
        player.flatten()
    }

    /// Returns the bot that plays for a seat in the current game.
    fn bot_of(self, seat: usize) -> Option<BotHash> {
        match self.player_of(seat)? {
            Player::Bot(hash) => Some(hash),
            Player::Human | Player::Computer(_) => None,
        }
    }
}
