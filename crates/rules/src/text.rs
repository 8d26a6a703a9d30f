//! Escaping of untrusted text in messages.

use alloc::string::String;

/// Returns whether a character is safe to display: not a control character, a line break,
/// or a character that changes the direction of text.
///
/// ```
/// use four_shapes_rules::text::is_plain;
///
/// assert!("añb ⬤".chars().all(is_plain));
/// assert!(!is_plain('\u{202e}'));
/// ```
pub fn is_plain(c: char) -> bool {
    let mark = matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffd}');
    !c.is_control() && !mark
}

/// Escapes untrusted text for messages: control characters, line breaks and characters that
/// change the direction of text become escapes such as `\u{202e}`. Escaping is idempotent.
///
/// ```
/// use four_shapes_rules::text::escape;
///
/// assert_eq!(escape("añb ⬤"), "añb ⬤");
/// assert_eq!(escape("\u{1b}[2J\n\u{202e}"), r"\u{1b}[2J\u{a}\u{202e}");
/// ```
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_plain(c) {
            escaped.push(c);
        } else {
            escaped.extend(c.escape_unicode());
        }
    }
    escaped
}

/// Shortens untrusted text to 12 characters and [escapes](escape) it.
///
/// ```
/// use four_shapes_rules::text::shorten;
///
/// assert_eq!(shorten("four in a row\n"), "four in a ro…");
/// assert_eq!(shorten("four\n"), r"four\u{a}");
/// ```
pub fn shorten(word: &str) -> String {
    const MAX: usize = 12;
    let end = word.char_indices().nth(MAX).map(|(end, _)| end);
    match end {
        Some(end) => escape(&word[..end]) + "…",
        None => escape(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, string::ToString};
    use proptest::prelude::*;

    /// A character that a terminal or a browser interprets instead of showing it.
    fn is_control(c: char) -> bool {
        matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    }

    #[test]
    fn control_characters_are_escaped() {
        for c in '\0'..=char::MAX {
            let escaped = escape(&c.to_string());
            assert!(!escaped.contains(is_control), "{escaped:?}");
            if is_control(c) {
                assert_eq!(escaped, format!("\\u{{{:x}}}", u32::from(c)));
            }
        }
    }

    proptest! {
        #[test]
        fn escaping_is_idempotent(text in "(.|[\\x00-\\u{9f}\\u{2000}-\\u{2070}])*") {
            let once = escape(&text);
            prop_assert!(!once.contains(is_control));
            prop_assert_eq!(escape(&once), once);
        }
    }
}
