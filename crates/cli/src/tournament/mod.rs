//! `four tournament`: tournaments of computer players, bots and programs.

mod journal;
pub(crate) mod run;

use crate::{
    args::{ColourWhen, Output, RulesArgs, TournamentArgs},
    bot::Bots,
    failure::{Failure, shown},
    files, interrupt, match_setup,
    parallel_games::Event,
    progress_file::{self, Outputs, ProgressFile, remaining},
    reading, screen,
    screen::Screen,
    think,
};
use four_shapes_players::{PlayerKind, TieBreak};
use four_shapes_records::Name;
use four_shapes_rules::{Cell, Rules};
use four_shapes_tournament::{
    Entrant, FinishedGame, Limits, PairingSystem, Table, Tournament, TournamentConfig, file,
    moves_to, report::Report,
};
use run::Runner;
use std::{fmt::Display, path::Path};

/// The prefix of a program's command in `--players`.
const PROGRAM: &str = "program:";

/// The suffix of a bot's file name in `--players`.
const BOT: &str = ".wasm";

/// Plays or resumes a tournament and writes its results.
pub(crate) fn tournament(args: &TournamentArgs, colour: ColourWhen) -> Result<(), Failure> {
    let mut screen = Screen::new(colour);
    if !args.shard.merge.is_empty() {
        return merge(args, &mut screen);
    }
    let mut bots = Bots::default();
    let tournament = set_up(args, &mut bots)?;
    if args.format == Output::Setup {
        return screen.print(&file::write(&tournament));
    }
    if let Some(number) = args.game_number {
        return print_game(&tournament, &bots, number, args, &mut screen);
    }
    let shard = args.shard.shard;
    let (mut journal, saved) = match &args.save {
        Some(path) => {
            let (journal, saved) = ProgressFile::open(path, &tournament, shard)?;
            (Some(journal), saved)
        }
        None => (None, Outputs::<Tournament>::new()),
    };
    if args.seed.seed.is_none() && args.setup.is_none() && args.save.is_none() {
        screen::print_to_stderr(&format!("--seed {}", tournament.config().seed));
    }
    let mut results = Results::new(&tournament, args.format == Output::Games);
    for game in saved.values() {
        results.add(game);
    }
    let numbers = remaining(&tournament, shard, 0..tournament.game_count(), &saved);
    let count = numbers.clone().count() as u64;
    let total = saved.len() as u64 + count;
    let runner = Runner::new(&tournament, &bots, args.threads.threads)?;
    runner.play(numbers, count, |event| {
        let Event::Finished(played) = event else {
            if let Some(journal) = &mut journal {
                interrupt::uninterrupted(|| journal.sync())?;
            }
            interrupted(results.table.played(), total, args.save.as_deref());
            return Ok(());
        };
        if let Some(journal) = &mut journal {
            let line = |game: &FinishedGame| game.to_line(&tournament) + "\n";
            journal.add(&played.iter().map(line).collect::<String>())?;
        }
        for game in played {
            results.add(game);
        }
        Ok(())
    })?;
    if let Some(journal) = &mut journal {
        journal.sync()?;
    }
    if shard.is_some() {
        return Ok(());
    }
    results.print(args, &mut screen)
}

/// Prints the results of the shards.
fn merge(args: &TournamentArgs, screen: &mut Screen) -> Result<(), Failure> {
    let expected = match &args.setup {
        Some(path) => Some((path.as_path(), read_setup(path)?)),
        None => None,
    };
    let (tournament, games) = progress_file::merge(&args.shard.merge, expected)?;
    if args.format == Output::Setup {
        return screen.print(&file::write(&tournament));
    }
    let mut results = Results::new(&tournament, args.format == Output::Games);
    for game in games.values() {
        results.add(game);
    }
    results.print(args, screen)
}

/// The results of a tournament.
struct Results {
    table: Table,
    /// The games, if they are listed.
    games: Option<Vec<FinishedGame>>,
}

impl Results {
    fn new(tournament: &Tournament, lists_games: bool) -> Self {
        Self {
            table: Table::new(tournament),
            games: lists_games.then(Vec::new),
        }
    }

    fn add(&mut self, game: &FinishedGame) {
        self.table.add(game);
        if let Some(games) = &mut self.games {
            games.push(game.clone());
        }
    }

