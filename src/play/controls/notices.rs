//! Notices of the page.

use crate::{
    board::focus_board,
    browser,
    components::button::button,
    components::html::{Element, div, p, section},
    game::session::{Command, Session},
    game::state::{GameState, use_game},
    later_views::use_later_views,
    navigation::{Navigation, Notice, Request, use_navigation},
    text,
};
use leptos::{ev, prelude::*};

pub(crate) fn notices() -> Element {
    let (game, navigation) = (use_game(), use_navigation());
    let has_banner =
        Memo::new(move |_| game.with(|session| session.is_shared() || session.is_read_only()));
    let notices = move || {
        let notices = navigation.notices().into_iter().enumerate();
        notices
            .map(|(index, notice)| self::notice(navigation, index, notice))
            .collect::<Vec<_>>()
    };
    section()
        .class("notices")
        .aria_label(text::notices())
        .child((move || has_banner.get().then(|| banner(game)), notices))
}

fn notice(navigation: Navigation, index: usize, notice: Notice) -> Element {
    let retry = notice.retry.map(|route| {
        button(text::try_again(), move || {
            navigation.dismiss(index);
            navigation.request(Request::Open(route));
        })
    });
    let dismiss = button(text::dismiss(), move || {
        navigation.dismiss(index);
        focus_board();
    });
    // The animation is paused while the notice is pointed at or has the focus: style/page.css.
    div()
        .class(if notice.is_brief {
            "notice brief"
        } else {
            "notice"
        })
        .role("alert")
        .on(ev::animationend, move |_| navigation.dismiss(index))
        .child((p().child(notice.text), retry, dismiss))
}

/// The actions for a game that isn't the user's own. It is not an alert, since the status line announces it.
fn banner(game: GameState) -> Element {
    let command = move |label, command: Command| {
        button(label, move || {
            game.send(command.clone());
            focus_board();
        })
    };
    let (text, buttons) = if game.with_untracked(Session::is_read_only) {
        let take_over = button(text::play_here(), browser::take_over_game);
        (text::game_in_other_tab(), vec![take_over])
    } else {
        let leave = command(text::return_to_game(), Command::ReturnToOwn);
        (
            text::viewing_shared(),
            vec![leave, command(text::keep_game(), Command::KeepShared)],
        )
    };
    div().class("notice shared-game").child((
        use_later_views().list_steps.show(()),
        p().child(text),
        buttons,
    ))
}
