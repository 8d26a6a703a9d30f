//! Compares builds of `four` on positions of many boards.
//!
//! Positions are grouped by board, by the number of empty cells and by how early they are
//! decided, since a search can be good at one kind of them and bad at another. Every
//! program solves the same positions in turns, with cold tables, in one run.

use crate::random::{Random, has_immediate_win, playout};
use four_shapes_rules::{Rules, RulesConfig, notation};
use four_shapes_solver::{Goal, PositionSearch, Progress, Search as _, Solver};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// The boards of generated positions: columns, rows and pieces in a row.
const BOARDS: [[u32; 3]; 10] = [
    [7, 6, 4],
    [8, 7, 4],
    [9, 6, 4],
    [9, 7, 4],
    [10, 6, 4],
    [7, 8, 4],
    [12, 5, 4],
    [7, 6, 3],
    [7, 6, 5],
    [8, 7, 5],
];

/// The numbers of empty cells of generated positions. With more, single positions take
/// minutes on the larger boards.
const EMPTY: [(usize, usize); 3] = [(12, 22), (23, 30), (31, 36)];

/// The nodes after which the generator gives up on a position and counts it as unsolved.
const MAX_NODES: u64 = 3_000_000;

/// The random positions tried for each wanted one, some classes being rare.
const TRIES: usize = 12;

/// The table of each program in MB.
const TABLE_MB: &str = "64";

/// What to measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The programs `four`, the one to judge last.
    pub programs: Vec<PathBuf>,
    /// Files of positions. If there are none, positions are generated.
    pub files: Vec<PathBuf>,
    /// The number of generated positions of each class.
    pub size: usize,
    /// The number of measurements of each position, of which the best counts.
    pub rounds: usize,
    /// The seed of the generated positions.
    pub seed: u64,
}

impl Comparison {
    /// Parses options, each a name and a value.
    ///
    /// # Errors
    /// Returns an error for the first invalid option.
    pub fn parse(words: &[String]) -> Result<Self, String> {
        let mut comparison = Self {
            programs: Vec::new(),
            files: Vec::new(),
            size: 4,
            rounds: 2,
            seed: 1,
        };
        for pair in words.chunks(2) {
            let [name, value] = pair else {
                return Err(format!("{} needs a value", pair[0]));
            };
            let number = || match value.parse::<u64>() {
                Ok(number) if number >= 1 => Ok(number),
                _ => Err(format!("{name} {value}: expected a number of at least 1")),
            };
            let count = || number().map(|n| usize::try_from(n).unwrap_or(usize::MAX));
            match name.as_str() {
                "--program" => comparison.programs.push(value.into()),
                "--file" => comparison.files.push(value.into()),
                "--size" => comparison.size = count()?,
                "--rounds" => comparison.rounds = count()?,
                "--seed" => comparison.seed = number()?,
                _ => return Err(format!("unknown option: {name}")),
            }
        }
        if comparison.programs.is_empty() {
            return Err("--program is missing".to_owned());
        }
        Ok(comparison)
    }

    /// Measures all programs and prints the results.
    ///
    /// # Errors
    /// Returns an error if a file is invalid, a program fails, or a score differs.
    pub fn run(&self) -> Result<(), String> {
        let cases = if self.files.is_empty() {
            generate(self.size, self.seed)
        } else {
            let files = self.files.iter().map(|file| read(file));
            files.collect::<Result<Vec<_>, _>>()?.concat()
        };
        let measured = self.measure(&cases)?;
        print!("{}", self.report(&cases, &measured));
        Ok(())
    }

    /// Returns the nodes and the best time of each case and program.
    fn measure(&self, cases: &[Case]) -> Result<Vec<Vec<Cost>>, String> {
        let mut costs = vec![vec![Cost::NONE; self.programs.len()]; cases.len()];
        let mut boards: BTreeMap<[u32; 3], Vec<usize>> = BTreeMap::new();
        for (at, case) in cases.iter().enumerate() {
            boards.entry(case.board).or_default().push(at);
        }
        for round in 0..self.rounds {
            for (board, indices) in &boards {
                eprintln!("Round {}: {}", round + 1, name(*board));
                for (program, path) in self.programs.iter().enumerate() {
                    let found = solve(path, *board, indices.iter().map(|&at| &cases[at]))?;
                    for (&at, cost) in indices.iter().zip(found) {
                        let best = &mut costs[at][program];
                        best.nodes = cost.nodes;
                        best.micros = best.micros.min(cost.micros);
                    }
                }
            }
        }
        Ok(costs)
    }

