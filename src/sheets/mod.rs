//! The dialogs and the text panel: loaded once the game can be played, and
//! opened by the page through the [`bridge`].

pub(crate) mod far;

use crate::{
    analysis::analysis,
    bridge::{self, Request},
    components::dialog::{Opener, dialog},
    conversation::talk,
    device,
    help::{about, help},
    library::{self, Keeper, backup, scores},
    play::{new_game, players},
    settings::{dialog::settings, preferences::Preferences},
    share::{dialog::share, link, load},
    sound::Sound,
    storage::{self, Browser},
    text,
    tournament::dialog as tournament,
};
use far::{ANALYSIS, Far, TALK};
use four_shapes_engine::scores::Score;
use leptos::{ev, prelude::*};
use web_sys::HtmlElement;

/// What can be opened where another tab has one's own game: nothing that would change it, or
/// what else is stored.
const FOR_GUESTS: [&str; 6] = ["share", "settings", "help", "about", TALK, ANALYSIS];

/// What is in a dialog.
type Content = fn(Opener) -> AnyView;

/// Puts the sheets into their places and waits to be asked for one.
pub(crate) fn start(dialogs: HtmlElement, panel: HtmlElement) {
    device::add_style_sheet("sheets.css");
    let owner = Owner::new();
    owner.set();
    let Some(state) = bridge::sheets::state() else {
        leptos::logging::error!("the page does not say which game it shows");
        return;
    };
    let far = Far::new(state);
    provide_context(far);
    let sound = Sound::new();
    provide_context(sound);
    let preferences = Preferences::open(far, sound);
    provide_context(preferences);
    // Sounds are allowed in answer to these.
    for event in ["pointerdown", "pointerup", "keydown"] {
        window_event_listener_untyped(event, move |_| sound.wake(&preferences.peek()));
    }
    window_event_listener_untyped("storage", move |_| preferences.catch_up());
    let guest = device::is_guest();
    let keeper = library::dialog::start(guest);
    new_game::start();
    load::start();
    let all: [(&str, &str, Content); 10] = [
        ("new-game", text::NEW_GAME, new_game::new_game),
        ("players", text::SEATS, players::players),
        ("share", text::SHARE_HEADING, share),
        ("load", text::LOAD_HEADING, load::load),
        ("library", text::LIBRARY, library::dialog::library),
        ("tournament", text::TOURNAMENT, tournament::tournament),
        ("scores", text::SCORES_HEADING, scores::scores),
        ("settings", text::SETTINGS, settings),
        ("help", text::HELP_HEADING, help),
        ("about", text::ABOUT, about::about),
    ];
    let openers = all.map(|(id, ..)| Opener::new(id));
    if let Some(opener) = openers.iter().find(|opener| opener.id() == "tournament")
        && !guest
    {
        tournament::start(*opener);
    }
    mount_to(dialogs, move || {
        let dialogs = all.into_iter().zip(openers);
        dialogs
            .map(|((_, title, content), opener)| dialog(opener, title, content))
            .collect::<Vec<_>>()
    })
    .forget();
    mount_to(panel, move || vec![talk(far), analysis(far)]).forget();

    let open = move |name: &str| {
        if name == "mute" {
            return preferences.mute();
        }
        if guest && !FOR_GUESTS.contains(&name) {
            return refuse();
        }
        far.catch_up();
        if open_only(&openers, name) {
            return;
        }
        if let Some(panel) = [TALK, ANALYSIS].iter().find(|panel| **panel == name) {
            far.toggle(panel);
        }
    };
    bridge::sheets::offer(
        move |happening| {
            sound.hear(happening, &preferences.peek());
            far.changed();
            if guest {
                return;
            }
            keeper.changed();
            link::keep(far);
            remember_wins();
        },
        open,
        move |text| {
            if guest {
                refuse();
            } else {
                dropped(far, keeper, open, text);
            }
        },
    );
    if !guest {
        tournament::take_drops(move || open("tournament"));
    }
    link::open(far, open);
    window_event_listener(ev::hashchange, move |_| link::open(far, open));
    remember_wins();
    // The sheets stay as long as the page.
    std::mem::forget(owner);
}

/// Opens a dialog and closes the others, for several may have been asked for before they
/// were there. Returns whether there is one with this name.
fn open_only(openers: &[Opener], name: &str) -> bool {
    let Some(wanted) = openers.iter().find(|opener| opener.id() == name) else {
        return false;
    };
    for other in openers {
        if other.id() != name && other.is_open() {
            other.close();
        }
    }
    wanted.open();
    true
}

/// Takes a text that was dropped on the page, or that of a file.
fn dropped(far: Far, keeper: Keeper, open: impl Fn(&str), text: &str) {
    if backup::is_backup(text) {
        keeper.bring(text);
        open("library");
    } else if tournament::is_bot(text) {
        tournament::take_again();
        open("tournament");
    } else if tournament::is_set_up(text) {
        tournament::take_file(text);
        open("tournament");
    } else {
        load::dropped(far, text);
    }
}

/// Says that only the tab with one's own game does that.
fn refuse() {
    bridge::sheets::send(&Request::Notice(text::NOT_FOR_GUESTS.to_owned()));
}

/// Adds each game that was won meanwhile to the high scores.
fn remember_wins() {
    while let Some(won) = bridge::sheets::win() {
        let score = device::today().and_then(|today| Score::of(&won, today));
        let added = score.map(|score| storage::add_score(&Browser::new(), score));
        if let Some(Err(problem)) = added {
            bridge::sheets::send(&Request::Notice(problem));
        }
    }
}
