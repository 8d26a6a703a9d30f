//! The form of the next game. Everything but names and symbols is always valid.

use super::{
    presets::{GamePreset, PresetPlayer},
    solo,
};
use crate::{
    game::{
        default_seats::{default_pair, default_shapes},
        presets::Preset,
    },
    navigation::Opponents,
    storage::person::{Person, Side},
    text,
};
use four_shapes_players as players;
use four_shapes_records::{Name, PieceStyle, Seat, Setup, Shape, Symbol, TimeControl};
use four_shapes_rules::{Rules, RulesConfig};
use four_shapes_styles::Style;
use std::num::{NonZeroU8, NonZeroU16};

const DEFAULT_SECONDS_PER_MOVE: u16 = 20;

/// The kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameKind {
    ConnectFour,
    TicTacToe,
    Custom,
}

impl GameKind {
    fn of(rules: Rules) -> Self {
        let RulesConfig {
            columns,
            rows,
            connect,
            gravity,
            ..
        } = rules.config();
        if !gravity {
            Self::TicTacToe
        } else if connect == 4 && columns.min(rows) >= 4 {
            Self::ConnectFour
        } else {
            Self::Custom
        }
    }

    pub(super) fn presets(self) -> &'static [Preset] {
        match self {
            Self::ConnectFour => Preset::CONNECT_FOUR,
            Self::TicTacToe => Preset::TIC_TAC_TOE,
            Self::Custom => &[],
        }
    }

    /// The shapes of the first two players.
    fn default_shapes(self) -> [Shape; 2] {
        default_shapes(self != Self::TicTacToe)
    }

    /// The minimum number of columns and rows.
    pub(super) fn min_side(self) -> u32 {
        match self {
            Self::ConnectFour => 4,
            Self::TicTacToe | Self::Custom => Rules::MIN_SIDE,
        }
    }
}

/// The fields of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeatForm {
    pub(super) name: String,
    pub(super) symbol: String,
    pub(super) piece_style: PieceStyle,
    pub(super) computer: Option<players::PlayerKind>,
}

impl SeatForm {
    pub(super) fn of(seat: &Seat) -> Self {
        Self {
            name: seat.name.to_string(),
            symbol: seat.symbol.to_string(),
            piece_style: seat.piece_style,
            computer: seat.computer,
        }
    }

    fn has_default_name(&self) -> bool {
        self.name == self.symbol || default_names(self.piece_style).contains(&self.name)
    }

    fn is_of(&self, player: &PresetPlayer) -> bool {
        self.piece_style == player.piece_style && self.symbol == player.symbol
    }
}

/// Returns the names that a player with this piece style gets by default.
fn default_names(piece_style: PieceStyle) -> [String; 2] {
    let (colour, shape) = (piece_style.colour.id(), piece_style.shape.id());
    [
        text::colour_option(colour),
        text::piece_option(colour, shape),
    ]
}

/// The fields of the page for a new game: those of each choice of opponents, and those that all
/// have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewGameForm {
    pub(super) opponents: Opponents,
    /// The person's name, which may be empty.
    pub(super) name: String,
    /// The level of the computer player.
    pub(super) level: players::Level,
    pub(super) side: Side,
    /// The board, if the game is not a custom one.
    pub(super) board: Preset,
    /// The two players on this device.
    pub(super) pair: Vec<SeatForm>,
    /// The fields from here to `swap` are those of a custom game.
    pub(super) kind: GameKind,
    /// Whether the size is custom rather than a preset.
    pub(super) custom_size: bool,
    pub(super) config: RulesConfig,
    /// At least one seat per player. Seats are retained when the number of players decreases.
    pub(super) seats: Vec<SeatForm>,
    /// The seat of the first player.
    pub(super) first_seat: usize,
    /// Whether the second player may swap, if there are two.
    pub(super) swap: bool,
    /// The time control, if there are two players.
    pub(super) time_control: Option<TimeControl>,
    /// The number of wins that end the series, if it is not open.
    pub(super) series_length: Option<NonZeroU8>,
    /// The text style of a preset that was chosen.
    pub(super) text_style: Option<Style>,
}

/// A choice of clocks; [`TimeControl`] without the increment or the time per move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    Off,
    /// Time for the whole game, in seconds.
    Game(NonZeroU16),
    Move,
}

