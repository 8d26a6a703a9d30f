//! The page of games by links: what a link asks, the invitation of a friend, and all such games.

use super::{
    form::{name_field, named, seat_picks},
    invitation,
    list::all_games,
    live,
    person::own_name,
    state::{Friends, use_friends},
};
use crate::{
    components::{
        button::button,
        html::{self, Child, Element, div, form, label, p},
        pick::picks,
        select::select,
    },
    game::{default_seats::default_pair, presets::Preset, session::unfinished_moves},
    text,
};
use four_shapes_records::{Match, Seat, Setup};
use four_shapes_rules::Game;
use leptos::{ev, prelude::*};

/// Returns the contents of the page.
pub(crate) fn page() -> Element {
    let friends = use_friends();
    friends.reload();
    let is_live = Memo::new(move |_| live::is_active());
    div().class("friend").child(move || {
        if friends.question.with(Option::is_some) {
            untrack(|| invitation::question(friends)).into_any_view()
        } else if is_live.get() {
            untrack(|| (live::lobby(), all_games(friends)).into_any_view())
        } else {
            untrack(|| (invite(friends), all_games(friends)).into_any_view())
        }
    })
}

/// Forgets the question of a link that was left without an answer; the link still has it.
pub(crate) fn leave() {
    use_friends().question.set(None);
}

/// The board of an invitation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Board {
    Preset(Preset),
    /// The game that was chosen elsewhere, or that is on the board of the page.
    Current,
}

fn invite(friends: Friends) -> Element {
    let chosen = friends.chosen.get_value().map(Match::new);
    let is_chosen = chosen.is_some();
    let current = chosen.unwrap_or_else(|| {
        let game = friends.game;
        game.with_untracked(|session| session.current_match().clone())
    });
    let is_own = !is_preset(&current) || current.setup().time_control().is_some();
    let is_over = current.turn_context().is_none();
    let has_current = is_chosen || unfinished_moves(&current).is_some() || is_own && !is_over;
    let current = StoredValue::new(current);
    let board = RwSignal::new(if is_chosen {
        Board::Current
    } else {
        Board::Preset(Preset::CLASSIC)
    });
    let seat = RwSignal::new(0);
    let name = RwSignal::new(own_name().map_or_else(String::new, |name| name.to_string()));
    let error = RwSignal::new(None::<String>);
    let match_of = move |board| match board {
        Board::Preset(preset) => new_match(preset),
        Board::Current => current.with_value(without_computers),
    };
    let game_match = Memo::new(move |_| match_of(board.get()));
    let boards = move || {
        let presets =
            Preset::all().map(|preset| (Board::Preset(preset), text::preset_name(preset)));
        let current = || {
            let name = if is_chosen {
                text::chosen_game()
            } else {
                text::continue_on_board()
            };
            (Board::Current, name.to_owned())
        };
        presets.chain(has_current.then(current)).collect::<Vec<_>>()
    };
    let board_field = label().class("stacked-label").child((
        text::board_field(),
        select(
            boards,
            move || board.get(),
            move |chosen| {
                board.set(chosen);
                seat.set(0);
            },
        ),
    ));
    let clock = Memo::new(move |_| game_match.with(|it| it.setup().time_control()));
    let clock = move || {
        let clock = clock.get().map(text::clock_summary);
        clock.map(|clock| p().class("detail").child(text::only_live(&clock)))
    };
    let seats = move || {
        let seats = game_match.with(|it| it.setup().seats().to_vec());
        untrack(|| seat_picks(&seats, seat))
    };
    let begin = move |begin: fn(Friends, &Match, usize) -> Result<(), String>| {
        let seat = seat.get_untracked();
        let game_match = named(game_match.get_untracked(), seat, &name.get_untracked());
        let begun = game_match.and_then(|game_match| begin(friends, &game_match, seat));
        error.set(begun.err());
    };
    let by_links = button(text::invite_by_links(), move || {
        begin(|friends, game_match, seat| {
            friends.invite(&without_clock(game_match), seat);
            Ok(())
        });
    });
    // Enter in the field of the name.
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        begin(|_, game_match, seat| live::invite_live(game_match, seat));
    };
    form().class("setup").on(ev::submit, submit).child((
        p().child(text::invite_about()),
        name_field(name, error),
        board_field,
        clock,
        picks(text::you_play(), div().class("chips").child(seats)),
        p().class("buttons").child((
            html::button().class("primary").child(text::invite_live()),
            by_links,
        )),
        live::contacts(),
    ))
}

fn is_preset(game_match: &Match) -> bool {
    Preset::all().any(|preset| preset.rules() == game_match.rules())
}

fn new_match(preset: Preset) -> Match {
    let seats = default_pair(preset.gravity);
    let setup = Setup::new(preset.rules(), seats.to_vec(), 0);
    Match::new(setup.unwrap_or_else(|_| Setup::with_default_seats(preset.rules())))
}

/// Returns a match whose seats all are of people.
fn without_computers(game_match: &Match) -> Match {
    let setup = game_match.setup();
    let seats = setup.seats().iter().enumerate().map(|(index, seat)| {
        let default = Seat::nth(index);
        match seat.computer {
            // It is named after the computer player.
            Some(_) => Seat {
                name: default.name,
                computer: None,
                ..seat.clone()
            },
            None => seat.clone(),
        }
    });
    let people = Setup::new(setup.rules(), seats.collect(), setup.first_seat())
        .and_then(|people| people.with_swap(setup.swap()))
        .and_then(|people| people.with_time_control(setup.time_control()));
    let people = people.unwrap_or_else(|_| Setup::with_default_seats(setup.rules()));
    let game: Game = game_match.game().clone();
    Match::from_parts(people, game).unwrap_or_else(|| game_match.clone())
}

/// Returns a match without a time control: no one measures the time between two links.
fn without_clock(game_match: &Match) -> Match {
    let setup = game_match.setup().clone().with_time_control(None);
    let timeless = setup
        .ok()
        .and_then(|setup| Match::from_parts(setup, game_match.game().clone()));
    timeless.unwrap_or_else(|| game_match.clone())
}
