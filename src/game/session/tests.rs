use super::*;
use four_shapes_engine::{Rules, notation};

fn played(moves: &str) -> Match {
    Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
}

fn session(moves: &str) -> Session {
    let played = played(moves);
    let series_score = SeriesScore::new(&played);
    Session::open(played, series_score)
}

fn column(number: usize) -> Column {
    Rules::CLASSIC.column(number - 1).unwrap()
}

fn cell(name: &str) -> Cell {
    notation::parse_cell(Rules::CLASSIC, name).unwrap()
}

#[test]
fn commands_change_the_game_and_say_so() {
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
    session.apply(Command::Again);
    assert_eq!(session.event(), &Event::Started);
    assert_eq!(notation::write(session.game()), "");
    session.apply(Command::Load(Box::new(played("1234"))));
    assert_eq!(session.event(), &Event::Loaded);
    assert_eq!(notation::write(session.game()), "1234");
    assert_eq!(session.serial(), 5);
}

#[test]
fn a_cell_that_is_chosen_twice_is_played() {
    let mut session = session("44");
    let mut after = |request: Request| {
        session.apply(request);
        let pieces = session.game().position().pieces();
        (session.chosen().map(|cell| cell.to_string()), pieces)
    };
    let chosen = |name: &str| Some(name.to_owned());
    let choose = |name| Command::Choose(cell(name));
    assert_eq!(after(choose("D3").into()), (chosen("D3"), 2));
    assert_eq!(
        after(choose("A1").into()),
        (chosen("A1"), 2),
        "another choice"
    );
    assert_eq!(
        after(choose("A2").into()),
        (chosen("A1"), 2),
        "nothing lies below"
    );
    assert_eq!(after(OptionChange::Help(false).into()), (chosen("A1"), 2));
    assert_eq!(after(choose("A1").into()), (None, 3));
    assert_eq!(after(choose("A2").into()), (chosen("A2"), 3));
    for request in [
        Command::Undo.into(),
        Command::Redo.into(),
        Command::Drop(column(7)).into(),
        Command::GoTo(0).into(),
        VisitCommand::Visit(Box::new(played("1"))).into(),
        Command::Again.into(),
    ] {
        after(choose("C1").into());
        let what = format!("{request:?}");
        assert_eq!(after(request).0, None, "{what}");
    }
    session.apply(Command::Choose(cell("D1")));
    assert_eq!(session.event(), &Event::Chosen(cell("D1")));
}

#[test]
fn nothing_is_chosen_for_a_computer_or_after_the_end() {
    let mut waiting = against("4", &[1]);
    let turn = waiting.turn();
    waiting.apply(Command::Choose(cell("D2")));
    assert!(matches!(
        waiting.event(),
        Event::Refused(Refusal::Computer(_))
    ));
    assert_eq!((waiting.chosen(), waiting.turn()), (None, turn));
    let mut over = session("1212121");
    over.apply(Command::Choose(cell("D1")));
    assert_eq!(over.event(), &Event::Refused(Refusal::Over));
}

#[test]
fn refusals_change_nothing() {
    let refused = |moves: &str, request: Request, refusal| {
        let mut session = session(moves);
        session.apply(request);
        assert_eq!(session.event(), &Event::Refused(refusal), "{moves}");
        assert_eq!(notation::write(session.game()), moves);
    };
    let full = MoveError::ColumnFull(column(4));
    refused(
        "444444",
        Command::Drop(column(4)).into(),
        Refusal::Move(full),
    );
    let high = MoveError::Unsupported(cell("A2"));
    refused("4", Command::Place(cell("A2")).into(), Refusal::Move(high));
    refused("1212121", Command::Drop(column(4)).into(), Refusal::Over);
    refused("1212121", Command::AgreeDraw.into(), Refusal::Over);
    refused("", Command::Undo.into(), Refusal::NothingToUndo);
    refused("12", Command::Redo.into(), Refusal::NothingToRedo);
    refused(
        "12",
        Command::AgreeDraw.into(),
        Refusal::Open(WinStillPossible),
    );
    refused(
        "4",
        Command::Swap.into(),
        Refusal::Swap(SwapError::NotAgreed),
    );
    refused(
        "4s4",
        Command::Swap.into(),
        Refusal::Swap(SwapError::NotNow),
    );
    refused("12", VisitCommand::Return.into(), Refusal::NotVisiting);
    refused("12", VisitCommand::Keep.into(), Refusal::NotVisiting);
}

#[test]
fn a_won_game_goes_on_after_undo_and_counts_once() {
    let mut session = session("121212");
    session.apply(Command::Drop(column(1)));
    assert!(matches!(session.game().status(), Status::Won { .. }));
    assert_eq!(
        (session.is_new_win(), session.series_score().won(0)),
        (true, 1)
    );
    session.apply(Command::Undo);
    session.apply(Command::Drop(column(5)));
    assert!(matches!(session.game().status(), Status::ToMove(_)));
    session.apply(Command::Undo);
    session.apply(Command::Drop(column(1)));
    assert_eq!(
        (session.is_new_win(), session.series_score().won(0)),
        (false, 1)
    );
    session.apply(Command::Again);
    assert_eq!(session.series_score().won(0), 1);
}