impl NewGameForm {
    /// Creates the form for the person, with the setup of an earlier game.
    pub(super) fn of(person: &Person, setup: &Setup, series_length: Option<NonZeroU8>) -> Self {
        let kind = GameKind::of(setup.rules());
        let config = setup.rules().config();
        let seats: Vec<SeatForm> = setup.seats().iter().map(SeatForm::of).collect();
        let is_pair = matches!(&seats[..], [a, b] if a.computer.is_none() && b.computer.is_none());
        let pair = if is_pair && kind != GameKind::TicTacToe {
            seats.clone()
        } else {
            default_pair(true).iter().map(SeatForm::of).collect()
        };
        Self {
            opponents: Opponents::Computer,
            name: person
                .name
                .as_ref()
                .map_or_else(String::new, Name::to_string),
            level: person.level,
            side: person.side,
            board: Preset::CLASSIC,
            pair,
            kind,
            custom_size: !kind.presets().iter().any(|preset| matches(preset, config)),
            config,
            seats,
            first_seat: setup.first_seat(),
            swap: setup.swap(),
            time_control: setup.time_control(),
            series_length,
            text_style: None,
        }
    }

    /// Returns the form with the defaults of a custom game.
    pub(super) fn with_defaults(&self) -> Self {
        let setup = Setup::with_default_seats(Rules::CLASSIC);
        let defaults = Self::of(&Person::default(), &setup, None);
        Self {
            opponents: self.opponents,
            name: self.name.clone(),
            level: self.level,
            side: self.side,
            board: self.board,
            pair: self.pair.clone(),
            ..defaults
        }
    }

    /// Returns whether another form has other fields; the tab that is shown is not one.
    pub(super) fn is_changed(&self, other: &Self) -> bool {
        let other = Self {
            opponents: self.opponents,
            ..other.clone()
        };
        *self != other
    }

    /// The [`players`](Self::players), and possibly more.
    pub(super) fn players_mut(&mut self) -> &mut [SeatForm] {
        match self.opponents {
            Opponents::TwoPlayers => &mut self.pair,
            Opponents::Computer | Opponents::Custom => &mut self.seats,
        }
    }

    /// Sets the board of a game that is not a custom one.
    pub(super) fn set_board(&mut self, board: Preset) {
        let [before, after] = [self.board, board].map(|board| default_shapes(board.gravity));
        replace_shapes(&mut self.pair, before, after);
        self.board = board;
    }

    pub(super) fn clock(&self) -> Clock {
        match self.time_control {
            None => Clock::Off,
            Some(TimeControl::Game { initial, .. }) => Clock::Game(initial),
            Some(TimeControl::Move(_)) => Clock::Move,
        }
    }

    pub(super) fn set_clock(&mut self, clock: Clock) {
        self.time_control = match (clock, self.time_control) {
            (Clock::Off, _) => None,
            (Clock::Game(initial), Some(TimeControl::Game { increment, .. })) => {
                Some(TimeControl::Game { initial, increment })
            }
            (Clock::Game(initial), _) => Some(TimeControl::Game {
                initial,
                increment: 0,
            }),
            (Clock::Move, _) => NonZeroU16::new(DEFAULT_SECONDS_PER_MOVE).map(TimeControl::Move),
        };
    }

    /// The increment or the time per move, in seconds.
    pub(super) fn clock_seconds(&self) -> u16 {
        match self.time_control {
            None => 0,
            Some(TimeControl::Game { increment, .. }) => increment.into(),
            Some(TimeControl::Move(limit)) => limit.get(),
        }
    }

    /// Sets the increment or the time per move; ignored if it is out of range.
    pub(super) fn set_clock_seconds(&mut self, seconds: u16) {
        match &mut self.time_control {
            None => {}
            Some(TimeControl::Game { increment, .. }) => {
                *increment = seconds.try_into().unwrap_or(*increment);
            }
            Some(TimeControl::Move(limit)) => *limit = NonZeroU16::new(seconds).unwrap_or(*limit),
        }
    }

    pub(super) fn set_kind(&mut self, kind: GameKind) {
        let (before, after) = (self.kind.default_shapes(), kind.default_shapes());
        replace_shapes(&mut self.seats, before, after);
        self.kind = kind;
        if kind == GameKind::TicTacToe {
            self.config.players = 2;
        }
        match kind.presets().first() {
            Some(&preset) => self.set_preset(preset),
            None => self.custom_size = true,
        }
        self.make_valid();
    }

