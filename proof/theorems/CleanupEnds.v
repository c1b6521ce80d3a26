(* Games under the sentence on the third time end, and cleanup phases end, whatever the ko rule. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Ends Variants Decide Cleanup CleanupFacts CleanupDecide.
Import ListNotations.

(* Counts in lists. *)
Section Counts.
Variable A : Type.
Variable eq_dec : forall a b : A, {a = b} + {a <> b}.

(* A list in which nothing stands more than twice is at most twice as long as a list of all that it may have. *)
Lemma twice_each : forall u l, (forall a, count_occ eq_dec l a <= 2) -> incl l u -> length l <= 2 * length u.
Proof.
  assert (parts : forall a l, length l = count_occ eq_dec l a + length (remove eq_dec a l)).
  { intros a l. induction l as [|b l IH]; simpl; auto.
    destruct (eq_dec b a), (eq_dec a b); simpl; try lia; congruence. }
  assert (rest : forall a b l, count_occ eq_dec (remove eq_dec a l) b <= count_occ eq_dec l b).
  { intros a b l. induction l as [|x l IH]; simpl; auto.
    destruct (eq_dec a x), (eq_dec x b); simpl; try destruct (eq_dec x b); try lia; congruence. }
  induction u as [|a u IH]; intros l few within.
  - destruct l as [|b l]; auto. destruct (within b). now left.
  - rewrite (parts a l). specialize (few a) as two. simpl. enough (length (remove eq_dec a l) <= 2 * length u) by lia.
    apply IH; [intro b; apply Nat.le_trans with (count_occ eq_dec l b); auto|].
    intros b i. apply in_remove in i as [i n]. destruct (within b i); [congruence|auto].
Qed.
End Counts.

Section CleanupEnds.
Context {g : grid}.
Notation history := (@history g).
Notation cleanup := (@cleanup g).
Implicit Types (h : history) (f : cleanup) (r : @rules g).

Definition bound (u : nat) : nat := 2 * u * u + 2 * u.

(* What stands after a history: the coloring and the player to take the next turn. *)
Definition key h : player * list color := (next_player h, code (now h)).
Definition key_dec : forall a b : player * list color, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
Definition all_keys : list (player * list color) := list_prod [black; white] (all_codes (length (points g))).

Lemma key_inside : forall h, In (key h) all_keys.
Proof.
  intro h. apply in_prod; [destruct (next_player h); simpl; auto|]. unfold code.
  rewrite <- (map_length (now h) (points g)). apply all_codes_every.
Qed.

(* What has stood since the latest pass, and what the passes found. *)
Fixpoint recent h : list (player * list color) :=
  key h :: match h with after h (play _) => recent h | _ => [] end.
Fixpoint found h : list (player * list color) :=
  match h with after h pass => key h :: found h | after h _ => found h | _ => [] end.

Lemma one_entry : forall k a, count_occ key_dec [k] a <= 2.
Proof. intros. simpl. destruct (key_dec k a); auto. Qed.

Lemma recent_once : forall h a, In a (recent h) -> exists s, since_pass s h /\ key s = a.
Proof.
  assert (self : forall h, since_pass h h) by (intro h; split; [constructor|auto]).
  induction h as [c first|h IH [|p]]; intros a [<-|inside]; eauto; try destruct inside.
  destruct (IH a inside) as (s & [before late] & e). exists s. split; auto. split; [now constructor|].
  intros q stood. inversion stood; subst; auto.
Qed.

Lemma recent_twice : forall h a, 2 <= count_occ key_dec (recent h) a ->
  exists s q, since_pass s h /\ since_pass q h /\ turns s < turns q /\ key s = a /\ key q = a.
Proof.
  induction h as [c first|h IH [|p]]; intros a two; cbn [recent count_occ] in two;
    try (destruct (key_dec _ _); cbn in two; lia).
  assert (on : forall s, since_pass s h -> since_pass s (after h (play p))).
  { intros s [before late]. split; [now constructor|]. intros q stood. inversion stood; subst; auto. }
  destruct (key_dec (key (after h (play p))) a) as [e|n].
  - assert (some : In a (recent h)) by (apply (count_occ_In key_dec); lia).
    destruct (recent_once h a some) as (s & before & e'). exists s, (after h (play p)). split; auto.
    split; [split; [constructor|auto]|]. split; auto. destruct before as [before _]. apply stage_turns in before. simpl. lia.
  - destruct (IH a two) as (s & q & a1 & a2 & a3 & a4). exists s, q. auto.
Qed.

Lemma found_pass : forall h a, In a (found h) -> exists s, stage (after s pass) h /\ key s = a.
Proof.
  induction h as [c first|h IH [|p]]; simpl; intros a inside; [destruct inside| |].
  - destruct inside as [<-|inside]; [exists h; split; [constructor|auto]|].
    destruct (IH a inside) as (s & before & e). exists s. split; auto. now constructor.
  - destruct (IH a inside) as (s & before & e). exists s. split; auto. now constructor.
Qed.

(* Under the sentence on the third time, games end, if each player's pass may be the last and the game is not resumed. *)
Theorem third_time_ends : forall r h s, (forall who, on_last r who) ->
  (forall since, exists may_agree, on_agreement r since = passed may_agree) ->
  course (third_time r) h s -> turns h <= bound (2 * 3 ^ length (points g)).
Proof.
  intros r h s anyone ends run. set (u := 2 * 3 ^ length (points g)).
  assert (size : length all_keys = u) by (unfold all_keys; now rewrite prod_length, all_codes_length).
  pose (good h := turns h + 1 <= length (found h) * (2 * u) + length (recent h) /\
    (forall a, count_occ key_dec (recent h) a <= 2) /\ NoDup (found h)).
  assert (few : forall h, good h -> turns h + 1 <= bound u).
  { intros h0 (long & two & once). unfold bound.
    assert (short : length (recent h0) <= 2 * u).
    { rewrite <- size. apply twice_each with key_dec; auto. intros a i.
      destruct (recent_once h0 a i) as (s' & _ & <-). apply key_inside. }
    assert (passes : length (found h0) <= u).
    { rewrite <- size. apply NoDup_incl_length; auto. intros a i.
      destruct (found_pass h0 a i) as (s' & _ & <-). apply key_inside. }
    nia. }
  assert (all : turns h <= bound u /\ s <> stopped /\ forall since, s = going since -> since = 0 /\ good h); [|tauto].
  assert (same_key : forall h h', key h = key h' -> next_player h = next_player h' /\ same (now h) (now h')).
  { intros h1 h2 e. inversion e. split; auto. now apply code_same. }
  induction run as [c first|h since p t q run (_ & _ & IH) ok kept free|h since p t q o run (_ & _ & IH) ok _ e
    |h since p t q run (_ & _ & IH) ok kept cyc|h since run (_ & _ & IH) on|h since run (_ & _ & IH) off
    |h since t o run (bounded & _) bad e|h s dead run (bounded & _) now' colored|h run (_ & IH & _)].
  - assert (begin : good (beginning c first)).
    { split; [simpl; lia|]. split; [intro a; apply one_entry|constructor]. }
    split; [apply few in begin; lia|]. split; [discriminate|]. intros since e. now inversion e.
  - destruct (IH since eq_refl) as [-> before]. assert (next : good (after h (play p))).
    { destruct before as (long & two & once). split; [simpl; lia|]. split; auto. intro a. cbn [recent count_occ].
      destruct (key_dec (key (after h (play p))) a) as [<-|]; auto.
      destruct (le_lt_dec 2 (count_occ key_dec (recent h) (key (after h (play p))))) as [third|]; [|lia].
      destruct free. right. destruct (recent_twice _ _ third) as (s & q' & a1 & a2 & a3 & a4 & a5).
      apply same_key in a4 as [b1 b2], a5 as [c1 c2]. now exists s, q'. }
    split; [apply few in next; cbn [turns] in *; lia|]. split; [discriminate|]. intros since e. now inversion e.
  - destruct (IH since eq_refl) as [-> before]. apply few in before. split; [cbn [turns]; lia|]. split; discriminate.
  - destruct (IH since eq_refl) as [-> before]. apply few in before. split; [cbn [turns]; lia|]. split; discriminate.
  - destruct (IH since eq_refl) as [-> before]. assert (next : good (after h pass)).
    { assert (bounded := few _ before). destruct before as (long & two & once).
      assert (short : length (recent h) <= 2 * u).
      { rewrite <- size. apply twice_each with key_dec; auto. intros a i.
        destruct (recent_once h a i) as (s' & _ & <-). apply key_inside. }
      split; [simpl; nia|]. split; [intro a; apply one_entry|]. simpl. constructor; auto. intro i.
      destruct (found_pass h _ i) as (s & stood & e). apply same_key in e as [e1 e2]. apply on. split; [|apply anyone].
      right. exists s. repeat split; auto. lia. }
    split; [apply few in next; cbn [turns] in *; lia|]. split; [discriminate|]. intros since e. now inversion e.
  - destruct (IH since eq_refl) as [-> before]. apply few in before. destruct (ends 0) as [b e].
    split; [cbn [turns]; lia|]. cbn. rewrite e. split; discriminate.
  - split; auto. split; discriminate.
  - split; auto. split; discriminate.
  - now destruct IH.
Qed.

(* Cleanup phases. *)

Variable r : @rules g.
Variable suicide_dec : suicide_decided (on_suicide r).
Variable colors : by_colors (on_suicide r).

(* What stands in a phase: also the blocked points. *)
Definition phase_key f : (player * list color) * list bool :=
  ((mover f, code (stands f)),
   map (fun x => if in_dec same_point x (blocks r suicide_dec colors f) then true else false) (points g)).
Definition phase_key_dec : forall a b : (player * list color) * list bool, {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Fixpoint all_bools (n : nat) : list (list bool) :=
  match n with 0 => [[]] | S m => flat_map (fun l => [true :: l; false :: l]) (all_bools m) end.
Definition all_phase_keys : list ((player * list color) * list bool) := list_prod all_keys (all_bools (length (points g))).

Lemma phase_key_inside : forall f, In (phase_key f) all_phase_keys.
Proof.
  intro f. apply in_prod.
  - change (mover f, code (stands f)) with (key (beginning (stands f) (mover f))). apply key_inside.
  - assert (every : forall l, In l (all_bools (length l)))
      by (induction l as [|[] l IH]; simpl; auto; apply in_flat_map; exists l; simpl; auto).
    rewrite <- (map_length (fun x => if in_dec same_point x (blocks r suicide_dec colors f) then true else false) (points g)).
    apply every.
Qed.

Lemma all_phase_keys_length : length all_phase_keys = 2 * 6 ^ length (points g).
Proof.
  assert (two : forall n, length (all_bools n) = 2 ^ n).
  { assert (double : forall m : list (list bool), length (flat_map (fun l => [true :: l; false :: l]) m) = 2 * length m)
      by (induction m; simpl in *; lia).
    induction n; auto. cbn [all_bools]. now rewrite double, IHn. }
  unfold all_phase_keys, all_keys. rewrite !prod_length, all_codes_length, two. change 6 with (3 * 2).
  rewrite Nat.pow_mul_l. cbn [length]. lia.
Qed.

Lemma phase_key_alike : forall f s, phase_key f = phase_key s -> alike r f s.
Proof.
  intros f s e. inversion e as [[m c b]]. split; [now apply code_same|]. split; auto. intro x.
  rewrite <- !(blocks_iff r suicide_dec colors). generalize (every_point g x). clear - b.
  induction (points g) as [|y l IH]; simpl in *; [tauto|]. inversion b. intros [->|inside]; auto.
  destruct (in_dec same_point x _), (in_dec same_point x _); try discriminate; tauto.
Qed.

(* What has stood since the latest pass of the phase, what the passes of the phase found, and the deeds of the phase. *)
Fixpoint phase_recent f : list ((player * list color) * list bool) :=
  phase_key f :: match f with next f (take (play _)) | next f (unblock _) => phase_recent f | _ => [] end.
Fixpoint phase_found f : list ((player * list color) * list bool) :=
  match f with next f (take pass) => phase_key f :: phase_found f | next f _ => phase_found f | _ => [] end.
Fixpoint phase_deeds f : nat := match f with next f _ => S (phase_deeds f) | _ => 0 end.
Fixpoint deeds f : nat := match f with opened _ => 0 | next f _ => S (deeds f) | second f => deeds f end.

Notation late := (part (fun d => d <> take pass)).

Lemma phase_recent_next : forall f d, d <> take pass -> phase_recent (next f d) = phase_key (next f d) :: phase_recent f.
Proof. intros f [[|p]|p] n; auto. now destruct n. Qed.

Lemma phase_recent_once : forall f a, In a (phase_recent f) -> exists s, late s f /\ phase_key s = a.
Proof.
  induction f as [h|f IH d|f IH]; intros a inside.
  - destruct inside as [<-|[]]. eexists. split; [apply whole|auto].
  - assert (pass_or : d = take pass \/ d <> take pass) by (destruct d as [[|p]|p]; [now left|right; discriminate..]).
    destruct pass_or as [->|n]; [destruct inside as [<-|[]]; eexists; split; [apply whole|auto]|].
    rewrite phase_recent_next in inside; auto. destruct inside as [<-|inside]; [eexists; split; [apply whole|auto]|].
    destruct (IH a inside) as (s & l & e). exists s. split; [now apply longer|auto].
  - destruct inside as [<-|[]]. eexists. split; [apply whole|auto].
Qed.

Lemma phase_recent_twice : forall f a, 2 <= count_occ phase_key_dec (phase_recent f) a ->
  exists s s', late s s' /\ s <> s' /\ late s' f /\ phase_key s = a /\ phase_key s' = a.
Proof.
  assert (few : forall k a, count_occ phase_key_dec [k] a <= 1) by (intros; simpl; destruct (phase_key_dec k a); auto).
  induction f as [h|f IH d|f IH]; intros a two; [specialize (few (phase_key (opened h)) a); cbn in *; lia| |
    specialize (few (phase_key (second f)) a); cbn in *; lia].
  assert (pass_or : d = take pass \/ d <> take pass) by (destruct d as [[|p]|p]; [now left|right; discriminate..]).
  destruct pass_or as [->|n]; [specialize (few (phase_key (next f (take pass))) a); cbn in *; lia|].
  rewrite phase_recent_next in two; auto. cbn [count_occ] in two.
  destruct (phase_key_dec (phase_key (next f d)) a) as [e|_].
  - assert (some : In a (phase_recent f)) by (apply (count_occ_In phase_key_dec); lia).
    destruct (phase_recent_once f a some) as (s & l & e'). exists s, (next f d). split; [now apply longer|].
    split; [|split; [apply whole|auto]]. intros ->. apply part_size in l. simpl in l. lia.
  - destruct (IH a two) as (s & s' & a1 & a2 & a3 & a4 & a5). exists s, s'. repeat split; auto. now apply longer.
Qed.

Lemma phase_found_pass : forall f a, In a (phase_found f) -> exists s, in_phase (next s (take pass)) f /\ phase_key s = a.
Proof.
  induction f as [h|f IH d|f IH]; simpl; intros a inside; try tauto.
  assert (some : (d = take pass /\ phase_key f = a) \/ In a (phase_found f))
    by (destruct d as [[|p]|p]; simpl in inside; tauto).
  destruct some as [[-> e]|inside']; [exists f; split; [apply whole|auto]|].
  destruct (IH a inside') as (s & l & e). exists s. split; [now apply longer|auto].
Qed.

(* If each player's pass may be the last, cleanup phases end: on n points, there are at most so many turns in them. *)
Theorem cleanup_ends : forall n f s, (forall who, on_last r who) -> cleaning r n f s ->
  deeds f <= 2 * bound (2 * 6 ^ length (points g)).
Proof.
  intros n f s anyone run. rewrite <- all_phase_keys_length. set (u := length all_phase_keys).
  pose (good f := phase_deeds f + 1 <= length (phase_found f) * (2 * u) + length (phase_recent f) /\
    (forall a, count_occ phase_key_dec (phase_recent f) a <= 2) /\ NoDup (phase_found f) /\
    (~ in_second f -> deeds f <= phase_deeds f) /\ deeds f <= bound u + phase_deeds f).
  assert (short : forall f, good f -> length (phase_recent f) <= 2 * u /\ length (phase_found f) <= u).
  { intros f0 (long & two & once & _). split.
    - apply twice_each with phase_key_dec; auto. intros a i. destruct (phase_recent_once f0 a i) as (s' & _ & <-).
      apply phase_key_inside.
    - apply NoDup_incl_length; auto. intros a i. destruct (phase_found_pass f0 a i) as (s' & _ & <-). apply phase_key_inside. }
  assert (few : forall f, good f -> phase_deeds f + 1 <= bound u).
  { intros f0 ok. destruct (short f0 ok). destruct ok as [long _]. unfold bound. nia. }
  assert (one : forall k a, count_occ phase_key_dec [k] a <= 2) by (intros; simpl; destruct (phase_key_dec k a); auto).
  assert (fresh : forall f, phase_deeds f = 0 -> phase_found f = [] -> phase_recent f = [phase_key f] ->
    (~ in_second f -> deeds f <= 0) -> deeds f <= bound u -> good f).
  { intros f0 e1 e2 e3 a b. unfold good. rewrite e1, e2, e3. simpl length. split; [lia|]. split; [apply one|].
    split; [constructor|]. split; [auto|lia]. }
  assert (passing : forall f, good f -> ~ phase_ends r n f -> good (next f (take pass))).
  { intros f0 ok on. destruct (short f0 ok). destruct ok as (long & two & once & a & b).
    split; [cbn [phase_deeds phase_found phase_recent length] in *; nia|]. split; [apply one|]. split.
    - simpl. constructor; auto. intro i. apply on. split; [|apply anyone]. right.
      destruct (phase_found_pass f0 _ i) as (s' & l & e). exists s'. split; auto. now apply phase_key_alike.
    - simpl in *. split; [intro no; specialize (a no)|]; lia. }
  assert (other : forall f d, good f -> d <> take pass -> ~ stands_third r (next f d) -> good (next f d)).
  { intros f0 d (long & two & once & a & b) np no. unfold good. rewrite phase_recent_next; auto.
    assert (e : phase_found (next f0 d) = phase_found f0) by (destruct d as [[|p]|p]; auto; now destruct np). rewrite e.
    cbn [phase_deeds deeds in_second length]. split; [lia|].
    split; [|repeat split; auto; try lia; intro no'; specialize (a no'); lia].
    intro k. cbn [count_occ]. destruct (phase_key_dec (phase_key (next f0 d)) k) as [<-|]; auto.
    destruct (le_lt_dec 2 (count_occ phase_key_dec (phase_recent f0) (phase_key (next f0 d)))) as [third|]; [|lia].
    destruct no. destruct (phase_recent_twice _ _ third) as (s0 & s' & a1 & a2 & a3 & a4 & a5). exists s0, s'.
    split; auto. split; auto. split; [now apply longer|]. split; [|split; now apply phase_key_alike].
    intros ->. apply part_size in a3. simpl in a3. lia. }
  enough (all : deeds f <= 2 * bound u /\ forall since, s = going since -> good f) by tauto.
  assert (total : forall f, good f -> deeds f + 1 <= 2 * bound u).
  { intros f0 ok. assert (l := few f0 ok). destruct ok as (_ & _ & _ & _ & b). lia. }
  assert (on : forall f, good f -> deeds f <= 2 * bound u) by (intros f0 ok; apply total in ok; lia).
  induction run as [h run|f d run [_ IH] ok np no|f d run [_ IH] ok np third|f run [_ IH] no
    |f run [_ IH] e first|f run [_ IH] e sec|f p o run [IH _] no no' e]; try specialize (IH 0 eq_refl).
  - assert (good (opened h)) by (apply fresh; simpl; auto; lia). auto.
  - assert (good (next f d)) by auto. auto.
  - split; [apply total in IH; cbn [deeds]; lia|discriminate].
  - assert (good (next f (take pass))) by auto. auto.
  - assert (good (second (next f (take pass)))).
    { assert (l := few f IH). destruct IH as (_ & _ & _ & a & _). specialize (a first).
      apply fresh; simpl in *; auto; [tauto|lia]. }
    auto.
  - split; [apply total in IH; cbn [deeds]; lia|discriminate].
  - split; [auto|discriminate].
Qed.
End CleanupEnds.
