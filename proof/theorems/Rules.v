(* The rules of Go as definitions, for any finite graph. The ids are those of rules.md. *)
Require Import List Arith Bool.
Require Fin.
From Superko Require Import Search.
Import ListNotations.

(* TT1 *) (* A grid: finitely many points, each listed once, and which of them are neighbors. *)
Record grid := {
  point : Type;
  points : list point;
  adjacent : point -> point -> bool;
  same_point : forall p q : point, {p = q} + {p <> q};
  every_point : forall p, In p points;
  points_once : NoDup points;
  adjacent_sym : forall p q, adjacent p q = adjacent q p }.
Arguments adjacent {g} p q : rename.
Arguments same_point {g} p q : rename.

(* TT1 *) (* The two players. *)
Inductive player := black | white.
Definition opponent (who : player) : player := match who with black => white | white => black end.

(* TT2 *) (* A point holds a stone of a player, or is empty. *)
Inductive color := stone (who : player) | empty.
Coercion stone : player >-> color.
Definition same_color (a b : color) : {a = b} + {a <> b}.
Proof. decide equality. decide equality. Defined.

Section Rules.
Context {g : grid}.
Notation point := (point g).

(* TT2 *) (* A coloring gives every point its color. Two colorings are the same when they agree everywhere. *)
Definition coloring := point -> color.
Definition same (c d : coloring) : Prop := forall p, c p = d p.

