//! Choosing who plays for a seat.

use crate::{components::select::select, text};
use four_shapes_engine::players::{Kind, Ties};
use leptos::prelude::*;

/// The lookahead player that the list stands for before its settings are chosen.
const LOOKAHEAD: Kind = Kind::Lookahead {
    plies: 4,
    ties: Ties::Random,
};
use crate::components::html::div;

/// Lists of people and computer players, and of a lookahead player's settings; `label`
/// is what the choice is called.
pub(super) fn player_select(
    label: String,
    player: Signal<Option<Kind>>,
    on_change: Callback<Option<Kind>>,
) -> AnyView {
    let offered = Kind::offered().filter(|&kind| lookahead(kind).is_none() || kind == LOOKAHEAD);
    let mut players: Vec<Option<Kind>> = std::iter::once(None).chain(offered.map(Some)).collect();
    // A file may have brought one that isn't offered.
    let now = entry(player.get_untracked());
    if !players.contains(&now) {
        players.push(now);
    }
    let name = |player| match player {
        Some(LOOKAHEAD) => text::lookahead().to_owned(),
        player => text::player_option(player),
    };
    let options = move || {
        let players = players.iter();
        players.map(|&player| (player, name(player))).collect()
    };
    let list = select(
        options,
        move || entry(player.get()),
        move |player| on_change.run(player),
    );
    let looks_ahead = Memo::new(move |_| player.get().and_then(lookahead).is_some());
    let name = label.clone();
    let settings = move || {
        looks_ahead
            .get()
            .then(|| lookahead_settings(&name, player, on_change))
    };
    div()
        .class("player-select")
        .child((list.aria_label(label), settings))
        .into_any()
}

/// How far a lookahead player looks, and how it decides between equal columns.
fn lookahead_settings(
    label: &str,
    player: Signal<Option<Kind>>,
    on_change: Callback<Option<Kind>>,
) -> AnyView {
    // While the list is replaced somebody else may sit here already.
    let now = move || {
        player
            .get()
            .and_then(lookahead)
            .unwrap_or((0, Ties::Random))
    };
    let set = move |plies, ties| on_change.run(Some(Kind::Lookahead { plies, ties }));
    let plies = select(
        || {
            let plies = 0..=Kind::MAX_PLIES;
            plies
                .map(|plies| (plies, text::moves(plies.into())))
                .collect()
        },
        move || now().0,
        move |plies| set(plies, untrack(now).1),
    );
    let ties = select(
        || {
            Ties::ALL
                .map(|ties| (ties, text::ties_name(ties).to_owned()))
                .to_vec()
        },
        move || now().1,
        move |ties| set(untrack(now).0, ties),
    );
    div()
        .child((
            plies.aria_label(text::look_ahead_for(label)),
            ties.aria_label(text::ties_for(label)),
        ))
        .into_any()
}

/// A lookahead player's plies and ties.
fn lookahead(kind: Kind) -> Option<(u8, Ties)> {
    match kind {
        Kind::Lookahead { plies, ties } => Some((plies, ties)),
        Kind::Random | Kind::Level(_) | Kind::Mcts { .. } => None,
    }
}

/// The entry of the list that stands for a player: one for all lookahead players.
fn entry(player: Option<Kind>) -> Option<Kind> {
    player.map(|kind| lookahead(kind).map_or(kind, |_| LOOKAHEAD))
}
