//! Moves, hints and replies in any order: late, twice or never. The verdicts come from a rule that
//! the tests know, and what must hold is computed anew from the board.

use super::{Question, lesson, opening, puzzle};
use four_shapes_analysis::{
    Description,
    explain::Theme,
    puzzles::{Goal, Puzzle},
};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::Match;
use four_shapes_rules::{Cell, Rules, Status, Step, notation};
use four_shapes_search_worker::{Evaluation, MoveEvaluation};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The steps of the exercises' position.
const START: usize = 4;

fn position() -> Match {
    Match::with_default_seats(notation::parse(Rules::CLASSIC, "4455").unwrap())
}

/// A puzzle, which differs from others by its rating.
fn puzzle(goal: Goal, rating: u16) -> puzzle::PuzzleOnBoard {
    puzzle::PuzzleOnBoard {
        rules: Rules::CLASSIC,
        puzzle: Puzzle {
            moves: [3, 3, 4, 4]
                .map(|column| Rules::CLASSIC.column(column).unwrap())
                .to_vec(),
            goal,
            length: 2,
            theme: Theme::ForcedWin,
            rating,
        },
        day: None,
    }
}

/// Whether a move is right: an arbitrary rule.
fn is_right(cell: Cell) -> bool {
    !(cell.column().index() + cell.row()).is_multiple_of(3)
}

/// The moves that are left after a right one: as arbitrary.
fn moves_left(cell: Cell) -> Option<u32> {
    let number = cell.column().index() * 6 + cell.row();
    (!number.is_multiple_of(4)).then_some(number as u32)
}

#[derive(Clone, Debug)]
enum Action {
    Drop(usize),
    Undo,
    Redo,
    GoTo(usize),
    Hint,
    /// The reply to one of the questions so far, counted from the latest.
    Reply(usize),
    Fail(usize),
    Retry,
    /// A timer of one of the attempts so far rings.
    Elapse(u32),
    /// Another exercise is shown.
    Enter,
    Leave,
    SetMode(usize),
    StartRush,
    /// The countdown of a rush is over.
    Begin,
    /// Show one of the missed puzzles.
    ShowMissed(usize),
    ShowResult,
    TimeUp,
}

const MODES: [puzzle::Mode; 4] = [
    puzzle::Mode::Daily,
    puzzle::Mode::Unrated,
    puzzle::Mode::Training,
    puzzle::Mode::Rush,
];

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        8 => (0_usize..7).prop_map(Action::Drop),
        3 => Just(Action::Undo),
        2 => Just(Action::Redo),
        1 => (0_usize..10).prop_map(Action::GoTo),
        1 => Just(Action::Hint),
        6 => prop_oneof![4 => Just(0_usize), 1 => 1_usize..4].prop_map(Action::Reply),
        1 => (0_usize..3).prop_map(Action::Fail),
        1 => Just(Action::Retry),
        1 => (0_u32..6).prop_map(Action::Elapse),
        1 => Just(Action::Enter),
        1 => Just(Action::Leave),
        1 => prop_oneof![1 => Just(3_usize), 1 => 0_usize..4].prop_map(Action::SetMode),
        2 => Just(Action::StartRush),
        2 => Just(Action::Begin),
        1 => (0_usize..3).prop_map(Action::ShowMissed),
        1 => Just(Action::ShowResult),
        1 => Just(Action::TimeUp),
    ]
}

/// Changes the board if the action is one of it; returns whether it was.
fn change(board: &mut Match, action: &Action) -> bool {
    match *action {
        Action::Drop(column) => {
            let column = Rules::CLASSIC.column(column).unwrap();
            board.turn().is_some_and(|turn| turn.drop(column).is_ok())
        }
        Action::Undo => board.undo().is_some(),
        Action::Redo => board.redo().is_some(),
        Action::GoTo(step) => {
            board.go_to(step);
            true
        }
        _ => false,
    }
}

fn line(board: &Match) -> &[Step] {
    &board.game().steps()[..board.game().cursor()]
}

fn is_on_board(question: &Question, board: &Match) -> bool {
    let mut asked = line(&question.before).to_vec();
    asked.push(Step::Place(question.cell));
    line(board).starts_with(&asked)
}

/// The number of steps before the first wrong move of the player who solves the exercise.
fn wrong_at(board: &Match) -> Option<usize> {
    let start = position();
    let steps = line(board);
    if !steps.starts_with(line(&start)) {
        return None;
    }
    (START..steps.len()).step_by(2).find(|&at| match steps[at] {
        Step::Place(cell) => !is_right(cell),
        _ => false,
    })
}

