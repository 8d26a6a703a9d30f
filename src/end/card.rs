//! The card.

use super::End;
use crate::{
    analysis,
    board::focus_board,
    browser,
    components::{
        button::{button, icon_button, icon_only_button},
        dom::{element_matching, focus_match_soon, mark_page},
        html::{Child, Element, div, h2, p, section, span},
        icon::{self, Icon},
    },
    friend,
    game::session::{Command, Session},
    later_views::use_later_views,
    library::{self, GameResult, after_game},
    navigation::Route,
    text::{self, Figure, Findings, ReviewFindings},
};
use leptos::{ev, prelude::*};
use std::time::Duration;

/// The selector of the button for another game.
const REMATCH: &str = ".end-card .rematch";

/// The delay of the rating after the card.
const RATING_DELAY: Duration = Duration::from_millis(300);

/// The card. It is not a dialog: the board stays in use, and keeps the focus.
pub(super) fn card(end: End) -> Element {
    let End {
        game, navigation, ..
    } = end;
    close_on_escape(end);
    let room = RwSignal::new(room());
    let resize = window_event_listener(ev::resize, move |_| room.set(self::room()));
    on_cleanup(move || resize.remove());
    // If the board is about to be shown, in place of a page.
    request_animation_frame(move || {
        let _ = room.try_set(self::room());
    });
    // A button of the row that the card covers.
    if is_focused(".actions *") {
        focus_match_soon(REMATCH);
    }
    let how = p()
        .class("detail how")
        .child(move || game.with(text::result_detail));
    let is_decided = game.with_untracked(|session| session.series_score().is_decided());
    let rematch = icon_button(
        icon::REMATCH,
        if is_decided {
            text::new_series()
        } else {
            text::rematch()
        },
        move || {
            game.send(Command::PlayAgain);
            focus_board();
        },
    );
    let review = icon_button(icon::ANALYSIS, text::review(), move || {
        open_review(end, || navigation.open_panel(Route::Analysis));
    });
    let undo = icon_button(icon::UNDO, text::undo(), move || {
        game.send(Command::Undo);
        focus_board();
    })
    .aria_disabled(move || (!game.with(Session::can_undo)).then_some("true"));
    let open =
        |symbol: Icon, label, route| icon_button(symbol, label, move || navigation.open(route));
    let new_game = open(icon::NEW, text::new(), Route::NewGame).aria_label(text::new_game());
    let result = after_game();
    let findings = findings(result);
    let sheet = div().class("sheet").child((
        head(end, result),
        how,
        milestone(result),
        figures(end, findings),
        lesson(end, findings),
        (
            use_later_views().cup_end.show(()),
            use_later_views().live.show(()),
            friend::sending_of_end(),
        ),
        rematch.class("primary rematch"),
        use_later_views().easier.show(()),
        div().class("choices").child((
            review,
            open(icon::SHARE, text::share(), Route::Share),
            undo.class("back"),
            new_game,
        )),
        // In the corner, but after what is done more often.
        icon_only_button(icon::CLOSE, text::look_at_board(), move || dismiss(end))
            .class("flat close"),
    ));
    mark_page("data-has-end-card");
    section()
        .class("end-card")
        .aria_label(text::end_result())
        .style(("--room", move || room.get()))
        .child(sheet)
}

/// What the game has changed in the user's results; `None` until it is known, or if nothing can be.
type AfterGame = Option<ReadSignal<Option<GameResult>>>;

fn changed<T>(result: AfterGame, read: impl FnOnce(&GameResult) -> Option<T>) -> Option<T> {
    result?.with(|result| read(result.as_ref()?))
}

