//! The state of the puzzles.

use super::{progress::Progress, text};
use crate::{
    browser,
    exercise::{
        ExerciseClient, Question,
        puzzle::{Input, Mode, Output, PuzzleOnBoard, PuzzleTrainer},
    },
    game::{
        session::{Command, Event, Exercise, Session},
        state::{GameState, use_game},
    },
    navigation::{Navigation, Route, use_navigation},
    storage::BrowserStorage,
    workers::ExplanationReport,
};
use four_shapes_analysis::{
    explain::Theme,
    puzzles::{Goal, Puzzle, PuzzleSet},
};
use four_shapes_players::PlayerKind;
use four_shapes_records::Match;
use four_shapes_rules::Rules;
use leptos::prelude::*;
use std::{sync::Arc, time::Duration};

/// The opponent, who chooses the longest defence.
const OPPONENT: PlayerKind = PlayerKind::Level(6);
/// The number of puzzles with the nearest ratings from which one is chosen at random.
const CHOICES: usize = 20;
/// The rating of the first puzzle of a rush, and the increase for each one.
const RUSH_START: i32 = 500;
const RUSH_STEP: i32 = 40;
/// The time until the next puzzle of a rush.
const RUSH_DELAY: Duration = Duration::from_millis(1_200);

/// The puzzles of all boards.
#[derive(Clone)]
pub(super) enum Puzzles {
    Loading,
    Loaded(Arc<Vec<PuzzleSet>>),
    Failed,
}

/// The state, which lives as long as the page.
#[derive(Clone, Copy)]
pub(super) struct PuzzleState {
    pub(super) game: GameState,
    pub(super) navigation: Navigation,
    pub(super) puzzles: RwSignal<Puzzles>,
    pub(super) theme: RwSignal<Option<Theme>>,
    pub(super) trainer: RwSignal<PuzzleTrainer>,
    pub(super) progress: RwSignal<Progress>,
    /// The puzzles of this visit.
    seen: StoredValue<Vec<Puzzle>>,
    client: ExerciseClient,
}

/// Creates the state, which follows the game.
pub(crate) fn start() {
    let (game, navigation) = (use_game(), use_navigation());
    let (progress, set_aside) = Progress::load(&BrowserStorage::new());
    if let Some(key) = set_aside {
        navigation.notify(text::puzzle_set_aside(&key));
    }
    let state = PuzzleState {
        game,
        navigation,
        puzzles: RwSignal::new(Puzzles::Loading),
        theme: RwSignal::new(None),
        trainer: RwSignal::new(PuzzleTrainer::default()),
        progress: RwSignal::new(progress),
        seen: StoredValue::new(Vec::new()),
        client: expect_context(),
    };
    provide_context(state);
    game.on_event(move |session| state.on_event(session));
}

/// Shows a puzzle, as soon as the puzzles are loaded.
pub(super) fn enter() {
    expect_context::<PuzzleState>().open();
}

/// Returns to the user's own game.
pub(super) fn leave() {
    use_game().leave_exercise(Exercise::Puzzle);
}

impl PuzzleState {
    /// Loads the puzzles unless they are loaded, and shows one if the panel is still open. A
    /// damaged file is fetched once more.
    pub(super) fn open(self) {
        if let Puzzles::Loaded(_) = self.puzzles.get_untracked() {
            return self.show_next();
        }
        self.puzzles.set(Puzzles::Loading);
        browser::spawn(async move {
            let url = browser::asset_url("puzzles.bin");
            for reload in [false, true] {
                let bytes = browser::fetch_bytes(&url, reload).await;
                if let Some(Ok(sets)) = bytes.map(|bytes| PuzzleSet::parse(&bytes)) {
                    self.puzzles.set(Puzzles::Loaded(Arc::new(sets)));
                    let is_open = self.navigation.is_open_untracked(Route::Puzzles);
                    // Opening the panel twice in the meantime loads twice.
                    let has_puzzle = |trainer: &PuzzleTrainer| trainer.puzzle().is_some();
                    if is_open && !self.trainer.with_untracked(has_puzzle) {
                        self.show_next();
                    }
                    return;
                }
            }
            self.puzzles.set(Puzzles::Failed);
        });
    }

    pub(super) fn set_mode(self, mode: Mode) {
        self.update(Input::SetMode(mode));
        self.show_next();
    }

    pub(super) fn set_theme(self, theme: Option<Theme>) {
        self.theme.set(theme);
        self.show_next();
    }

