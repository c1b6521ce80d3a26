//! The rule that a disagreement breaks, judged from both answers, the position and the game so far.

use superko_engine::RefusalReason;
use superko_engine::referee::{Effect, Event, Expected, Judgment, Step};
use superko_game::rules::{LastPass, Repeat, Rule, Rules};
use superko_game::{Color, Player, Point, Position, Size, Status, Turn};

/// Returns the rules that a ruling on a turn rests on.
pub(in crate::compare) fn rules_of_ruling(expected: &Expected, rules: Rules) -> Vec<Rule> {
    let Judgment { removing, effect, .. } = &expected.judgment;
    let repetition = expected.judgment.repetition(rules);
    match (expected.turn, expected.judgment.rule(rules)) {
        (_, Some(rule)) => vec![rule],
        (Turn::Play(_), None) if *effect == Some(Effect::Unblocks) => vec![repetition],
        (Turn::Pass, None) => vec![repetition],
        (Turn::Play(_), None) if removing.is_some() => {
            let mut named = vec![repetition, Rule::TT7, Rule::suicide(rules)];
            named.dedup();
            named
        }
        (Turn::Play(_), None) => vec![repetition, Rule::TT7],
    }
}

/// Returns the rules that the position after a turn rests on.
pub(in crate::compare) fn rules_of_position(expected: &Expected, rules: Rules) -> Vec<Rule> {
    let unblocks = expected.judgment.effect == Some(Effect::Unblocks);
    if expected.turn == Turn::Pass || !expected.is_legal() || unblocks {
        return vec![Rule::TT2, expected.judgment.repetition(rules)];
    }
    let mut named = vec![Rule::TT2, Rule::TT7];
    if expected.judgment.removing.is_some() {
        named.extend([Rule::TT3, Rule::TT4]);
    }
    named
}

/// Returns the rule that is broken when an engine forbids a legal turn, for this reason.
///
/// `held` says whether the point held a stone of the player in an earlier position, and whether it held one of either.
pub(in crate::compare) fn rule_of_refusal(
    rules: Rules,
    before: &Position,
    player: Player,
    expected: &Expected,
    reason: RefusalReason,
    (held_own, held_any): (bool, bool),
) -> Rule {
    let repetition = expected.judgment.repetition(rules);
    let reaches = |event| expected.events.contains(event);
    let Turn::Play(point) = expected.turn else { return repetition };
    match reason {
        RefusalReason::Over if expected.judgment.in_cleanup => return repetition,
        RefusalReason::Over => return Rule::passes(rules),
        // The engine takes the unblocking for a play.
        _ if reaches(Event::Unblocking) => return repetition,
        RefusalReason::NoStones => return rules.stones.rule(),
        RefusalReason::Occupied => return Rule::TT7,
        // An engine that sees a suicide although the stone has a liberty misjudges what reaches empty.
        RefusalReason::Suicide => {
            let mut played = before.clone();
            played[point] = player.color();
            return if reaches_empty(&played, point) { Rule::TT3 } else { Rule::TT7 };
        }
        RefusalReason::Repetition => return repetition,
        RefusalReason::Unstated => {}
    }
    if reaches(Event::SuicidePermitted) || reaches(Event::LoneSuicidePermitted) {
        return Rule::TT7;
    }
    if reaches(Event::RepeatPermitted) || reaches(Event::RepeatInCleanup) {
        return repetition;
    }
    let size = before.size();
    let hemmed_in = size.neighbors(point).all(|n| before[n] != Color::Empty);
    if reaches(Event::CaptureWithoutLiberty) && !reaches(Event::RetakePermitted) {
        return Rule::TT7;
    }
    if hemmed_in && !held_any {
        return Rule::TT7;
    }
    // An engine that exchanges columns and rows lacks this point. A stone off the diagonal would have shown such a mistake
    // before.
    let unshaped = size.points().all(|p| before[p] == Color::Empty || p.column() == p.row());
    let lacking = !size.is_square() && mirrored(size, point).is_none();
    if lacking && unshaped && !held_own { Rule::TT1 } else { repetition }
}

/// Returns the rule that is broken when an engine's position after a legal turn differs from the reference's.
///
/// # Panics
///
/// If the sizes of the positions differ.
pub(in crate::compare) fn rule_of_position(
    before: &Position,
    step: &Step,
    rules: Rules,
    engine: &Position,
) -> Rule {
    let repetition = step.turn.judgment.repetition(rules);
    let Turn::Play(point) = step.turn.turn else { return repetition };
    // In a cleanup phase, an engine may take the capture of a ko for a turn that unblocks it.
    let takes_for_unblocking = step.turn.judgment.in_cleanup && engine == before;
    if step.turn.judgment.effect == Some(Effect::Unblocks) || takes_for_unblocking {
        return repetition;
    }
    let (size, reference) = (before.size(), &step.position);
    let (own, other) = (step.player.color(), step.player.opponent().color());
    let mut played = before.clone();
    played[point] = own;
    let appeared: Vec<Point> =
        size.points().filter(|&p| engine[p] != Color::Empty && engine[p] != played[p]).collect();
    if appeared.contains(&point) {
        // The stone has the opponent's color: the engine is wrong about whose turn it is.
        return Rule::TT5;
    }
    if let [elsewhere] = appeared[..] {
        let there = mirrored(size, point) == Some(elsewhere);
        return if there { Rule::TT1 } else { Rule::TT7 };
    }
    if !appeared.is_empty() {
        return Rule::TT7;
    }
    let gone = |after: &Position, color| -> Vec<Point> {
        size.points().filter(|&p| played[p] == color && after[p] == Color::Empty).collect()
    };
    let (kept, lost) = (gone(reference, own), gone(engine, own));
    if lost.iter().any(|p| !kept.contains(p)) {
        // The player's own stones are gone and should not be. If they had a liberty, they always reached empty. If not, they
        // were cleared before the opponent's stones, or together with them.
        if lost.iter().any(|&p| reaches_empty(&played, p)) {
            return Rule::TT3;
        }
        let taken = gone(engine, other);
        if taken.is_empty() || taken == gone(reference, other) {
            return Rule::TT7;
        }
    }
    if gone(reference, other) != gone(engine, other) {
        return opponent_cleared(&played, other, &gone(reference, other), &gone(engine, other));
    }
    // The player's own stones should be gone and are not.
    if !lost.is_empty() {
        Rule::TT4
    } else if kept.iter().any(|&p| free_around_the_edge(&played, p)) {
        Rule::TT3
    } else {
        Rule::TT7
    }
}

