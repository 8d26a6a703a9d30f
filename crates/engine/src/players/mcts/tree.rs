//! The tree: how it grows and what it says.

use super::{
    ending,
    node::{Node, Nodes, Outcomes, ROOT, Rest},
    playout::play_out,
    prior::{is_dead, priors},
    state::{self, Spot, State},
    threats,
};
use crate::{Cell, Position};
use rand::SeedableRng;
use rand_pcg::Pcg32;

/// How much is tried that looks worse so far: the constant of PUCT. Roughly tuned, by
/// 40 to 60 games against 0.4 and 2.0 on three boards; neither was better.
const EXPLORE: f64 = 1.0;

/// How many playouts a leaf has had when it gets children.
const RIPE: u32 = 1;

/// How many positions a search for winning threats may take: from the position
/// itself, and after each move.
const ATTACK: u32 = 4_000;
const REPLY: u32 = 1_000;
/// And when a leaf in the tree gets children.
const INNER: u32 = 30;

/// What part of a win is kept to be safe from other players' mistakes.
const TRUST: f64 = 0.8;

/// More than any move can promise.
const HOPELESS: f64 = 1e9;

/// More visits than this are not counted.
const MAX_VISITS: u32 = 1 << 31;

/// A growing tree of what may happen from a position on.
///
/// It is for any number of players, with or without gravity. [`grow`](Self::grow)
/// may be called with whatever budgets: how the tree grows depends on the
/// position, the seed and the memory alone, and a larger budget in all sees more
/// of the same.
pub struct Tree {
    start: State,
    /// The board of the playout.
    board: State,
    nodes: Nodes,
    random: Pcg32,
    /// The nodes that the playout went through, the root first.
    path: Vec<u32>,
    stage: Stage,
    playouts: u64,
    /// How a draw is shared.
    draw: f64,
}

/// What is done next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Near the end, all of the rest is played out.
    Ending,
    /// The player to move looks for winning threats.
    Attack,
    /// So does the other, after each move, this one next.
    Defence(u32),
    /// Playouts.
    Playouts,
    Done,
}

/// What a tree knows of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeMove {
    /// The cell it goes to.
    pub cell: Cell,
    /// How often it was tried.
    pub visits: u32,
    /// What the player who makes it may expect: 1 a win, 0 a loss, a draw in
    /// between. A draw among *n* players is worth 1/*n*, so that what all of them
    /// have adds up to 1 and each has the same at the start.
    pub share: f32,
    /// What it comes to if everybody plays as well as can be, once that is proved:
    /// 1 a win of the player who makes it, 0 a draw, −1 a loss.
    ///
    /// Among three and more players somebody who can't win any more may decide
    /// which of the others does. Nothing is proved then for those it depends on.
    pub proved: Option<i8>,
}

