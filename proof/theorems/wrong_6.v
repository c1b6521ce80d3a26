(* Wrong: a blocked point stays blocked until it is unblocked or the phase ends. *)
From Superko Require Import Rules Facts Variants Cleanup CleanupFacts.

Theorem stays_blocked : forall (g : grid) (r : @rules g) f p x,
  blocked r f x -> permitted r f (take (play p)) -> blocked r (next f (take (play p))) x.
Proof.
  intros g r f p x b ok. simpl. split; [now left|]. intro gone. destruct ok as (_ & _ & _ & ko). destruct ko as [none _].
  - apply blocked_by_ko_move in b as (s & before & k). exact k.
  - apply none. exists x. now split.
Qed.
