//! Events: the named situations in which rules often go wrong.

use crate::referee::form::{Cycle, Form, PlayKind};
use crate::referee::{Effect, HistoryEntry, Judgment, Refusal};
use std::fmt;
use std::str::FromStr;
use superko_game::rules::UnknownName;
use superko_game::{Color, Player, Point, Position, Turn, named};

named! {
    described
    /// A situation that a turn, or the end of a game, can reach.
    ///
    /// The order is by importance: the first event of a disagreement names its cause.
    pub enum Event {
        /// A game begins: the board is empty and it is Black's turn.
        Beginning = "beginning",
        /// A question leaves the game as it is.
        QuestionChanges = "question-changes-state",
        /// A refused turn leaves the game as it is.
        RefusalChanges = "refusal-changes-state",
        /// After a turn is taken back, the game is the same as before the turn.
        UndoChanges = "undo-changes-state",
        /// A turn that the engine generates and plays has the same effect as when the engine is given it.
        GeneratedDiffers = "generated-turn-differs",
        /// An engine gives the same answers in a game, whatever was played before.
        GameBefore = "game-before",
        /// With a komi, a game has the score that it has without one, less the komi.
        KomiMiscounted = "komi-miscounted",
        /// Every freshly started engine gives the same answers in a game.
        NotAlways = "not-always",
        /// The game continues, because no rule ends it, for example after a fixed number of turns.
        EndsByItself = "ends-by-itself",
        /// An illegal turn is refused, and the game continues.
        IllegalTurnEnds = "illegal-turn-ends-game",
        /// A play is refused because the game is over.
        PlayAfterEnd = "play-after-end",
        /// A pass is refused because the game is over.
        PassAfterEnd = "pass-after-end",
        /// A play ends the game, as some rules have it: it repeats a position, or it is illegal and loses.
        PlayEnds = "play-ends",
        /// A pass ends the game: the second in a row, or a later one if the rules ask for more.
        TwoPassEnd = "two-pass-end",
        /// A pass ends the game or a phase, because its player passed in the same position before.
        SamePass = "same-pass-ends",
        /// A pass ends a phase, and a cleanup phase begins.
        PhaseEnd = "phase-ends",
        /// A pass takes the button.
        ButtonTaken = "button-taken",
        /// A turn at a point unblocks a ko in a cleanup phase, and leaves the position as it was.
        Unblocking = "ko-unblocked",
        /// A play is refused in a cleanup phase because its player took the same ko in the same position before.
        KoTakenAgain = "ko-taken-again",
        /// A play is refused in a cleanup phase because it would leave the position as it is.
        UnchangedInCleanup = "unchanged-in-cleanup",
        /// A play brings back an earlier position in a cleanup phase, and is legal.
        RepeatInCleanup = "repeat-in-cleanup",
        /// A pass is legal although it leaves the position as it was.
        Pass = "pass",
        /// A play is refused because the player has no stones left.
        NoStones = "no-stones",
        /// A play at a point that is not empty is refused.
        Occupied = "occupied",
        /// A suicide of a lone stone is refused.
        LoneSuicideRefused = "lone-suicide-refused",
        /// A play is refused because it would bring back the empty starting board.
        RepeatInitial = "repeat-initial",
        /// A play is refused because it would repeat an earlier position, which had the other player to move:
        /// situational superko would allow it.
        RepeatPositionalOnly = "repeat-positional-only",
        /// A suicide of several stones is refused because it would repeat an earlier position.
        RepeatBySuicide = "repeat-by-suicide",
        /// A play is refused because it would repeat an earlier position, and there was a pass since.
        RepeatAcrossPass = "repeat-across-pass",
        /// A suicide of several stones is refused because the rules forbid suicide.
        SuicideRefused = "several-suicide-refused",
        /// A play is refused because it would leave the present position as it is.
        RepeatCycle1 = "repeat-cycle-1",
        /// A play is refused because it would bring back the position of two turns ago: the ko.
        RepeatCycle2 = "repeat-cycle-2",
        /// A play is refused because it would bring back the position of three turns ago.
        RepeatCycle3 = "repeat-cycle-3",
        /// A play is refused because it would bring back a position of more than three turns ago.
        RepeatCycleLonger = "repeat-cycle-longer",
        /// A play brings back an earlier position, and is legal: the rules in force do not forbid it here.
        RepeatPermitted = "repeat-permitted",
        /// A ko may be retaken after the position has changed elsewhere.
        RetakePermitted = "retake-permitted",
        /// A suicide of a lone stone is legal.
        LoneSuicidePermitted = "lone-suicide-permitted",
        /// A suicide of several stones is legal.
        SuicidePermitted = "several-suicide-permitted",
        /// A play captures stones on all other points of the board.
        CaptureWholeBoard = "capture-whole-board",
        /// A play captures four chains at once.
        CaptureFourChains = "capture-4-chains",
        /// A play captures three chains at once.
        CaptureThreeChains = "capture-3-chains",
        /// A play captures two chains at once.
        CaptureTwoChains = "capture-2-chains",
        /// A play captures although it has no liberty except those that the capture makes.
        CaptureWithoutLiberty = "capture-without-liberty",
        /// A play captures a stone in a corner.
        CaptureInCorner = "capture-in-corner",
        /// A play captures a stone at the edge.
        CaptureAtEdge = "capture-at-edge",
        /// A play captures one chain.
        CaptureOneChain = "capture-1-chain",
        /// A play that removes no stones and repeats no position is legal.
        Quiet = "quiet",
        /// The game ends with empty points that reach both colors: they count for neither player.
        NeutralBoth = "neutral-both",
        /// The game ends with an empty board, whose points reach neither color and count for neither player.
        NeutralNeither = "neutral-neither",
        /// The game ends, and the score is as the rules say.
        Scored = "scored",
        /// A play is legal that makes a new position with the same hash as an earlier one.
        HashCollision = "hash-collision",
    }
}

