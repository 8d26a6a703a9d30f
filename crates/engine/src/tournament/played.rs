//! How a game of a tournament has ended, and as a line of text.

use super::{ForfeitReason, Tournament};
use crate::{Cell, Game, Status, Step, escape::shorten, notation};
use std::{error::Error, fmt};

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The first player (0) or the second (1) has a line.
    Won(usize),
    /// The board is full.
    Drawn,
    /// A player, 0 or 1, has lost by a fault.
    Forfeit {
        /// Who has lost.
        player: usize,
        /// Why.
        reason: ForfeitReason,
    },
}

impl Ending {
    /// Who has won: the first player (0) or the second (1); `None` for a draw.
    pub const fn winner(self) -> Option<usize> {
        match self {
            Self::Won(player) => Some(player),
            Self::Drawn => None,
            Self::Forfeit { player, .. } => Some((player == 0) as usize),
        }
    }
}

/// How long somebody has thought, in microseconds of a clock. This is the only part of
/// a game that differs from machine to machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    /// About so many moves.
    pub moves: u64,
    /// In all.
    pub total: u64,
    /// About the move that took longest.
    pub worst: u64,
}

impl Thinking {
    /// Adds a move.
    pub fn add(&mut self, microseconds: u64) {
        *self = self.and(Self {
            moves: 1,
            total: microseconds,
            worst: microseconds,
        });
    }

    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            moves: self.moves.saturating_add(other.moves),
            total: self.total.saturating_add(other.total),
            worst: self.worst.max(other.worst),
        }
    }

    /// A move's time on average; `None` without any.
    pub fn mean(self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a mean is rounded all the same")]
        let mean = || self.total as f64 / self.moves as f64;
        (self.moves > 0).then(mean)
    }
}

/// What a table has to know of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number in the tournament.
    pub number: u64,
    /// How many pieces were played, the opening with them.
    pub plies: u32,
    /// How it ended.
    pub ending: Ending,
    /// Of the first and the second player.
    pub thinking: [Thinking; 2],
    /// The same for the same moves, and another number for nearly all others.
    pub digest: u64,
}

impl Summary {
    /// What a line of [`Played`] says, if it has the form of one. Unlike
    /// [`Played::read`] it does not play the moves, and is many times quicker: for
    /// lines that this program has just written.
    pub fn of_line(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let number = words.next()?.parse().ok()?;
        let moves = words.next()?;
        let ending = read_ending(words.next()?)?;
        let thinking = [
            read_thinking(words.next()?).ok()?,
            read_thinking(words.next()?).ok()?,
        ];
        let plies = if moves == "-" {
            0
        } else if moves.contains(',') {
            moves.split(',').count() as u32
        } else if moves.starts_with(|first: char| first.is_ascii_alphabetic()) {
            1
        } else {
            moves.len() as u32
        };
        Some(Self {
            number,
            plies,
            ending,
            thinking,
            digest: digest(moves),
        })
    }
}

/// FNV-1a, 64 bits.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// A game of a tournament that is over.
///
/// As text it is a line: `17 44351 1 9/120/40 8/80/20` is the game with number 17, its
/// moves (`-` for none), how it ended, and how long the first and the second player
/// have thought: moves, microseconds in all and about the longest. It ended with a
/// line of the first player, `1`, or of the second, `2`, in a draw, `=`, or by a fault of
/// one of them: `1!overtime`, `2!illegal:9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number in the tournament.
    pub number: u64,
    /// The pieces in the order in which they were played, the opening with them.
    pub moves: Vec<Cell>,
    /// How it ended.
    pub ending: Ending,
    /// Of the first and the second player.
    pub thinking: [Thinking; 2],
}

impl Played {
    /// Its moves in [`notation`].
    pub fn notation(&self, tournament: &Tournament) -> String {
        let steps: Vec<Step> = self.moves.iter().copied().map(Step::Place).collect();
        notation::write_steps(tournament.rules(), &steps)
    }

    /// What a table has to know of it.
    pub fn summary(&self, tournament: &Tournament) -> Summary {
        Summary {
            number: self.number,
            plies: self.moves.len() as u32,
            ending: self.ending,
            thinking: self.thinking,
            digest: digest(&self.moves_as_written(tournament)),
        }
    }

    /// Its moves as they are in its line.
    fn moves_as_written(&self, tournament: &Tournament) -> String {
        let moves = self.notation(tournament);
        if moves.is_empty() {
            "-".to_owned()
        } else {
            moves
        }
    }

