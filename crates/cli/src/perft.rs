//! Counts of move sequences.

use crate::{
    args::{PerftArgs, When},
    begin,
    failure::Failure,
    screen::Screen,
};
use four_shapes_engine::Rules;

/// Counts the sequences of each length up to the one that is asked for.
pub(crate) fn perft(args: &PerftArgs, color: When) -> Result<(), Failure> {
    let mut board = args.size.board();
    board.players = args.players;
    board.no_gravity = args.no_gravity;
    let rules = begin::rules(&board, board.players)?;
    let (depth, deepest) = (args.depth, deepest(rules));
    if depth > deepest {
        let why = if deepest == rules.cells() {
            "then the board is full"
        } else {
            "a longer count might not fit 64 bits"
        };
        let text = format!("DEPTH {depth}: at most {deepest}; {why}");
        return Err(Failure::Usage(text));
    }
    let mut screen = Screen::new(color);
    for depth in 0..=depth {
        let count = four_shapes_engine::perft(rules, depth);
        screen.say(&format!("{depth} {count}\n"))?;
    }
    Ok(())
}

/// How many moves there can be so that the count fits a `u64` even if no game
/// ended and no column filled before.
fn deepest(rules: Rules) -> usize {
    let mut most = 1_u64;
    let fits = |made: &usize| {
        let choices = if rules.gravity() {
            rules.columns().into()
        } else {
            rules.cells() - made
        };
        let more = most.checked_mul(choices as u64);
        most = more.unwrap_or(most);
        more.is_some()
    };
    (0..rules.cells()).take_while(fits).count()
}