/// A puzzle trainer with what surrounds it.
struct World {
    trainer: puzzle::PuzzleTrainer,
    board: Match,
    questions: Vec<Question>,
    /// The question that the worker is asked.
    pending: Option<Question>,
    is_finished: bool,
    /// Of the attempt on the board.
    grades: Vec<bool>,
    has_failed: bool,
    had_verdict: Vec<u32>,
    mode: puzzle::Mode,
    is_running: bool,
    /// The puzzle on the board, and how many were shown.
    shown: puzzle::PuzzleOnBoard,
    shown_count: u16,
    /// The solved puzzles and the mistakes of the rush.
    rush: (u32, u32),
    /// The missed puzzles of the rush, and whether they were solved later.
    missed: Vec<(puzzle::PuzzleOnBoard, bool)>,
    /// The scores of the ended rushes.
    ended_rushes: Vec<u32>,
    /// Those that the trainer has reported.
    finished_rushes: Vec<u32>,
}

impl World {
    fn new(mode: puzzle::Mode, goal: Goal) -> Self {
        let mut world = Self {
            trainer: puzzle::PuzzleTrainer::default(),
            board: position(),
            questions: Vec::new(),
            pending: None,
            is_finished: false,
            grades: Vec::new(),
            has_failed: false,
            had_verdict: Vec::new(),
            mode,
            is_running: false,
            shown: puzzle(goal, 0),
            shown_count: 0,
            rush: (0, 0),
            missed: Vec::new(),
            ended_rushes: Vec::new(),
            finished_rushes: Vec::new(),
        };
        world.set_mode(mode, goal);
        world.start();
        world.begin(goal);
        world
    }

    /// Sets a mode; its first puzzle follows, except for a rush.
    fn set_mode(&mut self, mode: puzzle::Mode, goal: Goal) {
        self.change_mode(mode);
        if mode == puzzle::Mode::Rush {
            assert_eq!(self.trainer.rush_phase(), Some(puzzle::RushPhase::Ready));
            self.expect_no_puzzle();
        } else {
            self.enter(goal);
        }
    }

    fn change_mode(&mut self, mode: puzzle::Mode) {
        self.miss_running();
        self.end_rush();
        self.mode = mode;
        self.update(puzzle::Input::SetMode(mode));
    }

    fn expect_no_puzzle(&mut self) {
        self.grades.clear();
        self.has_failed = false;
        assert!(self.trainer.puzzle().is_none());
        assert_eq!(*self.trainer.feedback(), puzzle::Feedback::None);
    }

    /// Starts a rush, unless one has begun.
    fn start(&mut self) {
        let is_counting = self.trainer.rush_phase() == Some(puzzle::RushPhase::Countdown);
        let has_effect = self.is_rush_idle() && !is_counting;
        let outputs = self.update(puzzle::Input::StartRush);
        if has_effect {
            self.rush = (0, 0);
            self.missed.clear();
            let phase = self.trainer.rush_phase();
            assert_eq!(phase, Some(puzzle::RushPhase::Countdown));
            self.expect_no_puzzle();
        } else {
            assert_eq!(outputs, []);
        }
    }

    fn show_missed(&mut self, at: usize) {
        if let Some((missed, _)) = self.missed.get(at).cloned() {
            self.change_mode(puzzle::Mode::Unrated);
            self.show(missed);
            assert!(self.trainer.is_missed());
        }
    }

    fn show_result(&mut self) {
        let is_missed = self.mode == puzzle::Mode::Unrated
            && self.trainer.puzzle().is_some()
            && self.missed.iter().any(|(missed, _)| *missed == self.shown);
        assert_eq!(self.trainer.is_missed(), is_missed);
        let outputs = self.update(puzzle::Input::ShowResult);
        if is_missed {
            self.mode = puzzle::Mode::Rush;
            let phase = self.trainer.rush_phase();
            assert_eq!(phase, Some(puzzle::RushPhase::Over));
            assert!(self.is_finished, "no more moves are made");
            let over = puzzle::Feedback::RushOver { score: self.rush.0 };
            assert_eq!(*self.trainer.feedback(), over);
        } else {
            assert_eq!(outputs, []);
        }
    }

    /// Counts the puzzle of a rush that ends before it is solved or failed.
    fn miss_running(&mut self) {
        let is_shown = self.trainer.puzzle().is_some() && !self.trainer.is_solved();
        if self.is_running && is_shown && !self.has_failed {
            self.missed.push((self.shown.clone(), false));
        }
    }

