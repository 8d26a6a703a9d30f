//! Reports as human-readable text.

use super::{
    PairingResult, Report, Standing,
    numbers::{estimate, fixed, percent, percents, time},
};
use crate::{
    ForfeitReason, PairingSystem,
    rating::{Estimate, Verdict},
    statistics::{Interval, WinDrawLoss},
};
use four_shapes_rules::RulesConfig;

/// The maximum number of entrants for which the crosstable is written.
const MAX_CROSSTABLE: usize = 12;

pub(super) fn write(report: &Report, times: bool) -> String {
    let mut parts = vec![heading(report)];
    let entrants = report.tournament.entrants().len();
    parts.push(standings(report).to_string());
    if (3..=MAX_CROSSTABLE).contains(&entrants) {
        parts.push(crosstable(report));
    }
    parts.push(pairings(report).to_string());
    if times {
        parts.push(move_times(report).to_string());
    }
    parts.extend(forfeits(report));
    parts.push(notes(report));
    parts.join("\n")
}

fn heading(report: &Report) -> String {
    let config = report.tournament.config();
    let RulesConfig {
        columns,
        rows,
        connect,
        gravity,
        ..
    } = config.rules.config();
    let mut parts = vec![format!("{columns} × {rows}, {connect} in a row")];
    if !gravity {
        parts.push("no gravity".to_owned());
    }
    parts.push(format!("{} players", config.entrants.len()));
    parts.push(match config.format {
        PairingSystem::RoundRobin => "round robin".to_owned(),
        PairingSystem::Gauntlet(entrant) => format!("all against {}", label(report, entrant)),
    });
    parts.push(match config.games_per_pairing {
        1 => "1 game per pairing".to_owned(),
        games => format!("{games} games per pairing"),
    });
    match config.starts.len() {
        0 => {}
        1 => parts.push("1 start position".to_owned()),
        starts => parts.push(format!("{starts} start positions")),
    }
    match config.opening_plies {
        0 => {}
        1 => parts.push("openings of 1 ply".to_owned()),
        plies => parts.push(format!("openings of {plies} plies")),
    }
    parts.push(format!("seed {}\n", config.seed));
    let (done, total) = (report.played, report.tournament.game_count());
    let progress = if done < total {
        format!("{done} of {total} games have been played.\n")
    } else {
        String::new()
    };
    parts.join(", ") + &progress
}

fn label(report: &Report, entrant: usize) -> &str {
    report.tournament.label(entrant)
}

/// A table with aligned columns.
struct TextTable {
    columns: Vec<(&'static str, Align)>,
    lines: Vec<Vec<String>>,
}

#[derive(Clone, Copy)]
enum Align {
    Left,
    Right,
}
use Align::{Left, Right};

impl std::fmt::Display for TextTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let heading = self.columns.iter().map(|(name, _)| (*name).to_owned());
        let lines: Vec<Vec<String>> = [heading.collect()]
            .into_iter()
            .chain(self.lines.iter().cloned())
            .collect();
        let width = |column: usize| {
            let widths = lines.iter().map(|line| line[column].chars().count());
            widths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        for line in &lines {
            let cell =
                |((text, width), (_, align)): ((&String, &usize), &(&str, Align))| match align {
                    Left => format!("{text:width$}"),
                    Right => format!("{text:>width$}"),
                };
            let cells = line.iter().zip(&widths).zip(&self.columns).map(cell);
            let cells: Vec<String> = cells.collect();
            writeln!(f, "{}", cells.join("  ").trim_end())?;
        }
        Ok(())
    }
}

