//! `four analyze`: evaluates the moves in a position.

use crate::{
    args::{AnalyzeArgs, ColourWhen},
    failure::Failure,
    interrupt, match_setup,
    reading::Source,
    screen::{Screen, TransientStatus, print_to_stderr},
    solve,
};
use four_shapes_analysis::{Analysis, Value};
use four_shapes_players::{Lookahead, Plies, Resources, TieBreak};
use four_shapes_rules::{Cell, Position, Status};
use four_shapes_solver::{Outcome, Score, Search, Unsolvable};
use std::{
    cmp::Reverse,
    time::{Duration, Instant},
};

/// Number of positions searched between two checks of the clock.
const STEP: u64 = 100_000;

/// Maximum number of moves shown on a board without gravity.
const MAX_SHOWN: usize = 10;

/// A fixed seed, so that the analysis of a position is repeatable.
const SEED: u64 = 1;

/// Prints the values of the moves in a position and the best move.
pub(crate) fn analyze(args: &AnalyzeArgs, colour: ColourWhen) -> Result<(), Failure> {
    let rules = match_setup::plain_rules(args.rules.clone())?;
    let source = Source::new(&args.input, rules, &args.reading)?;
    let game_match = source.game(rules, &args.reading)?;
    let game = game_match.game();
    let rules = game.rules();
    if let Some(plies) = args.lookahead {
        return match game.status() {
            Status::ToMove(_) => {
                Screen::new(colour).print(&lookahead_table(game.position(), plies))
            }
            Status::Won { .. } | Status::WonOnTime(_) | Status::Drawn(_) => {
                Err(source.failure(Unsolvable::Over))
            }
        };
    }
    let resources = Resources {
        memory: solve::table_bytes(args.table, rules)?,
        book: solve::book(rules),
    };
    let analysis = Analysis::new(game.position(), &resources, SEED);
    let mut analysis = analysis.ok_or_else(|| source.failure(Unsolvable::Over))?;
    let time = Duration::from_secs(args.seconds.into());
    let start = Instant::now();
    let mut status = TransientStatus::new();
    let mut done = analysis.run(STEP).is_done();
    while !done && start.elapsed() < time && !interrupt::requested() {
        done = analysis.run(STEP).is_done();
        status.show_late("analysing …");
    }
    drop(status);
    Screen::new(colour).print(&table(&analysis))?;
    if done {
        return Ok(());
    }
    if interrupt::requested() {
        print_to_stderr("The analysis was interrupted.");
        return Err(Failure::Interrupted);
    }
    let seconds = args.seconds;
    print_to_stderr(&format!(
        "The analysis reached the time limit (--seconds {seconds})."
    ));
    Ok(())
}

/// Formats the moves as a table with the hint below.
fn table(analysis: &Analysis) -> String {
    let position = analysis.position();
    let (mut moves, best) = (analysis.moves(), analysis.best());
    let gravity = position.rules().gravity();
    let count = moves.len();
    if !gravity {
        moves.sort_by_key(|(cell, value)| (!best.contains(cell), Reverse(rank(*value)), *cell));
        moves.truncate(MAX_SHOWN);
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

/// Formats the scores of the lookahead player as a table.
fn lookahead_table(position: &Position, plies: Plies) -> String {
    let gravity = position.rules().gravity();
    let mut lines = vec![
        if gravity {
            "column  score"
        } else {
            "  cell  score"
        }
        .to_owned(),
    ];
    for (cell, score) in Lookahead::new(plies, TieBreak::Left).scores(position) {
        lines.push(format!("{:>6}  {score:>5}", name(position, cell)));
    }
    lines.join("\n") + "\n"
}

/// Formats a move: the column, or the cell without gravity.
fn name(position: &Position, cell: Cell) -> String {
    if position.rules().gravity() {
        cell.column().to_string()
    } else {
        cell.to_string()
    }
}

/// Formats a score.
fn score(value: Value) -> String {
    match value {
        Value::Proved(Score::DRAW) | Value::Outcome(Outcome::Draw) => "0".to_owned(),
        Value::Proved(score) => format!("{score:+}"),
        Value::Outcome(Outcome::Win) => ">0".to_owned(),
        Value::Outcome(Outcome::Loss) => "<0".to_owned(),
        Value::Estimate(chances) => format!("~{}%", chances.percent()),
        Value::ExpectedScore(percent) => percent.to_string(),
    }
}

/// Returns the expected score of a move in percent.
fn rank(value: Value) -> u8 {
    match value {
        Value::ExpectedScore(percent) => percent,
        _ => match value.outcome() {
            Some(Outcome::Win) => 100,
            Some(Outcome::Draw) | None => 50,
            Some(Outcome::Loss) => 0,
        },
    }
}
