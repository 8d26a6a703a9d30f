//! Pausing and speed of the computer players.

/// A command to the computer players.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PaceCommand {
    Pause,
    Resume,
    /// Make one move, then pause again.
    Step,
}

/// Whether the computer players play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    Running,
    Paused,
    /// Until the next move.
    Step,
}

impl Pace {
    /// After a move of a computer player.
    pub(super) fn after_move(self) -> Self {
        match self {
            Self::Step => Self::Paused,
            pace => pace,
        }
    }
}

/// How quickly computers play that nobody plays with: milliseconds from move to
/// move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Speed {
    Slow,
    #[default]
    Normal,
    Fast,
}

impl Speed {
    pub(crate) const ALL: [Self; 3] = [Self::Slow, Self::Normal, Self::Fast];

    pub(crate) fn milliseconds(self) -> u32 {
        match self {
            Self::Slow => 2000,
            Self::Normal => 800,
            Self::Fast => 150,
        }
    }
}
