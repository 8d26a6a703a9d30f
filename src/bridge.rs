//! How the two programs of the page talk: as texts, through functions that the
//! page leaves on `window.fourShapes` and the sheets on `window.fourShapesSheets`.
//!
//! Each program has a memory of its own, so all that passes is text, and what
//! can be read wrongly is a record that is checked like any file.

use crate::game::session::{Command, Event, Labels, Refusal, Session};
use four_shapes_engine::{Cell, Match, Rules, Status, Step, notation, record, style::Change};
use js_sys::{Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};

/// Where the page leaves its functions.
const PAGE: &str = "fourShapes";
/// Where the sheets leave theirs.
const SHEETS: &str = "fourShapesSheets";

/// Who sits in a seat without a computer.
const PERSON: &str = "person";

/// What the sheets ask of the page.
#[derive(Debug)]
pub(crate) enum Request {
    /// Something of the game.
    Command(Command),
    /// To show which panel is open; none for an empty name.
    Panel(String),
    /// To show on the board what its moves are worth.
    Worths(Worths),
    /// To hand the match out as a file; by this name, unless it is empty.
    Save(String),
    /// To show a notice.
    Notice(String),
}

impl Request {
    /// A request as text: a word, and what belongs to it on the lines below.
    pub(crate) fn write(&self) -> String {
        let with = |word: &str, more: &str| [word, "\n", more].concat();
        match self {
            Self::Command(command) => match command {
                Command::Drop(column) => with("drop", &column.to_string()),
                Command::Place(cell) => with("place", &cell.to_string()),
                Command::GoTo(step) => with("go-to", &step.to_string()),
                Command::Undo => "undo".to_owned(),
                Command::Redo => "redo".to_owned(),
                Command::Swap => "swap".to_owned(),
                Command::AgreeDraw => "draw".to_owned(),
                Command::Start(setup) => with("start", &record::write(&Match::new(setup.clone()))),
                Command::Again => "again".to_owned(),
                Command::Load(played) => with("load", &record::write(played)),
                Command::Open(id, played) => {
                    with("open", &[id, "\n", &record::write(played)].concat())
                }
                Command::Visit(played) => with("visit", &record::write(played)),
                Command::Sit(place, computer) => {
                    let who = computer.map_or_else(|| PERSON.to_owned(), |kind| kind.to_string());
                    with("sit", &format!("{place} {who}"))
                }
                Command::Pause => "pause".to_owned(),
                Command::GoOn => "go-on".to_owned(),
                Command::OneMove => "one-move".to_owned(),
                Command::AskAdvice => "hint".to_owned(),
                Command::AllowHelp(help) => with("help", &help.to_string()),
                Command::Label(labels) => with("labels", labels.word()),
                Command::Reply(..) | Command::Advise(_) | Command::Choose(_) => {
                    unreachable!("the sheets neither play nor advise nor point")
                }
                Command::Return => "return".to_owned(),
                Command::Keep => "keep".to_owned(),
                Command::Answer(text) => with("answer", text),
            },
            Self::Panel(name) => with("panel", name),
            Self::Worths(worths) => with("worths", &worths.write()),
            Self::Save(name) => with("save", name),
            Self::Notice(text) => with("notice", text),
        }
    }

