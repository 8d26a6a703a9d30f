//! The new-game dialog.

mod form;
mod presets;

use super::computers::player_select;
use crate::{
    board::{badge, focus_board},
    components::{
        button::{button, icon_button},
        checkbox::{checkbox, radio},
        dom::event_input,
        html::{
            self as html, Child, Element, div, fieldset, input, label, legend, li, ol, p, span,
        },
        icon::{self, Icon},
        keyed_list::keyed_list,
        number_select::number_select,
        select::select,
    },
    conversation::TextStyle,
    game::{session::Command, state::use_game},
    library::replacement_warning,
    navigation::{Opponents, Route, RouteData, use_navigation},
    storage::{
        BrowserStorage,
        game::{last_setup, save_last_setup},
    },
    text,
};
use form::{Clock, GameKind, NewGameForm, SeatForm};
use four_shapes_players::PlayerKind;
use four_shapes_records::{Colour, PieceStyle, Seat, Shape};
use four_shapes_rules::Rules;
use leptos::{ev, prelude::*};
use presets::GamePreset;
use std::num::{NonZeroU8, NonZeroU16};

/// What the dialog opens with.
#[derive(Clone, Copy)]
struct Preselection {
    /// The form of a dialog that was closed without starting a game.
    saved: StoredValue<Option<NewGameForm>>,
    /// The opponents that were chosen outside the dialog.
    opponents: StoredValue<Option<Opponents>>,
}

/// Creates the saved form, which remains as long as the page is open.
pub(crate) fn start() {
    provide_context(Preselection {
        saved: StoredValue::new(None),
        opponents: StoredValue::new(None),
    });
}

/// Takes the opponents for which the dialog was opened.
pub(crate) fn enter() {
    let Preselection { opponents, .. } = expect_context();
    opponents.set_value(match use_navigation().take_data() {
        Some(RouteData::NewGame(chosen)) => Some(chosen),
        _ => None,
    });
}

/// The form as a signal.
#[derive(Clone, Copy)]
struct Editor {
    form: RwSignal<NewGameForm>,
    /// The setup of the previous game.
    initial: StoredValue<NewGameForm>,
    saved: StoredValue<Option<NewGameForm>>,
}

impl Editor {
    /// Creates an editor of the saved form, or else of `initial`.
    fn new(initial: NewGameForm) -> Self {
        let Preselection { saved, opponents } = expect_context();
        let mut form = saved.get_value().unwrap_or_else(|| initial.clone());
        // Not saved unless the user changes it.
        if let Some(opponents) = opponents.get_value() {
            form.set_opponents(opponents);
        }
        Self {
            form: RwSignal::new(form),
            initial: StoredValue::new(initial),
            saved,
        }
    }

    fn with<T>(self, read: impl FnOnce(&NewGameForm) -> T) -> T {
        self.form.with(read)
    }

    /// Changes the form and adjusts the other fields.
    fn update(self, change: impl FnOnce(&mut NewGameForm)) {
        let mut form = self.form.get_untracked();
        change(&mut form);
        form.make_valid();
        self.set(form);
    }

    fn set(self, form: NewGameForm) {
        let is_changed = self.initial.with_value(|initial| initial.is_changed(&form));
        self.saved.set_value(is_changed.then(|| form.clone()));
        self.form.set(form);
    }

    /// Restores the initial fields.
    fn reset(self) {
        let opponents = self.form.with_untracked(|form| form.opponents);
        self.set(NewGameForm {
            opponents,
            ..self.initial.get_value()
        });
    }

    /// Returns a seat. After a reset, it may not exist while its row is still there.
    fn seat(self, index: usize) -> SeatForm {
        let seat = self.with(|form| form.seats.get(index).cloned());
        seat.unwrap_or_else(|| SeatForm::of(&Seat::nth(index)))
    }

    fn is_changed(self) -> bool {
        self.with(|form| self.initial.with_value(|initial| initial.is_changed(form)))
    }
}

