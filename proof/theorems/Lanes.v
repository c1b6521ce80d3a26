(* Several boards in words of lanes, as in optimized/src/lanes.rs: each lane is a board by itself. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Conditions Kernels Model Words.
Import ListNotations.

Section Lanes.
Context {g : grid} {m : machine g}.
Notation word := (word m).
Notation set := (set g).
Notation loop := (loop m).
Notation state := (state m).

Variable same_word : word -> word -> bool.
Hypothesis compares_ : compares same_word.
Variables (lanes : nat) (k : kernels m).
Notation rounds := (rounds same_word lanes).
Notation fix_lanes := (fix_lanes same_word lanes).
Notation play_lanes := (play_lanes same_word lanes k).

(* When the loop over all lanes ends, the loop of each lane has ended. *)
Lemma rounds_end : forall (ls : nat -> loop) n r finished, (forall i, i < lanes -> must_end (ls i)) -> length (points g) + 2 < n + r ->
  (forall i, i < lanes -> finished i = true -> settled (ls i) (iterate r (ls i))) ->
  (length (points g) + 2 < r -> forall i, i < lanes -> finished i = true) ->
  forall i, i < lanes -> ended (ls i) (rounds n ls (fun i => iterate r (ls i)) finished i).
Proof.
  intros ls n. induction n as [|n IH]; intros r finished ends late right_ all i below; simpl.
  - exists r. split; auto.
  - destruct (forallb finished (seq 0 lanes)) eqn:every.
    + exists r. split; auto. apply right_; auto. rewrite forallb_forall in every. apply every, in_seq. lia.
    + apply (IH (S (S r))); auto; [lia| |].
      * intros j below_j done. apply orb_prop in done as [good|same_]; [now left|right].
        exact (proj2 (proj2 (ends j below_j)) r (unchanged_same same_word compares_ _ _ _ same_)).
      * intros far j below_j. apply orb_true_iff. right. apply (late_unchanged same_word compares_ _ r); auto. lia.
Qed.

Theorem lanes_end : forall ls : nat -> loop, (forall i, i < lanes -> must_end (ls i)) -> forall i, i < lanes -> ended (ls i) (fix_lanes ls i).
Proof.
  intros ls ends i below. apply (rounds_end ls _ 0); auto; [lia| |lia]. intros j _ good. now left.
Qed.

(* A play in each lane, of its own player on its own board, at its own point or at none: it leaves the coloring that the move of
   the rules leaves, and at no point it changes nothing. *)
Hypothesis meets_conditions : conditions m k.
Theorem each_lane_plays : forall (who : nat -> player) own opp safe pt,
  (forall i, i < lanes -> good (who i) (own i) (opp i) /\ is_safe (who i) (own i) (opp i) (safe i) /\ clean (pt i) /\
    situation_or_none (own i) (opp i) (pt i)) ->
  forall i, i < lanes -> let r := play_lanes own opp safe pt i in
  (same_set (pt i) nowhere -> same_set (own_after m r) (own i) /\ same_set (opponent_after m r) (opp i)) /\
  (forall p, has (pt i) p = true -> let c := coloring_of (who i) (own i) (opp i) in
    same (coloring_of (who i) (own_after m r) (opponent_after m r)) (move (who i) p c)).
Proof.
  intros who own opp safe pt all i below r.
  assert (cleans : forall j, j < lanes -> clean (own j) /\ clean (opp j) /\ clean (safe j) /\ clean (pt j)).
  { intros j b. destruct (all j b) as ((a & t & _) & (s & _) & c & _). repeat split; auto. }
  assert (whole : forall j, j < lanes -> within (safe j) (opp j) /\ closed_in (safe j) (opp j)).
  { intros j b. apply (whole_holds (who j) (own j)), (all j b). }
  set (breaths := fun j => breathing_loop m k (own j) (opp j) (safe j) (pt j)).
  assert (x_ended : forall j, j < lanes -> ended (breaths j) (fix_lanes breaths j)).
  { apply lanes_end. intros j b. apply breath_ends; auto. apply (all j b). }
  set (chains := fun j => chain_loop m k (own j) (opp j) (safe j) (pt j) (fix_lanes breaths j)).
  assert (y_ended : forall j, j < lanes -> ended (chains j) (fix_lanes chains j)).
  { apply lanes_end. intros j b. apply chain_ends; auto; [apply (all j b)|].
    exact (proj1 (breath_known k meets_conditions (own j) (opp j) (safe j) (pt j) (cleans j b)
      (proj2 (proj2 (proj2 (all j b)))) (whole j b) _ (x_ended j b))). }
  destruct (all i below) as (pos & safe_ & cp & sit). split.
  - intro none. destruct (play_nowhere k meets_conditions (own i) (opp i) (safe i) (pt i) (cleans i below) sit (whole i below)
      _ _ (x_ended i below) (y_ended i below) none) as (a & b & _). now split.
  - intros p there c. destruct sit as (_ & one & free).
    assert (only_ : only (pt i) p) by (split; [exact cp|intro q; split; [intro; now apply one|now intros ->]]).
    exact (play_is_move k meets_conditions (who i) (own i) (opp i) (safe i) (pt i) p pos safe_ only_ (free p there)
      _ _ (x_ended i below) (y_ended i below)).
Qed.
End Lanes.
