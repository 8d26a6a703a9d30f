//! The games of a pairing, filtered and paged.

use four_shapes_tournament::{Ending, FinishedGame, Tournament};

/// The number of games on a page.
pub(super) const PAGE: usize = 50;

/// A filter of the games of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Filter {
    #[default]
    All,
    First,
    Second,
    Drawn,
    Forfeited,
}

impl Filter {
    pub(super) const ALL: [Self; 5] = [
        Self::All,
        Self::First,
        Self::Second,
        Self::Drawn,
        Self::Forfeited,
    ];

    /// Returns whether a game passes the filter; `first` is the player, 0 or 1, that is the
    /// first of the pairing.
    fn matches(self, ending: Ending, first: usize) -> bool {
        match self {
            Self::All => true,
            Self::First => ending.winner() == Some(first),
            Self::Second => ending.winner() == Some(1 - first),
            Self::Drawn => ending == Ending::Drawn,
            Self::Forfeited => matches!(ending, Ending::Forfeit { .. }),
        }
    }
}

/// The listed games of a pairing.
#[derive(Clone, Debug, Default)]
pub(super) struct GameList {
    pub(super) pairing: Option<usize>,
    pub(super) games: Vec<FinishedGame>,
    pub(super) filter: Filter,
    /// The indices of the games that match the filter.
    pub(super) matching: Vec<usize>,
    pub(super) page: usize,
    /// The game in the viewer.
    pub(super) shown: Option<FinishedGame>,
}

impl GameList {
    /// Applies the filter.
    pub(super) fn apply_filter(&mut self, tournament: &Tournament) {
        let matches = |played: &FinishedGame| {
            let scheduled = tournament.scheduled_game(played.number);
            self.filter.matches(played.ending, scheduled.first)
        };
        let games = self.games.iter().enumerate();
        let matching = games.filter(|(_, played)| matches(played));
        self.matching = matching.map(|(index, _)| index).collect();
        self.page = self.page.min(self.last_page());
    }

    /// Returns whether a game of this pairing is in the viewer.
    pub(super) fn shows(&self, pairing: usize) -> bool {
        self.pairing == Some(pairing) && self.shown.is_some()
    }

    /// Returns the numbers of the games on the current page.
    pub(super) fn on_page(&self) -> Vec<u64> {
        let matching = self.matching.iter().skip(self.page * PAGE).take(PAGE);
        matching.map(|index| self.games[*index].number).collect()
    }

    pub(super) fn game(&self, number: u64) -> Option<FinishedGame> {
        let mut games = self.games.iter();
        games.find(|played| played.number == number).cloned()
    }

    pub(super) fn last_page(&self) -> usize {
        self.matching.len().saturating_sub(1) / PAGE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_players::PlayerKind;
    use four_shapes_tournament::{Entrant, ForfeitReason, MoveTimes, TournamentConfig};

    fn played(number: u64, ending: Ending) -> FinishedGame {
        FinishedGame {
            number,
            moves: Vec::new(),
            ending,
            move_times: [MoveTimes::default(); 2],
        }
    }

    #[test]
    fn games_are_filtered_by_ending() {
        let tournament = Tournament::new(TournamentConfig {
            entrants: vec![Entrant::Computer(PlayerKind::Random); 2],
            games_per_pairing: 200,
            ..TournamentConfig::default()
        })
        .unwrap();
        let reason = ForfeitReason::Crash;
        let games = [
            played(0, Ending::Won(0)),
            played(1, Ending::Won(0)),
            played(2, Ending::Forfeit { player: 0, reason }),
            played(3, Ending::Drawn),
        ];
        let mut list = GameList {
            games: games.into(),
            page: 9,
            ..GameList::default()
        };
        let mut found = |filter| {
            list.filter = filter;
            list.apply_filter(&tournament);
            list.matching.clone()
        };
        assert_eq!(found(Filter::All), [0, 1, 2, 3]);
        assert_eq!(found(Filter::First), [0]);
        assert_eq!(found(Filter::Second), [1, 2]);
        assert_eq!(found(Filter::Drawn), [3]);
        assert_eq!(found(Filter::Forfeited), [2]);
        assert_eq!(list.page, 0);
    }
}
