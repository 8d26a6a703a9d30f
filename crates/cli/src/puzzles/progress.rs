//! The [progress file](crate::progress_file) of generated puzzles.
//!
//! The header has the parameters of the games. Each further line has the number of a game and
//! its puzzle, or `-` if it has none: `17 44351 win 3 5 1200`. The fields of a puzzle are the
//! moves, the goal, the length, the number of the theme in [`THEMES`], and the rating.

use crate::{
    args::MAX_GAMES,
    progress_file::{Tasks, parse_rules},
};
use four_shapes_analysis::puzzles::{
    Goal, MAX_LENGTH, MAX_RATING, MIN_RATING, Puzzle, RATING_STEP, THEMES,
};
use four_shapes_rules::{Rules, Step, notation};

/// The first words of the header.
const FORMAT: &str = "four-shapes-puzzles-progress 2";

/// The games in which puzzles are searched for.
#[derive(Clone, Copy, Debug)]
pub(super) struct PuzzleGames {
    pub(super) rules: Rules,
    pub(super) seed: u64,
    /// Size of the transposition table, on which the levels' moves depend.
    pub(super) table_mb: u32,
}

impl Tasks for PuzzleGames {
    type Output = Option<Puzzle>;
    const KIND: &'static str = "the progress file of puzzles";
    const UNITS: &'static str = "games";
    const HEADER_END: &'static str = "\n";
    const MAX_COUNT: u64 = MAX_GAMES;
    const MAX_LINE: u64 = 512;

    fn from_header(header: &str) -> Result<Self, String> {
        let invalid = || "unknown header".to_owned();
        let rest = header.strip_prefix(FORMAT).ok_or_else(invalid)?;
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let [
            "rules",
            board,
            players,
            gravity,
            "seed",
            seed,
            "table-mb",
            table,
        ] = words[..]
        else {
            return Err(invalid());
        };
        Ok(Self {
            rules: parse_rules([board, players, gravity])?,
            seed: seed.parse().map_err(|_| invalid())?,
            table_mb: table.parse().map_err(|_| invalid())?,
        })
    }

    fn header(&self) -> String {
        let Self {
            rules,
            seed,
            table_mb,
        } = self;
        format!("{FORMAT} rules {rules} seed {seed} table-mb {table_mb}\n")
    }

    fn count(&self) -> Option<u64> {
        None
    }

    fn parse(&self, line: &str) -> Result<(u64, Option<Puzzle>), String> {
        let entry = || {
            let (number, puzzle) = line.split_once(' ')?;
            let number = number.parse().ok().filter(|number| *number < MAX_GAMES)?;
            let puzzle = match puzzle {
                "-" => None,
                _ => Some(parse_puzzle(self.rules, puzzle)?),
            };
            Some((number, puzzle))
        };
        entry().ok_or_else(|| {
            let line: String = line.chars().take(80).collect();
            format!("expected the number of a game and a puzzle, found {line:?}")
        })
    }

    fn line(&self, number: u64, puzzle: &Option<Puzzle>) -> String {
        match puzzle {
            Some(puzzle) => format!("{number} {}", write_puzzle(self.rules, puzzle)),
            None => format!("{number} -"),
        }
    }

    fn agree(one: &Option<Puzzle>, other: &Option<Puzzle>) -> bool {
        one == other
    }
}

fn write_puzzle(rules: Rules, puzzle: &Puzzle) -> String {
    let game = puzzle.game(rules).expect("the generator has played it");
    let moves = notation::write(&game);
    let goal = match puzzle.goal {
        Goal::Win => "win",
        Goal::Draw => "draw",
    };
    let theme = THEMES.iter().position(|theme| *theme == puzzle.theme);
    let theme = theme.expect("the generator has chosen it from the list");
    let Puzzle { length, rating, .. } = puzzle;
    format!("{moves} {goal} {length} {theme} {rating}")
}

fn parse_puzzle(rules: Rules, text: &str) -> Option<Puzzle> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [moves, goal, length, theme, rating] = fields[..] else {
        return None;
    };
    let game = notation::parse(rules, moves).ok()?;
    let moves = game.steps().iter().map(|step| match step {
        Step::Place(cell) => Some(cell.column()),
        Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
    });
    let puzzle = Puzzle {
        moves: moves.collect::<Option<_>>()?,
        goal: match goal {
            "win" => Goal::Win,
            "draw" => Goal::Draw,
            _ => return None,
        },
        length: length.parse().ok()?,
        theme: *THEMES.get(theme.parse::<usize>().ok()?)?,
        rating: rating.parse().ok()?,
    };
    let is_valid = puzzle.game(rules).is_ok()
        && (1..=MAX_LENGTH).contains(&puzzle.length)
        && (MIN_RATING..=MAX_RATING).contains(&puzzle.rating)
        && (puzzle.rating - MIN_RATING).is_multiple_of(RATING_STEP);
    is_valid.then_some(puzzle)
}
