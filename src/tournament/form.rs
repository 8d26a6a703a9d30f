//! The form of a tournament's setup. Numbers are stored as entered.

use super::runner::{Bot, BotStatus, MAX_GAMES};
use crate::{game::presets::Preset, tournament::text};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::Name;
use four_shapes_rules::{Cell, Rules, RulesConfig};
use four_shapes_tournament::{
    self as tournament, BotHash, Entrant, Limits, PairingSystem, Parameter, Tournament,
    TournamentError, file::FileError,
};

/// A field of the form that can be invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Entrants,
    Games,
    Starts,
    Opening,
    Seed,
    MillionInstructions,
}

impl Field {
    pub(super) const ALL: [Self; 6] = [
        Self::Entrants,
        Self::Games,
        Self::Starts,
        Self::Opening,
        Self::Seed,
        Self::MillionInstructions,
    ];

    /// Returns the id of the element with the error message.
    pub(super) fn id(self) -> &'static str {
        match self {
            Self::Entrants => "tournament-wrong-entrants",
            Self::Games => "tournament-wrong-games",
            Self::Starts => "tournament-wrong-starts",
            Self::Opening => "tournament-wrong-opening",
            Self::Seed => "tournament-wrong-seed",
            Self::MillionInstructions => "tournament-wrong-budget",
        }
    }
}

/// The games per pairing of a quick tournament, which is the default.
pub(super) const QUICK_GAMES: u32 = 10;
/// The games per pairing of a class competition, to see whose computer player is the best.
pub(super) const CLASS_GAMES: u32 = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TournamentForm {
    pub(super) entrants: Vec<Entrant>,
    /// The index of the entrant that plays all others; `None` for a round robin.
    pub(super) gauntlet_entrant: Option<usize>,
    /// Whether the board is custom.
    pub(super) custom_board: bool,
    pub(super) config: RulesConfig,
    pub(super) games: String,
    /// The moves to the positions in which games start, from an opened setup.
    pub(super) starts: Vec<Vec<Cell>>,
    pub(super) opening: String,
    pub(super) seed: String,
    /// Millions of instructions per move.
    pub(super) million_instructions: String,
    /// The time limit of programs, which don't play in the page but can be exported.
    milliseconds: u32,
}

impl TournamentForm {
    /// Creates a form with two entrants and the default numbers.
    pub(super) fn new(seed: u64) -> Self {
        let kinds = [PlayerKind::Level(Level::One), PlayerKind::Random];
        let form = tournament::TournamentConfig {
            entrants: kinds.map(Entrant::Computer).into(),
            games_per_pairing: QUICK_GAMES,
            seed,
            ..tournament::TournamentConfig::default()
        };
        Self::of(&form)
    }

    /// Creates the form of a tournament.
    pub(super) fn of(form: &tournament::TournamentConfig) -> Self {
        let config = form.rules.config();
        Self {
            entrants: form.entrants.clone(),
            gauntlet_entrant: match form.format {
                PairingSystem::RoundRobin => None,
                PairingSystem::Gauntlet(entrant) => Some(entrant),
            },
            custom_board: boards().iter().all(|(board, _)| *board != config),
            config,
            games: form.games_per_pairing.to_string(),
            starts: form.starts.clone(),
            opening: form.opening_plies.to_string(),
            seed: form.seed.to_string(),
            million_instructions: format_millions(form.limits.instructions),
            milliseconds: form.limits.milliseconds,
        }
    }

    /// Creates the form of an opened setup.
    ///
    /// # Errors
    /// Returns the message if it cannot be opened.
    pub(super) fn from_file(parsed: Result<Tournament, FileError>) -> Result<Self, String> {
        let tournament = parsed.map_err(|error| text::setup_unreadable(&error.to_string()))?;
        let program = |entrant: &Entrant| matches!(entrant, Entrant::Program { .. });
        match tournament.entrants().iter().position(program) {
            Some(at) => Err(text::setup_program(tournament.label(at))),
            None => Ok(Self::of(tournament.config())),
        }
    }

    pub(super) fn remove(&mut self, index: usize) {
        self.entrants.remove(index);
        self.gauntlet_entrant = match self.gauntlet_entrant {
            Some(entrant) if entrant == index => None,
            Some(entrant) if entrant > index => Some(entrant - 1),
            other => other,
        };
    }

