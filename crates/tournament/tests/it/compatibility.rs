//! Files of earlier versions, in `data/compatibility`: they still parse, to the same content.

use four_shapes_records::{Match, SeriesScore, high_scores::HighScores, link, record};
use four_shapes_rules::{Cell, DrawReason, Rules, Status, notation};
use four_shapes_tournament::{Ending, Entrant, FinishedGame, ForfeitReason, file};

macro_rules! data {
    ($name:literal) => {
        include_str!(concat!("../data/compatibility/", $name))
    };
}

const TOURNAMENT: &str = data!("tournament.json");

/// Each saved game, with its rules, the steps up to the cursor, the players and the result.
const GAMES: [(&str, &str, &str); 10] = [
    (
        "15x15",
        data!("games/15x15.json"),
        "15x15 5 false: H8,G7,O15,A1,H9 | Red, Blue | first 1 | unfinished",
    ),
    (
        "agreed-draw",
        data!("games/agreed-draw.json"),
        "3x3 3 false: A3,B3,C3,B2,A2,C2,C1,A1 | Red, Blue | first 1 | draw agreed",
    ),
    (
        "markup",
        data!("games/markup.json"),
        "7x6 4 true: 4343434 | <b>&\"Ada\", O'Hara \\ Ñandú | first 1 | won by <b>&\"Ada\"",
    ),
    (
        "mcts",
        data!("games/mcts.json"),
        "9x7 5 true: 44 | Red, Blue (mcts:50) | first 1 | unfinished",
    ),
    (
        "swap",
        data!("games/swap.json"),
        "7x6 4 true: 4s4, 1 undone | Ada, Ben | first 1 | swap | unfinished",
    ),
    (
        "three-players",
        data!("games/three-players.json"),
        "7x6 4 true: 472277 | Red, Blue (level:3), Green (lookahead:4) | first 1 | unfinished",
    ),
    (
        "tic-tac-toe",
        data!("games/tic-tac-toe.json"),
        "3x3 3 false: A1,B2,C3,A2,A3,C1,B3 | Red, Blue | first 1 | won by Red",
    ),
    (
        "tie",
        data!("games/tie.json"),
        "3x3 3 true: 111223332 | Red, Blue | first 1 | full board",
    ),
    (
        "undone",
        data!("games/undone.json"),
        "7x6 4 true: 444, 2 undone | Red, Blue | first 2 | unfinished",
    ),
    (
        "unfinished",
        data!("games/unfinished.json"),
        "7x6 4 true: 44455 | Red, Blue | first 1 | unfinished",
    ),
];

fn summary(game_match: &Match) -> String {
    let (rules, setup, game) = (game_match.rules(), game_match.setup(), game_match.game());
    let steps = notation::write(game);
    let undone = match game.steps().len() - game.cursor() {
        0 => String::new(),
        count => format!(", {count} undone"),
    };
    let players: Vec<String> = setup
        .seats()
        .iter()
        .map(|seat| match seat.computer {
            None => seat.name.to_string(),
            Some(kind) => format!("{} ({kind})", seat.name),
        })
        .collect();
    let swap = if setup.swap() { " | swap" } else { "" };
    let result = match game.status() {
        Status::ToMove(_) => "unfinished".to_owned(),
        Status::Won { player, .. } => format!("won by {}", game_match.seat(player).name),
        Status::WonOnTime(player) => format!("won by {} on time", game_match.seat(player).name),
        Status::Drawn(DrawReason::Agreed) => "draw agreed".to_owned(),
        Status::Drawn(DrawReason::Full) => "full board".to_owned(),
    };
    format!(
        "{}x{} {} {}: {steps}{undone} | {} | first {}{swap} | {result}",
        rules.columns(),
        rules.rows(),
        rules.connect(),
        rules.gravity(),
        players.join(", "),
        setup.first_seat() + 1
    )
}

