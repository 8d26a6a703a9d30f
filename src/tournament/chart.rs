//! The chart of the ratings and their intervals. It is hidden from assistive technology,
//! since the standings have the same numbers.

use crate::{
    components::html::{self, Element, bdi, div, span, svg},
    tournament::text,
};
use four_shapes_tournament::{
    rating::Estimate,
    report::{Report, Standing},
    statistics::{Elo, Interval},
};

/// A bar of the chart, in thousandths of its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bar {
    /// The ends of the interval; `None` where it is open.
    from: Option<usize>,
    to: Option<usize>,
    /// The estimate.
    at: Option<usize>,
}

/// The scale of the chart.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scale {
    min: i32,
    max: i32,
    /// The distance of the marks.
    step: i32,
}

impl Scale {
    /// Creates a scale that covers all numbers, with at most six marks at multiples of its
    /// step.
    fn of(numbers: impl Iterator<Item = i32> + Clone) -> Self {
        let (min, max) = (numbers.clone().min(), numbers.max());
        let (min, max) = (min.unwrap_or(0), max.unwrap_or(0));
        let steps = [10, 20, 50, 100, 200, 400, 1000, 2000, 5000];
        let rounded = |step: i32| {
            let min = min.div_euclid(step) * step;
            // Rounded up, with room for two marks.
            let max = (max + step - 1).div_euclid(step) * step;
            let max = max.max(min + step);
            Self { min, max, step }
        };
        let fits = |scale: &Self| (scale.max - scale.min) / scale.step <= 5;
        let mut all = steps.into_iter().map(rounded);
        all.find(fits).unwrap_or_else(|| rounded(10_000))
    }

    /// Returns the position of a number, in thousandths.
    fn position(&self, number: i32) -> usize {
        let (number, span) = (number.clamp(self.min, self.max), self.max - self.min);
        let position = i64::from(number - self.min) * 1000 / i64::from(span.max(1));
        usize::try_from(position).unwrap_or(0)
    }

    fn marks(&self) -> impl Iterator<Item = i32> {
        (self.min..=self.max).step_by(usize::try_from(self.step).unwrap_or(1))
    }
}

fn bar(estimate: Estimate, scale: &Scale) -> Bar {
    let position = |number: f64| Some(scale.position(Elo(number).rounded()));
    let (from, at, to) = match estimate {
        Estimate::Known {
            elo: Elo(elo),
            interval: Interval { lower, upper },
        } => (position(lower), position(elo), position(upper)),
        Estimate::AtLeast(Elo(elo)) => (position(elo), None, None),
        Estimate::AtMost(Elo(elo)) => (None, None, position(elo)),
        Estimate::Unknown => (Some(0), None, Some(0)),
    };
    Bar { from, to, at }
}

/// Returns the extremes of a bar.
fn extremes(estimate: Estimate) -> [Option<i32>; 2] {
    let extremes = match estimate {
        Estimate::Known { interval, .. } => [Some(interval.lower), Some(interval.upper)],
        Estimate::AtLeast(Elo(elo)) | Estimate::AtMost(Elo(elo)) => [Some(elo), None],
        Estimate::Unknown => [None, None],
    };
    extremes.map(|number| number.map(|number| Elo(number).rounded()))
}

/// The length of an arrowhead.
const ARROWHEAD: usize = 18;

/// Returns the outlines of a bar, which is 100 high: its interval, the ends of the interval
/// and the mark of the estimate. They overlap, and are therefore separate paths.
fn outlines(bar: Bar) -> [String; 3] {
    let (from, to) = (bar.from.unwrap_or(0), bar.to.unwrap_or(1000));
    let line = if to > from {
        format!("M{from} 42H{to}V58H{from}z")
    } else {
        String::new()
    };
    // Bounds are vertical lines, open ends are arrowheads.
    let end = |(bound, at, tip): (Option<usize>, usize, usize)| match bound {
        Some(_) if to > from => format!("M{} 22h6v56h-6z", at.saturating_sub(3)),
        Some(_) => String::new(),
        None => format!("M{at} 50L{tip} 15V85z"),
    };
    let ends = [(bar.from, from, ARROWHEAD), (bar.to, to, 1000 - ARROWHEAD)];
    let ends = ends.map(end).concat();
    let mark = bar.at.map_or_else(String::new, |at| {
        format!("M{} 5h14v90h-14z", at.saturating_sub(7))
    });
    [line, ends, mark]
}

