//! The keyboard of the board.

use super::Target;
use four_shapes_rules::{Cell, Rules};

/// The action of a key press on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyAction {
    /// Move the focus.
    Focus(Target),
    /// Move the focus to the column with a letter or complete number, and drop if the
    /// settings say so.
    FocusByLabel(Target),
    /// Drop into the focused column.
    Drop,
    Undo,
    Redo,
    Hint,
}

/// The time in milliseconds within which a second digit continues a number.
const DIGIT_TIMEOUT: f64 = 900.0;

/// Translates key presses to actions. Stores the number typed so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeyReader {
    /// The number and the time of the last digit in milliseconds.
    typed: Option<(usize, f64)>,
}

/// A key press.
pub(super) struct KeyPress<'a> {
    /// The `key` of the keyboard event.
    pub(super) key: &'a str,
    /// The time in milliseconds.
    pub(super) time: f64,
    pub(super) shift: bool,
    /// Whether Ctrl or, on a Mac, ⌘ is pressed.
    pub(super) ctrl_or_meta: bool,
    /// The number of the first column.
    pub(super) first_column: usize,
    /// Whether another control has the focus, which may use keys like arrows itself.
    pub(super) elsewhere: bool,
}

impl KeyReader {
    /// Returns the action of a key press while `at` has the focus or, if another control has it,
    /// is the board's tab stop. Returns `None` to leave it to the browser.
    pub(super) fn read(
        &mut self,
        rules: Rules,
        at: Target,
        press: &KeyPress<'_>,
    ) -> Option<KeyAction> {
        let is_named = press.key.len() > 1;
        if press.elsewhere && is_named {
            return None;
        }
        let typed = self.typed.take();
        if press.ctrl_or_meta {
            return match press.key {
                "z" | "Z" if press.shift => Some(KeyAction::Redo),
                "z" | "Z" => Some(KeyAction::Undo),
                "y" | "Y" => Some(KeyAction::Redo),
                _ => None,
            };
        }
        match (press.key, at) {
            ("z" | "Z", _) => return Some(KeyAction::Undo),
            ("y" | "Y", _) => return Some(KeyAction::Redo),
            ("?", _) => return Some(KeyAction::Hint),
            // Otherwise it is the letter of a column.
            ("h" | "H", _) if rules.columns() < 8 => return Some(KeyAction::Hint),
            ("ArrowDown", Target::Column(_)) => return Some(KeyAction::Drop),
            _ => {}
        }
        let (columns, rows) = (usize::from(rules.columns()), usize::from(rules.rows()));
        let (mut column, mut row) = match at {
            Target::Column(column) => (column.index(), 0),
            Target::Cell(cell) => (cell.column().index(), cell.row()),
        };
        // Letters choose a column; digits do as well with gravity, otherwise a row.
        let (numbered, first) = match at {
            Target::Column(_) => (columns, press.first_column),
            Target::Cell(_) => (rows, 1),
        };
        let mut complete = false;
        match press.key {
            "ArrowLeft" => column = column.saturating_sub(1),
            "ArrowRight" => column = (column + 1).min(columns - 1),
            "Home" => column = 0,
            "End" => column = columns - 1,
            key => {
                if let Some(digit) = key.parse().ok().filter(|_| key.len() == 1) {
                    let highest = numbered + first - 1;
                    let number = self.number(typed, highest, digit, press.time);
                    let index = number
                        .checked_sub(first)
                        .filter(|&index| index < numbered)?;
                    match at {
                        Target::Column(_) => {
                            column = index;
                            complete = number == 0 || number * 10 > highest;
                        }
                        Target::Cell(_) => row = index,
                    }
                } else if let Some(index) = letter(rules, key) {
                    column = index;
                    complete = matches!(at, Target::Column(_));
                } else {
                    let Target::Cell(cell) = at else { return None };
                    row = vertical(rules, cell, key)?;
                }
            }
        }
        let target = match at {
            Target::Column(_) => Target::Column(rules.column(column)?),
            Target::Cell(_) => Target::Cell(rules.cell(column, row)?),
        };
        Some(if complete {
            KeyAction::FocusByLabel(target)
        } else {
            KeyAction::Focus(target)
        })
    }

    /// Appends a digit to the number typed so far if the result is at most `highest`;
    /// otherwise starts a new number.
    fn number(
        &mut self,
        typed: Option<(usize, f64)>,
        highest: usize,
        digit: usize,
        time: f64,
    ) -> usize {
        let before = typed
            .filter(|(_, then)| time - then < DIGIT_TIMEOUT)
            .map_or(0, |(number, _)| number);
        let number = Some(before * 10 + digit)
            .filter(|&number| before > 0 && number <= highest)
            .unwrap_or(digit);
        self.typed = Some((number, time));
        number
    }
}

