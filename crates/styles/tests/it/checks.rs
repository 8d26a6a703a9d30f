//! Properties of the parsers for arbitrary text: no panics, a position for every error, and
//! round trips of everything accepted. Used by the mutation tests and the fuzz targets.

// Each crate that includes this file uses a different part of it.
#![allow(dead_code)]

use four_shapes_records::{
    Match, Setup,
    high_scores::HighScores,
    import::{self, Import, ImportError, Options, Reading},
    link,
    record::{self, RecordError},
};
use four_shapes_rules::{Position, Rules, RulesConfig, notation, text::escape};
use four_shapes_styles::{Action, Change, ColourMode, Repl, Reply, Style};

/// Checks the text as a record and returns whether it is valid.
pub(crate) fn record(text: &str) -> bool {
    match record::parse(text) {
        Ok(game_match) => {
            check_round_trip(&game_match);
            true
        }
        Err(error) => {
            check_error(text, &error);
            false
        }
    }
}

/// Checks the text as a position and returns whether it is valid.
pub(crate) fn position(text: &str) -> bool {
    match text.parse::<Position>() {
        Ok(position) => {
            // Each position has exactly one text.
            assert_eq!(position.to_string(), text);
            let mirrored = position.mirrored();
            assert_eq!(mirrored.to_string().parse(), Ok(mirrored.clone()));
            assert_eq!(mirrored.mirrored(), position);
            true
        }
        Err(error) => {
            assert!(
                (1..=text.chars().count() + 1).contains(&error.at),
                "{error:?}"
            );
            check_words(&error.to_string());
            false
        }
    }
}

/// Checks the text as a link and returns whether it is valid.
pub(crate) fn link(text: &str) -> bool {
    check_unknown(&link::unknown_fields(text));
    let clean = link::without_trackers(text);
    assert_eq!(link::without_trackers(&clean), clean);
    match link::parse(text) {
        Ok(game_match) => {
            assert!(link::is_link(text));
            check_round_trip(&game_match);
            assert_eq!(link::parse(&clean).as_ref(), Ok(&game_match));
            assert_eq!(link::parse(&link::write(&game_match)), Ok(game_match));
            true
        }
        Err(error) => {
            check_words(&error.to_string());
            false
        }
    }
}

/// Feeds lines of input to each style and carries out the actions, which must be legal. The
/// output must be safe to display.
pub(crate) fn repl(text: &str) {
    for rules in rules_of_each_kind() {
        for &style in Style::ALL {
            let setup = Setup::with_default_seats(rules).with_swap(rules.players() == 2);
            let mut game_match = Match::new(setup.expect("two players may swap"));
            let mut repl = Repl::new(style, ColourMode::Plain);
            let mut said = repl.greeting(&game_match);
            for line in text.lines().take(40) {
                said += &repl.prompt(&game_match).unwrap_or_default();
                let action = match repl.handle_line(&game_match, line) {
                    Reply::Text(words) => {
                        said += &words;
                        continue;
                    }
                    Reply::Action(action) => action,
                };
                let change = match action {
                    Action::Place(cell) => {
                        let turn = game_match
                            .turn()
                            .expect("a move is read while there is a turn");
                        turn.play(cell).expect("a move that is read can be made");
                        Change::Moved
                    }
                    Action::Undo => {
                        game_match = game_match
                            .undone_to_human_turn()
                            .expect("there is something to take back");
                        Change::Undone
                    }
                    Action::Redo => {
                        game_match.redo_to_human_turn();
                        Change::Redone
                    }
                    Action::Swap => {
                        game_match
                            .swap()
                            .expect("a swap is read where there may be one");
                        Change::Swapped
                    }
                    Action::AgreeDraw => {
                        let turn = game_match.turn().expect("the game goes on");
                        turn.agree_draw().expect("nobody can win any more");
                        Change::DrawAgreed
                    }
                    Action::SetComputer { seat, computer } => {
                        assert!(seat < game_match.setup().seats().len());
                        game_match.set_computer(seat, computer);
                        Change::ComputerSet
                    }
                    Action::Start(setup) => {
                        game_match = Match::new(setup);
                        Change::Started
                    }
                    Action::Save(_) | Action::Load(_) | Action::Scores => continue,
                    Action::Quit => break,
                };
                said += &repl.report(&game_match, change);
            }
            for line in said.split('\n') {
                assert_eq!(escape(line), line, "a terminal would act on it");
            }
            check_round_trip(&game_match);
        }
    }
}

