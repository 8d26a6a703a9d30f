//! Tournaments: the same games from the same seed, in any order; forfeits; lines.

use four_shapes_players::{PlayerKind, Resources, computer_game, seed};
use four_shapes_records::Name;
use four_shapes_rules::{Cell, Player, Rules, RulesConfig, Step, notation};
use four_shapes_tournament::{
    BotHash, ComputerGamePlayer, Ending, Entrant, FinishedGame, ForfeitReason, GamePlayer,
    GameSummary, PairingSystem, StartMovesError, Table, Tournament, TournamentConfig,
    TournamentError, TournamentGame, moves_to, play,
};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn kinds(names: &[&str]) -> Vec<Entrant> {
    let entrant = |name: &&str| Entrant::Computer(name.parse().unwrap());
    names.iter().map(entrant).collect()
}

fn tournament(names: &[&str], change: impl FnOnce(&mut TournamentConfig)) -> Tournament {
    let mut config = TournamentConfig {
        entrants: kinds(names),
        games_per_pairing: 20,
        seed: 5,
        ..TournamentConfig::default()
    };
    change(&mut config);
    Tournament::new(config).unwrap()
}

fn kind(tournament: &Tournament, entrant: usize) -> PlayerKind {
    let Entrant::Computer(kind) = tournament.entrants()[entrant] else {
        panic!("a computer player");
    };
    kind
}

fn play_game(tournament: &Tournament, number: u64) -> FinishedGame {
    let playing = tournament.begin(number);
    let [mut first, mut second] = playing.scheduled().entrants.map(|entrant| {
        let kind = kind(tournament, entrant);
        ComputerGamePlayer::new(kind, tournament.rules(), &Resources::default())
    });
    play(playing, [&mut first, &mut second], || 0)
}

#[test]
fn games_match_those_played_without_a_tournament() {
    let tournament = tournament(&["random", "lookahead:2", "level:2"], |_| {});
    let pairs = [[0, 1], [0, 2], [1, 2]];
    assert_eq!(tournament.pairings(), pairs);
    for number in 0..tournament.game_count() {
        let (pairing, game) = (number / 20, number % 20);
        let seed = seed::derive(5, pairing);
        let order = computer_game::seats(2, game, seed);
        let entrants = order.iter().map(|&place| pairs[pairing as usize][place]);
        let mut computers: Vec<_> = entrants
            .map(|entrant| {
                kind(&tournament, entrant).computer(Rules::CLASSIC, &Resources::default())
            })
            .collect();
        let mut expected = four_shapes_rules::Game::new(Rules::CLASSIC);
        let winner = computer_game::play(
            &mut expected,
            &mut computers,
            seed::derive(seed, game),
            |_, computer| computer.finish(),
        );
        let played = play_game(&tournament, number);
        assert_eq!(played.game(&tournament).steps(), expected.steps());
        assert_eq!(played.ending.winner(), winner.map(Player::index));
    }
}

#[test]
fn order_of_the_games_has_no_effect() {
    let tournament = tournament(&["random", "level:1", "lookahead:1"], |config| {
        config.opening_plies = 3;
    });
    let games: Vec<FinishedGame> = (0..tournament.game_count())
        .map(|n| play_game(&tournament, n))
        .collect();
    let mut table = Table::new(&tournament);
    for game in &games {
        table.add(game);
    }
    let mut backwards = Table::new(&tournament);
    for game in games.iter().rev() {
        backwards.add(game);
    }
    assert_eq!(table.pairings(), backwards.pairings());
    assert_eq!(table.played(), 60);
    // Counted independently, from the games.
    for entrant in 0..3 {
        let (mut wins, mut draws, mut losses) = (0, 0, 0);
        for game in &games {
            let entrants = tournament.scheduled_game(game.number).entrants;
            let Some(player) = entrants.iter().position(|one| *one == entrant) else {
                continue;
            };
            match game.ending.winner() {
                None => draws += 1,
                Some(winner) if winner == player => wins += 1,
                Some(_) => losses += 1,
            }
        }
        let score = table.entrant(entrant).score;
        assert_eq!(
            (score.wins, score.draws, score.losses),
            (wins, draws, losses)
        );
    }
    let first = games
        .iter()
        .filter(|game| game.ending.winner() == Some(0))
        .count();
    assert_eq!(table.first_movers().wins as usize, first);
    let plies: u32 = games.iter().map(|game| game.moves.len() as u32).sum();
    assert!((table.mean_length().unwrap() - f64::from(plies) / 60.0).abs() < 1e-9);
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let tournament = tournament(&["random", "random"], |config| config.opening_plies = 4);
    let mut openings = BTreeSet::new();
    for number in (0..tournament.game_count()).step_by(2) {
        let [one, other] = [number, number + 1].map(|number| tournament.begin(number));
        assert_eq!(one.game().steps(), other.game().steps());
        assert_eq!(one.game().cursor(), 4);
        let [first, second] = one.scheduled().entrants;
        assert_eq!(other.scheduled().entrants, [second, first]);
        openings.insert(one.moves().collect::<Vec<_>>());
    }
    assert!(openings.len() > 5, "they vary");
}

