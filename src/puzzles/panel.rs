//! The panel of the puzzles.

use super::{
    state::{PuzzleState, Puzzles},
    text,
};
use crate::{
    analysis::threat_list,
    board::focus_board,
    browser,
    components::{
        button::{button, icon_button},
        html::{Element, details, div, h2, label, p, section, summary},
        icon,
        select::select,
    },
    exercise::puzzle::{Feedback, MAX_MISTAKES, Mode, PuzzleTrainer},
    game::session::Command,
};
use four_shapes_analysis::puzzles::THEMES;
use leptos::prelude::*;

/// The content of the panel.
pub(crate) fn panel() -> Element {
    let state: PuzzleState = expect_context();
    let is_shown = Memo::new(move |_| state.trainer.with(|it| it.puzzle().is_some()));
    let content = move || match state.puzzles.get() {
        Puzzles::Loading => p().child(text::puzzles_loading()),
        Puzzles::Failed => failed(state),
        // Another game may have replaced the puzzle.
        Puzzles::Loaded(_) if !is_shown.get() => {
            button(text::puzzle_start(), move || state.show_next())
        }
        Puzzles::Loaded(_) => puzzle(state),
    };
    section()
        .class("panel")
        .id("puzzles")
        .aria_label(text::puzzles())
        .child((modes(state), content))
}

fn failed(state: PuzzleState) -> Element {
    let retry = button(text::try_again(), move || state.open());
    div().child((p().role("alert").child(text::puzzles_failed()), retry))
}

fn modes(state: PuzzleState) -> Element {
    let mode = |mode, label| {
        button(label, move || state.set_mode(mode))
            .aria_pressed(move || (state.trainer.with(PuzzleTrainer::mode) == mode).to_string())
    };
    div()
        .class("modes")
        .role("group")
        .aria_label(text::puzzle_mode())
        .child((
            mode(Mode::Daily, text::puzzle_daily()),
            mode(Mode::Training, text::puzzle_training()),
            mode(Mode::Rush, text::puzzle_rush()),
        ))
}

fn puzzle(state: PuzzleState) -> Element {
    let title = move || {
        state.trainer.with(|trainer| {
            let puzzle = trainer.puzzle()?;
            Some(
                state
                    .game
                    .with_match_untracked(|game_match| text::task(game_match, puzzle)),
            )
        })
    };
    let detail = move || state.trainer.with(|it| it.puzzle().map(text::detail));
    let feedback = move || {
        let best = state.progress.with(|progress| progress.best_rush);
        state.trainer.with(|it| text::feedback(it.feedback(), best))
    };
    let kind = move || {
        state.trainer.with(|trainer| match trainer.feedback() {
            Feedback::Wrong(_) => "feedback wrong",
            Feedback::Solved { .. } => "feedback right",
            _ => "feedback",
        })
    };
    let is_training = Memo::new(move |_| state.trainer.with(PuzzleTrainer::mode) == Mode::Training);
    div().class("puzzle").child((
        div().class("card").child((
            p().class("detail").child(detail),
            h2().child(title),
            p().class(kind).aria_live("polite").child(feedback),
        )),
        actions(state),
        p().class("detail").child(move || score(state)),
        details().class("threats").child((
            summary().child(text::threats_heading()),
            threat_list(state.game),
        )),
        move || is_training.get().then(|| themes(state)),
    ))
}

fn actions(state: PuzzleState) -> Element {
    let can_retry = Memo::new(move |_| state.trainer.with(PuzzleTrainer::can_retry));
    let is_solved = Memo::new(move |_| state.trainer.with(PuzzleTrainer::is_solved));
    let is_rush_over = Memo::new(move |_| state.trainer.with(PuzzleTrainer::is_rush_over));
    let is_daily = Memo::new(move |_| {
        let has_day = |trainer: &PuzzleTrainer| trainer.puzzle()?.day;
        state.trainer.with(has_day).is_some()
    });
    let run = move |act: fn(PuzzleState)| {
        move || {
            act(state);
            focus_board();
        }
    };
    let hint = icon_button(
        icon::HINT,
        text::hint(),
        run(|state| state.game.send(Command::RequestHint)),
    );
    let retry = move || {
        let retry = || icon_button(icon::UNDO, text::puzzle_retry(), run(PuzzleState::retry));
        can_retry.get().then(|| retry().class("primary"))
    };
    let share = move || {
        let share = || icon_button(icon::SHARE, text::puzzle_share(), move || share(state));
        (is_daily.get() && is_solved.get()).then(share)
    };
    let next_label = move || {
        if is_rush_over.get() {
            text::puzzle_again()
        } else {
            text::puzzle_next()
        }
    };
    let next = icon_button(icon::NEXT, next_label, run(PuzzleState::show_next))
        .class(("primary", move || is_solved.get()));
    div()
        .class("puzzle-actions")
        .child((hint, retry, share, next))
}

/// The rating and the streak, or the score of the rush.
fn score(state: PuzzleState) -> String {
    let (mode, rush) = state
        .trainer
        .with(|trainer| (trainer.mode(), trainer.rush()));
    if mode == Mode::Rush {
        let (score, mistakes) = rush;
        return text::puzzle_rush_score(score.into(), mistakes.min(MAX_MISTAKES).into());
    }
    state.progress.with(|progress| {
        let rating = progress.rating().to_string();
        let streak = progress.current_streak(browser::day_number());
        let streak = (streak > 0).then(|| text::puzzle_streak(streak.into()));
        text::details(
            [text::puzzle_your_rating(&rating)]
                .into_iter()
                .chain(streak),
        )
    })
}

fn themes(state: PuzzleState) -> Element {
    let options = || {
        let any = (None, text::puzzle_any_theme().to_owned());
        let themes = THEMES.map(|theme| (Some(theme), text::theme(theme).to_owned()));
        [any].into_iter().chain(themes).collect()
    };
    let list = select(
        options,
        move || state.theme.get(),
        move |theme| state.set_theme(theme),
    );
    label()
        .class("stacked-label")
        .child((text::puzzle_theme(), list))
}

/// Shares the result of the puzzle of the day, without its solution.
fn share(state: PuzzleState) {
    let (day, result) = state.trainer.with_untracked(|trainer| {
        let result = match trainer.feedback() {
            Feedback::Solved {
                first_attempt: true,
                ..
            } => text::puzzle_solved(),
            _ => text::puzzle_solved_later(),
        };
        (trainer.puzzle().and_then(|puzzle| puzzle.day), result)
    });
    let day = day.map_or_else(String::new, browser::day_string);
    let streak = state.progress.with_untracked(|progress| progress.streak);
    let streak = text::puzzle_streak(streak.into());
    let words = text::puzzle_result(&day, result, &streak);
    let url = browser::url_with_fragment("/puzzles");
    if browser::can_share() {
        return browser::share(&words, &url);
    }
    browser::copy_to_clipboard(&format!("{words} {url}"), move |success| {
        if success {
            state.navigation.inform(text::copied());
        } else {
            state.navigation.notify(text::not_copied());
        }
    });
}
