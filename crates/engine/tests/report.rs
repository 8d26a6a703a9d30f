//! Reports of tournaments, read again by other readers.

use four_shapes_engine::{
    Name, Rules,
    players::{Kind, Resources},
    statistics::Score,
    tournament::{
        Built, Ending, Entrant, ForfeitReason, Format, Hash, Played, Table, Thinking, Tournament,
        TournamentConfig, file, play,
        rating::{Estimate, Verdict, ratings},
        report::{Report, tallies},
    },
};
use serde_json::Value;

const GAMES: u32 = 30;

fn bot(name: &str, byte: u8) -> Entrant {
    Entrant::Bot {
        hash: Hash([byte; 32]),
        name: Name::new(name).unwrap(),
    }
}

fn computer(name: &str) -> Entrant {
    Entrant::Computer(name.parse().unwrap())
}

/// A tournament in which bots lose by faults at their first move.
fn tournament(entrants: Vec<Entrant>, format: Format) -> Tournament {
    Tournament::new(TournamentConfig {
        rules: Rules::TIC_TAC_TOE,
        entrants,
        format,
        games: GAMES,
        seed: 11,
        ..TournamentConfig::default()
    })
    .unwrap()
}

fn game(tournament: &Tournament, number: u64) -> Played {
    let mut playing = tournament.begin(number);
    let entrants = playing.fixture().entrants;
    let kinds = entrants.map(|entrant| match &tournament.entrants()[entrant] {
        Entrant::Computer(kind) => Some(*kind),
        _ => None,
    });
    let mut played = match kinds {
        [Some(first), Some(second)] => {
            let built = |kind: Kind| Built::new(kind, tournament.rules(), &Resources::default());
            play(playing, [&mut built(first), &mut built(second)], || 0)
        }
        [first, _] => {
            let reason = if number.is_multiple_of(3) {
                ForfeitReason::Illegal(77)
            } else {
                ForfeitReason::Overtime
            };
            playing.forfeit_by(usize::from(first.is_some()), reason);
            playing.ended().unwrap()
        }
    };
    // Times that are the same everywhere.
    for (player, thinking) in played.thinking.iter_mut().enumerate() {
        for _ in 0..thinking.moves {
            thinking.total += 100 * (player as u64 + 1);
        }
        if thinking.moves > 0 {
            thinking.worst = number * 250;
        }
    }
    played
}

