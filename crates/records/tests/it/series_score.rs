//! The score of a series after any sequence of steps, undone and redone steps, and loaded matches.

use four_shapes_records::{Match, ScoreChange, SeriesScore, Setup};
use four_shapes_rules::{Rules, Step};
use proptest::prelude::*;

/// What a person does with a match.
#[derive(Clone, Copy, Debug)]
enum Act {
    Play(usize),
    Swap,
    Forfeit,
    Undo,
    Redo,
    GoTo(usize),
    /// Writes and reads the score.
    Reload,
    /// Loads the same match, as from a file.
    Load,
    PlayAgain,
}

fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        // Few columns, so that many games are won.
        20 => (0..3_usize).prop_map(Act::Play),
        1 => Just(Act::Swap),
        1 => Just(Act::Forfeit),
        5 => Just(Act::Undo),
        5 => Just(Act::Redo),
        2 => (0..12_usize).prop_map(Act::GoTo),
        1 => Just(Act::Reload),
        1 => Just(Act::Load),
        2 => Just(Act::PlayAgain),
    ]
}

/// Wins counted by looking at the current match only.
struct Model {
    earlier: [u32; 2],
    /// Whether each step of the match was made here, not loaded.
    made_here: Vec<bool>,
    was_won: bool,
}

impl Model {
    /// Returns the seat for which the match counts: that of a winner by a step made here.
    fn counted(&self, game_match: &Match) -> Option<usize> {
        let last = game_match.game().cursor().checked_sub(1)?;
        let winner = game_match
            .winner()
            .filter(|_| self.made_here[last] && !self.was_won)?;
        let mut seats = game_match.setup().seats().iter();
        seats.position(|seat| seat == winner)
    }

    fn won(&self, game_match: &Match) -> [u32; 2] {
        let mut won = self.earlier;
        if let Some(seat) = self.counted(game_match) {
            won[seat] += 1;
        }
        won
    }
}

/// Makes a step; returns whether it was possible.
fn step(game_match: &mut Match, act: Act) -> bool {
    match act {
        Act::Play(column) => {
            let column = game_match.rules().column(column).expect("there are seven");
            let turn = game_match.turn();
            turn.is_some_and(|turn| turn.drop(column).is_ok())
        }
        Act::Swap => game_match.swap().is_ok(),
        Act::Forfeit => game_match.forfeit_on_time(),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2000)
    })]

    #[test]
    fn a_win_counts_once_and_for_its_winner_while_it_is_on_the_board(
        acts in prop::collection::vec(any_act(), 0..60),
    ) {
        let setup = Setup::with_default_seats(Rules::CLASSIC).with_swap(true).unwrap();
        let setup = setup.with_time_control(Some("60+0".parse().unwrap())).unwrap();
        let mut game_match = Match::new(setup);
        let mut score = SeriesScore::new(&game_match);
        let mut model = Model { earlier: [0; 2], made_here: Vec::new(), was_won: false };
        for act in acts {
            let before = model.counted(&game_match);
            let change = match act {
                Act::Play(_) | Act::Swap | Act::Forfeit => {
                    if !step(&mut game_match, act) {
                        continue;
                    }
                    model.made_here.truncate(game_match.game().cursor() - 1);
                    model.made_here.push(true);
                    score.record_step(&game_match)
                }
                Act::Undo | Act::Redo => {
                    let _: Option<Step> =
                        if matches!(act, Act::Undo) { game_match.undo() } else { game_match.redo() };
                    score.follow(&game_match)
                }
                Act::GoTo(step) => {
                    game_match.go_to(step);
                    score.follow(&game_match)
                }
                Act::Reload => {
                    let read = SeriesScore::parse(&score.write(), &game_match);
                    prop_assert_eq!(read.as_ref(), Ok(&score));
                    continue;
                }
                Act::Load | Act::PlayAgain => {
                    model.earlier = model.won(&game_match);
                    let next = match act {
                        Act::Load => game_match.clone(),
                        _ => Match::new(game_match.setup().clone().with_next_first_seat()),
                    };
                    let mut end = next.clone();
                    end.go_to(usize::MAX);
                    model.was_won = end.winner().is_some();
                    model.made_here = vec![false; next.game().steps().len()];
                    score = score.continued(&game_match, &next);
                    game_match = next;
                    prop_assert_eq!(score.counted(), None);
                    continue;
                }
            };
            prop_assert_eq!([0, 1].map(|seat| score.won(seat)), model.won(&game_match));
            let after = model.counted(&game_match);
            let expected = match (before, after) {
                (None, Some(seat)) => Some(ScoreChange::Counted(seat)),
                (Some(seat), None) => Some(ScoreChange::Uncounted(seat)),
                _ => None,
            };
            prop_assert_eq!(change, expected);
        }
    }
}
