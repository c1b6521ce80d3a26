(* The rules do not see which way the grid is turned, nor which player is called Black. *)
Require Import List Arith Bool Lia.
Require Fin.
From Superko Require Import Rules Facts.
Import ListNotations.

(* A symmetry moves the points, keeps who is a neighbor of whom, and may swap the players. *)
Record symmetry (g : grid) := {
  to : point g -> point g;
  back : point g -> point g;
  swap : player -> player;
  back_to : forall p, back (to p) = p;
  to_back : forall p, to (back p) = p;
  to_adjacent : forall p q, adjacent (to p) (to q) = adjacent p q;
  swap_twice : forall who, swap (swap who) = who }.
Arguments to {g}. Arguments back {g}. Arguments swap {g}. Arguments back_to {g}. Arguments to_back {g}.
Arguments to_adjacent {g}. Arguments swap_twice {g}.

Definition inverse {g : grid} (f : symmetry g) : symmetry g.
Proof.
  refine {| to := back f; back := to f; swap := swap f |}; try apply f.
  intros p q. now rewrite <- (to_adjacent f), !to_back.
Defined.

(* The image of a color, a coloring, a turn and a history. *)
Definition recolor {g : grid} (f : symmetry g) (k : color) : color :=
  match k with stone who => swap f who | empty => empty end.
Definition image {g : grid} (f : symmetry g) (c : @coloring g) : coloring := fun p => recolor f (c (back f p)).
Definition image_turn {g : grid} (f : symmetry g) (t : @turn g) : turn :=
  match t with pass => pass | play p => play (to f p) end.
Fixpoint image_history {g : grid} (f : symmetry g) (h : @history g) : history :=
  match h with
  | beginning c first => beginning (image f c) (swap f first)
  | after h t => after (image_history f h) (image_turn f t)
  end.

Section Same.
Context {g : grid}.
Implicit Types (c d : @coloring g).

(* The same colorings have the same continuation. *)
Lemma reaches_same : forall c d k p, same c d -> reaches c k p -> reaches d k p.
Proof.
  intros c d k p e reach. induction reach as [x y other near f|x y near f reach IH].
  - apply next_to with y; auto; now rewrite <- e.
  - apply walk with y; auto. now rewrite <- !e.
Qed.

Lemma same_sym : forall c d, same c d -> same d c.
Proof. intros c d e p. now symmetry. Qed.

Lemma clear_same : forall who c d, same c d -> same (clear who c) (clear who d).
Proof.
  intros who c d e p. unfold clear. rewrite <- (e p). destruct (same_color _ _); auto.
  destruct (reaches_dec c empty p) as [a|a], (reaches_dec d empty p) as [b|b]; auto; exfalso.
  - apply b. eapply reaches_same; eauto.
  - apply a. eapply reaches_same; eauto. now apply same_sym.
Qed.

Lemma put_same : forall who p c d, same c d -> same (put who p c) (put who p d).
Proof. intros who p c d e x. unfold put. now destruct (same_point x p). Qed.

Lemma move_same : forall who p c d, same c d -> same (move who p c) (move who p d).
Proof. intros. unfold move. now apply clear_same, clear_same, put_same. Qed.
End Same.

Section Symmetry.
Context {g : grid}.
Implicit Types (f : symmetry g) (c d : @coloring g) (h s : @history g) (who : player) (p q x y : point g).

Lemma swap_opponent : forall f who, swap f (opponent who) = opponent (swap f who).
Proof.
  intros f who. pose proof (swap_twice f black) as b. pose proof (swap_twice f white) as w.
  destruct who; simpl; destruct (swap f black) eqn:eb, (swap f white) eqn:ew; simpl; congruence.
Qed.

Lemma recolor_inverse : forall f k, recolor (inverse f) (recolor f k) = k.
Proof. intros f [who|]; simpl; auto. now rewrite swap_twice. Qed.

Lemma recolor_same : forall f a b, recolor f a = recolor f b <-> a = b.
Proof. intros. split; [|congruence]. intro e. now rewrite <- (recolor_inverse f a), e, recolor_inverse. Qed.

Lemma image_at : forall f c p, image f c (to f p) = recolor f (c p).
Proof. intros. unfold image. now rewrite back_to. Qed.

Lemma image_inverse : forall f c, same (image (inverse f) (image f c)) c.
Proof. intros f c p. unfold image. simpl. now rewrite back_to, recolor_inverse. Qed.

Lemma image_same : forall f c d, same (image f c) (image f d) <-> same c d.
Proof.
  split; intros e p.
  - specialize (e (to f p)). rewrite !image_at in e. now apply recolor_same in e.
  - unfold image. now rewrite e.
Qed.

