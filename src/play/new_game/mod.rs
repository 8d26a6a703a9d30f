//! Choosing the next game: its kind, its board, who plays and who starts.

mod draft;

use super::{badge, player_select::sitter};
use crate::{
    board::focus_board,
    components::ui::{self, El, button, choice, computed, html, keyed, nothing, outward},
    game::session::Command,
    game::state::use_game,
    library::warning,
    navigation::{Incoming, Place, use_navigation},
    storage::{self, Browser},
    text,
};
use draft::{Draft, Kind, SeatDraft};
use four_shapes_engine::{Colour, Look, Rules, Shape, Spec};
use leptos::prelude::*;

/// What was chosen and typed when the dialog was closed without a start.
#[derive(Clone, Copy)]
struct Unfinished(StoredValue<Option<Draft>>);

/// Makes a place for what is chosen and typed: it stays as long as the page.
pub(crate) fn start() {
    provide_context(Unfinished(StoredValue::new(None)));
}

/// What is in the new-game dialog.
pub(crate) fn new_game() -> AnyView {
    let navigation = use_navigation();
    let game = use_game();
    let Unfinished(unfinished) = expect_context();
    let remembered = storage::remembered(&Browser::new());
    let before = remembered.unwrap_or_else(|| game.peek_match(|played| played.setup().clone()));
    let before = StoredValue::new(Draft::of(&before));
    let kept = unfinished.get_value();
    let mut draft = kept.clone().unwrap_or_else(|| before.get_value());
    if let Some(Incoming::Computer) = navigation.take_incoming() {
        draft.play_against_computer();
    }
    let initial = draft.clone();
    let draft = RwSignal::new(draft);
    let is_changed = move || before.with_value(|before| draft.with(|draft| draft != before));
    // What a link has chosen is not kept unless somebody changes it.
    outward(move || {
        let now = draft.get();
        unfinished.set_value(if now == initial {
            kept.clone()
        } else {
            is_changed().then_some(now)
        });
    });
    // Nothing, if nothing is wrong.
    let wrong = computed(move || draft.with(Draft::setup).err().unwrap_or_default());
    let is_wrong = move || !wrong.with(String::is_empty);
    let start = move |event: web_sys::Event| {
        event.prevent_default();
        if let Ok(setup) = draft.with_untracked(Draft::setup) {
            storage::remember(&Browser::new(), &setup);
            unfinished.set_value(None);
            navigation.close(Place::NewGame);
            game.send(Command::Start(setup));
            focus_board();
        }
    };
    let says = html("p")
        .attr("aria-live", "polite")
        .attr_with("class", move || is_wrong().then(|| "error".to_owned()))
        .text_with(move || {
            if is_wrong() {
                return wrong.get();
            }
            draft.with(|draft| text::goal(draft.spec.connect))
        });
    let warning = warning(game);
    let start_button = html("button")
        .class("primary")
        .attr_with("aria-disabled", move || {
            is_wrong().then(|| "true".to_owned())
        })
        .text(text::START);
    // Always in view: what the rules are, what is wrong, what would be lost.
    let footer = html("div")
        .class("sticky")
        .child(says)
        .children(warning)
        .child(
            html("p")
                .class("buttons")
                .child(start_button)
                .child(button(text::CANCEL, move || {
                    navigation.close(Place::NewGame);
                }))
                .child(
                    // Always there: nothing moves when something is typed.
                    button(text::RESET_DRAFT, move || draft.set(before.get_value()))
                        .attr_with("aria-disabled", move || {
                            (!is_changed()).then(|| "true".to_owned())
                        }),
                ),
        );
    html("form")
        .class("setup")
        .on("submit", start)
        .child(rules(draft))
        .child(players(draft))
        .child(footer)
        .view()
}

/// Changes the draft and makes the rest fit.
fn change(draft: RwSignal<Draft>, change: impl FnOnce(&mut Draft)) {
    draft.update(|draft| {
        change(draft);
        draft.fix();
    });
}

