//! The reader of games and positions: every notation, errors for other text, and properties for
//! any text. The samples are in `import_samples`.

use crate::import_samples::{self, SAMPLES};
use four_shapes_records::{
    Match, Symbol, export,
    import::{self, Choice, Edge, Format, Import, ImportError, Options, Reading},
    json,
    link::{self, LinkError},
    record::{self, RecordProblem},
};
use four_shapes_rules::{
    Cell, MoveError, Player, Rules, Step,
    bitboard::U256,
    notation::{self, NotationError, Problem},
    text::escape,
};
use four_shapes_testing::support::{
    self, any_match, any_rules, play, play_with, rules, some_choices,
};
use proptest::{
    prelude::*,
    sample::{Index, select},
};
use std::error::Error;

const CLASSIC: Rules = Rules::CLASSIC;

/// The number of cases of a property; `cargo xtask soak` runs more.
fn cases(few: u32, many: u32) -> u32 {
    let more = std::env::var_os("FOUR_SHAPES_SOAK").is_some();
    if more { many } else { few }
}

fn read(text: &str, rules: Rules) -> Match {
    import::parse(text, rules).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal(text: &str, rules: Rules) -> ImportError {
    match import::parse(text, rules) {
        Ok(game_match) => panic!("{text:?} was read as {game_match:?}"),
        Err(error) => error,
    }
}

/// Checks that every text is parsed as the same game.
fn assert_means(rules: Rules, moves: &str, texts: &[&str]) {
    let game = notation::parse(rules, moves).expect("the moves are right");
    for text in texts {
        let game_match = read(text, rules);
        assert_eq!(
            game_match,
            Match::with_default_seats(game.clone()),
            "{text:?}"
        );
    }
}

/// Checks the error message of every text.
fn assert_refused(rules: Rules, cases: &[(&str, &str)]) {
    for (text, words) in cases {
        assert_eq!(refusal(text, rules).to_string(), *words, "{text:?}");
    }
}

#[test]
fn columns_are_parsed_in_any_notation() {
    assert_means(
        CLASSIC,
        "44455",
        &[
            "44455",
            " 44455\n",
            "4 4 4 5 5",
            "444 55",
            "4;4;4;5;5",
            "\u{feff}44455",
            "ddd ee",
            "DDDEE",
            "D1 D2 d3 E1 E2",
            "D1D2,d3 E1E2",
        ],
    );
    let wide = rules(12, 6, 4, 2, true);
    assert_means(
        wide,
        "10,1,12,12",
        &["10 1 12 12", "10,1;12,\n12", "jall", "J1A1L1l2", "j a l l"],
    );
}

#[test]
fn cells_are_parsed_in_any_notation() {
    let large = rules(15, 15, 4, 2, false);
    assert_means(
        large,
        "B2,A1,O15,C10",
        &[
            "B2,A1,O15,C10",
            "b2 a1 o15 c10",
            "b2a1o15c10",
            "\tB2;A1;\n\nO15,, C10",
        ],
    );
}

#[test]
fn files_links_and_moves_are_distinguished() {
    let other = rules(3, 3, 3, 2, false);
    let game_match = read("44455", CLASSIC);
    let (file, link) = (record::write(&game_match), link::write(&game_match));
    for text in [
        file.clone(),
        format!("\u{feff}{file}"),
        format!("\r\n  {file}\n\n"),
        link.clone(),
        format!("  {link}\n"),
        format!("#{link}"),
        format!("https://example.org/four-shapes/#{link}"),
        format!("https://example.org/?a=b#{link}\nyour turn!"),
        format!("Your turn (game #3): https://example.org/#{link}"),
        format!("<https://example.org/#{link}>"),
        format!("[this game](https://example.org/#{link})."),
        format!("“https://example.org/#{link}”, she wrote"),
        format!("<a href=\"https://example.org/#{link}\">"),
        format!("https://example.org/?list=a&v=2#{link}&utm_source=mail."),
        format!("https://example.org/#utm_source=mail&{link} (game #3)"),
        format!("Game #3: https://example.org/#fbclid=1&x=2&{link}"),
        format!("fbclid=1&{link}"),
        format!("https://example.org/#{link}?utm_source=mail"),
    ] {
        // Files and links contain their rules.
        assert_eq!(read(&text, other), game_match, "{text}");
    }
}

#[test]
fn unknown_fields_of_an_embedded_link_are_listed() {
    let link = "v=1&board=7x6&connect=4&moves=44455";
    for (text, names) in [
        (
            format!("see https://example.org/#{link}&x=1&utm_id=2."),
            &["x"][..],
        ),
        (format!("{link}&x=1&y=2"), &["x", "y"]),
        (link.to_owned(), &[]),
        ("44455".to_owned(), &[]),
        ("\u{feff}{ \"#v=1&x=1\": 1 }".to_owned(), &[]),
        (String::new(), &[]),
    ] {
        assert_eq!(import::unknown_fields(&text), names, "{text}");
    }
}

#[test]
fn error_depends_on_apparent_format() {
    let error = refusal(" {\n\"format\": 1}", CLASSIC);
    assert_eq!(
        error.to_string(),
        "line 2, character 11: 1 is not a valid format"
    );
    assert!(error.source().is_some());
    let ImportError::Record(error) = error else {
        panic!("it looks like a file");
    };
    assert!(matches!(
        error.problem,
        RecordProblem::Json(json::Problem::InvalidValue { name: "format", .. })
    ));

    let error = refusal("https://example.org/#top", CLASSIC);
    assert_eq!(error, ImportError::Link(LinkError::Missing("v")));
    assert_eq!(error.to_string(), "v is missing from the link");
    assert!(error.source().is_some());

    for empty in ["", " ", "\n\r\n\t", "\u{feff}", "\u{feff} \n"] {
        let error = refusal(empty, CLASSIC);
        assert_eq!(error, ImportError::Empty);
        assert_eq!(error.to_string(), "the text is empty");
        assert!(error.source().is_none());
    }

    let error = refusal("4448", CLASSIC);
    assert!(error.source().is_some());
    let ImportError::Moves(error) = error else {
        panic!("it looks like moves");
    };
    assert_eq!((error.at, &*error.text), (4, "8"));
    assert_eq!(error.problem, Problem::NotAColumn { first: 1, last: 7 });
}

#[test]
fn illegal_moves_are_errors_with_position() {
    assert_refused(
        CLASSIC,
        &[
            (
                "4 4 x",
                "character 5: “x” is not a column; columns are 1 to 7",
            ),
            ("h", "character 1: “h” is not a column; columns are 1 to 7"),
            (
                "44é",
                "character 3: “é” is not a column; columns are 1 to 7",
            ),
            ("d7", "character 1: “d7” is not a cell; cells are A1 to G6"),
            ("d0", "character 1: “d0” is not a cell; cells are A1 to G6"),
            ("hello", "the text has neither moves nor a board"),
            (
                "What is best after 4455?",
                "the text has neither moves nor a board",
            ),
            ("⚪⚪🔴🟡⚪⚪⚪", "the text has neither moves nor a board"),
            (
                "4455 hello",
                "character 6: “h” is not a column; columns are 1 to 7",
            ),
            (
                "d2",
                "character 1: “d2” can't be played: D2 has no piece below it",
            ),
            ("d1 d1", "character 4: “d1” can't be played: D1 is occupied"),
            (
                "4444444",
                "character 7: “4” can't be played: the column is full",
            ),
            (
                "a99999999999999999999",
                "character 1: “a99999999999…” is not a cell; cells are A1 to G6",
            ),
        ],
    );
    assert_refused(
        Rules::TIC_TAC_TOE,
        &[
            ("5", "character 1: “5” is not a cell; cells are A1 to C3"),
            ("b", "character 1: “b” is not a cell; cells are A1 to C3"),
            ("b2 b2", "character 4: “b2” can't be played: B2 is occupied"),
        ],
    );
    assert_refused(
        rules(12, 6, 4, 2, true),
        &[
            (
                "13",
                "character 1: “13” is not a column; columns are 1 to 12",
            ),
            (
                "01",
                "character 1: “01” is not a column; columns are 1 to 12",
            ),
            (
                "44455",
                "character 1: “44455” is not a column; columns are 1 to 12",
            ),
        ],
    );
    let cell = CLASSIC.cell(3, 1).unwrap();
    let ImportError::Moves(error) = refusal("d2", CLASSIC) else {
        panic!("it looks like moves");
    };
    assert_eq!(
        error.problem,
        Problem::Illegal(MoveError::Unsupported(cell))
    );
}

#[test]
fn oversized_text_is_an_error() {
    let padded = |bytes: usize| format!("44455{}", " ".repeat(bytes - 5));
    assert_eq!(
        read(&padded(record::MAX_BYTES), CLASSIC),
        read("44455", CLASSIC)
    );
    let error = refusal(&padded(record::MAX_BYTES + 1), CLASSIC);
    assert_eq!(error, ImportError::TooLarge(1_048_577));
    assert_eq!(error.to_string(), "1048577 bytes; the maximum is 1048576");
    assert!(error.source().is_none());
    // As much of a wrong text is refused as quickly.
    for text in [
        "x",
        "é",
        "{",
        "[",
        "#",
        "a1",
        "9",
        "\u{feff}",
        "4{",
        "-{",
        "(0,",
        "X.O",
        "| ",
        "x y z\n0123456\n",
        "?pos=",
        "1-0 ",
        "😀",
        "\u{1b}[",
        "/a",
        "\"board\"",
        "0x1 ",
        "🔴⚪\n",
        "1.",
        "B2,",
        "[Event \"\"\n",
    ] {
        refusal(&text.repeat(record::MAX_BYTES / text.len()), CLASSIC);
    }
}

/// The moves of a game in a random notation.
fn written(game_match: &Match, form: u8, between: &str) -> String {
    let game = game_match.game();
    let (gravity, columns) = (game.rules().gravity(), game.rules().columns());
    let words = game.steps().iter().filter_map(|step| match *step {
        Step::Place(cell) => Some(match form {
            0 if gravity => cell.column().to_string(),
            1 if gravity => cell.to_string()[..1].to_lowercase(),
            2 => cell.to_string().to_lowercase(),
            _ => cell.to_string(),
        }),
        Step::Swap => Some(["s", "swap", "S", "Swap"][usize::from(form)].to_owned()),
        Step::AgreeDraw | Step::TimeForfeit => None,
    });
    let words: Vec<String> = words.collect();
    // Numbers of two digits can't stand side by side.
    let between = if form == 0 && columns > 9 && between.is_empty() {
        " "
    } else {
        between
    };
    words.join(between)
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases(500, 350_000))
    })]

    #[test]
    fn every_notation_is_parsed(
        rules in any_rules(),
        choices in some_choices(),
        form in 0..4_u8,
        between in "[ ,;\t\r]{0,3}",
        swaps: bool,
    ) {
        let game_match = Match::with_default_seats(play_with(swaps, rules, &choices));
        let text = written(&game_match, form, &between);
        let options = Options { first_column: Some(1), ..Options::new(rules) };
        if text.is_empty() {
            prop_assert_eq!(import::read(&text, options), Err(ImportError::Empty));
            return Ok(());
        }
        let read = first_match(&text, options);
        prop_assert_eq!(read, Some(game_match), "{}", text);
    }

    #[test]
    fn records_links_and_notation_are_parsed(
        game_match in any_match(),
        others in any_rules(),
    ) {
        prop_assert_eq!(&import::parse(&record::write(&game_match), others).unwrap(), &game_match);
        let address = format!("see http://localhost:8080/#{}.", link::write(&game_match));
        let read = import::parse(&address, others).unwrap();
        prop_assert_eq!(Ok(read), link::parse(&link::write(&game_match)));
        // All that the strict notation has is read, except for the empty game.
        let moves = notation::write(game_match.game());
        if !moves.is_empty() && !game_match.game().is_set_up() {
            let strict = notation::parse(game_match.rules(), &moves).unwrap();
            let plain = Match::with_default_seats(strict);
            let read = first_match(&moves, Options::new(game_match.rules()));
            prop_assert_eq!(read, Some(plain), "{}", moves);
        }
    }

    #[test]
    fn any_text_is_read_or_refused_with_a_position(rules in any_rules(), text: String) {
        check_text(&text, rules);
    }

    #[test]
    fn text_of_the_characters_of_boards_is_read_or_refused(
        rules in any_rules(),
        text in "[\\[\\](){}'\",.|+\\-_ \n0-9a-gA-GXOsx/:#=🔴🟡⚪⚫\u{fe0f}]{0,200}",
    ) {
        check_text(&text, rules);
    }

    #[test]
    fn mutations_of_samples_are_read_or_refused(
        sample in select(SAMPLES),
        other in select(SAMPLES),
        mutations in prop::collection::vec((0..5_u8, any::<Index>(), any::<Index>()), 1..6),
        rules in prop_oneof![2 => Just(CLASSIC), 1 => any_rules()],
    ) {
        let mut text: Vec<char> = sample.0.chars().collect();
        for (kind, one, another) in mutations {
            mutate(&mut text, other.0, kind, one, another);
        }
        check_text(&text.into_iter().collect::<String>(), rules);
    }

    #[test]
    fn positions_are_read_in_every_format(rules in any_rules(), choices in some_choices()) {
        let game = play(rules, &choices);
        let position = game.position();
        let players = usize::from(rules.players());
        let (columns, rows) = (usize::from(rules.columns()), usize::from(rules.rows()));
        let rows: Vec<Vec<Option<usize>>> = (0..rows)
            .rev()
            .map(|row| {
                let cells = (0..columns).filter_map(|column| rules.cell(column, row));
                cells.map(|cell| position.piece_at(cell).map(Player::index)).collect()
            })
            .collect();
        let picture = |empty: &str, signs: &[&str], between: &str, ends: [&str; 2]| {
            let sign = |owner: &Option<usize>| owner.map_or(empty, |owner| signs[owner]).to_owned();
            let row = |row: &Vec<Option<usize>>| {
                let signs: Vec<String> = row.iter().map(sign).collect();
                [ends[0], &signs.join(between), ends[1]].concat()
            };
            rows.iter().map(row).collect::<Vec<_>>().join("\n")
        };
        let mut texts = vec![
            (Format::Position, position.to_string()),
            (Format::Picture, format!("{position:#}")),
        ];
        if players <= 60 {
            let symbols: Vec<String> = (0..players).map(|i| Symbol::nth(i).to_string()).collect();
            let symbols: Vec<&str> = symbols.iter().map(String::as_str).collect();
            let line = "+---".repeat(columns) + "+";
            let framed = picture(" ", &symbols, " | ", ["| ", " |"]);
            texts.push((Format::Picture, format!("{line}\n{framed}\n{line}\n")));
            texts.push((Format::Picture, framed.replace('\n', &format!("\n{line}\n"))));
        }
        if players <= 4 {
            let colours = ["🔴", "🟡", "🔵", "🟢"];
            texts.push((Format::Picture, picture("⚪", &colours, "", [""; 2])));
            texts.push((Format::Picture, picture("⬛\u{fe0f}", &colours, " ", [""; 2])));
            texts.push((Format::Picture, picture(".", &["X", "O", "A", "B"], "", [""; 2])));
            texts.push((Format::Picture, picture("_", &["X", "O", "A", "B"], " ", ["  ", " "])));
        }
        if players <= 9 {
            let numbers = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
            texts.push((Format::Numbers, format!("[{}]", picture("0", &numbers, ", ", ["[", "],"]))));
            texts.push((Format::Numbers, format!("[{}]", picture("0", &numbers, " ", ["[", "]"]))));
        }
        if rules.gravity() && players == 2 {
            let bits = |mover: Option<Player>| {
                let height = u32::from(rules.rows()) + 1;
                let bit = |cell: Cell| U256::ONE << (cell.column().index() as u32 * height + cell.row() as u32);
                let owned = |cell: &Cell| {
                    let owner = position.piece_at(*cell);
                    owner.is_some() && mover.is_none_or(|mover| owner == Some(mover))
                };
                rules.all_cells().filter(owned).fold(U256::ZERO, |all, cell| all | bit(cell))
            };
            let (own, all) = (bits(Some(position.to_move())), bits(None));
            texts.push((Format::Bitboards, format!("0x{own:x}, 0x{all:x}")));
            if (rules.columns(), rules.rows()) == (7, 6) {
                let cells = rules.all_cells().map(|cell| match position.piece_at(cell) {
                    None => "b",
                    Some(player) => ["x", "o"][player.index()],
                });
                texts.push((Format::Uci, cells.collect::<Vec<_>>().join(",")));
            }
        }
        for (format, text) in texts {
            let read = import::read(&text, Options::new(rules));
            let Ok(Import::Game(readings)) = &read else {
                return Err(TestCaseError::fail(format!("{text}\n{read:?}")));
            };
            prop_assert_eq!(readings[0].format, format, "{}", &text);
            prop_assert_eq!(readings[0].game_match.game().position(), position, "{}", &text);
        }
    }
}

