//! Reports of tournaments, parsed by independent readers.

use four_shapes_players::{PlayerKind, Resources};
use four_shapes_records::Name;
use four_shapes_rules::{Rules, Step, notation};
use four_shapes_tournament::{
    BotHash, ComputerGamePlayer, Ending, Entrant, FinishedGame, ForfeitReason, MoveTimes,
    PairingSystem, Table, Tournament, TournamentConfig, file, play,
    rating::{Estimate, Verdict, ratings},
    report::{Report, pair_results},
    statistics::WinDrawLoss,
};
use serde_json::Value;

const GAMES: u32 = 30;

fn bot(name: &str, byte: u8) -> Entrant {
    Entrant::Bot {
        hash: BotHash([byte; 32]),
        name: Name::new(name).unwrap(),
    }
}

fn computer(name: &str) -> Entrant {
    Entrant::Computer(name.parse().unwrap())
}

/// A tournament in which bots forfeit their games before the first move.
fn tournament(entrants: Vec<Entrant>, format: PairingSystem) -> Tournament {
    Tournament::new(TournamentConfig {
        rules: Rules::TIC_TAC_TOE,
        entrants,
        format,
        games_per_pairing: GAMES,
        seed: 11,
        ..TournamentConfig::default()
    })
    .unwrap()
}

fn game(tournament: &Tournament, number: u64) -> FinishedGame {
    let mut playing = tournament.begin(number);
    let entrants = playing.scheduled().entrants;
    let kinds = entrants.map(|entrant| match &tournament.entrants()[entrant] {
        Entrant::Computer(kind) => Some(*kind),
        _ => None,
    });
    let mut played = match kinds {
        [Some(first), Some(second)] => {
            let built = |kind: PlayerKind| {
                ComputerGamePlayer::new(kind, tournament.rules(), &Resources::default())
            };
            play(playing, [&mut built(first), &mut built(second)], || 0)
        }
        [first, _] => {
            let reason = if number.is_multiple_of(3) {
                ForfeitReason::Illegal(77)
            } else {
                ForfeitReason::LimitExceeded
            };
            playing.forfeit_by(usize::from(first.is_some()), reason);
            playing.finished().unwrap()
        }
    };
    // Reproducible times.
    for (player, times) in played.move_times.iter_mut().enumerate() {
        for _ in 0..times.moves {
            times.total += 100 * (player as u64 + 1);
        }
        if times.moves > 0 {
            times.longest = number * 250;
        }
    }
    played
}

fn table(tournament: &Tournament) -> Table {
    let mut table = Table::new(tournament);
    for number in 0..tournament.game_count() {
        table.add(&game(tournament, number));
    }
    table
}

fn everything() -> Report {
    let entrants = vec![
        computer("random"),
        computer("level:2"),
        computer("lookahead:3:left"),
        bot("=1+1, \"Ada\"", 1),
        bot("-Zoë", 2),
    ];
    Report::new(&table(&tournament(entrants, PairingSystem::RoundRobin)))
}

#[test]
fn report_matches_the_table() {
    let entrants = vec![computer("random"), computer("level:2"), bot("Ada", 1)];
    let tournament = tournament(entrants, PairingSystem::RoundRobin);
    let table = table(&tournament);
    let report = Report::new(&table);
    assert_eq!(report.played, 90);
    let order: Vec<usize> = report
        .standings
        .iter()
        .map(|standing| standing.entrant)
        .collect();
    assert_eq!(order, [1, 0, 2]);
    for standing in &report.standings {
        let totals = table.entrant(standing.entrant);
        assert_eq!(
            (standing.score, standing.forfeits),
            (totals.score, totals.forfeits)
        );
        assert_eq!(standing.move_times, totals.move_times);
        assert_eq!(standing.rating, report.ratings.entrants[standing.entrant]);
        let share = standing.score.score_rate();
        assert!(standing.interval().contains(share));
    }
    assert_eq!(report.standings[2].forfeits, [20, 40, 0, 0, 0]);
    assert!(matches!(report.standings[2].rating, Estimate::AtMost(_)));
    for (result, totals) in report.pairings.iter().zip(table.pairings()) {
        let [first, second] = result.entrants;
        assert_eq!(result.score, totals.score());
        assert_eq!(report.result(first, second), Some(*result));
        assert_eq!(report.result(second, first), Some(result.reversed()));
        assert_eq!(result.reversed().score, totals.score().reversed());
        assert_eq!(result.reversed().reversed(), *result);
        let verdict = Verdict::of(result.score, result.distinct_games);
        assert_eq!(result.verdict, verdict);
    }
    // There are only two distinct games.
    let against_bot = &report.pairings[1];
    assert_eq!(
        (against_bot.distinct_games, against_bot.verdict),
        (2, Verdict::TooManyRepeats)
    );
    // Who moved first, counted game by game.
    for results in pair_results(&table) {
        let (mut score, mut distinct_games) =
            (WinDrawLoss::default(), std::collections::BTreeSet::new());
        for number in 0..tournament.game_count() {
            let played = game(&tournament, number);
            if tournament.scheduled_game(number).entrants == [results.first, results.second] {
                score.count(played.ending.winner().map(|winner| winner == 0));
                distinct_games.insert(played.notation(&tournament));
            }
        }
        assert_eq!(results.score, score);
        assert_eq!(results.distinct_games as usize, distinct_games.len());
    }
    assert_eq!(report.ratings, ratings(3, &pair_results(&table)));
}

