//! What a tournament has come to: ranking, chart, crosstable.

use super::{
    chart::chart,
    dialog::{Contest, from_top},
    export,
    runner::Phase,
    running,
};
use crate::tournament::text;
use crate::{
    components::ui::{El, button, computed, dynamic, html, keyed, outward},
    device,
    tournament::standings::{Meeting, Row, Standing},
};
use four_shapes_engine::tournament::{
    rating::{Rater, Verdict},
    report::tallies,
};
use leptos::prelude::*;
use std::{sync::Arc, time::Duration};

/// How long what is shown stays as it is while games are played.
const PATIENCE: Duration = Duration::from_secs(1);

/// Keeps the standing up to date as long as the dialog is open: at once when a tournament
/// begins, pauses or ends, and else about once a second.
pub(super) fn follow(contest: Contest) {
    let hall = contest.hall;
    let (waits, works) = (StoredValue::new(false), StoredValue::new(false));
    // Something has changed since the latest look.
    let stale = StoredValue::new(false);
    let look = move || {
        stale.set_value(true);
        if works.get_value() {
            return;
        }
        works.set_value(true);
        device::spawn(async move {
            // The dialog may be closed meanwhile.
            while stale.try_update_value(std::mem::take) == Some(true) {
                work_out(contest).await;
            }
            let _ = works.try_set_value(false);
        });
    };
    let mut before = None;
    outward(move || {
        let phase = hall.phase();
        hall.table(|_| ());
        let has_changed = before.as_ref() != Some(&phase);
        let is_running = phase == Phase::Running;
        before = Some(phase);
        if has_changed || !is_running {
            return look();
        }
        if waits.get_value() {
            return;
        }
        waits.set_value(true);
        let later = move || {
            if waits.try_set_value(false).is_none() {
                look();
            }
        };
        set_timeout(later, PATIENCE);
    });
}

/// Works out what the games have come to. Many entrants are rated in slices, so that the
/// page never stands still.
async fn work_out(contest: Contest) {
    /// In milliseconds.
    const SLICE: f64 = 12.0;
    let hall = contest.hall;
    let tallies = untrack(|| hall.table(|table| (table.entrants(), tallies(table))));
    let Some((entrants, tallies)) = tallies else {
        return contest.standing.set(None);
    };
    let rater = Rater::new(entrants, &tallies);
    let mut estimates = Vec::new();
    let mut began = js_sys::Date::now();
    for entrant in 0..entrants {
        if js_sys::Date::now() - began > SLICE {
            device::sleep(0).await;
            began = js_sys::Date::now();
        }
        estimates.push(rater.rate(entrant));
    }
    let ratings = rater.ratings(estimates);
    // Another tournament may have begun meanwhile.
    let standing = untrack(|| {
        hall.table(|table| (table.entrants() == entrants).then(|| Standing::of(table, &ratings)))
    });
    let standing = standing.flatten().map(Arc::new);
    if contest
        .standing
        .with_untracked(|before| *before != standing)
    {
        contest.standing.set(standing);
    }
}

/// All results, and how far they are.
pub(super) fn results(contest: Contest) -> AnyView {
    let of = move |read: fn(&Standing) -> AnyView| {
        move || {
            contest.standing.with(|standing| {
                standing
                    .as_ref()
                    .map_or_else(crate::components::ui::nothing, |standing| read(standing))
            })
        }
    };
    let facts = computed(move || {
        contest.standing.with(|standing| {
            let standing = standing.as_deref();
            standing.map_or_else(String::new, |standing| text::facts(standing).join("\n"))
        })
    });
    let facts = move || {
        let facts = facts.get();
        let lines = facts.lines().map(|line| html("li").text(line.to_owned()));
        html("ul").class("facts").children(lines).view()
    };
    html("div")
        .class("contest")
        .child(running::running(contest))
        .child(
            html("section")
                .class("ranked")
                .child(html("h3").text(text::RANKING))
                .child(ranking(contest)),
        )
        .child(
            html("section")
                .class("charted")
                .child(html("h3").attr("aria-hidden", "true").text(text::CHART))
                .child(dynamic(of(|standing| chart(standing).view()))),
        )
        .child(
            html("section")
                .class("crossed")
                .child(html("h3").text(text::CROSSTABLE))
                .child(crosstable(contest)),
        )
        .child(
            html("section")
                .class("told")
                .child(html("h3").text(text::FACTS))
                .child(dynamic(facts)),
        )
        .child(export::downloads(contest))
        .view()
}

/// A part of the page that is drawn again when a part of the standing differs.
fn part(
    contest: Contest,
    key: impl Fn(&Standing) -> String + Send + Sync + 'static,
    draw: impl Fn(&Standing) -> El + Send + 'static,
) -> AnyView {
    let standing = contest.standing;
    keyed(
        move || standing.with(|standing| standing.as_deref().map_or_else(String::new, &key)),
        move || {
            standing.with(|standing| {
                let drawn = standing.as_deref().map(&draw);
                drawn.map_or_else(crate::components::ui::nothing, El::view)
            })
        },
    )
}

