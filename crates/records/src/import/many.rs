//! Texts of several lines: lists of games and positions, pictures, and games over several lines.

use super::{
    Import, Line, arrays,
    error::ImportError,
    moves, picture,
    reading::{Choice, Format, Note, Options, Reading},
    single,
    source::Source,
};

/// The number of wrong lines after which a text is no list, if so many more are wrong than right.
const MAX_WRONG: usize = 20;

/// A line that isn't blank or a comment, and its number, from 1.
type Numbered<'a> = (usize, &'a str);

/// Reads a text in any of the formats.
///
/// # Errors
/// Returns the error of the format that it looks like.
pub(super) fn read(text: &str, options: Options) -> Result<Import, ImportError> {
    let text = without_comments(text);
    let lines: Vec<Numbered<'_>> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| (index + 1, line))
        .collect();
    let source = Source::new(&text);
    if lines.len() < 2 {
        return single::read(&source, options).map(Import::Game);
    }
    let with_link = lines
        .iter()
        .filter(|(_, line)| single::find_link(line, false).is_some());
    match with_link.count() {
        0 => {}
        // Usually within a message.
        1 => {
            let list = list(&lines, options);
            return if list.iter().all(|line| line.readings.is_ok()) {
                Ok(Import::List(list))
            } else {
                single::read(&source, options).map(Import::Game)
            };
        }
        _ => return Ok(Import::List(list(&lines, options))),
    }
    let bracketed = source.text().contains(['[', '(']);
    let array = bracketed.then(|| arrays::read(&source, options)).flatten();
    let board = array
        .map(|readings| readings.map(Import::Game))
        .into_iter()
        .chain(pictures(source.text(), options));
    let mut wrong_board = None;
    for import in board {
        match import {
            Ok(import) => return Ok(import),
            Err(error) => wrong_board = wrong_board.or(Some(error)),
        }
    }
    let is_move = |(_, line): &Numbered<'_>| moves::is_single(line, options.rules);
    if lines.iter().all(is_move) || moves::is_numbered(source.text(), options.rules) {
        return moves::read(&source, options).map(Import::Game);
    }
    let list = if has_continued(&lines) {
        Vec::new()
    } else {
        list(&lines, options)
    };
    let right = list.iter().filter(|line| line.readings.is_ok()).count();
    if right == list.len() && right > 0 {
        return Ok(Import::List(list));
    }
    match single::read(&source, options) {
        Ok(readings) => Ok(Import::Game(readings)),
        Err(_) if right >= 2 && 2 * right > list.len() => Ok(Import::List(list)),
        Err(error) => Err(wrong_board.unwrap_or(error)),
    }
}

/// Replaces the characters of lines that start with `#` by spaces, except for links.
fn without_comments(text: &str) -> String {
    let is_comment =
        |line: &str| line.trim_start().starts_with('#') && single::find_link(line, false).is_none();
    let lines = text.split_inclusive('\n').map(|line| {
        if is_comment(line) {
            let blank = |c: char| if c == '\n' { c } else { ' ' };
            line.chars().map(blank).collect()
        } else {
            line.to_owned()
        }
    });
    lines.collect()
}

/// Returns whether a line continues on the next one: it ends with a comma or within brackets.
fn has_continued(lines: &[Numbered<'_>]) -> bool {
    let before_last = lines.split_last().map_or(&[][..], |(_, lines)| lines);
    before_last.iter().any(|(_, line)| {
        let count = |brackets: [char; 3]| line.matches(brackets).count();
        line.trim_end().ends_with([',', ';']) || count(['[', '(', '{']) > count([']', ')', '}'])
    })
}

/// Reads pictures: a single one or a list.
fn pictures(text: &str, options: Options) -> Option<Result<Import, ImportError>> {
    let mut pictures = picture::read(text, options);
    if pictures.len() == 1 {
        return pictures
            .pop()
            .map(|(_, readings)| readings.map(Import::Game));
    }
    let lines = pictures
        .into_iter()
        .map(|(number, readings)| Line { number, readings });
    let lines: Vec<Line> = lines.collect();
    let any = lines.iter().any(|line| line.readings.is_ok());
    if any {
        return Some(Ok(Import::List(lines)));
    }
    let first = lines.into_iter().next();
    first.and_then(|line| line.readings.err()).map(Err)
}

/// Returns the number at the start of a line with a full stop, a bracket or a colon after it, and
/// its length with that.
fn item_number(line: &str) -> Option<(u64, usize)> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = line[digits..].strip_prefix(['.', ')', ':'])?;
    let number = line[..digits].parse().ok()?;
    (!rest.trim().is_empty()).then_some((number, digits + 1))
}

/// Returns whether the lines have consecutive numbers.
fn are_items(lines: &[Numbered<'_>]) -> bool {
    let mut next = None;
    lines.iter().all(|(_, line)| {
        let number = item_number(line).map(|(number, _)| number);
        let follows = number.is_some() && (next.is_none() || next == number);
        next = number.and_then(|number| number.checked_add(1));
        follows
    })
}

/// Reads the text of a line after its number, with positions as in the line.
fn read_item(line: &str, options: Options) -> Result<Vec<Reading>, ImportError> {
    let (number, length) = item_number(line).unwrap_or_default();
    let rest = " ".repeat(length) + &line[length..];
    let mut readings = single::read(&Source::new(&rest), options)?;
    for reading in &mut readings {
        reading.notes.push(Note::GameNumber(number.to_string()));
    }
    Ok(readings)
}

/// Reads each line; fewer if too many are wrong.
fn list(lines: &[Numbered<'_>], options: Options) -> Vec<Line> {
    let mut list = Vec::new();
    let (mut right, mut wrong) = (0, 0);
    let are_items = are_items(lines);
    for &(number, line) in lines {
        let readings = if are_items {
            read_item(line, options)
        } else {
            single::read(&Source::new(line), options)
        };
        match &readings {
            Ok(_) => right += 1,
            Err(_) => wrong += 1,
        }
        list.push(Line { number, readings });
        if wrong > right + MAX_WRONG {
            break;
        }
    }
    agree(&mut list);
    list
}

/// Chooses among the readings of each line as in those lines that have only one.
fn agree(list: &mut [Line]) {
    let sure = |is_sure: fn(&Reading) -> bool| {
        list.iter().any(|line| match line.readings.as_deref() {
            Ok([reading]) => is_sure(reading),
            _ => false,
        })
    };
    let has_score = sure(|reading| reading.format == Format::TestLine);
    let from_zero = sure(|reading| reading.has_note(&Note::CountedFromZero));
    let is_known = |reading: &Reading| match reading.choice {
        Some(Choice::Score(true)) => has_score,
        Some(Choice::FirstColumn(0)) => from_zero,
        _ => false,
    };
    for readings in list
        .iter_mut()
        .filter_map(|line| line.readings.as_mut().ok())
    {
        if let Some(known) = readings.iter().position(is_known) {
            let mut reading = readings.swap_remove(known);
            reading.choice = None;
            *readings = vec![reading];
        }
    }
}
