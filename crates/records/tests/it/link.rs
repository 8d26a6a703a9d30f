//! Links: round trips, errors, and tracking parameters.

use four_shapes_records::{
    Match, Name, NameError, PieceStyle, Seat, SeatAttribute, Setup, SetupError, Symbol,
    link::{self, Correspondence, LinkError},
    record::RecordProblem,
};
use four_shapes_rules::{DrawReason, Game, Position, Rules, Status, Step, notation::Problem};
use four_shapes_testing::support::{self, Random, any_match, hostile_setup, play, rules};
use proptest::prelude::*;

/// The link of the module documentation.
const LINK: &str = "v=1&board=7x6&connect=4&moves=44455";

/// A link without defaults: custom seats, the second of which starts.
const PLAYERS: &str = "v=1&board=7x6&connect=4&starts=2&player=Ada.star.pink.%24&player=%3Cb%3E%2E.cross.teal.b&moves=1212";

fn read(link: &str) -> Match {
    link::parse(link).unwrap_or_else(|error| panic!("{link}: {error}"))
}

fn refusal(link: &str) -> LinkError {
    match link::parse(link) {
        Ok(game_match) => panic!("{link} was read as {game_match:?}"),
        Err(error) => error,
    }
}

/// Returns the part of a match that a link contains: all but undone steps.
fn kept(game_match: &Match) -> (&Setup, &Position, &[Step]) {
    let game = game_match.game();
    (
        game_match.setup(),
        game.start(),
        &game.steps()[..game.cursor()],
    )
}

#[test]
fn format_matches_documentation() {
    let game_match = read(LINK);
    assert_eq!(
        game_match.setup(),
        &Setup::with_default_seats(Rules::CLASSIC)
    );
    assert_eq!(link::write(&game_match), LINK);

    let game_match = read(PLAYERS);
    let names: Vec<_> = game_match
        .setup()
        .seats()
        .iter()
        .map(|seat| seat.name.as_str())
        .collect();
    assert_eq!(
        (names, game_match.setup().first_seat()),
        (vec!["Ada", "<b>."], 1)
    );
    assert_eq!(link::write(&game_match), PLAYERS);

    for link in [
        "v=1&board=3x3&connect=3&gravity=no&moves=",
        "v=1&board=3x3&connect=3&gravity=no&draw=agreed&moves=A3,B3,C3,B2,A2,C2,C1,A1",
        "v=1&board=15x15&connect=4&players=3&starts=3&moves=15,1,10",
        "v=1&board=7x6&connect=4&swap=yes&moves=",
        "v=1&board=7x6&connect=4&starts=2&swap=yes&moves=4s4455",
        "v=2&board=7x6&connect=4&start=7/7/7/7/7/2aab2_b&moves=345",
        "v=2&board=3x3&connect=3&gravity=no&start=3/3/3_b&moves=B2",
    ] {
        assert_eq!(link::write(&read(link)), link);
    }
}

#[test]
fn field_order_and_redundant_encoding_are_ignored() {
    for link in [
        "moves=44455&connect=4&board=7x6&v=1",
        "v=1&board=7%786&connect=%34&moves=%34%344%35%35",
        "v=1&board=7x6&connect=4&players=2&starts=1&gravity=yes&moves=44455",
    ] {
        assert_eq!(link::write(&read(link)), LINK);
    }
    let raw = PLAYERS.replace("%3Cb%3E", "<b>").replace("%24", "$");
    assert_eq!(read(&raw), read(PLAYERS));
    // Players follow each other in the order of their seats.
    let apart = "player=Ada.star.pink.%24&v=1&board=7x6&starts=2&connect=4&moves=1212&player=%3Cb%3E%2E.cross.teal.b";
    assert_eq!(read(apart), read(PLAYERS));
}

