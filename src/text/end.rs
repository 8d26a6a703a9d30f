//! Messages about the end of a game.

use super::game::{is_you, lines_of, who};
use crate::{game::session::Session, msg};
use four_shapes_rules::{Direction, DrawReason, Line, Status};

/// How a game ended: `You win!`, `Red wins`, `A draw`.
pub(crate) fn result_title(session: &Session) -> String {
    let game_match = session.current_match();
    let Some(player) = session.game().status().winner() else {
        return msg::result_draw().to_owned();
    };
    let name = game_match.seat(player).name.as_str();
    let who = who(game_match, player);
    if session.series_score().is_decided() {
        msg::won_series(name, who)
    } else {
        msg::wins(name, who)
    }
}

/// What ended a game: `On the diagonal A1–D4, with your 6th piece`.
pub(crate) fn result_detail(session: &Session) -> String {
    let (game, game_match) = (session.game(), session.current_match());
    match game.status() {
        Status::ToMove(_) => String::new(),
        Status::Won { player, trace } => {
            let mut lines = trace.lines();
            let lines = match (lines.next(), lines.next()) {
                (Some(line), None) => on_line(line),
                _ => msg::result_lines(&lines_of(&trace)),
            };
            let own = game
                .position()
                .pieces()
                .div_ceil(game.rules().players().into());
            let piece = ordinal(own as u64);
            if is_you(game_match, player) {
                msg::result_your_piece(&lines, &piece)
            } else {
                msg::result_their_piece(&lines, &piece)
            }
        }
        Status::WonOnTime(_) => {
            let loser = game.position().to_move();
            if is_you(game_match, loser) {
                msg::result_your_time().to_owned()
            } else {
                msg::result_time(game_match.seat(loser).name.as_str())
            }
        }
        Status::Drawn(DrawReason::Full) => msg::result_full().to_owned(),
        Status::Drawn(DrawReason::Agreed) => msg::result_agreed().to_owned(),
    }
}

/// Where a line is: `On the diagonal A1–D4`.
fn on_line(line: Line) -> String {
    let message = match line.direction() {
        Direction::Horizontal => msg::result_row,
        Direction::Vertical => msg::result_column,
        Direction::Diagonal | Direction::AntiDiagonal => msg::result_diagonal,
    };
    let [first, last] = line.ends().map(|cell| cell.to_string());
    message(&first, &last)
}

/// An ordinal number: `1st`, `12th`, `22nd`.
fn ordinal(number: u64) -> String {
    let ending = match number % 100 {
        11..=13 => 0,
        _ => number % 10,
    };
    msg::ordinal(ending, number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::session::Command;
    use four_shapes_players::PlayerKind;
    use four_shapes_records::SeriesScore;
    use four_shapes_rules::{Rules, notation};

    fn session(rules: Rules, moves: &str, computers: &[usize]) -> Session {
        let mut game_match = Match::with_default_seats(notation::parse(rules, moves).unwrap());
        for &seat in computers {
            game_match.set_computer(seat, Some(PlayerKind::Random));
        }
        let series_score = SeriesScore::new(&game_match);
        Session::new(game_match, series_score)
    }

    fn result(rules: Rules, moves: &str, computers: &[usize]) -> (String, String) {
        let session = session(rules, moves, computers);
        (result_title(&session), result_detail(&session))
    }

    #[test]
    fn a_win_is_told_from_the_view_of_the_only_human() {
        let told = |computers| {
            let (title, detail) = result(Rules::CLASSIC, "1212121", computers);
            [title, detail]
        };
        let theirs = "In the column A1–A4, with their 4th piece";
        assert_eq!(told(&[]), ["Red wins", theirs]);
        assert_eq!(told(&[0]), ["Red wins", theirs]);
        assert_eq!(told(&[0, 1]), ["Red wins", theirs]);
        let yours = "In the column A1–A4, with your 4th piece";
        assert_eq!(told(&[1]), ["You win!", yours]);
    }

    #[test]
    fn all_lines_and_draws_are_told() {
        let (_, detail) = result(Rules::CLASSIC, "54214127311723362", &[]);
        assert_eq!(
            detail,
            "On several lines at once: column B1–B4, diagonal B4–E1, with their 9th piece"
        );
        let draw = "751266663125545231771336712163473755442442";
        let (title, detail) = result(Rules::CLASSIC, draw, &[]);
        assert_eq!((&*title, &*detail), ("A draw", "The board is full"));
        let mut session = session(Rules::TIC_TAC_TOE, "B2,A1,C3,A3,A2,C2,B1,B3", &[]);
        session.apply(Command::AgreeDraw);
        assert_eq!(result_detail(&session), "No one could win any more");
    }

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 113].map(ordinal);
        assert_eq!(
            ordinals.join(" "),
            "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th 113th"
        );
    }
}