#[test]
fn each_start_position_is_played_with_both_colours() {
    let starts = ["4", "44", "3454"].map(|moves| {
        let game = notation::parse(Rules::CLASSIC, moves).unwrap();
        moves_to(&game).unwrap()
    });
    let tournament = tournament(&["random", "random"], |config| {
        config.starts = starts.to_vec();
        config.opening_plies = 1;
    });
    for number in 0..tournament.game_count() {
        let game = tournament.begin(number);
        let start = &starts[number as usize / 2 % 3];
        let steps: Vec<Step> = start.iter().copied().map(Step::Place).collect();
        assert_eq!(&game.game().steps()[..start.len()], steps);
        assert_eq!(
            game.game().cursor(),
            start.len() + 1,
            "the random opening follows"
        );
        assert_eq!(game.scheduled().first as u64, number % 2);
    }
}

#[test]
fn start_positions_are_checked() {
    let won = notation::parse(Rules::CLASSIC, "1212121").unwrap();
    assert_eq!(moves_to(&won), Err(StartMovesError::GameOver));
    let cells: Vec<Cell> = won
        .steps()
        .iter()
        .map(|step| match step {
            Step::Place(cell) => *cell,
            _ => unreachable!(),
        })
        .collect();
    let with = |starts: Vec<Vec<Cell>>| {
        Tournament::new(TournamentConfig {
            starts,
            entrants: vec![Entrant::Computer("random".parse().unwrap()); 2],
            ..TournamentConfig::default()
        })
    };
    let error = with(vec![cells[..2].to_vec(), cells.clone()]).unwrap_err();
    assert_eq!(error, TournamentError::Start(1));
    // A hanging piece.
    let error = with(vec![vec![Rules::CLASSIC.cell(0, 1).unwrap()]]).unwrap_err();
    assert_eq!(error, TournamentError::Start(0));
    let error = with(vec![Vec::new(); Tournament::MAX_STARTS + 1]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "10001 start positions; the maximum is 10000"
    );
}

#[test]
fn one_entrant_plays_all_others() {
    let tournament = tournament(&["random", "level:1", "level:2"], |config| {
        config.format = PairingSystem::Gauntlet(1);
    });
    assert_eq!(tournament.pairings(), [[1, 0], [1, 2]]);
    assert_eq!(tournament.game_count(), 40);
}

#[test]
fn pairings_are_found_by_their_entrants() {
    for format in [
        PairingSystem::RoundRobin,
        PairingSystem::Gauntlet(0),
        PairingSystem::Gauntlet(2),
        PairingSystem::Gauntlet(4),
    ] {
        let tournament = tournament(&["random"; 5], |config| config.format = format);
        for first in 0..6 {
            for second in 0..6 {
                let is_paired =
                    |pair: &[usize; 2]| *pair == [first, second] || *pair == [second, first];
                let expected = tournament.pairings().iter().position(is_paired);
                assert_eq!(tournament.pairing_between(first, second), expected);
            }
        }
    }
}

#[test]
fn bots_limit_the_number_of_parallel_games() {
    let bot = |number: u8| Entrant::Bot {
        hash: BotHash([number; 32]),
        name: Name::new("bot").expect("it is a name"),
    };
    let of = |bots: u8, format| {
        let computer = kinds(&["random", "level:1"]);
        let entrants = computer.into_iter().chain((0..bots).map(bot)).collect();
        let change = |config: &mut TournamentConfig| {
            config.entrants = entrants;
            config.format = format;
        };
        tournament(&["random", "level:1"], change)
    };
    assert_eq!(
        of(0, PairingSystem::RoundRobin).max_parallel_games(4),
        usize::MAX
    );
    assert_eq!(of(1, PairingSystem::RoundRobin).max_parallel_games(4), 4);
    assert_eq!(of(9, PairingSystem::Gauntlet(0)).max_parallel_games(4), 4);
    assert_eq!(of(2, PairingSystem::RoundRobin).max_parallel_games(4), 2);
    assert_eq!(of(9, PairingSystem::RoundRobin).max_parallel_games(5), 2);
    assert_eq!(of(9, PairingSystem::RoundRobin).max_parallel_games(1), 1);
}

