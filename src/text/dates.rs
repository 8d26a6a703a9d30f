//! Days as numbers, 0 on 1 January 1970, and as dates.

use crate::msg;

/// A month of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Month {
    year: i64,
    /// From 0 to 11.
    month: i64,
}

impl Month {
    /// Returns the month of a day.
    pub(crate) fn of(day: i64) -> Self {
        date_of(day).0
    }

    /// Returns the month that comes after this one, or with a negative number before it.
    pub(crate) fn after(self, months: i64) -> Self {
        let months = self.year * 12 + self.month + months;
        Self {
            year: months.div_euclid(12),
            month: months.rem_euclid(12),
        }
    }

    /// Returns the number of its first day.
    pub(crate) fn first_day(self) -> i64 {
        // Years from March on, so that the day of a leap year is the last one.
        let months = self.year * 12 + self.month - 2;
        let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
        let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        // The months from March have 31, 30, 31, 30 and 31 days, and so on.
        365 * year + leap_days + (153 * month + 2) / 5 - 719_468
    }

    /// `November 2026`.
    pub(crate) fn name(self) -> String {
        msg::month_of_year(&msg::month(self.number()), &self.year.to_string())
    }

    fn number(self) -> u64 {
        self.month.unsigned_abs() + 1
    }
}

/// The month of a day, and its number in it from 1. Out of range for the calendar of browsers, it is
/// the nearest day.
fn date_of(day: i64) -> (Month, i64) {
    // The range of dates in JavaScript.
    let day = day.clamp(-100_000_000, 100_000_000);
    // At most one year too early, as a year has at most 366 days; then month by month.
    let year = 1970 + day.div_euclid(366).min(day.div_euclid(365));
    let start = Month { year, month: 0 };
    // A month has at most 31 days, so that this is not too late.
    let guess = (day - start.first_day()).div_euclid(31);
    let mut month = start.after(guess);
    while month.after(1).first_day() <= day {
        month = month.after(1);
    }
    (month, day - month.first_day() + 1)
}

/// `25 November 2026`.
pub(crate) fn date(day: i64) -> String {
    let (month, day) = date_of(day);
    msg::full_date(&day.to_string(), &month.name())
}

/// `Wednesday 25 November 2026`.
pub(crate) fn date_with_weekday(day: i64) -> String {
    msg::date_on_weekday(&msg::weekday_name(weekday(day)), &date(day))
}

/// Returns the day of the week, from 1 for Monday to 7.
pub(crate) fn weekday(day: i64) -> u64 {
    // The first day was a Thursday.
    day.saturating_add(3).rem_euclid(7).unsigned_abs() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        for (day, text) in [
            (0, "Thursday 1 January 1970"),
            (-1, "Wednesday 31 December 1969"),
            (59, "Sunday 1 March 1970"),
            (789, "Tuesday 29 February 1972"),
            (11_016, "Tuesday 29 February 2000"),
            (20_782, "Wednesday 25 November 2026"),
            (47_540, "Sunday 28 February 2100"),
            (47_541, "Monday 1 March 2100"),
            (-25_509, "Wednesday 28 February 1900"),
            (-25_508, "Thursday 1 March 1900"),
        ] {
            assert_eq!(date_with_weekday(day), text, "{day}");
        }
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut before = date_of(-800_000);
        for day in -799_999..800_000 {
            let (month, number) = date_of(day);
            assert_eq!(month.first_day() + number - 1, day);
            if number == 1 {
                assert_eq!(month, before.0.after(1));
                assert!((28..=31).contains(&before.1), "{before:?}");
            } else {
                assert_eq!((month, number), (before.0, before.1 + 1));
            }
            before = (month, number);
        }
        for day in [i64::MIN, i64::MAX] {
            let _ = date_with_weekday(day);
        }
    }
}
