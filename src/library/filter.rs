//! The filter of the list of games.

use super::{
    civil::civil,
    entry::{Entry, Outcome, Summary},
};

/// The conditions of a search; by default, every game matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    /// A part of the [`search_text`](super::text::search_text), in lower case.
    pub(crate) text: String,
    pub(crate) chip: Chip,
    pub(crate) result: ResultFilter,
    pub(crate) players: PlayerFilter,
    /// The columns and rows of the board.
    pub(crate) size: Option<(u32, u32)>,
    /// Where `from` and `until` come from.
    pub(crate) period: Period,
    /// The earliest time of the last change, in Unix milliseconds.
    pub(crate) from: Option<u64>,
    /// The end of the times of the last change, exclusive.
    pub(crate) until: Option<u64>,
}

/// The condition that is chosen first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Chip {
    #[default]
    All,
    /// Won by the user, against computer players.
    Won,
    /// Lost by the user.
    Lost,
    Unfinished,
    Starred,
}

impl Chip {
    pub(crate) const ALL: [Self; 5] = [
        Self::All,
        Self::Won,
        Self::Lost,
        Self::Unfinished,
        Self::Starred,
    ];

    pub(crate) fn matches(self, entry: &Entry) -> bool {
        let summary = entry.summary.as_ref();
        match self {
            Self::All => true,
            Self::Won => summary.and_then(Summary::result) == Some(1),
            Self::Lost => summary.and_then(Summary::result) == Some(-1),
            Self::Unfinished => {
                summary.is_some_and(|summary| summary.outcome == Outcome::Unfinished)
            }
            Self::Starred => entry.starred,
        }
    }
}

/// A condition on the outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ResultFilter {
    #[default]
    Any,
    /// Won by the first seat.
    FirstPlayer,
    /// Won by the second seat.
    SecondPlayer,
    /// Won by any later seat.
    OtherPlayer,
    Draw,
}

impl ResultFilter {
    pub(crate) const ALL: [Self; 5] = [
        Self::Any,
        Self::FirstPlayer,
        Self::SecondPlayer,
        Self::OtherPlayer,
        Self::Draw,
    ];

    fn matches(self, outcome: Outcome) -> bool {
        match self {
            Self::Any => true,
            Self::FirstPlayer => outcome == Outcome::Won(0),
            Self::SecondPlayer => outcome == Outcome::Won(1),
            Self::OtherPlayer => matches!(outcome, Outcome::Won(2..)),
            Self::Draw => outcome == Outcome::Drawn,
        }
    }
}

/// A condition on the players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PlayerFilter {
    #[default]
    Any,
    HumansOnly,
    /// At least one computer player.
    WithComputer,
}

impl PlayerFilter {
    pub(crate) const ALL: [Self; 3] = [Self::Any, Self::HumansOnly, Self::WithComputer];

    fn matches(self, summary: &Summary) -> bool {
        let mut players = summary.players.iter();
        match self {
            Self::Any => true,
            Self::HumansOnly => players.all(|player| player.computer.is_empty()),
            Self::WithComputer => players.any(|player| !player.computer.is_empty()),
        }
    }
}

/// A condition on the time of the last change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Period {
    #[default]
    Any,
    /// From Monday on.
    Week,
    Month,
    Year,
    /// From one chosen day to another.
    Days,
}

impl Period {
    pub(crate) const ALL: [Self; 5] = [Self::Any, Self::Week, Self::Month, Self::Year, Self::Days];

    /// Returns the first day of a period that lasts until today; days are counted from 1 January 1970.
    pub(crate) fn first_day(self, today: i64) -> Option<i64> {
        let is_first = |day: &i64| match (self, civil(*day)) {
            // Day 0 was a Thursday.
            (Self::Week, _) => (day + 3).rem_euclid(7) == 0,
            (Self::Month, (_, _, 1)) | (Self::Year, (_, 1, 1)) => true,
            _ => false,
        };
        (0..366).map(|back| today - back).find(is_first)
    }
}

impl Filter {
    /// Returns the number of conditions besides the text and the chip.
    pub(crate) fn count(&self) -> usize {
        let conditions = [
            self.result != ResultFilter::Any,
            self.players != PlayerFilter::Any,
            self.size.is_some(),
            self.from.is_some() || self.until.is_some(),
        ];
        conditions.into_iter().filter(|is_set| *is_set).count()
    }

