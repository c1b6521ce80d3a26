//! Shows that every wrong kernel is refused, with a position on which it is wrong.

use std::fmt;
use std::time::{Duration, Instant};

use crate::board::{Board, Frame};
use crate::cnf::Cnf;
use crate::conditions::{Drawing, Expected, conditions};
use crate::graph::{self, Lit};
use crate::kernels::{Kernels, Layout, kernels_in};
use crate::mutants::{
    Fault, Faultless, Faulty, LostCarry, MissingNeighbor, NeverCaptures, NoSuicide, OneIsTwo,
    OwnFirst, TakesAll, TouchedArea,
};
use crate::solver::{Answer, Failure, Keep, Solver};
use crate::source::{Shipped, Source};
use crate::spec::Situation;
use crate::symbol::Symbol;
use crate::whole::{Aspect, differs, drawn, legal};

/// A source on a small board, once on symbols and once on `u64`.
pub struct Twin {
    symbolic: Box<dyn Kernels>,
    concrete: Box<dyn Kernels>,
}

impl fmt::Debug for Twin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kernels on {}", self.board())
    }
}

impl Twin {
    /// Makes twins of the shipped source on two small boards in the layout of a board: a square,
    /// and a strip that reaches into a second limb if there is one.
    pub fn shipped(board: Board) -> [Twin; 2] {
        [(3, 3), (1, 8)].map(|(columns, rows)| {
            let small = Board { columns: board.columns.min(columns), rows: board.rows.min(rows) };
            Twin {
                symbolic: kernels_in::<Shipped, Symbol>(board, small),
                concrete: kernels_in::<Shipped, u64>(board, small),
            }
        })
    }

    /// Returns the small board.
    pub fn board(&self) -> Board {
        self.symbolic.frame().board
    }

    /// Looks for a legal position and a play on which the kernels differ from the rule text, with
    /// all loops unrolled. There is none if the kernels are right.
    ///
    /// # Errors
    ///
    /// If the solver gives up.
    pub fn counterexample(
        &self,
        aspect: Aspect,
        solver: &Solver,
    ) -> Result<Option<Counterexample>, Failure> {
        graph::reset();
        let situation = Situation::any(self.board());
        let cnf = Cnf::new(&[legal(&situation), differs(&*self.symbolic, aspect, &situation)]);
        let drawing = Drawing::new(&situation, &cnf);
        let Answer::Satisfiable(model) = solver.solve(&cnf, &Keep::Nothing)?.answer else {
            return Ok(None);
        };
        let position = drawn(self.board(), &drawing.sets(&model));
        let replayed = legal(&position) == Lit::TRUE
            && differs(&*self.concrete, aspect, &position) == Lit::TRUE;
        Ok(Some(Counterexample { drawing: drawing.draw(&model), replayed }))
    }
}

/// A legal position and a play on which kernels are wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The position: the player to move has `X`, the play is `*`.
    pub drawing: String,
    /// Whether the same code is wrong there when it runs on `u64`.
    pub replayed: bool,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let replay = if self.replayed { "wrong on u64 too" } else { "NOT wrong on u64" };
        write!(f, "{}\n({replay})", self.drawing)
    }
}

/// A wrong kernel on a small board.
#[derive(Debug)]
pub struct Mutant {
    /// What is wrong.
    pub name: &'static str,
    /// The aspect in which it is wrong.
    pub aspect: Aspect,
    twin: Twin,
}

impl Mutant {
    /// Makes a mutant. `excess` says which bits, by column and row, count as points of the board
    /// although they are none.
    fn new<K: Source + 'static, F: Fault + 'static, const S: usize, const N: usize>(
        name: &'static str,
        aspect: Aspect,
        board: Board,
        excess: impl Fn(usize, usize) -> bool,
    ) -> Mutant {
        let frame = Frame { board, stride: S, bits: 64 * N };
        let mut points = frame.mask();
        for (bit, point) in points.iter_mut().enumerate() {
            *point |= excess(bit % S, bit / S);
        }
        let edge = frame.spread((0..board.len()).map(|point| board.is_edge(point)), false);
        let shape = [points, edge];
        let symbolic = Layout::<K, Faulty<Symbol, F>, S, N>::with_shape(board, shape.clone());
        let concrete = Layout::<K, Faulty<u64, F>, S, N>::with_shape(board, shape);
        let twin = Twin { symbolic: Box::new(symbolic), concrete: Box::new(concrete) };
        Mutant { name, aspect, twin }
    }
}