Lemma reaches_to : forall f c k p, reaches c k p -> reaches (image f c) (recolor f k) (to f p).
Proof.
  intros f c k p reach. induction reach as [x y other near e|x y near e reach IH].
  - apply next_to with (to f y); rewrite ?image_at, ?to_adjacent; try congruence. now rewrite recolor_same.
  - apply walk with (to f y); rewrite ?image_at, ?to_adjacent; congruence.
Qed.

(* A point reaches a color exactly when its image reaches the image of the color. *)
Theorem reaches_image : forall f c k p, reaches (image f c) (recolor f k) (to f p) <-> reaches c k p.
Proof.
  intros. split; [|apply reaches_to]. intro reach. apply (reaches_to (inverse f)) in reach. rewrite recolor_inverse in reach.
  simpl in reach. rewrite back_to in reach. eapply reaches_same; [apply image_inverse|exact reach].
Qed.

Lemma clear_image : forall f who c, same (clear (swap f who) (image f c)) (image f (clear who c)).
Proof.
  intros f who c p. rewrite <- (to_back f p). generalize (back f p). clear p. intro p. rewrite image_at.
  unfold clear. rewrite image_at. change (stone (swap f who)) with (recolor f who).
  destruct (same_color (c p) who) as [e|n], (same_color (recolor f (c p)) (recolor f who)) as [e'|n']; auto;
    try (apply recolor_same in e'); try contradiction; try (exfalso; apply n'; congruence).
  pose proof (reaches_image f c empty p). simpl recolor in *.
  destruct (reaches_dec c empty p), (reaches_dec (image f c) empty (to f p)); tauto.
Qed.

Lemma put_image : forall f who p c, same (put (swap f who) (to f p) (image f c)) (image f (put who p c)).
Proof.
  intros f who p c x. rewrite <- (to_back f x). generalize (back f x). clear x. intro x. rewrite image_at.
  unfold put. rewrite image_at. destruct (same_point x p) as [e|n], (same_point (to f x) (to f p)) as [e'|n']; auto; exfalso.
  - apply n'. congruence.
  - apply n. now rewrite <- (back_to f x), e', back_to.
Qed.

Lemma same_then : forall c d e : @coloring g, same c d -> same d e -> same c e.
Proof. intros c d e a b p. now rewrite a. Qed.

Lemma cleared_image : forall f who p c, same (clear (opponent (swap f who)) (put (swap f who) (to f p) (image f c)))
  (image f (clear (opponent who) (put who p c))).
Proof.
  intros. rewrite <- swap_opponent. eapply same_then; [apply clear_same, put_image|apply clear_image].
Qed.

(* The image of a move is the move at the image of the point. *)
Theorem move_image : forall f who p c, same (move (swap f who) (to f p) (image f c)) (image f (move who p c)).
Proof. intros. unfold move. eapply same_then; [apply clear_same, cleared_image|apply clear_image]. Qed.

Lemma next_player_image : forall f h, next_player (image_history f h) = swap f (next_player h).
Proof. induction h; simpl; auto. rewrite IHh. now rewrite swap_opponent. Qed.

Lemma now_image : forall f h, same (now (image_history f h)) (image f (now h)).
Proof.
  induction h as [c first|h IH [|p]]; simpl; auto; [now intro|].
  rewrite next_player_image. eapply same_then; [apply move_same, IH|apply move_image].
Qed.

