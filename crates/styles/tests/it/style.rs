//! Text styles: every session in `transcripts/`, byte for byte, and the drawings.
//!
//! A transcript contains the arguments of `four`, the input lines, and the output.
//! `TRANSCRIPTS=write` in the environment rewrites the output; review the changes.

use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::{Match, Name, PieceStyle, Seat, Setup, Symbol};
use four_shapes_rules::{Bound, Game, Position, Rules, Setting, Status, notation};
use four_shapes_styles::{Action, Change, ColourMode, Editor, Repl, Reply, RulesOptions, Style};
use four_shapes_testing::support::{any_rules, play_with, rules};
use proptest::{collection::vec, prelude::*};
use serde::Deserialize;
use std::{fs, path::Path};

/// A parsed transcript.
struct Transcript {
    arguments: String,
    typed: String,
    screen: String,
}

impl Transcript {
    fn read(text: &str) -> Self {
        let (arguments, rest) = text.split_once("\n--- typed\n").expect("what is typed");
        let (typed, screen) = rest.split_once("--- screen\n").expect("the screen");
        Self {
            arguments: arguments.to_owned(),
            typed: typed.to_owned(),
            screen: screen.to_owned(),
        }
    }

    /// Returns the value of an option.
    fn option(&self, name: &str) -> Option<&str> {
        let mut words = self.arguments.split(' ');
        words.find(|word| *word == name).and_then(|_| words.next())
    }

    fn number(&self, name: &str) -> Option<u32> {
        let number = self.option(name).map(str::parse);
        number.map(|number| number.expect("it is a number"))
    }

    fn style(&self) -> Style {
        let style = self.option("--style").map(str::parse);
        style.expect("there is a style").expect("its id is valid")
    }

    fn begin(&self) -> Match {
        let rules = self.style().rules(RulesOptions {
            columns: self.number("--columns"),
            rows: self.number("--rows"),
            connect: self.number("--connect"),
            players: self.number("--players"),
            gravity: !self.arguments.contains("--no-gravity"),
        });
        let rules = rules.expect("the rules are allowed");
        let moves = self.option("--moves").unwrap_or_default();
        let game = notation::parse(rules, moves);
        let mut seats = Setup::with_default_seats(rules).seats().to_vec();
        if let Some(names) = self.option("--names") {
            for (seat, name) in seats.iter_mut().zip(names.split(',')) {
                seat.name = Name::new(name).expect("it is a name");
            }
        }
        if let Some(symbols) = self.option("--symbols") {
            for (seat, symbol) in seats.iter_mut().zip(symbols.chars()) {
                seat.symbol = Symbol::new(symbol).expect("it is a symbol");
            }
        }
        let swap = self.arguments.contains("--swap");
        let setup = Setup::new(rules, seats, 0).expect("the players differ");
        let setup = setup.with_swap(swap).expect("there are two players");
        let begun = Match::from_parts(setup, game.expect("the moves can be played"));
        begun.expect("both have the same rules")
    }

    /// Runs the session and returns the output.
    fn play(&self) -> String {
        let mut game_match = self.begin();
        let mut repl = Repl::new(self.style(), ColourMode::Ansi);
        let mut screen = String::new();
        if self.arguments.contains("--ask") {
            repl.start_setup();
        } else {
            screen += &repl.greeting(&game_match);
        }
        let mut lines = self.typed.lines();
        while let Some(prompt) = repl.prompt(&game_match) {
            screen += &prompt;
            let Some(line) = lines.next() else {
                screen += "(nothing was typed here)\n";
                break;
            };
            screen += line;
            screen.push('\n');
            match repl.handle_line(&game_match, line) {
                Reply::Text(text) => screen += &text,
                Reply::Action(Action::Quit) => break,
                Reply::Action(action) => {
                    let change = carry_out(&mut game_match, action).expect("no files here");
                    screen += &repl.report(&game_match, change);
                }
            }
        }
        for line in lines {
            screen += "(typed after the end) ";
            screen += line;
            screen.push('\n');
        }
        screen.replace('\u{1b}', "\\e")
    }
}

/// Carries out an action; `None` if it isn't supported here.
fn carry_out(game_match: &mut Match, action: Action) -> Option<Change> {
    Some(match action {
        Action::Place(cell) => {
            let turn = game_match.turn().expect("the game goes on");
            turn.play(cell).expect("the move is allowed");
            Change::Moved
        }
        Action::Undo => {
            *game_match = game_match.undone_to_human_turn().expect("there is a step");
            Change::Undone
        }
        Action::Redo => {
            game_match.redo_to_human_turn();
            Change::Redone
        }
        Action::Swap => {
            game_match.swap().expect("it is possible");
            Change::Swapped
        }
        Action::AgreeDraw => {
            let turn = game_match.turn().expect("the game goes on");
            turn.agree_draw().expect("nobody can win");
            Change::DrawAgreed
        }
        Action::SetComputer { seat, computer } => {
            game_match.set_computer(seat, computer);
            Change::ComputerSet
        }
        Action::Start(setup) => {
            *game_match = Match::new(setup);
            Change::Started
        }
        Action::Save(_) | Action::Load(_) | Action::Scores | Action::Quit => return None,
    })
}

