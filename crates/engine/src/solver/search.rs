//! The search: null windows, a frame for each position on the way.

use super::{Bounds, Goal, estimate::estimate, follow_up, node::Node, order::Order, table::Table};
use crate::{
    bitboard::{Geometry, Word},
    bits::Bits,
};

/// From so many empty cells on a position is kept in the table.
const KEPT: i32 = 6;
/// From so many empty cells on the table is asked about all moves first.
const ASKED: i32 = 14;
/// As long as there are fewer pieces, a position and its mirror image are one.
const MIRRORED: i32 = 8;
/// Wins within so many plies are looked for first, then losses within one more.
const NEAR: i32 = 13;

/// A move to be searched.
#[derive(Clone, Copy, Debug)]
struct Move<W> {
    /// The mover's wins after it.
    wins: W,
    order: i32,
    /// The index of the cell's bit.
    cell: u8,
}

/// A position whose moves are being searched.
#[derive(Clone, Copy, Debug)]
struct Frame<W> {
    node: Node<W>,
    key: W,
    /// The question: is the score at least this?
    beta: i32,
    /// The best of what has been searched.
    best: i32,
    bounds: Bounds,
    /// Whether an odd number of forced replies led here from the move searched.
    flip: bool,
    /// How many nodes there were before it.
    entered: u64,
    /// Its moves still to be searched are `moves[next..end]`.
    next: usize,
    end: usize,
}

impl Bounds {
    /// Whether the score may be at least `beta`, and may be less.
    pub(super) fn leave_open(self, beta: i32) -> bool {
        (self.lower + 1..=self.upper).contains(&beta)
    }

    /// Which score it is best to ask about next in a position with so many empty
    /// cells; the score is not known yet.
    pub(super) fn question(self, left: i32) -> i32 {
        // The ends are asked about first, where few plies decide; what is not
        // near, is cut close to the draw. There answers are quicker, and most
        // positions that are hard have a score near it.
        let won = (left + 2 - NEAR) / 2;
        let not_lost = 1 - (left + 1 - NEAR) / 2;
        if won > 1 && self.leave_open(won) {
            return won;
        }
        if not_lost < 1 && self.leave_open(not_lost) {
            return not_lost;
        }
        let Self { lower, upper } = self;
        let far = if lower + upper < 0 { lower } else { upper };
        1 + (far / 8).clamp(lower, upper - 1)
    }

    /// Nothing, or as an error the bound that says whether the score is at least
    /// `beta`.
    #[inline(always)]
    fn answer(self, beta: i32) -> Result<(), i32> {
        if self.upper < beta {
            Err(self.upper)
        } else if self.lower >= beta {
            Err(self.lower)
        } else {
            Ok(())
        }
    }
}

/// What a first look at a position comes to.
enum Seen {
    /// A score that answers the question.
    Value(i32),
    /// A new frame.
    Open,
}

/// Answers for one position at a time; what was found out stays in the table.
pub(super) struct Search<G: Geometry> {
    geometry: G,
    order: Order,
    pub(super) table: Table<G::Word>,
    /// Room for the deepest line and all of its moves, so that nothing is
    /// allocated later.
    frames: Box<[Frame<G::Word>]>,
    moves: Box<[Move<G::Word>]>,
    /// How many frames are in use.
    depth: usize,
    pub(super) nodes: u64,
    root: Node<G::Word>,
    goal: Goal,
    guess: Option<i32>,
    /// The question that is being asked: is the score at least this?
    beta: i32,
    pub(super) bounds: Bounds,
}

