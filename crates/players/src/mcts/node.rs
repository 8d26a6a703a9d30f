//! The nodes of the tree, and the arena that stores them.

use super::state::Square;
use four_shapes_solver::Outcome;

/// A set of possible outcomes: a win of one player, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcomes(u128);

impl Outcomes {
    pub(super) const NONE: Self = Self(0);
    pub(super) const DRAW: Self = Self(1 << 75);

    pub(super) const fn win(player: u8) -> Self {
        Self(1 << player)
    }

    /// Returns all outcomes of a game with this number of players.
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

    pub(super) const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Returns the winner if the only outcome is a win.
    pub(super) const fn winner(self) -> Option<u8> {
        if self.is_single() && self.0 != Self::DRAW.0 {
            Some(self.0.trailing_zeros() as u8)
        } else {
            None
        }
    }

    /// Returns the proved outcome for a player.
    pub(super) fn proved(self, player: u8) -> Option<Outcome> {
        let own = Self::win(player);
        if self == own {
            Some(Outcome::Win)
        } else if self == Self::DRAW {
            Some(Outcome::Draw)
        } else if self.and(own.or(Self::DRAW)) == Self::NONE {
            Some(Outcome::Loss)
        } else {
            None
        }
    }

    /// Returns whether a player has at least a draw, but no proven win.
    pub(super) fn guarantees_draw(self, player: u8) -> bool {
        self.guaranteed(player) == 1
    }

    /// Returns the worst possible result for a player: 2 for a win, 1 for a draw, 0 for a
    /// loss.
    fn guaranteed(self, player: u8) -> u8 {
        let own = Self::win(player);
        if self == own {
            2
        } else {
            self.is_within(own.or(Self::DRAW)).into()
        }
    }
}

/// The outcome of the moves for which a node has no children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unexpanded {
    /// There are no such moves.
    None,
    /// The next player wins at once.
    Lost,
    Unknown,
}

/// A position in the tree, and the move that led to it.
///
/// Moves are chosen by the results of the player who makes them, so a node stores only that
/// player's results.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) visits: u32,
    /// The wins of the player who made the move.
    pub(super) wins: u32,
    pub(super) draws: u32,
    /// The index of the first child; the others follow.
    first: u32,
    /// The outcomes in the lowest 76 bits, then the solved flag, then the state of the
    /// unexpanded moves.
    known: [u32; 3],
    /// The prior in 65,535ths.
    pub(super) prior: u16,
    /// The square of the move.
    pub(super) square: Square,
    children: u8,
}

/// The size of a node in bytes.
pub(super) const NODE_BYTES: usize = 32;
const _: () = assert!(size_of::<Node>() == NODE_BYTES);

const SOLVED: u32 = 1 << 16;
const UNEXPANDED_SHIFT: u32 = 17;

impl Node {
    pub(super) fn new(square: Square, prior: u16, outcomes: Outcomes) -> Self {
        let mut node = Self {
            visits: 0,
            wins: 0,
            draws: 0,
            first: 0,
            known: [0; 3],
            prior,
            square,
            children: 0,
        };
        node.set(outcomes, false);
        node
    }

    /// Returns the outcomes that are possible under best play.
    pub(super) fn outcomes(&self) -> Outcomes {
        let [low, middle, high] = self.known.map(u128::from);
        Outcomes((low | (middle << 32) | (high << 64)) & ((Outcomes::DRAW.0 << 1) - 1))
    }

    /// Returns whether the outcomes are final.
    pub(super) fn is_solved(&self) -> bool {
        self.known[2] & SOLVED != 0
    }

    pub(super) fn mark_solved(&mut self, outcomes: Outcomes) {
        self.set(outcomes, true);
    }

    fn set(&mut self, outcomes: Outcomes, solved: bool) {
        let bits = outcomes.0;
        let flags = self.known[2] & 3 << UNEXPANDED_SHIFT | if solved { SOLVED } else { 0 };
        self.known = [
            bits as u32,
            (bits >> 32) as u32,
            (bits >> 64) as u32 | flags,
        ];
    }

