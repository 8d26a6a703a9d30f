//! High scores: ranking and file format.

use four_shapes_records::{
    Match, Name, Setup, SetupError,
    high_scores::{Date, HighScore, HighScores},
    json,
    record::{RecordError, RecordProblem},
};
use four_shapes_rules::{Rules, Status, Step};
use four_shapes_testing::support::{HOSTILE, Random, any_match, hostile_setup, rules};
use proptest::prelude::*;

/// Scores as formatted.
const WRITTEN: &str = r#"{
  "format": "four-shapes-scores",
  "version": 1,
  "scores": [
    { "rules": { "columns": 7, "rows": 6, "connect": 4, "players": 2, "gravity": true }, "name": "Ada", "moves": 4, "opponents": ["Ben"], "date": "2026-11-21" }
  ]
}
"#;

/// The same with more line breaks, for the positions of errors.
const SCORES: &str = r#"{
  "format": "four-shapes-scores",
  "version": 1,
  "scores": [
    {
      "rules": { "columns": 7, "rows": 6, "connect": 4, "players": 2, "gravity": true },
      "name": "Ada",
      "moves": 4,
      "opponents": ["Ben"],
      "date": "2026-11-21"
    }
  ]
}
"#;

fn name(text: &str) -> Name {
    Name::new(text).expect("the name is short and plain")
}

fn day(day: u8) -> Date {
    Date::new(2026, 11, day).expect("there is this day")
}

fn score(winner: &str, moves: u32, on: u8) -> HighScore {
    HighScore {
        rules: Rules::CLASSIC,
        name: name(winner),
        moves,
        opponents: vec![name("Ben")],
        date: day(on),
    }
}

fn refusal(text: &str) -> RecordError {
    match HighScores::parse(text) {
        Ok(scores) => panic!("{text} was read as {scores:?}"),
        Err(error) => error,
    }
}

/// Replaces a text that occurs once in the scores.
fn with(old: &str, new: &str) -> String {
    assert_eq!(SCORES.matches(old).count(), 1, "{old} is there once");
    SCORES.replace(old, new)
}

/// Returns the names, best first.
fn names(scores: &HighScores) -> Vec<&str> {
    scores
        .by_rules()
        .flatten()
        .map(|score| score.name.as_str())
        .collect()
}

/// A match in which the first player completes a column while the others drop their
/// pieces beside it.
fn won(players: u32, starts: usize) -> Match {
    let rules = rules(15, 15, 4, players, true);
    let mut setup = Setup::with_default_seats(rules);
    for _ in 0..starts {
        setup = setup.with_next_first_seat();
    }
    let mut game_match = Match::new(setup);
    while let Some(turn) = game_match.turn() {
        let column = match turn.player().index() {
            0 => 0,
            // No two players side by side in the same column.
            other => 2 + other % 13,
        };
        let column = rules.column(column).expect("there are 15 columns");
        turn.drop(column).expect("there is room");
    }
    game_match
}

#[test]
fn format_matches_documentation() {
    let scores = HighScores::parse(SCORES).unwrap();
    assert_eq!(scores.all(), [score("Ada", 4, 21)]);
    assert_eq!(scores.write(), WRITTEN);
    assert_eq!(HighScores::parse(WRITTEN).unwrap(), scores);
    let empty =
        "{\n  \"format\": \"four-shapes-scores\",\n  \"version\": 1,\n  \"scores\": []\n}\n";
    assert_eq!(HighScores::default().write(), empty);
    assert_eq!(HighScores::parse(empty).unwrap(), HighScores::default());
}

#[test]
fn scores_are_sorted_by_moves_then_date() {
    let mut scores = HighScores::default();
    assert_eq!(scores.add(score("third", 7, 10)), Some(1));
    assert_eq!(scores.add(score("first", 4, 20)), Some(1));
    assert_eq!(scores.add(score("second", 7, 9)), Some(2));
    // On the same day, the first added.
    assert_eq!(scores.add(score("fourth", 7, 10)), Some(4));
    assert_eq!(scores.add(score("last", 21, 1)), Some(5));
    assert_eq!(
        names(&scores),
        ["first", "second", "third", "fourth", "last"]
    );
    assert_eq!(HighScores::parse(&scores.write()).unwrap(), scores);
}