impl<G: Geometry> Search<G> {
    pub(super) fn new(geometry: G, table_bytes: usize) -> Self {
        let cells = geometry.cells();
        // Scores are from −(cells / 2) to cells / 2.
        let score_bits = (cells + 3).ilog2() + 1;
        let frame = Frame {
            node: Node::EMPTY,
            key: G::Word::ZERO,
            beta: 0,
            best: 0,
            bounds: Bounds { lower: 0, upper: 0 },
            flip: false,
            entered: 0,
            next: 0,
            end: 0,
        };
        let none = Move {
            wins: G::Word::ZERO,
            order: 0,
            cell: 0,
        };
        Self {
            geometry,
            order: Order::new(geometry.rules()),
            table: Table::new(
                geometry.columns() * geometry.stride(),
                score_bits,
                table_bytes,
            ),
            frames: vec![frame; cells as usize + 1].into(),
            moves: vec![none; (cells * geometry.columns()) as usize].into(),
            depth: 0,
            nodes: 0,
            root: Node::EMPTY,
            goal: Goal::Exact,
            guess: None,
            beta: 0,
            bounds: Bounds { lower: 0, upper: 0 },
        }
    }

    /// Whether a side with these pieces has won.
    pub(super) fn has_line(&self, own: G::Word) -> bool {
        self.geometry.has_line(own)
    }

    /// Begins with a position in which nobody has won; nothing is searched yet.
    pub(super) fn begin(&mut self, own: G::Word, opp: G::Word, goal: Goal, guess: Option<i32>) {
        let g = self.geometry;
        let occupied = own | opp;
        let free = g.board() & !occupied;
        let left = free.count_ones().cast_signed();
        self.root = Node {
            own,
            opp,
            own_wins: g.completions(own) & free,
            opp_wins: g.completions(opp) & free,
            left,
        };
        self.goal = goal;
        self.guess = guess;
        self.depth = 0;
        let win = self.root.own_wins & g.playable(occupied);
        self.bounds = goal.narrowed(if win == G::Word::ZERO {
            Bounds {
                lower: -(left / 2),
                upper: (left - 1) / 2,
            }
        } else {
            Bounds::only((left + 1) / 2)
        });
    }

    /// A guess at the score, within the bounds.
    pub(super) fn estimate(&self) -> i32 {
        let guess = estimate(&self.geometry, &self.root);
        guess.clamp(self.bounds.lower, self.bounds.upper)
    }

    /// Searches on until the goal is reached or about `budget` more nodes were
    /// looked at, and gives the answer if there is one.
    pub(super) fn advance(&mut self, budget: u64) -> Option<i32> {
        let limit = self.nodes.saturating_add(budget);
        loop {
            if let Some(answer) = self.goal.answer(self.bounds) {
                return Some(answer);
            }
            if self.nodes >= limit {
                return None;
            }
            if self.depth == 0 {
                self.beta = self.question();
                if let Seen::Value(value) = self.visit(self.root, self.beta, 0) {
                    self.learn(value);
                    continue;
                }
            }
            let value = self.run(limit)?;
            self.learn(value);
        }
    }

    /// Which score to ask about next.
    fn question(&mut self) -> i32 {
        if let Goal::AtLeast(least) = self.goal {
            return least;
        }
        let guess = self.guess.take();
        guess
            .filter(|guess| self.bounds.leave_open(*guess))
            .unwrap_or_else(|| self.bounds.question(self.root.left))
    }

    /// Takes the answer to the question.
    fn learn(&mut self, value: i32) {
        if value >= self.beta {
            self.bounds.lower = value.min(self.bounds.upper);
        } else {
            self.bounds.upper = value.max(self.bounds.lower);
        }
    }

    /// Searches the open frames until the first is answered or there are so many
    /// nodes.
    fn run(&mut self, limit: u64) -> Option<i32> {
        loop {
            let frame = &mut self.frames[self.depth - 1];
            let value = if frame.best >= frame.beta || frame.next == frame.end {
                self.close()
            } else if self.nodes >= limit {
                return None;
            } else {
                let chosen = first(&mut self.moves[frame.next..frame.end]);
                let cell = G::Word::ONE << u32::from(chosen.cell);
                let child = frame.node.after(cell, chosen.wins);
                frame.next += 1;
                let (beta, end) = (1 - frame.beta, frame.end);
                match self.visit(child, beta, end) {
                    Seen::Value(value) => value,
                    Seen::Open => continue,
                }
            };
            match self.depth.checked_sub(1) {
                None => return Some(value),
                Some(parent) => {
                    let best = &mut self.frames[parent].best;
                    *best = (-value).max(*best);
                }
            }
        }
    }