/// Which game on which board. What was just used is not made anew, or it would
/// lose the focus: each part is, when what it can be chosen from changes.
fn rules(draft: RwSignal<Draft>) -> El {
    let kind = move || draft.with(|draft| draft.kind);
    let kinds = [
        (text::CONNECT_FOUR, Kind::ConnectFour),
        (text::TIC_TAC_TOE, Kind::TicTacToe),
        (text::OWN_GAME, Kind::Own),
    ];
    let kinds = kinds.map(|(name, this)| {
        let choose = move |_| draft.update(|draft| draft.choose_kind(this));
        toggle(
            "radio",
            "game",
            name.to_owned(),
            move || kind() == this,
            choose,
        )
    });
    let kinds = html("fieldset")
        .child(html("legend").text(text::GAME))
        .child(html("div").class("choices").children(kinds));
    let own_size = move || draft.with(|draft| draft.own_size);
    let sizes = move || {
        let presets = kind().presets().iter().map(|&preset| {
            let chosen = move || draft.with(|draft| draft.is_preset(&preset));
            let choose = move |_| draft.update(|draft| draft.choose_preset(preset));
            toggle("radio", "board", text::preset(preset), chosen, choose)
        });
        let own = (kind() != Kind::Own).then(|| {
            let choose = move |_| draft.update(|draft| draft.own_size = true);
            toggle(
                "radio",
                "board",
                text::OWN_SIZE.to_owned(),
                own_size,
                choose,
            )
        });
        html("div")
            .class("choices")
            .children(presets)
            .children(own)
            .view()
    };
    let key = move || (kind() as u8).to_string();
    let numbers_key = move || format!("{}{}", kind() as u8, own_size());
    let board = html("fieldset")
        .child(html("legend").text(text::BOARD_SIZE))
        .child(keyed(key, sizes))
        .child(keyed(numbers_key, move || numbers(draft)))
        .child(keyed(key, move || gravity(draft)));
    html("div").child(kinds).child(board)
}

/// A size of one's own, and how many in a row.
fn numbers(draft: RwSignal<Draft>) -> AnyView {
    let (kind, own_size) = draft.with(|draft| (draft.kind, draft.own_size));
    if !own_size {
        return nothing();
    }
    let least = kind.least_side();
    let sides = move || (least, Rules::MAX_SIDE);
    let connects = move || {
        let Spec { columns, rows, .. } = draft.with(|draft| draft.spec);
        (Rules::MIN_CONNECT, Rules::most_connect(columns, rows))
    };
    let connect = (kind != Kind::ConnectFour)
        .then(|| number(draft, text::CONNECT, connects, |spec| &mut spec.connect));
    html("div")
        .class("numbers")
        .child(number(draft, text::COLUMNS, sides, |spec| {
            &mut spec.columns
        }))
        .child(number(draft, text::ROWS, sides, |spec| &mut spec.rows))
        .children(connect)
        .view()
}

/// Whether pieces fall, where that can be chosen.
fn gravity(draft: RwSignal<Draft>) -> AnyView {
    if draft.with(|draft| draft.kind) != Kind::Own {
        return nothing();
    }
    let falls = move || draft.with(|draft| draft.spec.gravity);
    let choose = move |falls| change(draft, |draft| draft.spec.gravity = falls);
    toggle(
        "checkbox",
        "gravity",
        text::GRAVITY.to_owned(),
        falls,
        choose,
    )
    .view()
}

/// How many players, who they are, and who starts.
fn players(draft: RwSignal<Draft>) -> El {
    let most = move || {
        let Spec {
            columns,
            rows,
            connect,
            ..
        } = draft.with(|draft| draft.spec);
        (
            Rules::MIN_PLAYERS,
            Rules::most_players(columns, rows, connect),
        )
    };
    let says = computed(move || {
        let Spec {
            columns,
            rows,
            connect,
            ..
        } = draft.with(|draft| draft.spec);
        text::most_players(columns, rows, connect)
    });
    let count = html("div")
        .class("numbers")
        .child(number(draft, text::PLAYERS, most, |spec| &mut spec.players))
        .child(
            html("p")
                .class("detail")
                .attr("aria-live", "polite")
                .text_with(move || says.get()),
        );
    let how_many = move || draft.with(|draft| draft.players().len());
    let seats = move || {
        let seats = (0..how_many()).map(|place| seat(draft, place));
        html("ol").class("players").children(seats).view()
    };
    let names = move || {
        let name = |seat: &SeatDraft| seat.name.clone();
        draft.with(|draft| draft.players().iter().map(name).collect())
    };
    let starts = choice(
        (0, names),
        move || draft.with(|draft| draft.starts),
        move |place| change(draft, |draft| draft.starts = place),
    );
    html("fieldset")
        .child(html("legend").text(text::WHO_PLAYS))
        .child(count)
        .child(keyed(move || how_many().to_string(), seats))
        .child(html("label").text(text::STARTS).child(starts))
        .child(keyed(
            move || (how_many() == 2).to_string(),
            move || swap(draft),
        ))
}