    /// Ends the countdown of a rush.
    fn begin(&mut self, goal: Goal) {
        let is_counting = self.trainer.rush_phase() == Some(puzzle::RushPhase::Countdown);
        let outputs = self.update(puzzle::Input::RushBegan);
        assert_eq!(outputs == [puzzle::Output::ShowNext], is_counting);
        if is_counting {
            self.is_running = true;
            self.enter(goal);
        }
    }

    fn end_rush(&mut self) {
        if std::mem::replace(&mut self.is_running, false) {
            self.ended_rushes.push(self.rush.0);
        }
    }

    fn is_rush_idle(&self) -> bool {
        self.mode == puzzle::Mode::Rush && !self.is_running
    }

    fn enter(&mut self, goal: Goal) {
        self.shown_count += 1;
        self.show(puzzle(goal, self.shown_count));
    }

    fn show(&mut self, shown: puzzle::PuzzleOnBoard) {
        self.shown = shown.clone();
        self.board = position();
        self.grades.clear();
        self.has_failed = false;
        self.is_finished = false;
        self.update(puzzle::Input::Entered(shown, &position()));
        self.follow();
    }

    fn follow(&mut self) {
        let board = self.board.clone();
        self.update(puzzle::Input::Board(&board));
    }

    fn update(&mut self, input: puzzle::Input<'_>) -> Vec<puzzle::Output> {
        let outputs = self.trainer.update(input);
        for output in &outputs {
            match output {
                puzzle::Output::Ask(question) => {
                    assert!(is_on_board(question, &self.board), "{question:?}");
                    self.questions.push((**question).clone());
                    self.pending = Some((**question).clone());
                }
                puzzle::Output::CancelQuestion => self.pending = None,
                puzzle::Output::Grade { solved, .. } => self.grades.push(*solved),
                puzzle::Output::Finish => self.is_finished = true,
                puzzle::Output::FinishRush { score } => self.finished_rushes.push(*score),
                puzzle::Output::GoTo(step) => {
                    self.board.go_to(*step);
                    self.follow();
                }
                _ => {}
            }
        }
        outputs
    }

    fn request_hint(&mut self) {
        let is_shown = self.trainer.puzzle().is_some();
        self.has_failed |= is_shown && !self.is_rush_idle() && !self.trainer.is_solved();
        self.update(puzzle::Input::HintRequested);
    }

    /// Counts what an attempt adds to a rush; `before` is whether it had failed and was solved.
    fn count(&mut self, before: (bool, bool)) {
        if !self.is_running {
            return;
        }
        let now = (self.has_failed, self.trainer.is_solved());
        self.rush.0 += u32::from(!before.1 && now == (false, true));
        if !before.0 && now.0 {
            self.missed.push((self.shown.clone(), false));
            self.rush.1 += 1;
            if self.rush.1 == puzzle::MAX_MISTAKES {
                self.end_rush();
            }
        }
    }

    fn reply(&mut self, question: &Question) -> Vec<puzzle::Output> {
        self.pending
            .take_if(|pending| pending.number == question.number);
        self.update(puzzle::Input::Verdict {
            question: question.number,
            is_right: is_right(question.cell),
            moves_left: moves_left(question.cell),
            reason: String::new(),
        })
    }

    /// Replies to the questions until there are no more.
    fn settle(&mut self) {
        for _ in 0..30 {
            let Some(last) = self.questions.last().cloned() else {
                return;
            };
            let count = self.questions.len();
            self.reply(&last);
            if self.questions.len() == count {
                return;
            }
        }
        panic!("it asks for ever");
    }
}

/// The cells that the player to move can choose.
fn choices(board: &Match) -> BTreeSet<Cell> {
    match board.game().status() {
        Status::ToMove(_) => board.game().position().playable().collect(),
        _ => BTreeSet::new(),
    }
}

/// An explorer of openings with what surrounds it.
#[derive(Default)]
struct Exploration {
    explorer: opening::OpeningExplorer,
    /// The questions so far, with their boards and levels.
    questions: Vec<(u32, Match, Option<Level>)>,
    pending: Option<u32>,
    is_open: bool,
}

impl Exploration {
    fn update(&mut self, input: opening::Input<'_>) -> Vec<opening::Output> {
        let outputs = self.explorer.update(input);
        for output in &outputs {
            match output {
                opening::Output::Analyze {
                    question,
                    game_match,
                } => {
                    self.pending = Some(*question);
                    self.questions
                        .push((*question, (**game_match).clone(), None));
                }
                opening::Output::Choose {
                    question,
                    kind,
                    game_match,
                    ..
                } => {
                    let PlayerKind::Level(level) = *kind else {
                        panic!("{kind:?}")
                    };
                    self.pending = Some(*question);
                    self.questions
                        .push((*question, (**game_match).clone(), Some(level)));
                }
                opening::Output::CancelQuestion | opening::Output::ReportFailure => {
                    assert!(self.pending.take().is_some(), "nothing was asked");
                }
            }
        }
        outputs
    }

