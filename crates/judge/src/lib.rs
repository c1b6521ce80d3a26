#![doc = include_str!("../README.md")]
//!
//! In: games as [`sgf`](superko_sgf) reads them. Out: an [`Adjudication`] of each, which can be written in a few sentences or as a
//! line of JSON. The moves are played on the optimized engine. If it refuses a move, the reference must refuse it too, for the
//! same reason, before the move is called illegal. With [`Judge::check`], the reference also plays every game.
//!
//! # Wrong results and agreed results
//!
//! Players agree on dead stones, and records keep only the result. So a result that differs from the position as it stands is
//! called wrong in two cases only: the rules let the players agree on nothing, or no agreement can give this result.
//! [`RecordVerdict::ByAgreement`] has the details. If the record states the players' agreement (`GC[agreed=C3]`), it is final. If
//! the source of the rules lets the players agree again, and play resume again, after they have disagreed, so does the judge
//! ([`Preset::agrees_again`]).
//!
//! The result is not judged if the rules are unknown, or if Superko does not support a part of them
//! ([`RecordVerdict::NotJudged`]).
//!
//! # Moves that decide the game
//!
//! Under some rules, a repetition, an illegal move or a long cycle ends the game. The claim is then compared with the result of
//! that move ([`DecisiveMove`]). If an illegal move loses, and is the last of the record, the record is not wrong.

mod claim;
mod ground;
#[cfg(feature = "serde")]
mod json;
mod moves;
mod note;
mod result;
#[cfg(test)]
mod tests;
mod text;

use claim::Claim;
use ground::{Ground, Reading, Scored};
use moves::{Replay, StopReason};
pub use note::Note;
use result::Finished;
use superko_engine::referee::Refusal;
pub use superko_game::Margin;
use superko_game::rules::{Agreement, NamedRules, PRESETS, Preset, Rule, Rules, Tax};
use superko_game::{Komi, Outcome, Player, Position, Score, Size, Turn};
use superko_sgf::{Flaw, GameTree, KomiReading, Problem, SgfError, SgfGame, SgfStep};

/// The default limit for the moves of a line of play.
pub const MOST_MOVES: usize = 20_000;

/// The options for judging records.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judge {
    /// The rules to judge by, instead of those that the records name.
    pub rules: Option<NamedRules>,
    /// Whether the reference also plays every game.
    pub check: bool,
    /// The limit for the moves of a line of play, including the passes that a record leaves out. For an illegal move, the
    /// reference plays all moves before it, and keeps every position.
    pub most_moves: usize,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge { rules: None, check: false, most_moves: MOST_MOVES }
    }
}

/// The judgment on a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Adjudication {
    /// The board, if the record could be read that far.
    pub size: Option<Size>,
    /// The rules by which the moves were judged, if the record could be read that far.
    pub rules: Option<Rules>,
    /// The number of moves in the record, including passes.
    pub moves: usize,
    /// The illegal moves: those that the record marks as tried and refused, and then the first one that was played, if any.
    pub illegal: Vec<IllegalMove>,
    /// The move that decided the game, if the score did not.
    pub decisive: Option<DecisiveMove>,
    /// The score of the last position as it stands, if it affects the result.
    pub score: Option<Score>,
    /// The komi, if the record names it.
    pub komi: Option<Komi>,
    /// The points for White, as compensation for the handicap, that are included in the result; `None` if the rules give none.
    pub handicap_points: Option<u32>,
    /// The result computed from score, komi and handicap.
    pub result: Option<Margin>,
    /// The result that the record claims, in its words.
    pub claimed: Option<String>,
    /// The verdict on the record.
    pub verdict: RecordVerdict,
    /// Notes for the reader.
    pub notes: Vec<Note>,
    /// The reason why the record could not be read to its end, or the error that its board is too large.
    pub error: Option<SgfError>,
    /// The last position, if the result is wrong.
    pub last: Option<Position>,
    /// A contradiction between the built-in engines, which is an error of this program.
    pub contradiction: Option<Contradiction>,
}

