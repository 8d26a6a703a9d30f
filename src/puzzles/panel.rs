//! The panel of the puzzles.

use super::{
    Progress,
    state::{PuzzleState, Puzzles},
    text,
};
use crate::{
    analysis::threat_list,
    board::{badge, focus_board, mini_board},
    browser,
    components::{
        button::{button, icon_button},
        dom::scroll_match_soon,
        html::{Element, details, div, h2, h3, label, li, p, section, span, summary, ul},
        icon,
        select::select,
    },
    context::context,
    exercise::puzzle::{Feedback, MAX_MISTAKES, Missed, Mode, PuzzleTrainer, RushPhase},
    game::session::Command,
    later_views::use_later_views,
    panel::{exercise_head, untitled_exercise},
};
use four_shapes_analysis::puzzles::THEMES;
use four_shapes_records::{Colour, Match, PieceStyle, Shape};
use leptos::prelude::*;

/// What the panel shows.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shown {
    Loading,
    Failed,
    Puzzle,
    /// Before a rush.
    Start,
    /// Before the first puzzle of a rush.
    Countdown,
    /// The result of a rush.
    Result,
    /// Another game has replaced the puzzle.
    Nothing,
}

/// The content of the panel.
pub(crate) fn panel() -> Element {
    let state: PuzzleState = context();
    let shown = Memo::new(move |_| {
        let puzzles = state.puzzles.with(|puzzles| match puzzles {
            Puzzles::Loading => Some(Shown::Loading),
            Puzzles::Failed => Some(Shown::Failed),
            Puzzles::Loaded(_) => None,
        });
        let trained = || {
            state
                .trainer
                .with(|it| match (it.rush_phase(), it.puzzle()) {
                    (Some(RushPhase::Ready), _) => Shown::Start,
                    (Some(RushPhase::Countdown), _) => Shown::Countdown,
                    (Some(RushPhase::Over), _) => Shown::Result,
                    (_, Some(_)) => Shown::Puzzle,
                    (_, None) => Shown::Nothing,
                })
        };
        puzzles.unwrap_or_else(trained)
    });
    let content = move || match shown.get() {
        Shown::Loading => untitled_exercise(p().child(text::puzzles_loading())),
        Shown::Failed => failed(state),
        Shown::Puzzle => puzzle(state),
        Shown::Start => start(state),
        Shown::Countdown => countdown(state),
        Shown::Result => result(state),
        Shown::Nothing => untitled_exercise(button(text::puzzle_start(), move || state.restart())),
    };
    section()
        .class("panel")
        .id("puzzles")
        .aria_label(text::puzzles())
        .child(content)
}

fn failed(state: PuzzleState) -> Element {
    let retry = button(text::try_again(), move || state.load());
    let alert = p().role("alert").child(text::puzzles_failed());
    untitled_exercise((alert, retry))
}

fn puzzle(state: PuzzleState) -> Element {
    let mode = Memo::new(move |_| state.trainer.with(PuzzleTrainer::mode));
    let is_solved = Memo::new(move |_| state.trainer.with(PuzzleTrainer::is_solved));
    let name = move || state.trainer.with(|it| text::title(it.mode(), it.puzzle()));
    let title = move || {
        state.trainer.with(|trainer| {
            let puzzle = trainer.puzzle()?;
            Some(state.game.with_match_untracked(|game_match| {
                text::task(game_match, puzzle, trainer.moves_left())
            }))
        })
    };
    let detail = move || {
        let is_solved = is_solved.get();
        state
            .trainer
            .with(|it| it.puzzle().map(|puzzle| text::detail(puzzle, is_solved)))
    };
    let is_warm_up = Memo::new(move |_| {
        state.trainer.with(|it| {
            let has_rating = it.puzzle().is_some_and(|puzzle| puzzle.rating().is_some());
            it.mode() == Mode::Training && !has_rating
        })
    });
    let change = move || {
        let change = state.rating_change.get()?;
        Some(rating_change(change, state.progress.with(Progress::rating)))
    };
    let head = move || match mode.get() {
        Mode::Rush => rush_head(state),
        _ => exercise_head((
            span().class("title").child(name),
            span().class("detail").child(move || match mode.get() {
                Mode::Unrated => text::puzzle_unrated().to_owned(),
                _ if is_warm_up.get() => text::puzzle_warm_up().to_owned(),
                _ => score(state),
            }),
        )),
    };
    let below = move || match mode.get() {
        Mode::Rush => None,
        Mode::Training => Some((threats(state), Some(themes(state)))),
        Mode::Daily | Mode::Unrated => Some((threats(state), None)),
    };
    div().class("puzzle").child((
        head,
        div().class("card").child((
            div()
                .class("puzzle-title")
                .child((h2().child(title), span().aria_live("polite").child(change))),
            p().class("detail").child(detail),
            feedback(state),
        )),
        actions(state),
        below,
    ))
}

