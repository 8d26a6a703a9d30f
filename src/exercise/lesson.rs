//! The steps of lessons: the answers are known, and a wrong move is explained.

use super::attempt::{Attempt, Question};
use four_shapes_records::Match;
use four_shapes_rules::Cell;

/// The feedback on the last move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Feedback {
    None,
    Right,
    /// With the explanation, when it is known.
    Wrong(Option<String>),
}

#[derive(Debug)]
pub(crate) enum Input<'a> {
    /// A step with these answers was put on the board.
    Entered(Vec<Cell>, &'a Match),
    /// The step was replaced by something else.
    Left,
    /// The match on the board, after each change.
    Board(&'a Match),
    /// Why a move is wrong, or only that it is.
    Explained { question: u32, explanation: String },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Output {
    /// Ask the worker for an explanation of the move, in place of an earlier question.
    Ask(Box<Question>),
    CancelQuestion,
    /// The task is solved: no more moves are made.
    Finish,
}

/// The step of a lesson on the board.
#[derive(Clone, Debug)]
struct Current {
    answers: Vec<Cell>,
    attempt: Attempt,
}

/// The state of lessons.
#[derive(Clone, Debug)]
pub(crate) struct LessonTrainer {
    current: Option<Current>,
    feedback: Feedback,
    last_question: u32,
}

impl Default for LessonTrainer {
    fn default() -> Self {
        Self {
            current: None,
            feedback: Feedback::None,
            last_question: 0,
        }
    }
}

impl LessonTrainer {
    pub(crate) fn feedback(&self) -> &Feedback {
        &self.feedback
    }

    /// Handles an input and returns what is to be done.
    pub(crate) fn update(&mut self, input: Input<'_>) -> Vec<Output> {
        let mut outputs = Vec::new();
        match input {
            Input::Entered(answers, game_match) => {
                self.leave(&mut outputs);
                self.current = Some(Current {
                    answers,
                    attempt: Attempt::new(game_match),
                });
            }
            Input::Left => self.leave(&mut outputs),
            Input::Board(game_match) => self.follow(game_match, &mut outputs),
            Input::Explained {
                question,
                explanation,
            } => {
                if let Some(current) = &mut self.current
                    && current.attempt.take_question(question).is_some()
                {
                    self.feedback = Feedback::Wrong(Some(explanation));
                }
            }
        }
        outputs
    }

    fn leave(&mut self, outputs: &mut Vec<Output>) {
        let left = self.current.take();
        if left.is_some_and(|left| left.attempt.question().is_some()) {
            outputs.push(Output::CancelQuestion);
        }
        self.feedback = Feedback::None;
    }

    fn follow(&mut self, game_match: &Match, outputs: &mut Vec<Output>) {
        let Some(Current { answers, attempt }) = &mut self.current else {
            return;
        };
        if self.feedback == Feedback::Right {
            return;
        }
        let followed = attempt.follow(game_match);
        if followed.dropped_question {
            outputs.push(Output::CancelQuestion);
        }
        if followed.taken_back {
            self.feedback = Feedback::None;
        }
        let Some((before, cell)) = attempt.next_move() else {
            return;
        };
        if answers.contains(&cell) {
            self.feedback = Feedback::Right;
            outputs.push(Output::Finish);
            return;
        }
        attempt.set_wrong(&before, cell);
        self.feedback = Feedback::Wrong(None);
        self.last_question = self.last_question.wrapping_add(1);
        let question = Question {
            number: self.last_question,
            before,
            cell,
        };
        attempt.ask(question.clone());
        outputs.push(Output::Ask(Box::new(question)));
    }
}
