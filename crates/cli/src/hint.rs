//! The command that continues a game.

use crate::{
    args::{BoardArgs, GameArgs, MatchArgs, RulesArgs, StyleArgs},
    match_setup::create_match,
};
use four_shapes_engine::{
    Match, Name, Rules, Seat, Setup, link,
    players::Kind,
    style::{RulesOptions, Style, format_player},
};

/// Returns the command that continues a match in a style.
pub(crate) fn command(style: Style, played: &Match) -> String {
    let mut words = vec!["four".to_owned(), "play".to_owned()];
    let seats = seats(played);
    let mut args = options(style, played);
    if !seats.is_empty() {
        args.board.rules.players = None;
    }
    let again = create_match(&args, &seats).ok();
    let same = |again: &Match| {
        again.setup() == played.setup() && again.game().status() == played.game().status()
    };
    words.push(format!("--style {style}"));
    if again.as_ref().is_some_and(same) {
        push_options(&mut words, &args);
    } else {
        // A link also has the first player, piece styles and an agreed draw.
        words.push(format!("--link {}", quoted(&link::write(played))));
    }
    if !seats.is_empty() {
        let seats: Vec<String> = seats.into_iter().map(format_player).collect();
        words.push(format!("--seats {}", seats.join(",")));
    }
    words.join(" ")
}

/// Returns the players of the seats, or nothing if all are persons.
fn seats(played: &Match) -> Vec<Option<Kind>> {
    let seats = played.setup().seats().iter();
    let seats: Vec<_> = seats.map(|seat| seat.computer).collect();
    if seats.iter().all(Option::is_none) {
        return Vec::new();
    }
    seats
}

/// Returns the options for a match, as far as options can describe it.
fn options(style: Style, played: &Match) -> MatchArgs {
    let (rules, seats) = (played.rules(), played.setup().seats());
    let config = rules.config();
    // The defaults of the style.
    let asked = RulesOptions {
        gravity: config.gravity,
        ..RulesOptions::default()
    };
    let board = style.rules(asked).map(Rules::config).ok();
    let asked = RulesOptions {
        columns: Some(config.columns),
        rows: Some(config.rows),
        ..asked
    };
    let line = style.rules(asked).map(Rules::config).ok();
    let unless =
        |value: u32, default: Option<u32>| (Some(value) != default).then(|| i64::from(value));

    let plain = Setup::with_default_seats(rules);
    let all_names = |seats: &[Seat]| -> Vec<Name> {
        let names = seats.iter().map(|seat| seat.name.clone());
        names.collect()
    };
    let all_symbols =
        |seats: &[Seat]| -> String { seats.iter().map(|seat| seat.symbol.as_char()).collect() };
    let names = Some(all_names(seats)).filter(|names| *names != all_names(plain.seats()));
    let symbols = Some(all_symbols(seats)).filter(|all| *all != all_symbols(plain.seats()));
    let moves = style.write_moves(played.game());
    MatchArgs {
        board: StyleArgs {
            style,
            rules: RulesArgs {
                game: GameArgs {
                    board: BoardArgs {
                        columns: unless(config.columns, board.map(|default| default.columns)),
                        rows: unless(config.rows, board.map(|default| default.rows)),
                        connect: unless(config.connect, line.map(|default| default.connect)),
                    },
                    no_gravity: !config.gravity,
                },
                players: unless(config.players, Some(Rules::MIN_PLAYERS))
                    .filter(|_| names.is_none() && symbols.is_none()),
            },
        },
        swap: played.setup().swap(),
        names: names.as_deref().map(names_values).unwrap_or_default(),
        symbols,
        moves: Some(moves).filter(|moves| !moves.is_empty()),
        load: None,
        link: None,
    }
}

/// Returns the values of `--names`: one for all names, or one each if a name has a comma.
fn names_values(names: &[Name]) -> Vec<String> {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    if names.iter().any(|name| name.contains(',')) {
        names
    } else {
        vec![names.join(",")]
    }
}

fn push_options(words: &mut Vec<String>, args: &MatchArgs) {
    let MatchArgs {
        board,
        swap,
        names,
        symbols,
        moves,
        ..
    } = args;
    let rules = &board.rules;
    let board = &rules.game.board;
    let numbers = [
        ("columns", board.columns),
        ("rows", board.rows),
        ("connect", board.connect),
        ("players", rules.players),
    ];
    for (name, value) in numbers {
        if let Some(value) = value {
            words.push(format!("--{name} {value}"));
        }
    }
    if rules.game.no_gravity {
        words.push("--no-gravity".to_owned());
    }
    if *swap {
        words.push("--swap".to_owned());
    }
    let names = names.iter().map(|name| ("names", name));
    let symbols = symbols.iter().map(|symbols| ("symbols", symbols));
    let moves = moves.iter().map(|moves| ("moves", moves));
    for (name, value) in names.chain(symbols).chain(moves) {
        // A value that begins with a dash has to be joined with `=`.
        let sign = if value.starts_with('-') { '=' } else { ' ' };
        words.push(format!("--{name}{sign}{}", quoted(value)));
    }
}

/// Quotes a word for a POSIX shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || ",._-/".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
