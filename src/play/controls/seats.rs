//! The list of the players.

use crate::{
    board::{badge, face, glyph},
    components::{
        dom::scroll_into_view,
        html::{Child, Element, li, span, ul},
    },
    game::session::{Exercise, Session},
    game::state::{GameState, use_game},
    game::thinking::Thinking,
    game::view_model::BoardView,
    later_views::use_later_views,
    text,
};
use four_shapes_players::PlayerKind;
use four_shapes_records::Seat;
use leptos::prelude::*;

pub(crate) fn seats(view: ReadSignal<BoardView>, thinking: Thinking) -> impl Child {
    let game = use_game();
    let seats =
        Memo::new(move |_| game.with_match(|game_match| game_match.setup().seats().to_vec()));
    // The seat of the player to move.
    let to_move = Memo::new(move |_| {
        let (player, _) = view.with(|view| view.to_move)?;
        Some(game.with_match_untracked(|game_match| game_match.seat_index(player)))
    });
    // With more players, the one to move may be out of view. This forces a layout.
    Effect::new(move || {
        if let Some(index) = to_move.get().filter(|_| seats.with_untracked(Vec::len) > 2) {
            scroll_into_view(document().get_element_by_id(&id(index)).as_ref());
        }
    });

    move || {
        let seats = seats.get();
        ul().class("seats")
            .aria_label(text::players())
            // Scrollable by keyboard.
            .tabindex((seats.len() > 2).then_some("0"))
            .child(
                seats
                    .into_iter()
                    .enumerate()
                    .map(|(index, seat)| self::seat(to_move, thinking, index, seat))
                    .collect::<Vec<_>>(),
            )
    }
}

/// The id of a seat's element.
fn id(index: usize) -> String {
    format!("seat-{index}")
}

fn seat(to_move: Memo<Option<usize>>, thinking: Thinking, index: usize, seat: Seat) -> Element {
    let game = use_game();
    let Seat {
        name,
        piece_style,
        computer,
        ..
    } = seat;
    let is_to_move = move || to_move.get() == Some(index);
    let detail = move || {
        let percent = thinking.percent(game);
        match percent.filter(|_| is_to_move() && computer.is_some()) {
            Some(percent) => text::thinking_for(percent),
            None => text::seat_detail(piece_style, computer.filter(|_| is_level_shown(game))),
        }
    };
    // Shown once a game of the series was won, or if there is a goal.
    let score = move || {
        game.with(|session| {
            let series = session.series_score();
            let mut seats = 0..session.setup().seats().len();
            (series.length().is_some() || seats.any(|seat| series.won(seat) > 0)).then(|| {
                let (won, length) = (series.won(index), series.length());
                let score = length.map_or_else(String::new, |length| format!("/{length}"));
                (
                    span()
                        .class("score")
                        .aria_hidden("true")
                        .child(won.to_string() + &score),
                    span().class("visually-hidden").child(length.map_or_else(
                        || text::seat_wins(won.into()),
                        |length| text::seat_wins_of(won.into(), length.get().into()),
                    )),
                )
            })
        })
    };
    let views = use_later_views();
    li().id(id(index))
        .class("seat")
        .class(glyph::colour_class(piece_style.colour))
        .class(("to-move", is_to_move))
        .aria_current(move || is_to_move().then_some("true"))
        .child((
            badge(piece_style),
            views.face.show(index),
            span().class("name").child(name.to_string()),
            span().class("detail").child(detail),
            views.clock.show(index),
            score,
        ))
}

/// Whether the computer player was chosen: the one that replies in a puzzle or a lesson wasn't.
fn is_level_shown(game: GameState) -> bool {
    let exercise = game.with(Session::exercise);
    !matches!(exercise, Some(Exercise::Puzzle | Exercise::Lesson))
}

/// The face of the computer player of a seat, behind its piece.
pub(crate) fn seat_face(index: usize) -> AnyView {
    let game = use_game();
    let level = Memo::new(move |_| {
        let seat = game.with_match(|game_match| game_match.setup().seats().get(index)?.computer);
        match seat.filter(|_| is_level_shown(game)) {
            Some(PlayerKind::Level(level)) => Some(level),
            _ => None,
        }
    });
    (move || level.get().map(face)).into_any_view()
}
