//! The steps of lessons: the answers are known, and a wrong move goes back and is explained.

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
    /// The wrong move is not on the board any more; its explanation can still be read, or follows.
    TakenBack(Option<String>),
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
    /// The time has passed until the wrong move with this question goes back.
    Elapsed { question: u32 },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Output {
    /// Ask the worker for an explanation of the move, in place of an earlier question.
    Ask(Box<Question>),
    CancelQuestion,
    /// Shake the piece of a wrong move.
    Refuse(Cell),
    /// After a moment, [`Input::Elapsed`] is due.
    Wait {
        question: u32,
    },
    /// Take back all steps after this number.
    GoTo(usize),
    /// The task is solved: no more moves are made.
    Finish,
}

/// The step of a lesson on the board.
#[derive(Clone, Debug)]
struct Current {
    answers: Vec<Cell>,
    attempt: Attempt,
    /// The question about the last wrong move, until it is answered. The move may have gone back.
    question: Option<u32>,
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
                    question: None,
                });
            }
            Input::Left => self.leave(&mut outputs),
            Input::Board(game_match) => self.follow(game_match, &mut outputs),
            Input::Explained {
                question,
                explanation,
            } => {
                let is_awaited = |current: &mut Current| {
                    let awaited = current.question.take_if(|awaited| *awaited == question);
                    awaited.is_some()
                };
                if self.current.as_mut().is_some_and(is_awaited) {
                    self.feedback = match self.feedback {
                        Feedback::TakenBack(_) => Feedback::TakenBack(Some(explanation)),
                        _ => Feedback::Wrong(Some(explanation)),
                    };
                }
            }
            Input::Elapsed { question } => {
                let wrong_at = |current: &Current| current.attempt.wrong_at();
                let wrong_at = self.current.as_ref().and_then(wrong_at);
                let is_last = question == self.last_question;
                outputs.extend(wrong_at.filter(|_| is_last).map(Output::GoTo));
            }
        }
        outputs
    }

    fn leave(&mut self, outputs: &mut Vec<Output>) {
        let left = self.current.take();
        if left.is_some_and(|left| left.question.is_some()) {
            outputs.push(Output::CancelQuestion);
        }
        self.feedback = Feedback::None;
    }

    fn follow(&mut self, game_match: &Match, outputs: &mut Vec<Output>) {
        let Some(Current {
            answers,
            attempt,
            question,
        }) = &mut self.current
        else {
            return;
        };
        if self.feedback == Feedback::Right {
            return;
        }
        if attempt.follow(game_match).taken_back
            && let Feedback::Wrong(explanation) = &mut self.feedback
        {
            self.feedback = Feedback::TakenBack(explanation.take());
        }
        let Some((before, cell)) = attempt.next_move() else {
            return;
        };
        if answers.contains(&cell) {
            self.feedback = Feedback::Right;
            if question.take().is_some() {
                outputs.push(Output::CancelQuestion);
            }
            outputs.push(Output::Finish);
            return;
        }
        attempt.set_wrong(&before, cell);
        self.feedback = Feedback::Wrong(None);
        self.last_question = self.last_question.wrapping_add(1);
        *question = Some(self.last_question);
        outputs.extend([
            Output::Refuse(cell),
            Output::Wait {
                question: self.last_question,
            },
            Output::Ask(Box::new(Question {
                number: self.last_question,
                before,
                cell,
            })),
        ]);
    }
}
