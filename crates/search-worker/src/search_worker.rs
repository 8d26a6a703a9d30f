//! Answers requests in a worker, a slice at a time.

use crate::{
    codec::encode,
    column_search::ColumnSearch,
    game_analysis::{GameAnalysis, GameReview, analysis},
    message::{PageMessage, Query, Reply, Request, Response},
    move_explanation::MoveExplanation,
};
use four_shapes_analysis::{Analysis, Analyzer, Hint};
use four_shapes_animation::Animation;
use four_shapes_players::{
    Choice, ComputerPlayer, PlayerKind, Progress, Resources, Search as _, should_swap,
};
use four_shapes_records::Match;
use four_shapes_rules::Rules;
use four_shapes_solver::{Outcome, book::Book};
use std::sync::Arc;

/// The length of a slice in milliseconds: messages wait no longer than this.
const SLICE: f64 = 12.0;
/// The number of positions to search in the first slice.
const FIRST_BUDGET: u64 = 2_000;
/// The time between two progress reports in milliseconds. They also show the page that the
/// worker is alive.
const REPORT_INTERVAL: f64 = 100.0;
/// The time before the first report of an analysis, in milliseconds: other workers help from then
/// on. Most take no longer.
const FIRST_REPORT: f64 = 40.0;
/// The time limit of the search for a hint, in milliseconds.
const HINT_TIME: f64 = 1500.0;

/// Handles one request at a time.
pub struct SearchWorker {
    resources: Resources,
    task: Option<Task>,
    /// The computer player of the last request, with its transposition table or tree.
    player: Option<(PlayerKind, Rules, Box<dyn ComputerPlayer>)>,
    /// The analyzer of the last hint or analysis.
    analyzer: Option<Analyzer>,
    /// The review of the last analysis.
    review: Option<GameReview>,
    /// The estimated number of positions that can be searched in a slice.
    budget: u64,
    book_requested: bool,
}

/// The request that is being handled.
struct Task {
    request: Request,
    search: Search,
    /// The start of the search, in milliseconds.
    start: f64,
    /// The time of the last report, in milliseconds.
    last_report: f64,
}

enum Search {
    /// A search by [`SearchWorker::player`].
    Move,
    Hint(Box<Analysis>),
    Game(Box<GameAnalysis>),
    Explanation(Box<MoveExplanation>),
    Column(Box<ColumnSearch>),
    /// No search; `None` when it is complete.
    Animation(Option<Box<Animation>>),
}

impl SearchWorker {
    /// Creates a worker without a task. Its tables and trees use at most `memory` bytes.
    pub fn new(memory: usize) -> Self {
        Self {
            resources: Resources { memory, book: None },
            task: None,
            player: None,
            analyzer: None,
            review: None,
            budget: FIRST_BUDGET,
            book_requested: false,
        }
    }

    /// Starts or stops a search. `now` is in milliseconds of any clock.
    ///
    /// # Errors
    /// Returns an error if a move or hint is requested for a finished game.
    pub fn handle_message(&mut self, message: PageMessage, now: f64) -> Result<(), String> {
        match message {
            PageMessage::Start(request) => {
                self.stop();
                self.start(request, now)
            }
            PageMessage::Stop => {
                self.stop();
                Ok(())
            }
            PageMessage::Columns { id, columns } => {
                let task = self.task.as_mut().filter(|task| task.request.id == id);
                if let Some(Search::Game(analysis)) = task.map(|task| &mut task.search) {
                    analysis.share(&columns);
                }
                Ok(())
            }
        }
    }

    fn start(&mut self, request: Request, now: f64) -> Result<(), String> {
        const OVER: &str = "the game is over";
        let search = match request.query {
            Query::Move { kind, seed } => {
                let situation = request.game_match.turn_context().ok_or(OVER)?;
                let player = self.player(kind, request.game_match.rules());
                player.begin(&situation, seed);
                Search::Move
            }
            Query::Hint => {
                let analyzer = self.take_analyzer();
                let analysis = analysis(analyzer, request.game_match.game());
                Search::Hint(Box::new(analysis.map_err(|_| OVER)?))
            }
            Query::Analysis => {
                let analyzer = self.take_analyzer();
                let game_match = &request.game_match;
                let before = self.review.take();
                let review = GameReview::resume(before, game_match, || self.new_analyzer());
                Search::Game(Box::new(GameAnalysis::new(analyzer, review, game_match)))
            }
            Query::Explanation(cell) => {
                let position = request.game_match.game().position();
                let explanation = MoveExplanation::new(position, cell, self.take_analyzer());
                let explanation = explanation.ok_or("the move can't be explained")?;
                Search::Explanation(Box::new(explanation))
            }
            Query::Animation(paints) => {
                let animation = Animation::new(&request.game_match, &paints);
                Search::Animation(Some(Box::new(animation)))
            }
            Query::Column { state, guess } => {
                let position = request.game_match.game().position();
                let search = ColumnSearch::new(position, state, guess, self.take_analyzer());
                Search::Column(Box::new(search.ok_or("the column can't be searched")?))
            }
        };
        let first_report = match search {
            Search::Game(_) => FIRST_REPORT,
            _ => REPORT_INTERVAL,
        };
        self.task = Some(Task {
            request,
            search,
            start: now,
            last_report: now - REPORT_INTERVAL + first_report,
        });
        Ok(())
    }

