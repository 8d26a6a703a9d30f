//! Iterative-deepening alpha–beta search with a static or learned evaluation, for two players
//! with gravity.

use four_shapes_rules::{
    Cell, Position,
    bitboard::{Bits, Board, Masks},
    on_board,
};
use four_shapes_solver::evaluation::{Evaluator, Side, Weights};
use std::hash::{Hash, Hasher};

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The maximum depth in plies. Forced replies do not count.
    pub(super) depth: u8,
    /// The maximum number of nodes.
    pub(super) nodes: u64,
    /// Moves up to this much worse than the best get an exact value.
    pub(super) margin: i32,
    /// The maximum size of the transposition table in bytes.
    pub(super) memory: usize,
    pub(super) mode: Mode,
}

/// How a search evaluates positions and which moves it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Weights chosen by hand: an open line that lacks two pieces counts 4. All moves are
    /// searched to the same depth.
    FullWidth,
    /// The learned [`evaluation`](four_shapes_solver::evaluation), in its unit, and a principal variation
    /// search with late move reductions, its moves ordered by their history of cutoffs.
    Selective,
}

/// A search on a board of any width.
pub(super) trait RootSearch: Send {
    /// Searches up to `budget` more nodes. Returns whether the search is done.
    fn advance(&mut self, budget: u64) -> bool;

    /// Returns the moves and their values for the player to move, the best first. Values
    /// below the best by more than the margin are upper bounds.
    fn moves(&self) -> Vec<(Cell, i32)>;

    /// Returns an estimate of the progress, 0 to 99 %.
    fn percent(&self) -> u8;
}

/// Starts a search among the given moves of a position in which neither player has won.
pub(super) fn search(position: &Position, moves: &[Cell], limits: Limits) -> Box<dyn RootSearch> {
    on_board!(position.board(), board => {
        Box::new(AlphaBeta::new(position, board, moves, limits))
    })
}

/// Returns whether a value is a proven win or loss.
pub(super) fn is_decided(value: i32) -> bool {
    value.abs() > WIN - 1000
}

/// The value of a win is this minus the number of pieces on the board at the end.
const WIN: i32 = 1_000_000;

/// Greater than any value.
const INFINITY: i32 = WIN + 1;

/// The value of a threat to a cell that its owner gets by zugzwang.
const ZUGZWANG_THREAT: i32 = 36;
/// The value of any other threat.
const THREAT: i32 = 16;
/// The value of a line that lacks two pieces.
const TWO_MISSING: i32 = 4;
/// The value of a line that lacks three pieces.
const THREE_MISSING: i32 = 1;
/// The value of the turn.
const TEMPO: i32 = 3;

/// The count at which all counts of the history are halved.
const MAX_HISTORY: u32 = 1 << 20;

struct AlphaBeta<B> {
    masks: Masks<B>,
    /// The learned evaluation, in a selective search.
    evaluator: Option<Evaluator<'static, B>>,
    /// The bits of all cells, the most central first.
    order: Vec<B>,
    limits: Limits,
    root: Sides<B>,
    /// The root moves, and their values at the last completed depth.
    moves: Vec<Move<B>>,
    /// The last completed depth.
    depth: u8,
    /// The values of the first moves at the next depth.
    next_values: Vec<i32>,
    frames: Vec<Frame<B>>,
    /// The untried moves of all frames, the next one last.
    pending: Vec<B>,
    table: Vec<Option<Entry<B>>>,
    nodes: u64,
    /// How often each player's moves caused a cutoff, weighted by depth.
    history: Vec<u32>,
    /// How the current root move is searched.
    root_scope: Scope,
}

/// Returns by how many plies a late move, after `begun` others, is searched less deeply at
/// first.
fn reduction(depth: u8, begun: u8) -> u8 {
    match (depth, begun) {
        (6.., 4..) => 2,
        (3.., 2..) => 1,
        _ => 0,
    }
}

struct Move<B> {
    cell: Cell,
    bit: B,
    value: i32,
}

/// The pieces of the player to move, and of the opponent.
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

/// A position whose moves are being searched.
struct Frame<B> {
    sides: Sides<B>,
    /// The remaining depth.
    depth: u8,
    /// The remaining depth after a move.
    child_depth: u8,
    /// The window on entry.
    alpha: i32,
    beta: i32,
    best: i32,
    best_move: B,
    /// The index of its first move in `pending`.
    moves: usize,
    /// The move being searched.
    current: B,
    /// The number of moves begun.
    begun: u8,
    scope: Scope,
}

