//! How far a tournament is, and what can be done with it meanwhile.

use super::{
    export,
    runner::{Pace, Phase, TournamentRunner},
    set_up,
    state::{TournamentDialog, focus_soon, from_top},
};
use crate::components::html::{self, Element, div, p, progress, span};
use crate::components::{button::button, dom::focus};
use crate::tournament::text;
use four_shapes_engine::tournament::{Table, report::Report};
use leptos::{ev, prelude::*};

const FIRST_BUTTON: &str = "tournament-go";

/// The head of the results.
pub(super) fn running(dialog: TournamentDialog) -> Element {
    let runner = dialog.runner;
    let title = runner.table(|table| text::tournament_title(table.tournament()));
    let confirming = RwSignal::new(false);
    let problem = move || match runner.phase() {
        Phase::Stuck(why) => Some(problem(dialog, &why)),
        _ => None,
    };
    let goes_on_closed = move || {
        let is_running = runner.phase() == Phase::Running;
        is_running.then(|| {
            let words = p().class("detail").child(text::GOES_ON_CLOSED);
            words.into_any()
        })
    };
    let confirm = move || confirming.get().then(|| confirm_stop(dialog, confirming));
    div().class("running").child((
        p().class("about").child(title.unwrap_or_default()),
        progress()
            .aria_label(text::GAMES_PLAYED)
            .max(move || Some(done(runner).1.max(1).to_string()))
            .value(move || Some(done(runner).0.to_string())),
        // Above what changes while games are played: they stay where they are.
        buttons(dialog, confirming),
        confirm,
        pace(runner),
        p().class("unseen")
            .aria_live("polite")
            .child(move || announcement(runner)),
        problem,
        goes_on_closed,
    ))
}

/// Why it can't go on.
fn problem(dialog: TournamentDialog, why: &str) -> AnyView {
    div()
        .child((
            p().class("error").role("alert").child(text::stuck(why)),
            // It may be a bot that is missing.
            set_up::bot_chooser(dialog),
        ))
        .into_any()
}

/// How many games are over, and of how many.
fn done(runner: TournamentRunner) -> (u64, u64) {
    let done = |table: &Table| (table.played(), table.tournament().total());
    runner.table(done).unwrap_or_default()
}

/// Games and pairings that are over, and how long the others take.
fn pace(runner: TournamentRunner) -> Element {
    let count = move || {
        let (done, total) = done(runner);
        text::games_done(done, total)
    };
    let pairings = move || {
        let words = |report: &Report| {
            text::pairings_done(report.finished_pairings(), report.pairings.len())
        };
        runner.report(words).unwrap_or_default()
    };
    let pace = move || match (runner.phase(), runner.pace()) {
        (Phase::Running, Some(pace)) => speed(pace),
        (Phase::Paused, _) => text::PAUSED.to_owned(),
        (Phase::Over, _) => text::OVER.to_owned(),
        (Phase::Running, None) => text::BEGINS.to_owned(),
        (Phase::None | Phase::Stuck(_), _) => String::new(),
    };
    p().class("pace").child((
        span().class("count").child(count),
        span().child(pairings),
        span().child(pace),
    ))
}

/// Games a second and the time that is left, as far as they can be known.
fn speed(pace: Pace) -> String {
    #[expect(clippy::cast_sign_loss, reason = "a speed is not negative")]
    let tenths = (pace.speed.clamp(0.0, 1e9) * 10.0).round() as u64;
    text::pace(tenths, pace.left)
}

/// How things stand, said once, and while games are played at every tenth of them.
fn announcement(runner: TournamentRunner) -> String {
    match runner.phase() {
        Phase::None => String::new(),
        Phase::Running => {
            let (done, total) = done(runner);
            let tenth = (done * 10).checked_div(total).unwrap_or(0);
            text::running(tenth * 10)
        }
        Phase::Paused => text::PAUSED.to_owned(),
        Phase::Over => {
            let words = |report: &Report| {
                let leader = report.leader();
                text::over(leader.map(|leader| report.tournament.label(leader)))
            };
            runner.report(words).unwrap_or_else(|| text::over(None))
        }
        Phase::Stuck(why) => text::stuck(&why),
    }
}

/// Pause and go on, stop, and a new one. The first is one button all the time: whoever
/// has come to it by keyboard stays there when the last game is over.
fn buttons(dialog: TournamentDialog, confirming: RwSignal<bool>) -> Element {
    let runner = dialog.runner;
    let act = move || match untrack(|| runner.phase()) {
        Phase::Running => runner.pause(),
        Phase::Paused | Phase::Stuck(_) => runner.resume(),
        Phase::Over | Phase::None => new(dialog),
    };
    let name = move || match runner.phase() {
        Phase::Running => text::pause(),
        Phase::Paused => text::resume(),
        Phase::Stuck(_) => text::try_again(),
        Phase::Over | Phase::None => text::NEW_TOURNAMENT,
    };
    let is_waiting = move || matches!(runner.phase(), Phase::Paused | Phase::Stuck(_));
    let first = html::button()
        .r#type("button")
        .id(FIRST_BUTTON)
        .class(move || is_waiting().then_some("primary"))
        .on(ev::click, move |_| act())
        .child(name);
    let is_unfinished = Memo::new(move |_| !matches!(runner.phase(), Phase::Over | Phase::None));
    let stop = move || {
        is_unfinished.get().then(|| {
            let stop = button(text::STOP, move || {
                confirming.set(true);
                focus_soon("#tournament-stop button");
            });
            stop.into_any()
        })
    };
    Effect::new(move || {
        if !is_unfinished.get() {
            stay_in_dialog();
        }
    });
    let large = button(text::LARGE, move || export::toggle_large(dialog))
        .aria_pressed(move || Some(dialog.large.get().to_string()));
    let close = button(text::close(), move || {
        export::leave_large(dialog);
        dialog.close();
    });
    p().class("buttons").child((first, stop, large, close))
}

/// Moves the focus to the first button if what had it is gone.
fn stay_in_dialog() {
    request_animation_frame(|| {
        let lost = document()
            .active_element()
            .is_none_or(|at| matches!(at.tag_name().as_str(), "BODY" | "DIALOG"));
        if lost {
            focus(&["#", FIRST_BUTTON].concat());
        }
    });
}

/// Goes to the set-up of another tournament.
fn new(dialog: TournamentDialog) {
    export::leave_large(dialog);
    dialog.sets_up.set(true);
    from_top("#tournament-add");
}

/// Whether the games are really to be forgotten.
fn confirm_stop(dialog: TournamentDialog, confirming: RwSignal<bool>) -> AnyView {
    let yes = button(text::STOP_YES, move || {
        export::leave_large(dialog);
        confirming.set(false);
        dialog.runner.stop();
        dialog.pairing.set(None);
        from_top("#tournament-add");
    });
    let no = button(text::STOP_NO, move || {
        confirming.set(false);
        focus_soon("#tournament-go");
    });
    let download = button(text::DOWNLOAD_GAMES, move || export::games(dialog));
    div()
        .id("tournament-stop")
        .role("alert")
        .child((
            p().class("warning").child(text::STOP_SURE),
            p().class("buttons").child((yes, no, download)),
        ))
        .into_any()
}
