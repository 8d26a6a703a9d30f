//! Texts of the library.

use super::{
    Chip, Entry, Milestone, Outcome, Period, PlayerFilter, ResultFilter, Summary, civil::civil,
    entry::PlayerSummary,
};
use crate::browser::LocalTime;
pub(crate) use crate::text::*;
use four_shapes_players::PlayerKind;
use four_shapes_records::{
    Match,
    record::{RecordError, RecordProblem},
};
use four_shapes_rules::{Direction, Rules, Status};

/// Describes what happens to the current game when another game replaces it.
pub(crate) fn replaced_game(moves: usize, is_saved: bool) -> String {
    let message = if is_saved {
        game_saved_to_library
    } else {
        game_given_up
    };
    message(moves as u64)
}

/// Describes how many games match: `12 of 340 games`.
pub(crate) fn games_shown(found: usize, all: usize) -> String {
    if found == all {
        games(all as u64)
    } else {
        games_found(all as u64, found as u64)
    }
}

/// Returns a game's title: its name, or its players.
pub(crate) fn game_title(entry: &Entry) -> String {
    if !entry.name.is_empty() {
        return entry.name.clone();
    }
    match &entry.summary {
        Some(summary) => players_title(summary),
        None => title_unreadable().to_owned(),
    }
}

/// Returns the players, as seen by the user: `You beat Mira`, `Ana – Ben`.
pub(crate) fn players_title(summary: &Summary) -> String {
    if let [first, second] = &summary.players[..]
        && let Some(person) = summary.person()
    {
        let opponent = computer_name(if person == 0 { second } else { first });
        let message = match summary.result() {
            None => title_against,
            Some(1..) => title_won,
            Some(0) => title_drawn,
            Some(_) => title_lost,
        };
        return message(&opponent);
    }
    match &summary.players[..] {
        [first, second] => title_two(&first.name, &second.name),
        [first, second, others @ ..] => title_more(&first.name, &second.name, others.len() as u64),
        few => list(few.iter().map(|player| player.name.clone())),
    }
}

/// Returns the name of a computer player: `Mira`.
fn computer_name(player: &PlayerSummary) -> String {
    match player.computer.parse() {
        Ok(kind) => opponent(kind),
        // A kind of a later version.
        Err(_) => player.name.clone(),
    }
}

/// Returns the name of a kind of computer player: `Mira`, `Random`.
pub(crate) fn opponent(kind: PlayerKind) -> String {
    match kind {
        PlayerKind::Level(level) => opponent_name(level),
        other => player_kind(Some(other)),
    }
}

/// Returns the line below a game's title: `Level 3 · diagonal`, `9 × 7, two players`. The game, if
/// it was read, tells how it ended.
pub(crate) fn game_detail(entry: &Entry, game_match: Option<&Match>, is_current: bool) -> String {
    let mut parts = Vec::new();
    if is_current {
        parts.push(on_board().to_owned());
    }
    if entry.is_of_cup {
        parts.push(in_cup().to_owned());
    }
    let Some(summary) = &entry.summary else {
        return details(parts);
    };
    if !entry.name.is_empty() {
        parts.push(players_title(summary));
    }
    let config = summary.rules.config();
    let board = size(config.columns.into(), config.rows.into());
    let is_classic = summary.rules == Rules::CLASSIC;
    let mut computers = summary.players.iter().filter(|it| !it.computer.is_empty());
    match (computers.next(), computers.next()) {
        (None, _) => parts.push(match config.players {
            2 => board_of_two(&board),
            players => board_of_many(&board, players.into()),
        }),
        (Some(computer), None) => {
            let kind = computer.computer.parse().ok();
            parts.extend(kind.map(|kind| player_kind(Some(kind))));
            parts.extend((!is_classic).then_some(board));
        }
        (Some(_), Some(_)) => parts.push(board),
    }
    match summary.outcome {
        Outcome::Unfinished => parts.push(unfinished().to_owned()),
        Outcome::Won(_) => parts.extend(game_match.and_then(way_of_winning)),
        Outcome::Drawn => {}
    }
    if game_match.is_some_and(|it| it.game().is_set_up()) {
        parts.push(from_position().to_owned());
    } else if entry.is_assisted && summary.result().is_some() {
        parts.push(with_help().to_owned());
    }
    details(parts)
}

