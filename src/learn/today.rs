//! The puzzle of today as a card.

use super::icons;
use crate::{
    board::mini_board,
    browser,
    components::{
        button::button,
        html::{Child, Element, span},
        icon,
    },
    context::context,
    puzzles::{Progress, PuzzleState, Puzzles, Start, daily, difficulty, task},
    text,
};
use four_shapes_records::Match;
use four_shapes_rules::{Game, Rules};
use leptos::prelude::*;

/// The card on the first screen. It fetches the puzzles.
pub(crate) fn today_card() -> AnyView {
    let state: PuzzleState = context();
    state.load();
    let details = move |today: &Today| {
        text::details([today.task.clone()].into_iter().chain(streak(state, today)))
    };
    card(state, details)
        .class("card today")
        .child((
            icon::icon(icon::NEXT),
            // On low screens, in place of the position.
            icons::icon(icons::CALENDAR).class("tile"),
        ))
        .into_any_view()
}

/// The card of the home, which stands out.
pub(super) fn featured(state: PuzzleState) -> Element {
    let details = |today: &Today| difficulty(today.day);
    card(state, details).class("card featured today")
}

/// The puzzle of today.
#[derive(Clone, PartialEq)]
struct Today {
    day: i64,
    game_match: Match,
    /// `Red to move and win`.
    task: String,
}

impl Today {
    fn of(state: PuzzleState) -> Option<Self> {
        let day = browser::day_number();
        let shown = state.puzzles.with(|puzzles| match puzzles {
            Puzzles::Loaded(sets) => daily(sets, day),
            Puzzles::Loading | Puzzles::Failed => None,
        })?;
        let game_match = Match::with_default_seats(shown.puzzle.game(shown.rules).ok()?);
        Some(Self {
            day,
            task: task(&game_match, &shown, None),
            game_match,
        })
    }
}

/// A button with the position, which opens the puzzle.
fn card(
    state: PuzzleState,
    details: impl Fn(&Today) -> String + Copy + Send + Sync + 'static,
) -> Element {
    let today = Memo::new(move |_| Today::of(state));
    // An empty board has the size of the one that replaces it.
    let board = move || {
        let game_match = today.with(|today| today.as_ref().map(|it| it.game_match.clone()));
        mini_board(
            game_match.unwrap_or_else(|| Match::with_default_seats(Game::new(Rules::CLASSIC))),
        )
    };
    let task = move || today.with(|today| today.as_ref().map(|it| it.task.clone()));
    let details = move || today.with(|today| today.as_ref().map(details));
    let is_solved = Memo::new(move |_| {
        let day = today.with(|today| today.as_ref().map(|it| it.day));
        day.is_some_and(|day| state.progress.with(|progress| progress.is_solved(day)))
    });
    let solved = move || {
        let solved = || {
            span()
                .class("pill won")
                .child((icons::icon(icons::CHECK), text::learn_solved_today()))
        };
        is_solved.get().then(solved)
    };
    let words = span().class("words").child((
        span().class("title").child(text::puzzle_today()),
        span().class("task").child(task),
        span().class("detail").child(details),
        solved,
    ));
    button((board, words), move || state.open(Start::Today))
}

/// `3-day streak`, if there is one.
fn streak(state: PuzzleState, today: &Today) -> Option<String> {
    let days = state
        .progress
        .with(|progress: &Progress| progress.current_streak(today.day));
    (days > 0).then(|| text::learn_streak(days.into()))
}
