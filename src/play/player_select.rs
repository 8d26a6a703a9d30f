//! Choosing who plays for a seat.

use crate::{
    components::ui::{El, choice, html, keyed, nothing},
    text,
};
use four_shapes_engine::players::{Kind, Ties};

/// The lookahead player that the list stands for before its settings are chosen.
const LOOKAHEAD: Kind = Kind::Lookahead {
    plies: 4,
    ties: Ties::Random,
};

/// Lists of people and computer players, and of a lookahead player's settings; `label`
/// is what the choice is called.
pub(super) fn sitter(
    label: String,
    now: impl Fn() -> Option<Kind> + Clone + Send + Sync + 'static,
    choose: impl Fn(Option<Kind>) + Clone + Send + Sync + 'static,
) -> El {
    let mut sitters: Vec<Option<Kind>> = vec![None];
    let offered = Kind::offered().filter(|&kind| kind == LOOKAHEAD || lookahead(kind).is_none());
    sitters.extend(offered.map(Some));
    // A file may have brought one that isn't offered.
    if !sitters.iter().any(|&sitter| stands_for(sitter, now())) {
        sitters.push(now());
    }
    let name = |&sitter: &Option<Kind>| match sitter {
        Some(LOOKAHEAD) => text::LOOKAHEAD.to_owned(),
        sitter => text::sitter_offered(sitter),
    };
    let names: Vec<String> = sitters.iter().map(name).collect();
    let list = {
        let (now, choose, listed) = (now.clone(), choose.clone(), sitters.clone());
        let listed_at = move || listed.iter().position(|&one| stands_for(one, now()));
        choice(
            (0, move || names.clone()),
            move || listed_at().unwrap_or(0),
            move |place| {
                if let Some(&sitter) = sitters.get(place) {
                    choose(sitter);
                }
            },
        )
    };
    let looks_ahead = {
        let now = now.clone();
        move || now().and_then(lookahead).is_some()
    };
    let key = {
        let looks_ahead = looks_ahead.clone();
        move || looks_ahead().to_string()
    };
    let called = label.clone();
    let settings = move || {
        if looks_ahead() {
            settings(&called, now.clone(), choose.clone()).view()
        } else {
            nothing()
        }
    };
    html("div")
        .class("sitter")
        .child(list.attr("aria-label", label))
        .child(keyed(key, settings))
}

/// How far a lookahead player looks, and how it decides between equal columns.
fn settings(
    label: &str,
    now: impl Fn() -> Option<Kind> + Clone + Send + Sync + 'static,
    choose: impl Fn(Option<Kind>) + Clone + Send + Sync + 'static,
) -> El {
    // While the list is replaced somebody else may sit here already.
    let settings = move || now().and_then(lookahead).unwrap_or((0, Ties::Random));
    let set = move |plies, ties| choose(Some(Kind::Lookahead { plies, ties }));
    let plies = {
        let (settings, set) = (settings.clone(), set.clone());
        let shown = settings.clone();
        choice(
            (0, || (0..=Kind::MAX_PLIES).map(text::moves_ahead).collect()),
            move || usize::from(shown().0),
            move |plies| set(plies as u8, settings().1),
        )
    };
    let shown = settings.clone();
    let ties = choice(
        (0, || Ties::ALL.map(text::ties).map(str::to_owned).to_vec()),
        move || {
            let now = shown().1;
            Ties::ALL.iter().position(|&ties| ties == now).unwrap_or(0)
        },
        move |place| {
            if let Some(&ties) = Ties::ALL.get(place) {
                set(settings().0, ties);
            }
        },
    );
    html("div")
        .child(plies.attr("aria-label", text::setting_of(text::MOVES_AHEAD, label)))
        .child(ties.attr("aria-label", text::setting_of(text::TIES, label)))
}

/// A lookahead player's plies and ties.
fn lookahead(kind: Kind) -> Option<(u8, Ties)> {
    match kind {
        Kind::Lookahead { plies, ties } => Some((plies, ties)),
        Kind::Random | Kind::Level(_) | Kind::Mcts { .. } => None,
    }
}

/// Whether an entry of the list is the one of who plays now.
fn stands_for(entry: Option<Kind>, now: Option<Kind>) -> bool {
    entry == now || entry == Some(LOOKAHEAD) && now.and_then(lookahead).is_some()
}
