//! The harness and the command line for Python: the part of the package `superko` that is written in Rust.
//!
//! `package/superko` has the part that is written in Python, with the documentation.

mod board;
mod convert;
mod run;

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command line and returns its exit code. The first word is the name of the program.
#[pyfunction]
fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| superko_cli::main(words))
}

/// The part of the package `superko` that is written in Rust.
#[pymodule]
fn _superko(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("RULES", superko::report::RULES)?;
    module.add("LEVEL", superko::report::LEVEL)?;
    module.add("Illegal", module.py().get_type::<board::Illegal>())?;
    module.add("Unsupported", module.py().get_type::<board::Unsupported>())?;
    module.add_function(wrap_pyfunction!(run::certify, module)?)?;
    module.add_function(wrap_pyfunction!(run::identify, module)?)?;
    module.add_function(wrap_pyfunction!(run::replay, module)?)?;
    module.add_function(wrap_pyfunction!(run::switches, module)?)?;
    module.add_function(wrap_pyfunction!(run::tests_under, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)
}
