//! A position as outlines to paint, for images: as SVG here, and for painters of other formats.

use crate::{Colour, Match, frame, glyph};
use four_shapes_rules::{Cell, Direction, Line, ParseError, Rules, Status, Trace};
use std::{
    borrow::Cow,
    fmt::{self, Write},
    str::FromStr,
};

/// A colour in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    const BLACK: Self = Self([0; 3]);

    /// Returns a mixture with this share of the other colour, in percent.
    ///
    /// ```
    /// use four_shapes_records::drawing::Rgb;
    ///
    /// let dark_red = Rgb([200, 40, 0]).mix(Rgb([0, 0, 0]), 50);
    /// assert_eq!(dark_red.to_string(), "#641400");
    /// ```
    #[must_use]
    pub fn mix(self, other: Self, percent: u8) -> Self {
        let mut mixed = self.0;
        let share = u32::from(percent.min(100));
        for (own, other) in mixed.iter_mut().zip(other.0) {
            let sum = u32::from(*own) * (100 - share) + u32::from(other) * share;
            *own = (sum / 100) as u8;
        }
        Self(mixed)
    }
}

impl fmt::Display for Rgb {
    /// `#d62f3b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl FromStr for Rgb {
    type Err = ParseError;

    /// Parses `rgb(214, 47, 59)`, as browsers write opaque colours.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let numbers = || {
            let numbers = text.strip_prefix("rgb(")?.strip_suffix(')')?.split(", ");
            let numbers: Option<Vec<u8>> = numbers.map(|number| number.parse().ok()).collect();
            numbers?.try_into().ok()
        };
        let expected = "a colour, such as rgb(214, 47, 59)";
        numbers().map(Self).ok_or(ParseError { expected })
    }
}

/// The colours of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paints([Rgb; Self::COUNT]);

impl Paints {
    /// The number of colours.
    pub const COUNT: usize = 17;

    /// The names of the colours, which are those of the page's style sheet without the dashes:
    /// those of the pieces in the order of [`Colour::ALL`], then the others.
    pub const NAMES: [&'static str; Self::COUNT] = [
        "red",
        "blue",
        "green",
        "orange",
        "purple",
        "teal",
        "pink",
        "brown",
        "black",
        "black-rim",
        "page",
        "hole",
        "frame",
        "rim",
        "muted",
        "trace",
        "trace-edge",
    ];

    /// The colours of the page in its light theme.
    pub const LIGHT: Self = Self([
        Rgb([0xd6, 0x2f, 0x3b]),
        Rgb([0x1d, 0x6f, 0xd8]),
        Rgb([0x1c, 0x7d, 0x3a]),
        Rgb([0xb4, 0x53, 0x09]),
        Rgb([0x7c, 0x3f, 0xc4]),
        Rgb([0x00, 0x77, 0x7f]),
        Rgb([0xc0, 0x26, 0x80]),
        Rgb([0x7a, 0x52, 0x30]),
        Rgb::BLACK,
        Rgb::BLACK,
        Rgb([0xf5, 0xf2, 0xea]),
        Rgb([0xf5, 0xf2, 0xea]),
        Rgb([0x32, 0x41, 0x6c]),
        Rgb([0x2a, 0x35, 0x54]),
        Rgb([0x5b, 0x63, 0x77]),
        Rgb([0xff; 3]),
        Rgb([0x1b, 0x24, 0x40]),
    ]);

    /// Makes colours of a list in the order of [`NAMES`](Self::NAMES).
    ///
    /// ```
    /// use four_shapes_records::drawing::{Paints, Rgb};
    ///
    /// let grey = |Rgb([red, green, blue])| Rgb([red.max(green).max(blue); 3]);
    /// let paints = Paints::new(Paints::LIGHT.colours().map(grey));
    /// assert_eq!(paints.page(), Rgb([0xf5; 3]));
    /// ```
    pub const fn new(colours: [Rgb; Self::COUNT]) -> Self {
        Self(colours)
    }

    /// Returns the colours in the order of [`NAMES`](Self::NAMES).
    ///
    /// ```
    /// use four_shapes_records::drawing::Paints;
    ///
    /// let named = Paints::NAMES.iter().zip(Paints::LIGHT.colours());
    /// let lines: Vec<String> = named.map(|(name, colour)| format!("--{name}: {colour}")).collect();
    /// assert_eq!(lines[0], "--red: #d62f3b");
    /// ```
    pub const fn colours(&self) -> &[Rgb; Self::COUNT] {
        &self.0
    }

