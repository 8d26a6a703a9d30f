//! Solving the positions of the input, line by line.

use crate::{
    args::{SolveArgs, When},
    begin::{self, out_of_range},
    failure::Failure,
    input::Lines,
    interrupt,
    screen::{Passing, Screen, remark},
};
use four_shapes_engine::{
    Bound, Position, Rules, Status, escape, notation,
    solver::{Bounds, Columns, Goal, Progress, Solver, Unsolvable, book::Book},
};
use std::{
    fmt,
    hint::black_box,
    io::{self, IsTerminal},
    sync::Arc,
    time::Instant,
};

/// The opening book of the classic game; `four book` makes it.
const BOOK: &[u8] = include_bytes!("../../../data/7x6.book");

/// The least and the most memory for the solver's table.
const TABLE_MB: (u32, u32) = (1, 1 << 16);

/// How many positions are looked at before it looks whether there was a signal: some
/// hundredths of a second.
const SLICE: u64 = 100_000;

/// Solves every line of the input.
pub(crate) fn solve(args: &SolveArgs, color: When) -> Result<(), Failure> {
    let rules = begin::rules(&args.size.board(), None)?;
    let mut solving = Solving {
        solver: solver(rules, args)?,
        goal: if args.weak {
            Goal::Outcome
        } else {
            Goal::Exact
        },
        all: args.all,
        cold: args.cold,
        most_nodes: args.most_nodes.unwrap_or(u64::MAX),
    };
    if io::stdin().is_terminal() {
        remark(&expected(rules));
    }
    let mut screen = Screen::new(color);
    solving.answer_all(&mut Lines::default(), |text| screen.say(text))
}

/// A solver of these rules, with the memory and the book that are asked for.
fn solver(rules: Rules, args: &SolveArgs) -> Result<Solver, Failure> {
    let bytes = table_bytes(args.table_mb)?;
    let mut solver = Solver::new(rules, bytes).map_err(|error| {
        Failure::Usage(match error {
            Unsolvable::Connect(connect) => format!("--connect {connect}: {error}"),
            Unsolvable::TooLarge { columns, rows } => {
                format!("--columns {columns} --rows {rows}: {error}")
            }
            _ => error.to_string(),
        })
    })?;
    if !args.no_book
        && let Some(book) = book(rules)?
    {
        solver.use_book(book);
    }
    Ok(solver)
}

/// As many bytes as `--table-mb` asks for.
pub(crate) fn table_bytes(table_mb: u32) -> Result<usize, Failure> {
    let (least, most) = TABLE_MB;
    let asked = format!("--table-mb {table_mb}");
    if table_mb < least {
        return Err(out_of_range(&asked, Bound::AtLeast(least)));
    }
    if table_mb > most {
        return Err(out_of_range(&asked, Bound::AtMost(most)));
    }
    let bytes = usize::try_from(u64::from(table_mb) << 20).ok();
    let bytes = bytes.filter(|bytes| can_be_had(*bytes));
    bytes.ok_or_else(|| Failure::Usage(format!("{asked}: no such memory is free")))
}

/// The opening book for a game with these rules, if there is one.
pub(crate) fn book(rules: Rules) -> Result<Option<Arc<Book>>, Failure> {
    if rules != Rules::CLASSIC {
        return Ok(None);
    }
    let book = Book::read(BOOK).map_err(|error| Failure::File(format!("the book: {error}")))?;
    Ok(Some(Arc::new(book)))
}

/// Whether the system would give so much memory. The table itself can't ask: it
/// ends the program if it gets none.
fn can_be_had(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let had = probe.try_reserve_exact(bytes).is_ok();
    // A request whose memory nobody sees may be left out and succeed.
    black_box(&probe);
    had
}

/// What somebody who sits at the input is told.
fn expected(rules: Rules) -> String {
    let last = rules.columns();
    let example = if last > 9 { "3,3,10" } else { "332" };
    format!(
        "Type a position in each line, as the columns that were played, 1 to {last}: {example}\n\
         The end of the input (Ctrl-D) ends it."
    )
}

/// The solver, and what it is asked.
struct Solving {
    solver: Solver,
    goal: Goal,
    all: bool,
    cold: bool,
    most_nodes: u64,
}

