//! The levels: tactics, reproducibility and relative strength.

use four_shapes_players::{
    Level, Lookahead, PlayerKind, Plies, Progress, Resources, Search, TieBreak, TurnContext,
};
use four_shapes_rules::{Cell, Game, Player, Position, Rules, Status};
use four_shapes_solver::{BestMoveSearch, Score, Solver};
use four_shapes_testing::support::rules;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::{cmp::Reverse, collections::HashSet};

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
fn check_tactics(level: Level, rules: Rules, count: usize, min: usize) {
    let mut random = Pcg32::seed_from_u64(u64::from(level.number()) << 32 | rules.cells() as u64);
    let mut player = PlayerKind::Level(level).computer(rules, &Resources::default());
    let (mut won, mut blocked) = (0, 0);
    for round in 0..count {
        let (_, turn) = situation(rules, 100, &mut random);
        let position = turn.position();
        let own = wins(position, position.to_move());
        let next = wins(position, rules.player_after(position.piece_count() + 1));
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
fn levels_3_to_6_win_and_block_at_once() {
    for level in [Level::Three, Level::Four, Level::Five, Level::Six] {
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

#[test]
fn level_2_wins_at_once_and_usually_blocks() {
    let mut random = Pcg32::seed_from_u64(2);
    let mut player = PlayerKind::Level(Level::Two).computer(Rules::CLASSIC, &Resources::default());
    let (mut won, mut threatened, mut blocked) = (0, 0, 0);
    for seed in 0..2000 {
        let (_, turn) = situation(Rules::CLASSIC, 100, &mut random);
        let position = turn.position();
        let own = wins(position, position.to_move());
        let next = wins(
            position,
            Rules::CLASSIC.player_after(position.piece_count() + 1),
        );
        let choice = player.choose(&turn, seed);
        let cell = choice.cell().expect("no swap is offered");
        if !own.is_empty() {
            assert!(own.contains(&cell), "{position:?}");
            won += 1;
        } else if let [threat] = next[..] {
            threatened += 1;
            blocked += usize::from(cell == threat);
        }
    }
    assert!(won >= 200 && threatened >= 200, "{won}, {threatened}");
    assert!(
        (75..95).contains(&(blocked * 100 / threatened)),
        "{blocked} of {threatened}"
    );
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
        (Level::One, Rules::CLASSIC),
        (Level::Two, rules(9, 9, 5, 2, false)),
        (Level::Three, Rules::CLASSIC),
        (Level::Four, rules(9, 7, 4, 2, true)),
        (Level::Five, rules(6, 5, 4, 2, true)),
        (Level::Six, rules(5, 5, 4, 2, true)),
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
    for level in Level::ALL.into_iter().filter(|level| *level < Level::Six) {
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
    for level in Level::ALL {
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
                if let Progress::Done(choice) = player.run(700) {
                    break choice;
                }
                let best = player.best_so_far().cell().expect("no swap is offered");
                assert!(turn.position().check_place(best).is_ok(), "{game:?}");
                assert!(player.percent() < 100);
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
        let mut player = PlayerKind::Level(Level::Six).computer(rules, &Resources::default());
        for seed in 0..60 {
            let (_, turn) = situation(rules, 90, &mut random);
            let columns = solver.column_scores(turn.position()).unwrap();
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
        let mut player = PlayerKind::Level(Level::Six).computer(rules, &Resources::default());
        let (mut near, mut far) = (0, 0);
        while near < 20 || far < 20 {
            let (_, turn) = situation(rules, 50, &mut random);
            let empty = rules.cells() - turn.position().piece_count();
            let count = if empty < 44 { &mut near } else { &mut far };
            let mut best = BestMoveSearch::new(&mut solver, turn.position()).unwrap();
            if *count == 20
                || !best.run(50_000).is_done()
                || best.score().is_none_or(|score| score <= Score::DRAW)
            {
                continue;
            }
            let cell = player.choose(&turn, 1).cell().expect("no swap is offered");
            let proved = best.bounds(cell.column()).unwrap();
            assert!(proved.lower > Score::DRAW, "{:?}", turn.position());
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
    let mut player = PlayerKind::Level(Level::Six).computer(rules, &Resources::default());
    let whole = player.choose(&turn, 5);
    let mut player = PlayerKind::Level(Level::Six).computer(rules, &Resources::default());
    player.begin(&turn, 5);
    let mut slices = 1;
    let mut before = 0;
    let answer = loop {
        if let Progress::Done(choice) = player.run(9_001) {
            break choice;
        }
        let percent = player.percent();
        assert!((before..100).contains(&percent), "{before}, {percent}");
        before = percent;
        slices += 1;
    };
    assert_eq!(answer, whole);
    // The nodes of the short search, the solver and the long search.
    let most = (10_000 + 300_000 + 3_100_000) / 9_001 + 10;
    assert!((most * 9 / 10..=most).contains(&slices), "{slices}");
}

/// Returns the move of a beginner: at random one time in four, otherwise one of the best three
/// plies ahead, up to an own double threat; of several, one nearest to the middle.
fn beginner_move(position: &Position, random: &mut Pcg32) -> Cell {
    let cells: Vec<Cell> = position.playable().collect();
    if random.random_ratio(1, 4) {
        return cells[random.random_range(0..cells.len())];
    }
    let plies = Plies::new(3).unwrap();
    let scores = Lookahead::new(plies, TieBreak::Random).scores(position);
    let playable = scores.into_iter().filter(|(cell, _)| cells.contains(cell));
    let middle = usize::from(position.rules().columns()) / 2;
    let best = playable.max_by_key(|(cell, score)| {
        let distance = cell.column().index().abs_diff(middle);
        // Of two columns at the same distance, either.
        (*score, Reverse(distance), random.random::<u8>())
    });
    best.expect("a turn has a move").0
}

/// Plays games of a beginner against a level, and returns how many the beginner loses. Each moves
/// first in half of them.
fn losses_of_beginner(level: Level, games: usize) -> usize {
    let rules = Rules::CLASSIC;
    let mut random = Pcg32::seed_from_u64(33);
    let mut computer = PlayerKind::Level(level).computer(rules, &Resources::default());
    let mut losses = 0;
    for number in 0..games {
        let mut game = Game::new(rules);
        while let Some(turn) = TurnContext::from_game(&game) {
            let cell = if game.cursor() % 2 == number % 2 {
                beginner_move(turn.position(), &mut random)
            } else {
                let choice = computer.choose(&turn, random.random());
                choice.cell().expect("no swap is offered")
            };
            game.turn().unwrap().play(cell).unwrap();
        }
        if let Status::Won { player, .. } = game.status() {
            losses += usize::from(player.index() != number % 2);
        }
    }
    losses
}

#[test]
fn beginners_rarely_lose_to_level_1() {
    let games = 400;
    let losses = losses_of_beginner(Level::One, games);
    assert!(losses * 10 <= games, "{losses} of {games}");
    let losses = losses_of_beginner(Level::Two, games);
    assert!(
        losses * 3 > games,
        "level 2 is stronger: {losses} of {games}"
    );
}

/// Returns the score of the second level against the first, in percent; a draw counts half.
fn score_over_lower([lower, level]: [Level; 2], games: usize) -> usize {
    let mut score = 0;
    for number in 0..games {
        let mut players = [level, lower].map(PlayerKind::Level);
        let at = number % 2;
        players.rotate_right(at);
        score += match play(Rules::CLASSIC, players, number as u64).1 {
            Status::Won { player, .. } => 2 * usize::from(player.index() == at),
            _ => 1,
        };
    }
    score * 50 / games
}

#[test]
fn lower_levels_are_ordered_by_strength() {
    for levels in [
        [Level::One, Level::Two],
        [Level::Two, Level::Three],
        [Level::Three, Level::Four],
    ] {
        let score = score_over_lower(levels, 200);
        let level = levels[1];
        assert!(score >= 70, "level {level}: {score} %");
    }
}
