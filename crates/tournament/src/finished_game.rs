//! Finished games, and their form as lines of text.

use super::{ForfeitReason, Tournament};
use four_shapes_rules::{
    Cell, Game, Status, Step,
    hash::fnv1a_64,
    notation::{self, Notation},
    text::shorten,
};
use std::{error::Error, fmt, ops::Add};

/// How a game has ended. Players are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A player has completed a line.
    Won(usize),
    /// The board is full.
    Drawn,
    /// A player has forfeited the game.
    Forfeit {
        /// The loser.
        player: usize,
        /// Why.
        reason: ForfeitReason,
    },
}

impl Ending {
    /// Returns the winner, or `None` for a draw.
    pub const fn winner(self) -> Option<usize> {
        match self {
            Self::Won(player) => Some(player),
            Self::Drawn => None,
            Self::Forfeit { player, .. } => Some((player == 0) as usize),
        }
    }
}

/// Statistics of the times that a player took for its moves, in microseconds. They are
/// the only part of a game that differs from machine to machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTimes {
    /// The number of moves.
    pub moves: u64,
    /// The total time.
    pub total: u64,
    /// The longest time of a move.
    pub longest: u64,
}

impl MoveTimes {
    /// Adds the time of one move.
    pub fn record(&mut self, microseconds: u64) {
        *self = *self
            + Self {
                moves: 1,
                total: microseconds,
                longest: microseconds,
            };
    }

    /// Returns the mean time of a move, or `None` without moves.
    pub fn mean(self) -> Option<f64> {
        #[expect(
            clippy::cast_precision_loss,
            reason = "the mean is rounded for display"
        )]
        let mean = || self.total as f64 / self.moves as f64;
        (self.moves > 0).then(mean)
    }
}

impl Add for MoveTimes {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            moves: self.moves.saturating_add(other.moves),
            total: self.total.saturating_add(other.total),
            longest: self.longest.max(other.longest),
        }
    }
}

/// The facts about a finished game that a [`Table`](super::Table) counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// The game's number in the tournament.
    pub number: u64,
    /// The number of moves, including the opening.
    pub plies: u32,
    /// How the game has ended.
    pub ending: Ending,
    /// The move times of the first and the second player.
    pub move_times: [MoveTimes; 2],
    /// A hash of the moves.
    pub digest: u64,
}

impl GameSummary {
    /// Parses a line written by [`FinishedGame::to_line`], or returns `None` if it is
    /// malformed. Unlike [`FinishedGame::parse`] it does not replay the moves, which makes
    /// it many times faster: use it only for lines from a trusted source.
    pub fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(' ');
        let number = fields.next()?.parse().ok()?;
        let moves = fields.next()?;
        let ending = parse_ending(fields.next()?)?;
        let move_times = [
            parse_move_times(fields.next()?).ok()?,
            parse_move_times(fields.next()?).ok()?,
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
            move_times,
            digest: fnv1a_64(moves),
        })
    }
}

/// A finished game of a tournament.
///
/// Its text form is a line of five fields, `17 44351 1 9/120/40 8/80/20`: the game's
/// number, its moves (`-` for none), its ending, and the [move times](MoveTimes) of the
/// first and the second player as number, total and longest. The ending is the winner, `1`
/// or `2`; `=` for a draw; or the loser and the reason of a forfeit: `1!overtime`,
/// `2!illegal:9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The game's number in the tournament.
    pub number: u64,
    /// The moves, including the opening.
    pub moves: Vec<Cell>,
    /// How the game has ended.
    pub ending: Ending,
    /// The move times of the first and the second player.
    pub move_times: [MoveTimes; 2],
}

impl FinishedGame {
    /// Returns the moves in [`notation`].
    pub fn notation(&self, tournament: &Tournament) -> String {
        let steps: Vec<Step> = self.moves.iter().copied().map(Step::Place).collect();
        Notation::new().write_steps(tournament.rules(), &steps)
    }

    /// Returns the summary of the game.
    pub fn summary(&self, tournament: &Tournament) -> GameSummary {
        GameSummary {
            number: self.number,
            plies: self.moves.len() as u32,
            ending: self.ending,
            move_times: self.move_times,
            digest: fnv1a_64(&self.moves_field(tournament)),
        }
    }

