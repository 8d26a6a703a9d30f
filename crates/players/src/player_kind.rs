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
    /// use four_shapes_players::{PlayerKind, TieBreak};
    ///
    /// let kind: PlayerKind = ["lookahead:4", TieBreak::Left.id()].join(":").parse()?;
    /// assert_eq!(kind, PlayerKind::Lookahead { plies: 4, ties: TieBreak::Left });
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

/// A computer player with its settings.
///
/// Its text form is the id of one of the [`FAMILIES`], followed by settings after colons:
/// `level:3`, `lookahead:4:left`.
///
/// ```
/// use four_shapes_players::PlayerKind;
///
/// assert_eq!("level:3".parse(), Ok(PlayerKind::Level(3)));
/// assert_eq!(PlayerKind::Mcts { milliseconds: 500 }.to_string(), "mcts:500");
/// let error = "level:7".parse::<PlayerKind>().unwrap_err();
/// assert_eq!(error.to_string(), "“level:7”: the number must be from 1 to 6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// Random moves.
    Random,
    /// Search to a fixed depth, see [`Lookahead`](crate::Lookahead).
    Lookahead {
        /// The search depth in plies, 0 to [`PlayerKind::MAX_PLIES`].
        plies: u8,
        /// The choice among the best columns.
        ties: TieBreak,
    },
    /// A player of graded strength for humans, 1 to [`PlayerKind::MAX_LEVEL`].
    Level(u8),
    /// Monte Carlo tree search.
    Mcts {
        /// The time per move in milliseconds, 1 to [`PlayerKind::MAX_MILLISECONDS`].
        milliseconds: u32,
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
            PlayerKind::Level(1),
            PlayerKind::Level(2),
            PlayerKind::Level(3),
            PlayerKind::Level(4),
            PlayerKind::Level(5),
            PlayerKind::Level(6),
        ],
        parse: |settings| {
            settings
                .number(1, PlayerKind::MAX_LEVEL.into())
                .map(|n| PlayerKind::Level(n as u8))
        },
    },
    Family {
        id: "lookahead",
        usage: "lookahead[:ply[:left|right|random]]",
        about: "looks 0 to 8 plies ahead (default 4) and scores each column",
        offered: &[
            PlayerKind::Lookahead {
                plies: 2,
                ties: TieBreak::Random,
            },
            PlayerKind::Lookahead {
                plies: 4,
                ties: TieBreak::Random,
            },
            PlayerKind::Lookahead {
                plies: 8,
                ties: TieBreak::Random,
            },
        ],
        parse: |settings| {
            let plies = settings.number_or(4, 0, PlayerKind::MAX_PLIES.into())? as u8;
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
        offered: &[PlayerKind::Mcts { milliseconds: 1000 }],
        parse: |settings| {
            let milliseconds = settings.number_or(1000, 1, PlayerKind::MAX_MILLISECONDS)?;
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
    /// The highest level.
    pub const MAX_LEVEL: u8 = 6;
    /// The maximum depth of a lookahead player.
    pub const MAX_PLIES: u8 = 8;
    /// The maximum time per move of Monte Carlo tree search: a minute.
    pub const MAX_MILLISECONDS: u32 = 60_000;

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

    /// Returns the time limit per move in milliseconds, if there is one. The caller has to
    /// enforce it.
    ///
    /// ```
    /// use four_shapes_players::PlayerKind;
    /// use std::time::Duration;
    ///
    /// let kind: PlayerKind = "mcts:250".parse()?;
    /// let limit = kind.milliseconds().map(|it| Duration::from_millis(it.into()));
    /// assert_eq!(limit, Some(Duration::from_millis(250)));
    /// assert_eq!(PlayerKind::Level(6).milliseconds(), None);
    /// # Ok::<_, four_shapes_players::KindError>(())
    /// ```
    pub fn milliseconds(self) -> Option<u32> {
        match self {
            Self::Mcts { milliseconds } => Some(milliseconds),
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
            } => write!(f, "lookahead:{plies}"),
            Self::Lookahead { plies, ties } => write!(f, "lookahead:{plies}:{}", ties.id()),
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Mcts { milliseconds } => write!(f, "mcts:{milliseconds}"),
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

    fn number(&mut self, min: u32, max: u32) -> Result<u32, KindProblem> {
        let word = self.next().unwrap_or_default();
        let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        let number = word.parse().ok().filter(|_| digits);
        number
            .filter(|number| (min..=max).contains(number))
            .ok_or(KindProblem::Number { min, max })
    }

    fn number_or(&mut self, default: u32, min: u32, max: u32) -> Result<u32, KindProblem> {
        if self.0.clone().next().is_none() {
            return Ok(default);
        }
        self.number(min, max)
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
                plies: 0,
                ties: TieBreak::Left,
            },
            PlayerKind::Lookahead {
                plies: 8,
                ties: TieBreak::Right,
            },
            PlayerKind::Mcts {
                milliseconds: 60_000,
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
