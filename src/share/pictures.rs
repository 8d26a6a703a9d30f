//! The position as a picture and the game as an animation: to save, to share and to copy.

use super::canvas;
use crate::{
    board::diagram,
    browser,
    components::{
        button::button,
        dom,
        html::{Child, Element, ElementRef, div, p, progress, span},
    },
    text,
    workers::{Query, Reply, SearchClient},
};
use four_shapes_records::{
    Match,
    drawing::{Drawing, Words},
    link,
};
use js_sys::Uint8Array;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// How long it is shown that a picture was copied, in milliseconds.
const COPIED_MS: u64 = 4000;

/// A match, if the position is one of a match.
pub(super) trait CurrentMatch: Fn() -> Option<Match> + Copy + Send + Sync + 'static {}

impl<F: Fn() -> Option<Match> + Copy + Send + Sync + 'static> CurrentMatch for F {}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Png,
    Svg,
}

impl Format {
    const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
        }
    }
}

/// What is said about the last button.
#[derive(Clone, Copy, Default)]
struct Notice(RwSignal<String>);

impl Notice {
    /// Also announces a text that is shown already.
    fn show(self, text: impl Into<String>) {
        let text = text.into();
        // A button may be pressed just before the dialog is closed.
        let _ = self.0.try_set(String::new());
        request_animation_frame(move || {
            let _ = self.0.try_set(text);
        });
    }
}

/// A picture of the position and buttons for it, and buttons for an animation of a game with moves.
pub(super) fn pictures(game_match: impl CurrentMatch) -> Element {
    let notice = Notice::default();
    let has_match = Memo::new(move |_| game_match().is_some());
    let has_moves =
        Memo::new(move |_| game_match().is_some_and(|game_match| game_match.game().cursor() > 0));
    let rows = move || {
        has_match.get().then(|| {
            div().class("share-pictures").child((
                picture_buttons(game_match, notice),
                move || {
                    has_moves
                        .get()
                        .then(|| animation_buttons(game_match, notice))
                },
                p().class("reserved-line")
                    .aria_live("polite")
                    .child(move || notice.0.get()),
            ))
        })
    };
    div().child(rows)
}

/// The position and what it says to people who don't see it.
pub(super) fn preview(game_match: Match) -> Element {
    let words = text::position_status(&game_match);
    div()
        .class("picture-preview")
        .child((diagram(game_match), p().class("detail").child(words)))
}

fn group(label: &'static str, buttons: impl Child) -> Element {
    div()
        .class("buttons")
        .role("group")
        .aria_label(label)
        .child((span().aria_hidden("true").child(label), buttons))
}

fn picture_buttons(game_match: impl CurrentMatch, notice: Notice) -> Element {
    let share = browser::can_share_files().then(|| {
        button(text::share_picture(), move || {
            let Some(game_match) = untrack(game_match) else {
                return;
            };
            browser::spawn(async move {
                match blob(&game_match, Format::Png).await {
                    Some(blob) => share(&game_match, &blob, "png", notice, text::not_shared).await,
                    None => notice.show(text::picture_failed()),
                }
            });
        })
        .class("primary")
    });
    let copy = browser::can_copy_images().then(|| {
        button(text::copy_picture(), move || {
            let Some(game_match) = untrack(game_match) else {
                return;
            };
            let png = canvas::png(&drawing(&game_match));
            browser::copy_image(&png, move |success| {
                if !success {
                    return notice.show(text::picture_not_copied());
                }
                notice.show(text::picture_copied());
                browser::spawn(async move {
                    browser::sleep(COPIED_MS).await;
                    let _ = notice.0.try_set(String::new());
                });
            });
        })
    });
    let save = |format: Format, name| {
        button(text::save_as(name), move || {
            let Some(game_match) = untrack(game_match) else {
                return;
            };
            browser::spawn(async move {
                match blob(&game_match, format).await {
                    Some(blob) => save(&blob, format.extension(), notice),
                    None => notice.show(text::picture_failed()),
                }
            });
        })
    };
    group(
        text::picture(),
        (
            share,
            copy,
            save(Format::Png, "PNG"),
            save(Format::Svg, "SVG"),
        ),
    )
}