    /// Shows the next puzzle of the mode. After the puzzle of the day, the training follows.
    pub(super) fn show_next(self) {
        let Puzzles::Loaded(sets) = self.puzzles.get_untracked() else {
            return;
        };
        let (mode, is_solved, rush) = self.trainer.with_untracked(|trainer| {
            let rush = (!trainer.is_rush_over()).then(|| trainer.rush());
            (
                trainer.mode(),
                trainer.is_solved(),
                rush.unwrap_or_default(),
            )
        });
        let next = match mode {
            Mode::Daily if !is_solved => daily(&sets),
            Mode::Daily | Mode::Training => {
                self.update(Input::SetMode(Mode::Training));
                let rating = self.progress.with_untracked(Progress::rating);
                self.choose(&sets, rating, self.theme.get_untracked())
            }
            Mode::Rush => {
                let (score, mistakes) = rush;
                let number = (score + mistakes).cast_signed();
                self.choose(&sets, RUSH_START + RUSH_STEP * number, None)
            }
        };
        if let Some(next) = next {
            self.show(next);
        }
    }

    /// Chooses a puzzle with about this rating that was not seen in this visit.
    fn choose(
        self,
        sets: &[PuzzleSet],
        rating: i32,
        theme: Option<Theme>,
    ) -> Option<PuzzleOnBoard> {
        let of_set = |set: &'_ PuzzleSet| {
            let rules = set.rules;
            let puzzles: Vec<&Puzzle> = if rules == Rules::CLASSIC {
                set.training().collect()
            } else {
                set.puzzles.iter().collect()
            };
            let puzzles = puzzles.into_iter().cloned();
            puzzles
                .map(move |puzzle| (rules, puzzle))
                .collect::<Vec<_>>()
        };
        let mut all: Vec<_> = sets.iter().flat_map(of_set).collect();
        all.retain(|(_, puzzle)| theme.is_none_or(|theme| puzzle.theme == theme));
        let is_new =
            |(_, puzzle): &(Rules, Puzzle)| self.seen.with_value(|seen| !seen.contains(puzzle));
        if all.iter().any(is_new) {
            all.retain(is_new);
        }
        all.sort_by_key(|(_, puzzle)| (i32::from(puzzle.rating) - rating).abs());
        all.truncate(CHOICES);
        let at = browser::random_below(all.len() as u8);
        let (rules, puzzle) = all.into_iter().nth(at)?;
        self.seen.update_value(|seen| seen.push(puzzle.clone()));
        Some(PuzzleOnBoard {
            rules,
            puzzle,
            day: None,
        })
    }

    fn show(self, next: PuzzleOnBoard) {
        // Checked by the test of the file; a wrong puzzle is not shown.
        let Ok(game) = next.puzzle.game(next.rules) else {
            return;
        };
        let mut game_match = Match::with_default_seats(game);
        let opponent = next.rules.player_after(next.puzzle.moves.len() + 1);
        let seat = game_match.seat_index(opponent);
        game_match.set_computer(seat, Some(OPPONENT));
        let task = text::task(&game_match, &next);
        self.update(Input::Entered(next, &game_match));
        self.game.send(Command::OpenExercise(
            Exercise::Puzzle,
            Box::new(game_match),
        ));
        self.game.announce(task);
    }

    /// Takes back the wrong move, or has a move judged again.
    pub(super) fn retry(self) {
        self.update(Input::Retry);
    }

    fn on_event(self, session: &Session) {
        if self
            .trainer
            .with_untracked(|trainer| trainer.puzzle().is_none())
        {
            return;
        }
        if session.exercise() != Some(Exercise::Puzzle) {
            return self.update(Input::Left);
        }
        if *session.event() == Event::HintRequested {
            self.update(Input::HintRequested);
        }
        self.update(Input::Board(session.current_match()));
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
        let is_right = report.outcome >= Some(i32::from(goal == Goal::Win));
        let fact = if is_right {
            &report.advantage
        } else {
            &report.drawback
        };
        let step = before.game().cursor() + 1;
        let reason = fact.as_ref().map_or_else(String::new, |fact| {
            text::move_fact_of(before, step, cell, fact)
        });
        self.update(Input::Verdict {
            question: number,
            is_right,
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
            Output::GoTo(step) => self.game.send(Command::GoTo(step)),
            Output::Finish => self.game.send(Command::FinishExercise),
            Output::Grade {
                rating,
                day,
                solved,
            } => self.change_progress(|progress| progress.count(rating, day, solved)),
            Output::FinishDay(day) => self.change_progress(|progress| progress.finish_day(day)),
            Output::FinishRush { score } => self.change_progress(|progress| {
                progress.best_rush = progress.best_rush.max(score);
            }),
            Output::Wait { attempt } => {
                set_timeout(move || self.update(Input::Elapsed { attempt }), RUSH_DELAY);
            }
            Output::ShowNext => self.show_next(),
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

/// Returns the puzzle of the day.
fn daily(sets: &[PuzzleSet]) -> Option<PuzzleOnBoard> {
    let classic = sets.iter().find(|set| set.rules == Rules::CLASSIC)?;
    let day = browser::day_number();
    Some(PuzzleOnBoard {
        rules: classic.rules,
        puzzle: classic.daily(day)?.clone(),
        day: Some(day),
    })
}
