//! The review of a finished game: one key moment at a time, on the board as it was before it.

use super::{
    graph::{cursor, graph, last_step},
    moments::{Candidate, Moment},
    moves::position_buttons,
    state::{AnalysisState, Progress, REVIEW_HEADING, can_try},
    table::move_table,
    threats::threats,
};
use crate::{
    board::focus_board,
    components::{
        button::{button, icon_button, icon_only_button},
        checkbox::checkbox,
        dom::{mark_page, scroll_match_soon},
        html::{Child, Element, details, div, h2, h3, li, ol, p, section, span, summary},
        icon,
        keyed_list::keyed_list,
    },
    game::{
        session::{Command, Exercise, Session},
        state::GameState,
    },
    navigation::Route,
    text,
    workers::ReviewReport,
};
use leptos::{ev, prelude::*};

/// What the review shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum View {
    /// Nothing is known yet.
    Searching,
    /// There are no key moments.
    Clean,
    /// A move of the game.
    Moment,
    /// The position to which the user has gone.
    Position,
    /// The user plays from a moment.
    Trial,
}

impl View {
    fn of(analysis: AnalysisState) -> Self {
        let game = analysis.game;
        if is_trial(game) {
            return Self::Trial;
        }
        if analysis.moment.with(Option::is_some) {
            return Self::Moment;
        }
        match analysis.summary() {
            _ if cursor(game) != last_step(game) => Self::Position,
            None => Self::Searching,
            Some(summary) if summary.key_moments.is_empty() => Self::Clean,
            Some(_) => Self::Position,
        }
    }
}

/// Whether a trial is on the board.
pub(super) fn is_trial(game: GameState) -> bool {
    game.with(|session| session.exercise() == Some(Exercise::Trial))
}

/// The review.
pub(super) fn review(analysis: AnalysisState) -> Element {
    mark_page("data-has-review");
    let view = Memo::new(move |_| View::of(analysis));
    let content = move || match view.get() {
        View::Searching => searching(analysis),
        View::Clean => clean(analysis),
        View::Moment => moment(analysis),
        View::Position => position(analysis),
        View::Trial => trial(analysis),
    };
    let is_own = move || view.get() != View::Trial;
    let class = move || match view.get() {
        View::Trial => "review trial",
        _ => "review",
    };
    section().class(class).aria_label(text::review()).child((
        head(analysis),
        content,
        move || is_own().then(|| graph(analysis)),
        actions(analysis, view),
        move || is_own().then(|| all_moves(analysis)),
    ))
}

/// The title, and which of the key moments is shown.
fn head(analysis: AnalysisState) -> Element {
    let back = move || {
        let leave = move || leave(analysis);
        let back = match analysis.navigation.origin() {
            Some(page) => icon_button(icon::PREVIOUS, page.title(), leave).class("to-page"),
            None => icon_only_button(icon::PREVIOUS, text::leave_review(), leave),
        };
        back.class("flat")
    };
    let place = move || {
        if is_trial(analysis.game) {
            return String::new();
        }
        let step = analysis.moment.with(|it| it.as_ref().map(|it| it.step));
        step.map_or_else(String::new, |step| analysis.words(step).place)
    };
    div().class("panel-head").child((
        back,
        h2().id(REVIEW_HEADING).tabindex(-1).child(text::review()),
        p().class("detail").child(place),
    ))
}

/// Returns to the game, or to the page from which the review was opened.
fn leave(analysis: AnalysisState) {
    analysis.navigation.close(Route::Analysis);
    if analysis.navigation.page_untracked().is_none() {
        focus_board();
    }
}

fn searching(analysis: AnalysisState) -> Element {
    let words = move || match analysis.progress.get() {
        Progress::Failed => text::analysis_failed().to_owned(),
        Progress::Running | Progress::Complete => {
            let progress = analysis.review.with(|review| review.progress);
            text::review_searching(progress.into())
        }
    };
    div().class("card").child(p().child(words))
}

fn clean(analysis: AnalysisState) -> Element {
    div().class("card").child((
        h3().child(text::review_clean()),
        p().class("detail").child(accuracies(analysis)),
    ))
}

fn accuracies(analysis: AnalysisState) -> impl Child {
    move || {
        let accuracy = analysis.summary().map(|summary| summary.accuracy);
        let accuracy = accuracy.unwrap_or_default();
        analysis
            .game
            .with_match(|game_match| text::accuracies(game_match, &accuracy))
    }
}