fn table(tournament: &Tournament) -> Table {
    let mut table = Table::new(tournament);
    for number in 0..tournament.total() {
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
    Report::of(&table(&tournament(entrants, Format::RoundRobin)))
}

#[test]
fn the_report_says_what_the_table_has() {
    let entrants = vec![computer("random"), computer("level:2"), bot("Ada", 1)];
    let tournament = tournament(entrants, Format::RoundRobin);
    let table = table(&tournament);
    let report = Report::of(&table);
    assert_eq!(report.done(), 90);
    let order: Vec<usize> = report.ranking().iter().map(|row| row.entrant).collect();
    assert_eq!(order, [1, 0, 2]);
    for row in report.ranking() {
        let standing = table.standing(row.entrant);
        assert_eq!(
            (row.score, row.forfeits),
            (standing.score, standing.forfeits)
        );
        assert_eq!(row.thinking, standing.thinking);
        assert_eq!(row.rating, report.ratings().entrants[row.entrant]);
        let share = row.score.share();
        assert!(row.interval().contains(share));
    }
    assert_eq!(report.ranking()[2].forfeits, [20, 40, 0, 0, 0]);
    assert!(matches!(report.ranking()[2].rating, Estimate::AtMost(_)));
    for meeting in report.pairings() {
        let [first, second] = meeting.entrants;
        assert_eq!(Some(meeting.score), table.between(first, second));
        assert_eq!(report.between(second, first), table.between(second, first));
        let verdict = Verdict::of(meeting.score, meeting.different);
        assert_eq!(meeting.verdict, verdict);
    }
    // All its games are the same two.
    let against_bot = &report.pairings()[1];
    assert_eq!(
        (against_bot.different, against_bot.verdict),
        (2, Verdict::Repeats)
    );
    // Who moved first, with the colours of each game looked at one by one.
    for tally in tallies(&table) {
        let (mut score, mut different) = (Score::default(), std::collections::BTreeSet::new());
        for number in 0..tournament.total() {
            let played = game(&tournament, number);
            if tournament.fixture(number).entrants == [tally.first, tally.second] {
                score.count(played.ending.winner().map(|winner| winner == 0));
                different.insert(played.notation(&tournament));
            }
        }
        assert_eq!(tally.score, score);
        assert_eq!(tally.different as usize, different.len());
    }
    assert_eq!(*report.ratings(), ratings(3, &tallies(&table)));
}

#[test]
fn equals_share_a_rank_and_who_has_not_played_is_last() {
    let entrants = vec![computer("random"), bot("a", 1), bot("b", 2), bot("c", 3)];
    let tournament = tournament(entrants, Format::RoundRobin);
    let mut table = Table::new(&tournament);
    let report = Report::of(&table);
    let ranks = |report: &Report| -> Vec<(usize, usize)> {
        let rows = report.ranking().iter();
        rows.map(|row| (row.rank, row.entrant)).collect()
    };
    assert_eq!(ranks(&report), [(1, 0), (1, 1), (1, 2), (1, 3)]);
    assert!(report.text(true).ends_with("No game is over yet.\n"));
    assert!(report.csv(true).contains("1,random,,,,0,0,0,0,,,,0,"));
    let json: Value = serde_json::from_str(&report.json(true)).unwrap();
    assert_eq!(json["mean_moves"], Value::Null);
    assert_eq!(json["ranking"][0]["score"], Value::Null);
    assert_eq!(json["ranking"][0]["rating"], Value::Null);
    // 0 has won against 2 and against 1, moving first and second.
    for number in [30, 1] {
        table.add(&game(&tournament, number));
    }
    let report = Report::of(&table);
    assert_eq!(ranks(&report), [(1, 0), (2, 1), (2, 2), (4, 3)]);
    let text = report.text(true);
    assert!(
        text.contains("\n2 of 180 games were played so far.\n"),
        "{text}"
    );
    assert!(text.contains("   4  c             unknown "), "{text}");
}

#[test]
fn the_text_is_this() {
    let entrants = vec![
        computer("random"),
        computer("lookahead:3:left"),
        bot("Ada", 1),
    ];
    let tournament = tournament(entrants, Format::RoundRobin);
    let text = Report::of(&table(&tournament)).text(true);
    assert_eq!(text, EXPECTED, "{text}");
    let without = Report::of(&table(&tournament)).text(false);
    let (before, after) = EXPECTED.split_once("time for a move").unwrap();
    let (_, after) = after.split_once("\n\n").unwrap();
    assert_eq!(without, format!("{before}{after}"));
}

const EXPECTED: &str = "\
3 × 3, 3 in a row, any cell, 3 entrants, everyone against everyone, 30 games each, seed 11

rank  entrant                 rating  95 % interval  games  wins  draws  losses   score  95 % interval
   1  lookahead:3:left          +291  +137 to +574      60    54      4       2  93.3 %  79.0 to 98.1 %
   2  random                    -291  -574 to -137      60    32      4      24  56.7 %  39.5 to 72.4 %
   3  Ada               at most -203                    60     0      0      60   0.0 %  0.0 to 49.0 %

   % of the points against     1     2      3
1  lookahead:3:left            -  86.7  100.0
2  random                   13.3     -  100.0
3  Ada                       0.0   0.0      -

first             second            wins  draws  losses    score  95 % interval
random            lookahead:3:left     2      4      24   13.3 %  5.2 to 30.0 %    lookahead:3:left is better
random            Ada                 30      0       0  100.0 %  34.2 to 100.0 %  only 2 different games
lookahead:3:left  Ada                 30      0       0  100.0 %  34.2 to 100.0 %  only 2 different games

time for a move     mean  longest
lookahead:3:left  152 µs   7.3 ms
random            138 µs   7.3 ms
Ada

games forfeited  illegal  overtime  crash  memory  nonsense
Ada                   20        40      0       0         0

Who moves first gets 53.3 % of the points. Moving first is worth +296 points of rating (+7 to +830).
A game has 2.2 moves on average.
57 of 90 games repeat another one of the same two. All intervals count different games only; longer openings make more of them.
A rating of 0 is the mean of random, lookahead:3:left.
Of whoever has only won or only lost against others, games tell no more than how strong it is at least, or at most.
";

/// Reads comma-separated values as RFC 4180 describes them.
fn read_csv(text: &str) -> Vec<Vec<String>> {
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
fn spreadsheets_can_read_it() {
    let report = everything();
    for (text, lines) in [
        (report.csv(true), 6),
        (report.csv(false), 6),
        (report.pairings_csv(), 11),
    ] {
        let records = read_csv(&text);
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
    let records = read_csv(&report.csv(true));
    let column = |name: &str| records[0].iter().position(|one| one == name).unwrap();
    let (entrant, wins) = (column("entrant"), column("wins"));
    let against_ada = column("against =1+1, \"Ada\" %");
    for (record, row) in records[1..].iter().zip(report.ranking()) {
        let label = report.tournament().label(row.entrant);
        assert_eq!(record[entrant].trim_start_matches('\''), label);
        assert_eq!(record[wins], row.score.wins.to_string());
        let share = match report.between(row.entrant, 3) {
            Some(score) => format!("{:.2}", 100.0 * score.share()),
            None => String::new(),
        };
        assert_eq!(record[against_ada], share);
    }
    let pairings = read_csv(&report.pairings_csv());
    assert_eq!(pairings[1][..5], ["random", "level:2", "2", "3", "25"]);
}

#[test]
fn programs_can_read_it() {
    let report = everything();
    let json: Value = serde_json::from_str(&report.json(true)).unwrap();
    assert_eq!(json["format"], "four-shapes-tournament-results");
    assert_eq!(json["version"], 1);
    let setup = file::read(&json["tournament"].to_string());
    assert_eq!(setup.as_ref(), Ok(report.tournament()));
    assert_eq!(json["played"], 300);
    assert_eq!(json["different"], report.different());
    assert_eq!(json["assumed"], report.ratings().assumed);
    let near = |value: &Value, expected: f64, within: f64| {
        let found = value.as_f64().unwrap_or_else(|| panic!("{value}"));
        assert!((found - expected).abs() <= within, "{found} for {expected}");
    };
    near(&json["mean_moves"], report.mean_length().unwrap(), 0.001);
    let ranking = json["ranking"].as_array().unwrap();
    assert_eq!(ranking.len(), 5);
    for (value, row) in ranking.iter().zip(report.ranking()) {
        assert_eq!(value["entrant"], report.tournament().label(row.entrant));
        assert_eq!(value["rank"], row.rank);
        assert_eq!(value["wins"], row.score.wins);
        assert_eq!(value["games"], row.score.games());
        near(&value["score"], row.score.share(), 0.0001);
        near(&value["score_to"], row.interval().upper, 0.0001);
        match row.rating {
            Estimate::Known { elo, interval } => {
                near(&value["rating"]["elo"], elo.0, 0.051);
                near(&value["rating"]["from"], interval.lower, 0.051);
                near(&value["rating"]["to"], interval.upper, 0.051);
            }
            Estimate::AtLeast(elo) => near(&value["rating"]["at_least"], elo.0, 0.051),
            Estimate::AtMost(elo) => near(&value["rating"]["at_most"], elo.0, 0.051),
            Estimate::Unknown => assert_eq!(value["rating"], Value::Null),
        }
        for (id, count) in ForfeitReason::IDS.iter().zip(row.forfeits) {
            assert_eq!(value["forfeits"][id], count);
        }
        assert_eq!(value["thinking"]["longest"], row.thinking.worst);
    }
    let pairings = json["pairings"].as_array().unwrap();
    for (value, meeting) in pairings.iter().zip(report.pairings()) {
        assert_eq!(value["draws"], meeting.score.draws);
        assert_eq!(value["moving_second"]["wins"], meeting.by_first[1].wins);
        assert_eq!(value["moves"], meeting.plies);
    }
    assert_eq!(pairings.len(), 10);
    let without: Value = serde_json::from_str(&report.json(false)).unwrap();
    assert_eq!(without["ranking"][0]["thinking"], Value::Null);
}

#[test]
fn everyone_against_one_has_no_square_of_all() {
    let entrants = vec![computer("random"), bot("b", 1), computer("level:1")];
    let report = Report::of(&table(&tournament(entrants, Format::Against(0))));
    let text = report.text(false);
    assert!(
        text.contains("everyone against random, 30 games each"),
        "{text}"
    );
    assert_eq!(report.pairings().len(), 2);
    assert_eq!(report.between(1, 2), None);
    let line = text.lines().find(|line| line.contains("  b  ")).unwrap();
    assert!(line.contains("at most"), "{line}");
}

#[test]
fn a_draw_is_half_a_point_in_the_ranking() {
    let entrants = vec![bot("a", 1), bot("b", 2), bot("c", 3)];
    let tournament = tournament(entrants, Format::RoundRobin);
    let mut table = Table::new(&tournament);
    let won = |number: u64, ending| Played {
        number,
        moves: Vec::new(),
        ending,
        thinking: [Thinking::default(); 2],
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
    let report = Report::of(&table);
    let order: Vec<usize> = report.ranking().iter().map(|row| row.entrant).collect();
    assert_eq!(order, [1, 0, 2]);
    let shares: Vec<String> = report
        .ranking()
        .iter()
        .map(|row| format!("{:.3}", row.score.share()))
        .collect();
    assert_eq!(shares, ["0.625", "0.500", "0.250"]);
}
