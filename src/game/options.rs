//! Options that apply to every game.

use four_shapes_engine::Column;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// Whether hints and analysis are allowed during games.
    pub(crate) hints: bool,
    pub(crate) labels: Labels,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            hints: true,
            labels: Labels::default(),
        }
    }
}

/// The labels of the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Labels {
    /// A, B, C …
    #[default]
    Letters,
    /// 1, 2, 3 …
    One,
    /// 0, 1, 2 …
    Zero,
}

impl Labels {
    /// Returns the labels with an id in the settings, or the default for any other id.
    pub(crate) fn from_id(id: &str) -> Self {
        match id {
            "one" => Self::One,
            "zero" => Self::Zero,
            _ => Self::Letters,
        }
    }

    /// The number of the first column.
    pub(crate) fn first(self) -> usize {
        usize::from(self != Self::Zero)
    }

    /// The label of a column.
    pub(crate) fn of(self, column: Column) -> String {
        match self {
            Self::Letters => char::from(b'A' + column.index() as u8).to_string(),
            Self::One | Self::Zero => (column.index() + self.first()).to_string(),
        }
    }
}
