//! The features of a position.

use four_shapes_rules::{
    Rules,
    bitboard::{Bits, Masks, steps},
};

/// The features of each side.
pub(super) const SIDE_FEATURES: usize = 29;
/// The features of both sides together.
pub(super) const COMMON_FEATURES: usize = 10;
/// The features of a position: those of the follower, the negated ones of the leader, and
/// the common ones.
pub const FEATURES: usize = 2 * SIDE_FEATURES + COMMON_FEATURES;
/// The features that the chance of a draw depends on.
pub const DRAW_FEATURES: usize = 6;

/// The features of a quiet position: one in which no side can complete a line at once.
///
/// The *follower* is the side that places the last piece of the board, the *leader* the
/// other one. If both avoid every cell below a threat of the opponent, the follower gets the
/// first, third, fifth … cell of a column from the top, and the leader the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// The features that speak for the follower if they are positive.
    pub values: [i16; FEATURES],
    /// The features that the chance of a draw depends on.
    pub draw: [i16; DRAW_FEATURES],
    /// The number of empty cells.
    pub empty: u16,
    /// The number of cells.
    pub cells: u16,
    /// Whether it is the follower's turn.
    pub follower_moves: bool,
}

/// The pieces of a side, and the empty cells that complete a line for it.
#[derive(Clone, Copy, Debug)]
pub struct Side<B> {
    /// The pieces.
    pub pieces: B,
    /// The empty cells that complete a line, whether or not they are playable.
    pub wins: B,
}

/// Computes the features of positions on one board.
#[derive(Clone, Debug)]
pub(super) struct Extractor<B> {
    geometry: Masks<B>,
    board: B,
    /// The bit above the top cell of each column.
    guards: B,
    rows_odd: bool,
    cells: u16,
}

/// What both sides' features are computed from.
#[derive(Clone, Copy)]
struct Shared<B> {
    free: B,
    /// The cells in which a piece can be placed.
    playable: B,
    /// The cells at or above the lowest threat of a column.
    threatened: B,
    /// The lowest threat of each column.
    lowest: B,
}

fn count<B: Bits>(cells: B) -> i16 {
    cells.count_ones() as i16
}

impl<B: Bits> Extractor<B> {
    pub(super) fn new(rules: Rules) -> Self {
        let geometry = Masks::new(rules);
        let mut guards = B::ZERO;
        for column in 0..u32::from(rules.columns()) {
            let stride = u32::from(rules.rows()) + 1;
            guards = guards | B::ONE << (column * stride + stride - 1);
        }
        Self {
            board: geometry.empty(B::ZERO),
            geometry,
            guards,
            rows_odd: rules.rows() % 2 == 1,
            cells: rules.cells() as u16,
        }
    }

    pub(super) fn geometry(&self) -> &Masks<B> {
        &self.geometry
    }

    /// Returns the cells at or above the lowest of the given cells of each column.
    fn upwards(&self, cells: B) -> B {
        // In each column, negation inverts the bits above the lowest one.
        ((self.guards - cells) | cells) & self.board
    }

    /// Returns the features of a quiet position.
    pub(super) fn features(&self, own: Side<B>, other: Side<B>) -> Features {
        let occupied = own.pieces | other.pieces;
        let free = self.geometry.empty(occupied);
        let empty = free.count_ones() as u16;
        let threats = own.wins | other.wins;
        let threatened = self.upwards(threats);
        let shared = Shared {
            free,
            playable: self.geometry.playable_cells(occupied),
            threatened,
            lowest: threatened & !(threatened << 1),
        };
        let follower_moves = empty % 2 == 1;
        let (follower, leader) = if follower_moves {
            (own, other)
        } else {
            (other, own)
        };
        let upper = self.geometry.upper;
        let ours = self.side(&shared, follower, leader, upper);
        let theirs = self.side(&shared, leader, follower, !upper);
        let mut values = [0; FEATURES];
        values[..SIDE_FEATURES].copy_from_slice(&ours);
        values[SIDE_FEATURES..2 * SIDE_FEATURES].copy_from_slice(&theirs.map(|value| -value));
        let turn = if follower_moves { 1 } else { -1 };
        let rows = i16::from(self.rows_odd);
        let outlook = self.zugzwang(occupied, follower.wins, leader.wins, follower_moves);
        let decided = |within: std::ops::Range<u16>| {
            let decided = within.contains(&(empty - outlook.empty));
            if decided { outlook.winner } else { 0 }
        };
        values[2 * SIDE_FEATURES..].copy_from_slice(&[
            1,
            rows,
            turn,
            rows * turn,
            count(shared.playable & upper),
            decided(0..5),
            decided(5..11),
            decided(11..19),
            decided(19..u16::MAX),
            turn * count(self.board & !threatened & free).min(8),
        ]);
        let draw = [
            1,
            ours[SIDE_FEATURES - 1] + theirs[SIDE_FEATURES - 1],
            (ours[SIDE_FEATURES - 1] + theirs[SIDE_FEATURES - 1]).min(12),
            count(threats),
            i16::from(outlook.winner == 0),
            ours[17] + theirs[17] + ours[18] + theirs[18],
        ];
        Features {
            values,
            draw,
            empty,
            cells: self.cells,
            follower_moves,
        }
    }

