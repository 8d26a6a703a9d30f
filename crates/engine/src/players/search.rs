//! How two players' games go on from a position, a few plies deep.

use crate::{Cell, Position, bitboard::Masks, bits::Bits, board::Board, position::on_board};
use std::hash::{Hash, Hasher};

/// How far a search goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// How many plies; where a reply is forced, it goes on.
    pub(super) plies: u8,
    /// The most positions it looks at.
    pub(super) positions: u64,
    /// By how much less than the best a move may be worth for its value still to be
    /// found out.
    pub(super) margin: i32,
    /// The most bytes of its table.
    pub(super) memory: usize,
}

/// A search on a board of whatever width: alpha–beta search, one ply deeper each
/// time, as long as it is allowed to.
pub(super) trait Searching {
    /// Looks at so many more positions, and says whether it is done.
    fn on(&mut self, budget: u64) -> bool;

    /// The moves and what they are worth to the player who makes them, the best one
    /// first. Those worth less than it by more than the margin are worth even less
    /// than that, maybe.
    fn moves(&self) -> Vec<(Cell, i32)>;

    /// How much is done, 0 to 99 of a hundred.
    fn percent(&self) -> u8;
}

/// A search among these moves of a position in which nobody has won; two players,
/// and pieces fall.
pub(super) fn search(position: &Position, among: &[Cell], limits: Limits) -> Box<dyn Searching> {
    on_board!(position.width(), board => Box::new(Search::new(board, among, limits)))
}

/// Whether a value says that the game is won or lost.
pub(super) fn is_decided(value: i32) -> bool {
    value.abs() > WON - 1000
}

/// A win is worth this less the pieces that are on the board by then.
const WON: i32 = 1_000_000;

/// More than any value.
const BEYOND: i32 = WON + 1;

/// A cell that wins, and that its owner comes to get when nothing else is left to
/// play.
const DUE_THREAT: i32 = 36;
/// Any other cell that wins.
const THREAT: i32 = 16;
/// A line that lacks two pieces.
const LACKS_TWO: i32 = 4;
/// A line that lacks three.
const LACKS_THREE: i32 = 1;
/// The turn.
const TURN: i32 = 3;

struct Search<B> {
    masks: Masks<B>,
    /// The cells, the most central first.
    order: Vec<B>,
    limits: Limits,
    root: Sides<B>,
    moves: Vec<Move<B>>,
    /// The plies of the values in `moves`.
    done: u8,
    /// The values of the first moves, one ply deeper.
    next: Vec<i32>,
    frames: Vec<Frame<B>>,
    /// The moves of all frames that are left to be tried, the next one last.
    left: Vec<B>,
    table: Vec<Option<Entry<B>>>,
    seen: u64,
}

struct Move<B> {
    cell: Cell,
    bit: B,
    value: i32,
}

/// The pieces of the player to move, and the other's.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Sides<B> {
    own: B,
    other: B,
}

impl<B: Bits> Sides<B> {
    fn occupied(self) -> B {
        self.own | self.other
    }

    fn after(self, cell: B) -> Self {
        Self {
            own: self.other,
            other: self.own | cell,
        }
    }
}

/// A position with moves to try.
struct Frame<B> {
    sides: Sides<B>,
    plies: u8,
    /// Of its moves' positions.
    plies_after: u8,
    /// What the value must be above to matter, at first.
    above: i32,
    /// The value of the best move so far, or what it must be above.
    best: i32,
    best_move: B,
    below: i32,
    /// Where its moves begin among those that are left.
    moves: usize,
    /// The move that is tried.
    trying: B,
}

/// What was found out about a position.
#[derive(Clone, Copy)]
struct Entry<B> {
    sides: Sides<B>,
    value: i32,
    plies: u8,
    bound: Bound,
    best_move: B,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    AtLeast,
    AtMost,
    Exactly,
}