    /// The worker's reply to a question: a level chooses the first or the last column.
    fn reply(&mut self, at: usize) -> Vec<opening::Output> {
        let (question, board, level) = self.questions[at].clone();
        let cells = choices(&board);
        let Some(level) = level else {
            let evaluation = Evaluation {
                score: 0,
                proved: true,
                description: Description::Draw,
                player: 0,
            };
            let evaluate = |cell| MoveEvaluation {
                cell,
                best: true,
                evaluation: evaluation.clone(),
            };
            let moves = cells.into_iter().map(evaluate).collect();
            return self.update(opening::Input::Analyzed { question, moves });
        };
        let is_odd = level.number() % 2 == 1;
        let cell = if is_odd { cells.first() } else { cells.last() };
        let cell = *cell.expect("only positions with moves are asked about");
        self.update(opening::Input::Chosen { question, cell })
    }

    fn settle(&mut self) {
        for _ in 0..100 {
            let Some(pending) = self.pending else { return };
            let at = self
                .questions
                .iter()
                .position(|it| it.0 == pending)
                .unwrap();
            self.pending = None;
            self.reply(at);
        }
        panic!("it asks for ever");
    }

    /// The moves and levels that are shown.
    fn shown(&self) -> (Vec<Cell>, Vec<(Cell, Level)>) {
        let cells: Vec<Cell> = self.explorer.moves().iter().map(|m| m.cell).collect();
        let levels = |cell: Cell| {
            let levels = self.explorer.levels(cell).iter();
            levels.map(move |level| (cell, *level)).collect::<Vec<_>>()
        };
        let levels = Rules::CLASSIC.all_cells().flat_map(levels).collect();
        (cells, levels)
    }
}

fn cases() -> u32 {
    if std::env::var_os("FOUR_SHAPES_SOAK").is_some() {
        20_000
    } else {
        500
    }
}

/// Plays a column whose move is right or wrong, and replies to the question.
fn play(world: &mut World, wanted: bool) -> Vec<puzzle::Output> {
    let is_wanted = |column: &usize| {
        let column = Rules::CLASSIC.column(*column).unwrap();
        let landing = world.board.game().position().landing(column);
        landing.is_ok_and(|cell| is_right(cell) == wanted)
    };
    let column = (0..7).find(is_wanted).unwrap();
    assert!(change(&mut world.board, &Action::Drop(column)));
    world.follow();
    let question = world.questions.last().unwrap().clone();
    world.reply(&question)
}

#[test]
fn short_wins_are_found_without_detours() {
    let missed = |length, left_after| {
        let mut shown = puzzle(Goal::Win, 900);
        shown.puzzle.length = length;
        let mut trainer = puzzle::PuzzleTrainer::default();
        trainer.update(puzzle::Input::Entered(shown, &position()));
        trainer.misses_short_win(left_after)
    };
    assert_eq!(missed(1, Some(7)), Some(1));
    assert_eq!(missed(2, Some(2)), Some(2));
    assert_eq!(missed(2, Some(1)), None);
    assert_eq!(missed(1, None), None, "it has won, or nothing is known");
    assert_eq!(missed(3, Some(9)), None, "longer wins may be delayed");
}

#[test]
fn a_wrong_move_goes_back_by_itself_and_its_reason_stays() {
    for mode in &MODES[..3] {
        let mut world = World::new(*mode, Goal::Win);
        let outputs = play(&mut world, false);
        let attempt = outputs.iter().find_map(|output| match output {
            puzzle::Output::Wait { attempt } => Some(*attempt),
            _ => None,
        });
        let attempt = attempt.expect("it waits");
        let is_refused = |output: &puzzle::Output| matches!(output, puzzle::Output::Refuse(_));
        assert!(outputs.iter().any(is_refused));
        // The opponent has replied.
        assert!((0..7).any(|column| change(&mut world.board, &Action::Drop(column))));
        world.follow();
        let elapsed = world.update(puzzle::Input::Elapsed { attempt });
        assert_eq!(elapsed, [puzzle::Output::GoTo(START)]);
        assert_eq!(line(&world.board), line(&position()));
        let taken_back = puzzle::Feedback::TakenBack(String::new());
        assert_eq!(*world.trainer.feedback(), taken_back);
        // It is too late.
        assert_eq!(world.update(puzzle::Input::Elapsed { attempt }), []);
        play(&mut world, true);
        assert_eq!(*world.trainer.feedback(), puzzle::Feedback::Right);
        let is_rated = *mode != puzzle::Mode::Unrated;
        assert_eq!(world.grades, if is_rated { &[false][..] } else { &[] });
    }
}