    /// Removes a bot from the entrants.
    pub(super) fn remove_bot(&mut self, hash: BotHash) {
        while let Some(index) = self
            .entrants
            .iter()
            .position(|entrant| hash_of(entrant) == Some(hash))
        {
            self.remove(index);
        }
    }

    /// Whether a bot is an entrant.
    pub(super) fn has_bot(&self, hash: BotHash) -> bool {
        self.entrants.iter().any(|it| hash_of(it) == Some(hash))
    }

    /// Adds bots to the entrants, each once.
    pub(super) fn add_bots(&mut self, bots: Vec<(BotHash, Name)>) {
        for (hash, name) in bots {
            if !self.has_bot(hash) {
                self.entrants.push(Entrant::Bot { hash, name });
            }
        }
    }

    /// Selects one of the [`boards`] or a custom one.
    pub(super) fn set_board(&mut self, board: Option<RulesConfig>) {
        self.custom_board = board.is_none();
        self.config = board.unwrap_or(self.config);
        self.make_valid();
    }

    /// Adjusts the rules to a change of one.
    pub(super) fn make_valid(&mut self) {
        let RulesConfig {
            columns,
            rows,
            connect,
            players,
            ..
        } = &mut self.config;
        *columns = (*columns).clamp(Rules::MIN_SIDE, Rules::MAX_SIDE);
        *rows = (*rows).clamp(Rules::MIN_SIDE, Rules::MAX_SIDE);
        let max = Rules::max_connect(*columns, *rows);
        *connect = (*connect).clamp(Rules::MIN_CONNECT, max);
        *players = 2;
    }

    fn rules(&self) -> Rules {
        Rules::new(self.config).expect("the form is always valid")
    }

    fn instructions(&self) -> u64 {
        // Text that is not a number is out of range.
        parse_millions(&self.million_instructions).unwrap_or(0)
    }

    /// Returns the number of pairings and of all games, if the entrants and the games per
    /// pairing are valid.
    pub(super) fn total(&self) -> Option<(usize, u64)> {
        let form = tournament::TournamentConfig {
            entrants: self.entrants.clone(),
            format: self.format(),
            games_per_pairing: number(&self.games)?,
            ..tournament::TournamentConfig::default()
        };
        let tournament = Tournament::new(form).ok()?;
        Some((tournament.pairings().len(), tournament.game_count()))
    }

    /// Returns the unique labels of the entrants.
    pub(super) fn labels(&self) -> Vec<String> {
        let form = tournament::TournamentConfig {
            entrants: self.entrants.clone(),
            ..tournament::TournamentConfig::default()
        };
        let labels = match Tournament::new(form) {
            Ok(tournament) => tournament.labels().to_vec(),
            // One alone, or too many.
            Err(_) => self.entrants.iter().map(name_of).collect(),
        };
        let entrants = self.entrants.iter().zip(&labels);
        entrants
            .map(|(entrant, label)| text::entrant_in_words(entrant, label, &labels))
            .collect()
    }

    fn format(&self) -> PairingSystem {
        self.gauntlet_entrant
            .map_or(PairingSystem::RoundRobin, PairingSystem::Gauntlet)
    }

    /// Returns the error message of a field, if it is invalid.
    pub(super) fn error(&self, field: Field, bots: &[Bot]) -> Option<String> {
        // All other fields are valid.
        let mut form = tournament::TournamentConfig {
            rules: self.rules(),
            entrants: vec![Entrant::Computer(PlayerKind::Random); 2],
            ..tournament::TournamentConfig::default()
        };
        match field {
            Field::Entrants => {
                form.entrants.clone_from(&self.entrants);
                form.format = self.format();
                if let Some(error) = self.bots_error(bots) {
                    return Some(error);
                }
            }
            Field::Games => form.games_per_pairing = number(&self.games).unwrap_or(0),
            Field::Starts => form.starts.clone_from(&self.starts),
            Field::Opening => form.opening_plies = number(&self.opening).unwrap_or(u8::MAX),
            Field::MillionInstructions => form.limits.instructions = self.instructions(),
            Field::Seed => {
                return number::<u64>(&self.seed)
                    .is_none()
                    .then(|| text::seed_invalid(&u64::MAX.to_string()));
            }
        }
        if let (Field::Games, Some((_, games))) = (field, self.total())
            && games > MAX_GAMES
        {
            return Some(text::too_many_games(MAX_GAMES));
        }
        match Tournament::new(form) {
            Ok(_) => None,
            Err(TournamentError::OutOfRange {
                parameter: Parameter::Instructions,
                min,
                max,
            }) => Some(text::budget_invalid(
                &format_millions(min),
                &format_millions(max),
            )),
            Err(error) => Some(text::tournament_error(&error)),
        }
    }

