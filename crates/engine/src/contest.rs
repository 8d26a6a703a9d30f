//! Games between computer players, and what they say of who is stronger.
//!
//! A contest is many games; each has a number, from which its seed and the order
//! of its players follow, so that it does not matter who plays which of them, or
//! when. What limits a player by time has no place here: who has the clock stops
//! its thinking, see [`play`].
//!
//! ```
//! use four_shapes_engine::{Game, Rules, contest::{self, Score}, players::{Kind, Resources}};
//!
//! let kinds = [Kind::Random, Kind::Random];
//! let mut score = Score::default();
//! for number in 0..100 {
//!     let order = contest::order(kinds.len(), number, 1);
//!     let computer = |&contestant: &usize| {
//!         let kind: Kind = kinds[contestant];
//!         kind.computer(Rules::CLASSIC, &Resources::default())
//!     };
//!     let mut computers: Vec<_> = order.iter().map(computer).collect();
//!     let mut game = Game::new(Rules::CLASSIC);
//!     let seed = contest::seed(1, number);
//!     let winner = contest::play(&mut game, &mut computers, seed, contest::to_the_end);
//!     score.count(winner.map(|player| order[player.index()] == 0));
//! }
//! assert_eq!(score.games(), 100);
//! assert!(score.interval().contains(0.5), "neither is stronger");
//! ```

use crate::{
    Game, Player, Status,
    players::{Choice, Computer, Progress, Situation},
};
use rand::{SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg32;
use std::{fmt, ops::Add};

/// The seed with this number of those that follow from one: the outputs of
/// `SplitMix64` from that state on, counted from 0.
///
/// G. L. Steele, D. Lea, C. H. Flood: Fast Splittable Pseudorandom Number
/// Generators, OOPSLA 2014.
pub fn seed(seed: u64, number: u64) -> u64 {
    let step = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let state = seed.wrapping_add(step);
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// Which contestant plays for each player, in the game of a contest with this
/// number, counted from 0.
///
/// Two take turns to begin. More do the same, round by round: in as many games as
/// there are contestants each has every place once. Who follows whom differs from
/// round to round; the contest's seed decides.
pub fn order(contestants: usize, number: u64, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..contestants).collect();
    if let [_, others @ ..] = &mut *order {
        let count = contestants as u64;
        let round = self::seed(!seed, number / count);
        others.shuffle(&mut Pcg32::seed_from_u64(round));
        order.rotate_left((number % count) as usize);
    }
    order
}

/// Plays a game on to its end and returns who has won, if anybody has. Player
/// number `n` is played for by the computer with index `n`; there is no swap.
///
/// `decide` is handed whoever has begun to think about a turn, with the player's
/// number; [`to_the_end`] lets everybody take the time they need. With the same
/// computers as they were when they were made, the same seed and a `decide` that
/// does the same, it is the same game.
///
/// # Panics
/// If there are fewer computers than players.
pub fn play(
    game: &mut Game,
    computers: &mut [Box<dyn Computer>],
    seed: u64,
    mut decide: impl FnMut(usize, &mut dyn Computer) -> Choice,
) -> Option<Player> {
    while let Some(situation) = Situation::of(game) {
        let number = game.position().to_move().index();
        let computer = &mut *computers[number];
        computer.begin(&situation, self::seed(seed, game.cursor() as u64));
        let choice = decide(number, computer);
        let turn = game.turn().expect("the game goes on");
        match choice {
            Choice::Place(cell) => turn.play(cell).expect("a computer knows the rules"),
            Choice::Swap => unreachable!("nobody has agreed that there may be a swap"),
        }
    }
    match game.status() {
        Status::Won { player, .. } => Some(player),
        Status::ToMove(_) | Status::Drawn(_) => None,
    }
}

/// Lets a computer that has begun think until it has decided. What is limited by
/// time alone never does.
pub fn to_the_end(_: usize, computer: &mut dyn Computer) -> Choice {
    loop {
        if let Progress::Chosen(choice) = computer.think(u64::MAX) {
            return choice;
        }
    }
}

/// Games of one contestant, as they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Those that were won.
    pub wins: u32,
    /// Those that nobody has won.
    pub draws: u32,
    /// Those that another has won.
    pub losses: u32,
}

