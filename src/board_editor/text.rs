//! What the editor says.

use crate::{msg, text::list};
use four_shapes_records::Setup;
use four_shapes_rules::{Cell, Column, Game, Player, Position, StartError, Status};

fn name(setup: &Setup, player: Player) -> &str {
    setup.seat(player).name.as_str()
}

/// What is wrong with the position, or who is to move.
pub(super) fn status(setup: &Setup, game: Result<Game, StartError>) -> String {
    let name = |player| name(setup, player);
    let game = match game {
        Ok(game) => game,
        Err(StartError::TwoWinners([first, second])) => {
            let connect = setup.rules().connect().into();
            return msg::editor_two_winners(name(first), name(second), connect);
        }
        Err(StartError::EarlierWin(player)) => return msg::editor_earlier_win(name(player)),
        Err(StartError::ToMove { winner, to_move }) => {
            return msg::editor_winner_to_move(name(winner), name(to_move));
        }
    };
    match game.status() {
        Status::Won { player, .. } | Status::WonOnTime(player) => msg::editor_won(name(player)),
        Status::Drawn(_) => msg::editor_full().to_owned(),
        Status::ToMove(player) if game.position().follows_turns() => {
            msg::editor_pieces(game.position().piece_count() as u64, name(player))
        }
        Status::ToMove(player) => {
            msg::editor_unequal(&counts(setup, game.position()), name(player))
        }
    }
}

/// The number of each player's pieces: `5 Red, 2 Blue`.
fn counts(setup: &Setup, position: &Position) -> String {
    let rules = position.rules();
    let count = |player| {
        let cells = rules.all_cells();
        let own = cells.filter(|&cell| position.piece_at(cell) == Some(player));
        msg::editor_count(own.count() as u64, name(setup, player))
    };
    list(rules.all_players().map(count))
}

/// The announcement of a placed piece.
pub(super) fn placed(setup: &Setup, cell: Cell, owner: Player) -> String {
    msg::editor_placed(&cell.to_string(), name(setup, owner))
}

/// The announcement of a removed piece.
pub(super) fn removed(cell: Cell) -> String {
    msg::editor_removed(&cell.to_string())
}

/// The announcement that a column has no room.
pub(super) fn column_full(column: Column) -> String {
    msg::editor_column_full(&letter(column))
}

/// The letter of a column.
fn letter(column: Column) -> String {
    // At most 15 columns.
    char::from(b'A' + column.index() as u8).to_string()
}

/// The name of a column's button.
pub(super) fn column_name(setup: &Setup, column: Column, pieces: &[Player]) -> String {
    let letter = letter(column);
    match pieces.last() {
        Some(&top) => msg::editor_column(&letter, pieces.len() as u64, name(setup, top)),
        None => msg::editor_column_empty(&letter),
    }
}

/// The name of a cell's button.
pub(super) fn cell_name(setup: &Setup, cell: Cell, owner: Option<Player>) -> String {
    let content = owner.map_or(msg::cell_empty(), |owner| name(setup, owner));
    msg::editor_cell(&cell.to_string(), content)
}

/// The keys that place the pieces of the players: the first letters of their names if these
/// differ, otherwise numbers.
pub(super) fn keys(setup: &Setup) -> Vec<String> {
    let players: Vec<Player> = setup.rules().all_players().collect();
    let initials: Vec<String> = players
        .iter()
        .map(|&player| {
            let initial = name(setup, player).chars().next();
            initial.map_or_else(String::new, |initial| initial.to_uppercase().collect())
        })
        .collect();
    let differ = |(at, initial): (usize, &String)| {
        initial.chars().all(char::is_alphabetic) && !initials[..at].contains(initial)
    };
    if initials.iter().enumerate().all(differ) {
        return initials;
    }
    // A number is one key.
    let numbers = players.iter().take(9);
    let numbers = numbers.map(|player| (player.index() + 1).to_string());
    numbers.collect()
}
