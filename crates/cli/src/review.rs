//! `four review`: judges the moves of a game.

use crate::{
    args::{ColourWhen, ReviewArgs},
    failure::Failure,
    interrupt, match_setup,
    screen::{Screen, TransientStatus, print_to_stderr},
    solve,
};
use four_shapes_engine::{
    Cell, Game, Match, Player, Step,
    analysis::{Analysis, Analyzer, Judgement, Review},
    players::Resources,
};
use std::{
    fmt::Write,
    time::{Duration, Instant},
};

/// Number of positions searched between two checks of the clock.
const STEP: u64 = 100_000;

/// A fixed seed, so that the review of a game is repeatable.
const SEED: u64 = 1;

/// A move of the game.
struct Played {
    player: Player,
    cell: Cell,
    judgement: Option<Judgement>,
}

/// Prints a judgement of each move, better moves, the turning point and the accuracy.
pub(crate) fn review(args: &ReviewArgs, colour: ColourWhen) -> Result<(), Failure> {
    let rules = match_setup::plain_rules(args.rules.clone())?;
    let loaded = match_setup::read(&args.file, rules)?;
    let rules = loaded.rules();
    let players = rules.players();
    if players != 2 {
        let error = format!("a review needs a game of 2 players, not {players}");
        return Err(Failure::file(&args.file, error));
    }
    let resources = Resources {
        memory: solve::table_bytes(args.table)?,
        book: solve::book(rules)?,
    };
    let time = Duration::from_secs(args.seconds.into());
    let start = Instant::now();
    let is_due = || start.elapsed() >= time || interrupt::requested();
    let mut review = Review::new(Analyzer::new(&resources, SEED), loaded.game());
    let mut status = TransientStatus::new();
    let mut done = review.think(STEP);
    while !done && !is_due() {
        done = review.think(STEP);
        status.show_late("reviewing …");
    }
    let moves = played(&loaded, &review);
    let better = better_moves(&moves, loaded.game(), review.into_analyzer(), is_due);
    drop(status);
    Screen::new(colour).print(&report(&loaded, &moves, &better))?;
    if interrupt::requested() {
        print_to_stderr("The review was interrupted.");
        return Err(Failure::Interrupted);
    }
    if !done {
        let seconds = args.seconds;
        print_to_stderr(&format!(
            "The review reached the time limit (--seconds {seconds})."
        ));
    }
    Ok(())
}

/// Returns the moves of a game with their judgements.
fn played(game_match: &Match, review: &Review) -> Vec<Played> {
    let steps = game_match.game().steps().iter();
    let cells = steps.filter_map(|step| match step {
        Step::Place(cell) => Some(*cell),
        Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
    });
    let judged = cells.zip(review.judgements()).enumerate();
    let judged = judged.map(|(ply, (cell, judgement))| Played {
        player: game_match.rules().player_after(ply),
        cell,
        judgement,
    });
    judged.collect()
}

/// Returns a better move with its effect for each error.
fn better_moves(
    moves: &[Played],
    game: &Game,
    mut analyzer: Analyzer,
    is_due: impl Fn() -> bool,
) -> Vec<Option<String>> {
    let mut replayed = Game::new(game.rules());
    let mut better = Vec::new();
    for played in moves {
        let is_error = played.judgement.is_some_and(Judgement::is_error);
        better.push(None);
        if is_error {
            analyzer = match Analysis::with_analyzer(analyzer, &replayed) {
                Ok(mut analysis) => {
                    while !analysis.think(STEP) && !is_due() {}
                    let hint = analysis.hint();
                    *better.last_mut().expect("it was added") =
                        Some(format!("{}, {}", hint.cell, hint.reason));
                    analysis.into_analyzer()
                }
                Err(analyzer) => analyzer,
            };
        }
        let turn = replayed.turn().expect("every move was legal before");
        turn.play(played.cell).expect("every move was legal before");
    }
    better
}

fn report(game_match: &Match, moves: &[Played], better: &[Option<String>]) -> String {
    let name = |player| game_match.seat(player).name.as_str();
    let mut text = String::new();
    for (ply, (played, better)) in moves.iter().zip(better).enumerate() {
        let Played {
            player,
            cell,
            judgement,
        } = played;
        write!(text, "{:>3}. {}: {cell}", ply + 1, name(*player)).expect("a string grows");
        if let Some(judgement) = judgement {
            write!(text, ", {judgement}").expect("a string grows");
        }
        if let Some(better) = better {
            write!(text, "; better: {better}").expect("a string grows");
        }
        text.push('\n');
    }
    let is_error = |played: &Played| played.judgement.is_some_and(Judgement::is_error);
    if let Some(ply) = moves.iter().rposition(is_error) {
        let Played { player, cell, .. } = moves[ply];
        let number = ply + 1;
        let name = name(player);
        writeln!(text, "Turning point: move {number}, {cell} by {name}.").expect("a string grows");
    }
    let accuracy = game_match.rules().all_players().map(|player| {
        let judged = |played: &&Played| played.player == player && played.judgement.is_some();
        let judged: Vec<_> = moves.iter().filter(judged).collect();
        let kept = judged.iter().filter(|played| !is_error(played)).count();
        format!("{} {kept} of {}", name(player), judged.len())
    });
    let accuracy = accuracy.collect::<Vec<_>>().join(", ");
    writeln!(text, "Moves that kept the result: {accuracy}.").expect("a string grows");
    text
}
