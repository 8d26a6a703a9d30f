use super::*;
use four_shapes_rules::{Game, Rules, notation};

fn match_of(moves: &str) -> Match {
    Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
}

fn session(moves: &str) -> Session {
    let game_match = match_of(moves);
    let series_score = SeriesScore::new(&game_match);
    Session::new(game_match, series_score)
}

fn column(number: usize) -> Column {
    Rules::CLASSIC.column(number - 1).unwrap()
}

fn cell(name: &str) -> Cell {
    notation::parse_cell(Rules::CLASSIC, name).unwrap()
}

fn open(id: &str, game_match: Match) -> Command {
    Command::Open {
        id: id.to_owned(),
        game_match: Box::new(game_match),
        remote: None,
    }
}

fn without_hints() -> Command {
    Command::SetOptions(Options {
        hints: false,
        ..Options::default()
    })
}

#[test]
fn commands_change_the_game_and_create_events() {
    let mut session = session("44");
    let player = session.game().rules().player_after(0);
    session.apply(Command::Drop(column(4)));
    let d3 = cell("D3");
    assert_eq!(session.event(), &Event::Placed { player, cell: d3 });
    session.apply(Command::Undo);
    assert_eq!(session.event(), &Event::Undone(vec![Step::Place(d3)]));
    session.apply(Command::Redo);
    assert_eq!(session.event(), &Event::Redone(vec![Step::Place(d3)]));
    assert_eq!(notation::write(session.game()), "444");
    session.apply(Command::PlayAgain);
    assert_eq!(session.event(), &Event::Started);
    assert_eq!(notation::write(session.game()), "");
    session.apply(Command::Load(Box::new(match_of("1234"))));
    assert_eq!(session.event(), &Event::Loaded);
    assert_eq!(notation::write(session.game()), "1234");
    assert_eq!(session.command_count(), 5);
}

#[test]
fn selecting_a_cell_twice_places_a_piece() {
    let mut session = session("44");
    let mut after = |command: Command| {
        session.apply(command);
        let pieces = session.game().position().piece_count();
        (session.selected().map(|cell| cell.to_string()), pieces)
    };
    let selected = |name: &str| Some(name.to_owned());
    let select = |name| Command::Select(cell(name));
    assert_eq!(after(select("D3")), (selected("D3"), 2));
    assert_eq!(
        after(select("A1")),
        (selected("A1"), 2),
        "another selection"
    );
    assert_eq!(after(select("A2")), (selected("A1"), 2), "no piece below");
    assert_eq!(after(without_hints()), (selected("A1"), 2));
    assert_eq!(after(select("A1")), (None, 3));
    assert_eq!(after(select("A2")), (selected("A2"), 3));
    for command in [
        Command::Undo,
        Command::Redo,
        Command::Drop(column(7)),
        Command::GoTo(0),
        Command::OpenShared(Box::new(match_of("1"))),
        Command::PlayAgain,
    ] {
        after(select("C1"));
        let what = format!("{command:?}");
        assert_eq!(after(command).0, None, "{what}");
    }
    session.apply(Command::Select(cell("D1")));
    assert_eq!(session.event(), &Event::Selected(cell("D1")));
}

#[test]
fn no_cell_is_selected_for_a_computer_player_or_after_the_game() {
    let mut waiting = against("4", &[1]);
    let turn_id = waiting.turn_id();
    waiting.apply(Command::Select(cell("D2")));
    assert!(matches!(
        waiting.event(),
        Event::Rejected(CommandError::OtherToMove(_))
    ));
    assert_eq!((waiting.selected(), waiting.turn_id()), (None, turn_id));
    let mut over = session("1212121");
    over.apply(Command::Select(cell("D1")));
    assert_eq!(over.event(), &Event::Rejected(CommandError::GameOver));
}

#[test]
fn rejected_commands_change_nothing() {
    let assert_rejected = |moves: &str, command: Command, error| {
        let mut session = session(moves);
        session.apply(command);
        assert_eq!(session.event(), &Event::Rejected(error), "{moves}");
        assert_eq!(notation::write(session.game()), moves);
    };
    let full = MoveError::ColumnFull(column(4));
    assert_rejected("444444", Command::Drop(column(4)), CommandError::Move(full));
    let high = MoveError::Unsupported(cell("A2"));
    assert_rejected("4", Command::Place(cell("A2")), CommandError::Move(high));
    assert_rejected("1212121", Command::Drop(column(4)), CommandError::GameOver);
    assert_rejected("1212121", Command::AgreeDraw, CommandError::GameOver);
    assert_rejected("", Command::Undo, CommandError::NothingToUndo);
    assert_rejected("12", Command::Redo, CommandError::NothingToRedo);
    assert_rejected(
        "12",
        Command::AgreeDraw,
        CommandError::Draw(WinStillPossible),
    );
    assert_rejected("4", Command::Swap, CommandError::Swap(SwapError::RuleOff));
    assert_rejected("4s4", Command::Swap, CommandError::Swap(SwapError::NotNow));
    assert_rejected("12", Command::ReturnToOwn, CommandError::NoSharedMatch);
    assert_rejected("12", Command::KeepShared, CommandError::NoSharedMatch);
}

