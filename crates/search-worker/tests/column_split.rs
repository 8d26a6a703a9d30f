//! Analyses by several workers, without a browser.

use four_shapes_analysis::Description;
use four_shapes_records::Match;
use four_shapes_rules::{Rules, RulesConfig, notation};
use four_shapes_search_worker::{
    AnalysisReport, ColumnSplit, ColumnState, PageMessage, Query, Reply, Request, Response,
    SearchWorker, SplitAction,
};
use four_shapes_solver::{Bounds, Score};
use std::{cell::Cell, collections::VecDeque};

/// The length of a slice in milliseconds, with which workers don't change their budget.
const SLICE: f64 = 12.0;

/// The columns take some hundred slices, and the review of the first moves not many more.
const HARD: [(u32, u32, &str); 3] = [(6, 5, "3"), (5, 6, "33"), (6, 5, "34")];

fn match_of((columns, rows, moves): (u32, u32, &str)) -> Match {
    let classic = Rules::CLASSIC.config();
    let rules = Rules::new(RulesConfig {
        columns,
        rows,
        ..classic
    });
    Match::with_default_seats(notation::parse(rules.unwrap(), moves).unwrap())
}

fn state(column: u8, lower: i8, upper: i8, is_searched: bool) -> ColumnState {
    ColumnState {
        column,
        bounds: Bounds {
            lower: Score::new(lower),
            upper: Score::new(upper),
        },
        is_searched,
    }
}

/// Pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

/// A worker with the messages to and from it.
struct Worker {
    program: SearchWorker,
    time: Cell<f64>,
    inbox: VecDeque<PageMessage>,
    outbox: VecDeque<Response>,
    slices: u32,
}

impl Worker {
    fn new() -> Self {
        Self {
            program: SearchWorker::new(1 << 20),
            time: Cell::new(0.0),
            inbox: VecDeque::new(),
            outbox: VecDeque::new(),
            slices: 0,
        }
    }

    fn receive(&mut self) {
        if let Some(message) = self.inbox.pop_front() {
            let handled = self.program.handle_message(message, self.time.get());
            handled.unwrap();
            assert!(!self.program.take_book_request() || self.slices == 0);
        }
    }

    fn work(&mut self) {
        if !self.program.is_busy() {
            return;
        }
        self.slices += 1;
        let now = || {
            self.time.set(self.time.get() + SLICE);
            self.time.get()
        };
        self.outbox.extend(self.program.work(&now));
    }
}

/// The page and its workers, the first of which analyzes.
struct Team {
    game_match: Match,
    split: ColumnSplit,
    workers: Vec<Worker>,
    /// The request that each helper works on.
    ids: Vec<u32>,
    report: Option<AnalysisReport>,
    is_done: bool,
    /// The slices of the first worker until it knew the score of each column.
    slices: Option<u32>,
    searches: usize,
    failures: usize,
}

impl Team {
    fn new(game_match: Match, helpers: usize) -> Self {
        let mut workers: Vec<_> = (0..=helpers).map(|_| Worker::new()).collect();
        workers[0].inbox.push_back(PageMessage::Start(Request {
            id: 1,
            query: Query::Analysis,
            game_match: game_match.clone(),
        }));
        Self {
            game_match,
            split: ColumnSplit::new(helpers),
            workers,
            ids: vec![0; helpers],
            report: None,
            is_done: false,
            slices: None,
            searches: 0,
            failures: 0,
        }
    }

    /// Delivers the next message of a worker to the page.
    fn hear(&mut self, at: usize) {
        let Some(Response { id, reply }) = self.workers[at].outbox.pop_front() else {
            return;
        };
        let actions = match reply {
            Reply::Columns(columns) => self.split.handle_columns(columns),
            Reply::Analysis(bytes) => {
                let rules = self.game_match.rules();
                let steps = self.game_match.game().steps().len();
                self.report = Some(AnalysisReport::decode(&bytes, rules, steps).unwrap());
                self.note_slices();
                Vec::new()
            }
            Reply::Done => {
                self.is_done = true;
                self.split.reset()
            }
            Reply::Column(state) if self.ids[at - 1] == id => {
                self.split.handle_column(at - 1, state)
            }
            Reply::Column(_) => Vec::new(),
            reply => panic!("{reply:?}"),
        };
        self.carry_out(actions);
    }

