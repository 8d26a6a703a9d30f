//! Animations of whole games, decoded.

use four_shapes_animation::Animation;
use four_shapes_records::{Match, PieceStyle, Seat, Setup, drawing::Paints};
use four_shapes_rules::{
    Game, Rules, RulesConfig,
    notation::{self, Notation},
};
use gif::{ColorOutput, DecodeOptions};

/// A full board without a line.
const DRAW: &str = "751266663125545231771336712163473755442442";

fn game_match(rules: Rules, moves: &str) -> Match {
    Match::with_default_seats(notation::parse(rules, moves).expect("the moves are valid"))
}

fn animate(game_match: &Match) -> Vec<u8> {
    let mut animation = Animation::new(game_match, &Paints::LIGHT);
    let (_, total) = animation.progress();
    let mut added = 0;
    while animation.add_frame() {
        added += 1;
        assert_eq!(animation.progress(), (added, total));
    }
    assert_eq!(animation.progress(), (total, total));
    assert!(!animation.add_frame());
    animation.finish()
}

/// The pixels of all frames as they are shown, and their delays.
fn decode(file: &[u8]) -> (Vec<Vec<[u8; 4]>>, Vec<u16>) {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(file).expect("it is a GIF");
    let width = usize::from(decoder.width());
    let mut shown = vec![[0; 4]; width * usize::from(decoder.height())];
    let (mut frames, mut delays) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().expect("the frame is valid") {
        for (index, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (
                index % usize::from(frame.width),
                index / usize::from(frame.width),
            );
            let at = (y + usize::from(frame.top)) * width + x + usize::from(frame.left);
            if pixel[3] != 0 {
                shown[at] = [pixel[0], pixel[1], pixel[2], pixel[3]];
            }
        }
        frames.push(shown.clone());
        delays.push(frame.delay);
    }
    (frames, delays)
}

#[test]
fn each_position_has_a_frame_and_a_win_one_more() {
    let (frames, delays) = decode(&animate(&game_match(Rules::CLASSIC, "1212121")));
    assert_eq!(frames.len(), 9);
    assert_eq!(delays, [100, 60, 60, 60, 60, 60, 60, 60, 400]);
    let (frames, _) = decode(&animate(&game_match(Rules::CLASSIC, "")));
    assert_eq!(frames.len(), 1);
    assert!(frames[0].iter().all(|pixel| pixel[3] == 255));
    // A swap changes the first piece.
    let mut swapped = Game::new(Rules::CLASSIC);
    swapped = Notation::new()
        .parse_after(swapped, "4s3")
        .expect("the moves are valid");
    let (frames, _) = decode(&animate(&Match::with_default_seats(swapped)));
    assert_eq!(frames.len(), 4);
    assert_ne!(frames[1], frames[2]);
}

#[test]
fn changes_add_up_to_what_is_drawn_at_once() {
    for (rules, moves) in [
        (Rules::CLASSIC, "54214127311723362"),
        (Rules::TIC_TAC_TOE, "A1,B1,A2,B2,A3"),
    ] {
        let game_match = game_match(rules, moves);
        let (frames, _) = decode(&animate(&game_match));
        let steps = game_match.game().steps().len();
        for step in 0..steps {
            let mut before = game_match.clone();
            before.go_to(step);
            let (until, _) = decode(&animate(&before));
            assert_eq!(until, frames[..=step], "{step}");
        }
        // The pieces of the line and those beside it change, and the stroke is drawn.
        let [.., unmarked, marked] = &frames[..] else {
            panic!("there are frames");
        };
        let changed = unmarked.iter().zip(marked).filter(|(a, b)| a != b);
        assert!(changed.count() > 1000);
    }
}

#[test]
fn a_long_game_is_small() {
    let file = animate(&game_match(Rules::CLASSIC, DRAW));
    assert_eq!(decode(&file).0.len(), 43);
    assert!(file.len() <= 300_000, "{}", file.len());
}

#[test]
fn large_boards_and_many_players_are_animated() {
    let config = RulesConfig {
        columns: 15,
        rows: 15,
        connect: 3,
        players: 75,
        gravity: true,
    };
    let rules = Rules::new(config).expect("the rules are valid");
    let seats = (0..75).map(|index| Seat {
        piece_style: PieceStyle::nth(index),
        ..Setup::with_default_seats(rules).seats()[index].clone()
    });
    let setup = Setup::new(rules, seats.collect(), 0).expect("the seats differ");
    let mut game = Game::new(rules);
    for index in 0..225 {
        let column = rules.column(index % 15).expect("it is on the board");
        let Some(turn) = game.turn() else { break };
        turn.drop(column).expect("the column isn't full");
    }
    let moves = game.steps().len();
    assert!(moves > 75);
    let game_match = Match::from_parts(setup, game).expect("the rules are the same");
    let (frames, _) = decode(&animate(&game_match));
    assert!(frames.len() > moves, "{moves}");
}
