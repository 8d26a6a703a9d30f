//! Adding games to the library. A game is inserted by its id. If the library has another state of
//! it, the longer one is kept; if it has a different game with that id, both are.

use super::entry::{Entry, LibraryGame, Outcome, content_hash, is_unchanged_copy};
use four_shapes_records::{Match, Seat, record};
use std::collections::{BTreeMap, BTreeSet};

/// Games by id.
pub(crate) type Games = BTreeMap<String, LibraryGame>;

/// The result of merging a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merged {
    /// The library did not contain it.
    Added,
    /// The library contained a shorter state of it, or one without its name, star or note.
    Updated,
    /// The library contained it.
    Unchanged,
}

/// Merges a game into `games`, which must have those of the library with the
/// [`required_ids`], and inserts the result in `updates` if it is to be stored.
pub(crate) fn merge(games: &mut Games, updates: &mut Games, mut theirs: LibraryGame) -> Merged {
    for id in ids(&theirs) {
        theirs.entry.id.clone_from(&id);
        let ours = games.get(&id);
        let Some(game) = combined(ours, &theirs, false) else {
            continue;
        };
        let merged = match ours {
            None => Merged::Added,
            Some(ours) if *ours == game => return Merged::Unchanged,
            Some(_) => Merged::Updated,
        };
        updates.insert(id.clone(), game.clone());
        games.insert(id, game);
        return merged;
    }
    unreachable!("there is always an unused id")
}

/// Returns the ids of the games of the library that are needed to merge these, given all ids of
/// the library.
pub(crate) fn required_ids<'a>(
    games: impl IntoIterator<Item = &'a LibraryGame>,
    all: &BTreeSet<String>,
) -> Vec<String> {
    let required = games.into_iter().flat_map(|game| {
        let [own, other] = first_ids(game);
        let others = all.range(other.clone()..);
        let others = others.take_while(move |id| id.starts_with(&other));
        all.get(&own).into_iter().chain(others)
    });
    required.cloned().collect()
}

/// Returns the ids for a game, of which it gets the first that no different game has. They are
/// deterministic, so that merging it twice does not duplicate it.
fn ids(game: &LibraryGame) -> impl Iterator<Item = String> + use<> {
    let [own, other] = first_ids(game);
    let more = other.clone();
    let more = (2_u32..).map(move |n| format!("{more}-{n}"));
    [own, other].into_iter().chain(more)
}

/// Returns the id of a game, and one that starts all its other [`ids`].
fn first_ids(game: &LibraryGame) -> [String; 2] {
    let Entry {
        id,
        begun,
        content_hash,
        ..
    } = &game.entry;
    [id.clone(), format!("{begun}-{content_hash}")]
}

/// Combines the game of the library with an id and another state of it; `None` if they are
/// different games. If `replaces`, the other one replaces any that does not continue it.
fn combined(
    ours: Option<&LibraryGame>,
    theirs: &LibraryGame,
    replaces: bool,
) -> Option<LibraryGame> {
    let Some(ours) = ours else {
        return Some(theirs.clone());
    };
    let is_newer = ours.record != theirs.record && {
        let (a, b) = (ours.parse_record().ok()?, theirs.parse_record().ok()?);
        match (continues(&b, &a), continues(&a, &b)) {
            (false, false) if !replaces => return None,
            // They differ at most in computer players, times, and the number of undone moves.
            (true, true) => theirs.entry.changed > ours.entry.changed,
            (_, is_part) => !is_part,
        }
    };
    let mut game = if is_newer { theirs } else { ours }.clone();
    game.entry.begun = ours.entry.begun;
    // Looking at another position is no change.
    if game.entry.content_hash == ours.entry.content_hash {
        game.entry.changed = ours.entry.changed;
    }
    game.entry.starred = ours.entry.starred || theirs.entry.starred;
    game.entry.is_assisted = ours.entry.is_assisted || theirs.entry.is_assisted;
    game.entry.is_of_cup = ours.entry.is_of_cup || theirs.entry.is_of_cup;
    let own_or = |ours: &String, theirs: &String| {
        let kept = if ours.is_empty() { theirs } else { ours };
        kept.clone()
    };
    game.entry.name = own_or(&ours.entry.name, &theirs.entry.name);
    game.entry.note = own_or(&ours.entry.note, &theirs.entry.note);
    Some(game)
}

