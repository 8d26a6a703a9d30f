//! High scores: the shortest wins for each set of rules.
//!
//! ```json
//! {
//!   "format": "four-shapes-scores",
//!   "version": 1,
//!   "scores": [
//!     { "rules": { … }, "name": "Ada", "moves": 4, "opponents": ["Ben"], "date": "2026-11-21" }
//!   ]
//! }
//! ```

use crate::{
    Match, Name, SetupError,
    json::{self, Field},
    record::{RecordError, RecordProblem, format_rules},
};
use four_shapes_rules::{ParseError, Rules, Status};
use std::{fmt, str::FromStr};

/// The format id.
const FORMAT: &str = "four-shapes-scores";
const VERSION: u64 = 1;

/// A date of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// Creates a date of the years 1 to 9999; `None` if it doesn't exist.
    ///
    /// ```
    /// use four_shapes_records::high_scores::Date;
    ///
    /// let leap_day = Date::new(2028, 2, 29).expect("2028 is a leap year");
    /// assert_eq!(leap_day.to_string(), "2028-02-29");
    /// assert_eq!(Date::new(2026, 2, 29), None);
    /// ```
    pub fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let days = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 => 28 + u8::from(leap),
            _ => return None,
        };
        let exists = (1..=9999).contains(&year) && (1..=days).contains(&day);
        exists.then_some(Self { year, month, day })
    }
}

impl FromStr for Date {
    type Err = ParseError;

    /// Parses `2026-11-21`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut parts = text.split('-');
        let mut part = |digits| {
            let part = parts.next()?;
            let plain = part.len() == digits && part.bytes().all(|b| b.is_ascii_digit());
            let number: Option<u16> = part.parse().ok();
            number.filter(|_| plain)
        };
        let mut date = || Self::new(part(4)?, part(2)? as u8, part(2)? as u8);
        let date = date().filter(|_| parts.next().is_none());
        date.ok_or(ParseError {
            expected: "a date, such as 2026-11-21",
        })
    }
}

impl fmt::Display for Date {
    /// `2026-11-21`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A game that was won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HighScore {
    /// The rules.
    pub rules: Rules,
    /// The name of the winner.
    pub name: Name,
    /// The number of the winner's own moves, which are comparable with any number of players: at
    /// least [`Rules::connect`], at most 113.
    pub moves: u32,
    /// The names of the other players, in the order of the seats.
    pub opponents: Vec<Name>,
    /// The date.
    pub date: Date,
}

impl HighScore {
    /// Creates the score of a match; `None` if it isn't won with a line, or if it started in a
    /// position that was set up.
    ///
    /// ```
    /// use four_shapes_records::{Match, high_scores::HighScore};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let won = Match::with_default_seats(notation::parse(Rules::CLASSIC, "1212121")?);
    /// let score = HighScore::of(&won, "2026-11-21".parse()?).expect("the game is won");
    /// assert_eq!((score.name.as_str(), score.moves), ("Red", 4));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game_match: &Match, date: Date) -> Option<Self> {
        let Status::Won { player, .. } = game_match.game().status() else {
            return None;
        };
        if game_match.game().is_set_up() {
            return None;
        }
        let (rules, setup) = (game_match.rules(), game_match.setup());
        let players = usize::from(rules.players());
        let winner = game_match.seat_index(player);
        let seats = setup.seats().iter().enumerate();
        Some(Self {
            rules,
            name: game_match.seat(player).name.clone(),
            moves: game_match.game().position().piece_count().div_ceil(players) as u32,
            opponents: seats
                .filter(|(place, _)| *place != winner)
                .map(|(_, seat)| seat.name.clone())
                .collect(),
            date,
        })
    }

    /// The sort key.
    fn rank(&self) -> (Rules, u32, Date) {
        (self.rules, self.moves, self.date)
    }
}

/// The best scores for each set of rules.
///
/// ```
/// use four_shapes_records::{Match, high_scores::{HighScore, HighScores}};
/// use four_shapes_rules::{Rules, notation};
///
/// let won = Match::with_default_seats(notation::parse(Rules::CLASSIC, "1212121")?);
/// let score = HighScore::of(&won, "2026-11-21".parse()?).expect("the game is won");
/// let mut scores = HighScores::default();
/// assert_eq!(scores.add(score), Some(1));
/// assert_eq!(HighScores::parse(&scores.write())?, scores);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HighScores {
    /// Sorted by [`HighScore::rank`].
    scores: Vec<HighScore>,
}

impl HighScores {
    /// The maximum number of scores for the same rules.
    pub const MAX_PER_RULES: usize = 10;
    /// One more, so that removing the score of an undone win restores the one that it displaced.
    const MAX_STORED: usize = Self::MAX_PER_RULES + 1;

