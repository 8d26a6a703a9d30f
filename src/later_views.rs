//! Views of the first screen whose code is in a later part of the program.

use crate::components::html::Child;
use crate::context::context;
use four_shapes_rules::Rules;
use leptos::prelude::*;

/// Creates the view.
type Render<A> = fn(A) -> AnyView;

/// The place of a view, which is empty until its code is loaded.
pub(crate) struct LaterView<A: 'static>(RwSignal<Option<Render<A>>>);

impl<A> Clone for LaterView<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for LaterView<A> {}

impl<A> Default for LaterView<A> {
    fn default() -> Self {
        Self(RwSignal::new(None))
    }
}

impl<A: Copy + Send> LaterView<A> {
    /// Fills the place.
    pub(crate) fn set(self, view: Render<A>) {
        self.0.set(Some(view));
    }

    /// Shows the view, as soon as there is one.
    pub(crate) fn show(self, argument: A) -> impl Child {
        // Untracked: signals read by the view must not recreate it.
        move || self.0.get().map(|view| untrack(|| view(argument)))
    }
}

/// All such views.
#[derive(Clone, Copy, Default)]
pub(crate) struct LaterViews {
    /// The face of the computer player of the seat with an index.
    pub(crate) face: LaterView<usize>,
    /// The clock of the seat with an index.
    pub(crate) clock: LaterView<usize>,
    /// The controls of a game between computer players.
    pub(crate) playback: LaterView<()>,
    /// What bursts from the line of a win.
    pub(crate) celebration: LaterView<Rules>,
    /// The card at the end of a game.
    pub(crate) end: LaterView<()>,
    /// Whether that card is shown or about to be: it has the actions after a game.
    pub(crate) has_end_card: RwSignal<bool>,
    /// Whether the game on the board has counted for the cup: there is neither a way back nor a
    /// rematch.
    pub(crate) is_cup_result: RwSignal<bool>,
    /// Of which round of the cup the game on the board is.
    pub(crate) cup_line: LaterView<()>,
    /// The result for the cup, in that card.
    pub(crate) cup_end: LaterView<()>,
    /// The offer of an easier opponent, after two losses.
    pub(crate) easier: LaterView<()>,
    /// The offer to play a game from the position of an exercise.
    pub(crate) play_exercise: LaterView<()>,
    /// Where the game on the board is in a list that was pasted.
    pub(crate) list_steps: LaterView<()>,
    /// What the navigation opens.
    pub(crate) opened: LaterView<()>,
    /// The offer to let the computer answer a first move.
    pub(crate) computer_answer: LaterView<()>,
    /// On the start: the opponent of *Play the computer*, today's puzzle, and the games that
    /// wait and the latest of the library.
    pub(crate) last_opponent: LaterView<()>,
    pub(crate) today: LaterView<()>,
    pub(crate) recent: LaterView<()>,
    /// In the place of the actions: sending the link of the game on the board, if others are to move
    /// elsewhere.
    pub(crate) sending: LaterView<()>,
    /// Who is connected in a live game, and what they offer.
    pub(crate) live: LaterView<()>,
    /// What the analysis draws over a board with these rules.
    pub(crate) overlay: LaterView<Rules>,
}

/// Returns the places of these views.
pub(crate) fn use_later_views() -> LaterViews {
    context()
}
