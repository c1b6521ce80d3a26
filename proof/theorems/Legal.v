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

(* Every point from which a stone went is noted. *)
Lemma emptied_noted : forall h (r : past m hs) s p who, invariant m hs r h -> stage s h -> now s p = stone who ->
  now h p = stone who \/ emptied m hs r who p = true.
Proof.
  intros h r s p who inv before there. assert (i1 := invariant_1 _ _ _ _ inv). assert (i6 := invariant_6 _ _ _ _ inv).
  revert i1 i6. generalize (emptied m hs r). generalize (entries m hs r). clear inv r. intros es noted hold right_.
  revert es hold right_. induction before as [|h t before IH]; intros es hold right_; auto.
  destruct es as [|x older]; [destruct hold|]. simpl in hold. destruct hold as (_ & sx & shx & hold). simpl in right_.
  change (same (shown m (e_stones m hs x)) (now (after h t))) in shx.
  destruct right_ as [gone right_]. destruct (IH older hold right_) as [stands|noted_]; [|now right].
  destruct older as [|y older]; [destruct h; destruct hold|].
  assert (parts : sound m (e_stones m hs y) /\ same (shown m (e_stones m hs y)) (now h)).
  { destruct h; simpl in hold; [destruct older; [|tauto]|]; tauto. }
  destruct parts as [sy shy]. rewrite <- (shy p) in stands. apply shown_stone in stands; auto.
  destruct (has (e_stones m hs x who) p) eqn:still.
  - left. rewrite <- (shx p). now apply shown_stone.
  - right. apply gone, in_minus. rewrite still. now split.
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
    match ko with SimpleKo | NoKo => false | _ => emptied m hs (its_past e x) who p && repeats e ko (its_past e x) hash_ s end)
  = true.
