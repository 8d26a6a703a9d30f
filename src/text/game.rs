//! Messages about the game: players, cells, status, events, refusals.

use super::{list, one_based};
use crate::{
    game::{
        options::ColumnLabels,
        presets::{Preset, PresetName},
        session::{CommandError, Event, Exercise, Hint, HintStep, Session, move_count},
        thinking::Speed,
        view_model::{CellView, ColumnView, Emphasis, PieceView},
    },
    msg,
    storage::person::Side,
    workers::{Evaluation, MoveEvaluation},
};
use four_shapes_analysis::{Description, Judgement, Reason, threats_after};
use four_shapes_players::{Level, PlayerKind, TieBreak};
use four_shapes_records::{Match, PieceStyle, Setup, TimeControl};
use four_shapes_rules::{
    Cell, Direction, DrawReason, MoveError, Player, Rules, RulesConfig, Status, Step, SwapError,
    Trace,
};
use four_shapes_styles::Style;

/// A player's piece: `red circle`.
pub(crate) fn piece_of(style: PieceStyle) -> String {
    msg::piece(style.colour.id(), style.shape.id())
}

/// The line below a player's name: the shape or the computer player.
pub(crate) fn seat_detail(style: PieceStyle, computer: Option<PlayerKind>) -> String {
    match computer {
        Some(_) => player_kind(computer),
        None => msg::shape(style.shape.id()),
    }
}

/// The line below a computer player's name while it thinks.
pub(crate) fn thinking_for(percent: u8) -> String {
    match percent {
        0 => msg::thinking().to_owned(),
        percent => msg::thinking_percent(percent.into()),
    }
}

/// The content of a cell.
pub(crate) fn cell_content(piece: Option<PieceView>) -> String {
    let Some(piece) = piece else {
        return msg::cell_empty().to_owned();
    };
    let style = piece_of(piece.piece_style);
    match piece.emphasis {
        Emphasis::Plain | Emphasis::Dimmed => style,
        Emphasis::Last => msg::cell_last(&style),
        Emphasis::Marked => msg::cell_winning(&style),
    }
}

/// The name of a column's button.
pub(crate) fn column_button(column: ColumnView, labels: ColumnLabels, rules: Rules) -> String {
    let label = labels.of(column.column);
    if column.is_full(rules) {
        msg::column_full(&label)
    } else {
        msg::column_filled(&label, column.filled as u64, rules.rows().into())
    }
}

/// The name of a cell's button.
pub(crate) fn cell_button_name(view: CellView) -> String {
    msg::cell_button(&view.cell.to_string(), &cell_content(view.piece))
}

fn name(game: &Match, player: Player) -> &str {
    game.seat(player).name.as_str()
}

/// Whether a player is spoken to as *you*: the only human among computer players, or a human of that
/// name, as in a cup against bots.
pub(crate) fn is_you(game: &Match, player: Player) -> bool {
    let seat = game.seat(player);
    game.setup().lone_human() == Some(game.seat_index(player))
        || (seat.computer.is_none() && seat.name.as_str() == msg::you())
}

/// How messages address a player, as they select by it.
pub(super) fn who(game: &Match, player: Player) -> &'static str {
    if is_you(game, player) { "you" } else { "other" }
}

/// Whether a player of the game on the board is spoken to as *you*: also the one who is here, if the
/// others are elsewhere.
pub(super) fn is_you_in(session: &Session, player: Player) -> bool {
    let game_match = session.current_match();
    match session.remote() {
        Some(_) => !session.is_remote_seat(game_match.seat_index(player)),
        None => is_you(game_match, player),
    }
}

/// How messages address a player of the game on the board.
pub(super) fn who_in(session: &Session, player: Player) -> &'static str {
    if is_you_in(session, player) {
        "you"
    } else {
        "other"
    }
}

/// The name of the computer player of a level.
pub(crate) fn opponent_name(level: Level) -> String {
    msg::level_name(level.number().into())
}

/// The offer of an easier opponent.
pub(crate) fn try_opponent(level: Level) -> String {
    msg::try_easier(&opponent_name(level))
}

/// The offer to play from the position of an exercise against a level.
pub(crate) fn play_exercise(level: Level) -> String {
    msg::play_against(&opponent_name(level))
}

