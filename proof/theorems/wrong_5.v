(* Wrong: where no point is neutral, the tax on seki takes nothing. *)
From Superko Require Import Rules Facts Variants VariantFacts Cleanup CleanupFacts.

Theorem no_neutral_no_tax : forall (g : grid) (c : @coloring g) who, (forall p, ~ neutral c p) -> tax_seki who c = no_tax who c.
Proof.
  intros g c who none. apply number_same. intro p. split; [intros [e i]; now apply secure_surrounded|].
  intros (e & reach & alone). split; auto. split; [now apply reaches_region|]. intros q way.
  split; [intros f both; apply (none q); unfold neutral; tauto|]. intro own. exists p, q. unfold liberty. tauto.
Qed.
