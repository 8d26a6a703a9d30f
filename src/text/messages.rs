//! The message catalogue: a function for each message of `locales/en`, written by the build
//! script (see `crates/messages` for the encoding of patterns).

use std::str::Chars;

include!(concat!(env!("OUT_DIR"), "/messages.rs"));

const LAST_ARGUMENT: char = '\u{1f}';

/// The value of an argument of a message.
enum Argument<'a> {
    Text(&'a str),
    Number(u64),
}

impl Argument<'_> {
    fn matches(&self, key: &str) -> bool {
        match *self {
            _ if key.is_empty() => true,
            Self::Text(text) => key == text,
            Self::Number(number) => key == plural_category(number) || key == number.to_string(),
        }
    }
}

/// Expands a pattern. Not generic, so that there is one of it for all messages.
#[inline(never)]
fn format(pattern: &str, arguments: &[Argument<'_>]) -> String {
    let mut text = String::new();
    expand(&mut pattern.chars(), arguments, Some(&mut text));
    text
}

/// Appends a pattern up to its end, or the end of the variant that it is; `None` skips it.
/// Returns the code that ended it.
fn expand(
    pattern: &mut Chars<'_>,
    arguments: &[Argument<'_>],
    mut text: Option<&mut String>,
) -> Option<char> {
    let argument = |code| {
        let index = u32::from(code).checked_sub(FIRST_ARGUMENT.into())?;
        arguments.get(index as usize)
    };
    loop {
        match pattern.next() {
            end @ (None | Some(KEY | END)) => return end,
            Some(SELECT) => {
                let selector = pattern.next().and_then(argument);
                let mut next = pattern.next();
                let mut found = false;
                while next == Some(KEY) {
                    let key: String = pattern.by_ref().take_while(|&c| c != THEN).collect();
                    let matches = !found && selector.is_some_and(|it| it.matches(&key));
                    found |= matches;
                    let variant = text.as_deref_mut().filter(|_| matches);
                    next = expand(pattern, arguments, variant);
                }
            }
            Some(code) => {
                let Some(text) = text.as_deref_mut() else {
                    continue;
                };
                match code {
                    FIRST_ARGUMENT..=LAST_ARGUMENT => match argument(code) {
                        Some(Argument::Text(value)) => text.push_str(value),
                        Some(Argument::Number(value)) => text.push_str(&grouped(*value)),
                        None => {}
                    },
                    character => text.push(character),
                }
            }
        }
    }
}

/// A whole number with its digits grouped: `10,000`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// The language of the messages.
#[cfg(target_family = "wasm")]
const LANGUAGE: &str = "en";

/// The plural category of a count in the Unicode CLDR: `one`, `few`, …
#[cfg(target_family = "wasm")]
fn plural_category(count: u64) -> String {
    use js_sys::{Array, Intl::PluralRules, Object};
    use std::cell::LazyCell;
    thread_local! {
        static RULES: LazyCell<PluralRules> =
            LazyCell::new(|| PluralRules::new(&Array::of1(&LANGUAGE.into()), &Object::new()));
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "rules look at the last digits of counts"
    )]
    RULES.with(|rules| rules.select(count as f64).into())
}

/// The same without a browser, for tests: that of English.
#[cfg(not(target_family = "wasm"))]
fn plural_category(count: u64) -> String {
    if count == 1 { "one" } else { "other" }.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn plural_forms_depend_on_the_count() {
        assert_eq!(moves(1), "1 move");
        assert_eq!(moves(0), "0 moves");
        assert_eq!(games(12_345), "12,345 games");
        assert_eq!(won(1, "Ada"), "Ada wins · 1 move");
    }

    #[test]
    fn selection_by_text_falls_back_to_the_default() {
        assert_eq!(shape_option("star"), "Star");
        assert_eq!(shape_option("no shape"), "Hexagon");
    }

    #[test]
    fn arguments_are_inserted_as_they_are() {
        let odd = "{ $x } \u{1}\u{10}<b>\u{4}";
        assert_eq!(placed(odd, "D3"), format!("{odd}: D3."));
    }

    #[test]
    fn nested_selections_are_skipped_and_expanded() {
        let pattern =
            "\u{1}\u{10}\u{2}a\u{3}(\u{1}\u{11}\u{2}1\u{3}one\u{2}\u{3}n\u{4})\u{2}\u{3}-\u{4}.";
        let show =
            |text, number| format(pattern, &[Argument::Text(text), Argument::Number(number)]);
        assert_eq!(show("a", 1), "(one).");
        assert_eq!(show("a", 2), "(n).");
        assert_eq!(show("b", 1), "-.");
    }
}
