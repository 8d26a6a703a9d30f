//! The game on the board as text: the position, and a conversation in the style of a source
//! game.

pub(crate) mod console;

use crate::{
    browser,
    components::{
        button::button,
        dom::{
            element, focus, has_focus, is_focus_visible, scroll_into_view, scroll_to_end,
            select_text,
        },
        html::{
            self as html, Element, ElementRef, div, form, h2, input, label, p, pre, section, span,
        },
        select::select,
    },
    context::context,
    game::{
        session::Command,
        state::{GameState, use_game},
    },
    navigation::{Navigation, Route, use_navigation},
    share::save_file,
    text,
};
use console::Console;
use four_shapes_records::Match;
use four_shapes_styles::{Action, ColourMode, Reply, Style};
use leptos::{ev, prelude::*};

/// The style of the conversation about the next game.
#[derive(Clone, Copy)]
pub(crate) struct TextStyle(RwSignal<Style>);

impl TextStyle {
    pub(crate) fn new() -> Self {
        Self(RwSignal::new(Style::Shapes))
    }

    pub(crate) fn set(self, style: Style) {
        self.0.set(style);
    }
}

/// The conversation about the game on the board. It continues when the panel is closed.
#[derive(Clone, Copy)]
struct Conversation {
    game: GameState,
    navigation: Navigation,
    style: TextStyle,
    console: RwSignal<Console>,
    input: RwSignal<String>,
}

impl Conversation {
    /// Starts a conversation in a style.
    fn start(self, style: Style) {
        self.style.set(style);
        let console = self
            .game
            .with_match_untracked(|game_match| Console::new(style, game_match));
        self.console.set(console);
    }

    /// Handles a line of input.
    fn handle_line(self, line: &str) {
        let inputs = self.game.with_match_untracked(|game_match| {
            let console = self.console.read_untracked();
            let inputs = console.inputs(game_match, line).into_iter();
            inputs.map(str::to_owned).collect::<Vec<_>>()
        });
        for (index, input) in inputs.iter().enumerate() {
            // The rest of a line is dropped when the game has ended.
            let is_over = self
                .console
                .with_untracked(|console| console.prompt().is_none());
            if index > 0 && is_over {
                break;
            }
            self.handle_input(input);
        }
    }

    fn handle_input(self, line: &str) {
        let game_match = self.game.with_match_untracked(Match::clone);
        let reply = self
            .console
            .try_update(|console| console.handle_line(&game_match, line));
        let command = match reply {
            None => return,
            Some(Reply::Text(text)) => return self.game.announce(text),
            Some(Reply::Action(action)) => match action {
                Action::Place(cell) => Command::Place(cell),
                Action::Undo => Command::Undo,
                Action::Redo => Command::Redo,
                Action::Swap => Command::Swap,
                Action::AgreeDraw => Command::AgreeDraw,
                Action::Start(setup) => {
                    let length = self
                        .game
                        .with_untracked(|session| session.series_score().length());
                    Command::Start(setup, length)
                }
                Action::SetComputer { seat, computer } => Command::SetComputer(seat, computer),
                Action::Save(name) => {
                    save_file(self.game, name);
                    self.print(text::saved_line());
                    return self.game.announce(text::saved_line());
                }
                Action::Load(_) => return self.open(Route::Load),
                Action::Scores => return self.open(Route::Scores),
                Action::Quit => return self.navigation.close(Route::Conversation),
            },
        };
        self.game.send(command);
    }

    fn open(self, route: Route) {
        self.print(text::dialog_line());
        self.navigation.open(route);
    }

    fn print(self, line: &str) {
        self.console.update(|console| console.print(line));
    }
}

