//! What the page has to tell about itself.

use crate::{
    board::focus_board,
    components::ui::{El, button, dynamic, html},
    device,
    game::session::Session,
    game::state::use_game,
    game::visit::VisitCommand,
    navigation::use_navigation,
    text,
};
use leptos::prelude::*;

pub(crate) fn notices() -> AnyView {
    let (session, navigation) = (use_game(), use_navigation());
    let visiting = Memo::new(move |_| session.with(|it| it.is_visiting() || it.is_read_only()));
    let dismiss = move |i| {
        navigation.dismiss(i);
        focus_board();
    };
    dynamic(move || {
        let all = navigation.notices().into_iter().enumerate();
        html("section")
            .class("notices")
            .attr("aria-label", text::NOTICES)
            .children(visiting.get().then(visit))
            .children(all.map(|(i, notice)| {
                html("div")
                    .class("notice")
                    .attr("role", "alert")
                    .child(html("p").text(notice.text))
                    .children(notice.retry.map(|place| {
                        button(text::TRY_AGAIN, move || {
                            navigation.dismiss(i);
                            navigation.open(place);
                        })
                    }))
                    .child(button(text::DISMISS, move || dismiss(i)))
            }))
            .view()
    })
}

/// What to do with a shared game. It has been announced: this is no alert.
fn visit() -> El {
    let session = use_game();
    let choose = move |name, command: VisitCommand| {
        button(name, move || {
            session.send(command.clone());
            focus_board();
        })
    };
    let notice = html("div").class("notice visit");
    if session.peek(Session::is_read_only) {
        return notice
            .child(html("p").text(text::GUEST))
            .child(button(text::PLAY_HERE, device::take_game_over));
    }
    notice
        .child(html("p").text(text::VISITING))
        .child(choose(text::RETURN, VisitCommand::Return))
        .child(choose(text::KEEP, VisitCommand::Keep))
}
