//! `four review`: judges the moves of a game.

use crate::{
    args::{ColourWhen, ReviewArgs},
    failure::Failure,
    interrupt, match_setup,
    reading::Source,
    screen::{Screen, TransientStatus, print_to_stderr},
    solve,
};
use four_shapes_analysis::{Advice, Analyzer, Review};
use four_shapes_players::Resources;
use four_shapes_records::Match;
use four_shapes_solver::Search;
use std::{
    fmt::Write,
    time::{Duration, Instant},
};

/// Number of positions searched between two checks of the clock.
const STEP: u64 = 100_000;

/// A fixed seed, so that the review of a game is repeatable.
const SEED: u64 = 1;

/// Prints a judgement of each move, better moves, the turning point and the accuracy.
pub(crate) fn review(args: &ReviewArgs, colour: ColourWhen) -> Result<(), Failure> {
    let rules = match_setup::plain_rules(args.rules.clone())?;
    let source = Source::new(&args.input, rules, &args.reading)?;
    let loaded = source.game(rules, &args.reading)?;
    let rules = loaded.rules();
    let players = rules.players();
    if players != 2 {
        let error = format!("a review needs a game of 2 players, not {players}");
        return Err(source.failure(error));
    }
    if loaded.game().cursor() == 0 {
        let error = "there are no moves to review; `four analyze` analyses a position";
        return Err(source.failure(error));
    }
    let resources = Resources {
        memory: solve::table_bytes(args.table, rules)?,
        book: solve::book(rules),
    };
    let time = Duration::from_secs(args.seconds.into());
    let start = Instant::now();
    let is_due = || start.elapsed() >= time || interrupt::requested();
    let mut review = Review::new(Analyzer::new(&resources, SEED), loaded.game());
    let mut status = TransientStatus::new();
    let mut done = review.run(STEP).is_done();
    while !done && !is_due() {
        done = review.run(STEP).is_done();
        status.show_late("reviewing …");
    }
    drop(status);
    Screen::new(colour).print(&report(&loaded, &review))?;
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

fn report(game_match: &Match, review: &Review) -> String {
    let name = |player| game_match.seat(player).name.as_str();
    let player_of = |ply| game_match.game().start().player_after(ply);
    let mut text = String::new();
    let moves = review.cells().iter().zip(review.judgements()).enumerate();
    for (ply, (cell, judgement)) in moves {
        write!(text, "{:>3}. {}: {cell}", ply + 1, name(player_of(ply))).expect("a string grows");
        if let Some(judgement) = judgement {
            write!(text, ", {judgement}").expect("a string grows");
        }
        text.push('\n');
        let advice = review.advice().iter().find(|advice| advice.ply == ply);
        if let Some(advice) = advice {
            let names = [ply, ply + 1].map(|ply| name(player_of(ply)));
            text.push_str(&describe(advice, review, names));
        }
    }
    if let Some(ply) = review.turning_point() {
        let (number, cell, name) = (ply + 1, review.cells()[ply], name(player_of(ply)));
        writeln!(text, "Turning point: move {number}, {cell} by {name}.").expect("a string grows");
    }
    let accuracy = game_match.rules().all_players().map(|player| {
        let percent = review.accuracy(player);
        let percent = percent.map_or_else(|| "–".to_owned(), |percent| format!("{percent} %"));
        format!("{} {percent}", name(player))
    });
    let accuracy = accuracy.collect::<Vec<_>>().join(", ");
    writeln!(text, "Accuracy: {accuracy}.").expect("a string grows");
    text
}

/// Describes what is wrong with a move and what is good about a better one.
fn describe(advice: &Advice, review: &Review, [player, opponent]: [&str; 2]) -> String {
    let mut text = String::new();
    if let Some(drawback) = &advice.drawback {
        let drawback = drawback.describe(player, opponent);
        let sentence = sentence(format!("{} {drawback}", advice.played));
        writeln!(text, "     {sentence}").expect("a string grows");
    }
    let position = &review.positions()[advice.ply];
    let value = review.values()[advice.ply].map(|value| {
        let is_first = position.to_move().index() == 0;
        let own = if is_first {
            value
        } else {
            value.for_opponent()
        };
        format!(", {}", own.describe(position))
    });
    let mut better = format!("Better: {}{}", advice.better, value.unwrap_or_default());
    if let Some(advantage) = &advice.advantage {
        let advantage = advantage.describe(player, opponent);
        write!(better, "; it {advantage}").expect("a string grows");
    }
    writeln!(text, "     {}", sentence(better)).expect("a string grows");
    text
}

/// Ends a sentence, unless it ends with an ellipsis.
fn sentence(text: String) -> String {
    if text.ends_with('…') {
        text
    } else {
        text + "."
    }
}