/// Who has won, and the rating after the game.
fn head(end: End, result: AfterGame) -> Element {
    // A live region that appears with its text is not read.
    let shows_rating = RwSignal::new(false);
    set_timeout(
        move || {
            let _ = shows_rating.try_set(true);
        },
        RATING_DELAY,
    );
    let rating = move || {
        let rating = changed(result, |result| result.rating);
        let (rating, change) = rating.filter(|_| shows_rating.get())?;
        // A lower rating is not highlighted, since losing is discouraging enough.
        let class = if change > 0 { "pill won" } else { "pill" };
        let [shown, sentence] = library::text::new_rating(rating, change);
        Some(span().class(class).child((
            span().aria_hidden("true").child(shown),
            span().class("visually-hidden").child(sentence),
        )))
    };
    div().class("head").child((
        h2().child(move || end.game.with(text::result_title)),
        span().aria_live("polite").child(rating),
    ))
}

/// A milestone that was reached with the game.
fn milestone(result: AfterGame) -> impl Child {
    move || {
        let milestone = changed(result, |result| result.milestone)?;
        let words = library::text::milestone(milestone);
        Some(p().class("reached").child(words))
    }
}

/// What is found out about the game while the card is shown.
fn findings(result: AfterGame) -> Memo<Findings> {
    let summary = analysis::review_summary();
    Memo::new(move |_| Findings {
        review: summary().map(|summary| ReviewFindings {
            accuracy: summary.accuracy,
            key_moments: summary.key_moments.len(),
            decisive: summary.decisive,
            leaves_win: summary.leaves_win,
        }),
        wins_in_row: changed(result, |result| Some(result.wins_in_row)),
    })
}

fn figures(end: End, findings: Memo<Findings>) -> Element {
    let figures = move || {
        let figures = findings.with(|findings| {
            end.game
                .with(|session| text::result_figures(session, findings))
        });
        let figure = |Figure { value, label }| {
            div().class("figure").child((
                span().class("value").child(value),
                " ",
                span().class("detail").child(label),
            ))
        };
        figures.into_iter().map(figure).collect::<Vec<_>>()
    };
    div().class("figures").child(figures)
}

/// What can be learned, with the button that shows it; its place is kept from the start.
fn lesson(end: End, findings: Memo<Findings>) -> impl Child {
    let words = Memo::new(move |_| {
        findings.with(|findings| {
            end.game
                .with(|session| text::result_lesson(session, findings))
        })
    });
    let is_decided = move || {
        let review = findings.with(|findings| findings.review.clone());
        review.is_some_and(|review| review.decisive.is_some())
    };
    let open_at_decisive = analysis::open_at_decisive_moment();
    let show = move || open_review(end, open_at_decisive);
    let has_lesson = words.with_untracked(Option::is_some);
    has_lesson.then(|| {
        div().class("lesson").child((
            p().aria_live("polite").child(move || words.get()),
            move || is_decided().then(|| button(text::show_me(), show)),
        ))
    })
}

/// The button that shows the card again, beside the status.
pub(super) fn show_again(end: End) -> Element {
    button(text::end_result(), move || {
        end.set(super::Phase::Shown);
        focus_match_soon(REMATCH);
    })
    .class("show-result")
}

/// Opens the review in place of the card.
fn open_review(end: End, open: impl FnOnce()) {
    end.close();
    open();
    focus_match_soon("#panel [role=tab][aria-selected=true]");
}

/// Closes the card for a look at the board.
fn dismiss(end: End) {
    let has_focus = is_focused(".end-card *");
    end.close();
    if has_focus {
        focus_board();
    }
}

fn close_on_escape(end: End) {
    let listener = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape" && element_matching("dialog[open]").is_none() {
            dismiss(end);
        }
    });
    on_cleanup(move || listener.remove());
}

/// Whether an element that matches a selector has the focus.
fn is_focused(selector: &str) -> bool {
    let focused = document().active_element();
    focused.is_some_and(|focused| focused.matches(selector) == Ok(true))
}

/// The height between the board and the lower edge of the window, in pixels. The card never covers
/// the board.
fn room() -> usize {
    let board = document().query_selector(".stage > .board").ok().flatten();
    let bottom = board.map_or(0.0, |board| board.get_bounding_client_rect().bottom());
    let height = window().inner_height().ok();
    let height = height.and_then(|height| height.as_f64()).unwrap_or(0.0);
    browser::pixels(height - bottom)
}
