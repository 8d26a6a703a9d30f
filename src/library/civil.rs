//! The civil calendar.

/// Returns the year, month and day of the month of a day, counted from 1 January 1970
/// ([algorithm](https://howardhinnant.github.io/date_algorithms.html#civil_from_days)).
pub(super) fn civil(day: i64) -> (i64, u64, u64) {
    const DAYS_PER_ERA: i64 = 146_097;
    // Years of 365 or 366 days that begin on 1 March, in eras of 400.
    let day = day + 719_468;
    let (era, day) = (day.div_euclid(DAYS_PER_ERA), day.rem_euclid(DAYS_PER_ERA));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = 400 * era + year + next;
    (year, month.unsigned_abs(), day_of_month.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(20_783), (2026, 11, 26));
    }
}