/// Whether the second player may swap, where there are two.
fn swap(draft: RwSignal<Draft>) -> AnyView {
    if draft.with(|draft| draft.players().len()) != 2 {
        return nothing();
    }
    let swap = move || draft.with(|draft| draft.swap);
    let choose = move |swap| draft.update(|draft| draft.swap = swap);
    let label = text::MAY_SWAP.to_owned();
    toggle("checkbox", "swap", label, swap, choose).view()
}

/// The fields of one player.
fn seat(draft: RwSignal<Draft>, place: usize) -> El {
    let look = move || draft.with(|draft| draft.seats[place].look);
    let typed = move |field: &'static str, most: usize, of: fn(&mut SeatDraft) -> &mut String| {
        let now = move || draft.with(|draft| of(&mut draft.seats[place].clone()).clone());
        html("input")
            .attr("type", "text")
            .attr("autocomplete", "off")
            .attr("maxlength", most.to_string())
            .attr("aria-label", text::of_player(field, place))
            .attr("title", field)
            .text_prop("value", now)
            .on("input", move |event| {
                let typed = event_target_value(&event);
                draft.update(|draft| *of(&mut draft.seats[place]) = typed);
            })
            // Who comes here to type a name wants another one.
            .on("focus", |event| {
                if let Some(input) = ui::input(&event) {
                    input.select();
                }
            })
    };
    let choose = move |look: Look| draft.update(|draft| draft.choose_look(place, look));
    let ids =
        |ids: Vec<&'static str>| move || ids.iter().map(|id| text::capital(id)).collect::<Vec<_>>();
    let shapes = ids(Shape::ALL.iter().map(|shape| shape.id()).collect());
    let shape = choice(
        (0, shapes),
        move || look().shape as usize,
        move |i| {
            choose(Look {
                shape: Shape::ALL[i],
                ..look()
            });
        },
    );
    let colours = ids(Colour::ALL.iter().map(|colour| colour.id()).collect());
    let colour = choice(
        (0, colours),
        move || look().colour as usize,
        move |i| {
            choose(Look {
                colour: Colour::ALL[i],
                ..look()
            });
        },
    );
    html("li")
        .child(keyed(
            move || look().to_string(),
            move || badge(look()).view(),
        ))
        .child(typed(text::NAME, 48, |seat| &mut seat.name).class("name"))
        .child(typed(text::SYMBOL, 2, |seat| &mut seat.symbol).class("symbol"))
        .child(shape.attr("aria-label", text::of_player(text::SHAPE, place)))
        .child(colour.attr("aria-label", text::of_player(text::COLOUR, place)))
        .child(sitter(
            text::of_player(text::PLAYED_BY, place),
            move || draft.with(|draft| draft.seats[place].computer),
            move |sitter| draft.update(|draft| draft.seats[place].computer = sitter),
        ))
}

/// Something to choose or not: a radio button of a group, or a checkbox.
fn toggle(
    kind: &'static str,
    group: &'static str,
    label: String,
    chosen: impl Fn() -> bool + Send + 'static,
    choose: impl Fn(bool) + 'static,
) -> El {
    let input = html("input")
        .attr("type", kind)
        .attr("name", group)
        .prop_with("checked", chosen)
        .on("change", move |event| choose(event_target_checked(&event)));
    html("label").class("choice").child(input).text(label)
}

/// A number of the rules, to choose from a range.
fn number(
    draft: RwSignal<Draft>,
    label: &'static str,
    range: impl Fn() -> (u32, u32) + Copy + Send + Sync + 'static,
    of: fn(&mut Spec) -> &mut u32,
) -> El {
    let now = move || draft.with(|draft| *of(&mut draft.spec.clone()));
    let choose = move |n| change(draft, |draft| *of(&mut draft.spec) = n);
    ui::number(label, range, now, choose)
}
