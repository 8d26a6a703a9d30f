//! Playing on from the position on the board against a computer player.

use crate::{
    board::focus_board,
    components::{
        button::button,
        html::{Child, details, div, label, summary},
        select::select,
    },
    game::state::GameState,
    library::open_copy,
    text,
};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::Match;
use four_shapes_rules::Status;
use leptos::prelude::*;

/// The levels, and a button for each player. Nothing after the end of the game.
pub(crate) fn practice(game: GameState) -> impl Child {
    let level = RwSignal::new(PlayerKind::Level(Level::Three));
    let is_in_progress = Memo::new(move |_| {
        game.with_match(|game_match| matches!(game_match.game().status(), Status::ToMove(_)))
    });
    let names = Memo::new(move |_| {
        game.with_match(|game_match| {
            let players = game_match.rules().all_players();
            let name = |player| game_match.seat(player).name.to_string();
            players.map(name).collect::<Vec<_>>()
        })
    });
    let player = move |(number, name): (usize, &String)| {
        button(text::practice_as(name), move || {
            let copy = game.with_match_untracked(|game_match| {
                against(game_match, number, level.get_untracked())
            });
            open_copy(game, &copy);
            focus_board();
        })
    };
    let levels = || {
        let levels = Level::ALL.map(PlayerKind::Level);
        let option = |kind| (kind, text::player_option(Some(kind)));
        levels.map(option).into()
    };

    move || {
        let names = names.get();
        let buttons: Vec<_> = names.iter().enumerate().map(player).collect();
        let view = || {
            let list = select(levels, move || level.get(), move |kind| level.set(kind));
            details().class("practice").child((
                summary().child(text::practice()),
                label()
                    .class("stacked-label")
                    .child((text::practice_opponent(), list)),
                div().class("buttons").child(buttons),
            ))
        };
        is_in_progress.get().then(view)
    }
}

/// Returns the match for a human as one of the players against a computer player as the others.
fn against(game_match: &Match, number: usize, kind: PlayerKind) -> Match {
    let mut copy = game_match.clone();
    for player in game_match.rules().all_players() {
        let computer = (player.index() != number).then_some(kind);
        copy.set_computer(copy.seat_index(player), computer);
    }
    copy
}
