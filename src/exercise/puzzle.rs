//! Puzzles: an attempt is graded once, and a rush ends with the third mistake or with its time.

use super::attempt::{Attempt, Question};
use four_shapes_analysis::puzzles::{Goal, Puzzle};
use four_shapes_records::Match;
use four_shapes_rules::{Cell, Rules};

/// The mistakes that end a rush.
pub(crate) const MAX_MISTAKES: u32 = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The puzzle of today.
    Daily,
    /// A puzzle that is not rated: that of an earlier day, or one that was missed in a rush. A rating would
    /// reward looking up the answer first.
    Unrated,
    Training,
    Rush,
}

/// The maximum length of a win that must be played without detours.
const MAX_SHORT_WIN: u8 = 2;

/// A puzzle to show.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PuzzleOnBoard {
    pub(crate) rules: Rules,
    pub(crate) puzzle: Puzzle,
    /// The number of the day whose puzzle it is.
    pub(crate) day: Option<i64>,
}

impl PuzzleOnBoard {
    /// Returns the rating; `None` for the last moves of a longer win, which have none of their own.
    pub(crate) fn rating(&self) -> Option<u16> {
        let Puzzle {
            goal,
            length,
            rating,
            ..
        } = self.puzzle;
        (goal == Goal::Draw || length > MAX_SHORT_WIN).then_some(rating)
    }
}

/// The feedback on the last move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Feedback {
    None,
    Right,
    /// With the reason, which may be empty.
    Wrong(String),
    /// The wrong move is not on the board any more; its reason can still be read.
    TakenBack(String),
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
        /// The own moves that are left after it, if that is known.
        moves_left: Option<u32>,
        /// Why; may be empty.
        reason: String,
    },
    /// There will be no verdict.
    Failed {
        question: u32,
    },
    /// The user wants to have a move judged again, or does not wait until the wrong one goes back.
    Retry,
    /// Set another mode. A rush waits until it is started.
    SetMode(Mode),
    /// Start a rush, the first one or another one: its puzzles follow after a countdown.
    StartRush,
    /// The countdown of a rush is over.
    RushBegan,
    /// Return from a missed puzzle to the result of the rush.
    ShowResult,
    /// The time of the rush is over.
    TimeUp,
    /// The time has passed until a wrong move goes back, or until the next puzzle of a rush.
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
        rating: Option<u16>,
        day: Option<i64>,
        solved: bool,
    },
    /// The puzzle of a day is solved.
    FinishDay {
        day: i64,
        is_today: bool,
    },
    /// Shake the piece of a wrong move.
    Refuse(Cell),
    FinishRush {
        score: u32,
    },
    /// After a moment, [`Input::Elapsed`] is due.
    Wait {
        attempt: u32,
    },
    ShowNext,
}

/// What a rush is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RushPhase {
    /// It waits for its start, without a puzzle.
    Ready,
    /// The countdown, without a puzzle.
    Countdown,
    Running,
    Over,
}

/// A puzzle of a rush that cost a heart, or that was on the board when the time was over.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Missed {
    pub(crate) shown: PuzzleOnBoard,
    /// Whether it was solved after the rush.
    pub(crate) is_solved: bool,
}

/// The latest rush.
#[derive(Clone, Debug, Default)]
struct Rush {
    solved: u32,
    mistakes: u32,
    missed: Vec<Missed>,
}

/// The puzzle on the board.
#[derive(Clone, Debug)]
struct Current {
    shown: PuzzleOnBoard,
    attempt: Attempt,
    /// The own moves that were left after each right one, if known. The last ones may have been taken
    /// back.
    moves_left: Vec<Option<u32>>,
    /// The number of wrong moves and of steps of help.
    failures: usize,
    is_solved: bool,
}

/// The state of puzzles.
#[derive(Clone, Debug)]
pub(crate) struct PuzzleTrainer {
    mode: Mode,
    current: Option<Current>,
    feedback: Feedback,
    rush: Rush,
    phase: RushPhase,
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
            rush: Rush::default(),
            phase: RushPhase::Ready,
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

    /// Returns how many right moves have been made in the puzzle on the board.
    pub(crate) fn right_moves(&self) -> usize {
        self.current
            .as_ref()
            .map_or(0, |current| current.attempt.right_moves())
    }

    /// Returns the number of wrong moves and of steps of help in the puzzle on the board.
    pub(crate) fn failures(&self) -> usize {
        self.current.as_ref().map_or(0, |current| current.failures)
    }

    /// Returns the solved puzzles and the mistakes of the latest rush.
    pub(crate) fn rush(&self) -> (u32, u32) {
        (self.rush.solved, self.rush.mistakes)
    }

    /// Returns the puzzles that were missed in the latest rush.
    pub(crate) fn missed(&self) -> &[Missed] {
        &self.rush.missed
    }

