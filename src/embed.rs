//! The messages between an embedded page and the site that embeds it: see `docs/embed.md`.

use crate::{
    browser,
    game::{
        session::{Command, Event, Session},
        state::{GameState, use_game},
        view_model::Ending,
    },
    msg,
    navigation::{Navigation, use_navigation},
};
use four_shapes_records::{Match, link};
use four_shapes_rules::{
    Game, Position, Rules, Status,
    notation::{self, Notation},
};
use js_sys::{Array, JsString, Object, Reflect};
use leptos::{ev, prelude::*};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};

/// The version of the messages, in the field `fourShapes` of each.
const VERSION: f64 = 1.0;
const VERSION_FIELD: &str = "fourShapes";
/// The maximum length of the id of a command that is a text.
const MAX_ID: u32 = 64;

/// The site that embeds the page: the parent window, if it has the named origin.
#[derive(Clone)]
struct Host {
    window: Window,
    origin: String,
}

/// Exchanges messages with the site that embeds the page, if the page is in a frame and names an origin.
pub(crate) fn start() {
    let (Some(origin), Ok(Some(parent))) = (browser::embedding_origin(), window().parent()) else {
        return;
    };
    if parent == window() {
        return;
    }
    let host = Host {
        window: parent,
        origin,
    };
    let (game, navigation) = (use_game(), use_navigation());
    let receiver = host.clone();
    window_event_listener(ev::message, move |event| {
        receiver.receive(&event, game, navigation);
    });
    let reporter = host.clone();
    game.on_event(move |session| reporter.report(session));
    game.with_untracked(|session| host.post("ready", state(session)));
}

impl Host {
    /// Carries out a command and answers it. Anything but a command of the host is ignored.
    fn receive(&self, event: &MessageEvent, game: GameState, navigation: Navigation) {
        let is_from_host = event.origin() == self.origin
            && event
                .source()
                .is_some_and(|source| Object::is(&source, &self.window));
        let data = event.data();
        // The host may exchange other messages with its frames.
        if !is_from_host || field(&data, VERSION_FIELD).is_undefined() {
            return;
        }
        let id = match field(&data, "id") {
            id if id.as_f64().is_some() => id,
            id if text_length(&id).is_some_and(|length| length <= MAX_ID) => id,
            _ => JsValue::NULL,
        };
        let answer = match read(&data) {
            Ok(Request::Get) => Ok(()),
            Ok(Request::Load(game_match)) => {
                navigation.show_board();
                game.send(Command::Load(game_match));
                Ok(())
            }
            Err(message) => Err(message),
        };
        let (name, mut fields) = match answer {
            Ok(()) => ("state", game.with_untracked(state)),
            Err(message) => ("error", vec![("message", message.into())]),
        };
        fields.push(("id", id));
        self.post(name, fields);
    }

    /// Reports an event of the game on the board.
    fn report(&self, session: &Session) {
        if session.is_exercise() {
            return;
        }
        match session.event() {
            Event::Placed { player, cell } => {
                let mut fields = state(session);
                fields.push(("by", index(player.index())));
                fields.push(("cell", cell.to_string().into()));
                self.post("move", fields);
            }
            Event::ComputerSet(_) => {}
            event if event.change().is_some() => self.post("change", state(session)),
            _ => {}
        }
        if Ending::of(session).is_some() {
            self.post("end", state(session));
        }
    }

    fn post(&self, name: &str, mut fields: Fields) {
        fields.push((VERSION_FIELD, VERSION.into()));
        fields.push(("type", name.into()));
        let message = Object::new();
        for (name, value) in fields {
            // A new object accepts any field.
            let _ = Reflect::set(&message, &name.into(), &value);
        }
        if let Err(error) = self.window.post_message(&message, &self.origin) {
            web_sys::console::error_1(&error);
        }
    }
}

