//! The game on the board as text: the position, and the conversation of a source
//! game.

pub(crate) mod console;

use crate::components::html::{
    self as html, Element, div, form, h2, input, label, p, pre, section, span,
};
use crate::{
    components::{
        button::button,
        dom::{scroll_into_view, scroll_to_end, select_text},
        select::select,
    },
    device,
    game::{
        session::Command,
        state::{GameState, use_game},
    },
    navigation::{Navigation, Route, use_navigation},
    share::save_file,
    text,
};
use console::Console;
use four_shapes_engine::{
    Match,
    style::{Action, ColourMode, Reply, Style},
};
use leptos::{ev, prelude::*};

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
            Some(Reply::Text(text)) => Command::Announce(text),
            Some(Reply::Action(action)) => match action {
                Action::Place(cell) => Command::Place(cell),
                Action::Undo => Command::Undo,
                Action::Redo => Command::Redo,
                Action::Swap => Command::Swap,
                Action::AgreeDraw => Command::AgreeDraw,
                Action::Start(setup) => Command::Start(setup),
                Action::Sit { place, computer } => Command::SetComputer(place, computer),
                Action::Save(name) => {
                    save_file(self.game, name);
                    self.note(text::saved_line());
                    Command::Announce(text::saved_line().to_owned())
                }
                Action::Load(_) => return self.open(Route::Load),
                Action::Scores => return self.open(Route::Scores),
                Action::Quit => return self.navigation.close(Route::Conversation),
            },
        };
        self.game.send(request);
    }

    fn open(self, route: Route) {
        self.note(text::dialog_line());
        self.navigation.open(route);
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
    let Conversation {
        game,
        navigation,
        console,
        ..
    } = conversation;
    request_animation_frame(|| scroll_into_view("text"));
    let position = Memo::new(move |_| {
        let style = console.with(Console::style);
        game.with_match(|played| style.draw(played, ColourMode::Plain))
    });
    let transcript = Memo::new(move |_| console.with(|console| console.transcript().to_owned()));
    Effect::new(move || {
        transcript.with(|_| ());
        request_animation_frame(|| scroll_to_end("conversation"));
    });
    // Whether the position was copied, once that was tried.
    let copied = RwSignal::new(None);
    let copy = button(text::copy(), move || {
        device::copy_to_clipboard(&position.get_untracked(), move |done| {
            if !done {
                select_text("position");
            }
            copied.set(Some(done));
        });
    });
    let close = button(text::close(), move || navigation.close(Route::Conversation));
    section()
        .class("panel")
        .id("text")
        .aria_label(text::text_heading())
        .child((
            div()
                .class("row")
                .child((style_select(conversation), copy, close)),
            p().class("detail")
                .aria_live("polite")
                .child(move || match copied.get() {
                    None => "",
                    Some(true) => text::copied(),
                    Some(false) => text::not_copied(),
                }),
            h2().child(text::conversation()),
            screen("conversation", text::conversation(), transcript),
            entry(conversation),
            h2().child(text::text_position()),
            screen("position", text::text_position(), position),
        ))
        .into_any()
}

/// A text as a terminal shows it.
fn screen(id: &'static str, name: &'static str, text: Memo<String>) -> AnyView {
    div()
        .class("screen")
        .id(id)
        .role("region")
        .tabindex(0)
        .aria_label(name)
        .child(pre().child(move || text.with(|text| cells(text))))
        .into_any()
}

/// A text whose shapes are as wide as its letters: in most fonts they are not, and a board
/// would not be straight.
fn cells(text: &str) -> Vec<(String, Option<Element>)> {
    let is_shape = |c: char| matches!(c, '\u{2190}'..='\u{2bff}');
    let pieces = text.split_inclusive(is_shape).map(|piece| {
        let shape = piece.chars().next_back().filter(|&c| is_shape(c));
        let before = &piece[..piece.len() - shape.map_or(0, char::len_utf8)];
        let shape = shape.map(|shape| span().class("shape").child(shape.to_string()));
        (before.to_owned(), shape)
    });
    pieces.collect()
}

fn style_select(conversation: Conversation) -> AnyView {
    let options = || {
        let styles = Style::ALL.iter();
        styles
            .map(|&style| (style, text::style_name(style).to_owned()))
            .collect()
    };
    let now = move || conversation.console.with(Console::style);
    let begin = move |style| conversation.begin(style);
    label()
        .child((text::text_style(), select(options, now, begin)))
        .into_any()
}

/// Where lines are typed.
fn entry(conversation: Conversation) -> AnyView {
    let typed = conversation.typed;
    let prompt = move || {
        let prompt = conversation
            .console
            .with(|console| console.prompt().map(str::to_owned));
        prompt.unwrap_or_else(|| text::conversation_over().to_owned())
    };
    let field = input()
        .r#type("text")
        .id("line")
        .autocomplete("off")
        .autocapitalize("off")
        .spellcheck("false")
        .maxlength(200)
        .prop("value", move || typed.get())
        .on(ev::input, move |event| {
            typed.set(event_target_value(&event));
        });
    form()
        .on(ev::submit, move |event| {
            event.prevent_default();
            conversation.say(&typed.get_untracked());
            typed.set(String::new());
        })
        .child((
            label().r#for("line").child(prompt),
            div()
                .class("row")
                .child((field, html::button().child(text::enter()))),
        ))
        .into_any()
}
