//! The dialogs and the text panel: loaded once the game can be played, and
//! opened by the page through the [`bridge`].

mod analysis;
mod console;
mod dialog;
mod far;
mod help;
mod link;
mod load;
mod new_game;
mod players;
mod scores;
mod settings;
mod share;
mod sitter;
mod talk;

use crate::{
    bridge::{self, Request},
    store::{self, Browser},
    text,
};
use dialog::{Opener, dialog};
use far::{ANALYSIS, Far, TALK};
use four_shapes_engine::scores::Score;
use leptos::{ev, prelude::*};
use web_sys::HtmlElement;

/// What is in a dialog.
type Content = fn(Opener) -> AnyView;

/// Puts the sheets into their places and waits to be asked for one.
pub(crate) fn start(dialogs: HtmlElement, panel: HtmlElement) {
    let owner = Owner::new();
    owner.set();
    let Some(state) = bridge::sheets::state() else {
        leptos::logging::error!("the page does not say which game it shows");
        return;
    };
    let far = Far::new(state);
    provide_context(far);
    let all: [(&str, &str, Content); 7] = [
        ("new-game", text::NEW_GAME, new_game::new_game),
        ("players", text::SEATS, players::players),
        ("share", text::SHARE_HEADING, share::share),
        ("load", text::LOAD_HEADING, load::load),
        ("scores", text::SCORES_HEADING, scores::scores),
        ("settings", text::SETTINGS, settings::settings),
        ("help", text::HELP_HEADING, help::help),
    ];
    let openers = all.map(|(id, ..)| Opener::new(id));
    mount_to(dialogs, move || {
        let dialogs = all.into_iter().zip(openers);
        dialogs
            .map(|((_, title, content), opener)| dialog(opener, title, content))
            .collect::<Vec<_>>()
    })
    .forget();
    mount_to(panel, move || {
        vec![talk::talk(far), analysis::analysis(far)]
    })
    .forget();

    let open = move |name: &str| {
        far.catch_up();
        match openers.iter().find(|opener| opener.id() == name) {
            Some(opener) => opener.open(),
            None => far.toggle(if name == ANALYSIS { ANALYSIS } else { TALK }),
        }
    };
    bridge::sheets::offer(
        move || {
            far.changed();
            link::keep(far);
            remember_wins();
        },
        open,
        move |text| load::dropped(far, text),
    );
    link::open(far);
    window_event_listener(ev::hashchange, move |_| link::open(far));
    remember_wins();
    // The sheets stay as long as the page.
    std::mem::forget(owner);
}

/// Adds each game that was won meanwhile to the high scores.
fn remember_wins() {
    while let Some(won) = bridge::sheets::win() {
        let score = crate::device::today().and_then(|today| Score::of(&won, today));
        let added = score.map(|score| store::add_score(&Browser::new(), score));
        if let Some(Err(problem)) = added {
            bridge::sheets::send(&Request::Notice(problem));
        }
    }
}
