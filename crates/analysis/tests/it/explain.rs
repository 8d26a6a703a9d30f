//! Explanations: every fact is checked by a naive search for lines and by the solver.
//!
//! `FOUR_SHAPES_POSITIONS=100000 cargo test --release -p four-shapes-analysis explain -- --nocapture`
//! checks more random positions and prints the number of facts of each kind.

use four_shapes_analysis::explain::{ExplanationSearch, Fact, Theme, tactics, threats};
use four_shapes_rules::{Cell, Direction, Game, Player, Position, Rules, Status, notation};
use four_shapes_solver::{Goal, Outcome, PositionSearch, Search, Solver};
use four_shapes_testing::support::{Random, rules};
use std::collections::BTreeMap;

/// The number of random positions without the environment variable.
const POSITIONS: usize = 1_500;

/// Plays a move. Panics if it is illegal or the game is over.
fn play(game: &mut Game, cell: Cell) {
    let turn = game.turn().expect("the line goes on after the end");
    turn.play(cell).expect("the line has an illegal move");
}

fn played(game: &Game, cells: &[Cell]) -> Game {
    let mut game = game.clone();
    for &cell in cells {
        play(&mut game, cell);
    }
    game
}

fn winner(game: &Game) -> Option<Player> {
    match game.status() {
        Status::Won { player, .. } => Some(player),
        _ => None,
    }
}

/// Returns whether a player would complete a line in an empty cell, by looking at the
/// neighbours in every direction.
fn completes(position: &Position, player: Player, cell: Cell) -> bool {
    let rules = position.rules();
    Direction::ALL.into_iter().any(|direction| {
        let (columns, rows) = direction.step();
        let count = |sign: isize| {
            let mut count = 0;
            loop {
                let step = sign * (count + 1);
                let column = cell.column().index().cast_signed() + step * isize::from(columns);
                let row = cell.row().cast_signed() + step * isize::from(rows);
                let next = usize::try_from(column).ok().zip(usize::try_from(row).ok());
                let next = next.and_then(|(column, row)| rules.cell(column, row));
                if next.and_then(|next| position.piece_at(next)) != Some(player) {
                    return count;
                }
                count += 1;
            }
        };
        count(1) + count(-1) + 1 >= isize::from(rules.connect().cast_signed())
    })
}

/// Returns the cells where a player would win now.
fn wins(position: &Position, player: Player) -> Vec<Cell> {
    let cells = position.playable();
    cells
        .filter(|&cell| completes(position, player, cell))
        .collect()
}

fn opponent(player: Player) -> Player {
    Rules::CLASSIC.player_after(player.index() + 1)
}

struct Checker {
    solver: Option<Solver>,
    random: Random,
}

impl Checker {
    /// Returns the result of the game for the player to move, by the solver; `None` without a
    /// solver.
    fn outcome(&mut self, game: &Game) -> Option<Outcome> {
        match game.status() {
            Status::Won { .. } => Some(Outcome::Loss),
            Status::Drawn(_) => Some(Outcome::Draw),
            _ => Some(
                self.solver
                    .as_mut()?
                    .solve(game.position())
                    .unwrap()
                    .outcome(),
            ),
        }
    }

    /// Checks that a side wins by the moves from an index on, with forced replies.
    fn check_forced(game: &Game, line: &[Cell]) -> bool {
        let mut game = game.clone();
        let attacker = game.position().to_move();
        for (i, &cell) in line.iter().enumerate() {
            if game.turn().is_none() || game.position().check_place(cell).is_err() {
                return false;
            }
            let position = game.position();
            if i % 2 == 1 {
                // Any other reply loses at once, and none wins.
                let threats = wins(position, attacker);
                let is_stopped = |win: &Cell| *win == cell;
                if threats.is_empty() || !wins(position, opponent(attacker)).is_empty() {
                    return false;
                }
                if threats.len() == 1 && !threats.iter().all(is_stopped) {
                    return false;
                }
            }
            play(&mut game, cell);
        }
        winner(&game) == Some(attacker)
    }

    /// Checks that a reply keeps the outcome for the player to move and no other does.
    fn check_only_reply(&mut self, game: &Game, reply: Cell, outcome: Outcome) {
        for cell in game.position().playable() {
            let kept = -self.outcome(&played(game, &[cell])).unwrap() >= outcome;
            assert_eq!(kept, cell == reply, "{cell} instead of {reply}");
        }
    }

