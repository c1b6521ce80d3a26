(* Wrong: situational superko allows only what positional superko allows. *)
From Superko Require Import Rules Facts.

Theorem situational_within_positional : forall g : grid, ko_within (@situational g) positional.
Proof. intros g h q ok s before. apply ok; intuition. Qed.
