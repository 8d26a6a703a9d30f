//! Moves in any notation: column numbers, column letters or cells, with any separators, move
//! numbers and comments.

use super::{
    error::ImportError,
    reading::{Choice, Format, Note, Options, Reading},
    source::{IGNORED, Source},
};
use four_shapes_rules::{
    Cell, Column, Game, Rules,
    notation::{self, NotationError, Problem, parse_number},
};
use std::ops::Range;

/// What may stand between moves, besides white space.
const SEPARATORS: &str = ",;:.|/\\-_()[]{}<>'\"`~=+&!?*→•·…│";

/// Words that may stand before all moves, with `:` or `=` after them.
const TITLES: [&str; 12] = [
    "moves", "move", "game", "games", "position", "pos", "sequence", "history", "columns", "cols",
    "actions", "record",
];

/// Results of games at the end of the moves.
const RESULTS: [&str; 5] = ["1/2-1/2", "½-½", "1-0", "0-1", "*"];

/// The maximum number of moves and move numbers of a text: many more than those of the longest
/// game.
const MAX_TOKENS: usize = 2_000;

/// The minimum number of letters of a word that isn't a few moves.
const MIN_WORD: usize = 3;

/// A swap, which can be abbreviated to its first letter.
const SWAP: &str = "swap";

/// Reads moves; all readings if they can be counted from 0 or from 1.
///
/// # Errors
/// Returns the first error.
pub(super) fn read(source: &Source<'_>, options: Options) -> Result<Vec<Reading>, ImportError> {
    let moves = Moves::find(source.text(), options.rules);
    if moves.tokens.is_empty() {
        return Err(ImportError::Unknown);
    }
    let mut results = Vec::new();
    for first in moves.first_columns(options) {
        results.push((*first, moves.play(source, options.rules, *first)));
    }
    if results.len() > 1 {
        // Of two readings only those without moves after the end are likely.
        let is_complete = |(_, result): &(u8, Result<Played, _>)| {
            result.as_ref().is_ok_and(|played| played.dropped == 0)
        };
        if results.iter().any(is_complete) {
            results.retain(is_complete);
        } else {
            results.truncate(1);
        }
    }
    let several = results.len() > 1;
    let readings = results.into_iter().map(|(first, played)| {
        let reading = moves.reading(played?, first);
        Ok(if several {
            reading.with_choice(Choice::FirstColumn(first))
        } else {
            reading
        })
    });
    let readings: Result<_, ImportError> = readings.collect();
    readings.map_err(|error| match error {
        ImportError::Moves(_) | ImportError::Mixed { .. }
            if is_prose(source.text(), options.rules) =>
        {
            ImportError::Unknown
        }
        error => error,
    })
}

/// Returns whether a text starts with words that can't be letters of columns, or has nothing that
/// a move consists of.
fn is_prose(text: &str, rules: Rules) -> bool {
    let text = &text[title(text)..];
    let start = text.split(|c: char| c.is_ascii_digit()).next();
    let is_column = |c: char| {
        let index = u32::from(c.to_ascii_lowercase()).checked_sub(u32::from('a'));
        index.is_some_and(|index| index < rules.columns().into())
    };
    let is_word = |word: &str| {
        let letters = word.chars().filter(|c| c.is_alphabetic());
        letters.count() >= MIN_WORD
            && !word.chars().all(is_column)
            && !word.eq_ignore_ascii_case(SWAP)
    };
    let mut words = start
        .unwrap_or_default()
        .split(|c: char| !c.is_alphabetic());
    words.any(is_word) || !text.contains(|c: char| c.is_ascii_alphanumeric())
}

/// Returns whether a text has move numbers.
pub(super) fn is_numbered(text: &str, rules: Rules) -> bool {
    let tokens = Scan::find(text).tokens;
    has_move_numbers(&tokens, rules)
}

