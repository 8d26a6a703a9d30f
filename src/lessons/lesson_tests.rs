//! Lessons: every answer of `data/lessons.json` is proved, and invalid files are rejected.

use super::lesson::{Course, Lesson, LessonGoal, LessonStep};
use four_shapes_analysis::explain::tactics;
use four_shapes_rules::{Cell, Position, Rules, notation};
use four_shapes_solver::{Outcome, Solver, book::Book};
use std::{collections::HashSet, sync::Arc};

const SHIPPED: &str = include_str!("../../data/lessons.json");

fn lessons() -> Vec<Lesson> {
    Course::parse(SHIPPED).unwrap().lessons
}

fn after(position: &Position, cell: Cell) -> Position {
    position.play(cell).unwrap()
}

/// Returns the outcome of a move for the player who makes it.
fn outcome(solver: &mut Solver, position: &Position, cell: Cell) -> Outcome {
    let next = after(position, cell);
    if next.trace(cell).is_some() {
        return Outcome::Win;
    }
    if next.is_full() {
        return Outcome::Draw;
    }
    -solver.outcome(&next).unwrap()
}

/// Returns whether a move achieves the goal of a step.
fn achieves(solver: &mut Solver, step: &LessonStep, cell: Cell) -> bool {
    let position = step.game.position();
    let next = after(position, cell);
    match step.goal {
        LessonGoal::Any => step.answers.contains(&cell),
        LessonGoal::Connect => next.trace(cell).is_some(),
        LessonGoal::Safe => next
            .playable()
            .all(|reply| after(&next, reply).trace(reply).is_none()),
        LessonGoal::Win => outcome(solver, position, cell) == Outcome::Win,
        LessonGoal::Hold => outcome(solver, position, cell) >= Outcome::Draw,
        LessonGoal::Theme(theme) => tactics(position, cell).iter().any(|it| it.theme == theme),
    }
}

#[test]
fn answers_are_exactly_the_moves_that_achieve_the_goal() {
    let mut solver = Solver::new(Rules::CLASSIC, 64 << 20).unwrap();
    solver.use_book(Arc::new(Book::classic()));
    for lesson in lessons() {
        for (number, step) in lesson.steps.iter().enumerate() {
            let playable = step.game.position().playable();
            let found: Vec<String> = playable
                .filter(|&cell| achieves(&mut solver, step, cell))
                .map(|cell| cell.to_string())
                .collect();
            let answers: Vec<String> = step.answers.iter().map(Cell::to_string).collect();
            assert_eq!(found, answers, "{} {}", lesson.id, number + 1);
        }
    }
}

/// What the texts say about positions, beyond the answers.
#[test]
fn texts_are_true() {
    let outcomes = |solver: &mut Solver, moves: &str, cells: &[&str]| -> Vec<i32> {
        let game = notation::parse(Rules::CLASSIC, moves).unwrap();
        let cell = |name: &&str| notation::parse_cell(Rules::CLASSIC, name).unwrap();
        let outcome = |name| outcome(solver, game.position(), cell(name)) as i32;
        cells.iter().map(outcome).collect()
    };
    let mut solver = Solver::new(Rules::CLASSIC, 64 << 20).unwrap();
    solver.use_book(Arc::new(Book::classic()));
    let first = ["A1", "B1", "C1", "D1", "E1", "F1", "G1"];
    assert_eq!(outcomes(&mut solver, "", &first), [-1, -1, 0, 1, 0, -1, -1]);
    // The zugzwang: Blue loses with every move.
    let moves = "16477177634662374463645541373113122";
    assert_eq!(outcomes(&mut solver, moves, &["B4", "E3"]), [-1, -1]);
}

#[test]
fn lessons_are_distinct_and_their_steps_follow_each_other() {
    let lessons = lessons();
    assert!((18..=22).contains(&lessons.len()), "{}", lessons.len());
    let ids: HashSet<&str> = lessons.iter().map(|lesson| &*lesson.id).collect();
    assert_eq!(ids.len(), lessons.len());
    for lesson in &lessons {
        assert!((1..=3).contains(&lesson.steps.len()), "{}", lesson.id);
        for step in &lesson.steps {
            assert!(step.text.len() <= 240, "{}: {}", lesson.id, step.text);
            if step.goal == LessonGoal::Any {
                let column = char::from(b'A' + step.answers[0].column().index() as u8);
                assert_eq!(step.answers.len(), 1, "{}", step.text);
                let task = format!("into column {column}.");
                assert!(step.text.ends_with(&task), "{}", step.text);
            }
        }
    }
}

#[test]
fn chapters_divide_the_lessons() {
    let Course { lessons, chapters } = Course::parse(SHIPPED).unwrap();
    let mut next = 0;
    for chapter in &chapters {
        assert_eq!(chapter.lessons.start, next, "{}", chapter.title);
        assert!(
            (2..=6).contains(&chapter.lessons.len()),
            "{}",
            chapter.title
        );
        next = chapter.lessons.end;
    }
    assert_eq!(next, lessons.len());
}

#[test]
fn invalid_files_are_rejected() {
    let file = |step: &str| {
        format!(
            r#"{{"format": "four-shapes lessons", "version": 2, "chapters": [
            {{"title": "C", "lessons": [{{"id": "a", "title": "A", "steps": [{step}]}}]}}]}}"#
        )
    };
    let step = r#"{"text": "t", "moves": "44", "goal": "win", "answers": ["D3"], "done": "d"}"#;
    let course = Course::parse(&file(step)).unwrap();
    assert_eq!(course.lessons[0].steps[0].goal, LessonGoal::Win);
    for (from, to, expected) in [
        ("44", "49", "moves"),
        ("44", "1212121", "moves"),
        ("win", "lose", "goal"),
        ("win", "theme", "goal"),
        (r#""win""#, r#""win", "theme": "Threat""#, "theme"),
        (r#""win""#, r#""theme", "theme": "threat""#, "theme"),
        ("D3", "D4", "answers"),
        (r#""D3""#, "", "answers"),
        (r#""t""#, r#""""#, "text"),
        (r#", "done": "d""#, "", "done"),
        (r#""d""#, r#""d", "more": 1"#, "more"),
    ] {
        let wrong = step.replacen(from, to, 1);
        let error = Course::parse(&file(&wrong)).unwrap_err().to_string();
        assert!(error.contains(expected), "{wrong}: {error}");
    }
    for wrong in [
        "",
        "{}",
        &file(""),
        &file(step).replace("version\": 2", "version\": 1"),
        &file(step).replace("\"title\": \"C\", ", ""),
        r#"{"format": "four-shapes lessons", "version": 2, "chapters": [{"title": "C", "lessons": []}]}"#,
    ] {
        assert!(Course::parse(wrong).is_err(), "{wrong}");
    }
}
