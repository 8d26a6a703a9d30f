//! The analysis of the game on the board.

use super::{
    moments::{
        Candidate, Moment, ReviewSummary, Variation, mover, position_before, winning_replies,
    },
    overlay::{
        EvaluationBar, EvaluationView, MomentView, OverlayContext, OverlayView, ThreatView, overlay,
    },
};
use crate::{
    board::focus_board,
    browser,
    components::dom::focus_match_soon,
    context::context,
    game::{
        session::{Command, Event, Exercise, Session, to_end},
        state::{GameState, use_game},
    },
    later_views::use_later_views,
    library::{content_hash, reviews},
    navigation::{Navigation, Route, use_navigation},
    settings::preferences::{Preferences, use_preferences},
    signals, sound,
    storage::database::DatabaseError,
    text,
    workers::{
        AnalysisClient, AnalysisReport, DecodeError, Evaluation, MoveEvaluation, Reply,
        ReviewReport, StepAdvice, encode,
    },
};
use four_shapes_analysis::{Judgement, explain};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::{Match, Setup};
use four_shapes_rules::{Position, Status, Step};
use leptos::prelude::*;
use std::time::Duration;

/// The id of the heading of the review.
pub(super) const REVIEW_HEADING: &str = "review-heading";

/// The opponent in a trial, unless the game had a computer player.
const OPPONENT: PlayerKind = PlayerKind::Level(Level::Six);

/// The time from move to move of a variation.
const VARIATION_DELAY: Duration = Duration::from_millis(600);

/// The analysis of the game on the board. It remains when the panel is closed, as do the
/// worker and its transposition tables.
#[derive(Clone, Copy)]
pub(super) struct AnalysisState {
    pub(super) game: GameState,
    pub(super) navigation: Navigation,
    preferences: Preferences,
    pub(super) moves: RwSignal<Vec<MoveEvaluation>>,
    pub(super) graph: RwSignal<Vec<Option<Evaluation>>>,
    /// The review of the game on the board, as far as it is known.
    pub(super) review: RwSignal<ReviewReport>,
    pub(super) progress: RwSignal<Progress>,
    /// Whether evaluations are shown on the board.
    pub(super) on_board: RwSignal<bool>,
    /// Whether threats are shown.
    pub(super) with_threats: RwSignal<bool>,
    pub(super) overlay: RwSignal<OverlayView>,
    /// The moment of the review that is on the board, while the board has the position before it.
    pub(super) moment: RwSignal<Option<Moment>>,
    /// The next move of a variation.
    timer: StoredValue<Option<TimeoutHandle>>,
    work: StoredValue<Work>,
    client: AnalysisClient,
}

/// What no view reads.
#[derive(Clone, Debug, Default)]
struct Work {
    /// The key moment that is shown as soon as it is known.
    beginning: Option<Beginning>,
    /// Whether the moment on the board is announced as soon as there is advice on it.
    is_unannounced: bool,
    /// The match of the last request.
    requested: Option<Match>,
    /// The announcement of the verdict on it.
    verdict: Option<TimeoutHandle>,
    /// The setup and the steps of the game that the review is of.
    reviewed: Option<GameId>,
    /// Those of a game that has ended on the board: it is reviewed also if the panel is closed.
    ended: Option<GameId>,
}

/// Where a review begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beginning {
    FirstMoment,
    /// At the key moment that decided the game, if there is one.
    DecisiveMoment,
}

/// A game with all its steps.
type GameId = (Setup, Position, Vec<Step>);

/// The progress of the analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Running,
    Complete,
    /// The worker has failed.
    Failed,
}

/// How long a position is on the board before the verdict on it is announced.
const VERDICT_DELAY: Duration = Duration::from_millis(700);

impl AnalysisState {
    /// Follows the game.
    fn on_event(self, session: &Session) {
        self.note_end(session);
        // A new game begins without the analysis, which counts as help.
        if *session.event() == Event::Started {
            self.set_moment(None);
            self.navigation.discard_panel(Route::Analysis);
        }
        self.update();
    }

    /// Lets a game that has just ended on the board be reviewed.
    fn note_end(self, session: &Session) {
        let has_ended = session.is_over()
            && !session.is_exercise()
            && session.setup().seats().len() == 2
            && !session.only_computers()
            && matches!(
                session.event(),
                Event::Placed { .. } | Event::DrawAgreed | Event::TimeForfeited
            );
        if has_ended {
            let ended = game_id(session.current_match());
            self.work.update_value(|work| work.ended = Some(ended));
        }
    }

