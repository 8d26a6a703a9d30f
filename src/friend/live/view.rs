//! The views of live games: the invitation of a link, the page of the game, and the bar below the
//! board.

use super::{
    active::{Problem, Shown},
    config::{self, Servers},
    links::LiveLink,
    state::{Live, use_live},
};
use crate::{
    board::{badge, mini_board},
    browser,
    components::{
        button::{button, icon_button, icon_only_button},
        confirm::{Question, confirm},
        dom::select_on_focus,
        html::{self, Child, Element, div, form, h3, input, label, li, p, span, ul},
        icon,
        qr_code::qr_code,
    },
    friend::{
        form::{name_field, typed_name},
        person::own_name,
    },
    game::session::{Session, unfinished_moves},
    navigation::Route,
    storage::live::Role,
    text,
};
use four_shapes_online::{Access, Presence, Table};
use four_shapes_records::Match;
use leptos::{ev, prelude::*};

/// Opens a match to a friend, and shows the invitation.
///
/// # Errors
/// Why it can't be played live.
pub(in crate::friend) fn invite_live(game_match: &Match, seat: usize) -> Result<(), String> {
    use_live()
        .invite(game_match, seat)
        .map_err(text::live_error)
}

/// What the user should know before the first contact.
pub(in crate::friend) fn contacts() -> Element {
    let servers = Servers::of_page();
    let hosts = servers.hosts();
    let near = (!servers.reaches_far()).then(text::live_near);
    let servers = (!hosts.is_empty()).then(|| text::live_servers(&text::list(hosts)));
    let words = [
        Some(text::live_direct().to_owned()),
        near.map(str::to_owned),
        servers,
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    p().class("detail contacts").child(words.join(" "))
}

/// *Ada invites you to a live game.*
///
/// `close` closes the question.
pub(in crate::friend) fn live_invitation(link: LiveLink, close: impl Fn() + 'static) -> Element {
    let live = use_live();
    let seats = link.game_match.setup().seats().to_vec();
    let sender = seats[link.sender.seat].name.to_string();
    let is_watching = link.invitation.access() == Access::Watch;
    let name = RwSignal::new(own_name().map_or_else(String::new, |name| name.to_string()));
    let error = RwSignal::new(None);
    let rules = link.game_match.rules();
    let clock = link.game_match.setup().time_control();
    let size = text::size(rules.columns().into(), rules.rows().into());
    let about = text::details([size].into_iter().chain(clock.map(text::clock_summary)));
    // With more players, the host assigns the seats.
    let other = match &seats[..] {
        [first, second] if !is_watching => Some([second, first][link.sender.seat].clone()),
        _ => None,
    };
    let you_are = other.map(|seat| {
        p().class("you-are").child((
            badge(seat.piece_style),
            span().child(text::you_are(seat.name.as_str())),
        ))
    });
    let title = if is_watching {
        text::invites_you_to_watch(&sender)
    } else {
        text::invites_you_live(&sender)
    };
    let shown = mini_board(link.game_match.clone());
    let link = StoredValue::new(link);
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        match typed_name(&name.get_untracked()) {
            Ok(name) => {
                live.join(&link.get_value(), name.filter(|_| !is_watching));
                close();
            }
            Err(message) => error.set(Some(message)),
        }
    };
    let start = if is_watching {
        text::watch_live()
    } else {
        text::play_live()
    };
    form()
        .class("setup invitation")
        .on(ev::submit, submit)
        .child((
            h3().child(title),
            div().class("invited").child((
                shown,
                div()
                    .class("words")
                    .child((you_are, p().class("detail").child(about))),
            )),
            (!is_watching).then(|| name_field(name, error)),
            p().class("buttons")
                .child(html::button().class("primary").child(start)),
            contacts(),
        ))
}

