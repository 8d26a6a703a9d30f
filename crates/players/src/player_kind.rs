//! The kinds of computer players and their ids.

use four_shapes_rules::text::shorten;
use std::{error::Error, fmt, str::FromStr};

/// The choice among equally good columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TieBreak {
    /// The leftmost.
    Left,
    /// The rightmost.
    Right,
    /// A random one.
    #[default]
    Random,
}

impl TieBreak {
    /// All values.
    pub const ALL: [Self; 3] = [Self::Random, Self::Left, Self::Right];

    /// Returns the id, which is part of a player's.
    ///
    /// ```
    /// use four_shapes_players::{PlayerKind, Plies, TieBreak};
    ///
    /// let kind: PlayerKind = ["lookahead:8", TieBreak::Left.id()].join(":").parse()?;
    /// assert_eq!(kind, PlayerKind::Lookahead { plies: Plies::MAX, ties: TieBreak::Left });
    /// # Ok::<_, four_shapes_players::KindError>(())
    /// ```
    pub const fn id(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Random => "random",
        }
    }
}

/// The strength of a player for people: one of six levels.
///
/// [`Display`](fmt::Display) writes the number.
///
/// ```
/// use four_shapes_players::Level;
///
/// assert_eq!(Level::new(3), Some(Level::Three));
/// assert_eq!(Level::new(7), None);
/// assert_eq!((Level::Three.number(), Level::Three.to_string()), (3, "3".to_owned()));
/// assert!(Level::ALL.is_sorted());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A beginner.
    One = 1,
    /// Completes lines, and blocks most.
    Two,
    /// Wins and blocks at once, and plans a little.
    Three,
    /// Plans further.
    Four,
    /// Makes few mistakes.
    Five,
    /// Perfect on small boards.
    Six,
}

impl Level {
    /// All levels, from the weakest.
    pub const ALL: [Self; 6] = [
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
    ];

    /// Returns the level with a number, 1 to 6; `None` for any other number.
    pub fn new(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.number() == number)
    }

    /// Returns the number, 1 to 6.
    pub const fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// The depth of a search in plies, 0 to 8.
///
/// ```
/// use four_shapes_players::Plies;
///
/// assert_eq!(Plies::new(8), Some(Plies::MAX));
/// assert_eq!(Plies::new(9), None);
/// assert_eq!(Plies::MAX.get(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(u8);

impl Plies {
    /// The depth of `lookahead` without a number.
    pub const DEFAULT: Self = Self(4);
    /// The maximum.
    pub const MAX: Self = Self(8);

    /// Returns the depth; `None` if it is greater than [`MAX`](Self::MAX).
    pub const fn new(plies: u8) -> Option<Self> {
        if plies <= Self::MAX.0 {
            Some(Self(plies))
        } else {
            None
        }
    }

    /// Returns the number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// A time per move in milliseconds, 1 to 60,000.
///
/// ```
/// use four_shapes_players::Milliseconds;
///
/// assert_eq!(Milliseconds::new(500).map(Milliseconds::get), Some(500));
/// assert_eq!(Milliseconds::new(0), None);
/// assert_eq!(Milliseconds::MAX.get(), 60_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Milliseconds(u32);

impl Milliseconds {
    /// The time of `mcts` without a number: a second.
    pub const DEFAULT: Self = Self(1000);
    /// The maximum: a minute.
    pub const MAX: Self = Self(60_000);

    /// Returns the time; `None` if it is 0 or greater than [`MAX`](Self::MAX).
    pub const fn new(milliseconds: u32) -> Option<Self> {
        if 1 <= milliseconds && milliseconds <= Self::MAX.0 {
            Some(Self(milliseconds))
        } else {
            None
        }
    }

