//! Choosing the next game: its kind, its board, who plays and who starts.

mod form;

use super::{badge, player_select::player_select};
use crate::components::dom::event_input;
use crate::components::html::{
    self as html, Element, div, fieldset, input, label, legend, li, ol, p,
};
use crate::{
    board::focus_board,
    components::{
        button::button,
        checkbox::{checkbox, radio},
        keyed_list::keyed_list,
        number_select::number_select,
        select::select,
    },
    game::session::Command,
    game::state::use_game,
    library::replacement_warning,
    navigation::{Incoming, Route, use_navigation},
    storage::{self, BrowserStorage},
    text,
};
use form::{Kind, NewGameForm, SeatForm};
use four_shapes_engine::{Colour, PieceStyle, Rules, Seat, Shape};
use leptos::{ev, prelude::*};

/// What was chosen and typed when the dialog was closed without a start.
#[derive(Clone, Copy)]
struct SavedForm(StoredValue<Option<NewGameForm>>);

/// Makes a place for what is chosen and typed: it stays as long as the page.
pub(crate) fn start() {
    provide_context(SavedForm(StoredValue::new(None)));
}

/// The draft that is edited.
#[derive(Clone, Copy)]
struct Editor {
    form: RwSignal<NewGameForm>,
    /// The set-up of the game before.
    before: StoredValue<NewGameForm>,
    unfinished: StoredValue<Option<NewGameForm>>,
}

impl Editor {
    /// With what was left unfinished, or else with the set-up of the game before.
    fn new(before: NewGameForm, incoming: Option<&Incoming>) -> Self {
        let SavedForm(unfinished) = expect_context();
        let mut form = unfinished.get_value().unwrap_or_else(|| before.clone());
        // What a link has chosen is not kept unless somebody changes it.
        if let Some(Incoming::Computer) = incoming {
            form.play_against_computer();
        }
        Self {
            form: RwSignal::new(form),
            before: StoredValue::new(before),
            unfinished,
        }
    }

    fn with<T>(self, read: impl FnOnce(&NewGameForm) -> T) -> T {
        self.form.with(read)
    }

    /// Changes the draft and makes the rest fit.
    fn update(self, change: impl FnOnce(&mut NewGameForm)) {
        let mut form = self.form.get_untracked();
        change(&mut form);
        form.fix();
        self.set(form);
    }

    fn set(self, form: NewGameForm) {
        let is_changed = self.before.with_value(|before| *before != form);
        self.unfinished.set_value(is_changed.then(|| form.clone()));
        self.form.set(form);
    }

    /// As it was before the dialog was opened.
    fn reset(self) {
        self.set(self.before.get_value());
    }

    /// The seat at a place. With a reset there may be fewer before its row is gone.
    fn seat(self, place: usize) -> SeatForm {
        let seat = self.with(|form| form.seats.get(place).cloned());
        seat.unwrap_or_else(|| SeatForm::of(&Seat::nth(place)))
    }

    fn is_changed(self) -> bool {
        self.with(|form| self.before.with_value(|before| before != form))
    }
}

/// What is in the new-game dialog.
pub(crate) fn new_game() -> AnyView {
    let (navigation, game) = (use_navigation(), use_game());
    let remembered = storage::last_setup(&BrowserStorage::new());
    let before = remembered.unwrap_or_else(|| game.peek_match(|played| played.setup().clone()));
    let editor = Editor::new(
        NewGameForm::of(&before),
        navigation.take_incoming().as_ref(),
    );
    let start = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if let Ok(setup) = editor.form.with_untracked(NewGameForm::setup) {
            storage::save_last_setup(&BrowserStorage::new(), &setup);
            editor.unfinished.set_value(None);
            navigation.close(Route::NewGame);
            game.send(Command::Start(setup));
            focus_board();
        }
    };
    html::form()
        .class("setup")
        .on(ev::submit, start)
        .child((game_fields(editor), player_fields(editor), footer(editor)))
        .into_any()
}

/// Always in view: what the rules are, what is wrong, what would be lost.
fn footer(editor: Editor) -> AnyView {
    let navigation = use_navigation();
    let error = Memo::new(move |_| editor.with(NewGameForm::setup).err());
    let is_wrong = move || error.with(Option::is_some);
    let says = move || {
        let error = error.get();
        error.unwrap_or_else(|| editor.with(|form| text::goal(form.config.connect.into())))
    };
    let start = html::button()
        .class("primary")
        .aria_disabled(move || is_wrong().then_some("true"))
        .child(text::start());
    let cancel = button(text::cancel(), move || navigation.close(Route::NewGame));
    // Always there: nothing moves when something is typed.
    let reset = button(text::reset_form(), move || editor.reset())
        .aria_disabled(move || (!editor.is_changed()).then_some("true"));
    div()
        .class("sticky")
        .child((
            p().aria_live("polite")
                .class(move || is_wrong().then_some("error"))
                .child(says),
            replacement_warning(use_game()),
            p().class("buttons").child((start, cancel, reset)),
        ))
        .into_any()
}

