//! No module of a crate is in a dependency cycle. The modules that a source file uses are read from the paths in it.

use crate::support::root;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The path of a module below the root of its crate, such as `["targets", "sgf"]`. The path of the root is empty.
type Module = Vec<String>;

/// The modules of a crate, each with the others that it names.
type Graph = BTreeMap<Module, BTreeSet<Module>>;

/// Every crate, with a lower bound on the number of its modules, and whether the test is strict. In a strict crate, a folder
/// and its files must not name each other in a cycle either. Elsewhere they may, because the folder's own file holds what they
/// share.
const CRATES: [(&str, usize, bool); 15] = [
    ("reference/src", 5, false),
    ("optimized/src", 15, false),
    ("exhaustive/src", 10, false),
    ("crates/game/src", 15, false),
    ("crates/sgf/src", 10, false),
    ("crates/engine/src", 15, false),
    ("crates/gtp/src", 30, false),
    ("crates/harness/src", 50, false),
    ("crates/diagnosis/src", 20, false),
    ("crates/certify/src", 40, false),
    ("crates/judge/src", 8, false),
    ("crates/cli/src", 30, false),
    ("proof/src", 15, false),
    ("fuzz/src", 20, true),
    ("fuzz/campaign/src", 8, true),
];

#[test]
fn no_module_is_in_a_cycle() {
    let mut cycles = Vec::new();
    for (folder, least, strict) in CRATES {
        let mut graph = module_graph(&sources(&root().join(folder)));
        assert!(graph.len() >= least, "{folder} has {} modules", graph.len());
        if !strict {
            for (module, named) in &mut graph {
                named.retain(|other| !other.starts_with(module) && !module.starts_with(other));
            }
        }
        cycles.extend(cycle(&graph).map(|cycle| (folder, cycle)));
    }
    assert_eq!(cycles, []);
}

/// Returns the texts of the modules in a source folder.
fn sources(folder: &Path) -> BTreeMap<Module, String> {
    let mut sources = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            for (mut module, text) in self::sources(&path) {
                module.insert(0, name.clone());
                sources.insert(module, text);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let is_folder = ["lib", "main", "mod"].contains(&name.as_str());
            let text = std::fs::read_to_string(&path).unwrap();
            sources.insert(if is_folder { Vec::new() } else { vec![name] }, text);
        }
    }
    sources
}

/// Returns which modules name which: by `crate::`, `super::` and `self::`, and by the names of their own submodules. Test
/// modules are left out. The declaration `mod name;` does not count as naming.
fn module_graph(sources: &BTreeMap<Module, String>) -> Graph {
    let modules: BTreeSet<&Module> = sources.keys().collect();
    let mut graph = Graph::new();
    let mut of_tests = Vec::new();
    for (file, text) in sources {
        let mut reader = Reader { modules: &modules, named: BTreeSet::new(), of_tests: Vec::new() };
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{file:?}: {error}"));
        reader.read(file, tokens);
        reader.named.remove(file);
        of_tests.append(&mut reader.of_tests);
        graph.insert(file.clone(), reader.named);
    }
    graph.retain(|module, _| !of_tests.iter().any(|tests| module.starts_with(tests)));
    graph
}

struct Reader<'a> {
    modules: &'a BTreeSet<&'a Module>,
    /// The modules that were named.
    named: BTreeSet<Module>,
    /// The modules that are declared for tests only.
    of_tests: Vec<Module>,
}

impl Reader<'_> {
    /// Reads the tokens of a module, which may be an inline module of a file.
    fn read(&mut self, module: &Module, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut place = 0;
        while place < tokens.len() {
            place = match &tokens[place..] {
                [TokenTree::Punct(mark), TokenTree::Group(attribute), item @ ..]
                    if mark.as_char() == '#' && attribute.stream().to_string() == "cfg (test)" =>
                {
                    place + 2 + self.skip(module, item)
                }
                [TokenTree::Ident(word), TokenTree::Ident(name), body, ..] if word == "mod" => {
                    if let TokenTree::Group(body) = body {
                        self.read(&joined(module, &name.to_string()), body.stream());
                    }
                    place + 3
                }
                [TokenTree::Ident(first), rest @ ..] => {
                    place + 1 + self.path(module, &first.to_string(), rest)
                }
                [TokenTree::Group(group), ..] => {
                    self.read(module, group.stream());
                    place + 1
                }
                _ => place + 1,
            };
        }
    }

    /// Returns the number of tokens of an item that is for tests only. Records the module if the item declares one.
    fn skip(&mut self, module: &Module, item: &[TokenTree]) -> usize {
        if let [TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Punct(_), ..] = item
            && word == "mod"
        {
            self.of_tests.push(joined(module, &name.to_string()));
        }
        let ends = |token: &TokenTree| match token {
            TokenTree::Punct(mark) => mark.as_char() == ';',
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            _ => false,
        };
        item.iter().position(ends).map_or(item.len(), |end| end + 1)
    }

    /// Reads the path that begins with a word, and returns how many more tokens the path has.
    fn path(&mut self, module: &Module, first: &str, rest: &[TokenTree]) -> usize {
        let base = match first {
            _ if after_colons(rest).is_none() => return 0,
            "crate" => Some(Vec::new()),
            "self" => Some(module.clone()),
            "super" => Some(module[..module.len().saturating_sub(1)].to_vec()),
            _ => Some(joined(module, first)).filter(|child| self.modules.contains(child)),
        };
        self.segments(base, rest)
    }

    /// Reads the rest of a path after `base`, which is a module of this crate, or `None` if the path leads elsewhere. Returns
    /// the number of tokens read.
    fn segments(&mut self, base: Option<Module>, rest: &[TokenTree]) -> usize {
        match after_colons(rest) {
            Some(TokenTree::Ident(name)) => {
                let name = name.to_string();
                let inner = base.as_ref().map(|base| match name.as_str() {
                    "super" => base[..base.len().saturating_sub(1)].to_vec(),
                    _ => joined(base, &name),
                });
                match inner.filter(|inner| name == "super" || self.modules.contains(inner)) {
                    Some(inner) => 3 + self.segments(Some(inner), &rest[3..]),
                    None => {
                        self.record(base);
                        3 + self.segments(None, &rest[3..])
                    }
                }
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
                for element in tokens.split(is_comma) {
                    let Some(TokenTree::Ident(name)) = element.first() else { continue };
                    let name = name.to_string();
                    let inner = base.as_ref().map(|base| joined(base, &name));
                    let inner = inner.filter(|inner| self.modules.contains(inner));
                    if inner.is_none() {
                        self.record(base.clone());
                    }
                    self.segments(inner, &element[1..]);
                }
                3
            }
            _ => {
                self.record(base);
                0
            }
        }
    }

    /// Records the file that contains a module.
    fn record(&mut self, module: Option<Module>) {
        let Some(mut module) = module else { return };
        while !self.modules.contains(&module) && module.pop().is_some() {}
        self.named.insert(module);
    }
}

