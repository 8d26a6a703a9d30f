//! The messages between the page and its workers.

use four_shapes_engine::{
    Cell, Match, Rules,
    analysis::{Description, Reason},
    players::{Choice, PlayerKind},
};
use serde::{Deserialize, Serialize};

/// A message from the page to a search worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant, reason = "messages are not stored")]
pub enum PageMessage {
    /// Starts a search in place of the current one.
    Start(Request),
    /// Stops the current search.
    Stop,
}

/// A request for a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Identifies the request in its responses.
    pub id: u32,
    /// What to search for.
    pub query: Query,
    /// The match to search.
    #[serde(with = "record_text")]
    pub game_match: Match,
}

/// The kinds of searches.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Query {
    /// A computer player's choice.
    Move {
        /// The computer player.
        #[serde(with = "text")]
        kind: PlayerKind,
        /// Decides between equal moves.
        seed: u64,
    },
    /// A hint: a good move and the reason for it.
    Hint,
    /// An analysis: evaluations of all moves, and of all positions of the game.
    Analysis,
}

/// A message from a search worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorkerMessage {
    /// The worker has been loaded and accepts requests.
    Ready,
    /// A response to a request.
    Response(Response),
}

/// A response to a request; there may be several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Response {
    /// The id of the request.
    pub id: u32,
    /// The result or the progress of the search.
    pub reply: Reply,
}

/// The result or the progress of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The search goes on; its progress in percent.
    Thinking(u8),
    /// The computer player's choice.
    Choice(#[serde(with = "ChoiceDef")] Choice),
    /// A good move.
    Hint {
        /// The cell to move to.
        #[serde(with = "cell")]
        cell: Cell,
        /// The reason for it.
        #[serde(with = "ReasonDef")]
        reason: Reason,
        /// Swapping sides is better than any move.
        swap: bool,
    },
    /// The evaluations of all moves, as far as they are known.
    Moves(Vec<MoveEvaluation>),
    /// The evaluation of each position of the game, if known.
    Positions(Vec<Option<Evaluation>>),
    /// The analysis is complete.
    Done,
}

/// The evaluation of a position or a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The score, −100 (lost) to 100 (won): of a move for the player who makes it, of a
    /// position for the player with the first move.
    pub score: i8,
    /// The score is proved, not estimated.
    pub proved: bool,
    /// The meaning of the score for `player`.
    #[serde(with = "DescriptionDef")]
    pub description: Description,
    /// The index of the player to move.
    pub player: u8,
}

/// The evaluation of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveEvaluation {
    /// The cell of the move.
    #[serde(with = "cell")]
    pub cell: Cell,
    /// No known evaluation is better.
    pub best: bool,
    /// The evaluation.
    pub evaluation: Evaluation,
}

/// A message from a game worker to the page: games that it has played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameReport {
    /// A line of the tournament file for each game.
    pub lines: Vec<String>,
    /// All games that the worker was given have been played.
    pub finished: bool,
}

impl Reply {
    /// Returns `true` if no other reply to the same request follows.
    pub fn is_last(&self) -> bool {
        matches!(self, Self::Choice(_) | Self::Hint { .. } | Self::Done)
    }

