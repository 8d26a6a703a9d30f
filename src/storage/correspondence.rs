//! The games that are played by links with people elsewhere, and their stored form:
//!
//! ```json
//! {
//!   "format": "four-shapes-correspondence",
//!   "version": 1,
//!   "games": [
//!     { "id": "…", "changed": 1795300360000, "link": "v=1&…&game=…&seat=1", "known": 4 }
//!   ]
//! }
//! ```
//!
//! The link is the one that would be sent now, so its seat is the user's. The other fields are those of
//! [`CorrespondenceGame`].

use super::{
    Storage, StorageError, is_id,
    live::{LiveGame, LiveGames},
    progress,
};
use crate::game::session::{Known, Remote};
use four_shapes_records::{
    Match, Seat,
    json::{self, Field},
    link::Correspondence,
    record::RecordError,
};
use four_shapes_rules::Status;

/// The key of the games.
pub(crate) const CORRESPONDENCE: &str = "four-shapes:correspondence";

const FORMAT: &str = "four-shapes-correspondence";
const VERSION: u64 = 1;

/// How many games are remembered.
const MAX_GAMES: usize = 200;

/// A game in which the user has one seat and people elsewhere have the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CorrespondenceGame {
    /// The id of the game in its links.
    pub(crate) game: u64,
    /// The user's seat, counted from 0.
    pub(crate) seat: usize,
    /// The id of the game in the library.
    pub(crate) id: String,
    /// The game without undone steps.
    pub(crate) game_match: Match,
    /// The number of steps that the others know; `None` if no link was sent or opened yet.
    pub(crate) known: Option<usize>,
    /// When the game last changed, in milliseconds since 1970.
    pub(crate) changed: u64,
}

/// Who does what next in such a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Turn {
    /// The user is to move.
    Own,
    /// The user sends a link with what the others don't know yet.
    ToSend,
    /// Another player is to move.
    Other,
    Over,
}

impl CorrespondenceGame {
    pub(crate) fn turn(&self) -> Turn {
        let game = self.game_match.game();
        let is_over = match game.status() {
            Status::ToMove(player) if self.game_match.seat_index(player) == self.seat => {
                return Turn::Own;
            }
            Status::ToMove(_) => false,
            _ => true,
        };
        if self.known != Some(game.steps().len()) {
            Turn::ToSend
        } else if is_over {
            Turn::Over
        } else {
            Turn::Other
        }
    }

    /// Returns the fragment of the link to send.
    pub(crate) fn link(&self) -> String {
        let Self { game, seat, .. } = *self;
        Correspondence { game, seat }.write(&self.game_match)
    }

    /// Returns what is played elsewhere.
    pub(crate) fn remote(&self) -> Remote {
        let seats = 0..self.game_match.setup().seats().len();
        Remote {
            seats: seats.filter(|seat| *seat != self.seat).collect(),
            known: self.known.map_or(Known::Nothing, Known::Steps),
        }
    }

    /// Returns the seats of the others.
    pub(crate) fn others(&self) -> impl Iterator<Item = &Seat> {
        let seats = self.game_match.setup().seats().iter().enumerate();
        seats
            .filter(|(seat, _)| *seat != self.seat)
            .map(|(_, seat)| seat)
    }

    fn write(&self) -> String {
        let known = self.known.map(|known| ("known", known.to_string()));
        let fields = [
            ("id", json::quoted(&self.id)),
            ("changed", self.changed.to_string()),
            ("link", json::quoted(&self.link())),
        ];
        json::in_line(fields.into_iter().chain(known))
    }

    fn parse(field: &Field) -> Result<Self, RecordError> {
        let mut fields = field.object()?;
        let id = fields.take_required("id")?;
        let id = id.string_as(|id| is_id(id).then(|| id.to_owned()))?;
        let link = fields.take_required("link")?;
        let (Correspondence { game, seat }, game_match) =
            link.string_as(|text| Correspondence::parse(text).ok()?)?;
        let known = fields.take_optional("known");
        let known = known.map(|known| match known.number()? {
            steps if steps <= game_match.game().steps().len() => Ok(steps),
            _ => Err(known.invalid()),
        });
        let parsed = Self {
            game,
            seat,
            id,
            game_match,
            known: known.transpose()?,
            changed: fields.take_required("changed")?.number()?,
        };
        fields.expect_no_more()?;
        Ok(parsed)
    }
}

/// All games that are played by links, the ones that changed last first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Games(Vec<CorrespondenceGame>);

impl Games {
    /// Loads the games. An unreadable record is set aside.
    pub(crate) fn load(storage: &impl Storage) -> Self {
        progress::load(storage, CORRESPONDENCE, |text| Self::parse(text).ok()).0
    }

