//! The search tree.

use super::{
    endgame,
    node::{Node, Nodes, Outcomes, ROOT, Unexpanded},
    playout::play_out,
    prior::{is_dead, priors},
    state::{self, Square, State},
    threats, threes,
    tuning::Tuning,
};
use four_shapes_rules::{Cell, Position};
use four_shapes_solver::Outcome;
use rand::SeedableRng;
use rand_pcg::Pcg32;

/// The node budgets of threat-space searches: at the root, after each root move, and at a
/// leaf before its expansion.
const ROOT_THREAT_NODES: u32 = 4_000;
const REPLY_THREAT_NODES: u32 = 1_000;
const LEAF_THREAT_NODES: u32 = 30;

/// The same at the root and after each root move for fours and threes, whose nodes are faster.
const ROOT_THREE_NODES: u32 = 100_000;
const REPLY_THREE_NODES: u32 = 4_000;

/// The fraction of the best move's value that a safer move must have.
const SAFE_MOVE_RATIO: f64 = 0.8;

/// Subtracted from the value of proven losses, greater than any value.
const LOSS_PENALTY: f64 = 1e9;

/// The search stops at this many visits of the root.
const MAX_VISITS: u32 = 1 << 31;

/// A Monte Carlo search tree.
///
/// It supports any number of players, with or without gravity. Its growth depends only on
/// the position, the seed, the memory and the total budget, not on how
/// [`grow`](Self::grow) slices it.
pub struct Tree {
    tuning: Tuning,
    start: State,
    /// The board of the playout.
    board: State,
    nodes: Nodes,
    random: Pcg32,
    /// The nodes of the playout from the root.
    path: Vec<u32>,
    stage: Stage,
    playouts: u64,
    /// The value of a draw.
    draw: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Solve the endgame.
    Endgame,
    /// Search for a win by threats of the player to move.
    Attack,
    /// Search for one of the opponent after this child of the root.
    Defence(u32),
    Playouts,
    Done,
}

/// The statistics of a root move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeMove {
    /// The cell of the move.
    pub cell: Cell,
    /// The number of playouts through the move.
    pub visits: u32,
    /// The expected score of the player who makes the move, from 0 for a loss to 1 for a
    /// win. A draw among *n* players counts 1/*n*, so the players' scores add up to 1.
    pub expected_score: f32,
    /// The proved outcome of the move under best play, for the player who makes it.
    ///
    /// With three or more players, a player who can no longer win may decide which of the
    /// others does. Nothing is proved in that case.
    pub proved: Option<Outcome>,
}

