//! Random games by random rules, compared with the reference.

use four_shapes_rules::{Cell, DrawReason, Game, MoveError, Player, Position, Rules, Status, Step};
use four_shapes_testing::reference::{Place, Reference};
use four_shapes_testing::support::{
    self, any_rules, cell, choices, place, play, player, reference, rules, some_choices,
};
use proptest::{collection::vec, prelude::*, sample::Index, test_runner::TestCaseResult};
use std::collections::BTreeSet;

/// Compares all queries of a position with the reference.
fn check_position(position: &Position, board: &Reference) -> TestCaseResult {
    let rules = position.rules();
    let open: BTreeSet<Place> = board.open().into_iter().collect();
    for place in board.places() {
        let cell = cell(rules, place);
        let owner = position.piece_at(cell).map(Player::index);
        prop_assert_eq!(owner, board.get(place));
        let taken = board.get(place).is_some();
        let expected = match (open.contains(&place), taken) {
            (true, _) => Ok(()),
            (false, true) => Err(MoveError::Occupied(cell)),
            (false, false) => Err(MoveError::Unsupported(cell)),
        };
        prop_assert_eq!(position.check_place(cell), expected);
    }
    let playable: Vec<Place> = position.playable().map(place).collect();
    prop_assert_eq!(playable, board.open());
    for (index, column) in rules.all_columns().enumerate() {
        let filled = |&row: &usize| board.get((index, row)).is_some();
        let height = (0..board.rows).take_while(filled).count();
        prop_assert_eq!(position.height(column), height);
        let landing = if !board.gravity {
            Err(MoveError::NoGravity)
        } else if height == board.rows {
            Err(MoveError::ColumnFull(column))
        } else {
            Ok(cell(rules, (index, height)))
        };
        prop_assert_eq!(position.landing(column), landing);
    }
    prop_assert_eq!(position.piece_count(), rules.cells() - board.empty());
    prop_assert_eq!(position.is_full(), board.is_full());
    prop_assert_eq!(position.to_move().index(), board.to_move());
    Ok(())
}

/// Compares the status and the winning cells with the reference.
fn check_status(game: &mut Game, board: &Reference) -> TestCaseResult {
    match (game.status(), board.winner()) {
        (Status::Won { player, trace }, Some(winner)) => {
            prop_assert_eq!(player.index(), winner);
            let cells: Vec<Place> = trace.cells().into_iter().map(place).collect();
            let winning: Vec<Place> = board.winning().into_iter().collect();
            prop_assert_eq!(cells, winning);
            check_lines(game, board)?;
        }
        (Status::Drawn(DrawReason::Full), None) => prop_assert!(board.is_full()),
        (Status::ToMove(player), None) => {
            prop_assert!(!board.is_full());
            prop_assert_eq!(player.index(), board.to_move());
        }
        (status, winner) => prop_assert!(false, "{status:?}, but the winner is {winner:?}"),
    }
    let goes_on = matches!(game.status(), Status::ToMove(_));
    prop_assert_eq!(game.turn().is_some(), goes_on);
    Ok(())
}

/// Checks that each line of a trace consists of the winner's pieces and contains the last
/// one, and that there is at most one in each direction.
fn check_lines(game: &Game, board: &Reference) -> TestCaseResult {
    let last = game.last_move().expect("somebody has won");
    let trace = game.position().trace(last).expect("somebody has won");
    let mut directions = Vec::new();
    for line in trace.lines() {
        let cells: Vec<Cell> = line.cells().collect();
        prop_assert_eq!(cells.len(), line.length());
        prop_assert!(cells.len() >= board.connect);
        prop_assert!(cells.contains(&last));
        let (columns, rows) = line.direction().step();
        for pair in cells.windows(2) {
            let (from, to) = (place(pair[0]), place(pair[1]));
            prop_assert_eq!(from.0.checked_add_signed(columns.into()), Some(to.0));
            prop_assert_eq!(from.1.checked_add_signed(rows.into()), Some(to.1));
        }
        prop_assert!(!directions.contains(&line.direction()));
        directions.push(line.direction());
    }
    Ok(())
}

