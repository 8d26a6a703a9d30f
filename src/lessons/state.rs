//! The state of the lessons.

use super::lesson::{Course, Lesson, LessonGoal, LessonStep};
use super::progress::Progress;
use crate::{
    board::{end_refusal, focus_board},
    browser,
    context::context,
    exercise::{
        ExerciseClient, Question, TAKE_BACK_DELAY,
        lesson::{Feedback, Input, LessonTrainer, Output},
        refuse, take_back,
    },
    game::{
        options::ColumnLabels,
        session::{Command, Exercise, Session},
        state::{GameState, use_game},
    },
    navigation::{Navigation, Route, use_navigation},
    settings::preferences::Preferences,
    sound::Sound,
    storage::BrowserStorage,
    text,
    workers::ExplanationReport,
};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::Match;
use four_shapes_rules::{Column, hash::fnv1a_32};
use leptos::prelude::*;
use std::sync::Arc;

/// The opponent, who never gets to move: a right move ends the step, and a wrong one goes back.
const OPPONENT: PlayerKind = PlayerKind::Level(Level::Six);

/// The file that this version of the page was built with; no other one is used.
const CHECKSUM: u32 = fnv1a_32(include_bytes!("../../data/lessons.json"));

/// The lessons.
#[derive(Clone)]
pub(crate) enum Lessons {
    Loading,
    Loaded(Arc<Course>),
    Failed,
}

/// The step of a lesson that is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub(super) lesson: usize,
    pub(super) step: usize,
}

/// The state, which lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct LessonState {
    game: GameState,
    navigation: Navigation,
    pub(crate) lessons: RwSignal<Lessons>,
    /// `None` while no lesson is on the board.
    pub(super) at: RwSignal<Option<At>>,
    trainer: RwSignal<LessonTrainer>,
    pub(crate) progress: RwSignal<Progress>,
    /// The key of unreadable progress that was reported.
    set_aside: StoredValue<Option<String>>,
    /// The lesson with which the page is opened.
    start: StoredValue<Option<usize>>,
    is_loading: StoredValue<bool>,
    client: ExerciseClient,
    sound: Sound,
    preferences: Preferences,
}

/// Creates the state, which follows the game.
pub(crate) fn start() {
    let (game, navigation) = (use_game(), use_navigation());
    let state = LessonState {
        game,
        navigation,
        lessons: RwSignal::new(Lessons::Loading),
        at: RwSignal::new(None),
        trainer: RwSignal::new(LessonTrainer::default()),
        progress: RwSignal::new(Progress::default()),
        set_aside: StoredValue::new(None),
        start: StoredValue::new(None),
        is_loading: StoredValue::new(false),
        client: context(),
        sound: context(),
        preferences: context(),
    };
    provide_context(state);
    state.reload_progress();
    game.on_event(move |session| state.on_event(session));
}

/// Shows a lesson.
pub(super) fn enter() {
    let state: LessonState = context();
    state.at.set(None);
    state.reload_progress();
    state.load();
    state.begin();
}

/// Returns to the user's own game.
pub(super) fn leave() {
    let state: LessonState = context();
    state.forget_step();
    state.game.leave_exercise(Exercise::Lesson);
}

impl LessonState {
    /// Opens the page with the lesson with this index; the lessons are loaded.
    pub(crate) fn open(self, lesson: usize) {
        self.start.set_value(Some(lesson));
        self.navigation.open(Route::Lessons);
    }

    /// Reads the progress, which a backup or another tab may have changed.
    pub(crate) fn reload_progress(self) {
        let (progress, set_aside) = Progress::load(&BrowserStorage::new());
        if let Some(key) = &set_aside
            && set_aside != self.set_aside.get_value()
        {
            self.navigation.notify(text::lessons_set_aside(key));
        }
        self.set_aside.set_value(set_aside);
        self.progress.set(progress);
    }

    /// Loads the lessons unless they are loaded. A damaged file is fetched once more.
    pub(crate) fn load(self) {
        let is_loaded = matches!(self.lessons.get_untracked(), Lessons::Loaded(_));
        if is_loaded || self.is_loading.get_value() {
            return;
        }
        self.is_loading.set_value(true);
        self.lessons.set(Lessons::Loading);
        browser::spawn(async move {
            let url = browser::asset_url("lessons.json");
            let mut loaded = Lessons::Failed;
            for reload in [false, true] {
                let bytes = browser::fetch_bytes(&url, reload).await;
                if let Some(course) = bytes.and_then(parse) {
                    loaded = Lessons::Loaded(Arc::new(course));
                    break;
                }
            }
            self.is_loading.set_value(false);
            self.lessons.set(loaded);
            self.begin();
        });
    }

    /// Shows the lesson with which the page is opened, or else the first unfinished one, if the page
    /// is open and the lessons are loaded.
    pub(super) fn begin(self) {
        let Lessons::Loaded(course) = self.lessons.get_untracked() else {
            return;
        };
        if !self.navigation.is_open_untracked(Route::Lessons) {
            return;
        }
        let start = self.start.try_update_value(Option::take).flatten();
        let first = |progress: &Progress| progress.first_unfinished(&course);
        let lesson = start.or_else(|| self.progress.with_untracked(first));
        let lesson = lesson.unwrap_or(0);
        self.show(At { lesson, step: 0 });
        focus_board();
    }

    /// Forgets the step, which is not on the board any more.
    fn forget_step(self) {
        self.at.set(None);
        self.update(Input::Left);
    }

    /// The feedback on the last move, with what is said when the step is done.
    pub(super) fn feedback(self) -> Feedback {
        self.trainer.with(|trainer| trainer.feedback().clone())
    }