/// A text in the link, its replacement, and the error message.
const ERRORS: &[(&str, &str, &str)] = &[
    ("v=1&", "", "v is missing from the link"),
    (
        "v=1&",
        "v=3&",
        "v: unsupported version “3”, expected 1 or 2",
    ),
    ("v=1&", "v&", "v: unsupported version “”, expected 1 or 2"),
    // Older programs ignore it.
    (
        "v=1&",
        "v=1&start=7/7/7/7/3a3_b&",
        "start: invalid value “7/7/7/7/3a3_…”, expected rows_player in a link of version 2, such as 7/7/7/7/7/3a3_b",
    ),
    (
        "v=1&",
        "v=2&start=7/7/7/7/7/a6&",
        "start: invalid value “7/7/7/7/7/a6”, expected rows_player in a link of version 2, such as 7/7/7/7/7/3a3_b",
    ),
    (
        "v=1&",
        "v=2&start=7/7/7/7/a6/7_b&",
        "start: character 9: “a” can't be there: A2 has no piece below it",
    ),
    (
        "v=1&",
        "v=2&start=7/7/7/7/7/7_c&",
        "start: character 13: “c” is not one of the players",
    ),
    (
        "v=1&",
        "v=2&start=7/7/7/7/7/aaaa3_a&",
        "start: player 1 has a line, so player 1 can't be to move",
    ),
    ("v=1&", "v=1&v=2&", "v occurs twice with different values"),
    ("board=7x6&", "", "board is missing from the link"),
    (
        "7x6",
        "7",
        "board: invalid value “7”, expected columns and rows, such as 7x6",
    ),
    (
        "7x6",
        "7x6x5",
        "board: invalid value “7x6x5”, expected columns and rows, such as 7x6",
    ),
    (
        "7x6",
        "07x6",
        "board: invalid value “07x6”, expected columns and rows, such as 7x6",
    ),
    (
        "7x6",
        "7x",
        "board: invalid value “7x”, expected columns and rows, such as 7x6",
    ),
    (
        "7x6",
        "7x-6",
        "board: invalid value “7x-6”, expected columns and rows, such as 7x6",
    ),
    (
        "7x6",
        "7x4294967302",
        "board: invalid value “7x4294967302”, expected columns and rows, such as 7x6",
    ),
    (
        "7x6",
        "99999999999999999999x6",
        "board: invalid value “999999999999…”, expected columns and rows, such as 7x6",
    ),
    ("7x6", "7x16", "board: rows: 16 is not at most 15"),
    ("7x6", "7%FF6", "board: not valid UTF-8"),
    ("connect=4&", "", "connect is missing from the link"),
    (
        "connect=4",
        "connect=8",
        "board: connect: 8 is not at most 7",
    ),
    (
        "connect=4",
        "connect=",
        "connect: invalid value “”, expected a number",
    ),
    (
        "connect=4",
        "connect=4&connect=5",
        "connect occurs twice with different values",
    ),
    (
        "connect=4",
        "connect=4&gravity=off",
        "gravity: invalid value “off”, expected yes or no",
    ),
    (
        "connect=4",
        "connect=4&players=1",
        "board: players: 1 is not at least 2",
    ),
    (
        "connect=4",
        "connect=4&starts=0",
        "starts: invalid value “0”, expected a number",
    ),
    (
        "connect=4",
        "connect=4&starts=3",
        "starts: invalid first player 3",
    ),
    (
        "connect=4",
        "connect=4&player=",
        "player: invalid value “”, expected name.shape.colour.symbol, such as Ada.star.pink.A",
    ),
    (
        "connect=4",
        "connect=4&player=Ada.star.pink",
        "player: invalid value “Ada.star.pin…”, expected name.shape.colour.symbol, such as Ada.star.pink.A",
    ),
    (
        "connect=4",
        "connect=4&player=A.star.pink.X.Y",
        "player: invalid value “A.star.pink.…”, expected name.shape.colour.symbol, such as Ada.star.pink.A",
    ),
    (
        "connect=4",
        "connect=4&player=A.disc.pink.X",
        "player: invalid value “A.disc.pink.…”, expected name.shape.colour.symbol, such as Ada.star.pink.A",
    ),
    (
        "connect=4",
        "connect=4&player=A.star.grey.X",
        "player: invalid value “A.star.grey.…”, expected name.shape.colour.symbol, such as Ada.star.pink.A",
    ),
    (
        "connect=4",
        "connect=4&player=A.star.pink.|",
        "player: invalid value “A.star.pink.…”, expected name.shape.colour.symbol, such as Ada.star.pink.A",
    ),
    (
        "connect=4",
        "connect=4&player=%20.star.pink.X",
        "player: missing name",
    ),
    (
        "connect=4",
        "connect=4&player=%E2%80%AE.star.pink.X",
        "player: names can't contain U+202E",
    ),
    (
        "connect=4",
        "connect=4&player=%C3.star.pink.X",
        "player: not valid UTF-8",
    ),
    (
        "connect=4",
        "connect=4&player=A.star.pink.X",
        "player: the rules are for 2 players, not 1",
    ),
    (
        "connect=4",
        "connect=4&player=A.star.pink.X&player=B.star.pink.O",
        "player: players 1 and 2 have the same shape and colour",
    ),
    ("moves=44455", "", "moves is missing from the link"),
    (
        "moves=44455",
        "moves=44458",
        "moves: character 5: “8” is not a column; columns are 1 to 7",
    ),
    ("moves=44455", "moves=%80", "moves: not valid UTF-8"),
    (
        "moves=44455",
        "moves=4+4",
        "moves: character 2: “+” is not a column; columns are 1 to 7",
    ),
    (
        "moves=44455",
        "moves=44455&draw=no",
        "draw: invalid value “no”, expected agreed",
    ),
    (
        "moves=44455",
        "moves=44455&draw=agreed",
        "draw: a draw is agreed, but a line can still be completed",
    ),
    (
        "moves=44455",
        "moves=1212121&draw=agreed",
        "draw: a draw is agreed after the end of the game",
    ),
    (
        "moves=44455",
        "moves=44455&utm_source=chat&moves=4",
        "moves occurs twice with different values",
    ),
];

