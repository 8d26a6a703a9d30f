//! The panel of the lessons.

use super::lesson::{Chapter, Course, Lesson};
use super::state::{At, LessonState, Lessons};
use crate::{
    board::focus_board,
    components::{
        button::{button, icon_button},
        dom::{element, scroll_into_view},
        html::{Element, ElementRef, div, h2, h3, li, ol, p, section, span},
        icon,
    },
    exercise::lesson::Feedback,
    panel::{exercise_head, untitled_exercise},
    text,
};
use leptos::prelude::*;

/// The content of the panel.
pub(crate) fn panel() -> Element {
    let state: LessonState = expect_context();
    let content = move || match (state.lessons.get(), state.at.get()) {
        (Lessons::Loading, _) => untitled_exercise(p().child(text::lessons_loading())),
        (Lessons::Failed, _) => failed(state),
        (Lessons::Loaded(course), None) => list(state, &course),
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

/// The list of lessons, in which the first unfinished one stands out.
fn list(state: LessonState, Course { lessons, chapters }: &Course) -> Element {
    let progress = state.progress.get_untracked();
    let is_finished = |lesson: &Lesson| progress.is_finished(&lesson.id);
    let finished = lessons.iter().filter(|lesson| is_finished(lesson)).count();
    let next = lessons.iter().position(|lesson| !is_finished(lesson));
    let item = |index: usize| {
        let lesson = &lessons[index];
        let is_finished = is_finished(lesson);
        let open = move || {
            state.show(At {
                lesson: index,
                step: 0,
            });
            focus_board();
        };
        let mark = span().class("mark").child((
            span()
                .aria_hidden("true")
                .child(if is_finished { "✓" } else { "" }),
            span().class("visually-hidden").child(if is_finished {
                text::lesson_finished()
            } else {
                ""
            }),
        ));
        let class = if next == Some(index) {
            "primary lesson"
        } else {
            "lesson"
        };
        let title = span().child(lesson.title.clone());
        let item = button((title, mark), open).class(class);
        li().child(item)
    };
    let chapter = |chapter: &Chapter| {
        let items: Vec<_> = chapter.lessons.clone().map(item).collect();
        let list = ol()
            .class("lesson-list")
            .attr("start", chapter.lessons.start + 1);
        [h3().child(chapter.title.clone()), list.child(items)]
    };
    let chapters: Vec<_> = chapters.iter().flat_map(chapter).collect();
    let count = text::lessons_finished(finished as u64, lessons.len() as u64);
    div().class("puzzle").child((
        exercise_head((
            h2().class("title").child(text::lessons()),
            span().class("detail").child(count),
        )),
        chapters,
    ))
}

fn lesson(state: LessonState, at: At) -> Element {
    let top = ElementRef::new();
    // The list may have been scrolled.
    request_animation_frame(move || scroll_into_view(element(top).as_deref()));
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
        Feedback::Right => done.clone(),
        Feedback::Wrong(explanation) | Feedback::TakenBack(explanation) => {
            explanation.unwrap_or_default()
        }
    };
    let kind = move || match state.feedback() {
        Feedback::None => "feedback",
        Feedback::Right => "feedback right",
        Feedback::Wrong(_) | Feedback::TakenBack(_) => "feedback wrong",
    };
    let words = ElementRef::new();
    Effect::new(move || {
        if state.feedback() != Feedback::None {
            request_animation_frame(move || scroll_into_view(element(words).as_deref()));
        }
    });
    div().class("puzzle").child((
        exercise_head(span().class("detail").child(number)).node_ref(top),
        div().class("card").child((
            h2().child(title),
            p().child(text),
            p().class(kind)
                .aria_live("polite")
                .node_ref(words)
                .child(feedback),
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
    let next = icon_button(icon::NEXT, text::puzzle_next(), next)
        .class("next")
        .class(("primary", move || is_right.get()));
    let all = button(text::lessons_all(), move || state.show_list());
    div().class("panel-actions").child((all, next))
}