/// Checks that illegal moves are errors and leave the game unchanged.
fn check_refusals(game: &Game) -> TestCaseResult {
    let larger = rules(15, 15, 3, 2, false);
    for cell in larger.all_cells() {
        let Err(error) = game.position().check_place(cell) else {
            continue;
        };
        let mut refused = game.clone();
        let Some(turn) = refused.turn() else { break };
        prop_assert_eq!(turn.play(cell), Err(error));
        prop_assert_eq!(&refused, game);
        if !game.rules().has(cell) {
            prop_assert_eq!(error, MoveError::NoSuchCell(cell));
            prop_assert_eq!(game.position().piece_at(cell), None);
            prop_assert_eq!(game.position().trace(cell), None);
        }
    }
    for column in larger.all_columns() {
        let Err(error) = game.position().landing(column) else {
            continue;
        };
        let mut refused = game.clone();
        let Some(turn) = refused.turn() else { break };
        prop_assert_eq!(turn.drop(column), Err(error));
        prop_assert_eq!(&refused, game);
        if game.rules().gravity() && column.index() >= game.rules().columns().into() {
            prop_assert_eq!(error, MoveError::NoSuchColumn(column));
            prop_assert_eq!(game.position().height(column), 0);
        }
    }
    Ok(())
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

/// Returns the cells of the lines that a player's piece in a cell completes, cell by cell.
fn completed(position: &Position, player: Player, cell: Cell) -> BTreeSet<Cell> {
    let rules = position.rules();
    if !rules.has(cell) || player.index() >= rules.players().into() {
        return BTreeSet::new();
    }
    let run = |(columns, rows): (isize, isize)| {
        let own = move |distance: isize| {
            let column = cell.column().index();
            let column = column.checked_add_signed(distance * columns)?;
            let row = cell.row().checked_add_signed(distance * rows)?;
            let next = rules.cell(column, row)?;
            (position.piece_at(next) == Some(player)).then_some(next)
        };
        (1..).map_while(own).collect::<Vec<Cell>>()
    };
    let mut cells = BTreeSet::new();
    for (columns, rows) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        let line = [run((columns, rows)), vec![cell], run((-columns, -rows))].concat();
        if line.len() >= rules.connect().into() {
            cells.extend(line);
        }
    }
    cells
}