/// How the current move is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// With the full window and depth.
    Full,
    /// With a null window: a better move than those before is searched again.
    NullWindow,
    /// With a null window at a smaller depth.
    Reduced,
    /// The null window was exceeded, so the same move is next in full.
    Again,
}

/// An entry of the transposition table.
#[derive(Clone, Copy)]
struct Entry<B> {
    sides: Sides<B>,
    value: i32,
    depth: u8,
    bound: Bound,
    best_move: B,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Lower,
    Upper,
    Exact,
}

impl<B: Bits> AlphaBeta<B> {
    fn new(position: &Position, board: &Board<B>, moves: &[Cell], limits: Limits) -> Self {
        let rules = board.rules();
        let masks = Masks::new(rules);
        let central = masks.central_first();
        let moves = central.iter().filter(|(cell, _)| moves.contains(cell));
        let moves = moves.map(|&(cell, bit)| Move {
            cell,
            bit,
            value: 0,
        });
        let entries = limits.memory / size_of::<Option<Entry<B>>>();
        let index_bits = (entries as u64).min(limits.nodes).max(1).ilog2();
        Self {
            moves: moves.collect(),
            order: central.iter().map(|&(_, bit)| bit).collect(),
            masks,
            evaluator: (limits.mode == Mode::Selective)
                .then(|| Evaluator::new(rules, Weights::nearest(rules))),
            limits,
            root: Sides {
                own: board.of(position.to_move()),
                other: board.of(position.player_after(1)),
            },
            depth: 0,
            next_values: Vec::new(),
            frames: Vec::new(),
            pending: Vec::new(),
            table: vec![None; 1 << index_bits],
            nodes: 0,
            history: vec![0; 2 * B::WIDTH as usize],
            root_scope: Scope::Full,
        }
    }

