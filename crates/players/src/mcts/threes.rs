//! Wins by fours and threes, on boards without gravity for two players.
//!
//! A four threatens to complete a line; it has one reply. A three threatens to win by fours
//! alone; it has several. The search finds every win by such moves within a number of own
//! moves, if its node budget suffices.
//!
//! Threats as in L. V. Allis, H. J. van den Herik, M. P. H. Huntjens: Go-Moku and Threat-Space
//! Search, 1993. Replies to a three are found as in T. Thomsen: Lambda-Search in Game Trees,
//! 2000: those that could change the win which the attacker has after a null move.

use super::{
    state::{Square, State},
    windows::Windows,
};

/// The maximum number of the attacker's moves in a win by fours alone.
const MAX_FOURS: usize = 17;

/// Returns a winning move, if one is found within the node budget, which is reduced by the
/// nodes searched. A win found is proven; finding none proves nothing.
///
/// It starts a shortest win of at most `moves` own moves by fours and threes, otherwise a
/// win by fours alone.
pub(super) fn winning_move(state: &State, moves: usize, nodes: &mut u32) -> Option<Square> {
    let mut search = ThreatSearch {
        windows: Windows::new(state),
        own: state.to_move(),
        other: state.next_player(),
        nodes: *nodes / 4,
        line: Vec::new(),
    };
    let by_fours = search.fours(MAX_FOURS).then(|| search.line[0]);
    search.nodes += *nodes - *nodes / 4;
    let shortest = (1..=moves).find_map(|moves| search.attack(moves));
    *nodes = search.nodes;
    shortest.or(by_fours)
}

struct ThreatSearch {
    windows: Windows,
    /// The attacker.
    own: u8,
    other: u8,
    nodes: u32,
    /// The moves of both sides in the last win by fours that was found. It ends with the
    /// move that makes two threats and the two squares that complete a line.
    line: Vec<Square>,
}

impl ThreatSearch {
    /// Returns a move that wins within a number of own moves, the attacker to move.
    fn attack(&mut self, moves: usize) -> Option<Square> {
        self.line.clear();
        if self.fours(moves) {
            return self.line.first().copied();
        }
        let [block, None] = self.windows.wins(self.other) else {
            return None;
        };
        if moves < 3 {
            return None;
        }
        let allowed = |square| block.is_none_or(|block| block == square);
        if moves > 3 {
            for (four, reply) in self.windows.threats(self.own) {
                if allowed(four)
                    && self.try_move(four, |search| search.wins_against(reply, moves - 1))
                {
                    return Some(four);
                }
            }
        }
        let threes = self.quiet_moves(moves - 1);
        threes.into_iter().find(|&three| {
            allowed(three) && self.try_move(three, |search| search.wins_quietly(moves - 1))
        })
    }

    /// Returns whether a move of the attacker wins.
    fn try_move(&mut self, square: Square, wins: impl FnOnce(&mut Self) -> bool) -> bool {
        if self.nodes == 0 {
            return false;
        }
        self.nodes -= 1;
        self.windows.place(square, self.own);
        let wins = wins(self);
        self.windows.remove(square);
        wins
    }

    fn wins_against(&mut self, reply: Square, moves: usize) -> bool {
        self.windows.place(reply, self.other);
        let wins = self.attack(moves).is_some();
        self.windows.remove(reply);
        wins
    }

    /// Returns whether the attacker wins within `moves` more moves after a move that is not a four.
    fn wins_quietly(&mut self, moves: usize) -> bool {
        self.line.clear();
        if self.windows.wins(self.own)[0].is_some() || !self.fours(moves) {
            return false;
        }
        let replies = self.defences();
        replies
            .into_iter()
            .all(|reply| self.wins_against(reply, moves))
    }

    /// Returns the replies that may refute the last line: squares that it uses, and squares
    /// where the defender may threaten a line during it.
    fn defences(&mut self) -> Vec<Square> {
        let line = std::mem::take(&mut self.line);
        let (moves, _) = line.split_at(line.len() - 3);
        let forced = || moves.iter().skip(1).step_by(2).copied();
        forced().for_each(|square| self.windows.place(square, self.other));
        let mut replies = line.clone();
        for missing in 1..=2 {
            let pieces = self.windows.connect() - missing;
            for window in self.windows.with_pieces(self.other, pieces) {
                replies.extend(self.windows.empties(window));
            }
        }
        forced().for_each(|square| self.windows.remove(square));
        let mut known = [false; 256];
        replies.retain(|&square| !std::mem::replace(&mut known[usize::from(square)], true));
        self.line = line;
        replies
    }

    /// Returns the moves after which the attacker may win within `moves` more moves by fours
    /// although it could not before, the most promising first.
    fn quiet_moves(&self, moves: usize) -> Vec<Square> {
        let connect = self.windows.connect();
        let mut scores = [0_u64; 256];
        // The move is in a line with other pieces …
        for pieces in connect.saturating_sub(moves + 1)..connect - 2 {
            for window in self.windows.with_pieces(self.own, pieces) {
                for square in self.windows.empties(window) {
                    scores[usize::from(square)] += 1 << (2 * pieces);
                }
            }
        }
        // … or prevents a threat by forced replies.
        for pieces in connect + 1 - moves.min(connect)..connect {
            for window in self.windows.with_pieces(self.other, pieces) {
                for square in self.windows.empties(window) {
                    scores[usize::from(square)] += 1;
                }
            }
        }
        let mut squares: Vec<Square> = (0..=u8::MAX)
            .filter(|&square| scores[usize::from(square)] > 0)
            .collect();
        squares.sort_by_key(|&square| std::cmp::Reverse(scores[usize::from(square)]));
        squares
    }

    /// Returns whether the attacker, who is to move, wins within a number of moves by fours
    /// alone, and appends the line.
    fn fours(&mut self, moves: usize) -> bool {
        if let [Some(win), _] = self.windows.wins(self.own) {
            self.line.push(win);
            return true;
        }
        let [block, None] = self.windows.wins(self.other) else {
            return false;
        };
        if moves < 2 {
            return false;
        }
        let mut threats = self.windows.threats(self.own);
        threats.retain(|&(four, _)| block.is_none_or(|block| block == four));
        let mut replies = [None; 256];
        for &(four, reply) in &threats {
            if let Some(other) = replies[usize::from(four)].replace(reply) {
                self.line.extend([four, other, reply]);
                return true;
            }
        }
        if moves < 3 {
            return false;
        }
        threats.into_iter().any(|(four, reply)| {
            self.line.extend([four, reply]);
            let wins = self.try_move(four, |search| {
                search.windows.place(reply, search.other);
                let wins = search.fours(moves - 1);
                search.windows.remove(reply);
                wins
            });
            if !wins {
                self.line.truncate(self.line.len() - 2);
            }
            wins
        })
    }
}