#[test]
fn repeated_games_are_counted_once() {
    let tournament = tournament(&["lookahead:3:left", "lookahead:2:left"], |_| {});
    let mut table = Table::new(&tournament);
    (0..20).for_each(|number| table.add(&play_game(&tournament, number)));
    assert_eq!(table.pairings()[0].score().games(), 20);
    assert_eq!(
        table.pairings()[0].distinct_games(),
        2,
        "one by each who begins"
    );
}

#[test]
fn labels_are_unique() {
    let tournament = tournament(&["random", "random", "level:1", "random"], |_| {});
    assert_eq!(
        tournament.labels(),
        ["random", "random (2)", "level:1", "random (3)"]
    );
}

/// A game player that answers with a fixed result.
struct Says(Vec<Result<i32, ForfeitReason>>);

impl GamePlayer for Says {
    fn begin(&mut self, _: &TournamentGame, _: usize) -> Result<(), ForfeitReason> {
        Ok(())
    }

    fn choose(&mut self, _: &TournamentGame) -> Result<i32, ForfeitReason> {
        if self.0.is_empty() {
            Err(ForfeitReason::Crash)
        } else {
            self.0.remove(0)
        }
    }
}

#[test]
fn forfeit_loses_only_that_game() {
    let tournament = tournament(&["random", "random"], |_| {});
    let same = |number| (0..7).map(|_| Ok(number)).collect::<Vec<_>>();
    for (says, moves, reason) in [
        (vec![Ok(8)], 0, ForfeitReason::Illegal(8)),
        (vec![Ok(0)], 0, ForfeitReason::Illegal(0)),
        (vec![Ok(1), Ok(-1)], 2, ForfeitReason::Illegal(-1)),
        (vec![Ok(i32::MIN)], 0, ForfeitReason::Illegal(i32::MIN)),
        (vec![Ok(i32::MAX)], 0, ForfeitReason::Illegal(i32::MAX)),
        (
            vec![Err(ForfeitReason::LimitExceeded)],
            0,
            ForfeitReason::LimitExceeded,
        ),
        (
            vec![Ok(2), Ok(4), Err(ForfeitReason::ProtocolViolation)],
            4,
            ForfeitReason::ProtocolViolation,
        ),
        (Vec::new(), 0, ForfeitReason::Crash),
    ] {
        let mut bad = Says(says);
        let mut good = Says([Ok(7), Ok(5), Ok(7)].to_vec());
        let played = play(tournament.begin(0), [&mut bad, &mut good], || 0);
        assert_eq!(played.ending, Ending::Forfeit { player: 0, reason });
        assert_eq!(played.ending.winner(), Some(1));
        assert_eq!(played.moves.len(), moves);
        let line = played.to_line(&tournament);
        assert_eq!(
            FinishedGame::parse(&tournament, &line).as_ref(),
            Ok(&played),
            "{line}"
        );
        let mut table = Table::new(&tournament);
        table.add(&played);
        assert_eq!(table.pairings()[0].forfeits[0][reason.index()], 1);
        assert_eq!(table.pairings()[0].forfeits[1], [0; ForfeitReason::COUNT]);
        assert_eq!(table.entrant(1).score.wins, 1);
    }
    // A full column: six pieces of both in it.
    let (mut one, mut other) = (Says(same(1)), Says(same(1)));
    let played = play(tournament.begin(0), [&mut one, &mut other], || 0);
    assert_eq!(
        played.ending,
        Ending::Forfeit {
            player: 0,
            reason: ForfeitReason::Illegal(1)
        }
    );
}

#[test]
fn moves_without_gravity_are_cell_numbers() {
    let tournament = tournament(&["random", "random"], |config| {
        config.rules = Rules::new(RulesConfig {
            columns: 4,
            rows: 3,
            connect: 3,
            players: 2,
            gravity: false,
        })
        .unwrap();
    });
    let mut playing = tournament.begin(0);
    playing.play(12, 0);
    playing.play(6, 0);
    let cells: Vec<String> = playing
        .game()
        .steps()
        .iter()
        .map(|step| format!("{step:?}"))
        .collect();
    assert_eq!(notation::write(playing.game()), "D3,B2", "{cells:?}");
    assert_eq!(playing.moves().collect::<Vec<_>>(), [12, 6]);
    playing.play(6, 0);
    assert_eq!(
        playing.finished().unwrap().ending,
        Ending::Forfeit {
            player: 0,
            reason: ForfeitReason::Illegal(6)
        }
    );
}

