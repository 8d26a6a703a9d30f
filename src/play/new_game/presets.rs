//! The preset games.

use crate::{game::presets::Preset, text};
use four_shapes_records::{Colour, PieceStyle, Shape};
use four_shapes_styles::Style;

/// A game that is chosen by name: each row of [`GamePreset::ALL`] is one.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamePreset {
    pub(super) name: fn() -> String,
    pub(super) board: Preset,
    pub(super) players: [PresetPlayer; 2],
    /// The style of the conversation about it.
    pub(super) style: Style,
}

/// A player of a preset game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PresetPlayer {
    pub(super) piece_style: PieceStyle,
    pub(super) symbol: &'static str,
    /// Whether the symbol is also the name; otherwise the name follows from the piece style.
    pub(super) named_by_symbol: bool,
}

impl GamePreset {
    /// The usual game, and those of the original programs.
    pub(super) const ALL: &[Self] = {
        use {
            Colour::{Black, Blue, Green, Orange, Red},
            Shape::{Circle, Cross, Pentagon, Square, Triangle},
        };
        &[
            Self {
                name: || text::preset_name(Preset::CLASSIC),
                board: Preset::CLASSIC,
                players: [coloured(Red, Circle, "X"), coloured(Blue, Pentagon, "O")],
                style: Style::Shapes,
            },
            Self {
                name: || text::preset_name(Preset::SMALL),
                board: Preset::SMALL,
                players: [coloured(Red, Circle, "X"), coloured(Blue, Pentagon, "O")],
                style: Style::Shapes,
            },
            Self {
                name: || text::style_name(Style::Letters).to_owned(),
                board: Preset::CLASSIC,
                players: [named(Red, Circle, "A"), named(Blue, Pentagon, "B")],
                style: Style::Letters,
            },
            Self {
                name: || text::style_name(Style::XAndO).to_owned(),
                board: Preset::CLASSIC,
                players: [named(Red, Cross, "X"), named(Blue, Circle, "O")],
                style: Style::XAndO,
            },
            Self {
                name: || text::style_name(Style::BoardGames).to_owned(),
                board: Preset::CLASSIC,
                players: [
                    coloured(Green, Square, "X"),
                    coloured(Orange, Triangle, "O"),
                ],
                style: Style::BoardGames,
            },
            Self {
                name: || text::preset_red_and_black().to_owned(),
                board: Preset::CLASSIC,
                players: [coloured(Red, Circle, "R"), coloured(Black, Pentagon, "B")],
                style: Style::Shapes,
            },
        ]
    };
}

const fn coloured(colour: Colour, shape: Shape, symbol: &'static str) -> PresetPlayer {
    PresetPlayer {
        piece_style: PieceStyle { shape, colour },
        symbol,
        named_by_symbol: false,
    }
}

const fn named(colour: Colour, shape: Shape, symbol: &'static str) -> PresetPlayer {
    PresetPlayer {
        named_by_symbol: true,
        ..coloured(colour, shape, symbol)
    }
}
