//! Pure: what a cue sounds and feels like. Everything is made of plain tones.

use super::cue::{Cue, Outcome};
use crate::storage::settings::{Setting, Settings};

/// A tone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Note {
    /// Start, in milliseconds from now.
    pub(super) start_ms: u32,
    /// Frequency, in hertz.
    pub(super) pitch: u16,
    /// Duration including the fade, in milliseconds.
    pub(super) length_ms: u32,
    /// Volume, in thousandths of the maximum.
    pub(super) level: u16,
    pub(super) wave: Wave,
}

/// The shape of a tone's wave: the last is the roughest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wave {
    Sine,
    Triangle,
    Square,
}

/// A row's tone: five to an octave, no two of which clash.
const ROWS: [u16; 15] = [
    262, 294, 330, 392, 440, 523, 587, 659, 784, 880, 1047, 1175, 1319, 1568, 1760,
];

/// When a piece first touches down, in milliseconds: in style/board.css it falls for
/// 175 ms and 15 for each row, and is there after 74 % of that.
fn touches_down(fallen: usize, moves: bool) -> u32 {
    if fallen == 0 || !moves {
        return 0;
    }
    (175 + 15 * fallen as u32) * 74 / 100
}

/// What is heard of a cue; `moves` if pieces are seen falling.
pub(super) fn notes(cue: Cue, settings: &Settings, moves: bool) -> Vec<Note> {
    if !settings.is_on(Setting::Sound) {
        return Vec::new();
    }
    // Ears hear steps of loudness as equal that grow.
    let volume = settings.index(Setting::Volume) as u16;
    let mut notes = Vec::new();
    let mut add = |start_ms, pitch, length_ms, level: u16, wave| {
        let level = level * volume * volume / 100;
        if level > 0 {
            notes.push(Note {
                start_ms,
                pitch,
                length_ms,
                level,
                wave,
            });
        }
    };
    let tie = |add: &mut dyn FnMut(u32, u16, u32, u16, Wave), from| {
        add(from, 440, 260, 350, Wave::Triangle);
        add(from + 200, 392, 420, 350, Wave::Triangle);
    };
    match cue {
        Cue::Placed {
            row,
            fallen,
            outcome,
        } => {
            let lands = touches_down(fallen, moves);
            if lands > 0 {
                add(0, 196, 60, 250, Wave::Triangle);
            }
            let row = row.min(ROWS.len() - 1);
            add(lands, ROWS[row], 220, 600, Wave::Sine);
            match outcome {
                Outcome::GoesOn => {}
                Outcome::Won => {
                    for (after, pitch) in (1..).zip([523, 659, 784, 1047]) {
                        add(lands + 120 * after, pitch, 360, 400, Wave::Triangle);
                    }
                }
                Outcome::Tied => tie(&mut add, lands + 150),
            }
        }
        Cue::Agreed => tie(&mut add, 0),
        Cue::Refused => {
            add(0, 147, 70, 150, Wave::Square);
            add(110, 139, 90, 150, Wave::Square);
        }
    }
    notes
}

