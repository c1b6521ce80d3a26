//! Formulas as clauses.

use std::io::{self, Write};

use crate::graph::{self, Graph, Lit, Node};

/// Clauses over variables that are numbered from 1, as in DIMACS: `-3` is the negation of `3`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    /// The number of variables.
    pub variables: usize,
    /// The clauses. A clause holds if one of its literals does.
    pub clauses: Vec<Vec<i32>>,
    /// The variable of each node of the graph that has one.
    numbers: Vec<i32>,
}

impl Cnf {
    /// Makes clauses that have a model exactly where all of the formulas hold. This is the Tseitin
    /// encoding, with one variable for each subformula, and with two exceptions. A conjunction of
    /// conjunctions becomes one conjunction of many parts, if the inner ones are used nowhere else.
    /// An asserted formula that is a conjunction or a disjunction gets no variable of its own.
    pub fn new(formulas: &[Lit]) -> Cnf {
        graph::with(|graph| Encoder::new(graph).encode(formulas))
    }

    /// Wraps these clauses, which stand for no formulas.
    pub fn of_clauses(clauses: Vec<Vec<i32>>) -> Cnf {
        let variables = clauses.iter().flatten().map(|literal| literal.unsigned_abs()).max();
        Cnf { variables: variables.unwrap_or(0) as usize, clauses, numbers: vec![] }
    }

    /// Returns the literal of a formula, if the clauses contain it. Constants have none.
    pub fn literal(&self, formula: Lit) -> Option<i32> {
        let number = self.numbers.get(formula.node()).copied().filter(|&number| number != 0)?;
        Some(if formula.is_negated() { -number } else { number })
    }

    /// Returns whether a model satisfies every clause. A model is the value of each variable from
    /// the first.
    pub fn holds(&self, model: &[bool]) -> bool {
        let value = |literal: &i32| {
            let value = model.get(literal.unsigned_abs() as usize - 1);
            value.is_some_and(|&value| value == (*literal > 0))
        };
        self.clauses.iter().all(|clause| clause.iter().any(value))
    }

    /// Writes the clauses in the DIMACS format.
    ///
    /// # Errors
    ///
    /// Returns the errors of the writer.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "p cnf {} {}", self.variables, self.clauses.len())?;
        for clause in &self.clauses {
            for literal in clause {
                write!(out, "{literal} ")?;
            }
            writeln!(out, "0")?;
        }
        Ok(())
    }
}

struct Encoder<'a> {
    graph: &'a Graph,
    /// The number of conjunctions that use each node.
    uses: Vec<u32>,
    cnf: Cnf,
    /// The nodes that have a variable but not yet their clauses.
    open: Vec<usize>,
}

