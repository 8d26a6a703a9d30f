//! Messages about the review of a game and about what moves do.

use super::{game, list};
use crate::{
    msg,
    workers::{Evaluation, FactReport, ReviewReport, StepAdvice},
};
use four_shapes_analysis::{Judgement, explain::Theme};
use four_shapes_records::Match;
use four_shapes_rules::Cell;

/// The maximum number of moves of a line in a sentence.
const MAX_MOVES: usize = 8;

/// The accuracy of both players.
pub(crate) fn review_summary(game_match: &Match, review: &ReviewReport) -> String {
    let players = game_match.rules().all_players().zip(&review.accuracy);
    let accuracies = players.map(|(player, percent)| {
        let percent = percent.map_or_else(
            || msg::no_accuracy().to_owned(),
            |percent| msg::percent(&percent.to_string()),
        );
        msg::player_accuracy(game_match.seat(player).name.as_str(), &percent)
    });
    let summary = msg::review_accuracy(&list(accuracies));
    if review.progress == 100 && review.turning_point.is_none() {
        return format!("{summary}. {}", msg::review_no_errors());
    }
    summary
}

/// A move with its judgement: `Move 9, Red: A2 (blunder)`.
pub(crate) fn advice_title(
    game_match: &Match,
    step: usize,
    judgement: Option<Judgement>,
) -> String {
    let step = game::step(game_match, step);
    match judgement {
        Some(judgement) => game::judged(&step, judgement),
        None => step,
    }
}

/// The symbol of an error after a move, as in chess.
pub(crate) fn mark(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Mistake | Judgement::OverlookedThreat => "?",
        Judgement::Blunder | Judgement::MissedWin => "??",
        Judgement::Best | Judgement::Fine | Judgement::SlowerWin => "",
    }
}

/// What is wrong with a move; may be empty.
pub(crate) fn drawback(game_match: &Match, advice: &StepAdvice) -> String {
    let text = |fact| move_fact_of(game_match, advice.step, advice.played, fact);
    advice.drawback.as_ref().map_or_else(String::new, text)
}

/// A fact about a move in a cell, which is or would be this step.
pub(crate) fn move_fact_of(
    game_match: &Match,
    step: usize,
    cell: Cell,
    fact: &FactReport,
) -> String {
    let fact = self::fact(fact, names(game_match, step));
    sentence(msg::move_fact(&cell.to_string(), &fact))
}

/// The better move with its evaluation and the reason.
pub(crate) fn better_move_of(
    game_match: &Match,
    advice: &StepAdvice,
    evaluation: Option<&Evaluation>,
) -> String {
    let evaluation = evaluation.map_or_else(String::new, |evaluation| {
        game::position_evaluation(evaluation)
    });
    let better = msg::better_move(&advice.better.to_string(), &evaluation);
    match &advice.advantage {
        Some(advantage) => {
            let fact = fact(advantage, names(game_match, advice.step));
            sentence(msg::better_because(&better, &fact))
        }
        None => better,
    }
}

/// Ends a sentence, unless it ends with an ellipsis.
fn sentence(text: String) -> String {
    if text.ends_with('…') {
        text
    } else {
        text + "."
    }
}

/// The accessible name of the button that plays a game out from before a step.
pub(crate) fn play_out_of(game_match: &Match, step: usize) -> String {
    msg::play_out_step(&game::step(game_match, step))
}

/// The names of the player who made a step and of the opponent.
fn names(game_match: &Match, step: usize) -> [&str; 2] {
    let mover = game::mover(game_match, step - 1);
    let opponent = game_match.rules().player_after(mover.index() + 1);
    [mover, opponent].map(|player| game_match.seat(player).name.as_str())
}

/// What a move does, as the end of a sentence.
fn fact(fact: &FactReport, [player, opponent]: [&str; 2]) -> String {
    let FactReport { theme, cells, line } = fact;
    let name = |cell: Option<&Cell>| cell.map_or_else(String::new, ToString::to_string);
    let (first, second, reply) = (name(cells.first()), name(cells.get(1)), name(line.get(1)));
    let line = |from: usize| {
        let moves = line.iter().skip(from).map(ToString::to_string);
        let end = (line.len() > from + MAX_MOVES).then(|| "…".to_owned());
        moves
            .take(MAX_MOVES)
            .chain(end)
            .collect::<Vec<_>>()
            .join(" ")
    };
    match theme {
        Theme::Wins => msg::fact_wins(&join(cells, msg::cells_and)),
        Theme::MissesWin => msg::fact_misses_win(&join(cells, msg::cells_or)),
        Theme::LeavesWin => msg::fact_leaves_win(opponent, &join(cells, msg::cells_or)),
        Theme::GivesWin => msg::fact_gives_win(opponent, &first),
        Theme::DoubleThreat => msg::fact_double_threat(&join(cells, msg::cells_and)),
        Theme::ForcedWin => msg::fact_forced_win(&line(1)),
        Theme::AllowsDoubleThreat => {
            msg::fact_allows_double_threat(opponent, &reply, &join(cells, msg::cells_and))
        }
        Theme::AllowsForcedWin => msg::fact_allows_forced_win(opponent, &line(1)),
        Theme::Zugzwang => msg::fact_zugzwang(opponent, &first, &line(1)),
        Theme::AllowsZugzwang => msg::fact_allows_zugzwang(player, &first, &line(1)),
        Theme::OnlyWin => msg::fact_only_win().to_owned(),
        Theme::OnlyDraw => msg::fact_only_draw().to_owned(),
        Theme::Blocks => msg::fact_blocks(&join(cells, msg::cells_and)),
        Theme::PreventsDoubleThreat => {
            msg::fact_prevents_double_threat(opponent, &reply, &join(cells, msg::cells_and))
        }
        Theme::PreventsForcedWin => msg::fact_prevents_forced_win(opponent, &line(1)),
        Theme::LosesThreat => msg::fact_loses_threat(opponent, &first),
        Theme::Threat => msg::fact_threat(&first),
        Theme::OddThreat => msg::fact_odd_threat(&first),
        Theme::EvenThreat => msg::fact_even_threat(&first),
        Theme::Claimeven => msg::fact_claimeven(&first, &second),
        Theme::Vertical => msg::fact_vertical(&first, &second),
        Theme::Baseinverse => msg::fact_baseinverse(&first, &second),
        Theme::FollowUpWin => msg::fact_follow_up_win(&join(cells, msg::cells_and)),
        Theme::FollowUp => msg::fact_follow_up().to_owned(),
        // The winner makes the last move.
        Theme::BestLine if fact.line.len() % 2 == 1 => msg::fact_best_line_wins(&line(1)),
        Theme::BestLine => msg::fact_best_line_loses(&line(1)),
    }
}

/// Joins cells, the last one by a message: `B1, C1 and D1`.
fn join(cells: &[Cell], last: fn(&str, &str) -> String) -> String {
    match cells {
        [] => String::new(),
        [only] => only.to_string(),
        [start @ .., end] => last(
            &list(start.iter().map(ToString::to_string)),
            &end.to_string(),
        ),
    }
}