/// Returns whether a text is a single move.
pub(super) fn is_single(text: &str, rules: Rules) -> bool {
    let separator = |c: char| c.is_whitespace() || SEPARATORS.contains(c) || c == IGNORED;
    let word = text.trim_matches(separator);
    let digits = word.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let max = if digits.len() == word.len() && has_digits(rules) {
        1
    } else {
        2
    };
    let letters = word.len() - digits.len();
    let is_move = letters == 0 && !digits.is_empty() || letters == 1;
    is_move && digits.len() <= max && digits.bytes().all(|b| b.is_ascii_digit())
        || word.eq_ignore_ascii_case(SWAP)
}

/// Returns whether each digit is a move.
fn has_digits(rules: Rules) -> bool {
    rules.columns() <= 9
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One or more digits.
    Number,
    /// A letter.
    Letter,
    /// A letter and digits.
    Cell,
    /// A swap.
    Swap,
    /// Anything else that isn't a separator.
    Unknown,
    /// What follows after the maximum number of tokens.
    Excess,
}

/// A move, several digits that are moves, or a move number.
#[derive(Clone, Copy, Debug)]
struct Token<'a> {
    /// The byte at which it starts.
    start: usize,
    text: &'a str,
    kind: Kind,
    /// Whether it is a number with a full stop, a bracket or a colon after it.
    dotted: bool,
}

impl Token<'_> {
    /// Returns whether it names a column or a cell with a letter.
    fn is_lettered(&self) -> bool {
        matches!(self.kind, Kind::Letter | Kind::Cell)
    }

    /// Returns the digits of a number as tokens.
    fn digits(self) -> impl Iterator<Item = Self> {
        let end = if self.kind == Kind::Number {
            self.text.len()
        } else {
            1
        };
        (0..end).map(move |index| match self.kind {
            Kind::Number => Self {
                start: self.start + index,
                text: &self.text[index..=index],
                ..self
            },
            _ => self,
        })
    }
}

/// A text, and what was found in it.
struct Scan<'a> {
    text: &'a str,
    /// The byte from which on the text is not read yet.
    offset: usize,
    tokens: Vec<Token<'a>>,
    /// Whether tokens are separated by commas or are in brackets.
    is_list: bool,
    /// Whether there are dashes between tokens, which could look like a result.
    has_dashes: bool,
    /// Whether there are tags, comments or marks.
    has_comments: bool,
    /// The bytes of the result at the end.
    result: Option<Range<usize>>,
    /// The byte of the first `}` that was found, if it is not before the offset.
    brace: Option<usize>,
    /// The byte of the last letter or digit.
    last_move: Option<usize>,
}

impl<'a> Scan<'a> {
    fn find(text: &'a str) -> Self {
        let mut scan = Self {
            text,
            offset: title(text),
            tokens: Vec::new(),
            is_list: false,
            has_dashes: false,
            has_comments: false,
            result: None,
            brace: text.find('}'),
            last_move: text.rfind(|c: char| c.is_ascii_alphanumeric()),
        };
        while let Some(next) = scan.rest().chars().next()
            && scan.tokens.len() <= MAX_TOKENS
        {
            if next.is_whitespace() || next == IGNORED {
                scan.offset += next.len_utf8();
                continue;
            }
            let skipped = scan.tag().or_else(|| scan.result());
            match skipped.or_else(|| scan.comment()) {
                Some(length) => scan.offset += length,
                None => scan.read(next),
            }
        }
        scan
    }

    /// Returns the text that is not read yet.
    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    /// Returns the character before.
    fn before(&self) -> Option<char> {
        self.text[..self.offset].chars().next_back()
    }