    #[expect(clippy::too_many_lines, reason = "a check for each theme")]
    fn check(&mut self, game: &Game, cell: Cell, fact: &Fact) {
        let position = game.position();
        let own = position.to_move();
        let other = opponent(own);
        let Fact { theme, cells, line } = fact;
        let after_line = played(game, line);
        let after = played(game, &[cell]);
        let next = after.position();
        let begins_with_move = matches!(
            theme,
            Theme::MissesWin
                | Theme::Blocks
                | Theme::PreventsDoubleThreat
                | Theme::PreventsForcedWin
        );
        assert_eq!(line[0] != cell, begins_with_move);
        match theme {
            Theme::Wins => {
                assert_eq!(winner(&after), Some(own));
                assert!(cells.contains(&cell));
                assert!(cells.iter().all(|cell| next.piece_at(*cell) == Some(own)));
            }
            Theme::MissesWin => {
                assert_eq!(winner(&after), None);
                assert!(!cells.is_empty());
                for &win in cells {
                    assert_eq!(winner(&played(game, &[win])), Some(own));
                }
            }
            Theme::LeavesWin | Theme::GivesWin => {
                assert!(!cells.is_empty());
                for &win in cells {
                    assert_eq!(winner(&played(&after, &[win])), Some(other));
                    let is_above = win.column() == cell.column() && win.row() == cell.row() + 1;
                    assert_eq!(
                        is_above && game.rules().gravity(),
                        *theme == Theme::GivesWin
                    );
                }
            }
            Theme::DoubleThreat | Theme::ForcedWin => {
                assert!(Self::check_forced(game, line));
                assert!(
                    self.outcome(&after)
                        .is_none_or(|outcome| outcome == Outcome::Loss)
                );
                assert_eq!(line.len() == 3, *theme == Theme::DoubleThreat);
                Self::check_last_threats(game, line, cells);
            }
            Theme::AllowsDoubleThreat | Theme::AllowsForcedWin => {
                assert!(Self::check_forced(&after, &line[1..]));
                assert!(
                    self.outcome(&after)
                        .is_none_or(|outcome| outcome == Outcome::Win)
                );
                assert_eq!(line.len() == 4, *theme == Theme::AllowsDoubleThreat);
                Self::check_last_threats(game, line, cells);
            }
            Theme::Zugzwang | Theme::AllowsZugzwang | Theme::BestLine => {
                let victor = match theme {
                    Theme::Zugzwang => own,
                    Theme::AllowsZugzwang => other,
                    _ => winner(&after_line).expect("the best line decides the game"),
                };
                self.check_best(game, line);
                assert_eq!(winner(&after_line), Some(victor));
                assert_eq!(*cells, [line[line.len() - 1]]);
                if *theme != Theme::BestLine {
                    let last = played(game, &line[..line.len() - 2]);
                    let last = last.position();
                    assert!(wins(last, victor).is_empty());
                    assert!(wins(last, opponent(victor)).is_empty());
                    let below = line[line.len() - 2];
                    assert_eq!(below.column(), cells[0].column());
                    assert_eq!(below.row() + 1, cells[0].row());
                    for forced in last.playable() {
                        let mut next = last.clone();
                        next.place(opponent(victor), forced).unwrap();
                        assert!(!wins(&next, victor).is_empty());
                    }
                }
            }
            Theme::OnlyWin | Theme::OnlyDraw => {
                let outcome = match theme {
                    Theme::OnlyWin => Outcome::Win,
                    _ => Outcome::Draw,
                };
                assert_eq!(self.outcome(&after), Some(-outcome));
                self.check_only_reply(game, cell, outcome);
            }
            Theme::Blocks => {
                assert_eq!(winner(&after_line), Some(other));
                assert_eq!(line[1], cell);
                assert!(
                    cells
                        .iter()
                        .all(|c| *c == cell || position.piece_at(*c) == Some(other))
                );
            }
            Theme::PreventsDoubleThreat | Theme::PreventsForcedWin => {
                let instead = played(game, &line[..1]);
                assert!(Self::check_forced(&instead, &line[1..]));
                assert_eq!(line.len() == 4, *theme == Theme::PreventsDoubleThreat);
                assert!(
                    !Self::check_forced(&after, &line[1..]),
                    "it isn't prevented"
                );
                Self::check_last_threats(game, line, cells);
            }
            Theme::LosesThreat => {
                assert!(completes(position, own, cells[0]));
                assert_eq!(winner(&after_line), None);
                assert!(wins(after_line.position(), own).is_empty());
            }
            Theme::Threat => {
                assert_eq!(wins(next, own), *cells);
                assert!(wins(next, other).is_empty());
            }
            Theme::OddThreat | Theme::EvenThreat => {
                assert!(completes(next, own, cells[0]));
                assert!(!completes(position, own, cells[0]));
                assert!(next.check_place(cells[0]).is_err());
                let is_odd = cells[0].to_string()[1..].parse::<u32>().unwrap() % 2 == 1;
                assert_eq!(is_odd, *theme == Theme::OddThreat);
            }
            Theme::Claimeven | Theme::Vertical | Theme::Baseinverse => {
                let outcome = -self.outcome(&after).unwrap();
                assert!(outcome >= Outcome::Draw);
                let [first, second] = cells[..] else {
                    panic!("a pair")
                };
                self.check_only_reply(&played(&after, &[first]), second, outcome);
                if *theme == Theme::Baseinverse {
                    self.check_only_reply(&played(&after, &[second]), first, outcome);
                } else {
                    assert_eq!(second.row() % 2 == 1, *theme == Theme::Claimeven);
                }
            }
            Theme::FollowUp | Theme::FollowUpWin => {
                let wins = *theme == Theme::FollowUpWin;
                let outcome = -self.outcome(&after).unwrap();
                assert!(outcome >= if wins { Outcome::Win } else { Outcome::Draw });
                for _ in 0..10 {
                    let result = self.follow_up(after.clone());
                    assert!(result != Some(other));
                    assert_eq!(result == Some(own), wins);
                }
            }
        }
    }

