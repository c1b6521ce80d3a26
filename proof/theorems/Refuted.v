(* Three statements that sound right and are wrong. Each is disproved here, and its false proof is in wrong_*.v. *)
Require Import List Arith Bool.
Require Fin.
From Superko Require Import Rules Facts.
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
