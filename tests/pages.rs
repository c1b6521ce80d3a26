//! The commands on the documentation pages. Each is run here as written, or `ELSEWHERE` names the place that runs it.

use crate::support::root;
use std::process::{Command, Stdio};

const SUPERKO: &str = env!("CARGO_BIN_EXE_superko");

/// The pages with commands.
const PAGES: &[&str] = &[
    "README.md",
    "docs/gtp-engines.md",
    "docs/rules.md",
    "docs/verdicts.md",
    "docs/identify.md",
    "docs/reports.md",
    "docs/judge.md",
    "docs/gtp-server.md",
    "docs/rust.md",
    "docs/suite.md",
    "docs/engines.md",
    "docs/evidence.md",
    "CONTRIBUTING.md",
    "optimized/README.md",
    "proof/README.md",
    "fuzz/README.md",
    "tests/README.md",
    "suite/collisions/README.md",
    "javascript/README.md",
    "web/README.md",
    "adapters/javascript/README.md",
    "python/README.md",
    "adapters/gtp/README.md",
    "adapters/README.md",
];

/// Beginnings of commands that are not run here, each with the place that runs it, in full or in a shorter form.
const ELSEWHERE: &[(&str, &str)] = &[
    ("superko report run", "tests/cli/kept.rs"),
    ("superko explain repeat-initial --svg -o", "tests/cli/kept.rs, to standard output"),
    ("cargo run --release -- certify", ".ci/run"),
    ("cargo test", ".ci/run; with --ignored alone by hand, for half an hour"),
    ("superko certify --level smoke -- gnugo", "tests/gnugo.rs, where GNU Go is installed"),
    ("superko identify -- gnugo", "tests/gnugo.rs, where GNU Go is installed"),
    ("superko identify --level smoke -- gnugo", "tests/gnugo.rs, where GNU Go is installed"),
    ("superko certify --level smoke --rules chinese", "tests/gnugo.rs, where GNU Go is installed"),
    ("cargo add --dev", "by hand: it edits another project"),
    ("superko identify zoo:situational", "tests/cli/identify.rs"),
    ("superko certify --level full --report run", "tests/cli/recheck.rs, at level smoke"),
    ("superko recheck", "tests/cli/recheck.rs"),
    (
        "superko collide --size 9 --keys keys.txt",
        "tests/collide.rs, with the keys on standard input",
    ),
    ("superko collide --size 9 -- superko gtp optimized", "tests/collide.rs"),
    ("superko certify --level smoke --size 9 zoo:hash-64", "tests/collide.rs: it ends with 1"),
    ("superko perft --size 3x3 --depth 9", "tests/cli.rs, with depth 5"),
    ("superko zoo --matrix", ".ci/run, and tests/cli.rs, which pins it"),
    ("superko exhaust --size 4x4 --symmetry", ".ci/run"),
    ("superko exhaust --size 4x4 --against sliced", ".ci/run"),
    ("superko exhaust --size 1x4 --games", "tests/exhaust.rs, on smaller boards"),
    ("superko exhaust --size 2x2 --games", "tests/exhaust.rs, on smaller boards"),
    ("superko exhaust --merge", "tests/exhaust.rs"),
    ("parallel superko exhaust", "tests/parallel.rs, on a smaller board"),
    ("superko judge games/", "tests/cli/judge.rs, on a directory and archives of its own"),
    ("superko judge --format jsonl games/", "tests/cli/judge.rs"),
    ("superko judge --svg", "tests/cli/judge.rs"),
    ("superko judge --check games/", "tests/cli/judge.rs"),
    ("parallel superko judge", "tests/parallel.rs"),
    ("cat part-", "tests/parallel.rs"),
    ("superko verify", ".ci/run"),
    ("cargo run --release -p superko-proof -- --size 9x9", ".ci/run"),
    (
        "cargo run --release -p superko-proof -- --size 19x19 --wide",
        "proof/tests/command.rs, on smaller boards",
    ),
    ("cargo run --release -p superko-proof -- --size 19x19", ".ci/run"),
    (
        "cargo run --release -p superko-proof -- --size 13x13 --solver",
        "proof/tests/cadical.rs, on smaller boards",
    ),
    ("cargo run --release -p superko-proof -- --all-sizes", "by hand: hours"),
    ("apt-get install minisat", ".ci/run"),
    ("proof/second_opinion", ".ci/run"),
    ("apt-get install coq", ".ci/run"),
    ("cargo bench --profile unfavorable -p superko-peers", ".ci/run"),
    ("cargo bench -p superko-peers -- --ratios", ".ci/run, under another profile"),
    ("cargo bench -p superko-peers", "by hand: minutes"),
    ("cargo +nightly miri", ".ci/miri"),
    ("cargo +nightly fuzz", "fuzz/build.sh builds all targets in .ci/run, which runs them"),
    ("cargo xtask campaign", "fuzz/campaign/tests, for seconds"),
    ("cargo xtask report", "fuzz/campaign/tests"),
    ("cargo xtask seeds", "fuzz/build.sh in .ci/run"),
    ("OUT=/tmp/fuzzers fuzz/build.sh", ".ci/run"),
    ("npm install ./javascript", "javascript/check"),
    ("node careless.mjs", "javascript/test/readme.test.mjs"),
    ("npm install --prefix adapters", "by hand: what is on npm may be gone"),
    ("node adapters/javascript/certify.mjs", "by hand: minutes"),
    ("cargo xtask web", "web/check"),
    ("web/check", ".ci/run"),
    ("mkdir -p", "no command of this repository"),
    ("cargo install cargo-mutants", "no command of this repository"),
    ("export ", "no command of this repository"),
    ("unoptimized=", "no command of this repository"),
    ("cargo mutants", "by hand: hours"),
    ("cargo fmt --all && cargo clippy", ".ci/run"),
    (".ci/run", "CI"),
    ("pip install ./python", "python/check, by way of the wheel"),
    ("pytest --superko", "python/tests/test_pytest_plugin.py, on boards of its own"),
    ("python/check", ".ci/run"),
    ("superko matrix --output adapters/results --pages", "tests/cli/matrix_pages.rs; .ci/run"),
    (
        "superko matrix --versions",
        "by hand: it installs packages; crates/cli/src/matrix/versions.rs tests the search",
    ),
    ("superko matrix", "tests/cli/matrix.rs, on a list of its own; .ci/run, five of the list"),
    ("PYTHONPATH=adapters/gtp superko certify", "by hand: needs a package of PyPI"),
    ("superko certify --level smoke -- python3 adapters/gtp", "python/tests/test_gtp_shims.py"),
    ("superko certify --level smoke -- node adapters/gtp", "python/tests/test_gtp_shims.py"),
];