    /// Returns the number.
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// A computer player with its settings. Values are always valid.
///
/// Its text form is the id of one of the [`FAMILIES`], followed by settings after colons:
/// `level:3`, `lookahead:4:left`.
///
/// ```
/// use four_shapes_players::{Level, Milliseconds, PlayerKind};
///
/// assert_eq!("level:3".parse(), Ok(PlayerKind::Level(Level::Three)));
/// let milliseconds = Milliseconds::new(500).expect("at most a minute");
/// assert_eq!(PlayerKind::Mcts { milliseconds }.to_string(), "mcts:500");
/// let error = "level:7".parse::<PlayerKind>().unwrap_err();
/// assert_eq!(error.to_string(), "“level:7”: the number must be from 1 to 6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// Random moves.
    Random,
    /// Search to a fixed depth, see [`Lookahead`](crate::Lookahead).
    Lookahead {
        /// The search depth.
        plies: Plies,
        /// The choice among the best columns.
        ties: TieBreak,
    },
    /// A player of graded strength for humans.
    Level(Level),
    /// Monte Carlo tree search. It doesn't watch the time and finishes by itself only where the result
    /// is proved: [`run`](crate::Search::run) it in slices, and take
    /// [`best_so_far`](crate::ComputerPlayer::best_so_far) when the time is over.
    Mcts {
        /// The time per move.
        milliseconds: Milliseconds,
    },
}

/// A family of computer players that differ in their settings.
pub struct Family {
    /// The id, which precedes the settings.
    pub id: &'static str,
    /// The syntax, with optional parts in brackets.
    pub usage: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The players to offer in menus.
    pub offered: &'static [PlayerKind],
    parse: fn(&mut Settings<'_>) -> Result<PlayerKind, KindProblem>,
}

/// All families of computer players.
pub const FAMILIES: [Family; 4] = [
    Family {
        id: "level",
        usage: "level:1 … level:6",
        about: "for people, from beginner to perfect",
        offered: &[
            PlayerKind::Level(Level::One),
            PlayerKind::Level(Level::Two),
            PlayerKind::Level(Level::Three),
            PlayerKind::Level(Level::Four),
            PlayerKind::Level(Level::Five),
            PlayerKind::Level(Level::Six),
        ],
        parse: |settings| {
            let [min, max] = [Level::One, Level::Six].map(|level| level.number().into());
            settings.number(min, max, Level::new).map(PlayerKind::Level)
        },
    },
    Family {
        id: "lookahead",
        usage: "lookahead[:ply[:left|right|random]]",
        about: "looks 0 to 8 plies ahead (default 4) and scores each column",
        offered: &[
            PlayerKind::Lookahead {
                plies: Plies(2),
                ties: TieBreak::Random,
            },
            PlayerKind::Lookahead {
                plies: Plies::DEFAULT,
                ties: TieBreak::Random,
            },
            PlayerKind::Lookahead {
                plies: Plies::MAX,
                ties: TieBreak::Random,
            },
        ],
        parse: |settings| {
            let plies = settings.number_or(Plies::DEFAULT, 0, Plies::MAX.0.into(), Plies::new)?;
            let ties = match settings.next() {
                None => TieBreak::Random,
                Some(word) => TieBreak::ALL
                    .into_iter()
                    .find(|ties| ties.id().eq_ignore_ascii_case(word))
                    .ok_or_else(|| KindProblem::TieBreak(shorten(word)))?,
            };
            Ok(PlayerKind::Lookahead { plies, ties })
        },
    },
    Family {
        id: "mcts",
        usage: "mcts[:milliseconds]",
        about: "Monte Carlo tree search, for 1000 milliseconds by default",
        offered: &[PlayerKind::Mcts {
            milliseconds: Milliseconds::DEFAULT,
        }],
        parse: |settings| {
            let (default, max) = (Milliseconds::DEFAULT, Milliseconds::MAX.0);
            let milliseconds = settings.number_or(default, 1, max, Milliseconds::new)?;
            Ok(PlayerKind::Mcts { milliseconds })
        },
    },
    Family {
        id: "random",
        usage: "random",
        about: "any move",
        offered: &[PlayerKind::Random],
        parse: |_| Ok(PlayerKind::Random),
    },
];

impl PlayerKind {
    /// Returns the players to offer in menus.
    ///
    /// ```
    /// use four_shapes_players::PlayerKind;
    ///
    /// let ids: Vec<String> = PlayerKind::offered().map(|kind| kind.to_string()).collect();
    /// assert_eq!(ids[..2], ["level:1", "level:2"]);
    /// assert!(ids.contains(&"mcts:1000".to_owned()));
    /// ```
    pub fn offered() -> impl Iterator<Item = Self> {
        FAMILIES.iter().flat_map(|family| family.offered).copied()
    }

