//! Certificates of real problems: accepted as they are, refused when something is changed.

use std::path::{Path, PathBuf};
use std::{env, fs, process};

use superko_proof::board::Board;
use superko_proof::certificate::{Certificate, Format};
use superko_proof::cnf::Cnf;
use superko_proof::conditions::{Expected, conditions};
use superko_proof::kernels::kernels_of;
use superko_proof::prove::{Certificates, Means, prove};
use superko_proof::solver::{Answer, Keep, Solver};
use superko_proof::source::Shipped;

/// A directory that is removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = env::temp_dir().join(format!("superko-proof-test-{name}-{}", process::id()));
        fs::create_dir_all(&path).expect("a directory for temporary files");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left in the directory for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The clauses of a condition that takes some work, and the bytes of its certificate.
fn certified(solver: &Solver) -> (Cnf, Vec<u8>) {
    let scratch = Scratch::new(solver.format().extension());
    let board = Board { columns: 3, rows: 3 };
    let problem = conditions(&*kernels_of::<Shipped>(board))
        .into_iter()
        .find(|problem| problem.name == "play: every other own stone goes")
        .expect("there is such a condition");
    assert_eq!(problem.expected, Expected::Proved);
    let path = scratch.0.join("problem");
    let solved = solver.solve(&problem.cnf, &Keep::File(path.clone())).expect("it is solved");
    let certificate = solved.certificate.expect("there is no model, so there is a certificate");
    assert!(certificate.check(&problem.cnf).is_ok());
    let bytes = fs::read(path.with_extension(solver.format().extension())).expect("it was kept");
    let mut clauses = vec![];
    problem.cnf.write(&mut clauses).expect("memory takes it");
    assert_eq!(fs::read(path.with_extension("cnf")).expect("they were kept"), clauses);
    (problem.cnf, bytes)
}

fn accepts(format: Format, cnf: &Cnf, bytes: &[u8]) -> bool {
    Certificate::in_memory(format, bytes.to_vec()).check(cnf).is_ok()
}

/// A certificate proves nothing of other clauses, and nothing if it is cut off.
fn refuses_what_does_not_fit(format: Format, cnf: &Cnf, bytes: &[u8]) {
    assert!(accepts(format, cnf, bytes));
    assert!(!accepts(format, cnf, &[]));
    assert!(!accepts(format, cnf, &bytes[..bytes.len() / 2]));
    // Without its last clauses, the assertions, the formula has a model.
    let mut fewer = cnf.clone();
    fewer.clauses.retain(|clause| clause.len() > 2);
    assert!(!accepts(format, &fewer, bytes));
}

#[test]
fn drat_of_the_builtin_solver() {
    let (cnf, bytes) = certified(&Solver::Builtin);
    refuses_what_does_not_fit(Format::Drat, &cnf, &bytes);
    // A step that follows from nothing.
    let mut wrong = b"a\x02\x00a\x03\x00".to_vec();
    wrong.extend(&bytes);
    assert!(!accepts(Format::Drat, &cnf, &wrong));
    // All clauses deleted first.
    let mut deleted = vec![];
    for clause in &cnf.clauses {
        deleted.push(b'd');
        for literal in clause {
            let mut number = literal.unsigned_abs() * 2 + u32::from(*literal < 0);
            while number > 0x7f {
                deleted.push(number as u8 & 0x7f | 0x80);
                number >>= 7;
            }
            deleted.push(number as u8);
        }
        deleted.push(0);
    }
    deleted.extend(&bytes);
    assert!(!accepts(Format::Drat, &cnf, &deleted));
}

/// CaDiCaL, if it is installed.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn cadical() -> Option<Solver> {
    let solver = Solver::program(Path::new("cadical")).ok();
    if solver.is_none() {
        eprintln!("skipped: cadical is not installed");
    }
    solver
}

#[test]
fn certificates_of_cadical() {
    let Some(solver) = cadical() else { return };
    let (cnf, bytes) = certified(&solver);
    refuses_what_does_not_fit(solver.format(), &cnf, &bytes);
    if solver.format() == Format::Lrat {
        refuses_changed_lines(&cnf, &String::from_utf8(bytes).expect("LRAT is text"));
    }
}

/// Changes lines of an LRAT certificate one at a time: a hint fewer, a line fewer.
fn refuses_changed_lines(cnf: &Cnf, text: &str) {
    let lines: Vec<&str> = text.lines().collect();
    let refused = |changed: Vec<String>| {
        usize::from(!accepts(Format::Lrat, cnf, changed.join("\n").as_bytes()))
    };
    let (mut tried, mut found) = (0, 0);
    for number in (0..lines.len()).step_by(lines.len() / 40 + 1) {
        let words: Vec<&str> = lines[number].split(' ').collect();
        if words[1] == "d" {
            continue;
        }
        let mut changed: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
        let without_last_hint = [&words[..words.len() - 2], &["0"]].concat();
        changed[number] = without_last_hint.join(" ");
        tried += 1;
        found += refused(changed);
    }
    assert!(tried > 10);
    assert_eq!(found, tried, "a step without its last hint shows nothing");
}

#[test]
fn cadical_proves_a_board() {
    let Some(solver) = cadical() else { return };
    let scratch = Scratch::new("board");
    let certificates = Certificates::Kept(scratch.0.clone());
    let means = Means { solver, certificates, jobs: 2 };
    let board = Board { columns: 5, rows: 5 };
    let rows = prove(&*kernels_of::<Shipped>(board), &means, |_| {}).expect("it is solved");
    for row in &rows {
        assert!(row.holds(), "{row}");
    }
    let checked = rows.iter().filter(|row| row.checked.is_some()).count();
    let kept = fs::read_dir(scratch.0.join("5x5")).expect("a directory").count();
    assert_eq!(kept, 2 * checked, "clauses and a certificate each");
}

/// A program that says of all clauses that they have a model, and shows none, is not believed.
#[cfg(unix)]
#[test]
fn a_model_that_is_none_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("liar");
    let program = scratch.0.join("liar");
    let script = "#!/bin/sh\n\
        case \"$*\" in *--version*) echo 1.9.5; exit 0;; *--help*) echo cadical; exit 0;; esac\n\
        echo 's SATISFIABLE'; echo 'v 0'; exit 10\n";
    fs::write(&program, script).expect("a file for a moment");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let solver = Solver::program(&program).expect("it answers as CaDiCaL does");
    let clauses = Cnf::of_clauses(vec![vec![1, 2]]);
    let refused = solver.solve(&clauses, &Keep::Nothing).expect_err("there is no model");
    assert!(refused.to_string().contains("does not satisfy the clauses"), "{refused}");
    let honest = Solver::Builtin.solve(&clauses, &Keep::Nothing);
    assert!(honest.is_ok_and(|solved| matches!(solved.answer, Answer::Satisfiable(_))));
}
