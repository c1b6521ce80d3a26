(* The sentence on enclosed points. The ids are those of rules.md. *)
Require Import List Arith Bool.
From Superko Require Import Rules Variants Cleanup.

Section Enclosed.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Notation scoring_rule := (@scoring_rule g).
(* The suicide rule that is in force. *)
Variable suicide : @suicide_rule g.

(* Coloring d comes from coloring c by moves of one player alone. Each leaves another coloring than it finds. *)
Inductive alone (who : player) (c : coloring) : coloring -> Prop :=
| no_move : alone who c c
| one_more : forall d p, alone who c d -> d p = empty -> suicide who p d -> ~ same (move who p d) d ->
    alone who c (move who p d).

(* The chain of a player's point x lives: no moves of the opponent alone clear it, which is to clear x. *)
Definition lives (who : player) (c : coloring) (x : point) : Prop := forall d, alone (opponent who) c d -> d x = who.

(* Point p is in a set, as large as possible, of points that are empty or of the opponent's color, and its points are q. *)
Definition in_set (who : player) (c : coloring) (p q : point) : Prop := walks (fun x => c x <> who) q p.
Definition beside (who : player) (c : coloring) (q x : point) : Prop := adjacent q x = true /\ c x = who.

(* The set of point p is enclosed by a player. *)
Definition enclosed (who : player) (c : coloring) (p : point) : Prop :=
  (forall q x, in_set who c p q -> beside who c q x -> lives who c x) /\
  (exists q x, in_set who c p q /\ beside who c q x) /\
  (forall q r, in_set who c p q -> in_set who c p r -> (forall x, ~ beside who c q x) -> (forall x, ~ beside who c r x) -> q = r).

(* Point p is of the color of a player, and the opponent encloses it. It becomes empty before the score is counted. *)
Definition captive (c : coloring) (p : point) : Prop := exists who, c p = opponent who /\ enclosed who c p.
Variable captive_dec : forall c p, {captive c p} + {~ captive c p}.

(* TT9/enclosed *) (* They are dead too, once the points that were agreed to be dead are empty. The scoring may be a taxed one. *)
Definition with_enclosed (scoring : scoring_rule) : scoring_rule := fun prisoners dead who h =>
  let dec := captive_dec (without dead (now h)) in scoring prisoners (fun p => dead p || if dec p then true else false) who h.

(* The coloring that is counted when nothing was agreed, for of_prisoners. *)
Definition counted (c : coloring) : coloring := let dec := captive_dec c in fun p => if dec p then empty else c p.
End Enclosed.