    /// Returns the value of the position if it needs no search, otherwise pushes a frame.
    fn visit(&mut self, sides: Sides<B>, depth: u8, alpha: i32, beta: i32) -> Option<i32> {
        self.nodes += 1;
        let occupied = sides.occupied();
        let open = self.masks.playable_cells(occupied);
        if open == B::ZERO {
            return Some(0);
        }
        let pieces = occupied.count_ones().cast_signed();
        let own_wins = self.masks.completing_cells(sides.own) & !occupied;
        if own_wins & open != B::ZERO {
            return Some(WIN - (pieces + 1));
        }
        let other_wins = self.masks.completing_cells(sides.other) & !occupied;
        let threats = other_wins & open;
        let forced = threats != B::ZERO;
        let candidates = if forced { threats } else { open } & !(other_wins >> 1);
        if threats.count_ones() > 1 || candidates == B::ZERO {
            return Some(-(WIN - (pieces + 2)));
        }
        if depth == 0 && !forced {
            return Some(self.evaluate(sides, own_wins, other_wins));
        }
        let entry = if forced { None } else { self.probe(sides) };
        if let Some(entry) = entry.filter(|entry| entry.depth >= depth) {
            let cutoff = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.value >= beta,
                Bound::Upper => entry.value <= alpha,
            };
            if cutoff {
                return Some(entry.value);
            }
        }
        let moves = self.pending.len();
        let tt_move = entry.map_or(B::ZERO, |entry| entry.best_move);
        self.push_moves(sides, candidates, own_wins, tt_move, depth);
        self.frames.push(Frame {
            sides,
            depth,
            child_depth: if forced { depth } else { depth - 1 },
            alpha,
            beta,
            best: -INFINITY,
            best_move: B::ZERO,
            moves,
            current: B::ZERO,
            begun: 0,
            scope: Scope::Full,
        });
        None
    }

    /// Pushes moves, the most promising last.
    fn push_moves(&mut self, sides: Sides<B>, moves: B, own_wins: B, tt_move: B, depth: u8) {
        let begin = self.pending.len();
        let order = self.order.iter().rev();
        self.pending
            .extend(order.filter(|&&cell| cell & moves != B::ZERO));
        // Close to the leaves, ordering does not pay for itself.
        if depth < 2 {
            return;
        }
        let free = self.masks.empty(sides.occupied()) & !own_wins;
        let masks = &self.masks;
        self.pending[begin..].sort_by_cached_key(|&cell| {
            let wins = masks.completing_cells(sides.own | cell) & free;
            (
                cell == tt_move,
                wins.count_ones(),
                self.history[Self::history_index(sides, cell)],
            )
        });
    }

    /// Evaluates a position without immediate wins, for the player to move.
    fn evaluate(&self, sides: Sides<B>, own_wins: B, other_wins: B) -> i32 {
        if let Some(evaluator) = &self.evaluator {
            let side = |pieces, wins| Side { pieces, wins };
            let (own, other) = (side(sides.own, own_wins), side(sides.other, other_wins));
            return evaluator.score(own, other).0;
        }
        let free = self.masks.empty(sides.occupied());
        let lines = |own: B| {
            let lacking = self.masks.windows::<4>(own, free).map(u32::cast_signed);
            TWO_MISSING * (lacking[2] - lacking[1]) + THREE_MISSING * (lacking[3] - lacking[2])
        };
        let threats = |wins: B, zugzwang: B| {
            let all = wins.count_ones().cast_signed();
            let zugzwang = (wins & zugzwang).count_ones().cast_signed();
            ZUGZWANG_THREAT * zugzwang + THREAT * (all - zugzwang)
        };
        // The opponent gets the upper cells if the number of empty cells is even.
        let (own_cells, other_cells) = if free.count_ones().is_multiple_of(2) {
            (!self.masks.upper, self.masks.upper)
        } else {
            (self.masks.upper, !self.masks.upper)
        };
        TEMPO + lines(sides.own) - lines(sides.other) + threats(own_wins, own_cells)
            - threats(other_wins, other_cells)
    }

    /// Returns the index of a move of the player to move in `history`.
    fn history_index(sides: Sides<B>, cell: B) -> usize {
        let player = sides.occupied().count_ones() % 2;
        (player * B::WIDTH + (cell - B::ONE).count_ones()) as usize
    }

    /// Records a move that caused a cutoff, in a selective search.
    fn record_cutoff(&mut self, sides: Sides<B>, cell: B, depth: u8) {
        if self.evaluator.is_none() {
            return;
        }
        let count = &mut self.history[Self::history_index(sides, cell)];
        *count += u32::from(depth).pow(2);
        if *count > MAX_HISTORY {
            for count in &mut self.history {
                *count /= 2;
            }
        }
    }

    fn slot(&self, sides: Sides<B>) -> usize {
        let mut hasher = MultiplyHasher(0);
        sides.hash(&mut hasher);
        hasher.finish() as usize & (self.table.len() - 1)
    }

    fn probe(&self, sides: Sides<B>) -> Option<Entry<B>> {
        self.table[self.slot(sides)].filter(|entry| entry.sides == sides)
    }

    /// Updates the parent frame, or the root, with the value of the position after its
    /// current move.
    fn update_parent(&mut self, value: i32) {
        let value = -value;
        let Some(frame) = self.frames.last_mut() else {
            if self.root_scope == Scope::NullWindow && value > self.root_alpha() {
                self.root_scope = Scope::Again;
            } else {
                self.root_scope = Scope::Full;
                self.next_values.push(value);
            }
            return;
        };
        let exceeds = value > frame.best.max(frame.alpha);
        if match frame.scope {
            Scope::Reduced => exceeds,
            Scope::NullWindow => exceeds && value < frame.beta,
            Scope::Full | Scope::Again => false,
        } {
            frame.scope = Scope::Again;
            self.pending.push(frame.current);
            return;
        }
        if value > frame.best {
            frame.best = value;
            frame.best_move = frame.current;
        }
    }

    /// Searches the next move of the top frame, or pops the frame.
    fn step(&mut self) {
        let frame = self.frames.last_mut().expect("the stack is not empty");
        if frame.best < frame.beta && self.pending.len() > frame.moves {
            let cell = self.pending.pop().expect("the frame has an untried move");
            frame.current = cell;
            let bound = frame.best.max(frame.alpha);
            let mut beta = frame.beta;
            let (after, mut depth) = (frame.sides.after(cell), frame.child_depth);
            if frame.scope == Scope::Again || frame.begun == 0 {
                frame.scope = Scope::Full;
            } else if self.evaluator.is_some() {
                frame.scope = Scope::NullWindow;
                beta = bound + 1;
                let reduction = reduction(frame.depth, frame.begun);
                if reduction > 0 {
                    frame.scope = Scope::Reduced;
                    depth -= reduction;
                }
            }
            frame.begun = frame.begun.saturating_add(1);
            let (alpha, beta) = (-beta, -bound);
            if let Some(value) = self.visit(after, depth, alpha, beta) {
                self.update_parent(value);
            }
            return;
        }
        let frame = self.frames.pop().expect("the stack is not empty");
        self.pending.truncate(frame.moves);
        let bound = if frame.best >= frame.beta {
            Bound::Lower
        } else if frame.best <= frame.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        // Forced replies are as fast to find again.
        if frame.child_depth < frame.depth {
            if bound == Bound::Lower {
                self.record_cutoff(frame.sides, frame.best_move, frame.depth);
            }
            let slot = self.slot(frame.sides);
            self.table[slot] = Some(Entry {
                sides: frame.sides,
                value: frame.best,
                depth: frame.depth,
                bound,
                best_move: frame.best_move,
            });
        }
        self.update_parent(frame.best);
    }

    /// Returns the value up to which root moves need no exact value. A window must not be below
    /// every value.
    fn root_alpha(&self) -> i32 {
        let best = self.next_values.iter().max();
        best.map_or(-INFINITY, |best| {
            (best - self.limits.margin - 1).max(-INFINITY)
        })
    }

    /// Starts the search of the next root move.
    fn begin_root_move(&mut self) {
        let bit = self.moves[self.next_values.len()].bit;
        let alpha = self.root_alpha();
        let mut beta = INFINITY;
        if self.root_scope == Scope::Again || self.next_values.is_empty() {
            self.root_scope = Scope::Full;
        } else if self.evaluator.is_some() {
            self.root_scope = Scope::NullWindow;
            beta = alpha + 1;
        }
        let pieces = self.root.occupied().count_ones().cast_signed();
        let wins = self.masks.completing_cells(self.root.own);
        let value = if bit & wins == B::ZERO {
            self.visit(self.root.after(bit), self.depth, -beta, -alpha)
        } else {
            Some(-(WIN - (pieces + 1)))
        };
        if let Some(value) = value {
            self.update_parent(value);
        }
    }

    fn is_done(&self) -> bool {
        let decided = self.depth > 0 && is_decided(self.moves[0].value);
        self.depth == self.limits.depth
            || self.nodes >= self.limits.nodes
            || self.moves.len() < 2
            || decided
            || u32::from(self.depth) > self.masks.empty(self.root.occupied()).count_ones()
    }
}

