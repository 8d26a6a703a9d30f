//! Searching the library.

use super::entry::{Entry, Outcome, Summary};

/// What is searched for; by default everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    /// Part of a player's name, or of the game's; in small letters.
    pub(crate) text: String,
    pub(crate) ended: Ended,
    pub(crate) who: Who,
    /// Columns and rows.
    pub(crate) size: Option<(u32, u32)>,
    /// Changed at this time or later, in milliseconds since 1970.
    pub(crate) from: Option<u64>,
    /// Changed before this time.
    pub(crate) until: Option<u64>,
    pub(crate) starred: bool,
}

/// How games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ended {
    #[default]
    Anyhow,
    /// Won by the first seat.
    First,
    /// Won by the second seat.
    Second,
    /// Won by any later seat.
    Later,
    /// A tie, or a draw that was agreed on.
    Drawn,
    Unfinished,
}

impl Ended {
    pub(crate) const ALL: [Self; 6] = [
        Self::Anyhow,
        Self::First,
        Self::Second,
        Self::Later,
        Self::Drawn,
        Self::Unfinished,
    ];

    fn has(self, outcome: Outcome) -> bool {
        match self {
            Self::Anyhow => true,
            Self::First => outcome == Outcome::Won(0),
            Self::Second => outcome == Outcome::Won(1),
            Self::Later => matches!(outcome, Outcome::Won(2..)),
            Self::Drawn => matches!(outcome, Outcome::Tie | Outcome::Agreed),
            Self::Unfinished => outcome == Outcome::Unfinished,
        }
    }
}

/// Who played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Who {
    #[default]
    Anybody,
    /// Nobody but people.
    People,
    /// At least one computer.
    Computers,
}

impl Who {
    pub(crate) const ALL: [Self; 3] = [Self::Anybody, Self::People, Self::Computers];

    fn has(self, summary: &Summary) -> bool {
        let mut players = summary.players.iter();
        match self {
            Self::Anybody => true,
            Self::People => players.all(|player| player.computer.is_empty()),
            Self::Computers => players.any(|player| !player.computer.is_empty()),
        }
    }
}

/// What a text is looked for in, once it is in small letters: the names of the game
/// and its players.
pub(crate) fn haystack(entry: &Entry) -> String {
    let players = entry.summary.iter().flat_map(|summary| &summary.players);
    let mut names = entry.name.clone();
    for player in players {
        names.push('\n');
        names += &player.name;
    }
    names
}

impl Filter {
    /// Whether an entry is one of those that are searched for; `haystack` is what
    /// [`haystack`] makes of it, in small letters. One that can't be read is found only by its name,
    /// its time and its star.
    pub(crate) fn has(&self, entry: &Entry, haystack: &str) -> bool {
        let everything = self.ended == Ended::Anyhow && self.who == Who::Anybody;
        let summary = match &entry.summary {
            None => everything && self.size.is_none(),
            Some(summary) => {
                let config = summary.rules.config();
                let size = (config.columns, config.rows);
                self.ended.has(summary.outcome)
                    && self.who.has(summary)
                    && self.size.is_none_or(|wanted| wanted == size)
            }
        };
        summary
            && (!self.starred || entry.starred)
            && self.from.is_none_or(|from| entry.changed >= from)
            && self.until.is_none_or(|until| entry.changed < until)
            && haystack.contains(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::entry::Game, *};
    use crate::library::entry::tests::played;
    use four_shapes_engine::{players::Kind, record};

    fn entry(moves: &str, change: impl FnOnce(&mut Entry)) -> Entry {
        let mut played = played(moves);
        if moves.len() > 7 {
            played.set_computer(0, Some(Kind::Random));
        }
        let mut game = Game::new("5-5", record::write(&played), 1000);
        change(&mut game.entry);
        game.entry
    }

    #[test]
    fn each_condition_tells_games_apart() {
        let first = entry("1212121", |entry| entry.name = "Érste".to_owned());
        let second = entry("12123242", |entry| entry.changed = 2000);
        let open = entry("44", |entry| entry.starred = true);
        let unreadable = Game::new("6-6", "x".to_owned(), 3000).entry;
        let all = [first, second, open, unreadable];
        let found = |filter: Filter| -> Vec<usize> {
            let has =
                |(_, entry): &(usize, &Entry)| filter.has(entry, &haystack(entry).to_lowercase());
            let found = all.iter().enumerate().filter(has);
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
        assert_eq!(found(text("d\nb")), [0, 1, 2], "harmless");
        assert_eq!(found(text("nobody")), [0; 0]);
        let ended = |ended| found(Filter { ended, ..any() });
        assert_eq!(ended(Ended::First), [0]);
        assert_eq!(ended(Ended::Second), [1]);
        assert_eq!(ended(Ended::Later), [0; 0]);
        assert_eq!(ended(Ended::Drawn), [0; 0]);
        assert_eq!(ended(Ended::Unfinished), [2]);
        let who = |who| found(Filter { who, ..any() });
        assert_eq!(who(Who::People), [0, 2]);
        assert_eq!(who(Who::Computers), [1]);
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
        assert_eq!(
            found(Filter {
                starred: true,
                ..any()
            }),
            [2]
        );
    }
}
