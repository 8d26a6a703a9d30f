//! The page: what is where, and how the parts reach the game.

use crate::{
    board::board,
    bridge::{self, Happening, Request, State, Worths},
    components::ui::{button, html, outward},
    device,
    game::session::{Labels, Session},
    game::{computers, state::Live},
    play,
    storage::{Browser, Found, NotStored, Store, Stored},
    text,
};
use four_shapes_engine::{Game, Match, Rules, record};
use leptos::prelude::*;

pub(crate) fn app() -> Vec<AnyView> {
    let guest = device::is_guest();
    let (store, found) = if guest {
        (Store::closed(Browser::new()), Found::Nothing)
    } else {
        Store::open(Browser::new())
    };
    let new = || Match::plain(Game::new(Rules::CLASSIC));
    let (played, notice) = match found {
        Found::Nothing => (new(), None),
        Found::Game(played) => (*played, None),
        Found::Denied => (new(), Some(text::not_stored(NotStored::Denied).to_owned())),
        Found::Unreadable { why, aside } => {
            let notice = text::unreadable(text::STORED_GAME, &why, aside.as_deref());
            (new(), Some(notice))
        }
    };
    let tally = store.tally(&played);
    let helps = device::noted("data-help") != "false";
    let notices = RwSignal::new(Vec::from_iter(notice));
    let id = match store.id() {
        "" => device::new_id(),
        id => id.to_owned(),
    };
    let opened = Session::open(played, tally).with_ids(id, device::new_id);
    let labels = Labels::read(&device::noted("data-labels"));
    let opened = opened.with_help(helps).with_labels(labels);
    let session = Live::new(opened.with_read_only(guest));
    provide_context(session);
    let panel = RwSignal::new(String::new());
    let worths = RwSignal::new(Worths::default());
    let thinking = computers::host(session, notices);
    save_each_move(store, session, notices);
    serve_the_sheets(session, notices, panel, worths);

    let scene = session.scene();
    let top = html("header")
        .class("top")
        .child(html("h1").text(text::TITLE))
        // public/boot.js says whether it is pressed.
        .child(
            button(text::SOUND, || bridge::page::open("mute"))
                .class("quiet")
                .attr("id", "mute"),
        )
        .child(button(text::OPEN_HELP, || bridge::page::open("help")).class("quiet"));
    let main = html("main")
        .child(play::seats(scene, thinking))
        .child(play::status_line(scene))
        .child(board(scene, worths))
        .child(play::actions(scene, thinking))
        .child(play::tools(panel))
        .child(play::notices(notices))
        // One panel at a time comes in here, from the sheets.
        .child(html("div").attr("id", "panel"));
    vec![top.view(), main.view()]
}

/// Keeps the game after each command, and says so once if that fails.
fn save_each_move(mut store: Store<Browser>, session: Live, notices: RwSignal<Vec<String>>) {
    // What is known from the start has been said then.
    let mut reported = !store.can_write();
    outward(move || {
        let saved = session.with(|session| {
            let (played, tally) = session.own();
            let stored = store.save(session.own_id(), played)?;
            store.save_tally(tally);
            Ok(stored)
        });
        if saved == Err(NotStored::Elsewhere) {
            // From here on the two go different ways.
            session.another();
        }
        let said = match saved {
            Ok(Stored::Well) => return,
            Ok(Stored::Again) => text::STORED_AGAIN,
            Err(_) if reported => return,
            Err(why) => {
                reported = true;
                text::not_stored(why)
            }
        };
        notices.update(|notices| notices.push(said.to_owned()));
    });
}

/// Tells the sheets of every change, and does what they ask for.
fn serve_the_sheets(
    session: Live,
    notices: RwSignal<Vec<String>>,
    panel: RwSignal<String>,
    worths: RwSignal<Worths>,
) {
    let state = move || session.peek(State::write);
    let send = move |text: &str| {
        let request = session.peek(|session| Request::read(text, session.played()));
        match request {
            Some(Request::Command(command)) => session.send(command),
            Some(Request::Panel(name)) => panel.set(name),
            Some(Request::Worths(shown)) => worths.set(shown),
            Some(Request::Save(name)) => save(session, &name),
            Some(Request::Notice(text)) => notices.update(|notices| notices.push(text)),
            None => leptos::logging::error!("the sheets ask for what is no request: {text}"),
        }
    };
    let own = move || {
        session.peek(|session| {
            let played = record::write(session.own().0);
            [session.own_id(), "\n", &played].concat()
        })
    };
    bridge::page::offer(state, send, move || session.fetch_win(), own);
    outward(move || {
        bridge::page::changed(&session.with(Happening::write));
    });
}

/// Hands the match on the board to the person as a file; an empty name leaves the
/// choice to the page.
pub(crate) fn save(session: Live, name: &str) {
    let text = session.peek(|session| record::write(session.played()));
    if name.is_empty() {
        device::download(&text::file_name(&device::date()), &text);
    } else {
        device::download(name, &text);
    }
}
