//! Choosing who plays in a tournament, and how.

use super::{
    dialog::{Contest, focus_soon, fresh_seed, from_top},
    draft::{Draft, Field, board, boards},
    export,
    runner::{Bot, BotState, Phase},
};
use crate::tournament::text;
use crate::{
    components::ui::{
        El, button, choice, computed, dynamic, each, html, keyed, nothing, number, several,
    },
    device::{self, NotRead},
};
use four_shapes_engine::{
    Rules, Spec,
    players::Kind,
    tournament::{Entrant, Hash, file},
};
use leptos::prelude::*;

/// The computer player that is added next: its place in the list, and what was typed.
#[derive(Clone, Copy)]
struct Addition {
    chosen: RwSignal<usize>,
    typed: RwSignal<String>,
}

/// Makes a place for what is typed: it stays as long as the page.
pub(super) fn start() {
    provide_context(Addition {
        chosen: RwSignal::new(0),
        typed: RwSignal::new(String::new()),
    });
}

/// The set-up, with a button that starts it.
pub(super) fn set_up(contest: Contest) -> AnyView {
    let Contest { draft, hall, .. } = contest;
    let tournament = move || draft.with(|draft| draft.tournament(&hall.bots()));
    let start = move |event: web_sys::Event| {
        event.prevent_default();
        let bots = hall.bots();
        if let Some(tournament) = draft.with_untracked(|draft| draft.tournament(&bots)) {
            contest.standing.set(None);
            contest.pairing.set(None);
            contest.sets_up.set(false);
            hall.start(&tournament);
            from_top("#tournament-go");
        } else {
            let wrong = draft.with_untracked(|draft| draft.wrong(Field::Entrants, &bots));
            focus_soon(if wrong.is_some() {
                "#tournament-add"
            } else {
                "#tournament [aria-invalid=true]"
            });
        }
    };
    // Why it can't start, beside the button that does not.
    let reason = computed(move || {
        let bots = hall.bots();
        let wrong = |field: &Field| draft.with(|draft| draft.wrong(*field, &bots));
        Field::ALL.iter().find_map(wrong).unwrap_or_default()
    });
    let says = computed(move || {
        if !reason.with(String::is_empty) {
            return reason.get();
        }
        draft.with(|draft| {
            let total = draft.total();
            total.map_or_else(String::new, |(pairings, games)| {
                text::games_in_all(pairings, games)
            })
        })
    });
    let clock = move || {
        if draft.with(Draft::by_the_clock) {
            text::BY_THE_CLOCK.to_owned()
        } else {
            String::new()
        }
    };
    // What would be lost, and the way back to it.
    let other = move || {
        if hall.phase() == Phase::None {
            return nothing();
        }
        let back = button(text::BACK_TO_RESULTS, move || {
            contest.sets_up.set(false);
            from_top("#tournament-go");
        });
        html("div")
            .child(html("p").class("warning").text(text::FORGETS_RESULTS))
            .child(html("p").class("buttons").child(back))
            .view()
    };
    let key = move || (hall.phase() == Phase::None).to_string();
    let footer = html("div")
        .class("sticky")
        .child(
            html("p")
                .attr("id", "tournament-says")
                .attr("aria-live", "polite")
                .attr_with("class", move || {
                    (!reason.with(String::is_empty)).then(|| "error".to_owned())
                })
                .text_with(move || says.get()),
        )
        .child(html("p").class("detail").text_with(clock))
        .child(keyed(key, other))
        .child(
            html("p")
                .class("buttons")
                .child(
                    html("button")
                        .class("primary")
                        .attr("aria-describedby", "tournament-says")
                        .attr_with("aria-disabled", move || {
                            tournament().is_none().then(|| "true".to_owned())
                        })
                        .text(text::START),
                )
                .child(button(text::CLOSE, move || contest.close())),
        );
    html("form")
        .class("setup")
        .on("submit", start)
        .child(
            html("p")
                .class("error")
                .attr("role", "alert")
                .text_with(move || contest.told.with(|told| told.problem.clone())),
        )
        .child(entrants(contest))
        .child(bots(contest))
        .child(rules(draft))
        .child(games(contest))
        .child(handed_on(contest))
        .child(footer)
        .view()
}

