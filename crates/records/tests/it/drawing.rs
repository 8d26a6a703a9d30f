//! Images of positions.

use four_shapes_records::{
    Colour, Match, Name, PieceStyle, Setup, Shape,
    drawing::{Drawing, Paints, Words},
    export::{self, Format},
    glyph, import,
};
use four_shapes_rules::{Rules, RulesConfig, notation};

fn game_match(rules: Rules, moves: &str) -> Match {
    Match::with_default_seats(notation::parse(rules, moves).expect("the moves are valid"))
}

fn svg(game_match: &Match) -> String {
    export::write(game_match, Format::Svg).expect("every position has an image")
}

/// Asserts that the elements are balanced, and that no text contains markup.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("the tag ends");
        assert!(!text.contains('>'), "{text}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().expect("there is a name"));
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn every_piece_is_drawn_in_its_style() {
    for (&shape, &colour) in Shape::ALL
        .iter()
        .flat_map(|shape| Colour::ALL.iter().map(move |colour| (shape, colour)))
    {
        let mut seats = Setup::with_default_seats(Rules::CLASSIC).seats().to_vec();
        seats[0].piece_style = PieceStyle { shape, colour };
        seats[1].piece_style = PieceStyle {
            shape,
            colour: Colour::ALL[(colour as usize + 1) % Colour::ALL.len()],
        };
        let setup = Setup::new(Rules::CLASSIC, seats, 0).expect("the styles differ");
        let game = notation::parse(Rules::CLASSIC, "4435").expect("the moves are valid");
        let game_match = Match::from_parts(setup, game).expect("the rules are the same");
        let glyph = glyph::of(PieceStyle { shape, colour });
        let svg = svg(&game_match);
        assert_well_formed(&svg);
        let count = |outline: &str| svg.matches(&format!("d=\"{outline}\"")).count();
        assert_eq!(count(glyph.plain), 3, "{shape}");
        assert_eq!(count(&glyph.last_move()), 1, "{shape}");
        let fill = Paints::LIGHT.colours()[colour as usize];
        assert_eq!(
            svg.matches(&format!("fill=\"{fill}\"")).count(),
            2,
            "{colour}"
        );
    }
}

#[test]
fn a_win_is_marked_and_told() {
    let game_match = game_match(Rules::CLASSIC, "54214127311723362");
    let drawing = Drawing::new(&game_match, &Paints::LIGHT);
    assert_eq!((drawing.pieces.len(), drawing.strokes.len()), (17, 4));
    let svg = svg(&game_match);
    let marked = glyph::of(PieceStyle::nth(0)).marked;
    assert_eq!(svg.matches(marked).count(), 7);
    let words = Words::of(&game_match);
    assert_eq!(words.title, "Red wins: column B1–B4, diagonal B4–E1");
    assert!(
        words
            .description
            .starts_with("7 × 6, 4 in a row. Row 1: A1 blue pentagon, B1 red circle")
    );
    assert!(svg.contains(&format!("<title>{}</title>", words.title)));
    assert!(
        Drawing::unmarked(&game_match, &Paints::LIGHT)
            .strokes
            .is_empty()
    );
}

#[test]
fn images_of_all_boards_are_read_again() {
    let wide = RulesConfig {
        columns: 15,
        rows: 3,
        connect: 3,
        ..Rules::CLASSIC.config()
    };
    let wide = Rules::new(wide).expect("the rules are valid");
    for (rules, moves) in [
        (Rules::CLASSIC, ""),
        (Rules::TIC_TAC_TOE, "A1,B1,A2"),
        (wide, "15,1,14,2"),
    ] {
        let game_match = game_match(rules, moves);
        let svg = svg(&game_match);
        assert_well_formed(&svg);
        let labels = usize::from(rules.columns() + rules.rows());
        assert_eq!(svg.matches("<text").count(), labels);
        let read = import::parse(&svg, Rules::CLASSIC).expect("it is read");
        assert_eq!(read.game().position(), game_match.game().position());
    }
    // Written by an earlier version.
    let earlier = "<svg xmlns=\"…\">\n<title>3 × 3</title>\n<desc>3/3/a2 b 3,3,3 2 -</desc></svg>";
    assert!(import::parse(earlier, Rules::CLASSIC).is_ok());
}

#[test]
fn names_are_text() {
    let mut seats = Setup::with_default_seats(Rules::CLASSIC).seats().to_vec();
    seats[0].name = Name::new("<b x=\"1\">&amp;'</b>").expect("the name is valid");
    let setup = Setup::new(Rules::CLASSIC, seats, 0).expect("the names differ");
    let game = notation::parse(Rules::CLASSIC, "").expect("the moves are valid");
    let svg = svg(&Match::from_parts(setup, game).expect("the rules are the same"));
    assert_well_formed(&svg);
    assert!(svg.contains("<title>&lt;b x=&quot;1&quot;&gt;&amp;amp;'&lt;/b&gt; to move</title>"));
}
