//! The source game's player.

use super::{Choice, Computer, Progress, Situation, Ties};
use crate::{Cell, Position, bitboard::Masks, bits::Bits, board::Board, position::on_board};
use rand::{SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg32;

/// The score of a column in which it wins.
const WIN: i8 = 100;
/// The score of a column of which it sees no end.
const OPEN: i8 = 50;
/// The score of a column in which it loses.
const LOSS: i8 = 0;
/// The score of a full column.
const FULL: i8 = -1;

/// Looks some plies ahead and scores each column.
///
/// A column's score is 100 if it sees that it wins there, 0 if it sees that it
/// loses, 50 if it sees neither, and −1 if the column is full. It sees nothing with
/// 0 plies, with one only that a piece wins at once; with *n*, a column is worth 100
/// less the best score that the opponent has after that with *n* − 1. A full board is
/// worth 50. Where pieces don't fall, it is cells that are scored.
///
/// With three and more players it expects all others to play against it: a column is
/// worth 100 if it wins there whatever they do, and 0 if they can see to it that one
/// of them wins.
///
/// It looks ahead one ply after the other, and at no more than
/// [`MAX_POSITIONS`](Self::MAX_POSITIONS). If they don't suffice for all its plies,
/// the scores are those of as many as they suffice for.
pub struct Lookahead {
    plies: u8,
    ties: Ties,
    /// The turn it thinks about.
    turn: Option<(Box<dyn Search>, u64)>,
}

impl Lookahead {
    /// The most positions that it looks at in a turn.
    pub const MAX_POSITIONS: u64 = 1_000_000;

    /// A player that looks so many plies ahead, at most
    /// [`Kind::MAX_PLIES`](super::Kind::MAX_PLIES), and decides so between columns
    /// of the best score.
    ///
    /// # Panics
    /// If there are more plies.
    pub fn new(plies: u8, ties: Ties) -> Self {
        assert!(
            plies <= super::Kind::MAX_PLIES,
            "{plies} plies are too many"
        );
        Self {
            plies,
            ties,
            turn: None,
        }
    }

    /// The scores, for the player to move: with gravity one for each column from the
    /// left, with the cell where a piece would come to rest, or the topmost one if the
    /// column is full; without gravity one for each cell, by column and row.
    ///
    /// If somebody has won already, what isn't full is worth 100 to a player who has,
    /// and 0 to any other.
    pub fn scores(&self, position: &Position) -> Vec<(Cell, i8)> {
        let rules = position.rules();
        let mut winners = rules.all_players().filter(|&who| position.has_won(who));
        let known = if position.has_won(position.to_move()) {
            Some(WIN)
        } else {
            winners.next().map(|_| LOSS)
        };
        let found = known.map_or_else(
            || {
                let mut looking = search(position, self.plies);
                looking.on(u64::MAX);
                looking.scores()
            },
            |score| position.playable().map(|cell| (cell, score)).collect(),
        );
        let top = usize::from(rules.rows()) - 1;
        let cells = rules.all_cells().filter_map(|cell| {
            if let Some(&found) = found.iter().find(|(at, _)| *at == cell) {
                return Some(found);
            }
            let full = !rules.gravity() || cell.row() == top;
            (full && position.get(cell).is_some()).then_some((cell, FULL))
        });
        cells.collect()
    }

    /// What it would do by these scores.
    fn choice(&self, mut scores: Vec<(Cell, i8)>, seed: u64) -> Choice {
        let best = scores.iter().map(|&(_, score)| score).max();
        scores.retain(|&(_, score)| Some(score) == best);
        scores.sort_unstable();
        let chosen = match self.ties {
            Ties::Left => scores.first(),
            Ties::Right => scores.last(),
            Ties::Random => scores.choose(&mut Pcg32::seed_from_u64(seed)),
        };
        Choice::Place(chosen.expect("a turn has a move").0)
    }
}

impl Computer for Lookahead {
    fn begin(&mut self, turn: &Situation, seed: u64) {
        self.turn = Some((search(turn.position(), self.plies), seed));
    }

    fn think(&mut self, budget: u64) -> Progress {
        let (looking, seed) = self.turn.as_mut().expect("it has begun with a turn");
        let done = looking.on(budget);
        let (percent, scores, seed) = (looking.percent(), looking.scores(), *seed);
        let best = self.choice(scores, seed);
        if done {
            Progress::Chosen(best)
        } else {
            Progress::Thinking { best, percent }
        }
    }
}

/// A look ahead on a board of whatever width.
trait Search {
    /// Looks at so many more positions, and says whether it has seen all it can.
    fn on(&mut self, budget: u64) -> bool;
    /// The scores of all that is not full, by the plies that are done.
    fn scores(&self) -> Vec<(Cell, i8)>;
    /// How much is done, 0 to 99 of a hundred.
    fn percent(&self) -> u8;
}

/// Nobody has won in the position.
fn search(position: &Position, plies: u8) -> Box<dyn Search> {
    on_board!(position.width(), board => Box::new(DepthSearch::new(board, plies)))
}

/// The tree of what may happen, searched in steps.
///
/// Whether the player who looks ahead wins or loses is all there is to know, so
/// alpha–beta search with two limits, 0 and 100, finds the scores.
struct DepthSearch<B> {
    masks: Masks<B>,
    /// The bits of all cells, the ones to try first in front.
    order: Vec<B>,
    /// Who looks ahead.
    who: usize,
    plies: u8,
    /// The plies that are done; everything is open before the first.
    done: u8,
    /// The moves, and their scores with the plies that are done.
    moves: Vec<(Cell, B, i8)>,
    /// Their scores with one ply more, as far as they are known.
    next: Vec<i8>,
    pieces: Pieces<B>,
    /// The positions that lead to the one that is looked at.
    frames: Vec<Frame<B>>,
    /// The moves of all frames that are left to be tried, the next one last.
    left: Vec<B>,
    seen: u64,
}

/// Whose pieces are where, and whose turn it is.
#[derive(Clone)]
struct Pieces<B> {
    players: Vec<B>,
    occupied: B,
    to_move: usize,
}

impl<B: Bits> Pieces<B> {
    fn own(&self) -> B {
        self.players[self.to_move]
    }

    fn after(&self, turns: usize) -> usize {
        (self.to_move + turns) % self.players.len()
    }

    fn put(&mut self, cell: B) {
        let own = &mut self.players[self.to_move];
        *own = *own | cell;
        self.occupied = self.occupied | cell;
        self.to_move = self.after(1);
    }

    fn take(&mut self, cell: B) {
        self.to_move = self.after(self.players.len() - 1);
        let own = &mut self.players[self.to_move];
        *own = *own & !cell;
        self.occupied = self.occupied & !cell;
    }
}

/// A position with moves to try.
struct Frame<B> {
    /// The move that led to it.
    made: B,
    /// How many plies are left.
    plies: usize,
    /// The score is not less, or doesn't matter.
    least: i8,
    /// The score is not more, or doesn't matter.
    most: i8,
    /// Where its moves begin among those that are left.
    moves: usize,
}

impl<B: Bits> DepthSearch<B> {
    fn new(board: &Board<B>, plies: u8) -> Self {
        let rules = board.rules();
        let masks = Masks::new(rules);
        let players: Vec<B> = rules.all_players().map(|who| board.of(who)).collect();
        let occupied = players.iter().fold(B::ZERO, |all, &own| all | own);
        let who = rules.player_after(board.pieces()).index();
        let open = masks.open(occupied);
        let central = masks.central_first();
        let moves = central.iter().filter(|&&(_, bit)| bit & open != B::ZERO);
        Self {
            moves: moves.map(|&(cell, bit)| (cell, bit, OPEN)).collect(),
            masks,
            order: central.into_iter().map(|(_, bit)| bit).collect(),
            who,
            plies,
            done: 0,
            next: Vec::new(),
            pieces: Pieces {
                players,
                occupied,
                to_move: who,
            },
            frames: Vec::new(),
            left: Vec::new(),
            seen: 0,
        }
    }

    /// What a win of the player to move is worth.
    fn good(&self) -> i8 {
        if self.pieces.to_move == self.who {
            WIN
        } else {
            LOSS
        }
    }

    /// The free cells that matter to one player in so many plies, the first one
    /// the turn of the player to move: where a line can still be completed.
    fn matters(&self, player: usize, plies: usize) -> B {
        let players = self.pieces.players.len();
        let wait = (player + players - self.pieces.to_move) % players;
        let turns = (plies + players - 1 - wait) / players;
        let free = self.masks.empty(self.pieces.occupied);
        if turns == 0 {
            return B::ZERO;
        }
        self.masks.near(self.pieces.players[player], free, turns)
    }

    /// Those of them that matter to the player who looks ahead, and to the others.
    fn sides(&self, plies: usize) -> (B, B) {
        let mut others = B::ZERO;
        for turn in 0..plies.min(self.pieces.players.len()) {
            let player = self.pieces.after(turn);
            if player != self.who {
                others = others | self.matters(player, plies);
            }
        }
        (self.matters(self.who, plies), others)
    }

    /// The score of the position, within the limits, if that can be seen from
    /// it; else it is the next frame.
    fn visit(&mut self, made: B, plies: usize, least: i8, most: i8) -> Option<i8> {
        self.seen += 1;
        let within = |score: i8| Some(score.clamp(least, most));
        let open = self.masks.open(self.pieces.occupied);
        if plies == 0 || open == B::ZERO {
            return within(OPEN);
        }
        let good = self.good();
        if self.masks.wins(self.pieces.own()) & open != B::ZERO {
            return within(good);
        }
        if plies == 1 {
            return within(OPEN);
        }
        // Two on different sides follow one another: the first must keep the other
        // out of the cell where it would win.
        let next = self.pieces.after(1);
        let mut forced = B::ZERO;
        if (next == self.who) != (self.pieces.to_move == self.who) {
            forced = self.masks.wins(self.pieces.players[next]) & open;
            if forced.count_ones() > 1 {
                return within(WIN - good);
            }
        }
        // Without a line to complete, a side's best is that nothing happens.
        let (own, others) = self.sides(plies);
        let low = if others == B::ZERO { OPEN } else { LOSS };
        let high = if own == B::ZERO { OPEN } else { WIN };
        let (lower, upper) = (least.max(low), most.min(high));
        if lower >= upper {
            return within(OPEN);
        }
        let moves = if forced == B::ZERO {
            self.different(open, own | others)
        } else {
            forced
        };
        let begin = self.left.len();
        let order = self.order.iter().rev();
        self.left
            .extend(order.filter(|&&cell| cell & moves != B::ZERO));
        self.frames.push(Frame {
            made,
            plies,
            least: lower,
            most: upper,
            moves: begin,
        });
        None
    }

    /// The moves that are not all the same: where pieces don't fall, one cell that
    /// matters to nobody is as good as another.
    fn different(&self, open: B, matters: B) -> B {
        let same = open & !matters;
        if self.masks.rules.gravity() || same == B::ZERO {
            return open;
        }
        let mut same = self.order.iter().filter(|&&cell| cell & same != B::ZERO);
        open & matters | *same.next().expect("there is one")
    }

    /// Takes the score of a position after a move of the last frame's, or of the
    /// whole turn's if there is none.
    fn learn(&mut self, score: i8) {
        let mine = self.pieces.to_move == self.who;
        match self.frames.last_mut() {
            None => self.next.push(score),
            Some(frame) if mine => frame.least = frame.least.max(score),
            Some(frame) => frame.most = frame.most.min(score),
        }
    }

    /// Goes on with the last frame.
    fn step(&mut self) {
        let mine = self.pieces.to_move == self.who;
        let frame = self.frames.last().expect("there is one");
        if frame.least >= frame.most || self.left.len() == frame.moves {
            self.left.truncate(frame.moves);
            let score = if mine { frame.least } else { frame.most };
            let made = frame.made;
            self.frames.pop();
            self.pieces.take(made);
            self.learn(score);
            return;
        }
        let (plies, least, most) = (frame.plies, frame.least, frame.most);
        let cell = self.left.pop().expect("there are moves left");
        self.try_move(cell, plies - 1, least, most);
    }

    fn try_move(&mut self, cell: B, plies: usize, least: i8, most: i8) {
        self.pieces.put(cell);
        if let Some(score) = self.visit(cell, plies, least, most) {
            self.pieces.take(cell);
            self.learn(score);
        }
    }

    /// Begins with the next move of the turn.
    fn begin(&mut self) {
        let (_, cell, before) = self.moves[self.next.len()];
        // What is decided stays so.
        if before != OPEN {
            self.next.push(before);
            return;
        }
        let plies = usize::from(self.done) + 1;
        let open = self.masks.open(self.pieces.occupied);
        if self.masks.wins(self.pieces.own()) & open & cell != B::ZERO {
            self.next.push(WIN);
            return;
        }
        let (own, others) = self.sides(plies);
        let different = self.different(open, own | others);
        if cell & different == B::ZERO {
            let mut same = self.moves[..self.next.len()].iter();
            let same = same.position(|&(_, other, _)| {
                other & (own | others) == B::ZERO && other & different != B::ZERO
            });
            self.next
                .push(self.next[same.expect("the first of them was tried")]);
            return;
        }
        self.try_move(cell, plies - 1, LOSS, WIN);
    }
}

impl<B: Bits> Search for DepthSearch<B> {
    fn on(&mut self, budget: u64) -> bool {
        let limit = self.seen.saturating_add(budget);
        loop {
            if self.done == self.plies || self.seen >= Lookahead::MAX_POSITIONS {
                return true;
            }
            if self.seen >= limit {
                return false;
            }
            if !self.frames.is_empty() {
                self.step();
            } else if self.next.len() < self.moves.len() {
                self.begin();
            } else {
                for (entry, score) in self.moves.iter_mut().zip(self.next.drain(..)) {
                    entry.2 = score;
                }
                self.done += 1;
            }
        }
    }

    fn scores(&self) -> Vec<(Cell, i8)> {
        let moves = self.moves.iter();
        moves.map(|&(cell, _, score)| (cell, score)).collect()
    }

    fn percent(&self) -> u8 {
        let by_plies = u64::from(self.done) * 100 / u64::from(self.plies.max(1));
        let by_positions = self.seen * 100 / Lookahead::MAX_POSITIONS;
        by_plies.max(by_positions).min(99) as u8
    }
}
