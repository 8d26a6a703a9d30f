//! The lookahead player against a literal implementation of its definition.

use four_shapes_players::{
    Lookahead, PlayerKind, Plies, Progress, Resources, TieBreak, TurnContext,
};
use four_shapes_rules::{Cell, Game, Player, Position, Rules};
use four_shapes_testing::support::rules;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Returns the score of a move: 100 minus the opponent's best score.
fn score(position: &Position, cell: Cell, plies: u8) -> i8 {
    if plies == 0 {
        return 50;
    }
    let mut after = position.clone();
    after.place(position.to_move(), cell).unwrap();
    if after.trace(cell).is_some() {
        return 100;
    }
    let best = after.playable().map(|cell| score(&after, cell, plies - 1));
    best.max().map_or(50, |best| 100 - best)
}

/// Returns the score of a move for one player against all others.
fn score_for(who: Player, position: &Position, cell: Cell, plies: u8) -> i8 {
    if plies == 0 {
        return 50;
    }
    let mut after = position.clone();
    let mover = position.to_move();
    after.place(mover, cell).unwrap();
    if after.trace(cell).is_some() {
        return if mover == who { 100 } else { 0 };
    }
    let scores = after.playable();
    let scores = scores.map(|cell| score_for(who, &after, cell, plies - 1));
    let last = if after.to_move() == who {
        scores.max()
    } else {
        scores.min()
    };
    last.unwrap_or(50)
}

/// Returns unfinished random games.
fn positions(rules: Rules, count: usize, seed: u64) -> Vec<Game> {
    let mut random = Pcg32::seed_from_u64(seed);
    let mut games = Vec::new();
    while games.len() < count {
        let mut game = Game::new(rules);
        for _ in 0..random.random_range(0..rules.cells()) {
            let cells: Vec<Cell> = game.position().playable().collect();
            let cell = cells[random.random_range(0..cells.len())];
            let Some(turn) = game.turn() else { break };
            turn.play(cell).unwrap();
        }
        if TurnContext::from_game(&game).is_some() {
            games.push(game);
        }
    }
    games
}

#[test]
fn scores_match_the_definition() {
    let mut counts = [0; 3];
    for (rules, max_plies, count) in [
        (rules(7, 6, 4, 2, true), 4, 60),
        (rules(5, 4, 3, 2, true), 6, 60),
        (rules(4, 4, 4, 2, true), 8, 12),
        (rules(8, 9, 5, 2, true), 3, 20),
        (rules(13, 13, 4, 2, true), 3, 10),
        (rules(3, 3, 3, 2, false), 7, 30),
        (rules(4, 4, 3, 2, false), 4, 20),
        (rules(5, 5, 4, 2, false), 3, 20),
        (rules(6, 5, 3, 3, true), 5, 30),
        (rules(4, 4, 3, 3, false), 4, 20),
        (rules(5, 5, 3, 4, true), 6, 15),
        (rules(3, 4, 3, 4, false), 5, 15),
    ] {
        for (number, game) in positions(rules, count, rules.cells() as u64)
            .into_iter()
            .enumerate()
        {
            let position = game.position();
            let plies = number as u8 % (max_plies + 1);
            let mut expected: Vec<(Cell, i8)> = position
                .playable()
                .map(|cell| {
                    let who = position.to_move();
                    let score = if rules.players() == 2 {
                        score(position, cell, plies)
                    } else {
                        score_for(who, position, cell, plies)
                    };
                    counts[usize::from(score.unsigned_abs()) / 50] += 1;
                    (cell, score)
                })
                .collect();
            let full = |cell: &Cell| {
                let top = cell.row() + 1 == usize::from(rules.rows());
                position.piece_at(*cell).is_some() && (top || !rules.gravity())
            };
            let full: Vec<Cell> = rules.all_cells().filter(full).collect();
            expected.extend(full.into_iter().map(|cell| (cell, -1)));
            expected.sort_unstable();
            let depth = Plies::new(plies).unwrap();
            let found = Lookahead::new(depth, TieBreak::Left).scores(position);
            assert_eq!(found, expected, "{rules:?}, {plies} plies, {position:?}");
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn ties_follow_the_rule() {
    let plies = Plies::new(2).unwrap();
    for rules in [rules(7, 6, 4, 2, true), rules(4, 4, 3, 3, false)] {
        for game in positions(rules, 40, 5) {
            let turn = TurnContext::from_game(&game).unwrap();
            let scores = Lookahead::new(plies, TieBreak::Left).scores(game.position());
            let max = scores.iter().map(|&(_, score)| score).max().unwrap();
            let best = scores.iter().filter(|&&(_, score)| score == max);
            let best: Vec<Cell> = best.map(|&(cell, _)| cell).collect();
            let choose = |ties, seed| {
                let kind = PlayerKind::Lookahead { plies, ties };
                let mut player = kind.computer(rules, &Resources::default());
                player
                    .choose(&turn, seed)
                    .cell()
                    .expect("no swap is offered")
            };
            assert_eq!(choose(TieBreak::Left, 1), best[0]);
            assert_eq!(choose(TieBreak::Right, 1), best[best.len() - 1]);
            let mut random: Vec<Cell> = (0..200)
                .map(|seed| choose(TieBreak::Random, seed))
                .collect();
            assert_eq!(random[7], choose(TieBreak::Random, 7));
            random.sort_unstable();
            random.dedup();
            assert_eq!(random, best, "every best move is chosen");
        }
    }
}

#[test]
fn finished_games_have_scores() {
    let rules = Rules::CLASSIC;
    let won = Position::from_column_indices(rules, "0101010").unwrap();
    let scores = |position: &Position| {
        let plies = Plies::new(3).unwrap();
        let scores = Lookahead::new(plies, TieBreak::Left).scores(position);
        scores
            .into_iter()
            .map(|(_, score)| score)
            .collect::<Vec<_>>()
    };
    assert_eq!(scores(&won), [0; 7]);
    let own = Position::from_column_indices(rules, "01010106").unwrap();
    assert_eq!(scores(&own), [100; 7]);
}

/// Slices stay close to their budget as well.
#[test]
fn slicing_does_not_change_the_choice() {
    for rules in [
        rules(7, 6, 4, 2, true),
        rules(15, 15, 5, 2, false),
        rules(15, 15, 4, 3, false),
    ] {
        for game in positions(rules, 3, 9) {
            let turn = TurnContext::from_game(&game).unwrap();
            let plies = Plies::new(if rules.gravity() { 6 } else { 3 }).unwrap();
            let kind = PlayerKind::Lookahead {
                plies,
                ties: TieBreak::Random,
            };
            let mut player = kind.computer(rules, &Resources::default());
            let whole = player.choose(&turn, 3);
            player.begin(&turn, 3);
            let mut slices = 0;
            let answer = loop {
                slices += 1;
                if let Progress::Done(choice) = player.run(100) {
                    break choice;
                }
                let best = player.best_so_far().cell().expect("no swap is offered");
                assert!(game.position().check_place(best).is_ok());
                assert!(player.percent() < 100);
            };
            assert_eq!(answer, whole);
            assert!(slices <= Lookahead::MAX_POSITIONS / 100 + 1);
        }
    }
}
