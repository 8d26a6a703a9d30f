//! The positions in which games start, as moves: bots know a game only by its moves.

use four_shapes_rules::{Cell, Column, Game, Position, Rules, Status, Step};
use std::{collections::HashSet, error::Error, fmt};

/// The maximum number of positions that are visited to find moves.
const MAX_VISITED: usize = 1_000_000;

/// Returns moves from the empty board, the players taking turns, that lead to the current
/// position of a game: its own, or any if it starts in another position.
///
/// # Errors
/// Returns an error if the game is over, or if no moves lead to the position.
pub fn moves_to(game: &Game) -> Result<Vec<Cell>, StartMovesError> {
    if !matches!(game.status(), Status::ToMove(_)) {
        return Err(StartMovesError::GameOver);
    }
    let own = game.steps()[..game.cursor()].iter().map(|step| match step {
        Step::Place(cell) => Some(*cell),
        Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
    });
    let own = if game.is_set_up() {
        None
    } else {
        own.collect()
    };
    own.map_or_else(|| found_moves(game.position()), Ok)
}

/// Finds moves that lead to a position in which nobody has completed a line. The same is then
/// true of all positions before it, so that only the turns and gravity matter.
fn found_moves(position: &Position) -> Result<Vec<Cell>, StartMovesError> {
    let mut search = PathSearch {
        position,
        before: Position::new(position.rules()),
        moves: Vec::new(),
        failed: HashSet::new(),
    };
    if search.find() {
        Ok(search.moves)
    } else if search.failed.len() < MAX_VISITED {
        Err(StartMovesError::Unreachable)
    } else {
        Err(StartMovesError::TooComplex)
    }
}

struct PathSearch<'a> {
    position: &'a Position,
    /// The position after the moves.
    before: Position,
    moves: Vec<Cell>,
    /// The heights of the columns from which no moves lead to the position.
    failed: HashSet<[u8; Rules::MAX_SIDE as usize]>,
}

impl PathSearch<'_> {
    /// Extends the moves; returns whether they lead to the position now.
    fn find(&mut self) -> bool {
        if self.before.piece_count() == self.position.piece_count() {
            return self.before == *self.position;
        }
        let player = self.before.to_move();
        let rules = self.position.rules();
        let is_next = |cell: &Cell| self.position.piece_at(*cell) == Some(player);
        let mut next: Vec<Cell> = self.before.playable().filter(is_next).collect();
        if !rules.gravity() {
            // In which order a player has taken its cells makes no difference.
            next.truncate(1);
        }
        // High columns take the most moves.
        let left = |column: Column| self.position.height(column) - self.before.height(column);
        next.sort_by_key(|cell| std::cmp::Reverse(left(cell.column())));
        for cell in next {
            if self.before.place(player, cell).is_err() {
                continue;
            }
            let mut heights = [0; Rules::MAX_SIDE as usize];
            for column in rules.all_columns() {
                heights[column.index()] = self.before.height(column) as u8;
            }
            self.moves.push(cell);
            if self.failed.len() < MAX_VISITED && !self.failed.contains(&heights) {
                if self.find() {
                    return true;
                }
                self.failed.insert(heights);
            }
            self.moves.pop();
            // It has just been placed.
            let _ = self.before.remove(cell);
        }
        false
    }
}

/// The error of [`moves_to`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartMovesError {
    /// The game is over.
    GameOver,
    /// No sequence of moves leads to the position.
    Unreachable,
    /// No sequence of moves was found in a limited search.
    TooComplex,
}

impl fmt::Display for StartMovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::GameOver => "the game is over",
            Self::Unreachable => "no sequence of moves leads to this position",
            Self::TooComplex => "no sequence of moves to this position was found",
        })
    }
}

impl Error for StartMovesError {}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::notation;
    use proptest::prelude::*;

    fn game_at(text: &str) -> Game {
        Game::from_position(text.parse().expect("a position")).expect("a start")
    }

    #[test]
    fn positions_out_of_turn_have_no_moves() {
        for text in [
            // Red would have moved twice in a row.
            "7/7/7/7/3a3/3a3 b 7,6,4 2 g",
            // Blue would have begun.
            "7/7/7/7/7/3b3 a 7,6,4 2 g",
            "7/7/7/7/7/ab5 b 7,6,4 2 g",
            // Red has too few pieces below those of Blue.
            "7/7/7/7/3a3/3b3 a 7,6,4 2 g",
            "7/7/7/7/aa1aa2/bb1bb2 a 7,6,4 2 g",
        ] {
            assert_eq!(
                moves_to(&game_at(text)),
                Err(StartMovesError::Unreachable),
                "{text}"
            );
        }
        let won = notation::parse(Rules::CLASSIC, "1212121").unwrap();
        assert_eq!(moves_to(&won), Err(StartMovesError::GameOver));
    }

    #[test]
    fn swapped_games_have_moves() {
        let game = notation::parse(Rules::CLASSIC, "4s4").unwrap();
        let moves = moves_to(&game);
        assert!(matches!(moves, Ok(moves) if moves.len() == 2));
    }

    proptest! {
        #[test]
        fn moves_lead_to_the_position(
            columns in prop::collection::vec(0..9_usize, 0..60),
            gravity: bool,
        ) {
            let config = four_shapes_rules::RulesConfig {
                columns: 9, rows: 7, connect: 5, players: 2, gravity,
            };
            let rules = Rules::new(config).unwrap();
            let mut game = Game::new(rules);
            for (i, column) in columns.into_iter().enumerate() {
                let Some(turn) = game.turn() else { break };
                let cell = rules.cell(column, i % 7).unwrap();
                // Illegal moves are left out.
                let _ = if gravity {
                    turn.drop(cell.column()).map(drop)
                } else {
                    turn.play(cell)
                };
            }
            prop_assume!(matches!(game.status(), Status::ToMove(_)));
            let start = Game::from_position(game.position().clone()).unwrap();
            let mut found = Game::new(rules);
            for cell in moves_to(&start).unwrap() {
                found.turn().unwrap().play(cell).unwrap();
            }
            prop_assert_eq!(found.position(), game.position());
        }
    }
}
