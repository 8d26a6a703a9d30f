//! The panel of the lessons.

use super::state::{At, LessonState, Lessons};
use crate::{
    board::focus_board,
    components::{
        button::{button, icon_button},
        dom::scroll_match_soon,
        html::{Element, div, h2, p, section, span},
        icon,
    },
    context::context,
    exercise::lesson::Feedback,
    later_views::use_later_views,
    panel::{exercise_head, untitled_exercise},
    text,
};
use leptos::prelude::*;

/// The content of the panel.
pub(crate) fn panel() -> Element {
    let state: LessonState = context();
    let content = move || match (state.lessons.get(), state.at.get()) {
        (Lessons::Loading, _) => untitled_exercise(p().child(text::lessons_loading())),
        (Lessons::Failed, _) => failed(state),
        (Lessons::Loaded(_), None) => {
            untitled_exercise(button(text::learn_continue(), move || state.begin()))
        }
        (Lessons::Loaded(_), Some(at)) => lesson(state, at),
    };
    section()
        .class("panel")
        .id("lessons")
        .aria_label(text::lessons())
        .child(content)
}

fn failed(state: LessonState) -> Element {
    let retry = button(text::try_again(), move || state.load());
    let alert = p().role("alert").child(text::lessons_failed());
    untitled_exercise((alert, retry))
}

fn lesson(state: LessonState, at: At) -> Element {
    // The lesson before may have been scrolled.
    scroll_match_soon("#lessons .panel-head");
    let (title, steps) = state
        .lesson_untracked(at.lesson, |lesson| {
            (lesson.title.clone(), lesson.steps.len())
        })
        .unwrap_or_default();
    let (text, done) = state
        .step_untracked(at)
        .map(|step| (step.text, step.done))
        .unwrap_or_default();
    let number = text::lesson_step(at.lesson as u64 + 1, at.step as u64 + 1, steps as u64);
    let feedback = move || match state.feedback() {
        Feedback::None => String::new(),
        Feedback::Right => text::lesson_correct(&done),
        Feedback::Wrong(explanation) | Feedback::TakenBack(explanation) => {
            explanation.map_or_else(String::new, |why| text::puzzle_wrong_because(&why))
        }
    };
    let kind = move || match state.feedback() {
        Feedback::None => "feedback",
        Feedback::Right => "feedback right",
        Feedback::Wrong(_) | Feedback::TakenBack(_) => "feedback wrong",
    };
    Effect::new(move || {
        if state.feedback() != Feedback::None {
            scroll_match_soon("#lessons .feedback");
        }
    });
    div().class("puzzle").child((
        exercise_head(span().class("detail").child(number)),
        div().class("card").child((
            h2().child(title),
            p().child(text),
            p().class(kind).aria_live("polite").child(feedback),
        )),
        actions(state),
    ))
}

fn actions(state: LessonState) -> Element {
    let is_right = Memo::new(move |_| state.feedback() == Feedback::Right);
    let next = move || {
        state.show_next();
        focus_board();
    };
    let label = move || {
        if is_right.get() {
            text::puzzle_next()
        } else {
            text::puzzle_skip()
        }
    };
    let next = icon_button(icon::NEXT, label, next)
        .class("next")
        .class(("primary", move || is_right.get()));
    let play = move || {
        is_right
            .get()
            .then(|| use_later_views().play_exercise.show(()))
    };
    div().class("panel-actions").child((play, next))
}
