//! What each move of a position comes to.

use crate::{
    args::{AnalyzeArgs, When},
    begin::{self, out_of_range},
    failure::Failure,
    interrupt,
    screen::{Passing, Screen, remark},
    solve,
};
use four_shapes_engine::{
    Bound, Cell, Position, Status,
    analysis::{Analysis, Value},
    notation,
    players::{Lookahead, Resources, Ties},
    solver::Unsolvable,
};
use std::{
    cmp::Reverse,
    time::{Duration, Instant},
};

/// The least and the most time, in seconds.
const SECONDS: (u32, u32) = (1, 24 * 60 * 60);

/// How many positions are thought about between two looks at the clock.
const STEP: u64 = 100_000;

/// So many moves are shown on a board without gravity.
const SHOWN: usize = 10;

/// What depends on chance is the same every time.
const SEED: u64 = 1;

/// Shows the moves of a position, what they come to and which is best.
pub(crate) fn analyze(args: &AnalyzeArgs, color: When) -> Result<(), Failure> {
    let mut board = args.size.board();
    board.players = args.players;
    board.no_gravity = args.no_gravity;
    let rules = begin::rules(&board, board.players)?;
    let (least, most) = SECONDS;
    let asked = format!("--seconds {}", args.seconds);
    if args.seconds < least {
        return Err(out_of_range(&asked, Bound::AtLeast(least)));
    }
    if args.seconds > most {
        return Err(out_of_range(&asked, Bound::AtMost(most)));
    }
    let wrong = |error: &dyn std::fmt::Display| {
        // Without moves it is the empty board, in which nothing is wrong.
        Failure::Usage(format!("MOVES: {error}"))
    };
    let game = notation::parse(rules, &args.moves).map_err(|error| wrong(&error))?;
    if let Some(plies) = args.lookahead {
        return match game.status() {
            Status::ToMove(_) => Screen::new(color).say(&looked_ahead(game.position(), plies)),
            Status::Won { .. } | Status::Drawn(_) => Err(wrong(&Unsolvable::Over)),
        };
    }
    let resources = Resources {
        memory: solve::table_bytes(args.table_mb)?,
        book: solve::book(rules)?,
    };
    let analysis = Analysis::new(&game, &resources, SEED);
    let mut analysis = analysis.ok_or_else(|| wrong(&Unsolvable::Over))?;
    let time = Duration::from_secs(args.seconds.into());
    let begun = Instant::now();
    let mut passing = Passing::new();
    let mut over = analysis.think(STEP);
    while !over && begun.elapsed() < time && !interrupt::requested() {
        over = analysis.think(STEP);
        passing.show_late("analysing …");
    }
    drop(passing);
    Screen::new(color).say(&table(&analysis))?;
    if over {
        return Ok(());
    }
    if interrupt::requested() {
        remark("It was stopped before it had found out everything.");
        return Err(Failure::Interrupted);
    }
    let seconds = args.seconds;
    remark(&format!(
        "It took too long to find out everything: --seconds {seconds}"
    ));
    Ok(())
}

/// The moves in a table, and the hint below.
fn table(analysis: &Analysis) -> String {
    let position = analysis.position();
    let (mut moves, best) = (analysis.moves(), analysis.best());
    let gravity = position.rules().gravity();
    let count = moves.len();
    if !gravity {
        moves.sort_by_key(|(cell, value)| (!best.contains(cell), Reverse(rank(*value)), *cell));
        moves.truncate(SHOWN);
    }
    let scores = analysis.has_scores();
    let mut lines = vec![format!(
        "{}  {}",
        if gravity { "column" } else { "  cell" },
        if scores { " score" } else { "chance" }
    )];
    for (cell, value) in &moves {
        let place = name(position, *cell);
        let number = if scores {
            score(*value)
        } else {
            rank(*value).to_string()
        };
        let words = value.describe(position);
        let mark = if best.contains(cell) { "  best" } else { "" };
        lines.push(format!("{place:>6}  {number:>6}  {words}{mark}"));
    }
    if moves.len() < count {
        lines.push(format!("and {} others", count - moves.len()));
    }
    let hint = analysis.hint();
    let place = name(position, hint.cell);
    lines.push(format!("hint: {place}, {}", hint.reason));
    lines.join("\n") + "\n"
}

/// The scores of the lookahead player in a table.
fn looked_ahead(position: &Position, plies: u8) -> String {
    let gravity = position.rules().gravity();
    let mut lines = vec![
        if gravity {
            "column  score"
        } else {
            "  cell  score"
        }
        .to_owned(),
    ];
    for (cell, score) in Lookahead::new(plies, Ties::Left).scores(position) {
        lines.push(format!("{:>6}  {score:>5}", name(position, cell)));
    }
    lines.join("\n") + "\n"
}

/// What a move is called: the column, or without gravity the cell.
fn name(position: &Position, cell: Cell) -> String {
    if position.rules().gravity() {
        cell.column().to_string()
    } else {
        cell.to_string()
    }
}

/// A score as a number.
fn score(value: Value) -> String {
    match value {
        Value::Proved(0) | Value::Outcome(0) => "0".to_owned(),
        Value::Proved(score) => format!("{score:+}"),
        Value::Outcome(1..) => ">0".to_owned(),
        Value::Outcome(_) => "<0".to_owned(),
        Value::Estimate(0) => "~0".to_owned(),
        Value::Estimate(score) => format!("~{score:+}"),
        Value::Chance(games) => games.to_string(),
    }
}

/// How many games of a hundred a move wins where there are chances.
fn rank(value: Value) -> u8 {
    match value {
        Value::Chance(games) => games,
        _ => match value.outcome() {
            Some(1..) => 100,
            Some(0) | None => 50,
            Some(_) => 0,
        },
    }
}
