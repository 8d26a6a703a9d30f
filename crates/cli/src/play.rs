//! `four play`: runs the conversation of a game and executes its actions.

use crate::{
    args::{ColourWhen, MatchSetupArgs, PlayArgs, ReadingArgs},
    failure::{Failure, shown},
    files,
    input::Lines,
    match_setup::{self, create_match, warn_if_enlarged, warn_if_ignored},
    reading, resume,
    score_file::{self, ScoreFile},
    screen::{Screen, print_to_stderr},
    think::{self, Computers},
};
use four_shapes_players::{Choice, Level, PlayerKind};
use four_shapes_records::{Match, ScoreChange, Seat, SeriesScore, high_scores::HighScore, record};
use four_shapes_styles::{Action, Change, Repl, Reply, Style};
use std::{
    collections::VecDeque,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

/// The file that a game is saved to by default.
const DEFAULT_FILE: &str = "four-shapes-game.json";

pub(crate) fn play(args: &PlayArgs, colour: ColourWhen) -> Result<(), Failure> {
    let style = args.setup.style.style();
    if args.ask && style != Style::BoardGames {
        return Err(Failure::Usage(format!(
            "--ask is not possible with --style {style}, only with board-games"
        )));
    }
    if args.setup.load.as_deref() == Some(Path::new("-")) {
        return Err(Failure::Usage(
            "--load -: can't read the game from standard input, because moves are read from it"
                .to_owned(),
        ));
    }
    let game_match = if has_default_players(args) {
        let game_match = create_match(&against_computer(&args.setup), &DEFAULT_SEATS)?;
        print_to_stderr(OTHER_GAMES);
        game_match
    } else {
        create_match(&args.setup, &args.seats)?
    };
    warn_if_enlarged(&args.setup.style, game_match.rules());
    warn_if_ignored(&args.setup, style);
    if style != Style::BoardGames && args.score_file.scores.is_some() {
        match_setup::warn_about_ignored("--scores", style);
    }
    let mut screen = Screen::new(colour);
    let mut repl = Repl::new(style, screen.colours());
    if args.ask {
        repl.start_setup();
    } else {
        screen.print(&repl.greeting(&game_match))?;
    }
    let mut session = Session {
        series_score: SeriesScore::new(&game_match),
        game_match,
        repl,
        file: args.setup.load.clone(),
        score_file: HighScores::of(args),
        stored_score: None,
        computers: Computers::new(args.seed.seed.unwrap_or_else(think::random_seed)),
        args,
        colour,
        has_hinted: false,
    };
    let ended = session.run(&mut screen);
    if let Err(Failure::Interrupted) = ended {
        screen.break_line()?;
        session.print_continuation();
    }
    ended
}

/// The games of the five original programs.
const OTHER_GAMES: &str = "Other games: four play --style shapes, letters, x-and-o or \
    board-games; the page is buttons. Type help to see every command.";

/// You against a computer player for people who know the game.
const DEFAULT_SEATS: [Option<PlayerKind>; 2] = [None, Some(PlayerKind::Level(Level::Three))];

/// Returns whether nothing was said about the style, the players or a game to continue.
fn has_default_players(args: &PlayArgs) -> bool {
    let setup = &args.setup;
    let is_alone = setup.style.style.is_none() && setup.style.rules.players.is_none();
    let has_names = !setup.names.is_empty() || setup.symbols.is_some();
    let is_continued = setup.load.is_some() || setup.link.is_some();
    is_alone && args.seats.is_empty() && !(has_names || is_continued || args.ask)
}

fn against_computer(setup: &MatchSetupArgs) -> MatchSetupArgs {
    MatchSetupArgs {
        names: vec!["You,Computer".to_owned()],
        ..setup.clone()
    }
}

/// A match and the state of its conversation.
struct Session<'a> {
    game_match: Match,
    repl: Repl,
    series_score: SeriesScore,
    /// The file that the match was last saved to or loaded from.
    file: Option<PathBuf>,
    score_file: HighScores,
    /// The score of the match, if it was added to the file.
    stored_score: Option<HighScore>,
    computers: Computers,
    args: &'a PlayArgs,
    colour: ColourWhen,
    /// The user has been told how to leave a style without commands.
    has_hinted: bool,
}

