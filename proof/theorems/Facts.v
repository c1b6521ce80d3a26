(* What follows from the rules, on any finite graph. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules.
Import ListNotations.

Section Facts.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Notation history := (@history g).
Implicit Types (c d : coloring) (h s : history) (who : player) (p q x y : point).

(* Small steps. *)

Lemma opponent_twice : forall who, opponent (opponent who) = who.
Proof. now destruct who. Qed.

Lemma stone_own : forall who, stone who <> stone (opponent who).
Proof. destruct who; discriminate. Qed.

Lemma reaches_other : forall c k x, reaches c k x -> c x <> k.
Proof. induction 1; congruence. Qed.

Lemma clear_stays : forall who c x, reaches c empty x -> clear who c x = c x.
Proof. intros. unfold clear. destruct (same_color _ _); auto. destruct (reaches_dec _ _ _); tauto. Qed.

Lemma clear_other : forall who c x, c x <> who -> clear who c x = c x.
Proof. intros. unfold clear. destruct (same_color _ _); tauto. Qed.

Lemma clear_goes : forall who c x, c x = who -> ~ reaches c empty x -> clear who c x = empty.
Proof. intros. unfold clear. destruct (same_color _ _); try tauto. destruct (reaches_dec _ _ _); tauto. Qed.

Lemma clear_empty : forall who c x, c x = empty -> clear who c x = empty.
Proof. intros who c x e. rewrite <- e. apply clear_other. rewrite e. discriminate. Qed.

Lemma put_here : forall who p c, put who p c p = who.
Proof. intros. unfold put. destruct (same_point p p); tauto. Qed.

Lemma put_elsewhere : forall who p c x, x <> p -> put who p c x = c x.
Proof. intros. unfold put. destruct (same_point x p); tauto. Qed.

(* Clearing takes the way to empty from no point. *)
Theorem clear_takes_no_way : forall who c x, reaches c empty x -> reaches (clear who c) empty x.
Proof.
  induction 1 as [x y other near e | x y near e reach IH].
  - apply next_to with y; auto; [|now apply clear_empty].
    rewrite clear_stays; auto. apply next_to with y; auto.
  - apply walk with y; auto. rewrite !clear_stays; auto. apply walk with y; auto.
Qed.

(* The stones of a color that stay when it is cleared are exactly those that reached empty. *)
Theorem clear_keeps : forall who c x, clear who c x = who <-> c x = who /\ reaches c empty x.
Proof.
  intros. unfold clear. destruct (same_color _ _) as [e|n]; [destruct (reaches_dec _ _ _)|]; split; intuition congruence.
Qed.

(* The stones of the other color all stay, and no stone is made. *)
Theorem clear_keeps_opponent : forall who c x, clear who c x = opponent who <-> c x = opponent who.
Proof.
  intros. pose proof (stone_own who). unfold clear.
  destruct (same_color _ _); [destruct (reaches_dec _ _ _)|]; split; intuition congruence.
Qed.

(* To clear a color twice is to clear it once. *)
Theorem clear_twice : forall who c, same (clear who (clear who c)) (clear who c).
Proof.
  intros who c x. destruct (same_color (clear who c x) who) as [e|n].
  - apply clear_stays, clear_takes_no_way. now apply -> clear_keeps in e.
  - now apply clear_other.
Qed.

(* A grid where every stone reaches empty. *)
Definition all_reach c : Prop := forall who x, c x = stone who -> reaches c empty x.

(* After a move, every stone of both colors reaches empty. *)
Theorem move_all_reach : forall who p c, all_reach (move who p c).
Proof.
  intros who p c k x e. unfold move in *. set (d := clear (opponent who) (put who p c)) in *.
  assert (k = who \/ k = opponent who) as [->| ->] by (destruct k, who; auto).
  - apply -> clear_keeps in e. apply clear_takes_no_way. tauto.
  - apply -> clear_keeps_opponent in e. apply clear_takes_no_way.
    apply -> clear_keeps in e. apply clear_takes_no_way. tauto.
Qed.

(* The coloring of the beginning. *)
Fixpoint first_coloring h : coloring := match h with beginning c _ => c | after h _ => first_coloring h end.

(* If every stone of the beginning reaches empty, then every stone reaches empty all the time. *)
Theorem always_all_reach : forall h, all_reach (first_coloring h) -> all_reach (now h).
Proof. induction h as [c first|h IH [|p]]; simpl; auto. intros _. apply move_all_reach. Qed.

(* After turns from the empty grid, every stone reaches empty. *)
Theorem empty_beginning_all_reach : forall h, (forall x, first_coloring h x = empty) -> all_reach (now h).
Proof. intros h none. apply always_all_reach. intros who x e. rewrite none in e. discriminate. Qed.

(* Suicide of a lone stone. *)

Lemma opponent_cleared : forall who c x, clear (opponent who) c x = who <-> c x = who.
Proof. intros. pose proof (clear_keeps_opponent (opponent who) c x) as e. now rewrite opponent_twice in e. Qed.

(* The lost stones are the own stones that do not reach empty once the opponent's color is cleared. *)
Lemma lost_iff : forall who p c x,
  lost who p c x <-> put who p c x = who /\ ~ reaches (clear (opponent who) (put who p c)) empty x.
Proof.
  intros. unfold lost, move. rewrite opponent_cleared. split; intros [own rest]; split; auto.
  - intro reach. rewrite clear_stays in rest; auto. apply opponent_cleared in own. congruence.
  - apply clear_goes; auto. now apply opponent_cleared.
Qed.

(* If a stone that reached empty is lost, then the played point is lost too. *)
Lemma lost_with_played : forall who p c x, c p = empty -> reaches c empty x -> c x = who ->
  ~ reaches (clear (opponent who) (put who p c)) empty x -> ~ reaches (clear (opponent who) (put who p c)) empty p.
Proof.
  intros who p c x e reach. set (d := clear (opponent who) (put who p c)).
  assert (own : forall y, c y = who -> d y = who).
  { intros y f. apply opponent_cleared. destruct (same_point y p) as [->|n]; [apply put_here|now rewrite put_elsewhere]. }
  induction reach as [x y other near f | x y near f reach IH]; intros mine none.
  - destruct (same_point y p) as [->|n].
    + intro way. apply none. apply walk with p; auto. rewrite (own x mine). apply opponent_cleared, put_here.
    + exfalso. apply none. apply next_to with y; auto. { rewrite own; auto. discriminate. }
      apply clear_empty. now rewrite put_elsewhere.
  - apply IH; [congruence|]. intro way. apply none. apply walk with y; auto. rewrite !own; congruence.
Qed.

(* If the played point is lost, then the move captures nothing. *)
Lemma lost_captures_nothing : forall who p c x, all_reach c -> c p = empty ->
  ~ reaches (clear (opponent who) (put who p c)) empty p -> c x = opponent who ->
  clear (opponent who) (put who p c) x = opponent who.
Proof.
  intros who p c x all e none theirs. set (d := clear (opponent who) (put who p c)) in *.
  assert (stays : forall y, c y = opponent who -> put who p c y = opponent who).
  { intros y f. rewrite put_elsewhere; auto. congruence. }
  apply clear_keeps. split; auto. pose proof (all _ _ theirs) as reach.
  induction reach as [x y other near f | x y near f reach IH].
  - destruct (same_point y p) as [->|n].
    + destruct (reaches_dec (put who p c) empty x) as [|cut]; auto.
      exfalso. apply none. apply next_to with x.
      * unfold d. rewrite (proj2 (opponent_cleared _ _ _)); [discriminate|apply put_here].
      * now rewrite adjacent_sym.
      * apply clear_goes; auto.
    + apply next_to with y; auto; [rewrite stays; auto; discriminate|now rewrite put_elsewhere].
  - apply walk with y; auto; [|apply IH; congruence]. rewrite !stays; congruence.
Qed.

(* A move that clears exactly one point of the own color leaves the coloring as it was. *)
Theorem lone_suicide : forall who p c, all_reach c -> c p = empty ->
  (exists x, forall y, lost who p c y <-> y = x) -> same (move who p c) c.
Proof.
  intros who p c all e [x only]. assert (gone : lost who p c x) by now apply only.
  assert (lost who p c p) as played.
  { destruct (same_point x p) as [<-|n]; auto. apply lost_iff in gone as [own none]. apply lost_iff.
    split; [apply put_here|]. rewrite put_elsewhere in own; auto. apply lost_with_played with x; eauto. }
  assert (x = p) as -> by (symmetry; now apply only).
  intro y. destruct (same_point y p) as [->|n]; [rewrite e; apply played|].
  assert (kept : clear (opponent who) (put who p c) y = c y).
  { destruct (same_color (c y) (opponent who)) as [f|f].
    - rewrite f. apply lost_captures_nothing; auto. now apply lost_iff in played.
    - rewrite clear_other; rewrite put_elsewhere; auto. }
  unfold move. rewrite <- kept. destruct (reaches_dec (clear (opponent who) (put who p c)) empty y) as [way|none].
  - now apply clear_stays.
  - apply clear_other. intro own. apply n, only, lost_iff. split; auto. now apply opponent_cleared.
Qed.

(* Under positional superko no such move is legal, whatever the suicide rule. *)
Theorem lone_suicide_repeats : forall suicide h p, all_reach (first_coloring h) ->
  (exists x, forall y, lost (next_player h) p (now h) y <-> y = x) -> ~ legal positional suicide h (play p).
Proof.
  intros suicide h p all lone (e & _ & fresh). apply (fresh h (present h)). intro x.
  symmetry. apply lone_suicide; auto. now apply always_all_reach.
Qed.

(* Under positional superko, `suicide allowed` and `several stones` allow the same turns. *)
Theorem several_stones_same : forall h t, all_reach (first_coloring h) ->
  (legal positional suicide_allowed h t <-> legal positional several_stones h t).
Proof.
  intros h [|p] all; [simpl; tauto|]. split; intro ok.
  - pose proof (lone_suicide_repeats suicide_allowed h p all) as lone.
    destruct ok as (e & _ & fresh). split; auto. split; auto. intro one. apply lone; auto. now repeat split.
  - destruct ok as (e & _ & fresh). now repeat split.
Qed.

(* Under positional superko, `suicide allowed` and `several stones` have the same games. *)
Theorem several_stones_same_games : forall h, all_reach (first_coloring h) ->
  (game positional suicide_allowed h <-> game positional several_stones h).
Proof.
  intros h all. split; induction 1; constructor; auto; now apply several_stones_same.
Qed.

(* Inclusions between rules. *)

(* One ko rule allows whatever another allows. *)
Definition ko_within (a b : ko_rule) : Prop := forall h c, a h c -> b h c.
Definition suicide_within (a b : suicide_rule) : Prop := forall who p c, a who p c -> b who p c.

(* Situational superko allows whatever positional superko allows. *)
Theorem positional_within_situational : ko_within positional situational.
Proof. intros h q ok s before _. now apply ok. Qed.

(* The New Zealand rule allows whatever situational superko allows. *)
Theorem situational_within_new_zealand : ko_within situational new_zealand.
Proof. intros h q ok s t before mover. apply ok; auto. simpl. now rewrite mover. Qed.

(* Natural situational superko allows whatever the New Zealand rule allows. *)
Theorem new_zealand_within_natural : ko_within new_zealand natural_situational.
Proof. intros h q ok s p before mover. now apply ok. Qed.

(* Simple ko allows whatever situational superko allows. *)
Theorem situational_within_simple_ko : ko_within situational simple_ko.
Proof. intros h q ok s t ->. apply ok; [repeat constructor|]. simpl. now rewrite opponent_twice. Qed.

(* Every ko rule allows no more than no ko rule. *)
Theorem all_within_no_ko : forall ko, ko_within ko no_ko.
Proof. now intros ko h q _. Qed.

(* `Several stones` allows whatever `suicide forbidden` allows. *)
Theorem forbidden_within_several : suicide_within suicide_forbidden several_stones.
Proof. intros who p c none [x only]. apply (none x). now apply only. Qed.

(* `Suicide allowed` allows whatever any suicide rule allows. *)
Theorem all_within_allowed : forall suicide, suicide_within suicide suicide_allowed.
Proof. now intros suicide who p c _. Qed.

(* Wider rules allow every legal turn of narrower ones. *)
Theorem legal_within : forall ko ko' suicide suicide' h t, ko_within ko ko' -> suicide_within suicide suicide' ->
  legal ko suicide h t -> legal ko' suicide' h t.
Proof. intros ko ko' su su' h [|p] wider wider'; simpl; auto. intros (e & a & b). auto. Qed.

(* Wider rules have every game of narrower ones. *)
Theorem game_within : forall ko ko' suicide suicide' h, ko_within ko ko' -> suicide_within suicide suicide' ->
  game ko suicide h -> game ko' suicide' h.
Proof. induction 3; constructor; auto. eapply legal_within; eauto. Qed.

(* Area scores. *)

(* An empty point is neutral when it reaches both players' colors or neither. *)
Definition neutral c p : Prop := c p = empty /\ (reaches c black p <-> reaches c white p).
Definition neutral_dec c p : {neutral c p} + {~ neutral c p}.
Proof.
  unfold neutral. destruct (same_color (c p) empty); [|tauto].
  destruct (reaches_dec c black p), (reaches_dec c white p); tauto.
Defined.

(* The two scores and the number of neutral points add up to the number of points. *)
Theorem scores_add_up : forall c, score black c + score white c + number (neutral_dec c) = length (points g).
Proof.
  intro c. unfold score, number. induction (points g) as [|p l IH]; simpl; auto.
  destruct (counts_dec black c p) as [b|b], (counts_dec white c p) as [w|w], (neutral_dec c p) as [n|n];
    unfold counts, neutral in b, w, n; simpl in *; try lia; exfalso.
  all: destruct (c p) as [[]|] eqn:e; destruct (reaches_dec c black p), (reaches_dec c white p);
    intuition congruence.
Qed.
End Facts.
