//! The text that is read, with one spelling of each character.

use four_shapes_rules::text::shorten;

/// What characters without a width of their own become: variation selectors, joiners, and the
/// escape sequences of a terminal.
pub(super) const IGNORED: char = '\u{fe0f}';

/// A text and its normal form, which has the same number of characters.
pub(super) struct Source<'a> {
    original: &'a str,
    normal: String,
}

impl<'a> Source<'a> {
    /// Normalises a text.
    pub(super) fn new(original: &'a str) -> Self {
        let mut escape = Escape::None;
        let normal = original.chars().map(|c| escape.next(c)).collect();
        Self { original, normal }
    }

    /// Returns the normal form.
    pub(super) fn text(&self) -> &str {
        &self.normal
    }

    /// Returns the text as it was before.
    pub(super) fn original(&self) -> &'a str {
        self.original
    }

    /// Returns the position of a byte of the normal form, in characters from 1.
    pub(super) fn at(&self, offset: usize) -> usize {
        self.normal[..offset].chars().count() + 1
    }

    /// Returns the line of a byte of the normal form, from 1.
    pub(super) fn line(&self, offset: usize) -> usize {
        self.normal[..offset].matches('\n').count() + 1
    }

    /// Returns some characters of the original at a position, shortened for messages.
    pub(super) fn quote(&self, at: usize, chars: usize) -> String {
        let quoted = self.original.chars().skip(at - 1).take(chars);
        shorten(&quoted.collect::<String>())
    }
}

/// The place within an escape sequence of a terminal.
enum Escape {
    None,
    /// After the escape character.
    Begun,
    /// After `[`, up to a letter.
    Parameters,
}

impl Escape {
    /// Normalises the next character.
    fn next(&mut self, c: char) -> char {
        match (&self, c) {
            (_, '\x1b') => *self = Self::Begun,
            (Self::Begun, '[') => *self = Self::Parameters,
            (Self::Parameters, '0'..='9' | ';') => {}
            (Self::Parameters, '@'..='~') => *self = Self::None,
            _ => {
                *self = Self::None;
                return normal(c);
            }
        }
        IGNORED
    }
}

/// Returns the usual form of a character.
fn normal(c: char) -> char {
    let from = |first: char, to: char| {
        let offset = u32::from(c) - u32::from(first);
        char::from_u32(u32::from(to) + offset).unwrap_or(c)
    };
    match c {
        _ if c.is_ascii() => c,
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '\u{200b}'..='\u{200f}'
        | '\u{2060}'
        | '\u{20e3}'
        | '\u{fe0e}'
        | '\u{fe0f}'
        | '\u{feff}' => IGNORED,
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => '-',
        '‘' | '’' | '‚' | '‛' | '′' | '‹' | '›' => '\'',
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => '"',
        '！'..='～' => from('！', '!'),
        '①'..='⑨' => from('①', '1'),
        '🇦'..='🇿' => from('🇦', 'A'),
        '⓪' => '0',
        // Cyrillic and Greek letters that look like Latin ones.
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'О' | 'Ο' => 'O',
        'Х' | 'Χ' => 'X',
        'У' => 'Y',
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        'о' | 'ο' => 'o',
        'х' => 'x',
        'у' => 'y',
        _ => c,
    }
}