#[test]
fn error_of_an_unknown_style_lists_all() {
    let ids: Vec<&str> = Style::ALL.iter().map(|style| style.id()).collect();
    let error = "buttons".parse::<Style>().unwrap_err();
    assert_eq!(error.expected, format!("one of {}", ids.join(" ")));
}

#[test]
fn transcripts_are_reproduced() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let write = std::env::var_os("TRANSCRIPTS").is_some_and(|value| value == "write");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let text = fs::read_to_string(&path).expect("the file can be read");
        let transcript = Transcript::read(&text);
        let name = path.display();
        let screen = transcript.play();
        if write {
            let at = text.len() - transcript.screen.len();
            fs::write(&path, text[..at].to_owned() + &screen).expect("the file can be written");
        } else {
            assert_eq!(screen, transcript.screen, "{name}\n{screen}");
        }
        count += 1;
    }
    assert!(count >= 20, "{count} transcripts");
}

/// Returns all transcripts in one text.
fn screens() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let files = fs::read_dir(folder).expect("the folder is there");
    let texts = files.map(|file| {
        let path = file.expect("the folder can be read").path();
        fs::read_to_string(path).expect("the file can be read")
    });
    texts.collect()
}

#[test]
fn messages_match_the_source_games() {
    let screens = screens();
    for said in [
        "Enter a bin index in [0, 6) that is not full: ",
        "invalid bin index, needs to be in [0, 6)\n",
        "the bin is full\n",
        "Re-enter a bin index in [0, 6) that is not full: ",
        "add shape: 5, player: red\n",
        "winner: red\n",
        "winner: blue\n",
        "a tie\n",
        "\n 1 2 3 4 5 6 7\nPlayer A, choose a column: ",
        "Player B, choose a column: 100\nInvalid column number.\nPlayer B, choose a column: ",
        "Column full.\nPlayer A, choose a column: ",
        "Player A won!\n",
        "Welcome to Connect Four!\n| | | | |",
        "X's choice: ",
        // The last board is below it.
        "X wins -- Congratulations!\n| | | | |",
        // A digit for each column, also of wide boards.
        "\n 0 1 2 3 4 5 6 7 8 9 0 1\n",
        "Press U to Undo anything else to continue .\nBen, choose a column: ",
        ", choose a column: U\nUndone.\n",
        "What next (new, undo or quit)? U\nUndone.\n",
        "Ada Won!\n",
        "Game ended in tie\n",
    ] {
        assert!(screens.contains(said), "{said}");
    }
}

/// Acceptance cases of the original programs.
#[derive(Deserialize)]
struct SeedCases {
    displays: Vec<Display>,
}

#[derive(Deserialize)]
struct Display {
    name: String,
    columns: u32,
    rows: u32,
    pieces: Vec<(usize, usize)>,
    grid: Vec<String>,
}

impl Display {
    /// Returns a game that leads to the position, if there is one.
    fn play(&self) -> Option<Game> {
        fn go(game: &Game, columns: &mut [Vec<usize>], left: usize) -> Option<Game> {
            if left == 0 {
                return Some(game.clone());
            }
            let mover = game.position().to_move().index();
            for index in 0..columns.len() {
                if columns[index].first() != Some(&mover) {
                    continue;
                }
                let mut next = game.clone();
                let column = game.rules().column(index)?;
                next.turn()?.drop(column).ok()?;
                columns[index].remove(0);
                if left == 1 || next.turn().is_some() {
                    let found = go(&next, columns, left - 1);
                    if found.is_some() {
                        return found;
                    }
                }
                columns[index].insert(0, mover);
            }
            None
        }
        let rules = rules(self.columns, self.rows, 4, 2, true);
        let mut columns = vec![Vec::new(); self.columns as usize];
        for &(column, player) in &self.pieces {
            columns[column].push(player);
        }
        go(&Game::new(rules), &mut columns, self.pieces.len())
    }
}

