(* What follows from the sentence on enclosed points: chains with eyes live. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Variants VariantFacts Decide Cleanup CleanupFacts Enclosed.
Import ListNotations.

Section EnclosedFacts.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Implicit Types (c d : coloring) (who : player) (p q e x y z : point).
Variable suicide : @suicide_rule g.

(* Chain by chain. *)
Notation chain who c x y := (walks (fun z => c z = stone who) x y).

Lemma chain_reaching : forall who c k x y, chain who c x y -> reaches c k x -> reaches c k y.
Proof.
  intros who c k x y way reach. induction way as [own|y z own near way IH]; auto.
  apply walk with z; auto. now rewrite own, (proj1 (walks_kind _ _ _ way)).
Qed.

(* A move of the opponent keeps exactly the stones that reach empty once hers is put. *)
Lemma move_keeps : forall who q d x, d q = empty ->
  (move (opponent who) q d x = who <-> d x = who /\ reaches (put (opponent who) q d) empty x).
Proof.
  intros who q d x e. unfold move. rewrite opponent_cleared, opponent_twice, clear_keeps.
  enough (put (opponent who) q d x = who <-> d x = who) by tauto. unfold put. pose proof (stone_own who).
  destruct (same_point x q) as [->|]; [|tauto]. split; congruence.
Qed.

(* Moves of the opponent alone make no stone of the player. *)
Lemma alone_makes_none : forall who c d x, alone suicide (opponent who) c d -> d x = who -> c x = who.
Proof. intros who c d x run. induction run as [|d q run IH e ok other]; auto. intro own.
  apply move_keeps in own as [own _]; auto.
Qed.

(* A chain lives as a whole. *)
Theorem chain_lives : forall who c x y, chain who c x y -> lives suicide who c x -> lives suicide who c y.
Proof.
  intros who c x y way live d run. enough (all : forall z, chain who c x z -> d z = who) by now apply all.
  clear y way. induction run as [|d q run IH e ok other]; [intros z way; now apply walks_kind in way|].
  assert (mine : move (opponent who) q d x = who) by now apply live, one_more.
  apply move_keeps in mine as [mine reach]; auto. intros z way. apply move_keeps; auto. split; auto.
  apply chain_reaching with who x; auto. clear - e IH way. assert (all := IH).
  induction way as [own|z y own near way IHw]; [apply there|apply one_on with y; auto].
  - rewrite put_elsewhere; [apply IH; now apply there|]. intros ->. rewrite all in e; [discriminate|now apply there].
  - assert (mine : d z = who) by (apply all; now apply one_on with y).
    rewrite put_elsewhere; auto. intros ->. rewrite mine in e. discriminate.
Qed.

(* Eyes. *)

(* The set of the empty point e is an eye of the chain of p, if only stones of `mine` are next to it: *)
(* each point of it that `may` be empty is next to the chain. *)
Definition eye (may mine : point -> Prop) who c p e : Prop := c e = empty /\ forall q, in_set who c e q ->
  (forall x, beside who c q x -> mine x) /\ (may q -> exists x, chain who c x p /\ adjacent x q = true).

(* A set of whole chains of a player in which each chain has two eyes. *)
Definition two_eyes (may mine : point -> Prop) who c : Prop :=
  (forall p, mine p -> c p = who) /\ (forall p q, mine p -> adjacent p q = true -> c q = who -> mine q) /\
  forall p, mine p -> exists e e', eye may mine who c p e /\ eye may mine who c p e' /\ ~ in_set who c e e'.

Lemma eyes_stay : forall (may mine : point -> Prop) who c, two_eyes may mine who c ->
  (forall d x, alone suicide (opponent who) c d -> c x <> who -> d x = empty -> may x) ->
  forall p, mine p -> lives suicide who c p.
Proof.
  intros may mine who c (own & whole & two) free.
  assert (within : forall p x, mine p -> chain who c x p -> walks mine x p).
  { intros p x m way. induction way as [k|p z k near way IH]; [now apply there|]. apply one_on with z; auto.
    apply IH. apply whole with p; auto. now apply walks_kind in way. }
  assert (one_point : forall e e' q, in_set who c e q -> in_set who c e' q -> in_set who c e e')
    by (intros e e' q a b; apply walks_then with q; auto; now apply walks_back).
  enough (all : forall d, alone suicide (opponent who) c d -> (forall p, mine p -> d p = who) /\
    forall p e, mine p -> eye may mine who c p e -> exists q, in_set who c e q /\ d q = empty)
    by (intros p m d run; now apply all).
  intros d run. pose proof (stone_own who) as differ. induction run as [|d q run [stay empties] e ok other].
  - split; auto. intros p e m [free_e _]. exists e. split; auto. apply there. rewrite free_e. discriminate.
  - assert (kept : forall p, mine p -> move (opponent who) q d p = who).
    { intros p m. apply move_keeps; auto. split; auto.
      assert (breath : forall f y, eye may mine who c p f -> in_set who c f y -> d y = empty -> y <> q ->
        reaches (put (opponent who) q d) empty p).
      { intros f y [_ is_eye] i free_y n. destruct (is_eye y i) as [_ next].
        destruct next as (x & way & near); [apply (free d); auto; now apply walks_kind in i|].
        apply within in way; auto. assert (mine_put : forall z, mine z -> put (opponent who) q d z = who).
        { intros z mz. rewrite put_elsewhere; auto. intros ->. rewrite stay in e; auto. discriminate. }
        apply chain_reaching with who x; [apply walks_within with mine; auto|].
        apply next_to with y; auto; [rewrite mine_put; [discriminate|now apply walks_kind in way]|].
        now rewrite put_elsewhere. }
      destruct (two p m) as (e1 & e2 & eye1 & eye2 & apart).
      destruct (empties p e1 m eye1) as (q1 & i1 & f1), (empties p e2 m eye2) as (q2 & i2 & f2).
      destruct (same_point q1 q) as [->|n]; [|now apply (breath e1 q1)].
      apply (breath e2 q2); auto. intros ->. apply apart. now apply one_point with q. }
    split; auto. intros p f m is_eye. destruct (empties p f m is_eye) as (y & i & free_y).
    assert (still : forall z, z <> q -> d z = empty -> move (opponent who) q d z = empty).
    { intros z n k. destruct (move_or_empty (opponent who) q d z) as [k'|]; auto. now rewrite k', put_elsewhere. }
    destruct (same_point y q) as [->|n]; [|now exists y; auto].
    destruct (walks_list (fun x => not_dec (same_color (c x) who)) f) as [l in_l].
    destruct (some_dec (kind := fun z => z <> q /\ d z = empty)) with (l := l) as [some|none].
    { intro z. destruct (same_point z q), (same_color (d z) empty); tauto. }
    + destruct some as (z & iz & nz & k). exists z. split; auto. now apply in_l.
    + exists q. split; auto. destruct is_eye as [_ is_eye].
      set (D := clear (opponent (opponent who)) (put (opponent who) q d)).
      assert (safe : forall z, mine z -> D z = who).
      { intros z mz. pose proof (kept z mz) as k. unfold move in k. fold D in k. now apply (opponent_cleared who D z). }
      assert (here : D q = opponent who) by apply opponent_cleared, put_here.
      apply clear_goes; auto. fold D. intro reach.
      enough (never : forall z, reaches D empty z -> in_set who c f z -> D z = opponent who -> False) by now apply (never q).
      clear reach. assert (step : forall z u, in_set who c f z -> adjacent z u = true -> D u <> who -> in_set who c f u).
      { intros z u iz near no. assert (k : c u <> who) by (intro k; apply no, safe, (is_eye z iz); now split).
        apply walks_then with z; auto. apply one_on with u; [now apply walks_kind in iz|auto|now apply there]. }
      intros z reach. induction reach as [z u n near k|z u near k reach IH]; intros iz color.
      * apply none. assert (iu : in_set who c f u) by (apply step with z; auto; rewrite k; discriminate).
        exists u. split; [now apply in_l|]. assert (not_own : put (opponent who) q d u <> who).
        { unfold put. destruct (same_point u q); [congruence|]. intro own_u. apply (alone_makes_none who c) in own_u; auto.
          now apply (walks_kind _ _ _ iu). }
        unfold D in k. rewrite opponent_twice, clear_other in k; auto. unfold put in k.
        destruct (same_point u q); [discriminate|auto].
      * apply IH; [apply step with z; auto|]; congruence.
Qed.

(* Under each suicide rule: a chain lives if it has two eyes of which each point is next to it. *)
Theorem eyes_live : forall (mine : point -> Prop) who c, two_eyes (fun _ => True) mine who c ->
  forall p, mine p -> lives suicide who c p.
Proof. intros mine who c two. now apply eyes_stay with (fun _ => True). Qed.

(* If suicide is forbidden, only their empty points need be next to it. *)
Theorem eyes_live_without_suicide : suicide_within suicide suicide_forbidden ->
  forall (mine : point -> Prop) who c, two_eyes (fun q => c q = empty) mine who c -> forall p, mine p -> lives suicide who c p.
Proof.
  intros forbidden mine who c two. apply eyes_stay with (fun q => c q = empty); auto.
  intros d x run n. induction run as [|d q run IH e ok other]; auto. intro gone.
  destruct (same_point x q) as [->|n']; auto. destruct (same_color (d x) empty) as [|colored]; auto.
  destruct (forbidden _ _ _ ok x). split; auto. apply opponent_cleared. rewrite put_elsewhere; auto.
  destruct (d x) as [k|] eqn:k_x; [|now destruct colored]. destruct who, k; auto; now apply (alone_makes_none _ c) in k_x.
Qed.

(* A chain with two eyes cannot be cleared: both sets are next to no other chain, and each empty point is next to the chain. *)
Theorem two_eyes_live : suicide_within suicide suicide_forbidden -> forall who c p e e', c p = who ->
  c e = empty -> c e' = empty -> ~ in_set who c e e' ->
  (forall q, in_set who c e q \/ in_set who c e' q -> (forall x, beside who c q x -> chain who c x p) /\
    (c q = empty -> exists x, chain who c x p /\ adjacent x q = true)) -> lives suicide who c p.
Proof.
  intros forbidden who c p e e' own free free' apart all.
  apply eyes_live_without_suicide with (fun x => chain who c x p); auto; [|now apply there]. split; [|split].
  - intros x way. now apply walks_kind in way.
  - intros x y way near k. apply walks_then with x; auto. apply one_on with y; [now apply walks_kind in way|auto|now apply there].
  - intros x way. assert (to : forall y, chain who c y p -> chain who c y x)
      by (intros y way'; apply walks_then with p; auto; now apply walks_back).
    exists e, e'. repeat split; auto; try (apply all; tauto).
    all: intro k; destruct (all q) as [_ next]; [tauto|]; destruct (next k) as (y & way' & near); exists y; auto.
Qed.

(* Each point of an enclosed set counts for the player, if none of her stones next to it is taken away. *)
Theorem enclosed_counts : forall (dec : forall c p, {captive suicide c p} + {~ captive suicide c p}) who c p,
  enclosed suicide who c p -> (forall q x, in_set who c p q -> beside who c q x -> ~ captive suicide c x) ->
  forall q, in_set who c p q -> counts who (counted suicide dec c) q.
Proof.
  intros dec who c p (live & (q0 & x0 & i0 & b0) & few) stay. set (d := counted suicide dec c).
  assert (further : forall q y, in_set who c p q -> adjacent q y = true -> c y <> who -> in_set who c p y).
  { intros q y i near n. apply walks_then with q; auto. apply one_on with y; [now apply walks_kind in i|auto|now apply there]. }
  assert (border : forall q x, in_set who c p q -> beside who c q x -> d x = who).
  { intros q x i b. unfold d, counted. destruct (dec c x) as [k|k]; [now destruct (stay q x i b)|apply b]. }
  assert (free : forall q, in_set who c p q -> d q = empty).
  { intros q i. unfold d, counted. destruct (dec c q) as [k|k]; auto. destruct (same_color (c q) empty) as [|colored]; auto.
    destruct k. exists who. split.
    - assert (n : c q <> who) by now apply walks_kind in i. destruct (c q) as [k|]; [|now destruct colored].
      destruct who, k; auto; now destruct n.
    - assert (from : forall y, in_set who c q y -> in_set who c p y) by (intros y j; now apply walks_then with q).
      split; [intros y x j; apply live; auto|]. split; [|intros y z j k; apply few; auto].
      exists q0, x0. split; auto. apply walks_then with p; auto. now apply walks_back. }
  intros q i. right. split; [auto|split].
  - assert (way : in_set who c q q0) by (apply walks_then with p; auto; now apply walks_back).
    clear i0. induction way as [k|q r k near way IH].
    + apply next_to with x0; [rewrite free; [discriminate|auto]|apply b0|now apply border with q0].
    + assert (j : in_set who c p r) by (apply further with q; auto; now apply walks_kind in way).
      apply walk with r; auto. now rewrite !free.
  - intro reach. assert (apart : forall y z, in_set who c p y -> adjacent y z = true -> d z <> who -> in_set who c p z).
    { intros y z j near n. apply further with y; auto. intro k. apply n, (border y); auto. now split. }
    pose proof (stone_own who). induction reach as [q y other near k|q y near k reach IH].
    + rewrite free in k; [discriminate|]. apply apart with q; auto. congruence.
    + apply IH. apply apart with q; auto. rewrite k, free; [discriminate|auto].
Qed.
End EnclosedFacts.