    /// Returns the time limit per move in milliseconds, which the caller has to enforce; `None`
    /// for players that finish by themselves.
    ///
    /// ```
    /// use four_shapes_players::{Level, PlayerKind};
    /// use std::time::Duration;
    ///
    /// let kind: PlayerKind = "mcts:250".parse()?;
    /// let limit = kind.milliseconds().map(|it| Duration::from_millis(it.into()));
    /// assert_eq!(limit, Some(Duration::from_millis(250)));
    /// assert_eq!(PlayerKind::Level(Level::Six).milliseconds(), None);
    /// # Ok::<_, four_shapes_players::KindError>(())
    /// ```
    pub fn milliseconds(self) -> Option<u32> {
        match self {
            Self::Mcts { milliseconds } => Some(milliseconds.get()),
            Self::Random | Self::Lookahead { .. } | Self::Level(_) => None,
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Random => f.write_str("random"),
            Self::Lookahead {
                plies,
                ties: TieBreak::Random,
            } => write!(f, "lookahead:{}", plies.0),
            Self::Lookahead { plies, ties } => write!(f, "lookahead:{}:{}", plies.0, ties.id()),
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Mcts { milliseconds } => write!(f, "mcts:{}", milliseconds.0),
        }
    }
}

impl FromStr for PlayerKind {
    type Err = KindError;

    /// Parses a computer player, see [`Family::usage`].
    fn from_str(text: &str) -> Result<Self, KindError> {
        let error = |problem| KindError {
            text: shorten(text),
            problem,
        };
        let mut settings = Settings(text.split(':'));
        let id = settings.next().unwrap_or_default();
        let family = FAMILIES.iter().find(|family| family.id == id);
        let family = family.ok_or_else(|| error(KindProblem::UnknownFamily))?;
        let kind = (family.parse)(&mut settings).map_err(error)?;
        match settings.next() {
            None => Ok(kind),
            Some(word) => Err(error(KindProblem::TrailingText(shorten(word)))),
        }
    }
}

/// The settings after an id, separated by colons.
struct Settings<'a>(std::str::Split<'a, char>);

impl<'a> Settings<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    /// Parses a number of which `new` makes a value, if it is from `min` to `max`.
    fn number<N: FromStr, T>(
        &mut self,
        min: u32,
        max: u32,
        new: fn(N) -> Option<T>,
    ) -> Result<T, KindProblem> {
        let word = self.next().unwrap_or_default();
        // `parse` accepts a sign.
        let digits = Some(word).filter(|word| word.bytes().all(|b| b.is_ascii_digit()));
        digits
            .and_then(|digits| digits.parse().ok())
            .and_then(new)
            .ok_or(KindProblem::Number { min, max })
    }

    fn number_or<N: FromStr, T>(
        &mut self,
        default: T,
        min: u32,
        max: u32,
        new: fn(N) -> Option<T>,
    ) -> Result<T, KindProblem> {
        if self.0.clone().next().is_none() {
            return Ok(default);
        }
        self.number(min, max, new)
    }
}

/// The reason a text isn't a computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindError {
    /// The text, shortened to 12 characters.
    pub text: String,
    /// The problem.
    pub problem: KindProblem,
}