    /// Requests an analysis of the current game if it may be shown or has just ended; cancels the
    /// request if not.
    pub(super) fn update(self) {
        if self
            .game
            .with_untracked(|session| session.exercise() == Some(Exercise::Trial))
        {
            // The review remains that of the game that was set aside.
            self.request(None);
            return;
        }
        let is_open = self.is_open();
        let (is_over, has_ended) = self.game.with_untracked(|session| {
            let is_current = |ended: &GameId| *ended == game_id(session.current_match());
            let has_ended = |ended: &Option<GameId>| ended.as_ref().is_some_and(is_current);
            let is_over = session.is_over() && !session.is_exercise();
            (
                is_over,
                is_over && self.work.with_value(|work| has_ended(&work.ended)),
            )
        });
        self.update_review(is_open || is_over);
        let (cursor, last) = self.cursor_and_last();
        let is_left = |moment: &Option<Moment>| {
            let step = moment.as_ref().map(|moment| moment.step);
            step.is_some_and(|step| step != cursor + 1)
        };
        if self.moment.with_untracked(is_left) {
            self.set_moment(None);
        }
        if cursor != last {
            self.work.update_value(|work| work.beginning = None);
        }
        let has_moment = self.moment.with_untracked(Option::is_some);
        self.request(self.game.with_untracked(|session| {
            let is_allowed = session.allows_hints() || has_moment;
            (is_open && is_allowed || has_ended).then(|| session.current_match().clone())
        }));
    }

    fn is_open(self) -> bool {
        self.navigation.is_open_untracked(Route::Analysis)
    }

    fn cursor_and_last(self) -> (usize, usize) {
        self.game.with_match_untracked(|game_match| {
            let game = game_match.game();
            (game.cursor(), game.steps().len())
        })
    }

    /// Requests an analysis of a match unless it is that of the last request; cancels it for
    /// `None`.
    fn request(self, wanted: Option<Match>) {
        if self.work.with_value(|work| work.requested == wanted) {
            return self.show();
        }
        self.work
            .update_value(|work| work.requested.clone_from(&wanted));
        self.cancel_verdict();
        self.moves.set(Vec::new());
        self.progress.set(Progress::Running);
        self.show();
        match wanted {
            Some(game_match) => {
                let on_reply = move |reply| self.on_reply(reply);
                self.client.request(game_match, on_reply);
            }
            None => self.client.cancel(),
        }
    }

    fn on_reply(self, reply: Option<Reply>) {
        match reply {
            Some(Reply::Analysis(bytes)) => self.on_report(&bytes),
            Some(Reply::Done) => {
                self.progress.set(Progress::Complete);
                self.follow_review();
                self.store_review();
                self.announce_verdict_soon();
            }
            Some(
                Reply::Thinking(_)
                | Reply::Choice(_)
                | Reply::Hint { .. }
                | Reply::Explanation(_)
                | Reply::Animation(_)
                | Reply::Columns(_)
                | Reply::Column(_),
            ) => {}
            None => {
                self.progress.set(Progress::Failed);
                self.follow_review();
                if self.is_open() {
                    self.game.announce(text::analysis_failed());
                }
            }
        }
    }

    /// Announces the verdict on the position unless another one follows: who steps through a game
    /// hears the moves, and the verdict where they stop. The review announces its moments itself.
    fn announce_verdict_soon(self) {
        let announce = move || {
            if !self.is_open() || self.moment.with_untracked(Option::is_some) {
                return;
            }
            let verdict = self.game.with_match_untracked(|game_match| {
                let moves = self.moves.get_untracked();
                text::explained_verdict(game_match, &moves)
            });
            if !verdict.is_empty() {
                self.game.announce(verdict + ".");
            }
        };
        self.cancel_verdict();
        let timer = set_timeout_with_handle(announce, VERDICT_DELAY).ok();
        self.work.update_value(|work| work.verdict = timer);
    }

    fn cancel_verdict(self) {
        let timer = self.work.try_update_value(|work| work.verdict.take());
        if let Some(timer) = timer.flatten() {
            timer.clear();
        }
    }