fn group(name: &'static str) -> El {
    html("fieldset").child(html("legend").text(name))
}

/// What is wrong with a field.
fn wrong(contest: Contest, field: Field) -> Memo<String> {
    computed(move || {
        let bots = contest.hall.bots();
        let wrong = contest.draft.with(|draft| draft.wrong(field, &bots));
        wrong.unwrap_or_default()
    })
}

/// Said with its field, and where the tournament is started.
fn error(field: Field, wrong: Memo<String>) -> El {
    html("p")
        .class("error")
        .attr("id", field.id())
        .text_with(move || wrong.get())
}

/// Who plays.
fn entrants(contest: Contest) -> El {
    let Contest { draft, hall, .. } = contest;
    let key = move || {
        let bots = hall.bots();
        let line = |entrant: &Entrant| entrant_detail(entrant, &bots);
        let details: Vec<String> = draft.with(|draft| draft.entrants.iter().map(line).collect());
        draft.with(Draft::labels).join("\n") + &details.join("\n")
    };
    let list = move || {
        let bots = hall.bots();
        let (labels, entrants) = draft.with(|draft| (draft.labels(), draft.entrants.clone()));
        let rows = entrants.iter().zip(labels).enumerate();
        let rows = rows.map(|(place, (entrant, label))| {
            let remove = button(text::REMOVE, move || {
                draft.update(|draft| draft.remove(place));
                focus_soon(format!(
                    "#entrants li:nth-child({}) button, #tournament-add",
                    place.max(1)
                ));
            });
            html("li")
                .child(html("bdi").class("name").text(label.clone()))
                .child(remove.attr("aria-label", text::remove(&label)))
                .child(
                    html("span")
                        .class("detail")
                        .text(entrant_detail(entrant, &bots)),
                )
        });
        html("ol")
            .attr("id", "entrants")
            .attr("aria-label", text::ENTRANTS)
            .class("entrants")
            .children(rows)
            .view()
    };
    let wrong = wrong(contest, Field::Entrants);
    group(text::ENTRANTS)
        .child(keyed(key, list))
        .child(error(Field::Entrants, wrong))
        .child(adder(draft))
}

/// What is said of an entrant besides its name.
fn entrant_detail(entrant: &Entrant, bots: &[Bot]) -> String {
    match entrant {
        Entrant::Computer(kind) => text::sitter_offered(Some(*kind)),
        Entrant::Bot { hash, .. } => match bots.iter().find(|bot| bot.hash == *hash) {
            Some(bot) => text::bot_detail(&bot.author, &bot.file, bot.bytes),
            None => text::bot_missing(&hash.to_string()),
        },
        Entrant::Program { command, .. } => command.clone(),
    }
}

/// Adds a computer player, one of the list or another, typed.
fn adder(draft: RwSignal<Draft>) -> El {
    let Addition { chosen, typed } = expect_context();
    let kinds: Vec<Kind> = Kind::offered().collect();
    let count = kinds.len();
    let names = kinds.iter().map(|kind| text::sitter_offered(Some(*kind)));
    let mut names: Vec<String> = names.collect();
    names.push(text::TYPED.to_owned());
    let wrong = RwSignal::new(String::new());
    let add = move || {
        let kind = match kinds.get(chosen.get_untracked()) {
            Some(kind) => Ok(*kind),
            None => typed.with_untracked(|typed| typed.trim().parse()),
        };
        match kind {
            Ok(kind) => {
                wrong.set(String::new());
                draft.update(|draft| draft.entrants.push(Entrant::Computer(kind)));
            }
            Err(error) => wrong.set(text::kind_error(&error)),
        }
    };
    let (by_key, by_button) = (add.clone(), add);
    let field = move || {
        if chosen.get() < count {
            return nothing();
        }
        let by_key = by_key.clone();
        let field = html("input")
            .attr("type", "text")
            .attr("spellcheck", "false")
            .attr("autocapitalize", "none")
            .attr("autocomplete", "off")
            .attr("placeholder", "lookahead:3")
            .text_prop("value", move || typed.get())
            .on("input", move |event| typed.set(event_target_value(&event)))
            .on("keydown", move |event| {
                if export::key(&event).as_deref() == Some("Enter") {
                    // It is to be added, not to begin.
                    event.prevent_default();
                    by_key();
                }
            });
        html("label").text(text::TYPE_PLAYER).child(field).view()
    };
    html("div")
        .child(
            html("div")
                .class("numbers")
                .child(
                    html("label").text(text::COMPUTER_PLAYER).child(
                        choice(
                            (0, move || names.clone()),
                            move || chosen.get(),
                            move |at| chosen.set(at),
                        )
                        .attr("id", "tournament-add")
                        .attr("autofocus", ""),
                    ),
                )
                .child(keyed(move || (chosen.get() < count).to_string(), field))
                .child(button(text::ADD, by_button)),
        )
        .child(
            html("p")
                .class("error")
                .attr("role", "alert")
                .text_with(move || wrong.get()),
        )
}

