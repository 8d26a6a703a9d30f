//! Messages about the review of a game and about what moves do.

use super::{details, game, list};
use crate::{
    game::session::to_end,
    msg,
    workers::{Evaluation, FactReport, StepAdvice},
};
use four_shapes_analysis::{Description, Judgement, explain::Theme};
use four_shapes_players::PlayerKind;
use four_shapes_records::Match;
use four_shapes_rules::{Cell, Direction, Step};

/// The accuracy of the players whose moves are enough to say; empty if there are none.
pub(crate) fn accuracies(game_match: &Match, accuracy: &[Option<u32>]) -> String {
    let players = game_match.rules().all_players().zip(accuracy);
    let known = players.filter_map(|(player, percent)| {
        let percent = msg::percent(&(*percent)?.to_string());
        let name = game_match.seat(player).name.as_str();
        Some(msg::player_accuracy(name, &percent))
    });
    let list = list(known);
    if list.is_empty() {
        return list;
    }
    msg::review_accuracy(&list)
}

/// What is said about a move of a reviewed game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct MomentWords {
    /// The number of the key moment and their count; empty for any other move.
    pub(crate) place: String,
    /// The symbol of the judgement, which is not announced; empty if the move was good.
    pub(crate) symbol: &'static str,
    /// The judgement; empty if the move was good.
    pub(crate) judgement: &'static str,
    /// The number of the move, and whether it was the decisive one of several.
    pub(crate) number: String,
    /// The move and what came of it.
    pub(crate) played: String,
    /// What is wrong with it; may be empty.
    pub(crate) drawback: String,
    /// The better move, with the accessible name of the button that shows it.
    pub(crate) better: String,
    /// What is good about it; may be empty.
    pub(crate) advantage: String,
    /// The cells of both.
    pub(crate) cells: [String; 2],
}

impl MomentWords {
    /// All of it, for screen readers.
    pub(crate) fn announcement(&self) -> String {
        let end = |text: &str| match text {
            "" => String::new(),
            text if text.ends_with(['.', '!', '…']) => text.to_owned() + " ",
            text => text.to_owned() + ". ",
        };
        let parts = [
            &*self.place,
            &self.number,
            self.judgement,
            &self.played,
            &self.drawback,
            &self.better,
            &self.advantage,
        ];
        parts.map(end).concat().trim_end().to_owned()
    }
}

/// The place of a step among the key moments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Counted from 1.
    pub(crate) number: usize,
    pub(crate) count: usize,
    pub(crate) is_decisive: bool,
    /// Whether the decisive one left the opponent the winning move.
    pub(crate) leaves_win: bool,
}