    /// Sets the board, the players and the text style to those of a preset. Names that a player
    /// has chosen remain, and so does who plays.
    pub(super) fn set_game_preset(&mut self, preset: &GamePreset) {
        self.kind = GameKind::ConnectFour;
        self.config.players = 2;
        self.seats.truncate(2);
        for seat in &mut self.seats {
            // Set below, when both pieces are known.
            if seat.has_default_name() {
                seat.name.clear();
            }
        }
        for (index, player) in preset.players.iter().enumerate() {
            let symbol = player.named_by_symbol.then(|| player.symbol.to_owned());
            let names = symbol.into_iter().chain(default_names(player.piece_style));
            let is_free = |name: &String| self.seats.iter().all(|seat| seat.name != *name);
            let name = names.into_iter().find(is_free);
            let seat = &mut self.seats[index];
            seat.piece_style = player.piece_style;
            player.symbol.clone_into(&mut seat.symbol);
            if seat.name.is_empty() {
                seat.name = name.unwrap_or_default();
            }
        }
        self.text_style = Some(preset.style);
        self.set_preset(preset.board);
    }

    /// Returns whether the board and the players are those of a preset.
    pub(super) fn is_game_preset(&self, preset: &GamePreset) -> bool {
        let config = self.config;
        let mut players = self.players().iter().zip(&preset.players);
        matches(&preset.board, config)
            && (config.gravity, config.players) == (true, 2)
            && players.all(|(seat, player)| seat.is_of(player))
    }

    pub(super) fn set_preset(&mut self, preset: Preset) {
        self.custom_size = false;
        self.config = RulesConfig {
            columns: preset.columns,
            rows: preset.rows,
            connect: preset.connect,
            ..self.config
        };
        self.make_valid();
    }

    pub(super) fn is_preset(&self, preset: &Preset) -> bool {
        !self.custom_size && matches(preset, self.config)
    }

    /// Adjusts all fields to a change of one.
    pub(super) fn make_valid(&mut self) {
        let RulesConfig {
            columns,
            rows,
            connect,
            players,
            gravity,
        } = &mut self.config;
        let min = self.kind.min_side();
        *columns = (*columns).clamp(min, Rules::MAX_SIDE);
        *rows = (*rows).clamp(min, Rules::MAX_SIDE);
        match self.kind {
            GameKind::ConnectFour => (*connect, *gravity) = (4, true),
            GameKind::TicTacToe => *gravity = false,
            GameKind::Custom => {}
        }
        let max = Rules::max_connect(*columns, *rows);
        *connect = (*connect).clamp(Rules::MIN_CONNECT, max);
        let max = Rules::max_players(*columns, *rows, *connect);
        *players = (*players).clamp(Rules::MIN_PLAYERS, max);
        let players = *players as usize;
        while self.seats.len() < players {
            let next = self.new_seat();
            self.seats.push(next);
        }
        self.first_seat = self.first_seat.min(players - 1);
    }

    /// Returns a seat whose name, symbol and piece style are unused.
    fn new_seat(&self) -> SeatForm {
        let unused = |taken: &dyn Fn(&SeatForm, &SeatForm) -> bool| {
            let mut all = (self.seats.len()..).map(|number| SeatForm::of(&Seat::nth(number % 75)));
            let is_unused = |seat: &SeatForm| !self.seats.iter().any(|other| taken(seat, other));
            // There are more names, symbols and piece styles than seats.
            all.find(is_unused).expect("one of 75 is unused")
        };
        SeatForm {
            name: unused(&|a, b| a.name == b.name).name,
            symbol: unused(&|a, b| a.symbol == b.symbol).symbol,
            piece_style: unused(&|a, b| a.piece_style == b.piece_style).piece_style,
            computer: None,
        }
    }

    /// Sets the piece style of a player on this page. One who has it already gets the previous one.
    pub(super) fn set_piece_style(&mut self, index: usize, piece_style: PieceStyle) {
        set_piece_style(self.players_mut(), index, piece_style);
    }

    /// The players on this page, of two on this device or of a custom game.
    pub(super) fn players(&self) -> &[SeatForm] {
        match self.opponents {
            Opponents::TwoPlayers => &self.pair,
            Opponents::Computer | Opponents::Custom => &self.seats[..self.config.players as usize],
        }
    }

    /// Returns the person's name, if there is one.
    ///
    /// # Errors
    /// Returns a message if it is invalid.
    pub(super) fn person_name(&self) -> Result<Option<Name>, String> {
        if self.name.trim().is_empty() {
            return Ok(None);
        }
        Name::new(&self.name).map(Some).map_err(text::name_error)
    }