proptest! {
    #![proptest_config(config(600))]

    /// Also for cells that aren't on the board, and players of other games.
    #[test]
    fn lines_to_complete_agree_with_reference(rules in any_rules(), choices in some_choices()) {
        let game = play(rules, &choices);
        let position = game.position();
        let largest = support::rules(15, 15, 3, 75, false);
        for cell in largest.all_cells().filter(|cell| position.piece_at(*cell).is_none()) {
            for player in largest.all_players().take(usize::from(rules.players()) + 2) {
                let trace = position.trace_in(player, cell);
                let cells = trace.into_iter().flat_map(|trace| trace.cells());
                let cells: BTreeSet<Cell> = cells.collect();
                let expected = completed(position, player, cell);
                prop_assert_eq!(cells, expected, "{:?} {}", player, cell);
            }
        }
    }

    #[test]
    fn games_agree_with_reference(rules in any_rules(), choices in choices()) {
        let mut game = Game::new(rules);
        let mut board = reference(rules);
        check_position(game.position(), &board)?;
        for choice in &choices {
            let legal = board.legal();
            if legal.is_empty() {
                break;
            }
            let next = *choice.get(&legal);
            let turn = game.turn().expect("there are legal moves");
            prop_assert_eq!(turn.player().index(), board.to_move());
            turn.play(cell(rules, next)).expect("the move is legal");
            board.play(next);
            prop_assert_eq!(game.last_move().map(place), Some(next));
            check_position(game.position(), &board)?;
            check_status(&mut game, &board)?;
        }
        prop_assert!(game.turn().is_none(), "the choices are enough for every game");
    }

    #[test]
    fn drop_agrees_with_landing(
        choices in choices(),
        rules in any_rules(),
    ) {
        prop_assume!(rules.gravity());
        let mut dropped = Game::new(rules);
        for step in play(rules, &choices).steps() {
            let Step::Place(cell) = *step else {
                panic!("no draw was agreed");
            };
            prop_assert_eq!(dropped.turn().unwrap().drop(cell.column()), Ok(cell));
        }
        prop_assert_eq!(dropped, play(rules, &choices));
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn undo_and_redo_are_inverse(rules in any_rules(), choices in choices()) {
        let mut game = Game::new(rules);
        let mut games = vec![game.clone()];
        let played = play(rules, &choices);
        for step in played.steps() {
            let Step::Place(cell) = *step else {
                panic!("no draw was agreed");
            };
            game.turn().unwrap().play(cell).unwrap();
            games.push(game.clone());
        }
        prop_assert_eq!(&game, &played);

        for (made, before) in games.iter().enumerate().rev().skip(1) {
            prop_assert_eq!(game.undo(), Some(played.steps()[made]));
            prop_assert_eq!(game.cursor(), made);
            prop_assert_eq!(game.steps(), played.steps());
            prop_assert_eq!(game.position(), before.position());
            prop_assert_eq!(game.status(), before.status());
            prop_assert_eq!(game.last_move(), before.last_move());
        }
        prop_assert_eq!(game.undo(), None);
        for (made, after) in games.iter().enumerate().skip(1) {
            prop_assert_eq!(game.redo(), Some(played.steps()[made - 1]));
            prop_assert_eq!(game.position(), after.position());
            prop_assert_eq!(game.status(), after.status());
        }
        prop_assert_eq!(game.redo(), None);
        prop_assert_eq!(game, played);
    }

    #[test]
    fn a_new_move_discards_redo(
        rules in any_rules(),
        choices in choices(),
        back in 1..20_usize,
        other: Index,
    ) {
        let mut game = play(rules, &choices);
        let played = game.steps().to_vec();
        for _ in 0..back {
            game.undo();
        }
        let kept = game.cursor();
        let open: Vec<Cell> = game.position().playable().collect();
        let cell = *other.get(&open);
        game.turn().unwrap().play(cell).unwrap();
        prop_assert_eq!(&game.steps()[..kept], &played[..kept]);
        prop_assert_eq!(&game.steps()[kept..], &[Step::Place(cell)]);
        prop_assert_eq!(game.redo(), None);
    }

    #[test]
    fn illegal_moves_leave_the_game_unchanged(rules in any_rules(), choices in some_choices()) {
        check_refusals(&play(rules, &choices))?;
    }

    /// A position accepts pieces of any player at any time.
    #[test]
    fn place_and_remove_agree_with_reference(
        rules in any_rules(),
        choices in vec((any::<Index>(), any::<Index>(), 0..4), 0..300),
    ) {
        let mut position = Position::new(rules);
        let mut board = reference(rules);
        for (whose, which, kind) in choices {
            let places = board.places();
            let place = *which.get(&places);
            let at = cell(rules, place);
            if kind == 0 {
                // The reference takes back in order only: build it up again.
                let covered = board.gravity && place.1 + 1 < board.rows
                    && board.get((place.0, place.1 + 1)).is_some();
                let expected = match board.get(place) {
                    None => Err(MoveError::Empty(at)),
                    Some(_) if covered => Err(MoveError::Covered(at)),
                    Some(owner) => Ok(player(rules, owner)),
                };
                prop_assert_eq!(position.remove(at), expected);
                if expected.is_ok() {
                    let mut without = reference(rules);
                    for other in places {
                        if let Some(owner) = board.get(other).filter(|_| other != place) {
                            without.put(owner, other);
                        }
                    }
                    board = without;
                }
            } else {
                let owner = whose.index(board.players);
                let open = board.open().contains(&place);
                prop_assert_eq!(position.place(player(rules, owner), at).is_ok(), open);
                if open {
                    board.put(owner, place);
                    let cells = position.trace(at).map_or(Vec::new(), |trace| trace.cells());
                    let cells: BTreeSet<Place> = cells.into_iter().map(support::place).collect();
                    prop_assert_eq!(cells, board.winning());
                }
            }
            check_position(&position, &board)?;
        }
        prop_assert_eq!(&position, &support::position(rules, &board));
    }
}

#[test]
fn players_of_other_rules_are_errors() {
    let mut position = Position::new(Rules::CLASSIC);
    let third = player(rules(7, 6, 4, 3, true), 2);
    let corner = cell(Rules::CLASSIC, (0, 0));
    let refused = position.place(third, corner);
    assert_eq!(refused, Err(MoveError::NoSuchPlayer(third)));
    assert_eq!(position, Position::new(Rules::CLASSIC));

    let outside = cell(rules(8, 6, 4, 2, true), (7, 0));
    assert_eq!(
        position.remove(outside),
        Err(MoveError::NoSuchCell(outside))
    );
}

#[test]
fn errors_name_the_reason() {
    let large = rules(15, 15, 3, 3, true);
    let (column, c3) = (large.column(14).unwrap(), cell(large, (2, 2)));
    for (error, text) in [
        (
            MoveError::NoSuchColumn(column),
            "there is no column 15 on this board",
        ),
        (
            MoveError::NoSuchCell(c3),
            "there is no cell C3 on this board",
        ),
        (
            MoveError::NoSuchPlayer(player(large, 2)),
            "there is no player 3",
        ),
        (MoveError::ColumnFull(column), "column 15 is full"),
        (MoveError::Occupied(c3), "C3 is occupied"),
        (MoveError::Empty(c3), "C3 is empty"),
        (MoveError::Unsupported(c3), "C3 has no piece below it"),
        (MoveError::Covered(c3), "a piece is on top of C3"),
        (
            MoveError::NoGravity,
            "pieces do not fall on this board; specify a cell",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
}

/// Checks the distribution of the random rules.
#[test]
fn random_rules_cover_all_kinds() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};

    let mut runner = TestRunner::deterministic();
    let mut sample = || any_rules().new_tree(&mut runner).unwrap().current();
    let rules: Vec<Rules> = std::iter::repeat_with(&mut sample).take(500).collect();
    let often = |name: &str, is: &dyn Fn(&Rules) -> bool| {
        let count = rules.iter().filter(|rules| is(rules)).count();
        assert!(count >= 50, "{name}: {count} of {}", rules.len());
    };
    let bits = |rules: &Rules| usize::from(rules.columns()) * (usize::from(rules.rows()) + 1);
    often("64 bits", &|rules| bits(rules) <= 64);
    often("128 bits", &|rules| (65..=128).contains(&bits(rules)));
    often("256 bits", &|rules| bits(rules) > 128);
    often("small boards", &|rules| rules.cells() <= 25);
    often("two players", &|rules| rules.players() == 2);
    often("more players", &|rules| rules.players() >= 3);
    often("gravity", &|rules| rules.gravity());
    often("no gravity", &|rules| !rules.gravity());
}
