(* A search over finitely many points, used only to decide what Rules.v defines. Nothing here needs trust. *)
Require Import List Arith Bool Lia.
Import ListNotations.

Section Search.
Variable P : Type.
Variable all : list P.
Variable eq_dec : forall p q : P, {p = q} + {p <> q}.
Hypothesis every : forall p, In p all.
Variable start : P -> bool.
Variable step : P -> P -> bool.

(* The points from which steps lead to a start. *)
Inductive linked : P -> Prop :=
| linked_start : forall p, start p = true -> linked p
| linked_step : forall p q, step p q = true -> linked q -> linked p.

Definition joins (s : list P) (p : P) : bool :=
  (if in_dec eq_dec p s then false else true) && (start p || existsb (step p) s).

Fixpoint grow (n : nat) (s : list P) : list P :=
  match n with
  | 0 => s
  | S m => match find (joins s) all with None => s | Some p => grow m (p :: s) end
  end.

Lemma grow_sound : forall n s, (forall p, In p s -> linked p) -> forall p, In p (grow n s) -> linked p.
Proof.
  induction n as [|n IH]; simpl; intros s sound; auto.
  destruct (find (joins s) all) as [p|] eqn:found; auto.
  apply IH. intros q [<-|inside]; auto.
  apply find_some in found as [_ found].
  apply andb_prop in found as [_ found]. apply orb_prop in found as [found|found].
  - now apply linked_start.
  - apply existsb_exists in found as (r & inside & found). eapply linked_step; eauto.
Qed.

Lemma grow_closed : forall n s, NoDup s -> length all <= length s + n -> forall p, joins (grow n s) p = false.
Proof.
  induction n as [|n IH]; simpl; intros s once enough p.
  - unfold joins. destruct (in_dec eq_dec p s) as [|outside]; auto.
    exfalso. apply outside. apply (@NoDup_length_incl P s all); auto; try lia. intros q _. apply every.
  - destruct (find (joins s) all) as [q|] eqn:found.
    + apply IH; simpl; try lia. constructor; auto.
      apply find_some in found as [_ found]. unfold joins in found.
      destruct (in_dec eq_dec q s); auto; discriminate.
    + apply (find_none _ _ found). apply every.
Qed.

(* All these points. *)
Definition linked_list : {l : list P | forall p, In p l <-> linked p}.
Proof.
  exists (grow (length all) []). intro p. split; [apply grow_sound; simpl; tauto|]. intro link.
  assert (closed : forall q, joins (grow (length all) []) q = false) by (apply grow_closed; simpl; auto; constructor).
  induction link as [q first | q r next link IH]; specialize (closed q); unfold joins in closed;
    destruct (in_dec eq_dec q (grow (length all) [])) as [|outside]; auto; simpl in closed.
  - rewrite first in closed. discriminate.
  - assert (found : existsb (step q) (grow (length all) []) = true) by (apply existsb_exists; eauto).
    rewrite found, orb_true_r in closed. discriminate.
Defined.

Definition linked_dec (p : P) : {linked p} + {~ linked p}.
Proof. destruct linked_list as [l all_linked]. destruct (in_dec eq_dec p l); [left|right]; now rewrite <- all_linked. Defined.
End Search.
