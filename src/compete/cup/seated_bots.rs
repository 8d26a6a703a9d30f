//! The bots that play the game on the board.

use crate::tournament::BotPlayer;

/// The bots of the game on the board.
#[derive(Default)]
pub(super) struct SeatedBots {
    /// The id of the game.
    pub(super) game: String,
    /// Those of the two seats.
    pub(super) players: [Option<BotPlayer>; 2],
    /// The turn for which one was asked.
    pub(super) asked: Option<u32>,
    /// The turn about which each of them is thinking. It may have passed meanwhile: a turn has
    /// another id when the game is shown again after another one.
    thinking: [Option<u32>; 2],
    /// It was said that one can't play.
    pub(super) is_reported: bool,
}

impl SeatedBots {
    /// Those of a game, none of which is running yet.
    pub(super) fn of(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            ..Self::default()
        }
    }

    /// Terminates the bot of a seat if it is still thinking about an earlier turn: its reply would
    /// be taken for the one to the next.
    pub(super) fn dismiss_if_thinking(&mut self, seat: usize) {
        if matches!(self.thinking.get(seat), Some(Some(_))) {
            self.dismiss(seat);
        }
    }

    /// Notes that the bot of a seat was asked for its move in a turn.
    pub(super) fn ask(&mut self, seat: usize, turn: u32) {
        self.asked = Some(turn);
        if let Some(thinking) = self.thinking.get_mut(seat) {
            *thinking = Some(turn);
        }
    }

    /// Notes that the bot of a seat has answered, and returns the turn for which it was asked.
    pub(super) fn answer(&mut self, seat: usize) -> Option<u32> {
        self.thinking.get_mut(seat)?.take()
    }

    /// Terminates the bot of a seat, which won't answer any more.
    pub(super) fn dismiss(&mut self, seat: usize) {
        self.answer(seat);
        if let Some(player) = self.players.get_mut(seat) {
            *player = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_belongs_to_the_turn_it_was_asked_for() {
        let mut bots = SeatedBots::default();
        bots.ask(1, 7);
        // The turn has passed while the bot was thinking.
        bots.dismiss_if_thinking(1);
        assert_eq!(bots.answer(1), None);
        bots.ask(1, 9);
        assert_eq!((bots.asked, bots.answer(1)), (Some(9), Some(9)));
        assert_eq!(bots.answer(1), None);
        bots.ask(2, 11);
        assert_eq!(bots.answer(2), None);
    }
}
