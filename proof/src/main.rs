//! `superko-prove`: the proof as a command.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a command")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use clap::Parser;
use superko_proof::board::Board;
use superko_proof::controls::{Twin, mutants};
use superko_proof::kernels::{Kernels, kernels_of, wide_kernels_of};
use superko_proof::prove::{Certificates, Found, HEAD, Means, Row, prove};
use superko_proof::solver::{Failure, Solver};
use superko_proof::source::Shipped;
use superko_proof::whole::Aspect;

/// Prove by SAT that the optimized engine's kernels follow the rule text, on every legal position
/// and for every play of a board.
///
/// Exit codes: 0 if everything is proved and every wrong kernel is refused; 1 if not; 2 if the
/// arguments are wrong or the solver gives up.
#[derive(Parser, Debug)]
#[command(name = "superko-prove", version)]
struct Arguments {
    /// The board, columns x rows; may be given again.
    #[arg(long, value_name = "CxR", required_unless_present = "all_sizes")]
    size: Vec<Board>,

    /// Every board from 1x1 to 19x19, rectangles too: one line each.
    #[arg(long, conflicts_with = "size")]
    all_sizes: bool,

    /// Keep the clauses and the certificates in this directory.
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,

    /// Make and check no certificates: take the solver's word.
    #[arg(long, conflicts_with = "certificates")]
    unchecked: bool,

    /// CaDiCaL, by its path or its name on the search path. Without it, boards of up to 100 points
    /// are proved by the solver that is built in, and greater ones by `cadical` if it is installed.
    #[arg(long, value_name = "PATH")]
    solver: Option<PathBuf>,

    /// Prove the kernels on words as wide as the board instead of on 64 bits: 128 bits for boards of
    /// two limbs, 512 for greater ones.
    #[arg(long)]
    wide: bool,

    /// How many problems to solve at once; as many as there are processors unless told.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("superko-prove: {failure}");
            ExitCode::from(2)
        }
    }
}

/// Runs the command. Returns whether everything holds.
fn run(arguments: &Arguments) -> Result<bool, Failure> {
    // Boards of up to this many points need only the built-in solver.
    const SMALL: usize = 100;
    let (small, great) = match &arguments.solver {
        Some(path) => {
            let solver = Solver::program(path)?;
            (solver.clone(), solver)
        }
        None => {
            let installed = Solver::program(Path::new("cadical"));
            (Solver::Builtin, installed.unwrap_or(Solver::Builtin))
        }
    };
    let certificates = match &arguments.certificates {
        Some(directory) => Certificates::Kept(directory.clone()),
        None if arguments.unchecked => Certificates::None,
        None => Certificates::Checked,
    };
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    let jobs = arguments.jobs.unwrap_or_else(processors);
    let means = |board: Board| Means {
        solver: if board.len() <= SMALL { small.clone() } else { great.clone() },
        certificates: certificates.clone(),
        jobs,
    };
    let kernels = |board: Board| match arguments.wide {
        false => Ok(kernels_of::<Shipped>(board)),
        true => wide_kernels_of::<Shipped>(board)
            .ok_or_else(|| Failure::new(format!("no word is as wide as {board}"))),
    };
    let boards: Vec<Board> = match arguments.all_sizes {
        true => {
            (1..=19).flat_map(|rows| (1..=19).map(move |columns| Board { columns, rows })).collect()
        }
        false => arguments.size.clone(),
    };
    let mut holds = true;
    for board in boards {
        holds &= prove_board(&*kernels(board)?, &means(board), arguments.all_sizes)?;
    }
    holds &= refuse_mutants()?;
    println!("{}", if holds { "everything holds" } else { "NOT everything holds" });
    Ok(holds)
}

/// Proves a board, and prints the result as a table or as one line.
fn prove_board(kernels: &dyn Kernels, means: &Means, in_one_line: bool) -> Result<bool, Failure> {
    let (board, start) = (kernels.frame().board, Instant::now());
    let rows = if in_one_line {
        prove(kernels, means, |_| {})?
    } else {
        println!("{board}, by {}\n\n{HEAD}", means.solver);
        let rows = prove(kernels, means, |row| println!("{row}"))?;
        println!();
        rows
    };
    println!("{}", summary(board, &rows, start));
    explain(board, &rows)
}

/// Returns the line that sums up a board.
fn summary(board: Board, rows: &[Row], start: Instant) -> String {
    let hold = rows.iter().filter(|row| row.holds()).count();
    let checked = rows.iter().filter(|row| matches!(row.checked, Some((Ok(_), _)))).count();
    let (all, time) = (rows.len(), start.elapsed().as_secs_f64());
    format!("{board}: {hold} of {all} hold, {checked} certificates checked, {time:.1} s")
}

/// Draws the models of the rows that fail, and positions on small boards where the kernels are
/// wrong. Returns whether no row fails.
fn explain(board: Board, rows: &[Row]) -> Result<bool, Failure> {
    let failing: Vec<&Row> = rows.iter().filter(|row| !row.holds()).collect();
    if failing.is_empty() {
        return Ok(true);
    }
    for row in failing {
        println!("\n{row}");
        if let Found::Model(Some(drawing)) = &row.found {
            println!("a model of the contracts (no game need lead to it):\n{drawing}");
        }
    }
    for twin in Twin::shipped(board) {
        for aspect in Aspect::ALL {
            if let Some(found) = twin.counterexample(aspect, &Solver::Builtin)? {
                println!(
                    "\nwith loops unrolled on {}, {aspect:?} is wrong:\n{found}",
                    twin.board()
                );
            }
        }
    }
    Ok(false)
}

/// Tests the wrong kernels against the proof. Returns whether all of them are refused.
fn refuse_mutants() -> Result<bool, Failure> {
    println!("\nwrong kernels (X to move, the play is *)");
    let mut all = true;
    for mutant in mutants() {
        let finding = mutant.examine(&Solver::Builtin)?;
        println!("\n{} on {}: {finding}", mutant.name, mutant.board());
        all &= finding.is_complete();
    }
    println!();
    Ok(all)
}
