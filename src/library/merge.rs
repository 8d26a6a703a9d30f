//! Merging games into the library, which may already contain another state of the same game.

use super::entry::{Entry, LibraryGame, Outcome, content_hash, full_record, is_unchanged_copy};
use four_shapes_records::{Match, Seat, record};
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of a game of local storage in the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    /// The library has all of it, or it is not worth storing.
    None,
    Store(LibraryGame),
    /// The library has a different game with the same id, which is not replaced.
    Different,
}

/// Returns what becomes of a current or replaced game, given the stored game with the same id. A
/// stored game is only replaced by one that continues it, or if it is unfinished and `known`: this
/// visit has stored this record and has taken moves back since.
pub(crate) fn updated(
    before: Option<&LibraryGame>,
    id: &str,
    record: String,
    now: u64,
    known: Option<&str>,
) -> Update {
    let mut game = LibraryGame::new(id, record, now);
    if let Some(before) = before
        && game.entry.summary.is_none()
        && before.entry.summary.is_some()
    {
        // An unreadable record does not replace a readable one.
        let id = [id, "-u", &game.entry.content_hash].concat();
        let begun = before.entry.begun;
        return Update::Store(LibraryGame::with_times(&id, begun, now, game.record));
    }
    if let Ok(game_match) = game.parse_record() {
        if game_match.game().steps().is_empty() || is_unchanged_copy(&game.entry) {
            return Update::None;
        }
        if let Some(before) = before
            && let Ok(stored) = before.parse_record()
        {
            let is_continued = continues(&game_match, &stored);
            if !is_continued && continues(&stored, &game_match) {
                // The game is from a tab that is not up to date.
                return Update::None;
            }
            let is_finished = before
                .entry
                .summary
                .as_ref()
                .is_some_and(|summary| summary.outcome != Outcome::Unfinished);
            if !is_continued && (is_finished || known != Some(&before.record)) {
                return Update::Different;
            }
        }
    }
    let Some(before) = before else {
        return Update::Store(game);
    };
    if before.record == game.record {
        return Update::None;
    }
    game.entry.begun = before.entry.begun;
    game.entry.name.clone_from(&before.entry.name);
    game.entry.starred = before.entry.starred;
    Update::Store(game)
}

/// The id and the record of a game in local storage.
type Stored = (String, String);

/// The changes of the library for the games of local storage.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The games to write, by id.
    pub(crate) updates: BTreeMap<String, LibraryGame>,
    /// Whether the library has a different game under the id of the current one, which therefore
    /// needs another id.
    pub(crate) is_different: bool,
}

/// Returns the ids of the games of the library that [`plan`] needs.
pub(crate) fn required_ids(left: &[Stored], current: Option<&Stored>) -> Vec<String> {
    let others = left.iter().map(|(id, record)| {
        let game = LibraryGame::new(id, record.clone(), 0);
        id_of_content(&game)
    });
    let ids = left.iter().chain(current).map(|(id, _)| id.clone());
    ids.chain(others).collect()
}

/// Plans the changes of the library for the games that were left and the current one, if it has
/// changed. `synced` is the current game as this visit has last stored it, and `before` has the
/// games of [`required_ids`].
pub(crate) fn plan(
    left: Vec<Stored>,
    current: Option<Stored>,
    synced: Option<&Stored>,
    before: &BTreeMap<String, LibraryGame>,
    now: u64,
) -> Plan {
    let mut plan = Plan {
        updates: BTreeMap::new(),
        is_different: false,
    };
    // The current game gets the latest time, so that it is first in the list.
    for (id, record) in left {
        let known = plan.updates.get(&id).or_else(|| before.get(&id));
        match updated(known, &id, record.clone(), now - 1, None) {
            Update::None => {}
            Update::Store(game) => {
                plan.updates.insert(game.entry.id.clone(), game);
            }
            Update::Different => {
                let mut game = LibraryGame::new(&id, record, now - 1);
                game.entry.id = id_of_content(&game);
                if !before.contains_key(&game.entry.id) {
                    plan.updates.insert(game.entry.id.clone(), game);
                }
            }
        }
    }
    // Last, as it is the latest state if it was left before.
    if let Some((id, record)) = current {
        let stored = plan.updates.get(&id).or_else(|| before.get(&id));
        let known = synced.filter(|synced| synced.0 == id);
        let known = known.map(|(_, record)| &**record);
        match updated(stored, &id, record, now, known) {
            Update::None => {}
            Update::Store(game) => {
                plan.updates.insert(game.entry.id.clone(), game);
            }
            Update::Different => plan.is_different = true,
        }
    }
    plan
}

