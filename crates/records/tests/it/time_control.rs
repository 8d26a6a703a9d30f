//! Matches with a time control: remaining times, forfeits, files and links.

use four_shapes_records::{
    Match, Setup, SetupError, TimeControl, high_scores::HighScore, link, record,
};
use four_shapes_rules::{Game, Rules, Status, Step, notation};
use four_shapes_testing::support::rules;

fn setup(time_control: &str) -> Setup {
    let time_control: TimeControl = time_control.parse().unwrap();
    let setup = Setup::with_default_seats(Rules::CLASSIC).with_swap(true);
    setup
        .unwrap()
        .with_time_control(Some(time_control))
        .unwrap()
}

/// Drops pieces, each after a time in milliseconds.
fn drop(game_match: &mut Match, moves: &[(usize, u32)]) {
    for &(column, time) in moves {
        let column = game_match.rules().column(column - 1).unwrap();
        game_match.turn().unwrap().drop(column).unwrap();
        game_match.record_time(time);
    }
}

fn remaining(game_match: &Match) -> [Option<u32>; 2] {
    [0, 1].map(|seat| game_match.remaining_time(seat))
}

#[test]
fn times_follow_the_cursor() {
    let mut game_match = Match::new(setup("60+2"));
    assert_eq!(remaining(&game_match), [Some(60_000); 2]);
    drop(&mut game_match, &[(4, 9), (4, 9), (4, 5_000)]);
    assert_eq!(remaining(&game_match), [Some(57_000), Some(60_000)]);
    game_match.undo();
    assert_eq!(remaining(&game_match), [Some(60_000); 2]);
    game_match.redo();
    assert_eq!(remaining(&game_match), [Some(57_000), Some(60_000)]);
    assert_eq!(game_match.times(), [9, 9, 5_000]);
    game_match.go_to(2);
    drop(&mut game_match, &[(1, 7_000)]);
    assert_eq!(game_match.times(), [9, 9, 7_000]);
    assert_eq!(remaining(&game_match), [Some(55_000), Some(60_000)]);
}

#[test]
fn times_belong_to_seats_also_after_a_swap() {
    let mut game_match = Match::new(setup("60+0").with_next_first_seat());
    drop(&mut game_match, &[(4, 1_000)]);
    game_match.swap().unwrap();
    game_match.record_time(2_000);
    drop(&mut game_match, &[(4, 4_000), (4, 7_000)]);
    // The second seat moved first.
    assert_eq!(remaining(&game_match), [Some(53_000), Some(56_000)]);
}

#[test]
fn computer_players_and_open_games_have_no_clock() {
    let mut game_match = Match::new(setup("30/move"));
    game_match.set_computer(1, Some("level:3".parse().unwrap()));
    assert_eq!(remaining(&game_match), [Some(30_000), None]);
    let mut open = Match::new(Setup::with_default_seats(Rules::CLASSIC));
    drop(&mut open, &[(4, 1_000)]);
    assert_eq!((remaining(&open), open.times()), ([None; 2], &[][..]));
    assert!(!open.forfeit_on_time());
    assert!(matches!(open.game().status(), Status::ToMove(_)));
}

#[test]
fn time_forfeit_ends_the_game_and_can_be_undone() {
    let mut game_match = Match::new(setup("5/move"));
    drop(&mut game_match, &[(4, 0), (4, 0), (4, 800)]);
    assert!(game_match.forfeit_on_time());
    game_match.record_time(5_000);
    assert_eq!(game_match.winner().unwrap().name.as_str(), "Red");
    assert_eq!(remaining(&game_match), [Some(5_000), Some(0)]);
    assert!(game_match.turn().is_none());
    assert!(!game_match.forfeit_on_time());
    let today = "2026-01-31".parse().unwrap();
    assert_eq!(HighScore::of(&game_match, today), None);
    assert_eq!(game_match.undo(), Some(Step::TimeForfeit));
    assert_eq!(remaining(&game_match), [Some(5_000); 2]);
    game_match.redo();
    assert!(matches!(game_match.game().status(), Status::WonOnTime(_)));
}