/// Returns the likeliest match of a text.
fn first_match(text: &str, options: Options) -> Option<Match> {
    match import::read(text, options) {
        Ok(Import::Game(readings)) => readings
            .into_iter()
            .next()
            .map(|reading| reading.game_match),
        _ => None,
    }
}

/// Changes a text at random: removes, inserts, swaps or repeats characters, cuts it, or adds
/// another one.
fn mutate(text: &mut Vec<char>, other: &str, kind: u8, one: Index, another: Index) {
    const CHARS: &[char] = &[
        '0', '1', '4', '7', 'X', 'd', '.', ' ', '\n', '|', '-', '{', ']', '🔴', '⚪', 'é',
    ];
    let (at, to) = (one.index(text.len() + 1), another.index(text.len() + 1));
    match kind {
        0 => drop(text.drain(at.min(to)..at.max(to).min(at.min(to) + 3))),
        1 => text.insert(at, CHARS[another.index(CHARS.len())]),
        2 if at < text.len() && to < text.len() => text.swap(at, to),
        3 => text.truncate(at),
        _ => text.extend(['\n'].into_iter().take(to % 2).chain(other.chars())),
    }
}

/// Checks that a text is read or refused, and that the errors name a position within it.
fn check_text(text: &str, rules: Rules) {
    // Positions are counted after a byte order mark; there may be several at the start.
    let text = text.trim_start_matches('\u{feff}');
    match import::read(text, Options::new(rules)) {
        Ok(Import::Game(readings)) => check_readings(&readings),
        Ok(Import::List(lines)) => {
            assert!(!lines.is_empty());
            let all: Vec<&str> = text.lines().collect();
            for line in lines {
                let text = all[line.number - 1];
                match line.readings {
                    Ok(readings) => check_readings(&readings),
                    // The rows of a picture are numbered in the whole text.
                    Err(ImportError::Row { line, .. }) => assert!(line <= all.len()),
                    Err(error) => check_error(text, &error),
                }
            }
        }
        Err(error) => check_error(text, &error),
    }
}

