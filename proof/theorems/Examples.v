(* Small games, computed: the definitions say what players of Go expect. *)
Require Import List.
Require Fin.
From Superko Require Import Rules Decide.
Import ListNotations.

(* A decision as a boolean. *)
Definition yes {A : Prop} (dec : {A} + {~ A}) : bool := if dec then true else false.

(* On the grid of one point, where every move is a suicide of a lone stone, no two of these five ko rules agree. *)
Section OnePoint.
Let one : point (rectangle 1 1) := (Fin.F1, Fin.F1).
Let allows {ko : @ko_rule (rectangle 1 1)} (kd : ko_decided ko) (h : history) : bool :=
  yes (legal_dec kd suicide_allowed_dec h (play one)).
Let answers (h : history) : list bool :=
  [allows positional_dec h; allows situational_dec h; allows new_zealand_dec h; allows natural_situational_dec h;
   allows no_ko_dec h].

Example first_turn : answers empty_beginning = [false; true; true; true; true].
Proof. vm_compute. reflexivity. Qed.
Example after_a_pass : answers (after empty_beginning pass) = [false; false; true; true; true].
Proof. vm_compute. reflexivity. Qed.
Example after_pass_and_move : answers (after (after empty_beginning pass) (play one)) = [false; false; false; true; true].
Proof. vm_compute. reflexivity. Qed.
Example after_one_move_each : answers (after (after (after empty_beginning pass) (play one)) (play one))
  = [false; false; false; false; true].
Proof. vm_compute. reflexivity. Qed.
End OnePoint.

(* A coloring is drawn as rows of letters. *)
Definition b : color := stone black.
Definition w : color := stone white.
Definition o : color := empty.
Definition drawn {m n : nat} (rows : list (list color)) : @coloring (rectangle m n) :=
  fun p => nth (place (fst p)) (nth (place (snd p)) rows []) empty.
Definition looks {m n : nat} (c : @coloring (rectangle m n)) (rows : list (list color)) : bool := yes (same_dec c (drawn rows)).

(* The two points of a row of two. *)
Definition left : point (rectangle 2 1) := (Fin.F1, Fin.F1).
Definition right : point (rectangle 2 1) := (Fin.FS Fin.F1, Fin.F1).

(* Ko, on a row of two points: Black takes a stone, and White asks to take back at once. *)
Section Ko.
Let h0 : @history (rectangle 2 1) := beginning (drawn [[o; w]]) black.
Let h1 := after h0 (play left).
Let allows {ko : @ko_rule (rectangle 2 1)} (kd : ko_decided ko) (h : history) (p : point (rectangle 2 1)) : bool :=
  yes (legal_dec kd suicide_forbidden_dec h (play p)).

Example black_takes : (allows positional_dec h0 left, looks (now h1) [[b; o]]) = (true, true).
Proof. vm_compute. reflexivity. Qed.
(* The beginning counts under the first three of these rules, not under the others. *)
Example white_takes_back :
  [allows positional_dec h1 right; allows situational_dec h1 right; allows simple_ko_dec h1 right;
   allows new_zealand_dec h1 right; allows natural_situational_dec h1 right; allows no_ko_dec h1 right]
  = [false; false; false; true; true; true].
Proof. vm_compute. reflexivity. Qed.
End Ko.

(* Suicide of two stones, on a row of two points: only `suicide forbidden` refuses it. *)
Section Suicide.
Let h : @history (rectangle 2 1) := beginning (drawn [[b; o]]) black.
Let allows {suicide : @suicide_rule (rectangle 2 1)} (sd : suicide_decided suicide) (h : history) : bool :=
  yes (legal_dec no_ko_dec sd h (play right)).

Example two_stones : [allows suicide_allowed_dec h; allows several_stones_dec h; allows suicide_forbidden_dec h]
  = [true; true; false].
Proof. vm_compute. reflexivity. Qed.
Example two_stones_gone : looks (now (after h (play right))) [[o; o]] = true.
Proof. vm_compute. reflexivity. Qed.
(* A capture comes first, so it is no suicide. *)
Example white_captures :
  let h := beginning (drawn [[b; o]]) white in
  (allows suicide_forbidden_dec h, looks (now (after h (play right))) [[o; w]]) = (true, true).
Proof. vm_compute. reflexivity. Qed.
End Suicide.

(* Scores: Black has two stones and two points, White two stones and one point, and one point is neutral. *)
Example scores :
  let c := @drawn 4 2 [
    [o; b; o; w];
    [o; b; w; o]] in
  (score black c, score white c, winner c) = (4, 3, Some black).
Proof. vm_compute. reflexivity. Qed.
Example tie : winner (g := rectangle 3 3) (fun _ => empty) = None.
Proof. vm_compute. reflexivity. Qed.

(* The beginning, and the number of neighbors that each point of the 3x3 grid has. *)
Example black_begins : next_player (empty_beginning (g := rectangle 1 1)) = black.
Proof. reflexivity. Qed.
Example neighbors :
  map (fun p => length (filter (adjacent p) (points (rectangle 3 3)))) (points (rectangle 3 3)) = [2; 3; 2; 3; 4; 3; 2; 3; 2].
Proof. vm_compute. reflexivity. Qed.