/// The content of the new-game dialog.
pub(crate) fn new_game() -> Element {
    let (navigation, game) = (use_navigation(), use_game());
    let text_style: TextStyle = expect_context();
    let remembered = last_setup(&BrowserStorage::new());
    let initial = remembered
        .unwrap_or_else(|| game.with_match_untracked(|game_match| game_match.setup().clone()));
    let length = game.with_untracked(|session| session.series_score().length());
    let initial = NewGameForm::of(&initial, length);
    let editor = Editor::new(initial);
    let start = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if let Ok(setup) = editor.form.with_untracked(NewGameForm::setup) {
            save_last_setup(&BrowserStorage::new(), &setup);
            editor.saved.set_value(None);
            navigation.close(Route::NewGame);
            let length = editor.form.with_untracked(|form| form.series_length);
            if let Some(style) = editor.form.with_untracked(|form| form.text_style) {
                text_style.set(style);
            }
            game.send(Command::Start(setup, length));
            focus_board();
        }
    };
    let shown = Memo::new(move |_| editor.with(|form| form.opponents));
    let fields = move || {
        let shown = shown.get();
        // Signals read while fields are created must not recreate them.
        untrack(|| match shown {
            Opponents::Computer => computer_fields(editor),
            Opponents::TwoPlayers => div().child(clock_and_series(editor)),
            Opponents::Custom => {
                let fields = (game_fields(editor), player_fields(editor));
                div().child(fields)
            }
        })
    };
    html::form().class("setup").on(ev::submit, start).child((
        opponents(editor),
        preset(editor),
        fields,
        footer(editor),
    ))
}

/// The choice of who plays.
fn opponents(editor: Editor) -> Element {
    let choice = |symbol: Icon, name: &'static str, detail: &'static str, this| {
        let is_chosen = move || editor.with(|form| form.opponents == this);
        icon_button(symbol, name, move || {
            editor.update(|form| form.set_opponents(this));
        })
        .aria_pressed(move || is_chosen().to_string())
        .child(span().class("detail").child(detail))
    };
    div()
        .class("opponents")
        .role("group")
        .aria_label(text::opponents())
        .child((
            choice(
                icon::COMPUTER,
                text::computer(),
                text::computer_detail(),
                Opponents::Computer,
            ),
            choice(
                icon::PLAYERS,
                text::two_players(),
                text::two_players_detail(),
                Opponents::TwoPlayers,
            ),
            choice(
                icon::CUSTOM,
                text::custom_game(),
                text::custom_detail(),
                Opponents::Custom,
            ),
        ))
}

/// The choice of a preset game, and its board.
fn preset(editor: Editor) -> Element {
    let current = move || {
        let mut all = GamePreset::ALL.iter();
        editor.with(|form| all.position(|preset| form.is_game_preset(preset)))
    };
    let presets = select(
        move || {
            let all = GamePreset::ALL.iter().enumerate();
            let presets = all.map(|(index, preset)| (Some(index), (preset.name)()));
            let custom = (None, text::custom_game().to_owned());
            let custom = current().is_none().then_some(custom);
            presets.chain(custom).collect()
        },
        current,
        move |index| {
            if let Some(preset) = index.and_then(|index| GamePreset::ALL.get(index)) {
                editor.update(|form| form.set_game_preset(preset));
            }
        },
    );
    let board = move || editor.with(|form| form.setup().map(|setup| text::rules_of(setup.rules())));
    div().class("form-row").child((
        label().child((text::preset(), presets)),
        p().class("detail")
            .child(move || board().unwrap_or_default()),
    ))
}

