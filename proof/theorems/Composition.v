(* What follows from the conditions for the kernels that the last theorem does not need: floods, the area, the outlook. *)
Require Import List Arith Bool Lia.
From Superko Require Import Search Rules Facts Loops Symmetry Conditions Kernels Engine Model.
Import ListNotations.

Section Composition.
Context {g : grid} (e : engine g).
Hypothesis good_engine : right e.
Let m := words e.
Let k := its_kernels e.
Notation word := (word m).
Notation set := (set g).
Implicit Types (own opp : word) (who : player) (p q : point g).
Let meets_ : conditions m k := kernels_meet_conditions e good_engine.
Let runs_ : runs (run_loop e) := loops_run e good_engine.

(* A flood as a set that can be computed. *)
Definition flood_set (seed region : set) : set := fun q =>
  if linked_dec _ (points g) same_point (every_point g) seed (fun q r => adjacent q r && region q) q then true else false.

Lemma flood_set_is : forall (seed region : set) q, flood_set seed region q = true <->
  Loops.flood (fun q => seed q = true) (fun q => region q = true) q.
Proof.
  intros seed region q. unfold flood_set. destruct (linked_dec _ _ _ _ _ _ q) as [link|none]; split; auto; try discriminate.
  - intros _. induction link as [q first|q r near link IH]; [now apply flood_seed|].
    apply andb_prop in near as [near inside]. apply flood_step with r; auto. now rewrite adjacent_sym.
  - intro there. exfalso. apply none. clear none.
    induction there as [q first|q r there IH near inside]; [now apply linked_start|].
    apply linked_step with q; auto. apply andb_true_intro. split; auto. now rewrite adjacent_sym.
Qed.

(* The kernel `flood` returns the flood of the seed in the region. *)
Theorem flood_is_flood : forall seed region : word, clean seed -> clean region -> within seed region ->
  let answer := Conditions.flood m k seed region (run_loop e (flood_loop m k seed region)) in
  clean answer /\ forall q, has answer q = true <-> Loops.flood (fun q => has seed q = true) (fun q => has region q = true) q.
Proof.
  intros seed region cs cr inside. set (l := flood_loop m k seed region).
  assert (s0 := flood_the_loop_starts_from_its_seed_in_its_region m k meets_ seed region cs cr inside). fold l in s0.
  assert (one : width m l = 1) by apply s0.
  destruct (loop_is_known l (fun _ => has seed) (fun _ => has region)) with (fix_ := run_loop e) as [cx known]; auto.
  { intros i below. replace i with 0 by lia. rewrite one. exact s0. }
  { intros i x below cx within_. replace i with 0 in * by lia.
    exact (flood_the_loop_steps_to_the_neighbors_in_its_region m k meets_ seed region x cs cr cx inside within_). }
  destruct (known 0) as [(ex & has_seed & x_in & _) least]; [lia|]. set (x := run_loop e l) in *.
  assert (shut := flood_closed_at_the_exit m k meets_ seed region x cs cr cx x_in ex).
  assert (same_ := flood_the_answer_is_the_loop_s_result m k meets_ seed region x cs cr cx inside).
  split; [now apply (flood_padding_stays_empty m k meets_ seed region x cs cr cx x_in)|].
  intro q. fold m k. rewrite (same_ q). split.
  - intro there. apply (flood_set_is seed region).
    apply (least (flood_set seed region)) in there; [now apply in_both in there| |].
    + intros r first. apply in_both. split; [|now apply inside]. apply flood_set_is. now apply flood_seed.
    + intros r there'. apply in_both in there' as [near_ own_]. apply in_both. split; auto.
      apply in_next in near_ as (t & near_ & f).
      apply in_both in f as [f _]. apply flood_set_is. apply flood_set_is in f. apply flood_step with t; auto.
      now rewrite adjacent_sym.
  - induction 1 as [r first|r t there IH near_ own_]; [now apply has_seed|]. apply shut, in_both. split; auto.
    apply in_next. exists r. split; auto. now rewrite adjacent_sym.
Qed.

