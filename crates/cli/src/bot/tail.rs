//! The last lines of what a program writes.

use four_shapes_bots::tidy;
use std::collections::VecDeque;

/// How many lines are kept, and how many characters of each.
const LINES: usize = 20;
const WIDTH: usize = 200;
/// The most bytes of a line that are kept until it ends.
const BYTES: usize = 1000;

/// The last lines of an output, however much is written.
#[derive(Debug, Default)]
pub(crate) struct Tail {
    lines: VecDeque<String>,
    /// The beginning of a line that has not ended.
    open: Vec<u8>,
}

impl Tail {
    /// Takes what was written next.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' {
                let line = std::mem::take(&mut self.open);
                self.push(&line);
            } else if self.open.len() < BYTES {
                self.open.push(byte);
            }
        }
    }

    fn push(&mut self, line: &[u8]) {
        let line = tidy(&String::from_utf8_lossy(line), WIDTH);
        if line.is_empty() {
            return;
        }
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// What is kept, the last line as far as it goes.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut all = Self {
            lines: self.lines.clone(),
            open: Vec::new(),
        };
        all.push(&self.open);
        all.lines.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let mut tail = Tail::default();
        for number in 0..1000 {
            tail.add(format!("line {number}\r\n\n").as_bytes());
        }
        tail.add(b"\x1b[31mand \xff");
        let lines = tail.lines();
        assert_eq!(lines.len(), LINES);
        assert_eq!((&*lines[0], &*lines[18]), ("line 981", "line 999"));
        assert_eq!(lines[19], "[31mand \u{fffd}");
        for _ in 0..100_000 {
            tail.add(&[b'x'; 100]);
        }
        assert!(tail.open.len() <= BYTES);
        assert_eq!(tail.lines()[19].chars().count(), WIDTH + 1);
    }
}