    fn note_slices(&mut self) {
        let moves = &self.report.as_ref().unwrap().moves;
        let is_exact = |description: &Description| match description {
            Description::Wins { moves } | Description::Loses { moves } => moves.is_some(),
            Description::Draw | Description::HasLost => true,
            Description::ExpectedScore(_) => false,
        };
        if moves.iter().all(|m| is_exact(&m.evaluation.description)) {
            self.slices.get_or_insert(self.workers[0].slices);
        }
    }

    fn carry_out(&mut self, actions: Vec<SplitAction>) {
        for action in actions {
            match action {
                SplitAction::Search { helper, query } => {
                    self.searches += 1;
                    self.ids[helper] += 1;
                    let message = PageMessage::Start(Request {
                        id: self.ids[helper],
                        query,
                        game_match: self.game_match.clone(),
                    });
                    self.workers[helper + 1].inbox.push_back(message);
                }
                SplitAction::Stop { helper } => {
                    self.ids[helper] += 1;
                    self.workers[helper + 1].inbox.push_back(PageMessage::Stop);
                }
                SplitAction::Inform(columns) => {
                    let message = PageMessage::Columns { id: 1, columns };
                    self.workers[0].inbox.push_back(message);
                }
            }
        }
    }

    /// Lets the helper with this number fail.
    fn fail(&mut self, helper: usize) {
        self.failures += 1;
        self.ids[helper] += 1;
        self.workers[helper + 1] = Worker::new();
        let actions = self.split.handle_failure(helper);
        self.carry_out(actions);
    }

    /// Runs all workers at the same speed.
    fn run(mut self) -> Self {
        while !self.is_done {
            for at in 0..self.workers.len() {
                self.workers[at].receive();
                self.workers[at].work();
                self.hear(at);
                self.hear(at);
            }
        }
        self
    }
}

#[test]
fn several_workers_find_the_scores_of_one() {
    let (mut searches, mut failures) = (0, 0);
    for (number, game) in HARD.into_iter().enumerate() {
        let game_match = match_of(game);
        let alone = Team::new(game_match.clone(), 0).run().report;
        for helpers in 1..=3 {
            let mut random = Random((number * 10 + helpers) as u64);
            let mut team = Team::new(game_match.clone(), helpers);
            while !team.is_done {
                let at = random.below(helpers + 1);
                match random.below(12) {
                    0..3 => team.workers[at].receive(),
                    3..6 => team.workers[at].work(),
                    6..11 => team.hear(at),
                    _ if at > 0 && random.below(300) == 0 => team.fail(at - 1),
                    _ => {}
                }
            }
            searches += team.searches;
            failures += team.failures;
            assert_eq!(team.report, alone, "{game:?}, {helpers} helpers");
        }
    }
    assert!(searches > 30 && failures > 3, "{searches}, {failures}");
}

#[test]
fn helpers_make_an_analysis_faster() {
    let mut ratios = Vec::new();
    // The geometric means.
    for helpers in [1, 3] {
        let mut product = 1.0;
        for game in HARD {
            let slices =
                |helpers| f64::from(Team::new(match_of(game), helpers).run().slices.unwrap());
            product *= slices(helpers) / slices(0);
        }
        ratios.push(f64::cbrt(product));
    }
    // Helpers have tables of their own, so that some positions are searched more than once.
    assert!(ratios[0] < 0.6 && ratios[1] < 0.5, "{ratios:?}");
}

/// Returns the requests to helpers: the helper, the column and the guess.
fn searches(actions: &[SplitAction]) -> Vec<(usize, u8, Option<i8>)> {
    let search = |action: &SplitAction| match action {
        SplitAction::Search {
            helper,
            query: Query::Column { state, guess },
        } => Some((*helper, state.column, guess.map(Score::value))),
        _ => None,
    };
    actions.iter().filter_map(search).collect()
}

/// Returns what the analyzing worker is told.
fn informed(actions: &[SplitAction]) -> &[ColumnState] {
    match actions {
        [.., SplitAction::Inform(columns)] => columns,
        _ => panic!("{actions:?}"),
    }
}