/// Drops pieces and returns the changes of wins, by sign and length of the game.
fn play(session: &mut Session, columns: &str) -> Vec<(char, usize)> {
    let mut changes = Vec::new();
    for number in columns.bytes() {
        session.apply(Command::Drop(column(usize::from(number - b'0'))));
        changes.extend(session.win_changes().iter().map(|change| match change {
            WinChange::Won(won) => ('+', won.game().steps().len()),
            WinChange::Undone(undone) => ('-', undone.game().steps().len()),
        }));
    }
    changes
}

fn tally(session: &Session) -> [u32; 2] {
    [0, 1].map(|seat| session.series_score().won(seat))
}

#[test]
fn win_that_is_undone_and_repeated_counts_once() {
    let mut session = session("121212");
    assert_eq!(play(&mut session, "1"), [('+', 7)]);
    assert_eq!(tally(&session), [1, 0]);
    session.apply(Command::Undo);
    assert_eq!(play(&mut session, "1"), [], "the same move is a redo");
    session.apply(Command::Undo);
    assert_eq!(tally(&session), [1, 0], "it can be redone");
    assert_eq!(play(&mut session, "5"), [('-', 7)]);
    assert_eq!(tally(&session), [0, 0]);
    session.apply(Command::Undo);
    assert_eq!(play(&mut session, "1"), [('+', 7)]);
    session.apply(Command::PlayAgain);
    assert_eq!(tally(&session), [1, 0]);
}

#[test]
fn win_in_place_of_an_undone_one_is_the_winners() {
    let mut session = session("121212");
    play(&mut session, "1");
    session.apply(Command::Undo);
    assert_eq!(play(&mut session, "32"), [('-', 7), ('+', 8)]);
    assert_eq!(tally(&session), [0, 1]);
}

#[test]
fn win_that_is_shown_again_does_not_count() {
    let mut back = match_of("1212121");
    back.undo();
    let mut session = session("");
    for load in [
        Command::Load(Box::new(back.clone())),
        open("1-a", back.clone()),
        Command::OpenShared(Box::new(back)),
    ] {
        session.apply(load.clone());
        for command in [Command::Redo, Command::GoTo(0), Command::GoTo(7)] {
            session.apply(command);
            assert_eq!(session.win_changes(), []);
        }
        session.apply(Command::GoTo(0));
        assert_eq!(play(&mut session, "1212121"), [], "the same moves");
        assert_eq!(tally(&session), [0, 0], "{load:?}");
    }
}

#[test]
fn replacing_the_end_of_a_finished_game_begins_another() {
    let mut session = session("121212").with_ids("1-1".to_owned(), || "9-9".to_owned());
    play(&mut session, "1");
    session.apply(Command::GoTo(3));
    assert_eq!(session.own_id(), "1-1");
    play(&mut session, "4");
    assert_eq!(session.own_id(), "9-9");
    assert_eq!(moves(&session), "1214");
}

#[test]
fn swap_is_a_step_that_exchanges_the_sides() {
    let setup = Setup::with_default_seats(Rules::CLASSIC)
        .with_swap(true)
        .unwrap();
    let game_match = Match::new(setup);
    let series_score = SeriesScore::new(&game_match);
    let mut session = Session::new(game_match, series_score);
    session.apply(Command::Drop(column(1)));
    session.apply(Command::Swap);
    assert_eq!(session.event(), &Event::Swapped);
    session.apply(Command::Undo);
    assert_eq!(session.event(), &Event::Undone(vec![Step::Swap]));
    session.apply(Command::Redo);
    for number in [2, 1, 2, 1, 2, 1] {
        session.apply(Command::Drop(column(number)));
    }
    let won = [0, 1].map(|seat| session.series_score().won(seat));
    assert_eq!(won, [0, 1], "the player who swapped has won");
}

#[test]
fn finished_exercise_has_no_moves() {
    let mut session = session("44");
    session.apply(Command::FinishExercise);
    assert_eq!(session.event(), &Event::Rejected(CommandError::NoExercise));
    session.apply(Command::OpenExercise(
        Exercise::Puzzle,
        Box::new(match_of("1")),
    ));
    session.apply(Command::FinishExercise);
    assert!(session.is_finished_exercise() && session.player_to_move().is_none());
    for command in [Command::Drop(column(1)), Command::RequestHint] {
        session.apply(command);
        assert_eq!(
            session.event(),
            &Event::Rejected(CommandError::ExerciseFinished)
        );
    }
    session.apply(Command::OpenExercise(
        Exercise::Puzzle,
        Box::new(match_of("12")),
    ));
    assert!(!session.is_finished_exercise());
    session.apply(Command::ReturnToOwn);
    assert_eq!(moves(&session), "44");
}