#[test]
fn errors_name_the_field() {
    for (old, new, words) in ERRORS {
        assert_eq!(LINK.matches(old).count(), 1, "{old} is there once");
        let mut link = LINK.replace(old, new);
        if new.is_empty() {
            link = link.trim_end_matches('&').to_owned();
        }
        assert_eq!(refusal(&link).to_string(), *words, "{link}");
    }
    for (link, problem) in [
        ("", LinkError::Missing("v")),
        ("&&&", LinkError::Missing("v")),
        ("v=1", LinkError::Missing("board")),
    ] {
        assert_eq!(refusal(link), problem);
    }
}

/// Parameters that mail programs and social networks append.
const TRACKERS: [&str; 9] = [
    "utm_source=mail",
    "utm_campaign=a%20b%FF&utm_medium=e-mail",
    "fbclid=IwAR0_x-y",
    "gclid=1&dclid=2&msclkid=3&yclid=4",
    "mc_cid=1&mc_eid=2",
    "igshid=abc==",
    "_ga=1.2-3",
    "utm_source",
    "vero_id=a?b=c",
];

#[test]
fn trackers_are_ignored_anywhere() {
    let links: Vec<String> = TRACKERS
        .iter()
        .flat_map(|tracker| {
            [
                format!("{LINK}&{tracker}"),
                format!("{tracker}&{LINK}"),
                format!("?{tracker}&{LINK}"),
                format!("{LINK}?{tracker}"),
                format!("{LINK}&{tracker}&{tracker}"),
                LINK.replace("&connect", &format!("&{tracker}&connect")),
                format!("&{LINK}&&{tracker}&"),
            ]
        })
        .collect();
    for link in &links {
        assert!(link::is_link(link), "{link}");
        assert_eq!(read(link), read(LINK), "{link}");
        assert_eq!(link::without_trackers(link), LINK);
        assert!(link::unknown_fields(link).is_empty(), "{link}");
    }
    for other in ["library", "new-game=computer", "tournament=%7B%7D"] {
        assert_eq!(link::without_trackers(other), other);
        assert_eq!(link::without_trackers(&format!("{other}&utm_id=1")), other);
        assert!(!link::is_link(other));
    }
    // A question mark of one's own stays.
    let asks = PLAYERS.replace("Ada", "Ada?");
    let named = |link: &str| read(link).setup().seats()[0].name.to_string();
    assert_eq!(named(&asks), "Ada?");
}

#[test]
fn whole_addresses_are_links() {
    let address = |before: &str, link: &str| [before, link].concat();
    for before in [
        "#",
        "?",
        "https://example.org/#",
        "https://example.org/four/#",
        "https://example.org/?lang=de&v=3&x=1#",
        "https://example.org/?utm_source=mail#",
        "https://example.org/?to=https://example.com/#",
        "file:///home/ada/four%20shapes/index.html#",
        // Of an address in another one, only the last fragment counts.
        "https://example.org/#https://example.com/#",
    ] {
        for link in [LINK, PLAYERS] {
            let whole = address(before, link);
            assert_eq!(read(&whole), read(link), "{whole}");
            assert!(link::is_link(&whole), "{whole}");
            assert!(link::unknown_fields(&whole).is_empty(), "{whole}");
            assert_eq!(link::without_trackers(&whole), link, "{whole}");
        }
        let live = format!("{LINK}&seat=2&game=000000000000002a&live=AQD7");
        let whole = address(before, &live);
        assert_eq!(link::sender(&whole), Some(1), "{whole}");
        assert_eq!(link::live_invitation(&whole), Some("AQD7"), "{whole}");
        assert_eq!(Correspondence::parse(&whole), Correspondence::parse(&live));
    }
    // A sign of one's own stays.
    let hash = PLAYERS.replace("%24", "#");
    for link in [&hash, &address("https://example.org/#", &hash)] {
        assert_eq!(read(link).setup().seats()[0].symbol.as_char(), '#');
    }
    // What is left without trackers is not another address.
    for link in ["utm_id=#&x=://&a#v=1", "utm_id=1&#v=1", "utm_id=1&?v=1"] {
        let clean = link::without_trackers(link);
        assert_eq!(link::without_trackers(&clean), clean);
    }
    for other in [
        "https://example.org/",
        "https://example.org/#",
        "#",
        "#help",
    ] {
        assert_eq!(refusal(other), LinkError::Missing("v"), "{other}");
    }
}

