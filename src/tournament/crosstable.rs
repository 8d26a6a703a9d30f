//! The crosstable: every entrant's score against every other. It can have thousands of
//! cells, so that the table itself has the focus and the event listeners, and a row is
//! rendered again only when it has changed.

use super::{
    games,
    runner::Phase,
    state::{TournamentDialog, scroll_to_top},
};
use crate::{
    components::{
        button::button,
        dom::scroll_into_view,
        html::{Element, bdi, div, p, table, tbody, td, th, thead, tr},
        keyed_list::keyed_list,
    },
    tournament::text,
};
use four_shapes_tournament::{Table, rating::Verdict, report::PairingResult};
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{HtmlTableCellElement, HtmlTableRowElement};

/// A row and a column.
type Position = (usize, usize);

#[derive(Clone, Copy)]
struct Crosstable {
    dialog: TournamentDialog,
    /// The labels of the entrants.
    labels: StoredValue<Vec<String>>,
    /// The entrants in the order of the rows and the columns.
    order: Memo<Vec<usize>>,
    /// The cell selected by the keyboard or the pointer.
    selected: RwSignal<Position>,
}

/// The table, the description of the selected cell and the button that lists its games; and the
/// score in that cell with its interval.
pub(super) fn crosstable(
    dialog: TournamentDialog,
) -> (Element, impl Fn() -> Option<String> + Send + 'static) {
    let labels = |table: &Table| {
        let tournament = table.tournament();
        let entrants = 0..tournament.entrants().len();
        entrants
            .map(|entrant| text::entrant_name(tournament, entrant))
            .collect()
    };
    let crosstable = Crosstable {
        dialog,
        labels: StoredValue::new(dialog.runner.table(labels).unwrap_or_default()),
        order: Memo::new(move |_| order(dialog)),
        selected: RwSignal::new((0, 1)),
    };
    let description = move || {
        crosstable
            .describe(|first, second, result| Some(text::result_of_pairing(first, second, result)))
    };
    let interval = move || crosstable.describe(text::interval_of_pairing);
    let view = div().child((
        div().class("scores").child(crosstable.grid()),
        p().class("detail").child(text::head_to_head_legend()),
        p().class("pairing").child(description),
        button(text::view_games(), move || {
            crosstable.open(crosstable.selected.get_untracked());
        }),
    ));
    (view, interval)
}

/// Returns the entrants in the order of the standings once the tournament is over. While it
/// is running the order does not change, so that cells don't move under the pointer.
fn order(dialog: TournamentDialog) -> Vec<usize> {
    let is_over = dialog.runner.phase() == Phase::Over;
    let order = dialog.runner.report(|report| {
        if is_over {
            let standings = report.standings.iter();
            standings.map(|standing| standing.entrant).collect()
        } else {
            (0..report.standings.len()).collect()
        }
    });
    order.unwrap_or_default()
}

/// Returns the id of a cell's element.
fn cell_id((row, column): Position) -> String {
    format!("cross-{row}-{column}")
}

/// The content and the description of a cell.
struct Cell {
    class: &'static str,
    text: String,
    description: Option<String>,
}

fn cell(name: Option<&str>, opponent: &str, result: Option<PairingResult>) -> Cell {
    let (Some(name), Some(result)) = (name, result) else {
        return Cell {
            class: "empty",
            text: String::new(),
            description: None,
        };
    };
    let class = match result.verdict {
        _ if result.score.games() == 0 => "none",
        Verdict::FirstBetter => "better",
        Verdict::SecondBetter => "worse",
        Verdict::TooClose | Verdict::TooManyRepeats => "uncertain",
    };
    let text = text::cross_cell(result.score);
    let pairing = text::result_of_pairing(name, opponent, &result);
    Cell {
        class,
        // An accessible name begins with the visible text (WCAG 2.5.3).
        description: Some(text::described_cell(&text, &pairing)),
        text,
    }
}

/// Returns the cell that is the target of an event.
fn position_of(event: &web_sys::Event) -> Option<Position> {
    let target: web_sys::Element = event.target()?.dyn_into().ok()?;
    let cell: HtmlTableCellElement = target.closest("td").ok()??.dyn_into().ok()?;
    let row: HtmlTableRowElement = cell.parent_element()?.dyn_into().ok()?;
    // Headings come first.
    let index = |index: i32| usize::try_from(index - 1).ok();
    Some((index(row.row_index())?, index(cell.cell_index())?))
}