    /// Returns whether a player's name is missing, invalid or another player's.
    pub(super) fn has_invalid_name(&self, index: usize) -> bool {
        self.is_invalid(index, |seat| {
            Name::new(&seat.name).ok().map(|name| name.to_string())
        })
    }

    /// Returns whether a player's symbol is missing, invalid or another player's.
    pub(super) fn has_invalid_symbol(&self, index: usize) -> bool {
        self.is_invalid(index, |seat| {
            let symbol: Symbol = seat.symbol.trim().parse().ok()?;
            Some(symbol.to_string())
        })
    }

    /// Returns whether a field of a player, which `read` parses, is invalid or another player's.
    fn is_invalid(&self, index: usize, read: fn(&SeatForm) -> Option<String>) -> bool {
        let fields = self.players().iter().map(read);
        match fields.clone().nth(index) {
            None => false,
            Some(None) => true,
            Some(own) => fields.filter(|other| *other == own).count() > 1,
        }
    }

    /// Returns the setup. The seed decides a random side.
    ///
    /// # Errors
    /// Returns a message if a name or a symbol is invalid.
    pub(super) fn setup(&self, seed: u64) -> Result<Setup, String> {
        let setup = match self.opponents {
            Opponents::Computer => {
                let (name, human) = (self.person_name()?, self.side.human_seat(seed));
                Ok(solo::setup(self.board, name.as_ref(), self.level, human))
            }
            Opponents::TwoPlayers => Setup::new(self.board.rules(), seats(&self.pair)?, 0),
            Opponents::Custom => {
                let rules = Rules::new(self.config).expect("the form is always valid");
                let swap = self.swap && self.config.players == 2;
                Setup::new(rules, seats(self.players())?, self.first_seat)
                    .and_then(|setup| setup.with_swap(swap))
            }
        };
        setup
            .and_then(|setup| {
                let is_pair = setup.seats().len() == 2;
                setup.with_time_control(self.time_control.filter(|_| is_pair))
            })
            .map_err(text::setup_error)
    }
}

/// Returns the seats of players.
///
/// # Errors
/// Returns a message if a name or a symbol is invalid.
fn seats(players: &[SeatForm]) -> Result<Vec<Seat>, String> {
    let seat = |(index, seat): (usize, &SeatForm)| {
        Ok(Seat {
            name: Name::new(&seat.name).map_err(|error| text::player_name_error(index, error))?,
            piece_style: seat.piece_style,
            symbol: seat
                .symbol
                .trim()
                .parse()
                .map_err(|_| text::symbol_invalid(text::one_based(index)))?,
            computer: seat.computer,
        })
    };
    players.iter().enumerate().map(seat).collect()
}

/// Replaces the shapes of the first two players if they are the defaults.
fn replace_shapes(seats: &mut [SeatForm], before: [Shape; 2], after: [Shape; 2]) {
    let shapes = seats.iter().map(|seat| seat.piece_style.shape);
    if shapes.take(2).eq(before) {
        for (seat, shape) in seats.iter_mut().zip(after) {
            seat.piece_style.shape = shape;
        }
    }
}

/// Sets the piece style of a seat. A seat that has it already gets the previous one.
fn set_piece_style(seats: &mut [SeatForm], index: usize, piece_style: PieceStyle) {
    let previous = seats[index].piece_style;
    let has_style = |seat: &SeatForm| seat.piece_style == piece_style;
    let Some(other) = seats.iter().position(has_style) else {
        return set_style_and_name(seats, index, piece_style);
    };
    if seats[index].has_default_name() && seats[other].has_default_name() {
        // Default names are exchanged with the styles.
        let name = std::mem::take(&mut seats[index].name);
        seats[index].name = std::mem::replace(&mut seats[other].name, name);
        seats[index].piece_style = piece_style;
        seats[other].piece_style = previous;
    } else {
        set_style_and_name(seats, other, previous);
        set_style_and_name(seats, index, piece_style);
    }
}

/// Sets the piece style of a seat, and its name if that is a default.
fn set_style_and_name(seats: &mut [SeatForm], index: usize, piece_style: PieceStyle) {
    let has_default_name = seats[index].has_default_name();
    seats[index].piece_style = piece_style;
    let taken = |name: &String| {
        let mut others = seats.iter().enumerate();
        others.any(|(other, seat)| other != index && seat.name == *name)
    };
    let mut names = default_names(piece_style).into_iter();
    if let (true, Some(name)) = (has_default_name, names.find(|name| !taken(name))) {
        seats[index].name = name;
    }
}

