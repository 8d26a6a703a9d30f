//! Computer players against each other: `four match`.

use crate::{
    args::{ContestArgs, When},
    begin::{self, out_of_range},
    failure::Failure,
    screen::{Passing, Screen},
    think,
};
use four_shapes_engine::{
    Game, Rules, Spec,
    contest::{self, Elo, Interval, Score},
    players::{Kind, Means},
};
use std::{
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// Plays the games that are asked for, and writes a line for each two players, or
/// for each player where all of them play together.
pub(crate) fn contest(args: &ContestArgs, color: When) -> Result<(), Failure> {
    let kinds = &args.players;
    let mut board = args.size.board();
    board.no_gravity = args.no_gravity;
    let mut rules = begin::rules(&board, None)?;
    let mut tables = pairs(kinds.len());
    if args.together {
        rules = together(rules, kinds.len())?;
        tables = vec![(0..kinds.len()).collect()];
    }
    let contest = Contest {
        rules,
        means: think::means(rules)?,
        kinds,
        tables,
        games: args.games.get().into(),
        seed: args.seed.unwrap_or_else(think::any_seed),
    };
    let threads = args.threads.map_or_else(
        || thread::available_parallelism().map_or(1, usize::from),
        |threads| threads.get().into(),
    );
    let scores = contest.play(threads);
    let mut text = contest.heading();
    if args.together {
        text += &contest.standings(&scores[0]);
    } else {
        text += &contest.comparisons(&scores);
    }
    Screen::new(color).say(&text)
}

/// Every two of so many players.
fn pairs(count: usize) -> Vec<Vec<usize>> {
    let after = |first| (first + 1..count).map(move |second| vec![first, second]);
    (0..count).flat_map(after).collect()
}

/// The rules for so many players at one board.
fn together(rules: Rules, players: usize) -> Result<Rules, Failure> {
    let spec = Spec {
        players: u32::try_from(players).unwrap_or(u32::MAX),
        ..rules.spec()
    };
    Rules::new(spec)
        .map_err(|error| out_of_range(&format!("--together with {players} players"), error.bound))
}

/// What is played.
struct Contest<'a> {
    rules: Rules,
    means: Means,
    kinds: &'a [Kind],
    /// Who plays with whom, as places in `kinds`.
    tables: Vec<Vec<usize>>,
    /// How many games are played at each table.
    games: u64,
    seed: u64,
}

/// How a game has ended: at which table, and which of those who sit there has won.
struct Ended {
    table: usize,
    winner: Option<usize>,
}