    /// Returns `true` if all cells of the reply are on the board of these rules.
    pub(crate) fn is_on_board(&self, rules: Rules) -> bool {
        match self {
            Self::Choice(choice) => choice.cell().is_none_or(|cell| rules.has(cell)),
            Self::Hint { cell, .. } => rules.has(*cell),
            Self::Moves(moves) => moves.iter().all(|evaluated| rules.has(evaluated.cell)),
            Self::Thinking(_) | Self::Positions(_) | Self::Done => true,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Description")]
enum DescriptionDef {
    Draw,
    HasLost,
    Wins { moves: Option<u32> },
    Loses { moves: Option<u32> },
    ProbablyWins,
    ProbablyLoses,
    AboutEven,
    ExpectedScore(u8),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Reason")]
enum ReasonDef {
    WinsNow,
    Blocks,
    WinsIn(u32),
    Wins,
    OnlyMove,
    KeepsDraw,
    Delays(u32),
    Loses,
    BestGuess,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Choice")]
enum ChoiceDef {
    Place(#[serde(with = "cell")] Cell),
    Swap,
}

/// Serializes a value as its text form.
mod text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::{fmt::Display, str::FromStr};

    pub(super) fn serialize<S: Serializer>(
        value: &impl Display,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&value.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let text = <&str>::deserialize(deserializer)?;
        text.parse().map_err(Error::custom)
    }
}

/// Serializes a match as its record.
mod record_text {
    use four_shapes_engine::{Match, record};
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(
        game_match: &Match,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&record::write(game_match))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Match, D::Error> {
        let text = <&str>::deserialize(deserializer)?;
        record::parse(text).map_err(Error::custom)
    }
}

/// Serializes a cell as its column and row. A decoded cell is a cell of some board.
mod cell {
    use four_shapes_engine::{Cell, Rules, RulesConfig};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(super) fn serialize<S: Serializer>(cell: &Cell, serializer: S) -> Result<S::Ok, S::Error> {
        (cell.column().index() as u8, cell.row() as u8).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Cell, D::Error> {
        const LARGEST_BOARD: RulesConfig = RulesConfig {
            columns: Rules::MAX_SIDE,
            rows: Rules::MAX_SIDE,
            ..Rules::CLASSIC.config()
        };
        let (column, row) = <(u8, u8)>::deserialize(deserializer)?;
        let rules = Rules::new(LARGEST_BOARD).map_err(Error::custom)?;
        let cell = rules.cell(column.into(), row.into());
        cell.ok_or_else(|| Error::custom("no such cell"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{decode, encode};
    use four_shapes_engine::{RulesConfig, notation};

    fn evaluation(score: i8) -> Evaluation {
        Evaluation {
            score,
            proved: score != 0,
            description: Description::Wins { moves: Some(7) },
            player: 0,
        }
    }

    #[test]
    fn page_messages_round_trip() {
        let game = notation::parse(Rules::CLASSIC, "4455").unwrap();
        let game_match = Match::with_default_seats(game);
        let kind = "lookahead:3:left".parse().unwrap();
        let seed = u64::MAX;
        for query in [Query::Move { kind, seed }, Query::Hint, Query::Analysis] {
            let message = PageMessage::Start(Request {
                id: 7,
                query,
                game_match: game_match.clone(),
            });
            assert_eq!(decode(&encode(&message)), Ok(message));
        }
        assert_eq!(decode(&encode(&PageMessage::Stop)), Ok(PageMessage::Stop));
    }

    #[test]
    fn worker_messages_round_trip() {
        let cell = notation::parse_cell(Rules::CLASSIC, "D3").unwrap();
        for reply in [
            Reply::Thinking(40),
            Reply::Choice(Choice::Place(cell)),
            Reply::Choice(Choice::Swap),
            Reply::Hint {
                cell,
                reason: Reason::WinsIn(2),
                swap: true,
            },
            Reply::Moves(vec![MoveEvaluation {
                cell,
                best: true,
                evaluation: evaluation(-100),
            }]),
            Reply::Moves(Vec::new()),
            Reply::Positions(vec![None, Some(evaluation(0)), None, Some(evaluation(55))]),
            Reply::Done,
        ] {
            let message = WorkerMessage::Response(Response { id: 3, reply });
            assert_eq!(decode(&encode(&message)), Ok(message));
        }
        let ready = WorkerMessage::Ready;
        assert_eq!(decode(&encode(&ready)), Ok(ready));
    }

    #[test]
    fn invalid_players_records_and_cells_are_rejected() {
        let request = |kind: &str, record: &str| {
            // The same structure as `PageMessage::Start`, with unchecked texts.
            encode(&(0_u32, 7_u32, (0_u32, kind, 1_u64), record))
        };
        let record = four_shapes_engine::record::write(&Match::with_default_seats(
            four_shapes_engine::Game::new(Rules::CLASSIC),
        ));
        assert!(decode::<PageMessage>(&request("level:1", &record)).is_ok());
        assert!(decode::<PageMessage>(&request("level:9", &record)).is_err());
        assert!(decode::<PageMessage>(&request("level:1", "{}")).is_err());
        let choice = |column: u8| encode(&(1_u32, 3_u32, 1_u32, (0_u32, column, 0_u8)));
        assert!(decode::<WorkerMessage>(&choice(14)).is_ok());
        assert!(decode::<WorkerMessage>(&choice(15)).is_err());
    }

    #[test]
    fn cells_outside_the_board_are_found() {
        let large = RulesConfig {
            columns: 15,
            ..Rules::CLASSIC.config()
        };
        let large = Rules::new(large).unwrap();
        let cell = notation::parse_cell(large, "H1").unwrap();
        let reply = Reply::Choice(Choice::Place(cell));
        assert!(reply.is_on_board(large));
        assert!(!reply.is_on_board(Rules::CLASSIC));
    }
}
