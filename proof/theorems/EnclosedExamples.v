(* Small grids under the sentence on enclosed points: the definitions say what rules.md says. *)
Require Import List Arith Bool.
From Superko Require Import Rules Facts Decide Examples Variants VariantExamples.
From Superko Require Import Cleanup CleanupFacts CleanupDecide CleanupExamples Enclosed EnclosedFacts EnclosedDecide.
Import ListNotations.

Section Grid.
Context {m n : nat}.
Notation rect := (rectangle m n).
Definition no_suicide_captives := captive_dec (g := rect) _ quick_forbidden_dec (proj2 (proj2 suicide_by_colors)).
Definition suicide_captives := captive_dec (g := rect) _ suicide_allowed_dec (proj1 suicide_by_colors).

(* Both players' scores, without the sentence and with it: suicide is forbidden, then allowed. *)
Definition both (scoring : scoring_rule) (dead : point rect -> bool) (rows : list (list color)) : list (nat * nat) :=
  let h := beginning (drawn rows) black in
  map (fun s : scoring_rule => (s free_pass dead black h, s free_pass dead white h))
    [scoring; with_enclosed _ no_suicide_captives scoring; with_enclosed _ suicide_captives scoring].
Definition none_dead (p : point rect) : bool := false.
End Grid.

(* Black's chain lives: White cannot fill the eye, and to fill the other point is a suicide. *)
Example enclosed_stone : @both 4 2 area none_dead [
  [o; b; w; o];
  [b; b; b; b]] = [(6, 1); (8, 0); (8, 0)].
Proof. computed. Qed.
(* Without its lower row, Black's chain does not live. *)
Example no_eye : @both 4 1 area none_dead [[o; b; w; o]] = [(2, 2); (2, 2); (2, 2)].
Proof. computed. Qed.
(* If suicide is allowed, it can make room: then the two points beside White's stone are no eye. *)
Example room_by_suicide : @both 4 1 area none_dead [[w; o; b; o]] = [(2, 1); (4, 0); (2, 1)].
Proof. computed. Qed.
(* Dead stones are prisoners. *)
Example enclosed_scorings : let h := beginning (@drawn 4 1 [[w; o; b; o]]) black in
  map (fun scoring : scoring_rule => let s := with_enclosed _ no_suicide_captives scoring in
      (s free_pass none_dead black h, s free_pass none_dead white h))
    [stones_count; territory; short_territory; taxed tax_seki area; taxed tax_all area; taxed tax_seki territory]
  = [(1, 0); (4, 0); (4, 0); (4, 0); (2, 0); (4, 0)].
Proof. computed. Qed.
(* Two points of the set on the left are next to no chain of Black's. *)
Example far_points : @both 5 1 area none_dead [[w; w; o; b; o]] = [(2, 2); (2, 2); (2, 2)].
Proof. computed. Qed.
(* The points that were agreed to be dead are empty first: without the stone on the right, Black's chain does not live. *)
Example agreed_first : let right_dead := fun p : point (rectangle 5 1) => place (fst p) =? 4 in
  @both 5 1 area none_dead [[w; o; b; o; w]] = [(1, 2); (5, 0); (1, 2)] /\
  @both 5 1 area right_dead [[w; o; b; o; w]] = [(3, 1); (3, 1); (3, 1)].
Proof. computed. Qed.
(* After cleanup phases without moves the dead stone is a prisoner as well. *)
Example enclosed_after_cleanup :
  let dec := no_suicide_captives in let score := of_prisoners (counted _ dec) (with_enclosed _ dec territory) free_pass in
  option_map (fun e => (score black (fst e), score white (fst e)))
    (cleaned 4 quick_forbidden_dec (proj2 (proj2 suicide_by_colors)) [w; o; b; o] [pass_; pass_; pass_; pass_]) = Some (4, 0).
Proof. computed. Qed.
