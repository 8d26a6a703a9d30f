//! The score of a series of games between the same seats.

use crate::{
    Match,
    json::{self, Field},
    record::{RecordError, RecordProblem},
};
use std::num::NonZeroU8;

/// The historical id of the format.
const FORMAT: &str = "four-shapes-series-score";
const VERSION: u64 = 3;

/// The number of games that each seat has won since the seats were last changed, in a series
/// that is open, or that ends when a seat has won enough games.
///
/// A win counts while it is on the board, if the step that won was made here: undoing that step
/// uncounts it, and redoing it counts it again. A match that was already won when it was loaded
/// doesn't count, even if its win was undone and is repeated.
///
/// ```
/// use four_shapes_records::{Match, ScoreChange, SeriesScore};
/// use four_shapes_rules::{Rules, notation};
///
/// let mut game = Match::with_default_seats(notation::parse(Rules::CLASSIC, "121212").unwrap());
/// let mut score = SeriesScore::new(&game);
/// game.turn().unwrap().drop(Rules::CLASSIC.column(0).unwrap()).unwrap();
/// assert_eq!(score.record_step(&game), Some(ScoreChange::Counted(0)));
/// game.undo();
/// assert_eq!(score.follow(&game), Some(ScoreChange::Uncounted(0)));
/// game.redo();
/// assert_eq!(score.follow(&game), Some(ScoreChange::Counted(0)));
/// assert_eq!(score.won(0), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesScore {
    /// The wins of earlier matches, by seat index.
    earlier: Vec<u32>,
    /// The win of the current match by a step that was made here, until another step replaces it.
    win: Option<Win>,
    /// The current match was already won when it was loaded.
    was_won: bool,
    /// The number of wins that end the series.
    length: Option<NonZeroU8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Win {
    seat: usize,
    /// The winning step can be redone.
    is_undone: bool,
}

/// A win of the current match that began or ceased to count. High scores should follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreChange {
    /// The win of this seat counts now.
    Counted(usize),
    /// The win of this seat no longer counts.
    Uncounted(usize),
}

