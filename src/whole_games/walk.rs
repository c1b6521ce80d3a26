use super::{FirstPlays, Graph, Lengths, Node, SPLIT};
use crate::engines::OptimizedGame;
use crate::exhaust::Packed;
use crate::game::{Color, Point, Record, Turn};
use crate::rules::{Repetition, Rules};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// An engine under positional superko on a board of at most 32 points, which are numbered as in a [`Packed`].
pub trait Superko {
    /// The points where the player to move may play, a bit for each.
    fn legal(&self) -> u32;

    /// The stones.
    fn stones(&self) -> Packed;

    /// Plays at a point where it is legal; says whether it did.
    fn play(&mut self, point: usize) -> bool;

    /// Passes; says whether it did.
    fn pass(&mut self) -> bool;

    /// Takes the last turn back.
    fn undo(&mut self);
}

/// The widths in bits of the optimized engine's hash with which games can be played. No answer may depend on it.
pub const HASH_WIDTHS: [u32; 4] = [0, 2, 6, 64];

/// A game in which an engine does not do what the exact set of positions met so far asks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// The game.
    pub record: Record,
    /// What is to be, and what the engine has instead.
    pub what: String,
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.record, self.what)
    }
}

impl Graph {
    /// Plays all games with the optimized engine at a hash width, one of [`HASH_WIDTHS`]; see [`Graph::walk`].
    ///
    /// # Errors
    ///
    /// The first deviation that was found.
    ///
    /// # Panics
    ///
    /// If the width is none of those.
    pub fn walk_optimized(
        &self,
        first: FirstPlays,
        hash_width: u32,
        longest: usize,
        jobs: usize,
        seen: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Lengths, Box<Deviation>> {
        let rules = self.rules();
        match hash_width {
            0 => {
                self.walk(first, &|| OptimizedGame::<0>::new(self.size, rules), longest, jobs, seen)
            }
            2 => {
                self.walk(first, &|| OptimizedGame::<2>::new(self.size, rules), longest, jobs, seen)
            }
            6 => {
                self.walk(first, &|| OptimizedGame::<6>::new(self.size, rules), longest, jobs, seen)
            }
            64 => self.walk(
                first,
                &|| OptimizedGame::<64>::new(self.size, rules),
                longest,
                jobs,
                seen,
            ),
            _ => panic!("{hash_width} is none of {HASH_WIDTHS:?}"),
        }
    }

    fn rules(&self) -> Rules {
        Rules { repetition: Repetition::Positional, suicide: self.suicide }
    }

    /// Plays all games of at most so many plays with an engine, on so many threads, and counts them.
    ///
    /// At every node of every game the plays that the engine allows must be those, of both players, that lead to
    /// positions not yet met; these are kept in a set of their own, apart from the engine. Every turn is taken back on
    /// the way, and then the stones must be what they were. `seen` is told now and then how much of how much is done.
    /// Of first plays that are alike, where only one is to be gone through, the others are left after five plays.
    ///
    /// # Errors
    ///
    /// The first deviation that was found.
    pub fn walk<E: Superko>(
        &self,
        first: FirstPlays,
        make: &(dyn Fn() -> E + Sync),
        longest: usize,
        jobs: usize,
        seen: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Lengths, Box<Deviation>> {
        let mut shallow = Walk::new(self, make(), SPLIT.min(longest));
        shallow.lengths.add(1, 0, 0);
        shallow.go_on(self.beginning())?;
        let mut lengths = shallow.lengths;
        if longest <= SPLIT {
            return Ok(lengths);
        }
        let alike = self.first_plays();
        let weight = |turns: &[Turn]| match (first, turns.first()) {
            (FirstPlays::Every, _) => Some(1),
            (FirstPlays::OneOfAlike, Some(Turn::Play(point))) => {
                let stone = |node: &Node| self.positions[node.here].coloring(self.size)[*point];
                let one = alike.iter().find(|(node, _)| stone(node) == Color::Black);
                one.map(|(_, weight)| *weight)
            }
            // White first, after a pass.
            _ => None,
        };
        let tasks: Vec<(Node, Vec<Turn>, u64)> = shallow
            .left
            .into_iter()
            .filter_map(|(node, turns)| weight(&turns).map(|weight| (node, turns, weight)))
            .collect();
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let work = || {
            let mut walk = Walk::new(self, make(), longest);
            let mut sum = Lengths::default();
            while !failed.load(Ordering::Relaxed)
                && let Some((node, turns, weight)) = tasks.get(next.fetch_add(1, Ordering::Relaxed))
            {
                walk.left.clear();
                if let Err(deviation) = walk.take_up(*node, turns) {
                    failed.store(true, Ordering::Relaxed);
                    return Err(deviation);
                }
                sum.merge(*weight, &std::mem::take(&mut walk.lengths));
                seen(next.load(Ordering::Relaxed).min(tasks.len()), tasks.len());
            }
            Ok(sum)
        };
        let deep: Result<Lengths, Box<Deviation>> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..jobs).map(|_| scope.spawn(work)).collect();
            let mut sum = work()?;
            for other in others {
                let walked = other.join();
                sum.merge(1, &walked.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
            }
            Ok(sum)
        });
        let deep = deep?;
        lengths.merge(1, &deep);
        if first == FirstPlays::OneOfAlike {
            lengths.merge(1, &deep.after_a_pass());
        }
        Ok(lengths)
    }
}