/// The verdict on a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum RecordVerdict {
    /// All moves are legal, or the last one loses by being illegal; and the claimed result, if any, is
    /// correct.
    Correct,
    /// A move is illegal.
    Illegal,
    /// All moves are legal, or the last one loses by being illegal; but the claimed result is wrong.
    WrongResult,
    /// All moves are legal. The position as it stands gives another result, but the players may have agreed on the claim:
    ///
    /// * the marks of territory in the record (`TB`, `TW`) give it, with the stones in them dead; or
    /// * the rules let the players agree ([`Rules::agreement`](field@Rules::agreement)), or nobody knows the
    ///   rules, and the result lies between the two results in which either player gives up all stones that are
    ///   not unconditionally alive (by Benson's definition), and differs from them by whole points. By territory,
    ///   neither player would get more points than possible, and the result is a whole number of points with
    ///   komi.
    ByAgreement,
    /// All moves are legal, and the game ended by resignation, time, forfeit or the like.
    NotByScore,
    /// All moves are legal; the result is not judged, because the rules are unknown or not supported, because the
    /// record claims two results, or because its komi cannot be read. The notes have the reason. Or the board is
    /// larger than those that can be judged.
    NotJudged,
    /// All moves are legal, but the game does not end with the passes that the rules demand, or its end is unknown.
    Unfinished,
    /// The record cannot be read to its end; the moves that could be read are legal.
    Unreadable,
}

impl RecordVerdict {
    /// Returns the name of the verdict in JSON and tables.
    pub fn name(self) -> &'static str {
        match self {
            RecordVerdict::Correct => "correct",
            RecordVerdict::Illegal => "illegal",
            RecordVerdict::WrongResult => "wrong result",
            RecordVerdict::ByAgreement => "by agreement",
            RecordVerdict::NotByScore => "not by score",
            RecordVerdict::NotJudged => "not judged",
            RecordVerdict::Unfinished => "unfinished",
            RecordVerdict::Unreadable => "unreadable",
        }
    }
}

/// A move that the rules refuse.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The player of the move.
    pub player: Player,
    /// The move itself.
    pub turn: Turn,
    /// The rule that refuses it.
    pub rule: Rule,
    /// The reason for the refusal.
    pub refusal: Refusal,
    /// The position before the move.
    pub before: Position,
    /// For a repetition, the number of the move after which the position stood before (0 for the start), and
    /// that position.
    pub earlier: Option<(usize, Position)>,
}

/// A move that decides the game by itself: a repetition that loses or ties, a long cycle, or an illegal move
/// that loses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecisiveMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The player of the move.
    pub player: Player,
    /// The move itself.
    pub turn: Turn,
    /// The rule by which the move decides the game.
    pub rule: Rule,
    /// The result of the game.
    pub outcome: Outcome,
    /// For a legal move, the number of the move after which the position stood before (0 for the start).
    pub repeats: Option<usize>,
}

/// A contradiction between the two built-in engines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The number of the move at which the engines disagree.
    pub number: usize,
    /// The description of the contradiction.
    pub what: String,
}

impl Judge {
    /// Judges a line of play of a game. Line 0 is the main line. A claimed result belongs to the main line from its node on.
    pub fn judge(&self, tree: &GameTree<'_>, line: usize) -> Adjudication {
        match SgfGame::read(tree, line) {
            Ok(game) => self.judge_game(game),
            Err(error) => Adjudication::unreadable(error),
        }
    }

    /// Judges a game, to the letter if its rules allow that. KataGo can be set to leave out the cleanup phases
    /// of the rules that it names. So a record that breaks these rules after its first pass is judged up to that pass only,
    /// unless the user has given the rules.
    fn judge_game(&self, game: SgfGame) -> Adjudication {
        let ground = Ground::of(&game, self.rules.as_ref(), true);
        if ground.reading != Reading::Literal || self.rules.is_some() {
            return self.judge_on(ground, game);
        }
        let judged = self.judge_on(ground, game.clone());
        let first_pass = turns_to_first_pass(&game.steps);
        let is_late =
            |illegal: &IllegalMove| first_pass.is_some_and(|first| illegal.number > first);
        match judged.illegal.last() {
            Some(illegal) if is_late(illegal) => {
                self.judge_on(Ground::of(&game, None, false), game)
            }
            _ => judged,
        }
    }

