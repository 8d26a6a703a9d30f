//! Property tests with corrupt stored data and files: they are parsed or reported, and nothing
//! else is lost.

use super::{
    GameStore, LoadedGame,
    game::{GAME, GAME_ID, SERIES_SCORE, SETUP, last_setup},
    scores::{self, SCORES},
    tests::MemoryStorage,
};
use crate::{
    library::{Games, LibraryGame, backup, plan, recovered_id},
    storage::settings::{SETTINGS, Settings, SettingsStore},
};
use four_shapes_records::{
    Match, SeriesScore, Setup,
    high_scores::{Date, HighScore, HighScores},
    import, link, record,
};
use four_shapes_rules::{Rules, notation};
use proptest::{prelude::*, sample::Index, test_runner::TestRunner};

/// The number of cases; `cargo xtask soak` runs more.
fn cases() -> u32 {
    let more = std::env::var("FOUR_SHAPES_SOAK").is_ok();
    if more { 100_000 } else { 1_000 }
}

fn match_of(moves: &str) -> Match {
    Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).expect("the moves are valid"))
}

/// Returns one item of each kind that is stored, with its key.
fn stored() -> Vec<(String, String)> {
    let won = match_of("1212121");
    let mut all = HighScores::default();
    let date = Date::new(2026, 11, 21).expect("the date is valid");
    all.add(HighScore::of(&won, date).expect("the game is won"));
    let setup = Match::new(Setup::with_default_seats(Rules::TIC_TAC_TOE));
    [
        (GAME, record::write(&match_of("44553"))),
        (GAME_ID, "7-1".to_owned()),
        (SERIES_SCORE, SeriesScore::new(&won).write()),
        (SETUP, record::write(&setup)),
        (SCORES, all.write()),
        (SETTINGS, Settings::default().write()),
        ("four-shapes:replaced:7-2", record::write(&won)),
        ("four-shapes:game:unreadable:1", "precious".to_owned()),
    ]
    .map(|(key, text)| (key.to_owned(), text))
    .to_vec()
}

/// Returns files and texts that can be loaded.
fn imported() -> Vec<String> {
    let game = match_of("44553");
    let saved = LibraryGame::new("7-1", record::write(&game), 9);
    let extras = super::BackupExtras::default();
    let backup = [
        backup::head(),
        backup::game(&saved, true),
        backup::tail(&extras),
    ];
    vec![
        record::write(&game),
        format!("https://example.org/#{}", link::write(&game)),
        "4455321".to_owned(),
        backup.concat(),
    ]
}

/// A position, the number of characters to delete there, and the text to insert.
type Edit = (Index, usize, String);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let inserted = prop_oneof![
        Just(String::new()),
        "[0-9]{1,3}",
        "[\\[\\]{}\",:]",
        Just("<img src=x onerror=alert(1)>".to_owned()),
        Just("null".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec((any::<Index>(), 0_usize..40, inserted), 1..5)
}

fn mutated(text: &str, edits: &[Edit]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (at, deleted, inserted) in edits {
        let at = at.index(characters.len() + 1);
        let end = (at + deleted).min(characters.len());
        characters.splice(at..end, inserted.chars());
    }
    characters.into_iter().collect()
}

/// Loads and saves everything in a storage, as the page does.
fn use_all(storage: &MemoryStorage) {
    let (mut store, found) = GameStore::open(storage.clone());
    if let LoadedGame::Game(game, _) = found {
        let id = match store.id() {
            "" => "7-9".to_owned(),
            id => id.to_owned(),
        };
        let _ = store.series_score(&game);
        let _ = store.save(&id, &game);
    }
    let _ = store.save("fresh", &match_of("4"));
    let (mut settings, _) = SettingsStore::open(storage.clone());
    let _ = settings.save(settings.settings());
    let _ = scores::load(storage);
    let _ = last_setup(storage);
}

#[test]
fn corrupt_item_loses_no_other_item() {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(cases()));
    let all = stored();
    let cases = (0..all.len(), edits());
    runner
        .run(&cases, |(which, edits)| {
            let (key, text) = &all[which];
            let corrupt = mutated(text, &edits);
            let texts: Vec<(&str, &str)> = all
                .iter()
                .map(|(other, text)| (&**other, if other == key { &corrupt } else { &**text }))
                .collect();
            let storage = MemoryStorage::with(&texts);
            use_all(&storage);
            let items = storage.items.borrow();
            for (other, text) in &all {
                // The last setup and the series score may be reset. The current game is kept
                // for the library, or set aside.
                let expected = if other == key { &corrupt } else { text };
                let same = |text: &String| match record::parse(expected) {
                    // The white space may differ.
                    Ok(game) => record::parse(text).as_ref() == Ok(&game),
                    Err(_) => text == expected,
                };
                let is_kept = items.values().any(same);
                let is_optional = [GAME_ID, SERIES_SCORE, SETUP].contains(&&**other)
                    || (other == SETTINGS && Settings::parse(&corrupt).is_ok())
                    || (other == SCORES && HighScores::parse(&corrupt).is_ok());
                prop_assert!(is_kept || is_optional, "{other} after {key} = {corrupt}");
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn imported_texts_are_parsed_or_reported() {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(cases()));
    let all = imported();
    let cases = (0..all.len(), edits());
    runner
        .run(&cases, |(which, edits)| {
            let corrupt = mutated(&all[which], &edits);
            match import::parse(&corrupt, Rules::CLASSIC) {
                // It round-trips.
                Ok(game_match) => {
                    prop_assert_eq!(record::parse(&record::write(&game_match)), Ok(game_match));
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
            match backup::Reader::new(corrupt.clone()) {
                Ok(mut reader) => {
                    while let Some(game) = reader.next() {
                        let Ok(game) = game else { continue };
                        prop_assert!(game.parse_record().is_ok() || game.entry.summary.is_none());
                    }
                }
                Err(error) => prop_assert!(!crate::library::text::backup_error(&error).is_empty()),
            }
            let before = LibraryGame::new("7-1", record::write(&match_of("44553")), 9);
            let left = vec![LibraryGame::new("7-1", corrupt.clone(), 10)];
            let games = Games::from([("7-1".to_owned(), before)]);
            for after in plan(left, None, None, games).updates.values() {
                // A readable game is not replaced by an unreadable one.
                prop_assert!(after.parse_record().is_ok() || after.entry.id != "7-1");
            }
            let _ = recovered_id(&corrupt);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}
