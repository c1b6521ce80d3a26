//! Finds the cases of `cases.txt`.

mod search;
