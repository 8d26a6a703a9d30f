//! Mutated files and links: ten thousand of each format, from a fixed seed. No parser
//! panics, and everything that is accepted round-trips.

use crate::checks;
use four_shapes_records::{
    Match, Name, Setup,
    high_scores::{Date, HighScore, HighScores},
    link, record,
};
use four_shapes_rules::{Rules, notation};
use four_shapes_testing::support::{
    HOSTILE, Random, rules, seat_computers, some_setup, swap_if_possible,
};
use std::{fs, path::Path};

/// The number of mutations of each format.
const COUNT: usize = 10_000;

/// Tokens that are significant in some format or in none.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "\"",
    ":",
    ",",
    ".",
    "&",
    "=",
    "#",
    "%",
    "%00",
    "%FF",
    "%2E",
    "%F0%9F",
    "\\",
    "\\u0000",
    "\\ud800",
    "\\n",
    "\n",
    "\r\n",
    " ",
    "\t",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "é",
    "😀",
    "\u{301}",
    "null",
    "true",
    "false",
    "0",
    "-1",
    "-0",
    "1.0",
    "1e9",
    "1e999",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "1",
    "2",
    "3",
    "7",
    "15",
    "16",
    "75",
    "76",
    "A1",
    "O15",
    "a",
    "d",
    "x",
    "\"name\":",
    "\"version\":2,",
    "\"version\":3,",
    "\"version\":4,",
    "\"swap\":true,",
    "\"computer\":\"level:3\",",
    "level:",
    "lookahead:4:left",
    "s",
    ",s,",
    "swap",
    "&swap=yes",
    "\"cursor\":0,",
    "\"draw_agreed\":true,",
    "\"result\":\"tie\",",
    "\"players\":[],",
    "&draw=agreed",
    "&gravity=no",
    "&starts=2",
    "&players=3",
    "player=A.star.red.X&",
    "yes",
    "no",
    "v=1",
    "#v=1&",
    "circle",
    "red",
    "9999-12-31",
    "0000-00-00",
];

/// Random rules, mostly small ones.
fn some_rules(random: &mut Random) -> Rules {
    match random.below(8) {
        0 => return Rules::CLASSIC,
        1 => return Rules::TIC_TAC_TOE,
        2 => return rules(15, 15, 3, 75, random.once_in(2)),
        3 => return rules(6, 3, 6, 3, random.once_in(2)),
        _ => {}
    }
    let side = |random: &mut Random| 3 + random.below(13) as u32;
    let (columns, rows) = (side(random), side(random));
    let connect = 3 + random.below(Rules::max_connect(columns, rows) as usize - 2) as u32;
    let most = Rules::max_players(columns, rows, connect).min(5) as usize;
    let players = 2 + random.below(most - 1) as u32;
    rules(columns, rows, connect, players, random.once_in(2))
}

/// A random match, with some steps undone.
fn some_match(random: &mut Random) -> Match {
    let rules = some_rules(random);
    let mut game_match = Match::new(some_setup(rules, random));
    let swaps = random.once_in(2);
    for _ in 0..random.below(rules.cells().min(60) + 1) {
        let cells: Vec<_> = game_match.game().position().playable().collect();
        let Some(turn) = game_match.turn() else { break };
        turn.play(*random.pick(&cells)).expect("the cell is open");
        if swaps {
            swap_if_possible(&mut game_match);
        }
    }
    // Detecting dead positions is slow on large boards.
    if rules.cells() <= 20
        && let Some(turn) = game_match.turn()
    {
        let _ = turn.agree_draw();
    }
    if random.once_in(4) {
        game_match.forfeit_on_time();
    }
    game_match.record_time(random.below(100_000) as u32);
    for _ in 0..random.below(4) {
        game_match.undo();
    }
    seat_computers(&mut game_match, random);
    game_match
}

fn some_scores(random: &mut Random) -> String {
    let mut scores = HighScores::default();
    for _ in 0..random.below(8) {
        let rules = some_rules(random);
        let rules = if random.once_in(2) {
            Rules::CLASSIC
        } else {
            rules
        };
        let setup: Setup = some_setup(rules, random);
        let names: Vec<Name> = setup.seats().iter().map(|seat| seat.name.clone()).collect();
        let longest = rules.cells().div_ceil(names.len());
        let shortest = usize::from(rules.connect()).min(longest);
        scores.add(HighScore {
            rules,
            name: names[0].clone(),
            moves: (shortest + random.below(longest - shortest + 1)) as u32,
            opponents: names[1..].to_vec(),
            date: Date::new(2026, 1 + random.below(12) as u8, 1 + random.below(28) as u8)
                .expect("every month has 28 days"),
        });
    }
    scores.write()
}

/// Moves in a lenient notation, or text around a link.
fn some_text(random: &mut Random) -> String {
    let game_match = some_match(random);
    let moves = notation::write(game_match.game());
    match random.below(5) {
        0 => moves,
        1 => moves.replace(',', " ").to_lowercase(),
        2 => format!(
            "{}\n{}",
            HOSTILE[random.below(HOSTILE.len())],
            link::write(&game_match)
        ),
        3 => format!("<https://example.org/#{}>, hi", link::write(&game_match)),
        _ => "abcdefg d1 e1 4 4 5,5;E3".to_owned(),
    }
}

/// A random character boundary.
fn somewhere(text: &str, random: &mut Random) -> usize {
    text.floor_char_boundary(random.below(text.len() + 1))
}

