//! Reports as comma-separated values, by RFC 4180: lines end with CR and LF, and what
//! has a comma, a quote or a line break is in quotes.

use super::{Meeting, Report, Row, numbers::fixed};
use crate::{
    statistics::{Interval, Score},
    tournament::{
        ForfeitReason,
        rating::{Estimate, Verdict},
    },
};

/// A name as a cell. Spreadsheets take what begins with one of these for a formula, and
/// do whatever it says; with a `'` before it it is a text. (Names have no control
/// characters.)
fn name(text: &str) -> String {
    const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let mark = if text.trim_start().starts_with(FORMULA) {
        "'"
    } else {
        ""
    };
    let cell = format!("{mark}{text}");
    // Some spreadsheets part cells by semicolons, and strip spaces.
    if cell.contains([',', '"', ';']) || cell != cell.trim() {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

fn lines(lines: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: Vec<String>| cells.join(",") + "\r\n";
    lines.into_iter().map(line).collect()
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

pub(super) fn ranking(report: &Report, times: bool) -> String {
    let order: Vec<usize> = report.ranking.iter().map(|row| row.entrant).collect();
    let mut heading = words(&[
        "rank",
        "entrant",
        "rating",
        "rating from",
        "rating to",
        "games",
        "wins",
        "draws",
        "losses",
        "score %",
        "score from",
        "score to",
        "different games",
    ]);
    heading.extend(ForfeitReason::IDS.map(|kind| format!("forfeits: {kind}")));
    if times {
        heading.extend(words(&["mean µs", "longest µs"]));
    }
    let label = |entrant: usize| report.tournament.label(entrant);
    let against = |&other: &usize| name(&format!("against {} %", label(other)));
    heading.extend(order.iter().map(against));
    let line = |row: &Row| {
        let mut line = vec![row.rank.to_string(), name(label(row.entrant))];
        line.extend(rating(row.rating));
        line.push(row.score.games().to_string());
        line.extend(score(row.score, row.interval()));
        line.push(row.different.to_string());
        line.extend(row.forfeits.map(|count| count.to_string()));
        if times {
            let mean = row.thinking.mean();
            line.push(mean.map_or_else(String::new, |mean| fixed(mean, 1)));
            line.push(row.thinking.worst.to_string());
        }
        let share = |&other: &usize| match report.between(row.entrant, other) {
            Some(score) if score.games() > 0 => fixed(100.0 * score.share(), 2),
            _ => String::new(),
        };
        line.extend(order.iter().map(share));
        line
    };
    lines([heading].into_iter().chain(report.ranking.iter().map(line)))
}

pub(super) fn pairings(report: &Report) -> String {
    let heading = words(&[
        "first",
        "second",
        "wins",
        "draws",
        "losses",
        "score %",
        "score from",
        "score to",
        "different games",
        "better",
        "wins moving first",
        "draws moving first",
        "losses moving first",
        "moves",
        "forfeits of the first",
        "forfeits of the second",
    ]);
    let line = |meeting: &Meeting| {
        let label = |which: usize| name(report.tournament.label(meeting.entrants[which]));
        let mut line = vec![label(0), label(1)];
        line.extend(score(meeting.score, meeting.interval()));
        line.push(meeting.different.to_string());
        line.push(match meeting.verdict {
            Verdict::FirstBetter => label(0),
            Verdict::SecondBetter => label(1),
            Verdict::TooClose | Verdict::Repeats => String::new(),
        });
        let Score {
            wins,
            draws,
            losses,
        } = meeting.by_first[0];
        line.extend([wins, draws, losses].map(|count| count.to_string()));
        line.push(meeting.plies.to_string());
        line.extend(
            meeting
                .forfeits
                .map(|forfeits| forfeits.iter().sum::<u32>().to_string()),
        );
        line
    };
    lines(
        [heading]
            .into_iter()
            .chain(report.pairings.iter().map(line)),
    )
}

/// A rating and between what it lies; a bound has one of the latter.
fn rating(estimate: Estimate) -> [String; 3] {
    let write = |number: f64| fixed(number, 1);
    match estimate {
        Estimate::Known { elo, interval } => [elo.0, interval.lower, interval.upper].map(write),
        Estimate::AtLeast(elo) => [String::new(), write(elo.0), String::new()],
        Estimate::AtMost(elo) => [String::new(), String::new(), write(elo.0)],
        Estimate::Unknown => [const { String::new() }; 3],
    }
}

/// Wins, draws, losses, the share of the points in percent, and between what it lies.
fn score(score: Score, interval: Interval) -> [String; 6] {
    let counts = [score.wins, score.draws, score.losses].map(|count| count.to_string());
    let shares = if score.games() == 0 {
        [const { String::new() }; 3]
    } else {
        [score.share(), interval.lower, interval.upper].map(|share| fixed(100.0 * share, 2))
    };
    let ([wins, draws, losses], [share, from, to]) = (counts, shares);
    [wins, draws, losses, share, from, to]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_and_no_formulas() {
        for (text, cell) in [
            ("level:3", "level:3"),
            ("Ada, Countess", "\"Ada, Countess\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1,A2)", "\"'@SUM(A1,A2)\""),
            (" =1", "' =1"),
            (" a", "\" a\""),
            ("＝1", "'＝1"),
            ("a=1", "a=1"),
            ("a;b", "\"a;b\""),
        ] {
            assert_eq!(name(text), cell);
        }
    }
}
