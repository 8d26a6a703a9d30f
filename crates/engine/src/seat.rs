//! Who sits at the board: names, looks and symbols, and who starts.

use crate::{ParseError, PieceStyle, Player, Rules, escape::is_plain, player_kind::Kind};
use std::{error::Error, fmt, str::FromStr};

/// A player's name: 1 to 24 characters that are safe to show anywhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

impl Name {
    /// The most characters of a name.
    pub const MAX_CHARS: usize = 24;

    /// Takes a name as somebody typed it; spaces around it are left out.
    ///
    /// # Errors
    /// If nothing is left, if it is too long, or if it has characters that are
    /// no part of writing: controls, line breaks, and marks that turn the
    /// direction of the text around them.
    pub fn new(typed: &str) -> Result<Self, NameError> {
        let space = |c: char| c == '\t' || c.is_whitespace() && !c.is_control();
        let name = typed.trim_matches(space);
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

    /// A name from a text that is none yet: characters that are no part of writing are
    /// left out, and so is what is too much. `None` if nothing is left.
    pub fn tidied(text: &str) -> Option<Self> {
        let plain = text
            .chars()
            .map(|c| if c.is_whitespace() { ' ' } else { c });
        let plain: String = plain.filter(|c| is_plain(*c)).collect();
        let short: String = plain.trim().chars().take(Self::MAX_CHARS).collect();
        Self::new(&short).ok()
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Why a text can't be a player's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// There is nothing in it but spaces.
    Empty,
    /// It has more than [`Name::MAX_CHARS`] characters.
    TooLong {
        /// How many it has.
        chars: usize,
    },
    /// It has a character that is not part of writing.
    Character(char),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a name is missing"),
            Self::TooLong { chars } => write!(
                f,
                "{chars} characters are too many for a name, at most {}",
                Name::MAX_CHARS
            ),
            Self::Character(character) => {
                write!(
                    f,
                    "the character U+{:04X} can't be in a name",
                    u32::from(*character)
                )
            }
        }
    }
}

impl Error for NameError {}

/// A sign for a player's pieces in text: one visible character that takes one
/// place in a row of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(char);

impl Symbol {
    /// The symbols of players who have not chosen one, in order. There is one
    /// for each of 75.
    const DEFAULTS: &'static [u8; 75] =
        b"XOABCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnopqrstuvwxyz0123456789#@%&+*=?!$~^<";

    /// A character as a symbol: an ASCII letter, digit or sign except `|`,
    /// which draws the board, or a Latin, Greek or Cyrillic letter.
    pub fn new(character: char) -> Option<Self> {
        let combining = matches!(character, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}');
        let sign = matches!(character, '|' | '\u{d7}' | '\u{f7}');
        let fits = matches!(character, '!'..='~' | '\u{c0}'..='\u{52f}') && !combining && !sign;
        fits.then_some(Self(character))
    }

    /// The symbol of the player with this number, who has not chosen one. Those
    /// of 75 players differ.
    pub fn nth(number: usize) -> Self {
        Self(Self::DEFAULTS[number % Self::DEFAULTS.len()].into())
    }

    /// The symbol as a character.
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
        symbol.ok_or(ParseError)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// One place at the board and who has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// What the player is called.
    pub name: Name,
    /// What the player's pieces look like.
    pub piece_style: PieceStyle,
    /// What stands for the player's pieces in text.
    pub symbol: Symbol,
    /// The computer player that plays; `None` if a person does.
    pub computer: Option<Kind>,
}

impl Seat {
    /// The seat with this number as it is before anybody has chosen anything:
    /// named after its colour, or its whole look where the colours repeat.
    pub fn nth(number: usize) -> Self {
        let piece_style = PieceStyle::nth(number);
        let name = if number < PieceStyle::DEFAULT_COLOURS {
            piece_style.colour.to_string()
        } else {
            piece_style.to_string()
        };
        let (first, rest) = name.split_at(1);
        Self {
            name: Name(first.to_ascii_uppercase() + rest),
            piece_style,
            symbol: Symbol::nth(number),
            computer: None,
        }
    }
}

