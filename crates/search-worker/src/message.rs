//! What passes between the page and a worker, as texts that are checked when they
//! are read.

use four_shapes_engine::{
    Cell, Match, Rules, notation,
    players::{Choice, Kind},
    record,
};

/// What a worker is asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Tells it from what was asked before.
    pub id: u32,
    /// What to find out.
    pub query: Query,
    /// The match as it stands.
    pub played: Match,
}

/// What to find out about a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Query {
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

impl Request {
    /// The question as text.
    pub fn write(&self) -> String {
        let query = match self.query {
            Query::Move { kind, seed } => format!("move {kind} {seed}"),
            Query::Advice => "advice".to_owned(),
            Query::Study => "study".to_owned(),
        };
        format!("{} {query}\n{}", self.id, record::write(&self.played))
    }

    /// Reads a question; `None` if it is none.
    pub fn read(text: &str) -> Option<Self> {
        let (head, record) = text.split_once('\n')?;
        let mut words = head.split(' ');
        let id = words.next()?.parse().ok()?;
        let query = match words.next()? {
            "move" => Query::Move {
                kind: words.next()?.parse().ok()?,
                seed: words.next()?.parse().ok()?,
            },
            "advice" => Query::Advice,
            "study" => Query::Study,
            _ => return None,
        };
        let played = record::parse(record).ok()?;
        words.next().is_none().then_some(Self { id, query, played })
    }
}

/// What a worker answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// What it answers to.
    pub id: u32,
    /// What it says.
    pub reply: Reply,
}

/// What a worker says.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
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
    Moves(Vec<MoveEvaluation>),
    /// What each position of the game is worth, as far as is known.
    Graph(Vec<Option<Evaluation>>),
    /// There is nothing more to find out.
    Done,
}

/// What a position or a move is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
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
pub struct MoveEvaluation {
    /// The cell it goes to.
    pub cell: Cell,
    /// None is better, as far as is known.
    pub best: bool,
    /// What it is worth.
    pub evaluation: Evaluation,
}

impl Evaluation {
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

impl MoveEvaluation {
    fn write(&self) -> String {
        let best = if self.best { "best" } else { "other" };
        format!("{} {best} {}", self.cell, self.evaluation.write())
    }

    fn read(rules: Rules, text: &str) -> Option<Self> {
        let mut words = text.splitn(3, ' ');
        Some(Self {
            cell: notation::parse_cell(rules, words.next()?).ok()?,
            best: words.next()? == "best",
            evaluation: Evaluation::read(words.next()?)?,
        })
    }
}

/// What stands for a swap.
const SWAP: &str = "swap";
/// What stands for a position of which nothing is known.
const UNKNOWN: &str = "-";

impl Reply {
    /// Whether nothing follows it.
    pub fn is_last(&self) -> bool {
        matches!(self, Self::Choice(_) | Self::Advice { .. } | Self::Done)
    }
}

impl Response {
    /// The answer as text.
    pub fn write(&self) -> String {
        let reply = match &self.reply {
            Reply::Thinking(percent) => format!("thinking {percent}"),
            Reply::Choice(Choice::Place(cell)) => format!("choice {cell}"),
            Reply::Choice(Choice::Swap) => format!("choice {SWAP}"),
            Reply::Advice { cell, reason } => format!("advice {cell} {reason}"),
            Reply::Moves(moves) => {
                let moves: Vec<String> = moves.iter().map(MoveEvaluation::write).collect();
                format!("moves {}", moves.join("\n"))
            }
            Reply::Graph(evaluations) => {
                let evaluation = |evaluation: &Option<Evaluation>| match evaluation {
                    Some(evaluation) => evaluation.write(),
                    None => UNKNOWN.to_owned(),
                };
                let evaluations: Vec<String> = evaluations.iter().map(evaluation).collect();
                format!("graph {}", evaluations.join("\n"))
            }
            Reply::Done => "done ".to_owned(),
        };
        format!("{} {reply}", self.id)
    }

    /// Reads an answer about a game with these rules.
    pub fn read(rules: Rules, text: &str) -> Option<Self> {
        let (id, text) = text.split_once(' ')?;
        let (word, more) = text.split_once(' ')?;
        let cell = |name| notation::parse_cell(rules, name).ok();
        let reply = match word {
            "thinking" => Reply::Thinking(more.parse().ok()?),
            "choice" if more == SWAP => Reply::Choice(Choice::Swap),
            "choice" => Reply::Choice(Choice::Place(cell(more)?)),
            "advice" => {
                let (name, reason) = more.split_once(' ')?;
                Reply::Advice {
                    cell: cell(name)?,
                    reason: reason.to_owned(),
                }
            }
            "moves" => {
                let moves = more.lines().map(|line| MoveEvaluation::read(rules, line));
                Reply::Moves(moves.collect::<Option<_>>()?)
            }
            "graph" => {
                let evaluations = more.lines().map(|line| match line {
                    UNKNOWN => Some(None),
                    line => Evaluation::read(line).map(Some),
                });
                Reply::Graph(evaluations.collect::<Option<_>>()?)
            }
            "done" => Reply::Done,
            _ => return None,
        };
        Some(Self {
            id: id.parse().ok()?,
            reply,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluation(good: i8) -> Evaluation {
        Evaluation {
            good,
            proved: good != 0,
            label: "+7".to_owned(),
            words: "wins in 7 moves".to_owned(),
        }
    }

    #[test]
    fn what_is_asked_is_read_back() {
        let game = notation::parse(Rules::CLASSIC, "4455").unwrap();
        let played = Match::with_default_seats(game);
        let kind = "lookahead:3:left".parse().unwrap();
        let seed = u64::MAX;
        for query in [Query::Move { kind, seed }, Query::Advice, Query::Study] {
            let ask = Request {
                id: 7,
                query,
                played: played.clone(),
            };
            assert_eq!(Request::read(&ask.write()), Some(ask));
        }
        for wrong in ["", "7 move level:1 1", "7 move level:9 1\n{}", "x study\n"] {
            assert_eq!(Request::read(wrong), None);
        }
    }

    #[test]
    fn what_is_answered_is_read_back() {
        let rules = Rules::CLASSIC;
        let cell = notation::parse_cell(rules, "D3").unwrap();
        for reply in [
            Reply::Thinking(40),
            Reply::Choice(Choice::Place(cell)),
            Reply::Choice(Choice::Swap),
            Reply::Advice {
                cell,
                reason: "wins in 2 moves".to_owned(),
            },
            Reply::Moves(vec![MoveEvaluation {
                cell,
                best: true,
                evaluation: evaluation(-100),
            }]),
            Reply::Moves(Vec::new()),
            Reply::Graph(vec![None, Some(evaluation(0)), None, Some(evaluation(55))]),
            Reply::Done,
        ] {
            let answer = Response { id: 3, reply };
            assert_eq!(Response::read(rules, &answer.write()), Some(answer));
        }
        for wrong in ["", "3", "3 choice Z9", "3 moves D3 best 400 proved + x"] {
            assert_eq!(Response::read(rules, wrong), None);
        }
    }
}
