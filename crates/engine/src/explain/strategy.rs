//! Facts that depend on the scores of positions.

use super::{Fact, Scores, Theme, above, after, after_all};
use crate::{Cell, Direction, Player, Position, Rules};

/// Returns the facts about a move that follow from scores, as far as they are known. A fact
/// whose scores are missing is omitted.
pub(super) fn facts(
    position: &Position,
    cell: Cell,
    tactical: &[Fact],
    scores: &mut Scores,
) -> Vec<Fact> {
    let next = after(position, cell);
    if next.trace(cell).is_some() || next.is_full() {
        return Vec::new();
    }
    let mut facts = Vec::new();
    let Some(score) = scores.of_move(position, cell) else {
        return facts;
    };
    facts.extend(only_move(position, cell, score, scores));
    let is_explained = |themes: &[Theme]| tactical.iter().any(|fact| themes.contains(&fact.theme));
    let wins = [Theme::DoubleThreat, Theme::ForcedWin];
    let losses = [
        Theme::LeavesWin,
        Theme::GivesWin,
        Theme::AllowsDoubleThreat,
        Theme::AllowsForcedWin,
    ];
    match score.signum() {
        1 if is_explained(&wins) => return facts,
        -1 if is_explained(&losses) => return facts,
        _ => {}
    }
    let follow_up = follow_up(position, cell);
    let is_proof = follow_up.is_some();
    facts.extend(follow_up);
    if score >= 0 && !is_proof {
        facts.extend(pairs(position, cell, score.signum(), scores));
    }
    if score != 0 && !is_proof {
        facts.extend(best_line(position, cell, score > 0, scores));
    }
    facts
}

/// Returns that all other moves have a worse outcome, if so.
fn only_move(position: &Position, cell: Cell, score: i32, scores: &mut Scores) -> Option<Fact> {
    let theme = match score.signum() {
        1 => Theme::OnlyWin,
        0 => Theme::OnlyDraw,
        _ => return None,
    };
    let others = position.playable().filter(|other| *other != cell);
    let others: Vec<_> = others
        .map(|other| scores.of_move(position, other))
        .collect();
    let is_worse = |other: &Option<i32>| other.is_some_and(|other| other.signum() < score.signum());
    let is_only = !others.is_empty() && others.iter().all(is_worse);
    is_only.then(|| Fact::new(theme, vec![cell], vec![cell]))
}

/// Returns the best play after a move that decides the game, and whether it ends in zugzwang.
/// The winner is the player who makes the move, or else the opponent.
fn best_line(position: &Position, cell: Cell, wins: bool, scores: &mut Scores) -> Option<Fact> {
    let mut line = vec![cell];
    let mut next = after(position, cell);
    let winner = position
        .rules()
        .player_after(position.pieces() + usize::from(!wins));
    loop {
        let score = scores.get(&next)?;
        let best = best_reply(&next, score, scores)?;
        line.push(best);
        let loser_moved = next.to_move() != winner;
        let before = next.clone();
        next = after(&next, best);
        if next.trace(best).is_some() {
            break;
        }
        // Someone who has to play below a threat, while nothing else is threatened.
        let threats = next.completions(winner);
        if let ([threat], true) = (threats.as_slice(), loser_moved)
            && above(&next, best) == Some(*threat)
            && before.completions(winner).is_empty()
            && loses_at_once(&before, winner)
        {
            line.push(*threat);
            let theme = if wins {
                Theme::Zugzwang
            } else {
                Theme::AllowsZugzwang
            };
            return Some(Fact::new(theme, vec![*threat], line));
        }
    }
    let last = *line.last()?;
    Some(Fact::new(Theme::BestLine, vec![last], line))
}

/// Returns the first move with the score of the position.
fn best_reply(position: &Position, score: i32, scores: &mut Scores) -> Option<Cell> {
    let cells: Vec<_> = position.playable().collect();
    for cell in cells {
        if scores.of_move(position, cell)? == score {
            return Some(cell);
        }
    }
    None
}

/// Returns whether every move lets the opponent complete a line next.
fn loses_at_once(position: &Position, winner: Player) -> bool {
    let mut cells = position.playable();
    cells.all(|cell| {
        let next = after(position, cell);
        next.trace(cell).is_none() && !next.completions(winner).is_empty()
    })
}

