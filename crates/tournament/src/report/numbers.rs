//! Numbers as text. They are formatted as integers: formatting `f64` costs the page 6 KB.

use crate::{
    rating::Estimate,
    statistics::{Elo, Interval},
};

/// Formats a number with this many decimal places.
pub(super) fn fixed(number: f64, places: u32) -> String {
    let unit = 10_u32.pow(places);
    let scaled = (number * f64::from(unit)).round() as i64;
    let sign = if scaled < 0 { "-" } else { "" };
    let (scaled, unit) = (scaled.unsigned_abs(), u64::from(unit));
    let (whole, rest) = (scaled / unit, scaled % unit);
    if places == 0 {
        return format!("{sign}{whole}");
    }
    format!("{sign}{whole}.{rest:0width$}", width = places as usize)
}

/// Formats a rate as a percentage: `56.3 %`.
pub(super) fn percent(rate: f64) -> String {
    fixed(100.0 * rate, 1) + " %"
}

/// Formats an interval of shares: `54.1 to 58.4 %`.
pub(super) fn percents(interval: Interval) -> String {
    let [lower, upper] = [interval.lower, interval.upper].map(|end| fixed(100.0 * end, 1));
    format!("{lower} to {upper} %")
}

/// Formats a rating: `+191`, `0`, `-35`. Unlike the difference between two players ([`Elo`])
/// it can be measured beyond 800, through players in between.
fn elo(number: f64) -> String {
    const MAX: i64 = 9999;
    let rounded = number.round() as i64;
    if rounded > MAX {
        format!("over +{MAX}")
    } else if rounded < -MAX {
        format!("under -{MAX}")
    } else if rounded == 0 {
        "0".to_owned()
    } else {
        format!("{rounded:+}")
    }
}

/// Formats an estimate and its interval, each empty if unknown.
pub(super) fn estimate(estimate: Estimate) -> [String; 2] {
    match estimate {
        // The reference of the scale.
        Estimate::Known {
            elo: Elo(number),
            interval,
        } if interval.lower >= interval.upper => [elo(number), String::new()],
        Estimate::Known {
            elo: Elo(number),
            interval: Interval { lower, upper },
        } => [elo(number), format!("{} to {}", elo(lower), elo(upper))],
        Estimate::AtLeast(Elo(bound)) => [format!("at least {}", elo(bound)), String::new()],
        Estimate::AtMost(Elo(bound)) => [format!("at most {}", elo(bound)), String::new()],
        Estimate::Unknown => ["unknown".to_owned(), String::new()],
    }
}

/// Formats microseconds with at most three digits: `120 µs`, `3.4 ms`, `12 s`.
pub(super) fn time(microseconds: f64) -> String {
    let of = |unit: f64, name| {
        let number = microseconds / unit;
        let places = u32::from(number < 9.95);
        format!("{} {name}", fixed(number, places))
    };
    if microseconds < 999.5 {
        format!("{} µs", fixed(microseconds, 0))
    } else if microseconds < 999_500.0 {
        of(1_000.0, "ms")
    } else {
        of(1_000_000.0, "s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded() {
        for (number, places, text) in [
            (0.0, 1, "0.0"),
            (56.25, 1, "56.3"),
            (-0.04, 1, "0.0"),
            (-0.06, 1, "-0.1"),
            (-12.345, 2, "-12.35"),
            (3.05, 3, "3.050"),
            (99.96, 1, "100.0"),
            (7.5, 0, "8"),
        ] {
            assert_eq!(fixed(number, places), text);
        }
        for (microseconds, text) in [
            (0.2, "0 µs"),
            (999.4, "999 µs"),
            (999.6, "1.0 ms"),
            (9_940.0, "9.9 ms"),
            (9_960.0, "10 ms"),
            (999_600.0, "1.0 s"),
            (12_345_678.0, "12 s"),
        ] {
            assert_eq!(time(microseconds), text);
        }
    }

    #[test]
    fn estimates_have_intervals_or_bounds() {
        let known = Estimate::Known {
            elo: Elo(-35.4),
            interval: Interval {
                lower: -1000.0,
                upper: 11.5,
            },
        };
        let reference = Estimate::Known {
            elo: Elo(0.0),
            interval: Interval {
                lower: 0.0,
                upper: 0.0,
            },
        };
        for (given, text) in [
            (known, ["-35", "-1000 to +12"]),
            (reference, ["0", ""]),
            (Estimate::AtLeast(Elo(1504.6)), ["at least +1505", ""]),
            (Estimate::AtLeast(Elo(-0.4)), ["at least 0", ""]),
            (Estimate::AtMost(Elo(-504.6)), ["at most -505", ""]),
            (Estimate::AtMost(Elo(-1e9)), ["at most under -9999", ""]),
            (Estimate::AtLeast(Elo(1e9)), ["at least over +9999", ""]),
            (Estimate::Unknown, ["unknown", ""]),
        ] {
            assert_eq!(estimate(given), text);
        }
    }
}
