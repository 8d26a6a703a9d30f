//! Numbers and quantities as text.

use crate::msg::{self, grouped};

/// `number / unit` with one decimal, rounded down.
fn with_decimal(number: u64, unit: u64) -> String {
    format!("{}.{}", grouped(number / unit), number % unit * 10 / unit)
}

/// A duration in microseconds: `850 µs`, `3.4 ms`, `1.2 s`.
pub(crate) fn duration(microseconds: u64) -> String {
    match microseconds {
        0..1000 => msg::microseconds(&microseconds.to_string()),
        1000..1_000_000 => msg::milliseconds(&with_decimal(microseconds, 1000)),
        _ => msg::seconds(&with_decimal(microseconds, 1_000_000)),
    }
}

/// A rating: `1,040`.
pub(crate) fn rating_number(rating: i32) -> String {
    grouped(rating.unsigned_abs().into())
}

/// A number of bytes: `512 bytes`, `2.1 MB`.
pub(crate) fn data_size(bytes: u64) -> String {
    match bytes {
        1_000_000_000.. => msg::gigabytes(&with_decimal(bytes, 1_000_000_000)),
        1_000_000.. => msg::megabytes(&with_decimal(bytes, 1_000_000)),
        1_000.. => msg::kilobytes(&with_decimal(bytes, 1_000)),
        _ => msg::bytes(bytes),
    }
}

/// Joins items to one list: `D3, D2`.
pub(crate) fn list(items: impl IntoIterator<Item = String>) -> String {
    let join = |first: String, second: String| msg::list_two(&first, &second);
    items.into_iter().reduce(join).unwrap_or_default()
}

/// Joins details to one line: `Won by Ada · 7 × 6`.
pub(crate) fn details(parts: impl IntoIterator<Item = String>) -> String {
    let join = |first: String, second: String| msg::details_two(&first, &second);
    parts.into_iter().reduce(join).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_suitable_units() {
        for (microseconds, text) in [
            (0, "0 µs"),
            (999, "999 µs"),
            (3456, "3.4 ms"),
            (999_999, "999.9 ms"),
            (1_250_000, "1.2 s"),
        ] {
            assert_eq!(duration(microseconds), text);
        }
        assert_eq!(data_size(1), "1 byte");
        assert_eq!(data_size(2_150_000), "2.1 MB");
        assert_eq!(data_size(u64::MAX), "18,446,744,073.7 GB");
    }
}