/// `+12`, read as a sentence.
fn rating_change(change: i32, rating: i32) -> (Element, Element) {
    let class = if change < 0 { "pill lost" } else { "pill won" };
    let [_, sentence] = crate::library::text::new_rating(rating, change);
    let shown = span()
        .class(class)
        .aria_hidden("true")
        .child(text::change(change));
    (shown, span().class("visually-hidden").child(sentence))
}

fn feedback(state: PuzzleState) -> Element {
    let milestone = move || {
        let is_counted = state.rating_change.get().is_some();
        let count = state.progress.with(Progress::milestone);
        count.filter(|_| is_counted)
    };
    let words = move || {
        let words = state.trainer.with(|trainer| {
            let words = text::feedback(trainer.feedback(), trainer.mode());
            // Screen readers announce a text again only if it differs.
            let is_second =
                *trainer.feedback() == Feedback::Right && trainer.right_moves() % 2 == 0;
            if is_second { words + "\u{a0}" } else { words }
        });
        text::with_milestone(words, milestone())
    };
    let kind = move || {
        state.trainer.with(|trainer| match trainer.feedback() {
            Feedback::Wrong(_) | Feedback::TakenBack(_) => "feedback wrong",
            Feedback::Right => "feedback right",
            Feedback::Solved { .. } => "feedback right solved",
            _ => "feedback",
        })
    };
    p().class(kind).aria_live("polite").child(words)
}

fn threats(state: PuzzleState) -> Element {
    details().class("threats").child((
        summary().child(text::threats_heading()),
        threat_list(state.game),
    ))
}

fn actions(state: PuzzleState) -> Element {
    let is_unjudged = Memo::new(move |_| {
        let is_unjudged = |it: &PuzzleTrainer| *it.feedback() == Feedback::Unjudged;
        state.trainer.with(is_unjudged)
    });
    let is_solved = Memo::new(move |_| state.trainer.with(PuzzleTrainer::is_solved));
    let mode = Memo::new(move |_| state.trainer.with(PuzzleTrainer::mode));
    let run = move |act: fn(PuzzleState)| {
        move || {
            act(state);
            focus_board();
        }
    };
    let hint_is_counted = Memo::new(move |_| state.trainer.with(PuzzleTrainer::hint_is_counted));
    let hint = move || {
        let cost = move || {
            let cost = match mode.get() {
                Mode::Rush => text::puzzle_hint_heart(),
                _ => text::puzzle_hint_miss(),
            };
            hint_is_counted
                .get()
                .then(|| span().class("detail cost").child(cost))
        };
        // It keeps the focus: the next press gives the next step, and must not make a move.
        let hint = || {
            icon_button(icon::HINT, (text::hint(), cost), move || {
                state.game.send(Command::RequestHint);
            })
            .title(move || state.game.with(text::hint_step))
        };
        (!is_solved.get()).then(hint)
    };
    let retry = move || {
        let retry = || icon_button(icon::UNDO, text::puzzle_retry(), run(PuzzleState::retry));
        is_unjudged.get().then(|| retry().class("primary"))
    };
    let share = move || {
        let share = || icon_button(icon::SHARE, text::puzzle_share(), move || share(state));
        (mode.get() == Mode::Daily && is_solved.get()).then(share)
    };
    let is_missed = Memo::new(move |_| state.trainer.with(PuzzleTrainer::is_missed));
    let to_result = move || {
        let to_result = || {
            icon_button(icon::PREVIOUS, text::puzzle_rush_result(), move || {
                state.show_result();
            })
        };
        let to_result = || to_result().class(("primary", move || is_solved.get()));
        is_missed.get().then(to_result)
    };
    // The puzzle of a day has no other one beside it before it is solved.
    let has_next = Memo::new(move |_| match mode.get() {
        Mode::Training => true,
        Mode::Daily => is_solved.get(),
        Mode::Unrated => is_solved.get() && !is_missed.get(),
        Mode::Rush => false,
    });
    let next = move || {
        let label = move || match (mode.get(), is_solved.get()) {
            (Mode::Daily, _) => text::puzzle_training(),
            (_, false) => text::puzzle_skip(),
            (_, true) => text::puzzle_next(),
        };
        let show_next = move || {
            state.show_next();
            focus_board();
            // The puzzle before may have been scrolled.
            scroll_match_soon("#puzzles .panel-head");
        };
        let next = || {
            icon_button(icon::NEXT, label, show_next)
                .class("next")
                .class(("primary", move || is_solved.get()))
        };
        has_next.get().then(next)
    };
    // Not in a rush, which goes on.
    let can_play = Memo::new(move |_| is_solved.get() && mode.get() != Mode::Rush);
    let play = move || {
        can_play
            .get()
            .then(|| use_later_views().play_exercise.show(()))
    };
    div()
        .class("panel-actions")
        .child((to_result, hint, retry, share, play, next))
}

