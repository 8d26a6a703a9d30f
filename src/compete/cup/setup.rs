//! The setup of a cup.

use super::{
    form::{CupForm, FormEntrant, Opponents},
    state::CupState,
};
use crate::{
    board::{face, portrait},
    compete::text,
    components::{
        button::{button, icon_button, icon_only_button},
        dom::{event_input, focus_match_soon},
        html::{self, Element, bdi, div, h3, input, li, ol, p, section, span},
        icon,
        keyed_list::keyed_list,
        segments::segments,
    },
    game::presets::Preset,
};
use four_shapes_players::{Level, PlayerKind};
use four_shapes_records::{Name, PieceStyle};
use four_shapes_tournament::cup::{Cup, Format, Player};
use leptos::{ev, prelude::*};

/// Renders the setup.
pub(super) fn setup(state: CupState) -> Element {
    let form = state.form;
    let is_ready = Memo::new(move |_| form.with(|form| form.entrants.len() >= Cup::MIN_ENTRANTS));
    let start = html::button()
        .r#type("button")
        .class("primary wide start-cup")
        .aria_disabled(move || (!is_ready.get()).then_some("true"))
        .on(ev::click, move |_| state.start())
        .child(text::start_cup());
    let extent = move || form.with(extent);
    div().class("cup-setup").child((
        section().child((
            h3().child(text::entrants()),
            segments(
                text::cup_opponents(),
                opponents(),
                move || form.with(CupForm::opponents),
                move |opponents| {
                    if let Some(opponents) = opponents {
                        form.update(|form| form.set_opponents(opponents));
                    }
                },
            ),
            entrants(form),
            adders(state),
        )),
        section().child((
            h3().child(text::cup_format()),
            segments(
                text::cup_format(),
                formats(),
                move || form.with(|form| form.format),
                move |format| form.update(|form| form.format = format),
            ),
            p().class("detail")
                .child(move || form.with(|form| text::format_about(form.format))),
        )),
        section().child((
            h3().child(text::board_field()),
            segments(
                text::board_field(),
                boards(),
                move || form.with(|form| form.board),
                move |board| form.update(|form| form.board = board),
            ),
        )),
        div()
            .class("sticky cup-start")
            .child((p().class("detail").aria_live("polite").child(extent), start)),
    ))
}

/// The number of players and games, or that there are too few.
fn extent(form: &CupForm) -> String {
    let entrants = form.entrants.len() as u64;
    let games = match form.format {
        Format::KnockOut => entrants.saturating_sub(1),
        Format::League => entrants * entrants.saturating_sub(1) / 2,
        Format::DoubleLeague => entrants * entrants.saturating_sub(1),
    };
    if entrants < Cup::MIN_ENTRANTS as u64 {
        text::cup_too_small(Cup::MIN_ENTRANTS as u64)
    } else {
        text::cup_extent(entrants, games)
    }
}

fn opponents() -> [(Option<Opponents>, String); 2] {
    [
        (Opponents::Computers, text::against_computers()),
        (Opponents::People, text::with_friends()),
    ]
    .map(|(opponents, label)| (Some(opponents), label.to_owned()))
}

fn formats() -> Vec<(Format, String)> {
    let formats = Format::ALL.into_iter();
    formats
        .map(|format| (format, text::format_name(format)))
        .collect()
}

fn boards() -> Vec<(Preset, String)> {
    let boards = Preset::CONNECT_FOUR.iter().copied();
    boards
        .map(|board| (board, text::preset_name(board)))
        .collect()
}

fn entrants(form: RwSignal<CupForm>) -> Element {
    let keys = move || form.with(|form| form.entrants.iter().map(|it| it.key).collect::<Vec<_>>());
    let rows = keyed_list(keys, move |key| row(form, key));
    ol().class("entrant-cards")
        .aria_label(text::entrants())
        .child(rows)
}

