//! The conditions that are proved of the kernels, as problems for a SAT solver.
//!
//! There are two kinds of problems. One says that a claim holds wherever its hypotheses do. The
//! other, a control, says that hypotheses and claim are possible together. Without controls, a
//! contradiction among the hypotheses could prove anything. The README gives the argument that
//! leads from these conditions to the rule text.

mod area;
mod flood;
mod play;
mod plays;

use crate::board::Points;
use crate::cnf::Cnf;
use crate::graph::{self, Lit, all};
use crate::kernels::Kernels;
use crate::spec::Situation;

/// The answer that a solver must give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The claim holds wherever the hypotheses do.
    Proved,
    /// The hypotheses and the claim are possible together.
    Possible,
    /// The hypotheses and the claim are not possible together on a board as small as this.
    TooSmall,
}

/// A question for a solver. For `Expected::Proved`, its clauses must have no model.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The kernel, and what the problem says of it.
    pub name: String,
    /// The expected answer.
    pub expected: Expected,
    /// The clauses.
    pub cnf: Cnf,
    /// How to draw a model, if there is a position in it.
    pub drawing: Option<Drawing>,
}

/// The literals of a position and a point to play at.
#[derive(Clone, Debug)]
pub struct Drawing {
    columns: usize,
    /// For each point: own stone, opponent stone, the point to play at.
    literals: Vec<[Option<i32>; 3]>,
}

impl Drawing {
    /// Finds the literals of a situation in the clauses about it.
    pub fn new(situation: &Situation, cnf: &Cnf) -> Drawing {
        let Situation { board, own, opponent, point, .. } = situation;
        let literals = (0..board.len())
            .map(|i| [own, opponent, point].map(|set| cnf.literal(set.0[i])))
            .collect();
        Drawing { columns: board.columns, literals }
    }

    /// Returns the sets of own stones, of opponent stones, and of the point to play at in a model.
    /// A model is the value of each variable, from the first.
    pub fn sets(&self, model: &[bool]) -> [Vec<bool>; 3] {
        let holds = |literal: Option<i32>| {
            literal
                .is_some_and(|literal| model[literal.unsigned_abs() as usize - 1] == (literal > 0))
        };
        std::array::from_fn(|set| self.literals.iter().map(|point| holds(point[set])).collect())
    }

    /// Draws a model: own stones as `X`, opponent stones as `O`, the point to play at as `*`. The
    /// north row comes first.
    pub fn draw(&self, model: &[bool]) -> String {
        let [own, opponent, point] = self.sets(model);
        let glyph = |i: usize| match (point[i], own[i], opponent[i]) {
            (true, ..) => '*',
            (_, true, _) => 'X',
            (_, _, true) => 'O',
            _ => '.',
        };
        let glyphs: Vec<char> = (0..own.len()).map(glyph).collect();
        let rows: Vec<String> =
            glyphs.chunks(self.columns).rev().map(|row| row.iter().collect()).collect();
        rows.join("\n")
    }
}

/// Collects problems about one situation.
struct Problems<'a> {
    kernel: &'static str,
    situation: Option<&'a Situation>,
    list: Vec<Problem>,
}

impl<'a> Problems<'a> {
    fn new(kernel: &'static str, situation: Option<&'a Situation>) -> Problems<'a> {
        Problems { kernel, situation, list: vec![] }
    }

    fn add(&mut self, what: &str, expected: Expected, formulas: &[Lit]) {
        let cnf = Cnf::new(formulas);
        let drawing = self.situation.map(|situation| Drawing::new(situation, &cnf));
        let name = format!("{}: {what}", self.kernel);
        self.list.push(Problem { name, expected, cnf, drawing });
    }

    /// Adds the problem that the claim holds wherever the hypotheses do.
    fn prove(&mut self, what: &str, hypotheses: &[&[Lit]], claim: Lit) {
        let formulas = [&hypotheses.concat()[..], &[!claim]].concat();
        self.add(what, Expected::Proved, &formulas);
    }

    /// Adds the problem that the claim is possible under the hypotheses, on boards that are large
    /// enough for it.
    fn control(&mut self, what: &str, hypotheses: &[&[Lit]], claim: Lit, large_enough: bool) {
        let formulas = [&hypotheses.concat()[..], &[claim]].concat();
        let expected = if large_enough { Expected::Possible } else { Expected::TooSmall };
        self.add(&format!("possible: {what}"), expected, &formulas);
    }
}

/// Returns all conditions on the kernels, with their controls.
pub fn conditions(kernels: &dyn Kernels) -> Vec<Problem> {
    let mut problems = vec![];
    for part in [flood::conditions, play::conditions, plays::conditions, area::conditions] {
        graph::reset();
        problems.extend(part(kernels));
    }
    problems
}

/// Returns the formula that the parts are disjoint and that their union is the whole.
fn is_partition(whole: &Points, parts: &[&Points]) -> Lit {
    let union = parts.iter().skip(1).fold(parts[0].clone(), |union, part| &union | part);
    let mut claims = vec![union.same(whole)];
    for (i, part) in parts.iter().enumerate() {
        claims.extend(parts[..i].iter().map(|other| !part.meets(other)));
    }
    all(claims)
}