    /// Saves the games.
    ///
    /// # Errors
    /// Returns an error if the storage is full or unavailable.
    pub(crate) fn save(&self, storage: &impl Storage) -> Result<(), StorageError> {
        storage.set(CORRESPONDENCE, &self.write())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &CorrespondenceGame> {
        self.0.iter()
    }

    /// Returns the game with an id in its links.
    pub(crate) fn get(&self, game: u64) -> Option<&CorrespondenceGame> {
        self.iter().find(|it| it.game == game)
    }

    /// Returns the game with an id in the library.
    pub(crate) fn with_library_id(&self, id: &str) -> Option<&CorrespondenceGame> {
        self.iter().find(|it| it.id == id)
    }

    /// Returns the number of games in which the user is to move or to send a link.
    pub(crate) fn waiting_for_user(&self) -> usize {
        let waits = |game: &&CorrespondenceGame| matches!(game.turn(), Turn::Own | Turn::ToSend);
        self.iter().filter(waits).count()
    }

    /// Adds or replaces a game. The oldest finished one is forgotten if there are too many, or else
    /// the oldest; the library keeps it.
    pub(crate) fn put(&mut self, game: CorrespondenceGame) {
        self.remove(game.game);
        let at = self.0.partition_point(|it| it.changed > game.changed);
        self.0.insert(at, game);
        if self.0.len() > MAX_GAMES {
            let finished = self.0.iter().rposition(|it| it.turn() == Turn::Over);
            self.0.remove(finished.unwrap_or(self.0.len() - 1));
        }
    }

    /// Removes a game, which remains in the library.
    pub(crate) fn remove(&mut self, game: u64) {
        self.0.retain(|it| it.game != game);
    }

    pub(crate) fn write(&self) -> String {
        let games: Vec<String> = self.iter().map(CorrespondenceGame::write).collect();
        json::write([
            ("format", json::quoted(FORMAT)),
            ("version", VERSION.to_string()),
            ("games", json::array(&games)),
        ])
    }

    /// Parses the games.
    ///
    /// # Errors
    /// Returns the first error and its position.
    pub(crate) fn parse(text: &str) -> Result<Self, RecordError> {
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let mut games = Self::default();
            for game in fields.take_required("games")?.elements()? {
                games.put(CorrespondenceGame::parse(&game)?);
            }
            Ok(games)
        })
    }
}

/// Returns which seats of the game with an id in the library are played elsewhere.
pub(crate) fn remote_of(storage: &impl Storage, id: &str) -> Option<Remote> {
    let games = Games::load(storage);
    let by_links = games.with_library_id(id).map(CorrespondenceGame::remote);
    by_links.or_else(|| {
        let games = LiveGames::load(storage);
        games.with_library_id(id).map(LiveGame::remote)
    })
}

/// What a link of a game means to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// The game is new; the seat that is probably the user's.
    Invitation { seat: usize },
    /// Others have moved.
    Continued,
    /// It has what is known already.
    Same,
    /// The user has moved since.
    Answered,
    /// It has other moves than the stored game, or another board, or moves of the user that were made
    /// elsewhere.
    Different,
}

impl Received {
    /// Compares a link with the stored game that has its id.
    pub(crate) fn of(
        stored: Option<&CorrespondenceGame>,
        sender: Correspondence,
        linked: &Match,
    ) -> Self {
        let Some(stored) = stored else {
            let seats = linked.setup().seats().len();
            let to_move = match linked.game().status() {
                Status::ToMove(player) => Some(linked.seat_index(player)),
                _ => None,
            };
            let seat = to_move.filter(|seat| *seat != sender.seat);
            return Self::Invitation {
                seat: seat.unwrap_or((sender.seat + 1) % seats),
            };
        };
        let game_match = &stored.game_match;
        if !has_same_setup(game_match, linked) {
            return Self::Different;
        }
        let [ours, theirs] = [game_match, linked].map(|it| it.game().steps());
        let is_own = |step| linked.seat_of_step(step) == Some(stored.seat);
        if ours == theirs {
            Self::Same
        } else if ours.starts_with(theirs) {
            Self::Answered
        } else if theirs.starts_with(ours) && !(ours.len()..theirs.len()).any(is_own) {
            Self::Continued
        } else {
            Self::Different
        }
    }
}