/// Returns an id for a game whose id another game has: the same for the same game, so that storing
/// it twice does not duplicate it.
fn id_of_content(game: &LibraryGame) -> String {
    format!("{}-{}", game.entry.begun, game.entry.content_hash)
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
    same && same_seats && later.game().steps().starts_with(earlier.game().steps())
}

/// The result of merging a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merged {
    /// The library did not contain it.
    Added,
    /// The library contained an older state of it.
    Updated,
    /// The library contained it.
    Unchanged,
}

/// Merges the games of another library into this one.
#[derive(Debug, Default)]
pub(crate) struct Merger {
    ids: BTreeSet<String>,
    /// The ids of games by content hash and start time.
    ids_by_content: BTreeMap<(String, u64), String>,
}

impl Merger {
    /// Creates a merger for a library with these entries.
    pub(crate) fn new<'a>(entries: impl Iterator<Item = &'a Entry>) -> Self {
        let mut merger = Self::default();
        for entry in entries {
            merger.insert(entry);
        }
        merger
    }

    fn insert(&mut self, entry: &Entry) {
        self.ids.insert(entry.id.clone());
        let content = (entry.content_hash.clone(), entry.begun);
        let id = self.ids_by_content.entry(content);
        id.or_insert_with(|| entry.id.clone());
    }

    /// Returns the ids of the games of the library that are needed to merge a game.
    pub(crate) fn required_ids(&self, theirs: &LibraryGame) -> Vec<String> {
        let content = (theirs.entry.content_hash.clone(), theirs.entry.begun);
        let equal = self.ids_by_content.get(&content);
        let others = alternative_ids(theirs).take_while(|id| self.ids.contains(id));
        let own = Some(theirs.entry.id.clone());
        let all = own.into_iter().chain(equal.cloned()).chain(others);
        all.filter(|id| self.ids.contains(id)).collect()
    }

    /// Returns whether the library contains a state of this game under the same id. Those must
    /// be merged first, as their results may equal other games.
    pub(crate) fn has_same_id(known: &BTreeMap<String, LibraryGame>, theirs: &LibraryGame) -> bool {
        let ours = known.get(&theirs.entry.id);
        ours.is_some_and(|ours| newer(ours, theirs).is_some())
    }

    /// Merges a game, and returns the id of the merged game. `known` must contain the games of
    /// [`required_ids`](Self::required_ids), and is updated.
    pub(crate) fn merge(
        &mut self,
        known: &mut BTreeMap<String, LibraryGame>,
        theirs: LibraryGame,
    ) -> (Merged, String) {
        let content = (theirs.entry.content_hash.clone(), theirs.entry.begun);
        let equal = self.ids_by_content.get(&content).filter(|id| {
            let ours = known.get(*id);
            ours.is_some_and(|ours| has_same_steps(ours, &theirs))
        });
        let id = match (known.get(&theirs.entry.id), equal) {
            (Some(ours), _) if newer(ours, &theirs).is_some() => theirs.entry.id.clone(),
            (_, Some(equal)) => equal.clone(),
            (None, None) => theirs.entry.id.clone(),
            // Another game has the same id.
            (Some(_), None) => {
                let is_free = |id: &String| {
                    let ours = known.get(id);
                    ours.is_none_or(|ours| has_same_steps(ours, &theirs))
                };
                alternative_ids(&theirs)
                    .find(is_free)
                    .expect("the ids are endless")
            }
        };
        let (merged, game) = match known.get(&id) {
            None => {
                let mut game = theirs;
                game.entry.id.clone_from(&id);
                (Merged::Added, game)
            }
            Some(ours) => {
                let game = combined(ours, theirs);
                if game == *ours {
                    return (Merged::Unchanged, id);
                }
                (Merged::Updated, game)
            }
        };
        self.insert(&game.entry);
        known.insert(id.clone(), game);
        (merged, id)
    }
}

