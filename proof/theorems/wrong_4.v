(* Wrong: when passes cost prisoners, area and territory always have the same outcome. *)
Require Import Arith Lia.
From Superko Require Import Rules Facts Variants VariantFacts.

Theorem same_outcome : forall (g : grid) (r r' : @rules g) h s dead, course r h s ->
  on_score r = area -> on_score r' = territory -> on_cost r' = pass_stones -> by_score r dead h = by_score r' dead h.
Proof.
  intros g r r' h s dead run ea et ec. pose proof (area_and_territory r h s dead pass_stones run).
  unfold by_score. rewrite ea, et, ec. destruct (Nat.compare_spec _ _); destruct (Nat.compare_spec _ _); auto; lia.
Qed.