    fn report(&self, cases: &[Case], costs: &[Vec<Cost>]) -> String {
        let mut classes: BTreeMap<(usize, [u32; 3], usize, usize), Vec<usize>> = BTreeMap::new();
        for (at, case) in cases.iter().enumerate() {
            let order = BOARDS.iter().position(|board| *board == case.board);
            let key = (
                order.unwrap_or(BOARDS.len()),
                case.board,
                case.band(),
                case.fifth(),
            );
            classes.entry(key).or_default().push(at);
        }
        let mut out = String::new();
        let programs = self.programs.len();
        for (number, path) in self.programs.iter().enumerate() {
            let _ = writeln!(out, "{}: {}", number + 1, path.display());
        }
        let _ = write!(
            out,
            "\nmeans per position; class: empty cells, fifth of |score|\n\nboard    class     count"
        );
        for number in 1..=programs {
            let _ = write!(out, "   {number}: nodes        µs");
        }
        let _ = writeln!(out, "   {programs}: worst µs, position");
        for ((_, board, band, fifth), indices) in &classes {
            let _ = write!(
                out,
                "{:8} {:7} {fifth} {:6}",
                name(*board),
                band_name(*band),
                indices.len()
            );
            self.row(&mut out, cases, costs, indices);
        }
        let all: Vec<usize> = (0..cases.len()).collect();
        let _ = write!(out, "{:18} {:6}", "all", all.len());
        self.row(&mut out, cases, costs, &all);
        out += &self.ratios(cases, costs);
        out
    }

    /// Writes the means of a class and its worst position for the last program.
    fn row(&self, out: &mut String, cases: &[Case], costs: &[Vec<Cost>], indices: &[usize]) {
        let count = count(indices.len());
        let mean = |program: usize, cost: fn(&Cost) -> f64| {
            let costs = indices.iter().map(|&at| cost(&costs[at][program]));
            costs.sum::<f64>() / count
        };
        let means = (0..self.programs.len()).map(|program| {
            [
                mean(program, |cost| cost.nodes),
                mean(program, |cost| cost.micros),
            ]
        });
        for [nodes, micros] in means {
            let _ = write!(out, " {nodes:10.0} {micros:10.1}");
        }
        let last = self.programs.len() - 1;
        let micros = |at: &&usize| costs[**at][last].micros;
        if let Some(&worst) = indices
            .iter()
            .max_by(|a, b| micros(a).total_cmp(&micros(b)))
        {
            let _ = writeln!(
                out,
                "   {:10.0} {} {}",
                costs[worst][last].micros, cases[worst].moves, cases[worst].score
            );
        }
    }

    /// Compares each program, and the reference times of the files, with the last program.
    fn ratios(&self, cases: &[Case], costs: &[Vec<Cost>]) -> String {
        let mut out = String::new();
        let last = self.programs.len() - 1;
        let mut compare = |name: &str, time: &dyn Fn(usize) -> Option<f64>| {
            let pairs: Vec<(usize, f64)> = (0..cases.len())
                .filter_map(|at| Some((at, time(at)?)))
                .collect();
            if pairs.is_empty() {
                return;
            }
            let theirs: f64 = pairs.iter().map(|pair| pair.1).sum();
            let ours: f64 = pairs.iter().map(|pair| costs[pair.0][last].micros).sum();
            let _ = writeln!(
                out,
                "\n{name}: sum of times {:.2} × that of {}",
                theirs / ours,
                last + 1
            );
            let mut slower: Vec<(f64, usize)> = pairs
                .iter()
                .filter(|pair| costs[pair.0][last].micros > 1000.0)
                .map(|&(at, theirs)| (costs[at][last].micros / theirs.max(1.0), at))
                .collect();
            slower.sort_by(|a, b| b.0.total_cmp(&a.0));
            let twice = slower.iter().filter(|pair| pair.0 > 2.0).count();
            let _ = writeln!(
                out,
                "  more than 1 ms and twice its time: {twice} positions; the slowest in comparison:"
            );
            for (ratio, at) in slower.iter().take(10) {
                let case = &cases[*at];
                let _ = writeln!(
                    out,
                    "  {ratio:6.2} × {:9.0} µs  {} {} {}",
                    costs[*at][last].micros,
                    name_of(case),
                    case.moves,
                    case.score
                );
            }
        };
        (0..last).for_each(|program| {
            let name = (program + 1).to_string();
            compare(&name, &|at| Some(costs[at][program].micros));
        });
        compare("reference times of the files", &|at| cases[at].reference);
        out
    }
}