#[test]
fn a_swap_is_no_move() {
    let setup = Setup::with_default_seats(Rules::CLASSIC)
        .with_swap(true)
        .unwrap();
    let mut game_match = Match::new(setup);
    let first = Rules::CLASSIC.column(3).unwrap();
    game_match.turn().unwrap().drop(first).unwrap();
    game_match.swap().unwrap();
    assert_eq!(game_match.game().steps().len(), 2);
    assert_eq!(move_count(game_match.game()), 1);
    assert_eq!(unfinished_moves(&game_match), Some(1));
}

#[test]
fn only_unfinished_games_have_unfinished_moves() {
    assert_eq!(unfinished_moves(&match_of("")), None);
    assert_eq!(unfinished_moves(&match_of("44")), Some(2));
    let mut won = match_of("1212121");
    assert_eq!(unfinished_moves(&won), None);
    won.undo();
    assert_eq!(unfinished_moves(&won), None, "it can be redone");
    let start = "7/7/7/7/7/3a3 b 7,6,4 2 g".parse().unwrap();
    let set_up = Match::with_default_seats(Game::from_position(start).unwrap());
    assert_eq!(
        unfinished_moves(&set_up),
        Some(0),
        "the position was entered"
    );
}

#[test]
fn shared_match_does_not_change_the_own_one() {
    let mut session = session("44");
    session.apply(Command::OpenShared(Box::new(match_of("1"))));
    session.apply(Command::Drop(column(2)));
    session.apply(Command::OpenShared(Box::new(match_of("77"))));
    assert_eq!(notation::write(session.game()), "77");
    assert_eq!(notation::write(session.own().0.game()), "44");
    session.apply(Command::ReturnToOwn);
    assert_eq!(notation::write(session.game()), "44");
    assert!(!session.is_shared());

    session.apply(Command::OpenShared(Box::new(match_of("1"))));
    session.apply(Command::KeepShared);
    assert_eq!(notation::write(session.own().0.game()), "1");
}

#[test]
fn read_only_session_rejects_changes() {
    let mut session = session("").with_read_only(true);
    session.apply(Command::OpenShared(Box::new(match_of("4455"))));
    assert!(session.is_shared());
    let cell = cell("D3");
    for command in [
        Command::Drop(column(1)),
        Command::Place(cell),
        Command::Select(cell),
        Command::SetComputer(0, Some(PlayerKind::Random)),
        Command::Swap,
        Command::AgreeDraw,
        Command::Start(Setup::with_default_seats(Rules::TIC_TAC_TOE), None),
        Command::PlayAgain,
        Command::Load(Box::new(match_of("1"))),
        open("1-a", match_of("1")),
        Command::ReturnToOwn,
        Command::KeepShared,
    ] {
        session.apply(command);
        assert_eq!(session.event(), &Event::Rejected(CommandError::ReadOnly));
        assert_eq!(moves(&session), "4455");
        assert!(session.computer_to_move().is_none() && session.selected().is_none());
    }
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "445");
    session.apply(Command::Redo);
    session.apply(Command::GoTo(1));
    assert_eq!(moves(&session), "4");
    session.apply(Command::OpenShared(Box::new(match_of("77"))));
    assert_eq!(moves(&session), "77");
}

#[test]
fn own_games_have_ids() {
    let mut session = session("44").with_ids("1-1".to_owned(), || "9-9".to_owned());
    let mut after = |command: Command| {
        session.apply(command);
        session.own_id().to_owned()
    };
    let game = || Box::new(match_of("1"));
    assert_eq!(after(Command::Drop(column(1))), "1-1");
    assert_eq!(after(Command::OpenShared(game())), "1-1");
    assert_eq!(after(Command::KeepShared), "9-9");
    assert_eq!(after(open("7-a", match_of("1"))), "7-a");
    assert_eq!(after(Command::Undo), "7-a");
    assert_eq!(after(Command::OpenShared(game())), "7-a");
    assert_eq!(after(Command::ReturnToOwn), "7-a");
    assert_eq!(after(Command::PlayAgain), "9-9");
    assert_eq!(after(open("7-a", match_of("1"))), "7-a");
    for replace in [
        Command::Load(game()),
        Command::PlayAgain,
        Command::Start(Setup::with_default_seats(Rules::CLASSIC), None),
    ] {
        for aside in [
            Command::OpenShared(game()),
            Command::OpenExercise(Exercise::Lesson, game()),
        ] {
            assert_eq!(after(open("7-a", match_of("1"))), "7-a");
            assert_eq!(after(aside), "7-a");
            assert_eq!(
                after(replace.clone()),
                "9-9",
                "{replace:?} replaces the own game"
            );
        }
    }
    assert_eq!(after(Command::OpenShared(game())), "9-9");
    assert_eq!(after(open("7-a", match_of("1"))), "7-a");
    assert!(!session.is_shared(), "the own game is on the board");
}

