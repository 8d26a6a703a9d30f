//! Search to a fixed depth.

use super::{Choice, ComputerPlayer, Plies, Progress, Search, TieBreak, TurnContext};
use four_shapes_rules::{
    Cell, Player, Position,
    bitboard::{Bits, Board, Masks},
    on_board,
};
use rand::{SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg32;

/// The score of a winning column.
const WIN: i8 = 100;
/// The score of an undecided column.
const UNDECIDED: i8 = 50;
/// The score of a losing column.
const LOSS: i8 = 0;
/// The score of a full column.
const FULL: i8 = -1;

/// Scores each column by a search to a fixed depth.
///
/// A column's score is 100 for a win, 0 for a loss, 50 if neither is found and −1 if the
/// column is full. At depth 0 every column scores 50, at depth 1 only immediate wins are
/// found; at depth *n* a column scores 100 minus the opponent's best score after it at depth
/// *n* − 1. A full board scores 50. Without gravity, cells are scored instead of columns.
///
/// With three or more players all opponents are expected to cooperate: a column scores 100
/// if it wins against any play, and 0 if they can bring about a win of one of them.
///
/// The search deepens iteratively and visits at most
/// [`MAX_POSITIONS`](Self::MAX_POSITIONS). If these do not suffice, the scores are those of
/// the last completed depth.
pub struct Lookahead {
    plies: Plies,
    ties: TieBreak,
    /// The current turn's search and seed.
    turn: Option<(Box<dyn AnySearch>, u64)>,
}

impl Lookahead {
    /// The maximum number of positions visited per turn.
    pub const MAX_POSITIONS: u64 = 1_000_000;

    /// Returns a player with a search depth, and a rule for choosing between columns with the best
    /// score.
    ///
    /// ```
    /// use four_shapes_players::{ComputerPlayer, Lookahead, Plies, TieBreak, TurnContext};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "445566")?; // C1 and G1 win
    /// let turn = TurnContext::from_game(&game).expect("the game is not over");
    /// let plies = Plies::new(2).expect("at most 8");
    /// let mut player = Lookahead::new(plies, TieBreak::Left);
    /// assert_eq!(player.choose(&turn, 1).cell(), Some("C1".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(plies: Plies, ties: TieBreak) -> Self {
        Self {
            plies,
            ties,
            turn: None,
        }
    }

    /// Returns the scores for the player to move: with gravity one for each column from the
    /// left, with its playable cell or, if it is full, its topmost one; without gravity one
    /// for each cell, by column and row.
    ///
    /// If a player has already won, everything that is not full scores 100 for a winner and
    /// 0 for others.
    ///
    /// ```
    /// use four_shapes_players::{Lookahead, Plies, TieBreak};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "445566")?;
    /// let plies = Plies::new(2).expect("at most 8");
    /// let scores = Lookahead::new(plies, TieBreak::Left).scores(game.position());
    /// let scores: Vec<i8> = scores.into_iter().map(|(_, score)| score).collect();
    /// assert_eq!(scores, [50, 50, 100, 50, 50, 50, 100]);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn scores(&self, position: &Position) -> Vec<(Cell, i8)> {
        let rules = position.rules();
        let mut winners = rules.all_players().filter(|&who| position.has_won(who));
        let known = if position.has_won(position.to_move()) {
            Some(WIN)
        } else {
            winners.next().map(|_| LOSS)
        };
        let found = known.map_or_else(
            || {
                let mut search = search(position, self.plies.get());
                search.advance(u64::MAX);
                search.scores()
            },
            |score| position.playable().map(|cell| (cell, score)).collect(),
        );
        let top = usize::from(rules.rows()) - 1;
        let cells = rules.all_cells().filter_map(|cell| {
            if let Some(&found) = found.iter().find(|(at, _)| *at == cell) {
                return Some(found);
            }
            let full = !rules.gravity() || cell.row() == top;
            (full && position.piece_at(cell).is_some()).then_some((cell, FULL))
        });
        cells.collect()
    }

    /// Chooses a move with the best score.
    fn choose_best(&self, mut scores: Vec<(Cell, i8)>, seed: u64) -> Choice {
        let best = scores.iter().map(|&(_, score)| score).max();
        scores.retain(|&(_, score)| Some(score) == best);
        scores.sort_unstable();
        let chosen = match self.ties {
            TieBreak::Left => scores.first(),
            TieBreak::Right => scores.last(),
            TieBreak::Random => scores.choose(&mut Pcg32::seed_from_u64(seed)),
        };
        Choice::Place(chosen.expect("a turn has a move").0)
    }
}

