//! The pairings of a cup: a bracket, or the rounds of a league.

use super::state::CupState;
use crate::{
    board::badge,
    compete::text,
    components::html::{Element, bdi, div, h3, li, ol, p, span},
};
use four_shapes_records::PieceStyle;
use four_shapes_tournament::cup::{Cup, Pairing, Stage};

/// The rounds of the cup side by side, or below one another where there is no room.
pub(crate) fn bracket(state: CupState) -> Element {
    let rounds = move || state.with(rounds).unwrap_or_default();
    div()
        .class("rounds")
        .class(("in-league", move || {
            state.with(Cup::is_league).unwrap_or(false)
        }))
        .class(("few", move || state.with(has_few_rounds).unwrap_or(false)))
        .child(rounds)
}

/// Whether the rounds fit beside each other on a phone.
fn has_few_rounds(cup: &Cup) -> bool {
    !cup.is_league() && cup.entrants().len() <= 4
}

fn rounds(cup: &Cup) -> Vec<Element> {
    let pairings = cup.pairings();
    let next = cup.next_game().map(|game| game.pairing);
    let rounds = pairings.chunk_by(|one, other| one.stage == other.stage);
    rounds.map(|round| self::round(cup, round, next)).collect()
}

fn round(cup: &Cup, pairings: &[Pairing], next: Option<usize>) -> Element {
    let stage = pairings.first().map(|pairing| pairing.stage);
    let is_play_off = cup.is_league() && matches!(stage, Some(Stage::Bracket { .. }));
    let heading = stage.map(|stage| text::stage(stage, is_play_off));
    let rows = pairings.iter().map(|row| pairing(cup, row, next));
    div()
        .class("round")
        .child((h3().child(heading), ol().child(rows.collect::<Vec<_>>())))
}

/// A pairing as two lines, and in words for assistive technology.
fn pairing(cup: &Cup, pairing: &Pairing, next: Option<usize>) -> Element {
    let is_next = next == Some(pairing.number);
    let side = |place: usize| {
        let entrant = pairing.entrants[place];
        let is_winner = entrant.is_some() && pairing.winner == entrant;
        let is_out = pairing.winner.is_some() && !is_winner;
        let named = entrant.and_then(|entrant| Some((entrant, cup.entrants().get(entrant)?)));
        let score = entrant
            .filter(|_| !pairing.games.is_empty())
            .map(|entrant| text::pairing_score(pairing, entrant));
        let content = match named {
            Some((entrant, found)) => (
                badge(PieceStyle::nth(entrant)),
                bdi().class("name").child(found.name.to_string()),
            ),
            None => (
                span().class("badge"),
                bdi().class("name unknown").child(if pairing.is_bye {
                    text::bye()
                } else {
                    text::open_place()
                }),
            ),
        };
        p().class("side")
            .class(if is_winner { "won" } else { "" })
            .class(if is_out { "out" } else { "" })
            .child((
                content,
                score.map(|score| span().class("score").child(score)),
            ))
    };
    let words = text::pairing_in_words(cup, pairing);
    let is_reached = pairing.entrants.iter().any(Option::is_some);
    // The lines between the rounds are drawn by the style sheet.
    li().class(if is_reached { "reached" } else { "" })
        .class(if pairing.winner.is_some() {
            "decided"
        } else {
            ""
        })
        .child((
            span().class("visually-hidden").child(words),
            div()
                .class("pairing-card")
                .class(if is_next { "next" } else { "" })
                .aria_hidden("true")
                .child((side(0), side(1))),
        ))
}