    /// Returns a message if bots are missing or not ready.
    fn bots_error(&self, bots: &[Bot]) -> Option<String> {
        let mut missing = Vec::new();
        for entrant in &self.entrants {
            let Entrant::Bot { hash, name } = entrant else {
                continue;
            };
            let state = bots.iter().find(|bot| bot.hash == *hash);
            match state.map(|bot| &bot.status) {
                Some(BotStatus::Ready(_)) => {}
                Some(BotStatus::Checking) => return Some(text::bots_being_checked().to_owned()),
                Some(BotStatus::Broken(_)) => {
                    return Some(text::bot_in_setup_broken(name.as_str()));
                }
                None => {
                    if !missing.contains(&name.as_str()) {
                        missing.push(name.as_str());
                    }
                }
            }
        }
        (!missing.is_empty()).then(|| text::missing_bots(&missing))
    }

    /// Returns the tournament, if the form is valid and its bots are ready.
    pub(super) fn tournament(&self, bots: &[Bot]) -> Option<Tournament> {
        let is_valid = |field: &Field| self.error(*field, bots).is_none();
        Field::ALL.iter().all(is_valid).then_some(())?;
        self.without_bots()
    }

    /// Returns the tournament, if the form is valid apart from its bots.
    pub(super) fn without_bots(&self) -> Option<Tournament> {
        let form = tournament::TournamentConfig {
            rules: self.rules(),
            entrants: self.entrants.clone(),
            format: self.format(),
            games_per_pairing: number(&self.games)?,
            starts: self.starts.clone(),
            opening_plies: number(&self.opening)?,
            seed: number(&self.seed)?,
            limits: Limits {
                instructions: parse_millions(&self.million_instructions)?,
                milliseconds: self.milliseconds,
            },
        };
        Tournament::new(form).ok()
    }

    /// Returns whether an entrant has a time limit, so that games do not depend on the seed
    /// alone.
    pub(super) fn has_time_limit(&self) -> bool {
        let clock = |entrant: &Entrant| matches!(entrant, Entrant::Computer(kind) if kind.milliseconds().is_some());
        self.entrants.iter().any(clock)
    }
}

/// Returns the hash of an entrant if it is a bot.
fn hash_of(entrant: &Entrant) -> Option<BotHash> {
    match entrant {
        Entrant::Bot { hash, .. } => Some(*hash),
        Entrant::Computer(_) | Entrant::Program { .. } => None,
    }
}

fn name_of(entrant: &Entrant) -> String {
    match entrant {
        Entrant::Computer(kind) => kind.to_string(),
        Entrant::Bot { name, .. } | Entrant::Program { name, .. } => name.to_string(),
    }
}

/// Returns the boards to choose from, with their labels.
pub(super) fn boards() -> Vec<(RulesConfig, String)> {
    let of = |gravity| {
        move |&preset: &Preset| {
            let config = RulesConfig {
                columns: preset.columns,
                rows: preset.rows,
                connect: preset.connect,
                players: 2,
                gravity,
            };
            (config, text::preset_name(preset))
        }
    };
    let fall = Preset::CONNECT_FOUR.iter().map(of(true));
    let stay = Preset::TIC_TAC_TOE.iter().map(of(false));
    fall.chain(stay).collect()
}

/// Parses a typed whole number: digits, with optional spaces around them.
fn number<T: std::str::FromStr>(typed: &str) -> Option<T> {
    let typed = typed.trim();
    let digits = !typed.is_empty() && typed.bytes().all(|byte| byte.is_ascii_digit());
    typed.parse().ok().filter(|_| digits)
}

