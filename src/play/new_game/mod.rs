//! The page for a new game: against a computer player, of two players, or a custom one.

mod computer;
mod custom;
mod form;
mod options;
mod players;
mod presets;
mod solo;

pub(crate) use solo::{
    computer_answer, easier_opponent, last_opponent, play_exercise, start as start_counting,
    start_computer, start_two_players,
};

use crate::{
    board::focus_board,
    browser,
    components::{
        button::{button, icon_button},
        dom::focus,
        html::{self as html, Element, div, p},
        icon::{self, Icon},
    },
    context::context,
    conversation::TextStyle,
    game::{
        session::{Command, Session},
        state::use_game,
    },
    library::replacement_warning,
    navigation::{Opponents, Route, RouteData, use_navigation},
    storage::{
        BrowserStorage,
        game::{last_setup, save_last_setup},
        person::Person,
    },
    text,
};
use form::{NewGameForm, SeatForm};
use four_shapes_records::{Match, Seat, Setup};
use four_shapes_rules::{Position, Rules};
use leptos::{ev, prelude::*};

/// What the page opens with.
#[derive(Clone, Copy)]
struct Preselection {
    /// The form of a page that was left without starting a game.
    saved: StoredValue<Option<NewGameForm>>,
    /// The opponents that were chosen elsewhere.
    opponents: StoredValue<Option<Opponents>>,
}

/// Creates the saved form, which remains as long as the page is open.
pub(crate) fn start() {
    provide_context(Preselection {
        saved: StoredValue::new(None),
        opponents: StoredValue::new(None),
    });
}

/// Takes the opponents for which the page was opened.
pub(crate) fn enter() {
    let Preselection { opponents, .. } = context();
    opponents.set_value(match use_navigation().take_data() {
        Some(RouteData::NewGame(chosen)) => Some(chosen),
        _ => None,
    });
}

/// The form as a signal.
#[derive(Clone, Copy)]
struct Editor {
    form: RwSignal<NewGameForm>,
    /// What the page opened with.
    initial: StoredValue<NewGameForm>,
    saved: StoredValue<Option<NewGameForm>>,
}

