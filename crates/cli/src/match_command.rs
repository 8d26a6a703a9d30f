//! `four match`: a tournament of one pairing, or games of three players or more at one
//! board.

use crate::{
    args::{ColourWhen, MatchCommandArgs},
    bot::Bots,
    failure::Failure,
    interrupt,
    match_setup::{self, out_of_range},
    parallel_games::{self, Event},
    screen::{self, Screen},
    think,
    tournament::{default_openings, run::Runner},
};
use four_shapes_players::{PlayerKind, Resources, computer_game, seed};
use four_shapes_rules::{Game, Rules, RulesConfig};
use four_shapes_tournament::{
    Entrant, Table, Tournament, TournamentConfig,
    report::{PairingResult, Report},
    statistics::{Elo, Interval, WinDrawLoss},
};

/// Plays the games and writes the result: one line for two players, or one line per
/// player for more.
pub(crate) fn run(args: &MatchCommandArgs, colour: ColourWhen) -> Result<(), Failure> {
    let players = &args.players;
    let rules = rules_for(match_setup::plain_rules(&args.game)?, players.len())?;
    let games = args.games;
    let seed = args.seed.seed.unwrap_or_else(think::random_seed);
    let mut openings = 0;
    let result = if players.len() == 2 {
        let mut config = TournamentConfig {
            rules,
            entrants: players.iter().copied().map(Entrant::Computer).collect(),
            games_per_pairing: games,
            seed,
            ..TournamentConfig::default()
        };
        config.opening_plies = default_openings(&config);
        openings = config.opening_plies;
        let report = play_pairing(config, args)?;
        format_pairing(players, &report.pairings[0])
    } else {
        let games = SharedBoardGames {
            rules,
            resources: think::resources(rules),
            players,
            // As in a tournament with this pairing only.
            seed: seed::derive(seed, 0),
        };
        let scores = games.play(args)?;
        format_scores(players, &scores)
    };
    Screen::new(colour).print(&(heading(rules, games, openings, seed) + &result))
}

/// Returns the rules with this number of players.
fn rules_for(rules: Rules, players: usize) -> Result<Rules, Failure> {
    let config = RulesConfig {
        players: u32::try_from(players).unwrap_or(u32::MAX),
        ..rules.config()
    };
    Rules::new(config).map_err(|error| out_of_range(&format!("{players} players"), error.bound))
}

/// Plays a tournament of two computer players.
fn play_pairing(config: TournamentConfig, args: &MatchCommandArgs) -> Result<Report, Failure> {
    let tournament = Tournament::new(config).map_err(|error| Failure::Usage(error.to_string()))?;
    let bots = Bots::default();
    let mut table = Table::new(&tournament);
    let runner = Runner::new(&tournament, &bots, args.threads.threads)?;
    runner.play(
        0..tournament.game_count(),
        tournament.game_count(),
        |event| {
            match event {
                Event::Finished(games) => games.iter().for_each(|game| table.add(game)),
                Event::Interrupted => report_interruption(table.played(), tournament.game_count()),
            }
            Ok(())
        },
    )?;
    Ok(Report::new(&table))
}

/// Games of three players or more, all of them at one board.
struct SharedBoardGames<'a> {
    rules: Rules,
    resources: Resources,
    players: &'a [PlayerKind],
    seed: u64,
}