    /// Returns whether an entry matches; `search_text` is its [`search_text`](super::text::search_text) in lower case. An
    /// unreadable game can be found only by name, note, time and star.
    pub(crate) fn matches(&self, entry: &Entry, search_text: &str) -> bool {
        let any_summary = self.result == ResultFilter::Any && self.players == PlayerFilter::Any;
        let summary_matches = match &entry.summary {
            None => any_summary && self.size.is_none(),
            Some(summary) => {
                let config = summary.rules.config();
                let size = (config.columns, config.rows);
                self.result.matches(summary.outcome)
                    && self.players.matches(summary)
                    && self.size.is_none_or(|wanted| wanted == size)
            }
        };
        summary_matches
            && self.chip.matches(entry)
            && self.from.is_none_or(|from| entry.changed >= from)
            && self.until.is_none_or(|until| entry.changed < until)
            && search_text.contains(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{entry::LibraryGame, text::search_text},
        *,
    };
    use crate::library::entry::tests::match_of;
    use four_shapes_players::PlayerKind;
    use four_shapes_records::record;

    fn entry(moves: &str, change: impl FnOnce(&mut Entry)) -> Entry {
        let mut game_match = match_of(moves);
        if moves.len() > 7 {
            game_match.set_computer(0, Some(PlayerKind::Random));
        }
        let mut game = LibraryGame::new("5-5", record::write(&game_match), 1000);
        change(&mut game.entry);
        game.entry
    }

    #[test]
    fn each_condition_selects_games() {
        let first = entry("1212121", |entry| entry.name = "Érste".to_owned());
        let second = entry("12123242", |entry| entry.changed = 2000);
        let open = entry("44", |entry| {
            entry.starred = true;
            entry.note = "In the end".to_owned();
        });
        let unreadable = LibraryGame::new("6-6", "x".to_owned(), 3000).entry;
        let all = [first, second, open, unreadable];
        let found = |filter: Filter| -> Vec<usize> {
            let matches = |(_, entry): &(usize, &Entry)| {
                filter.matches(entry, &search_text(entry).to_lowercase())
            };
            let found = all.iter().enumerate().filter(matches);
            found.map(|(i, _)| i).collect()
        };
        let any = Filter::default;
        assert_eq!(found(any()), [0, 1, 2, 3]);
        let text = |text: &str| Filter {
            text: text.to_owned(),
            ..any()
        };
        assert_eq!(found(text("blu")), [0, 1, 2]);
        assert_eq!(found(text("érs")), [0]);
        assert_eq!(found(text("d\nb")), [0, 1, 2], "names are separate lines");
        assert_eq!(found(text("in the end")), [2]);
        assert_eq!(found(text("7 × 6")), [0, 1, 2]);
        assert_eq!(found(text("7x6")), [0, 1, 2]);
        assert_eq!(found(text("you beat")), [1]);
        assert_eq!(found(text("nobody")), [0; 0]);
        let result = |result| found(Filter { result, ..any() });
        assert_eq!(result(ResultFilter::FirstPlayer), [0]);
        assert_eq!(result(ResultFilter::SecondPlayer), [1]);
        assert_eq!(result(ResultFilter::OtherPlayer), [0; 0]);
        assert_eq!(result(ResultFilter::Draw), [0; 0]);
        let players = |players| found(Filter { players, ..any() });
        assert_eq!(players(PlayerFilter::HumansOnly), [0, 2]);
        assert_eq!(players(PlayerFilter::WithComputer), [1]);
        let size = |size| {
            found(Filter {
                size: Some(size),
                ..any()
            })
        };
        assert_eq!(size((7, 6)), [0, 1, 2]);
        assert_eq!(size((6, 7)), [0; 0]);
        assert_eq!(
            found(Filter {
                from: Some(2000),
                ..any()
            }),
            [1, 3]
        );
        assert_eq!(
            found(Filter {
                until: Some(2000),
                ..any()
            }),
            [0, 2]
        );
        let condition = Filter {
            text: "ada".to_owned(),
            players: PlayerFilter::HumansOnly,
            until: Some(1),
            ..any()
        };
        assert_eq!([any().count(), condition.count()], [0, 2]);
        let chip = |chip| found(Filter { chip, ..any() });
        assert_eq!(chip(Chip::Won), [1], "the first game is of two humans");
        assert_eq!(chip(Chip::Lost), [0; 0]);
        assert_eq!(chip(Chip::Unfinished), [2]);
        assert_eq!(chip(Chip::Starred), [2]);
    }
    #[test]
    fn periods_begin_on_monday_and_with_the_month_and_year() {
        // Thursday, 26 November 2026.
        let today = 20_783;
        let days = |period: Period, today: i64| period.first_day(today).map(|day| today - day);
        assert_eq!(days(Period::Any, today), None);
        assert_eq!(days(Period::Days, today), None);
        assert_eq!(days(Period::Week, today), Some(3));
        assert_eq!(days(Period::Week, today - 3), Some(0), "Monday");
        assert_eq!(days(Period::Week, today - 4), Some(6), "Sunday");
        assert_eq!(days(Period::Month, today), Some(25));
        assert_eq!(days(Period::Year, today), Some(329));
        let last_of_2024 = 19_782 + 306;
        assert_eq!(civil(last_of_2024), (2024, 12, 31));
        assert_eq!(days(Period::Year, last_of_2024), Some(365), "a leap year");
    }
}
