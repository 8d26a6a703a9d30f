//! Messages about the end of a game.

use super::game::{is_you_in, lines_of, move_number, who_in};
use crate::{
    game::session::{Session, move_count},
    msg::{self, grouped},
};
use four_shapes_records::Match;
use four_shapes_rules::{Direction, DrawReason, Line, Player, Status};

/// How a game ended: `You win!`, `Red wins`, `A draw`.
pub(crate) fn result_title(session: &Session) -> String {
    let game_match = session.current_match();
    let Some(player) = session.game().status().winner() else {
        return msg::result_draw().to_owned();
    };
    let name = game_match.seat(player).name.as_str();
    let who = who_in(session, player);
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
            let own = move_count(game).div_ceil(game.rules().players().into());
            let piece = ordinal(own as u64);
            if is_you_in(session, player) {
                msg::result_your_piece(&lines, &piece)
            } else {
                msg::result_their_piece(&lines, &piece)
            }
        }
        Status::WonOnTime(_) => {
            let loser = game.position().to_move();
            if is_you_in(session, loser) {
                msg::result_your_time().to_owned()
            } else {
                msg::result_time(game_match.seat(loser).name.as_str())
            }
        }
        Status::Drawn(DrawReason::Full) => msg::result_full().to_owned(),
        Status::Drawn(DrawReason::Agreed) => msg::result_agreed().to_owned(),
    }
}

/// A figure of the result: a number, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Figure {
    pub(crate) value: String,
    pub(crate) label: String,
}

/// What is found out about a game after its end, by its review and from the library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// `None` until the review is complete.
    pub(crate) review: Option<ReviewFindings>,
    /// The number of games that the only human has won in a row.
    pub(crate) wins_in_row: Option<u32>,
}

/// What the review of a game has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReviewFindings {
    /// The accuracy of each player in percent, if enough of their moves count.
    pub(crate) accuracy: Vec<Option<u32>>,
    /// The number of key moments.
    pub(crate) key_moments: usize,
    /// The step, counted from 1, at which the only human gave the result away.
    pub(crate) decisive: Option<usize>,
    /// Whether that step left the winning move.
    pub(crate) leaves_win: bool,
}

/// The minimum number of own moves for which an accuracy is shown.
const MIN_MOVES: usize = 6;
/// The minimum accuracy that is shown, in percent: a lower one only discourages.
const MIN_ACCURACY: u32 = 20;
/// The minimum number of own moves and the minimum accuracy of a game that was close until one move
/// lost it.
const CLOSE_MOVES: usize = 8;
const CLOSE_ACCURACY: u32 = 70;

/// The figures of a result: at most three, and those that mean something for its players.
pub(crate) fn result_figures(session: &Session, findings: &Findings) -> Vec<Figure> {
    let game_match = session.current_match();
    let figure = |value, label: String| Figure { value, label };
    let moves = move_count(session.game()) as u64;
    let length = figure(grouped(moves), msg::figure_moves(moves));
    let humans: Vec<Player> = humans(game_match).collect();
    if game_match.rules().players() != 2 || humans.is_empty() {
        return vec![length];
    }
    let pending = || msg::figure_pending().to_owned();
    let review = findings.review.as_ref();
    let accuracy = |player: Player| {
        let has_enough = own_moves(session, player) >= MIN_MOVES;
        has_enough.then_some(())?;
        let Some(review) = review else {
            return Some(pending());
        };
        let percent = accuracy_of(review, player).filter(|percent| *percent >= MIN_ACCURACY);
        percent.map(|percent| msg::percent(&percent.to_string()))
    };
    let key_moments = review.map(|review| review.key_moments as u64);
    let key_moments = figure(
        key_moments.map_or_else(pending, grouped),
        msg::figure_key_moments(key_moments.unwrap_or(0)),
    );
    if let [player] = humans[..] {
        let wins = findings.wins_in_row.filter(|wins| *wins > 1);
        let wins = wins.map(|wins| {
            let label = msg::figure_wins_in_row().to_owned();
            figure(grouped(wins.into()), label)
        });
        let accuracy = accuracy(player);
        let accuracy = accuracy.map(|value| figure(value, msg::figure_accuracy().to_owned()));
        return match (accuracy, wins) {
            (Some(accuracy), wins) => vec![accuracy, key_moments, wins.unwrap_or(length)],
            (None, Some(wins)) => vec![length, key_moments, wins],
            (None, None) => vec![length, key_moments],
        };
    }
    let of = |player: &Player| {
        let name = game_match.seat(*player).name.as_str();
        accuracy(*player).map(|value| figure(value, msg::figure_accuracy_of(name)))
    };
    let accuracies: Vec<Figure> = humans.iter().filter_map(of).collect();
    let length = (accuracies.len() < humans.len()).then_some(length);
    let figures = length.into_iter().chain(accuracies);
    figures.chain([key_moments]).collect()
}

