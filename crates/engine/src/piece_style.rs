//! What the players' pieces look like: a shape in a colour.

use std::fmt;

/// Lists the variants of an enum with their names in files and links.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $id:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// All of them, in the order in which players get them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name in files, links and English, in small letters.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)*
                }
            }

            /// The one with this [`id`](Self::id).
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.id() == id)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.id())
            }
        }
    };
}
pub(crate) use named;

named! {
    /// The form of a player's pieces.
    Shape {
        /// A disc; a double circle when marked.
        Circle = "circle",
        /// Five sides, one corner up.
        Pentagon = "pentagon",
        /// Four sides, standing on one of them.
        Square = "square",
        /// Three sides, one corner up.
        Triangle = "triangle",
        /// Five points.
        Star = "star",
        /// Four arms.
        Cross = "cross",
        /// Four sides, standing on a corner.
        Diamond = "diamond",
        /// A heart.
        Heart = "heart",
        /// The moon a few days old.
        Crescent = "crescent",
        /// Six sides.
        Hexagon = "hexagon",
    }
}

named! {
    /// The colour of a player's pieces.
    Colour {
        /// The first player's.
        Red = "red",
        /// The second player's.
        Blue = "blue",
        /// The third player's.
        Green = "green",
        /// The fourth player's.
        Orange = "orange",
        /// The fifth player's.
        Purple = "purple",
        /// The sixth player's.
        Teal = "teal",
        /// The seventh player's.
        Pink = "pink",
        /// The eighth player's.
        Brown = "brown",
        /// Nobody's who has not chosen it.
        Black = "black",
    }
}

/// What a player's pieces look like. No two players of a game look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceStyle {
    /// The form, which alone tells the first ten players apart.
    pub shape: Shape,
    /// The colour.
    pub colour: Colour,
}

impl PieceStyle {
    /// How many looks there are: enough for 75 players.
    pub const COUNT: usize = Shape::ALL.len() * Colour::ALL.len();

    /// How many colours players have who have not chosen one: all but black. Links and
    /// files leave out what nobody has chosen, so these stay as they are.
    pub(crate) const DEFAULT_COLOURS: usize = 8;

    /// The look of the player with this number who has not chosen one. Those
    /// below [`COUNT`](Self::COUNT) all differ, the first ten by their shape and
    /// the first eight by their colour as well.
    pub fn nth(number: usize) -> Self {
        let (shapes, colours) = (Shape::ALL.len(), Self::DEFAULT_COLOURS);
        if let Some(rest) = number.checked_sub(shapes * colours) {
            return Self {
                shape: Shape::ALL[rest % shapes],
                colour: Colour::Black,
            };
        }
        // Both counts are even, so walking both lists at once comes back to
        // where it was after half of the pairs; then one list is shifted.
        let shifted = number + number / (shapes * colours / 2);
        Self {
            shape: Shape::ALL[shifted % shapes],
            colour: Colour::ALL[number % colours],
        }
    }
}

impl fmt::Display for PieceStyle {
    /// `red circle`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.colour, self.shape)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn there_is_a_look_for_every_player() {
        let piece_styles: BTreeSet<PieceStyle> =
            (0..PieceStyle::COUNT).map(PieceStyle::nth).collect();
        assert_eq!(piece_styles.len(), PieceStyle::COUNT);
        const { assert!(PieceStyle::COUNT >= 75) };
        let shapes: BTreeSet<Shape> = (0..10).map(|i| PieceStyle::nth(i).shape).collect();
        let colours: BTreeSet<Colour> = (0..8).map(|i| PieceStyle::nth(i).colour).collect();
        assert_eq!((shapes.len(), colours.len()), (10, 8));
        assert_eq!(PieceStyle::nth(0).to_string(), "red circle");
        assert_eq!(PieceStyle::nth(1).to_string(), "blue pentagon");
        // What links and files of earlier versions leave out.
        let piece_styles =
            [7, 8, 9, 39, 40, 74, 79].map(|number| PieceStyle::nth(number).to_string());
        let before = [
            "brown heart",
            "red crescent",
            "blue hexagon",
            "brown hexagon",
            "red pentagon",
            "green cross",
            "brown circle",
        ];
        assert_eq!(piece_styles, before);
    }

    #[test]
    fn names_are_read_back() {
        for &shape in Shape::ALL {
            assert_eq!(Shape::from_id(shape.id()), Some(shape));
        }
        for &colour in Colour::ALL {
            assert_eq!(Colour::from_id(colour.id()), Some(colour));
        }
        assert_eq!(Shape::from_id("Circle"), None);
    }
}
