//! The games of a check.

use super::{
    CERTAIN, LOOKAHEAD,
    outcome::{Outcome, Player, ProgramsFault, Spent},
    words,
};
use crate::{
    args::CheckArgs,
    begin,
    bot::wasm::Instanced,
    failure::Failure,
    interrupt,
    screen::{Passing, Screen},
};
use four_shapes_engine::{
    Rules, RulesConfig,
    players::{Kind, Resources},
    tournament::{
        ComputerContestant, Contestant, Ending, Entrant, ForfeitReason, Limits, Tournament,
        TournamentConfig, TournamentGame, play,
    },
};
use std::time::Instant;

/// Looks over the shoulder of who is checked.
struct Watched<'a> {
    player: &'a mut Player,
    spent: &'a mut Spent,
    began: bool,
}

impl Contestant for Watched<'_> {
    fn begin(&mut self, playing: &TournamentGame, player: usize) -> Result<(), ForfeitReason> {
        self.player.contestant().begin(playing, player)?;
        self.began = true;
        Ok(())
    }

    fn choose(&mut self, playing: &TournamentGame) -> Result<i32, ForfeitReason> {
        if interrupt::requested() {
            // Ends the game, of which nobody hears.
            return Err(ForfeitReason::Overtime);
        }
        let before = Instant::now();
        let chosen = self.player.contestant().choose(playing);
        let passed = before.elapsed().as_micros() as u64;
        let used = match self.player {
            Player::Bot(sitting) => {
                let now = sitting.now();
                let prepared = now.map_or(0, Instanced::prepared);
                self.spent.prepared = self.spent.prepared.max(prepared);
                self.spent.memory = self.spent.memory.max(now.and_then(Instanced::memory));
                now.map_or(0, Instanced::used)
            }
            Player::Program(_) => passed,
        };
        self.spent.turns += 1;
        self.spent.total += used;
        self.spent.worst = self.spent.worst.max(used);
        chosen
    }
}

/// The games of a check, and what they have shown.
pub(super) struct Games {
    /// The boards that are played on. Who has no faults on the first can enter.
    boards: Vec<Rules>,
    pub(super) limits: Limits,
    seed: u64,
    pub(super) spent: Spent,
    passing: Passing,
    /// How many games there were.
    count: u32,
}

impl Games {
    pub(super) fn new(args: &CheckArgs) -> Result<Self, Failure> {
        let asked = begin::plain_rules(&args.game)?;
        let mut boards = vec![asked];
        if asked == Rules::CLASSIC {
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
                rules.expect("these are boards")
            }));
        }
        Ok(Self {
            boards,
            limits: args.limits.limits(),
            seed: args.seed,
            spent: Spent::default(),
            passing: Passing::new(),
            count: 0,
        })
    }

    /// Plays on all boards, says how that went, and tells whether it can enter. With
    /// faults on the first board no others are tried.
    pub(super) fn all(
        &mut self,
        entrant: &Entrant,
        player: &mut Player,
        screen: &mut Screen,
    ) -> Result<bool, Failure> {
        let boards = self.boards.clone();
        let mut fine = true;
        for (number, &rules) in boards.iter().enumerate() {
            if !fine {
                screen.say("Other boards were not tried.\n")?;
                break;
            }
            let mut outcomes = Vec::new();
            for opponent in [Kind::Random, LOOKAHEAD] {
                for first in [true, false] {
                    let outcome = self.game(rules, entrant, player, opponent, first, self.seed)?;
                    fine &= number > 0 || outcome.reason().is_none();
                    outcomes.push(outcome);
                }
            }
            self.passing.show("");
            screen.say(&words::of_board(rules, &outcomes, self.limits))?;
        }
        screen.say(&words::of_spent(player, &self.spent, self.limits))?;
        Ok(fine)
    }

    /// Whether it plays the same game twice, if everything is the same.
    pub(super) fn repeats(
        &mut self,
        entrant: &Entrant,
        player: &mut Player,
    ) -> Result<bool, Failure> {
        let rules = self.boards[0];
        let mut moves = || {
            let outcome = self.game(rules, entrant, player, LOOKAHEAD, true, self.seed)?;
            Ok::<_, Failure>(outcome.moves)
        };
        Ok(moves()? == moves()?)
    }

    /// Whether its games depend on the seed: against somebody who leaves nothing to
    /// chance, they differ.
    pub(super) fn varies(
        &mut self,
        entrant: &Entrant,
        player: &mut Player,
    ) -> Result<bool, Failure> {
        /// How many games are compared.
        const GAMES: u64 = 4;
        let rules = self.boards[0];
        let mut before: Option<String> = None;
        for more in 0..GAMES {
            let seed = self.seed.wrapping_add(more);
            let outcome = self.game(rules, entrant, player, CERTAIN, true, seed)?;
            if *before.get_or_insert_with(|| outcome.moves.clone()) != outcome.moves {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Plays a game.
    fn game(
        &mut self,
        rules: Rules,
        entrant: &Entrant,
        player: &mut Player,
        opponent: Kind,
        first: bool,
        seed: u64,
    ) -> Result<Outcome, Failure> {
        self.count += 1;
        self.passing.show(&format!("game {} …", self.count));
        let config = TournamentConfig {
            rules,
            entrants: vec![entrant.clone(), Entrant::Computer(opponent)],
            games: 2,
            seed,
            limits: self.limits,
            ..TournamentConfig::default()
        };
        let tournament =
            Tournament::new(config).map_err(|error| Failure::Usage(error.to_string()))?;
        let playing = tournament.begin(u64::from(!first));
        let place = playing.scheduled().first;
        let mut watched = Watched {
            player,
            spent: &mut self.spent,
            began: false,
        };
        let mut computer = ComputerContestant::new(opponent, rules, &Resources::default());
        let players: [&mut dyn Contestant; 2] = if place == 0 {
            [&mut watched, &mut computer]
        } else {
            [&mut computer, &mut watched]
        };
        let clock = Instant::now();
        let ended = play(playing, players, || clock.elapsed().as_micros() as u64);
        let began = watched.began;
        self.passing.show("");
        interrupt::check()?;
        let reason = match ended.ending {
            Ending::Forfeit { reason, .. } => Some(reason),
            Ending::Won(_) | Ending::Drawn => None,
        };
        Ok(Outcome {
            moves: ended.notation(&tournament),
            game: ended.game(&tournament),
            played: ended,
            wrong: wrong(player, reason),
            opponent,
            place,
            began,
        })
    }
}

fn wrong(player: &Player, reason: Option<ForfeitReason>) -> Option<ProgramsFault> {
    let Player::Program(program) = player else {
        return None;
    };
    // After a move that is none it goes on as if nothing was wrong.
    if let ForfeitReason::Illegal(_) = reason? {
        return Some((String::new(), program.errors()));
    }
    let wrong = program.wrong();
    wrong.map(|(wrong, errors)| (wrong.words.clone(), errors.clone()))
}
