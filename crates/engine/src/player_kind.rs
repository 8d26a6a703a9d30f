//! The computer players that there are, and how they are written.

use crate::escape::shorten;
use std::{error::Error, fmt, str::FromStr};

/// Which of several equally good columns is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The first from the left.
    Left,
    /// The first from the right.
    Right,
    /// Any of them.
    #[default]
    Random,
}

impl Ties {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Random, Self::Left, Self::Right];

    /// The word for it in a player's name.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Random => "random",
        }
    }
}

/// A computer player with its settings: what sits at a board.
///
/// As text it is one of the [`FAMILIES`], with its settings after colons:
/// `level:3`, `lookahead:4:left`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Any move.
    Random,
    /// The source game's player.
    Lookahead {
        /// How many plies it looks ahead, 0 to [`Kind::MAX_PLIES`].
        plies: u8,
        /// Which of the best columns it takes.
        ties: Ties,
    },
    /// A player meant for people, 1 to [`Kind::MAX_LEVEL`].
    Level(u8),
    /// Monte Carlo tree search for so many milliseconds, 1 to
    /// [`Kind::MAX_MILLISECONDS`].
    Mcts {
        /// How long it thinks about a move.
        milliseconds: u32,
    },
}

/// One kind of computer players: what menus and help texts say of it, and how its
/// settings are read.
pub struct Family {
    /// Its name in front of the settings.
    pub id: &'static str,
    /// How it is written, optional parts in brackets.
    pub usage: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// Those of them that a menu offers.
    pub offered: &'static [Kind],
    read: fn(&mut Words<'_>) -> Result<Kind, KindProblem>,
}

/// Every kind of computer players, those for people first.
pub const FAMILIES: [Family; 4] = [
    Family {
        id: "level",
        usage: "level:1 … level:6",
        about: "for people, from beginner to perfect",
        offered: &[
            Kind::Level(1),
            Kind::Level(2),
            Kind::Level(3),
            Kind::Level(4),
            Kind::Level(5),
            Kind::Level(6),
        ],
        read: |words| {
            words
                .number(1, Kind::MAX_LEVEL.into())
                .map(|n| Kind::Level(n as u8))
        },
    },
    Family {
        id: "lookahead",
        usage: "lookahead[:ply[:left|right|random]]",
        about: "looks 0 to 8 plies ahead, 4 if nothing is said, and scores each column",
        offered: &[
            Kind::Lookahead {
                plies: 2,
                ties: Ties::Random,
            },
            Kind::Lookahead {
                plies: 4,
                ties: Ties::Random,
            },
            Kind::Lookahead {
                plies: 8,
                ties: Ties::Random,
            },
        ],
        read: |words| {
            let plies = words.number_or(4, 0, Kind::MAX_PLIES.into())? as u8;
            let ties = match words.next() {
                None => Ties::Random,
                Some(word) => Ties::ALL
                    .into_iter()
                    .find(|ties| ties.id().eq_ignore_ascii_case(word))
                    .ok_or_else(|| KindProblem::Ties(shorten(word)))?,
            };
            Ok(Kind::Lookahead { plies, ties })
        },
    },
    Family {
        id: "mcts",
        usage: "mcts[:milliseconds]",
        about: "Monte Carlo tree search, for 1000 milliseconds if nothing is said",
        offered: &[Kind::Mcts { milliseconds: 1000 }],
        read: |words| {
            let milliseconds = words.number_or(1000, 1, Kind::MAX_MILLISECONDS)?;
            Ok(Kind::Mcts { milliseconds })
        },
    },
    Family {
        id: "random",
        usage: "random",
        about: "any move",
        offered: &[Kind::Random],
        read: |_| Ok(Kind::Random),
    },
];

impl Kind {
    /// The strongest level.
    pub const MAX_LEVEL: u8 = 6;
    /// The most plies that a lookahead player looks ahead.
    pub const MAX_PLIES: u8 = 8;
    /// The longest that Monte Carlo tree search thinks: a minute.
    pub const MAX_MILLISECONDS: u32 = 60_000;

    /// Those that a menu offers, in its order.
    pub fn offered() -> impl Iterator<Item = Self> {
        FAMILIES.iter().flat_map(|family| family.offered).copied()
    }

    /// How long it thinks about a move, in milliseconds, if that is what limits it.
    /// Who runs it has the clock: it is to be stopped then.
    pub fn milliseconds(self) -> Option<u32> {
        match self {
            Self::Mcts { milliseconds } => Some(milliseconds),
            Self::Random | Self::Lookahead { .. } | Self::Level(_) => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Random => f.write_str("random"),
            Self::Lookahead {
                plies,
                ties: Ties::Random,
            } => write!(f, "lookahead:{plies}"),
            Self::Lookahead { plies, ties } => write!(f, "lookahead:{plies}:{}", ties.id()),
            Self::Level(level) => write!(f, "level:{level}"),
            Self::Mcts { milliseconds } => write!(f, "mcts:{milliseconds}"),
        }
    }
}

impl FromStr for Kind {
    type Err = KindError;

