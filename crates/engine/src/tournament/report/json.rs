//! Reports as JSON.

use super::{Meeting, Report, Row, numbers::fixed};
use crate::{
    json::{array, in_line, quoted, write as object},
    statistics::{Interval, Score},
    tournament::{
        ForfeitReason, file,
        rating::{Estimate, Verdict},
    },
};

/// What tells results from other JSON.
const FORMAT: &str = "four-shapes-tournament-results";
/// The newest version.
const VERSION: u32 = 1;

type Member = (&'static str, String);

pub(super) fn write(report: &Report, times: bool) -> String {
    let ratings = &report.ratings;
    let label = |entrant: usize| quoted(report.tournament.label(entrant));
    let reference: Vec<String> = ratings.reference.iter().map(|&at| label(at)).collect();
    let ranking = report.ranking.iter().map(|row| entrant(report, row, times));
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
        ("games", report.tournament.total().to_string()),
        ("played", report.done.to_string()),
        ("different", report.different.to_string()),
        ("mean_moves", length),
        ("first_movers", in_line(counts(report.first_movers))),
        ("first_move", rating(ratings.first_move)),
        ("draws_of_equals", fixed(ratings.equals_draw(), 4)),
        ("assumed", ratings.assumed.to_string()),
        ("reference", ["[", &reference.join(", "), "]"].concat()),
        ("ranking", array(&ranking)),
        ("pairings", array(&pairings)),
    ])
}

fn null() -> String {
    "null".to_owned()
}

fn entrant(report: &Report, row: &Row, times: bool) -> String {
    let members = [
        ("rank", row.rank.to_string()),
        ("entrant", quoted(report.tournament.label(row.entrant))),
        ("rating", rating(row.rating)),
        ("games", row.score.games().to_string()),
    ];
    let thinking = times.then(|| {
        in_line([
            ("moves", row.thinking.moves.to_string()),
            ("microseconds", row.thinking.total.to_string()),
            ("longest", row.thinking.worst.to_string()),
        ])
    });
    let thinking = thinking.map(|thinking| ("thinking", thinking));
    in_line(
        members
            .into_iter()
            .chain(counts(row.score))
            .chain(share(row.score, row.interval()))
            .chain([
                ("different", row.different.to_string()),
                ("forfeits", forfeits(row.forfeits)),
            ])
            .chain(thinking),
    )
}

fn pairing(report: &Report, meeting: &Meeting) -> String {
    let label = |which: usize| quoted(report.tournament.label(meeting.entrants[which]));
    let verdict = match meeting.verdict {
        Verdict::FirstBetter => "first",
        Verdict::SecondBetter => "second",
        Verdict::TooClose => "too close",
        Verdict::Repeats => "repeats",
    };
    let begin = [("first", label(0)), ("second", label(1))];
    let [own, other] = meeting.by_first.map(|score| in_line(counts(score)));
    let [first, second] = meeting.forfeits.map(forfeits);
    in_line(
        begin
            .into_iter()
            .chain(counts(meeting.score))
            .chain(share(meeting.score, meeting.interval()))
            .chain([
                ("different", meeting.different.to_string()),
                ("better", quoted(verdict)),
                ("moving_first", own),
                ("moving_second", other),
                ("moves", meeting.plies.to_string()),
                ("forfeits_of_first", first),
                ("forfeits_of_second", second),
            ]),
    )
}

fn counts(score: Score) -> [Member; 3] {
    [
        ("wins", score.wins.to_string()),
        ("draws", score.draws.to_string()),
        ("losses", score.losses.to_string()),
    ]
}

/// The share of the points, 0 to 1, and between what it lies; nothing without games.
fn share(score: Score, interval: Interval) -> [Member; 3] {
    let write = |share: f64| {
        if score.games() == 0 {
            null()
        } else {
            fixed(share, 4)
        }
    };
    [
        ("score", write(score.share())),
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

fn forfeits(forfeits: [u32; ForfeitReason::KINDS]) -> String {
    in_line(
        ForfeitReason::IDS
            .into_iter()
            .zip(forfeits.map(|count| count.to_string())),
    )
}
