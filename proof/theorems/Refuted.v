(* Four statements that sound right and are wrong. Each is disproved here, and its false proof is in wrong_*.v. *)
Require Import List Arith Bool.
Require Fin.
From Superko Require Import Rules Facts Variants.
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
