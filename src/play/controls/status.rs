//! The status line. It is the only live region for events, so that each is announced once.

use super::actions::suggestion;
use crate::{
    board::{badge, glyph, player_attribute},
    components::html::{Element, div, span},
    game::session::{CommandError, Event, Session},
    game::state::use_game,
    game::view_model::BoardView,
    later_views::use_later_views,
    text,
};
use four_shapes_records::PieceStyle;
use four_shapes_rules::{Player, Status};
use leptos::prelude::*;

/// The status and the suggested action. After a game they are the head of the result, and the
/// actions below it are what can be done next.
pub(crate) fn turn(view: ReadSignal<BoardView>) -> Element {
    div()
        .class("turn")
        .class(("over", move || view.with(|view| view.to_move.is_none())))
        .child((
            status_line(view),
            suggestion(view),
            use_later_views().computer_answer.show(()),
        ))
}

fn status_line(view: ReadSignal<BoardView>) -> Element {
    let game = use_game();
    let subject = move || game.with(subject);
    let badge = move || subject().map(|(_, piece_style)| badge(piece_style));
    let has_announcement = move || game.announcement().is_some();
    let event = span()
        .class(move || game.with(event_class))
        // It remains in sight, but is not said again; an empty announcement hides it.
        .aria_hidden(move || has_announcement().then_some("true"))
        .child(move || match game.announcement().as_deref() {
            Some("") => String::new(),
            _ => game.with(text::event) + " ",
        });
    let announcement = span().class("visually-hidden").child(move || {
        let announcement = game.announcement();
        let announcement = announcement.filter(|text| !text.is_empty());
        announcement.map_or_else(String::new, |text| text + " ")
    });
    let class = move || {
        let (_, piece_style) = subject()?;
        Some(["subject ", glyph::colour_class(piece_style.colour)].concat())
    };
    let status = span().class(class).child(move || {
        let dead = view.with(|view| view.dead);
        game.with(|session| text::status(session, dead))
    });
    let lines = span()
        .class("lines")
        .child(move || [" ", &*game.with(text::winning_lines_of)].concat());
    let alternate = span().class("visually-hidden").child(move || {
        // Screen readers announce a text again only if it differs.
        if game.reports() % 2 == 1 {
            "\u{a0}"
        } else {
            ""
        }
    });
    div()
        .class("status")
        .role("status")
        .attr("aria-atomic", "true")
        .attr("data-status", move || game.with(status_id))
        .attr("data-player", move || {
            subject().map(|(player, _)| player_attribute(player))
        })
        .child((
            badge,
            span().child((event, announcement, status, lines, alternate)),
        ))
}

/// The class of an event: events that the board shows are visible only to screen readers.
fn event_class(session: &Session) -> &'static str {
    match session.event() {
        // Who presses the board after the end wants to look at it.
        Event::Rejected(CommandError::GameOver) => "visually-hidden",
        // The result says enough.
        Event::CursorMoved { .. } if session.is_over() => "visually-hidden",
        Event::Rejected(_) => "refusal",
        Event::HintShown
        | Event::Swapped
        | Event::ComputerSet(_)
        | Event::CursorMoved { .. }
        | Event::Selected(_) => "said",
        _ => "visually-hidden",
    }
}

/// The status in `data-status`; none for an exercise that is finished before the game is over.
fn status_id(session: &Session) -> Option<&'static str> {
    match session.game().status() {
        Status::ToMove(_) => session.player_to_move().map(|_| "to-move"),
        Status::Won { .. } | Status::WonOnTime(_) => Some("won"),
        Status::Drawn(_) => Some("drawn"),
    }
}

/// The player to move or the winner, and the style of their pieces.
fn subject(session: &Session) -> Option<(Player, PieceStyle)> {
    let winner = session.game().status().winner();
    let player = winner.or_else(|| session.player_to_move())?;
    Some((player, session.current_match().seat(player).piece_style))
}