    /// Returns the colour around the board.
    ///
    /// ```
    /// use four_shapes_records::drawing::Paints;
    ///
    /// assert_eq!(Paints::LIGHT.page().to_string(), "#f5f2ea");
    /// ```
    pub const fn page(&self) -> Rgb {
        self.0[10]
    }

    fn piece(&self, colour: Colour) -> Rgb {
        self.0[colour as usize]
    }

    /// Returns the edge of a piece.
    fn edge(&self, colour: Colour) -> Stroke {
        let colour = match colour {
            Colour::Black => return Stroke::new(self.0[9], 4.0),
            colour => self.piece(colour).mix(Rgb::BLACK, 22),
        };
        Stroke::new(colour, 2.5)
    }

    const fn hole(&self) -> Rgb {
        self.0[11]
    }

    const fn frame(&self) -> Rgb {
        self.0[12]
    }

    const fn rim(&self) -> Rgb {
        self.0[13]
    }

    const fn label(&self) -> Rgb {
        self.0[14]
    }

    const fn trace(&self) -> [Rgb; 2] {
        [self.0[16], self.0[15]]
    }
}

/// A line along an outline, with round ends and corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Rgb,
    /// Its width, where a cell is 100 wide.
    pub width: f32,
}

impl Stroke {
    const fn new(colour: Rgb, width: f32) -> Self {
        Self { colour, width }
    }
}

/// An outline to paint.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// An SVG path, filled by the even-odd rule.
    pub outline: Cow<'static, str>,
    /// Where (0, 0) of the outline is.
    pub at: (isize, isize),
    /// The colour inside.
    pub fill: Option<Rgb>,
    /// The line along the outline.
    pub stroke: Option<Stroke>,
    /// How much of what is below is covered, in percent.
    pub opacity: u8,
}

impl Layer {
    fn filled(outline: impl Into<Cow<'static, str>>, fill: Rgb) -> Self {
        Self {
            outline: outline.into(),
            at: (0, 0),
            fill: Some(fill),
            stroke: None,
            opacity: 100,
        }
    }

    fn with_stroke(self, stroke: Stroke) -> Self {
        Self {
            stroke: Some(stroke),
            ..self
        }
    }
}

/// A short text in an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its centre.
    pub at: (isize, isize),
    /// A letter or a number.
    pub text: String,
}

/// The rectangle of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The left edge, and the upper edge.
    pub from: (isize, isize),
    /// The width and the height.
    pub size: (usize, usize),
}

/// The thickness of the board.
const SIDE: usize = 10;

/// The height of the text of labels.
const LABEL_SIZE: usize = 30;

/// A position of a match. (0, 0) is the top left corner of the frame, and a cell is 100 × 100.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    rules: Rules,
    paints: Paints,
    /// What is behind the pieces.
    pub behind: Vec<Layer>,
    /// The pieces.
    pub pieces: Vec<(Cell, Layer)>,
    /// What is before the pieces: the frame.
    pub before: Vec<Layer>,
    /// The strokes through completed lines, on top of everything else.
    pub strokes: Vec<Layer>,
}

