//! Tournaments: the same games from the same seed, in any order; forfeits; lines.

use four_shapes_engine::{
    Name, Player, Rules, Spec, contest,
    players::{Kind, Means},
    tournament::{
        Built, Contestant, Draft, Ending, Entrant, Fault, Format, Hash, Played, Playing, Summary,
        Table, Tournament, TournamentError, play,
    },
};
use proptest::prelude::*;
use std::collections::BTreeSet;

fn kinds(names: &[&str]) -> Vec<Entrant> {
    let entrant = |name: &&str| Entrant::Computer(name.parse().unwrap());
    names.iter().map(entrant).collect()
}

fn tournament(names: &[&str], change: impl FnOnce(&mut Draft)) -> Tournament {
    let mut draft = Draft {
        entrants: kinds(names),
        games: 20,
        seed: 5,
        ..Draft::default()
    };
    change(&mut draft);
    Tournament::new(draft).unwrap()
}

fn kind(tournament: &Tournament, entrant: usize) -> Kind {
    let Entrant::Computer(kind) = tournament.entrants()[entrant] else {
        panic!("a computer player");
    };
    kind
}

fn play_game(tournament: &Tournament, number: u64) -> Played {
    let playing = tournament.begin(number);
    let [mut first, mut second] = playing.fixture().entrants.map(|entrant| {
        let kind = kind(tournament, entrant);
        Built::new(kind, tournament.rules(), &Means::default())
    });
    play(playing, [&mut first, &mut second], || 0)
}

#[test]
fn games_are_those_of_a_contest_without_a_tournament() {
    let tournament = tournament(&["random", "lookahead:2", "level:2"], |_| {});
    let pairs = [[0, 1], [0, 2], [1, 2]];
    assert_eq!(tournament.pairings(), pairs);
    for number in 0..tournament.total() {
        let (pairing, game) = (number / 20, number % 20);
        let seed = contest::seed(5, pairing);
        let order = contest::order(2, game, seed);
        let entrants = order.iter().map(|&place| pairs[pairing as usize][place]);
        let mut computers: Vec<_> = entrants
            .map(|entrant| kind(&tournament, entrant).computer(Rules::CLASSIC, &Means::default()))
            .collect();
        let mut expected = four_shapes_engine::Game::new(Rules::CLASSIC);
        let winner = contest::play(
            &mut expected,
            &mut computers,
            contest::seed(seed, game),
            contest::to_the_end,
        );
        let played = play_game(&tournament, number);
        assert_eq!(played.game(&tournament).steps(), expected.steps());
        assert_eq!(played.ending.winner(), winner.map(Player::index));
    }
}

