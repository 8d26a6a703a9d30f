//! The key moments of a reviewed game, without the page: which moves they are, and the moves that
//! are shown from there.

use crate::{
    game::session::to_end,
    text,
    workers::{ReviewReport, StepAdvice},
};
use four_shapes_analysis::{Judgement, explain::Theme};
use four_shapes_records::Match;
use four_shapes_rules::{Cell, Player, Status, Step};
use std::cmp::Reverse;

/// The maximum number of key moments. All errors are in the list of moves.
const MAX_MOMENTS: usize = 5;

/// The maximum number of moves that are shown from a key moment, unless each one is forced: what
/// follows then is no news.
const MAX_VARIATION: usize = 7;

/// The number of a player's moves from which a percentage of them means something.
const MIN_MOVES: usize = 4;

/// The length of the opening in moves. Its errors take long to show, so they are key moments only if
/// the result was not given away later.
const OPENING: usize = 6;

/// The seriousness of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Severity {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Severity {
    /// Returns the seriousness of an error, `None` for any other move.
    pub(super) fn of(judgement: Judgement) -> Option<Self> {
        match judgement {
            Judgement::Blunder | Judgement::MissedWin => Some(Self::Blunder),
            Judgement::Mistake => Some(Self::Mistake),
            Judgement::OverlookedWin | Judgement::OverlookedThreat => Some(Self::Inaccuracy),
            Judgement::Best | Judgement::Fine | Judgement::SlowerWin => None,
        }
    }
}

/// Returns the player who made a step, counted from 1.
pub(super) fn mover(game_match: &Match, step: usize) -> Player {
    game_match.game().mover(step.saturating_sub(1))
}

/// Whether a player's errors are the user's own: those of humans, or of both players if there is
/// no computer player or no human.
fn is_own(game_match: &Match, player: Player) -> bool {
    let is_human = |player| game_match.seat(player).computer.is_none();
    let no_human = !game_match.rules().all_players().any(is_human);
    no_human || is_human(player)
}

/// Returns the user's own errors that matter: their seriousness and their steps, counted from 1; and
/// whether those of the opening are left out.
fn own_errors(game_match: &Match, review: &ReviewReport) -> (Vec<(Severity, usize)>, bool) {
    let judgements = review.judgements.iter().enumerate();
    let errors = judgements.filter_map(|(before, judgement)| {
        let step = before + 1;
        let severity = Severity::of((*judgement)?)?;
        is_own(game_match, mover(game_match, step)).then_some((severity, step))
    });
    let mut errors: Vec<_> = errors.collect();
    let is_later = |step: usize| step > OPENING;
    let count = errors.len();
    if decisive(&errors).is_some_and(|at| is_later(errors[at].1)) {
        errors.retain(|(_, step)| is_later(*step));
    }
    let omits_opening = errors.len() < count;
    (errors, omits_opening)
}

/// Returns the place of the error that decided the game: the last one that gave the result away.
fn decisive(errors: &[(Severity, usize)]) -> Option<usize> {
    let mut severities = errors.iter().map(|(severity, _)| *severity);
    severities.rposition(|severity| severity > Severity::Inaccuracy)
}

/// Whether the last error left the opponent the winning move, or two threats at once: that is what the
/// user has to see first, even if perfect play had won before.
fn leaves_win(game_match: &Match, errors: &[(Severity, usize)]) -> bool {
    let reply = game_match.game().steps().len();
    errors
        .last()
        .is_some_and(|(_, step)| [step + 1, step + 3].contains(&reply))
        && to_end(game_match).game().status().winner().is_some()
}

/// Returns the steps of the key moments, in the order of the game: the one at a place, and the most
/// serious others.
fn key_moments(mut errors: Vec<(Severity, usize)>, decisive: Option<usize>) -> Vec<usize> {
    let decisive = decisive.map(|at| errors.remove(at));
    errors.sort_unstable_by_key(|&error| Reverse(error));
    let errors = decisive.into_iter().chain(errors).take(MAX_MOMENTS);
    let mut steps: Vec<usize> = errors.map(|(_, step)| step).collect();
    steps.sort_unstable();
    steps
}

