//! Games that start in a position: its rules, which way up it is, and who is to move.

use super::{
    error::ImportError,
    reading::{Choice, Edge, Format, Note, Options, Reading},
};
use four_shapes_rules::{Cell, Game, Player, Position, Rules, RulesConfig};

/// The pieces of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The rows from the top, as the indices of the owners of the pieces.
    rows: Vec<Vec<Option<usize>>>,
}

impl Board {
    /// Creates a board of rows from the top, which all have the same length.
    pub(super) fn new(rows: Vec<Vec<Option<usize>>>) -> Self {
        Self { rows }
    }

    fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Returns the board with the first row at an edge.
    fn from(&self, edge: Edge) -> Self {
        let mut rows = self.rows.clone();
        if edge == Edge::Bottom {
            rows.reverse();
        }
        Self { rows }
    }

    /// Returns the pieces with their columns and rows, from the bottom row up.
    fn pieces(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let rows = self.rows.iter().rev().enumerate();
        rows.flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.filter_map(move |(column, owner)| Some((column, row, (*owner)?)))
        })
    }

    /// Returns the number of players with the last of the owners.
    fn players(&self) -> usize {
        let last = self.pieces().map(|(_, _, owner)| owner).max();
        last.map_or(0, |last| last + 1)
    }

    /// Returns the lowest piece above an empty cell.
    fn hanging(&self) -> Option<Cell> {
        let mut heights = vec![0; self.columns()];
        for (column, row, _) in self.pieces() {
            if heights[column] != row {
                return Cell::new(column, row);
            }
            heights[column] += 1;
        }
        None
    }

    /// Returns whether no piece hangs in the air if the first row is at an edge.
    pub(super) fn obeys_gravity(&self, edge: Edge) -> bool {
        self.from(edge).hanging().is_none()
    }
}

/// What is known about the first row of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstRow {
    /// It is the top one.
    Top,
    /// It is the top one, unless pieces would hang in the air.
    UsuallyTop,
    /// It is either, if no piece hangs in the air.
    Either,
}

/// A board, and what is known of it.
pub(super) struct Layout {
    /// The board.
    pub(super) board: Board,
    /// The index of the player to move, if the text says so.
    pub(super) to_move: Option<usize>,
    /// What the text looks like.
    pub(super) format: Format,
    /// What was ignored or assumed.
    pub(super) notes: Vec<Note>,
    /// Which row the first one is.
    pub(super) first_row: FirstRow,
}

impl Layout {
    /// Describes a board that is the right way up.
    pub(super) fn new(board: Board, format: Format) -> Self {
        Self {
            board,
            to_move: None,
            format,
            notes: Vec::new(),
            first_row: FirstRow::Top,
        }
    }

    /// Returns the games that start in the position.
    ///
    /// # Errors
    /// Returns the reason if there are none.
    pub(super) fn readings(&self, options: Options) -> Result<Vec<Reading>, ImportError> {
        let (columns, rows) = (self.board.columns(), self.board.rows.len());
        let players = self.board.players().max(2);
        let rules = rules(options, self.format, columns, rows, players)?;
        let top = self.from(Edge::Top, rules, options);
        let bottom = || self.from(Edge::Bottom, rules, options);
        let known = self.first_row == FirstRow::Top || !rules.gravity();
        match options
            .first_row
            .filter(|_| self.first_row != FirstRow::Top)
        {
            Some(Edge::Top) => return top,
            Some(Edge::Bottom) => return bottom(),
            None if known || self.board == self.board.from(Edge::Bottom) => return top,
            None if top.is_ok() && self.first_row == FirstRow::UsuallyTop => return top,
            None => {}
        }
        Ok(match (top, bottom()) {
            (Ok(top), Err(_)) => top,
            (Err(_), Ok(bottom)) => bottom,
            (Err(ImportError::Hanging(cell)), Err(ImportError::Hanging(_))) => {
                return Err(ImportError::Hanging(cell));
            }
            // The one that gets further.
            (Err(ImportError::Hanging(_)), Err(error)) | (Err(error), Err(_)) => {
                return Err(error);
            }
            (Ok(top), Ok(bottom)) => {
                let both = [(top, Edge::Top), (bottom, Edge::Bottom)].into_iter();
                both.filter_map(|(readings, edge)| {
                    let reading = readings.into_iter().next()?;
                    Some(reading.with_choice(Choice::FirstRow(edge)))
                })
                .collect()
            }
        })
    }