    /// Takes the last frame away and notes what was found out; the value of the
    /// move that it belongs to, from the side that was to move after it.
    fn close(&mut self) -> i32 {
        self.depth -= 1;
        let frame = &self.frames[self.depth];
        let mut bounds = frame.bounds;
        let value = if frame.best >= frame.beta {
            bounds.lower = frame.best.max(bounds.lower);
            bounds.lower
        } else {
            bounds.upper = frame.best.min(bounds.upper);
            bounds.upper
        };
        if frame.node.left >= KEPT {
            let work = (self.nodes - frame.entered + 1).ilog2();
            self.table.put(frame.key, bounds, work);
        }
        if frame.flip { -value } else { value }
    }

    /// Looks at a position: answers at once whether its score is at least `beta`,
    /// or makes a frame of it, whose moves come after the first `end`.
    #[inline(always)]
    fn visit(&mut self, node: Node<G::Word>, beta: i32, end: usize) -> Seen {
        self.nodes += 1;
        let (flip, answer) = match settle(&self.geometry, node, beta) {
            Ok(open) => (open.flip, self.open(&open, end)),
            Err((flip, value)) => (flip, Err(value)),
        };
        match answer {
            Ok(()) => Seen::Open,
            Err(value) => Seen::Value(if flip { -value } else { value }),
        }
    }

    /// Makes a frame, unless there is an answer.
    #[inline(always)]
    fn open(&mut self, open: &Open<G::Word>, end: usize) -> Result<(), i32> {
        let Open { node, beta, .. } = *open;
        let mut bounds = bounds_without_search(&self.geometry, open)?;
        let key = self.key(node.key(), node.left);
        if node.left >= KEPT
            && let Some(found) = self.table.get(key)
        {
            bounds.lower = bounds.lower.max(found.lower);
            bounds.upper = bounds.upper.min(found.upper);
            bounds.answer(beta)?;
        }
        let mut count = self.make_moves(open, end)?;
        // There was no win with the piece after the next.
        bounds.upper = bounds.upper.min((node.left - 3) / 2);
        bounds.answer(beta)?;
        let mut best = i32::MIN;
        if node.left >= ASKED {
            (count, best) = self.ask_for_moves(open, end, count)?;
        }
        self.frames[self.depth] = Frame {
            node,
            key,
            beta,
            best,
            bounds,
            flip: open.flip,
            entered: self.nodes,
            next: end,
            end: end + count,
        };
        self.depth += 1;
        Ok(())
    }

    /// The key under which a position is kept that has so many empty cells.
    #[inline(always)]
    fn key(&self, key: G::Word, left: i32) -> G::Word {
        if self.geometry.cells().cast_signed() - left < MIRRORED {
            key.min(self.geometry.mirrored(key))
        } else {
            key
        }
    }

    /// Writes down the moves and returns how many there are, unless one of them
    /// answers the question.
    #[inline(always)]
    fn make_moves(&mut self, open: &Open<G::Word>, end: usize) -> Result<usize, i32> {
        let g = self.geometry;
        let (zero, one) = (G::Word::ZERO, G::Word::ONE);
        let Open {
            node,
            playable,
            beta,
            ..
        } = *open;
        let free = g.board() & !(node.own | node.opp);
        let worth = follow_up::worth(&g, &node, playable, 1 - beta);
        let moves = &mut self.moves[end..];
        let mut count = 0;
        let mut rest = open.safe;
        while rest != zero {
            let index = rest.trailing_zeros();
            let cell = one << index;
            rest = rest & (rest - one);
            let wins = g.completions(node.own | cell) & free & !cell;
            let next = (playable & !cell) | ((cell << 1) & g.board());
            let now = wins & next;
            if now == zero {
                if next & !(wins >> 1) == zero {
                    // Wherever the other side plays, there is a win on top of it.
                    return Err((node.left - 1) / 2);
                }
                if worth || wins & !node.own_wins != zero {
                    let child = node.after(cell, wins);
                    if let Some(upper) = follow_up::bound(&g, &child, next, 1 - beta) {
                        return Err(-upper);
                    }
                }
            } else if now & (now - one) != zero || wins & (now << 1) != zero {
                // Two wins at once, or one on top of the other.
                return Err((node.left - 1) / 2);
            }
            moves[count] = Move {
                wins,
                order: self.order.of(&node, index, cell, wins, next),
                cell: index as u8,
            };
            count += 1;
        }
        Ok(count)
    }