    /// Checks the cells that are threatened at once before the last two moves of a line.
    fn check_last_threats(game: &Game, line: &[Cell], cells: &[Cell]) {
        let end = line.len() - 2;
        let before = played(game, &line[..end]);
        let attacker = opponent(before.position().to_move());
        assert!(cells.len() >= 2);
        for &cell in cells {
            let is_open = completes(before.position(), attacker, cell);
            // Or it is above the blocked one.
            let blocked = played(game, &line[..=end]);
            assert!(
                is_open || completes(blocked.position(), attacker, cell),
                "{cell}"
            );
        }
    }

    /// Checks that the score stays the same in every position of a line.
    fn check_best(&mut self, game: &Game, line: &[Cell]) {
        let solver = self.solver.as_mut().expect("the facts come from a solver");
        let mut game = played(game, &line[..1]);
        let mut score = solver.solve(game.position()).unwrap();
        for &cell in &line[1..] {
            play(&mut game, cell);
            score = -score;
            if game.turn().is_some() {
                assert_eq!(solver.solve(game.position()), Ok(score));
            }
        }
    }

    /// Answers random moves with the cells above them, and returns the winner.
    fn follow_up(&mut self, mut game: Game) -> Option<Player> {
        while game.turn().is_some() {
            let cells: Vec<Cell> = game.position().playable().collect();
            let cell = *self.random.pick(&cells);
            play(&mut game, cell);
            if game.turn().is_some() {
                let above = game.rules().cell(cell.column().index(), cell.row() + 1);
                play(&mut game, above.expect("the cell above is on the board"));
            }
        }
        winner(&game)
    }
}

/// Returns a random game of this length; `None` if it ends earlier.
fn random_game(rules: Rules, moves: usize, random: &mut Random) -> Option<Game> {
    let mut game = Game::new(rules);
    for _ in 0..moves {
        let cells: Vec<Cell> = game.position().playable().collect();
        let (own, other) = (
            game.position().to_move(),
            opponent(game.position().to_move()),
        );
        // Games in which nobody overlooks a win reach more interesting positions.
        let urgent = wins(game.position(), own)
            .into_iter()
            .chain(wins(game.position(), other));
        let cell = urgent.into_iter().next();
        let cell = cell
            .filter(|_| !random.once_in(4))
            .unwrap_or(*random.pick(&cells));
        game.turn()?.play(cell).unwrap();
    }
    game.turn().is_some().then_some(game)
}

fn explain(game: &Game, cell: Cell, solver: Option<&mut Solver>) -> Vec<Fact> {
    let search = ExplanationSearch::new(game.position(), cell, solver);
    search.expect("the move is legal").finish()
}

