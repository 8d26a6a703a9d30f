//! Games against a computer player of a level: the person is called by name or *You*, and the
//! computer player by that of its level.

use crate::{
    board::focus_board,
    browser,
    components::{
        button::{button, icon_button},
        html::{Child, Element, span},
        icon,
    },
    game::{
        default_seats::default_pair,
        presets::Preset,
        session::{Command, Event, Session},
        state::{GameState, use_game},
    },
    library::{replacement_warning, use_repository},
    navigation::use_navigation,
    storage::{
        BrowserStorage,
        person::{Ending, Person},
    },
    text,
};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::{Match, Name, Setup};
use four_shapes_rules::{Game, Position, Rules, Status, hash::fnv1a_64};
use leptos::prelude::*;

/// Returns the setup of a game on a preset board. Seat 0 moves first.
pub(super) fn setup(board: Preset, name: Option<&Name>, level: Level, human: usize) -> Setup {
    pair(board.rules(), name, level, human)
}

fn pair(rules: Rules, name: Option<&Name>, level: Level, human: usize) -> Setup {
    let named = |name: &str| Name::new(name).expect("the names of the catalogue are valid");
    let opponent = named(&text::opponent_name(level));
    let person = name.filter(|name| **name != opponent);
    let person = person.map_or_else(|| named(text::you()), Name::clone);
    let mut seats = default_pair(rules.gravity());
    for (index, seat) in seats.iter_mut().enumerate() {
        if index == human {
            seat.name = person.clone();
        } else {
            seat.name = opponent.clone();
            seat.computer = Some(PlayerKind::Level(level));
        }
    }
    Setup::new(rules, seats.into(), 0).expect("names, pieces and symbols differ")
}

/// Returns a seed that differs from game to game.
pub(super) fn seed() -> u64 {
    fnv1a_64(&browser::new_id())
}

/// Starts a classic game against the last opponent, or against the first level.
pub(crate) fn start_computer() {
    start_level(Person::load(&BrowserStorage::new()).level);
}

/// Starts a classic game against a level.
pub(crate) fn start_level(level: Level) {
    let storage = BrowserStorage::new();
    let mut person = Person::load(&storage);
    person.level = level;
    // Without storage the next game is against another opponent; there is nothing to lose.
    let _ = person.save(&storage);
    let human = person.side.human_seat(seed());
    let setup = setup(Preset::CLASSIC, person.name.as_ref(), level, human);
    use_game().send(Command::Start(setup, None));
}

/// Lets the last opponent answer the first move of a two-player game.
fn let_computer_answer() {
    let game = use_game();
    let person = Person::load(&BrowserStorage::new());
    let mut game_match = Match::new(setup(
        Preset::CLASSIC,
        person.name.as_ref(),
        person.level,
        0,
    ));
    let first = game.with_match_untracked(|game_match| game_match.game().last_move());
    let (Some(turn), Some(cell)) = (game_match.turn(), first) else {
        return;
    };
    if turn.play(cell).is_ok() {
        // The same game, so that the library doesn't keep the one of two players.
        let id = game.with_untracked(|session| session.own_id().to_owned());
        game.send(Command::Open {
            id,
            game_match: Box::new(game_match),
            remote: None,
        });
        focus_board();
    }
}

/// The offer to let the computer answer the first move of a game that a tap on the board has
/// started.
pub(crate) fn computer_answer() -> impl Child {
    let game = use_game();
    let is_shown = Memo::new(move |_| game.with(Session::awaits_first_answer));

    move || {
        is_shown
            .get()
            .then(|| button(text::let_computer_answer(), let_computer_answer))
    }
}

/// The offer to play a game from the position of an exercise against the last opponent.
pub(crate) fn play_exercise() -> impl Child {
    let (game, navigation) = (use_game(), use_navigation());
    let person = Person::load(&BrowserStorage::new());
    let start = game.with_untracked(Session::exercise_start);
    let game_match = start.and_then(|start| game_from(start, &person))?;
    let play = move || {
        // The game that it replaces is the user's own again.
        navigation.show_board();
        game.send(Command::Load(Box::new(game_match.clone())));
        focus_board();
    };
    let warning = (!use_repository().is_available()).then(|| replacement_warning(game));
    Some((
        warning.flatten(),
        icon_button(icon::COMPUTER, text::play_exercise(person.level), play),
    ))
}

/// Returns a game from a position in which the person is to move. `None` for the empty board.
fn game_from(start: Position, person: &Person) -> Option<Match> {
    if start.piece_count() == 0 || start.rules().players() != 2 {
        return None;
    }
    let human = start.to_move().index();
    let setup = pair(start.rules(), person.name.as_ref(), person.level, human);
    let game = Game::from_position(start).ok()?;
    let is_over = !matches!(game.status(), Status::ToMove(_));
    Match::from_parts(setup, game).filter(|_| !is_over)
}

/// The opponent of the next game against the computer.
pub(crate) fn last_opponent() -> Element {
    let level = Person::load(&BrowserStorage::new()).level;
    span().class("detail").child(text::opponent_of_level(
        &text::opponent_name(level),
        level.number().into(),
    ))
}

/// Starts a classic two-player game on this device.
pub(crate) fn start_two_players() {
    let setup = Setup::with_default_seats(Preset::CLASSIC.rules());
    use_game().send(Command::Start(setup, None));
}

