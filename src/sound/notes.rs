//! Maps cues to notes and vibration patterns, without the browser.

use super::cue::{Cue, Outcome};
use crate::{
    game::view_model::Ending,
    storage::settings::{Setting, Settings},
};

/// A tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// Start, in milliseconds from now.
    pub(super) start_ms: u32,
    /// Frequency, in hertz.
    pub(super) frequency: u16,
    /// Duration including the fade, in milliseconds.
    pub(super) length_ms: u32,
    /// Gain, in thousandths of the maximum.
    pub(super) gain: u16,
    pub(super) wave: Wave,
}

/// A waveform, from soft to harsh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wave {
    Sine,
    Triangle,
    Square,
}

/// The frequency of each row in hertz: a pentatonic scale from C4, which has no dissonances.
const ROW_FREQUENCIES: [u16; 15] = [
    262, 294, 330, 392, 440, 523, 587, 659, 784, 880, 1047, 1175, 1319, 1568, 1760,
];

/// The time until a piece lands, in milliseconds.
fn landing_ms(fall: usize, animated: bool) -> u32 {
    if fall == 0 || !animated {
        return 0;
    }
    Ending { fall, marks: 0 }.landing_ms()
}

/// Rising notes of a pentatonic scale from C5, one for each marked piece; the last one repeats.
const MARK_FREQUENCIES: [u16; 9] = [523, 587, 659, 784, 880, 1047, 1175, 1319, 1568];

/// Returns the notes of a cue. `animated` delays them until the piece lands.
pub(super) fn notes(cue: Cue, settings: &Settings, animated: bool) -> Vec<Note> {
    if !settings.is_on(Setting::Sound) {
        return Vec::new();
    }
    // Squared, since loudness is perceived logarithmically.
    let volume = settings.index(Setting::Volume) as u16;
    let mut notes = Vec::new();
    let mut add = |start_ms, frequency, length_ms, gain: u16, wave| {
        let gain = gain * volume * volume / 100;
        if gain > 0 {
            notes.push(Note {
                start_ms,
                frequency,
                length_ms,
                gain,
                wave,
            });
        }
    };
    match cue {
        Cue::Placed {
            row,
            fall,
            marks,
            outcome,
        } => {
            let landing = landing_ms(fall, animated);
            if landing > 0 {
                add(0, 196, 60, 250, Wave::Triangle);
            }
            let row = row.min(ROW_FREQUENCIES.len() - 1);
            add(landing, ROW_FREQUENCIES[row], 220, 600, Wave::Sine);
            ending(&mut add, outcome, Ending { fall, marks }, animated);
        }
        Cue::Ended(outcome) => ending(&mut add, outcome, Ending::default(), animated),
        Cue::Refused => {
            add(0, 147, 70, 150, Wave::Square);
            add(110, 139, 90, 150, Wave::Square);
        }
        Cue::Solved => {
            add(0, 659, 160, 350, Wave::Triangle);
            add(110, 988, 320, 350, Wave::Triangle);
        }
        Cue::Wrong => {
            add(0, 233, 140, 300, Wave::Sine);
            add(120, 185, 260, 300, Wave::Sine);
        }
    }
    notes
}

/// Returns when the first of the winning pieces is marked.
fn marking_ms(ending: Ending, animated: bool) -> u32 {
    if animated { ending.marking_ms() } else { 150 }
}

/// Adds the notes of the end of a game: those of a win sound as the pieces are marked.
fn ending(
    add: &mut dyn FnMut(u32, u16, u32, u16, Wave),
    outcome: Outcome,
    ending: Ending,
    animated: bool,
) {
    let (from, step, marks) = (marking_ms(ending, animated), ending.step_ms(), ending.marks);
    match outcome {
        Outcome::Ongoing => {}
        Outcome::Won => {
            for (mark, at) in (0..marks).zip((from..).step_by(step as usize)) {
                let frequency = MARK_FREQUENCIES[mark.min(MARK_FREQUENCIES.len() - 1)];
                add(at, frequency, 260, 350, Wave::Triangle);
            }
            let line = from + step * marks as u32;
            for frequency in [1047, 1319, 1568] {
                add(line, frequency, 700, 220, Wave::Triangle);
            }
        }
        Outcome::Lost => {
            for (after, frequency) in (0..).zip([392, 330, 262]) {
                add(from + 180 * after, frequency, 380, 300, Wave::Sine);
            }
        }
        Outcome::Drawn => {
            add(from, 440, 260, 350, Wave::Triangle);
            add(from + 200, 392, 420, 350, Wave::Triangle);
        }
    }
}