    /// Reads a request about the match on the board; `None` if it is none.
    pub(crate) fn read(text: &str, played: &Match) -> Option<Self> {
        let (word, more) = text.split_once('\n').unwrap_or((text, ""));
        let rules = played.rules();
        let game = || record::read(more).ok().map(Box::new);
        let command = match word {
            "drop" => Command::Drop(rules.column(more.parse::<usize>().ok()?.checked_sub(1)?)?),
            "place" => Command::Place(notation::parse_cell(rules, more).ok()?),
            "go-to" => Command::GoTo(more.parse().ok()?),
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "swap" => Command::Swap,
            "draw" => Command::AgreeDraw,
            "start" => Command::Start(game()?.setup().clone()),
            "again" => Command::Again,
            "load" => Command::Load(game()?),
            "open" => {
                let (id, record) = more.split_once('\n')?;
                let played = record::read(record).ok()?;
                Command::Open(id.to_owned(), Box::new(played))
            }
            "visit" => Command::Visit(game()?),
            "sit" => {
                let (place, who) = more.split_once(' ')?;
                let computer = match who {
                    PERSON => None,
                    kind => Some(kind.parse().ok()?),
                };
                Command::Sit(place.parse().ok()?, computer)
            }
            "hint" => Command::AskAdvice,
            "help" => Command::AllowHelp(more == "true"),
            "labels" => Command::Label(Labels::read(more)),
            "pause" => Command::Pause,
            "go-on" => Command::GoOn,
            "one-move" => Command::OneMove,
            "return" => Command::Return,
            "keep" => Command::Keep,
            "answer" => Command::Answer(more.to_owned()),
            "panel" => return Some(Self::Panel(more.to_owned())),
            "worths" => return Some(Self::Worths(Worths::read(rules, more)?)),
            "save" => return Some(Self::Save(more.to_owned())),
            "notice" => return Some(Self::Notice(more.to_owned())),
            _ => return None,
        };
        Some(Self::Command(command))
    }
}

/// What moves are worth, as far as the board shows it: the cell, whether it is good
/// (1), even (0) or bad (−1), and a few characters.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Worths(pub(crate) Vec<(Cell, i8, String)>);

impl Worths {
    fn write(&self) -> String {
        let line = |(cell, tone, label): &(Cell, i8, String)| format!("{cell} {tone} {label}\n");
        self.0.iter().map(line).collect()
    }

    fn read(rules: Rules, text: &str) -> Option<Self> {
        let line = |line: &str| {
            let (cell, rest) = line.split_once(' ')?;
            let (tone, label) = rest.split_once(' ')?;
            let cell = notation::parse_cell(rules, cell).ok()?;
            Some((cell, tone.parse().ok()?, label.to_owned()))
        };
        text.lines().map(line).collect::<Option<_>>().map(Self)
    }
}

/// What the sheets know of the page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    /// What the latest command changed, if anything.
    pub(crate) change: Option<Change>,
    /// Whether one's own match is kept aside.
    pub(crate) visiting: bool,
    /// Whether there is help while a game goes on.
    pub(crate) help: bool,
    pub(crate) played: Match,
}

/// The changes that a conversation speaks of, by their names between programs.
const CHANGES: [(&str, Change); 7] = [
    ("seated", Change::Seated),
    ("moved", Change::Moved),
    ("undone", Change::Undone),
    ("redone", Change::Redone),
    ("swapped", Change::Swapped),
    ("agreed", Change::Agreed),
    ("started", Change::Started),
];

impl State {
    /// The state of a session as text.
    pub(crate) fn write(session: &Session) -> String {
        let change = change(session.event()).map_or("none", |change| {
            let named = CHANGES.iter().find(|(_, other)| *other == change);
            named.map_or("none", |(name, _)| name)
        });
        let visiting = if session.is_visiting() {
            "visiting"
        } else {
            "own"
        };
        let help = if session.help() { "help" } else { "alone" };
        [
            change,
            " ",
            visiting,
            " ",
            help,
            "\n",
            &record::write(session.played()),
        ]
        .concat()
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        let (head, record) = text.split_once('\n')?;
        let (change, rest) = head.split_once(' ')?;
        let (visiting, help) = rest.split_once(' ')?;
        let named = CHANGES.iter().find(|(name, _)| *name == change);
        Some(Self {
            change: named.map(|(_, change)| *change),
            visiting: visiting == "visiting",
            help: help == "help",
            played: record::read(record).ok()?,
        })
    }
}

/// What a conversation about the match says of an event, if anything.
fn change(event: &Event) -> Option<Change> {
    match event {
        Event::Placed { .. } => Some(Change::Moved),
        Event::Undone(_) => Some(Change::Undone),
        Event::Redone(_) => Some(Change::Redone),
        Event::Went { back, .. } => Some(if *back {
            Change::Undone
        } else {
            Change::Redone
        }),
        Event::Swapped => Some(Change::Swapped),
        Event::Seated(_) => Some(Change::Seated),
        Event::Agreed => Some(Change::Agreed),
        Event::Started | Event::Loaded | Event::Visited | Event::Returned => Some(Change::Started),
        Event::Opened
        | Event::Kept
        | Event::Paused
        | Event::WentOn
        | Event::Asked
        | Event::Advised
        | Event::HelpAllowed(_)
        | Event::Labelled
        | Event::Chosen(_)
        | Event::Refused(_) => None,
    }
}

