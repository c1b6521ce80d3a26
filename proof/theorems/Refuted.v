(* Eight statements that sound right and are wrong. Each is disproved here, and its false proof is in wrong_*.v. *)
Require Import List Arith Bool Lia.
Require Fin.
From Superko Require Import Rules Facts Decide Examples Variants VariantFacts.
From Superko Require Import Symmetry Cleanup CleanupFacts CleanupDecide CleanupExamples CleanupEnds.
From Superko Require Import Enclosed EnclosedFacts EnclosedDecide.
Import ListNotations.

(* Two points in a column, the upper one white. *)
Definition upper : point (rectangle 1 2) := (Fin.F1, Fin.F1).
Definition lower : point (rectangle 1 2) := (Fin.F1, Fin.FS Fin.F1).
Definition upper_white : @coloring (rectangle 1 2) := put white upper (fun _ => empty).

(* It is wrong that a move may clear the own color first: a capture would then be a suicide. *)
Theorem own_first_refuted :
  ~ forall (g : grid) who p (c : @coloring g), same (move who p c) (clear (opponent who) (clear who (put who p c))).
Proof. intro claim. specialize (claim (rectangle 1 2) black lower upper_white lower). vm_compute in claim. discriminate. Qed.

(* It is wrong that situational superko allows only what positional superko allows. *)
Theorem situational_refuted : ~ forall g : grid, ko_within (@situational g) positional.
Proof.
  intro claim. apply (claim (rectangle 1 1) empty_beginning (fun _ => empty)) with empty_beginning.
  - intros s before mover. inversion before; subst. discriminate.
  - constructor.
  - now intro.
Qed.

(* It is wrong that the two scores alone add up to the number of points. *)
Theorem scores_refuted : ~ forall (g : grid) (c : @coloring g), score black c + score white c = length (points g).
Proof. intro claim. specialize (claim (rectangle 1 1) (fun _ => empty)). vm_compute in claim. discriminate. Qed.