/// The arguments of commands that take seconds. Only the thorough test runs them.
const SLOW: [&str; 3] = ["certify", "exhaust --size 4x3", "suite export --size 9 > 9x9.toml"];

/// Returns the commands of a page, without their comments.
fn commands(page: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let mut inside = false;
    let mut commands = Vec::new();
    for line in text.lines() {
        match line.strip_prefix("```") {
            Some("console") => inside = true,
            Some(_) => inside = false,
            None => {
                let command = line.strip_prefix("$ ").filter(|_| inside);
                let bare = command.map(|text| text.split(" #").next().unwrap_or_default().trim());
                commands.extend(bare.map(str::to_owned));
            }
        }
    }
    commands
}

#[test]
fn every_command_of_every_page_is_run_somewhere() {
    each_command_is_run_here_or_elsewhere(|arguments| !SLOW.contains(&arguments));
}

#[test]
#[ignore = "a minute: cargo test -p superko --test main -- --ignored thorough"]
fn thorough_every_command_of_every_page_is_run_somewhere() {
    each_command_is_run_here_or_elsewhere(|_| true);
}

/// Checks every command of the pages. Of those that are run here, only the selected ones are run.
fn each_command_is_run_here_or_elsewhere(is_selected: impl Fn(&str) -> bool) {
    let (mut run_here, mut used) = (0, [false; ELSEWHERE.len()]);
    let mut slow = SLOW.to_vec();
    for page in PAGES {
        for command in commands(page) {
            let elsewhere = ELSEWHERE.iter().position(|(start, _)| command.starts_with(start));
            match (elsewhere, command.strip_prefix("superko ")) {
                (Some(place), _) => used[place] = true,
                (None, Some(arguments)) => {
                    slow.retain(|&other| other != arguments);
                    if is_selected(arguments) {
                        run_as_written(page, arguments);
                        run_here += 1;
                    }
                }
                (None, None) => panic!("{page}: nobody runs `{command}`"),
            }
        }
    }
    assert!(run_here >= 12, "only {run_here} commands were run");
    let idle = ELSEWHERE.iter().zip(used).filter(|(_, used)| !used).map(|(entry, _)| entry.0);
    let idle: Vec<&str> = idle.chain(slow).collect();
    assert_eq!(idle, [""; 0], "no page has these commands any more");
}