/// Returns the wrong kernels.
pub fn mutants() -> Vec<Mutant> {
    let square = Board { columns: 3, rows: 3 };
    // In the layout of 19x19, the first four rows of this board lie in one limb, and its last row in
    // another.
    let tall = Board { columns: 2, rows: 5 };
    let nothing = |_, _| false;
    let extra_column = |column, row| column == 3 && row < 3;
    let extra_row = |column, row| column < 3 && row == 3;
    macro_rules! mutants {
        ($($source:ty, $fault:ty, $stride:literal, $limbs:literal, $board:ident, $excess:ident,
           $aspect:ident: $name:literal;)*) => {
            vec![$(Mutant::new::<$source, $fault, $stride, $limbs>(
                $name, Aspect::$aspect, $board, $excess,
            )),*]
        };
    }
    mutants! {
        OwnFirst, Faultless, 8, 1, square, nothing, Play: "own stones are cleared first";
        NoSuicide, Faultless, 8, 1, square, nothing, Play: "own stones are not cleared";
        TakesAll, Faultless, 8, 1, square, nothing, Play: "a capture takes breathing chains too";
        OneIsTwo, Faultless, 8, 1, square, nothing, Outlook: "one liberty passes for two";
        NeverCaptures, Faultless, 8, 1, square, nothing, Lone: "a surrounded stone never captures";
        TouchedArea, Faultless, 8, 1, square, nothing, Area: "empty points count for what they touch";
        Shipped, MissingNeighbor, 8, 1, square, nothing, Play: "a neighbor is missing";
        Shipped, LostCarry, 20, 6, tall, nothing, Play: "a carry between limbs is lost";
        Shipped, Faultless, 3, 1, square, nothing, Play: "no bit guards the end of a row";
        Shipped, Faultless, 8, 1, square, extra_column, Play: "the board has a column too many";
        Shipped, Faultless, 8, 1, square, extra_row, Play: "the board has a row too many";
    }
}

/// The result of examining a wrong kernel.
#[derive(Debug)]
pub struct Finding {
    /// The first condition that failed.
    pub condition: Option<String>,
    /// A position that shows what is wrong.
    pub counterexample: Option<Counterexample>,
    /// How long the examination took.
    pub time: Duration,
}

impl Finding {
    /// Returns whether the kernel was refused, shown wrong, and wrong on `u64` too.
    pub fn is_complete(&self) -> bool {
        self.condition.is_some() && self.counterexample.as_ref().is_some_and(|found| found.replayed)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.as_secs_f64();
        match &self.condition {
            Some(condition) => write!(f, "refused after {time:.2} s, by \"{condition}\"")?,
            None => f.write_str("NOT REFUSED")?,
        }
        match &self.counterexample {
            Some(counterexample) => write!(f, "\n{counterexample}"),
            None => f.write_str("\nNO COUNTEREXAMPLE"),
        }
    }
}

impl Mutant {
    /// Returns the small board.
    pub fn board(&self) -> Board {
        self.twin.board()
    }

    /// Tests the wrong kernel against the conditions, and looks for a position that shows what is
    /// wrong.
    ///
    /// # Errors
    ///
    /// If the solver gives up.
    pub fn examine(&self, solver: &Solver) -> Result<Finding, Failure> {
        let start = Instant::now();
        let condition = failed_condition(&*self.twin.symbolic, solver)?;
        let counterexample = self.twin.counterexample(self.aspect, solver)?;
        Ok(Finding { condition, counterexample, time: start.elapsed() })
    }
}

/// Returns the first condition that the kernels do not meet.
fn failed_condition(kernels: &dyn Kernels, solver: &Solver) -> Result<Option<String>, Failure> {
    for problem in conditions(kernels) {
        if problem.expected == Expected::Proved
            && solver.solve(&problem.cnf, &Keep::Nothing)?.answer != Answer::Unsatisfiable
        {
            return Ok(Some(problem.name));
        }
    }
    Ok(None)
}