impl Session<'_> {
    /// Runs the conversation until the game is left.
    fn run(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        let mut lines = Lines::default();
        // The rest of a line with several inputs.
        let mut inputs: VecDeque<String> = VecDeque::new();
        while let Some(prompt) = self.repl.prompt(&self.game_match) {
            screen.print(&prompt)?;
            if let Some((input, action)) = self.choose_computer_move()? {
                screen.print(&(input + "\n"))?;
                screen.print(&self.execute(action))?;
                continue;
            }
            let input = if let Some(input) = inputs.pop_front() {
                // Only the line itself was echoed.
                if io::stdin().is_terminal() {
                    screen.print(&format!("{input}\n"))?;
                }
                input
            } else if let Some(line) = lines.next()? {
                let all = self.repl.inputs(&self.game_match, &line);
                inputs.extend(all.into_iter().map(str::to_owned));
                inputs.pop_front().unwrap_or_default()
            } else {
                screen.print("\n")?;
                self.print_continuation();
                return Ok(());
            };
            match self.repl.handle_line(&self.game_match, &input) {
                Reply::Text(text) => {
                    screen.print(&text)?;
                    self.hint_at_commands(&input);
                }
                Reply::Action(Action::Quit) => {
                    // These styles can't save the game.
                    if self.repl.style() != Style::BoardGames {
                        self.print_continuation();
                    }
                    return Ok(());
                }
                Reply::Action(action) => screen.print(&self.execute(action))?,
            }
        }
        Ok(())
    }

    /// Tells how to leave, once, if a style without commands was given a word.
    fn hint_at_commands(&mut self, input: &str) {
        let word = input.trim();
        let is_word = word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
        let is_command = ["help", "swap"]
            .iter()
            .any(|command| word.eq_ignore_ascii_case(command));
        if is_word && !is_command && self.repl.style() != Style::BoardGames && !self.has_hinted {
            self.has_hinted = true;
            print_to_stderr("Ctrl-D or quit ends the game; help lists what can be typed.");
        }
    }

    /// Prints the command that continues the game.
    fn print_continuation(&self) {
        let style = self.repl.style();
        let command = resume::command(style, &self.game_match, self.args, self.colour);
        print_to_stderr(&format!("To continue: {command}"));
    }

    /// Returns the action of the computer player to move and the equivalent input; `None` if
    /// a human is to move.
    fn choose_computer_move(&mut self) -> Result<Option<(String, Action)>, Failure> {
        let kind = self.game_match.computer_to_move();
        let Some(kind) = kind.filter(|_| !self.repl.is_in_setup()) else {
            return Ok(None);
        };
        Ok(Some(
            match self.computers.choose(&self.game_match, kind)? {
                Choice::Place(cell) => {
                    let input = self.repl.style().write_cell(self.game_match.rules(), cell);
                    (input, Action::Place(cell))
                }
                Choice::Swap => ("swap".to_owned(), Action::Swap),
            },
        ))
    }

    /// Executes an action and returns the output.
    fn execute(&mut self, action: Action) -> String {
        const CHECKED: &str = "the conversation has checked the action";
        let change = match action {
            Action::Place(cell) => {
                let turn = self.game_match.turn().expect(CHECKED);
                turn.play(cell).expect(CHECKED);
                self.game_match.record_time(0);
                Change::Moved
            }
            Action::Undo => {
                self.game_match = self.game_match.undone_to_human_turn().expect(CHECKED);
                Change::Undone
            }
            Action::Redo => {
                self.game_match.redo_to_human_turn();
                Change::Redone
            }
            Action::Swap => {
                self.game_match.swap().expect(CHECKED);
                self.game_match.record_time(0);
                Change::Swapped
            }
            Action::AgreeDraw => {
                let turn = self.game_match.turn().expect(CHECKED);
                turn.agree_draw().expect(CHECKED);
                self.game_match.record_time(0);
                Change::DrawAgreed
            }
            Action::SetComputer { seat, computer } => {
                self.game_match.set_computer(seat, computer);
                Change::ComputerSet
            }
            Action::Start(setup) => {
                self.replace(Match::new(setup), None);
                Change::Started
            }
            Action::Load(file) => {
                let path = self.path(file);
                match self.load(&path) {
                    Ok(loaded) => self.replace(loaded, Some(path)),
                    Err(failure) => return format!("Not loaded: {failure}.\n"),
                }
                Change::Started
            }
            Action::Save(file) => {
                return self
                    .save(file)
                    .unwrap_or_else(|failure| format!("Not saved: {failure}.\n"));
            }
            Action::Scores => return self.score_file.listing(),
            Action::Quit => return String::new(),
        };
        let score_change = match change {
            Change::Moved | Change::Swapped | Change::DrawAgreed | Change::TimeForfeited => {
                self.series_score.record_step(&self.game_match)
            }
            Change::Undone | Change::Redone => self.series_score.follow(&self.game_match),
            Change::ComputerSet | Change::Started => None,
        };
        match score_change {
            Some(ScoreChange::Counted(_)) => self.store_score(),
            Some(ScoreChange::Uncounted(_)) => self.remove_score(),
            None => {}
        }
        self.repl.report(&self.game_match, change)
    }

    /// Stores the high score if a human has won.
    fn store_score(&mut self) {
        let by_human = |winner: &Seat| winner.computer.is_none();
        if self.game_match.winner().is_some_and(by_human) {
            self.stored_score = self.score_file.add(&self.game_match);
        }
    }

    /// Removes the high score of a win that was undone.
    fn remove_score(&mut self) {
        if let Some(score) = self.stored_score.take() {
            self.score_file.remove(&score);
        }
    }

    fn replace(&mut self, game_match: Match, file: Option<PathBuf>) {
        self.series_score = SeriesScore::new(&game_match);
        self.stored_score = None;
        self.game_match = game_match;
        self.file = file;
    }

    /// Returns the named file, the last file or the default.
    fn path(&self, named: Option<String>) -> PathBuf {
        let named = named.map(PathBuf::from).or_else(|| self.file.clone());
        named.unwrap_or_else(|| DEFAULT_FILE.into())
    }

    fn load(&self, path: &Path) -> Result<Match, Failure> {
        // Standard input has the commands.
        if path == Path::new("-") {
            return Err(Failure::file(path, "not a file"));
        }
        reading::file(path, self.game_match.rules(), &ReadingArgs::default())
    }

    fn save(&mut self, named: Option<String>) -> Result<String, Failure> {
        let is_named = named.is_some() || self.file.is_some();
        let path = self.path(named);
        let record = record::write(&self.game_match);
        if is_named {
            files::write(&path, record)?;
        } else {
            files::create(&path, record).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Failure::file(
                    &path,
                    "the file already exists; give its name to replace it",
                ),
                _ => Failure::file(&path, error),
            })?;
        }
        let message = format!("Saved to {}.\n", shown(&path));
        self.file = Some(path);
        Ok(message)
    }
}