impl Event {
    /// Whether a turn, or the end of a game, can reach this event under some rules. The other events are the
    /// beginning of a game, behavior of an engine, or properties of its hash.
    pub fn in_games(self) -> bool {
        use Event::{Beginning, EndsByItself, HashCollision, IllegalTurnEnds};
        let others = [Beginning, HashCollision, EndsByItself, IllegalTurnEnds];
        !others.contains(&self) && !self.is_about_the_engine()
    }

    /// Whether this event is about what an engine keeps or forgets, and not about any rule.
    pub fn is_about_the_engine(self) -> bool {
        use Event::{
            GameBefore, GeneratedDiffers, KomiMiscounted, NotAlways, QuestionChanges,
            RefusalChanges, UndoChanges,
        };
        let changes = [QuestionChanges, RefusalChanges, UndoChanges, GeneratedDiffers];
        changes.contains(&self) || [GameBefore, KomiMiscounted, NotAlways].contains(&self)
    }

    /// Whether this event has [`Form`]s, because it is a suicide or a repeat.
    pub fn has_forms(self) -> bool {
        use Event::*;
        let suicides = [LoneSuicideRefused, SuicideRefused, LoneSuicidePermitted, SuicidePermitted];
        let repeats = [
            RepeatInitial,
            RepeatPositionalOnly,
            RepeatBySuicide,
            RepeatAcrossPass,
            RepeatCycle1,
            RepeatCycle2,
            RepeatCycle3,
            RepeatCycleLonger,
            RepeatPermitted,
        ];
        suicides.contains(&self) || repeats.contains(&self)
    }

    /// Whether a game under Tromp-Taylor rules can reach this event.
    pub fn in_tromp_taylor(self) -> bool {
        use Event::{LoneSuicidePermitted, RepeatPermitted, SuicideRefused};
        let of_other_rules = [SuicideRefused, RepeatPermitted, LoneSuicidePermitted];
        self.in_games() && !self.is_of_other_ends() && !of_other_rules.contains(&self)
    }

