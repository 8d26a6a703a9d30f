//! Games, set-ups of tournaments and dialogs in the page's address.

use crate::{
    bridge::Request,
    device,
    game::session::{Command, at_stake},
    sheets::far::Far,
    text,
    tournament::dialog as tournament,
};
use four_shapes_engine::{Match, link, tournament::file};

/// The dialogs that an address can open. Anybody can make such an address, so it does
/// no more than that.
const DIALOGS: [&str; 4] = ["new-game", "library", "tournament", "about"];
/// The first of them, with a computer in the second seat.
const AGAINST_COMPUTER: &str = "new-game=computer";

/// Shows the game of the link that the page was opened with, if it was. A game
/// that is not over is kept aside; another one makes room. Or opens the dialog that
/// the address names, with `show`.
pub(crate) fn open(far: Far, show: impl Fn(&str)) {
    let fragment = link::without_trackers(&device::fragment());
    if file::is_link(&fragment) {
        // Once, as below.
        device::set_fragment("");
        if !device::is_guest() {
            tournament::take_link(&fragment);
        }
        return show("tournament");
    }
    if !link::is_link(&fragment) {
        let dialog = if fragment == AGAINST_COMPUTER {
            far.expect_computer();
            Some(&DIALOGS[0])
        } else {
            DIALOGS.iter().find(|name| **name == fragment)
        };
        if let Some(dialog) = dialog {
            // Once: not again when the page is reloaded.
            device::set_fragment("");
            show(dialog);
        }
        return;
    }
    far.catch_up();
    let visits = far.is_visiting() || device::is_guest();
    far.ask(far.peek(|now| requests(&fragment, now, visits)));
    // It may be the game on the board already.
    if far.peek(|now| is_of(&fragment, now)) {
        keep(far);
    }
}

/// What a link asks of the page while a match is on the board: to show its game, if that
/// is another one, and to say what is wrong. `visits` is whether it is a guest there in any
/// case.
pub(crate) fn requests(fragment: &str, now: &Match, visits: bool) -> Vec<Request> {
    let played = match link::read(fragment) {
        Ok(played) => Box::new(played),
        Err(error) => return vec![Request::Notice(text::bad_link(&error))],
    };
    let show = (!is_of(fragment, now)).then(|| {
        let visits = visits || at_stake(now).is_some();
        let show = if visits {
            Command::Visit
        } else {
            Command::Load
        };
        Request::Command(show(played))
    });
    let unknown = link::unknown_fields(fragment);
    let notice = (!unknown.is_empty()).then(|| Request::Notice(text::unknown_fields(&unknown)));
    show.into_iter().chain(notice).collect()
}

/// Whether a link is that of a match as it is now.
fn is_of(fragment: &str, now: &Match) -> bool {
    link::read(fragment).is_ok_and(|played| link::write(&played) == link::write(now))
}

/// While a shared game is on the board, the address has it as it is now: it
/// survives a reload, and can be passed on. One's own game is in no address.
pub(crate) fn keep(far: Far) {
    if device::is_guest() {
        // It is only looked at.
    } else if far.is_visiting() {
        device::set_fragment(&far.peek(link::write));
    } else if link::is_link(&device::fragment()) {
        device::set_fragment("");
    }
}