impl Editor {
    /// Creates an editor of the saved form, or else of `initial`.
    fn new(initial: NewGameForm) -> Self {
        let Preselection { saved, opponents } = context();
        let mut form = saved.get_value().unwrap_or_else(|| initial.clone());
        // Not saved unless the user changes it.
        if let Some(opponents) = opponents.get_value() {
            form.opponents = opponents;
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

    /// Restores the defaults of a custom game.
    fn reset(self) {
        self.set(self.form.with_untracked(NewGameForm::with_defaults));
    }

    /// Returns a player of this page. After a reset, one may not exist while its row is still
    /// there.
    fn seat(self, index: usize) -> SeatForm {
        let seat = self.with(|form| form.players().get(index).cloned());
        seat.unwrap_or_else(|| SeatForm::of(&Seat::nth(index)))
    }

    fn is_changed(self) -> bool {
        self.with(|form| *form != form.with_defaults())
    }
}

/// Returns the form that a page opens with.
fn initial_form(session: &Session, remembered: Option<Setup>) -> NewGameForm {
    let (on_board, score) = session.own();
    let setup = on_board.setup();
    let has_computer = setup.seats().iter().any(|seat| seat.computer.is_some());
    let is_known = remembered.is_some();
    let custom = remembered.unwrap_or_else(|| {
        if has_computer {
            Setup::with_default_seats(Rules::CLASSIC)
        } else {
            setup.clone()
        }
    });
    let person = Person::load(&BrowserStorage::new());
    let mut form = NewGameForm::of(&person, &custom, score.length());
    form.time_control = setup.time_control();
    // After any other game the way to the usual one is short.
    let was_played = is_known || !on_board.game().steps().is_empty();
    if setup.rules() == Rules::CLASSIC && !has_computer && was_played {
        form.opponents = Opponents::TwoPlayers;
    }
    form
}

/// The content of the page for a new game.
pub(crate) fn new_game() -> Element {
    let (navigation, game) = (use_navigation(), use_game());
    let text_style: TextStyle = context();
    let remembered = last_setup(&BrowserStorage::new());
    let editor = Editor::new(game.with_untracked(|session| initial_form(session, remembered)));
    let start = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let form = editor.form.get_untracked();
        let Ok(setup) = form.setup(solo::seed()) else {
            return focus(".new-game [aria-invalid]");
        };
        remember(&form, &setup);
        editor.saved.set_value(None);
        navigation.close(Route::NewGame);
        if let Some(style) = form.text_style {
            text_style.set(style);
        }
        game.send(Command::Start(setup, form.series_length));
        focus_board();
    };
    let shown = Memo::new(move |_| editor.with(|form| form.opponents));
    let fields = move || {
        let shown = shown.get();
        // Signals read while fields are created must not recreate them.
        untrack(|| match shown {
            Opponents::Computer => computer::fields(editor),
            Opponents::TwoPlayers => players::pair_fields(editor),
            Opponents::Custom => custom::fields(editor),
        })
    };
    html::form()
        .class("setup new-game")
        .on(ev::submit, start)
        .child((set_up(), opponents(editor), fields, footer(editor)))
}

/// The way to a game from another position.
fn set_up() -> Element {
    let set_up = button(text::set_up_position(), || {
        let rules = use_game().with_match_untracked(Match::rules);
        let data = RouteData::Position(Box::new(Position::new(rules)));
        use_navigation().open_with(Route::BoardEditor, data);
    });
    p().class("set-up").child(set_up.class("flat"))
}

/// Leads to the invitation of a friend to the game of the form.
fn invite(editor: Editor) {
    let form = editor.form.get_untracked();
    let Ok(setup) = form.setup(solo::seed()) else {
        return focus(".new-game [aria-invalid]");
    };
    remember(&form, &setup);
    let data = RouteData::Invite(Box::new(setup));
    use_navigation().open_with(Route::Friend, data);
}

/// Remembers what the next game is likely to be.
fn remember(form: &NewGameForm, setup: &Setup) {
    let storage = BrowserStorage::new();
    if form.opponents != Opponents::Computer {
        return save_last_setup(&storage, setup);
    }
    let mut person = Person::load(&storage);
    let before = person.clone();
    if let Ok(name) = form.person_name() {
        person.name = name;
    }
    (person.level, person.side) = (form.level, form.side);
    if person != before && person.save(&storage).is_err() && person.name != before.name {
        use_navigation().notify(text::person_not_saved());
    }
}

/// The choice of who plays.
fn opponents(editor: Editor) -> Element {
    let choice = |symbol: Icon, name: &'static str, this| {
        let is_chosen = move || editor.with(|form| form.opponents == this);
        icon_button(symbol, name, move || {
            editor.update(|form| form.opponents = this);
        })
        .aria_pressed(move || is_chosen().to_string())
    };
    div()
        .class("segments")
        .role("group")
        .aria_label(text::opponents())
        .child((
            choice(icon::COMPUTER, text::computer(), Opponents::Computer),
            choice(icon::PLAYERS, text::two_players(), Opponents::TwoPlayers),
            choice(icon::CUSTOM, text::custom_game(), Opponents::Custom),
        ))
}

/// The id of the error.
const ERROR: &str = "new-game-error";

/// An error, the warning about the current game, and the buttons.
fn footer(editor: Editor) -> Element {
    let game = use_game();
    let error = Memo::new(move |_| editor.with(|form| form.setup(0)).err());
    let has_error = move || error.with(Option::is_some);
    let start = html::button()
        .class("primary")
        .aria_disabled(move || has_error().then_some("true"))
        .child(text::start());
    let is_of_people = Memo::new(move |_| {
        editor.with(|form| {
            let mut seats = form.players().iter();
            form.opponents != Opponents::Computer && seats.all(|seat| seat.computer.is_none())
        })
    });
    // One live game at a time.
    let is_free = Memo::new(move |_| !game.with(Session::is_own_live));
    let invite = move || {
        (is_of_people.get() && is_free.get() && !browser::is_embedded())
            .then(|| button(text::invite_friend(), move || invite(editor)))
    };
    let is_custom = Memo::new(move |_| editor.with(|form| form.opponents == Opponents::Custom));
    let reset = move || {
        is_custom.get().then(|| {
            button(text::reset_form(), move || editor.reset())
                .aria_disabled(move || (!editor.is_changed()).then_some("true"))
        })
    };
    div().class("sticky").child((
        p().aria_live("polite")
            .class("error")
            .id(ERROR)
            .child(move || error.get()),
        replacement_warning(game),
        p().class("buttons").child((start, invite, reset)),
    ))
}