/// A problem of the id of a computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KindProblem {
    /// The family is unknown.
    UnknownFamily,
    /// A number is missing or out of range.
    Number {
        /// The minimum.
        min: u32,
        /// The maximum.
        max: u32,
    },
    /// The choice among equal columns is unknown.
    TieBreak(String),
    /// There are too many settings.
    TrailingText(String),
}

impl fmt::Display for KindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}”: ", self.text)?;
        match &self.problem {
            KindProblem::UnknownFamily => {
                f.write_str("unknown computer player, expected ")?;
                for (i, family) in FAMILIES.iter().enumerate() {
                    let between = if i == 0 { "" } else { ", " };
                    write!(f, "{between}{}", family.usage)?;
                }
                Ok(())
            }
            KindProblem::Number { min, max } => {
                write!(f, "the number must be from {min} to {max}")
            }
            KindProblem::TieBreak(word) => {
                write!(
                    f,
                    "unknown tie-break “{word}”, expected left, right or random"
                )
            }
            KindProblem::TrailingText(word) => write!(f, "unexpected “{word}”"),
        }
    }
}

impl Error for KindError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_round_trip() {
        for kind in PlayerKind::offered().chain([
            PlayerKind::Lookahead {
                plies: Plies(0),
                ties: TieBreak::Left,
            },
            PlayerKind::Lookahead {
                plies: Plies(8),
                ties: TieBreak::Right,
            },
            PlayerKind::Mcts {
                milliseconds: Milliseconds::MAX,
            },
        ]) {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let short = |text: &str| text.parse::<PlayerKind>().unwrap().to_string();
        assert_eq!(short("lookahead"), "lookahead:4");
        assert_eq!(short("lookahead:3:random"), "lookahead:3");
        // The original program uses capitals.
        assert_eq!(short("lookahead:3:RANDOM"), "lookahead:3");
        assert_eq!(short("lookahead:3:LEFT"), "lookahead:3:left");
        assert_eq!(short("lookahead:3:Right"), "lookahead:3:right");
        assert_eq!(short("mcts"), "mcts:1000");
    }

    #[test]
    fn settings_that_have_no_text_can_not_be_made() {
        for number in 0..=u8::MAX {
            let level = Level::new(number).map(PlayerKind::Level);
            assert_eq!(format!("level:{number}").parse().ok(), level);
            let ties = TieBreak::Random;
            let lookahead = Plies::new(number).map(|plies| PlayerKind::Lookahead { plies, ties });
            assert_eq!(format!("lookahead:{number}").parse().ok(), lookahead);
        }
        for number in [0, 1, 60_000, 60_001, u32::MAX] {
            let milliseconds = Milliseconds::new(number);
            let mcts = milliseconds.map(|milliseconds| PlayerKind::Mcts { milliseconds });
            assert_eq!(format!("mcts:{number}").parse().ok(), mcts);
        }
    }

    #[test]
    fn errors_name_the_problem() {
        for (text, error) in [
            ("level", "“level”: the number must be from 1 to 6"),
            ("level:7", "“level:7”: the number must be from 1 to 6"),
            ("level:+1", "“level:+1”: the number must be from 1 to 6"),
            ("level:3:4", "“level:3:4”: unexpected “4”"),
            ("random:1", "“random:1”: unexpected “1”"),
            ("lookahead:", "“lookahead:”: the number must be from 0 to 8"),
            (
                "lookahead:9",
                "“lookahead:9”: the number must be from 0 to 8",
            ),
            (
                "lookahead:1:up",
                "“lookahead:1:…”: unknown tie-break “up”, expected left, right or random",
            ),
            ("mcts:0", "“mcts:0”: the number must be from 1 to 60000"),
            (
                "Level:1",
                "“Level:1”: unknown computer player, expected level:1 … level:6, \
                 lookahead[:ply[:left|right|random]], mcts[:milliseconds], random",
            ),
        ] {
            assert_eq!(text.parse::<PlayerKind>().unwrap_err().to_string(), error);
        }
    }
}
