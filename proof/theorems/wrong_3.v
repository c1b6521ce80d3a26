(* Wrong: the two scores add up to the number of points. *)
Require Import List Lia.
From Superko Require Import Rules Facts.

Theorem scores_add_up_alone : forall (g : grid) (c : @coloring g), score black c + score white c = length (points g).
Proof. intros g c. pose proof (scores_add_up c). lia. Qed.