/// The line below that name: `3 · plans a little`.
pub(crate) fn opponent_detail(level: Level) -> String {
    let level = level.number().into();
    msg::level_detail(level, &msg::level_character(level))
}

/// The name of a computer player: that of its level, or of its kind.
pub(crate) fn computer_name(kind: PlayerKind) -> String {
    match kind {
        PlayerKind::Level(level) => opponent_name(level),
        _ => player_kind(Some(kind)),
    }
}

/// A computer player with its level: `Mira, level 3`.
pub(crate) fn computer_in_words(kind: PlayerKind) -> String {
    match kind {
        PlayerKind::Level(level) => {
            msg::opponent_of_level(&opponent_name(level), level.number().into())
        }
        _ => player_kind(Some(kind)),
    }
}

/// The status line; `dead` if no player can complete a line any more.
pub(crate) fn status(session: &Session, dead: bool) -> String {
    let (game, game_match) = (session.game(), session.current_match());
    let name = |player| name(game_match, player);
    // Somebody else may have played a shared game.
    let who = |player| {
        if session.is_shared() {
            "other"
        } else {
            who_in(session, player)
        }
    };
    match game.status() {
        // What was achieved is said beside the board.
        _ if session.is_finished_exercise() => String::new(),
        Status::ToMove(next) if dead => msg::to_move_dead(name(next), who(next)),
        // Among computer players only the speed is of interest.
        Status::ToMove(next) if session.needs_computer_move() && !session.only_computers() => {
            msg::is_thinking(name(next))
        }
        Status::ToMove(next) if session.is_remote_to_move() => {
            if session.is_unsent() {
                msg::to_send_to(name(next))
            } else {
                msg::waiting_for(name(next))
            }
        }
        Status::ToMove(_)
            if session.is_remote_game() && !session.is_live() && game.steps().is_empty() =>
        {
            msg::to_move_first().to_owned()
        }
        Status::ToMove(next) if game_match.may_swap() => msg::to_move_swap(name(next), who(next)),
        Status::ToMove(next) => msg::to_move(name(next), who(next)),
        Status::Won { player, .. } | Status::WonOnTime(player)
            if session.series_score().is_decided() =>
        {
            msg::won_series(name(player), who(player))
        }
        Status::Won { player, .. } => {
            let wins = msg::wins(name(player), who(player));
            if session.is_exercise() {
                return wins;
            }
            match move_count(game) {
                // A position that was set up.
                0 => wins,
                moves => msg::won(moves as u64, &wins),
            }
        }
        Status::WonOnTime(player) => msg::won_on_time(name(player), who(player)),
        Status::Drawn(DrawReason::Full) => msg::drawn_full().to_owned(),
        Status::Drawn(DrawReason::Agreed) => msg::drawn_agreed().to_owned(),
    }
}

/// The time of a clock, in few words: `5 min`, `90 s`.
pub(crate) fn short_time(seconds: u16) -> String {
    if seconds.is_multiple_of(60) {
        msg::minutes(&(seconds / 60).to_string())
    } else {
        msg::seconds(&seconds.to_string())
    }
}

/// A clock in few words: `5 min + 3 s`, `20 s per move`.
pub(crate) fn clock_summary(time_control: TimeControl) -> String {
    match time_control {
        TimeControl::Game { initial, increment } => {
            let time = short_time(initial.get());
            match increment {
                0 => time,
                increment => {
                    msg::clock_with_increment(&time, &msg::seconds(&increment.to_string()))
                }
            }
        }
        TimeControl::Move(limit) => msg::clock_per_move_of(&msg::seconds(&limit.to_string())),
    }
}

/// A side in a game against a computer player.
pub(crate) fn side(side: Side) -> &'static str {
    match side {
        Side::First => msg::side_first(),
        Side::Second => msg::side_second(),
        Side::Random => msg::side_random(),
    }
}

/// How a game was won: `with diagonal B1–E4`; empty if it wasn't.
pub(crate) fn winning_lines_of(session: &Session) -> String {
    match session.game().status() {
        // In a puzzle or lesson, what was achieved is said beside the board.
        Status::Won { trace, .. } if matches!(session.exercise(), None | Some(Exercise::Trial)) => {
            msg::winning_lines(&lines_of(&trace))
        }
        _ => String::new(),
    }
}

