//! The journal of a tournament: its [progress file](crate::progress_file), with the setup and a
//! line for each finished game.

use crate::progress_file::Tasks;
use four_shapes_tournament::{FinishedGame, Tournament, file};

impl Tasks for Tournament {
    type Output = FinishedGame;
    const KIND: &'static str = "a saved tournament";
    const UNITS: &'static str = "games";
    const HEADER_END: &'static str = "\n}\n";
    const MAX_LINE: u64 = 2048;

    fn from_header(header: &str) -> Result<Self, String> {
        file::read(header).map_err(|error| error.to_string())
    }

    fn header(&self) -> String {
        file::write(self)
    }

    fn count(&self) -> Option<u64> {
        Some(self.game_count())
    }

    fn parse(&self, line: &str) -> Result<(u64, FinishedGame), String> {
        let game = FinishedGame::parse(self, line).map_err(|error| error.to_string())?;
        Ok((game.number, game))
    }

    fn line(&self, _: u64, game: &FinishedGame) -> String {
        game.to_line(self)
    }

    fn agree(one: &FinishedGame, other: &FinishedGame) -> bool {
        one.moves == other.moves && one.ending == other.ending
    }
}