/// What can be heard and felt of a command: the sheets need not fetch the state for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Happening {
    /// Nothing.
    Quiet,
    /// A piece comes to a row, counted from 0 at the bottom.
    Placed {
        row: u8,
        /// Over so many rows; 0 where nothing falls.
        fallen: u8,
        outcome: Outcome,
    },
    /// The game has ended without a piece.
    Agreed,
    /// What a person wanted can't be.
    Refused,
}

/// What a game has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    GoesOn,
    Won,
    Tied,
}

impl Happening {
    /// What the latest command was, as one line: `placed 2 5 won`.
    pub(crate) fn write(session: &Session) -> String {
        let last = |steps: &[Step]| {
            let cells = steps.iter().rev().filter_map(|step| match step {
                Step::Place(cell) => Some(*cell),
                Step::Swap | Step::AgreeDraw => None,
            });
            // One of several is enough.
            cells.into_iter().next()
        };
        let cell = match session.event() {
            Event::Placed { cell, .. } => Some(*cell),
            Event::Redone(steps) => last(steps),
            Event::Agreed => return "agreed".to_owned(),
            // Nobody has asked for the one; the other stands in the conversation.
            Event::Refused(Refusal::Late | Refusal::Said(_)) => None,
            Event::Refused(_) => return "refused".to_owned(),
            _ => None,
        };
        let Some(cell) = cell else {
            return String::new();
        };
        let (game, row) = (session.game(), cell.row());
        let rules = game.rules();
        let fallen = if rules.gravity() {
            usize::from(rules.rows()) - row
        } else {
            0
        };
        let outcome = match game.status() {
            Status::ToMove(_) => "on",
            Status::Won { .. } => "won",
            Status::Drawn(_) => "tied",
        };
        format!("placed {row} {fallen} {outcome}")
    }

    /// Reads the line; what it can't read is quiet.
    pub(crate) fn read(line: &str) -> Self {
        let placed = || {
            let mut words = line.strip_prefix("placed ")?.split(' ');
            Some(Self::Placed {
                row: words.next()?.parse().ok()?,
                fallen: words.next()?.parse().ok()?,
                outcome: match words.next()? {
                    "on" => Outcome::GoesOn,
                    "won" => Outcome::Won,
                    "tied" => Outcome::Tied,
                    _ => return None,
                },
            })
        };
        match line {
            "agreed" => Self::Agreed,
            "refused" => Self::Refused,
            _ => placed().unwrap_or(Self::Quiet),
        }
    }
}