Proof.
  rewrite quiet_legal, <- !s_count. assert (inv := past_right e x h rel).
  assert (right_ := repeats_right e ko (its_past e x) h s _ inv s_sound s_shown). rewrite <- s_hash in right_.
  assert (new_pair : pairs m hs (its_past e x) (count m black s) (count m white s) = false ->
    ko_of ko h (now (after h (play p)))).
  { intro none. apply fresh_allows. intros s' before f.
    rewrite (pair_noted m hs (its_past e x) h s s' inv s_sound before) in none; [discriminate|].
    eapply same_then; [exact f|]. apply same_sym, s_shown. }
  assert (new_point : emptied m hs (its_past e x) who p = false -> ko_of ko h (now (after h (play p)))).
  { intro none. apply fresh_allows. intros s' before f. assert (there : now s' p = who).
    { rewrite (f p), <- (moved_now p p), (quiet_ p). apply put_here. }
    destruct (emptied_noted h (its_past e x) s' p who inv before there) as [stands|noted]; [|congruence].
    rewrite <- (c_is p) in stands. congruence. }
  destruct (pairs m hs _ _ _); cbn [andb]; [|split; auto].
  destruct ko; [| | | |split; [reflexivity|intros _; exact quiet_simple]|split; [reflexivity|intros _; exact I]];
    (destruct (emptied m hs _ who p); cbn [andb]; [|split; auto]);
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
  set (has_pair := fun n => pairs m hs (its_past e x)
    (if same_player black who then S (on_count e x black) else on_count e x black - n)
    (if same_player white who then S (on_count e x white) else on_count e x white - n)).
  set (look_ := seen_by e own opp). set (chains := all_chains e opp (minus opp (safe_of m look_))).
  destruct (noted_captures e own opp has_pair chains (nowhere, nowhere)) as [found_iff found_one].
  change (fold_left (note_capture _ _) _ _) with (fold_left (note_capture (empty_of own opp) has_pair) chains (nowhere,
    nowhere)).
  destruct (fold_left (note_capture (empty_of own opp) has_pair) chains (nowhere, nowhere)) as [cap jud].
  cbn [fst snd] in found_iff, found_one.
  set (others := minus (unclear m look_) cap).
  set (tight := both (minus others (breathing_at m look_)) (next own)).
  set (lone_ := union (lone m look_) (minus (minus others (breathing_at m look_)) (next own))).
  set (quiet1 := union (quiet m look_) (both others (breathing_at m look_))).
  set (quiet_ := fold_left (note_quiet (empty_of own opp) tight) (all_chains e own (both (next tight) own)) quiet1).
  set (judged := union jud (minus tight quiet_)).
  (* Where the sets lie. *)
  assert (empty_iff : empty_of own opp p = true <-> c p = empty) by apply empty_is.
  assert (part : empty_of own opp p = true <->
    has (quiet m look_) p = true \/ has (lone m look_) p = true \/ has (unclear m look_) p = true).
  { assert (free : exists p0, empty_of own opp p0 = true).
    { destruct (c p) as [b|] eqn:f; [|exists p; now apply empty_iff]. apply all in f.
      apply reached_somewhere in f as (q & f). exists q. now apply (empty_is e who own opp). }
    destruct free as (p0 & free). destruct (outlook_is_right e good_engine who own opp p0 pos free) as ((is & _) & _).
    rewrite <- (is p), !in_union. tauto. }
  assert (cap_empty : cap p = true -> c p = empty).
  { intro there. apply found_iff in there as [there|(chain & _ & _ & lib)]; [discriminate|]. apply in_both in lib as [_ f].
    now apply empty_iff. }
  assert (others_iff : others p = true <-> has (unclear m look_) p = true /\ ~ cap p = true) by apply in_minus.
  assert (tight_iff : tight p = true <-> (others p = true /\ ~ has (breathing_at m look_) p = true) /\ next own p = true).
  { unfold tight. now rewrite in_both, in_minus. }
  assert (quiet1_iff : quiet1 p = true <-> has (quiet m look_) p = true \/ others p = true /\
    has (breathing_at m look_) p = true).
  { unfold quiet1. now rewrite in_union, in_both. }
  assert (lone_iff : lone_ p = true <-> has (lone m look_) p = true \/
    (others p = true /\ ~ has (breathing_at m look_) p = true) /\ ~ next own p = true).
  { unfold lone_. now rewrite in_union, !in_minus. }
  assert (judged_iff : judged p = true <-> jud p = true \/ tight p = true /\ ~ quiet_ p = true).
  { unfold judged. now rewrite in_union, in_minus. }
  assert (quiet_more : quiet1 p = true -> quiet_ p = true) by apply quiets_stay.
  assert (quiet_from := noted_quiets e own opp tight (all_chains e own (both (next tight) own)) quiet1 p).
    fold quiet_ in quiet_from.
  destruct (same_color (c p) empty) as [free|occupied].
  2: { split; [|intros (f & _); rewrite <- (same_ p) in f; now destruct occupied]. intro there. exfalso.
    assert (filled : forall f : Prop, f -> (f -> empty_of own opp p = true) -> False)
      by (intros f a b; apply occupied, empty_iff, b, a).
    assert (no_others : ~ others p = true).
    { intro f. apply others_iff in f as [f _]. apply (filled _ f). intro. apply part. auto. }
    assert (no_cap : cap p = false) by (apply not_true_iff_false; intro f; now apply occupied, cap_empty).
    assert (no_lone : lone_ p = false).
    { apply not_true_iff_false. intro f. apply lone_iff in f as [f|[[f _] _]]; [|now apply no_others].
      apply (filled _ f). intro. apply part. auto. }
    assert (no_quiet : quiet_ p = false).
    { apply not_true_iff_false. intro f. apply quiet_from in f as [f|[f _]].
      - apply quiet1_iff in f as [f|[f _]]; [|now apply no_others]. apply (filled _ f). intro. apply part. auto.
      - apply tight_iff in f as [[f _] _]. now apply no_others. }
    rewrite no_quiet, no_cap, no_lone in there.
    cbn [orb andb] in there. apply andb_prop in there as [_ there]. apply judged_right in there as (f & _).
    rewrite <- (same_ p) in f. now destruct occupied. }
  (* What the sets mean. *)
  destruct (outlook_is_right e good_engine who own opp p pos (proj2 empty_iff free)) as (_ & look_quiet & look_lone &
    breathes_ &
    near_empty). change (seen_by e own opp) with look_ in look_quiet, look_lone, breathes_, near_empty.
  fold c in look_quiet, look_lone, breathes_.
  assert (cap_iff : cap p = true <-> takes_stones who p c).
  { assert (t := takes_iff e good_engine who own opp pos p free). fold c in t. rewrite t, found_iff. split; [|now right].
    now intros [f|]. }
  assert (quiet_is : quiet_ p = true -> same (move who p c) (put who p c)).
  { intro there. apply quiet_from in there as [there|[there (chain & b & in_ & lib & lib' & n)]].
    - apply quiet1_iff in there as [there|[there b]]; [now apply look_quiet|]. apply others_iff in there as [_ none].
      apply nothing_gone_keeps; auto; [now rewrite <- cap_iff|]. intros [_ gone]. rewrite (breathes_ b) in gone. discriminate.
    - apply tight_iff in there as [[there _] _]. apply others_iff in there as [_ none].
      apply nothing_gone_keeps; auto; [now rewrite <- cap_iff|].
      exact (liberty_lives e good_engine who own opp pos p chain b tight free in_ lib lib' n). }
  assert (lone_is : lone_ p = true -> forall q, lost who p c q <-> q = p).
  { intro there. apply lone_iff in there as [there|[[there b] alone]].
    - apply (stands_lost_alone who p c free). now apply look_lone.
    - apply others_iff in there as [_ none].
      apply (walled_in_alone e who own opp pos p free); [|exact alone|intro f; now apply none, cap_iff].
      intro near. apply b. now apply near_empty. }
  assert (total : quiet_ p = true \/ lone_ p = true \/ cap p = true \/ judged p = true).
  { destruct (proj1 part (proj2 empty_iff free)) as [there|[there|there]].
    - left. apply quiet_more, quiet1_iff. now left.
    - right. left. apply lone_iff. now left.
    - destruct (cap p) eqn:found_; [auto|]. assert (other : others p = true) by (apply others_iff; now rewrite there).
      destruct (has (breathing_at m look_) p) eqn:b; [left; apply quiet_more, quiet1_iff; auto|].
      assert (nb : ~ false = true) by discriminate. destruct (next own p) eqn:n.
      + destruct (quiet_ p) eqn:q; [auto|]. right. right. right. apply judged_iff. right.
        split; [|congruence]. apply tight_iff. repeat split; auto; congruence.
      + right. left. apply lone_iff. right. repeat split; auto; congruence. }
  (* So the plays that are found are legal, and the legal ones are found. *)
  assert (quiets := quiet_right ko su x h rel p free). assert (lones := lone_right ko su x h rel p free).
  fold who in quiets, lones. fold own opp in quiets, lones. fold c in quiets, lones.
  set (repeats_ := match ko with SimpleKo | NoKo => false | _ => _ end) in quiets |- *.
  assert (pair0 : has_pair 0 = pairs m hs (its_past e x) (if same_player black who then S (on_count e x black) else on_count
    e x black)
    (if same_player white who then S (on_count e x white) else on_count e x white)).
  { unfold has_pair. now rewrite !Nat.sub_0_r. }
  rewrite <- pair0 in quiets.
  assert (no_repeat : legal (ko_of ko) (suicide_of su) h (play p) -> negb (has_pair 0 && quiet_ p && repeats_) = true).
  { intro ok. destruct (quiet_ p) eqn:q; [|now rewrite andb_false_r]. rewrite andb_true_r. apply quiets; auto. }
  split.
  - intro there. apply orb_true_iff in there as [there|there]; [apply orb_true_iff in there as [there|there]|].
    + apply andb_prop in there as [there ok]. destruct (quiet_ p) eqn:q.
      * rewrite andb_true_r in ok. apply quiets; auto.
      * simpl in there. apply andb_prop in there as [in_ not_judged]. apply negb_true_iff in not_judged.
        assert (not_jud : jud p = false) by (unfold judged, union in not_judged; now apply orb_false_iff in not_judged).
        destruct (found_one p in_ not_jud) as (_ & [[f _]|(_ & chain & in_l & only_ & new_ & one)]); [discriminate|].
        apply (capture_right ko su x h rel p chain free); [now apply cap_iff| | |exact new_].
        -- intros q' t. destruct (taken_is e good_engine who own opp pos p free q' t) as [gone_of of_gone]. split.
           ++ intro gone. destruct (gone_of gone) as (chain' & in_l' & has_ & only_'). now rewrite <- (one chain' in_l' only_').
           ++ intro has_. apply of_gone. now exists chain.
        -- intros q' has_. apply (opp_is e who own opp pos).
          now apply (within_theirs e good_engine who own opp pos chain q' in_l).
    + apply andb_prop in there as [l ok]. apply lones; [now apply lone_is|]. destruct su; try discriminate ok. exact ok.
    + apply andb_prop in there as [_ there]. now apply judged_right.
  - intro ok. apply orb_true_iff. rewrite orb_true_iff. destruct total as [there|[there|[there|there]]].
    + left. left. apply andb_true_iff. split; [|exact (no_repeat ok)]. now rewrite there.
    + left. right. rewrite there. apply lones in ok; [|now apply lone_is]. destruct su; try discriminate ok. exact ok.
    + destruct (judged p) eqn:j; [right; now apply judged_right|]. left. left. apply andb_true_iff.
      split; [rewrite there; apply orb_true_r|exact (no_repeat ok)].
    + right. rewrite there. now apply judged_right.
Qed.
End Legal.
