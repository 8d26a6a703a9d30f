//! The view model of the board.

use crate::game::{
    options::ColumnLabels,
    session::{Event, HintStep, Session},
};
use four_shapes_records::PieceStyle;
use four_shapes_rules::{Cell, Column, Line, Player, Rules, Status, Step, Trace};

/// The view of the board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BoardView {
    pub(crate) rules: Rules,
    /// In the order of [`Rules::all_cells`].
    pub(crate) cells: Vec<CellView>,
    /// From left to right.
    pub(crate) columns: Vec<ColumnView>,
    pub(crate) labels: ColumnLabels,
    /// The completed lines.
    pub(crate) lines: Vec<Line>,
    /// The player to move and the style of their pieces, or `None` if the game is over.
    pub(crate) to_move: Option<(Player, PieceStyle)>,
    /// Whether a computer player is to move.
    pub(crate) computer_to_move: bool,
    /// Whether the game is not over, but no player can complete a line.
    pub(crate) dead: bool,
    /// The columns where a hint says to look.
    pub(crate) hinted_columns: Vec<Column>,
    /// The cell of the hint, if it is shown.
    pub(crate) hint: Option<Cell>,
    /// The cell selected for the next piece.
    pub(crate) selected: Option<Cell>,
    /// How the latest command ended the game; `None` if it did not.
    pub(crate) ending: Option<Ending>,
}

/// What the timing of the end of a game depends on: first the last piece lands, then the winning
/// pieces are marked one after another. Only what is seen and heard waits for that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ending {
    /// How far the last piece falls, in rows; 0 if the game ended without one, or has no gravity.
    pub(crate) fall: usize,
    /// The number of pieces to mark.
    pub(crate) marks: usize,
}

/// The view of one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CellView {
    pub(crate) cell: Cell,
    pub(crate) piece: Option<PieceView>,
    /// Whether a piece can be placed here. Only without gravity; otherwise see
    /// [`ColumnView::landing`].
    pub(crate) playable: bool,
}

/// The view of one piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PieceView {
    pub(crate) player: Player,
    pub(crate) piece_style: PieceStyle,
    pub(crate) emphasis: Emphasis,
    /// Whether the latest command placed it, so that it is animated.
    pub(crate) is_new: bool,
    /// Its place in the order in which the pieces of the trace are marked.
    pub(crate) order: usize,
}

/// The emphasis of a piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Emphasis {
    Plain,
    /// The last piece, if the game is not won.
    Last,
    /// Part of the trace.
    Marked,
    /// Not part of the trace that has ended the game.
    Dimmed,
}

/// The view of one column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ColumnView {
    pub(crate) column: Column,
    pub(crate) filled: usize,
    /// The cell where the next piece lands, or `None` if the column is full or the game is
    /// over.
    pub(crate) landing: Option<Cell>,
}

impl ColumnView {
    /// Whether the column is full.
    pub(crate) fn is_full(self, rules: Rules) -> bool {
        self.filled == usize::from(rules.rows())
    }
}

impl BoardView {
    pub(crate) fn of(session: &Session) -> Self {
        let game = session.game();
        let (rules, position) = (game.rules(), game.position());
        let piece_style = |player| session.current_match().seat(player).piece_style;
        let trace = match game.status() {
            Status::Won { trace, .. } => Some(trace),
            _ => None,
        };
        let to_move = session
            .player_to_move()
            .map(|player| (player, piece_style(player)));
        let marked = trace.map(|trace| trace.cells());
        let last = game.last_move();
        let placed = match session.event() {
            Event::Placed { cell, .. } => std::slice::from_ref(cell),
            _ => &[],
        };
        let redone = match session.event() {
            Event::Redone(steps) => steps.as_slice(),
            _ => &[],
        };
        // From the left and from below.
        let order = |cell| marked.as_ref()?.iter().position(|marked| *marked == cell);
        let emphasis = |cell| match (order(cell), &marked) {
            (Some(_), _) => Emphasis::Marked,
            (None, Some(_)) => Emphasis::Dimmed,
            (None, None) if last == Some(cell) => Emphasis::Last,
            (None, None) => Emphasis::Plain,
        };
        let cells = rules.all_cells().map(|cell| {
            let piece = position.piece_at(cell).map(|player| PieceView {
                player,
                piece_style: piece_style(player),
                emphasis: emphasis(cell),
                is_new: placed.contains(&cell) || redone.contains(&Step::Place(cell)),
                order: order(cell).unwrap_or(0),
            });
            CellView {
                cell,
                piece,
                playable: piece.is_none() && to_move.is_some() && !rules.gravity(),
            }
        });
        let columns = rules.all_columns().map(|column| ColumnView {
            column,
            filled: position.height(column),
            landing: to_move.and_then(|_| position.landing(column).ok()),
        });
        let (hinted_columns, hint) = match session.hint() {
            Some((hint, HintStep::Columns)) => (session.hint_columns(hint), None),
            Some((hint, _)) => (Vec::new(), Some(hint.cell)),
            None => (Vec::new(), None),
        };
        Self {
            rules,
            cells: cells.collect(),
            columns: columns.collect(),
            labels: session.options().labels,
            lines: trace.iter().flat_map(Trace::lines).collect(),
            to_move,
            computer_to_move: session.computer_to_move().is_some(),
            dead: to_move.is_some() && position.is_dead(),
            hinted_columns,
            hint,
            selected: session.selected(),
            ending: Ending::of(session),
        }
    }
}

/// Returns how many rows a piece falls to a cell, from above the board.
pub(crate) fn fall(rules: Rules, cell: Cell) -> usize {
    usize::from(rules.rows()) - cell.row()
}

