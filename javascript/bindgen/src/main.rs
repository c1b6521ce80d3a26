//! `superko-bindgen WASM FOLDER` writes the WebAssembly of `superko-javascript`, and the JavaScript that loads it, to a
//! folder. `superko-bindgen WASM SOURCES PAGE` puts both into one page, with the sources in a folder: `style.css` and
//! the scripts replace the elements of `page.html` that name them. It uses the library behind `wasm-bindgen`, in the same
//! version, which `Cargo.lock` pins.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let made = match &arguments[..] {
        [wasm, folder] => bind(wasm, Path::new(folder)),
        [wasm, sources, page] => page_of(wasm, Path::new(sources), Path::new(page)),
        _ => Err("usage: superko-bindgen WASM FOLDER, or superko-bindgen WASM SOURCES PAGE".into()),
    };
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()),
    }
}

/// Writes `superko_bg.wasm` and `superko.js` to a folder. The script works in Node and in browsers.
fn bind(wasm: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(wasm).out_name("superko").typescript(false).no_modules(true);
    let made = made.and_then(|bindgen| {
        bindgen.remove_name_section(true).remove_producers_section(true).generate(folder)
    });
    made.map_err(|error| format!("{wasm}: {error:#}").into())
}

/// Writes a page that needs no other files.
fn page_of(wasm: &str, sources: &Path, page: &Path) -> Result<(), Box<dyn Error>> {
    let folder = page.parent().ok_or("the page is in no folder")?;
    let work = folder.join("work");
    fs::create_dir_all(&work)?;
    bind(wasm, &work)?;
    let module = BASE64_STANDARD.encode(fs::read(work.join("superko_bg.wasm"))?);
    let loader = fs::read_to_string(work.join("superko.js"))?;
    let read = |name: &str| {
        let path = sources.join(name);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let mut text = read("page.html")?;
    put(&mut text, "<link rel=\"stylesheet\" href=\"style.css\">", "style", &read("style.css")?)?;
    let start = format!("{loader}\nconst SUPERKO_WASM = \"{module}\";\n");
    put(&mut text, "<script src=\"superko.js\"></script>", "script", &start)?;
    for name in ["texts.js", "board.js", "lessons.js", "page.js"] {
        put(&mut text, &format!("<script src=\"{name}\"></script>"), "script", &read(name)?)?;
    }
    fs::write(page, text)?;
    fs::remove_dir_all(&work)?;
    Ok(())
}

/// Puts an element with this content in place of one that names a file.
fn put(text: &mut String, element: &str, name: &str, content: &str) -> Result<(), String> {
    let (before, after) =
        text.split_once(element).ok_or_else(|| format!("page.html has no {element}"))?;
    *text = format!("{before}<{name}>\n{content}</{name}>{after}");
    Ok(())
}

#[expect(clippy::print_stderr, reason = "a program reports errors")]
fn fail(what: &str) -> ExitCode {
    eprintln!("error: {what}");
    ExitCode::from(2)
}