    fn on_report(self, bytes: &[u8]) {
        let report = self
            .game
            .with_match_untracked(|game_match| decode_report(bytes, game_match));
        match report {
            Ok(report) => {
                self.moves.set(report.moves);
                self.set_review(report.positions, report.review);
                self.show();
            }
            Err(error) => {
                web_sys::console::error_1(&format!("analysis: {error}").into());
                self.progress.set(Progress::Failed);
            }
        }
    }

    /// Updates the review, unless a stored one is ahead of the search.
    fn set_review(self, positions: Vec<Option<Evaluation>>, review: ReviewReport) {
        let is_behind = self.review.with_untracked(|known| {
            (review.progress, review.advice.len()) < (known.progress, known.advice.len())
        });
        if !is_behind {
            signals::set(self.graph, positions);
            if self.review.with_untracked(|known| *known != review) {
                signals::set(self.review, review);
            }
            self.follow_review();
        }
    }

    /// Removes the review if the game on the board is another one, and loads the stored one if
    /// it is needed.
    fn update_review(self, is_needed: bool) {
        let game = Some(self.game.with_match_untracked(game_id));
        if self.work.with_value(|work| work.reviewed == game) {
            return;
        }
        if self
            .review
            .with_untracked(|review| *review != ReviewReport::default())
        {
            signals::set(self.review, ReviewReport::default());
        }
        self.set_moment(None);
        self.work
            .update_value(|work| work.reviewed = game.clone().filter(|_| is_needed));
        if !is_needed {
            return;
        }
        let hash = self.game.with_match_untracked(content_hash);
        browser::spawn(async move {
            let stored = match reviews::load(&hash).await {
                Ok(stored) => stored,
                Err(error) => return log(&error),
            };
            let is_current = self.work.with_value(|work| work.reviewed == game);
            let (Some(bytes), true) = (stored, is_current) else {
                return;
            };
            let report = self
                .game
                .with_match_untracked(|game_match| decode_report(&bytes, game_match));
            if let Ok(report) = report {
                self.set_review(report.positions, report.review);
            }
        });
    }

    /// Stores the complete review of a finished game.
    fn store_review(self) {
        if !self.game.with_match_untracked(is_finished) || browser::is_read_only() {
            return;
        }
        let hash = self.game.with_match_untracked(content_hash);
        let report = AnalysisReport {
            moves: Vec::new(),
            positions: self.graph.get_untracked(),
            review: self.review.get_untracked(),
        };
        browser::spawn(async move {
            if let Err(error) = reviews::save(&hash, &encode(&report)).await {
                log(&error);
            }
        });
    }

    /// Returns the judgement of a step, counted from 1, if it is an error.
    pub(super) fn error(self, step: usize) -> Option<Judgement> {
        let before = step.checked_sub(1)?;
        let judgement = self.review.with(|review| *review.judgements.get(before)?);
        judgement.filter(|judgement| judgement.is_error())
    }

    /// Shows or hides the evaluations on the board.
    pub(super) fn set_on_board(self, on_board: bool) {
        self.on_board.set(on_board);
        self.show();
    }

    /// Shows or hides threats.
    pub(super) fn set_with_threats(self, with_threats: bool) {
        self.with_threats.set(with_threats);
        self.show();
    }

    fn show(self) {
        let is_shown = self.is_open() && self.work.with_value(|work| work.requested.is_some());
        let mut view = OverlayView {
            moment: self.moment_view().filter(|_| is_shown),
            ..OverlayView::default()
        };
        if is_shown && self.on_board.get_untracked() && view.moment.is_none() {
            view.moves = self.moves.with_untracked(|moves| evaluations(moves));
            view.bar = self.bar();
        }
        if is_shown && self.with_threats.get_untracked() {
            view.threats = self.game.with_match_untracked(threats);
        }
        if self.overlay.with_untracked(|current| *current != view) {
            self.overlay.set(view);
        }
    }

    /// Reads what the review says in a few figures; `None` until it is complete.
    pub(super) fn summary(self) -> Option<ReviewSummary> {
        self.review.with(|review| {
            self.game
                .with_match(|game_match| ReviewSummary::of(game_match, review))
        })
    }

    /// Shows and announces what the review has found meanwhile.
    fn follow_review(self) {
        self.show_beginning();
        self.announce_advised_moment();
    }