/// How a game was won: `diagonal`, `on time`.
fn way_of_winning(game_match: &Match) -> Option<String> {
    match game_match.game().status() {
        Status::Won { trace, .. } => {
            let line = match trace.lines().next()?.direction() {
                Direction::Horizontal => line_horizontal(),
                Direction::Vertical => line_vertical(),
                Direction::Diagonal | Direction::AntiDiagonal => line_diagonal(),
            };
            Some(line.to_owned())
        }
        Status::WonOnTime(_) => Some(on_time().to_owned()),
        Status::ToMove(_) | Status::Drawn(_) => None,
    }
}

/// Returns the result of a game in a word or two, and the class of its pill.
pub(crate) fn result_pill(summary: &Summary) -> (&'static str, String) {
    match (summary.result(), summary.outcome) {
        (Some(1..), _) => ("won", result_won().to_owned()),
        (Some(..0), _) => ("lost", result_lost().to_owned()),
        (_, Outcome::Unfinished) => ("", moves(summary.moves as u64)),
        (_, Outcome::Drawn) => ("", outcome_draw().to_owned()),
        (None, Outcome::Won(seat)) => {
            let winner = summary.players.get(seat);
            ("", player_won(winner.map_or("", |player| &player.name)))
        }
        (Some(0), Outcome::Won(_)) => unreachable!("a game that was won has no draw"),
    }
}

/// When something happened: `Today 14:20`, `Yesterday`, `23 Nov`.
pub(crate) fn when(time: LocalTime, now: LocalTime) -> String {
    match now.day - time.day {
        0 => today(&format!("{}:{:02}", time.minute / 60, time.minute % 60)),
        1 => yesterday().to_owned(),
        _ => {
            let ((year, month, day), (this_year, ..)) = (civil(time.day), civil(now.day));
            let date = day_of_month(day, month);
            if year == this_year {
                date
            } else {
                day_of_year(&date, &year.to_string())
            }
        }
    }
}

/// Returns the ISO date of a day: `2026-11-26`.
pub(super) fn iso_date(day: i64) -> String {
    let (year, month, day) = civil(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// A number with its sign: `+14`, `−7`, `±0`.
fn signed(number: i32) -> String {
    let digits = grouped(number.unsigned_abs().into());
    let sign = match number {
        0 => "±",
        1.. => "+",
        _ => "−",
    };
    [sign, &digits].concat()
}

/// The rating after a game and its change: `Rating 1,082 · +14`, and the same as a sentence.
pub(crate) fn new_rating(rating: i32, change: i32) -> [String; 2] {
    let rating = rating_number(rating);
    let count = change.unsigned_abs().into();
    let sentence = match change {
        0 => rating_stayed(&rating),
        1.. => rating_rose(&rating, count),
        _ => rating_fell(&rating, count),
    };
    [rating_after(&rating, &signed(change)), sentence]
}

/// A rating: `1,082`.
pub(crate) fn rating_number(rating: i32) -> String {
    grouped(rating.max(0).unsigned_abs().into())
}

/// The rating and its change in the last 30 days.
pub(crate) fn rating_trend(rating: i32, change: i32) -> String {
    let count = change.unsigned_abs().into();
    let rating = rating_number(rating);
    match change {
        0 => rating_same(&rating),
        1.. => rating_up(&rating, count),
        _ => rating_down(&rating, count),
    }
}

/// What was achieved: `First win against Mira`.
pub(crate) fn milestone(milestone: Milestone) -> String {
    match milestone {
        Milestone::FirstWin => milestone_first_win().to_owned(),
        Milestone::Level(level) => milestone_level(&opponent(PlayerKind::Level(level))),
        Milestone::WinsInRow(count) => milestone_wins(count.into()),
        Milestone::Games(count) => milestone_games(count.into()),
    }
}

/// Returns the label of a condition that is chosen first.
pub(crate) fn chip(chip: Chip) -> &'static str {
    match chip {
        Chip::All => chip_all(),
        Chip::Won => result_won(),
        Chip::Lost => result_lost(),
        Chip::Unfinished => outcome_unfinished(),
        Chip::Starred => chip_starred(),
    }
}

/// Returns the question whether to delete old games.
pub(crate) fn make_room_question(count: usize) -> String {
    match count {
        0 => make_room_starred().to_owned(),
        count => make_room(count as u64),
    }
}

/// Returns the label of an option of the filter.
pub(crate) fn result_option(result: ResultFilter) -> &'static str {
    match result {
        ResultFilter::Any => any(),
        ResultFilter::FirstPlayer => ended_first(),
        ResultFilter::SecondPlayer => ended_second(),
        ResultFilter::OtherPlayer => ended_later(),
        ResultFilter::Draw => outcome_draw(),
    }
}