/// A position and its score.
#[derive(Clone, Debug, PartialEq)]
struct Case {
    board: [u32; 3],
    moves: String,
    /// The number of empty cells.
    empty: usize,
    score: i32,
    /// The microseconds of another solver, from a file.
    reference: Option<f64>,
}

impl Case {
    /// Returns the index of the class by empty cells.
    fn band(&self) -> usize {
        let after = EMPTY.iter().position(|(_, most)| self.empty <= *most);
        after.unwrap_or(EMPTY.len())
    }

    /// Returns how early the position is decided: 0 for a draw, then the fifth of the
    /// highest possible score in which this one is.
    fn fifth(&self) -> usize {
        let most = self.empty.div_ceil(2).max(1);
        (self.score.unsigned_abs() as usize * 5)
            .div_ceil(most)
            .min(5)
    }
}

/// The cost of solving a position.
#[derive(Clone, Copy, Debug)]
struct Cost {
    nodes: f64,
    micros: f64,
}

impl Cost {
    const NONE: Self = Self {
        nodes: 0.0,
        micros: f64::INFINITY,
    };
}

fn name([columns, rows, connect]: [u32; 3]) -> String {
    format!("{columns}×{rows} {connect}")
}

fn name_of(case: &Case) -> String {
    name(case.board)
}

fn band_name(band: usize) -> String {
    match EMPTY.get(band) {
        Some((least, most)) => format!("{least}–{most}"),
        None => "more".to_owned(),
    }
}

pub(crate) fn rules([columns, rows, connect]: [u32; 3]) -> Result<Rules, String> {
    let config = RulesConfig {
        columns,
        rows,
        connect,
        players: 2,
        gravity: true,
    };
    Rules::new(config).map_err(|error| error.to_string())
}

/// Generates up to `size` positions of each class. Positions that take too long are left
/// out, and counted on standard error.
fn generate(size: usize, seed: u64) -> Vec<Case> {
    let mut cases = Vec::new();
    for board in BOARDS {
        let rules = rules(board).expect("the boards are valid");
        let mut solver =
            Solver::new(rules, Solver::DEFAULT_TABLE).expect("the boards can be solved");
        for (least, most) in EMPTY {
            // A sequence per class, so that the size of one does not affect another.
            let seed = (board.iter().map(|&n| u64::from(n)))
                .chain([least as u64])
                .fold(seed, |seed, n| seed.wrapping_mul(257) + n);
            let mut random = Random::new(seed);
            let mut counts = [0; 6];
            let mut unsolved = 0;
            for _ in 0..size * TRIES {
                let empty = least + random.below(most - least + 1);
                let Some(game) = (rules.cells().checked_sub(empty))
                    .and_then(|pieces| playout(&mut random, rules, pieces))
                else {
                    continue;
                };
                if has_immediate_win(game.position()) {
                    continue;
                }
                solver.clear_table();
                let search = PositionSearch::new(&mut solver, game.position(), Goal::Exact);
                let mut search = search.expect("the game is not over");
                let Progress::Done(bounds) = search.run(MAX_NODES) else {
                    unsolved += 1;
                    continue;
                };
                let score = bounds.exact().expect("the search is done");
                let case = Case {
                    board,
                    moves: notation::write(&game),
                    empty,
                    score: score.into(),
                    reference: None,
                };
                let count = &mut counts[case.fifth()];
                if *count < size {
                    *count += 1;
                    cases.push(case);
                }
                if counts.iter().all(|count| *count == size) {
                    break;
                }
            }
            eprintln!(
                "{} with {least} to {most} empty cells: {counts:?} positions by fifth, {unsolved} \
                 unsolved",
                name(board)
            );
        }
    }
    cases
}

/// Reads a file of positions, one per line: columns, rows, moves, score and, optionally,
/// the microseconds of another solver. Lines that begin with `#` are comments.
fn read(path: &Path) -> Result<Vec<Case>, String> {
    let text = fs::read_to_string(path)
        .map_err(|error| format!("can't read {}: {error}", path.display()))?;
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
        .map(|(index, line)| {
            parse(line).map_err(|error| format!("{}, line {}: {error}", path.display(), index + 1))
        })
        .collect()
}

