//! Games that start in a position, against the naive reference.

use four_shapes_rules::{
    Cell, Game, Player, Position, Rules, StartError, Status,
    notation::{self, Notation},
};
use four_shapes_testing::{
    reference::Place,
    support::{any_rules, choices, place, play, player},
};
use proptest::{prelude::*, sample::Index};
use std::collections::BTreeSet;

fn parse(text: &str) -> Position {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Pieces of random players in cells where they are supported, with a random player to move.
fn any_position() -> impl Strategy<Value = Position> {
    (any_rules(), choices(), any::<Index>()).prop_map(|(rules, choices, to_move)| {
        let mut position = Position::new(rules);
        for choice in choices {
            let open: Vec<Cell> = position.playable().collect();
            if open.is_empty() {
                break;
            }
            // One choice decides on the cell and, through its remainder, on the player.
            let at = choice.index(open.len() * usize::from(rules.players()));
            let owner = player(rules, at / open.len());
            position.place(owner, open[at % open.len()]).unwrap();
        }
        let to_move = to_move.index(rules.players().into());
        position.with_to_move(player(rules, to_move)).unwrap()
    })
}

/// The cells of all lines of one player in a plain grid.
fn line_cells(position: &Position, owner: Player) -> Vec<BTreeSet<Place>> {
    let rules = position.rules();
    let has = |column: isize, row: isize| {
        let cell = |(column, row): Place| rules.cell(column, row);
        let place = usize::try_from(column).ok().zip(usize::try_from(row).ok());
        place
            .and_then(cell)
            .and_then(|cell| position.piece_at(cell))
            == Some(owner)
    };
    let mut lines = Vec::new();
    for cell in rules.all_cells() {
        for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let along = (0..rules.connect() as isize).map(|i| {
                (
                    cell.column().index().cast_signed() + right * i,
                    cell.row().cast_signed() + up * i,
                )
            });
            if along.clone().all(|(column, row)| has(column, row)) {
                lines.push(
                    along
                        .map(|(column, row)| (column.cast_unsigned(), row.cast_unsigned()))
                        .collect(),
                );
            }
        }
    }
    lines
}

/// What a game from the position should be, by definition.
fn expected(position: &Position) -> Result<Option<Player>, &'static str> {
    let rules = position.rules();
    let winners: Vec<Player> = rules
        .all_players()
        .filter(|&player| !line_cells(position, player).is_empty())
        .collect();
    let winner = match winners[..] {
        [] => return Ok(None),
        [winner] => winner,
        _ => return Err("two winners"),
    };
    if rules.player_after(winner.index() + 1) != position.to_move() {
        return Err("to move");
    }
    let lines = line_cells(position, winner);
    let last = rules.all_cells().any(|cell| {
        let is_on_top = rules
            .cell(cell.column().index(), cell.row() + 1)
            .is_none_or(|above| position.piece_at(above).is_none());
        (is_on_top || !rules.gravity()) && lines.iter().all(|line| line.contains(&place(cell)))
    });
    if last {
        Ok(Some(winner))
    } else {
        Err("earlier win")
    }
}

