//! The properties of a node that have an effect on the game.

use super::error::{Problem, SgfError};
use super::flaw::Flaw;
use super::set_up::{Colored, points, rectangle};
use super::tree::Property;
use superko_game::{Color, Player, Point, Size};

/// The effect of a node. If a node sets up stones and has a turn, the stones come first.
#[derive(Default)]
pub(super) struct Node<'a> {
    /// The turn, which may be only tried.
    pub(super) turn: Option<Property<'a>>,
    /// The points that are set up.
    pub(super) colored: Vec<Colored>,
    /// The player who plays next, if the node says so.
    pub(super) next: Option<Player>,
    /// The position in the text of the first property that sets up points or names a player, in bytes.
    pub(super) set_up_at: Option<usize>,
    /// Which points are marked as Black's and as White's territory.
    marks: Option<[Vec<bool>; 2]>,
}

impl<'a> Node<'a> {
    /// Reads the properties of a node. `late_size` is the position in the text of a size that comes too late.
    pub(super) fn read(
        properties: impl Iterator<Item = Property<'a>>,
        size: Size,
        late_size: Option<usize>,
        flaws: &mut Vec<Flaw>,
    ) -> Result<Node<'a>, SgfError> {
        let mut node = Node::default();
        for property in properties {
            match &property.key() {
                b"B " | b"XB" | b"W " | b"XW" => {
                    if let Some(earlier) = node.turn.replace(property) {
                        return Err(earlier.wrong(Problem::TwoTurns(property.shown())));
                    }
                }
                b"SZ" if late_size == Some(property.at) => {
                    return Err(property.wrong(Problem::AfterTurn));
                }
                b"PL" => node.name_next(property, flaws),
                b"TB" => node.mark(Player::Black, property, size),
                b"TW" => node.mark(Player::White, property, size),
                b"AB" => node.set_up(Color::Black, property, size)?,
                b"AW" => node.set_up(Color::White, property, size)?,
                b"AE" => node.set_up(Color::Empty, property, size)?,
                _ => {}
            }
        }
        Ok(node)
    }

    /// Records who plays next. The first property that names nobody is a flaw.
    fn name_next(&mut self, property: Property<'_>, flaws: &mut Vec<Flaw>) {
        self.set_up_at = self.set_up_at.or(Some(property.at));
        self.next = player(property).or(self.next);
        let is_new = |flaw: &Flaw| !matches!(flaw, Flaw::Player(_));
        if self.next.is_none() && flaws.iter().all(is_new) {
            flaws.push(Flaw::Player(property.shown()));
        }
    }

    /// Marks points as a player's territory. A list with points outside the board is ignored.
    fn mark(&mut self, player: Player, property: Property<'_>, size: Size) {
        let none = || [false; 2].map(|mark| vec![mark; size.point_count()]);
        let side = &mut self.marks.get_or_insert_with(none)[player as usize];
        if let Ok(all) = points(property, size).collect::<Result<Vec<_>, _>>() {
            let all = all.into_iter().flat_map(|part| rectangle(part, size));
            all.for_each(|point| side[size.index(point)] = true);
        }
    }

    /// Adds points that are set up in a color.
    fn set_up(&mut self, color: Color, property: Property<'_>, size: Size) -> Result<(), SgfError> {
        self.set_up_at = self.set_up_at.or(Some(property.at));
        for corners in points(property, size) {
            self.colored.push(Colored { corners: corners?, color });
        }
        Ok(())
    }

    /// Returns the points marked as Black's and as White's territory, if the node has such marks.
    pub(super) fn territory(&self, size: Size) -> Option<[Vec<Point>; 2]> {
        let is_marked = |side: &[bool], point: Point| side[size.index(point)];
        let points =
            |side: &Vec<bool>| size.points().filter(|&point| is_marked(side, point)).collect();
        Some(self.marks.as_ref()?.each_ref().map(points))
    }
}

/// Returns the player that a property names, if any.
fn player(property: Property<'_>) -> Option<Player> {
    match property.only().ok()?.to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Player::Black),
        "w" | "white" | "2" => Some(Player::White),
        _ => None,
    }
}