/// The rating and the streak.
fn score(state: PuzzleState) -> String {
    state.progress.with(|progress| {
        let rating = text::rating_number(progress.rating());
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

/// The hearts, the time and the score of a rush.
fn rush_head(state: PuzzleState) -> Element {
    let heart = PieceStyle {
        shape: Shape::Heart,
        colour: Colour::Red,
    };
    let left = Memo::new(move |_| {
        let (_, mistakes) = state.trainer.with(PuzzleTrainer::rush);
        MAX_MISTAKES.saturating_sub(mistakes)
    });
    let hearts = (0..MAX_MISTAKES).map(|number| {
        span()
            .class(("lost", move || left.get() <= number))
            .child(badge(heart))
    });
    let hearts: Vec<_> = hearts.collect();
    let count = span()
        .class("visually-hidden")
        .aria_live("polite")
        .child(move || text::puzzle_rush_hearts(left.get().into()));
    let solved = move || {
        let (solved, _) = state.trainer.with(PuzzleTrainer::rush);
        text::puzzle_rush_score(solved.into())
    };
    let time = move || text::time(state.seconds.get());
    exercise_head((
        span().class("hearts").child((hearts, count)),
        span().class("title").child(solved),
        span()
            .class("time")
            .class(("low", move || state.seconds.get() <= 10))
            .aria_label(move || text::puzzle_rush_time(&time()))
            .role("timer")
            .child(time),
    ))
}

/// What a rush is.
fn start(state: PuzzleState) -> Element {
    let begin = button(text::puzzle_rush_start(), move || state.start_rush());
    let best = move || match state.progress.with(|progress| progress.best_rush) {
        0 => None,
        best => Some(p().child(text::puzzle_rush_best(best.into()))),
    };
    let card = div().class("card rush-card").child((
        h2().child(text::puzzle_rush()),
        p().class("detail").child(text::puzzle_rush_rules()),
        best,
        begin.class("primary begin"),
    ));
    untitled_exercise(card)
}

fn countdown(state: PuzzleState) -> Element {
    let card = div().class("card rush-card").child((
        h2().child(text::puzzle_rush()),
        p().class("number")
            .aria_hidden("true")
            .child(move || state.seconds.get().to_string()),
        p().class("detail").child(text::puzzle_rush_rules()),
    ));
    untitled_exercise(card)
}

/// The result of a rush.
fn result(state: PuzzleState) -> Element {
    let (score, _) = state.trainer.with_untracked(PuzzleTrainer::rush);
    let best = move || state.progress.with(|progress| progress.best_rush);
    let is_record = move || {
        state
            .is_record
            .get()
            .then(|| span().class("pill won").child(text::puzzle_rush_record()))
    };
    let again = icon_button(icon::REMATCH, text::puzzle_again(), move || {
        state.start_rush();
    });
    let card = div().class("card rush-card").child((
        h2().child(text::puzzle_rush()),
        p().class("number").child((
            span().class("value").child(score.to_string()),
            " ",
            text::puzzle_rush_solved(),
        )),
        p().class("detail").child((
            span().child(move || text::puzzle_rush_best(best().into())),
            " ",
            is_record,
        )),
        again.class("primary again"),
        missed(state),
    ));
    untitled_exercise(card)
}

/// The puzzles that were missed in a rush, to solve them without a clock.
fn missed(state: PuzzleState) -> Option<(Element, Element)> {
    let missed = state
        .trainer
        .with_untracked(|trainer| trainer.missed().to_vec());
    let item = |Missed { shown, is_solved }: Missed| {
        let game_match = Match::with_default_seats(shown.puzzle.game(shown.rules).ok()?);
        let task = text::task(&game_match, &shown, Some(shown.puzzle.length.into()));
        let solved =
            is_solved.then(|| span().class("pill won").child(text::puzzle_missed_solved()));
        let words = (mini_board(game_match), span().child(task), solved);
        let open = move || state.show_missed(shown.clone());
        Some(li().child(button(words, open).class("card")))
    };
    let items: Vec<_> = missed.into_iter().filter_map(item).collect();
    let heading = h3().child(text::puzzle_missed());
    (!items.is_empty()).then(|| (heading, ul().class("missed").child(items)))
}

/// Shares the result of the puzzle of the day, without its solution.
fn share(state: PuzzleState) {
    let (day, result, row) = state.trainer.with_untracked(|trainer| {
        let result = match trainer.feedback() {
            Feedback::Solved {
                first_attempt: true,
                ..
            } => text::puzzle_solved(),
            _ => text::puzzle_solved_later(),
        };
        let puzzle = trainer.puzzle();
        let row = puzzle.map_or_else(String::new, |puzzle| {
            text::result_row(puzzle, trainer.failures(), trainer.right_moves())
        });
        (puzzle.and_then(|puzzle| puzzle.day), result, row)
    });
    let day = day.map_or_else(String::new, browser::day_string);
    let streak = state.progress.with_untracked(|progress| progress.streak);
    let streak = text::puzzle_streak(streak.into());
    let words = text::puzzle_result(&day, result, &streak);
    let url = browser::url_with_fragment("/puzzles");
    let shared = [&words, "\n", &row].concat();
    if browser::can_share() {
        return browser::share(&words, Some(&shared), &url, |_| ());
    }
    browser::copy_to_clipboard(&[&shared, "\n", &url].concat(), move |success| {
        if success {
            state.navigation.inform(text::copied());
        } else {
            state.navigation.notify(text::not_copied());
        }
    });
}