    /// Judges a game on this ground.
    fn judge_on(&self, mut ground: Ground, mut game: SgfGame) -> Adjudication {
        let turns = game.turns();
        if ground.reading == Reading::ToFirstPass {
            cut_after_first_pass(&mut game.steps);
        }
        let left_out = turns - game.turns();
        ground.notes.extend((left_out > 0).then_some(Note::AfterFirstPass(left_out)));
        let Ground { rules, agreement, agrees_again, .. } = ground;
        let is_literal = ground.reading == Reading::Literal;
        let rules = rules.agreement(agreement);
        let mut replay = Replay::new(&game, rules, is_literal, agrees_again, self);
        replay.notes.append(&mut ground.notes);
        replay.notes.extend(game.flaws.iter().cloned().map(Note::Flaw));
        let claimed = Claim::of_record(&game.results);
        let results = || Note::TwoResults(game.results.clone());
        replay.notes.extend(claimed.is_none().then(results));
        let mut judged = Adjudication {
            size: Some(game.size),
            rules: Some(ground.rules),
            moves: game.turns(),
            komi: game.komi(),
            claimed: claimed.flatten(),
            error: game.broken.clone(),
            ..Adjudication::of(RecordVerdict::Illegal)
        };
        match replay.play(&game) {
            Ok(()) | Err(StopReason::Illegal | StopReason::Decided) => {}
            Err(StopReason::Unreadable(error)) => judged.error = Some(error),
            Err(StopReason::Contradiction(contradiction)) => {
                judged.contradiction = Some(contradiction)
            }
        }
        judged.judge_end(&game, &mut replay, &ground, left_out > 0);
        if !replay.illegal.is_empty() && replay.notes.contains(&Note::NoRules) {
            let names = self.legal_under(&game);
            replay.notes.extend((!names.is_empty()).then_some(Note::LegalUnder(names)));
        }
        let readings = game.komis.iter().flatten();
        let odd = readings
            .filter(|reading| Some(reading.komi) == judged.komi)
            .find_map(KomiReading::flaw);
        replay.notes.extend(odd.map(Note::Flaw));
        replay.note_the_rest();
        judged.illegal = std::mem::take(&mut replay.illegal);
        judged.notes = std::mem::take(&mut replay.notes);
        judged
    }

    /// Returns the names of the rule sets under which all moves of a game are legal.
    fn legal_under(&self, game: &SgfGame) -> Vec<&'static str> {
        let judge = Judge { check: false, ..self.clone() };
        let is_legal = |preset: &&Preset| {
            let mut replay = Replay::new(game, preset.rules, false, preset.agrees_again, &judge);
            matches!(replay.play(game), Ok(()) | Err(StopReason::Decided))
                && replay.illegal.is_empty()
        };
        PRESETS.iter().filter(is_legal).map(|preset| preset.name).collect()
    }
}

/// Removes what follows the first pass.
fn cut_after_first_pass(steps: &mut Vec<SgfStep>) {
    if let Some(first) = steps.iter().position(is_pass) {
        steps.truncate(first + 1);
    }
}

/// Returns the number of turns up to the first pass, if there is a pass.
fn turns_to_first_pass(steps: &[SgfStep]) -> Option<usize> {
    let first = steps.iter().position(is_pass)?;
    let is_turn = |step: &&SgfStep| matches!(step, SgfStep::Turn { .. });
    Some(steps[..=first].iter().filter(is_turn).count())
}

fn is_pass(step: &SgfStep) -> bool {
    matches!(step, SgfStep::Turn { turn: Turn::Pass, tried: false, .. })
}

impl Adjudication {
    /// Returns the adjudication of a text from which no game could be read, or whose board is too large.
    pub fn unreadable(error: SgfError) -> Adjudication {
        let (moves, verdict) = match error.problem {
            Problem::TooLarge { turns, .. } => (turns, RecordVerdict::NotJudged),
            _ => (0, RecordVerdict::Unreadable),
        };
        Adjudication { moves, error: Some(error), ..Adjudication::of(verdict) }
    }

    /// Makes an adjudication with only a verdict.
    fn of(verdict: RecordVerdict) -> Adjudication {
        Adjudication {
            size: None,
            rules: None,
            moves: 0,
            illegal: Vec::new(),
            decisive: None,
            score: None,
            komi: None,
            handicap_points: None,
            result: None,
            claimed: None,
            verdict,
            notes: Vec::new(),
            error: None,
            last: None,
            contradiction: None,
        }
    }

    /// Returns the computed result in the notation of SGF files, such as `B+3.5`, `W+`, `0` or `Void`.
    pub fn result_text(&self) -> Option<String> {
        let by_score = || self.result.as_ref().map(Margin::to_string);
        self.decisive.as_ref().map_or_else(by_score, |decisive| {
            Some(match decisive.outcome {
                Outcome::Wins(winner) => format!("{}+", winner.letter()),
                Outcome::Tie => "0".to_owned(),
                Outcome::NoResult => "Void".to_owned(),
            })
        })
    }

    /// Returns the position that a drawing should show, and the illegal move to mark in it, if any.
    pub fn disputed(&self) -> Option<(&Position, Option<&IllegalMove>)> {
        match (self.illegal.first(), &self.last) {
            (Some(illegal), _) => Some((&illegal.before, Some(illegal))),
            (None, Some(last)) => Some((last, None)),
            (None, None) => None,
        }
    }