/// A table that is scrolled where it is too wide.
fn scrolled(name: &'static str, table: El) -> El {
    html("div")
        .class("scores")
        .attr("role", "region")
        .attr("aria-label", name)
        .attr("tabindex", "0")
        .child(table)
}

fn ranking(contest: Contest) -> El {
    let head = |name: &'static str| html("th").attr("scope", "col").text(name);
    let row = |standing: &Standing, row: &Row| {
        let cells = text::ranking_cells(row);
        let label = standing.labels[row.entrant].clone();
        let mut cells = cells.into_iter().map(|cell| html("td").text(cell));
        html("tr")
            .children(cells.next())
            .child(
                html("th")
                    .attr("scope", "row")
                    .child(html("bdi").text(label)),
            )
            .children(cells)
    };
    let key = |standing: &Standing| {
        let row = |row: &Row| format!("{:?}", (row.entrant, text::ranking_cells(row)));
        standing.ranking.iter().map(row).collect()
    };
    let rows = move |standing: &Standing| {
        let rows = standing.ranking.iter().map(|ranked| row(standing, ranked));
        html("table")
            .class("ranking")
            .child(html("thead").child(html("tr").children(text::RANKING_COLUMNS.map(head))))
            .child(html("tbody").children(rows))
    };
    scrolled(text::RANKING, html("div").child(part(contest, key, rows)))
}

/// In which order the crosstable has the entrants: while games are played always the
/// same, so that nothing moves away from under the pointer.
fn order(contest: Contest, standing: &Standing) -> Vec<usize> {
    if contest.hall.phase() == Phase::Over {
        standing.order()
    } else {
        (0..standing.labels.len()).collect()
    }
}

/// The class of a cell, and the sign in it beside the number.
fn look(meeting: Meeting) -> (&'static str, &'static str) {
    if meeting.score.games() == 0 {
        return ("none", "");
    }
    match meeting.verdict {
        Verdict::FirstBetter => ("better", ""),
        Verdict::SecondBetter => ("worse", ""),
        Verdict::TooClose | Verdict::Repeats => ("close", "~"),
    }
}

/// Everyone's score against everyone. The table keeps the focus and says at which of
/// its cells it is, so that rows can be drawn anew.
fn crosstable(contest: Contest) -> El {
    let at = RwSignal::new((0_usize, 1_usize));
    let standing = contest.standing;
    let count = move || {
        standing.with(|standing| {
            standing
                .as_ref()
                .map_or(0, |standing| standing.labels.len())
        })
    };
    // What is said of the cell that the keys or the pointer have come to.
    let said = move || {
        standing.with(|standing| {
            let standing = standing.as_deref()?;
            let order = order(contest, standing);
            let (row, column) = at.get();
            let (row, column) = (*order.get(row)?, *order.get(column)?);
            let meeting = standing.meetings[row][column]?;
            Some(text::meeting(
                &standing.labels[row],
                &standing.labels[column],
                &meeting,
            ))
        })
    };
    let open = move |(row, column): (usize, usize)| {
        let pairing = standing.with_untracked(|standing| {
            let standing = standing.as_deref()?;
            let order = untrack(|| order(contest, standing));
            let (row, column) = (*order.get(row)?, *order.get(column)?);
            Some(standing.meetings[row][column]?.pairing)
        });
        if let Some(pairing) = pairing {
            contest.listed.update(|listed| drop(listed.back()));
            contest.pairing.set(Some(pairing));
            from_top("#tournament-games");
        }
    };
    let head_key =
        move |standing: &Standing| format!("{:?}{:?}", order(contest, standing), standing.labels);
    let rows = move |standing: &Standing| {
        let order = order(contest, standing);
        let rows = (0..order.len()).map(|place| cross_row(standing, &order, place));
        html("tbody").children(rows)
    };
    follow_cells(contest);
    follow_selection(contest, at);
    let table = html("table")
        .class("cross")
        .attr("id", "tournament-cross")
        .attr("role", "grid")
        .attr("aria-label", text::CROSSTABLE)
        .attr("tabindex", "0")
        .attr_with("aria-activedescendant", move || {
            let at = at.get();
            said().map(|_| cell_id(at))
        })
        .on("keydown", move |event| {
            let last = untrack(count).saturating_sub(1);
            match key(&event, at.get_untracked(), last) {
                Some(Key::Open) => open(at.get_untracked()),
                Some(Key::To(to)) => {
                    at.set(to);
                    crate::components::ui::reveal(&cell_id(to));
                }
                None => {}
            }
        })
        .on("click", move |event| {
            if let Some(place) = export::cell_of(&event) {
                at.set(place);
                open(place);
            }
        })
        .on("pointerover", move |event| {
            if let Some(place) = export::cell_of(&event) {
                at.set(place);
            }
        })
        .child(
            html("thead").child(part(contest, head_key, move |standing| {
                cross_head(standing, &order(contest, standing))
            })),
        )
        .child(part(contest, head_key, rows));
    html("div")
        .child(html("p").class("detail").text(text::CROSSTABLE_EXPLAINED))
        .child(html("div").class("scores").child(table))
        .child(
            html("p")
                .class("meeting")
                .text_with(move || said().unwrap_or_default()),
        )
        .child(button(text::SHOW_GAMES, move || open(at.get_untracked())))
}

