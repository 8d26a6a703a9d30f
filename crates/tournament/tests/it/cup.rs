//! Cups with any number of entrants and any results in any order.

use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::Name;
use four_shapes_rules::Rules;
use four_shapes_tournament::{
    BotHash, Tournament,
    cup::{Config, Cup, CupError, Entrant, Format, NextGame, Player, Stage},
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn cup(format: Format, entrants: usize, seed: u64) -> Cup {
    let entrants = (0..entrants).map(|index| Entrant {
        name: Name::new(&format!("Entrant {index}")).unwrap(),
        player: match index % 4 {
            0 => Player::Human,
            1 | 3 => Player::Computer(PlayerKind::Level(Level::ALL[index / 2 % 6])),
            _ => Player::Bot(BotHash([index as u8; 32])),
        },
    });
    Cup::new(Config {
        format,
        entrants: entrants.collect(),
        rules: Rules::CLASSIC,
        seed,
    })
    .unwrap()
}

/// The result of a game as a choice: the first mover wins, the second, or a draw.
fn winner(game: NextGame, choice: u8) -> Option<usize> {
    game.entrants.get(usize::from(choice % 3)).copied()
}

/// Plays a cup; each choice selects a due game and its result. After the choices the first movers
/// win.
fn play(cup: &mut Cup, choices: &[(u8, u8)]) {
    let mut choices = choices.iter();
    loop {
        let due = cup.due_games();
        let Some(&(which, result)) = choices.next().or(Some(&(0, 0))) else {
            unreachable!("there is a default")
        };
        if due.is_empty() {
            break;
        }
        let game = due[usize::from(which) % due.len()];
        cup.record(game.pairing, winner(game, result), None)
            .unwrap();
    }
}

/// The due game between two entrants.
fn between(cup: &Cup, one: usize, other: usize) -> NextGame {
    let due = cup.due_games();
    let mut due = due.into_iter();
    due.find(|game| game.entrants.contains(&one) && game.entrants.contains(&other))
        .unwrap()
}

fn formats() -> impl Strategy<Value = Format> {
    prop::sample::select(Format::ALL.to_vec())
}

fn choices() -> impl Strategy<Value = Vec<(u8, u8)>> {
    prop::collection::vec(any::<(u8, u8)>(), 0..400)
}

proptest! {
    #[test]
    fn every_cup_ends_with_one_winner(
        format in formats(),
        entrants in 2_usize..=16,
        seed in any::<u64>(),
        choices in choices(),
    ) {
        let mut cup = cup(format, entrants, seed);
        prop_assert_eq!(cup.winner(), None);
        play(&mut cup, &choices);
        let places = cup.places();
        prop_assert_eq!(cup.winner(), Some(places[0].0));
        prop_assert_eq!(places.iter().filter(|(_, place)| *place == 1).count(), 1);
        let placed: BTreeSet<usize> = places.iter().map(|(entrant, _)| *entrant).collect();
        prop_assert_eq!(placed, (0..entrants).collect());
        // A place is one more than the number of those before it.
        for (index, (_, place)) in places.iter().enumerate() {
            let before = places.iter().filter(|(_, other)| other < place).count();
            prop_assert!(*place == before + 1 && *place <= index + 1, "{:?}", places);
        }
        prop_assert_eq!(cup.next_game(), None);
    }

    #[test]
    fn a_knock_out_is_lost_once(
        entrants in 2_usize..=16,
        seed in any::<u64>(),
        choices in choices(),
    ) {
        let mut cup = cup(Format::KnockOut, entrants, seed);
        play(&mut cup, &choices);
        let mut lost = vec![0; entrants];
        let mut byes = 0;
        for pairing in cup.pairings() {
            prop_assert!(pairing.is_complete);
            if pairing.is_bye {
                byes += 1;
                prop_assert!(pairing.games.is_empty());
                let is_first = pairing.stage == Stage::Bracket { pairings: entrants.next_power_of_two() / 2 };
                prop_assert!(is_first);
                continue;
            }
            let [one, other] = pairing.entrants.map(Option::unwrap);
            lost[one + other - pairing.winner.unwrap()] += 1;
            // At most two draws, and the third game decides.
            prop_assert!((1..=3).contains(&pairing.games.len()));
            let (last, before) = pairing.games.split_last().unwrap();
            prop_assert!(before.iter().all(Option::is_none));
            prop_assert!(last.is_some() || pairing.games.len() == 3);
        }
        prop_assert_eq!(byes, entrants.next_power_of_two() - entrants);
        // Before those who lose in a round are as many as play in its later rounds.
        for pairing in cup.pairings() {
            let Stage::Bracket { pairings } = pairing.stage else { panic!("{pairing:?}") };
            let mut losers = pairing.entrants.into_iter().flatten();
            if let Some(loser) = losers.find(|entrant| Some(*entrant) != pairing.winner) {
                prop_assert!(cup.places().contains(&(loser, pairings + 1)), "{:?}", cup.places());
            }
        }
        for (entrant, lost) in lost.iter().enumerate() {
            prop_assert_eq!(*lost, u32::from(Some(entrant) != cup.winner()));
        }
    }

    #[test]
    fn everybody_meets_everybody_in_a_league(
        is_double in any::<bool>(),
        entrants in 2_usize..=16,
        seed in any::<u64>(),
    ) {
        let format = if is_double { Format::DoubleLeague } else { Format::League };
        let cup = cup(format, entrants, seed);
        let mut met = BTreeSet::new();
        let mut rounds: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let mut first_moves = vec![0; entrants];
        for pairing in cup.pairings() {
            let Stage::League { round } = pairing.stage else { panic!("{pairing:?}") };
            let [first, second] = pairing.entrants.map(Option::unwrap);
            // Both orders: the second time, the sides are swapped.
            prop_assert!(met.insert((first, second)), "twice");
            prop_assert!(is_double || !met.contains(&(second, first)));
            for entrant in [first, second] {
                prop_assert!(rounds.entry(round).or_default().insert(entrant), "twice in a round");
            }
            first_moves[first] += 1;
        }
        let pairs = entrants * (entrants - 1) / if is_double { 1 } else { 2 };
        prop_assert_eq!(met.len(), pairs);
        let (min, max) = (first_moves.iter().min().unwrap(), first_moves.iter().max().unwrap());
        prop_assert!(max - min <= 1, "{:?}", first_moves);
    }

    #[test]
    fn records_round_trip_and_pairings_stay(
        format in formats(),
        entrants in 2_usize..=9,
        seed in any::<u64>(),
        choices in choices(),
    ) {
        let mut cup = cup(format, entrants, seed);
        for (number, (which, result)) in choices.iter().enumerate() {
            let due = cup.due_games();
            if due.is_empty() {
                break;
            }
            let game = due[usize::from(*which) % due.len()];
            let before = cup.pairings();
            let id = format!("game-{number}");
            cup.begin(game.pairing, &id).unwrap();
            prop_assert_eq!(cup.next_game(), Some(game));
            prop_assert_eq!(Cup::parse(&cup.write()), Ok(cup.clone()));
            prop_assert!(!cup.finish("another", Some(0)));
            prop_assert!(cup.finish(&id, Some(usize::from(result % 3)).filter(|it| *it < 2)));
            // It counts once.
            prop_assert!(!cup.finish(&id, Some(0)));
            prop_assert_eq!(cup.pairing_of(&id), Some(game.pairing));
            prop_assert_eq!(cup.played(), number + 1);
            prop_assert_eq!(Cup::parse(&cup.write()), Ok(cup.clone()));
            for (before, after) in before.iter().zip(cup.pairings()) {
                prop_assert_eq!(before.number, after.number);
                prop_assert_eq!(before.stage, after.stage);
                for entrant in before.entrants.iter().flatten() {
                    prop_assert!(after.entrants.contains(&Some(*entrant)));
                }
            }
        }
    }

    #[test]
    fn any_text_is_a_cup_or_an_error(at in any::<prop::sample::Index>(), to in "[0-9a-z\"{}:, -]?", seed in any::<u64>()) {
        let mut cup = cup(Format::KnockOut, 5, seed);
        play(&mut cup, &[(0, 2), (1, 0)]);
        let text = cup.write();
        let at = at.index(text.len());
        let changed = [&text[..at], &to, &text[at + 1..]].concat();
        if let Ok(read) = Cup::parse(&changed) {
            let _ = (read.places(), read.next_game(), read.standings());
            prop_assert_eq!(Cup::parse(&read.write()), Ok(read));
        }
    }
}

#[test]
fn a_drawn_knock_out_game_is_replayed_and_then_decided() {
    let mut cup = cup(Format::KnockOut, 2, 3);
    let first = cup.next_game().unwrap();
    assert!(!first.is_decider);
    cup.record(0, None, None).unwrap();
    let second = cup.next_game().unwrap();
    let swapped = [first.entrants[1], first.entrants[0]];
    assert_eq!((second.entrants, second.is_decider), (swapped, false));
    cup.record(0, None, None).unwrap();
    let third = cup.next_game().unwrap();
    assert_eq!((third.entrants, third.is_decider), (first.entrants, true));
    // A draw is enough for the player who moves second.
    cup.record(0, None, None).unwrap();
    assert_eq!(cup.winner(), Some(first.entrants[1]));
}

#[test]
fn byes_do_not_change_the_places() {
    for (entrants, expected) in [
        (5, &[1, 2, 3, 3, 5][..]),
        (9, &[1, 2, 3, 3, 5, 5, 5, 5, 9]),
        (10, &[1, 2, 3, 3, 5, 5, 5, 5, 9, 9]),
    ] {
        for seed in 0..20 {
            let mut cup = cup(Format::KnockOut, entrants, seed);
            play(&mut cup, &[]);
            let places: Vec<usize> = cup.places().iter().map(|(_, place)| *place).collect();
            assert_eq!(places, expected, "seed {seed}");
        }
    }
}

#[test]
fn a_played_game_is_not_due_any_more() {
    let mut cup = cup(Format::KnockOut, 2, 3);
    let game = cup.next_game().unwrap();
    assert!(cup.is_due(game));
    cup.record(0, None, None).unwrap();
    // The pairing is, but its next game is another one.
    assert!(!cup.is_due(game));
    assert!(cup.is_due(cup.next_game().unwrap()));
}

#[test]
fn games_of_humans_come_first_in_each_stage() {
    for format in [Format::KnockOut, Format::League] {
        for seed in 0..20 {
            // Entrants 0 and 4 are human.
            let mut cup = cup(format, 8, seed);
            let mut games = Vec::new();
            while let Some(game) = cup.next_game() {
                let is_human = game.entrants.iter().any(|entrant| entrant % 4 == 0);
                let stage = cup.pairings()[game.pairing].stage;
                games.push((stage, is_human));
                let loser = game.entrants.into_iter().find(|entrant| *entrant == 4);
                cup.record(game.pairing, winner(game, 0), None).unwrap();
                if let Some(loser) = loser.filter(|_| format == Format::KnockOut) {
                    assert_eq!(
                        cup.has_games_left(loser),
                        winner(game, 0) == Some(loser) && cup.winner().is_none()
                    );
                }
            }
            for stage in games.chunk_by(|one, other| one.0 == other.0) {
                assert!(
                    stage.is_sorted_by_key(|(_, is_human)| !is_human),
                    "{stage:?}"
                );
            }
            assert!((0..8).all(|entrant| !cup.has_games_left(entrant)));
        }
    }
}

#[test]
fn an_error_names_the_field_that_is_wrong() {
    let text = cup(Format::KnockOut, 2, 3).write();
    let wrong = text.replace("\"players\": 2", "\"players\": 3");
    assert_ne!(wrong, text);
    let error = Cup::parse(&wrong).unwrap_err().to_string();
    assert!(error.contains("rules"), "{error}");
}

#[test]
fn a_shared_first_place_is_played_off() {
    let mut cup = cup(Format::League, 3, 1);
    // Each beats one of the others.
    for entrant in 0..3 {
        let game = between(&cup, entrant, (entrant + 1) % 3);
        cup.record(game.pairing, Some(entrant), None).unwrap();
    }
    assert!(
        cup.standings()
            .iter()
            .all(|standing| standing.place == 1 && standing.half_points() == 2)
    );
    assert_eq!(cup.winner(), None);
    let semi_final = cup.next_game().unwrap();
    assert_eq!(
        cup.pairings()[semi_final.pairing].stage,
        Stage::Bracket { pairings: 2 }
    );
    cup.record(semi_final.pairing, Some(semi_final.entrants[0]), None)
        .unwrap();
    let last = cup.next_game().unwrap();
    assert_eq!(
        cup.pairings()[last.pairing].stage,
        Stage::Bracket { pairings: 1 }
    );
    cup.record(last.pairing, Some(last.entrants[1]), None)
        .unwrap();
    assert_eq!(cup.winner(), Some(last.entrants[1]));
    assert_eq!(cup.places()[1], (last.entrants[0], 2));
}

#[test]
fn equal_points_are_separated_by_the_game_between_them() {
    let mut cup = cup(Format::League, 4, 1);
    for ([one, other], winner) in [
        ([0, 1], Some(1)),
        ([0, 2], Some(0)),
        ([0, 3], Some(0)),
        ([1, 2], Some(1)),
        ([1, 3], Some(3)),
        ([2, 3], None),
    ] {
        let game = between(&cup, one, other);
        cup.record(game.pairing, winner, None).unwrap();
    }
    let standings = cup.standings().into_iter();
    let standings: Vec<_> = standings
        .map(|it| (it.entrant, it.place, it.half_points()))
        .collect();
    assert_eq!(standings, [(1, 1, 4), (0, 2, 4), (3, 3, 3), (2, 4, 1)]);
    assert_eq!(cup.winner(), Some(1));
}

#[test]
fn invalid_cups_and_games_are_refused() {
    let entrant = |name| Entrant {
        name: Name::new(name).unwrap(),
        player: Player::Human,
    };
    let config = |names: &[&'static str]| Config {
        format: Format::KnockOut,
        entrants: names.iter().copied().map(entrant).collect(),
        rules: Rules::CLASSIC,
        seed: 0,
    };
    assert_eq!(Cup::new(config(&["Ana"])), Err(CupError::Entrants(1)));
    let same = Cup::new(config(&["Ana", "Ben", "Ana"])).unwrap_err();
    assert_eq!(same.to_string(), "two players are called “Ana”");
    let mut cup = Cup::new(config(&["Ana", "Ben", "Cleo"])).unwrap();
    let not_due = CupError::NotDue { pairing: 2 };
    assert_eq!(cup.record(2, None, None), Err(not_due.clone()));
    assert_eq!(cup.begin(2, "1-a"), Err(not_due));
    let game = cup.next_game().unwrap();
    assert_eq!(cup.begin(game.pairing, "A"), Err(CupError::Id));
    let outsider = 3 - game.entrants[0] - game.entrants[1];
    let refused = cup.record(game.pairing, Some(outsider), None);
    assert_eq!(refused, Err(CupError::NotPlaying { winner: outsider }));
    assert_eq!(cup.played(), 0);
}

#[test]
fn games_without_humans_can_be_simulated() {
    let cup = cup(Format::League, 4, 1);
    assert_eq!(cup.simulation(between(&cup, 0, 1)), None);
    let game = between(&cup, 1, 2);
    let tournament = Tournament::new(cup.simulation(game).unwrap()).unwrap();
    assert_eq!(tournament.game_count(), 1);
    // The first entrant moves first.
    assert_eq!(tournament.scheduled_game(0).entrants, [0, 1]);
}