    /// Whether the puzzle on the board was missed in the latest rush, which has a result.
    pub(crate) fn is_missed(&self) -> bool {
        let is_listed =
            |shown: &PuzzleOnBoard| self.rush.missed.iter().any(|it| it.shown == *shown);
        self.mode == Mode::Unrated && self.puzzle().is_some_and(is_listed)
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.current
            .as_ref()
            .is_some_and(|current| current.is_solved)
    }

    /// Returns how many moves a win on the board still takes, if that is known; of a solved puzzle,
    /// how many it took.
    pub(crate) fn moves_left(&self) -> Option<u32> {
        let current = self.current.as_ref()?;
        match current.attempt.right_moves().checked_sub(1) {
            Some(last) if !current.is_solved => *current.moves_left.get(last)?,
            _ => Some(current.shown.puzzle.length.into()),
        }
    }

    /// Returns the length of a win in one or two moves, as at the start of a rush, if a move after
    /// which `left_after` moves are left misses it. Longer wins may be delayed.
    pub(crate) fn misses_short_win(&self, left_after: Option<u32>) -> Option<u32> {
        let before = self.moves_left()?;
        let is_short = self.puzzle()?.puzzle.length <= MAX_SHORT_WIN;
        (is_short && left_after? >= before).then_some(before)
    }

    /// Whether a hint would be the first mistake that counts.
    pub(crate) fn hint_is_counted(&self) -> bool {
        let is_rated = |current: &Current| match self.mode {
            Mode::Unrated => false,
            Mode::Rush => true,
            Mode::Daily | Mode::Training => current.shown.rating().is_some(),
        };
        let is_counted =
            |current: &Current| current.failures == 0 && !current.is_solved && is_rated(current);
        self.current.as_ref().is_some_and(is_counted)
    }

    /// Returns what the rush is doing; `None` in other modes.
    pub(crate) fn rush_phase(&self) -> Option<RushPhase> {
        (self.mode == Mode::Rush).then_some(self.phase)
    }

    /// Whether a rush is the mode, but its puzzles are not shown: before its start and after its end.
    fn is_rush_idle(&self) -> bool {
        self.rush_phase()
            .is_some_and(|phase| phase != RushPhase::Running)
    }

    /// Whether [`Input::Retry`] has an effect.
    fn can_retry(&self) -> bool {
        let is_wrong = matches!(self.feedback, Feedback::Wrong(_)) && self.mode != Mode::Rush;
        is_wrong || self.feedback == Feedback::Unjudged
    }

