//! Facts as English sentences.

use super::{Fact, Theme};
use four_shapes_rules::Cell;

/// The maximum number of moves of a line in a sentence.
const MAX_MOVES: usize = 8;

impl Fact {
    /// Describes the fact as the end of a sentence about the move, such as “lets Blue win with
    /// C4”, given the names of the player who makes it and of the opponent. Long lines are cut.
    ///
    /// ```
    /// use four_shapes_analysis::explain;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "11223")?;
    /// let facts = explain::tactics(game.position(), "G1".parse()?);
    /// let sentence = format!("G1 {}.", facts[0].describe("Blue", "Red"));
    /// assert_eq!(sentence, "G1 lets Red win with D1.");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn describe(&self, player: &str, opponent: &str) -> String {
        let cells = list(&self.cells, "and");
        let any = list(&self.cells, "or");
        let first = self
            .cells
            .first()
            .map(ToString::to_string)
            .unwrap_or_default();
        let second = self
            .cells
            .get(1)
            .map(ToString::to_string)
            .unwrap_or_default();
        let line = |from: usize| {
            let moves = self.line.iter().skip(from).map(ToString::to_string);
            let end = (self.line.len() > from + MAX_MOVES).then(|| "…".to_owned());
            let moves: Vec<_> = moves.take(MAX_MOVES).chain(end).collect();
            moves.join(" ")
        };
        let reply = self
            .line
            .get(1)
            .map(ToString::to_string)
            .unwrap_or_default();
        match self.theme {
            Theme::Wins => format!("completes {cells}"),
            Theme::MissesWin => format!("misses the win with {any}"),
            Theme::LeavesWin => format!("lets {opponent} win with {any}"),
            Theme::GivesWin => format!("lets {opponent} win on top of it, at {first}"),
            Theme::DoubleThreat => format!("threatens {cells} at once"),
            Theme::ForcedWin => format!("forces a win: {}", line(1)),
            Theme::AllowsDoubleThreat => {
                format!("lets {opponent} play {reply} and threaten {cells} at once")
            }
            Theme::AllowsForcedWin => format!("lets {opponent} force a win: {}", line(1)),
            Theme::Zugzwang => {
                format!(
                    "wins in the end: {opponent} runs out of other moves and has to play below {first}, \
                     the winning cell: {}",
                    line(1)
                )
            }
            Theme::AllowsZugzwang => {
                format!(
                    "loses in the end: {player} runs out of other moves and has to play below {first}, \
                     the winning cell: {}",
                    line(1)
                )
            }
            Theme::OnlyWin => "is the only move that wins".to_owned(),
            Theme::OnlyDraw => "is the only move that doesn't lose".to_owned(),
            Theme::Blocks => format!("blocks {cells}"),
            Theme::PreventsDoubleThreat => {
                format!("keeps {opponent} from playing {reply} and threatening {cells} at once")
            }
            Theme::PreventsForcedWin => {
                format!("keeps {opponent} from forcing a win: {}", line(1))
            }
            Theme::LosesThreat => format!("lets {opponent} block the threat to {first}"),
            Theme::Threat => format!("threatens {first}"),
            Theme::OddThreat => format!("makes an odd threat to {first}"),
            Theme::EvenThreat => format!("makes an even threat to {first}"),
            Theme::Claimeven => format!("can answer {first} with {second} (claimeven)"),
            Theme::Vertical => format!("can answer {first} with {second} (vertical)"),
            Theme::Baseinverse => {
                format!("can answer {first} with {second} and vice versa (baseinverse)")
            }
            Theme::FollowUpWin => {
                format!("wins by answering every move on top of it, which completes {cells}")
            }
            Theme::FollowUp => "can't lose: every move can be answered on top of it".to_owned(),
            // The winner makes the last move.
            Theme::BestLine if self.line.len() % 2 == 1 => format!("wins: {}", line(1)),
            Theme::BestLine => format!("loses to {}", line(1)),
        }
    }
}

/// Joins cells: `B1, C1 and D1`.
fn list(cells: &[Cell], last: &str) -> String {
    let names: Vec<_> = cells.iter().map(ToString::to_string).collect();
    match names.split_last() {
        Some((end, [])) => end.clone(),
        Some((end, start)) => format!("{} {last} {end}", start.join(", ")),
        None => String::new(),
    }
}