#[test]
fn ten_best_scores_are_kept_per_rules() {
    let mut scores = HighScores::default();
    for on in 1..=10 {
        assert_eq!(
            scores.add(score(&format!("n{on}"), 10, on)),
            Some(on.into())
        );
    }
    let full = scores.clone();
    // As good as the last one, but later; and worse ones.
    for late in [
        score("late", 10, 10),
        score("late", 10, 30),
        score("late", 11, 1),
    ] {
        assert_eq!(scores.add(late), None);
        assert_eq!(names(&scores), names(&full));
    }
    assert_eq!(scores.add(score("better", 9, 30)), Some(1));
    assert_eq!(names(&scores)[0], "better");
    assert_eq!(names(&scores)[9], "n9");
    // Other games have lists of their own, whichever side of these they sort to.
    for other in [
        rules(3, 3, 3, 2, false),
        rules(8, 8, 4, 2, true),
        rules(7, 6, 4, 2, false),
    ] {
        let score = HighScore {
            rules: other,
            ..score("other", 20, 30)
        };
        assert_eq!(scores.add(score), Some(1));
    }
    let counts: Vec<usize> = scores.by_rules().map(<[HighScore]>::len).collect();
    assert_eq!(counts.iter().sum::<usize>(), 13);
    assert!(counts.len() == 4 && counts.contains(&10));
}

#[test]
fn parsed_scores_are_sorted_and_truncated() {
    let start = SCORES.find("    {").expect("there is a score");
    let end = SCORES.find("\n  ]").expect("the list ends");
    let one = &SCORES[start..end];
    let list: Vec<String> = (1..=12)
        .rev()
        .map(|on| {
            let named = one.replace("Ada", &format!("n{on}"));
            named.replace("2026-11-21", &day(on).to_string())
        })
        .collect();
    let text = format!("{}{}{}", &SCORES[..start], list.join(","), &SCORES[end..]);
    let scores = HighScores::parse(&text).unwrap();
    let expected: Vec<String> = (1..=10).map(|on| format!("n{on}")).collect();
    assert_eq!(names(&scores), expected);
}

#[test]
fn won_matches_have_scores() {
    for players in [2, 3, 7, 30, 56] {
        for starts in [0, 1, players as usize - 1] {
            let game_match = won(players, starts);
            let winner = game_match.winner().expect("somebody has won");
            assert_eq!(winner, &game_match.setup().seats()[starts]);
            let score = HighScore::of(&game_match, day(1)).expect("somebody has won");
            assert_eq!((&score.name, score.moves), (&winner.name, 4));
            assert_eq!(score.opponents.len(), players as usize - 1);
            assert!(!score.opponents.contains(&score.name));
            let seats = game_match.setup().seats().iter();
            let others: Vec<Name> = seats
                .map(|seat| seat.name.clone())
                .filter(|name| *name != score.name)
                .collect();
            assert_eq!(score.opponents, others);
        }
    }
    let mut game_match = won(2, 0);
    game_match.undo();
    assert_eq!(HighScore::of(&game_match, day(1)), None);
    assert_eq!(
        HighScore::of(
            &Match::new(Setup::with_default_seats(Rules::CLASSIC)),
            day(1)
        ),
        None
    );
}

#[test]
fn dates_are_checked() {
    for (text, exists) in [
        ("2026-11-21", true),
        ("0001-01-01", true),
        ("9999-12-31", true),
        ("2024-02-29", true),
        ("2000-02-29", true),
        ("2026-02-29", false),
        ("1900-02-29", false),
        ("2026-04-31", false),
        ("2026-13-01", false),
        ("2026-00-01", false),
        ("2026-01-00", false),
        ("2026-01-32", false),
        ("0000-01-01", false),
        ("10000-01-01", false),
        ("2026-1-01", false),
        ("2026-01-1", false),
        ("2026-01", false),
        ("2026-01-01-01", false),
        ("2026-01-01 ", false),
        (" 2026-01-01", false),
        ("+026-01-01", false),
        ("2026-+1-01", false),
        ("٢٠٢٦-01-01", false),
        ("2026/01/01", false),
        ("", false),
        ("--", false),
    ] {
        let date = text.parse::<Date>();
        assert_eq!(date.is_ok(), exists, "{text}");
        if let Ok(date) = date {
            assert_eq!(date.to_string(), text);
        }
    }
    // Every day once, in order.
    let days =
        (1..=12).flat_map(|month| (1..=31).filter_map(move |day| Date::new(2026, month, day)));
    let days: Vec<Date> = days.collect();
    assert_eq!(days.len(), 365);
    assert!(days.is_sorted_by(|a, b| a < b));
}

