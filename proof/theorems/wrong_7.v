(* Wrong: every game under the sentence on the third time ends. *)
Require Import Arith.
From Superko Require Import Rules Facts Variants Cleanup CleanupFacts CleanupEnds.

Theorem always_ends : forall (g : grid) (r : @rules g) h s,
  (forall since, exists may_agree, on_agreement r since = passed may_agree) ->
  course (third_time r) h s -> turns h <= bound (2 * 3 ^ length (points g)).
Proof. intros g r h s ends run. apply third_time_ends with r s; auto. intro who. now destruct who. Qed.
