//! The messages between the page and its workers.

use crate::codec::{DecodeError, decode};
use four_shapes_analysis::{
    Description, Judgement, Reason,
    explain::{Fact, Theme},
};
use four_shapes_players::{Choice, PlayerKind};
use four_shapes_records::{Match, drawing::Paints};
use four_shapes_rules::{Cell, Rules};
use four_shapes_solver::{Bounds, Outcome, Score};
use serde::{Deserialize, Serialize};

/// A message from the page to a search worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant, reason = "messages are not stored")]
pub enum PageMessage {
    /// Starts a search in place of the current one.
    Start(Request),
    /// Stops the current search.
    Stop,
    /// What other workers have found out about the columns of an analysis.
    Columns {
        /// The id of its request.
        id: u32,
        /// The columns that others have searched.
        columns: Vec<ColumnState>,
    },
}

/// What is known of the score of a column, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnState {
    /// The index of the column.
    pub column: u8,
    /// The bounds of the score.
    pub bounds: Bounds,
    /// Whether the sender, or a worker that it speaks for, is searching it.
    pub is_searched: bool,
}

impl ColumnState {
    /// Returns whether the score is still unknown.
    pub fn is_open(&self) -> bool {
        self.bounds.exact().is_none()
    }

    fn is_valid(self, rules: Rules) -> bool {
        self.column < rules.columns() && self.bounds.lower <= self.bounds.upper
    }
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
    /// An explanation of a move in the current position.
    Explanation(#[serde(with = "cell")] Cell),
    /// The game as an animated GIF in these colours.
    Animation(#[serde(with = "paints")] Paints),
    /// The score of a column in the current position, for an analysis by another worker.
    Column {
        /// What is known of it.
        state: ColumnState,
        /// A guess of the score, which speeds the search up if it is right.
        guess: Option<Score>,
    },
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
    /// An encoded [`AnalysisReport`]. Only the analysis decodes it, so that its decoder isn't
    /// in the part of the page that is loaded first.
    Analysis(Vec<u8>),
    /// The analysis is complete.
    Done,
    /// An encoded [`ExplanationReport`].
    Explanation(Vec<u8>),
    /// An animated GIF.
    Animation(#[serde(with = "bytes")] Vec<u8>),
    /// What an analysis has found out about the columns, the most central first; none if it has
    /// given some up.
    Columns(Vec<ColumnState>),
    /// The state of the search of one column; the last one has the score.
    Column(ColumnState),
}

/// An explanation of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplanationReport {
    /// The outcome for the player who makes the move; `None` if it isn't proved.
    pub outcome: Option<Outcome>,
    /// The winner's own moves that are left after a winning move, with best play of both sides; 0
    /// if it wins at once, `None` for other moves or if it isn't proved.
    pub moves_left: Option<u32>,
    /// What speaks against the move.
    pub drawback: Option<FactReport>,
    /// What speaks for it.
    pub advantage: Option<FactReport>,
}

impl ExplanationReport {
    /// Decodes an explanation in a game with these rules.
    ///
    /// # Errors
    /// Returns an error if the bytes are not an explanation, or it has a cell that isn't on the
    /// board.
    pub fn decode(bytes: &[u8], rules: Rules) -> Result<Self, DecodeError> {
        let report: Self = decode(bytes)?;
        let facts = [&report.drawback, &report.advantage].into_iter().flatten();
        let is_on_board = facts
            .flat_map(FactReport::all_cells)
            .all(|cell| rules.has(cell));
        if is_on_board {
            Ok(report)
        } else {
            Err(DecodeError::Malformed)
        }
    }
}

impl FactReport {
    fn all_cells(&self) -> impl Iterator<Item = Cell> {
        self.cells.iter().chain(&self.line).copied()
    }
}

/// The state of an analysis.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnalysisReport {
    /// The evaluations of all moves in the current position, as far as they are known.
    pub moves: Vec<MoveEvaluation>,
    /// The evaluation of each position of the game, if known.
    pub positions: Vec<Option<Evaluation>>,
    /// The review of the game.
    pub review: ReviewReport,
}

/// The review of a two-player game; empty for others.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewReport {
    /// The share of the positions that are evaluated, in percent.
    pub progress: u32,
    /// The judgement of each step, if it is a move and the judgement is known.
    #[serde(with = "judgements")]
    pub judgements: Vec<Option<Judgement>>,
    /// The accuracy of each player in percent, see [`Review::accuracy`](four_shapes_analysis::Review::accuracy).
    pub accuracy: Vec<Option<u32>>,
    /// The number of the step that is the turning point, from 1.
    pub turning_point: Option<usize>,
    /// The advice on errors found so far, the first error first.
    pub advice: Vec<StepAdvice>,
}

