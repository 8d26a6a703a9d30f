//! The worker's end: answers what it is asked, a slice at a time.

use crate::{
    asking::{READY, STOP},
    message::{Answer, Ask, Said, What},
    study::Study,
};
use four_shapes_engine::{
    Match, Rules,
    analysis::{Analysis, Analyst, Hint},
    players::{Computer, Kind, Means, Situation, Thought, takes_side},
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
pub struct Thinker {
    means: Means,
    task: Option<Task>,
    /// The player of the last question, with all that it remembers.
    player: Option<(Kind, Rules, Box<dyn Computer>)>,
    /// Who gave the last advice, or made the last study.
    analyst: Option<Analyst>,
    reviewer: Option<Analyst>,
    /// How many positions fit a slice, as far as is known.
    budget: u64,
    /// The book has been asked for.
    asked_for_book: bool,
}

/// A question being thought about.
struct Task {
    ask: Ask,
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

impl Thinker {
    /// One that has nothing to do yet. So many bytes are the most that its tables and
    /// trees take.
    pub fn new(memory: usize) -> Self {
        Self {
            means: Means { memory, book: None },
            task: None,
            player: None,
            analyst: None,
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
        let ask = Ask::read(text).ok_or_else(|| format!("this is no question: {text}"))?;
        let over = || format!("the game is over: {text}");
        let work = match ask.what {
            What::Move { kind, seed } => {
                let situation = Situation::of_match(&ask.played).ok_or_else(over)?;
                let player = self.player(kind, ask.played.rules());
                player.begin(&situation, seed);
                Work::Move
            }
            What::Advice => {
                let analyst = self.take_analyst();
                let analysis = Analysis::by(analyst, ask.played.game());
                Work::Advice(Box::new(analysis.map_err(|_| over())?))
            }
            What::Study => {
                let analyst = self.take_analyst();
                let reviewer = self.reviewer.take();
                let reviewer = reviewer.unwrap_or_else(|| self.new_analyst());
                Work::Study(Box::new(Study::new(analyst, reviewer, &ask.played)))
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
            Some(Work::Advice(analysis)) => self.analyst = Some(analysis.into_analyst()),
            Some(Work::Study(study)) => {
                let (analyst, reviewer) = study.into_analysts();
                (self.analyst, self.reviewer) = (analyst, Some(reviewer));
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
        let means = self.part_of_means();
        let new = || (kind, rules, kind.computer(rules, &means));
        &mut *self.player.get_or_insert_with(new).2
    }

    fn take_analyst(&mut self) -> Analyst {
        let kept = self.analyst.take();
        kept.unwrap_or_else(|| self.new_analyst())
    }

    fn new_analyst(&self) -> Analyst {
        Analyst::new(&self.part_of_means(), 1)
    }

    /// What each of those may use who may be there at once: a player and an analyst
    /// where moves are made, two analysts where games are studied.
    fn part_of_means(&self) -> Means {
        Means {
            memory: self.means.memory / 2,
            book: self.means.book.clone(),
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
        self.means.book = Some(Arc::new(book));
        let task = self.task.take();
        // Whoever was there has none.
        self.player = None;
        self.analyst = None;
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
        let mut said = match &mut task.work {
            Work::Move => match &mut self.player {
                Some((kind, _, player)) => {
                    let thought = player.think(self.budget);
                    vec![judge(*kind, thought, now() - begun)]
                }
                None => unreachable!("it was there when the question was taken up"),
            },
            Work::Advice(analysis) => {
                let said = advise(analysis, self.budget, now() - begun);
                vec![prefer_swap(said, analysis, &task.ask.played)]
            }
            Work::Study(study) => study.work(self.budget, due),
        };
        let end = now();
        let over = said.last().is_some_and(Said::is_last);
        if !over && !due {
            said.clear();
        } else {
            task.reported = end;
        }
        let id = task.ask.id;
        if over {
            self.drop_task();
        }
        self.adapt(end - start);
        let said = said.into_iter().map(|said| Answer { id, said }.write());
        said.collect()
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
fn judge(kind: Kind, thought: Thought, passed: f64) -> Said {
    let limit = kind.milliseconds().map(f64::from);
    match (thought, limit) {
        (Thought::Chosen(choice), _) => Said::Choice(choice),
        (Thought::Thinking { best, .. }, Some(limit)) if passed >= limit => Said::Choice(best),
        (Thought::Thinking { percent, .. }, Some(limit)) => {
            Said::Thinking(percent.max(part(passed / limit)))
        }
        (Thought::Thinking { percent, .. }, None) => Said::Thinking(percent),
    }
}

/// Thinks about a good move, and names it when it is certain or time is up.
fn advise(analysis: &mut Analysis, budget: u64, passed: f64) -> Said {
    let urgent = Hint::urgent(analysis.position());
    if urgent.is_none() && !analysis.think(budget) && passed < ADVICE {
        return Said::Thinking(part(passed / ADVICE));
    }
    let Hint { cell, reason } = urgent.unwrap_or_else(|| analysis.hint());
    Said::Advice {
        cell,
        reason: reason.to_string(),
    }
}

/// Adds that the first piece is the better choice, where there is one.
fn prefer_swap(said: Said, analysis: &Analysis, played: &Match) -> Said {
    let loses = match analysis.value().outcome() {
        Some(outcome) => outcome < 0,
        None => takes_side(analysis.position()),
    };
    match said {
        Said::Advice { cell, reason } if played.may_swap() && loses => Said::Advice {
            cell,
            reason: format!("better swap; else this {reason}"),
        },
        said => said,
    }
}

/// A part of a whole in hundredths, up to 99.
#[expect(clippy::cast_sign_loss, reason = "it is clamped")]
fn part(part: f64) -> u8 {
    (part * 100.0).clamp(0.0, 99.0) as u8
}