/// All that is agreed before the first move: the rules, who plays, who starts, and
/// whether the second player may swap.
///
/// Seats keep their places from game to game; who starts may change. The player
/// with number 0 sits in the seat that starts, the others follow in the order of
/// the seats. Once two players have swapped, [`Match`](crate::Match) knows who sits
/// for whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    rules: Rules,
    seats: Vec<Seat>,
    starts: usize,
    swap: bool,
}

impl Setup {
    /// Puts players to their seats; `starts` is the seat that has the first turn,
    /// counted from 0.
    ///
    /// # Errors
    /// If there is not a seat for each player of the rules, if two of them have
    /// the same name, look or symbol, or if there is no seat that starts.
    pub fn new(rules: Rules, seats: Vec<Seat>, starts: usize) -> Result<Self, SetupError> {
        if seats.len() != usize::from(rules.players()) {
            return Err(SetupError::Count {
                seats: seats.len(),
                players: rules.players(),
            });
        }
        for (second, seat) in seats.iter().enumerate() {
            for (first, other) in seats[..second].iter().enumerate() {
                let same = if seat.name == other.name {
                    Same::Name
                } else if seat.piece_style == other.piece_style {
                    Same::PieceStyle
                } else if seat.symbol == other.symbol {
                    Same::Symbol
                } else {
                    continue;
                };
                return Err(SetupError::Same {
                    what: same,
                    first,
                    second,
                });
            }
        }
        if starts >= seats.len() {
            return Err(SetupError::Starts { starts });
        }
        Ok(Self {
            rules,
            seats,
            starts,
            swap: false,
        })
    }

    /// The set-up of players who have chosen nothing; the first seat starts.
    pub fn plain(rules: Rules) -> Self {
        Self {
            rules,
            seats: (0..rules.players().into()).map(Seat::nth).collect(),
            starts: 0,
            swap: false,
        }
    }

    /// The same set-up, in which the second player may, or may not, take the first
    /// piece's side instead of moving.
    ///
    /// # Errors
    /// [`SetupError::Swap`] if they may and there are more than two players.
    pub fn with_swap(mut self, swap: bool) -> Result<Self, SetupError> {
        let players = self.rules.players();
        if swap && players != 2 {
            return Err(SetupError::Swap { players });
        }
        self.swap = swap;
        Ok(self)
    }

    /// The rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Every seat in its place, 2 to 75 of them.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Which seat has the first turn, counted from 0.
    pub fn starts(&self) -> usize {
        self.starts
    }

    /// Whether the second player may take the first piece's side instead of moving.
    /// That makes a game fair in which whoever starts can win.
    pub fn swap(&self) -> bool {
        self.swap
    }

    /// The same set-up with the next seat having the first turn.
    #[must_use]
    pub fn next_starts(mut self) -> Self {
        self.starts = (self.starts + 1) % self.seats.len();
        self
    }

    /// Lets a computer player, or a person for `None`, play for a seat; nothing
    /// happens if there is no such seat.
    pub fn sit(&mut self, place: usize, computer: Option<Kind>) {
        if let Some(seat) = self.seats.get_mut(place) {
            seat.computer = computer;
        }
    }

    /// Where a player sits at the beginning: the place in [`seats`](Self::seats).
    pub fn place_of(&self, player: Player) -> usize {
        (player.index() + self.starts) % self.seats.len()
    }

    /// The player who sits in a place of [`seats`](Self::seats) at the beginning;
    /// `None` outside.
    pub fn player_at(&self, place: usize) -> Option<Player> {
        let count = self.seats.len();
        (place < count).then(|| Player::at(((place + count - self.starts) % count) as u8))
    }

