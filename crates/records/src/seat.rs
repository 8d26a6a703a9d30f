//! The seats of a match: names, pieces, symbols, computer players, and the first turn.

use crate::{PieceStyle, TimeControl};
use four_shapes_players::PlayerKind;
use four_shapes_rules::{ParseError, Player, Rules, text::is_plain};
use std::{error::Error, fmt, str::FromStr};

/// A player's name: 1 to 24 characters that are safe to display.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

impl Name {
    /// The maximum number of characters.
    pub const MAX_CHARS: usize = 24;

    /// Checks a name, without leading and trailing white space.
    ///
    /// # Errors
    /// Returns an error if the name is empty or too long, or if it contains control
    /// characters, line breaks, or characters that change the direction of text.
    ///
    /// ```
    /// use four_shapes_records::{Name, NameError};
    ///
    /// assert_eq!(Name::new(" Ada ")?.as_str(), "Ada");
    /// assert_eq!(Name::new(""), Err(NameError::Empty));
    /// assert_eq!(Name::new("A\u{202e}da"), Err(NameError::Character('\u{202e}')));
    /// # Ok::<_, NameError>(())
    /// ```
    pub fn new(text: &str) -> Result<Self, NameError> {
        let space = |c: char| c == '\t' || c.is_whitespace() && !c.is_control();
        let name = text.trim_matches(space);
        if name.is_empty() {
            return Err(NameError::Empty);
        }
        if let Some(character) = name.chars().find(|c| !is_plain(*c)) {
            return Err(NameError::Character(character));
        }
        let chars = name.chars().count();
        if chars > Self::MAX_CHARS {
            return Err(NameError::TooLong { chars });
        }
        Ok(Self(name.to_owned()))
    }

    /// Makes a name of any text by removing invalid characters and truncating it;
    /// `None` if nothing is left.
    ///
    /// ```
    /// use four_shapes_records::Name;
    ///
    /// let name = Name::sanitized("Ada\nLovelace,\tCountess of Lovelace").expect("it has letters");
    /// assert_eq!(name.as_str(), "Ada Lovelace, Countess o");
    /// assert_eq!(Name::sanitized("\n"), None);
    /// ```
    pub fn sanitized(text: &str) -> Option<Self> {
        let plain = text
            .chars()
            .map(|c| if c.is_whitespace() { ' ' } else { c });
        let plain: String = plain.filter(|c| is_plain(*c)).collect();
        let short: String = plain.trim().chars().take(Self::MAX_CHARS).collect();
        Self::new(&short).ok()
    }

    /// Returns the name as a string slice.
    ///
    /// ```
    /// use four_shapes_records::Name;
    ///
    /// assert_eq!(Name::new("Ada")?.as_str().to_uppercase(), "ADA");
    /// # Ok::<_, four_shapes_records::NameError>(())
    /// ```
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The reason a text isn't a valid name.
// Exhaustive, so that the page translates every reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// It is empty or only white space.
    Empty,
    /// It has more than [`Name::MAX_CHARS`] characters.
    TooLong {
        /// The number of characters.
        chars: usize,
    },
    /// It contains a character that isn't safe to display.
    Character(char),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("missing name"),
            Self::TooLong { chars } => write!(
                f,
                "the name has {chars} characters; the maximum is {}",
                Name::MAX_CHARS
            ),
            Self::Character(character) => {
                write!(f, "names can't contain U+{:04X}", u32::from(*character))
            }
        }
    }
}

impl Error for NameError {}

/// A character for a player's pieces in text. It is visible and one column wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(char);

impl Symbol {
    /// The default symbols.
    const DEFAULTS: &'static [u8; 75] =
        b"XOABCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnopqrstuvwxyz0123456789#@%&+*=?!$~^<";

    /// Checks a symbol: an ASCII letter, digit or sign other than `|`, which draws the
    /// board, or a Latin, Greek or Cyrillic letter.
    ///
    /// ```
    /// use four_shapes_records::Symbol;
    ///
    /// assert_eq!(Symbol::new('Ω').map(|it| it.to_string()), Some("Ω".to_owned()));
    /// assert_eq!(Symbol::new('漢'), None); // two columns wide
    /// ```
    pub fn new(character: char) -> Option<Self> {
        let combining = matches!(character, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}');
        let sign = matches!(character, '|' | '\u{d7}' | '\u{f7}');
        let fits = matches!(character, '!'..='~' | '\u{c0}'..='\u{52f}') && !combining && !sign;
        fits.then_some(Self(character))
    }

