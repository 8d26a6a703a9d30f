//! The games of a check.

use super::{
    LOOKAHEAD,
    outcome::{Outcome, ProgramError, TestedPlayer, Usage},
    report,
};
use crate::{
    args::CheckArgs,
    bot::wasm::BotInstance,
    failure::Failure,
    interrupt, match_setup,
    screen::{Screen, TransientStatus},
};
use four_shapes_players::{PlayerKind, Resources};
use four_shapes_rules::{Rules, RulesConfig};
use four_shapes_tournament::{
    ComputerGamePlayer, Ending, Entrant, ForfeitReason, GamePlayer, Limits, Tournament,
    TournamentConfig, TournamentGame, play,
};
use std::time::Instant;

/// The player under test, with measurement of its usage.
struct Measured<'a> {
    player: &'a mut TestedPlayer,
    usage: &'a mut Usage,
    began: bool,
}

impl GamePlayer for Measured<'_> {
    fn begin(&mut self, playing: &TournamentGame, player: usize) -> Result<(), ForfeitReason> {
        self.player.game_player().begin(playing, player)?;
        self.began = true;
        Ok(())
    }

    fn choose(&mut self, playing: &TournamentGame) -> Result<i32, ForfeitReason> {
        if interrupt::requested() {
            // The game ends without being reported.
            return Err(ForfeitReason::LimitExceeded);
        }
        let start = Instant::now();
        let chosen = self.player.game_player().choose(playing);
        let elapsed = start.elapsed().as_micros() as u64;
        let used = match self.player {
            TestedPlayer::Bot(game_player) => {
                let bot = game_player.instance();
                let setup = bot.map_or(0, BotInstance::max_setup_instructions);
                self.usage.max_setup = self.usage.max_setup.max(setup);
                self.usage.memory = self
                    .usage
                    .memory
                    .max(bot.and_then(BotInstance::memory_size));
                bot.map_or(0, BotInstance::turn_instructions)
            }
            TestedPlayer::Program(_) => elapsed,
        };
        self.usage.moves += 1;
        self.usage.total += used;
        self.usage.max = self.usage.max.max(used);
        chosen
    }
}

/// Plays the games of a check.
pub(super) struct Games {
    /// The boards to play on. The player must not forfeit on the first one.
    boards: Vec<Rules>,
    pub(super) limits: Limits,
    seed: u64,
    pub(super) usage: Usage,
    status: TransientStatus,
    /// Number of games played.
    played: u32,
}

impl Games {
    pub(super) fn new(args: &CheckArgs) -> Result<Self, Failure> {
        let selected = match_setup::plain_rules(&args.game)?;
        let mut boards = vec![selected];
        if selected == Rules::CLASSIC {
            let others = [
                (5, 4, 3, true),
                (11, 9, 5, true),
                (3, 3, 3, false),
                (15, 15, 5, false),
            ];
            boards.extend(others.map(|(columns, rows, connect, gravity)| {
                let rules = Rules::new(RulesConfig {
                    columns,
                    rows,
                    connect,
                    players: 2,
                    gravity,
                });
                rules.expect("the boards are valid")
            }));
        }
        Ok(Self {
            boards,
            limits: args.limits.limits(),
            seed: args.seed,
            usage: Usage::default(),
            status: TransientStatus::new(),
            played: 0,
        })
    }

    /// Plays on all boards, prints the results, and returns whether there was no forfeit on
    /// the first board. After a forfeit there, the others are skipped.
    pub(super) fn play_all(
        &mut self,
        entrant: &Entrant,
        player: &mut TestedPlayer,
        screen: &mut Screen,
    ) -> Result<bool, Failure> {
        let boards = self.boards.clone();
        let mut passed = true;
        for (number, &rules) in boards.iter().enumerate() {
            if !passed {
                screen.print("Other boards were not tested.\n")?;
                break;
            }
            let mut outcomes = Vec::new();
            for opponent in [PlayerKind::Random, LOOKAHEAD] {
                for first in [true, false] {
                    let outcome =
                        self.play_game(rules, entrant, player, opponent, first, self.seed)?;
                    passed &= number > 0 || outcome.reason().is_none();
                    outcomes.push(outcome);
                }
            }
            self.status.show("");
            screen.print(&report::board_results(rules, &outcomes, self.limits))?;
        }
        screen.print(&report::usage(player, &self.usage, self.limits))?;
        Ok(passed)
    }

    /// Plays a game twice with the same seed and returns whether the moves are equal.
    pub(super) fn repeats(
        &mut self,
        entrant: &Entrant,
        player: &mut TestedPlayer,
    ) -> Result<bool, Failure> {
        let rules = self.boards[0];
        let mut moves = || {
            let outcome = self.play_game(rules, entrant, player, LOOKAHEAD, true, self.seed)?;
            Ok::<_, Failure>(outcome.moves)
        };
        Ok(moves()? == moves()?)
    }

    /// Plays a game.
    fn play_game(
        &mut self,
        rules: Rules,
        entrant: &Entrant,
        player: &mut TestedPlayer,
        opponent: PlayerKind,
        first: bool,
        seed: u64,
    ) -> Result<Outcome, Failure> {
        self.played += 1;
        self.status.show(&format!("game {} …", self.played));
        let config = TournamentConfig {
            rules,
            entrants: vec![entrant.clone(), Entrant::Computer(opponent)],
            games_per_pairing: 2,
            seed,
            limits: self.limits,
            ..TournamentConfig::default()
        };
        let tournament =
            Tournament::new(config).map_err(|error| Failure::Usage(error.to_string()))?;
        let playing = tournament.begin(u64::from(!first));
        let player_index = playing.scheduled().first;
        let mut measured = Measured {
            player,
            usage: &mut self.usage,
            began: false,
        };
        let mut computer = ComputerGamePlayer::new(opponent, rules, &Resources::default());
        let players: [&mut dyn GamePlayer; 2] = if player_index == 0 {
            [&mut measured, &mut computer]
        } else {
            [&mut computer, &mut measured]
        };
        let clock = Instant::now();
        let finished = play(playing, players, || clock.elapsed().as_micros() as u64);
        let began = measured.began;
        self.status.show("");
        interrupt::check()?;
        let reason = match finished.ending {
            Ending::Forfeit { reason, .. } => Some(reason),
            Ending::Won(_) | Ending::Drawn => None,
        };
        Ok(Outcome {
            moves: finished.notation(&tournament),
            game: finished.game(&tournament),
            finished,
            error: program_error(player, reason),
            opponent,
            player: player_index,
            began,
        })
    }
}

/// Returns the message and the standard error of a program that has forfeited.
fn program_error(player: &TestedPlayer, reason: Option<ForfeitReason>) -> Option<ProgramError> {
    let TestedPlayer::Program(program) = player else {
        return None;
    };
    // The program itself is not told about an illegal move.
    if let ForfeitReason::Illegal(_) = reason? {
        return Some((String::new(), program.errors()));
    }
    let error = program.error();
    error.map(|(error, errors)| (error.message.clone(), errors.clone()))
}
