//! Who plays, and whose turn it is.

use crate::{
    board::{glyph, path},
    components::{
        dom::scroll_into_view,
        html::{li, span, svg, ul},
    },
    game::state::use_game,
    game::thinking::Thinking,
    game::view_model::BoardView,
    text,
};
use four_shapes_engine::{PieceStyle, Seat};
use leptos::prelude::*;

pub(crate) fn seats(view: ReadSignal<BoardView>, thinking: Thinking) -> AnyView {
    let game = use_game();
    let seats = Memo::new(move |_| game.with_match(|played| played.setup().seats().to_vec()));
    // The place of the player to move.
    let turn = Memo::new(move |_| {
        let (player, _) = view.with(|view| view.next)?;
        Some(game.peek_match(|played| played.place_of(player)))
    });
    // With many players, the one to move is out of sight. To look costs a layout.
    Effect::new(move || {
        if let Some(place) = turn.get().filter(|_| seats.with_untracked(Vec::len) > 2) {
            scroll_into_view(&id(place));
        }
    });
    let list = move || {
        let seats = seats.get();
        ul().class("seats")
            .aria_label(text::players())
            // More than fit are scrolled, also by keyboard.
            .tabindex((seats.len() > 2).then_some("0"))
            .child(
                seats
                    .into_iter()
                    .enumerate()
                    .map(|(place, seat)| self::seat(turn, thinking, place, seat))
                    .collect::<Vec<_>>(),
            )
            .into_any()
    };
    list.into_any()
}

/// The id of a seat's element.
fn id(place: usize) -> String {
    format!("seat-{place}")
}

fn seat(turn: Memo<Option<usize>>, thinking: Thinking, place: usize, seat: Seat) -> AnyView {
    let game = use_game();
    let Seat {
        name,
        piece_style,
        computer,
        ..
    } = seat;
    let to_move = move || turn.get() == Some(place);
    let detail = move || {
        let won = game.with(|session| session.series_score().won(place));
        let percent = thinking.percent(game);
        match percent.filter(|_| to_move() && computer.is_some()) {
            Some(percent) => text::thinking_for(percent),
            None => text::seat_detail(piece_style, computer, won),
        }
    };
    li().id(id(place))
        .class(move || if to_move() { "seat to-move" } else { "seat" })
        .aria_current(move || to_move().then_some("true"))
        .child((
            badge(piece_style),
            span().class("name").child(name.to_string()),
            span().class("detail").child(detail),
        ))
        .into_any()
}

/// A player's piece beside words.
pub(crate) fn badge(piece_style: PieceStyle) -> AnyView {
    svg()
        .attr("viewBox", "-50 -50 100 100")
        .aria_hidden("true")
        .class("badge")
        .child(path(glyph::of(piece_style).plain).class(glyph::class(piece_style.colour)))
        .into_any()
}
