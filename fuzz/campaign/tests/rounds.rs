//! Campaigns with a shell script in place of the fuzzers, so that neither a nightly toolchain nor minutes are needed.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The cause of an input that ended the fuzzer and finds nothing when it is run alone.
const CAUSE: &str = "lockstep.not-again";

/// Folders of a test: one for the campaign, one with the programs.
struct HistoryEntry {
    campaign: PathBuf,
    fuzzers: PathBuf,
}

impl HistoryEntry {
    fn new(name: &str) -> HistoryEntry {
        let root =
            std::env::temp_dir().join(format!("superko-rounds-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let stage =
            HistoryEntry { campaign: root.join("a campaign"), fuzzers: root.join("fuzzers") };
        fs::create_dir_all(&stage.fuzzers).unwrap();
        for target in ["lockstep", "setup"] {
            let script = stage.fuzzers.join(target);
            fs::write(&script, include_str!("fake_fuzzer.sh")).unwrap();
            fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        }
        stage
    }

    /// The command with these words; paths stand for themselves, and `FOLDER` for that of the campaign.
    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_superko-campaign"));
        command.arg("campaign").arg("--fuzzers").arg(&self.fuzzers);
        for word in words.split(' ') {
            match word {
                "FOLDER" => command.arg(&self.campaign),
                word => command.arg(word),
            };
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, words: &str) -> Output {
        self.command(words).output().unwrap()
    }

    fn start(&self, words: &str) -> Child {
        self.command(words).spawn().unwrap()
    }

    /// How many times the script was started to fuzz.
    fn started(&self) -> u64 {
        fs::read_to_string(self.campaign.join("started"))
            .map_or(0, |text| text.lines().count() as u64)
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&fs::read(self.campaign.join(name)).unwrap()).unwrap()
    }

    /// Waits until the state names the finding.
    fn wait_for_finding(&self) {
        let until = Instant::now() + Duration::from_secs(60);
        let state = self.campaign.join("state.json");
        while !fs::read_to_string(&state).is_ok_and(|text| text.contains(CAUSE)) {
            assert!(Instant::now() < until, "nothing was found");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// All executions that the summary speaks of.
    fn executions(&self) -> u64 {
        let summary = self.json("campaign.json");
        let targets = summary["targets"].as_array().unwrap();
        targets.iter().map(|target| target["executions"].as_u64().unwrap()).sum()
    }
}

impl Drop for HistoryEntry {
    fn drop(&mut self) {
        if let Some(root) = self.fuzzers.parent() {
            let _ = fs::remove_dir_all(root);
        }
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn known(path: &Path) -> String {
    fs::write(path, "lockstep.not-again # the script's\nsetup.not-again\n").unwrap();
    path.display().to_string()
}

#[test]
fn a_campaign_that_is_killed_goes_on_and_forgets_nothing() {
    let stage = HistoryEntry::new("killed");
    let mut child = stage.start("--targets lockstep,setup --time 9s --jobs 1 --dir FOLDER");
    stage.wait_for_finding();
    let twice = stage.run("--resume FOLDER");
    assert_eq!(twice.status.code(), Some(2));
    assert!(text(&twice.stderr).contains("a campaign is running in"), "{}", text(&twice.stderr));
    child.kill().unwrap();
    child.wait().unwrap();
    let spent = stage.json("state.json")["spent"].as_u64().unwrap();
    assert!(spent < 9_000 && stage.json("state.json")["time"] == 9_000);
    assert!(!stage.campaign.join("campaign.json").exists());

    let began = Instant::now();
    let output = stage.run("--resume FOLDER");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(began.elapsed() < Duration::from_secs(40), "it went on for {:?}", began.elapsed());
    let summary = stage.json("campaign.json");
    let found = summary["findings"].as_array().unwrap();
    let ids: Vec<&str> = found.iter().map(|finding| finding["id"].as_str().unwrap()).collect();
    assert_eq!(ids, [CAUSE, "setup.not-again"]);
    assert_eq!(found[0]["count"], 1, "the same input is one");
    let told = fs::read_to_string(stage.campaign.join(format!("findings/{CAUSE}.txt"))).unwrap();
    assert!(told.contains("artifacts/lockstep/crash-of-lockstep"), "{told}");
    // Ten for each time that the script was started, whoever started it.
    assert!(stage.started() >= 3);
    assert_eq!(stage.executions(), 10 * stage.started());
    assert!(summary["seconds_left"].as_f64().unwrap() < 2.0);
    // The corpora were made smaller and put in place.
    assert!(stage.campaign.join("corpus/setup/kept").exists());
    assert!(!stage.campaign.join("corpus/setup/twin").exists());
    let page = text(&output.stdout);
    assert_eq!(page, fs::read_to_string(stage.campaign.join("campaign.md")).unwrap());
    assert!(
        page.contains("Fails: 2 unknown findings.") && page.contains("## Not judged"),
        "{page}"
    );
    assert!(page.contains("| `lockstep` |") && page.contains("| 1/31 | 1 | 12 | 1 |"), "{page}");
}

#[test]
fn an_interrupted_campaign_ends_in_good_order() {
    let stage = HistoryEntry::new("interrupted");
    let ids = known(&stage.fuzzers.join("ids"));
    let words = format!("--targets lockstep --time 1h --jobs 1 --dir FOLDER --known {ids}");
    let child = stage.start(&words);
    stage.wait_for_finding();
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
    let summary = stage.json("campaign.json");
    assert_eq!((&summary["interrupted"], &summary["exit"]), (&Value::Bool(true), &Value::from(4)));
    assert_eq!(summary["findings"][0]["known"], Value::Bool(true));
    assert!(text(&output.stderr).contains("found again lockstep.not-again"));
    assert_eq!(stage.executions(), 10 * stage.started());
    // The script was told to end, and did.
    assert!(!text(&output.stderr).contains("panicked"));
    assert_eq!(fs::read_dir(stage.campaign.join("tmp")).unwrap().count(), 0);
}

#[test]
fn known_findings_fail_no_campaign_and_a_folder_has_one_campaign() {
    let stage = HistoryEntry::new("known");
    let ids = known(&stage.fuzzers.join("ids"));
    let words = format!("--targets lockstep --time 2s --dir FOLDER -q --known {ids}");
    let output = stage.run(&words);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty() && text(&output.stdout).contains("(known)"));
    let again = stage.run("--targets lockstep --time 2s --dir FOLDER");
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("go on with it by --resume"), "{}", text(&again.stderr));
}

#[test]
fn a_fuzzer_that_does_not_run_is_given_up() {
    let stage = HistoryEntry::new("broken");
    let script = stage.fuzzers.join("setup");
    fs::write(&script, "#!/bin/sh\necho 'no such library' >&2\nexit 1\n").unwrap();
    let output = stage.run("--targets setup --time 30s --dir FOLDER");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("it said last: no such library"));
}

#[test]
fn unusable_arguments_are_told() {
    let stage = HistoryEntry::new("arguments");
    for (words, said) in [
        ("--targets lockstepp --dir FOLDER", "`lockstepp` is no target; there are lockstep,"),
        ("--time 8 --dir FOLDER", "`8` is no time"),
        ("--resume FOLDER", "holds no campaign"),
        ("--resume FOLDER --time 8h", "cannot be used with"),
        ("--known FOLDER --dir FOLDER", "cannot read"),
        ("--targets batch --dir FOLDER", "cannot take over"),
    ] {
        let output = stage.run(words);
        let code = if said.starts_with("cannot take") { 3 } else { 2 };
        assert_eq!(output.status.code(), Some(code), "{words}");
        assert!(text(&output.stderr).contains(said), "{words}: {}", text(&output.stderr));
    }
}