/// Creates the conversation, which follows the game.
pub(crate) fn start() {
    let game = use_game();
    let style: TextStyle = context();
    let console = move |game_match: &Match| Console::new(style.0.get_untracked(), game_match);
    let conversation = Conversation {
        game,
        navigation: use_navigation(),
        style,
        console: RwSignal::new(game.with_match_untracked(console)),
        input: RwSignal::new(String::new()),
    };
    provide_context(conversation);
    game.on_event(move |session| {
        if let Some(change) = session.event().change() {
            let game_match = session.current_match();
            conversation.console.update(|current| {
                if current.style() == style.0.get_untracked() {
                    current.report(game_match, change);
                } else {
                    // A new game of a preset.
                    *current = console(game_match);
                }
            });
        }
    });
}

/// The panel with the position as text and the conversation.
pub(crate) fn panel() -> Element {
    let conversation: Conversation = context();
    let Conversation {
        game,
        navigation,
        console,
        ..
    } = conversation;
    let (top, conversation_screen, position_screen) =
        (ElementRef::new(), ElementRef::new(), ElementRef::new());
    request_animation_frame(move || {
        scroll_into_view(element(top).as_deref());
        // On a touch screen, its keyboard would cover the panel; a tab keeps the focus.
        if is_focus_visible() && !has_focus("[role=tab]") {
            focus("#line");
        }
    });
    let position = Memo::new(move |_| {
        let style = console.with(Console::style);
        game.with_match(|game_match| style.draw(game_match, ColourMode::Plain))
    });
    let transcript = Memo::new(move |_| console.with(|console| console.transcript().to_owned()));
    Effect::new(move || {
        transcript.with(|_| ());
        request_animation_frame(move || scroll_to_end(conversation_screen));
    });
    // Whether the last copy succeeded.
    let copied = RwSignal::new(None);
    let copy = button(text::copy(), move || {
        browser::copy_to_clipboard(&position.get_untracked(), move |done| {
            if !done {
                select_text(position_screen);
            }
            copied.set(Some(done));
        });
    });
    let close = button(text::close(), move || navigation.close(Route::Conversation));
    section()
        .class("panel")
        .id("text")
        .node_ref(top)
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
            screen("conversation", text::conversation(), transcript).node_ref(conversation_screen),
            line_form(conversation),
            h2().child(text::text_position()),
            screen("position", text::text_position(), position).node_ref(position_screen),
        ))
}

/// A text in the style of a terminal.
fn screen(id: &'static str, name: &'static str, text: Memo<String>) -> Element {
    div()
        .class("terminal")
        .id(id)
        .role("region")
        .tabindex(0)
        .aria_label(name)
        .child(pre().child(move || text.with(|text| align_shapes(text))))
}

/// Wraps each shape in an element as wide as a letter, so that boards are aligned: in most
/// fonts, shapes and letters differ in width.
fn align_shapes(text: &str) -> Vec<(String, Option<Element>)> {
    let is_shape = |c: char| matches!(c, '\u{2190}'..='\u{2bff}');
    let pieces = text.split_inclusive(is_shape).map(|piece| {
        let shape = piece.chars().next_back().filter(|&c| is_shape(c));
        let before = &piece[..piece.len() - shape.map_or(0, char::len_utf8)];
        let shape = shape.map(|shape| span().class("shape").child(shape.to_string()));
        (before.to_owned(), shape)
    });
    pieces.collect()
}

fn style_select(conversation: Conversation) -> Element {
    let options = || {
        let styles = Style::ALL.iter();
        styles
            .map(|&style| (style, text::style_name(style).to_owned()))
            .collect()
    };
    let current = move || conversation.console.with(Console::style);
    let start = move |style| conversation.start(style);
    label().child((text::text_style(), select(options, current, start)))
}

/// The form to enter a line.
fn line_form(conversation: Conversation) -> Element {
    let line = conversation.input;
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
        .prop("value", move || line.get())
        .on(ev::input, move |event| {
            line.set(event_target_value(&event));
        });
    form()
        .on(ev::submit, move |event| {
            event.prevent_default();
            conversation.handle_line(&line.get_untracked());
            line.set(String::new());
        })
        .child((
            label().r#for("line").child(prompt),
            div()
                .class("row")
                .child((field, html::button().child(text::enter()))),
        ))
}
