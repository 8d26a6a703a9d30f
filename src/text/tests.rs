//! Messages are created without panics for arbitrary names, errors and numbers.

use super::*;
use crate::{
    game::session::{Command, Session},
    game::view_model::BoardView,
    library::text as library,
    storage::{StorageProblem, StoredItem},
    workers::{Evaluation, MoveEvaluation},
};
use four_shapes_analysis::Description;
use four_shapes_players::{Choice, Level, PlayerKind};
use four_shapes_records::{
    Match, Name, PieceStyle, Seat, SeriesScore, Setup, import, link, record,
};
use four_shapes_rules::{Rules, notation};
use proptest::prelude::{any, *};

/// Arbitrary text, often with unusual characters.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    let rare = prop_oneof![
        Just("“"),
        Just("é"),
        Just("𝄞"),
        Just("\u{202e}"),
        Just("\u{2068}"),
        Just("\u{301}"),
        Just("\u{feff}"),
        Just("\u{9d}"),
        Just("\u{1b}[31m"),
        Just("\0"),
        Just("\u{1}\u{10}\u{4}"),
        Just("ß"),
        Just("🏳️‍🌈"),
        Just(""),
    ];
    (
        rare,
        prop::collection::vec(any::<char>(), 0..20),
        any::<bool>(),
    )
        .prop_map(|(rare, rest, first)| {
            let rest: String = rest.into_iter().collect();
            if first {
                [rare, &rest].concat()
            } else {
                [&rest, rare].concat()
            }
        })
}

fn named(name: &str) -> Setup {
    let seats = (0..2).map(|player| Seat {
        name: Name::sanitized(&format!("{name}{player}")).unwrap_or_else(|| Seat::nth(player).name),
        ..Seat::nth(player)
    });
    Setup::new(Rules::CLASSIC, seats.collect(), 0)
        .and_then(|setup| setup.with_swap(true))
        .unwrap_or_else(|_| Setup::with_default_seats(Rules::CLASSIC))
}

#[test]
fn a_person_called_you_is_you_also_among_people() {
    let mut seats: Vec<Seat> = (0..2).map(Seat::nth).collect();
    seats[0].name = Name::new(you()).expect("valid");
    let setup = Setup::new(Rules::CLASSIC, seats, 0).expect("two seats");
    let game_match = Match::new(setup);
    let score = SeriesScore::new(&game_match);
    let mut session = Session::new(game_match, score);
    assert_eq!(status(&session, false), "Your move");
    for column in [0, 1, 0, 1, 0, 1, 0] {
        let column = Rules::CLASSIC.column(column).expect("valid");
        session.apply(Command::Drop(column));
    }
    assert_eq!(status(&session, false), "You win! · 7 moves");
}

#[test]
fn wins_are_described_by_direction_and_ends() {
    for (columns, lines) in [
        ("1122334", "with row A1–D1"),
        ("1212121", "with column A1–A4"),
        ("12234334744", "with diagonal A1–D4"),
        ("76654554144", "with diagonal D4–G1"),
        ("1", ""),
    ] {
        let game_match = Match::new(Setup::with_default_seats(Rules::CLASSIC));
        let score = SeriesScore::new(&game_match);
        let mut session = Session::new(game_match, score);
        for column in columns.bytes() {
            let column = Rules::CLASSIC
                .column(usize::from(column - b'1'))
                .expect("valid");
            session.apply(Command::Drop(column));
        }
        assert_eq!(winning_lines_of(&session), lines, "{columns}");
    }
}