    /// Stops the search. Its transposition tables are kept for the next one.
    fn stop(&mut self) {
        match self.task.take().map(|task| task.search) {
            None | Some(Search::Move | Search::Animation(_)) => {}
            Some(Search::Hint(analysis)) => self.analyzer = Some(analysis.into_analyzer()),
            Some(Search::Game(analysis)) => {
                let (analyzer, review) = analysis.into_parts();
                (self.analyzer, self.review) = (Some(analyzer), Some(review));
            }
            Some(Search::Explanation(search)) => {
                self.analyzer = Some(search.into_analyzer());
            }
            Some(Search::Column(search)) => self.analyzer = Some(search.into_analyzer()),
        }
    }

    /// Returns the computer player: the last one, if it has this kind and these rules.
    fn player(&mut self, kind: PlayerKind, rules: Rules) -> &mut dyn ComputerPlayer {
        let same = |(k, r, _): &(PlayerKind, Rules, _)| (*k, *r) == (kind, rules);
        if !self.player.as_ref().is_some_and(same) {
            // Free its memory before allocating that of the next one.
            self.player = None;
        }
        let resources = self.half_of_resources();
        let new = || (kind, rules, kind.computer(rules, &resources));
        &mut *self.player.get_or_insert_with(new).2
    }

    fn take_analyzer(&mut self) -> Analyzer {
        let analyzer = self.analyzer.take();
        analyzer.unwrap_or_else(|| self.new_analyzer())
    }

    fn new_analyzer(&self) -> Analyzer {
        Analyzer::new(&self.half_of_resources(), 1)
    }

    /// Returns the resources for one of the two users of memory that exist at a time: a
    /// computer player and an analyzer during a game, two analyzers during an analysis.
    fn half_of_resources(&self) -> Resources {
        Resources {
            memory: self.resources.memory / 2,
            book: self.resources.book.clone(),
        }
    }

    /// Returns `true` if the current task needs the opening book, and if this is the first
    /// call for which it does.
    pub fn take_book_request(&mut self) -> bool {
        let is_in_book = |task: &Task| {
            // Columns that the book has are known before another worker is asked for them.
            let uses_book = !matches!(task.search, Search::Animation(_) | Search::Column(_));
            uses_book && task.request.game_match.rules() == Rules::CLASSIC
        };
        let needs_book = !self.book_requested && self.task.as_ref().is_some_and(is_in_book);
        self.book_requested |= needs_book;
        needs_book
    }

    /// Sets the opening book, and starts the current search again with it.
    ///
    /// # Errors
    /// Returns an error if the bytes are not an opening book; the search then goes on
    /// without one.
    pub fn set_book(&mut self, bytes: &[u8]) -> Result<(), String> {
        let book = Book::read(bytes).map_err(|error| error.to_string())?;
        self.resources.book = Some(Arc::new(book));
        let task = self.task.take();
        // They have been created without the book.
        self.player = None;
        self.analyzer = None;
        self.review = None;
        match task {
            Some(Task { request, start, .. }) => self.start(request, start),
            None => Ok(()),
        }
    }

    /// Returns `true` if a search is in progress.
    pub fn is_busy(&self) -> bool {
        self.task.is_some()
    }

