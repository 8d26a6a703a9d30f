//! The review of the game on the board: accuracy, and advice on errors.

use super::state::AnalysisState;
use crate::{
    board::focus_board,
    components::{
        button::button,
        html::{Child, Element, div, h2, li, ol, p, section},
        keyed_list::keyed_list,
    },
    game::session::Command,
    library::open_copy,
    text,
    workers::ReviewReport,
};
use four_shapes_players::PlayerKind;
use four_shapes_records::Match;
use leptos::prelude::*;

/// The opponent with whom an error is played out.
const OPPONENT: PlayerKind = PlayerKind::Level(6);

/// The review; empty until something is known.
pub(super) fn review(analysis: AnalysisState) -> impl Child {
    let is_known = Memo::new(move |_| {
        let is_known = |accuracy: &Vec<_>| accuracy.iter().any(Option::is_some);
        analysis.review.with(|review| is_known(&review.accuracy))
    });
    move || is_known.get().then(|| content(analysis))
}

fn content(analysis: AnalysisState) -> Element {
    let game = analysis.game;
    let summary = move || {
        let summary =
            |review: &_| game.with_match(|game_match| text::review_summary(game_match, review));
        analysis.review.with(summary)
    };
    // The turning point comes first.
    let steps = move || {
        let steps = |review: &ReviewReport| {
            let steps = review.advice.iter().rev();
            steps.map(|advice| advice.step).collect()
        };
        analysis.review.with(steps)
    };
    let items = keyed_list(steps, move |step| item(analysis, step));
    section().class("review").aria_label(text::review()).child((
        h2().child(text::review()),
        ol().class("advice").child(items),
        p().child(summary),
    ))
}

/// What is said about an error.
#[derive(Clone, Default, PartialEq)]
struct Words {
    is_turning_point: bool,
    title: String,
    drawback: String,
    better: String,
}

impl Words {
    fn of(analysis: AnalysisState, step: usize) -> Self {
        let found = analysis.review.with(|review| {
            let advice = review.advice.iter().find(|advice| advice.step == step)?;
            let judgement = review.judgements.get(step.checked_sub(1)?);
            let is_turning_point = review.turning_point == Some(step);
            Some((
                advice.clone(),
                judgement.copied().flatten(),
                is_turning_point,
            ))
        });
        // It is about to be removed.
        let Some((advice, judgement, is_turning_point)) = found else {
            return Self::default();
        };
        let best = analysis
            .graph
            .with(|graph| graph.get(step.checked_sub(1)?)?.clone());
        analysis.game.with_match_untracked(|game_match| Self {
            is_turning_point,
            title: text::advice_title(game_match, step, judgement),
            drawback: text::drawback(game_match, &advice),
            better: text::better_move_of(game_match, &advice, best.as_ref()),
        })
    }
}

/// The advice on an error, with buttons to show the position and to play it out.
fn item(analysis: AnalysisState, step: usize) -> Element {
    let game = analysis.game;
    let words = Memo::new(move |_| Words::of(analysis, step));
    let show = button(
        move || words.with(|words| words.title.clone()),
        move || game.send(Command::GoTo(step)),
    );
    let play = button(text::play_it_out(), move || {
        let before = game.with_match_untracked(|game_match| before(game_match, step));
        open_copy(game, &before);
        focus_board();
    });
    let play = play
        .aria_label(game.with_match_untracked(|game_match| text::play_out_of(game_match, step)));
    let turning_point = move || {
        let is_turning_point = words.with(|words| words.is_turning_point);
        is_turning_point.then(|| p().class("detail").child(text::turning_point()))
    };
    let drawback = move || {
        let drawback = words.with(|words| words.drawback.clone());
        (!drawback.is_empty()).then(|| p().child(drawback))
    };
    li().child(div().child((
        turning_point,
        show.class("advice-move"),
        drawback,
        p().child(move || words.with(|words| words.better.clone())),
        play,
    )))
}

/// Returns the match before a move, for a human against the strongest computer player.
pub(super) fn before(game_match: &Match, step: usize) -> Match {
    let mut copy = game_match.clone();
    copy.go_to(step - 1);
    let own = copy.game().position().to_move();
    let opponent = copy.rules().player_after(own.index() + 1);
    let [own, opponent] = [own, opponent].map(|player| copy.seat_index(player));
    copy.set_computer(own, None);
    copy.set_computer(opponent, Some(OPPONENT));
    copy
}