/// Returns ids for a game whose id another game has. They are deterministic, so that merging
/// it twice does not duplicate it.
fn alternative_ids(game: &LibraryGame) -> impl Iterator<Item = String> {
    let first = id_of_content(game);
    (1_u32..).map(move |n| match n {
        1 => first.clone(),
        n => format!("{first}-{n}"),
    })
}

/// Returns whether two games differ at most in the number of undone moves.
fn has_same_steps(a: &LibraryGame, b: &LibraryGame) -> bool {
    match (a.parse_record(), b.parse_record()) {
        (Ok(a), Ok(b)) => full_record(&a) == full_record(&b),
        _ => a.record == b.record,
    }
}

/// Returns the game that continues the other; `None` if neither does.
fn newer<'a>(ours: &'a LibraryGame, theirs: &'a LibraryGame) -> Option<&'a LibraryGame> {
    if ours.record == theirs.record {
        return Some(ours);
    }
    let (Ok(a), Ok(b)) = (ours.parse_record(), theirs.parse_record()) else {
        return None;
    };
    match (continues(&a, &b), continues(&b, &a)) {
        (false, false) => None,
        (true, false) => Some(ours),
        (false, true) => Some(theirs),
        (true, true) => {
            let rank = |game: &'a LibraryGame| (game.entry.changed, &game.record);
            Some(if rank(ours) >= rank(theirs) {
                ours
            } else {
                theirs
            })
        }
    }
}

/// Combines two states of the same game.
fn combined(ours: &LibraryGame, theirs: LibraryGame) -> LibraryGame {
    let newer = newer(ours, &theirs).unwrap_or(ours).clone();
    let mut entry = newer.entry;
    entry.id.clone_from(&ours.entry.id);
    entry.begun = match (ours.entry.begun, theirs.entry.begun) {
        (0, begun) | (begun, 0) => begun,
        (a, b) => a.min(b),
    };
    entry.changed = ours.entry.changed.max(theirs.entry.changed);
    entry.starred = ours.entry.starred || theirs.entry.starred;
    entry.name = if ours.entry.name.is_empty() {
        theirs.entry.name
    } else {
        ours.entry.name.clone()
    };
    LibraryGame {
        entry,
        record: newer.record,
    }
}

