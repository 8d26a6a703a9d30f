//! Games, set-ups of tournaments and dialogs in the page's address.

use crate::{
    device,
    game::visit::VisitCommand,
    game::{
        session::{Command, Request, Session, at_stake},
        state::use_game,
    },
    navigation::{Incoming, Place, use_navigation},
    text,
};
use four_shapes_engine::{Match, link, tournament::file};

/// The dialogs that an address can open. Anybody can make such an address, so it does
/// no more than that.
const DIALOGS: [Place; 4] = [
    Place::NewGame,
    Place::Library,
    Place::Tournament,
    Place::About,
];
/// The first of them, with a computer in the second seat.
const AGAINST_COMPUTER: &str = "new-game=computer";

/// Shows the game of the link that the page was opened with, if it was. A game
/// that is not over is kept aside; another one makes room. Or opens the dialog that
/// the address names.
pub(crate) fn open() {
    let (game, navigation) = (use_game(), use_navigation());
    let fragment = link::without_trackers(&device::fragment());
    if !link::is_link(&fragment) {
        return open_place(&fragment);
    }
    let (command, notice) = game.peek(|session| {
        let visits = session.is_visiting() || device::is_guest();
        read(&fragment, session.played(), visits)
    });
    if let Some(command) = command {
        game.send(command);
    }
    if let Some(notice) = notice {
        navigation.notify(notice);
    }
    // It may be the game on the board already.
    game.peek(|session| {
        if is_of(&fragment, session.played()) {
            keep(session);
        }
    });
}

/// Opens the place that the address names, once: not again when the page is reloaded.
fn open_place(fragment: &str) {
    let navigation = use_navigation();
    if file::is_link(fragment) {
        device::set_fragment("");
        let link = Incoming::TournamentLink(fragment.to_owned());
        navigation.open_with(Place::Tournament, link);
    } else if fragment == AGAINST_COMPUTER {
        device::set_fragment("");
        navigation.open_with(Place::NewGame, Incoming::Computer);
    } else if let Some(place) = DIALOGS.iter().find(|place| place.id() == fragment) {
        device::set_fragment("");
        navigation.open(*place);
    }
}

/// What a link asks for while a match is on the board: to show its game, if that is another
/// one, and to say what is wrong. `visits` is whether it is a guest there in any case.
pub(super) fn read(fragment: &str, now: &Match, visits: bool) -> (Option<Request>, Option<String>) {
    let played = match link::parse(fragment) {
        Ok(played) => Box::new(played),
        Err(error) => return (None, Some(text::bad_link_error(&error))),
    };
    let show = (!is_of(fragment, now)).then(|| {
        if visits || at_stake(now).is_some() {
            VisitCommand::Visit(played).into()
        } else {
            Command::Load(played).into()
        }
    });
    let unknown = link::unknown_fields(fragment);
    let notice = (!unknown.is_empty()).then(|| text::unknown_link_fields(&unknown));
    (show, notice)
}

/// Whether a link is that of a match as it is now.
fn is_of(fragment: &str, now: &Match) -> bool {
    link::parse(fragment).is_ok_and(|played| link::write(&played) == link::write(now))
}

/// While a shared game is on the board, the address has it as it is now: it
/// survives a reload, and can be passed on. One's own game is in no address.
pub(crate) fn keep(session: &Session) {
    if device::is_guest() {
        // It is only looked at.
    } else if session.is_visiting() {
        device::set_fragment(&link::write(session.played()));
    } else if link::is_link(&device::fragment()) {
        device::set_fragment("");
    }
}
