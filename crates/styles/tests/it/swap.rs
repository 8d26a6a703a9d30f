//! The swap rule, compared with a model that replays the history.

use four_shapes_players::{Choice, TurnContext};
use four_shapes_records::{
    Match, ScoreChange, Seat, SeriesScore, Setup,
    high_scores::{Date, HighScore},
};
use four_shapes_rules::{Cell, Game, Player, Rules, Status, Step, SwapError, notation};
use four_shapes_styles::{ColourMode, Style};
use four_shapes_testing::support::{self, any_rules, cell, place, reference, rules, rules_within};
use proptest::{collection::vec, prelude::*, sample::Index};

/// A match with the swap rule.
fn fair(rules: Rules) -> Match {
    let setup = Setup::with_default_seats(rules).with_swap(true);
    Match::new(setup.expect("there are two players"))
}

fn drop(game_match: &mut Match, columns: &[usize]) {
    for &column in columns {
        let column = game_match.rules().column(column - 1).unwrap();
        game_match.turn().unwrap().drop(column).unwrap();
    }
}

fn names(game_match: &Match) -> [&str; 2] {
    let mut players = game_match.rules().all_players();
    [(); 2].map(|()| game_match.seat(players.next().unwrap()).name.as_str())
}

#[test]
fn second_player_may_swap_sides() {
    let mut game_match = fair(Rules::CLASSIC);
    assert_eq!(game_match.swap(), Err(SwapError::NotNow));
    drop(&mut game_match, &[4]);
    assert_eq!(names(&game_match), ["Red", "Blue"]);
    assert!(game_match.may_swap());
    let (position, status) = (
        game_match.game().position().clone(),
        game_match.game().status(),
    );
    game_match.swap().unwrap();
    assert_eq!(names(&game_match), ["Blue", "Red"]);
    // All that has changed is who sits for whom.
    assert_eq!(game_match.game().position(), &position);
    assert_eq!(game_match.game().status(), status);
    assert_eq!(
        game_match.game().last_move(),
        Some(cell(Rules::CLASSIC, (3, 0)))
    );
    assert_eq!(
        (game_match.game().steps().len(), game_match.game().cursor()),
        (2, 2)
    );
    // Once, and never later.
    assert!(!game_match.may_swap());
    assert_eq!(game_match.swap(), Err(SwapError::NotNow));
    drop(&mut game_match, &[4]);
    assert_eq!(game_match.swap(), Err(SwapError::NotNow));

    let mut late = fair(Rules::CLASSIC);
    drop(&mut late, &[4, 4]);
    assert_eq!(late.swap(), Err(SwapError::NotNow));
    // Back at the first piece it is possible again, and ends what was undone.
    late.undo();
    late.swap().unwrap();
    assert_eq!(late.redo(), None);
    assert_eq!(late.undo(), Some(Step::Swap));
    assert_eq!(names(&late), ["Red", "Blue"]);
    assert_eq!(late.redo(), Some(Step::Swap));
    assert_eq!(names(&late), ["Blue", "Red"]);
    late.undo();
    drop(&mut late, &[5]);
    assert_eq!(late.redo(), None);
    assert_eq!(notation::write(late.game()), "45");
    assert_eq!(names(&late), ["Red", "Blue"]);
}

#[test]
fn swapping_requires_the_swap_rule() {
    let mut plain = Match::new(Setup::with_default_seats(Rules::CLASSIC));
    drop(&mut plain, &[4]);
    assert!(!plain.may_swap());
    assert_eq!(plain.swap(), Err(SwapError::RuleOff));
    let turn = plain.turn().unwrap();
    assert_eq!(turn.check_swap(), Err(SwapError::RuleOff));
    assert_eq!(turn.swap(), Err(SwapError::RuleOff));
    assert_eq!(plain.game().steps().len(), 1);

    let three = rules(7, 6, 4, 3, true);
    assert!(Setup::with_default_seats(three).with_swap(true).is_err());
    let mut game = Game::new(three);
    game.turn().unwrap().drop(three.column(0).unwrap()).unwrap();
    assert_eq!(
        game.turn().unwrap().swap().unwrap_err().to_string(),
        "a swap requires 2 players, not 3"
    );

    // A game with a swap in it belongs to a setup that has one, also undone.
    let mut game = notation::parse(Rules::CLASSIC, "4s4").unwrap();
    let (with, without) = (
        fair(Rules::CLASSIC),
        Setup::with_default_seats(Rules::CLASSIC),
    );
    for _ in 0..4 {
        assert_eq!(Match::from_parts(without.clone(), game.clone()), None);
        assert!(Match::from_parts(with.setup().clone(), game.clone()).is_some());
        assert!(Match::with_default_seats(game.clone()).setup().swap());
        game.undo();
    }
    let over = Match::with_default_seats(notation::parse(Rules::CLASSIC, "1s212121").unwrap());
    assert!(matches!(over.game().status(), Status::Won { .. }));
    let mut over = over;
    assert_eq!(over.swap(), Err(SwapError::NotNow));
}

