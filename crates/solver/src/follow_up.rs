//! Bounds proved by the follow-up strategy: answering every move in its own column.
//!
//! Let *X* be the side to move and *Y* the other side, and number the cells of each
//! column from the top: 1, 2, 3 …. Odd cells are *upper*, even cells *lower*. If the
//! playable cell of a column is upper, it is a *single*; all other empty cells form
//! pairs of a lower cell and the upper one above it.
//!
//! **An even number of empty cells.** The number of singles is even as well. *Y*
//! follows up: it answers a lower cell with the upper one above it, and a single with
//! another single. This is always possible, so Y ends up with every upper cell except
//! the singles, and X with at most its own pieces, the lower cells and half of the
//! singles. On boards with an even number of rows this is *claimeven*, and exchanging
//! two singles is *baseinverse* (V. Allis, A Knowledge-based Approach of Connect-Four,
//! 1988).
//!
//! - If only such an upper cell is missing from a line of Y (a sure threat), no cell
//!   above it is ever played: the game ends there.
//! - If X cannot form a line from its cells, it does not win.
//! - If Y also forms a line, it wins, at the latest when X runs out of other moves.
//!
//! **An odd number of empty cells**, and Y has a threat to a *lower* cell in a column
//! with a single. Y follows up in that column too, the single and the lower cell above
//! it being the first pair; the other singles are exchanged as before. Once all else is
//! full, X must play in that column and Y reaches its threat, unless X could have formed
//! a line by then. The threat must exist already: the topmost cell of the column belongs
//! to no pair, and after X takes it, Y has nothing to follow up.
//!
//! The strategy needs no lookahead and is not disturbed by X's threats, because every
//! cell that X can get is counted as X's.

use super::node::Node;
use crate::geometry::{Geometry, Word, lowest};
use four_shapes_rules::bitboard::Bits;

/// Returns an upper bound of the score below `beta`, if following up proves one. Neither
/// side may have an immediate win.
#[inline(always)]
pub(super) fn upper_bound<G: Geometry>(
    g: &G,
    node: &Node<G::Word>,
    playable: G::Word,
    beta: i32,
) -> Option<i32> {
    if node.empty % 2 == 0 {
        even_bound(g, node, playable, beta)
    } else {
        odd_bound(g, node, playable, beta)
    }
}

/// Returns whether the bound can hold after a move that makes no threat.
#[inline(always)]
pub(super) fn may_bound_any_move<G: Geometry>(
    g: &G,
    node: &Node<G::Word>,
    playable: G::Word,
    beta: i32,
) -> bool {
    let free = g.board() & !(node.own | node.opp);
    if node.empty % 2 == 0 {
        return node.own_wins & !g.upper() != G::Word::ZERO;
    }
    let sure = node.own_wins & g.upper();
    if beta <= 0 && sure == G::Word::ZERO && !g.has_line(node.own | playable | (free & g.upper())) {
        return false;
    }
    let certain = node.opp | (free & !g.upper() & !playable & !with_cells_above(g, sure));
    !g.has_line(certain)
}

#[inline(always)]
fn even_bound<G: Geometry>(
    g: &G,
    node: &Node<G::Word>,
    playable: G::Word,
    beta: i32,
) -> Option<i32> {
    let free = g.board() & !(node.own | node.opp);
    let singles = playable & g.upper();
    let followed = free & g.upper() & !singles;
    let sure = node.opp_wins & followed;
    let all = node.opp | followed;
    let wins = sure != G::Word::ZERO || g.has_line(all);
    if beta <= 0 && !wins {
        return None;
    }
    let beyond = with_cells_above(g, sure);
    let certain = node.own | (free & !g.upper() & !beyond);
    if g.has_line(certain | singles) && !can_exchange(g, certain, singles) {
        return None;
    }
    let score = if !wins {
        0
    } else if sure != G::Word::ZERO {
        // X leaves the columns with threats for last, all of them filled up to two
        // cells below the threat, and then must play below one.
        let columns = (beyond & (g.bottom() << (g.rows() - 1))).count_ones();
        -((beyond.count_ones() + columns).cast_signed() / 2)
    } else {
        -latest_win(g, all, followed)
    };
    (score < beta).then_some(score)
}

