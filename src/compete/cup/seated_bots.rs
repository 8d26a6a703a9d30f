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
    /// The turn about which each of them is thinking. It may have been undone meanwhile.
    pub(super) thinking: [Option<u32>; 2],
    /// It was said that one can't play.
    pub(super) is_reported: bool,
}

impl SeatedBots {
    /// Whether the bot of a seat hasn't answered yet.
    pub(super) fn is_thinking(&self, seat: usize) -> bool {
        matches!(self.thinking.get(seat), Some(Some(_)))
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
        assert!(bots.is_thinking(1) && !bots.is_thinking(0));
        // The turn was undone while the bot was thinking: it is dismissed before it is asked again.
        bots.dismiss(1);
        assert!(!bots.is_thinking(1));
        bots.ask(1, 9);
        assert_eq!((bots.asked, bots.answer(1)), (Some(9), Some(9)));
        assert_eq!(bots.answer(1), None);
        bots.ask(2, 11);
        assert_eq!(bots.answer(2), None);
    }
}