#[test]
fn each_column_is_searched_once() {
    let mut split = ColumnSplit::new(2);
    let reported = [
        state(2, -3, 4, true),
        state(1, 1, 1, false),
        state(3, -3, 4, false),
        state(0, -3, 4, false),
        state(4, -3, 2, false),
    ];
    let actions = split.handle_columns(reported.to_vec());
    // From the far end, without the one that is known and the one that is being searched.
    assert_eq!(searches(&actions), [(0, 4, Some(1)), (1, 0, Some(1))]);
    let searched = informed(&actions).iter().filter(|state| state.is_searched);
    assert_eq!(searched.map(|s| s.column).collect::<Vec<_>>(), [0, 4]);
    // Bounds are passed on, and those that contradict others ignored.
    let actions = split.handle_column(0, state(4, -1, 7, true));
    assert_eq!(informed(&actions)[4], state(4, -1, 2, true));
    let actions = split.handle_column(0, state(4, 5, 7, true));
    assert_eq!(informed(&actions)[4], state(4, -1, 2, true));
    // The next column, with the best score as the guess.
    let actions = split.handle_column(0, state(4, 2, 2, false));
    assert_eq!(searches(&actions), [(0, 3, Some(2))]);
    // A late report of the column before.
    assert_eq!(split.handle_column(0, state(4, 2, 2, false)), []);
    // What is known stays so if the worker reports less; one that it has searched meanwhile is
    // stopped.
    let mut reported = reported;
    reported[3] = state(0, -2, -2, false);
    let actions = split.handle_columns(reported.to_vec());
    assert_eq!(actions[0], SplitAction::Stop { helper: 1 });
    assert_eq!(informed(&actions)[4], state(4, 2, 2, false));
    // All is searched or known.
    let actions = split.handle_column(0, state(3, 0, 0, false));
    assert_eq!(searches(&actions), []);
}

#[test]
fn columns_of_failed_helpers_are_searched_by_others() {
    let mut split = ColumnSplit::new(2);
    let columns = [1, 0, 2].map(|column| state(column, -3, 4, false)).to_vec();
    let actions = split.handle_columns(columns.clone());
    assert_eq!(searches(&actions), [(0, 2, None), (1, 0, None)]);
    let actions = split.handle_failure(0);
    assert_eq!(searches(&actions), []);
    assert!(!informed(&actions)[2].is_searched);
    let actions = split.handle_column(1, state(0, 3, 3, false));
    assert_eq!(searches(&actions), [(1, 2, Some(3))]);
    // Another position gives it another chance.
    assert_eq!(split.reset(), [SplitAction::Stop { helper: 1 }]);
    let actions = split.handle_columns(columns);
    assert_eq!(searches(&actions), [(0, 2, None), (1, 0, None)]);
}

#[test]
fn helpers_stop_when_the_columns_are_given_up() {
    let mut split = ColumnSplit::new(1);
    split.handle_columns(vec![state(3, -3, 4, false)]);
    let stop = [SplitAction::Stop { helper: 0 }];
    assert_eq!(split.handle_columns(Vec::new()), stop);
    assert_eq!(split.handle_columns(Vec::new()), []);
    assert_eq!(split.handle_column(0, state(3, 0, 0, false)), []);
}

#[test]
fn one_worker_is_never_told_anything() {
    let mut split = ColumnSplit::new(0);
    assert_eq!(split.handle_columns(vec![state(3, -3, 4, false)]), []);
}

#[test]
fn the_number_of_helpers_follows_cores_and_memory() {
    for (cores, gigabytes, helpers) in [
        (1.0, None, 0),
        (2.0, None, 1),
        (3.0, Some(8.0), 2),
        (4.0, Some(4.0), 3),
        (64.0, None, 3),
        (8.0, Some(2.0), 0),
        (8.0, Some(0.25), 0),
        (f64::NAN, None, 0),
    ] {
        let suitable = ColumnSplit::suitable_helpers(cores, gigabytes);
        assert_eq!(suitable, helpers, "{cores} cores, {gigabytes:?} GB");
    }
}
