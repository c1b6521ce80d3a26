//! A line of play of a game tree, parsed as a game of Go.

use super::error::{Problem, SgfError};
use super::tree::{GameTree, Named, unescaped};
use super::{STANDARD, rules_of, standard};
use crate::game::{Color, Komi, Player, Point, Position, Settlement, Size, Turn};
use crate::rules::{NamedRules, Rules};

/// How much is kept of a text about the game.
const LONGEST: usize = 100;

/// The largest length of an explanation why an agreement is not understood.
const LONGEST_WHY: usize = 300;

/// A game in a file: how it starts, its turns, and what the file says about it.
///
/// Properties that are not needed to read the moves (rules, komi, the players' agreement) may each be an
/// error, without affecting the rest.
#[derive(Clone, Debug)]
pub struct SgfGame {
    /// The board (`SZ`); 19x19 if the file names none.
    pub size: Size,
    /// The rules (`RU`), if the file names any, as far as they are supported; an error if they are unknown.
    pub rules: Result<Option<NamedRules>, SgfError>,
    /// The text of the rules in the file.
    pub rules_text: Option<String>,
    /// The komi (`KM`), if the file names it.
    pub komi: Result<Option<Komi>, SgfError>,
    /// The number of handicap stones (`HA`); 0 if the file names none.
    pub handicap: u16,
    /// The text of the result (`RE`), if there is any.
    pub result: Option<String>,
    /// The position at the beginning.
    pub position: Position,
    /// The player who plays first, if the file says so (`PL`).
    pub first: Option<Player>,
    /// The turns and set-up stones, in order.
    pub steps: Vec<SgfStep>,
    /// The points marked as Black's and as White's territory (`TB`, `TW`), in the last node that has such marks.
    pub territory: Option<[Vec<Point>; 2]>,
    /// The players' agreement, if `GC` states it in the words of [`RecordText`](crate::game::RecordText),
    /// such as `disagreed`; an error if the text begins with `agreed=` and the rest is not understood. Any
    /// other text is about something else.
    pub settlement: Result<Settlement, SgfError>,
    /// The error at which reading stopped, if the game is broken.
    pub broken: Option<SgfError>,
    /// Where stones are set up at the beginning, in bytes.
    set_up_at: Option<usize>,
    /// Where the rules are named, in bytes.
    rules_at: usize,
}

/// The effect of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// Stones are put on the board, or removed, in the middle of the game.
    SetUp {
        /// The position of the first property of the node that does so, in bytes.
        at: usize,
        /// The points, with the colors that they get.
        colors: Vec<(Point, Color)>,
        /// The player who plays next, if the file says so.
        next: Option<Player>,
    },
}

/// What the players settle, by `GC` of the first node. Most files say something else there.
fn settlement<'t, 'a: 't>(
    mut properties: impl Iterator<Item = Named<'t, 'a>>,
    size: Size,
) -> Result<Settlement, SgfError> {
    let said = properties.find(|property| property.name() == "GC");
    let read = said.and_then(|property| {
        let read = Settlement::read(unescaped(property.values()[0]).trim(), size)?;
        Some(read.map_err(|why| {
            let why = on_one_line(&why).chars().take(LONGEST_WHY).collect();
            property.wrong(Problem::Settlement { why })
        }))
    });
    read.unwrap_or(Ok(Settlement::Nothing))
}

/// A text in which no line ends.
fn on_one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// A property that says something of the whole game.
type OfGame<'t, 'a> = Option<Named<'t, 'a>>;

