//! `four solve` and `four perft`.

use crate::support::{Folder, Run};

/// Positions on 7 × 6 and their scores.
const SCORES: [(&str, i32); 7] = [
    ("32164625", 11),
    ("6146", 18),
    ("243335424257", 12),
    ("274552224131661", 0),
    ("2531276566711153", 2),
    ("2252576253462244111563365343671351441", -1),
    ("5554224333234511764415115", 4),
];

/// Runs the program with arguments without spaces.
fn four(arguments: &str, input: impl AsRef<[u8]>) -> Run {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    // No run writes files.
    let name = std::thread::current().name().expect("a test").to_owned();
    Folder::new(&name).run(&arguments, input)
}

/// Returns the lines without nodes and microseconds.
fn answers(out: &str) -> Vec<&str> {
    out.lines().map(without_measures).collect()
}

fn without_measures(line: &str) -> &str {
    let mut parts = line.rsplitn(3, ' ');
    for measure in ["microseconds", "nodes"] {
        let number = parts.next().and_then(|text| text.parse::<u64>().ok());
        assert!(number.is_some(), "{measure}: {line}");
    }
    parts.next().unwrap_or_else(|| panic!("no score: {line}"))
}

/// Returns the nodes of each line.
fn nodes(out: &str) -> Vec<u64> {
    let nodes = |line: &str| line.rsplit(' ').nth(1)?.parse().ok();
    out.lines()
        .map(|line| nodes(line).unwrap_or_else(|| panic!("no nodes: {line}")))
        .collect()
}

#[test]
fn known_positions_have_their_scores() {
    let lines: String = SCORES.map(|(moves, _)| format!("{moves}\n")).concat();
    for (arguments, shown) in [
        ("solve", (|score| score) as fn(i32) -> i32),
        ("solve --cold --table-mb 1 --no-book", |score| score),
        ("solve --table-mb 33 --columns 7", |score| score),
        ("solve --weak", i32::signum),
        ("solve --weak --cold", i32::signum),
    ] {
        let expected = SCORES.map(|(moves, score)| format!("{moves} {}", shown(score)));
        let out = four(arguments, &lines).good();
        assert_eq!(answers(&out), expected, "{arguments}");
    }
}

#[test]
fn boards_of_other_sizes_are_solved() {
    for (board, line, answer) in [
        ("--columns 4 --rows 4", "", " 0"),
        ("--columns 5 --rows 4", "", " 0"),
        ("--columns 6 --rows 4", "", " -1"),
        ("--columns 3 --rows 3", "22", "22 0"),
        ("--columns 5 --rows 5 --connect 5", "3", "3 0"),
        ("--columns 9 --rows 3", "336699", "336699 0"),
        // An open three is a win.
        ("--columns 10 --rows 3", "2,10,3,10,4", "2,10,3,10,4 -12"),
        (
            "--columns 15 --rows 7",
            "15,1,14,1,13,1",
            "15,1,14,1,13,1 50",
        ),
    ] {
        let out = four(&format!("solve {board}"), format!("{line}\n")).good();
        assert_eq!(answers(&out), [answer], "{board}");
    }
}

#[test]
fn scores_of_all_columns_follow_the_score() {
    for (arguments, line, answer) in [
        ("", "32164625", "11 -4,-3,11,4,0,-2,-5"),
        ("", "4444443332267", "0 -4,0,-2,-,-4,-2,-2"),
        ("--weak", "32164625", "1 -1,-1,1,1,0,-1,-1"),
        ("", "44444422222211", "14 12,-,14,-,9,8,8"),
        (
            "--columns 10 --rows 3",
            "2,10,3,10,4,9",
            "12 12,11,11,11,12,11,11,11,11,11",
        ),
    ] {
        let out = four(format!("solve --all {arguments}").trim_end(), line).good();
        assert_eq!(answers(&out), [format!("{line} {answer}")], "{arguments}");
    }
}

#[test]
fn cold_clears_the_table() {
    let lines = "274552224131661\n".repeat(3);
    let warm = nodes(&four("solve", &lines).good());
    assert!(warm[1] < warm[0] / 10 && warm[2] < warm[0] / 10, "{warm:?}");
    let cold = nodes(&four("solve --cold", &lines).good());
    assert_eq!(cold, [warm[0]; 3]);
}

#[test]
fn score_after_the_moves_is_set_aside() {
    let out = four("solve", "6146 18\r\n6146\t18\r\n6146\n6146\u{20}\n6146").good();
    assert_eq!(answers(&out), ["6146 18"; 5]);
    assert!(!out.contains('\r'), "{out:?}");
}

#[test]
fn empty_line_is_the_empty_board() {
    let out = four("solve --columns 4 --rows 4", "\n\r\n \n").good();
    assert_eq!(answers(&out), [" 0"; 3]);
    assert_eq!(four("solve", "").good(), "");
}