impl ComputerPlayer for Lookahead {
    fn begin(&mut self, turn: &TurnContext, seed: u64) {
        self.turn = Some((search(turn.position(), self.plies.get()), seed));
    }

    fn best_so_far(&self) -> Choice {
        let (search, seed) = self.turn.as_ref().expect("`begin` comes first");
        self.choose_best(search.scores(), *seed)
    }

    fn percent(&self) -> u8 {
        let (search, _) = self.turn.as_ref().expect("`begin` comes first");
        search.percent()
    }
}

impl Search for Lookahead {
    type Answer = Choice;

    fn run(&mut self, nodes: u64) -> Progress<Choice> {
        let (search, _) = self.turn.as_mut().expect("`begin` comes first");
        if search.advance(nodes) {
            Progress::Done(self.best_so_far())
        } else {
            Progress::Paused
        }
    }
}

/// A search on a board of any width.
trait AnySearch: Send {
    /// Visits up to `budget` more positions. Returns whether the search is done.
    fn advance(&mut self, budget: u64) -> bool;
    /// Returns the scores of all moves at the last completed depth.
    fn scores(&self) -> Vec<(Cell, i8)>;
    /// Returns an estimate of the progress, 0 to 99 %.
    fn percent(&self) -> u8;
}

/// Starts a search of a position in which no player has won.
fn search(position: &Position, plies: u8) -> Box<dyn AnySearch> {
    on_board!(position.board(), board => {
        Box::new(DepthSearch::new(board, position.to_move(), plies))
    })
}

/// Iterative-deepening alpha–beta search on an explicit stack, with scores for the player
/// to move at the root: 0, 50 or 100.
struct DepthSearch<B> {
    masks: Masks<B>,
    /// The bits of all cells in move order.
    order: Vec<B>,
    /// The player to move at the root.
    player: usize,
    max_depth: u8,
    /// The last completed depth.
    depth: u8,
    /// The root moves, and their scores at the last completed depth.
    moves: Vec<(Cell, B, i8)>,
    /// The scores of the first moves at the next depth.
    next_scores: Vec<i8>,
    pieces: Pieces<B>,
    frames: Vec<Frame<B>>,
    /// The untried moves of all frames, the next one last.
    pending: Vec<B>,
    nodes: u64,
}

/// The pieces of each player, and the turn.
#[derive(Clone)]
struct Pieces<B> {
    players: Vec<B>,
    occupied: B,
    to_move: usize,
}

impl<B: Bits> Pieces<B> {
    fn own(&self) -> B {
        self.players[self.to_move]
    }

    fn player_after(&self, turns: usize) -> usize {
        (self.to_move + turns) % self.players.len()
    }

    fn make_move(&mut self, cell: B) {
        let own = &mut self.players[self.to_move];
        *own = *own | cell;
        self.occupied = self.occupied | cell;
        self.to_move = self.player_after(1);
    }

    fn unmake_move(&mut self, cell: B) {
        self.to_move = self.player_after(self.players.len() - 1);
        let own = &mut self.players[self.to_move];
        *own = *own & !cell;
        self.occupied = self.occupied & !cell;
    }
}

/// A position whose moves are being searched.
struct Frame<B> {
    last_move: B,
    /// The remaining depth.
    depth: usize,
    alpha: i8,
    beta: i8,
    /// The index of its first move in `pending`.
    moves: usize,
}

