//! CaDiCaL, run as a program.

use std::fmt;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use super::{Answer, Failure, Keep, Solved};
use crate::certificate::EXTENSION;
use crate::cnf::Cnf;

/// The program.
#[derive(Clone, Debug)]
pub struct Cadical {
    program: PathBuf,
    version: String,
}

impl Cadical {
    /// Finds the program at this path, or with this name on the search path.
    ///
    /// # Errors
    ///
    /// If the program does not start, or does not answer like CaDiCaL.
    pub fn new(program: &Path) -> Result<Cadical, Failure> {
        let ask = |option: &str| {
            let output = Command::new(program).arg(option).output();
            let output = output.map_err(|error| {
                Failure(format!("{} does not start: {error}", program.display()))
            })?;
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let version = ask("--version")?.trim().to_string();
        if !ask("--help")?.contains("cadical") {
            return Err(Failure(format!("{} is not CaDiCaL", program.display())));
        }
        Ok(Cadical { program: program.to_path_buf(), version })
    }

    pub(super) fn solve(&self, cnf: &Cnf, keep: &Keep) -> Result<Solved, Failure> {
        let start = Instant::now();
        // The directory exists until the certificate is read.
        let scratch;
        let path = match keep {
            Keep::File(path) => path.clone(),
            _ => {
                scratch = Scratch::new().map_err(Failure::new)?;
                scratch.0.join("problem")
            }
        };
        let (problem, proof) = (path.with_extension("cnf"), path.with_extension(EXTENSION));
        let file = fs::File::create(&problem).map_err(Failure::new)?;
        cnf.write(io::BufWriter::new(file)).map_err(Failure::new)?;

        let mut command = Command::new(&self.program);
        command.arg("-q").arg(&problem);
        if *keep != Keep::Nothing {
            command.arg(&proof);
        }
        let answer = self.answer(cnf, &command.output().map_err(Failure::new)?)?;
        let time = start.elapsed();
        if matches!(answer, Answer::Satisfiable(_)) || *keep == Keep::Nothing {
            if let Keep::File(_) = keep {
                // The file is not a certificate: the solver wrote it before it found a model.
                fs::remove_file(&proof).map_err(Failure::new)?;
            }
            return Ok(Solved { answer, time, certificate: None });
        }
        let certificate = fs::read(&proof).map_err(Failure::new)?;
        Ok(Solved { answer, time, certificate: Some(certificate) })
    }

    fn answer(&self, cnf: &Cnf, output: &Output) -> Result<Answer, Failure> {
        let text = String::from_utf8_lossy(&output.stdout);
        match output.status.code() {
            Some(20) if text.contains("s UNSATISFIABLE") => Ok(Answer::Unsatisfiable),
            Some(10) if text.contains("s SATISFIABLE") => {
                let mut model = vec![false; cnf.variables];
                for line in text.lines().filter_map(|line| line.strip_prefix("v ")) {
                    for literal in line.split_whitespace().filter_map(|word| word.parse().ok()) {
                        let literal: i32 = literal;
                        let index = literal.unsigned_abs().wrapping_sub(1) as usize;
                        if let Some(value) = model.get_mut(index) {
                            *value = literal > 0;
                        }
                    }
                }
                Ok(Answer::Satisfiable(model))
            }
            _ => {
                let said = String::from_utf8_lossy(&output.stderr);
                let (program, status) = (self.program.display(), output.status);
                Err(Failure(format!("{program} ended with {status}: {}", said.trim())))
            }
        }
    }
}

impl fmt::Display for Cadical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, version {}", self.program.display(), self.version)
    }
}

/// A private directory for files that are not kept. Nobody can predict its name.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> io::Result<Scratch> {
        // The standard library takes its hash keys from the operating system's random numbers.
        let name = format!("superko-prove-{:016x}", RandomState::new().hash_one(0));
        let path = std::env::temp_dir().join(name);
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        // The call fails if the directory exists already.
        builder.create(&path)?;
        Ok(Scratch(path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Files that stay in the directory for temporary files do no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}
