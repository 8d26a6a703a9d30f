//! Playing a game: the conversation, and what it asks to be done.

use crate::{
    args::{PlayArgs, When},
    begin::{self, begin, warn_if_enlarged},
    failure::{Failure, shown},
    files, hint,
    input::Lines,
    score_file::{self, ScoreFile},
    screen::{Screen, remark},
    think::{self, Computers},
};
use four_shapes_engine::{
    Match, Seat, SeriesScore,
    players::Choice,
    record,
    style::{Action, Change, Repl, Reply, Style},
};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Where a game is saved if nobody names a file.
const USUAL_FILE: &str = "four-shapes-game.json";

pub(crate) fn play(args: &PlayArgs, color: When) -> Result<(), Failure> {
    let style = args.game.board.style;
    if args.ask && style != Style::BoardGames {
        return Err(Failure::Usage(
            "--ask: requires --style board-games".to_owned(),
        ));
    }
    if args.game.load.as_deref() == Some(Path::new("-")) {
        return Err(Failure::Usage(
            "--load -: can't read the game from standard input, which has the moves".to_owned(),
        ));
    }
    let played = begin(&args.game, &args.seats)?;
    warn_if_enlarged(&args.game.board, played.rules());
    let mut screen = Screen::new(color);
    let mut repl = Repl::new(style, screen.colours());
    if args.ask {
        repl.start_setup();
    } else {
        screen.say(&repl.opening(&played))?;
    }
    let mut table = Table {
        series_score: SeriesScore::new(&played),
        played,
        repl,
        file: args.game.load.clone(),
        score_file: ScoreKeeping::of(args),
        computers: Computers::new(args.seed.seed.unwrap_or_else(think::any_seed)),
    };
    let ended = table.converse(&mut screen);
    if let Err(Failure::Interrupted) = ended {
        screen.break_line()?;
        table.say_way_on();
    }
    ended
}

/// The match on the table and all that goes with it.
struct Table {
    played: Match,
    repl: Repl,
    series_score: SeriesScore,
    /// The file that the match was saved in or loaded from.
    file: Option<PathBuf>,
    score_file: ScoreKeeping,
    computers: Computers,
}

impl Table {
    /// Talks until the game is left.
    fn converse(&mut self, screen: &mut Screen) -> Result<(), Failure> {
        let mut lines = Lines::default();
        while let Some(prompt) = self.repl.prompt(&self.played) {
            screen.say(&prompt)?;
            if let Some((typed, action)) = self.choose()? {
                screen.say(&(typed + "\n"))?;
                screen.say(&self.carry_out(action))?;
                continue;
            }
            let Some(line) = lines.next()? else {
                screen.say("\n")?;
                self.say_way_on();
                return Ok(());
            };
            match self.repl.handle_line(&self.played, &line) {
                Reply::Text(text) => screen.say(&text)?,
                Reply::Action(Action::Quit) => return Ok(()),
                Reply::Action(action) => screen.say(&self.carry_out(action))?,
            }
        }
        Ok(())
    }

    /// Says how to go on with the game.
    fn say_way_on(&self) {
        let command = hint::command(self.repl.style(), &self.played);
        remark(&format!("To continue: {command}"));
    }

    /// What a computer player does whose turn it is, and what a person would type
    /// for it; `None` if a person is to type.
    fn choose(&mut self) -> Result<Option<(String, Action)>, Failure> {
        let kind = self.played.computer_to_move();
        let Some(kind) = kind.filter(|_| !self.repl.is_in_setup()) else {
            return Ok(None);
        };
        Ok(Some(match self.computers.choose(&self.played, kind)? {
            Choice::Place(cell) => {
                let typed = self.repl.style().write_cell(self.played.rules(), cell);
                (typed, Action::Place(cell))
            }
            Choice::Swap => ("swap".to_owned(), Action::Swap),
        }))
    }

    /// Does what was asked for and returns what is to be said.
    fn carry_out(&mut self, action: Action) -> String {
        const CHECKED: &str = "the conversation has checked it";
        let change = match action {
            Action::Place(cell) => {
                let turn = self.played.turn().expect(CHECKED);
                turn.play(cell).expect(CHECKED);
                Change::Moved
            }
            Action::Undo => {
                self.played = self.played.undone_to_human_turn().expect(CHECKED);
                Change::Undone
            }
            Action::Redo => {
                self.played.redo_to_human_turn();
                Change::Redone
            }
            Action::Swap => {
                self.played.swap().expect(CHECKED);
                Change::Swapped
            }
            Action::AgreeDraw => {
                let turn = self.played.turn().expect(CHECKED);
                turn.agree_draw().expect(CHECKED);
                Change::DrawAgreed
            }
            Action::Sit { place, computer } => {
                self.played.set_computer(place, computer);
                Change::Seated
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
        let by_person = |winner: &Seat| winner.computer.is_none();
        if self.series_score.count(&self.played) && self.played.winner().is_some_and(by_person) {
            self.score_file.add(&self.played);
        }
        self.repl.report(&self.played, change)
    }

    fn replace(&mut self, played: Match, file: Option<PathBuf>) {
        self.series_score = SeriesScore::new(&played);
        self.played = played;
        self.file = file;
    }

    /// The file that is meant.
    fn path(&self, named: Option<String>) -> PathBuf {
        let named = named.map(PathBuf::from).or_else(|| self.file.clone());
        named.unwrap_or_else(|| USUAL_FILE.into())
    }

    fn load(&self, path: &Path) -> Result<Match, Failure> {
        // It would take away what is typed.
        if path == Path::new("-") {
            return Err(Failure::file(path, "not a file"));
        }
        begin::read(path, self.played.rules())
    }

    fn save(&mut self, named: Option<String>) -> Result<String, Failure> {
        let chosen = named.is_some() || self.file.is_some();
        let path = self.path(named);
        let record = record::write(&self.played);
        if chosen {
            files::write(&path, record)?;
        } else {
            files::create(&path, record).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    Failure::file(&path, "the file exists; name it to replace it")
                }
                _ => Failure::file(&path, error),
            })?;
        }
        let said = format!("Saved in {}.\n", shown(&path));
        self.file = Some(path);
        Ok(said)
    }
}

/// Who keeps the high scores, if anybody does.
enum ScoreKeeping {
    /// Nobody, as was asked for, or in a style without names.
    None,
    /// Nobody, since it is not known where.
    Lost(Failure),
    One(ScoreFile),
}

impl ScoreKeeping {
    fn of(args: &PlayArgs) -> Self {
        if args.no_scores || args.game.board.style != Style::BoardGames {
            return Self::None;
        }
        match ScoreFile::new(args.score_file.scores.as_deref()) {
            Ok(score_file) => Self::One(score_file),
            Err(failure) => Self::Lost(failure),
        }
    }

    fn add(&self, played: &Match) {
        let added = match self {
            Self::None => Ok(()),
            Self::Lost(failure) => Err(failure.to_string()),
            Self::One(score_file) => score_file
                .add(played)
                .map_err(|failure| failure.to_string()),
        };
        if let Err(why) = added {
            remark(&format!("warning: can't store the high score: {why}"));
        }
    }

    fn listing(&self) -> String {
        let scores = match self {
            Self::None => return "No high scores are kept.\n".to_owned(),
            Self::Lost(failure) => Err(failure.to_string()),
            Self::One(score_file) => score_file.read().map_err(|failure| failure.to_string()),
        };
        match scores {
            Ok(scores) => score_file::listing(&scores),
            Err(why) => format!("The high scores can't be read: {why}.\n"),
        }
    }
}