#[test]
fn equal_entrants_share_a_rank_and_those_without_games_are_last() {
    let entrants = vec![computer("random"), bot("a", 1), bot("b", 2), bot("c", 3)];
    let tournament = tournament(entrants, PairingSystem::RoundRobin);
    let mut table = Table::new(&tournament);
    let report = Report::new(&table);
    let ranks = |report: &Report| -> Vec<(usize, usize)> {
        let standings = report.standings.iter();
        standings
            .map(|standing| (standing.rank, standing.entrant))
            .collect()
    };
    assert_eq!(ranks(&report), [(1, 0), (1, 1), (1, 2), (1, 3)]);
    assert!(report.text(true).ends_with("No finished games.\n"));
    assert!(report.csv(true).contains("1,random,,,,0,0,0,0,,,,0,"));
    let json: Value = serde_json::from_str(&report.json(true)).unwrap();
    assert_eq!(json["mean_moves"], Value::Null);
    assert_eq!(json["ranking"][0]["score"], Value::Null);
    assert_eq!(json["ranking"][0]["rating"], Value::Null);
    // 0 has won against 2 and against 1, moving first and second.
    for number in [30, 1] {
        table.add(&game(&tournament, number));
    }
    let report = Report::new(&table);
    assert_eq!(ranks(&report), [(1, 0), (2, 1), (2, 2), (4, 3)]);
    let text = report.text(true);
    assert!(
        text.contains("\n2 of 180 games have been played.\n"),
        "{text}"
    );
    assert!(text.contains("   4  c            unknown "), "{text}");
}

#[test]
fn text_is_stable() {
    let entrants = vec![
        computer("random"),
        computer("lookahead:3:left"),
        bot("Ada", 1),
    ];
    let tournament = tournament(entrants, PairingSystem::RoundRobin);
    let text = Report::new(&table(&tournament)).text(true);
    assert_eq!(text, EXPECTED, "{text}");
    let without = Report::new(&table(&tournament)).text(false);
    let (before, after) = EXPECTED.split_once("time per move").unwrap();
    let (_, after) = after.split_once("\n\n").unwrap();
    assert_eq!(without, format!("{before}{after}"));
}

const EXPECTED: &str = "\
3 × 3, 3 in a row, no gravity, 3 players, round robin, 30 games per pairing, seed 11

rank  player                 rating  95 % interval  games  wins  draws  losses   score  95 % interval
   1  lookahead:3:left         +271  +96 to +445       60    54      4       2  93.3 %  79.0 to 98.1 %
   2  random                   -271  -445 to -96       60    32      4      24  56.7 %  39.5 to 72.4 %
   3  Ada               at most +22                    60     0      0      60   0.0 %  0.0 to 49.0 %

   score (%) against     1     2      3
1  lookahead:3:left      -  86.7  100.0
2  random             13.3     -  100.0
3  Ada                 0.0   0.0      -

first             second            wins  draws  losses    score  95 % interval
random            lookahead:3:left     2      4      24   13.3 %  5.2 to 30.0 %    lookahead:3:left is better
random            Ada                 30      0       0  100.0 %  34.2 to 100.0 %  distinct games: 2, too few
lookahead:3:left  Ada                 30      0       0  100.0 %  34.2 to 100.0 %  distinct games: 2, too few