/// Runs a `superko` command of a page. Files and programs of the reader, such as `game.sgf`, are replaced by ones made here.
fn run_as_written(page: &str, arguments: &str) {
    let game = std::env::temp_dir().join(format!("superko-{}-page.sgf", std::process::id()));
    std::fs::write(&game, "(;GM[1]FF[4]SZ[9]RU[AGA]KM[7.5];B[ee];W[cc];B[gc];W[];B[])").unwrap();
    let commands = game.with_extension("gtp");
    std::fs::write(&commands, "boardsize 5\nclear_board\nplay b C3\nshowboard\n").unwrap();
    let arguments = arguments.split(" > ").next().unwrap_or_default();
    let words = shlex::split(arguments).unwrap_or_else(|| panic!("{page}: {arguments}"));
    let words = words.iter().flat_map(|word| match word.as_str() {
        "myengine" => vec![SUPERKO.to_owned()],
        "--gtp" => vec!["gtp".to_owned()],
        "game.sgf" => vec![game.to_string_lossy().into_owned()],
        "replay.gtp" => vec![commands.to_string_lossy().into_owned()],
        word => vec![word.to_owned()],
    });
    let output = Command::new(SUPERKO).args(words).stdin(Stdio::null()).output().unwrap();
    std::fs::remove_file(&game).unwrap();
    std::fs::remove_file(&commands).unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{page}: superko {arguments}: {error}");
}

#[test]
fn the_rust_page_shows_the_tested_board() {
    let page = std::fs::read_to_string(root().join("docs/rust.md")).unwrap();
    let board = std::fs::read_to_string(root().join("tests/my_board.rs")).unwrap();
    assert!(
        page.contains(&format!("```rust\n{board}```\n")),
        "docs/rust.md is to show tests/my_board.rs"
    );
}

#[test]
fn the_book_has_every_page() {
    let folder = root().join("docs");
    let [summary, contents] =
        ["SUMMARY.md", "README.md"].map(|page| std::fs::read_to_string(folder.join(page)).unwrap());
    for page in std::fs::read_dir(folder).unwrap() {
        let name = page.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".md") && name != "SUMMARY.md" {
            assert!(summary.contains(&format!("]({name})")), "docs/SUMMARY.md lacks {name}");
            assert!(
                name == "README.md" || contents.contains(&format!("]({name})")),
                "docs/README.md lacks {name}"
            );
        }
    }
}

#[test]
fn every_link_within_the_repository_leads_somewhere() {
    let mut links = 0;
    let pages = PAGES.iter().chain(&[
        "docs/SUMMARY.md",
        "docs/README.md",
        "CHANGELOG.md",
        "crates/harness/GLOSSARY.md",
    ]);
    for page in pages {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let forge = "https://github.com/superko-go/superko/blob/main/";
            let (folder, target) = match target.strip_prefix(forge) {
                Some(target) => (root().to_owned(), target),
                None if target.contains("://") || target.contains(' ') => continue,
                None => (root().join(page).parent().unwrap().to_owned(), target),
            };
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { root().join(page) } else { folder.join(file) };
            assert!(file.exists(), "{page}: {target}");
            if !anchor.is_empty() {
                let text = std::fs::read_to_string(&file).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                assert!(headings.any(|heading| slug(heading) == anchor), "{page}: {target}");
            }
            links += 1;
        }
    }
    assert!(links > 50, "only {links} links were found");
}

/// Returns the anchor of a heading, as forges and mdBook make it.
fn slug(heading: &str) -> String {
    let words = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}