    fn print(mut self, args: &TournamentArgs, screen: &mut Screen) -> Result<(), Failure> {
        let times = args.times;
        if let Some(games) = &mut self.games {
            games.sort_by_key(|game| game.number);
            let lines = games.iter().map(|game| {
                let line = game.to_line(self.table.tournament());
                // The times are the last two fields.
                let fields = line.split(' ').take(if times { 5 } else { 3 });
                fields.collect::<Vec<_>>().join(" ") + "\n"
            });
            return screen.print(&lines.collect::<String>());
        }
        let report = Report::new(&self.table);
        screen.print(&match args.format {
            Output::Csv => report.csv(times),
            Output::Pairings => report.pairings_csv(),
            Output::Json => report.json(times),
            Output::Table | Output::Games | Output::Setup => report.text(times),
        })
    }
}

/// Reports how many games an interrupted tournament has played, and how to resume it.
fn interrupted(played: u64, total: u64, journal: Option<&Path>) {
    let advice = match journal {
        Some(path) => format!(
            "They are saved in {}; run the same command again to continue.",
            shown(path)
        ),
        None => "They were not saved; use --save FILE to save games.".to_owned(),
    };
    screen::print_to_stderr(&format!("Games played: {played} of {total}. {advice}"));
}

/// Creates the tournament from the arguments.
fn set_up(args: &TournamentArgs, bots: &mut Bots) -> Result<Tournament, Failure> {
    let limits = args.limits.limits();
    for path in &args.bots {
        bots.add(path, limits.instructions)?;
    }
    if let Some(path) = &args.setup {
        return require_trusted(read_setup(path)?, args);
    }
    let (rules, starts) = starts(args)?;
    let entrants = args.players.iter();
    let entrants = entrants.map(|player| entrant(player, bots, limits));
    let entrants = entrants.collect::<Result<Vec<_>, _>>()?;
    let mut config = TournamentConfig {
        rules,
        entrants,
        format: PairingSystem::RoundRobin,
        games_per_pairing: args.games.unwrap_or(match starts.len() {
            0 => 1000,
            starts => u32::try_from(2 * starts).unwrap_or(u32::MAX),
        }),
        starts,
        opening_plies: 0,
        seed: 0,
        limits,
    };
    if let Some(player) = &args.against {
        let index = args.players.iter().position(|other| other == player);
        let index =
            index.ok_or_else(|| Failure::Usage(format!("--against {player}: not in --players")))?;
        config.format = PairingSystem::Gauntlet(index);
    }
    config.opening_plies = args.openings.unwrap_or_else(|| default_openings(&config));
    config.seed = match (args.seed.seed, &args.save) {
        (None, _) if args.shard.shard.is_some() => {
            let error = "--shard: add --seed, the same for all shards";
            return Err(Failure::Usage(error.to_owned()));
        }
        (Some(seed), _) => seed,
        // An existing journal has a seed.
        (None, Some(path)) => match progress_file::tasks_of::<Tournament>(path)? {
            Some(before) => before.config().seed,
            None => think::random_seed(),
        },
        (None, None) => think::random_seed(),
    };
    Tournament::new(config).map_err(|error| Failure::Usage(error.to_string()))
}

/// Returns the length of random openings without `--openings`: 0, unless two entrants that may be
/// deterministic meet and would repeat their games.
pub(crate) fn default_openings(config: &TournamentConfig) -> u8 {
    const PLIES: u8 = 4;
    let may_repeat = |entrant: &&Entrant| match entrant {
        Entrant::Computer(PlayerKind::Lookahead { ties, .. }) => *ties != TieBreak::Random,
        Entrant::Computer(_) => false,
        Entrant::Bot { .. } | Entrant::Program { .. } => true,
    };
    let repeating = config.entrants.iter().filter(may_repeat).count();
    let meet = match config.format {
        PairingSystem::RoundRobin => true,
        PairingSystem::Gauntlet(one) => config.entrants.get(one).as_ref().is_some_and(may_repeat),
    };
    let distinct = 2 * config.starts.len().max(1);
    if repeating < 2 || !meet || config.games_per_pairing as usize <= distinct {
        return 0;
    }
    // At most half of a small board.
    u8::try_from(config.rules.cells() / 2).map_or(PLIES, |room| room.min(PLIES))
}