/// Returns the number of a player's moves in a game of two.
fn own_moves(session: &Session, player: Player) -> usize {
    (move_count(session.game()) + 1 - player.index().min(1)) / 2
}

fn accuracy_of(review: &ReviewFindings, player: Player) -> Option<u32> {
    *review.accuracy.get(player.index())?
}

/// What the only human, who did not win, can learn from a game; `None` if there is none.
pub(crate) fn result_lesson(session: &Session, findings: &Findings) -> Option<String> {
    let game_match = session.current_match();
    let mut humans = humans(game_match);
    let (player, others) = (humans.next()?, humans.next());
    let winner = session.game().status().winner();
    if others.is_some() || winner == Some(player) || game_match.rules().players() != 2 {
        return None;
    }
    let Some(review) = &findings.review else {
        return Some(msg::lesson_pending().to_owned());
    };
    let lesson = match (review.decisive, review.key_moments) {
        (Some(_), count) if review.leaves_win => {
            let winner = winner.map_or("", |winner| game_match.seat(winner).name.as_str());
            // Earlier ones may have lost the game already.
            let lesson = if count > 1 {
                msg::lesson_last_mistake
            } else {
                msg::lesson_left_win
            };
            lesson(winner)
        }
        (Some(_), 0..=1) if winner.is_some() => {
            let accuracy = accuracy_of(review, player).unwrap_or(0);
            let is_close = accuracy >= CLOSE_ACCURACY && own_moves(session, player) >= CLOSE_MOVES;
            let lesson = if is_close {
                msg::lesson_close
            } else {
                msg::lesson_lost
            };
            lesson().to_owned()
        }
        (Some(_), 0..=1) => msg::lesson_drawn().to_owned(),
        (Some(step), _) => msg::lesson_turned(move_number(game_match, step)),
        (None, 0) => msg::lesson_none().to_owned(),
        (None, _) => msg::lesson_several().to_owned(),
    };
    Some(lesson)
}