/// The page of the live game, if there is one: who is connected, and the links of the others.
pub(in crate::friend) fn lobby() -> Option<Element> {
    let live = use_live();
    let shown = Memo::new(move |_| live.shown());
    let part = move |read: fn(&Shown) -> Option<String>| {
        Memo::new(move |_| shown.with(|shown| shown.as_ref().and_then(read)))
    };
    let invitation = part(|shown| shown.invitation.clone().filter(|_| shown.can_invite()));
    let answer = part(|shown| shown.answer.clone());
    let watch = part(|shown| shown.watch.clone());
    let words = part(|shown| Some(lobby_words(shown)));
    let is_host = shown.with_untracked(|it| it.as_ref().map(|it| it.role == Role::Host))?;
    let seats = move || shown.with(|shown| shown.as_ref().map(|shown| seats(live, shown)));
    let link_of = move |link: Memo<Option<String>>| {
        move || link.get().map(|address| link_ways(live, address))
    };
    let lacks_invitation = Memo::new(move |_| {
        shown.with(|shown| {
            let shown = shown.as_ref();
            shown.is_some_and(|it| it.can_invite() && it.invitation.is_none())
        })
    });
    let new_invitation = move || {
        (lacks_invitation.get()).then(|| {
            button(text::live_new_invitation(), move || {
                live.invite_directly(Access::Play);
            })
        })
    };
    let watching = move || {
        is_host.then(|| match watch.get() {
            Some(address) => {
                (p().child(text::watch_link()), link_ways(live, address)).into_any_view()
            }
            None => button(text::let_watch(), move || live.allow_watching()).into_any_view(),
        })
    };
    let has_joined =
        Memo::new(move |_| shown.with(|it| it.as_ref().is_some_and(|it| it.is_on_board)));
    let to_board = move || {
        has_joined
            .get()
            .then(|| button(text::to_board(), move || live.show_board()).class("primary"))
    };
    let ending = RwSignal::new(false);
    let (text, yes) = if is_host {
        (text::end_live_question(), text::end_live())
    } else {
        (text::leave_live_question(), text::leave_live())
    };
    let no = text::cancel();
    let question = Question { text, yes, no };
    let is_under_way = move || {
        shown.with_untracked(|shown| {
            let game_match = shown.as_ref().and_then(|it| it.game_match.as_ref());
            game_match.is_some_and(|it| unfinished_moves(it).is_some())
        })
    };
    let end = move || {
        if has_joined.get() {
            button(question.yes, move || {
                if is_under_way() {
                    ending.set(true);
                } else {
                    live.end();
                }
            })
        } else {
            button(text::cancel_live(), move || live.cancel())
        }
    };
    let lobby = div().class("setup lobby").child((
        h3().child(text::live_game()),
        p().role("status").child(move || words.get()),
        ul().class("live-seats").child(seats),
        (link_of(invitation), link_of(answer), new_invitation),
        watching,
        p().class("buttons").child((to_board, end)),
        confirm(ending, question, move || live.end()),
    ));
    Some(lobby)
}

/// The ways to send a link: the share sheet, the clipboard, a QR code, and the text itself.
fn link_ways(live: Live, address: String) -> Element {
    let share = browser::can_share().then(|| {
        let address = address.clone();
        icon_button(icon::SEND, text::send(), move || {
            browser::share(text::title(), None, &address, |_| ());
        })
        .class("primary")
    });
    let copy = {
        let address = address.clone();
        icon_button(icon::LINK, text::copy_link(), move || {
            browser::copy_to_clipboard(&address, move |is_copied| {
                if is_copied {
                    live.navigation.inform(text::live_link_copied());
                }
            });
        })
    };
    let copy = if share.is_some() {
        copy
    } else {
        copy.class("primary")
    };
    let code = qr_code(&address, text::qr_code_of_invitation());
    let field = input()
        .r#type("text")
        .readonly(true)
        .value(address)
        .on(ev::focus, select_on_focus);
    div().class("link-ways").child((
        code,
        div().class("words").child((
            p().class("buttons").child((share, copy)),
            label().class("stacked-label").child((text::link(), field)),
        )),
    ))
}

/// What is missing, or that all are here.
fn lobby_words(shown: &Shown) -> String {
    if let Some(problem) = shown.problem() {
        return problem_words(problem);
    }
    if shown.role == Role::Guest {
        let host = host_name(shown);
        return if shown.answer.is_some() {
            text::live_send_answer(&host)
        } else if shown.is_connected {
            text::live_connected().to_owned()
        } else if shown.has_room {
            text::live_connecting(&host)
        } else if shown.game_match.is_some() {
            text::live_lost(&host)
        } else {
            text::live_preparing().to_owned()
        };
    }
    if !shown.can_invite() {
        return text::live_all_here().to_owned();
    }
    match (&shown.invitation, shown.has_room) {
        (Some(_), true) => text::live_send_invitation(&invited(shown)),
        (Some(_), false) => [
            text::live_send_invitation(&invited(shown)),
            text::live_answer_follows().to_owned(),
        ]
        .join(" "),
        (None, true) => text::live_preparing().to_owned(),
        (None, false) => text::live_waiting_for(&missing(shown)),
    }
}

fn problem_words(problem: &Problem) -> String {
    match problem {
        Problem::Unsupported => text::live_unsupported().to_owned(),
        Problem::Failed => text::live_failed().to_owned(),
        Problem::Unreachable => {
            let tracker = Servers::of_page().tracker;
            let host = tracker.as_deref().and_then(config::url_host);
            text::live_unreachable(&host.unwrap_or_default())
        }
        Problem::Refused(reason) => text::live_refused(reason),
        Problem::Ended(farewell) => text::live_farewell(*farewell).to_owned(),
    }
}

/// The name of the player who has invited.
fn host_name(shown: &Shown) -> String {
    let name = shown.host_name();
    name.unwrap_or_else(|| text::your_friend().to_owned())
}

/// The receiver of the invitation, in words. A free seat has only a default name, which is not used.
fn invited(shown: &Shown) -> String {
    let is_friend = shown.own_seats.len() == 1
        && match shown.missing_seats()[..] {
            [seat] => shown.presence(seat) == Some(Presence::Free),
            _ => false,
        };
    if is_friend {
        text::your_friend().to_owned()
    } else {
        missing(shown)
    }
}

