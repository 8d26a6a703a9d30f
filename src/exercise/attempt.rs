//! The moves of an exercise on the board, and which of them are judged.

use four_shapes_records::Match;
use four_shapes_rules::{Cell, Step};

/// A move that waits for its verdict.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Question {
    /// Unique among the questions of a machine.
    pub(crate) number: u32,
    /// The match before the move.
    pub(crate) before: Match,
    pub(crate) cell: Cell,
}

/// An attempt at an exercise, which follows the board: a verdict belongs to a move only while that
/// move is on the board.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    /// The number of steps of the position.
    start: usize,
    players: usize,
    /// The steps on the board.
    board: Match,
    /// The steps of the position and up to the last move that is right.
    right: Vec<Step>,
    /// The steps up to the move that is wrong.
    wrong: Option<Vec<Step>>,
    question: Option<(Question, QuestionState)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuestionState {
    Asked,
    /// There is no verdict, as the worker has failed.
    Failed,
}

/// What a change of the board means for an attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Followed {
    /// The wrong move, a right one or the question was taken back.
    pub(super) taken_back: bool,
    /// The verdict that was asked for is not needed any more.
    pub(super) dropped_question: bool,
}

impl Attempt {
    /// Begins an attempt at the position of a match, whose player to move solves it.
    pub(super) fn new(game_match: &Match) -> Self {
        let right = line(game_match).to_vec();
        Self {
            start: right.len(),
            players: game_match.rules().players().into(),
            board: game_match.clone(),
            right,
            wrong: None,
            question: None,
        }
    }

    /// Returns the number of steps before the wrong move.
    pub(super) fn wrong_at(&self) -> Option<usize> {
        Some(self.wrong.as_ref()?.len() - 1)
    }

    /// Returns the question whose verdict is awaited.
    pub(super) fn question(&self) -> Option<&Question> {
        match &self.question {
            Some((question, QuestionState::Asked)) => Some(question),
            _ => None,
        }
    }

    /// Follows the board: a move that is not on it any more has no verdict.
    pub(super) fn follow(&mut self, game_match: &Match) -> Followed {
        let mut followed = Followed::default();
        let steps = line(game_match);
        if self
            .wrong
            .as_ref()
            .is_some_and(|wrong| !steps.starts_with(wrong))
        {
            self.wrong = None;
            followed.taken_back = true;
        }
        let is_on_board = |question: &Question| {
            let before = line(&question.before);
            steps.starts_with(before)
                && steps.get(before.len()) == Some(&Step::Place(question.cell))
        };
        if let Some((question, state)) = &self.question
            && !is_on_board(question)
        {
            followed.taken_back = true;
            followed.dropped_question = *state == QuestionState::Asked;
            self.question = None;
        }
        let common = self.right.iter().zip(steps).take_while(|(a, b)| a == b);
        let common = common.count().max(self.start);
        if common < self.right.len() {
            self.right.truncate(common);
            followed.taken_back = true;
        }
        self.board = game_match.clone();
        followed
    }

    /// Returns the first move without a verdict of the player who solves the exercise, unless one
    /// is wrong or awaits its verdict.
    pub(super) fn next_move(&self) -> Option<(Match, Cell)> {
        let steps = line(&self.board);
        if self.wrong.is_some() || self.question.is_some() || !steps.starts_with(&self.right) {
            return None;
        }
        let is_own = |at: &usize| (at - self.start).is_multiple_of(self.players);
        let at = (self.right.len()..steps.len()).find(is_own)?;
        let Step::Place(cell) = steps[at] else {
            return None;
        };
        let mut before = self.board.clone();
        before.go_to(at);
        Some((before, cell))
    }

    pub(super) fn ask(&mut self, question: Question) {
        self.question = Some((question, QuestionState::Asked));
    }

    /// Takes the question that a verdict answers; `None` if it is not awaited.
    pub(super) fn take_question(&mut self, number: u32) -> Option<Question> {
        self.question()
            .is_some_and(|question| question.number == number)
            .then(|| self.question.take())
            .flatten()
            .map(|(question, _)| question)
    }

    /// Notes that there is no verdict, and returns whether one was awaited.
    pub(super) fn fail_question(&mut self, number: u32) -> bool {
        match &mut self.question {
            Some((question, state)) if question.number == number => {
                std::mem::replace(state, QuestionState::Failed) == QuestionState::Asked
            }
            _ => false,
        }
    }

    /// Forgets a question without a verdict, so that it can be asked again; returns whether there
    /// was one.
    pub(super) fn retry_question(&mut self) -> bool {
        let failed = |question: &mut (Question, QuestionState)| question.1 == QuestionState::Failed;
        self.question.take_if(failed).is_some()
    }

    /// Forgets the question; returns whether its verdict was awaited.
    pub(super) fn drop_question(&mut self) -> bool {
        let question = self.question.take();
        question.is_some_and(|(_, state)| state == QuestionState::Asked)
    }

    pub(super) fn set_right(&mut self, before: &Match, cell: Cell) {
        self.right = [line(before), &[Step::Place(cell)]].concat();
    }

    pub(super) fn set_wrong(&mut self, before: &Match, cell: Cell) {
        self.wrong = Some([line(before), &[Step::Place(cell)]].concat());
    }

    /// Returns how many own moves on the board are right.
    pub(super) fn right_moves(&self) -> usize {
        (self.right.len() - self.start).div_ceil(self.players)
    }

    /// Returns how many own moves are made before a position of the exercise.
    pub(super) fn own_moves_before(&self, before: &Match) -> usize {
        (before.game().cursor() - self.start).div_ceil(self.players)
    }
}

/// The steps on the board, without undone ones.
fn line(game_match: &Match) -> &[Step] {
    let game = game_match.game();
    &game.steps()[..game.cursor()]
}
