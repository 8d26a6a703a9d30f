//! Null-window alpha–beta search on an explicit stack.

use super::{
    Goal, follow_up, in_progress::InProgress, node::Node, order::MoveOrder, score::Interval,
    table::Table, two_columns,
};
use crate::{
    evaluation::{Chances, Evaluator, Side, Weights},
    geometry::{Geometry, Word},
};
use four_shapes_rules::{Rules, bitboard::Bits};
use std::ops::Range;

/// Positions with fewer empty cells are not stored in the transposition table.
const TT_MIN_EMPTY: i32 = 6;
/// Enhanced transposition cutoffs, probing the children before searching them, need at
/// least this many empty cells.
const ETC_MIN_EMPTY: i32 = 14;
/// The evaluation orders moves if the score that a window tests for is at least this many plies
/// away.
const EVALUATE_MIN_PLIES: i32 = 24;
/// The weight of [`MoveOrder::score`] beside the evaluation.
const ORDER_WEIGHT: i32 = 42;
/// Following up in all columns but two is tried with at least this many empty cells,
const TWO_COLUMNS_MIN_EMPTY: i32 = 22;
/// in windows up to this score, for either side.
const TWO_COLUMNS_MAX_SCORE: i32 = 3;
/// Moves that other threads are searching are deferred with at least this many empty cells.
const DEFER_MIN_EMPTY: i32 = 16;
/// Positions with fewer pieces share an entry with their mirror image.
const MIRROR_MAX_PIECES: i32 = 8;
/// The number of nodes between two chances for a shared table to grow.
const SHARED_SLICE: u64 = 1 << 14;
/// Wins within this many plies are tried first, then losses within one more.
const NEAR_PLIES: i32 = 13;
/// After that, the distance grows by this many plies, down to a score of [`SMALL_SCORE`].
const PLIES_STEP: i32 = 4;
/// Positions with scores up to this one, for either side, are proved from the draw outwards.
const SMALL_SCORE: i32 = 6;

/// A move still to be searched.
#[derive(Clone, Copy, Debug)]
struct Move<W> {
    /// The mover's winning cells after the move.
    wins: W,
    order: i32,
    /// The bit index of the cell.
    cell: u8,
}

/// A position whose moves are being searched.
#[derive(Clone, Copy, Debug)]
struct Frame<W> {
    node: Node<W>,
    key: W,
    /// The null window asks whether the score is at least this.
    beta: i32,
    /// The best score of the moves searched so far.
    best: i32,
    bounds: Interval,
    /// Whether an odd number of only moves was played after the parent's move.
    flip: bool,
    /// The position's number among those that threads are searching.
    in_progress: Option<u64>,
    /// The node count on entry.
    nodes_on_entry: u64,
    /// The moves still to be searched are `moves[next..end]`.
    next: usize,
    end: usize,
}

impl Interval {
    /// Returns whether the score may be at least `beta` and may be less.
    pub(super) fn is_open(self, beta: i32) -> bool {
        (self.lower + 1..=self.upper).contains(&beta)
    }

    /// Returns the next beta to search, given the number of empty cells. The bounds must
    /// not have met.
    pub(super) fn next_beta(self, empty: i32) -> i32 {
        // Quick wins and losses first: few plies decide them, while windows near the draw can
        // take a thousand times as long in a position that is decided early. After that, bisect
        // close to the draw, where most hard positions have their score.
        let mut plies = NEAR_PLIES;
        loop {
            let won = (empty + 2 - plies) / 2;
            let not_lost = 1 - (empty + 1 - plies) / 2;
            if won > 1 && self.is_open(won) {
                return won;
            }
            if not_lost < 1 && self.is_open(not_lost) {
                return not_lost;
            }
            plies += PLIES_STEP;
            if (empty + 2 - plies) / 2 <= SMALL_SCORE {
                break;
            }
        }
        let Self { lower, upper } = self;
        let far = if lower + upper < 0 { lower } else { upper };
        1 + (far / 8).clamp(lower, upper - 1)
    }

