//! Pictures of boards: rows of signs, with or without a frame and labels.

use super::{
    board::FirstRow,
    error::ImportError,
    reading::{Format, Note, Options, Reading},
    signs::{self, BLANK, Signs, ToMove},
    source::IGNORED,
};

/// The maximum length of a line of a picture, in bytes.
const MAX_LINE: usize = 400;

/// The maximum number of lines of a text with pictures.
const MAX_LINES: usize = 20_000;

/// The maximum number of rows of a picture, with labels.
const MAX_ROWS: usize = 40;

/// The maximum number of cells and labels of a line.
const MAX_WORDS: usize = 40;

/// The bars between cells.
const BARS: &str = "|│┃║┆┇┊┋";

/// The characters of the lines between rows, besides bars and corners.
const RULES: &str = "-_=+~:─━═╌╍┄┅┈┉";

/// The pictures of a text, in order, each with the number of its first line.
pub(super) type Pictures = Vec<(usize, Result<Vec<Reading>, ImportError>)>;

/// Reads all pictures of a text; none if it doesn't look like one.
pub(super) fn read(text: &str, options: Options) -> Pictures {
    let texts: Vec<&str> = text.lines().take(MAX_LINES + 1).collect();
    if texts.len() < 3 || texts.len() > MAX_LINES {
        return Vec::new();
    }
    let lines = classify(&texts, options);
    let named_in = |lines: &[Line<'_>]| {
        lines.iter().find_map(|line| match line {
            Line::Text(text) => to_move(text),
            _ => None,
        })
    };
    let blocks = blocks(&lines);
    let ignored = lines.iter().filter(|line| match line {
        Line::Text(text) => {
            // Such as moves.
            text.contains(|c: char| c.is_ascii_digit())
                && !starts_with_labels(&[text])
                && to_move(text).is_none()
        }
        _ => false,
    });
    // Above one of several pictures it is usually its title.
    let ignored = if blocks.len() == 1 {
        ignored.count()
    } else {
        0
    };
    let mut pictures = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        if block.len() > MAX_ROWS {
            continue;
        }
        let Some(grid) = Grid::new(block, options) else {
            continue;
        };
        // The player to move is named below a picture; that of the only one anywhere.
        let (from, to) = match (&blocks[..], block.last(), blocks.get(index + 1)) {
            ([_], ..) | (_, None, _) => (0, lines.len()),
            (_, Some(last), next) => {
                let next = next.and_then(|next| next.first());
                (last.number, next.map_or(lines.len(), |row| row.number))
            }
        };
        let to_move = lines.get(from..to).and_then(named_in);
        let below = texts.get(grid.numbers.last().copied().unwrap_or(0)..);
        let labelled = below.is_some_and(starts_with_labels);
        let mut readings = match grid.uneven() {
            Some(error) => Err(error),
            None => Signs {
                rows: grid.rows,
                format: Format::Picture,
                to_move,
                first_row: if labelled {
                    FirstRow::UsuallyTop
                } else {
                    FirstRow::Either
                },
            }
            .readings(options),
        };
        if ignored > 0
            && let Ok(readings) = &mut readings
        {
            for reading in readings {
                reading.notes.push(Note::Lines(ignored));
            }
        }
        pictures.push((block[0].number, readings));
    }
    pictures
}

/// Returns whether a line may be part of a picture. Digits are only if they are those of a board.
pub(super) fn is_part(line: &str) -> bool {
    let row = match line_of(line, 1, &Frame::None) {
        Line::Rule(_) => return true,
        Line::Row(row) => row,
        Line::Blank | Line::Text(_) => return line.contains(is_bar),
    };
    let is_of_board = |word: &&str| !word.bytes().all(|b| matches!(b, b'3'..=b'9'));
    row.barred || row.is_labels() || row.words.len() >= 3 && row.words.iter().all(is_of_board)
}

/// Returns whether lines start with labels of columns, after lines between rows. Labels are
/// usually below the bottom row.
fn starts_with_labels(lines: &[&str]) -> bool {
    let mut lines = lines.iter().map(|line| bare(line));
    lines.find(|line| !is_line(line)).is_some_and(|line| {
        let words: Vec<&str> = line
            .split(|c: char| c.is_whitespace() || is_bar(c))
            .collect();
        let words: Vec<&str> = words
            .into_iter()
            .filter(|word| !bare(word).is_empty())
            .collect();
        match words[..] {
            [word] => are_labels(&characters(word).collect::<Vec<_>>(), &[1]),
            _ => are_labels(&words, &[1]),
        }
    })
}