#[test]
fn drawings_match_the_source_games() {
    let cases: SeedCases =
        serde_json::from_str(include_str!("../../../rules/tests/data/seed-cases.json"))
            .expect("it is of this form");
    assert_eq!(cases.displays.len(), 4);
    for case in cases.displays {
        let game = case.play().expect("the position can be reached by turns");
        let game_match = Match::with_default_seats(game);
        // The same, from the file's own characters.
        let draw = |cells: &str, tokens: [char; 4]| -> String {
            let columns = case.columns as usize;
            let rule = "-".repeat(2 * columns + 1);
            let mut text = String::new();
            for row in &case.grid {
                if cells == "letters" {
                    text += &rule;
                    text.push('\n');
                }
                for piece in row.chars() {
                    let token = piece.to_digit(10).map(|digit| tokens[digit as usize]);
                    text.push('|');
                    text.push(token.unwrap_or(' '));
                }
                text += "|\n";
            }
            text + &rule + "\n"
        };
        let numbers = |first: usize| -> String {
            let numbers = (0..case.columns as usize).map(|index| format!(" {}", index + first));
            numbers.collect::<String>() + "\n"
        };
        let name = &case.name;
        assert_eq!(
            Style::Letters.draw(&game_match, ColourMode::Ansi),
            draw("letters", ['A', 'B', '$', '$']) + &numbers(1),
            "{name}"
        );
        assert_eq!(
            Style::XAndO.draw(&game_match, ColourMode::Ansi),
            draw("x-and-o", ['X', 'O', 'X', 'O']) + &numbers(0),
            "{name}"
        );
        let shapes = Style::Shapes.draw(&game_match, ColourMode::Plain);
        let glyphs = ['\u{2b24}', '\u{2b1f}', '\u{25c9}', '\u{2b54}'];
        let rows: Vec<String> = case
            .grid
            .iter()
            .map(|row| {
                let cell = |piece: char| match piece.to_digit(10) {
                    Some(digit) => format!("|{} ", glyphs[digit as usize]),
                    None => "|  ".to_owned(),
                };
                row.chars().map(cell).collect::<String>() + "|"
            })
            .collect();
        let drawn: Vec<&str> = shapes.lines().skip(1).step_by(2).collect();
        assert_eq!(drawn[..rows.len()], rows, "{name}");
    }
}

#[test]
fn shapes_are_wrapped_in_escape_sequences() {
    let rules = Style::Shapes
        .rules(RulesOptions::default())
        .expect("the usual");
    let game_match =
        Match::with_default_seats(Style::Shapes.parse_moves(rules, "01").expect("two moves"));
    let drawn = Style::Shapes.draw(&game_match, ColourMode::Ansi);
    let row = "|\u{1b}[31m\u{2b24}\u{1b}[0m |\u{1b}[34m\u{2b1f}\u{1b}[0m |  |  |  |  |\n";
    assert!(drawn.contains(row), "{drawn:?}");
    let plain = drawn.replace("\u{1b}[31m", "").replace("\u{1b}[34m", "");
    assert_eq!(
        plain.replace("\u{1b}[0m", ""),
        Style::Shapes.draw(&game_match, ColourMode::Plain)
    );
}

#[test]
fn styles_have_their_own_defaults_and_limits() {
    let asked = |columns, rows, gravity| RulesOptions {
        columns,
        rows,
        gravity,
        ..RulesOptions::default()
    };
    let sides = |style: Style, asked| {
        let rules = style.rules(asked).expect("allowed");
        (rules.columns(), rules.rows(), rules.connect())
    };
    let none = RulesOptions::default();
    assert_eq!(sides(Style::Shapes, none), (6, 4, 4));
    assert_eq!(sides(Style::Letters, none), (7, 6, 4));
    assert_eq!(sides(Style::XAndO, none), (7, 6, 4));
    assert_eq!(sides(Style::BoardGames, none), (7, 6, 4));
    // The seed cases' sizes.
    assert_eq!(
        sides(Style::Shapes, asked(Some(7), Some(5), true)),
        (7, 5, 4)
    );
    assert_eq!(
        sides(Style::Shapes, asked(Some(5), Some(1), true)),
        (5, 4, 4)
    );
    assert_eq!(
        sides(Style::Shapes, asked(Some(2), Some(9), true)),
        (5, 9, 4)
    );
    assert_eq!(
        sides(Style::BoardGames, asked(None, None, false)),
        (3, 3, 3)
    );
    assert_eq!(
        sides(Style::Letters, asked(Some(3), Some(3), true)),
        (3, 3, 3)
    );
    let refused = |style: Style, asked| style.rules(asked).expect_err("refused");
    let error = refused(Style::BoardGames, asked(None, Some(3), true));
    assert_eq!(
        (error.setting, error.bound),
        (Setting::Rows, Bound::AtLeast(4))
    );
    let error = refused(Style::Shapes, asked(Some(99), None, true));
    assert_eq!(
        (error.setting, error.bound),
        (Setting::Columns, Bound::AtMost(15))
    );
    let error = refused(Style::Letters, asked(Some(2), None, true));
    assert_eq!(
        (error.setting, error.bound),
        (Setting::Columns, Bound::AtLeast(3))
    );
}

#[test]
fn move_numbers_depend_on_the_style() {
    let ten = RulesOptions {
        columns: Some(10),
        ..RulesOptions::default()
    };
    for (style, moves) in [(Style::XAndO, "0990"), (Style::Letters, "1,10,10,1")] {
        let rules = style.rules(ten).expect("allowed");
        let game = style.parse_moves(rules, moves).expect("legal");
        assert_eq!(notation::write(&game), "1,10,10,1");
        assert_eq!(style.write_moves(&game), moves);
    }
    let wrong = |style: Style, moves: &str| {
        let rules = style.rules(RulesOptions::default()).expect("the usual");
        let error = style.parse_moves(rules, moves).expect_err("wrong");
        error.to_string()
    };
    assert_eq!(
        wrong(Style::Shapes, "06"),
        "character 2: “6” is not a column; columns are 0 to 5"
    );
    assert_eq!(
        wrong(Style::Letters, "10"),
        "character 2: “0” is not a column; columns are 1 to 7"
    );
    assert_eq!(
        wrong(Style::XAndO, "0000000"),
        "character 7: “0” can't be played: the column is full"
    );
    assert_eq!(
        wrong(Style::Letters, "1\u{1b}"),
        r"character 2: “\u{1b}” is not a column; columns are 1 to 7"
    );
    assert_eq!(
        wrong(Style::Shapes, "01010100"),
        "character 8: “0” comes after the end of the game"
    );
}

