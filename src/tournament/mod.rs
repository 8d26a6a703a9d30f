//! Tournaments: the runner, which distributes games among workers, and the dialog.

mod chart;
mod crosstable;
pub(crate) mod dialog;
mod export;
mod form;
mod game_list;
mod games;
mod persistence;
mod picture;
mod progress;
mod results;
mod runner;
mod scheduler;
mod setup;
mod simulation;
mod state;
pub(crate) mod text;
mod worker;

pub(crate) use scheduler::Scheduler;
pub(crate) use simulation::{BotPlayer, Bots, Simulation, simulate, use_bots};
pub(crate) use state::random_seed;
pub(crate) use text::forfeit_reason;