/// Returns whether one match has all steps of another and possibly more, with the same seats
/// except for computer players.
fn continues(later: &Match, earlier: &Match) -> bool {
    let (a, b) = (later.setup(), earlier.setup());
    let identity = |seat: &Seat| (seat.name.clone(), seat.piece_style, seat.symbol);
    let same_seats = a
        .seats()
        .iter()
        .map(identity)
        .eq(b.seats().iter().map(identity));
    let same = a.rules() == b.rules() && a.first_seat() == b.first_seat() && a.swap() == b.swap();
    let same = same && later.game().start() == earlier.game().start();
    same && same_seats && later.game().steps().starts_with(earlier.game().steps())
}

/// The changes of the library for the games of local storage.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The games to write.
    pub(crate) updates: Games,
    /// Whether the library has a different game under the id of the current one, which therefore
    /// needs another id.
    pub(crate) is_different: bool,
}

/// Plans the changes of the library for the games that were left and the current one, if it has
/// changed. `synced` is the id and record of the current game as this visit has last stored it,
/// and `games` has the games of [`required_ids`].
pub(crate) fn plan(
    left: Vec<LibraryGame>,
    current: Option<LibraryGame>,
    synced: Option<&(String, String)>,
    mut games: Games,
) -> Plan {
    let mut plan = Plan::default();
    for game in left.into_iter().filter(belongs_in_library) {
        merge(&mut games, &mut plan.updates, game);
    }
    // Last, as it is the latest state if it was left before.
    if let Some(current) = current.filter(belongs_in_library) {
        let id = current.entry.id.clone();
        let ours = games.get(&id);
        // Moves that were taken back on this visit are replaced.
        let replaces = ours.zip(synced).is_some_and(|(ours, (synced_id, synced))| {
            let summary = ours.entry.summary.as_ref();
            let is_unfinished = summary.is_some_and(|s| s.outcome == Outcome::Unfinished);
            is_unfinished && *synced_id == id && *synced == ours.record
        });
        match combined(ours, &current, replaces) {
            None => plan.is_different = true,
            Some(game) if ours == Some(&game) => {}
            Some(game) => {
                plan.updates.insert(id, game);
            }
        }
    }
    plan
}

/// Returns whether a match is more than an empty board.
fn has_content(game_match: &Match) -> bool {
    let game = game_match.game();
    game.is_set_up() || !game.steps().is_empty()
}

/// Returns whether a game of local storage belongs in the library.
fn belongs_in_library(game: &LibraryGame) -> bool {
    game.parse_record().map_or(true, |game_match| {
        has_content(&game_match) && !is_unchanged_copy(&game.entry)
    })
}

