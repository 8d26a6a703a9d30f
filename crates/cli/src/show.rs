//! `four board`, `four replay` and `four scores`.

use crate::{
    args::{BoardCommandArgs, ColourWhen, ReplayArgs, ScoresArgs},
    failure::Failure,
    input::Lines,
    match_setup::{self, create_match},
    score_file::{self, ScoreFile},
    screen::Screen,
};
use four_shapes_records::Match;
use four_shapes_rules::{Position, Step};
use four_shapes_styles::{Editor, Repl, Style};

/// Shows or edits a position.
pub(crate) fn board(args: &BoardCommandArgs, colour: ColourWhen) -> Result<(), Failure> {
    let mut screen = Screen::new(colour);
    let style = &args.setup.style;
    let repl = Repl::new(style.style, screen.colours());
    if !args.edit && args.set_board.is_none() {
        let game_match = create_match(&args.setup, &[])?;
        match_setup::warn_if_enlarged(style, game_match.rules());
        return screen.print(&repl.board(&game_match));
    }
    let rules = match_setup::rules(style.style, &style.rules)?;
    match_setup::warn_if_enlarged(style, rules);
    let columns = args.set_board.as_deref().unwrap_or_default();
    let position = Position::from_columns_skipping(rules, columns)
        .map_err(|error| Failure::Usage(format!("--set-board: {error}")))?;
    if !args.edit {
        return screen.print(&repl.position(&position));
    }
    if style.style != Style::XAndO {
        let text = "--edit requires --style x-and-o";
        return Err(Failure::Usage(text.to_owned()));
    }
    edit(Editor::new(position, screen.colours()), &mut screen)
}

/// Runs the editor until it is left.
fn edit(mut editor: Editor, screen: &mut Screen) -> Result<(), Failure> {
    let mut lines = Lines::default();
    screen.print(&editor.greeting())?;
    loop {
        screen.print(editor.prompt())?;
        let Some(line) = lines.next()? else {
            return screen.print("\n");
        };
        let Some(output) = editor.handle_line(&line) else {
            return Ok(());
        };
        screen.print(&output)?;
    }
}

/// Shows the positions of a game.
pub(crate) fn replay(args: &ReplayArgs, colour: ColourWhen) -> Result<(), Failure> {
    let rules = match_setup::rules(args.style.style, &args.style.rules)?;
    let loaded = match_setup::read(&args.file, rules)?;
    match_setup::warn_if_enlarged(&args.style, rules);
    let mut screen = Screen::new(colour);
    let style = args.style.style;
    let mut replayed = Match::new(loaded.setup().clone());
    screen.print(&style.draw(&replayed, screen.colours()))?;
    let steps = loaded.game().steps()[..loaded.game().cursor()].iter();
    for step in steps {
        let position = replayed.game().position();
        let number = position.pieces() + 1;
        let name = replayed.seat(position.to_move()).name.clone();
        let Some(turn) = replayed.turn() else { break };
        match *step {
            Step::Place(cell) => {
                turn.play(cell)
                    .map_err(|error| Failure::file(&args.file, error))?;
                screen.print(&format!("{number}. {name}: {cell}\n"))?;
                screen.print(&style.draw(&replayed, screen.colours()))?;
            }
            Step::Swap => {
                turn.swap()
                    .map_err(|error| Failure::file(&args.file, error))?;
                screen.print(&format!("{name} takes the first piece.\n"))?;
                screen.print(&style.draw(&replayed, screen.colours()))?;
            }
            Step::AgreeDraw => {
                turn.agree_draw()
                    .map_err(|error| Failure::file(&args.file, error))?;
                screen.print("A draw was agreed.\n")?;
            }
            Step::TimeForfeit => {
                replayed.forfeit_on_time();
                screen.print(&format!("{name} ran out of time.\n"))?;
            }
        }
    }
    let result = Repl::new(style, screen.colours()).result(&replayed);
    screen.print(&result.unwrap_or_else(|| "The game is not over.\n".to_owned()))
}

/// Shows, exports or deletes the high scores.
pub(crate) fn scores(args: &ScoresArgs, colour: ColourWhen) -> Result<(), Failure> {
    let score_file = ScoreFile::new(args.score_file.scores.as_deref())?;
    let mut screen = Screen::new(colour);
    if args.clear {
        if !args.yes {
            let text = "--clear deletes all high scores; add --yes to confirm";
            return Err(Failure::Usage(text.to_owned()));
        }
        score_file.clear()?;
        return screen.print("High scores deleted.\n");
    }
    let scores = score_file.read()?;
    let text = if args.export {
        scores.write()
    } else {
        score_file::listing(&scores)
    };
    screen.print(&text)
}