fn standings(report: &Report) -> TextTable {
    let line = |standing: &Standing| {
        let WinDrawLoss {
            wins,
            draws,
            losses,
        } = standing.score;
        let [rating, interval] = estimate(standing.rating);
        let mut line = vec![
            standing.rank.to_string(),
            label(report, standing.entrant).to_owned(),
            rating,
            interval,
            standing.score.games().to_string(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
        ];
        line.extend(score(standing.score, standing.interval()));
        line
    };
    TextTable {
        columns: vec![
            ("rank", Right),
            ("player", Left),
            ("rating", Right),
            ("95 % interval", Left),
            ("games", Right),
            ("wins", Right),
            ("draws", Right),
            ("losses", Right),
            ("score", Right),
            ("95 % interval", Left),
        ],
        lines: report.standings.iter().map(line).collect(),
    }
}

/// Returns the share of the points and its interval, empty without games.
fn score(score: WinDrawLoss, interval: Interval) -> [String; 2] {
    if score.games() == 0 {
        return [String::new(), String::new()];
    }
    [percent(score.score_rate()), percents(interval)]
}

/// Formats the share of the points of each entrant against each other, in the order of the
/// standings.
fn crosstable(report: &Report) -> String {
    const NUMBERS: [&str; MAX_CROSSTABLE] = [
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
    ];
    let order: Vec<usize> = report
        .standings
        .iter()
        .map(|standing| standing.entrant)
        .collect();
    let line = |(number, &entrant): (usize, &usize)| {
        let begin = [number.to_string(), label(report, entrant).to_owned()];
        let cell = |&other: &usize| match report.result(entrant, other) {
            Some(PairingResult { score, .. }) if score.games() > 0 => {
                fixed(100.0 * score.score_rate(), 1)
            }
            _ => "-".to_owned(),
        };
        begin.into_iter().chain(order.iter().map(cell)).collect()
    };
    let columns = [("", Right), ("score (%) against", Left)];
    let others = NUMBERS[..order.len()].iter().map(|&number| (number, Right));
    let table = TextTable {
        columns: columns.into_iter().chain(others).collect(),
        lines: (1..).zip(&order).map(line).collect(),
    };
    table.to_string()
}

fn pairings(report: &Report) -> TextTable {
    let line = |result: &PairingResult| {
        let [first, second] = result.entrants.map(|entrant| label(report, entrant));
        let WinDrawLoss {
            wins,
            draws,
            losses,
        } = result.score;
        let mut line = vec![
            first.to_owned(),
            second.to_owned(),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
        ];
        line.extend(score(result.score, result.interval()));
        line.push(if result.score.games() == 0 {
            String::new()
        } else {
            match result.verdict {
                Verdict::FirstBetter => format!("{first} is better"),
                Verdict::SecondBetter => format!("{second} is better"),
                Verdict::TooClose => "too close to call".to_owned(),
                Verdict::TooManyRepeats => {
                    format!("distinct games: {}, too few", result.distinct_games)
                }
            }
        });
        line
    };
    TextTable {
        columns: vec![
            ("first", Left),
            ("second", Left),
            ("wins", Right),
            ("draws", Right),
            ("losses", Right),
            ("score", Right),
            ("95 % interval", Left),
            ("", Left),
        ],
        lines: report.pairings.iter().map(line).collect(),
    }
}

fn move_times(report: &Report) -> TextTable {
    let line = |standing: &Standing| {
        let mean = standing.move_times.mean();
        // Longer times are shown as more than an hour.
        let longest = u32::try_from(standing.move_times.longest).unwrap_or(u32::MAX);
        vec![
            label(report, standing.entrant).to_owned(),
            mean.map_or_else(String::new, time),
            mean.map_or_else(String::new, |_| time(longest.into())),
        ]
    };
    TextTable {
        columns: vec![("time per move", Left), ("mean", Right), ("longest", Right)],
        lines: report.standings.iter().map(line).collect(),
    }
}

/// Formats the forfeits, if there are any.
fn forfeits(report: &Report) -> Option<String> {
    let has_forfeits = |standing: &&Standing| standing.forfeits.iter().any(|&count| count > 0);
    let lines: Vec<Vec<String>> = report
        .standings
        .iter()
        .filter(has_forfeits)
        .map(|standing| {
            let name = label(report, standing.entrant).to_owned();
            let counts = standing.forfeits.iter().map(u32::to_string);
            [name].into_iter().chain(counts).collect()
        })
        .collect();
    let kinds = ForfeitReason::IDS.iter().map(|&kind| (kind, Right));
    let table = TextTable {
        columns: [("forfeits", Left)].into_iter().chain(kinds).collect(),
        lines,
    };
    (!table.lines.is_empty()).then(|| table.to_string())
}

fn notes(report: &Report) -> String {
    let ratings = &report.ratings;
    let mut notes = Vec::new();
    if report.played == 0 {
        return "No finished games.\n".to_owned();
    }
    let first_share = percent(report.first_movers.score_rate());
    let [advantage, interval] = estimate(ratings.first_move_advantage);
    notes.push(match ratings.first_move_advantage {
        Estimate::Known { .. } => format!(
            "The first player scores {first_share}. First-move advantage: {advantage} rating \
             points ({interval})."
        ),
        Estimate::AtLeast(_) | Estimate::AtMost(_) => format!(
            "The first player scores {first_share}. First-move advantage: {advantage} rating \
             points."
        ),
        Estimate::Unknown => format!("The first player scores {first_share}."),
    });
    if let Some(length) = report.mean_length {
        notes.push(format!("Average game length: {} moves.", fixed(length, 1)));
    }
    let repeated = report.repeated();
    if repeated > 0 {
        notes.push(format!(
            "Games that repeat an earlier one of the same pairing: {repeated} of {}. Intervals count \
             only distinct games; longer random openings give more distinct games.",
            report.played
        ));
    }
    let names = ratings.reference_group.iter().map(|&at| label(report, at));
    let names: Vec<&str> = names.collect();
    let zero = match names[..] {
        _ if names.len() == report.tournament.entrants().len() => {
            "the mean of all players".to_owned()
        }
        [single] => format!("the rating of {single}"),
        _ => format!("the mean of {}", names.join(", ")),
    };
    notes.push(format!("Rating 0 is {zero}."));
    if ratings
        .entrants
        .iter()
        .any(|rating| matches!(rating, Estimate::AtLeast(_) | Estimate::AtMost(_)))
    {
        notes.push(
            "A player that won or lost every game has only a lower or upper bound on its \
             rating."
                .to_owned(),
        );
    }
    if ratings.first_move_undetermined {
        notes.push(
            "There isn't enough data to estimate the first-move advantage; the ratings add half a \
             win, half a draw and half a loss between equal players."
                .to_owned(),
        );
    }
    notes.join("\n") + "\n"
}
