//! The review of the game on the board: accuracy, and advice on errors.

use super::state::AnalysisState;
use crate::{
    board::focus_board,
    components::{
        button::button,
        html::{Child, Element, div, h2, li, ol, p, section},
    },
    game::session::Command,
    library::open_copy,
    text,
    workers::StepAdvice,
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
    let items = move || {
        let advice = analysis.review.with(|review| review.advice.clone());
        // The turning point comes first.
        let items = advice
            .into_iter()
            .rev()
            .map(|advice| item(analysis, &advice));
        items.collect::<Vec<_>>()
    };
    section().class("review").aria_label(text::review()).child((
        h2().child(text::review()),
        ol().class("advice").child(items),
        p().child(summary),
    ))
}

/// The advice on an error, with buttons to show the position and to play it out.
fn item(analysis: AnalysisState, advice: &StepAdvice) -> Element {
    let game = analysis.game;
    let step = advice.step;
    let judgement = analysis.review.with_untracked(|review| {
        let judgement = review.judgements.get(step.checked_sub(1)?)?;
        *judgement
    });
    let best = analysis
        .graph
        .with_untracked(|graph| graph.get(step.checked_sub(1)?)?.clone());
    let (title, drawback, better) = game.with_match_untracked(|game_match| {
        (
            text::advice_title(game_match, step, judgement),
            text::drawback(game_match, advice),
            text::better_move_of(game_match, advice, best.as_ref()),
        )
    });
    let is_turning_point = analysis
        .review
        .with_untracked(|review| review.turning_point == Some(step));
    let show = button(title, move || game.send(Command::GoTo(step))).class("advice-move");
    let play = button(text::play_it_out(), move || {
        open_copy(
            game,
            &game.with_match_untracked(|game_match| before(game_match, step)),
        );
        focus_board();
    });
    let play = play
        .aria_label(game.with_match_untracked(|game_match| text::play_out_of(game_match, step)));
    li().child(div().child((
        is_turning_point.then(|| p().class("detail").child(text::turning_point())),
        show,
        (!drawback.is_empty()).then(|| p().child(drawback)),
        p().child(better),
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