impl Contest<'_> {
    fn total(&self) -> u64 {
        self.games * self.tables.len() as u64
    }

    /// Plays all games and returns the scores of those at each table.
    fn play(&self, threads: usize) -> Vec<Vec<Score>> {
        let empty = |table: &Vec<usize>| vec![Score::default(); table.len()];
        let mut scores: Vec<Vec<Score>> = self.tables.iter().map(empty).collect();
        let next = AtomicU64::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (next, sender) = (&next, sender.clone());
                scope.spawn(move || self.work(next, &sender));
            }
            drop(sender);
            let mut progress = Progress::new(self.total());
            loop {
                match receiver.recv_timeout(Progress::PAUSE) {
                    Ok(Ended { table, winner }) => {
                        for (place, score) in scores[table].iter_mut().enumerate() {
                            score.count(winner.map(|winner| winner == place));
                        }
                        progress.done += 1;
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                progress.show();
            }
        });
        scores
    }

    /// Plays games as long as there are any.
    fn work(&self, next: &AtomicU64, results: &Sender<Ended>) {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.total() {
                return;
            }
            let (table, number) = (number / self.games, number % self.games);
            let ended = Ended {
                table: table as usize,
                winner: self.game(table as usize, number),
            };
            if results.send(ended).is_err() {
                return;
            }
        }
    }

    /// Plays a game of a table and returns which of those who sit there has won.
    /// All of it follows from the seed, if nobody plays by the clock.
    fn game(&self, table: usize, number: u64) -> Option<usize> {
        let places = &self.tables[table];
        let seed = contest::seed(self.seed, table as u64);
        let order = contest::order(places.len(), number, seed);
        let kinds: Vec<Kind> = order.iter().map(|&at| self.kinds[places[at]]).collect();
        // New ones for each game: what they remember of another could change it.
        let computer = |kind: &Kind| kind.computer(self.rules, &self.means);
        let mut computers: Vec<_> = kinds.iter().map(computer).collect();
        let mut game = Game::new(self.rules);
        let seed = contest::seed(seed, number);
        let winner = contest::play(&mut game, &mut computers, seed, |player, computer| {
            think::think(kinds[player], computer, |_| {})
        });
        winner.map(|player| order[player.index()])
    }

    fn heading(&self) -> String {
        let Spec {
            columns,
            rows,
            connect,
            ..
        } = self.rules.spec();
        let cells = if self.rules.gravity() {
            ""
        } else {
            ", any cell"
        };
        let each = if self.tables.len() > 1 { " each" } else { "" };
        let (games, seed) = (self.games, self.seed);
        format!(
            "{columns} × {rows}, {connect} in a row{cells}, {games} games{each}, --seed {seed}\n"
        )
    }

    /// A line for each two players: how the first of them does against the second.
    fn comparisons(&self, scores: &[Vec<Score>]) -> String {
        let width = self.width("second");
        let heading = format!(
            "{:width$}  {:width$}  {:>7} {:>7} {:>7}  {:>7}  {:14}  {:10}  95 % interval\n",
            "first", "second", "wins", "draws", "losses", "score", "95 % interval", "Elo"
        );
        let line = |(places, scores): (&Vec<usize>, &Vec<Score>)| {
            let name = |at: usize| self.kinds[places[at]].to_string();
            let score = scores[0];
            let interval = score.interval();
            let (lower, upper) = (Elo::of_share(interval.lower), Elo::of_share(interval.upper));
            format!(
                "{:width$}  {:width$}  {}  {:14}  {:10}  {lower} to {upper}\n",
                name(0),
                name(1),
                numbers(score, score.share()),
                percents(interval),
                Elo::of_share(score.share()),
            )
        };
        let lines = self.tables.iter().zip(scores).map(line);
        heading + &lines.collect::<String>()
    }

    /// A line for each of the players at one board: how many games they have won.
    fn standings(&self, scores: &[Score]) -> String {
        let width = self.width("player");
        let heading = format!(
            "{:width$}  {:>7} {:>7} {:>7}  {:>7}  95 % interval\n",
            "player", "wins", "draws", "losses", "wins"
        );
        let line = |(kind, score): (&Kind, &Score)| {
            let share = f64::from(score.wins) / f64::from(score.games());
            format!(
                "{:width$}  {}  {}\n",
                kind.to_string(),
                numbers(*score, share),
                percents(Interval::of_share(share, score.games())),
            )
        };
        let lines = self.kinds.iter().zip(scores).map(line);
        heading + &lines.collect::<String>()
    }

    /// How many characters a name takes, and what stands above the names.
    fn width(&self, above: &str) -> usize {
        let names = self.kinds.iter().map(|kind| kind.to_string().len());
        names.max().unwrap_or(0).max(above.len())
    }
}

fn numbers(score: Score, share: f64) -> String {
    let Score {
        wins,
        draws,
        losses,
    } = score;
    let percent = 100.0 * share;
    format!("{wins:>7} {draws:>7} {losses:>7}  {percent:>5.1} %")
}

fn percents(interval: Interval) -> String {
    let (lower, upper) = (100.0 * interval.lower, 100.0 * interval.upper);
    format!("{lower:.1} to {upper:.1} %")
}

/// How far the games have come, for whoever sits at a terminal.
struct Progress {
    total: u64,
    done: u64,
    began: Instant,
    shown: Instant,
    passing: Passing,
}

impl Progress {
    const PAUSE: Duration = Duration::from_secs(1);

    fn new(total: u64) -> Self {
        let now = Instant::now();
        Self {
            total,
            done: 0,
            began: now,
            shown: now,
            passing: Passing::new(),
        }
    }

    /// Shows it if it is time to.
    fn show(&mut self) {
        if self.shown.elapsed() < Self::PAUSE {
            return;
        }
        self.shown = Instant::now();
        let (done, total) = (self.done, self.total);
        let passed = self.began.elapsed().as_secs();
        let left = (passed * (total - done)).checked_div(done);
        let left = left.map_or(String::new(), |left| format!(", {left} s left"));
        self.passing.show(&format!("{done} of {total} games{left}"));
    }
}
