//! Why games of a tournament are forfeited.

use std::fmt;

/// Why somebody has lost a game without a line of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ForfeitReason {
    /// This move is none that the rules allow.
    Illegal(i32),
    /// Its time is used up.
    Overtime,
    /// It has broken down.
    Crash,
    /// It wanted more memory than there is, and broke down.
    Memory,
    /// What it said is no move at all.
    Nonsense,
}

impl ForfeitReason {
    /// How many kinds there are.
    pub const KINDS: usize = 5;

    /// What the kinds are called in files, in the order of [`kind`](Self::kind).
    pub const IDS: [&'static str; Self::KINDS] =
        ["illegal", "overtime", "crash", "memory", "nonsense"];

    /// Which kind it is, 0 to [`KINDS`](Self::KINDS) − 1.
    pub const fn kind(self) -> usize {
        match self {
            Self::Illegal(_) => 0,
            Self::Overtime => 1,
            Self::Crash => 2,
            Self::Memory => 3,
            Self::Nonsense => 4,
        }
    }

    /// Why a bot's code was broken off, which counts its instructions and notes memory
    /// that it was refused.
    pub const fn of_trap(instructions_left: i64, memory_refused: bool) -> Self {
        if instructions_left < 0 {
            Self::Overtime
        } else if memory_refused {
            Self::Memory
        } else {
            Self::Crash
        }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "overtime" => Self::Overtime,
            "crash" => Self::Crash,
            "memory" => Self::Memory,
            "nonsense" => Self::Nonsense,
            _ => Self::Illegal(text.strip_prefix("illegal:")?.parse().ok()?),
        })
    }
}

impl fmt::Display for ForfeitReason {
    /// `illegal:9`, `overtime`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::IDS[self.kind()])?;
        match self {
            Self::Illegal(number) => write!(f, ":{number}"),
            _ => Ok(()),
        }
    }
}