/// Returns the label of an option of the filter.
pub(crate) fn player_option(players: PlayerFilter) -> &'static str {
    match players {
        PlayerFilter::Any => who_anyone(),
        PlayerFilter::HumansOnly => who_humans(),
        PlayerFilter::WithComputer => who_computers(),
    }
}

/// Returns the label of an option of the filter.
pub(crate) fn period_option(period: Period) -> &'static str {
    match period {
        Period::Any => any_time(),
        Period::Week => this_week(),
        Period::Month => this_month(),
        Period::Year => this_year(),
        Period::Days => chosen_days(),
    }
}

/// Describes why a file is not a valid backup.
pub(crate) fn backup_error(error: &RecordError) -> String {
    match error.problem {
        RecordProblem::Format => backup_format().to_owned(),
        RecordProblem::Version { version, newest } if version > newest => backup_newer().to_owned(),
        _ => backup_invalid(&error.to_string()),
    }
}

/// Returns the text in which a text is searched, before conversion to lower case: names, the
/// note, and the size of the board.
pub(crate) fn search_text(entry: &Entry) -> String {
    let mut lines = vec![entry.name.clone(), entry.note.clone()];
    if let Some(summary) = &entry.summary {
        let players = summary.players.iter();
        lines.extend(players.map(|player| player.name.clone()));
        lines.push(players_title(summary));
        let config = summary.rules.config();
        let named = size(config.columns.into(), config.rows.into());
        lines.extend([format!("{}x{}", config.columns, config.rows), named]);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{LibraryGame, entry::tests::match_of};
    use four_shapes_players::Level;
    use four_shapes_records::record;
    use four_shapes_rules::Game;

    /// The title, the detail and the result of a game, with a computer player in a seat.
    fn words(moves: &str, computer: Option<(usize, PlayerKind)>, name: &str) -> [String; 3] {
        let mut game_match = match_of(moves);
        if let Some((seat, kind)) = computer {
            game_match.set_computer(seat, Some(kind));
        }
        let mut entry = LibraryGame::new("1-1", record::write(&game_match), 9).entry;
        name.clone_into(&mut entry.name);
        let summary = entry.summary.as_ref().unwrap();
        let detail = game_detail(&entry, Some(&game_match), false);
        [game_title(&entry), detail, result_pill(summary).1]
    }

    #[test]
    fn games_are_described_as_the_user_sees_them() {
        let (won, lost) = ("1212121", "12123242");
        let level = |seat| Some((seat, PlayerKind::Level(Level::Three)));
        assert_eq!(
            words(won, level(1), ""),
            [
                "You beat Mira".to_owned(),
                "Level 3 · vertical".to_owned(),
                "Won".to_owned()
            ]
        );
        assert_eq!(
            words(lost, level(1), ""),
            [
                "Mira beat you".to_owned(),
                "Level 3 · vertical".to_owned(),
                "Lost".to_owned()
            ]
        );
        assert_eq!(words(won, level(0), "")[2], "Lost");
        assert_eq!(
            words("44", level(1), ""),
            [
                "You vs Mira".to_owned(),
                "Level 3 · unfinished".to_owned(),
                "2 moves".to_owned()
            ]
        );
        assert_eq!(
            words(won, None, ""),
            ["Red – Blue", "7 × 6, two players · vertical", "Red won"]
        );
        let named = words(won, Some((1, PlayerKind::Random)), "My win");
        assert_eq!(
            named,
            ["My win", "You beat Random · Random · vertical", "Won"]
        );
    }

    #[test]
    fn own_finished_games_with_help_are_marked() {
        let detail = |moves, kind| {
            let mut game_match = match_of(moves);
            game_match.set_computer(1, kind);
            let mut entry = LibraryGame::new("1-1", record::write(&game_match), 9).entry;
            entry.is_assisted = true;
            game_detail(&entry, Some(&game_match), false)
        };
        let level = Some(PlayerKind::Level(Level::Three));
        assert_eq!(
            detail("1212121", level),
            "Level 3 · vertical · with\u{a0}help"
        );
        assert_eq!(detail("44", level), "Level 3 · unfinished");
        assert_eq!(detail("1212121", None), "7 × 6, two players · vertical");
    }

    #[test]
    fn games_from_a_position_are_marked() {
        let start = "7/7/7/7/3b3/2baa2 a 7,6,4 2 g".parse().unwrap();
        let game_match = Match::with_default_seats(Game::from_position(start).unwrap());
        let entry = LibraryGame::new("1-1", record::write(&game_match), 9).entry;
        assert_eq!(
            game_detail(&entry, Some(&game_match), false),
            "7 × 6, two players · unfinished · from a position"
        );
    }

    #[test]
    fn games_of_a_cup_are_marked() {
        let game_match = match_of("1212121");
        let mut entry = LibraryGame::new("1-1", record::write(&game_match), 9).entry;
        entry.is_of_cup = true;
        assert_eq!(
            game_detail(&entry, Some(&game_match), true),
            "On the board · Cup · 7 × 6, two players · vertical"
        );
    }

    #[test]
    fn times_are_relative_to_today() {
        let time = |day, minute| LocalTime { day, minute };
        // 26 November 2026.
        let today = 20_783;
        let shown = |day, minute| when(time(day, minute), time(today, 1000));
        assert_eq!(shown(today, 14 * 60 + 20), "Today 14:20");
        assert_eq!(shown(today, 5), "Today 0:05");
        assert_eq!(shown(today - 1, 0), "Yesterday");
        assert_eq!(shown(today - 3, 0), "23 Nov");
        assert_eq!(shown(today - 329, 0), "1 Jan");
        assert_eq!(shown(today - 330, 0), "31 Dec 2025");
        // Of a computer whose clock was wrong.
        assert_eq!(shown(today + 1, 0), "27 Nov");
        assert_eq!(iso_date(today), "2026-11-26");
    }

    #[test]
    fn ratings_have_a_sign_and_no_minus() {
        let rose = ["Rating 1,082 · +14", "Your rating is 1,082, up 14."];
        assert_eq!(new_rating(1082, 14), rose);
        let fell = ["Rating 992 · −8", "Your rating is 992, down 8."];
        assert_eq!(new_rating(992, -8), fell);
        let stayed = ["Rating 0 · ±0", "Your rating is still 0."];
        assert_eq!(new_rating(-5, 0), stayed);
        assert_eq!(rating_trend(1082, 64), "Rating 1,082, up 64 this month");
        assert_eq!(rating_trend(900, -1), "Rating 900, down 1 this month");
        assert_eq!(rating_trend(1000, 0), "Rating 1,000");
    }
}
