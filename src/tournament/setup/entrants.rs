//! The list of entrants.

use super::{ADDERS, bots::bots, error_line, field_error, group};
use crate::{
    components::{
        button::{button, icon_only_button},
        dom::focus_match_soon,
        html::{Element, bdi, div, input, label, li, ol, p, span},
        icon,
        keyed_list::keyed_list,
        select::select,
    },
    tournament::{
        form::{Field, TournamentForm},
        picture::picture,
        runner::Bot,
        state::TournamentDialog,
        text,
    },
};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_tournament::Entrant;
use leptos::{ev, prelude::*};

/// Renders the entrants and the buttons that add computer players.
pub(super) fn entrants(dialog: TournamentDialog) -> Element {
    let form = dialog.form;
    let rows = move || {
        let (labels, entrants) = form.with(|form| (form.labels(), form.entrants.clone()));
        dialog.runner.bots(|bots| {
            let rows = labels.into_iter().zip(&entrants).enumerate();
            rows.map(|(index, (label, entrant))| {
                row(form, index, label, picture(entrant), detail(entrant, bots))
            })
            .collect::<Vec<_>>()
        })
    };
    let error = field_error(dialog, Field::Entrants);
    let list = ol()
        .id("entrants")
        .aria_label(text::entrants())
        .class("entrant-cards")
        .child(rows);
    let content = (
        list,
        error_line(Field::Entrants, error),
        adders(form),
        bots(dialog),
    );
    group(text::entrants(), content)
}

fn row(
    form: RwSignal<TournamentForm>,
    index: usize,
    label: String,
    picture: Element,
    detail: Option<String>,
) -> Element {
    let remove = icon_only_button(icon::CLOSE, &text::remove_player(&label), move || {
        form.update(|form| form.remove(index));
        focus_match_soon(format!(
            "#entrants li:nth-child({}) button, {ADDERS}",
            index.max(1)
        ));
    });
    li().child((
        picture,
        div().class("names").child((
            bdi().class("name").child(label),
            detail.map(|detail| span().class("detail").child(detail)),
        )),
        remove.class("flat"),
    ))
}

/// The buttons that add the levels and the random player, unless they play already.
fn adders(form: RwSignal<TournamentForm>) -> Element {
    let offered = Memo::new(move |_| {
        let levels = Level::ALL.into_iter().map(PlayerKind::Level);
        let all = levels.chain([PlayerKind::Random]);
        form.with(|form| {
            all.filter(|kind| !form.entrants.contains(&Entrant::Computer(*kind)))
                .collect::<Vec<_>>()
        })
    });
    let adder = move |kind| {
        let picture = picture(&Entrant::Computer(kind));
        let content = (picture, span().child(text::computer_name(kind)));
        button(content, move || {
            let place = offered.with_untracked(|all| all.iter().position(|it| *it == kind));
            form.update(|form| form.entrants.push(Entrant::Computer(kind)));
            // The next one, or the last.
            let last = offered.with_untracked(Vec::len);
            let next = place.map_or(1, |place| place + 1).min(last.max(1));
            focus_match_soon(format!(".lab-adders > :nth-child({next}), {ADDERS}"));
        })
        .class("chip")
        .aria_label(text::add_player(&text::computer_in_words(kind)))
    };
    div()
        .class("chips lab-adders")
        .child(keyed_list(move || offered.get(), adder))
}

/// Returns the details of an entrant, if its name doesn't suffice.
fn detail(entrant: &Entrant, bots: &[Bot]) -> Option<String> {
    match entrant {
        Entrant::Computer(PlayerKind::Level(level)) => Some(text::opponent_detail(*level)),
        Entrant::Computer(_) => None,
        Entrant::Bot { hash, .. } => Some(match bots.iter().find(|bot| bot.hash == *hash) {
            Some(bot) => text::bot_detail(&bot.author, &bot.file, bot.bytes),
            None => text::bot_missing(&hash.to_string()),
        }),
        Entrant::Program { command, .. } => Some(command.clone()),
    }
}

/// Adds any computer player, also one that plays already.
pub(super) fn other_players(dialog: TournamentDialog) -> Element {
    let (kind, typed) = (dialog.next_kind, dialog.typed_kind);
    let error = RwSignal::new(None);
    let add = move || {
        let kind = match kind.get_untracked() {
            Some(kind) => Ok(kind),
            None => typed.with_untracked(|typed| typed.trim().parse()),
        };
        error.set(
            kind.as_ref()
                .err()
                .map(|error| text::player_unknown(&error.to_string())),
        );
        if let Ok(kind) = kind {
            dialog
                .form
                .update(|form| form.entrants.push(Entrant::Computer(kind)));
        }
    };
    let kinds = || {
        let kinds = PlayerKind::offered().map(|kind| (Some(kind), text::computer_in_words(kind)));
        let typed = (None, text::custom_player().to_owned());
        kinds.chain([typed]).collect()
    };
    let list = select(kinds, move || kind.get(), move |chosen| kind.set(chosen));
    let is_typed = Memo::new(move |_| kind.get().is_none());
    let field = move || is_typed.get().then(|| typed_kind(typed, error, add));
    let content = (
        div().class("form-row").child((
            label().child((text::computer_player(), list)),
            field,
            button(text::add(), add),
        )),
        p().id(TYPED_ERROR)
            .class("error")
            .role("alert")
            .child(move || error.get()),
    );
    group(text::other_players(), content)
}

/// The id of the message about a typed computer player.
const TYPED_ERROR: &str = "typed-player-error";

/// Renders the field for a typed computer player.
fn typed_kind(
    typed: RwSignal<String>,
    error: RwSignal<Option<String>>,
    add: impl Fn() + 'static,
) -> Element {
    let field = input()
        .r#type("text")
        .aria_invalid(move || error.with(Option::is_some).then_some("true"))
        .aria_describedby(TYPED_ERROR)
        .spellcheck("false")
        .autocapitalize("none")
        .autocomplete("off")
        .placeholder("lookahead:3")
        .prop("value", move || typed.get())
        .on(ev::input, move |event| {
            typed.set(event_target_value(&event));
        })
        .on(ev::keydown, move |event| {
            if event.key() == "Enter" {
                // Enter adds the player instead of starting the tournament.
                event.prevent_default();
                add();
            }
        });
    label().child((text::custom_player_hint(), field))
}