impl Drawing {
    /// Draws the current position of a match. The last piece has a hole, or the pieces of completed
    /// lines are marked and the other ones dimmed.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::{Drawing, Paints, Words}};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4455")?);
    /// let drawing = Drawing::new(&game_match, &Paints::LIGHT);
    /// let svg = drawing.to_svg(&game_match, &Words::of(&game_match));
    /// assert!(svg.starts_with("<svg") && svg.contains("<title>Red to move</title>"));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn new(game_match: &Match, paints: &Paints) -> Self {
        let trace = match game_match.game().status() {
            Status::Won { trace, .. } => Some(trace),
            _ => None,
        };
        Self::with_trace(game_match, paints, trace)
    }

    /// The same as if no line were completed.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::{Drawing, Paints}};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let won = Match::with_default_seats(notation::parse(Rules::CLASSIC, "1212121")?);
    /// assert_eq!(Drawing::unmarked(&won, &Paints::LIGHT).strokes, []);
    /// assert_ne!(Drawing::new(&won, &Paints::LIGHT).strokes, []);
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn unmarked(game_match: &Match, paints: &Paints) -> Self {
        Self::with_trace(game_match, paints, None)
    }

    fn with_trace(game_match: &Match, paints: &Paints, trace: Option<Trace>) -> Self {
        let game = game_match.game();
        let (rules, position) = (game.rules(), game.position());
        let marked = trace.map(|trace| trace.cells());
        let ground = if rules.gravity() {
            paints.hole()
        } else {
            paints.page()
        };
        let piece = |cell: Cell| {
            let style = game_match.seat(position.piece_at(cell)?).piece_style;
            let (glyph, colour) = (glyph::of(style), paints.piece(style.colour));
            let edge = paints.edge(style.colour);
            let layer = match &marked {
                Some(marked) if marked.contains(&cell) => {
                    Layer::filled(glyph.marked, colour).with_stroke(edge)
                }
                Some(_) => {
                    let edge = match style.colour {
                        Colour::Black => edge,
                        _ => Stroke::new(colour, 4.0),
                    };
                    Layer::filled(glyph.plain, ground.mix(colour, 30)).with_stroke(edge)
                }
                None if game.last_move() == Some(cell) => {
                    Layer::filled(glyph.last_move(), colour).with_stroke(edge)
                }
                None => Layer::filled(glyph.plain, colour).with_stroke(edge),
            };
            let at = frame::centre(rules, cell);
            Some((cell, Layer { at, ..layer }))
        };
        let [edge, line] = paints.trace();
        let stroke = |line: Line, colour, width| {
            let layer = Layer::filled(frame::stroke(rules, line), colour);
            Layer {
                fill: None,
                ..layer
            }
            .with_stroke(Stroke::new(colour, width))
        };
        let lines: Vec<Line> = trace.iter().flat_map(Trace::lines).collect();
        let edges = lines.iter().map(|it| stroke(*it, edge, 15.0));
        let strokes = edges.chain(lines.iter().map(|it| stroke(*it, line, 7.0)));
        Self {
            rules,
            paints: *paints,
            behind: behind(rules, paints),
            pieces: rules.all_cells().filter_map(piece).collect(),
            before: before(rules, paints),
            strokes: strokes.collect(),
        }
    }

    /// Returns the piece in a cell.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::{Drawing, Paints}};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4")?);
    /// let drawing = Drawing::new(&game_match, &Paints::LIGHT);
    /// let piece = drawing.piece("D1".parse()?).expect("the first piece is there");
    /// assert_eq!(piece.at, (350, 550));
    /// assert_eq!(drawing.piece("D2".parse()?), None);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn piece(&self, cell: Cell) -> Option<&Layer> {
        let piece = self.pieces.iter().find(|(at, _)| *at == cell);
        piece.map(|(_, layer)| layer)
    }

    /// Returns all outlines in the order in which they are painted.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::{Drawing, Paints}};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4455")?);
    /// let drawing = Drawing::new(&game_match, &Paints::LIGHT);
    /// for layer in drawing.layers() {
    ///     // A painter moves to `layer.at` and fills `layer.outline` with `layer.fill`.
    ///     assert!(layer.outline.starts_with('M'));
    /// }
    /// assert_eq!(drawing.layers().count(), 2 + 4 + 2); // behind, pieces, before
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn layers(&self) -> impl Iterator<Item = &Layer> {
        let pieces = self.pieces.iter().map(|(_, piece)| piece);
        let board = self.behind.iter().chain(pieces).chain(&self.before);
        board.chain(&self.strokes)
    }

    /// Returns the letters of the columns and the numbers of the rows.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::{Drawing, Paints}};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let game_match = Match::with_default_seats(Game::new(Rules::TIC_TAC_TOE));
    /// let labels = Drawing::new(&game_match, &Paints::LIGHT).labels();
    /// assert_eq!(labels.map(|label| label.text).collect::<String>(), "123ABC");
    /// ```
    pub fn labels(&self) -> impl Iterator<Item = Label> + use<> {
        let rules = self.rules;
        let side = if rules.gravity() { SIDE } else { 0 };
        let columns = frame::column_labels(rules)
            .map(move |((x, y), text)| ((x, y + side.cast_signed()), text));
        let labels = frame::row_labels(rules).chain(columns);
        labels.map(|(at, text)| Label { at, text })
    }

    /// The font size, weight and colour of the labels.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::{Drawing, Paints}};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// let (size, colour) = Drawing::new(&game_match, &Paints::LIGHT).label_font();
    /// assert_eq!((size, colour.to_string().as_str()), (30, "#5b6377"));
    /// ```
    pub fn label_font(&self) -> (usize, Rgb) {
        (LABEL_SIZE, self.paints.label())
    }

    /// Returns the colour behind everything.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::{Drawing, Paints}};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// assert_eq!(Drawing::new(&game_match, &Paints::LIGHT).page(), Paints::LIGHT.page());
    /// ```
    pub fn page(&self) -> Rgb {
        self.paints.page()
    }

    /// Returns the part to show if the labels are.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::{Drawing, Paints}};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// let bounds = Drawing::new(&game_match, &Paints::LIGHT).bounds_with_labels();
    /// assert_eq!((bounds.from, bounds.size), ((-60, -40), (820, 715)));
    /// ```
    pub fn bounds_with_labels(&self) -> Bounds {
        let (width, height) = frame::size(self.rules);
        Bounds {
            from: (-60, -40),
            size: (width + 120, height + 40 + SIDE + 65),
        }
    }

    /// Returns the part to show if the labels aren't.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::{Drawing, Paints}};
    /// use four_shapes_rules::{Game, Rules};
    ///
    /// let game_match = Match::with_default_seats(Game::new(Rules::CLASSIC));
    /// let bounds = Drawing::new(&game_match, &Paints::LIGHT).bounds();
    /// assert_eq!((bounds.from, bounds.size), ((-30, -30), (760, 670)));
    /// ```
    pub fn bounds(&self) -> Bounds {
        let (width, height) = frame::size(self.rules);
        Bounds {
            from: (-30, -30),
            size: (width + 60, height + 60 + SIDE),
        }
    }

    /// Writes the drawing with its labels as SVG. The position on a line is in its metadata, where
    /// [`import`](crate::import) finds it.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::{Drawing, Paints, Words}};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let game_match = Match::with_default_seats(notation::parse(Rules::CLASSIC, "4455")?);
    /// let words = Words { title: "Rot am Zug".to_owned(), ..Words::of(&game_match) };
    /// let svg = Drawing::new(&game_match, &Paints::LIGHT).to_svg(&game_match, &words);
    /// assert!(svg.contains("<title>Rot am Zug</title>"));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn to_svg(&self, game_match: &Match, words: &Words) -> String {
        let Bounds {
            from: (x, y),
            size: (width, height),
        } = self.bounds_with_labels();
        let (title, description) = (Escaped(&words.title), Escaped(&words.description));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\">\n\
             <title>{title}</title>\n\
             <desc>{description}</desc>\n\
             <metadata>{}</metadata>\n\
             <rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            game_match.game().position(),
            self.page(),
        );
        for layer in self.layers() {
            write_layer(&mut svg, layer);
        }
        let (size, colour) = self.label_font();
        let _ = writeln!(
            svg,
            "<g fill=\"{colour}\" font-family=\"system-ui, sans-serif\" font-size=\"{size}\" \
             font-weight=\"600\" text-anchor=\"middle\">"
        );
        for Label { at: (x, y), text } in self.labels() {
            // Renderers differ in their support for other baselines than the alphabetic one.
            let y = y + LABEL_SIZE.cast_signed() * 36 / 100;
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", Escaped(&text));
        }
        svg + "</g>\n</svg>"
    }
}

