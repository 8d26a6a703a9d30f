//! A position that is being set up.

use four_shapes_rules::{
    Cell, Column, Game, Player, Position, Rules, RulesConfig, RulesError, StartError,
};

/// What is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brush {
    Piece(Player),
    Eraser,
}

/// A position with any pieces that gravity allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    rules: Rules,
    /// The owners of the pieces, in the order of [`Rules::all_cells`].
    owners: Vec<Option<Player>>,
    /// The player to move, if chosen; otherwise the pieces tell.
    to_move: Option<Player>,
}

impl Draft {
    /// Creates an empty board.
    pub(super) fn new(rules: Rules) -> Self {
        Self {
            rules,
            owners: vec![None; rules.cells()],
            to_move: None,
        }
    }

    /// Starts with a position.
    pub(super) fn of(position: &Position) -> Self {
        let rules = position.rules();
        let to_move = position.to_move();
        Self {
            rules,
            owners: rules
                .all_cells()
                .map(|cell| position.piece_at(cell))
                .collect(),
            to_move: (position.expected_to_move() != Some(to_move)).then_some(to_move),
        }
    }

    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    fn index(&self, cell: Cell) -> usize {
        cell.column().index() * usize::from(self.rules.rows()) + cell.row()
    }

    pub(super) fn get(&self, cell: Cell) -> Option<Player> {
        self.owners.get(self.index(cell)).copied().flatten()
    }

    fn set(&mut self, cell: Cell, owner: Option<Player>) {
        let index = self.index(cell);
        if let Some(place) = self.owners.get_mut(index) {
            *place = owner;
        }
        if self.rules.gravity() {
            let rows = usize::from(self.rules.rows());
            for column in self.owners.chunks_mut(rows) {
                // Stable: the pieces keep their order.
                column.sort_by_key(Option::is_none);
            }
        }
    }

    /// Returns the position.
    pub(super) fn position(&self) -> Position {
        let mut position = Position::new(self.rules);
        for (cell, owner) in self.rules.all_cells().zip(&self.owners) {
            if let Some(owner) = *owner {
                let placed = position.place(owner, cell);
                placed.expect("the cells below are filled");
            }
        }
        let count = |player: &Player| {
            let own = self.owners.iter().filter(|owner| **owner == Some(*player));
            own.count()
        };
        // While the numbers of pieces don't fit the turns, that of the fewest pieces.
        let fewest = || self.rules.all_players().min_by_key(count);
        let to_move = self.to_move.or(position.expected_to_move()).or_else(fewest);
        let to_move = to_move.unwrap_or_else(|| self.rules.player_after(0));
        position
            .with_to_move(to_move)
            .expect("the rules have the player")
    }

    /// Returns the game that starts here.
    pub(super) fn game(&self) -> Result<Game, StartError> {
        Game::from_position(self.position())
    }

    /// Returns the pieces of a column from the bottom.
    pub(super) fn column(&self, column: Column) -> Vec<Player> {
        let cells = self
            .rules
            .all_cells()
            .filter(|cell| cell.column() == column);
        cells.filter_map(|cell| self.get(cell)).collect()
    }

    /// Returns the lowest empty cell of a column.
    fn landing(&self, column: Column) -> Option<Cell> {
        let mut cells = self
            .rules
            .all_cells()
            .filter(|cell| cell.column() == column);
        cells.find(|&cell| self.get(cell).is_none())
    }

    /// Places a piece on top of a column; returns its cell.
    pub(super) fn drop(&mut self, column: Column, player: Player) -> Option<Cell> {
        let cell = self.landing(column)?;
        self.set(cell, Some(player));
        Some(cell)
    }

    /// Removes the top piece of a column; returns its cell.
    pub(super) fn remove_top(&mut self, column: Column) -> Option<Cell> {
        let cells = self
            .rules
            .all_cells()
            .filter(|cell| cell.column() == column);
        let top = cells.rev().find(|&cell| self.get(cell).is_some())?;
        self.set(top, None);
        Some(top)
    }

