//! Evaluation of positions that take too long to solve.
//!
//! A linear model of [`Features`] such as threats by the parity of their rows, with weights for
//! each length of a line, learned from positions of known value by `cargo xtask train`. For two
//! players with gravity. Integer arithmetic gives the same values on every machine.

mod chances;
mod features;
mod weights;

use features::Extractor;
use four_shapes_rules::{
    Cell, Position, Rules,
    bitboard::{Bits, Board, bit_index},
    on_board,
};

pub use chances::Chances;
pub use features::{DRAW_FEATURES, FEATURES, Features, Side};
pub use weights::{Weights, WeightsError};

/// The score of a decided position, greater than any other.
const DECIDED: i32 = 1 << 20;

/// Evaluates positions on one board.
///
/// ```
/// use four_shapes_rules::Rules;
/// use four_shapes_rules::bitboard::Masks;
/// use four_shapes_solver::evaluation::{Evaluator, Side, Weights};
///
/// // The first player has D1, the second A1; the first is to move.
/// let masks = Masks::<u64>::new(Rules::CLASSIC);
/// let [own, other] = ["D1".parse()?, "A1".parse()?].map(|cell| {
///     let pieces = masks.bit(cell);
///     Side { pieces, wins: masks.completing_cells(pieces) }
/// });
/// let evaluator = Evaluator::new(Rules::CLASSIC, Weights::nearest(Rules::CLASSIC));
/// let (score, draw_margin) = evaluator.score(own, other);
/// assert!(score > draw_margin);
/// # Ok::<_, four_shapes_rules::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator<'w, B> {
    extractor: Extractor<B>,
    weights: &'w Weights,
}

/// A quiet position, or one that is decided at once.
pub(crate) enum Quiet<B> {
    /// The sides to move and not to move, and whether they have changed roles.
    Position(Side<B>, Side<B>, bool),
    /// The side that was to move wins, or loses.
    Decided(bool),
    /// The board is full.
    Full,
}

impl<'w, B: Bits> Evaluator<'w, B> {
    /// Creates an evaluator for a board with these rules.
    pub fn new(rules: Rules, weights: &'w Weights) -> Self {
        Self {
            extractor: Extractor::new(rules),
            weights,
        }
    }

    /// Returns the score of a quiet position for the side to move and the margin of a draw,
    /// in [`Weights::UNIT`]ths.
    #[inline]
    pub fn score(&self, own: Side<B>, other: Side<B>) -> (i32, i32) {
        let features = self.extractor.features(own, other);
        let (score, draw) = self.weights.score(&features);
        (
            if features.follower_moves {
                score
            } else {
                -score
            },
            draw,
        )
    }

    /// Returns the plies of the search before a position is evaluated for people. Five were
    /// measured to be better for four in a row only.
    fn plies(&self) -> u32 {
        let rules = self.extractor.geometry().rules;
        if rules.connect() == 4 { 5 } else { 3 }
    }

    /// Returns the chances of the side to move, after a search of [`plies`](Self::plies).
    pub(crate) fn chances(&self, own: B, other: B) -> Chances {
        match self.quiet(own, other) {
            Quiet::Decided(true) => Chances::WIN,
            Quiet::Decided(false) => Chances::LOSS,
            Quiet::Full => Chances::DRAW,
            Quiet::Position(side, rest, _) => {
                let score = self.search(own, other, self.plies(), -DECIDED, DECIDED);
                self.chances_of(score, side, rest)
            }
        }
    }

    /// Returns the chances of the side to move if it plays a move. By the same search, so that
    /// the chances of a position are those of its best move.
    fn chances_of_move(&self, own: B, other: B, cell: B) -> Chances {
        let after = own | cell;
        match self.quiet(own, other) {
            Quiet::Position(side, rest, _) if side.pieces == own => {
                let score = -self.search(other, after, self.plies() - 1, -DECIDED, DECIDED);
                self.chances_of(score, side, rest)
            }
            // A forced reply doesn't count as a ply.
            _ => self.chances(other, after).for_opponent(),
        }
    }

    /// Returns the chances for the score of a search from a quiet position.
    fn chances_of(&self, score: i32, own: Side<B>, other: Side<B>) -> Chances {
        let free = self.extractor.geometry().empty(own.pieces | other.pieces);
        match score {
            DECIDED.. => Chances::WIN,
            score if score <= -DECIDED => Chances::LOSS,
            // The search has reached the full board.
            _ if free.count_ones() <= self.plies() => Chances::DRAW,
            score => Chances::new(score, self.score(own, other).1),
        }
    }

    /// Returns the score of the side to move after a search of some plies, in which forced
    /// replies don't count, within a window (alpha–beta).
    fn search(&self, own: B, other: B, plies: u32, alpha: i32, beta: i32) -> i32 {
        let (own, other, swapped) = match self.quiet(own, other) {
            Quiet::Decided(true) => return DECIDED,
            Quiet::Decided(false) => return -DECIDED,
            Quiet::Full => return 0,
            Quiet::Position(own, other, swapped) => (own, other, swapped),
        };
        let (alpha, beta) = if swapped {
            (-beta, -alpha)
        } else {
            (alpha, beta)
        };
        let score = if plies == 0 {
            self.score(own, other).0
        } else {
            self.best_score(own, other, plies, alpha, beta)
        };
        if swapped { -score } else { score }
    }