impl Ending {
    /// Returns how the latest command ended the game, if it did.
    pub(crate) fn of(session: &Session) -> Option<Self> {
        let game = session.game();
        let fall = match session.event() {
            Event::Placed { cell, .. } if game.rules().gravity() => fall(game.rules(), *cell),
            Event::Placed { .. } | Event::DrawAgreed | Event::TimeForfeited => 0,
            _ => return None,
        };
        let marks = match game.status() {
            Status::ToMove(_) => return None,
            Status::Won { trace, .. } => trace.cells().len(),
            Status::WonOnTime(_) | Status::Drawn(_) => 0,
        };
        Some(Self { fall, marks })
    }

    // The times are in milliseconds from the command, as in `style/board.css`.

    /// When the last piece lands: `--landing`.
    pub(crate) fn landing_ms(self) -> u32 {
        (175 + 15 * self.fall as u32) * 74 / 100
    }

    /// When the first piece is marked: `--marking`.
    pub(crate) fn marking_ms(self) -> u32 {
        self.landing_ms() + 150
    }

    /// The time from one marked piece to the next: `--step`.
    pub(crate) fn step_ms(self) -> u32 {
        110.min(480 / self.marks.max(1) as u32)
    }

    /// When all pieces are marked and the line is drawn: `--marked`.
    pub(crate) fn marked_ms(self) -> u32 {
        self.marking_ms() + self.step_ms() * self.marks as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::session::Command;
    use four_shapes_records::{Match, SeriesScore};
    use four_shapes_rules::notation;

    fn session(rules: Rules, moves: &str) -> Session {
        let game_match = Match::with_default_seats(notation::parse(rules, moves).unwrap());
        let series_score = SeriesScore::new(&game_match);
        Session::new(game_match, series_score)
    }

    fn view(moves: &str) -> BoardView {
        BoardView::of(&session(Rules::CLASSIC, moves))
    }

    /// Returns the names of the cells whose piece matches a predicate.
    fn names(view: &BoardView, predicate: impl Fn(&PieceView) -> bool) -> String {
        let cells = view.cells.iter();
        let cells = cells.filter(|view| view.piece.as_ref().is_some_and(&predicate));
        let names: Vec<String> = cells.map(|view| view.cell.to_string()).collect();
        names.join(" ")
    }

    #[test]
    fn opened_game_has_no_new_pieces() {
        let view = view("4453");
        assert_eq!(names(&view, |_| true), "C1 D1 D2 E1");
        assert_eq!(names(&view, |piece| piece.emphasis == Emphasis::Last), "C1");
        assert_eq!(names(&view, |piece| piece.is_new), "");
        assert_eq!(view.columns[3].filled, 2);
        assert_eq!(view.columns[3].landing.unwrap().to_string(), "D3");
        assert_eq!(view.to_move.map(|(player, _)| player.index()), Some(0));
    }

    #[test]
    fn win_emphasizes_its_lines_and_fades_other_pieces() {
        let view = view("1212121");
        let piece_styles = |emphasis| names(&view, |piece| piece.emphasis == emphasis);
        assert_eq!(piece_styles(Emphasis::Marked), "A1 A2 A3 A4");
        assert_eq!(piece_styles(Emphasis::Dimmed), "B1 B2 B3");
        assert_eq!(view.lines.len(), 1);
        assert!(view.columns.iter().all(|column| column.landing.is_none()));
        assert_eq!(view.to_move, None);
    }

    #[test]
    fn only_the_command_that_ends_a_game_is_its_ending() {
        let mut session = session(Rules::CLASSIC, "121212");
        let mut after = |command| {
            session.apply(command);
            BoardView::of(&session).ending
        };
        let drop = |column| Command::Drop(Rules::CLASSIC.column(column).unwrap());
        assert_eq!(after(drop(6)), None);
        assert_eq!(after(drop(1)), Some(Ending { fall: 3, marks: 4 }));
        assert_eq!(after(drop(1)), None, "a refused move");
        assert_eq!(after(Command::Undo), None);
        assert_eq!(after(Command::Redo), None);
    }

    #[test]
    fn crossing_lines_are_marked_from_the_left_and_from_below() {
        let view = view("54214127311723362");
        assert_eq!(view.lines.len(), 2);
        let mut marked: Vec<_> = view.cells.iter().filter_map(|view| view.piece).collect();
        marked.retain(|piece| piece.emphasis == Emphasis::Marked);
        let orders: Vec<_> = marked.iter().map(|piece| piece.order).collect();
        assert_eq!(orders, (0..marked.len()).collect::<Vec<_>>());
    }

    #[test]
    fn only_pieces_of_the_latest_command_are_new() {
        let mut session = session(Rules::CLASSIC, "44");
        let new_pieces = |session: &Session| names(&BoardView::of(session), |piece| piece.is_new);
        session.apply(Command::Drop(Rules::CLASSIC.column(0).unwrap()));
        assert_eq!(new_pieces(&session), "A1");
        session.apply(Command::Undo);
        assert_eq!(new_pieces(&session), "");
        session.apply(Command::Redo);
        assert_eq!(new_pieces(&session), "A1");
    }

    #[test]
    fn without_gravity_empty_cells_are_open_until_the_end() {
        let playable = |moves| {
            let view = BoardView::of(&session(Rules::TIC_TAC_TOE, moves));
            let playable = view.cells.iter().filter(|view| view.playable);
            playable
                .map(|view| view.cell.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(playable("B2,A1").len(), 7);
        assert_eq!(playable("A1,B1,A2,B2,A3"), [""; 0]);
        assert!(view("44").cells.iter().all(|view| !view.playable));
    }

    #[test]
    fn full_column_has_no_landing() {
        let view = view("444444");
        assert_eq!(view.columns[3].landing, None);
        assert_eq!(view.columns[3].filled, 6);
        assert!(view.columns[2].landing.is_some());
    }
}
