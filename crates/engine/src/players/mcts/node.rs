//! What the tree knows of each position, and where it is kept.

use super::state::Spot;

/// A set of ways in which a game may end: one player wins, or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcomes(u128);

impl Outcomes {
    pub(super) const NONE: Self = Self(0);
    pub(super) const DRAW: Self = Self(1 << 75);

    pub(super) const fn win(player: u8) -> Self {
        Self(1 << player)
    }

    /// Everything that can happen among so many players.
    pub(super) const fn all(players: u8) -> Self {
        Self(((1 << players) - 1) | Self::DRAW.0)
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether only one thing can happen.
    pub(super) const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// The winner, if there is only one way to end and it is not a draw.
    pub(super) const fn winner(self) -> Option<u8> {
        if self.is_single() && self.0 != Self::DRAW.0 {
            Some(self.0.trailing_zeros() as u8)
        } else {
            None
        }
    }

    /// What is sure for a player: 1 a win, 0 a draw, −1 a loss.
    pub(super) fn sure(self, player: u8) -> Option<i8> {
        let own = Self::win(player);
        if self == own {
            Some(1)
        } else if self == Self::DRAW {
            Some(0)
        } else if self.and(own.or(Self::DRAW)) == Self::NONE {
            Some(-1)
        } else {
            None
        }
    }

    /// Whether a player is sure of a draw, and may hope for more.
    pub(super) fn has_draw_for(self, player: u8) -> bool {
        self.worst(player) == 1
    }

    /// The worst that it can be for a player: 2 a win, 1 a draw, 0 a loss.
    fn worst(self, player: u8) -> u8 {
        let own = Self::win(player);
        if self == own {
            2
        } else {
            self.is_within(own.or(Self::DRAW)).into()
        }
    }
}

/// What the moves come to that a node has no children for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// There are none.
    None,
    /// The next player wins at once.
    Lost,
    /// Anything can happen.
    Unknown,
}

/// A position in the tree, and the move that led to it.
///
/// A move is chosen by what it brings the player who makes it, so a node keeps
/// one player's results, however many there are.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// How often a playout came through.
    pub(super) visits: u32,
    /// How often the player won who made the move.
    pub(super) wins: u32,
    /// How often nobody won.
    pub(super) draws: u32,
    /// The number of the first child; the others follow.
    first: u32,
    /// The outcomes in the lowest bits, then whether they are final, then the rest.
    known: [u32; 3],
    /// How much the move promised at first sight, in 65,535ths of all its like.
    pub(super) prior: u16,
    /// Where the move went.
    pub(super) spot: Spot,
    children: u8,
}

/// The bytes of a node.
pub(super) const NODE: usize = 32;
const _: () = assert!(size_of::<Node>() == NODE);

const SETTLED: u32 = 1 << 16;
const REST: u32 = 17;

impl Node {
    pub(super) fn new(spot: Spot, prior: u16, outcomes: Outcomes) -> Self {
        let mut node = Self {
            visits: 0,
            wins: 0,
            draws: 0,
            first: 0,
            known: [0; 3],
            prior,
            spot,
            children: 0,
        };
        node.set(outcomes, false);
        node
    }

    /// Everything that may come of it if all play as well as they can.
    pub(super) fn outcomes(&self) -> Outcomes {
        let [low, middle, high] = self.known.map(u128::from);
        Outcomes((low | (middle << 32) | (high << 64)) & ((Outcomes::DRAW.0 << 1) - 1))
    }

    /// Whether there is nothing more to find out about it.
    pub(super) fn is_settled(&self) -> bool {
        self.known[2] & SETTLED != 0
    }

    pub(super) fn settle(&mut self, outcomes: Outcomes) {
        self.set(outcomes, true);
    }

    fn set(&mut self, outcomes: Outcomes, settled: bool) {
        let bits = outcomes.0;
        let flags = self.known[2] & 3 << REST | if settled { SETTLED } else { 0 };
        self.known = [
            bits as u32,
            (bits >> 32) as u32,
            (bits >> 64) as u32 | flags,
        ];
    }

