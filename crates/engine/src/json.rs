//! Events, forms, checks and the like in JSON, each as its text.

use crate::ProtocolOutcome;
use crate::check::Check;
use crate::referee::{Event, Events, Form};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use superko_game::by_text;

by_text!(Event, Form, Check, ProtocolOutcome,);

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