#[test]
fn the_largest_board_is_drawn_in_every_style() {
    let rules = rules(15, 15, 3, 75, true);
    let mut game = Game::new(rules);
    for column in rules.all_columns().flat_map(|column| [column; 5]) {
        game.turn()
            .expect("nobody has three")
            .drop(column)
            .expect("there is room");
    }
    let game_match = Match::with_default_seats(game);
    for &style in Style::ALL {
        let drawn = style.draw(&game_match, ColourMode::Plain);
        assert!(drawn.ends_with('\n'));
        assert!(drawn.lines().all(|line| line == line.trim_end()));
        let widths = drawn.lines().map(|line| line.chars().count());
        assert!(widths.max() <= Some(64), "{drawn}");
        // Nobody's pieces are drawn as nothing, and no two players' alike.
        let tokens: Vec<char> = match style {
            Style::Shapes => continue,
            _ => drawn
                .lines()
                .filter(|line| line.starts_with('|'))
                .collect::<String>(),
        }
        .chars()
        .filter(|c| !" |".contains(*c))
        .collect();
        let different: std::collections::BTreeSet<&char> = tokens.iter().collect();
        assert_eq!((tokens.len(), different.len()), (75, 75), "{drawn}");
    }
}

#[test]
fn quoted_input_is_shortened_and_sanitized() {
    let rules = Style::BoardGames
        .rules(RulesOptions::default())
        .expect("the usual");
    let game_match = Match::with_default_seats(Game::new(rules));
    let mut repl = Repl::new(Style::BoardGames, ColourMode::Plain);
    let line = "\u{1b}[2J\u{202e}".to_owned() + &"x".repeat(100_000);
    let Reply::Text(said) = repl.handle_line(&game_match, &line) else {
        panic!("that is no command");
    };
    assert_eq!(
        said,
        "“[2Jxxxxxxxxx…” is not a column or a command; columns are 1 to 7.\n"
    );
    for style in [Style::Shapes, Style::Letters, Style::XAndO] {
        let Reply::Text(said) = Repl::new(style, ColourMode::Plain).handle_line(&game_match, &line)
        else {
            panic!("that is no column");
        };
        assert!(said.len() < 60 && said.ends_with('\n'), "{said}");
        assert!(
            said.trim_end()
                .chars()
                .all(|c| !c.is_control() && c != '\u{202e}')
        );
    }
}

#[test]
fn file_names_are_preserved() {
    let rules = Style::BoardGames
        .rules(RulesOptions::default())
        .expect("the usual");
    let game_match = Match::with_default_seats(Game::new(rules));
    let mut repl = Repl::new(Style::BoardGames, ColourMode::Plain);
    let mut asks = |line: &str| repl.handle_line(&game_match, line);
    let named = Some("My Game.json".to_owned());
    assert_eq!(
        asks("SAVE  My Game.json "),
        Reply::Action(Action::Save(named.clone()))
    );
    assert_eq!(
        asks("load My Game.json"),
        Reply::Action(Action::Load(named))
    );
    assert_eq!(asks("save"), Reply::Action(Action::Save(None)));
    assert_eq!(asks("scores"), Reply::Action(Action::Scores));
}

#[test]
fn seats_can_be_reassigned() {
    let rules = rules(7, 6, 4, 3, true);
    let mut game_match = Match::with_default_seats(Game::new(rules));
    let mut repl = Repl::new(Style::BoardGames, ColourMode::Plain);
    let says = |repl: &mut Repl, game_match: &Match, line: &str| match repl
        .handle_line(game_match, line)
    {
        Reply::Text(text) => text,
        Reply::Action(action) => panic!("{line}: {action:?}"),
    };
    assert_eq!(
        says(&mut repl, &game_match, "seat"),
        "1. Red: human\n2. Blue: human\n3. Green: human\n"
    );
    assert!(!says(&mut repl, &game_match, "help").contains("seat"));
    let level = Some(PlayerKind::Level(Level::Three));
    let set_computer = |seat, computer| Reply::Action(Action::SetComputer { seat, computer });
    assert_eq!(
        repl.handle_line(&game_match, "seat 2 level:3"),
        set_computer(1, level)
    );
    assert_eq!(
        repl.handle_line(&game_match, "SEAT  3   human "),
        set_computer(2, None)
    );
    game_match.set_computer(1, level);
    assert_eq!(
        repl.report(&game_match, Change::ComputerSet),
        "1. Red: human\n2. Blue: level:3\n3. Green: human\n"
    );
    assert!(says(&mut repl, &game_match, "help").contains("\nseat 2 WHO "));
    for (line, why) in [
        ("seat 0 random", "“0” is not a seat; seats are 1 to 3.\n"),
        ("seat x", "“x” is not a seat; seats are 1 to 3.\n"),
        ("seat 4 person", "“4” is not a seat; seats are 1 to 3.\n"),
        (
            "seat 1 level:7",
            "“level:7”: the number must be from 1 to 6.\n",
        ),
    ] {
        assert_eq!(says(&mut repl, &game_match, line), why);
    }
    for line in ["seat 1", "seat 1 Person", "seat 1 \u{202e}\u{1b}[2J"] {
        let why = says(&mut repl, &game_match, line);
        assert!(why.ends_with(", random; or human.\n"), "{why}");
        assert!(!why.contains(['\u{202e}', '\u{1b}']), "{why:?}");
    }
    // The other styles have no commands.
    for style in [Style::Shapes, Style::Letters, Style::XAndO] {
        let said = says(
            &mut Repl::new(style, ColourMode::Plain),
            &game_match,
            "seat 2 random",
        );
        assert!(!said.contains("seat is"), "{said}");
    }
}