/// Returns a session with computer players in these seats.
fn against(moves: &str, seats: &[usize]) -> Session {
    let mut game_match = match_of(moves);
    for &seat in seats {
        game_match.set_computer(seat, Some(PlayerKind::Random));
    }
    let series_score = SeriesScore::new(&game_match);
    Session::new(game_match, series_score)
}

fn moves(session: &Session) -> String {
    notation::write(session.game())
}

#[test]
fn computer_player_moves_once_and_only_in_its_turn() {
    let mut session = against("4", &[1]);
    let choice = |turn_id| Command::PlayComputerChoice(turn_id, Choice::Place(cell("D2")));
    let turn_id = session.turn_id();
    session.apply(Command::Drop(column(1)));
    assert!(matches!(
        session.event(),
        Event::Rejected(CommandError::OtherToMove(_))
    ));
    session.apply(choice(turn_id + 1));
    assert_eq!(session.event(), &Event::Rejected(CommandError::TurnPassed));
    session.apply(choice(turn_id));
    assert_eq!(moves(&session), "44");
    session.apply(choice(turn_id));
    assert_eq!(session.event(), &Event::Rejected(CommandError::TurnPassed));
    // The same position in another turn.
    session.apply(Command::Undo);
    session.apply(Command::Drop(column(4)));
    assert!(session.needs_computer_move());
    session.apply(choice(turn_id));
    assert_eq!(session.event(), &Event::Rejected(CommandError::TurnPassed));
}

#[test]
fn seed_depends_on_the_game_and_its_moves() {
    use std::sync::atomic::{AtomicU32, Ordering};
    let id = || {
        static IDS: AtomicU32 = AtomicU32::new(0);
        IDS.fetch_add(1, Ordering::Relaxed).to_string()
    };
    let mut session = session("").with_ids(id(), id);
    let mut seeds = Vec::new();
    let mut after = |command: Command| {
        session.apply(command);
        let seed = session.seed();
        let known = seeds.iter().position(|&other| other == seed);
        known.unwrap_or_else(|| {
            seeds.push(seed);
            seeds.len() - 1
        })
    };
    assert_eq!(after(Command::Undo), 0);
    assert_eq!(after(Command::Drop(column(4))), 1);
    assert_eq!(after(Command::Undo), 0);
    assert_eq!(after(Command::Redo), 1);
    assert_eq!(after(Command::PlayAgain), 2, "another game");
    assert_eq!(after(Command::Drop(column(4))), 3);
    let shared = || Command::OpenShared(Box::new(match_of("")));
    assert_eq!(after(shared()), 4);
    assert_eq!(after(shared()), 5, "another shared game");
    assert_eq!(after(Command::ReturnToOwn), 3, "the own game");
}

#[test]
fn undo_and_redo_stop_when_a_human_is_to_move() {
    let mut session = against("4455", &[1]);
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "44");
    assert!(!session.needs_computer_move());
    session.apply(Command::Redo);
    assert_eq!(moves(&session), "4455");
    // A computer player moves first again.
    let mut session = against("4", &[0]);
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "");
    assert!(session.needs_computer_move());
}

#[test]
fn games_between_computer_players_pause_when_opened_or_browsed() {
    let mut session = against("4455", &[0, 1]);
    assert!(session.is_paused(), "computer players are paused at first");
    session.apply(Command::Resume);
    assert!(session.needs_computer_move());
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "445");
    assert!(session.is_paused());
    session.apply(Command::StepComputer);
    let reply = Command::PlayComputerChoice(session.turn_id(), Choice::Place(cell("A1")));
    session.apply(reply);
    assert_eq!(moves(&session), "4451");
    assert!(session.is_paused());
    session.apply(Command::GoTo(1));
    assert_eq!(
        session.event(),
        &Event::CursorMoved {
            cursor: 1,
            backward: true
        }
    );
    session.apply(Command::GoTo(99));
    assert_eq!(session.game().cursor(), 4);
    // A move by a human resumes the computer player.
    session.apply(Command::SetComputer(0, None));
    assert!(session.is_paused());
    session.apply(Command::Drop(column(1)));
    assert!(session.needs_computer_move());
}

