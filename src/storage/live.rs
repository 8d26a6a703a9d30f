//! The live games with people elsewhere, and their stored form:
//!
//! ```json
//! {
//!   "format": "four-shapes-live",
//!   "version": 1,
//!   "games": [
//!     { "game": "…", "id": "…", "role": "host", "elsewhere": [1], "state": "…", "room": "…",
//!       "watched": true }
//!   ]
//! }
//! ```
//!
//! The fields are those of [`LiveGame`]; `game` has 16 hexadecimal digits. The games are not part of
//! backups, because their states contain secrets.

use super::{Storage, StorageError, is_id, progress};
use crate::game::session::{Known, Remote};
use four_shapes_records::{
    json::{self, Field},
    record::RecordError,
};
use std::borrow::Cow;

/// The key of the games.
pub(crate) const LIVE: &str = "four-shapes:live";

const FORMAT: &str = "four-shapes-live";
const VERSION: u64 = 1;

/// How many games are remembered. Returning to one connects it again.
const MAX_GAMES: usize = 50;

/// The user's part in a live game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Has invited the others.
    Host,
    /// Plays or watches.
    Guest,
}

impl Role {
    const ALL: [(Self, &str); 2] = [(Self::Host, "host"), (Self::Guest, "guest")];
}

/// A live game, so that it goes on after a reload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LiveGame {
    /// The id of the game in its invitations.
    pub(crate) game: u64,
    /// The id of the game in the library.
    pub(crate) id: String,
    pub(crate) role: Role,
    /// The seats that are played elsewhere.
    pub(crate) elsewhere: Vec<usize>,
    /// What `four_shapes_online` has written. It contains the secret that keeps the user's seat.
    pub(crate) state: String,
    /// The invitation to the room where the players meet, if the user has agreed to that.
    pub(crate) room: Option<String>,
    /// Whether the host lets others watch through a room of theirs.
    pub(crate) is_watched: bool,
}

impl LiveGame {
    /// Returns what is played elsewhere.
    pub(crate) fn remote(&self) -> Remote {
        Remote {
            seats: self.elsewhere.clone(),
            known: Known::Live,
        }
    }

    fn write(&self) -> String {
        let role = Role::ALL.iter().find(|(role, _)| *role == self.role);
        let elsewhere: Vec<_> = self.elsewhere.iter().map(ToString::to_string).collect();
        let room = self.room.as_ref().map(|room| ("room", json::quoted(room)));
        let fields = [
            ("game", json::quoted(&format!("{:016x}", self.game))),
            ("id", json::quoted(&self.id)),
            ("role", json::quoted(role.map_or("", |(_, name)| name))),
            ("elsewhere", ["[", &elsewhere.join(", "), "]"].concat()),
            ("state", json::quoted(&self.state)),
        ];
        let watched = self.is_watched.then(|| ("watched", "true".to_owned()));
        json::in_line(fields.into_iter().chain(room).chain(watched))
    }

    fn parse(field: &Field) -> Result<Self, RecordError> {
        let mut fields = field.object()?;
        let game = fields.take_required("game")?;
        let id = fields.take_required("id")?;
        let role = fields.take_required("role")?;
        let elsewhere = fields.take_required("elsewhere")?.elements()?;
        let room = fields.take_optional("room");
        let is_watched = fields.take_optional("watched");
        let parsed = Self {
            game: game.string_as(|text| u64::from_str_radix(text, 16).ok())?,
            id: id.string_as(|id| is_id(id).then(|| id.to_owned()))?,
            role: role.string_as(|text| {
                let role = Role::ALL.iter().find(|(_, name)| *name == text);
                role.map(|(role, _)| *role)
            })?,
            elsewhere: elsewhere
                .iter()
                .map(Field::number)
                .collect::<Result<_, _>>()?,
            state: fields.take_required("state")?.string()?.into_owned(),
            room: room
                .map(|room| room.string().map(Cow::into_owned))
                .transpose()?,
            is_watched: is_watched.map_or(Ok(false), |watched| watched.boolean())?,
        };
        fields.expect_no_more()?;
        Ok(parsed)
    }
}

/// The live games, the one that changed last first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LiveGames(Vec<LiveGame>);