#[test]
fn invalid_parameters_are_rejected() {
    let config = |change: fn(&mut TournamentConfig)| {
        let mut config = TournamentConfig {
            entrants: kinds(&["random", "level:1"]),
            ..TournamentConfig::default()
        };
        change(&mut config);
        Tournament::new(config).unwrap_err().to_string()
    };
    for (change, error) in [
        (
            (|config| config.entrants.truncate(1)) as fn(&mut TournamentConfig),
            "a tournament has 2 to 64 players, not 1",
        ),
        (
            |config| config.games_per_pairing = 0,
            "games per pairing must be from 1 to 1000000",
        ),
        (
            |config| config.format = PairingSystem::Gauntlet(2),
            "no player 3 to play against; there are only 2",
        ),
        (
            |config| config.limits.instructions = 1,
            "instructions per move must be from 10000 to 100000000000",
        ),
        (
            |config| config.limits.milliseconds = 0,
            "milliseconds per move must be from 10 to 600000",
        ),
        (
            |config| {
                config.rules = Rules::new(RulesConfig {
                    columns: 9,
                    rows: 9,
                    connect: 4,
                    players: 3,
                    gravity: true,
                })
                .unwrap();
            },
            "a tournament's games have 2 players, not 3",
        ),
    ] {
        assert_eq!(config(change), error);
    }
    let small = TournamentConfig {
        entrants: kinds(&["random", "random"]),
        rules: Rules::TIC_TAC_TOE,
        opening_plies: 5,
        ..TournamentConfig::default()
    };
    assert!(matches!(
        Tournament::new(small),
        Err(TournamentError::OutOfRange { max: 4, .. })
    ));
}

#[test]
fn malformed_lines_are_rejected() {
    let tournament = tournament(&["random", "random"], |_| {});
    for (line, error) in [
        ("", "expected five words separated by spaces"),
        ("1 44 1 1/1/1", "expected five words separated by spaces"),
        (
            "1 44 1 1/1/1 1/1/1 x",
            "expected five words separated by spaces",
        ),
        (
            "20 - 1!crash 1/1/1 1/1/1",
            "“20” is not the number of a game in this tournament",
        ),
        (
            "-1 - 1!crash 1/1/1 1/1/1",
            "“-1” is not the number of a game in this tournament",
        ),
        (
            "0 48 = 1/1/1 1/1/1",
            "moves: character 2: “8” is not a column; columns are 1 to 7",
        ),
        (
            "0 44 = 1/1/1 1/1/1",
            "the ending “=” does not match the moves",
        ),
        (
            "0 1212121 2 1/1/1 1/1/1",
            "the ending “2” does not match the moves",
        ),
        (
            "0 1212121 1!crash 1/1/1 1/1/1",
            "the ending “1!crash” does not match the moves",
        ),
        (
            "0 121212 1!tired 1/1/1 1/1/1",
            "the ending “1!tired” does not match the moves",
        ),
        (
            "0 121212 3!crash 1/1/1 1/1/1",
            "the ending “3!crash” does not match the moves",
        ),
        (
            "0 1212121 1 1/1 1/1/1",
            "invalid move times “1/1”, expected their number, total and longest, such as 2/30/20",
        ),
        (
            "0 1212121 1 1/1/2 1/1/1",
            "invalid move times “1/1/2”, expected their number, total and longest, such as 2/30/20",
        ),
    ] {
        assert_eq!(
            FinishedGame::parse(&tournament, line)
                .unwrap_err()
                .to_string(),
            error
        );
    }
    assert!(FinishedGame::parse(&tournament, "0 1212121 1 1/1/1 1/1/1").is_ok());
}

proptest! {
    #[test]
    fn parsing_never_panics(line in "[0-9 !=/a-z-]{0,40}") {
        let tournament = tournament(&["random", "random"], |_| {});
        if let Ok(played) = FinishedGame::parse(&tournament, &line) {
            let mut table = Table::new(&tournament);
            table.add(&played);
                let line = played.to_line(&tournament);
            prop_assert_eq!(GameSummary::parse(&line), Some(played.summary(&tournament)));
            prop_assert_eq!(FinishedGame::parse(&tournament, &line), Ok(played));
        }
    }
}
