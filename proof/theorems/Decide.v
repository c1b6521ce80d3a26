(* Whether a turn is legal can be found out by computing, under each of the rules. *)
Require Import List Arith Bool.
From Superko Require Import Rules.
Import ListNotations.

Section Decide.
Context {g : grid}.
Notation coloring := (@coloring g).
Notation history := (@history g).

(* What holds for every member of a list can be found out, if it can be for each. *)
Definition every_dec {A : Type} {holds : A -> Prop} (dec : forall a, {holds a} + {~ holds a}) (l : list A) :
  {forall a, In a l -> holds a} + {~ forall a, In a l -> holds a}.
Proof.
  induction l as [|a l [all|some]]; [left; simpl; tauto| |].
  - destruct (dec a) as [yes|no]; [left|right].
    + intros b [<-|inside]; auto.
    + intro all'. apply no, all'. now left.
  - right. intro all. apply some. intros b inside. apply all. now right.
Defined.

(* So can what holds for some member. *)
Definition some_dec {A : Type} {kind : A -> Prop} (dec : forall a, {kind a} + {~ kind a}) (l : list A) :
  {exists a, In a l /\ kind a} + {~ exists a, In a l /\ kind a}.
Proof. destruct (Exists_dec kind l dec) as [e|e]; rewrite Exists_exists in e; auto. Defined.

Definition not_dec {A : Prop} (dec : {A} + {~ A}) : {~ A} + {~ ~ A}.
Proof. destruct dec; [right|left]; tauto. Defined.

Definition if_dec {A B : Prop} (a : {A} + {~ A}) (b : {B} + {~ B}) : {A -> B} + {~ (A -> B)}.
Proof. destruct a; [destruct b; [left|right]|left]; tauto. Defined.

(* Statements of the same meaning are decided alike. *)
Definition same_meaning {A B : Prop} (i : A <-> B) (dec : {A} + {~ A}) : {B} + {~ B}.
Proof. destruct dec; [left|right]; tauto. Defined.

Definition same_player (a b : player) : {a = b} + {a <> b}.
Proof. decide equality. Defined.

Definition same_dec (c d : coloring) : {same c d} + {~ same c d}.
Proof.
  apply (same_meaning (A := forall p, In p (points g) -> c p = d p)).
  - split; [intros all p; apply all, every_point|auto].
  - apply every_dec. intro p. apply same_color.
Defined.

(* All stages of a history. *)
Fixpoint stages (h : history) : list history :=
  h :: match h with beginning _ _ => [] | after h _ => stages h end.

Lemma stages_every : forall s h, In s (stages h) <-> stage s h.
Proof.
  split.
  - induction h as [c first|h IH t]; intros [<-|inside]; [constructor|destruct inside|constructor|constructor; auto].
  - induction 1 as [|h t before IH]; [destruct s; now left|now right].
Qed.

Definition ko_decided (ko : @ko_rule g) : Type := forall h q, {ko h q} + {~ ko h q}.
Definition suicide_decided (suicide : @suicide_rule g) : Type := forall who p c, {suicide who p c} + {~ suicide who p c}.

Definition positional_dec : ko_decided positional.
Proof.
  intros h q. apply (same_meaning (A := forall s, In s (stages h) -> ~ same (now s) q)).
  - split; intros all s inside; apply all; now apply stages_every.
  - apply every_dec. intro s. apply not_dec, same_dec.
Defined.

Definition situational_dec : ko_decided situational.
Proof.
  intros h q.
  apply (same_meaning (A := forall s, In s (stages h) -> next_player s = opponent (next_player h) -> ~ same (now s) q)).
  - split; intros all s inside; apply all; now apply stages_every.
  - apply every_dec. intro s. apply if_dec; [apply same_player|apply not_dec, same_dec].
Defined.

Definition natural_situational_dec : ko_decided natural_situational.
Proof.
  intros h q. apply (same_meaning (A := forall s, In s (stages h) ->
    match s with after r (play p) => next_player r = next_player h -> ~ same (now s) q | _ => True end)).
  - split; [intros all r p inside; now apply (all (after r (play p))), stages_every|].
    intros all [c first|r [|p]] inside; auto. now apply all, stages_every.
  - apply every_dec. intros [c first|r [|p]]; [now left|now left|].
    apply if_dec; [apply same_player|apply not_dec, same_dec].
Defined.

Definition new_zealand_dec : ko_decided new_zealand.
Proof.
  intros h q. apply (same_meaning (A := forall s, In s (stages h) ->
    match s with after r _ => next_player r = next_player h -> ~ same (now s) q | _ => True end)).
  - split; [intros all r t inside; now apply (all (after r t)), stages_every|].
    intros all [c first|r t] inside; auto. now apply all, stages_every.
  - apply every_dec. intros [c first|r t]; [now left|]. apply if_dec; [apply same_player|apply not_dec, same_dec].
Defined.

Definition simple_ko_dec : ko_decided simple_ko.
Proof.
  intros [c first|r t] q; [left; discriminate|].
  apply (same_meaning (A := ~ same (now r) q)); [|apply not_dec, same_dec].
  split; [intros no s t' e; inversion e; now subst|eauto].
Defined.

Definition no_ko_dec : ko_decided no_ko.
Proof. now left. Defined.

Definition lost_dec (who : player) (p : point g) (c : coloring) (x : point g) : {lost who p c x} + {~ lost who p c x}.
Proof.
  unfold lost.
  destruct (same_color (clear (opponent who) (put who p c) x) who), (same_color (move who p c x) empty); tauto.
Defined.

Definition suicide_allowed_dec : suicide_decided suicide_allowed.
Proof. now left. Defined.

Definition suicide_forbidden_dec : suicide_decided suicide_forbidden.
Proof.
  intros who p c. apply (same_meaning (A := forall x, In x (points g) -> ~ lost who p c x)).
  - split; [intros all x; apply all, every_point|auto].
  - apply every_dec. intro x. apply not_dec, lost_dec.
Defined.

Definition several_stones_dec : suicide_decided several_stones.
Proof.
  intros who p c. apply (same_meaning (A := forall x, In x (points g) ->
    ~ forall y, In y (points g) -> (lost who p c y -> y = x) /\ (y = x -> lost who p c y))).
  - split.
    + intros all [x only]. apply (all x); [apply every_point|]. intros y _. apply only.
    + intros none x _ only. apply none. exists x. intro y. apply only, every_point.
  - apply every_dec. intro x. apply not_dec, every_dec. intro y.
    destruct (lost_dec who p c y), (same_point y x); [left|right|right|left]; tauto.
Defined.

(* Whether a turn is legal. *)
Definition legal_dec {ko : ko_rule} {suicide : suicide_rule} (kd : ko_decided ko) (sd : suicide_decided suicide)
  (h : history) (t : turn) : {legal ko suicide h t} + {~ legal ko suicide h t}.
Proof.
  destruct t as [|p]; [now left|]. unfold legal.
  destruct (same_color (now h p) empty), (sd (next_player h) p (now h)), (kd h (now (after h (play p)))); tauto.
Defined.
End Decide.
