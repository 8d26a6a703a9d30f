//! The levels: tactics, reproducibility and relative strength.

use four_shapes_players::{PlayerKind, Progress, Resources, TurnContext};
use four_shapes_rules::{Cell, Game, Player, Position, Rules, Status};
use four_shapes_solver::{BestMoves, ColumnScores, Goal, Solver};
use four_shapes_testing::support::rules;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::collections::HashSet;

/// Returns a turn after random moves that fill at most `percent` of the board.
fn situation(rules: Rules, percent: usize, random: &mut Pcg32) -> (Game, TurnContext) {
    loop {
        let mut game = Game::new(rules);
        for _ in 0..random.random_range(0..=rules.cells() * percent / 100) {
            let cells: Vec<Cell> = game.position().playable().collect();
            let cell = cells[random.random_range(0..cells.len())];
            let Some(turn) = game.turn() else { break };
            turn.play(cell).unwrap();
        }
        if let Some(turn) = TurnContext::from_game(&game) {
            return (game, turn);
        }
    }
}

/// Returns the playable cells that win for a player.
fn wins(position: &Position, player: Player) -> Vec<Cell> {
    let completes = |&cell: &Cell| {
        let mut after = position.clone();
        after.place(player, cell).unwrap();
        after.has_won(player)
    };
    position.playable().filter(completes).collect()
}

/// Checks wins and blocks in random positions, at least `min` of each.
fn check_tactics(level: u8, rules: Rules, count: usize, min: usize) {
    let mut random = Pcg32::seed_from_u64(u64::from(level) << 32 | rules.cells() as u64);
    let mut player = PlayerKind::Level(level).computer(rules, &Resources::default());
    let (mut won, mut blocked) = (0, 0);
    for round in 0..count {
        let (_, turn) = situation(rules, 100, &mut random);
        let position = turn.position();
        let own = wins(position, position.to_move());
        let next = wins(position, rules.player_after(position.pieces() + 1));
        let urgent = if own.is_empty() { &next } else { &own };
        if urgent.is_empty() || (own.is_empty() && next.len() > 1) {
            continue;
        }
        let cell = player
            .choose(&turn, round as u64)
            .cell()
            .expect("no swap is offered");
        assert!(urgent.contains(&cell), "level {level}, {position:?}");
        won += usize::from(!own.is_empty());
        blocked += usize::from(own.is_empty());
    }
    assert!(won >= min && blocked >= min, "{rules:?}: {won}, {blocked}");
}

#[test]
fn levels_2_to_6_win_and_block_at_once() {
    for level in 2..=6 {
        for (rules, count, min) in [
            (rules(7, 6, 4, 2, true), 300, 30),
            (rules(6, 4, 4, 2, true), 200, 5),
            (rules(9, 7, 4, 2, true), 200, 5),
            (rules(9, 8, 3, 2, true), 100, 5),
            (rules(15, 15, 5, 2, true), 60, 3),
            (rules(8, 7, 7, 2, true), 200, 0),
            (rules(3, 3, 3, 2, false), 100, 5),
            (rules(15, 15, 5, 2, false), 60, 1),
            (rules(7, 6, 3, 3, true), 100, 5),
            (rules(6, 6, 3, 3, false), 100, 5),
            (rules(15, 15, 3, 75, true), 10, 0),
        ] {
            check_tactics(level, rules, count, min);
        }
    }
}

/// Plays a game and returns its moves and result.
fn play(rules: Rules, players: [PlayerKind; 2], seed: u64) -> (Vec<Cell>, Status) {
    let mut players = players.map(|kind| kind.computer(rules, &Resources::default()));
    let mut game = Game::new(rules);
    let mut moves = Vec::new();
    while let Some(turn) = TurnContext::from_game(&game) {
        let ply = moves.len();
        let choice = players[ply % 2].choose(&turn, seed << 8 | ply as u64);
        game.turn()
            .unwrap()
            .play(choice.cell().expect("no swap is offered"))
            .unwrap();
        moves.push(choice.cell().expect("no swap is offered"));
    }
    (moves, game.status())
}

#[test]
fn equal_seeds_repeat_games_and_different_seeds_vary_them() {
    for (level, rules) in [
        (1, Rules::CLASSIC),
        (2, rules(9, 9, 5, 2, false)),
        (3, Rules::CLASSIC),
        (4, rules(9, 7, 4, 2, true)),
        (5, rules(6, 5, 4, 2, true)),
        (6, rules(5, 5, 4, 2, true)),
    ] {
        let game = |seed| play(rules, [PlayerKind::Level(level); 2], seed).0;
        let games: HashSet<Vec<Cell>> = (0..5).map(game).collect();
        assert!(games.len() >= 4, "level {level} repeats itself");
        assert_eq!(game(3), game(3), "level {level}");
    }
}

#[test]
fn first_moves_vary_with_the_seed() {
    let turn = TurnContext::from_game(&Game::new(Rules::CLASSIC)).unwrap();
    for level in 1..=5 {
        let mut player = PlayerKind::Level(level).computer(Rules::CLASSIC, &Resources::default());
        let firsts = (0..40).map(|seed| {
            player
                .choose(&turn, seed)
                .cell()
                .expect("no swap is offered")
        });
        let firsts: HashSet<Cell> = firsts.collect();
        assert!(firsts.len() > 1, "level {level} begins with {firsts:?}");
    }
}