    /// Shows a step on the board, and announces its text.
    pub(super) fn show(self, at: At) {
        let Some(step) = self.step_untracked(at) else {
            return;
        };
        let mut game_match = Match::with_default_seats(step.game.clone());
        let opponent = step.game.position().player_after(1);
        let seat = game_match.seat_index(opponent);
        game_match.set_computer(seat, Some(OPPONENT));
        end_refusal();
        self.at.set(Some(at));
        self.update(Input::Entered(step.answers, &game_match));
        self.game.send(Command::OpenExercise(
            Exercise::Lesson,
            Box::new(game_match),
        ));
        self.game.announce(step.text);
    }

    /// Shows the next step or lesson; after the last one, returns to where they are listed.
    pub(super) fn show_next(self) {
        let Some(At { lesson, step }) = self.at.get_untracked() else {
            return;
        };
        let next = [
            At {
                lesson,
                step: step + 1,
            },
            At {
                lesson: lesson + 1,
                step: 0,
            },
        ];
        match next
            .into_iter()
            .find(|&at| self.step_untracked(at).is_some())
        {
            Some(at) => self.show(at),
            None => self.navigation.open(Route::Learn),
        }
    }

    /// Reads a lesson, if there is one.
    pub(super) fn lesson_untracked<T>(
        self,
        index: usize,
        read: impl FnOnce(&Lesson) -> T,
    ) -> Option<T> {
        self.lessons.with_untracked(|lessons| match lessons {
            Lessons::Loaded(course) => course.lessons.get(index).map(read),
            Lessons::Loading | Lessons::Failed => None,
        })
    }

    /// Returns a step, if there is one.
    pub(super) fn step_untracked(self, at: At) -> Option<LessonStep> {
        self.lesson_untracked(at.lesson, |lesson| lesson.steps.get(at.step).cloned())
            .flatten()
    }

    fn on_event(self, session: &Session) {
        if self.at.get_untracked().is_none() {
            return;
        }
        if session.exercise() == Some(Exercise::Lesson) {
            self.update(Input::Board(session.current_match()));
            // The user may have taken the wrong move back.
            let is_wrong =
                |trainer: &LessonTrainer| matches!(trainer.feedback(), Feedback::Wrong(_));
            if !self.trainer.with_untracked(is_wrong) {
                end_refusal();
            }
        } else {
            self.forget_step();
        }
    }

    /// Passes an input to the trainer and carries out what it asks for.
    fn update(self, input: Input<'_>) {
        let outputs = self.trainer.try_update(|trainer| trainer.update(input));
        for output in outputs.into_iter().flatten() {
            match output {
                Output::Ask(question) => self.ask(*question),
                Output::CancelQuestion => self.client.cancel(),
                Output::Refuse(cell) => refuse(cell, self.game, self.sound, self.preferences),
                Output::Wait { question } => {
                    let elapse = move || self.update(Input::Elapsed { question });
                    set_timeout(elapse, TAKE_BACK_DELAY);
                }
                Output::GoTo(step) => take_back(step, self.game),
                Output::Finish => {
                    self.game.send(Command::FinishExercise);
                    self.finish_step();
                }
            }
        }
    }

    /// Notes that the lesson is finished if this was its last step.
    fn finish_step(self) {
        let Some(at) = self.at.get_untracked() else {
            return;
        };
        let finished = self.lesson_untracked(at.lesson, |lesson| {
            let is_last = at.step + 1 == lesson.steps.len();
            is_last.then(|| lesson.id.clone())
        });
        if let Some(id) = finished.flatten() {
            self.progress.update(|progress| progress.finish(&id));
            let save = |progress: &Progress| progress.save(&BrowserStorage::new());
            if self.progress.with_untracked(save).is_err() {
                self.navigation.notify(text::lessons_not_saved());
            }
        }
    }

    /// Has a wrong move explained: by the worker, unless the task is no more than a column.
    fn ask(self, question: Question) {
        let Some(asked) = self.asked_column() else {
            return self.client.explain(question, move |question, report| {
                self.explain(question, report);
            });
        };
        let [column, asked] =
            [question.cell.column(), asked].map(|column| ColumnLabels::Letters.of(column));
        self.update(Input::Explained {
            question: question.number,
            explanation: text::lesson_wrong_column(&column, &asked),
        });
    }

    /// The column that the text of the step names, if it asks for nothing else.
    fn asked_column(self) -> Option<Column> {
        let step = self.step_untracked(self.at.get_untracked()?)?;
        let asked = step.answers.first().map(|cell| cell.column());
        asked.filter(|_| step.goal == LessonGoal::Any)
    }

    /// Explains the wrong move.
    fn explain(self, question: &Question, report: Option<ExplanationReport>) {
        let Question {
            number,
            ref before,
            cell,
        } = *question;
        let step = before.game().cursor() + 1;
        let explanation = match report.and_then(|report| report.drawback) {
            Some(fact) => text::move_fact_of(before, step, cell, &fact),
            None => text::lesson_wrong(&cell.to_string()),
        };
        self.update(Input::Explained {
            question: number,
            explanation,
        });
    }
}

/// Parses the file of lessons, if it is that of this version.
fn parse(bytes: Vec<u8>) -> Option<Course> {
    if fnv1a_32(&bytes) != CHECKSUM {
        return None;
    }
    Course::parse(&String::from_utf8(bytes).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_file_of_this_version_is_used() {
        let file = include_bytes!("../../data/lessons.json").to_vec();
        assert_eq!(parse(file.clone()).unwrap().lessons[0].id, "drop");
        let mut damaged = file;
        damaged.push(b' ');
        assert_eq!(parse(damaged), None);
    }
}
