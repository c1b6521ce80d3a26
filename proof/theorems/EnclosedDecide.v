(* Which points are enclosed can be computed: chains live or not by a search over all colorings that the opponent can leave. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Ends Variants Symmetry Decide Cleanup CleanupFacts CleanupDecide Enclosed.
Import ListNotations.

(* All that steps lead to from a start, found step by step. *)
Section Spread.
Variable A : Type.
Variable eq_dec : forall a b : A, {a = b} + {a <> b}.
Variable next : A -> list A.

(* What was seen, and what of it is fresh: its next ones have not been looked at. *)
Fixpoint spread (n : nat) (seen fresh : list A) : list A :=
  match n with
  | 0 => seen
  | S n =>
    match fresh with
    | [] => seen
    | _ => let new := nodup eq_dec (filter (fun a => if in_dec eq_dec a seen then false else true) (flat_map next fresh)) in
      spread n (new ++ seen) new
    end
  end.

Lemma spread_closed : forall (all : list A), (forall a b, In b (next a) -> In b all) -> forall n seen fresh,
  NoDup seen -> incl seen all -> (forall a, In a seen -> In a fresh \/ incl (next a) seen) ->
  fresh = [] \/ length all < length seen + n ->
  incl seen (spread n seen fresh) /\ forall a, In a (spread n seen fresh) -> incl (next a) (spread n seen fresh).
Proof.
  intros all within. induction n as [|n IH]; intros seen fresh once inside looked enough.
  - simpl. split; [apply incl_refl|]. destruct enough as [->|enough].
    + intros a i. destruct (looked a i) as [[]|]; auto.
    + pose proof (NoDup_incl_length once inside). lia.
  - destruct fresh as [|b fresh].
    { simpl. split; [apply incl_refl|]. intros a i. destruct (looked a i) as [[]|]; auto. }
    destruct enough as [|enough]; [discriminate|]. cbn [spread]. cbv zeta.
    set (new := nodup eq_dec (filter (fun a => if in_dec eq_dec a seen then false else true) (flat_map next (b :: fresh)))).
    assert (is_new : forall a, In a new <-> In a (flat_map next (b :: fresh)) /\ ~ In a seen).
    { intro a. unfold new. rewrite nodup_In, filter_In. destruct (in_dec eq_dec a seen); intuition discriminate. }
    assert (apart : NoDup (new ++ seen)).
    { assert (once' : NoDup new) by apply NoDup_nodup.
      assert (out : forall a, In a new -> ~ In a seen) by (intros a i; now apply is_new). clear - once once' out.
      induction once' as [|a l n once' IH]; simpl; auto. constructor; [|apply IH; intros; apply out; now right].
      intro i. apply in_app_or in i as [i|i]; auto. apply (out a); simpl; auto. }
    destruct (IH (new ++ seen) new) as [more closed]; auto.
    + apply incl_app; auto. intros a i. apply is_new in i as [i _]. apply in_flat_map in i as (x & _ & i). eauto.
    + intros a i. apply in_app_or in i as [i|i]; auto. right. intros x j. apply in_or_app.
      destruct (in_dec eq_dec x seen) as [|out]; auto. left. apply is_new. split; auto.
      destruct (looked a i) as [f|old]; [|destruct (out (old x j))]. apply in_flat_map. eauto.
    + rewrite app_length. destruct new as [|a l]; [now left|right; simpl; lia].
    + split; auto. intros a i. apply more, in_or_app. auto.
Qed.

Lemma spread_least : forall P : A -> Prop, (forall a b, P a -> In b (next a) -> P b) -> forall n seen fresh,
  (forall a, In a seen -> P a) -> (forall a, In a fresh -> P a) -> forall a, In a (spread n seen fresh) -> P a.
Proof.
  intros P on. induction n as [|n IH]; intros seen fresh ok ok' a i; simpl in i; auto. destruct fresh as [|b fresh]; auto.
  assert (good : forall x, In x (nodup eq_dec (filter (fun a => if in_dec eq_dec a seen then false else true)
    (flat_map next (b :: fresh)))) -> P x).
  { intros x j. rewrite nodup_In, filter_In in j. destruct j as [j _]. apply in_flat_map in j as (y & k & j). eauto. }
  apply IH in i; auto. intros x j. apply in_app_or in j as [j|j]; auto.
Qed.
End Spread.

Section EnclosedDecide.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Implicit Types (c d : coloring) (who : player) (p q x y : point) (l : list color).
Variable suicide : @suicide_rule g.
Variable suicide_dec : suicide_decided suicide.
Variable colors : by_colors suicide.

(* The coloring of a list of colors. *)
Definition decoded l : coloring := fun p =>
  match find (fun e => if same_point p (fst e) then true else false) (combine (points g) l) with
  | Some e => snd e
  | None => empty
  end.

Lemma decoded_code : forall c, same (decoded (code c)) c.
Proof.
  intros c p. unfold decoded, code. generalize (every_point g p). induction (points g) as [|q l IH]; simpl; [tauto|].
  destruct (same_point p q) as [->|]; auto. intros [->|inside]; [contradiction|auto].
Qed.

Lemma same_code : forall c d, same c d -> code c = code d.
Proof. intros c d i. apply map_ext, i. Qed.

Definition code_dec : forall l m : list color, {l = m} + {l <> m}.
Proof. apply list_eq_dec, same_color. Defined.

(* What a player can leave with one move. *)
Definition leaves who l : list (list color) :=
  let c := table (decoded l) in
  flat_map (fun p => if same_color (c p) empty then if suicide_dec who p c then
    let m := code (quick_move who p c) in if code_dec m (code c) then [] else [m] else [] else []) (points g).

Lemma leaves_coded : forall who l m, In m (leaves who l) -> exists d, m = code d.
Proof.
  intros who l m inside. unfold leaves in inside. apply in_flat_map in inside as (p & _ & inside).
  destruct (same_color _ _); [|destruct inside]. destruct (suicide_dec _ _ _); [|destruct inside].
  destruct (code_dec _ _); [destruct inside|]. destruct inside as [<-|[]]. eauto.
Qed.

Lemma leaves_iff : forall who d m, In m (leaves who (code d)) <->
  exists p, d p = empty /\ suicide who p d /\ ~ same (move who p d) d /\ m = code (move who p d).
Proof.
  intros who d m. unfold leaves. cbv zeta. set (c := table (decoded (code d))).
  assert (i : same c d) by (intro x; unfold c; now rewrite table_same, decoded_code).
  assert (next : forall p, code (quick_move who p c) = code (move who p d)) by (intro p; now apply same_code, quick_move_same).
  rewrite in_flat_map. split.
  - intros (p & _ & inside). destruct (same_color (c p) empty) as [e|]; [|destruct inside].
    destruct (suicide_dec who p c) as [ok|]; [|destruct inside].
    destruct (code_dec (code (quick_move who p c)) (code c)) as [|other]; [destruct inside|]. destruct inside as [<-|[]].
    exists p. rewrite next in *. split; [now rewrite <- i|]. split; [now apply colors with c|]. split; auto.
    intro k. apply other. rewrite (same_code _ _ k). symmetry. now apply same_code.
  - intros (p & e & ok & other & ->). exists p. split; [apply every_point|].
    destruct (same_color (c p) empty) as [|n]; [|destruct n; now rewrite i].
    destruct (suicide_dec who p c) as [|n]; [|destruct n; apply colors with d; auto; now apply same_sym].
    destruct (code_dec (code (quick_move who p c)) (code c)) as [k|]; [|rewrite next; now left].
    destruct other. apply code_same. rewrite <- next, k. now apply same_code.
Qed.

(* All that the opponent can leave alone, but not beyond a coloring where x is cleared. *)
Definition left_alone who c x : list (list color) :=
  spread (list color) code_dec (fun l => if same_color (decoded l x) who then leaves (opponent who) l else [])
    (3 ^ length (points g)) [code c] [code c].

Lemma left_alone_iff : forall who c x, lives suicide who c x <-> forall l, In l (left_alone who c x) -> decoded l x = who.
Proof.
  intros who c x. unfold left_alone.
  set (next := fun l => if same_color (decoded l x) who then leaves (opponent who) l else []).
  assert (step : forall d m, In m (next (code d)) <-> d x = who /\ In m (leaves (opponent who) (code d))).
  { intros d m. unfold next. rewrite decoded_code. destruct (same_color (d x) who); simpl; tauto. }
  assert (coded : forall (d : coloring), In (code d) (all_codes (length (points g)))).
  { intro d. unfold code. rewrite <- (map_length d (points g)). apply all_codes_every. }
  split.
  - intros live l i. enough (some : exists d, alone suicide (opponent who) c d /\ code d = l).
    { destruct some as (d & run & <-). rewrite decoded_code. now apply live. }
    revert l i. apply spread_least.
    + intros l m (d & run & <-) i. apply step in i as [_ i]. apply leaves_iff in i as (p & e & ok & other & ->).
      exists (move (opponent who) p d). split; auto. now apply one_more.
    + intros l [<-|[]]. exists c. split; [apply no_move|auto].
    + intros l [<-|[]]. exists c. split; [apply no_move|auto].
  - intros all.
    destruct (spread_closed (list color) code_dec next (all_codes (length (points g)))) with
      (n := 3 ^ length (points g)) (seen := [code c]) (fresh := [code c]) as [more closed]; try (simpl; tauto).
    + intros l m i. unfold next in i. destruct (same_color (decoded l x) who); [|destruct i].
      apply leaves_coded in i as [d ->]. apply coded.
    + repeat constructor. simpl. tauto.
    + intros l [<-|[]]. apply coded.
    + right. rewrite all_codes_length. simpl. lia.
    + intros d run. enough (i : In (code d) (spread (list color) code_dec next (3 ^ length (points g)) [code c] [code c])).
      { rewrite <- (decoded_code d x). now apply all. }
      induction run as [|d p run IH e ok other]; [apply more; now left|]. apply (closed (code d)); auto. apply step.
      split; [rewrite <- (decoded_code d x); now apply all|]. apply leaves_iff. exists p. auto.
Qed.

Definition lives_dec who c x : {lives suicide who c x} + {~ lives suicide who c x}.
Proof.
  apply (same_meaning (A := forall l, In l (left_alone who c x) -> decoded l x = who)).
  - symmetry. apply left_alone_iff.
  - apply every_dec. intro l. apply same_color.
Defined.

(* The living stones of a player. *)
Definition living who c : {l : list point | forall x, In x l <-> c x = who /\ lives suicide who c x}.
Proof.
  exists (filter (fun x => if same_color (c x) who then if lives_dec who c x then true else false else false) (points g)).
  intro x. rewrite filter_In. destruct (same_color (c x) who), (lives_dec who c x);
    intuition (auto using every_point; try discriminate).
Defined.

Definition beside_dec who c q x : {beside who c q x} + {~ beside who c q x}.
Proof. unfold beside. destruct (bool_dec (adjacent q x) true), (same_color (c x) who); tauto. Defined.

Definition enclosed_dec who c : forall p, {enclosed suicide who c p} + {~ enclosed suicide who c p}.
Proof.
  destruct (living who c) as [alive is_alive]. intro p.
  destruct (walks_list (fun x => not_dec (same_color (c x) who)) p) as [set in_set_iff].
  pose proof (every_point g) as every.
  assert (next : forall q, {exists x, In x (points g) /\ beside who c q x} + {~ exists x, In x (points g) /\ beside who c q x})
    by (intro q; apply some_dec, beside_dec).
  destruct (some_dec next set) as [some|none].
  2: { right. intros (_ & (q & x & i & b) & _). apply none. exists q. split; [now apply in_set_iff|now exists x]. }
  assert (all : {forall q, In q set -> forall x, In x (points g) -> beside who c q x -> In x alive} +
    {~ forall q, In q set -> forall x, In x (points g) -> beside who c q x -> In x alive}).
  { apply every_dec. intro q. apply every_dec. intro x. apply if_dec; [apply beside_dec|apply in_dec, same_point]. }
  destruct all as [all|dies].
  2: { right. intros (live & _). apply dies. intros q i x _ b. apply is_alive. split; [apply b|].
    apply (live q); auto. now apply in_set_iff. }
  assert (one : {forall q, In q (filter (fun q => if next q then false else true) set) ->
      forall r, In r (filter (fun q => if next q then false else true) set) -> q = r} +
    {~ forall q, In q (filter (fun q => if next q then false else true) set) ->
      forall r, In r (filter (fun q => if next q then false else true) set) -> q = r}).
  { apply every_dec. intro q. apply every_dec. intro r. apply same_point. }
  assert (far : forall q, In q (filter (fun q => if next q then false else true) set) <->
    in_set who c p q /\ forall x, ~ beside who c q x).
  { intro q. rewrite filter_In, in_set_iff. destruct (next q) as [[x [_ b]]|no]; split; intros [i n]; split; auto.
    - discriminate.
    - now destruct (n x).
    - intros x b. apply no. now exists x. }
  destruct one as [one|many]; [left|right].
  - repeat split.
    + intros q x i b. apply is_alive. apply (all q); auto. now apply in_set_iff.
    + destruct some as (q & i & x & _ & b). exists q, x. split; auto. now apply in_set_iff.
    + intros q r i j n m. apply one; apply far; auto.
  - intros (_ & _ & one). apply many. intros q i r j. apply far in i as [i n], j as [j m]. now apply one.
Defined.

Definition captive_at c : forall p, {captive suicide c p} + {~ captive suicide c p}.
Proof.
  pose (by_black := enclosed_dec black c). pose (by_white := enclosed_dec white c). intro p.
  destruct (c p) as [[]|] eqn:e.
  - destruct (by_white p) as [y|n]; [left; now exists white|right]. intros ([] & k & i); simpl in k; congruence.
  - destruct (by_black p) as [y|n]; [left; now exists black|right]. intros ([] & k & i); simpl in k; congruence.
  - right. intros (who & k & _). congruence.
Defined.

(* All points that become empty before the score is counted. *)
Definition all_captives c : list point :=
  let dec := captive_at c in filter (fun p => if dec p then true else false) (points g).

Lemma captives_in : forall c p, In p (all_captives c) -> captive suicide c p.
Proof. intros c p i. apply filter_In in i as [_ i]. now destruct (captive_at c p). Qed.

Lemma captives_out : forall c p, ~ In p (all_captives c) -> ~ captive suicide c p.
Proof. intros c p out k. apply out, filter_In. split; [apply every_point|]. now destruct (captive_at c p). Qed.

Definition captive_dec c : forall p, {captive suicide c p} + {~ captive suicide c p} :=
  let l := all_captives c in
  let inside : forall p, In p l -> captive suicide c p := captives_in c in
  let outside : forall p, ~ In p l -> ~ captive suicide c p := captives_out c in
  fun p =>
    match in_dec same_point p l with
    | Specif.left i => Specif.left (inside p i)
    | Specif.right n => Specif.right (outside p n)
    end.
End EnclosedDecide.

(* Whether a move is a suicide, found in three steps. *)
Definition quick_forbidden_dec {g : grid} : suicide_decided (@suicide_forbidden g).
Proof.
  intros who p c. pose (cleared := table (clear (opponent who) (table (put who p c)))).
  pose (left := table (clear who cleared)).
  assert (i : same cleared (clear (opponent who) (put who p c)))
    by (intro x; unfold cleared; rewrite table_same; now apply clear_same; intro y; rewrite table_same).
  assert (i' : same left (move who p c)) by (intro x; unfold left; rewrite table_same; now apply clear_same).
  apply (same_meaning (A := forall x, In x (points g) -> ~ (cleared x = who /\ left x = empty))).
  - unfold suicide_forbidden, lost. pose proof (every_point g).
    split; intros all x; specialize (all x); rewrite i, i' in *; auto.
  - apply every_dec. intro x. destruct (same_color (cleared x) who), (same_color (left x) empty); [right|left..]; tauto.
Defined.
