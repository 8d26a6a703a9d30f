//! Shards: parts of a command's work that several processes or machines do.

use std::{error::Error, fmt, str::FromStr};

/// One of `count` parts of numbered tasks, written `2/4`.
///
/// Tasks are dealt to the shards in turn, so that the shards take about equally long even if
/// tasks become harder with their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 to `count`.
    number: u32,
    /// From 1 to [`Shard::MAX_COUNT`].
    count: u32,
}

impl Shard {
    /// The only shard.
    pub const WHOLE: Self = Self {
        number: 1,
        count: 1,
    };
    /// The maximum number of shards.
    pub const MAX_COUNT: u32 = 100_000;

    /// Returns the number of the shard, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of shards.
    pub fn count(self) -> u32 {
        self.count
    }

    /// Returns whether the task with this number, from 0, belongs to the shard.
    pub fn contains(self, task: u64) -> bool {
        task % u64::from(self.count) == u64::from(self.number - 1)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let number = |text: &str| {
            let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| is_plain)
        };
        let (first, second) = text.split_once('/').ok_or(ShardError)?;
        match (number(first), number(second)) {
            (Some(number @ 1..), Some(count @ ..=Self::MAX_COUNT)) if number <= count => {
                Ok(Self { number, count })
            }
            _ => Err(ShardError),
        }
    }
}

/// The error of a text that is not a [`Shard`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardError;

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "must be K/N, with N from 1 to {} and K from 1 to N",
            Shard::MAX_COUNT
        )
    }
}

impl Error for ShardError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_belongs_to_one_shard() {
        for count in 1..=7 {
            let shards = (1..=count).map(|number| Shard { number, count });
            let shards: Vec<Shard> = shards.collect();
            for task in 0..100 {
                let owners = shards.iter().filter(|shard| shard.contains(task));
                assert_eq!(owners.count(), 1, "task {task} of {count} shards");
            }
            for shard in shards {
                let tasks = (0..100).filter(|&task| shard.contains(task)).count() as u32;
                assert!((100 / count..=100_u32.div_ceil(count)).contains(&tasks));
            }
        }
    }

    #[test]
    fn shards_round_trip_and_others_are_refused() {
        for text in ["1/1", "1/4", "2/4", "4/4", "100000/100000"] {
            let shard: Shard = text.parse().unwrap();
            assert_eq!(shard.to_string(), text);
        }
        for text in [
            "",
            "1",
            "/",
            "1/",
            "/4",
            "0/4",
            "5/4",
            "0/0",
            "1/0",
            "-1/4",
            "+1/4",
            "1/+4",
            " 1/4",
            "1/4/4",
            "1/2/3",
            "1/100001",
            "1/4294967297",
            "1.0/4",
            "a/b",
        ] {
            assert_eq!(text.parse::<Shard>(), Err(ShardError), "{text}");
        }
    }
}
