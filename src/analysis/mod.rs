//! What each move is worth, and how the game went.

use crate::{
    bridge::{self, Request, Worths},
    components::ui::{
        El, button, computed, dynamic, focus, html, keyed, nothing, outward, path, reveal,
        scroll_along, svg,
    },
    game::session::Command,
    sheets::far::{ANALYSIS, Far},
    text,
    workers::{Client, MoveWorth, Said, What, Worth},
};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// What is known of the game on the board.
#[derive(Clone, Copy)]
struct Study {
    moves: RwSignal<Vec<MoveWorth>>,
    graph: RwSignal<Vec<Option<Worth>>>,
    /// There may be more to come.
    busy: RwSignal<bool>,
    /// No worker answers.
    failed: RwSignal<bool>,
    /// The moves' worth is to be shown on the board as well.
    shown: RwSignal<bool>,
}

/// The panel, when it is open.
pub(crate) fn analysis(far: Far) -> AnyView {
    let study = Study {
        moves: RwSignal::new(Vec::new()),
        graph: RwSignal::new(Vec::new()),
        busy: RwSignal::new(false),
        failed: RwSignal::new(false),
        shown: RwSignal::new(true),
    };
    let client = Client::new(move |said| match said {
        Some(Said::Moves(moves)) => study.moves.set(moves),
        Some(Said::Graph(graph)) => study.graph.set(graph),
        Some(Said::Done) => study.busy.set(false),
        Some(Said::Thinking(_) | Said::Choice(_) | Said::Advice { .. }) => {}
        None => {
            study.failed.set(true);
            study.busy.set(false);
        }
    });
    let is_open = move || far.panel() == ANALYSIS && far.may_help();
    // What is asked follows the game on the board as long as the panel is open.
    let mut asked = None;
    outward(move || {
        let wanted = is_open().then(|| far.with(Clone::clone));
        if asked == wanted {
            return;
        }
        study.moves.set(Vec::new());
        study.failed.set(false);
        study.busy.set(wanted.is_some());
        match &wanted {
            Some(played) => client.ask(What::Study, played.clone()),
            None => client.drop(),
        }
        asked = wanted;
    });
    outward(move || {
        let shown = is_open() && study.shown.get();
        let worths = study.moves.with(|moves| {
            let moves = moves.iter().filter(|_| shown);
            let worth = |m: &MoveWorth| (m.cell, m.worth.good.signum(), m.worth.label.clone());
            Worths(moves.map(worth).collect())
        });
        bridge::sheets::send(&Request::Worths(worths));
    });
    dynamic(move || {
        if far.panel() == ANALYSIS {
            request_animation_frame(|| reveal("analysis"));
            panel(far, study).view()
        } else {
            nothing()
        }
    })
}

fn panel(far: Far, study: Study) -> El {
    let shown = html("input")
        .attr("type", "checkbox")
        .prop_with("checked", move || study.shown.get())
        .on("change", move |event| {
            study.shown.set(event_target_checked(&event));
        });
    let about = computed(move || {
        if !far.may_help() {
            text::ANALYSIS_HIDDEN.to_owned()
        } else if study.failed.get() {
            text::NO_STUDY.to_owned()
        } else if study.busy.get() {
            text::STUDYING.to_owned()
        } else {
            text::STUDIED.to_owned()
        }
    });
    let key = move || far.may_help().to_string();
    let found = move || {
        if !far.may_help() {
            return nothing();
        }
        let table = dynamic(move || table(&study.moves.get()).view());
        html("div")
            .class("found")
            .child(table)
            .child(
                html("p")
                    .class("detail")
                    .text_with(move || study.moves.with(|moves| text::scores_mean(moves))),
            )
            .child(html("h2").text(text::GAME_SO_FAR))
            .child(
                html("p")
                    .class("detail")
                    .text_with(move || far.with(text::graph_means)),
            )
            .child(graph(far, study))
            .view()
    };
    html("section")
        .class("panel")
        .attr("id", "analysis")
        .attr("aria-label", text::ANALYSIS)
        .child(
            html("div")
                .class("row")
                .child(
                    html("label")
                        .class("choice")
                        .child(shown)
                        .text(text::SHOW_ON_BOARD),
                )
                .child(button(text::CLOSE, move || far.close_panel())),
        )
        .child(
            html("p")
                .class("detail")
                .attr("aria-live", "polite")
                .text_with(move || about.get()),
        )
        .child(keyed(key, found))
}