#[test]
fn the_order_of_the_games_does_not_matter() {
    let tournament = tournament(&["random", "level:1", "lookahead:1"], |draft| {
        draft.opening = 3;
    });
    let games: Vec<Played> = (0..tournament.total())
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
    assert_eq!(table.done(), 60);
    // Counted once more, from the games themselves.
    for entrant in 0..3 {
        let (mut wins, mut draws, mut losses) = (0, 0, 0);
        for game in &games {
            let entrants = tournament.fixture(game.number).entrants;
            let Some(player) = entrants.iter().position(|one| *one == entrant) else {
                continue;
            };
            match game.ending.winner() {
                None => draws += 1,
                Some(winner) if winner == player => wins += 1,
                Some(_) => losses += 1,
            }
        }
        let score = table.standing(entrant).score;
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
    let (between, back) = (table.between(0, 2).unwrap(), table.between(2, 0).unwrap());
    assert_eq!((between.wins, between.draws), (back.losses, back.draws));
}

#[test]
fn each_opening_is_played_twice_with_colours_swapped() {
    let tournament = tournament(&["random", "random"], |draft| draft.opening = 4);
    let mut openings = BTreeSet::new();
    for number in (0..tournament.total()).step_by(2) {
        let [one, other] = [number, number + 1].map(|number| tournament.begin(number));
        assert_eq!(one.game().steps(), other.game().steps());
        assert_eq!(one.game().cursor(), 4);
        let [first, second] = one.fixture().entrants;
        assert_eq!(other.fixture().entrants, [second, first]);
        openings.insert(one.moves().collect::<Vec<_>>());
    }
    assert!(openings.len() > 5, "they vary");
}

#[test]
fn everyone_against_one() {
    let tournament = tournament(&["random", "level:1", "level:2"], |draft| {
        draft.format = Format::Against(1);
    });
    assert_eq!(tournament.pairings(), [[1, 0], [1, 2]]);
    assert_eq!(tournament.total(), 40);
    let table = Table::new(&tournament);
    assert!(table.between(0, 2).is_none());
}

#[test]
fn only_bots_that_play_count_for_how_many_games_are_played_at_once() {
    let bot = |number: u8| Entrant::Bot {
        hash: Hash([number; 32]),
        name: Name::new("bot").expect("it is a name"),
    };
    let of = |bots: u8, format| {
        let computer = kinds(&["random", "level:1"]);
        let entrants = computer.into_iter().chain((0..bots).map(bot)).collect();
        let change = |draft: &mut Draft| {
            draft.entrants = entrants;
            draft.format = format;
        };
        tournament(&["random", "level:1"], change)
    };
    assert_eq!(of(0, Format::RoundRobin).games_at_once(4), usize::MAX);
    assert_eq!(of(1, Format::RoundRobin).games_at_once(4), 4);
    assert_eq!(of(9, Format::Against(0)).games_at_once(4), 4);
    assert_eq!(of(2, Format::RoundRobin).games_at_once(4), 2);
    assert_eq!(of(9, Format::RoundRobin).games_at_once(5), 2);
    assert_eq!(of(9, Format::RoundRobin).games_at_once(1), 1);
}

#[test]
fn repeated_games_are_counted_once() {
    let tournament = tournament(&["lookahead:3:left", "lookahead:2:left"], |_| {});
    let mut table = Table::new(&tournament);
    (0..20).for_each(|number| table.add(&play_game(&tournament, number)));
    assert_eq!(table.pairings()[0].score().games(), 20);
    assert_eq!(table.pairings()[0].different(), 2, "one by each who begins");
}

#[test]
fn no_two_labels_are_alike() {
    let tournament = tournament(&["random", "random", "level:1", "random"], |_| {});
    assert_eq!(
        tournament.labels(),
        ["random", "random (2)", "level:1", "random (3)"]
    );
}

/// Says what it is told to.
struct Says(Vec<Result<i32, Fault>>);

impl Contestant for Says {
    fn begin(&mut self, _: &Playing, _: usize) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, _: &Playing) -> Result<i32, Fault> {
        if self.0.is_empty() {
            Err(Fault::Crash)
        } else {
            self.0.remove(0)
        }
    }
}

#[test]
fn a_fault_loses_the_game_and_nothing_else() {
    let tournament = tournament(&["random", "random"], |_| {});
    let same = |number| (0..7).map(|_| Ok(number)).collect::<Vec<_>>();
    for (says, moves, fault) in [
        (vec![Ok(8)], 0, Fault::Illegal(8)),
        (vec![Ok(0)], 0, Fault::Illegal(0)),
        (vec![Ok(1), Ok(-1)], 2, Fault::Illegal(-1)),
        (vec![Ok(i32::MIN)], 0, Fault::Illegal(i32::MIN)),
        (vec![Ok(i32::MAX)], 0, Fault::Illegal(i32::MAX)),
        (vec![Err(Fault::Overtime)], 0, Fault::Overtime),
        (vec![Ok(2), Ok(4), Err(Fault::Nonsense)], 4, Fault::Nonsense),
        (Vec::new(), 0, Fault::Crash),
    ] {
        let mut bad = Says(says);
        let mut good = Says([Ok(7), Ok(5), Ok(7)].to_vec());
        let played = play(tournament.begin(0), [&mut bad, &mut good], || 0);
        assert_eq!(played.ending, Ending::Forfeit { player: 0, fault });
        assert_eq!(played.ending.winner(), Some(1));
        assert_eq!(played.moves.len(), moves);
        let line = played.write(&tournament);
        assert_eq!(
            Played::read(&tournament, &line).as_ref(),
            Ok(&played),
            "{line}"
        );
        let mut table = Table::new(&tournament);
        table.add(&played);
        assert_eq!(table.pairings()[0].faults(0)[fault.kind()], 1);
        assert_eq!(table.pairings()[0].faults(1), [0; Fault::KINDS]);
        assert_eq!(table.standing(1).score.wins, 1);
    }
    // A full column: six pieces of both in it.
    let (mut one, mut other) = (Says(same(1)), Says(same(1)));
    let played = play(tournament.begin(0), [&mut one, &mut other], || 0);
    assert_eq!(
        played.ending,
        Ending::Forfeit {
            player: 0,
            fault: Fault::Illegal(1)
        }
    );
}

