//! Campaigns with a shell script in place of cargo, so that they need neither a nightly toolchain
//! nor minutes.

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The id of an input that ended the fuzzer and finds nothing when it is run alone.
const ID: &str = "lockstep.not-again";

/// The folders of a test: one for the campaign, and one with the script.
struct Stage {
    root: TempDir,
    campaign: PathBuf,
}

impl Stage {
    fn new() -> Stage {
        let root = tempfile::tempdir().unwrap();
        let script = root.path().join("cargo");
        fs::write(&script, include_str!("fake_cargo.sh")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        let campaign = root.path().join("campaign");
        Stage { root, campaign }
    }

    /// Makes the command with these words. The word `FOLDER` stands for the folder of the campaign.
    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_superko-campaign"));
        let path = format!("{}:{}", self.root.path().display(), std::env::var("PATH").unwrap());
        for word in words.split(' ') {
            match word {
                "FOLDER" => command.arg(&self.campaign),
                word => command.arg(word),
            };
        }
        command.env("PATH", path).process_group(0);
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

    /// Waits until a file exists.
    fn wait_for(&self, file: &str) {
        let began = Instant::now();
        while !self.campaign.join(file).exists() {
            assert!(began.elapsed() < Duration::from_secs(300), "there is no {file}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until the script has written a file with counts.
    fn wait_for_counts(&self) {
        self.wait_for("counts");
        while !fs::read_dir(self.campaign.join("counts")).unwrap().any(|entry| {
            entry.unwrap().path().extension().is_some_and(|extension| extension == "json")
        }) {
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Returns the number of executions in the summary, and the real number: ten for each start of
    /// the script.
    fn executions(&self) -> [u64; 2] {
        let summary = self.json("campaign.json");
        let targets = summary["targets"].as_array().unwrap();
        let counted =
            targets.iter().map(|target| target["counts"]["executions"].as_u64().unwrap()).sum();
        [counted, 10 * self.read("started").lines().count() as u64]
    }

    /// Writes a file with the ids of the script's findings, and returns its path.
    fn known(&self) -> String {
        let path = self.root.path().join("ids");
        fs::write(&path, "lockstep.not-again # the script's\nsuperko.not-again\n").unwrap();
        path.display().to_string()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn process(child: &Child) -> Pid {
    Pid::from_raw(i32::try_from(child.id()).unwrap())
}

#[test]
fn a_campaign_that_is_killed_goes_on_and_forgets_nothing() {
    let stage = Stage::new();
    let words = "campaign --targets lockstep,superko --time 4s --jobs 1 --dir FOLDER";
    let mut child = stage.start(words);
    stage.wait_for_counts();
    kill(process(&child), Signal::SIGKILL).unwrap();
    child.wait().unwrap();
    assert!(!stage.campaign.join("campaign.json").exists());

    let output = stage.run(words);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let found = &stage.json("campaign.json")["findings"];
    let ids: Vec<&String> = found.as_object().unwrap().keys().collect();
    assert_eq!(ids, [ID, "superko.not-again"]);
    assert_eq!(found[ID]["inputs"], 1, "the same input is one");
    let finding = stage.read(&format!("findings/{ID}.txt"));
    assert!(
        finding.contains("findings/lockstep.not-again/lockstep-crash-of-lockstep"),
        "{finding}"
    );
    let [counted, real] = stage.executions();
    assert!(counted == real && real == 30, "{counted} of {real}");
    let page = text(&output.stdout);
    assert_eq!(page, stage.read("campaign.md"));
    let fails = "Fails: 2 unknown findings.";
    assert!(page.contains(fails) && page.contains("## Not judged"), "{page}");
    assert!(page.contains("| `lockstep` |") && page.contains("| 1/40 | 1 |"), "{page}");
    // The folder has the seeds, which are made at the start of a campaign.
    assert!(fs::read_dir(stage.campaign.join("seeds/lockstep")).unwrap().count() > 100);

    // A summary can be made at any time.
    let report = stage.run(&format!("report FOLDER --known {}", stage.known()));
    assert_eq!(report.status.code(), Some(0), "{}", text(&report.stderr));
    assert!(text(&report.stdout).contains("## lockstep.not-again (known)"));
}

#[test]
fn an_interrupted_campaign_ends_in_good_order_and_its_fuzzer_too() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let stage = Stage::new();
        let words = "campaign --targets lockstep --time 1h --jobs 1 --dir FOLDER --known";
        let child = stage.start(&format!("{words} {}", stage.known()));
        stage.wait_for_counts();
        kill(process(&child), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{}", text(&output.stderr));
        assert_eq!(stage.json("campaign.json")["findings"][ID]["known"], true);
        assert!(text(&output.stderr).contains("found again lockstep.not-again"));
        assert_eq!(stage.executions(), [10, 10]);
        assert!(!text(&output.stderr).contains("panicked"));
        // The name of the file with the counts has the fuzzer's process id.
        let counts = fs::read_dir(stage.campaign.join("counts")).unwrap().next().unwrap().unwrap();
        let name = counts.file_name().into_string().unwrap();
        let fuzzer = name.trim_end_matches(".json").rsplit('.').next().unwrap().parse().unwrap();
        assert_eq!(kill(Pid::from_raw(fuzzer), None), Err(Errno::ESRCH));
    }
}

#[test]
fn known_findings_fail_no_campaign() {
    let stage = Stage::new();
    let words = "campaign --targets lockstep --time 1s --dir FOLDER --known";
    let output = stage.run(&format!("{words} {}", stage.known()));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("(known)"));
}

#[test]
fn a_fuzzer_that_does_not_run_is_given_up() {
    let stage = Stage::new();
    let output = stage.run("campaign --targets setup --time 3h --dir FOLDER");
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("setup does not run:\nno such library\n"));
    assert_eq!(stage.read("started"), "setup\n");
}

#[test]
fn unusable_arguments_are_told() {
    let stage = Stage::new();
    for (words, said) in [
        ("campaign --targets lockstepp", "`lockstepp` is no target; there are lockstep,"),
        ("campaign --time 8", "`8` is not a duration"),
        ("campaign --known FOLDER", "failed to open file"),
        ("report FOLDER", "failed to canonicalize path"),
    ] {
        let output = stage.run(words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(text(&output.stderr).contains(said), "{words}: {}", text(&output.stderr));
    }
    let blank = stage.root.path().join("a campaign");
    let mut command = stage.command("campaign --dir");
    let output = command.arg(blank).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("libFuzzer takes no path with blanks"));
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
