//! Solves a position, plays a move and reads a link, with the packaged crates.

use four_shapes_analysis::{Analysis, Value};
use four_shapes_online::Host;
use four_shapes_players::{PlayerKind, Resources, TurnContext};
use four_shapes_records::link;
use four_shapes_rules::{Position, Rules, notation};
use four_shapes_solver::{Score, Search, Solver, book::Book};
use four_shapes_styles::{ColourMode, Style};
use four_shapes_tournament::statistics::WinDrawLoss;
use std::{error::Error, sync::Arc};

fn main() -> Result<(), Box<dyn Error>> {
    let game = notation::parse(Rules::CLASSIC, "274552224131661")?;
    let mut solver = Solver::new(Rules::CLASSIC, Solver::DEFAULT_TABLE)?;
    solver.use_book(Arc::new(Book::classic()));
    assert_eq!(solver.solve(&Position::new(Rules::CLASSIC))?, Score::new(1));
    let score = solver.solve(game.position())?;

    let mut analysis = Analysis::new(game.position(), &Resources::default(), 1).ok_or("the game is over")?;
    analysis.finish();
    assert_eq!(analysis.value(), Value::Proved(score));

    let turn = TurnContext::from_game(&game).ok_or("the game is over")?;
    let kind: PlayerKind = "level:6".parse()?;
    let cell = kind.computer(game.rules(), &Resources::default()).choose(&turn, 1).cell();
    println!("score {score}, move {}", cell.ok_or("a swap is not possible")?);

    assert!(four_shapes_bots::check(b"").is_err());
    let shared = link::parse("v=1&board=7x6&connect=4&moves=1212121")?;
    assert!(Host::new(shared.clone(), &[0]).is_ok());
    print!("{}", Style::Letters.draw(&shared, ColourMode::Plain));
    assert!(WinDrawLoss { wins: 3, draws: 0, losses: 1 }.score_rate() > 0.7);
    Ok(())
}