    /// Returns the features of a side, which gets the `good` cells by zugzwang.
    fn side(
        &self,
        shared: &Shared<B>,
        own: Side<B>,
        other: Side<B>,
        good: B,
    ) -> [i16; SIDE_FEATURES] {
        let Shared {
            free,
            playable,
            threatened,
            lowest,
        } = *shared;
        let next = playable << 1;
        let wins = own.wins;
        // Windows that lack two or three pieces.
        let mut two = [0; 4];
        let mut three = [0; 4];
        let mut open = 0;
        // Cells that windows lacking two pieces lack: in one direction at least, and in two.
        let (mut cells, mut forks) = (B::ZERO, B::ZERO);
        let mut claimed = 0;
        let steps = steps(self.geometry.rules);
        for (direction, step) in steps.into_iter().enumerate() {
            let starts = self.geometry.window_starts::<5>(step, own.pieces, free);
            let lacks_two = starts[2] & !starts[1];
            let lacks_three = starts[3] & !starts[2];
            // A row is good or bad as a whole.
            if direction == 0 {
                two[3] = count(lacks_two & !good);
                three[3] = count(lacks_three & !good);
                two[0] = count(lacks_two & good);
                three[0] = count(lacks_three & good);
            } else {
                let at = direction.min(2);
                two[at] += count(lacks_two);
                three[at] += count(lacks_three);
            }
            open += count(starts[4]);
            let mut along = B::ZERO;
            let mut window = lacks_two;
            for _ in 0..self.geometry.rules.connect() {
                along = along | window;
                window = window << step;
            }
            along = along & free;
            forks = forks | cells & along;
            cells = cells | along;
            if direction != 1 {
                let claim = own.pieces | free & good & !threatened;
                let mut lines = claim;
                let mut shifted = claim;
                for _ in 1..self.geometry.rules.connect() {
                    shifted = shifted >> step;
                    lines = lines & shifted;
                }
                claimed += count(lines);
            }
        }
        let below = cells & !threatened;
        [
            count(wins & good & lowest),
            count(wins & !good & lowest),
            count(wins & good & !lowest),
            count(wins & !good & !lowest),
            count(wins & (wins << 1) & !self.upwards(other.wins)),
            count(wins & (wins << 1)),
            count(wins & next & good),
            count(wins & next & !good),
            count(playable & !(other.wins >> 1)).min(3),
            two[0],
            two[1],
            two[2],
            two[3],
            three[0],
            three[1],
            three[2],
            three[3],
            count(below & good),
            count(below & !good),
            count(forks & good & !threatened),
            count(forks & !good & !threatened),
            count(cells & playable),
            count(cells & next),
            count(forks & playable),
            count(below & (below << 1)),
            count(cells & ((wins >> 1) | (wins << 1))),
            claimed,
            count(forks & next),
            open,
        ]
    }

    /// Predicts the game if no new threats are made: both sides avoid the cells below threats
    /// while they can.
    fn zugzwang(&self, occupied: B, follower: B, leader: B, follower_moves: bool) -> Outlook {
        let mut occupied = occupied;
        let (mut own, mut other) = if follower_moves {
            (follower, leader)
        } else {
            (leader, follower)
        };
        let mut follower_moves = follower_moves;
        let wins = |own: bool, occupied: B| Outlook {
            winner: if own { 1 } else { -1 },
            empty: self.geometry.empty(occupied).count_ones() as u16,
        };
        loop {
            let free = self.geometry.empty(occupied);
            let playable = self.geometry.playable_cells(occupied);
            if own & playable != B::ZERO {
                return wins(follower_moves, occupied);
            }
            let forced = other & playable;
            if forced.count_ones() > 1 {
                return wins(!follower_moves, occupied);
            }
            let mut placed = if forced == B::ZERO {
                // All cells that are below no threat, in any order.
                free & !self.upwards(((own | other) & free) >> 1 & free)
            } else {
                forced
            };
            if placed == B::ZERO {
                if playable == B::ZERO {
                    return Outlook {
                        winner: 0,
                        empty: 0,
                    };
                }
                // The side to move can only give up its own threats, which the other side takes.
                let given = playable & !(other >> 1);
                if given == B::ZERO {
                    return wins(!follower_moves, occupied);
                }
                placed = given | given << 1;
            }
            occupied = occupied | placed;
            if placed.count_ones() % 2 == 1 {
                follower_moves = !follower_moves;
                (own, other) = (other, own);
            }
        }
    }
}

/// The predicted result.
struct Outlook {
    /// 1 if the follower wins, −1 if the leader does, 0 for a draw.
    winner: i16,
    /// The number of empty cells at the end.
    empty: u16,
}