impl<B: Bits> DepthSearch<B> {
    fn new(board: &Board<B>, player: Player, max_depth: u8) -> Self {
        let rules = board.rules();
        let masks = Masks::new(rules);
        let players: Vec<B> = rules.all_players().map(|who| board.of(who)).collect();
        let occupied = players.iter().fold(B::ZERO, |all, &own| all | own);
        let player = player.index();
        let open = masks.playable_cells(occupied);
        let central = masks.central_first();
        let moves = central.iter().filter(|&&(_, bit)| bit & open != B::ZERO);
        Self {
            moves: moves.map(|&(cell, bit)| (cell, bit, UNDECIDED)).collect(),
            masks,
            order: central.into_iter().map(|(_, bit)| bit).collect(),
            player,
            max_depth,
            depth: 0,
            next_scores: Vec::new(),
            pieces: Pieces {
                players,
                occupied,
                to_move: player,
            },
            frames: Vec::new(),
            pending: Vec::new(),
            nodes: 0,
        }
    }

    /// Returns the score of a win of the player to move.
    fn win_score(&self) -> i8 {
        if self.pieces.to_move == self.player {
            WIN
        } else {
            LOSS
        }
    }

    /// Returns the empty cells of the lines that a player can complete within the remaining
    /// depth.
    fn relevant_to(&self, player: usize, depth: usize) -> B {
        let players = self.pieces.players.len();
        let wait = (player + players - self.pieces.to_move) % players;
        let turns = (depth + players - 1 - wait) / players;
        let free = self.masks.empty(self.pieces.occupied);
        if turns == 0 {
            return B::ZERO;
        }
        self.masks
            .window_cells(self.pieces.players[player], free, turns)
    }

    /// Returns the cells relevant to the player at the root, and to the others.
    fn relevant(&self, depth: usize) -> (B, B) {
        let mut others = B::ZERO;
        for turn in 0..depth.min(self.pieces.players.len()) {
            let player = self.pieces.player_after(turn);
            if player != self.player {
                others = others | self.relevant_to(player, depth);
            }
        }
        (self.relevant_to(self.player, depth), others)
    }

    /// Returns the score of the position within the window if it needs no search,
    /// otherwise pushes a frame.
    fn visit(&mut self, last_move: B, depth: usize, alpha: i8, beta: i8) -> Option<i8> {
        self.nodes += 1;
        let within = |score: i8| Some(score.clamp(alpha, beta));
        let open = self.masks.playable_cells(self.pieces.occupied);
        if depth == 0 || open == B::ZERO {
            return within(UNDECIDED);
        }
        let win = self.win_score();
        if self.masks.completing_cells(self.pieces.own()) & open != B::ZERO {
            return within(win);
        }
        if depth == 1 {
            return within(UNDECIDED);
        }
        // If the next player is an opponent of this one, its immediate wins must be blocked.
        let next = self.pieces.player_after(1);
        let mut forced = B::ZERO;
        if (next == self.player) != (self.pieces.to_move == self.player) {
            forced = self.masks.completing_cells(self.pieces.players[next]) & open;
            if forced.count_ones() > 1 {
                return within(WIN - win);
            }
        }
        // A side without a line to complete cannot win.
        let (own, others) = self.relevant(depth);
        let lower = if others == B::ZERO { UNDECIDED } else { LOSS };
        let upper = if own == B::ZERO { UNDECIDED } else { WIN };
        let (alpha, beta) = (alpha.max(lower), beta.min(upper));
        if alpha >= beta {
            return within(UNDECIDED);
        }
        let moves = if forced == B::ZERO {
            self.distinct(open, own | others)
        } else {
            forced
        };
        let begin = self.pending.len();
        let order = self.order.iter().rev();
        self.pending
            .extend(order.filter(|&&cell| cell & moves != B::ZERO));
        self.frames.push(Frame {
            last_move,
            depth,
            alpha,
            beta,
            moves: begin,
        });
        None
    }