#[test]
fn hint_is_for_people_if_allowed_and_for_one_position() {
    let mut session = against("4455", &[1]);
    session.apply(Command::RequestHint);
    assert!(session.needs_hint());
    let hint = || {
        Command::ShowHint(Hint {
            cell: cell("F1"),
            reason: Reason::BestGuess,
            swap: false,
        })
    };
    session.apply(hint());
    assert!(!session.needs_hint());
    let shown = |session: &Session| session.hint().map(|(hint, step)| (hint.cell, step));
    assert_eq!(shown(&session), Some((cell("F1"), HintStep::Columns)));
    for step in [HintStep::Move, HintStep::Reason, HintStep::Reason] {
        session.apply(Command::RequestHint);
        assert_eq!(session.event(), &Event::HintShown);
        assert_eq!(shown(&session), Some((cell("F1"), step)));
    }
    session.apply(Command::Drop(column(6)));
    assert_eq!(session.hint(), None);
    session.apply(Command::RequestHint);
    assert!(!session.needs_hint(), "a computer player is to move");
    session.apply(Command::Undo);
    session.apply(without_hints());
    session.apply(Command::RequestHint);
    assert_eq!(
        session.event(),
        &Event::Rejected(CommandError::HintsNotAllowed)
    );
    assert!(!session.allows_hints());
}

#[test]
fn a_competition_has_no_help_until_its_game_has_ended() {
    let mut session = session("121212");
    session.apply(Command::RequestHint);
    session.apply(Command::SetCompetition(true));
    assert!(!session.needs_hint());
    let rejected = |session: &mut Session, command| {
        session.apply(command);
        match session.event() {
            Event::Rejected(error) => Some(error.clone()),
            _ => None,
        }
    };
    assert_eq!(
        rejected(&mut session, Command::RequestHint),
        Some(CommandError::Competition)
    );
    assert!(!session.allows_hints() && !session.allows_help());
    assert!(!session.can_undo());
    for back in [Command::Undo, Command::GoTo(2)] {
        assert_eq!(
            rejected(&mut session, back),
            Some(CommandError::Competition)
        );
    }
    assert_eq!(session.game().cursor(), 6);
    session.apply(Command::Drop(column(1)));
    // The result stays, and the game can be reviewed.
    assert_eq!(
        rejected(&mut session, Command::Undo),
        Some(CommandError::GameOver)
    );
    assert!(session.is_over() && session.allows_hints());
    session.apply(Command::GoTo(3));
    assert!(session.allows_hints());
    // Neither an exercise nor the next game is part of it.
    session.apply(Command::GoTo(usize::MAX));
    session.apply(Command::OpenExercise(
        Exercise::Puzzle,
        Box::new(session.current_match().clone()),
    ));
    assert!(!session.is_competition());
    session.apply(Command::ReturnToOwn);
    assert!(session.is_competition());
    session.apply(Command::PlayAgain);
    assert!(!session.is_competition() && session.allows_hints());
}

#[test]
fn first_step_of_a_hint_shows_some_of_the_columns_with_the_move_among_them() {
    let hinted = |moves: &str, name: &str, swap| {
        let mut session = session(moves);
        session.apply(Command::RequestHint);
        session.apply(Command::ShowHint(Hint {
            cell: cell(name),
            reason: Reason::BestGuess,
            swap,
        }));
        let (hint, step) = session.hint().unwrap();
        let columns = session.hint_columns(hint).into_iter();
        (columns.map(Column::index).collect::<Vec<_>>(), step)
    };
    let mut places = Vec::new();
    for moves in ["", "4", "44", "445", "4455", "44551", "445512", "111111"] {
        for number in 1..=7 {
            let Ok(landing) = session(moves).game().position().landing(column(number)) else {
                continue;
            };
            let (columns, step) = hinted(moves, &landing.to_string(), false);
            assert_eq!(step, HintStep::Columns);
            assert_eq!(columns.len(), 3);
            assert!(columns.is_sorted() && columns[2] - columns[0] == 2);
            places.extend(columns.iter().position(|index| *index == number - 1));
        }
    }
    for place in 0..3 {
        assert!(places.contains(&place), "the move can be in each of them");
    }
    // Three columns are left, then two: there is nothing left to look for.
    let full = "1111112222227333333444444";
    assert_eq!(hinted(full, "F1", false).0.len(), 2);
    let full = "1111112222227333333444444555555";
    assert_eq!(hinted(full, "F1", false), (Vec::new(), HintStep::Move));
    assert_eq!(hinted("4", "D2", true).1, HintStep::Move, "swap sides");
}

#[test]
fn own_match_that_was_browsed_waits_when_it_returns() {
    let mut session = against("44556", &[1]);
    session.apply(Command::GoTo(3));
    assert!(session.computer_to_move().is_some());
    session.apply(Command::OpenExercise(
        Exercise::Trial,
        Box::new(match_of("445")),
    ));
    session.apply(Command::Drop(column(1)));
    session.apply(Command::ReturnToOwn);
    assert!(!session.needs_computer_move());
    assert_eq!(session.game().cursor(), 3);
    assert_eq!(
        notation::write(to_end(session.current_match()).game()),
        "44556"
    );
}

#[test]
fn win_of_a_computer_player_is_not_a_new_win() {
    let mut session = against("121212", &[0]);
    let turn_id = session.turn_id();
    session.apply(Command::PlayComputerChoice(
        turn_id,
        Choice::Place(cell("A4")),
    ));
    assert!(session.is_over());
    assert_eq!(session.series_score().won(0), 1);
    assert_eq!(session.win_changes(), []);
}