/// Renders the chart. Until an entrant is rated it shows the shares of the points, in per
/// cent.
pub(super) fn chart(report: &Report) -> Element {
    let standings = report.standings.iter();
    let is_rated = standings
        .clone()
        .any(|standing| standing.rating != Estimate::Unknown);
    let estimates: Vec<Estimate> = standings
        .clone()
        .map(|standing| {
            if is_rated {
                standing.rating
            } else {
                score_rate(standing)
            }
        })
        .collect();
    let scale = if is_rated {
        Scale::of(estimates.iter().copied().flat_map(extremes).flatten())
    } else {
        Scale {
            min: 0,
            max: 100,
            step: 25,
        }
    };
    let lines = scale
        .marks()
        .map(|mark| format!("M{} 0h3v100h-3z", scale.position(mark).saturating_sub(1)));
    let lines: String = lines.collect();
    let bars = standings.zip(estimates).map(|(standing, estimate)| {
        let label = text::entrant_name(&report.tournament, standing.entrant);
        div().class("bar").child((
            span().class("label").child(bdi().child(label)),
            track(lines.clone(), bar(estimate, &scale)),
        ))
    });
    let marks = scale.marks().map(|mark| {
        let name = if is_rated { text::elo } else { text::per_cent };
        span()
            .style(("--at", scale.position(mark)))
            .child(name(mark))
    });
    div().class("chart").aria_hidden("true").child((
        bars.collect::<Vec<_>>(),
        div().class("bar scale").child((
            span().class("label"),
            span().class("ticks").child(marks.collect::<Vec<_>>()),
        )),
    ))
}

/// Returns a share of the points in the form of a rating, in per cent.
fn score_rate(standing: &Standing) -> Estimate {
    let Interval { lower, upper } = standing.interval();
    Estimate::Known {
        elo: Elo(100.0 * standing.score.score_rate()),
        interval: Interval {
            lower: 100.0 * lower,
            upper: 100.0 * upper,
        },
    }
}

/// Renders a bar over the lines of the scale.
fn track(lines: String, bar: Bar) -> Element {
    let path = |class: &'static str, outline: String| {
        html::path()
            .attr("fill-rule", "evenodd")
            .attr("d", outline)
            .class(class)
    };
    let [line, ends, mark] = outlines(bar);
    svg()
        .attr("viewBox", "0 0 1000 100")
        .aria_hidden("true")
        .attr("preserveAspectRatio", "none")
        .child((
            path("gridlines", lines),
            path("interval", line),
            path("interval", ends),
            path("estimate", mark),
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_covers_all_numbers_with_few_marks() {
        for numbers in [
            vec![],
            vec![0],
            vec![-3, 4],
            vec![-800, 800],
            vec![-137, 12, 391],
            vec![399, 400, 401],
            vec![-5000, 5000],
        ] {
            let scale = Scale::of(numbers.iter().copied());
            let marks: Vec<i32> = scale.marks().collect();
            assert!((2..=6).contains(&marks.len()), "{scale:?}");
            assert_eq!(marks.first(), Some(&scale.min));
            assert_eq!(marks.last(), Some(&scale.max));
            for number in numbers {
                assert!((scale.min..=scale.max).contains(&number));
            }
        }
    }

    #[test]
    fn positions_are_linear() {
        let scale = Scale::of([-100, 100].into_iter());
        assert_eq!(
            scale,
            Scale {
                min: -100,
                max: 100,
                step: 50
            }
        );
        assert_eq!(scale.position(-100), 0);
        assert_eq!(scale.position(100), 1000);
        assert_eq!(scale.position(0), 500);
        assert_eq!(scale.position(-9999), 0);
        assert_eq!(scale.position(9999), 1000);
    }

    #[test]
    fn open_ends_are_arrowheads_at_the_edge() {
        let scale = Scale {
            min: 0,
            max: 100,
            step: 50,
        };
        let at_least = bar(Estimate::AtLeast(Elo(40.0)), &scale);
        assert_eq!((at_least.from, at_least.to), (Some(400), None));
        let line = "M400 42H1000V58H400z";
        let ends = "M397 22h6v56h-6zM1000 50L982 15V85z";
        assert_eq!(outlines(at_least), [line, ends, ""]);
        let line = "M0 42H400V58H0z";
        let ends = "M0 50L18 15V85zM397 22h6v56h-6z";
        assert_eq!(
            outlines(bar(Estimate::AtMost(Elo(40.0)), &scale)),
            [line, ends, ""]
        );
        let known = Estimate::Known {
            elo: Elo(50.0),
            interval: Interval {
                lower: 40.0,
                upper: 60.0,
            },
        };
        let line = "M400 42H600V58H400z";
        let ends = "M397 22h6v56h-6zM597 22h6v56h-6z";
        let mark = "M493 5h14v90h-14z";
        assert_eq!(outlines(bar(known, &scale)), [line, ends, mark]);
        assert_eq!(outlines(bar(Estimate::Unknown, &scale)), ["", "", ""]);
    }
}