    /// Returns as an error the bound that decides whether the score is at least `beta`,
    /// if there is one.
    #[inline(always)]
    pub(super) fn cutoff(self, beta: i32) -> Result<(), i32> {
        if self.upper < beta {
            Err(self.upper)
        } else if self.lower >= beta {
            Err(self.lower)
        } else {
            Ok(())
        }
    }
}

/// The result of visiting a node.
enum Visit {
    /// A score that decides the null window.
    Value(i32),
    /// The node needs a search and was pushed onto the stack.
    Pushed,
}

/// Returns the numbers of bits of a key and of a score, with its sign, in the table.
pub(super) fn table_bits(rules: Rules) -> (u32, u32) {
    let (columns, rows) = (u32::from(rules.columns()), u32::from(rules.rows()));
    // Scores range from −(cells / 2) to cells / 2.
    let score_bits = (columns * rows + 3).ilog2() + 1;
    (columns * (rows + 1), score_bits)
}

/// The search of one position at a time. The transposition table outlives it.
pub(super) struct AlphaBeta<G: Geometry> {
    geometry: G,
    order: MoveOrder,
    evaluator: Evaluator<'static, G::Word>,
    pub(super) table: Table<G::Word>,
    /// The stack and its moves, allocated for the deepest possible line.
    frames: Box<[Frame<G::Word>]>,
    moves: Box<[Move<G::Word>]>,
    /// The number of frames in use.
    depth: usize,
    /// What the searches in other threads are searching, if they share the table.
    in_progress: Option<InProgress>,
    pub(super) nodes: u64,
    root: Node<G::Word>,
    goal: Goal,
    guess: Option<i32>,
    /// The null window being searched at the root.
    beta: i32,
    pub(super) bounds: Interval,
}

impl<G: Geometry> AlphaBeta<G> {
    pub(super) fn new(geometry: G, table_bytes: usize) -> Self {
        let (key_bits, score_bits) = table_bits(geometry.rules());
        Self::with_table(geometry, Table::new(key_bits, score_bits, table_bytes))
    }

    /// Returns a search that shares the table, for another thread.
    pub(super) fn share(&mut self) -> Self {
        let in_progress = self.in_progress.get_or_insert_with(InProgress::new);
        let in_progress = Some(in_progress.clone());
        let mut search = Self::with_table(self.geometry, self.table.share());
        search.in_progress = in_progress;
        search
    }

    fn with_table(geometry: G, table: Table<G::Word>) -> Self {
        let cells = geometry.cells();
        let frame = Frame {
            node: Node::EMPTY,
            key: G::Word::ZERO,
            beta: 0,
            best: 0,
            bounds: Interval { lower: 0, upper: 0 },
            flip: false,
            in_progress: None,
            nodes_on_entry: 0,
            next: 0,
            end: 0,
        };
        let none = Move {
            wins: G::Word::ZERO,
            order: 0,
            cell: 0,
        };
        let rules = geometry.rules();
        let mut search = Self {
            geometry,
            order: MoveOrder::new(rules),
            evaluator: Evaluator::new(rules, Weights::nearest(rules)),
            table,
            frames: vec![frame; cells as usize + 1].into(),
            moves: vec![none; (cells * geometry.columns()) as usize].into(),
            depth: 0,
            in_progress: None,
            nodes: 0,
            root: Node::EMPTY,
            goal: Goal::Exact,
            guess: None,
            beta: 0,
            bounds: Interval { lower: 0, upper: 0 },
        };
        search.begin(G::Word::ZERO, G::Word::ZERO, Goal::Exact, None);
        search
    }

    /// Returns whether a side with these pieces has won.
    pub(super) fn has_line(&self, own: G::Word) -> bool {
        self.geometry.has_line(own)
    }

    /// Sets the root, a position in which neither side has won, without searching it.
    pub(super) fn begin(&mut self, own: G::Word, opp: G::Word, goal: Goal, guess: Option<i32>) {
        let g = self.geometry;
        self.root = Node::new(&g, own, opp);
        let empty = self.root.empty;
        self.goal = goal;
        self.guess = guess;
        self.abandon();
        let win = self.root.own_wins & g.playable(own | opp);
        self.bounds = goal.narrow(if win == G::Word::ZERO {
            Interval {
                lower: -(empty / 2),
                upper: (empty - 1) / 2,
            }
        } else {
            Interval::exactly((empty + 1) / 2)
        });
    }

