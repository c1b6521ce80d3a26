(* Why loops over a grid may compute what the rules define, on any finite graph. *)
Require Import List Arith Bool.
From Superko Require Import Rules Facts.
Import ListNotations.

Section Loops.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Implicit Types (c d : coloring) (who : player) (p q x y z : point).

(* The flood of a seed within a region: the seed, and the points of the region that steps within it lead to. *)
Inductive flood (seed region : point -> Prop) : point -> Prop :=
| flood_seed : forall p, seed p -> flood seed region p
| flood_step : forall p q, flood seed region p -> adjacent p q = true -> region q -> flood seed region q.

(* A set is closed when no step within the region leaves it. *)
Definition closed (region set : point -> Prop) : Prop := forall p q, set p -> adjacent p q = true -> region q -> set q.

(* A set that contains the seed, is closed, and lies within every such set is exactly the flood. *)
Theorem loop_is_flood : forall seed region set : point -> Prop,
  (forall p, seed p -> set p) -> closed region set ->
  (forall other : point -> Prop, (forall p, seed p -> other p) -> closed region other -> forall p, set p -> other p) ->
  forall p, set p <-> flood seed region p.
Proof.
  intros seed region set has shut least p. split.
  - apply least; [apply flood_seed|]. intros x y fx near inside. now apply flood_step with x.
  - induction 1 as [x s|x y fx IH near inside]; auto. now apply shut with x.
Qed.