/// What is done with an animation when it is complete.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Save,
    Share,
}

fn animation_buttons(game_match: impl CurrentMatch, notice: Notice) -> Element {
    let client = SearchClient::new();
    // What was made of which match.
    let made = StoredValue::new_local(None::<(Match, Blob)>);
    let percent = RwSignal::new(None::<u8>);
    let save_ref = ElementRef::new();
    let finish = move |game_match: Match, blob: Blob, purpose| match purpose {
        Purpose::Save => save(&blob, "gif", notice),
        Purpose::Share => browser::spawn(async move {
            share(&game_match, &blob, "gif", notice, text::animation_ready).await;
        }),
    };
    let start = move |purpose| {
        let Some(game_match) = untrack(game_match) else {
            return;
        };
        let before = made.with_value(|made| {
            let (of, blob) = made.as_ref()?;
            (*of == game_match).then(|| blob.clone())
        });
        if let Some(blob) = before {
            return finish(game_match, blob, purpose);
        }
        percent.set(Some(0));
        let query = Query::Animation(canvas::paints_of_page());
        client.request(query, game_match.clone(), move |reply| match reply {
            Some(Reply::Thinking(done)) => percent.set(Some(done)),
            Some(Reply::Animation(file)) => {
                percent.set(None);
                let Some(blob) = browser::blob(&Uint8Array::from(&*file), "image/gif") else {
                    return notice.show(text::animation_failed());
                };
                made.set_value(Some((game_match.clone(), blob.clone())));
                finish(game_match.clone(), blob, purpose);
            }
            Some(_) => {}
            None => {
                percent.set(None);
                notice.show(text::animation_failed());
            }
        });
    };
    let is_running = Memo::new(move |_| percent.with(Option::is_some));
    let cancel = move || {
        client.cancel();
        percent.set(None);
        dom::focus_soon(save_ref);
    };
    let share = browser::can_share_files()
        .then(|| button(text::share_animation(), move || start(Purpose::Share)));
    let save = button(text::save_as("GIF"), move || start(Purpose::Save)).node_ref(save_ref);
    let running = move || {
        is_running.get().then(|| {
            let done = move || percent.get().unwrap_or_default();
            p().class("buttons").child((
                progress()
                    .max(100_usize)
                    .aria_label(text::animation())
                    .value(move || done().to_string()),
                span()
                    .class("detail")
                    .child(move || text::animation_progress(done().into())),
                button(text::cancel(), cancel),
            ))
        })
    };
    div().child((group(text::animation(), (share, save)), running))
}

fn drawing(game_match: &Match) -> Drawing {
    Drawing::new(game_match, &canvas::paints_of_page())
}

/// Returns the position as SVG, in the colours of the page and with the page's words.
pub(super) fn svg(game_match: &Match) -> String {
    let words = Words {
        title: text::position_status(game_match),
        description: text::rows_of_pieces(game_match),
    };
    drawing(game_match).to_svg(game_match, &words)
}

/// Returns a picture as a file; `None` if the browser can't make it.
async fn blob(game_match: &Match, format: Format) -> Option<Blob> {
    match format {
        Format::Png => {
            let png = canvas::png(&drawing(game_match));
            JsFuture::from(png).await.ok()?.dyn_into().ok()
        }
        Format::Svg => browser::blob(&JsValue::from(svg(game_match)), "image/svg+xml"),
    }
}

fn file_name(extension: &str) -> String {
    text::picture_file_name(&browser::today_string(), extension)
}

fn save(blob: &Blob, extension: &str, notice: Notice) {
    let name = file_name(extension);
    if browser::download_blob(&name, blob).is_ok() {
        notice.show(text::saved_as(&name));
    } else {
        notice.show(text::picture_failed());
    }
}

/// Opens the share dialog of the system for a file, with the words for people who don't see it and
/// the link to the game.
async fn share(
    game_match: &Match,
    blob: &Blob,
    extension: &str,
    notice: Notice,
    refused: fn() -> &'static str,
) {
    let words = text::position_status(game_match);
    let url = browser::link_to(&link::write(game_match));
    let shared = browser::share_file(&file_name(extension), blob, &words, &url).await;
    if shared == browser::Shared::Refused {
        notice.show(refused());
    }
}
