//! The list of the moves of the game on the board.

use super::{
    graph::{cursor, is_empty, last_step, target_step},
    state::AnalysisState,
};
use crate::{
    board::badge,
    components::{
        button::{button, icon_only_button},
        dom::{focus, scroll_into_view, set_attribute},
        html::{Element, div, li, ol, p, section, span},
        icon::{self, Icon},
        keyed_list::keyed_list,
    },
    context::context,
    game::{
        session::Command,
        state::{GameState, use_game},
    },
    text,
};
use four_shapes_analysis::Judgement;
use four_shapes_rules::Step;
use leptos::{ev, prelude::*};

/// The panel with the list of moves: a single tab stop, in which arrow keys go through the
/// game.
pub(crate) fn moves() -> Element {
    let game = use_game();
    let analysis: AnalysisState = context();
    // One effect for the list. An effect of an item would read signals that outlive it, which
    // would keep a part of it (src/signals.rs).
    Effect::new(move |before: Option<Vec<Marks>>| {
        let cursor = cursor(game);
        request_animation_frame(move || {
            scroll_into_view(document().get_element_by_id(&item_id(cursor)).as_ref());
        });
        let marks: Vec<Marks> = (0..=last_step(game))
            .map(|step| Marks::of(game, analysis, step))
            .collect();
        let before = before.unwrap_or_default();
        for (step, marks) in marks.iter().enumerate() {
            if before.get(step) != Some(marks) {
                game.with_match_untracked(|game_match| {
                    marks.update(&text::step(game_match, step), step);
                });
            }
        }
        marks
    });
    // Names and pieces are part of the items.
    let seats =
        Memo::new(move |_| game.with_match(|game_match| game_match.setup().seats().to_vec()));
    let is_swapped =
        Memo::new(move |_| game.with_match(|game_match| game_match.game().is_swapped()));
    let is_empty = is_empty(game);
    let items = move || {
        // Not `track`, which doesn't compute a memo: it wouldn't change.
        seats.with(|_| ());
        is_swapped.get();
        is_empty.get();
        untrack(|| keyed_list(move || steps(game), move |step| item(game, analysis, step)))
    };
    let on_key = move |event: ev::KeyboardEvent| {
        if let Some(to) = target_step(&event, game) {
            game.send(Command::GoTo(to));
            focus(&["#", &item_id(to)].concat());
        }
    };
    section()
        .class("panel")
        .id("moves")
        .aria_label(text::move_list())
        .child((
            move || {
                is_empty
                    .get()
                    .then(|| p().class("detail").child(text::no_moves()))
            },
            ol().class("move-list")
                .aria_label(text::move_list())
                .on(ev::keydown, on_key)
                .child(items),
            position_buttons(game),
        ))
}

/// The buttons that go through the game.
pub(super) fn position_buttons(game: GameState) -> Element {
    let go = |symbol: Icon, name, key: &'static str| {
        icon_only_button(symbol, name, move || {
            let to = untrack(|| super::graph::step_after_key(key, game));
            if let Some(to) = to {
                game.send(Command::GoTo(to));
            }
        })
    };
    let [first, previous, next, last] = text::position_buttons();
    div().class("steps").child((
        go(icon::FIRST, first, "Home"),
        go(icon::PREVIOUS, previous, "ArrowLeft"),
        go(icon::NEXT, next, "ArrowRight"),
        go(icon::LAST, last, "End"),
    ))
}

fn item_id(step: usize) -> String {
    format!("move-{step}")
}

/// The positions of the game: their numbers, and the steps that led to them.
fn steps(game: GameState) -> Vec<(usize, Option<Step>)> {
    game.with_match(|game_match| {
        let steps = game_match.game().steps().iter().copied().map(Some);
        [None].into_iter().chain(steps).enumerate().collect()
    })
}

/// What changes about an item while it is in the list.
#[derive(Clone, Copy, PartialEq)]
struct Marks {
    is_current: bool,
    error: Option<Judgement>,
}

impl Marks {
    fn of(game: GameState, analysis: AnalysisState, step: usize) -> Self {
        Self {
            is_current: cursor(game) == step,
            error: analysis.error(step),
        }
    }

    fn label(self, name: &str) -> String {
        match self.error {
            Some(error) => text::judged(name, error),
            None => name.to_owned(),
        }
    }

    fn symbol(self) -> &'static str {
        self.error.map_or("", text::mark)
    }

    fn aria_current(self) -> Option<&'static str> {
        self.is_current.then_some("step")
    }

    fn tabindex(self) -> &'static str {
        if self.is_current { "0" } else { "-1" }
    }

    /// Updates the item of a step, which has a name.
    fn update(self, name: &str, step: usize) {
        let Some(item) = document().get_element_by_id(&item_id(step)) else {
            return;
        };
        set_attribute(&item, "aria-label", Some(&self.label(name)));
        set_attribute(&item, "aria-current", self.aria_current());
        set_attribute(&item, "tabindex", Some(self.tabindex()));
        if let Ok(Some(mark)) = item.query_selector(".mark") {
            mark.set_text_content(Some(self.symbol()));
        }
    }
}

/// A step: a button that goes to the position after it.
fn item(
    game: GameState,
    analysis: AnalysisState,
    (number, step): (usize, Option<Step>),
) -> Element {
    let marks = untrack(|| Marks::of(game, analysis, number));
    let (name, content) = game.with_match_untracked(|game_match| {
        let name = text::step(game_match, number);
        let content = match step {
            Some(Step::Place(cell)) => {
                let mover = text::mover(game_match, number - 1);
                let piece_style = game_match.seat(mover).piece_style;
                // Drawn by the style sheet: the name of the button has the number elsewhere.
                let number = span()
                    .class("number")
                    .attr("data-number", number.to_string());
                let mark = span().class("mark").aria_hidden("true");
                let mark = mark.child(marks.symbol());
                span().child((number, badge(piece_style), cell.to_string(), mark))
            }
            _ => span().child(name.clone()),
        };
        (name, content)
    });
    let item = button(content, move || game.send(Command::GoTo(number)))
        .id(item_id(number))
        .aria_label(marks.label(&name))
        .aria_current(marks.aria_current())
        .tabindex(marks.tabindex());
    li().class(if number == 0 { "start" } else { "move" })
        .child(item)
}
