//! One game of a tournament while it is played.

use super::{
    Ending, Fixture, Played, Thinking, Tournament, forfeit::ForfeitReason, opening::opening,
};
use crate::{
    Cell, Column, Game, Rules, Status, computer_game,
    players::{Choice, Computer, Kind, Resources, Situation},
    seed,
};

/// A game of a tournament while it is played.
#[derive(Clone, Debug)]
pub struct Playing {
    fixture: Fixture,
    game: Game,
    /// Of the first and the second player.
    thinking: [Thinking; 2],
    forfeited: Option<(usize, ForfeitReason)>,
}

impl Playing {
    pub(super) fn new(tournament: &Tournament, fixture: Fixture) -> Self {
        let config = tournament.config();
        let mut game = Game::new(config.rules);
        for cell in opening(config.rules, config.opening, fixture.opening) {
            // Nobody wins in an opening.
            if let Some(turn) = game.turn() {
                turn.play(cell).expect("openings are legal");
            }
        }
        Self {
            fixture,
            game,
            thinking: [Thinking::default(); 2],
            forfeited: None,
        }
    }

    /// Which game it is.
    pub fn fixture(&self) -> &Fixture {
        &self.fixture
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who has to move: 0 for the first player, 1 for the second; `None` when it is
    /// over.
    pub fn to_move(&self) -> Option<usize> {
        if self.forfeited.is_some() {
            return None;
        }
        match self.game.status() {
            Status::ToMove(player) => Some(player.index()),
            Status::Won { .. } | Status::Drawn(_) => None,
        }
    }

    /// What decides between equal moves in the present turn.
    pub fn seed(&self) -> u64 {
        seed::derive(self.fixture.seed, self.game.cursor() as u64)
    }

    /// What a bot's own randomness follows from, one number for each player and game.
    pub fn seed_of(&self, player: usize) -> u64 {
        seed::derive(!self.fixture.seed, player as u64)
    }

    /// What a bot is told of a game, as this player, 0 or 1: columns, rows, how many in a
    /// row win, 1 if pieces fall or else 0, and 1 for the first player or 2.
    pub fn terms(&self, player: usize) -> [i32; 5] {
        let rules = self.game.rules();
        [
            rules.columns().into(),
            rules.rows().into(),
            rules.connect().into(),
            rules.gravity().into(),
            if player == 0 { 1 } else { 2 },
        ]
    }

    /// The moves so far as numbers; see [`number_of`](Self::number_of).
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = i32> + ExactSizeIterator {
        let rules = self.game.rules();
        let steps = &self.game.steps()[..self.game.cursor()];
        steps.iter().map(move |step| match step {
            crate::Step::Place(cell) => Self::number_of(rules, *cell),
            // There is neither in tournaments.
            crate::Step::Swap | crate::Step::AgreeDraw => 0,
        })
    }

    /// A move as a number: the column counted from 1; where pieces don't fall,
    /// (row − 1) × columns + column.
    pub fn number_of(rules: Rules, cell: Cell) -> i32 {
        // A board has at most 225 cells.
        let number = if rules.gravity() {
            cell.column().index()
        } else {
            cell.row() * usize::from(rules.columns()) + cell.column().index()
        };
        i32::from(number as u8) + 1
    }

    /// The cell that a number stands for now, if it is a legal move.
    fn cell_of(&self, number: i32) -> Option<Cell> {
        let rules = self.game.rules();
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        let position = self.game.position();
        let cell = if rules.gravity() {
            let column: Column = rules.column(index)?;
            position.landing(column).ok()?
        } else {
            let columns = usize::from(rules.columns());
            rules.cell(index % columns, index / columns)?
        };
        position.check(cell).ok()?;
        Some(cell)
    }

    /// Takes the move of the player whose turn it is, as a number, and how many
    /// microseconds it has taken. A move that the rules don't allow is a forfeit.
    ///
    /// # Panics
    /// If the game is over.
    pub fn answer(&mut self, number: i32, microseconds: u64) {
        match self.cell_of(number) {
            Some(cell) => self.place(cell, microseconds),
            None => self.forfeit(ForfeitReason::Illegal(number), microseconds),
        }
    }

    fn place(&mut self, cell: Cell, microseconds: u64) {
        let player = self.to_move().expect("somebody has to move");
        self.thinking[player].add(microseconds);
        let turn = self.game.turn().expect("somebody has to move");
        turn.play(cell).expect("the move was checked");
    }

    /// Ends the game with a forfeit of the player whose turn it is.
    ///
    /// # Panics
    /// If the game is over.
    pub fn forfeit(&mut self, reason: ForfeitReason, microseconds: u64) {
        let player = self.to_move().expect("somebody has to move");
        self.thinking[player].add(microseconds);
        self.forfeited = Some((player, reason));
    }

    /// Ends the game with a forfeit of this player, 0 or 1, before its turn: it could
    /// not even begin.
    pub fn forfeit_by(&mut self, player: usize, reason: ForfeitReason) {
        self.forfeited = Some((player, reason));
    }

    /// How the game has ended; `None` while somebody has to move.
    pub fn ended(&self) -> Option<Played> {
        let ending = match (self.forfeited, self.game.status()) {
            (Some((player, reason)), _) => Ending::Forfeit { player, reason },
            (None, Status::Won { player, .. }) => Ending::Won(player.index()),
            (None, Status::Drawn(_)) => Ending::Drawn,
            (None, Status::ToMove(_)) => return None,
        };
        let steps = &self.game.steps()[..self.game.cursor()];
        let cells = steps.iter().filter_map(|step| match step {
            crate::Step::Place(cell) => Some(*cell),
            crate::Step::Swap | crate::Step::AgreeDraw => None,
        });
        Some(Played {
            number: self.fixture.number,
            moves: cells.collect(),
            ending,
            thinking: self.thinking,
        })
    }
}

/// Who plays in a game and answers at once, however long that takes.
pub trait Contestant {
    /// Gets ready for a game, as this player, 0 or 1.
    ///
    /// # Errors
    /// If that fails.
    fn begin(&mut self, playing: &Playing, player: usize) -> Result<(), ForfeitReason>;