#[test]
fn win_counts_for_the_seat_after_a_swap() {
    let seats = vec![Seat::nth(0), Seat::nth(1)];
    for starts in 0..2 {
        let setup = Setup::new(Rules::CLASSIC, seats.clone(), starts).unwrap();
        let mut game_match = Match::new(setup.with_swap(true).unwrap());
        let mut series_score = SeriesScore::new(&game_match);
        drop(&mut game_match, &[1]);
        game_match.swap().unwrap();
        drop(&mut game_match, &[2, 1, 2, 1, 2, 1]);
        let winner = 1 - starts;
        assert_eq!(game_match.winner(), Some(&seats[winner]));
        assert_eq!(
            series_score.record_step(&game_match),
            Some(ScoreChange::Counted(winner))
        );
        let won = |score: &SeriesScore| [0, 1].map(|seat| score.won(seat));
        assert_eq!(won(&series_score), [1 - winner, winner].map(|n| n as u32));
        let score = HighScore::of(&game_match, Date::new(2026, 11, 21).unwrap()).unwrap();
        assert_eq!(score.name, seats[winner].name);
        assert_eq!(score.opponents, [seats[starts].name.clone()]);
        // The four pieces of the line, of which the first was another's move.
        assert_eq!(score.moves, 4);
        // Taken back to before the swap and won without it, it is another's win.
        while game_match.undo() != Some(Step::Swap) {}
        assert_eq!(
            series_score.follow(&game_match),
            Some(ScoreChange::Uncounted(winner))
        );
        drop(&mut game_match, &[2, 1, 2, 1, 2, 1]);
        assert_eq!(game_match.winner(), Some(&seats[starts]));
        series_score.record_step(&game_match);
        assert_eq!(won(&series_score), [winner, 1 - winner].map(|n| n as u32));
    }
}

#[test]
fn pieces_have_the_style_of_their_seat() {
    let mut game_match = fair(Rules::CLASSIC);
    drop(&mut game_match, &[4]);
    for (style, before, after) in [
        (Style::Shapes, '\u{2b24}', '\u{2b1f}'),
        (Style::Letters, 'A', 'B'),
        (Style::XAndO, 'X', 'O'),
        (Style::BoardGames, 'X', 'O'),
    ] {
        let drawn = style.draw(&game_match, ColourMode::Plain);
        assert!(drawn.contains(before) && !drawn.contains(after), "{drawn}");
        game_match.swap().unwrap();
        let drawn = style.draw(&game_match, ColourMode::Plain);
        assert!(drawn.contains(after) && !drawn.contains(before), "{drawn}");
        game_match.undo();
    }
}

#[test]
fn situation_reports_whether_a_swap_is_allowed() {
    let mut game_match = fair(Rules::CLASSIC);
    let may = |game_match: &Match| game_match.turn_context().map(|turn| turn.may_swap());
    assert_eq!(may(&game_match), Some(false));
    drop(&mut game_match, &[4]);
    assert_eq!(may(&game_match), Some(true));
    let alone = TurnContext::from_game(game_match.game()).unwrap();
    assert!(!alone.may_swap());
    game_match.swap().unwrap();
    assert_eq!(may(&game_match), Some(false));
    // With nothing to swap, it is the turn of the game alone.
    assert_eq!(
        game_match.turn_context(),
        TurnContext::from_game(game_match.game())
    );
    drop(&mut game_match, &[3, 4, 3, 4, 3, 4]);
    assert_eq!(may(&game_match), None);
    let first = cell(Rules::CLASSIC, (0, 0));
    assert_eq!(Choice::Place(first).cell(), Some(first));
    assert_eq!(Choice::Swap.cell(), None);
}

/// An operation to try.
#[derive(Clone, Debug)]
enum Try {
    Place(Index),
    Swap,
    Undo,
    Redo,
}