    /// Removes the piece of a cell; those above it fall. Returns whether there was one.
    pub(super) fn remove(&mut self, cell: Cell) -> bool {
        let is_there = self.get(cell).is_some();
        self.set(cell, None);
        is_there
    }

    /// Handles a press of a cell: an empty one gets a piece, with gravity the lowest empty one of
    /// its column; a piece becomes the brush's, or if it is, the next player's. Returns the cell
    /// that has changed.
    pub(super) fn press(&mut self, cell: Cell, brush: Brush) -> Option<Cell> {
        let owner = self.get(cell);
        match (owner, brush) {
            (Some(_), Brush::Eraser) => {
                self.set(cell, None);
                Some(cell)
            }
            (None, Brush::Eraser) => None,
            (None, Brush::Piece(player)) if self.rules.gravity() => {
                self.drop(cell.column(), player)
            }
            (None, Brush::Piece(player)) => {
                self.set(cell, Some(player));
                Some(cell)
            }
            (Some(owner), Brush::Piece(player)) => {
                let next = if owner == player {
                    self.rules.player_after(owner.index() + 1)
                } else {
                    player
                };
                self.set(cell, Some(next));
                Some(cell)
            }
        }
    }

    /// Chooses the player to move.
    pub(super) fn set_to_move(&mut self, player: Player) {
        self.to_move = Some(player);
    }

    pub(super) fn clear(&mut self) {
        *self = Self::new(self.rules);
    }

    /// Reflects the board left to right.
    pub(super) fn mirror(&mut self) {
        let mirrored = Self::of(&self.position().mirrored());
        self.owners = mirrored.owners;
    }

    /// Gives each piece to the next player, and the turn as well.
    pub(super) fn swap_colours(&mut self) {
        let rules = self.rules;
        let next = |player: Player| rules.player_after(player.index() + 1);
        let to_move = next(self.position().to_move());
        let owners = self.owners.iter().map(|owner| owner.map(next)).collect();
        self.owners = owners;
        self.to_move = Some(to_move);
    }

