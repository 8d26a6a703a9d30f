//! The content of the page.

use super::{calendar, icons, today};
use crate::{
    components::{
        button::button,
        html::{Element, details, div, h2, h3, li, ol, p, section, span, summary},
        icon::{self, icon},
    },
    context::context,
    lessons::{Chapter, Course, LessonState, Lessons},
    navigation::{Route, use_navigation},
    puzzles::{PuzzleState, Start},
    text,
};
use leptos::prelude::*;

pub(super) fn home() -> Element {
    let (puzzles, lessons): (PuzzleState, LessonState) = (context(), context());
    let navigation = use_navigation();
    let rating = move || {
        puzzles.progress.with(|progress| {
            let rating = text::rating_number(progress.rating());
            let best = progress.best_in_row;
            let best = (best > 1).then(|| text::learn_best_in_row(best.into()));
            text::details([text::learn_your_rating(&rating)].into_iter().chain(best))
        })
    };
    let best = move || match puzzles.progress.with(|progress| progress.best_rush) {
        0 => text::learn_first_rush().to_owned(),
        best => text::learn_best_rush(best.into()),
    };
    let mode = |title: &'static str, start| {
        button(span().class("title").child(title), move || {
            puzzles.open(start);
        })
        .class("card mode")
    };
    let modes = div().class("cards").child((
        mode(text::puzzle_training(), Start::Training).child(span().class("detail").child(rating)),
        mode(text::puzzle_rush(), Start::Rush).child(span().class("detail").child(best)),
    ));
    let openings = button(
        (
            icons::icon(icons::BOOK),
            words(text::openings(), text::learn_openings()),
            icon(icon::NEXT),
        ),
        move || navigation.open(Route::Openings),
    );
    div().class("learn").child((
        div()
            .class("puzzles")
            .child((today::featured(puzzles), modes, calendar::streak(puzzles))),
        section()
            .class("lessons")
            .aria_label(text::lessons())
            .child((
                h2().child(text::lessons()),
                move || chapters(lessons),
                openings.class("card"),
            )),
    ))
}

/// A title and a line below it.
fn words(title: impl Into<String>, detail: impl Into<String>) -> Element {
    span().class("words").child((
        span().class("title").child(title.into()),
        span().class("detail").child(detail.into()),
    ))
}

fn chapters(state: LessonState) -> Element {
    let course = match state.lessons.get() {
        Lessons::Loading => return p().class("detail").child(text::lessons_loading()),
        Lessons::Failed => {
            let retry = button(text::try_again(), move || state.load());
            return div().child((p().role("alert").child(text::lessons_failed()), retry));
        }
        Lessons::Loaded(course) => course,
    };
    // The lessons are finished on another page.
    let progress = state.progress.get_untracked();
    let is_finished = |lesson: usize| progress.is_finished(&course.lessons[lesson].id);
    let next = progress.first_unfinished(&course);
    let is_new = !(0..course.lessons.len()).any(is_finished);
    let item = |(number, chapter): (usize, &Chapter)| {
        let count = chapter.lessons.len();
        let finished = chapter
            .lessons
            .clone()
            .filter(|&lesson| is_finished(lesson));
        let finished = finished.count();
        // The next lesson of the chapter, or its first one again.
        let lesson = chapter.lessons.clone().find(|&lesson| !is_finished(lesson));
        let is_current = next.is_some_and(|next| chapter.lessons.contains(&next));
        let mark = if finished == count {
            span().class("mark done").child(icons::icon(icons::CHECK))
        } else {
            span().class("mark").child((number + 1).to_string())
        };
        let words = words(
            chapter.title.clone(),
            text::learn_chapter(finished as u64, count as u64),
        );
        let bar = span()
            .class("bar")
            .style(("--share", 100 * finished / count));
        let end = if is_current {
            let label = if is_new {
                text::learn_start()
            } else {
                text::learn_continue()
            };
            span().class("continue").child(label)
        } else {
            icon(icon::NEXT)
        };
        let lesson = lesson.unwrap_or(chapter.lessons.start);
        // The list counts them, too; WebKit would read "1First moves".
        let mark = mark.aria_hidden("true");
        let card = button((mark, words.child(bar), end), move || state.open(lesson));
        li().child(card.class("card chapter"))
    };
    let items: Vec<_> = course.chapters.iter().enumerate().map(item).collect();
    div().class("course").child((
        ol().class("chapters").child(items),
        all_lessons(state, &course, is_finished),
    ))
}

/// Every lesson by its name.
fn all_lessons(
    state: LessonState,
    course: &Course,
    is_finished: impl Fn(usize) -> bool + Copy,
) -> Element {
    let item = |lesson: usize| {
        let mark = is_finished(lesson).then(|| {
            (
                icons::icon(icons::CHECK),
                span()
                    .class("visually-hidden")
                    .child(text::lesson_finished()),
            )
        });
        let title = span().child(course.lessons[lesson].title.clone());
        let mark = span().class("mark").child(mark);
        li().child(button((title, mark), move || state.open(lesson)).class("lesson"))
    };
    let chapter = |chapter: &Chapter| {
        let items: Vec<_> = chapter.lessons.clone().map(item).collect();
        let list = ol()
            .class("lesson-list")
            .attr("start", chapter.lessons.start + 1);
        [h3().child(chapter.title.clone()), list.child(items)]
    };
    let all: Vec<_> = course.chapters.iter().flat_map(chapter).collect();
    let count = course.lessons.len();
    let finished = (0..count).filter(|&lesson| is_finished(lesson)).count();
    details().class("all-lessons").child((
        summary().child((
            text::lessons_all(),
            " ",
            span()
                .class("detail")
                .child(text::lessons_finished(finished as u64, count as u64)),
        )),
        all,
    ))
}