/// Returns a session with a clock of 60 seconds, and the function that sets the time.
fn timed(computers: &[usize]) -> (Session, fn(u64)) {
    use std::cell::Cell;
    thread_local!(static NOW: Cell<u64> = const { Cell::new(0) });
    let setup = Setup::with_default_seats(Rules::CLASSIC);
    let setup = setup.with_time_control(Some("60+0".parse().unwrap()));
    let mut game_match = Match::new(setup.unwrap());
    for &seat in computers {
        game_match.set_computer(seat, Some(PlayerKind::Random));
    }
    let series_score = SeriesScore::new(&game_match);
    let session = Session::new(game_match, series_score).with_clock(|| NOW.get());
    (session, |time| NOW.set(time))
}

#[test]
fn clock_runs_from_the_third_move_on() {
    let (mut session, set_time) = timed(&[]);
    for (time, column_number, running) in [
        (0, 4, None),
        (50_000, 4, Some(60_000)),
        (51_000, 4, Some(60_000)),
        (54_000, 4, Some(59_000)),
    ] {
        set_time(time);
        session.apply(Command::Drop(column(column_number)));
        assert_eq!(session.running_time(), running);
    }
    set_time(56_500);
    assert_eq!(session.running_time(), Some(56_500));
    let left = [0, 1].map(|seat| session.remaining_time(seat));
    assert_eq!(left, [Some(56_500), Some(57_000)]);
    session.apply(Command::ForfeitOnTime);
    assert_eq!(
        session.event(),
        &Event::Rejected(CommandError::TurnPassed),
        "there is time left"
    );
    set_time(54_000 + 59_000);
    session.apply(Command::ForfeitOnTime);
    assert_eq!(session.event(), &Event::TimeForfeited);
    assert_eq!(session.series_score().won(1), 1);
    assert!(session.is_over());
    assert!(matches!(session.win_changes(), [WinChange::Won(_)]));
    assert_eq!(session.running_time(), None);
    assert_eq!(
        session.current_match().times(),
        [0, 0, 1_000, 3_000, 59_000]
    );
}

#[test]
fn clock_waits_for_a_move_after_undo_and_loading() {
    let (mut session, set_time) = timed(&[]);
    for number in [1, 2, 3, 4] {
        session.apply(Command::Drop(column(number)));
    }
    assert!(session.running_time().is_some());
    let loaded = session.current_match().clone();
    for command in [
        Command::Undo,
        Command::Redo,
        Command::GoTo(2),
        Command::GoTo(4),
        Command::Load(Box::new(loaded.clone())),
        Command::OpenShared(Box::new(loaded)),
    ] {
        let what = format!("{command:?}");
        session.apply(command);
        assert_eq!(session.running_time(), None, "{what}");
    }
    set_time(99_000);
    assert_eq!(session.remaining_time(0), Some(60_000));
    session.apply(Command::Drop(column(1)));
    assert_eq!(session.running_time(), Some(60_000));
    session.apply(without_hints());
    assert!(session.running_time().is_some(), "the turn continues");
}

#[test]
fn clock_of_a_computer_player_does_not_run() {
    let (mut session, set_time) = timed(&[1]);
    session.apply(Command::Drop(column(1)));
    let choice = |session: &Session, name| {
        Command::PlayComputerChoice(session.turn_id(), Choice::Place(cell(name)))
    };
    session.apply(choice(&session, "A2"));
    session.apply(Command::Drop(column(1)));
    set_time(99_000);
    assert_eq!(session.running_time(), None);
    assert_eq!(session.remaining_time(1), None);
    session.apply(choice(&session, "A4"));
    set_time(100_000);
    assert_eq!(session.running_time(), Some(59_000));
    assert_eq!(session.current_match().times(), [0; 4]);
}

#[test]
fn series_ends_when_a_seat_has_won_enough() {
    let mut session = session("");
    let setup = session.setup().clone();
    session.apply(Command::Start(setup.clone(), NonZeroU8::new(2)));
    let win = |session: &mut Session| {
        for number in [1, 2, 1, 2, 1, 2, 1] {
            session.apply(Command::Drop(column(number)));
        }
        let score = session.series_score();
        ([0, 1].map(|seat| score.won(seat)), score.is_decided())
    };
    assert_eq!(win(&mut session), ([1, 0], false));
    session.apply(Command::PlayAgain);
    assert_eq!(win(&mut session), ([1, 1], false));
    session.apply(Command::PlayAgain);
    assert_eq!(win(&mut session), ([2, 1], true));
    session.apply(Command::PlayAgain);
    assert_eq!(win(&mut session), ([0, 1], false), "another series");
    // An open series begins at zero.
    session.apply(Command::Start(setup, None));
    assert_eq!(win(&mut session), ([1, 0], false));
    assert_eq!(session.series_score().length(), None);
}

