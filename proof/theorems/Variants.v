(* The sentences that other rule sets put in place of those of Rules.v. The ids are those of rules.md. *)
Require Import List Arith Bool.
From Superko Require Import Rules.
Import ListNotations.

(* How a game may end. *)
Inductive outcome := wins (who : player) | tie | void.

(* The next three kinds of rules say what comes of something: nothing, or an outcome. *)
Definition nothing {A : Type} : A -> option outcome := fun _ => None.

Section Variants.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Notation history := (@history g).

(* What comes of a move of this player that the ko rule refuses. With no outcome, it is no turn. *)
Definition repeat_rule := player -> option outcome.

(* TT6/repeat-loses *) (* The move ends the game, and the player loses. *)
Definition repeat_loses : repeat_rule := fun who => Some (wins (opponent who)).

(* TT6/repeat-ties *) (* The move ends the game as a tie. *)
Definition repeat_ties : repeat_rule := fun _ => Some tie.

(* The number of points of a player's color. *)
Definition stones (who : player) (c : coloring) : nat := number (fun p => same_color (c p) who).

(* The points of her color at the beginning and her moves. *)
Fixpoint used (who : player) (h : history) : nat :=
  match h with
  | beginning c _ => stones who c
  | after h pass => used who h
  | after h (play _) => used who h + if same_color (next_player h) who then 1 else 0
  end.

(* Half of the points of the grid, for Black one more if their number is odd. *)
Definition half (who : player) : nat :=
  match who with black => Nat.div2 (S (length (points g))) | white => Nat.div2 (length (points g)) end.

(* Whether a player who has used this many stones has one to move with. *)
Definition supply_rule := player -> nat -> Prop.
Definition unlimited : supply_rule := fun _ _ => True.

(* TT7/supply *) (* She has used fewer stones than half of the points. *)
Definition supply : supply_rule := fun who n => n < half who.

(* The passes in a row at the end of a history. The first `since` turns are in no row with later ones. *)
Fixpoint row (since : nat) (h : history) : nat :=
  match h with after h pass => if turns h <? since then 0 else S (row since h) | _ => 0 end.

(* Whether the passes after a history end the game. *)
Definition passes_rule := nat -> history -> Prop.
Definition in_a_row (n : nat) : passes_rule := fun since h => n <= row since h.

(* TT8/three-passes *)
Definition three_passes : passes_rule := in_a_row 3.

(* TT8/four-passes *)
Definition four_passes : passes_rule := in_a_row 4.

(* Whose pass may end the game. *)
Definition last_rule := player -> Prop.
Definition anybody : last_rule := fun _ => True.

(* TT8/white-last *) (* Only White's. *)
Definition white_last : last_rule := fun who => who = white.

(* How a game stands: it goes on, after a stop when there had been `since` turns (0 if it never stopped); it is stopped; *)
(* passes ended it, and the players may still agree or not; they agreed on dead points; or a turn decided it. *)
Inductive standing :=
| going (since : nat) | stopped | passed (may_agree : bool) | agreed (dead : point -> bool) | decided (o : outcome).

(* What comes of the passes that end the game, if it was stopped when there had been `since` turns. *)
Definition agreement_rule := nat -> standing.
Definition no_agreement : agreement_rule := fun _ => passed false.

(* TT8/dead-points *) (* The game ends, and the players may agree. *)
Definition dead_points : agreement_rule := fun _ => passed true.

(* TT8/resume *) (* The first time the game stops. The second time it ends, and nothing is agreed. *)
Definition resume : agreement_rule := fun since => match since with 0 => stopped | _ => passed false end.

(* What comes of an attempt of this player at a move that is not legal. *)
Definition illegal_rule := player -> option outcome.

(* TT8/illegal-loses *) (* She loses. *)
Definition illegal_loses : illegal_rule := fun who => Some (wins (opponent who)).

(* Whether a move that leaves a coloring ends the game without a result. *)
Definition cycle_rule := history -> coloring -> Prop.
Definition cycle_goes_on : cycle_rule := fun _ _ => False.

(* TT8/no-result *) (* A stage had this coloring with the opponent of the player who moves to take the turn. *)
Definition no_result : cycle_rule := fun h q =>
  exists s, stage s h /\ next_player s = opponent (next_player h) /\ same (now s) q.

(* The points of a player's color that were cleared in a game. *)
Definition gone_dec (who : player) (c d : coloring) (p : point) : {c p = who /\ d p = empty} + {~ (c p = who /\ d p = empty)}.
Proof. destruct (same_color (c p) who), (same_color (d p) empty); tauto. Defined.
Fixpoint cleared (who : player) (h : history) : nat :=
  match h with
  | beginning _ _ => 0
  | after s pass => cleared who s
  | after s (play p) => cleared who s + number (gone_dec who (put (next_player s) p (now s)) (now h))
  end.

(* A player's passes in a game. *)
Fixpoint passes (who : player) (h : history) : nat :=
  match h with
  | beginning _ _ => 0
  | after h (play _) => passes who h
  | after h pass => passes who h + if same_color (next_player h) who then 1 else 0
  end.

(* The prisoners that a player has for the opponent's passes. *)
Definition pass_rule := player -> history -> nat.
Definition free_pass : pass_rule := fun _ _ => 0.

(* TT9/pass-stones *) (* One for every pass. *)
Definition pass_stones : pass_rule := fun who h => passes (opponent who) h.

(* The coloring with the dead points emptied. *)
Definition without (dead : point -> bool) (c : coloring) : coloring := fun p => if dead p then empty else c p.

(* A point is surrounded by a player when it is empty and reaches her color and not the other. *)
Definition surrounded (who : player) (c : coloring) (p : point) : Prop :=
  c p = empty /\ reaches c who p /\ ~ reaches c (opponent who) p.
Definition surrounded_dec (who : player) (c : coloring) (p : point) : {surrounded who c p} + {~ surrounded who c p}.
Proof.
  unfold surrounded. destruct (same_color (c p) empty); [|tauto].
  destruct (reaches_dec c who p); [|tauto]. destruct (reaches_dec c (opponent who) p); tauto.
Defined.

(* A player's score in a game, when points were agreed to be dead and passes cost prisoners. *)
Definition scoring_rule := pass_rule -> (point -> bool) -> player -> history -> nat.
Definition area : scoring_rule := fun _ dead who h => score who (without dead (now h)).

(* TT9/stones *) (* The points of her color. *)
Definition stones_count : scoring_rule := fun _ dead who h => stones who (without dead (now h)).

(* TT9/territory *) (* The points that she surrounds, and the opponent's that were cleared or agreed to be dead. *)
Definition territory : scoring_rule := fun prisoners dead who h =>
  number (surrounded_dec who (without dead (now h))) + cleared (opponent who) h + prisoners who h
  + number (gone_dec (opponent who) (now h) (without dead (now h))).

(* TT9/short-territory *) (* Of the dead ones, only those that she surrounds. *)
Definition short_dec (who : player) (dead : point -> bool) (c : coloring) (p : point) :
  {c p = opponent who /\ surrounded who (without dead c) p} + {~ (c p = opponent who /\ surrounded who (without dead c) p)}.
Proof. destruct (same_color (c p) (opponent who)), (surrounded_dec who (without dead c) p); tauto. Defined.
Definition short_territory : scoring_rule := fun prisoners dead who h =>
  number (surrounded_dec who (without dead (now h))) + cleared (opponent who) h + prisoners who h
  + number (short_dec who dead (now h)).

(* A set of rules: one sentence of each kind. *)
Record rules := {
  on_ko : @ko_rule g; on_suicide : @suicide_rule g; on_repeat : repeat_rule; on_supply : supply_rule;
  on_passes : passes_rule; on_last : last_rule; on_agreement : agreement_rule; on_illegal : illegal_rule; on_cycle : cycle_rule;
  on_cost : pass_rule; on_score : scoring_rule }.

(* A turn is a pass, or a move with a stone to move with, at an empty point, that the suicide rule allows, *)
(* and the ko rule too, unless an outcome comes of what it refuses. *)
Definition allowed (r : rules) (h : history) (t : turn) : Prop :=
  match t with
  | pass => True
  | play p => on_supply r (next_player h) (used (next_player h) h) /\ now h p = empty /\ on_suicide r (next_player h) p (now h)
    /\ (on_ko r h (now (after h t)) \/ on_repeat r (next_player h) <> None)
  end.

(* Passes end a game: the rule on passes says so, and the last of them is of a player whose pass may end it. *)
Definition passes_end (r : rules) (since : nat) (h : history) : Prop :=
  on_passes r since h /\ on_last r (opponent (next_player h)).

(* The courses of games under these rules: a history, and how the game stands after it. *)
Inductive course (r : rules) : history -> standing -> Prop :=
| start : forall c first, course r (beginning c first) (going 0)
| move_goes_on : forall h since p (t := play p) (q := now (after h t)), course r h (going since) -> allowed r h t ->
    on_ko r h q -> ~ on_cycle r h q -> course r (after h t) (going since)
| move_repeats : forall h since p (t := play p) (q := now (after h t)) o, course r h (going since) -> allowed r h t ->
    ~ on_ko r h q -> on_repeat r (next_player h) = Some o -> course r (after h t) (decided o)
| move_cycles : forall h since p (t := play p) (q := now (after h t)), course r h (going since) -> allowed r h t ->
    on_ko r h q -> on_cycle r h q -> course r (after h t) (decided void)
| pass_goes_on : forall h since, course r h (going since) ->
    ~ passes_end r since (after h pass) -> course r (after h pass) (going since)
| pass_ends : forall h since, course r h (going since) ->
    passes_end r since (after h pass) -> course r (after h pass) (on_agreement r since)
| attempt : forall h since t o, course r h (going since) ->
    ~ allowed r h t -> on_illegal r (next_player h) = Some o -> course r h (decided o)
| agree : forall h s dead, course r h s -> s = stopped \/ s = passed true ->
    (forall p, dead p = true -> now h p <> empty) -> course r h (agreed dead)
| disagree : forall h, course r h stopped -> course r h (going (turns h)).

(* The outcome of a game that is over: what a turn decided, or else the higher score wins. *)
Definition by_score (r : rules) (dead : point -> bool) (h : history) : outcome :=
  let of who := on_score r (on_cost r) dead who h in
  match Nat.compare (of black) (of white) with Gt => wins black | Lt => wins white | Eq => tie end.
Definition result (r : rules) (h : history) (s : standing) : option outcome :=
  match s with
  | going _ | stopped => None
  | passed _ => Some (by_score r (fun _ => false) h)
  | agreed dead => Some (by_score r dead h)
  | decided o => Some o
  end.

(* The rules of Rules.v as such a set. *)
Definition plain (ko : @ko_rule g) (suicide : @suicide_rule g) : rules := {|
  on_ko := ko; on_suicide := suicide; on_repeat := nothing; on_supply := unlimited;
  on_passes := in_a_row 2; on_last := anybody; on_agreement := no_agreement; on_illegal := nothing; on_cycle := cycle_goes_on;
  on_cost := free_pass; on_score := area |}.
End Variants.