impl Solving {
    /// Writes an answer to each line before it reads the next.
    fn answer_all(
        &mut self,
        input: &mut Lines,
        mut say: impl FnMut(&str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (mut lines, mut bad) = (0_u64, 0_u64);
        while let Some(line) = input.next()? {
            lines += 1;
            let moves = moves(&line);
            let answer = self.answer(moves).unwrap_or_else(|why| {
                bad += 1;
                format!("error: {why}")
            });
            say(&(escape(&format!("{moves} {answer}")) + "\n"))?;
        }
        if bad == 0 {
            return Ok(());
        }
        let text = format!("the input: {bad} of {lines} lines have no position to solve");
        Err(Failure::File(text))
    }

    /// What is written after the moves of a position; or what is wrong with them.
    fn answer(&mut self, moves: &str) -> Result<String, String> {
        let game = notation::parse(self.solver.rules(), moves).map_err(|e| e.to_string())?;
        let Status::ToMove(_) = game.status() else {
            return Err(Unsolvable::Over.to_string());
        };
        if self.cold {
            self.solver.forget();
        }
        let before = self.solver.nodes();
        let start = Instant::now();
        let found = self.find(game.position()).map_err(|e| e.to_string())?;
        let time = start.elapsed().as_micros();
        let nodes = self.solver.nodes() - before;
        Ok(format!("{found} {nodes} {time}"))
    }

    /// How many positions to look at next, until those that are asked for have been looked
    /// at or there was a signal.
    fn slices(&self) -> impl FnMut(&Solver) -> Option<u64> + use<> {
        let limit = self.solver.nodes().saturating_add(self.most_nodes);
        let mut passing = Passing::new();
        move |solver| {
            passing.show_late("solving …");
            let left = limit.saturating_sub(solver.nodes());
            (left > 0 && !interrupt::requested()).then(|| left.min(SLICE))
        }
    }

    fn find(&mut self, position: &Position) -> Result<Found, Unsolvable> {
        self.solver.begin(position, self.goal, None)?;
        let estimate = self.solver.estimate();
        if self.all {
            let mut columns = Columns::new(&mut self.solver, position, self.goal)?;
            let mut slices = self.slices();
            while let Some(slice) = slices(&self.solver)
                && !columns.search(&mut self.solver, slice)
            {}
            return Ok(Found::of(self.solver.rules(), &columns, estimate));
        }
        let mut slices = self.slices();
        let mut found = self.solver.search(0);
        while let Progress::Paused(_) = found
            && let Some(slice) = slices(&self.solver)
        {
            found = self.solver.search(slice);
        }
        let bounds = match found {
            Progress::Done(score) => Bounds {
                lower: score,
                upper: score,
            },
            Progress::Paused(bounds) => bounds,
        };
        let columns = Vec::new();
        Ok(Found {
            bounds,
            estimate,
            columns,
        })
    }
}

/// What was found out about a position.
struct Found {
    bounds: Bounds,
    /// What the score probably is, if it isn't known.
    estimate: i32,
    /// The bounds of each column that is not full; empty if nobody has asked.
    columns: Vec<Option<Bounds>>,
}

impl Found {
    fn of(rules: Rules, searched: &Columns, estimate: i32) -> Self {
        let bounds = searched.overall().expect("a column is open");
        Self {
            bounds,
            estimate: estimate.clamp(bounds.lower, bounds.upper),
            columns: rules
                .all_columns()
                .map(|column| searched.bounds(column))
                .collect(),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&proved(self.bounds))?;
        if self.bounds.exact().is_none() {
            write!(f, "~{}", self.estimate)?;
        }
        for (number, column) in self.columns.iter().enumerate() {
            f.write_str(if number == 0 { " " } else { "," })?;
            f.write_str(&column.map_or("-".to_owned(), proved))?;
        }
        Ok(())
    }
}

/// A score, or between which two it is.
fn proved(bounds: Bounds) -> String {
    match bounds.exact() {
        Some(score) => score.to_string(),
        None => format!("{}..{}", bounds.lower, bounds.upper),
    }
}

/// The moves of a line: what is before the first space.
fn moves(line: &str) -> &str {
    let end = line.find([' ', '\t', '\r', '\n']);
    &line[..end.unwrap_or(line.len())]
}