#[test]
fn no_fact_is_false() {
    let count = std::env::var("FOUR_SHAPES_POSITIONS").ok();
    let count = count.map_or(POSITIONS, |count| {
        count.parse().expect("a number of positions")
    });
    let boards = [
        // The board, the fewest pieces, and its share of the positions.
        (Rules::CLASSIC, 14, 10),
        (rules(4, 4, 3, 2, true), 2, 2),
        (rules(5, 4, 4, 2, true), 2, 2),
        (rules(6, 5, 4, 2, true), 8, 2),
        (rules(6, 6, 4, 2, true), 12, 2),
        (rules(7, 7, 4, 2, true), 26, 1),
        (rules(5, 5, 4, 2, false), 0, 1),
    ];
    let shares: usize = boards.iter().map(|(_, _, share)| share).sum();
    let mut seen = BTreeMap::new();
    let mut positions = 0;
    for (rules, fewest, share) in boards {
        let mut checker = Checker {
            solver: Solver::new(rules, Solver::DEFAULT_TABLE).ok(),
            random: Random(3),
        };
        let mut solver = Solver::new(rules, Solver::DEFAULT_TABLE).ok();
        let mut random = Random(rules.cells() as u64);
        let mut left = (count * share).div_ceil(shares);
        while left > 0 {
            let moves = fewest + random.below(rules.cells() - fewest);
            let Some(game) = random_game(rules, moves, &mut random) else {
                continue;
            };
            left -= 1;
            positions += 1;
            let cells: Vec<Cell> = game.position().playable().collect();
            let cell = *random.pick(&cells);
            for fact in explain(&game, cell, solver.as_mut()) {
                let context = format!("{} {cell}: {fact:?}", notation::write(&game));
                let check = std::panic::AssertUnwindSafe(|| checker.check(&game, cell, &fact));
                if let Err(panic) = std::panic::catch_unwind(check) {
                    eprintln!("{rules:?} {context}");
                    std::panic::resume_unwind(panic);
                }
                assert!(!fact.describe("Red", "Blue").is_empty());
                *seen.entry(fact.theme).or_insert(0) += 1;
            }
        }
    }
    println!("{positions} positions");
    for (theme, count) in &seen {
        println!("{count:>8} {theme:?}");
    }
    assert!(seen.len() >= 23, "{seen:?}");
}

/// Starts an explanation without a solver.
fn unsolved(position: &Position, cell: Cell) -> Option<ExplanationSearch<Solver>> {
    ExplanationSearch::new(position, cell, None)
}

#[test]
fn moves_that_cannot_be_explained_have_no_facts() {
    let game = notation::parse(Rules::CLASSIC, "4444441").unwrap();
    let full = notation::parse_cell(Rules::CLASSIC, "D6").unwrap();
    assert!(unsolved(game.position(), full).is_none());
    assert!(tactics(game.position(), full).is_empty());
    let over = notation::parse(Rules::CLASSIC, "1212121").unwrap();
    let cell = notation::parse_cell(Rules::CLASSIC, "C1").unwrap();
    assert!(unsolved(over.position(), cell).is_none());
    // A solver with other rules adds nothing.
    let start = Position::new(Rules::CLASSIC);
    let mut other = Solver::new(rules(4, 4, 4, 2, true), 1 << 20).unwrap();
    let search = ExplanationSearch::new(&start, cell, Some(&mut other));
    let mut search = search.expect("the move is legal");
    assert!(search.run(100).is_done());
    assert_eq!(search.outcome(), None);
    assert!(search.into_solver().is_some());
    let of_three = rules(5, 5, 4, 3, true);
    let cell = notation::parse_cell(of_three, "C1").unwrap();
    assert!(unsolved(&Position::new(of_three), cell).is_none());
    assert!(tactics(&Position::new(of_three), cell).is_empty());
}

