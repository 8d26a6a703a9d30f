//! Reports as JSON.
//!
//! `tournament` is the setup. `different` is the number of distinct games, `first_move` the
//! advantage of the first move as a rating, `draws_of_equals` the share of draws between equals,
//! and `assumed` whether the games don't determine the advantage. `reference` lists the entrants
//! whose mean rating is 0. `ranking` has the entrants, best first, and `pairings` the results of
//! their first entrants, in all games and by who moved first. `better` is `first`, `second`,
//! `too close` or `repeats`.
//!
//! Scores are from 0 to 1. A rating is an object with `elo`, `from` and `to`, or with `at_least`
//! or `at_most`, or `null`. `thinking` is only written with times, in microseconds.

use super::{PairingResult, Report, Standing, numbers::fixed};
use crate::{
    ForfeitReason, file,
    rating::{Estimate, Verdict},
    statistics::{Interval, WinDrawLoss},
};
use four_shapes_records::json::{array, in_line, quoted, write as object};

/// The value of the member `format`.
const FORMAT: &str = "four-shapes-tournament-results";
/// The version of the format.
const VERSION: u32 = 1;

type Member = (&'static str, String);

pub(super) fn write(report: &Report, times: bool) -> String {
    let ratings = &report.ratings;
    let label = |entrant: usize| quoted(report.tournament.label(entrant));
    let reference: Vec<String> = ratings
        .reference_group
        .iter()
        .map(|&at| label(at))
        .collect();
    let ranking = report
        .standings
        .iter()
        .map(|standing| entrant(report, standing, times));
    let ranking: Vec<String> = ranking.collect();
    let pairings = report.pairings.iter().map(|one| pairing(report, one));
    let pairings: Vec<String> = pairings.collect();
    let length = report
        .mean_length
        .map_or_else(null, |length| fixed(length, 3));
    object([
        ("format", quoted(FORMAT)),
        ("version", VERSION.to_string()),
        ("tournament", in_line(file::members(&report.tournament))),
        ("games", report.tournament.game_count().to_string()),
        ("played", report.played.to_string()),
        ("different", report.distinct_games.to_string()),
        ("mean_moves", length),
        ("first_movers", in_line(counts(report.first_movers))),
        ("first_move", rating(ratings.first_move_advantage)),
        (
            "draws_of_equals",
            fixed(ratings.draw_probability_of_equals(), 4),
        ),
        ("assumed", ratings.first_move_undetermined.to_string()),
        ("reference", ["[", &reference.join(", "), "]"].concat()),
        ("ranking", array(&ranking)),
        ("pairings", array(&pairings)),
    ])
}

fn null() -> String {
    "null".to_owned()
}

fn entrant(report: &Report, standing: &Standing, times: bool) -> String {
    let members = [
        ("rank", standing.rank.to_string()),
        ("entrant", quoted(report.tournament.label(standing.entrant))),
        ("rating", rating(standing.rating)),
        ("games", standing.score.games().to_string()),
    ];
    let thinking = times.then(|| {
        in_line([
            ("moves", standing.move_times.moves.to_string()),
            ("microseconds", standing.move_times.total.to_string()),
            ("longest", standing.move_times.longest.to_string()),
        ])
    });
    let thinking = thinking.map(|thinking| ("thinking", thinking));
    in_line(
        members
            .into_iter()
            .chain(counts(standing.score))
            .chain(score_rate(standing.score, standing.interval()))
            .chain([
                ("different", standing.distinct_games.to_string()),
                ("forfeits", forfeits(standing.forfeits)),
            ])
            .chain(thinking),
    )
}

fn pairing(report: &Report, result: &PairingResult) -> String {
    let label = |which: usize| quoted(report.tournament.label(result.entrants[which]));
    let verdict = match result.verdict {
        Verdict::FirstBetter => "first",
        Verdict::SecondBetter => "second",
        Verdict::TooClose => "too close",
        Verdict::TooManyRepeats => "repeats",
    };
    let begin = [("first", label(0)), ("second", label(1))];
    let [own, other] = result.scores.map(|score| in_line(counts(score)));
    let [first, second] = result.forfeits.map(forfeits);
    in_line(
        begin
            .into_iter()
            .chain(counts(result.score))
            .chain(score_rate(result.score, result.interval()))
            .chain([
                ("different", result.distinct_games.to_string()),
                ("better", quoted(verdict)),
                ("moving_first", own),
                ("moving_second", other),
                ("moves", result.plies.to_string()),
                ("forfeits_of_first", first),
                ("forfeits_of_second", second),
            ]),
    )
}

fn counts(score: WinDrawLoss) -> [Member; 3] {
    [
        ("wins", score.wins.to_string()),
        ("draws", score.draws.to_string()),
        ("losses", score.losses.to_string()),
    ]
}

/// Returns the score rate, 0 to 1, and its interval; null without games.
fn score_rate(score: WinDrawLoss, interval: Interval) -> [Member; 3] {
    let write = |rate: f64| {
        if score.games() == 0 {
            null()
        } else {
            fixed(rate, 4)
        }
    };
    [
        ("score", write(score.score_rate())),
        ("score_from", write(interval.lower)),
        ("score_to", write(interval.upper)),
    ]
}

fn rating(estimate: Estimate) -> String {
    let write = |number: f64| fixed(number, 1);
    match estimate {
        Estimate::Known { elo, interval } => in_line([
            ("elo", write(elo.0)),
            ("from", write(interval.lower)),
            ("to", write(interval.upper)),
        ]),
        Estimate::AtLeast(elo) => in_line([("at_least", write(elo.0))]),
        Estimate::AtMost(elo) => in_line([("at_most", write(elo.0))]),
        Estimate::Unknown => null(),
    }
}

fn forfeits(forfeits: [u32; ForfeitReason::COUNT]) -> String {
    in_line(
        ForfeitReason::IDS
            .into_iter()
            .zip(forfeits.map(|count| count.to_string())),
    )
}
