//! The players dialog, which sets the players of the game on the board.

use super::player_select;
use crate::{
    board::{badge, focus_board},
    components::{
        button::button,
        html::{Element, div, li, ol, p, span},
    },
    game::{session::Command, state::use_game},
    navigation::{Route, use_navigation},
    text,
};
use four_shapes_records::Seat;
use leptos::prelude::*;

/// The content of the players dialog. Changes take effect immediately.
pub(crate) fn players() -> Element {
    let navigation = use_navigation();
    let seats = use_game().with_match_untracked(|game_match| game_match.setup().seats().to_vec());
    let rows: Vec<_> = seats.iter().enumerate().map(row).collect();
    let done = button(text::done(), move || {
        navigation.close(Route::Players);
        focus_board();
    });
    div().class("setup").child((
        ol().class("player-list").child(rows),
        p().class("buttons sticky").child(done.class("primary")),
    ))
}

fn row((index, seat): (usize, &Seat)) -> Element {
    let game = use_game();
    let player = Signal::derive(move || {
        game.with_match(|game_match| game_match.setup().seats().get(index)?.computer)
    });
    let on_change = Callback::new(move |player| game.send(Command::SetComputer(index, player)));
    li().child((
        badge(seat.piece_style),
        span().class("name").child(seat.name.to_string()),
        player_select(text::plays_for(seat.name.as_str()), player, on_change),
    ))
}
