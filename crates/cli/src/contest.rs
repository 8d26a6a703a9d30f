//! Computer players at one board: `four match`.

use crate::{
    args::{ContestArgs, When},
    begin::{self, out_of_range},
    failure::Failure,
    interrupt,
    screen::{self, Screen},
    think,
    thread_pool::{self, Event},
};
use four_shapes_engine::{
    Game, Rules, RulesConfig, computer_game,
    players::{Kind, Resources},
    seed,
    statistics::{Elo, Interval, Score},
};

/// Plays the games that are asked for, and writes a line for two players, or for each of
/// more.
pub(crate) fn contest(args: &ContestArgs, color: When) -> Result<(), Failure> {
    let kinds = &args.players;
    let rules = together(begin::rules(&args.game.board(), None)?, kinds.len())?;
    let contest = Contest {
        rules,
        resources: think::resources(rules)?,
        kinds,
        games: args.games.get().into(),
        seed: args.seed.unwrap_or_else(think::any_seed),
    };
    let scores = contest.play(thread_pool::threads(args.threads))?;
    let lines = if let [score, _] = scores[..] {
        contest.comparison(score)
    } else {
        contest.standings(&scores)
    };
    Screen::new(color).say(&(contest.heading() + &lines))
}

/// The rules for so many players at one board.
fn together(rules: Rules, players: usize) -> Result<Rules, Failure> {
    let config = RulesConfig {
        players: u32::try_from(players).unwrap_or(u32::MAX),
        ..rules.config()
    };
    Rules::new(config).map_err(|error| out_of_range(&format!("{players} players"), error.bound))
}

/// What is played.
struct Contest<'a> {
    rules: Rules,
    resources: Resources,
    kinds: &'a [Kind],
    /// How many games are played.
    games: u64,
    seed: u64,
}

impl Contest<'_> {
    /// Plays all games and returns the scores.
    fn play(&self, threads: usize) -> Result<Vec<Score>, Failure> {
        let mut scores = vec![Score::default(); self.kinds.len()];
        let lane = || |number| self.game(number);
        let mut done = 0;
        thread_pool::play(0..self.games, self.games, threads, lane, |event| {
            match event {
                Event::Played(winners) => {
                    for winner in winners {
                        for (place, score) in scores.iter_mut().enumerate() {
                            score.count(winner.map(|winner| winner == place));
                        }
                    }
                    done += winners.len();
                }
                Event::Interrupted => {
                    let total = self.games;
                    screen::remark(&format!(
                        "{done} of {total} games were played. They are lost."
                    ));
                }
            }
            Ok(())
        })?;
        Ok(scores)
    }

    /// Plays a game and returns who has won. All of it follows from the seed, if nobody
    /// plays by the clock.
    fn game(&self, number: u64) -> Result<Option<usize>, Failure> {
        // As in a tournament with this pairing alone.
        let seed = seed::derive(self.seed, 0);
        let order = computer_game::seats(self.kinds.len(), number, seed);
        let kinds: Vec<Kind> = order.iter().map(|&at| self.kinds[at]).collect();
        // New ones for each game: what they remember of another could change it.
        let computer = |kind: &Kind| kind.computer(self.rules, &self.resources);
        let mut computers: Vec<_> = kinds.iter().map(computer).collect();
        let mut game = Game::new(self.rules);
        let seed = seed::derive(seed, number);
        let winner = computer_game::play(&mut game, &mut computers, seed, |player, computer| {
            think::think(kinds[player], computer, || {})
        });
        // After an interruption they have not thought to the end.
        interrupt::check()?;
        Ok(winner.map(|player| order[player.index()]))
    }

    fn heading(&self) -> String {
        let RulesConfig {
            columns,
            rows,
            connect,
            ..
        } = self.rules.config();
        let cells = if self.rules.gravity() {
            ""
        } else {
            ", any cell"
        };
        let (games, seed) = (self.games, self.seed);
        format!("{columns} × {rows}, {connect} in a row{cells}, {games} games, --seed {seed}\n")
    }

    /// How the first of two does against the second.
    fn comparison(&self, score: Score) -> String {
        let width = self.width("second");
        let interval = score.interval();
        let (lower, upper) = (Elo::of_share(interval.lower), Elo::of_share(interval.upper));
        format!(
            "{:width$}  {:width$}  {:>7} {:>7} {:>7}  {:>7}  {:14}  {:10}  95 % interval\n\
             {:width$}  {:width$}  {}  {:14}  {:10}  {lower} to {upper}\n",
            "first",
            "second",
            "wins",
            "draws",
            "losses",
            "score",
            "95 % interval",
            "Elo",
            self.kinds[0].to_string(),
            self.kinds[1].to_string(),
            numbers(score, score.share()),
            percents(interval),
            Elo::of_share(score.share()),
        )
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