    pub(super) fn rest(&self) -> Rest {
        match self.known[2] >> REST & 3 {
            0 => Rest::None,
            1 => Rest::Lost,
            _ => Rest::Unknown,
        }
    }

    pub(super) fn has_children(&self) -> bool {
        self.children > 0
    }

    /// What the player who made the move had of it on average; a draw counts
    /// `draw`.
    pub(super) fn share(&self, draw: f64) -> Option<f64> {
        (self.visits > 0).then(|| {
            let sum = f64::from(self.wins) + f64::from(self.draws) * draw;
            sum / f64::from(self.visits)
        })
    }
}

/// All nodes of a tree, in pieces, so that none is ever moved.
pub(super) struct Nodes {
    blocks: Vec<Vec<Node>>,
    /// The block that is being filled.
    filling: usize,
    /// How many blocks there may be.
    most: usize,
}

/// How many nodes are allocated at once; more than a position has moves.
const BLOCK: usize = 1024;
const BLOCK_BITS: u32 = BLOCK.trailing_zeros();

/// The number of the position that the tree begins with.
pub(super) const ROOT: u32 = 0;

impl Nodes {
    /// Room for no more than these bytes, but for one block at least.
    pub(super) fn new(memory: usize) -> Self {
        let most = (memory / (BLOCK * NODE)).clamp(1, 1 << (32 - BLOCK_BITS));
        Self {
            blocks: Vec::new(),
            filling: 0,
            most,
        }
    }

    /// Nothing but a root.
    pub(super) fn reset(&mut self, root: Node) {
        self.blocks.iter_mut().for_each(Vec::clear);
        self.filling = 0;
        let at = self.add(&[root]);
        debug_assert_eq!(at, Some(ROOT));
    }