#[test]
fn slicing_does_not_change_the_choice() {
    let mut random = Pcg32::seed_from_u64(8);
    for level in 1..=6 {
        for rules in [
            Rules::CLASSIC,
            rules(6, 5, 4, 2, true),
            rules(9, 4, 5, 2, true),
        ] {
            let mut turns = std::iter::repeat_with(|| situation(rules, 60, &mut random));
            let (game, turn) = turns
                .find(|(game, _)| game.cursor() > 12)
                .expect("some games last that long");
            let mut player = PlayerKind::Level(level).computer(rules, &Resources::default());
            let whole = player.choose(&turn, 5);
            let mut player = PlayerKind::Level(level).computer(rules, &Resources::default());
            player.begin(&turn, 5);
            let answer = loop {
                match player.think(700) {
                    Progress::Chosen(choice) => break choice,
                    Progress::Thinking { best, percent } => {
                        assert!(
                            turn.position()
                                .check_place(best.cell().expect("no swap is offered"))
                                .is_ok(),
                            "{game:?}"
                        );
                        assert!(percent < 100);
                    }
                }
            };
            assert_eq!(answer, whole, "level {level}");
        }
    }
}

#[test]
fn level_6_is_perfect_on_small_boards() {
    let mut random = Pcg32::seed_from_u64(4);
    for rules in [
        rules(5, 5, 4, 2, true),
        rules(6, 5, 4, 2, true),
        rules(5, 4, 3, 2, true),
    ] {
        let mut solver = Solver::new(rules, 1 << 20).unwrap();
        let mut player = PlayerKind::Level(6).computer(rules, &Resources::default());
        for seed in 0..60 {
            let (_, turn) = situation(rules, 90, &mut random);
            let mut columns = ColumnScores::new(&mut solver, turn.position(), Goal::Exact).unwrap();
            assert!(columns.search(&mut solver, u64::MAX).unwrap());
            let cell = player
                .choose(&turn, seed)
                .cell()
                .expect("no swap is offered");
            assert!(
                columns.best().contains(&cell.column()),
                "{:?}",
                turn.position()
            );
        }
    }
}

#[test]
fn level_6_takes_wins_that_the_solver_proves_on_large_boards() {
    let mut random = Pcg32::seed_from_u64(9);
    for rules in [rules(9, 7, 4, 2, true), rules(8, 8, 4, 2, true)] {
        let mut solver = Solver::new(rules, 8 << 20).unwrap();
        let mut player = PlayerKind::Level(6).computer(rules, &Resources::default());
        let (mut near, mut far) = (0, 0);
        while near < 20 || far < 20 {
            let (_, turn) = situation(rules, 50, &mut random);
            let empty = rules.cells() - turn.position().pieces();
            let count = if empty < 44 { &mut near } else { &mut far };
            let mut best = BestMoves::new(&mut solver, turn.position()).unwrap();
            if *count == 20
                || !best.search(&mut solver, 50_000).unwrap()
                || best.score().is_none_or(|score| score <= 0)
            {
                continue;
            }
            let cell = player.choose(&turn, 1).cell().expect("no swap is offered");
            let proved = best.bounds(cell.column()).unwrap();
            assert!(proved.lower > 0, "{:?}", turn.position());
            *count += 1;
        }
    }
}

#[test]
fn level_6_is_reproducible_far_from_the_end() {
    let rules = rules(9, 7, 4, 2, true);
    let mut game = Game::new(rules);
    for column in [4, 4, 4, 4, 3, 5, 5, 3] {
        let column = rules.column(column).unwrap();
        game.turn().unwrap().drop(column).unwrap();
    }
    let turn = TurnContext::from_game(&game).unwrap();
    let mut player = PlayerKind::Level(6).computer(rules, &Resources::default());
    let whole = player.choose(&turn, 5);
    let mut player = PlayerKind::Level(6).computer(rules, &Resources::default());
    player.begin(&turn, 5);
    let mut slices = 1;
    let mut before = 0;
    let answer = loop {
        match player.think(9_001) {
            Progress::Chosen(choice) => break choice,
            Progress::Thinking { percent, .. } => {
                assert!((before..100).contains(&percent), "{before}, {percent}");
                before = percent;
                slices += 1;
            }
        }
    };
    assert_eq!(answer, whole);
    // The nodes of the short search, the solver and the long search.
    let most = (10_000 + 300_000 + 3_100_000) / 9_001 + 10;
    assert!((most * 9 / 10..=most).contains(&slices), "{slices}");
}

#[test]
fn level_3_beats_level_1() {
    let (mut won, games) = (0, 40);
    for number in 0..games {
        let mut players = [PlayerKind::Level(3), PlayerKind::Level(1)];
        let at = number % 2;
        players.rotate_right(at);
        let (_, status) = play(Rules::CLASSIC, players, number as u64);
        won += usize::from(matches!(status, Status::Won { player, .. } if player.index() == at));
    }
    assert!(won > games / 2, "{won} of {games}");
}