/// Checks that readings are distinguished and can be stored.
fn check_readings(readings: &[Reading]) {
    assert!(!readings.is_empty());
    for reading in readings {
        assert_eq!(reading.choice.is_some(), readings.len() > 1, "{readings:?}");
        check_words(&import_samples::reading(reading));
        let written = record::write(&reading.game_match);
        assert_eq!(record::parse(&written).as_ref(), Ok(&reading.game_match));
    }
}

/// Checks that an error is short and safe, and names a position in the text.
fn check_error(text: &str, error: &ImportError) {
    check_words(&error.to_string());
    let chars = text.chars().count();
    let quoted = |at: usize, quote: &str| {
        assert!((1..=chars).contains(&at), "{error}");
        let found: String = text.chars().skip(at - 1).collect();
        let quote = quote.trim_end_matches('…');
        assert!(escape(&found).starts_with(quote), "{error}");
    };
    match error {
        ImportError::Moves(NotationError { at, text, .. })
        | ImportError::Mixed { at, text, .. } => {
            quoted(*at, text);
        }
        ImportError::Position(error) => assert!((1..=chars + 1).contains(&error.at)),
        ImportError::Row { line, .. } => assert!((1..=text.lines().count()).contains(line)),
        _ => {}
    }
}

fn check_words(words: &str) {
    assert!(words.chars().count() < 1_000, "{words}");
    assert_eq!(escape(words), words, "a terminal would act on it");
}