    /// Adds nodes next to each other and returns the first one's number; `None` if
    /// there is no room.
    fn add(&mut self, nodes: &[Node]) -> Option<u32> {
        let filled = self.blocks.get(self.filling).map_or(0, Vec::len);
        if filled + nodes.len() > BLOCK {
            if self.filling + 1 == self.most {
                return None;
            }
            self.filling += 1;
        }
        if self.filling == self.blocks.len() {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        let block = &mut self.blocks[self.filling];
        let first = self.filling << BLOCK_BITS | block.len();
        block.extend_from_slice(nodes);
        Some(first as u32)
    }

    /// Gives a node its children, in place of those it had; `false` if there is no
    /// room.
    pub(super) fn expand(&mut self, parent: u32, children: &[Node], rest: Rest) -> bool {
        let Some(first) = self.add(children) else {
            return false;
        };
        let node = self.get_mut(parent);
        node.first = first;
        node.children = children.len() as u8;
        node.known[2] = node.known[2] & !(3 << REST) | (rest as u32) << REST;
        true
    }

    #[inline]
    pub(super) fn get(&self, number: u32) -> &Node {
        &self.blocks[number as usize >> BLOCK_BITS][number as usize & (BLOCK - 1)]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, number: u32) -> &mut Node {
        &mut self.blocks[number as usize >> BLOCK_BITS][number as usize & (BLOCK - 1)]
    }

    /// A node's children and the first one's number.
    #[inline]
    pub(super) fn children(&self, parent: u32) -> (&[Node], u32) {
        let node = self.get(parent);
        let (block, from) = (
            node.first as usize >> BLOCK_BITS,
            node.first as usize & (BLOCK - 1),
        );
        (
            &self.blocks[block][from..from + usize::from(node.children)],
            node.first,
        )
    }

    /// Concludes from its children what a node can come to, `player` being to move
    /// and `second` after that; `true` if that is more than was known.
    ///
    /// A player makes sure of the best that some move guarantees, and may do
    /// anything that could be as good: among several ways to lose, who takes which
    /// is anybody's guess, so all of them are possible outcomes. For two players
    /// this is the proof of MCTS-Solver (Winands, Björnsson, Saito: Monte-Carlo
    /// Tree Search Solver, 2008), draws included.
    pub(super) fn conclude(&mut self, parent: u32, player: u8, second: u8) -> bool {
        let (children, _) = self.children(parent);
        let mut union = Outcomes::NONE;
        let mut guaranteed = 0;
        let mut settled = true;
        for child in children {
            let outcomes = child.outcomes();
            union = union.or(outcomes);
            guaranteed = guaranteed.max(outcomes.worst(player));
            settled &= child.is_settled();
        }
        let node = self.get(parent);
        let own = Outcomes::win(player);
        match node.rest() {
            Rest::None => {}
            Rest::Lost => union = union.or(Outcomes::win(second)),
            Rest::Unknown => {
                union = union.or(node.outcomes());
                settled = false;
            }
        }
        let outcomes = match guaranteed {
            0 => union,
            1 => union.and(own.or(Outcomes::DRAW)),
            _ => own,
        };
        let outcomes = outcomes.and(node.outcomes());
        let settled = settled || outcomes.is_single();
        let news = outcomes != node.outcomes() || settled != node.is_settled();
        self.get_mut(parent).set(outcomes, settled);
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Outcomes = Outcomes::all(75);

    fn node(spot: Spot) -> Node {
        Node::new(spot, 1, ALL)
    }

    #[test]
    fn memory_is_never_exceeded() {
        for memory in [0, 40_000, 100_000, 1 << 20] {
            let mut nodes = Nodes::new(memory);
            for _ in 0..2 {
                nodes.reset(node(0));
                let mut parent = ROOT;
                while nodes.expand(parent, &[node(1); 225], Rest::None) {
                    parent = nodes.children(parent).1 + 224;
                }
                let taken: usize = nodes.blocks.iter().map(Vec::capacity).sum();
                assert!(taken * NODE <= memory.max(BLOCK * NODE));
                assert!(taken * NODE + BLOCK * NODE > memory, "it uses what it may");
            }
        }
    }

    #[test]
    fn a_node_keeps_outcomes_and_flags_apart() {
        let mut node = node(0);
        assert_eq!(node.outcomes(), ALL);
        assert!(!node.is_settled());
        for outcomes in (0..75).map(Outcomes::win).chain([Outcomes::DRAW]) {
            node.settle(outcomes);
            assert_eq!(node.outcomes(), outcomes);
            assert!(node.is_settled());
            assert_eq!(node.rest(), Rest::None);
        }
    }

    /// What is concluded for player 0 of three, from children with these outcomes,
    /// all of them settled.
    fn conclude(rest: Rest, children: &[Outcomes]) -> (Outcomes, bool) {
        let all = Outcomes::all(3);
        let mut nodes = Nodes::new(0);
        nodes.reset(Node::new(0, 0, all));
        let children: Vec<Node> = children
            .iter()
            .map(|&outcomes| {
                let mut child = Node::new(0, 0, all);
                child.settle(outcomes);
                child
            })
            .collect();
        assert!(nodes.expand(ROOT, &children, rest));
        nodes.conclude(ROOT, 0, 1);
        let root = nodes.get(ROOT);
        (root.outcomes(), root.is_settled())
    }

    #[test]
    fn a_player_takes_the_best_that_is_sure() {
        let [a, b, c] = [0, 1, 2].map(Outcomes::win);
        let draw = Outcomes::DRAW;
        for rest in [Rest::None, Rest::Lost, Rest::Unknown] {
            assert_eq!(conclude(rest, &[b, a, draw]), (a, true));
        }
        for rest in [Rest::None, Rest::Lost] {
            assert_eq!(conclude(rest, &[b, draw]), (draw, true));
        }
        assert_eq!(conclude(Rest::Unknown, &[b, draw]), (draw.or(a), false));
        // Who can't win decides who does.
        assert_eq!(conclude(Rest::None, &[b, c]), (b.or(c), true));
        assert_eq!(conclude(Rest::None, &[c, c]), (c, true));
        assert_eq!(conclude(Rest::Lost, &[c, c]), (b.or(c), true));
        let all = a.or(b).or(c).or(draw);
        assert_eq!(conclude(Rest::Unknown, &[c]), (all, false));
    }
}