#[test]
fn undo_returns_to_a_human_turn() {
    let random = Some(PlayerKind::Random);
    // Who sits where, which moves were made, and how many are left after each undo.
    for (computers, moves, left) in [
        ([None, None, None], "1234", &[3, 2, 1, 0][..]),
        ([None, random, random], "123", &[0]),
        ([None, random, random], "123123", &[3, 0]),
        ([random, None, random], "1231", &[1]),
        ([random, None, random], "1", &[]),
        ([random, None, None], "123", &[2, 1]),
        // A computer has won.
        (
            [None, None, random],
            "123123123451",
            &[10, 9, 7, 6, 4, 3, 1, 0],
        ),
        ([random, random, random], "123", &[]),
    ] {
        let rules = rules(7, 6, 4, 3, true);
        let game = notation::parse(rules, moves).expect("it can be played");
        let mut game_match = Match::with_default_seats(game);
        for (place, computer) in computers.into_iter().enumerate() {
            game_match.set_computer(place, computer);
        }
        let start = game_match.clone();
        let mut repl = Repl::new(Style::BoardGames, ColourMode::Plain);
        let mut cursors = Vec::new();
        let said = loop {
            match repl.handle_line(&game_match, "undo") {
                Reply::Text(text) => break text,
                Reply::Action(action) => assert_eq!(action, Action::Undo),
            }
            carry_out(&mut game_match, Action::Undo);
            assert_eq!(game_match.computer_to_move(), None);
            cursors.push(game_match.game().cursor());
        };
        assert_eq!(cursors, left, "{computers:?} {moves}");
        let why = if game_match.game().cursor() == 0 {
            "Nothing to undo.\n"
        } else {
            "Nothing to undo: no human has moved.\n"
        };
        assert_eq!(said, why);
        for _ in cursors {
            game_match.redo_to_human_turn();
        }
        assert_eq!(game_match, start);
    }
}

#[test]
fn setup_asks_for_a_human_or_a_computer_player() {
    let mut repl = Repl::new(Style::BoardGames, ColourMode::Plain);
    repl.start_setup();
    let game_match = Match::with_default_seats(Game::new(rules(7, 6, 4, 2, true)));
    let mut last = Reply::Text(String::new());
    for (answer, prompt) in [
        ("2", "Columns, 3 to 15 [3]: "),
        ("5", "Rows, 3 to 15 [3]: "),
        ("5", "In a row to win, 3 to 5 [4]: "),
        ("", "Players, 2 to 6 [2]: "),
        ("4", "Player 1: human or computer (1–6)? [human]: "),
        ("3", "Symbol for level:3 [X]: "),
        ("", "Player 2: human or computer (1–6)? [human]: "),
        ("9", "Player 2: human or computer (1–6)? [human]: "),
        ("Human", "Name of player 2: "),
        ("Ada", "Symbol for Ada [O]: "),
        ("", "Player 3: human or computer (1–6)? [human]: "),
        ("computer", "Symbol for level:3 2 [A]: "),
        ("L", "Player 4: human or computer (1–6)? [human]: "),
        ("Ada", "Player 4: human or computer (1–6)? [human]: "),
        ("random", "Symbol for random [A]: "),
    ] {
        assert!(repl.is_in_setup());
        last = repl.handle_line(&game_match, answer);
        assert_eq!(repl.prompt(&game_match).as_deref(), Some(prompt));
        if answer == "9" {
            let why = "Not a computer player: “level:9”: the number must be from 1 to 6.\n";
            assert_eq!(last, Reply::Text(why.to_owned()));
        }
    }
    assert_eq!(last, Reply::Text(String::new()));
    let Reply::Action(Action::Start(setup)) = repl.handle_line(&game_match, "") else {
        panic!("that was the last question");
    };
    let seats = setup.seats().iter();
    let seats: Vec<_> = seats
        .map(|seat| (seat.name.as_str(), seat.computer))
        .collect();
    let level = Some(PlayerKind::Level(Level::Three));
    assert_eq!(
        seats,
        [
            ("level:3", level),
            ("Ada", None),
            ("level:3 2", level),
            ("random", Some(PlayerKind::Random)),
        ]
    );
    assert!(!repl.is_in_setup());
}

