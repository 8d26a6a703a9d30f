//! Tests that the piece colours in the style sheets are distinguishable with colour vision
//! deficiencies, and that boards, pieces and strokes contrast with each other.
//!
//! Dichromacy is simulated with the matrices of Machado, Oliveira and Fernandes, “A
//! Physiologically-based Model for Simulation of Color Vision Deficiency” (IEEE Transactions
//! on Visualization and Computer Graphics, 2009), at full severity; achromatopsia with the
//! relative luminance. Colour differences are distances in Ottosson's `OKLab`, where black
//! and white have distance 1.

const TOKENS: &str = include_str!("../../style/tokens.css");
const PALETTES: &str = include_str!("../../public/palettes.css");

const NAMES: [&str; 9] = [
    "red", "blue", "green", "orange", "purple", "teal", "pink", "brown", "black",
];
/// The index of black, which is no player's default colour. It is the same in every palette
/// and has a rim on dark backgrounds.
const BLACK: usize = 8;
/// The themes in the order of the values in the style sheets.
const THEMES: [&str; 4] = ["light", "dark", "high-contrast light", "high-contrast dark"];

type Rgb = [f64; 3];
type Matrix = [Rgb; 3];

const PROTAN: Matrix = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];
const DEUTAN: Matrix = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];
const TRITAN: Matrix = [
    [1.255_528, -0.076_749, -0.178_779],
    [-0.078_411, 0.930_809, 0.147_602],
    [0.004_733, 0.691_367, 0.303_900],
];
const LUMINANCE: Rgb = [0.2126, 0.7152, 0.0722];
const GREY: Matrix = [LUMINANCE; 3];

/// Each palette with the colour vision it is for and the minimum distance of its colours
/// there.
const VISIONS: [(&str, Matrix, f64); 4] = [
    ("protan", PROTAN, 0.13),
    ("deutan", DEUTAN, 0.125),
    ("tritan", TRITAN, 0.14),
    // Nine colours in one dimension.
    ("grey", GREY, 0.043),
];

fn times(matrix: &Matrix, colour: Rgb) -> Rgb {
    matrix.map(|row| row.iter().zip(colour).map(|(a, b)| a * b).sum())
}

