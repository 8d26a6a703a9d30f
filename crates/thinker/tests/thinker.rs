//! What a worker answers, without a worker.

use four_shapes_engine::{
    Match, Rules, Spec, notation,
    players::{Choice, Kind},
    solver::Solver,
};
use four_shapes_thinker::{Answer, Ask, MoveWorth, Said, Thinker, What, Worth};
use std::cell::Cell;

const BOOK: &[u8] = include_bytes!("../../../data/7x6.book");

fn small() -> Rules {
    let spec = Spec {
        columns: 5,
        rows: 4,
        ..Rules::CLASSIC.spec()
    };
    Rules::new(spec).unwrap()
}

fn played(rules: Rules, moves: &str) -> Match {
    Match::plain(notation::parse(rules, moves).unwrap())
}

fn ask(id: u32, what: What, played: &Match) -> String {
    let played = played.clone();
    Ask { id, what, played }.write()
}

/// All that is said until nothing is left to do; a slice takes `pace` milliseconds.
fn listen(thinker: &mut Thinker, rules: Rules, pace: f64) -> Vec<Answer> {
    let time = Cell::new(0.0);
    let now = || {
        time.set(time.get() + pace / 2.0);
        time.get()
    };
    let mut answers = Vec::new();
    for _ in 0..1_000_000 {
        if !thinker.is_busy() {
            return answers;
        }
        let said = thinker.work(&now);
        answers.extend(said.iter().map(|text| Answer::read(rules, text).unwrap()));
    }
    panic!("it thinks for ever");
}

#[test]
fn a_study_ends_with_everything_proved() {
    let rules = small();
    let game = played(rules, "3313");
    let mut thinker = Thinker::new(1 << 20);
    thinker.hear(&ask(7, What::Study, &game), 0.0).unwrap();
    let answers = listen(&mut thinker, rules, 12.0);
    assert!(answers.iter().all(|answer| answer.id == 7));
    let [.., moves, graph, done] = &answers[..] else {
        panic!("{answers:?}");
    };
    assert_eq!(done.said, Said::Done);

    // Against the solver, asked about each position alone.
    let mut solver = Solver::new(rules, 1 << 20).unwrap();
    let mut score = |moves: &str| {
        solver
            .solve(played(rules, moves).game().position())
            .unwrap()
    };
    let label = |score: i32| match score {
        ..0 => format!("\u{2212}{}", -score),
        0 => "0".to_owned(),
        1.. => format!("+{score}"),
    };
    let Said::Moves(moves) = &moves.said else {
        panic!("{moves:?}");
    };
    let expected: Vec<i32> = (1..=5).map(|c| -score(&format!("3313{c}"))).collect();
    let best = expected.iter().max().unwrap();
    for (
        MoveWorth {
            worth,
            best: is_best,
            ..
        },
        score,
    ) in moves.iter().zip(&expected)
    {
        assert!(worth.proved);
        assert_eq!(worth.label, label(*score));
        assert_eq!(worth.good.signum(), score.signum() as i8);
        assert_eq!(*is_best, score == best);
    }
    let Said::Graph(graph) = &graph.said else {
        panic!("{graph:?}");
    };
    assert_eq!(graph.len(), 5);
    for (step, worth) in graph.iter().enumerate() {
        let Some(Worth { label: written, .. }) = worth else {
            panic!("{graph:?}");
        };
        // As the first player sees it.
        let sign = if step % 2 == 0 { 1 } else { -1 };
        assert_eq!(*written, label(sign * score(&"3313"[..step])));
    }
}

#[test]
fn a_game_that_is_over_is_studied_too() {
    let game = played(Rules::CLASSIC, "1212121");
    let mut thinker = Thinker::new(1 << 20);
    thinker.use_book(BOOK).unwrap();
    thinker.hear(&ask(1, What::Study, &game), 0.0).unwrap();
    let answers = listen(&mut thinker, Rules::CLASSIC, 12.0);
    let [
        ..,
        Answer {
            said: Said::Moves(moves),
            ..
        },
        Answer {
            said: Said::Graph(graph),
            ..
        },
        _,
    ] = &answers[..]
    else {
        panic!("{answers:?}");
    };
    assert!(moves.is_empty());
    let words = |step: usize| graph[step].as_ref().map(|worth| worth.words.as_str());
    assert_eq!(words(6), Some("Red wins now"));
    assert_eq!(words(7), Some("Blue has lost"));
    assert!(thinker.hear(&ask(2, What::Advice, &game), 0.0).is_err());
    assert!(!thinker.is_busy());
}

#[test]
fn other_games_have_chances() {
    let spec = Spec {
        players: 3,
        gravity: false,
        ..Rules::CLASSIC.spec()
    };
    let rules = Rules::new(spec).unwrap();
    let game = played(rules, "D3,D4");
    let mut thinker = Thinker::new(1 << 20);
    thinker.hear(&ask(1, What::Advice, &game), 0.0).unwrap();
    let answers = listen(&mut thinker, rules, 500.0);
    assert!(matches!(
        answers.last().map(|a| &a.said),
        Some(Said::Advice { .. })
    ));
    thinker.hear(&ask(2, What::Study, &game), 0.0).unwrap();
    let now = Cell::new(0.0);
    let mut said = Vec::new();
    while said.is_empty() {
        said = thinker.work(&|| {
            now.set(now.get() + 20.0);
            now.get()
        });
    }
    let Some(Answer {
        said: Said::Moves(moves),
        ..
    }) = Answer::read(rules, &said[0])
    else {
        panic!("{said:?}");
    };
    assert!(
        moves
            .iter()
            .all(|m| m.worth.proved || m.worth.label.ends_with('%'))
    );
    // And dropped in the middle.
    thinker.hear("stop", 0.0).unwrap();
    assert!(!thinker.is_busy());
}

#[test]
fn what_is_asked_counts_when_the_book_comes() {
    let empty = played(Rules::CLASSIC, "");
    let kind = Kind::Level(6);
    let mut thinker = Thinker::new(1 << 20);
    thinker
        .hear(&ask(3, What::Move { kind, seed: 5 }, &empty), 0.0)
        .unwrap();
    assert!(thinker.wants_book());
    assert!(!thinker.wants_book(), "once is enough");
    thinker.use_book(BOOK).unwrap();
    let answers = listen(&mut thinker, Rules::CLASSIC, 12.0);
    let middle = notation::parse_cell(Rules::CLASSIC, "D1").unwrap();
    let said = Said::Choice(Choice::Place(middle));
    assert_eq!(answers.last(), Some(&Answer { id: 3, said }));
    assert!(thinker.use_book(b"no book").is_err());
}

#[test]
fn time_ends_the_thinking_that_it_limits() {
    let empty = played(Rules::CLASSIC, "");
    let kind = Kind::Mcts { milliseconds: 100 };
    let mut thinker = Thinker::new(1 << 20);
    thinker
        .hear(&ask(1, What::Move { kind, seed: 5 }, &empty), 0.0)
        .unwrap();
    let answers = listen(&mut thinker, Rules::CLASSIC, 12.0);
    let thinking = |answer: &&Answer| matches!(answer.said, Said::Thinking(1..));
    assert!(answers.iter().filter(thinking).count() <= 2, "every 100 ms");
    assert!(matches!(
        answers.last().map(|a| &a.said),
        Some(Said::Choice(_))
    ));
}

#[test]
fn nonsense_is_refused() {
    let mut thinker = Thinker::new(1 << 20);
    for text in ["", "hello", "1 move level:9 1\n{}"] {
        assert!(thinker.hear(text, 0.0).is_err());
    }
    assert!(!thinker.is_busy());
}
