//! The state of the puzzles.

use super::{progress::Progress, text};
use crate::{
    board::{end_refusal, focus_board},
    browser,
    components::dom::{focus_match_soon, has_focus},
    context::context,
    exercise::{
        ExerciseClient, Question, TAKE_BACK_DELAY,
        puzzle::{Feedback, Input, Mode, Output, PuzzleOnBoard, PuzzleTrainer, RushPhase},
        refuse, take_back,
    },
    game::{
        session::{Command, Event, Exercise, Session},
        state::{GameState, use_game},
    },
    navigation::{Navigation, Route, use_navigation},
    settings::preferences::Preferences,
    sound::{Cue, Sound},
    storage::BrowserStorage,
    workers::ExplanationReport,
};
use four_shapes_analysis::{
    explain::Theme,
    puzzles::{Goal, Puzzle, PuzzleSet},
};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::Match;
use four_shapes_rules::{Game, Rules, Status};
use leptos::prelude::*;
use std::{ops::RangeInclusive, sync::Arc, time::Duration};

/// The opponent, who chooses the longest defence.
const OPPONENT: PlayerKind = PlayerKind::Level(Level::Six);
/// The number of puzzles with the nearest ratings from which one is chosen at random.
const CHOICES: usize = 20;
/// The ratings of the won positions with which beginners start.
const BEGINNER_RATINGS: RangeInclusive<u16> = 600..=900;
/// The maximum length of these wins, and the length of the first puzzles of all.
const BEGINNER_LENGTH: u8 = 3;
const NEW_LENGTH: u8 = 2;
/// How many moves the first puzzles of a rush take: they are the last ones of longer wins.
const RUSH_LENGTHS: [u8; 8] = [1, 1, 1, 2, 2, 2, 2, 2];
/// The length of the wins whose last moves are puzzles.
const WHOLE_LENGTH: u8 = 3;
/// The rating of the puzzle after them, and the increase for each one.
const RUSH_START: i32 = 500;
const RUSH_STEP: i32 = 40;
/// The seconds before the first puzzle of a rush, and those for all of them.
const COUNTDOWN: u32 = 3;
const RUSH_TIME: u32 = 180;
/// The time until the next puzzle of a rush.
const RUSH_DELAY: Duration = Duration::from_millis(1_200);
/// The name of the level of a missed puzzle above the result of a rush.
const MISSED: &str = "missed-puzzle";
const SECOND: Duration = Duration::from_secs(1);

/// The puzzles of all boards.
#[derive(Clone)]
pub(crate) enum Puzzles {
    Loading,
    Loaded(Arc<Vec<PuzzleSet>>),
    Failed,
}

/// What is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Start {
    #[default]
    Today,
    /// The puzzle of an earlier day.
    Day(i64),
    Training,
    Rush,
}

/// What no view reads.
#[derive(Clone, Debug, Default)]
struct Visit {
    /// The key of unreadable progress that was reported.
    set_aside: Option<String>,
    /// What the page shows, or will show when the puzzles are loaded.
    start: Start,
    is_loading: bool,
    /// The number of rushes so far, to which timers belong.
    rushes: u32,
    /// The puzzles that were shown.
    seen: Vec<Puzzle>,
}

/// The state, which lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct PuzzleState {
    pub(super) game: GameState,
    pub(super) navigation: Navigation,
    pub(crate) puzzles: RwSignal<Puzzles>,
    pub(super) theme: RwSignal<Option<Theme>>,
    pub(super) trainer: RwSignal<PuzzleTrainer>,
    pub(crate) progress: RwSignal<Progress>,
    /// By how much the puzzle on the board has changed the rating.
    pub(super) rating_change: RwSignal<Option<i32>>,
    /// The seconds until the start of the rush, and from then on until its end.
    pub(super) seconds: RwSignal<u32>,
    /// Whether the latest rush was the best one.
    pub(super) is_record: RwSignal<bool>,
    visit: StoredValue<Visit>,
    client: ExerciseClient,
    sound: Sound,
    preferences: Preferences,
}

