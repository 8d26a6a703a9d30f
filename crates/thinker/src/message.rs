//! What passes between the page and a worker, as texts that are checked when they
//! are read.

use four_shapes_engine::{
    Cell, Match, Rules, notation,
    players::{Choice, Kind},
    record,
};

/// What a worker is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// Tells it from what was asked before.
    pub id: u32,
    /// What to find out.
    pub what: What,
    /// The match as it stands.
    pub played: Match,
}

/// What to find out about a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// What a computer player does; the seed decides between equal moves.
    Move {
        /// Which one.
        kind: Kind,
        /// Decides between equal moves.
        seed: u64,
    },
    /// A good move, and why.
    Advice,
    /// What each move is worth, and each position of the game.
    Study,
}

impl Ask {
    /// The question as text.
    pub fn write(&self) -> String {
        let what = match self.what {
            What::Move { kind, seed } => format!("move {kind} {seed}"),
            What::Advice => "advice".to_owned(),
            What::Study => "study".to_owned(),
        };
        format!("{} {what}\n{}", self.id, record::write(&self.played))
    }

    /// Reads a question; `None` if it is none.
    pub fn read(text: &str) -> Option<Self> {
        let (head, record) = text.split_once('\n')?;
        let mut words = head.split(' ');
        let id = words.next()?.parse().ok()?;
        let what = match words.next()? {
            "move" => What::Move {
                kind: words.next()?.parse().ok()?,
                seed: words.next()?.parse().ok()?,
            },
            "advice" => What::Advice,
            "study" => What::Study,
            _ => return None,
        };
        let played = record::read(record).ok()?;
        words.next().is_none().then_some(Self { id, what, played })
    }
}

/// What a worker answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What it answers to.
    pub id: u32,
    /// What it says.
    pub said: Said,
}

/// What a worker says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// It is still thinking, and has done so much of a hundred.
    Thinking(u8),
    /// The computer player does this.
    Choice(Choice),
    /// A good move, and why.
    Advice {
        /// The cell to move to.
        cell: Cell,
        /// Why, in words.
        reason: String,
    },
    /// What each move is worth, as far as is known.
    Moves(Vec<MoveWorth>),
    /// What each position of the game is worth, as far as is known.
    Graph(Vec<Option<Worth>>),
    /// There is nothing more to find out.
    Done,
}

/// What a position or a move is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// How good it is, −100 (lost) to 100 (won): of a move for who makes it, of a
    /// position for the player with the first move.
    pub good: i8,
    /// It is proved, and no estimate.
    pub proved: bool,
    /// In a few characters: `+7`.
    pub label: String,
    /// In words: `wins in 7 moves`.
    pub words: String,
}

/// What a move is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveWorth {
    /// The cell it goes to.
    pub cell: Cell,
    /// None is better, as far as is known.
    pub best: bool,
    /// What it is worth.
    pub worth: Worth,
}

impl Worth {
    fn write(&self) -> String {
        let proved = if self.proved { "proved" } else { "estimate" };
        format!("{} {proved} {} {}", self.good, self.label, self.words)
    }

    fn read(text: &str) -> Option<Self> {
        let mut words = text.splitn(4, ' ');
        Some(Self {
            good: words.next()?.parse().ok()?,
            proved: words.next()? == "proved",
            label: words.next()?.to_owned(),
            words: words.next()?.to_owned(),
        })
    }
}

impl MoveWorth {
    fn write(&self) -> String {
        let best = if self.best { "best" } else { "other" };
        format!("{} {best} {}", self.cell, self.worth.write())
    }

    fn read(rules: Rules, text: &str) -> Option<Self> {
        let mut words = text.splitn(3, ' ');
        Some(Self {
            cell: notation::parse_cell(rules, words.next()?).ok()?,
            best: words.next()? == "best",
            worth: Worth::read(words.next()?)?,
        })
    }
}

/// What stands for a swap.
const SWAP: &str = "swap";
/// What stands for a position of which nothing is known.
const UNKNOWN: &str = "-";

impl Said {
    /// Whether nothing follows it.
    pub fn is_last(&self) -> bool {
        matches!(self, Self::Choice(_) | Self::Advice { .. } | Self::Done)
    }
}

