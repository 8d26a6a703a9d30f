//! Parsing of numbers in typed input, and quoting it in messages.

use four_shapes_rules::text::is_plain;

/// Parses a number that consists of digits only.
pub(super) fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// Returns the characters of a text that are safe to display.
pub(super) fn printable(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| is_plain(*c))
}

/// Shortens input to 12 printable characters.
pub(super) fn short(text: &str) -> String {
    let mut characters = printable(text);
    let mut short: String = characters.by_ref().take(12).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

/// [Shortens](short) input and puts it in quotation marks.
pub(super) fn quote(text: &str) -> String {
    format!("“{}”", short(text))
}
