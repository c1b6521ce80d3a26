(* Every exclusive or of keys is a hashing as History.v has it, and every function of grids into buckets is one. So the last
   theorem holds for every hash function. *)
Require Import List Arith Bool NArith Lia.
From Superko Require Import Rules Decide Conditions Kernels History.
Import ListNotations.

Section Hashes.
Context {g : grid}.
Notation set := (set g).
Implicit Types (p q : point g) (who : player).

(* Any keys, with the exclusive or as their sum, and any buckets. *)
Definition xor_of (keys_ : player -> point g -> N) (in_bucket : nat -> N -> nat) : hashing g.
Proof.
  refine {| hash := N; zero := 0%N; sum := N.lxor; key := keys_; bucket := in_bucket |}.
  - apply N.lxor_0_l.
  - apply N.lxor_comm.
  - intros. symmetry. apply N.lxor_assoc.
  - apply N.lxor_nilpotent.
Defined.
Theorem exclusive_or_is_a_hash : forall keys_ in_bucket n (m : machine g) (s : stones m),
  let xor_all who := fold_right N.lxor 0%N (map (keys_ who) (filter (has (s who)) (points g))) in
  bucket n (hash_of m (xor_of keys_ in_bucket) s) = in_bucket n (N.lxor (xor_all black) (xor_all white)).
Proof.
  intros keys_ in_bucket n m s xor_all. simpl. f_equal.
  assert (one : forall who, keys (xor_of keys_ in_bucket) who (s who) = xor_all who).
  { intro who. unfold keys, xor_all. simpl. induction (points g) as [|q l IH]; simpl; auto. destruct (has (s who) q); simpl; auto.
    now rewrite IH. }
  unfold hash_of. now rewrite !one.
Qed.

(* The place of a point in a list, and the number of a bit for each stone. *)
Fixpoint place_in (l : list (point g)) p : nat :=
  match l with [] => 0 | q :: l => if same_point q p then 0 else S (place_in l p) end.
Definition bit_of who p : N := (2 * N.of_nat (place_in (points g) p) + match who with black => 0 | white => 1 end)%N.

Lemma place_in_once : forall l p q, In p l -> place_in l p = place_in l q -> p = q.
Proof.
  induction l as [|r l IH]; simpl; intros p q inside e; [tauto|].
  destruct (same_point r p) as [|n], (same_point r q); try congruence. apply IH; [|congruence]. destruct inside; congruence.
Qed.

Lemma bit_of_once : forall who who' p q, bit_of who p = bit_of who' q -> who = who' /\ p = q.
Proof.
  intros who who' p q e. unfold bit_of in e. assert (f : who = who') by (destruct who, who'; auto; lia). split; auto.
  apply (place_in_once (points g)); [apply every_point|]. subst. lia.
Qed.

(* The number of a set of stones: its bits are those of the stones. *)
Variable in_bucket : nat -> (player -> set) -> nat.
Definition stones_of_number (n : N) : player -> set := fun who p => N.testbit n (bit_of who p).
Definition numbered : hashing g :=
  xor_of (fun who p => N.pow 2 (bit_of who p)) (fun n h => in_bucket n (stones_of_number h)).

Lemma fold_bit : forall who (a : set) who' p (l : list (point g)), NoDup l ->
  N.testbit (fold_right (fun q rest => if a q then N.lxor (N.pow 2 (bit_of who q)) rest else rest) 0%N l) (bit_of who' p) = true
  <-> who = who' /\ a p = true /\ In p l.
Proof.
  intros who a who' p l once. induction once as [|q l out once IH]; cbn [fold_right In].
  - rewrite N.bits_0. split; [discriminate|tauto].
  - destruct (a q) eqn:aq.
    + rewrite N.lxor_spec, N.pow2_bits_eqb. destruct (N.eqb_spec (bit_of who q) (bit_of who' p)) as [e|n].
      * apply bit_of_once in e as [<- <-]. rewrite xorb_true_l, negb_true_iff, <- not_true_iff_false, IH. tauto.
      * rewrite xorb_false_l, IH. split; [tauto|]. intros (e & ap & [f|inside]); auto. congruence.
    + rewrite IH. split; [tauto|]. intros (e & ap & [f|inside]); auto. congruence.
Qed.

Hypothesis same_bucket : forall n s t, (forall who, same_set (s who) (t who)) -> in_bucket n s = in_bucket n t.

Theorem every_function_is_a_hash : forall (m : machine g) n (s : stones m),
  bucket n (hash_of m numbered s) = in_bucket n (fun who => has (s who)).
Proof.
  intros m n s. simpl. apply same_bucket. intros who. apply same_iff. intro p. unfold stones_of_number, hash_of. simpl sum.
  rewrite N.lxor_spec.
  assert (one : forall who', N.testbit (keys numbered who' (s who')) (bit_of who p) = true <->
    who' = who /\ has (s who') p = true).
  { intro who'. unfold keys. simpl. rewrite (fold_bit who' (s who') who p (points g) (points_once g)).
    pose proof (every_point g p). tauto. }
  pose proof (one black) as b. pose proof (one white) as w.
  destruct (N.testbit (keys numbered black (s black)) (bit_of who p)),
    (N.testbit (keys numbered white (s white)) (bit_of who p)), who; simpl; intuition (try discriminate; try congruence).
Qed.
End Hashes.