    /// Returns the default symbol of a seat, counted from 0. Those of 75 seats differ.
    ///
    /// ```
    /// use four_shapes_records::Symbol;
    ///
    /// assert_eq!([0, 1, 2].map(|seat| Symbol::nth(seat).as_char()), ['X', 'O', 'A']);
    /// ```
    pub fn nth(index: usize) -> Self {
        Self(Self::DEFAULTS[index % Self::DEFAULTS.len()].into())
    }

    /// Returns the symbol as a character.
    ///
    /// ```
    /// use four_shapes_records::Symbol;
    ///
    /// let symbol: Symbol = "#".parse()?;
    /// assert_eq!(symbol.as_char(), '#');
    /// # Ok::<_, four_shapes_rules::ParseError>(())
    /// ```
    pub const fn as_char(self) -> char {
        self.0
    }
}

impl FromStr for Symbol {
    type Err = ParseError;

    /// Parses a text of exactly one character, see [`Symbol::new`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut characters = text.chars();
        let symbol = characters.next().and_then(Self::new);
        let symbol = symbol.filter(|_| characters.next().is_none());
        symbol.ok_or(ParseError {
            expected: "one letter, digit or sign other than |",
        })
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A seat: a place at the board and its player.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The name of the player.
    pub name: Name,
    /// The appearance of the player's pieces.
    pub piece_style: PieceStyle,
    /// The player's pieces in text.
    pub symbol: Symbol,
    /// The computer player; `None` for a human.
    pub computer: Option<PlayerKind>,
}

impl Seat {
    /// Returns the default of a seat, counted from 0. It is named after its colour, or
    /// after its piece style where colours repeat.
    ///
    /// ```
    /// use four_shapes_records::Seat;
    ///
    /// let seat = Seat::nth(1);
    /// assert_eq!((seat.name.as_str(), seat.symbol.as_char()), ("Blue", 'O'));
    /// assert_eq!(seat.piece_style.to_string(), "blue pentagon");
    /// ```
    pub fn nth(index: usize) -> Self {
        let piece_style = PieceStyle::nth(index);
        let mut name = if index < PieceStyle::DEFAULT_COLOURS {
            piece_style.colour.to_string()
        } else {
            piece_style.to_string()
        };
        if let Some(first) = name.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        Self {
            name: Name(name),
            piece_style,
            symbol: Symbol::nth(index),
            computer: None,
        }
    }
}

/// The setup of a match: the rules, the seats, the first turn, the swap rule and the time
/// control.
///
/// The order of the seats is the same in each game of a series, while the first move may
/// rotate. Player 0 has the first seat to move, the others follow in the order of the
/// seats. After a swap, [`Match`](crate::Match) maps players to seats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    rules: Rules,
    seats: Vec<Seat>,
    first_seat: usize,
    swap: bool,
    time_control: Option<TimeControl>,
}