    /// Drops equivalent moves: without gravity, all cells relevant to no player.
    fn distinct(&self, open: B, relevant: B) -> B {
        let equivalent = open & !relevant;
        if self.masks.rules.gravity() || equivalent == B::ZERO {
            return open;
        }
        let mut order = self.order.iter();
        let first = order.find(|&&cell| cell & equivalent != B::ZERO);
        open & relevant | *first.expect("`order` has every cell")
    }

    /// Updates the parent frame, or the root, with the score of one of its moves.
    fn update_parent(&mut self, score: i8) {
        let maximizing = self.pieces.to_move == self.player;
        match self.frames.last_mut() {
            None => self.next_scores.push(score),
            Some(frame) if maximizing => frame.alpha = frame.alpha.max(score),
            Some(frame) => frame.beta = frame.beta.min(score),
        }
    }

    /// Searches the next move of the top frame, or pops the frame.
    fn step(&mut self) {
        let maximizing = self.pieces.to_move == self.player;
        let frame = self.frames.last().expect("the stack is not empty");
        if frame.alpha >= frame.beta || self.pending.len() == frame.moves {
            self.pending.truncate(frame.moves);
            let score = if maximizing { frame.alpha } else { frame.beta };
            let last_move = frame.last_move;
            self.frames.pop();
            self.pieces.unmake_move(last_move);
            self.update_parent(score);
            return;
        }
        let (depth, alpha, beta) = (frame.depth, frame.alpha, frame.beta);
        let cell = self.pending.pop().expect("the frame has an untried move");
        self.try_move(cell, depth - 1, alpha, beta);
    }

    fn try_move(&mut self, cell: B, depth: usize, alpha: i8, beta: i8) {
        self.pieces.make_move(cell);
        if let Some(score) = self.visit(cell, depth, alpha, beta) {
            self.pieces.unmake_move(cell);
            self.update_parent(score);
        }
    }

    /// Starts the search of the next root move.
    fn begin_root_move(&mut self) {
        let (_, cell, score) = self.moves[self.next_scores.len()];
        // A decided score never changes.
        if score != UNDECIDED {
            self.next_scores.push(score);
            return;
        }
        let depth = usize::from(self.depth) + 1;
        let open = self.masks.playable_cells(self.pieces.occupied);
        if self.masks.completing_cells(self.pieces.own()) & open & cell != B::ZERO {
            self.next_scores.push(WIN);
            return;
        }
        let (own, others) = self.relevant(depth);
        let distinct = self.distinct(open, own | others);
        if cell & distinct == B::ZERO {
            let mut searched = self.moves[..self.next_scores.len()].iter();
            let equivalent = searched.position(|&(_, other, _)| {
                other & (own | others) == B::ZERO && other & distinct != B::ZERO
            });
            let equivalent = equivalent.expect("the first equivalent move comes first");
            self.next_scores.push(self.next_scores[equivalent]);
            return;
        }
        self.try_move(cell, depth - 1, LOSS, WIN);
    }
}

impl<B: Bits> AnySearch for DepthSearch<B> {
    fn advance(&mut self, budget: u64) -> bool {
        let limit = self.nodes.saturating_add(budget);
        loop {
            if self.depth == self.max_depth || self.nodes >= Lookahead::MAX_POSITIONS {
                return true;
            }
            if self.nodes >= limit {
                return false;
            }
            if !self.frames.is_empty() {
                self.step();
            } else if self.next_scores.len() < self.moves.len() {
                self.begin_root_move();
            } else {
                for (entry, score) in self.moves.iter_mut().zip(self.next_scores.drain(..)) {
                    entry.2 = score;
                }
                self.depth += 1;
            }
        }
    }

    fn scores(&self) -> Vec<(Cell, i8)> {
        let moves = self.moves.iter();
        moves.map(|&(cell, _, score)| (cell, score)).collect()
    }

    fn percent(&self) -> u8 {
        let by_depth = u64::from(self.depth) * 100 / u64::from(self.max_depth.max(1));
        let by_nodes = self.nodes * 100 / Lookahead::MAX_POSITIONS;
        by_depth.max(by_nodes).min(99) as u8
    }
}