impl<B: Bits> Search<B> {
    fn new(board: &Board<B>, among: &[Cell], limits: Limits) -> Self {
        let rules = board.rules();
        let masks = Masks::new(rules);
        let pieces = board.pieces();
        let central = masks.central_first();
        let moves = central.iter().filter(|(cell, _)| among.contains(cell));
        let moves = moves.map(|&(cell, bit)| Move {
            cell,
            bit,
            value: 0,
        });
        let entries = limits.memory / size_of::<Option<Entry<B>>>();
        let entries = (entries as u64).min(limits.positions).max(1).ilog2();
        Self {
            moves: moves.collect(),
            order: central.iter().map(|&(_, bit)| bit).collect(),
            masks,
            limits,
            root: Sides {
                own: board.of(rules.player_after(pieces)),
                other: board.of(rules.player_after(pieces + 1)),
            },
            done: 0,
            next: Vec::new(),
            frames: Vec::new(),
            left: Vec::new(),
            table: vec![None; 1 << entries],
            seen: 0,
        }
    }

    /// What the position is worth to the player to move, if that can be seen from
    /// it; else it is the next frame.
    fn visit(&mut self, sides: Sides<B>, plies: u8, above: i32, below: i32) -> Option<i32> {
        self.seen += 1;
        let occupied = sides.occupied();
        let open = self.masks.open(occupied);
        if open == B::ZERO {
            return Some(0);
        }
        let pieces = occupied.count_ones().cast_signed();
        let own_wins = self.masks.wins(sides.own) & !occupied;
        if own_wins & open != B::ZERO {
            return Some(WON - (pieces + 1));
        }
        let other_wins = self.masks.wins(sides.other) & !occupied;
        let threats = other_wins & open;
        let forced = threats != B::ZERO;
        let worth_a_look = if forced { threats } else { open } & !(other_wins >> 1);
        if threats.count_ones() > 1 || worth_a_look == B::ZERO {
            return Some(-(WON - (pieces + 2)));
        }
        if plies == 0 && !forced {
            return Some(self.estimate(sides, own_wins, other_wins));
        }
        let known = if forced { None } else { self.known(sides) };
        if let Some(entry) = known.filter(|entry| entry.plies >= plies) {
            let enough = match entry.bound {
                Bound::Exactly => true,
                Bound::AtLeast => entry.value >= below,
                Bound::AtMost => entry.value <= above,
            };
            if enough {
                return Some(entry.value);
            }
        }
        let moves = self.left.len();
        self.list(sides, worth_a_look, own_wins, known, plies);
        self.frames.push(Frame {
            sides,
            plies,
            plies_after: if forced { plies } else { plies - 1 },
            above,
            best: -BEYOND,
            best_move: B::ZERO,
            below,
            moves,
            trying: B::ZERO,
        });
        None
    }

    /// Lists moves, what promises most last.
    fn list(&mut self, sides: Sides<B>, moves: B, own_wins: B, known: Option<Entry<B>>, plies: u8) {
        let begin = self.left.len();
        let order = self.order.iter().rev();
        self.left
            .extend(order.filter(|&&cell| cell & moves != B::ZERO));
        // Right before the end the order does not pay for itself.
        if plies < 2 {
            return;
        }
        let first = known.map_or(B::ZERO, |entry| entry.best_move);
        let free = self.masks.empty(sides.occupied()) & !own_wins;
        let masks = &self.masks;
        self.left[begin..].sort_by_cached_key(|&cell| {
            let wins = masks.wins(sides.own | cell) & free;
            (cell == first, wins.count_ones())
        });
    }

    /// A guess at what a position is worth in which nobody wins at once.
    fn estimate(&self, sides: Sides<B>, own_wins: B, other_wins: B) -> i32 {
        let free = self.masks.empty(sides.occupied());
        let lines = |own: B| {
            let lacking = self.masks.windows::<4>(own, free).map(u32::cast_signed);
            LACKS_TWO * (lacking[2] - lacking[1]) + LACKS_THREE * (lacking[3] - lacking[2])
        };
        let threats = |wins: B, due: B| {
            let all = wins.count_ones().cast_signed();
            let due = (wins & due).count_ones().cast_signed();
            DUE_THREAT * due + THREAT * (all - due)
        };
        // The other player gets the upper cells if the number of empty ones is even.
        let (own_due, other_due) = if free.count_ones().is_multiple_of(2) {
            (!self.masks.upper, self.masks.upper)
        } else {
            (self.masks.upper, !self.masks.upper)
        };
        TURN + lines(sides.own) - lines(sides.other) + threats(own_wins, own_due)
            - threats(other_wins, other_due)
    }