/// A text in the scores, its replacement, and the error message.
const ERRORS: &[(&str, &str, &str)] = &[
    (
        "four-shapes-scores",
        "four-shapes-game",
        "line 2, character 13: unknown record format",
    ),
    (
        "n\": 1,",
        "n\": 2,",
        "line 3, character 14: version 2 is not supported; the newest supported version is 1",
    ),
    (
        "  \"scores\": [",
        "  \"score\": [",
        "line 1, character 1: scores is missing",
    ),
    (
        "\"name\": \"Ada\",",
        "",
        "line 5, character 5: name is missing",
    ),
    ("\"Ada\"", "\"\"", "line 7, character 15: missing name"),
    (
        "\"Ada\"",
        "7",
        "line 7, character 15: 7 is not a valid name",
    ),
    (
        "s\": 4,",
        "s\": 3,",
        "line 8, character 16: 3 is not a valid moves",
    ),
    (
        "s\": 4,",
        "s\": 22,",
        "line 8, character 16: 22 is not a valid moves",
    ),
    (
        "s\": 4,",
        "s\": 4.0,",
        "line 8, character 16: 4.0 is not a valid moves",
    ),
    (
        "s\": 4,",
        "s\": 4294967300,",
        "line 8, character 16: 4294967300 is not a valid moves",
    ),
    (
        "\"Ben\"",
        "\"Ben\", \"Eve\"",
        "line 9, character 20: the rules are for 2 players, not 3",
    ),
    (
        "\"Ben\"",
        "",
        "line 9, character 20: the rules are for 2 players, not 1",
    ),
    (
        "\"Ben\"",
        "\"\\u001b\"",
        "line 9, character 21: names can't contain U+001B",
    ),
    (
        "\"Ben\"",
        "[]",
        "line 9, character 21: [] is not a valid opponents",
    ),
    (
        "2026-11-21",
        "2026-11-31",
        "line 10, character 15: \"2026-11-31\" is not a valid date",
    ),
    (
        "\"date\"",
        "\"day\": 1, \"date\"",
        "line 10, character 7: \"day\" is unknown or duplicated",
    ),
    (
        "\"columns\": 7",
        "\"columns\": 16",
        "line 6, character 16: columns: 16 is not at most 15",
    ),
    (
        "]\n}",
        "], \"more\": 1\n}",
        "line 12, character 6: \"more\" is unknown or duplicated",
    ),
    ("\n}\n", "\n", "line 13, character 1: the text is truncated"),
];

#[test]
fn invalid_files_are_errors() {
    for (old, new, words) in ERRORS {
        assert_eq!(refusal(&with(old, new)).to_string(), *words, "{new}");
    }
    let count = SetupError::Count {
        seats: 3,
        players: 2,
    };
    let error = refusal(&with("\"Ben\"", "\"Ben\", \"Eve\""));
    assert_eq!(error.problem, RecordProblem::Setup(count));
    let large = SCORES.to_owned() + &" ".repeat((1 << 20) + 1 - SCORES.len());
    assert_eq!(
        refusal(&large).problem,
        RecordProblem::Json(json::Problem::TooLarge((1 << 20) + 1))
    );
    assert!(HighScores::parse(&large[..1 << 20]).is_ok());
    for length in 0..SCORES.trim_end().len() {
        assert_eq!(
            refusal(&SCORES[..length]).problem,
            RecordProblem::Json(json::Problem::Truncated)
        );
    }
}

