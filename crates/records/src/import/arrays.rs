//! Boards as lists of cells, as programs print them, and as a single row of signs.

use super::{
    board::{Board, FirstRow, Layout},
    error::ImportError,
    reading::{Format, Note, Options, Reading},
    signs::{self, Signs, ToMove},
    source::Source,
};
use four_shapes_rules::{Rules, RulesConfig, text::is_plain};

/// The maximum number of cells of a board, or more for errors.
const MAX_CELLS: usize = 400;

/// The minimum number of cells of a list that is surely a board.
const MIN_CELLS: usize = 20;

/// A list within a text, and the byte at which it starts.
type List<'a> = (usize, &'a str);

/// Reads a board in one of the formats; `None` if the text doesn't look like one.
pub(super) fn read(
    source: &Source<'_>,
    options: Options,
) -> Option<Result<Vec<Reading>, ImportError>> {
    let text = source.text();
    if let Some(start) = value_of(text, "board") {
        let options = with_configuration(text, options);
        let to_move = number_of(text, "mark").and_then(|mark| mark.checked_sub(1));
        let lists = lists(&text[start..], true);
        let lists: Vec<List<'_>> = lists
            .into_iter()
            .map(|(at, list)| (start + at, list))
            .collect();
        return arrays(source, &lists, Format::Observation, to_move, options);
    }
    let lists = lists(text, false);
    if !lists.is_empty() {
        return arrays(source, &lists, Format::Numbers, None, options);
    }
    uci(text, options)
        .or_else(|| flat(text, Format::Numbers, None, options))
        .or_else(|| row_of_signs(text, options))
}

/// Returns the byte after the quoted name of a field and the colon.
pub(super) fn value_of(text: &str, name: &str) -> Option<usize> {
    let (at, _) = text.match_indices(name).find(|(at, _)| {
        let quoted = |c: Option<char>| matches!(c, Some('"' | '\''));
        let after = &text[at + name.len()..];
        let rest = after.get(1..).unwrap_or_default().trim_start();
        quoted(text[..*at].chars().next_back())
            && quoted(after.chars().next())
            && rest.starts_with(':')
    })?;
    let after = &text[at..];
    Some(at + after.find(':')? + 1)
}

/// Returns whether a text has a field with a board.
pub(super) fn is_observation(text: &str) -> bool {
    let value = value_of(text, "board").map(|start| text[start..].trim_start());
    value.is_some_and(|value| value.starts_with(['[', '(']))
}

/// Returns the number that is the value of a field.
fn number_of(text: &str, name: &str) -> Option<usize> {
    let value = text[value_of(text, name)?..].trim_start();
    let end = value.find(|c: char| !c.is_ascii_digit());
    value[..end.unwrap_or(value.len())].parse().ok()
}

/// Returns the options with the rules of an environment's configuration, if the text has it.
fn with_configuration(text: &str, mut options: Options) -> Options {
    let number = |name| number_of(text, name).and_then(|number| u32::try_from(number).ok());
    if let (Some(columns), Some(rows)) = (number("columns"), number("rows")) {
        let rules = Rules::new(RulesConfig {
            columns,
            rows,
            connect: number("inarow").unwrap_or(4),
            players: 2,
            gravity: true,
        });
        options.rules = rules.unwrap_or(options.rules);
    }
    options
}

/// Returns the innermost lists in brackets; of all of the text, or only of the first outermost
/// one.
fn lists(text: &str, first: bool) -> Vec<List<'_>> {
    let (mut open, mut depth) = (None, 0_usize);
    let mut lists = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => {
                depth += 1;
                open = Some(at + 1);
            }
            ']' | ')' => {
                depth = depth.saturating_sub(1);
                lists.extend(open.take().map(|start| (start, &text[start..at])));
                if lists.len() > MAX_CELLS || first && depth == 0 {
                    break;
                }
            }
            _ => {}
        }
    }
    lists.retain(|(_, list)| !list.trim().is_empty());
    lists
}