fn tries() -> impl Strategy<Value = Vec<Try>> {
    let one = prop_oneof![
        4 => any::<Index>().prop_map(Try::Place),
        3 => Just(Try::Swap),
        3 => Just(Try::Undo),
        2 => Just(Try::Redo),
    ];
    vec(one, 0..60)
}

/// A model: the history and its cursor.
#[derive(Default)]
struct History {
    /// A cell; `None` for a swap.
    done: Vec<Option<Cell>>,
    made: usize,
}

impl History {
    fn push(&mut self, step: Option<Cell>) {
        self.done.truncate(self.made);
        self.done.push(step);
        self.made += 1;
    }

    fn made(&self) -> &[Option<Cell>] {
        &self.done[..self.made]
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(400)
    })]

    /// Small boards, so that games end, and others.
    #[test]
    fn swaps_can_be_undone_and_redone(
        rules in prop_oneof![rules_within(3..=4, 3..=4), any_rules()],
        starts in any::<Index>(),
        agreed: bool,
        tries in tries(),
    ) {
        let players = usize::from(rules.players());
        let agreed = agreed && players == 2;
        let starts = starts.index(players);
        let seats: Vec<Seat> = (0..players).map(Seat::nth).collect();
        let setup = Setup::new(rules, seats.clone(), starts).unwrap().with_swap(agreed).unwrap();
        let mut game_match = Match::new(setup);
        let mut history = History::default();
        for attempt in tries {
            let goes_on = matches!(game_match.game().status(), Status::ToMove(_));
            match attempt {
                Try::Place(choice) => {
                    let cells: Vec<Cell> = game_match.game().position().playable().collect();
                    prop_assert_eq!(game_match.turn().is_some(), goes_on);
                    if let Some(turn) = game_match.turn() {
                        let cell = *choice.get(&cells);
                        turn.play(cell).unwrap();
                        history.push(Some(cell));
                    }
                }
                Try::Swap => {
                    let possible = agreed && matches!(history.made(), [Some(_)]);
                    prop_assert_eq!(game_match.may_swap(), possible);
                    let swapped = game_match.swap();
                    prop_assert_eq!(swapped.is_ok(), possible, "{:?}", swapped);
                    if possible {
                        history.push(None);
                    } else if !agreed && goes_on {
                        prop_assert_eq!(swapped, Err(SwapError::RuleOff));
                    }
                }
                Try::Undo => {
                    let undone = game_match.undo();
                    prop_assert_eq!(undone.is_some(), history.made > 0);
                    history.made -= usize::from(undone.is_some());
                }
                Try::Redo => {
                    let redone = game_match.redo();
                    prop_assert_eq!(redone.is_some(), history.made < history.done.len());
                    history.made += usize::from(redone.is_some());
                }
            }
            // Replay the history from the beginning.
            let mut board = reference(rules);
            let mut sides: Vec<usize> = (0..players).map(|n| (n + starts) % players).collect();
            for step in history.made() {
                match step {
                    Some(cell) => board.play(place(*cell)),
                    None => sides.reverse(),
                }
            }
            let winner = board.winner();
            prop_assert_eq!(game_match.game().position(), &support::position(rules, &board));
            prop_assert_eq!(game_match.winner(), winner.map(|winner| &seats[sides[winner]]));
            for player in rules.all_players() {
                let seat = sides[player.index()];
                prop_assert_eq!(game_match.seat(player), &seats[seat]);
                prop_assert_eq!(game_match.seat_index(player), seat);
                prop_assert_eq!(game_match.player_at(seat), Some(player));
            }
            prop_assert_eq!(game_match.player_at(players), None);
            match game_match.game().status() {
                Status::ToMove(next) => prop_assert_eq!(next.index(), board.to_move()),
                Status::Won { player, .. } | Status::WonOnTime(player) => {
                    prop_assert_eq!(Some(Player::index(player)), winner);
                }
                Status::Drawn(_) => prop_assert!(board.is_full()),
            }
            let steps = game_match.game().steps().iter().map(|step| match step {
                Step::Place(cell) => Some(*cell),
                Step::Swap | Step::AgreeDraw | Step::TimeForfeit => None,
            });
            prop_assert_eq!(steps.collect::<Vec<_>>(), &history.done[..]);
            prop_assert_eq!(game_match.game().cursor(), history.made);
        }
    }
}