/// Lines by their ends: `row A1–D1, diagonal A1–D4`.
pub(super) fn lines_of(trace: &Trace) -> String {
    list(trace.lines().map(|line| {
        let direction = direction_name(line.direction());
        let [first, last] = line.ends().map(|cell| cell.to_string());
        msg::line(direction, &first, &last)
    }))
}

/// A direction: `diagonal`.
pub(crate) fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Horizontal => msg::direction_horizontal(),
        Direction::Vertical => msg::direction_vertical(),
        Direction::Diagonal | Direction::AntiDiagonal => msg::direction_diagonal(),
    }
}

/// The announcement of an event, before the status; may be empty.
pub(crate) fn event(session: &Session) -> String {
    let (setup, game_match) = (session.setup(), session.current_match());
    let board = || board_of(setup);
    match session.event() {
        Event::Opened
        | Event::DrawAgreed
        | Event::TimeForfeited
        | Event::Resumed
        | Event::HintRequested
        | Event::ExerciseFinished
        | Event::OptionsSet => String::new(),
        Event::Placed { player, cell } => {
            let placed = msg::placed(name(game_match, *player), &cell.to_string());
            if session.is_lost() {
                [&placed, " ", msg::you_lost()].concat()
            } else {
                placed
            }
        }
        Event::Selected(cell) if setup.rules().gravity() => {
            msg::press_again_drop(&cell.to_string())
        }
        Event::Selected(cell) => msg::press_again_place(&cell.to_string()),
        Event::Undone(made) => msg::undid(&steps(made)),
        Event::Redone(made) => msg::redid(&steps(made)),
        Event::CursorMoved { cursor: 0, .. } => msg::at_start().to_owned(),
        Event::CursorMoved { cursor, .. } => msg::at_step(*cursor as u64),
        Event::Swapped => {
            let first = session.game().start().to_move();
            msg::swapped(name(game_match, first), who_in(session, first))
        }
        Event::ComputerSet(seat) => computer_set(setup, *seat),
        Event::Paused => msg::paused_computer().to_owned(),
        Event::HintShown => hint(session).unwrap_or_default(),
        Event::HintsAllowed(true) => msg::help_allowed().to_owned(),
        Event::HintsAllowed(false) => msg::help_forbidden().to_owned(),
        Event::Started => new_game_started(setup),
        Event::Loaded => msg::loaded(&board()),
        Event::SharedOpened if session.is_shared() => msg::shared_opened_saved(&board()),
        Event::SharedOpened => msg::shared_opened(&board()),
        Event::ReturnedToOwn => msg::returned().to_owned(),
        Event::SharedKept => msg::kept().to_owned(),
        Event::Rejected(error) => command_error(error, session.options().labels),
    }
}

/// Undone or redone steps: `D3, D2`.
fn steps(steps: &[Step]) -> String {
    list(steps.iter().map(|step| match step {
        Step::Place(cell) => cell.to_string(),
        Step::Swap => msg::step_swap().to_owned(),
        Step::AgreeDraw => msg::step_draw().to_owned(),
        Step::TimeForfeit => msg::step_time().to_owned(),
    }))
}

/// A speed of games between computer players.
pub(crate) fn speed_name(speed: Speed) -> &'static str {
    match speed {
        Speed::Slow => msg::speed_slow(),
        Speed::Normal => msg::speed_normal(),
        Speed::Fast => msg::speed_fast(),
    }
}

fn computer_set(setup: &Setup, seat: usize) -> String {
    let seat = setup.seats().get(seat);
    seat.map_or_else(String::new, |seat| match seat.computer {
        None => msg::plays_human(seat.name.as_str()),
        Some(_) => msg::plays_computer(&player_kind(seat.computer), seat.name.as_str()),
    })
}

/// The kind of player: `Human`, `Level 3`.
pub(crate) fn player_kind(computer: Option<PlayerKind>) -> String {
    match computer {
        None => msg::human().to_owned(),
        Some(PlayerKind::Level(level)) => msg::level(level.number().into()),
        Some(PlayerKind::Lookahead { plies, ties }) => {
            let message = match ties {
                TieBreak::Random => msg::lookahead_random,
                TieBreak::Left => msg::lookahead_left,
                TieBreak::Right => msg::lookahead_right,
            };
            message(plies.get().into())
        }
        Some(PlayerKind::Mcts { milliseconds }) => {
            msg::monte_carlo(&think_time(milliseconds.get()))
        }
        Some(PlayerKind::Random) => msg::random().to_owned(),
    }
}