impl<B: Bits> RootSearch for AlphaBeta<B> {
    fn advance(&mut self, budget: u64) -> bool {
        let limit = self.nodes.saturating_add(budget);
        loop {
            if self.is_done() {
                return true;
            }
            if self.nodes >= limit {
                return false;
            }
            if !self.frames.is_empty() {
                self.step();
            } else if self.next_values.len() < self.moves.len() {
                self.begin_root_move();
            } else {
                for (entry, value) in self.moves.iter_mut().zip(self.next_values.drain(..)) {
                    entry.value = value;
                }
                self.moves.sort_by_key(|entry| -entry.value);
                self.depth += 1;
            }
        }
    }

    fn moves(&self) -> Vec<(Cell, i32)> {
        let moves = self.moves.iter();
        moves.map(|entry| (entry.cell, entry.value)).collect()
    }

    fn percent(&self) -> u8 {
        let by_depth = u64::from(self.depth) * 100 / u64::from(self.limits.depth.max(1));
        let by_nodes = self.nodes * 100 / self.limits.nodes.max(1);
        by_depth.max(by_nodes).min(99) as u8
    }
}

/// Hashes positions by rotating and multiplying each word.
struct MultiplyHasher(u64);

impl Hasher for MultiplyHasher {
    /// Words of 256 bits are hashed as bytes.
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        for &byte in rest {
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

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::{Rules, RulesConfig, bitboard::U256};
    use four_shapes_solver::Solver;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg32;

    fn rules(columns: u32, rows: u32) -> Rules {
        let config = RulesConfig {
            columns,
            rows,
            connect: 4,
            players: 2,
            gravity: true,
        };
        Rules::new(config).unwrap()
    }

    /// Returns a position after random moves that complete no line.
    fn random_position(rules: Rules, plies: usize, random: &mut Pcg32) -> Position {
        'game: loop {
            let mut position = Position::new(rules);
            for _ in 0..plies {
                let cells: Vec<Cell> = position.playable().collect();
                let cell = cells[random.random_range(0..cells.len())];
                let player = position.to_move();
                position.place(player, cell).unwrap();
                if position.has_won(player) {
                    continue 'game;
                }
            }
            return position;
        }
    }

    #[test]
    fn every_board_is_hashed_by_words() {
        /// Counts the words and the bytes of a hash.
        struct Counter(MultiplyHasher, usize);
        impl Hasher for Counter {
            fn write(&mut self, bytes: &[u8]) {
                let mut alone = MultiplyHasher(0);
                alone.write(bytes);
                let mut by_words = MultiplyHasher(0);
                for word in bytes.chunks(8) {
                    let mut filled = [0; 8];
                    filled[..word.len()].copy_from_slice(word);
                    by_words.write_u64(u64::from_le_bytes(filled));
                }
                assert_eq!(alone.finish(), by_words.finish());
                self.1 += bytes.len();
                self.0.write(bytes);
            }
            fn finish(&self) -> u64 {
                self.0.finish()
            }
        }
        fn check<B: Bits>() {
            let full = !B::ZERO;
            let sides = Sides {
                own: B::ONE,
                other: full,
            };
            let mut counter = Counter(MultiplyHasher(0), 0);
            sides.hash(&mut counter);
            let (bytes, words) = (counter.1, 2 * B::WIDTH as usize / 8);
            // A length may come first.
            assert!((words..=words + 16).contains(&bytes), "{bytes} of {words}");
        }
        check::<u64>();
        check::<u128>();
        check::<U256>();
    }