/// The bots that were brought.
fn bots(contest: Contest) -> El {
    let hall = contest.hall;
    let any = move || (!hall.bots().is_empty()).to_string();
    let list = move || {
        if hall.bots().is_empty() {
            return nothing();
        }
        let hashes = move || hall.bots().iter().map(|bot| bot.hash).collect();
        html("ul")
            .class("bots")
            .attr("aria-label", text::BOTS)
            .child(each(hashes, move |hash| brought(contest, hash)))
            .view()
    };
    // Each of them changes twice while they are checked: only the whole is announced.
    let checking = move || {
        let bots = hall.bots();
        let done = bots.iter().filter(|bot| bot.state != BotState::Checking);
        text::bots_progress(done.count(), bots.len() + hall.waiting())
    };
    let checking = computed(checking);
    let sum = move || {
        let bots = hall.bots();
        let count = |are: fn(&BotState) -> bool| bots.iter().filter(|bot| are(&bot.state)).count();
        text::bots_found(
            count(|state| *state == BotState::Checking) + hall.waiting(),
            count(|state| matches!(state, BotState::Ready(_))),
            count(|state| matches!(state, BotState::Broken(_))),
        )
    };
    let sum = computed(sum);
    group(text::BOTS)
        .child(html("p").class("detail").text(text::BOTS_EXPLAINED))
        .child(chooser(contest))
        .child(
            html("p")
                .attr("aria-live", "polite")
                .text_with(move || sum.get()),
        )
        .child(html("p").class("detail").text_with(move || checking.get()))
        .child(keyed(any, list))
}

/// Where bots are chosen.
pub(super) fn chooser(contest: Contest) -> El {
    let field = html("input")
        .attr("type", "file")
        .attr("accept", ".wasm,application/wasm")
        .attr("multiple", "")
        .on("change", move |event| {
            contest.bring(&device::chosen_files(&event));
        });
    html("label")
        .class("button")
        .text(text::ADD_BOTS)
        .child(field)
}

/// One bot, by the hash of its file.
fn brought(contest: Contest, hash: Hash) -> El {
    let find = move || contest.hall.bot(hash);
    let key = move || format!("{:?}", find());
    let about = move || find().map_or_else(nothing, |bot| several(about(contest, &bot)));
    html("li").class("bot").child(keyed(key, about))
}

