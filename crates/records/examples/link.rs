//! Reads a game from a link that the page's *Share* has made.
//!
//! ```sh
//! cargo run -p four-shapes-records --example link -- 'v=1&board=7x6&connect=4&moves=4444'
//! ```

use four_shapes_records::link;
use four_shapes_rules::{Status, notation};
use std::{env, error::Error};

fn main() -> Result<(), Box<dyn Error>> {
    let link = env::args().nth(1);
    let link = link.as_deref();
    println!(
        "{}",
        description(link.unwrap_or("v=1&board=7x6&connect=4&moves=44455554221"))?
    );
    Ok(())
}

/// Describes the game in the part of a link after `#`.
pub(crate) fn description(fragment: &str) -> Result<String, Box<dyn Error>> {
    let game_match = link::parse(fragment)?;
    let game = game_match.game();
    let name = |player| &game_match.seat(player).name;
    let status = match game.status() {
        Status::ToMove(player) => format!("{} is to move", name(player)),
        Status::Won { player, trace } => format!("{} has won with {trace}", name(player)),
        Status::WonOnTime(player) => format!("{} has won on time", name(player)),
        Status::Drawn(_) => "a draw".to_owned(),
    };
    let moves = notation::write(game);
    Ok(format!("{:#}\nmoves: {moves}\n{status}", game.position()))
}