    /// Shows the key moment with which the review begins, if it is known.
    fn show_beginning(self) {
        let beginning = self.work.with_value(|work| work.beginning);
        let Some(beginning) = beginning.filter(|_| self.is_open()) else {
            return;
        };
        let Some(summary) = untrack(|| self.summary()) else {
            return;
        };
        let decisive = summary
            .decisive
            .filter(|_| beginning == Beginning::DecisiveMoment);
        let first = decisive.or_else(|| summary.key_moments.first().copied());
        self.work.update_value(|work| work.beginning = None);
        match first {
            Some(first) => self.show_moment(first),
            None => self.game.announce(text::review_clean()),
        }
    }

    fn set_moment(self, moment: Option<Moment>) {
        let pending = self.timer.try_update_value(Option::take).flatten();
        if let Some(pending) = pending {
            pending.clear();
        }
        if self.moment.with_untracked(|current| *current != moment) {
            signals::set(self.moment, moment);
        }
    }

    /// Shows a step of the game, counted from 1, on the board before it.
    pub(super) fn show_moment(self, step: usize) {
        let variation = None;
        self.work.update_value(|work| work.beginning = None);
        self.set_moment(Some(Moment { step, variation }));
        self.game.send(Command::GoTo(step.saturating_sub(1)));
        self.announce_moment();
    }

    /// Announces the moment with its advice, as soon as that is known.
    fn announce_moment(self) {
        self.work.update_value(|work| work.is_unannounced = true);
        self.announce_advised_moment();
    }

    fn announce_advised_moment(self) {
        let step = self.moment_step();
        let Some(step) = step.filter(|_| self.work.with_value(|work| work.is_unannounced)) else {
            return;
        };
        let is_awaited = untrack(|| self.advice(step)).is_none()
            && self.progress.get_untracked() == Progress::Running;
        if !is_awaited {
            self.work.update_value(|work| work.is_unannounced = false);
            let words = untrack(|| self.words(step)).announcement();
            self.game.announce(words);
        }
    }

    /// Returns the step of the moment.
    fn moment_step(self) -> Option<usize> {
        self.moment
            .with_untracked(|moment| moment.as_ref().map(|moment| moment.step))
    }

    /// Reads the advice on a step.
    fn advice(self, step: usize) -> Option<StepAdvice> {
        self.review.with(|review| {
            let mut advice = review.advice.iter();
            advice.find(|advice| advice.step == step).cloned()
        })
    }

    /// Reads what is said about a step of the game.
    pub(super) fn words(self, step: usize) -> text::MomentWords {
        let advice = self.advice(step);
        let judgement = self.review.with(|review| {
            let judgement = review.judgements.get(step.checked_sub(1)?);
            judgement.copied().flatten()
        });
        let place = self.summary().and_then(|summary| {
            let moments = &summary.key_moments;
            let at = moments.iter().position(|moment| *moment == step)?;
            Some(text::Place {
                number: at + 1,
                count: moments.len(),
                is_decisive: summary.decisive == Some(step),
                leaves_win: summary.leaves_win,
            })
        });
        self.graph.with(|graph| {
            let evaluation = |step: Option<usize>| graph.get(step?).and_then(Option::as_ref);
            let values = [evaluation(step.checked_sub(1)), evaluation(Some(step))];
            self.game.with_match(|game_match| {
                text::moment_words(game_match, step, judgement, advice.as_ref(), values, place)
            })
        })
    }

    /// Reads the moves that show what a move of a key moment does.
    pub(super) fn variation(self, step: usize, candidate: Candidate) -> Option<Variation> {
        let advice = self.advice(step)?;
        self.game
            .with_match(|game_match| Some(Variation::of(game_match, &advice, candidate)))
    }

    /// Shows moves one after another, stops them, or removes them.
    pub(super) fn toggle_variation(self, candidate: Candidate) {
        let Some(mut moment) = self.moment.get_untracked() else {
            return;
        };
        match &mut moment.variation {
            Some(shown) if shown.candidate == candidate && !shown.is_stopped => {
                shown.is_stopped = true;
            }
            Some(shown) if shown.candidate == candidate => moment.variation = None,
            _ => return self.start_variation(moment.step, candidate),
        }
        self.set_moment(Some(moment));
        self.show();
    }

    fn start_variation(self, step: usize, candidate: Candidate) {
        let Some(mut variation) = untrack(|| self.variation(step, candidate)) else {
            return;
        };
        let moves = self
            .game
            .with_match_untracked(|game_match| text::variation(game_match, step, &variation.moves));
        if !sound::is_animated(&self.preferences.get_untracked()) {
            while variation.advance() {}
        }
        let variation = Some(variation);
        self.set_moment(Some(Moment { step, variation }));
        self.game.announce(moves);
        self.advance_variation();
    }