/// What was played and what would have been better, each with its moves on request.
fn moment(analysis: AnalysisState) -> Element {
    mark_page("data-has-moment");
    let step = move || analysis.moment.with(|it| it.as_ref().map(|it| it.step));
    let words = Memo::new(move |_| step().map(|step| analysis.words(step)).unwrap_or_default());
    let text = move |part: fn(&text::MomentWords) -> &String| {
        move || words.with(|words| part(words).clone())
    };
    let paragraph = move |part: fn(&text::MomentWords) -> &String| {
        let is_empty = Memo::new(move |_| words.with(|words| part(words).is_empty()));
        move || (!is_empty.get()).then(|| p().child(text(part)))
    };
    let has_judgement = Memo::new(move |_| words.with(|words| !words.judgement.is_empty()));
    let has_better = Memo::new(move |_| words.with(|words| !words.better.is_empty()));
    let show = move |candidate| show_button(analysis, words, candidate);
    let pill = move || {
        let pill = || {
            span()
                .class("pill lost")
                .child(move || words.with(|words| [words.symbol, " ", words.judgement].concat()))
        };
        has_judgement.get().then(pill)
    };
    let played = div().class("card played").child((
        p().class("review-move").child((
            pill,
            span().class("detail").child(text(|words| &words.number)),
        )),
        h3().child(text(|words| &words.played)),
        paragraph(|words| &words.drawback),
        show(Candidate::Played),
    ));
    let better = move || {
        let better = || {
            div().class("card better").child((
                h3().child(text(|words| &words.better)),
                paragraph(|words| &words.advantage),
                show(Candidate::Better),
            ))
        };
        has_better.get().then(better)
    };
    div().class("moment").child((played, better))
}

/// The button that shows what follows a move, stops it, or hides it again.
fn show_button(
    analysis: AnalysisState,
    words: Memo<text::MomentWords>,
    candidate: Candidate,
) -> impl Child {
    // The played move alone is no news.
    let fewest = match candidate {
        Candidate::Played => 2,
        Candidate::Better => 1,
    };
    let can_show = Memo::new(move |_| {
        let step = analysis.moment.with(|it| it.as_ref().map(|it| it.step));
        let variation = step.and_then(|step| analysis.variation(step, candidate));
        variation.is_some_and(|variation| variation.moves.len() >= fewest)
    });
    // Whether it is stopped, if it is shown.
    let is_stopped = Memo::new(move |_| {
        analysis.moment.with(|moment| {
            let variation = moment.as_ref()?.variation.as_ref()?;
            (variation.candidate == candidate).then_some(variation.is_stopped)
        })
    });
    let label = move || match is_stopped.get() {
        None => text::show_variation(),
        Some(false) => text::stop_variation(),
        Some(true) => text::hide_variation(),
    };
    let class = move || match is_stopped.get() {
        None => "show",
        Some(false) => "show playing",
        Some(true) => "show shown",
    };
    let name = move || {
        let cell = words.with(|words| words.cells[candidate as usize].clone());
        match is_stopped.get() {
            None => text::show_move(&cell),
            Some(false) => text::stop_move(&cell),
            Some(true) => text::hide_move(&cell),
        }
    };
    move || {
        let show = || {
            button(label, move || analysis.toggle_variation(candidate))
                .class(class)
                .aria_label(name)
        };
        can_show.get().then(show)
    }
}

/// The evaluation of the position on the board.
fn position(analysis: AnalysisState) -> Element {
    let game = analysis.game;
    let verdict = move || {
        let moves = analysis.moves.get();
        game.with_match(
            |game_match| match text::explained_verdict(game_match, &moves) {
                verdict if verdict.is_empty() => text::position_at(game_match),
                verdict => verdict,
            },
        )
    };
    div().class("card").child(h3().child(verdict))
}

fn trial(analysis: AnalysisState) -> Element {
    mark_page("data-has-trial");
    let words = move || analysis.game.with_match(text::trial_of);
    div().class("card").role("group").child((
        h3().child(text::trying_it()),
        p().class("detail").child(words),
    ))
}

