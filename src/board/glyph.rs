//! The outlines of the shapes, and the classes of their colours.

use four_shapes_records::Colour;

pub(crate) use four_shapes_records::glyph::of;

/// The CSS class of a colour.
pub(crate) fn colour_class(colour: Colour) -> &'static str {
    colour.id()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_a_style() {
        let tokens = include_str!("../../style/tokens.css");
        let board = include_str!("../../style/board.css");
        let page = include_str!("../../index.html");
        for &colour in Colour::ALL {
            let class = colour_class(colour);
            assert!(board.contains(&format!(".{class} {{")), "{class}");
            // The light on pieces: a gradient of this class.
            assert!(
                board.contains(&format!("url(\"#light-{class}\")")),
                "{class}"
            );
            let light = format!("id=\"light-{class}\" class=\"{class}\"");
            assert!(page.contains(&light), "{class}");
            // Tests in src/settings/palette_tests.rs cover the values of each theme.
            let values = tokens.matches(&format!("--{class}: ")).count();
            assert_eq!(values, 1, "{class}");
        }
    }
}
