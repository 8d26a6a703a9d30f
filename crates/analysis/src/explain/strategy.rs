//! Facts that depend on the outcomes of positions.

use super::{Answers, Fact, Question, Theme, above, after, after_all};
use four_shapes_rules::{Cell, Direction, Player, Position, Rules};
use four_shapes_solver::Outcome;

/// Adds the facts about a move that follow from the outcomes of positions, the cheapest first.
///
/// # Errors
/// Returns the first question without an answer.
pub(super) fn add_facts(
    position: &Position,
    cell: Cell,
    tactical: &[Fact],
    answers: &Answers,
    facts: &mut Vec<Fact>,
) -> Result<(), Question> {
    let next = after(position, cell);
    if next.trace(cell).is_some() || next.is_full() {
        return Ok(());
    }
    let outcome = answers.outcome_of_move(position, cell)?;
    let is_explained = |themes: &[Theme]| tactical.iter().any(|fact| themes.contains(&fact.theme));
    let wins = [Theme::DoubleThreat, Theme::ForcedWin];
    let losses = [
        Theme::LeavesWin,
        Theme::GivesWin,
        Theme::AllowsDoubleThreat,
        Theme::AllowsForcedWin,
    ];
    let is_explained = is_explained(if outcome == Outcome::Win {
        &wins
    } else {
        &losses
    });
    let follow_up = follow_up(position, cell).filter(|_| !is_explained);
    let is_proof = follow_up.is_some();
    facts.extend(follow_up);
    facts.extend(only_move(position, cell, outcome, answers)?);
    if outcome == Outcome::Draw && !is_proof {
        add_pairs(position, cell, outcome, answers, facts)?;
    }
    if outcome != Outcome::Draw && !is_proof && !is_explained {
        facts.push(best_line(position, cell, outcome == Outcome::Win, answers)?);
        if outcome == Outcome::Win {
            add_pairs(position, cell, outcome, answers, facts)?;
        }
    }
    Ok(())
}

/// Returns that all other moves have a worse outcome, if so.
fn only_move(
    position: &Position,
    cell: Cell,
    outcome: Outcome,
    answers: &Answers,
) -> Result<Option<Fact>, Question> {
    let theme = match outcome {
        Outcome::Win => Theme::OnlyWin,
        Outcome::Draw => Theme::OnlyDraw,
        Outcome::Loss => return Ok(None),
    };
    let mut others = position
        .playable()
        .filter(|other| *other != cell)
        .peekable();
    if others.peek().is_none() {
        return Ok(None);
    }
    for other in others {
        if answers.outcome_of_move(position, other)? >= outcome {
            return Ok(None);
        }
    }
    Ok(Some(Fact::new(theme, vec![cell], vec![cell])))
}

/// Returns the best play after a move that decides the game, and whether it ends in zugzwang.
/// The winner is the player who makes the move, or else the opponent.
fn best_line(
    position: &Position,
    cell: Cell,
    wins: bool,
    answers: &Answers,
) -> Result<Fact, Question> {
    let mut line = vec![cell];
    let mut next = after(position, cell);
    let winner = position.player_after(usize::from(!wins));
    loop {
        let best = answers.best_move(&next)?;
        line.push(best);
        let before = next;
        next = after(&before, best);
        if next.trace(best).is_some() {
            return Ok(Fact::new(Theme::BestLine, vec![best], line));
        }
        // The loser has to play below a threat, while nothing else is threatened.
        let threats = next.completions(winner);
        if let ([threat], true) = (threats.as_slice(), before.to_move() != winner)
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
            return Ok(Fact::new(theme, vec![*threat], line));
        }
    }
}

/// Returns whether every move lets the opponent complete a line next.
fn loses_at_once(position: &Position, winner: Player) -> bool {
    let mut cells = position.playable();
    cells.all(|cell| {
        let next = after(position, cell);
        next.trace(cell).is_none() && !next.completions(winner).is_empty()
    })
}

/// Adds pairs of cells with which the player keeps the outcome: if the opponent occupies one
/// of them, only the other one keeps it.
fn add_pairs(
    position: &Position,
    cell: Cell,
    outcome: Outcome,
    answers: &Answers,
    facts: &mut Vec<Fact>,
) -> Result<(), Question> {
    let next = after(position, cell);
    let open_lines = open_lines(&next, next.to_move());
    let is_open = |cells: &[Cell]| {
        let mut lines = open_lines.iter();
        lines.any(|line| cells.iter().all(|cell| line.contains(cell)))
    };
    let is_only_reply = |first, second| {
        let moves = [cell, first];
        is_only_reply(
            &after_all(position, &moves),
            first,
            second,
            outcome,
            answers,
        )
    };
    let playable: Vec<_> = next.playable().collect();
    for &first in &playable {
        if let Some(second) = above(&next, first)
            && is_open(&[second])
            && is_only_reply(first, second)?
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
        for &second in playable.iter().filter(|second| **second > first) {
            if is_open(&[first, second])
                && is_only_reply(first, second)?
                && is_only_reply(second, first)?
            {
                let line = vec![cell, first, second];
                facts.push(Fact::new(Theme::Baseinverse, vec![first, second], line));
            }
        }
    }
    Ok(())
}

/// Returns whether a reply to the last move keeps the outcome for the player to move, and no
/// other reply does.
fn is_only_reply(
    position: &Position,
    last: Cell,
    reply: Cell,
    outcome: Outcome,
    answers: &Answers,
) -> Result<bool, Question> {
    if position.trace(last).is_some() || position.is_full() {
        return Ok(false);
    }
    let mut others = position
        .playable()
        .filter(|other| *other != reply)
        .peekable();
    if others.peek().is_none() || answers.outcome_of_move(position, reply)? < outcome {
        return Ok(false);
    }
    for other in others {
        if answers.outcome_of_move(position, other)? >= outcome {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the lines that a player can still complete with two more pieces.
fn open_lines(position: &Position, player: Player) -> Vec<Vec<Cell>> {
    let rules = position.rules();
    let is_open = |line: &Vec<Cell>| {
        let own = line
            .iter()
            .filter(|cell| position.piece_at(**cell) == Some(player))
            .count();
        let empty = line
            .iter()
            .filter(|cell| position.piece_at(**cell).is_none())
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
        next.piece_at(*cell)
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