#[test]
fn a_swap_is_a_step_and_the_seats_change_sides() {
    let setup = Setup::with_default_seats(Rules::CLASSIC)
        .with_swap(true)
        .unwrap();
    let played = Match::new(setup);
    let series_score = SeriesScore::new(&played);
    let mut session = Session::open(played, series_score);
    session.apply(Command::Drop(column(1)));
    session.apply(Command::Swap);
    assert_eq!(session.event(), &Event::Swapped);
    session.apply(Command::Undo);
    assert_eq!(session.event(), &Event::Undone(vec![Step::Swap]));
    session.apply(Command::Redo);
    for number in [2, 1, 2, 1, 2, 1] {
        session.apply(Command::Drop(column(number)));
    }
    let won = [0, 1].map(|place| session.series_score().won(place));
    assert_eq!(won, [0, 1], "who has swapped has won with the first piece");
}

#[test]
fn only_moves_of_a_game_that_goes_on_are_at_stake() {
    assert_eq!(at_stake(&played("")), None);
    assert_eq!(at_stake(&played("44")), Some(2));
    assert_eq!(at_stake(&played("1212121")), None);
}

#[test]
fn a_visit_leaves_ones_own_game_alone() {
    let mut session = session("44");
    session.apply(VisitCommand::Visit(Box::new(played("1"))));
    session.apply(Command::Drop(column(2)));
    session.apply(VisitCommand::Visit(Box::new(played("77"))));
    assert_eq!(notation::write(session.game()), "77");
    assert_eq!(notation::write(session.own().0.game()), "44");
    session.apply(VisitCommand::Return);
    assert_eq!(notation::write(session.game()), "44");
    assert!(!session.is_visiting());

    session.apply(VisitCommand::Visit(Box::new(played("1"))));
    session.apply(VisitCommand::Keep);
    assert_eq!(notation::write(session.own().0.game()), "1");
}

#[test]
fn what_is_only_looked_at_is_not_changed() {
    let mut session = session("").with_read_only(true);
    session.apply(VisitCommand::Visit(Box::new(played("4455"))));
    assert!(session.is_visiting());
    let cell = cell("D3");
    for request in [
        Command::Drop(column(1)).into(),
        Command::Place(cell).into(),
        Command::Choose(cell).into(),
        Command::Sit(0, Some(Kind::Random)).into(),
        Command::Swap.into(),
        Command::AgreeDraw.into(),
        Command::Start(Setup::with_default_seats(Rules::TIC_TAC_TOE)).into(),
        Command::Again.into(),
        Command::Load(Box::new(played("1"))).into(),
        Request::Open("1-a".to_owned(), Box::new(played("1"))),
        VisitCommand::Return.into(),
        VisitCommand::Keep.into(),
    ] {
        let request: Request = request;
        session.apply(request);
        assert_eq!(session.event(), &Event::Refused(Refusal::ReadOnly));
        assert_eq!(moves(&session), "4455");
        assert!(session.computer().is_none() && session.chosen().is_none());
    }
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "445");
    session.apply(Command::Redo);
    session.apply(Command::GoTo(1));
    assert_eq!(moves(&session), "4");
    session.apply(VisitCommand::Visit(Box::new(played("77"))));
    assert_eq!(moves(&session), "77");
}

#[test]
fn each_game_of_ones_own_has_an_id_and_keeps_it() {
    let mut session = session("44").with_ids("1-1".to_owned(), || "9-9".to_owned());
    let mut after = |request: Request| {
        session.apply(request);
        session.own_id().to_owned()
    };
    let game = || Box::new(played("1"));
    let open = || Request::Open("7-a".to_owned(), game());
    assert_eq!(after(Command::Drop(column(1)).into()), "1-1");
    assert_eq!(after(VisitCommand::Visit(game()).into()), "1-1");
    assert_eq!(after(Command::Again.into()), "1-1", "still a visit");
    assert_eq!(after(VisitCommand::Keep.into()), "9-9");
    assert_eq!(after(open()), "7-a");
    assert_eq!(after(Command::Undo.into()), "7-a");
    assert_eq!(after(VisitCommand::Visit(game()).into()), "7-a");
    assert_eq!(after(Command::Load(game()).into()), "7-a", "still a visit");
    assert_eq!(after(VisitCommand::Return.into()), "7-a");
    assert_eq!(after(Command::Again.into()), "9-9");
    assert_eq!(after(VisitCommand::Visit(game()).into()), "9-9");
    assert_eq!(after(open()), "7-a");
    assert!(!session.is_visiting(), "one’s own game is on the board");
}

/// A session with computers in these seats.
fn against(moves: &str, places: &[usize]) -> Session {
    let mut played = played(moves);
    for place in places {
        played.set_computer(*place, Some(Kind::Random));
    }
    let series_score = SeriesScore::new(&played);
    Session::open(played, series_score)
}

fn moves(session: &Session) -> String {
    notation::write(session.game())
}

