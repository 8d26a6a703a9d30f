//! Preset boards and winning lengths.

use four_shapes_rules::{Rules, RulesConfig};

/// A named board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Preset {
    pub(crate) name: PresetName,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// The length of a winning line.
    pub(crate) connect: u32,
    pub(crate) gravity: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PresetName {
    Classic,
    Small,
    Large,
    ThreeInARow,
    FourInARow,
    FiveInARow,
}

impl Preset {
    pub(crate) const CLASSIC: Self = Self::drop(PresetName::Classic, 7, 6);
    pub(crate) const SMALL: Self = Self::drop(PresetName::Small, 6, 4);
    /// Boards for Connect Four.
    pub(crate) const CONNECT_FOUR: &[Self] = &[
        Self::CLASSIC,
        Self::SMALL,
        Self::drop(PresetName::Large, 9, 7),
    ];
    /// Boards for tic-tac-toe.
    pub(crate) const TIC_TAC_TOE: &[Self] = &[
        Self::place(PresetName::ThreeInARow, 3, 3),
        Self::place(PresetName::FourInARow, 6, 4),
        Self::place(PresetName::FiveInARow, 15, 5),
    ];

    /// Four in a row with gravity.
    const fn drop(name: PresetName, columns: u32, rows: u32) -> Self {
        Self {
            name,
            columns,
            rows,
            connect: 4,
            gravity: true,
        }
    }

    /// A square board without gravity.
    const fn place(name: PresetName, side: u32, connect: u32) -> Self {
        Self {
            name,
            columns: side,
            rows: side,
            connect,
            gravity: false,
        }
    }

    /// All of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let all = Self::CONNECT_FOUR.iter().chain(Self::TIC_TAC_TOE);
        all.copied()
    }

    /// Returns the rules for two players.
    pub(crate) fn rules(self) -> Rules {
        Rules::new(RulesConfig {
            columns: self.columns,
            rows: self.rows,
            connect: self.connect,
            players: 2,
            gravity: self.gravity,
        })
        .expect("the presets are valid")
    }
}
