//! Who plays for whom in the game on the board.

use super::{badge, player_select::player_select};
use crate::components::html::{Element, div, li, ol, p, span};
use crate::{
    board::focus_board,
    components::button::button,
    game::session::Command,
    game::state::use_game,
    navigation::{Route, use_navigation},
    text,
};
use four_shapes_engine::Seat;
use leptos::prelude::*;

/// What is in the players dialog. What is chosen counts at once: a seat may change
/// hands at any time.
pub(crate) fn players() -> AnyView {
    let navigation = use_navigation();
    let seats = use_game().peek_match(|played| played.setup().seats().to_vec());
    let rows: Vec<_> = seats.iter().enumerate().map(row).collect();
    let done = button(text::done(), move || {
        navigation.close(Route::Players);
        focus_board();
    });
    div()
        .class("setup")
        .child((
            ol().class("player-list").child(rows),
            p().class("buttons sticky").child(done.class("primary")),
        ))
        .into_any()
}

/// One seat.
fn row((place, seat): (usize, &Seat)) -> Element {
    let game = use_game();
    let player = Signal::derive(move || {
        game.with_match(|played| played.setup().seats().get(place)?.computer)
    });
    let sit = Callback::new(move |player| game.send(Command::SetComputer(place, player)));
    li().child((
        badge(seat.piece_style),
        span().class("name").child(seat.name.to_string()),
        player_select(text::plays_for(seat.name.as_str()), player, sit),
    ))
}