#[test]
fn files_and_links_contain_clocks() {
    let mut game_match = Match::new(setup("300+2").with_next_first_seat());
    drop(&mut game_match, &[(4, 0), (4, 0), (4, 1_234)]);
    for forfeit in [false, true] {
        if forfeit {
            assert!(game_match.forfeit_on_time());
            game_match.record_time(300_000);
        }
        let text = record::write(&game_match);
        assert_eq!(record::parse(&text).as_ref(), Ok(&game_match), "{text}");
        let linked = link::parse(&link::write(&game_match)).unwrap();
        assert_eq!(linked.setup(), game_match.setup());
        assert_eq!(linked.game(), game_match.game());
        assert!(linked.times().is_empty());
    }
    assert!(record::write(&game_match).contains("\"result\": \"won by Blue on time\""));
    assert_eq!(
        link::write(&game_match),
        "v=1&board=7x6&connect=4&starts=2&swap=yes&clock=300%2B2&forfeit=time&moves=444"
    );
    // An undone forfeit stays in a file.
    game_match.undo();
    let text = record::write(&game_match);
    assert_eq!(record::parse(&text), Ok(game_match));
}

#[test]
fn games_without_a_clock_have_no_time_forfeit() {
    let mut game_match = Match::new(setup("60+0"));
    assert!(game_match.forfeit_on_time());
    let plain = Setup::with_default_seats(Rules::CLASSIC);
    assert_eq!(Match::from_parts(plain, game_match.game().clone()), None);
    let game: &Game = game_match.game();
    assert_eq!(notation::write(game), "");
}

#[test]
fn clocks_are_for_two_players() {
    let three = Setup::with_default_seats(rules(7, 6, 4, 3, true));
    let control = Some("60+0".parse().unwrap());
    let error = three.with_time_control(control).unwrap_err();
    assert_eq!(error, SetupError::TimeControl { players: 3 });
    assert_eq!(
        error.to_string(),
        "a time control requires 2 players, not 3"
    );
}

#[test]
fn invalid_clocks_are_errors() {
    let mut game_match = Match::new(setup("60+0"));
    drop(&mut game_match, &[(4, 0), (4, 0), (4, 1_234)]);
    game_match.forfeit_on_time();
    let text = record::write(&game_match);
    let error = |old: &str, new: &str| {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        record::parse(&text.replace(old, new))
            .unwrap_err()
            .to_string()
    };
    let control = "  \"time_control\": \"60+0\",\n";
    for (old, new, message) in [
        ("60+0", "60", "\"60\" is not a valid time_control"),
        (control, "", "a time control is missing"),
        ("[0, 0, 1234]", "[0, 0, 0, 0, 0]", "5 times for 4 steps"),
        ("[0, 0, 1234]", "[0, 0, -1]", "-1 is not a valid times"),
        ("\"version\": 4", "\"version\": 3", "beyond the last step"),
        ("\"444\"", "\"1212121\"", "a time forfeit after the end"),
    ] {
        let error = error(old, new);
        assert!(error.contains(message), "{new}: {error}");
    }
    let link = |end: &str| {
        let link = format!("v=1&board=7x6&connect=4&moves=444&{end}");
        link::parse(&link).unwrap_err().to_string()
    };
    assert_eq!(
        link("clock=5"),
        "clock: invalid value “5”, expected seconds, such as 300+2 or 30/move"
    );
    assert_eq!(link("forfeit=time"), "forfeit: a time control is missing");
    assert_eq!(
        link("clock=60%2B0&forfeit=no"),
        "forfeit: invalid value “no”, expected time"
    );
    assert_eq!(
        link("clock=60%2B0&players=3"),
        "clock: a time control requires 2 players, not 3"
    );
}