/// The names of the players who are not connected.
fn missing(shown: &Shown) -> String {
    let seats = shown.missing_seats().into_iter();
    text::list(seats.map(|seat| shown.name(seat)))
}

fn seats(live: Live, shown: &Shown) -> Vec<Element> {
    let Some(game_match) = &shown.game_match else {
        return Vec::new();
    };
    let seats = game_match.setup().seats().iter().enumerate();
    let item = |(index, seat): (usize, &four_shapes_records::Seat)| {
        let is_own = shown.own_seats.contains(&index);
        let presence = shown.presence(index);
        let (class, words) = match presence {
            _ if is_own => ("pill won", text::presence_you()),
            Some(Presence::Free) => ("pill", text::presence_free()),
            Some(Presence::Host | Presence::Connected) => ("pill won", text::presence_connected()),
            Some(Presence::Away) | None => ("pill", text::presence_away()),
        };
        let can_free = shown.role == Role::Host && presence == Some(Presence::Away);
        let free = can_free.then(|| {
            let name = text::free_seat(seat.name.as_str());
            icon_only_button(icon::CLOSE, &name, move || live.free_seat(index)).class("flat")
        });
        li().child((
            badge(seat.piece_style),
            span().class("name").child(seat.name.to_string()),
            span().class(class).child(words),
            free,
        ))
    };
    seats.map(item).collect()
}

/// The bar below the board: who is connected, and what is offered.
pub(super) fn bar() -> AnyView {
    let live = use_live();
    let shown = Memo::new(move |_| {
        let is_shown = live.game.with(Session::is_live);
        live.shown().filter(|it| it.is_on_board && is_shown)
    });
    let is_shown = Memo::new(move |_| shown.with(Option::is_some));
    let view = move || is_shown.get().then(|| untrack(|| bar_of(live, shown)));
    view.into_any_view()
}

/// What the bar says and asks about an offer.
#[derive(Clone, PartialEq)]
struct OfferLine {
    words: String,
    is_own: bool,
    is_answered: bool,
}

fn bar_of(live: Live, shown: Memo<Option<Shown>>) -> Element {
    let state = Memo::new(move |_| shown.with(|it| it.as_ref().map(bar_words)));
    let is_well = move || {
        shown.with(|shown| {
            let shown = shown.as_ref();
            shown.is_some_and(|it| it.is_connected && it.missing_seats().is_empty())
        })
    };
    let offer = Memo::new(move |_| shown.with(|shown| offer_line(shown.as_ref()?)));
    let offer = move || {
        offer.get().map(|offer| {
            let withdraw = offer
                .is_own
                .then(|| button(text::withdraw(), move || live.withdraw_offer()));
            let answer = (!offer.is_own && !offer.is_answered).then(|| {
                (
                    button(text::accept(), move || live.answer_offer(true)).class("primary"),
                    button(text::decline(), move || live.answer_offer(false)),
                )
            });
            div()
                .class("live-offer")
                .child((span().child(offer.words), withdraw, answer))
        })
    };
    let has_offer = Memo::new(move |_| shown.with(|it| it.as_ref().and_then(offer_line).is_some()));
    let open = move || {
        (!has_offer.get()).then(|| {
            button(
                (
                    span()
                        .class("dot")
                        .class(("on", is_well))
                        .aria_hidden("true"),
                    span().child(move || state.get()),
                ),
                move || live.navigation.open(Route::Friend),
            )
            .class("flat live-state")
        })
    };
    div()
        .class("live-bar")
        .role("group")
        .aria_label(text::live_game())
        .child((offer, open))
}

fn bar_words(shown: &Shown) -> String {
    if let Some(problem) = shown.problem() {
        return problem_words(problem);
    }
    let state = if !shown.is_connected {
        if shown.has_room {
            text::live_connecting(&host_name(shown))
        } else {
            text::live_lost(&host_name(shown))
        }
    } else if !shown.missing_seats().is_empty() {
        text::live_waiting_for(&missing(shown))
    } else {
        text::live_connected().to_owned()
    };
    let watchers = shown.table.as_ref().map_or(0, Table::watchers) as u64;
    let watchers = (watchers > 0).then(|| text::live_watchers(watchers));
    text::details([Some(state), watchers].into_iter().flatten())
}

fn offer_line(shown: &Shown) -> Option<OfferLine> {
    let offer = shown.table.as_ref()?.open_offer()?;
    let is_own = shown.own_seats.contains(&offer.seat());
    let mut own_seats = shown.own_seats.iter();
    let can_answer = own_seats.any(|seat| !offer.is_accepted_by(*seat));
    let words = if is_own {
        text::live_asked(offer.kind()).to_owned()
    } else {
        text::live_offer(offer.kind(), &shown.name(offer.seat()))
    };
    Some(OfferLine {
        words,
        is_own,
        is_answered: !can_answer,
    })
}
