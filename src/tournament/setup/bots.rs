//! The list of bots.

use super::ADDERS;
use crate::{
    components::{
        button::button,
        dom::focus_match_soon,
        file_button::files_button,
        html::{Child, Element, bdi, div, li, p, ul},
        keyed_list::keyed_list,
    },
    tournament::{
        runner::{Bot, BotStatus},
        state::TournamentDialog,
        text,
    },
};
use four_shapes_tournament::BotHash;
use leptos::prelude::*;

/// Renders the bots and the button that adds more.
pub(super) fn bots(dialog: TournamentDialog) -> Element {
    let runner = dialog.runner;
    // Each of them changes twice while they are checked: only the whole is announced.
    let checking = move || {
        runner.bots(|bots| {
            let done = bots.iter().filter(|bot| bot.status != BotStatus::Checking);
            text::bots_progress(done.count(), bots.len() + runner.waiting_files())
        })
    };
    let found = move || {
        let count = |is: fn(&BotStatus) -> bool| {
            runner.bots(|bots| bots.iter().filter(|bot| is(&bot.status)).count())
        };
        text::bots_found(
            count(|state| *state == BotStatus::Checking) + runner.waiting_files(),
            count(|state| matches!(state, BotStatus::Ready(_))),
            count(|state| matches!(state, BotStatus::Broken(_))),
        )
    };
    let is_any = Memo::new(move |_| runner.bots(|bots| !bots.is_empty()));
    div().class("cup-add").child((
        div().class("chips").child((
            bot_chooser(dialog),
            p().class("detail").child(text::bots_explained()),
        )),
        p().class("found").aria_live("polite").child(found),
        p().class("detail").child(checking),
        move || {
            is_any.get().then(|| {
                let isolated = p().class("detail").child(text::bots_isolated());
                (isolated, list(dialog))
            })
        },
    ))
}

/// Renders the file chooser of bots.
pub(in crate::tournament) fn bot_chooser(dialog: TournamentDialog) -> Element {
    files_button(text::add_bots(), ".wasm,application/wasm", move |files| {
        dialog.add_bot_files(&files);
    })
}

fn list(dialog: TournamentDialog) -> Element {
    let hashes = move || -> Vec<BotHash> {
        let runner = dialog.runner;
        runner.bots(|bots| bots.iter().map(|bot| bot.hash).collect())
    };
    let bots = keyed_list(hashes, move |hash| {
        let bot = Memo::new(move |_| dialog.runner.bot(hash));
        let row = move || bot.get().map(|bot| bot_row(dialog, bot));
        li().class("bot").child(row)
    });
    ul().class("bots").aria_label(text::bots()).child(bots)
}

/// Renders a bot, its status and its buttons.
fn bot_row(dialog: TournamentDialog, bot: Bot) -> impl Child {
    let hash = bot.hash;
    let name = bot.name.to_string();
    let (class, state, lines) = match bot.status {
        BotStatus::Checking => ("state", text::bot_checking(), Vec::new()),
        BotStatus::Ready(lines) => ("state", text::bot_ready(), lines),
        BotStatus::Broken(lines) => ("error", text::bot_broken(), lines),
    };
    let is_ready = state == text::bot_ready();
    let label = text::add_player(&name);
    let is_offered = Memo::new(move |_| is_ready && !dialog.form.with(|form| form.has_bot(hash)));
    let add = move || {
        let entrant = (hash, bot.name.clone());
        is_offered.get().then(|| {
            button(text::add(), move || {
                let entrant = entrant.clone();
                dialog.form.update(|form| form.add_bots(vec![entrant]));
                focus_match_soon("#entrants li:last-child button");
            })
            .aria_label(label.clone())
        })
    };
    let remove = button(text::remove(), move || {
        dialog.form.update(|form| form.remove_bot(hash));
        dialog.runner.remove_bot(hash);
        focus_match_soon(ADDERS);
    });
    let lines = lines
        .into_iter()
        .map(|line| p().class("remark").child(bdi().child(line)));
    let remove = remove.aria_label(text::remove_bot(&name));
    (
        p().class("name").child(bdi().child(name)),
        p().class("buttons").child((add, remove)),
        p().class("detail")
            .child(text::bot_detail(&bot.author, &bot.file, bot.bytes)),
        p().class(class).child(state),
        lines.collect::<Vec<_>>(),
    )
}