(* The empty points that reach a player's color, as a set. *)
Definition reaching_color (c : coloring) (player_ : player) : set := fun q =>
  if same_color (c q) empty then if reaches_dec c player_ q then true else false else false.
Lemma reaching_color_is : forall (c : coloring) who q, reaching_color c who q = true <-> c q = empty /\ reaches c who q.
Proof.
  intros c who q. unfold reaching_color. destruct (same_color (c q) empty), (reaches_dec c who q); intuition discriminate.
Qed.

Section Color.
Variables (c : @coloring g) (who : player) (empty_ stones : set).
Hypothesis empty_is : forall q, empty_ q = true <-> c q = empty.
Hypothesis stones_are : forall q, stones q = true <-> c q = stone who.

Lemma color_closes : closes empty_ stones (reaching_color c who).
Proof.
  split; intros q inside; [apply reaching_color_is in inside; now apply empty_is|].
  apply in_both in inside as [own near]. apply empty_is in own. apply in_next in near as (r & near & there).
  apply reaching_color_is. split; auto. apply in_union in there as [there|there].
  - apply next_to with r; auto; [rewrite own; discriminate|]. now apply stones_are.
  - apply reaching_color_is in there as [mine reach]. apply walk with r; auto. congruence.
Qed.
Lemma color_least : forall other, least_reach empty_ stones (reaching_color c who) other.
Proof.
  intros other [_ shut] q inside. apply reaching_color_is in inside as [own reach].
  induction reach as [q r not near f|q r near f reach IH]; apply shut, in_both; split; try (now apply empty_is); apply in_next;
    exists r; split; auto; apply in_union; [left; now apply stones_are|right; apply IH; congruence].
Qed.
End Color.

(* The kernel `area` returns the points that count for each player. *)
Theorem area_is_score : forall who own opp, clean own -> clean opp -> ~ meets own opp ->
  let c := coloring_of who own opp in
  let answer := area_of m k own opp (run_loop e (area_loop m k own opp)) in
  (forall q, has (fst answer) q = true <-> counts who c q) /\
  (forall q, has (snd answer) q = true <-> counts (opponent who) c q).
Proof.
  intros who own opp co ct apart c. set (l := area_loop m k own opp).
  pose (field_at x := Build_field m own opp x (reaching_color c who) (reaching_color c (opponent who)) (conj co ct)).
  assert (at_field : forall x, clean_state m l x -> field_position m k (field_at x)) by (intros x cx; split; auto).
  assert (any_clean : clean_state m l (fun _ => own)) by now intros i _.
  assert (s0 := area_the_own_flood_starts_from_its_seed_in_its_region m k meets_ _ (at_field _ any_clean)).
  assert (s1 := area_the_opponent_s_flood_starts_from_its_seed_in_its_region m k meets_ _ (at_field _ any_clean)).
  assert (two : width m l = 2) by apply s0.
  pose (stones (i : nat) := if i =? 0 then has own else has opp).
  destruct (loop_is_known l (fun i => both (next (stones i)) (empty_of own opp)) (fun _ => empty_of own opp))
    with (fix_ := run_loop e) as [cx known]; auto.
  { intros i below. rewrite two in below |- *. destruct i as [|[|i]]; [exact s0|exact s1|lia]. }
  { intros i x below cx inside. rewrite two in below. destruct i as [|[|i]]; [| |lia].
    - exact (area_the_own_flood_steps_to_the_neighbors_in_its_region m k meets_ (field_at x) (at_field x cx) inside).
    - exact (area_the_opponent_s_flood_steps_to_the_neighbors_in_its_region m k meets_ (field_at x) (at_field x cx) inside). }
  rewrite two in known. set (x := run_loop e l) in *.
  assert (empty_is : forall q, empty_of own opp q = true <-> c q = empty) by (intro q; apply coloring_empty).
  assert (own_is : forall q, has own q = true <-> c q = stone who) by (intro q; apply coloring_own).
  assert (opp_is : forall q, has opp q = true <-> c q = stone (opponent who)) by (intro q; now apply coloring_opponent).
  destruct (known 0) as [k0 l0]; [lia|]. destruct (known 1) as [k1 l1]; [lia|].
  destruct (area_stones_and_empty_points_that_reach_no_other_color m k meets_ (field_at x) (at_field x cx)) as (a & b & _).
  { split; [exact k0|]. split; [exact (color_closes c who _ _ empty_is own_is)|].
    split; [exact (color_least c who _ _ empty_is own_is _)|exact (l0 _)]. }
  { split; [exact k1|]. split; [exact (color_closes c (opponent who) _ _ empty_is opp_is)|].
    split; [exact (color_least c (opponent who) _ _ empty_is opp_is _)|exact (l1 _)]. }
  split; intro q; unfold counts.
  - assert (f : has (fst (area_of m k own opp x)) q =
      union (has own) (minus (reaching_color c who) (reaching_color c (opponent who))) q) by exact (a q).
    change (has (fst (area_of m k own opp x)) q = true <-> (c q = who \/ c q = empty /\ reaches c who q /\
      ~ reaches c (opponent who) q)).
    rewrite f, in_union, in_minus, !reaching_color_is, own_is. tauto.
  - assert (f : has (snd (area_of m k own opp x)) q =
      union (has opp) (minus (reaching_color c (opponent who)) (reaching_color c who)) q) by exact (b q).
    change (has (snd (area_of m k own opp x)) q = true <-> (c q = opponent who \/ c q = empty /\ reaches c (opponent who) q /\
      ~ reaches c (opponent (opponent who)) q)).
    rewrite f, in_union, in_minus, !reaching_color_is, opp_is, opponent_twice. tauto.
Qed.

(* The kernel `outlook`: every empty point is quiet, lone or unclear. A play at a quiet point only adds the new stone. A play at
   a lone point changes nothing. A play at a breathing point is no suicide. A point next to an empty one is breathing. *)
Notation seen_by := (seen_by e).

Theorem outlook_is_right : forall who own opp p, good who own opp -> empty_of own opp p = true ->
  let c := coloring_of who own opp in
  let o := seen_by own opp in
  partition3 (empty_of own opp) (quiet m o) (lone m o) (unclear m o) /\
  (has (quiet m o) p = true -> same (move who p c) (put who p c)) /\
  (has (lone m o) p = true -> same (move who p c) c) /\
  (has (breathing_at m o) p = true -> move who p c p = who) /\
  (next (empty_of own opp) p = true -> has (breathing_at m o) p = true).
Proof.
  intros who own opp p pos free c o.
  assert (only_ : only (single e p) p) by apply good_engine.
  assert (at_p : forall q, has (single e p) q = true <-> q = p) by apply only_.
  destruct (outlook_view k meets_ (run_loop e) runs_ (single e) (single_is_point e good_engine) who own opp p pos free)
    as (cleans & known & own_least & opp_least).
  set (d := put who p (coloring_of who own opp)) in *. set (alive := reaching d opp) in *.
  set (own_alive := reaching (clear (opponent who) d) (placed own (single e p))) in *. 
  match type of known with view_known _ _ ?w => set (v := w) in * end.
  assert (moved : same (coloring_of who own_alive alive) (move who p c))
    by exact (move_is who own opp (single e p) p pos only_ free).
  assert (parts := pos). destruct parts as (co & ct & apart & all).
  assert (opp_is : forall q, has opp q = true <-> d q = stone (opponent who)) by exact (d_opponent who own opp p pos free).
  assert (opp_alive : forall q, alive q = true -> has opp q = true) by (intros q there; now apply in_reaching in there).
  assert (legal_opp : breathing (has opp) (empty_of own opp) (minus (has opp) alive)).
  { apply reaching_breathes with c (opponent who); [|apply coloring_empty|apply all]. intro q. now apply coloring_opponent. }
  assert (legal_own : own_legal m v).
  { apply reaching_breathes with c who; [|apply coloring_empty|apply all]. intro q. apply coloring_own. }
  assert (kept : has (quiet m o) p = true \/ has (lone m o) p = true -> captures_none m k v).
  { intro there. assert (calm_ : calm m k v).
    { intros q at_q. apply at_p in at_q. subst q. now apply in_union. }
    split; [exact known|]. split; [exact calm_|]. apply within_both_ways; [|exact opp_alive].
    exact (outlook_a_quiet_or_lone_play_captures_nothing m k meets_ v known calm_ legal_opp (opp_least _)). }
  assert (put_is : same (coloring_of who (placed own (single e p)) opp) d).
  { intro q. unfold d, put, coloring_of, placed, union. destruct (same_point q p) as [->|n].
    - rewrite (proj2 (at_p p) eq_refl), orb_true_r. reflexivity.
    - destruct (has (single e p) q) eqn:s; [now apply at_p in s|]. now rewrite orb_false_r. }
  split; [apply (outlook_every_empty_point_is_quiet_lone_or_unclear m k meets_ v known)|]. split; [|split; [|split]].
  - intro there. assert (none := kept (or_introl there)). assert (opp_same := proj2 (proj2 none)).
    assert (inside : within (v_pt m v) (quiet m (seen m k v))) by (intros q at_q; apply at_p in at_q; now subst).
    assert (lives := outlook_a_quiet_play_is_no_suicide m k meets_ v none inside legal_own (own_least _)).
    assert (own_same : same_set own_alive (placed own (single e p))).
    { apply within_both_ways; [|exact lives]. intros q a. now apply in_reaching in a. }
    eapply same_then; [apply same_sym, moved|]. eapply same_then; [|exact put_is]. intro q. unfold coloring_of.
    rewrite (own_same q). specialize (opp_same q). simpl in opp_same. now rewrite opp_same.
  - intro there. assert (none := kept (or_intror there)). assert (opp_same := proj2 (proj2 none)).
    assert (inside : within (v_pt m v) (lone m (seen m k v))) by (intros q at_q; apply at_p in at_q; now subst).
    assert (dies := outlook_a_lone_play_removes_the_new_stone_alone m k meets_ v none inside legal_own).
    assert (own_same : same_set own_alive own).
    { apply dies. apply reaching_least with who; [exact (e_own who own opp (single e p) p only_)|].
      exact (e_empty who own opp (single e p) p pos only_ free). }
    eapply same_then; [apply same_sym, moved|]. intro q. unfold c, coloring_of. rewrite (own_same q).
    specialize (opp_same q). simpl in opp_same. now rewrite opp_same.
  - intro there.
    assert (inside : within (v_pt m v) (breathing_at m (seen m k v))) by (intros q at_q; apply at_p in at_q; now subst).
    assert (lives := outlook_a_breathing_play_is_no_suicide m k meets_ v known inside (own_least _)).
    assert (f : own_alive p = true) by exact (lives p (proj2 (at_p p) eq_refl)). rewrite <- (moved p).
    unfold coloring_of. now rewrite f.
  - intro near. apply (outlook_a_play_next_to_an_empty_point_is_breathing m k meets_ v known). now apply in_both.
Qed.
End Composition.