    pub(super) fn unexpanded(&self) -> Unexpanded {
        match self.known[2] >> UNEXPANDED_SHIFT & 3 {
            0 => Unexpanded::None,
            1 => Unexpanded::Lost,
            _ => Unexpanded::Unknown,
        }
    }

    pub(super) fn has_children(&self) -> bool {
        self.children > 0
    }

    /// Returns the mean result of the player who made the move; a draw counts `draw`.
    pub(super) fn mean_value(&self, draw: f64) -> Option<f64> {
        (self.visits > 0).then(|| {
            let sum = f64::from(self.wins) + f64::from(self.draws) * draw;
            sum / f64::from(self.visits)
        })
    }
}

/// An arena of nodes, allocated in blocks, so that nodes never move.
pub(super) struct Nodes {
    blocks: Vec<Vec<Node>>,
    /// The index of the block being filled.
    current: usize,
    max_blocks: usize,
}

/// The number of nodes in a block; more than a position has moves.
const BLOCK: usize = 1024;
const BLOCK_BITS: u32 = BLOCK.trailing_zeros();

/// The index of the root.
pub(super) const ROOT: u32 = 0;

impl Nodes {
    /// `memory` is the maximum size in bytes, but at least one block is allocated.
    pub(super) fn new(memory: usize) -> Self {
        let max_blocks = (memory / (BLOCK * NODE_BYTES)).clamp(1, 1 << (32 - BLOCK_BITS));
        Self {
            blocks: Vec::new(),
            current: 0,
            max_blocks,
        }
    }

    /// Removes all nodes and adds a root.
    pub(super) fn reset(&mut self, root: Node) {
        self.blocks.iter_mut().for_each(Vec::clear);
        self.current = 0;
        let at = self.add(&[root]);
        debug_assert_eq!(at, Some(ROOT));
    }