/// A line of a text.
enum Line<'a> {
    /// Nothing.
    Blank,
    /// A line between rows of cells; it may also be a row of empty cells.
    Rule(Option<Row<'a>>),
    /// A row of cells or a row of labels.
    Row(Row<'a>),
    /// Anything else.
    Text(&'a str),
}

/// A row of cells.
#[derive(Clone)]
struct Row<'a> {
    /// The number of the line, from 1.
    number: usize,
    /// The cells and labels.
    words: Vec<&'a str>,
    /// Whether there are bars between the cells.
    barred: bool,
}

impl Row<'_> {
    /// Returns the signs of the cells that have one.
    fn signs(&self) -> impl Iterator<Item = char> {
        self.words.iter().filter_map(|word| signs::sign(word))
    }

    /// Returns whether it is a row of labels of columns.
    fn is_labels(&self) -> bool {
        let words = self.words.iter().map(|word| bare(word));
        let words: Vec<&str> = words.collect();
        let start = words.iter().take_while(|word| word.is_empty()).count();
        let end = words
            .iter()
            .rev()
            .take_while(|word| word.is_empty())
            .count();
        let inner = words.get(start..words.len().saturating_sub(end));
        start <= 2 && inner.is_some_and(|inner| inner.len() >= 3 && are_labels(inner, &[1]))
    }
}

/// Returns a word without what surrounds it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| c.is_whitespace() || c == IGNORED)
}

/// Returns whether the words are consecutive numbers from 0 or 1 or letters from A, with one of
/// the differences. Numbers may have only their last digit.
fn are_labels(words: &[&str], steps: &[i32]) -> bool {
    let number = |word: &str| -> Option<i32> {
        match word.as_bytes() {
            [letter @ (b'A'..=b'Z' | b'a'..=b'z')] => Some(i32::from(letter.to_ascii_lowercase())),
            [b'0'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'] => word.parse().ok(),
            _ => None,
        }
    };
    let numbers = words.iter().map(|word| number(word));
    let Some(numbers) = numbers.collect::<Option<Vec<i32>>>() else {
        return false;
    };
    let first = |min: i32| min == 0 || min == 1 || min == i32::from(b'a');
    steps.iter().any(|step| {
        let follows = |pair: &[i32]| {
            let next = pair[0] + step;
            pair[1] == next || *step == 1 && next == 10 && pair[1] == 0
        };
        let ends = if *step < 0 {
            numbers.last()
        } else {
            numbers.first()
        };
        numbers.windows(2).all(follows) && ends.is_some_and(|end| first(*end))
    })
}

/// Classifies the lines of a text.
fn classify<'a>(lines: &[&'a str], options: Options) -> Vec<Line<'a>> {
    let bars = |line: &str| line.chars().filter(|c| BARS.contains(*c)).count();
    let is_barred =
        |line: &&&'a str| line.len() <= MAX_LINE && bars(line) > 0 && !is_rule(bare(line));
    let barred: Vec<&str> = lines.iter().filter(is_barred).copied().collect();
    let frame = match &barred[..] {
        [_, _, _, ..] if barred.iter().all(|line| bars(line) == 2) => {
            Frame::outer(&barred, options)
        }
        [_, _, _, ..] => Frame::Bars,
        _ => Frame::None,
    };
    let lines = lines.iter().enumerate().map(|(index, line)| {
        let quoted = line.trim_start().strip_prefix("> ").unwrap_or(line);
        line_of(quoted, index + 1, &frame)
    });
    lines.collect()
}

/// The frame of a picture.
enum Frame {
    /// There is none.
    None,
    /// There are bars between the cells.
    Bars,
    /// There are bars only around the rows; the width within, and the first character of every
    /// two that is a cell, or else every character is.
    Outer(usize, Option<usize>),
}