    fn advance_variation(self) {
        let Some(mut moment) = self.moment.get_untracked() else {
            return;
        };
        let has_more = moment.variation.as_mut().is_some_and(Variation::advance);
        self.set_moment(Some(moment));
        self.show();
        if has_more {
            let advance = move || self.advance_variation();
            let timer = set_timeout_with_handle(advance, VARIATION_DELAY).ok();
            self.timer.set_value(timer);
        }
    }

    /// Lets the user play from the position before the moment, or from its start again.
    pub(super) fn try_it(self) {
        let Some(Moment { step, .. }) = self.moment.get_untracked() else {
            return;
        };
        let trial = self.game.with_untracked(|session| trial(session, step));
        let Some(trial) = trial else {
            return;
        };
        let variation = None;
        self.set_moment(Some(Moment { step, variation }));
        let words = text::trying(&trial);
        let trial = Box::new(trial);
        self.game
            .send(Command::OpenExercise(Exercise::Trial, trial));
        self.game.announce(words);
        focus_board();
    }

    /// Lets a press of the board try the move out, so that the reviewed game stays as it is.
    fn try_press(self) {
        let is_review = |session: &Session| !session.is_exercise() && can_try(session);
        if self.moment_step().is_some() && self.game.with_untracked(is_review) {
            self.try_it();
        }
    }

    /// Returns from a trial to the review.
    pub(super) fn end_trial(self) {
        self.game.leave_exercise(Exercise::Trial);
        self.announce_moment();
    }

    /// What is drawn of the moment.
    fn moment_view(self) -> Option<MomentView> {
        let Moment { step, variation } = self.moment.get_untracked()?;
        let advice = untrack(|| self.advice(step));
        self.game.with_match_untracked(|game_match| {
            let steps = game_match.game().steps();
            let before = position_before(game_match, step)?;
            let style = before.seat(mover(game_match, step)).piece_style;
            if let Some(variation) = variation {
                let mut after = before;
                let mut moves = Vec::new();
                for &cell in variation.moves.iter().take(variation.shown) {
                    let player = after.game().position().to_move();
                    moves.push((cell, after.seat(player).piece_style));
                    after.turn()?.play(cell).ok()?;
                }
                let lines = match after.game().status() {
                    Status::Won { trace, .. } => trace.lines().collect(),
                    _ => Vec::new(),
                };
                return Some(MomentView::Variation { moves, lines });
            }
            let played = match steps.get(step.checked_sub(1)?)? {
                Step::Place(cell) => *cell,
                _ => return None,
            };
            let opponent = before
                .rules()
                .player_after(mover(game_match, step).index() + 1);
            Some(MomentView::Candidates {
                played,
                better: advice.as_ref().map(|advice| advice.better),
                style,
                winning_replies: advice
                    .map_or_else(Vec::new, |advice| winning_replies(&advice).to_vec()),
                opponent_style: before.seat(opponent).piece_style,
            })
        })
    }

    /// The bar of the position on the board, for two players.
    fn bar(self) -> Option<EvaluationBar> {
        self.game.with_match_untracked(|game_match| {
            let cursor = game_match.game().cursor();
            let evaluation = |graph: &Vec<Option<Evaluation>>| graph.get(cursor)?.clone();
            let score = self.graph.with_untracked(evaluation)?.score;
            let colour = |number| {
                let player = game_match.rules().player_after(number);
                game_match.seat(player).piece_style.colour
            };
            (game_match.rules().players() == 2).then(|| EvaluationBar {
                share: usize::try_from(i16::from(score) + 100).unwrap_or(0) / 2,
                colours: [0, 1].map(colour),
            })
        })
    }
}

/// Decodes a report on a match.
fn decode_report(bytes: &[u8], game_match: &Match) -> Result<AnalysisReport, DecodeError> {
    AnalysisReport::decode(bytes, game_match.rules(), game_match.game().steps().len())
}

/// Reports an error of the database of reviews, which are searched again. An embedded page has none.
fn log(error: &DatabaseError) {
    if browser::is_embedded() {
        return;
    }
    web_sys::console::warn_1(&format!("reviews: {error:?}").into());
}

/// Whether a game is over at its end.
pub(super) fn is_finished(game_match: &Match) -> bool {
    !matches!(to_end(game_match).game().status(), Status::ToMove(_))
}