/// Formats a number in millions, with as many decimal places as necessary.
fn format_millions(number: u64) -> String {
    let (whole, rest) = (number / 1_000_000, number % 1_000_000);
    if rest == 0 {
        return whole.to_string();
    }
    let digits = format!("{rest:06}");
    format!("{whole}.{}", digits.trim_end_matches('0'))
}

/// Parses the format of [`format_millions`].
fn parse_millions(typed: &str) -> Option<u64> {
    let (whole, rest) = typed.trim().split_once('.').unwrap_or((typed.trim(), "0"));
    if rest.len() > 6 {
        return None;
    }
    let rest: u64 = number(&format!("{rest:0<6}")).filter(|_| !rest.is_empty())?;
    number::<u64>(whole)?
        .checked_mul(1_000_000)?
        .checked_add(rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_tournament::file;

    fn bot(byte: u8, status: BotStatus) -> Bot {
        Bot {
            hash: BotHash([byte; 32]),
            name: Name::new("Ada").unwrap(),
            author: String::new(),
            file: "ada.wasm".to_owned(),
            bytes: 1,
            status,
        }
    }

    fn entrant(byte: u8) -> Entrant {
        Entrant::Bot {
            hash: BotHash([byte; 32]),
            name: Name::new("Ada").unwrap(),
        }
    }

    #[test]
    fn default_form_is_valid() {
        let form = TournamentForm::new(7);
        let tournament = form.tournament(&[]).unwrap();
        assert_eq!(tournament.config().seed, 7);
        assert_eq!(form.total(), Some((1, QUICK_GAMES.into())));
        assert_eq!(TournamentForm::of(tournament.config()), form);
        assert!(!form.custom_board);
    }

    #[test]
    fn boards_are_valid() {
        let mut form = TournamentForm::new(1);
        for (config, _) in boards() {
            form.set_board(Some(config));
            let tournament = form.tournament(&[]).unwrap();
            assert_eq!(tournament.rules().config(), config);
            assert!(!TournamentForm::of(tournament.config()).custom_board);
        }
        form.set_board(None);
        assert!(form.custom_board);
        for (columns, rows, connect) in [(3, 3, 15), (15, 15, 15), (0, 99, 0)] {
            form.config = RulesConfig {
                columns,
                rows,
                connect,
                ..form.config
            };
            form.make_valid();
            assert!(form.tournament(&[]).is_some());
        }
    }

    #[test]
    fn errors_belong_to_their_fields() {
        let good = TournamentForm::new(1);
        let wrong = |change: &dyn Fn(&mut TournamentForm)| {
            let mut form = good.clone();
            change(&mut form);
            let wrong: Vec<_> = Field::ALL
                .into_iter()
                .filter_map(|field| Some((field, form.error(field, &[])?)))
                .collect();
            assert_eq!(form.tournament(&[]).is_none(), !wrong.is_empty());
            wrong
        };
        assert_eq!(wrong(&|_| ()), []);
        for text in [
            "",
            "0",
            "1000001",
            "+5",
            "1e3",
            "-1",
            "99999999999999999999",
        ] {
            let found = wrong(&|form| form.games = text.to_owned());
            let words = "Enter 1 to 1,000,000 games.".to_owned();
            assert_eq!(found, [(Field::Games, words)], "{text}");
        }
        let found = wrong(&|form| {
            form.starts = vec![vec![Rules::CLASSIC.cell(6, 0).expect("a cell")]];
            form.set_board(Some(boards()[3].0));
        });
        let words = "These settings can’t be used together \
                     (start position 1: a move is illegal, or the game is over).";
        assert_eq!(found, [(Field::Starts, words.to_owned())]);
        let found = wrong(&|form| form.opening = "21".to_owned());
        assert_eq!(found[0].0, Field::Opening);
        let found = wrong(&|form| {
            form.set_board(Some(boards()[3].0));
            form.opening = "5".to_owned();
        });
        assert_eq!(found[0].1, "For this board, enter 0 to 4 moves.");
        for text in ["0.009", "100001", "1.", ".5", "1.2345678", "1.+5"] {
            let found = wrong(&|form| form.million_instructions = text.to_owned());
            let words = "The limit must be 0.01 to 100000 million instructions.";
            assert_eq!(
                found,
                [(Field::MillionInstructions, words.to_owned())],
                "{text}"
            );
        }
        for text in ["", "-1", "18446744073709551616"] {
            let found = wrong(&|form| form.seed = text.to_owned());
            assert_eq!(found[0].0, Field::Seed);
        }
        let found = wrong(&|form| form.entrants.truncate(1));
        assert_eq!(found[0].1, "Add 2 to 64 players.".to_owned());
        let found = wrong(&|form| {
            form.games = "400000".to_owned();
            form.entrants.push(Entrant::Computer(PlayerKind::Random));
        });
        assert_eq!(found[0].0, Field::Games);
        assert!(found[0].1.contains("1,000,000"), "{found:?}");
        // Each at its own field.
        let found = wrong(&|form| {
            form.games.clear();
            form.seed.clear();
        });
        assert_eq!(found.len(), 2);
    }

    #[test]
    fn missing_bots_are_reported() {
        let mut form = TournamentForm::new(1);
        form.entrants.extend([entrant(1), entrant(1), entrant(2)]);
        let wrong = |form: &TournamentForm, bots: &[Bot]| form.error(Field::Entrants, bots);
        let ready = |byte| bot(byte, BotStatus::Ready(Vec::new()));
        assert!(wrong(&form, &[]).unwrap().contains("“Ada”"));
        assert!(wrong(&form, &[ready(1)]).is_some());
        assert_eq!(wrong(&form, &[ready(1), ready(2)]), None);
        assert!(form.tournament(&[ready(1), ready(2)]).is_some());
        let checking = bot(2, BotStatus::Checking);
        assert!(wrong(&form, &[ready(1), checking]).is_some());
        let broken = bot(2, BotStatus::Broken(Vec::new()));
        assert!(wrong(&form, &[ready(1), broken]).is_some());
        // The setup can be handed on without them.
        assert!(form.without_bots().is_some());
        form.remove_bot(BotHash([1; 32]));
        assert_eq!(form.entrants.len(), 3);
        assert_eq!(wrong(&form, &[ready(2)]), None);
    }

    #[test]
    fn opponent_of_all_others_is_tracked_when_entrants_are_removed() {
        let mut form = TournamentForm::new(1);
        form.entrants.extend([entrant(1), entrant(2)]);
        form.gauntlet_entrant = Some(2);
        form.remove(0);
        assert_eq!(form.gauntlet_entrant, Some(1));
        form.remove(2);
        assert_eq!(form.gauntlet_entrant, Some(1));
        form.remove(1);
        assert_eq!(form.gauntlet_entrant, None);
    }

    #[test]
    fn millions_round_trip() {
        for (number, written) in [
            (100_000_000, "100"),
            (10_000, "0.01"),
            (12_345_678, "12.345678"),
            (100_000_000_000, "100000"),
            (1, "0.000001"),
        ] {
            assert_eq!(format_millions(number), written);
            assert_eq!(parse_millions(written), Some(number));
        }
        assert_eq!(parse_millions(" 0.5 "), Some(500_000));
    }

    #[test]
    fn setups_round_trip() {
        let mut form = TournamentForm::new(u64::MAX);
        form.entrants.push(entrant(3));
        form.gauntlet_entrant = Some(1);
        form.set_board(Some(boards()[5].0));
        form.million_instructions = "0.25".to_owned();
        form.opening = "4".to_owned();
        let tournament = form.without_bots().unwrap();
        let link = file::write_link(&tournament);
        assert_eq!(
            TournamentForm::from_file(file::read_link(&link)),
            Ok(form.clone())
        );
        let program = Entrant::Program {
            command: "python3 x.py".to_owned(),
            name: Name::new("Ben").unwrap(),
        };
        form.entrants.push(program);
        let text = file::write(&form.without_bots().unwrap());
        let error = TournamentForm::from_file(file::read(&text)).unwrap_err();
        assert!(error.contains("“Ben”"), "{error}");
        assert!(TournamentForm::from_file(file::read("{")).is_err());
    }
}