fn parse(line: &str) -> Result<Case, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [columns, rows, moves, score, rest @ ..] = words.as_slice() else {
        return Err("expected columns, rows, moves and a score".to_owned());
    };
    let number = |word: &str| {
        word.parse::<u32>()
            .map_err(|_| format!("“{word}” is not a number"))
    };
    let board = [number(columns)?, number(rows)?, 4];
    let game = notation::parse(rules(board)?, moves).map_err(|error| error.to_string())?;
    let reference = rest.first().map(|word| {
        word.parse()
            .map_err(|_| format!("“{word}” is not a time in microseconds"))
    });
    Ok(Case {
        board,
        moves: (*moves).to_owned(),
        empty: game.position().rules().cells() - game.position().piece_count(),
        score: score
            .parse()
            .map_err(|_| format!("“{score}” is not a score"))?,
        reference: reference.transpose()?,
    })
}

/// Solves positions of one board with a program and compares the scores.
fn solve<'a>(
    program: &Path,
    board: [u32; 3],
    cases: impl Iterator<Item = &'a Case>,
) -> Result<Vec<Cost>, String> {
    let error = |error: &dyn std::fmt::Display| format!("{}: {error}", program.display());
    let cases: Vec<&Case> = cases.collect();
    let [columns, rows, connect] = board.map(|n| n.to_string());
    let mut child = Command::new(program)
        .args(["solve", "--cold", "--no-book", "--table-mb", TABLE_MB])
        .args(["--columns", &columns, "--rows", &rows])
        .args(["--connect", &connect])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|problem| error(&problem))?;
    let input: String = cases.iter().map(|case| case.moves.clone() + "\n").collect();
    let mut stdin = child.stdin.take().expect("it is piped");
    // In a thread, since the program answers each line before it reads the next.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child
        .wait_with_output()
        .map_err(|problem| error(&problem))?;
    let written = writer.join().expect("writing does not panic");
    if !output.status.success() {
        return Err(error(&output.status));
    }
    written.map_err(|problem| error(&problem))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines = text.lines();
    let mut costs = Vec::new();
    for case in cases {
        let line = lines.next().unwrap_or_default();
        let words: Vec<&str> = line.split(' ').collect();
        let [moves, score, nodes, micros] = words.as_slice() else {
            return Err(error(&format!("unexpected line “{line}”")));
        };
        if *moves != case.moves || score.parse() != Ok(case.score) {
            return Err(error(&format!(
                "{} {} is {line}, expected the score {}",
                name(board),
                case.moves,
                case.score
            )));
        }
        let number = |word: &str| {
            word.parse::<f64>()
                .map_err(|_| error(&format!("unexpected line “{line}”")))
        };
        costs.push(Cost {
            nodes: number(nodes)?,
            micros: number(micros)?,
        });
    }
    Ok(costs)
}

/// Exact up to 2⁵³.
#[allow(clippy::cast_precision_loss)]
fn count(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn options_are_parsed() {
        let chosen = Comparison::parse(&words("--program a --program b --file f --size 9"));
        let chosen = chosen.unwrap();
        assert_eq!(chosen.programs, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!((chosen.size, chosen.rounds, chosen.seed), (9, 2, 1));
        for (line, problem) in [
            ("--program", "--program needs a value"),
            ("--size 2", "--program is missing"),
            ("--rounds 0", "--rounds 0: expected a number of at least 1"),
            ("--many 3", "unknown option: --many"),
        ] {
            assert_eq!(Comparison::parse(&words(line)), Err(problem.to_owned()));
        }
    }

    #[test]
    fn lines_are_parsed() {
        let case = parse("8 7 3333 -2 148.5 14").unwrap();
        assert_eq!((case.board, case.empty), ([8, 7, 4], 52));
        assert_eq!((case.score, case.reference), (-2, Some(148.5)));
        for (line, problem) in [
            ("8 7 3333", "expected columns, rows, moves and a score"),
            ("8 x 3333 1", "“x” is not a number"),
            ("8 7 3333 y", "“y” is not a score"),
            ("8 7 3333 1 z", "“z” is not a time in microseconds"),
            (
                "8 7 39 1",
                "character 2: “9” is not a column; columns are 1 to 8",
            ),
        ] {
            assert_eq!(parse(line), Err(problem.to_owned()));
        }
    }

    #[test]
    fn classes_follow_from_the_score() {
        let fifth = |empty, score| {
            Case {
                board: [7, 6, 4],
                moves: String::new(),
                empty,
                score,
                reference: None,
            }
            .fifth()
        };
        // With 20 empty cells the side to move has ten pieces.
        for (score, expected) in [(0, 0), (1, 1), (-2, 1), (3, 2), (8, 4), (-9, 5), (10, 5)] {
            assert_eq!(fifth(20, score), expected, "{score}");
        }
    }
}
