//! Texts of a single game or position, except for pictures.

use super::{
    arrays,
    bitboards::Bitboards,
    board,
    error::ImportError,
    moves,
    reading::{Choice, Format, Note, Options, Reading},
    source::Source,
};
use crate::{link, record};
use four_shapes_rules::{
    Game, Position, PositionError, Rules,
    notation::{self, NotationError},
    text::shorten,
};

/// The minimum number of moves in front of what is surely a score.
const SURE_MOVES: usize = 8;

/// Reads a text in any of the formats.
///
/// # Errors
/// Returns the error of the format that it looks like.
pub(super) fn read(source: &Source<'_>, options: Options) -> Result<Vec<Reading>, ImportError> {
    if let Some(read) = file(source.original())
        .or_else(|| own_link(source.original(), false))
        .or_else(|| solver_link(source, options))
        .or_else(|| own_link(source.original(), true))
        .or_else(|| position(source, options))
        .or_else(|| games_line(source, options))
        .or_else(|| arrays::read(source, options))
    {
        return read;
    }
    let bitboards = Bitboards::find(source.text());
    if let Some(bitboards) = bitboards.as_ref().filter(|bitboards| bitboards.sure) {
        return bitboards.readings(options);
    }
    let moves = match test_line(source, options) {
        Some(TestLine::Sure(reading)) => return Ok(vec![reading?]),
        Some(TestLine::Likely(reading)) => {
            let scored = (Ok(vec![reading]), Choice::Score(true));
            either([scored, (moves::read(source, options), Choice::Score(false))])
        }
        Some(TestLine::Possible(reading)) => {
            let scored = (Ok(vec![reading]), Choice::Score(true));
            either([(moves::read(source, options), Choice::Score(false)), scored])
        }
        None => moves::read(source, options),
    };
    let bitboards = bitboards.and_then(|bitboards| bitboards.readings(options).ok());
    match bitboards {
        Some(bitboards) => either([
            (Ok(bitboards), Choice::Bitboards(true)),
            (moves, Choice::Bitboards(false)),
        ]),
        None => moves,
    }
}

/// Combines the readings of a text in two formats: those of one if it can't be the other one,
/// otherwise the first ones of both.
fn either(
    both: [(Result<Vec<Reading>, ImportError>, Choice); 2],
) -> Result<Vec<Reading>, ImportError> {
    let is_complete = |(readings, _): &(Result<Vec<Reading>, _>, _)| {
        let note = |note: &Note| matches!(note, Note::AfterEnd { .. });
        let complete = |reading: &Reading| !reading.notes.iter().any(note);
        readings
            .as_ref()
            .is_ok_and(|readings| readings.iter().all(complete))
    };
    if both.iter().all(is_complete) {
        let first = |(readings, choice): (Result<Vec<Reading>, _>, Choice)| {
            let reading = readings.ok()?.into_iter().next();
            reading.map(|reading| reading.with_choice(choice))
        };
        return Ok(both.into_iter().filter_map(first).collect());
    }
    let [(one, _), (other, _)] = &both;
    let second = is_complete(&both[1]) || one.is_err() && other.is_ok();
    let [(one, _), (other, _)] = both;
    if second { other } else { one }
}

/// Returns whether a text can only be a file.
pub(super) fn is_file(text: &str) -> bool {
    let Some(fields) = text.trim_start().strip_prefix('{') else {
        return false;
    };
    // Braces are also those of a comment before the moves, or around them.
    let moves = |c: char| c.is_alphanumeric() || c == '-';
    let is_format = arrays::value_of(text, "format").is_some();
    let others = || arrays::is_observation(text) || arrays::value_of(text, "moves").is_some();
    !fields.trim_start().starts_with(moves) && (is_format || !others())
}

fn file(text: &str) -> Option<Result<Vec<Reading>, ImportError>> {
    is_file(text).then(|| {
        let game_match = record::parse(text).map_err(ImportError::Record)?;
        Ok(vec![Reading {
            game_match,
            format: Format::File,
            notes: Vec::new(),
            choice: None,
        }])
    })
}

