//! Messages about puzzles.

use crate::exercise::puzzle::{Feedback, Mode, PuzzleOnBoard};
pub(super) use crate::text::*;
use four_shapes_analysis::{explain::Theme, puzzles::Goal};
use four_shapes_records::Match;

/// The task: `Red to move and win in 3`, or without a number if it isn't known.
pub(crate) fn task(game_match: &Match, puzzle: &PuzzleOnBoard, moves: Option<u32>) -> String {
    let player = game_match.rules().player_after(puzzle.puzzle.moves.len());
    let name = game_match.seat(player).name.as_str();
    match puzzle.puzzle.goal {
        Goal::Win => match moves {
            Some(moves) => puzzle_win(name, moves.into()),
            None => puzzle_win_somehow(name),
        },
        Goal::Draw => puzzle_draw(name),
    }
}

/// The title: the mode, or the day.
pub(super) fn title(mode: Mode, puzzle: Option<&PuzzleOnBoard>) -> String {
    match (mode, puzzle.and_then(|puzzle| puzzle.day)) {
        (Mode::Daily, _) => puzzle_today().to_owned(),
        (Mode::Unrated, Some(day)) => date(day),
        (Mode::Unrated, None) => puzzle_missed_in_rush().to_owned(),
        (Mode::Training, _) => puzzle_training().to_owned(),
        (Mode::Rush, _) => puzzle_rush().to_owned(),
    }
}

/// How hard the puzzle of a day is: `Monday · easy`.
pub(crate) fn difficulty(day: i64) -> String {
    let weekday = weekday(day);
    details([weekday_name(weekday), puzzle_difficulty(weekday)])
}

/// The day, the board, the rating and, when it is solved, the theme.
pub(super) fn detail(puzzle: &PuzzleOnBoard, is_solved: bool) -> String {
    let is_classic = puzzle.rules == four_shapes_rules::Rules::CLASSIC;
    let board = (!is_classic).then(|| {
        let (columns, rows) = (puzzle.rules.columns(), puzzle.rules.rows());
        size(columns.into(), rows.into())
    });
    let rated = |rating: u16| puzzle_rated(&rating_number(rating.into()));
    let rating = puzzle.rating().map(rated);
    let theme = is_solved.then(|| theme(puzzle.puzzle.theme).to_owned());
    let day = puzzle.day.map(difficulty);
    details(day.into_iter().chain(board).chain(rating).chain(theme))
}

/// A change of the rating: `+12`.
pub(super) fn change(change: i32) -> String {
    let sign = if change < 0 { "\u{2212}" } else { "+" };
    format!("{sign}{}", change.unsigned_abs())
}

/// The time left: `2:59`.
pub(super) fn time(seconds: u32) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The feedback on the last move; may be empty.
pub(super) fn feedback(feedback: &Feedback, mode: Mode) -> String {
    match feedback {
        Feedback::None | Feedback::RushOver { .. } => String::new(),
        Feedback::Right => puzzle_right().to_owned(),
        Feedback::Wrong(reason) | Feedback::TakenBack(reason) => {
            let reason = match &**reason {
                "" => puzzle_wrong(),
                reason => reason,
            };
            match mode {
                // The next puzzle follows.
                Mode::Rush => reason.to_owned(),
                Mode::Daily | Mode::Training | Mode::Unrated => puzzle_wrong_because(reason),
            }
        }
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
    }
}

/// The most failures in a [`result_row`].
const MAX_FAILURES: usize = 5;

/// The course of a solved puzzle as signs, which don't tell the solution: the wrong moves and hints,
/// then the right moves of a player, and a star if there was nothing wrong.
pub(super) fn result_row(puzzle: &PuzzleOnBoard, failures: usize, right_moves: usize) -> String {
    let player = puzzle.rules.player_after(puzzle.puzzle.moves.len());
    let disc = ["🔴", "🔵"][player.index() % 2];
    let star = if failures == 0 { "⭐" } else { "" };
    "❌".repeat(failures.min(MAX_FAILURES)) + &disc.repeat(right_moves) + star
}

/// Feedback, and the number of puzzles solved in a row if it is a milestone.
pub(super) fn with_milestone(feedback: String, count: Option<u32>) -> String {
    match count {
        Some(count) => [&feedback, " ", &puzzle_milestone(count.into())].concat(),
        None => feedback,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_becomes_harder() {
        // From a Monday on.
        let week: Vec<String> = (20_780..20_787).map(difficulty).collect();
        let expected = [
            "Monday · easy",
            "Tuesday · easy",
            "Wednesday · medium",
            "Thursday · medium",
            "Friday · medium",
            "Saturday · hard",
            "Sunday · hard",
        ];
        assert_eq!(week, expected);
    }
}