/// Advice on an error.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepAdvice {
    /// The number of the step, from 1.
    pub step: usize,
    /// The move.
    #[serde(with = "cell")]
    pub played: Cell,
    /// A better move.
    #[serde(with = "cell")]
    pub better: Cell,
    /// What is wrong with the move.
    pub drawback: Option<FactReport>,
    /// What is good about the better move.
    pub advantage: Option<FactReport>,
    /// The better move and what may follow it.
    #[serde(with = "cells")]
    pub line: Vec<Cell>,
}

/// A [`Fact`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactReport {
    /// The kind of fact.
    #[serde(with = "theme")]
    pub theme: Theme,
    /// The cells it is about.
    #[serde(with = "cells")]
    pub cells: Vec<Cell>,
    /// The moves that show it.
    #[serde(with = "cells")]
    pub line: Vec<Cell>,
}

impl From<Fact> for FactReport {
    fn from(fact: Fact) -> Self {
        let Fact { theme, cells, line } = fact;
        Self { theme, cells, line }
    }
}

impl AnalysisReport {
    /// Decodes a report on a game with these rules and this number of steps.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a report, or it has a cell that isn't on the board,
    /// a step that isn't in the game, or a number that isn't in its range.
    pub fn decode(bytes: &[u8], rules: Rules, steps: usize) -> Result<Self, DecodeError> {
        let report: Self = decode(bytes)?;
        let moves = report
            .moves
            .iter()
            .all(|evaluated| rules.has(evaluated.cell) && evaluated.evaluation.is_valid(rules));
        let mut positions = report.positions.iter().flatten();
        if moves
            && report.positions.len() <= steps.saturating_add(1)
            && positions.all(|evaluation| evaluation.is_valid(rules))
            && report.review.is_valid(rules, steps)
        {
            Ok(report)
        } else {
            Err(DecodeError::Malformed)
        }
    }
}

impl ReviewReport {
    fn is_valid(&self, rules: Rules, steps: usize) -> bool {
        let is_on_board = |advice: &StepAdvice| {
            let facts = [&advice.drawback, &advice.advantage].into_iter().flatten();
            let cells = facts.flat_map(FactReport::all_cells);
            let own = [advice.played, advice.better].into_iter();
            let mut cells = own.chain(advice.line.iter().copied()).chain(cells);
            cells.all(|cell| rules.has(cell))
        };
        let numbers = self.advice.iter().map(|advice| advice.step);
        let percentages = self.accuracy.iter().copied().flatten();
        numbers
            .chain(self.turning_point)
            .all(|step| (1..=steps).contains(&step))
            && self.judgements.len() <= steps
            && percentages
                .chain([self.progress])
                .all(|percent| percent <= 100)
            && self.accuracy.len() <= usize::from(rules.players())
            && self.advice.iter().all(is_on_board)
    }
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

impl Evaluation {
    fn is_valid(&self, rules: Rules) -> bool {
        let is_share = |description| match description {
            Description::ExpectedScore(percent) => percent <= 100,
            _ => true,
        };
        (-100..=100).contains(&self.score)
            && self.player < rules.players()
            && is_share(self.description)
    }
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
        match self {
            Self::Choice(_)
            | Self::Hint { .. }
            | Self::Done
            | Self::Explanation(_)
            | Self::Animation(_) => true,
            Self::Column(state) => !state.is_open(),
            Self::Thinking(_) | Self::Analysis(_) | Self::Columns(_) => false,
        }
    }

