//! What somebody typed: numbers in it, and how it is quoted in answers.

use crate::escape::is_plain;

/// A number of digits only.
pub(super) fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// The characters of a text that are safe to show anywhere.
pub(super) fn printable(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| is_plain(*c))
}

/// As much of what somebody typed as can be said back.
pub(super) fn short(text: &str) -> String {
    let mut characters = printable(text);
    let mut short: String = characters.by_ref().take(12).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

/// As [`short`], in quotation marks.
pub(super) fn quote(text: &str) -> String {
    format!("“{}”", short(text))
}