/// What can be done next. The last button stays while its purpose changes, and so does the focus.
fn actions(analysis: AnalysisState, view: Memo<View>) -> Element {
    let moments = Memo::new(move |_| {
        let summary = analysis.summary();
        summary
            .map(|summary| summary.key_moments)
            .unwrap_or_default()
    });
    let step = move || {
        let step = |moment: &Option<Moment>| moment.as_ref().map(|moment| moment.step);
        analysis.moment.with(step)
    };
    let neighbour = move |forward: bool| {
        let step = step()?;
        moments.with(|moments| match moments.iter().position(|it| *it == step) {
            Some(at) if forward => moments.get(at + 1).copied(),
            Some(at) => moments.get(at.checked_sub(1)?).copied(),
            // Another error: on to the key moments.
            None => moments.first().copied().filter(|_| forward),
        })
    };
    let shows_try = Memo::new(move |_| {
        let is_shown = matches!(view.get(), View::Moment | View::Trial);
        is_shown && analysis.game.with(can_try)
    });
    let is_one_of_many =
        Memo::new(move |_| view.get() == View::Moment && moments.with(Vec::len) > 1);
    let has_previous = Memo::new(move |_| view.get() == View::Moment && neighbour(false).is_some());
    let previous = move || {
        let previous = || {
            icon_only_button(icon::PREVIOUS, text::previous_moment(), move || {
                if let Some(step) = untrack(|| neighbour(false)) {
                    analysis.show_moment(step);
                }
            })
            .class("previous")
            .aria_disabled(move || (!has_previous.get()).then_some("true"))
        };
        is_one_of_many.get().then(previous)
    };
    let try_label = move || match view.get() {
        View::Trial => text::try_again_from_here(),
        _ => text::try_it(),
    };
    let try_it = move || {
        let try_it = || button(try_label, move || analysis.try_it());
        shows_try.get().then(try_it)
    };
    let undo = move || {
        let can_undo = move || analysis.game.with(Session::can_undo);
        let undo = || {
            icon_only_button(icon::UNDO, text::undo(), move || {
                analysis.game.send(Command::Undo);
            })
            .class("previous")
            .aria_disabled(move || (!can_undo()).then_some("true"))
        };
        (view.get() == View::Trial).then(undo)
    };
    let label = move || match view.get() {
        View::Trial => text::back_to_review(),
        View::Moment if neighbour(true).is_some() => text::next_moment(),
        View::Position if moments.with(|moments| !moments.is_empty()) => text::key_moments(),
        _ => text::done(),
    };
    let go_on = move || {
        let (view, next) = untrack(|| (view.get(), neighbour(true)));
        let first = moments.with_untracked(|moments| moments.first().copied());
        match (view, next, first) {
            (View::Trial, ..) => analysis.end_trial(),
            (View::Moment, Some(step), _) | (View::Position, _, Some(step)) => {
                analysis.show_moment(step);
            }
            _ => leave(analysis),
        }
    };
    let go_on = icon_button(icon::NEXT, label, go_on).class("primary next");
    div()
        .class("panel-actions")
        .child((previous, undo, try_it, go_on))
}

/// All errors of both players, and the figures.
fn all_moves(analysis: AnalysisState) -> Element {
    let game = analysis.game;
    let steps = move || {
        let steps = |review: &ReviewReport| {
            let steps = review.advice.iter().map(|advice| advice.step);
            steps.collect()
        };
        analysis.review.with(steps)
    };
    let item = move |step| {
        let name = move || {
            let judgement = analysis.error(step);
            game.with_match(|game_match| text::judged_step_of(game_match, step, judgement))
        };
        let mark = move || analysis.error(step).map_or("", text::mark);
        li().child(button(
            (
                span().child(name),
                span().class("mark").aria_hidden("true").child(mark),
            ),
            move || analysis.show_moment(step),
        ))
    };
    // What unfolds is below what is in view.
    let unfold = |_| scroll_match_soon(".all-moves[open]");
    details().class("all-moves").child((
        summary().on(ev::click, unfold).child(text::all_moves()),
        position_buttons(game),
        p().child(accuracies(analysis)),
        ol().class("errors")
            .aria_label(text::errors_of_both())
            .child(keyed_list(steps, item)),
        move || {
            let summary = analysis.summary().filter(|summary| summary.omits_opening);
            summary.map(|_| p().class("detail").child(text::review_omits_opening()))
        },
        p().class("detail")
            .child(move || game.with_match(text::graph_explanation)),
        move || move_table(analysis.moves.get()),
        options(analysis),
    ))
}

/// What is shown on the board, and the threats in words.
pub(super) fn options(analysis: AnalysisState) -> impl Child {
    let on_board = checkbox(
        text::show_on_board(),
        move || analysis.on_board.get(),
        move |on_board| analysis.set_on_board(on_board),
    );
    let with_threats = checkbox(
        text::show_threats(),
        move || analysis.with_threats.get(),
        move |with_threats| analysis.set_with_threats(with_threats),
    );
    let is_allowed = Memo::new(move |_| analysis.game.with(Session::allows_hints));
    let threats =
        move || (is_allowed.get() && analysis.with_threats.get()).then(|| threats(analysis.game));
    (on_board, with_threats, threats)
}