/// Whether two matches differ only in their steps and in the names of the players.
fn has_same_setup(first: &Match, second: &Match) -> bool {
    let pieces = |it: &Match| -> Vec<_> {
        let seats = it.setup().seats().iter();
        seats.map(|seat| seat.piece_style).collect()
    };
    let setup = |it: &Match| {
        let setup = it.setup();
        (setup.rules(), setup.first_seat(), setup.swap())
    };
    setup(first) == setup(second)
        && first.game().start() == second.game().start()
        && pieces(first) == pieces(second)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::MemoryStorage;
    use four_shapes_records::Name;
    use four_shapes_rules::{Game, Rules, RulesConfig, notation};

    const SENDER: Correspondence = Correspondence { game: 7, seat: 1 };

    fn match_of(moves: &str) -> Match {
        Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    fn stored(moves: &str, known: Option<usize>) -> CorrespondenceGame {
        CorrespondenceGame {
            game: 7,
            seat: 0,
            id: "123-4".to_owned(),
            game_match: match_of(moves),
            known,
            changed: 1_790_000_000_000,
        }
    }

    #[test]
    fn turns_follow_from_the_steps_and_what_the_others_know() {
        for (moves, known, turn) in [
            ("", None, Turn::Own),
            ("4", None, Turn::ToSend),
            ("4", Some(0), Turn::ToSend),
            ("4", Some(1), Turn::Other),
            ("44", Some(2), Turn::Own),
            ("1212121", Some(6), Turn::ToSend),
            ("1212121", Some(7), Turn::Over),
        ] {
            assert_eq!(stored(moves, known).turn(), turn, "{moves} {known:?}");
        }
    }

    #[test]
    fn received_links_are_compared_with_the_stored_game() {
        let game = stored("445", Some(2));
        let received = |moves: &str| Received::of(Some(&game), SENDER, &match_of(moves));
        assert_eq!(received("445"), Received::Same);
        assert_eq!(received("4453"), Received::Continued);
        assert_eq!(received("44"), Received::Answered, "repeated");
        assert_eq!(received(""), Received::Answered, "stale");
        assert_eq!(received("446"), Received::Different, "other moves");
        assert_eq!(received("44535"), Received::Different, "a move of the user");
        let mut renamed = match_of("4453");
        renamed.set_name(1, Name::new("Ben").unwrap()).unwrap();
        let received = Received::of(Some(&game), SENDER, &renamed);
        assert_eq!(received, Received::Continued);
        let rules = Rules::new(RulesConfig {
            connect: 5,
            ..Rules::CLASSIC.config()
        });
        let other = Match::with_default_seats(notation::parse(rules.unwrap(), "4453").unwrap());
        let received = Received::of(Some(&game), SENDER, &other);
        assert_eq!(received, Received::Different);
    }

    #[test]
    fn invitation_offers_the_seat_to_move_unless_it_is_the_senders() {
        let seat = |moves: &str, seat| {
            let sender = Correspondence { game: 7, seat };
            Received::of(None, sender, &match_of(moves))
        };
        assert_eq!(seat("4", 0), Received::Invitation { seat: 1 });
        assert_eq!(seat("", 0), Received::Invitation { seat: 1 });
        assert_eq!(seat("1212121", 1), Received::Invitation { seat: 0 });
        let rules = Rules::new(RulesConfig {
            players: 3,
            ..Rules::CLASSIC.config()
        });
        let three = Match::with_default_seats(Game::new(rules.unwrap()));
        let received = Received::of(None, Correspondence { game: 7, seat: 2 }, &three);
        assert_eq!(received, Received::Invitation { seat: 0 });
    }

    #[test]
    fn games_round_trip() {
        let mut games = Games::default();
        assert_eq!(Games::parse(&games.write()).unwrap(), games);
        games.put(stored("445", None));
        games.put(CorrespondenceGame {
            game: u64::MAX,
            seat: 1,
            changed: 1_790_000_000_001,
            ..stored("4453", Some(4))
        });
        let storage = MemoryStorage::with(&[]);
        games.save(&storage).unwrap();
        assert_eq!(Games::load(&storage), games);
        assert_eq!(games.waiting_for_user(), 1);
        assert_eq!(games.iter().next().unwrap().game, u64::MAX);
        games.remove(7);
        assert_eq!(games.get(7), None);
    }

    #[test]
    fn invalid_games_are_errors_and_set_aside() {
        let mut games = Games::default();
        games.put(stored("445", Some(3)));
        let text = games.write();
        for (before, after) in [
            ("\"known\": 3", "\"known\": 4"),
            ("&seat=1", "&seat=0"),
            ("&seat=1", "&seat=3"),
            ("&game=0000000000000007", ""),
            ("moves=445", "moves=48"),
            ("\"id\": \"123-4\"", "\"id\": \"../\""),
            ("0000000000000007", "7"),
            ("\"version\": 1", "\"version\": 2"),
        ] {
            assert!(text.contains(before), "{before}");
            let invalid = text.replace(before, after);
            assert!(Games::parse(&invalid).is_err(), "{after}");
            let storage = MemoryStorage::with(&[(CORRESPONDENCE, &invalid)]);
            assert_eq!(Games::load(&storage), Games::default());
            let copy = storage.text("four-shapes:correspondence:unreadable:1");
            assert_eq!(copy, Some(invalid));
        }
    }

    #[test]
    fn oldest_finished_games_are_forgotten() {
        let mut games = Games::default();
        for number in 0..=MAX_GAMES as u64 {
            let moves = if number == 3 { "1212121" } else { "4" };
            games.put(CorrespondenceGame {
                game: number,
                changed: number,
                known: Some(moves.len()),
                ..stored(moves, None)
            });
        }
        assert_eq!(games.iter().count(), MAX_GAMES);
        assert!(games.get(3).is_none() && games.get(0).is_some());
    }
}