time per move       mean  longest
lookahead:3:left  152 µs   7.3 ms
random            138 µs   7.3 ms
Ada

forfeits  illegal  overtime  crash  memory  nonsense
Ada            20        40      0       0         0

The first player scores 53.3 %. First-move advantage: +239 rating points (-57 to +536).
Average game length: 2.2 moves.
Games that repeat an earlier one of the same pairing: 57 of 90. Intervals count only distinct games; longer random openings give more distinct games.
Rating 0 is the mean of random, lookahead:3:left.
A player that won or lost every game has only a lower or upper bound on its rating.
";

/// Parses comma-separated values by RFC 4180.
fn parse_csv(text: &str) -> Vec<Vec<String>> {
    let mut records = vec![vec![String::new()]];
    let mut characters = text.chars().peekable();
    let mut quoted = false;
    while let Some(character) = characters.next() {
        let record = records.last_mut().unwrap();
        match (character, quoted) {
            ('"', true) if characters.peek() == Some(&'"') => {
                characters.next();
                record.last_mut().unwrap().push('"');
            }
            ('"', _) => quoted = !quoted,
            (',', false) => record.push(String::new()),
            ('\r', false) => {
                assert_eq!(characters.next(), Some('\n'), "both or none");
                records.push(vec![String::new()]);
            }
            ('\n', false) => panic!("a line break alone"),
            (other, _) => record.last_mut().unwrap().push(other),
        }
    }
    assert!(!quoted);
    assert_eq!(
        records.pop(),
        Some(vec![String::new()]),
        "the last line ends"
    );
    records
}

#[test]
fn csv_is_valid_and_has_no_formulas() {
    let report = everything();
    for (text, lines) in [
        (report.csv(true), 6),
        (report.csv(false), 6),
        (report.pairings_csv(), 11),
    ] {
        let records = parse_csv(&text);
        assert_eq!(records.len(), lines);
        for record in &records {
            assert_eq!(record.len(), records[0].len());
            for cell in record {
                let formula = cell.starts_with(['=', '+', '@'])
                    || cell.starts_with('-') && cell.parse::<f64>().is_err();
                assert!(!formula, "{cell}");
            }
        }
    }
    let records = parse_csv(&report.csv(true));
    let column = |name: &str| records[0].iter().position(|one| one == name).unwrap();
    let (entrant, wins) = (column("entrant"), column("wins"));
    let against_ada = column("against =1+1, \"Ada\" %");
    for (record, standing) in records[1..].iter().zip(&report.standings) {
        let label = report.tournament.label(standing.entrant);
        assert_eq!(record[entrant].trim_start_matches('\''), label);
        assert_eq!(record[wins], standing.score.wins.to_string());
        let share = match report.result(standing.entrant, 3) {
            Some(result) => format!("{:.2}", 100.0 * result.score.score_rate()),
            None => String::new(),
        };
        assert_eq!(record[against_ada], share);
    }
    let pairings = parse_csv(&report.pairings_csv());
    assert_eq!(pairings[1][..5], ["random", "level:2", "2", "4", "24"]);
}