impl SgfGame {
    /// Parses a line of play of a game; line 0 is the main line. If the game is broken, the part before that
    /// is returned.
    ///
    /// # Errors
    ///
    /// If nothing of the game can be read: it is not Go, it has no node, its size is invalid, a property
    /// occurs twice, or a chain without a liberty is set up.
    pub fn read(tree: &GameTree<'_>, line: usize) -> Result<SgfGame, SgfError> {
        let nodes = tree.line(line);
        if let (Some(error), true) = (&tree.broken, nodes.is_empty()) {
            return Err(error.clone());
        }
        let [mut gm, mut sz, mut ru, mut km, mut ha, mut re]: [OfGame<'_, '_>; 6] = [None; 6];
        for property in nodes.iter().flat_map(|&node| tree.properties(node)) {
            let slot = match &*property.name() {
                "GM" => &mut gm,
                "SZ" => &mut sz,
                "RU" => &mut ru,
                "KM" => &mut km,
                "HA" => &mut ha,
                "RE" => &mut re,
                _ => continue,
            };
            match slot {
                // Some programs write a thing twice over.
                Some(earlier) if earlier.values() != property.values() => {
                    return Err(earlier.wrong(Problem::Twice { again: property.shown() }));
                }
                _ => *slot = Some(property),
            }
        }
        if let Some(gm) = gm
            && gm.only()? != "1"
        {
            return Err(gm.wrong(Problem::OtherGame));
        }
        let size = sz.map_or_else(|| Ok(standard()), size)?;
        let text = |property: Named<'_, '_>| {
            let text = unescaped(property.values()[0]);
            let text: String = text.trim().chars().take(LONGEST).collect();
            (!text.is_empty()).then(|| on_one_line(&text))
        };
        let mut game = SgfGame {
            size,
            rules: ru.map_or(Ok(None), rules_of),
            rules_text: ru.and_then(text),
            komi: km.map_or(Ok(None), komi),
            handicap: ha.map_or(Ok(0), handicap)?,
            result: re.and_then(text),
            position: Position::empty(size),
            first: None,
            steps: Vec::with_capacity(nodes.len()),
            territory: None,
            settlement: settlement(
                nodes.first().into_iter().flat_map(|&node| tree.properties(node)),
                size,
            ),
            broken: tree.broken.clone(),
            set_up_at: None,
            rules_at: ru.map_or(0, |property| property.at),
        };
        if let Err(error) = game.read_nodes(tree, &nodes) {
            game.broken = Some(error);
        }
        match game.set_up_at {
            Some(at) if game.position.without_liberty().is_some() => {
                Err(tree.wrong(at, Problem::NoLiberty))
            }
            _ => Ok(game),
        }
    }

    /// Returns the player who plays first: the player that the file names; otherwise, if a position is set
    /// up, the player of the first turn; otherwise Black.
    pub fn first_player(&self) -> Player {
        let mut steps = self.steps.iter();
        let first_turn = steps.find_map(|step| match step {
            SgfStep::Turn { player, .. } => Some(*player),
            SgfStep::SetUp { .. } => None,
        });
        match (self.first, self.set_up_at) {
            (Some(first), _) => first,
            (None, Some(_)) => first_turn.unwrap_or(Player::Black),
            (None, None) => Player::Black,
        }
    }

    /// The rules, if they are supported; Tromp-Taylor if the file names none.
    pub(super) fn rules_played(&self, tree: &GameTree<'_>) -> Result<Rules, SgfError> {
        let Some(named) = self.rules.clone()? else { return Ok(Rules::default()) };
        let unsupported = |what| tree.wrong(self.rules_at, Problem::Unsupported { what });
        named.supported().map(|read| read.rules).map_err(unsupported)
    }

