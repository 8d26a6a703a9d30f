//! Formats, and what was read from a pasted text.

use super::{details, list, one_based, position_status};
use crate::msg;
use four_shapes_records::{
    Match,
    export::Format,
    import::{Choice, Edge, Line, Note, Reading},
};

/// A format in which a position is copied.
pub(crate) fn format_name(format: Format) -> &'static str {
    match format {
        Format::Moves => msg::format_moves(),
        Format::Position => msg::format_position(),
        Format::Picture => msg::format_picture(),
        Format::Emoji => msg::format_emoji(),
        Format::Svg => msg::format_svg(),
    }
}

/// What distinguishes a reading of an ambiguous text.
pub(crate) fn choice(reading: &Reading) -> String {
    let Some(choice) = reading.choice else {
        return String::new();
    };
    match choice {
        Choice::FirstColumn(first) => msg::choice_first_column(first.into()),
        Choice::FirstRow(Edge::Top) => msg::choice_first_row_top().to_owned(),
        Choice::FirstRow(Edge::Bottom) => msg::choice_first_row_bottom().to_owned(),
        Choice::ToMove(player) => {
            let seat = reading.game_match.setup().seat(player);
            msg::choice_to_move(seat.name.as_str())
        }
        Choice::Score(true) => msg::choice_score().to_owned(),
        Choice::Bitboards(true) => msg::choice_bitboards().to_owned(),
        Choice::Score(false) | Choice::Bitboards(false) => msg::choice_columns().to_owned(),
        Choice::Empty(sign) => msg::choice_empty(&sign.to_string()),
        Choice::Rules(rules) => super::rules_of(rules),
        // Such as a choice that was added to the crate.
        other => other.to_string(),
    }
}

/// What was ignored or assumed; `None` if nothing was.
pub(crate) fn import_notes<'a>(notes: impl IntoIterator<Item = &'a Note>) -> Option<String> {
    let sentences: Vec<String> = notes.into_iter().map(note).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn note(note: &Note) -> String {
    match note {
        Note::Score { moves, score } => msg::note_score(*moves as u64, &score.to_string()),
        Note::Result(result) => msg::note_result(result),
        Note::Times => msg::note_times().to_owned(),
        Note::MoveNumbers => msg::note_move_numbers().to_owned(),
        Note::Comments => msg::note_comments().to_owned(),
        Note::Lines(count) => msg::note_lines(*count as u64),
        Note::GameNumber(number) => msg::note_game_number(number),
        Note::CountedFromZero => msg::note_counted_from_zero().to_owned(),
        Note::RowsFromBelow => msg::note_rows_from_below().to_owned(),
        Note::Signs(signs) => {
            let signs = signs
                .iter()
                .map(|&(sign, player)| msg::note_sign(&sign.to_string(), one_based(player)));
            msg::note_signs(&list(signs))
        }
        Note::AfterEnd { kept, dropped } => msg::note_after_end(*kept as u64, *dropped as u64),
        Note::UnknownFields(names) => super::unknown_link_fields(names),
        other => other.to_string(),
    }
}

/// A line of a list: its number, and the position or what is wrong.
pub(crate) fn described_line(line: &Line) -> [String; 2] {
    let detail = match &line.readings {
        Ok(readings) => {
            let first = readings.first().map(|reading| {
                // The notes of several are shown when one is chosen.
                let only = (readings.len() == 1).then_some(&reading.notes);
                let notes = import_notes(only.into_iter().flatten());
                details([position_of(&reading.game_match)].into_iter().chain(notes))
            });
            first.unwrap_or_default()
        }
        Err(error) => super::import_error(error),
    };
    [msg::list_line(line.number as u64), detail]
}

/// The number of pieces, and the state of the game: `5 pieces · Blue to move`.
fn position_of(game_match: &Match) -> String {
    let pieces = msg::list_pieces(game_match.game().position().piece_count() as u64);
    details([pieces, position_status(game_match)])
}