impl Setup {
    /// Checks a setup without the swap rule and a time control. `first_seat` has the first turn, counted
    /// from 0.
    ///
    /// # Errors
    /// Returns an error if the number of seats isn't that of the players, if two seats
    /// have the same name, piece style or symbol, or if `first_seat` doesn't exist.
    ///
    /// ```
    /// use four_shapes_records::{Name, Seat, Setup};
    /// use four_shapes_rules::Rules;
    ///
    /// let seats = vec![Seat { name: Name::new("Ada")?, ..Seat::nth(0) }, Seat::nth(1)];
    /// let setup = Setup::new(Rules::CLASSIC, seats, 1)?; // Blue moves first.
    /// assert_eq!(setup.seats()[0].name.as_str(), "Ada");
    ///
    /// let error = Setup::new(Rules::CLASSIC, vec![Seat::nth(0); 2], 0).unwrap_err();
    /// assert_eq!(error.to_string(), "players 1 and 2 have the same name");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(rules: Rules, seats: Vec<Seat>, first_seat: usize) -> Result<Self, SetupError> {
        if seats.len() != usize::from(rules.players()) {
            return Err(SetupError::Count {
                seats: seats.len(),
                players: rules.players(),
            });
        }
        for (second, seat) in seats.iter().enumerate() {
            for (first, other) in seats[..second].iter().enumerate() {
                let attribute = if seat.name == other.name {
                    SeatAttribute::Name
                } else if seat.piece_style == other.piece_style {
                    SeatAttribute::PieceStyle
                } else if seat.symbol == other.symbol {
                    SeatAttribute::Symbol
                } else {
                    continue;
                };
                return Err(SetupError::Duplicate {
                    attribute,
                    first,
                    second,
                });
            }
        }
        if first_seat >= seats.len() {
            return Err(SetupError::FirstSeat { seat: first_seat });
        }
        Ok(Self {
            rules,
            seats,
            first_seat,
            swap: false,
            time_control: None,
        })
    }

    /// Creates a setup with default seats, the first of which starts.
    ///
    /// ```
    /// use four_shapes_records::{Seat, Setup};
    /// use four_shapes_rules::Rules;
    ///
    /// let setup = Setup::with_default_seats(Rules::CLASSIC);
    /// assert_eq!((setup.seats(), setup.first_seat()), (&[Seat::nth(0), Seat::nth(1)][..], 0));
    /// ```
    pub fn with_default_seats(rules: Rules) -> Self {
        Self {
            rules,
            seats: (0..rules.players().into()).map(Seat::nth).collect(),
            first_seat: 0,
            swap: false,
            time_control: None,
        }
    }

    /// Sets the swap rule, known as the pie rule: instead of making their first move, the
    /// second player may switch sides.
    ///
    /// # Errors
    /// Returns [`SetupError::Swap`] if it is on and there are more than two players.
    ///
    /// ```
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::Rules;
    ///
    /// let setup = Setup::with_default_seats(Rules::CLASSIC).with_swap(true)?;
    /// assert!(setup.swap());
    /// # Ok::<_, four_shapes_records::SetupError>(())
    /// ```
    pub fn with_swap(mut self, swap: bool) -> Result<Self, SetupError> {
        let players = self.rules.players();
        if swap && players != 2 {
            return Err(SetupError::Swap { players });
        }
        self.swap = swap;
        Ok(self)
    }

    /// Sets the time control, or none.
    ///
    /// # Errors
    /// Returns [`SetupError::TimeControl`] if there are more than two players.
    ///
    /// ```
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::Rules;
    ///
    /// let fischer = Some("300+2".parse()?);
    /// let setup = Setup::with_default_seats(Rules::CLASSIC).with_time_control(fischer)?;
    /// assert_eq!(setup.time_control(), fischer);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_time_control(
        mut self,
        time_control: Option<TimeControl>,
    ) -> Result<Self, SetupError> {
        let players = self.rules.players();
        if time_control.is_some() && players != 2 {
            return Err(SetupError::TimeControl { players });
        }
        self.time_control = time_control;
        Ok(self)
    }

    /// Returns the rules.
    ///
    /// ```
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::Rules;
    ///
    /// let setup = Setup::with_default_seats(Rules::TIC_TAC_TOE);
    /// assert_eq!(setup.rules(), Rules::TIC_TAC_TOE);
    /// ```
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the seats, 2 to 75.
    ///
    /// ```
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::Rules;
    ///
    /// let setup = Setup::with_default_seats(Rules::CLASSIC);
    /// let names = setup.seats().iter().map(|seat| seat.name.as_str());
    /// assert_eq!(names.collect::<Vec<_>>(), ["Red", "Blue"]);
    /// ```
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Returns the index of the seat with the first turn.
    ///
    /// ```
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::Rules;
    ///
    /// let setup = Setup::with_default_seats(Rules::CLASSIC).with_next_first_seat();
    /// assert_eq!(setup.seats()[setup.first_seat()].name.as_str(), "Blue");
    /// ```
    pub fn first_seat(&self) -> usize {
        self.first_seat
    }

    /// Returns whether the swap rule is on. It offsets the first-move advantage.
    ///
    /// ```
    /// use four_shapes_records::link;
    ///
    /// let game_match = link::parse("v=1&board=7x6&connect=4&swap=yes&moves=4")?;
    /// assert!(game_match.setup().swap());
    /// # Ok::<_, link::LinkError>(())
    /// ```
    pub fn swap(&self) -> bool {
        self.swap
    }

    /// Returns the time control, if there is one.
    ///
    /// ```
    /// use four_shapes_records::link;
    ///
    /// let game_match = link::parse("v=1&board=7x6&connect=4&clock=30/move&moves=4")?;
    /// let clock = game_match.setup().time_control().expect("the link has a clock");
    /// assert_eq!(clock.to_string(), "30/move");
    /// # Ok::<_, link::LinkError>(())
    /// ```
    pub fn time_control(&self) -> Option<TimeControl> {
        self.time_control
    }

    /// Returns the setup with the next seat moving first.
    ///
    /// ```
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::Rules;
    ///
    /// let first = Setup::with_default_seats(Rules::CLASSIC);
    /// let second = first.clone().with_next_first_seat();
    /// assert_eq!((first.first_seat(), second.first_seat()), (0, 1));
    /// assert_eq!(second.with_next_first_seat(), first);
    /// ```
    #[must_use]
    pub fn with_next_first_seat(mut self) -> Self {
        self.first_seat = (self.first_seat + 1) % self.seats.len();
        self
    }

    /// Assigns a seat to a computer player, or to a human for `None`. Does nothing if the
    /// seat doesn't exist.
    ///
    /// ```
    /// use four_shapes_players::{Level, PlayerKind};
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::Rules;
    ///
    /// let mut setup = Setup::with_default_seats(Rules::CLASSIC);
    /// setup.set_computer(1, Some(PlayerKind::Level(Level::Three)));
    /// assert_eq!(setup.seats()[1].computer, Some(PlayerKind::Level(Level::Three)));
    /// ```
    pub fn set_computer(&mut self, seat: usize, computer: Option<PlayerKind>) {
        if let Some(seat) = self.seats.get_mut(seat) {
            seat.computer = computer;
        }
    }

    /// Gives the player of a seat another name. Does nothing if the seat doesn't exist.
    ///
    /// # Errors
    /// Returns [`SetupError::Duplicate`] if another seat has the name.
    ///
    /// ```
    /// use four_shapes_records::{Name, Setup};
    /// use four_shapes_rules::Rules;
    ///
    /// let setup = Setup::with_default_seats(Rules::CLASSIC).with_name(0, Name::new("Ada")?)?;
    /// assert_eq!(setup.seats()[0].name.as_str(), "Ada");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_name(mut self, seat: usize, name: Name) -> Result<Self, SetupError> {
        let same = self.seats.iter().position(|other| other.name == name);
        if let Some(other) = same.filter(|other| *other != seat) {
            return Err(SetupError::Duplicate {
                attribute: SeatAttribute::Name,
                first: other.min(seat),
                second: other.max(seat),
            });
        }
        if let Some(seat) = self.seats.get_mut(seat) {
            seat.name = name;
        }
        Ok(self)
    }

    /// Returns the seat of the only human, if all others are computer players.
    ///
    /// ```
    /// use four_shapes_players::{Level, PlayerKind};
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::Rules;
    ///
    /// let mut setup = Setup::with_default_seats(Rules::CLASSIC);
    /// assert_eq!(setup.lone_human(), None); // two humans
    /// setup.set_computer(0, Some(PlayerKind::Level(Level::Three)));
    /// assert_eq!(setup.lone_human(), Some(1));
    /// ```
    pub fn lone_human(&self) -> Option<usize> {
        let mut humans = (0..self.seats.len()).filter(|seat| self.seats[*seat].computer.is_none());
        humans.next().filter(|_| humans.next().is_none())
    }

    /// Returns the index of the seat that plays for a player at the start.
    ///
    /// ```
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::{Player, Rules};
    ///
    /// let setup = Setup::with_default_seats(Rules::CLASSIC).with_next_first_seat();
    /// assert_eq!(setup.initial_seat_index(Player::FIRST), 1);
    /// ```
    pub fn initial_seat_index(&self, player: Player) -> usize {
        (player.index() + self.first_seat) % self.seats.len()
    }

    /// Returns the player of a seat at the start; `None` if the seat doesn't exist.
    ///
    /// ```
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::{Player, Rules};
    ///
    /// let setup = Setup::with_default_seats(Rules::CLASSIC).with_next_first_seat();
    /// assert_eq!(setup.initial_player_at(0), Some(Player::SECOND));
    /// assert_eq!(setup.initial_player_at(2), None);
    /// ```
    pub fn initial_player_at(&self, seat: usize) -> Option<Player> {
        let count = self.seats.len();
        (seat < count).then(|| self.rules.player_after(seat + count - self.first_seat))
    }

    /// Returns the seat that plays for a player at the start.
    ///
    /// ```
    /// use four_shapes_records::Setup;
    /// use four_shapes_rules::{Player, Rules};
    ///
    /// let setup = Setup::with_default_seats(Rules::CLASSIC).with_next_first_seat();
    /// assert_eq!(setup.seat(Player::FIRST).name.as_str(), "Blue");
    /// ```
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[self.initial_seat_index(player)]
    }
}

