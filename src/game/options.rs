//! Options that apply to every game.

use four_shapes_rules::Column;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// Whether hints and analysis are allowed during games.
    pub(crate) hints: bool,
    pub(crate) labels: ColumnLabels,
    /// Whether a move is only selected at first, and made when it is repeated.
    pub(crate) confirm: bool,
    /// Whether the key of a column's label drops a piece instead of only selecting the column.
    pub(crate) drop_by_label: bool,
}

impl Options {
    /// Reads the options from the values of settings, by their names.
    pub(crate) fn of(value: impl Fn(&str) -> String) -> Self {
        Self {
            hints: value("hints") != "false",
            labels: ColumnLabels::from_id(&value("labels")),
            confirm: value("confirm") == "true",
            drop_by_label: value("drop-by-label") == "true",
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::of(|_| String::new())
    }
}

/// The labels of the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ColumnLabels {
    /// A, B, C …
    #[default]
    Letters,
    /// 1, 2, 3 …
    FromOne,
    /// 0, 1, 2 …
    FromZero,
}

impl ColumnLabels {
    /// Returns the labels with an id in the settings, or the default for any other id.
    pub(crate) fn from_id(id: &str) -> Self {
        match id {
            "one" => Self::FromOne,
            "zero" => Self::FromZero,
            _ => Self::Letters,
        }
    }

    /// The number of the first column.
    pub(crate) fn first(self) -> usize {
        usize::from(self != Self::FromZero)
    }

    /// The label of a column.
    pub(crate) fn of(self, column: Column) -> String {
        match self {
            Self::Letters => char::from(b'A' + column.index() as u8).to_string(),
            Self::FromOne | Self::FromZero => (column.index() + self.first()).to_string(),
        }
    }
}