/// Returns the id of a game that was set aside as unreadable, if this version can read it; the
/// same id each time.
pub(crate) fn recovered_id(record_text: &str) -> Option<String> {
    let game_match = record::parse(record_text).ok()?;
    has_content(&game_match).then(|| format!("0-{}", content_hash(&game_match)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::entry::{copy_id, full_record, tests::match_of};
    use proptest::prelude::*;

    fn record_of(moves: &str) -> String {
        record::write(&match_of(moves))
    }

    /// Plans the changes for the current game, given the game of the library with its id and the
    /// record that this visit has stored.
    fn updated(
        before: Option<&LibraryGame>,
        id: &str,
        record: String,
        now: u64,
        known: Option<&str>,
    ) -> Plan {
        let games = before.map(|game| (id.to_owned(), game.clone()));
        let synced = known.map(|known| (id.to_owned(), known.to_owned()));
        let current = LibraryGame::new(id, record, now);
        let games = games.into_iter().collect();
        plan(vec![], Some(current), synced.as_ref(), games)
    }

    fn is_different(plan: &Plan) -> bool {
        plan.is_different && plan.updates.is_empty()
    }

    fn stored(mut plan: Plan) -> LibraryGame {
        assert!(!plan.is_different && plan.updates.len() == 1, "{plan:?}");
        plan.updates.pop_first().unwrap().1
    }

    #[test]
    fn continued_game_keeps_name_and_star() {
        let first = stored(updated(None, "17-4", record_of("44"), 100, None));
        assert_eq!((first.entry.begun, first.entry.changed), (17, 100));
        let unchanged = updated(Some(&first), "17-4", record_of("44"), 200, None);
        assert_eq!(unchanged, Plan::default());
        let mut named = first.clone();
        named.entry.name = "Mine".to_owned();
        named.entry.starred = true;
        let later = stored(updated(Some(&named), "17-4", record_of("445"), 200, None));
        let LibraryGame { entry, record } = &later;
        assert_eq!(
            (entry.begun, entry.changed, &*entry.name),
            (17, 200, "Mine")
        );
        assert!(entry.starred && *record == record_of("445"));
        // From a tab that is not up to date.
        let stale = updated(Some(&later), "17-4", record_of("44"), 300, None);
        assert_eq!(stale, Plan::default());
        let mut undone = match_of("445");
        undone.undo();
        let undone = record::write(&undone);
        let changed = stored(updated(Some(&later), "17-4", undone.clone(), 300, None));
        assert_eq!((changed.record, changed.entry.changed), (undone, 200));
    }

    #[test]
    fn only_moves_that_were_taken_back_are_replaced() {
        let stored = LibraryGame::new("17-4", record_of("4455"), 100);
        let update = |moves, known| updated(Some(&stored), "17-4", record_of(moves), 200, known);
        // Undone moves that were replaced by others are gone.
        let taken_back = update("441", Some(&*stored.record));
        assert_eq!(taken_back.updates["17-4"].record, record_of("441"));
        for moves in ["1", "441", "4411", "44112"] {
            assert!(is_different(&update(moves, None)), "{moves}");
            assert!(is_different(&update(moves, Some("other"))), "{moves}");
        }
        let won = LibraryGame::new("17-4", record_of("1212121"), 100);
        let known = Some(&*won.record);
        let replaced = updated(Some(&won), "17-4", record_of("121212333"), 200, known);
        assert!(is_different(&replaced), "a finished game");
    }

    #[test]
    fn games_without_moves_and_unchanged_copies_are_not_stored() {
        let update = |id: &str, record| updated(None, id, record, 1, None);
        assert_eq!(update("17-4", record_of("")), Plan::default());
        let won = match_of("1212121");
        let id = copy_id("17-4", &won);
        assert_eq!(update(&id, record::write(&won)), Plan::default());
        let mut back = won;
        back.undo();
        assert_eq!(update(&id, record::write(&back)), Plan::default());
        let column = back.rules().column(6).unwrap();
        back.turn().unwrap().drop(column).unwrap();
        stored(update(&id, record::write(&back)));
        // An unreadable record is stored unchanged.
        let unreadable = stored(update("17-4", "nonsense".to_owned()));
        assert_eq!(
            (&*unreadable.record, unreadable.entry.summary),
            ("nonsense", None)
        );
    }

    #[test]
    fn games_that_were_left_are_all_stored() {
        let moves = ["4455", "44", "441", "441", "4412", ""];
        let texts = moves
            .map(record_of)
            .into_iter()
            .chain(["nonsense".to_owned()]);
        let left: Vec<_> = texts
            .map(|text| LibraryGame::new("17-4", text, 9))
            .collect();
        let records = |games: &Games| -> BTreeSet<String> {
            games.values().map(|game| game.record.clone()).collect()
        };
        let games = plan(left.clone(), None, None, Games::new()).updates;
        let expected = ["4455", "441", "4412"].map(record_of);
        let expected: BTreeSet<_> = expected
            .into_iter()
            .chain(["nonsense".to_owned()])
            .collect();
        assert_eq!(records(&games), expected);
        assert_eq!(games["17-4"].record, record_of("4455"));
        let ids: BTreeSet<String> = games.keys().cloned().collect();
        let required = required_ids(&left, &ids);
        assert!(ids.iter().all(|id| required.contains(id)), "{required:?}");
        assert_eq!(plan(left, None, None, games), Plan::default());
    }

    #[test]
    fn readable_games_that_were_set_aside_are_recovered() {
        assert!(recovered_id(&record_of("44")).is_some_and(|id| id.starts_with("0-")));
        assert_eq!(recovered_id(&record_of("")), None);
        assert_eq!(recovered_id("nonsense"), None);
    }

    fn merge_all(library: &mut Games, backup: &Games) -> Vec<Merged> {
        let merge = |theirs: &LibraryGame| {
            // Only the required ones are loaded, as in the browser.
            let ids = required_ids([theirs], &library.keys().cloned().collect());
            let mut games: Games = ids
                .into_iter()
                .map(|id| (id.clone(), library[&id].clone()))
                .collect();
            let mut updates = Games::new();
            let merged = merge(&mut games, &mut updates, theirs.clone());
            library.extend(updates);
            merged
        };
        backup.values().map(merge).collect()
    }

    fn library(games: &[(&str, &str, u64)]) -> Games {
        let game = |&(id, moves, changed): &(&str, &str, u64)| {
            (
                id.to_owned(),
                LibraryGame::new(id, record_of(moves), changed),
            )
        };
        games.iter().map(game).collect()
    }

    #[test]
    fn longer_game_wins_and_different_games_stay_separate() {
        let mut ours = library(&[("1-a", "44", 5), ("1-b", "445", 5), ("1-c", "71", 5)]);
        let mut theirs = library(&[("1-a", "4455", 4), ("1-b", "44", 9), ("1-c", "72", 9)]);
        theirs.get_mut("1-a").unwrap().entry.name = "Theirs".to_owned();
        theirs.get_mut("1-b").unwrap().entry.starred = true;
        let merged = merge_all(&mut ours, &theirs);
        assert_eq!(merged, [Merged::Updated, Merged::Updated, Merged::Added]);
        assert_eq!(ours["1-a"].record, record_of("4455"));
        assert_eq!(ours["1-a"].entry.name, "Theirs");
        assert_eq!(
            (ours["1-b"].record.clone(), ours["1-b"].entry.changed),
            (record_of("445"), 5)
        );
        assert!(ours["1-b"].entry.starred);
        assert_eq!(ours["1-c"].record, record_of("71"));
        let other = ours
            .values()
            .find(|game| game.record == record_of("72"))
            .unwrap();
        assert_eq!(other.entry.id, format!("1-{}", other.entry.content_hash));
        assert_eq!(merge_all(&mut ours, &theirs), [Merged::Unchanged; 3]);
        assert_eq!(ours.len(), 4);
    }

    #[test]
    fn names_and_stars_of_equal_games_are_kept() {
        let mut ours = library(&[("1-a", "44", 5)]);
        let mut theirs = library(&[("1-a", "44", 6), ("1-b", "44", 6)]);
        theirs.get_mut("1-a").unwrap().entry.starred = true;
        theirs.get_mut("1-a").unwrap().entry.is_assisted = true;
        theirs.get_mut("1-a").unwrap().entry.is_of_cup = true;
        theirs.get_mut("1-a").unwrap().entry.note = "Close".to_owned();
        theirs.get_mut("1-b").unwrap().entry.name = "Theirs".to_owned();
        assert_eq!(
            merge_all(&mut ours, &theirs),
            [Merged::Updated, Merged::Added]
        );
        assert!(ours["1-a"].entry.starred && ours["1-a"].entry.is_assisted);
        assert!(ours["1-a"].entry.is_of_cup && !ours["1-b"].entry.is_of_cup);
        assert_eq!(ours["1-a"].entry.note, "Close");
        // A game is identified by its id.
        assert_eq!(ours["1-b"].entry.name, "Theirs");
        ours.get_mut("1-a").unwrap().entry.name = "Ours".to_owned();
        theirs.get_mut("1-a").unwrap().entry.name = "Theirs".to_owned();
        assert_eq!(merge_all(&mut ours, &theirs), [Merged::Unchanged; 2]);
        assert_eq!(ours["1-a"].entry.name, "Ours");
    }

    #[test]
    fn unreadable_games_are_merged_too() {
        let nonsense = |text: &str| LibraryGame::new("1-a", text.to_owned(), 5);
        let readable = library(&[("1-a", "44", 5)]).remove("1-a").unwrap();
        for (first, second) in [
            (nonsense("x"), nonsense("y")),
            (nonsense("x"), readable.clone()),
            (readable, nonsense("x")),
        ] {
            let backup = |game: LibraryGame| Games::from([("1-a".to_owned(), game)]);
            let (mut ours, theirs) = (backup(first.clone()), backup(second.clone()));
            assert_eq!(merge_all(&mut ours, &theirs), [Merged::Added]);
            assert_eq!(merge_all(&mut ours, &theirs), [Merged::Unchanged]);
            assert_eq!(ours["1-a"], first);
            assert!(ours.values().any(|game| game.record == second.record));
        }
    }

    /// A small library with few ids and games that often continue each other.
    fn some_library() -> impl Strategy<Value = Games> {
        let moves = "[1-3]{1,4}";
        let game = (
            1_u64..3,
            0_u32..3,
            moves,
            1_u64..4,
            any::<bool>(),
            0_usize..4,
        );
        prop::collection::vec(game, 0..6).prop_map(|games| {
            let mut library = Games::new();
            for (begun, n, moves, changed, starred, undone) in games {
                let mut game_match = match_of(&moves);
                for _ in 0..undone.min(moves.len()) {
                    game_match.undo();
                }
                let id = format!("{begun}-{n}");
                let mut game = LibraryGame::new(&id, record::write(&game_match), changed);
                game.entry.starred = starred;
                game.entry.name = ["", "x"][usize::from(starred)].to_owned();
                library.insert(id, game);
            }
            library
        })
    }

    /// Returns the contents of a library, without ids and games that others continue.
    fn contents(library: &Games) -> BTreeSet<(String, u64)> {
        let games = || {
            library
                .values()
                .map(|game| (game.parse_record().unwrap(), game.entry.begun))
        };
        let is_part = |game: &(Match, u64)| {
            games().any(|(other, begun)| {
                let longer = continues(&other, &game.0) && !continues(&game.0, &other);
                longer && begun == game.1
            })
        };
        let whole = games().filter(|game| !is_part(game));
        whole
            .map(|(game_match, begun)| (full_record(&game_match), begun))
            .collect()
    }

    fn missing_records(from: &Games, to: &Games) -> Vec<String> {
        let has = |theirs: &LibraryGame| {
            let theirs = theirs.parse_record().unwrap();
            let mut games = to.values().map(|game| game.parse_record().unwrap());
            games.any(|ours| continues(&ours, &theirs))
        };
        let missing = from.values().filter(|game| !has(game));
        missing.map(|game| game.record.clone()).collect()
    }

    proptest! {
        #[test]
        fn merging_loses_nothing_and_is_idempotent(ours in some_library(), theirs in some_library()) {
            let mut both = ours.clone();
            merge_all(&mut both, &theirs);
            prop_assert_eq!(missing_records(&ours, &both), [""; 0]);
            prop_assert_eq!(missing_records(&theirs, &both), [""; 0]);
            for (id, game) in &both {
                prop_assert_eq!(id, &game.entry.id);
                let same = LibraryGame::with_times(id, game.entry.begun, game.entry.changed, game.record.clone());
                prop_assert_eq!(&same.entry.summary, &game.entry.summary);
                prop_assert_eq!(&same.entry.content_hash, &game.entry.content_hash);
            }
            let once = both.clone();
            prop_assert!(merge_all(&mut both, &theirs).iter().all(|merged| *merged == Merged::Unchanged));
            prop_assert_eq!(&both, &once);
            let stars = |library: &Games| library.values().any(|game| game.entry.starred);
            prop_assert_eq!(stars(&both), stars(&ours) || stars(&theirs));
            let mut other = theirs;
            merge_all(&mut other, &ours);
            prop_assert_eq!(contents(&other), contents(&once));
        }
    }
}
