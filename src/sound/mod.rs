//! Sound, synthesized with Web Audio, and vibration.
//!
//! Silent until the first user activation, which browsers require. If the audio context doesn't run
//! yet when an event occurs, its notes follow as soon as it does, or are dropped if that is too late.

mod cue;
mod notes;

pub(crate) use cue::{Cue, Outcome};

use crate::{
    browser,
    game::session::Session,
    storage::settings::{Setting, Settings},
};
use js_sys::{Array, Reflect};
use leptos::prelude::*;
use notes::{Note, Wave, notes, vibration};
use std::{mem::replace, time::Duration};
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, AudioContextState, GainNode, OscillatorType};

/// Plays cues.
#[derive(Clone, Copy)]
pub(crate) struct Sound(StoredValue<Synthesizer, LocalStorage>);

#[derive(Default)]
struct Synthesizer {
    /// The user has interacted with the page.
    activated: bool,
    /// Created after a user activation.
    context: Option<AudioContext>,
    /// Its creation is scheduled.
    starting: bool,
    /// The notes to play when it runs, and the time of their event in milliseconds.
    pending: Option<(Vec<Note>, u64)>,
    /// The latest cues, each with its own gain.
    voices: Vec<GainNode>,
}

/// The longest time in milliseconds by which notes are late.
const MAX_DELAY_MS: u32 = 200;

/// The maximum number of simultaneous cues; earlier ones are silenced.
const MAX_VOICES: usize = 2;

impl Sound {
    pub(crate) fn new() -> Self {
        Self(StoredValue::new_local(Synthesizer::default()))
    }

    /// Creates or resumes the audio context; to be called in handlers of user events.
    pub(crate) fn unlock(self, settings: &Settings) {
        // Not every key is a user activation.
        if !has_activation() {
            return;
        }
        self.0
            .update_value(|synthesizer| synthesizer.activated = true);
        if !settings.is_on(Setting::Sound) {
            return;
        }
        if self.0.try_update_value(Synthesizer::resume) != Some(true) {
            return;
        }
        if must_start_in_event() {
            self.start();
        } else {
            // It can take 50 ms, so the response to the event is painted first.
            request_animation_frame(move || set_timeout(move || self.start(), Duration::ZERO));
        }
    }

    /// Creates the audio context, and plays the notes that wait for it.
    fn start(self) {
        self.0.update_value(Synthesizer::start);
        let pending = self
            .0
            .try_update_value(|synthesizer| synthesizer.pending.take());
        if let Some((notes, time)) = pending.flatten() {
            self.play_notes(notes, time);
        }
    }

    /// Plays the cue of the latest event.
    pub(crate) fn play_event(self, session: &Session, settings: &Settings) {
        if let Some(cue) = Cue::of(session) {
            self.play(cue, settings);
        }
    }

    /// Plays a cue, and vibrates.
    pub(crate) fn play(self, cue: Cue, settings: &Settings) {
        let activated = self.0.with_value(|synthesizer| synthesizer.activated);
        if !activated || document().hidden() {
            return;
        }
        let animated = is_animated(settings);
        let notes = notes(cue, settings, animated);
        if !notes.is_empty() {
            self.play_notes(notes, browser::monotonic_now());
        }
        vibrate(&vibration(cue, settings, animated));
    }

    /// Plays the notes of an event at a time in milliseconds.
    fn play_notes(self, notes: Vec<Note>, time: u64) {
        let context = self.0.with_value(|synthesizer| synthesizer.context.clone());
        let Some(context) = context else {
            return self.0.update_value(|synthesizer| {
                if synthesizer.starting {
                    synthesizer.pending = Some((notes, time));
                }
            });
        };
        if context.state() == AudioContextState::Running {
            return self.schedule(&notes, time);
        }
        let Ok(resumed) = context.resume() else {
            return;
        };
        let then = move |result: Result<JsValue, JsValue>| {
            if result.is_ok() {
                self.schedule(&notes, time);
            }
        };
        browser::on_settled(resumed, Box::new(then));
    }

    /// Schedules the notes of an event, unless it was too long ago.
    fn schedule(self, notes: &[Note], time: u64) {
        let late = u32::try_from(browser::monotonic_now().saturating_sub(time));
        if let Some(late) = late.ok().filter(|late| *late <= MAX_DELAY_MS) {
            self.0.update_value(|synthesizer| {
                // The page is silent without Web Audio.
                let _ = synthesizer.play(notes, late);
            });
        }
    }

