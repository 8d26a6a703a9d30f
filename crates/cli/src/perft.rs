//! `four perft`: counts move sequences.

use crate::{
    args::{ColourWhen, PerftArgs},
    failure::Failure,
    match_setup,
    screen::Screen,
};
use four_shapes_rules::Rules;

/// Prints the number of move sequences of each length up to the given one.
pub(crate) fn perft(args: &PerftArgs, colour: ColourWhen) -> Result<(), Failure> {
    let rules = match_setup::plain_rules(args.rules.clone())?;
    let (depth, max) = (args.depth, max_depth(rules));
    if depth > max {
        let reason = if max == rules.cells() {
            "the board is full after that many moves"
        } else {
            "larger counts may exceed 64 bits"
        };
        let text = format!("invalid value '{depth}' for 'DEPTH': must be at most {max}; {reason}");
        return Err(Failure::Usage(text));
    }
    let mut screen = Screen::new(colour);
    for depth in 0..=depth {
        let count = four_shapes_rules::perft(rules, depth);
        screen.print(&format!("{depth} {count}\n"))?;
    }
    Ok(())
}

/// Returns the maximum depth whose count fits in a `u64`, assuming that no game ends and no
/// column fills earlier.
fn max_depth(rules: Rules) -> usize {
    let mut bound = 1_u64;
    let fits = |played: &usize| {
        let choices = if rules.gravity() {
            rules.columns().into()
        } else {
            rules.cells() - played
        };
        let next = bound.checked_mul(choices as u64);
        bound = next.unwrap_or(bound);
        next.is_some()
    };
    (0..rules.cells()).take_while(fits).count()
}
