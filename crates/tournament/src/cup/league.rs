//! Leagues: everybody meets everybody.

use super::{Pairing, PlayedGame, Stage, Standing};
use std::cmp::Reverse;

/// Returns the pairings in rounds, by the circle method: nobody plays twice in a round, and first
/// moves are shared as evenly as possible.
pub(super) fn pairings(order: &[usize], is_double: bool, played: &[PlayedGame]) -> Vec<Pairing> {
    let count = order.len();
    // With an odd number, one sits out in each round.
    let places = count + count % 2;
    let mut pairings = Vec::new();
    for half in 0..=usize::from(is_double) {
        for turn in 0..places - 1 {
            let round = half * (places - 1) + turn;
            let seat = |place: usize| match place {
                0 => places - 1,
                _ => (turn + place) % (places - 1),
            };
            for place in 0..places / 2 {
                let (one, other) = (seat(place), seat(places - 1 - place));
                let (low, high) = (one.min(other), one.max(other));
                if high >= count {
                    continue;
                }
                // Everybody moves first in half of the games, or in one more than that.
                let low_first = ((low + high) % 2 == 1) != (half == 1);
                let [first, second] = if low_first { [low, high] } else { [high, low] };
                let entrants = [order[first], order[second]];
                pairings.push(pairing(pairings.len(), round, entrants, played));
            }
        }
    }
    pairings
}

fn pairing(number: usize, round: usize, entrants: [usize; 2], played: &[PlayedGame]) -> Pairing {
    let games = played.iter().filter(|game| game.pairing == number);
    let games: Vec<Option<usize>> = games.map(|game| game.winner).collect();
    Pairing {
        number,
        stage: Stage::League { round },
        entrants: entrants.map(Some),
        is_bye: false,
        is_complete: !games.is_empty(),
        winner: games.first().copied().flatten(),
        games,
    }
}

/// Returns the table: by points, then by the points of the games among those with as many points,
/// then by wins.
pub(super) fn standings(entrants: usize, pairings: &[Pairing]) -> Vec<Standing> {
    let of = |entrant: usize, is_counted: &dyn Fn(usize) -> bool| {
        let mut standing = Standing {
            entrant,
            place: 0,
            wins: 0,
            draws: 0,
            losses: 0,
        };
        for pairing in pairings.iter().filter(|pairing| pairing.is_complete) {
            let [Some(one), Some(other)] = pairing.entrants else {
                continue;
            };
            let opponent = if one == entrant {
                other
            } else if other == entrant {
                one
            } else {
                continue;
            };
            if is_counted(opponent) {
                match pairing.winner {
                    Some(winner) if winner == entrant => standing.wins += 1,
                    Some(_) => standing.losses += 1,
                    None => standing.draws += 1,
                }
            }
        }
        standing
    };
    let all: Vec<Standing> = (0..entrants)
        .map(|entrant| of(entrant, &|_| true))
        .collect();
    let key = |standing: &Standing| {
        let points = standing.half_points();
        let among = of(standing.entrant, &|other| {
            all[other].half_points() == points
        });
        (points, among.half_points(), standing.wins)
    };
    let mut keyed: Vec<_> = all
        .iter()
        .map(|standing| (key(standing), *standing))
        .collect();
    keyed.sort_by_key(|(key, _)| Reverse(*key));
    let mut standings: Vec<Standing> = Vec::new();
    for (index, (key, standing)) in keyed.iter().enumerate() {
        let is_shared = index > 0 && keyed[index - 1].0 == *key;
        let place = if is_shared {
            standings[index - 1].place
        } else {
            index + 1
        };
        standings.push(Standing { place, ..*standing });
    }
    standings
}
