//! A computer player of one's own, against a built-in one.
//!
//! ```sh
//! cargo run --release -p four-shapes-players --example computer_player
//! ```

use four_shapes_players::{
    Choice, ComputerPlayer, PlayerKind, Progress, Resources, Search, TurnContext, computer_game,
    seed,
};
use four_shapes_rules::{Cell, Game, Player, Rules};

fn main() {
    let games = 100;
    let won = wins(games);
    println!("won {won} of {games} games against a random player");
}

/// Completes a line if it can, otherwise prevents the opponent's, otherwise plays as centrally as
/// possible.
#[derive(Default)]
struct OnePly {
    turn: Option<TurnContext>,
}

impl ComputerPlayer for OnePly {
    fn begin(&mut self, turn: &TurnContext, _seed: u64) {
        self.turn = Some(turn.clone());
    }

    fn best_so_far(&self) -> Choice {
        let turn = self.turn.as_ref().expect("a turn has begun");
        let (position, rules) = (turn.position(), turn.position().rules());
        let completes = |player: Player, cell: Cell| {
            let mut after = position.clone();
            after.place(player, cell).is_ok() && after.trace(cell).is_some()
        };
        let own = position.to_move();
        let opponent = rules.all_players().find(|&player| player != own);
        let cell = position.playable().min_by_key(|&cell| {
            let from_centre = cell
                .column()
                .index()
                .abs_diff(usize::from(rules.columns()) / 2);
            let blocks = opponent.is_some_and(|opponent| completes(opponent, cell));
            (!completes(own, cell), !blocks, from_centre)
        });
        Choice::Place(cell.expect("the game is not over"))
    }
}

impl Search for OnePly {
    type Answer = Choice;

    // A player that searches returns `Progress::Paused` after about this many nodes.
    fn run(&mut self, _nodes: u64) -> Progress<Choice> {
        Progress::Done(self.best_so_far())
    }
}

/// Plays games against a random player and returns the number of wins.
pub(crate) fn wins(games: u64) -> usize {
    let rules = Rules::CLASSIC;
    let won = |number: &u64| {
        let mut game = Game::new(rules);
        let mut players: Vec<Box<dyn ComputerPlayer>> = vec![
            Box::new(OnePly::default()),
            PlayerKind::Random.computer(rules, &Resources::default()),
        ];
        let seed = seed::derive(1, *number);
        let winner =
            computer_game::play(&mut game, &mut players, seed, |_, player| player.finish());
        winner.is_some_and(|player| player.index() == 0)
    };
    (0..games).filter(won).count()
}
