//! The threats on the board.

use four_shapes_rules::{Cell, Player, Position};

/// An empty cell in which a player would complete a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The player who threatens the cell.
    pub player: Player,
    /// The cell.
    pub cell: Cell,
    /// The player's pieces that the cell would complete to lines, by column and row.
    pub pieces: Vec<Cell>,
    /// The player who occupies the cell if all other columns are filled first and nobody wins
    /// before; `None` if the cell can be occupied now, or pieces don't fall.
    pub taker: Option<Player>,
}

impl Threat {
    /// Returns whether the cell is in an odd row, counted from 1 at the bottom.
    ///
    /// ```
    /// use four_shapes_analysis::explain;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "11223")?;
    /// let threats = explain::threats(game.position());
    /// assert_eq!(threats[0].cell, "D1".parse()?);
    /// assert!(threats[0].is_odd());
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_odd(&self) -> bool {
        self.cell.row().is_multiple_of(2)
    }

    /// Returns whether the cell can be occupied now.
    ///
    /// ```
    /// use four_shapes_analysis::explain;
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game = notation::parse(Rules::CLASSIC, "11223")?;
    /// let threats = explain::threats(game.position());
    /// assert!(threats[0].is_open(game.position())); // D1
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn is_open(&self, position: &Position) -> bool {
        position.check_place(self.cell).is_ok()
    }
}

/// Returns all threats on the board, by player, column and row, whatever the number of players.
///
/// ```
/// use four_shapes_analysis::explain;
/// use four_shapes_rules::{Player, Rules, notation};
///
/// let game = notation::parse(Rules::CLASSIC, "11223")?;
/// let threats = explain::threats(game.position());
/// assert_eq!((threats.len(), threats[0].player), (1, Player::FIRST));
/// assert_eq!(threats[0].pieces, ["A1".parse()?, "B1".parse()?, "C1".parse()?]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn threats(position: &Position) -> Vec<Threat> {
    let rules = position.rules();
    let mut threats = Vec::new();
    for player in rules.all_players() {
        for cell in rules.all_cells() {
            if position.piece_at(cell).is_some() {
                continue;
            }
            let Some(trace) = position.trace_in(player, cell) else {
                continue;
            };
            let mut pieces = trace.cells();
            pieces.retain(|piece| *piece != cell);
            threats.push(Threat {
                player,
                cell,
                pieces,
                taker: taker(position, cell),
            });
        }
    }
    threats
}

fn taker(position: &Position, cell: Cell) -> Option<Player> {
    let rules = position.rules();
    let height = position.height(cell.column());
    let below = cell.row().checked_sub(height)?;
    if !rules.gravity() || below == 0 {
        return None;
    }
    let elsewhere = rules.cells() - position.piece_count() - (usize::from(rules.rows()) - height);
    Some(position.player_after(elsewhere + below))
}
