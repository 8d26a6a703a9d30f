//! `four board`, `four replay` and `four scores`.

use crate::{
    args::{BoardCommandArgs, ColourWhen, ImageFormat, ReplayArgs, ScoresArgs},
    failure::Failure,
    files,
    input::Lines,
    match_setup::{self, create_match, require_rules},
    reading::{self, Source},
    score_file::{self, ScoreFile},
    screen::Screen,
};
use four_shapes_animation::Animation;
use four_shapes_records::{
    Match,
    drawing::Paints,
    export::{self, Format},
};
use four_shapes_rules::{Position, Step};
use four_shapes_styles::{Editor, Repl, Style};
use std::{
    io::{self, IsTerminal, Write},
    path::Path,
};

/// Shows or edits a position.
pub(crate) fn board(args: &BoardCommandArgs, colour: ColourWhen) -> Result<(), Failure> {
    let mut screen = Screen::new(colour);
    let args_of_style = &args.setup.style;
    if !args.edit && args.set_board.is_none() {
        return positions(args, &mut screen);
    }
    // These are operations of one of the original programs.
    let style = args_of_style.style.unwrap_or(Style::XAndO);
    if args.edit && style != Style::XAndO {
        let text = format!("--edit is not possible with --style {style}, only with x-and-o");
        return Err(Failure::Usage(text));
    }
    let rules = match_setup::rules(style, &args_of_style.rules)?;
    match_setup::warn_if_enlarged(args_of_style, rules);
    let mut editor = Editor::new(Position::new(rules), screen.colours());
    let columns = args.set_board.as_deref().unwrap_or_default();
    editor
        .set_board(columns)
        .map_err(|error| Failure::Usage(format!("--set-board: {error}")))?;
    if args.edit {
        return edit(editor, &mut screen);
    }
    screen.print(&Repl::new(style, screen.colours()).position(editor.position()))
}

/// Shows or writes the position of a match, or all of a file.
fn positions(args: &BoardCommandArgs, screen: &mut Screen) -> Result<(), Failure> {
    let args_of_style = &args.setup.style;
    let style = args_of_style.style();
    let matches = match &args.setup.load {
        Some(path) => {
            let rules = match_setup::rules(style, &args_of_style.rules)?;
            let read = reading::all_of_file(path, rules, &args.setup.reading)?;
            let check = |(_, read)| require_rules(&args_of_style.rules, rules, read, "--load");
            read.into_iter().map(check).collect::<Result<_, _>>()?
        }
        None => vec![create_match(&args.setup, &[])?],
    };
    if let [game_match, ..] = &matches[..] {
        match_setup::warn_if_enlarged(args_of_style, game_match.rules());
    }
    match_setup::warn_if_ignored(&args.setup, style);
    let repl = Repl::new(style, screen.colours());
    for (game_match, number) in matches.iter().zip(1..) {
        let Some(format) = args.format else {
            screen.print(&repl.board(game_match))?;
            continue;
        };
        let written = export::write(game_match, format.into());
        let written = written.ok_or_else(|| {
            let format = Format::from(format).id();
            Failure::Usage(format!(
                "--format {format}: position {number} can't be written in this format"
            ))
        })?;
        // Between formats of several lines an empty one.
        let gap = if written.contains('\n') && number < matches.len() {
            "\n\n"
        } else {
            "\n"
        };
        screen.print(&(written + gap))?;
    }
    Ok(())
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
    let style = args.style.style();
    let rules = match_setup::rules(style, &args.style.rules)?;
    let source = Source::new(&args.input, rules, &args.reading)?;
    let loaded = source.game(rules, &args.reading)?;
    match_setup::warn_if_enlarged(&args.style, rules);
    if let Some(format) = args.format {
        return write_image(&loaded, format, args.out.as_deref());
    }
    let mut screen = Screen::new(colour);
    let repl = Repl::new(style, screen.colours());
    let restarted = loaded.restarted(loaded.setup().clone());
    let mut replayed = restarted.expect("the rules are the same");
    screen.print(&repl.board(&replayed))?;
    let steps = loaded.game().steps()[..loaded.game().cursor()].iter();
    for step in steps {
        let position = replayed.game().position();
        let number = position.piece_count() - loaded.game().start().piece_count() + 1;
        let name = replayed.seat(position.to_move()).name.clone();
        let Some(turn) = replayed.turn() else { break };
        match *step {
            Step::Place(cell) => {
                turn.play(cell).map_err(|error| source.failure(error))?;
                screen.print(&format!("{number}. {name}: {cell}\n"))?;
                // With the result after the last move, above or below the board as in the style.
                screen.print(&repl.board(&replayed))?;
            }
            Step::Swap => {
                turn.swap().map_err(|error| source.failure(error))?;
                screen.print(&format!("{name} takes the first piece.\n"))?;
                screen.print(&repl.board(&replayed))?;
            }
            Step::AgreeDraw => {
                turn.agree_draw().map_err(|error| source.failure(error))?;
                screen.print("A draw was agreed.\n")?;
            }
            Step::TimeForfeit => {
                replayed.forfeit_on_time();
                screen.print(&format!("{name} ran out of time.\n"))?;
            }
        }
    }
    match (repl.result(&replayed), steps_ended_by_move(&replayed)) {
        (None, _) => screen.print("The game is not over.\n"),
        (Some(_), true) => Ok(()),
        (Some(result), false) => screen.print(&result),
    }
}

/// Writes an image of a game to a file, or to standard output.
fn write_image(
    game_match: &Match,
    format: ImageFormat,
    path: Option<&Path>,
) -> Result<(), Failure> {
    let image = match format {
        ImageFormat::Svg => {
            let svg = export::write(game_match, Format::Svg);
            svg.map(|svg| (svg + "\n").into_bytes())
        }
        ImageFormat::Gif => {
            if path.is_none() && io::stdout().is_terminal() {
                let text = "--format gif: a terminal can't show it; add --out FILE";
                return Err(Failure::Usage(text.to_owned()));
            }
            let mut animation = Animation::new(game_match, &Paints::LIGHT);
            while animation.add_frame() {}
            Some(animation.finish())
        }
    };
    let image = image.expect("every position has an image");
    if let Some(path) = path {
        return files::write(path, image);
    }
    let mut out = io::stdout();
    let written = out.write_all(&image).and_then(|()| out.flush());
    written.map_err(|error| Failure::output(&error))
}

/// Returns whether the last step was a move.
fn steps_ended_by_move(game_match: &Match) -> bool {
    matches!(game_match.game().steps().last(), Some(Step::Place(_)))
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
