(* Wrong: it is enough for two eyes, under each suicide rule, if their empty points are next to the chain. *)
From Superko Require Import Rules Facts Variants Cleanup Enclosed EnclosedFacts.

Theorem empty_points : forall (g : grid) (suicide : @suicide_rule g) mine who c,
  two_eyes (fun q => c q = empty) mine who c -> forall p, mine p -> lives suicide who c p.
Proof.
  intros g suicide mine who c two. apply eyes_live_without_suicide; [|exact two].
  apply all_within_allowed.
Qed.
