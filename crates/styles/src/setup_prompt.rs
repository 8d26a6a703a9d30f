//! The questions about the setup of a match in [`Style::BoardGames`].

use super::{
    CONNECT_FOUR, HUMAN, PERSON, RulesOptions, Style,
    input::{number, printable, quote},
};
use four_shapes_players::{KindProblem, PlayerKind};
use four_shapes_records::{Name, PieceStyle, Seat, Setup, Symbol};
use four_shapes_rules::{Rules, Setting};

/// The answers so far, which determine the next question.
#[derive(Clone, Debug, Default)]
pub(super) struct SetupPrompt {
    /// `true` for Connect Four, `false` for tic-tac-toe.
    gravity: Option<bool>,
    columns: Option<u32>,
    rows: Option<u32>,
    connect: Option<u32>,
    players: Option<u32>,
    /// Whether the swap rule is on; asked only for two players.
    swap: Option<bool>,
    /// [`Seat::computer`] of each player.
    computers: Vec<Option<PlayerKind>>,
    names: Vec<Name>,
    symbols: Vec<Symbol>,
}

/// A question.
#[derive(Clone, Copy)]
enum Question {
    Game,
    Number(Setting),
    Swap,
    /// Human or computer.
    Kind,
    Name,
    Symbol,
}

/// The result of an answer.
pub(super) enum Progress {
    /// The answer is invalid, with a message; the question is asked again.
    Rejected(String),
    /// There are more questions.
    Next,
    /// All questions are answered.
    Complete(Setup),
}

