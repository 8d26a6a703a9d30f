//! The responses of a search worker, without a browser.

use four_shapes_analysis::{Description, Judgement, Value, explain::Theme};
use four_shapes_players::{Choice, Level, Milliseconds, PlayerKind};
use four_shapes_records::{Match, drawing::Paints};
use four_shapes_rules::{Rules, RulesConfig, notation};
use four_shapes_search_worker::{
    AnalysisReport, ExplanationReport, MoveEvaluation, PageMessage, Query, Reply, Request,
    Response, ReviewReport, SearchWorker,
};
use four_shapes_solver::{Outcome, Score, Solver};
use std::cell::Cell;

const BOOK: &[u8] = include_bytes!("../../solver/data/7x6.book");

fn small() -> Rules {
    let config = RulesConfig {
        columns: 5,
        rows: 4,
        ..Rules::CLASSIC.config()
    };
    Rules::new(config).unwrap()
}

fn match_of(rules: Rules, moves: &str) -> Match {
    Match::with_default_seats(notation::parse(rules, moves).unwrap())
}

fn start(id: u32, query: Query, game_match: &Match) -> PageMessage {
    let game_match = game_match.clone();
    PageMessage::Start(Request {
        id,
        query,
        game_match,
    })
}

/// Returns all responses until the search ends; each slice takes this many milliseconds.
fn run(worker: &mut SearchWorker, slice: f64) -> Vec<Response> {
    let time = Cell::new(0.0);
    let now = || {
        time.set(time.get() + slice / 2.0);
        time.get()
    };
    let mut responses = Vec::new();
    for _ in 0..1_000_000 {
        if !worker.is_busy() {
            return responses;
        }
        responses.extend(worker.work(&now));
    }
    panic!("the search does not end");
}

/// Decodes the last report of a complete analysis.
fn last_report(responses: &[Response], game: &Match) -> AnalysisReport {
    let [.., report, done] = responses else {
        panic!("{responses:?}");
    };
    assert_eq!(done.reply, Reply::Done);
    let Reply::Analysis(bytes) = &report.reply else {
        panic!("{report:?}");
    };
    AnalysisReport::decode(bytes, game.rules(), game.game().steps().len()).unwrap()
}

#[test]
fn analysis_of_a_small_board_is_proved() {
    let rules = small();
    let game = match_of(rules, "3313");
    let mut worker = SearchWorker::new(1 << 20);
    worker
        .handle_message(start(7, Query::Analysis, &game), 0.0)
        .unwrap();
    let responses = run(&mut worker, 12.0);
    assert!(responses.iter().all(|response| response.id == 7));
    let AnalysisReport {
        moves,
        positions: graph,
        review,
    } = last_report(&responses, &game);
    assert_eq!(review.progress, 100);
    assert_eq!(review.judgements.len(), 4);

    // The expected scores are the solver's.
    let mut solver = Solver::new(rules, 1 << 20).unwrap();
    let mut score = |moves: &str| {
        solver
            .solve(match_of(rules, moves).game().position())
            .unwrap()
    };
    let describe = |score: Score, moves: &str| {
        let game_match = match_of(rules, moves);
        Value::Proved(score).describe(game_match.game().position())
    };
    let expected: Vec<Score> = (1..=5).map(|c| -score(&format!("3313{c}"))).collect();
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
        assert_eq!(evaluation.description, describe(*score, "3313"));
        assert_eq!(evaluation.score.signum(), score.outcome() as i8);
        assert_eq!(*is_best, score == best);
    }
    assert_eq!(graph.len(), 5);
    for (step, evaluation) in graph.iter().enumerate() {
        let Some(evaluation) = evaluation else {
            panic!("{graph:?}");
        };
        let score = score(&"3313"[..step]);
        assert_eq!(evaluation.description, describe(score, &"3313"[..step]));
        // From the first player's point of view.
        let score = if step % 2 == 0 { score } else { -score };
        assert_eq!(evaluation.score.signum(), score.outcome() as i8);
    }
}