#[test]
fn json_has_all_values() {
    let report = everything();
    let json: Value = serde_json::from_str(&report.json(true)).unwrap();
    assert_eq!(json["format"], "four-shapes-tournament-results");
    assert_eq!(json["version"], 1);
    let setup = file::read(&json["tournament"].to_string());
    assert_eq!(setup.as_ref(), Ok(&report.tournament));
    assert_eq!(json["played"], 300);
    assert_eq!(json["different"], report.distinct_games);
    assert_eq!(json["assumed"], report.ratings.first_move_undetermined);
    let near = |value: &Value, expected: f64, within: f64| {
        let found = value.as_f64().unwrap_or_else(|| panic!("{value}"));
        assert!((found - expected).abs() <= within, "{found} for {expected}");
    };
    near(&json["mean_moves"], report.mean_length.unwrap(), 0.001);
    let ranking = json["ranking"].as_array().unwrap();
    assert_eq!(ranking.len(), 5);
    for (value, standing) in ranking.iter().zip(&report.standings) {
        assert_eq!(value["entrant"], report.tournament.label(standing.entrant));
        assert_eq!(value["rank"], standing.rank);
        assert_eq!(value["wins"], standing.score.wins);
        assert_eq!(value["games"], standing.score.games());
        near(&value["score"], standing.score.score_rate(), 0.0001);
        near(&value["score_to"], standing.interval().upper, 0.0001);
        match standing.rating {
            Estimate::Known { elo, interval } => {
                near(&value["rating"]["elo"], elo.0, 0.051);
                near(&value["rating"]["from"], interval.lower, 0.051);
                near(&value["rating"]["to"], interval.upper, 0.051);
            }
            Estimate::AtLeast(elo) => near(&value["rating"]["at_least"], elo.0, 0.051),
            Estimate::AtMost(elo) => near(&value["rating"]["at_most"], elo.0, 0.051),
            Estimate::Unknown => assert_eq!(value["rating"], Value::Null),
        }
        for (id, count) in ForfeitReason::IDS.iter().zip(standing.forfeits) {
            assert_eq!(value["forfeits"][id], count);
        }
        assert_eq!(value["thinking"]["longest"], standing.move_times.longest);
    }
    let pairings = json["pairings"].as_array().unwrap();
    for (value, result) in pairings.iter().zip(&report.pairings) {
        assert_eq!(value["draws"], result.score.draws);
        assert_eq!(value["moving_second"]["wins"], result.scores[1].wins);
        assert_eq!(value["moves"], result.plies);
    }
    assert_eq!(pairings.len(), 10);
    let without: Value = serde_json::from_str(&report.json(false)).unwrap();
    assert_eq!(without["ranking"][0]["thinking"], Value::Null);
}

#[test]
fn against_format_has_only_pairings_with_that_entrant() {
    let entrants = vec![computer("random"), bot("b", 1), computer("level:1")];
    let report = Report::new(&table(&tournament(entrants, PairingSystem::Gauntlet(0))));
    let text = report.text(false);
    assert!(
        text.contains("all against random, 30 games per pairing"),
        "{text}"
    );
    assert_eq!(report.pairings.len(), 2);
    assert_eq!(report.result(1, 2), None);
    assert_eq!(report.result(0, 0), None);
    assert_eq!(report.result(2, 0), Some(report.pairings[1].reversed()));
    let line = text.lines().find(|line| line.contains("  b  ")).unwrap();
    assert!(line.contains("at most"), "{line}");
}

#[test]
fn draws_count_as_half_a_point_in_the_standings() {
    let entrants = vec![bot("a", 1), bot("b", 2), bot("c", 3)];
    let tournament = tournament(entrants, PairingSystem::RoundRobin);
    let mut table = Table::new(&tournament);
    let won = |number: u64, ending| FinishedGame {
        number,
        moves: Vec::new(),
        ending,
        move_times: [MoveTimes::default(); 2],
    };
    // a and b draw twice, c has won one of two against b: b 1.5 of 4, c 1 of 2.
    for (number, ending) in [
        (0, Ending::Drawn),
        (1, Ending::Drawn),
        (60, Ending::Won(0)),
        (61, Ending::Drawn),
    ] {
        table.add(&won(number, ending));
    }
    let report = Report::new(&table);
    let order: Vec<usize> = report
        .standings
        .iter()
        .map(|standing| standing.entrant)
        .collect();
    assert_eq!(order, [1, 0, 2]);
    let shares: Vec<String> = report
        .standings
        .iter()
        .map(|standing| format!("{:.3}", standing.score.score_rate()))
        .collect();
    assert_eq!(shares, ["0.625", "0.500", "0.250"]);
}

/// A finished game with these moves and fixed move times.
fn won(number: u64, moves: &str, ending: Ending) -> FinishedGame {
    let game = notation::parse(Rules::CLASSIC, moves).unwrap();
    let moves = game.steps().iter().map(|step| match step {
        Step::Place(cell) => *cell,
        Step::Swap | Step::AgreeDraw | Step::TimeForfeit => unreachable!("only moves"),
    });
    FinishedGame {
        number,
        moves: moves.collect(),
        ending,
        move_times: [MoveTimes {
            moves: 4,
            total: 90,
            longest: 40,
        }; 2],
    }
}

fn random_players(count: usize, games: u32, format: PairingSystem) -> Tournament {
    Tournament::new(TournamentConfig {
        entrants: vec![computer("random"); count],
        games_per_pairing: games,
        format,
        ..TournamentConfig::default()
    })
    .unwrap()
}