/// The moves, the best ones first as far as they are known.
fn table(moves: &[MoveWorth]) -> El {
    if moves.is_empty() {
        return html("p");
    }
    let mut moves = moves.to_vec();
    moves.sort_by_key(|m| (std::cmp::Reverse(m.best), std::cmp::Reverse(m.worth.good)));
    moves.truncate(MOST);
    if moves.len() < MOST {
        moves.sort_by_key(|m| m.cell);
    }
    let heading = |text: &'static str| html("th").attr("scope", "col").text(text);
    let row = |m: &MoveWorth| {
        let name = text::move_name(m.cell);
        html("tr")
            .attr("class", if m.best { "best" } else { "other" })
            .child(html("th").attr("scope", "row").text(name))
            .child(html("td").class("score").text(m.worth.label.clone()))
            .child(html("td").text(text::worth(&m.worth, m.best)))
    };
    html("table")
        .class("worths")
        .child(html("thead").child(html("tr").children(text::WORTH_COLUMNS.map(heading))))
        .child(html("tbody").children(moves.iter().map(row)))
}

/// Of many moves, so many are shown.
const MOST: usize = 15;

/// A bar for each position of the game, up for who had the first move. It is one stop of
/// the tab key.
fn graph(far: Far, study: Study) -> AnyView {
    let steps = computed(move || far.with(|played| played.game().steps().len().to_string()));
    let here = computed(move || far.with(|played| format!("step-{}", played.game().cursor())));
    outward(move || {
        let here = here.get();
        request_animation_frame(move || scroll_along(&here));
    });
    let key = move || steps.get();
    let bars = move || {
        let steps = far.peek(|played| played.game().steps().len());
        let bars = (0..=steps).map(|step| html("li").child(bar(far, study, step, steps)));
        html("ol")
            .class("graph")
            .attr("aria-label", text::GAME_SO_FAR)
            .children(bars)
            .view()
    };
    keyed(key, bars)
}

fn bar(far: Far, study: Study, step: usize, last: usize) -> El {
    let here = move || far.with(|played| played.game().cursor() == step);
    let worth = move || study.graph.with(|graph| graph.get(step).cloned().flatten());
    let name = move || {
        let before = far.with(|played| text::step(played, step));
        match worth() {
            Some(worth) => format!("{before}: {}", text::worth(&worth, false)),
            None => before,
        }
    };
    let drawn = move || {
        let worth = worth();
        let (good, proved) = worth.map_or((0, false), |worth| (worth.good, worth.proved));
        let tone = match good {
            1.. => "up",
            0 => "even",
            _ => "down",
        };
        // Even and nearly even can be seen as well.
        let height = i16::from(good.unsigned_abs()).max(6) * if good < 0 { -1 } else { 1 };
        let class = if proved {
            tone.to_owned()
        } else {
            format!("{tone} guess")
        };
        svg("0 0 10 200")
            .attr("preserveAspectRatio", "none")
            .child(path(format!("M1 100h8v{}h-8z", -height)).class(class))
            .view()
    };
    html("button")
        .attr("type", "button")
        .attr("id", format!("step-{step}"))
        .attr_with("tabindex", move || {
            Some(if here() { "0" } else { "-1" }.to_owned())
        })
        .attr_with("aria-current", move || here().then(|| "step".to_owned()))
        .attr_with("aria-label", move || Some(name()))
        .attr_with("title", move || Some(name()))
        .on("click", move |_| far.send(Command::GoTo(step)))
        .on("keydown", move |event| {
            let Some(event) = event.dyn_ref::<web_sys::KeyboardEvent>() else {
                return;
            };
            let to = match &*event.key() {
                "ArrowLeft" => step.saturating_sub(1),
                "ArrowRight" => (step + 1).min(last),
                "Home" => 0,
                "End" => last,
                _ => return,
            };
            event.prevent_default();
            far.send(Command::GoTo(to));
            focus(&format!("#step-{to}"));
        })
        .child(dynamic(drawn))
}