    /// Finds the verdict after the moves were played. `is_cut` is whether the turns after the first pass were left out.
    fn judge_end(&mut self, game: &SgfGame, replay: &mut Replay, ground: &Ground, is_cut: bool) {
        let stopped_at = replay.illegal.last().filter(|_| replay.stopped).map(|last| last.number);
        let decided_at = replay.decisive.as_ref().map(|decisive| decisive.number);
        // The record ends with an illegal move that loses the game.
        let is_lost = stopped_at == Some(self.moves) && decided_at == stopped_at;
        match (&self.error, &self.contradiction) {
            (None, None) if replay.illegal.is_empty() || is_lost => {
                self.verdict = match self.compare(game, replay, ground) {
                    RecordVerdict::Unfinished if is_cut => RecordVerdict::NotJudged,
                    verdict => verdict,
                };
            }
            _ if replay.illegal.is_empty() => self.verdict = RecordVerdict::Unreadable,
            _ => {}
        }
        if let Some(moves) = stopped_at.and_then(|number| self.moves.checked_sub(number))
            && moves > 0
        {
            self.decisive = replay.decisive.take().filter(|_| decided_at == stopped_at);
            replay.notes.push(Note::NotJudged(moves));
        }
    }

    /// Compares the result of the move that decided the game with the claim. Returns `None` if no move decided it, or the players
    /// continued.
    fn compare_outcome(&mut self, replay: &mut Replay, claim: Claim) -> Option<RecordVerdict> {
        let decisive = replay.decisive.take()?;
        let went_on = |note: &Note| matches!(note, Note::WentOn { .. });
        if claim != Claim::NoResult && replay.notes.iter().any(went_on) {
            return None;
        }
        let (outcome, moves) = (decisive.outcome, self.moves - decisive.number);
        self.decisive = Some(decisive);
        replay.notes.retain(|note| !went_on(note));
        if moves > 0 {
            replay.notes.push(Note::AfterEnd(moves));
        }
        let verdict = result::verdict_of(outcome, claim, &mut replay.notes);
        if verdict == RecordVerdict::WrongResult && replay.illegal.is_empty() {
            self.last = Some(replay.position());
        }
        Some(verdict)
    }

    /// Returns the verdict for the komi that fits the claim best, among the readings of the record's komi. Of equals, the
    /// likeliest reading counts.
    fn by_komi(
        &mut self,
        finished: &mut Finished<'_>,
        replay: &mut Replay,
    ) -> (RecordVerdict, Option<u32>, Vec<Note>) {
        let tried = komis(finished.game).into_iter().map(|komi| {
            finished.komi = komi;
            let mut notes = Vec::new();
            let (verdict, points) = finished.verdict(|| replay.position(), &mut notes);
            (komi, verdict, points, notes)
        });
        let best = tried.min_by_key(|(_, verdict, ..)| match verdict {
            RecordVerdict::Correct => 0,
            RecordVerdict::ByAgreement => 1,
            _ => 2,
        });
        let (komi, verdict, points, notes) = best.expect("there is always a komi to try");
        self.komi = komi;
        (verdict, points, notes)
    }

    /// Returns the verdict for the score as it stands. If the claim differs, the score is also tried without the stones that
    /// living stones of the opponent enclose: the text of KataGo's rules counts these stones, and the program does not. Returns
    /// `None` if it is unclear how to count them.
    fn by_score(
        &mut self,
        finished: &mut Finished<'_>,
        replay: &mut Replay,
    ) -> Option<(RecordVerdict, Option<u32>, Vec<Note>)> {
        let (verdict, points, notes) = self.by_komi(finished, replay);
        let without = replay.score_without_enclosed().filter(|other| *other != finished.score);
        let is_off = [RecordVerdict::WrongResult, RecordVerdict::Unfinished].contains(&verdict);
        if let Some(without) = without.filter(|_| is_off) {
            finished.score = without;
            let (other, other_points, mut other_notes) = self.by_komi(finished, replay);
            if other == RecordVerdict::Correct {
                other_notes.push(Note::Enclosed);
                return Some((other, other_points, other_notes));
            }
            // Under a tax, KataGo takes some enclosed stones for alive.
            if verdict == RecordVerdict::WrongResult && finished.ground.rules.tax != Tax::None {
                replay.notes.push(Note::EnclosedUnclear);
                return None;
            }
        }
        Some((verdict, points, notes))
    }