/// The level of the computer player, and who moves first.
fn computer_fields(editor: Editor) -> Element {
    let levels = (1..=PlayerKind::MAX_LEVEL).map(|level| {
        radio(
            "level",
            text::level_name(level.into()),
            move || editor.with(|form| form.level() == Some(level)),
            move || {
                editor.update(|form| form.play_against(level, form.human_seat()));
            },
        )
    });
    let sides = [0, 1].map(|seat| {
        let order = if seat == 0 {
            text::plays_first
        } else {
            text::plays_second
        };
        radio(
            "side",
            move || order(&editor.seat(seat).name),
            move || editor.with(|form| form.human_seat() == seat),
            move || {
                editor.update(|form| {
                    if let Some(level) = form.level() {
                        form.play_against(level, seat);
                    }
                });
            },
        )
    });
    div().child((
        fieldset().child((
            legend().child(text::level_field()),
            div()
                .class("choices levels")
                .child(levels.collect::<Vec<_>>()),
        )),
        fieldset().child((
            legend().child(text::side_field()),
            div().class("choices").child(sides),
        )),
        clock_and_series(editor),
    ))
}

/// The choices of clocks, in seconds.
const CLOCKS: [u16; 4] = [60, 180, 300, 600];
const INCREMENTS: &[u16] = &[0, 1, 2, 3, 5, 10];
const SECONDS_PER_MOVE: &[u16] = &[5, 10, 20, 30, 60];
/// The choices of the length of a series, in wins.
const SERIES: [u8; 4] = [2, 3, 5, 10];

/// The clock, for two players, and the length of the series.
fn clock_and_series(editor: Editor) -> Element {
    let length = select(
        || {
            let lengths = SERIES.into_iter().filter_map(NonZeroU8::new);
            let lengths =
                lengths.map(|length| (Some(length), text::series_first_to(length.get().into())));
            [(None, text::series_open().to_owned())]
                .into_iter()
                .chain(lengths)
                .collect()
        },
        move || editor.with(|form| form.series_length),
        move |length| editor.update(|form| form.series_length = length),
    );
    let is_pair = Memo::new(move |_| editor.with(|form| form.players().len()) == 2);
    div().class("form-row").child((
        move || is_pair.get().then(|| clock(editor)),
        label().child((text::series(), length)),
    ))
}

/// The kind of clock, and its increment or time per move.
fn clock(editor: Editor) -> impl Child {
    let kind = move || editor.with(NewGameForm::clock);
    let clock = select(
        move || {
            // A game from elsewhere may have a time that is not offered.
            let current = match kind() {
                Clock::Game(initial) if !CLOCKS.contains(&initial.get()) => Some(initial),
                _ => None,
            };
            let times = CLOCKS
                .into_iter()
                .filter_map(NonZeroU16::new)
                .chain(current);
            let times = times.map(|time| (Clock::Game(time), text::clock_time(time.get())));
            [(Clock::Off, text::clock_off().to_owned())]
                .into_iter()
                .chain(times)
                .chain([(Clock::Move, text::clock_per_move().to_owned())])
                .collect()
        },
        kind,
        move |clock| editor.update(|form| form.set_clock(clock)),
    );
    let seconds = move |name: &'static str, offered: &'static [u16]| {
        let seconds = move || editor.with(NewGameForm::clock_seconds);
        let select = select(
            move || {
                let current = Some(seconds()).filter(|current| !offered.contains(current));
                let offered = offered.iter().copied().chain(current);
                offered
                    .map(|seconds| (seconds, text::seconds(&seconds.to_string())))
                    .collect()
            },
            seconds,
            move |seconds| editor.update(|form| form.set_clock_seconds(seconds)),
        );
        label().child((name, select))
    };
    let is_game = Memo::new(move |_| matches!(kind(), Clock::Game(_)));
    let is_per_move = Memo::new(move |_| kind() == Clock::Move);
    let seconds = move || match (is_game.get(), is_per_move.get()) {
        (true, _) => Some(seconds(text::increment(), INCREMENTS)),
        (_, true) => Some(seconds(text::time_per_move(), SECONDS_PER_MOVE)),
        (false, false) => None,
    };
    (label().child((text::clock(), clock)), seconds)
}

