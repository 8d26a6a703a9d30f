//! Preset boards and winning lengths.

/// A named board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Preset {
    pub(crate) name: PresetName,
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    /// The length of a winning line.
    pub(crate) connect: u32,
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
    pub(crate) const CLASSIC: Self = Self::new(PresetName::Classic, 7, 6, 4);
    pub(crate) const SMALL: Self = Self::new(PresetName::Small, 6, 4, 4);
    /// Boards for Connect Four.
    pub(crate) const CONNECT_FOUR: &[Self] = &[
        Self::CLASSIC,
        Self::SMALL,
        Self::new(PresetName::Large, 9, 7, 4),
    ];
    /// Boards for tic-tac-toe.
    pub(crate) const TIC_TAC_TOE: &[Self] = &[
        Self::new(PresetName::ThreeInARow, 3, 3, 3),
        Self::new(PresetName::FourInARow, 6, 6, 4),
        Self::new(PresetName::FiveInARow, 15, 15, 5),
    ];

    const fn new(name: PresetName, columns: u32, rows: u32, connect: u32) -> Self {
        Self {
            name,
            columns,
            rows,
            connect,
        }
    }
}