fn think_time(milliseconds: u32) -> String {
    if milliseconds.is_multiple_of(1000) {
        msg::seconds(&(milliseconds / 1000).to_string())
    } else {
        msg::milliseconds(&milliseconds.to_string())
    }
}

/// The kind of player in a drop-down list, with a description of the first and last levels.
pub(crate) fn player_option(computer: Option<PlayerKind>) -> String {
    match computer {
        Some(PlayerKind::Level(level @ Level::One)) => msg::level_beginner(level.number().into()),
        Some(PlayerKind::Level(level @ Level::Six)) => msg::level_perfect(level.number().into()),
        computer => player_kind(computer),
    }
}

/// The tie-breaking rule of a lookahead player.
pub(crate) fn ties_name(ties: TieBreak) -> &'static str {
    match ties {
        TieBreak::Random => msg::ties_random(),
        TieBreak::Left => msg::ties_left(),
        TieBreak::Right => msg::ties_right(),
    }
}

/// The evaluation of a move.
pub(crate) fn evaluation(evaluation: &Evaluation, best: bool) -> String {
    let text = if evaluation.proved {
        description(evaluation.description)
    } else {
        msg::eval_chance(&chance(evaluation, evaluation.score))
    };
    if best { msg::eval_best(&text) } else { text }
}

fn description(description: Description) -> String {
    match description {
        Description::Wins { moves: Some(moves) } => msg::eval_wins_in(moves.into()),
        Description::Loses { moves: Some(moves) } => msg::eval_loses_in(moves.into()),
        Description::HasLost => msg::eval_has_lost().to_owned(),
        Description::Wins { moves: None } => msg::eval_wins().to_owned(),
        Description::Loses { moves: None } => msg::eval_loses().to_owned(),
        // Estimates are percentages.
        _ => msg::eval_draw().to_owned(),
    }
}

/// The chance to win with a score from −100 to 100, as a percentage; draws count half.
fn chance(evaluation: &Evaluation, score: i8) -> String {
    let percent = match evaluation.description {
        Description::ExpectedScore(percent) => percent.into(),
        _ => i16::from(score).midpoint(100),
    };
    msg::percent(&percent.to_string())
}

/// Evaluations of moves in a few characters: all as `W3`, `=` and `L7` or, if some are estimates,
/// all as chances to win.
pub(crate) fn short_evaluations(moves: &[MoveEvaluation]) -> Vec<String> {
    let has_estimates = has_estimates(moves);
    let short = |m: &MoveEvaluation| match m.evaluation.description {
        _ if !m.evaluation.proved => chance(&m.evaluation, m.evaluation.score),
        Description::Wins { .. } if has_estimates => msg::percent("100"),
        Description::Wins { moves: Some(moves) } => msg::short_wins_in(moves.into()),
        Description::Wins { moves: None } => msg::short_wins().to_owned(),
        Description::Loses { .. } | Description::HasLost if has_estimates => msg::percent("0"),
        Description::Loses { moves: Some(moves) } => msg::short_loses_in(moves.into()),
        Description::Loses { moves: None } | Description::HasLost => msg::short_loses().to_owned(),
        _ => msg::short_draw().to_owned(),
    };
    moves.iter().map(short).collect()
}

fn has_estimates(moves: &[MoveEvaluation]) -> bool {
    moves.iter().any(|m| !m.evaluation.proved)
}

/// Returns the best move nearest to the centre, which is that of the hint.
fn best_move<'a>(game_match: &Match, moves: &'a [MoveEvaluation]) -> Option<&'a MoveEvaluation> {
    let columns = usize::from(game_match.rules().columns());
    let off_centre = |m: &&MoveEvaluation| (2 * m.cell.column().index() + 1).abs_diff(columns);
    moves.iter().filter(|m| m.best).min_by_key(off_centre)
}