/// The goal or an error, the warning about the current game, and the buttons.
fn footer(editor: Editor) -> Element {
    let navigation = use_navigation();
    let error = Memo::new(move |_| editor.with(NewGameForm::setup).err());
    let has_error = move || error.with(Option::is_some);
    let message = move || {
        let error = error.get();
        error.unwrap_or_else(|| editor.with(|form| text::goal(form.config.connect.into())))
    };
    let start = html::button()
        .class("primary")
        .aria_disabled(move || has_error().then_some("true"))
        .child(text::start());
    let cancel = button(text::cancel(), move || navigation.close(Route::NewGame));
    // Always there, so that the layout is stable.
    let reset = button(text::reset_form(), move || editor.reset())
        .aria_disabled(move || (!editor.is_changed()).then_some("true"));
    div().class("sticky").child((
        p().aria_live("polite")
            .class(("error", has_error))
            .child(message),
        replacement_warning(use_game()),
        p().class("buttons").child((start, cancel, reset)),
    ))
}

/// The kind of game and the board.
fn game_fields(editor: Editor) -> Element {
    let kind = Memo::new(move |_| editor.with(|form| form.kind));
    let custom_size = Memo::new(move |_| editor.with(|form| form.custom_size));
    let kinds = [
        (text::connect_four(), GameKind::ConnectFour),
        (text::tic_tac_toe(), GameKind::TicTacToe),
        (text::custom_game(), GameKind::Custom),
    ];
    let kinds = kinds.map(|(name, this)| {
        let choose = move || editor.update(|form| form.set_kind(this));
        radio("game", name.to_owned(), move || kind.get() == this, choose)
    });
    let numbers = move || custom_size.get().then(|| numbers(editor, kind.get()));
    let gravity = move || (kind.get() == GameKind::Custom).then(|| gravity(editor));
    div().child((
        fieldset().child((
            legend().child(text::game()),
            div().class("choices").child(kinds),
        )),
        fieldset().child((
            legend().child(text::board_field()),
            move || sizes(editor, kind.get()),
            numbers,
            gravity,
        )),
    ))
}

/// The preset sizes of a kind of game, and a custom one.
fn sizes(editor: Editor, kind: GameKind) -> Element {
    let presets = kind.presets().iter().map(|&preset| {
        radio(
            "board",
            text::preset_name(preset),
            move || editor.with(|form| form.is_preset(&preset)),
            move || editor.update(|form| form.set_preset(preset)),
        )
    });
    let custom = (kind != GameKind::Custom).then(|| {
        radio(
            "board",
            text::custom_size().to_owned(),
            move || editor.with(|form| form.custom_size),
            move || editor.update(|form| form.custom_size = true),
        )
    });
    div()
        .class("choices")
        .child((presets.collect::<Vec<_>>(), custom))
}

/// A custom size and the length of a winning line.
fn numbers(editor: Editor, kind: GameKind) -> Element {
    let sides = move || kind.min_side()..=Rules::MAX_SIDE;
    let columns = number_select(
        text::columns(),
        sides,
        move || editor.with(|form| form.config.columns),
        move |columns| editor.update(|form| form.config.columns = columns),
    );
    let rows = number_select(
        text::rows(),
        sides,
        move || editor.with(|form| form.config.rows),
        move |rows| editor.update(|form| form.config.rows = rows),
    );
    let connects = move || {
        let config = editor.with(|form| form.config);
        Rules::MIN_CONNECT..=Rules::max_connect(config.columns, config.rows)
    };
    let connect = (kind != GameKind::ConnectFour).then(|| {
        number_select(
            text::connect(),
            connects,
            move || editor.with(|form| form.config.connect),
            move |connect| editor.update(|form| form.config.connect = connect),
        )
    });
    div().class("form-row").child((columns, rows, connect))
}

fn gravity(editor: Editor) -> Element {
    checkbox(
        text::gravity(),
        move || editor.with(|form| form.config.gravity),
        move |gravity| editor.update(|form| form.config.gravity = gravity),
    )
}