/// What the review of a finished game says in a few figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReviewSummary {
    /// The accuracy of each player in percent, in the order of their moves; `None` if too few of
    /// their moves count.
    pub(crate) accuracy: Vec<Option<u32>>,
    /// The steps of the key moments, counted from 1, in the order of the game. They are errors of the
    /// user.
    pub(crate) key_moments: Vec<usize>,
    /// The step of the user's last error that gave the result away, or left the winning move.
    pub(crate) decisive: Option<usize>,
    /// Whether that one left the opponent the winning move.
    pub(crate) leaves_win: bool,
    /// Whether errors of the opening are no key moments, as the game was decided later.
    pub(crate) omits_opening: bool,
}

impl ReviewSummary {
    /// Returns the summary of a complete review.
    pub(super) fn of(game_match: &Match, review: &ReviewReport) -> Option<Self> {
        if review.progress < 100 || review.judgements.len() != game_match.game().steps().len() {
            return None;
        }
        let accuracy = game_match.rules().all_players().enumerate();
        let accuracy = accuracy.map(|(number, player)| {
            let moves = 1..=review.judgements.len();
            let moves = moves.filter(|&step| {
                matches!(game_match.game().steps()[step - 1], Step::Place(_))
                    && mover(game_match, step) == player
            });
            let percent = review.accuracy.get(number).copied().flatten();
            percent.filter(|_| moves.count() >= MIN_MOVES)
        });
        let (errors, omits_opening) = own_errors(game_match, review);
        let leaves_win = leaves_win(game_match, &errors);
        let decisive = if leaves_win {
            errors.len().checked_sub(1)
        } else {
            decisive(&errors)
        };
        Some(Self {
            accuracy: accuracy.collect(),
            decisive: decisive.map(|at| errors[at].1),
            leaves_win,
            omits_opening,
            key_moments: key_moments(errors, decisive),
        })
    }
}

/// Which move of a key moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Candidate {
    Played,
    Better,
}

/// The move that a review shows, on the board as it was before it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moment {
    /// The number of the step, from 1.
    pub(super) step: usize,
    /// The moves that are shown from there, if any.
    pub(super) variation: Option<Variation>,
}

/// Moves that are shown one after another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Variation {
    pub(super) candidate: Candidate,
    /// They are legal.
    pub(super) moves: Vec<Cell>,
    /// How many are on the board.
    pub(super) shown: usize,
    /// Whether no more follow by themselves.
    pub(super) is_stopped: bool,
}

impl Variation {
    /// Returns the moves that show what a candidate does, starting with it.
    pub(super) fn of(game_match: &Match, advice: &StepAdvice, candidate: Candidate) -> Self {
        let (cell, fact, line) = match candidate {
            Candidate::Played => {
                let drawback = advice.drawback.as_ref();
                (advice.played, drawback, drawback.map(|fact| &fact.line[..]))
            }
            Candidate::Better => (
                advice.better,
                advice.advantage.as_ref(),
                Some(&advice.line[..]),
            ),
        };
        let is_forced = fact
            .is_some_and(|fact| matches!(fact.theme, Theme::ForcedWin | Theme::AllowsForcedWin));
        let most = if is_forced { usize::MAX } else { MAX_VARIATION };
        let line = line
            .filter(|line| line.first() == Some(&cell))
            .unwrap_or(&[]);
        let moves = [cell].into_iter().chain(line.iter().skip(1).copied());
        let moves = moves.take(most);
        let mut position = position_before(game_match, advice.step);
        let mut legal = Vec::new();
        for cell in moves {
            let turn = position.as_mut().and_then(Match::turn);
            if turn.is_none_or(|turn| turn.play(cell).is_err()) {
                break;
            }
            legal.push(cell);
        }
        Self {
            candidate,
            moves: legal,
            shown: 0,
            is_stopped: false,
        }
    }