#[test]
fn invalid_line_is_reported_and_the_rest_is_solved() {
    let bad: [(&[u8], &str); 7] = [
        (
            b"48",
            "48 error: character 2: “8” is not a column; columns are 1 to 7",
        ),
        (
            b"x",
            "x error: character 1: “x” is not a column; columns are 1 to 7",
        ),
        (
            b"6146 seen",
            "6146 seen error: character 6: “s” can't be played: a swap is possible only right after the first move",
        ),
        (
            b"1111111",
            "1111111 error: character 7: “1” can't be played: the column is full",
        ),
        (b"1212121", "1212121 error: the game is over"),
        (
            b"3,2,3,2,3,2,3",
            "3,2,3,2,3,2,3 error: several readings: columns are counted from 1 (--first-column 1), or columns are counted from 0 (--first-column 0)",
        ),
        (
            b"4\xff",
            r"4\u{fffd} error: character 2: “\u{fffd}” is not a column; columns are 1 to 7",
        ),
    ];
    let mut input = Vec::new();
    for (line, _) in bad {
        input.extend_from_slice(line);
        input.extend_from_slice(b"\n6146\n");
    }
    let run = four("solve", input);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.err,
        "error: standard input: 7 of 14 positions could not be solved\n"
    );
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 2 * bad.len(), "{}", run.out);
    for (pair, (_, expected)) in lines.chunks(2).zip(bad) {
        assert_eq!(pair[0], expected);
        assert_eq!(without_measures(pair[1]), "6146 18");
    }
}

#[test]
fn errors_refer_to_the_board() {
    for (board, line, message) in [
        (
            "--columns 10",
            "1,11",
            "character 3: “11” is not a column; columns are 1 to 10",
        ),
        (
            "--columns 10",
            "7/7/7/7/3b3/3aa2 a",
            "a position in one line: character 13: “3aa2” does not fit a row of 10 cells",
        ),
        // A full board without a winner.
        ("--columns 3 --rows 3", "233232111", "the game is over"),
    ] {
        let run = four(&format!("solve {board}"), line);
        assert_eq!(
            (run.code, run.out),
            (Some(1), format!("{line} error: {message}\n"))
        );
    }
}

#[test]
fn endless_line_is_answered() {
    let long = "4".repeat(3_000_000);
    let run = four("solve", format!("{long}\n6146\n"));
    assert_eq!(run.code, Some(1));
    let (first, second) = run.out.split_once('\n').expect("two lines");
    assert!(first.len() < 100_000, "{}", first.len());
    assert!(first.ends_with("… error: character 7: “4” can't be played: the column is full"));
    assert_eq!(answers(second), ["6146 18"]);
}

