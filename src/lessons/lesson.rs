//! Lessons: positions with a text and a task, and their file.
//!
//! The file is JSON: an object with `format`, `version` and `chapters`, each with a `title` and
//! `lessons`, each with an `id`, a `title` and `steps`. `data/lessons.json` contains the lessons of the page; its tests prove that the
//! answers of each step are exactly the moves that achieve its goal.

use four_shapes_analysis::explain::Theme;
use four_shapes_records::json::{self, Error, Field, Fields};
use four_shapes_rules::{Cell, Game, Rules, Status, notation};
use std::ops::Range;

const FORMAT: &str = "four-shapes lessons";
const VERSION: u32 = 2;

/// All lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// In the order in which they are learned.
    pub lessons: Vec<Lesson>,
    /// Which lessons belong together.
    pub chapters: Vec<Chapter>,
}

/// Successive lessons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The title.
    pub title: String,
    /// The indices of its lessons; at least one.
    pub lessons: Range<usize>,
}

/// A lesson on the classic board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// A unique name, which remains the same in later versions.
    pub id: String,
    /// The title.
    pub title: String,
    /// At least one step.
    pub steps: Vec<LessonStep>,
}

/// A position and a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStep {
    /// The explanation and the task.
    pub text: String,
    /// The game up to the position; it isn't over.
    pub game: Game,
    /// What the answers achieve.
    pub goal: LessonGoal,
    /// The moves that solve the task; at least one, all of them legal.
    pub answers: Vec<Cell>,
    /// What is said when it is solved.
    pub done: String,
}

/// What the answers of a [`LessonStep`], and no other moves, achieve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LessonGoal {
    /// Nothing: the text names the column of the only answer.
    Any,
    /// They complete a line.
    Connect,
    /// They leave the opponent no move that completes a line.
    Safe,
    /// They win with best play.
    Win,
    /// They don't lose with best play.
    Hold,
    /// The [tactics](four_shapes_analysis::explain::tactics()) of the move have this theme.
    Theme(Theme),
}

impl Course {
    /// Parses a file.
    ///
    /// # Errors
    /// Returns an error with its position in the text if it isn't a file of lessons of this
    /// version, or has an illegal move.
    pub fn parse(text: &str) -> Result<Self, Error> {
        json::parse(text, |file| {
            let format = file.take_required("format")?;
            format.string_as(|format| (format == FORMAT).then_some(()))?;
            let version = file.take_required("version")?;
            if version.number::<u32>()? != VERSION {
                return Err(version.invalid());
            }
            let mut course = Self {
                lessons: Vec::new(),
                chapters: Vec::new(),
            };
            for field in file.take_required("chapters")?.elements()? {
                let mut fields = field.object()?;
                let title = self::text(&mut fields, "title")?;
                let lessons = fields.take_required("lessons")?;
                fields.expect_no_more()?;
                let first = course.lessons.len();
                for lesson in lessons.elements()? {
                    course.lessons.push(Lesson::parse(&lesson)?);
                }
                if course.lessons.len() == first {
                    return Err(lessons.invalid());
                }
                course.chapters.push(Chapter {
                    title,
                    lessons: first..course.lessons.len(),
                });
            }
            Ok(course)
        })
    }
}

impl Lesson {
    fn parse(field: &Field<'_, '_>) -> Result<Self, Error> {
        let mut fields = field.object()?;
        let id = text(&mut fields, "id")?;
        let title = text(&mut fields, "title")?;
        let steps = fields.take_required("steps")?;
        let elements = steps.elements()?;
        fields.expect_no_more()?;
        if elements.is_empty() {
            return Err(steps.invalid());
        }
        let steps = elements.iter().map(LessonStep::parse);
        Ok(Self {
            id,
            title,
            steps: steps.collect::<Result<_, _>>()?,
        })
    }
}

impl LessonStep {
    fn parse(field: &Field<'_, '_>) -> Result<Self, Error> {
        let mut fields = field.object()?;
        let text = text(&mut fields, "text")?;
        let moves = fields.take_required("moves")?;
        let game = moves.string_as(|moves| {
            let game = notation::parse(Rules::CLASSIC, moves).ok()?;
            matches!(game.status(), Status::ToMove(_)).then_some(game)
        })?;
        let goal = fields.take_required("goal")?;
        let theme = fields.take_optional("theme");
        let goal = match (&*goal.string()?, theme) {
            ("theme", Some(theme)) => LessonGoal::Theme(theme.string_as(parse_theme)?),
            (_, Some(theme)) => return Err(theme.invalid()),
            ("any", None) => LessonGoal::Any,
            ("connect", None) => LessonGoal::Connect,
            ("safe", None) => LessonGoal::Safe,
            ("win", None) => LessonGoal::Win,
            ("hold", None) => LessonGoal::Hold,
            _ => return Err(goal.invalid()),
        };
        let answers = fields.take_required("answers")?;
        let position = game.position();
        let answer = |name: &str| {
            let cell = notation::parse_cell(Rules::CLASSIC, name).ok()?;
            position.check_place(cell).is_ok().then_some(cell)
        };
        let cells = answers.elements()?;
        let cells: Result<Vec<_>, _> = cells.iter().map(|field| field.string_as(answer)).collect();
        let cells = cells?;
        if cells.is_empty() {
            return Err(answers.invalid());
        }
        let done = self::text(&mut fields, "done")?;
        fields.expect_no_more()?;
        Ok(Self {
            text,
            game,
            goal,
            answers: cells,
            done,
        })
    }
}

/// Takes a text that isn't empty.
fn text(fields: &mut Fields<'_, '_>, name: &'static str) -> Result<String, Error> {
    let text = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    fields.take_required(name)?.string_as(text)
}

/// Parses the name of a theme: that of the variant.
fn parse_theme(name: &str) -> Option<Theme> {
    Some(match name {
        "Threat" => Theme::Threat,
        "DoubleThreat" => Theme::DoubleThreat,
        "PreventsDoubleThreat" => Theme::PreventsDoubleThreat,
        "OddThreat" => Theme::OddThreat,
        "EvenThreat" => Theme::EvenThreat,
        _ => return None,
    })
}
