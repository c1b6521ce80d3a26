(* What follows from the conditions for the kernel `plays`: it says of every point what a play there removes. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Loops Symmetry Conditions Kernels Engine Model Composition.
Import ListNotations.

(* A play captures: a stone of the opponent is gone after the move. *)
Definition takes_stones {g : grid} (who : player) (p : point g) (c : coloring) : Prop :=
  exists q, c q = opponent who /\ move who p c q = empty.

(* The effects of a move, from a position where every stone reaches empty. *)
Section Effects.
Context {g : grid} (who : player) (p : point g) (c : @coloring g).
Hypothesis all : all_reach c.
Hypothesis free : c p = empty.
Implicit Type q : point g.

Lemma keeps_nothing_gone : same (move who p c) (put who p c) -> ~ takes_stones who p c /\ ~ lost who p c p.
Proof.
  intro same_. split.
  - intros (q & theirs & gone). rewrite (same_ q), put_elsewhere in gone; congruence.
  - intros [_ gone]. rewrite (same_ p), put_here in gone. discriminate.
Qed.

Lemma stands_lost_alone : same (move who p c) c -> ~ takes_stones who p c /\ forall q, lost who p c q <-> q = p.
Proof.
  intro same_. assert (own_differs := stone_own who). split.
  - intros (q & theirs & gone). rewrite (same_ q) in gone. congruence.
  - intro q. rewrite lost_iff. split.
    + intros [own_ none_]. destruct (same_point q p) as [->|n]; auto. exfalso. rewrite put_elsewhere in own_ by auto.
      specialize (same_ q). unfold move in same_. rewrite clear_goes in same_; auto; [congruence|].
      apply opponent_cleared. now rewrite put_elsewhere.
    + intros ->. split; [apply put_here|]. intro way. specialize (same_ p). unfold move in same_.
      rewrite clear_stays, free, (proj2 (opponent_cleared who (put who p c) p)) in same_; auto; [discriminate|apply put_here].
Qed.

Lemma lost_takes_none : lost who p c p -> ~ takes_stones who p c.
Proof.
  intros dies (q & theirs & gone). apply lost_iff in dies as [_ dies]. pose proof (stone_own who).
  assert (there := lost_captures_nothing who p c q all free dies theirs). unfold move in gone. rewrite clear_other in gone;
    congruence.
Qed.

Lemma lost_with_it : forall q, lost who p c q -> lost who p c p.
Proof.
  intros q gone. apply local_suicide in gone as [_ none]; auto. apply local_suicide; auto. split; auto.
  now apply flood_seed.
Qed.

(* The opponent's stones that stay, if none is taken. *)
Lemma theirs_stay : ~ takes_stones who p c -> forall q, clear (opponent who) (put who p c) q = put who p c q.
Proof.
  intros none q. destruct (same_color (put who p c q) (opponent who)) as [f|f]; [|now apply clear_other].
  apply clear_stays. destruct (reaches_dec (put who p c) empty q) as [way|cut]; auto. destruct none. exists q.
  pose proof (stone_own who). assert (n : q <> p) by (intros ->; rewrite put_here in f; congruence). split.
  - now rewrite put_elsewhere in f.
  - unfold move. apply clear_empty, clear_goes; auto.
Qed.

Lemma nothing_gone_keeps : ~ takes_stones who p c -> ~ lost who p c p -> same (move who p c) (put who p c).
Proof.
  intros none lives q. unfold move. rewrite <- (theirs_stay none q).
  destruct (reaches_dec (clear (opponent who) (put who p c)) empty q) as [way|cut]; [now apply clear_stays|].
  apply clear_other. intro own. apply lives, (lost_with_it q), lost_iff. split; auto. now apply opponent_cleared.
Qed.
End Effects.

Section Plays.
Context {g : grid} (e : engine g).
Notation m := (words e).
Notation k := (its_kernels e).
Notation fix_ := (run_loop e).
Notation try_loop := (try_loop e).
Notation plays_at := (plays_at e).
Notation word := (word m).
Notation set := (set g).
Implicit Types (own opp : word) (who : player) (p q : point g).

Hypothesis good_engine : right e.
Let meets_ : conditions m k := kernels_meet_conditions e good_engine.
Let runs_ : runs fix_ := loops_run e good_engine.

(* What a play does, in the words of the kernel and in those of the rules. *)
Section Told.
Variables (who : player) (own opp safe pt : word) (p : point g).
Hypothesis pos : good who own opp.
Hypothesis safe_ : is_safe who own opp safe.
Hypothesis only_ : only pt p.
Hypothesis free : empty_of own opp p = true.
Let c := coloring_of who own opp.
Let r := play_at k fix_ own opp safe pt.

Lemma told_captures : captures m r = true <-> takes_stones who p c.
Proof.
  destruct (fix_ends_play k meets_ fix_ runs_ who own opp safe pt p pos safe_ only_ free) as [ex ey].
  destruct (play_told k meets_ who own opp safe pt p pos safe_ only_ free _ _ ex ey) as [told _].
  assert (moved : same (coloring_of who (own_after m r) (opponent_after m r)) (move who p c))
    by exact (play_is_move k meets_ who own opp safe pt p pos safe_ only_ free _ _ ex ey).
  destruct (play_is_clean k meets_ who own opp safe pt p pos safe_ only_ free _ _ ex ey) as (_ & _ & apart).
  destruct (play_toggles k meets_ who own opp safe pt p pos safe_ only_ free _ _ ex ey) as (_ & toggled & _).
  change (play_beside m k own opp safe pt _ _) with r in told, apart, toggled. rewrite told.
  assert (parts := pos). destruct parts as (_ & _ & apart0 & _).
  assert (theirs : forall q, has (opponent_after m r) q = true <-> move who p c q = opponent who).
  { intro q. rewrite <- (moved q). exact (coloring_opponent who _ _ q apart). }
  assert (theirs0 : forall q, has opp q = true <-> c q = opponent who) by (intro q; now apply coloring_opponent).
  split.
  - intro differ. destruct (captures m r) eqn:told_.
    + assert (some_ : exists q, has opp q = true /\ has (opponent_after m r) q = false).
      { destruct (existsb (fun q => has opp q && negb (has (opponent_after m r) q)) (points g)) eqn:found.
        - apply existsb_exists in found as (q & _ & found). exists q. apply andb_prop in found as [a b].
          now apply negb_true_iff in b.
        - destruct differ. apply within_both_ways.
          + intros q there. specialize (toggled q). unfold xor, when, minus in toggled. simpl in toggled.
            rewrite there in toggled. now destruct (has opp q), (captures m r).
          + intros q there. destruct (has (opponent_after m r) q) eqn:gone; auto. exfalso.
            apply not_true_iff_false in found. apply found, existsb_exists. exists q. split; [apply every_point|].
            now rewrite there, gone. }
      destruct some_ as (q & there & gone). exists q. split; [now apply theirs0|].
      destruct (move who p c q) as [x|] eqn:f; auto. exfalso. apply theirs0 in there.
      assert (not_p : q <> p).
      { intros ->. unfold c in there. rewrite (proj1 (coloring_empty who _ _ p) free) in there. discriminate. }
      destruct (one_of x who) as [->| ->]; [|apply theirs in f; congruence].
      unfold move in f. apply clear_keeps in f as [f _]. apply (proj1 (opponent_cleared _ _ _)) in f.
      rewrite put_elsewhere in f by auto.
      pose proof (stone_own who). congruence.
    + exfalso. apply differ. intro q. specialize (toggled q). unfold xor, when in toggled. simpl in toggled.
      now destruct (has opp q), (has (opponent_after m r) q).
  - intros (q & there & gone) same_. apply theirs0 in there. rewrite <- (same_ q) in there. apply theirs in there. congruence.
Qed.

Lemma told_lost : forall q, lost who p c q <-> minus (placed own pt) (own_after m r) q = true.
Proof.
  destruct (fix_ends_play k meets_ fix_ runs_ who own opp safe pt p pos safe_ only_ free) as [ex ey].
  exact (play_lost k meets_ who own opp safe pt p pos safe_ only_ free _ _ ex ey).
Qed.

Lemma told_suicide : suicide m r = true <-> lost who p c p.
Proof.
  destruct (fix_ends_play k meets_ fix_ runs_ who own opp safe pt p pos safe_ only_ free) as [ex ey].
  destruct (play_told k meets_ who own opp safe pt p pos safe_ only_ free _ _ ex ey) as [_ told].
  change (play_beside m k own opp safe pt _ _) with r in told. rewrite told, told_lost, in_minus.
  assert (at_p : forall q, has pt q = true <-> q = p) by apply only_. split.
  - intro none. split; [apply in_union; right; now apply at_p|]. intro there. apply none. intros q at_q.
    apply at_p in at_q. now subst.
  - intros [_ gone] inside. apply gone, inside. now apply at_p.
Qed.

Lemma told_alone : suicide m r = true ->
  (forallb (fun q => implb (has own q) (has (own_after m r) q)) (points g) = true <-> forall q, lost who p c q <-> q = p).
Proof.
  intro dies. apply told_suicide in dies. assert (at_p : forall q, has pt q = true <-> q = p) by apply only_.
  rewrite forallb_forall. split.
  - intros all q. split; [|intros ->; exact dies]. intro gone. apply told_lost, in_minus in gone as [there gone].
    apply in_union in there as [there|there]; [|now apply at_p]. specialize (all q (every_point g q)).
    rewrite there in all. simpl in all. now destruct gone.
  - intros one q _. destruct (has own q) eqn:o; auto. simpl. destruct (has (own_after m r) q) eqn:a; auto. exfalso.
    assert (gone : lost who p c q) by (apply told_lost, in_minus; rewrite a; split; [apply in_union; now left|discriminate]).
    apply one in gone. subst q. apply in_empty in free. tauto.
Qed.
End Told.

(* The rest is about a position with an empty point. *)
Section Position.
Variables (who : player) (own opp : word) (p0 : point g).
Hypothesis pos : good who own opp.
Hypothesis free0 : empty_of own opp p0 = true.
Let c := coloring_of who own opp.
Let x := fix_ (secure_loop m k own opp).
Let look_ := look m k own opp x.
Let safe := outlook_safe k fix_ own opp.
Let l := try_loop own opp.
Implicit Type u : state m.

Lemma x_clean : clean_state m (secure_loop m k own opp) x.
Proof.
  destruct (outlook_view k meets_ fix_ runs_ (single e) (single_is_point e good_engine) who own opp p0 pos free0)
    as (cleans & ((_ & cx) & _) & _).
  exact cx.
Qed.
Lemma safe_is : is_safe who own opp safe.
Proof. exact (outlook_is_safe k meets_ fix_ runs_ (single e) (single_is_point e good_engine) who own opp p0 pos free0). Qed.
Lemma apart_ : ~ meets own opp.
Proof. apply pos. Qed.
Lemma outlook_parts_ : partition3 (empty_of own opp) (quiet m look_) (lone m look_) (unclear m look_).
Proof. exact (proj1 (outlook_is_right e good_engine who own opp p0 pos free0)). Qed.
Lemma part_of : forall q, empty_of own opp q = true <->
  has (quiet m look_) q = true \/ has (lone m look_) q = true \/ has (unclear m look_) q = true.
Proof.
  destruct outlook_parts_ as (all & _). intro q. rewrite <- (all q), !in_union. tauto.
Qed.

(* What has been recorded in state u of the loop. *)
Record recorded u : Prop := {
  u_clean : forall i, i < 4 -> clean (u i);
  u_unclear : within (u 0) (unclear m look_);
  u_capturing : forall q, has (u 1) q = true <-> has (unclear m look_) q = true /\ ~ has (u 0) q = true /\ takes_stones who q c;
  u_lone : forall q, has (u 2) q = true <-> has (lone m look_) q = true \/
    has (unclear m look_) q = true /\ ~ has (u 0) q = true /\ forall r, lost who q c r <-> r = q;
  u_several : forall q, has (u 3) q = true <-> has (unclear m look_) q = true /\ ~ has (u 0) q = true /\
    lost who q c q /\ ~ forall r, lost who q c r <-> r = q }.

Let trial_at u (cu : forall i, i < 4 -> clean (u i)) y z : trial m :=
  Build_trial m own opp x u y z (conj (proj1 pos) (conj (proj1 (proj2 pos)) cu)).

Lemma any_trial : forall u cu, within (u 0) (empty_of own opp) ->
  trial_known m k (trial_at u cu (fun _ => own) (fun _ => own)).
Proof.
  intros u cu inside. split; [|split; [exact apart_|exact inside]].
  split; [exact x_clean|]. split; intros i _; apply pos.
Qed.

Lemma first_of_is : forall (s : set), same_set (first_of m s) nowhere /\ find s (order m) = None \/
  exists p, s p = true /\ forall q, first_of m s q = true <-> q = p.
Proof.
  intro s. unfold first_of. destruct (find s (order m)) as [p|] eqn:f; [right|left; split; [now intro q|auto]].
  exists p. split; [now apply find_some in f|]. intro q. destruct (same_point q p); split; auto; discriminate.
Qed.

Lemma start_recorded : recorded (start m l).
Proof.
  assert (cu : forall i, i < 4 -> clean ((fun _ => own) i)) by (intros i _; apply pos).
  destruct (plays_trying_starts_with_the_outlook m k meets_ (trial_at (fun _ => own) cu (fun _ => own) (fun _ => own)))
    as (a & b & d & f & cs).
  { split; [exact x_clean|]. split; intros i _; apply pos. }
  change (same_set (start m l 0) (unclear m look_)) in a. change (same_set (start m l 1) nowhere) in b.
  change (same_set (start m l 2) (lone m look_)) in d. change (same_set (start m l 3) nowhere) in f.
  constructor.
  - exact cs.
  - intros q there. now rewrite <- (a q).
  - intro q. rewrite (b q), (a q). split; [discriminate|tauto].
  - intro q. rewrite (d q), (a q). tauto.
  - intro q. rewrite (f q), (a q). split; [discriminate|tauto].
Qed.

Section Step.
Variable u : state m.
Hypothesis rec_ : recorded u.
Let pt := lowest m k (u 0).
Let y := fix_ (breathing_loop m k own opp safe pt).
Let z := fix_ (chain_loop m k own opp safe pt y).
Let r := play_beside m k own opp safe pt y z.

Lemma u_empty : within (u 0) (empty_of own opp).
Proof. intros q there. apply part_of. right. right. now apply (u_unclear u rec_). Qed.
Lemma lowest_is : same_set pt (first_of m (u 0)) /\ clean pt.
Proof. exact (plays_the_point_tried_is_the_first_unclear_one m k meets_ _ (any_trial u (u_clean u rec_) u_empty)). Qed.
Lemma pt_or_none : situation_or_none own opp pt.
Proof.
  split; [exact apart_|]. destruct lowest_is as [e_ _].
  destruct (first_of_is (u 0)) as [[none _]|(p & there & one)].
  - split; [intros q s a _|intros q a]; rewrite (e_ q), (none q) in a; discriminate.
  - split; [intros q s a b|intros q a]; rewrite (e_ _) in a; apply one in a; subst.
    + rewrite (e_ s) in b. symmetry. now apply one.
    + now apply u_empty.
Qed.
Lemma words_clean : clean own /\ clean opp /\ clean safe /\ clean pt.
Proof. split; [apply pos|]. split; [apply pos|]. split; [apply safe_is|apply lowest_is]. Qed.
Lemma y_ended : ended (breathing_loop m k own opp safe pt) y.
Proof.
  exact (fix_ends_breath k meets_ fix_ runs_ own opp safe pt words_clean pt_or_none (whole_holds who own opp safe safe_is)).
Qed.
Lemma z_ended : ended (chain_loop m k own opp safe pt y) z.
Proof.
  exact (fix_ends_chain k meets_ fix_ runs_ own opp safe pt words_clean pt_or_none (whole_holds who own opp safe safe_is)).
Qed.

Lemma step_records : same_set (step m l u 0) (minus (u 0) pt) /\
  same_set (step m l u 1) (union (u 1) (when (captures m r) pt)) /\
  let alone := forallb (fun q => implb (has own q) (has (own_after m r) q)) (points g) in
  same_set (step m l u 2) (union (u 2) (when (suicide m r && alone) pt)) /\
  same_set (step m l u 3) (union (u 3) (when (suicide m r && negb alone) pt)) /\
  forall i, i < 4 -> clean (step m l u i).
Proof.
  assert (whole := whole_holds who own opp safe safe_is).
  destruct (breath_known k meets_ own opp safe pt words_clean pt_or_none whole y y_ended) as (cy & _).
  destruct (chain_known k meets_ own opp safe pt words_clean pt_or_none whole y cy z z_ended) as (cz & _).
  apply (plays_a_step_records_what_a_play_at_the_point_tried_does m k meets_ (trial_at u (u_clean u rec_) y z)).
  split; [|split; [exact apart_|exact u_empty]]. split; [exact x_clean|]. split; [exact cy|exact cz].
Qed.

(* When no point is left to try, a step changes nothing. *)
Lemma step_at_none : same_set (u 0) nowhere -> forall i, i < 4 -> same_set (step m l u i) (u i).
Proof.
  intros none. assert (pt_none : same_set pt nowhere).
  { intro q. rewrite (proj1 lowest_is q). destruct (first_of_is (u 0)) as [[f _]|(p & there & _)]; [apply f|].
    rewrite (none p) in there. discriminate. }
  destruct (play_nowhere k meets_ own opp safe pt words_clean pt_or_none (whole_holds who own opp safe safe_is) y z
    y_ended z_ended pt_none) as (_ & _ & no_capture & no_suicide).
  destruct step_records as (a & b & d & f & _). fold r in no_capture, no_suicide.
  rewrite no_capture in b. rewrite no_suicide in d, f.
  intros [|[|[|[|i]]]] below; [| | | |lia]; intro q.
  - rewrite (a q). unfold minus. rewrite (pt_none q). apply andb_true_r.
  - rewrite (b q). apply orb_false_r.
  - rewrite (d q). apply orb_false_r.
  - rewrite (f q). apply orb_false_r.
Qed.

(* When points are left, a step tries one of them. *)
Lemma step_at_some : some (u 0) -> exists p, has (u 0) p = true /\ only pt p.
Proof.
  intros [q there]. destruct (first_of_is (u 0)) as [[f none]|(p & inside & one)].
  - exists q. exfalso. destruct lowest_is as [e_ _].
    assert (gone : ~ some (u 0)).
    { assert (known := any_trial u (u_clean u rec_) u_empty).
      apply (plays_at_the_exit_no_point_is_unclear m k meets_ _ known); [exact e_|]. right.
      assert (pt_none : same_set pt nowhere) by (intro s; now rewrite (e_ s)).
      destruct (plays_a_step_records_what_a_play_at_the_point_tried_does m k meets_ _ known) as (a & b & d & h & cleans_).
      assert (idle : forall (n : nat) t (w : word), same_set w (union (u n) (when t pt)) -> same_set w (u n)).
      { intros n t w is s. rewrite (is s). unfold union, when. now rewrite (pt_none s), andb_false_r, orb_false_r. }
      intros i below. split; [now apply cleans_|]. destruct i as [|[|[|[|i]]]]; [|exact (idle 1 _ _ b)|exact (idle 2 _ _ d)|exact (idle 3 _ _ h)|lia].
      intro s. rewrite (a s). unfold minus. change (has (Conditions.tried m k _) s) with (has pt s).
      rewrite (pt_none s). apply andb_true_r. }
    apply gone. now exists q.
  - exists p. split; auto. split; [apply lowest_is|]. intro s. rewrite (proj1 lowest_is s). apply one.
Qed.

Lemma step_recorded : recorded (step m l u) /\ (same_set (u 0) nowhere \/ size (step m l u 0) < size (u 0)).
Proof.
  destruct step_records as (a & b & d & f & cs). set (alone := forallb _ _) in *.
  assert (cases : same_set (u 0) nowhere \/ some (u 0)).
  { destruct (existsb (has (u 0)) (points g)) eqn:found.
    - right. apply existsb_exists in found as (q & _ & there). now exists q.
    - left. intro q. apply not_true_iff_false. intro there. apply not_true_iff_false in found. apply found, existsb_exists.
      exists q. split; [apply every_point|auto]. }
  destruct cases as [none|some_].
  - split; [|now left]. assert (still := step_at_none none). destruct rec_ as [cu uu uc ul us]. constructor.
    + exact cs.
    + intros q there. rewrite (still 0 ltac:(lia) q) in there. auto.
    + intro q. rewrite (still 0 ltac:(lia) q), (still 1 ltac:(lia) q). apply uc.
    + intro q. rewrite (still 0 ltac:(lia) q), (still 2 ltac:(lia) q). apply ul.
    + intro q. rewrite (still 0 ltac:(lia) q), (still 3 ltac:(lia) q). apply us.
  - destruct (step_at_some some_) as (p & there & only_). assert (free := u_empty p there).
    assert (unclear_ := u_unclear u rec_ p there).
    assert (at_p : forall q, has pt q = true <-> q = p) by apply only_.
    assert (told_c := told_captures who own opp safe pt p pos safe_is only_ free).
    assert (told_s := told_suicide who own opp safe pt p pos safe_is only_ free).
    assert (told_a := told_alone who own opp safe pt p pos safe_is only_ free).
    change (play_at k fix_ own opp safe pt) with r in told_c, told_s, told_a. fold c alone in told_c, told_s, told_a.
    assert (left_ : forall q, has (step m l u 0) q = true <-> has (u 0) q = true /\ q <> p).
    { intro q. rewrite (a q), in_minus, at_p. tauto. }
    assert (more : forall (n : nat) (t : bool) q, same_set (step m l u n) (union (u n) (when t pt)) ->
      (has (step m l u n) q = true <-> has (u n) q = true \/ t = true /\ q = p)).
    { intros n t q is. rewrite (is q), in_union. unfold when. rewrite andb_true_iff, at_p. tauto. }
    assert (alone_is : suicide m r && alone = true <-> forall s, lost who p c s <-> s = p).
    { rewrite andb_true_iff. split; [intros [s t]; now apply told_a|]. intro one.
      assert (dies : suicide m r = true) by (apply told_s, one; auto). split; auto. now apply told_a. }
    assert (several_is : suicide m r && negb alone = true <-> lost who p c p /\ ~ forall s, lost who p c s <-> s = p).
    { rewrite andb_true_iff, negb_true_iff, told_s. split.
      - intros [s t]. split; auto. intro one. apply told_a in one; [congruence|]. now apply told_s.
      - intros [s t]. split; auto. apply not_true_iff_false. intro one. apply t, told_a; auto. now apply told_s. }
    destruct rec_ as [cu uu uc ul us]. split.
    + constructor.
      * exact cs.
      * intros q inside. apply left_ in inside. now apply uu.
      * intro q. rewrite (more 1 _ q b), uc, left_, told_c. destruct (same_point q p) as [->|n]; intuition congruence.
      * intro q. rewrite (more 2 _ q d), ul, left_, alone_is. destruct (same_point q p) as [->|n]; intuition congruence.
      * intro q. rewrite (more 3 _ q f), us, left_, several_is. destruct (same_point q p) as [->|n]; intuition congruence.
    + right. destruct (size_grows (step m l u 0) (u 0)) as [less|same_]; auto.
      * intros q inside. now apply left_ in inside.
      * exfalso. rewrite <- (same_ p) in there. now apply left_ in there.
Qed.
End Step.

Lemma all_recorded : forall n, recorded (iterate n l) /\
  (same_set (iterate n l 0) nowhere \/ size (iterate n l 0) + n <= length (points g)).
Proof.
  induction n as [|n [IH few]].
  - split; [exact start_recorded|]. right. pose proof (size_most (iterate 0 l 0)). lia.
  - destruct (step_recorded _ IH) as [rec_ less]. split; [exact rec_|]. destruct less as [none|less].
    + left. intro q. change (iterate (S n) l) with (step m l (iterate n l)).
      now rewrite (step_at_none _ IH none 0 ltac:(lia) q).
    + destruct few as [none|few].
      * left. intro q. change (iterate (S n) l) with (step m l (iterate n l)).
        now rewrite (step_at_none _ IH none 0 ltac:(lia) q).
      * right. change (iterate (S n) l) with (step m l (iterate n l)). lia.
Qed.

(* The loop must end, and in the end no point is left. *)
Lemma none_still : forall n, same_set (iterate n l 0) nowhere -> still l n /\ same_set (iterate (S (S n)) l 0) nowhere.
Proof.
  intros n none. destruct (all_recorded n) as [rec_ _]. destruct (all_recorded (S n)) as [rec' _].
  change (iterate (S (S n)) l) with (step m l (iterate (S n) l)). change (iterate (S n) l) with (step m l (iterate n l)) in *.
  assert (still_ := step_at_none _ rec_ none).
  assert (none' : same_set (step m l (iterate n l) 0) nowhere) by (intro s; now rewrite (still_ 0 ltac:(lia) s)).
  assert (still' := step_at_none _ rec' none'). split.
  - intros i below q. now rewrite (still' i below q), (still_ i below q).
  - intro s. now rewrite (still' 0 ltac:(lia) s).
Qed.
Lemma still_none : forall n, still l n -> same_set (iterate n l 0) nowhere.
Proof.
  intros n still_. destruct (all_recorded n) as [rec_ _]. destruct (step_recorded _ rec_) as [rec' [none|less]]; auto. exfalso.
  assert (again : size (step m l (step m l (iterate n l)) 0) <= size (step m l (iterate n l) 0)).
  { destruct (step_recorded _ rec') as [_ [none|less']]; [|lia].
    rewrite (History.size_same _ _ (step_at_none _ rec' none 0 ltac:(lia))). lia. }
  rewrite (History.size_same _ _ (still_ 0 ltac:(simpl; lia))) in again. lia.
Qed.
Lemma try_ends : must_end l.
Proof.
  split; [intros n i below; destruct (all_recorded n) as [rec_ _]; now apply rec_|]. split; intro n.
  - intro late. apply none_still. destruct (all_recorded n) as [_ [none|few]]; auto. lia.
  - intro still_. now apply none_still, none_still, still_none.
Qed.

Lemma try_known : recorded (fix_ l) /\ same_set (fix_ l 0) nowhere.
Proof.
  destruct (runs_ l try_ends) as (n & e_ & end_). rewrite e_ in *. destruct (all_recorded n) as [rec_ _]. split; auto.
  destruct end_ as [good|still_]; [|now apply still_none].
  assert (inside : within (iterate n l 0) (empty_of own opp)) by (apply u_empty; exact rec_).
  assert (known := any_trial _ (u_clean _ rec_) inside).
  assert (gone := plays_at_the_exit_no_point_is_unclear m k meets_ _ known (proj1 (lowest_is _ rec_)) (or_introl good)).
  intro q. apply not_true_iff_false. intro there. apply gone. now exists q.
Qed.

(* What the kernel `plays` says of a point. *)
Lemma plays_known : forall p, let a := plays_at own opp in
  (has (capturing m a) p = true <-> c p = empty /\ takes_stones who p c) /\
  (has (lone_plays m a) p = true <-> c p = empty /\ forall q, lost who p c q <-> q = p) /\
  (has (several m a) p = true <-> c p = empty /\ lost who p c p /\ ~ forall q, lost who p c q <-> q = p) /\
  (has (quiet_plays m a) p = true <-> c p = empty /\ same (move who p c) (put who p c)) /\
  (c p = empty -> has (quiet_plays m a) p || has (capturing m a) p || has (lone_plays m a) p || has (several m a) p = true).
Proof.
  intros p a. destruct try_known as [rec_ none]. set (u := fix_ l) in *.
  assert (inside : within (u 0) (empty_of own opp)) by (apply u_empty; exact rec_).
  assert (answer : same_set (capturing m a) (u 1) /\ same_set (lone_plays m a) (u 2) /\ same_set (several m a) (u 3) /\
    same_set (quiet_plays m a) (minus (minus (minus (empty_of own opp) (u 1)) (u 2)) (u 3)))
    by exact (plays_the_answer_is_what_was_recorded_and_the_rest_is_quiet m k meets_ _
      (any_trial u (u_clean u rec_) inside)).
  destruct answer as (a1 & a2 & a3 & a4).
  assert (empty_is : empty_of own opp p = true <-> c p = empty) by apply coloring_empty.
  assert (complete : c p = empty ->
    has (quiet_plays m a) p || has (capturing m a) p || has (lone_plays m a) p || has (several m a) p = true).
  { intro f. apply empty_is in f. rewrite (a1 p), (a2 p), (a3 p), (a4 p). unfold minus. rewrite f.
    now destruct (has (u 1) p), (has (u 2) p), (has (u 3) p). }
  assert (left_ : ~ has (u 0) p = true) by (rewrite (none p); discriminate).
  enough (facts : (has (capturing m a) p = true <-> c p = empty /\ takes_stones who p c) /\
    (has (lone_plays m a) p = true <-> c p = empty /\ forall q, lost who p c q <-> q = p) /\
    (has (several m a) p = true <-> c p = empty /\ lost who p c p /\ ~ forall q, lost who p c q <-> q = p) /\
    (has (quiet_plays m a) p = true <-> c p = empty /\ same (move who p c) (put who p c))) by tauto.
  rewrite (a1 p), (a2 p), (a3 p), (a4 p), !in_minus, (u_capturing u rec_), (u_lone u rec_), (u_several u rec_). fold c.
  assert (parts := part_of p). destruct (same_color (c p) empty) as [f|f]; [|tauto].
  assert (free := proj2 empty_is f). apply parts in free as part. clear parts.
  destruct (outlook_is_right e good_engine who own opp p pos free) as (_ & quiet_ & lone_ & _).
  change (seen_by e own opp) with look_ in *. fold c in quiet_, lone_.
  assert (all : all_reach c) by apply pos.
  assert (kept := keeps_nothing_gone who p c f). assert (still := stands_lost_alone who p c f).
  assert (not_both := lost_takes_none who p c all f). assert (quiet_is := nothing_gone_keeps who p c all f).
  assert (alone_dies : (forall q, lost who p c q <-> q = p) -> lost who p c p) by (intro one; now apply one).
  destruct outlook_parts_ as (_ & ql & qu & lu).
  assert (off : forall s t : set, ~ meets s t -> s p = true -> ~ t p = true).
  { intros s t apart a_ b_. apply apart. exists p. now apply in_both. }
  destruct part as [part|[part|part]].
  - assert (q1 := off _ _ ql part). assert (q2 := off _ _ qu part). specialize (quiet_ part).
    destruct (kept quiet_) as [k1 k2]. tauto.
  - assert (q2 := off _ _ lu part). specialize (lone_ part). destruct (still lone_) as [s1 s2].
    assert (dies : lost who p c p) by now apply s2. tauto.
  - assert (q1 : ~ has (lone m look_) p = true) by (intro there; now apply (off _ _ lu there)). tauto.
Qed.
End Position.

(* Where a color is reached, there is a point of it. *)
Lemma reached_somewhere : forall (c : @coloring g) col p, reaches c col p -> exists q, c q = col.
Proof. induction 1; eauto. Qed.

(* The kernel `plays` says of every point what a play there removes: nothing, stones of the opponent, the new stone alone, or
   the new stone and others. At a point with a stone, it says nothing. *)
Theorem plays_is_right : forall who own opp p, good who own opp ->
  let c := coloring_of who own opp in
  let a := plays_at own opp in
  (has (quiet_plays m a) p = true <-> c p = empty /\ same (move who p c) (put who p c)) /\
  (has (capturing m a) p = true <-> c p = empty /\ takes_stones who p c) /\
  (has (lone_plays m a) p = true <-> c p = empty /\ forall q, lost who p c q <-> q = p) /\
  (has (several m a) p = true <-> c p = empty /\ lost who p c p /\ ~ forall q, lost who p c q <-> q = p).
Proof.
  intros who own opp p pos c a. assert (free : exists p0, empty_of own opp p0 = true).
  { destruct (c p) as [x|] eqn:f; [|exists p; now apply coloring_empty in f].
    assert (all : all_reach c) by apply pos. apply all in f. apply reached_somewhere in f as (q & f). exists q.
    now apply coloring_empty in f. }
  destruct free as (p0 & free). destruct (plays_known who own opp p0 pos free p) as (k1 & k2 & k3 & k4 & _).
  split; [exact k4|]. split; [exact k1|]. split; [exact k2|exact k3].
Qed.

(* So the plays that a suicide rule allows can be read from its answer. *)
Theorem plays_follow_the_suicide_rule : forall su who own opp p, good who own opp ->
  let c := coloring_of who own opp in
  allowed_plays e su (plays_at own opp) p = true <-> c p = empty /\ suicide_of su who p c.
Proof.
  intros su who own opp p pos c. destruct (plays_is_right who own opp p pos) as (q & t & l & s). fold c in q, t, l, s.
  destruct (same_color (c p) empty) as [f|f]; [|unfold allowed_plays; rewrite !orb_true_iff, q, t;
    destruct su; rewrite ?orb_true_iff, ?l, ?s; intuition discriminate].
  assert (free : empty_of own opp p = true) by (apply (coloring_empty who); exact f).
  assert (with_p := lost_with_it who p c (proj2 (proj2 (proj2 pos))) f).
  destruct (plays_known who own opp p pos free p) as (_ & _ & _ & _ & complete). specialize (complete f). fold c in complete.
  (* A play that takes stones or leaves all loses none of its own. *)
  assert (lives : has (quiet_plays m (plays_at own opp)) p = true \/ has (capturing m (plays_at own opp)) p = true ->
    forall y, ~ lost who p c y).
  { intros [there|there] y gone; apply with_p in gone.
    - apply q in there as [_ same_]. destruct gone as [_ gone]. rewrite (same_ p), put_here in gone. discriminate.
    - apply t in there as (_ & there). now apply (lost_takes_none who p c (proj2 (proj2 (proj2 pos))) f gone). }
  assert (dies : has (lone_plays m (plays_at own opp)) p = true -> forall y, lost who p c y <-> y = p) by (intro; now apply l).
  assert (more : has (several m (plays_at own opp)) p = true -> lost who p c p /\ ~ forall y, lost who p c y <-> y = p)
    by (intro there; now apply s in there).
  unfold allowed_plays. set (a := plays_at own opp) in *. clearbody a.
  destruct (has (quiet_plays m a) p || has (capturing m a) p) eqn:first_.
  - assert (none := lives (proj1 (orb_true_iff _ _) first_)). split; auto. intros _. split; auto.
    destruct su; [exact I| |exact none]. intros (x & one). apply (none x). now apply one.
  - simpl in complete. clear q t l s lives first_. destruct (has (lone_plays m a) p), (has (several m a) p); simpl in *;
    try discriminate complete; try (destruct (proj2 (more eq_refl)); now apply dies).
  + assert (one := dies eq_refl). destruct su; simpl; split; try discriminate.
    * now split.
    * auto.
    * intros [_ none]. destruct none. now exists p.
    * intros [_ none]. destruct (none p). now apply one.
  + destruct (more eq_refl) as [gone none]. destruct su; simpl; split; try discriminate; auto.
    * now split.
    * intros _. split; auto. intros (x & one). assert (p = x) by now apply one. subst. tauto.
    * intros [_ lives_]. now destruct (lives_ p).
Qed.
End Plays.