/// What is felt of a cue: for how many milliseconds a device shakes, rests,
/// shakes, and so on.
pub(super) fn shakes(cue: Cue, settings: &Settings, moves: bool) -> Vec<u32> {
    if !settings.is_on(Setting::Vibration) {
        return Vec::new();
    }
    match cue {
        Cue::Agreed => Vec::new(),
        Cue::Placed {
            fallen, outcome, ..
        } => {
            // It can only be put off by shaking for no time first.
            let mut shakes = vec![0, touches_down(fallen, moves), 15];
            if outcome == Outcome::Won {
                shakes.extend([90, 40, 60, 40, 60, 80]);
            }
            shakes
        }
        Cue::Refused => vec![30, 50, 30],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(row: usize, fallen: usize, outcome: Outcome) -> Cue {
        Cue::Placed {
            row,
            fallen,
            outcome,
        }
    }

    fn heard(cue: Cue) -> Vec<Note> {
        notes(cue, &Settings::default(), true)
    }

    fn pitches(cue: Cue) -> Vec<u16> {
        heard(cue).iter().map(|note| note.pitch).collect()
    }

    #[test]
    fn a_landing_is_heard_when_it_is_seen_and_rises_with_the_row() {
        let landing = |row| heard(placed(row, 15 - row, Outcome::GoesOn))[1];
        for row in 1..15 {
            assert!(landing(row).pitch > landing(row - 1).pitch, "{row}");
            assert!(landing(row).start_ms < landing(row - 1).start_ms, "{row}");
        }
        // 74 % of 175 + 15 × 6 ms.
        let notes = heard(placed(0, 6, Outcome::GoesOn));
        assert_eq!((notes[0].start_ms, notes[1].start_ms), (0, 196));
        assert!(notes[0].length_ms < 100, "the drop is short");
        let css = include_str!("../../style/board.css");
        assert!(css.contains("calc(175ms + 15ms * var(--fall))"));
        assert!(css.contains("74% {"));
    }

    #[test]
    fn without_a_fall_a_piece_lands_at_once() {
        let still = notes(placed(2, 4, Outcome::GoesOn), &Settings::default(), false);
        let flat = heard(placed(2, 0, Outcome::GoesOn));
        assert_eq!(still, flat);
        assert_eq!((flat.len(), flat[0].start_ms), (1, 0));
        let felt = shakes(placed(2, 0, Outcome::GoesOn), &Settings::default(), true);
        assert_eq!(felt, [0, 0, 15]);
    }

    #[test]
    fn every_end_sounds_different_and_after_the_landing() {
        let [on, won, tied] =
            [Outcome::GoesOn, Outcome::Won, Outcome::Tied].map(|outcome| placed(3, 3, outcome));
        let all = [on, won, tied, Cue::Agreed, Cue::Refused];
        for (i, one) in all.iter().enumerate() {
            assert!(!heard(*one).is_empty());
            for other in &all[i + 1..] {
                assert_ne!(pitches(*one), pitches(*other));
            }
        }
        for ended in [won, tied] {
            let (heard, before) = (heard(ended), heard(on));
            assert_eq!(heard[..2], before[..]);
            assert!(
                heard[2..]
                    .iter()
                    .all(|note| note.start_ms > heard[1].start_ms)
            );
        }
        let won = pitches(won);
        assert!(won[2..].is_sorted(), "a win rises: {won:?}");
    }

    #[test]
    fn the_volume_counts_and_nothing_is_heard_or_felt_when_switched_off() {
        let at = |volume| {
            let settings = Settings::default().with(Setting::Volume, volume);
            let notes = notes(placed(0, 6, Outcome::Won), &settings, true);
            notes.iter().map(|note| note.level).collect::<Vec<_>>()
        };
        assert_eq!(at(0), [0; 0]);
        for volume in 2..=10 {
            let louder = at(volume).into_iter().zip(at(volume - 1));
            assert!(
                louder.into_iter().all(|(loud, soft)| loud > soft),
                "{volume}"
            );
        }
        assert!(at(10).iter().all(|level| *level <= 1000));
        let off = Settings::default()
            .with(Setting::Sound, 0)
            .with(Setting::Vibration, 0);
        for cue in [placed(0, 6, Outcome::Won), Cue::Refused] {
            assert!(notes(cue, &off, true).is_empty());
            assert!(shakes(cue, &off, true).is_empty());
            assert!(!shakes(cue, &Settings::default(), true).is_empty());
        }
    }

    #[test]
    fn a_win_and_a_refusal_are_felt_to_differ() {
        let felt = |cue| shakes(cue, &Settings::default(), true);
        assert_eq!(felt(placed(0, 6, Outcome::GoesOn)), [0, 196, 15]);
        assert!(felt(placed(0, 6, Outcome::Won)).starts_with(&[0, 196, 15]));
        assert!(felt(placed(0, 6, Outcome::Won)).len() > 3);
        assert_ne!(felt(Cue::Refused), felt(placed(0, 6, Outcome::GoesOn)));
    }
}