#[test]
fn progress_and_leader() {
    let mut table = Table::new(&random_players(3, 2, PairingSystem::RoundRobin));
    let report = Report::new(&table);
    assert_eq!((report.played, report.finished_pairings()), (0, 0));
    assert_eq!((report.leader(), report.mean_length), (None, None));
    assert!(report.standings[0].interval().contains(1.0));
    // Pairings: 0–1, 0–2, 1–2; the second entrant moves first in the second game of each.
    let reason = ForfeitReason::LimitExceeded;
    for (number, moves, ending) in [
        (0, "1212121", Ending::Won(0)),
        (1, "44", Ending::Forfeit { player: 0, reason }),
        (2, "12123242", Ending::Won(1)),
        (3, "1212121", Ending::Won(0)),
    ] {
        table.add(&won(number, moves, ending));
    }
    let report = Report::new(&table);
    // Entrant 2 has won both games, 0 has half of the points, 1 none.
    let order = report.standings.iter().map(|standing| standing.entrant);
    assert_eq!(order.collect::<Vec<_>>(), [2, 0, 1]);
    assert_eq!(report.leader(), Some(2));
    assert_eq!(report.finished_pairings(), 2);
    assert_eq!(report.standings[2].forfeits[reason.index()], 1);
    assert_eq!(report.standings[0].move_times.mean(), Some(22.5));
    assert_eq!(report.standings[0].move_times.longest, 40);
    // 7, 2, 8 and 7 moves.
    assert_eq!(report.mean_length, Some(6.0));
    assert_eq!((report.repeated(), report.first_movers.wins), (0, 2));
    for (number, moves, ending) in [
        (4, "1212121", Ending::Won(0)),
        (5, "12123242", Ending::Won(1)),
    ] {
        table.add(&won(number, moves, ending));
    }
    let report = Report::new(&table);
    assert!(report.standings.iter().all(|standing| standing.rank == 1));
    assert_eq!((report.leader(), report.finished_pairings()), (None, 3));
}

#[test]
fn first_move_advantage_is_rated() {
    let tournament = random_players(2, 400, PairingSystem::RoundRobin);
    let mut table = Table::new(&tournament);
    // Whoever moves first wins three games of four; all games are different.
    for number in 0..400 {
        let winner = usize::from(number % 8 > 5);
        let mut summary = won(number, "1212121", Ending::Won(winner)).summary(&tournament);
        summary.digest = number;
        table.add_summary(&summary);
    }
    let report = Report::new(&table);
    for standing in &report.standings {
        let Estimate::Known { elo, interval } = standing.rating else {
            panic!("{standing:?}");
        };
        assert!(elo.0.abs() < 0.5 && interval.lower < 0.0 && interval.upper > 0.0);
    }
    // Odds of three to one are 400 log10(3) = 190.8 points; the prior takes half a point off.
    let Estimate::Known { elo, interval } = report.ratings.first_move_advantage else {
        panic!("{:?}", report.ratings.first_move_advantage);
    };
    assert!((elo.0 - 190.8).abs() < 1.0, "{elo}");
    assert!(interval.lower > 100.0 && interval.upper < 300.0);
    assert!(!report.ratings.first_move_undetermined);
}

#[test]
fn repeated_games_are_no_evidence() {
    let mut table = Table::new(&random_players(2, 40, PairingSystem::RoundRobin));
    for number in 0..40 {
        // The first entrant wins with either colour, by the same two games.
        let moves = ["1212121", "12123242"][(number % 2) as usize];
        table.add(&won(number, moves, Ending::Won((number % 2) as usize)));
    }
    let report = Report::new(&table);
    let result = report.pairings[0];
    assert_eq!(
        (result.distinct_games, result.verdict),
        (2, Verdict::TooManyRepeats)
    );
    assert_eq!(report.repeated(), 38);
    let score = |wins, draws, losses| WinDrawLoss {
        wins,
        draws,
        losses,
    };
    assert_eq!(Verdict::of(score(40, 0, 0), 40), Verdict::FirstBetter);
    assert_eq!(Verdict::of(score(0, 0, 40), 40), Verdict::SecondBetter);
    assert_eq!(Verdict::of(score(21, 0, 19), 40), Verdict::TooClose);
}
