//! A drawing of who is how strong, with intervals. The ranking says the same, so
//! assistive technology does not see it.

use crate::components::html::{self, Element, bdi, div, span, svg};
use crate::tournament::standings::{Rating, Row, Standing};
use crate::tournament::text;
use leptos::prelude::*;

/// A row of the chart, in thousandths of its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bar {
    /// Where its interval begins and ends; an end that is open has no number.
    from: Option<usize>,
    to: Option<usize>,
    /// What is most likely.
    at: Option<usize>,
}

/// The scale: from where to where it goes, and where its marks are.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Scale {
    least: i32,
    most: i32,
    step: i32,
}

impl Scale {
    /// One on which all these can be seen, with at most six marks at whole numbers of
    /// its step.
    fn of(numbers: impl Iterator<Item = i32> + Clone) -> Self {
        let (least, most) = (numbers.clone().min(), numbers.max());
        let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
        let steps = [10, 20, 50, 100, 200, 400, 1000, 2000, 5000];
        let rounded = |step: i32| {
            let least = least.div_euclid(step) * step;
            // Rounded up, and with room for two marks.
            let most = (most + step - 1).div_euclid(step) * step;
            let most = most.max(least + step);
            Self { least, most, step }
        };
        let fits = |scale: &Self| (scale.most - scale.least) / scale.step <= 5;
        let mut all = steps.into_iter().map(rounded);
        all.find(fits).unwrap_or_else(|| rounded(10_000))
    }

    /// A number's place, in thousandths.
    fn place(&self, number: i32) -> usize {
        let (number, span) = (number.clamp(self.least, self.most), self.most - self.least);
        let behind = i64::from(number - self.least) * 1000 / i64::from(span.max(1));
        usize::try_from(behind).unwrap_or(0)
    }

    fn marks(&self) -> impl Iterator<Item = i32> {
        (self.least..=self.most).step_by(usize::try_from(self.step).unwrap_or(1))
    }
}

fn bar(rating: Rating, scale: &Scale) -> Bar {
    let place = |number| Some(scale.place(number));
    let (from, at, to) = match rating {
        Rating::Known { elo, least, most } => (place(least), place(elo), place(most)),
        Rating::AtLeast(elo) => (place(elo), None, None),
        Rating::AtMost(elo) => (None, None, place(elo)),
        Rating::Unknown => (Some(0), None, Some(0)),
    };
    Bar { from, to, at }
}

/// All numbers of a rating that are to be seen.
fn numbers(rating: Rating) -> [Option<i32>; 2] {
    match rating {
        Rating::Known { least, most, .. } => [Some(least), Some(most)],
        Rating::AtLeast(elo) | Rating::AtMost(elo) => [Some(elo), None],
        Rating::Unknown => [None, None],
    }
}

/// How long the point of an arrow is, and how high the lines lie in a row of 100.
const POINT: usize = 18;

/// The outlines of a bar: its interval, the ends of that, and the mark of what is most
/// likely. They lie on each other, and so are not one.
fn outlines(bar: Bar) -> [String; 3] {
    let (from, to) = (bar.from.unwrap_or(0), bar.to.unwrap_or(1000));
    let line = if to > from {
        format!("M{from} 42H{to}V58H{from}z")
    } else {
        String::new()
    };
    // Ends that are known are upright, those that are open are points.
    let end = |(known, at, tip): (Option<usize>, usize, usize)| match known {
        Some(_) if to > from => format!("M{} 22h6v56h-6z", at.saturating_sub(3)),
        Some(_) => String::new(),
        None => format!("M{at} 50L{tip} 15V85z"),
    };
    let ends = [(bar.from, from, POINT), (bar.to, to, 1000 - POINT)];
    let ends = ends.map(end).concat();
    let mark = bar.at.map_or_else(String::new, |at| {
        format!("M{} 5h14v90h-14z", at.saturating_sub(7))
    });
    [line, ends, mark]
}