/// Checks the text in any format, by several rules, and returns whether it is valid.
pub(crate) fn import(text: &str) -> bool {
    check_unknown(&import::unknown_fields(text));
    let mut read = false;
    for rules in rules_of_each_kind() {
        match import::read(text, Options::new(rules)) {
            Ok(Import::Game(readings)) => {
                check_readings(&readings);
                read = true;
            }
            Ok(Import::List(lines)) => {
                for line in lines {
                    match line.readings {
                        Ok(readings) => {
                            check_readings(&readings);
                            read = true;
                        }
                        Err(error) => check_words(&error.to_string()),
                    }
                }
            }
            Err(ImportError::Moves(error)) => {
                check_words(&error.to_string());
                assert!((1..=text.chars().count()).contains(&error.at), "{error}");
            }
            Err(ImportError::Record(error)) => {
                check_error(text.strip_prefix('\u{feff}').unwrap_or(text), &error);
            }
            Err(error) => check_words(&error.to_string()),
        }
        if let Ok(game) = notation::parse(rules, text) {
            assert_eq!(notation::write(&game), text);
        }
        if let Err(error) = Position::from_column_indices(rules, text) {
            check_words(&error.to_string());
        }
        let named = Position::new(rules).piece_at_name(text);
        assert_eq!(named, None, "an empty board has no piece");
    }
    read
}

fn check_readings(readings: &[Reading]) {
    for reading in readings {
        check_round_trip(&reading.game_match);
        for note in &reading.notes {
            check_words(&note.to_string());
        }
    }
}

/// Checks the text as high scores and returns whether it is valid.
pub(crate) fn scores(text: &str) -> bool {
    match HighScores::parse(text) {
        Ok(scores) => {
            let written = scores.write();
            assert!(
                scores
                    .by_rules()
                    .all(|game| game.len() <= HighScores::MAX_PER_RULES)
            );
            assert_eq!(HighScores::parse(&written), Ok(scores));
            true
        }
        Err(error) => {
            check_error(text, &error);
            false
        }
    }
}

/// Rules of each kind of move notation.
fn rules_of_each_kind() -> [Rules; 4] {
    let rules = |columns, rows, players, gravity| {
        let config = RulesConfig {
            columns,
            rows,
            connect: 4,
            players,
            gravity,
        };
        Rules::new(config).expect("they are allowed")
    };
    [
        Rules::CLASSIC,
        rules(15, 15, 3, true),
        rules(10, 4, 10, true),
        rules(6, 5, 2, false),
    ]
}

fn check_round_trip(game_match: &Match) {
    let file = record::write(game_match);
    assert_eq!(record::parse(&file).as_ref(), Ok(game_match));
    let read = link::parse(&link::write(game_match)).expect("what is written is read");
    // A link omits computer players.
    let mut people = game_match.setup().clone();
    for place in 0..people.seats().len() {
        people.set_computer(place, None);
    }
    // It also omits an undone swap, but not the swap rule.
    assert_eq!(read.setup(), &people);
    let cursor = game_match.game().cursor();
    assert_eq!(read.game().steps(), &game_match.game().steps()[..cursor]);
    assert_eq!(read.game().status(), game_match.game().status());
}

/// Checks that the position of an error is in the text or at its end.
fn check_error(text: &str, error: &RecordError) {
    check_words(&error.to_string());
    let mut lines = text.split('\n');
    let line = lines.nth(error.line - 1).expect("the text has this line");
    assert!(
        (1..=line.chars().count() + 1).contains(&error.column),
        "{error}"
    );
}

fn check_unknown(names: &[String]) {
    for name in names {
        check_words(name);
        assert!(!name.is_empty());
    }
}

/// Checks that an error message is short and safe to display.
fn check_words(words: &str) {
    assert!(words.chars().count() < 250, "{words}");
    assert_eq!(escape(words), words, "a terminal would act on it");
}