impl Answer {
    /// The answer as text.
    pub fn write(&self) -> String {
        let said = match &self.said {
            Said::Thinking(percent) => format!("thinking {percent}"),
            Said::Choice(Choice::Place(cell)) => format!("choice {cell}"),
            Said::Choice(Choice::Swap) => format!("choice {SWAP}"),
            Said::Advice { cell, reason } => format!("advice {cell} {reason}"),
            Said::Moves(moves) => {
                let moves: Vec<String> = moves.iter().map(MoveWorth::write).collect();
                format!("moves {}", moves.join("\n"))
            }
            Said::Graph(worths) => {
                let worth = |worth: &Option<Worth>| match worth {
                    Some(worth) => worth.write(),
                    None => UNKNOWN.to_owned(),
                };
                let worths: Vec<String> = worths.iter().map(worth).collect();
                format!("graph {}", worths.join("\n"))
            }
            Said::Done => "done ".to_owned(),
        };
        format!("{} {said}", self.id)
    }

    /// Reads an answer about a game with these rules.
    pub fn read(rules: Rules, text: &str) -> Option<Self> {
        let (id, text) = text.split_once(' ')?;
        let (word, more) = text.split_once(' ')?;
        let cell = |name| notation::parse_cell(rules, name).ok();
        let said = match word {
            "thinking" => Said::Thinking(more.parse().ok()?),
            "choice" if more == SWAP => Said::Choice(Choice::Swap),
            "choice" => Said::Choice(Choice::Place(cell(more)?)),
            "advice" => {
                let (name, reason) = more.split_once(' ')?;
                Said::Advice {
                    cell: cell(name)?,
                    reason: reason.to_owned(),
                }
            }
            "moves" => {
                let moves = more.lines().map(|line| MoveWorth::read(rules, line));
                Said::Moves(moves.collect::<Option<_>>()?)
            }
            "graph" => {
                let worths = more.lines().map(|line| match line {
                    UNKNOWN => Some(None),
                    line => Worth::read(line).map(Some),
                });
                Said::Graph(worths.collect::<Option<_>>()?)
            }
            "done" => Said::Done,
            _ => return None,
        };
        Some(Self {
            id: id.parse().ok()?,
            said,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(good: i8) -> Worth {
        Worth {
            good,
            proved: good != 0,
            label: "+7".to_owned(),
            words: "wins in 7 moves".to_owned(),
        }
    }

    #[test]
    fn what_is_asked_is_read_back() {
        let game = notation::parse(Rules::CLASSIC, "4455").unwrap();
        let played = Match::plain(game);
        let kind = "lookahead:3:left".parse().unwrap();
        let seed = u64::MAX;
        for what in [What::Move { kind, seed }, What::Advice, What::Study] {
            let ask = Ask {
                id: 7,
                what,
                played: played.clone(),
            };
            assert_eq!(Ask::read(&ask.write()), Some(ask));
        }
        for wrong in ["", "7 move level:1 1", "7 move level:9 1\n{}", "x study\n"] {
            assert_eq!(Ask::read(wrong), None);
        }
    }

    #[test]
    fn what_is_answered_is_read_back() {
        let rules = Rules::CLASSIC;
        let cell = notation::parse_cell(rules, "D3").unwrap();
        for said in [
            Said::Thinking(40),
            Said::Choice(Choice::Place(cell)),
            Said::Choice(Choice::Swap),
            Said::Advice {
                cell,
                reason: "wins in 2 moves".to_owned(),
            },
            Said::Moves(vec![MoveWorth {
                cell,
                best: true,
                worth: worth(-100),
            }]),
            Said::Moves(Vec::new()),
            Said::Graph(vec![None, Some(worth(0)), None, Some(worth(55))]),
            Said::Done,
        ] {
            let answer = Answer { id: 3, said };
            assert_eq!(Answer::read(rules, &answer.write()), Some(answer));
        }
        for wrong in ["", "3", "3 choice Z9", "3 moves D3 best 400 proved + x"] {
            assert_eq!(Answer::read(rules, wrong), None);
        }
    }
}
