//! What keys mean while the board has the focus.

use four_shapes_engine::{Column, Rules};

/// A key, understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    /// Go to this column.
    Choose(Column),
    /// Drop into the column that has the focus.
    Drop,
    Undo,
    Redo,
}

/// Digits are typed one after the other; this long a pause, in milliseconds,
/// ends a number.
const PAUSE: f64 = 900.0;

/// Reads keys, remembering a digit that may be the first of two.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reader {
    /// The number typed so far, and when, in milliseconds of any clock.
    typed: Option<(usize, f64)>,
}

/// A key as the browser names it.
pub(super) struct Press<'a> {
    pub(super) key: &'a str,
    /// When, in milliseconds of any clock.
    pub(super) time: f64,
    pub(super) shift: bool,
    /// With the key that makes a command of it (Ctrl, or ⌘ on a Mac).
    pub(super) command: bool,
}

impl Reader {
    /// What a key means in a column; `None` leaves it to the browser.
    pub(super) fn read(&mut self, rules: Rules, at: Column, press: &Press<'_>) -> Option<Key> {
        let typed = self.typed.take();
        let last = usize::from(rules.columns()) - 1;
        let choose = |index: usize| rules.column(index).map(Key::Choose);
        if press.command {
            return match press.key {
                "z" | "Z" if press.shift => Some(Key::Redo),
                "z" | "Z" => Some(Key::Undo),
                "y" | "Y" => Some(Key::Redo),
                _ => None,
            };
        }
        match press.key {
            "ArrowLeft" => choose(at.index().saturating_sub(1)),
            "ArrowRight" => choose((at.index() + 1).min(last)),
            "Home" => choose(0),
            "End" => choose(last),
            "ArrowDown" => Some(Key::Drop),
            "z" | "Z" => Some(Key::Undo),
            "y" | "Y" => Some(Key::Redo),
            key => {
                let digit: usize = key.parse().ok().filter(|_| key.len() == 1)?;
                let before = typed
                    .filter(|(_, time)| press.time - time < PAUSE)
                    .map_or(0, |(number, _)| number);
                // The second digit of a column's number, or else a first one.
                let number = Some(before * 10 + digit)
                    .filter(|&number| before > 0 && number <= last + 1)
                    .unwrap_or(digit);
                self.typed = Some((number, press.time));
                choose(number.checked_sub(1)?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::Spec;

    fn rules(columns: u32) -> Rules {
        let classic = Rules::CLASSIC.spec();
        Rules::new(Spec { columns, ..classic }).unwrap()
    }

    /// Types keys from the fourth column on, so many milliseconds apart, and
    /// returns the number of the column reached.
    fn typed(columns: u32, keys: &[&str], apart: f64) -> usize {
        let rules = rules(columns);
        let mut reader = Reader::default();
        let mut at = rules.column(3).unwrap();
        let mut time = 0.0;
        for key in keys {
            time += apart;
            let press = press(key, time);
            if let Some(Key::Choose(column)) = reader.read(rules, at, &press) {
                at = column;
            }
        }
        at.index() + 1
    }

    fn press(key: &str, time: f64) -> Press<'_> {
        Press {
            key,
            time,
            shift: false,
            command: false,
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
    fn two_quick_digits_are_one_number_where_there_is_such_a_column() {
        assert_eq!(typed(15, &["1", "2"], 100.0), 12);
        assert_eq!(typed(15, &["1", "0"], 100.0), 10);
        assert_eq!(typed(15, &["1", "2"], 2000.0), 2);
        assert_eq!(typed(15, &["1", "9"], 100.0), 9);
        assert_eq!(typed(15, &["1", "ArrowLeft", "2"], 100.0), 2);
        assert_eq!(typed(15, &["1", "2", "3"], 100.0), 3);
    }

    #[test]
    fn commands_undo_and_redo() {
        let read = |key, shift| {
            let press = Press {
                shift,
                command: true,
                ..press(key, 0.0)
            };
            let at = Rules::CLASSIC.column(0).unwrap();
            Reader::default().read(Rules::CLASSIC, at, &press)
        };
        assert_eq!(read("z", false), Some(Key::Undo));
        assert_eq!(read("Z", true), Some(Key::Redo));
        assert_eq!(read("y", false), Some(Key::Redo));
        assert_eq!(read("1", false), None, "that is the browser’s");
    }
}