/// Creates the state, which follows the game.
pub(crate) fn start() {
    let (game, navigation) = (use_game(), use_navigation());
    let state = PuzzleState {
        game,
        navigation,
        puzzles: RwSignal::new(Puzzles::Loading),
        theme: RwSignal::new(None),
        trainer: RwSignal::new(PuzzleTrainer::default()),
        progress: RwSignal::new(Progress::default()),
        visit: StoredValue::new(Visit::default()),
        rating_change: RwSignal::new(None),
        seconds: RwSignal::new(0),
        is_record: RwSignal::new(false),
        client: context(),
        sound: context(),
        preferences: context(),
    };
    provide_context(state);
    state.reload_progress();
    game.on_event(move |session| state.on_event(session));
}

/// Shows a puzzle, as soon as the puzzles are loaded.
pub(super) fn enter() {
    let state: PuzzleState = context();
    state.reload_progress();
    state.restart();
}

/// Returns to the user's own game.
pub(super) fn leave() {
    let state: PuzzleState = context();
    state.update(Input::Left);
    state.game.leave_exercise(Exercise::Puzzle);
    // The next visit begins as usual.
    state.visit.update_value(|visit| visit.start = Start::Today);
}

impl PuzzleState {
    /// Opens the page with a puzzle, or with a rush.
    pub(crate) fn open(self, start: Start) {
        self.visit.update_value(|visit| visit.start = start);
        self.navigation.open(Route::Puzzles);
    }

    /// Reads the progress, which a backup or another tab may have changed.
    pub(crate) fn reload_progress(self) {
        let (progress, set_aside) = Progress::load(&BrowserStorage::new());
        if let Some(key) = &set_aside
            && self.visit.with_value(|visit| visit.set_aside != set_aside)
        {
            self.navigation.notify(text::puzzle_set_aside(key));
        }
        self.visit.update_value(|visit| visit.set_aside = set_aside);
        self.progress.set(progress);
    }

    /// Loads the puzzles unless they are loaded, and shows one if their page is open by then. A
    /// damaged file is fetched once more.
    pub(crate) fn load(self) {
        let is_loaded = matches!(self.puzzles.get_untracked(), Puzzles::Loaded(_));
        if is_loaded || self.visit.with_value(|visit| visit.is_loading) {
            return;
        }
        self.visit.update_value(|visit| visit.is_loading = true);
        self.puzzles.set(Puzzles::Loading);
        browser::spawn(async move {
            let url = browser::asset_url("puzzles.bin");
            let mut loaded = Puzzles::Failed;
            for reload in [false, true] {
                let bytes = browser::fetch_bytes(&url, reload).await;
                if let Some(Ok(sets)) = bytes.map(|bytes| PuzzleSet::parse(&bytes)) {
                    loaded = Puzzles::Loaded(Arc::new(sets));
                    break;
                }
            }
            self.visit.update_value(|visit| visit.is_loading = false);
            let is_loaded = matches!(loaded, Puzzles::Loaded(_));
            self.puzzles.set(loaded);
            // After a failure, the user tries again.
            if is_loaded && self.navigation.is_open_untracked(Route::Puzzles) {
                self.restart();
            }
        });
    }

    /// Shows the first puzzle again, or another one in training, as soon as the puzzles are loaded.
    pub(super) fn restart(self) {
        self.begin(self.visit.with_value(|visit| visit.start));
    }

    fn begin(self, start: Start) {
        self.visit.update_value(|visit| visit.start = start);
        let Puzzles::Loaded(sets) = self.puzzles.get_untracked() else {
            return self.load();
        };
        match start {
            Start::Today => self.show_day(&sets, Mode::Daily, browser::day_number()),
            Start::Day(day) => self.show_day(&sets, Mode::Unrated, day),
            Start::Training => self.show_next(),
            Start::Rush => return self.open_rush(),
        }
        focus_board();
    }