(* TT3 *) (* Point p reaches color k: k is next to it, or a neighbor of p's own color reaches k. *)
Inductive reaches (c : coloring) (k : color) : point -> Prop :=
| next_to : forall p q, c p <> k -> adjacent p q = true -> c q = k -> reaches c k p
| walk : forall p q, adjacent p q = true -> c q = c p -> reaches c k q -> reaches c k p.

(* Whether a point reaches a color can be found out. *)
Definition reaches_dec (c : coloring) (k : color) (p : point) : {reaches c k p} + {~ reaches c k p}.
Proof.
  pose (is_color := fun (a : color) (q : point) => if same_color (c q) a then true else false).
  pose (start := fun q => negb (is_color k q) && existsb (fun r => adjacent q r && is_color k r) (points g)).
  pose (step := fun q r => adjacent q r && is_color (c q) r).
  assert (is : forall a q, is_color a q = true <-> c q = a)
    by (intros a q; unfold is_color; destruct (same_color (c q) a); split; congruence).
  destruct (linked_dec _ (points g) same_point (every_point g) start step p) as [link|no_link]; [left|right].
  - induction link as [q first | q r next link IH].
    + apply andb_prop in first as [not_k near]. apply existsb_exists in near as (r & _ & near).
      apply andb_prop in near as [near is_k]. apply next_to with r; auto; [|now apply is].
      intro is_q. apply is in is_q. rewrite is_q in not_k. discriminate.
    + apply andb_prop in next as [near next]. apply walk with r; auto. now apply is.
  - intro reach. apply no_link. clear no_link.
    induction reach as [q r not_k near is_k | q r near next reach IH].
    + apply linked_start, andb_true_intro. split.
      * destruct (is_color k q) eqn:is_q; auto. apply is in is_q. contradiction.
      * apply existsb_exists. exists r. split; [apply every_point|]. apply andb_true_intro. split; auto. now apply is.
    + apply linked_step with r; auto. apply andb_true_intro. split; auto. now apply is.
Defined.

(* TT4 *) (* Clearing a color empties, all at once, every point of that color that does not reach empty. *)
Definition clear (who : player) (c : coloring) : coloring := fun p =>
  if same_color (c p) who then if reaches_dec c empty p then c p else empty else c p.

(* TT7 *) (* Point p is given the player's color. *)
Definition put (who : player) (p : point) (c : coloring) : coloring := fun q => if same_point q p then stone who else c q.

(* TT7 *) (* A move: the point is colored, then the opponent's color is cleared, then one's own. *)
Definition move (who : player) (p : point) (c : coloring) : coloring :=
  clear who (clear (opponent who) (put who p c)).

(* TT5 *) (* A turn, and the history of a game: a beginning with a player to take the first turn, then turns. *)
Inductive turn := pass | play (p : point).
Inductive history := beginning (c : coloring) (first : player) | after (h : history) (t : turn).

(* The number of turns of a history. *)
Fixpoint turns (h : history) : nat := match h with beginning _ _ => 0 | after h _ => S (turns h) end.

(* TT5 *) (* The grid is empty at first, and Black takes the first turn. *)
Definition empty_beginning : history := beginning (fun _ => empty) black.

(* TT5 *) (* The players alternate. *)
Fixpoint next_player (h : history) : player :=
  match h with beginning _ first => first | after h _ => opponent (next_player h) end.

(* TT6 *) (* The coloring that stands after a history. A pass leaves it as it is. *)
Fixpoint now (h : history) : coloring :=
  match h with
  | beginning c _ => c
  | after h pass => now h
  | after h (play p) => move (next_player h) p (now h)
  end.

(* TT6 *) (* History s is a stage of history h: h itself, or what h was some turns ago. *)
Inductive stage (s : history) : history -> Prop :=
| present : stage s s
| earlier : forall h t, stage s h -> stage s (after h t).

(* A ko rule says whether a move may leave coloring q after history h. *)
Definition ko_rule := history -> coloring -> Prop.

(* TT6 *) (* Positional superko: no stage had this coloring. *)
Definition positional : ko_rule := fun h q => forall s, stage s h -> ~ same (now s) q.

(* TT6/situational *) (* No stage had this coloring with the opponent to take the turn. *)
Definition situational : ko_rule := fun h q =>
  forall s, stage s h -> next_player s = opponent (next_player h) -> ~ same (now s) q.

(* TT6/natural-situational *) (* No earlier move of the same player left this coloring. *)
Definition natural_situational : ko_rule := fun h q =>
  forall s p, stage (after s (play p)) h -> next_player s = next_player h -> ~ same (now (after s (play p))) q.

(* TT6/new-zealand *) (* After no earlier turn of the same player did this coloring stand. *)
Definition new_zealand : ko_rule := fun h q =>
  forall s t, stage (after s t) h -> next_player s = next_player h -> ~ same (now (after s t)) q.

(* TT6/simple-ko *) (* The opponent's last turn did not find this coloring. *)
Definition simple_ko : ko_rule := fun h q => forall s t, h = after s t -> ~ same (now s) q.

(* TT6/none *) (* Any coloring may be left. *)
Definition no_ko : ko_rule := fun _ _ => True.

(* TT7 *) (* Point x is of the player's own color when her own color is cleared, and is emptied then. *)
Definition lost (who : player) (p : point) (c : coloring) (x : point) : Prop :=
  clear (opponent who) (put who p c) x = who /\ move who p c x = empty.

(* A suicide rule says whether a player may move at point p of coloring c. *)
Definition suicide_rule := player -> point -> coloring -> Prop.

(* TT7 *) (* Suicide is allowed. *)
Definition suicide_allowed : suicide_rule := fun _ _ _ => True.

(* TT7/several-stones *) (* The own color is not cleared of one point only. *)
Definition several_stones : suicide_rule := fun who p c => ~ exists x, forall y, lost who p c y <-> y = x.

(* TT7/forbidden *) (* The own color is cleared of no point. *)
Definition suicide_forbidden : suicide_rule := fun who p c => forall x, ~ lost who p c x.

(* TT6 *) (* TT7 *) (* A turn is a pass, or a move at an empty point that both rules allow. *)
Definition legal (ko : ko_rule) (suicide : suicide_rule) (h : history) (t : turn) : Prop :=
  match t with
  | pass => True
  | play p => now h p = empty /\ suicide (next_player h) p (now h) /\ ko h (now (after h t))
  end.

(* TT8 *) (* The second of two passes in a row ends the game. *)
Definition over (h : history) : Prop := exists s, h = after (after s pass) pass.

(* TT5 *) (* TT8 *) (* A game: a beginning, then legal turns, none of them after the end. *)
Inductive game (ko : ko_rule) (suicide : suicide_rule) : history -> Prop :=
| begins : forall c first, game ko suicide (beginning c first)
| goes_on : forall h t, game ko suicide h -> ~ over h -> legal ko suicide h t -> game ko suicide (after h t).

(* TT9 *) (* A point counts for a player: it has her color, or is empty and reaches her color and not the other. *)
Definition counts (who : player) (c : coloring) (p : point) : Prop :=
  c p = who \/ (c p = empty /\ reaches c who p /\ ~ reaches c (opponent who) p).
Definition counts_dec (who : player) (c : coloring) (p : point) : {counts who c p} + {~ counts who c p}.
Proof.
  unfold counts. destruct (same_color (c p) who); [tauto|]. destruct (same_color (c p) empty); [|tauto].
  destruct (reaches_dec c who p); [|tauto]. destruct (reaches_dec c (opponent who) p); tauto.
Defined.

(* TT9 *) (* The score of a player is the number of points that count for her. *)
Definition number {A : point -> Prop} (dec : forall p, {A p} + {~ A p}) : nat :=
  length (filter (fun p => if dec p then true else false) (points g)).
Definition score (who : player) (c : coloring) : nat := number (counts_dec who c).

(* TT10 *) (* The higher score wins. Equal scores are a tie, with no winner. *)
Definition winner (c : coloring) : option player :=
  match Nat.compare (score black c) (score white c) with Gt => Some black | Lt => Some white | Eq => None end.
End Rules.

(* The points of rectangles are pairs of a column and a row, counted from 0. This is the place in that count. *)
Definition place {n : nat} (i : Fin.t n) : nat := proj1_sig (Fin.to_nat i).
(* All numbers below n. *)
Fixpoint all_below (n : nat) : list (Fin.t n) := match n with 0 => [] | S m => Fin.F1 :: map Fin.FS (all_below m) end.
(* How far apart two numbers are: one of the two differences is 0. *)
Definition distance (a b : nat) : nat := (a - b) + (b - a).
(* TT1 *) (* A neighbor is one step away along a row or a column. *)
Definition one_step {w h : nat} (p q : Fin.t w * Fin.t h) : bool :=
  distance (place (fst p)) (place (fst q)) + distance (place (snd p)) (place (snd q)) =? 1.

Lemma all_below_every : forall n (i : Fin.t n), In i (all_below n).
Proof. induction i; simpl; auto. right. now apply in_map. Qed.

Lemma map_once : forall (A B : Type) (f : A -> B) l, (forall a b, f a = f b -> a = b) -> NoDup l -> NoDup (map f l).
Proof.
  intros A B f l injective once. induction once as [|a l out once IH]; simpl; constructor; auto.
  rewrite in_map_iff. intros (b & e & inside). apply injective in e. now subst.
Qed.

Lemma all_below_once : forall n, NoDup (all_below n).
Proof.
  induction n; simpl; constructor.
  - rewrite in_map_iff. intros (i & e & _). discriminate.
  - apply map_once; auto. intros a b. apply Fin.FS_inj.
Qed.

Lemma list_prod_once : forall (A B : Type) (l : list A) (m : list B), NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros A B l m once_l once_m. induction once_l as [|a l out once_l IH]; simpl; [constructor|].
  assert (once : NoDup (map (fun b => (a, b)) m)) by (apply map_once; auto; congruence).
  assert (apart : forall x, In x (map (fun b => (a, b)) m) -> ~ In x (list_prod l m)).
  { intros [a' b] inside. apply in_map_iff in inside as (b' & e & _). inversion e; subst.
    rewrite in_prod_iff. tauto. }
  induction once as [|x k out_x once IHk]; simpl; auto.
  constructor; [|apply IHk; intros; apply apart; now right].
  rewrite in_app_iff. intros [inside|inside]; auto. apply (apart x); simpl; auto.
Qed.

Lemma one_step_sym : forall w h (p q : Fin.t w * Fin.t h), one_step p q = one_step q p.
Proof.
  intros. unfold one_step, distance. f_equal. now rewrite (Nat.add_comm (_ - _)), (Nat.add_comm (place (snd p) - _)).
Qed.

Lemma pairs_every : forall w h (p : Fin.t w * Fin.t h), In p (list_prod (all_below w) (all_below h)).
Proof. intros w h [i j]. apply in_prod; apply all_below_every. Qed.

Definition same_pair {w h : nat} (p q : Fin.t w * Fin.t h) : {p = q} + {p <> q}.
Proof. decide equality; apply Fin.eq_dec. Defined.

(* TT1 *) (* The rectangle of w columns and h rows. *)
Definition rectangle (w h : nat) : grid := {|
  point := Fin.t w * Fin.t h;
  points := list_prod (all_below w) (all_below h);
  adjacent := one_step;
  same_point := same_pair;
  every_point := pairs_every w h;
  points_once := list_prod_once _ _ _ _ (all_below_once w) (all_below_once h);
  adjacent_sym := one_step_sym w h |}.