/// The chart. Before anybody is rated it shows shares of the points, in per cent.
pub(super) fn chart(standing: &Standing) -> AnyView {
    let rated = standing
        .ranking
        .iter()
        .any(|row| row.rating != Rating::Unknown);
    let ratings: Vec<Rating> = standing
        .ranking
        .iter()
        .map(|row| if rated { row.rating } else { share(row) })
        .collect();
    let scale = if rated {
        Scale::of(ratings.iter().flat_map(|rating| numbers(*rating)).flatten())
    } else {
        Scale {
            least: 0,
            most: 100,
            step: 25,
        }
    };
    let lines = scale
        .marks()
        .map(|mark| format!("M{} 0h3v100h-3z", scale.place(mark).saturating_sub(1)));
    let lines: String = lines.collect();
    let rows = standing.ranking.iter().zip(ratings).map(|(row, rating)| {
        let label = standing.labels[row.entrant].clone();
        div()
            .class("bar")
            .child((
                span().class("who").child(bdi().child(label)),
                track(lines.clone(), bar(rating, &scale)),
            ))
            .into_any()
    });
    let marks = scale.marks().map(|mark| {
        let name = if rated { text::elo } else { text::per_cent };
        span()
            .style(("--at", scale.place(mark)))
            .child(name(mark))
            .into_any()
    });
    div()
        .class("chart")
        .aria_hidden("true")
        .child((
            rows.collect::<Vec<_>>(),
            div().class("bar scale").child((
                span().class("who"),
                span().class("marks").child(marks.collect::<Vec<_>>()),
            )),
        ))
        .into_any()
}

/// A share of the points as if it was a rating, in per cent.
fn share(row: &Row) -> Rating {
    let per_cent = |number: usize| i32::try_from(number / 10).unwrap_or(0);
    Rating::Known {
        elo: per_cent(row.share.likely),
        least: per_cent(row.share.least),
        most: per_cent(row.share.most),
    }
}

/// A bar over the scale's lines.
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
            path("mark", lines),
            path("interval", line),
            path("interval", ends),
            path("likely", mark),
        ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_on_the_scale_and_marks_are_few() {
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
            assert_eq!(marks.first(), Some(&scale.least));
            assert_eq!(marks.last(), Some(&scale.most));
            for number in numbers {
                assert!((scale.least..=scale.most).contains(&number));
            }
        }
    }

    #[test]
    fn places_follow_the_numbers() {
        let scale = Scale::of([-100, 100].into_iter());
        assert_eq!(
            scale,
            Scale {
                least: -100,
                most: 100,
                step: 50
            }
        );
        assert_eq!(scale.place(-100), 0);
        assert_eq!(scale.place(100), 1000);
        assert_eq!(scale.place(0), 500);
        assert_eq!(scale.place(-9999), 0);
        assert_eq!(scale.place(9999), 1000);
    }

    #[test]
    fn open_ends_reach_the_edge_and_have_points() {
        let scale = Scale {
            least: 0,
            most: 100,
            step: 50,
        };
        let at_least = bar(Rating::AtLeast(40), &scale);
        assert_eq!((at_least.from, at_least.to), (Some(400), None));
        let line = "M400 42H1000V58H400z";
        let ends = "M397 22h6v56h-6zM1000 50L982 15V85z";
        assert_eq!(outlines(at_least), [line, ends, ""]);
        let line = "M0 42H400V58H0z";
        let ends = "M0 50L18 15V85zM397 22h6v56h-6z";
        assert_eq!(outlines(bar(Rating::AtMost(40), &scale)), [line, ends, ""]);
        let known = Rating::Known {
            elo: 50,
            least: 40,
            most: 60,
        };
        let line = "M400 42H600V58H400z";
        let ends = "M397 22h6v56h-6zM597 22h6v56h-6z";
        let mark = "M493 5h14v90h-14z";
        assert_eq!(outlines(bar(known, &scale)), [line, ends, mark]);
        assert_eq!(outlines(bar(Rating::Unknown, &scale)), ["", "", ""]);
    }
}
