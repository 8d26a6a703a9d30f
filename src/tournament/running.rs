//! How far a tournament is, and what can be done with it meanwhile.

use super::{
    dialog::{Contest, focus_soon, from_top},
    export,
    runner::{Pace, Phase},
    set_up,
};
use crate::components::ui::{El, button, computed, dynamic, focus, html, keyed, nothing};
use crate::tournament::text;
use leptos::prelude::*;

/// The head of the results.
pub(super) fn running(contest: Contest) -> El {
    let hall = contest.hall;
    let about = hall
        .table(|table| text::tournament_title(table.tournament()))
        .unwrap_or_default();
    let done = move || {
        hall.table(|table| (table.done(), table.total()))
            .unwrap_or_default()
    };
    // Drawn a few times a second, and nothing else with it.
    let progress = html("progress")
        .attr("aria-label", text::GAMES_PLAYED)
        .attr_with("max", move || Some(done().1.max(1).to_string()))
        .attr_with("value", move || Some(done().0.to_string()));
    let count = move || {
        let (done, total) = done();
        text::games_done(done, total)
    };
    let pairings = move || {
        contest.standing.with(|standing| {
            let standing = standing.as_ref();
            standing.map_or_else(String::new, |standing| {
                text::pairings_done(standing.finished, standing.pairings)
            })
        })
    };
    let pace = move || match (hall.phase(), hall.pace()) {
        (Phase::Running, Some(pace)) => self::pace(pace),
        (Phase::Paused, _) => text::PAUSED.to_owned(),
        (Phase::Over, _) => text::OVER.to_owned(),
        (Phase::Running, None) => text::BEGINS.to_owned(),
        (Phase::None | Phase::Stuck(_), _) => String::new(),
    };
    let phase = computed(move || format!("{:?}", hall.phase()));
    let stuck = move || match hall.phase() {
        Phase::Stuck(why) => html("div")
            .child(
                html("p")
                    .class("error")
                    .attr("role", "alert")
                    .text(text::stuck(&why)),
            )
            // It may be a bot that is missing.
            .child(set_up::chooser(contest))
            .view(),
        _ => nothing(),
    };
    let goes_on = move || match hall.phase() {
        Phase::Running => html("p").class("detail").text(text::GOES_ON_CLOSED).view(),
        _ => nothing(),
    };
    let stops = RwSignal::new(false);
    html("div")
        .class("running")
        .child(html("p").class("about").text(about))
        .child(progress)
        // Above what changes while games are played: they stay where they are.
        .child(buttons(contest, stops))
        .child(dynamic(move || {
            if stops.get() {
                ask(contest, stops).view()
            } else {
                nothing()
            }
        }))
        .child(
            html("p")
                .class("pace")
                .child(html("span").class("count").text_with(count))
                .child(html("span").text_with(pairings))
                .child(html("span").text_with(pace)),
        )
        .child(announcer(contest))
        .child(keyed(move || phase.get(), stuck))
        .child(keyed(move || phase.get(), goes_on))
}

/// Games a second and the time that is left, as far as they can be known.
fn pace(pace: Pace) -> String {
    #[expect(clippy::cast_sign_loss, reason = "a speed is not negative")]
    let tenths = (pace.speed.clamp(0.0, 1e9) * 10.0).round() as u64;
    text::pace(tenths, pace.left)
}

/// Says how things stand, once, and while games are played at every tenth of them.
fn announcer(contest: Contest) -> El {
    let hall = contest.hall;
    let says = computed(move || {
        let (done, total) = hall
            .table(|table| (table.done(), table.total()))
            .unwrap_or_default();
        let tenth = (done * 10).checked_div(total).unwrap_or(0);
        match hall.phase() {
            Phase::None => String::new(),
            Phase::Running => text::running(tenth * 10),
            Phase::Paused => text::PAUSED.to_owned(),
            Phase::Over => contest.standing.with(|standing| {
                let leader = standing.as_ref().and_then(|standing| standing.leader());
                text::over(leader)
            }),
            Phase::Stuck(why) => text::stuck(&why),
        }
    });
    html("p")
        .class("unseen")
        .attr("aria-live", "polite")
        .text_with(move || says.get())
}

/// Pause and go on, stop, and a new one. The first is one button all the time: whoever
/// has come to it by keyboard stays there when the last game is over.
fn buttons(contest: Contest, stops: RwSignal<bool>) -> El {
    let hall = contest.hall;
    let act = move || match untrack(|| hall.phase()) {
        Phase::Running => hall.pause(),
        Phase::Paused | Phase::Stuck(_) => hall.go_on(),
        Phase::Over | Phase::None => new(contest),
    };
    let name = move || match hall.phase() {
        Phase::Running => text::PAUSE,
        Phase::Paused => text::GO_ON,
        Phase::Stuck(_) => text::TRY_AGAIN,
        Phase::Over | Phase::None => text::NEW_TOURNAMENT,
    };
    let class = move || match hall.phase() {
        Phase::Paused | Phase::Stuck(_) => Some("primary".to_owned()),
        _ => None,
    };
    let first = button("", act)
        .attr("id", "tournament-go")
        .attr_with("class", class)
        .text_with(move || name().to_owned());
    let goes_on = move || !matches!(hall.phase(), Phase::Over | Phase::None);
    let stop = move || {
        if goes_on() {
            return button(text::STOP, move || {
                stops.set(true);
                focus_soon("#tournament-stop button");
            })
            .view();
        }
        stay_in_dialog();
        nothing()
    };
    let large = button(text::LARGE, move || export::toggle_large(contest))
        .attr_with("aria-pressed", move || {
            Some(contest.large.get().to_string())
        });
    html("p")
        .class("buttons")
        .child(first)
        .child(keyed(move || goes_on().to_string(), stop))
        .child(large)
        .child(button(text::CLOSE, move || {
            export::leave_large(contest);
            contest.close();
        }))
}

/// Whoever was at something that is gone now goes on at the first button.
fn stay_in_dialog() {
    request_animation_frame(|| {
        let lost = document()
            .active_element()
            .is_none_or(|at| matches!(at.tag_name().as_str(), "BODY" | "DIALOG"));
        if lost {
            focus("#tournament-go");
        }
    });
}

/// Goes to the set-up of another tournament.
fn new(contest: Contest) {
    export::leave_large(contest);
    contest.sets_up.set(true);
    from_top("#tournament-add");
}

/// Whether the games are really to be forgotten.
fn ask(contest: Contest, stops: RwSignal<bool>) -> El {
    let yes = button(text::STOP_YES, move || {
        export::leave_large(contest);
        stops.set(false);
        contest.hall.stop();
        contest.pairing.set(None);
        from_top("#tournament-add");
    });
    let no = button(text::STOP_NO, move || {
        stops.set(false);
        focus_soon("#tournament-go");
    });
    html("div")
        .attr("id", "tournament-stop")
        .attr("role", "alert")
        .child(html("p").class("warning").text(text::STOP_SURE))
        .child(
            html("p")
                .class("buttons")
                .child(yes)
                .child(no)
                .child(button(text::DOWNLOAD_GAMES, move || export::games(contest))),
        )
}