/// Returns whether Y can exchange the singles so that X gets no line.
#[inline]
fn can_exchange<G: Geometry>(g: &G, certain: G::Word, singles: G::Word) -> bool {
    let one = G::Word::ONE;
    if singles == G::Word::ZERO || g.has_line(certain) {
        return false;
    }
    let first = lowest(singles);
    let (mut pairs, others) = ([first; 4], singles & !first);
    let mut count = 1;
    let mut rest = others;
    while rest != G::Word::ZERO {
        if count == 4 {
            // Six or more singles are too rare to pay for.
            return false;
        }
        pairs[count] = lowest(rest);
        rest = rest & (rest - one);
        count += 1;
    }
    let no_line = |gets: G::Word| !g.has_line(certain | gets);
    if count == 2 {
        return no_line(first) && no_line(others);
    }
    // X gets one cell of each of two pairs; Y chooses the pairing.
    [[1, 2, 3], [2, 1, 3], [3, 1, 2]]
        .into_iter()
        .any(|[with, a, b]| {
            no_line(first | pairs[a])
                && no_line(first | pairs[b])
                && no_line(pairs[with] | pairs[a])
                && no_line(pairs[with] | pairs[b])
        })
}

/// Returns the piece, counted from Y's last, with which Y completes a line at the latest.
/// `all` contains a line; its cells in `followed` are still empty.
///
/// A line without the upper cells 1, 3, … d − 2 is complete when at most d − 1 cells are
/// empty, since all cells above an empty one are empty.
#[inline]
fn latest_win<G: Geometry>(g: &G, all: G::Word, followed: G::Word) -> i32 {
    let mut score = 1;
    let mut row = g.bottom() << (g.rows() - 1);
    let mut needed = all;
    for _ in 1..g.rows().div_ceil(2) {
        needed = needed & !(row & followed);
        if !g.has_line(needed) {
            break;
        }
        row = row >> 2;
        score += 1;
    }
    score
}

#[inline(always)]
fn odd_bound<G: Geometry>(
    g: &G,
    node: &Node<G::Word>,
    playable: G::Word,
    beta: i32,
) -> Option<i32> {
    let (zero, one) = (G::Word::ZERO, G::Word::ONE);
    let singles = playable & g.upper();
    let threats = node.opp_wins & !g.upper();
    if threats == zero || singles == zero {
        return None;
    }
    let free = g.board() & !(node.own | node.opp);
    let sure = node.opp_wins & free & g.upper() & !singles;
    let lowers = free & !g.upper() & !with_cells_above(g, sure);
    let mut rest = singles;
    while rest != zero {
        let single = lowest(rest);
        rest = rest & (rest - one);
        let column = g.column_of(single);
        let column_threats = threats & column;
        if column_threats == zero {
            continue;
        }
        let threat = lowest(column_threats);
        // Counted from the top, an even number.
        let depth = g.rows() - threat.trailing_zeros() % g.stride();
        let score = -(depth.cast_signed() / 2);
        let below = column & free & g.upper() & (threat - one);
        if score < beta && !g.has_line(node.own | (lowers & !column) | below | (singles & !single))
        {
            return Some(score);
        }
    }
    None
}

/// Returns these cells and all cells above them.
#[inline(always)]
pub(super) fn with_cells_above<G: Geometry>(g: &G, cells: G::Word) -> G::Word {
    // In each column, subtracting the cells from the spare bit sets every bit from the
    // lowest cell to the top except the other cells, which are added back.
    (((g.bottom() << g.rows()) - cells) | cells) & g.board()
}