    /// Takes over bounds of the root, unless they contradict the known ones, that another search has proved.
    pub(super) fn narrow(&mut self, bounds: Interval) {
        self.bounds = self.bounds.narrowed(self.goal.narrow(bounds));
        if !self.bounds.is_open(self.beta) {
            self.abandon();
        }
    }

    /// Ends the current null window without a result.
    fn abandon(&mut self) {
        if let Some(others) = &self.in_progress {
            let ids = self.frames[..self.depth].iter();
            ids.filter_map(|frame| frame.in_progress)
                .for_each(|id| others.remove(id));
        }
        self.depth = 0;
    }

    /// Returns the static evaluation.
    pub(super) fn estimate(&self) -> Chances {
        let Node { own, opp, .. } = self.root;
        self.evaluator.chances(own, opp)
    }

    /// Continues until the goal is reached or about `budget` more nodes are searched.
    /// Returns the answer if there is one.
    pub(super) fn advance(&mut self, budget: u64) -> Option<i32> {
        let limit = self.nodes.saturating_add(budget);
        while let Some(usage) = self.table.shared() {
            let _lock = self.table.lock(&usage);
            let slice = self.nodes.saturating_add(SHARED_SLICE);
            let answer = self.advance_to(limit.min(slice));
            if answer.is_some() || self.nodes >= limit {
                return answer;
            }
        }
        self.advance_to(limit)
    }

    /// Continues until the goal is reached or the node count reaches `limit`.
    fn advance_to(&mut self, limit: u64) -> Option<i32> {
        loop {
            if let Some(answer) = self.goal.answer(self.bounds) {
                return Some(answer);
            }
            if self.nodes >= limit {
                return None;
            }
            if self.depth == 0 {
                self.beta = self.next_beta();
                if let Visit::Value(value) = self.visit(self.root, self.beta, 0) {
                    self.update_bounds(value);
                    continue;
                }
            }
            let value = self.run(limit)?;
            self.update_bounds(value);
        }
    }

    fn next_beta(&mut self) -> i32 {
        if let Goal::AtLeast(beta) = self.goal {
            return beta.into();
        }
        let guess = self.guess.take();
        guess
            .filter(|guess| self.bounds.is_open(*guess))
            .unwrap_or_else(|| self.bounds.next_beta(self.root.empty))
    }

    /// Narrows the root's bounds by the result of a null window.
    fn update_bounds(&mut self, value: i32) {
        if value >= self.beta {
            self.bounds.lower = value.min(self.bounds.upper);
        } else {
            self.bounds.upper = value.max(self.bounds.lower);
        }
    }

