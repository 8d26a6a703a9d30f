//! The dialog of a finished game that was opened by its link: it plays the moves, and leads on from
//! there. The match on the board stays as it is.

use crate::{
    board::{focus_board, viewer::viewer_at},
    browser,
    components::{
        button::{button, icon_button},
        dom,
        html::{Element, div, p},
        icon,
    },
    context::context,
    game::{session::Command, state::use_game},
    library::{assistance, replacement_warning, use_repository},
    navigation::{Route, RouteData, use_navigation},
    settings::preferences::Preferences,
    sound, text,
};
use four_shapes_records::{Match, Setup, link};
use leptos::prelude::*;
use std::time::Duration;

/// How long each position is shown.
const STEP: Duration = Duration::from_millis(700);

/// The id of the slider.
const SLIDER: &str = "replay-step";

/// Returns the contents of the dialog.
pub(crate) fn replay() -> Element {
    let navigation = use_navigation();
    let Some(RouteData::Replay(game_match, sender)) = navigation.take_data() else {
        // After a reload, which has closed the game.
        request_animation_frame(move || navigation.close(Route::Replay));
        return div();
    };
    let preferences: Preferences = context();
    let is_animated = sound::is_animated(&preferences.get_untracked());
    let player = Player::new(&game_match, is_animated);
    let title = p().class("replay-title").aria_live("polite").child({
        // A live region that appears with its text is not read.
        let words = title(&game_match, sender);
        let shown = RwSignal::new(String::new());
        request_animation_frame(move || {
            let _ = shown.try_set(words);
        });
        move || shown.get()
    });
    let label = move || {
        if player.is_playing.get() {
            text::pause()
        } else {
            text::replay_play()
        }
    };
    let toggle = button(label, move || player.toggle());
    let review = icon_button(icon::ANALYSIS, text::review(), move || {
        navigation.close(Route::Replay);
        navigation.open_panel(Route::Analysis);
        dom::focus_match_soon("#panel [role=tab][aria-selected=true]");
    });
    let close = button(text::close(), move || navigation.close(Route::Replay));
    let view = viewer_at(&game_match, SLIDER, player.step, move || player.stop());
    let from_here = (!browser::is_read_only()).then(|| play_from_here(&game_match, player));
    div().class("replay").child((
        title,
        view,
        p().class("buttons sticky")
            .child((toggle, review.class("primary"), from_here, close)),
    ))
}

/// Who has sent which game, or how it has ended.
fn title(game_match: &Match, sender: Option<usize>) -> String {
    let seats = Setup::with_default_seats(game_match.rules());
    let name_of = |seat: usize| {
        let name = &game_match.setup().seats().get(seat)?.name;
        // A default name is that of a colour.
        let is_own = seats.seats().iter().all(|default| default.name != *name);
        is_own.then_some(name.as_str())
    };
    let winner = game_match.game().status().winner();
    match sender.and_then(|seat| Some((seat, name_of(seat)?))) {
        Some((seat, name)) => {
            let has_won = winner.is_some_and(|winner| game_match.seat_index(winner) == seat);
            if has_won {
                text::replay_win(name)
            } else {
                text::replay_game(name)
            }
        }
        None => text::position_status(game_match),
    }
}

/// Plays the moves, one after another.
#[derive(Clone, Copy)]
struct Player {
    step: RwSignal<usize>,
    is_playing: RwSignal<bool>,
    last: usize,
    timer: StoredValue<Option<TimeoutHandle>>,
}

impl Player {
    fn new(game_match: &Match, is_playing: bool) -> Self {
        let last = game_match.game().steps().len();
        let player = Self {
            step: RwSignal::new(if is_playing { 0 } else { last }),
            is_playing: RwSignal::new(is_playing),
            last,
            timer: StoredValue::new(None),
        };
        if is_playing {
            player.wait();
        }
        on_cleanup(move || player.clear());
        player
    }

    fn clear(self) {
        let timer = self.timer.try_update_value(Option::take).flatten();
        if let Some(timer) = timer {
            timer.clear();
        }
    }

    /// Shows the next position after a moment.
    fn wait(self) {
        let timer = set_timeout_with_handle(move || self.advance(), STEP);
        self.timer.set_value(timer.ok());
    }

    fn advance(self) {
        let next = self.step.get_untracked() + 1;
        self.step.set(next.min(self.last));
        if next < self.last {
            self.wait();
        } else {
            self.is_playing.set(false);
        }
    }

    fn stop(self) {
        self.clear();
        self.is_playing.set(false);
    }

    /// Stops, or goes on; at the end, from the start.
    fn toggle(self) {
        if self.is_playing.get_untracked() {
            return self.stop();
        }
        if self.step.get_untracked() >= self.last {
            self.step.set(0);
        }
        self.is_playing.set(true);
        self.wait();
    }
}

/// Starts a game from the position that is shown, unless it is the end.
fn play_from_here(game_match: &Match, player: Player) -> Element {
    let (game, navigation) = (use_game(), use_navigation());
    let game_match = StoredValue::new(game_match.clone());
    let is_end = move || player.step.get() >= player.last;
    let play = move || {
        if untrack(is_end) {
            return;
        }
        let mut from = game_match.get_value();
        from.go_to(player.step.get_untracked());
        // Without the moves after it.
        let Ok(from) = link::parse(&link::write(&from)) else {
            return;
        };
        navigation.close(Route::Replay);
        game.send(Command::Load(Box::new(from)));
        assistance::mark_loaded(game);
        focus_board();
        navigation.open(Route::Players);
    };
    let warning = (!use_repository().is_available()).then(|| replacement_warning(game));
    div().child((
        warning.flatten(),
        button(text::play_from_here(), play).aria_disabled(move || is_end().then_some("true")),
    ))
}
