//! The reasons of forfeits.

use std::fmt;

/// The reason why a player has forfeited a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ForfeitReason {
    /// The player answered with this illegal move.
    Illegal(i32),
    /// The player exceeded its limit of time or instructions. Its id in files is `overtime`.
    LimitExceeded,
    /// The player crashed.
    Crash,
    /// The player crashed after memory was refused.
    Memory,
    /// The answer was not a move, or the interface version is not supported. Its id in
    /// files is `nonsense`.
    ProtocolViolation,
}

impl ForfeitReason {
    /// The number of reasons.
    pub const COUNT: usize = 5;

    /// The ids of the reasons in files, indexed by [`index`](Self::index).
    pub const IDS: [&'static str; Self::COUNT] =
        ["illegal", "overtime", "crash", "memory", "nonsense"];

    /// Returns the index of the reason, below [`COUNT`](Self::COUNT).
    pub const fn index(self) -> usize {
        match self {
            Self::Illegal(_) => 0,
            Self::LimitExceeded => 1,
            Self::Crash => 2,
            Self::Memory => 3,
            Self::ProtocolViolation => 4,
        }
    }

    /// Returns the reason of a trap in a bot's code, from the instructions left and
    /// whether memory was refused.
    pub const fn of_trap(instructions_left: i64, memory_refused: bool) -> Self {
        if instructions_left < 0 {
            Self::LimitExceeded
        } else if memory_refused {
            Self::Memory
        } else {
            Self::Crash
        }
    }

    /// Parses the format of [`Display`](fmt::Display).
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "overtime" => Self::LimitExceeded,
            "crash" => Self::Crash,
            "memory" => Self::Memory,
            "nonsense" => Self::ProtocolViolation,
            _ => Self::Illegal(text.strip_prefix("illegal:")?.parse().ok()?),
        })
    }
}

impl fmt::Display for ForfeitReason {
    /// Formats the reason as `illegal:9`, `overtime`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::IDS[self.index()])?;
        match self {
            Self::Illegal(number) => write!(f, ":{number}"),
            _ => Ok(()),
        }
    }
}