/// Finds a link in a text and returns its fragment, without the brackets, quotes and full stops
/// that often surround a URL. The fragment of `any` URL is intended as a link if there is none.
pub(super) fn find_link(text: &str, any: bool) -> Option<&str> {
    let mut words = text.split_whitespace();
    let bare = words
        .clone()
        .next()
        .filter(|word| word.starts_with("v=") || !word.contains('#') && link::is_link(word));
    let link = words.find_map(|word| {
        let marked = word.find("#v=").map(|at| &word[at + 1..]);
        // Other fields may come first.
        let later = || Some(word.split_once('#')?.1).filter(|it| link::is_link(it));
        marked.or_else(later)
    });
    let address = || {
        let at = text.find('#').filter(|_| any && text.contains("://"))?;
        text[at + 1..].split(char::is_whitespace).next()
    };
    let link = link.or(bare).or_else(address)?;
    Some(link.trim_end_matches(|c| ">)]}\"'`”’»*.,;:!?".contains(c)))
}

fn own_link(text: &str, any: bool) -> Option<Result<Vec<Reading>, ImportError>> {
    let link = find_link(text, any)?;
    let unknown = link::unknown_fields(link);
    let notes = if unknown.is_empty() {
        Vec::new()
    } else {
        vec![Note::UnknownFields(unknown)]
    };
    let reading = link::parse(link).map(|game_match| Reading {
        game_match,
        format: Format::Link,
        notes,
        choice: None,
    });
    Some(
        reading
            .map(|reading| vec![reading])
            .map_err(ImportError::Link),
    )
}

/// Reads a URL with the moves as `pos`, that of a solver.
fn solver_link(source: &Source<'_>, options: Options) -> Option<Result<Vec<Reading>, ImportError>> {
    const FIELD: &str = "pos=";
    const SITE: &str = "gamesolver";
    let text = source.text();
    let site = text.find(SITE);
    let start = site.or_else(|| text.find("://"))?;
    let mut fields = text[start..].match_indices(FIELD);
    let (at, _) = fields.find(|(at, _)| text[..start + at].ends_with(['?', '&', '#']))?;
    let at = start + at + FIELD.len();
    let end = text[at..].find(|c: char| !c.is_alphanumeric());
    let moves = &text[at..end.map_or(text.len(), |end| at + end)];
    // The known site has only the usual board.
    let given = options.rules;
    let rules = if site.is_none() && given.gravity() && given.columns() <= 9 {
        given
    } else {
        Rules::CLASSIC
    };
    let game = strict(source, rules, at, moves);
    Some(game.map(|game| vec![Reading::new(game, Format::SolverLink, Vec::new())]))
}

/// Parses moves in strict notation that begin at a byte of the text.
fn strict(
    source: &Source<'_>,
    rules: Rules,
    start: usize,
    moves: &str,
) -> Result<Game, ImportError> {
    notation::parse(rules, moves).map_err(|error| {
        let at = source.at(start) + error.at - 1;
        let text = source.quote(at, error.text.chars().count());
        ImportError::Moves(NotationError { at, text, ..error })
    })
}

/// Reads a position as one line; one without the fields of the rules by the given rules.
fn position(source: &Source<'_>, options: Options) -> Option<Result<Vec<Reading>, ImportError>> {
    let words: Vec<&str> = source.text().split_whitespace().collect();
    let mut text = words.join(" ");
    if words.len() == 1 {
        // As in links.
        text = text.replace('_', " ");
    }
    let mut words = text.split_whitespace();
    let (rows, player) = (words.next()?, words.next()?);
    let rows_fit = rows.matches('/').count() >= 2
        && rows.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'/');
    if !rows_fit || player.len() > 2 || !player.bytes().all(|b| b.is_ascii_alphabetic()) {
        return None;
    }
    let mut complete = text.clone();
    if words.next().is_none() {
        let empty = Position::new(options.rules).to_string();
        for field in empty.split(' ').skip(2) {
            complete.push(' ');
            complete.push_str(field);
        }
    }
    let read = || {
        let position: Result<Position, _> = complete.parse();
        let start = source.text().len() - source.text().trim_start().len();
        let position = position.map_err(|error| {
            ImportError::Position(PositionError {
                at: source.at(start) + error.at - 1,
                ..error
            })
        })?;
        let game = board::start(&position, position.to_move())?;
        Ok(vec![Reading::new(game, Format::Position, Vec::new())])
    };
    Some(read())
}