    /// Reads a computer player as [`Family::usage`] has it.
    fn from_str(text: &str) -> Result<Self, KindError> {
        let wrong = |problem| KindError {
            text: shorten(text),
            problem,
        };
        let mut words = Words(text.split(':'));
        let id = words.next().unwrap_or_default();
        let family = FAMILIES.iter().find(|family| family.id == id);
        let family = family.ok_or_else(|| wrong(KindProblem::Family))?;
        let kind = (family.read)(&mut words).map_err(wrong)?;
        match words.next() {
            None => Ok(kind),
            Some(word) => Err(wrong(KindProblem::TooMuch(shorten(word)))),
        }
    }
}

/// What follows a player's name, between colons.
struct Words<'a>(std::str::Split<'a, char>);

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    fn number(&mut self, least: u32, most: u32) -> Result<u32, KindProblem> {
        let word = self.next().unwrap_or_default();
        let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        let number = word.parse().ok().filter(|_| digits);
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or(KindProblem::Number { least, most })
    }

    fn number_or(&mut self, usual: u32, least: u32, most: u32) -> Result<u32, KindProblem> {
        if self.0.clone().next().is_none() {
            return Ok(usual);
        }
        self.number(least, most)
    }
}

/// Why a text is no computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindError {
    /// The text, shortened to 12 characters.
    pub text: String,
    /// What is wrong with it.
    pub problem: KindProblem,
}

/// What can be wrong with a computer player's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KindProblem {
    /// There is none of this name.
    Family,
    /// Its number is missing, or out of these bounds.
    Number {
        /// The least it may be.
        least: u32,
        /// The most it may be.
        most: u32,
    },
    /// This is no way to decide between equal columns.
    Ties(String),
    /// There is more behind it than it has settings.
    TooMuch(String),
}

impl fmt::Display for KindError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}”: ", self.text)?;
        match &self.problem {
            KindProblem::Family => {
                f.write_str("there is no such computer player, only ")?;
                for (i, family) in FAMILIES.iter().enumerate() {
                    let between = if i == 0 { "" } else { ", " };
                    write!(f, "{between}{}", family.usage)?;
                }
                Ok(())
            }
            KindProblem::Number { least, most } => {
                write!(f, "its number is from {least} to {most}")
            }
            KindProblem::Ties(word) => {
                write!(
                    f,
                    "“{word}” decides between no columns; left, right or random does"
                )
            }
            KindProblem::TooMuch(word) => write!(f, "“{word}” is too much"),
        }
    }
}

impl Error for KindError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for kind in Kind::offered().chain([
            Kind::Lookahead {
                plies: 0,
                ties: Ties::Left,
            },
            Kind::Lookahead {
                plies: 8,
                ties: Ties::Right,
            },
            Kind::Mcts {
                milliseconds: 60_000,
            },
        ]) {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let short = |text: &str| text.parse::<Kind>().unwrap().to_string();
        assert_eq!(short("lookahead"), "lookahead:4");
        assert_eq!(short("lookahead:3:random"), "lookahead:3");
        // The source program writes them in capitals.
        assert_eq!(short("lookahead:3:RANDOM"), "lookahead:3");
        assert_eq!(short("lookahead:3:LEFT"), "lookahead:3:left");
        assert_eq!(short("lookahead:3:Right"), "lookahead:3:right");
        assert_eq!(short("mcts"), "mcts:1000");
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, error) in [
            ("level", "“level”: its number is from 1 to 6"),
            ("level:7", "“level:7”: its number is from 1 to 6"),
            ("level:+1", "“level:+1”: its number is from 1 to 6"),
            ("level:3:4", "“level:3:4”: “4” is too much"),
            ("random:1", "“random:1”: “1” is too much"),
            ("lookahead:", "“lookahead:”: its number is from 0 to 8"),
            ("lookahead:9", "“lookahead:9”: its number is from 0 to 8"),
            (
                "lookahead:1:up",
                "“lookahead:1:…”: “up” decides between no columns; left, right or random does",
            ),
            ("mcts:0", "“mcts:0”: its number is from 1 to 60000"),
            (
                "Level:1",
                "“Level:1”: there is no such computer player, only level:1 … level:6, \
                 lookahead[:ply[:left|right|random]], mcts[:milliseconds], random",
            ),
        ] {
            assert_eq!(text.parse::<Kind>().unwrap_err().to_string(), error);
        }
    }
}
