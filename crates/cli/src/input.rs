//! The input, line by line and with a bound.

use crate::failure::Failure;
use std::io::{self, BufRead, Read};

/// The most bytes of a line that are looked at.
const MOST_LINE: u64 = 1 << 16;

/// The next line of the input; `None` at its end. Of a line that is too long to
/// mean anything only the beginning is kept.
pub(crate) fn line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    let read = input.by_ref().take(MOST_LINE).read_until(b'\n', &mut line);
    read.and_then(|_| skip_rest(input, &line))
        .map_err(|error| Failure::File(format!("the input: {error}")))?;
    if line.is_empty() {
        return Ok(None);
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

/// Reads up to the end of a line of which the beginning has been read.
fn skip_rest(input: &mut impl BufRead, line: &[u8]) -> io::Result<()> {
    if (line.len() as u64) < MOST_LINE || line.ends_with(b"\n") {
        return Ok(());
    }
    loop {
        let part = input.fill_buf()?;
        let end = part.iter().position(|byte| *byte == b'\n');
        let (count, done) = match end {
            Some(end) => (end + 1, true),
            None => (part.len(), part.is_empty()),
        };
        input.consume(count);
        if done {
            return Ok(());
        }
    }
}