/// Returns the level and the ending of a finished game between a human and a level.
fn ending(game_match: &Match) -> Option<(Level, Ending)> {
    // The start decides much of a game from a position.
    if game_match.game().is_set_up() {
        return None;
    }
    let setup = game_match.setup();
    let human = setup.lone_human()?;
    let [a, b] = setup.seats() else {
        return None;
    };
    let Some(PlayerKind::Level(level)) = a.computer.or(b.computer) else {
        return None;
    };
    let ending = match game_match.game().status() {
        Status::ToMove(_) => return None,
        Status::Drawn(_) => Ending::Drawn,
        Status::Won { player, .. } | Status::WonOnTime(player) => {
            if game_match.seat_index(player) == human {
                Ending::Won
            } else {
                Ending::Lost
            }
        }
    };
    Some((level, ending))
}

/// Counts the games that the person loses in a row.
pub(crate) fn start(game: GameState) {
    let mut counted = String::new();
    game.on_event(move |session| {
        let is_step = matches!(
            session.event(),
            Event::Placed { .. } | Event::DrawAgreed | Event::TimeForfeited
        );
        // A game that is finished again in the same way is the same game.
        if !is_step || !session.is_own() || session.own_id() == counted {
            return;
        }
        if let Some((level, ending)) = ending(session.current_match()) {
            session.own_id().clone_into(&mut counted);
            let storage = BrowserStorage::new();
            let mut person = Person::load(&storage);
            person.count(level, ending);
            // Without storage nothing is suggested.
            let _ = person.save(&storage);
        }
    });
}

/// Returns the level to suggest after the game on the board: one easier, after every second loss
/// in a row.
fn suggest_easier() -> Option<Level> {
    let lost = use_game().with(|session| {
        let lost = ending(session.current_match()).filter(|_| session.is_own());
        lost.filter(|(_, ending)| *ending == Ending::Lost)
    });
    let (level, _) = lost?;
    let person = Person::load(&BrowserStorage::new());
    person.easier_level().filter(|_| person.lost_to == level)
}

/// The offer of an easier opponent, if there is one to suggest.
pub(crate) fn easier_opponent() -> impl Child {
    let level = Memo::new(move |_| suggest_easier());
    move || {
        level.get().map(|level| {
            button(text::try_opponent(level), move || {
                start_level(level);
                focus_board();
            })
            .class("easier")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::tests::MemoryStorage;
    use four_shapes_rules::notation;

    fn game(setup: Setup, moves: &str) -> Match {
        let game = notation::parse(setup.rules(), moves).unwrap();
        Match::from_parts(setup, game).unwrap()
    }

    #[test]
    fn seats_are_named_after_the_person_and_the_level() {
        let names = |name: Option<&str>, human| {
            let name = name.map(|name| Name::new(name).unwrap());
            let setup = setup(Preset::CLASSIC, name.as_ref(), Level::Three, human);
            assert_eq!(setup.lone_human(), Some(human));
            let seats = setup.seats().iter();
            seats.map(|seat| seat.name.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(None, 0), ["You", "Mira"]);
        assert_eq!(names(Some("Ada"), 1), ["Mira", "Ada"]);
        // Two players need different names.
        assert_eq!(names(Some("Mira"), 0), ["You", "Mira"]);
    }

    #[test]
    fn person_is_to_move_in_a_game_from_a_position() {
        let person = Person::load(&MemoryStorage::with(&[]));
        let from = |text: &str| game_from(text.parse().unwrap(), &person);
        let game_match = from("7/7/7/7/3b3/2baa2 a 7,6,4 2 g").unwrap();
        assert_eq!(game_match.setup().lone_human(), Some(0));
        let game_match = from("7/7/7/7/3b3/3aa2 b 7,6,4 2 g").unwrap();
        assert_eq!(game_match.setup().lone_human(), Some(1));
        assert_eq!(
            game_match.setup().seats()[0].computer,
            Some(PlayerKind::Level(Level::One))
        );
        // Nothing to play: the empty board, three players, a game that is over.
        for text in [
            "7/7/7/7/7/7 a 7,6,4 2 g",
            "7/7/7/7/7/3a3 b 7,6,4 3 g",
            "7/7/a6/a6/a6/abbb3 b 7,6,4 2 g",
        ] {
            assert_eq!(from(text), None, "{text}");
        }
    }

    #[test]
    fn every_level_plays_every_preset() {
        for board in Preset::all() {
            for level in Level::ALL {
                let setup = setup(board, None, level, 1);
                assert_eq!(setup.rules(), board.rules());
                assert_eq!(setup.seats()[0].computer, Some(PlayerKind::Level(level)));
            }
        }
    }

    #[test]
    fn endings_are_those_of_the_person() {
        let classic = |human| setup(Preset::CLASSIC, None, Level::Four, human);
        assert_eq!(ending(&game(classic(0), "121212")), None);
        assert_eq!(
            ending(&game(classic(0), "1212121")),
            Some((Level::Four, Ending::Won))
        );
        assert_eq!(
            ending(&game(classic(1), "1212121")),
            Some((Level::Four, Ending::Lost))
        );
        let pair = Setup::with_default_seats(Preset::CLASSIC.rules());
        assert_eq!(ending(&game(pair, "1212121")), None);
        let mut other = classic(0);
        other.set_computer(1, Some(PlayerKind::Random));
        assert_eq!(ending(&game(other, "1212121")), None);
        let start = "7/7/7/a6/a6/abbb3 a 7,6,4 2 g".parse().unwrap();
        let mut set_up = Game::from_position(start).unwrap();
        set_up
            .turn()
            .unwrap()
            .drop(Rules::CLASSIC.column(0).unwrap())
            .unwrap();
        assert_eq!(
            ending(&Match::from_parts(classic(0), set_up).unwrap()),
            None
        );
    }
}
