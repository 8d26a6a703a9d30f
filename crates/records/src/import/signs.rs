//! The signs of pieces and of empty cells.

use super::{
    board::{Board, FirstRow, Layout},
    error::ImportError,
    reading::{Choice, Edge, Format, Note, Options, Reading},
    source::IGNORED,
};
use four_shapes_rules::{Rules, Status, text::is_plain};
use std::cmp::Reverse;

/// The sign of a blank cell in a frame.
pub(super) const BLANK: char = ' ';

/// The sign of the number -1. No text has it, see `source`.
const MINUS_ONE: char = '\u{2212}';

/// The first sign of the players whose pieces have two letters, `Aa` and so on.
const PAIRS: u32 = 0xe000;

/// The pieces of a winning line in our own pictures by letters.
const WINNING: char = '$';

/// Signs that are always empty cells, unless cells are blank.
const EMPTY: &str = "._-·∙•*+⬜⬛▢□◻◼▫▪";

/// Signs that are empty cells if nothing else is, the most likely first.
const MAYBE_EMPTY: &str = "⚪○⚫●";

/// Returns the sign of a cell: one character, a number such as `-1` or `1.0`, a letter pair of
/// our own pictures, or a marked piece such as `[X]`. `None` if it is anything else.
pub(super) fn sign(cell: &str) -> Option<char> {
    let cell = cell.trim_matches(|c: char| c.is_whitespace() || c == IGNORED);
    if let "" | "None" | "null" | "nil" = cell {
        return Some(BLANK);
    }
    let mut signs = cell.chars().filter(|c| *c != IGNORED);
    match (signs.next(), signs.next(), signs.next(), signs.next()) {
        (Some(sign), None, ..) => is_plain(sign).then_some(sign),
        (Some(first @ 'A'..='Z'), Some(second @ 'a'..='z'), None, _) => {
            let index =
                (u32::from(first) - u32::from('A') + 1) * 26 + u32::from(second) - u32::from('a');
            char::from_u32(PAIRS + index)
        }
        (Some('['), Some(sign), Some(']'), None) | (Some('('), Some(sign), Some(')'), None) => {
            Some(sign)
        }
        _ => number(cell),
    }
}

/// Returns the sign of a number of one digit, which may have a sign and zeros after the point.
fn number(cell: &str) -> Option<char> {
    let (integer, zeros) = cell.split_once('.').unwrap_or((cell, ""));
    if zeros.bytes().any(|b| b != b'0') {
        return None;
    }
    match integer.strip_prefix('+').unwrap_or(integer).as_bytes() {
        b"-0" => Some('0'),
        b"-1" => Some(MINUS_ONE),
        [digit @ b'0'..=b'9'] => Some((*digit).into()),
        _ => None,
    }
}

/// Returns the sign of a plain piece for that of a piece in a winning line in our own pictures.
pub(super) fn plain(sign: char) -> char {
    let marked = "◉⭔□△☆✛◇♡☽⬡".chars().zip(SHAPES.chars());
    let mut plain = marked.filter(|(marked, _)| *marked == sign);
    plain.next().map_or(sign, |(_, plain)| plain)
}

/// Returns whether a sign is always that of an empty cell.
pub(super) fn is_empty(sign: char) -> bool {
    sign == BLANK || EMPTY.contains(sign)
}

/// Our own shapes, in the order of the players.
const SHAPES: &str = "⬤⬟■▲★✚◆♥☾⬢";

/// Signs of pieces in the order of the players.
const ORDERS: [&str; 22] = [
    "123456789",
    "1\u{2212}",
    "0123456789",
    "XOABCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnopqrstuvwxyz0123456789#@%&+*=?!$~^<",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789#@%&+*=?!~^<>",
    "xo",
    "X0",
    "x0",
    "RYBG",
    "rybg",
    "RB",
    "rb",
    SHAPES,
    "🔴🟡🔵🟢",
    "🟥🟨🟦🟩",
    "🔴🔵",
    "🟥🟦",
    "🔴⚫",
    "●○",
    "⚫⚪",
    "❌⭕",
    "🔴🔵🟢🟠🟣🟤",
];