fn joined(module: &Module, name: &str) -> Module {
    [module.as_slice(), &[name.to_owned()]].concat()
}

/// Returns the token after `::`, if the tokens begin with `::`.
fn after_colons(tokens: &[TokenTree]) -> Option<&TokenTree> {
    match tokens {
        [TokenTree::Punct(one), TokenTree::Punct(two), next, ..]
            if one.as_char() == ':' && two.as_char() == ':' =>
        {
            Some(next)
        }
        _ => None,
    }
}

/// Returns the modules of a cycle, in the order in which they name each other, if there is one.
fn cycle(graph: &Graph) -> Option<Vec<String>> {
    let mut left = graph.clone();
    // A module that names none of the remaining modules is in no cycle.
    loop {
        let before = left.len();
        let names: BTreeSet<Module> = left.keys().cloned().collect();
        left.retain(|_, named| named.iter().any(|module| names.contains(module)));
        if left.len() == before {
            break;
        }
    }
    let mut path = vec![left.keys().next()?.clone()];
    loop {
        let next = left[&path[path.len() - 1]].iter().find(|module| left.contains_key(*module));
        let next = next.expect("what is left names something that is left").clone();
        if let Some(start) = path.iter().position(|module| *module == next) {
            let written = |module: &Module| [&["crate".to_owned()], module.as_slice()].concat();
            return Some(path[start..].iter().map(|module| written(module).join("::")).collect());
        }
        path.push(next);
    }
}

/// Returns the graph of some files, written as `a::b > c d`, and a cycle in it, if there is one.
fn drawn(files: &[(&str, &str)]) -> (Vec<String>, Option<Vec<String>>) {
    let module =
        |name: &str| name.split("::").filter(|s| !s.is_empty()).map(str::to_owned).collect();
    let sources = files.iter().map(|(name, text)| (module(name), (*text).to_owned())).collect();
    let graph = module_graph(&sources);
    let lines = graph.iter().filter(|(_, named)| !named.is_empty()).map(|(module, named)| {
        let named: Vec<String> = named.iter().map(|named| named.join("::")).collect();
        format!("{} > {}", module.join("::"), named.join(" "))
    });
    (lines.collect(), cycle(&graph))
}

#[test]
fn paths_of_every_kind_are_read() {
    let (lines, cycle) = drawn(&[
        (
            "",
            "mod a; mod b; #[cfg(test)] mod d; pub use b::c::{C, E}; use superko::a; // crate::a\n",
        ),
        ("a", "const TEXT: &str = \"crate::b\"; fn f() { crate::b::g(); superko::b::c(); }"),
        ("b", "pub mod c; pub fn g() {} #[cfg(test)] mod tests { use crate::a::f; }"),
        ("b::c", "mod inner { use super::X; }"),
        ("d", "use crate::{a::f, b::{self, c::C}};"),
    ]);
    assert_eq!(lines, [" > b::c", "a > b"]);
    assert_eq!(cycle, None);
    let (lines, _) = drawn(&[
        ("", ""),
        ("a", "use crate::{b::{c::C, g}, d}; use crate::Named;"),
        ("b", ""),
        ("b::c", "use super::g; use super::super::d::X;"),
        ("d", ""),
    ]);
    assert_eq!(lines, ["a >  b b::c d", "b::c > b d"]);
}

#[test]
fn a_cycle_is_found() {
    let (_, cycle) = drawn(&[
        ("", "pub use a::A; fn main() { e::run() }"),
        ("a", "use crate::b::B;"),
        ("b", "fn f() -> super::c::C { todo() }"),
        ("c", "macro_rules! m { () => { $crate::a::A } }"),
        ("e", "use crate::a;"),
    ]);
    assert_eq!(cycle.unwrap(), ["crate::a", "crate::b", "crate::c"]);
    let (_, cycle) = drawn(&[("", "pub use a::A; pub struct B;"), ("a", "use crate::B;")]);
    assert_eq!(cycle.unwrap(), ["crate", "crate::a"]);
}