    /// The move of the player whose turn it is, as a [number](Playing::number_of).
    ///
    /// # Errors
    /// If there is none.
    fn choose(&mut self, playing: &Playing) -> Result<i32, ForfeitReason>;
}

/// Plays a game to its end. The clock tells microseconds of any beginning.
pub fn play(
    mut playing: Playing,
    players: [&mut dyn Contestant; 2],
    mut clock: impl FnMut() -> u64,
) -> Played {
    let [first, second] = players;
    let mut players = [first, second];
    for (player, contestant) in players.iter_mut().enumerate() {
        if let Err(reason) = contestant.begin(&playing, player) {
            playing.forfeit_by(player, reason);
            break;
        }
    }
    // One look at the clock for each move: it ends one and begins the next.
    let mut before = clock();
    loop {
        if let Some(played) = playing.ended() {
            return played;
        }
        let player = playing.to_move().expect("the game goes on");
        let chosen = players[player].choose(&playing);
        let now = clock();
        let passed = now.saturating_sub(before);
        before = now;
        match chosen {
            Ok(number) => playing.answer(number, passed),
            Err(reason) => playing.forfeit(reason, passed),
        }
    }
}

/// A computer player as a contestant.
pub struct Built<D = fn(&mut dyn Computer) -> Choice> {
    computer: Box<dyn Computer>,
    decide: D,
}

impl Built {
    /// One that takes the time it needs. What is limited by time alone never decides:
    /// it needs [`with`](Self::with).
    pub fn new(kind: Kind, rules: Rules, resources: &Resources) -> Self {
        Built::with(
            kind,
            rules,
            resources,
            computer_game::think as fn(&mut dyn Computer) -> Choice,
        )
    }
}

impl<D: FnMut(&mut dyn Computer) -> Choice> Built<D> {
    /// One that thinks as `decide` lets it: that is handed the computer when it has
    /// begun to think.
    pub fn with(kind: Kind, rules: Rules, resources: &Resources, decide: D) -> Self {
        Self {
            computer: kind.computer(rules, resources),
            decide,
        }
    }
}

impl<D: FnMut(&mut dyn Computer) -> Choice> Contestant for Built<D> {
    fn begin(&mut self, _: &Playing, _: usize) -> Result<(), ForfeitReason> {
        Ok(())
    }

    fn choose(&mut self, playing: &Playing) -> Result<i32, ForfeitReason> {
        let situation = Situation::of(playing.game()).ok_or(ForfeitReason::Nonsense)?;
        self.computer.begin(&situation, playing.seed());
        match (self.decide)(&mut *self.computer) {
            Choice::Place(cell) => Ok(Playing::number_of(playing.game().rules(), cell)),
            // Nobody has agreed that there may be a swap.
            Choice::Swap => Err(ForfeitReason::Nonsense),
        }
    }
}
