//! Reproducible random games.

use four_shapes_rules::{Game, Position, Rules, Status, hash::splitmix64};

/// The `SplitMix64` random number generator.
pub struct Random(u64);

impl Random {
    /// Returns a generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number from 0 to `end` − 1.
    pub fn below(&mut self, end: usize) -> usize {
        let scaled = u128::from(splitmix64(&mut self.0)) * end as u128;
        usize::try_from(scaled >> 64).expect("it is less than `end`")
    }
}

/// Plays a number of random moves, uniform among the columns that are not full. Returns
/// `None` if the game is over by then.
pub fn playout(random: &mut Random, rules: Rules, pieces: usize) -> Option<Game> {
    let mut game = Game::new(rules);
    for _ in 0..pieces {
        let open: Vec<_> = game.position().playable().collect();
        let cell = open[random.below(open.len())];
        let turn = game.turn()?;
        turn.play(cell).expect("the cell is playable");
    }
    matches!(game.status(), Status::ToMove(_)).then_some(game)
}

/// Returns whether the side to move has an immediate win.
pub fn has_immediate_win(position: &Position) -> bool {
    position.playable().any(|cell| {
        let mut after = position.clone();
        after
            .place(position.to_move(), cell)
            .expect("the cell is playable");
        after.trace(cell).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::notation;

    #[test]
    fn equal_seeds_give_equal_games() {
        let game =
            |seed| notation::write(&playout(&mut Random::new(seed), Rules::CLASSIC, 8).unwrap());
        assert_eq!(game(1), game(1));
        assert_ne!(game(1), game(2));
    }

    #[test]
    fn every_column_is_drawn() {
        let mut random = Random::new(3);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[random.below(7)] += 1;
        }
        assert!(
            seen.iter().all(|count| (900..1100).contains(count)),
            "{seen:?}"
        );
    }

    #[test]
    fn immediate_wins_are_detected() {
        for (moves, wins) in [
            ("", false),
            ("121212", true),
            ("4444", false),
            ("112233", true),
        ] {
            let game = notation::parse(Rules::CLASSIC, moves);
            let game = game.expect("the moves are legal");
            assert_eq!(has_immediate_win(game.position()), wins, "{moves}");
        }
    }
}