#[test]
fn the_lone_human_is_you() {
    let setup = named("Player ").with_swap(false);
    let mut setup = setup.expect("two players may have no swap rule");
    setup.set_computer(1, Some(PlayerKind::Level(Level::Three)));
    let start = |setup: &Setup| {
        let game_match = Match::new(setup.clone());
        let score = SeriesScore::new(&game_match);
        Session::new(game_match, score)
    };
    let column = |number: u8| {
        let column = Rules::CLASSIC.column(number.into());
        Command::Drop(column.expect("the board has seven"))
    };
    let reply = |session: &mut Session, number: u8| {
        let column = Rules::CLASSIC.column(number.into()).expect("valid");
        let landing = session.game().position().landing(column);
        let choice = Choice::Place(landing.expect("the column is not full"));
        session.apply(Command::PlayComputerChoice(session.turn_id(), choice));
    };
    let mut session = start(&setup);
    assert_eq!(status(&session, false), "Your move");
    assert_eq!(status(&session, true), "Your move; no one can win any more");
    session.apply(column(0));
    assert_eq!(event(&session), "Player 0: A1.");
    assert_eq!(status(&session, false), "Player 1 is thinking…");
    session.apply(column(0));
    assert_eq!(event(&session), "Wait for Player 1.");
    session.apply(Command::Pause);
    assert_eq!(status(&session, false), "Player 1 to move");
    reply(&mut session, 1);
    for _ in 0..2 {
        assert_eq!(status(&session, false), "Your move");
        session.apply(column(0));
        reply(&mut session, 1);
    }
    session.apply(column(0));
    assert_eq!(status(&session, false), "You win! · 7 moves");
    let won = session.current_match();
    assert_eq!(
        position_at(won),
        "Move 7, Player 0: A4. You win with column A1–A4."
    );

    // The game of somebody else, and games of several people or none.
    let shared = Box::new(won.clone());
    session.apply(Command::OpenShared(shared));
    assert_eq!(status(&session, false), "Player 0 wins · 7 moves");
    setup.set_computer(0, Some(PlayerKind::Random));
    assert_eq!(status(&start(&setup), false), "Player 0 to move");

    let won = import::parse("7/7/7/7/3bbb1/3aaaa b 7,6,4 2 g", Rules::CLASSIC);
    let shared = Box::new(won.expect("it is a position that is won"));
    session.apply(Command::OpenShared(shared));
    assert_eq!(status(&session, false), "Red wins");

    setup.set_computer(0, None);
    setup.set_computer(1, None);
    assert_eq!(status(&start(&setup), false), "Player 0 to move");
}

#[test]
fn the_graph_goes_up_for_the_user() {
    let setup = named("Player ").with_swap(false);
    let setup = setup.expect("two players may have no swap rule");
    let graph = |computers: &[usize]| {
        let mut setup = setup.clone();
        for seat in computers {
            setup.set_computer(*seat, Some(PlayerKind::Level(Level::Three)));
        }
        let game_match = Match::new(setup);
        (
            graph_is_reversed(&game_match),
            graph_explanation(&game_match),
        )
    };
    let up_for =
        |up: &str, down: &str| format!("After each move: up is good for {up}, down for {down}.");
    assert_eq!(graph(&[1]), (false, up_for("you", "Player 1")));
    assert_eq!(graph(&[0]), (true, up_for("you", "Player 0")));
    assert_eq!(graph(&[]), (false, up_for("Player 0", "Player 1")));
}

