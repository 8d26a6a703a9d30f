//! Serialization as text: `"D3"`, and the position string. Rules are a struct, see
//! [`RulesConfig`](crate::RulesConfig).

use crate::{Cell, Column, Player, Position};
use alloc::string::String;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

macro_rules! text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?
                    .parse()
                    .map_err(D::Error::custom)
            }
        }
    )*};
}
text!(Cell, Column, Player, Position);
