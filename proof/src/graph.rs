//! Formulas: an and-inverter graph.
//!
//! A [`Lit`] names a formula. A formula is an input, a conjunction of two formulas, or a negation,
//! which costs nothing. Two conjunctions of the same formulas are one node, so formulas that are
//! built alike are equal as literals. Much of what a kernel computes is recognized in this way,
//! without a solver.
//!
//! The operators of a word take only words as arguments. So they build in a graph that belongs to
//! the thread. [`reset`] empties it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::{BitAnd, BitOr, BitXor, Not};
use std::rc::Rc;

/// A formula of this thread's graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    /// The formula that never holds.
    pub const FALSE: Lit = Lit(0);

    /// The formula that always holds.
    pub const TRUE: Lit = Lit(1);

    /// Returns the constant formula.
    pub fn constant(holds: bool) -> Lit {
        Lit(u32::from(holds))
    }

    /// Makes a new formula of which nothing is known.
    pub fn input() -> Lit {
        with(|graph| graph.push(Node::Input))
    }

    /// Returns the formula that `other` holds if this one does.
    pub fn implies(self, other: Lit) -> Lit {
        !self | other
    }

    /// Returns the formula that this holds if and only if `other` does.
    pub fn same(self, other: Lit) -> Lit {
        !(self ^ other)
    }

    /// Returns the formula that is `yes` if this one holds, and `no` otherwise.
    pub fn select(self, yes: Lit, no: Lit) -> Lit {
        if yes == no { yes } else { (self & yes) | (!self & no) }
    }

    /// Returns the number of the node.
    pub(crate) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Returns whether this is the negation of the node.
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Returns the formula that all of the formulas hold.
pub fn all(formulas: impl IntoIterator<Item = Lit>) -> Lit {
    let mut layer: Vec<Lit> = formulas.into_iter().collect();
    // A balanced tree: neighbors in the list are neighbors in the formula.
    while layer.len() > 1 {
        layer = layer.chunks(2).map(|pair| pair.iter().fold(Lit::TRUE, |a, &b| a & b)).collect();
    }
    layer.pop().unwrap_or(Lit::TRUE)
}

/// Returns the formula that any of the formulas holds.
pub fn any(formulas: impl IntoIterator<Item = Lit>) -> Lit {
    !all(formulas.into_iter().map(|formula| !formula))
}

/// Returns the formula that at most one of the formulas holds. Its size is linear in their number.
pub fn at_most_one(formulas: &[Lit]) -> Lit {
    let mut before = Lit::FALSE;
    all(formulas.iter().map(|&formula| {
        let fine = !(before & formula);
        before = before | formula;
        fine
    }))
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl BitAnd for Lit {
    type Output = Lit;

    fn bitand(self, other: Lit) -> Lit {
        let (a, b) = (self.min(other), self.max(other));
        match a {
            Lit::FALSE => Lit::FALSE,
            Lit::TRUE => b,
            _ if a == b => a,
            _ if a == !b => Lit::FALSE,
            _ => with(|graph| graph.and(a, b)),
        }
    }
}

impl BitOr for Lit {
    type Output = Lit;

    fn bitor(self, other: Lit) -> Lit {
        !(!self & !other)
    }
}

impl BitXor for Lit {
    type Output = Lit;

    fn bitxor(self, other: Lit) -> Lit {
        (self & !other) | (!self & other)
    }
}

/// A node of the graph.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Node {
    /// The formula that never holds.
    False,
    Input,
    And(Lit, Lit),
}

/// The nodes of a graph. Each comes after the nodes of which it is made.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    conjunctions: HashMap<(Lit, Lit), Lit>,
    /// Lists of formulas, which are known by their number.
    pub(crate) lists: Vec<Rc<[Lit]>>,
}

impl Graph {
    fn new() -> Graph {
        Graph { nodes: vec![Node::False], conjunctions: HashMap::new(), lists: vec![] }
    }

    fn push(&mut self, node: Node) -> Lit {
        let number = u32::try_from(self.nodes.len()).expect("a graph fits into memory");
        self.nodes.push(node);
        Lit(number << 1)
    }

    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if let Some(&known) = self.conjunctions.get(&(a, b)) {
            return known;
        }
        let new = self.push(Node::And(a, b));
        self.conjunctions.insert((a, b), new);
        new
    }
}

thread_local! {
    static GRAPH: RefCell<Graph> = RefCell::new(Graph::new());
}

/// Calls a function with the graph of this thread.
pub(crate) fn with<T>(look: impl FnOnce(&mut Graph) -> T) -> T {
    GRAPH.with_borrow_mut(look)
}

/// Empties the graph of this thread. Literals and symbols from before mean nothing any more.
pub fn reset() {
    with(|graph| *graph = Graph::new());
}

/// Returns whether each formula holds when exactly these inputs do.
pub fn evaluate(formulas: &[Lit], inputs: &[Lit]) -> Vec<bool> {
    with(|graph| {
        let mut holds = vec![false; graph.nodes.len()];
        for input in inputs {
            holds[input.node()] = !input.is_negated();
        }
        for (number, node) in graph.nodes.iter().enumerate() {
            if let Node::And(a, b) = node {
                holds[number] = [a, b].into_iter().all(|lit| holds[lit.node()] != lit.is_negated());
            }
        }
        formulas.iter().map(|lit| holds[lit.node()] != lit.is_negated()).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_conjunctions_are_one_formula() {
        reset();
        let (a, b) = (Lit::input(), Lit::input());
        assert_eq!(a & b, b & a);
        assert_eq!(a | b, !(!b & !a));
        assert_eq!((a & a, a & !a), (a, Lit::FALSE));
        assert_eq!((a & Lit::TRUE, a | Lit::TRUE), (a, Lit::TRUE));
    }

    #[test]
    fn formulas_have_the_values_of_their_tables() {
        reset();
        let inputs = [Lit::input(), Lit::input(), Lit::input()];
        let [a, b, c] = inputs;
        let formulas =
            [a ^ b, a.implies(b), a.same(b), a.select(b, c), at_most_one(&inputs), any(inputs)];
        for case in 0..8 {
            let value = |i: usize| case >> i & 1 == 1;
            let set: Vec<Lit> = (0..3).filter(|&i| value(i)).map(|i| inputs[i]).collect();
            let (x, y, z) = (value(0), value(1), value(2));
            let expected =
                [x != y, !x || y, x == y, if x { y } else { z }, set.len() < 2, !set.is_empty()];
            assert_eq!(evaluate(&formulas, &set), expected);
        }
    }
}