/// What a key does in the crosstable.
enum Key {
    To((usize, usize)),
    Open,
}

/// What a key does at a place of the crosstable; `last` is that of its last row.
fn key(event: &web_sys::Event, (row, column): (usize, usize), last: usize) -> Option<Key> {
    let (row, column) = match &*export::key(event)? {
        "ArrowDown" => (row + 1, column),
        "ArrowUp" => (row.saturating_sub(1), column),
        "ArrowRight" => (row, column + 1),
        "ArrowLeft" => (row, column.saturating_sub(1)),
        "Home" => (row, 0),
        "End" => (row, last),
        "Enter" | " " => {
            event.prevent_default();
            return Some(Key::Open);
        }
        _ => return None,
    };
    event.prevent_default();
    Some(Key::To((row.min(last), column.min(last))))
}

/// The id of a cell's element, by its row and column.
fn cell_id((row, column): (usize, usize)) -> String {
    format!("cross-{row}-{column}")
}

/// What a cell shows: its class, its text, and what is said of it.
fn cell(standing: &Standing, row: usize, column: usize) -> (&'static str, String, String) {
    let Some(meeting) = standing.meetings[row][column] else {
        return ("nobody", "·".to_owned(), String::new());
    };
    let (class, sign) = look(meeting);
    let [name, other] = [row, column].map(|entrant| &*standing.labels[entrant]);
    (
        class,
        text::cross_cell(meeting.score, sign),
        text::meeting(name, other, &meeting),
    )
}

/// Marks the cell that the keys or the pointer have come to, by hand: there may be
/// thousands.
fn follow_selection(contest: Contest, at: RwSignal<(usize, usize)>) {
    let mut before = (0, 0);
    outward(move || {
        // Also of cells that are drawn anew.
        contest.standing.with(|_| ());
        let now = at.get();
        for (place, selected) in [(before, "false"), (now, "true")] {
            export::set_attribute(&cell_id(place), "aria-selected", selected);
        }
        before = now;
    });
}

/// The numbers of the entrants, above their columns.
fn cross_head(standing: &Standing, order: &[usize]) -> El {
    let columns = order.iter().enumerate().map(|(number, entrant)| {
        let label = &standing.labels[*entrant];
        html("th")
            .attr("scope", "col")
            .attr("aria-label", label.clone())
            .attr("title", label.clone())
            .text((number + 1).to_string())
    });
    html("tr")
        .child(html("th").attr("scope", "col").text(text::ENTRANT))
        .children(columns)
}

/// Changes the cells whose games have changed, by hand: of thousands only a few have.
fn follow_cells(contest: Contest) {
    let mut drawn: Option<(Vec<usize>, Arc<Standing>)> = None;
    outward(move || {
        let Some(standing) = contest.standing.get() else {
            drawn = None;
            return;
        };
        let order = order(contest, &standing);
        // Another order is drawn anew as a whole.
        if let Some((_, before)) = drawn.take().filter(|(before, _)| *before == order) {
            for (place, &row) in order.iter().enumerate() {
                for (column, &other) in order.iter().enumerate() {
                    let [then, now] = [&before, &standing].map(|all| all.meetings[row][other]);
                    if then != now {
                        let (class, text, words) = cell(&standing, row, other);
                        export::set_cell(&cell_id((place, column)), class, &text, &words);
                    }
                }
            }
        }
        drawn = Some((order, standing));
    });
}

fn cross_row(standing: &Standing, order: &[usize], place: usize) -> El {
    let row = order[place];
    let cells = order.iter().enumerate().map(|(column, &other)| {
        let (class, text, words) = cell(standing, row, other);
        html("td")
            .attr("id", cell_id((place, column)))
            .class(class)
            .attr_if("aria-label", Some(words).filter(|words| !words.is_empty()))
            .text(text)
    });
    html("tr")
        .child(
            html("th")
                .attr("scope", "row")
                .text(format!("{} ", place + 1))
                .child(html("bdi").text(standing.labels[row].clone())),
        )
        .children(cells)
}
