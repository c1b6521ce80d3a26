//! A line of play of a game tree as a game of Go.

use super::about::{About, on_one_line};
use super::error::{Problem, SgfError};
use super::flaw::{Flaw, KomiReading};
use super::node::Node;
use super::set_up::{Colored, SetUp, point};
use super::tree::{GameTree, Property, unescaped};
use super::{STANDARD, standard};
use superko_game::rules::{NamedRules, Rules};
use superko_game::{Color, Komi, Player, Point, Position, Settlement, Setup, Size, Turn};

/// The number of letters for points, and the largest number of columns and rows in the format.
const LETTERS: u8 = 52;

/// The number of steps that few games exceed.
const USUAL: usize = 512;

/// The largest length of the reason why an agreement is not understood, in characters.
const LONGEST_WHY: usize = 300;

/// A game in a file: its start, its turns, and what the file says about it.
///
/// Properties that are not needed to read the moves (rules, komi, the players' agreement) may each be an error. The rest is read
/// all the same.
#[derive(Clone, Debug)]
pub struct SgfGame {
    /// The board (`SZ`); 19x19 if the file names none.
    pub size: Size,
    /// The rules (`RU`) without unsupported parts, if the line of play names any; an error if they are unknown, or if two rule
    /// sets are named.
    pub rules: Result<Option<NamedRules>, SgfError>,
    /// The text of the rules in the file; several texts are joined.
    pub rules_text: Option<String>,
    /// The ways to read the komi (`KM`), the likeliest first; empty if the file names no komi.
    pub komis: Result<Vec<KomiReading>, SgfError>,
    /// The number of handicap stones (`HA`); 0 if the file names none.
    pub handicap: u16,
    /// The texts of the results (`RE`) of this line of play. A result belongs to the main line from its node on.
    pub results: Vec<String>,
    /// Whether the program that wrote the file counts results in stones above half of the board under Chinese rules.
    pub in_stones: bool,
    /// The errors and oddities outside the moves.
    pub flaws: Vec<Flaw>,
    /// The position at the start.
    pub position: Position,
    /// The player who plays first, if the file says so (`PL`).
    pub first: Option<Player>,
    /// The turns and set-up stones, in order.
    pub steps: Vec<SgfStep>,
    /// The points that the steps set up, in order.
    colored: Vec<Colored>,
    /// The points marked as Black's and as White's territory (`TB`, `TW`), in the last node that has such marks.
    pub territory: Option<[Vec<Point>; 2]>,
    /// The players' agreement, if `GC` states it in the words of [`RecordText`](superko_game::RecordText), such as `disagreed`; an
    /// error if the text begins with `agreed=` and the rest is not understood. Any other text is not about an agreement.
    pub settlement: Result<Settlement, SgfError>,
    /// The error at which reading stopped, if the game is broken.
    pub broken: Option<SgfError>,
    /// The error at which reading stopped, if the game lacks only its end.
    pub cut: Option<SgfError>,
    /// The position in the text where stones are set up at the start, in bytes.
    set_up_at: Option<usize>,
    /// The position in the text where the rules are named, in bytes.
    rules_at: usize,
}

/// The effect of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfStep {
    /// A turn.
    Turn {
        /// The player of the turn.
        player: Player,
        /// The turn itself.
        turn: Turn,
        /// Whether the turn was only tried, and refused: `XB` and `XW`.
        tried: bool,
    },
    /// Stones are added or removed in the middle of the game.
    SetUp(SetUp),
}

impl SgfStep {
    /// Returns the player of a turn.
    pub fn player(&self) -> Option<Player> {
        match self {
            SgfStep::Turn { player, .. } => Some(*player),
            SgfStep::SetUp(_) => None,
        }
    }
}

