//! A conversation about the game on the board, as the source games hold it.

use four_shapes_engine::{
    Match,
    style::{Change, ColourMode, Repl, Reply, Style},
};

/// How much of a conversation is kept, in bytes.
const MAX: usize = 20_000;

/// The conversation and what has been said.
#[derive(Clone, Debug)]
pub(crate) struct Console {
    repl: Repl,
    transcript: String,
    prompt: Option<String>,
}

impl Console {
    pub(crate) fn new(style: Style, played: &Match) -> Self {
        let repl = Repl::new(style, ColourMode::Plain);
        Self {
            transcript: repl.opening(played),
            prompt: repl.prompt(played),
            repl,
        }
    }

    pub(crate) fn style(&self) -> Style {
        self.repl.style()
    }

    /// All that was said and typed so far.
    pub(crate) fn transcript(&self) -> &str {
        &self.transcript
    }

    /// What is asked next; `None` when the conversation is over.
    pub(crate) fn prompt(&self) -> Option<&str> {
        self.prompt.as_deref()
    }

    /// Takes a typed line.
    pub(crate) fn hear(&mut self, played: &Match, line: &str) -> Reply {
        let line = line.lines().next().unwrap_or_default();
        let prompt = self.prompt.take().unwrap_or_default();
        self.write(&[&prompt, line, "\n"]);
        let reply = self.repl.handle_line(played, line);
        if let Reply::Text(text) = &reply {
            self.write(&[text]);
        }
        self.prompt = self.repl.prompt(played);
        reply
    }

    /// Says something that is not the engine's to say.
    pub(crate) fn note(&mut self, line: &str) {
        self.write(&[line]);
    }

    /// Says what has changed.
    pub(crate) fn changed(&mut self, played: &Match, change: Change) {
        let said = self.repl.report(played, change);
        self.write(&[&said]);
        self.prompt = self.repl.prompt(played);
    }

    fn write(&mut self, parts: &[&str]) {
        for part in parts {
            self.transcript.push_str(part);
        }
        if let Some(over) = self.transcript.len().checked_sub(MAX) {
            // Whole lines, from the beginning.
            let end = self.transcript.bytes().skip(over).position(|b| b == b'\n');
            let end = end.map_or(self.transcript.len(), |end| over + end + 1);
            self.transcript.drain(..end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_engine::{Game, Rules, notation, style::Action};

    fn played(moves: &str) -> Match {
        Match::with_default_seats(notation::parse(Rules::CLASSIC, moves).unwrap())
    }

    #[test]
    fn what_is_typed_and_what_happens_stands_in_the_transcript() {
        let mut console = Console::new(Style::Letters, &played(""));
        assert_eq!(console.prompt(), Some("Player A, choose a column: "));
        let Reply::Action(Action::Place(cell)) = console.hear(&played(""), "4") else {
            panic!("that is a move")
        };
        assert_eq!(cell.to_string(), "D1");
        console.changed(&played("4"), Change::Moved);
        assert_eq!(console.prompt(), Some("Player B, choose a column: "));
        let reply = console.hear(&played("4"), "100\nand more");
        assert!(matches!(reply, Reply::Text(said) if said == "Invalid column number.\n"));
        let transcript = console.transcript();
        let typed = "Player B, choose a column: 100\nInvalid column number.\n";
        assert!(transcript.ends_with(typed), "{transcript}");
        assert!(transcript.contains("| | | |A| | | |"), "{transcript}");
    }

    #[test]
    fn a_long_conversation_forgets_its_beginning_by_lines() {
        let game = Match::with_default_seats(Game::new(Rules::CLASSIC));
        let mut console = Console::new(Style::Letters, &game);
        for _ in 0..1000 {
            console.hear(&game, "nonsense");
        }
        assert!(console.transcript().len() <= MAX);
        let first = console.transcript().lines().next().unwrap();
        assert!(
            first.starts_with("Player A") || first == "Invalid column number.",
            "{first}"
        );
    }
}
