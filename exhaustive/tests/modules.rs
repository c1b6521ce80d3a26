//! The modules of this crate use only those above them.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// The order of the modules is that of the table in the documentation of the crate.
#[test]
fn every_module_uses_only_those_above_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let text = read_to_string(source.join("lib.rs")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | "));
    let name = |row: &str| row.split('`').nth(1).map(str::to_owned);
    let modules: Vec<String> = rows.filter_map(name).collect();
    let declared = text.lines().filter(|line| line.ends_with(';') && line.contains("mod ")).count();
    assert_eq!(modules.len(), declared, "{modules:?}");
    let mut uses = 0;
    for (place, module) in modules.iter().enumerate() {
        for file in files(&source, module) {
            let text = read_to_string(&file).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            for used in code.flat_map(|line| line.split("crate::").skip(1)) {
                let used = used.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                let above = modules[..place].iter().any(|above| above == used);
                assert!(above || used == module, "{} uses `{used}`", file.display());
                uses += 1;
            }
        }
    }
    assert!(uses > 30, "only {uses} uses were found");
}

/// Returns the files of a module.
fn files(source: &Path, module: &str) -> Vec<PathBuf> {
    let file = source.join(module).with_extension("rs");
    if file.exists() {
        return vec![file];
    }
    let entries = source.join(module).read_dir().unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}