/// Returns the vibration pattern of a cue: alternating vibrations and pauses in milliseconds.
pub(super) fn vibration(cue: Cue, settings: &Settings, animated: bool) -> Vec<u32> {
    if !settings.is_on(Setting::Vibration) {
        return Vec::new();
    }
    // Each marked piece is felt, and then the line.
    let after = |outcome, ending: Ending, landing| {
        let pause = marking_ms(ending, animated) - landing - 15;
        match outcome {
            Outcome::Won => {
                let steps = [15, ending.step_ms() - 15].repeat(ending.marks);
                [&[pause][..], &steps, &[80]].concat()
            }
            Outcome::Lost => vec![pause, 120],
            Outcome::Drawn => vec![pause, 30, 120, 30],
            Outcome::Ongoing => Vec::new(),
        }
    };
    match cue {
        Cue::Ended(outcome) => [vec![0, 0, 15], after(outcome, Ending::default(), 0)].concat(),
        Cue::Placed {
            fall,
            marks,
            outcome,
            ..
        } => {
            // An empty vibration first, to start with a pause.
            let landing = landing_ms(fall, animated);
            let ending = Ending { fall, marks };
            [vec![0, landing, 15], after(outcome, ending, landing)].concat()
        }
        Cue::Refused => vec![30, 50, 30],
        Cue::Solved => vec![20, 40, 40],
        Cue::Wrong => vec![60],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(row: usize, fall: usize, outcome: Outcome) -> Cue {
        let marks = match outcome {
            Outcome::Won | Outcome::Lost => 4,
            Outcome::Ongoing | Outcome::Drawn => 0,
        };
        Cue::Placed {
            row,
            fall,
            marks,
            outcome,
        }
    }

    fn notes_of(cue: Cue) -> Vec<Note> {
        notes(cue, &Settings::default(), true)
    }

    fn frequencies(cue: Cue) -> Vec<u16> {
        notes_of(cue).iter().map(|note| note.frequency).collect()
    }

    #[test]
    fn landing_note_is_in_time_and_rises_with_the_row() {
        let landing = |row| notes_of(placed(row, 15 - row, Outcome::Ongoing))[1];
        for row in 1..15 {
            assert!(landing(row).frequency > landing(row - 1).frequency, "{row}");
            assert!(landing(row).start_ms < landing(row - 1).start_ms, "{row}");
        }
        // 74 % of 175 + 15 × 6 ms.
        let notes = notes_of(placed(0, 6, Outcome::Ongoing));
        assert_eq!((notes[0].start_ms, notes[1].start_ms), (0, 196));
        assert!(notes[0].length_ms < 100, "the note of the drop is short");
        let css = include_str!("../../style/board.css");
        assert!(css.contains("calc(175ms + 15ms * var(--fall))"));
        assert!(css.contains("74% {"));
    }

    #[test]
    fn landing_is_immediate_without_animation_or_gravity() {
        let unanimated = notes(placed(2, 4, Outcome::Ongoing), &Settings::default(), false);
        let flat = notes_of(placed(2, 0, Outcome::Ongoing));
        assert_eq!(unanimated, flat);
        assert_eq!((flat.len(), flat[0].start_ms), (1, 0));
        let vibration = vibration(placed(2, 0, Outcome::Ongoing), &Settings::default(), true);
        assert_eq!(vibration, [0, 0, 15]);
    }

    #[test]
    fn outcomes_differ_and_sound_after_the_landing() {
        let [ongoing, won, lost, drawn] = [
            Outcome::Ongoing,
            Outcome::Won,
            Outcome::Lost,
            Outcome::Drawn,
        ]
        .map(|outcome| placed(3, 3, outcome));
        let agreed = Cue::Ended(Outcome::Drawn);
        let others = [agreed, Cue::Refused, Cue::Solved, Cue::Wrong];
        let all = [&[ongoing, won, lost, drawn][..], &others].concat();
        for (i, one) in all.iter().enumerate() {
            assert!(!notes_of(*one).is_empty());
            for other in &all[i + 1..] {
                assert_ne!(frequencies(*one), frequencies(*other));
            }
        }
        for ended in [won, lost, drawn] {
            let notes = notes_of(ended);
            assert_eq!(notes[..2], notes_of(ongoing)[..]);
            let landing = notes[1].start_ms;
            assert!(notes[2..].iter().all(|note| note.start_ms > landing));
        }
        let won = frequencies(won);
        assert!(won[2..].is_sorted(), "a win rises: {won:?}");
        let lost = frequencies(lost);
        assert!(
            lost[2..].is_sorted_by(|a, b| a > b),
            "a loss falls: {lost:?}"
        );
    }

    #[test]
    fn a_note_sounds_as_each_piece_of_a_line_is_marked() {
        let css = include_str!("../../style/board.css");
        assert!(css.contains("--landing: calc((175ms + 15ms * var(--last-fall)) * 0.74)"));
        assert!(css.contains("--marking: calc(var(--landing) + 150ms)"));
        assert!(css.contains("--step: min(110ms, 480ms / max(var(--marks), 1))"));
        assert!(css.contains("--marked: calc(var(--marking) + var(--step) * var(--marks))"));
        for (marks, step) in [(3, 110), (4, 110), (7, 68), (15, 32)] {
            let cue = Cue::Placed {
                row: 3,
                fall: 3,
                marks,
                outcome: Outcome::Won,
            };
            let notes = notes_of(cue);
            let (landing, marked) = (notes[1].start_ms, &notes[2..2 + marks]);
            for (index, note) in marked.iter().enumerate() {
                assert_eq!(note.start_ms, landing + 150 + step * index as u32);
            }
            let line = landing + 150 + step * marks as u32;
            assert!(notes[2 + marks..].iter().all(|note| note.start_ms == line));
            let felt = vibration(cue, &Settings::default(), true);
            // With the landing and the line; every other number is a pause.
            assert_eq!(felt.len(), 3 + 1 + 2 * marks + 1);
            let until_line: u32 = felt[..felt.len() - 1].iter().sum();
            assert_eq!(until_line, line);
        }
    }

    #[test]
    fn volume_scales_gain_and_settings_disable_sound_and_vibration() {
        let at = |volume| {
            let settings = Settings::default().with(Setting::Volume, volume);
            let notes = notes(placed(0, 6, Outcome::Won), &settings, true);
            notes.iter().map(|note| note.gain).collect::<Vec<_>>()
        };
        assert_eq!(at(0), [0; 0]);
        for volume in 2..=10 {
            let louder = at(volume).into_iter().zip(at(volume - 1));
            assert!(
                louder.into_iter().all(|(loud, soft)| loud > soft),
                "{volume}"
            );
        }
        assert!(at(10).iter().all(|gain| *gain <= 1000));
        let off = Settings::default()
            .with(Setting::Sound, 0)
            .with(Setting::Vibration, 0);
        for cue in [placed(0, 6, Outcome::Won), Cue::Refused] {
            assert!(notes(cue, &off, true).is_empty());
            assert!(vibration(cue, &off, true).is_empty());
            assert!(!vibration(cue, &Settings::default(), true).is_empty());
        }
    }

    #[test]
    fn vibration_differs_between_moves_wins_and_refusals() {
        let vibration_of = |cue| vibration(cue, &Settings::default(), true);
        assert_eq!(vibration_of(placed(0, 6, Outcome::Ongoing)), [0, 196, 15]);
        assert!(vibration_of(placed(0, 6, Outcome::Won)).starts_with(&[0, 196, 15]));
        assert!(vibration_of(placed(0, 6, Outcome::Won)).len() > 3);
        assert_ne!(
            vibration_of(placed(0, 6, Outcome::Lost)),
            vibration_of(placed(0, 6, Outcome::Won))
        );
        assert_ne!(
            vibration_of(Cue::Refused),
            vibration_of(placed(0, 6, Outcome::Ongoing))
        );
    }
}