/// What is said about a step, with the evaluations before and after it.
pub(crate) fn moment_words(
    game_match: &Match,
    step: usize,
    judgement: Option<Judgement>,
    advice: Option<&StepAdvice>,
    [before, after]: [Option<&Evaluation>; 2],
    place: Option<Place>,
) -> MomentWords {
    let Some(Step::Place(cell)) = step
        .checked_sub(1)
        .and_then(|before| game_match.game().steps().get(before))
    else {
        return MomentWords::default();
    };
    let names = names(game_match, step);
    let [_, opponent] = names;
    let cell = cell.to_string();
    let error = judgement.filter(|judgement| judgement.is_error());
    let mover = game::mover(game_match, step - 1);
    let played = msg::review_played(
        game_match.seat(mover).name.as_str(),
        game::who(game_match, mover),
        &cell,
    );
    let outcome = error.map(|error| {
        // The score is for the player with the first move.
        let own = |after: &Evaluation| match mover.index() {
            0 => after.score,
            _ => -after.score,
        };
        let own = after.filter(|after| after.proved).map(own);
        let has_won = to_end(game_match).game().status().winner() == Some(mover);
        match (error, own) {
            (Judgement::MissedWin, _) if has_won => msg::review_risked_win().to_owned(),
            (Judgement::MissedWin, _) => msg::review_missed_win().to_owned(),
            (Judgement::OverlookedWin, _) => msg::review_overlooked_win().to_owned(),
            (Judgement::OverlookedThreat, _) => msg::review_let_win_now(opponent),
            (_, Some(..0)) => msg::review_let_win(opponent),
            (_, Some(_)) if has_won => msg::review_risked_win().to_owned(),
            (_, Some(_)) => msg::review_gave_win_away().to_owned(),
            (_, None) => msg::review_gave_chances(opponent),
        }
    });
    let fact = |fact: &Option<FactReport>| {
        let fact = fact.as_ref().filter(|fact| !is_distant(fact, step));
        let fact = fact.map(|fact| self::fact(fact, names));
        fact.map_or_else(String::new, |fact| msg::review_fact(&fact))
    };
    let better_cell = advice.map_or_else(String::new, |advice| advice.better.to_string());
    let better = advice.map(|_| match before.map(|before| before.description) {
        Some(Description::Wins { moves: Some(1) }) => msg::review_won_now(&better_cell),
        Some(Description::Wins { .. }) => msg::review_won(&better_cell),
        Some(Description::Draw) => msg::review_drew(&better_cell),
        Some(Description::Loses { .. } | Description::HasLost) => msg::review_lasted(&better_cell),
        _ => msg::review_better(&better_cell),
    });
    // That a win was missed is said with the move already.
    let drawback = advice.map(|advice| &advice.drawback);
    let drawback = drawback.filter(|fact| {
        let is_missed_win = |fact: &FactReport| fact.theme == Theme::MissesWin;
        let says_so = matches!(error, Some(Judgement::MissedWin | Judgement::OverlookedWin));
        !(says_so && fact.as_ref().is_some_and(is_missed_win))
    });
    let drawback = drawback.map_or_else(String::new, fact);
    // That the opponent wins at once says all of it.
    let is_loss_at_once =
        |fact: &FactReport| matches!(fact.theme, Theme::LeavesWin | Theme::GivesWin);
    let loses_at_once = advice
        .and_then(|advice| advice.drawback.as_ref())
        .is_some_and(is_loss_at_once);
    let (outcome, drawback) = match outcome {
        Some(_) if loses_at_once => (Some(drawback), String::new()),
        outcome => (outcome, drawback),
    };
    let decisive = place.filter(|place| place.is_decisive && place.count > 1);
    let decisive = decisive.map(|place| {
        let label = if place.leaves_win {
            msg::review_last_mistake()
        } else {
            msg::review_decisive()
        };
        label.to_owned()
    });
    MomentWords {
        place: place.map_or_else(String::new, |place| {
            msg::key_moment(place.number as u64, place.count as u64)
        }),
        symbol: error.map_or("", mark),
        judgement: error.map_or("", game::judgement),
        number: details([msg::review_move(step as u64)].into_iter().chain(decisive)),
        played: match outcome {
            Some(outcome) => [&played, " ", &outcome].concat(),
            None => played,
        },
        drawback,
        better: better.unwrap_or_default(),
        advantage: advice.map_or_else(String::new, |advice| fact(&advice.advantage)),
        cells: [cell, better_cell],
    }
}

/// Moves from before a step, by the players who make them.
pub(crate) fn variation(game_match: &Match, step: usize, moves: &[Cell]) -> String {
    let first = game::mover(game_match, step - 1).index();
    let name = |number| {
        let player = game_match.rules().player_after(first + number);
        game_match.seat(player).name.as_str()
    };
    let moves = moves.iter().enumerate();
    msg::review_variation(&list(
        moves.map(|(number, cell)| msg::variation_move(name(number), &cell.to_string())),
    ))
}

/// The announcement of a trial.
pub(crate) fn trying(trial: &Match) -> String {
    msg::trying_against(&trial_opponent(trial))
}

/// What is said about a trial.
pub(crate) fn trial_of(trial: &Match) -> String {
    msg::trial_detail(&trial_opponent(trial))
}

fn trial_opponent(trial: &Match) -> String {
    let mut seats = trial.setup().seats().iter();
    let opponent = seats.find_map(|seat| Some((seat.name.as_str(), seat.computer?)));
    opponent.map_or_else(String::new, |(name, kind)| match kind {
        PlayerKind::Level(level) => msg::opponent_of_level(name, level.number().into()),
        kind => game::computer_in_words(kind),
    })
}

/// A move with its judgement: `Move 9, Red: A2 (blunder)`.
pub(crate) fn judged_step_of(
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
        Judgement::OverlookedWin | Judgement::OverlookedThreat => "?!",
        Judgement::Mistake => "?",
        Judgement::Blunder | Judgement::MissedWin => "??",
        Judgement::Best | Judgement::Fine | Judgement::SlowerWin => "",
    }
}

/// A fact about a move in a cell, which is or would be this step.
pub(crate) fn move_fact_of(
    game_match: &Match,
    step: usize,
    cell: Cell,
    fact: &FactReport,
) -> String {
    let fact = self::fact(fact, names(game_match, step));
    msg::move_fact(&cell.to_string(), &fact)
}

/// The names of the player who made a step and of the opponent, for the inside of a sentence.
fn names(game_match: &Match, step: usize) -> [&str; 2] {
    let mover = game::mover(game_match, step - 1);
    let opponent = game_match.rules().player_after(mover.index() + 1);
    [mover, opponent].map(|player| {
        if game::is_you(game_match, player) {
            msg::you_inside()
        } else {
            game_match.seat(player).name.as_str()
        }
    })
}