/// The players and the first player.
fn player_fields(editor: Editor) -> Element {
    let config = move || editor.with(|form| form.config);
    let count = number_select(
        text::player_count(),
        move || {
            let config = config();
            let max = Rules::max_players(config.columns, config.rows, config.connect);
            Rules::MIN_PLAYERS..=max
        },
        move || config().players,
        move |players| editor.update(|form| form.config.players = players),
    );
    let max_players = move || {
        let config = config();
        text::max_players_of(config)
    };
    let player_count = move || editor.with(|form| form.players().len());
    let seats = keyed_list(
        move || (0..player_count()).collect(),
        move |index| seat(editor, index),
    );
    let names = move || {
        let name = |(index, seat): (usize, &SeatForm)| (index, seat.name.clone());
        editor.with(|form| form.players().iter().enumerate().map(name).collect())
    };
    let first_player = select(
        names,
        move || editor.with(|form| form.first_seat),
        move |index| editor.update(|form| form.first_seat = index),
    );
    let is_pair = Memo::new(move |_| player_count() == 2);
    fieldset().child((
        legend().child(text::players()),
        div().class("form-row").child((
            count,
            p().class("detail").aria_live("polite").child(max_players),
        )),
        ol().class("players").child(seats),
        label().child((text::first_player(), first_player)),
        move || is_pair.get().then(|| swap(editor)),
        clock_and_series(editor),
    ))
}

fn swap(editor: Editor) -> Element {
    checkbox(
        text::swap_rule(),
        move || editor.with(|form| form.swap),
        move |swap| editor.update(|form| form.swap = swap),
    )
}

/// The fields of one player.
fn seat(editor: Editor, index: usize) -> Element {
    let piece_style = move || editor.seat(index).piece_style;
    let shape = select(
        || {
            let shapes = Shape::ALL.iter();
            shapes
                .map(|&shape| (shape, text::shape_option(shape.id())))
                .collect()
        },
        move || piece_style().shape,
        move |shape| {
            editor.update(|form| {
                let piece_style = form.seats[index].piece_style;
                form.set_piece_style(
                    index,
                    PieceStyle {
                        shape,
                        ..piece_style
                    },
                );
            });
        },
    );
    let colour = select(
        || {
            let colours = Colour::ALL.iter();
            colours
                .map(|&colour| (colour, text::colour_option(colour.id())))
                .collect()
        },
        move || piece_style().colour,
        move |colour| {
            editor.update(|form| {
                let piece_style = form.seats[index].piece_style;
                form.set_piece_style(
                    index,
                    PieceStyle {
                        colour,
                        ..piece_style
                    },
                );
            });
        },
    );
    let player = Signal::derive(move || editor.seat(index).computer);
    let on_change = Callback::new(move |player| {
        editor.update(|form| form.seats[index].computer = player);
    });
    li().child((
        move || badge(piece_style()),
        text_field(editor, index, text::name_of, text::name(), 48, |seat| {
            &mut seat.name
        })
        .class("name"),
        text_field(
            editor,
            index,
            text::symbol_of,
            text::symbol_field(),
            2,
            |seat| &mut seat.symbol,
        )
        .class("symbol"),
        shape.aria_label(text::shape_of(text::one_based(index))),
        colour.aria_label(text::colour_of(text::one_based(index))),
        player_select(
            text::played_by_of(text::one_based(index)),
            player,
            on_change,
        ),
    ))
}

/// A text field of a player.
fn text_field(
    editor: Editor,
    index: usize,
    label: fn(u64) -> String,
    name: &'static str,
    max_length: usize,
    of: fn(&mut SeatForm) -> &mut String,
) -> Element {
    input()
        .r#type("text")
        .autocomplete("off")
        .maxlength(max_length)
        .aria_label(label(text::one_based(index)))
        .title(name)
        .prop("value", move || std::mem::take(of(&mut editor.seat(index))))
        .on(ev::input, move |event| {
            let typed = event_target_value(&event);
            editor.update(|form| *of(&mut form.seats[index]) = typed);
        })
        // A new name usually replaces the old one.
        .on(ev::focus, |event| {
            if let Some(input) = event_input(&event) {
                input.select();
            }
        })
}
