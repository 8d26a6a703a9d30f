//! A tournament of built-in players.
//!
//! ```sh
//! cargo run --release -p four-shapes-tournament --example tournament
//! ```

use four_shapes_players::{PlayerKind, Resources};
use four_shapes_tournament::{
    COMPUTER_MEMORY, ComputerGamePlayer, Entrant, Table, Tournament, TournamentConfig, play,
    report::Report,
};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", table(&["random", "level:1", "level:2"], 50)?);
    Ok(())
}

/// Plays a round robin of computer players and returns its table.
pub(crate) fn table(players: &[&str], games: u32) -> Result<String, Box<dyn Error>> {
    let kinds: Vec<PlayerKind> = players
        .iter()
        .map(|player| player.parse())
        .collect::<Result<_, _>>()?;
    let tournament = Tournament::new(TournamentConfig {
        entrants: kinds.iter().copied().map(Entrant::Computer).collect(),
        games_per_pairing: games,
        seed: 1,
        ..TournamentConfig::default()
    })?;
    let resources = Resources {
        memory: COMPUTER_MEMORY,
        book: None,
    };
    let mut table = Table::new(&tournament);
    // Games are independent of each other: their numbers can be divided among threads.
    for number in 0..tournament.game_count() {
        let game = tournament.begin(number);
        let player = |entrant: usize| {
            ComputerGamePlayer::new(kinds[entrant], tournament.rules(), &resources)
        };
        let [mut first, mut second] = game.scheduled().entrants.map(player);
        // The clock stays at 0, since the table has no times.
        let finished = play(game, [&mut first, &mut second], || 0);
        table.add(&finished);
    }
    Ok(Report::new(&table).text(false))
}