/// The orders of the pictures that `export` writes for more than two players.
const OWN_ORDERS: [usize; 2] = [ORDERS.len(), ORDERS.len() - 1];

/// Returns the place of a sign in an order, from 0. The last order is that of the letters of a
/// position in one line.
fn place(order: usize, sign: char) -> Option<usize> {
    match (ORDERS.get(order), sign) {
        (Some(order), _) => order.chars().position(|c| c == sign),
        (None, 'a'..='z') => Some(sign as usize - 'a' as usize),
        (None, _) => (sign as usize)
            .checked_sub(PAIRS as usize)
            .filter(|i| *i < 1_000),
    }
}

/// Returns how early a sign is usually in the order of the players.
fn rank(sign: char) -> u8 {
    match sign {
        '1' | 'X' | 'x' | 'R' | 'r' | 'A' | 'a' | '🔴' | '🟥' | '❌' | '⬤' => 0,
        '●' | '⚫' => 1,
        '2' | MINUS_ONE | 'O' | 'o' | 'Y' | 'y' | 'B' | 'b' | '0' | '🟡' | '🟨' | '🔵' | '🟦'
        | '⭕' => 2,
        '○' | '⚪' => 3,
        '3' | 'C' | 'c' | 'G' | 'g' | '🟢' | '🟩' => 4,
        '🟠' | '🟧' => 5,
        '🟣' | '🟪' => 6,
        '🟤' | '🟫' => 7,
        _ => 8,
    }
}

/// A sign and the number of cells with it.
type Count = (char, usize);

/// Counts the signs, in the order of their first cells.
fn counts(rows: &[Vec<char>]) -> Vec<Count> {
    let mut counts: Vec<Count> = Vec::new();
    for sign in rows.iter().flatten() {
        match counts.iter_mut().find(|(other, _)| other == sign) {
            Some((_, count)) => *count += 1,
            None => counts.push((*sign, 1)),
        }
    }
    counts
}

/// Returns the possible sets of signs of empty cells.
fn empty_signs(counts: &[Count]) -> Vec<Vec<char>> {
    let has = |sign: char| counts.iter().any(|(other, _)| *other == sign);
    if has(BLANK) {
        return vec![vec![BLANK]];
    }
    let certain: Vec<char> = EMPTY.chars().filter(|sign| has(*sign)).collect();
    if !certain.is_empty() {
        return vec![certain];
    }
    // With very many players it is a piece.
    if has('0') && counts.len() <= 10 {
        // Nought and cross on a full board.
        let cross = counts.len() == 2 && (has('X') || has('x'));
        return if cross {
            vec![vec!['0'], vec![]]
        } else {
            vec![vec!['0']]
        };
    }
    let mut sets: Vec<Vec<char>> = MAYBE_EMPTY
        .chars()
        .filter(|sign| has(*sign))
        .map(|sign| vec![sign])
        .collect();
    if sets.len() != 1 {
        sets.push(Vec::new());
    }
    sets
}

/// Returns the signs of the players, and whether they are usual ones.
fn players(pieces: &[Count], given: usize) -> (Vec<(char, usize)>, bool) {
    let limit = pieces.len().max(2).max(given);
    let in_order = |order: usize| -> Option<Vec<(char, usize)>> {
        let places = pieces
            .iter()
            .map(|(sign, _)| Some((*sign, place(order, *sign)?)));
        let places: Vec<_> = places.collect::<Option<_>>()?;
        places
            .iter()
            .all(|(_, place)| *place < limit)
            .then_some(places)
    };
    // Many players have the signs of our own pictures.
    let own = if given > 2 { &OWN_ORDERS[..] } else { &[] };
    let own = own.iter().find_map(|order| in_order(*order));
    // Letters and digits are in several orders; the numbers of pieces can tell the right one.
    let best = own.or_else(|| {
        let orders = (0..=ORDERS.len()).filter_map(in_order);
        orders.min_by_key(|places| {
            let last = places.iter().map(|(_, place)| *place).max();
            (last, !take_turns(pieces, places))
        })
    });
    if let Some(best) = best {
        return (best, true);
    }
    let mut sorted: Vec<(usize, &Count)> = pieces.iter().enumerate().collect();
    sorted.sort_by_key(|(seen, (sign, count))| (rank(*sign), Reverse(*count), *seen));
    // Of two players only the second has pieces.
    let first = match sorted[..] {
        [(_, (sign, _))] if matches!(rank(*sign), 2..=3) => 1,
        _ => 0,
    };
    let signs = sorted.iter().map(|(_, (sign, _))| *sign).zip(first..);
    (signs.collect(), false)
}

