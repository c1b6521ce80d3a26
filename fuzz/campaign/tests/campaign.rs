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
use tempfile::TempDir;

/// The id of an input that ended the fuzzer and finds nothing when it is run alone.
const ID: &str = "lockstep.not-again";

/// Folders of a test: one for the campaign, one with the programs.
struct HistoryEntry {
    root: TempDir,
    campaign: PathBuf,
    fuzzers: PathBuf,
}

impl HistoryEntry {
    fn new() -> HistoryEntry {
        let root = tempfile::tempdir().unwrap();
        let (campaign, fuzzers) = (root.path().join("a campaign"), root.path().join("fuzzers"));
        fs::create_dir(&fuzzers).unwrap();
        for target in ["lockstep", "setup"] {
            let script = fuzzers.join(target);
            fs::write(&script, include_str!("fake_fuzzer.sh")).unwrap();
            fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        }
        HistoryEntry { root, campaign, fuzzers }
    }

    /// The command with these words; `FOLDER` stands for that of the campaign.
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

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.campaign.join(name)).unwrap()
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// Waits until the state names the finding.
    fn wait_for_finding(&self) {
        let began = Instant::now();
        let state = self.campaign.join("state.json");
        while !fs::read_to_string(&state).is_ok_and(|text| text.contains(ID)) {
            assert!(began.elapsed() < Duration::from_secs(300), "nothing was found");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// All executions that the summary speaks of, and how many there were: ten for each time that the script was
    /// started, whoever started it.
    fn executions(&self) -> [u64; 2] {
        let summary = self.json("campaign.json");
        let targets = summary["targets"].as_array().unwrap();
        let counted =
            targets.iter().map(|target| target["counts"]["executions"].as_u64().unwrap()).sum();
        [counted, 10 * self.read("started").lines().count() as u64]
    }

    /// A file with the ids of what the script leaves.
    fn known(&self) -> String {
        let path = self.root.path().join("ids");
        fs::write(&path, "lockstep.not-again # the script's\nsetup.not-again\n").unwrap();
        path.display().to_string()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn signal(child: &Child, signal: Signal) {
    kill(Pid::from_raw(i32::try_from(child.id()).unwrap()), signal).unwrap();
}

#[test]
fn a_campaign_that_is_killed_goes_on_and_forgets_nothing() {
    let stage = HistoryEntry::new();
    let mut child = stage.start("--targets lockstep,setup --time 24s --jobs 1 --dir FOLDER");
    stage.wait_for_finding();
    let twice = stage.run("--resume FOLDER");
    assert_eq!(twice.status.code(), Some(2));
    assert!(text(&twice.stderr).contains("a campaign is running in"), "{}", text(&twice.stderr));
    signal(&child, Signal::SIGKILL);
    child.wait().unwrap();
    assert!(stage.json("state.json")["spent"]["secs"].as_u64().unwrap() < 24);
    assert!(!stage.campaign.join("campaign.json").exists());

    let output = stage.run("--resume FOLDER");
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let summary = stage.json("campaign.json");
    let found = summary["findings"]["by_id"].as_object().unwrap();
    assert_eq!(found.keys().collect::<Vec<_>>(), [ID, "setup.not-again"]);
    assert_eq!(found[ID]["targets"]["lockstep"], 1, "the same input is one");
    let told = stage.read(&format!("findings/{ID}.txt"));
    assert!(told.contains("artifacts/lockstep/crash-of-lockstep"), "{told}");
    let [counted, there_were] = stage.executions();
    assert!(counted == there_were && there_were >= 30, "{counted} of {there_were}");
    let spent = summary["spent"]["secs"].as_u64().unwrap();
    assert!((22..60).contains(&spent), "{spent} s");
    let page = text(&output.stdout);
    assert_eq!(page, stage.read("campaign.md"));
    let fails = "Fails: 2 unknown findings.";
    assert!(page.contains(fails) && page.contains("## Not judged"), "{page}");
    assert!(page.contains("| `lockstep` |") && page.contains("| 1/33 | 1 | 12 | 1 |"), "{page}");
    // It has the seeds, which are made when they are needed.
    assert!(fs::read_dir(stage.campaign.join("seeds/lockstep")).unwrap().count() > 100);
}

#[test]
fn an_interrupted_campaign_ends_in_good_order() {
    for interrupt in [Signal::SIGINT, Signal::SIGTERM] {
        let stage = HistoryEntry::new();
        let words = "--targets lockstep --time 1h --jobs 1 --no-seeds --dir FOLDER --known";
        let child = stage.start(&format!("{words} {}", stage.known()));
        stage.wait_for_finding();
        signal(&child, interrupt);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
        let summary = stage.json("campaign.json");
        assert_eq!(
            (summary["interrupted"].as_bool(), summary["exit"].as_u64()),
            (Some(true), Some(4))
        );
        assert_eq!(summary["known"][0], ID);
        assert!(text(&output.stderr).contains("found again lockstep.not-again"));
        assert_eq!(stage.executions(), [10, 10]);
        // The script was told to end, and did.
        assert!(!text(&output.stderr).contains("panicked"));
        assert_eq!(fs::read_dir(stage.campaign.join("tmp")).unwrap().count(), 0);
    }
}

#[test]
fn known_findings_fail_no_campaign_and_a_folder_has_one_campaign() {
    let stage = HistoryEntry::new();
    let words = "--targets lockstep --time 2s --dir FOLDER -q --known";
    let output = stage.run(&format!("{words} {}", stage.known()));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty() && text(&output.stdout).contains("(known)"));
    let again = stage.run("--targets lockstep --time 2s --dir FOLDER");
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("go on with it by --resume"), "{}", text(&again.stderr));
}

#[test]
fn a_fuzzer_that_does_not_run_is_given_up() {
    let stage = HistoryEntry::new();
    fs::write(stage.fuzzers.join("setup"), "#!/bin/sh\necho 'no such library' >&2\nexit 1\n")
        .unwrap();
    let output = stage.run("--targets setup --time 30s --dir FOLDER");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("it said last: no such library"));
}

#[test]
fn unusable_arguments_are_told() {
    let stage = HistoryEntry::new();
    for (words, code, said) in [
        ("--targets lockstepp --dir FOLDER", 2, "`lockstepp` is no target; there are lockstep,"),
        ("--time 8 --dir FOLDER", 2, "`8` is not a duration"),
        ("--resume FOLDER", 2, "holds no campaign"),
        ("--resume FOLDER --time 8h", 2, "cannot be used with"),
        ("--known FOLDER --dir FOLDER", 2, "failed to open file"),
        ("--targets batch --dir FOLDER", 3, "failed to copy file"),
    ] {
        let output = stage.run(words);
        assert_eq!(output.status.code(), Some(code), "{words}");
        assert!(text(&output.stderr).contains(said), "{words}: {}", text(&output.stderr));
    }
}

#[test]
fn seeds_are_written_and_inputs_inspected() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], path: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_superko-campaign"));
        command.args(arguments).arg(path).output().unwrap()
    };
    assert!(run(&["seeds"], folder.path()).status.success());
    let targets = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(targets, superko_fuzz::Target::ALL.len());
    let inspected = run(&["inspect", "sgf"], &folder.path().join("sgf/0000"));
    assert_eq!((inspected.status.code(), text(&inspected.stdout).as_str()), (Some(0), "null"));
}