#[test]
fn a_computer_moves_once_and_only_in_its_turn() {
    let mut session = against("4", &[1]);
    let reply = |turn| Answer::Move(turn, Choice::Place(cell("D2")));
    let turn = session.turn();
    session.apply(Command::Drop(column(1)));
    assert!(matches!(
        session.event(),
        Event::Refused(Refusal::Computer(_))
    ));
    session.apply(reply(turn + 1));
    assert_eq!(session.event(), &Event::Refused(Refusal::Late));
    session.apply(reply(turn));
    assert_eq!(moves(&session), "44");
    session.apply(reply(turn));
    assert_eq!(session.event(), &Event::Refused(Refusal::Late));
    // The same position again is another turn.
    session.apply(Command::Undo);
    session.apply(Command::Drop(column(4)));
    assert!(session.thinks());
    session.apply(reply(turn));
    assert_eq!(session.event(), &Event::Refused(Refusal::Late));
}

#[test]
fn a_seed_belongs_to_the_moves_of_one_game() {
    use std::sync::atomic::{AtomicU32, Ordering};
    let id = || {
        static IDS: AtomicU32 = AtomicU32::new(0);
        IDS.fetch_add(1, Ordering::Relaxed).to_string()
    };
    let mut session = session("").with_ids(id(), id);
    let mut seeds = Vec::new();
    let mut after = |request: Request| {
        session.apply(request);
        let seed = session.seed();
        let known = seeds.iter().position(|&other| other == seed);
        known.unwrap_or_else(|| {
            seeds.push(seed);
            seeds.len() - 1
        })
    };
    assert_eq!(after(Command::Undo.into()), 0);
    assert_eq!(after(Command::Drop(column(4)).into()), 1);
    assert_eq!(after(Command::Undo.into()), 0);
    assert_eq!(after(Command::Redo.into()), 1);
    assert_eq!(after(Command::Again.into()), 2, "another game");
    assert_eq!(after(Command::Drop(column(4)).into()), 3);
    let visit = || VisitCommand::Visit(Box::new(played("")));
    assert_eq!(after(visit().into()), 4);
    assert_eq!(after(Command::Again.into()), 5, "another game of a visit");
    assert_eq!(after(visit().into()), 6);
    assert_eq!(after(VisitCommand::Return.into()), 3, "one’s own game");
}

#[test]
fn undo_and_redo_lead_to_a_person() {
    let mut session = against("4455", &[1]);
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "44");
    assert!(!session.thinks());
    session.apply(Command::Redo);
    assert_eq!(moves(&session), "4455");
    // A computer that has begun begins anew.
    let mut session = against("4", &[0]);
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "");
    assert!(session.thinks());
}

#[test]
fn computers_among_themselves_wait_when_they_are_looked_at() {
    let mut session = against("4455", &[0, 1]);
    assert!(session.is_paused(), "a page that is opened lies still");
    session.apply(PaceCommand::Resume);
    assert!(session.thinks());
    session.apply(Command::Undo);
    assert_eq!(moves(&session), "445");
    assert!(session.is_paused());
    session.apply(PaceCommand::Step);
    let reply = Answer::Move(session.turn(), Choice::Place(cell("A1")));
    session.apply(reply);
    assert_eq!(moves(&session), "4451");
    assert!(session.is_paused());
    session.apply(Command::GoTo(1));
    assert_eq!(
        session.event(),
        &Event::Went {
            step: 1,
            back: true
        }
    );
    session.apply(Command::GoTo(99));
    assert_eq!(session.game().cursor(), 4);
    // A person who moves wants an answer.
    session.apply(Command::Sit(0, None));
    assert!(session.is_paused());
    session.apply(Command::Drop(column(1)));
    assert!(session.thinks());
}

#[test]
fn advice_is_for_people_who_may_have_it_and_for_one_position() {
    let mut session = against("4455", &[1]);
    session.apply(Command::AskAdvice);
    assert!(session.wants_advice());
    let advice = || {
        Answer::Advice(Advice {
            cell: cell("F1"),
            reason: Reason::BestGuess,
            swap: false,
        })
    };
    session.apply(advice());
    assert!(!session.wants_advice());
    assert_eq!(session.advice().map(|a| a.cell), Some(cell("F1")));
    session.apply(Command::Drop(column(6)));
    assert_eq!(session.advice(), None);
    session.apply(Command::AskAdvice);
    assert!(!session.wants_advice(), "it is the computer’s turn");
    session.apply(Command::Undo);
    session.apply(OptionChange::Help(false));
    session.apply(Command::AskAdvice);
    assert_eq!(session.event(), &Event::Refused(Refusal::NoHelp));
    assert!(!session.helps());
}

#[test]
fn what_a_computer_wins_is_no_high_score() {
    let mut session = against("121212", &[0]);
    let turn = session.turn();
    session.apply(Answer::Move(turn, Choice::Place(cell("A4"))));
    assert!(session.is_over());
    assert_eq!(session.series_score().won(0), 1);
    assert!(!session.is_new_win());
}