/// An attribute that is unique among the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatAttribute {
    /// [`Seat::name`].
    Name,
    /// [`Seat::piece_style`].
    PieceStyle,
    /// [`Seat::symbol`].
    Symbol,
}

/// The reason a setup is invalid. Seats are counted from 0.
// Exhaustive, so that the page translates every reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The number of seats isn't that of the players.
    Count {
        /// The number of seats.
        seats: usize,
        /// The number of players in the rules.
        players: u8,
    },
    /// Two seats have the same value of an attribute.
    Duplicate {
        /// The attribute.
        attribute: SeatAttribute,
        /// The first of the two seats.
        first: usize,
        /// The second of them.
        second: usize,
    },
    /// The seat with the first turn doesn't exist.
    FirstSeat {
        /// The seat.
        seat: usize,
    },
    /// The swap rule is for two players.
    Swap {
        /// The number of players in the rules.
        players: u8,
    },
    /// A time control is for two players.
    TimeControl {
        /// The number of players in the rules.
        players: u8,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Count { seats, players } => {
                write!(f, "the rules are for {players} players, not {seats}")
            }
            Self::Duplicate {
                attribute,
                first,
                second,
            } => {
                let attribute = match attribute {
                    SeatAttribute::Name => "name",
                    SeatAttribute::PieceStyle => "shape and colour",
                    SeatAttribute::Symbol => "symbol",
                };
                let [first, second] = [first, second].map(|seat| seat.saturating_add(1));
                write!(f, "players {first} and {second} have the same {attribute}")
            }
            // Player 0 in a file is the seat before 0.
            Self::FirstSeat { seat } => {
                write!(f, "invalid first player {}", seat.wrapping_add(1))
            }
            Self::Swap { players } => four_shapes_rules::SwapError::Players(players).fmt(f),
            Self::TimeControl { players } => {
                write!(f, "a time control requires 2 players, not {players}")
            }
        }
    }
}

