//! No text makes a parser panic, and every error message is short and safe to display.

use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::{
    Colour, Match, Name, SeriesScore, Shape, Symbol,
    high_scores::{Date, HighScores},
    import, link, record,
};
use four_shapes_rules::{Rules, notation};
use four_shapes_styles::Style;
use four_shapes_tournament::{
    BotHash, Entrant, FinishedGame, GameSummary, Tournament, TournamentConfig, file,
};
use proptest::prelude::*;

/// Arbitrary text, often with unusual beginnings and ends, or in the form of a format.
fn any_text() -> impl Strategy<Value = String> {
    let odd = prop_oneof![
        Just("“"),
        Just("𝄞"),
        Just("e\u{301}"),
        Just("\u{202e}"),
        Just("\u{2066}"),
        Just("\u{feff}"),
        Just("\u{9d}"),
        Just("\u{1b}]0;"),
        Just("\0"),
        Just("\n"),
    ];
    let form = prop_oneof![
        Just(""),
        Just("v=1&board=7x6&connect=4&"),
        Just("#v=1&"),
        Just("level:"),
        Just("lookahead:3:"),
        Just("17 44351 1 9/120/40 "),
        Just("{\"format\": \"four-shapes-game\", "),
        Just("{\"format\": \"four-shapes-tournament\", \"version\": "),
        Just("tournament=%7B"),
        Just("2026-11-"),
        Just("D"),
        Just("44"),
    ];
    let rest = prop::collection::vec(any::<char>(), 0..30);
    (form, odd, rest, any::<bool>()).prop_map(|(form, odd, rest, before)| {
        let rest: String = rest.into_iter().collect();
        let (first, second) = if before { (odd, &*rest) } else { (&*rest, odd) };
        [form, first, second].concat()
    })
}

fn tournament() -> Tournament {
    let entrants = [PlayerKind::Random, PlayerKind::Level(Level::One)].map(Entrant::Computer);
    let config = TournamentConfig {
        entrants: entrants.to_vec(),
        ..TournamentConfig::default()
    };
    Tournament::new(config).expect("two can play")
}

/// Returns the messages of all errors for a text.
fn errors(text: &str) -> Vec<String> {
    let mut errors = Vec::new();
    let mut note = |error: Option<String>| errors.extend(error);
    for rules in [Rules::CLASSIC, Rules::TIC_TAC_TOE] {
        note(notation::parse(rules, text).err().map(|it| it.to_string()));
        note(
            notation::parse_cell(rules, text)
                .err()
                .map(|it| it.to_string()),
        );
        note(import::parse(text, rules).err().map(|it| it.to_string()));
        for style in Style::ALL {
            note(
                style
                    .parse_moves(rules, text)
                    .err()
                    .map(|it| it.to_string()),
            );
        }
    }
    note(record::parse(text).err().map(|it| it.to_string()));
    note(link::parse(text).err().map(|it| it.to_string()));
    note(HighScores::parse(text).err().map(|it| it.to_string()));
    let game_match = Match::with_default_seats(four_shapes_rules::Game::new(Rules::CLASSIC));
    note(
        SeriesScore::parse(text, &game_match)
            .err()
            .map(|it| it.to_string()),
    );
    note(Name::new(text).err().map(|it| it.to_string()));
    note(text.parse::<PlayerKind>().err().map(|it| it.to_string()));
    note(file::read(text).err().map(|it| it.to_string()));
    note(file::read_link(text).err().map(|it| it.to_string()));
    note(
        FinishedGame::parse(&tournament(), text)
            .err()
            .map(|it| it.to_string()),
    );
    errors.extend(link::unknown_fields(text));
    errors.extend(import::unknown_fields(text));
    errors
}

fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2_000)
    })]

    #[test]
    fn arbitrary_text_gives_short_safe_errors(text in any_text()) {
        for words in errors(&text) {
            prop_assert!((1..300).contains(&words.chars().count()), "{:?}", words);
            prop_assert!(!words.contains(steers), "{:?}", words);
        }
        // These have no words.
        let _ = (text.parse::<Symbol>(), text.parse::<Date>(), text.parse::<Shape>());
        let _ = (text.parse::<Colour>(), Name::sanitized(&text), BotHash::parse(&text));
        let _ = (GameSummary::parse(&text), link::is_link(&text), file::is_link(&text));
        prop_assert!(link::without_trackers(&text).len() <= text.len());
    }
}