    /// Compares the result of a game without illegal moves with the claim. If the record is cut off, the game may have reached
    /// the claimed result later, so the claim is not called wrong.
    fn compare(&mut self, game: &SgfGame, replay: &mut Replay, ground: &Ground) -> RecordVerdict {
        let verdict = self.compare_as_complete(game, replay, ground);
        let is_cut = |flaw: &Flaw| matches!(flaw, Flaw::Cut(_));
        if verdict == RecordVerdict::WrongResult && game.flaws.iter().any(is_cut) {
            (self.score, self.result, self.decisive, self.last) = (None, None, None, None);
            return RecordVerdict::NotJudged;
        }
        verdict
    }

    /// Keeps the score, the result, and the points for the handicap.
    fn keep_score(&mut self, finished: &Finished<'_>, points: Option<u32>, notes: &[Note]) {
        let Finished { claim, score, ground, game, .. } = *finished;
        let points = points.unwrap_or(ground.handicap_points[0]);
        let gives = ground.handicap_points[0] > 0 || points > 0;
        self.handicap_points = Some(points).filter(|_| gives);
        if ground.scored != Scored::Territory {
            self.score = Some(score);
            let komi = self.komi.or(Note::komi_implied(notes)).unwrap_or_default();
            self.result = game.komis.is_ok().then(|| Margin::of(score, komi).less(points));
        }
        // The result is that of the counting that gives the claim.
        if let (true, Claim::Score(margin)) = (notes.contains(&Note::ByTerritory), claim) {
            (self.score, self.result) = (None, Some(margin));
        }
    }

    /// Compares the result of a game with the claim, as if the record were complete.
    fn compare_as_complete(
        &mut self,
        game: &SgfGame,
        replay: &mut Replay,
        ground: &Ground,
    ) -> RecordVerdict {
        let claim = self.claimed.as_deref().map_or(Claim::Nothing, Claim::read);
        if let Err(contradiction) = replay.finish() {
            self.contradiction = Some(contradiction);
        }
        if let Err(SgfError { problem: Problem::Settlement(why), .. }) = &game.settlement {
            replay.notes.push(Note::NotSettled(why.clone()));
        }
        if let Some(verdict) = self.compare_outcome(replay, claim) {
            return verdict;
        }
        let is_over = replay.has_ended();
        let by_score = claim.is_by_score();
        let score = replay.score();
        if let Err(SgfError { problem: Problem::Komi(source), .. }) = &game.komis {
            replay.notes.push(Note::UnreadKomi(source.clone()));
        }
        let conflicting = |note: &Note| match note {
            Note::TwoResults(_) => true,
            Note::UnreadKomi(_) => by_score,
            _ => false,
        };
        let is_judged = ground.judges_results && !replay.notes.iter().any(conflicting);
        if !is_judged && (is_over || by_score) && (by_score || claim == Claim::Nothing) {
            return RecordVerdict::NotJudged;
        }
        let finished = Finished {
            claim,
            in_stones: self.claimed.as_deref().is_some_and(|text| text.contains('子'))
                || (game.in_stones && ground.scored == Scored::Area),
            is_over,
            score,
            komi: self.komi,
            ground,
            may_agree: ground.agreement.asks()
                && !replay.is_agreed()
                && (ground.agrees_again || !replay.disagreed),
            territory_shifts: ground.territory_shifts(game, replay),
            game,
        };
        self.compare_score(finished, replay)
    }

    /// Compares the score of a game that no move decided with the claim.
    fn compare_score(&mut self, mut finished: Finished<'_>, replay: &mut Replay) -> RecordVerdict {
        let Some((verdict, points, mut notes)) = self.by_score(&mut finished, replay) else {
            return RecordVerdict::NotJudged;
        };
        if finished.is_over || finished.claim.is_by_score() {
            self.keep_score(&finished, points, &notes);
        }
        notes.extend(self.handicap_points.map(Note::HandicapPoints));
        if verdict == RecordVerdict::ByAgreement
            && replay.disagreed
            && finished.ground.agreement == Agreement::Resume
        {
            notes.push(Note::AgreedAgain);
        }
        replay.notes.append(&mut notes);
        match verdict {
            RecordVerdict::WrongResult => self.last = Some(replay.position()),
            RecordVerdict::Unfinished => {
                (self.score, self.result, self.handicap_points) = (None, None, None);
                replay.notes.retain(|note| !matches!(note, Note::HandicapPoints(_)));
            }
            _ => {}
        }
        verdict
    }
}

/// Returns the komis that a record may name, the likeliest first.
fn komis(game: &SgfGame) -> Vec<Option<Komi>> {
    let komis: Vec<_> = game.komis.iter().flatten().map(|reading| Some(reading.komi)).collect();
    if komis.is_empty() { vec![None] } else { komis }
}
