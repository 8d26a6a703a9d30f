//! The state of the puzzles.

use super::{
    progress::Progress,
    puzzle::{Feedback, Mode, PuzzleOnBoard, daily},
    text,
};
use crate::{
    browser,
    game::{
        session::{Command, Event, Session},
        state::{GameState, use_game},
    },
    navigation::{Navigation, Route, use_navigation},
    storage::BrowserStorage,
    workers::{ExplanationReport, Query, Reply, SearchClient},
};
use four_shapes_analysis::{
    explain::Theme,
    puzzles::{Goal, Puzzle, PuzzleSet},
};
use four_shapes_players::PlayerKind;
use four_shapes_records::Match;
use four_shapes_rules::{Cell, Rules};
use leptos::prelude::*;
use std::{sync::Arc, time::Duration};

/// The opponent, who chooses the longest defence.
const OPPONENT: PlayerKind = PlayerKind::Level(6);
/// The number of puzzles with the nearest ratings from which one is chosen at random.
const CHOICES: usize = 20;
/// The mistakes that end a rush.
pub(super) const MAX_MISTAKES: u32 = 3;
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
    pub(super) mode: RwSignal<Mode>,
    pub(super) theme: RwSignal<Option<Theme>>,
    pub(super) current: RwSignal<Option<PuzzleOnBoard>>,
    pub(super) feedback: RwSignal<Feedback>,
    pub(super) progress: RwSignal<Progress>,
    /// The solved puzzles and the mistakes of the rush.
    pub(super) rush: RwSignal<(u32, u32)>,
    /// The puzzles of this visit.
    seen: StoredValue<Vec<Puzzle>>,
    /// The last move, with the match before it.
    asked: StoredValue<Option<(Cell, Match)>>,
    client: StoredValue<Option<SearchClient>, LocalStorage>,
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
        mode: RwSignal::new(Mode::Daily),
        theme: RwSignal::new(None),
        current: RwSignal::new(None),
        feedback: RwSignal::new(Feedback::None),
        progress: RwSignal::new(progress),
        rush: RwSignal::new((0, 0)),
        seen: StoredValue::new(Vec::new()),
        asked: StoredValue::new(None),
        client: StoredValue::new_local(None),
    };
    let client = SearchClient::new(move |reply| state.on_reply(reply));
    state.client.set_value(Some(client));
    provide_context(state);
    game.on_event(move |session| state.on_event(session));
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
                    let is_open = untrack(|| self.navigation.panel()) == Some(Route::Puzzles);
                    // Opening the panel twice in the meantime loads twice.
                    if is_open && self.current.with_untracked(Option::is_none) {
                        self.show_next();
                    }
                    return;
                }
            }
            self.puzzles.set(Puzzles::Failed);
        });
    }

    pub(super) fn set_mode(self, mode: Mode) {
        self.mode.set(mode);
        self.rush.set((0, 0));
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
        let is_solved = self
            .current
            .with_untracked(|current| current.as_ref().is_some_and(|current| current.is_solved));
        if self.mode.get_untracked() == Mode::Daily && is_solved {
            self.mode.set(Mode::Training);
        }
        let next = match self.mode.get_untracked() {
            Mode::Daily => daily(&sets),
            Mode::Training => {
                let rating = self.progress.with_untracked(Progress::rating);
                self.choose(&sets, rating, self.theme.get_untracked())
            }
            Mode::Rush => {
                let (score, mistakes) = self.rush.get_untracked();
                if mistakes >= MAX_MISTAKES {
                    self.rush.set((0, 0));
                }
                let number = if mistakes < MAX_MISTAKES {
                    score + mistakes
                } else {
                    0
                };
                self.choose(&sets, RUSH_START + RUSH_STEP * number.cast_signed(), None)
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
        Some(PuzzleOnBoard::new(rules, puzzle, None))
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
        self.feedback.set(Feedback::None);
        self.asked.set_value(None);
        self.current.set(Some(next));
        self.game.send(Command::OpenExercise(Box::new(game_match)));
        self.game.send(Command::Announce(task));
    }

    /// Takes back the wrong move.
    pub(super) fn retry(self) {
        let wrong_at = self
            .current
            .try_update(|current| current.as_mut()?.wrong_at.take());
        if let Some(step) = wrong_at.flatten() {
            self.feedback.set(Feedback::None);
            self.game.send(Command::GoTo(step));
        }
    }

    fn on_event(self, session: &Session) {
        if !session.is_exercise() {
            if self.current.with_untracked(Option::is_some) {
                self.current.set(None);
            }
            return;
        }
        match session.event() {
            Event::Placed { player, cell } => {
                let game_match = session.current_match();
                if game_match.seat(*player).computer.is_none() {
                    self.ask(*cell, game_match);
                }
            }
            Event::Undone(_) => {
                self.current.update(|current| {
                    if let Some(current) = current {
                        current.wrong_at = None;
                    }
                });
                self.feedback.set(Feedback::None);
            }
            Event::HintRequested => self.count(false),
            _ => {}
        }
    }

    /// Requests an explanation of the last move, unless the puzzle is solved or the move follows
    /// a wrong one.
    fn ask(self, cell: Cell, game_match: &Match) {
        let is_open = self.current.with_untracked(|current| {
            let is_open = |it: &PuzzleOnBoard| !it.is_solved && it.wrong_at.is_none();
            current.as_ref().is_some_and(is_open)
        });
        let mut before = game_match.clone();
        before.undo();
        if let (Some(client), true) = (self.client.with_value(Clone::clone), is_open) {
            self.asked.set_value(Some((cell, before.clone())));
            client.request(Query::Explanation(cell), before);
        }
    }

    fn on_reply(self, reply: Option<Reply>) {
        let Some(Reply::Explanation(bytes)) = reply else {
            if reply.is_none() {
                self.navigation.notify(text::analysis_failed());
            }
            return;
        };
        let asked = self.asked.try_update_value(Option::take).flatten();
        let Some((cell, before)) = asked else {
            return;
        };
        let Ok(report) = ExplanationReport::decode(&bytes, before.rules()) else {
            return self.navigation.notify(text::analysis_failed());
        };
        let Some(goal) = self
            .current
            .with_untracked(|current| current.as_ref().map(|current| current.puzzle.goal))
        else {
            return;
        };
        let is_right = report.outcome >= Some(i32::from(goal == Goal::Win));
        let fact = if is_right {
            &report.advantage
        } else {
            &report.drawback
        };
        let step = before.game().cursor() + 1;
        let reason = fact.as_ref().map_or_else(String::new, |fact| {
            text::move_fact_of(&before, step, cell, fact)
        });
        if is_right {
            self.on_right_move(&before, cell, reason);
        } else {
            self.on_wrong_move(step - 1, reason);
        }
    }

    fn on_right_move(self, before: &Match, cell: Cell, reason: String) {
        let mut after = before.clone();
        let is_over =
            after.turn().is_none_or(|turn| turn.play(cell).is_err()) || after.turn().is_none();
        let solved = self.current.try_update(|current| {
            let current = current.as_mut()?;
            let moves = before.game().cursor() - current.puzzle.moves.len();
            // Own moves, including this one.
            let enough = moves / 2 + 1 >= current.puzzle.length.into();
            current.is_solved = is_over || (current.puzzle.goal == Goal::Draw && enough);
            current
                .is_solved
                .then_some((current.has_failed, current.day))
        });
        let Some((has_failed, day)) = solved.flatten() else {
            return self.feedback.set(Feedback::Right);
        };
        self.count(true);
        if let Some(day) = day {
            self.progress.update(|progress| progress.finish_day(day));
            self.save();
        }
        self.feedback.set(Feedback::Solved {
            first_attempt: !has_failed,
            reason,
        });
        if self.mode.get_untracked() == Mode::Rush {
            self.rush.update(|(score, _)| *score += 1);
            self.continue_rush();
        }
    }

    fn on_wrong_move(self, step: usize, reason: String) {
        self.count(false);
        self.current.update(|current| {
            if let Some(current) = current {
                current.wrong_at = Some(step);
            }
        });
        self.feedback.set(Feedback::Wrong(reason));
        if self.mode.get_untracked() == Mode::Rush {
            self.rush.update(|(_, mistakes)| *mistakes += 1);
            self.continue_rush();
        }
    }

    /// Shows the next puzzle of a rush after a moment, or ends it.
    fn continue_rush(self) {
        let (score, mistakes) = self.rush.get_untracked();
        if mistakes >= MAX_MISTAKES {
            self.progress
                .update(|progress| progress.best_rush = progress.best_rush.max(score));
            self.save();
            let best = self.progress.with_untracked(|progress| progress.best_rush);
            return self.feedback.set(Feedback::RushOver { score, best });
        }
        let shown = self.current_puzzle();
        set_timeout(
            move || {
                let is_same = self.current_puzzle() == shown;
                if is_same && self.mode.get_untracked() == Mode::Rush {
                    self.show_next();
                }
            },
            RUSH_DELAY,
        );
    }

    fn current_puzzle(self) -> Option<Puzzle> {
        self.current
            .with_untracked(|current| current.as_ref().map(|current| current.puzzle.clone()))
    }

    /// Counts the first result of a puzzle; a rush has no ratings.
    fn count(self, solved: bool) {
        let first = self.current.try_update(|current| {
            let current = current.as_mut()?;
            let first = !current.has_failed;
            current.has_failed |= !solved;
            first.then_some((current.puzzle.rating, current.day))
        });
        if let Some((rating, day)) = first.flatten()
            && self.mode.get_untracked() != Mode::Rush
        {
            self.progress
                .update(|progress| progress.count(rating, day, solved));
            self.save();
        }
    }

    fn save(self) {
        let saved = self
            .progress
            .with_untracked(|progress| progress.save(&BrowserStorage::new()));
        if saved.is_err() {
            self.navigation.notify(text::puzzle_not_saved());
        }
    }
}
