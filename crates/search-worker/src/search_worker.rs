//! The worker's end: answers what it is asked, a slice at a time.

use crate::{
    client::{READY, STOP},
    message::{Query, Reply, Request, Response},
    study::Study,
};
use four_shapes_engine::{
    Match, Rules,
    analysis::{Analysis, Analyzer, Hint},
    players::{Computer, Kind, Progress, Resources, Situation, should_swap},
    solver::book::Book,
};
use std::sync::Arc;

/// How long a slice takes, in milliseconds: as long as it takes to be heard.
const SLICE: f64 = 12.0;
/// How many positions the first slice may look at.
const FIRST_BUDGET: u64 = 2_000;
/// Who asks is told how far it is every so many milliseconds, and so knows that
/// it is still alive.
const REPORT: f64 = 100.0;
/// How long a good move is looked for, in milliseconds.
const ADVICE: f64 = 1500.0;

/// Thinks about one question at a time.
pub struct SearchWorker {
    resources: Resources,
    task: Option<Task>,
    /// The player of the last question, with all that it remembers.
    player: Option<(Kind, Rules, Box<dyn Computer>)>,
    /// Who gave the last advice, or made the last study.
    analyzer: Option<Analyzer>,
    reviewer: Option<Analyzer>,
    /// How many positions fit a slice, as far as is known.
    budget: u64,
    /// The book has been asked for.
    asked_for_book: bool,
}

/// A question being thought about.
struct Task {
    ask: Request,
    work: Work,
    /// When it was begun, in milliseconds.
    begun: f64,
    /// When who asked was last told of it.
    reported: f64,
}

enum Work {
    /// By the player.
    Move,
    Advice(Box<Analysis>),
    Study(Box<Study>),
}

impl SearchWorker {
    /// One that has nothing to do yet. So many bytes are the most that its tables and
    /// trees take.
    pub fn new(memory: usize) -> Self {
        Self {
            resources: Resources { memory, book: None },
            task: None,
            player: None,
            analyzer: None,
            reviewer: None,
            budget: FIRST_BUDGET,
            asked_for_book: false,
        }
    }

