//! The score of a series of games between the same seats.

use crate::{
    Match,
    json::{self, Field},
    record::{RecordError, RecordProblem},
};
use std::num::NonZeroU8;

/// The historical id of the format.
const FORMAT: &str = "four-shapes-tally";
const VERSION: u64 = 3;

/// The number of games that each seat has won since the seats were last changed, in a series
/// that is open, or that ends when a seat has won enough games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesScore {
    /// By seat index.
    won: Vec<u32>,
    /// The seat for which the current game is counted, if it is.
    counted: Option<usize>,
    /// The number of wins that end the series.
    length: Option<NonZeroU8>,
}

impl SeriesScore {
    /// Creates a score of zero, also for a match that is already won.
    pub fn new(game_match: &Match) -> Self {
        Self {
            won: vec![0; game_match.setup().seats().len()],
            counted: None,
            length: None,
        }
    }

    /// Returns the number of wins that end the series; `None` if it is open.
    pub fn length(&self) -> Option<NonZeroU8> {
        self.length
    }

    /// Sets the number of wins that end the series, or an open series. If this changes it, a new
    /// series begins.
    pub fn set_length(&mut self, length: Option<NonZeroU8>) {
        if self.length != length {
            self.length = length;
            self.won.fill(0);
            self.counted = None;
        }
    }

    /// Returns whether a seat has won the series.
    pub fn is_decided(&self) -> bool {
        let length = self.length.map_or(u32::MAX, |length| length.get().into());
        self.won.iter().any(|won| *won >= length)
    }

    /// Returns the number of games that a seat has won.
    pub fn won(&self, seat: usize) -> u32 {
        self.won.get(seat).copied().unwrap_or(0)
    }

    /// Counts the match if it is won, in place of a win of the same match that was counted before,
    /// and returns whether it is won. To be called after each new step: a win that is only shown
    /// again, by redoing or opening it, isn't another one.
    pub fn count(&mut self, game_match: &Match) -> bool {
        self.uncount();
        let winner = game_match.game().status().winner();
        self.counted = winner.map(|winner| game_match.seat_index(winner));
        if let Some(won) = self.counted.and_then(|seat| self.won.get_mut(seat)) {
            *won = won.saturating_add(1);
        }
        self.counted.is_some()
    }

    /// Stops counting the current match, as its end was replaced by another step, and returns
    /// whether it was counted.
    pub fn uncount(&mut self) -> bool {
        let counted = self.counted.take();
        if let Some(won) = counted.and_then(|seat| self.won.get_mut(seat)) {
            *won = won.saturating_sub(1);
        }
        counted.is_some()
    }

    /// Returns the score for the next match: the same if its seats are the same, otherwise
    /// that of an open series. If the series is decided, another of the same length begins.
    #[must_use]
    pub fn continued(self, before: &Match, next: &Match) -> Self {
        let mut series_score = Self::new(next);
        if before.setup().seats() == next.setup().seats() {
            series_score.length = self.length;
            if !self.is_decided() {
                series_score.won = self.won;
            }
        }
        series_score
    }

    /// Formats the score as JSON.
    pub fn write(&self) -> String {
        let won: Vec<String> = self.won.iter().map(ToString::to_string).collect();
        let counted = self.counted.map(|seat| ("counted", seat.to_string()));
        let length = self.length.map(|length| ("length", length.to_string()));
        json::write(
            [
                ("format", json::quoted(FORMAT)),
                ("version", VERSION.to_string()),
                ("won", json::array(&won)),
            ]
            .into_iter()
            .chain(counted)
            .chain(length),
        )
    }

    /// Parses the score of a match.
    ///
    /// # Errors
    /// Returns the first error and its position, or that the number of seats isn't that
    /// of the match.
    pub fn parse(text: &str, game_match: &Match) -> Result<Self, RecordError> {
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let field = fields.take_required("won")?;
            let won: Vec<u32> = field
                .elements()?
                .iter()
                .map(Field::number)
                .collect::<Result<_, _>>()?;
            let players = game_match.rules().players();
            if won.len() != usize::from(players) {
                let seats = won.len();
                let error = crate::SetupError::Count { seats, players };
                return Err(field.error(RecordProblem::Setup(error)));
            }
            let counted = fields.take_optional("counted");
            let counted = counted.map(|field| {
                let seat: u32 = field.number()?;
                let seat = usize::try_from(seat).ok();
                let is_won = |seat: &usize| won.get(*seat).is_some_and(|won| *won > 0);
                seat.filter(is_won)
                    .ok_or_else(|| RecordError::from(field.invalid()))
            });
            let counted = counted.transpose()?;
            let length = fields.take_optional("length");
            let length = length.map(|field| field.number()).transpose()?;
            Ok(Self {
                won,
                counted,
                length,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Seat, Setup};
    use four_shapes_rules::{Rules, notation};

    fn match_of(moves: &str) -> Match {
        Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    fn won(series_score: &SeriesScore) -> [u32; 2] {
        [0, 1].map(|seat| series_score.won(seat))
    }

    fn drop(game: &mut Match, columns: &[usize]) {
        for column in columns {
            let column = Rules::CLASSIC.column(*column).unwrap();
            game.turn().unwrap().drop(column).unwrap();
        }
    }

    #[test]
    fn a_replaced_win_is_not_counted() {
        let mut game = match_of("121212");
        let mut series_score = SeriesScore::new(&game);
        drop(&mut game, &[0]);
        assert!(series_score.count(&game));
        assert!(series_score.count(&game), "the same win again");
        assert_eq!(won(&series_score), [1, 0]);
        let parsed = SeriesScore::parse(&series_score.write(), &game).unwrap();
        assert_eq!(parsed, series_score);
        game.undo();
        drop(&mut game, &[2]);
        assert!(!series_score.count(&game));
        assert_eq!(won(&series_score), [0, 0]);
        drop(&mut game, &[1]);
        assert!(series_score.count(&game), "the other player wins");
        assert_eq!(won(&series_score), [0, 1]);
        assert!(series_score.uncount());
        assert!(!series_score.uncount());
        assert_eq!(won(&series_score), [0, 0]);
    }

    #[test]
    fn only_a_seat_that_has_won_can_be_counted() {
        let game = match_of("");
        for (counted, is_valid) in [("0", true), ("1", false), ("2", false), ("-1", false)] {
            let text = format!(
                "{{\"format\": \"{FORMAT}\", \"version\": {VERSION}, \"won\": [1, 0], \"counted\": {counted}}}"
            );
            assert_eq!(
                SeriesScore::parse(&text, &game).is_ok(),
                is_valid,
                "{counted}"
            );
        }
    }

    #[test]
    fn the_score_continues_with_the_same_seats() {
        let first = match_of("121212");
        let mut series_score = SeriesScore::new(&first);
        let game = match_of("1212121");
        assert!(series_score.count(&game));
        let starts = Match::new(first.setup().clone().with_next_first_seat());
        let series_score = series_score.continued(&first, &starts);
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
        assert_eq!(won(&series_score.continued(&again, &others)), [0, 0]);
    }
}