/// Appends a layer as an element of SVG.
fn write_layer(svg: &mut String, layer: &Layer) {
    let Layer {
        outline,
        at,
        fill,
        stroke,
        opacity,
    } = layer;
    svg.push_str("<path");
    if *at != (0, 0) {
        let _ = write!(svg, " transform=\"translate({} {})\"", at.0, at.1);
    }
    let _ = match fill {
        Some(fill) => write!(svg, " fill=\"{fill}\" fill-rule=\"evenodd\""),
        None => write!(svg, " fill=\"none\""),
    };
    if let Some(Stroke { colour, width }) = stroke {
        let _ = write!(
            svg,
            " stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
        );
    }
    if *opacity < 100 {
        let _ = write!(svg, " opacity=\"0.{opacity:02}\"");
    }
    let _ = writeln!(svg, " d=\"{outline}\"/>");
}

fn behind(rules: Rules, paints: &Paints) -> Vec<Layer> {
    if !rules.gravity() {
        return Vec::new();
    }
    let side = paints.frame().mix(Rgb::BLACK, 35);
    let side = Layer {
        at: (0, SIDE.cast_signed()),
        ..Layer::filled(frame::edge(rules), side).with_stroke(Stroke::new(side, 3.0))
    };
    vec![side, Layer::filled(frame::holes(rules), paints.hole())]
}

