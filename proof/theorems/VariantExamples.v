(* Small games under the sentences of Variants.v: the definitions say what rules.md says. *)
Require Import List Arith Lia.
From Superko Require Import Rules Facts Decide Examples Variants.
Import ListNotations.

(* On the grid of one point, every move is a suicide of a lone stone. *)
Notation one := (rectangle 1 1).
Notation at_one := ((Fin.F1, Fin.F1) : point one).
Definition two (t u : @turn one) : history := after (after empty_beginning t) u.

Lemma only_one : forall p : point one, p = at_one.
Proof.
  intros [i j]. apply (Fin.caseS' i (fun i => (i, j) = at_one)); [|intro k; inversion k].
  apply (Fin.caseS' j (fun j => (Fin.F1, j) = at_one)); [reflexivity|intro k; inversion k].
Qed.

(* The plain rules with some sentences in their place. *)
Definition with_ends (n : passes_rule) (l : last_rule) (a : @agreement_rule one) : rules := {|
  on_ko := positional; on_suicide := suicide_allowed; on_repeat := nothing; on_supply := unlimited;
  on_passes := n; on_last := l; on_agreement := a; on_illegal := nothing; on_cycle := cycle_goes_on;
  on_cost := free_pass; on_score := area |}.
Definition with_turns (ko : @ko_rule one) (rep : repeat_rule) (su : supply_rule) (ill : illegal_rule)
  (cyc : cycle_rule) : rules := {|
  on_ko := ko; on_suicide := suicide_allowed; on_repeat := rep; on_supply := su;
  on_passes := in_a_row 2; on_last := anybody; on_agreement := no_agreement; on_illegal := ill; on_cycle := cyc;
  on_cost := free_pass; on_score := area |}.

Ltac counted := unfold passes_end, anybody, white_last, three_passes, four_passes, in_a_row, two, empty_beginning; simpl;
  intuition (try lia; try discriminate).
Ltac passing := unfold two, empty_beginning; repeat (apply pass_goes_on; [|counted]); apply start.

(* The second of two passes ends the game, the third of three, the fourth of four. *)
Example two_end : course (with_ends (in_a_row 2) anybody no_agreement) (two pass pass) (passed false).
Proof. apply (pass_ends (with_ends (in_a_row 2) anybody no_agreement) _ 0); [passing|counted]. Qed.
Example two_of_three : course (with_ends three_passes anybody no_agreement) (two pass pass) (going 0).
Proof. passing. Qed.
Example three_of_four : course (with_ends four_passes anybody no_agreement) (after (two pass pass) pass) (going 0).
Proof. passing. Qed.

(* Black's pass does not end the game under white_last. White's next one does. *)
Example black_last : course (with_ends (in_a_row 2) white_last no_agreement) (after (after (after
  (beginning (fun _ => empty) white) pass) pass) pass) (passed false).
Proof.
  apply (pass_ends (with_ends (in_a_row 2) white_last no_agreement) _ 0); [passing|counted].
Qed.

(* Under resume, the first two passes stop the game. After a disagreement, two more end it, and nothing is agreed. *)
Example first_stop : course (with_ends (in_a_row 2) anybody resume) (two pass pass) stopped.
Proof. apply (pass_ends (with_ends (in_a_row 2) anybody resume) _ 0); [passing|counted]. Qed.
Example one_more : course (with_ends (in_a_row 2) anybody resume) (after (two pass pass) pass) (going 2).
Proof. apply pass_goes_on; [exact (disagree _ _ first_stop)|counted]. Qed.
Example two_more : course (with_ends (in_a_row 2) anybody resume) (after (after (two pass pass) pass) pass) (passed false).
Proof. apply (pass_ends (with_ends (in_a_row 2) anybody resume) _ 2); [exact one_more|counted]. Qed.

(* A move that the ko rule refuses loses, or ends the game as a tie. An illegal move loses. *)
Lemma repeats : forall rep su ill cyc, ~ on_ko (with_turns positional rep su ill cyc) empty_beginning
  (now (after empty_beginning (play at_one))).
Proof.
  intros rep su ill cyc ok. apply (ok empty_beginning (present _)). intro p. rewrite (only_one p). vm_compute. reflexivity.
Qed.
Example repeat_decides : course (with_turns positional repeat_loses unlimited nothing cycle_goes_on)
  (after empty_beginning (play at_one)) (decided (wins white)).
Proof.
  apply move_repeats with (since := 0); [apply start| |apply repeats|reflexivity].
  repeat split; auto. right. discriminate.
Qed.
Example illegal_decides : course (with_turns positional nothing unlimited illegal_loses cycle_goes_on)
  empty_beginning (decided (wins white)).
Proof.
  apply attempt with (since := 0) (t := play at_one); [apply start| |reflexivity].
  intros (_ & _ & _ & [ok|none]); [now apply repeats in ok|now apply none].
Qed.

(* White has no stone on one point, Black has one. *)
Example supply_of_one : half (g := one) black = 1 /\ half (g := one) white = 0 /\ half (g := rectangle 3 3) black = 5.
Proof. vm_compute. auto. Qed.

(* A move by each player brings the same coloring back with the same player to take the turn. *)
Example cycle : no_result (after empty_beginning (play at_one)) (now (two (play at_one) (play at_one))).
Proof.
  exists empty_beginning. split; [repeat constructor|]. split; [reflexivity|]. intro p. rewrite (only_one p).
  vm_compute. reflexivity.
Qed.

(* Scores: Black has two stones and surrounds four points, once the white stone among them is dead. *)
Definition before_scores : @history (rectangle 4 2) := beginning (drawn [[o; w; b; w]; [o; o; b; w]]) black.
Definition dead_one (p : point (rectangle 4 2)) : bool :=
  yes (same_color (now before_scores p) white) && (place (fst p) <? 2)%nat.
Example dead_scores :
  map (fun scoring : scoring_rule =>
      (scoring free_pass dead_one black before_scores, scoring free_pass dead_one white before_scores))
    [area; stones_count; territory; short_territory] = [(6, 2); (2, 2); (5, 0); (5, 0)].
Proof. vm_compute. reflexivity. Qed.
(* All stones are dead, so no point is surrounded. The first count has three prisoners, the second none. *)
Example all_dead : (territory free_pass (fun _ => true) black before_scores,
  short_territory free_pass (fun _ => true) black before_scores) = (3, 0).
Proof. vm_compute. reflexivity. Qed.
Example pass_costs : let h := after before_scores pass in
  (territory pass_stones (fun _ => false) white h, territory free_pass (fun _ => false) white h) = (1, 0).
Proof. vm_compute. reflexivity. Qed.