/// What a bot is, whether it can play, and what can be done with it.
fn about(contest: Contest, bot: &Bot) -> Vec<El> {
    let (hash, name) = (bot.hash, bot.name.clone());
    let (words, lines) = match &bot.state {
        BotState::Checking => (text::BOT_CHECKING, &[][..]),
        BotState::Ready(lines) => (text::BOT_READY, &**lines),
        BotState::Broken(lines) => (text::BOT_BROKEN, &**lines),
    };
    let is_ready = matches!(bot.state, BotState::Ready(_));
    let is_broken = matches!(bot.state, BotState::Broken(_));
    let add = is_ready.then(|| {
        let name = name.clone();
        let label = text::add(name.as_str());
        button(text::ADD, move || {
            let name = name.clone();
            contest
                .draft
                .update(|draft| draft.entrants.push(Entrant::Bot { hash, name }));
        })
        .attr("aria-label", label)
    });
    let remove = button(text::REMOVE, move || {
        contest.draft.update(|draft| draft.forget(hash));
        contest.hall.forget(hash);
        focus_soon("#tournament-add");
    });
    let lines = lines.iter().map(|line| {
        html("p")
            .class("line")
            .child(html("bdi").text(line.clone()))
    });
    let head = [
        html("p")
            .class("name")
            .child(html("bdi").text(name.to_string())),
        html("p")
            .class("buttons")
            .children(add)
            .child(remove.attr("aria-label", text::remove_bot(name.as_str()))),
        html("p")
            .class("detail")
            .text(text::bot_detail(&bot.author, &bot.file, bot.bytes)),
        html("p")
            .class(if is_broken { "error" } else { "state" })
            .text(words),
    ];
    head.into_iter().chain(lines).collect()
}

/// The board and how it is won.
fn rules(draft: RwSignal<Draft>) -> El {
    let names = || {
        let mut names: Vec<String> = boards().into_iter().map(|(_, name)| name).collect();
        names.push(text::OWN_SIZE.to_owned());
        names
    };
    let now = move || {
        draft.with(|draft| {
            let listed = board(draft.spec).filter(|_| !draft.own_board);
            listed.unwrap_or(boards().len())
        })
    };
    let choose = move |at| draft.update(|draft| draft.choose_board(at));
    let numbers = move || {
        if !draft.with(|draft| draft.own_board) {
            return nothing();
        }
        let sides = || (Rules::MIN_SIDE, Rules::MAX_SIDE);
        let connects = move || {
            let Spec { columns, rows, .. } = draft.with(|draft| draft.spec);
            (Rules::MIN_CONNECT, Rules::most_connect(columns, rows))
        };
        let falls = html("input")
            .attr("type", "checkbox")
            .prop_with("checked", move || draft.with(|draft| draft.spec.gravity))
            .on("change", move |event| {
                let falls = event_target_checked(&event);
                draft.update(|draft| draft.spec.gravity = falls);
            });
        let falls = html("label")
            .class("choice")
            .child(falls)
            .text(text::GRAVITY);
        let of = |name, range: fn() -> (u32, u32), of| rule(draft, name, range, of);
        html("div")
            .class("numbers")
            .child(of(text::COLUMNS, sides, |spec| &mut spec.columns))
            .child(of(text::ROWS, sides, |spec| &mut spec.rows))
            .child(rule(draft, text::CONNECT, connects, |spec| {
                &mut spec.connect
            }))
            .child(falls)
            .view()
    };
    group(text::GAME)
        .child(
            html("label")
                .text(text::BOARD_SIZE)
                .child(choice((0, names), now, choose)),
        )
        .child(keyed(
            move || draft.with(|draft| draft.own_board).to_string(),
            numbers,
        ))
}

/// A number of the rules, to choose from a range.
fn rule(
    draft: RwSignal<Draft>,
    name: &'static str,
    range: impl Fn() -> (u32, u32) + Copy + Send + Sync + 'static,
    of: fn(&mut Spec) -> &mut u32,
) -> El {
    let now = move || draft.with(|draft| *of(&mut draft.spec.clone()));
    let choose = move |number| {
        draft.update(|draft| {
            *of(&mut draft.spec) = number;
            draft.fix();
        });
    };
    number(name, range, now, choose)
}