/// Returns the players' agreement in `GC` of the first node. Most files have another text there.
fn settlement<'a>(
    mut properties: impl Iterator<Item = Property<'a>>,
    size: Size,
) -> Result<Settlement, SgfError> {
    let said = properties.find(|property| property.key() == *b"GC");
    let read = said.and_then(|property| {
        let read = Settlement::read(unescaped(property.first()).trim(), size)?;
        Some(read.map_err(|why| {
            let why = on_one_line(&why).chars().take(LONGEST_WHY).collect();
            SgfError::of_property(property.at, "GC".to_owned(), Problem::Settlement(why))
        }))
    });
    read.unwrap_or(Ok(Settlement::Nothing))
}

impl SgfGame {
    /// Parses a line of play of a game; line 0 is the main line. If the game is broken, the part before the break is returned.
    ///
    /// # Errors
    ///
    /// If nothing of the game can be read. It is then not Go, or has no node, or its size is invalid, too large or given twice,
    /// or it sets up a chain without a liberty.
    pub fn read(tree: &GameTree<'_>, line: usize) -> Result<SgfGame, SgfError> {
        let nodes = tree.line(line);
        if let (Some(error), true) = (&tree.broken, nodes.is_empty()) {
            return Err(error.clone());
        }
        let about = About::of(tree, &nodes);
        for gm in about.named(*b"GM") {
            if !["", "1"].contains(&gm.only()?) {
                return Err(gm.wrong(Problem::OtherGame));
            }
        }
        let size = board_size(&about, || turns(tree, &nodes))?;
        let rules = about.rules();
        let mut flaws = tree.flaws.clone();
        let mut game = SgfGame {
            size,
            rules: rules.rules,
            rules_text: rules.text,
            komis: about.komis(&mut flaws),
            handicap: 0,
            results: about.results(),
            in_stones: about.is_of_fox(),
            flaws,
            position: Position::empty(size),
            first: None,
            steps: Vec::with_capacity(nodes.len().min(USUAL)),
            colored: Vec::new(),
            territory: None,
            settlement: settlement(
                nodes.first().into_iter().flat_map(|&node| tree.properties(node)),
                size,
            ),
            broken: tree.broken.clone(),
            cut: tree.cut.clone(),
            set_up_at: None,
            rules_at: rules.at,
        };
        let size_at = about.named(*b"SZ").next().map(|size| size.at);
        if let Err(error) = game.read_nodes(tree, &nodes, size_at) {
            game.broken = Some(error);
        }
        let handicap_stones = match game.at_start() {
            [black, 0] => black as u16,
            _ => 0,
        };
        game.handicap = about.handicap(handicap_stones, &mut game.flaws);
        match game.set_up_at {
            Some(at) if game.position.without_liberty().is_some() => {
                Err(tree.wrong(at, Problem::NoLiberty))
            }
            _ => Ok(game),
        }
    }

    /// Returns the game if it is complete.
    ///
    /// # Errors
    ///
    /// If the game is broken, or its end is missing.
    pub fn whole(self) -> Result<SgfGame, SgfError> {
        match self.broken.as_ref().or(self.cut.as_ref()) {
            Some(error) => Err(error.clone()),
            None => Ok(self),
        }
    }

    /// Returns the likeliest komi, if the file names one.
    pub fn komi(&self) -> Option<Komi> {
        Some(self.komis.as_ref().ok()?.first()?.komi)
    }

    /// Returns the player who plays first: the player that the file names; otherwise, if a position is set
    /// up, the player of the first turn; otherwise Black.
    pub fn first_player(&self) -> Player {
        let of_first_turn = || self.steps.iter().find_map(SgfStep::player);
        let first = self.first.or_else(|| self.set_up_at.and_then(|_| of_first_turn()));
        first.unwrap_or(Player::Black)
    }

    /// Returns the start of the game, with these rules.
    pub fn setup(&self, rules: Rules) -> Setup {
        let (position, first) = (self.position.clone(), self.first_player());
        Setup { position, first, ..Setup::new(self.size, rules) }
    }

