//! Statistics of the user's games against computer players.

use super::{Entry, results::Score};
use four_shapes_players::PlayerKind;
use four_shapes_records::Match;
use four_shapes_rules::{Rules, Status};
use std::collections::BTreeMap;

/// A finished two-player game between a human and a computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlayedGame {
    /// The time of the first move in Unix milliseconds.
    pub(super) begun: u64,
    pub(super) content_hash: String,
    pub(super) rules: Rules,
    pub(super) steps: usize,
    pub(super) opponent: PlayerKind,
    /// The index of the player for whom the human played: 0 for the first one.
    pub(super) player: usize,
    /// 1 if the human won, 0 for a draw, −1 if not.
    pub(super) outcome: i8,
}

/// The statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Statistics {
    /// By opponent: the levels in ascending order, then others.
    pub(super) by_opponent: Vec<(PlayerKind, Score)>,
    /// As first and as second player.
    pub(super) by_turn: [Score; 2],
}

/// What the dialog shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Report {
    pub(super) statistics: Statistics,
    /// The times and the accuracies in percent of the reviewed games, ordered by time.
    pub(super) accuracies: Vec<(u64, u32)>,
}

/// Returns whether an entry may be a [`PlayedGame`], without parsing its record.
pub(super) fn is_candidate(entry: &Entry) -> bool {
    entry
        .summary
        .as_ref()
        .is_some_and(|summary| summary.players.len() == 2 && summary.result().is_some())
}

impl PlayedGame {
    /// Returns `None` if the game isn't finished, or not one of a human and a computer player.
    pub(super) fn of(entry: &Entry, game_match: &Match) -> Option<Self> {
        let [first, second] = game_match.setup().seats() else {
            return None;
        };
        let (human, opponent) = match (first.computer, second.computer) {
            (None, Some(kind)) => (0, kind),
            (Some(kind), None) => (1, kind),
            _ => return None,
        };
        let player = game_match.player_at(human)?;
        let outcome =
            match game_match.game().status() {
                Status::ToMove(_) => return None,
                Status::Won { player: winner, .. } | Status::WonOnTime(winner) => {
                    if winner == player { 1 } else { -1 }
                }
                Status::Drawn(_) => 0,
            };
        Some(Self {
            begun: entry.begun,
            content_hash: entry.content_hash.clone(),
            rules: game_match.rules(),
            steps: game_match.game().steps().len(),
            opponent,
            player: player.index(),
            outcome,
        })
    }
}

impl Statistics {
    /// Computes the statistics of games, ordered by time.
    pub(super) fn of(games: &[PlayedGame]) -> Self {
        let mut by_opponent: BTreeMap<(u8, String), (PlayerKind, Score)> = BTreeMap::new();
        let mut statistics = Self::default();
        for game in games {
            let level = match game.opponent {
                PlayerKind::Level(level) => level.number(),
                _ => u8::MAX,
            };
            let key = (level, game.opponent.to_string());
            let (_, score) = by_opponent
                .entry(key)
                .or_insert((game.opponent, Score::default()));
            score.add(game.outcome);
            statistics.by_turn[game.player.min(1)].add(game.outcome);
        }
        statistics.by_opponent = by_opponent.into_values().collect();
        statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{LibraryGame, entry::tests::match_of};
    use four_shapes_players::Level;
    use four_shapes_records::record;

    /// A game of a human as one of the players, 0 or 1.
    fn played(moves: &str, player: usize, kind: PlayerKind) -> Option<PlayedGame> {
        let mut game_match = match_of(moves);
        game_match.set_computer(1 - player, Some(kind));
        let game = LibraryGame::new("7-1", record::write(&game_match), 9);
        let is_candidate = is_candidate(&game.entry);
        let found = PlayedGame::of(&game.entry, &game_match);
        assert_eq!(is_candidate, found.is_some(), "{moves}");
        found
    }

    #[test]
    fn games_are_counted_by_opponent_and_turn() {
        let [easy, hard] = [
            PlayerKind::Level(Level::One),
            PlayerKind::Level(Level::Four),
        ];
        let won = "1212121";
        let games: Vec<PlayedGame> = [
            played(won, 0, hard),
            played(won, 0, easy),
            played(won, 1, easy),
            played(won, 0, PlayerKind::Random),
            played("4455", 0, easy),
        ]
        .into_iter()
        .flatten()
        .collect();
        assert_eq!(games.len(), 4, "the last one isn't finished");
        let statistics = Statistics::of(&games);
        let score = |won, lost| Score {
            won,
            drawn: 0,
            lost,
        };
        assert_eq!(
            statistics.by_opponent,
            [
                (easy, score(1, 1)),
                (hard, score(1, 0)),
                (PlayerKind::Random, score(1, 0)),
            ]
        );
        assert_eq!(statistics.by_turn, [score(3, 0), score(0, 1)]);
        assert_eq!(statistics.by_opponent[0].1.percent(), 50);
    }

    #[test]
    fn other_games_are_ignored() {
        let mut both = match_of("1212121");
        let entry =
            |game_match: &Match| LibraryGame::new("7-1", record::write(game_match), 9).entry;
        assert_eq!(PlayedGame::of(&entry(&both), &both), None);
        for seat in [0, 1] {
            both.set_computer(seat, Some(PlayerKind::Random));
        }
        assert!(!is_candidate(&entry(&both)));
        assert_eq!(PlayedGame::of(&entry(&both), &both), None);
    }
}
