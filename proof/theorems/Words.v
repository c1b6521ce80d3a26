(* Words that are compared as a whole, as in optimized/src/word.rs: what runs loops there runs them as Running.v asks. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Conditions Kernels Model.
Import ListNotations.

Section Words.
Context {g : grid} {m : machine g}.
Notation word := (word m).
Notation loop := (loop m).
Notation state := (state m).
(* A comparison of words. Words that are the same have the same points. Clean words with the same points are the same. *)
Variable same_word : word -> word -> bool.
Definition compares : Prop := (forall a b, same_word a b = true -> same_set a b) /\
  forall a b, clean a -> clean b -> same_set a b -> same_word a b = true.
Hypothesis compares_ : compares.
Notation unchanged := (unchanged same_word).

Lemma unchanged_same : forall (l : loop) x y, unchanged l x y = true -> forall i, i < width m l -> same_set (y i) (x i).
Proof.
  intros l x y all i below. unfold unchanged in all. rewrite forallb_forall in all. apply compares_, all, in_seq. lia.
Qed.
Lemma same_unchanged : forall (l : loop) x y, clean_state m l x -> clean_state m l y ->
  (forall i, i < width m l -> same_set (y i) (x i)) -> unchanged l x y = true.
Proof.
  intros l x y cx cy all. unfold unchanged. apply forallb_forall. intros i inside. apply in_seq in inside.
  apply compares_; [apply cy|apply cx|apply all]; lia.
Qed.
Lemma late_unchanged : forall (l : loop) n, must_end l -> length (points g) < n ->
  unchanged l (iterate n l) (iterate (S (S n)) l) = true.
Proof. intros l n (cleans & late & _) far. apply same_unchanged; auto. exact (late n far). Qed.

(* A loop that runs until a test ends it, with no limit on the rounds. *)
Inductive runs_until (l : loop) : state -> state -> Prop :=
| is_enough : forall now, enough m l now = true -> runs_until l now now
| changes_nothing : forall now, unchanged l now (step m l (step m l now)) = true -> runs_until l now now
| another_round : forall now last, enough m l now = false -> unchanged l now (step m l (step m l now)) = false ->
    runs_until l (step m l (step m l now)) last -> runs_until l now last.

(* The loop of word.rs, with more rounds than it needs. *)
Definition fix_one (l : loop) : state := rounds_of_one same_word (S (length (points g))) l (start m l).

(* It is a test that ends it, not the number of rounds. *)
Theorem fix_one_ends : forall l, must_end l -> runs_until l (start m l) (fix_one l).
Proof.
  intros l ends. unfold fix_one. change (start m l) with (iterate 0 l).
  enough (all : forall n r, length (points g) < r + 2 * n ->
    runs_until l (iterate r l) (rounds_of_one same_word n l (iterate r l))) by (apply all; lia).
  induction n as [|n IH]; intros r room; cbn [rounds_of_one].
  - apply changes_nothing. apply late_unchanged; auto; lia.
  - destruct (enough m l (iterate r l)) eqn:good; [now apply is_enough|].
    destruct (unchanged l (iterate r l) (step m l (step m l (iterate r l)))) eqn:same_; [now apply changes_nothing|].
    apply another_round; auto. apply (IH (S (S r))). lia.
Qed.

(* So every flood ends: a loop that starts and steps as the conditions say. *)
Theorem floods_end : forall (l : loop) (seed region : nat -> set g),
  (forall i, i < width m l -> flood_starts m l i (width m l) (seed i) (region i)) ->
  (forall i x, i < width m l -> clean_state m l x -> within (x i) (region i) -> flood_steps m l i (region i) x) ->
  runs_until l (start m l) (fix_one l).
Proof. intros l seed region starts steps. exact (fix_one_ends l (settled_late l seed region starts steps)). Qed.

(* And it runs loops as the last theorem asks. *)
Theorem fix_one_runs : runs fix_one.
Proof.
  intros l ends. enough (all : forall now last, runs_until l now last -> forall r, now = iterate r l -> ended l last)
    by (exact (all _ _ (fix_one_ends l ends) 0 eq_refl)).
  induction 1 as [now good|now same_|now last _ _ _ IH]; intros r ->.
  - exists r. split; auto. now left.
  - exists r. split; auto. right. exact (unchanged_same l _ _ same_).
  - now apply (IH (S (S r))).
Qed.
End Words.
