//! Matches that can be played live.

use four_shapes_records::{Match, Name};
use four_shapes_rules::{Status, Step, hash::fnv1a_64, notation::Notation};
use std::{error::Error, fmt};

/// The maximum number of seats of a live game.
pub const MAX_SEATS: usize = 4;

/// Checks that a match can be played live.
pub(crate) fn check(game_match: &Match) -> Result<(), LiveError> {
    let (setup, game) = (game_match.setup(), game_match.game());
    let players = setup.rules().players();
    if usize::from(players) > MAX_SEATS {
        return Err(LiveError::Players(players));
    }
    if setup.seats().iter().any(|seat| seat.computer.is_some()) {
        return Err(LiveError::ComputerPlayer);
    }
    if game.cursor() != game.steps().len() {
        return Err(LiveError::UndoneSteps);
    }
    Ok(())
}

/// The reason a match can't be played live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LiveError {
    /// It has more than [`MAX_SEATS`] players; their number.
    Players(u8),
    /// A computer player has a seat.
    ComputerPlayer,
    /// It has steps that can be redone.
    UndoneSteps,
    /// The host would play for a seat that doesn't exist.
    NoSeat(usize),
}

impl fmt::Display for LiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Players(players) => {
                write!(
                    f,
                    "{players} players; the maximum of live games is {MAX_SEATS}"
                )
            }
            Self::ComputerPlayer => f.write_str("live games have no computer players"),
            Self::UndoneSteps => f.write_str("live games have no undone moves"),
            Self::NoSeat(seat) => write!(f, "player {} doesn't exist", seat.saturating_add(1)),
        }
    }
}

impl Error for LiveError {}

/// Returns the hash of a game: of its start and its moves.
pub(crate) fn hash(game_match: &Match) -> u64 {
    hash_of_first(game_match, usize::MAX)
}

/// Returns the [hash] of a game when it had this number of steps.
pub(crate) fn hash_of_first(game_match: &Match, count: usize) -> u64 {
    let game = game_match.game();
    let steps = &game.steps()[..count.min(game.steps().len())];
    let moves = Notation::new().write_steps(game.rules(), steps);
    fnv1a_64(&format!("{} {moves}", game.start()))
}

/// Returns the number of steps.
pub(crate) fn step_count(game_match: &Match) -> usize {
    game_match.game().steps().len()
}

/// Returns the seat to move; `None` if the game is over.
pub(crate) fn seat_to_move(game_match: &Match) -> Option<usize> {
    match game_match.game().status() {
        Status::ToMove(player) => Some(game_match.seat_index(player)),
        Status::Won { .. } | Status::WonOnTime(_) | Status::Drawn(_) => None,
    }
}

/// Formats a step as notation.
pub(crate) fn step_text(game_match: &Match, step: Step) -> String {
    Notation::new().write_steps(game_match.rules(), &[step])
}

/// Returns the match after one more step, without its time; `None` if the text isn't exactly one
/// legal step.
pub(crate) fn after(game_match: &Match, step: &str) -> Option<Match> {
    let (swap, game) = (game_match.setup().swap(), game_match.game().clone());
    let game = Notation::new().swap(swap).parse_after(game, step).ok()?;
    let [step] = game.steps()[step_count(game_match)..] else {
        return None;
    };
    let mut next = game_match.clone();
    match step {
        Step::Place(cell) => next.turn()?.play(cell).ok()?,
        Step::Swap => next.swap().ok()?,
        Step::AgreeDraw | Step::TimeForfeit => return None,
    }
    Some(next)
}

/// Returns the match after one more step; `None` if it isn't legal.
pub(crate) fn after_step(game_match: &Match, step: Step) -> Option<Match> {
    let next = after(game_match, &step_text(game_match, step))?;
    // On a board with gravity, the notation of a cell is that of its column.
    (next.game().steps().last() == Some(&step)).then_some(next)
}

/// Returns whether a match continues another one: the same setup and start, and its steps first.
pub(crate) fn continues(next: &Match, game_match: &Match) -> bool {
    next.setup() == game_match.setup()
        && next.game().start() == game_match.game().start()
        && next.game().steps().starts_with(game_match.game().steps())
}

/// Returns the number of steps before the last one of one of these seats; `None` if there is none.
pub(crate) fn before_last_step_of(
    game_match: &Match,
    is_one: impl Fn(usize) -> bool,
) -> Option<usize> {
    let mut before = game_match.clone();
    while let Some(step) = before.undo() {
        if matches!(step, Step::Place(_) | Step::Swap) && seat_to_move(&before).is_some_and(&is_one)
        {
            return Some(before.game().cursor());
        }
    }
    None
}

/// Returns the match with only its first steps, and their times.
pub(crate) fn first_steps(game_match: &Match, count: usize) -> Option<Match> {
    let (setup, game) = (game_match.setup(), game_match.game());
    let steps = game.steps().get(..count)?;
    let start = Match::from_parts(setup.clone(), game.restarted())?;
    let mut times = game_match.times().iter();
    steps.iter().try_fold(start, |before, step| {
        let mut next = after_step(&before, *step)?;
        next.record_time(times.next().copied().unwrap_or(0));
        Some(next)
    })
}

/// Returns the match in which the player to move has run out of time; `None` if there is no time
/// control or the game is over.
pub(crate) fn forfeited_on_time(game_match: &Match) -> Option<Match> {
    let mut next = game_match.clone();
    next.forfeit_on_time().then_some(next)
}

/// Returns the match with the agreed draw; `None` if a win is possible or the game is over.
pub(crate) fn drawn(game_match: &Match) -> Option<Match> {
    let mut drawn = game_match.clone();
    drawn.turn()?.agree_draw().ok()?;
    Some(drawn)
}

/// Returns the next match of the same seats: the next one moves first.
pub(crate) fn rematch(game_match: &Match) -> Option<Match> {
    game_match.restarted(game_match.setup().clone().with_next_first_seat())
}

/// Returns the match with another name for a seat; `None` if another seat has it.
pub(crate) fn renamed(game_match: &Match, seat: usize, name: &Name) -> Option<Match> {
    let mut renamed = game_match.clone();
    renamed.set_name(seat, name.clone()).ok()?;
    Some(renamed)
}