impl Tree {
    /// The position alone. Nobody may have won in it.
    ///
    /// The tree takes up to so many bytes, but 32 KB at least: 32 for each
    /// node. When they are used up it goes on counting without new nodes.
    pub fn new(position: &Position, seed: u64, memory: usize) -> Self {
        let start = State::new(position);
        let mut tree = Self {
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

    /// As a new tree, with the memory of this one.
    pub fn restart(&mut self, position: &Position, seed: u64) {
        self.start = State::new(position);
        self.random = Pcg32::seed_from_u64(seed);
        self.playouts = 0;
        let players = position.rules().players();
        self.draw = 1.0 / f64::from(players);
        self.nodes.reset(Node::new(0, 0, Outcomes::all(players)));
        if self.start.empty() == 0 {
            self.nodes.get_mut(ROOT).settle(Outcomes::DRAW);
            self.stage = Stage::Done;
            return;
        }
        self.expand_root();
        self.stage = match players {
            2 if self.start.empty() <= ending::EMPTY => Stage::Ending,
            2 => Stage::Attack,
            _ => Stage::Playouts,
        };
        self.conclude_root();
    }

    /// Grows by about so many positions: pieces placed and children made. `true`
    /// once nothing is left to find out: it is settled what each move comes to, or
    /// there were 2³¹ playouts.
    ///
    /// Some steps are not interrupted and take up to some thousand positions.
    pub fn grow(&mut self, budget: u64) -> bool {
        let mut seen = 0;
        while seen < budget && !self.is_done() {
            seen += self.step();
        }
        self.is_done()
    }

    /// Grows by about so many positions, or until it is decided what to do, or there
    /// were so many playouts in all; `true` if one of these is so.
    pub(super) fn think(&mut self, budget: u64, playouts: u64) -> bool {
        let mut seen = 0;
        loop {
            if self.is_decided() || self.playouts >= playouts {
                return true;
            }
            if seen >= budget {
                return false;
            }
            seen += self.step();
        }
    }

    /// What is known of each move, in no order.
    ///
    /// With gravity these are all moves. Without, they are the cells at most two
    /// columns and two rows from a piece, or from the centre of an empty board; the
    /// others are left out until nothing else is left to think about.
    pub fn moves(&self) -> Vec<TreeMove> {
        let player = self.start.next();
        let describe = |child: &Node| {
            let proved = child.outcomes().sure(player);
            TreeMove {
                cell: state::cell(child.spot),
                visits: child.visits,
                share: self.share(child, player) as f32,
                proved,
            }
        };
        self.root_moves().iter().map(describe).collect()
    }

    /// The move to make; `None` on a full board.
    ///
    /// It is one that is proved to win, else the one tried most often, unless a
    /// proved draw is better; a move that is proved to lose only if all are.
    pub fn best(&self) -> Option<Cell> {
        let player = self.start.next();
        let rank = |child: &Node| {
            let tried = (child.visits, child.prior);
            match child.outcomes().sure(player) {
                Some(1) => (3, tried),
                Some(-1) => (0, tried),
                None if self.share(child, player) >= self.draw => (2, tried),
                _ => (1, tried),
            }
        };
        // Proved draws and uncertain moves that promise less are of the same rank,
        // but a draw is in the hand.
        let moves = self.root_moves();
        let most_tried = moves.iter().rev().max_by_key(|child| rank(child))?;
        let drawn = |child: &&Node| child.outcomes().sure(player) == Some(0);
        let draw = moves.iter().rev().filter(drawn).max_by_key(|c| rank(c));
        let best = match draw {
            Some(draw) if rank(most_tried).0 == 1 => draw,
            _ => most_tried,
        };
        Some(state::cell(self.rather_safe(best).spot))
    }

    /// Stops a line itself that another player after the next could stop as well,
    /// if that costs little: they may not.
    fn rather_safe<'a>(&'a self, best: &'a Node) -> &'a Node {
        let player = self.start.next();
        let stop = match self.start.soonest() {
            Some((spot, 2..)) => self.root_moves().iter().find(|child| child.spot == spot),
            _ => None,
        };
        let safe = |child: &&Node| {
            let sure = child.outcomes().sure(player);
            sure != Some(-1) && self.share(child, player) >= TRUST * self.share(best, player)
        };
        stop.filter(safe).unwrap_or(best)
    }

    /// Whether no playout can change [`best`](Self::best) for the better: it wins,
    /// or all others lose, or all is known.
    pub fn is_decided(&self) -> bool {
        if self.is_done() || self.nodes.get(ROOT).is_settled() && self.players() == 2 {
            return true;
        }
        let player = self.start.next();
        let sure = |child: &Node| child.outcomes().sure(player);
        let moves = self.root_moves();
        let open = moves.iter().filter(|child| sure(child) != Some(-1)).count();
        let others = self.nodes.get(ROOT).rest() == Rest::Unknown;
        moves.iter().any(|child| sure(child) == Some(1)) || open == 1 || open == 0 && !others
    }

    /// How many playouts there were.
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

    /// What a move is worth to the player who makes it; before it was tried, what
    /// it promises.
    fn share(&self, child: &Node, player: u8) -> f64 {
        match child.outcomes().sure(player) {
            Some(1) => 1.0,
            Some(-1) => 0.0,
            Some(_) => self.draw,
            None => child.share(self.draw).unwrap_or(self.draw),
        }
    }

    /// Makes all moves children of the root, also those that lose at once: what
    /// becomes of them is of interest.
    fn expand_root(&mut self) {
        let (player, second) = (self.start.next(), self.start.second());
        let players = self.players();
        let moves = self.start.candidates();
        let priors = priors(&self.start, moves);
        let threats: Vec<Spot> = self.start.wins(second).collect();
        let children: Vec<Node> = moves
            .iter()
            .zip(priors)
            .map(|(&spot, prior)| {
                let mut child = Node::new(spot, prior, Outcomes::all(players));
                let mut after = self.start.clone();
                if after.place(spot) {
                    child.settle(Outcomes::win(player));
                } else if after.empty() == 0 {
                    child.settle(Outcomes::DRAW);
                } else if after.wins(second).next().is_some() {
                    child.settle(Outcomes::win(second));
                    // Should all moves lose, those that stop something come first.
                    if !threats.contains(&spot) {
                        child.prior = 0;
                    }
                }
                child
            })
            .collect();
        let rest = if !threats.is_empty() {
            Rest::Lost
        } else if self.start.has_all() {
            Rest::None
        } else {
            Rest::Unknown
        };
        let made = self.nodes.expand(ROOT, &children, rest);
        debug_assert!(made, "the first block has room");
    }

    /// Does a bit more and says how many positions that took.
    fn step(&mut self) -> u64 {
        match self.stage {
            Stage::Ending => self.play_out_ending(),
            Stage::Attack => self.attack(),
            Stage::Defence(child) => self.defend(child),
            Stage::Playouts => self.playout(),
            Stage::Done => 0,
        }
    }

    fn play_out_ending(&mut self) -> u64 {
        let (player, other) = (self.start.next(), self.start.second());
        let mut seen = 0;
        for child in self.root_children() {
            let node = self.nodes.get_mut(child);
            let score = ending::score(&self.start, node.spot, &mut seen);
            node.settle(match score {
                0 => Outcomes::DRAW,
                1.. => Outcomes::win(player),
                _ => Outcomes::win(other),
            });
            // With no playouts it is the prior that decides: between moves that
            // win or lose, how soon.
            if score != 0 {
                node.prior = 1_000_u16.saturating_add_signed(score as i16);
            }
        }
        self.conclude_root();
        seen
    }

    fn attack(&mut self) -> u64 {
        let player = self.start.next();
        let mut left = ATTACK;
        if let Some(spot) = threats::attack(&self.start, &mut left) {
            let child = self
                .root_children()
                .find(|&n| self.nodes.get(n).spot == spot);
            if let Some(child) = child {
                self.nodes.get_mut(child).settle(Outcomes::win(player));
            }
        }
        // A piece of one's own gives the other side nothing, except that with
        // gravity another can be put on top.
        let mut idle = self.start.clone();
        idle.pass();
        let mut reply = ATTACK;
        self.stage = if self.start.rules().gravity() || threats::attack(&idle, &mut reply).is_some()
        {
            Stage::Defence(self.root_children().start)
        } else {
            Stage::Playouts
        };
        self.conclude_root();
        u64::from(ATTACK - left + ATTACK - reply) + 1
    }

    fn defend(&mut self, child: u32) -> u64 {
        let node = self.nodes.get_mut(child);
        let mut left = REPLY;
        if !node.is_settled() {
            self.board.clone_from(&self.start);
            self.board.place(node.spot);
            if threats::attack(&self.board, &mut left).is_some() {
                node.settle(Outcomes::win(self.board.next()));
            }
        }
        self.stage = if child + 1 == self.root_children().end {
            Stage::Playouts
        } else {
            Stage::Defence(child + 1)
        };
        self.conclude_root();
        u64::from(REPLY - left) + 1
    }

    /// The numbers of the root's children.
    fn root_children(&self) -> std::ops::Range<u32> {
        let (children, first) = self.nodes.children(ROOT);
        first..first + children.len() as u32
    }

    fn conclude_root(&mut self) {
        let (player, second) = (self.start.next(), self.start.second());
        self.nodes.conclude(ROOT, player, second);
        let root = self.nodes.get(ROOT);
        let visited = root.visits;
        let open = root.rest() == Rest::Unknown && !root.is_settled();
        let all_settled = !open && self.root_moves().iter().all(Node::is_settled);
        if all_settled || visited >= MAX_VISITS {
            self.stage = Stage::Done;
        }
    }

    /// One playout: down the tree by what is known, on by chance, and back up.
    fn playout(&mut self) -> u64 {
        self.board.clone_from(&self.start);
        self.path.clear();
        self.path.push(ROOT);
        self.playouts += 1;
        let mut seen = 0;
        let mut at = ROOT;
        let (winner, news) = loop {
            let node = self.nodes.get(at);
            if !node.has_children() {
                if node.visits == 0
                    && let Some((_, 0)) = self.board.urgent()
                {
                    let player = self.board.next();
                    self.nodes.get_mut(at).settle(Outcomes::win(player));
                    break (Some(player), true);
                }
                if node.visits >= RIPE {
                    self.expand(at, &mut seen);
                    let node = self.nodes.get(at);
                    if node.is_settled() {
                        break (node.outcomes().winner(), true);
                    }
                }
                if !self.nodes.get(at).has_children() {
                    let (winner, placed) = play_out(&mut self.board, &mut self.random);
                    seen += placed;
                    break (winner, false);
                }
            }
            let player = self.board.next();
            let Some(child) = self.select(at, player) else {
                // All that is left are the moves that seemed too far away.
                if self.add_other_moves(at) {
                    continue;
                }
                let (winner, placed) = play_out(&mut self.board, &mut self.random);
                seen += placed;
                break (winner, false);
            };
            at = child;
            self.path.push(at);
            let child = self.nodes.get_mut(at);
            let complete = self.board.place(child.spot);
            seen += 1;
            if complete {
                child.settle(Outcomes::win(player));
                break (Some(player), true);
            }
            if self.board.empty() == 0 {
                child.settle(Outcomes::DRAW);
                break (None, true);
            }
        };
        self.back_up(winner);
        if news {
            self.conclude_path();
        }
        if self.nodes.get(ROOT).visits >= MAX_VISITS {
            self.stage = Stage::Done;
        }
        seen.max(1)
    }

    /// Gives a leaf its children, if there is room, or settles it.
    fn expand(&mut self, at: u32, seen: &mut u64) {
        let (player, second) = (self.board.next(), self.board.second());
        let players = self.players();
        if players == 2 {
            if self.board.empty() <= ending::FEW {
                let node = self.nodes.get_mut(at);
                node.settle(match ending::best_score(&self.board, seen) {
                    0 => Outcomes::DRAW,
                    1.. => Outcomes::win(player),
                    _ => Outcomes::win(second),
                });
                return;
            }
            let mut left = INNER;
            let win = threats::attack(&self.board, &mut left);
            *seen += u64::from(INNER - left);
            if win.is_some() {
                self.nodes.get_mut(at).settle(Outcomes::win(player));
                return;
            }
        }
        if is_dead(&self.board) {
            self.nodes.get_mut(at).settle(Outcomes::DRAW);
            return;
        }
        let all = Outcomes::all(players);
        let forced: Vec<Spot> = self.board.wins(second).collect();
        let (moves, rest) = if !forced.is_empty() {
            (&*forced, Rest::Lost)
        } else if self.board.has_all() {
            (self.board.candidates(), Rest::None)
        } else {
            (self.board.candidates(), Rest::Unknown)
        };
        let children = children(&self.board, moves, all);
        *seen += children.len() as u64;
        self.nodes.expand(at, &children, rest);
    }

    /// Adds children for the moves that were no candidates; `false` if there is no
    /// room.
    fn add_other_moves(&mut self, at: u32) -> bool {
        debug_assert_eq!(self.nodes.get(at).rest(), Rest::Unknown);
        let (known, _) = self.nodes.children(at);
        let mut others = self.board.moves();
        others.retain(|&spot| known.iter().all(|child| child.spot != spot));
        let all = Outcomes::all(self.players());
        let mut nodes = known.to_vec();
        let first = nodes.len() as u32;
        nodes.extend(children(&self.board, &others, all));
        let added = self.nodes.expand(at, &nodes, Rest::None);
        if added && at == ROOT && self.stage == Stage::Playouts && self.players() == 2 {
            self.stage = Stage::Defence(self.root_children().start + first);
        }
        added
    }

    /// Which child to try, `player` being to move, of those about which there is
    /// something to find out: PUCT, the upper confidence bound
    /// for trees with a prior (C. D. Rosin: Multi-armed bandits with episode
    /// context, 2011; in the form of D. Silver et al.: Mastering the game of Go
    /// without human knowledge, 2017).
    fn select(&self, parent: u32, player: u8) -> Option<u32> {
        let (children, first) = self.nodes.children(parent);
        let (mut visits, mut sum) = (0_u32, 0.0);
        for child in children {
            visits += child.visits;
            sum += child.share(self.draw).unwrap_or(0.0) * f64::from(child.visits);
        }
        // A move that was not tried yet is taken to be like the others.
        let mean = if visits == 0 {
            self.draw
        } else {
            sum / f64::from(visits)
        };
        let explore = EXPLORE * f64::from(visits.max(1)).sqrt() / f64::from(u16::MAX);
        let mut best = (f64::NEG_INFINITY, None);
        for (i, child) in children.iter().enumerate() {
            if child.is_settled() {
                continue;
            }
            let bonus = explore * f64::from(child.prior) / f64::from(child.visits + 1);
            let mut value = child.share(self.draw).unwrap_or(mean) + bonus;
            if child.outcomes().sure(player) == Some(-1) {
                value -= HOPELESS;
            }
            if value > best.0 {
                best = (value, Some(first + i as u32));
            }
        }
        best.1
    }

    /// Counts a result along the path.
    fn back_up(&mut self, winner: Option<u8>) {
        let players = self.players();
        let before = |player: u8| player.checked_sub(1).unwrap_or(players - 1);
        // Who made the move at the end of the path.
        let depth = (self.path.len() - 1) % usize::from(players);
        let mut mover = (0..depth).fold(before(self.start.next()), |player, _| {
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
                // Who is sure of a draw does not make a move that promises less:
                // it was only tried.
                let share = node.share(self.draw);
                let parent = self.nodes.get(self.path[depth - 1]);
                if parent.outcomes().has_draw_for(mover) && share < Some(self.draw) {
                    result = None;
                }
                mover = before(mover);
            }
        }
    }

    /// Draws the conclusions of what was found out at the end of the path.
    fn conclude_path(&mut self) {
        let players = usize::from(self.players());
        let start = usize::from(self.start.next());
        for depth in (1..self.path.len() - 1).rev() {
            let player = ((start + depth) % players) as u8;
            let second = ((start + depth + 1) % players) as u8;
            if !self.nodes.conclude(self.path[depth], player, second) {
                return;
            }
        }
        self.conclude_root();
    }
}

/// Nodes for moves of which nothing is known.
fn children(state: &State, moves: &[Spot], all: Outcomes) -> Vec<Node> {
    let priors = priors(state, moves).into_iter();
    let moves = moves.iter().zip(priors);
    moves
        .map(|(&spot, prior)| Node::new(spot, prior, all))
        .collect()
}