/// The best move and where it leads; empty if no move is evaluated.
fn verdict(game_match: &Match, moves: &[MoveEvaluation]) -> String {
    let Status::ToMove(player) = game_match.game().status() else {
        return String::new();
    };
    let Some(best) = best_move(game_match, moves) else {
        return String::new();
    };
    let who = who(game_match, player);
    let (player, cell) = (name(game_match, player), best.cell.to_string());
    let cell = cell.as_str();
    match best.evaluation.description {
        Description::Wins { moves: Some(1) } => msg::verdict_wins_now(player, who, cell),
        Description::Wins { moves: Some(moves) } => {
            msg::verdict_wins_in(player, who, moves.into(), cell)
        }
        Description::Wins { moves: None } => msg::verdict_wins(player, who, cell),
        Description::Draw => msg::verdict_draws(player, who, cell),
        Description::Loses { moves: Some(1) } => msg::verdict_loses_now(player, who),
        Description::Loses { moves: Some(moves) } => {
            msg::verdict_loses_in(player, who, moves.into(), cell)
        }
        Description::Loses { moves: None } | Description::HasLost => {
            msg::verdict_loses(player, who)
        }
        _ => msg::verdict_best(player, cell, &evaluation(&best.evaluation, false)),
    }
}

/// The best move, where it leads, and which lines it threatens.
pub(crate) fn explained_verdict(game_match: &Match, moves: &[MoveEvaluation]) -> String {
    let verdict = verdict(game_match, moves);
    let threats = best_move(game_match, moves).map_or_else(Vec::new, |best| {
        threats_after(game_match.game().position(), best.cell)
    });
    match &threats[..] {
        [] => verdict,
        [cell] => msg::verdict_threatens(&verdict, &cell.to_string()),
        [cells @ .., last] => {
            let cells = list(cells.iter().map(Cell::to_string));
            msg::verdict_threatens_at_once(&verdict, &cells, &last.to_string())
        }
    }
}

/// The evaluation of a position, with the player for whom it is.
pub(crate) fn evaluation_of(game_match: &Match, evaluation: &Evaluation) -> String {
    if evaluation.description == Description::Draw {
        return msg::eval_draw().to_owned();
    }
    let mover = game_match.rules().player_after(evaluation.player.into());
    msg::eval_of_player(name(game_match, mover), &position_evaluation(evaluation))
}

/// The evaluation of a position for the player to move.
pub(crate) fn position_evaluation(evaluation: &Evaluation) -> String {
    match evaluation.description {
        proved if evaluation.proved => description(proved),
        // The score is for the first player.
        _ if evaluation.player == 0 => msg::eval_chance(&chance(evaluation, evaluation.score)),
        _ => msg::eval_chance(&chance(evaluation, -evaluation.score)),
    }
}

/// Returns the player who made a step.
pub(crate) fn mover(game_match: &Match, step: usize) -> Player {
    game_match.game().mover(step)
}

/// The number of the move of a step, counted from 1.
pub(super) fn move_number(game_match: &Match, step: usize) -> u64 {
    one_based(pieces_before(game_match, step.saturating_sub(1)))
}

/// The number of pieces before a step. A swap is a step, but not a move.
fn pieces_before(game_match: &Match, step: usize) -> usize {
    let swaps = game_match.game().steps()[..step].contains(&Step::Swap);
    step - usize::from(swaps)
}

/// The name of a bar of the graph: the position after a step, and its evaluation if known,
/// and the judgement of an error.
pub(crate) fn graph_bar_label(
    game_match: &Match,
    step: usize,
    error: Option<Judgement>,
    evaluation: Option<&Evaluation>,
) -> String {
    let position = self::step(game_match, step);
    let position = match error {
        Some(error) => judged(&position, error),
        None => position,
    };
    let Some(evaluation) = evaluation else {
        return position;
    };
    msg::graph_bar(&position, &evaluation_of(game_match, evaluation))
}

/// A judgement: `blunder`.
pub(super) fn judgement(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Best => msg::judgement_best(),
        Judgement::Fine => msg::judgement_fine(),
        Judgement::SlowerWin => msg::judgement_slower_win(),
        Judgement::Mistake => msg::judgement_mistake(),
        Judgement::Blunder => msg::judgement_blunder(),
        Judgement::MissedWin => msg::judgement_missed_win(),
        Judgement::OverlookedWin => msg::judgement_overlooked_win(),
        Judgement::OverlookedThreat => msg::judgement_overlooked_threat(),
    }
}