    /// Returns the rules, if they are supported; Tromp-Taylor if the file names none.
    pub(super) fn rules_played(&self, tree: &GameTree<'_>) -> Result<Rules, SgfError> {
        let Some(named) = self.rules.clone()? else { return Ok(Rules::default()) };
        let unsupported = |what| tree.wrong(self.rules_at, Problem::Unsupported(what));
        named.supported().map(|read| read.rules).map_err(unsupported)
    }

    /// Adds the stones of a step to the board, or removes them.
    pub fn set_up_in(&self, step: &SetUp, position: &mut Position) {
        let [begin, end] = step.colored.map(|place| place as usize);
        self.colored[begin..end].iter().for_each(|colored| colored.paint(position));
    }

    /// Returns the number of turns, including those that were only tried.
    pub fn turns(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, SgfStep::Turn { .. })).count()
    }

    /// Returns the numbers of Black's and White's stones that are set up at the start.
    fn at_start(&self) -> [usize; 2] {
        let count = |color| self.position.count(color);
        self.set_up_at.map_or([0, 0], |_| [Color::Black, Color::White].map(count))
    }

    /// Returns the number of stones that Black has put on the board minus the number for White, including
    /// those at the start; `None` if stones are set up in the middle of the game.
    pub fn more_stones(&self) -> Option<i32> {
        self.stones().map(|[black, white]| black as i32 - white as i32)
    }

    /// Returns the numbers of stones that Black and White have put on the board, if White has no stones at the start; `None` if
    /// stones are set up in the middle of the game.
    pub fn stones_put(&self) -> Option<[usize; 2]> {
        self.stones().filter(|_| self.at_start()[1] == 0)
    }

    /// Returns the numbers of stones that Black and White have put on the board, including those at the start; `None` if stones
    /// are set up in the middle of the game.
    fn stones(&self) -> Option<[usize; 2]> {
        let mut put = self.at_start();
        for step in &self.steps {
            match *step {
                SgfStep::Turn { player, turn: Turn::Play(_), tried: false } => {
                    put[player as usize] += 1;
                }
                SgfStep::Turn { .. } => {}
                SgfStep::SetUp(_) => return None,
            }
        }
        Some(put)
    }

    /// Adds the turns, stones and marks of the nodes, in order.
    fn read_nodes(
        &mut self,
        tree: &GameTree<'_>,
        nodes: &[u32],
        size_at: Option<usize>,
    ) -> Result<(), SgfError> {
        let mut turns = 0;
        for &node in nodes {
            let late_size = size_at.filter(|_| turns > 0);
            let properties = tree.properties(node);
            let node = Node::read(properties, self.size, late_size, &mut self.flaws)?;
            if let Some(territory) = node.territory(self.size) {
                self.territory = Some(territory);
            }
            if let Some(at) = node.set_up_at {
                self.set_up(at, node.colored, node.next);
            }
            if let Some(property) = node.turn {
                turns += 1;
                self.add_turn(turns, property)?;
            }
        }
        Ok(())
    }

    /// Adds the turn with this number.
    fn add_turn(&mut self, number: usize, property: Property<'_>) -> Result<(), SgfError> {
        let letters = property.only()?;
        let standard = turn(letters, self.size);
        let read = standard.or_else(|| odd_turn(letters, self.size));
        let turn = read.ok_or_else(|| property.wrong(Problem::Turn { number, size: self.size }))?;
        if standard.is_none() {
            self.note_odd(turn, property);
        }
        let key = property.key();
        let player = if key.contains(&b'B') { Player::Black } else { Player::White };
        self.steps.push(SgfStep::Turn { player, turn, tried: key[0] == b'X' });
        Ok(())
    }

    /// Notes a turn that is not written as in the standard. Passes and plays are counted separately.
    fn note_odd(&mut self, read: Turn, property: Property<'_>) {
        let is_play = read.point().is_some();
        let same = self.flaws.iter_mut().find_map(|flaw| match flaw {
            Flaw::Turns { turn, count, .. } if turn.point().is_some() == is_play => Some(count),
            _ => None,
        });
        match same {
            Some(count) => *count += 1,
            None => {
                let written = property.shown();
                self.flaws.push(Flaw::Turns { written, turn: read, count: 1 });
            }
        }
    }

    /// Sets up the stones of a node. Before the first turn, they belong to the position at the start.
    fn set_up(&mut self, at: usize, colors: Vec<Colored>, next: Option<Player>) {
        if self.steps.is_empty() {
            colors.iter().for_each(|colored| colored.paint(&mut self.position));
            self.set_up_at = self.set_up_at.max((!colors.is_empty()).then_some(at));
            self.first = next.or(self.first);
        } else {
            let begin = self.colored.len();
            self.colored.extend(colors);
            let colored = [begin, self.colored.len()].map(|place| place as u32);
            self.steps.push(SgfStep::SetUp(SetUp { at, colored, next }));
        }
    }
}