    /// The seat of a player of these rules at the beginning.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[self.place_of(player)]
    }
}

/// What two players may not have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Same {
    /// [`Seat::name`].
    Name,
    /// [`Seat::piece_style`].
    PieceStyle,
    /// [`Seat::symbol`].
    Symbol,
}

/// Why a game can't be set up so. Seats are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// There are more or fewer seats than players.
    Count {
        /// How many seats there are.
        seats: usize,
        /// How many players the rules have.
        players: u8,
    },
    /// Two seats have something in common.
    Same {
        /// What it is.
        what: Same,
        /// The first of the two seats.
        first: usize,
        /// The second.
        second: usize,
    },
    /// There is no such seat to start.
    Starts {
        /// The seat that was to start.
        starts: usize,
    },
    /// A swap is for two players.
    Swap {
        /// How many players the rules have.
        players: u8,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Count { seats, players } => {
                write!(f, "{seats} players are described, the rules have {players}")
            }
            Self::Same {
                what,
                first,
                second,
            } => {
                let what = match what {
                    Same::Name => "name",
                    Same::PieceStyle => "shape and colour",
                    Same::Symbol => "symbol",
                };
                let [first, second] = [first, second].map(|place| place.saturating_add(1));
                write!(f, "players {first} and {second} have the same {what}")
            }
            // A file that says 0 has it as the seat before 0.
            Self::Starts { starts } => {
                write!(f, "there is no player {} to start", starts.wrapping_add(1))
            }
            Self::Swap { players } => crate::SwapError::Players(players).fmt(f),
        }
    }
}

impl Error for SetupError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RulesConfig;

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
    fn names_are_short_and_plain() {
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
    fn symbols_take_one_place() {
        for fit in ['X', '0', '$', '-', 'Ä', 'Ω', 'ж'] {
            assert_eq!(Symbol::new(fit).map(Symbol::as_char), Some(fit));
        }
        for unfit in [' ', '|', '\n', '\u{301}', '×', '漢', '😀', '\u{1b}'] {
            assert_eq!(Symbol::new(unfit), None, "{unfit:?}");
        }
    }

    #[test]
    fn seventy_five_players_who_chose_nothing_can_be_told_apart() {
        let plain = Setup::plain(rules(75));
        let checked = Setup::new(plain.rules(), plain.seats().to_vec(), 0).unwrap();
        assert_eq!(checked, plain);
        for seat in plain.seats() {
            assert_eq!(Name::new(seat.name.as_str()), Ok(seat.name.clone()));
            assert_eq!(Symbol::new(seat.symbol.as_char()), Some(seat.symbol));
        }
    }

    #[test]
    fn players_sit_in_the_order_of_their_turns() {
        let setup = Setup::new(rules(3), (0..3).map(Seat::nth).collect(), 1).unwrap();
        let names: Vec<_> = rules(3)
            .all_players()
            .map(|player| setup.seat(player).name.as_str())
            .collect();
        assert_eq!(names, ["Blue", "Green", "Red"]);
        for player in rules(3).all_players() {
            assert_eq!(setup.player_at(setup.place_of(player)), Some(player));
        }
        assert_eq!(setup.player_at(3), None);
        assert_eq!(setup.next_starts().next_starts().starts(), 0);
    }

    #[test]
    fn what_two_players_have_in_common_is_refused() {
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
            "2 players are described, the rules have 3"
        );
        let seats = (0..3).map(Seat::nth).collect();
        assert!(Setup::new(rules(3), seats, 3).is_err());
        assert_eq!(
            Setup::plain(rules(3))
                .with_swap(true)
                .unwrap_err()
                .to_string(),
            "a swap is for two players, and there are 3"
        );
        assert!(Setup::plain(rules(3)).with_swap(false).is_ok());
        let swap = Setup::plain(rules(2)).with_swap(true).unwrap();
        assert!(swap.swap() && swap.next_starts().swap());
    }
}