impl<'a> Encoder<'a> {
    fn new(graph: &'a Graph) -> Encoder<'a> {
        let mut uses = vec![0; graph.nodes.len()];
        for node in &graph.nodes {
            if let Node::And(a, b) = node {
                uses[a.node()] += 1;
                uses[b.node()] += 1;
            }
        }
        let cnf = Cnf { numbers: vec![0; graph.nodes.len()], ..Cnf::default() };
        Encoder { graph, uses, cnf, open: vec![] }
    }

    fn encode(mut self, formulas: &[Lit]) -> Cnf {
        let mut asserted: Vec<Lit> = formulas.to_vec();
        while let Some(formula) = asserted.pop() {
            match (self.graph.nodes[formula.node()], formula.is_negated()) {
                (Node::And(a, b), false) => asserted.extend([a, b]),
                (Node::And(..), true) => {
                    let parts = self.parts(formula.node());
                    let clause = parts.iter().map(|&part| self.literal(!part)).collect();
                    self.cnf.clauses.push(clause);
                }
                (Node::False, true) => {}
                (Node::False, false) => self.cnf.clauses.push(vec![]),
                (Node::Input, _) => {
                    let literal = self.literal(formula);
                    self.cnf.clauses.push(vec![literal]);
                }
            }
        }
        while let Some(node) = self.open.pop() {
            self.define(node);
        }
        self.cnf
    }

    /// Returns the literal of a formula that is not a constant.
    fn literal(&mut self, formula: Lit) -> i32 {
        let number = &mut self.cnf.numbers[formula.node()];
        if *number == 0 {
            self.cnf.variables += 1;
            *number = i32::try_from(self.cnf.variables).expect("DIMACS counts in 32 bits");
            self.open.push(formula.node());
        }
        if formula.is_negated() { -*number } else { *number }
    }

    /// Adds the clauses that make the variable of a node equivalent to the node.
    fn define(&mut self, node: usize) {
        if !matches!(self.graph.nodes[node], Node::And(..)) {
            return;
        }
        let whole = self.cnf.numbers[node];
        if let Some((choice, yes, no)) = self.choice(node) {
            // The node is the negation of "`yes` if `choice`, else `no`".
            let [choice, yes, no] = [choice, yes, no].map(|part| self.literal(part));
            self.cnf.clauses.extend([
                vec![-choice, -yes, -whole],
                vec![-choice, yes, whole],
                vec![choice, -no, -whole],
                vec![choice, no, whole],
            ]);
            return;
        }
        let parts: Vec<i32> = self.parts(node).into_iter().map(|part| self.literal(part)).collect();
        for part in &parts {
            self.cnf.clauses.push(vec![-whole, *part]);
        }
        let mut clause: Vec<i32> = parts.iter().map(|part| -part).collect();
        clause.push(whole);
        self.cnf.clauses.push(clause);
    }

    /// Returns the formulas of which the node is the conjunction.
    fn parts(&self, node: usize) -> Vec<Lit> {
        let Node::And(a, b) = self.graph.nodes[node] else { return vec![] };
        let (mut parts, mut rest) = (vec![], vec![b, a]);
        while let Some(part) = rest.pop() {
            match self.graph.nodes[part.node()] {
                Node::And(a, b) if !part.is_negated() && self.uses[part.node()] == 1 => {
                    rest.extend([b, a]);
                }
                _ => parts.push(part),
            }
        }
        parts
    }

    /// Returns `c`, `x` and `y` if the node is the conjunction of `!(c & x)` and `!(!c & y)`. This
    /// is how a choice and an exclusive or are built.
    fn choice(&self, node: usize) -> Option<(Lit, Lit, Lit)> {
        let Node::And(left, right) = self.graph.nodes[node] else { return None };
        let inner = |side: Lit| match self.graph.nodes[side.node()] {
            Node::And(a, b) if side.is_negated() && self.uses[side.node()] == 1 => Some([a, b]),
            _ => None,
        };
        let (left, right) = (inner(left)?, inner(right)?);
        for (choice, yes) in [(left[0], left[1]), (left[1], left[0])] {
            for (other, no) in [(right[0], right[1]), (right[1], right[0])] {
                if other == !choice {
                    return Some((choice, yes, no));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{all, any, evaluate, reset};

    /// Returns whether there is a model that agrees with the values of the inputs.
    fn has_model(cnf: &Cnf, inputs: &[(Lit, bool)]) -> bool {
        let fixed: Vec<i32> = inputs
            .iter()
            .filter_map(|&(input, value)| cnf.literal(if value { input } else { !input }))
            .collect();
        (0..1_u32 << cnf.variables).any(|model| {
            let holds =
                |literal: &i32| (model >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
            fixed.iter().all(holds) && cnf.clauses.iter().all(|clause| clause.iter().any(holds))
        })
    }

    #[test]
    fn clauses_have_a_model_exactly_where_the_formulas_hold() {
        reset();
        let inputs: Vec<Lit> = (0..4).map(|_| Lit::input()).collect();
        let [a, b, c, d] = inputs[..] else { unreachable!("four inputs") };
        let cases = [
            vec![a ^ b, c.select(a, d)],
            vec![!(a ^ b) | (c & d), any([a, b, c, d])],
            vec![all([a, !b, c]).same(d)],
            vec![(a & b) ^ (b | !d), c.same(a & b)],
            vec![c.select(!a, b ^ d).same(a | d)],
            vec![a, !a],
            vec![Lit::TRUE],
            vec![Lit::FALSE],
        ];
        for formulas in cases {
            let cnf = Cnf::new(&formulas);
            assert!(cnf.variables < 16);
            for case in 0..16 {
                let values: Vec<(Lit, bool)> =
                    inputs.iter().enumerate().map(|(i, &l)| (l, case >> i & 1 == 1)).collect();
                let set: Vec<Lit> = values.iter().filter(|v| v.1).map(|v| v.0).collect();
                let hold = evaluate(&formulas, &set).into_iter().all(|holds| holds);
                assert_eq!(has_model(&cnf, &values), hold, "{formulas:?} {values:?}");
            }
        }
    }

    #[test]
    fn clauses_are_written_as_dimacs() {
        reset();
        let (a, b) = (Lit::input(), Lit::input());
        let mut text = vec![];
        Cnf::new(&[a | !b]).write(&mut text).expect("memory takes it");
        assert_eq!(String::from_utf8_lossy(&text), "p cnf 2 1\n1 -2 0\n");
    }
}
