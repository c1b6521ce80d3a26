//! Rules, events, forms, sizes, positions, records and the like in JSON, each as its text.

use super::{Capacity, Exactness, Unmet};
use crate::check::Check;
use crate::diagnosis::Unseen;
use crate::engine::ProtocolOutcome;
use crate::game::{Komi, Position, Record, RecordText, Size};
use crate::referee::{Event, Events, Form};
use crate::rules::{Rule, Rules};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Types that are written by `Display` and read by `FromStr`.
macro_rules! by_text {
    ($($type:ty,)+) => {
        $(
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $type {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
                }
            }
        )+
    };
}

by_text!(
    Rule,
    Rules,
    Event,
    Form,
    Check,
    Size,
    Komi,
    Unseen,
    ProtocolOutcome,
    Exactness,
    Capacity,
    Unmet,
);

impl Serialize for Events {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Events {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Events, D::Error> {
        Ok(Vec::<Event>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// Writes the text of [`RecordText`].
impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Record {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record, D::Error> {
        let text: RecordText =
            String::deserialize(deserializer)?.parse().map_err(D::Error::custom)?;
        Ok(text.record)
    }
}

/// Writes the rows of the diagram, the top row first.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.to_string().lines().map(|row| row.replace(' ', "")))
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let rows = Vec::<String>::deserialize(deserializer)?;
        rows.join("\n").parse().map_err(D::Error::custom)
    }
}
