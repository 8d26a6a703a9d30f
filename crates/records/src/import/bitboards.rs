//! Bitboards: the pieces of the player to move and all pieces, as two numbers.

use super::{
    board::{Board, Layout},
    error::ImportError,
    reading::{Choice, Format, Options, Reading},
};
use four_shapes_rules::{Rules, RulesConfig, bitboard::U256};

/// The maximum length of a number, in bytes: that of 256 bits.
const MAX_DIGITS: usize = 78;

/// The minimum length of a decimal number, which must not be a column.
const MIN_DIGITS: usize = 3;

/// Two numbers that may be bitboards.
pub(super) struct Bitboards {
    own: U256,
    all: U256,
    /// Whether they are hexadecimal, so that they can't be moves.
    pub(super) sure: bool,
}

impl Bitboards {
    /// Finds two numbers in a text: hexadecimal ones, or else only decimal ones.
    pub(super) fn find(text: &str) -> Option<Self> {
        let words = || {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric());
            words.filter(|word| !word.is_empty())
        };
        let mut hexadecimal =
            words().filter_map(|word| word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")));
        if let (Some(own), Some(all), None) =
            (hexadecimal.next(), hexadecimal.next(), hexadecimal.next())
        {
            return Self::parse(own, all, 16);
        }
        let mut decimal = words();
        let (Some(own), Some(all), None) = (decimal.next(), decimal.next(), decimal.next()) else {
            return None;
        };
        let is_long =
            |word: &str| word.len() >= MIN_DIGITS && word.bytes().all(|b| b.is_ascii_digit());
        if is_long(own) && is_long(all) {
            Self::parse(own, all, 10)
        } else {
            None
        }
    }

    fn parse(own: &str, all: &str, radix: u32) -> Option<Self> {
        let number = |digits: &str| {
            let short = digits.len() <= MAX_DIGITS;
            short
                .then(|| U256::from_str_radix(digits, radix).ok())
                .flatten()
        };
        Some(Self {
            own: number(own)?,
            all: number(all)?,
            sure: radix == 16,
        })
    }

    /// Returns the games in the position, on the given board or else on the usual one.
    ///
    /// # Errors
    /// Returns the first error on the given board.
    pub(super) fn readings(&self, options: Options) -> Result<Vec<Reading>, ImportError> {
        self.on(options.rules, options).or_else(|error| {
            self.on(
                Rules::CLASSIC,
                Options {
                    rules: Rules::CLASSIC,
                    ..options
                },
            )
            .map_err(|_| error)
        })
    }

    fn on(&self, rules: Rules, options: Options) -> Result<Vec<Reading>, ImportError> {
        if self.own & !self.all != U256::ZERO {
            return Err(ImportError::Mask);
        }
        let (columns, rows) = (usize::from(rules.columns()), usize::from(rules.rows()));
        // Two players with gravity, or else the same board with the usual rules.
        let rules = Rules::new(RulesConfig {
            players: 2,
            gravity: true,
            ..rules.config()
        });
        let options = Options {
            rules: rules.map_err(ImportError::Rules)?,
            ..options
        };
        let has = |bits: U256, column: usize, row: usize| {
            bits >> (column * (rows + 1) + row) as u32 & U256::ONE == U256::ONE
        };
        let cells = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
        let found = cells
            .filter(|(column, row)| has(self.all, *column, *row))
            .count();
        if found != self.all.count_ones() as usize {
            return Err(ImportError::OffBoard(options.rules));
        }
        // The first player has as many pieces as the other one if it's their turn.
        let own_count = self.own.count_ones() as usize;
        let other_count = found - own_count;
        let movers = match options.to_move {
            _ if own_count == other_count => vec![0],
            _ if own_count + 1 == other_count => vec![1],
            Some(player @ 0..2) => vec![player],
            _ => vec![0, 1],
        };
        let board = |mover: usize| {
            let owner = |column: usize, row: usize| {
                let owner = if has(self.own, column, row) {
                    mover
                } else {
                    1 - mover
                };
                has(self.all, column, row).then_some(owner)
            };
            let row = |row: usize| (0..columns).map(|column| owner(column, row)).collect();
            Board::new((0..rows).rev().map(row).collect())
        };
        let readings = |mover: usize| {
            let mut layout = Layout::new(board(mover), Format::Bitboards);
            layout.to_move = Some(mover);
            layout.readings(options)
        };
        if let [mover] = movers[..] {
            return readings(mover);
        }
        let mut all = Vec::new();
        for mover in movers {
            let player = options.rules.player_after(mover);
            let readings = readings(mover)?.into_iter();
            all.extend(readings.map(|reading| reading.with_choice(Choice::ToMove(player))));
        }
        Ok(all)
    }
}
