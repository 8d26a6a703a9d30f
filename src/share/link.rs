//! The fragment of the page's address: a game, the setup of a tournament, or a dialog.

use crate::{
    browser, friend,
    game::{
        session::{Command, Session, unfinished_moves},
        state::use_game,
    },
    library::assistance,
    navigation::{Opponents, Route, RouteData, use_navigation},
    text,
};
use four_shapes_records::{Match, link};
use four_shapes_rules::Status;
use four_shapes_tournament::file;

/// Opens the dialog of a new game with a computer player in the second seat.
const AGAINST_COMPUTER: &str = "new-game=computer";

/// How the answer to the invitation to a live game begins, as in `public/game-lock.js`.
const LIVE_ANSWER: &str = "answer=";

/// Shows the game or opens the dialog of the address. An unfinished current game is not
/// replaced: the shared one is shown instead.
pub(crate) fn open() {
    let (game, navigation) = (use_game(), use_navigation());
    let fragment = link::without_trackers(&browser::fragment());
    if !link::is_link(&fragment) {
        return open_dialog(&fragment);
    }
    if link::is_correspondence(&fragment) && friend::open_link(&fragment) {
        return;
    }
    let (request, notice) = game.with_untracked(|session| {
        let is_own = !session.is_shared() && !session.is_exercise();
        let keep_current = !is_own || browser::is_read_only();
        parse(&fragment, session.current_match(), keep_current)
    });
    if let Some(request) = request {
        let finished = match &request {
            Command::Load(game_match) | Command::OpenShared(game_match) => {
                Some(game_match.clone()).filter(|it| is_finished(it))
            }
            _ => None,
        };
        let is_loaded = matches!(request, Command::Load(_));
        navigation.show_board();
        game.send(request);
        if is_loaded {
            assistance::mark_loaded(game);
        }
        if let Some(finished) = finished {
            let sender = link::sender(&fragment);
            navigation.open_with(Route::Replay, RouteData::Replay(finished, sender));
        }
    }
    if let Some(notice) = notice {
        navigation.notify(notice);
    }
    // The game may already be on the board.
    game.with_untracked(|session| {
        if is_link_to(&fragment, session.current_match()) {
            update_address(session);
        }
    });
}

/// Opens the dialog of a fragment, and clears the fragment so that a reload does not open it
/// again.
fn open_dialog(fragment: &str) {
    let navigation = use_navigation();
    if file::is_link(fragment) {
        browser::set_fragment("");
        let link = RouteData::TournamentLink(fragment.to_owned());
        navigation.open_with(Route::Tournament, link);
    } else if fragment.starts_with(LIVE_ANSWER) {
        browser::set_fragment("");
        if browser::is_read_only() {
            friend::pass_answer_on(fragment);
        } else {
            let answer = RouteData::LiveAnswer(fragment.to_owned());
            navigation.open_with(Route::Friend, answer);
        }
    } else if fragment == AGAINST_COMPUTER {
        browser::set_fragment("");
        navigation.open_with(Route::NewGame, RouteData::NewGame(Opponents::Computer));
    } else if let Some(route) = Route::with_id(fragment).filter(|route| route.has_link()) {
        browser::set_fragment("");
        navigation.open(route);
    }
}

/// Returns the request that shows the game of a link, unless it is on the board, and a notice
/// about errors. `keep_current` is true if even an empty or finished match is not replaced.
pub(super) fn parse(
    fragment: &str,
    current: &Match,
    keep_current: bool,
) -> (Option<Command>, Option<String>) {
    let game_match = match link::parse(fragment) {
        Ok(game_match) => Box::new(game_match),
        Err(error) => return (None, Some(text::bad_link_error(&error))),
    };
    let request = (!is_link_to(fragment, current)).then(|| {
        if keep_current || unfinished_moves(current).is_some() {
            Command::OpenShared(game_match)
        } else {
            Command::Load(game_match)
        }
    });
    let unknown = link::unknown_fields(fragment);
    let notice = (!unknown.is_empty()).then(|| text::unknown_link_fields(&unknown));
    (request, notice)
}

/// Whether a match was played to its end.
fn is_finished(game_match: &Match) -> bool {
    let game = game_match.game();
    !game.steps().is_empty() && !matches!(game.status(), Status::ToMove(_))
}

/// Returns whether a link is that of a match.
fn is_link_to(fragment: &str, game_match: &Match) -> bool {
    link::parse(fragment).is_ok_and(|linked| link::write(&linked) == link::write(game_match))
}

/// Sets the address to the link of the shared game, which therefore survives a reload, or
/// clears it if no shared game is shown.
pub(crate) fn update_address(session: &Session) {
    let fragment = browser::fragment();
    if browser::is_read_only() || fragment.starts_with('/') {
        // A read-only tab cannot change the game. The address of a dialog is replaced when it is
        // closed.
    } else if session.is_shared() {
        browser::set_fragment(&link::write(session.current_match()));
    } else if link::is_link(&fragment) {
        browser::set_fragment("");
    }
}
