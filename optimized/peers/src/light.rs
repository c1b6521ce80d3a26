//! The classic light board of playout programs, for this benchmark only: chains as linked lists of
//! stones, liberties counted with repetition, and simple ko. The suicide of a lone stone is
//! refused, that of several stones is played, and no history is kept.
//!
//! Points lie in an array with a frame of one point all around, so that each neighbor is at a
//! constant distance. For each point, one number describes its neighborhood: how many of its four
//! neighbors are black, white and empty. Points of the frame count as both colors. Eyes and
//! suicides can be read from this number without a look at the neighbors.

use std::ops::{Index, IndexMut};

use superko_optimized::Random;

/// The color of a stone, as an index.
type Color = usize;

/// The content of a point: a color, or one of these.
const EMPTY: u8 = 2;
const FRAME: u8 = 3;

/// No point. It stands for a pass, and for the absence of a ko.
pub(crate) const NONE: usize = 0;

/// One neighbor in the number of a neighborhood: the black neighbors are counted in three bits from
/// bit 0, the white from bit 3, the empty from bit 6.
const ONE: [u16; 3] = [1, 1 << 3, 1 << 6];

/// The change that a stone of each color makes to the neighborhood of its neighbors.
const PLACED: [u16; 2] = [ONE[0].wrapping_sub(ONE[2]), ONE[1].wrapping_sub(ONE[2])];

/// The liberties of the frame, which counts as a chain of its own. There are so many that they
/// never run out.
const PLENTY: u16 = 1 << 13;

/// A value for each point. Indices wrap around at the end, so that no index has to be checked.
#[derive(Clone)]
struct Array<T, const SIZE: usize>([T; SIZE]);

impl<T, const SIZE: usize> Index<usize> for Array<T, SIZE> {
    type Output = T;

    #[inline(always)]
    fn index(&self, index: usize) -> &T {
        &self.0[index % SIZE]
    }
}

impl<T, const SIZE: usize> IndexMut<usize> for Array<T, SIZE> {
    #[inline(always)]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.0[index % SIZE]
    }
}

/// A board of side `SIDE` in an array of `SIZE` points. Some points at the end may be unused.
#[derive(Clone)]
pub(crate) struct Light<const SIDE: usize, const SIZE: usize> {
    color: Array<u8, SIZE>,
    /// For each point, the number that describes its neighborhood.
    around: Array<u16, SIZE>,
    /// For each stone, the chain that it is in, named by the point of one of its stones. Each empty
    /// point counts as a chain by itself, and so does the frame, so that liberties can be counted for
    /// any neighbor.
    chain: Array<u16, SIZE>,
    /// For each stone, the next one of its chain, in a circle.
    next: Array<u16, SIZE>,
    /// For each chain, how many times a stone of it is next to an empty point.
    liberties: Array<u16, SIZE>,
    /// The empty points in any order, and the place of each in this list.
    empty: Array<u16, SIZE>,
    place: Array<u16, SIZE>,
    /// The number of empty points.
    empties: usize,
    pub(crate) to_move: Color,
    /// The point where a play would retake a ko, or [`NONE`].
    ko: usize,
    passes: u32,
    pub(crate) turns: u32,
}

impl<const SIDE: usize, const SIZE: usize> Light<SIDE, SIZE> {
    const ROW: usize = SIDE + 1;
    const BESIDE: [usize; 4] = [1, Self::ROW, 1_usize.wrapping_neg(), Self::ROW.wrapping_neg()];
    const CORNERS: [usize; 4] = [
        Self::ROW + 1,
        Self::ROW - 1,
        (Self::ROW - 1).wrapping_neg(),
        (Self::ROW + 1).wrapping_neg(),
    ];

