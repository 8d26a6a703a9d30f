//! What can be done with the game besides moving.

use crate::{
    board::focus_board,
    components::ui::{El, button, choice, focus, html, keyed, nothing},
    game::pace::PaceCommand,
    game::pace::Speed,
    game::session::{Command, Request, Session},
    game::state::{GameState, use_game},
    game::thinking::Thinking,
    game::view_model::Scene,
    navigation::{Place, use_navigation},
    text,
};
use leptos::prelude::*;

pub(crate) fn actions(scene: ReadSignal<Scene>, thinking: Thinking) -> AnyView {
    let (session, navigation) = (use_game(), use_navigation());
    // Not `disabled`: a button that has the focus must not lose it.
    let unless = |useful: bool| (!useful).then(|| "true".to_owned());
    let can_undo = move || session.with(|s| s.game().cursor() > 0);
    let can_redo = move || session.with(|s| s.game().cursor() < s.game().steps().len());
    let undo = button(text::UNDO, move || session.send(Command::Undo))
        .attr_with("aria-disabled", move || unless(can_undo()));
    let redo = button(text::REDO, move || session.send(Command::Redo))
        .attr_with("aria-disabled", move || unless(can_redo()));
    // What most people will want next, in the most prominent place.
    let suggestion = move || {
        let (over, dead) = scene.with(|scene| (scene.next.is_none(), scene.dead));
        session.with(|session| match session.computer() {
            _ if over => text::PLAY_AGAIN,
            Some(_) if session.is_paused() => text::GO_ON,
            Some(_) if session.only_computers() => text::PAUSE,
            None if session.played().may_swap() => text::SWAP,
            None if dead => text::AGREE_DRAW,
            _ => "",
        })
    };
    let suggested = move || {
        let name = suggestion();
        if name.is_empty() {
            return nothing();
        }
        let act = move || {
            let request: Request = match name {
                text::PLAY_AGAIN => Command::Again.into(),
                text::AGREE_DRAW => Command::AgreeDraw.into(),
                text::SWAP => Command::Swap.into(),
                text::GO_ON => PaceCommand::Resume.into(),
                _ => PaceCommand::Pause.into(),
            };
            session.send(request);
            match name {
                // The same place has the way back, once it is there.
                text::GO_ON | text::PAUSE => request_animation_frame(|| focus(".suggested")),
                _ => focus_board(),
            }
        };
        button(name, act).class("primary suggested").view()
    };
    let new_game = button(text::NEW_GAME, move || navigation.open(Place::NewGame))
        .attr_with("class", move || {
            suggestion().is_empty().then(|| "primary".to_owned())
        });
    html("div")
        .class("actions")
        .attr("role", "group")
        .attr("aria-label", text::ACTIONS)
        .child(keyed(move || suggestion().to_owned(), suggested))
        .child(undo)
        .child(redo)
        .child(keyed(
            move || session.with(third).to_owned(),
            move || watch_or_hint(thinking),
        ))
        .child(new_game)
        .view()
}

/// Who watches computers play has other wishes than who plays.
fn third(session: &Session) -> &'static str {
    if session.only_computers() {
        "watch"
    } else {
        "hint"
    }
}

fn watch_or_hint(thinking: Thinking) -> AnyView {
    let session = use_game();
    if session.peek(third) == "watch" {
        let watch = html("div").class("watch");
        return watch.child(one_move(session)).child(speed(thinking)).view();
    }
    let can = move || session.with(|s| s.helps() && s.computer().is_none() && !s.is_over());
    button(text::HINT, move || session.send(Command::AskAdvice))
        .attr_with("aria-disabled", move || (!can()).then(|| "true".to_owned()))
        .view()
}

/// Lets one computer move.
fn one_move(session: GameState) -> El {
    button(text::ONE_MOVE, move || session.send(PaceCommand::Step))
}

/// How quickly computers play.
fn speed(thinking: Thinking) -> El {
    let options = || {
        Speed::ALL
            .map(|speed| text::speed(speed).to_owned())
            .to_vec()
    };
    let choose = move |index: usize| {
        if let Some(speed) = Speed::ALL.get(index) {
            thinking.speed.set(*speed);
        }
    };
    choice((0, options), move || thinking.speed.get() as usize, choose)
        .attr("aria-label", text::SPEED)
}