    /// Changes the rules. Pieces outside the new board, and those of players that it doesn't have,
    /// are dropped.
    ///
    /// # Errors
    /// Returns an error if the rules are invalid; the draft is unchanged then.
    pub(super) fn set_rules(&mut self, config: RulesConfig) -> Result<(), RulesError> {
        let rules = Rules::new(config)?;
        let players: Vec<Player> = rules.all_players().collect();
        let mut next = Self::new(rules);
        for cell in rules.all_cells().filter(|&cell| self.rules.has(cell)) {
            let owner = self.get(cell).filter(|owner| players.contains(owner));
            let index = next.index(cell);
            next.owners[index] = owner;
        }
        // Lets the pieces fall.
        if let Some(cell) = rules.cell(0, 0) {
            next.set(cell, next.get(cell));
        }
        next.to_move = self.to_move.filter(|player| players.contains(player));
        *self = next;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cell(name: &str) -> Cell {
        name.parse().unwrap()
    }

    fn players() -> [Player; 2] {
        [0, 1].map(|index| Rules::CLASSIC.player_after(index))
    }

    fn drawn(draft: &Draft) -> String {
        draft.position().to_string()
    }

    #[test]
    fn presses_drop_and_change_pieces() {
        let [red, blue] = players();
        let mut draft = Draft::new(Rules::CLASSIC);
        assert_eq!(draft.press(cell("D4"), Brush::Piece(red)), Some(cell("D1")));
        assert_eq!(draft.press(cell("D5"), Brush::Piece(red)), Some(cell("D2")));
        assert_eq!(draft.press(cell("D2"), Brush::Piece(red)), Some(cell("D2")));
        assert_eq!(drawn(&draft), "7/7/7/7/3b3/3a3 a 7,6,4 2 g");
        draft.press(cell("D1"), Brush::Piece(blue));
        draft.press(cell("E1"), Brush::Piece(blue));
        draft.press(cell("D2"), Brush::Eraser);
        assert_eq!(draft.press(cell("D2"), Brush::Eraser), None);
        assert_eq!(drawn(&draft), "7/7/7/7/7/3bb2 a 7,6,4 2 g");
        draft.set_to_move(blue);
        draft.press(cell("A1"), Brush::Piece(red));
        assert_eq!(drawn(&draft), "7/7/7/7/7/a2bb2 b 7,6,4 2 g");
        draft.clear();
        assert_eq!(draft, Draft::new(Rules::CLASSIC));
    }

    #[test]
    fn pieces_above_a_removed_one_fall() {
        let start: Position = "7/7/7/3a3/3b3/3a3 b 7,6,4 2 g".parse().unwrap();
        let mut draft = Draft::of(&start);
        assert!(draft.remove(cell("D1")) && !draft.remove(cell("D5")));
        assert_eq!(drawn(&draft), "7/7/7/7/3a3/3b3 a 7,6,4 2 g");
        let column = Rules::CLASSIC.column(3).unwrap();
        assert_eq!(draft.remove_top(column), Some(cell("D2")));
        assert_eq!(draft.column(column), [players()[1]]);
        for row in 2..=6 {
            let landing = draft.drop(column, players()[0]);
            assert_eq!(landing, Some(cell(&format!("D{row}"))));
        }
        assert_eq!(draft.drop(column, players()[0]), None, "it is full");
    }

    #[test]
    fn smaller_rules_keep_what_fits() {
        let start: Position = "7/7/7/7/3b3/a2a2a b 7,6,4 2 g".parse().unwrap();
        let mut draft = Draft::of(&start);
        let config = RulesConfig {
            columns: 5,
            rows: 4,
            ..Rules::CLASSIC.config()
        };
        draft.set_rules(config).unwrap();
        assert_eq!(drawn(&draft), "5/5/3b1/a2a1 b 5,4,4 2 g");
        let invalid = RulesConfig { rows: 2, ..config };
        let before = draft.clone();
        assert!(draft.set_rules(invalid).is_err());
        assert_eq!(draft, before);
        let floating = RulesConfig {
            gravity: false,
            ..config
        };
        draft.set_rules(floating).unwrap();
        draft.press(cell("B4"), Brush::Piece(players()[0]));
        assert_eq!(draft.get(cell("B4")), Some(players()[0]));
        draft.set_rules(config).unwrap();
        assert_eq!(draft.get(cell("B1")), Some(players()[0]), "it has fallen");
    }

    proptest! {
        #[test]
        fn every_sequence_of_edits_is_a_position(edits in prop::collection::vec((0..9u8, 0..42usize), 0..60)) {
            let mut draft = Draft::new(Rules::CLASSIC);
            let cells: Vec<Cell> = Rules::CLASSIC.all_cells().collect();
            for (kind, at) in edits {
                let brush = Brush::Piece(players()[at % 2]);
                match kind {
                    0..=3 => { draft.press(cells[at], brush); }
                    4 => { draft.remove(cells[at]); }
                    5 => draft.mirror(),
                    6 => draft.swap_colours(),
                    7 => draft.set_to_move(players()[at % 2]),
                    _ => { draft.press(cells[at], Brush::Eraser); }
                }
                let position = draft.position();
                prop_assert_eq!(Draft::of(&position).position(), position);
            }
        }
    }

    #[test]
    fn mirroring_or_swapping_twice_changes_nothing() {
        let start: Position = "7/7/7/7/3b3/aa1a2b b 7,6,4 2 g".parse().unwrap();
        let draft = Draft::of(&start);
        for twice in [Draft::mirror, Draft::swap_colours] {
            let mut changed = draft.clone();
            twice(&mut changed);
            assert_ne!(changed.position(), draft.position());
            twice(&mut changed);
            assert_eq!(changed.position(), draft.position());
        }
    }
}