    fn show_day(self, sets: &[PuzzleSet], mode: Mode, day: i64) {
        if let Some(puzzle) = daily(sets, day) {
            self.update(Input::SetMode(mode));
            self.show(puzzle);
        }
    }

    pub(super) fn set_theme(self, theme: Option<Theme>) {
        self.theme.set(theme);
        self.show_next();
    }

    /// Shows the next puzzle. After that of a day, the training follows.
    pub(super) fn show_next(self) {
        let Puzzles::Loaded(sets) = self.puzzles.get_untracked() else {
            return;
        };
        let phase = self.trainer.with_untracked(PuzzleTrainer::rush_phase);
        let next = if phase == Some(RushPhase::Running) {
            self.next_of_rush(&sets)
        } else {
            self.visit
                .update_value(|visit| visit.start = Start::Training);
            self.update(Input::SetMode(Mode::Training));
            self.next_of_training(&sets)
        };
        if let Some(next) = next {
            self.visit
                .update_value(|visit| visit.seen.push(next.puzzle.clone()));
            self.show(next);
        }
    }

    fn next_of_training(self, sets: &[PuzzleSet]) -> Option<PuzzleOnBoard> {
        let theme = self.theme.get_untracked();
        let mut puzzles = all(sets);
        puzzles.retain(|it| theme.is_none_or(|theme| it.puzzle.theme == theme));
        self.progress.with_untracked(|progress| {
            let is_free = theme.is_none();
            if is_free && progress.is_beginner() {
                retain_if_any(&mut puzzles, is_for_beginners);
            }
            let puzzles = self.unseen(puzzles);
            let first = || last_moves(puzzles.clone(), progress.rating(), NEW_LENGTH);
            let first = (is_free && progress.is_new()).then(first).flatten();
            first.or_else(|| choose(puzzles, progress.rating()))
        })
    }

    fn next_of_rush(self, sets: &[PuzzleSet]) -> Option<PuzzleOnBoard> {
        let (score, mistakes) = self.trainer.with_untracked(PuzzleTrainer::rush);
        let number = score + mistakes;
        let mut puzzles = self.unseen(all(sets));
        // A draw takes too long to see, and another board to get used to.
        retain_if_any(&mut puzzles, |it| {
            it.rules == Rules::CLASSIC && it.puzzle.goal == Goal::Win
        });
        let after = number.saturating_sub(RUSH_LENGTHS.len() as u32);
        let rating = |number: u32| RUSH_START + RUSH_STEP * number.cast_signed();
        let length = RUSH_LENGTHS.get(number as usize);
        let first = length.and_then(|length| last_moves(puzzles.clone(), rating(number), *length));
        first.or_else(|| choose(puzzles, rating(after)))
    }

    /// Returns those puzzles that were not seen in this visit, nor their last moves; all, if there are
    /// none.
    fn unseen(self, mut puzzles: Vec<PuzzleOnBoard>) -> Vec<PuzzleOnBoard> {
        self.visit.with_value(|visit| {
            let is_seen = |it: &PuzzleOnBoard| {
                let moves = &it.puzzle.moves;
                visit.seen.iter().any(|seen| seen.moves.starts_with(moves))
            };
            retain_if_any(&mut puzzles, |it| !is_seen(it));
        });
        puzzles
    }

    fn show(self, next: PuzzleOnBoard) {
        // Checked by the test of the file; a wrong puzzle is not shown.
        let Ok(game) = next.puzzle.game(next.rules) else {
            return;
        };
        let mut game_match = Match::with_default_seats(game);
        let opponent = game_match.game().position().player_after(1);
        let seat = game_match.seat_index(opponent);
        game_match.set_computer(seat, Some(OPPONENT));
        let task = text::task(&game_match, &next, Some(next.puzzle.length.into()));
        end_refusal();
        self.rating_change.set(None);
        self.update(Input::Entered(next, &game_match));
        self.game.send(Command::OpenExercise(
            Exercise::Puzzle,
            Box::new(game_match),
        ));
        self.game.announce(task + ".");
    }

