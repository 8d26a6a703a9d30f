//! How the games of a tournament are spread over workers, and what they come to. Pure:
//! the workers and what is shown are in `sheets/tournament`.

mod organizer;
pub(crate) mod standing;

pub(crate) use organizer::Organizer;