    fn place_of(&self, sides: Sides<B>) -> usize {
        let mut hasher = Mixer(0);
        sides.hash(&mut hasher);
        hasher.finish() as usize & (self.table.len() - 1)
    }

    fn known(&self, sides: Sides<B>) -> Option<Entry<B>> {
        self.table[self.place_of(sides)].filter(|entry| entry.sides == sides)
    }

    /// Takes the value of the position after the move that is tried, from the player
    /// to move there.
    fn learn(&mut self, value: i32) {
        let value = -value;
        let Some(frame) = self.frames.last_mut() else {
            self.next.push(value);
            return;
        };
        if value > frame.best {
            frame.best = value;
            frame.best_move = frame.trying;
        }
    }

    /// Goes on with the last frame.
    fn step(&mut self) {
        let frame = self.frames.last_mut().expect("there is one");
        if frame.best < frame.below && self.left.len() > frame.moves {
            let cell = self.left.pop().expect("there are moves left");
            frame.trying = cell;
            let (above, below) = (-frame.below, -frame.best.max(frame.above));
            let (after, plies) = (frame.sides.after(cell), frame.plies_after);
            if let Some(value) = self.visit(after, plies, above, below) {
                self.learn(value);
            }
            return;
        }
        let frame = self.frames.pop().expect("there is one");
        self.left.truncate(frame.moves);
        let bound = if frame.best >= frame.below {
            Bound::AtLeast
        } else if frame.best <= frame.above {
            Bound::AtMost
        } else {
            Bound::Exactly
        };
        // What is forced is found again as quickly.
        if frame.plies_after < frame.plies {
            let place = self.place_of(frame.sides);
            self.table[place] = Some(Entry {
                sides: frame.sides,
                value: frame.best,
                plies: frame.plies,
                bound,
                best_move: frame.best_move,
            });
        }
        self.learn(frame.best);
    }

    /// Begins with the next of the first moves.
    fn begin(&mut self) {
        let bit = self.moves[self.next.len()].bit;
        let best = self.next.iter().max();
        let above = best.map_or(-BEYOND, |best| best - self.limits.margin - 1);
        let pieces = self.root.occupied().count_ones().cast_signed();
        let wins = self.masks.wins(self.root.own);
        let value = if bit & wins == B::ZERO {
            self.visit(self.root.after(bit), self.done, -BEYOND, -above)
        } else {
            Some(-(WON - (pieces + 1)))
        };
        if let Some(value) = value {
            self.learn(value);
        }
    }

    fn is_done(&self) -> bool {
        let decided = self.done > 0 && is_decided(self.moves[0].value);
        self.done == self.limits.plies
            || self.seen >= self.limits.positions
            || self.moves.len() < 2
            || decided
            || u32::from(self.done) > self.masks.empty(self.root.occupied()).count_ones()
    }
}

impl<B: Bits> Searching for Search<B> {
    fn on(&mut self, budget: u64) -> bool {
        let limit = self.seen.saturating_add(budget);
        loop {
            if self.is_done() {
                return true;
            }
            if self.seen >= limit {
                return false;
            }
            if !self.frames.is_empty() {
                self.step();
            } else if self.next.len() < self.moves.len() {
                self.begin();
            } else {
                for (entry, value) in self.moves.iter_mut().zip(self.next.drain(..)) {
                    entry.value = value;
                }
                self.moves.sort_by_key(|entry| -entry.value);
                self.done += 1;
            }
        }
    }

    fn moves(&self) -> Vec<(Cell, i32)> {
        let moves = self.moves.iter();
        moves.map(|entry| (entry.cell, entry.value)).collect()
    }

    fn percent(&self) -> u8 {
        let by_plies = u64::from(self.done) * 100 / u64::from(self.limits.plies.max(1));
        let by_positions = self.seen * 100 / self.limits.positions.max(1);
        by_plies.max(by_positions).min(99) as u8
    }
}

/// Spreads positions over the table.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0 >> 32
    }
}
