//! Creates matches from arguments.

use crate::{
    args::{MatchSetupArgs, Preset, RulesArgs, StyleArgs},
    failure::Failure,
    reading,
    screen::print_to_stderr,
};
use four_shapes_players::PlayerKind;
use four_shapes_records::{Match, Name, Seat, SeatAttribute, Setup, SetupError, Symbol, link};
use four_shapes_rules::{Bound, Game, Rules, Setting, Step, notation::Notation};
use four_shapes_styles::{RulesOptions, Style};

/// Creates the match that the options describe. `seats` is empty or has a player per seat.
pub(crate) fn create_match(
    args: &MatchSetupArgs,
    seats: &[Option<PlayerKind>],
) -> Result<Match, Failure> {
    let mut game_match = create_match_of_humans(args, seats.len())?;
    let players = game_match.setup().seats().len();
    if !seats.is_empty() && seats.len() != players {
        return Err(count_error("--seats", seats.len(), players));
    }
    for (seat, computer) in seats.iter().enumerate() {
        game_match.set_computer(seat, *computer);
    }
    Ok(game_match)
}

fn create_match_of_humans(args: &MatchSetupArgs, seats: usize) -> Result<Match, Failure> {
    let style = &args.style;
    if let Some(path) = &args.load {
        let rules = rules(style.style(), &style.rules)?;
        let game_match = reading::file(path, rules, &args.reading)?;
        return require_rules(&style.rules, rules, game_match, "--load");
    }
    if let Some(text) = &args.link {
        let fragment = text.split_once('#').map_or(&**text, |(_, after)| after);
        let fragment = fragment.trim();
        let rules = rules(style.style(), &style.rules)?;
        let game_match =
            link::parse(fragment).map_err(|error| Failure::Usage(format!("--link: {error}")))?;
        reading::warn_about_unknown_fields("--link", &link::unknown_fields(fragment));
        return require_rules(&style.rules, rules, game_match, "--link");
    }
    let names = names(&args.names)?;
    let symbols = symbols(args.symbols.as_deref())?;
    let implied = names.len().max(symbols.len()).max(seats);
    let implied = i64::try_from(implied).ok().filter(|count| *count > 0);
    let rules = rules_for(style.style(), &style.rules, implied)?;
    let start = match &args.position {
        Some(text) => {
            let read = reading::argument("--position", text, rules, &args.reading)?;
            let game_match = require_rules(&style.rules, rules, read, "--position")?;
            game_match.game().clone()
        }
        None => Game::new(rules),
    };
    let game = match &args.moves {
        Some(moves) => Notation::new()
            .parse_after(start, moves)
            .map_err(|error| Failure::Usage(format!("--moves: {error}")))?,
        None => start,
    };
    let rules = game.rules();
    // A swap in the moves implies the option.
    let swap = args.swap || game.steps().contains(&Step::Swap);
    let setup = setup(rules, names, symbols)?
        .with_swap(swap)
        .map_err(|error| Failure::Usage(format!("--swap: {error}")))?;
    let game_match = Match::from_parts(setup, game);
    Ok(game_match.expect("both have the same rules"))
}

/// Returns the rules with the defaults of a style.
pub(crate) fn rules(style: Style, args: &RulesArgs) -> Result<Rules, Failure> {
    rules_for(style, args, None)
}

/// Returns the rules for a command without a style: the default is 7 × 6.
pub(crate) fn plain_rules(args: impl Into<RulesArgs>) -> Result<Rules, Failure> {
    rules(Style::Letters, &args.into())
}