/// Returns the rule that is broken when the wrong stones of the opponent are removed.
fn opponent_cleared(
    played: &Position,
    other: Color,
    reference: &[Point],
    engine: &[Point],
) -> Rule {
    let chains = played.parts(|color| color == other);
    let taken = |chain: &[Point]| chain.iter().filter(|p| engine.contains(p)).count();
    if chains.iter().any(|chain| 0 < taken(chain) && taken(chain) < chain.len()) {
        // Only a part of a chain was removed.
        return Rule::TT4;
    }
    if engine.iter().any(|p| !reference.contains(p)) {
        // The engine did not see that a chain reaches an empty point.
        return Rule::TT3;
    }
    // No chain is removed, and each seems to reach an empty point around the edge of the board.
    let mut dead = chains.iter().filter(|chain| reference.contains(&chain[0]));
    let around = |chain: &Vec<Point>| chain.iter().any(|&p| free_around_the_edge(played, p));
    if engine.is_empty() && dead.all(around) { Rule::TT3 } else { Rule::TT4 }
}

/// Returns whether a stone's chain has an empty point next to it.
fn reaches_empty(position: &Position, point: Point) -> bool {
    position.has_liberty(&position.chain(point))
}

/// Returns whether a point next to this one across the edge of the board, in the order of rows, is empty.
fn free_around_the_edge(played: &Position, point: Point) -> bool {
    let size = played.size();
    let last = size.columns() - 1;
    let (column, row) = (point.column(), point.row());
    let beyond = [(column == 0).then_some(last), (column == last).then_some(0)];
    let rows = row.saturating_sub(1)..=row + 1;
    let mut across = beyond.into_iter().flatten().flat_map(|column| {
        let rows = rows.clone();
        rows.filter_map(move |row| size.point(column, row))
    });
    let next_to = |p: Point| size.neighbors(point).any(|n| n == p);
    across.any(|p| p != point && !next_to(p) && played[p] == Color::Empty)
}

/// Returns the rule that is broken when the engine's status differs from the reference's.
pub(in crate::compare) fn rule_of_status(reference: Status, engine: Status, end: Rule) -> Rule {
    match (reference, engine) {
        (Status::Running { .. }, Status::Running { .. }) => Rule::TT5,
        _ => end,
    }
}

/// Returns the rule by which a turn ends the game, or would end it.
pub(in crate::compare) fn rule_of_end(turn: &Expected, rules: Rules) -> Rule {
    let repeats = turn.events.contains(Event::RepeatPermitted);
    let Judgment { in_cleanup, effect, .. } = turn.judgment;
    match (turn.turn, turn.is_legal()) {
        (Turn::Pass, _) if effect == Some(Effect::EndsPhase) => rules.agreement.rule(),
        (_, true) if in_cleanup => rules.agreement.rule(),
        (Turn::Pass, _) if effect == Some(Effect::EndsBySamePass) => rules.long_cycle.rule(),
        (Turn::Pass, _) if effect == Some(Effect::TakesButton) => rules.button.rule(),
        (Turn::Pass, _) => match rules.last_pass {
            LastPass::White => rules.last_pass.rule(),
            _ => Rule::passes(rules),
        },
        (Turn::Play(_), false) => rules.illegal.rule(),
        (Turn::Play(_), true) if repeats && rules.repeat != Repeat::Illegal => rules.repeat.rule(),
        (Turn::Play(_), true) if repeats => rules.long_cycle.rule(),
        (Turn::Play(_), true) => Rule::passes(rules),
    }
}

/// Returns the rules that the status after a turn rests on.
pub(in crate::compare) fn rules_of_status(turn: &Expected, rules: Rules) -> Vec<Rule> {
    let mut named = vec![Rule::TT5];
    if turn.turn == Turn::Pass {
        named.extend([Rule::passes(rules), rule_of_end(turn, rules)]);
    } else if turn.judgment.ends {
        named.push(rule_of_end(turn, rules));
    }
    named.dedup();
    named
}

/// Returns the point with column and row exchanged, if the board has it.
fn mirrored(size: Size, point: Point) -> Option<Point> {
    size.point(point.row(), point.column())
}
