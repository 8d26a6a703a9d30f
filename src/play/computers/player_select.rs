//! The choice of the player of a seat.

use crate::{
    components::{
        html::{Element, div},
        select::select,
    },
    text,
};
use four_shapes_players::{PlayerKind, Plies, TieBreak};
use leptos::prelude::*;

/// The default settings of the lookahead player.
const LOOKAHEAD: PlayerKind = PlayerKind::Lookahead {
    plies: Plies::DEFAULT,
    ties: TieBreak::Random,
};

/// A list of players, and of the settings if a lookahead player is selected.
pub(in crate::play) fn player_select(
    label: String,
    player: Signal<Option<PlayerKind>>,
    on_change: Callback<Option<PlayerKind>>,
) -> Element {
    let offered =
        PlayerKind::offered().filter(|&kind| lookahead(kind).is_none() || kind == LOOKAHEAD);
    let mut players: Vec<Option<PlayerKind>> =
        std::iter::once(None).chain(offered.map(Some)).collect();
    // A loaded file may have a player that isn't offered.
    let current = entry(player.get_untracked());
    if !players.contains(&current) {
        players.push(current);
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
}

/// The settings of a lookahead player.
fn lookahead_settings(
    label: &str,
    player: Signal<Option<PlayerKind>>,
    on_change: Callback<Option<PlayerKind>>,
) -> Element {
    // The player may have changed before these lists are removed.
    let settings = move || {
        player
            .get()
            .and_then(lookahead)
            .unwrap_or((Plies::DEFAULT, TieBreak::Random))
    };
    let set = move |plies, ties| on_change.run(Some(PlayerKind::Lookahead { plies, ties }));
    let plies = select(
        || {
            let plies = (0..=Plies::MAX.get()).filter_map(Plies::new);
            plies
                .map(|plies| (plies, text::moves(plies.get().into())))
                .collect()
        },
        move || settings().0,
        move |plies| set(plies, untrack(settings).1),
    );
    let ties = select(
        || {
            TieBreak::ALL
                .map(|ties| (ties, text::ties_name(ties).to_owned()))
                .to_vec()
        },
        move || settings().1,
        move |ties| set(untrack(settings).0, ties),
    );
    div().child((
        plies.aria_label(text::look_ahead_for(label)),
        ties.aria_label(text::ties_for(label)),
    ))
}

/// Returns the settings of a lookahead player.
fn lookahead(kind: PlayerKind) -> Option<(Plies, TieBreak)> {
    match kind {
        PlayerKind::Lookahead { plies, ties } => Some((plies, ties)),
        PlayerKind::Random | PlayerKind::Level(_) | PlayerKind::Mcts { .. } => None,
    }
}

/// Returns the list entry of a player. All lookahead players have the same.
fn entry(player: Option<PlayerKind>) -> Option<PlayerKind> {
    player.map(|kind| lookahead(kind).map_or(kind, |_| LOOKAHEAD))
}
