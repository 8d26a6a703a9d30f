//! The set-up of the next game while it is being chosen: always one that can be
//! played, but for names and symbols that are being typed.

use crate::{game::presets::Preset, text};
use four_shapes_engine::{Name, PieceStyle, Rules, RulesConfig, Seat, Setup, players};

/// Which game it is, as people call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    ConnectFour,
    TicTacToe,
    Own,
}

impl Kind {
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
            Self::Own
        }
    }

    pub(super) fn presets(self) -> &'static [Preset] {
        match self {
            Self::ConnectFour => Preset::CONNECT_FOUR,
            Self::TicTacToe => Preset::TIC_TAC_TOE,
            Self::Own => &[],
        }
    }

    /// The fewest columns and rows.
    pub(super) fn least_side(self) -> u32 {
        match self {
            Self::ConnectFour => 4,
            Self::TicTacToe | Self::Own => Rules::MIN_SIDE,
        }
    }
}

/// A seat while its player is being described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SeatForm {
    pub(super) name: String,
    pub(super) symbol: String,
    pub(super) piece_style: PieceStyle,
    pub(super) computer: Option<players::Kind>,
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

    fn is_called_after_look(&self) -> bool {
        names_of(self.piece_style).contains(&self.name)
    }
}

/// What somebody with this look is called who has not chosen a name.
fn names_of(piece_style: PieceStyle) -> [String; 2] {
    let (colour, shape) = (piece_style.colour.id(), piece_style.shape.id());
    [
        text::colour_option(colour),
        text::piece_option(colour, shape),
    ]
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NewGameForm {
    pub(super) kind: Kind,
    /// The size is chosen freely rather than from the presets.
    pub(super) own_size: bool,
    pub(super) config: RulesConfig,
    /// As many as there are players, or more: who was described is not
    /// forgotten when there are fewer players for a while.
    pub(super) seats: Vec<SeatForm>,
    /// The seat that starts.
    pub(super) starts: usize,
    /// Whether the second player may swap, if there are two.
    pub(super) swap: bool,
}

impl NewGameForm {
    pub(super) fn of(setup: &Setup) -> Self {
        let kind = Kind::of(setup.rules());
        let config = setup.rules().config();
        Self {
            kind,
            own_size: !kind.presets().iter().any(|preset| fits(preset, config)),
            config,
            seats: setup.seats().iter().map(SeatForm::of).collect(),
            starts: setup.first_seat(),
            swap: setup.swap(),
        }
    }

    /// A person first, then a computer that one can win against.
    pub(super) fn play_against_computer(&mut self) {
        let players = [None, Some(players::Kind::Level(3))];
        for (seat, computer) in self.seats.iter_mut().zip(players) {
            seat.computer = computer;
        }
    }

    pub(super) fn choose_kind(&mut self, kind: Kind) {
        self.kind = kind;
        match kind.presets().first() {
            Some(&preset) => self.choose_preset(preset),
            None => self.own_size = true,
        }
        self.fix();
    }

    pub(super) fn choose_preset(&mut self, preset: Preset) {
        self.own_size = false;
        self.config = RulesConfig {
            columns: preset.columns,
            rows: preset.rows,
            connect: preset.connect,
            ..self.config
        };
        self.fix();
    }

    pub(super) fn is_preset(&self, preset: &Preset) -> bool {
        !self.own_size && fits(preset, self.config)
    }

    /// Makes everything fit the rest after something was chosen.
    pub(super) fn fix(&mut self) {
        let RulesConfig {
            columns,
            rows,
            connect,
            players,
            gravity,
        } = &mut self.config;
        let least = self.kind.least_side();
        *columns = (*columns).clamp(least, Rules::MAX_SIDE);
        *rows = (*rows).clamp(least, Rules::MAX_SIDE);
        match self.kind {
            Kind::ConnectFour => (*connect, *gravity) = (4, true),
            Kind::TicTacToe => *gravity = false,
            Kind::Own => {}
        }
        let most = Rules::max_connect(*columns, *rows);
        *connect = (*connect).clamp(Rules::MIN_CONNECT, most);
        let most = Rules::max_players(*columns, *rows, *connect);
        *players = (*players).clamp(Rules::MIN_PLAYERS, most);
        let players = *players as usize;
        while self.seats.len() < players {
            let next = self.new_seat();
            self.seats.push(next);
        }
        self.starts = self.starts.min(players - 1);
    }

    /// A seat that has nothing in common with the others.
    fn new_seat(&self) -> SeatForm {
        let free = |taken: &dyn Fn(&SeatForm, &SeatForm) -> bool| {
            let mut all = (self.seats.len()..).map(|number| SeatForm::of(&Seat::nth(number % 75)));
            let is_free = |seat: &SeatForm| !self.seats.iter().any(|other| taken(seat, other));
            // There are more names, looks and symbols than seats.
            all.find(is_free).expect("one of 75 is free")
        };
        SeatForm {
            name: free(&|a, b| a.name == b.name).name,
            symbol: free(&|a, b| a.symbol == b.symbol).symbol,
            piece_style: free(&|a, b| a.piece_style == b.piece_style).piece_style,
            computer: None,
        }
    }

    /// Gives a seat a look; whoever has it already gets the former one.
    pub(super) fn choose_look(&mut self, place: usize, piece_style: PieceStyle) {
        let former = self.seats[place].piece_style;
        let Some(other) = self
            .seats
            .iter()
            .position(|seat| seat.piece_style == piece_style)
        else {
            return self.dress(place, piece_style);
        };
        if self.seats[place].is_called_after_look() && self.seats[other].is_called_after_look() {
            // Each is called after the look that the other one gets.
            let name = std::mem::take(&mut self.seats[place].name);
            let name = std::mem::replace(&mut self.seats[other].name, name);
            self.seats[place].name = name;
            self.seats[place].piece_style = piece_style;
            self.seats[other].piece_style = former;
        } else {
            self.dress(other, former);
            self.dress(place, piece_style);
        }
    }

    /// Changes a seat's look, and its name if that is the name of the look.
    fn dress(&mut self, place: usize, piece_style: PieceStyle) {
        let renamed = self.seats[place].is_called_after_look();
        self.seats[place].piece_style = piece_style;
        let taken = |name: &String| {
            let mut others = self.seats.iter().enumerate();
            others.any(|(other, seat)| other != place && seat.name == *name)
        };
        let name = names_of(piece_style).into_iter().find(|name| !taken(name));
        if let (true, Some(name)) = (renamed, name) {
            self.seats[place].name = name;
        }
    }

    /// The players who are in.
    pub(super) fn players(&self) -> &[SeatForm] {
        &self.seats[..self.config.players as usize]
    }

    /// The set-up, or what is wrong with a name or a symbol.
    pub(super) fn setup(&self) -> Result<Setup, String> {
        let seat = |(place, seat): (usize, &SeatForm)| {
            Ok(Seat {
                name: Name::new(&seat.name)
                    .map_err(|error| text::player_name_error(place, error))?,
                piece_style: seat.piece_style,
                symbol: seat
                    .symbol
                    .trim()
                    .parse()
                    .map_err(|_| text::symbol_invalid(text::number_of(place)))?,
                computer: seat.computer,
            })
        };
        let seats = self.players().iter().enumerate().map(seat);
        let seats = seats.collect::<Result<Vec<_>, String>>()?;
        let rules = Rules::new(self.config).expect("only what fits can be chosen");
        let setup = Setup::new(rules, seats, self.starts);
        let swap = self.swap && self.config.players == 2;
        setup
            .and_then(|setup| setup.with_swap(swap))
            .map_err(text::setup_error)
    }
}

fn fits(preset: &Preset, config: RulesConfig) -> bool {
    (preset.columns, preset.rows, preset.connect) == (config.columns, config.rows, config.connect)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> NewGameForm {
        NewGameForm::of(&Setup::with_default_seats(Rules::CLASSIC))
    }

    #[test]
    fn whatever_is_chosen_can_be_played() {
        for kind in [Kind::ConnectFour, Kind::TicTacToe, Kind::Own] {
            let mut form = form();
            form.choose_kind(kind);
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
                form.fix();
                let setup = form.setup().unwrap();
                assert_eq!(setup.rules().config(), form.config);
                assert_eq!(NewGameForm::of(&setup).config, form.config);
            }
        }
    }

    #[test]
    fn kinds_have_their_rules() {
        let mut form = form();
        form.choose_kind(Kind::TicTacToe);
        assert_eq!(form.setup().unwrap().rules(), Rules::TIC_TAC_TOE);
        form.choose_kind(Kind::ConnectFour);
        assert_eq!(form.setup().unwrap().rules(), Rules::CLASSIC);
        form.choose_kind(Kind::Own);
        form.config.connect = 5;
        form.fix();
        let config = form.setup().unwrap().rules().config();
        assert_eq!((config.columns, config.rows, config.connect), (7, 6, 5));
        assert_eq!(NewGameForm::of(&form.setup().unwrap()).kind, Kind::Own);
    }

    #[test]
    fn a_look_that_is_taken_is_exchanged() {
        let mut form = form();
        form.choose_look(0, PieceStyle::nth(1));
        assert_eq!(form.seats[0].piece_style, PieceStyle::nth(1));
        assert_eq!(form.seats[1].piece_style, PieceStyle::nth(0));
        // Whoever has chosen no name is called after the look.
        assert_eq!(form.seats[0].name, "Blue");
        assert_eq!(form.seats[1].name, "Red");
        form.seats[0].name = "Ada".to_owned();
        form.choose_look(0, PieceStyle::nth(2));
        assert_eq!(form.seats[0].name, "Ada");
        form.choose_look(0, PieceStyle::nth(5));
        form.config.players = 10;
        form.fix();
        assert!(form.setup().is_ok(), "{:?}", form.setup());
    }

    #[test]
    fn invalid_player_is_reported() {
        let wrong = |change: &dyn Fn(&mut SeatForm)| {
            let mut form = form();
            change(&mut form.seats[1]);
            form.setup().unwrap_err()
        };
        assert_eq!(
            wrong(&|seat| seat.name.clear()),
            "Enter a name for player 2."
        );
        assert_eq!(
            wrong(&|seat| seat.name = "Red".to_owned()),
            "Players 1 and 2 have the same name."
        );
        assert_eq!(
            wrong(&|seat| seat.symbol = "XY".to_owned()),
            "Player 2: the text symbol must be a single letter, digit or symbol."
        );
        assert_eq!(
            wrong(&|seat| seat.symbol = "X".to_owned()),
            "Players 1 and 2 have the same text symbol."
        );
    }
}