/// Returns pairs of cells with which the player keeps the outcome: if the opponent occupies one
/// of them, only the other one keeps it.
fn pairs(position: &Position, cell: Cell, outcome: i32, scores: &mut Scores) -> Vec<Fact> {
    let next = after(position, cell);
    let opponent = next.to_move();
    let open_lines = open_lines(&next, opponent);
    let is_open = |cells: &[Cell]| {
        let holds = |line: &&Vec<Cell>| cells.iter().all(|cell| line.contains(cell));
        open_lines.iter().any(|line| holds(&line))
    };
    let playable: Vec<_> = next.playable().collect();
    let mut facts = Vec::new();
    for &first in &playable {
        if let Some(second) = above(&next, first)
            && is_open(&[second])
            && is_only_reply(position, &[cell, first], second, outcome, scores)
        {
            let is_even = second.row() % 2 == 1;
            let theme = if is_even {
                Theme::Claimeven
            } else {
                Theme::Vertical
            };
            facts.push(Fact::new(
                theme,
                vec![first, second],
                vec![cell, first, second],
            ));
        }
        let others = playable.iter().filter(|other| **other > first);
        for &second in others {
            if is_open(&[first, second])
                && is_only_reply(position, &[cell, first], second, outcome, scores)
                && is_only_reply(position, &[cell, second], first, outcome, scores)
            {
                let cells = vec![first, second];
                facts.push(Fact::new(
                    Theme::Baseinverse,
                    cells,
                    vec![cell, first, second],
                ));
            }
        }
    }
    facts
}

/// Returns whether a reply after these moves keeps the outcome and no other does.
fn is_only_reply(
    position: &Position,
    moves: &[Cell],
    reply: Cell,
    outcome: i32,
    scores: &mut Scores,
) -> bool {
    let last = moves[moves.len() - 1];
    let next = after_all(position, moves);
    if next.trace(last).is_some() || next.is_full() {
        return false;
    }
    let cells: Vec<_> = next.playable().collect();
    // All are requested, since the scores of neighbouring positions help each other.
    let outcomes: Vec<_> = cells
        .iter()
        .map(|&cell| (cell, scores.of_move(&next, cell)))
        .collect();
    cells.len() > 1
        && outcomes.into_iter().all(|(cell, score)| {
            score.is_some_and(|score| (score.signum() >= outcome) == (cell == reply))
        })
}

/// Returns the lines that a player can still complete with two more pieces.
fn open_lines(position: &Position, player: Player) -> Vec<Vec<Cell>> {
    let rules = position.rules();
    let is_open = |line: &Vec<Cell>| {
        let own = line
            .iter()
            .filter(|cell| position.get(**cell) == Some(player))
            .count();
        let empty = line
            .iter()
            .filter(|cell| position.get(**cell).is_none())
            .count();
        empty <= 2 && own + empty == line.len()
    };
    all_lines(rules).filter(is_open).collect()
}

/// Returns the cells of every line of the board with the length to win.
fn all_lines(rules: Rules) -> impl Iterator<Item = Vec<Cell>> {
    rules.all_cells().flat_map(move |start| {
        Direction::ALL.into_iter().filter_map(move |direction| {
            let (columns, rows) = direction.step();
            let cell = |i: u8| {
                let i = isize::from(i);
                let column = start
                    .column()
                    .index()
                    .checked_add_signed(i * isize::from(columns))?;
                let row = start.row().checked_add_signed(i * isize::from(rows))?;
                rules.cell(column, row)
            };
            (0..rules.connect()).map(cell).collect()
        })
    })
}

/// Returns whether the player can answer every move with the cell above it, and what that
/// achieves. All columns must have an even number of empty cells; then the opponent gets every
/// lower cell and the player every upper one.
fn follow_up(position: &Position, cell: Cell) -> Option<Fact> {
    let next = after(position, cell);
    let rules = next.rules();
    let rows = usize::from(rules.rows());
    let is_even = |column| (rows - next.height(column)).is_multiple_of(2);
    if !rules.gravity() || !rules.all_columns().all(is_even) {
        return None;
    }
    let (own, opponent) = (position.to_move(), next.to_move());
    let owner = |cell: &Cell| {
        let height = next.height(cell.column());
        let is_lower = cell.row() >= height && (cell.row() - height).is_multiple_of(2);
        next.get(*cell)
            .unwrap_or(if is_lower { opponent } else { own })
    };
    let line_of = |player| {
        let mut lines = all_lines(rules);
        lines.find(|line| line.iter().all(|cell| owner(cell) == player))
    };
    if line_of(opponent).is_some() {
        return None;
    }
    let completed = line_of(own);
    let mut line = vec![cell];
    let mut filled = next.clone();
    'fill: for column in rules.all_columns() {
        while let Ok(lower) = filled.landing(column) {
            let upper = above(&filled, lower)?;
            for move_cell in [lower, upper] {
                line.push(move_cell);
                filled = after(&filled, move_cell);
            }
            if filled.trace(upper).is_some() {
                break 'fill;
            }
        }
    }
    let theme = if completed.is_some() {
        Theme::FollowUpWin
    } else {
        Theme::FollowUp
    };
    Some(Fact::new(theme, completed.unwrap_or_default(), line))
}
