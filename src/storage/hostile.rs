//! Whatever has happened to what is stored, or to a file: it is read, or it is wrong in
//! words; and nothing else is lost over it.

use super::{
    Found, GAME, GAME_ID, SCORES, SERIES_SCORE, SETUP, Shelf, Store, scores, tests::Memory,
};
use crate::{
    library::{Game, backup, keep, rescued},
    storage::settings::{Kept, SETTINGS, Settings},
};
use four_shapes_engine::{
    Match, Rules, SeriesScore, Setup, import, link, notation, record,
    scores::{Date, Score, Scores},
};
use proptest::{prelude::*, sample::Index, test_runner::TestRunner};

/// How often; `cargo xtask soak` asks for more.
fn cases() -> u32 {
    let more = std::env::var("FOUR_SHAPES_SOAK").is_ok();
    if more { 100_000 } else { 1_000 }
}

fn played(moves: &str) -> Match {
    Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).expect("these are moves"))
}

/// One of everything that is stored, by its name.
fn stored() -> Vec<(String, String)> {
    let won = played("1212121");
    let mut all = Scores::default();
    let date = Date::new(2026, 11, 21).expect("a day");
    all.add(Score::of(&won, date).expect("it is won"));
    let setup = Match::new(Setup::with_default_seats(Rules::TIC_TAC_TOE));
    [
        (GAME, record::write(&played("44553"))),
        (GAME_ID, "7-1".to_owned()),
        (SERIES_SCORE, SeriesScore::new(&won).write()),
        (SETUP, record::write(&setup)),
        (SCORES, all.write()),
        (SETTINGS, Settings::default().write()),
        ("four-shapes:left:7-2", record::write(&won)),
        ("four-shapes:game:unreadable:1", "precious".to_owned()),
    ]
    .map(|(name, text)| (name.to_owned(), text))
    .to_vec()
}

/// Files and texts that people bring.
fn brought() -> Vec<String> {
    let game = played("44553");
    let kept = Game::new("7-1", record::write(&game), 9);
    let rest = super::Rest::default();
    let backup = [
        backup::head(),
        backup::game(&kept, true),
        backup::tail(&rest),
    ];
    vec![
        record::write(&game),
        format!("https://example.org/#{}", link::write(&game)),
        "4455321".to_owned(),
        backup.concat(),
    ]
}

/// A change at a place: what is taken away, and what comes there instead.
type Edit = (Index, usize, String);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let bits = prop_oneof![
        Just(String::new()),
        "[0-9]{1,3}",
        "[\\[\\]{}\",:]",
        Just("<img src=x onerror=alert(1)>".to_owned()),
        Just("null".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec((any::<Index>(), 0_usize..40, bits), 1..5)
}

fn mutated(text: &str, edits: &[Edit]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (at, away, to) in edits {
        let at = at.index(characters.len() + 1);
        let end = (at + away).min(characters.len());
        characters.splice(at..end, to.chars());
    }
    characters.into_iter().collect()
}

/// Opens everything on a shelf, and goes on as the page would.
fn use_all(shelf: &Memory) {
    let (mut store, found) = Store::open(shelf.clone());
    if let Found::Game(game, _) = found {
        let id = match store.id() {
            "" => "7-9".to_owned(),
            id => id.to_owned(),
        };
        let _ = store.series_score(&game);
        let _ = store.save(&id, &game);
    }
    let _ = store.save("fresh", &played("4"));
    let (mut kept, _) = Kept::open(shelf.clone());
    let _ = kept.keep(kept.settings());
    let _ = scores(shelf);
    let _ = super::remembered(shelf);
}

#[test]
fn what_is_stored_wrongly_costs_nothing_else() {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(cases()));
    let all = stored();
    let cases = (0..all.len(), edits());
    runner
        .run(&cases, |(which, edits)| {
            let (name, text) = &all[which];
            let wrong = mutated(text, &edits);
            let texts: Vec<(&str, &str)> = all
                .iter()
                .map(|(other, text)| (&**other, if other == name { &wrong } else { &**text }))
                .collect();
            let shelf = Memory::with(&texts);
            use_all(&shelf);
            let names = shelf.names().expect("it is readable");
            let there: Vec<String> = names.iter().filter_map(|name| shelf.text(name)).collect();
            for (other, text) in &all {
                // The last set-up and the series score are no games: they begin anew. What was
                // the game on the board is left for the library, or set aside.
                let wanted = if other == name { &wrong } else { text };
                let same = |text: &String| match record::parse(wanted) {
                    // It may be spaced otherwise now.
                    Ok(game) => record::parse(text).as_ref() == Ok(&game),
                    Err(_) => text == wanted,
                };
                let kept = there.iter().any(same);
                let may_go = [GAME_ID, SERIES_SCORE, SETUP].contains(&&**other)
                    || (other == SETTINGS && Settings::read(&wrong).is_ok())
                    || (other == SCORES && Scores::parse(&wrong).is_ok());
                prop_assert!(kept || may_go, "{other} after {name} = {wrong}");
            }
            Ok(())
        })
        .unwrap_or_else(|wrong| panic!("{wrong}"));
}

#[test]
fn what_is_brought_is_read_or_wrong_in_words() {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(cases()));
    let all = brought();
    let cases = (0..all.len(), edits());
    runner
        .run(&cases, |(which, edits)| {
            let wrong = mutated(&all[which], &edits);
            match import::parse(&wrong, Rules::CLASSIC) {
                // What was read can be written and read again.
                Ok(played) => {
                    prop_assert_eq!(record::parse(&record::write(&played)), Ok(played));
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
            match backup::Reader::new(wrong.clone()) {
                Ok(mut reader) => {
                    while let Some(game) = reader.next() {
                        let Ok(game) = game else { continue };
                        prop_assert!(game.played().is_ok() || game.entry.summary.is_none());
                    }
                }
                Err(why) => prop_assert!(!crate::library::text::not_a_backup(&why).is_empty()),
            }
            let before = Game::new("7-1", record::write(&played("44553")), 9);
            if let Some(after) = keep(Some(&before), "7-1", wrong.clone(), 10) {
                // A game that was kept is not given up for what can't be read.
                prop_assert!(after.played().is_ok() || after.entry.id != before.entry.id);
            }
            let _ = rescued(&wrong, 0);
            Ok(())
        })
        .unwrap_or_else(|wrong| panic!("{wrong}"));
}