    /// Adds consecutive nodes and returns the index of the first; `None` if the memory is
    /// full.
    fn add(&mut self, nodes: &[Node]) -> Option<u32> {
        let filled = self.blocks.get(self.current).map_or(0, Vec::len);
        if filled + nodes.len() > BLOCK {
            if self.current + 1 == self.max_blocks {
                return None;
            }
            self.current += 1;
        }
        if self.current == self.blocks.len() {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        let block = &mut self.blocks[self.current];
        let first = self.current << BLOCK_BITS | block.len();
        block.extend_from_slice(nodes);
        Some(first as u32)
    }

    /// Sets the children of a node, in place of any previous ones. Returns `false` if the
    /// memory is full.
    pub(super) fn expand(
        &mut self,
        parent: u32,
        children: &[Node],
        unexpanded: Unexpanded,
    ) -> bool {
        let Some(first) = self.add(children) else {
            return false;
        };
        let node = self.get_mut(parent);
        node.first = first;
        node.children = children.len() as u8;
        node.known[2] =
            node.known[2] & !(3 << UNEXPANDED_SHIFT) | (unexpanded as u32) << UNEXPANDED_SHIFT;
        true
    }

    #[inline]
    pub(super) fn get(&self, index: u32) -> &Node {
        &self.blocks[index as usize >> BLOCK_BITS][index as usize & (BLOCK - 1)]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, index: u32) -> &mut Node {
        &mut self.blocks[index as usize >> BLOCK_BITS][index as usize & (BLOCK - 1)]
    }

    /// Returns a node's children and the index of the first.
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

    /// Updates the outcomes of a node from those of its children, with `player` to move and
    /// `next_player` next. Returns whether they changed.
    ///
    /// A player achieves the best result that some move guarantees, and may choose any move
    /// that could be as good. If all moves lose, any of them may be played, so all their
    /// outcomes remain possible. For two players this is MCTS-Solver with draws (Winands,
    /// Björnsson, Saito: Monte-Carlo Tree Search Solver, 2008).
    pub(super) fn update_outcomes(&mut self, parent: u32, player: u8, next_player: u8) -> bool {
        let (children, _) = self.children(parent);
        let mut union = Outcomes::NONE;
        let mut guaranteed = 0;
        let mut solved = true;
        for child in children {
            let outcomes = child.outcomes();
            union = union.or(outcomes);
            guaranteed = guaranteed.max(outcomes.guaranteed(player));
            solved &= child.is_solved();
        }
        let node = self.get(parent);
        let own = Outcomes::win(player);
        match node.unexpanded() {
            Unexpanded::None => {}
            Unexpanded::Lost => union = union.or(Outcomes::win(next_player)),
            Unexpanded::Unknown => {
                union = union.or(node.outcomes());
                solved = false;
            }
        }
        let outcomes = match guaranteed {
            0 => union,
            1 => union.and(own.or(Outcomes::DRAW)),
            _ => own,
        };
        let outcomes = outcomes.and(node.outcomes());
        let solved = solved || outcomes.is_single();
        let changed = outcomes != node.outcomes() || solved != node.is_solved();
        self.get_mut(parent).set(outcomes, solved);
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Outcomes = Outcomes::all(75);

    fn node(square: Square) -> Node {
        Node::new(square, 1, ALL)
    }

    #[test]
    fn memory_is_never_exceeded() {
        for memory in [0, 40_000, 100_000, 1 << 20] {
            let mut nodes = Nodes::new(memory);
            for _ in 0..2 {
                nodes.reset(node(0));
                let mut parent = ROOT;
                while nodes.expand(parent, &[node(1); 225], Unexpanded::None) {
                    parent = nodes.children(parent).1 + 224;
                }
                let allocated: usize = nodes.blocks.iter().map(Vec::capacity).sum();
                assert!(allocated * NODE_BYTES <= memory.max(BLOCK * NODE_BYTES));
                assert!(
                    allocated * NODE_BYTES + BLOCK * NODE_BYTES > memory,
                    "the memory is used up"
                );
            }
        }
    }

    #[test]
    fn outcomes_and_flags_do_not_overlap() {
        let mut node = node(0);
        assert_eq!(node.outcomes(), ALL);
        assert!(!node.is_solved());
        for outcomes in (0..75).map(Outcomes::win).chain([Outcomes::DRAW]) {
            node.mark_solved(outcomes);
            assert_eq!(node.outcomes(), outcomes);
            assert!(node.is_solved());
            assert_eq!(node.unexpanded(), Unexpanded::None);
        }
    }

    /// Returns the outcomes of a node with player 0 of three to move and these solved
    /// children, and whether it is solved.
    fn root_outcomes(unexpanded: Unexpanded, children: &[Outcomes]) -> (Outcomes, bool) {
        let all = Outcomes::all(3);
        let mut nodes = Nodes::new(0);
        nodes.reset(Node::new(0, 0, all));
        let children: Vec<Node> = children
            .iter()
            .map(|&outcomes| {
                let mut child = Node::new(0, 0, all);
                child.mark_solved(outcomes);
                child
            })
            .collect();
        assert!(nodes.expand(ROOT, &children, unexpanded));
        nodes.update_outcomes(ROOT, 0, 1);
        let root = nodes.get(ROOT);
        (root.outcomes(), root.is_solved())
    }

    #[test]
    fn the_best_guaranteed_result_is_proven() {
        let [a, b, c] = [0, 1, 2].map(Outcomes::win);
        let draw = Outcomes::DRAW;
        for unexpanded in [Unexpanded::None, Unexpanded::Lost, Unexpanded::Unknown] {
            assert_eq!(root_outcomes(unexpanded, &[b, a, draw]), (a, true));
        }
        for unexpanded in [Unexpanded::None, Unexpanded::Lost] {
            assert_eq!(root_outcomes(unexpanded, &[b, draw]), (draw, true));
        }
        assert_eq!(
            root_outcomes(Unexpanded::Unknown, &[b, draw]),
            (draw.or(a), false)
        );
        // A player who cannot win decides who does.
        assert_eq!(root_outcomes(Unexpanded::None, &[b, c]), (b.or(c), true));
        assert_eq!(root_outcomes(Unexpanded::None, &[c, c]), (c, true));
        assert_eq!(root_outcomes(Unexpanded::Lost, &[c, c]), (b.or(c), true));
        let all = a.or(b).or(c).or(draw);
        assert_eq!(root_outcomes(Unexpanded::Unknown, &[c]), (all, false));
    }
}