proptest! {
    #[test]
    fn games_start_where_the_last_piece_may_have_won(position in any_position()) {
        let game = Game::from_position(position.clone());
        match (expected(&position), game) {
            (Ok(winner), Ok(game)) => {
                prop_assert_eq!(game.status().winner(), winner);
                prop_assert_eq!(game.position(), &position);
                if let Status::Won { player, trace } = game.status() {
                    let cells: BTreeSet<Place> = trace.cells().into_iter().map(place).collect();
                    let lines = line_cells(&position, player);
                    prop_assert_eq!(cells, lines.into_iter().flatten().collect());
                }
            }
            (Err("two winners"), Err(StartError::TwoWinners(_)))
            | (Err("to move"), Err(StartError::ToMove { .. }))
            | (Err("earlier win"), Err(StartError::EarlierWin(_))) => {}
            (expected, game) => prop_assert!(false, "{:?}, not {:?}", game, expected),
        }
    }

    /// Wherever a game is cut in two, the second part from the position of the cut is as it was.
    #[test]
    fn the_rest_of_a_game_is_a_game_from_its_position(rules in any_rules(), choices in choices(), cut in any::<Index>()) {
        let whole = play(rules, &choices);
        let mut start = whole.clone();
        for _ in 0..cut.index(whole.cursor() + 1) {
            start.undo();
        }
        let mut rest = Game::from_position(start.position().clone()).unwrap();
        prop_assert_eq!(rest.status(), start.status());
        while let Some(step) = start.redo() {
            let four_shapes_rules::Step::Place(cell) = step else { panic!("{step:?}") };
            rest.turn().unwrap().play(cell).unwrap();
            prop_assert_eq!(rest.status(), start.status());
        }
        prop_assert_eq!(rest.position(), whole.position());
        let text = notation::write(&rest);
        let again = Game::from_position(rest.start().clone()).unwrap();
        prop_assert_eq!(Notation::new().parse_after(again, &text), Ok(rest.clone()));
        while rest.undo().is_some() {}
        prop_assert_eq!(rest.position(), rest.start());
    }

    #[test]
    fn the_player_to_move_is_written_and_read(position in any_position()) {
        prop_assert_eq!(position.to_string().parse(), Ok(position.clone()));
        let mirrored = position.mirrored();
        prop_assert_eq!(mirrored.to_move(), position.to_move());
        prop_assert_eq!(mirrored.mirrored(), position);
    }

    #[test]
    fn turns_are_followed_if_some_order_of_turns_leads_there(position in any_position()) {
        let rules = position.rules();
        let count = |owner| rules.all_cells().filter(|&cell| position.piece_at(cell) == Some(owner)).count();
        let by_turns = |first: usize| {
            let mut counts = vec![0; rules.players().into()];
            for turn in 0..position.piece_count() {
                let player = (first + turn) % counts.len();
                counts[player] += 1;
            }
            let to_move = (first + position.piece_count()) % counts.len();
            to_move == position.to_move().index() && rules.all_players().all(|player| count(player) == counts[player.index()])
        };
        prop_assert_eq!(position.follows_turns(), (0..rules.players().into()).any(by_turns));
    }

    #[test]
    fn games_follow_turns(rules in any_rules(), choices in choices()) {
        prop_assert!(play(rules, &choices).position().follows_turns());
    }
}

#[test]
fn the_turn_passes_on_from_the_player_to_move() {
    let [red, blue] = [0, 1].map(|index| player(Rules::CLASSIC, index));
    let start = parse("7/7/7/7/7/aaa4 b 7,6,4 2 g");
    assert!(!start.follows_turns());
    let mut game = Game::from_position(start.clone()).unwrap();
    assert_eq!(game.status(), Status::ToMove(blue));
    let column = game.rules().column(3).unwrap();
    game.turn().unwrap().drop(column).unwrap();
    assert_eq!(game.status(), Status::ToMove(red));
    assert_eq!(game.position().player_after(1), blue);
    game.undo();
    assert_eq!(game.position(), &start);
    let other = start.clone().with_to_move(red).unwrap();
    assert_ne!(other, start, "another player is to move");
    assert_eq!(other.with_to_move(blue).unwrap(), start);
}

#[test]
fn either_player_may_have_begun() {
    for text in [
        "7/7/7/7/7/a6 b 7,6,4 2 g",
        "7/7/7/7/7/b6 a 7,6,4 2 g",
        "7/7/7/7/7/7 b 7,6,4 2 g",
    ] {
        assert!(parse(text).follows_turns(), "{text}");
    }
    for text in [
        "7/7/7/7/7/a6 a 7,6,4 2 g",
        "7/7/7/7/7/aba4 a 7,6,4 2 g",
        "7/7/7/7/7/aab4 a 7,6,4 3 g",
    ] {
        assert!(!parse(text).follows_turns(), "{text}");
    }
}

#[test]
fn errors_name_the_players() {
    for (text, message) in [
        ("7/7/a6/a5b/a5b/a4bb b 7,6,4 2 g", None),
        ("7/7/a6/a6/a6/a3bbb b 7,6,4 2 g", None),
        (
            "7/7/a6/a6/a6/a3bbb a 7,6,4 2 g",
            Some("player 1 has a line, so player 1 can't be to move"),
        ),
        (
            "7/7/a5b/a5b/a5b/a5b a 7,6,4 2 g",
            Some("players 1 and 2 both have a line"),
        ),
        (
            "7/7/7/7/bbab3/aaaa3 b 7,6,4 2 g",
            Some("player 1 had won before the last piece"),
        ),
    ] {
        let game = Game::from_position(parse(text));
        assert_eq!(
            game.err().map(|error| error.to_string()).as_deref(),
            message,
            "{text}"
        );
    }
}
