//! The evaluation bar: how the advantage is divided between two players.

use super::{graph::cursor, state::AnalysisState};
use crate::{
    board::glyph::colour_class,
    components::html::{Element, div},
    text,
};
use leptos::prelude::*;

/// The bar beside the board, or nothing for more players or before the position is evaluated.
/// The first player's part is at the bottom.
pub(super) fn evaluation_bar(analysis: AnalysisState) -> AnyView {
    let game = analysis.game;
    let bar = move || {
        let cursor = cursor(game);
        let evaluation = analysis
            .graph
            .with(|graph| graph.get(cursor).cloned().flatten())?;
        game.with_match(|game_match| {
            let seats =
                [0, 1].map(|number| game_match.seat(game_match.rules().player_after(number)));
            let part = |index: usize| -> Element {
                div().class(colour_class(seats[index].piece_style.colour))
            };
            let share = usize::try_from(i32::from(evaluation.score) + 100).unwrap_or(0) / 2;
            (game_match.rules().players() == 2).then(|| {
                div()
                    .class("evaluation-bar")
                    .role("img")
                    .aria_label(text::evaluation_of(game_match, &evaluation))
                    .style(("--share", share))
                    .child((part(1), part(0)))
                    .into_any()
            })
        })
    };
    bar.into_any()
}
