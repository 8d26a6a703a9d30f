//! The controls of a game between computer players.

use crate::{
    components::{
        button::button,
        html::{Element, div},
        select::select,
    },
    context::context,
    game::session::Command,
    game::state::use_game,
    game::thinking::{Speed, Thinking},
    text,
};
use leptos::prelude::*;

pub(crate) fn playback() -> Element {
    let (game, thinking): (_, Thinking) = (use_game(), context());
    let step = button(text::step_once(), move || {
        game.send(Command::StepComputer);
    });
    let speeds = || {
        Speed::ALL
            .map(|speed| (speed, text::speed_name(speed).to_owned()))
            .to_vec()
    };
    let speed = select(
        speeds,
        move || thinking.speed.get(),
        move |speed| thinking.speed.set(speed),
    );
    div()
        .class("playback")
        .child((step, speed.aria_label(text::speed())))
}