impl Frame {
    /// Returns the frame of rows with two bars each, which may also be that of two or three
    /// columns.
    fn outer(rows: &[&str], options: Options) -> Self {
        let parts = |index: usize| -> Vec<&str> {
            let parts = rows.iter().map(|row| row.split(is_bar).nth(index));
            parts.map(Option::unwrap_or_default).collect()
        };
        let is_outside = |index: usize| {
            let outside: Vec<&str> = parts(index).into_iter().map(bare).collect();
            outside.iter().all(|word| word.is_empty()) || are_labels(&outside, &[1, -1])
        };
        if !is_outside(0) || !is_outside(2) {
            return Self::Bars;
        }
        let inner = parts(1).into_iter();
        let inner: Vec<Vec<char>> = inner
            .map(|inner| inner.chars().filter(|c| *c != IGNORED).collect())
            .collect();
        let width = inner[0].len();
        if width < 3 || inner.iter().any(|row| row.len() != width) {
            return Self::Bars;
        }
        let filled = |parity: usize| {
            let cells = inner
                .iter()
                .flat_map(|row| row.iter().skip(parity).step_by(2));
            cells.filter(|c| **c != BLANK).count()
        };
        let columns = usize::from(options.rules.columns());
        let spaced = |parity: usize| {
            let cells = (width - parity).div_ceil(2);
            let full = filled(parity) == cells * inner.len();
            let wanted = cells == columns || full || width > 15;
            (filled(1 - parity) == 0 && wanted && width != columns).then_some(parity)
        };
        Self::Outer(width, spaced(1).or_else(|| spaced(0)))
    }
}

fn is_bar(c: char) -> bool {
    BARS.contains(c)
}

/// Returns whether a character is part of the lines between rows, and not of a bar.
fn is_rule_char(c: char) -> bool {
    RULES.contains(c) || matches!(c, '\u{2500}'..='\u{257f}') && !is_bar(c)
}

/// Returns whether a text consists of lines, bars and spaces.
fn is_line(text: &str) -> bool {
    let fits = |c: char| is_bar(c) || is_rule_char(c) || c.is_whitespace() || c == IGNORED;
    text.chars().all(fits)
}

/// Returns whether a text is a line between rows and can't be a row of cells.
fn is_rule(text: &str) -> bool {
    let all = |signs: &str| text.chars().all(|c| signs.contains(c));
    let pairs = text.chars().zip(text.chars().skip(1));
    let drawn = |(one, next)| is_rule_char(one) && is_rule_char(next);
    let maybe_cells = all("-") || all("_") || all("+");
    is_line(text) && !maybe_cells && pairs.into_iter().any(drawn)
}

/// Classifies a line.
fn line_of<'a>(line: &'a str, number: usize, frame: &Frame) -> Line<'a> {
    let trimmed = bare(line);
    if trimmed.is_empty() {
        return Line::Blank;
    }
    if line.len() > MAX_LINE || line.contains('`') {
        return Line::Text(trimmed);
    }
    if is_rule(trimmed) {
        return Line::Rule(None);
    }
    let barred = line.contains(is_bar);
    if !barred && !matches!(frame, Frame::None) && is_line(trimmed) {
        return Line::Rule(None);
    }
    let words = match frame {
        Frame::None => plain_words(line),
        Frame::Bars => barred.then(|| line.split(is_bar).collect()),
        Frame::Outer(width, parity) => barred.then(|| outer_words(line, *width, *parity)).flatten(),
    };
    let Some(words) = words.filter(|words| words.len() <= MAX_WORDS) else {
        return Line::Text(trimmed);
    };
    let row = Row {
        number,
        words,
        barred,
    };
    let mut signs = trimmed.chars().filter(|c| !is_bar(*c));
    let first = signs.next().unwrap_or(BLANK);
    let contiguous = barred || !trimmed.contains(char::is_whitespace);
    if contiguous && "-_+".contains(first) && signs.all(|c| c == first) {
        Line::Rule(Some(row))
    } else {
        Line::Row(row)
    }
}

/// Returns the cells of a line with two bars, and what is outside of them.
fn outer_words(line: &str, width: usize, parity: Option<usize>) -> Option<Vec<&str>> {
    let [before, inner, after] = line.split(is_bar).collect::<Vec<_>>()[..] else {
        return None;
    };
    let cells: Vec<&str> = characters(inner).collect();
    if cells.len() != width {
        return None;
    }
    let step = if parity.is_some() { 2 } else { 1 };
    let cells = cells.into_iter().skip(parity.unwrap_or(0)).step_by(step);
    Some([before].into_iter().chain(cells).chain([after]).collect())
}

