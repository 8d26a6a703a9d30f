//! Puzzles: an attempt is graded once, and a rush ends with the third mistake.

use super::attempt::{Attempt, Question};
use four_shapes_analysis::puzzles::{Goal, Puzzle};
use four_shapes_records::Match;
use four_shapes_rules::Rules;

/// The mistakes that end a rush.
pub(crate) const MAX_MISTAKES: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Daily,
    Training,
    Rush,
}

/// A puzzle to show.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PuzzleOnBoard {
    pub(crate) rules: Rules,
    pub(crate) puzzle: Puzzle,
    /// The number of the day whose puzzle it is.
    pub(crate) day: Option<i64>,
}

/// The feedback on the last move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Feedback {
    None,
    Right,
    /// With the reason, which may be empty.
    Wrong(String),
    Solved {
        first_attempt: bool,
        reason: String,
    },
    /// The worker has failed.
    Unjudged,
    RushOver {
        score: u32,
    },
}

#[derive(Debug)]
pub(crate) enum Input<'a> {
    /// A puzzle was put on the board.
    Entered(PuzzleOnBoard, &'a Match),
    /// The puzzle was replaced by something else.
    Left,
    /// The match on the board, after each change.
    Board(&'a Match),
    HintRequested,
    Verdict {
        question: u32,
        is_right: bool,
        /// Why; may be empty.
        reason: String,
    },
    /// There will be no verdict.
    Failed {
        question: u32,
    },
    /// The user wants to try again: to take the wrong move back, or to have a move judged.
    Retry,
    SetMode(Mode),
    /// The time until the next puzzle has passed.
    Elapsed {
        attempt: u32,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Output {
    /// Ask the worker for an explanation of the move, in place of an earlier question.
    Ask(Box<Question>),
    CancelQuestion,
    /// Take back all steps after this number.
    GoTo(usize),
    /// No more moves are made in the puzzle.
    Finish,
    /// Rate the user: the result of the first attempt at a puzzle, except in a rush.
    Grade {
        rating: u16,
        day: Option<i64>,
        solved: bool,
    },
    FinishDay(i64),
    FinishRush {
        score: u32,
    },
    /// After a moment, [`Input::Elapsed`] is due.
    Wait {
        attempt: u32,
    },
    ShowNext,
}

/// The puzzle on the board.
#[derive(Clone, Debug)]
struct Current {
    shown: PuzzleOnBoard,
    attempt: Attempt,
    /// Whether there was a wrong move or help.
    has_failed: bool,
    is_solved: bool,
}

/// The state of puzzles.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleTrainer {
    mode: Mode,
    current: Option<Current>,
    feedback: Feedback,
    /// The solved puzzles and the mistakes of the rush.
    rush: (u32, u32),
    /// The number of attempts so far.
    attempt: u32,
    last_question: u32,
}

impl Default for PuzzleTrainer {
    fn default() -> Self {
        Self {
            mode: Mode::Daily,
            current: None,
            feedback: Feedback::None,
            rush: (0, 0),
            attempt: 0,
            last_question: 0,
        }
    }
}

impl PuzzleTrainer {
    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the puzzle on the board.
    pub(crate) fn puzzle(&self) -> Option<&PuzzleOnBoard> {
        self.current.as_ref().map(|current| &current.shown)
    }

    pub(crate) fn feedback(&self) -> &Feedback {
        &self.feedback
    }

    /// Returns the solved puzzles and the mistakes of the rush.
    pub(crate) fn rush(&self) -> (u32, u32) {
        self.rush
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.current
            .as_ref()
            .is_some_and(|current| current.is_solved)
    }

    pub(crate) fn is_rush_over(&self) -> bool {
        self.mode == Mode::Rush && self.rush.1 >= MAX_MISTAKES
    }

    /// Whether [`Input::Retry`] has an effect.
    pub(crate) fn can_retry(&self) -> bool {
        let is_wrong = matches!(self.feedback, Feedback::Wrong(_)) && self.mode != Mode::Rush;
        is_wrong || self.feedback == Feedback::Unjudged
    }

    /// Handles an input and returns what is to be done.
    pub(crate) fn update(&mut self, input: Input<'_>) -> Vec<Output> {
        let mut outputs = Vec::new();
        match input {
            Input::Entered(shown, game_match) => self.enter(shown, game_match, &mut outputs),
            Input::Left => self.leave(&mut outputs),
            Input::Board(game_match) => self.follow(game_match, &mut outputs),
            Input::HintRequested => {
                if self.is_open() {
                    self.fail(&mut outputs);
                }
            }
            Input::Verdict {
                question,
                is_right,
                reason,
            } => self.judge(question, is_right, reason, &mut outputs),
            Input::Failed { question } => {
                if self.is_open()
                    && let Some(current) = &mut self.current
                    && current.attempt.fail_question(question)
                {
                    self.feedback = Feedback::Unjudged;
                }
            }
            Input::Retry => self.retry(&mut outputs),
            Input::SetMode(mode) => {
                self.mode = mode;
                self.rush = (0, 0);
            }
            Input::Elapsed { attempt } => {
                let is_current = attempt == self.attempt && self.current.is_some();
                if is_current && self.mode == Mode::Rush && !self.is_rush_over() {
                    outputs.push(Output::ShowNext);
                }
            }
        }
        outputs
    }

    /// Whether moves are judged.
    fn is_open(&self) -> bool {
        self.current.is_some() && !self.is_solved() && !self.is_rush_over()
    }

    fn enter(&mut self, shown: PuzzleOnBoard, game_match: &Match, outputs: &mut Vec<Output>) {
        self.leave(outputs);
        if self.is_rush_over() {
            self.rush = (0, 0);
        }
        self.attempt = self.attempt.wrapping_add(1);
        self.current = Some(Current {
            shown,
            attempt: Attempt::new(game_match),
            has_failed: false,
            is_solved: false,
        });
    }

    fn leave(&mut self, outputs: &mut Vec<Output>) {
        let left = self.current.take();
        if left.is_some_and(|left| left.attempt.question().is_some()) {
            outputs.push(Output::CancelQuestion);
        }
        self.feedback = Feedback::None;
    }

    fn follow(&mut self, game_match: &Match, outputs: &mut Vec<Output>) {
        if !self.is_open() {
            return;
        }
        let Some(current) = &mut self.current else {
            return;
        };
        let followed = current.attempt.follow(game_match);
        if followed.dropped_question {
            outputs.push(Output::CancelQuestion);
        }
        if followed.taken_back {
            self.feedback = Feedback::None;
        }
        self.ask(outputs);
    }

    /// Asks for the verdict on the next move, if it has none.
    fn ask(&mut self, outputs: &mut Vec<Output>) {
        let Some(current) = &mut self.current else {
            return;
        };
        if let Some((before, cell)) = current.attempt.next_move() {
            self.last_question = self.last_question.wrapping_add(1);
            let question = Question {
                number: self.last_question,
                before,
                cell,
            };
            current.attempt.ask(question.clone());
            outputs.push(Output::Ask(Box::new(question)));
        }
    }

    fn judge(&mut self, number: u32, is_right: bool, reason: String, outputs: &mut Vec<Output>) {
        if !self.is_open() {
            return;
        }
        let Some(current) = &mut self.current else {
            return;
        };
        let Some(Question { before, cell, .. }) = current.attempt.take_question(number) else {
            return;
        };
        if !is_right {
            current.attempt.set_wrong(&before, cell);
            self.feedback = Feedback::Wrong(reason);
            self.fail(outputs);
            if self.mode == Mode::Rush && !self.is_rush_over() {
                outputs.push(Output::Wait {
                    attempt: self.attempt,
                });
            }
            return;
        }
        let own_moves = current.attempt.own_moves_before(&before) + 1;
        current.attempt.set_right(&before, cell);
        let puzzle = &current.shown.puzzle;
        let mut after = before;
        let is_over =
            after.turn().is_none_or(|turn| turn.play(cell).is_err()) || after.turn().is_none();
        let is_enough = puzzle.goal == Goal::Draw && own_moves >= puzzle.length.into();
        if is_over || is_enough {
            self.solve(reason, outputs);
        } else {
            self.feedback = Feedback::Right;
            self.ask(outputs);
        }
    }

    fn solve(&mut self, reason: String, outputs: &mut Vec<Output>) {
        let Some(current) = &mut self.current else {
            return;
        };
        current.is_solved = true;
        let (has_failed, day) = (current.has_failed, current.shown.day);
        outputs.push(Output::Finish);
        self.feedback = Feedback::Solved {
            first_attempt: !has_failed,
            reason,
        };
        if self.mode == Mode::Rush {
            self.rush.0 += u32::from(!has_failed);
            outputs.push(Output::Wait {
                attempt: self.attempt,
            });
        } else if !has_failed {
            outputs.push(current.grade(true));
        }
        if let Some(day) = day {
            outputs.push(Output::FinishDay(day));
        }
    }

    /// Counts the first wrong move or help.
    fn fail(&mut self, outputs: &mut Vec<Output>) {
        let Some(current) = &mut self.current else {
            return;
        };
        if std::mem::replace(&mut current.has_failed, true) {
            return;
        }
        if self.mode != Mode::Rush {
            outputs.push(current.grade(false));
            return;
        }
        let (score, mistakes) = &mut self.rush;
        *mistakes += 1;
        if *mistakes >= MAX_MISTAKES {
            let score = *score;
            if current.attempt.question().is_some() {
                outputs.push(Output::CancelQuestion);
            }
            self.feedback = Feedback::RushOver { score };
            outputs.extend([Output::Finish, Output::FinishRush { score }]);
        }
    }

    fn retry(&mut self, outputs: &mut Vec<Output>) {
        if !self.can_retry() {
            return;
        }
        let Some(current) = &mut self.current else {
            return;
        };
        if let Some(step) = current.attempt.wrong_at() {
            // The board reports that the move is taken back.
            outputs.push(Output::GoTo(step));
        } else {
            current.attempt.retry_question();
            self.feedback = Feedback::None;
            self.ask(outputs);
        }
    }
}

impl Current {
    fn grade(&self, solved: bool) -> Output {
        Output::Grade {
            rating: self.shown.puzzle.rating,
            day: self.shown.day,
            solved,
        }
    }
}