#[test]
fn a_wrong_move_of_a_lesson_goes_back_and_the_next_one_is_judged_afresh() {
    let answers: Vec<Cell> = Rules::CLASSIC
        .all_cells()
        .filter(|cell| is_right(*cell))
        .collect();
    let mut trainer = lesson::LessonTrainer::default();
    let mut board = position();
    trainer.update(lesson::Input::Entered(answers.clone(), &board));
    let [wrong, right] = [false, true].map(|wanted| {
        let mut cells = board.game().position().playable();
        cells.find(|cell| answers.contains(cell) == wanted).unwrap()
    });
    for question in 1..=3 {
        change(&mut board, &Action::Drop(wrong.column().index()));
        let outputs = trainer.update(lesson::Input::Board(&board));
        let expected = [
            lesson::Output::Refuse(wrong),
            lesson::Output::Wait { question },
        ];
        assert_eq!(outputs[..2], expected);
        assert_eq!(*trainer.feedback(), lesson::Feedback::Wrong(None));
        // The timer of the move before it.
        let question_before = question - 1;
        let early = trainer.update(lesson::Input::Elapsed {
            question: question_before,
        });
        assert_eq!(early, []);
        let elapsed = trainer.update(lesson::Input::Elapsed { question });
        assert_eq!(elapsed, [lesson::Output::GoTo(START)]);
        board.go_to(START);
        trainer.update(lesson::Input::Board(&board));
        assert_eq!(*trainer.feedback(), lesson::Feedback::TakenBack(None));
        // The explanation is late.
        let explanation = question.to_string();
        let explained = Some(explanation.clone());
        trainer.update(lesson::Input::Explained {
            question,
            explanation,
        });
        assert_eq!(*trainer.feedback(), lesson::Feedback::TakenBack(explained));
    }
    change(&mut board, &Action::Drop(right.column().index()));
    let outputs = trainer.update(lesson::Input::Board(&board));
    assert_eq!(outputs, [lesson::Output::Finish]);
    assert_eq!(*trainer.feedback(), lesson::Feedback::Right);
}

#[test]
fn a_rush_ends_with_its_time_and_when_it_is_left() {
    let ends: [fn(&mut World) -> Vec<puzzle::Output>; 3] = [
        |world| world.update(puzzle::Input::TimeUp),
        |world| world.update(puzzle::Input::Left),
        |world| world.update(puzzle::Input::SetMode(puzzle::Mode::Rush)),
    ];
    for end in ends {
        let mut world = World::new(puzzle::Mode::Rush, Goal::Draw);
        play(&mut world, true);
        assert!(change(&mut world.board, &Action::Drop(6)));
        world.follow();
        play(&mut world, true);
        assert_eq!(world.trainer.rush(), (1, 0), "a draw needs two moves");
        let outputs = end(&mut world);
        assert!(
            outputs.contains(&puzzle::Output::FinishRush { score: 1 }),
            "{outputs:?}"
        );
        let attempts = world.update(puzzle::Input::Elapsed { attempt: 1 });
        assert_eq!(attempts, [], "no other puzzle follows");
        assert_eq!(world.finished_rushes, [1]);
    }
    // The countdown can be left.
    let mut world = World::new(puzzle::Mode::Training, Goal::Win);
    world.set_mode(puzzle::Mode::Rush, Goal::Win);
    world.start();
    assert_eq!(world.update(puzzle::Input::Left), []);
    assert_eq!(world.update(puzzle::Input::RushBegan), []);
    assert!(world.finished_rushes.is_empty());
}