#[test]
fn unknown_fields_are_ignored_and_listed_once() {
    for (more, names) in [
        ("&x=1", &["x"][..]),
        ("&x=1&utm_id=2&y&x=3&=4", &["x", "y"]),
        ("&a-name-of-14-characters=1", &["a-name-of-14…"]),
        ("&Moves=1&player2=x", &["Moves", "player2"]),
        ("&“x”=%FF", &["“x”"]),
        ("&utmost=1&v2=1", &["utmost", "v2"]),
    ] {
        for link in [[LINK, more].concat(), [&more[1..], "&", LINK].concat()] {
            assert_eq!(read(&link), read(LINK), "{link}");
            assert_eq!(link::unknown_fields(&link), names, "{link}");
        }
    }
    assert!(link::unknown_fields(LINK).is_empty());
    assert!(link::unknown_fields(PLAYERS).is_empty());
    // Fields that are there twice are clear if they say the same.
    assert_eq!(read(&format!("{LINK}&v=1&moves=44455")), read(LINK));
}

#[test]
fn errors_are_structured() {
    let wrong = |link: &str| match refusal(link) {
        LinkError::Invalid { name, problem } => (name, problem),
        error => panic!("{error:?}"),
    };
    let twins = PLAYERS.replace("%3Cb%3E%2E", "Ada");
    let same = SetupError::Duplicate {
        attribute: SeatAttribute::Name,
        first: 0,
        second: 1,
    };
    assert_eq!(wrong(&twins), ("player", RecordProblem::Setup(same)));
    let long = PLAYERS.replace("Ada", &"A".repeat(25));
    let error = NameError::TooLong { chars: 25 };
    assert_eq!(wrong(&long), ("player", RecordProblem::Name(error)));
    let starts = SetupError::FirstSeat { seat: 2 };
    let third = PLAYERS.replace("starts=2", "starts=3");
    assert_eq!(wrong(&third), ("starts", RecordProblem::Setup(starts)));
    let LinkError::Moves(error) = refusal(&LINK.replace("44455", "4445%41")) else {
        panic!("the last move is no column");
    };
    // The place is that in the moves once they are decoded.
    assert_eq!((error.at, &*error.text), (5, "A"));
    assert_eq!(error.problem, Problem::NotAColumn { first: 1, last: 7 });
}

#[test]
fn oversized_links_are_errors() {
    let padded = |bytes: usize| format!("v=1&board=7x6&connect=4&moves={}", "%34".repeat(bytes));
    assert!(matches!(refusal(&padded(10_000)), LinkError::Moves(_)));
    let long = padded(11_000);
    assert_eq!(refusal(&long), LinkError::TooLong(long.len()));
    let words = format!("the link has {} bytes; the maximum is 32768", long.len());
    assert_eq!(refusal(&long).to_string(), words);
    let exact = format!("{LINK}&{}", "x".repeat(link::MAX_BYTES - LINK.len() - 1));
    assert_eq!(read(&exact), read(LINK));
    assert!(matches!(
        refusal(&format!("{exact}x")),
        LinkError::TooLong(32769)
    ));
}

#[test]
fn longest_link_round_trips() {
    // The longest names, and a game that fills the board: no line is completed,
    // since each player's pieces are five columns apart.
    let rules = rules(15, 15, 3, 75, false);
    let seat = |number: u32| Seat {
        name: Name::new(
            &char::from_u32(0x1_f400 + number)
                .unwrap()
                .to_string()
                .repeat(24),
        )
        .unwrap(),
        piece_style: PieceStyle::nth(number as usize),
        symbol: Symbol::new(char::from_u32(0x400 + number).unwrap()).unwrap(),
        computer: None,
    };
    let setup = Setup::new(rules, (0..75).map(seat).collect(), 74).unwrap();
    let mut game = Game::new(rules);
    for cell in rules.all_cells().rev() {
        let Some(turn) = game.turn() else { break };
        turn.play(cell).expect("the cell is empty");
    }
    assert_eq!(game.status(), Status::Drawn(DrawReason::Full));
    let game_match = Match::from_parts(setup, game).unwrap();
    let link = link::write(&game_match);
    assert!(
        (24_000..link::MAX_BYTES).contains(&link.len()),
        "{}",
        link.len()
    );
    assert_eq!(read(&link), game_match);
}