/// The humans who play, in the order of their moves.
fn humans(game_match: &Match) -> impl Iterator<Item = Player> {
    let players = game_match.rules().all_players();
    players.filter(|player| game_match.seat(*player).computer.is_none())
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
    use four_shapes_records::{Match, SeriesScore};
    use four_shapes_rules::{Rules, notation};

    /// A game of 17 moves that the first player wins.
    const LONG: &str = "54214127311723362";

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

    fn shown(session: &Session, findings: &Findings) -> String {
        let figures = result_figures(session, findings).into_iter();
        let figures: Vec<_> = figures
            .map(|figure| [figure.value, figure.label].join(" "))
            .collect();
        figures.join(", ")
    }

    #[test]
    fn figures_are_those_of_the_humans() {
        let mut findings = Findings::default();
        let game = |computers: &[usize]| session(Rules::CLASSIC, LONG, computers);
        let alone = "… accuracy, … key moments, 17 moves";
        assert_eq!(shown(&game(&[1]), &findings), alone);
        assert_eq!(shown(&game(&[0, 1]), &findings), "17 moves");
        let short = session(Rules::CLASSIC, "1212121", &[1]);
        assert_eq!(shown(&short, &findings), "7 moves, … key moments");
        findings = Findings {
            review: Some(ReviewFindings {
                accuracy: vec![Some(94), Some(19)],
                key_moments: 1,
                decisive: None,
                leaves_win: false,
            }),
            wins_in_row: Some(3),
        };
        let percent = msg::percent("94");
        let alone = format!("{percent} accuracy, 1 key moment, 3 wins in a row");
        assert_eq!(shown(&game(&[1]), &findings), alone);
        let second = "17 moves, 1 key moment, 3 wins in a row";
        assert_eq!(shown(&game(&[0]), &findings), second);
        let few = "7 moves, 1 key moment, 3 wins in a row";
        assert_eq!(shown(&short, &findings), few);
        findings.wins_in_row = None;
        assert_eq!(shown(&game(&[0]), &findings), "17 moves, 1 key moment");
        let two = format!("17 moves, {percent} Red’s accuracy, 1 key moment");
        assert_eq!(shown(&game(&[]), &findings), two);
        if let Some(review) = &mut findings.review {
            review.accuracy = vec![Some(94), Some(94)];
        }
        let two = format!("{percent} Red’s accuracy, {percent} Blue’s accuracy, 1 key moment");
        assert_eq!(shown(&game(&[]), &findings), two);
    }

    #[test]
    fn who_did_not_win_alone_learns_why() {
        let lost = session(Rules::CLASSIC, "1212121", &[0]);
        let lesson = |session: &Session, findings: &Findings| result_lesson(session, findings);
        let pending = Findings::default();
        assert_eq!(
            lesson(&session(Rules::CLASSIC, "1212121", &[]), &pending),
            None
        );
        assert_eq!(
            lesson(&session(Rules::CLASSIC, "1212121", &[1]), &pending),
            None
        );
        assert_eq!(
            lesson(&lost, &pending).unwrap(),
            "Looking for the move that decided it…"
        );
        let found = |key_moments, decisive| Findings {
            review: Some(ReviewFindings {
                accuracy: vec![None, Some(40)],
                key_moments,
                decisive,
                leaves_win: false,
            }),
            wins_in_row: None,
        };
        for (key_moments, decisive, words) in [
            (1, Some(6), "One move lost it."),
            (3, Some(6), "It turned on move 6."),
            (2, None, "No single move decided it."),
            (0, None, "No mistakes found. Well played."),
        ] {
            assert_eq!(lesson(&lost, &found(key_moments, decisive)).unwrap(), words);
        }
        let long = session(Rules::CLASSIC, LONG, &[0]);
        let close = |game: &Session, accuracy| {
            let mut found = found(1, Some(6));
            if let Some(review) = &mut found.review {
                review.accuracy = vec![None, Some(accuracy)];
            }
            lesson(game, &found).unwrap()
        };
        assert_eq!(close(&long, 70), "So close: one move lost it.");
        assert_eq!(close(&long, 69), "One move lost it.");
        assert_eq!(close(&lost, 94), "One move lost it.");
        for (key_moments, words) in [
            (1, "One move gave Red the win."),
            (3, "Your last mistake let Red win."),
        ] {
            let mut left = found(key_moments, Some(6));
            if let Some(review) = &mut left.review {
                review.leaves_win = true;
            }
            assert_eq!(lesson(&lost, &left).unwrap(), words);
        }
        let draw = "751266663125545231771336712163473755442442";
        let drawn = session(Rules::CLASSIC, draw, &[0]);
        assert_eq!(
            lesson(&drawn, &found(1, Some(6))).unwrap(),
            "One move let the win slip."
        );
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