/// Returns whether a sign is of the same kind as those of pieces.
fn belongs(sign: char, pieces: &[Count]) -> bool {
    (0..=ORDERS.len()).any(|order| {
        let is_in = |sign: char| place(order, sign).is_some();
        is_in(sign) && pieces.iter().all(|(sign, _)| is_in(*sign))
    })
}

/// Returns whether the numbers of pieces are those of players who take turns from the first on.
fn take_turns(pieces: &[Count], places: &[(char, usize)]) -> bool {
    let mut counts = vec![0; places.iter().map(|(_, place)| place + 1).max().unwrap_or(0)];
    for ((_, count), (_, place)) in pieces.iter().zip(places) {
        counts[*place] = *count;
    }
    let range = counts.first().zip(counts.last());
    counts.is_sorted_by(|one, next| one >= next)
        && range.is_none_or(|(first, last)| first - last <= 1)
}

/// Rows of signs from the top, and what is known of them.
pub(super) struct Signs {
    /// The rows, which all have the same length.
    pub(super) rows: Vec<Vec<char>>,
    /// What the text looks like.
    pub(super) format: Format,
    /// The sign or the index of the player to move, if the text says so.
    pub(super) to_move: Option<ToMove>,
    /// Which row the first one is.
    pub(super) first_row: FirstRow,
}

/// The player to move as a text says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ToMove {
    /// The index of the player.
    Index(usize),
    /// One of these signs.
    Signs(String),
}

impl Signs {
    /// Returns the games that start in the position.
    ///
    /// # Errors
    /// Returns the reason if there are none.
    pub(super) fn readings(&self, options: Options) -> Result<Vec<Reading>, ImportError> {
        let (columns, rows) = (self.rows.first().map_or(0, Vec::len), self.rows.len());
        if columns.max(rows) > Rules::MAX_SIDE as usize {
            return Err(ImportError::Size {
                format: self.format,
                columns,
                rows,
            });
        }
        let counts = counts(&self.rows);
        let mut sets = empty_signs(&counts);
        if sets.len() > 1 {
            let obeying = |edge: Edge| {
                let obeys =
                    |set: &&Vec<char>| !set.is_empty() && self.board(set, &[]).obeys_gravity(edge);
                sets.iter().filter(obeys).cloned().collect::<Vec<_>>()
            };
            let full = sets.last().cloned().unwrap_or_default();
            sets = [obeying(Edge::Top), obeying(Edge::Bottom), vec![full]]
                .into_iter()
                .find(|sets| !sets.is_empty())
                .unwrap_or_default();
        }
        if let [set] = &sets[..] {
            let read = self.with_empty(set, &counts, options);
            // Empty cells may have the colour of the board itself.
            let board = counts.iter().max_by_key(|(_, count)| *count);
            let board = board.filter(|(sign, _)| set.is_empty() && !sign.is_ascii());
            return read.or_else(|error| {
                let (sign, _) = board.ok_or_else(|| error.clone())?;
                let read = self.with_empty(&[*sign], &counts, options);
                read.map_err(|_| error)
            });
        }
        let results = sets
            .iter()
            .map(|set| (set, self.with_empty(set, &counts, options)));
        let (read, errors): (Vec<_>, Vec<_>) = results.partition(|(_, result)| result.is_ok());
        let first = |(set, result): (&Vec<char>, Result<Vec<Reading>, _>)| {
            let reading = result.ok()?.into_iter().next()?;
            Some(reading.with_choice(Choice::Empty(*set.first()?)))
        };
        match (read.len(), errors.into_iter().next()) {
            (0, Some((_, error))) => error,
            (1, _) => read.into_iter().next().expect("there is one").1,
            _ => Ok(read.into_iter().filter_map(first).collect()),
        }
    }

