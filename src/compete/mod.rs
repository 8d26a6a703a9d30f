//! Competing: the cup, and the way to the bot lab.

mod cup;
mod home;
pub(crate) mod text;

pub(crate) use cup::{enter, page as cup};
pub(crate) use home::home;

/// Restores the stored cup, and follows the games on the board.
pub(crate) fn start() {
    cup::start();
}