    /// What it says before anything else.
    pub fn greeting(&self) -> &'static str {
        READY
    }

    /// Takes up a question in place of the one before, or drops that. `now` is in
    /// milliseconds of any clock.
    ///
    /// # Errors
    /// A text that is no question.
    pub fn hear(&mut self, text: &str, now: f64) -> Result<(), String> {
        self.drop_task();
        if text == STOP {
            return Ok(());
        }
        let ask = Request::read(text).ok_or_else(|| format!("this is no question: {text}"))?;
        let over = || format!("the game is over: {text}");
        let work = match ask.query {
            Query::Move { kind, seed } => {
                let situation = Situation::of_match(&ask.played).ok_or_else(over)?;
                let player = self.player(kind, ask.played.rules());
                player.begin(&situation, seed);
                Work::Move
            }
            Query::Advice => {
                let analyzer = self.take_analyst();
                let analysis = Analysis::with_analyzer(analyzer, ask.played.game());
                Work::Advice(Box::new(analysis.map_err(|_| over())?))
            }
            Query::Study => {
                let analyzer = self.take_analyst();
                let reviewer = self.reviewer.take();
                let reviewer = reviewer.unwrap_or_else(|| self.new_analyst());
                Work::Study(Box::new(Study::new(analyzer, reviewer, &ask.played)))
            }
        };
        self.task = Some(Task {
            ask,
            work,
            begun: now,
            reported: now,
        });
        Ok(())
    }

    /// Drops what it is thinking about, but not what it knows.
    fn drop_task(&mut self) {
        match self.task.take().map(|task| task.work) {
            None | Some(Work::Move) => {}
            Some(Work::Advice(analysis)) => self.analyzer = Some(analysis.into_analyzer()),
            Some(Work::Study(study)) => {
                let (analyzer, reviewer) = study.into_analysts();
                (self.analyzer, self.reviewer) = (analyzer, Some(reviewer));
            }
        }
    }

    /// The player that is asked for: the last one, if it is the same.
    fn player(&mut self, kind: Kind, rules: Rules) -> &mut dyn Computer {
        let same = |(k, r, _): &(Kind, Rules, _)| (*k, *r) == (kind, rules);
        if !self.player.as_ref().is_some_and(same) {
            // First the old one goes, with its memory.
            self.player = None;
        }
        let resources = self.part_of_means();
        let new = || (kind, rules, kind.computer(rules, &resources));
        &mut *self.player.get_or_insert_with(new).2
    }

    fn take_analyst(&mut self) -> Analyzer {
        let kept = self.analyzer.take();
        kept.unwrap_or_else(|| self.new_analyst())
    }

    fn new_analyst(&self) -> Analyzer {
        Analyzer::new(&self.part_of_means(), 1)
    }

    /// What each of those may use who may be there at once: a player and an analyst
    /// where moves are made, two analysts where games are studied.
    fn part_of_means(&self) -> Resources {
        Resources {
            memory: self.resources.memory / 2,
            book: self.resources.book.clone(),
        }
    }

    /// Whether the opening book is wanted now; asked for once.
    pub fn wants_book(&mut self) -> bool {
        let classic = |task: &Task| task.ask.played.rules() == Rules::CLASSIC;
        let wants = !self.asked_for_book && self.task.as_ref().is_some_and(classic);
        self.asked_for_book |= wants;
        wants
    }

    /// Takes the opening book.
    ///
    /// # Errors
    /// If it is none; it thinks without one then.
    pub fn use_book(&mut self, bytes: &[u8]) -> Result<(), String> {
        let book = Book::read(bytes).map_err(|error| error.to_string())?;
        self.resources.book = Some(Arc::new(book));
        let task = self.task.take();
        // Whoever was there has none.
        self.player = None;
        self.analyzer = None;
        self.reviewer = None;
        if let Some(Task { ask, begun, .. }) = task {
            self.hear(&ask.write(), begun)?;
        }
        Ok(())
    }

    /// Whether there is anything to think about.
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Thinks for a slice and returns what there is to say.
    pub fn work(&mut self, now: &dyn Fn() -> f64) -> Vec<String> {
        let Some(task) = &mut self.task else {
            return Vec::new();
        };
        let begun = task.begun;
        let start = now();
        let due = start - task.reported >= REPORT;
        let mut reply = match &mut task.work {
            Work::Move => match &mut self.player {
                Some((kind, _, player)) => {
                    let thought = player.think(self.budget);
                    vec![judge(*kind, thought, now() - begun)]
                }
                None => unreachable!("it was there when the question was taken up"),
            },
            Work::Advice(analysis) => {
                let reply = advise(analysis, self.budget, now() - begun);
                vec![prefer_swap(reply, analysis, &task.ask.played)]
            }
            Work::Study(study) => study.work(self.budget, due),
        };
        let end = now();
        let over = reply.last().is_some_and(Reply::is_last);
        if !over && !due {
            reply.clear();
        } else {
            task.reported = end;
        }
        let id = task.ask.id;
        if over {
            self.drop_task();
        }
        self.adapt(end - start);
        let reply = reply
            .into_iter()
            .map(|reply| Response { id, reply }.write());
        reply.collect()
    }

    /// Fits the budget to a slice that took so many milliseconds.
    fn adapt(&mut self, took: f64) {
        if took > SLICE * 1.5 {
            self.budget = (self.budget / 2).max(100);
        } else if took < SLICE / 1.5 {
            self.budget = (self.budget * 3 / 2).min(100_000_000);
        }
    }
}

/// What to say of a player's thought after so many milliseconds.
fn judge(kind: Kind, thought: Progress, passed: f64) -> Reply {
    let limit = kind.milliseconds().map(f64::from);
    match (thought, limit) {
        (Progress::Chosen(choice), _) => Reply::Choice(choice),
        (Progress::Thinking { best, .. }, Some(limit)) if passed >= limit => Reply::Choice(best),
        (Progress::Thinking { percent, .. }, Some(limit)) => {
            Reply::Thinking(percent.max(part(passed / limit)))
        }
        (Progress::Thinking { percent, .. }, None) => Reply::Thinking(percent),
    }
}

/// Thinks about a good move, and names it when it is certain or time is up.
fn advise(analysis: &mut Analysis, budget: u64, passed: f64) -> Reply {
    let urgent = Hint::immediate(analysis.position());
    if urgent.is_none() && !analysis.think(budget) && passed < ADVICE {
        return Reply::Thinking(part(passed / ADVICE));
    }
    let Hint { cell, reason } = urgent.unwrap_or_else(|| analysis.hint());
    Reply::Advice {
        cell,
        reason: reason.to_string(),
    }
}

/// Adds that the first piece is the better choice, where there is one.
fn prefer_swap(reply: Reply, analysis: &Analysis, played: &Match) -> Reply {
    let loses = match analysis.value().outcome() {
        Some(outcome) => outcome < 0,
        None => should_swap(analysis.position()),
    };
    match reply {
        Reply::Advice { cell, reason } if played.may_swap() && loses => Reply::Advice {
            cell,
            reason: format!("better swap; else this {reason}"),
        },
        reply => reply,
    }
}

/// A part of a whole in hundredths, up to 99.
#[expect(clippy::cast_sign_loss, reason = "it is clamped")]
fn part(part: f64) -> u8 {
    (part * 100.0).clamp(0.0, 99.0) as u8
}
