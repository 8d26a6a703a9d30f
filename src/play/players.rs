//! Who plays for whom in the game on the board.

use super::{badge, player_select::sitter};
use crate::{
    board::focus_board,
    components::ui::{El, button, html},
    game::session::Command,
    game::state::use_game,
    navigation::{Place, use_navigation},
    text,
};
use four_shapes_engine::Seat;
use leptos::prelude::*;

/// What is in the players dialog. What is chosen counts at once: a seat may change
/// hands at any time.
pub(crate) fn players() -> AnyView {
    let navigation = use_navigation();
    let game = use_game();
    let seats = game.peek_match(|played| played.setup().seats().to_vec());
    let seats = seats.iter().enumerate();
    let close = move || {
        navigation.close(Place::Players);
        focus_board();
    };
    html("div")
        .class("setup")
        .child(
            html("ol")
                .class("sitters")
                .children(seats.map(|(place, seat)| row(place, seat))),
        )
        .child(
            html("p")
                .class("buttons sticky")
                .child(button(text::DONE, close).class("primary")),
        )
        .view()
}

/// One seat.
fn row(place: usize, seat: &Seat) -> El {
    let game = use_game();
    let now = move || game.with_match(|played| played.setup().seats().get(place)?.computer);
    let choose = move |sitter| game.send(Command::Sit(place, sitter));
    html("li")
        .child(badge(seat.look))
        .child(html("span").class("name").text(seat.name.to_string()))
        .child(sitter(text::plays_for(&seat.name), now, choose))
}
