//! Messages about puzzles.

use crate::exercise::puzzle::{Feedback, PuzzleOnBoard};
pub(super) use crate::text::*;
use four_shapes_analysis::{explain::Theme, puzzles::Goal};
use four_shapes_records::Match;

/// The task: `Red to move and win in 3`.
pub(super) fn task(game_match: &Match, puzzle: &PuzzleOnBoard) -> String {
    let player = game_match.rules().player_after(puzzle.puzzle.moves.len());
    let name = game_match.seat(player).name.as_str();
    match puzzle.puzzle.goal {
        Goal::Win => puzzle_win(name, puzzle.puzzle.length.into()),
        Goal::Draw => puzzle_draw(name),
    }
}

/// The day or the board, and the rating.
pub(super) fn detail(puzzle: &PuzzleOnBoard) -> String {
    let rating = puzzle.puzzle.rating.to_string();
    match (
        puzzle.day,
        puzzle.rules == four_shapes_rules::Rules::CLASSIC,
    ) {
        (Some(day), _) => puzzle_of_day(&crate::browser::day_string(day), &rating),
        (None, true) => puzzle_rated(&rating),
        (None, false) => {
            let (columns, rows) = (puzzle.rules.columns(), puzzle.rules.rows());
            puzzle_on_board(&size(columns.into(), rows.into()), &rating)
        }
    }
}

/// The feedback on the last move; may be empty. `best` is the record of a rush.
pub(super) fn feedback(feedback: &Feedback, best: u32) -> String {
    match feedback {
        Feedback::None => String::new(),
        Feedback::Right => puzzle_right().to_owned(),
        Feedback::Wrong(reason) if reason.is_empty() => puzzle_wrong_because(puzzle_wrong()),
        Feedback::Wrong(reason) => puzzle_wrong_because(reason),
        Feedback::Solved {
            first_attempt,
            reason,
        } => {
            let solved = if *first_attempt {
                puzzle_solved()
            } else {
                puzzle_solved_later()
            };
            if reason.is_empty() {
                solved.to_owned()
            } else {
                puzzle_solved_because(solved, reason)
            }
        }
        Feedback::Unjudged => puzzle_unjudged().to_owned(),
        Feedback::RushOver { score } => puzzle_rush_over((*score).into(), best.into()),
    }
}

pub(super) fn theme(theme: Theme) -> &'static str {
    match theme {
        Theme::ForcedWin => theme_forced_win(),
        Theme::Zugzwang => theme_zugzwang(),
        Theme::BestLine => theme_best_line(),
        Theme::PreventsDoubleThreat => theme_prevents_double_threat(),
        Theme::PreventsForcedWin => theme_prevents_forced_win(),
        Theme::Claimeven => theme_claimeven(),
        Theme::Vertical => theme_vertical(),
        Theme::Baseinverse => theme_baseinverse(),
        Theme::FollowUp => theme_follow_up(),
        Theme::FollowUpWin => theme_follow_up_win(),
        _ => theme_only_draw(),
    }
}