#[test]
fn the_position_of_an_exercise_is_not_undone() {
    let mut session = session("44");
    let exercise = match_of("4455");
    session.apply(Command::OpenExercise(Exercise::Lesson, Box::new(exercise)));
    assert!(!session.can_undo());
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "4455");
    assert_eq!(
        *session.event(),
        Event::Rejected(CommandError::NothingToUndo)
    );
    session.apply(Command::Place(cell("A1")));
    let start = match_of("4455").game().position().clone();
    assert_eq!(session.exercise_start(), Some(start));
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "4455");
    // The user's own game has no such start.
    session.apply(Command::ReturnToOwn);
    assert_eq!(session.exercise_start(), None);
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "4");
}

fn remote(moves: &str, known: Option<usize>) -> Session {
    let mut session = session(moves).with_ids("1-a".to_owned(), || "9-9".to_owned());
    session.apply(Command::SetRemote(Some(Remote {
        seats: vec![1],
        known: known.map_or(Known::Nothing, Known::Steps),
    })));
    session
}

#[test]
fn seats_played_elsewhere_are_not_played_here() {
    let mut session = remote("44", Some(2));
    assert!(session.is_remote_game() && !session.is_remote_to_move() && !session.is_unsent());
    session.apply(Command::Drop(column(1)));
    assert!(matches!(session.event(), Event::Placed { .. }));
    assert!(session.is_remote_to_move() && session.is_unsent());
    let before = moves(&session);
    for command in [
        Command::Drop(column(2)),
        Command::Place(cell("B1")),
        Command::Select(cell("B1")),
        Command::Swap,
        Command::AgreeDraw,
        Command::RequestHint,
    ] {
        session.apply(command.clone());
        let event = session.event();
        assert!(
            matches!(event, Event::Rejected(CommandError::OtherToMove(_))),
            "{command:?}: {event:?}"
        );
    }
    let computer = Command::SetComputer(1, Some(PlayerKind::Random));
    session.apply(computer);
    assert_eq!(session.event(), &Event::Rejected(CommandError::Remote));
    assert_eq!(moves(&session), before);
}

#[test]
fn steps_that_players_elsewhere_know_are_not_undone() {
    let mut session = remote("44", Some(2));
    assert!(!session.can_undo());
    session.apply(Command::Drop(column(1)));
    assert!(session.can_undo());
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "44");
    session.apply(Command::Undo);
    assert_eq!(
        session.event(),
        &Event::Rejected(CommandError::NothingToUndo)
    );
    session.apply(Command::GoTo(0));
    session.apply(Command::Drop(column(1)));
    assert_eq!(
        session.event(),
        &Event::Rejected(CommandError::EarlierPosition)
    );
    session.apply(Command::GoTo(2));
    session.apply(Command::Drop(column(2)));
    assert_eq!(moves(&session), "442");
}

#[test]
fn there_is_no_help_in_a_game_with_players_elsewhere() {
    let mut session = remote("44", Some(2));
    assert!(!session.allows_hints() && !session.allows_help());
    session.apply(Command::RequestHint);
    assert_eq!(session.event(), &Event::Rejected(CommandError::Remote));
    session.apply(Command::SetRemote(None));
    assert!(session.allows_hints());
}

#[test]
fn steps_made_elsewhere_are_followed_one_by_one() {
    let mut session = remote("441", Some(3));
    let follow = |moves: &str| Command::FollowRemote(Box::new(match_of(moves)));
    session.apply(follow("4412"));
    let player = session.game().rules().player_after(1);
    let b1 = cell("B1");
    assert_eq!(session.event(), &Event::Placed { player, cell: b1 });
    assert_eq!(session.remote().map(|it| it.known), Some(Known::Steps(4)));
    session.apply(follow("4412"));
    assert_eq!(session.event(), &Event::OptionsSet, "nothing new");
    // While the user looks at an earlier position.
    session.apply(Command::GoTo(1));
    session.apply(follow("44123"));
    assert_eq!(moves(&session), "44123");
    session.apply(follow("441"));
    assert!(matches!(session.event(), Event::Undone(steps) if steps.len() == 2));
    session.apply(follow("7777"));
    assert_eq!(session.event(), &Event::Loaded);
    assert_eq!(
        (moves(&session).as_str(), session.own_id()),
        ("7777", "1-a")
    );
    // Behind another game on the board.
    session.apply(Command::OpenShared(Box::new(match_of("1"))));
    session.apply(follow("77771"));
    assert_eq!(moves(&session), "1");
    assert_eq!(notation::write(session.own().0.game()), "77771");
}

#[test]
fn win_elsewhere_is_lost_and_no_high_score() {
    let mut session = remote("71717", Some(5));
    session.apply(Command::FollowRemote(Box::new(match_of("717171"))));
    session.apply(Command::Drop(column(2)));
    session.apply(Command::FollowRemote(Box::new(match_of("71717121"))));
    assert!(session.is_over() && session.is_lost());
    assert_eq!(session.celebrated(), None);
    assert!(session.win_changes().is_empty());
}