#[test]
fn what_can_not_be_solved_is_refused_at_once() {
    for (arguments, message) in [
        (
            "solve --columns 15 --rows 15",
            "--columns 15 --rows 15: the 15 × 15 board is too large to solve: \
             columns × (rows + 1) is more than 128",
        ),
        (
            "solve --connect 7",
            "--connect 7: 7 in a row; only up to 6 can be solved",
        ),
        (
            "solve --connect 8",
            "invalid value '8' for '--connect': must be at most 7",
        ),
        (
            "solve --columns 8 --rows 7 --table-mb 3",
            "--table-mb 3: the 8 × 7 board needs at least 4",
        ),
        (
            "solve --columns 8 --rows 15",
            "--table-mb 16: the 8 × 15 board needs at least 32",
        ),
        (
            "solve --columns 16",
            "invalid value '16' for '--columns': must be at most 15",
        ),
        (
            "solve --rows 2",
            "invalid value '2' for '--rows': must be at least 3",
        ),
        (
            "perft 23",
            "invalid value '23' for 'DEPTH': must be at most 22; larger counts may exceed 64 bits",
        ),
        (
            "perft 17 --columns 15",
            "invalid value '17' for 'DEPTH': must be at most 16; larger counts may exceed 64 bits",
        ),
        (
            "perft 9 --columns 15 --rows 15 --no-gravity",
            "invalid value '9' for 'DEPTH': must be at most 8; larger counts may exceed 64 bits",
        ),
        (
            "perft 10 --columns 3 --rows 3 --no-gravity",
            "invalid value '10' for 'DEPTH': must be at most 9; the board is full after that many moves",
        ),
        (
            "perft 17 --columns 4 --rows 4 --no-gravity",
            "invalid value '17' for 'DEPTH': must be at most 16; the board is full after that many moves",
        ),
        (
            "perft 1 --players 11",
            "invalid value '11' for '--players': must be at most 10",
        ),
    ] {
        let err = four(arguments, "6146\n").bad(2);
        assert_eq!(err, format!("error: {message}\n"));
    }
    for arguments in [
        "solve 6146 6146",
        "solve --table-mb 0",
        "solve --table-mb 65537",
        "solve --table-mb much",
        "perft",
        "perft -1",
        "perft x",
    ] {
        four(arguments, "").bad(2);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn failed_allocation_is_an_error() {
    let folder = Folder::new("no-memory");
    let script = "ulimit -v 1000000; four solve --table-mb 4096";
    let err = folder.run_script(script, "6146\n").bad(2);
    assert_eq!(err, "error: --table-mb 4096: cannot allocate the table\n");
}

#[cfg(unix)]
#[test]
fn closed_output_is_not_an_error() {
    let folder = Folder::new("solve-broken-pipe");
    let script = "(yes 6146 | head -n 20000 | four solve; echo $? >&2) | head -n 1";
    let run = folder.run_script(script, "");
    assert_eq!(answers(&run.out), ["6146 18"]);
    assert_eq!(run.err, "0\n");
}

#[test]
fn perft_counts_each_depth() {
    let listed = |counts: &[u64]| {
        let lines = counts.iter().enumerate();
        let lines: Vec<String> = lines
            .map(|(depth, count)| format!("{depth} {count}\n"))
            .collect();
        lines.concat()
    };
    let tic_tac_toe = [
        1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872,
    ];
    for (arguments, counts) in [
        ("perft 0", &[1][..]),
        (
            "perft 8",
            &[1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234],
        ),
        (
            "perft 5 --columns 6 --rows 4",
            &[1, 6, 36, 216, 1_296, 7_770],
        ),
        ("perft 9 --columns 3 --rows 3 --no-gravity", &tic_tac_toe),
        // No line can be completed before the seventh move.
        (
            "perft 6 --columns 3 --rows 3 --no-gravity --players 3",
            &[1, 9, 72, 504, 3_024, 15_120, 60_480],
        ),
    ] {
        assert_eq!(four(arguments, "").good(), listed(counts), "{arguments}");
    }
}

#[test]
fn unfinished_search_has_bounds_and_an_estimate() {
    let arguments = "solve --columns 9 --rows 7 --most-nodes 2000";
    let run = four(arguments, "55\n").good();
    let [moves, score, nodes, _] = run.split_whitespace().collect::<Vec<_>>()[..] else {
        panic!("{run}");
    };
    let (bounds, estimate) = score.split_once('~').expect("an estimate");
    let (lower, upper) = bounds.split_once("..").expect("two bounds");
    let percent = estimate.strip_suffix('%').expect("a percentage");
    let [lower, percent, upper] =
        [lower, percent, upper].map(|n| n.parse::<i32>().expect("a number"));
    assert!(lower < upper && (1..100).contains(&percent), "{score}");
    assert_eq!(moves, "55");
    assert!((2000..2100).contains(&nodes.parse::<u32>().unwrap()));

    let run = four(&format!("{arguments} --all"), "55\n").good();
    let columns = run.split_whitespace().nth(2).unwrap();
    assert_eq!(columns.split(',').count(), 9);
    assert!(columns.contains(".."), "{columns}");

    let run = four("solve --most-nodes 100000", "32164625\n").good();
    assert_eq!(answers(&run), ["32164625 11"]);
}

#[test]
fn threads_find_the_same_scores() {
    // A hard position, and one that a single thread solves before the others start.
    let lines = "751321\n274552224131661\n";
    let out = four("solve --no-book --cold --threads 3", lines).good();
    assert_eq!(answers(&out), ["751321 2", "274552224131661 0"]);
    assert!(nodes(&out)[0] > 1 << 20, "one thread would do");
    let out = four("solve --no-book --weak --threads 2", "751321\n").good();
    assert_eq!(answers(&out), ["751321 1"]);

    let limited = "solve --columns 9 --rows 7 --nodes 1500000 --threads 3";
    let out = four(limited, "55\n").good();
    assert!(out.contains(".."), "{out}");
    // Each thread may exceed the limit by what it searches at a time.
    assert!((1_500_000..1_900_000).contains(&nodes(&out)[0]), "{out}");

    for arguments in [
        "solve --threads 0",
        "solve --threads 256",
        "solve --threads 2 --all",
    ] {
        four(arguments, "").bad(2);
    }
}

#[test]
fn first_plies_are_in_the_book() {
    let run = four("solve", "\n4\n1\n44444\n").good();
    assert_eq!(answers(&run), [" 1", "4 -1", "1 2", "44444 -1"]);
    assert_eq!(nodes(&run), [0; 4]);
    let run = four("solve --no-book", "12121111\n").good();
    assert_eq!(answers(&run), ["12121111 -1"]);
    assert!(nodes(&run)[0] > 0);
}