/// Whether moves of the game on the board can be tried out. A trial takes the place of a shared game,
/// which could not be returned to.
pub(super) fn can_try(session: &Session) -> bool {
    !session.is_shared() && !session.is_read_only()
}

/// Returns the match before a step of the game on the board, or of the one that was set aside for
/// another trial: for a human against the computer player of the game.
pub(super) fn trial(session: &Session, step: usize) -> Option<Match> {
    let game_match = if session.exercise() == Some(Exercise::Trial) {
        session.own().0
    } else {
        session.current_match()
    };
    let mut copy = position_before(game_match, step)?;
    let own = mover(game_match, step);
    for player in copy.rules().all_players() {
        let seat = copy.seat_index(player);
        let computer = copy.seat(player).computer.unwrap_or(OPPONENT);
        copy.set_computer(seat, Some(computer).filter(|_| player != own));
    }
    Some(copy)
}

fn game_id(game_match: &Match) -> GameId {
    (
        game_match.setup().clone(),
        game_match.game().start().clone(),
        game_match.game().steps().to_vec(),
    )
}

fn evaluations(moves: &[MoveEvaluation]) -> Vec<EvaluationView> {
    let labels = text::short_evaluations(moves);
    let views = moves.iter().zip(labels).map(|(m, label)| EvaluationView {
        cell: m.cell,
        sign: m.evaluation.score.signum(),
        best: m.best,
        label,
    });
    views.collect()
}

/// The threats on the board by cell.
fn threats(game_match: &Match) -> Vec<ThreatView> {
    let mut views: Vec<ThreatView> = Vec::new();
    for threat in explain::threats(game_match.game().position()) {
        let piece_style = game_match.seat(threat.player).piece_style;
        match views.iter_mut().find(|view| view.cell == threat.cell) {
            Some(view) => view.piece_styles.push(piece_style),
            None => views.push(ThreatView {
                cell: threat.cell,
                piece_styles: vec![piece_style],
                label: text::parity(threat.is_odd()),
            }),
        }
    }
    views
}

/// Creates the analysis, which follows the game while the panel is open.
pub(crate) fn start() {
    let game = use_game();
    let analysis = AnalysisState {
        game,
        navigation: use_navigation(),
        preferences: use_preferences(),
        moves: RwSignal::new(Vec::new()),
        graph: RwSignal::new(Vec::new()),
        review: RwSignal::new(ReviewReport::default()),
        progress: RwSignal::new(Progress::Complete),
        on_board: RwSignal::new(true),
        with_threats: RwSignal::new(false),
        overlay: RwSignal::default(),
        moment: RwSignal::new(None),
        timer: StoredValue::new(None),
        work: StoredValue::new(Work::default()),
        client: AnalysisClient::new(),
    };
    provide_context(analysis);
    provide_context(OverlayContext(analysis.overlay));
    use_later_views().overlay.set(overlay);
    game.on_event(move |session| analysis.on_event(session));
    game.before_press(move || analysis.try_press());
    // It may have ended before this code was loaded.
    game.with_untracked(|session| analysis.note_end(session));
    analysis.update();
}

/// Begins the analysis, as the panel was opened: of a game that is over, with a key moment.
pub(super) fn enter() {
    let analysis: AnalysisState = context();
    let is_over = analysis.game.with_untracked(Session::is_over);
    analysis.work.update_value(|work| {
        let beginning = work.beginning.unwrap_or(Beginning::FirstMoment);
        work.beginning = is_over.then_some(beginning);
    });
    analysis.update();
    analysis.show_beginning();
    if is_over && !browser::has_side_column() {
        // It takes the place of the button that opened it.
        focus_match_soon(["#", REVIEW_HEADING].concat());
    }
}

/// Ends the analysis, as the panel was closed, and returns to the end of a game that was reviewed.
pub(super) fn leave() {
    let analysis: AnalysisState = context();
    analysis.work.update_value(|work| work.beginning = None);
    analysis.game.leave_exercise(Exercise::Trial);
    if analysis.moment_step().is_some() {
        analysis.set_moment(None);
        analysis.game.send(Command::GoTo(usize::MAX));
    }
    analysis.update();
}