impl Tree {
    /// Creates a tree with only the root, a position in which no player has won.
    ///
    /// `memory` is the maximum size in bytes, but at least 32 KB are allocated; a node takes
    /// 32 bytes. When the memory is full, playouts continue without new nodes.
    ///
    /// ```
    /// use four_shapes_players::Tree;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "112233")?;
    /// let mut tree = Tree::new(game.position(), 1, 1 << 20);
    /// tree.grow(1_000);
    /// assert_eq!(tree.best(), Some("D1".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(position: &Position, seed: u64, memory: usize) -> Self {
        Self::with_tuning(position, seed, memory, Tuning::default())
    }

    /// Creates a tree with other constants than the default.
    ///
    /// ```
    /// use four_shapes_players::{Tree, Tuning};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "112233")?;
    /// let tuning = Tuning { expansion_visits: 2, ..Tuning::default() };
    /// let mut tree = Tree::with_tuning(game.position(), 1, 1 << 20, tuning);
    /// tree.grow(1_000);
    /// assert_eq!(tree.best(), Some("D1".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_tuning(position: &Position, seed: u64, memory: usize, tuning: Tuning) -> Self {
        let start = State::new(position, tuning.distance);
        let mut tree = Self {
            tuning,
            board: start.clone(),
            start,
            nodes: Nodes::new(memory),
            random: Pcg32::seed_from_u64(seed),
            path: Vec::new(),
            stage: Stage::Done,
            playouts: 0,
            draw: 0.0,
        };
        tree.restart(position, seed);
        tree
    }

    /// Resets the tree to a new root and reuses its memory.
    ///
    /// ```
    /// use four_shapes_players::Tree;
    /// use four_shapes_rules::{Position, Rules, notation};
    ///
    /// let mut tree = Tree::new(&Position::new(Rules::CLASSIC), 1, 1 << 20);
    /// tree.grow(1_000);
    /// let game = notation::parse(Rules::CLASSIC, "112233")?;
    /// tree.restart(game.position(), 1);
    /// assert_eq!((tree.playouts(), tree.best()), (0, Some("D1".parse()?)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn restart(&mut self, position: &Position, seed: u64) {
        self.start = State::new(position, self.tuning.distance);
        self.random = Pcg32::seed_from_u64(seed);
        self.playouts = 0;
        let players = position.rules().players();
        self.draw = 1.0 / f64::from(players);
        self.nodes.reset(Node::new(0, 0, Outcomes::all(players)));
        if self.start.empty() == 0 {
            self.nodes.get_mut(ROOT).mark_solved(Outcomes::DRAW);
            self.stage = Stage::Done;
            return;
        }
        self.expand_root();
        self.stage = match players {
            2 if self.start.empty() <= endgame::ROOT_MAX_EMPTY => Stage::Endgame,
            2 => Stage::Attack,
            _ => Stage::Playouts,
        };
        self.update_root();
    }

    /// Grows the tree by about `budget` positions: moves made and nodes added. Returns `true`
    /// once every root move is solved or there were 2³¹ playouts.
    ///
    /// Single steps may take some thousand positions.
    ///
    /// ```
    /// use four_shapes_players::Tree;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// // A tree in the last plies solves them all.
    /// let game = notation::parse(Rules::TIC_TAC_TOE, "B2,A1,C1")?;
    /// let mut tree = Tree::new(game.position(), 1, 1 << 20);
    /// while !tree.grow(1_000) {}
    /// assert!(tree.moves().iter().all(|one| one.proved.is_some()));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn grow(&mut self, budget: u64) -> bool {
        let mut positions = 0;
        while positions < budget && !self.is_done() {
            positions += self.step();
        }
        self.is_done()
    }

    /// Grows the tree by about `budget` positions. Returns `true` once the best move is
    /// decided or the total number of playouts is reached.
    pub(super) fn think(&mut self, budget: u64, playouts: u64) -> bool {
        let mut positions = 0;
        loop {
            if self.is_decided() || self.playouts >= playouts {
                return true;
            }
            if positions >= budget {
                return false;
            }
            positions += self.step();
        }
    }

    /// Returns the root moves, in no particular order.
    ///
    /// With gravity these are all legal moves. Without, they are the cells at most two
    /// columns and two rows from a piece, or from the centre of an empty board; the others
    /// are added once these are solved without a win.
    ///
    /// ```
    /// use four_shapes_players::{Outcome, Tree};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::TIC_TAC_TOE, "B2,A1,C1")?;
    /// let mut tree = Tree::new(game.position(), 1, 1 << 20);
    /// while !tree.grow(1_000) {}
    /// let mut moves = tree.moves();
    /// moves.sort_by_key(|one| one.proved);
    /// let best = moves.last().expect("the board is not full");
    /// assert_eq!((best.cell, best.proved), ("A3".parse()?, Some(Outcome::Draw)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> Vec<TreeMove> {
        let player = self.start.to_move();
        let describe = |child: &Node| {
            let proved = child.outcomes().proved(player);
            TreeMove {
                cell: state::cell(child.square),
                visits: child.visits,
                expected_score: self.value(child, player) as f32,
                proved,
            }
        };
        self.root_moves().iter().map(describe).collect()
    }

    /// Returns the best move; `None` on a full board.
    ///
    /// This is a proven win, otherwise the most visited move that is not a proven loss,
    /// unless a proven draw is better.
    ///
    /// ```
    /// use four_shapes_players::Tree;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "112233")?;
    /// let tree = Tree::new(game.position(), 1, 1 << 20);
    /// assert_eq!(tree.best(), Some("D1".parse()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn best(&self) -> Option<Cell> {
        let player = self.start.to_move();
        let rank = |child: &Node| {
            let visits = (child.visits, child.prior);
            match child.outcomes().proved(player) {
                Some(Outcome::Win) => (3, visits),
                Some(Outcome::Loss) => (0, visits),
                None if self.value(child, player) >= self.draw => (2, visits),
                _ => (1, visits),
            }
        };
        // Proven draws rank equal to unproven moves with a lower value, but are preferred.
        let moves = self.root_moves();
        let highest = moves.iter().rev().max_by_key(|child| rank(child))?;
        let drawn = |child: &&Node| child.outcomes().proved(player) == Some(Outcome::Draw);
        let draw = moves.iter().rev().filter(drawn).max_by_key(|c| rank(c));
        let best = match draw {
            Some(draw) if rank(highest).0 == 1 => draw,
            _ => highest,
        };
        Some(state::cell(self.safe_alternative(best).square))
    }

    /// Prefers to block a threat that another player could block later, if that costs
    /// little: the other player may not do so.
    fn safe_alternative<'a>(&'a self, best: &'a Node) -> &'a Node {
        let player = self.start.to_move();
        let block = match self.start.urgent() {
            Some((square, 2..)) => self
                .root_moves()
                .iter()
                .find(|child| child.square == square),
            _ => None,
        };
        let good_enough = |child: &&Node| {
            let value = self.value(child, player);
            child.outcomes().proved(player) != Some(Outcome::Loss)
                && value >= SAFE_MOVE_RATIO * self.value(best, player)
        };
        block.filter(good_enough).unwrap_or(best)
    }

    /// Returns whether no playout can improve on [`best`](Self::best): it wins, all other
    /// moves lose, or everything is solved.
    ///
    /// ```
    /// use four_shapes_players::Tree;
    /// use four_shapes_rules::{Position, Rules, notation};
    ///
    /// let open = Tree::new(&Position::new(Rules::CLASSIC), 1, 1 << 20);
    /// assert!(!open.is_decided());
    /// let game = notation::parse(Rules::CLASSIC, "112233")?;
    /// assert!(Tree::new(game.position(), 1, 1 << 20).is_decided()); // D1 wins
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn is_decided(&self) -> bool {
        if self.is_done() || self.nodes.get(ROOT).is_solved() && self.players() == 2 {
            return true;
        }
        let player = self.start.to_move();
        let proved = |child: &Node| child.outcomes().proved(player);
        let moves = self.root_moves();
        let open = moves
            .iter()
            .filter(|child| proved(child) != Some(Outcome::Loss))
            .count();
        let others = self.nodes.get(ROOT).unexpanded() == Unexpanded::Unknown;
        moves
            .iter()
            .any(|child| proved(child) == Some(Outcome::Win))
            || open == 1
            || open == 0 && !others
    }

    /// Returns the number of playouts so far.
    ///
    /// ```
    /// use four_shapes_players::Tree;
    /// use four_shapes_rules::{Position, Rules};
    ///
    /// let mut tree = Tree::new(&Position::new(Rules::CLASSIC), 1, 1 << 20);
    /// while tree.playouts() < 100 {
    ///     tree.grow(1_000);
    /// }
    /// assert!(tree.best().is_some());
    /// ```
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    fn players(&self) -> u8 {
        self.start.rules().players()
    }

    fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    fn root_moves(&self) -> &[Node] {
        self.nodes.children(ROOT).0
    }

    /// Returns the value of a move for the player who makes it; unvisited moves count as a
    /// draw.
    fn value(&self, child: &Node, player: u8) -> f64 {
        match child.outcomes().proved(player) {
            Some(Outcome::Win) => 1.0,
            Some(Outcome::Loss) => 0.0,
            Some(Outcome::Draw) => self.draw,
            None => child.mean_value(self.draw).unwrap_or(self.draw),
        }
    }

    /// Expands the root with all candidates, including those that lose at once, which are
    /// reported too.
    fn expand_root(&mut self) {
        let (player, next_player) = (self.start.to_move(), self.start.next_player());
        let players = self.players();
        let moves = self.start.candidates();
        let priors = priors(&self.start, moves, &self.tuning);
        let threats: Vec<Square> = self.start.wins(next_player).collect();
        let children: Vec<Node> = moves
            .iter()
            .zip(priors)
            .map(|(&square, prior)| {
                let mut child = Node::new(square, prior, Outcomes::all(players));
                let mut after = self.start.clone();
                if after.place(square) {
                    child.mark_solved(Outcomes::win(player));
                } else if after.empty() == 0 {
                    child.mark_solved(Outcomes::DRAW);
                } else if after.wins(next_player).next().is_some() {
                    child.mark_solved(Outcomes::win(next_player));
                    // If all moves lose, those that block a threat come first.
                    if !threats.contains(&square) {
                        child.prior = 0;
                    }
                }
                child
            })
            .collect();
        let unexpanded = if !threats.is_empty() {
            Unexpanded::Lost
        } else if self.start.candidates_are_complete() {
            Unexpanded::None
        } else {
            Unexpanded::Unknown
        };
        let expanded = self.nodes.expand(ROOT, &children, unexpanded);
        debug_assert!(expanded, "the first block has room");
    }

    /// Performs the next step and returns its number of positions.
    fn step(&mut self) -> u64 {
        match self.stage {
            Stage::Endgame => self.solve_endgame(),
            Stage::Attack => self.attack(),
            Stage::Defence(child) => self.defend(child),
            Stage::Playouts => self.playout(),
            Stage::Done => 0,
        }
    }

    fn solve_endgame(&mut self) -> u64 {
        let (player, other) = (self.start.to_move(), self.start.next_player());
        let mut positions = 0;
        for child in self.root_children() {
            let node = self.nodes.get_mut(child);
            let score = endgame::move_score(&self.start, node.square, &mut positions);
            node.mark_solved(match score {
                0 => Outcomes::DRAW,
                1.. => Outcomes::win(player),
                _ => Outcomes::win(other),
            });
            // Without playouts the prior decides: prefer quick wins and slow losses.
            if score != 0 {
                node.prior = 1_000_u16.saturating_add_signed(score as i16);
            }
        }
        self.update_root();
        positions
    }

    fn attack(&mut self) -> u64 {
        let player = self.start.to_move();
        let (root_nodes, _) = self.threat_nodes();
        let mut left = root_nodes;
        if let Some(square) = self.winning_move(&self.start, &mut left) {
            let find = |tree: &Self| {
                let mut children = tree.root_children();
                children.find(|&child| tree.nodes.get(child).square == square)
            };
            let child = find(self).or_else(|| {
                self.board.clone_from(&self.start);
                self.add_other_moves(ROOT);
                find(self)
            });
            // Without memory for the other moves there is no child.
            if let Some(child) = child {
                self.nodes.get_mut(child).mark_solved(Outcomes::win(player));
            }
        }
        // Without gravity a move never helps the opponent, so one search after a null move
        // may rule out wins after every move.
        let mut idle = self.start.clone();
        idle.pass();
        let mut reply = root_nodes;
        self.stage =
            if self.start.rules().gravity() || self.winning_move(&idle, &mut reply).is_some() {
                Stage::Defence(self.root_children().start)
            } else {
                Stage::Playouts
            };
        self.update_root();
        u64::from(root_nodes - left) + u64::from(root_nodes - reply) + 1
    }

    fn defend(&mut self, child: u32) -> u64 {
        let (_, reply_nodes) = self.threat_nodes();
        let node = self.nodes.get(child);
        let mut left = reply_nodes;
        if !node.is_solved() {
            self.board.clone_from(&self.start);
            self.board.place(node.square);
            if self.winning_move(&self.board, &mut left).is_some() {
                let node = self.nodes.get_mut(child);
                node.mark_solved(Outcomes::win(self.board.to_move()));
            }
        }
        self.stage = if child + 1 == self.root_children().end {
            Stage::Playouts
        } else {
            Stage::Defence(child + 1)
        };
        self.update_root();
        u64::from(reply_nodes - left) + 1
    }

    /// Returns the node budgets of threat-space searches, at the root and after a root move.
    fn threat_nodes(&self) -> (u32, u32) {
        if self.searches_threes() {
            (ROOT_THREE_NODES, REPLY_THREE_NODES)
        } else {
            (ROOT_THREAT_NODES, REPLY_THREAT_NODES)
        }
    }

    /// Returns a winning move by threats, if one is found within the node budget.
    fn winning_move(&self, state: &State, nodes: &mut u32) -> Option<Square> {
        if self.searches_threes() {
            threes::winning_move(state, self.tuning.three_moves, nodes)
        } else {
            threats::winning_move(state, nodes)
        }
    }

    fn searches_threes(&self) -> bool {
        self.tuning.three_moves > 0 && !self.start.rules().gravity()
    }

    /// Returns the indices of the root's children.
    fn root_children(&self) -> std::ops::Range<u32> {
        let (children, first) = self.nodes.children(ROOT);
        first..first + children.len() as u32
    }

    /// Updates the root's outcomes, and the stage if there is nothing left to search.
    fn update_root(&mut self) {
        let (player, next_player) = (self.start.to_move(), self.start.next_player());
        self.nodes.update_outcomes(ROOT, player, next_player);
        let root = self.nodes.get(ROOT);
        let visited = root.visits;
        let open = root.unexpanded() == Unexpanded::Unknown && !root.is_solved();
        let all_solved = !open && self.root_moves().iter().all(Node::is_solved);
        if all_solved || visited >= MAX_VISITS {
            self.stage = Stage::Done;
        }
    }

    /// One iteration: selection, expansion, simulation and backpropagation.
    fn playout(&mut self) -> u64 {
        self.board.clone_from(&self.start);
        self.path.clear();
        self.path.push(ROOT);
        self.playouts += 1;
        let mut positions = 0;
        let mut at = ROOT;
        let (winner, changed) = loop {
            let node = self.nodes.get(at);
            if !node.has_children() {
                if node.visits == 0
                    && let Some((_, 0)) = self.board.update_urgent()
                {
                    let player = self.board.to_move();
                    self.nodes.get_mut(at).mark_solved(Outcomes::win(player));
                    break (Some(player), true);
                }
                if node.visits >= self.tuning.expansion_visits {
                    self.expand(at, &mut positions);
                    let node = self.nodes.get(at);
                    if node.is_solved() {
                        break (node.outcomes().winner(), true);
                    }
                }
                if !self.nodes.get(at).has_children() {
                    let (winner, moves) = play_out(&mut self.board, &mut self.random);
                    positions += moves;
                    break (winner, false);
                }
            }
            let player = self.board.to_move();
            let Some(child) = self.select(at, player) else {
                // All candidates are solved: add the moves beyond them.
                if self.add_other_moves(at) {
                    continue;
                }
                let (winner, moves) = play_out(&mut self.board, &mut self.random);
                positions += moves;
                break (winner, false);
            };
            at = child;
            self.path.push(at);
            let child = self.nodes.get_mut(at);
            let complete = self.board.place(child.square);
            positions += 1;
            if complete {
                child.mark_solved(Outcomes::win(player));
                break (Some(player), true);
            }
            if self.board.empty() == 0 {
                child.mark_solved(Outcomes::DRAW);
                break (None, true);
            }
        };
        self.back_up(winner);
        if changed {
            self.update_path();
        }
        if self.nodes.get(ROOT).visits >= MAX_VISITS {
            self.stage = Stage::Done;
        }
        positions.max(1)
    }

    /// Solves a leaf, or expands it if there is room.
    fn expand(&mut self, at: u32, positions: &mut u64) {
        let (player, next_player) = (self.board.to_move(), self.board.next_player());
        let players = self.players();
        if players == 2 {
            if self.board.empty() <= endgame::LEAF_MAX_EMPTY {
                let node = self.nodes.get_mut(at);
                node.mark_solved(match endgame::best_score(&self.board, positions) {
                    0 => Outcomes::DRAW,
                    1.. => Outcomes::win(player),
                    _ => Outcomes::win(next_player),
                });
                return;
            }
            let mut left = LEAF_THREAT_NODES;
            let win = threats::winning_move(&self.board, &mut left);
            *positions += u64::from(LEAF_THREAT_NODES - left);
            if win.is_some() {
                self.nodes.get_mut(at).mark_solved(Outcomes::win(player));
                return;
            }
        }
        if is_dead(&self.board) {
            self.nodes.get_mut(at).mark_solved(Outcomes::DRAW);
            return;
        }
        let all = Outcomes::all(players);
        let forced: Vec<Square> = self.board.wins(next_player).collect();
        let (moves, unexpanded) = if !forced.is_empty() {
            (&*forced, Unexpanded::Lost)
        } else if self.board.candidates_are_complete() {
            (self.board.candidates(), Unexpanded::None)
        } else {
            (self.board.candidates(), Unexpanded::Unknown)
        };
        let children = children(&self.board, moves, all, &self.tuning);
        *positions += children.len() as u64;
        self.nodes.expand(at, &children, unexpanded);
    }

    /// Adds children for the moves that are not candidates. Returns `false` if the memory is
    /// full.
    fn add_other_moves(&mut self, at: u32) -> bool {
        debug_assert_eq!(self.nodes.get(at).unexpanded(), Unexpanded::Unknown);
        let (known, _) = self.nodes.children(at);
        let mut others = self.board.moves();
        others.retain(|&square| known.iter().all(|child| child.square != square));
        let all = Outcomes::all(self.players());
        let mut nodes = known.to_vec();
        let first = nodes.len() as u32;
        nodes.extend(children(&self.board, &others, all, &self.tuning));
        let added = self.nodes.expand(at, &nodes, Unexpanded::None);
        if added && at == ROOT && self.stage == Stage::Playouts && self.players() == 2 {
            self.stage = Stage::Defence(self.root_children().start + first);
        }
        added
    }

    /// Selects an unsolved child by PUCT, with `player` to move (C. D. Rosin: Multi-armed
    /// bandits with episode context, 2011; in the form of D. Silver et al.: Mastering the game
    /// of Go without human knowledge, 2017).
    fn select(&self, parent: u32, player: u8) -> Option<u32> {
        let (children, first) = self.nodes.children(parent);
        let (mut visits, mut sum) = (0_u32, 0.0);
        for child in children {
            visits += child.visits;
            sum += child.mean_value(self.draw).unwrap_or(0.0) * f64::from(child.visits);
        }
        let mean = if visits == 0 {
            self.draw
        } else {
            sum / f64::from(visits)
        };
        let unvisited = if self.start.rules().gravity() {
            mean
        } else {
            mean - self.tuning.first_play_reduction
        };
        let explore =
            self.tuning.exploration * f64::from(visits.max(1)).sqrt() / f64::from(u16::MAX);
        let mut best = (f64::NEG_INFINITY, None);
        for (i, child) in children.iter().enumerate() {
            if child.is_solved() {
                continue;
            }
            let bonus = explore * f64::from(child.prior) / f64::from(child.visits + 1);
            let mut value = child.mean_value(self.draw).unwrap_or(unvisited) + bonus;
            if child.outcomes().proved(player) == Some(Outcome::Loss) {
                value -= LOSS_PENALTY;
            }
            if value > best.0 {
                best = (value, Some(first + i as u32));
            }
        }
        best.1
    }

    /// Backs up a result along the path.
    fn back_up(&mut self, winner: Option<u8>) {
        let players = self.players();
        let before = |player: u8| player.checked_sub(1).unwrap_or(players - 1);
        // The player who made the last move of the path.
        let depth = (self.path.len() - 1) % usize::from(players);
        let mut mover = (0..depth).fold(before(self.start.to_move()), |player, _| {
            (player + 1) % players
        });
        let mut result = winner;
        for depth in (0..self.path.len()).rev() {
            let node = self.nodes.get_mut(self.path[depth]);
            node.visits += 1;
            match result {
                None => node.draws += 1,
                Some(winner) if winner == mover => node.wins += 1,
                Some(_) => {}
            }
            if depth > 0 {
                // A player with a guaranteed draw would not choose a move of lower value.
                let value = node.mean_value(self.draw);
                let parent = self.nodes.get(self.path[depth - 1]);
                if parent.outcomes().guarantees_draw(mover) && value < Some(self.draw) {
                    result = None;
                }
                mover = before(mover);
            }
        }
    }

    /// Updates the outcomes along the path from its end.
    fn update_path(&mut self) {
        let players = usize::from(self.players());
        let start = usize::from(self.start.to_move());
        for depth in (1..self.path.len() - 1).rev() {
            let player = ((start + depth) % players) as u8;
            let next_player = ((start + depth + 1) % players) as u8;
            if !self
                .nodes
                .update_outcomes(self.path[depth], player, next_player)
            {
                return;
            }
        }
        self.update_root();
    }
}

/// Returns new nodes for moves without known outcomes.
fn children(state: &State, moves: &[Square], all: Outcomes, tuning: &Tuning) -> Vec<Node> {
    let priors = priors(state, moves, tuning).into_iter();
    let moves = moves.iter().zip(priors);
    moves
        .map(|(&square, prior)| Node::new(square, prior, all))
        .collect()
}