#[test]
fn saved_games_are_unchanged() {
    for (name, text, expected) in GAMES {
        let game_match = record::parse(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(summary(&game_match), expected, "{name}");
    }
}

#[test]
fn links_lead_to_the_saved_games() {
    let mut count = 0;
    for line in data!("links.txt").lines() {
        let (name, fragment) = line.split_once(' ').expect("a name and a link");
        let linked = link::parse(fragment).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (_, text, _) = GAMES
            .iter()
            .find(|(game, ..)| *game == name)
            .expect("a saved game");
        let saved = record::parse(text).expect("it parses");
        assert_eq!(linked.setup(), saved.setup(), "{name}");
        assert_eq!(linked.game().position(), saved.game().position(), "{name}");
        assert_eq!(linked.game().status(), saved.game().status(), "{name}");
        count += 1;
    }
    assert_eq!(count, 8);
}

#[test]
fn the_setup_of_a_new_game_is_unchanged() {
    let game_match = record::parse(data!("setup.json")).expect("it parses");
    let expected = "3x3 3 false:  | Red, Blue | first 2 | unfinished";
    assert_eq!(summary(&game_match), expected);
}

#[test]
fn the_score_of_a_series_is_unchanged() {
    let (_, text, _) = GAMES[2];
    let game_match = record::parse(text).expect("it parses");
    let mut score = SeriesScore::parse(data!("tally.json"), &game_match).expect("it parses");
    assert_eq!((score.won(0), score.won(1)), (1, 0));
    assert_eq!(
        score.follow(&game_match),
        None,
        "the match is already counted"
    );
}

#[test]
fn high_scores_are_unchanged() {
    let scores = HighScores::parse(data!("scores.json")).expect("they parse");
    let [tic_tac_toe, classic] = scores.all() else {
        panic!("{scores:?}")
    };
    assert_eq!(tic_tac_toe.rules, Rules::TIC_TAC_TOE);
    assert_eq!((tic_tac_toe.name.as_str(), tic_tac_toe.moves), ("Red", 4));
    assert_eq!(classic.rules, Rules::CLASSIC);
    assert_eq!((classic.name.as_str(), classic.moves), ("<b>&\"Ada\"", 4));
    assert_eq!(classic.opponents[0].as_str(), "O'Hara \\ Ñandú");
    assert_eq!(classic.date.to_string(), "2026-11-22");
}

#[test]
fn tournaments_are_unchanged() {
    let tournament = file::read(TOURNAMENT).expect("it parses");
    let config = tournament.config();
    assert_eq!(
        tournament.labels(),
        ["random", "level:1", "lookahead:2", "Any"]
    );
    assert_eq!(
        (config.games_per_pairing, config.opening_plies, config.seed),
        (2, 2, 7)
    );
    let Entrant::Bot { hash, .. } = &tournament.entrants()[3] else {
        panic!("{:?}", tournament.entrants())
    };
    assert!(TOURNAMENT.contains(&hash.to_string()));
    assert_eq!(tournament.game_count(), 12);
}

/// An interrupted tournament continues only if its setup is formatted as in the file.
#[test]
fn logs_of_tournaments_are_unchanged() {
    let log = data!("tournament-log.txt");
    let end = log.find("\n}\n").expect("a setup") + "\n}\n".len();
    let (setup, lines) = log.split_at(end);
    let tournament = file::read(setup).expect("it parses");
    assert_eq!(file::write(&tournament), setup);
    let games: Vec<FinishedGame> = lines
        .lines()
        .map(|line| FinishedGame::parse(&tournament, line).expect("it parses"))
        .collect();
    assert_eq!(games.len(), 6);
    for (game, line) in games.iter().zip(lines.lines()) {
        assert_eq!(game.to_line(&tournament), line);
    }
    let illegal = Ending::Forfeit {
        player: 1,
        reason: ForfeitReason::Illegal(7),
    };
    assert_eq!(games[2].ending, illegal);
    let cells: Vec<String> = games[2].moves.iter().map(Cell::to_string).collect();
    assert_eq!(cells, ["C1", "D1", "A1"]);
}