impl SetupPrompt {
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
            _ if self.names.len() > self.symbols.len() => Question::Symbol,
            _ if self.computers.len() > self.names.len() => Question::Name,
            _ => Question::Kind,
        }
    }

    /// Returns the minimum, the maximum and the default of a number.
    fn range(&self, setting: Setting) -> (u32, u32, u32) {
        let gravity = self.gravity == Some(true);
        let min_side = if gravity {
            CONNECT_FOUR
        } else {
            Rules::MIN_SIDE
        };
        let columns = self.columns.unwrap_or(min_side);
        let rows = self.rows.unwrap_or(min_side);
        let connect = self.connect.unwrap_or(CONNECT_FOUR);
        let max_connect = Rules::max_connect(columns, rows);
        match setting {
            Setting::Columns => (min_side, Rules::MAX_SIDE, if gravity { 7 } else { 3 }),
            Setting::Rows => (min_side, Rules::MAX_SIDE, if gravity { 6 } else { 3 }),
            Setting::Connect => (
                Rules::MIN_CONNECT,
                max_connect,
                max_connect.min(CONNECT_FOUR),
            ),
            Setting::Players => {
                let max = Rules::max_players(columns, rows, connect);
                (Rules::MIN_PLAYERS, max, Rules::MIN_PLAYERS)
            }
        }
    }

    /// Returns the first default symbol that isn't taken.
    fn free_symbol(&self) -> Symbol {
        let mut symbols = (0..).map(Symbol::nth);
        let free = symbols.find(|symbol| !self.symbols.contains(symbol));
        free.expect("there are symbols for all players")
    }

    /// Returns the next question, without a line break.
    pub(super) fn prompt(&self) -> String {
        match self.next() {
            Question::Game => "Game (1: Connect Four, 2: tic-tac-toe) [1]: ".to_owned(),
            Question::Number(setting) => {
                let what = match setting {
                    Setting::Columns => "Columns",
                    Setting::Rows => "Rows",
                    Setting::Connect => "In a row to win",
                    Setting::Players => "Players",
                };
                let (min, max, default) = self.range(setting);
                format!("{what}, {min} to {max} [{default}]: ")
            }
            Question::Swap => "Use the swap rule? (yes or no) [no]: ".to_owned(),
            Question::Kind => {
                let number = self.computers.len() + 1;
                format!("Player {number}: human or computer (1–6)? [human]: ")
            }
            Question::Name => format!("Name of player {}: ", self.names.len() + 1),
            Question::Symbol => {
                let name = self.names.last().map_or("", Name::as_str);
                format!("Symbol for {name} [{}]: ", self.free_symbol())
            }
        }
    }

    /// Answers the next question.
    pub(super) fn answer(&mut self, line: &str) -> Progress {
        let result = match self.next() {
            Question::Game => self.answer_game(line),
            Question::Number(setting) => self.answer_number(setting, line),
            Question::Swap => self.answer_swap(line),
            Question::Kind => self.answer_kind(line),
            Question::Name => self.answer_name(line),
            Question::Symbol => self.answer_symbol(line),
        };
        if let Err(message) = result {
            return Progress::Rejected(message);
        }
        let players = self.players.map(|players| players as usize);
        if players != Some(self.symbols.len()) {
            return Progress::Next;
        }
        self.setup().map_or_else(
            || Progress::Rejected("These players can't play this game.\n".to_owned()),
            Progress::Complete,
        )
    }

    fn answer_game(&mut self, line: &str) -> Result<(), String> {
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

    fn answer_number(&mut self, setting: Setting, line: &str) -> Result<(), String> {
        let (min, max, default) = self.range(setting);
        let value = if line.is_empty() {
            Some(default)
        } else {
            number(line).and_then(|value| u32::try_from(value).ok())
        };
        let Some(valid) = value.filter(|value| (min..=max).contains(value)) else {
            let line = quote(line);
            let mut message = format!("{line} is not a number from {min} to {max}.\n");
            if matches!(setting, Setting::Players) && value > Some(max) {
                message += "The board needs room for a line for each player.\n";
            }
            return Err(message);
        };
        *match setting {
            Setting::Columns => &mut self.columns,
            Setting::Rows => &mut self.rows,
            Setting::Connect => &mut self.connect,
            Setting::Players => &mut self.players,
        } = Some(valid);
        Ok(())
    }

    fn answer_swap(&mut self, line: &str) -> Result<(), String> {
        self.swap = match line.to_ascii_lowercase().as_str() {
            "yes" | "y" => Some(true),
            "" | "no" | "n" => Some(false),
            _ => return Err("Type yes or no.\n".to_owned()),
        };
        Ok(())
    }

    /// A computer player gets a name derived from its id.
    fn answer_kind(&mut self, line: &str) -> Result<(), String> {
        let answer = line.to_ascii_lowercase();
        let id = match answer.as_str() {
            "" | "h" | HUMAN | PERSON => {
                self.computers.push(None);
                return Ok(());
            }
            "c" | "computer" => "level:3".to_owned(),
            level if number(level).is_some() => format!("level:{level}"),
            id => id.to_owned(),
        };
        let kind = id.parse::<PlayerKind>().map_err(|error| {
            if error.problem == KindProblem::UnknownFamily {
                let line = quote(line);
                return format!("{line} is not a player; type human, or a level from 1 to 6.\n");
            }
            let error: String = printable(&error.to_string()).collect();
            format!("Not a computer player: {error}.\n")
        })?;
        let name = Name::new(&self.free_name(kind));
        self.names
            .push(name.map_err(|error| format!("Invalid name: {error}.\n"))?);
        self.computers.push(Some(kind));
        Ok(())
    }

    fn answer_name(&mut self, line: &str) -> Result<(), String> {
        let name = Name::new(line).map_err(|error| format!("Invalid name: {error}.\n"))?;
        if let Some(place) = self.names.iter().position(|other| *other == name) {
            return Err(format!("{name} is already player {}.\n", place + 1));
        }
        self.names.push(name);
        Ok(())
    }

    /// Returns a name for a computer player that isn't taken: its id, numbered if needed.
    fn free_name(&self, kind: PlayerKind) -> String {
        let mut names = (1..).map(|number| match number {
            1 => kind.to_string(),
            _ => format!("{kind} {number}"),
        });
        let free = names.find(|name| self.names.iter().all(|other| other.as_str() != name));
        free.expect("there are numbers for all players")
    }

    fn answer_symbol(&mut self, line: &str) -> Result<(), String> {
        let symbol = if line.is_empty() {
            self.free_symbol()
        } else {
            line.parse().map_err(|_| {
                let line = quote(line);
                format!("{line} is not a symbol; use one letter, digit or punctuation mark other than |.\n")
            })?
        };
        if let Some(place) = self.symbols.iter().position(|other| *other == symbol) {
            return Err(format!(
                "{symbol} is already the symbol of {}.\n",
                self.names[place]
            ));
        }
        self.symbols.push(symbol);
        Ok(())
    }

    fn setup(&self) -> Option<Setup> {
        let rules = Style::BoardGames.rules(RulesOptions {
            columns: self.columns,
            rows: self.rows,
            connect: self.connect,
            players: self.players,
            gravity: self.gravity?,
        });
        let seats = self.names.iter().zip(&self.symbols).zip(&self.computers);
        let seats = seats
            .enumerate()
            .map(|(index, ((name, symbol), computer))| Seat {
                name: name.clone(),
                piece_style: PieceStyle::nth(index),
                symbol: *symbol,
                computer: *computer,
            });
        let setup = Setup::new(rules.ok()?, seats.collect(), 0).ok()?;
        setup.with_swap(self.swap == Some(true)).ok()
    }
}
