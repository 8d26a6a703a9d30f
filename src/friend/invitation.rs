//! What a link asks: whether to join its game, or which moves are right.

use super::{
    form::{name_field, named, seat_picks},
    live::live_invitation,
    person::own_name,
    state::{Friends, Linked, Question},
};
use crate::{
    board::{badge, mini_board},
    components::{
        button::button,
        html::{self, Element, details, div, form, h3, p, span, summary},
        pick::picks,
    },
    game::session::{Command, move_count},
    text,
};
use four_shapes_records::Match;
use leptos::{ev, prelude::*};

/// Returns what the link asks.
pub(super) fn question(friends: Friends) -> Element {
    match friends.question.get_untracked() {
        None => div(),
        Some(Question::Invitation { linked, seat }) => invitation(friends, linked, seat),
        Some(Question::Different(linked)) => different(friends, linked),
        Some(Question::Live(link)) => live_invitation(link, move || friends.question.set(None)),
    }
}

/// *Ben invites you*: the board, the user's pieces, and a way to look without joining.
fn invitation(friends: Friends, linked: Linked, suggested: usize) -> Element {
    let Linked { sender, game_match } = linked;
    let seats = game_match.setup().seats().to_vec();
    let sender_name = seats[sender.seat].name.to_string();
    let seat = RwSignal::new(suggested);
    let name = RwSignal::new(own_name().map_or_else(String::new, |name| name.to_string()));
    let error = RwSignal::new(None);
    let moves = move_count(game_match.game()) as u64;
    let shown = mini_board(game_match.clone());
    let rules = game_match.rules();
    let about = text::size(rules.columns().into(), rules.rows().into());
    let played = StoredValue::new(game_match);
    let you_are = {
        let seats = seats.clone();
        move || {
            let seat = &seats[seat.get()];
            (
                badge(seat.piece_style),
                span().child(text::you_are(seat.name.as_str())),
            )
        }
    };
    let play = {
        let seats = seats.clone();
        move || text::play_as(seats[seat.get()].name.as_str())
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let seat = seat.get_untracked();
        match named(played.get_value(), seat, &name.get_untracked()) {
            Ok(game_match) => friends.join(sender, game_match, seat),
            Err(message) => error.set(Some(message)),
        }
    };
    let look = button(text::just_look(), move || {
        friends.question.set(None);
        friends.navigation.show_board();
        friends
            .game
            .send(Command::OpenShared(Box::new(played.get_value())));
    });
    let which = details().class("which-seat").child((
        summary().child(text::which_player()),
        picks(
            span().class("visually-hidden").child(text::which_player()),
            div().class("chips").child(seat_picks(&seats, seat)),
        ),
    ));
    form()
        .class("setup invitation")
        .on(ev::submit, submit)
        .child((
            h3().child(text::invites_you(&sender_name)),
            div().class("invited").child((
                shown,
                div().class("words").child((
                    p().class("you-are").aria_live("polite").child(you_are),
                    p().class("detail")
                        .child(text::details([about, text::moves_made(moves)])),
                )),
            )),
            name_field(name, error),
            p().class("buttons")
                .child((html::button().class("primary").child(play), look)),
            which,
        ))
}

/// Both games, one of which the user chooses.
fn different(friends: Friends, linked: Linked) -> Element {
    let stored = friends.with(|games| games.get(linked.sender.game).cloned());
    let Some(stored) = stored else {
        return div();
    };
    let sender = linked.game_match.setup().seats()[linked.sender.seat]
        .name
        .to_string();
    let game = stored.game;
    let linked_match = linked.game_match.clone();
    let keep = button(text::keep_own(), move || friends.show(game)).class("primary");
    let take = button(text::take_linked(), move || {
        friends.take_linked(linked.clone());
    });
    div().class("setup different").child((
        h3().child(text::games_differ()),
        p().child(text::games_differ_about(&sender)),
        div().class("pair-of-games").child((
            side(text::on_this_device(), stored.game_match, keep),
            side(text::in_the_link(), linked_match, take),
        )),
    ))
}

fn side(name: &'static str, game_match: Match, choose: Element) -> Element {
    let moves = text::moves_made(move_count(game_match.game()) as u64);
    div().class("card").child((
        p().class("title").child(name),
        mini_board(game_match),
        p().class("detail").child(moves),
        choose,
    ))
}