    /// Stops all sound.
    pub(crate) fn silence(self) {
        self.0.update_value(|synthesizer| synthesizer.silence(0));
    }
}

impl Synthesizer {
    /// Resumes the audio context if the browser suspended it. Returns whether it has yet to be
    /// created.
    fn resume(&mut self) -> bool {
        let Some(context) = &self.context else {
            return !replace(&mut self.starting, true);
        };
        if context.state() != AudioContextState::Running {
            // Whether that succeeded is checked before playing.
            let _ = context.resume();
        }
        false
    }

    /// Creates the audio context; without one the page is silent.
    fn start(&mut self) {
        self.starting = false;
        self.context = AudioContext::new().ok();
    }

    /// Schedules notes of an event that was this many milliseconds ago.
    fn play(&mut self, notes: &[Note], late: u32) -> Result<(), JsValue> {
        let Some(context) = self.context.clone() else {
            return Ok(());
        };
        self.silence(MAX_VOICES - 1);
        let voice = context.create_gain()?;
        voice.connect_with_audio_node(&context.destination())?;
        let now = context.current_time();
        for note in notes {
            let start = now + f64::from(note.start_ms.saturating_sub(late)) / 1000.0;
            let length = f64::from(note.length_ms) / 1000.0;
            let (oscillator, envelope) = (context.create_oscillator()?, context.create_gain()?);
            oscillator.set_type(match note.wave {
                Wave::Sine => OscillatorType::Sine,
                Wave::Triangle => OscillatorType::Triangle,
                Wave::Square => OscillatorType::Square,
            });
            oscillator.frequency().set_value(f32::from(note.frequency));
            // Abrupt edges would click.
            let level = f32::from(note.gain) / 1000.0;
            let gain = envelope.gain();
            gain.set_value_at_time(0.0, start)?;
            gain.linear_ramp_to_value_at_time(level, start + 0.008)?;
            gain.set_target_at_time(0.0, start + 0.008, length / 4.0)?;
            oscillator.connect_with_audio_node(&envelope)?;
            envelope.connect_with_audio_node(&voice)?;
            oscillator.start_with_when(start)?;
            oscillator.stop_with_when(start + length * 1.5)?;
        }
        self.voices.push(voice);
        Ok(())
    }

    /// Silences all but the latest `kept` cues.
    fn silence(&mut self, kept: usize) {
        let Some(context) = &self.context else { return };
        let old = self.voices.len().saturating_sub(kept);
        for voice in self.voices.drain(..old) {
            // It fails only for times that are not finite.
            let _ = voice
                .gain()
                .set_target_at_time(0.0, context.current_time(), 0.015);
        }
    }
}

/// Whether there was a user activation; assumed in browsers without that API, which don't warn
/// either.
fn has_activation() -> bool {
    let navigator = window().navigator();
    let activation = Reflect::get(&navigator, &"userActivation".into());
    let activated =
        activation.and_then(|activation| Reflect::get(&activation, &"hasBeenActive".into()));
    activated.map_or(true, |activated| activated != JsValue::FALSE)
}

/// Whether audio can only be started in the handler of a user event, as in Safari.
fn must_start_in_event() -> bool {
    Reflect::has(&window(), &"GestureEvent".into()) == Ok(true)
}

/// Whether moves are animated.
pub(crate) fn is_animated(settings: &Settings) -> bool {
    match settings.value(Setting::Motion) {
        "full" => true,
        "none" => false,
        _ => {
            let reduced = window().match_media("(prefers-reduced-motion: reduce)");
            !reduced.is_ok_and(|reduced| reduced.is_some_and(|reduced| reduced.matches()))
        }
    }
}

/// Whether the browser has vibration; the device may lack it.
pub(crate) fn can_vibrate() -> bool {
    Reflect::has(&window().navigator(), &"vibrate".into()) == Ok(true)
}

fn vibrate(pattern: &[u32]) {
    if pattern.is_empty() || !can_vibrate() {
        return;
    }
    let pattern: Array = pattern.iter().map(|&ms| JsValue::from(ms)).collect();
    window().navigator().vibrate_with_pattern(&pattern);
}