/// The fields of a message.
type Fields = Vec<(&'static str, JsValue)>;

/// Describes the game on the board.
fn state(session: &Session) -> Fields {
    let game_match = session.current_match();
    let game = game_match.game();
    let (status, player) = match game.status() {
        Status::ToMove(player) => ("to-move", Some(player)),
        Status::Won { player, .. } | Status::WonOnTime(player) => ("won", Some(player)),
        Status::Drawn(_) => ("drawn", None),
    };
    let cells = match game.status() {
        Status::Won { trace, .. } => trace.cells(),
        _ => Vec::new(),
    };
    let cells: Array = cells
        .into_iter()
        .map(|cell| JsValue::from(cell.to_string()))
        .collect();
    vec![
        ("moves", notation::write(game).into()),
        ("position", game.position().to_string().into()),
        ("link", link::write(game_match).into()),
        ("status", status.into()),
        (
            "player",
            player.map_or(JsValue::NULL, |player| index(player.index())),
        ),
        ("cells", cells.into()),
    ]
}

fn index(index: usize) -> JsValue {
    (index as u32).into()
}

/// A command of the host.
#[derive(Debug)]
enum Request {
    Get,
    Load(Box<Match>),
}

/// Reads a command.
///
/// # Errors
/// Returns a message for the developer of the host.
fn read(data: &JsValue) -> Result<Request, String> {
    let is_known = field(data, VERSION_FIELD).as_f64() == Some(VERSION);
    let name = text(data, "type").ok().flatten();
    match name.as_deref().filter(|_| is_known) {
        Some("get") => Ok(Request::Get),
        Some("load") => {
            let [link, moves, start] = ["link", "moves", "start"].map(|name| text(data, name));
            read_game(link?, moves?, start?).map(|game| Request::Load(Box::new(game)))
        }
        _ => Err(msg::embed_not_a_command().to_owned()),
    }
}

/// Reads the game of a link, or of moves after a position, by default after the empty classic board.
fn read_game(
    link: Option<String>,
    moves: Option<String>,
    start: Option<String>,
) -> Result<Match, String> {
    match (link, moves, start) {
        (Some(link), None, None) => link::parse(&link).map_err(|error| error.to_string()),
        (None, Some(moves), start) => {
            let game = match start {
                Some(start) => read_start(&start).map_err(|error| format!("start: {error}"))?,
                None => Game::new(Rules::CLASSIC),
            };
            let game = Notation::new().swap(false).parse_after(game, &moves);
            let game = game.map_err(|error| format!("moves: {error}"))?;
            Ok(Match::with_default_seats(game))
        }
        _ => Err(msg::embed_no_game().to_owned()),
    }
}

fn read_start(text: &str) -> Result<Game, String> {
    let position: Result<Position, _> = text.parse();
    let position = position.map_err(|error| error.to_string())?;
    Game::from_position(position).map_err(|error| error.to_string())
}

/// Returns a field of a message. Messages are copies, so that no code of the host runs.
fn field(data: &JsValue, name: &str) -> JsValue {
    Reflect::get(data, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

/// Returns a text of a message; `None` if it is missing.
///
/// # Errors
/// Returns a message for the developer of the host if it is something else or too long.
fn text(data: &JsValue, name: &str) -> Result<Option<String>, String> {
    let value = field(data, name);
    if value.is_undefined() {
        return Ok(None);
    }
    match text_length(&value) {
        Some(length) if length as usize <= link::MAX_BYTES => Ok(value.as_string()),
        _ => Err(msg::embed_not_a_text(name, link::MAX_BYTES as u64)),
    }
}

fn text_length(value: &JsValue) -> Option<u32> {
    value.dyn_ref().map(JsString::length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(link: &str, moves: &str, start: &str) -> Result<String, String> {
        let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        let game = read_game(given(link), given(moves), given(start));
        game.map(|game| game.game().position().to_string())
    }

    #[test]
    fn games_are_read() {
        let position = "7/7/7/7/3b3/3aab1 a 7,6,4 2 g";
        assert_eq!(game("", "4456", "").as_deref(), Ok(position));
        let link = "v=1&board=7x6&connect=4&moves=4456";
        assert_eq!(game(link, "", "").as_deref(), Ok(position));
        let next = "7/7/7/3a3/3b3/3aab1 b 7,6,4 2 g";
        assert_eq!(game("", "4", position).as_deref(), Ok(next));
    }

    #[test]
    fn errors_name_their_field() {
        for (link, moves, start, error) in [
            (
                "",
                "48",
                "",
                "moves: character 2: “8” is not a column; columns are 1 to 7",
            ),
            (
                "",
                "4",
                "7",
                "start: character 1: “7” has 1 of the 5 fields",
            ),
            ("v=3", "", "", "v: unsupported version “3”"),
            ("v=1", "4", "", "\"load\" needs"),
            ("", "", "7", "\"load\" needs"),
        ] {
            let found = game(link, moves, start).unwrap_err();
            assert!(found.starts_with(error), "{found}");
        }
    }
}
