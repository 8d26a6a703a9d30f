//! What is heard and felt: tones that the browser makes itself, and short shakes.
//!
//! Nothing before the person has done something, which browsers ask for as well; and
//! nothing late: all of a happening is arranged in the task in which it happens, and if
//! there is no sound then, it is let go.

mod cue;
mod notes;

pub(crate) use cue::{Cue, Outcome};

use crate::{
    game::session::Session,
    storage::settings::{Setting, Settings},
};
use js_sys::{Array, Reflect};
use leptos::prelude::*;
use notes::{Note, Wave, notes, shakes};
use std::{mem::replace, time::Duration};
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, AudioContextState, GainNode, OscillatorType};

/// Makes sounds.
#[derive(Clone, Copy)]
pub(crate) struct Sound(StoredValue<Player, LocalStorage>);

#[derive(Default)]
struct Player {
    /// The person has done something since there is anything to be heard.
    acted: bool,
    /// Made after something that the person does.
    context: Option<AudioContext>,
    /// It will be made in a moment.
    begins: bool,
    /// The latest happenings, each with a switch of its own.
    groups: Vec<GainNode>,
}

/// So many happenings sound at the same time; of more, the earliest fall silent.
const AT_ONCE: usize = 2;

impl Sound {
    pub(crate) fn new() -> Self {
        Self(StoredValue::new_local(Player::default()))
    }

    /// Gets ready, in answer to something that the person does.
    pub(crate) fn wake(self, settings: &Settings) {
        // Not every key counts for browsers.
        if !has_acted() {
            return;
        }
        self.0.update_value(|player| player.acted = true);
        if !settings.is_on(Setting::Sound) {
            return;
        }
        if self.0.try_update_value(Player::wake) == Some(true) {
            // It can take 50 ms: what the person has done is seen before.
            let begin = move || self.0.update_value(Player::begin);
            request_animation_frame(move || set_timeout(begin, Duration::ZERO));
        }
    }

    /// Lets what the latest command has done be heard and felt.
    pub(crate) fn hear(self, session: &Session, settings: &Settings) {
        if let Some(cue) = Cue::of(session) {
            self.play(cue, settings);
        }
    }

    /// Plays a cue, and vibrates.
    pub(crate) fn play(self, cue: Cue, settings: &Settings) {
        let acted = self.0.with_value(|player| player.acted);
        if !acted || document().hidden() {
            return;
        }
        let moves = moves(settings);
        let notes = notes(cue, settings, moves);
        self.0.update_value(|player| {
            let _ = player.play(&notes);
        });
        shake(&shakes(cue, settings, moves));
    }

    /// Falls silent.
    pub(crate) fn hush(self) {
        self.0.update_value(|player| player.hush(0));
    }
}

impl Player {
    /// Goes on if the browser has stopped it; whether it has yet to begin.
    fn wake(&mut self) -> bool {
        let Some(context) = &self.context else {
            return !replace(&mut self.begins, true);
        };
        if context.state() != AudioContextState::Running {
            // What comes of it is seen when something is to be heard.
            let _ = context.resume();
        }
        false
    }

    /// Without sound there is the game.
    fn begin(&mut self) {
        self.begins = false;
        self.context = AudioContext::new().ok();
    }

    fn play(&mut self, notes: &[Note]) -> Result<(), JsValue> {
        let ready = |context: &&AudioContext| context.state() == AudioContextState::Running;
        let Some(context) = self.context.clone().filter(|context| ready(&context)) else {
            return Ok(());
        };
        if notes.is_empty() {
            return Ok(());
        }
        self.hush(AT_ONCE - 1);
        let group = context.create_gain()?;
        group.connect_with_audio_node(&context.destination())?;
        let now = context.current_time();
        for note in notes {
            let start = now + f64::from(note.start_ms) / 1000.0;
            let length = f64::from(note.length_ms) / 1000.0;
            let (tone, swell) = (context.create_oscillator()?, context.create_gain()?);
            tone.set_type(match note.wave {
                Wave::Sine => OscillatorType::Sine,
                Wave::Triangle => OscillatorType::Triangle,
                Wave::Square => OscillatorType::Square,
            });
            tone.frequency().set_value(f32::from(note.pitch));
            // Soft edges, or they would click.
            let level = f32::from(note.level) / 1000.0;
            let gain = swell.gain();
            gain.set_value_at_time(0.0, start)?;
            gain.linear_ramp_to_value_at_time(level, start + 0.008)?;
            gain.set_target_at_time(0.0, start + 0.008, length / 4.0)?;
            tone.connect_with_audio_node(&swell)?;
            swell.connect_with_audio_node(&group)?;
            tone.start_with_when(start)?;
            tone.stop_with_when(start + length * 1.5)?;
        }
        self.groups.push(group);
        Ok(())
    }

    /// Silences all but so many of the latest happenings.
    fn hush(&mut self, but: usize) {
        let Some(context) = &self.context else { return };
        let old = self.groups.len().saturating_sub(but);
        for group in self.groups.drain(..old) {
            // It fails for times that are no numbers.
            let _ = group
                .gain()
                .set_target_at_time(0.0, context.current_time(), 0.015);
        }
    }
}

/// Whether the person has done anything on the page, as the browser sees it. Browsers
/// that don't say so don't complain either.
fn has_acted() -> bool {
    let navigator = window().navigator();
    let activation = Reflect::get(&navigator, &"userActivation".into());
    let acted =
        activation.and_then(|activation| Reflect::get(&activation, &"hasBeenActive".into()));
    acted.map_or(true, |acted| acted != JsValue::FALSE)
}

/// Whether pieces are seen falling.
fn moves(settings: &Settings) -> bool {
    match settings.value(Setting::Motion) {
        "full" => true,
        "none" => false,
        _ => {
            let still = window().match_media("(prefers-reduced-motion: reduce)");
            !still.is_ok_and(|still| still.is_some_and(|still| still.matches()))
        }
    }
}

fn can_shake() -> bool {
    Reflect::has(&window().navigator(), &"vibrate".into()) == Ok(true)
}

fn shake(shakes: &[u32]) {
    if shakes.is_empty() || !can_shake() {
        return;
    }
    let pattern: Array = shakes.iter().map(|&ms| JsValue::from(ms)).collect();
    window().navigator().vibrate_with_pattern(&pattern);
}