    /// Searches until the bottom frame of the stack is decided or the node count reaches
    /// `limit`.
    fn run(&mut self, limit: u64) -> Option<i32> {
        loop {
            let frame = &mut self.frames[self.depth - 1];
            let value = if frame.best >= frame.beta || frame.next == frame.end {
                self.pop()
            } else if self.nodes >= limit {
                return None;
            } else {
                let moves = &mut self.moves[frame.next..frame.end];
                let others = self.in_progress.as_ref();
                let others = others.filter(|_| frame.node.empty >= DEFER_MIN_EMPTY);
                let chosen = match others {
                    Some(others) => select_deferring(moves, &frame.node, others),
                    None => select_best(moves),
                };
                let cell = G::Word::ONE << u32::from(chosen.cell);
                let child = frame.node.after(cell, chosen.wins);
                frame.next += 1;
                let (beta, end) = (1 - frame.beta, frame.end);
                let id = others.map(|_| InProgress::id(child.key()));
                match self.visit(child, beta, end) {
                    Visit::Value(value) => value,
                    Visit::Pushed => {
                        if let (Some(others), Some(id)) = (&self.in_progress, id) {
                            others.insert(id);
                            self.frames[self.depth - 1].in_progress = Some(id);
                        }
                        continue;
                    }
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

    /// Pops the last frame and stores its bounds in the table. Returns its value for the
    /// side that was to move before any only moves.
    fn pop(&mut self) -> i32 {
        self.depth -= 1;
        let frame = &self.frames[self.depth];
        if let (Some(others), Some(id)) = (&self.in_progress, frame.in_progress) {
            others.remove(id);
        }
        let mut bounds = frame.bounds;
        let value = if frame.best >= frame.beta {
            bounds.lower = frame.best.max(bounds.lower);
            bounds.lower
        } else {
            bounds.upper = frame.best.min(bounds.upper);
            bounds.upper
        };
        if frame.node.empty >= TT_MIN_EMPTY {
            let work = (self.nodes - frame.nodes_on_entry + 1).ilog2();
            self.table.put(frame.key, bounds, work);
        }
        if frame.flip { -value } else { value }
    }

    /// Decides whether a node's score is at least `beta` without search, or pushes a frame
    /// whose moves start at `moves[end]`.
    #[inline(always)]
    fn visit(&mut self, node: Node<G::Word>, beta: i32, end: usize) -> Visit {
        self.nodes += 1;
        let (flip, result) = match play_only_moves(&self.geometry, node, beta) {
            Ok(quiet) => {
                let is_tested = self.depth > 0 && quiet.node.empty == node.empty;
                (quiet.flip, self.push(&quiet, end, is_tested))
            }
            Err((flip, value)) => (flip, Err(value)),
        };
        match result {
            Ok(()) => Visit::Pushed,
            Err(value) => Visit::Value(if flip { -value } else { value }),
        }
    }

    /// Pushes a frame, or returns a cutoff value as an error. The parent may have tested whether
    /// its mover can follow up in all columns but two.
    #[inline(always)]
    fn push(&mut self, quiet: &Quiet<G::Word>, end: usize, is_tested: bool) -> Result<(), i32> {
        let Quiet { node, beta, .. } = *quiet;
        let mut bounds = static_bounds(&self.geometry, quiet)?;
        let key = self.key(node.key(), node.empty);
        if node.empty >= TT_MIN_EMPTY
            && let Some(found) = self.table.get(key)
        {
            bounds = bounds.intersection(found);
            bounds.cutoff(beta)?;
        }
        let mut count = self.generate_moves(quiet, end)?;
        // No move wins with the piece after it.
        bounds.upper = bounds.upper.min((node.empty - 3) / 2);
        bounds.cutoff(beta)?;
        let mut best = i32::MIN;
        if node.empty >= ETC_MIN_EMPTY {
            (count, best) = self.probe_children(quiet, end, count)?;
        }
        if node.empty >= TWO_COLUMNS_MIN_EMPTY && beta.max(1 - beta) <= TWO_COLUMNS_MAX_SCORE {
            self.try_two_columns(quiet, end..end + count, is_tested)?;
        }
        if count > 1 && plies_to(beta, node.empty) >= EVALUATE_MIN_PLIES {
            self.evaluate_moves(&node, end..end + count);
        }
        self.frames[self.depth] = Frame {
            node,
            key,
            beta,
            best,
            bounds,
            flip: quiet.flip,
            in_progress: None,
            nodes_on_entry: self.nodes,
            next: end,
            end: end + count,
        };
        self.depth += 1;
        Ok(())
    }

    /// Returns the table key of a position, given its number of empty cells.
    #[inline(always)]
    fn key(&self, key: G::Word, empty: i32) -> G::Word {
        if self.geometry.cells().cast_signed() - empty < MIRROR_MAX_PIECES {
            key.min(self.geometry.mirrored(key))
        } else {
            key
        }
    }

    /// Writes the moves to `moves[end..]` and returns their number, or the value of a move
    /// that causes a cutoff as an error.
    #[inline(always)]
    fn generate_moves(&mut self, quiet: &Quiet<G::Word>, end: usize) -> Result<usize, i32> {
        let g = self.geometry;
        let (zero, one) = (G::Word::ZERO, G::Word::ONE);
        let Quiet {
            node,
            playable,
            beta,
            ..
        } = *quiet;
        let free = g.board() & !(node.own | node.opp);
        let try_all = follow_up::may_bound_any_move(&g, &node, playable, 1 - beta);
        let moves = &mut self.moves[end..];
        let mut count = 0;
        let mut rest = quiet.safe;
        while rest != zero {
            let index = rest.trailing_zeros();
            let cell = one << index;
            rest = rest & (rest - one);
            let wins = g.completions(node.own | cell) & free & !cell;
            let next = g.playable_after(playable, cell);
            let now = wins & next;
            if now == zero {
                if next & !(wins >> 1) == zero {
                    // Every reply is directly below a win.
                    return Err((node.empty - 1) / 2);
                }
                if try_all || wins & !node.own_wins != zero {
                    let child = node.after(cell, wins);
                    if let Some(upper) = follow_up::upper_bound(&g, &child, next, 1 - beta) {
                        return Err(-upper);
                    }
                }
            } else if now & (now - one) != zero || wins & (now << 1) != zero {
                // Two immediate wins, or one on top of another.
                return Err((node.empty - 1) / 2);
            }
            moves[count] = Move {
                wins,
                order: self.order.score(&node, index, cell, wins, next),
                cell: index as u8,
            };
            count += 1;
        }
        Ok(count)
    }

    /// Tests whether a side can follow up in all columns but two: in this position or after one of
    /// its moves. Returns the value that it proves as an error.
    #[inline(never)]
    fn try_two_columns(
        &self,
        quiet: &Quiet<G::Word>,
        moves: Range<usize>,
        is_tested: bool,
    ) -> Result<(), i32> {
        let g = self.geometry;
        let Quiet {
            node,
            playable,
            beta,
            ..
        } = *quiet;
        if !is_tested && let Some(upper) = two_columns::upper_bound(&g, &node, playable, beta) {
            return Err(upper);
        }
        for chosen in &self.moves[moves] {
            let cell = G::Word::ONE << u32::from(chosen.cell);
            let next = g.playable_after(playable, cell);
            // After a threat, the reply is forced.
            if chosen.wins & next == G::Word::ZERO {
                let child = node.after(cell, chosen.wins);
                if let Some(upper) = two_columns::upper_bound(&g, &child, next, 1 - beta) {
                    return Err(-upper);
                }
            }
        }
        Ok(())
    }

    /// Orders moves by the evaluation of the positions after them as well. It takes as long as
    /// several nodes, which pays for large subtrees.
    #[inline(never)]
    fn evaluate_moves(&mut self, node: &Node<G::Word>, moves: Range<usize>) {
        for chosen in &mut self.moves[moves] {
            let cell = G::Word::ONE << u32::from(chosen.cell);
            let to_move = Side {
                pieces: node.opp,
                wins: node.opp_wins & !cell,
            };
            let waiting = Side {
                pieces: node.own | cell,
                wins: chosen.wins,
            };
            let (score, _) = self.evaluator.score(to_move, waiting);
            chosen.order = ORDER_WEIGHT * chosen.order - score;
        }
    }

    /// Enhanced transposition cutoffs: probes the table for all children. Drops the moves
    /// that it refutes and returns the number of the others and the best score among the
    /// dropped ones, or the value of a move that causes a cutoff as an error.
    #[inline(always)]
    fn probe_children(
        &mut self,
        quiet: &Quiet<G::Word>,
        end: usize,
        count: usize,
    ) -> Result<(usize, i32), i32> {
        let node = &quiet.node;
        let (mut kept, mut best) = (0, i32::MIN);
        for at in end..end + count {
            let cell = G::Word::ONE << u32::from(self.moves[at].cell);
            let key = node.opp + (node.own | node.opp | cell);
            if let Some(found) = self.table.get(self.key(key, node.empty - 1)) {
                if -found.upper >= quiet.beta {
                    return Err(-found.upper);
                }
                if -found.lower < quiet.beta {
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

impl<G: Geometry> Drop for AlphaBeta<G> {
    /// Positions that are no longer searched must not be deferred by other searches.
    fn drop(&mut self) {
        self.abandon();
    }
}

/// A position with several moves that do not lose at once.
#[derive(Clone, Copy, Debug)]
struct Quiet<W> {
    node: Node<W>,
    playable: W,
    /// The playable cells that are not directly below a win of the other side.
    safe: W,
    beta: i32,
    /// Whether an odd number of only moves led to the position.
    flip: bool,
}

/// Returns how many plies away a score of `beta` is about, or the opponent's win that would
/// keep the side to move from it.
#[inline(always)]
fn plies_to(beta: i32, empty: i32) -> i32 {
    empty + 2 - 2 * beta.max(1 - beta)
}

/// Plays only moves, all others losing at once, until there is a choice. If the position is lost,
/// returns as an error whether an odd number of moves was played, and the score.
#[inline(always)]
fn play_only_moves<G: Geometry>(
    g: &G,
    mut node: Node<G::Word>,
    mut beta: i32,
) -> Result<Quiet<G::Word>, (bool, i32)> {
    let zero = G::Word::ZERO;
    let mut flip = false;
    loop {
        let playable = g.playable(node.own | node.opp);
        let forced = playable & node.opp_wins;
        let several = |cells| cells & (cells - G::Word::ONE) != zero;
        let only = if forced == zero {
            let safe = playable & !(node.opp_wins >> 1);
            if safe != zero && several(safe) {
                return Ok(Quiet {
                    node,
                    playable,
                    safe,
                    beta,
                    flip,
                });
            }
            safe
        } else if several(forced) {
            zero
        } else {
            forced & !(node.opp_wins >> 1)
        };
        if only == zero {
            return Err((flip, -(node.empty / 2)));
        }
        let free = g.board() & !(node.own | node.opp | only);
        node = node.after(only, g.completions(node.own | only) & free);
        flip = !flip;
        beta = 1 - beta;
    }
}

/// Bounds the score by the number of empty cells, the lines that can still be completed
/// and the follow-up strategy. Returns a bound that decides the window as an error.
#[inline(always)]
fn static_bounds<G: Geometry>(g: &G, quiet: &Quiet<G::Word>) -> Result<Interval, i32> {
    let Quiet { node, beta, .. } = quiet;
    let bounds = Interval {
        lower: -((node.empty - 2) / 2),
        upper: (node.empty - 1) / 2,
    };
    bounds.cutoff(*beta)?;
    let free = g.board() & !(node.own | node.opp);
    let side = if *beta > 0 { node.own } else { node.opp };
    if !g.has_line(side | free) {
        return Err(0);
    }
    match follow_up::upper_bound(g, node, quiet.playable, *beta) {
        Some(upper) => Err(upper),
        None => Ok(bounds),
    }
}

/// Moves the best remaining move to the front.
#[inline(always)]
fn select_best<W: Word>(moves: &mut [Move<W>]) -> Move<W> {
    let mut best = 0;
    for at in 1..moves.len() {
        if moves[at].order > moves[best].order {
            best = at;
        }
    }
    moves.swap(0, best);
    moves[0]
}

/// Moves the best remaining move to the front that no other thread is searching, or the
/// best if all are being searched.
fn select_deferring<W: Word>(
    moves: &mut [Move<W>],
    node: &Node<W>,
    others: &InProgress,
) -> Move<W> {
    let is_free = |at: &usize| {
        let cell = W::ONE << u32::from(moves[*at].cell);
        !others.contains(InProgress::id(node.after(cell, W::ZERO).key()))
    };
    // Of equals the first, as `select_best` does.
    let free = (0..moves.len()).rev().filter(is_free);
    match free.max_by_key(|&at| moves[at].order) {
        Some(at) => {
            moves.swap(0, at);
            moves[0]
        }
        None => select_best(moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Classic;

    #[test]
    fn what_is_no_longer_searched_is_no_longer_deferred() {
        let mut first = AlphaBeta::new(Classic, 0);
        let mut second = first.share();
        let others = first.in_progress.clone().expect("the search is shared");
        let empty = |search: &mut AlphaBeta<Classic>| search.begin(0, 0, Goal::Exact, None);
        for (slices, end) in [(1, 0), (1, 1), (7, 0), (7, 1)] {
            empty(&mut second);
            for _ in 0..slices {
                assert_eq!(second.advance(200), None);
            }
            assert!(!others.is_empty());
            match end {
                0 => empty(&mut second),
                _ => second = first.share(),
            }
            assert!(others.is_empty(), "{slices} slices, end {end}");
        }
    }
}