#[test]
fn options_decide_what_a_text_leaves_open() {
    let options = Options::new(CLASSIC);
    let read = |text: &str, options: Options| match import::read(text, options) {
        Ok(Import::Game(readings)) => readings,
        other => panic!("{text}: {other:?}"),
    };
    let choices = |readings: &[Reading]| -> Vec<Option<Choice>> {
        readings.iter().map(|reading| reading.choice).collect()
    };
    let list = "[4, 4, 5]";
    let both = [1, 0].map(|first| Some(Choice::FirstColumn(first)));
    assert_eq!(choices(&read(list, options)), both);
    for (first, moves) in [(0, "556"), (1, "445")] {
        let readings = read(
            list,
            Options {
                first_column: Some(first),
                ..options
            },
        );
        let [reading] = &readings[..] else {
            panic!("{readings:?}")
        };
        assert_eq!(notation::write(reading.game_match.game()), moves);
    }
    let picture = ".X..\n.X..\n.O..\n.O..";
    let both = [Edge::Top, Edge::Bottom].map(|edge| Some(Choice::FirstRow(edge)));
    assert_eq!(choices(&read(picture, options)), both);
    for (edge, line) in [
        (Edge::Top, "1a2/1a2/1b2/1b2"),
        (Edge::Bottom, "1b2/1b2/1a2/1a2"),
    ] {
        let readings = read(
            picture,
            Options {
                first_row: Some(edge),
                ..options
            },
        );
        let [reading] = &readings[..] else {
            panic!("{readings:?}")
        };
        assert!(
            reading
                .game_match
                .game()
                .position()
                .to_string()
                .starts_with(line)
        );
    }
    let picture = "....\n....\n.X..\n.X..";
    assert_eq!(read(picture, options).len(), 2);
    for to_move in [0, 1] {
        let readings = read(
            picture,
            Options {
                to_move: Some(to_move),
                ..options
            },
        );
        let [reading] = &readings[..] else {
            panic!("{readings:?}")
        };
        assert_eq!(
            reading.game_match.game().position().to_move().index(),
            to_move
        );
    }
}

