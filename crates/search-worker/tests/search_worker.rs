//! What a worker answers, without a worker.

use four_shapes_engine::{
    Match, Rules, RulesConfig, notation,
    players::{Choice, Kind},
    solver::Solver,
};
use four_shapes_search_worker::{
    Evaluation, MoveEvaluation, Query, Reply, Request, Response, SearchWorker,
};
use std::cell::Cell;

const BOOK: &[u8] = include_bytes!("../../../data/7x6.book");

fn small() -> Rules {
    let config = RulesConfig {
        columns: 5,
        rows: 4,
        ..Rules::CLASSIC.config()
    };
    Rules::new(config).unwrap()
}

fn played(rules: Rules, moves: &str) -> Match {
    Match::with_default_seats(notation::parse(rules, moves).unwrap())
}

fn ask(id: u32, query: Query, played: &Match) -> String {
    let played = played.clone();
    Request { id, query, played }.write()
}

/// All that is said until nothing is left to do; a slice takes `pace` milliseconds.
fn listen(worker: &mut SearchWorker, rules: Rules, pace: f64) -> Vec<Response> {
    let time = Cell::new(0.0);
    let now = || {
        time.set(time.get() + pace / 2.0);
        time.get()
    };
    let mut answers = Vec::new();
    for _ in 0..1_000_000 {
        if !worker.is_busy() {
            return answers;
        }
        let reply = worker.work(&now);
        answers.extend(
            reply
                .iter()
                .map(|text| Response::read(rules, text).unwrap()),
        );
    }
    panic!("it thinks for ever");
}

#[test]
fn a_study_ends_with_everything_proved() {
    let rules = small();
    let game = played(rules, "3313");
    let mut worker = SearchWorker::new(1 << 20);
    worker.hear(&ask(7, Query::Study, &game), 0.0).unwrap();
    let answers = listen(&mut worker, rules, 12.0);
    assert!(answers.iter().all(|answer| answer.id == 7));
    let [.., moves, graph, done] = &answers[..] else {
        panic!("{answers:?}");
    };
    assert_eq!(done.reply, Reply::Done);

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
    let Reply::Moves(moves) = &moves.reply else {
        panic!("{moves:?}");
    };
    let expected: Vec<i32> = (1..=5).map(|c| -score(&format!("3313{c}"))).collect();
    let best = expected.iter().max().unwrap();
    for (
        MoveEvaluation {
            evaluation,
            best: is_best,
            ..
        },
        score,
    ) in moves.iter().zip(&expected)
    {
        assert!(evaluation.proved);
        assert_eq!(evaluation.label, label(*score));
        assert_eq!(evaluation.good.signum(), score.signum() as i8);
        assert_eq!(*is_best, score == best);
    }
    let Reply::Graph(graph) = &graph.reply else {
        panic!("{graph:?}");
    };
    assert_eq!(graph.len(), 5);
    for (step, evaluation) in graph.iter().enumerate() {
        let Some(Evaluation { label: written, .. }) = evaluation else {
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
    let mut worker = SearchWorker::new(1 << 20);
    worker.use_book(BOOK).unwrap();
    worker.hear(&ask(1, Query::Study, &game), 0.0).unwrap();
    let answers = listen(&mut worker, Rules::CLASSIC, 12.0);
    let [
        ..,
        Response {
            reply: Reply::Moves(moves),
            ..
        },
        Response {
            reply: Reply::Graph(graph),
            ..
        },
        _,
    ] = &answers[..]
    else {
        panic!("{answers:?}");
    };
    assert!(moves.is_empty());
    let words = |step: usize| {
        graph[step]
            .as_ref()
            .map(|evaluation| evaluation.words.as_str())
    };
    assert_eq!(words(6), Some("Red wins now"));
    assert_eq!(words(7), Some("Blue has lost"));
    assert!(worker.hear(&ask(2, Query::Advice, &game), 0.0).is_err());
    assert!(!worker.is_busy());
}

#[test]
fn other_games_have_chances() {
    let config = RulesConfig {
        players: 3,
        gravity: false,
        ..Rules::CLASSIC.config()
    };
    let rules = Rules::new(config).unwrap();
    let game = played(rules, "D3,D4");
    let mut worker = SearchWorker::new(1 << 20);
    worker.hear(&ask(1, Query::Advice, &game), 0.0).unwrap();
    let answers = listen(&mut worker, rules, 500.0);
    assert!(matches!(
        answers.last().map(|a| &a.reply),
        Some(Reply::Advice { .. })
    ));
    worker.hear(&ask(2, Query::Study, &game), 0.0).unwrap();
    let now = Cell::new(0.0);
    let mut reply = Vec::new();
    while reply.is_empty() {
        reply = worker.work(&|| {
            now.set(now.get() + 20.0);
            now.get()
        });
    }
    let Some(Response {
        reply: Reply::Moves(moves),
        ..
    }) = Response::read(rules, &reply[0])
    else {
        panic!("{reply:?}");
    };
    assert!(
        moves
            .iter()
            .all(|m| m.evaluation.proved || m.evaluation.label.ends_with('%'))
    );
    // And dropped in the middle.
    worker.hear("stop", 0.0).unwrap();
    assert!(!worker.is_busy());
}

#[test]
fn what_is_asked_counts_when_the_book_comes() {
    let empty = played(Rules::CLASSIC, "");
    let kind = Kind::Level(6);
    let mut worker = SearchWorker::new(1 << 20);
    worker
        .hear(&ask(3, Query::Move { kind, seed: 5 }, &empty), 0.0)
        .unwrap();
    assert!(worker.wants_book());
    assert!(!worker.wants_book(), "once is enough");
    worker.use_book(BOOK).unwrap();
    let answers = listen(&mut worker, Rules::CLASSIC, 12.0);
    let middle = notation::parse_cell(Rules::CLASSIC, "D1").unwrap();
    let reply = Reply::Choice(Choice::Place(middle));
    assert_eq!(answers.last(), Some(&Response { id: 3, reply }));
    assert!(worker.use_book(b"no book").is_err());
}

#[test]
fn time_ends_the_thinking_that_it_limits() {
    let empty = played(Rules::CLASSIC, "");
    let kind = Kind::Mcts { milliseconds: 100 };
    let mut worker = SearchWorker::new(1 << 20);
    worker
        .hear(&ask(1, Query::Move { kind, seed: 5 }, &empty), 0.0)
        .unwrap();
    let answers = listen(&mut worker, Rules::CLASSIC, 12.0);
    let thinking = |answer: &&Response| matches!(answer.reply, Reply::Thinking(1..));
    assert!(answers.iter().filter(thinking).count() <= 2, "every 100 ms");
    assert!(matches!(
        answers.last().map(|a| &a.reply),
        Some(Reply::Choice(_))
    ));
}

#[test]
fn nonsense_is_refused() {
    let mut worker = SearchWorker::new(1 << 20);
    for text in ["", "hello", "1 move level:9 1\n{}"] {
        assert!(worker.hear(text, 0.0).is_err());
    }
    assert!(!worker.is_busy());
}