/// Returns up to six words, each with the byte at which it starts.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut offset = 0;
    while words.len() < 6 {
        let rest = &text[offset..];
        let Some(start) = rest.find(|c: char| !c.is_whitespace()) else {
            break;
        };
        let rest = &rest[start..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        words.push((offset + start, &rest[..end]));
        offset += start + end;
    }
    words
}

fn all_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// Reads a line of a file of games: the number of the game, the moves (`-` for none), the ending
/// (the winner, `=`, `-`, or the loser and a reason as in `1!overtime`) and times.
fn games_line(source: &Source<'_>, options: Options) -> Option<Result<Vec<Reading>, ImportError>> {
    let words = words(source.text());
    let (&[(_, number), (start, moves), (_, ending)], times) = words.split_first_chunk()?;
    let is_time =
        |(_, word): &(usize, &str)| word.split('/').count() == 3 && word.split('/').all(all_digits);
    let times_fit = matches!(times.len(), 0 | 2) && times.iter().all(is_time);
    let winner = ending
        .split('!')
        .next()
        .is_some_and(|winner| matches!(winner, "1" | "2"));
    if !all_digits(number) || !times_fit || !winner && !["=", "-"].contains(&ending) {
        return None;
    }
    let sure = !times.is_empty() || ending.contains(['!', '=']);
    // Groups of digits may be moves, too.
    let likely = moves == "-" || moves.len() >= 5 && moves.len() != number.len();
    if !sure && !likely {
        return None;
    }
    let moves = if moves == "-" { "" } else { moves };
    let game = strict(source, options.rules, start, moves);
    if game.is_err() && times.is_empty() {
        return None;
    }
    let mut notes = vec![
        Note::GameNumber(shorten(number)),
        Note::Result(shorten(ending)),
    ];
    if !times.is_empty() {
        notes.push(Note::Times);
    }
    Some(game.map(|game| vec![Reading::new(game, Format::GamesLine, notes)]))
}

/// What may be a line of a test file: moves and a score.
enum TestLine {
    /// It can't be anything else.
    Sure(Result<Reading, ImportError>),
    /// It is rather not moves alone.
    Likely(Reading),
    /// It is rather moves alone.
    Possible(Reading),
}

/// Reads a line of a test file. A score is the number of pieces that the loser is ahead of a full
/// board when the winner moves last, at most half of the cells.
fn test_line(source: &Source<'_>, options: Options) -> Option<TestLine> {
    let rules = options.rules;
    let text = source.text();
    let mut words = words(text);
    if let &[(start, word)] = &words[..]
        && rules.columns() <= 9
        && let Some((moves, score)) = word.split_once([',', ';'])
    {
        words = vec![(start, moves), (start + moves.len() + 1, score)];
    }
    let &[(start, moves), (_, word)] = &words[..] else {
        return None;
    };
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if !all_digits(digits)
        || digits.len() > 3
        || !moves.starts_with(|c: char| c.is_ascii_alphanumeric())
    {
        return None;
    }
    let score: i32 = word.parse().ok()?;
    if score.unsigned_abs() as usize > rules.cells().div_ceil(2) {
        return None;
    }
    let signed = digits.len() < word.len();
    let moves_only = all_digits(moves) && rules.columns() <= 9;
    if !signed && (!moves_only || moves.len() < 2) {
        return None;
    }
    let sure = signed || score <= 0 || moves.len() >= SURE_MOVES;
    let reading = strict(source, rules, start, moves).map(|game| {
        let moves = game.cursor();
        Reading::new(game, Format::TestLine, vec![Note::Score { moves, score }])
    });
    match reading {
        reading if sure && (moves_only || reading.is_ok()) => Some(TestLine::Sure(reading)),
        // A position after the end has no score.
        Ok(reading) if reading.game_match.game().status().winner().is_some() => None,
        Ok(reading) if moves.len() >= 5 => Some(TestLine::Likely(reading)),
        Ok(reading) => Some(TestLine::Possible(reading)),
        Err(_) => None,
    }
}