    /// Whether only rules that differ from Tromp-Taylor in more than repetition and suicide reach this event.
    pub fn is_of_other_ends(self) -> bool {
        [Event::NoStones, Event::PlayEnds, Event::ButtonTaken].contains(&self)
            || self.is_of_phases()
    }

    /// Whether only games with cleanup phases, or with ends by a third time, reach this event.
    pub fn is_of_phases(self) -> bool {
        use Event::*;
        let of_passes = [SamePass, PhaseEnd];
        let of_plays = [Unblocking, KoTakenAgain, UnchangedInCleanup, RepeatInCleanup];
        of_passes.contains(&self) || of_plays.contains(&self)
    }
}

/// Parses the name of an event.
impl FromStr for Event {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Event, UnknownName> {
        let unknown = || UnknownName::new("the name of an event", text, Event::ALL.map(Event::id));
        Event::ALL.into_iter().find(|event| event.id() == text).ok_or_else(unknown)
    }
}

/// A set of events.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Events(u64);

impl Events {
    /// Returns the set with one more event.
    #[must_use]
    pub fn with(self, event: Event) -> Events {
        Events(self.0 | 1 << event as u32)
    }

    /// Returns the set with the events that are reached.
    fn with_reached<const N: usize>(self, events: [(Event, bool); N]) -> Events {
        let reached = events.into_iter().filter(|(_, is_reached)| *is_reached);
        reached.fold(self, |all, (event, _)| all.with(event))
    }

    /// Returns the events that the end of a game in this position reaches.
    pub fn of_end(position: &Position) -> Events {
        let events = Events::default().with(Event::Scored);
        if position.count(Color::Empty) == position.size().point_count() {
            return events.with(Event::NeutralNeither);
        }
        let [_, _, neutral] = position.surrounded();
        if neutral > 0 { events.with(Event::NeutralBoth) } else { events }
    }

    /// Whether the event is in the set.
    pub fn contains(self, event: Event) -> bool {
        self.0 >> (event as u32) & 1 == 1
    }

    /// Returns the events, the most important first.
    pub fn iter(self) -> impl Iterator<Item = Event> {
        Event::ALL.into_iter().filter(move |&event| self.contains(event))
    }