/// A short slice of a text.
fn piece<'a>(text: &'a str, random: &mut Random) -> &'a str {
    let from = somewhere(text, random);
    let to = text.floor_char_boundary((from + random.below(40)).min(text.len()));
    &text[from..to.max(from)]
}

/// A run of digits after an offset.
fn digits(text: &str, from: usize) -> Option<(usize, usize)> {
    let start = from + text[from..].find(|c: char| c.is_ascii_digit())?;
    let rest = &text[start..];
    let length = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    Some((start, start + length))
}

fn token(random: &mut Random) -> &'static str {
    TOKENS[random.below(TOKENS.len())]
}

/// Mutates a text once; `other` is a source of slices.
fn damaged(text: &str, other: &str, random: &mut Random) -> String {
    let at = somewhere(text, random);
    let (before, after) = text.split_at(at);
    match random.below(12) {
        0 => {
            let mut bytes = text.as_bytes().to_vec();
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
        1 => {
            let mut bytes = text.as_bytes().to_vec();
            bytes.insert(at, random.next_u64() as u8);
            String::from_utf8_lossy(&bytes).into_owned()
        }
        2 => {
            let mut rest = after.chars();
            rest.next();
            format!("{before}{}", rest.as_str())
        }
        3 => format!("{before}{}{after}", token(random)),
        4 => {
            // Removes or duplicates a slice.
            let piece = piece(after, random);
            if random.once_in(2) {
                text.replacen(piece, "", 1)
            } else {
                format!("{before}{piece}{after}")
            }
        }
        5 => format!("{before}{}{after}", piece(other, random)),
        6 => format!("{before}{}", &other[somewhere(other, random)..]),
        7 => before.to_owned(),
        8 | 9 => {
            // Replaces a number.
            let Some((start, end)) = digits(text, at) else {
                return text.to_owned();
            };
            let number = match random.below(3) {
                0 => random.next_u64().to_string(),
                1 => (random.next_u64() % 20).to_string(),
                _ => token(random).to_owned(),
            };
            format!("{}{number}{}", &text[..start], &text[end..])
        }
        10 => {
            // Replaces a token.
            let (old, new) = (token(random), token(random));
            text.replacen(old, new, 1)
        }
        _ => {
            if random.once_in(20) {
                let open = ["[", "{\"a\":", "[{\"name\":", "%25", "player=A.star.red.X&"];
                let deep = random.pick(&open).repeat(random.below(5_000));
                format!("{before}{deep}{after}")
            } else {
                // Duplicates a field.
                let end = after
                    .find([',', '&', '\n'])
                    .map_or(after.len(), |end| end + 1);
                format!("{before}{}{after}", &after[..end])
            }
        }
    }
}

/// Feeds mutated texts to a parser and returns the number that it accepts.
fn damage(seed: u64, make: impl Fn(&mut Random) -> String, read: impl Fn(&str) -> bool) {
    let mut random = Random(seed);
    let texts: Vec<String> = (0..300).map(|_| make(&mut random)).collect();
    for text in &texts {
        read(text);
    }
    let mut accepted = 0;
    for _ in 0..COUNT {
        let mut text = random.pick(&texts).clone();
        for _ in 0..=random.below(3) {
            let other = random.below(texts.len());
            text = damaged(&text, &texts[other], &mut random);
        }
        accepted += usize::from(read(&text));
    }
    println!("{accepted} of {COUNT} were accepted");
    // The test is meaningless if hardly any mutation is valid.
    assert!(
        (COUNT / 50..COUNT * 9 / 10).contains(&accepted),
        "{accepted} were accepted"
    );
}

#[test]
fn mutated_files_are_safe() {
    damage(
        1,
        |random| record::write(&some_match(random)),
        checks::record,
    );
}

#[test]
fn mutated_links_are_safe() {
    damage(2, |random| link::write(&some_match(random)), checks::link);
}

#[test]
fn mutated_positions_are_safe() {
    let text = |random: &mut Random| some_match(random).game().position().to_string();
    damage(6, text, checks::position);
}

#[test]
fn mutated_scores_are_safe() {
    damage(3, some_scores, checks::scores);
}

#[test]
fn mutated_texts_are_safe() {
    damage(4, some_text, checks::import);
}

#[test]
fn every_parser_is_safe_on_every_format() {
    let any = |random: &mut Random| match random.below(5) {
        0 => record::write(&some_match(random)),
        1 => link::write(&some_match(random)),
        2 => some_scores(random),
        3 => some_match(random).game().position().to_string(),
        _ => some_text(random),
    };
    damage(5, any, |text| {
        let parsers = [
            checks::record,
            checks::link,
            checks::import,
            checks::scores,
            checks::position,
        ];
        let read = parsers.map(|read| read(text));
        // The formats are mutually exclusive.
        assert!(read.iter().filter(|read| **read).count() <= 2);
        read.contains(&true)
    });
}

#[test]
fn fuzz_seeds_are_valid() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for (target, read) in [
        ("record", checks::record as fn(&str) -> bool),
        ("link", checks::link),
        ("import", checks::import),
        ("scores", checks::scores),
        ("position", checks::position),
    ] {
        let files = fs::read_dir(seeds.join(target)).expect("there is a folder");
        for file in files {
            let path = file.expect("the folder can be read").path();
            let text = fs::read_to_string(&path).expect("it is text");
            assert!(read(&text), "{}", path.display());
        }
    }
}
