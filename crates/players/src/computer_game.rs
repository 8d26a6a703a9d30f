//! Games between two or more computer players on one board.
//!
//! ```
//! use four_shapes_players::{PlayerKind, Resources, Search as _, computer_game, seed};
//! use four_shapes_rules::{Game, Rules};
//!
//! let (mut wins, mut losses) = (0, 0);
//! for number in 0..100 {
//!     let seats = computer_game::seats(2, number, 1);
//!     let computer = |_: &usize| PlayerKind::Random.computer(Rules::CLASSIC, &Resources::default());
//!     let mut computers: Vec<_> = seats.iter().map(computer).collect();
//!     let mut game = Game::new(Rules::CLASSIC);
//!     let seed = seed::derive(1, number);
//!     let winner = computer_game::play(&mut game, &mut computers, seed, |_, it| it.finish());
//!     match winner.map(|player| seats[player.index()]) {
//!         Some(0) => wins += 1,
//!         Some(_) => losses += 1,
//!         None => {}
//!     }
//! }
//! assert!(wins + losses <= 100 && wins > 20 && losses > 20);
//! ```

use crate::{Choice, ComputerPlayer, TurnContext, seed::derive};
use four_shapes_rules::{Game, Player};
use rand::{SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg32;

/// Returns which computer player plays as each player in game `number`, counted from 0, of a series.
///
/// Two take turns to move first. More do so round by round: in as many games as there are
/// players each has every seat once. The order of play changes from round to round and
/// follows from the seed.
///
/// ```
/// use four_shapes_players::computer_game;
///
/// // In the second game, computer 1 is the first player and computer 0 the second.
/// assert_eq!(computer_game::seats(2, 0, 7), [0, 1]);
/// assert_eq!(computer_game::seats(2, 1, 7), [1, 0]);
/// ```
pub fn seats(players: usize, number: u64, seed: u64) -> Vec<usize> {
    let mut seats: Vec<usize> = (0..players).collect();
    if let [_, others @ ..] = &mut *seats {
        let count = players as u64;
        let round = derive(!seed, number / count);
        others.shuffle(&mut Pcg32::seed_from_u64(round));
        seats.rotate_left((number % count) as usize);
    }
    seats
}

/// Plays a game to its end and returns the winner, or `None` for a draw. The computer
/// with index `n` plays for player `n`; swaps are not offered.
///
/// `decide` is called with the player's index and a computer that has begun its turn;
/// [`finish`](crate::Search::finish) returns its choice, unless the player has a [time
/// limit](crate::PlayerKind::milliseconds). The same computers, freshly created, with the same
/// seed and a deterministic `decide` play the same game.
///
/// # Panics
/// If there are fewer computers than players.
///
/// ```
/// use four_shapes_players::{Level, PlayerKind, Resources, Search as _, computer_game};
/// use four_shapes_rules::{Game, Rules};
///
/// let rules = Rules::connect_four(5, 4)?;
/// let kinds = [PlayerKind::Level(Level::Three), PlayerKind::Random];
/// let mut computers = kinds.map(|kind| kind.computer(rules, &Resources::default()));
/// let mut game = Game::new(rules);
/// let winner = computer_game::play(&mut game, &mut computers, 1, |_, computer| computer.finish());
/// assert_eq!(winner.map(|player| kinds[player.index()]), Some(PlayerKind::Level(Level::Three)));
/// # Ok::<_, four_shapes_rules::RulesError>(())
/// ```
pub fn play(
    game: &mut Game,
    computers: &mut [Box<dyn ComputerPlayer>],
    seed: u64,
    mut decide: impl FnMut(usize, &mut dyn ComputerPlayer) -> Choice,
) -> Option<Player> {
    while let Some(context) = TurnContext::from_game(game) {
        let player = game.position().to_move().index();
        let computer = &mut *computers[player];
        computer.begin(&context, derive(seed, game.cursor() as u64));
        let choice = decide(player, computer);
        let turn = game.turn().expect("the game is not over");
        match choice {
            Choice::Place(cell) => turn.play(cell).expect("computers play legal moves"),
            Choice::Swap => unreachable!("the context does not allow a swap"),
        }
    }
    game.status().winner()
}