    /// Returns the length of the tag that follows: `[Event "x"]` on its own line.
    fn tag(&mut self) -> Option<usize> {
        let rest = self.rest().strip_prefix('[')?;
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic())
            || self.before().is_some_and(|c| c != '\n')
        {
            return None;
        }
        let line = rest.lines().next()?;
        let is_tag = line.contains('"') && line.trim_end().ends_with(']');
        self.has_comments |= is_tag;
        is_tag.then_some(1 + line.len())
    }

    /// Returns the length of the comment in braces that follows, unless they contain the moves.
    fn comment(&mut self) -> Option<usize> {
        if !self.rest().starts_with('{') {
            return None;
        }
        if self.brace.is_some_and(|brace| brace < self.offset) {
            self.brace = self.rest().find('}').map(|length| self.offset + length);
        }
        let end = self.brace? + 1;
        let is_comment = !self.tokens.is_empty() || self.last_move.is_some_and(|last| last > end);
        self.has_comments |= is_comment;
        is_comment.then_some(end - self.offset)
    }

    /// Returns the length of the result that follows at the end.
    fn result(&mut self) -> Option<usize> {
        if self.has_dashes || self.tokens.is_empty() || !self.before()?.is_whitespace() {
            return None;
        }
        let rest = self.rest();
        let is_result = |result: &&&str| {
            let after = rest.strip_prefix(**result);
            after.is_some_and(|after| after.trim_start().is_empty())
        };
        let length = RESULTS.iter().find(is_result)?.len();
        self.result = Some(self.offset..self.offset + length);
        Some(length)
    }

    /// Reads a token or a separator that starts with a character.
    fn read(&mut self, next: char) {
        let rest = self.rest();
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let signed = next == '-' && digits(&rest[1..]) > 0 && {
            let before = self.before();
            before.is_none_or(|c| c.is_whitespace() || ",[(".contains(c))
        };
        let (length, kind) = match next {
            '0'..='9' => (digits(rest), Kind::Number),
            '$' if digits(&rest[1..]) > 0 && !self.tokens.is_empty() => {
                self.has_comments = true;
                self.offset += 1 + digits(&rest[1..]);
                return;
            }
            _ if signed => (1 + digits(&rest[1..]), Kind::Unknown),
            _ if next.is_ascii_alphabetic() => match rest.get(..SWAP.len()) {
                Some(word) if word.eq_ignore_ascii_case(SWAP) => (SWAP.len(), Kind::Swap),
                _ if next.eq_ignore_ascii_case(&'s') => (1, Kind::Swap),
                _ => match digits(&rest[1..]) {
                    0 => (1, Kind::Letter),
                    digits => (1 + digits, Kind::Cell),
                },
            },
            _ => {
                self.separator(next);
                return;
            }
        };
        let after = &rest[length..];
        let zeros = if kind == Kind::Number {
            zeros_after_point(after)
        } else {
            0
        };
        self.tokens.push(Token {
            start: self.offset,
            text: &rest[..length],
            kind,
            dotted: zeros == 0 && after.starts_with(['.', ')', ':']),
        });
        self.offset += length + zeros;
    }

    /// Reads a character that is not part of a move.
    fn separator(&mut self, next: char) {
        if !SEPARATORS.contains(next) {
            self.tokens.push(Token {
                start: self.offset,
                text: &self.rest()[..next.len_utf8()],
                kind: Kind::Unknown,
                dotted: false,
            });
        }
        self.is_list |= ",[({".contains(next);
        self.has_dashes |= next == '-';
        self.has_comments |= "!?".contains(next);
        self.offset += next.len_utf8();
    }
}

/// Returns the length of the word before all moves, such as `moves:`, or 0.
fn title(text: &str) -> usize {
    let start = text.find(|c: char| c.is_alphanumeric()).unwrap_or(0);
    let rest = &text[start..];
    let length = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    let after = rest[length..].trim_start_matches(['"', '\'', ' ']);
    let is_title = TITLES
        .iter()
        .any(|title| title.eq_ignore_ascii_case(&rest[..length]));
    if is_title && after.starts_with([':', '=']) {
        start + length
    } else {
        0
    }
}

/// Returns the length of a point and zeros that end a number, or 0.
fn zeros_after_point(text: &str) -> usize {
    let Some(zeros) = text.strip_prefix('.') else {
        return 0;
    };
    let count = zeros.bytes().take_while(|b| *b == b'0').count();
    let next = zeros[count..].chars().next();
    let ends = next.is_none_or(|c| c != '.' && !c.is_alphanumeric());
    if count > 0 && ends { 1 + count } else { 0 }
}

