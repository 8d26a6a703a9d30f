//! `four solve`: solves the positions of the input.

use crate::{
    args::{ColourWhen, ReadingArgs, SolveArgs, TableArgs},
    failure::Failure,
    interrupt, match_setup, parallel_search,
    reading::{self, Notes, Source},
    screen::{Screen, TransientStatus, print_to_stderr},
};
use four_shapes_records::{Match, import::Reading};
use four_shapes_rules::{Position, Rules, Status, notation, text::escape};
use four_shapes_solver::{
    Bounds, ColumnSearch, Goal, PositionSearch, Score, Search, Solver, Unsolvable, book::Book,
    evaluation::Chances,
};
use std::{
    fmt,
    hint::black_box,
    io::{self, IsTerminal},
    sync::Arc,
    time::Instant,
};

/// Number of positions searched between two checks for a signal, some hundredths of a second.
const SLICE: u64 = 100_000;

/// Solves the positions of the input.
pub(crate) fn solve(args: &SolveArgs, colour: ColourWhen) -> Result<(), Failure> {
    let rules = match_setup::plain_rules(&args.size)?;
    let mut solver = PositionSolver {
        solver: solver(rules, args)?,
        goal: if args.weak {
            Goal::Outcome
        } else {
            Goal::Exact
        },
        all: args.all,
        threads: args.threads.get().into(),
        cold: args.cold,
        max_nodes: args.nodes.unwrap_or(u64::MAX),
    };
    let source = Source::new(&args.input, rules, &args.reading)?;
    if source.is_stdin() && io::stdin().is_terminal() {
        print_to_stderr(&instructions(rules));
    }
    let mut screen = Screen::new(colour);
    solver.answer_all(&source, &args.reading, |text| screen.print(text))
}

/// Creates a solver with the memory and the book of the options.
fn solver(rules: Rules, args: &SolveArgs) -> Result<Solver, Failure> {
    let bytes = table_bytes(args.table, rules)?;
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
        && let Some(book) = book(rules)
    {
        solver.use_book(book);
    }
    Ok(solver)
}

/// Returns the size of the transposition table in bytes.
///
/// # Errors
/// Returns an error if it is too small for the board, or if that much memory can't be
/// allocated.
pub(crate) fn table_bytes(
    TableArgs { table_mb }: TableArgs,
    rules: Rules,
) -> Result<usize, Failure> {
    let usage = |problem: &str| Failure::Usage(format!("--table-mb {table_mb}: {problem}"));
    let bytes = usize::try_from(u64::from(table_mb) << 20).ok();
    let bytes = bytes.filter(|bytes| can_allocate(*bytes));
    let bytes = bytes.ok_or_else(|| usage("cannot allocate the table"))?;
    let min_mb = Solver::min_table(rules).div_ceil(1 << 20);
    if bytes >> 20 < min_mb {
        let (columns, rows) = (rules.columns(), rules.rows());
        return Err(usage(&format!(
            "the {columns} × {rows} board needs at least {min_mb}"
        )));
    }
    Ok(bytes)
}

/// Returns the opening book for these rules, if any.
pub(crate) fn book(rules: Rules) -> Option<Arc<Book>> {
    (rules == Rules::CLASSIC).then(|| Arc::new(Book::classic()))
}

/// Returns whether an allocation of this size succeeds. The solver's own allocation aborts
/// the program if it fails.
fn can_allocate(bytes: usize) -> bool {
    let mut probe = Vec::<u8>::new();
    let allocated = probe.try_reserve_exact(bytes).is_ok();
    // Keeps the compiler from removing the allocation.
    black_box(&probe);
    allocated
}

/// Returns the instructions for input from a terminal.
fn instructions(rules: Rules) -> String {
    let last = rules.columns();
    let example = if last > 9 { "3,3,10" } else { "332" };
    format!(
        "Enter a position: the columns of its moves (1 to {last}), such as {example}; or paste a \
         picture of a board.\nPress Ctrl-D to finish."
    )
}

/// The solver and the options.
struct PositionSolver {
    solver: Solver,
    goal: Goal,
    all: bool,
    threads: usize,
    cold: bool,
    max_nodes: u64,
}

impl PositionSolver {
    /// Answers each line or picture before reading the next.
    fn answer_all(
        &mut self,
        source: &Source,
        args: &ReadingArgs,
        mut say: impl FnMut(&str) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let rules = self.solver.rules();
        let mut input = source.texts()?;
        let (mut lines, mut answers, mut bad) = (0, 0_u64, 0_u64);
        let mut notes = Notes::default();
        while let Some((text, count)) = input.next()? {
            let read = if text.trim().is_empty() {
                vec![(1, Ok(Reading::empty(rules)))]
            } else {
                reading::all(&text, rules, args)
            };
            for (number, read) in read {
                answers += 1;
                let answer = read.and_then(|read| {
                    notes.say(&format!("line {}", lines + number), read.notes);
                    self.answer(&read.game_match)
                });
                let line = answer.unwrap_or_else(|why| {
                    bad += 1;
                    let line = text.lines().nth(number - 1).unwrap_or_default();
                    let source = shown(line.trim());
                    format!("{source} error: {why}")
                });
                say(&(escape(&line) + "\n"))?;
            }
            lines += count;
        }
        if bad == 0 {
            return Ok(());
        }
        let name = source.name();
        let text = format!("{name}: {bad} of {answers} positions could not be solved");
        Err(Failure::File(text))
    }

