//! Computer players that search: their strength, and the output meanwhile.

use crate::support::Folder;

#[test]
fn searching_players_beat_random() {
    let folder = Folder::new("strength");
    for arguments in [
        "match lookahead:4 random --games 60 --seed 1",
        "match level:4 random --games 40 --seed 1",
        "match mcts:5 random --games 20 --seed 1 --no-gravity --columns 5 --rows 5",
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let out = folder.run(&arguments, "").good();
        let words: Vec<&str> = out
            .lines()
            .nth(2)
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        let share: f64 = words[5].parse().expect("a percentage");
        assert!(share > 80.0, "{out}");
    }
}

#[test]
fn match_is_independent_of_threads() {
    let folder = Folder::new("thinking-threads");
    let run = |threads| {
        let line =
            format!("match lookahead:3 level:2 level:3 --games 10 --seed 8 --threads {threads}");
        let arguments: Vec<&str> = line.split(' ').collect();
        folder.run(&arguments, "").good()
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn computer_answers_each_move() {
    let folder = Folder::new("answers");
    for player in ["lookahead:2", "level:1", "level:3", "mcts:20"] {
        let seats = format!("person,{player}");
        let play = [
            "play", "--style", "letters", "--seats", &seats, "--seed", "3",
        ];
        let run = folder.run(&play, "4\n4\n");
        assert_eq!(
            run.out.matches("Player B, choose a column: ").count(),
            2,
            "{run:?}"
        );
        let seats = seats.replace("person", "human");
        let end = format!(" --seats {seats} --seed 3\n");
        assert!(run.err.ends_with(&end), "{run:?}");
    }
}

#[cfg(unix)]
mod on_a_terminal {
    use crate::support::{Folder, terminal::Terminal};

    #[test]
    fn status_is_shown_and_erased() {
        let folder = Folder::new("thinking");
        let arguments = ["play", "--style", "letters", "--seats", "person,mcts:1500"];
        let mut terminal = Terminal::start(&folder, &arguments);
        terminal.wait_for_prompt(0);
        let from = terminal.screen.len();
        terminal.press("4\n");
        terminal.wait(from, |new| {
            new.ends_with("Player B, choose a column: thinking …")
        });
        terminal.wait(from, |new| new.ends_with("Player A, choose a column: "));
        terminal.press("\u{4}");
        let (screen, code) = terminal.finish();
        assert_eq!(code, 0);
        let (back, blank) = ("\u{8}".repeat(10), " ".repeat(10));
        let erased = format!("choose a column: thinking …{back}{blank}{back}");
        assert!(screen.contains(&erased), "{screen:?}");
    }

    #[test]
    fn ctrl_c_interrupts_thinking() {
        let folder = Folder::new("thinking-ctrl-c");
        let seats = "human,mcts:60000";
        let arguments = ["play", "--style", "x-and-o", "--seats", seats];
        let mut terminal = Terminal::start(&folder, &arguments);
        terminal.wait_for_prompt(0);
        terminal.press("3\n");
        terminal.wait(0, |new| new.ends_with("thinking …"));
        terminal.press("\u{3}");
        let (screen, code) = terminal.finish();
        assert_eq!(code, 130);
        let end = format!("\nTo continue: four play --style x-and-o --moves 4 --seats {seats}\n");
        assert!(screen.ends_with(&end), "{screen}");
    }
}