    /// Returns the number of turns, including those that were only tried.
    pub fn turns(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, SgfStep::Turn { .. })).count()
    }

    /// Returns the number of stones that Black has put on the board minus the number for White, including
    /// those at the start; `None` if stones are set up in the middle of the game.
    pub fn more_stones(&self) -> Option<i32> {
        let sign = |player| if player == Player::Black { 1 } else { -1 };
        let begin =
            self.position.count(Color::Black) as i32 - self.position.count(Color::White) as i32;
        self.steps.iter().try_fold(begin, |more, step| match *step {
            SgfStep::Turn { player, turn: Turn::Play(_), tried: false } => {
                Some(more + sign(player))
            }
            SgfStep::Turn { .. } => Some(more),
            SgfStep::SetUp { .. } => None,
        })
    }

    /// Returns the numbers of stones that Black and White have put on the board, if the game starts with no
    /// stones of White; `None` if stones are set up in the middle of the game.
    pub fn stones_put(&self) -> Option<[usize; 2]> {
        let mut put = [self.position.count(Color::Black), 0];
        for step in &self.steps {
            match *step {
                SgfStep::Turn { player, turn: Turn::Play(_), tried: false } => {
                    put[usize::from(player == Player::White)] += 1;
                }
                SgfStep::Turn { .. } => {}
                SgfStep::SetUp { .. } => return None,
            }
        }
        (self.position.count(Color::White) == 0).then_some(put)
    }

    fn read_nodes(&mut self, tree: &GameTree<'_>, nodes: &[usize]) -> Result<(), SgfError> {
        let mut turns = 0;
        for &node in nodes {
            let mut here: Option<Named<'_, '_>> = None;
            // A node that sets stones up and has a turn does so in this order.
            let (mut colors, mut next, mut marks) = (Vec::new(), None, None);
            let mut first_at = None;
            for property in tree.properties(node) {
                let color = match &*property.name() {
                    "B" | "XB" | "W" | "XW" => {
                        if let Some(earlier) = here.replace(property) {
                            let again = property.shown();
                            return Err(earlier.wrong(Problem::TwoTurns { again }));
                        }
                        continue;
                    }
                    "SZ" | "GM" | "RU" if turns > 0 => {
                        return Err(property.wrong(Problem::AfterTurn));
                    }
                    "PL" => {
                        first_at = first_at.or(Some(property.at));
                        next = Some(player(property)?);
                        continue;
                    }
                    "TB" | "TW" => {
                        let [black, white] = marks.get_or_insert_with(<[Vec<Point>; 2]>::default);
                        let side = if &*property.name() == "TB" { black } else { white };
                        // Marks beyond the board mark nothing.
                        side.extend(points(property, self.size).unwrap_or_default());
                        continue;
                    }
                    "AB" => Color::Black,
                    "AW" => Color::White,
                    "AE" => Color::Empty,
                    _ => continue,
                };
                first_at = first_at.or(Some(property.at));
                let points = points(property, self.size)?;
                colors.extend(points.into_iter().map(|point| (point, color)));
            }
            if marks.is_some() {
                self.territory = marks;
            }
            if let Some(at) = first_at {
                self.set_up(at, colors, next);
            }
            if let Some(property) = here {
                turns += 1;
                let turn = turn(property.only()?, self.size);
                let wrong = || property.wrong(Problem::Turn { number: turns, size: self.size });
                let turn = turn.ok_or_else(wrong)?;
                let name = property.name();
                let player = if name.ends_with('B') { Player::Black } else { Player::White };
                let tried = name.starts_with('X');
                self.steps.push(SgfStep::Turn { player, turn, tried });
            }
        }
        Ok(())
    }

    /// Stones of a node: before the first turn they are of the position at the beginning.
    fn set_up(&mut self, at: usize, colors: Vec<(Point, Color)>, next: Option<Player>) {
        if self.steps.is_empty() {
            for (point, color) in colors {
                self.position[point] = color;
                self.set_up_at = Some(at);
            }
            self.first = next.or(self.first);
        } else {
            self.steps.push(SgfStep::SetUp { at, colors, next });
        }
    }
}

fn size(property: Named<'_, '_>) -> Result<Size, SgfError> {
    // SGF has a colon where a `Size` has a cross; a text with a cross is neither.
    let value = property.only()?;
    let size = (!value.contains(['x', 'X'])).then(|| value.replace(':', "x").parse().ok());
    size.flatten().ok_or_else(|| property.wrong(Problem::Size))
}

