(* Small games under the sentences of Cleanup.v: the definitions say what rules.md says. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Decide Examples Variants VariantFacts VariantExamples.
From Superko Require Import Cleanup CleanupFacts CleanupDecide.
Import ListNotations.

(* The kernel of Coq computes the left side once. *)
Ltac computed := cbv zeta; match goal with |- _ /\ _ => split; computed | |- _ = ?side => vm_cast_no_check (eq_refl side) end.

(* Taxes. *)

(* The empty points that count for each player: without a tax, under tax_seki, and under tax_all. *)
Definition empties {m n : nat} (rows : list (list color)) : list (nat * nat) :=
  map (fun tax : tax_rule => (tax black (@drawn m n rows), tax white (@drawn m n rows))) [no_tax; tax_seki; tax_all].

Example filled : @empties 5 2 [
  [o; b; w; o; o];
  [o; b; w; o; o]] = [(2, 4); (2, 4); (0, 2)].
Proof. computed. Qed.
(* An empty point that reaches both colors. *)
Example neutral_point : @empties 5 2 [
  [o; b; o; w; o];
  [o; b; w; w; o]] = [(2, 2); (0, 0); (0, 0)].
Proof. computed. Qed.
(* Connected points with one empty neighbor. Of three lone points, the outer ones have one. *)
Example one_liberty : @empties 4 3 [
  [b; b; w; o];
  [o; b; w; o];
  [b; b; w; o]] = [(1, 3); (0, 3); (0, 1)] /\
  @empties 5 1 [[b; o; b; o; b]] = [(2, 0); (0, 0); (0, 0)] /\ @empties 5 1 [[o; b; o; b; o]] = [(3, 0); (3, 0); (1, 0)].
Proof. computed. Qed.
(* One region with two chains, and two regions. *)
Example two_chains : @empties 6 2 [
  [o; b; o; b; w; o];
  [o; b; o; b; w; o]] = [(4, 2); (4, 2); (2, 0)].
Proof. computed. Qed.
Example two_regions : @empties 7 2 [
  [o; b; w; o; w; b; o];
  [o; b; w; o; w; b; o]] = [(4, 2); (4, 2); (0, 0)].
Proof. computed. Qed.
(* A seki: each player has an eye, and two points between them are neutral. *)
Example eyes_in_seki : @empties 5 3 [
  [o; b; o; w; o];
  [b; b; o; w; w];
  [b; b; b; w; w]] = [(1, 1); (0, 0); (0, 0)].
Proof. computed. Qed.
(* A dead point is empty when regions are looked for: Black's is independent if the point of White's in it is dead. *)
Example dead_in_region :
  let h := beginning (@drawn 5 2 [[w; o; b; w; o]; [o; o; b; w; o]]) black in
  map (fun dead => map (fun scoring => taxed tax_seki scoring free_pass dead black h) [area; territory; short_territory])
    [fun _ => false; fun p => place (fst p) =? 0] = [[2; 0; 0]; [6; 5; 5]].
Proof. computed. Qed.

(* The third time. *)

(* The coloring of a history, found turn by turn. *)
Fixpoint settled {g : grid} (h : @history g) : coloring :=
  match h with
  | beginning c _ => table c
  | after h pass => settled h
  | after h (play p) => table (move (next_player h) p (settled h))
  end.
Lemma settled_same : forall (g : grid) (h h' : @history g),
  yes (same_dec (settled h) (settled h')) = true -> same (now h) (now h').
Proof.
  intros g. assert (one : forall h : @history g, same (settled h) (now h)).
  { induction h as [c first|h IH [|p]]; simpl; auto; [apply table_same|]. intro x. rewrite table_same.
    now apply Symmetry.move_same. }
  intros h h' e x. rewrite <- (one h x), <- (one h' x).
  destruct (same_dec (settled h) (settled h')) as [s|]; [apply s|discriminate].
Qed.

(* A row of points, and a game on it that Black begins: a number is a move at that point, counted from 0, or else a pass. *)
Notation row_of n := (rectangle n 1).
Notation pass_ := 9.
Definition named {n : nat} (i : nat) : @turn (row_of n) := nth i (map play (points (row_of n))) pass.
Definition played {n : nat} (c : list color) (l : list nat) : @history (row_of n) :=
  fold_left after (map named l) (beginning (drawn [c]) black).

(* Six moves from `X . O` to the same, with Black to take the turn. *)
Definition round : list nat := [1; 2; 0; 1; 0; 2].
Notation row3 := (@played 3 [b; o; w]).

Lemma no_pass_since : forall (g : grid) (s h : @history g), stage s h -> button h = None -> since_pass s h.
Proof.
  intros g s h before none. split; auto. intros r pass_in. assert (some : exists b, button (after r pass) = Some b)
    by (simpl; destruct (button r); eauto). destruct some as [b e].
  rewrite (button_stays _ _ _ pass_in e) in none. discriminate.
Qed.

(* The last move of the second round leaves the coloring of the beginning for the third time. *)
Example third_standing : stood_twice (row3 (round ++ removelast round)) (now (row3 (round ++ round))).
Proof.
  exists (row3 []), (row3 round).
  split; [apply no_pass_since; [repeat constructor|reflexivity]|].
  split; [apply no_pass_since; [repeat constructor|reflexivity]|].
  split; [vm_compute; lia|]. split; [reflexivity|]. split; [apply settled_same; vm_compute; reflexivity|].
  split; [reflexivity|]. apply settled_same. vm_compute. reflexivity.
Qed.
(* Black passes, and after three moves again with the same coloring: no second pass if the first one does not count. *)
Example second_pass : let h := row3 [pass_; 1; 0; 2; pass_] in passed_again 0 h /\ ~ passed_again 1 h.
Proof.
  split.
  - exists (row3 []). split; [repeat constructor|]. split; [lia|]. split; [reflexivity|].
    apply settled_same. vm_compute. reflexivity.
  - intros (s & before & late & _).
    repeat match goal with H : stage _ _ |- _ => inversion H; clear H; subst end. simpl in late. lia.
Qed.

(* The button. *)

(* The first pass is in no row: the third one ends the game. Half a point decides it. *)
Definition button_rules : @rules one := with_button all_stages (with_ends (in_a_row 2) anybody no_agreement).
Example two_go_on : course button_rules (two pass pass) (going 0).
Proof.
  apply pass_goes_on; [apply pass_goes_on; [apply start|]|]; intros [enough _]; vm_compute in enough; lia.
Qed.
Example third_ends : let h := after (two pass pass) pass in
  course button_rules h (passed false) /\ result button_rules h (passed false) = Some (wins black).
Proof.
  split; [|vm_compute; reflexivity]. apply (pass_ends button_rules _ 0); [exact two_go_on|]. split; [vm_compute; lia|exact I].
Qed.
(* White's pass takes the button if Black moves first. *)
Example white_takes : (half_point black (two (play at_one) pass), half_point white (two (play at_one) pass)) = (0, 1).
Proof. reflexivity. Qed.

(* Black takes a stone, and White takes back, which leaves the coloring of the beginning. *)
Notation ko := (@played 2 [o; w]).
Definition ko_rules : rules := with_button all_stages
  (deciding nothing nothing no_result (plain (g := row_of 2) positional suicide_allowed)).
(* If White and Black pass before, the beginning does not count any more. *)
Example before_the_button : let h := ko [0; pass_; pass_] in let q := now (ko [0; pass_; pass_; 1]) in
  ~ positional h q /\ no_result h q /\ on_ko ko_rules h q /\ ~ on_cycle ko_rules h q.
Proof.
  assert (late : forall s, stage s (ko [0; pass_; pass_]) -> 2 <= turns s -> ~ same (now s) (now (ko [0; pass_; pass_; 1]))).
  { intros s before late e. specialize (e right).
    repeat match goal with H : stage _ _ |- _ => inversion H; clear H; subst end;
      try (simpl in late; lia); vm_compute in e; discriminate. }
  assert (again : same (now (ko [])) (now (ko [0; pass_; pass_; 1]))) by (apply settled_same; vm_compute; reflexivity).
  split; [|split; [|split]].
  - intro ok. apply (ok (ko [])); auto. repeat constructor.
  - exists (ko []). split; [repeat constructor|]. split; [reflexivity|exact again].
  - intros s before [_ l]. now apply late.
  - intros [_ no]. apply no. intros s before [_ l]. now apply late.
Qed.
(* If they pass first, the coloring that they pass with counts. *)
Example after_the_button : let h := ko [pass_; pass_; 0] in let q := now (ko [pass_; pass_; 0; 1]) in
  ~ on_ko ko_rules h q.
Proof.
  intros h q ok. apply (ok (ko [pass_])); [repeat constructor|split; [exact I|vm_compute; lia]|].
  apply settled_same. vm_compute. reflexivity.
Qed.

(* Cleanup phases, on a row, after two passes. What is seen is the coloring, the blocked points and how the game stands. *)

Section Row.
Variable n : nat.
Context {suicide : @suicide_rule (row_of n)}.
Variable suicide_dec : suicide_decided suicide.
Variable colors : by_colors suicide.
Definition row_rules : rules := plain positional suicide.
Definition cleaned (c : list color) (l : list nat) : option (cleanup * standing) :=
  runs row_rules suicide_dec colors (fun _ => Specif.left I) (fun _ => Specif.left I) 2
    (opened (played c [pass_; pass_])) (map named l).
Definition seen (c : list color) (l : list nat) : option (list color * list nat * standing) :=
  match cleaned c l with
  | Some (f, s) => Some (map (quick f) (points (row_of n)),
      map (fun p => place (fst p)) (blocks row_rules suicide_dec colors f), s)
  | None => None
  end.
Definition points_of (tax : tax_rule) (c : list color) (l : list nat) : option (nat * nat) :=
  match cleaned c l with
  | Some (f, _) => let score := of_prisoners as_it_stands (taxed tax territory) free_pass in Some (score black f, score white f)
  | None => None
  end.
End Row.
Definition no_suicide (n : nat) := seen n suicide_forbidden_dec (proj2 (proj2 suicide_by_colors)).
Definition with_suicide (n : nat) := seen n suicide_allowed_dec (proj1 suicide_by_colors).

(* A ko: Black takes. White's point is then to unblock, which changes nothing else. Next time she takes back. *)
Definition ko4 : list color := [w; o; w; o].
Definition taken : list color := [o; b; w; o].
Example takes : no_suicide 4 ko4 [1] = Some (taken, [1], going 0).
Proof. computed. Qed.
Example unblocks : no_suicide 4 ko4 [1; 0] = Some (taken, [], going 0).
Proof. computed. Qed.
(* She can also name Black's stone. A stone that is not blocked cannot be named, nor one with two empty neighbors. *)
Example names_stone : no_suicide 4 ko4 [1; 1] = Some (taken, [], going 0) /\ no_suicide 4 ko4 [pass_; 2] = None /\
  no_suicide 4 ko4 [1; pass_; 3] = Some ([o; b; o; b], [3; 1], going 0) /\ no_suicide 4 ko4 [1; pass_; 3; 1] = None /\
  no_suicide 4 ko4 [1; pass_; 3; 3] = Some ([o; b; o; b], [1], going 0).
Proof. computed. Qed.
Example takes_back : no_suicide 4 ko4 [1; 0; pass_; 0] = Some (ko4, [0], going 0).
Proof. computed. Qed.
(* Black unblocks, but has made that move from this coloring before. In the next phase, she has not. *)
Example made_twice : no_suicide 4 ko4 [1; 0; pass_; 0; 1; pass_; 1] = None /\
  no_suicide 4 ko4 [1; 0; pass_; 0; 1; pass_; pass_; pass_] = Some (ko4, [], going 0).
Proof. computed. Qed.
(* Nothing is blocked when a phase begins, and passes end the second one. *)
Example phases : no_suicide 4 ko4 [1; pass_; pass_] = Some (taken, [], going 0) /\
  no_suicide 4 ko4 [1; pass_; pass_; 0] = Some (ko4, [0], going 0) /\
  no_suicide 4 ko4 [1; pass_; pass_; pass_; pass_] = Some (taken, [], passed false).
Proof. computed. Qed.
(* A blocked point that is empty after a move is blocked no more. *)
Example cleared_point : with_suicide 4 ko4 [1; pass_; 0] = Some ([o; o; w; o], [], going 0) /\
  with_suicide 4 ko4 [1; pass_; 0; pass_; 1] = Some ([o; b; w; o], [], going 0).
Proof. computed. Qed.
(* A move must leave another coloring. *)
Example idle_move : with_suicide 3 [o; w; o] [0] = None.
Proof. computed. Qed.
(* A player's second pass with the same coloring ends the phase: here the first one, then the second. *)
Example passes_again :
  with_suicide 3 [b; o; w] [pass_; 1; 0; 2; pass_; pass_; 1; 2; 0; pass_] = Some ([b; o; w], [], passed false).
Proof. computed. Qed.
(* What stands for the third time ends the game without a result. *)
Example third_in_phase : with_suicide 3 [b; o; w] (round ++ round) = Some ([b; o; w], [], decided void).
Proof. computed. Qed.
(* Territory after a move in the second phase. Black has a point, a prisoner and the move, less one for the point that became *)
(* black. A suicide is a move as well: then all points are White's, and she has two prisoners. *)
Example points_of_a_phase :
  points_of 4 suicide_forbidden_dec (proj2 (proj2 suicide_by_colors)) no_tax ko4 [pass_; pass_; 1] = Some (2, 1) /\
  points_of 4 suicide_allowed_dec (proj1 suicide_by_colors) no_tax [o; b; w; o] [pass_; pass_; 0] = Some (1, 5).
Proof. computed. Qed.
