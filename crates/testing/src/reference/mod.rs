//! A second, naive implementation of the rules.
//!
//! Tests play the same games with both implementations and compare. They share neither code
//! nor algorithms: here the board is a grid of optional numbers, and every query scans all
//! of it.

use std::{
    collections::{BTreeSet, HashSet},
    fmt,
};

/// A cell as column and row, counted from 0 at the bottom left.
pub type Place = (usize, usize);

/// One step to the right, up, up to the right, down to the right.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A board and the moves that led to it.
#[derive(Clone, Debug)]
pub struct Reference {
    pub columns: usize,
    pub rows: usize,
    pub connect: usize,
    pub players: usize,
    pub gravity: bool,
    /// The owner of the piece in each cell, by column and row.
    grid: Vec<Vec<Option<usize>>>,
    /// All pieces on the board, in the order of play.
    moves: Vec<(usize, Place)>,
}

impl Reference {
    pub fn new(columns: usize, rows: usize, connect: usize, players: usize, gravity: bool) -> Self {
        Self {
            columns,
            rows,
            connect,
            players,
            gravity,
            grid: vec![vec![None; rows]; columns],
            moves: Vec::new(),
        }
    }

    pub fn places(&self) -> Vec<Place> {
        let column = |column| (0..self.rows).map(move |row| (column, row));
        (0..self.columns).flat_map(column).collect()
    }

    pub fn get(&self, (column, row): Place) -> Option<usize> {
        self.grid[column][row]
    }

    pub fn to_move(&self) -> usize {
        self.moves.len() % self.players
    }

    pub fn empty(&self) -> usize {
        self.columns * self.rows - self.moves.len()
    }

    pub fn is_full(&self) -> bool {
        self.grid.iter().flatten().all(Option::is_some)
    }

    /// Returns the cells where a piece can be placed, even if the game is over.
    pub fn open(&self) -> Vec<Place> {
        let supported = |&(column, row): &Place| {
            !self.gravity || (0..row).all(|below| self.grid[column][below].is_some())
        };
        let mut places = self.places();
        places.retain(|&place| self.get(place).is_none());
        places.retain(supported);
        places
    }

    /// Returns the legal moves; none if the game is over.
    pub fn legal(&self) -> Vec<Place> {
        if self.winner().is_some() {
            Vec::new()
        } else {
            self.open()
        }
    }

    /// Places a piece of the player to move in a playable cell.
    pub fn play(&mut self, place: Place) {
        self.put(self.to_move(), place);
    }

    /// Places a piece of any player in a playable cell.
    pub fn put(&mut self, player: usize, place: Place) {
        assert!(self.open().contains(&place), "{place:?} is not open");
        self.grid[place.0][place.1] = Some(player);
        self.moves.push((player, place));
    }

    /// Returns the board after a move.
    #[must_use]
    pub fn after(&self, place: Place) -> Self {
        let mut next = self.clone();
        next.play(place);
        next
    }

    /// Returns the player who has won with the last piece.
    pub fn winner(&self) -> Option<usize> {
        let &(player, _) = self.moves.last()?;
        (!self.winning().is_empty()).then_some(player)
    }

    /// Returns all cells of the lines that the last piece has completed.
    pub fn winning(&self) -> BTreeSet<Place> {
        let Some(&(_, last)) = self.moves.last() else {
            return BTreeSet::new();
        };
        let mut lines = self.lines();
        lines.retain(|line| line.contains(&last));
        lines.into_iter().flatten().collect()
    }

    /// Returns all completed lines on the board, in full length.
    fn lines(&self) -> Vec<Vec<Place>> {
        let mut lines = Vec::new();
        for direction in DIRECTIONS {
            let backwards = (-direction.0, -direction.1);
            for start in self.places() {
                let owner = self.get(start);
                let same = |&place: &Place| self.get(place) == owner;
                if owner.is_none() || self.step(start, backwards).as_ref().is_some_and(same) {
                    // Empty, or not the start of a line.
                    continue;
                }
                let onwards = |&place: &Place| self.step(place, direction).filter(same);
                let line: Vec<Place> = std::iter::successors(Some(start), onwards).collect();
                if line.len() >= self.connect {
                    lines.push(line);
                }
            }
        }
        lines
    }

    /// Returns the neighbour in a direction, if it is on the board.
    fn step(&self, (column, row): Place, direction: (isize, isize)) -> Option<Place> {
        let column = column.checked_add_signed(direction.0)?;
        let row = row.checked_add_signed(direction.1)?;
        (column < self.columns && row < self.rows).then_some((column, row))
    }

    /// Returns the number of sequences of exactly this many moves.
    pub fn perft(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        let sequences = |place| {
            let next = self.after(place);
            let won = next.winner().is_some();
            match depth {
                1 => 1,
                _ if won => 0,
                _ => next.perft(depth - 1),
            }
        };
        self.open().into_iter().map(sequences).sum()
    }

    /// Returns whether some sequence of legal moves completes a line for any player. Tries all
    /// of them, so the board must be nearly full.
    pub fn any_player_can_complete(&self) -> bool {
        self.completes_beyond(&mut HashSet::new())
    }

    fn completes_beyond(&self, hopeless: &mut HashSet<Vec<Vec<Option<usize>>>>) -> bool {
        if self.winner().is_some() {
            return true;
        }
        if !hopeless.insert(self.grid.clone()) {
            return false;
        }
        let mut moves = self.open().into_iter();
        moves.any(|place| self.after(place).completes_beyond(hopeless))
    }
}

impl fmt::Display for Reference {
    /// Formats the rows from the top, with a digit or letter for each piece.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..self.rows).rev() {
            for column in 0..self.columns {
                let piece = self.get((column, row)).map_or('.', |owner| {
                    let digit = u32::try_from(owner).expect("there are few players");
                    char::from_digit(digit, 36).unwrap_or('+')
                });
                write!(f, "{piece}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
