//! The questions that are asked before a game of many players.

use super::{
    Asked, CONNECT_FOUR, Style,
    input::{number, printable, quote},
};
use crate::{
    Name, PieceStyle, Rules, Seat, Setting, Setup, Symbol,
    player_kind::{Kind, KindError, KindProblem},
};

/// What has been answered so far; what is asked next follows from it.
#[derive(Clone, Debug, Default)]
pub(super) struct Questions {
    /// Whether it is Connect Four; the alternative is tic-tac-toe.
    gravity: Option<bool>,
    columns: Option<u32>,
    rows: Option<u32>,
    connect: Option<u32>,
    players: Option<u32>,
    /// Whether the second player may swap; asked of two.
    swap: Option<bool>,
    names: Vec<Name>,
    /// As [`Seat::computer`], of those who have a name.
    computers: Vec<Option<Kind>>,
    symbols: Vec<Symbol>,
}

/// What is asked next.
#[derive(Clone, Copy)]
enum Question {
    Game,
    Number(Setting),
    Swap,
    Name,
    Symbol,
}

/// What came of an answer.
pub(super) enum Answered {
    /// Why it is not allowed; the question is asked again.
    Refused(String),
    /// There is another question.
    Next,
    /// That was the last one.
    Done(Setup),
}

impl Questions {
    fn next(&self) -> Question {
        let numbers = [
            (Setting::Columns, self.columns),
            (Setting::Rows, self.rows),
            (Setting::Connect, self.connect),
            (Setting::Players, self.players),
        ];
        let open = numbers.iter().find(|(_, value)| value.is_none());
        match (self.gravity, open) {
            (None, _) => Question::Game,
            (_, Some((setting, _))) => Question::Number(*setting),
            _ if self.players == Some(2) && self.swap.is_none() => Question::Swap,
            _ if self.names.len() == self.symbols.len() => Question::Name,
            _ => Question::Symbol,
        }
    }

    /// The least and the most that a number may be, and what it is if the answer
    /// is empty.
    fn range(&self, setting: Setting) -> (u32, u32, u32) {
        let falls = self.gravity == Some(true);
        let least = if falls { CONNECT_FOUR } else { Rules::MIN_SIDE };
        let columns = self.columns.unwrap_or(least);
        let rows = self.rows.unwrap_or(least);
        let connect = self.connect.unwrap_or(CONNECT_FOUR);
        let longest = Rules::most_connect(columns, rows);
        match setting {
            Setting::Columns => (least, Rules::MAX_SIDE, if falls { 7 } else { 3 }),
            Setting::Rows => (least, Rules::MAX_SIDE, if falls { 6 } else { 3 }),
            Setting::Connect => (Rules::MIN_CONNECT, longest, longest.min(CONNECT_FOUR)),
            Setting::Players => {
                let most = Rules::most_players(columns, rows, connect);
                (Rules::MIN_PLAYERS, most, Rules::MIN_PLAYERS)
            }
        }
    }

    /// The first symbol that nobody has yet.
    fn free_symbol(&self) -> Symbol {
        let mut symbols = (0..).map(Symbol::nth);
        let free = symbols.find(|symbol| !self.symbols.contains(symbol));
        free.expect("there are symbols for all players")
    }

    /// The next question, without a line break.
    pub(super) fn prompt(&self) -> String {
        match self.next() {
            Question::Game => "Game, 1 for Connect Four or 2 for Tic-Tac-Toe [1]: ".to_owned(),
            Question::Number(setting) => {
                let what = match setting {
                    Setting::Columns => "Columns",
                    Setting::Rows => "Rows",
                    Setting::Connect => "In a row to win",
                    Setting::Players => "Players",
                };
                let (least, most, usual) = self.range(setting);
                format!("{what}, {least} to {most} [{usual}]: ")
            }
            Question::Swap => {
                "May the second player take the first piece, yes or no [no]: ".to_owned()
            }
            Question::Name => {
                let number = self.names.len() + 1;
                format!("Name of player {number}, or a computer player such as level:3: ")
            }
            Question::Symbol => {
                let name = self.names.last().map_or("", Name::as_str);
                format!("Symbol of {name} [{}]: ", self.free_symbol())
            }
        }
    }

