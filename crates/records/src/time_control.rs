//! Time controls.

use four_shapes_rules::ParseError;
use std::{fmt, num::NonZeroU16, str::FromStr};

/// How long the human players of a two-player game may think. The clock of a computer player does
/// not run.
///
/// A player's first move is not timed and adds no increment. As text, seconds: `300+2` is five minutes and two
/// seconds for each move, `30/move` is 30 seconds for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeControl {
    /// Time for the whole game, a Fischer clock.
    Game {
        /// The time at the start, in seconds.
        initial: NonZeroU16,
        /// The time added after each move, in seconds.
        increment: u8,
    },
    /// Time for each move, in seconds. The rest is lost.
    Move(NonZeroU16),
}

impl TimeControl {
    /// Returns the time in milliseconds that is left to a player who has used these times for
    /// their timed moves, in milliseconds.
    ///
    /// ```
    /// use four_shapes_records::TimeControl;
    ///
    /// let clock: TimeControl = "300+2".parse()?;
    /// assert_eq!(clock.remaining([10_000, 5_000].into_iter()), 289_000);
    /// # Ok::<_, four_shapes_rules::ParseError>(())
    /// ```
    pub fn remaining(self, used: impl Iterator<Item = u32>) -> u32 {
        match self {
            Self::Game { initial, increment } => used
                .fold(u32::from(initial.get()) * 1000, |left, used| {
                    left.saturating_sub(used) + u32::from(increment) * 1000
                }),
            Self::Move(limit) => u32::from(limit.get()) * 1000,
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { initial, increment } => write!(f, "{initial}+{increment}"),
            Self::Move(limit) => write!(f, "{limit}/move"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let control = match (text.strip_suffix("/move"), text.split_once('+')) {
            (Some(limit), _) => limit.parse().ok().map(Self::Move),
            (None, Some((initial, increment))) => initial
                .parse()
                .and_then(|initial| Ok((initial, increment.parse()?)))
                .ok()
                .map(|(initial, increment)| Self::Game { initial, increment }),
            (None, None) => None,
        };
        // Each time control has exactly one valid text.
        control
            .filter(|control| control.to_string() == text)
            .ok_or(ParseError {
                expected: "a time control in seconds, such as 300+2 or 30/move",
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_time_control_has_one_text() {
        for text in ["60+0", "300+2", "65535+255", "30/move", "1/move"] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
        }
        for text in [
            "", "60", "+", "0+5", "60+", "060+0", "60+256", "65536+0", "60+-1", "60++1", " 60+0",
            "0/move", "/move", "+5/move", "05/move", "5/Move", "5+5/move",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn increments_are_added_after_each_move() {
        let fischer: TimeControl = "60+2".parse().unwrap();
        assert_eq!(fischer.remaining([].into_iter()), 60_000);
        assert_eq!(fischer.remaining([1_500, 20_000].into_iter()), 42_500);
        // A move that took too long leaves the increment.
        assert_eq!(fischer.remaining([61_000].into_iter()), 2_000);
        let per_move: TimeControl = "5/move".parse().unwrap();
        assert_eq!(per_move.remaining([4_999, 3].into_iter()), 5_000);
    }
}