/// Komi, in points. Some servers write hundredths of a point, and some people a comma.
fn komi(property: Named<'_, '_>) -> Result<Option<Komi>, SgfError> {
    let value = property.only()?.replace(',', ".");
    if value.is_empty() {
        return Ok(None);
    }
    let hundredths = value.parse::<u32>().ok().filter(|komi| (100..=100_000).contains(komi));
    let points = hundredths.map_or(value, |komi| (f64::from(komi) / 100.0).to_string());
    let komi = points.parse().map_err(|source| property.wrong(Problem::Komi { source }))?;
    Ok(Some(komi))
}

fn handicap(property: Named<'_, '_>) -> Result<u16, SgfError> {
    match property.only()? {
        "" => Ok(0),
        value => value.parse().map_err(|_| property.wrong(Problem::Handicap)),
    }
}

fn player(property: Named<'_, '_>) -> Result<Player, SgfError> {
    match property.only()?.to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Player::Black),
        "w" | "white" | "2" => Ok(Player::White),
        _ => Err(property.wrong(Problem::Player)),
    }
}

/// The points of a list, in which a rectangle stands for all its points.
fn points(property: Named<'_, '_>, size: Size) -> Result<Vec<Point>, SgfError> {
    let wrong = || property.wrong(Problem::Points { size });
    let mut all = Vec::with_capacity(property.values().len());
    // `AB[]` is a list of none.
    for value in property.values().iter().map(|value| value.trim()).filter(|one| !one.is_empty()) {
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let (from, to) = (point(from.trim(), size), point(to.trim(), size));
        let (Some(from), Some(to)) = (from, to) else { return Err(wrong()) };
        let between = |one: u8, other: u8| one.min(other)..=one.max(other);
        for row in between(from.row(), to.row()) {
            let row = between(from.column(), to.column()).map(|column| size.point(column, row));
            all.extend(row.flatten());
        }
    }
    Ok(all)
}

/// Returns the turn with these letters, unless it is not on the board.
fn turn(letters: &str, size: Size) -> Option<Turn> {
    if letters.is_empty() {
        return Some(Turn::Pass);
    }
    if let Some(point) = point(letters, size) {
        return Some(Turn::Play(point));
    }
    // Versions 1 to 3 have this for a pass, on boards on which it is no point.
    let old = letters == "tt" && size.columns() <= STANDARD && size.rows() <= STANDARD;
    old.then_some(Turn::Pass)
}

/// The point of two letters, the first from the left and the second from the top.
fn point(letters: &str, size: Size) -> Option<Point> {
    let &[column, row] = letters.as_bytes() else { return None };
    let place = |letter: u8| letter.is_ascii_lowercase().then(|| letter - b'a');
    let from_below = size.rows().checked_sub(place(row)? + 1)?;
    size.point(place(column)?, from_below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::games;

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
        let set_up = SgfStep::SetUp {
            at: 14,
            colors: vec![(point("B2"), Color::White)],
            next: Some(Player::Black),
        };
        let turn =
            |player, name| SgfStep::Turn { player, turn: Turn::Play(point(name)), tried: false };
        assert_eq!(game.steps, [turn(Player::Black, "A3"), set_up, turn(Player::White, "C1")]);
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
        ] {
            let read = game(text).komi.ok().map(|komi| komi.map(|komi| komi.quarter_points));
            assert_eq!(read, komi, "{text}");
        }
        let game = game(r"(;RU[ \Japanese ]RE[B+3.5 (moku\])]HA[3])");
        assert_eq!(game.rules_text.as_deref(), Some("Japanese"));
        assert_eq!((game.result.as_deref(), game.handicap), (Some("B+3.5 (moku])"), 3));
    }

    #[test]
    fn what_stands_before_a_slip_is_read() {
        for (text, turns, at) in [
            ("(;SZ[5];B[aa];W[zz];B[bb])", 1, 14),
            ("(;SZ[5];B[aa];W[bb]B[cc])", 1, 14),
            ("(;SZ[5];B[aa];AB[ff])", 1, 14),
            ("(;SZ[5];B[aa];PL[green])", 1, 14),
            ("(;SZ[5];B[aa];W[bb] ?;B[cc])", 2, 20),
            ("(;SZ[5];B[aa];W[bb]", 2, 19),
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
