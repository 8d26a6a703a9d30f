//! The clock, the board and the length of the series: one line, which unfolds.

use super::{
    Editor,
    form::{Clock, NewGameForm},
};
use crate::{
    board::mini_board,
    components::{
        button::button,
        html::{Element, div, p, span},
        pick::{pick, picks},
    },
    game::presets::Preset,
    navigation::Opponents,
    text,
};
use four_shapes_records::Match;
use leptos::prelude::*;
use std::num::{NonZeroU8, NonZeroU16};

/// The choices of clocks, in seconds.
const CLOCKS: [u16; 4] = [60, 180, 300, 600];
const INCREMENTS: &[u16] = &[0, 1, 2, 3, 5, 10];
const SECONDS_PER_MOVE: &[u16] = &[5, 10, 20, 30, 60];
/// The choices of the length of a series, in wins.
const SERIES: [u8; 4] = [2, 3, 5, 10];

/// The line with the options, and the button that unfolds them.
pub(super) fn line(editor: Editor) -> Element {
    let is_open = RwSignal::new(false);
    let change = button(text::change(), move || {
        is_open.update(|open| *open = !*open);
    })
    .class("flat")
    .aria_expanded(move || is_open.get().to_string());
    let summary = move || editor.with(summary);
    let options = move || {
        is_open.get().then(|| {
            untrack(|| {
                div()
                    .class("options")
                    .child((boards(editor), clock_and_series(editor)))
            })
        })
    };
    div().child((
        p().class("option-line")
            .child((span().class("detail").child(summary), change)),
        options,
    ))
}

/// The options in few words: `No clock · 7 × 6 · open series`.
fn summary(form: &NewGameForm) -> String {
    let clock = form
        .time_control
        .map_or_else(|| text::clock_off().to_owned(), text::clock_summary);
    let board = if form.board == Preset::CLASSIC {
        text::size(form.board.columns.into(), form.board.rows.into())
    } else {
        text::preset_name(form.board)
    };
    let series = form.series_length.map_or_else(
        || text::open_series().to_owned(),
        |length| text::series_summary(length.get().into()),
    );
    text::details([clock, board, series])
}

/// The preset boards as pictures.
fn boards(editor: Editor) -> Element {
    let boards = Preset::all().map(|board| {
        board_pick(
            board,
            move || editor.with(|form| form.board == board),
            move || editor.update(|form| form.set_board(board)),
        )
    });
    let boards = div().class("boards").child(boards.collect::<Vec<_>>());
    picks(text::board_field(), boards)
}

/// A preset board as a picture with its name.
pub(super) fn board_pick(
    board: Preset,
    checked: impl Fn() -> bool + Send + 'static,
    on_select: impl Fn() + 'static,
) -> Element {
    let empty = Match::with_default_seats(four_shapes_rules::Game::new(board.rules()));
    let content = (mini_board(empty), span().child(text::preset_name(board)));
    pick("board", content, checked, on_select).class("card")
}

/// The clock, for two players, and the length of the series.
pub(super) fn clock_and_series(editor: Editor) -> Element {
    let is_pair = Memo::new(move |_| {
        editor.with(|form| form.opponents != Opponents::Custom || form.players().len() == 2)
    });
    let clock = move || is_pair.get().then(|| untrack(|| clock(editor)));
    div().child((clock, series(editor)))
}

fn series(editor: Editor) -> Element {
    let lengths = SERIES.into_iter().filter_map(NonZeroU8::new).map(Some);
    let lengths = std::iter::once(None).chain(lengths).map(|length| {
        let name = length.map_or_else(
            || text::series_open().to_owned(),
            |length| text::series_first_to(length.get().into()),
        );
        pick(
            "series",
            name,
            move || editor.with(|form| form.series_length == length),
            move || editor.update(|form| form.series_length = length),
        )
    });
    picks(
        text::series(),
        div().class("chips").child(lengths.collect::<Vec<_>>()),
    )
}

/// The kind of clock, and its increment or time per move.
fn clock(editor: Editor) -> Element {
    let kind = move || editor.with(NewGameForm::clock);
    let offered = CLOCKS.into_iter().filter_map(NonZeroU16::new);
    // A game from elsewhere may have a time that is not offered.
    let other = match untrack(kind) {
        Clock::Game(initial) if !CLOCKS.contains(&initial.get()) => Some(initial),
        _ => None,
    };
    let clock = |this, name: String| {
        pick(
            "clock",
            name,
            move || kind() == this,
            move || editor.update(|form| form.set_clock(this)),
        )
    };
    let times = offered
        .chain(other)
        .map(|time| clock(Clock::Game(time), text::short_time(time.get())));
    let clocks = (
        clock(Clock::Off, text::clock_off().to_owned()),
        times.collect::<Vec<_>>(),
        clock(Clock::Move, text::clock_per_move().to_owned()),
    );
    let is_game = Memo::new(move |_| matches!(kind(), Clock::Game(_)));
    let is_per_move = Memo::new(move |_| kind() == Clock::Move);
    let seconds = move || match (is_game.get(), is_per_move.get()) {
        (true, _) => Some(seconds(editor, text::increment(), INCREMENTS)),
        (_, true) => Some(seconds(editor, text::time_per_move(), SECONDS_PER_MOVE)),
        (false, false) => None,
    };
    div().child((
        picks(text::clock(), div().class("chips").child(clocks)),
        seconds,
    ))
}

/// The choice of an increment or a time per move.
fn seconds(editor: Editor, name: &'static str, offered: &'static [u16]) -> Element {
    let current = untrack(|| editor.with(NewGameForm::clock_seconds));
    let other = Some(current).filter(|current| !offered.contains(current));
    let seconds = offered.iter().copied().chain(other).map(|seconds| {
        pick(
            "seconds",
            text::seconds(&seconds.to_string()),
            move || editor.with(NewGameForm::clock_seconds) == seconds,
            move || editor.update(|form| form.set_clock_seconds(seconds)),
        )
    });
    picks(
        name,
        div().class("chips").child(seconds.collect::<Vec<_>>()),
    )
}