    /// Leaves out the moves that the table knows to be too bad, and returns how
    /// many are left and the best that the others come to, unless the table
    /// knows one that is good enough.
    #[inline(always)]
    fn ask_for_moves(
        &mut self,
        open: &Open<G::Word>,
        end: usize,
        count: usize,
    ) -> Result<(usize, i32), i32> {
        let node = &open.node;
        let (mut kept, mut best) = (0, i32::MIN);
        for at in end..end + count {
            let cell = G::Word::ONE << u32::from(self.moves[at].cell);
            let key = node.opp + (node.own | node.opp | cell);
            if let Some(found) = self.table.get(self.key(key, node.left - 1)) {
                if -found.upper >= open.beta {
                    return Err(-found.upper);
                }
                if -found.lower < open.beta {
                    best = best.max(-found.lower);
                    continue;
                }
            }
            self.moves[end + kept] = self.moves[at];
            kept += 1;
        }
        Ok((kept, best))
    }
}

/// A position in which there is more than one move to think about.
#[derive(Clone, Copy, Debug)]
struct Open<W> {
    node: Node<W>,
    /// The cells that can be filled next.
    playable: W,
    /// Those of them after which the other side can't win at once.
    safe: W,
    beta: i32,
    /// Whether an odd number of forced replies led to it.
    flip: bool,
}

/// Makes moves as long as there is but one that doesn't lose at once. Or there is
/// none: then the score, and whether an odd number of replies led to it.
#[inline(always)]
fn settle<G: Geometry>(
    g: &G,
    mut node: Node<G::Word>,
    mut beta: i32,
) -> Result<Open<G::Word>, (bool, i32)> {
    let zero = G::Word::ZERO;
    let mut flip = false;
    loop {
        let playable = g.playable(node.own | node.opp);
        let forced = playable & node.opp_wins;
        if forced == zero {
            // Not below a cell in which the other side wins.
            let safe = playable & !(node.opp_wins >> 1);
            return if safe == zero {
                Err((flip, -(node.left / 2)))
            } else {
                Ok(Open {
                    node,
                    playable,
                    safe,
                    beta,
                    flip,
                })
            };
        }
        let two = forced & (forced - G::Word::ONE) != zero;
        if two || (forced << 1) & node.opp_wins != zero {
            return Err((flip, -(node.left / 2)));
        }
        let free = g.board() & !(node.own | node.opp | forced);
        node = node.after(forced, g.completions(node.own | forced) & free);
        flip = !flip;
        beta = 1 - beta;
    }
}

/// What counting, missing lines and following up say of a position in which
/// neither side wins with its next piece, unless that is an answer.
#[inline(always)]
fn bounds_without_search<G: Geometry>(g: &G, open: &Open<G::Word>) -> Result<Bounds, i32> {
    let Open { node, beta, .. } = open;
    let bounds = Bounds {
        lower: -((node.left - 2) / 2),
        upper: (node.left - 1) / 2,
    };
    bounds.answer(*beta)?;
    let free = g.board() & !(node.own | node.opp);
    let hopeful = if *beta > 0 { node.own } else { node.opp };
    if !g.has_line(hopeful | free) {
        return Err(0);
    }
    match follow_up::bound(g, node, open.playable, *beta) {
        Some(upper) => Err(upper),
        None => Ok(bounds),
    }
}

/// Brings the move that promises most to the front.
#[inline(always)]
fn first<W: Word>(moves: &mut [Move<W>]) -> Move<W> {
    let mut best = 0;
    for at in 1..moves.len() {
        if moves[at].order > moves[best].order {
            best = at;
        }
    }
    moves.swap(0, best);
    moves[0]
}