    /// Shows what a rush is, and waits until it is started.
    fn open_rush(self) {
        self.update(Input::SetMode(Mode::Rush));
        self.show_empty_board(text::puzzle_rush_rules());
        focus_match_soon("#puzzles .begin");
    }

    /// Shows an empty board, on which no moves are made.
    fn show_empty_board(self, announcement: impl Into<String>) {
        end_refusal();
        let empty = Match::with_default_seats(Game::new(Rules::CLASSIC));
        self.game
            .send(Command::OpenExercise(Exercise::Puzzle, Box::new(empty)));
        self.game.send(Command::FinishExercise);
        self.game.announce(announcement);
    }

    /// Counts down to the first puzzle of a rush.
    pub(super) fn start_rush(self) {
        self.update(Input::StartRush);
        self.show_empty_board(text::puzzle_rush_starts(COUNTDOWN.into()));
        focus_board();
        self.visit
            .update_value(|visit| visit.rushes = visit.rushes.wrapping_add(1));
        self.seconds.set(COUNTDOWN);
        self.count_down(self.visit.with_value(|visit| visit.rushes));
    }

    /// Shows a puzzle that was missed in the rush.
    pub(super) fn show_missed(self, missed: PuzzleOnBoard) {
        let history = self.navigation.history();
        if !history.is_at(MISSED) {
            history.enter(MISSED, false, move || self.restore_result());
        }
        self.update(Input::SetMode(Mode::Unrated));
        self.show(missed);
        focus_board();
    }

    /// Returns from a missed puzzle to the result of the rush.
    pub(super) fn show_result(self) {
        let history = self.navigation.history();
        history.back_or(MISSED, || self.restore_result());
    }

    fn restore_result(self) {
        end_refusal();
        self.update(Input::ShowResult);
        focus_match_soon("#puzzles .again");
    }

    /// Whether a timer belongs to the rush that is counted down or running.
    fn rush_phase(self, number: u32) -> Option<RushPhase> {
        let is_current = self.visit.with_value(|visit| visit.rushes) == number;
        self.trainer
            .with_untracked(PuzzleTrainer::rush_phase)
            .filter(|_| is_current)
    }

    fn count_down(self, number: u32) {
        let tick = move || {
            if self.rush_phase(number) != Some(RushPhase::Countdown) {
                return;
            }
            self.seconds.update(|seconds| *seconds -= 1);
            if self.seconds.get_untracked() > 0 {
                return self.count_down(number);
            }
            self.seconds.set(RUSH_TIME);
            self.update(Input::RushBegan);
            self.run_clock(
                number,
                browser::monotonic_now() + u64::from(RUSH_TIME) * 1000,
            );
        };
        set_timeout(tick, SECOND);
    }

    fn run_clock(self, number: u32, end: u64) {
        let tick = move || {
            if self.rush_phase(number) != Some(RushPhase::Running) {
                return;
            }
            let left = end.saturating_sub(browser::monotonic_now());
            let seconds = left.div_ceil(1000) as u32;
            self.seconds.set(seconds);
            if seconds == 0 {
                self.update(Input::TimeUp);
            } else {
                self.run_clock(number, end);
            }
        };
        // At the next full second.
        let left = end.saturating_sub(browser::monotonic_now());
        set_timeout(
            tick,
            Duration::from_millis(left.saturating_sub(1) % 1000 + 1),
        );
    }

    /// Has a move judged again.
    pub(super) fn retry(self) {
        self.update(Input::Retry);
    }