/// Returns the id of a game that was set aside as unreadable, if this version can read it; the
/// same id each time.
pub(crate) fn recovered_id(record_text: &str) -> Option<String> {
    let game_match = record::parse(record_text).ok()?;
    let has_moves = !game_match.game().steps().is_empty();
    has_moves.then(|| format!("0-{}", content_hash(&game_match)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::entry::{copy_id, tests::match_of};
    use proptest::prelude::*;

    fn record_of(moves: &str) -> String {
        record::write(&match_of(moves))
    }

    #[test]
    fn continued_game_keeps_name_and_star() {
        let stored = |update: Update| match update {
            Update::Store(game) => game,
            other => panic!("{other:?}"),
        };
        let first = stored(updated(None, "17-4", record_of("44"), 100, None));
        assert_eq!((first.entry.begun, first.entry.changed), (17, 100));
        let unchanged = updated(Some(&first), "17-4", record_of("44"), 200, None);
        assert_eq!(unchanged, Update::None);
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
        assert_eq!(stale, Update::None);
    }

    #[test]
    fn only_moves_that_were_taken_back_are_replaced() {
        let stored = LibraryGame::new("17-4", record_of("4455"), 100);
        let update = |moves, known| updated(Some(&stored), "17-4", record_of(moves), 200, known);
        // Undone moves that were replaced by others are gone.
        let taken_back = update("441", Some(&stored.record));
        assert!(matches!(taken_back, Update::Store(_)), "{taken_back:?}");
        for moves in ["1", "441", "4411", "44112"] {
            assert_eq!(update(moves, None), Update::Different, "{moves}");
            assert_eq!(update(moves, Some("other")), Update::Different, "{moves}");
        }
        let won = LibraryGame::new("17-4", record_of("1212121"), 100);
        let known = Some(&*won.record);
        let replaced = updated(Some(&won), "17-4", record_of("121212333"), 200, known);
        assert_eq!(replaced, Update::Different, "a finished game");
    }

    #[test]
    fn games_without_moves_and_unchanged_copies_are_not_stored() {
        let update = |id: &str, record| updated(None, id, record, 1, None);
        assert_eq!(update("17-4", record_of("")), Update::None);
        let won = match_of("1212121");
        let id = copy_id("17-4", &won);
        assert_eq!(update(&id, record::write(&won)), Update::None);
        let mut back = won;
        back.undo();
        assert_eq!(update(&id, record::write(&back)), Update::None);
        let column = back.rules().column(6).unwrap();
        back.turn().unwrap().drop(column).unwrap();
        let continued = update(&id, record::write(&back));
        assert!(matches!(continued, Update::Store(_)), "{continued:?}");
        // An unreadable record is stored unchanged.
        let Update::Store(unreadable) = update("17-4", "nonsense".to_owned()) else {
            panic!("it is not stored");
        };
        assert_eq!(
            (&*unreadable.record, unreadable.entry.summary),
            ("nonsense", None)
        );
    }

    #[test]
    fn readable_games_that_were_set_aside_are_recovered() {
        assert!(recovered_id(&record_of("44")).is_some_and(|id| id.starts_with("0-")));
        assert_eq!(recovered_id(&record_of("")), None);
        assert_eq!(recovered_id("nonsense"), None);
    }

    type Library = BTreeMap<String, LibraryGame>;

    fn merge_all(library: &mut Library, games: &Library) -> Vec<Merged> {
        let mut merger = Merger::new(library.values().map(|game| &game.entry));
        let has_same_id = |theirs: &&LibraryGame| Merger::has_same_id(library, theirs);
        let (first, then): (Vec<_>, Vec<_>) = games.values().partition(has_same_id);
        let merge = |theirs: &LibraryGame| {
            // Only the required ones are loaded, as in the browser.
            let mut known = Library::new();
            for id in merger.required_ids(theirs) {
                known.insert(id.clone(), library[&id].clone());
            }
            let (result, id) = merger.merge(&mut known, theirs.clone());
            library.insert(id.clone(), known[&id].clone());
            result
        };
        first.into_iter().chain(then).map(merge).collect()
    }

    fn library(games: &[(&str, &str, u64)]) -> Library {
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
            (record_of("445"), 9)
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
    fn equal_games_with_different_ids_are_merged() {
        let mut ours = library(&[("1-a", "44", 5)]);
        let mut theirs = library(&[("1-b", "44", 6), ("2-b", "44", 6)]);
        theirs.get_mut("1-b").unwrap().entry.starred = true;
        assert_eq!(
            merge_all(&mut ours, &theirs),
            [Merged::Updated, Merged::Added]
        );
        assert_eq!(ours.keys().collect::<Vec<_>>(), ["1-a", "2-b"]);
        assert!(ours["1-a"].entry.starred);
    }

    /// A small library with few ids and games that often continue each other.
    fn some_library() -> impl Strategy<Value = Library> {
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
            let mut library = Library::new();
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
    fn contents(library: &Library) -> BTreeSet<(String, u64)> {
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

    fn missing_records(from: &Library, to: &Library) -> Vec<String> {
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
            let stars = |library: &Library| library.values().any(|game| game.entry.starred);
            prop_assert_eq!(stars(&both), stars(&ours) || stars(&theirs));
            let mut other = theirs;
            merge_all(&mut other, &ours);
            prop_assert_eq!(contents(&other), contents(&once));
        }
    }
}