    /// Returns the most important event.
    pub fn first(self) -> Option<Event> {
        self.iter().next()
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl FromIterator<Event> for Events {
    fn from_iter<I: IntoIterator<Item = Event>>(events: I) -> Events {
        events.into_iter().fold(Events::default(), Events::with)
    }
}

/// Returns the events that a turn reaches, legal or not, and its form if it is a suicide or a repeat. `past` is the game before
/// the turn.
pub fn of_turn(
    past: &[HistoryEntry],
    player: Player,
    turn: Turn,
    judgment: &Judgment,
) -> (Events, Option<Form>) {
    let one = |event| (Events::default().with(event), None);
    // Under some rules, a play can end the game.
    let decided = |(events, form): (Events, Option<Form>)| match judgment.ends {
        true => (events.with(Event::PlayEnds), form),
        false => (events, form),
    };
    let point = match (turn, judgment.refusal) {
        (Turn::Play(_), Some(Refusal::Over)) => return one(Event::PlayAfterEnd),
        (Turn::Pass, Some(_)) => return one(Event::PassAfterEnd),
        (Turn::Pass, None) => return (of_pass(judgment), None),
        (Turn::Play(_), None) if judgment.effect == Some(Effect::Unblocks) => {
            return decided(one(Event::Unblocking));
        }
        (Turn::Play(_), Some(Refusal::KoTakenAgain { .. })) => {
            return decided(one(Event::KoTakenAgain));
        }
        (Turn::Play(_), Some(Refusal::Repetition { .. })) if judgment.in_cleanup => {
            return decided(one(Event::UnchangedInCleanup));
        }
        (Turn::Play(_), Some(Refusal::NoStones)) => return decided(one(Event::NoStones)),
        (Turn::Play(_), Some(Refusal::Occupied { .. })) => return decided(one(Event::Occupied)),
        (Turn::Play(point), _) => point,
    };
    decided(of_play(past, &Play::new(past, player, point, judgment), judgment))
}

/// Returns the events that a legal pass reaches.
fn of_pass(judgment: &Judgment) -> Events {
    let effect = |effect| judgment.effect == Some(effect);
    Events::default().with_reached([
        (Event::Pass, true),
        (Event::TwoPassEnd, judgment.ends && !effect(Effect::EndsBySamePass)),
        (Event::SamePass, effect(Effect::EndsBySamePass)),
        (Event::PhaseEnd, effect(Effect::EndsPhase)),
        (Event::ButtonTaken, effect(Effect::TakesButton)),
    ])
}

/// Returns the events that a play at an empty point reaches on the board, legal or not, and its form.
fn of_play(past: &[HistoryEntry], play: &Play<'_>, judgment: &Judgment) -> (Events, Option<Form>) {
    let form = |cycle| Form { play: play.kind(past), cycle };
    match judgment.refusal {
        Some(Refusal::Suicide { stones }) => {
            let event = if stones == 1 { Event::LoneSuicideRefused } else { Event::SuicideRefused };
            (Events::default().with(event), Some(form(Cycle::None)))
        }
        Some(Refusal::Repetition { earlier, cycle }) => {
            let events = of_repeat(past, play, earlier, cycle);
            (events, Some(form(Cycle::since(past, earlier))))
        }
        _ => {
            let repeated = past.iter().rposition(|entry| play.makes(&entry.position));
            let in_cleanup = judgment.in_cleanup && repeated.is_some();
            let events = of_legal_play(past, play, repeated.is_some() && !in_cleanup);
            let events = events.with_reached([(Event::RepeatInCleanup, in_cleanup)]);
            let form = match repeated {
                Some(_) if in_cleanup => None,
                Some(earlier) => Some(form(Cycle::since(past, earlier))),
                None => (play.lost > 0).then(|| form(Cycle::None)),
            };
            (events, form)
        }
    }
}

/// A play at an empty point, legal or not, and the stones that it removes.
struct Play<'a> {
    before: &'a Position,
    player: Player,
    point: Point,
    /// The captured stones of the opponent.
    captured: Vec<Point>,
    /// The number of removed stones of the player, including the one played.
    lost: usize,
    /// The position after the play, if any stone is removed.
    removing: Option<&'a Position>,
}

impl<'a> Play<'a> {
    fn new(
        past: &'a [HistoryEntry],
        player: Player,
        point: Point,
        judgment: &'a Judgment,
    ) -> Play<'a> {
        let before =
            &past.last().expect("the history begins with the position at the start").position;
        let mut play = Play {
            before,
            player,
            point,
            captured: Vec::new(),
            lost: 0,
            removing: judgment.removing.as_ref(),
        };
        if let Some(after) = play.removing {
            let gone = |p: &Point| after[*p] == Color::Empty;
            let of = |color| before.size().points().filter(move |&p| before[p] == color);
            play.captured = of(player.opponent().color()).filter(gone).collect();
            play.lost = of(player.color()).filter(gone).count() + usize::from(gone(&point));
        }
        play
    }

    /// Returns the kind of the play. For a suicide, it tells whether a stone was ever at the point before.
    fn kind(&self, past: &[HistoryEntry]) -> PlayKind {
        let was_used = |entry: &HistoryEntry| {
            entry.position[self.point] != Color::Empty
                || matches!(entry.by, Some((_, Turn::Play(point))) if point == self.point)
        };
        PlayKind::new(!self.captured.is_empty(), self.lost, past.iter().any(was_used))
    }

