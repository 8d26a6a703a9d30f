//! What becomes of a game that is to be in the library when there is something like
//! it already.

use super::entry::{Game, content, is_untouched_copy};
use four_shapes_engine::{Match, Seat, record};
use std::collections::{BTreeMap, BTreeSet};

/// What the library is to hold of a game that was just played; `None` if that is
/// there already, or nothing is to be kept of it.
pub(crate) fn keep(before: Option<&Game>, id: &str, record: String, now: u64) -> Option<Game> {
    let mut game = Game::new(id, record, now);
    if let Some(before) = before
        && game.entry.summary.is_none()
        && before.entry.summary.is_some()
    {
        // What can't be read takes no place of what can.
        let id = [id, "-u", &game.entry.sum].concat();
        return Some(Game::of(&id, before.entry.begun, now, game.record));
    }
    if let Ok(played) = game.played() {
        if played.game().steps().is_empty() || is_untouched_copy(&game.entry) {
            return None;
        }
        // A page that has been left behind.
        let stale =
            |before: &Match| goes_on_from(before, &played) && !goes_on_from(&played, before);
        if before.is_some_and(|before| before.played().is_ok_and(|before| stale(&before))) {
            return None;
        }
    }
    let Some(before) = before else {
        return Some(game);
    };
    if before.record == game.record {
        return None;
    }
    game.entry.begun = before.entry.begun;
    game.entry.name.clone_from(&before.entry.name);
    game.entry.starred = before.entry.starred;
    Some(game)
}

/// Whether one match has all the steps of another and perhaps more, among the same
/// players; computers may have taken over.
fn goes_on_from(later: &Match, earlier: &Match) -> bool {
    let (a, b) = (later.setup(), earlier.setup());
    let who = |seat: &Seat| (seat.name.clone(), seat.piece_style, seat.symbol);
    let same_seats = a.seats().iter().map(who).eq(b.seats().iter().map(who));
    let same = a.rules() == b.rules() && a.first_seat() == b.first_seat() && a.swap() == b.swap();
    same && same_seats && later.game().steps().starts_with(earlier.game().steps())
}

/// What became of a game of another library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Merged {
    /// It was not there.
    Added,
    /// It was there, and has something new.
    Changed,
    /// It was there.
    Same,
}

/// Takes games of another library into this one.
#[derive(Debug, Default)]
pub(crate) struct Merger {
    ids: BTreeSet<String>,
    /// The ids of games by their sums and their beginnings.
    twins: BTreeMap<(String, u64), String>,
}

impl Merger {
    /// For a library with these entries.
    pub(crate) fn new<'a>(entries: impl Iterator<Item = &'a super::Entry>) -> Self {
        let mut merger = Self::default();
        for entry in entries {
            merger.note(entry);
        }
        merger
    }

    fn note(&mut self, entry: &super::Entry) {
        self.ids.insert(entry.id.clone());
        let twin = (entry.sum.clone(), entry.begun);
        self.twins.entry(twin).or_insert_with(|| entry.id.clone());
    }

    /// The ids of the library's games that have to be known for taking a game.
    pub(crate) fn wanted(&self, theirs: &Game) -> Vec<String> {
        let twin = self
            .twins
            .get(&(theirs.entry.sum.clone(), theirs.entry.begun));
        let others = other_ids(theirs).take_while(|id| self.ids.contains(id));
        let own = Some(theirs.entry.id.clone());
        let all = own.into_iter().chain(twin.cloned()).chain(others);
        all.filter(|id| self.ids.contains(id)).collect()
    }

    /// Whether the library has this game under its own id, shorter or longer. Those
    /// are to be taken first: what they become decides whether others are the same.
    pub(crate) fn has(known: &BTreeMap<String, Game>, theirs: &Game) -> bool {
        let ours = known.get(&theirs.entry.id);
        ours.is_some_and(|ours| winner(ours, theirs).is_some())
    }

    /// Takes a game. `known` are games of the library, the wanted ones among them, and
    /// is changed; whatever is not in it is not in the library. The id of the game
    /// that has changed comes back as well.
    pub(crate) fn take(
        &mut self,
        known: &mut BTreeMap<String, Game>,
        theirs: Game,
    ) -> (Merged, String) {
        let twin = (theirs.entry.sum.clone(), theirs.entry.begun);
        let twin = self.twins.get(&twin).filter(|id| {
            let ours = known.get(*id);
            ours.is_some_and(|ours| is_same(ours, &theirs))
        });
        let id = match (known.get(&theirs.entry.id), twin) {
            (Some(ours), _) if winner(ours, &theirs).is_some() => theirs.entry.id.clone(),
            (_, Some(twin)) => twin.clone(),
            (None, None) => theirs.entry.id.clone(),
            // Two games under one id: this one gets another.
            (Some(_), None) => {
                let free = |id: &String| known.get(id).is_none_or(|ours| is_same(ours, &theirs));
                other_ids(&theirs)
                    .find(free)
                    .expect("there is always one more")
            }
        };
        let (merged, game) = match known.get(&id) {
            None => {
                let mut game = theirs;
                game.entry.id.clone_from(&id);
                (Merged::Added, game)
            }
            Some(ours) => {
                let game = united(ours, theirs);
                if game == *ours {
                    return (Merged::Same, id);
                }
                (Merged::Changed, game)
            }
        };
        self.note(&game.entry);
        known.insert(id.clone(), game);
        (merged, id)
    }
}

