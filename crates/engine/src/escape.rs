//! Text from outside, made safe to quote.

/// Whether a character is part of writing: no control, no line break, and no mark
/// that turns the direction of the text around it.
pub(crate) fn is_plain(c: char) -> bool {
    let mark = matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffd}');
    !c.is_control() && !mark
}

/// A text from outside as a message can quote it: controls, line breaks and marks that
/// change the direction of the text around them become escapes such as `\u{202e}`. All
/// other characters stay, so escaping twice does the same as escaping once.
///
/// ```
/// use four_shapes_engine::escape;
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

/// As much of a hostile text as an error needs to quote, [escaped](escape).
pub(crate) fn shorten(word: &str) -> String {
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
    use proptest::prelude::*;

    /// Whatever a terminal or a browser acts on instead of showing it.
    fn acts(c: char) -> bool {
        matches!(c, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    }

    #[test]
    fn every_character_that_acts_is_escaped() {
        for c in '\0'..=char::MAX {
            let escaped = escape(&c.to_string());
            assert!(!escaped.contains(acts), "{escaped:?}");
            if acts(c) {
                assert_eq!(escaped, format!("\\u{{{:x}}}", u32::from(c)));
            }
        }
    }

    proptest! {
        #[test]
        fn escaping_twice_does_the_same(text in "(.|[\\x00-\\u{9f}\\u{2000}-\\u{2070}])*") {
            let once = escape(&text);
            prop_assert!(!once.contains(acts));
            prop_assert_eq!(escape(&once), once);
        }
    }
}
