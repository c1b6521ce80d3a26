//! Rules, sizes, positions, records and the like in JSON, each as its text.

use crate::rules::{Rule, Rules};
use crate::{Komi, Position, Record, RecordText, Size};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Implements `Serialize` by `Display`, and `Deserialize` by `FromStr`, for types of the crate that calls the macro.
#[macro_export]
#[doc(hidden)]
macro_rules! by_text {
    ($($type:ty,)+) => {
        $(
            impl serde::Serialize for $type {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> serde::Deserialize<'de> for $type {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                    let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                    text.parse().map_err(serde::de::Error::custom)
                }
            }
        )+
    };
}

by_text!(Rule, Rules, Size, Komi,);

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