    /// Returns `true` if all cells and columns of the reply are on the board of these rules, and
    /// its bounds don't contradict each other.
    pub(crate) fn is_on_board(&self, rules: Rules) -> bool {
        match self {
            Self::Choice(choice) => choice.cell().is_none_or(|cell| rules.has(cell)),
            Self::Hint { cell, .. } => rules.has(*cell),
            Self::Columns(columns) => columns.iter().all(|state| state.is_valid(rules)),
            Self::Column(state) => state.is_valid(rules),
            Self::Thinking(_)
            | Self::Analysis(_)
            | Self::Explanation(_)
            | Self::Animation(_)
            | Self::Done => true,
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

#[derive(Serialize, Deserialize)]
#[serde(remote = "Judgement")]
enum JudgementDef {
    Best,
    Fine,
    SlowerWin,
    Mistake,
    Blunder,
    MissedWin,
    OverlookedWin,
    OverlookedThreat,
}

/// Serializes optional judgements.
mod judgements {
    use super::{Judgement, JudgementDef};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Wrapper(#[serde(with = "JudgementDef")] Judgement);

    pub(super) fn serialize<S: Serializer>(
        judgements: &[Option<Judgement>],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(judgements.iter().map(|judgement| judgement.map(Wrapper)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Option<Judgement>>, D::Error> {
        let judgements = Vec::<Option<Wrapper>>::deserialize(deserializer)?;
        Ok(judgements
            .into_iter()
            .map(|judgement| Some(judgement?.0))
            .collect())
    }
}

/// Serializes a theme as its index.
mod theme {
    use super::Theme;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
    pub(super) fn serialize<S: Serializer>(
        theme: &Theme,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*theme as u8)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Theme, D::Error> {
        let index = u8::deserialize(deserializer)?;
        let theme = Theme::ALL.get(usize::from(index)).copied();
        theme.ok_or_else(|| Error::custom("no such theme"))
    }
}

/// Serializes cells as [`cell`] does.
mod cells {
    use super::cell;
    use four_shapes_rules::Cell;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Wrapper(#[serde(with = "cell")] Cell);

    pub(super) fn serialize<S: Serializer>(
        cells: &[Cell],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(cells.iter().map(|cell| Wrapper(*cell)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Cell>, D::Error> {
        let cells = Vec::<Wrapper>::deserialize(deserializer)?;
        Ok(cells.into_iter().map(|cell| cell.0).collect())
    }
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
    use four_shapes_records::{Match, record};
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

/// Serializes bytes in one piece, not one by one.
mod bytes {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<u8>, D::Error> {
        <&[u8]>::deserialize(deserializer).map(<[u8]>::to_vec)
    }
}

/// Serializes colours as a list.
mod paints {
    use four_shapes_records::drawing::{Paints, Rgb};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        paints: &Paints,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        paints
            .colours()
            .map(|Rgb(colour)| colour)
            .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Paints, D::Error> {
        let colours = <[[u8; 3]; Paints::COUNT]>::deserialize(deserializer)?;
        Ok(Paints::new(colours.map(Rgb)))
    }
}

/// Serializes a cell as its column and row. A decoded cell is a cell of some board.
mod cell {
    use four_shapes_rules::{Cell, Rules, RulesConfig};
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
    use four_shapes_rules::{RulesConfig, notation};

    fn state(column: u8) -> ColumnState {
        ColumnState {
            column,
            bounds: Bounds {
                lower: Score::new(-2),
                upper: Score::new(17),
            },
            is_searched: true,
        }
    }

    #[test]
    fn page_messages_round_trip() {
        let game = notation::parse(Rules::CLASSIC, "4455").unwrap();
        let game_match = Match::with_default_seats(game);
        let kind = "lookahead:3:left".parse().unwrap();
        let seed = u64::MAX;
        let cell = notation::parse_cell(Rules::CLASSIC, "D3").unwrap();
        for query in [
            Query::Move { kind, seed },
            Query::Hint,
            Query::Analysis,
            Query::Explanation(cell),
            Query::Animation(Paints::LIGHT),
            Query::Column {
                state: state(4),
                guess: Some(Score::new(-3)),
            },
        ] {
            let message = PageMessage::Start(Request {
                id: 7,
                query,
                game_match: game_match.clone(),
            });
            assert_eq!(decode(&encode(&message)), Ok(message));
        }
        let columns = PageMessage::Columns {
            id: 7,
            columns: vec![state(3), state(0)],
        };
        for message in [PageMessage::Stop, columns] {
            assert_eq!(decode(&encode(&message)), Ok(message));
        }
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
            Reply::Analysis(vec![1, 2, 3]),
            Reply::Explanation(vec![4]),
            Reply::Animation(vec![5, 6]),
            Reply::Columns(vec![state(2), state(1)]),
            Reply::Column(state(6)),
            Reply::Done,
        ] {
            let message = WorkerMessage::Response(Response { id: 3, reply });
            assert_eq!(decode(&encode(&message)), Ok(message));
        }
        let ready = WorkerMessage::Ready;
        assert_eq!(decode(&encode(&ready)), Ok(ready));
    }

    #[test]
    fn analysis_reports_round_trip_and_are_checked() {
        let large = RulesConfig {
            columns: 15,
            ..Rules::CLASSIC.config()
        };
        let large = Rules::new(large).unwrap();
        let cell = |text: &str| notation::parse_cell(large, text).unwrap();
        let fact = |at: &str| FactReport {
            theme: Theme::Claimeven,
            cells: vec![cell("A1"), cell(at)],
            line: vec![cell("B1")],
        };
        let evaluation = Evaluation {
            score: 70,
            proved: true,
            description: Description::Wins { moves: Some(7) },
            player: 1,
        };
        let report = |at: &str| AnalysisReport {
            moves: vec![MoveEvaluation {
                cell: cell("A1"),
                best: true,
                evaluation: evaluation.clone(),
            }],
            positions: vec![None, Some(evaluation.clone())],
            review: ReviewReport {
                progress: 40,
                judgements: vec![None, Some(Judgement::MissedWin)],
                accuracy: vec![Some(62), None],
                turning_point: Some(2),
                advice: vec![StepAdvice {
                    step: 2,
                    played: cell("A1"),
                    better: cell("B1"),
                    drawback: None,
                    advantage: Some(fact(at)),
                    line: vec![cell("B1")],
                }],
            },
        };
        let near = report("A2");
        let decoded = AnalysisReport::decode(&encode(&near), Rules::CLASSIC, 2);
        assert_eq!(decoded, Ok(near));
        // H1 isn't on the classic board.
        let far = encode(&report("H1"));
        assert!(AnalysisReport::decode(&far, large, 2).is_ok());
        assert_eq!(
            AnalysisReport::decode(&far, Rules::CLASSIC, 2),
            Err(DecodeError::Malformed)
        );
    }

    #[test]
    fn invalid_players_records_and_cells_are_rejected() {
        let request = |kind: &str, record: &str| {
            // The same structure as `PageMessage::Start`, with unchecked texts.
            encode(&(0_u32, 7_u32, (0_u32, kind, 1_u64), record))
        };
        let record = four_shapes_records::record::write(&Match::with_default_seats(
            four_shapes_rules::Game::new(Rules::CLASSIC),
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
        for reply in [
            Reply::Choice(Choice::Place(cell)),
            Reply::Columns(vec![state(0), state(7)]),
            Reply::Column(state(7)),
        ] {
            assert!(reply.is_on_board(large));
            assert!(!reply.is_on_board(Rules::CLASSIC));
        }
        let contradiction = ColumnState {
            bounds: Bounds {
                lower: Score::new(18),
                ..state(0).bounds
            },
            ..state(0)
        };
        assert!(!Reply::Column(contradiction).is_on_board(large));
    }
}
