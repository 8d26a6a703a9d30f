//! Reports as comma-separated values (RFC 4180): lines end with CR and LF, and cells with
//! commas or quotes are quoted.

use super::{PairingResult, Report, Standing, numbers::fixed};
use crate::{
    ForfeitReason,
    rating::{Estimate, Verdict},
    statistics::{Interval, WinDrawLoss},
};

/// Formats a name as a cell.
///
/// Spreadsheets execute cells that begin with one of these characters as formulas; a
/// preceding `'` makes them text. Names have no control characters.
fn name(text: &str) -> String {
    const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let mark = if text.trim_start().starts_with(FORMULA) {
        "'"
    } else {
        ""
    };
    let cell = format!("{mark}{text}");
    // Some spreadsheets split cells at semicolons and strip spaces.
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

fn cells(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

pub(super) fn standings(report: &Report, times: bool) -> String {
    let order: Vec<usize> = report
        .standings
        .iter()
        .map(|standing| standing.entrant)
        .collect();
    let mut heading = cells(&[
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
        heading.extend(cells(&["mean µs", "longest µs"]));
    }
    let label = |entrant: usize| report.tournament.label(entrant);
    let against = |&other: &usize| name(&format!("against {} %", label(other)));
    heading.extend(order.iter().map(against));
    let line = |standing: &Standing| {
        let mut line = vec![standing.rank.to_string(), name(label(standing.entrant))];
        line.extend(rating(standing.rating));
        line.push(standing.score.games().to_string());
        line.extend(score(standing.score, standing.interval()));
        line.push(standing.distinct_games.to_string());
        line.extend(standing.forfeits.map(|count| count.to_string()));
        if times {
            let mean = standing.move_times.mean();
            line.push(mean.map_or_else(String::new, |mean| fixed(mean, 1)));
            line.push(standing.move_times.longest.to_string());
        }
        let share = |&other: &usize| match report.result(standing.entrant, other) {
            Some(PairingResult { score, .. }) if score.games() > 0 => {
                fixed(100.0 * score.score_rate(), 2)
            }
            _ => String::new(),
        };
        line.extend(order.iter().map(share));
        line
    };
    lines(
        [heading]
            .into_iter()
            .chain(report.standings.iter().map(line)),
    )
}

pub(super) fn pairings(report: &Report) -> String {
    let heading = cells(&[
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
    let line = |result: &PairingResult| {
        let label = |which: usize| name(report.tournament.label(result.entrants[which]));
        let mut line = vec![label(0), label(1)];
        line.extend(score(result.score, result.interval()));
        line.push(result.distinct_games.to_string());
        line.push(match result.verdict {
            Verdict::FirstBetter => label(0),
            Verdict::SecondBetter => label(1),
            Verdict::TooClose | Verdict::TooManyRepeats => String::new(),
        });
        let WinDrawLoss {
            wins,
            draws,
            losses,
        } = result.scores[0];
        line.extend([wins, draws, losses].map(|count| count.to_string()));
        line.push(result.plies.to_string());
        line.extend(
            result
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

/// Returns a rating and the bounds of its interval; a one-sided bound has no rating.
fn rating(estimate: Estimate) -> [String; 3] {
    let write = |number: f64| fixed(number, 1);
    match estimate {
        Estimate::Known { elo, interval } => [elo.0, interval.lower, interval.upper].map(write),
        Estimate::AtLeast(elo) => [String::new(), write(elo.0), String::new()],
        Estimate::AtMost(elo) => [String::new(), String::new(), write(elo.0)],
        Estimate::Unknown => [const { String::new() }; 3],
    }
}

/// Returns wins, draws, losses, and the share of the points and the bounds of its interval
/// in percent.
fn score(score: WinDrawLoss, interval: Interval) -> [String; 6] {
    let counts = [score.wins, score.draws, score.losses].map(|count| count.to_string());
    let shares = if score.games() == 0 {
        [const { String::new() }; 3]
    } else {
        [score.score_rate(), interval.lower, interval.upper].map(|share| fixed(100.0 * share, 2))
    };
    let ([wins, draws, losses], [share, from, to]) = (counts, shares);
    [wins, draws, losses, share, from, to]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_and_never_formulas() {
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