impl Error for SetupError {}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::RulesConfig;

    fn rules(players: u32) -> Rules {
        let config = Rules::CLASSIC.config();
        Rules::new(RulesConfig {
            columns: 15,
            rows: 15,
            connect: 3,
            players,
            ..config
        })
        .unwrap()
    }

    #[test]
    fn lone_humans_play_against_computers_only() {
        let lone = |computers: &[usize], players| {
            let mut setup = Setup::with_default_seats(rules(players));
            for &seat in computers {
                setup.set_computer(seat, Some(PlayerKind::Random));
            }
            setup.lone_human()
        };
        assert_eq!(lone(&[], 2), None);
        assert_eq!(lone(&[0, 1], 2), None);
        assert_eq!(lone(&[1], 2), Some(0));
        assert_eq!(lone(&[0], 3), None);
        assert_eq!(lone(&[0, 2], 3), Some(1));
    }

    #[test]
    fn names_are_checked() {
        for (typed, name) in [("Ada", "Ada"), ("  Ada \t", "Ada"), ("<b>", "<b>")] {
            assert_eq!(Name::new(typed).unwrap().as_str(), name);
        }
        let longest = "ä".repeat(24);
        assert_eq!(Name::new(&longest).unwrap().as_str(), longest);
        assert_eq!(
            Name::new(&"x".repeat(25)),
            Err(NameError::TooLong { chars: 25 })
        );
        for empty in ["", "  ", "\u{a0}", "\u{3000}\u{2003}"] {
            assert_eq!(Name::new(empty), Err(NameError::Empty));
        }
        for unfit in [
            '\n', '\u{1b}', '\u{202e}', '\u{2067}', '\u{200b}', '\u{7f}', '\u{61c}', '\u{fff9}',
        ] {
            let typed = format!("A{unfit}B");
            assert_eq!(Name::new(&typed), Err(NameError::Character(unfit)));
        }
    }

    #[test]
    fn symbols_are_one_column_wide() {
        for fit in ['X', '0', '$', '-', 'Ä', 'Ω', 'ж'] {
            assert_eq!(Symbol::new(fit).map(Symbol::as_char), Some(fit));
        }
        for unfit in [' ', '|', '\n', '\u{301}', '×', '漢', '😀', '\u{1b}'] {
            assert_eq!(Symbol::new(unfit), None, "{unfit:?}");
        }
    }

    #[test]
    fn default_seats_of_75_players_are_valid() {
        let plain = Setup::with_default_seats(rules(75));
        let checked = Setup::new(plain.rules(), plain.seats().to_vec(), 0).unwrap();
        assert_eq!(checked, plain);
        for seat in plain.seats() {
            assert_eq!(Name::new(seat.name.as_str()), Ok(seat.name.clone()));
            assert_eq!(Symbol::new(seat.symbol.as_char()), Some(seat.symbol));
        }
    }

    #[test]
    fn seats_follow_the_order_of_turns() {
        let setup = Setup::new(rules(3), (0..3).map(Seat::nth).collect(), 1).unwrap();
        let names: Vec<_> = rules(3)
            .all_players()
            .map(|player| setup.seat(player).name.as_str())
            .collect();
        assert_eq!(names, ["Blue", "Green", "Red"]);
        for player in rules(3).all_players() {
            assert_eq!(
                setup.initial_player_at(setup.initial_seat_index(player)),
                Some(player)
            );
        }
        assert_eq!(setup.initial_player_at(3), None);
        assert_eq!(
            setup
                .with_next_first_seat()
                .with_next_first_seat()
                .first_seat(),
            0
        );
    }

    #[test]
    fn duplicate_attributes_are_errors() {
        let refused = |change: &dyn Fn(&mut Vec<Seat>)| {
            let mut seats: Vec<Seat> = (0..3).map(Seat::nth).collect();
            change(&mut seats);
            Setup::new(rules(3), seats, 0).unwrap_err().to_string()
        };
        assert_eq!(
            refused(&|seats| seats[2].name = seats[0].name.clone()),
            "players 1 and 3 have the same name"
        );
        assert_eq!(
            refused(&|seats| seats[2].piece_style = seats[1].piece_style),
            "players 2 and 3 have the same shape and colour"
        );
        assert_eq!(
            refused(&|seats| seats[1].symbol = seats[0].symbol),
            "players 1 and 2 have the same symbol"
        );
        assert_eq!(
            refused(&|seats| seats.truncate(2)),
            "the rules are for 3 players, not 2"
        );
        let seats = (0..3).map(Seat::nth).collect();
        assert!(Setup::new(rules(3), seats, 3).is_err());
        assert_eq!(
            Setup::with_default_seats(rules(3))
                .with_swap(true)
                .unwrap_err()
                .to_string(),
            "a swap requires 2 players, not 3"
        );
        assert!(Setup::with_default_seats(rules(3)).with_swap(false).is_ok());
        let swap = Setup::with_default_seats(rules(2)).with_swap(true).unwrap();
        assert!(swap.swap() && swap.with_next_first_seat().swap());
    }
}
