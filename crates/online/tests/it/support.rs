//! Games, and what the tests share.

use four_shapes_online::{Action, Message, Notice};
use four_shapes_records::{Match, Setup};
use four_shapes_rules::{Game, Rules, Step};
use four_shapes_testing::support::{Random, rules, some_start};

/// The number of cases; `cargo xtask soak` runs more.
pub(crate) fn cases(few: u64, many: u64) -> u64 {
    let more = std::env::var_os("FOUR_SHAPES_SOAK").is_some();
    if more { many } else { few }
}

/// Returns a match without moves, by some rules, often with the swap rule, a time control or a start
/// position.
pub(crate) fn some_match(random: &mut Random) -> Match {
    let all = [
        Rules::TIC_TAC_TOE,
        Rules::CLASSIC,
        rules(4, 4, 3, 2, true),
        rules(4, 3, 3, 3, true),
        rules(4, 4, 3, 4, false),
        rules(11, 4, 4, 2, true),
        rules(5, 5, 5, 2, true),
    ];
    let rules = *random.pick(&all);
    let mut setup = Setup::with_default_seats(rules);
    for _ in 0..random.below(4) {
        setup = setup.with_next_first_seat();
    }
    let swap = rules.players() == 2 && random.once_in(2);
    let setup = setup.with_swap(swap).expect("there are two players");
    let control = rules.players() == 2 && random.once_in(2);
    let control = control.then(|| random.pick::<&str>(&["2+0", "1+1", "1/move"]));
    let control = control.map(|text| text.parse().expect("it is valid"));
    let setup = setup.with_time_control(control).expect("there are two");
    let start = if random.once_in(2) {
        some_start(rules, random)
    } else {
        Game::new(rules)
    };
    Match::from_parts(setup, start).expect("the rules are the same")
}

/// Returns a match on the classic board with these moves.
pub(crate) fn classic(moves: &str) -> Match {
    let game = four_shapes_rules::notation::parse(Rules::CLASSIC, moves);
    Match::with_default_seats(game.expect("the moves are valid"))
}

/// Returns the steps that are legal now.
pub(crate) fn legal_steps(game_match: &Match) -> Vec<Step> {
    let is_over = game_match.clone().turn().is_none();
    let cells = game_match.game().position().playable().map(Step::Place);
    let swap = game_match.may_swap().then_some(Step::Swap);
    if is_over {
        Vec::new()
    } else {
        cells.chain(swap).collect()
    }
}

/// Returns the seat to move.
pub(crate) fn seat_to_move(game_match: &Match) -> Option<usize> {
    match game_match.game().status() {
        four_shapes_rules::Status::ToMove(player) => Some(game_match.seat_index(player)),
        _ => None,
    }
}

/// Returns a step into a column of the classic board, counted from 1.
pub(crate) fn drop_into(game_match: &Match, column: usize) -> Step {
    let column = Rules::CLASSIC.column(column - 1).expect("it exists");
    let cell = game_match.game().position().landing(column);
    Step::Place(cell.expect("the column isn't full"))
}

/// Returns the messages among some actions.
pub(crate) fn messages(actions: &[Action]) -> Vec<&Message> {
    let messages = actions.iter().filter_map(|action| match action {
        Action::Send { message, .. } => Some(message),
        _ => None,
    });
    messages.collect()
}

/// Returns the notices among some actions.
pub(crate) fn notices(actions: &[Action]) -> Vec<&Notice> {
    let notices = actions.iter().filter_map(|action| match action {
        Action::Notice(notice) => Some(notice),
        _ => None,
    });
    notices.collect()
}