/// Ids for a game whose own is another game's: the same each time, so that taking it
/// twice does not make two of it.
fn other_ids(game: &Game) -> impl Iterator<Item = String> {
    let first = format!("{}-{}", game.entry.begun, game.entry.sum);
    (1_u32..).map(move |n| match n {
        1 => first.clone(),
        n => format!("{first}-{n}"),
    })
}

/// Whether two games are the same but for how far they were undone.
fn is_same(a: &Game, b: &Game) -> bool {
    match (a.played(), b.played()) {
        (Ok(a), Ok(b)) => content(&a) == content(&b),
        _ => a.record == b.record,
    }
}

/// Which of two records has all that is in both; `None` if neither does.
fn winner<'a>(ours: &'a Game, theirs: &'a Game) -> Option<&'a Game> {
    if ours.record == theirs.record {
        return Some(ours);
    }
    let (Ok(a), Ok(b)) = (ours.played(), theirs.played()) else {
        return None;
    };
    match (goes_on_from(&a, &b), goes_on_from(&b, &a)) {
        (false, false) => None,
        (true, false) => Some(ours),
        (false, true) => Some(theirs),
        (true, true) => {
            let rank = |game: &'a Game| (game.entry.changed, &game.record);
            Some(if rank(ours) >= rank(theirs) {
                ours
            } else {
                theirs
            })
        }
    }
}

/// Two games of which one has all that is in both.
fn united(ours: &Game, theirs: Game) -> Game {
    let winner = winner(ours, &theirs).unwrap_or(ours).clone();
    let mut entry = winner.entry;
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
    Game {
        entry,
        record: winner.record,
    }
}

