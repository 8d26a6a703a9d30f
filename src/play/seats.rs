//! Who plays, and whose turn it is.

use crate::{
    board::glyph,
    components::ui::{El, computed, html, keyed, outward, path, reveal, svg},
    game::state::use_game,
    game::thinking::Thinking,
    game::view_model::Scene,
    text,
};
use four_shapes_engine::{Look, Seat};
use leptos::prelude::*;

pub(crate) fn seats(scene: ReadSignal<Scene>, thinking: Thinking) -> AnyView {
    let session = use_game();
    // Where the player to move sits.
    let turn = computed(move || {
        let next = scene.with(|scene| scene.next);
        let place = next.map(|(player, _)| session.peek(|s| s.played().place_of(player)));
        place.map(id).unwrap_or_default()
    });
    let key = move || {
        session.with(|session| {
            let seats = session.setup().seats().iter();
            let key = |seat: &Seat| {
                let computer = seat.computer.map(|kind| kind.to_string());
                format!(
                    "{} {} {},",
                    seat.name,
                    seat.look,
                    computer.unwrap_or_default()
                )
            };
            seats.map(key).collect()
        })
    };
    // With many players, the one to move is out of sight. To look costs a layout.
    outward(move || {
        let turn = turn.get();
        if session.peek(|session| session.setup().seats().len() > 2) {
            reveal(&turn);
        }
    });
    keyed(key, move || {
        let seats = session.peek(|session| session.setup().seats().to_vec());
        let list = html("ul")
            .class("seats")
            .attr("aria-label", text::SEATS)
            // More than fit are scrolled, also by keyboard.
            .attr_if("tabindex", (seats.len() > 2).then(|| "0".to_owned()));
        let seats = seats.iter().enumerate();
        list.children(seats.map(|(place, seat)| self::seat(turn, thinking, place, seat)))
            .view()
    })
}

/// The id of a seat's element.
fn id(place: usize) -> String {
    format!("seat-{place}")
}

fn seat(turn: Memo<String>, thinking: Thinking, place: usize, seat: &Seat) -> El {
    let session = use_game();
    let (look, computer) = (seat.look, seat.computer);
    let to_move = move || turn.get() == id(place);
    let class = move || if to_move() { "seat to-move" } else { "seat" };
    let detail = move || {
        let won = session.with(|session| session.tally().won(place));
        match thinking
            .percent(session)
            .filter(|_| to_move() && computer.is_some())
        {
            Some(percent) => text::thinking(percent),
            None => text::seat_detail(look, computer, won),
        }
    };
    html("li")
        .attr("id", id(place))
        .attr_with("class", move || Some(class().to_owned()))
        .attr_with("aria-current", move || to_move().then(|| "true".to_owned()))
        .child(badge(look))
        .child(html("span").class("name").text(seat.name.to_string()))
        .child(html("span").class("detail").text_with(detail))
}

/// A player's piece beside words.
pub(crate) fn badge(look: Look) -> El {
    svg("-50 -50 100 100")
        .class("badge")
        .child(path(glyph::of(look).plain).class(glyph::class(look.colour)))
}
