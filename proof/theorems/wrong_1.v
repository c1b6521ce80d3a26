(* Wrong: a move may clear the own color first. *)
From Superko Require Import Rules Facts.

Theorem own_first : forall (g : grid) who p (c : @coloring g),
  same (move who p c) (clear (opponent who) (clear who (put who p c))).
Proof. intros g who p c x. unfold move. destruct who; simpl; reflexivity. Qed.