/// Returns the characters of a text that have a width, as words.
fn characters(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.char_indices().filter(|(_, c)| *c != IGNORED);
    starts.map(|(start, c)| &text[start..start + c.len_utf8()])
}

/// Returns the cells of a line without bars: words of one sign each, or one word of several
/// signs, with labels before or after it. `None` if it is neither.
fn plain_words(line: &str) -> Option<Vec<&str>> {
    let separator = |c: char| c.is_whitespace() || ",;[](){}'\"".contains(c);
    let words: Vec<&str> = line
        .split(separator)
        .filter(|word| !bare(word).is_empty())
        .collect();
    let is_label = |word: &str| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
    let is_cell = |word: &str| signs::sign(word).is_some();
    if let [first, inner @ .., last] = &words[..]
        && !inner.is_empty()
        && inner.iter().all(|word| is_cell(word))
        && [first, last]
            .iter()
            .all(|word| is_cell(word) || is_label(word))
    {
        return Some(words);
    }
    // Signs without spaces between them.
    let long = |word: &&&str| characters(word).count() >= 3;
    let mut cells = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let at_end = index == 0 || index + 1 == words.len();
        if words.len() > 1 && at_end && is_label(word) && words.iter().any(|word| long(&word)) {
            cells.push(*word);
        } else {
            cells.extend(characters(word));
        }
    }
    let alphanumeric = words
        .iter()
        .filter(|word| !is_label(word) && word.contains(|c: char| c.is_alphanumeric()));
    let mut short = words.iter().filter(|word| !long(word));
    let single = words.iter().filter(long).count() == 1 && short.all(|word| is_label(word));
    let grouped = alphanumeric.count() == 0;
    (cells.len() >= 3 && (single || grouped)).then_some(cells)
}

/// Returns the groups of rows that belong together.
fn blocks<'a, 'b>(lines: &'b [Line<'a>]) -> Vec<Vec<&'b Row<'a>>> {
    let rows = |with_rules: bool| {
        lines.iter().filter_map(move |line| match line {
            Line::Row(row) => Some(row),
            Line::Rule(row) if with_rules => row.as_ref(),
            _ => None,
        })
    };
    // A board without pieces may look like rules.
    let with_rules = rows(false).filter(|row| !row.is_labels()).count() == 0;
    let width = usual_width(rows(with_rules));
    let fits = |row: &&Row<'_>| row.words.len() == width;
    let mut known: Vec<char> = Vec::new();
    for row in rows(with_rules).filter(fits) {
        let new: Vec<char> = row.signs().filter(|sign| !known.contains(sign)).collect();
        known.extend(new);
        if known.len() > 100 {
            break;
        }
    }
    let is_known = |row: &Row<'_>| row.signs().all(|sign| known.contains(&sign));
    let mut blocks: Vec<Vec<&Row<'_>>> = vec![Vec::new()];
    let mut separated = false;
    for line in lines {
        let row = match line {
            Line::Row(row) => Some(row),
            Line::Rule(Some(row)) if with_rules || fits(&row) && is_known(row) => Some(row),
            Line::Rule(_) => continue,
            Line::Blank | Line::Text(_) => None,
        };
        // A row of another length belongs to the board only if it has the same signs.
        let row = row.filter(|row| fits(row) || !row.is_labels() && is_known(row));
        match row {
            Some(row) => {
                if separated {
                    blocks.push(Vec::new());
                }
                separated = false;
                if let Some(block) = blocks.last_mut() {
                    block.push(row);
                }
            }
            None => separated = true,
        }
    }
    blocks.retain(|block| !block.is_empty());
    let texts = lines.iter().any(|line| matches!(line, Line::Text(_)));
    if !texts && blocks.iter().all(|block| block.len() == 1) {
        // There is a blank line after each row.
        return vec![blocks.concat()];
    }
    blocks
}

/// Returns the most frequent number of words of a row; the greater one of equally frequent ones.
fn usual_width<'a>(rows: impl Iterator<Item = &'a Row<'a>>) -> usize {
    let mut counts = [0; MAX_WORDS + 1];
    for row in rows.filter(|row| row.words.len() >= 3) {
        if let Some(count) = counts.get_mut(row.words.len()) {
            *count += 1;
        }
    }
    let widths = counts.iter().enumerate();
    widths
        .max_by_key(|(_, count)| **count)
        .map_or(0, |(width, _)| width)
}

