//! Choosing the next game's board.

use super::dialog::Opener;
use crate::{
    board::focus_board,
    live::live,
    session::{Command, rules_for},
    text,
    ui::{El, button, dynamic, html, nothing},
};
use four_shapes_engine::{Rules, Status};
use leptos::prelude::*;

/// A board as it is typed.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    columns: String,
    rows: String,
    /// Typed rather than one of the presets.
    own: bool,
}

impl Choice {
    fn of(columns: u32, rows: u32) -> Self {
        let is_preset = |&(_, c, r): &(&str, u32, u32)| (c, r) == (columns, rows);
        Self {
            columns: columns.to_string(),
            rows: rows.to_string(),
            own: !text::PRESETS.iter().any(is_preset),
        }
    }

    fn is(&self, columns: u32, rows: u32) -> bool {
        !self.own && self.columns == columns.to_string() && self.rows == rows.to_string()
    }

    /// The rules for this board, or what is wrong with it.
    fn rules(&self) -> Result<Rules, String> {
        let number = |typed: &str| typed.trim().parse::<u32>();
        let (Ok(columns), Ok(rows)) = (number(&self.columns), number(&self.rows)) else {
            return Err(text::NOT_A_NUMBER.to_owned());
        };
        rules_for(columns, rows).map_err(text::rules_error)
    }
}

/// What is in the new-game dialog.
pub(crate) fn new_game(opener: Opener) -> AnyView {
    let session = live();
    let now = session.peek(|session| session.game().rules().spec());
    let choice = RwSignal::new(Choice::of(now.columns, now.rows));
    let rules = move || choice.with(Choice::rules);
    let wrong = move || rules().is_err();
    let start = move |event: web_sys::Event| {
        event.prevent_default();
        if let Ok(rules) = choice.with_untracked(Choice::rules) {
            opener.close();
            session.send(Command::Start(rules));
            focus_board();
        }
    };
    let says = html("p")
        .attr("aria-live", "polite")
        .attr_with("class", move || wrong().then(|| "error".to_owned()))
        .text_with(move || rules().map_or_else(|error| error, text::goal));
    let given_up = session.peek(|session| {
        let game = session.game();
        let goes_on = matches!(game.status(), Status::ToMove(_));
        Some(game.steps().len()).filter(|&moves| goes_on && moves > 0)
    });
    let warning = given_up.map(|moves| html("p").class("warning").text(text::gives_up(moves)));
    let start_button = html("button")
        .class("primary")
        .attr_with("aria-disabled", move || wrong().then(|| "true".to_owned()))
        .text(text::START);
    let buttons = html("p")
        .class("buttons")
        .child(start_button)
        .child(button(text::CANCEL, move || opener.close()));
    html("form")
        .on("submit", start)
        .child(boards(choice))
        .child(says)
        .children(warning)
        .child(buttons)
        .view()
}

/// The presets and a size of one's own.
fn boards(choice: RwSignal<Choice>) -> El {
    let radio = move |label: String, preset: Option<(u32, u32)>| {
        let chosen = move || {
            choice.with(|choice| match preset {
                Some((columns, rows)) => choice.is(columns, rows),
                None => choice.own,
            })
        };
        let choose = move |_| match preset {
            Some((columns, rows)) => choice.set(Choice::of(columns, rows)),
            None => choice.update(|choice| choice.own = true),
        };
        let input = html("input")
            .attr("type", "radio")
            .attr("name", "board")
            .prop_with("checked", chosen)
            .on("change", choose);
        html("label").class("choice").child(input).text(label)
    };
    let preset =
        |(name, columns, rows)| radio(text::preset(name, columns, rows), Some((columns, rows)));
    let own = Memo::new(move |_| choice.with(|choice| choice.own));
    let numbers = move || {
        if !own.get() {
            return nothing();
        }
        html("div")
            .class("numbers")
            .child(side(choice, text::COLUMNS, |choice| &mut choice.columns))
            .child(side(choice, text::ROWS, |choice| &mut choice.rows))
            .view()
    };
    html("fieldset")
        .child(html("legend").text(text::BOARD_SIZE))
        .children(text::PRESETS.map(preset))
        .child(radio(text::OWN_SIZE.to_owned(), None))
        .child(dynamic(numbers))
}

/// One side of a board, typed.
fn side(choice: RwSignal<Choice>, label: &'static str, side: fn(&mut Choice) -> &mut String) -> El {
    let now = choice.with_untracked(|choice| side(&mut choice.clone()).clone());
    let typed = move |event: web_sys::Event| {
        let typed = event_target_value(&event);
        choice.update(|choice| *side(choice) = typed);
    };
    let input = html("input")
        .attr("type", "number")
        .attr("min", Rules::MIN_SIDE.to_string())
        .attr("max", Rules::MAX_SIDE.to_string())
        .attr_with("aria-invalid", move || {
            choice.with(Choice::rules).err().map(|_| "true".to_owned())
        })
        .attr("value", now)
        .on("input", typed);
    html("label").text(label).child(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(columns: &str, rows: &str) -> Result<Rules, String> {
        let choice = Choice {
            columns: columns.to_owned(),
            rows: rows.to_owned(),
            own: true,
        };
        choice.rules()
    }

    #[test]
    fn every_size_in_range_can_be_had() {
        for columns in 3..=15 {
            for rows in 3..=15 {
                let choice = Choice::of(columns, rows);
                let rules = choice.rules().unwrap().spec();
                assert_eq!((rules.columns, rules.rows), (columns, rows));
                assert_eq!(rules.connect, 4.min(columns.max(rows)));
            }
        }
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        assert_eq!(
            typed("2", "6").unwrap_err(),
            "Columns: 2 is too few, at least 3."
        );
        assert_eq!(
            typed("7", "16").unwrap_err(),
            "Rows: 16 is too many, at most 15."
        );
        assert_eq!(
            typed("0", "0").unwrap_err(),
            "Columns: 0 is too few, at least 3."
        );
        for wrong in ["", "x", "-1", "1.5", "99999999999"] {
            assert_eq!(typed("7", wrong).unwrap_err(), text::NOT_A_NUMBER);
        }
    }
}