    /// Returns the games with the first row at an edge.
    fn from(
        &self,
        edge: Edge,
        rules: Rules,
        options: Options,
    ) -> Result<Vec<Reading>, ImportError> {
        let board = self.board.from(edge);
        if let Some(cell) = board.hanging().filter(|_| rules.gravity()) {
            return Err(ImportError::Hanging(cell));
        }
        let mut position = Position::new(rules);
        for (column, row, owner) in board.pieces() {
            let cell = rules.cell(column, row).expect("the rules have this size");
            let owner = rules.player(owner);
            let owner = owner.expect("the rules have all players");
            position
                .place(owner, cell)
                .expect("every piece is supported");
        }
        let mut notes = self.notes.clone();
        if edge == Edge::Bottom {
            notes.push(Note::RowsFromBelow);
        }
        let to_move = to_move(&position, self.to_move, options);
        let reading = |player: &Player| {
            let game = start(&position, *player)?;
            Ok(Reading::new(game, self.format, notes.clone()))
        };
        if let [player] = to_move[..] {
            return Ok(vec![reading(&player)?]);
        }
        let readings = to_move
            .iter()
            .map(|player| Ok(reading(player)?.with_choice(Choice::ToMove(*player))));
        readings.collect()
    }
}

/// Returns the rules of a board: the given ones if they fit, otherwise usual ones.
fn rules(
    options: Options,
    format: Format,
    columns: usize,
    rows: usize,
    players: usize,
) -> Result<Rules, ImportError> {
    let given = options.rules;
    let same_size = (usize::from(given.columns()), usize::from(given.rows())) == (columns, rows);
    if same_size && usize::from(given.players()) >= players {
        return Ok(given);
    }
    let size = (u32::try_from(columns), u32::try_from(rows));
    let sides = Rules::MIN_SIDE..=Rules::MAX_SIDE;
    let (Ok(width), Ok(height)) = size else {
        return Err(ImportError::Size {
            format,
            columns,
            rows,
        });
    };
    if !sides.contains(&width) || !sides.contains(&height) {
        return Err(ImportError::Size {
            format,
            columns,
            rows,
        });
    }
    let usual = Rules::max_connect(width, height).min(4);
    let config = RulesConfig {
        columns: width,
        rows: height,
        connect: if same_size {
            given.connect().into()
        } else {
            usual
        },
        players: players as u32,
        gravity: !same_size || given.gravity(),
    };
    Rules::new(config).map_err(ImportError::Rules)
}

/// Starts a game in a position with a player to move.
pub(super) fn start(position: &Position, player: Player) -> Result<Game, ImportError> {
    let connect = position.rules().connect();
    let position = position.clone().with_to_move(player);
    let position = position.expect("the player is one of the position");
    Game::from_position(position).map_err(|error| ImportError::Start { error, connect })
}

/// Returns the players who may be to move: the one after the winner; the one of the text; the one
/// who follows from the numbers of pieces; or else any.
fn to_move(position: &Position, said: Option<usize>, options: Options) -> Vec<Player> {
    let rules = position.rules();
    let players: Vec<Player> = rules.all_players().collect();
    let known = |index: Option<usize>| index.and_then(|index| players.get(index)).copied();
    let follows = |player: &&Player| {
        let position = position.clone().with_to_move(**player);
        position.is_ok_and(|position| position.follows_turns())
    };
    let winner = players.iter().find(|&&player| position.has_won(player));
    let after_winner = winner.map(|winner| rules.player_after(winner.index() + 1));
    let only = after_winner
        .or_else(|| known(said))
        .or_else(|| players.iter().find(follows).copied())
        .or_else(|| known(options.to_move))
        .or_else(|| players.first().copied().filter(|_| position.is_full()));
    only.map_or(players, |player| vec![player])
}