    /// The game with its moves.
    ///
    /// # Panics
    /// If it is none of this tournament.
    pub fn game(&self, tournament: &Tournament) -> Game {
        let mut game = Game::new(tournament.rules());
        for &cell in &self.moves {
            let turn = game.turn().expect("the game goes on");
            turn.play(cell).expect("it was played");
        }
        game
    }

    /// It as a line of text, without a line break.
    pub fn write(&self, tournament: &Tournament) -> String {
        let moves = self.moves_as_written(tournament);
        let ending = match self.ending {
            Ending::Won(player) => (player + 1).to_string(),
            Ending::Drawn => "=".to_owned(),
            Ending::Forfeit { player, reason } => format!("{}!{reason}", player + 1),
        };
        let [first, second] = self.thinking.map(|thinking| {
            let Thinking {
                moves,
                total,
                worst,
            } = thinking;
            format!("{moves}/{total}/{worst}")
        });
        format!("{} {moves} {ending} {first} {second}", self.number)
    }

    /// Reads a line, by playing its moves.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(tournament: &Tournament, line: &str) -> Result<Self, LineError> {
        let mut words = line.split(' ');
        let mut word = || words.next().ok_or(LineError::Words);
        let (number, moves, ending) = (word()?, word()?, word()?);
        let thinking = [word()?, word()?];
        if words.next().is_some() {
            return Err(LineError::Words);
        }
        let number: u64 = number
            .parse()
            .ok()
            .filter(|number| *number < tournament.total())
            .ok_or_else(|| LineError::Number(shorten(number)))?;
        let moves = if moves == "-" { "" } else { moves };
        let game = notation::parse(tournament.rules(), moves)
            .map_err(|error| LineError::Moves(error.to_string()))?;
        let wrong = || LineError::Ending(shorten(ending));
        let ending = read_ending(ending).ok_or_else(wrong)?;
        let fits = match (ending, game.status()) {
            (Ending::Won(player), Status::Won { player: winner, .. }) => player == winner.index(),
            (Ending::Drawn, Status::Drawn(_)) | (Ending::Forfeit { .. }, Status::ToMove(_)) => true,
            _ => false,
        };
        if !fits {
            return Err(wrong());
        }
        let steps = game.steps().iter();
        let cells = steps.map(|step| match step {
            Step::Place(cell) => Some(*cell),
            Step::Swap | Step::AgreeDraw => None,
        });
        let moves: Option<Vec<Cell>> = cells.collect();
        let moves = moves.ok_or_else(|| LineError::Moves("there is no swap".to_owned()))?;
        let [first, second] = thinking.map(read_thinking);
        Ok(Self {
            number,
            moves,
            ending,
            thinking: [first?, second?],
        })
    }
}

fn read_ending(text: &str) -> Option<Ending> {
    Some(match text {
        "1" => Ending::Won(0),
        "2" => Ending::Won(1),
        "=" => Ending::Drawn,
        _ => {
            let (player, reason) = text.split_once('!')?;
            let player = match player {
                "1" => 0,
                "2" => 1,
                _ => return None,
            };
            let reason = ForfeitReason::parse(reason)?;
            Ending::Forfeit { player, reason }
        }
    })
}

fn read_thinking(text: &str) -> Result<Thinking, LineError> {
    let wrong = || LineError::Thinking(shorten(text));
    let numbers: Option<Vec<u64>> = text.split('/').map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[moves, total, worst]) if worst <= total => Ok(Thinking {
            moves,
            total,
            worst,
        }),
        _ => Err(wrong()),
    }
}

/// Why a line is no game of a tournament. Texts are shortened to 12 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineError {
    /// It does not have five words with a space between.
    Words,
    /// There is no game with this number.
    Number(String),
    /// Its moves can't be played, and why.
    Moves(String),
    /// It has not ended like this.
    Ending(String),
    /// This is not how long somebody has thought.
    Thinking(String),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Words => f.write_str("a game has five words with a space between"),
            Self::Number(text) => write!(f, "“{text}” is no game of this tournament"),
            Self::Moves(why) => write!(f, "the moves: {why}"),
            Self::Ending(text) => write!(f, "“{text}” is not how these moves end"),
            Self::Thinking(text) => write!(f, "“{text}” is no time for thinking"),
        }
    }
}

impl Error for LineError {}
