//! From arguments to a match.

use crate::{
    args::{BoardArgs, MatchArgs},
    failure::{self, Failure},
    files,
    screen::remark,
};
use four_shapes_engine::{
    Bound, Game, Match, Name, Rules, Seat, SeatAttribute, Setting, Setup, SetupError, Step, Symbol,
    import, link, players::Kind, style::RulesOptions,
};
use std::path::Path;

/// The match that is asked for, with these players for its seats if any are named.
pub(crate) fn begin(args: &MatchArgs, seats: &[Option<Kind>]) -> Result<Match, Failure> {
    let mut played = without_computers(args, seats.len())?;
    let players = played.setup().seats().len();
    if !seats.is_empty() && seats.len() != players {
        return Err(miscounted("--seats", seats.len(), players));
    }
    for (place, computer) in seats.iter().enumerate() {
        played.set_computer(place, *computer);
    }
    Ok(played)
}

/// Reads a match from a file in any form.
pub(crate) fn read(path: &Path, rules: Rules) -> Result<Match, Failure> {
    let text = files::read(path)?;
    let played = import::parse(&text, rules).map_err(|error| Failure::file(path, error))?;
    mention(&failure::shown(path), &import::unknown_fields(&text));
    Ok(played)
}

/// Names the fields of a link that were passed over.
fn mention(place: &str, unknown: &[String]) {
    const MAX: usize = 3;
    if unknown.is_empty() {
        return;
    }
    let quoted = unknown.iter().take(MAX).map(|name| format!("“{name}”"));
    let quoted = quoted.collect::<Vec<_>>().join(", ");
    let more = match unknown.len().saturating_sub(MAX) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    remark(&format!(
        "{place}: unknown fields are ignored: {quoted}{more}"
    ));
}

fn without_computers(args: &MatchArgs, seats: usize) -> Result<Match, Failure> {
    let board = &args.board;
    if let Some(path) = &args.load {
        let rules = rules(board, board.players)?;
        let played = read(path, rules)?;
        return agrees(board, rules, played, "--load");
    }
    if let Some(text) = &args.link {
        let fragment = text.split_once('#').map_or(&**text, |(_, after)| after);
        let fragment = fragment.trim();
        let rules = rules(board, board.players)?;
        let played =
            link::parse(fragment).map_err(|error| Failure::Usage(format!("--link: {error}")))?;
        mention("--link", &link::unknown_fields(fragment));
        return agrees(board, rules, played, "--link");
    }
    let names = names(&args.names)?;
    let symbols = symbols(args.symbols.as_deref())?;
    let described = names.len().max(symbols.len()).max(seats);
    let described = i64::try_from(described).ok().filter(|count| *count > 0);
    let rules = rules(board, board.players.or(described))?;
    let game = match &args.moves {
        Some(moves) => board
            .style
            .parse_moves(rules, moves)
            .map_err(|error| Failure::Usage(format!("--moves: {error}")))?,
        None => Game::new(rules),
    };
    // Who says that they have swapped says that they may.
    let swap = args.swap || game.steps().contains(&Step::Swap);
    let setup = sit_down(rules, names, symbols)?
        .with_swap(swap)
        .map_err(|error| Failure::Usage(format!("--swap: {error}")))?;
    let played = Match::from_parts(setup, game);
    Ok(played.expect("both have the same rules"))
}

/// The rules that are asked for, with so many players.
pub(crate) fn rules(board: &BoardArgs, players: Option<i64>) -> Result<Rules, Failure> {
    let nearest = |asked: i64| u32::try_from(asked.max(0)).unwrap_or(u32::MAX);
    let asked = RulesOptions {
        columns: board.columns.map(nearest),
        rows: board.rows.map(nearest),
        connect: board.connect.map(nearest),
        players: players.map(nearest),
        gravity: !board.no_gravity,
    };
    board.style.rules(asked).map_err(|error| {
        let shown = |asked: Option<i64>| asked.map_or(error.value.to_string(), |n| n.to_string());
        let asked = match error.setting {
            Setting::Columns => format!("--columns {}", shown(board.columns)),
            Setting::Rows => format!("--rows {}", shown(board.rows)),
            Setting::Connect => format!("--connect {}", shown(board.connect)),
            Setting::Players if board.players.is_some() => {
                format!("--players {}", shown(board.players))
            }
            Setting::Players => {
                let players = shown(players);
                format!("--names, --symbols or --seats of {players} players")
            }
        };
        out_of_range(&asked, error.bound)
    })
}

