//! How quickly computer players play.

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