/// A move with its judgement: `Move 9, Red: A2 (blunder)`.
pub(crate) fn judged(step: &str, judgement: Judgement) -> String {
    msg::judged_step(step, self::judgement(judgement))
}

/// Whether the graph of a match goes up for an advantage of the player who moves second: the user.
pub(crate) fn graph_is_reversed(game_match: &Match) -> bool {
    let [first, second] = [0, 1].map(|n| is_you(game_match, game_match.rules().player_after(n)));
    game_match.setup().seats().len() == 2 && second && !first
}

/// The explanation of the graph.
pub(crate) fn graph_explanation(game_match: &Match) -> String {
    match game_match.setup().seats().len() {
        2 => {
            let mut names = [0, 1].map(|n| {
                let player = game_match.rules().player_after(n);
                if is_you(game_match, player) {
                    msg::you_inside()
                } else {
                    name(game_match, player)
                }
            });
            if graph_is_reversed(game_match) {
                names.reverse();
            }
            let [up, down] = names;
            msg::graph_two(up, down)
        }
        _ => msg::graph_many().to_owned(),
    }
}

/// A position of a game by the step that led to it: `Move 5, Red: D3`.
pub(crate) fn step(game_match: &Match, step: usize) -> String {
    let Some(before) = step.checked_sub(1) else {
        return msg::step_start().to_owned();
    };
    match game_match.game().steps().get(before) {
        Some(Step::Place(cell)) => {
            let pieces = pieces_before(game_match, before);
            let mover = name(game_match, mover(game_match, before));
            msg::step_place(one_based(pieces), mover, &cell.to_string())
        }
        Some(Step::Swap) => msg::step_swapped().to_owned(),
        Some(Step::AgreeDraw) => msg::step_agreed().to_owned(),
        Some(Step::TimeForfeit) => msg::step_out_of_time().to_owned(),
        None => String::new(),
    }
}

/// What is shown of the hint.
fn hint(session: &Session) -> Option<String> {
    let (hint, step) = session.hint()?;
    let Hint { cell, reason, swap } = hint;
    let cell = &cell.to_string();
    Some(match step {
        HintStep::Columns => {
            let columns = session.hint_columns(hint).into_iter();
            let labels = session.options().labels;
            let columns = list(columns.map(|column| labels.of(column)));
            match reason {
                Reason::WinsNow => msg::hint_columns_win(&columns),
                Reason::Blocks => msg::hint_columns_block(&columns),
                _ => msg::hint_columns(&columns),
            }
        }
        HintStep::Move if swap => msg::hint_swap(cell),
        HintStep::Move => msg::hint_move(cell),
        HintStep::Reason => match reason {
            Reason::WinsNow | Reason::WinsIn(1) => msg::hint_wins_now(cell),
            Reason::Blocks => msg::hint_blocks(cell),
            Reason::WinsIn(moves) => msg::hint_wins_in(cell, moves.into()),
            Reason::Wins => msg::hint_wins(cell),
            Reason::OnlyMove => msg::hint_only_move(cell),
            Reason::KeepsDraw => msg::hint_keeps_draw(cell),
            Reason::Delays(moves @ 2..) => msg::hint_delays(cell, moves.into()),
            Reason::Delays(_) | Reason::Loses => msg::hint_hardest(cell),
            Reason::BestGuess => msg::hint_best_guess(cell),
        },
    })
}

/// Which of the three steps of the hint is shown, or why there is none.
pub(crate) fn hint_step(session: &Session) -> Option<&'static str> {
    if session.is_competing() {
        return Some(msg::refused_in_cup());
    }
    if session.is_remote_game() {
        return Some(msg::refused_remote());
    }
    let (_, step) = session.hint()?;
    Some(match step {
        HintStep::Columns => msg::hint_step_first(),
        HintStep::Move => msg::hint_step_second(),
        HintStep::Reason => msg::hint_step_third(),
    })
}

