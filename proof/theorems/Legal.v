(* The set of legal plays, as optimized/src/legal.rs finds it, is the set of the plays that the rules allow. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Loops Symmetry Decide Conditions Kernels History Engine Model Composition Plays LegalChains.
Import ListNotations.

Section Legal.
Context {g : grid} (e : engine g).
Notation m := (words e).
Notation k := (its_kernels e).
Notation hs := (hashes e).
Notation fix_ := (run_loop e).
Notation word := (word m).
Notation set := (set g).
Implicit Types (own opp color : word) (who : player) (p q : point g) (rest chain : set) (ko : ko_name) (su : suicide_name).

(* A stored grid with one more point. *)
Variable with_point : word -> point g -> word.
Hypothesis with_point_is : forall a p, clean a ->
  clean (with_point a p) /\ forall q, has (with_point a p) q = true <-> has a q = true \/ q = p.
Notation legal_plays := (legal_plays e with_point).

Hypothesis good_engine : right e.
Let meets_ : conditions m k := kernels_meet_conditions e good_engine.

Lemma entry_parts : forall x older h, holds m hs (x :: older) h ->
  sound m (e_stones m hs x) /\ same (shown m (e_stones m hs x)) (now h) /\ e_step m hs x = step_of h.
Proof. intros x older h hold. destruct h; simpl in hold; [destruct older; [|tauto]|]; tauto. Qed.

(* Every point from which a stone went is noted. *)
Lemma emptied_noted : forall h es (noted : player -> set) s p who, holds m hs es h -> removed_noted m hs noted es -> stage s h ->
  now s p = stone who -> now h p = stone who \/ noted who p = true.
Proof.
  intros h es noted s p who hold right_ before there. revert es hold right_.
  induction before as [|h t before IH]; intros es hold right_; auto.
  destruct es as [|x older]; [destruct hold|]. simpl in hold. destruct hold as (_ & sx & shx & hold). simpl in right_.
  change (same (shown m (e_stones m hs x)) (now (after h t))) in shx.
  destruct right_ as [gone right_]. destruct (IH older hold right_) as [stands|noted_]; [|now right].
  destruct older as [|y older]; [destruct h; destruct hold|]. destruct (entry_parts y older h hold) as (sy & shy & _).
  rewrite <- (shy p) in stands. apply shown_stone in stands; auto.
  destruct (has (e_stones m hs x who) p) eqn:still.
  - left. rewrite <- (shx p). now apply shown_stone.
  - right. apply gone, in_minus. rewrite still. now split.
Qed.

(* A stage where a player, whose turn it is now, had all present stones and another: its point returns. *)
Lemma returning_noted : forall n es h who (noted : player -> set) (present earlier : set) s p,
  holds m hs es h -> turns_right m hs es h -> removed_noted m hs noted es -> next_player h = who ->
  (forall q, present q = true -> now s q = stone who) -> now s p = stone who -> present p = false -> noted who p = true ->
  stage s h \/ earlier p = true -> returning_in e n es who (noted who) present earlier p = true.
Proof.
  induction n as [|n IH]; intros es h who noted present earlier s p hold turns_ removed mover all_there there absent was place;
    assert (base : minus (noted who) present p = true) by (apply in_minus; rewrite absent; split; [exact was|discriminate]);
    [exact base|].
  destruct es as [|y [|x older]]; [exact base|exact base|]. cbn [returning_in]. cbv zeta.
  destruct h as [c first|h t]; [destruct hold|]. destruct (entry_parts _ _ _ hold) as (sy & shy & _).
  simpl in hold. destruct hold as (_ & _ & _ & hold). simpl in turns_. destruct turns_ as [turns_ made].
  simpl in removed. destruct removed as [_ removed]. destruct (entry_parts _ _ _ hold) as (sx & shx & step_x).
  set (earlier' := union earlier (has (e_stones m hs x who))).
  assert (mover' : next_player h = opponent who) by (simpl in mover; now rewrite <- mover, opponent_twice).
  assert (in_x : has (e_stones m hs x who) p = true -> earlier' p = true) by (intro; apply in_union; now right).
  assert (found : earlier' p = true \/ exists h' t', h = after h' t' /\ stage s h').
  { destruct place as [before|early]; [|left; apply in_union; now left]. inversion before; subst.
    - left. apply in_x. rewrite <- (shy p) in there. apply shown_stone in there; auto. rewrite mover' in made.
      destruct t as [|r]; simpl in made; [now rewrite <- (made _ p)|]. destruct made as (_ & inside & _).
      apply inside in there. unfold with_stone in there. rewrite ?mover in there.
      destruct (same_player _ _) as [f|]; [exfalso; revert f; simpl; destruct (next_player h); discriminate|exact there].
    - match goal with H : stage s h |- _ => inversion H; subst end.
      + left. apply in_x. apply shown_stone; auto. now rewrite (shx p).
      + right. eauto. }
  assert (on : returning_in e n older who (noted who) present earlier' p = true).
  { destruct h as [c first|h' t'].
    - simpl in hold. destruct older; [|destruct hold]. now destruct n.
    - simpl in hold. destruct hold as (_ & _ & _ & hold). apply (IH older h' who noted present earlier' s p); auto.
      + simpl in turns_. tauto.
      + simpl in removed. tauto.
      + simpl in mover'. now rewrite <- (opponent_twice who), <- mover', opponent_twice.
      + destruct found as [f|(h'' & t'' & f & before)]; [now right|]. injection f as <- <-. now left. }
  destruct (e_step m hs x) as [|b] eqn:step_b; [exact on|].
  destruct (present b && negb (noted who b)) eqn:new_; [|exact on]. apply andb_prop in new_ as [at_b new_b].
  apply in_minus. rewrite absent. split; [|discriminate]. destruct found as [f|(h' & t' & -> & before)]; [exact f|]. exfalso.
  simpl in hold. destruct hold as (_ & _ & _ & hold). destruct older as [|z older]; [destruct h'; destruct hold|].
  simpl in turns_. destruct turns_ as [_ made']. simpl in step_x. rewrite <- step_x in made'. destruct made' as (free & _).
  simpl in removed. destruct removed as [_ removed]. destruct (entry_parts _ _ _ hold) as (sz & shz & _).
  destruct (emptied_noted h' (z :: older) noted s b who hold removed before (all_there b at_b)) as [stands|noted_].
  - rewrite <- (shz b) in stands. apply shown_stone in stands; auto. rewrite (free who) in stands. discriminate.
  - rewrite noted_ in new_b. discriminate.
Qed.

(* A coloring that never stood may be left. *)
Lemma fresh_allows : forall ko h (q : @coloring g), (forall s, stage s h -> ~ same (now s) q) -> ko_of ko h q.
Proof.
  intros ko h q fresh. destruct ko; simpl; auto.
  - intros s before _. auto.
  - intros s p before _. auto.
  - intros s t before _. auto.
  - intros s t -> . apply fresh. repeat constructor.
  - exact I.
Qed.

(* The game. *)
Section Game.
Variables (ko : ko_name) (su : suicide_name) (x : game e) (h : @history g).
Hypothesis rel : related e x h.
Let who := to_move e x.
Let own := on_grid e x who.
Let opp := on_grid e x (opponent who).
Let c := coloring_of who own opp.
Notation empty_ := (empty_of own opp).
Notation legal_ p := (legal (ko_of ko) (suicide_of su) h (play p)).

Lemma who_is : who = next_player h.
Proof. apply rel. Qed.
Lemma c_is : same c (now h).
Proof.
  destruct (latest_grid e x h rel) as (sound_ & show & _). eapply same_then; [|exact show].
  exact (coloring_shown e (on_grid e x) who sound_).
Qed.
Lemma game_good : good who own opp.
Proof.
  destruct (latest_grid e x h rel) as ((cleans & apart) & _ & _). split; [apply cleans|]. split; [apply cleans|].
  split; [|apply all_reach_same with (now h); [apply same_sym, c_is|apply rel]].
  intros [q there]. apply apart. exists q. apply in_both in there as [a b]. apply in_both. unfold own, opp in a, b.
  now destruct who.
Qed.
Lemma lost_now : forall p q, lost who p c q <-> lost (next_player h) p (now h) q.
Proof. intros p q. rewrite <- who_is. apply lost_same, c_is. Qed.
Lemma moved_now : forall p, same (move who p c) (now (after h (play p))).
Proof. intro p. simpl. rewrite <- who_is. apply move_same, c_is. Qed.

(* A play that is no suicide repeats no coloring, unless its stone returns. *)
Lemma returning_right : forall s p, stage s h -> now s p = stone who -> (forall q, now h q = stone who -> now s q = stone who) ->
  now h p <> stone who -> returning e x p = true.
Proof.
  intros s p before there all_there absent. assert (inv := past_right e x h rel).
  destruct (latest_grid e x h rel) as (sound_ & show & _). unfold returning. fold who. fold own.
  apply (returning_noted 4 _ h who (emptied m hs (its_past e x)) _ _ s p); auto; try apply inv.
  - symmetry. exact who_is.
  - intros q mine. apply all_there. rewrite <- (show q). now apply shown_stone.
  - apply not_true_iff_false. intro mine. apply absent. rewrite <- (show p). now apply shown_stone.
  - destruct (emptied_noted h _ _ s p who (invariant_1 _ _ _ _ inv) (invariant_6 _ _ _ _ inv) before there); tauto.
Qed.

Theorem lives_right : forall p, c p = empty -> ~ lost who p c p -> returning e x p = false -> legal_ p.
Proof.
  intros p free lives new_. assert (all := all_ e who own opp game_good).
  assert (none : forall q, ~ lost (next_player h) p (now h) q).
  { intros q gone. apply lives. apply lost_now in gone. now apply (lost_with_it who p c all free) in gone. }
  assert (f : now h p = empty) by (rewrite <- (c_is p); exact free).
  assert (keeps : forall q, put who p c q = who -> move who p c q = who).
  { intros q mine. destruct (reaches_dec (clear (opponent who) (put who p c)) empty q) as [way|cut].
    - unfold move. rewrite clear_stays; auto. now apply opponent_cleared.
    - destruct (none q). apply lost_now, lost_iff. auto. }
  assert (ko_ok : ko_of ko h (now (after h (play p)))).
  { apply fresh_allows. intros s before same_. apply not_true_iff_false in new_. apply new_, (returning_right s p before).
    - rewrite (same_ p), <- (moved_now p p). apply keeps, put_here.
    - intros q mine. rewrite (same_ q), <- (moved_now p q). apply keeps. rewrite put_elsewhere by congruence.
      now rewrite (c_is q).
    - rewrite f. discriminate. }
  simpl. repeat split; auto. destruct su; simpl; [exact I| |exact none]. intros (y & one). apply (none y). now apply one.
Qed.

(* A play that removes nothing. *)
Section Quiet.
Variable p : point g.
Hypothesis free : c p = empty.
Hypothesis quiet_ : same (move who p c) (put who p c).
Let s : stones m := fun c' => if same_player c' who then with_point own p else opp.
Let hash_ := sum (last_hash e (its_past e x)) (key hs who p).

Lemma s_own : s who = with_point own p.
Proof. unfold s. destruct (same_player who who); congruence. Qed.
Lemma s_opp : s (opponent who) = opp.
Proof. unfold s. destruct (same_player (opponent who) who) as [f|]; auto. now destruct who. Qed.
Lemma own_more : forall q, has (with_point own p) q = true <-> has own q = true \/ q = p.
Proof. apply with_point_is, game_good. Qed.
Lemma not_there : ~ has own p = true /\ ~ has opp p = true.
Proof. apply in_empty. now apply (empty_is e who own opp). Qed.

Lemma s_sound : sound m s.
Proof.
  destruct game_good as (co & ct & apart & _). split.
  - intro c'. unfold s. destruct (same_player c' who); auto. now apply with_point_is.
  - intros [q there]. assert (both_ : has (s who) q = true /\ has (s (opponent who)) q = true).
    { apply in_both in there as [a b]. now destruct who. }
    rewrite s_own, s_opp in both_. destruct both_ as [a b]. apply own_more in a as [a| ->].
    + apply apart. exists q. now apply in_both; auto.
    + destruct not_there. tauto.
Qed.
Lemma s_shown : same (shown m s) (now (after h (play p))).
Proof.
  eapply same_then; [apply same_sym, (coloring_shown e s who s_sound)|]. rewrite s_own, s_opp.
  eapply same_then; [|exact (moved_now p)]. eapply same_then; [|apply same_sym, quiet_]. intro q.
  unfold put. destruct (same_point q p) as [->|n].
  - apply coloring_own. apply own_more. auto.
  - unfold c, coloring_of. assert (f : has (with_point own p) q = has own q); [|now rewrite f].
    apply eq_true_iff_eq. rewrite own_more. tauto.
Qed.
Lemma s_is_more : same_set (with_point own p) (xor own (single e p)).
Proof.
  intro q. apply eq_true_iff_eq. rewrite own_more. assert (only_ := single_is_point e good_engine p).
  unfold xor. destruct (has own q) eqn:o, (has (single e p) q) eqn:t; simpl; try tauto.
  - apply only_ in t. subst q. destruct not_there. tauto.
  - apply only_ in t. tauto.
  - split; [intros [f|f]; [discriminate|]|discriminate]. apply only_ in f. congruence.
Qed.
Lemma s_hash : hash_ = hash_of m hs s.
Proof.
  destruct (latest_grid e x h rel) as (_ & _ & last_). unfold hash_. rewrite last_.
  assert (hash_who : forall t : stones m,
    hash_of m hs t = sum (keys hs who (t who)) (keys hs (opponent who) (t (opponent who)))).
  { intro t. unfold hash_of. destruct who; auto. apply sum_swap. }
  rewrite !hash_who, s_own, s_opp, (keys_same hs who _ _ s_is_more), keys_xor.
  rewrite (keys_only e who p (single e p)) by apply (single_is_point e good_engine p). fold own opp.
  now rewrite <- !sum_group, (sum_swap hs (key hs who p)).
Qed.
Lemma s_count : forall c', count m c' s = if same_player c' who then S (on_count e x c') else on_count e x c'.
Proof.
  intro c'. rewrite (count_right e x h rel c'). unfold count, s. destruct (same_player c' who) as [->|n].
  - fold own. assert (only_ := single_is_point e good_engine p). rewrite <- Nat.add_1_r.
    rewrite <- (proj2 (size_one (single e p)) (ex_intro _ p (proj2 only_))). apply size_sum.
    + intros [q there]. apply in_both in there as [a b]. apply only_ in b. subst q. destruct not_there. tauto.
    + intro q. apply eq_true_iff_eq. rewrite own_more, in_union. assert (f := proj2 only_ q). tauto.
  - destruct (one_of c' who) as [|f]; [congruence|]. now rewrite f.
Qed.

Lemma quiet_legal : legal_ p <-> ko_of ko h (now (after h (play p))).
Proof.
  destruct (keeps_nothing_gone who p c free quiet_) as [_ lives].
  assert (none : forall q, ~ lost (next_player h) p (now h) q).
  { intros q gone. apply lives. apply lost_now in gone.
    now apply (lost_with_it who p c (all_ e who own opp game_good) free) in gone. }
  assert (f : now h p = empty) by (rewrite <- (c_is p); exact free). simpl. split; [tauto|]. intro ok. repeat split; auto.
  destruct su; simpl; [exact I| |exact none]. intros (y & one). apply (none y). now apply one.
Qed.

(* Simple ko never refuses it. *)
Lemma quiet_simple : simple_ko h (now (after h (play p))).
Proof.
  intros s' t before f. assert (inv := past_right e x h rel). assert (i1 := invariant_1 _ _ _ _ inv).
  assert (i2 := invariant_2 _ _ _ _ inv). assert (last_ := latest_right e x h rel). unfold latest_stones in last_.
  destruct (entries m hs (its_past e x)) as [|y older] eqn:es; [discriminate|]. rewrite before in i1, i2.
  destruct older as [|z older]; [simpl in i1; destruct i1 as (_ & _ & _ & i1); destruct s'; destruct i1|].
  simpl in i2. destruct i2 as [_ made].
  assert (parts : sound m (e_stones m hs z) /\ same (shown m (e_stones m hs z)) (now s')).
  { simpl in i1. destruct i1 as (_ & _ & _ & i1). destruct s'; simpl in i1; [destruct older; [|tauto]|]; tauto. }
  destruct parts as [sz shz]. injection last_ as now_is. rewrite now_is in made.
  assert (same_z : forall c', same_set (e_stones m hs z c') (s c')).
  { apply shown_same; auto; [exact s_sound|]. eapply same_then; [exact shz|]. eapply same_then; [exact f|].
    apply same_sym, s_shown. }
  assert (mover : next_player s' = opponent who) by (rewrite who_is, before; simpl; now rewrite opponent_twice).
  assert (z_own := same_z who). assert (z_opp := same_z (opponent who)). rewrite s_own in z_own. rewrite s_opp in z_opp.
  assert (z_p : has (e_stones m hs z who) p = true) by (rewrite (z_own p); apply own_more; auto).
  assert (x_p : has (on_grid e x who) p = false) by (apply not_true_iff_false; apply not_there).
  destruct t as [|r]; simpl in made.
  - rewrite <- (made who p) in z_p. congruence.
  - destruct made as (free_r & _ & (c' & made)). destruct (one_of c' who) as [->| ->].
    + specialize (made p). unfold with_stone in made. rewrite mover in made.
      destruct (same_player who (opponent who)) as [b|_]; [now destruct who|]. congruence.
    + specialize (made r). unfold with_stone in made. rewrite mover in made.
      destruct (same_player (opponent who) (opponent who)) as [_|b]; [|congruence]. fold opp in made.
      unfold union in made. rewrite <- (z_opp r) in made. rewrite (free_r (opponent who)) in made.
      destruct (same_point r r); [discriminate|congruence].
Qed.

Lemma quiet_right : legal_ p <->
  negb (pairs m hs (its_past e x) (if same_player black who then S (on_count e x black) else on_count e x black)
      (if same_player white who then S (on_count e x white) else on_count e x white) &&
    match ko with SimpleKo | NoKo => false | _ => repeats e ko (its_past e x) hash_ s end)
  = true.
Proof.
  rewrite quiet_legal, <- !s_count. assert (inv := past_right e x h rel).
  assert (right_ := repeats_right e ko (its_past e x) h s _ inv s_sound s_shown). rewrite <- s_hash in right_.
  assert (new_pair : pairs m hs (its_past e x) (count m black s) (count m white s) = false ->
    ko_of ko h (now (after h (play p)))).
  { intro none. apply fresh_allows. intros s' before f.
    rewrite (pair_noted m hs (its_past e x) h s s' inv s_sound before) in none; [discriminate|].
    eapply same_then; [exact f|]. apply same_sym, s_shown. }
  destruct (pairs m hs _ _ _); cbn [andb]; [|split; auto].
  destruct ko; [| | | |split; [reflexivity|intros _; exact quiet_simple]|split; [reflexivity|intros _; exact I]];
    (destruct (repeats e _ _ _ _); cbn [negb]; split; intro; try reflexivity; try assumption; try discriminate; contradiction).
Qed.
End Quiet.

(* A suicide of a lone stone. *)
Lemma lone_right : forall p, c p = empty -> (forall q, lost who p c q <-> q = p) ->
  (legal_ p <-> match su with SuicideAllowed => true | _ => false end &&
    match ko with Positional => false
      | _ => negb (repeats e ko (its_past e x) (last_hash e (its_past e x)) (on_grid e x)) end = true).
Proof.
  intros p free alone. destruct (latest_grid e x h rel) as (sound_ & show & hash_).
  assert (f : now h p = empty) by (rewrite <- (c_is p); exact free).
  assert (stands : same (now h) (now (after h (play p)))).
  { eapply same_then; [apply same_sym, c_is|]. eapply same_then; [|exact (moved_now p)].
    apply same_sym, lone_suicide; [exact (all_ e who own opp game_good)|exact free|now exists p]. }
  assert (alone_ : forall q, lost (next_player h) p (now h) q <-> q = p) by (intro q; rewrite <- lost_now; apply alone).
  assert (right_ := repeats_right e ko (its_past e x) h (on_grid e x) _ (past_right e x h rel) sound_
    (same_then _ _ _ show stands)). rewrite <- hash_ in right_. rewrite andb_true_iff. destruct su; simpl legal.
  - assert (no_positional : ko = Positional -> ~ ko_of ko h (now (after h (play p)))).
    { intros -> ok. exact (ok h (present h) stands). }
    destruct ko; [split; [intros (_ & _ & ok); now destruct no_positional|intros [_ b]; discriminate b]|..];
      (destruct (repeats e _ _ _ _); cbn [negb]; split; [intros (_ & _ & ok); try contradiction|intros [_ b];
        try discriminate b|
        intros (_ & _ & ok)|intros [_ b]]); try (split; auto; fail); split; auto; split; auto; exact I.
  - split; [|intros [b _]; discriminate b]. intros (_ & none & _). destruct none. now exists p.
  - split; [|intros [b _]; discriminate b]. intros (_ & none & _). destruct (none p). now apply alone_.
Qed.

(* A capture of one chain, after which no grid has the same stone counts. *)
Lemma capture_right : forall p chain, c p = empty -> takes_stones who p c ->
  (forall q, c q = opponent who -> (move who p c q <> opponent who <-> chain q = true)) ->
  (forall q, chain q = true -> c q = opponent who) ->
  pairs m hs (its_past e x)
    (if same_player black who then S (on_count e x black) else on_count e x black - size chain)
    (if same_player white who then S (on_count e x white) else on_count e x white - size chain) = false -> legal_ p.
Proof.
  intros p chain free takes gone_is theirs new_.
  assert (at_ : forall c', has (on_grid e x c') p = false).
  { assert (free_ : empty_ p = true) by now apply (empty_is e who own opp). apply in_empty in free_ as [a b]. intro c'.
    apply not_true_iff_false. destruct (one_of c' who) as [->| ->]; [exact a|exact b]. }
  assert (tr := try_play_right e good_engine x h p rel (at_ black) (at_ white)).
    assert (one := take_right e good_engine ko su x h (play p) rel).
  unfold take in one. rewrite (at_ black), (at_ white) in one. cbn [orb] in one. set (n := try_play e x p) in *.
  assert (lives : lost_own e n = 0).
  { destruct (try_lost _ _ _ _ _ tr) as (a & -> & is). apply size_zero. intros q there. apply is in there.
    apply lost_now in there. apply (lost_with_it who p c (all_ e who own opp game_good) free) in there.
    exact (lost_takes_none who p c (all_ e who own opp game_good) free there takes). }
  rewrite lives in one. simpl refuses_suicide in one. cbn [refuses_suicide andb Nat.ltb Nat.leb] in one.
  assert (counts : forall c', its_count e n c' =
    if same_player c' who then S (on_count e x c') else on_count e x c' - size chain).
  { assert (safe_ : is_safe who own opp (if with_outlook e then outlook_safe k fix_ own opp else no_stones e)).
    { destruct (with_outlook e).
      - exact (outlook_is_safe k meets_ fix_ (loops_run e good_engine) (single e) (single_is_point e good_engine) who own opp p
          game_good (proj2 (empty_is e who own opp p) free)).
      - apply nowhere_is_safe; apply (no_stones_is_empty e good_engine). }
    assert (only_ := single_is_point e good_engine p). assert (free_ := proj2 (empty_is e who own opp p) free).
    assert (told := told_captures e good_engine who own opp _ (single e p) p game_good safe_ only_ free_).
    destruct (fix_ends_play k meets_ fix_ (loops_run e good_engine) who own opp _ (single e p) p game_good safe_ only_ free_)
      as [ex ey].
    assert (moved := play_is_move k meets_ who own opp _ (single e p) p game_good safe_ only_ free_ _ _ ex ey).
    destruct (play_is_clean k meets_ who own opp _ (single e p) p game_good safe_ only_ free_ _ _ ex ey) as (_ & _ & apart).
    change (play_beside m k own opp _ (single e p) _ _)
      with (play_at k fix_ own opp (if with_outlook e then outlook_safe k fix_ own opp else no_stones e) (single e p)) in
        moved, apart.
    fold c in told, moved. intro c'. unfold n, try_play. fold who. fold own opp. cbn [its_count]. cbv zeta.
    set (answer := play_at k fix_ own opp _ (single e p)) in *. rewrite (proj2 told takes). cbn [orb andb].
    assert (same_ : same_set (minus opp (opponent_after m answer)) chain).
    { intro q. apply eq_true_iff_eq. rewrite in_minus.
      assert (after_ : has (opponent_after m answer) q = true <-> move who p c q = opponent who).
      { rewrite <- (moved q). exact (coloring_opponent who _ _ q apart). }
      rewrite after_, (opp_is e who own opp game_good). fold c. split.
      - intros [t g_]. now apply gone_is.
      - intro in_. split; [now apply theirs|]. apply gone_is; auto. }
    rewrite (size_same _ _ same_). destruct (one_of c' who) as [->| ->].
    - destruct (same_player who who) as [_|b]; [|congruence]. destruct (same_player who (opponent who)) as [b|]; auto.
      now destruct who.
    - destruct (same_player (opponent who) who) as [b|_]; [now destruct who|].
      destruct (same_player (opponent who) (opponent who)) as [_|b]; congruence. }
  rewrite !counts, new_ in one. apply one.
Qed.
End Game.

(* The set of legal plays. *)
Theorem legal_plays_are_legal : forall ko su (x : game e) h p, related e x h ->
  (legal_plays ko su x p = true <-> legal (ko_of ko) (suicide_of su) h (play p)).
Proof.
  intros ko su x h p rel. assert (pos := game_good x h rel). set (who := to_move e x) in *.
  set (own := on_grid e x who) in *. set (opp := on_grid e x (opponent who)) in *.
  set (c := coloring_of who own opp). assert (same_ : same c (now h)) by exact (c_is x h rel).
  assert (all : all_reach c) by apply pos.
  assert (judged_right : match take e ko su x (play p) with Some _ => true | None => false end = true <->
    legal (ko_of ko) (suicide_of su) h (play p)).
  { assert (one := take_right e good_engine ko su x h (play p) rel). destruct (take e ko su x (play p)); [tauto|].
    split; [discriminate|tauto]. }
  unfold legal_plays. cbv beta zeta. fold who. fold own opp.
  set (look_ := seen_by e own opp). set (returns := returning e x).
  set (has_pair := fun n => pairs m hs (its_past e x)
    (if same_player black who then S (on_count e x black) else on_count e x black - n)
    (if same_player white who then S (on_count e x white) else on_count e x white - n)).
  set (asked := union (minus (unclear m look_) (breathing_at m look_)) (both (unclear m look_) returns)).
  set (theirs := all_chains e opp (both (next asked) (minus opp (safe_of m look_)))).
  destruct (noted_captures e own opp has_pair theirs (nowhere, nowhere)) as [found_iff found_one].
  change (fold_left (note_capture _ _) _ _) with (fold_left (note_capture (empty_of own opp) has_pair) theirs (nowhere, nowhere)).
  destruct (fold_left (note_capture (empty_of own opp) has_pair) theirs (nowhere, nowhere)) as [cap jud].
  cbn [fst snd] in found_iff, found_one. cbv beta iota.
  set (lives0 := union (quiet m look_) (both (unclear m look_) (breathing_at m look_))).
  set (lives1 := union lives0 cap). set (tight := minus asked lives1).
  set (mine := all_chains e own (both (next tight) own)).
  set (lives := fold_left (note_quiet (empty_of own opp) tight) mine lives1).
  set (lone_ := union (lone m look_) (minus (minus tight lives) (next own))).
  set (several_ := match su with SuicideForbidden => nowhere | _ => both (minus tight lives) (next own) end).
  set (judged := union (both jud returns) several_).
  (* Where the sets lie. *)
  assert (empty_iff : empty_of own opp p = true <-> c p = empty) by apply empty_is.
  assert (part : empty_of own opp p = true <->
    has (quiet m look_) p = true \/ has (lone m look_) p = true \/ has (unclear m look_) p = true).
  { assert (free : exists p0, empty_of own opp p0 = true).
    { destruct (c p) as [b|] eqn:f; [|exists p; now apply empty_iff]. apply all in f.
      apply reached_somewhere in f as (q & f). exists q. now apply (empty_is e who own opp). }
    destruct free as (p0 & free). destruct (outlook_is_right e good_engine who own opp p0 pos free) as ((is & _) & _).
    rewrite <- (is p), !in_union. tauto. }
  assert (asked_iff : asked p = true <-> has (unclear m look_) p = true /\
    (~ has (breathing_at m look_) p = true \/ returns p = true)).
  { unfold asked. rewrite in_union, in_minus, in_both. tauto. }
  assert (cap_iff : cap p = true <-> exists chain, In chain theirs /\ only_liberty e own opp p chain).
  { rewrite found_iff. split; [intros [f|]; [discriminate f|auto]|auto]. }
  assert (lives1_iff : lives1 p = true <-> (has (quiet m look_) p = true \/ has (unclear m look_) p = true /\
    has (breathing_at m look_) p = true) \/ cap p = true) by (unfold lives1, lives0; now rewrite !in_union, in_both).
  assert (tight_iff : tight p = true <-> asked p = true /\ ~ lives1 p = true) by apply in_minus.
  assert (lives_from := noted_quiets e own opp tight mine lives1 p). fold lives in lives_from.
  assert (lives_more : lives1 p = true -> lives p = true) by apply quiets_stay.
  assert (lone_iff : lone_ p = true <-> has (lone m look_) p = true \/
    (tight p = true /\ ~ lives p = true) /\ ~ next own p = true).
  { unfold lone_. now rewrite in_union, !in_minus. }
  assert (lives_free : lives p = true -> c p = empty).
  { intro there. apply empty_iff. apply lives_from in there as [there|[there _]].
    - apply lives1_iff in there as [there|there]; [apply part; destruct there as [|[u _]]; auto|].
      apply cap_iff in there as (chain & _ & _ & lib). now apply in_both in lib.
    - apply tight_iff in there as [ask _]. apply asked_iff in ask as [u _]. apply part. auto. }
  destruct (same_color (c p) empty) as [free|occupied].
  2: { split; [|intros (f & _); rewrite <- (same_ p) in f; now destruct occupied]. intro there. exfalso.
    assert (no_lives : lives p = false) by (apply not_true_iff_false; intro f; now apply occupied, lives_free).
    assert (no_lone : lone_ p = false).
    { apply not_true_iff_false. intro f. apply occupied, empty_iff, part. apply lone_iff in f as [l|[[narrow _] _]]; [auto|].
      apply tight_iff in narrow as [ask _]. apply asked_iff in ask as [u _]. auto. }
    rewrite no_lives, no_lone in there.
    cbn [orb andb] in there. apply andb_prop in there as [_ there]. apply judged_right in there as (f & _).
    rewrite <- (same_ p) in f. now destruct occupied. }
  (* What the sets mean. *)
  destruct (outlook_is_right e good_engine who own opp p pos (proj2 empty_iff free)) as (_ & look_quiet & look_lone &
    breathes_ &
    near_empty). change (seen_by e own opp) with look_ in look_quiet, look_lone, breathes_, near_empty.
  fold c in look_quiet, look_lone, breathes_.
  assert (takes_cap : takes_stones who p c -> asked p = true -> cap p = true).
  { intros takes narrow. apply cap_iff. exact (takes_only e good_engine who own opp pos asked p free narrow takes). }
  assert (cap_takes : cap p = true -> takes_stones who p c).
  { intro there. apply cap_iff in there as (chain & in_ & one).
    exact (only_takes e good_engine who own opp pos asked p free chain in_ one). }
  assert (lives_is : lives p = true -> ~ lost who p c p).
  { intro there. apply lives_from in there as [there|[narrow (chain & b & in_ & lib & lib' & n)]].
    - apply lives1_iff in there as [[there|[_ b]]|there].
      + exact (proj2 (keeps_nothing_gone who p c free (look_quiet there))).
      + intros [_ gone]. rewrite (breathes_ b) in gone. discriminate.
      + intro gone. now apply (lost_takes_none who p c all free gone), cap_takes.
    - exact (liberty_lives e good_engine who own opp pos tight p chain b free in_ lib lib' n). }
  assert (walled : tight p = true -> ~ next (empty_of own opp) p = true /\ ~ takes_stones who p c).
  { intro narrow. apply tight_iff in narrow as [ask no]. rewrite lives1_iff in no. apply asked_iff in ask as ask'. split.
    - intro near. apply no. left. right. split; [exact (proj1 ask')|now apply near_empty].
    - intro takes. apply no. right. auto. }
  assert (lone_is : lone_ p = true -> forall q, lost who p c q <-> q = p).
  { intro there. apply lone_iff in there as [there|[[narrow _] alone]].
    - apply (stands_lost_alone who p c free). now apply look_lone.
    - destruct (walled narrow). now apply (walled_in_alone e who own opp pos p free). }
  assert (several_is : tight p = true -> ~ lives p = true -> lost who p c p).
  { intros narrow dead. destruct (walled narrow) as [no_empty none].
    apply (tight_dies e good_engine who own opp pos tight p free narrow no_empty none). intros chain b in_ lib lib'.
    destruct (same_point b p) as [|n]; auto. destruct dead.
    exact (quiets_found e own opp tight mine lives1 p chain b in_ narrow lib lib' n). }
  assert (total : lives p = true \/ lone_ p = true \/ (tight p = true /\ ~ lives p = true) /\ next own p = true).
  { destruct (bool_dec (lives p) true) as [|dead]; [auto|right]. assert (no : ~ lives1 p = true) by auto.
    destruct (proj1 part (proj2 empty_iff free)) as [there|[there|there]].
    - destruct no. apply lives1_iff. auto.
    - left. apply lone_iff. auto.
    - assert (narrow : tight p = true).
      { apply tight_iff. split; auto. apply asked_iff. split; auto. left. intro b. apply no, lives1_iff. auto. }
      destruct (bool_dec (next own p) true) as [n|n]; [auto|]. left. apply lone_iff. auto. }
  assert (quiet_is : lives p = true -> cap p = false -> returns p = true -> same (move who p c) (put who p c)).
  { intros there none r. destruct (proj1 part (proj2 empty_iff free)) as [q|[l|u]]; [auto| |].
    - destruct (lives_is there). apply lone_is; auto. apply lone_iff. auto.
    - apply (nothing_gone_keeps who p c all free); auto. intro takes.
      assert (cap p = true) by (apply takes_cap; auto; apply asked_iff; auto). congruence. }
  (* So the plays that are found are legal, and the legal ones are found. *)
  assert (quiets := quiet_right ko su x h rel p free). assert (lones := lone_right ko su x h rel p free).
  fold who in quiets, lones. fold own opp in quiets, lones. fold c in quiets, lones.
  assert (pair0 : has_pair 0 = pairs m hs (its_past e x) (if same_player black who then S (on_count e x black) else on_count
    e x black)
    (if same_player white who then S (on_count e x white) else on_count e x white)).
  { unfold has_pair. now rewrite !Nat.sub_0_r. }
  rewrite <- pair0 in quiets. set (repeats_ := has_pair 0 && _) in quiets |- *.
  assert (judged_iff : judged p = true <-> jud p = true /\ returns p = true \/ several_ p = true)
    by (unfold judged; now rewrite in_union, in_both).
  split.
  - intro there. apply orb_true_iff in there as [there|there]; [apply orb_true_iff in there as [there|there]|].
    + apply andb_prop in there as [there ok]. apply andb_prop in there as [l not_judged].
      destruct (bool_dec (returns p) true) as [r|r]; [|apply not_true_iff_false in r; now apply (lives_right ko su x h rel p
        free (lives_is l))]. rewrite r in ok. cbn [andb] in ok.
      destruct (cap p) eqn:taken; cbn [negb andb] in ok; [|now apply quiets; auto].
      assert (not_jud : jud p = false).
      { apply not_true_iff_false. intro j. rewrite (proj2 judged_iff (or_introl (conj j r))) in not_judged. discriminate. }
      assert (ask : asked p = true).
      { apply asked_iff. split; [|auto]. destruct (proj1 part (proj2 empty_iff free)) as [q|[q|u]]; auto; exfalso.
        - exact (proj1 (keeps_nothing_gone who p c free (look_quiet q)) (cap_takes eq_refl)).
        - exact (proj1 (stands_lost_alone who p c free (look_lone q)) (cap_takes eq_refl)). }
      destruct (found_one p taken not_jud) as (_ & [[f _]|(_ & chain & in_l & only_ & new_ & one)]); [discriminate|].
      apply (capture_right ko su x h rel p chain free); [now apply cap_takes| | |exact new_].
      * intros q' t. destruct (taken_is e good_engine who own opp pos asked p free ask q' t) as [gone_of of_gone]. split.
        -- intro gone. destruct (gone_of gone) as (chain' & in_l' & has_ & only_'). now rewrite <- (one chain' in_l' only_').
        -- intro has_. apply of_gone. now exists chain.
      * intros q' has_. apply (opp_is e who own opp pos).
        now apply (within_theirs e good_engine who own opp pos asked chain q' in_l).
    + apply andb_prop in there as [l ok]. apply lones; [now apply lone_is|]. destruct su; try discriminate ok. exact ok.
    + apply andb_prop in there as [_ there]. now apply judged_right.
  - intro ok. apply orb_true_iff. rewrite orb_true_iff. destruct total as [there|[there|[[narrow dead] near]]].
    + destruct (judged p) eqn:j; [right; now apply judged_right|]. left. left. rewrite there. cbn [negb andb].
      apply negb_true_iff, not_true_iff_false. intro f. apply andb_prop in f as [f again]. apply andb_prop in f as [r none].
      apply negb_true_iff in none. apply quiets in ok; auto. apply negb_true_iff in ok. exact (eq_true_false_abs _ again ok).
    + left. right. rewrite there. apply lones in ok; [|now apply lone_is]. destruct su; try discriminate ok. exact ok.
    + assert (dies := several_is narrow dead). right. apply andb_true_iff. split; [|now apply judged_right].
      apply judged_iff. right. unfold several_. destruct su; try (apply in_both; split; [now apply in_minus|exact near]).
      exfalso. destruct ok as (_ & none & _). apply (none p). rewrite <- (who_is x h rel). fold who.
      now apply (lost_same who p c (now h) p same_).
Qed.
End Legal.