(* A loop with a list of points to do: it takes one, and adds neighbors in the region, at least those not seen yet. *)
Inductive loop (region : point -> Prop) : list point -> list point -> list point -> Prop :=
| loop_end : forall done, loop region done [] done
| loop_take : forall done p todo todo' result,
    (forall q, In q todo -> In q todo') ->
    (forall q, In q todo' -> In q todo \/ (adjacent p q = true /\ region q)) ->
    (forall q, adjacent p q = true -> region q -> In q (p :: done) \/ In q todo') ->
    loop region (p :: done) todo' result -> loop region done (p :: todo) result.

(* When such a loop ends, what it has done is exactly the flood of the points it began with. *)
Theorem loop_result : forall region seed result, loop region [] seed result ->
  forall p, In p result <-> flood (fun q => In q seed) region p.
Proof.
  intros region seed result run.
  enough (facts : forall done todo, loop region done todo result ->
    (forall q, In q seed -> In q done \/ In q todo) ->
    (forall q, In q done \/ In q todo -> flood (fun q => In q seed) region q) ->
    (forall p q, In p done -> adjacent p q = true -> region q -> In q done \/ In q todo) ->
    forall p, In p result <-> flood (fun q => In q seed) region p).
  { apply (facts [] seed run); simpl; auto; try tauto. intros q [[]|s]. now apply flood_seed. }
  clear run. induction 1 as [done|done p todo todo' result keep add all run IH]; intros has within shut.
  - intro p. split; [intro; apply within; auto|]. induction 1 as [q s|q r fq IHq near inside].
    + destruct (has q s) as [|[]]; auto.
    + destruct (shut q r IHq near inside) as [|[]]; auto.
  - apply IH; simpl.
    + intros q s. destruct (has q s) as [|[|]]; auto.
    + intros q [[<-|seen]|next]; [apply within; simpl; auto|apply within; auto|].
      destruct (add q next) as [|[near inside]]; [apply within; simpl; auto|].
      apply flood_step with p; auto. apply within. simpl. auto.
    + intros q r [<-|seen] near inside; [destruct (all r near inside) as [[|]|]; auto|].
      destruct (shut q r seen near inside) as [|[|]]; auto.
Qed.

(* The chain of a point: the flood of it within its color. *)
Definition chain c p : point -> Prop := flood (eq p) (fun q => c q = c p).

(* A chain breathes when one of its points is next to an empty point. *)
Definition breathes c p : Prop := exists y z, chain c p y /\ adjacent y z = true /\ c z = empty.

Lemma chain_color : forall c p x, chain c p x -> c x = c p.
Proof. induction 1; congruence. Qed.

Lemma chain_reaches : forall c k p x, chain c p x -> reaches c k x -> reaches c k p.
Proof.
  induction 1 as [x e|x y link IH near f]; intro reach; [now subst|].
  apply IH. apply walk with y; auto. apply chain_color in link. congruence.
Qed.

Lemma chain_reached : forall c k p x, chain c p x -> reaches c k p -> reaches c k x.
Proof.
  induction 1 as [x e|x y link IH near f]; intro reach; [now subst|].
  apply walk with x; auto; [now rewrite adjacent_sym|]. apply chain_color in link. congruence.
Qed.

Lemma chain_longer : forall c p q x, adjacent p q = true -> c q = c p -> chain c q x -> chain c p x.
Proof.
  intros c p q x near e link. induction link as [x <-|x y link IH near' f].
  - apply flood_step with p; auto. now apply flood_seed.
  - apply flood_step with x; auto. congruence.
Qed.

(* A stone reaches empty exactly when its chain breathes. *)
Theorem reaches_breathes : forall c p, c p <> empty -> (reaches c empty p <-> breathes c p).
Proof.
  intros c p own. split.
  - induction 1 as [x y other near e|x y near e reach IH].
    + exists x, y. split; auto. now apply flood_seed.
    + destruct IH as (a & b & link & rest); [congruence|]. exists a, b. split; auto. now apply chain_longer with y.
  - intros (y & z & link & near & e). apply chain_reaches with y; auto.
    apply next_to with z; auto. rewrite (chain_color _ _ _ link). auto.
Qed.

(* A stone that reached empty in c and does not in d is in the chain of a stone next to p, if only p was filled. *)
Lemma cut_next_to : forall c d p x, reaches c empty x ->
  (forall y, c y = c x -> d y = c x) -> (forall y, y <> p -> c y = empty -> d y = empty) ->
  ~ reaches d empty x -> exists y, adjacent p y = true /\ d y = c x /\ chain d y x.
Proof.
  intros c d p x reach keep free cut. induction reach as [x y other near e|x y near e reach IH].
  - destruct (same_point y p) as [->|n].
    + exists x. split; [now rewrite adjacent_sym|]. split; auto. now apply flood_seed.
    + exfalso. apply cut. apply next_to with y; auto. now rewrite keep.
  - rewrite e in IH. destruct IH as (z & near' & f & link); auto.
    + intro way. apply cut. apply walk with y; auto. now rewrite !keep.
    + exists z. split; auto. split; auto. apply flood_step with y; auto; [now rewrite adjacent_sym|].
      rewrite keep; auto.
Qed.

(* The local rule of capture: x is in the chain of an opponent's stone next to the new stone, and it does not breathe. *)
Definition captured who p c x : Prop := exists y, adjacent p y = true /\ c y = opponent who /\ chain c y x /\ ~ breathes c y.

(* If every stone reached empty before the move, the local rule of capture clears what the clearing of the grid clears. *)
Theorem local_capture : forall who p c x, all_reach c -> c p = empty ->
  put who p c x = opponent who ->
  (clear (opponent who) (put who p c) x = empty <-> captured who p (put who p c) x).
Proof.
  intros who p c x all e theirs. pose proof (stone_own who) as differ.
  assert (n : x <> p) by (intros ->; rewrite put_here in theirs; auto).
  assert (f : c x = opponent who) by (now rewrite put_elsewhere in theirs).
  split.
  - intro gone. assert (cut : ~ reaches (put who p c) empty x).
    { intro reach. rewrite clear_stays, theirs in gone; auto. discriminate. }
    destruct (cut_next_to c (put who p c) p x) as (y & near & own & link); auto.
    + apply (all _ _ f).
    + intros y same_c. rewrite put_elsewhere; auto. intros ->. congruence.
    + intros y other free. now rewrite put_elsewhere.
    + exists y. split; auto. split; [congruence|]. split; auto.
      intro breath. apply cut. apply chain_reached with y; auto. apply reaches_breathes; auto. rewrite own, f. discriminate.
  - intros (y & near & own & link & none). apply clear_goes; auto.
    intro reach. apply none. apply reaches_breathes; [rewrite own; discriminate|]. now apply chain_reaches with x.
Qed.

(* The local rule of suicide: only the chain of the new stone is lost, and only if it does not breathe after the captures. *)
Theorem local_suicide : forall who p c x, all_reach c -> c p = empty ->
  let d := clear (opponent who) (put who p c) in
  (lost who p c x <-> chain d p x /\ ~ breathes d p).
Proof.
  intros who p c x all e d. rewrite lost_iff. fold d.
  assert (mine : d p = who) by (apply opponent_cleared, put_here).
  assert (stone_p : d p <> empty) by (rewrite mine; discriminate).
  assert (keep : forall y, c y = who -> d y = who).
  { intros y f. apply opponent_cleared. destruct (same_point y p) as [->|n]; [apply put_here|now rewrite put_elsewhere]. }
  split.
  - intros [own cut]. assert (link : chain d p x).
    { destruct (same_point x p) as [->|n]; [now apply flood_seed|]. rewrite put_elsewhere in own; auto.
      destruct (cut_next_to c d p x) as (y & near & f & link); auto.
      - apply (all _ _ own).
      - rewrite own. auto.
      - intros y other free. apply clear_empty. now rewrite put_elsewhere.
      - apply chain_longer with y; auto. congruence. }
    split; auto. intro breath. apply cut. apply chain_reached with p; auto. now apply reaches_breathes.
  - intros [link none]. split.
    + apply (opponent_cleared who (put who p c) x). fold d. now rewrite (chain_color _ _ _ link).
    + intro reach. apply none. apply reaches_breathes; auto. now apply chain_reaches with x.
Qed.
End Loops.