/// The cells of a board, without labels.
struct Grid {
    rows: Vec<Vec<char>>,
    /// The numbers of the lines.
    numbers: Vec<usize>,
}

impl Grid {
    /// Removes labels; `None` if the rows don't look like a board.
    fn new(rows: &[&Row<'_>], options: Options) -> Option<Self> {
        let mut rows: Vec<Row<'_>> = rows.iter().map(|row| (*row).clone()).collect();
        remove_column_labels(&mut rows, options);
        let barred = rows.first()?.barred;
        if barred {
            remove_outside(&mut rows);
        }
        remove_row_labels(&mut rows, options);
        remove_column_labels(&mut rows, options);
        let cells = rows.iter().map(|row| {
            let plain = |sign| if barred { signs::plain(sign) } else { sign };
            let cells = row.words.iter().map(|word| signs::sign(word).map(plain));
            cells.collect::<Option<Vec<char>>>()
        });
        let grid = Self {
            rows: cells.collect::<Option<_>>()?,
            numbers: rows.iter().map(|row| row.number).collect(),
        };
        grid.is_plausible(barred, options).then_some(grid)
    }

    /// Returns the error of a row with another number of cells.
    fn uneven(&self) -> Option<ImportError> {
        let mut lengths: Vec<usize> = self.rows.iter().map(Vec::len).collect();
        lengths.sort_unstable();
        let expected = *lengths.get(lengths.len() / 2)?;
        let mut rows = self.rows.iter().zip(&self.numbers);
        let (row, line) = rows.find(|(row, _)| row.len() != expected)?;
        Some(ImportError::Row {
            format: Format::Picture,
            line: *line,
            cells: row.len(),
            expected,
        })
    }

    /// Returns whether it can be a board and not, for example, moves in several lines.
    fn is_plausible(&self, barred: bool, options: Options) -> bool {
        if self.rows.len() < 3 || self.rows.iter().any(|row| row.len() < 2) {
            return false;
        }
        let mut signs: Vec<char> = self.rows.iter().flatten().copied().collect();
        signs.sort_unstable();
        signs.dedup();
        let rules = options.rules;
        let fits = (self.rows.len(), self.rows[0].len())
            == (usize::from(rules.rows()), usize::from(rules.columns()));
        let players = if fits {
            usize::from(rules.players())
        } else {
            0
        };
        let pieces: Vec<char> = signs
            .iter()
            .copied()
            .filter(|sign| !signs::is_empty(*sign))
            .collect();
        let numbers = pieces.iter().filter_map(|sign| sign.to_digit(10));
        let all_numbers = pieces.iter().all(|sign| !sign.is_alphabetic());
        if all_numbers
            && numbers
                .max()
                .is_some_and(|max| max as usize > players.max(2))
        {
            return false;
        }
        let letters = pieces.iter().filter(|sign| sign.is_alphabetic()).count();
        if !barred && letters > players.max(4) {
            return false;
        }
        let usual = |sign: &char| "XOxo".contains(*sign) || !sign.is_ascii();
        let empty = pieces.len() < signs.len() || signs.contains(&'0');
        empty || fits || !pieces.is_empty() && pieces.iter().all(usual)
    }
}

/// Removes rows of labels at the top and at the bottom.
fn remove_column_labels(rows: &mut Vec<Row<'_>>, options: Options) {
    let height = usize::from(options.rules.rows());
    let mut remove = |at_top: bool| {
        let (([row, others @ ..], true) | ([others @ .., row], false)) = (&rows[..], at_top) else {
            return;
        };
        let blank = row.words.iter().all(|word| bare(word).is_empty());
        // The empty header of a table.
        let header = at_top && blank && row.barred && others.len() == height;
        if others.len() < 3 || !row.is_labels() && !header {
            return;
        }
        let is_piece = |sign: char| others.iter().any(|row| row.signs().any(|it| it == sign));
        let are_pieces = row.signs().all(|sign| sign == BLANK || is_piece(sign));
        let fits = if others.len() == height {
            true
        } else {
            others.len() + 1 != height && !are_pieces
        };
        if fits {
            let index = if at_top { 0 } else { rows.len() - 1 };
            rows.remove(index);
        }
    };
    remove(true);
    remove(false);
}

/// Removes what is outside of the outer bars: nothing or labels.
fn remove_outside(rows: &mut [Row<'_>]) {
    let is_outside =
        |words: Vec<&str>| words.iter().all(|word| word.is_empty()) || are_labels(&words, &[1, -1]);
    let first = rows
        .iter()
        .map(|row| row.words.first().copied().map_or("", bare));
    let last = rows
        .iter()
        .map(|row| row.words.last().copied().map_or("", bare));
    let [first, last]: [Vec<&str>; 2] = [first.collect(), last.collect()];
    let labels = [&first, &last].map(|words| are_labels(words, &[1, -1]));
    // Without outer bars the outer cells of all rows may be empty.
    let both = is_outside(first) && is_outside(last);
    for row in rows.iter_mut() {
        if both || labels[1] {
            row.words.pop();
        }
        if (both || labels[0]) && !row.words.is_empty() {
            row.words.remove(0);
        }
    }
}

/// Removes the labels of rows on the left and on the right.
fn remove_row_labels(rows: &mut [Row<'_>], options: Options) {
    let width = usize::from(options.rules.columns());
    if let Some(split) = rows
        .iter()
        .map(|row| row.words.split_first())
        .collect::<Option<Vec<_>>>()
        && are_row_labels(&split, width)
    {
        for row in rows.iter_mut() {
            row.words.remove(0);
        }
    }
    if let Some(split) = rows
        .iter()
        .map(|row| row.words.split_last())
        .collect::<Option<Vec<_>>>()
        && are_row_labels(&split, width)
    {
        for row in rows.iter_mut() {
            row.words.pop();
        }
    }
}

/// Returns whether the first ones of the words of each row are labels and not cells of a board of
/// this width.
fn are_row_labels(rows: &[(&&str, &[&str])], width: usize) -> bool {
    let labels: Vec<&str> = rows.iter().map(|(label, _)| bare(label)).collect();
    let others = rows.first().map_or(0, |(_, others)| others.len());
    let is_cell = |label: &&str| {
        let mut words = rows.iter().flat_map(|(_, others)| *others);
        words.any(|word| bare(word) == *label)
    };
    let fits = || others == width || others + 1 != width && !labels.iter().all(is_cell);
    others >= 3 && are_labels(&labels, &[1, -1]) && fits()
}

/// Returns the player to move that a line of text names: `X to move`, `Red to move`, `O's turn`,
/// `turn: O`, `player 2 to move`.
fn to_move(line: &str) -> Option<ToMove> {
    if line.len() > MAX_LINE {
        return None;
    }
    let line = line.replace("'s", "").replace("’s", "");
    let words = line.split(|c: char| !c.is_alphanumeric() && (c.is_ascii() || c == IGNORED));
    let words: Vec<String> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let player = match &words[..] {
        [.., "player", player, "to", "move" | "play"]
        | [.., "player", player, "turn"]
        | [.., "to", "move" | "play", "player", player]
        | [.., "turn", "player", player] => {
            let index: Option<usize> = player.parse().ok();
            if let Some(index) = index.and_then(|index| index.checked_sub(1)) {
                return Some(ToMove::Index(index));
            }
            player
        }
        [.., player, "to", "move" | "play"]
        | [.., player, "turn"]
        | [.., player, "is", "next"]
        | [.., "to", "move" | "play", player]
        | [.., "turn" | "next", player] => player,
        _ => return None,
    };
    let signs = match *player {
        "first" => return Some(ToMove::Index(0)),
        "second" => return Some(ToMove::Index(1)),
        "red" => "🔴🟥Rr",
        "yellow" => "🟡🟨Yy",
        "blue" => "🔵🟦Bb",
        "green" => "🟢🟩Gg",
        "orange" => "🟠🟧",
        "purple" => "🟣🟪Pp",
        "brown" => "🟤🟫",
        "black" => "⚫●Bb",
        "white" => "⚪○Ww",
        "cross" | "crosses" => "Xx",
        "nought" | "noughts" => "Oo0",
        sign if sign.chars().count() == 1 => {
            return Some(ToMove::Signs(sign.to_uppercase() + sign));
        }
        _ => return None,
    };
    Some(ToMove::Signs(signs.to_owned()))
}