#[test]
fn cells_have_numbers_where_pieces_do_not_fall() {
    let tournament = tournament(&["random", "random"], |draft| {
        draft.rules = Rules::new(Spec {
            columns: 4,
            rows: 3,
            connect: 3,
            players: 2,
            gravity: false,
        })
        .unwrap();
    });
    let mut playing = tournament.begin(0);
    playing.answer(12, 0);
    playing.answer(6, 0);
    let cells: Vec<String> = playing
        .game()
        .steps()
        .iter()
        .map(|step| format!("{step:?}"))
        .collect();
    assert_eq!(
        four_shapes_engine::notation::write(playing.game()),
        "D3,B2",
        "{cells:?}"
    );
    assert_eq!(playing.moves().collect::<Vec<_>>(), [12, 6]);
    playing.answer(6, 0);
    assert_eq!(
        playing.ended().unwrap().ending,
        Ending::Forfeit {
            player: 0,
            fault: Fault::Illegal(6)
        }
    );
}

#[test]
fn what_cannot_be_played_is_refused() {
    let draft = |change: fn(&mut Draft)| {
        let mut draft = Draft {
            entrants: kinds(&["random", "level:1"]),
            ..Draft::default()
        };
        change(&mut draft);
        Tournament::new(draft).unwrap_err().to_string()
    };
    for (change, error) in [
        (
            (|draft| draft.entrants.truncate(1)) as fn(&mut Draft),
            "a tournament has 2 to 64 entrants, not 1",
        ),
        (
            |draft| draft.games = 0,
            "the games of a pairing are 1 to 1000000",
        ),
        (
            |draft| draft.format = Format::Against(2),
            "entrant 3 can't be the one everyone plays against; there are 2",
        ),
        (
            |draft| draft.limits.instructions = 1,
            "the instructions for a move are 10000 to 100000000000",
        ),
        (
            |draft| draft.limits.milliseconds = 0,
            "the milliseconds for a move are 10 to 600000",
        ),
        (
            |draft| {
                draft.rules = Rules::new(Spec {
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
        assert_eq!(draft(change), error);
    }
    let small = Draft {
        entrants: kinds(&["random", "random"]),
        rules: Rules::TIC_TAC_TOE,
        opening: 5,
        ..Draft::default()
    };
    assert!(matches!(
        Tournament::new(small),
        Err(TournamentError::Quantity { most: 4, .. })
    ));
}

#[test]
fn lines_that_are_no_games_are_refused() {
    let tournament = tournament(&["random", "random"], |_| {});
    for (line, error) in [
        ("", "a game has five words with a space between"),
        ("1 44 1 1/1/1", "a game has five words with a space between"),
        (
            "1 44 1 1/1/1 1/1/1 x",
            "a game has five words with a space between",
        ),
        (
            "20 - 1!crash 1/1/1 1/1/1",
            "“20” is no game of this tournament",
        ),
        (
            "-1 - 1!crash 1/1/1 1/1/1",
            "“-1” is no game of this tournament",
        ),
        (
            "0 48 = 1/1/1 1/1/1",
            "the moves: character 2: “8” is not a column; columns are 1 to 7",
        ),
        ("0 44 = 1/1/1 1/1/1", "“=” is not how these moves end"),
        ("0 1212121 2 1/1/1 1/1/1", "“2” is not how these moves end"),
        (
            "0 1212121 1!crash 1/1/1 1/1/1",
            "“1!crash” is not how these moves end",
        ),
        (
            "0 121212 1!tired 1/1/1 1/1/1",
            "“1!tired” is not how these moves end",
        ),
        (
            "0 121212 3!crash 1/1/1 1/1/1",
            "“3!crash” is not how these moves end",
        ),
        ("0 1212121 1 1/1 1/1/1", "“1/1” is no time for thinking"),
        ("0 1212121 1 1/1/2 1/1/1", "“1/1/2” is no time for thinking"),
    ] {
        assert_eq!(
            Played::read(&tournament, line).unwrap_err().to_string(),
            error
        );
    }
    assert!(Played::read(&tournament, "0 1212121 1 1/1/1 1/1/1").is_ok());
}

proptest! {
    #[test]
    fn any_text_is_a_game_or_an_error(line in "[0-9 !=/a-z-]{0,40}") {
        let tournament = tournament(&["random", "random"], |_| {});
        if let Ok(played) = Played::read(&tournament, &line) {
            let mut table = Table::new(&tournament);
            table.add(&played);
                let line = played.write(&tournament);
            prop_assert_eq!(Summary::of_line(&line), Some(played.summary(&tournament)));
            prop_assert_eq!(Played::read(&tournament, &line), Ok(played));
        }
    }
}