/// The reason why a command was rejected.
pub(crate) fn command_error(error: &CommandError, labels: ColumnLabels) -> String {
    match error {
        CommandError::Move(MoveError::ColumnFull(column)) => msg::refused_full(&labels.of(*column)),
        CommandError::Move(MoveError::Occupied(cell)) => msg::refused_occupied(&cell.to_string()),
        CommandError::Move(error) => msg::refused_move(&error.to_string()),
        CommandError::GameOver => msg::refused_over().to_owned(),
        CommandError::ExerciseFinished => msg::refused_done().to_owned(),
        CommandError::OtherToMove(name) => msg::refused_computer(name.as_str()),
        CommandError::EarlierPosition => msg::refused_earlier_position().to_owned(),
        // It is asked for, which is announced.
        CommandError::NeedsConsent(_) => String::new(),
        CommandError::TurnPassed => msg::refused_late().to_owned(),
        CommandError::HintsNotAllowed => msg::refused_no_help().to_owned(),
        CommandError::Competition => msg::refused_in_cup().to_owned(),
        CommandError::Remote => msg::refused_remote().to_owned(),
        CommandError::NothingToUndo => msg::refused_undo().to_owned(),
        CommandError::NothingToRedo => msg::refused_redo().to_owned(),
        CommandError::Swap(SwapError::RuleOff | SwapError::Players(_)) => {
            msg::refused_no_swap().to_owned()
        }
        CommandError::Swap(SwapError::NotNow) => msg::refused_swap_late().to_owned(),
        CommandError::Draw(_) => msg::refused_can_win().to_owned(),
        CommandError::ReadOnly => msg::refused_read_only().to_owned(),
        CommandError::NoSharedMatch | CommandError::NoExercise => {
            msg::refused_no_shared_game().to_owned()
        }
    }
}

/// The announcement of a new game.
pub(crate) fn new_game_started(setup: &Setup) -> String {
    msg::started(&board_of(setup))
}

/// A game for announcements: `7 columns, 6 rows, 4 in a row, against Coco, level 2`.
fn board_of(setup: &Setup) -> String {
    let rules = setup.rules();
    let [columns, rows] = [rules.columns(), rules.rows()].map(u64::from);
    let board = msg::board(columns, rows, rules.connect().into());
    let mut seats = setup.seats().iter();
    let players = match (setup.lone_human(), setup.seats().len()) {
        (Some(_), 2) => {
            let computer = seats.find_map(|seat| seat.computer);
            computer.map(|kind| msg::against(&computer_in_words(kind)))
        }
        (_, 2) => None,
        (_, count) => Some(msg::players_of_game(count as u64)),
    };
    list([board].into_iter().chain(players))
}

/// A preset: `Classic 7 × 6`.
pub(crate) fn preset_name(preset: Preset) -> String {
    let message = match preset.name {
        PresetName::Classic => msg::preset_classic,
        PresetName::Small => msg::preset_small,
        PresetName::Large => msg::preset_large,
        PresetName::ThreeInARow => msg::preset_three,
        PresetName::FourInARow => msg::preset_four,
        PresetName::FiveInARow => msg::preset_five,
    };
    message(&msg::size(preset.columns.into(), preset.rows.into()))
}

/// The maximum number of players on a board.
pub(crate) fn max_players_of(config: RulesConfig) -> String {
    let RulesConfig {
        columns,
        rows,
        connect,
        ..
    } = config;
    let max = Rules::max_players(columns, rows, connect);
    let size = msg::size(columns.into(), rows.into());
    msg::most_players(&size, connect.into(), max.into())
}

/// A summary of the rules: `7 × 6, 4 in a row`.
pub(crate) fn rules_of(rules: Rules) -> String {
    let RulesConfig {
        columns,
        rows,
        connect,
        players,
        gravity,
    } = rules.config();
    let size = msg::size(columns.into(), rows.into());
    let [connect, players] = [connect, players].map(u64::from);
    match (gravity, players) {
        (true, 2) => msg::rules_drop(&size, connect),
        (false, 2) => msg::rules_place(&size, connect),
        (true, players) => msg::rules_drop_many(&size, connect, players),
        (false, players) => msg::rules_place_many(&size, connect, players),
    }
}

/// A position of a match: `Move 5, Red: D3. Blue to move.`
pub(crate) fn position_at(game_match: &Match) -> String {
    let step = step(game_match, game_match.game().cursor());
    msg::position_step(&step, &position_status(game_match))
}