proptest! {
    #[test]
    fn session_can_be_described_at_any_time(
        name in any_text(),
        cells in prop::collection::vec(0..7_usize, 0..42),
        step: usize,
    ) {
        let game_match = Match::new(named(&name));
        let score = SeriesScore::new(&game_match);
        let mut session = Session::new(game_match, score);
        for column in cells {
            let column = Rules::CLASSIC.column(column).expect("the board has seven");
            session.apply(Command::Drop(column));
            let _ = (event(&session), winning_lines_of(&session));
            prop_assert!(!status(&session, column.index() == 0).is_empty());
        }
        let game_match = session.current_match();
        prop_assert!(!position_at(game_match).is_empty());
        let _ = (super::step(game_match, step), rows_of_pieces(game_match));
        let view = BoardView::of(&session);
        for cell in &view.cells {
            prop_assert!(!cell_button_name(*cell).is_empty());
        }
    }

    #[test]
    fn errors_quote_any_text(text in any_text(), player: usize) {
        if let Err(error) = Name::new(&text) {
            prop_assert!(!player_name_error(player, error).is_empty());
            prop_assert!(!name_error(error).is_empty());
        }
        if let Err(error) = import::parse(&text, Rules::CLASSIC) {
            prop_assert!(!import_error(&error).is_empty());
        }
        if let Err(error) = link::parse(&text) {
            prop_assert!(!bad_link_error(&error).is_empty());
        }
        if let Err(error) = record::parse(&text) {
            let set_aside_as = Some(text.clone());
            let problem = StorageProblem::Unreadable { item: StoredItem::Game, error, set_aside_as };
            prop_assert!(storage_problem(&problem).contains(&text));
        }
        prop_assert!(unknown_link_fields(&vec![text.clone(); 5]).contains("2 more"));
        prop_assert!(foreign_database(&text, &[]).contains(&text));
    }

    #[test]
    fn numbers_of_any_size_are_shown(number: u64, count: usize, wins: u32) {
        let shown: String = grouped(number).chars().filter(char::is_ascii_digit).collect();
        prop_assert_eq!(shown, number.to_string());
        prop_assert!(!duration(number).is_empty() && !data_size(number).is_empty());
        prop_assert!(!library::games_shown(count, count.wrapping_add(1)).is_empty());
        prop_assert!(!seat_detail(PieceStyle::nth(count % PieceStyle::COUNT), None).is_empty());
    }
}

/// The evaluation of a move on the classic board.
fn move_evaluation(
    cell: &str,
    best: bool,
    score: i8,
    proved: bool,
    description: Description,
) -> MoveEvaluation {
    MoveEvaluation {
        cell: notation::parse_cell(Rules::CLASSIC, cell).unwrap(),
        best,
        evaluation: Evaluation {
            score,
            proved,
            description,
            player: 0,
        },
    }
}

#[test]
fn chips_have_one_unit() {
    let won = Description::Wins { moves: Some(3) };
    let lost = Description::Loses { moves: None };
    let mut moves = vec![
        move_evaluation("A1", true, 90, true, won),
        move_evaluation("B1", false, 0, true, Description::Draw),
        move_evaluation("C1", false, -70, true, lost),
    ];
    assert_eq!(short_evaluations(&moves), ["W3", "=", "L"]);
    assert!(score_explanation(&moves).starts_with("W is a win"));
    moves[1] = move_evaluation("B1", false, 24, false, Description::ExpectedScore(62));
    assert_eq!(short_evaluations(&moves), ["100%", "62%", "0%"]);
    assert!(score_explanation(&moves).starts_with("Estimated"));
    assert_eq!(evaluation(&moves[1].evaluation, true), "≈ 62%, best");
    // The score of a position is for the first player, its description for the player to move.
    let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4").unwrap());
    let of_position = Evaluation {
        player: 1,
        description: Description::ExpectedScore(38),
        ..moves[1].evaluation.clone()
    };
    assert_eq!(evaluation_of(&game_match, &of_position), "Blue: ≈ 38%");
}

#[test]
fn verdict_names_threats() {
    let verdict = |moves: &str, cell| {
        let game = notation::parse(Rules::CLASSIC, moves).unwrap();
        let won = Description::Wins { moves: Some(2) };
        let best = move_evaluation(cell, true, 90, true, won);
        explained_verdict(&Match::with_default_seats(game), &[best])
    };
    assert_eq!(
        verdict("4455", "C1"),
        "Red wins in 2 moves with C1: it threatens B1 and F1 at once"
    );
    assert_eq!(
        verdict("1122", "C1"),
        "Red wins in 2 moves with C1: it threatens D1"
    );
    assert_eq!(verdict("44", "C1"), "Red wins in 2 moves with C1");
}

#[test]
fn verdict_names_the_most_central_best_move() {
    let game = notation::parse(Rules::CLASSIC, "44").unwrap();
    let won = Description::Wins { moves: Some(9) };
    let moves = [("B1", true), ("C1", true), ("D3", false), ("E1", true)]
        .map(|(cell, best)| move_evaluation(cell, best, 80, true, won));
    assert_eq!(
        explained_verdict(&Match::with_default_seats(game), &moves),
        "Red wins in 9 moves with C1"
    );
}