/// Who plays whom, how often, and from where.
fn games(contest: Contest) -> El {
    let draft = contest.draft;
    let formats = || [text::ALL_AGAINST_ALL, text::ALL_AGAINST_ONE].map(str::to_owned);
    let format = choice(
        (0, move || formats().into()),
        move || usize::from(draft.with(|draft| draft.against.is_some())),
        move |at| draft.update(|draft| draft.against = (at == 1).then_some(0)),
    );
    let one = move || {
        if draft.with(|draft| draft.against.is_none()) {
            return nothing();
        }
        let one = choice(
            (0, move || draft.with(Draft::labels)),
            move || draft.with(|draft| draft.against.unwrap_or(0)),
            move |at| draft.update(|draft| draft.against = Some(at)),
        );
        html("label").text(text::THE_ONE).child(one).view()
    };
    let typed = |label, field, of| typed(contest, label, field, of);
    let fresh = button(text::NEW_SEED, move || {
        draft.update(|draft| draft.seed = fresh_seed().to_string());
    });
    let more = html("details")
        .child(html("summary").text(text::MORE))
        .child(typed(text::BUDGET, Field::Budget, |draft| {
            &mut draft.budget
        }))
        .child(html("p").class("detail").text(text::BUDGET_EXPLAINED));
    group(text::GAMES)
        .child(
            html("div")
                .class("numbers")
                .child(html("label").text(text::WHO_PLAYS_WHOM).child(format))
                .child(keyed(
                    move || draft.with(|draft| draft.against.is_some()).to_string(),
                    one,
                )),
        )
        .child(typed(text::GAMES_PER_PAIRING, Field::Games, |draft| {
            &mut draft.games
        }))
        .child(typed(text::OPENING_PLIES, Field::Opening, |draft| {
            &mut draft.opening
        }))
        .child(html("p").class("detail").text(text::OPENING_EXPLAINED))
        .child(
            html("div")
                .class("numbers")
                .child(typed(text::SEED, Field::Seed, |draft| &mut draft.seed))
                .child(fresh),
        )
        .child(html("p").class("detail").text(text::SEED_EXPLAINED))
        .child(more)
}

/// A number that is typed, with what is wrong with it.
fn typed(
    contest: Contest,
    label: &'static str,
    field: Field,
    of: fn(&mut Draft) -> &mut String,
) -> El {
    let draft = contest.draft;
    let wrong = wrong(contest, field);
    let input = html("input")
        .attr("type", "text")
        .attr("inputmode", "decimal")
        .attr("autocomplete", "off")
        .attr("maxlength", "24")
        .attr("aria-describedby", field.id())
        .attr_with("aria-invalid", move || {
            (!wrong.with(String::is_empty)).then(|| "true".to_owned())
        })
        .text_prop("value", move || {
            draft.with(|draft| of(&mut draft.clone()).clone())
        })
        .on("input", move |event| {
            let typed = event_target_value(&event);
            draft.update(|draft| *of(draft) = typed);
        });
    html("div")
        .class("typed")
        .child(html("label").text(label).child(input))
        .child(error(field, wrong))
}

/// The set-up as a file and as a link, out and in.
fn handed_on(contest: Contest) -> El {
    let draft = contest.draft;
    let set_up = move || draft.with_untracked(Draft::set_up);
    let save = button(text::SAVE_SET_UP, move || match set_up() {
        Some(tournament) => {
            let name = text::set_up_file_name(&device::date());
            device::download(&name, &file::write(&tournament));
            contest.say("", String::new());
        }
        None => contest.say(text::SET_UP_WRONG, String::new()),
    });
    let link = button(text::COPY_SET_UP, move || match set_up() {
        Some(tournament) => export::copy_link(contest, &tournament),
        None => contest.say(text::SET_UP_WRONG, String::new()),
    });
    let chooser = html("input")
        .attr("type", "file")
        .attr("accept", ".json,application/json")
        .on("change", move |event| {
            let Some(file) = device::chosen_file(&event) else {
                return;
            };
            device::read_file(&file, move |read| {
                contest.take(match read {
                    Ok(text) => Draft::read(file::read(&text)),
                    Err(NotRead::TooLarge) => Err(text::TOO_LARGE.to_owned()),
                    Err(NotRead::Failed) => Err(text::NOT_READ.to_owned()),
                });
            });
        });
    let open = html("label")
        .class("button")
        .text(text::OPEN_SET_UP)
        .child(chooser);
    group(text::THIS_SET_UP)
        .child(html("p").class("detail").text(text::SET_UP_EXPLAINED))
        .child(
            html("p")
                .class("buttons")
                .child(save)
                .child(link)
                .child(open),
        )
        .child(
            html("p")
                .attr("aria-live", "polite")
                .text_with(move || contest.told.with(|told| told.said.clone())),
        )
        .child(dynamic(move || export::link_field(contest)))
}