/// Leaves functions for the other program, for as long as the page is open.
fn leave(name: &str, functions: impl IntoIterator<Item = (&'static str, Closure<TextFn>)>) {
    let window: JsValue = leptos::prelude::window().into();
    // public/boot.js may have left some of its own.
    let object = Reflect::get(&window, &name.into())
        .ok()
        .filter(JsValue::is_object)
        .unwrap_or_else(|| Object::new().into());
    for (name, function) in functions {
        // Setting fails for objects that are frozen, which these are not.
        let _ = Reflect::set(&object, &name.into(), &function.into_js_value());
    }
    let _ = Reflect::set(&window, &name.into(), &object);
}

/// A function between the programs: a text, and perhaps one back.
type TextFn = dyn FnMut(String) -> Option<String>;

/// Calls a function of the other program; `None` if that is not there (yet) or
/// has nothing to say.
fn call(object: &str, function: &str, text: &str) -> Option<String> {
    let window: JsValue = leptos::prelude::window().into();
    let object = Reflect::get(&window, &object.into()).ok()?;
    if !object.is_object() {
        return None;
    }
    let function: Function = Reflect::get(&object, &function.into())
        .ok()?
        .dyn_into()
        .ok()?;
    let answer = function.call1(&object, &text.into());
    if let Err(error) = &answer {
        // The other program has stopped. public/boot.js listens for errors and says so.
        let report = Reflect::get(&window, &"reportError".into()).ok()?;
        let report: Function = report.dyn_into().ok()?;
        report.call1(&window, error).ok()?;
    }
    answer.ok()?.as_string()
}

fn function(act: impl FnMut(String) -> Option<String> + 'static) -> Closure<TextFn> {
    Closure::new(act)
}

/// The page's end.
pub(crate) mod page {
    use super::{PAGE, SHEETS, call, function, leave};

    /// Leaves what the sheets need: the state, a way to send requests, the won
    /// matches that have not been fetched yet, and one's own match with its id.
    pub(crate) fn offer(
        mut state: impl FnMut() -> String + 'static,
        mut send: impl FnMut(&str) + 'static,
        win: impl FnMut() -> Option<String> + 'static,
        mut own: impl FnMut() -> String + 'static,
    ) {
        let mut win = win;
        leave(
            PAGE,
            [
                ("state", function(move |_| Some(state()))),
                (
                    "send",
                    function(move |text| {
                        send(&text);
                        None
                    }),
                ),
                ("win", function(move |_| win())),
                ("own", function(move |_| Some(own()))),
            ],
        );
    }

    /// Opens a sheet, which public/boot.js loads first if need be.
    pub(crate) fn open(name: &str) {
        call(PAGE, "open", name);
    }

    /// Takes one's own game over from the tab that has it: see public/tab.js.
    pub(crate) fn take() {
        call(PAGE, "take", "");
    }

    /// Tells the sheets, if they are there, that something has happened, and what
    /// can be heard of it.
    pub(crate) fn changed(happening: &str) {
        call(SHEETS, "changed", happening);
    }
}

/// The sheets' end.
pub(crate) mod sheets {
    use super::{Happening, PAGE, Request, SHEETS, State, call, function, leave};
    use four_shapes_engine::{Match, record};

    /// Leaves what the page needs: to be told of changes, to open a sheet, and to
    /// hand over a text that was dropped on it.
    pub(crate) fn offer(
        mut changed: impl FnMut(Happening) + 'static,
        mut open: impl FnMut(&str) + 'static,
        mut dropped: impl FnMut(&str) + 'static,
    ) {
        leave(
            SHEETS,
            [
                (
                    "changed",
                    function(move |line| {
                        changed(Happening::read(&line));
                        None
                    }),
                ),
                (
                    "open",
                    function(move |name| {
                        open(&name);
                        None
                    }),
                ),
                (
                    "dropped",
                    function(move |text| {
                        dropped(&text);
                        None
                    }),
                ),
            ],
        );
    }

    /// The state of the page.
    pub(crate) fn state() -> Option<State> {
        State::read(&call(PAGE, "state", "")?)
    }

    pub(crate) fn send(request: &Request) {
        call(PAGE, "send", &request.write());
    }

    /// The id and the record of one's own match, on the board or kept aside.
    pub(crate) fn own() -> Option<(String, String)> {
        let text = call(PAGE, "own", "")?;
        let (id, record) = text.split_once('\n')?;
        Some((id.to_owned(), record.to_owned()))
    }

    /// The next match that was won and has not been fetched yet.
    pub(crate) fn win() -> Option<Match> {
        record::read(&call(PAGE, "win", "")?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{Setup, Tally};

    fn played(moves: &str) -> Match {
        Match::plain(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    #[test]
    fn requests_are_read_back() {
        let board = played("44");
        let game = || Box::new(played("4455"));
        let column = Rules::CLASSIC.column(3).unwrap();
        let cell = notation::parse_cell(Rules::CLASSIC, "D3").unwrap();
        for command in [
            Command::Drop(column),
            Command::Place(cell),
            Command::Undo,
            Command::Redo,
            Command::Swap,
            Command::AgreeDraw,
            Command::Start(Setup::plain(Rules::TIC_TAC_TOE).next_starts()),
            Command::Again,
            Command::Load(game()),
            Command::Open("1-a".to_owned(), game()),
            Command::Visit(game()),
            Command::Return,
            Command::Keep,
            Command::Answer("one\ntwo".to_owned()),
            Command::Label(Labels::One),
            Command::Label(Labels::Zero),
            Command::Label(Labels::Letters),
        ] {
            let request = Request::Command(command);
            let read = Request::read(&request.write(), &board).expect("it was just written");
            assert_eq!(format!("{read:?}"), format!("{request:?}"));
        }
        for request in [
            Request::Panel("talk".to_owned()),
            Request::Worths(Worths(vec![(cell, -1, "−3".to_owned())])),
            Request::Save(String::new()),
            Request::Save("a.json".to_owned()),
            Request::Notice("one\ntwo".to_owned()),
        ] {
            let read = Request::read(&request.write(), &board).expect("it was just written");
            assert_eq!(format!("{read:?}"), format!("{request:?}"));
        }
        for nonsense in [
            "",
            "place",
            "place\nZ9",
            "drop\n0",
            "load\n{}",
            "open\n1-a",
            "x\ny",
        ] {
            assert!(Request::read(nonsense, &board).is_none(), "{nonsense}");
        }
    }

    #[test]
    fn states_are_read_back() {
        let game = played("44");
        let tally = Tally::new(&game);
        let mut session = Session::open(game, tally);
        for (command, change) in [
            (Command::Undo, Some(Change::Undone)),
            (Command::Redo, Some(Change::Redone)),
            (Command::Redo, None),
            (Command::Again, Some(Change::Started)),
            (
                Command::Drop(Rules::CLASSIC.column(0).unwrap()),
                Some(Change::Moved),
            ),
            (Command::Visit(Box::new(played("7"))), Some(Change::Started)),
        ] {
            session.apply(command);
            let state = State::read(&State::write(&session)).unwrap();
            assert_eq!(state.change, change);
            assert_eq!(state.visiting, session.is_visiting());
            assert_eq!(&state.played, session.played());
        }
    }

    #[test]
    fn what_can_be_heard_is_said_in_a_line() {
        let mut session = Session::open(played("121212"), Tally::new(&played("121212")));
        let column = |number| Command::Drop(Rules::CLASSIC.column(number).unwrap());
        let mut after = |command| {
            session.apply(command);
            Happening::write(&session)
        };
        let opened = after(Command::Return);
        assert_eq!(opened, "refused");
        assert_eq!(after(column(3)), "placed 0 6 on");
        assert_eq!(after(column(3)), "placed 1 5 on");
        assert_eq!(after(Command::Undo), "");
        assert_eq!(after(Command::Redo), "placed 1 5 on");
        assert_eq!(after(column(0)), "placed 3 3 won");
        assert_eq!(after(column(0)), "refused");
        assert_eq!(after(Command::Answer("4".to_owned())), "");
        assert_eq!(after(Command::Again), "");

        let flat = notation::parse(Rules::TIC_TAC_TOE, "A1,B1,C1,A2,B2,A3,C2,C3").unwrap();
        let flat = Match::plain(flat);
        let mut session = Session::open(flat.clone(), Tally::new(&flat));
        let b3 = notation::parse_cell(Rules::TIC_TAC_TOE, "B3").unwrap();
        session.apply(Command::Place(b3));
        assert_eq!(Happening::write(&session), "placed 2 0 tied");
    }

    #[test]
    fn lines_are_read_back() {
        let placed = |row, fallen, outcome| Happening::Placed {
            row,
            fallen,
            outcome,
        };
        for (line, happening) in [
            ("placed 0 6 on", placed(0, 6, Outcome::GoesOn)),
            ("placed 14 1 won", placed(14, 1, Outcome::Won)),
            ("placed 2 0 tied", placed(2, 0, Outcome::Tied)),
            ("agreed", Happening::Agreed),
            ("refused", Happening::Refused),
        ] {
            assert_eq!(Happening::read(line), happening);
        }
        for line in [
            "",
            "placed",
            "placed 1 2",
            "placed 1 2 x",
            "placed -1 2 on",
            "x",
        ] {
            assert_eq!(Happening::read(line), Happening::Quiet, "{line}");
        }
    }
}