/// Says so if the style has made the board larger than somebody has asked for.
pub(crate) fn remark_enlarged(board: &BoardArgs, rules: Rules) {
    for (option, asked, made) in [
        ("--columns", board.columns, rules.columns()),
        ("--rows", board.rows, rules.rows()),
    ] {
        if let Some(asked) = asked.filter(|asked| *asked < made.into()) {
            let style = board.style;
            remark(&format!(
                "{option} {asked}: {made}, the least in the style {style}"
            ));
        }
    }
}

/// An option with its value, and the bound that this breaks.
pub(crate) fn out_of_range(asked: &str, bound: Bound) -> Failure {
    let (bound, limit) = match bound {
        Bound::AtLeast(limit) => ("at least", limit),
        Bound::AtMost(limit) => ("at most", limit),
    };
    Failure::Usage(format!("{asked}: {bound} {limit}"))
}

/// The match that was read, unless the options ask for another board than it has.
fn agrees(board: &BoardArgs, asked: Rules, read: Match, option: &str) -> Result<Match, Failure> {
    let (asked, has) = (asked.config(), read.rules().config());
    let differs = board.columns.is_some() && asked.columns != has.columns
        || board.rows.is_some() && asked.rows != has.rows
        || board.connect.is_some() && asked.connect != has.connect
        || board.players.is_some() && asked.players != has.players
        || board.no_gravity && has.gravity;
    if differs {
        let text = format!("{option}: the game there has other rules than the options");
        return Err(Failure::Usage(text));
    }
    Ok(read)
}

fn names(given: &[String]) -> Result<Vec<Name>, Failure> {
    let parts: Vec<&str> = match given {
        [one] => one.split(',').collect(),
        several => several.iter().map(String::as_str).collect(),
    };
    let name = |(number, text): (usize, &&str)| {
        Name::new(text).map_err(|error| {
            let number = number + 1;
            Failure::Usage(format!("--names: name {number}: {error}"))
        })
    };
    parts.iter().enumerate().map(name).collect()
}

fn symbols(given: Option<&str>) -> Result<Vec<Symbol>, Failure> {
    let characters = given.unwrap_or_default().chars();
    let symbol = |character: char| {
        Symbol::new(character).ok_or_else(|| {
            let character = character.escape_debug();
            Failure::Usage(format!("--symbols: “{character}” can't be a symbol"))
        })
    };
    characters.map(symbol).collect()
}

fn miscounted(option: &str, count: usize, players: usize) -> Failure {
    Failure::Usage(format!("{option}: {count} of them for {players} players"))
}

/// The players with the names and symbols that they have chosen, if any.
fn sit_down(rules: Rules, names: Vec<Name>, symbols: Vec<Symbol>) -> Result<Setup, Failure> {
    let players = usize::from(rules.players());
    for (option, count) in [("--names", names.len()), ("--symbols", symbols.len())] {
        if count > 0 && count != players {
            return Err(miscounted(option, count, players));
        }
    }
    let mut seats: Vec<Seat> = (0..players).map(Seat::nth).collect();
    for (seat, name) in seats.iter_mut().zip(names) {
        seat.name = name;
    }
    for (seat, symbol) in seats.iter_mut().zip(symbols) {
        seat.symbol = symbol;
    }
    Setup::new(rules, seats, 0).map_err(|error| {
        let option = match error {
            SetupError::Duplicate {
                attribute: SeatAttribute::Symbol,
                ..
            } => "--symbols",
            _ => "--names",
        };
        Failure::Usage(format!("{option}: {error}"))
    })
}
