(* What follows from the sentences of Cleanup.v. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Ends Variants VariantFacts Symmetry Decide Cleanup.
Import ListNotations.

Section CleanupFacts.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Notation history := (@history g).
Notation rules := (@rules g).
Notation cleanup := (@cleanup g).
Implicit Types (c d : coloring) (h : history) (f : cleanup) (who : player) (p q x y : point) (r : rules).

(* Walks. *)

Lemma walks_within : forall (a b : point -> Prop) p q, (forall x, a x -> b x) -> walks a q p -> walks b q p.
Proof. intros a b p q i way. induction way as [k|p r k near way IH]; [apply there|apply one_on with r]; auto. Qed.

Lemma walks_then : forall (kind : point -> Prop) p q x, walks kind q p -> walks kind x q -> walks kind x p.
Proof. intros kind p q x way way'. induction way as [k|p r k near way IH]; auto. apply one_on with r; auto. Qed.

Lemma walks_kind : forall (kind : point -> Prop) p q, walks kind q p -> kind p /\ kind q.
Proof. induction 1; tauto. Qed.

Lemma not_opponent : forall who (k : color), k <> opponent who -> k = empty \/ k = who.
Proof. intros [] [[]|]; simpl; intuition congruence. Qed.

(* Taxes. *)

Lemma joined_secure : forall who c p q, independent who c p -> joined who c p q -> independent who c q.
Proof.
  intros who c p q [[x [way own]] all] way'. split.
  - exists x. split; auto. apply walks_then with p; auto. now apply walks_back.
  - intros y way''. apply all. now apply walks_then with q.
Qed.

Lemma region_reaches : forall who c p q, joined who c p q -> c q = who -> c p = empty -> reaches c who p.
Proof.
  intros who c p q way own. unfold joined in way. induction way as [k|p x k near way IH]; intro e; [congruence|].
  destruct (not_opponent who (c x) (proj1 (walks_kind _ _ _ way))) as [f|f].
  - apply walk with x; auto. congruence.
  - apply next_to with x; auto. congruence.
Qed.

Lemma reaches_region : forall who c p, reaches c who p -> c p = empty -> exists q, joined who c p q /\ c q = who.
Proof.
  intros who c p reach. pose proof (stone_own who) as own.
  induction reach as [p q other near k|p q near k reach IH]; intro e.
  - exists q. split; auto. apply one_on with q; [rewrite e; discriminate|auto|apply there; now rewrite k].
  - destruct IH as (x & way & f); [congruence|]. exists x. split; auto. apply one_on with q; auto. rewrite e. discriminate.
Qed.

(* The empty points of an independent region are surrounded. *)
Theorem secure_surrounded : forall who c p, c p = empty -> independent who c p -> surrounded who c p.
Proof.
  intros who c p e [[q [way own]] all]. pose proof (region_reaches who c p q way own e) as reach. split; auto. split; auto.
  destruct (all p) as [none _]; [apply there; rewrite e; discriminate|]. destruct who; simpl; tauto.
Qed.

(* Taxes only subtract. *)
Theorem taxes_subtract : forall who c, tax_all who c <= tax_seki who c <= no_tax who c.
Proof.
  intros who c. split; [unfold tax_all; lia|]. apply number_le. intros p [e i]. now apply secure_surrounded.
Qed.

(* A player whose regions are all independent is not taxed for seki. *)
Theorem no_seki_no_tax : forall who c, (forall p, c p = who -> independent who c p) -> tax_seki who c = no_tax who c.
Proof.
  intros who c all. apply number_same. intro p. split; [intros [e i]; now apply secure_surrounded|].
  intros (e & reach & _). split; auto. destruct (reaches_region who c p reach e) as (q & way & own).
  apply joined_secure with q; auto. now apply walks_back.
Qed.

Lemma one_each_in : forall who c l q, In q (one_each who c l) -> In q l.
Proof. intros who c l q. induction l as [|p l IH]; simpl; [tauto|]. destruct (Exists_dec _ _ _); simpl; tauto. Qed.

Lemma regions_in : forall who c q, In q (regions who c) -> independent who c q.
Proof.
  intros who c q inside. apply one_each_in, filter_In in inside as [_ i]. now destruct (independent_dec who c q).
Qed.

Lemma one_each_apart : forall who c l q x,
  In q (one_each who c l) -> In x (one_each who c l) -> joined who c q x -> q = x.
Proof.
  intros who c l. assert (back : forall q x, joined who c q x -> joined who c x q) by (intros; now apply walks_back).
  induction l as [|p l IH]; simpl; [tauto|]. intros q x a b way. destruct (Exists_dec _ _ _) as [|none]; auto.
  rewrite Exists_exists in none. destruct a as [<-|a], b as [<-|b]; auto; destruct none; eauto using one_each_in.
Qed.

(* `regions` has one point of each independent region, and no other point. *)
Theorem regions_one_each : forall who c p, independent who c p <->
  exists q, In q (regions who c) /\ joined who c p q /\ forall x, In x (regions who c) -> joined who c p x -> x = q.
Proof.
  intros who c p. split.
  - intro i. assert (some : forall l y, In y l -> joined who c p y -> exists q, In q (one_each who c l) /\ joined who c p q).
    { induction l as [|z l IH]; simpl; [tauto|]. intros y inside way. destruct (Exists_dec _ _ _) as [e|e].
      - apply Exists_exists in e as (u & inside' & way'). destruct inside as [<-|inside]; [|eauto].
        apply IH with u; auto. now apply walks_then with z.
      - destruct inside as [<-|inside]; [exists z; simpl; auto|].
        destruct (IH y inside way) as (q & a & b). exists q. simpl. auto. }
    assert (self : joined who c p p) by (destruct i as [[q [way _]] _]; apply there, (walks_kind _ _ _ way)).
    destruct (some (filter (fun p => if independent_dec who c p then true else false) (points g)) p) as (q & a & b); auto.
    { apply filter_In. split; [apply every_point|]. now destruct (independent_dec who c p). }
    exists q. split; auto. split; auto.
    intros x a' b'. eapply one_each_apart; eauto. apply walks_then with p; auto. now apply walks_back.
  - intros (q & a & b & _). apply regions_in in a. apply joined_secure with q; auto. now apply walks_back.
Qed.

Lemma liberty_joined : forall who c p e, liberty who c p e -> joined who c p e.
Proof.
  intros who c p e (f & q & near & way). apply walks_then with q.
  - apply walks_within with (fun x => c x = who); auto. intros x k. rewrite k. apply stone_own.
  - apply one_on with e; [|auto|apply there; rewrite f; discriminate]. destruct (walks_kind _ _ _ way) as [_ k].
    rewrite k. apply stone_own.
Qed.

(* The tax on all regions takes no more than there is: every independent region has two empty points. *)
Theorem tax_can_be_paid : forall who c, 2 * length (regions who c) <= tax_seki who c.
Proof.
  intros who c. assert (all := fun q => regions_in who c q).
  assert (apart : forall q x, In q (regions who c) -> In x (regions who c) -> joined who c q x -> q = x)
    by (intros q x; apply one_each_apart).
  assert (once : NoDup (regions who c)).
  { assert (keep : forall l, NoDup l -> NoDup (one_each who c l)).
    { induction 1 as [|p l out once IH]; simpl; [constructor|]. destruct (Exists_dec _ _ _); auto. constructor; auto.
      intro inside. now apply one_each_in in inside. }
    apply keep, NoDup_filter, points_once. }
  assert (pay : exists m, NoDup m /\ length m = 2 * length (regions who c) /\
    forall x, In x m -> (c x = empty /\ independent who c x) /\ exists q, In q (regions who c) /\ joined who c q x).
  { induction once as [|p l out once IH]; [exists []; split; [constructor|simpl; tauto]|].
    destruct IH as (m & once' & long & good); [intros; apply all; now right|intros; apply apart; simpl; auto|].
    pose proof (all p (or_introl eq_refl)) as i. pose proof i as [[q [way own]] rest].
    destruct (proj2 (rest q way) own) as (d & e & n & a & b).
    assert (to : forall y, liberty who c q y -> joined who c p y).
    { intros y lib. apply walks_then with q; auto. now apply liberty_joined. }
    assert (new : forall y, liberty who c q y -> ~ In y m).
    { intros y lib inside. destruct (good y inside) as (_ & z & inside' & way'). apply out.
      replace p with z; auto. apply apart; simpl; auto. apply walks_then with y; auto. now apply walks_back, to. }
    exists (d :: e :: m). split; [|split; [simpl; lia|]].
    - constructor; [|constructor; auto]. intros [f|inside]; [congruence|]. now apply (new d).
    - assert (fresh : forall y, liberty who c q y -> (c y = empty /\ independent who c y) /\
        exists z, In z (p :: l) /\ joined who c z y).
      { intros y lib. split; [split; [apply lib|]|exists p; split; [now left|auto]].
        apply joined_secure with p; auto. }
      intros y [<-|[<-|inside]]; auto. destruct (good y inside) as (s & z & inside' & way').
      split; auto. exists z. simpl. auto. }
  destruct pay as (m & once' & <- & good). unfold tax_seki, number. apply NoDup_incl_length; auto.
  intros x inside. apply filter_In. split; [apply every_point|]. destruct (good x inside) as [s _].
  now destruct (secure_dec who c x).
Qed.

(* The taxed scores in full: what counts besides empty points, and the empty points under the tax. *)
Theorem taxed_area : forall tax prisoners dead who h, taxed tax area prisoners dead who h =
  stones who (without dead (now h)) + tax who (without dead (now h)).
Proof. intros. unfold taxed, area, no_tax. rewrite score_parts. lia. Qed.
Theorem taxed_territory : forall tax prisoners dead who h, taxed tax territory prisoners dead who h =
  tax who (without dead (now h)) + cleared (opponent who) h + prisoners who h
  + number (gone_dec (opponent who) (now h) (without dead (now h))).
Proof. intros. unfold taxed, territory, no_tax. lia. Qed.
Theorem taxed_short_territory : forall tax prisoners dead who h, taxed tax short_territory prisoners dead who h =
  tax who (without dead (now h)) + cleared (opponent who) h + prisoners who h + number (short_dec who dead (now h)).
Proof. intros. unfold taxed, short_territory, no_tax. lia. Qed.

(* If both players have as many independent regions, the tax on all regions changes no outcome of the tax on seki. *)
Theorem equal_regions_same_outcome : forall r r' scoring dead h, on_cost r = on_cost r' ->
  on_score r = taxed tax_seki scoring -> on_score r' = taxed tax_all scoring ->
  (let c := without dead (now h) in length (regions black c) = length (regions white c)) ->
  by_score r dead h = by_score r' dead h.
Proof.
  intros r r' scoring dead h ec es es' even. unfold by_score. rewrite ec, es, es'. unfold taxed, tax_all. simpl in even.
  pose proof (tax_can_be_paid black (without dead (now h))). pose proof (tax_can_be_paid white (without dead (now h))).
  repeat match goal with |- context [Nat.compare ?a ?b] => destruct (Nat.compare_spec a b) end; auto; lia.
Qed.

(* The button. *)

(* What `with_button` looks at without a button is what the ko rules of Rules.v look at. *)
Theorem looks_positional : forall h d, looking all_stages h d <-> positional h d.
Proof. intros h d. split; intros ok s before; [apply ok|intros _; apply ok]; auto. exact I. Qed.
Theorem looks_situational : forall h d, looking opponent_next h d <-> situational h d.
Proof. now intros h d. Qed.
Theorem looks_new_zealand : forall h d, looking own_turns h d <-> new_zealand h d.
Proof.
  intros h d. split; [intros ok s t before e; apply ok; [auto|now exists s, t]|intros ok s before (r & t & -> & e); eauto].
Qed.
Theorem looks_natural_situational : forall h d, looking own_moves h d <-> natural_situational h d.
Proof.
  intros h d. split; [intros ok s t before e; apply ok; [auto|now exists s, t]|intros ok s before (r & t & -> & e); eauto].
Qed.
Theorem looks_simple_ko : forall h d, looking last_found h d <-> simple_ko h d.
Proof.
  intros h d. split; [intros ok s t ->|intros ok s before [t ->]; eauto]. apply ok; [repeat constructor|now exists t].
Qed.

Lemma button_turns : forall h, since_button h <= turns h.
Proof.
  induction h as [c first|h IH t]; unfold since_button in *; simpl; auto.
  destruct (button h); [simpl; lia|]. destruct t; simpl; lia.
Qed.

Lemma stage_turns : forall s h, stage s h -> turns s <= turns h.
Proof. induction 1; simpl; auto. Qed.

(* A game without a pass is the same game with a button and without. *)
Theorem no_pass_same_game : forall l r h s, (forall h d, on_ko r h d <-> looking l h d) ->
  (forall h d, on_cycle r h d -> ~ situational h d) -> button h = None -> (course (with_button l r) h s <-> course r h s).
Proof.
  intros l r h s looks cycles none.
  assert (zero : forall h, button h = None -> since_button h = 0) by (intros h' e; unfold since_button; now rewrite e).
  assert (ko : forall h d, button h = None -> (on_ko (with_button l r) h d <-> on_ko r h d)).
  { intros h' q e. rewrite looks. simpl. unfold looking. rewrite zero; auto.
    split; intros ok s' before; [intro look; apply ok|intros [look _]; apply ok]; auto with arith. }
  assert (cyc : forall h d, button h = None -> (on_cycle (with_button l r) h d <-> on_cycle r h d)).
  { intros h' q e. simpl. unfold looking. rewrite zero; auto. split; [tauto|]. intro k.
    split; auto. intro all. apply (cycles _ _ k).
    intros s' before mover. apply all; auto. split; auto. lia. }
  assert (ok : forall h t, button h = None -> (Variants.allowed (with_button l r) h t <-> Variants.allowed r h t)).
  { intros h' [|p] e; [simpl; tauto|]. pose proof (ko h' (now (after h' (play p))) e). simpl in *. tauto. }
  assert (move_none : forall h p, button (after h (play p)) = None -> button h = None)
    by (intros h' p e; simpl in e; now destruct (button h')).
  assert (pass_some : forall h, button (after h pass) <> None) by (intros h' e; simpl in e; now destruct (button h')).
  split; intro run; induction run as [c first|h since p t q run IH ok' kept free|h since p t q o run IH ok' kept e
    |h since p t q run IH ok' kept cyc'|h since run IH on|h since run IH off|h since t o run IH bad e
    |h s dead run IH now' colored|h run IH]; try (now destruct (pass_some h)).
  all: try (unfold q, t in *; pose proof (move_none _ _ none) as none'; specialize (IH none'); apply (ok _ _ none') in ok').
  all: try specialize (IH none).
  1, 8: apply start.
  all: try destruct (ko h (now (after h (play p))) none') as [ko1 ko2], (cyc h (now (after h (play p))) none') as [cyc1 cyc2].
  1, 7: apply move_goes_on; auto.
  1, 6: apply move_repeats with since; auto.
  1, 5: apply move_cycles with since; auto.
  1, 4: apply attempt with since t; auto; intro k; now apply bad, (ok _ _ none).
  1, 3: now apply agree with s.
  all: now apply disagree.
Qed.

(* Neither the sentence on the third time nor no_result ends a game where situational superko allows the move. *)
Theorem cycles_repeat : forall h d, (no_result h d -> ~ situational h d) /\ (stood_twice h d -> ~ situational h d).
Proof.
  intros h d. split; [intros (s & before & mover & e) ok; now apply (ok s)|].
  intros (s & _ & [before _] & _ & _ & mover & e & _) ok. now apply (ok s).
Qed.

(* The pass that takes the button ends nothing. *)
Theorem first_pass_ends_nothing : forall l r n since h, 0 < n -> button h = None ->
  on_passes r = in_a_row n \/ on_passes r = on_passes (third_time (ending (in_a_row n) (on_last r) r)) ->
  ~ passes_end (with_button l r) since (after h pass).
Proof.
  intros l r n since h some none which [enough _]. simpl in enough. unfold since_button in enough. simpl in enough.
  rewrite none in enough. simpl in enough. set (m := Nat.max since (S (turns h))) in *.
  assert (above : turns h < m) by lia. clearbody m.
  assert (no_row : ~ in_a_row n m (after h pass)).
  { unfold in_a_row. simpl. destruct (Nat.ltb_spec (turns h) m); lia. }
  destruct which as [e|e]; rewrite e in enough; [contradiction|]. destruct enough as [enough|(s & before & after_it & _)]; auto.
  apply stage_turns in before. simpl in before. lia.
Qed.

Lemma button_stays : forall s h b, stage s h -> button s = Some b -> button h = Some b.
Proof. intros s h b before e. induction before as [|h t before IH]; auto. simpl. now rewrite IH. Qed.

Lemma late_stage : forall s h, stage s h -> (if button s then true else false) = (if button h then true else false) ->
  since_button h <= turns s.
Proof.
  intros s h before e. unfold since_button. destruct (button h) as [b|] eqn:eb; [|lia].
  destruct (button s) as [b'|] eqn:es; [|discriminate].
  pose proof (button_stays s h b' before es) as e'. rewrite eb in e'. inversion e'; subst.
  pose proof (button_turns s) as le. unfold since_button in le. now rewrite es in le.
Qed.

(* With a button, two passes can come before each move, and once three. The ko rule has allowed each move. *)
Lemma button_game : forall l ko suicide h s, course (with_button l (plain ko suicide)) h s ->
  turns h <= 2 * moves h + 3 /\ forall h' p, stage (after h' (play p)) h ->
    looking (fun h s => l h s /\ since_button h <= turns s) h' (now (after h' (play p))).
Proof.
  intros l ko suicide h s run. pose (taken h := if button h then 1 else 0).
  enough (facts : (turns h <= 2 * moves h + taken h + row (since_button h) h /\ row (since_button h) h <= 2 /\
    forall h' p, stage (after h' (play p)) h ->
      looking (fun h s => l h s /\ since_button h <= turns s) h' (now (after h' (play p)))) /\
    match s with going since => since = 0 /\ row (since_button h) h <= 1 | passed may => may = false | _ => False end).
  { destruct facts as ((few & low & kept) & _). split; auto. unfold taken in few. destruct (button h); lia. }
  assert (passing : forall h, row (since_button (after h pass)) (after h pass) =
    if button h then S (row (since_button h) h) else 0).
  { intro h0. pose proof (button_turns h0). unfold since_button in *. simpl. destruct (button h0) as [b|]; simpl.
    - destruct (Nat.ltb_spec (turns h0) (turns b)); [lia|auto].
    - destruct (Nat.ltb_spec (turns h0) (S (turns h0))); [auto|lia]. }
  assert (counts : forall h, turns h <= 2 * moves h + taken h + row (since_button h) h ->
    turns (after h pass) <=
    2 * moves (after h pass) + taken (after h pass) + row (since_button (after h pass)) (after h pass)).
  { intros h0 few. rewrite passing. unfold taken in *. simpl. destruct (button h0) eqn:e; [lia|].
    enough (row (since_button h0) h0 = 0) by lia. destruct h0 as [|h0 [|]]; auto. simpl in e. now destruct (button h0). }
  induction run as [c first|h since p t q run ((few & _ & kept) & -> & low) ok allowed free|h since p t q o run _ _ _ e|
    h since p t q run _ _ _ [[] _]|h since run ((few & _ & kept) & -> & low) on|h since run ((few & _ & kept) & -> & low) off
    |h since t o run _ _ e|h s dead run (_ & IH) [->| ->] _|h run (_ & [])]; try discriminate; try tauto.
  - simpl. repeat split; auto. intros h' p before. inversion before.
  - assert (zero : row (since_button (after h t)) (after h t) = 0) by reflexivity. rewrite zero.
    split; [|auto]. split; [unfold t, taken in *; simpl in *; destruct (button h); lia|]. split; [auto|].
    intros h' p' before. inversion before; subst; auto.
  - assert (low' : row (since_button (after h pass)) (after h pass) <= 1).
    { destruct (le_lt_dec 2 (row (since_button (after h pass)) (after h pass))); [|lia]. destruct on. now split. }
    repeat split; auto. intros h' p' before. inversion before; subst; auto.
  - repeat split; auto; [rewrite passing; destruct (button h); lia|]. intros h' p' before. inversion before; subst; auto.
Qed.

(* The beginning and what moves left, each with whether the button was taken. *)
Fixpoint marked h : list (bool * list color) :=
  match h with
  | beginning c _ => [(false, code c)]
  | after h pass => marked h
  | after h (play p) => (if button h then true else false, code (now (after h (play p)))) :: marked h
  end.

Lemma marked_stage : forall h b l, In (b, l) (marked h) -> exists s, stage s h /\ code (now s) = l /\
  (if button s then true else false) = b.
Proof.
  induction h as [c first|h IH [|p]]; intros b l inside.
  - destruct inside as [e|[]]. inversion e; subst. exists (beginning c first). repeat split. constructor.
  - destruct (IH b l inside) as (s & before & e). exists s. split; auto. now constructor.
  - destruct inside as [e|inside].
    + inversion e; subst. exists (after h (play p)). split; [constructor|]. split; auto. simpl. now destruct (button h).
    + destruct (IH b l inside) as (s & before & e). exists s. split; auto. now constructor.
Qed.

Lemma code_inside : forall c, In (code c) (all_codes (length (points g))).
Proof. intro c. unfold code. rewrite <- (map_length c (points g)). apply all_codes_every. Qed.

(* Games under positional superko end with the button too: on n points they have at most 4 * 3 ^ n + 1 turns. *)
Theorem button_ends : forall suicide h s, course (with_button all_stages (plain positional suicide)) h s ->
  turns h <= 4 * 3 ^ length (points g) + 1.
Proof.
  intros suicide h s run. apply button_game in run as [few kept]. assert (once : NoDup (marked h)).
  { clear few. induction h as [c first|h IH [|p]]; [repeat constructor; auto| |];
      (assert (rest : NoDup (marked h)) by (apply IH; intros; apply kept; now constructor)); auto.
    constructor; auto. intro inside. apply marked_stage in inside as (s' & before & e & e').
    apply (kept h p (present _) s' before); [|now apply code_same]. split; [exact I|now apply late_stage]. }
  assert (most : length (marked h) <= 2 * 3 ^ length (points g)).
  { replace (2 * 3 ^ length (points g)) with (length (list_prod [true; false] (all_codes (length (points g)))))
      by now rewrite prod_length, all_codes_length. apply NoDup_incl_length; auto. intros [b l] inside.
    apply marked_stage in inside as (s' & _ & <- & _). apply in_prod; [destruct b; simpl; auto|apply code_inside]. }
  assert (long : length (marked h) = S (moves h)) by (clear; induction h as [c first|h IH [|p]]; simpl; auto). lia.
Qed.

(* What moves left, each with the player and whether the button was taken. *)
Fixpoint moved h : list ((bool * player) * list color) :=
  match h with
  | beginning _ _ => []
  | after h pass => moved h
  | after h (play p) => ((if button h then true else false, next_player h), code (now (after h (play p)))) :: moved h
  end.

Lemma moved_stage : forall h b who l, In ((b, who), l) (moved h) -> exists s p, stage (after s (play p)) h /\
  next_player s = who /\ code (now (after s (play p))) = l /\ (if button (after s (play p)) then true else false) = b.
Proof.
  induction h as [c first|h IH [|p]]; intros b who l inside; [destruct inside| |].
  - destruct (IH b who l inside) as (s & p & before & e). exists s, p. split; auto. now constructor.
  - destruct inside as [e|inside].
    + inversion e; subst. exists h, p. split; [constructor|]. repeat split. simpl. now destruct (button h).
    + destruct (IH b who l inside) as (s & p' & before & e). exists s, p'. split; auto. now constructor.
Qed.

(* They end under each ko rule that looks at the player's own moves, as all superko rules do: after 8 * 3 ^ n + 3 turns. *)
Theorem button_superko_ends : forall (l : Cleanup.looks) ko suicide h s, (forall h s, own_moves h s -> l h s) ->
  course (with_button l (plain ko suicide)) h s -> turns h <= 8 * 3 ^ length (points g) + 3.
Proof.
  intros l ko suicide h s own run. apply button_game in run as [few kept]. assert (once : NoDup (moved h)).
  { clear few. induction h as [c first|h IH [|p]]; [constructor| |];
      (assert (rest : NoDup (moved h)) by (apply IH; intros; apply kept; now constructor)); auto.
    constructor; auto. intro inside. apply moved_stage in inside as (s' & p' & before & mover & e & e').
    apply (kept h p (present _) _ before); [|now apply code_same]. split; [|now apply late_stage].
    apply own. now exists s', p'. }
  assert (most : length (moved h) <= 4 * 3 ^ length (points g)).
  { replace (4 * 3 ^ length (points g)) with
      (length (list_prod (list_prod [true; false] [black; white]) (all_codes (length (points g)))))
      by now rewrite !prod_length, all_codes_length. apply NoDup_incl_length; auto. intros [[b who] c] inside.
    apply moved_stage in inside as (s' & p & _ & _ & <- & _).
    repeat apply in_prod; [destruct b|destruct who|apply code_inside]; simpl; auto. }
  assert (long : length (moved h) = moves h) by (clear; induction h as [c first|h IH [|p]]; simpl; auto). lia.
Qed.
Theorem superko_looks_at_own_moves : forall h s, own_moves h s -> all_stages h s /\ opponent_next h s /\ own_turns h s.
Proof.
  intros h s (r & p & -> & mover). repeat split; [|exists r, (play p); auto]. unfold opponent_next. simpl. now rewrite mover.
Qed.

(* A game that goes on under the sentence on the third time also goes on without it. *)
Theorem third_time_within : forall r h, (forall since, on_agreement r since <> going 0 /\ on_agreement r since <> stopped) ->
  course (third_time r) h (going 0) -> course r h (going 0).
Proof.
  intros r h real run. remember (going 0) as s eqn:e.
  induction run as [c first|h since p t q run IH ok kept free|?|?|h since run IH on|h since run IH off|?|?|h run IH];
    try discriminate.
  - constructor.
  - inversion e; subst. apply move_goes_on; auto. intro k. apply free. now left.
  - inversion e; subst. apply pass_goes_on; auto. intros [enough last]. apply on. split; [now left|auto].
  - now destruct (real since) as [no _].
  - exfalso. clear IH e. remember stopped as s eqn:e. destruct run; try discriminate. now destruct (real since) as [_ no].
Qed.

(* Cleanup phases. *)

(* Cleanup begins where passes end the game of Variants.v, and a game whose cleanup is over is in its second phase. *)
Theorem cleaning_begins_and_ends : forall r n f s, cleaning r n f s ->
  course r (main_phase f) (passed false) /\ forall may_agree, s = passed may_agree -> in_second f.
Proof. induction 1; split; try tauto; discriminate. Qed.

(* Only colored points are blocked. *)
Theorem blocked_is_colored : forall r f x, blocked r f x -> stands f x <> empty.
Proof. induction f as [h|f IH [[|p]|p]|f IH]; simpl; intros x b; [destruct b|auto|apply b|apply IH, b|destruct b]. Qed.

(* A blocked point is that of a ko move of the same phase. *)
Theorem blocked_by_ko_move : forall r f x, blocked r f x ->
  exists s, in_phase (next s (take (play x))) f /\ ko_move r (mover s) x (stands s).
Proof.
  intros r f x. assert (more : forall f e s, in_phase s f -> in_phase s (next f e)) by (intros; now apply longer).
  induction f as [h|f IH [[|p]|p]|f IH]; simpl; try tauto.
  - intro b. destruct (IH b) as (s & i & k). exists s. auto.
  - intros [[b|[-> k]] _]; [destruct (IH b) as (s & i & k); exists s; auto|]. exists f. split; [apply whole|auto].
  - intros [b _]. destruct (IH b) as (s & i & k). exists s. auto.
Qed.

Lemma all_reach_same : forall c d, same c d -> all_reach c -> all_reach d.
Proof. intros c d e all who x f. apply reaches_same with c; auto. apply all with who. now rewrite e. Qed.

Lemma move_keeps_own_color : forall who p c x, c p = empty -> move who p c x = empty \/
  move who p c x = if same_point x p then stone who else c x.
Proof. intros who p c x e. destruct (move_or_empty who p c x) as [f|f]; auto. Qed.

(* A suicide captures nothing. *)
Lemma suicide_captures_nothing : forall who p c x, all_reach c -> c p = empty -> move who p c p = empty ->
  c x = opponent who -> move who p c x = opponent who.
Proof.
  intros who p c x all e gone theirs. apply clear_keeps_opponent, lost_captures_nothing; auto.
  intro way. unfold move in gone. rewrite clear_stays in gone; auto.
  assert (own : clear (opponent who) (put who p c) p = who) by apply opponent_cleared, put_here. congruence.
Qed.

(* A ko move puts one stone and takes one, and the opponent restores the coloring at that point. *)
Theorem ko_move_swaps : forall r who p c, ko_move r who p c -> exists q, c q = opponent who /\ c p = empty /\
  (forall x, move who p c x = if same_point x p then stone who else if same_point x q then empty else c x) /\
  same (move (opponent who) q (move who p c)) c.
Proof.
  intros r who p c ((e & _) & other & q & (e' & _) & back). pose proof (stone_own who) as differ.
  set (d := move who p c) in *. assert (all_d : all_reach d) by apply move_all_reach.
  assert (all : all_reach c) by (apply all_reach_same with (move (opponent who) q d); auto; apply move_all_reach).
  assert (from : forall x, c x <> empty -> c x = if same_point x q then stone (opponent who) else d x).
  { intros x n. rewrite <- (back x) in *. destruct (move_keeps_own_color (opponent who) q d x e'); congruence. }
  assert (own : forall x, c x = who -> d x = who).
  { intros x k. specialize (from x). rewrite k in from. destruct (same_point x q); intuition congruence. }
  assert (stays : d p = who).
  { destruct (move_keeps_own_color who p c p e) as [gone|k]; [|now destruct (same_point p p)].
    destruct other. intro x. destruct (c x) as [k|] eqn:ex.
    - destruct (same_color who k) as [f|n]; [inversion f; subst; now apply own|].
      assert (k = opponent who) as -> by (destruct who, k; try reflexivity; now destruct n).
      now apply suicide_captures_nothing.
    - destruct (move_keeps_own_color who p c x e) as [f|f]; auto.
      destruct (same_point x p) as [->|]; [exact gone|rewrite ex in f; exact f]. }
  assert (taken : c q = opponent who).
  { destruct (move_keeps_own_color (opponent who) q d q e') as [gone|k];
      [|rewrite <- (back q); now destruct (same_point q q)].
    assert (kept : move (opponent who) q d p = opponent (opponent who))
      by (apply suicide_captures_nothing; auto; now rewrite opponent_twice).
    rewrite (back p), e in kept. discriminate. }
  exists q. split; auto. split; auto. split; auto. intro x.
  destruct (same_point x p) as [->|n]; auto. destruct (same_point x q) as [->|n']; auto.
  destruct (move_keeps_own_color who p c x e) as [f|f]; fold d in f; [|now destruct (same_point x p)].
  destruct (same_color (c x) empty) as [k|k]; [congruence|]. specialize (from x k). now destruct (same_point x q).
Qed.

(* To unblock frees exactly one point. *)
Theorem unblocks_one_point : forall r f p, permitted r f (unblock p) ->
  exists x, blocked r f x /\ forall y, blocked r (next f (unblock p)) y <-> blocked r f y /\ y <> x.
Proof.
  intros r f p [(k & x & b & gone)|[b (theirs & _)]].
  - destruct (ko_move_swaps _ _ _ _ k) as (q & theirs & e & swap & _).
    assert (only : forall y, blocked r f y -> y <> p /\ (move (mover f) p (stands f) y = empty <-> y = q)).
    { intros y b'. apply blocked_is_colored in b'. rewrite swap.
      destruct (same_point y p) as [->|]; [contradiction|]. split; auto. destruct (same_point y q); tauto. }
    assert (x = q) as -> by now apply only. exists q. split; auto. intro y. simpl. specialize (only y). tauto.
  - exists p. split; auto. intro y. simpl. rewrite theirs. intuition discriminate.
Qed.

(* She names an empty point or a colored one, so it is clear in which of the two ways she unblocks. *)
Theorem one_way_to_unblock : forall r f p, ko_move r (mover f) p (stands f) -> ~ blocked r f p.
Proof. intros r f p ((e & _) & _) b. now apply blocked_is_colored in b. Qed.

(* The suicide rules look at nothing but the colors of points. *)
Definition by_colors (suicide : suicide_rule) : Prop := forall who p c d, same c d -> suicide who p c -> suicide who p d.
Theorem suicide_by_colors : by_colors suicide_allowed /\ by_colors several_stones /\ by_colors suicide_forbidden.
Proof.
  assert (lost_same : forall who p c d x, same c d -> lost who p c x -> lost who p d x).
  { intros who p c d x e [a b]. split.
    - rewrite <- a. apply clear_same, put_same. now apply same_sym.
    - rewrite <- b. apply move_same. now apply same_sym. }
  split; [easy|split].
  - intros who p c d e ok [x one]. apply ok. exists x. intro y. rewrite <- one.
    split; apply lost_same; auto. now apply same_sym.
  - intros who p c d e ok x gone. apply (ok x). apply lost_same with d; auto. now apply same_sym.
Qed.

(* After a ko move, the opponent cannot restore the coloring at once. She can unblock, which needs the same point. *)
Theorem no_retake : forall r f p q, by_colors (on_suicide r) -> let f' := next f (take (play p)) in
  ko_move r (mover f) p (stands f) -> a_move r (mover f') q (stands f') ->
  same (move (mover f') q (stands f')) (stands f) ->
  ~ permitted r f' (take (play q)) /\ permitted r f' (unblock q).
Proof.
  intros r f p q colors f' k m back. destruct (ko_move_swaps _ _ _ _ k) as (taken & _ & e & swap & _).
  pose proof k as ((_ & ok) & other & _).
  assert (ko : ko_move r (mover f') q (stands f')).
  { split; auto. split.
    - intro idle. apply other. intro x. rewrite <- (back x), (idle x). reflexivity.
    - exists p. replace (opponent (mover f')) with (mover f) by (simpl; now rewrite opponent_twice). split; [split|].
      + now rewrite (back p).
      + apply colors with (stands f); auto. now apply same_sym.
      + apply move_same, back. }
  assert (b : clears_blocked r f' q).
  { exists p. split; [|now rewrite (back p)]. simpl. split; [right; now split|]. rewrite swap.
    destruct (same_point p p); [discriminate|contradiction]. }
  split; [|left; now split]. intros (_ & _ & _ & no). now destruct (no ko) as [nb _].
Qed.

(* After a ko move, the opponent can also unblock by naming the point of it. *)
Theorem names_ko_move : forall r f p, (forall x : point, adjacent x x = false) -> let f' := next f (take (play p)) in
  ko_move r (mover f) p (stands f) -> permitted r f' (unblock p).
Proof.
  intros r f p apart f' k. pose proof (stone_own (mover f)) as differ.
  destruct (ko_move_swaps _ _ _ _ k) as (q & theirs & e & swap & back).
  set (who := mover f) in *. set (c := stands f) in *. set (d := move who p c) in *.
  assert (mine : d p = who) by (rewrite swap; now destruct (same_point p p)).
  assert (cut : ~ reaches (put (opponent who) q d) empty p).
  { intro way. specialize (back p). unfold move in back. rewrite opponent_twice, e in back. rewrite clear_other in back.
    - rewrite clear_stays in back; auto. unfold put in back. destruct (same_point p q); [discriminate|congruence].
    - rewrite clear_stays; auto. rewrite put_elsewhere; [congruence|intros ->; congruence]. }
  assert (np : p <> q) by (intros ->; congruence).
  assert (own : put (opponent who) q d p = who) by now rewrite put_elsewhere.
  assert (alone : forall y, adjacent p y = true -> d y <> who).
  { intros y near k'. assert (n : y <> p) by (intros ->; rewrite apart in near; discriminate).
    assert (n' : y <> q) by (intros ->; rewrite swap in k'; destruct (same_point q p), (same_point q q); congruence).
    assert (kept : c y = who) by (rewrite swap in k'; destruct (same_point y p), (same_point y q); congruence).
    apply cut. apply walk with y; auto; [rewrite own; now rewrite put_elsewhere|]. specialize (back y).
    unfold move in back. rewrite opponent_twice, kept in back.
    destruct (reaches_dec (put (opponent who) q d) empty y); auto.
    rewrite clear_empty in back; [discriminate|]. apply clear_goes; auto. now rewrite put_elsewhere. }
  assert (only : forall y, adjacent p y = true -> d y = empty -> y = q).
  { intros y near e'. destruct (same_point y q); auto. destruct cut. apply next_to with y; auto.
    - rewrite own. discriminate.
    - now rewrite put_elsewhere. }
  assert (near_q : adjacent p q = true).
  { pose proof (move_all_reach who p c who p mine) as way. fold d in way. inversion way as [x y _ near e'|x y near e' _]; subst.
    - now rewrite <- (only y near e').
    - destruct (alone y near). congruence. }
  right. simpl. fold who c d. split; [split; [right; now split|rewrite mine; discriminate]|].
  unfold lone. rewrite opponent_twice. repeat split; auto. exists q. intro y. split; [intros [a b]; auto|].
  intros ->. split; auto. rewrite swap. destruct (same_point q p); [congruence|]. now destruct (same_point q q).
Qed.

Definition new_dec (who : player) (f : cleanup) (x : point) :
  {stands f x = who /\ began f x <> who} + {~ (stands f x = who /\ began f x <> who)}.
Proof. destruct (same_color (stands f x) who), (same_color (began f x) who); tauto. Defined.

(* A player pays for no more points than she has made moves in the phase: what it costs never goes beyond what it earns. *)
(* So it is if some points have become empty before the score is counted. *)
Theorem phase_costs_little : forall who f c, (forall x, c x = stands f x \/ c x = empty) ->
  number (filled_dec who (began f) c) <= moves_in who f.
Proof.
  intros who f c either. apply Nat.le_trans with (number (new_dec who f)).
  { apply number_le. intros x (k & m & _). split; auto. destruct (either x); congruence. }
  clear c either.
  assert (none : forall f, began f = stands f -> number (new_dec who f) = 0).
  { intros f0 e. unfold number. induction (points g) as [|x l IH]; simpl; auto.
    destruct (new_dec who f0 x) as [[a b]|]; auto. destruct b. now rewrite e. }
  induction f as [h|f IH [[|p]|p]|f IH]; auto; try (rewrite none; simpl; auto; fail).
  cbn [moves_in]. destruct (same_player (mover f) who) as [<-|n].
  - rewrite <- (number_one p), Nat.add_comm. etransitivity; [|apply Nat.add_le_mono_l, IH].
    assert (either : forall x, {x = p \/ stands f x = mover f /\ began f x <> mover f} +
      {~ (x = p \/ stands f x = mover f /\ began f x <> mover f)})
      by (intro x; destruct (same_point x p), (new_dec (mover f) f x); tauto).
    apply Nat.le_trans with (number either).
    + apply number_le. intros x [own n]. simpl in *. destruct (move_or_empty (mover f) p (stands f) x) as [k|k];
        [|rewrite k in own; discriminate]. rewrite k in own. unfold put in own. destruct (same_point x p); auto.
    + clear. unfold number. induction (points g) as [|x l IH]; simpl; auto.
      destruct (either x), (same_point x p), (new_dec (mover f) f x); simpl; try lia; tauto.
  - rewrite Nat.add_0_r. etransitivity; [|apply IH]. apply number_le. intros x [own m]. simpl in *. split; auto.
    destruct (move_or_empty (mover f) p (stands f) x) as [k|k]; [|rewrite k in own; discriminate].
    rewrite k in own. unfold put in own. destruct (same_point x p); congruence.
Qed.

(* Only passes have been made since the main phase. *)
Fixpoint only_passes f : Prop :=
  match f with opened _ => True | next f (take pass) | second f => only_passes f | _ => False end.

Lemma passes_keep : forall f, only_passes f -> stands f = now (main_phase f) /\ began f = now (main_phase f) /\
  (forall who, tally (cleared who) f = cleared who (main_phase f) /\ moves_in who f = 0).
Proof.
  induction f as [h|f IH [[|p]|p]|f IH]; simpl; try tauto.
  - intro o. destruct (IH o) as (a & b & c). repeat split; auto; [rewrite Nat.add_0_r|]; apply c.
  - intro o. destruct (IH o) as (a & b & c). repeat split; auto; apply c.
Qed.

(* If nobody does anything but pass in the cleanup phases, the scores are those of the main phase. *)
Theorem idle_cleanup_same_score : forall tax who f, only_passes f -> let none := fun _ : point => false in
  of_coloring (taxed tax area) who f = taxed tax area free_pass none who (main_phase f) /\
  of_prisoners as_it_stands (taxed tax territory) free_pass who f = taxed tax territory free_pass none who (main_phase f).
Proof.
  intros tax who f o none. destruct (passes_keep f o) as (e & b & same). split.
  - unfold of_coloring, taxed. now rewrite e.
  - unfold of_prisoners, of_coloring. rewrite !taxed_territory. cbn [now cleared]. destruct (same who) as [_ no_moves].
    pose proof (phase_costs_little who f (as_it_stands (stands f)) (fun x => or_introl eq_refl)) as few.
    rewrite no_moves in *. replace (number (filled_dec who (began f) (as_it_stands (stands f)))) with 0 by lia.
    rewrite e, (proj1 (same (opponent who))).
    assert (free : tally (free_pass who) f = 0) by (clear; induction f as [h|f IH [t|p]|f IH]; simpl; auto; now rewrite IH).
    change (fun _ : point => false) with none. change (without none (now (main_phase f))) with (now (main_phase f)) in *.
    unfold free_pass at 1 3. lia.
Qed.
End CleanupFacts.