fn matches(preset: &Preset, config: RulesConfig) -> bool {
    (preset.columns, preset.rows, preset.connect) == (config.columns, config.rows, config.connect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form_of(setup: &Setup) -> NewGameForm {
        NewGameForm {
            opponents: Opponents::Custom,
            ..NewGameForm::of(&Person::default(), setup, None)
        }
    }

    fn form() -> NewGameForm {
        form_of(&Setup::with_default_seats(Rules::CLASSIC))
    }

    #[test]
    fn form_is_always_valid() {
        for kind in [GameKind::ConnectFour, GameKind::TicTacToe, GameKind::Custom] {
            let mut form = form();
            form.set_kind(kind);
            for (columns, rows, connect, players) in [
                (3, 3, 3, 2),
                (15, 15, 3, 75),
                (4, 3, 15, 75),
                (15, 3, 15, 9),
                (3, 3, 3, 75),
            ] {
                let gravity = form.config.gravity;
                form.config = RulesConfig {
                    columns,
                    rows,
                    connect,
                    players,
                    gravity,
                };
                form.make_valid();
                let setup = form.setup(0).unwrap();
                assert_eq!(setup.rules().config(), form.config);
                assert_eq!(form_of(&setup).config, form.config);
            }
        }
    }

    #[test]
    fn kinds_set_the_rules() {
        let mut form = form();
        form.set_kind(GameKind::TicTacToe);
        assert_eq!(form.setup(0).unwrap().rules(), Rules::TIC_TAC_TOE);
        form.set_kind(GameKind::ConnectFour);
        assert_eq!(form.setup(0).unwrap().rules(), Rules::CLASSIC);
        form.set_kind(GameKind::Custom);
        form.config.connect = 5;
        form.make_valid();
        let config = form.setup(0).unwrap().rules().config();
        assert_eq!((config.columns, config.rows, config.connect), (7, 6, 5));
        assert_eq!(form_of(&form.setup(0).unwrap()).kind, GameKind::Custom);
    }

    #[test]
    fn used_piece_style_is_exchanged() {
        let mut form = form();
        form.set_piece_style(0, PieceStyle::nth(1));
        assert_eq!(form.seats[0].piece_style, PieceStyle::nth(1));
        assert_eq!(form.seats[1].piece_style, PieceStyle::nth(0));
        // Default names follow the piece style.
        assert_eq!(form.seats[0].name, "Blue");
        assert_eq!(form.seats[1].name, "Red");
        form.seats[0].name = "Ada".to_owned();
        form.set_piece_style(0, PieceStyle::nth(2));
        assert_eq!(form.seats[0].name, "Ada");
        form.set_piece_style(0, PieceStyle::nth(5));
        form.config.players = 10;
        form.make_valid();
        assert!(form.setup(0).is_ok(), "{:?}", form.setup(0));
    }

    #[test]
    fn each_preset_sets_all_of_a_game_and_is_recognized() {
        for (index, preset) in GamePreset::ALL.iter().enumerate() {
            for before in GamePreset::ALL {
                let mut form = form();
                form.config.players = 4;
                form.make_valid();
                form.set_game_preset(before);
                form.set_game_preset(preset);
                let setup = form.setup(0).unwrap();
                assert_eq!(form.text_style, Some(preset.style));
                let reopened = form_of(&setup);
                let is_shown = |other: &&GamePreset| reopened.is_game_preset(other);
                let shown: Vec<_> = GamePreset::ALL.iter().filter(is_shown).collect();
                assert_eq!(shown.len(), 1, "{index}");
                assert_eq!((shown[0].name)(), (preset.name)());
                let names = setup.seats().iter().map(|seat| seat.name.to_string());
                let expected = [
                    ["Red", "Blue"],
                    ["Red", "Blue"],
                    ["A", "B"],
                    ["X", "O"],
                    ["Green", "Orange"],
                    ["Red", "Black"],
                ];
                assert_eq!(names.collect::<Vec<_>>(), expected[index]);
            }
        }
    }

    #[test]
    fn preset_keeps_chosen_names_and_who_plays() {
        let mut form = form();
        let level = Some(players::PlayerKind::Level(players::Level::Five));
        form.seats[0].name = "O".to_owned();
        form.seats[1].computer = level;
        let [.., x_and_o, _, _] = GamePreset::ALL else {
            panic!("no preset")
        };
        form.set_game_preset(x_and_o);
        let names = form.seats.iter().map(|seat| &*seat.name);
        assert_eq!(names.collect::<Vec<_>>(), ["O", "Blue"]);
        assert_eq!(form.seats[1].computer, level);
        form.set_kind(GameKind::TicTacToe);
        assert!(!form.is_game_preset(x_and_o));
    }

    #[test]
    fn opponents_have_fields_of_their_own() {
        let tic_tac_toe = Setup::with_default_seats(Rules::TIC_TAC_TOE);
        let mut form = form_of(&tic_tac_toe);
        // A game against the computer is the usual one, whatever was played before.
        form.opponents = Opponents::Computer;
        form.level = players::Level::Four;
        form.name = " Ada ".to_owned();
        let setup = form.setup(0).unwrap();
        assert_eq!(setup.rules(), Rules::CLASSIC);
        let names = |setup: &Setup| {
            let seats = setup.seats().iter();
            seats.map(|seat| seat.name.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(&setup), ["Ada", "Sol"]);
        form.side = Side::Random;
        assert_eq!(names(&form.setup(0).unwrap()), ["Ada", "Sol"]);
        assert_eq!(names(&form.setup(1).unwrap()), ["Sol", "Ada"]);
        form.name = "A\u{202e}".to_owned();
        assert!(form.setup(0).is_err());

        form.opponents = Opponents::TwoPlayers;
        assert_eq!(form.setup(0).unwrap().rules(), Rules::CLASSIC);
        form.set_piece_style(0, PieceStyle::nth(1));
        assert_eq!(names(&form.setup(0).unwrap()), ["Blue", "Red"]);

        form.opponents = Opponents::Custom;
        assert_eq!(form.setup(0).unwrap(), tic_tac_toe);
    }

    #[test]
    fn boards_set_the_default_shapes() {
        let mut form = form();
        form.opponents = Opponents::TwoPlayers;
        let shapes = |form: &NewGameForm| {
            let players = form.players().iter();
            players
                .map(|player| player.piece_style.shape)
                .collect::<Vec<_>>()
        };
        for board in Preset::all().chain([Preset::CLASSIC]) {
            form.set_board(board);
            assert_eq!(form.setup(0).unwrap().rules(), board.rules());
            assert_eq!(shapes(&form), default_shapes(board.gravity));
        }
        let heart = PieceStyle {
            shape: Shape::Heart,
            ..PieceStyle::nth(0)
        };
        form.set_piece_style(0, heart);
        form.set_board(Preset::TIC_TAC_TOE[0]);
        assert_eq!(
            shapes(&form),
            [Shape::Heart, Shape::Pentagon],
            "chosen shapes remain"
        );
    }

    #[test]
    fn invalid_player_is_reported() {
        let error = |change: &dyn Fn(&mut SeatForm)| {
            let mut form = form();
            change(&mut form.seats[1]);
            form.setup(0).unwrap_err()
        };
        assert_eq!(
            error(&|seat| seat.name.clear()),
            "Enter a name for player 2."
        );
        assert_eq!(
            error(&|seat| seat.name = "Red".to_owned()),
            "Players 1 and 2 have the same name."
        );
        assert_eq!(
            error(&|seat| seat.symbol = "XY".to_owned()),
            "Player 2: the text symbol must be a single letter, digit or symbol."
        );
        assert_eq!(
            error(&|seat| seat.symbol = "X".to_owned()),
            "Players 1 and 2 have the same text symbol."
        );
    }

    #[test]
    fn clocks_are_for_two_players() {
        let mut form = form();
        let seconds = |seconds| NonZeroU16::new(seconds).unwrap();
        form.set_clock(Clock::Game(seconds(60)));
        form.set_clock_seconds(2);
        form.set_clock(Clock::Game(seconds(300)));
        let time_control = |form: &NewGameForm| {
            let control = form.setup(0).unwrap().time_control();
            control.map(|control| control.to_string())
        };
        assert_eq!(time_control(&form), Some("300+2".to_owned()));
        form.set_clock(Clock::Move);
        assert_eq!(time_control(&form), Some("20/move".to_owned()));
        form.set_clock_seconds(0);
        assert_eq!(form.clock_seconds(), 20);
        form.config.players = 3;
        form.make_valid();
        assert_eq!(time_control(&form), None);
    }
}