    fn on_event(self, session: &Session) {
        let is_idle = self.trainer.with_untracked(|trainer| {
            trainer.puzzle().is_none() && trainer.rush_phase() != Some(RushPhase::Countdown)
        });
        if is_idle {
            return;
        }
        if session.exercise() != Some(Exercise::Puzzle) {
            return self.update(Input::Left);
        }
        if *session.event() == Event::HintRequested {
            self.update(Input::HintRequested);
        }
        self.update(Input::Board(session.current_match()));
        // The user may have taken the wrong move back.
        let is_refused = self.trainer.with_untracked(|trainer| {
            matches!(
                trainer.feedback(),
                Feedback::Wrong(_) | Feedback::RushOver { .. }
            )
        });
        if !is_refused {
            end_refusal();
        }
    }

    fn judge(self, question: &Question, report: Option<ExplanationReport>) {
        let goal = self
            .trainer
            .with_untracked(|trainer| trainer.puzzle().map(|it| it.puzzle.goal));
        let Question {
            number,
            ref before,
            cell,
        } = *question;
        let (Some(report), Some(goal)) = (report, goal) else {
            return self.update(Input::Failed { question: number });
        };
        let slower_than = self
            .trainer
            .with_untracked(|trainer| trainer.misses_short_win(report.moves_left));
        let reaches_goal = report.outcome >= Some(goal.outcome());
        let is_right = reaches_goal && slower_than.is_none();
        let fact = if is_right {
            &report.advantage
        } else {
            &report.drawback
        };
        let step = before.game().cursor() + 1;
        let reason = match (slower_than, fact) {
            (Some(moves), _) if reaches_goal => {
                text::puzzle_too_slow(&cell.to_string(), moves.into())
            }
            (_, Some(fact)) => text::move_fact_of(before, step, cell, fact),
            (_, None) => String::new(),
        };
        self.update(Input::Verdict {
            question: number,
            is_right,
            moves_left: report.moves_left,
            reason,
        });
    }

    /// Passes an input to the trainer and carries out what it asks for.
    fn update(self, input: Input<'_>) {
        let outputs = self.trainer.try_update(|trainer| trainer.update(input));
        for output in outputs.into_iter().flatten() {
            self.carry_out(output);
        }
    }

    fn carry_out(self, output: Output) {
        match output {
            Output::Ask(question) => self.client.explain(*question, move |question, report| {
                self.judge(question, report);
            }),
            Output::CancelQuestion => self.client.cancel(),
            Output::GoTo(step) => take_back(step, self.game),
            Output::Refuse(cell) => refuse(cell, self.game, self.sound, self.preferences),
            Output::Finish => self.finish(),
            Output::Grade {
                rating,
                day,
                solved,
            } => {
                let before = self.progress.with_untracked(Progress::rating);
                self.change_progress(|progress| progress.count(rating, day, solved));
                let after = self.progress.with_untracked(Progress::rating);
                self.rating_change.set(rating.map(|_| after - before));
            }
            Output::FinishDay { day, is_today } => {
                self.change_progress(|progress| progress.finish_day(day, is_today));
            }
            Output::FinishRush { score } => self.finish_rush(score),
            Output::Wait { attempt } => {
                let is_rush = self
                    .trainer
                    .with_untracked(|trainer| trainer.mode() == Mode::Rush);
                let delay = if is_rush { RUSH_DELAY } else { TAKE_BACK_DELAY };
                set_timeout(move || self.update(Input::Elapsed { attempt }), delay);
            }
            Output::ShowNext => self.show_next(),
        }
    }

    fn finish(self) {
        self.game.send(Command::FinishExercise);
        let is_solved = self.trainer.with_untracked(PuzzleTrainer::is_solved);
        let is_won = self
            .game
            .with_untracked(|session| matches!(session.game().status(), Status::Won { .. }));
        // A win has a cue already.
        if is_solved && !is_won {
            self.play(Cue::Solved);
        }
    }

    fn play(self, cue: Cue) {
        self.sound.play(cue, &self.preferences.get_untracked());
    }

