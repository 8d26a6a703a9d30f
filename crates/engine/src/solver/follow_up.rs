//! What answering every move in its own column proves.
//!
//! Let *X* be to move and *Y* be the other side, and number the cells of each
//! column from the top: 1, 2, 3 …. The odd ones are *upper* cells, the even ones
//! *lower* cells, and a column whose next cell is upper has a *single*: its empty
//! cells are one that stands alone and pairs of a lower and the upper above it.
//!
//! **An even number of empty cells.** Then the number of singles is even. *Y*
//! follows up: X plays a lower cell, Y the upper one on top of it; X plays a
//! single, Y another single. Y always can, and so owns in the end every upper
//! cell that is no single, while X gets at most its own pieces, the lower cells
//! and half of the singles. On boards with an even number of rows this is the
//! rule *claimeven* of Victor Allis (A Knowledge-based Approach of Connect-Four,
//! 1988), and exchanging two singles his *baseinverse*.
//!
//! - If Y has a line with such an upper cell already but for that cell (a sure
//!   threat), nothing above it is ever played: the game ends there.
//! - If X can't get a line out of its cells that way, X does not win.
//! - If, besides, Y gets a line, Y wins: latest when X runs out of other moves.
//!
//! **An odd number of empty cells**, and in a column with a single Y has a
//! threat to a *lower* cell. There Y follows up as well, the single and the lower
//! cell above it being the first pair; the singles left over are exchanged as
//! before. Everything else fills up, X has to go on in that column, and Y gets to
//! its threat, unless X could have had a line by then. Only a threat that exists
//! will do: the column's topmost cell belongs to no pair, and once X has taken
//! it Y has nobody to follow.
//!
//! Y needs no look ahead for any of this, and X's own threats don't disturb it:
//! what X can get is counted whole.

use super::node::Node;
use crate::{
    bitboard::{Geometry, Word},
    bits::Bits,
};

/// An upper bound of the score of the side to move, if following up proves one
/// below `beta`. Nobody can win with the next piece.
#[inline(always)]
pub(super) fn bound<G: Geometry>(
    g: &G,
    node: &Node<G::Word>,
    playable: G::Word,
    beta: i32,
) -> Option<i32> {
    if node.left % 2 == 0 {
        even(g, node, playable, beta)
    } else {
        odd(g, node, playable, beta)
    }
}

/// Whether it is worth asking for the bound after each move, and not only after
/// those that make a threat.
#[inline(always)]
pub(super) fn worth<G: Geometry>(
    g: &G,
    node: &Node<G::Word>,
    playable: G::Word,
    beta: i32,
) -> bool {
    let free = g.board() & !(node.own | node.opp);
    if node.left % 2 == 0 {
        return node.own_wins & !g.upper() != G::Word::ZERO;
    }
    let sure = node.own_wins & g.upper();
    if beta <= 0 && sure == G::Word::ZERO && !g.has_line(node.own | playable | (free & g.upper())) {
        return false;
    }
    let least = node.opp | (free & !g.upper() & !playable & !and_above(g, sure));
    !g.has_line(least)
}

#[inline(always)]
fn even<G: Geometry>(g: &G, node: &Node<G::Word>, playable: G::Word, beta: i32) -> Option<i32> {
    let free = g.board() & !(node.own | node.opp);
    let singles = playable & g.upper();
    let followed = free & g.upper() & !singles;
    let sure = node.opp_wins & followed;
    let all = node.opp | followed;
    let wins = sure != G::Word::ZERO || g.has_line(all);
    if beta <= 0 && !wins {
        return None;
    }
    let beyond = and_above(g, sure);
    let certain = node.own | (free & !g.upper() & !beyond);
    if g.has_line(certain | singles) && !exchanged(g, certain, singles) {
        return None;
    }
    let score = if !wins {
        0
    } else if sure != G::Word::ZERO {
        // X leaves the columns with threats for last, all of them filled up to
        // two below the threat, and then has to play below one.
        let columns = (beyond & (g.bottom() << (g.rows() - 1))).count_ones();
        -((beyond.count_ones() + columns).cast_signed() / 2)
    } else {
        -latest_line(g, all, followed)
    };
    (score < beta).then_some(score)
}

/// Whether Y can exchange the singles so that X gets no line.
#[inline]
fn exchanged<G: Geometry>(g: &G, certain: G::Word, singles: G::Word) -> bool {
    let one = G::Word::ONE;
    if singles == G::Word::ZERO || g.has_line(certain) {
        return false;
    }
    let first = singles & !(singles - one);
    let (mut pairs, others) = ([first; 4], singles & !first);
    let mut count = 1;
    let mut rest = others;
    while rest != G::Word::ZERO {
        if count == 4 {
            // Six or more: too rare to be worth it.
            return false;
        }
        pairs[count] = rest & !(rest - one);
        rest = rest & (rest - one);
        count += 1;
    }
    let harmless = |gets: G::Word| !g.has_line(certain | gets);
    if count == 2 {
        return harmless(first) && harmless(others);
    }
    // X gets one of each of two pairs; Y chooses which pairs.
    [[1, 2, 3], [2, 1, 3], [3, 1, 2]]
        .into_iter()
        .any(|[with, a, b]| {
            harmless(first | pairs[a])
                && harmless(first | pairs[b])
                && harmless(pairs[with] | pairs[a])
                && harmless(pairs[with] | pairs[b])
        })
}

/// With which of its pieces, counted from its last, Y completes a line at the
/// latest. The line is among `all`; its cells among `followed` are still empty.
///
/// If it needs none of the upper cells 1, 3, … d − 2, it is complete when d − 1
/// cells are left, at the latest: an empty cell has all above it empty as well.
#[inline]
fn latest_line<G: Geometry>(g: &G, all: G::Word, followed: G::Word) -> i32 {
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
fn odd<G: Geometry>(g: &G, node: &Node<G::Word>, playable: G::Word, beta: i32) -> Option<i32> {
    let (zero, one) = (G::Word::ZERO, G::Word::ONE);
    let singles = playable & g.upper();
    let threats = node.opp_wins & !g.upper();
    if threats == zero || singles == zero {
        return None;
    }
    let free = g.board() & !(node.own | node.opp);
    let sure = node.opp_wins & free & g.upper() & !singles;
    let lowers = free & !g.upper() & !and_above(g, sure);
    let mut rest = singles;
    while rest != zero {
        let single = rest & !(rest - one);
        rest = rest & (rest - one);
        let column = g.column_of(single);
        let its = threats & column;
        if its == zero {
            continue;
        }
        let threat = its & !(its - one);
        // Counted from the top, an even number.
        let place = g.rows() - threat.trailing_zeros() % g.stride();
        let score = -(place.cast_signed() / 2);
        let below = column & free & g.upper() & (threat - one);
        if score < beta && !g.has_line(node.own | (lowers & !column) | below | (singles & !single))
        {
            return Some(score);
        }
    }
    None
}

/// These cells and all above them.
#[inline(always)]
fn and_above<G: Geometry>(g: &G, cells: G::Word) -> G::Word {
    // In each column: subtracting its bits from the spare bit sets all from the
    // lowest of them to the top, but for the others, which are put back.
    (((g.bottom() << g.rows()) - cells) | cells) & g.board()
}