    pub(crate) fn new() -> Self {
        const { assert!(SIZE > (SIDE + 1) * (SIDE + 2), "the board has room with its frame") };
        const { assert!(SIZE.is_power_of_two(), "an index is cut to size by a mask") };
        let mut board = Light {
            color: Array([FRAME; SIZE]),
            around: Array([0; SIZE]),
            chain: Array([0; SIZE]),
            next: Array([0; SIZE]),
            liberties: Array([PLENTY; SIZE]),
            empty: Array([0; SIZE]),
            place: Array([0; SIZE]),
            empties: 0,
            to_move: 0,
            ko: NONE,
            passes: 0,
            turns: 0,
        };
        let points =
            (1..=SIDE).flat_map(|row| (1..=SIDE).map(move |column| row * Self::ROW + column));
        for point in points.clone() {
            board.color[point] = EMPTY;
            board.chain[point] = point as u16;
            board.next[point] = point as u16;
            board.empty[board.empties] = point as u16;
            board.place[point] = board.empties as u16;
            board.empties += 1;
        }
        for point in points {
            board.around[point] = Self::beside(point)
                .map(|next| match board.color[next] {
                    FRAME => ONE[0] + ONE[1],
                    _ => ONE[2],
                })
                .iter()
                .sum();
        }
        board
    }

    #[inline(always)]
    fn beside(point: usize) -> [usize; 4] {
        Self::BESIDE.map(|step| point.wrapping_add(step))
    }

    #[inline(always)]
    fn count(&self, point: usize, color: usize) -> u16 {
        self.around[point] >> (3 * color) & 7
    }

    pub(crate) fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Returns whether a playout leaves the point empty. All neighbors of the point must be own
    /// stones or frame.
    #[inline(always)]
    fn is_eye(&self, point: usize) -> bool {
        let mut counts = [0_u8; 4];
        for step in Self::CORNERS {
            counts[usize::from(self.color[point.wrapping_add(step)])] += 1;
        }
        let frame = u8::from(counts[usize::from(FRAME)] > 0);
        counts[1 - self.to_move] + frame < 2
    }

    /// Returns whether a playout may play at the point: no ko, no eye of the player, no suicide of
    /// a lone stone.
    #[inline(always)]
    fn is_playable(&self, point: usize) -> bool {
        (self.count(point, self.to_move) != 4 || !self.is_eye(point)) && self.may_play(point)
    }

    /// Returns whether the player to move may play at this empty point: no ko, no suicide of a lone
    /// stone.
    #[inline(always)]
    pub(crate) fn may_play(&self, point: usize) -> bool {
        self.count(point, 1 - self.to_move) != 4 || (point != self.ko && self.captures(point))
    }

    /// Returns whether a stone on the point takes the last liberty of a chain. The point must have
    /// no own and no empty neighbor.
    #[inline(always)]
    fn captures(&self, point: usize) -> bool {
        let chains = Self::beside(point).map(|next| self.chain[next]);
        chains.iter().any(|&chain| {
            let taken = chains.iter().filter(|&&other| other == chain).count();
            usize::from(self.liberties[usize::from(chain)]) == taken
        })
    }

    /// Chooses a random place in the list of empty points, and returns the first playable point
    /// from there on, or [`NONE`].
    #[inline(always)]
    pub(crate) fn choose(&self, random: &mut Random) -> usize {
        if self.empties == 0 {
            return NONE;
        }
        let start = random.below(self.empties as u32) as usize;
        let mut place = start;
        loop {
            let point = usize::from(self.empty[place]);
            if self.is_playable(point) {
                return point;
            }
            place = if place + 1 == self.empties { 0 } else { place + 1 };
            if place == start {
                return NONE;
            }
        }
    }

    pub(crate) fn pass(&mut self) {
        self.ko = NONE;
        self.passes += 1;
        self.turns += 1;
        self.to_move = 1 - self.to_move;
    }