Lemma stage_image : forall f h s', stage s' (image_history f h) -> exists s, s' = image_history f s /\ stage s h.
Proof.
  intros f h. induction h as [c first|h IH t]; intros s' before; inversion before; subst.
  - eexists. split; [|constructor]. reflexivity.
  - eexists. split; [|constructor]. reflexivity.
  - destruct (IH s') as (s & -> & old); auto. exists s. split; auto. now constructor.
Qed.

(* A ko rule, or a suicide rule, is blind when it allows in the image what it allows. *)
Definition blind_ko (ko : ko_rule) : Prop :=
  forall f h c c', ko h c -> same c' (image f c) -> ko (image_history f h) c'.
Definition blind_suicide (suicide : suicide_rule) : Prop :=
  forall f who p c c', suicide who p c -> same c' (image f c) -> suicide (swap f who) (to f p) c'.

Lemma now_differs : forall f s c c', same c' (image f c) -> same (now (image_history f s)) c' -> same (now s) c.
Proof.
  intros f s c c' e e'. apply (image_same f). eapply same_then; [apply same_sym, now_image|].
  eapply same_then; [apply e'|apply e].
Qed.

Lemma swap_same : forall f a b, swap f a = swap f b -> a = b.
Proof. intros f a b e. now rewrite <- (swap_twice f a), e, swap_twice. Qed.

Lemma after_image : forall f s' t' s, after s' t' = image_history f s ->
  exists r t, s = after r t /\ s' = image_history f r /\ t' = image_turn f t.
Proof. intros f s' t' [|r t] e; simpl in e; inversion e; subst. now exists r, t. Qed.

(* All six ko rules are blind. *)
Theorem ko_rules_blind : blind_ko positional /\ blind_ko situational /\ blind_ko natural_situational /\
  blind_ko new_zealand /\ blind_ko simple_ko /\ blind_ko no_ko.
Proof.
  repeat split.
  - intros f h c c' ok e s' before e'. apply stage_image in before as (s & -> & before).
    apply (ok s before). eapply now_differs; eauto.
  - intros f h c c' ok e s' before mover e'. apply stage_image in before as (s & -> & before).
    rewrite !next_player_image, <- swap_opponent in mover. apply swap_same in mover.
    apply (ok s before mover). eapply now_differs; eauto.
  - intros f h c c' ok e s' p' before mover e'. apply stage_image in before as (s & f' & before).
    apply after_image in f' as (r & [|p] & -> & -> & et); [discriminate|].
    rewrite !next_player_image in mover. apply swap_same in mover.
    apply (ok r p before mover). eapply (now_differs f (after r (play p))); eauto.
    simpl image_history. simpl in et. now rewrite <- et.
  - intros f h c c' ok e s' t' before mover e'. apply stage_image in before as (s & f' & before).
    apply after_image in f' as (r & t & -> & -> & ->).
    rewrite !next_player_image in mover. apply swap_same in mover.
    apply (ok r t before mover). now apply (now_differs f (after r t)) in e.
  - intros f h c c' ok e s' t' f' e'. symmetry in f'. apply after_image in f' as (r & t & -> & -> & ->).
    apply (ok r t eq_refl). eapply now_differs; eauto.
Qed.

Lemma lost_image : forall f who p c c' x, same c' (image f c) ->
  (lost (swap f who) (to f p) c' (to f x) <-> lost who p c x).
Proof.
  intros f who p c c' x e. unfold lost. pose proof (move_same (swap f who) (to f p) _ _ e (to f x)) as a.
  rewrite (move_image f who p c (to f x)), image_at in a. rewrite a.
  pose proof (clear_same (opponent (swap f who)) _ _ (put_same (swap f who) (to f p) _ _ e) (to f x)) as b.
  rewrite (cleared_image f who p c (to f x)), image_at in b. rewrite b.
  change (stone (swap f who)) with (recolor f who). rewrite recolor_same.
  rewrite <- (recolor_same f (move who p c x) empty). reflexivity.
Qed.

(* All three suicide rules are blind. *)
Theorem suicide_rules_blind : blind_suicide suicide_allowed /\ blind_suicide several_stones /\ blind_suicide suicide_forbidden.
Proof.
  repeat split.
  - intros f who p c c' ok e [x' only]. apply ok. exists (back f x'). intro y.
    rewrite <- (lost_image f who p c c' y e), (only (to f y)).
    split; intro e'; subst; [now rewrite back_to|now rewrite to_back].
  - intros f who p c c' ok e x' gone. apply (ok (back f x')). apply (lost_image f who p c c' _ e). now rewrite to_back.
Qed.

(* The image of a legal turn is legal in the image of the history. *)
Theorem legal_image : forall ko suicide f h t, blind_ko ko -> blind_suicide suicide ->
  legal ko suicide h t -> legal ko suicide (image_history f h) (image_turn f t).
Proof.
  intros ko suicide f h [|p] bk bs; [simpl; auto|]. intros (e & a & b). split; [|split].
  - rewrite (now_image f h (to f p)), image_at, e. reflexivity.
  - rewrite next_player_image. eapply bs; eauto. apply now_image.
  - apply (bk f) with (now (after h (play p))); auto. apply (now_image f (after h (play p))).
Qed.

(* The image of a game is a game. *)
Theorem game_image : forall ko suicide f h, blind_ko ko -> blind_suicide suicide ->
  game ko suicide h -> game ko suicide (image_history f h).
Proof.
  intros ko suicide f h bk bs played. induction played as [c first|h t played IH going ok]; simpl; constructor; auto.
  - intros (s & e). apply going. symmetry in e. apply after_image in e as (r & [|] & -> & e & et); try discriminate.
    symmetry in e.
    destruct r as [|r [|]]; simpl in e; try discriminate. now exists r.
  - now apply legal_image.
Qed.

Lemma counts_image : forall f who c p, counts (swap f who) (image f c) (to f p) <-> counts who c p.
Proof.
  intros. unfold counts. rewrite image_at, <- swap_opponent.
  rewrite (reaches_image f c who p), (reaches_image f c (opponent who) p).
  rewrite (recolor_same f (c p) who), (recolor_same f (c p) empty). reflexivity.
Qed.

Lemma score_at_least : forall f who c, score who c <= score (swap f who) (image f c).
Proof.
  intros. unfold score, number. rewrite <- (map_length (to f)). apply NoDup_incl_length.
  - apply map_once; [intros a b e; now rewrite <- (back_to f a), e, back_to|]. apply NoDup_filter, points_once.
  - intros q inside. apply in_map_iff in inside as (p & <- & inside). apply filter_In in inside as [_ inside].
    apply filter_In. split; [apply every_point|].
    destruct (counts_dec who c p) as [yes|]; [|discriminate]. destruct (counts_dec _ _ _) as [|no]; auto.
    exfalso. apply no. now apply counts_image.
Qed.

Lemma score_same : forall who c d, same c d -> score who c = score who d.
Proof.
  intros who c d e. unfold score, number. f_equal. apply filter_ext. intro p.
  assert (counts who c p <-> counts who d p) as i.
  { assert (both : forall k, reaches c k p <-> reaches d k p) by (split; apply reaches_same; auto; now apply same_sym).
    unfold counts. now rewrite (e p), !both. }
  destruct (counts_dec who c p), (counts_dec who d p); tauto.
Qed.

(* The image of a player has the same score in the image of the coloring. *)
Theorem score_image : forall f who c, score (swap f who) (image f c) = score who c.
Proof.
  intros. apply Nat.le_antisymm; [|apply score_at_least].
  rewrite (score_at_least (inverse f)). simpl. rewrite swap_twice.
  now rewrite (score_same who _ _ (image_inverse f c)).
Qed.
End Symmetry.

(* To swap the players' colors is a symmetry of every grid. *)
Definition swap_colors (g : grid) : symmetry g.
Proof. refine {| to := fun p => p; back := fun p => p; swap := opponent |}; auto. apply opponent_twice. Defined.

(* To swap columns and rows is a symmetry of every square. *)
Definition transpose (n : nat) : symmetry (rectangle n n).
Proof.
  refine {| to := fun p : point (rectangle n n) => (snd p, fst p); back := fun p => (snd p, fst p); swap := fun who => who |};
    simpl; auto; try (intros [i j]; reflexivity).
  intros [i j] [k l]. unfold one_step. simpl. now rewrite Nat.add_comm.
Defined.

(* The place counted from the other end. *)
Lemma other_end_below : forall n (i : Fin.t n), n - 1 - place i < n.
Proof. intros n i. unfold place. destruct (Fin.to_nat i) as [a below]. simpl. lia. Qed.
Definition other_end {n : nat} (i : Fin.t n) : Fin.t n := Fin.of_nat_lt (other_end_below n i).

Lemma place_other_end : forall n (i : Fin.t n), place (other_end i) = n - 1 - place i.
Proof. intros. unfold place at 1, other_end. now rewrite Fin.to_nat_of_nat. Qed.

Lemma place_below : forall n (i : Fin.t n), place i < n.
Proof. intros. unfold place. now destruct (Fin.to_nat i). Qed.

Lemma other_end_twice : forall n (i : Fin.t n), other_end (other_end i) = i.
Proof.
  intros. apply Fin.to_nat_inj. fold (place (other_end (other_end i))) (place i).
  rewrite !place_other_end. pose proof (place_below n i). lia.
Qed.

(* To count the columns from the other side is a symmetry of every rectangle. *)
Definition mirror (w h : nat) : symmetry (rectangle w h).
Proof.
  refine {| to := fun p : point (rectangle w h) => (other_end (fst p), snd p);
    back := fun p => (other_end (fst p), snd p); swap := fun who => who |}; simpl; auto;
    try (intros [i j]; simpl; now rewrite other_end_twice).
  intros [i j] [k l]. unfold one_step. simpl. rewrite !place_other_end. f_equal. f_equal. unfold distance.
  pose proof (place_below w i). pose proof (place_below w k). lia.
Defined.

(* A game on a rectangle stays a game in a mirror, and with the colors swapped; on a square, with columns and rows swapped. *)
Theorem mirrored_game : forall w h x, game (g := rectangle w h) positional suicide_allowed x ->
  game positional suicide_allowed (image_history (mirror w h) x).
Proof. intros w h x. apply game_image; [apply ko_rules_blind|apply suicide_rules_blind]. Qed.
Theorem swapped_game : forall g x, game (g := g) positional suicide_allowed x ->
  game positional suicide_allowed (image_history (swap_colors g) x).
Proof. intros g x. apply game_image; [apply ko_rules_blind|apply suicide_rules_blind]. Qed.
Theorem transposed_game : forall n x, game (g := rectangle n n) positional suicide_allowed x ->
  game positional suicide_allowed (image_history (transpose n) x).
Proof. intros n x. apply game_image; [apply ko_rules_blind|apply suicide_rules_blind]. Qed.