/// Returns the rules of the games, and the moves to the positions in which they start.
fn starts(args: &TournamentArgs) -> Result<(Rules, Vec<Vec<Cell>>), Failure> {
    let requested = RulesArgs::from(&args.game);
    let rules = match_setup::plain_rules(requested.clone())?;
    let Some(path) = &args.start else {
        return Ok((rules, Vec::new()));
    };
    let read = reading::all_of_file(path, rules, &args.reading)?;
    let mut first = None;
    let mut starts = Vec::with_capacity(read.len());
    for (line, game_match) in read {
        let game_match = match_setup::require_rules(&requested, rules, game_match, "--start")?;
        let fail = |error: &dyn Display| Failure::file(path, format!("line {line}: {error}"));
        if *first.get_or_insert(game_match.rules()) != game_match.rules() {
            return Err(fail(&"the rules differ from those of the first position"));
        }
        starts.push(moves_to(game_match.game()).map_err(|error| fail(&error))?);
    }
    Ok((first.unwrap_or(rules), starts))
}

/// Reads a setup file.
fn read_setup(path: &Path) -> Result<Tournament, Failure> {
    file::read(&files::read(path)?).map_err(|error| Failure::file(path, error))
}

/// Rejects a setup from a file that would start programs, unless they are allowed by
/// `--programs`: the file may come from an untrusted source.
fn require_trusted(tournament: Tournament, args: &TournamentArgs) -> Result<Tournament, Failure> {
    let program = |entrant: &Entrant| match entrant {
        Entrant::Program { command, .. } => Some(command.clone()),
        Entrant::Computer(_) | Entrant::Bot { .. } => None,
    };
    match tournament.entrants().iter().find_map(program) {
        Some(command) if !args.programs && args.format != Output::Setup => Err(Failure::Usage(
            format!("--setup: starts the program “{command}”; allow this with --programs"),
        )),
        _ => Ok(tournament),
    }
}

/// Parses an entrant of `--players`.
fn entrant(word: &str, bots: &mut Bots, limits: Limits) -> Result<Entrant, Failure> {
    if word.ends_with(BOT) {
        return bots.add(Path::new(word), limits.instructions);
    }
    if let Some(command) = word.strip_prefix(PROGRAM) {
        let file = command.split_whitespace().last().unwrap_or_default();
        let stem = Path::new(file).file_stem().unwrap_or_default();
        let name = Name::sanitized(&stem.to_string_lossy());
        return Ok(Entrant::Program {
            command: command.to_owned(),
            name: name
                .ok_or_else(|| Failure::Usage(format!("--players {PROGRAM}: missing command")))?,
        });
    }
    let kind: Result<PlayerKind, _> = word.parse();
    kind.map(Entrant::Computer)
        .map_err(|error| Failure::Usage(format!("--players {error}")))
}

/// Plays a game, or finds it in the journal, and writes its moves.
fn print_game(
    tournament: &Tournament,
    bots: &Bots,
    number: u64,
    args: &TournamentArgs,
    screen: &mut Screen,
) -> Result<(), Failure> {
    let count = tournament.game_count();
    if number >= count {
        let last = count.saturating_sub(1);
        return Err(Failure::Usage(format!(
            "--game {number}: must be from 0 to {last}"
        )));
    }
    let saved = match &args.save {
        Some(path) => {
            let (_, mut games) = ProgressFile::open(path, tournament, None)?;
            games.remove(&number)
        }
        None => None,
    };
    let played = if let Some(played) = saved {
        played
    } else {
        let mut played = Vec::new();
        let numbers = std::iter::once(number);
        Runner::new(tournament, bots, args.threads.threads)?.play(numbers, 1, |event| {
            if let Event::Finished(games) = event {
                played.extend_from_slice(games);
            }
            Ok(())
        })?;
        played.pop().ok_or(Failure::Interrupted)?
    };
    let [first, second] = tournament.scheduled_game(number).entrants;
    screen::print_to_stderr(&format!(
        "{} against {}",
        tournament.label(first),
        tournament.label(second)
    ));
    screen.print(&format!("{}\n", played.notation(tournament)))
}