    /// Handles an input and returns what is to be done.
    pub(crate) fn update(&mut self, input: Input<'_>) -> Vec<Output> {
        let mut outputs = Vec::new();
        match input {
            Input::Entered(shown, game_match) => self.enter(shown, game_match, &mut outputs),
            Input::Left => {
                self.leave(&mut outputs);
                self.end_rush(&mut outputs);
            }
            Input::Board(game_match) => self.follow(game_match, &mut outputs),
            Input::HintRequested => {
                if self.is_open() {
                    self.fail(&mut outputs);
                }
            }
            Input::Verdict {
                question,
                is_right,
                moves_left,
                reason,
            } => {
                self.judge(question, is_right, moves_left, reason, &mut outputs);
            }
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
                self.end_rush(&mut outputs);
                self.mode = mode;
                if mode == Mode::Rush {
                    self.leave(&mut outputs);
                    self.phase = RushPhase::Ready;
                }
            }
            Input::StartRush => {
                let is_idle = |phase| matches!(phase, RushPhase::Ready | RushPhase::Over);
                if self.rush_phase().is_some_and(is_idle) {
                    self.leave(&mut outputs);
                    self.rush = Rush::default();
                    self.phase = RushPhase::Countdown;
                }
            }
            Input::RushBegan => {
                if self.rush_phase() == Some(RushPhase::Countdown) {
                    self.phase = RushPhase::Running;
                    outputs.push(Output::ShowNext);
                }
            }
            Input::ShowResult => {
                if self.is_missed() {
                    self.stop(&mut outputs);
                    self.mode = Mode::Rush;
                    self.phase = RushPhase::Over;
                    let (score, _) = self.rush();
                    self.feedback = Feedback::RushOver { score };
                }
            }
            Input::TimeUp => self.end_rush(&mut outputs),
            Input::Elapsed { attempt } => {
                if attempt == self.attempt && self.current.is_some() {
                    match self.rush_phase() {
                        None => self.take_back(&mut outputs),
                        Some(RushPhase::Running) => outputs.push(Output::ShowNext),
                        Some(_) => {}
                    }
                }
            }
        }
        outputs
    }

    /// Whether moves are judged.
    fn is_open(&self) -> bool {
        self.current.is_some() && !self.is_solved() && !self.is_rush_idle()
    }

    fn enter(&mut self, shown: PuzzleOnBoard, game_match: &Match, outputs: &mut Vec<Output>) {
        self.leave(outputs);
        self.attempt = self.attempt.wrapping_add(1);
        self.current = Some(Current {
            shown,
            attempt: Attempt::new(game_match),
            moves_left: Vec::new(),
            failures: 0,
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
            self.feedback = match std::mem::replace(&mut self.feedback, Feedback::None) {
                Feedback::Wrong(reason) => Feedback::TakenBack(reason),
                _ => Feedback::None,
            };
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
            if matches!(self.feedback, Feedback::TakenBack(_)) {
                self.feedback = Feedback::None;
            }
            outputs.push(Output::Ask(Box::new(question)));
        }
    }

    fn judge(
        &mut self,
        number: u32,
        is_right: bool,
        moves_left: Option<u32>,
        reason: String,
        outputs: &mut Vec<Output>,
    ) {
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
            outputs.push(Output::Refuse(cell));
            self.fail(outputs);
            if !self.is_rush_idle() {
                outputs.push(Output::Wait {
                    attempt: self.attempt,
                });
            }
            return;
        }
        let own_moves = current.attempt.own_moves_before(&before) + 1;
        current.moves_left.truncate(own_moves - 1);
        current.moves_left.push(moves_left);
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
        let (has_failed, day) = (current.failures > 0, current.shown.day);
        outputs.push(Output::Finish);
        self.feedback = Feedback::Solved {
            first_attempt: !has_failed,
            reason,
        };
        if self.mode == Mode::Rush {
            self.rush.solved += u32::from(!has_failed);
            outputs.push(Output::Wait {
                attempt: self.attempt,
            });
        } else if !has_failed && self.mode != Mode::Unrated {
            outputs.push(current.grade(true));
        }
        if self.mode == Mode::Unrated {
            let shown = &current.shown;
            let missed = self.rush.missed.iter_mut();
            missed
                .filter(|it| it.shown == *shown)
                .for_each(|it| it.is_solved = true);
        }
        if let Some(day) = day {
            outputs.push(Output::FinishDay {
                day,
                is_today: self.mode == Mode::Daily,
            });
        }
    }

    /// Counts the first wrong move or help.
    fn fail(&mut self, outputs: &mut Vec<Output>) {
        let Some(current) = &mut self.current else {
            return;
        };
        current.failures += 1;
        if current.failures > 1 {
            return;
        }
        match self.mode {
            Mode::Unrated => {}
            Mode::Daily | Mode::Training => outputs.push(current.grade(false)),
            Mode::Rush => {
                self.rush.miss(&current.shown);
                self.rush.mistakes += 1;
                if self.rush.mistakes >= MAX_MISTAKES {
                    self.end_rush(outputs);
                }
            }
        }
    }

    /// Ends a running rush, and forgets one that has not begun.
    fn end_rush(&mut self, outputs: &mut Vec<Output>) {
        if self.rush_phase() == Some(RushPhase::Countdown) {
            self.phase = RushPhase::Ready;
        }
        if self.rush_phase() != Some(RushPhase::Running) {
            return;
        }
        self.phase = RushPhase::Over;
        if let Some(current) = &self.current
            && current.failures == 0
            && !current.is_solved
        {
            self.rush.miss(&current.shown);
        }
        self.stop(outputs);
        let (score, _) = self.rush();
        self.feedback = Feedback::RushOver { score };
        outputs.push(Output::FinishRush { score });
    }

    /// Leaves the puzzle on the board, without further moves.
    fn stop(&mut self, outputs: &mut Vec<Output>) {
        let Some(current) = &mut self.current else {
            return;
        };
        if current.attempt.drop_question() {
            outputs.push(Output::CancelQuestion);
        }
        if !current.is_solved {
            outputs.push(Output::Finish);
        }
    }

    fn retry(&mut self, outputs: &mut Vec<Output>) {
        if !self.can_retry() {
            return;
        }
        self.take_back(outputs);
        if let Some(current) = &mut self.current
            && current.attempt.retry_question()
        {
            self.feedback = Feedback::None;
            self.ask(outputs);
        }
    }

    /// Takes the wrong move back. The board then reports that it is gone.
    fn take_back(&mut self, outputs: &mut Vec<Output>) {
        let wrong_at = |current: &Current| current.attempt.wrong_at();
        outputs.extend(self.current.as_ref().and_then(wrong_at).map(Output::GoTo));
    }
}

impl Rush {
    fn miss(&mut self, shown: &PuzzleOnBoard) {
        self.missed.push(Missed {
            shown: shown.clone(),
            is_solved: false,
        });
    }
}

impl Current {
    fn grade(&self, solved: bool) -> Output {
        Output::Grade {
            rating: self.shown.rating(),
            day: self.shown.day,
            solved,
        }
    }
}