/// A record that was put aside because it could not be read, if it can be now: as a
/// game under an id that is always the same.
pub(crate) fn rescued(record_text: &str, now: u64) -> Option<Game> {
    let played = record::parse(record_text).ok()?;
    let id = format!("0-{}", super::entry::sum(&played));
    let game = Game::of(&id, 0, now, record_text.to_owned());
    (!played.game().steps().is_empty()).then_some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::entry::{copy_id, tests::played};
    use proptest::prelude::*;

    fn record_of(moves: &str) -> String {
        record::write(&played(moves))
    }

    #[test]
    fn a_game_that_goes_on_keeps_its_name_and_its_star() {
        let first = keep(None, "17-4", record_of("44"), 100).unwrap();
        assert_eq!((first.entry.begun, first.entry.changed), (17, 100));
        assert_eq!(keep(Some(&first), "17-4", record_of("44"), 200), None);
        let mut named = first.clone();
        named.entry.name = "Mine".to_owned();
        named.entry.starred = true;
        let later = keep(Some(&named), "17-4", record_of("445"), 200).unwrap();
        let Game { entry, record } = &later;
        assert_eq!(
            (entry.begun, entry.changed, &*entry.name),
            (17, 200, "Mine")
        );
        assert!(entry.starred && *record == record_of("445"));
        // What a page that was left behind still shows.
        assert_eq!(keep(Some(&later), "17-4", record_of("44"), 300), None);
        // What was taken back and played otherwise is what the game is now.
        assert!(keep(Some(&later), "17-4", record_of("441"), 300).is_some());
    }

    #[test]
    fn nothing_is_kept_of_games_without_moves_and_of_copies() {
        assert_eq!(keep(None, "17-4", record_of(""), 1), None);
        let won = played("1212121");
        let id = copy_id("17-4", &won);
        assert_eq!(keep(None, &id, record::write(&won), 1), None);
        let mut back = won;
        back.undo();
        assert_eq!(keep(None, &id, record::write(&back), 1), None);
        let column = back.rules().column(6).unwrap();
        back.turn().unwrap().drop(column).unwrap();
        assert!(keep(None, &id, record::write(&back), 1).is_some());
        // What can't be read is kept as it is.
        let unreadable = keep(None, "17-4", "nonsense".to_owned(), 1).unwrap();
        assert_eq!(
            (&*unreadable.record, unreadable.entry.summary),
            ("nonsense", None)
        );
    }

    #[test]
    fn what_can_be_read_again_is_rescued() {
        let game = rescued(&record_of("44"), 5).unwrap();
        assert_eq!(
            rescued(&record_of("44"), 9).unwrap().entry.id,
            game.entry.id
        );
        assert_eq!(rescued(&record_of(""), 5), None);
        assert_eq!(rescued("nonsense", 5), None);
    }

    type Library = BTreeMap<String, Game>;

    fn take_all(library: &mut Library, games: &Library) -> Vec<Merged> {
        let mut merger = Merger::new(library.values().map(|game| &game.entry));
        let has = |theirs: &&Game| Merger::has(library, theirs);
        let (first, then): (Vec<_>, Vec<_>) = games.values().partition(has);
        let take = |theirs: &Game| {
            // Only the wanted ones are known, as in the browser.
            let mut known = Library::new();
            for id in merger.wanted(theirs) {
                known.insert(id.clone(), library[&id].clone());
            }
            let (became, id) = merger.take(&mut known, theirs.clone());
            library.insert(id.clone(), known[&id].clone());
            became
        };
        first.into_iter().chain(then).map(take).collect()
    }

    fn library(games: &[(&str, &str, u64)]) -> Library {
        let game = |&(id, moves, changed): &(&str, &str, u64)| {
            (id.to_owned(), Game::new(id, record_of(moves), changed))
        };
        games.iter().map(game).collect()
    }

    #[test]
    fn the_longer_game_wins_and_others_stay_apart() {
        let mut ours = library(&[("1-a", "44", 5), ("1-b", "445", 5), ("1-c", "71", 5)]);
        let mut theirs = library(&[("1-a", "4455", 4), ("1-b", "44", 9), ("1-c", "72", 9)]);
        theirs.get_mut("1-a").unwrap().entry.name = "Theirs".to_owned();
        theirs.get_mut("1-b").unwrap().entry.starred = true;
        let merged = take_all(&mut ours, &theirs);
        assert_eq!(merged, [Merged::Changed, Merged::Changed, Merged::Added]);
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
        assert_eq!(other.entry.id, format!("1-{}", other.entry.sum));
        assert_eq!(take_all(&mut ours, &theirs), [Merged::Same; 3]);
        assert_eq!(ours.len(), 4);
    }

    #[test]
    fn the_same_game_under_two_ids_is_one() {
        let mut ours = library(&[("1-a", "44", 5)]);
        let mut theirs = library(&[("1-b", "44", 6), ("2-b", "44", 6)]);
        theirs.get_mut("1-b").unwrap().entry.starred = true;
        assert_eq!(
            take_all(&mut ours, &theirs),
            [Merged::Changed, Merged::Added]
        );
        assert_eq!(ours.keys().collect::<Vec<_>>(), ["1-a", "2-b"]);
        assert!(ours["1-a"].entry.starred);
    }

    /// A small library: few ids, games that often go on from each other.
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
                let mut played = played(&moves);
                for _ in 0..undone.min(moves.len()) {
                    played.undo();
                }
                let id = format!("{begun}-{n}");
                let mut game = Game::new(&id, record::write(&played), changed);
                game.entry.starred = starred;
                game.entry.name = ["", "x"][usize::from(starred)].to_owned();
                library.insert(id, game);
            }
            library
        })
    }

    /// What is in a library, but for the ids and for what is part of another game.
    fn contents(library: &Library) -> BTreeSet<(String, u64)> {
        let games = || {
            library
                .values()
                .map(|game| (game.played().unwrap(), game.entry.begun))
        };
        let is_part = |game: &(Match, u64)| {
            games().any(|(other, begun)| {
                let longer = goes_on_from(&other, &game.0) && !goes_on_from(&game.0, &other);
                longer && begun == game.1
            })
        };
        let whole = games().filter(|game| !is_part(game));
        whole
            .map(|(played, begun)| (content(&played), begun))
            .collect()
    }

    fn lost(from: &Library, to: &Library) -> Vec<String> {
        let has = |theirs: &Game| {
            let theirs = theirs.played().unwrap();
            let mut games = to.values().map(|game| game.played().unwrap());
            games.any(|ours| goes_on_from(&ours, &theirs))
        };
        let lost = from.values().filter(|game| !has(game));
        lost.map(|game| game.record.clone()).collect()
    }

    proptest! {
        #[test]
        fn merging_loses_nothing_and_can_be_repeated(ours in some_library(), theirs in some_library()) {
            let mut both = ours.clone();
            take_all(&mut both, &theirs);
            prop_assert_eq!(lost(&ours, &both), [""; 0]);
            prop_assert_eq!(lost(&theirs, &both), [""; 0]);
            for (id, game) in &both {
                prop_assert_eq!(id, &game.entry.id);
                let same = Game::of(id, game.entry.begun, game.entry.changed, game.record.clone());
                prop_assert_eq!(&same.entry.summary, &game.entry.summary);
                prop_assert_eq!(&same.entry.sum, &game.entry.sum);
            }
            let once = both.clone();
            prop_assert!(take_all(&mut both, &theirs).iter().all(|merged| *merged == Merged::Same));
            prop_assert_eq!(&both, &once);
            let stars = |library: &Library| library.values().any(|game| game.entry.starred);
            prop_assert_eq!(stars(&both), stars(&ours) || stars(&theirs));
            let mut other = theirs;
            take_all(&mut other, &ours);
            prop_assert_eq!(contents(&other), contents(&once));
        }
    }
}
