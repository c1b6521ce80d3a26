//! `superko-bindgen WASM FOLDER`: writes the WebAssembly of `superko-javascript`, and the JavaScript that loads it, into a
//! folder. What runs is the library behind `wasm-bindgen`, in the version that `Cargo.lock` has for both.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [wasm, folder] = &arguments[..] else {
        return fail("usage: superko-bindgen WASM FOLDER");
    };
    // One form for all: a script that node and browsers can both be given.
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(wasm).out_name("superko").typescript(false).no_modules(true);
    let made = made.and_then(|bindgen| {
        bindgen.remove_name_section(true).remove_producers_section(true).generate(folder)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&format!("{wasm}: {error:#}")),
    }
}

#[expect(clippy::print_stderr, reason = "a program tells what is wrong")]
fn fail(what: &str) -> ExitCode {
    eprintln!("error: {what}");
    ExitCode::from(2)
}