impl SharedBoardGames<'_> {
    /// Plays all games and returns the players' scores.
    fn play(&self, args: &MatchCommandArgs) -> Result<Vec<WinDrawLoss>, Failure> {
        let total = u64::from(args.games);
        let threads = parallel_games::threads(args.threads.threads);
        let mut scores = vec![WinDrawLoss::default(); self.players.len()];
        let mut played = 0;
        let new_worker = || |number| self.play_game(number);
        parallel_games::play(0..total, total, threads, new_worker, |event| {
            match event {
                Event::Finished(winners) => {
                    for winner in winners {
                        for (player, score) in scores.iter_mut().enumerate() {
                            score.count(winner.map(|winner| winner == player));
                        }
                    }
                    played += winners.len() as u64;
                }
                Event::Interrupted => report_interruption(played, total),
            }
            Ok(())
        })?;
        Ok(scores)
    }

    /// Plays a game and returns the winner. Unless a player is limited by time, the game
    /// is determined by the seed and its number.
    fn play_game(&self, number: u64) -> Result<Option<usize>, Failure> {
        let seats = computer_game::seats(self.players.len(), number, self.seed);
        let kinds: Vec<PlayerKind> = seats.iter().map(|&player| self.players[player]).collect();
        // Players that keep state from another game could play differently.
        let computer = |kind: &PlayerKind| kind.computer(self.rules, &self.resources);
        let mut computers: Vec<_> = kinds.iter().map(computer).collect();
        let mut game = Game::new(self.rules);
        let seed = seed::derive(self.seed, number);
        let winner = computer_game::play(&mut game, &mut computers, seed, |player, computer| {
            think::think(kinds[player], computer, || {})
        });
        // An interruption cuts thinking short.
        interrupt::check()?;
        Ok(winner.map(|player| seats[player.index()]))
    }
}

fn report_interruption(played: u64, total: u64) {
    screen::print_to_stderr(&format!(
        "Games played: {played} of {total}. They were not saved."
    ));
}

fn heading(rules: Rules, games: u32, openings: u8, seed: u64) -> String {
    let RulesConfig {
        columns,
        rows,
        connect,
        gravity,
        ..
    } = rules.config();
    let cells = if gravity { "" } else { ", no gravity" };
    let noun = if games == 1 { "game" } else { "games" };
    let openings = match openings {
        0 => String::new(),
        plies => format!("openings of {plies} plies, "),
    };
    format!(
        "{columns} × {rows}, {connect} in a row{cells}, {games} {noun}, {openings}--seed {seed}\n"
    )
}

/// Formats the result of the first of two players against the second.
fn format_pairing(players: &[PlayerKind], result: &PairingResult) -> String {
    let width = name_width(players, "second");
    let interval = result.interval();
    let (lower, upper) = (
        Elo::of_score_rate(interval.lower),
        Elo::of_score_rate(interval.upper),
    );
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
        players[0].to_string(),
        players[1].to_string(),
        score_columns(result.score, result.score.score_rate()),
        percent_interval(interval),
        Elo::of_score_rate(result.score.score_rate()),
    )
}

/// Formats the games that each player has won.
fn format_scores(players: &[PlayerKind], scores: &[WinDrawLoss]) -> String {
    let width = name_width(players, "player");
    let heading = format!(
        "{:width$}  {:>7} {:>7} {:>7}  {:>7}  95 % interval\n",
        "player", "wins", "draws", "losses", "wins"
    );
    let line = |(kind, score): (&PlayerKind, &WinDrawLoss)| {
        let share = f64::from(score.wins) / f64::from(score.games());
        format!(
            "{:width$}  {}  {}\n",
            kind.to_string(),
            score_columns(*score, share),
            percent_interval(Interval::of_rate(share, score.games())),
        )
    };
    let lines = players.iter().zip(scores).map(line);
    heading + &lines.collect::<String>()
}

/// Returns the width of the column of names.
fn name_width(players: &[PlayerKind], heading: &str) -> usize {
    let names = players.iter().map(|kind| kind.to_string().len());
    names.max().unwrap_or(0).max(heading.len())
}

fn score_columns(score: WinDrawLoss, share: f64) -> String {
    let WinDrawLoss {
        wins,
        draws,
        losses,
    } = score;
    let percent = 100.0 * share;
    format!("{wins:>7} {draws:>7} {losses:>7}  {percent:>5.1} %")
}

fn percent_interval(interval: Interval) -> String {
    let (lower, upper) = (100.0 * interval.lower, 100.0 * interval.upper);
    format!("{lower:.1} to {upper:.1} %")
}