/// Returns the rules with the defaults of a style and, unless there is a `--players`, the
/// number of players that other options imply.
fn rules_for(style: Style, args: &RulesArgs, implied: Option<i64>) -> Result<Rules, Failure> {
    let (columns, rows) = (args.columns(), args.rows());
    let connect = args.game.size.connect;
    let players = args.players.or(implied);
    let nearest = |value: i64| u32::try_from(value.max(0)).unwrap_or(u32::MAX);
    let requested = RulesOptions {
        columns: columns.map(nearest),
        rows: rows.map(nearest),
        connect: connect.map(nearest),
        players: players.map(nearest),
        gravity: args.gravity(),
    };
    style.rules(requested).map_err(|error| {
        let shown = |value: Option<i64>| value.map_or(error.value.to_string(), |n| n.to_string());
        let (option, value) = match error.setting {
            Setting::Columns => ("--columns", columns),
            Setting::Rows => ("--rows", rows),
            Setting::Connect => ("--connect", connect),
            Setting::Players if args.players.is_none() => {
                let problem = format!(
                    "invalid number of players '{}' in --names, --symbols or --seats",
                    shown(players)
                );
                return out_of_range(&problem, error.bound);
            }
            Setting::Players => ("--players", players),
        };
        let problem = format!("invalid value '{}' for '{option}'", shown(value));
        out_of_range(&problem, error.bound)
    })
}

/// Warns if the style has enlarged the board.
pub(crate) fn warn_if_enlarged(args: &StyleArgs, rules: Rules) {
    let rules_args = &args.rules;
    for (option, requested, actual) in [
        ("--columns", rules_args.columns(), rules.columns()),
        ("--rows", rules_args.rows(), rules.rows()),
    ] {
        if let Some(requested) = requested.filter(|requested| *requested < actual.into()) {
            let style = args.style();
            print_to_stderr(&format!(
                "warning: '{option} {requested}' is below the minimum of the style {style}; using {actual}"
            ));
        }
    }
}

/// Warns about options that have no effect in the style.
pub(crate) fn warn_if_ignored(args: &MatchSetupArgs, style: Style) {
    if style == Style::BoardGames {
        return;
    }
    for (option, is_given) in [
        ("--names", !args.names.is_empty()),
        ("--symbols", args.symbols.is_some()),
    ] {
        if is_given {
            warn_about_ignored(option, style);
        }
    }
}

pub(crate) fn warn_about_ignored(option: &str, style: Style) {
    print_to_stderr(&format!(
        "warning: '{option}' has no effect in the style {style}; it needs --style board-games"
    ));
}

/// Reports a value that exceeds a bound.
pub(crate) fn out_of_range(problem: &str, bound: Bound) -> Failure {
    let (bound, limit) = match bound {
        Bound::AtLeast(limit) => ("at least", limit),
        Bound::AtMost(limit) => ("at most", limit),
    };
    Failure::Usage(format!("{problem}: must be {bound} {limit}"))
}

/// Returns the loaded match, or an error if its rules differ from the given options.
pub(crate) fn require_rules(
    args: &RulesArgs,
    requested: Rules,
    loaded: Match,
    option: &str,
) -> Result<Match, Failure> {
    let (requested, actual) = (requested.config(), loaded.rules().config());
    let size = &args.game.size;
    let differs = size.columns.is_some() && requested.columns != actual.columns
        || size.rows.is_some() && requested.rows != actual.rows
        || size.connect.is_some() && requested.connect != actual.connect
        || args.players.is_some() && requested.players != actual.players
        || !args.gravity() && actual.gravity
        || args.preset == Some(Preset::ConnectFour) && requested.gravity != actual.gravity;
    if differs {
        let text = format!("{option}: the rules of the game differ from the options");
        return Err(Failure::Usage(text));
    }
    Ok(loaded)
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
            Failure::Usage(format!("--symbols: invalid symbol “{character}”"))
        })
    };
    characters.map(symbol).collect()
}

fn count_error(option: &str, count: usize, players: usize) -> Failure {
    Failure::Usage(format!(
        "{option}: expected {players} entries, found {count}"
    ))
}

/// Creates the setup of a match with the given names and symbols, or the defaults.
fn setup(rules: Rules, names: Vec<Name>, symbols: Vec<Symbol>) -> Result<Setup, Failure> {
    let players = usize::from(rules.players());
    for (option, count) in [("--names", names.len()), ("--symbols", symbols.len())] {
        if count > 0 && count != players {
            return Err(count_error(option, count, players));
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
