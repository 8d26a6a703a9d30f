//! Tournaments of computer players, bots and programs: `four tournament`.

mod journal;
mod run;

use crate::{
    args::{Output, TournamentArgs, When},
    begin,
    bot::Bots,
    failure::{Failure, shown},
    files, screen,
    screen::Screen,
    think,
    thread_pool::Event,
};
use four_shapes_engine::{
    Name,
    players::Kind,
    tournament::{
        Entrant, Format, Limits, Table, Tournament, TournamentConfig, file, report::Report,
    },
};
use journal::Journal;
use run::Run;
use std::path::Path;

/// What stands before a program's command among the players.
const PROGRAM: &str = "program:";

/// What a bot's file ends with among the players.
const BOT: &str = ".wasm";

/// Plays a tournament, or goes on with one, and writes its table.
pub(crate) fn tournament(args: &TournamentArgs, color: When) -> Result<(), Failure> {
    let mut bots = Bots::default();
    let tournament = set_up(args, &mut bots)?;
    let mut screen = Screen::new(color);
    if args.format == Output::Setup {
        return screen.say(&file::write(&tournament));
    }
    if let Some(number) = args.only {
        return one_game(&tournament, &bots, number, args, &mut screen);
    }
    let mut journal = match &args.save {
        Some(path) => Some(Journal::open(path, &tournament)?),
        None => None,
    };
    let mut table = Table::new(&tournament);
    let mut over = vec![false; tournament.total() as usize];
    let mut games = Vec::new();
    let keeps = args.format == Output::Games;
    if let Some(journal) = &mut journal {
        for played in journal.take_up() {
            let over = &mut over[played.number as usize];
            if !std::mem::replace(over, true) {
                table.add(&played);
                if keeps {
                    games.push(played);
                }
            }
        }
    }
    if args.seed.is_none() && args.setup.is_none() && args.save.is_none() {
        screen::remark(&format!("--seed {}", tournament.config().seed));
    }
    let numbers = (0..tournament.total()).filter(|number| !over[*number as usize]);
    let left = tournament.total() - table.played();
    let run = Run::new(&tournament, &bots, args)?;
    run.play(numbers, left, |event| {
        let Event::Played(played) = event else {
            if let Some(journal) = &mut journal {
                journal.sync()?;
            }
            interrupted(&table, args.save.as_deref());
            return Ok(());
        };
        if let Some(journal) = &mut journal {
            journal.add(played)?;
        }
        for played in played {
            table.add(played);
        }
        if keeps {
            games.extend_from_slice(played);
        }
        Ok(())
    })?;
    if let Some(journal) = &mut journal {
        journal.sync()?;
    }
    if keeps {
        games.sort_by_key(|played| played.number);
        let lines = games
            .iter()
            .map(|played| played.to_line(&tournament) + "\n");
        return screen.say(&lines.collect::<String>());
    }
    let (report, times) = (Report::new(&table), !args.no_times);
    screen.say(&match args.format {
        Output::Csv => report.csv(times),
        Output::Pairings => report.pairings_csv(),
        Output::Json => report.json(times),
        Output::Table | Output::Games | Output::Setup => report.text(times),
    })
}

/// Says how far an interrupted tournament has come, and how to go on with it.
fn interrupted(table: &Table, journal: Option<&Path>) {
    let (done, total) = (table.played(), table.tournament().total());
    let way_on = match journal {
        Some(path) => format!(
            "They are in {}: the same command goes on with them.",
            shown(path)
        ),
        None => "They are lost; with --save FILE they would be kept.".to_owned(),
    };
    screen::remark(&format!("{done} of {total} games were played. {way_on}"));
}

/// The tournament that the arguments describe.
fn set_up(args: &TournamentArgs, bots: &mut Bots) -> Result<Tournament, Failure> {
    let limits = args.limits.limits();
    for path in &args.bots {
        bots.add(path, limits.instructions)?;
    }
    if let Some(path) = &args.setup {
        let text = files::read(path)?;
        let tournament = file::read(&text).map_err(|error| Failure::file(path, error))?;
        return trusted(tournament, args);
    }
    let rules = begin::rules(&args.game.board(), None)?;
    let entrants = args.players.iter();
    let entrants = entrants.map(|player| entrant(player, bots, limits));
    let entrants = entrants.collect::<Result<Vec<_>, _>>()?;
    let mut config = TournamentConfig {
        rules,
        entrants,
        format: Format::RoundRobin,
        games: args.games,
        opening: args.openings,
        seed: 0,
        limits,
    };
    if let Some(one) = &args.against {
        let found = args.players.iter().position(|player| player == one);
        let one = found.ok_or_else(|| {
            Failure::Usage(format!("--against {one}: it is not among the players"))
        })?;
        config.format = Format::Against(one);
    }
    config.seed = match (args.seed, &args.save) {
        (Some(seed), _) => seed,
        // The journal that is gone on with has one.
        (None, Some(path)) => match journal::setup_of(path)? {
            Some(before) => before.config().seed,
            None => think::any_seed(),
        },
        (None, None) => think::any_seed(),
    };
    Tournament::new(config).map_err(|error| Failure::Usage(error.to_string()))
}

/// A set-up from a file, unless it would start programs and nobody has said that it may:
/// a file can come from anybody.
fn trusted(tournament: Tournament, args: &TournamentArgs) -> Result<Tournament, Failure> {
    let program = |entrant: &Entrant| match entrant {
        Entrant::Program { command, .. } => Some(command.clone()),
        Entrant::Computer(_) | Entrant::Bot { .. } => None,
    };
    match tournament.entrants().iter().find_map(program) {
        Some(command) if !args.programs && args.format != Output::Setup => Err(Failure::Usage(
            format!("--setup: it starts a program, “{command}”; if that is meant, say --programs"),
        )),
        _ => Ok(tournament),
    }
}

/// Who is meant by a word of `--players`.
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
            name: name.ok_or_else(|| {
                Failure::Usage(format!("--players {PROGRAM}: the program is missing"))
            })?,
        });
    }
    let kind: Result<Kind, _> = word.parse();
    kind.map(Entrant::Computer)
        .map_err(|error| Failure::Usage(format!("--players {error}")))
}

/// Writes the moves of one game.
fn one_game(
    tournament: &Tournament,
    bots: &Bots,
    number: u64,
    args: &TournamentArgs,
    screen: &mut Screen,
) -> Result<(), Failure> {
    if number == 0 || number > tournament.total() {
        let total = tournament.total();
        return Err(Failure::Usage(format!(
            "--game {number}: there are games 1 to {total}"
        )));
    }
    let number = number - 1;
    let kept = match &args.save {
        Some(path) => {
            let mut journal = Journal::open(path, tournament)?;
            let mut games = journal.take_up().into_iter();
            games.find(|played| played.number == number)
        }
        None => None,
    };
    let played = if let Some(played) = kept {
        played
    } else {
        let mut played = Vec::new();
        let one = std::iter::once(number);
        Run::new(tournament, bots, args)?.play(one, 1, |event| {
            if let Event::Played(games) = event {
                played.extend_from_slice(games);
            }
            Ok(())
        })?;
        played.pop().ok_or(Failure::Interrupted)?
    };
    let [first, second] = tournament.scheduled_game(number).entrants;
    screen::remark(&format!(
        "{} against {}",
        tournament.label(first),
        tournament.label(second)
    ));
    screen.say(&format!("{}\n", played.notation(tournament)))
}