/// Returns whether a token can be a move number, if there are any. Letters tell moves from numbers
/// without a full stop.
fn is_move_number(token: &Token<'_>, lettered: bool) -> bool {
    token.kind == Kind::Number && (lettered || token.dotted)
}

/// Returns whether numbers are move numbers: consecutive ones from 1, with at most one move of
/// each player after them.
fn has_move_numbers(tokens: &[Token<'_>], rules: Rules) -> bool {
    let lettered = tokens.iter().any(Token::is_lettered);
    let max = usize::from(rules.players().max(2));
    let (mut last, mut moves) = (0, 1);
    for token in tokens {
        if is_move_number(token, lettered) {
            let number: Option<usize> = parse_number(token.text);
            // 1. d1 1... d2
            let again = token.dotted && number == Some(last) && moves == 1;
            if moves == 0 || number != Some(last + 1) && !again {
                return false;
            }
            last = number.unwrap_or(last);
            moves = 0;
        } else {
            moves += match token.kind {
                Kind::Number if has_digits(rules) => token.text.len(),
                _ => 1,
            };
            if last == 0 || moves > max {
                return false;
            }
        }
    }
    last > 1 || last == 1 && moves > 0
}

/// Marks numbers after a comma that aren't whole ones, such as a time: `44455,-3,0.2`.
fn mark_fractions<'a>(text: &'a str, tokens: &mut [Token<'a>]) {
    for index in 1..tokens.len() {
        let [integer, digits] = [tokens[index - 1], tokens[index]];
        let end = integer.start + integer.text.len();
        let is_fraction = [integer.kind, digits.kind] == [Kind::Number; 2]
            && &text[end..digits.start] == "."
            && text[..integer.start].trim_end().ends_with([',', ';']);
        if is_fraction {
            tokens[index - 1] = Token {
                text: &text[integer.start..digits.start + digits.text.len()],
                kind: Kind::Unknown,
                ..integer
            };
        }
    }
}

/// The moves of a text, without move numbers.
struct Moves<'a> {
    tokens: Vec<Token<'a>>,
    /// The kind of the first move that isn't a swap.
    kind: Option<Kind>,
    /// Whether they could be a list of numbers from 0.
    is_list: bool,
    numbered: bool,
    notes: Vec<Note>,
}

impl<'a> Moves<'a> {
    fn find(text: &'a str, rules: Rules) -> Self {
        let found = Scan::find(text);
        let mut tokens = found.tokens;
        let numbered = has_move_numbers(&tokens, rules);
        let mut notes = Vec::new();
        if numbered {
            let lettered = tokens.iter().any(Token::is_lettered);
            tokens.retain(|token| !is_move_number(token, lettered));
            notes.push(Note::MoveNumbers);
        } else {
            mark_fractions(text, &mut tokens);
        }
        if found.has_comments {
            notes.push(Note::Comments);
        }
        let result = found.result.map(|result| text[result].to_owned());
        notes.extend(result.map(Note::Result));
        let single = tokens
            .iter()
            .all(|token| token.kind != Kind::Number || token.text.len() == 1);
        if has_digits(rules) {
            let digits = tokens.into_iter().flat_map(Token::digits);
            tokens = digits.take(MAX_TOKENS + 1).collect();
        }
        if let Some(excess) = tokens.get_mut(MAX_TOKENS) {
            excess.kind = Kind::Excess;
        }
        tokens.truncate(MAX_TOKENS + 1);
        let mut kinds = tokens.iter().map(|token| token.kind);
        Self {
            kind: kinds.find(|kind| matches!(kind, Kind::Number | Kind::Letter | Kind::Cell)),
            is_list: found.is_list && single && !numbered && has_digits(rules),
            tokens,
            numbered,
            notes,
        }
    }