/// The storage of high scores.
enum HighScores {
    /// Disabled by an option, or by a style without names.
    None,
    /// There is no data directory.
    Unavailable(Failure),
    File(ScoreFile),
}

impl HighScores {
    fn of(args: &PlayArgs) -> Self {
        if args.no_scores || args.setup.style.style() != Style::BoardGames {
            return Self::None;
        }
        match ScoreFile::new(args.score_file.scores.as_deref()) {
            Ok(score_file) => Self::File(score_file),
            Err(failure) => Self::Unavailable(failure),
        }
    }

    /// Adds the score of a match and returns it if it is among the best.
    fn add(&self, game_match: &Match) -> Option<HighScore> {
        let added = match self {
            Self::None => Ok(None),
            Self::Unavailable(failure) => Err(failure.to_string()),
            Self::File(score_file) => score_file
                .add(game_match)
                .map_err(|failure| failure.to_string()),
        };
        added.unwrap_or_else(|error| {
            print_to_stderr(&format!("warning: can't store the high score: {error}"));
            None
        })
    }

    fn remove(&self, score: &HighScore) {
        if let Self::File(score_file) = self
            && let Err(error) = score_file.remove(score)
        {
            print_to_stderr(&format!(
                "warning: can't remove the high score of the undone win: {error}"
            ));
        }
    }

    fn listing(&self) -> String {
        let scores = match self {
            Self::None => return "High scores are disabled.\n".to_owned(),
            Self::Unavailable(failure) => Err(failure.to_string()),
            Self::File(score_file) => score_file.read().map_err(|failure| failure.to_string()),
        };
        match scores {
            Ok(scores) => score_file::listing(&scores),
            Err(error) => format!("The high scores can't be read: {error}.\n"),
        }
    }
}