    /// Shows the next move. Returns whether more follow.
    pub(super) fn advance(&mut self) -> bool {
        if !self.is_stopped && self.shown < self.moves.len() {
            self.shown += 1;
        }
        self.is_stopped |= self.shown == self.moves.len();
        !self.is_stopped
    }
}

/// Returns the cells in which the opponent wins after the move that was played, as far as that is its
/// drawback.
pub(super) fn winning_replies(advice: &StepAdvice) -> &[Cell] {
    let drawback = advice.drawback.as_ref();
    let drawback = drawback.filter(|fact| !text::is_distant(fact, advice.step));
    drawback.map_or(&[], |fact| match fact.theme {
        Theme::LeavesWin
        | Theme::GivesWin
        | Theme::AllowsDoubleThreat
        | Theme::AllowsForcedWin
        | Theme::AllowsZugzwang => &fact.cells,
        _ => &[],
    })
}

/// Returns the match before a step, counted from 1, without the steps after it and without a clock;
/// `None` if there is no such step.
pub(super) fn position_before(game_match: &Match, step: usize) -> Option<Match> {
    let steps = game_match.game().steps().get(..step.checked_sub(1)?)?;
    let setup = game_match.setup().clone().with_time_control(None).ok()?;
    let mut copy = game_match.restarted(setup)?;
    for step in steps {
        match step {
            Step::Place(cell) => copy.turn()?.play(*cell).ok()?,
            Step::Swap => copy.swap().ok()?,
            Step::AgreeDraw | Step::TimeForfeit => return None,
        }
    }
    matches!(copy.game().status(), Status::ToMove(_)).then_some(copy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workers::FactReport;
    use four_shapes_analysis::explain::Theme;
    use four_shapes_players::{Level, PlayerKind};
    use four_shapes_rules::{Rules, notation};

    const BLUNDER: Option<Judgement> = Some(Judgement::Blunder);
    const MISTAKE: Option<Judgement> = Some(Judgement::Mistake);
    const OVERLOOKED: Option<Judgement> = Some(Judgement::OverlookedThreat);
    const BEST: Option<Judgement> = Some(Judgement::Best);

    fn game(moves: &str, computers: &[usize]) -> Match {
        let game = notation::parse(Rules::CLASSIC, moves).unwrap();
        let mut game_match = Match::with_default_seats(game);
        for &seat in computers {
            game_match.set_computer(seat, Some(PlayerKind::Level(Level::Three)));
        }
        game_match
    }

    fn review(judgements: &[Option<Judgement>]) -> ReviewReport {
        ReviewReport {
            progress: 100,
            judgements: judgements.to_vec(),
            accuracy: vec![Some(70), Some(90)],
            ..ReviewReport::default()
        }
    }

    fn cell(name: &str) -> Cell {
        notation::parse_cell(Rules::CLASSIC, name).unwrap()
    }

    fn moments(
        game_match: &Match,
        judgements: &[Option<Judgement>],
    ) -> (Vec<usize>, Option<usize>) {
        let summary = ReviewSummary::of(game_match, &review(judgements)).unwrap();
        (summary.key_moments, summary.decisive)
    }

    #[test]
    fn key_moments_are_the_users_own() {
        let judgements = [MISTAKE, BLUNDER, BLUNDER, MISTAKE, OVERLOOKED, BEST];
        let of = |computers| moments(&game("123456", computers), &judgements);
        assert_eq!(of(&[1]), (vec![1, 3, 5], Some(3)));
        assert_eq!(of(&[0]), (vec![2, 4], Some(4)));
        assert_eq!(of(&[]), (vec![1, 2, 3, 4, 5], Some(4)));
        assert_eq!(of(&[0, 1]), of(&[]), "computer players only");
        let quiet = [
            BEST,
            None,
            Some(Judgement::Fine),
            Some(Judgement::SlowerWin),
        ];
        assert_eq!(moments(&game("1234", &[]), &quiet), (Vec::new(), None));
        for late in [OVERLOOKED, Some(Judgement::OverlookedWin)] {
            let late = [BEST, BEST, late, BEST];
            assert_eq!(moments(&game("1234", &[]), &late), (vec![3], None));
        }
    }

    #[test]
    fn the_last_error_is_decisive_if_it_left_the_win() {
        // Red completes A1 to A4.
        let judgements = [BEST, BLUNDER, BEST, MISTAKE, BEST, OVERLOOKED, BEST];
        let game_match = game("1213141", &[0]);
        assert_eq!(moments(&game_match, &judgements), (vec![2, 4, 6], Some(6)));
        let summary = ReviewSummary::of(&game_match, &review(&judgements)).unwrap();
        assert!(summary.leaves_win);
        // One that allows two threats at once.
        let judgements = [BEST, BLUNDER, BEST, OVERLOOKED, BEST, BEST, BEST];
        assert_eq!(moments(&game_match, &judgements), (vec![2, 4], Some(4)));
        // The winner's errors are others.
        let judgements = [BLUNDER, BEST, BEST, BEST, OVERLOOKED, BEST, BEST];
        let (steps, decisive) = moments(&game("1213141", &[1]), &judgements);
        assert_eq!((steps, decisive), (vec![1, 5], Some(1)));
    }

    #[test]
    fn the_most_serious_five_are_shown() {
        let judgements = [
            OVERLOOKED, MISTAKE, BLUNDER, OVERLOOKED, MISTAKE, BLUNDER, MISTAKE, OVERLOOKED,
        ];
        let judgements = [&[BEST; OPENING][..], &judgements].concat();
        let (steps, _) = moments(&game("12345671234567", &[]), &judgements);
        assert_eq!(steps, [2, 3, 5, 6, 7].map(|step| OPENING + step));
    }

    #[test]
    fn errors_of_the_opening_are_key_moments_unless_the_game_was_decided_later() {
        let of = |last| {
            let judgements = [BLUNDER, BEST, MISTAKE, BEST, BEST, BEST, last, BEST];
            moments(&game("12345671", &[]), &judgements)
        };
        assert_eq!(of(MISTAKE), (vec![7], Some(7)));
        assert_eq!(of(OVERLOOKED), (vec![1, 3, 7], Some(3)));
        assert_eq!(of(BEST), (vec![1, 3], Some(3)));
        let omits = |last| {
            let judgements = [BLUNDER, BEST, MISTAKE, BEST, BEST, BEST, last, BEST];
            let game_match = game("12345671", &[]);
            let summary = ReviewSummary::of(&game_match, &review(&judgements)).unwrap();
            summary.omits_opening
        };
        assert_eq!([MISTAKE, BEST].map(omits), [true, false]);
    }

    #[test]
    fn figures_are_given_only_if_they_mean_something() {
        let summary = |moves: &str, progress| {
            let game_match = game(moves, &[1]);
            let mut review = review(&vec![BEST; moves.len()]);
            review.progress = progress;
            ReviewSummary::of(&game_match, &review)
        };
        assert_eq!(summary("1234567", 99), None);
        let accuracy = |moves| summary(moves, 100).unwrap().accuracy;
        assert_eq!(accuracy("12"), [None, None]);
        assert_eq!(accuracy("1234567"), [Some(70), None]);
        assert_eq!(accuracy("12345671"), [Some(70), Some(90)]);
        let other_game = game("1234", &[]);
        assert_eq!(ReviewSummary::of(&other_game, &review(&[BEST; 3])), None);
    }

    #[test]
    fn a_variation_starts_with_its_move_and_is_legal() {
        let fact = |line: &[&str]| {
            Some(FactReport {
                theme: Theme::ForcedWin,
                cells: Vec::new(),
                line: line.iter().map(|name| cell(name)).collect(),
            })
        };
        let mut advice = StepAdvice {
            step: 3,
            played: cell("A1"),
            better: cell("C1"),
            drawback: fact(&["B1", "C1"]),
            advantage: None,
            line: ["C1", "C2", "D2", "D2", "E1"].map(cell).to_vec(),
        };
        let game_match = game("4411", &[]);
        let moves =
            |advice: &StepAdvice, candidate| Variation::of(&game_match, advice, candidate).moves;
        // A fact that is about another move doesn't show this one.
        assert_eq!(moves(&advice, Candidate::Played), [cell("A1")]);
        // D2 is occupied.
        assert_eq!(moves(&advice, Candidate::Better), [cell("C1"), cell("C2")]);
        advice.better = cell("D2");
        assert_eq!(moves(&advice, Candidate::Better), []);
        advice.step = 99;
        assert_eq!(moves(&advice, Candidate::Played), []);
    }

    #[test]
    fn winning_replies_are_those_of_the_drawback() {
        let fact = |theme| FactReport {
            theme,
            cells: ["B1", "E1"].map(cell).to_vec(),
            line: Vec::new(),
        };
        let mut advice = StepAdvice {
            step: 1,
            played: cell("A1"),
            better: cell("D1"),
            drawback: Some(fact(Theme::AllowsDoubleThreat)),
            advantage: Some(fact(Theme::DoubleThreat)),
            line: Vec::new(),
        };
        assert_eq!(winning_replies(&advice), ["B1", "E1"].map(cell));
        advice.drawback = Some(fact(Theme::AllowsZugzwang));
        assert_eq!(
            winning_replies(&advice),
            [],
            "an early move is not explained by the end of the game"
        );
        advice.step = 20;
        assert_eq!(winning_replies(&advice), ["B1", "E1"].map(cell));
        advice.drawback = Some(fact(Theme::MissesWin));
        assert_eq!(
            winning_replies(&advice),
            [],
            "the player would have won there"
        );
        advice.drawback = None;
        assert_eq!(winning_replies(&advice), []);
    }

    #[test]
    fn only_forced_variations_are_long() {
        let line: Vec<Cell> = ["D1", "D2", "D3", "D4", "D5", "D6", "E1", "E2", "E3"]
            .map(cell)
            .to_vec();
        let length = |theme| {
            let advice = StepAdvice {
                step: 1,
                played: cell("A1"),
                better: cell("D1"),
                drawback: None,
                advantage: Some(FactReport {
                    theme,
                    cells: Vec::new(),
                    line: Vec::new(),
                }),
                line: line.clone(),
            };
            let variation = Variation::of(&game("4", &[]), &advice, Candidate::Better);
            variation.moves.len()
        };
        assert_eq!(length(Theme::BestLine), MAX_VARIATION);
        assert_eq!(length(Theme::ForcedWin), 9);
    }

    #[test]
    fn a_variation_can_be_stopped_and_ends_by_itself() {
        let variation = || Variation {
            candidate: Candidate::Better,
            moves: ["A1", "B1", "C1"].map(cell).to_vec(),
            shown: 0,
            is_stopped: false,
        };
        let mut whole = variation();
        let steps: Vec<_> = (0..4).map(|_| (whole.advance(), whole.shown)).collect();
        assert_eq!(steps, [(true, 1), (true, 2), (false, 3), (false, 3)]);
        let mut stopped = variation();
        stopped.advance();
        stopped.is_stopped = true;
        assert!(!stopped.advance());
        assert_eq!(stopped.shown, 1);
    }

    #[test]
    fn the_position_before_a_step_has_no_steps_after_it() {
        let game_match = game("443", &[1]);
        let before = position_before(&game_match, 3).unwrap();
        assert_eq!(notation::write(before.game()), "44");
        assert_eq!(before.setup().seats(), game_match.setup().seats());
        assert!(position_before(&game_match, 0).is_none());
        assert!(position_before(&game_match, 5).is_none());
        assert!(
            position_before(&game("1212121", &[]), 8).is_none(),
            "it is over"
        );
    }
}