    /// Takes an answer.
    pub(super) fn answer(&mut self, line: &str) -> Answered {
        let taken = match self.next() {
            Question::Game => self.take_game(line),
            Question::Number(setting) => self.take_number(setting, line),
            Question::Swap => self.take_swap(line),
            Question::Name => self.take_name(line),
            Question::Symbol => self.take_symbol(line),
        };
        if let Err(why) = taken {
            return Answered::Refused(why);
        }
        let players = self.players.map(|players| players as usize);
        if players != Some(self.symbols.len()) {
            return Answered::Next;
        }
        self.setup().map_or_else(
            || Answered::Refused("These players can't play this game.\n".to_owned()),
            Answered::Done,
        )
    }

    fn take_game(&mut self, line: &str) -> Result<(), String> {
        let connect_four = match line.to_ascii_lowercase().as_str() {
            "" | "1" | "connect four" => true,
            "2" | "tic-tac-toe" => false,
            _ => return Err("Type 1 for Connect Four or 2 for Tic-Tac-Toe.\n".to_owned()),
        };
        self.gravity = Some(connect_four);
        if connect_four {
            self.connect = Some(CONNECT_FOUR);
        }
        Ok(())
    }

    fn take_number(&mut self, setting: Setting, line: &str) -> Result<(), String> {
        let (least, most, usual) = self.range(setting);
        let value = if line.is_empty() {
            Some(usual)
        } else {
            number(line).and_then(|value| u32::try_from(value).ok())
        };
        let Some(within) = value.filter(|value| (least..=most).contains(value)) else {
            let line = quote(line);
            let mut why = format!("{line} is not a number from {least} to {most}.\n");
            if matches!(setting, Setting::Players) && value > Some(most) {
                why += "Each player needs the room for a winning line.\n";
            }
            return Err(why);
        };
        *match setting {
            Setting::Columns => &mut self.columns,
            Setting::Rows => &mut self.rows,
            Setting::Connect => &mut self.connect,
            Setting::Players => &mut self.players,
        } = Some(within);
        Ok(())
    }

    fn take_swap(&mut self, line: &str) -> Result<(), String> {
        self.swap = match line.to_ascii_lowercase().as_str() {
            "yes" | "y" => Some(true),
            "" | "no" | "n" => Some(false),
            _ => return Err("Type yes or no.\n".to_owned()),
        };
        Ok(())
    }

    /// A computer player is asked for in place of a name, which is its own then,
    /// with a number if somebody has it already.
    fn take_name(&mut self, line: &str) -> Result<(), String> {
        let computer = match line.parse::<Kind>() {
            Ok(kind) => Some(kind),
            Err(KindError {
                problem: KindProblem::Family,
                ..
            }) => None,
            Err(error) => {
                let why: String = printable(&error.to_string()).collect();
                return Err(format!("Not a computer player: {why}.\n"));
            }
        };
        let typed = computer.map_or(line.to_owned(), |kind| self.free_name(kind));
        let name = Name::new(&typed).map_err(|error| format!("Not a name: {error}.\n"))?;
        if let Some(place) = self.names.iter().position(|other| *other == name) {
            return Err(format!("Player {} is {name} already.\n", place + 1));
        }
        self.names.push(name);
        self.computers.push(computer);
        Ok(())
    }

    /// The name of a computer player that nobody has yet.
    fn free_name(&self, kind: Kind) -> String {
        let mut names = (1..).map(|number| match number {
            1 => kind.to_string(),
            _ => format!("{kind} {number}"),
        });
        let free = names.find(|name| self.names.iter().all(|other| other.as_str() != name));
        free.expect("there are numbers for all players")
    }

    fn take_symbol(&mut self, line: &str) -> Result<(), String> {
        let symbol = if line.is_empty() {
            self.free_symbol()
        } else {
            Symbol::parse(line).ok_or_else(|| {
                let line = quote(line);
                format!("{line} is not a symbol, which is one letter, digit or sign but |.\n")
            })?
        };
        if let Some(place) = self.symbols.iter().position(|other| *other == symbol) {
            return Err(format!("{} has {symbol} already.\n", self.names[place]));
        }
        self.symbols.push(symbol);
        Ok(())
    }

    fn setup(&self) -> Option<Setup> {
        let rules = Style::BoardGames.rules(Asked {
            columns: self.columns,
            rows: self.rows,
            connect: self.connect,
            players: self.players,
            gravity: self.gravity?,
        });
        let seats = self.names.iter().zip(&self.symbols).zip(&self.computers);
        let seats = seats
            .enumerate()
            .map(|(number, ((name, symbol), computer))| Seat {
                name: name.clone(),
                piece_style: PieceStyle::nth(number),
                symbol: *symbol,
                computer: *computer,
            });
        let setup = Setup::new(rules.ok()?, seats.collect(), 0).ok()?;
        setup.with_swap(self.swap == Some(true)).ok()
    }
}