impl SeriesScore {
    /// Creates a score of zero, also for a match that is already won, which doesn't count.
    ///
    /// ```
    /// use four_shapes_records::{Match, SeriesScore};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let won = Match::with_default_seats(notation::parse(Rules::CLASSIC, "1212121")?);
    /// let score = SeriesScore::new(&won);
    /// assert_eq!((score.won(0), score.won(1)), (0, 0));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn new(game_match: &Match) -> Self {
        Self {
            earlier: vec![0; game_match.setup().seats().len()],
            win: None,
            was_won: winner_at_end(game_match).is_some(),
            length: None,
        }
    }

    /// Returns the number of wins that end the series; `None` if it is open.
    ///
    /// ```
    /// use four_shapes_records::{Match, SeriesScore};
    /// use four_shapes_rules::{Game, Rules};
    /// use std::num::NonZeroU8;
    ///
    /// let mut score = SeriesScore::new(&Match::with_default_seats(Game::new(Rules::CLASSIC)));
    /// assert_eq!(score.length(), None);
    /// score.set_length(NonZeroU8::new(3));
    /// assert_eq!(score.length(), NonZeroU8::new(3));
    /// ```
    pub fn length(&self) -> Option<NonZeroU8> {
        self.length
    }

    /// Sets the number of wins that end the series, or an open series. If this changes it, a new
    /// series begins.
    ///
    /// ```
    /// use four_shapes_records::{Match, SeriesScore};
    /// use four_shapes_rules::{Rules, notation};
    /// use std::num::NonZeroU8;
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "121212")?);
    /// let mut score = SeriesScore::new(&game_match);
    /// score.set_length(NonZeroU8::new(1));
    /// game_match.turn().expect("the game is not over").drop("1".parse()?)?;
    /// score.record_step(&game_match);
    /// assert!(score.is_decided());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_length(&mut self, length: Option<NonZeroU8>) {
        if self.length != length {
            self.length = length;
            self.earlier.fill(0);
            self.win = None;
        }
    }

    /// Returns whether a seat has won the series.
    ///
    /// ```
    /// use four_shapes_records::{Match, SeriesScore};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// let text = r#"{"format": "four-shapes-series-score", "version": 3, "won": [2, 3], "length": 3}"#;
    /// assert!(SeriesScore::parse(text, &game_match)?.is_decided());
    /// # Ok::<_, four_shapes_records::record::RecordError>(())
    /// ```
    pub fn is_decided(&self) -> bool {
        let length = self.length.map_or(u32::MAX, |length| length.get().into());
        (0..self.earlier.len()).any(|seat| self.won(seat) >= length)
    }

    /// Returns the number of games that a seat has won.
    ///
    /// ```
    /// use four_shapes_records::{Match, SeriesScore};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// let text = r#"{"format": "four-shapes-series-score", "version": 3, "won": [2, 1]}"#;
    /// let score = SeriesScore::parse(text, &game_match)?;
    /// assert_eq!([0, 1].map(|seat| score.won(seat)), [2, 1]);
    /// # Ok::<_, four_shapes_records::record::RecordError>(())
    /// ```
    pub fn won(&self, seat: usize) -> u32 {
        let earlier = self.earlier.get(seat).copied().unwrap_or(0);
        earlier.saturating_add((self.counted() == Some(seat)).into())
    }

    /// Returns the seat for which the current match counts; `None` if it doesn't.
    ///
    /// ```
    /// use four_shapes_records::{Match, SeriesScore};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "121212")?);
    /// let mut score = SeriesScore::new(&game_match);
    /// assert_eq!(score.counted(), None);
    /// game_match.turn().expect("the game is not over").drop("1".parse()?)?;
    /// score.record_step(&game_match);
    /// assert_eq!(score.counted(), Some(0));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn counted(&self) -> Option<usize> {
        self.win.filter(|win| !win.is_undone).map(|win| win.seat)
    }

    /// Counts the match if the step that was just made won it. To be called after each new step:
    /// a move, a swap, an agreed draw or the end of the time.
    ///
    /// ```
    /// use four_shapes_records::{Match, ScoreChange, SeriesScore};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "121212")?);
    /// let mut score = SeriesScore::new(&game_match);
    /// game_match.turn().expect("the game is not over").drop("1".parse()?)?;
    /// assert_eq!(score.record_step(&game_match), Some(ScoreChange::Counted(0)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn record_step(&mut self, game_match: &Match) -> Option<ScoreChange> {
        let before = self.counted();
        let winner = winner(game_match).filter(|_| !self.was_won);
        self.win = winner.map(|seat| Win {
            seat,
            is_undone: false,
        });
        self.change_since(before)
    }

    /// Forgets how the match ended, as a new step has replaced its end, and returns the seat for
    /// which it counted. From then on it is another match: a later win counts, also if the match was
    /// already won when it was loaded. To be called before [`record_step`](Self::record_step).
    ///
    /// ```
    /// use four_shapes_records::{Match, ScoreChange, SeriesScore};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// // The last move of a match that was loaded as won is taken back, and another one wins.
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "2233441")?);
    /// let mut score = SeriesScore::new(&game_match);
    /// game_match.undo();
    /// game_match.turn().expect("the game is not over").drop("5".parse()?)?;
    /// score.replace_end();
    /// assert_eq!(score.record_step(&game_match), Some(ScoreChange::Counted(0)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace_end(&mut self) -> Option<usize> {
        self.was_won = false;
        self.win.take().map(|win| win.seat)
    }

    /// Uncounts the match if its win was undone, and counts it again if it was redone. To be
    /// called whenever steps were undone or redone, unless wins count until another step replaces
    /// them.
    ///
    /// ```
    /// use four_shapes_records::{Match, ScoreChange, SeriesScore};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let mut game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "121212")?);
    /// let mut score = SeriesScore::new(&game_match);
    /// game_match.turn().expect("the game is not over").drop("1".parse()?)?;
    /// score.record_step(&game_match);
    /// game_match.undo();
    /// assert_eq!(score.follow(&game_match), Some(ScoreChange::Uncounted(0)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(&mut self, game_match: &Match) -> Option<ScoreChange> {
        let before = self.counted();
        // The winning step is the last one that can be redone, so no other win can appear.
        if let Some(win) = &mut self.win {
            win.is_undone = winner(game_match) != Some(win.seat);
        }
        self.change_since(before)
    }

    fn change_since(&self, before: Option<usize>) -> Option<ScoreChange> {
        match (before, self.counted()) {
            (before, after) if before == after => None,
            (_, Some(seat)) => Some(ScoreChange::Counted(seat)),
            (before, None) => before.map(ScoreChange::Uncounted),
        }
    }

    /// Returns the score for the next match: the same if its seats are the same, otherwise
    /// that of an open series. If the series is decided, another of the same length begins.
    ///
    /// ```
    /// use four_shapes_records::{Match, SeriesScore};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let first = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// let text = r#"{"format": "four-shapes-series-score", "version": 3, "won": [2, 1]}"#;
    /// let score = SeriesScore::parse(text, &first)?;
    /// let second = first.restarted(first.setup().clone().with_next_first_seat()).expect("the same rules");
    /// assert_eq!(score.continued(&first, &second).won(0), 2);
    /// # Ok::<_, four_shapes_records::record::RecordError>(())
    /// ```
    #[must_use]
    pub fn continued(self, before: &Match, next: &Match) -> Self {
        let mut series_score = Self::new(next);
        if before.setup().seats() == next.setup().seats() {
            series_score.length = self.length;
            if !self.is_decided() {
                let seats = 0..self.earlier.len();
                series_score.earlier = seats.map(|seat| self.won(seat)).collect();
            }
        }
        series_score
    }

    /// Formats the score as JSON: `{"format": "four-shapes-series-score", "version": 3, "won": [2, 1],
    /// "win": 0, "length": 3}`, with `"was-won": true` or `"undone": true` if that is so. `won` doesn't
    /// count the `win` of this seat in the current match.
    ///
    /// ```
    /// use four_shapes_records::{Match, SeriesScore};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// let score = SeriesScore::new(&game_match);
    /// assert_eq!(SeriesScore::parse(&score.write(), &game_match)?, score);
    /// # Ok::<_, four_shapes_records::record::RecordError>(())
    /// ```
    pub fn write(&self) -> String {
        let won: Vec<String> = self.earlier.iter().map(ToString::to_string).collect();
        let win = self.win.map(|win| ("win", win.seat.to_string()));
        let is_undone = self.win.is_some_and(|win| win.is_undone);
        let length = self.length.map(|length| ("length", length.to_string()));
        json::write(
            [
                ("format", json::quoted(FORMAT)),
                ("version", VERSION.to_string()),
                ("won", json::array(&won)),
            ]
            .into_iter()
            .chain(win)
            .chain(is_undone.then(|| ("undone", true.to_string())))
            .chain(self.was_won.then(|| ("was-won", true.to_string())))
            .chain(length),
        )
    }

    /// Parses the score of a match. A win that isn't the end of this match is ignored.
    ///
    /// # Errors
    /// Returns the first error and its position, or that the number of seats isn't that
    /// of the match.
    ///
    /// ```
    /// use four_shapes_records::{Match, SeriesScore};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// let text = r#"{"format": "four-shapes-series-score", "version": 3, "won": [2, 1, 0]}"#;
    /// let error = SeriesScore::parse(text, &game_match).unwrap_err();
    /// assert!(error.to_string().ends_with("the rules are for 2 players, not 3"));
    /// ```
    pub fn parse(text: &str, game_match: &Match) -> Result<Self, RecordError> {
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let field = fields.take_required("won")?;
            let earlier: Vec<u32> = field
                .elements()?
                .iter()
                .map(Field::number)
                .collect::<Result<_, _>>()?;
            let players = game_match.rules().players();
            if earlier.len() != usize::from(players) {
                let seats = earlier.len();
                let error = crate::SetupError::Count { seats, players };
                return Err(field.error(RecordProblem::Setup(error)));
            }
            let seat = fields.take_optional("win");
            let seat = seat.map(|field| match field.number::<u8>()? {
                seat if seat < players => Ok(usize::from(seat)),
                _ => Err(RecordError::from(field.invalid())),
            });
            let seat = seat.transpose()?;
            let mut take_flag = |name| {
                let flag = fields.take_optional(name);
                let flag = flag.map(|field| field.boolean()).transpose();
                flag.map(|flag| flag.unwrap_or(false))
            };
            let (is_undone, was_won) = (take_flag("undone")?, take_flag("was-won")?);
            let length = fields.take_optional("length");
            let length = length.map(|field| field.number()).transpose()?;
            let winner_at_end = winner_at_end(game_match);
            Ok(Self {
                earlier,
                win: seat
                    .filter(|seat| winner_at_end == Some(*seat))
                    .map(|seat| Win { seat, is_undone }),
                was_won,
                length,
            })
        })
    }
}