    /// Returns the score of the best move of a quiet position.
    fn best_score(&self, own: Side<B>, other: Side<B>, plies: u32, alpha: i32, beta: i32) -> i32 {
        let mut moves = [(0, B::ZERO); Rules::MAX_SIDE as usize];
        let mut count = 0;
        let occupied = own.pieces | other.pieces;
        let mut cells = self.extractor.geometry().playable_cells(occupied) & !(other.wins >> 1);
        while cells != B::ZERO {
            let rest = cells & (cells - B::ONE);
            let after = own.pieces | (cells & !rest);
            cells = rest;
            // The opponent's score, which pays where it saves further plies.
            let order = if plies > 1 {
                self.search(other.pieces, after, 0, -DECIDED, DECIDED)
            } else {
                0
            };
            moves[count] = (order, after);
            count += 1;
        }
        let moves = &mut moves[..count];
        moves.sort_unstable_by_key(|&(order, _)| order);
        let mut best = -DECIDED;
        for &mut (_, after) in moves {
            if best >= beta {
                break;
            }
            let reply = self.search(other.pieces, after, plies - 1, -beta, -best.max(alpha));
            best = best.max(-reply);
        }
        best
    }

    /// Plays forced replies until no reply is forced.
    pub(crate) fn quiet(&self, own: B, other: B) -> Quiet<B> {
        let geometry = self.extractor.geometry();
        let (mut own, mut other) = (own, other);
        let mut swapped = false;
        loop {
            let occupied = own | other;
            let playable = geometry.playable_cells(occupied);
            if playable == B::ZERO {
                return Quiet::Full;
            }
            let free = geometry.empty(occupied);
            let wins = geometry.completing_cells(own) & free;
            if wins & playable != B::ZERO {
                return Quiet::Decided(!swapped);
            }
            let losses = geometry.completing_cells(other) & free;
            let forced = losses & playable;
            let safe = if forced == B::ZERO { playable } else { forced } & !(losses >> 1);
            if forced.count_ones() > 1 || safe == B::ZERO {
                return Quiet::Decided(swapped);
            }
            if forced == B::ZERO {
                let own = Side { pieces: own, wins };
                let other = Side {
                    pieces: other,
                    wins: losses,
                };
                return Quiet::Position(own, other, swapped);
            }
            (own, other) = (other, own | forced);
            swapped = !swapped;
        }
    }
}

/// Returns the pieces of the side to move and of the other one.
fn sides<B: Bits>(position: &Position, board: &Board<B>) -> (B, B) {
    (
        board.of(position.to_move()),
        board.of(position.player_after(1)),
    )
}

/// Returns the bit of a cell.
fn cell_bit<B: Bits>(board: &Board<B>, cell: Cell) -> B {
    B::ONE << bit_index(board.rules(), cell)
}

/// Returns the chances of the player to move in a position in which no player has won, by a
/// short search; `None` for games of more players, without gravity, or with lines of a length
/// that no weights were [trained](Weights::trained) for.
///
/// ```
/// use four_shapes_rules::{Position, Rules, notation};
/// use four_shapes_solver::evaluation::{Chances, chances};
///
/// let rules = Rules::connect_four(15, 15)?; // too large to solve
/// let game = notation::parse(rules, "8,8,9,9,10,10")?;
/// assert_eq!(chances(game.position()), Some(Chances::WIN));
/// assert_eq!(chances(&Position::new(Rules::TIC_TAC_TOE)), None);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn chances(position: &Position) -> Option<Chances> {
    chances_with(position, Weights::trained(position.rules())?)
}

/// As [`chances`](chances()), with other weights.
///
/// ```
/// use four_shapes_rules::{Position, Rules};
/// use four_shapes_solver::evaluation::{Weights, chances, chances_with};
///
/// let position = Position::new(Rules::CLASSIC);
/// let weights = Weights::nearest(position.rules());
/// assert_eq!(chances_with(&position, weights), chances(&position));
/// ```
pub fn chances_with(position: &Position, weights: &Weights) -> Option<Chances> {
    let rules = position.rules();
    (rules.players() == 2 && rules.gravity()).then(|| {
        on_board!(position.board(), board => {
            let (own, other) = sides(position, board);
            Evaluator::new(rules, weights).chances(own, other)
        })
    })
}

/// Returns the chances of the player to move if it plays in a cell. The rules must be
/// supported by the solver.
pub(crate) fn chances_of_move(position: &Position, cell: Cell) -> Chances {
    let rules = position.rules();
    on_board!(position.board(), board => {
        let (own, other) = sides(position, board);
        let evaluator = Evaluator::new(rules, Weights::nearest(rules));
        evaluator.chances_of_move(own, other, cell_bit(board, cell))
    })
}

/// Returns the features of the quiet position that forced replies lead to, and whether the
/// other side is to move there; `None` if the game is decided before, and for games of more
/// players or without gravity.
///
/// ```
/// use four_shapes_rules::{Position, Rules};
/// use four_shapes_solver::evaluation::quiet_features;
///
/// // The second player must reply to three in a row with an open end.
/// let position = Position::from_column_indices(Rules::CLASSIC, "06162")?;
/// let (features, other_moves) = quiet_features(&position).expect("not decided");
/// assert!(other_moves);
/// assert_eq!((features.cells, features.empty), (42, 36));
/// # Ok::<_, four_shapes_rules::notation::NotationError>(())
/// ```
pub fn quiet_features(position: &Position) -> Option<(Features, bool)> {
    let rules = position.rules();
    if rules.players() != 2 || !rules.gravity() {
        return None;
    }
    on_board!(position.board(), board => {
        let evaluator = Evaluator::new(rules, Weights::nearest(rules));
        let (own, other) = sides(position, board);
        match evaluator.quiet(own, other) {
            Quiet::Position(own, other, swapped) => {
                Some((evaluator.extractor.features(own, other), swapped))
            }
            _ => None,
        }
    })
}