/// Returns a function that opens the review at the move that decided the game. To be called where
/// contexts are available.
pub(crate) fn open_at_decisive_moment() -> impl Fn() + Copy {
    let analysis: AnalysisState = context();
    move || {
        analysis.navigation.open_panel(Route::Analysis);
        // It is entered later, and an open one was left.
        let beginning = Some(Beginning::DecisiveMoment);
        analysis
            .work
            .update_value(|work| work.beginning = beginning);
    }
}

/// Returns a function that reads what the review of the finished game on the board says in a few
/// figures, `None` until that is known. To be called where contexts are available.
pub(crate) fn review_summary() -> impl Fn() -> Option<ReviewSummary> + Copy + Send + Sync {
    let analysis: AnalysisState = context();
    move || {
        let is_over = analysis.game.with(Session::is_over);
        is_over.then(|| analysis.summary()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_analysis::{Description, explain::Theme};
    use four_shapes_rules::{Cell, Rules, notation};
    use proptest::prelude::*;

    fn report(game_match: &Match) -> AnalysisReport {
        let cell = |text| notation::parse_cell(Rules::CLASSIC, text).unwrap();
        let evaluation = |player| Evaluation {
            score: -40,
            proved: true,
            description: Description::Loses { moves: Some(3) },
            player,
        };
        let fact = |theme, cells: &[Cell]| crate::workers::FactReport {
            theme,
            cells: cells.to_vec(),
            line: cells.to_vec(),
        };
        let steps = game_match.game().steps().len();
        AnalysisReport {
            moves: vec![MoveEvaluation {
                cell: cell("E1"),
                best: true,
                evaluation: evaluation(0),
            }],
            positions: vec![Some(evaluation(1)); steps + 1],
            review: ReviewReport {
                progress: 100,
                judgements: vec![Some(Judgement::Blunder); steps],
                accuracy: vec![Some(40), None],
                turning_point: Some(2),
                advice: vec![StepAdvice {
                    step: 2,
                    played: cell("D2"),
                    better: cell("C1"),
                    drawback: Some(fact(Theme::AllowsForcedWin, &[cell("E1"), cell("F1")])),
                    advantage: Some(fact(Theme::Claimeven, &[cell("B1")])),
                    line: vec![cell("C1"), cell("B1")],
                }],
            },
        }
    }

    /// Creates all that the page shows of a report.
    fn show(game_match: &Match, report: &AnalysisReport) {
        let AnalysisReport {
            moves,
            positions,
            review,
        } = report;
        let _ = (
            evaluations(moves),
            text::explained_verdict(game_match, moves),
            ReviewSummary::of(game_match, review)
                .map(|summary| text::accuracies(game_match, &summary.accuracy)),
        );
        for step in 0..positions.len().max(review.judgements.len() + 1) {
            let judgement = step.checked_sub(1).and_then(|before| {
                let judgement = review.judgements.get(before);
                judgement.copied().flatten()
            });
            let evaluation = positions.get(step).and_then(Option::as_ref);
            let _ = text::graph_bar_label(game_match, step, judgement, evaluation);
        }
        let series_score = four_shapes_records::SeriesScore::new(game_match);
        let session = Session::new(game_match.clone(), series_score);
        for advice in &review.advice {
            let before = advice.step - 1;
            let judgement = review.judgements.get(before).copied().flatten();
            let values =
                [before, advice.step].map(|step| positions.get(step).and_then(Option::as_ref));
            let words = text::moment_words(
                game_match,
                advice.step,
                judgement,
                Some(advice),
                values,
                Some(text::Place {
                    number: 1,
                    count: 2,
                    is_decisive: true,
                    leaves_win: false,
                }),
            );
            let _ = (words.announcement(), trial(&session, advice.step));
            for candidate in [Candidate::Played, Candidate::Better] {
                let variation = Variation::of(game_match, advice, candidate);
                let _ = text::variation(game_match, advice.step, &variation.moves);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn a_changed_stored_report_is_unreadable_or_can_be_shown(
            edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3), 1..4),
        ) {
            let game = notation::parse(Rules::CLASSIC, "4435").unwrap();
            let game_match = Match::with_default_seats(game);
            let mut bytes = encode(&report(&game_match));
            prop_assert!(decode_report(&bytes, &game_match).is_ok());
            for (at, byte, kind) in edits {
                let at = at.index(bytes.len());
                match kind {
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    _ => {
                        bytes.remove(at);
                    }
                }
            }
            if let Ok(report) = decode_report(&bytes, &game_match) {
                show(&game_match, &report);
            }
        }
    }
}