#[test]
fn ambiguous_texts_and_lists_are_errors_for_a_single_match() {
    let error = refusal("[4, 4, 5]", CLASSIC);
    assert_eq!(
        error,
        ImportError::Ambiguous(vec![Choice::FirstColumn(1), Choice::FirstColumn(0)])
    );
    assert_eq!(
        error.to_string(),
        "several readings: columns are counted from 1, or columns are counted from 0"
    );
    let error = refusal("44455\n44456", CLASSIC);
    assert_eq!(error, ImportError::Several(2));
    assert_eq!(error.to_string(), "2 games or positions instead of one");
    let error = refusal(&"4\n".repeat(100_001), CLASSIC);
    assert_eq!(error, ImportError::TooManyLines(100_002));
}

#[test]
fn swap_is_a_letter_or_a_word() {
    let swapped = read("4s4455", CLASSIC);
    assert!(swapped.setup().swap() && swapped.game().is_swapped());
    for text in [
        "4 S 4455",
        "4swap4455",
        "4; swap; 4 4 5 5",
        "d SWAP d d e e",
        "D1;s;D2;D3;E1;E2",
        "v=1&board=7x6&connect=4&swap=yes&moves=4s4455",
    ] {
        assert_eq!(read(text, CLASSIC), swapped, "{text}");
    }
    let rules = rules(10, 6, 4, 2, true);
    assert!(read("10s10", rules).game().is_swapped());
    assert!(read("B2 s A1", Rules::TIC_TAC_TOE).game().is_swapped());
    for (text, rules, words) in [
        (
            "44s",
            CLASSIC,
            "character 3: “s” can't be played: \
             a swap is possible only right after the first move",
        ),
        (
            "swap",
            CLASSIC,
            "character 1: “swap” can't be played: \
             a swap is possible only right after the first move",
        ),
        (
            "4 s",
            support::rules(7, 6, 4, 3, true),
            "character 3: “s” can't be played: a swap requires 2 players, not 3",
        ),
    ] {
        assert_eq!(refusal(text, rules).to_string(), words, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases(2_000, 100_000))
    })]

    /// Everything that is written can be read, by the rules of the game.
    #[test]
    fn exported_positions_are_read(game_match in any_match()) {
        let position = game_match.game().position();
        for format in export::Format::ALL {
            let Some(written) = export::write(&game_match, format) else { continue };
            let options = Options::new(game_match.rules());
            let read = match import::read(&written, options) {
                Ok(Import::Game(readings)) => readings,
                other => panic!("{format:?}: {written}\n{other:?}"),
            };
            // A picture may be upside down if gravity allows both; the usual way comes first.
            let first = read[0].game_match.game().position();
            prop_assert!(first == position, "{:?}: {}\n{}", format, written, first);
            let is_picture = matches!(format, export::Format::Picture | export::Format::Emoji);
            prop_assert!(read.len() == 1 || is_picture, "{:?}: {}", format, written);
        }
    }
}