/// An engine on its way through games.
struct Walk<'a, E> {
    graph: &'a Graph,
    engine: E,
    points: Vec<Point>,
    turns: Vec<Turn>,
    deepest: usize,
    lengths: Lengths,
    /// The nodes that were not gone on from because they are the deepest.
    left: Vec<(Node, Vec<Turn>)>,
}

impl<'a, E: Superko> Walk<'a, E> {
    fn new(graph: &'a Graph, engine: E, deepest: usize) -> Walk<'a, E> {
        Walk {
            graph,
            engine,
            points: graph.size.points().collect(),
            turns: Vec::new(),
            deepest,
            lengths: Lengths::default(),
            left: Vec::new(),
        }
    }

    /// Plays the turns that lead to a node, all games that go on from there, and takes the turns back.
    fn take_up(&mut self, node: Node, turns: &[Turn]) -> Result<(), Box<Deviation>> {
        self.turns.clear();
        for &turn in turns {
            let number = |point| self.points.iter().position(|other| *other == point);
            match turn {
                Turn::Pass => self.pass()?,
                Turn::Play(point) => self.play(number(point).expect("it is on the board"))?,
            }
        }
        self.go_on(node)?;
        turns.iter().for_each(|_| self.engine.undo());
        Ok(())
    }

    /// Plays all games that go on from where the engine is.
    fn go_on(&mut self, node: Node) -> Result<(), Box<Deviation>> {
        if node.plays == self.deepest {
            self.left.push((node, self.turns.clone()));
            return Ok(());
        }
        let graph = self.graph;
        for passed in [false, true] {
            if passed {
                self.pass()?;
            }
            let player = if passed { 1 - node.next } else { node.next };
            let plays = &graph.plays[node.here][player];
            let new = || plays.iter().filter(|play| node.met >> play.to & 1 == 0);
            let expected = new().fold(0, |set, play| set | 1 << play.point);
            if self.engine.legal() != expected {
                return Err(self.allows(expected));
            }
            for play in new() {
                self.play(play.point)?;
                self.has_stones(graph.positions[play.to])?;
                let after = node.after(passed, play.to);
                self.lengths.add(1, after.plays, after.turns);
                self.go_on(after)?;
                self.engine.undo();
                self.turns.pop();
            }
        }
        self.engine.undo();
        self.turns.pop();
        self.has_stones(graph.positions[node.here])
    }

    fn play(&mut self, point: usize) -> Result<(), Box<Deviation>> {
        self.turns.push(Turn::Play(self.points[point]));
        let played = self.engine.play(point);
        self.took_the_last(played)
    }

    fn pass(&mut self) -> Result<(), Box<Deviation>> {
        self.turns.push(Turn::Pass);
        let passed = self.engine.pass();
        self.took_the_last(passed)
    }

    fn took_the_last(&self, took: bool) -> Result<(), Box<Deviation>> {
        let refused = || self.deviation("the last turn is legal; the engine refuses it".to_owned());
        took.then_some(()).ok_or_else(refused)
    }

    fn has_stones(&self, stones: Packed) -> Result<(), Box<Deviation>> {
        if self.engine.stones() == stones {
            return Ok(());
        }
        let size = self.graph.size;
        let [expected, found] = [stones, self.engine.stones()].map(|stones| stones.coloring(size));
        Err(self.deviation(format!("the position is\n{expected}\nand the engine has\n{found}")))
    }

    fn allows(&self, expected: u32) -> Box<Deviation> {
        let names = |set: u32| {
            let points = self.points.iter().enumerate();
            let names = points.filter(|(number, _)| set >> number & 1 == 1);
            let names: Vec<String> = names.map(|(_, point)| point.to_string()).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(" ") }
        };
        let found = self.engine.legal();
        self.deviation(format!("legal plays: {}; the engine: {}", names(expected), names(found)))
    }

    fn deviation(&self, what: String) -> Box<Deviation> {
        let (size, rules) = (self.graph.size, self.graph.rules());
        Box::new(Deviation { record: Record::new(size, rules, self.turns.clone()), what })
    }
}
