//! The command that continues a game.

use crate::{
    args::{
        BoardArgs, ColourWhen, MatchSetupArgs, PlayArgs, ReadingArgs, RulesArgs, SizeArgs,
        StyleArgs,
    },
    match_setup::create_match,
};
use clap::ValueEnum;
use four_shapes_players::PlayerKind;
use four_shapes_records::{Match, Name, Seat, Setup, link};
use four_shapes_rules::{Rules, notation};
use four_shapes_styles::{RulesOptions, Style, format_player};

/// Returns the command that continues a match in a style, with the options of the command that
/// are not part of the match.
pub(crate) fn command(
    style: Style,
    game_match: &Match,
    play: &PlayArgs,
    colour: ColourWhen,
) -> String {
    let mut words = vec!["four".to_owned(), "play".to_owned()];
    let seats = seats(game_match);
    let mut args = options(style, game_match);
    if !seats.is_empty() {
        args.style.rules.players = None;
    }
    let recreated = create_match(&args, &seats).ok();
    let is_same = |recreated: &Match| {
        recreated.setup() == game_match.setup()
            && recreated.game().status() == game_match.game().status()
    };
    words.push(format!("--style {style}"));
    if recreated.as_ref().is_some_and(is_same) {
        push_options(&mut words, &args);
    } else {
        // A link also has the first player, piece styles and an agreed draw.
        words.push(format!("--link {}", quoted(&link::write(game_match))));
    }
    if !seats.is_empty() {
        let seats: Vec<String> = seats.into_iter().map(format_player).collect();
        words.push(format!("--seats {}", seats.join(",")));
    }
    push_play_options(&mut words, style, play);
    if let Some(when) = colour
        .to_possible_value()
        .filter(|_| colour != ColourWhen::Auto)
    {
        words.push(format!("--color {}", when.get_name()));
    }
    words.join(" ")
}

fn push_play_options(words: &mut Vec<String>, style: Style, play: &PlayArgs) {
    // Named one by one so that a new option is not forgotten.
    let PlayArgs {
        setup: _,
        seats: _,
        seed,
        ask: _,
        score_file,
        no_scores,
    } = play;
    if let Some(seed) = seed.seed {
        words.push(format!("--seed {seed}"));
    }
    if style != Style::BoardGames {
        return;
    }
    if let Some(path) = &score_file.scores {
        push_value(words, "scores", &path.to_string_lossy());
    }
    if *no_scores {
        words.push("--no-scores".to_owned());
    }
}

/// Returns the players of the seats, or an empty list if all are humans.
fn seats(game_match: &Match) -> Vec<Option<PlayerKind>> {
    let seats = game_match.setup().seats().iter();
    let seats: Vec<_> = seats.map(|seat| seat.computer).collect();
    if seats.iter().all(Option::is_none) {
        return Vec::new();
    }
    seats
}

/// Returns the options for a match, as far as options can describe it.
fn options(style: Style, game_match: &Match) -> MatchSetupArgs {
    let (rules, seats) = (game_match.rules(), game_match.setup().seats());
    let config = rules.config();
    // The style's defaults for the board, and for the length of lines on this board.
    let options = RulesOptions {
        gravity: config.gravity,
        ..RulesOptions::default()
    };
    let default_board = style.rules(options).map(Rules::config).ok();
    let options = RulesOptions {
        columns: Some(config.columns),
        rows: Some(config.rows),
        ..options
    };
    let default_line = style.rules(options).map(Rules::config).ok();
    let unless_default =
        |value: u32, default: Option<u32>| (Some(value) != default).then(|| i64::from(value));

    let default_setup = Setup::with_default_seats(rules);
    let all_names = |seats: &[Seat]| -> Vec<Name> {
        let names = seats.iter().map(|seat| seat.name.clone());
        names.collect()
    };
    let all_symbols =
        |seats: &[Seat]| -> String { seats.iter().map(|seat| seat.symbol.as_char()).collect() };
    let names = Some(all_names(seats)).filter(|names| *names != all_names(default_setup.seats()));
    let symbols =
        Some(all_symbols(seats)).filter(|symbols| *symbols != all_symbols(default_setup.seats()));
    let game = game_match.game();
    let moves = notation::write(game);
    MatchSetupArgs {
        style: StyleArgs {
            style: Some(style),
            rules: RulesArgs {
                game: BoardArgs {
                    size: SizeArgs {
                        columns: unless_default(
                            config.columns,
                            default_board.map(|board| board.columns),
                        ),
                        rows: unless_default(config.rows, default_board.map(|board| board.rows)),
                        connect: unless_default(
                            config.connect,
                            default_line.map(|line| line.connect),
                        ),
                    },
                    no_gravity: !config.gravity,
                },
                players: unless_default(config.players, Some(Rules::MIN_PLAYERS))
                    .filter(|_| names.is_none() && symbols.is_none()),
                preset: None,
            },
        },
        swap: game_match.setup().swap(),
        names: names.as_deref().map(names_values).unwrap_or_default(),
        symbols,
        moves: Some(moves).filter(|moves| !moves.is_empty()),
        position: game.is_set_up().then(|| game.start().to_string()),
        load: None,
        link: None,
        reading: ReadingArgs::default(),
    }
}

/// Returns the values of `--names`: a single one, or one per name if a name has a comma.
fn names_values(names: &[Name]) -> Vec<String> {
    let names: Vec<String> = names.iter().map(ToString::to_string).collect();
    if names.iter().any(|name| name.contains(',')) {
        names
    } else {
        vec![names.join(",")]
    }
}

fn push_options(words: &mut Vec<String>, args: &MatchSetupArgs) {
    let MatchSetupArgs {
        style,
        swap,
        names,
        symbols,
        moves,
        position,
        ..
    } = args;
    let rules = &style.rules;
    let size = &rules.game.size;
    let numbers = [
        ("columns", size.columns),
        ("rows", size.rows),
        ("connect", size.connect),
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
    let position = position.iter().map(|position| ("position", position));
    let moves = moves.iter().map(|moves| ("moves", moves));
    for (name, value) in names.chain(symbols).chain(position).chain(moves) {
        push_value(words, name, value);
    }
}

fn push_value(words: &mut Vec<String>, name: &str, value: &str) {
    // A value that begins with a dash has to follow `=`.
    let separator = if value.starts_with('-') { '=' } else { ' ' };
    words.push(format!("--{name}{separator}{}", quoted(value)));
}

/// Quotes a word for a POSIX shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || ",._-/".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
