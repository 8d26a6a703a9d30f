//! The last lines of a program's output.

use four_shapes_bots::tidy;
use std::collections::VecDeque;

/// Maximum number of lines stored, and of characters per line.
const MAX_LINES: usize = 20;
const MAX_WIDTH: usize = 200;
/// Maximum number of bytes stored of an unfinished line.
const MAX_BYTES: usize = 1000;

/// A bounded buffer of the last lines of an output.
#[derive(Debug, Default)]
pub(crate) struct OutputTail {
    lines: VecDeque<String>,
    /// The unfinished last line.
    unfinished: Vec<u8>,
}

impl OutputTail {
    /// Appends output.
    pub(crate) fn push_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if byte == b'\n' {
                let line = std::mem::take(&mut self.unfinished);
                self.push_line(&line);
            } else if self.unfinished.len() < MAX_BYTES {
                self.unfinished.push(byte);
            }
        }
    }

    fn push_line(&mut self, line: &[u8]) {
        let line = tidy(&String::from_utf8_lossy(line), MAX_WIDTH);
        if line.is_empty() {
            return;
        }
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    /// Returns the stored lines, including an unfinished last one.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut tail = Self {
            lines: self.lines.clone(),
            unfinished: Vec::new(),
        };
        tail.push_line(&self.unfinished);
        tail.lines.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_the_last_lines() {
        let mut tail = OutputTail::default();
        for number in 0..1000 {
            tail.push_bytes(format!("line {number}\r\n\n").as_bytes());
        }
        tail.push_bytes(b"\x1b[31mand \xff");
        let lines = tail.lines();
        assert_eq!(lines.len(), MAX_LINES);
        assert_eq!((&*lines[0], &*lines[18]), ("line 981", "line 999"));
        assert_eq!(lines[19], "[31mand \u{fffd}");
        for _ in 0..100_000 {
            tail.push_bytes(&[b'x'; 100]);
        }
        assert!(tail.unfinished.len() <= MAX_BYTES);
        assert_eq!(tail.lines()[19].chars().count(), MAX_WIDTH + 1);
    }
}