#[test]
fn finished_game_can_be_studied() {
    let game = match_of(Rules::CLASSIC, "1212121");
    let mut worker = SearchWorker::new(1 << 20);
    worker.set_book(BOOK).unwrap();
    worker
        .handle_message(start(1, Query::Analysis, &game), 0.0)
        .unwrap();
    let responses = run(&mut worker, 12.0);
    let report = last_report(&responses, &game);
    let (moves, graph, review) = (report.moves, report.positions, report.review);
    assert!(moves.is_empty());
    let described = |step: usize| {
        let evaluation = graph[step].as_ref().expect("it is known");
        (evaluation.player, evaluation.description)
    };
    assert_eq!(described(6), (0, Description::Wins { moves: Some(1) }));
    assert_eq!(described(7), (1, Description::HasLost));
    // Blue didn't block.
    assert_eq!(review.judgements[5], Some(Judgement::Blunder));
    assert_eq!(review.judgements[6], Some(Judgement::Best));
    assert_eq!(review.turning_point, Some(6));
    let advice = review.advice.last().expect("there is an error");
    assert_eq!((advice.step, advice.better.to_string().as_str()), (6, "A4"));
    let drawback = advice.drawback.as_ref().expect("it loses at once");
    assert_eq!(drawback.theme, Theme::LeavesWin);

    // Another position of the same game.
    let mut earlier = game.clone();
    earlier.go_to(2);
    let message = start(2, Query::Analysis, &earlier);
    worker.handle_message(message, 0.0).unwrap();
    let responses = run(&mut worker, 12.0);
    let report = last_report(&responses, &game);
    assert_eq!(report.review, review);
    assert_eq!(report.moves.len(), 7);
    assert!(
        worker
            .handle_message(start(2, Query::Hint, &game), 0.0)
            .is_err()
    );
    assert!(!worker.is_busy());
}

#[test]
fn games_without_gravity_are_evaluated_by_chances() {
    let config = RulesConfig {
        players: 3,
        gravity: false,
        ..Rules::CLASSIC.config()
    };
    let rules = Rules::new(config).unwrap();
    let game = match_of(rules, "D3,D4");
    let mut worker = SearchWorker::new(1 << 20);
    worker
        .handle_message(start(1, Query::Hint, &game), 0.0)
        .unwrap();
    let responses = run(&mut worker, 500.0);
    assert!(matches!(
        responses.last().map(|a| &a.reply),
        Some(Reply::Hint { .. })
    ));
    worker
        .handle_message(start(2, Query::Analysis, &game), 0.0)
        .unwrap();
    let now = Cell::new(0.0);
    let mut responses = Vec::new();
    while responses.is_empty() {
        responses = worker.work(&|| {
            now.set(now.get() + 20.0);
            now.get()
        });
    }
    let Some(Reply::Analysis(bytes)) = responses.first().map(|first| &first.reply) else {
        panic!("{responses:?}");
    };
    let AnalysisReport { moves, review, .. } =
        AnalysisReport::decode(bytes, rules, game.game().steps().len()).unwrap();
    assert_eq!(review, ReviewReport::default(), "not a two-player game");
    assert!(moves.iter().all(|m| m.evaluation.proved
        || matches!(m.evaluation.description, Description::ExpectedScore(_))));
    worker.handle_message(PageMessage::Stop, 0.0).unwrap();
    assert!(!worker.is_busy());
}

#[test]
fn request_survives_the_arrival_of_the_book() {
    let empty = match_of(Rules::CLASSIC, "");
    let kind = PlayerKind::Level(Level::Six);
    let mut worker = SearchWorker::new(1 << 20);
    worker
        .handle_message(start(3, Query::Move { kind, seed: 5 }, &empty), 0.0)
        .unwrap();
    assert!(worker.take_book_request());
    assert!(!worker.take_book_request());
    worker.set_book(BOOK).unwrap();
    let responses = run(&mut worker, 12.0);
    let middle = notation::parse_cell(Rules::CLASSIC, "D1").unwrap();
    let reply = Reply::Choice(Choice::Place(middle));
    assert_eq!(responses.last(), Some(&Response { id: 3, reply }));
    assert!(worker.set_book(b"no book").is_err());
}