    /// Searches for a slice and returns the responses that are due. `now` returns
    /// milliseconds of the clock of [`handle_message`](Self::handle_message).
    pub fn work(&mut self, now: &dyn Fn() -> f64) -> Vec<Response> {
        let Some(task) = &mut self.task else {
            return Vec::new();
        };
        let slice_start = now();
        let mut due = slice_start - task.last_report >= REPORT_INTERVAL;
        let mut replies = match &mut task.search {
            Search::Move => match &mut self.player {
                Some((kind, _, player)) => {
                    let progress = player.run(self.budget);
                    vec![reply_to_move(
                        *kind,
                        &**player,
                        progress,
                        now() - task.start,
                    )]
                }
                None => unreachable!("`start` has created the player"),
            },
            Search::Hint(analysis) => {
                let reply = hint(analysis, self.budget, now() - task.start);
                vec![prefer_swap(reply, analysis, &task.request.game_match)]
            }
            Search::Game(analysis) => analysis.work(self.budget, due),
            Search::Explanation(search) => {
                let report = search.work(self.budget);
                vec![report.map_or(Reply::Thinking(0), |report| {
                    Reply::Explanation(encode(&report))
                })]
            }
            Search::Animation(animation) => vec![add_frame(animation)],
            Search::Column(search) => vec![Reply::Column(search.work(self.budget))],
        };
        let slice_end = now();
        let finished = replies.last().is_some_and(Reply::is_last);
        // The analysis decides when its reports are due.
        due |= matches!(replies.last(), Some(Reply::Analysis(_)));
        if finished || due {
            task.last_report = slice_end;
        } else {
            replies.clear();
        }
        let id = task.request.id;
        if !matches!(task.search, Search::Animation(_)) {
            self.adjust_budget(slice_end - slice_start);
        }
        if finished {
            self.stop();
        }
        let response = |reply| Response { id, reply };
        replies.into_iter().map(response).collect()
    }

    /// Adjusts the budget after a slice of this many milliseconds.
    fn adjust_budget(&mut self, elapsed: f64) {
        if elapsed > SLICE * 1.5 {
            self.budget = (self.budget / 2).max(100);
        } else if elapsed < SLICE / 1.5 {
            self.budget = (self.budget * 3 / 2).min(100_000_000);
        }
    }
}

/// Returns the reply to a request for a move after this many milliseconds.
fn reply_to_move(
    kind: PlayerKind,
    player: &dyn ComputerPlayer,
    progress: Progress<Choice>,
    elapsed: f64,
) -> Reply {
    let limit = kind.milliseconds().map(f64::from);
    match (progress, limit) {
        (Progress::Done(choice), _) => Reply::Choice(choice),
        (Progress::Paused, Some(limit)) if elapsed >= limit => Reply::Choice(player.best_so_far()),
        (Progress::Paused, Some(limit)) => {
            Reply::Thinking(player.percent().max(percentage(elapsed / limit)))
        }
        (Progress::Paused, None) => Reply::Thinking(player.percent()),
    }
}

/// Continues the analysis, and replies with a good move when it is certain or time is up.
fn hint(analysis: &mut Analysis, budget: u64, elapsed: f64) -> Reply {
    let urgent = Hint::immediate(analysis.position());
    if urgent.is_none() && !analysis.run(budget).is_done() && elapsed < HINT_TIME {
        return Reply::Thinking(percentage(elapsed / HINT_TIME));
    }
    let Hint { cell, reason } = urgent.unwrap_or_else(|| analysis.hint());
    Reply::Hint {
        cell,
        reason,
        swap: false,
    }
}

/// Adds a frame to an animation, and replies with the file after the last one.
fn add_frame(animation: &mut Option<Box<Animation>>) -> Reply {
    let has_more = animation.as_mut().is_some_and(|it| it.add_frame());
    if !has_more {
        let file = animation.take().map(|animation| animation.finish());
        return Reply::Animation(file.unwrap_or_default());
    }
    let (added, all) = animation.as_ref().map_or((0, 1), |it| it.progress());
    Reply::Thinking((added * 100 / all) as u8)
}

/// Recommends the swap instead, if it is better than all moves.
fn prefer_swap(reply: Reply, analysis: &Analysis, game_match: &Match) -> Reply {
    let loses = match analysis.value().outcome() {
        Some(outcome) => outcome == Outcome::Loss,
        None => should_swap(analysis.position()),
    };
    match reply {
        Reply::Hint { cell, reason, .. } => Reply::Hint {
            cell,
            reason,
            swap: game_match.may_swap() && loses,
        },
        reply => reply,
    }
}

/// Converts a fraction to percent, at most 99.
#[expect(clippy::cast_sign_loss, reason = "it is clamped")]
fn percentage(fraction: f64) -> u8 {
    (fraction * 100.0).clamp(0.0, 99.0) as u8
}