#[test]
fn missed_puzzles_can_be_solved_after_a_rush() {
    let mut world = World::new(puzzle::Mode::Rush, Goal::Win);
    play(&mut world, false);
    world.enter(Goal::Draw);
    world.update(puzzle::Input::TimeUp);
    let missed = |world: &World| {
        let missed = world.trainer.missed().iter();
        let missed = missed.map(|it| (it.shown.puzzle.rating, it.is_solved));
        missed.collect::<Vec<_>>()
    };
    assert_eq!(missed(&world), [(1, false), (2, false)]);
    // Without a rating, and as long as it takes.
    world.missed = vec![(puzzle(Goal::Draw, 2), false)];
    world.show_missed(0);
    play(&mut world, false);
    world.update(puzzle::Input::Retry);
    play(&mut world, true);
    assert!(change(&mut world.board, &Action::Drop(6)));
    world.follow();
    play(&mut world, true);
    assert!(world.trainer.is_solved());
    assert!(world.grades.is_empty());
    world.show_result();
    assert_eq!(missed(&world), [(1, false), (2, true)]);
    assert_eq!(world.trainer.rush(), (0, 1));
    // Another rush has a list of its own.
    world.start();
    assert!(missed(&world).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn a_puzzle_is_graded_once(
        mode in 0_usize..4,
        // Puzzles failed before the actions: else few sequences reach the third mistake.
        failed in 0_u32..3,
        draw in any::<bool>(),
        actions in prop::collection::vec(action(), 1..60),
    ) {
        let goal = if draw { Goal::Draw } else { Goal::Win };
        let mut world = World::new(MODES[mode], goal);
        for _ in 0..failed {
            world.request_hint();
            world.count((false, false));
            world.enter(goal);
        }
        for action in actions {
            let was_over = world.is_rush_idle();
            let was_solved = world.trainer.is_solved();
            let feedback = world.trainer.feedback().clone();
            let rush = world.trainer.rush();
            let had_failed = world.has_failed;
            let is_shown = world.trainer.puzzle().is_some();
            match &action {
                // A finished exercise has no moves, but its moves can be undone.
                Action::Drop(_) if world.is_finished || !is_shown => {}
                Action::Hint => world.request_hint(),
                Action::Reply(back) => {
                    let at = world.questions.len().checked_sub(back + 1);
                    let Some(question) = at.map(|at| world.questions[at].clone()) else {
                        continue;
                    };
                    let is_late = !is_on_board(&question, &world.board)
                        || world.had_verdict.contains(&question.number)
                        || !is_shown;
                    let outputs = world.reply(&question);
                    if is_late {
                        prop_assert_eq!(&outputs, &[]);
                        prop_assert_eq!(world.trainer.feedback(), &feedback);
                    } else if world.trainer.feedback() != &feedback || !outputs.is_empty() {
                        world.had_verdict.push(question.number);
                        world.has_failed |= !is_right(question.cell);
                    }
                }
                Action::Fail(back) => {
                    if let Some(at) = world.questions.len().checked_sub(back + 1) {
                        let question = world.questions[at].number;
                        world.pending.take_if(|pending| pending.number == question);
                        world.update(puzzle::Input::Failed { question });
                    }
                }
                Action::Retry => {
                    world.update(puzzle::Input::Retry);
                }
                Action::Elapse(attempt) => {
                    let outputs = world.update(puzzle::Input::Elapsed { attempt: *attempt });
                    if outputs == [puzzle::Output::ShowNext] {
                        prop_assert!(!was_over && is_shown);
                        world.enter(goal);
                    }
                }
                Action::Enter => world.enter(goal),
                Action::Leave => {
                    world.end_rush();
                    world.update(puzzle::Input::Left);
                    prop_assert!(world.trainer.puzzle().is_none());
                }
                Action::SetMode(mode) => world.set_mode(MODES[*mode], goal),
                Action::StartRush => world.start(),
                Action::Begin => world.begin(goal),
                Action::ShowMissed(at) => world.show_missed(*at),
                Action::ShowResult => world.show_result(),
                Action::TimeUp => {
                    world.miss_running();
                    world.end_rush();
                    world.update(puzzle::Input::TimeUp);
                }
                change_of_board => {
                    if is_shown && change(&mut world.board, change_of_board) {
                        world.follow();
                    }
                }
            }
            let is_other = matches!(
                action,
                Action::Enter
                    | Action::Leave
                    | Action::SetMode(_)
                    | Action::Elapse(_)
                    | Action::StartRush
                    | Action::Begin
                    | Action::ShowMissed(_)
                    | Action::ShowResult
                    | Action::TimeUp
            );
            prop_assert!(world.grades.len() <= 1, "graded twice");
            let is_shown = world.trainer.puzzle().is_some();
            let is_asked = |question: &Question| {
                is_shown && is_on_board(question, &world.board)
            };
            prop_assert!(world.pending.as_ref().is_none_or(is_asked), "it isn't cancelled");
            if matches!(world.mode, puzzle::Mode::Rush | puzzle::Mode::Unrated) {
                prop_assert!(world.grades.is_empty());
            }
            prop_assert!(!(world.has_failed && world.grades == [true]), "solved with help");
            if (was_solved || was_over) && !is_other {
                prop_assert_eq!(world.trainer.feedback(), &feedback, "after the end");
                prop_assert_eq!(world.trainer.rush(), rush);
            }
            if !is_other {
                world.count((had_failed, was_solved));
            }
            prop_assert!(world.trainer.rush().1 <= puzzle::MAX_MISTAKES);
            prop_assert_eq!(world.trainer.rush(), world.rush);
            if world.mode == puzzle::Mode::Unrated && world.trainer.is_solved() {
                let missed = world.missed.iter_mut();
                missed.filter(|it| it.0 == world.shown).for_each(|it| it.1 = true);
            }
            let missed = world.trainer.missed().iter();
            let missed: Vec<_> = missed.map(|it| (it.shown.clone(), it.is_solved)).collect();
            prop_assert_eq!(&missed, &world.missed);
            prop_assert!(missed.len() <= puzzle::MAX_MISTAKES as usize);
            prop_assert_eq!(&world.finished_rushes, &world.ended_rushes);
            prop_assert_eq!(world.trainer.mode(), world.mode);
        }
        // With all replies, a move is wrong if and only if the board has a wrong one.
        let is_open = |trainer: &puzzle::PuzzleTrainer| {
            let is_idle = trainer.rush_phase().is_some_and(|it| it != puzzle::RushPhase::Running);
            trainer.puzzle().is_some() && !trainer.is_solved() && !is_idle
        };
        world.update(puzzle::Input::Retry);
        world.settle();
        if is_open(&world.trainer) && *world.trainer.feedback() != puzzle::Feedback::Unjudged {
            let is_wrong = matches!(world.trainer.feedback(), puzzle::Feedback::Wrong(_));
            let wrong_at = wrong_at(&world.board);
            prop_assert_eq!(is_wrong, wrong_at.is_some());
            if line(&world.board).starts_with(line(&position())) {
                let end = wrong_at.unwrap_or(line(&world.board).len());
                let last = (START..end).step_by(2).next_back();
                let expected = match last.map(|at| line(&world.board)[at]) {
                    Some(Step::Place(cell)) => moves_left(cell),
                    _ => Some(2),
                };
                prop_assert_eq!(world.trainer.moves_left(), expected);
            }
        }
    }

    #[test]
    fn a_lesson_judges_the_move_on_the_board(
        actions in prop::collection::vec(action(), 1..60),
    ) {
        let answers: Vec<Cell> = Rules::CLASSIC.all_cells().filter(|cell| is_right(*cell)).collect();
        let mut trainer = lesson::LessonTrainer::default();
        let mut board = position();
        let mut questions: Vec<Question> = Vec::new();
        let mut pending: Option<Question> = None;
        let mut refused = None;
        let mut finished = 0;
        let mut is_shown = true;
        trainer.update(lesson::Input::Entered(answers.clone(), &board));
        for action in actions {
            let before = trainer.feedback().clone();
            let outputs = match &action {
                Action::Drop(_) if finished > 0 || !is_shown => continue,
                Action::Leave => {
                    is_shown = false;
                    finished = 0;
                    trainer.update(lesson::Input::Left)
                }
                Action::Enter => {
                    is_shown = true;
                    finished = 0;
                    board = position();
                    trainer.update(lesson::Input::Entered(answers.clone(), &board))
                }
                Action::Reply(back) => {
                    let Some(at) = questions.len().checked_sub(back + 1) else { continue };
                    let question = questions[at].clone();
                    let explanation = question.cell.to_string();
                    let is_late = pending.as_ref().is_none_or(|it| it.number != question.number);
                    pending.take_if(|pending| pending.number == question.number);
                    let outputs = trainer.update(lesson::Input::Explained {
                        question: question.number,
                        explanation: explanation.clone(),
                    });
                    let expected = match before {
                        _ if is_late => before,
                        lesson::Feedback::TakenBack(_) => lesson::Feedback::TakenBack(Some(explanation)),
                        _ => lesson::Feedback::Wrong(Some(explanation)),
                    };
                    prop_assert_eq!(trainer.feedback(), &expected);
                    outputs
                }
                Action::Elapse(question) => {
                    let outputs = trainer.update(lesson::Input::Elapsed { question: *question });
                    let is_last = questions.last().is_some_and(|it| it.number == *question);
                    let is_wrong = is_shown && matches!(before, lesson::Feedback::Wrong(_));
                    if is_last && is_wrong {
                        prop_assert_eq!(&outputs, &[lesson::Output::GoTo(START)]);
                        board.go_to(START);
                        trainer.update(lesson::Input::Board(&board))
                    } else {
                        prop_assert_eq!(&outputs, &[]);
                        outputs
                    }
                }
                change_of_board => {
                    if !is_shown || !change(&mut board, change_of_board) {
                        continue;
                    }
                    trainer.update(lesson::Input::Board(&board))
                }
            };
            for output in outputs {
                match output {
                    lesson::Output::Ask(question) => {
                        prop_assert!(is_on_board(&question, &board));
                        questions.push((*question).clone());
                        pending = Some(*question);
                    }
                    lesson::Output::Finish => finished += 1,
                    lesson::Output::CancelQuestion => {
                        prop_assert!(pending.take().is_some(), "nothing was asked");
                    }
                    lesson::Output::Refuse(cell) => refused = Some(cell),
                    lesson::Output::Wait { question } => {
                        prop_assert!(questions.iter().all(|it| it.number < question));
                    }
                    lesson::Output::GoTo(_) => prop_assert!(false, "it isn't time yet"),
                }
            }
            prop_assert!(finished <= 1);
            let is_awaited = matches!(
                trainer.feedback(),
                lesson::Feedback::Wrong(None) | lesson::Feedback::TakenBack(None)
            );
            prop_assert_eq!(pending.is_some(), is_awaited);
            if !is_shown {
                prop_assert_eq!(trainer.feedback(), &lesson::Feedback::None);
                continue;
            }
            if finished > 0 {
                prop_assert_eq!(trainer.feedback(), &lesson::Feedback::Right);
                continue;
            }
            let first = line(&board).get(START).filter(|_| line(&board).starts_with(line(&position())));
            match first {
                None => {
                    let is_wrong = matches!(trainer.feedback(), lesson::Feedback::Wrong(_));
                    prop_assert!(!is_wrong);
                }
                Some(Step::Place(cell)) => {
                    prop_assert!(!is_right(*cell));
                    prop_assert_eq!(refused, Some(*cell));
                    let is_wrong = matches!(trainer.feedback(), lesson::Feedback::Wrong(_));
                    prop_assert!(is_wrong);
                }
                Some(_) => {}
            }
        }
    }

    #[test]
    fn an_opening_shows_the_board(actions in prop::collection::vec(action(), 1..80)) {
        let mut world = Exploration::default();
        let mut board = Match::with_default_seats(notation::parse(Rules::CLASSIC, "").unwrap());
        for action in actions {
            let before = world.shown();
            match &action {
                Action::Enter => {
                    board = Match::with_default_seats(notation::parse(Rules::CLASSIC, "").unwrap());
                    world.is_open = true;
                    world.update(opening::Input::Entered);
                    world.update(opening::Input::Board(&board));
                }
                Action::Leave => {
                    world.is_open = false;
                    world.update(opening::Input::Left);
                }
                Action::Reply(back) => {
                    let Some(at) = world.questions.len().checked_sub(back + 1) else { continue };
                    let is_late = world.pending != Some(world.questions[at].0);
                    if !is_late {
                        world.pending = None;
                    }
                    let outputs = world.reply(at);
                    if is_late {
                        prop_assert_eq!(&outputs, &[]);
                        prop_assert_eq!(world.shown(), before);
                    }
                }
                Action::Fail(back) => {
                    let Some(at) = world.questions.len().checked_sub(back + 1) else { continue };
                    let question = world.questions[at].0;
                    let is_late = world.pending != Some(question);
                    let outputs = world.update(opening::Input::Failed { question });
                    prop_assert_eq!(outputs.is_empty(), is_late);
                }
                change_of_board => {
                    if change(&mut board, change_of_board) {
                        world.update(opening::Input::Board(&board));
                    }
                }
            }
            let (moves, levels) = world.shown();
            let cells = choices(&board);
            prop_assert!(moves.is_empty() || moves.iter().copied().eq(cells.iter().copied()));
            prop_assert!(levels.iter().all(|(cell, _)| cells.contains(cell)));
            if !world.is_open {
                prop_assert_eq!((moves, levels), (vec![], vec![]));
                prop_assert_eq!(world.pending, None);
            } else if let Some(pending) = world.pending {
                let asked = world.questions.iter().find(|it| it.0 == pending).unwrap();
                prop_assert_eq!(&asked.1, &board);
            }
        }
        // With all replies, every level has chosen once, unless the worker failed.
        world.update(opening::Input::Entered);
        world.update(opening::Input::Board(&board));
        world.settle();
        let (moves, levels) = world.shown();
        let cells = choices(&board);
        prop_assert!(moves.into_iter().eq(cells.iter().copied()));
        let mut expected: Vec<(Cell, Level)> = Level::ALL.into_iter()
            .filter_map(|level| Some((if level.number() % 2 == 1 { cells.first()? } else { cells.last()? }, level)))
            .map(|(cell, level)| (*cell, level))
            .collect();
        expected.sort();
        let mut levels = levels;
        levels.sort();
        prop_assert_eq!(levels, expected);
    }
}
