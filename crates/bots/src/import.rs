//! What files import.

use crate::text::tidy;
use std::fmt;

/// What something is that is imported or exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A function.
    Function,
    /// A table.
    Table,
    /// A memory.
    Memory,
    /// A global variable.
    Global,
    /// A kind of exceptions.
    Tag,
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Function => "a function",
            Self::Table => "a table",
            Self::Memory => "a memory",
            Self::Global => "a variable",
            Self::Tag => "a kind of exceptions",
        })
    }
}

/// Something that a file wants from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// From whom.
    pub module: String,
    /// What it is called there.
    pub name: String,
    /// What it is.
    pub sort: Sort,
}

impl Import {
    /// The same with names that can be shown.
    pub(crate) fn tidy(&self) -> Self {
        Self {
            module: tidy(&self.module, 60),
            name: tidy(&self.name, 60),
            sort: self.sort,
        }
    }
}

impl fmt::Display for Import {
    /// `env.abort (a function)`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{} ({})", self.module, self.name, self.sort)
    }
}
