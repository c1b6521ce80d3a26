(* What follows from the sentences of Variants.v. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Ends Variants.
Import ListNotations.

Section VariantFacts.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Notation history := (@history g).
Notation rules := (@rules g).
Implicit Types (c d : coloring) (h : history) (s : @standing g) (who : player) (p x y : point) (r : rules).

(* The rules of Rules.v. *)

Lemma row_over : forall h, 2 <= row 0 h <-> over h.
Proof.
  intro h. split.
  - destruct h as [|[|s [|]] [|]]; simpl; try lia. now exists s.
  - intros [s ->]. simpl. lia.
Qed.

Definition agrees (ko : ko_rule) (suicide : suicide_rule) h s : Prop :=
  match s with
  | going since => since = 0 /\ game ko suicide h /\ ~ over h
  | passed may_agree => may_agree = false /\ game ko suicide h /\ over h
  | _ => False
  end.

(* Under the plain rules, a game goes on exactly when it is a game of Rules.v that is not over, and passes have ended it exactly
   when it is one that is over. Nothing else comes of it. *)
Theorem plain_course : forall ko suicide h s, course (plain ko suicide) h s <-> agrees ko suicide h s.
Proof.
  intros ko suicide h s. split.
  - induction 1 as [c first|h since p t q run IH ok k _|h since p t q o run IH ok _ e|h since p t q run IH ok _ []
      |h since run IH on|h since run IH off|h since t o run IH _ e|h s dead run IH [->| ->] _|h run []];
      simpl in *; try discriminate; try tauto; try (now destruct IH).
    + split; auto. split; [constructor|intros [s e]; discriminate].
    + destruct IH as (-> & played & on). destruct ok as (_ & a & b & _). split; auto.
      split; [|intros [s e]; discriminate]. constructor; auto. exact (conj a (conj b k)).
    + destruct IH as (-> & played & on'). split; auto. split; [constructor; simpl; auto|].
      intro e. apply on. split; [now apply row_over|exact I].
    + destruct IH as (-> & played & on'). split; auto. split; [constructor; simpl; auto|]. now apply row_over, off.
  - assert (up_to : forall h, game ko suicide h -> ~ over h -> course (plain ko suicide) h (going 0)).
    { induction 1 as [c first|h' [|p] played IH on ok]; intro on'; [constructor| |].
      - apply pass_goes_on; auto. intros [enough _]. now apply on', row_over.
      - destruct ok as (a & b & k). apply move_goes_on; simpl; auto. repeat split; auto. }
    destruct s as [since| |may_agree|dead|o]; simpl; try tauto.
    + intros (-> & played & on). auto.
    + intros (-> & played & [s ->]). inversion played; subst.
      apply (pass_ends (plain ko suicide)) with (since := 0); auto. split; [apply row_over; now exists s|exact I].
Qed.

(* The end by a turn. *)

(* The rules with other sentences on what ends a game by a turn. *)
Definition deciding (a : repeat_rule) (i : illegal_rule) (k : cycle_rule) r : rules := {|
  on_ko := on_ko r; on_suicide := on_suicide r; on_repeat := a; on_supply := on_supply r; on_passes := on_passes r;
  on_last := on_last r; on_agreement := on_agreement r; on_illegal := i; on_cycle := k; on_cost := on_cost r;
  on_score := on_score r |}.

Definition undecided s : Prop := forall o, s <> decided o.

(* Games agree up to a turn that decides one of them, if what is a cycle for the one is one for the other. *)
Theorem same_until_decided : forall r (a a' : repeat_rule) (i i' : illegal_rule) (k k' : cycle_rule) h s,
  (forall h q, on_ko r h q -> k' h q -> k h q) -> undecided s ->
  course (deciding a i k r) h s -> course (deciding a' i' k' r) h s.
Proof.
  intros r a a' i i' k k' h s fewer un run. revert un.
  induction run as [c first|h since p t q run IH ok kept free|h since p t q o run IH ok _ e|h since p t q run IH ok _ cyc
    |h since run IH on|h since run IH off|h since t o run IH _ e|h s dead run IH now' colored|h run IH]; intro un.
  - constructor.
  - apply move_goes_on; [apply IH; discriminate| |exact kept|intro c; apply free; eapply fewer; eauto].
    destruct ok as (a1 & a2 & a3 & _). simpl in *. auto.
  - now destruct (un o).
  - now destruct (un void).
  - apply pass_goes_on; [apply IH; discriminate|exact on].
  - apply (pass_ends (deciding a' i' k' r)); [apply IH; discriminate|exact off].
  - now destruct (un o).
  - apply agree with s; [apply IH; destruct now' as [->| ->]; discriminate|exact now'|exact colored].
  - apply disagree. apply IH. discriminate.
Qed.

(* Under repeat_loses and repeat_ties, a game goes on exactly where it does when such moves are no turns. *)
Theorem repeats_same : forall r a h s, undecided s ->
  (course (deciding a (on_illegal r) (on_cycle r) r) h s <-> course (deciding nothing (on_illegal r) (on_cycle r) r) h s).
Proof. split; apply same_until_decided; auto. Qed.

(* Under illegal_loses, a game goes on exactly where it does when nothing comes of an illegal move. *)
Theorem illegal_same : forall r i h s, undecided s ->
  (course (deciding (on_repeat r) i (on_cycle r) r) h s <-> course (deciding (on_repeat r) nothing (on_cycle r) r) h s).
Proof. split; apply same_until_decided; auto. Qed.

(* Under no_result, a game that goes on also goes on without that sentence. *)
Theorem no_result_within : forall r h s, undecided s ->
  course (deciding (on_repeat r) (on_illegal r) no_result r) h s ->
  course (deciding (on_repeat r) (on_illegal r) cycle_goes_on r) h s.
Proof. intros r h s un. apply same_until_decided; auto. intros ? ? _ []. Qed.

(* Under situational superko or narrower rules, no_result changes nothing. *)
Theorem no_result_idle : forall r h s, ko_within (on_ko r) situational -> undecided s ->
  (course (deciding (on_repeat r) (on_illegal r) no_result r) h s <->
   course (deciding (on_repeat r) (on_illegal r) cycle_goes_on r) h s).
Proof.
  intros r h s within un. split; apply same_until_decided; auto; [intros ? ? _ []|].
  intros h' q ok (s' & before & mover & e). now destruct (within h' q ok s' before mover).
Qed.

(* The end by passes. *)

(* The rules with another number of passes, the last of them by other players. *)
Definition ending (n : passes_rule) (l : last_rule) r : rules := {|
  on_ko := on_ko r; on_suicide := on_suicide r; on_repeat := on_repeat r; on_supply := on_supply r; on_passes := n;
  on_last := l; on_agreement := on_agreement r; on_illegal := on_illegal r; on_cycle := on_cycle r; on_cost := on_cost r;
  on_score := on_score r |}.

(* A game that has gone on without a stop also goes on where more passes are needed, or fewer players may pass last. *)
Theorem more_passes : forall r (n n' : passes_rule) (l l' : last_rule) h,
  (forall since h, n' since h -> n since h) -> (forall who, l' who -> l who) ->
  (forall since, on_agreement r since <> going 0) ->
  course (ending n l r) h (going 0) -> course (ending n' l' r) h (going 0).
Proof.
  intros r n n' l l' h more fewer real run. remember (going 0) as s eqn:e.
  induction run as [c first|h since p t q run IH ok kept free|?|?|h since run IH on|h since run IH off|?|?|h run IH];
    try discriminate.
  - constructor.
  - inversion e; subst. apply move_goes_on; auto.
  - inversion e; subst. apply pass_goes_on; auto. intros [enough last]. apply on. split; simpl in *; auto.
  - now destruct (real since).
  - exfalso. inversion e as [e0]. clear IH e. remember stopped as s eqn:e.
    destruct run; try discriminate; simpl in e0; lia.
Qed.
Theorem two_within_three : forall r h, (forall since, on_agreement r since <> going 0) ->
  course (ending (in_a_row 2) (on_last r) r) h (going 0) -> course (ending three_passes (on_last r) r) h (going 0).
Proof. intros r h. apply more_passes; auto. unfold three_passes, in_a_row. lia. Qed.
Theorem three_within_four : forall r h, (forall since, on_agreement r since <> going 0) ->
  course (ending three_passes (on_last r) r) h (going 0) -> course (ending four_passes (on_last r) r) h (going 0).
Proof. intros r h. apply more_passes; auto. unfold three_passes, four_passes, in_a_row. lia. Qed.
Theorem anybody_within_white_last : forall r h, (forall since, on_agreement r since <> going 0) ->
  course (ending (on_passes r) anybody r) h (going 0) -> course (ending (on_passes r) white_last r) h (going 0).
Proof. intros r h. apply more_passes; auto. now intros. Qed.

(* Counts. *)

Lemma number_le : forall (A B : point -> Prop) (a : forall p, {A p} + {~ A p}) (b : forall p, {B p} + {~ B p}),
  (forall p, A p -> B p) -> number a <= number b.
Proof.
  intros A B a b within. unfold number. induction (points g) as [|p l IH]; simpl; auto.
  destruct (a p) as [y|n], (b p) as [y'|n']; simpl; try lia. now destruct (n' (within p y)).
Qed.

Lemma number_same : forall (A B : point -> Prop) (a : forall p, {A p} + {~ A p}) (b : forall p, {B p} + {~ B p}),
  (forall p, A p <-> B p) -> number a = number b.
Proof. intros A B a b i. apply Nat.le_antisymm; apply number_le; intro p; apply i. Qed.

Lemma number_sum : forall (A B C : point -> Prop) (a : forall p, {A p} + {~ A p}) (b : forall p, {B p} + {~ B p})
  (c : forall p, {C p} + {~ C p}), (forall p, A p <-> B p \/ C p) -> (forall p, ~ (B p /\ C p)) ->
  number a = number b + number c.
Proof.
  intros A B C a b c i apart. unfold number. induction (points g) as [|p l IH]; simpl; auto. specialize (i p).
  specialize (apart p).
  destruct (a p), (b p), (c p); simpl; try lia; tauto.
Qed.

Lemma number_one : forall p, number (fun x => same_point x p) = 1.
Proof.
  intro p. unfold number. generalize (points_once g), (every_point g p). induction (points g) as [|q l IH]; simpl; [tauto|].
  intros once inside. inversion once; subst. destruct (same_point q p) as [->|n].
  - simpl. f_equal. clear IH inside once. induction l as [|x l IH]; simpl; auto. inversion H2; subst.
    destruct (same_point x p) as [->|]; [now destruct H1; left|]. apply IH; auto. intro. apply H1. now right.
  - apply IH; auto. destruct inside; congruence.
Qed.

Lemma move_or_empty : forall who p c x, move who p c x = put who p c x \/ move who p c x = empty.
Proof.
  intros. unfold move. assert (one : forall k d, clear k d x = d x \/ clear k d x = empty).
  { intros k d. unfold clear. destruct (same_color _ _); auto. destruct (reaches_dec _ _ _); auto. }
  destruct (one who (clear (opponent who) (put who p c))) as [->|]; auto.
Qed.

Lemma put_stones : forall who m p c, c p = empty ->
  stones who (put m p c) = stones who c + if same_color m who then 1 else 0.
Proof.
  intros who m p c e. unfold stones. destruct (same_color m who) as [f|n].
  - rewrite <- (number_one p). apply number_sum; intro x; unfold put; destruct (same_point x p) as [->|]; intuition congruence.
  - rewrite Nat.add_0_r. apply number_same. intro x. unfold put. destruct (same_point x p) as [->|]; intuition congruence.
Qed.

(* What a player has used is on the grid or has been cleared. *)
Theorem stones_used : forall r h s who, course r h s -> stones who (now h) + cleared who h = used who h.
Proof.
  assert (one : forall h p who, now h p = empty -> stones who (now h) + cleared who h = used who h ->
    stones who (now (after h (play p))) + cleared who (after h (play p)) = used who (after h (play p))).
  { intros h p who e IH. cbn [now cleared used]. rewrite <- IH.
    pose proof (put_stones who (next_player h) p (now h) e) as placed.
    assert (split : stones who (put (next_player h) p (now h)) = stones who (move (next_player h) p (now h)) +
      number (gone_dec who (put (next_player h) p (now h)) (move (next_player h) p (now h)))); [|lia].
    apply number_sum; intro x; destruct (move_or_empty (next_player h) p (now h) x) as [f|f]; rewrite f; intuition congruence. }
  induction 1 as [c first|h since p t q run IH ok kept free|h since p t q o run IH ok _ e|h since p t q run IH ok _ cyc
    |h since run IH on|h since run IH off|h since t o run IH _ e|h s dead run IH now' colored|h run IH]; auto.
  all: try (apply one; auto; apply ok). all: simpl; lia.
Qed.

Lemma score_parts : forall who c, score who c = stones who c + number (surrounded_dec who c).
Proof.
  intros. apply number_sum; intro x; unfold counts, surrounded; [tauto|]. intros [e [f _]]. congruence.
Qed.

Lemma area_parts : forall r h s dead cost who, course r h s ->
  area cost dead who h + number (gone_dec who (now h) (without dead (now h))) + cleared who h =
  number (surrounded_dec who (without dead (now h))) + used who h.
Proof.
  intros r h s dead cost who run. unfold area. rewrite score_parts, <- (stones_used r h s who run).
  assert (split : stones who (now h) =
    stones who (without dead (now h)) + number (gone_dec who (now h) (without dead (now h))));
    [|lia]. apply number_sum; intro x; unfold without; destruct (dead x), (now h x) as [[]|]; intuition congruence.
Qed.

(* Area and territory differ by the moves of each player, the stones of the beginning, and what passes cost. *)
Theorem area_and_territory : forall r h s dead cost, course r h s ->
  area cost dead black h + territory cost dead white h + used white h + cost black h =
  area cost dead white h + territory cost dead black h + used black h + cost white h.
Proof.
  intros r h s dead cost run. unfold territory. pose proof (area_parts r h s dead cost black run).
  pose proof (area_parts r h s dead cost white run). simpl opponent. lia.
Qed.

(* With pass_stones, and the same number of stones at the beginning and turns for each player, area and territory differ by the
   same for both players, so the outcome is the same. *)
Theorem equal_turns_equal_differences : forall r h s dead cost, course r h s ->
  used black h + passes black h = used white h + passes white h ->
  area cost dead black h + territory pass_stones dead white h = area cost dead white h + territory pass_stones dead black h.
Proof.
  intros r h s dead cost run even. pose proof (area_and_territory r h s dead pass_stones run) as e.
  unfold area in *. unfold pass_stones in e at 2 4. simpl opponent in e. lia.
Qed.

Lemma turns_even : forall h, stage empty_beginning h ->
  used black h + passes black h = used white h + passes white h + if same_color (next_player h) white then 1 else 0.
Proof.
  induction 1 as [|h t before IH].
  - simpl. rewrite !Nat.add_0_r. apply number_same. intuition discriminate.
  - destruct t as [|p]; cbn [used passes next_player]; destruct (next_player h); simpl opponent in *;
      repeat (destruct (same_color _ _); try discriminate; try congruence); simpl in *; lia.
Qed.

(* If White's pass is the last turn of a game from the empty grid, then area and territory with pass_stones have the same
   outcome. *)
Theorem white_last_same_outcome : forall r r' h since dead, stage empty_beginning h -> course r (after h pass) since ->
  next_player h = white -> on_score r = area -> on_score r' = territory -> on_cost r' = pass_stones ->
  by_score r dead (after h pass) = by_score r' dead (after h pass).
Proof.
  intros r r' h since dead before run mover ea et ec. unfold by_score. rewrite ea, et, ec.
  assert (even := turns_even (after h pass) (earlier _ _ _ before)).
  replace (next_player (after h pass)) with black in even by (simpl; now rewrite mover).
  destruct (same_color black white) as [e|_]; [discriminate|]. rewrite Nat.add_0_r in even.
  pose proof (equal_turns_equal_differences r _ _ dead (on_cost r) run even) as e.
  destruct (Nat.compare_spec (area (on_cost r) dead black (after h pass)) (area (on_cost r) dead white (after h pass)));
    destruct (Nat.compare_spec (territory pass_stones dead black (after h pass))
      (territory pass_stones dead white (after h pass)));
    auto; lia.
Qed.

(* Some scores are at most others. *)
Theorem short_at_most_territory : forall cost dead who h, short_territory cost dead who h <= territory cost dead who h.
Proof.
  intros. unfold short_territory, territory. apply Nat.add_le_mono_l, number_le. intros p [e [f _]]. now split.
Qed.
Theorem stones_at_most_area : forall cost dead who h, stones_count cost dead who h <= area cost dead who h.
Proof. intros. unfold stones_count, area. rewrite score_parts. lia. Qed.

(* Under supply, a game from an empty grid has at most as many moves as the grid has points, whatever the ko rule. *)
Theorem supply_few_moves : forall r h s, on_supply r = supply (g := g) -> course r h s ->
  (forall x, first_coloring h x = empty) -> moves h <= length (points g).
Proof.
  intros r h s limited run none. pose (half_of := half (g := g)).
  assert (halves : half_of black + half_of white = length (points g)).
  { unfold half_of, half. clear. induction (length (points g)) as [|n IH]; auto.
    change (S (Nat.div2 n) + Nat.div2 (S n) = S n). lia. }
  pose (few h := used black h + used white h = moves h /\ used black h <= half_of black /\ used white h <= half_of white).
  enough (facts : few h) by (unfold few in facts; lia).
  assert (zero : forall c who, (forall x, c x = empty) -> stones who c = 0).
  { clear halves. intros c who e. unfold stones, number. induction (points g) as [|p l IH]; simpl; auto.
    destruct (same_color (c p) who) as [f|]; auto. rewrite e in f. discriminate. }
  assert (step : forall h p, few h -> allowed r h (play p) -> few (after h (play p))).
  { intros h0 p IH (left & _). rewrite limited in left. unfold supply in left. fold half_of in left. unfold few in *.
    cbn [used moves].
    destruct (next_player h0); repeat (destruct (same_color _ _); try discriminate; try congruence); lia. }
  clear halves. induction run; simpl in none; auto; try (eapply step; eauto; fail).
  unfold few. simpl. rewrite !zero; auto. lia.
Qed.
End VariantFacts.