/// Returns the index of the column with a key's letter.
fn letter(rules: Rules, key: &str) -> Option<usize> {
    let letter = *key.as_bytes().first().filter(|_| key.len() == 1)?;
    let index = letter.to_ascii_lowercase().checked_sub(b'a')?;
    (index < rules.columns()).then_some(index.into())
}

/// Returns the row to which a key moves in a column of cells.
fn vertical(rules: Rules, at: Cell, key: &str) -> Option<usize> {
    let top = usize::from(rules.rows()) - 1;
    match key {
        "ArrowUp" => Some((at.row() + 1).min(top)),
        "ArrowDown" => Some(at.row().saturating_sub(1)),
        "PageUp" => Some(top),
        "PageDown" => Some(0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::RulesConfig;

    fn rules(columns: u32) -> Rules {
        let classic = Rules::CLASSIC.config();
        Rules::new(RulesConfig { columns, ..classic }).unwrap()
    }

    /// Types keys with this many milliseconds between them, starting on the fourth column, and
    /// returns the number of the column reached.
    fn typed(columns: u32, keys: &[&str], apart: f64) -> usize {
        let rules = rules(columns);
        let mut reader = KeyReader::default();
        let mut at = rules.column(3).unwrap();
        let mut time = 0.0;
        for key in keys {
            time += apart;
            let press = press(key, time);
            let key = reader.read(rules, Target::Column(at), &press);
            if let Some(
                KeyAction::Focus(Target::Column(column))
                | KeyAction::FocusByLabel(Target::Column(column)),
            ) = key
            {
                at = column;
            }
        }
        at.index() + 1
    }

    fn press(key: &str, time: f64) -> KeyPress<'_> {
        KeyPress {
            key,
            time,
            first_column: 1,
            shift: false,
            ctrl_or_meta: false,
            elsewhere: false,
        }
    }

    #[test]
    fn arrows_stop_at_the_edges() {
        assert_eq!(typed(7, &["ArrowLeft", "ArrowLeft"], 0.0), 2);
        assert_eq!(typed(7, &["ArrowLeft"; 9], 0.0), 1);
        assert_eq!(typed(7, &["ArrowRight"; 9], 0.0), 7);
        assert_eq!(typed(7, &["End"], 0.0), 7);
        assert_eq!(typed(7, &["End", "Home"], 0.0), 1);
    }

    #[test]
    fn digits_choose_a_column() {
        assert_eq!(typed(7, &["6"], 0.0), 6);
        assert_eq!(typed(7, &["1", "2"], 100.0), 2);
        assert_eq!(typed(7, &["9"], 0.0), 4, "there is no column 9");
        assert_eq!(typed(7, &["0"], 0.0), 4);
    }

    #[test]
    fn letters_choose_a_column() {
        assert_eq!(typed(7, &["a"], 0.0), 1);
        assert_eq!(typed(7, &["G"], 0.0), 7);
        assert_eq!(typed(7, &["k"], 0.0), 4, "there is no column K");
        assert_eq!(typed(15, &["h"], 0.0), 8);
        assert_eq!(typed(15, &["1", "o"], 100.0), 15);
    }

    #[test]
    fn two_quick_digits_are_one_number_where_there_is_such_a_column() {
        assert_eq!(typed(15, &["1", "2"], 100.0), 12);
        assert_eq!(typed(15, &["1", "0"], 100.0), 10);
        assert_eq!(typed(15, &["1", "2"], 2000.0), 2);
        assert_eq!(typed(15, &["1", "9"], 100.0), 9);
        assert_eq!(typed(15, &["1", "ArrowLeft", "2"], 100.0), 2);
        assert_eq!(typed(15, &["1", "2", "3"], 100.0), 3);
    }

    #[test]
    fn a_digit_is_complete_when_none_can_follow() {
        let columns = |columns, first, keys: &[&str]| {
            let rules = rules(columns);
            let at = Target::Column(rules.column(1).unwrap());
            let mut reader = KeyReader::default();
            let read = |key: &&str| {
                let press = KeyPress {
                    first_column: first,
                    ..press(key, 0.0)
                };
                match reader.read(rules, at, &press) {
                    Some(KeyAction::FocusByLabel(Target::Column(column))) => {
                        format!("{}!", column.index())
                    }
                    Some(KeyAction::Focus(Target::Column(column))) => column.index().to_string(),
                    _ => "-".to_owned(),
                }
            };
            keys.iter().map(read).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(columns(7, 1, &["1", "7", "8", "0"]), "0! 6! - -");
        assert_eq!(columns(9, 1, &["1", "9"]), "0! 8!");
        assert_eq!(columns(15, 1, &["2", "1", "2", "1", "9"]), "1! 0 11! 0 8!");
        assert_eq!(columns(7, 0, &["0", "6", "7"]), "0! 6! -");
        assert_eq!(columns(15, 0, &["1", "4", "0", "9"]), "1 14! 0! 9!");
        assert_eq!(columns(10, 0, &["1", "9"]), "1! 9!");
        assert_eq!(columns(7, 1, &["ArrowRight"]), "2");
        assert_eq!(columns(15, 1, &["B", "1"]), "1! 0");
    }

    #[test]
    fn commands_undo_and_redo() {
        let read = |key, shift| {
            let press = KeyPress {
                shift,
                ctrl_or_meta: true,
                ..press(key, 0.0)
            };
            let at = Rules::CLASSIC.column(0).unwrap();
            KeyReader::default().read(Rules::CLASSIC, Target::Column(at), &press)
        };
        assert_eq!(read("z", false), Some(KeyAction::Undo));
        assert_eq!(read("Z", true), Some(KeyAction::Redo));
        assert_eq!(read("y", false), Some(KeyAction::Redo));
        assert_eq!(read("1", false), None, "that is the browser’s");
    }

    #[test]
    fn keys_that_other_controls_use_are_left_to_them() {
        let read = |key| {
            let press = KeyPress {
                elsewhere: true,
                ..press(key, 0.0)
            };
            let at = Rules::CLASSIC.column(0).unwrap();
            KeyReader::default().read(Rules::CLASSIC, Target::Column(at), &press)
        };
        for key in ["ArrowLeft", "ArrowDown", "Home", "End", "Enter", " "] {
            assert_eq!(read(key), None, "{key}");
        }
        assert_eq!(read("z"), Some(KeyAction::Undo));
        assert!(matches!(read("4"), Some(KeyAction::FocusByLabel(_))));
    }

    #[test]
    fn h_asks_for_a_hint_unless_it_is_a_column() {
        let read = |columns, gravity, key| {
            let config = RulesConfig {
                columns,
                gravity,
                ..Rules::CLASSIC.config()
            };
            let rules = Rules::new(config).unwrap();
            let cell = rules.cell(0, 0).unwrap();
            let at = if gravity {
                Target::Column(cell.column())
            } else {
                Target::Cell(cell)
            };
            KeyReader::default().read(rules, at, &press(key, 0.0))
        };
        assert_eq!(read(7, true, "h"), Some(KeyAction::Hint));
        assert_eq!(read(15, true, "?"), Some(KeyAction::Hint));
        assert!(matches!(
            read(8, true, "h"),
            Some(KeyAction::FocusByLabel(_))
        ));
        assert_eq!(read(7, false, "H"), Some(KeyAction::Hint));
        assert_eq!(read(15, false, "?"), Some(KeyAction::Hint));
        assert!(matches!(read(8, false, "h"), Some(KeyAction::Focus(_))));
    }

    /// Types keys from C3 of a board of 15 × 12 cells on, and returns the cell
    /// reached.
    fn typed_on_cells(keys: &[&str]) -> String {
        let config = RulesConfig {
            columns: 15,
            rows: 12,
            gravity: false,
            ..Rules::CLASSIC.config()
        };
        let rules = Rules::new(config).unwrap();
        let mut reader = KeyReader::default();
        let mut at = rules.cell(2, 2).unwrap();
        for key in keys {
            let read = reader.read(rules, Target::Cell(at), &press(key, 0.0));
            if let Some(KeyAction::Focus(Target::Cell(cell))) = read {
                at = cell;
            }
        }
        at.to_string()
    }

    #[test]
    fn cells_are_reached_in_two_dimensions() {
        assert_eq!(typed_on_cells(&["ArrowUp", "ArrowRight"]), "D4");
        assert_eq!(typed_on_cells(&["ArrowDown"; 9]), "C1");
        assert_eq!(typed_on_cells(&["ArrowUp"; 20]), "C12");
        assert_eq!(typed_on_cells(&["Home", "PageUp"]), "A12");
        assert_eq!(typed_on_cells(&["End", "PageDown"]), "O1");
        assert_eq!(typed_on_cells(&["b", "5"]), "B5");
        assert_eq!(typed_on_cells(&["O", "1", "2"]), "O12");
        assert_eq!(typed_on_cells(&["p", "0", "Enter", "é"]), "C3");
    }
}
