//! What each move is worth, and how the game went.

use crate::{
    components::ui::{
        El, button, computed, dynamic, focus, html, keyed, nothing, outward, path, reveal,
        scroll_along, svg,
    },
    game::view_model::{Evaluation, Evaluations},
    game::{
        session::{Command, Session},
        state::{GameState, use_game},
    },
    navigation::{Navigation, Place, use_navigation},
    text,
    workers::{Client, MoveWorth, Said, What, Worth},
};
use four_shapes_engine::Match;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// What is known of the game on the board. It stays when the panel is closed, and so do the
/// worker and what it knows.
#[derive(Clone, Copy)]
struct Study {
    game: GameState,
    navigation: Navigation,
    moves: RwSignal<Vec<MoveWorth>>,
    graph: RwSignal<Vec<Option<Worth>>>,
    /// There may be more to come.
    busy: RwSignal<bool>,
    /// No worker answers.
    failed: RwSignal<bool>,
    /// The evaluations are to be shown on the board as well.
    shown: RwSignal<bool>,
    evaluations: RwSignal<Vec<Evaluation>>,
    /// What the worker has been asked about.
    asked: StoredValue<Option<Match>>,
    client: StoredValue<Option<Client>, LocalStorage>,
}

impl Study {
    /// Asks about the game on the board if that may be shown, in place of what was asked
    /// before.
    fn follow(self) {
        let is_open = self.navigation.is_open(Place::Analysis);
        let wanted = self
            .game
            .peek(|session| (is_open && session.helps()).then(|| session.played().clone()));
        if self.asked.with_value(|asked| *asked == wanted) {
            return;
        }
        self.asked.set_value(wanted.clone());
        self.moves.set(Vec::new());
        self.failed.set(false);
        self.busy.set(wanted.is_some());
        self.show();
        let client = self.client.with_value(Clone::clone);
        match (client, wanted) {
            (Some(client), Some(played)) => client.ask(What::Study, played),
            (Some(client), None) => client.drop(),
            (None, _) => {}
        }
    }

    fn hear(self, said: Option<Said>) {
        match said {
            Some(Said::Moves(moves)) => {
                self.moves.set(moves);
                self.show();
            }
            Some(Said::Graph(graph)) => self.graph.set(graph),
            Some(Said::Done) => self.busy.set(false),
            Some(Said::Thinking(_) | Said::Choice(_) | Said::Advice { .. }) => {}
            None => {
                self.failed.set(true);
                self.busy.set(false);
            }
        }
    }

    /// Lets the board show what is to be shown there.
    fn show(self) {
        let shown = self.shown.get_untracked();
        let evaluations = self.moves.with_untracked(|moves| {
            let moves = moves.iter().filter(|_| shown);
            let evaluation = |m: &MoveWorth| Evaluation {
                cell: m.cell,
                sign: m.worth.good.signum(),
                label: m.worth.label.clone(),
            };
            moves.map(evaluation).collect::<Vec<_>>()
        });
        if self.evaluations.with_untracked(|now| *now != evaluations) {
            self.evaluations.set(evaluations);
        }
    }
}

/// Makes the study, which follows the game as long as the panel is open.
pub(crate) fn start() {
    let game = use_game();
    let Evaluations(evaluations) = expect_context();
    let study = Study {
        game,
        navigation: use_navigation(),
        moves: RwSignal::new(Vec::new()),
        graph: RwSignal::new(Vec::new()),
        busy: RwSignal::new(false),
        failed: RwSignal::new(false),
        shown: RwSignal::new(true),
        evaluations,
        asked: StoredValue::new(None),
        client: StoredValue::new_local(None),
    };
    let client = Client::new(move |said| study.hear(said));
    study.client.set_value(Some(client));
    provide_context(study);
    game.on_event(move |_| study.follow());
}

/// The panel, when it is open.
pub(crate) fn panel() -> AnyView {
    let study: Study = expect_context();
    let (game, navigation) = (study.game, study.navigation);
    study.follow();
    on_cleanup(move || study.follow());
    request_animation_frame(|| reveal("analysis"));
    let shown = html("input")
        .attr("type", "checkbox")
        .prop_with("checked", move || study.shown.get())
        .on("change", move |event| {
            study.shown.set(event_target_checked(&event));
            study.show();
        });
    let about = computed(move || {
        if !game.with(Session::helps) {
            text::ANALYSIS_HIDDEN.to_owned()
        } else if study.failed.get() {
            text::NO_STUDY.to_owned()
        } else if study.busy.get() {
            text::STUDYING.to_owned()
        } else {
            text::STUDIED.to_owned()
        }
    });
    let key = move || game.with(Session::helps).to_string();
    let found = move || {
        if !game.with(Session::helps) {
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
                    .text_with(move || game.with_match(text::graph_means)),
            )
            .child(graph(study))
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
                .child(button(text::CLOSE, move || {
                    navigation.close(Place::Analysis);
                })),
        )
        .child(
            html("p")
                .class("detail")
                .attr("aria-live", "polite")
                .text_with(move || about.get()),
        )
        .child(keyed(key, found))
        .view()
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
fn graph(study: Study) -> AnyView {
    let game = study.game;
    let steps = computed(move || game.with_match(|played| played.game().steps().len().to_string()));
    let here =
        computed(move || game.with_match(|played| format!("step-{}", played.game().cursor())));
    outward(move || {
        let here = here.get();
        request_animation_frame(move || scroll_along(&here));
    });
    let key = move || steps.get();
    let bars = move || {
        let steps = game.peek_match(|played| played.game().steps().len());
        let bars = (0..=steps).map(|step| html("li").child(bar(study, step, steps)));
        html("ol")
            .class("graph")
            .attr("aria-label", text::GAME_SO_FAR)
            .children(bars)
            .view()
    };
    keyed(key, bars)
}

fn bar(study: Study, step: usize, last: usize) -> El {
    let game = study.game;
    let here = move || game.with_match(|played| played.game().cursor() == step);
    let worth = move || study.graph.with(|graph| graph.get(step).cloned().flatten());
    let name = move || {
        let before = game.with_match(|played| text::step(played, step));
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
        .on("click", move |_| game.send(Command::GoTo(step)))
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
            game.send(Command::GoTo(to));
            focus(&format!("#step-{to}"));
        })
        .child(dynamic(drawn))
}