/// Returns the items of a list: between commas, if there are any, or else between spaces.
fn items(list: &str) -> Vec<&str> {
    let separators = [',', ';'];
    if list.contains(separators) {
        let list = list.trim().trim_end_matches(separators);
        let items = list.split(separators).map(str::trim);
        items.take(MAX_CELLS).collect()
    } else {
        list.split_whitespace().take(MAX_CELLS).collect()
    }
}

/// Returns a text without quotes.
fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\''])
}

/// Returns the signs of the items of a list. Only quotes can have a blank cell between them.
fn row(list: &str) -> Option<Vec<char>> {
    let sign = |item: &str| {
        let sign = signs::sign(unquoted(item));
        sign.filter(|_| !item.is_empty())
    };
    items(list).into_iter().map(sign).collect()
}

/// Reads a board of lists in brackets.
fn arrays(
    source: &Source<'_>,
    lists: &[List<'_>],
    format: Format,
    to_move: Option<usize>,
    options: Options,
) -> Option<Result<Vec<Reading>, ImportError>> {
    if let [(_, list)] = lists {
        return strings(list, format, options).or_else(|| flat(list, format, to_move, options));
    }
    let rows: Vec<Vec<char>> = lists
        .iter()
        .map(|(_, list)| row(list))
        .collect::<Option<_>>()?;
    let in_line = !source.text().trim().contains('\n');
    if in_line && !rows.is_empty() && rows.iter().all(|row| row.len() == 2) {
        return Some(Err(ImportError::Pairs));
    }
    let cells = rows.concat();
    let given = options.rules;
    let fits = (rows.len(), rows.first()?.len()) == (given.rows().into(), given.columns().into());
    let max = if fits { given.players().into() } else { 2 };
    let is_piece = |sign: &char| match sign.to_digit(10) {
        Some(number) => number as usize <= max,
        None => "XOxoRYry".contains(*sign),
    };
    let is_full = cells.iter().all(is_piece);
    if rows.len() < 3 || rows[0].len() < 3 || !is_board(&cells, options) && !is_full {
        return None;
    }
    let expected = rows[0].len();
    let mut uneven = rows
        .iter()
        .zip(lists)
        .filter(|(row, _)| row.len() != expected);
    if let Some((row, (start, _))) = uneven.next() {
        return Some(Err(ImportError::Row {
            format,
            line: source.line(*start),
            cells: row.len(),
            expected,
        }));
    }
    Some(board(rows, format, to_move, options))
}

/// Reads a list of words of signs, each of which is a row.
fn strings(
    list: &str,
    format: Format,
    options: Options,
) -> Option<Result<Vec<Reading>, ImportError>> {
    let rows: Vec<Vec<char>> = items(list)
        .iter()
        .map(|item| unquoted(item).chars().collect())
        .collect();
    let length = rows.first()?.len();
    let quoted = list.contains(['"', '\'']);
    if rows.len() < 3 || length < 3 || !quoted || rows.iter().any(|row| row.len() != length) {
        return None;
    }
    is_board(&rows.concat(), options).then(|| board(rows, format, None, options))
}

/// Reads the cells of all rows in a single list.
fn flat(
    list: &str,
    format: Format,
    to_move: Option<usize>,
    options: Options,
) -> Option<Result<Vec<Reading>, ImportError>> {
    let cells = row(list)?;
    if !is_board(&cells, options) {
        return None;
    }
    if let Some(rules) = rules_of(cells.len(), options) {
        let rows = cells.chunks(rules.columns().into()).map(<[char]>::to_vec);
        let read = board(rows.collect(), format, to_move, options);
        // A few small numbers may as well be moves.
        return Some(read).filter(|read| cells.len() >= MIN_CELLS || read.is_ok());
    }
    let counted = (MIN_CELLS..MAX_CELLS).contains(&cells.len());
    (counted || format == Format::Observation).then_some(Err(ImportError::Count {
        format,
        cells: cells.len(),
        rules: options.rules,
    }))
}

/// Reads a word with the signs of all cells, or of the cells of each row.
fn row_of_signs(text: &str, options: Options) -> Option<Result<Vec<Reading>, ImportError>> {
    let word = unquoted(text.trim());
    if word.len() > 4 * MAX_CELLS || word.contains(char::is_whitespace) {
        return None;
    }
    let mut rows: Vec<Vec<char>> = word.split('/').map(|row| row.chars().collect()).collect();
    if let [cells] = &rows[..] {
        let columns = rules_of(cells.len(), options)?.columns();
        rows = cells.chunks(columns.into()).map(<[char]>::to_vec).collect();
    }
    let length = rows[0].len();
    let fits = rows.len() >= 3 && length >= 3 && rows.iter().all(|row| row.len() == length);
    let usual = |sign: &char| {
        let piece = "XOxoRYryBbAa0123456789".contains(*sign);
        piece || signs::is_empty(*sign) || !sign.is_ascii()
    };
    let cells = rows.concat();
    (fits && is_board(&cells, options) && cells.iter().all(usual))
        .then(|| board(rows, Format::Signs, None, options))
        .filter(|read| cells.len() >= MIN_CELLS || read.is_ok())
}

/// Returns the rules whose board has this number of cells: the given ones or usual ones.
fn rules_of(cells: usize, options: Options) -> Option<Rules> {
    let mut rules = [options.rules, Rules::CLASSIC].into_iter();
    rules.find(|rules| rules.cells() == cells)
}

/// Returns whether signs can be those of a board: empty cells and few kinds of pieces.
fn is_board(cells: &[char], options: Options) -> bool {
    let mut pieces = cells.to_vec();
    pieces.sort_unstable();
    pieces.dedup();
    let kinds = pieces.len();
    pieces.retain(|sign| !signs::is_empty(*sign) && *sign != '0');
    let players = usize::from(options.rules.players());
    let numbers = pieces.iter().filter_map(|sign| sign.to_digit(10));
    let max = numbers.max().unwrap_or(0) as usize;
    let are_plain = pieces.iter().all(|sign| is_plain(*sign));
    pieces.len() < kinds && pieces.len() <= players.max(3) && max <= players.max(2) && are_plain
}

/// Reads rows from the top.
fn board(
    rows: Vec<Vec<char>>,
    format: Format,
    to_move: Option<usize>,
    options: Options,
) -> Result<Vec<Reading>, ImportError> {
    Signs {
        rows,
        format,
        to_move: to_move.map(ToMove::Index),
        first_row: FirstRow::UsuallyTop,
    }
    .readings(options)
}

/// Reads a row of the data set Connect-4 of the UCI repository: the cells of 7 × 6 by column from
/// the bottom left, and how the game ends.
fn uci(text: &str, options: Options) -> Option<Result<Vec<Reading>, ImportError>> {
    let separator = |c: char| c.is_whitespace() || ",;'\"".contains(c);
    let words = text.split(separator).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.take(Rules::CLASSIC.cells() + 2).collect();
    let (cells, class) = words.split_at_checked(Rules::CLASSIC.cells())?;
    let owner = |word: &&str| match word.to_ascii_lowercase().as_str() {
        "b" => Some(None),
        "x" => Some(Some(0)),
        "o" => Some(Some(1)),
        _ => None,
    };
    let cells: Vec<Option<usize>> = cells.iter().map(owner).collect::<Option<_>>()?;
    let class = match class {
        [] => None,
        [class @ ("win" | "loss" | "draw")] => Some(*class),
        _ => return None,
    };
    let height = usize::from(Rules::CLASSIC.rows());
    let row = |row: usize| cells.iter().skip(row).step_by(height).copied().collect();
    let rows = (0..height).rev().map(row);
    let mut layout = Layout::new(Board::new(rows.collect()), Format::Uci);
    layout
        .notes
        .extend(class.map(|class| Note::Result(class.to_owned())));
    Some(layout.readings(options))
}