    /// Returns the possible numbers of the leftmost column, the most likely first.
    fn first_columns(&self, options: Options) -> &'static [u8] {
        let has = |number: &str| self.tokens.iter().any(|token| token.text == number);
        match options.first_column {
            _ if self.kind != Some(Kind::Number) => &[1],
            Some(0) => &[0],
            None if has("0") && !has(&options.rules.columns().to_string()) => &[0],
            None if self.is_list && !has("0") => &[1, 0],
            Some(_) | None => &[1],
        }
    }

    /// Plays the moves up to the end of the game.
    fn play(&self, source: &Source<'_>, rules: Rules, first: u8) -> Result<Played, ImportError> {
        let mut game = Game::new(rules);
        let mut dropped = 0;
        for token in &self.tokens {
            let quote = || {
                let at = source.at(token.start);
                (at, source.quote(at, token.text.chars().count()))
            };
            let error = |problem| {
                let (at, text) = quote();
                ImportError::Moves(NotationError { at, text, problem })
            };
            let action = token.action(rules, first).map_err(error)?;
            if let Some(kind) = self.kind
                && ![kind, Kind::Swap].contains(&token.kind)
            {
                let (at, text) = quote();
                let before = format(kind);
                return Err(ImportError::Mixed { at, text, before });
            }
            if game.turn().is_none() {
                dropped += 1;
                continue;
            }
            play(&mut game, action).map_err(error)?;
        }
        Ok(Played { game, dropped })
    }

    fn reading(&self, played: Played, first: u8) -> Reading {
        let format = if self.numbered {
            Format::Numbered
        } else {
            self.kind.map_or(Format::Columns, format)
        };
        let mut notes = self.notes.clone();
        if first == 0 {
            notes.push(Note::CountedFromZero);
        }
        if played.dropped > 0 {
            notes.push(Note::AfterEnd {
                kept: played.game.cursor(),
                dropped: played.dropped,
            });
        }
        Reading::new(played.game, format, notes)
    }
}

/// A game, and the number of moves after its end.
struct Played {
    game: Game,
    dropped: usize,
}

/// Returns the format of moves of a kind.
fn format(kind: Kind) -> Format {
    match kind {
        Kind::Letter => Format::Letters,
        Kind::Cell => Format::Cells,
        _ => Format::Columns,
    }
}

/// What a token means.
#[derive(Clone, Copy, Debug)]
enum Action {
    Swap,
    Drop(Column),
    Place(Cell),
}

impl Token<'_> {
    /// Parses the token, if the leftmost column has the number `first`.
    fn action(&self, rules: Rules, first: u8) -> Result<Action, Problem> {
        let (columns, rows) = (rules.columns(), rules.rows());
        let not_a_cell = Problem::NotACell { columns, rows };
        let drop = |column: Option<usize>| {
            if !rules.gravity() {
                return Err(not_a_cell);
            }
            let column = column.and_then(|index| rules.column(index));
            column.map(Action::Drop).ok_or(Problem::NotAColumn {
                first,
                last: u16::from(first) + u16::from(columns) - 1,
            })
        };
        match self.kind {
            Kind::Swap => Ok(Action::Swap),
            Kind::Cell => {
                let cell = notation::parse_cell(rules, &self.text.to_ascii_uppercase());
                cell.map(Action::Place).map_err(|_| not_a_cell)
            }
            Kind::Letter => {
                let letter = self.text.bytes().next();
                drop(letter.map(|letter| usize::from(letter.to_ascii_uppercase() - b'A')))
            }
            Kind::Number => {
                let number = if self.text == "0" {
                    Some(0)
                } else {
                    parse_number(self.text)
                };
                drop(number.and_then(|number: usize| number.checked_sub(first.into())))
            }
            Kind::Unknown => drop(None),
            Kind::Excess => Err(Problem::GameOver),
        }
    }
}

/// Plays a move of a game that isn't over.
fn play(game: &mut Game, action: Action) -> Result<(), Problem> {
    let cell = match action {
        Action::Swap => {
            let turn = game.turn().ok_or(Problem::GameOver)?;
            return turn.swap().map_err(Problem::Swap);
        }
        Action::Drop(column) => game.position().landing(column),
        Action::Place(cell) => Ok(cell),
    };
    let turn = game.turn().ok_or(Problem::GameOver)?;
    cell.and_then(|cell| turn.play(cell))
        .map_err(Problem::Illegal)
}
