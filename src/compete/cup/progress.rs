//! A cup in progress: the next game, the bracket or the table, and the podium.

use super::{
    pairings::bracket,
    podium::podium,
    standings::standings,
    state::{CupState, skips_to_user},
};
use crate::{
    board::{mini_board, portrait},
    compete::text,
    components::{
        button::button,
        confirm::{Question, confirm},
        html::{self, Element, bdi, div, p, section, span},
    },
};
use four_shapes_records::PieceStyle;
use four_shapes_tournament::cup::{Cup, NextGame};
use leptos::{ev, prelude::*};

/// Renders the cup.
pub(super) fn progress(state: CupState) -> Element {
    let next = Memo::new(move |_| state.with(Cup::next_game).flatten());
    let head = move || match next.get() {
        Some(game) => untrack(|| next_game(state, game)),
        None => untrack(|| podium(state)),
    };
    let has_table = Memo::new(move |_| state.with(Cup::is_league).unwrap_or(false));
    let table = move || has_table.get().then(|| standings(state));
    let ending = RwSignal::new(false);
    let question = Question {
        text: text::end_cup_question(),
        yes: text::end_cup(),
        no: text::cancel(),
    };
    let is_running = Memo::new(move |_| next.get().is_some());
    let end = move || {
        is_running
            .get()
            .then(|| button(text::end_cup(), move || ending.set(true)))
    };
    div().class("cup-progress").child((
        p().class("visually-hidden")
            .aria_live("polite")
            .child(move || state.result.get()),
        section()
            .class("card cup-now")
            .child((head, actions(state, is_running))),
        table,
        section().class("card cup-rounds").child(bracket(state)),
        div()
            .class("cup-foot")
            .child((end, confirm(ending, question, move || state.end()))),
    ))
}

/// The next game: who plays, in which round, and the board if it is on it.
fn next_game(state: CupState, game: NextGame) -> Element {
    let side = |place: usize| {
        let entrant = game.entrants[place];
        let named = state.with(|cup| {
            let found = cup.entrants().get(entrant)?;
            let portrait = portrait(PieceStyle::nth(entrant), found.player.computer());
            let detail = text::player_detail(found.player);
            Some((portrait, found.name.to_string(), detail))
        });
        let named = named.flatten().map(|(portrait, name, detail)| {
            (
                portrait,
                bdi().class("name").child(name),
                detail.map(|detail| span().class("detail").child(detail)),
            )
        });
        div().class("opponent").child(named)
    };
    let lines = state.with(|cup| text::next_game_lines(cup, game));
    let (round, note) = lines.unwrap_or_default();
    let missing = move || {
        let missing = state.missing_bot();
        missing.map(|name| {
            let words = p().child(text::bot_of_cup_missing(&name));
            div().class("cup-add").child((words, state.bots.chooser()))
        })
    };
    let board = move || state.match_on_board().map(mini_board);
    div().class("cup-next").child((
        p().class("detail").child(round),
        div().class("opponents-of-cup").child((
            side(0),
            span()
                .class("versus")
                .aria_hidden("true")
                .child(text::versus()),
            side(1),
        )),
        p().class("detail").child(note),
        board,
        missing,
    ))
}

/// The buttons. The first one is the same element while the cup is played, so that it keeps the
/// focus.
fn actions(state: CupState, is_running: Memo<bool>) -> Element {
    let computers = Memo::new(move |_| {
        let only_computers = |cup: &Cup| {
            let game = cup.next_game()?;
            cup.simulation(game).map(|_| ())
        };
        state.with(only_computers).flatten().is_some()
    });
    let is_on_board = Memo::new(move |_| state.match_on_board().is_some());
    let label = move || {
        if !is_running.get() {
            text::new_cup()
        } else if is_on_board.get() {
            text::continue_game()
        } else if computers.get() {
            text::watch_game()
        } else {
            text::play_game()
        }
    };
    let main = html::button()
        .r#type("button")
        .class("primary wide main-action")
        .on(ev::click, move |_| {
            if is_running.get_untracked() {
                state.play();
            } else {
                state.set_up_next();
            }
        })
        .child(label);
    let skip = move || {
        // A game on the board goes on there.
        (computers.get() && !is_on_board.get()).then(|| {
            let label = move || {
                if state.is_simulating.get() {
                    text::simulating()
                } else if state.with(skips_to_user).unwrap_or(false) {
                    text::skip_to_own_game()
                } else {
                    text::skip_game()
                }
            };
            html::button()
                .r#type("button")
                .class("wide")
                .aria_disabled(move || state.is_simulating.get().then_some("true"))
                .on(ev::click, move |_| state.skip())
                .child(label)
        })
    };
    div().class("buttons").child((main, skip))
}