/// Also with a solver that comes from another search that was not finished.
#[test]
fn explanations_do_not_depend_on_their_slices() {
    let rules = rules(6, 5, 4, 2, true);
    let mut random = Random(3);
    let mut solver = Solver::new(rules, 1 << 20).unwrap();
    let mut checked = 0;
    while checked < 150 {
        let moves = 4 + random.below(14);
        let games = [0, 1].map(|_| random_game(rules, moves, &mut random));
        let [Some(game), Some(other)] = games else {
            continue;
        };
        let Some(cell) = game.position().playable().last() else {
            continue;
        };
        let mut alone = ExplanationSearch::new(game.position(), cell, Some(&mut solver)).unwrap();
        alone.finish();
        let alone = (alone.outcome(), alone.facts().to_vec());
        solver.clear_table();
        let mut before = PositionSearch::new(solver, other.position(), Goal::Outcome).unwrap();
        before.run(random.below(100) as u64);
        solver = before.into_solver();
        let mut explanation =
            ExplanationSearch::new(game.position(), cell, Some(&mut solver)).unwrap();
        while !explanation.run(1 + random.below(100) as u64).is_done() {}
        assert_eq!(explanation.outcome(), alone.0, "{game:?} {cell}");
        // Of equally good lines, another one may be found first.
        let independent = |facts: &[Fact]| -> Vec<Fact> {
            let line = [Theme::BestLine, Theme::Zugzwang, Theme::AllowsZugzwang];
            let facts = facts.iter();
            facts
                .filter(|fact| !line.contains(&fact.theme))
                .cloned()
                .collect()
        };
        let facts = explanation.facts();
        assert_eq!(independent(facts), independent(&alone.1), "{game:?} {cell}");
        assert_eq!(facts.len(), alone.1.len());
        checked += 1;
    }
}

#[test]
fn facts_are_described_in_words() {
    let facts = |moves: &str, cell: &str| {
        let game = notation::parse(Rules::CLASSIC, moves).unwrap();
        let cell = notation::parse_cell(Rules::CLASSIC, cell).unwrap();
        let facts = tactics(game.position(), cell);
        facts
            .iter()
            .map(|fact| fact.describe("Red", "Blue"))
            .collect::<Vec<_>>()
    };
    assert_eq!(facts("445566", "C1"), ["completes C1, D1, E1 and F1"]);
    assert_eq!(facts("4455", "F1"), ["threatens C1 and G1 at once"]);
    assert_eq!(
        facts("1475", "G2"),
        ["lets Blue play C1 and threaten B1 and F1 at once"]
    );
}

#[test]
fn threats_equal_those_of_a_naive_search() {
    let mut random = Random(11);
    let mut takers = 0;
    for _ in 0..500 {
        let rules = *random.pick(&[
            Rules::CLASSIC,
            rules(6, 5, 3, 2, true),
            rules(5, 5, 3, 3, true),
            rules(6, 6, 4, 2, false),
        ]);
        let moves = random.below(rules.cells() / 2);
        let mut position = Position::new(rules);
        for _ in 0..moves {
            let cells: Vec<Cell> = position.playable().collect();
            position
                .place(position.to_move(), *random.pick(&cells))
                .unwrap();
        }
        let found: Vec<_> = threats(&position);
        let mut expected = Vec::new();
        for player in rules.all_players() {
            let cells = rules
                .all_cells()
                .filter(|cell| position.piece_at(*cell).is_none());
            expected.extend(
                cells
                    .filter(|cell| completes(&position, player, *cell))
                    .map(|cell| (player, cell)),
            );
        }
        let pairs = found.iter().map(|threat| (threat.player, threat.cell));
        assert_eq!(pairs.collect::<Vec<_>>(), expected);
        for threat in found {
            let owners: Vec<_> = threat
                .pieces
                .iter()
                .map(|cell| position.piece_at(*cell))
                .collect();
            assert!(owners.len() >= usize::from(rules.connect()) - 1);
            assert!(owners.iter().all(|owner| *owner == Some(threat.player)));
            assert_eq!(
                threat.is_open(&position),
                position.check_place(threat.cell).is_ok()
            );
            assert_eq!(
                threat.taker.is_some(),
                !threat.is_open(&position) && rules.gravity()
            );
            if let Some(taker) = threat.taker {
                // Fill the other columns at random, then this one.
                let mut filled = position.clone();
                loop {
                    let cells: Vec<Cell> = filled.playable().collect();
                    let others: Vec<Cell> = cells
                        .iter()
                        .copied()
                        .filter(|cell| cell.column() != threat.cell.column())
                        .collect();
                    let from = if others.is_empty() { &cells } else { &others };
                    let cell = *random.pick(from);
                    filled.place(filled.to_move(), cell).unwrap();
                    if cell == threat.cell {
                        break;
                    }
                }
                assert_eq!(filled.piece_at(threat.cell), Some(taker));
                takers += 1;
            }
        }
    }
    assert!(takers > 100, "{takers}");
}