/// Who is to move in a position of a match, or how it has ended.
pub(crate) fn position_status(game_match: &Match) -> String {
    let name = |player| name(game_match, player);
    let who = |player| who(game_match, player);
    match game_match.game().status() {
        Status::ToMove(next) => msg::to_move(name(next), who(next)),
        Status::Won { player, trace } => {
            msg::won_line(name(player), who(player), &lines_of(&trace))
        }
        Status::WonOnTime(player) => msg::won_on_time(name(player), who(player)),
        Status::Drawn(_) => msg::drawn().to_owned(),
    }
}

/// The pieces row by row, for screen readers.
pub(crate) fn rows_of_pieces(game_match: &Match) -> String {
    let (rules, position) = (game_match.rules(), game_match.game().position());
    let row = |row: u8| {
        let cells = rules
            .all_cells()
            .filter(|cell| cell.row() == usize::from(row));
        let pieces: Vec<String> = cells
            .filter_map(|cell| {
                let owner = position.piece_at(cell)?;
                Some(msg::cell_owner(&cell.to_string(), name(game_match, owner)))
            })
            .collect();
        (!pieces.is_empty()).then(|| msg::row_pieces(one_based(row.into()), &list(pieces)))
    };
    let rows: Vec<String> = (0..rules.rows()).filter_map(row).collect();
    rows.join(" ")
}

/// Names of the buttons to the first, previous, next and last position.
pub(crate) fn position_buttons() -> [&'static str; 4] {
    [
        msg::step_first(),
        msg::step_previous(),
        msg::step_next(),
        msg::step_last(),
    ]
}

/// The kinds of data that the page stores.
pub(crate) fn stored_kinds() -> [&'static str; 10] {
    [
        msg::stored_game(),
        msg::stored_by_links(),
        msg::stored_library(),
        msg::stored_settings(),
        msg::stored_scores(),
        msg::stored_puzzles(),
        msg::stored_setup(),
        msg::stored_tournament(),
        msg::stored_aside(),
        msg::stored_page(),
    ]
}

/// The explanation of the scores in the table of moves; empty for an empty table.
pub(crate) fn score_explanation(moves: &[MoveEvaluation]) -> &'static str {
    match moves {
        [] => "",
        moves if has_estimates(moves) => msg::scores_percent(),
        _ => msg::scores_exact(),
    }
}

/// A text style.
pub(crate) fn style_name(style: Style) -> &'static str {
    match style {
        Style::Shapes => msg::style_shapes(),
        Style::Letters => msg::style_letters(),
        Style::XAndO => msg::style_x_and_o(),
        Style::BoardGames => msg::style_board_games(),
    }
}

/// The instructions, in paragraphs.
pub(crate) fn help_paragraphs(setup: &Setup) -> [String; 3] {
    let rules = setup.rules();
    let turns = match (setup.seats(), rules.gravity()) {
        ([first, second], gravity) => {
            let [first, second] = [first, second].map(|seat| piece_of(seat.piece_style));
            let message = if gravity {
                msg::help_drop_two
            } else {
                msg::help_place_two
            };
            message(&first, &second)
        }
        (seats, true) => msg::help_drop_many(seats.len() as u64),
        (seats, false) => msg::help_place_many(seats.len() as u64),
    };
    let goal = msg::help_goal(rules.connect().into());
    [turns, goal, msg::help_draw().to_owned()]
}

/// Keys, separated by spaces, and their functions.
pub(crate) fn keys(rules: Rules) -> Vec<(&'static str, &'static str)> {
    // From eight columns on, H is one of them.
    let hint = if rules.columns() < 8 { "H ?" } else { "?" };
    if rules.gravity() {
        vec![
            ("← →", msg::keys_columns()),
            ("Home End", msg::keys_ends_columns()),
            ("A … O", msg::keys_letter_column()),
            ("1 … 9", msg::keys_number_column()),
            ("Enter Space ↓", msg::keys_drop()),
            ("Z Y", msg::keys_undo()),
            (hint, msg::keys_hint()),
        ]
    } else {
        vec![
            ("← → ↑ ↓", msg::keys_cells()),
            ("Home End", msg::keys_ends_cells()),
            ("A … O", msg::keys_letter_column()),
            ("1 … 9", msg::keys_number_row()),
            ("Enter Space", msg::keys_place()),
            ("Z Y", msg::keys_undo()),
            (hint, msg::keys_hint()),
        ]
    }
}