    /// Returns the output for a position, or the error message.
    fn answer(&mut self, game_match: &Match) -> Result<String, String> {
        let game = game_match.game();
        if game.rules() != self.solver.rules() {
            let rules = game.rules();
            return Err(format!(
                "{} in a row on {} × {}: the rules differ from those of the options",
                rules.connect(),
                rules.columns(),
                rules.rows()
            ));
        }
        let Status::ToMove(_) = game.status() else {
            return Err(Unsolvable::Over.to_string());
        };
        if self.cold {
            self.solver.clear_table();
        }
        let start = Instant::now();
        let found = match (self.all, self.goal) {
            (false, _) => self.search(game.position()),
            (true, Goal::Exact) => self.search_columns(game.position()),
            (true, _) => self.search_outcomes(game.position()),
        };
        let (found, nodes) = found.map_err(|e| e.to_string())?;
        let time = start.elapsed().as_micros();
        let position = if game.is_set_up() {
            game.position().to_string()
        } else {
            notation::write(game)
        };
        Ok(format!("{position} {found} {nodes} {time}"))
    }

    /// Returns the result of a search and its number of nodes.
    fn search(&mut self, position: &Position) -> Result<(SearchResult, u64), Unsolvable> {
        let found = parallel_search::search(
            &mut self.solver,
            position,
            self.goal,
            self.threads,
            self.max_nodes,
        )?;
        let result = SearchResult {
            goal: self.goal,
            bounds: found.bounds,
            estimate: found.estimate,
            columns: Vec::new(),
        };
        Ok((result, found.nodes))
    }

    /// Returns the scores of all columns and the number of nodes.
    fn search_columns(&mut self, position: &Position) -> Result<(SearchResult, u64), Unsolvable> {
        let mut search = ColumnSearch::new(&mut self.solver, position)?;
        let mut status = TransientStatus::new();
        loop {
            status.show_late("solving …");
            let left = self.max_nodes.saturating_sub(search.nodes());
            if left == 0 || interrupt::requested() || search.run(left.min(SLICE)).is_done() {
                break;
            }
        }
        let columns = position.rules().all_columns();
        let result = SearchResult {
            goal: self.goal,
            bounds: search.position_bounds().expect("a column is open"),
            estimate: search.position_estimate().expect("a column is open"),
            columns: columns.map(|column| search.bounds(column)).collect(),
        };
        Ok((result, search.nodes()))
    }

    /// Returns the outcomes of all columns and the number of nodes.
    fn search_outcomes(&mut self, position: &Position) -> Result<(SearchResult, u64), Unsolvable> {
        let goal = Goal::Outcome;
        let estimate = PositionSearch::new(&mut self.solver, position, goal)?.estimate();
        let (mut columns, mut nodes) = (Vec::new(), 0);
        for column in position.rules().all_columns() {
            let mut after = position.clone();
            let Ok(cell) = after.drop(position.to_move(), column) else {
                columns.push(None);
                continue;
            };
            columns.push(Some(if after.trace(cell).is_some() {
                Bounds::exactly(Score::new(1))
            } else if after.is_full() {
                Bounds::exactly(Score::DRAW)
            } else {
                let left = self.max_nodes.saturating_sub(nodes);
                let found = parallel_search::search(&mut self.solver, &after, goal, 1, left)?;
                nodes += found.nodes;
                found.bounds.for_opponent()
            }));
        }
        let open = columns.iter().flatten();
        let best = open.copied().reduce(|best, column| Bounds {
            lower: best.lower.max(column.lower),
            upper: best.upper.max(column.upper),
        });
        let result = SearchResult {
            goal,
            bounds: best.expect("a column is open"),
            estimate,
            columns,
        };
        Ok((result, nodes))
    }
}

/// The result of a search.
struct SearchResult {
    goal: Goal,
    bounds: Bounds,
    /// The estimated chances, for bounds that are not exact.
    estimate: Chances,
    /// The bounds of each column, `None` for a full one; empty without `--all`.
    columns: Vec<Option<Bounds>>,
}

impl SearchResult {
    /// Returns bounds as numbers: of the score or of the outcome, depending on the goal.
    fn numbers(&self, Bounds { lower, upper }: Bounds) -> [i32; 2] {
        [lower, upper].map(|score| match self.goal {
            Goal::Outcome => score.outcome() as i32,
            _ => score.into(),
        })
    }

    fn format(&self, bounds: Bounds) -> String {
        match self.numbers(bounds) {
            [lower, upper] if lower == upper => lower.to_string(),
            [lower, upper] => format!("{lower}..{upper}"),
        }
    }
}

impl fmt::Display for SearchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.format(self.bounds))?;
        let [lower, upper] = self.numbers(self.bounds);
        if lower < upper {
            write!(f, "~{}%", self.estimate.within(self.bounds).percent())?;
        }
        for (number, column) in self.columns.iter().enumerate() {
            f.write_str(if number == 0 { " " } else { "," })?;
            f.write_str(&column.map_or("-".to_owned(), |column| self.format(column)))?;
        }
        Ok(())
    }
}

/// The start of a line.
fn shown(line: &str) -> String {
    const MAX: usize = 60;
    let mut shown: String = line.chars().take(MAX).collect();
    if shown.len() < line.len() {
        shown.push('…');
    }
    shown
}
