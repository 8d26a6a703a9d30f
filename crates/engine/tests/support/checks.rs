//! What has to hold for any text at all that a reader is given: no panic, a
//! place for every error, and whatever is accepted is written and read back
//! equal. The tests with mutated files and the fuzz targets both call these.

// Every crate that includes this file uses another part of it.
#![allow(dead_code)]

use four_shapes_engine::{
    Match, Position, Rules, RulesConfig, Setup, escape,
    import::{self, ImportError},
    link, notation,
    record::{self, RecordError},
    scores::Scores,
    style::{Action, Change, ColourMode, Repl, Reply, Style},
};

/// Whether the text is read as a file.
pub(crate) fn record(text: &str) -> bool {
    match record::parse(text) {
        Ok(played) => {
            written_and_read(&played);
            true
        }
        Err(error) => {
            check_error(text, &error);
            false
        }
    }
}

/// Whether the text is read as a link.
pub(crate) fn link(text: &str) -> bool {
    check_unknown(&link::unknown_fields(text));
    let clean = link::without_trackers(text);
    assert_eq!(link::without_trackers(&clean), clean);
    match link::parse(text) {
        Ok(played) => {
            assert!(link::is_link(text));
            written_and_read(&played);
            assert_eq!(link::parse(&clean).as_ref(), Ok(&played));
            assert_eq!(link::parse(&link::write(&played)), Ok(played));
            true
        }
        Err(error) => {
            check_words(&error.to_string());
            false
        }
    }
}

/// Types lines into each style's conversation and does what they ask for. What is
/// only said leaves the match as it is, and nothing that is said can steer a
/// terminal.
pub(crate) fn repl(text: &str) {
    for rules in every_kind_of_rules() {
        for &style in Style::ALL {
            let setup = Setup::with_default_seats(rules).with_swap(rules.players() == 2);
            let mut played = Match::new(setup.expect("two players may swap"));
            let mut repl = Repl::new(style, ColourMode::Plain);
            let mut said = repl.opening(&played);
            for line in text.lines().take(40) {
                said += &repl.prompt(&played).unwrap_or_default();
                let action = match repl.handle_line(&played, line) {
                    Reply::Text(words) => {
                        said += &words;
                        continue;
                    }
                    Reply::Action(action) => action,
                };
                let change = match action {
                    Action::Place(cell) => {
                        let turn = played.turn().expect("a move is read while there is a turn");
                        turn.play(cell).expect("a move that is read can be made");
                        Change::Moved
                    }
                    Action::Undo => {
                        played = played
                            .undone_to_human_turn()
                            .expect("there is something to take back");
                        Change::Undone
                    }
                    Action::Redo => {
                        played.redo_to_human_turn();
                        Change::Redone
                    }
                    Action::Swap => {
                        played
                            .swap()
                            .expect("a swap is read where there may be one");
                        Change::Swapped
                    }
                    Action::AgreeDraw => {
                        let turn = played.turn().expect("the game goes on");
                        turn.agree_draw().expect("nobody can win any more");
                        Change::DrawAgreed
                    }
                    Action::Sit { place, computer } => {
                        assert!(place < played.setup().seats().len());
                        played.set_computer(place, computer);
                        Change::Seated
                    }
                    Action::Start(setup) => {
                        played = Match::new(setup);
                        Change::Started
                    }
                    Action::Save(_) | Action::Load(_) | Action::Scores => continue,
                    Action::Quit => break,
                };
                said += &repl.report(&played, change);
            }
            for line in said.split('\n') {
                assert_eq!(escape(line), line, "a terminal would act on it");
            }
            written_and_read(&played);
        }
    }
}

/// Whether the text is read in any form, plain moves by some kind of rules.
pub(crate) fn import(text: &str) -> bool {
    check_unknown(&import::unknown_fields(text));
    let mut read = false;
    for rules in every_kind_of_rules() {
        match import::parse(text, rules) {
            Ok(played) => {
                written_and_read(&played);
                read = true;
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
        if let Err(error) = Position::from_columns(rules, text) {
            check_words(&error.to_string());
        }
        let named = Position::new(rules).named(text);
        assert_eq!(named, None, "an empty board has no piece");
    }
    read
}

/// Whether the text is read as a file of scores.
pub(crate) fn scores(text: &str) -> bool {
    match Scores::parse(text) {
        Ok(scores) => {
            let written = scores.write();
            assert!(
                scores
                    .by_game()
                    .all(|game| game.len() <= Scores::MAX_PER_GAME)
            );
            assert_eq!(Scores::parse(&written), Ok(scores));
            true
        }
        Err(error) => {
            check_error(text, &error);
            false
        }
    }
}

/// One of each kind that moves are written for.
fn every_kind_of_rules() -> [Rules; 4] {
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

fn written_and_read(played: &Match) {
    let file = record::write(played);
    assert_eq!(record::parse(&file).as_ref(), Ok(played));
    let read = link::parse(&link::write(played)).expect("what is written is read");
    // Computer players are no part of a link.
    let mut people = played.setup().clone();
    for place in 0..people.seats().len() {
        people.set_computer(place, None);
    }
    // Neither is a swap that was undone, but that there may be one is.
    assert_eq!(read.setup(), &people);
    let cursor = played.game().cursor();
    assert_eq!(read.game().steps(), &played.game().steps()[..cursor]);
    assert_eq!(read.game().status(), played.game().status());
}

/// The error is in the text, or just behind it.
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

/// An error quotes no more than a little of a hostile text, and nothing that steers a
/// terminal.
fn check_words(words: &str) {
    assert!(words.chars().count() < 200, "{words}");
    assert_eq!(escape(words), words, "a terminal would act on it");
}