/// Returns the seat that has won after redoing all steps.
fn winner_at_end(game_match: &Match) -> Option<usize> {
    let mut ended = game_match.clone();
    ended.go_to(usize::MAX);
    winner(&ended)
}

/// Returns the seat that has won.
fn winner(game_match: &Match) -> Option<usize> {
    let winner = game_match.game().status().winner();
    winner.map(|winner| game_match.seat_index(winner))
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

    #[test]
    fn only_a_win_of_this_match_is_read() {
        for (text, moves, expected) in [
            (
                r#""version": 3, "won": [1, 0], "win": 0"#,
                "1212121",
                Ok([2, 0]),
            ),
            (
                r#""version": 3, "won": [1, 0], "win": 0"#,
                "121212",
                Ok([1, 0]),
            ),
            (
                r#""version": 3, "won": [1, 0], "win": 1"#,
                "1212121",
                Ok([1, 0]),
            ),
            (
                r#""version": 3, "won": [1, 0], "win": 2"#,
                "1212121",
                Err(()),
            ),
            (
                r#""version": 3, "won": [1, 0], "win": -1"#,
                "1212121",
                Err(()),
            ),
            (r#""version": 3, "won": [1]"#, "1212121", Err(())),
        ] {
            let text = format!("{{\"format\": \"{FORMAT}\", {text}}}");
            let parsed = SeriesScore::parse(&text, &match_of(moves));
            assert_eq!(
                parsed.map(|score| won(&score)).map_err(|_| ()),
                expected,
                "{text} {moves}"
            );
        }
    }

    #[test]
    fn a_replaced_win_counts_for_nobody() {
        let mut game = match_of("121212");
        let mut score = SeriesScore::new(&game);
        let first = Rules::CLASSIC.column(0).unwrap();
        game.turn().unwrap().drop(first).unwrap();
        score.record_step(&game);
        game.undo();
        assert_eq!(won(&score), [1, 0], "until it is replaced");
        let parsed = SeriesScore::parse(&score.write(), &game).unwrap();
        assert_eq!(parsed, score);
        assert_eq!(score.replace_end(), Some(0));
        assert_eq!(won(&score), [0, 0]);
        // One that was loaded as won counts from then on.
        let mut loaded = SeriesScore::new(&match_of("1212121"));
        assert_eq!(loaded.record_step(&match_of("1212121")), None);
        assert_eq!(loaded.replace_end(), None);
        let change = loaded.record_step(&match_of("1212121"));
        assert_eq!(change, Some(ScoreChange::Counted(0)));
    }

    #[test]
    fn the_score_ends_with_other_seats() {
        let mut score = SeriesScore::new(&match_of("121212"));
        let first = match_of("1212121");
        score.record_step(&first);
        let next = Match::new(first.setup().clone().with_next_first_seat());
        let score = score.continued(&first, &next);
        assert_eq!(won(&score), [1, 0]);
        let others = vec![Seat::nth(3), Seat::nth(4)];
        let others = Match::new(Setup::new(Rules::CLASSIC, others, 0).unwrap());
        assert_eq!(won(&score.continued(&next, &others)), [0, 0]);
    }
}
