//! How many games each seat has won, each game counted once.

use crate::{
    Match,
    json::{self, Field},
    record::{RecordError, RecordProblem},
};

/// What tells these records from other JSON.
const FORMAT: &str = "four-shapes-tally";
const VERSION: u64 = 1;

/// The games that the players at a board have won since they sat down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesScore {
    /// By seat.
    won: Vec<u32>,
    /// The game on the board has been counted: it is not counted again after
    /// undo.
    counted: bool,
}

impl SeriesScore {
    /// Nobody has won anything yet. A match that comes with a winner was won
    /// elsewhere and is not counted here.
    pub fn new(played: &Match) -> Self {
        Self {
            won: vec![0; played.setup().seats().len()],
            counted: played.winner().is_some(),
        }
    }

    /// How many games the player in a seat has won; seats count from 0.
    pub fn won(&self, place: usize) -> u32 {
        self.won.get(place).copied().unwrap_or(0)
    }

    /// Counts the match if it has just been won, and says whether it did: a
    /// match is counted once, however often it is taken back and won again.
    pub fn count(&mut self, played: &Match) -> bool {
        let winner = played.setup().seats().iter();
        let winner = winner
            .enumerate()
            .find(|(_, seat)| Some(*seat) == played.winner());
        match winner {
            Some((place, _)) if !self.counted => {
                self.won[place] += 1;
                self.counted = true;
                true
            }
            _ => false,
        }
    }

    /// The series score when another match begins after this one: it goes on if the same
    /// players sit in the same seats.
    #[must_use]
    pub fn then(self, before: &Match, next: &Match) -> Self {
        let mut series_score = Self::new(next);
        if before.setup().seats() == next.setup().seats() {
            series_score.won = self.won;
        }
        series_score
    }

    /// Writes the series score as JSON.
    pub fn write(&self) -> String {
        let won: Vec<String> = self.won.iter().map(ToString::to_string).collect();
        json::write([
            ("format", json::quoted(FORMAT)),
            ("version", VERSION.to_string()),
            ("won", json::array(&won)),
            ("counted", self.counted.to_string()),
        ])
    }

    /// Reads the series score of a match back.
    ///
    /// # Errors
    /// The first thing about the text that is wrong, and where; also if it is the
    /// series score of more or fewer seats than the match has.
    pub fn parse(text: &str, played: &Match) -> Result<Self, RecordError> {
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let field = fields.take("won")?;
            let won: Vec<u32> = field
                .elements()?
                .iter()
                .map(Field::number)
                .collect::<Result<_, _>>()?;
            let players = played.rules().players();
            if won.len() != usize::from(players) {
                let seats = won.len();
                let error = crate::SetupError::Count { seats, players };
                return Err(field.error(RecordProblem::Setup(error)));
            }
            let counted = fields.take("counted")?.boolean()?;
            Ok(Self { won, counted })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, Seat, Setup, notation};

    fn played(moves: &str) -> Match {
        Match::plain(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    fn won(series_score: &SeriesScore) -> [u32; 2] {
        [0, 1].map(|place| series_score.won(place))
    }

    #[test]
    fn a_game_counts_once() {
        let mut game = played("121212");
        let mut series_score = SeriesScore::new(&game);
        assert!(!series_score.count(&game));
        for first in [true, false] {
            let column = Rules::CLASSIC.column(0).unwrap();
            game.turn().unwrap().drop(column).unwrap();
            assert_eq!(series_score.count(&game), first);
            game.undo();
        }
        assert_eq!(won(&series_score), [1, 0]);
        let kept = SeriesScore::parse(&series_score.write(), &game).unwrap();
        assert_eq!(kept, series_score);
    }

    #[test]
    fn a_game_that_was_won_elsewhere_does_not_count() {
        let game = played("1212121");
        let mut series_score = SeriesScore::new(&game);
        assert!(!series_score.count(&game));
        assert_eq!(won(&series_score), [0, 0]);
    }

    #[test]
    fn it_goes_on_while_the_same_players_sit() {
        let first = played("121212");
        let mut series_score = SeriesScore::new(&first);
        let game = played("1212121");
        assert!(series_score.count(&game));
        let starts = Match::new(first.setup().clone().next_starts());
        let series_score = series_score.then(&first, &starts);
        assert_eq!(won(&series_score), [1, 0]);
        let mut again = Match::new(starts.setup().clone());
        for column in [0, 1, 0, 1, 0, 1, 0] {
            let column = Rules::CLASSIC.column(column).unwrap();
            again.turn().unwrap().drop(column).unwrap();
        }
        let mut series_score = series_score;
        assert!(series_score.count(&again));
        assert_eq!(
            won(&series_score),
            [1, 1],
            "the second seat started and won"
        );
        let others = vec![Seat::nth(3), Seat::nth(4)];
        let others = Match::new(Setup::new(Rules::CLASSIC, others, 0).unwrap());
        assert_eq!(won(&series_score.then(&again, &others)), [0, 0]);
    }
}
