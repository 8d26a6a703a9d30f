//! The text interface of an original program, applied to the game on the board.

use four_shapes_records::Match;
use four_shapes_styles::{Change, ColourMode, Repl, Reply, Style};

/// The maximum length of the transcript in bytes.
const MAX_LEN: usize = 20_000;

/// A conversation with its transcript.
#[derive(Clone, Debug)]
pub(crate) struct Console {
    repl: Repl,
    transcript: String,
    prompt: Option<String>,
}

impl Console {
    pub(crate) fn new(style: Style, game_match: &Match) -> Self {
        let repl = Repl::new(style, ColourMode::Plain);
        Self {
            transcript: repl.greeting(game_match),
            prompt: repl.prompt(game_match),
            repl,
        }
    }

    pub(crate) fn style(&self) -> Style {
        self.repl.style()
    }

    /// The recent input and output.
    pub(crate) fn transcript(&self) -> &str {
        &self.transcript
    }

    /// The prompt for the next line, or `None` if the conversation is over.
    pub(crate) fn prompt(&self) -> Option<&str> {
        self.prompt.as_deref()
    }

    /// Splits the first line of the input into inputs to handle one after the other.
    pub(crate) fn inputs<'a>(&self, game_match: &Match, input: &'a str) -> Vec<&'a str> {
        let line = input.lines().next().unwrap_or_default();
        self.repl.inputs(game_match, line)
    }

    /// Handles the first line of the input, and adds it and a text reply to the transcript.
    pub(crate) fn handle_line(&mut self, game_match: &Match, line: &str) -> Reply {
        let line = line.lines().next().unwrap_or_default();
        let prompt = self.prompt.take().unwrap_or_default();
        self.write(&[&prompt, line, "\n"]);
        let reply = self.repl.handle_line(game_match, line);
        if let Reply::Text(text) = &reply {
            self.write(&[text]);
        }
        self.prompt = self.repl.prompt(game_match);
        reply
    }

    /// Adds a line of the page to the transcript.
    pub(crate) fn print(&mut self, line: &str) {
        self.write(&[line]);
    }

    /// Adds a report of a change of the match to the transcript.
    pub(crate) fn report(&mut self, game_match: &Match, change: Change) {
        let report = self.repl.report(game_match, change);
        self.write(&[&report]);
        self.prompt = self.repl.prompt(game_match);
    }

    fn write(&mut self, parts: &[&str]) {
        for part in parts {
            self.transcript.push_str(part);
        }
        if let Some(excess) = self.transcript.len().checked_sub(MAX_LEN) {
            // Removes whole lines.
            let end = self
                .transcript
                .bytes()
                .skip(excess)
                .position(|b| b == b'\n');
            let end = end.map_or(self.transcript.len(), |end| excess + end + 1);
            self.transcript.drain(..end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::{Game, Rules, notation};
    use four_shapes_styles::Action;

    fn match_of(moves: &str) -> Match {
        Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    #[test]
    fn transcript_contains_input_replies_and_changes() {
        let mut console = Console::new(Style::Letters, &match_of(""));
        assert_eq!(console.prompt(), Some("Player A, choose a column: "));
        let Reply::Action(Action::Place(cell)) = console.handle_line(&match_of(""), "4") else {
            panic!("not a move")
        };
        assert_eq!(cell.to_string(), "D1");
        console.report(&match_of("4"), Change::Moved);
        assert_eq!(console.prompt(), Some("Player B, choose a column: "));
        let reply = console.handle_line(&match_of("4"), "100\nand more");
        assert!(matches!(reply, Reply::Text(text) if text == "Invalid column number.\n"));
        let transcript = console.transcript();
        let typed = "Player B, choose a column: 100\nInvalid column number.\n";
        assert!(transcript.ends_with(typed), "{transcript}");
        assert!(transcript.contains("| | | |A| | | |"), "{transcript}");
    }

    #[test]
    fn transcript_is_truncated_at_line_ends() {
        let game = Match::with_default_seats(Game::new(Rules::CLASSIC));
        let mut console = Console::new(Style::Letters, &game);
        for _ in 0..1000 {
            console.handle_line(&game, "nonsense");
        }
        assert!(console.transcript().len() <= MAX_LEN);
        let first = console.transcript().lines().next().unwrap();
        assert!(
            first.starts_with("Player A") || first == "Invalid column number.",
            "{first}"
        );
    }
}
