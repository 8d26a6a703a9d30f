//! The actions of the game other than moves.

use crate::{
    board::focus_board,
    components::{
        button::{button, icon_button},
        dom::focus_soon,
        html::{Child, Element, ElementRef, div},
        icon::{self, Icon},
    },
    game::session::{Command, Session},
    game::state::{GameState, use_game},
    game::view_model::BoardView,
    later_views::use_later_views,
    navigation::{Request, Route, use_navigation},
    text,
};
use leptos::{ev, prelude::*};

/// The most likely next action of a player other than a move.
#[derive(Clone, Copy, PartialEq)]
enum Suggestion {
    Resume,
    Pause,
    Swap,
    AgreeDraw,
}

impl Suggestion {
    const ALL: [Self; 4] = [Self::Resume, Self::Pause, Self::Swap, Self::AgreeDraw];

    /// Returns the suggestion for a session. `dead` is whether no player can complete a line.
    fn of(session: &Session, dead: bool) -> Option<Self> {
        match session.computer_to_move() {
            Some(_) if session.is_paused() => Some(Self::Resume),
            Some(_) if session.only_computers() => Some(Self::Pause),
            None if session.is_remote_to_move() => None,
            None if session.current_match().may_swap() => Some(Self::Swap),
            None if dead => Some(Self::AgreeDraw),
            _ => None,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Resume => text::resume(),
            Self::Pause => text::pause(),
            Self::Swap => text::swap(),
            Self::AgreeDraw => text::agree_draw(),
        }
    }

    /// Runs it. `button` refers to the button of whichever suggestion is shown.
    fn run(self, game: GameState, button: ElementRef) {
        game.send(match self {
            Self::Resume => Command::Resume,
            Self::Pause => Command::Pause,
            Self::Swap => Command::Swap,
            Self::AgreeDraw => Command::AgreeDraw,
        });
        match self {
            // The button for the opposite action replaces this one.
            Self::Resume | Self::Pause => focus_soon(button),
            Self::Swap | Self::AgreeDraw => focus_board(),
        }
    }
}

/// The button of the suggestion, if there is one.
pub(super) fn suggestion(view: ReadSignal<BoardView>) -> impl Child {
    let game = use_game();
    // An index, since the page has memos of this type already.
    let index = Memo::new(move |_| {
        let dead = view.with(|view| view.dead);
        let suggestion = game.with(|session| Suggestion::of(session, dead));
        suggestion.map(|suggestion| suggestion as usize)
    });

    let shown = ElementRef::new();
    move || {
        let suggestion = Suggestion::ALL[index.get()?];
        let button = button(suggestion.label(), move || suggestion.run(game, shown));
        Some(button.class("primary suggested").node_ref(shown))
    }
}

pub(crate) fn actions(view: ReadSignal<BoardView>) -> Element {
    let (game, navigation, views) = (use_game(), use_navigation(), use_later_views());
    let can_undo = move || game.with(Session::can_undo) && !views.is_cup_result.get();
    let can_redo =
        move || game.with(|session| session.game().cursor() < session.game().steps().len());
    // The card of the result has the actions after a game.
    let is_over =
        Memo::new(move |_| view.with(|view| view.to_move.is_none()) && !views.has_end_card.get());
    let only_computers = Memo::new(move |_| game.with(Session::only_computers));
    let open = move |symbol, label, route| {
        icon_button(symbol, label, move || {
            navigation.request(Request::Open(route));
        })
    };
    let is_decided = Memo::new(move |_| game.with(|session| session.series_score().is_decided()));
    let rematch = move || {
        (is_over.get() && !views.is_cup_result.get()).then(|| {
            let label = if is_decided.get() {
                text::new_series()
            } else {
                text::rematch()
            };
            let rematch = icon_button(icon::REMATCH, label, move || {
                game.send(Command::PlayAgain);
                focus_board();
            });
            rematch.class("primary")
        })
    };
    let middle = move || match (is_over.get(), only_computers.get()) {
        (true, _) => open(icon::SHARE, text::share(), Route::Share).into_any_view(),
        (false, only_computers) => {
            let redo = command(icon::REDO, text::redo(), game, Command::Redo, can_redo);
            let third = if only_computers {
                views.playback.show(()).into_any_view()
            } else {
                hint(game).into_any_view()
            };
            (redo, third).into_any_view()
        }
    };
    // One element: it has the focus when the end of a game changes its label.
    let analysis_label = move || {
        if is_over.get() {
            text::review()
        } else {
            text::analysis()
        }
    };
    let analysis = icon_button(icon::ANALYSIS, analysis_label, move || {
        navigation.request(Request::Open(Route::Analysis));
    })
    .aria_expanded(move || (navigation.panel() == Some(Route::Analysis)).to_string());
    let new_game = open(icon::NEW, text::new(), Route::NewGame).aria_label(text::new_game());
    div()
        .class("actions")
        .role("group")
        .aria_label(text::game())
        .child((
            rematch,
            command(icon::UNDO, text::undo(), game, Command::Undo, can_undo),
            middle,
            analysis,
            new_game,
        ))
}

/// A button for a command that is not always possible. It is not `disabled`, since it would
/// lose the focus. The mouse leaves the focus where it is, so that the next key acts there.
fn command(
    symbol: Icon,
    label: &'static str,
    game: GameState,
    command: Command,
    enabled: impl Fn() -> bool + Send + 'static,
) -> Element {
    icon_button(symbol, label, move || game.send(command.clone()))
        .aria_disabled(move || (!enabled()).then_some("true"))
        .on(ev::mousedown, |event| event.prevent_default())
}

fn hint(game: GameState) -> Element {
    let can_request = move || {
        game.with(|session| {
            session.allows_hints() && session.computer_to_move().is_none() && !session.is_over()
        })
    };
    let hint = command(
        icon::HINT,
        text::hint(),
        game,
        Command::RequestHint,
        can_request,
    );
    // The style sheet shows the title, which is not a part of the name.
    hint.aria_label(text::hint())
        .title(move || game.with(text::hint_step))
}