    /// Plays at a playable point.
    #[inline(always)]
    pub(crate) fn play(&mut self, point: usize) {
        let (own, opponent) = (self.to_move, 1 - self.to_move);
        self.ko = NONE;
        if self.count(point, opponent) == 4 {
            self.play_surrounded(point);
        } else {
            self.place_stone(point, own);
            for next in Self::beside(point) {
                self.around[next] = self.around[next].wrapping_add(PLACED[own]);
                let color = self.color[next];
                if color >= EMPTY {
                    continue;
                }
                let chain = usize::from(self.chain[next]);
                self.liberties[chain] -= 1;
                if usize::from(color) != own {
                    if self.liberties[chain] == 0 {
                        self.remove(next, opponent);
                    }
                } else {
                    let mine = usize::from(self.chain[point]);
                    if chain != mine {
                        if self.liberties[mine] > self.liberties[chain] {
                            self.join(mine, chain);
                        } else {
                            self.join(chain, mine);
                        }
                    }
                }
            }
            if self.liberties[usize::from(self.chain[point])] == 0 {
                self.remove(point, own);
            }
        }
        self.passes = 0;
        self.turns += 1;
        self.to_move = opponent;
    }

    /// Plays at a point with no own and no empty neighbor.
    #[inline(never)]
    fn play_surrounded(&mut self, point: usize) {
        let (own, opponent) = (self.to_move, 1 - self.to_move);
        let empties = self.empties;
        self.place_stone(point, own);
        for next in Self::beside(point) {
            self.around[next] = self.around[next].wrapping_add(PLACED[own]);
            let chain = usize::from(self.chain[next]);
            self.liberties[chain] = self.liberties[chain].wrapping_sub(1);
        }
        for next in Self::beside(point) {
            let is_stone = usize::from(self.color[next]) == opponent;
            if is_stone && self.liberties[usize::from(self.chain[next])] == 0 {
                self.remove(next, opponent);
            }
        }
        // The new stone fills one point. If it captured a single stone, the number of empty points is
        // as before, and there is a ko.
        if self.empties == empties {
            self.ko = usize::from(self.empty[self.empties - 1]);
        }
    }

    #[inline(always)]
    fn place_stone(&mut self, point: usize, own: Color) {
        self.empties -= 1;
        let (place, last) = (self.place[point], self.empty[self.empties]);
        self.empty[usize::from(place)] = last;
        self.place[usize::from(last)] = place;
        self.color[point] = own as u8;
        self.liberties[point] = self.count(point, EMPTY.into());
    }

    /// Joins the chain `from` to the chain `to`.
    #[inline(always)]
    fn join(&mut self, to: usize, from: usize) {
        self.liberties[to] += self.liberties[from];
        let mut stone = from;
        loop {
            self.chain[stone] = to as u16;
            stone = self.next[stone].into();
            if stone == from {
                break;
            }
        }
        self.next.0.swap(to % SIZE, from % SIZE);
    }

    /// Removes the chain of the stone `first` from the board.
    #[inline(never)]
    fn remove(&mut self, first: usize, color: Color) {
        let mut stone = first;
        loop {
            self.color[stone] = EMPTY;
            self.chain[stone] = stone as u16;
            self.place[stone] = self.empties as u16;
            self.empty[self.empties] = stone as u16;
            self.empties += 1;
            for next in Self::beside(stone) {
                self.around[next] = self.around[next].wrapping_sub(PLACED[color]);
                let chain = usize::from(self.chain[next]);
                self.liberties[chain] = self.liberties[chain].wrapping_add(1);
            }
            let next = self.next[stone];
            self.next[stone] = stone as u16;
            stone = next.into();
            if stone == first {
                break;
            }
        }
    }

    /// Returns the index of the point in this column and row, which count from 0.
    pub(crate) fn index(column: u8, row: u8) -> usize {
        (usize::from(row) + 1) * Self::ROW + usize::from(column) + 1
    }

    /// Returns the color of the stone on a point, if there is one.
    pub(crate) fn at(&self, index: usize) -> Option<Color> {
        Some(self.color[index].into()).filter(|&color| color < usize::from(EMPTY))
    }

    /// Returns Black's stones and eyes minus White's, at the end of a playout.
    pub(crate) fn margin(&self) -> i32 {
        let mut margin = 0;
        for row in 1..=SIDE {
            for point in (1..=SIDE).map(|column| row * Self::ROW + column) {
                margin += match self.color[point] {
                    0 => 1,
                    1 => -1,
                    _ if self.count(point, 0) == 4 => 1,
                    _ if self.count(point, 1) == 4 => -1,
                    _ => 0,
                };
            }
        }
        margin
    }
}