impl LiveGames {
    /// Loads the games. An unreadable record is set aside.
    pub(crate) fn load(storage: &impl Storage) -> Self {
        progress::load(storage, LIVE, |text| Self::parse(text).ok()).0
    }

    /// Saves the games.
    ///
    /// # Errors
    /// Returns an error if the storage is full or unavailable.
    pub(crate) fn save(&self, storage: &impl Storage) -> Result<(), StorageError> {
        storage.set(LIVE, &self.write())
    }

    /// Returns the game with an id in its invitations.
    pub(crate) fn get(&self, game: u64) -> Option<&LiveGame> {
        self.0.iter().find(|it| it.game == game)
    }

    /// Returns the game with an id in the library.
    pub(crate) fn with_library_id(&self, id: &str) -> Option<&LiveGame> {
        self.0.iter().find(|it| it.id == id)
    }

    /// Adds or replaces a game. The one that has not changed for the longest time is forgotten if there
    /// are too many; the library keeps it.
    pub(crate) fn put(&mut self, game: LiveGame) {
        self.remove(game.game);
        self.0.insert(0, game);
        self.0.truncate(MAX_GAMES);
    }

    /// Removes a game, which remains in the library.
    pub(crate) fn remove(&mut self, game: u64) {
        self.0.retain(|it| it.game != game);
    }

    fn write(&self) -> String {
        let games: Vec<String> = self.0.iter().map(LiveGame::write).collect();
        json::write([
            ("format", json::quoted(FORMAT)),
            ("version", VERSION.to_string()),
            ("games", json::array(&games)),
        ])
    }

    fn parse(text: &str) -> Result<Self, RecordError> {
        json::parse(text, |fields| {
            fields.version(FORMAT, VERSION)?;
            let games = fields.take_required("games")?.elements()?;
            let games: Result<Vec<_>, _> = games.iter().map(LiveGame::parse).collect();
            Ok(Self(games?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::{correspondence::remote_of, tests::MemoryStorage};

    fn game(number: u64) -> LiveGame {
        LiveGame {
            game: number,
            id: format!("123-{number}"),
            role: Role::Guest,
            elsewhere: vec![0, 2],
            state: "{\n \"a\": \"ü\"}\n".to_owned(),
            room: None,
            is_watched: false,
        }
    }

    #[test]
    fn games_round_trip_and_the_oldest_are_forgotten() {
        let storage = MemoryStorage::with(&[]);
        let mut games = LiveGames::default();
        for number in 0..MAX_GAMES as u64 + 2 {
            games.put(game(number));
        }
        let host = LiveGame {
            role: Role::Host,
            room: Some("AQE".to_owned()),
            is_watched: true,
            ..game(u64::MAX)
        };
        games.put(host.clone());
        games.save(&storage).unwrap();
        let loaded = LiveGames::load(&storage);
        assert_eq!(loaded, games);
        assert_eq!(loaded.get(u64::MAX), Some(&host));
        assert_eq!(loaded.with_library_id("123-9"), Some(&game(9)));
        assert_eq!(loaded.get(0), None);
        let remote = remote_of(&storage, "123-9").unwrap();
        assert_eq!((remote.seats, remote.known), (vec![0, 2], Known::Live));
        games.remove(9);
        assert_eq!(games.get(9), None);
    }

    #[test]
    fn invalid_games_are_errors_and_set_aside() {
        let mut games = LiveGames::default();
        games.put(game(7));
        let text = games.write();
        for (before, after) in [
            ("\"version\": 1", "\"version\": 2"),
            ("\"guest\"", "\"judge\""),
            ("\"123-7\"", "\"../\""),
            ("0000000000000007", "x"),
            ("[0, 2]", "[-1]"),
            ("[0, 2]", "0"),
        ] {
            assert!(text.contains(before), "{before}");
            let invalid = text.replace(before, after);
            assert!(LiveGames::parse(&invalid).is_err(), "{after}");
            let storage = MemoryStorage::with(&[(LIVE, &invalid)]);
            assert_eq!(LiveGames::load(&storage), LiveGames::default());
            let copy = storage.text("four-shapes:live:unreadable:1");
            assert_eq!(copy, Some(invalid));
        }
    }
}
