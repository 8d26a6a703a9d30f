//! The progress of the tournament and its buttons.

use super::{
    export,
    runner::{Phase, Speed, TournamentRunner},
    setup::{self, ADDERS},
    state::{TournamentDialog, scroll_to_top},
};
use crate::{
    components::{
        button::button,
        dom::{focus, focus_match_soon},
        html::{self, Element, div, p, span},
    },
    tournament::text,
};
use four_shapes_tournament::{Table, report::Report};
use leptos::{ev, prelude::*};

const FIRST_BUTTON: &str = "tournament-go";

/// Renders the head of the results.
pub(super) fn progress(dialog: TournamentDialog) -> Element {
    let runner = dialog.runner;
    let confirming = RwSignal::new(false);
    let problem = move || match runner.phase() {
        Phase::Stuck(why) => Some(problem(dialog, &why)),
        _ => None,
    };
    let goes_on_closed = move || {
        let is_running = runner.phase() == Phase::Running;
        is_running.then(|| p().class("detail").child(text::tournament_in_background()))
    };
    let confirm = move || confirming.get().then(|| confirm_stop(dialog, confirming));
    div().class("running").child((
        html::progress()
            .class(("over", move || runner.phase() == Phase::Over))
            .aria_label(text::games_played())
            .max(move || progress_of(runner).1.max(1).to_string())
            .value(move || progress_of(runner).0.to_string()),
        // Above the changing text, so that they don't move.
        buttons(dialog, confirming),
        confirm,
        progress_line(runner),
        p().class("visually-hidden")
            .aria_live("polite")
            .child(move || announcement(runner)),
        problem,
        goes_on_closed,
    ))
}

/// Renders the reason why the tournament cannot continue.
fn problem(dialog: TournamentDialog, reason: &str) -> Element {
    div().child((
        p().class("error")
            .role("alert")
            .child(text::tournament_stuck(reason)),
        // A bot may be missing.
        setup::bot_chooser(dialog),
    ))
}

/// Returns the number of finished games and of all games.
fn progress_of(runner: TournamentRunner) -> (u64, u64) {
    let progress = |table: &Table| (table.played(), table.tournament().game_count());
    runner.table(progress).unwrap_or_default()
}

/// Renders the number of finished games, and the speed.
fn progress_line(runner: TournamentRunner) -> Element {
    let count = move || {
        let (done, total) = progress_of(runner);
        text::games_done(done, total)
    };
    let status = move || match (runner.phase(), runner.speed()) {
        (Phase::Running, Some(speed)) => describe_speed(speed),
        (Phase::Paused, _) => text::tournament_paused().to_owned(),
        (Phase::Over, _) => text::tournament_complete().to_owned(),
        (Phase::Running, None) => text::tournament_starting().to_owned(),
        (Phase::None | Phase::Stuck(_), _) => String::new(),
    };
    p().class("progress")
        .child((span().class("count").child(count), span().child(status)))
}

/// Describes the games per second and the remaining time.
fn describe_speed(speed: Speed) -> String {
    #[expect(clippy::cast_sign_loss, reason = "a speed is not negative")]
    let tenths = (speed.games_per_second.clamp(0.0, 1e9) * 10.0).round() as u64;
    text::speed_of(tenths, speed.seconds_left)
}

/// Returns the announcement for screen readers: the phase, and while games are played every
/// tenth of them.
fn announcement(runner: TournamentRunner) -> String {
    match runner.phase() {
        Phase::None => String::new(),
        Phase::Running => {
            let (done, total) = progress_of(runner);
            let tenth = (done * 10).checked_div(total).unwrap_or(0);
            text::progress(tenth * 10)
        }
        Phase::Paused => text::tournament_paused().to_owned(),
        Phase::Over => {
            let completed = |report: &Report| {
                let leader = report.leader();
                {
                    let leader =
                        leader.map(|leader| text::entrant_name(&report.tournament, leader));
                    text::completed(leader.as_deref())
                }
            };
            runner
                .report(completed)
                .unwrap_or_else(|| text::completed(None))
        }
        Phase::Stuck(why) => text::tournament_stuck(&why),
    }
}

/// Renders the buttons. The first one is the same element in all phases, so that it keeps the
/// focus when the tournament ends.
fn buttons(dialog: TournamentDialog, confirming: RwSignal<bool>) -> Element {
    let runner = dialog.runner;
    let act = move || match untrack(|| runner.phase()) {
        Phase::Running => runner.pause(),
        Phase::Paused | Phase::Stuck(_) => runner.resume(),
        Phase::Over | Phase::None => new_tournament(dialog),
    };
    let name = move || match runner.phase() {
        Phase::Running => text::pause(),
        Phase::Paused => text::resume(),
        Phase::Stuck(_) => text::try_again(),
        Phase::Over | Phase::None => text::new_tournament(),
    };
    let is_waiting = move || matches!(runner.phase(), Phase::Paused | Phase::Stuck(_));
    let first = html::button()
        .r#type("button")
        .id(FIRST_BUTTON)
        .class(("primary", is_waiting))
        .on(ev::click, move |_| act())
        .child(name);
    let is_unfinished = Memo::new(move |_| !matches!(runner.phase(), Phase::Over | Phase::None));
    let stop = move || {
        is_unfinished.get().then(|| {
            button(text::stop(), move || {
                confirming.set(true);
                focus_match_soon("#tournament-stop button");
            })
        })
    };
    Effect::new(move || {
        if !is_unfinished.get() {
            restore_focus();
        }
    });
    let large = button(text::full_screen(), move || export::toggle_enlarged(dialog))
        .class("enlarge")
        .aria_pressed(move || dialog.enlarged.get().to_string());
    p().class("buttons").child((first, stop, large))
}

/// Moves the focus to the first button if the focused element was removed.
fn restore_focus() {
    request_animation_frame(|| {
        let lost = document()
            .active_element()
            .is_none_or(|at| matches!(at.tag_name().as_str(), "BODY" | "DIALOG"));
        if lost {
            focus(&["#", FIRST_BUTTON].concat());
        }
    });
}

/// Shows the setup of a new tournament.
fn new_tournament(dialog: TournamentDialog) {
    export::leave_enlarged(dialog);
    dialog.show_setup();
    scroll_to_top(ADDERS);
}

/// Renders the confirmation before the games are deleted.
fn confirm_stop(dialog: TournamentDialog, confirming: RwSignal<bool>) -> Element {
    let yes = button(text::stop_confirm(), move || {
        export::leave_enlarged(dialog);
        confirming.set(false);
        dialog.runner.stop();
        dialog.pairing.set(None);
        scroll_to_top(ADDERS);
    });
    let no = button(text::cancel(), move || {
        confirming.set(false);
        focus_match_soon("#tournament-go");
    });
    let download = button(text::games_text(), move || export::games(dialog));
    div().id("tournament-stop").role("alert").child((
        p().class("warning").child(text::stop_question()),
        p().class("buttons").child((yes, no, download)),
    ))
}
