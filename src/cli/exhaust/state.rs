//! The counts of a run, as they are kept in a file.

use super::title;
use crate::cli::Failure;
use serde_json::{Value, json};
use std::path::Path;
use superko::Size;
use superko::exhaust::{Against, Census, Ground, MOST_POINTS};

/// How far a run is, as it is kept in a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) ground: Ground,
    pub(super) next: u64,
    pub(super) census: Census,
}

impl State {
    pub(super) fn begin(ground: Ground, path: Option<&Path>) -> Result<State, Failure> {
        let fresh = State { ground, next: ground.colorings().start, census: Census::default() };
        match path {
            Some(path) if path.exists() => {
                let state = State::read(path)?;
                if state.ground != ground {
                    let (path, of) = (path.display(), title(state.ground));
                    let message = format!("{path} is of another run: {of}; name another file");
                    return Err(Failure::usage(message));
                }
                Ok(state)
            }
            Some(path) => fresh.write(Some(path)).map(|()| fresh),
            None => Ok(fresh),
        }
    }

    pub(super) fn write(&self, path: Option<&Path>) -> Result<(), Failure> {
        let Some(path) = path else { return Ok(()) };
        let Ground { size, symmetry, shard, against } = self.ground;
        let Census {
            colorings,
            positions,
            plays,
            edges,
            captures,
            lone_suicides,
            several_suicides,
        } = self.census;
        let object = json!({
            "size": size.to_string(), "symmetry": symmetry, "shard": format!("{}/{}", shard.0, shard.1),
            "against": against.to_string(),
            "next": self.next, "done": self.next == self.ground.colorings().end,
            "colorings": colorings, "positions": positions, "plays": plays, "edges": edges,
            "captures": captures, "lone_suicides": lone_suicides, "several_suicides": several_suicides,
        });
        // Renamed when it is whole, so that no crash leaves half a file.
        let mut half = path.as_os_str().to_owned();
        half.push(".part");
        std::fs::write(&half, format!("{object:#}\n"))
            .and_then(|()| std::fs::rename(&half, path))
            .map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))
    }

    pub(super) fn read(path: &Path) -> Result<State, Failure> {
        let wrong = |what: &str| {
            Failure::usage(format!("{} is no file of `superko exhaust`: {what}", path.display()))
        };
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?;
        let object: Value =
            serde_json::from_str(&text).map_err(|error| wrong(&error.to_string()))?;
        let number = |field: &str| {
            object[field].as_u64().ok_or_else(|| wrong(&format!("no number in `{field}`")))
        };
        let text = |field: &str| {
            object[field].as_str().ok_or_else(|| wrong(&format!("no text in `{field}`")))
        };
        let size: Size = text("size")?.parse().map_err(|_| wrong("no size in `size`"))?;
        if size.point_count() > MOST_POINTS {
            return Err(wrong("its board is too large"));
        }
        let symmetry =
            object["symmetry"].as_bool().ok_or_else(|| wrong("no truth in `symmetry`"))?;
        let shard = shard(text("shard")?).map_err(|error| wrong(&error))?;
        // Before there was a choice, it was not written down.
        let against = match &object["against"] {
            Value::Null => Ok(Against::Reference),
            _ => text("against")?.parse(),
        };
        let against = against.map_err(|error: String| wrong(&error))?;
        let ground = Ground { size, symmetry, shard, against };
        let census = Census {
            colorings: number("colorings")?,
            positions: number("positions")?,
            plays: number("plays")?,
            edges: number("edges")?,
            captures: number("captures")?,
            lone_suicides: number("lone_suicides")?,
            several_suicides: number("several_suicides")?,
        };
        let state = State { ground, next: number("next")?, census };
        let range = ground.colorings();
        let gone_through = state.next.checked_sub(range.start) == Some(census.colorings);
        // A play that changes nothing is the suicide of a lone stone.
        let adds_up = census.edges.checked_add(census.lone_suicides) == Some(census.plays);
        match gone_through && adds_up && state.next <= range.end {
            true => Ok(state),
            false => Err(wrong("its numbers do not fit together")),
        }
    }
}

/// Reads a part such as `3/64`.
pub(super) fn shard(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("`{text}` is no part: write which of how many, as in 3/64");
    let (part, parts) = text.split_once('/').ok_or_else(wrong)?;
    let (part, parts) = (part.parse().map_err(|_| wrong())?, parts.parse().map_err(|_| wrong())?);
    if (1..=parts).contains(&part) && parts <= 1 << 20 { Ok((part, parts)) } else { Err(wrong()) }
}