#[test]
fn live_games_change_otherwise_than_by_moves_only_if_all_agree() {
    let mut session = remote("4", None);
    let set_live = Command::SetRemote(Some(Remote {
        seats: vec![1],
        known: Known::Live,
    }));
    session.apply(set_live.clone());
    assert!(session.is_live() && !session.is_unsent());
    let assert_asked = |session: &mut Session, command, consent| {
        let before = session.game().steps().to_vec();
        session.apply(command);
        assert_eq!(
            session.event(),
            &Event::Rejected(CommandError::NeedsConsent(consent))
        );
        assert_eq!(session.game().steps(), before);
    };
    assert!(session.can_undo());
    assert_asked(&mut session, Command::Undo, Consent::Takeback);
    assert_asked(&mut session, Command::AgreeDraw, Consent::Draw);
    assert_asked(&mut session, Command::PlayAgain, Consent::Rematch);
    session.apply(Command::FollowRemote(Box::new(match_of("44"))));
    assert!(session.is_live() && session.is_remote_game());
    session.apply(Command::GoTo(0));
    session.apply(Command::Drop(column(1)));
    assert_eq!(
        session.event(),
        &Event::Rejected(CommandError::EarlierPosition)
    );
    // What a finished game has counted for is not taken back.
    session.apply(Command::FollowRemote(Box::new(match_of("4411223"))));
    assert!(session.is_over() && !session.can_undo());
    let mut not_moved = remote("4", None);
    not_moved.apply(Command::SetRemote(Some(Remote {
        seats: vec![0],
        known: Known::Live,
    })));
    assert!(!not_moved.can_undo(), "the move is the other one's");
}

#[test]
fn clock_of_a_live_game_is_that_of_its_host() {
    let (mut session, set_time) = timed(&[]);
    set_time(0);
    for number in [4, 4, 4] {
        session.apply(Command::Drop(column(number)));
    }
    let follow = |session: &mut Session, elapsed, is_running| {
        let game_match = session.current_match().clone();
        session.follow_clock(LiveClock {
            game_match,
            elapsed,
            is_running,
        });
    };
    follow(&mut session, 5_000, true);
    assert_eq!(session.running_time(), Some(60_000), "it isn't live");
    session.apply(Command::SetRemote(Some(Remote {
        seats: vec![0],
        known: Known::Live,
    })));
    assert_eq!(session.running_time(), None);
    // More than since the page was opened.
    set_time(1_000);
    follow(&mut session, 50_000, true);
    set_time(2_000);
    assert_eq!(session.running_time(), Some(9_000));
    follow(&mut session, 7_000, false);
    set_time(90_000);
    assert_eq!(session.running_time(), None);
    assert_eq!(session.remaining_time(1), Some(53_000));
    // Only the host says that the time is up, but then no move is made.
    follow(&mut session, 60_000, true);
    for command in [Command::ForfeitOnTime, Command::Drop(column(1))] {
        session.apply(command);
        assert_eq!(session.event(), &Event::Rejected(CommandError::TurnPassed));
    }
    follow(&mut session, 1_000, true);
    let mut ended = session.clone();
    assert_eq!(ended.running_time(), Some(59_000));
    ended.apply(Command::SetRemote(None));
    assert_eq!(ended.running_time(), None, "it waits for a move");
    // The times are the host's, and neither they nor the clock are an event.
    session.apply(Command::Drop(column(1)));
    let placed = session.event().clone();
    let mut next = session.current_match().clone();
    next.record_time(59_000);
    session.follow_clock(LiveClock {
        game_match: next.clone(),
        elapsed: 0,
        is_running: true,
    });
    assert_eq!(session.current_match(), &next);
    assert_eq!(session.event(), &placed);
    // An earlier position has no clock.
    session.apply(Command::GoTo(3));
    follow(&mut session, 1_000, true);
    assert_eq!(session.running_time(), None);
    session.apply(Command::GoTo(4));
    next.forfeit_on_time();
    session.apply(Command::FollowRemote(Box::new(next)));
    assert_eq!(session.event(), &Event::TimeForfeited);
}

#[test]
fn rematch_keeps_the_seats_and_other_games_do_not() {
    let mut session = remote("1212121", Some(7));
    session.apply(Command::PlayAgain);
    let known = Known::Nothing;
    let seats = vec![1];
    assert_eq!(session.remote(), Some(&Remote { seats, known }));
    assert!(session.is_remote_to_move(), "the next player begins");
    session.apply(Command::Load(Box::new(match_of("1"))));
    assert_eq!(session.remote(), None);
    let mut other = remote("44", Some(2));
    other.apply(open("7-a", match_of("1")));
    assert_eq!(other.remote(), None);
}