(* It is wrong that area and territory always have the same outcome when passes cost prisoners. *)
Theorem outcome_refuted : ~ forall (g : grid) (r r' : @rules g) h s dead, course r h s ->
  on_score r = area -> on_score r' = territory -> on_cost r' = pass_stones -> by_score r dead h = by_score r' dead h.
Proof.
  intro claim. pose (r := plain (g := rectangle 1 1) positional suicide_allowed).
  pose (r' := {| on_ko := on_ko r; on_suicide := on_suicide r; on_repeat := on_repeat r; on_supply := on_supply r;
    on_passes := in_a_row 2; on_last := on_last r; on_agreement := on_agreement r; on_illegal := on_illegal r;
    on_cycle := on_cycle r; on_cost := pass_stones; on_score := territory |}).
  specialize (claim (rectangle 1 1) r r' (after empty_beginning pass) (going 0) (fun _ => false)).
  assert (run : course r (after empty_beginning pass) (going 0)).
  { apply pass_goes_on; [apply start|]. intros [enough _]. apply (Nat.nle_succ_diag_l 1). exact enough. }
  specialize (claim run eq_refl eq_refl eq_refl). vm_compute in claim. discriminate.
Qed.

(* It is wrong that the tax on seki takes nothing where no point is neutral: an eye may be all that a group has. *)
Theorem no_neutral_refuted : ~ forall (g : grid) (c : @coloring g) who,
  (forall p, ~ neutral c p) -> tax_seki who c = no_tax who c.
Proof.
  intro claim. pose (c := @drawn 2 1 [[o; b]]). assert (none : forall p, ~ neutral c p).
  { assert (all : forallb (fun p => negb (yes (neutral_dec c p))) (points (rectangle 2 1)) = true) by (vm_compute; reflexivity).
    rewrite forallb_forall in all. intros p n. specialize (all p (every_point _ p)). now destruct (neutral_dec c p). }
  specialize (claim _ c black none). vm_compute in claim. discriminate.
Qed.

(* It is wrong that a blocked point stays blocked until it is unblocked or the phase ends: another move can clear it. *)
Theorem stays_blocked_refuted : ~ forall (g : grid) (r : @rules g) f p x,
  blocked r f x -> permitted r f (take (play p)) -> blocked r (next f (take (play p))) x.
Proof.
  intro claim. pose (p := nth 0 (points (rectangle 4 1)) (Fin.F1, Fin.F1)). pose (x := nth 1 (points (rectangle 4 1)) p).
  pose (f := next (next (opened (played (n := 4) ko4 [pass_; pass_])) (take (play x))) (take pass)).
  pose (r := row_rules 4 (suicide := suicide_allowed)). pose (dec := @suicide_allowed_dec (rectangle 4 1)).
  assert (colors : by_colors (on_suicide r)) by apply suicide_by_colors.
  assert (b : blocked r f x) by (apply (blocks_iff r dec colors); vm_compute; auto).
  assert (ok : permitted r f (take (play p))).
  { assert (y : yes (permitted_dec r dec colors (fun _ => Specif.left I) f (take (play p))) = true)
      by (vm_compute; reflexivity).
    destruct (permitted_dec _ _ _ _ f (take (play p))); [auto|discriminate]. }
  specialize (claim _ r f p x b ok). apply (blocks_iff r dec colors) in claim. vm_compute in claim. exact claim.
Qed.

(* It is wrong that every game under the sentence on the third time ends: it can go on if the last pass must be White's. *)
(* White moves at one of two points, then at the other, which clears both. Black passes each time. *)
Definition endless : rules := third_time (ending (in_a_row 2) white_last (plain (g := rectangle 2 1) no_ko suicide_allowed)).
Lemma computed_same : forall c d : @coloring (rectangle 2 1), yes (same_dec c d) = true -> same c d.
Proof. intros c d. now destruct (same_dec c d). Qed.
Lemma goes_round : forall n, exists h, course endless (after h pass) (going 0) /\ next_player h = black /\
  same (now h) (drawn [[o; o]]) /\ n <= turns h.
Proof.
  assert (more : forall h p, course endless (after h pass) (going 0) -> next_player h = black -> now h p = empty ->
    course endless (after (after (after h pass) (play p)) pass) (going 0)).
  { intros h p run mover e. apply pass_goes_on; [|intros [_ last]; simpl in last; now rewrite mover in last].
    apply move_goes_on; auto; [repeat split; auto; left; exact I|exact I|].
    intros [[]|(s & r & [_ a] & [before _] & earlier & _)]. specialize (a h (present _)).
    apply stage_turns in a, before. simpl in a, before. lia. }
  induction n as [|n (h & run & mover & e & long)].
  - exists (beginning (drawn [[o; o]]) black). split; [|repeat split; auto].
    apply pass_goes_on; [apply start|]. intros [_ last]. discriminate.
  - pose (h1 := after (after h pass) (play left)). pose (h2 := after (after h1 pass) (play right)).
    assert (e1 : same (now h1) (drawn [[w; o]])).
    { unfold h1. cbn [now next_player]. rewrite mover. apply same_then with (move white left (drawn [[o; o]])).
      - now apply move_same.
      - apply computed_same. vm_compute. reflexivity. }
    exists h2. split; [|repeat split].
    + apply more; [apply more; auto; now rewrite e|now simpl; rewrite mover|]. rewrite e1. reflexivity.
    + simpl. now rewrite mover.
    + unfold h2. cbn [now next_player]. unfold h1 at 1. cbn [next_player]. rewrite mover.
      apply same_then with (move white right (drawn [[w; o]])); [now apply move_same|].
      apply computed_same. vm_compute. reflexivity.
    + unfold h2, h1. cbn [turns]. lia.
Qed.
Theorem third_time_refuted : ~ forall (g : grid) (r : @rules g) h s,
  (forall since, exists may_agree, on_agreement r since = passed may_agree) ->
  course (third_time r) h s -> turns h <= bound (2 * 3 ^ length (points g)).
Proof.
  intro claim. destruct (goes_round 700) as (h & run & _ & _ & long).
  apply claim in run; [|intro since; now exists false]. rename run into few.
  assert (two : length (points (rectangle 2 1)) = 2) by reflexivity. unfold bound in few. rewrite two in few.
  change (3 ^ 2) with 9 in few. cbn [turns] in few. lia.
Qed.

(* It is wrong that it is enough for two eyes, under each suicide rule, if their empty points are next to the chain. *)
Theorem empty_points_refuted : ~ forall (g : grid) (suicide : @suicide_rule g) mine who c,
  two_eyes (fun q => c q = empty) mine who c -> forall p, mine p -> lives suicide who c p.
Proof.
  intro claim. pose (c := @drawn 4 1 [[w; o; b; o]]). pose (at_ i := nth i (points (rectangle 4 1)) (Fin.F1, Fin.F1)).
  assert (cases : forall x, x = at_ 0 \/ x = at_ 1 \/ x = at_ 2 \/ x = at_ 3).
  { intro x. destruct (every_point _ x) as [<-|[<-|[<-|[<-|[]]]]]; auto. }
  assert (next : forall q x, beside black c q x -> x = at_ 2).
  { intros q x [_ own]. destruct (cases x) as [->|[->|[->| ->]]]; auto; vm_compute in own; discriminate. }
  assert (two : two_eyes (fun q => c q = empty) (fun x => x = at_ 2) black c).
  { split; [intros p ->; reflexivity|]. split; [intros p q -> near own; now apply (next (at_ 2)); split|].
    assert (is_eye : forall e, c e = empty -> eye (fun q => c q = empty) (fun x => x = at_ 2) black c (at_ 2) e).
    { intros e free. split; auto. intros q _. split; [now apply next|]. intro k. exists (at_ 2). split; [now apply there|].
      destruct (cases q) as [->|[->|[->| ->]]]; try reflexivity; vm_compute in k; discriminate. }
    intros p ->. exists (at_ 1), (at_ 3). split; [now apply is_eye|]. split; [now apply is_eye|]. intro way.
    destruct (walks_list (fun x => not_dec (same_color (c x) black)) (at_ 1)) as [l all] eqn:e.
    apply all in way. apply (f_equal (@proj1_sig _ _)) in e. cbn [proj1_sig] in e. subst l.
    vm_compute in way. intuition discriminate. }
  specialize (claim _ suicide_allowed _ black c two (at_ 2) eq_refl).
  assert (no : yes (lives_dec _ suicide_allowed_dec (proj1 suicide_by_colors) black c (at_ 2)) = false)
    by (vm_compute; reflexivity).
  destruct (lives_dec _ _ _ black c (at_ 2)); [discriminate|contradiction].
Qed.