impl Score {
    /// Counts a game: whether it was won, `None` for a draw.
    pub fn count(&mut self, won: Option<bool>) {
        *match won {
            Some(true) => &mut self.wins,
            Some(false) => &mut self.losses,
            None => &mut self.draws,
        } += 1;
    }

    /// The same games as the other side sees them.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// How many games there were.
    pub fn games(&self) -> u32 {
        self.wins
            .saturating_add(self.draws)
            .saturating_add(self.losses)
    }

    /// The share of the points of games between two, 0 to 1: a win is a point, a
    /// draw half of one. One half before the first game.
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// Where the [`share`](Self::share) would be if there were no end of games, as
    /// [`Interval::of_share`] has it.
    ///
    /// It takes half points for what they are not, a win or a loss with even
    /// chances. Results with draws vary less, and so does it if both win with the
    /// first turn; then the interval is wider than it had to be, never narrower.
    pub fn interval(&self) -> Interval {
        Interval::of_share(self.share(), self.games())
    }
}

/// All games of both.
impl Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// Where a number lies that was measured: with a probability of 95 %, the method
/// finds an interval that has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub lower: f64,
    /// Its upper end.
    pub upper: f64,
}

impl Interval {
    /// The Wilson score interval of a share that so many trials have had, from 0
    /// to 1 without any.
    ///
    /// E. B. Wilson: Probable Inference, the Law of Succession, and Statistical
    /// Inference, Journal of the American Statistical Association 22, 1927. Unlike
    /// the share plus or minus two deviations, it is of use for few trials, and
    /// for a share of 0 or 1.
    pub fn of_share(share: f64, trials: u32) -> Self {
        /// The normal distribution has 95 % of its weight within so many
        /// standard deviations.
        const DEVIATIONS: f64 = 1.959_963_984_540_054;
        if trials == 0 {
            return Self {
                lower: 0.0,
                upper: 1.0,
            };
        }
        let trials = f64::from(trials);
        let square = DEVIATIONS * DEVIATIONS / trials;
        let middle = share + square / 2.0;
        let spread = (square * (share * (1.0 - share) + square / 4.0)).sqrt();
        // The share is inside, and at 0 or 1 an end; rounding is not to lose it.
        Self {
            lower: ((middle - spread) / (1.0 + square)).clamp(0.0, share),
            upper: ((middle + spread) / (1.0 + square)).clamp(share, 1.0),
        }
    }

    /// Whether a number is in it.
    pub fn contains(&self, number: f64) -> bool {
        (self.lower..=self.upper).contains(&number)
    }
}

/// A difference in strength on Elo's scale: 400 is ten points to one.
///
/// Without bounds: whoever has all points is stronger by infinity. It is written
/// in whole numbers, and no farther than 800, since games can't tell what is
/// beyond.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Elo(pub f64);

impl Elo {
    /// The farthest that is written as a number.
    pub const MAX: i64 = 800;

    /// How much stronger whoever has this share of the points is, 0 to 1.
    ///
    /// The logistic form of A. E. Elo's expected score, The Rating of
    /// Chessplayers, Past and Present, 1978.
    pub fn of_share(share: f64) -> Self {
        Self(-400.0 * (1.0 / share - 1.0).log10())
    }
}

impl fmt::Display for Elo {
    /// `+191`, `0`, `-35`; `over +800`, `under -800`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whole numbers, since formatting others costs the page 6 KB; infinity is a large one.
        let rounded = self.0.round() as i64;
        f.pad(&if rounded > Self::MAX {
            format!("over +{}", Self::MAX)
        } else if rounded < -Self::MAX {
            format!("under -{}", Self::MAX)
        } else if rounded == 0 {
            "0".to_owned()
        } else {
            format!("{rounded:+}")
        })
    }
}
