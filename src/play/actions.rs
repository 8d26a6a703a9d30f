//! The actions of the game other than moves.

use crate::{
    board::focus_board,
    components::{button::button, dom::focus, html::div, select::select},
    game::session::{Command, Session},
    game::state::{GameState, use_game},
    game::thinking::{Speed, Thinking},
    game::view_model::BoardView,
    navigation::{Route, use_navigation},
    text,
};
use leptos::prelude::*;

/// The most likely next action of a player other than a move.
#[derive(Clone, Copy, PartialEq)]
enum Suggestion {
    PlayAgain,
    Resume,
    Pause,
    Swap,
    AgreeDraw,
}

impl Suggestion {
    /// Returns the suggestion for a session. `dead` is whether no player can complete a line.
    fn of(session: &Session, dead: bool) -> Option<Self> {
        match session.computer_to_move() {
            _ if session.is_over() => Some(Self::PlayAgain),
            Some(_) if session.is_paused() => Some(Self::Resume),
            Some(_) if session.only_computers() => Some(Self::Pause),
            None if session.current_match().may_swap() => Some(Self::Swap),
            None if dead => Some(Self::AgreeDraw),
            _ => None,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::PlayAgain => text::play_again(),
            Self::Resume => text::resume(),
            Self::Pause => text::pause(),
            Self::Swap => text::swap(),
            Self::AgreeDraw => text::agree_draw(),
        }
    }

    fn run(self, game: GameState) {
        game.send(match self {
            Self::PlayAgain => Command::PlayAgain,
            Self::Resume => Command::Resume,
            Self::Pause => Command::Pause,
            Self::Swap => Command::Swap,
            Self::AgreeDraw => Command::AgreeDraw,
        });
        match self {
            // The button for the opposite action replaces this one.
            Self::Resume | Self::Pause => request_animation_frame(|| focus(".suggested")),
            Self::PlayAgain | Self::Swap | Self::AgreeDraw => focus_board(),
        }
    }
}

pub(crate) fn actions(view: ReadSignal<BoardView>, thinking: Thinking) -> AnyView {
    let (game, navigation) = (use_game(), use_navigation());
    let suggestion = move || {
        let dead = view.with(|view| view.dead);
        game.with(|session| Suggestion::of(session, dead))
    };
    let suggested = move || {
        suggestion().map(|suggestion| {
            button(suggestion.label(), move || suggestion.run(game))
                .class("primary suggested")
                .into_any()
        })
    };
    let can_undo = move || game.with(|session| session.game().cursor() > 0);
    let can_redo =
        move || game.with(|session| session.game().cursor() < session.game().steps().len());
    let only_computers = Memo::new(move |_| game.with(Session::only_computers));
    let playback_or_hint = move || {
        if only_computers.get() {
            playback(game, thinking)
        } else {
            hint(game)
        }
    };
    let class = move || {
        if suggestion().is_none() {
            "primary"
        } else {
            ""
        }
    };
    let new_game = button(text::new_game(), move || navigation.open(Route::NewGame)).class(class);
    div()
        .class("actions")
        .role("group")
        .aria_label(text::game())
        .child((
            suggested,
            command(text::undo(), game, Command::Undo, can_undo),
            command(text::redo(), game, Command::Redo, can_redo),
            playback_or_hint,
            new_game,
        ))
        .into_any()
}

/// A button for a command that is not always possible. It is not `disabled`, since it would
/// lose the focus.
fn command(
    label: &'static str,
    game: GameState,
    command: Command,
    enabled: impl Fn() -> bool + Send + 'static,
) -> AnyView {
    button(label, move || game.send(command.clone()))
        .aria_disabled(move || (!enabled()).then_some("true"))
        .into_any()
}

fn hint(game: GameState) -> AnyView {
    let can_request = move || {
        game.with(|session| {
            session.allows_hints() && session.computer_to_move().is_none() && !session.is_over()
        })
    };
    command(text::hint(), game, Command::RequestHint, can_request)
}

/// The controls of a game between computer players.
fn playback(game: GameState, thinking: Thinking) -> AnyView {
    let step = button(text::step_once(), move || {
        game.send(Command::StepComputer);
    });
    div()
        .class("playback")
        .child((step, speed(thinking)))
        .into_any()
}

fn speed(thinking: Thinking) -> AnyView {
    let options = || {
        Speed::ALL
            .map(|speed| (speed, text::speed_name(speed).to_owned()))
            .to_vec()
    };
    select(
        options,
        move || thinking.speed.get(),
        move |speed| thinking.speed.set(speed),
    )
    .aria_label(text::speed())
    .into_any()
}