impl Crosstable {
    fn grid(self) -> Element {
        let Crosstable {
            order, selected, ..
        } = self;
        let rows = keyed_list(
            move || (0..order.with(Vec::len)).collect(),
            move |number| self.row(number),
        );
        table()
            .class("crosstable")
            .id("tournament-cross")
            .role("grid")
            .aria_label(text::head_to_head())
            .tabindex("0")
            .aria_activedescendant(move || {
                let position = selected.get();
                self.result(position).map(|_| cell_id(position))
            })
            .on(ev::keydown, move |event| self.press(&event))
            .on(ev::click, move |event| {
                if let Some(position) = position_of(&event) {
                    selected.set(position);
                    self.open(position);
                }
            })
            .on(ev::pointerover, move |event| {
                if let Some(position) = position_of(&event) {
                    selected.set(position);
                }
            })
            .child((thead().child(move || self.head()), tbody().child(rows)))
    }

    /// Renders the head with the numbers of the entrants.
    fn head(self) -> Element {
        let columns = self.order.get().into_iter().enumerate();
        let columns = columns.map(|(number, entrant)| {
            let label = self.label(entrant);
            th().scope("col")
                .aria_label(label.clone())
                .title(label)
                .child((number + 1).to_string())
        });
        tr().child((
            th().scope("col").child(text::entrant()),
            columns.collect::<Vec<_>>(),
        ))
    }

    fn row(self, row: usize) -> Element {
        let order = self.order;
        let results = Memo::new(move |_| {
            let columns = 0..order.with(Vec::len);
            let results = columns.map(|column| self.result((row, column)));
            results.collect::<Vec<_>>()
        });
        let selected = Memo::new(move |_| {
            let (at, column) = self.selected.get();
            (at == row).then_some(column)
        });
        let label = move || order.with(|order| Some(self.label(*order.get(row)?)));
        let cells = move || {
            let (order, selected) = (order.get(), selected.get());
            let label = order.get(row).map(|entrant| self.label(*entrant));
            let cells = results.get().into_iter().zip(order).enumerate();
            let cells = cells.map(|(column, (result, opponent))| {
                let shown = cell(label.as_deref(), &self.label(opponent), result);
                td().id(cell_id((row, column)))
                    .class(shown.class)
                    .aria_label(shown.description)
                    .aria_selected((selected == Some(column)).then_some("true"))
                    .child(shown.text)
            });
            cells.collect::<Vec<_>>()
        };
        let heading = th()
            .scope("row")
            .child((format!("{} ", row + 1), bdi().child(label)));
        tr().child((heading, cells))
    }

    fn label(self, entrant: usize) -> String {
        let label = self
            .labels
            .with_value(|labels| labels.get(entrant).cloned());
        label.unwrap_or_default()
    }

    /// Returns the result of a row's entrant against a column's, if they are paired.
    fn result(self, (row, column): Position) -> Option<PairingResult> {
        self.order.with(|order| {
            let (row, column) = (*order.get(row)?, *order.get(column)?);
            let runner = self.dialog.runner;
            runner.report(|report| report.result(row, column))?
        })
    }

    /// Returns the result of the selected cell's row against its column in words.
    fn describe(self, words: fn(&str, &str, &PairingResult) -> Option<String>) -> Option<String> {
        let (row, column) = self.selected.get();
        let result = self.result((row, column))?;
        self.order.with(|order| {
            let (name, opponent) = (
                self.label(*order.get(row)?),
                self.label(*order.get(column)?),
            );
            words(&name, &opponent, &result)
        })
    }

    /// Lists the games of a cell's pairing.
    fn open(self, position: Position) {
        let pairing = untrack(|| {
            let [entrant, opponent] = self.result(position)?.entrants;
            let pairing = |table: &Table| table.tournament().pairing_between(entrant, opponent);
            self.dialog.runner.table(pairing)?
        });
        if let Some(pairing) = pairing {
            games::open(self.dialog, pairing);
            scroll_to_top("#tournament-games");
        }
    }

    fn press(self, event: &ev::KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let (row, column) = self.selected.get_untracked();
        let last = self.order.with_untracked(Vec::len).saturating_sub(1);
        let (row, column) = match &*event.key() {
            "ArrowDown" => (row + 1, column),
            "ArrowUp" => (row.saturating_sub(1), column),
            "ArrowRight" => (row, column + 1),
            "ArrowLeft" => (row, column.saturating_sub(1)),
            "Home" => (row, 0),
            "End" => (row, last),
            "Enter" | " " => {
                event.prevent_default();
                return self.open((row, column));
            }
            _ => return,
        };
        event.prevent_default();
        let position = (row.min(last), column.min(last));
        self.selected.set(position);
        scroll_into_view(document().get_element_by_id(&cell_id(position)).as_ref());
    }
}
