//! Texts from bots, and how they are made safe to show.

use std::{error::Error, fmt};

/// The maximum length of a bot's text in bytes.
pub const MAX_TEXT_LEN: usize = 256;

/// The error of [`text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextError {
    /// The address is outside the memory.
    OutOfBounds,
    /// No zero byte follows within the maximum length or before the end of the memory.
    Unterminated,
    /// The text has no visible characters.
    Empty,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfBounds => f.write_str("the address is outside the bot's memory"),
            Self::Unterminated => write!(
                f,
                "the text is not terminated by zero within {MAX_TEXT_LEN} bytes"
            ),
            Self::Empty => f.write_str("the text has no visible characters"),
        }
    }
}

impl Error for TextError {}

/// Returns the zero-terminated UTF-8 text at an address of a bot's memory, [tidied](tidy) and
/// truncated to `max_chars` characters.
///
/// # Errors
/// Returns an error if there is no text at the address.
pub fn text(memory: &[u8], address: i32, max_chars: usize) -> Result<String, TextError> {
    let from = address.cast_unsigned() as usize;
    let rest = memory.get(from..).unwrap_or_default();
    if rest.is_empty() {
        return Err(TextError::OutOfBounds);
    }
    let rest = &rest[..rest.len().min(MAX_TEXT_LEN + 1)];
    let end = rest.iter().position(|&byte| byte == 0);
    let end = end.ok_or(TextError::Unterminated)?;
    let text = tidy(&String::from_utf8_lossy(&rest[..end]), max_chars);
    if text.is_empty() {
        return Err(TextError::Empty);
    }
    Ok(text)
}

/// Makes an untrusted text safe to show in a line: removes control and format characters,
/// double spaces and all but two combining marks on a letter, and truncates it to `max_chars`
/// characters.
pub fn tidy(text: &str, max_chars: usize) -> String {
    let mut tidied: Vec<char> = Vec::new();
    let mut marks = 0;
    for char in text.chars() {
        let char = if char.is_whitespace() { ' ' } else { char };
        marks = if is_mark(char) { marks + 1 } else { 0 };
        // Spaces and marks at the beginning or after a space, and further marks.
        let alone = tidied.last().is_none_or(|last| *last == ' ');
        let idle = if alone {
            char == ' ' || marks > 0
        } else {
            marks > 2
        };
        if !is_invisible(char) && !idle {
            tidied.push(char);
        }
    }
    if tidied.last() == Some(&' ') {
        tidied.pop();
    }
    if tidied.len() <= max_chars {
        return tidied.into_iter().collect();
    }
    let cut: String = tidied.into_iter().take(max_chars).collect();
    format!("{}…", cut.trim_end())
}

/// Returns `true` for control characters and format characters: directions, joiners, tags.
fn is_invisible(char: char) -> bool {
    char.is_control()
        || matches!(
            char,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Returns `true` for combining marks.
fn is_mark(char: char) -> bool {
    matches!(
        char,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_terminated_by_zero() {
        let memory = b"\0\0Ada\0Ben";
        assert_eq!(text(memory, 2, 40).as_deref(), Ok("Ada"));
        assert_eq!(text(memory, 4, 40).as_deref(), Ok("a"));
        assert_eq!(text(memory, 0, 40), Err(TextError::Empty));
        assert_eq!(text(memory, 6, 40), Err(TextError::Unterminated));
        for outside in [9, 10, i32::MAX, -1, i32::MIN] {
            assert_eq!(text(memory, outside, 40), Err(TextError::OutOfBounds));
        }
        let mut long = vec![b'x'; MAX_TEXT_LEN + 2];
        long[MAX_TEXT_LEN] = 0;
        assert_eq!(text(&long, 0, 3).as_deref(), Ok("xxx…"));
        long[MAX_TEXT_LEN] = b'x';
        long[MAX_TEXT_LEN + 1] = 0;
        assert_eq!(text(&long, 0, 3), Err(TextError::Unterminated));
        assert_eq!(text(&long, 1, 3).as_deref(), Ok("xxx…"));
        assert_eq!(
            text(b"a\xff\xfeb\0", 0, 40).as_deref(),
            Ok("a\u{fffd}\u{fffd}b")
        );
    }

    #[test]
    fn tidy_removes_control_and_format_characters() {
        for (text, tidied) in [
            ("  Ada\t \nLove\u{a0}lace ", "Ada Love lace"),
            ("\u{1b}[31mred\u{7}\u{8}", "[31mred"),
            ("a\u{202e}b\u{2066}c\u{200d}d\u{feff}e", "abcde"),
            ("<b>&amp;</b>", "<b>&amp;</b>"),
            (
                "Z\u{300}\u{301}\u{302}\u{303}x\u{300}",
                "Z\u{300}\u{301}x\u{300}",
            ),
            ("\u{301}a", "a"),
            ("é 漢字 😀", "é 漢字 😀"),
            ("\u{2028}\u{2029}\u{85}", ""),
            ("1234567890123", "1234567890123"),
            ("12345678901234", "1234567890123…"),
            ("123456789012 45", "123456789012…"),
        ] {
            assert_eq!(tidy(text, 13), tidied, "{text:?}");
        }
    }
}
