//! Static evaluation within the proved bounds of the solver.

use four_shapes_rules::{Position, Rules, RulesConfig, notation};
use four_shapes_solver::{
    Bounds, Goal, Outcome, PositionSearch, Progress, Score, Search as _, Solver,
    evaluation::Chances,
};
use four_shapes_testing::plain::{random::Random, two_players};

fn allows(bounds: Bounds, chances: Chances) -> bool {
    let Chances { win, draw, loss } = chances;
    win + draw + loss == Chances::TOTAL
        && (bounds.upper > Score::DRAW || win == 0)
        && (bounds.lower < Score::DRAW || loss == 0)
        && ((bounds.lower..=bounds.upper).contains(&Score::DRAW) || draw == 0)
}

#[test]
fn estimates_stay_within_the_proved_bounds() {
    let rules = two_players(6, 5, 4);
    let mut solver = Solver::new(rules, 1 << 20).unwrap();
    for position in positions(rules, 300) {
        let mut search = PositionSearch::new(&mut solver, &position, Goal::Exact).unwrap();
        loop {
            let progress = search.run(50);
            let estimate = search.estimate();
            match progress {
                Progress::Paused => assert!(allows(search.bounds(), estimate), "{estimate:?}"),
                Progress::Done(bounds) => {
                    let score = bounds.exact().expect("the search is done");
                    let exact = match score.outcome() {
                        Outcome::Win => Chances::WIN,
                        Outcome::Draw => Chances::DRAW,
                        Outcome::Loss => Chances::LOSS,
                    };
                    assert_eq!(estimate, exact);
                    break;
                }
            }
        }
    }
}

#[test]
fn large_boards_have_bounds_and_an_estimate() {
    for (columns, rows, moves) in [(9, 7, "55"), (11, 10, "6,6,7"), (8, 15, "4444")] {
        let rules = two_players(columns, rows, 4);
        let game = notation::parse(rules, moves).unwrap();
        let mut solver = Solver::new(rules, 1 << 20).unwrap();
        let mut search = PositionSearch::new(&mut solver, game.position(), Goal::Exact).unwrap();
        assert_eq!(
            search.run(20_000),
            Progress::Paused,
            "{columns} × {rows} cannot be solved this quickly"
        );
        let bounds = search.bounds();
        assert!(bounds.lower < bounds.upper);
        assert!(allows(bounds, search.estimate()));
    }
}

/// Returns random positions in which no player has won.
fn positions(rules: Rules, count: usize) -> Vec<Position> {
    let RulesConfig { columns, .. } = rules.config();
    let mut random = Random::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::new(rules);
        let mut over = false;
        for _ in 0..6 + random.below(12) {
            let column = rules.column(random.below(columns as usize)).unwrap();
            let Ok(cell) = position.drop(position.to_move(), column) else {
                continue;
            };
            over |= position.trace(cell).is_some();
        }
        if !over {
            found.push(position);
        }
    }
    found
}