#[test]
fn hostile_names_round_trip() {
    let mut scores = HighScores::default();
    for (i, hostile) in HOSTILE.iter().enumerate() {
        let rules = rules(7, 6, 4, 2, i % 2 == 0);
        scores.add(HighScore {
            rules,
            ..score(hostile, 4, 1)
        });
    }
    let most = rules(15, 15, 3, 75, false);
    let setup = hostile_setup(most, &mut Random(1));
    let names = setup.seats().iter().map(|seat| seat.name.clone());
    let large = HighScore {
        rules: most,
        opponents: names.skip(1).collect(),
        ..score("\"", 3, 1)
    };
    assert_eq!(scores.add(large), Some(1));
    assert_eq!(scores.all().len(), 21);
    assert_eq!(HighScores::parse(&scores.write()).unwrap(), scores);
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(300)
    })]

    #[test]
    fn adding_is_equivalent_to_sorting(
        played in prop::collection::vec((0..3_u8, 4..8_u32, 1..5_u8), 0..60),
    ) {
        let kinds = [Rules::CLASSIC, rules(7, 6, 4, 2, false), rules(4, 4, 4, 2, true)];
        let mut scores = HighScores::default();
        let mut all = Vec::new();
        for (i, &(kind, moves, on)) in played.iter().enumerate() {
            let kind = kinds[usize::from(kind)];
            let one = HighScore { rules: kind, ..score(&format!("n{i}"), moves, on) };
            all.push(one.clone());
            let before = scores.clone();
            let place = scores.add(one.clone());
            // Sorting keeps the order of equal ones.
            all.sort_by_key(|score| (score.moves, score.date));
            let of_kind: Vec<&HighScore> = all.iter().filter(|score| score.rules == kind).collect();
            let at = of_kind.iter().position(|score| **score == one).unwrap();
            prop_assert_eq!(place, Some(at + 1).filter(|place| *place <= HighScores::MAX_PER_RULES));
            let kept: Vec<&HighScore> = scores.all().iter().filter(|score| score.rules == kind).collect();
            let best = |scores: usize| &of_kind[..of_kind.len().min(scores)];
            prop_assert_eq!(kept, best(HighScores::MAX_PER_RULES + 1));
            let listed = scores.by_rules().find(|listed| listed[0].rules == kind);
            let listed: Vec<&HighScore> = listed.expect("it has scores").iter().collect();
            prop_assert_eq!(listed, best(HighScores::MAX_PER_RULES));
            // Undoing the win restores the list as it was read.
            let before = HighScores::parse(&before.write()).unwrap();
            let mut undone = scores.clone();
            prop_assert!(undone.remove(&one) || place.is_none());
            let lists = |scores: &HighScores| -> Vec<Vec<HighScore>> {
                scores.by_rules().map(<[HighScore]>::to_vec).collect()
            };
            prop_assert_eq!(lists(&undone), lists(&before));
        }
        prop_assert!(scores.by_rules().all(|game| game.iter().all(|score| score.rules == game[0].rules)));
        prop_assert_eq!(scores.by_rules().count(), {
            let mut kinds: Vec<u8> = played.iter().map(|score| score.0).collect();
            kinds.sort_unstable();
            kinds.dedup();
            kinds.len()
        });
        prop_assert_eq!(HighScores::parse(&scores.write()).unwrap(), scores);
    }

    #[test]
    fn scores_of_won_matches_round_trip(matches in prop::collection::vec(any_match(), 1..5)) {
        let mut scores = HighScores::default();
        for game_match in matches {
            let game = game_match.game();
            let won = matches!(game.status(), Status::Won { .. }) && !game.is_set_up();
            let score = HighScore::of(&game_match, day(2));
            prop_assert_eq!(score.is_some(), won);
            let Some(score) = score else { continue };
            let cursor = game_match.game().cursor();
            let steps = game_match.game().steps()[..cursor].iter();
            let pieces = steps.filter(|step| matches!(step, Step::Place(_))).count();
            let winner = pieces.div_ceil(game_match.rules().players().into());
            prop_assert_eq!(score.moves as usize, winner);
            scores.add(score);
        }
        prop_assert_eq!(HighScores::parse(&scores.write()).unwrap(), scores);
    }
}
