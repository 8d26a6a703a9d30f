//! The game on the board as text: the position, and the conversation of a source
//! game.

pub(crate) mod console;

use crate::{
    components::ui::{
        El, button, computed, dynamic, html, outward, reveal, scroll_down, select_text,
    },
    device,
    game::{
        session::{Command, Request},
        state::{GameState, use_game},
    },
    navigation::{Navigation, Place, use_navigation},
    share::save::save,
    text,
};
use console::Console;
use four_shapes_engine::{
    Match,
    style::{Action, Ink, Reply, Style},
};
use leptos::prelude::*;

/// The conversation about the game on the board. It stays when the panel is closed.
#[derive(Clone, Copy)]
struct Conversation {
    game: GameState,
    navigation: Navigation,
    console: RwSignal<Console>,
    typed: RwSignal<String>,
}

impl Conversation {
    /// Begins the conversation of a style.
    fn begin(self, style: Style) {
        let console = self.game.peek_match(|played| Console::new(style, played));
        self.console.set(console);
    }

    /// Carries out what a typed line means.
    fn say(self, line: &str) {
        let played = self.game.peek_match(Match::clone);
        let reply = self
            .console
            .try_update(|console| console.hear(&played, line));
        let request = match reply {
            None => return,
            Some(Reply::Say(text)) => Request::Announce(text),
            Some(Reply::Do(action)) => match action {
                Action::Place(cell) => Command::Place(cell).into(),
                Action::Undo => Command::Undo.into(),
                Action::Redo => Command::Redo.into(),
                Action::Swap => Command::Swap.into(),
                Action::AgreeDraw => Command::AgreeDraw.into(),
                Action::Start(setup) => Command::Start(setup).into(),
                Action::Sit { place, computer } => Command::Sit(place, computer).into(),
                Action::Save(name) => {
                    save(self.game, name);
                    self.note(text::SAVED_LINE);
                    Request::Announce(text::SAVED_LINE.to_owned())
                }
                Action::Load(_) => return self.open(Place::Load),
                Action::Scores => return self.open(Place::Scores),
                Action::Quit => return self.navigation.close(Place::Conversation),
            },
        };
        self.game.send(request);
    }

    fn open(self, place: Place) {
        self.note(text::DIALOG_LINE);
        self.navigation.open(place);
    }

    /// Adds a line to the conversation that the page has to say.
    fn note(self, line: &str) {
        self.console.update(|console| console.note(line));
    }
}

/// Makes the conversation, which follows the game from here on.
pub(crate) fn start() {
    let game = use_game();
    let console = game.peek_match(|played| Console::new(Style::Shapes, played));
    let console = RwSignal::new(console);
    provide_context(Conversation {
        game,
        navigation: use_navigation(),
        console,
        typed: RwSignal::new(String::new()),
    });
    game.on_event(move |session| {
        if let Some(change) = session.event().change() {
            console.update(|console| console.changed(session.played(), change));
        }
    });
}

/// The panel with the position as text and the conversation.
pub(crate) fn panel() -> AnyView {
    let conversation: Conversation = expect_context();
    request_animation_frame(|| reveal("text"));
    let Conversation {
        game,
        navigation,
        console,
        ..
    } = conversation;
    let position = computed(move || {
        let style = console.with(Console::style);
        game.with_match(|played| style.draw(played, Ink::Plain))
    });
    let transcript = computed(move || console.with(|console| console.transcript().to_owned()));
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
                .child(styles(conversation))
                .child(copy)
                .child(button(text::CLOSE, move || {
                    navigation.close(Place::Conversation);
                })),
        )
        .child(
            html("p")
                .class("detail")
                .attr("aria-live", "polite")
                .text_with(move || copied.get()),
        )
        .child(html("h2").text(text::CONVERSATION))
        .child(screen("conversation", text::CONVERSATION, transcript))
        .child(entry(conversation))
        .child(html("h2").text(text::POSITION))
        .child(screen("position", text::POSITION, position))
        .view()
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

fn styles(conversation: Conversation) -> El {
    let options = Style::ALL.iter().map(|&style| {
        html("option")
            .attr("value", style.id())
            .prop_with("selected", move || {
                conversation.console.with(Console::style) == style
            })
            .text(text::style(style))
    });
    let select = html("select").children(options).on("change", move |event| {
        if let Some(style) = Style::from_id(&event_target_value(&event)) {
            conversation.begin(style);
        }
    });
    html("label").text(text::STYLE).child(select)
}

/// Where lines are typed.
fn entry(conversation: Conversation) -> El {
    let typed = conversation.typed;
    let prompt = move || {
        let prompt = conversation
            .console
            .with(|console| console.prompt().map(str::to_owned));
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
            conversation.say(&typed.get_untracked());
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