    /// Returns all stored scores, by rules, then by number of moves, then by date.
    ///
    /// ```
    /// use four_shapes_records::{Match, high_scores::{HighScore, HighScores}};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut scores = HighScores::default();
    /// for moves in ["121213771", "1212121"] {
    ///     let won = Match::with_default_seats(notation::parse(Rules::CLASSIC, moves)?);
    ///     scores.add(HighScore::of(&won, "2026-11-21".parse()?).expect("the game is won"));
    /// }
    /// assert_eq!(scores.all().iter().map(|score| score.moves).collect::<Vec<_>>(), [4, 5]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn all(&self) -> &[HighScore] {
        &self.scores
    }

    /// Returns the best scores for each set of rules.
    ///
    /// ```
    /// use four_shapes_records::{Match, high_scores::{HighScore, HighScores}};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut scores = HighScores::default();
    /// for (rules, moves) in [(Rules::CLASSIC, "1212121"), (Rules::TIC_TAC_TOE, "A1,B1,A2,B2,A3")] {
    ///     let won = Match::with_default_seats(notation::parse(rules, moves)?);
    ///     scores.add(HighScore::of(&won, "2026-11-21".parse()?).expect("the game is won"));
    /// }
    /// let best = scores.by_rules().map(|scores| scores[0].moves);
    /// assert_eq!(best.collect::<Vec<_>>(), [3, 4]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_rules(&self) -> impl Iterator<Item = &[HighScore]> {
        let by_rules = self.scores.chunk_by(|a, b| a.rules == b.rules);
        by_rules.map(|scores| &scores[..scores.len().min(Self::MAX_PER_RULES)])
    }

    /// Adds a score and returns its rank among those for the same rules, counted from 1;
    /// `None` if it isn't among the best.
    ///
    /// ```
    /// use four_shapes_records::{Match, high_scores::{HighScore, HighScores}};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let won = Match::with_default_seats(notation::parse(Rules::CLASSIC, "1212121")?);
    /// let score = HighScore::of(&won, "2026-11-21".parse()?).expect("the game is won");
    /// let mut scores = HighScores::default();
    /// let ranks = [(); 11].map(|()| scores.add(score.clone()));
    /// assert_eq!((ranks[0], ranks[9], ranks[10]), (Some(1), Some(10), None));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, score: HighScore) -> Option<usize> {
        let rules = score.rules;
        let after = |other: &HighScore| other.rank() <= score.rank();
        let at = self.scores.partition_point(after);
        let first = self.scores.partition_point(|other| other.rules < rules);
        if at - first >= Self::MAX_STORED {
            return None;
        }
        self.scores.insert(at, score);
        let end = self.scores.partition_point(|other| other.rules <= rules);
        if end - first > Self::MAX_STORED {
            self.scores.remove(end - 1);
        }
        Some(at - first + 1).filter(|rank| *rank <= Self::MAX_PER_RULES)
    }

    /// Removes a score whose win was undone, perhaps on a later day: the latest that equals this one
    /// except for the date. Returns whether there was one.
    ///
    /// ```
    /// use four_shapes_records::{Match, high_scores::{HighScore, HighScores}};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let won = Match::with_default_seats(notation::parse(Rules::CLASSIC, "1212121")?);
    /// let score = HighScore::of(&won, "2026-11-21".parse()?).expect("the game is won");
    /// let mut scores = HighScores::default();
    /// scores.add(score.clone());
    /// assert!(scores.remove(&score) && scores.all().is_empty());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, score: &HighScore) -> bool {
        let is_equal = |other: &HighScore| {
            let dated = HighScore {
                date: score.date,
                ..other.clone()
            };
            dated == *score
        };
        let at = self.scores.iter().rposition(is_equal);
        at.map(|at| self.scores.remove(at)).is_some()
    }

    /// Formats the scores as JSON.
    ///
    /// ```
    /// use four_shapes_records::high_scores::HighScores;
    ///
    /// let scores = HighScores::default();
    /// assert_eq!(HighScores::parse(&scores.write()), Ok(scores));
    /// ```
    pub fn write(&self) -> String {
        let score = |score: &HighScore| {
            let opponents = score.opponents.iter();
            let opponents: Vec<String> =
                opponents.map(|name| json::quoted(name.as_str())).collect();
            json::in_line([
                ("rules", format_rules(score.rules)),
                ("name", json::quoted(score.name.as_str())),
                ("moves", score.moves.to_string()),
                ("opponents", ["[", &opponents.join(", "), "]"].concat()),
                ("date", json::quoted(&score.date.to_string())),
            ])
        };
        let scores: Vec<String> = self.scores.iter().map(score).collect();
        json::write([
            ("format", json::quoted(FORMAT)),
            ("version", VERSION.to_string()),
            ("scores", json::array(&scores)),
        ])
    }

    /// Parses scores.
    ///
    /// # Errors
    /// Returns the first error and its position.
    ///
    /// ```
    /// use four_shapes_records::high_scores::HighScores;
    ///
    /// let text = r#"{"format": "four-shapes-scores", "version": 1, "scores": []}"#;
    /// assert_eq!(HighScores::parse(text), Ok(HighScores::default()));
    /// let error = HighScores::parse("{}").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, character 1: format is missing");
    /// ```
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let mut scores = Self::default();
            for field in fields.take_required("scores")?.elements()? {
                scores.add(parse_score(&field)?);
            }
            Ok(scores)
        })
    }
}

fn parse_score(field: &Field<'_, '_>) -> Result<HighScore, RecordError> {
    let mut fields = field.object()?;
    let name = |field: &Field<'_, '_>| {
        let name = Name::new(&field.string()?);
        name.map_err(|error| field.error(RecordProblem::Name(error)))
    };
    let rules = fields.rules()?;
    let winner = name(&fields.take_required("name")?)?;
    let moves = fields.take_required("moves")?;
    let number = moves.number()?;
    let max_moves = rules.cells().div_ceil(rules.players().into());
    if !(usize::from(rules.connect())..=max_moves).contains(&(number as usize)) {
        return Err(moves.invalid().into());
    }
    let field = fields.take_required("opponents")?;
    let opponents: Vec<Name> = field
        .elements()?
        .iter()
        .map(name)
        .collect::<Result<_, _>>()?;
    let (seats, players) = (opponents.len() + 1, rules.players());
    if seats != usize::from(players) {
        let error = SetupError::Count { seats, players };
        return Err(field.error(RecordProblem::Setup(error)));
    }
    let score = HighScore {
        rules,
        name: winner,
        moves: number,
        opponents,
        date: fields.take_required("date")?.parse()?,
    };
    fields.expect_no_more()?;
    Ok(score)
}