/// Which game on which board.
fn game_fields(editor: Editor) -> AnyView {
    let kind = Memo::new(move |_| editor.with(|form| form.kind));
    let own_size = Memo::new(move |_| editor.with(|form| form.own_size));
    let kinds = [
        (text::connect_four(), Kind::ConnectFour),
        (text::tic_tac_toe(), Kind::TicTacToe),
        (text::custom_game(), Kind::Own),
    ];
    let kinds = kinds.map(|(name, this)| {
        let choose = move || editor.update(|form| form.choose_kind(this));
        radio("game", name.to_owned(), move || kind.get() == this, choose)
    });
    let numbers = move || own_size.get().then(|| numbers(editor, kind.get()));
    let gravity = move || (kind.get() == Kind::Own).then(|| gravity(editor));
    div()
        .child((
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
        .into_any()
}

/// The usual sizes of a kind of game, and one's own.
fn sizes(editor: Editor, kind: Kind) -> AnyView {
    let presets = kind.presets().iter().map(|&preset| {
        radio(
            "board",
            text::preset_name(preset),
            move || editor.with(|form| form.is_preset(&preset)),
            move || editor.update(|form| form.choose_preset(preset)),
        )
    });
    let own = (kind != Kind::Own).then(|| {
        radio(
            "board",
            text::custom_size().to_owned(),
            move || editor.with(|form| form.own_size),
            move || editor.update(|form| form.own_size = true),
        )
    });
    div()
        .class("choices")
        .child((presets.collect::<Vec<_>>(), own))
        .into_any()
}

/// A size of one's own, and how many in a row.
fn numbers(editor: Editor, kind: Kind) -> AnyView {
    let sides = move || kind.least_side()..=Rules::MAX_SIDE;
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
    let connect = (kind != Kind::ConnectFour).then(|| {
        number_select(
            text::connect(),
            connects,
            move || editor.with(|form| form.config.connect),
            move |connect| editor.update(|form| form.config.connect = connect),
        )
    });
    div()
        .class("numbers")
        .child((columns, rows, connect))
        .into_any()
}

/// Whether pieces fall.
fn gravity(editor: Editor) -> AnyView {
    checkbox(
        text::gravity(),
        move || editor.with(|form| form.config.gravity),
        move |gravity| editor.update(|form| form.config.gravity = gravity),
    )
    .into_any()
}

/// How many players, who they are, and who starts.
fn player_fields(editor: Editor) -> AnyView {
    let config = move || editor.with(|form| form.config);
    let count = number_select(
        text::player_count(),
        move || {
            let config = config();
            let most = Rules::max_players(config.columns, config.rows, config.connect);
            Rules::MIN_PLAYERS..=most
        },
        move || config().players,
        move |players| editor.update(|form| form.config.players = players),
    );
    let most = move || {
        let config = config();
        text::max_players_of(config)
    };
    let how_many = move || editor.with(|form| form.players().len());
    let seats = keyed_list(
        move || (0..how_many()).collect(),
        move |place| seat(editor, place),
    );
    let names = move || {
        let name = |(place, seat): (usize, &SeatForm)| (place, seat.name.clone());
        editor.with(|form| form.players().iter().enumerate().map(name).collect())
    };
    let starts = select(
        names,
        move || editor.with(|form| form.starts),
        move |place| editor.update(|form| form.starts = place),
    );
    let is_pair = Memo::new(move |_| how_many() == 2);
    fieldset()
        .child((
            legend().child(text::players()),
            div()
                .class("numbers")
                .child((count, p().class("detail").aria_live("polite").child(most))),
            ol().class("players").child(seats),
            label().child((text::first_player(), starts)),
            move || is_pair.get().then(|| swap(editor)),
        ))
        .into_any()
}

/// Whether the second player may swap.
fn swap(editor: Editor) -> AnyView {
    checkbox(
        text::swap_rule(),
        move || editor.with(|form| form.swap),
        move |swap| editor.update(|form| form.swap = swap),
    )
    .into_any()
}

/// The fields of one player.
fn seat(editor: Editor, place: usize) -> AnyView {
    let piece_style = move || editor.seat(place).piece_style;
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
                let piece_style = form.seats[place].piece_style;
                form.choose_look(
                    place,
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
                let piece_style = form.seats[place].piece_style;
                form.choose_look(
                    place,
                    PieceStyle {
                        colour,
                        ..piece_style
                    },
                );
            });
        },
    );
    let player = Signal::derive(move || editor.seat(place).computer);
    let sit = Callback::new(move |player| {
        editor.update(|form| form.seats[place].computer = player);
    });
    li().child((
        move || badge(piece_style()),
        text_field(editor, place, text::name_of, text::name(), 48, |seat| {
            &mut seat.name
        })
        .class("name"),
        text_field(
            editor,
            place,
            text::symbol_of,
            text::symbol_field(),
            2,
            |seat| &mut seat.symbol,
        )
        .class("symbol"),
        shape.aria_label(text::shape_of(text::number_of(place))),
        colour.aria_label(text::colour_of(text::number_of(place))),
        player_select(text::played_by_of(text::number_of(place)), player, sit),
    ))
    .into_any()
}

/// A text of a player that is typed.
fn text_field(
    editor: Editor,
    place: usize,
    label: fn(u64) -> String,
    name: &'static str,
    max_length: usize,
    of: fn(&mut SeatForm) -> &mut String,
) -> Element {
    input()
        .r#type("text")
        .autocomplete("off")
        .maxlength(max_length)
        .aria_label(label(text::number_of(place)))
        .title(name)
        .prop("value", move || std::mem::take(of(&mut editor.seat(place))))
        .on(ev::input, move |event| {
            let typed = event_target_value(&event);
            editor.update(|form| *of(&mut form.seats[place]) = typed);
        })
        // Who comes here to type a name wants another one.
        .on(ev::focus, |event| {
            if let Some(input) = event_input(&event) {
                input.select();
            }
        })
}
