//! Threat-space search: wins by continuous threats, for two players.
//!
//! Every move forces a single reply, until one makes two threats. Such sequences are too
//! narrow and too deep for playouts to find (L. V. Allis, H. J. van den Herik,
//! M. P. H. Huntjens: Go-Moku and Threat-Space Search, 1993).
//!
//! With more players a threat doesn't force a single reply, since the player after the next may
//! also block or win.

use super::state::{Square, State, cell};
use four_shapes_rules::{Cell, Position};

/// The maximum number of the attacker's moves in a sequence, including the winning one.
const MAX_MOVES: usize = 17;

/// Returns the shortest win by threats of the player to move that is found within the node
/// budget: the moves of both sides, ending with the one that completes a line. The replies are
/// forced. A win found is proven; finding none proves nothing.
///
/// ```
/// use four_shapes_players::forced_win;
/// use four_shapes_rules::{Rules, notation};
///
/// let game = notation::parse(Rules::CLASSIC, "4455")?;
/// let line = forced_win(game.position(), &mut 10_000).expect("two open ends win");
/// let names: Vec<String> = line.iter().map(ToString::to_string).collect();
/// assert_eq!(names.join(" "), "C1 B1 F1");
/// # Ok::<_, notation::NotationError>(())
/// ```
pub fn forced_win(position: &Position, nodes: &mut u32) -> Option<Vec<Cell>> {
    // Candidates at a distance of 2 include every move that makes a threat.
    let state = State::new(position, 2);
    let mut last_used = 0;
    for moves in 1..=MAX_MOVES {
        let (before, mut line) = (*nodes, Vec::new());
        if search(&state, nodes, moves, &mut line) {
            return Some(line.into_iter().rev().map(cell).collect());
        }
        let used = before - *nodes;
        // There are no longer series of threats.
        if moves > 2 && used == last_used {
            break;
        }
        last_used = used;
    }
    None
}

/// Returns a winning move, if one is found within the node budget, which is reduced by the
/// nodes searched. A win found is proven; finding none proves nothing.
pub(super) fn winning_move(state: &State, nodes: &mut u32) -> Option<Square> {
    debug_assert_eq!(state.rules().players(), 2);
    let mut line = Vec::new();
    search(state, nodes, MAX_MOVES, &mut line);
    line.pop()
}

/// Returns whether the player to move wins within a number of own moves, and adds the winning
/// line, last move first.
fn search(state: &State, nodes: &mut u32, moves: usize, line: &mut Vec<Square>) -> bool {
    let (own, other) = (state.to_move(), state.next_player());
    if let Some(win) = state.wins(own).next() {
        line.push(win);
        return true;
    }
    let Some(moves) = moves.checked_sub(1).filter(|&moves| moves > 0) else {
        return false;
    };
    let mut forced = state.wins(other);
    match (forced.next(), forced.next()) {
        (Some(_), Some(_)) => false,
        (Some(square), None) => try_move(state, square, nodes, moves, line),
        (None, _) => {
            let mut candidates = state.candidates().iter().copied();
            candidates.any(|square| try_move(state, square, nodes, moves, line))
        }
    }
}

/// Returns whether a move wins by continuous threats, and adds the winning line.
fn try_move(
    state: &State,
    square: Square,
    nodes: &mut u32,
    moves: usize,
    line: &mut Vec<Square>,
) -> bool {
    let (own, other) = (state.to_move(), state.next_player());
    let uncovers = state.rules().gravity() && state.is_below_threat(square);
    if *nodes == 0 || !(uncovers || state.would_threaten(square, own)) {
        return false;
    }
    *nodes -= 1;
    let mut after = state.clone();
    after.place(square);
    if after.wins(other).next().is_some() {
        return false;
    }
    let mut wins = after.wins(own);
    let Some(first) = wins.next() else {
        return false;
    };
    let second = wins.next();
    drop(wins);
    let wins = if let Some(second) = second {
        line.push(second);
        true
    } else {
        after.place(first);
        search(&after, nodes, moves, line)
    };
    if wins {
        line.extend([first, square]);
    }
    wins
}
