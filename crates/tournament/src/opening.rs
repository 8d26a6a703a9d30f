//! Random balanced openings.

use four_shapes_players::{Lookahead, Plies, TieBreak, seed};
use four_shapes_rules::{Cell, Position};
use rand::{SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg32;

/// The search depth within which neither player can win.
const DEPTH: Plies = Plies::new(4).unwrap();
/// The same without gravity, where there are many more moves.
const DEPTH_WITHOUT_GRAVITY: Plies = Plies::new(2).unwrap();
/// The number of attempts to reach the full length.
const ATTEMPTS: u64 = 50;

/// Generates an opening from a position. Each move is chosen uniformly from those that neither win nor lose
/// by a search of four plies (two without gravity): those that the lookahead player scores
/// 50.
///
/// The opening is shorter than requested if no attempt finds enough such moves.
pub(super) fn opening(start: &Position, plies: u8, seed: u64) -> Vec<Cell> {
    let depth = if start.rules().gravity() {
        DEPTH
    } else {
        DEPTH_WITHOUT_GRAVITY
    };
    let lookahead = Lookahead::new(depth, TieBreak::Left);
    let mut longest = Vec::new();
    for attempt in 0..ATTEMPTS {
        let mut random = Pcg32::seed_from_u64(seed::derive(seed, attempt));
        let cells = try_opening(start, plies, &lookahead, &mut random);
        if cells.len() > longest.len() {
            longest = cells;
        }
        if longest.len() == usize::from(plies) {
            break;
        }
    }
    longest
}

fn try_opening(
    start: &Position,
    plies: u8,
    lookahead: &Lookahead,
    random: &mut Pcg32,
) -> Vec<Cell> {
    let mut position = start.clone();
    let mut cells = Vec::new();
    for _ in 0..plies {
        let open: Vec<Cell> = lookahead
            .scores(&position)
            .into_iter()
            .filter_map(|(cell, score)| (score == 50).then_some(cell))
            .collect();
        let Some(&cell) = open.choose(random) else {
            break;
        };
        let player = position.to_move();
        if position.place(player, cell).is_err() {
            break;
        }
        cells.push(cell);
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::{Rules, RulesConfig};

    #[test]
    fn openings_have_no_forced_win() {
        for seed in 0..200 {
            let cells = opening(&Position::new(Rules::CLASSIC), 6, seed);
            assert_eq!(cells.len(), 6);
            let mut position = Position::new(Rules::CLASSIC);
            for cell in cells {
                position.place(position.to_move(), cell).unwrap();
            }
            // Exhaustive search, independent of the lookahead player.
            assert!(!wins_within(&position, 3), "seed {seed}");
        }
    }

    /// Returns whether the player to move can force a win within a number of plies.
    fn wins_within(position: &Position, plies: u8) -> bool {
        plies > 0
            && position.playable().any(|cell| {
                let mut after = position.clone();
                after.place(position.to_move(), cell).unwrap();
                after.trace(cell).is_some()
                    || !after.is_full()
                        && after.playable().all(|reply| {
                            let mut then = after.clone();
                            then.place(after.to_move(), reply).unwrap();
                            then.trace(reply).is_none()
                                && wins_within(&then, plies.saturating_sub(2))
                        })
            })
    }

    #[test]
    fn openings_are_determined_by_their_seed() {
        let all: std::collections::BTreeSet<Vec<Cell>> = (0..100)
            .map(|seed| opening(&Position::new(Rules::CLASSIC), 4, seed))
            .collect();
        assert!(all.len() > 90);
        assert_eq!(
            opening(&Position::new(Rules::CLASSIC), 8, 3),
            opening(&Position::new(Rules::CLASSIC), 8, 3)
        );
        assert!(opening(&Position::new(Rules::CLASSIC), 0, 3).is_empty());
    }

    #[test]
    fn small_boards_have_shorter_openings() {
        for gravity in [true, false] {
            let rules = Rules::new(RulesConfig {
                columns: 3,
                rows: 3,
                connect: 3,
                players: 2,
                gravity,
            })
            .unwrap();
            for seed in 0..20 {
                let cells = opening(&Position::new(rules), 4, seed);
                assert!(cells.len() <= 4);
                let mut position = Position::new(rules);
                for cell in cells {
                    position.place(position.to_move(), cell).unwrap();
                    assert!(position.trace(cell).is_none());
                }
            }
        }
    }
}