/// Converts `#rgb` or `#rrggbb` to linear light.
fn linear(hex: &str) -> Rgb {
    let digits = hex.strip_prefix('#').expect("colours are hexadecimal");
    let wide: String = match digits.len() {
        3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
        _ => digits.to_owned(),
    };
    [0, 2, 4].map(|at| {
        let value = f64::from(u8::from_str_radix(&wide[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    })
}

fn oklab(colour: Rgb) -> Rgb {
    const TO_CONES: Matrix = [
        [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
        [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
        [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
    ];
    const TO_LAB: Matrix = [
        [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
        [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
        [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
    ];
    times(&TO_LAB, times(&TO_CONES, colour).map(f64::cbrt))
}

/// Returns the distance of two colours with this vision.
fn distance(vision: &Matrix, a: Rgb, b: Rgb) -> f64 {
    let seen = |colour| oklab(times(vision, colour).map(|light| light.clamp(0.0, 1.0)));
    let between = seen(a).into_iter().zip(seen(b));
    between.map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// Returns the contrast ratio of the Web Content Accessibility Guidelines.
fn contrast(a: Rgb, b: Rgb) -> f64 {
    let light = |colour| times(&GREY, colour)[0] + 0.05;
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

/// Returns the values of a custom property in a part of a style sheet, by theme.
fn values(part: &str, name: &str) -> [Rgb; 4] {
    let (_, rest) = part
        .split_once(&format!("--{name}: "))
        .unwrap_or_else(|| panic!("{name} is missing"));
    let (value, _) = rest.split_once(';').unwrap();
    let colours: Vec<Rgb> = value
        .split(['(', ')', ',', ' ', '\n'])
        .filter(|word| word.starts_with('#'))
        .map(linear)
        .collect();
    colours.try_into().expect("expected one value per theme")
}

/// Returns the colours of a palette, by theme.
fn palette(kind: &str) -> [[Rgb; 4]; 9] {
    let part = match kind {
        "standard" => TOKENS,
        kind => {
            let start = format!("[data-palette=\"{kind}\"] {{");
            PALETTES.split_once(&start).unwrap().1
        }
    };
    NAMES.map(|name| match name {
        "black" => values(TOKENS, name),
        name => values(part, name),
    })
}

/// The boards; the first one is that of `style/tokens.css`.
const BOARDS: [&str; 6] = ["flat", "wood", "slate", "forest", "plum", "paper"];

/// Returns the values of a custom property of a board, by theme. It may name another property, or
/// have the same values with more contrast.
fn board_values(board: &str, name: &str) -> [Rgb; 4] {
    let own = PALETTES.split_once(&format!("[data-board=\"{board}\"] {{"));
    let own = own.map(|(_, rest)| rest.split_once('}').unwrap().0);
    let declared = |part: &str| {
        let (_, rest) = part.split_once(&format!("--{name}: "))?;
        Some(rest.split_once(';').unwrap().0.to_owned())
    };
    let value = own.and_then(declared).or_else(|| declared(TOKENS)).unwrap();
    if let Some(other) = value
        .strip_prefix("var(--")
        .filter(|_| !value.contains('#'))
    {
        return board_values(board, other.trim_end_matches(')'));
    }
    let words = value.split(['(', ')', ',', ' ', '\n']);
    let colours: Vec<Rgb> = words
        .filter(|word| word.starts_with('#'))
        .map(linear)
        .collect();
    match colours[..] {
        [one] => [one; 4],
        [light, dark] => [light, dark, light, dark],
        [a, b, c, d] => [a, b, c, d],
        _ => panic!("{board}: {name} is {value}"),
    }
}

#[test]
fn holes_and_strokes_contrast_with_the_frame() {
    for board in BOARDS {
        let [frame, rim, hole, trace, edge] =
            ["frame", "rim", "hole", "trace", "trace-edge"].map(|name| board_values(board, name));
        for (theme, name) in THEMES.iter().enumerate() {
            let least = if theme < 2 { 3.0 } else { 4.5 };
            // The edge of a hole is its frame's or the rim.
            let seen = contrast(frame[theme], hole[theme]).max(contrast(rim[theme], hole[theme]));
            assert!(seen >= least, "{board}, {name}: a hole has {seen:.2}");
            // The stroke of a win, on the frame as it is lit above and shaded below.
            let lit = [0.0, 1.0].map(|light| frame[theme].map(|part| part * 0.9 + light * 0.1));
            for frame in lit.into_iter().chain([frame[theme]]) {
                let seen = contrast(trace[theme], frame);
                assert!(seen >= least, "{board}, {name}: a stroke has {seen:.2}");
            }
            let seen = contrast(trace[theme], edge[theme]);
            assert!(
                seen >= least,
                "{board}, {name}: a stroke's edge has {seen:.2}"
            );
        }
    }
}

#[test]
fn every_board_is_a_setting() {
    let chosen = crate::storage::settings::Setting::BoardStyle.values();
    assert_eq!(chosen, BOARDS);
    for board in &BOARDS[1..] {
        for name in ["frame", "rim"] {
            let section = format!("[data-board=\"{board}\"] {{");
            let (_, section) = PALETTES.split_once(&section).unwrap();
            values(section.split_once('}').unwrap().0, name);
        }
    }
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    let all = NAMES.len();
    (0..all).flat_map(move |one| (one + 1..all).map(move |other| (one, other)))
}

/// Returns the minimum distance of two colours.
fn min_distance(colours: &[[Rgb; 4]; 9], theme: usize, vision: &Matrix) -> f64 {
    let distances =
        pairs().map(|(one, other)| distance(vision, colours[one][theme], colours[other][theme]));
    distances.fold(f64::INFINITY, f64::min)
}

#[test]
fn each_palette_is_distinguishable_with_its_colour_vision() {
    for (kind, vision, min) in VISIONS {
        let (colours, standard) = (palette(kind), palette("standard"));
        for (theme, name) in THEMES.iter().enumerate() {
            let (own, standard_own) = (
                min_distance(&colours, theme, &vision),
                min_distance(&standard, theme, &vision),
            );
            println!("{kind}, {name}: {own:.3}, the standard colours {standard_own:.3}");
            assert!(own >= min, "{kind}, {name}: {own:.3}");
            assert!(
                own > 2.0 * standard_own,
                "{kind}, {name}: {standard_own:.3} as standard"
            );
            let first = distance(&vision, colours[0][theme], colours[1][theme]);
            for (one, other) in pairs().filter(|&(_, other)| other != BLACK) {
                let apart = distance(&vision, colours[one][theme], colours[other][theme]);
                let (one, other) = (NAMES[one], NAMES[other]);
                assert!(apart <= first, "{kind}, {name}: {one} and {other}");
            }
        }
    }
}

#[test]
fn every_piece_contrasts_with_its_background() {
    let kinds = VISIONS.map(|(kind, ..)| kind);
    let holes = BOARDS.map(|board| board_values(board, "hole"));
    let surfaces = ["page", "card"].map(|name| values(TOKENS, name));
    let rim = values(TOKENS, "black-rim");
    for kind in kinds.into_iter().chain(["standard"]) {
        for (colour, name) in palette(kind).into_iter().zip(NAMES) {
            let colour = if name == "black" { rim } else { colour };
            for (theme, min) in [3.0, 3.0, 4.5, 4.5].into_iter().enumerate() {
                for background in surfaces.into_iter().chain(holes) {
                    let ratio = contrast(colour[theme], background[theme]);
                    let theme = THEMES[theme];
                    assert!(ratio >= min, "{kind}, {theme}: {name} has {ratio:.2}");
                }
            }
        }
    }
}

#[test]
fn rim_of_black_contrasts_with_it_or_is_black() {
    let (black, rim) = (values(TOKENS, "black"), values(TOKENS, "black-rim"));
    for (theme, name) in THEMES.iter().enumerate() {
        let ratio = contrast(black[theme], rim[theme]);
        assert!(ratio <= 1.0 || ratio >= 4.5, "{name}: {ratio:.2}");
        // Black is the darkest colour.
        for (kind, ..) in VISIONS {
            for (colour, other) in palette(kind).into_iter().zip(NAMES) {
                let lighter = contrast(colour[theme], black[theme]);
                assert!(other == "black" || lighter > 1.1, "{kind}, {name}: {other}");
            }
        }
    }
}

#[test]
fn contrast_and_distance_have_known_values() {
    let [black, white, red] = ["#000", "#ffffff", "#f00"].map(linear);
    assert!((contrast(black, white) - 21.0).abs() < 1e-9);
    assert!((distance(&GREY, black, white) - 1.0).abs() < 1e-3);
    for (_, vision, _) in VISIONS {
        assert!((distance(&vision, black, white) - 1.0).abs() < 1e-3);
    }
    // Red is dark without the cones for long wavelengths.
    assert!(distance(&PROTAN, red, black) < distance(&DEUTAN, red, black));
}
