//! The questions that are asked before a game of many players.

use super::{Asked, CONNECT_FOUR, Style, talk::number, talk::quote};
use crate::{Look, Name, Rules, Seat, Setting, Setup, Symbol};

/// What has been answered so far; what is asked next follows from it.
#[derive(Clone, Debug, Default)]
pub(super) struct Questions {
    /// Whether it is Connect Four; the alternative is tic-tac-toe.
    gravity: Option<bool>,
    columns: Option<u32>,
    rows: Option<u32>,
    connect: Option<u32>,
    players: Option<u32>,
    names: Vec<Name>,
    symbols: Vec<Symbol>,
}

/// What is asked next.
#[derive(Clone, Copy)]
enum Question {
    Game,
    Number(Setting),
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
            Question::Name => format!("Name of player {}: ", self.names.len() + 1),
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

    fn take_name(&mut self, line: &str) -> Result<(), String> {
        let name = Name::new(line).map_err(|error| format!("Not a name: {error}.\n"))?;
        if let Some(place) = self.names.iter().position(|other| *other == name) {
            return Err(format!("Player {} is {name} already.\n", place + 1));
        }
        self.names.push(name);
        Ok(())
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
        let seats = self.names.iter().zip(&self.symbols).enumerate();
        let seats = seats.map(|(number, (name, symbol))| Seat {
            name: name.clone(),
            look: Look::nth(number),
            symbol: *symbol,
        });
        Setup::new(rules.ok()?, seats.collect(), 0).ok()
    }
}
