//! The help page: the rules and the keys.

pub(crate) mod about;

use crate::{
    board::mini_board,
    components::{
        button::button,
        html::{Element, dd, div, dl, dt, h3, kbd, p, section},
    },
    game::state::use_game,
    navigation::{Route, use_navigation},
    text,
};
use four_shapes_records::{Match, Setup};
use four_shapes_rules::{Cell, Rules};

/// The content of the help page.
pub(crate) fn help() -> Element {
    let navigation = use_navigation();
    let setup = use_game().with_match_untracked(|game_match| game_match.setup().clone());
    let paragraphs = text::help_paragraphs(&setup).map(|paragraph| p().child(paragraph));
    let key = |(keys, meaning): (&'static str, &'static str)| {
        let keys = keys.split(' ').map(|key| kbd().child(key));
        (dt().child(keys.collect::<Vec<_>>()), dd().child(meaning))
    };
    let keys = text::keys(setup.rules()).into_iter().map(key);
    let learn = button(text::help_lessons(), move || navigation.open(Route::Learn));
    let about = button(text::about(), move || navigation.open(Route::About));
    div().class("help").child((
        section()
            .class("card example-rules")
            .child((won_example(&setup).map(mini_board), div().child(paragraphs))),
        section().class("card key-help").child((
            h3().child(text::keys_heading()),
            dl().class("keys").child(keys.collect::<Vec<_>>()),
        )),
        div().class("buttons").child((learn, about)),
    ))
}

/// Returns a game that is won with a diagonal, as an example of the classic rules.
fn won_example(setup: &Setup) -> Option<Match> {
    if setup.rules() != Rules::CLASSIC {
        return None;
    }
    let mut example = Match::new(setup.clone().with_time_control(None).ok()?);
    for column in [0, 1, 1, 2, 3, 2, 2, 3, 4, 3, 3] {
        let position = example.game().position();
        let landing = |cell: &Cell| cell.column().index() == column;
        let cell = position.playable().find(landing)?;
        example.turn()?.play(cell).ok()?;
    }
    Some(example)
}

#[cfg(test)]
mod tests {
    use super::*;
    use four_shapes_rules::{Game, notation};

    #[test]
    fn the_example_is_won_with_a_diagonal() {
        let setup = Match::with_default_seats(Game::new(Rules::CLASSIC))
            .setup()
            .clone();
        let example = won_example(&setup).unwrap();
        assert!(example.winner().is_some());
        assert_eq!(notation::write(example.game()), "12234334544");
    }
}
