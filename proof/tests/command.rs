//! The command: its table and its exit codes.

use std::process::{Command, Output};

fn superko_prove(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_superko-prove"))
        .args(arguments)
        .output()
        .expect("the command starts")
}

#[test]
fn a_small_board_is_proved() {
    let output = superko_prove(&["--size", "3x2", "--size", "1x4", "--wide"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    for part in [
        "3x2, by varisat, built in",
        "play: every other opponent stone goes",
        "57 of 57 hold, 48 certificates checked",
        "a carry between limbs is lost on 2x5: refused after",
        "(wrong on u64 too)",
        "everything holds",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    assert!(!text.contains("FAILS"), "{text}");
}

#[test]
fn wrong_arguments_are_refused() {
    for arguments in [
        &[][..],
        &["--size", "0x3"],
        &["--size", "9", "--all-sizes"],
        &["--size", "26x2", "--wide"],
        &["--size", "2x2", "--solver", "/no/such/solver"],
    ] {
        let output = superko_prove(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}