/// Returns the size of the board, which the record may give several times. If the board is too large, the error contains the
/// number of turns.
fn board_size(about: &About<'_>, turns: impl Fn() -> usize) -> Result<Size, SgfError> {
    let mut found: Option<(&Property<'_>, Size)> = None;
    for property in about.named(*b"SZ") {
        let size = match size_of(property.only()?) {
            _ if property.only()?.is_empty() => continue,
            Some((columns, rows)) => Size::new(columns, rows)
                .map_err(|_| property.wrong(Problem::TooLarge { columns, rows, turns: turns() }))?,
            None => return Err(property.wrong(Problem::Size)),
        };
        match found {
            Some((first, before)) if before != size => {
                return Err(first.wrong(Problem::Twice(property.shown())));
            }
            Some(_) => {}
            None => found = Some((property, size)),
        }
    }
    Ok(found.map_or_else(standard, |(_, size)| size))
}

/// Parses the columns and rows of a board whose points can be named by letters.
fn size_of(value: &str) -> Option<(u8, u8)> {
    let (columns, rows) = value.split_once(':').unwrap_or((value, value));
    let side = |text: &str| {
        let side = text.trim().parse().ok()?;
        (1..=LETTERS).contains(&side).then_some(side)
    };
    Some((side(columns)?, side(rows)?))
}

/// Returns the number of turns of a line of play.
fn turns(tree: &GameTree<'_>, nodes: &[u32]) -> usize {
    let has_turn = |node: &&u32| {
        let mut properties = tree.properties(**node);
        properties.any(|property| matches!(&property.key(), b"B " | b"W " | b"XB" | b"XW"))
    };
    nodes.iter().filter(has_turn).count()
}

/// Returns the turn with these letters; `None` if it is not on the board.
fn turn(letters: &str, size: Size) -> Option<Turn> {
    if letters.is_empty() {
        return Some(Turn::Pass);
    }
    if let Some(point) = point(letters, size) {
        return Some(Turn::Play(point));
    }
    // Versions 1 to 3 of the standard write `tt` for a pass, on boards that have no such point.
    let old = letters == "tt" && size.columns() <= STANDARD && size.rows() <= STANDARD;
    old.then_some(Turn::Pass)
}

/// Parses a turn that does not follow the standard, as some programs write it: a pass in words, or as the point just beyond the
/// last column and row; or a play at a vertex such as `Q16`.
fn odd_turn(letters: &str, size: Size) -> Option<Turn> {
    let beyond = [size.columns(), size.rows()].map(|side| b'a' + side);
    if letters.as_bytes() == beyond || letters.eq_ignore_ascii_case("pass") {
        return Some(Turn::Pass);
    }
    let (column, row) = letters.split_at_checked(1)?;
    let is_named = column.bytes().all(|letter| letter.is_ascii_uppercase())
        && row.bytes().all(|digit| digit.is_ascii_digit());
    is_named.then(|| size.vertex(letters).ok().map(Turn::Play)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn game(text: &str) -> SgfGame {
        SgfGame::read(&games(text).next().unwrap(), 0).unwrap()
    }

    #[test]
    fn stones_are_set_up_in_points_and_rectangles() {
        let set_up = game("(;SZ[4:3]AB[aa:bb][dc]AW[cb]PL[W];AE[bb]PL[b];AB[bc];W[ca])");
        assert_eq!(set_up.position.to_string(), "X X . .\nX . O .\n. X . X\n");
        assert_eq!((set_up.first, set_up.turns(), set_up.broken), (Some(Player::Black), 1, None));
        let rectangle = game("(;SZ[4:3]AB[dc:ca])");
        assert_eq!(rectangle.position.to_string(), ". . X X\n. . X X\n. . X X\n");
    }

    #[test]
    fn stones_set_up_later_are_a_step() {
        let game = game("(;SZ[3];B[aa];AW[bb]W[cc]PL[B];TB[aa]TW[bb:cc];TW[cc])");
        let point = |name| game.size.vertex(name).unwrap();
        let set_up = SetUp { at: 14, colored: [0, 1], next: Some(Player::Black) };
        let mut position = Position::empty(game.size);
        game.set_up_in(&set_up, &mut position);
        assert_eq!(position.to_string(), ". . .\n. O .\n. . .\n");
        let turn =
            |player, name| SgfStep::Turn { player, turn: Turn::Play(point(name)), tried: false };
        assert_eq!(
            game.steps,
            [turn(Player::Black, "A3"), SgfStep::SetUp(set_up), turn(Player::White, "C1")]
        );
        assert_eq!(game.territory, Some([Vec::new(), vec![point("C1")]]));
    }

    #[test]
    fn what_a_file_says_of_a_game_is_read() {
        for (text, komi) in [
            ("(;)", Some(None)),
            ("(;KM[])", Some(None)),
            ("(;KM[7.50])", Some(Some(30))),
            ("(;KM[6,5])", Some(Some(26))),
            ("(;KM[375])", Some(Some(15))),
            ("(;KM[-3]KM[-3])", Some(Some(-12))),
            ("(;KM[three])", None),
            ("(;KM[0.3])", None),
            ("(;KM[白6目半])", None),
        ] {
            let game = game(text);
            let read =
                game.komis.as_ref().ok().map(|_| game.komi().map(|komi| komi.quarter_points));
            assert_eq!(read, komi, "{text}");
        }
        let game = game(r"(;RU[ \Japanese ]RE[B+3.5 (moku\])]HA[3])");
        assert_eq!(game.rules_text.as_deref(), Some("Japanese"));
        assert_eq!((&*game.results, game.handicap), (&["B+3.5 (moku])".to_owned()][..], 3));
    }

    #[test]
    fn a_komi_may_be_read_in_several_ways() {
        for (text, komis, flaws) in [
            ("(;KM[6.5])", &[26][..], 0),
            ("(;KM[6目半])", &[26], 0),
            ("(;KM[ 黒6目半コミ出し])", &[26], 0),
            ("(;KM[6 1/2])", &[26], 0),
            ("(;KM[3.75子])", &[30], 0),
            ("(;KM[黑贴3又3/4子])", &[30], 0),
            ("(;KM[덤 6집반])", &[26], 0),
            ("(;KM[None])", &[0], 0),
            ("(;KO[5.5])", &[22], 0),
            ("(;KO[])", &[], 0),
            ("(;KM[]KO[6.5]KO[?])", &[26], 0),
            ("(;KM[6.5]KO[5.5])", &[26], 0),
            ("(;KM[650])", &[26, 2600], 0),
            ("(;KM[50])", &[200, 2], 0),
            ("(;KM[40])", &[160], 0),
            ("(;AP[foxwq]KM[50])", &[2, 200], 0),
            ("(;AP[GNU Go:3.8]KM[375]AP[foxwq])", &[30, 1500], 0),
            ("(;KM[375])", &[15, 30, 1500], 0),
            ("(;AP[foxwq:1]KM[650])", &[26, 2600], 0),
            ("(;AP[foxwq]KM[0])", &[0], 0),
            ("(;KM[6.5]KM[6.50])", &[26], 0),
            ("(;KM[6.5]KM[5.5];KM[oops])", &[26, 22], 2),
        ] {
            let game = game(text);
            let read = game.komis.unwrap();
            let read: Vec<i32> = read.iter().map(|read| read.komi.quarter_points).collect();
            assert_eq!((&*read, game.flaws.len()), (komis, flaws), "{text}");
        }
    }

    #[test]
    fn a_handicap_may_be_in_words() {
        for (text, stones, said) in [
            ("(;HA[2])", 2, ""),
            ("(;HA[])", 0, ""),
            ("(;HA[2]HA[2])", 2, ""),
            ("(;HA[2.0])", 2, "`HA[2.0]` is read as a handicap of 2 stones."),
            ("(;HA[3手])", 3, "`HA[3手]` is read as a handicap of 3 stones."),
            ("(;HA[none])", 0, "`HA[none]` is read as a handicap of 0 stones."),
            ("(;HA[吴受先])", 0, "`HA[吴受先]` is read as a handicap of 0 stones."),
            ("(;HA[two]AB[aa][bb])", 2, "`HA[two]` is read as a handicap of 2 stones."),
            ("(;HA[2.5])", 0, "`HA[2.5]` is read as a handicap of 0 stones."),
            ("(;HA[-2])", 0, "`HA[-2]` is read as a handicap of 0 stones."),
            ("(;HA[2]HA[3]AB[aa][bb][cc])", 3, "The file says `HA[2]`, and also `HA[3]`."),
            ("(;HA[2]HA[3])", 2, "The file says `HA[2]`, and also `HA[3]`."),
        ] {
            let game = game(text);
            let flaws: Vec<String> = game.flaws.iter().map(ToString::to_string).collect();
            assert_eq!((game.handicap, &*flaws.join(" ")), (stones, said), "{text}");
        }
    }

    #[test]
    fn properties_after_a_branch_belong_to_its_lines() {
        let text = "(;SZ[9]RE[?];B[ee](;W[ce]KM[6.5]RE[W+R]RU[Chinese];B[cc](;W[aa])(;W[bb]))\
                    (;W[cc]KM[5.5]RE[B+R]RU[Japanese];B[dd]))";
        let tree = games(text).next().unwrap();
        for (line, rules, komi, results) in [
            (0, "Chinese", 26, &["?", "W+R"][..]),
            (1, "Chinese", 26, &[]),
            (2, "Japanese", 22, &["B+R"]),
        ] {
            let game = SgfGame::read(&tree, line).unwrap();
            assert_eq!(game.rules_text.as_deref(), Some(rules));
            assert_eq!(game.komi(), Some(Komi { quarter_points: komi }));
            assert_eq!(
                (&*game.results, game.broken),
                (&*results.iter().map(|text| text.to_string()).collect::<Vec<_>>(), None)
            );
        }
    }

    #[test]
    fn the_part_before_an_error_is_read() {
        for (text, turns, at) in [
            ("(;SZ[5];B[aa];W[zz];B[bb])", 1, 14),
            ("(;SZ[5];B[aa];W[bb]B[cc])", 1, 14),
            ("(;SZ[5];B[aa];AB[ff])", 1, 14),
            ("(;SZ[5];B[aa];W[bb] ?;B[cc])", 2, 20),
            ("(;SZ[5];B[aa];W[bb]C[a [b] c;B[cc])", 2, 19),
            ("(;SZ[5];B[aa](;W[bb];B[cc](;W[dd])(;W[ee])", 1, 42),
        ] {
            let game = game(text);
            assert_eq!(
                (game.turns(), game.broken.map(|error| error.at)),
                (turns, Some(at)),
                "{text}"
            );
        }
    }
}