    /// Whether the play makes an earlier position again.
    fn makes(&self, earlier: &Position) -> bool {
        match self.removing {
            Some(after) => after == earlier,
            None => {
                earlier[self.point] == self.player.color()
                    && self.before.agrees_but_at(earlier, self.point)
            }
        }
    }
}

/// Returns the events that a repeat reaches, if it is refused. `earlier` and `cycle` are those of [`Refusal::Repetition`].
fn of_repeat(past: &[HistoryEntry], play: &Play<'_>, earlier: usize, cycle: usize) -> Events {
    let by_pass = |entry: &HistoryEntry| matches!(entry.by, Some((_, Turn::Pass)));
    // After an even number of turns, the player to move is the same.
    let is_situational = (0..past.len())
        .any(|i| (past.len() - i).is_multiple_of(2) && play.makes(&past[i].position));
    let repeated = &past[earlier].position;
    let by_cycle = match cycle {
        1 => Event::RepeatCycle1,
        2 => Event::RepeatCycle2,
        3 => Event::RepeatCycle3,
        _ => Event::RepeatCycleLonger,
    };
    Events::default().with_reached([
        (by_cycle, true),
        (Event::LoneSuicideRefused, play.lost == 1),
        (Event::RepeatBySuicide, play.lost > 1),
        (Event::RepeatInitial, repeated.count(Color::Empty) == repeated.size().point_count()),
        (Event::RepeatAcrossPass, past[earlier + 1..].iter().any(by_pass)),
        (Event::RepeatPositionalOnly, !is_situational),
    ])
}

/// Returns the events that a legal play reaches. `repeats` is whether it makes an earlier position in the main phase.
fn of_legal_play(past: &[HistoryEntry], play: &Play<'_>, repeats: bool) -> Events {
    let captured = &play.captured[..];
    let events = Events::default().with_reached([
        (Event::RepeatPermitted, repeats),
        (Event::LoneSuicidePermitted, play.lost == 1),
        (Event::SuicidePermitted, play.lost > 1),
        (Event::Quiet, play.lost == 0 && captured.is_empty()),
    ]);
    if captured.is_empty() {
        return events;
    }
    let (before, size) = (play.before, play.before.size());
    let by_chains = match before.pieces(captured) {
        1 => Event::CaptureOneChain,
        2 => Event::CaptureTwoChains,
        3 => Event::CaptureThreeChains,
        _ => Event::CaptureFourChains,
    };
    let mut played = before.clone();
    played[play.point] = play.player.color();
    events.with_reached([
        (by_chains, true),
        (Event::CaptureAtEdge, captured.iter().any(|&point| size.sides(point) >= 1)),
        (Event::CaptureInCorner, captured.iter().any(|&point| size.sides(point) >= 2)),
        (Event::CaptureWholeBoard, captured.len() + 1 == size.point_count()),
        (Event::CaptureWithoutLiberty, !played.has_liberty(&played.chain(play.point))),
        (Event::RetakePermitted, matches!(captured, &[stone] if retakes(past, play, stone))),
    ])
}

/// Whether a play, which captures one stone, retakes a ko: that stone captured one stone at the point of this play when it was
/// played, and nobody has played at this point since.
fn retakes(past: &[HistoryEntry], play: &Play<'_>, stone: Point) -> bool {
    let played_at =
        |entry: &HistoryEntry, point| matches!(entry.by, Some((_, Turn::Play(p))) if p == point);
    let Some(taking) = past.iter().rposition(|entry| played_at(entry, stone)) else {
        return false;
    };
    let (before, after) = (&past[taking - 1].position, &past[taking].position);
    let took_one_there = before[play.point] == play.player.color()
        && after[play.point] == Color::Empty
        && before.differences(after).count() == 2;
    took_one_there && !past[taking..].iter().any(|entry| played_at(entry, play.point))
}
