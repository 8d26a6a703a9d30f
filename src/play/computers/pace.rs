//! The pace of the computer players: against a human they take their time, as people do.

use crate::game::{
    session::{Event, Session},
    view_model::{Ending, fall},
};
use four_shapes_rules::Position;

/// The least time between the landing of a piece and the reply, in milliseconds.
const MIN_PAUSE: u32 = 400;
/// What is added at most for many choices, and at most by chance.
const MAX_FOR_CHOICES: u32 = 400;
const MAX_BY_CHANCE: u32 = 400;
/// The number of choices from which more take no longer.
const MANY_CHOICES: u32 = 7;

/// Returns the least duration of the move of the computer player to move, in milliseconds: until the
/// latest piece has landed, and a pause. It is the same whenever the move is repeated.
pub(super) fn duration(session: &Session, is_animated: bool) -> u32 {
    landing(session).filter(|_| is_animated).unwrap_or(0)
        + pause(choices(session.game().position()), session.seed())
}

/// Returns the time that the latest piece falls, if it was just placed.
fn landing(session: &Session) -> Option<u32> {
    let Event::Placed { cell, .. } = session.event() else {
        return None;
    };
    let rules = session.game().rules();
    let fall = fall(rules, *cell);
    rules
        .gravity()
        .then(|| Ending { fall, marks: 0 }.landing_ms())
}

/// Returns the pause before a move: longer with more choices, and varied by the seed.
fn pause(choices: u32, seed: u64) -> u32 {
    let for_choices = MAX_FOR_CHOICES * choices.min(MANY_CHOICES) / MANY_CHOICES;
    let by_chance = seed % u64::from(MAX_BY_CHANCE + 1);
    MIN_PAUSE + for_choices + u32::try_from(by_chance).unwrap_or_default()
}

/// Returns the number of moves to choose from: none if one wins or has to block.
fn choices(position: &Position) -> u32 {
    let players = [0, 1].map(|turns| position.player_after(turns));
    let mut after = position.clone();
    let mut count = 0;
    for cell in position.playable() {
        for player in players {
            if after.place(player, cell).is_ok() {
                let wins = after.has_won(player);
                let _ = after.remove(cell);
                if wins {
                    return 0;
                }
            }
        }
        count += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::session::Command;
    use four_shapes_players::PlayerKind;
    use four_shapes_records::{Match, SeriesScore};
    use four_shapes_rules::{Rules, notation};

    fn position(moves: &str) -> Position {
        notation::parse(Rules::CLASSIC, moves)
            .unwrap()
            .position()
            .clone()
    }

    #[test]
    fn pauses_are_those_of_people() {
        let seeds = (0..2000_u64).map(|seed| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for choices in [0, 1, 7, 225] {
            let pauses: Vec<u32> = seeds.clone().map(|seed| pause(choices, seed)).collect();
            let (least, most) = (*pauses.iter().min().unwrap(), *pauses.iter().max().unwrap());
            assert!(least >= 400 && most <= 1200, "{choices}: {least} to {most}");
            assert!(most - least > 350, "they vary");
        }
        assert!((0..400).all(|seed| pause(7, seed) > pause(1, seed)));
    }

    #[test]
    fn forced_moves_are_no_choice() {
        assert_eq!(choices(&position("")), 7);
        assert_eq!(choices(&position("444444")), 6);
        assert_eq!(choices(&position("11223")), 0, "a block");
        assert_eq!(choices(&position("112233")), 0, "a win");
    }

    #[test]
    fn the_reply_waits_for_the_piece() {
        let mut game_match =
            Match::with_default_seats(notation::parse(Rules::CLASSIC, "").unwrap());
        game_match.set_computer(1, Some(PlayerKind::Random));
        let series_score = SeriesScore::new(&game_match);
        let mut session = Session::new(game_match, series_score);
        session.apply(Command::Drop(Rules::CLASSIC.column(3).unwrap()));
        let (still, animated) = (duration(&session, false), duration(&session, true));
        assert_eq!(animated - still, Ending { fall: 6, marks: 0 }.landing_ms());
        assert!(animated > still);
        // As after an undo, nothing falls.
        session.apply(Command::Pause);
        session.apply(Command::Resume);
        assert_eq!(duration(&session, true), still);
    }
}
