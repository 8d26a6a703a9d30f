//! Numbers in text, each of which has exactly one form.

use core::str::FromStr;

/// Parses a positive integer without a sign or leading zeros.
///
/// ```
/// use four_shapes_rules::notation::parse_number;
///
/// assert_eq!(parse_number::<u8>("15"), Some(15));
/// assert_eq!(parse_number::<u8>("+15"), None);
/// assert_eq!(parse_number::<u8>("256"), None);
/// ```
pub fn parse_number<T: FromStr>(word: &str) -> Option<T> {
    let plain = word.bytes().all(|b| b.is_ascii_digit()) && !word.starts_with('0');
    plain.then(|| word.parse().ok()).flatten()
}
