//! Games with people elsewhere, by links: a player moves and sends a link with the game, the next
//! one opens it and does the same. Chess players call it correspondence.

mod answers;
mod form;
mod invitation;
mod list;
pub(crate) mod live;
mod page;
mod person;
mod sending;
mod state;

use crate::game::session::to_end;
use four_shapes_records::{Match, link};

pub(crate) use {
    answers::pass_answer_on,
    list::{turn_pill, unfinished_ids, waiting_games},
    page::{leave, page},
    sending::{enter_send_link, send_link, sending, sending_of_end},
    state::{enter, open_link, start},
};

/// Returns a match whose last step is that at the cursor.
fn without_undone_steps(game_match: &Match) -> Match {
    // Links have neither times nor computer players: the clocks of a live game begin anew.
    link::parse(&link::write(game_match)).unwrap_or_else(|_| to_end(game_match))
}