    /// Returns the moves as in the text form.
    fn moves_field(&self, tournament: &Tournament) -> String {
        let moves = self.notation(tournament);
        if moves.is_empty() {
            "-".to_owned()
        } else {
            moves
        }
    }

    /// Replays the moves.
    ///
    /// # Panics
    /// If they are illegal by the tournament's rules.
    pub fn game(&self, tournament: &Tournament) -> Game {
        let mut game = Game::new(tournament.rules());
        for &cell in &self.moves {
            let turn = game.turn().expect("the game is not over");
            turn.play(cell).expect("the move is legal");
        }
        game
    }

    /// Formats the game as a line of text, without a line break.
    pub fn to_line(&self, tournament: &Tournament) -> String {
        let moves = self.moves_field(tournament);
        let ending = match self.ending {
            Ending::Won(player) => (player + 1).to_string(),
            Ending::Drawn => "=".to_owned(),
            Ending::Forfeit { player, reason } => format!("{}!{reason}", player + 1),
        };
        let [first, second] = self.move_times.map(|times| {
            let MoveTimes {
                moves,
                total,
                longest,
            } = times;
            format!("{moves}/{total}/{longest}")
        });
        format!("{} {moves} {ending} {first} {second}", self.number)
    }

    /// Parses a line and replays its moves.
    ///
    /// # Errors
    /// Returns the first error in the line.
    pub fn parse(tournament: &Tournament, line: &str) -> Result<Self, LineError> {
        let mut fields = line.split(' ');
        let mut field = || fields.next().ok_or(LineError::FieldCount);
        let (number, moves, ending) = (field()?, field()?, field()?);
        let move_times = [field()?, field()?];
        if fields.next().is_some() {
            return Err(LineError::FieldCount);
        }
        let number: u64 = number
            .parse()
            .ok()
            .filter(|number| *number < tournament.game_count())
            .ok_or_else(|| LineError::Number(shorten(number)))?;
        let moves = if moves == "-" { "" } else { moves };
        let game = notation::parse(tournament.rules(), moves)
            .map_err(|error| LineError::Moves(error.to_string()))?;
        let wrong_ending = || LineError::Ending(shorten(ending));
        let ending = parse_ending(ending).ok_or_else(wrong_ending)?;
        let is_consistent = match (ending, game.status()) {
            (Ending::Won(player), Status::Won { player: winner, .. }) => player == winner.index(),
            (Ending::Drawn, Status::Drawn(_)) | (Ending::Forfeit { .. }, Status::ToMove(_)) => true,
            _ => false,
        };
        if !is_consistent {
            return Err(wrong_ending());
        }
        let steps = game.steps().iter();
        let cells = steps.map(|step| match step {
            Step::Place(cell) => Some(*cell),
            Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
        });
        let moves: Option<Vec<Cell>> = cells.collect();
        let moves = moves
            .ok_or_else(|| LineError::Moves("tournaments do not use the swap rule".to_owned()))?;
        let [first, second] = move_times.map(parse_move_times);
        Ok(Self {
            number,
            moves,
            ending,
            move_times: [first?, second?],
        })
    }
}

fn parse_ending(text: &str) -> Option<Ending> {
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

fn parse_move_times(text: &str) -> Result<MoveTimes, LineError> {
    let numbers: Option<Vec<u64>> = text.split('/').map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[moves, total, longest]) if longest <= total => Ok(MoveTimes {
            moves,
            total,
            longest,
        }),
        _ => Err(LineError::MoveTimes(shorten(text))),
    }
}

/// The error of [`FinishedGame::parse`]. Quoted text is shortened to 12 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LineError {
    /// The line does not have five fields.
    FieldCount,
    /// The tournament has no game with this number.
    Number(String),
    /// The moves are illegal, for this reason.
    Moves(String),
    /// This is not how the moves end.
    Ending(String),
    /// These are not move times.
    MoveTimes(String),
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FieldCount => f.write_str("expected five words separated by spaces"),
            Self::Number(text) => {
                write!(f, "“{text}” is not the number of a game in this tournament")
            }
            Self::Moves(why) => write!(f, "moves: {why}"),
            Self::Ending(text) => write!(f, "the ending “{text}” does not match the moves"),
            Self::MoveTimes(text) => write!(
                f,
                "invalid move times “{text}”, expected their number, total and longest, such as 2/30/20"
            ),
        }
    }
}

impl Error for LineError {}