/// The number of first moves that are too far from the end of the game to be explained by it.
const EARLY_MOVES: usize = 12;

/// Whether a fact about a step explains an early move by the end of the game.
pub(crate) fn is_distant(fact: &FactReport, step: usize) -> bool {
    step <= EARLY_MOVES && matches!(fact.theme, Theme::Zugzwang | Theme::AllowsZugzwang)
}

/// What a move does, as the end of a sentence.
fn fact(fact: &FactReport, [player, opponent]: [&str; 2]) -> String {
    let FactReport { theme, cells, line } = fact;
    let name = |cell: Option<&Cell>| cell.map_or_else(String::new, ToString::to_string);
    let (first, second, reply) = (name(cells.first()), name(cells.get(1)), name(line.get(1)));
    match theme {
        Theme::Wins => msg::fact_wins(&line_or_cells(cells)),
        Theme::MissesWin => msg::fact_misses_win(&join(cells, msg::cells_or)),
        Theme::LeavesWin => msg::fact_leaves_win(opponent, &join(cells, msg::cells_or)),
        Theme::GivesWin => msg::fact_gives_win(opponent, &first),
        Theme::DoubleThreat => msg::fact_double_threat(&join(cells, msg::cells_and)),
        Theme::ForcedWin => msg::fact_forced_win(&join(cells, msg::cells_and)),
        Theme::AllowsDoubleThreat => {
            msg::fact_allows_double_threat(opponent, &reply, &join(cells, msg::cells_and))
        }
        Theme::AllowsForcedWin => {
            msg::fact_allows_forced_win(opponent, &join(cells, msg::cells_and))
        }
        Theme::Zugzwang => msg::fact_zugzwang(opponent, &first),
        Theme::AllowsZugzwang => msg::fact_allows_zugzwang(player, &first),
        Theme::OnlyWin => msg::fact_only_win().to_owned(),
        Theme::OnlyDraw => msg::fact_only_draw().to_owned(),
        Theme::Blocks => msg::fact_blocks(&line_or_cells(cells)),
        Theme::PreventsDoubleThreat => {
            msg::fact_prevents_double_threat(opponent, &reply, &join(cells, msg::cells_and))
        }
        Theme::PreventsForcedWin => msg::fact_prevents_forced_win(opponent),
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
        Theme::BestLine if fact.line.len() % 2 == 1 => msg::fact_best_line_wins().to_owned(),
        Theme::BestLine => msg::fact_best_line_loses().to_owned(),
    }
}

/// The cells of one line by its ends, `row B1–E1`; others, such as those of two lines, one by one.
fn line_or_cells(cells: &[Cell]) -> String {
    line(cells).unwrap_or_else(|| join(cells, msg::cells_and))
}

/// A line by its ends, if the cells are one, in its order.
fn line(cells: &[Cell]) -> Option<String> {
    let [first, .., last] = cells else {
        return None;
    };
    let coordinates = |cell: &Cell| (cell.column().index() as i8, cell.row() as i8);
    let mut steps = cells.windows(2).map(|pair| {
        let [from, to] = [&pair[0], &pair[1]].map(coordinates);
        (to.0 - from.0, to.1 - from.1)
    });
    let step = steps.next()?;
    let direction = match step {
        (1, 0) => Direction::Horizontal,
        (0, 1) => Direction::Vertical,
        (1, 1) => Direction::Diagonal,
        (1, -1) => Direction::AntiDiagonal,
        _ => return None,
    };
    let name = game::direction_name(direction);
    let is_line = steps.all(|it| it == step);
    is_line.then(|| msg::line(name, &first.to_string(), &last.to_string()))
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

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn lines_are_named_by_their_ends() {
        let named = |names: &str| {
            let cells: Vec<Cell> = names.split(' ').map(|name| name.parse().unwrap()).collect();
            line_or_cells(&cells)
        };
        assert_eq!(named("C1 D1 E1 F1"), "row C1–F1");
        assert_eq!(named("C1 C2 C3 C4"), "column C1–C4");
        assert_eq!(named("A1 B2 C3 D4 E5"), "diagonal A1–E5");
        assert_eq!(named("A4 B3 C2 D1"), "diagonal A4–D1");
        assert_eq!(
            named("A1 A2 A3 A4 B4 C4 D4"),
            "A1, A2, A3, A4, B4, C4 and D4"
        );
        assert_eq!(named("A1 B1 D1"), "A1, B1 and D1");
        assert_eq!(named("D4"), "D4");
    }
}
