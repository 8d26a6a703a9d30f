//! Positions in the formats of other programs, solved with `four solve`.

use crate::support::{Folder, Run};
use four_shapes_rules::{Player, Position, Rules};
use std::{collections::HashSet, fmt::Write};

fn solve(arguments: &[&str], input: &str) -> Run {
    let name = std::thread::current().name().expect("a test").to_owned();
    let arguments = [&["solve"], arguments].concat();
    Folder::new(&name).run(&arguments, input)
}

/// Returns the field of a line, counted from the end.
fn field_from_end(line: &str, index: usize) -> &str {
    line.rsplit(' ')
        .nth(index)
        .unwrap_or_else(|| panic!("{line}"))
}

/// The positions after eight pieces in which nobody has won and nobody can win at once, one of each
/// pair of mirror images: those of the data set Connect-4 of the UCI repository (J. Tromp, 1995,
/// <https://archive.ics.uci.edu/dataset/26/connect+4>).
fn uci_positions() -> HashSet<Position> {
    let mut positions = HashSet::from([Position::new(Rules::CLASSIC)]);
    for _ in 0..8 {
        let mut next = HashSet::new();
        for position in &positions {
            for cell in position.playable() {
                let mut after = position.clone();
                let player = after.to_move();
                after.place(player, cell).expect("it is playable");
                if !after.has_won(player) {
                    next.insert(after);
                }
            }
        }
        positions = next;
    }
    let is_quiet = |position: &Position| {
        position.playable().all(|cell| {
            let mut players = position.rules().all_players();
            players.all(|player| {
                let mut after = position.clone();
                after.place(player, cell).expect("it is playable");
                !after.has_won(player)
            })
        })
    };
    positions.retain(|position| {
        let row = uci_row(position);
        let columns: Vec<&str> = row.split(',').collect();
        let mirrored: Vec<&str> = columns.rchunks(6).flatten().copied().collect();
        columns <= mirrored && is_quiet(position)
    });
    positions
}

/// A row of the data set without its class: the cells by column, from the bottom.
fn uci_row(position: &Position) -> String {
    let rules = position.rules();
    let signs = rules.all_columns().flat_map(|column| {
        (0..rules.rows().into()).filter_map(move |row| rules.cell(column.index(), row))
    });
    let signs = signs.map(|cell| match position.piece_at(cell).map(Player::index) {
        None => "b",
        Some(0) => "x",
        Some(_) => "o",
    });
    signs.collect::<Vec<_>>().join(",")
}

#[test]
fn rows_of_the_uci_data_set_have_their_classes() {
    let positions = uci_positions();
    // These numbers and those of the classes are published with the data set.
    assert_eq!(positions.len(), 67_557);
    let mut input = String::new();
    for position in &positions {
        writeln!(input, "{},draw", uci_row(position)).expect("it is a string");
    }
    let run = solve(&["--weak"], &input);
    assert_eq!(run.code, Some(0));
    // Once, not for each line.
    assert_eq!(run.err, "note: line 1: the result “draw” was ignored\n");
    let mut counts = [0; 3];
    for (line, position) in run.out.lines().zip(&positions) {
        assert!(line.starts_with(&format!("{position} ")), "{line}");
        match field_from_end(line, 2) {
            "1" => counts[0] += 1,
            "-1" => counts[1] += 1,
            "0" => counts[2] += 1,
            _ => panic!("{line}"),
        }
    }
    assert_eq!(counts, [44_473, 16_635, 6_449]);
}

/// Two boards that an opening book had wrong, with the values of every column. The report
/// (<https://github.com/MarkusThill/Connect-Four/issues/3>) has two values wrong itself.
#[test]
fn boards_of_a_report_have_their_values() {
    for (board, values) in [
        (
            [
                ". . . . . . .",
                ". . . . . . .",
                ". . . . . . .",
                ". . . . . . .",
                ". 2 1 2 1 . 2",
                "2 1 2 1 1 1 2",
            ],
            "7 -1,0,-1,7,6,-2,0",
        ),
        (
            [
                ". . . . . . .",
                ". . . . . . .",
                ". 1 . . . . 1",
                ". 1 . . . . 1",
                ". 2 2 . . . 2",
                ". 2 2 1 1 . 2",
            ],
            "4 -14,4,4,3,4,-3,4",
        ),
    ] {
        let run = solve(&["--all"], &board.join("\n"));
        assert!(run.out.contains(&format!(" {values} ")), "{}", run.out);
    }
}