    fn start(position: &Position, mode: Mode, nodes: u64) -> Box<dyn RootSearch> {
        let limits = Limits {
            depth: 60,
            nodes,
            margin: 0,
            memory: 1 << 20,
            mode,
        };
        let moves: Vec<Cell> = position.playable().collect();
        search(position, &moves, limits)
    }

    fn best(position: &Position, mode: Mode, nodes: u64) -> (Cell, i32) {
        let mut search = start(position, mode, nodes);
        assert!(search.advance(u64::MAX));
        search.moves()[0]
    }

    #[test]
    fn a_selective_search_agrees_with_the_solver() {
        let rules = rules(6, 5);
        let mut random = Pcg32::seed_from_u64(1);
        let mut solver = Solver::new(rules, 1 << 20).unwrap();
        let mut decided = 0;
        for round in 0..200 {
            let position = random_position(rules, 12 + round % 12, &mut random);
            let columns = solver.column_scores(&position).unwrap();
            let (cell, value) = best(&position, Mode::Selective, 100_000);
            let score = columns.get(cell.column()).unwrap();
            if is_decided(value) {
                assert_eq!(value.signum(), score.outcome() as i32, "{position:?}");
                decided += 1;
            }
        }
        assert!(decided > 100, "{decided}");
    }

    #[test]
    fn a_selective_search_finds_losses_within_few_pieces() {
        let rules = rules(8, 7);
        let mut losses = 0;
        for position in [
            "8/8/8/8/8/4a3/b1b1aa2 b 8,7,4 2 g",
            "8/8/8/8/8/1b6/1b1aa2a b 8,7,4 2 g",
            "8/8/8/8/8/2a2bb1/1aa2ab1 b 8,7,4 2 g",
        ] {
            let position: Position = position.parse().unwrap();
            assert_eq!(position.rules(), rules);
            let limits = Limits {
                depth: 40,
                nodes: 2_000,
                margin: 12,
                memory: 1 << 18,
                mode: Mode::Selective,
            };
            let moves: Vec<Cell> = position.playable().collect();
            let mut search = search(&position, &moves, limits);
            assert!(search.advance(u64::MAX));
            losses += usize::from(search.moves()[0].1 < 0);
        }
        assert_eq!(losses, 3);
    }

    #[test]
    fn slices_do_not_change_a_selective_search_and_its_nodes_are_limited() {
        let mut random = Pcg32::seed_from_u64(2);
        for (columns, rows) in [(9, 7), (8, 8), (15, 15)] {
            let position = random_position(rules(columns, rows), 9, &mut random);
            let mut whole = start(&position, Mode::Selective, 20_000);
            assert!(whole.advance(u64::MAX));
            let mut other = start(&position, Mode::Selective, 20_000);
            let mut slices = 1;
            while !other.advance(7) {
                slices += 1;
            }
            assert_eq!(other.moves(), whole.moves());
            assert!((1000..=20_000 / 7 + 1).contains(&slices), "{slices}");
        }
    }

    #[test]
    fn a_selective_search_beats_a_full_width_search_of_as_many_nodes() {
        let rules = rules(9, 7);
        let mut random = Pcg32::seed_from_u64(3);
        let (mut won, mut lost) = (0, 0);
        for _ in 0..15 {
            let opening = random_position(rules, 6, &mut random);
            for modes in [
                [Mode::Selective, Mode::FullWidth],
                [Mode::FullWidth, Mode::Selective],
            ] {
                let mut position = opening.clone();
                while position.piece_count() < rules.cells() {
                    let mode = modes[position.piece_count() % 2];
                    let (cell, _) = best(&position, mode, 2_000);
                    let player = position.to_move();
                    position.place(player, cell).unwrap();
                    if position.has_won(player) {
                        won += usize::from(mode == Mode::Selective);
                        lost += usize::from(mode == Mode::FullWidth);
                        break;
                    }
                }
            }
        }
        assert!(won >= 2 * lost, "{won} won, {lost} lost");
    }
}
