//! Choosing who plays for a seat.

use crate::{
    text,
    ui::{El, choice},
};
use four_shapes_engine::players::Kind;

/// A list of people and computer players to choose from.
pub(super) fn sitter(
    now: impl Fn() -> Option<Kind> + Clone + Send + Sync + 'static,
    choose: impl Fn(Option<Kind>) + 'static,
) -> El {
    let mut sitters: Vec<Option<Kind>> = vec![None];
    sitters.extend(Kind::offered().map(Some));
    // A file may have brought one that isn't offered.
    if !sitters.contains(&now()) {
        sitters.push(now());
    }
    let names = sitters.iter().map(|&sitter| text::sitter_offered(sitter));
    let names: Vec<String> = names.collect();
    let chosen = sitters.clone();
    choice(
        (0, move || names.clone()),
        move || {
            let now = now();
            chosen.iter().position(|&sitter| sitter == now).unwrap_or(0)
        },
        move |place| {
            if let Some(&sitter) = sitters.get(place) {
                choose(sitter);
            }
        },
    )
}