fn row(form: RwSignal<CupForm>, key: u32) -> Element {
    let index = Memo::new(move |_| {
        let at = |form: &CupForm| form.entrants.iter().position(|it| it.key == key);
        form.with(at).unwrap_or(0)
    });
    let found = form.with_untracked(|form| form.entrants.iter().find(|it| it.key == key).cloned());
    let player = found
        .as_ref()
        .map_or(Player::Human, |entrant| entrant.player);
    let name = move || {
        let names = form.with(CupForm::names);
        names
            .get(index.get())
            .map_or_else(String::new, ToString::to_string)
    };
    let remove = move || {
        let before = index.get_untracked();
        form.update(|form| form.remove(key));
        focus_match_soon(format!(
            ".entrant-cards li:nth-child({}) button, .cup-adders button",
            before.max(1)
        ));
    };
    // The label of a button is read when it is focused: it follows the name.
    let remove = icon_only_button(icon::CLOSE, text::remove(), remove)
        .class("flat")
        .aria_label(move || text::remove_player(&name()));
    let detail = text::player_detail(player);
    let label = match detail {
        Some(detail) => div().class("names").child((
            bdi().class("name").child(name),
            span().class("detail").child(detail),
        )),
        None => div()
            .class("names")
            .child(name_field(form, key, found, index)),
    };
    li().child((
        span()
            .class("badges")
            .aria_hidden("true")
            .child(move || portrait(PieceStyle::nth(index.get()), player.computer())),
        label,
        remove,
    ))
}

fn name_field(
    form: RwSignal<CupForm>,
    key: u32,
    found: Option<FormEntrant>,
    index: Memo<usize>,
) -> Element {
    input()
        .r#type("text")
        .aria_label(move || text::person_name(index.get() as u64 + 1))
        .placeholder(move || form.with(|form| form.default_name(index.get())))
        .autocomplete("off")
        .spellcheck("false")
        .maxlength(Name::MAX_CHARS.to_string())
        .value(found.map(|entrant| entrant.name).unwrap_or_default())
        .on(ev::input, move |event| {
            if let Some(input) = event_input(&event) {
                form.update(|form| form.rename(key, input.value()));
            }
        })
}

/// The buttons that add a person, or a computer player or a bot that isn't an entrant yet.
fn adders(state: CupState) -> Element {
    let form = state.form;
    let is_full = Memo::new(move |_| form.with(CupForm::is_full));
    let disabled = move || is_full.get().then_some("true");
    let person = icon_button(icon::NEW, text::add_person(), move || {
        let key = form.try_update(|form| form.add(String::new(), Player::Human));
        if key.flatten().is_some() {
            focus_match_soon(".entrant-cards li:last-child input");
        }
    });
    let bots = Memo::new(move |_| state.bots.ready());
    let offered = Memo::new(move |_| {
        let levels = Level::ALL.into_iter().map(PlayerKind::Level);
        let bots = bots.get().into_iter().map(|(hash, _)| Player::Bot(hash));
        let all = levels.map(Player::Computer).chain(bots);
        form.with(|form| all.filter(|player| !form.has(*player)).collect::<Vec<_>>())
    });
    let add = move |player, name: String| {
        let place = offered.with_untracked(|all| all.iter().position(|it| *it == player));
        form.update(|form| {
            form.add(name, player);
        });
        // The next one, or the last; the first button adds people.
        let last = offered.with_untracked(Vec::len);
        let next = place.unwrap_or(0).min(last.saturating_sub(1)) + 2;
        focus_match_soon(format!(".cup-adders > :nth-child({})", next.min(last + 1)));
    };
    let adder = move |player| {
        let button = match player {
            Player::Computer(kind) => {
                let face = match kind {
                    PlayerKind::Level(level) => Some(face(level)),
                    _ => None,
                };
                let content = (face, span().child(text::computer_name(kind)));
                button(content, move || add(player, String::new()))
                    .aria_label(text::add_player(&text::computer_in_words(kind)))
            }
            Player::Human | Player::Bot(_) => {
                let found = bots.with_untracked(|bots| {
                    let mut bots = bots.iter();
                    bots.find(|(hash, _)| Player::Bot(*hash) == player)
                        .map(|(_, name)| name.to_string())
                });
                let name = found.unwrap_or_default();
                let label = text::add_player(&name);
                icon_button(icon::NEW, bdi().child(name.clone()), move || {
                    add(player, name.clone());
                })
                .aria_label(label)
            }
        };
        button.class("chip").aria_disabled(disabled)
    };
    let adders = keyed_list(move || offered.get(), adder);
    div().class("cup-add").child((
        div()
            .class("chips cup-adders")
            .child((person.class("chip").aria_disabled(disabled), adders)),
        state.bots.chooser(),
    ))
}
