//! The game on the board as text: the position, and the conversation of a source
//! game.

pub(crate) mod console;

use crate::{
    bridge,
    components::ui::{
        El, button, computed, dynamic, html, nothing, outward, reveal, scroll_down, select_text,
    },
    device,
    sheets::far::{Far, TALK, Wish},
    text,
};
use four_shapes_engine::style::{Ink, Style};
use leptos::prelude::*;

pub(crate) fn talk(far: Far) -> AnyView {
    // It stays when the panel is closed.
    let typed = RwSignal::new(String::new());
    dynamic(move || {
        if far.panel() == TALK {
            request_animation_frame(|| reveal("text"));
            panel(far, typed).view()
        } else {
            nothing()
        }
    })
}

fn panel(far: Far, typed: RwSignal<String>) -> El {
    let position = computed(move || {
        let style = style(far);
        far.with(|played| style.draw(played, Ink::Plain))
    });
    let transcript = computed(move || far.with_console(|console| console.transcript().to_owned()));
    outward(move || {
        transcript.with(|_| ());
        request_animation_frame(|| scroll_down("conversation"));
    });
    let copied = RwSignal::new(String::new());
    let copy = button(text::COPY, move || {
        device::copy(&position.get_untracked(), move |done| {
            if !done {
                select_text("position");
            }
            let said = if done { text::COPIED } else { text::NOT_COPIED };
            copied.set(said.to_owned());
        });
    });
    let screen = |id: &'static str, label: &'static str, text: Memo<String>| {
        html("div")
            .class("screen")
            .attr("id", id)
            .attr("role", "region")
            .attr("tabindex", "0")
            .attr("aria-label", label)
            .child(html("pre").child(dynamic(move || text.with(|text| cells(text)))))
    };
    html("section")
        .class("panel")
        .attr("id", "text")
        .attr("aria-label", text::TEXT_HEADING)
        .child(
            html("div")
                .class("row")
                .child(styles(far))
                .child(copy)
                .child(button(text::CLOSE, move || far.close_panel())),
        )
        .child(
            html("p")
                .class("detail")
                .attr("aria-live", "polite")
                .text_with(move || copied.get()),
        )
        .child(html("h2").text(text::CONVERSATION))
        .child(screen("conversation", text::CONVERSATION, transcript))
        .child(entry(far, typed))
        .child(html("h2").text(text::POSITION))
        .child(screen("position", text::POSITION, position))
}

/// A text whose shapes are as wide as its letters: in most fonts they are not, and a board
/// would not be straight.
fn cells(text: &str) -> AnyView {
    let is_shape = |c: char| matches!(c, '\u{2190}'..='\u{2bff}');
    let mut views = Vec::new();
    let mut rest = text;
    while let Some((at, shape)) = rest.match_indices(is_shape).next() {
        views.push(rest[..at].to_owned().into_any());
        let shape_view = html("span").class("shape").text(shape.to_owned());
        views.push(shape_view.view());
        rest = &rest[at + shape.len()..];
    }
    views.push(rest.to_owned().into_any());
    views.into_any()
}

/// The style of the conversation; there is one while the panel is open.
fn style(far: Far) -> Style {
    far.with_console(|console| Some(console.style()))
        .unwrap_or(Style::Shapes)
}

fn styles(far: Far) -> El {
    let options = Style::ALL.iter().map(|&style| {
        html("option")
            .attr("value", style.id())
            .prop_with("selected", move || self::style(far) == style)
            .text(text::style(style))
    });
    let select = html("select").children(options).on("change", move |event| {
        if let Some(style) = Style::from_id(&event_target_value(&event)) {
            far.talk(style);
        }
    });
    html("label").text(text::STYLE).child(select)
}

/// Where lines are typed.
fn entry(far: Far, typed: RwSignal<String>) -> El {
    let prompt = move || {
        let prompt = far.with_console(|console| console.prompt().map(str::to_owned));
        prompt.unwrap_or_else(|| text::CONVERSATION_OVER.to_owned())
    };
    let input = html("input")
        .attr("type", "text")
        .attr("id", "line")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false")
        .attr("maxlength", "200")
        .text_prop("value", move || typed.get())
        .on("input", move |event| typed.set(event_target_value(&event)));
    html("form")
        .on("submit", move |event| {
            event.prevent_default();
            match far.say(&typed.get_untracked()) {
                Some(Wish::Load) => bridge::page::open("load"),
                Some(Wish::Scores) => bridge::page::open("scores"),
                Some(Wish::Close) => far.close_panel(),
                None => {}
            }
            typed.set(String::new());
        })
        .child(html("label").attr("for", "line").text_with(prompt))
        .child(
            html("div")
                .class("row")
                .child(input)
                .child(html("button").text(text::ENTER)),
        )
}