/// Plausible and implausible input lines.
fn a_line() -> impl Strategy<Value = String> {
    let words = [
        "undo",
        "redo",
        "draw",
        "swap",
        "swap",
        "yes",
        "new",
        "help",
        "scores",
        "cancel",
        "save a b",
        "load",
        "quit",
        "Ada",
        "Ben",
        "X",
        "O",
        "2",
        "1 1",
        "B2",
        "",
        "1,2,3",
        "-1",
        "A0",
        "é3",
        "seat",
        "seat 1 random",
        "seat 2 level:3",
        "seat 1 person",
        "seat 9",
        "level:3",
        "mcts:0",
    ];
    prop_oneof![
        4 => (0..16_u32).prop_map(|number| number.to_string()),
        2 => (0..15_u8, 1..16_u32).prop_map(|(column, row)| {
            format!("{}{row}", char::from(b'A' + column))
        }),
        2 => prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

proptest! {
    #[test]
    fn arbitrary_input_yields_only_legal_actions(
        rules in any_rules(),
        style in prop::sample::select(Style::ALL),
        lines in vec(a_line(), 0..60),
        asks: bool,
    ) {
        let setup = Setup::with_default_seats(rules).with_swap(rules.players() == 2).unwrap();
        let mut game_match = Match::new(setup);
        let mut repl = Repl::new(style, ColourMode::Plain);
        if asks {
            repl.start_setup();
        }
        prop_assert!(repl.greeting(&game_match).ends_with('\n'));
        for line in lines {
            let prompt = repl.prompt(&game_match);
            prop_assert_eq!(
                prompt.is_none(),
                style != Style::BoardGames && !matches!(game_match.game().status(), Status::ToMove(_))
            );
            let before = game_match.clone();
            match repl.handle_line(&game_match, &line) {
                Reply::Text(text) => {
                    prop_assert_eq!(&game_match, &before);
                    prop_assert!(text.is_empty() || text.ends_with('\n'));
                    prop_assert!(text.lines().all(|line| !line.contains(char::is_control)));
                }
                Reply::Action(action) => {
                    if let Some(change) = carry_out(&mut game_match, action) {
                        let same = matches!(change, Change::Started | Change::ComputerSet);
                        prop_assert!(same || game_match != before);
                        prop_assert!(repl.report(&game_match, change).ends_with('\n'));
                    }
                }
            }
        }
    }

    #[test]
    fn formatted_moves_are_parsed(
        (rules, choices) in any_rules().prop_flat_map(|rules| {
            (Just(rules), vec(any::<prop::sample::Index>(), 0..40))
        }),
        style in prop::sample::select(Style::ALL),
        swaps: bool,
    ) {
        let mut game = Game::new(rules);
        for choice in &choices {
            let playable: Vec<_> = game.position().playable().collect();
            let game_match = Match::with_default_seats(game.clone());
            let Some(turn) = game.turn() else { break };
            let cell = *choice.get(&playable);
            let typed = style.write_cell(rules, cell);
            let reply = Repl::new(style, ColourMode::Plain).handle_line(&game_match, &typed);
            prop_assert_eq!(reply, Reply::Action(Action::Place(cell)));
            turn.play(cell).expect("it is playable");
        }
        let game = play_with(swaps, rules, &choices);
        let moves = style.write_moves(&game);
        prop_assert_eq!(style.parse_moves(rules, &moves), Ok(game));
    }
}

#[test]
fn players_of_one_colour_are_named_by_shape() {
    let rules = Style::Shapes
        .rules(RulesOptions::default())
        .expect("the usual");
    let mut seats = Setup::with_default_seats(rules).seats().to_vec();
    let piece_style = PieceStyle {
        colour: seats[0].piece_style.colour,
        ..seats[1].piece_style
    };
    seats[1] = Seat {
        piece_style,
        ..seats[1].clone()
    };
    let game_match = Match::new(Setup::new(rules, seats, 1).expect("their shapes differ"));
    let repl = Repl::new(Style::Shapes, ColourMode::Plain);
    assert!(
        repl.greeting(&game_match)
            .ends_with("add shape: 1, player: red pentagon\n")
    );
}

#[test]
fn arbitrary_positions_show_all_winners() {
    let position = |text| Position::from_column_indices(Rules::CLASSIC, text).expect("they fit");
    let said = |style, position: &Position| Repl::new(style, ColourMode::Plain).position(position);
    let both = position("01010101");
    let drawn = Style::XAndO.draw_position(&both, ColourMode::Plain);
    assert_eq!(
        said(Style::XAndO, &both),
        format!("X wins -- Congratulations!\nO wins -- Congratulations!\n{drawn}")
    );
    assert!(drawn.ends_with("|X|O| | | | | |\n---------------\n 0 1 2 3 4 5 6\n"));
    assert!(said(Style::Shapes, &both).ends_with("\nwinner: red\nwinner: blue\n"));
    assert!(said(Style::Letters, &both).contains("|$|$| | | | | |\n"));
    let open = position("010");
    assert_eq!(
        said(Style::BoardGames, &open),
        Style::BoardGames.draw_position(&open, ColourMode::Plain)
    );
    let full = "000000111111222222".to_owned() + "344444455555566666633333";
    let full = position(&full);
    assert!(full.is_full());
    let tie = said(Style::BoardGames, &full).contains("tie");
    assert_eq!(
        tie,
        !Rules::CLASSIC.all_players().any(|who| full.has_won(who))
    );
}

#[test]
fn positions_of_games_are_drawn_like_games() {
    let played = |style: Style, moves| {
        let rules = style.rules(RulesOptions::default()).expect("the usual");
        Match::with_default_seats(style.parse_moves(rules, moves).expect("legal"))
    };
    for &style in Style::ALL {
        for moves in ["", "3", "1213141", "12121212"] {
            let Ok(game) = style.parse_moves(Rules::CLASSIC, moves) else {
                continue;
            };
            let game = Match::with_default_seats(game);
            let repl = Repl::new(style, ColourMode::Ansi);
            assert_eq!(repl.board(&game), repl.position(game.game().position()));
        }
    }
    // The result is printed where the style prints it.
    let won = played(Style::XAndO, "0101010");
    let board = Repl::new(Style::XAndO, ColourMode::Plain).board(&won);
    assert!(
        board.starts_with("X wins -- Congratulations!\n| |"),
        "{board}"
    );
    let won = played(Style::Shapes, "0101010");
    let board = Repl::new(Style::Shapes, ColourMode::Plain).board(&won);
    assert!(
        board.ends_with(" 0  1  2  3  4  5\nwinner: red\n"),
        "{board}"
    );
    // It goes on, so nothing is asked or said.
    let open = played(Style::Shapes, "0");
    let board = Repl::new(Style::Shapes, ColourMode::Plain).board(&open);
    assert_eq!(board, Style::Shapes.draw(&open, ColourMode::Plain));
}

/// The board as in the original program: columns of signs.
struct PlainBoard {
    columns: Vec<String>,
    rows: usize,
}

impl PlainBoard {
    fn allows(&self, column: usize) -> bool {
        let column = self.columns.get(column);
        column.is_some_and(|column| column.len() < self.rows)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for row in (0..self.rows).rev() {
            for column in &self.columns {
                text.push('|');
                text.push(column.chars().nth(row).unwrap_or(' '));
            }
            text += "|\n";
        }
        text += &"-".repeat(2 * self.columns.len() + 1);
        text.push('\n');
        for column in 0..self.columns.len() {
            text.push(' ');
            text += &(column % 10).to_string();
        }
        text + "\n"
    }

    fn set(&mut self, text: &str) {
        let mut sign = 'X';
        for column in text.chars() {
            let column = column as usize - '0' as usize;
            if self.allows(column) {
                self.columns[column].push(sign);
            }
            sign = if sign == 'X' { 'O' } else { 'X' };
        }
    }
}

proptest! {
    #[test]
    fn editor_matches_the_source_program(
        (columns, rows) in (3..=9_usize, 3..=6_usize),
        lines in vec((0..5_u8, "[0-9]{0,40}", 0..12_usize, any::<bool>()), 1..40),
    ) {
        let rules = rules(columns as u32, rows as u32, 3, 2, true);
        let mut editor = Editor::new(Position::new(rules), ColourMode::Plain);
        let mut plain = PlainBoard { columns: vec![String::new(); columns], rows };
        for (command, set, column, first) in lines {
            let sign = if first { 'X' } else { 'O' };
            let open = plain.allows(column);
            let (line, says) = match command {
                0 => {
                    plain.set(&set);
                    (format!("setBoard {set}"), plain.text())
                }
                1 => {
                    if open {
                        plain.columns[column].push(sign);
                    }
                    let says = match plain.columns.get(column) {
                        None => format!(
                            "“{column}” is not a column; columns are 0 to {}.\n",
                            columns - 1
                        ),
                        Some(_) if open => plain.text(),
                        Some(_) => format!("Column {column} is full.\n"),
                    };
                    (format!("addMove {column} {sign}"), says)
                }
                2 if column < columns => {
                    plain.columns[column].pop();
                    (format!("delMove {column}"), plain.text())
                }
                3 => {
                    let full = plain.columns.iter().all(|column| column.len() == rows);
                    ("isFull".to_owned(), truth(full))
                }
                _ => (format!("allowsMove {column}"), truth(open)),
            };
            prop_assert_eq!(editor.handle_line(&line), Some(says), "{}", line);
            for (player, sign) in rules.all_players().zip(["X", "O"]) {
                let says = truth(editor.position().has_won(player));
                prop_assert_eq!(editor.handle_line(&format!("winsFor {sign}")), Some(says));
            }
        }
    }

    #[test]
    fn editor_accepts_arbitrary_lines(lines in vec(any::<String>(), 0..20)) {
        let mut editor = Editor::new(Position::new(Rules::CLASSIC), ColourMode::Plain);
        for line in lines {
            let said = editor.handle_line(&line).unwrap_or_default();
            prop_assert!(said.chars().all(|c| c == '\n' || !c.is_control()), "{said:?}");
        }
    }
}

fn truth(value: bool) -> String {
    if value { "True\n" } else { "False\n" }.to_owned()
}

#[test]
fn editor_errors_name_the_problem() {
    let mut editor = Editor::new(Position::new(Rules::CLASSIC), ColourMode::Plain);
    for (line, says) in [
        ("addMove 7 X", "“7” is not a column; columns are 0 to 6.\n"),
        ("delMove -1", "“-1” is not a column; columns are 0 to 6.\n"),
        ("addMove 0 Y", "“Y” is not a player; players are X, O.\n"),
        ("winsFor", "“winsFor” is not a command; type help.\n"),
        ("", "“” is not a command; type help.\n"),
        (
            "setBoard 01x",
            "character 3: “x” is not a column; columns are 0 to 6.\n",
        ),
    ] {
        assert_eq!(editor.handle_line(line).as_deref(), Some(says));
        assert_eq!(*editor.position(), Position::new(Rules::CLASSIC), "{line}");
    }
    assert_eq!(editor.handle_line("quit"), None);
    let wide = Position::new(rules(12, 6, 4, 2, true));
    let mut editor = Editor::new(wide.clone(), ColourMode::Plain);
    assert_eq!(
        editor.handle_line("setBoard 10,1011").as_deref(),
        Some("character 4: “1011” is not a column; columns are 0 to 11, separated by commas.\n")
    );
    assert_eq!(*editor.position(), wide);
    editor.set_board("10,11,12,11").expect("numbers");
    let set = Position::from_column_indices_skipping(wide.rules(), "10,11,12,11");
    assert_eq!(*editor.position(), set.expect("numbers"));
}

/// Returns the text of a reply.
fn text(reply: Reply) -> String {
    match reply {
        Reply::Text(text) => text,
        Reply::Action(action) => panic!("{action:?}"),
    }
}

#[test]
fn anything_but_a_command_or_a_move_continues() {
    for (moves, columns) in [("44", 7), ("1212121", 7), ("", 7), ("4,4", 15)] {
        let rules = rules(columns, 6, 4, 2, true);
        let game_match = Match::with_default_seats(notation::parse(rules, moves).expect("legal"));
        let is_over = game_match.winner().is_some();
        let mut repl = Repl::new(Style::BoardGames, ColourMode::Plain);
        for line in ["", " ", "ä"] {
            assert_eq!(
                repl.handle_line(&game_match, line),
                Reply::Text(String::new())
            );
        }
        for letter in ('a'..='z').chain('A'..='Z') {
            let reply = repl.handle_line(&game_match, &letter.to_string());
            let index = (u32::from(letter)).checked_sub(u32::from('A'));
            let column = index
                .filter(|index| *index < columns)
                .map(|index| index as usize);
            match column.and_then(|index| rules.column(index)) {
                _ if letter.eq_ignore_ascii_case(&'u') => {
                    let is_undo = moves.is_empty() || reply == Reply::Action(Action::Undo);
                    assert!(is_undo, "{letter}: {reply:?}");
                }
                Some(column) if !is_over => {
                    let cell = game_match.game().position().landing(column).expect("room");
                    assert_eq!(reply, Reply::Action(Action::Place(cell)), "{letter}");
                }
                Some(_) => assert_eq!(text(reply), "Red Won!\n"),
                None => assert_eq!(text(reply), "", "{letter}"),
            }
        }
    }
}

#[test]
fn unknown_words_after_the_end_are_named() {
    let won = Match::with_default_seats(notation::parse(Rules::CLASSIC, "1212121").unwrap());
    let mut repl = Repl::new(Style::BoardGames, ColourMode::Plain);
    for word in ["nwe", "again", "exit", "new game", "?"] {
        let says = text(repl.handle_line(&won, word));
        let expected = format!("“{word}” is not a command; type help to see every command.\n");
        assert_eq!(says, expected);
    }
    assert_eq!(text(repl.handle_line(&won, "4")), "Red Won!\n");
}

#[test]
fn every_style_has_help_and_quit() {
    for &style in Style::ALL {
        for gravity in [true, false] {
            let game_match = Match::with_default_seats(Game::new(rules(7, 6, 4, 2, gravity)));
            let mut repl = Repl::new(style, ColourMode::Plain);
            let help = text(repl.handle_line(&game_match, "Help"));
            assert!(help.contains("quit         leave the game\n"), "{help}");
            assert_eq!(
                repl.handle_line(&game_match, "QUIT"),
                Reply::Action(Action::Quit)
            );
        }
    }
}

#[test]
fn bins_may_share_a_line() {
    let game_match = Match::with_default_seats(Game::new(rules(6, 4, 4, 2, true)));
    for &style in Style::ALL {
        let repl = Repl::new(style, ColourMode::Plain);
        let expected = if style == Style::Shapes {
            vec!["0", "9", "x", "2"]
        } else {
            vec![" 0  9\tx 2 "]
        };
        assert_eq!(repl.inputs(&game_match, " 0  9\tx 2 "), expected);
        assert_eq!(repl.inputs(&game_match, ""), [""]);
    }
}
