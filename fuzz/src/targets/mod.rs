//! The bodies of the targets, which are generic over the code under test, and the seeds of each.

pub(crate) mod archive;
pub(crate) mod batch;
pub(crate) mod gtp_reply;
pub(crate) mod gtp_server;
pub(crate) mod history;
pub(crate) mod judge;
pub(crate) mod lockstep;
pub(crate) mod lockstep_large;
mod past;
pub(crate) mod repetition;
pub(crate) mod setup;
pub(crate) mod sgf;
pub(crate) mod text;
pub(crate) mod undo_branch;