#[test]
fn time_limit_ends_the_search() {
    let empty = match_of(Rules::CLASSIC, "");
    let kind = PlayerKind::Mcts {
        milliseconds: Milliseconds::new(100).unwrap(),
    };
    let mut worker = SearchWorker::new(1 << 20);
    worker
        .handle_message(start(1, Query::Move { kind, seed: 5 }, &empty), 0.0)
        .unwrap();
    let responses = run(&mut worker, 12.0);
    let thinking = |response: &&Response| matches!(response.reply, Reply::Thinking(1..));
    assert!(
        responses.iter().filter(thinking).count() <= 2,
        "every 100 ms"
    );
    assert!(matches!(
        responses.last().map(|a| &a.reply),
        Some(Reply::Choice(_))
    ));
}

#[test]
fn an_explanation_says_how_many_moves_are_left() {
    let mut worker = SearchWorker::new(1 << 20);
    let mut explain = |moves: &str, cell: &str| {
        let game_match = match_of(Rules::CLASSIC, moves);
        let cell = notation::parse_cell(Rules::CLASSIC, cell).unwrap();
        worker
            .handle_message(start(1, Query::Explanation(cell), &game_match), 0.0)
            .unwrap();
        let responses = run(&mut worker, 12.0);
        let Some(Reply::Explanation(bytes)) = responses.last().map(|last| &last.reply) else {
            panic!("{responses:?}");
        };
        let report = ExplanationReport::decode(bytes, Rules::CLASSIC).unwrap();
        (report.outcome, report.moves_left)
    };
    // Blue wins in 3 moves, and with no other first move.
    let start = "12655556726343614";
    assert_eq!(explain(start, "B3"), (Some(Outcome::Win), Some(2)));
    assert_eq!(explain(start, "C3"), (Some(Outcome::Loss), None));
    let next = "1265555672634361427";
    assert_eq!(explain(next, "C3"), (Some(Outcome::Win), Some(1)));
    assert_eq!(
        explain(next, "A3"),
        (Some(Outcome::Win), Some(2)),
        "a slower win"
    );
    assert_eq!(explain("121212", "A4"), (Some(Outcome::Win), Some(0)));
}

#[test]
fn an_animation_reports_progress_and_needs_no_book() {
    let mut worker = SearchWorker::new(1 << 20);
    let game_match = match_of(Rules::CLASSIC, "1212121");
    let query = Query::Animation(Paints::LIGHT);
    worker
        .handle_message(start(3, query, &game_match), 0.0)
        .unwrap();
    assert!(!worker.take_book_request());
    let responses = run(&mut worker, 240.0);
    let [progress @ .., last] = &responses[..] else {
        panic!("there are no responses");
    };
    let progress: Vec<_> = progress.iter().map(|response| &response.reply).collect();
    assert!(
        progress.len() >= 7
            && progress.is_sorted_by_key(|reply| match reply {
                Reply::Thinking(percent) => *percent,
                reply => panic!("{reply:?}"),
            })
    );
    let Reply::Animation(file) = &last.reply else {
        panic!("{last:?}");
    };
    assert!(file.starts_with(b"GIF89a") && file.ends_with(b";"));
    // Also of a game without a move, and of one that is stopped.
    worker
        .handle_message(start(4, query, &match_of(Rules::CLASSIC, "")), 0.0)
        .unwrap();
    assert!(matches!(
        run(&mut worker, 240.0)[..],
        [Response {
            id: 4,
            reply: Reply::Animation(_)
        }]
    ));
    worker
        .handle_message(start(5, query, &game_match), 0.0)
        .unwrap();
    worker.handle_message(PageMessage::Stop, 0.0).unwrap();
    assert!(!worker.is_busy());
}