    /// Returns the games if some signs are those of empty cells.
    fn with_empty(
        &self,
        empty: &[char],
        counts: &[Count],
        options: Options,
    ) -> Result<Vec<Reading>, ImportError> {
        let is_piece = |(sign, _): &&Count| !empty.contains(sign);
        let mut pieces: Vec<Count> = counts.iter().filter(is_piece).copied().collect();
        let given = options.rules;
        let same_size = usize::from(given.rows()) == self.rows.len()
            && self
                .rows
                .first()
                .is_some_and(|row| row.len() == usize::from(given.columns()));
        let given = if same_size {
            usize::from(given.players())
        } else {
            0
        };
        let is_letter = |(sign, _): &Count| sign.is_ascii_alphanumeric();
        let winning = pieces.iter().position(|(sign, _)| *sign == WINNING);
        if let Some(winning) = winning
            && pieces
                .iter()
                .enumerate()
                .all(|(i, piece)| i == winning || is_letter(piece))
        {
            pieces.remove(winning);
            return self.with_winner(empty, &pieces, given, options);
        }
        // A player to move may have no pieces.
        if let Some(ToMove::Signs(signs)) = &self.to_move
            && !pieces.iter().any(|(sign, _)| signs.contains(*sign))
        {
            let signs = signs.chars().filter(|sign| belongs(*sign, &pieces));
            let same_case = |sign: &char| {
                let is_same = |(piece, _): &Count| piece.is_lowercase() == sign.is_lowercase();
                pieces.iter().any(is_same)
            };
            if let Some(sign) = signs.min_by_key(|sign| !same_case(sign)) {
                pieces.push((sign, 0));
            }
        }
        let (signs, usual) = players(&pieces, given);
        self.layout(empty, &signs, usual).readings(options)
    }

    /// Returns the games in which the pieces of the winning line belong to any player.
    fn with_winner(
        &self,
        empty: &[char],
        pieces: &[Count],
        given: usize,
        options: Options,
    ) -> Result<Vec<Reading>, ImportError> {
        let players = players(pieces, given.max(pieces.len() + 1)).0;
        let last = players.iter().map(|(_, player)| player + 1).max();
        let mut first = None;
        for winner in 0..last.unwrap_or(0).max(given).max(2) {
            let mut signs = players.clone();
            signs.push((WINNING, winner));
            let readings = self.layout(empty, &signs, true).readings(options);
            let is_won = |reading: &Reading| {
                let game = reading.game_match.game();
                let won =
                    matches!(game.status(), Status::Won { player, .. } if player.index() == winner);
                (won, won && game.position().follows_turns())
            };
            match readings
                .as_ref()
                .ok()
                .and_then(|readings| readings.first())
                .map(is_won)
            {
                Some((_, true)) => return readings,
                Some((true, false)) if !matches!(first, Some(Ok(_))) => first = Some(readings),
                _ if first.is_none() && readings.is_err() => first = Some(readings),
                _ => {}
            }
        }
        first.unwrap_or(Err(ImportError::Unknown))
    }

    /// Returns the board with the players of the signs.
    fn board(&self, empty: &[char], players: &[(char, usize)]) -> Board {
        let owner = |sign: &char| {
            let player = players.iter().find(|(other, _)| other == sign);
            let player = player.map_or(0, |(_, player)| *player);
            (!empty.contains(sign)).then_some(player)
        };
        let rows = self.rows.iter().map(|row| row.iter().map(owner).collect());
        Board::new(rows.collect())
    }

    fn layout(&self, empty: &[char], players: &[(char, usize)], usual: bool) -> Layout {
        let mut layout = Layout::new(self.board(empty, players), self.format);
        layout.first_row = self.first_row;
        layout.to_move = match &self.to_move {
            Some(ToMove::Index(index)) => Some(*index),
            Some(ToMove::Signs(signs)) => {
                let player = players.iter().find(|(sign, _)| signs.contains(*sign));
                player.map(|(_, player)| *player)
            }
            None => None,
        };
        if !usual {
            layout.notes.push(Note::Signs(players.to_vec()));
        }
        layout
    }
}