    fn finish_rush(self, score: u32) {
        let best = self.progress.with_untracked(|progress| progress.best_rush);
        self.is_record.set(score > best);
        self.change_progress(|progress| progress.best_rush = best.max(score));
        if self.navigation.is_open_untracked(Route::Puzzles) {
            self.game
                .announce(text::puzzle_rush_over(score.into(), best.max(score).into()));
            // No move can be made any more, and other buttons that may have had the focus are gone.
            if has_focus("#puzzles, .columns") {
                focus_match_soon("#puzzles .again");
            }
        }
    }

    fn change_progress(self, change: impl FnOnce(&mut Progress)) {
        self.progress.update(change);
        let saved = self
            .progress
            .with_untracked(|progress| progress.save(&BrowserStorage::new()));
        if saved.is_err() {
            self.navigation.notify(text::puzzle_not_saved());
        }
    }
}

/// Returns the puzzle of a day.
pub(crate) fn daily(sets: &[PuzzleSet], day: i64) -> Option<PuzzleOnBoard> {
    let classic = sets.iter().find(|set| set.rules == Rules::CLASSIC)?;
    Some(PuzzleOnBoard {
        rules: classic.rules,
        puzzle: classic.daily(day)?.clone(),
        day: Some(day),
    })
}

/// Returns the puzzles of all boards that are not those of a day.
fn all(sets: &[PuzzleSet]) -> Vec<PuzzleOnBoard> {
    let of_set = |set: &PuzzleSet| -> Vec<PuzzleOnBoard> {
        let rules = set.rules;
        let on_board = |puzzle: &Puzzle| PuzzleOnBoard {
            rules,
            puzzle: puzzle.clone(),
            day: None,
        };
        if rules == Rules::CLASSIC {
            set.training().map(on_board).collect()
        } else {
            set.puzzles.iter().map(on_board).collect()
        }
    };
    sets.iter().flat_map(of_set).collect()
}

fn is_for_beginners(it: &PuzzleOnBoard) -> bool {
    let PuzzleOnBoard { rules, puzzle, .. } = it;
    *rules == Rules::CLASSIC
        && puzzle.goal == Goal::Win
        && puzzle.length <= BEGINNER_LENGTH
        && BEGINNER_RATINGS.contains(&puzzle.rating)
}

/// Keeps only the puzzles of a kind, if there are any.
fn retain_if_any(puzzles: &mut Vec<PuzzleOnBoard>, is_wanted: impl Fn(&PuzzleOnBoard) -> bool) {
    if puzzles.iter().any(&is_wanted) {
        puzzles.retain(is_wanted);
    }
}

/// Chooses one of the puzzles with about this rating.
fn choose(puzzles: Vec<PuzzleOnBoard>, rating: i32) -> Option<PuzzleOnBoard> {
    pick(nearest(puzzles, rating))
}

/// Chooses the last moves, this number of own ones, of a win with about this rating.
fn last_moves(mut wins: Vec<PuzzleOnBoard>, rating: i32, length: u8) -> Option<PuzzleOnBoard> {
    wins.retain(|it| it.puzzle.length == WHOLE_LENGTH);
    let shortened = |whole: PuzzleOnBoard| {
        let puzzle = whole.puzzle.shortened(whole.rules, length)?;
        Some(PuzzleOnBoard { puzzle, ..whole })
    };
    let wins = nearest(wins, rating);
    pick(wins.into_iter().filter_map(shortened).collect())
}

/// Returns the puzzles with the nearest ratings.
fn nearest(mut puzzles: Vec<PuzzleOnBoard>, rating: i32) -> Vec<PuzzleOnBoard> {
    puzzles.sort_by_key(|it| (i32::from(it.puzzle.rating) - rating).abs());
    puzzles.truncate(CHOICES);
    puzzles
}

/// Returns one of a few puzzles at random.
fn pick(puzzles: Vec<PuzzleOnBoard>) -> Option<PuzzleOnBoard> {
    let at = browser::random_below(puzzles.len() as u8);
    puzzles.into_iter().nth(at)
}