#[test]
fn hostile_names_of_75_players_round_trip() {
    let rules = rules(15, 15, 3, 75, true);
    for seed in 0..50 {
        let game_match = Match::new(hostile_setup(rules, &mut Random(seed)));
        let link = link::write(&game_match);
        assert_eq!(read(&link), game_match);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(500)
    })]

    #[test]
    fn matches_round_trip(game_match in any_match()) {
        let link = link::write(&game_match);
        // Nothing in it has a meaning in an address, in HTML or in a sentence.
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_~%.=&,/".contains(c);
        prop_assert!(link.chars().all(plain), "{}", link);
        let read = link::parse(&link).unwrap();
        prop_assert_eq!(kept(&read), kept(&game_match));
        prop_assert_eq!(link::write(&read), link);
    }

    #[test]
    fn default_seats_are_omitted(choices in support::some_choices()) {
        let game_match = Match::with_default_seats(play(Rules::CLASSIC, &choices));
        prop_assert!(link::write(&game_match).len() <= "v=1&board=7x6&connect=4&moves=".len() + 42);
    }

    #[test]
    fn arbitrary_text_is_parsed_consistently(text in ".{0,40}|(v=1|[a-z]{1,8}=[^&]{0,9})(&[a-z]{1,8}=[^&]{0,9}){0,5}") {
        if let Ok(read) = link::parse(&text) {
            prop_assert_eq!(link::parse(&link::write(&read)).unwrap(), read);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(3_000)
    })]

    #[test]
    fn nearly_valid_text_is_parsed_consistently(
        sides in (2..17_u32, 2..17_u32),
        connect in 2..6_u32,
        players in prop_oneof!["", "&players=[0-9]{1,2}"],
        starts in prop_oneof!["", "&starts=[0-9]"],
        gravity in prop_oneof!["", "&gravity=(yes|no)"],
        player in prop_oneof![3 => "", 1 => "&player=[A-C%.]{1,4}\\.(star|cross)\\.(red|blue)\\.[XO]"],
        moves in prop_oneof!["[1-7]{0,20}", "[A-C][1-3](,[A-C][1-3]){0,5}", "[0-9]{1,2}(,[0-9]{1,2}){0,5}"],
        draw in prop_oneof![3 => "", 1 => "&draw=agreed"],
    ) {
        let (columns, rows) = sides;
        let link = format!("v=1&board={columns}x{rows}&connect={connect}{players}{starts}{gravity}{player}{draw}&moves={moves}");
        if let Ok(read) = link::parse(&link) {
            let end = format!("&moves={moves}");
            prop_assert!(link::write(&read).ends_with(&end));
            prop_assert_eq!(link::parse(&link::write(&read)).unwrap(), read);
        }
    }
}

#[test]
fn swaps_are_parsed_strictly() {
    let swapped = read("v=1&board=7x6&connect=4&swap=yes&moves=4s");
    assert!(swapped.setup().swap() && swapped.game().is_swapped());
    assert_eq!(
        read("v=1&board=7x6&connect=4&swap=no&moves=44455"),
        read(LINK)
    );
    for (link, words) in [
        (
            "v=1&board=7x6&connect=4&moves=4s",
            "moves: character 2: “s” can't be played: this game does not use the swap rule",
        ),
        (
            "v=1&board=7x6&connect=4&swap=yes&moves=44s",
            "moves: character 3: “s” can't be played: \
             a swap is possible only right after the first move",
        ),
        (
            "v=1&board=7x6&connect=4&swap=1&moves=4",
            "swap: invalid value “1”, expected yes or no",
        ),
        (
            "v=1&board=7x6&connect=4&swap=yes&swap=no&moves=4",
            "swap occurs twice with different values",
        ),
        (
            "v=1&board=7x6&connect=4&players=3&swap=yes&moves=4",
            "swap: a swap requires 2 players, not 3",
        ),
    ] {
        assert_eq!(refusal(link).to_string(), words, "{link}");
    }
}
