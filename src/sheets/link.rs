//! Games, set-ups of tournaments and dialogs in the page's address.

use super::{far::Far, tournament};
use crate::{
    bridge::{self, Request},
    device,
    session::{Command, at_stake},
    text,
};
use four_shapes_engine::{link, tournament::file};

/// The dialogs that an address can open. Anybody can make such an address, so it does
/// no more than that.
const DIALOGS: [&str; 4] = ["new-game", "library", "tournament", "about"];
/// The first of them, with a computer in the second seat.
const AGAINST_COMPUTER: &str = "new-game=computer";

/// Shows the game of the link that the page was opened with, if it was. A game
/// that is not over is kept aside; another one makes room. Or opens the dialog that
/// the address names, with `show`.
pub(super) fn open(far: Far, show: impl Fn(&str)) {
    let fragment = device::fragment();
    if file::is_link(&fragment) {
        // Once, as below.
        device::set_fragment("");
        tournament::take_link(&fragment);
        return show("tournament");
    }
    if !fragment.starts_with("v=") {
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
    match link::read(&fragment) {
        // The address is that of the game on the board.
        Ok(played) if far.peek(|now| link::write(now) == link::write(&played)) => keep(far),
        Ok(played) => {
            let busy = far.is_visiting() || far.peek(at_stake).is_some();
            let played = Box::new(played);
            far.send(if busy {
                Command::Visit(played)
            } else {
                Command::Load(played)
            });
        }
        Err(error) => bridge::sheets::send(&Request::Notice(text::bad_link(&error))),
    }
}

/// While a shared game is on the board, the address has it as it is now: it
/// survives a reload, and can be passed on. One's own game is in no address.
pub(super) fn keep(far: Far) {
    if far.is_visiting() {
        device::set_fragment(&far.peek(link::write));
    } else if device::fragment().starts_with("v=") {
        device::set_fragment("");
    }
}
