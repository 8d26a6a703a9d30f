//! Facts that follow from lines of forced replies.

use super::{Fact, Theme, above, after, after_all};
use four_shapes_players::forced_win;
use four_shapes_rules::{Cell, Position};

/// The maximum number of nodes of each search for a forced win.
const MAX_NODES: u32 = 10_000;

/// Returns the facts about a move that need no solver, most important first. Empty if the move
/// is illegal or it isn't a two-player game. The game must not be over.
///
/// ```
/// use four_shapes_analysis::explain::{self, Theme};
/// use four_shapes_rules::{Rules, notation};
///
/// let game = notation::parse(Rules::CLASSIC, "11223")?;
/// let facts = explain::tactics(game.position(), "D1".parse()?);
/// assert_eq!(facts[0].theme, Theme::Blocks);
/// assert_eq!(facts[0].describe("Blue", "Red"), "blocks A1, B1, C1 and D1");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn tactics(position: &Position, cell: Cell) -> Vec<Fact> {
    if position.rules().players() != 2 || position.check_place(cell).is_err() {
        return Vec::new();
    }
    let (own, opponent) = (position.to_move(), position.player_after(1));
    if let Some(trace) = position.trace_in(own, cell) {
        return vec![Fact::new(Theme::Wins, trace.cells(), vec![cell])];
    }
    let mut facts = Vec::new();
    let wins = position.completions(own);
    if let Some(&win) = wins.first() {
        facts.push(Fact::new(Theme::MissesWin, wins.clone(), vec![win]));
    }
    let mut others = position.playable().filter(|other| *other != cell);
    let other = others.find(|other| !wins.contains(other));
    if let (Some(trace), Some(other)) = (position.trace_in(opponent, cell), other) {
        facts.push(Fact::new(Theme::Blocks, trace.cells(), vec![other, cell]));
    }
    let next = after(position, cell);
    let above = above(position, cell);
    let (given, left): (Vec<_>, Vec<_>) = next
        .completions(opponent)
        .into_iter()
        .partition(|&win| Some(win) == above);
    for (theme, cells) in [(Theme::GivesWin, given), (Theme::LeavesWin, left)] {
        if let Some(&win) = cells.first() {
            facts.push(Fact::new(theme, cells, vec![cell, win]));
        }
    }
    let is_answered = next.completions(opponent).is_empty() && !next.is_full();
    if is_answered {
        facts.extend(consequences(position, cell, &next, above));
    }
    facts.extend(lasting_threats(position, cell, &next));
    facts.sort_by_key(|fact| fact.theme);
    facts
}

/// Returns what follows from a move after which neither side has won or wins at once.
fn consequences(
    position: &Position,
    cell: Cell,
    next: &Position,
    above: Option<Cell>,
) -> Vec<Fact> {
    let own = position.to_move();
    let threatened = next.completions(own);
    if let Some(&block) = threatened.first() {
        let blocked = after(next, block);
        if let Some(win) = forced_win(&blocked, &mut MAX_NODES.clone()) {
            let mut line = vec![cell, block];
            line.extend(win);
            let theme = if line.len() == 3 {
                Theme::DoubleThreat
            } else {
                Theme::ForcedWin
            };
            return vec![Fact::new(theme, last_threats(position, &line), line)];
        }
    }
    let mut facts = Vec::new();
    if let Some(&only) = threatened.first() {
        facts.push(Fact::new(Theme::Threat, vec![only], vec![cell, only]));
    }
    let mut nodes = MAX_NODES;
    if let Some(win) = forced_win(next, &mut nodes) {
        let mut line = vec![cell];
        line.extend(&win);
        let theme = if win.len() == 3 {
            Theme::AllowsDoubleThreat
        } else {
            Theme::AllowsForcedWin
        };
        facts.push(Fact::new(theme, last_threats(position, &line), line));
    } else if nodes > 0 && position.completions(next.to_move()).is_empty() {
        facts.extend(prevented(position, cell));
    }
    // A threat elsewhere has to be answered first.
    let lost = above.filter(|&above| position.trace_in(own, above).is_some());
    if let (Some(lost), true) = (lost, threatened.is_empty()) {
        facts.push(Fact::new(Theme::LosesThreat, vec![lost], vec![cell, lost]));
    }
    facts
}

/// Returns the forced win of the opponent after most other moves. After `cell` there is none.
fn prevented(position: &Position, cell: Cell) -> Option<Fact> {
    let own = position.to_move();
    let others: Vec<_> = position.playable().filter(|other| *other != cell).collect();
    let mut lines = Vec::new();
    for &other in &others {
        let next = after(position, other);
        // Moves that lose or win at once, or force the reply, say nothing about the threat.
        let is_quiet = position.trace_in(own, other).is_none()
            && next.completions(next.to_move()).is_empty()
            && next.completions(own).is_empty();
        if is_quiet && let Some(win) = forced_win(&next, &mut MAX_NODES.clone()) {
            let mut line = vec![other];
            line.extend(win);
            lines.push(line);
        }
    }
    if lines.len() * 2 <= others.len() {
        return None;
    }
    let line = lines.into_iter().min_by_key(Vec::len)?;
    let theme = if line.len() == 4 {
        Theme::PreventsDoubleThreat
    } else {
        Theme::PreventsForcedWin
    };
    Some(Fact::new(theme, last_threats(position, &line), line))
}

/// Returns the cells that the last move but two of a forced win threatens at once: those that
/// are open, or the one that is blocked and the one above it.
fn last_threats(position: &Position, line: &[Cell]) -> Vec<Cell> {
    let [moves @ .., block, win] = line else {
        return Vec::new();
    };
    let before = after_all(position, moves);
    let winner = before.player_after(1);
    let mut cells = before.completions(winner);
    for cell in [block, win] {
        if !cells.contains(cell) {
            cells.push(*cell);
        }
    }
    cells
}

/// Returns the new threats to cells that can't be occupied yet.
fn lasting_threats(position: &Position, cell: Cell, next: &Position) -> Vec<Fact> {
    let own = position.to_move();
    let empty = |cell: &Cell| next.piece_at(*cell).is_none() && next.check_place(*cell).is_err();
    let is_new = |threat: &Cell| {
        next.trace_in(own, *threat).is_some() && position.trace_in(own, *threat).is_none()
    };
    let cells = position.rules().all_cells();
    let threats = cells.filter(empty).filter(is_new);
    threats
        .map(|threat| {
            let is_odd = threat.row() % 2 == 0;
            let theme = if is_odd {
                Theme::OddThreat
            } else {
                Theme::EvenThreat
            };
            Fact::new(theme, vec![threat], vec![cell])
        })
        .collect()
}

impl Fact {
    pub(super) fn new(theme: Theme, cells: Vec<Cell>, line: Vec<Cell>) -> Self {
        Self { theme, cells, line }
    }
}
