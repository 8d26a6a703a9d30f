//! `four puzzles`: generating and proving puzzles.

use crate::support::{Folder, Run};

fn run(folder: &Folder, arguments: &str) -> Run {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    folder.run(&arguments, "")
}

#[test]
fn puzzles_are_generated_and_proved() {
    let folder = Folder::new("puzzles-generated");
    let generate = "puzzles --out p.bin --count 5 --table-mb 1 --columns 5 --rows 5";
    let generated = run(&folder, generate);
    assert_eq!(generated.code, Some(0), "{}", generated.err);
    let checked = run(&folder, "puzzles --check p.bin --table-mb 1");
    assert_eq!(checked.good(), "puzzles: 5, wrong: 0\n");
    let first = std::fs::read(folder.path().join("p.bin")).unwrap();

    // The same seed gives the same puzzles, with any number of threads.
    run(&folder, &format!("{generate} --threads 1"));
    assert_eq!(std::fs::read(folder.path().join("p.bin")).unwrap(), first);

    // Puzzles on other boards are kept.
    run(
        &folder,
        "puzzles --out p.bin --count 3 --table-mb 1 --columns 5 --rows 4",
    );
    let checked = run(&folder, "puzzles --check p.bin --table-mb 1");
    assert_eq!(checked.good(), "puzzles: 8, wrong: 0\n");
    let sampled = run(&folder, "puzzles --check p.bin --table-mb 1 --sample 2");
    assert_eq!(sampled.good(), "puzzles: 4, wrong: 0\n");
    let rates = run(&folder, "puzzles --rates p.bin --table-mb 1").good();
    assert!(rates.contains("5 × 5, 5 puzzles\n"), "{rates}");
    assert_eq!(rates.lines().count(), 2 * 7, "{rates}");
}

#[test]
fn invalid_files_and_arguments_are_reported() {
    let folder = Folder::new("puzzles-invalid");
    std::fs::write(folder.path().join("wrong.bin"), "4SPZ\u{1}not a file").unwrap();
    let checked = run(&folder, "puzzles --check wrong.bin");
    assert_ne!(checked.code, Some(0));
    assert!(
        checked.err.contains("wrong.bin: the file is damaged"),
        "{}",
        checked.err
    );
    // It isn't overwritten either.
    let generated = run(&folder, "puzzles --out wrong.bin --count 1");
    assert_ne!(generated.code, Some(0));
    let missing = run(&folder, "puzzles --check missing.bin");
    assert!(missing.err.contains("missing.bin"), "{}", missing.err);
    for (arguments, error) in [
        ("puzzles", "--out"),
        ("puzzles --out p.bin --count 0", "--count"),
        (
            "puzzles --out p.bin --columns 15 --rows 15",
            "too large to solve",
        ),
    ] {
        let refused = run(&folder, arguments);
        assert_ne!(refused.code, Some(0), "{arguments}");
        assert!(refused.err.contains(error), "{arguments}: {}", refused.err);
    }
}