fn before(rules: Rules, paints: &Paints) -> Vec<Layer> {
    let rim = Stroke::new(paints.rim(), 3.0);
    if !rules.gravity() {
        let lines = frame::lines(rules).map(|lines| Layer::filled(lines, paints.frame()));
        return lines.into();
    }
    let frame = Layer::filled(frame::frame(rules), paints.frame());
    let [shade, _] = paints.trace();
    let shades = Layer {
        opacity: 30,
        ..Layer::filled(frame::shades(rules), shade)
    };
    vec![shades, frame.with_stroke(rim)]
}

/// What an image says to people who don't see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// What is most important, such as the result.
    pub title: String,
    /// All of the position.
    pub description: String,
}

impl Words {
    /// Describes the current position of a match in English.
    ///
    /// ```
    /// use four_shapes_records::{Match, drawing::Words};
    /// use four_shapes_rules::{Rules, notation};
    ///
    /// let words = Words::of(&Match::with_default_seats(notation::parse(Rules::CLASSIC, "1212121")?));
    /// assert_eq!(words.title, "Red wins: column A1–A4");
    /// assert!(words.description.starts_with("7 × 6, 4 in a row. Row 1: A1 red circle, B1 blue"));
    /// # Ok::<_, notation::NotationError>(())
    /// ```
    pub fn of(game_match: &Match) -> Self {
        let game = game_match.game();
        let rules = game.rules();
        let name = |player| &game_match.seat(player).name;
        let title = match game.status() {
            Status::ToMove(player) => format!("{} to move", name(player)),
            Status::Won { player, trace } => {
                let lines: Vec<String> = trace.lines().map(line_words).collect();
                format!("{} wins: {}", name(player), lines.join(", "))
            }
            Status::WonOnTime(player) => format!("{} wins on time", name(player)),
            Status::Drawn(_) => "A draw".to_owned(),
        };
        let row = |row: usize| {
            let pieces = rules.all_cells().filter(|cell| cell.row() == row);
            let pieces = pieces.filter_map(|cell| {
                let owner = game.position().piece_at(cell)?;
                Some(format!("{cell} {}", game_match.seat(owner).piece_style))
            });
            let pieces: Vec<String> = pieces.collect();
            (!pieces.is_empty()).then(|| format!(" Row {}: {}.", row + 1, pieces.join(", ")))
        };
        let pieces: String = (0..rules.rows().into()).filter_map(row).collect();
        let gravity = if rules.gravity() { "" } else { ", no gravity" };
        let (columns, rows, connect) = (rules.columns(), rules.rows(), rules.connect());
        Self {
            title,
            description: format!("{columns} × {rows}, {connect} in a row{gravity}.{pieces}"),
        }
    }
}

/// A line by its ends: `diagonal A1–D4`.
fn line_words(line: Line) -> String {
    let direction = match line.direction() {
        Direction::Horizontal => "row",
        Direction::Vertical => "column",
        Direction::Diagonal | Direction::AntiDiagonal => "diagonal",
    };
    let [first, last] = line.ends();
    format!("{direction} {first}–{last}")
}

/// A text in XML, without the characters that XML doesn't allow.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_pieces_are_the_first_ones() {
        let names = Colour::ALL.iter().map(|colour| colour.id());
        assert!(names.eq(Paints::NAMES.into_iter().take(Colour::ALL.len())));
    }

    #[test]
    fn colours_are_read_as_browsers_write_them() {
        let colour: Rgb = "rgb(214, 47, 59)".parse().unwrap();
        assert_eq!(colour.to_string(), "#d62f3b");
        for text in ["", "rgb(1, 2)", "rgb(1, 2, 3, 4)", "rgb(1, 2, 256)", "red"] {
            assert!(text.parse::<Rgb>().is_err(), "{text}");
        }
    }

    #[test]
    fn names_are_escaped() {
        let escaped = Escaped("a<b>&\"c\u{1}\u{ffff}é🔴").to_string();
        assert_eq!(escaped, "a&lt;b&gt;&amp;&quot;cé🔴");
    }
}
