(* The last theorem: an engine that meets the conditions accepts exactly the legal turns, and reaches the same grids. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Symmetry Decide Conditions Kernels History.
Import ListNotations.

(* The six ko rules and the three suicide rules. *)
Inductive ko_name := Positional | Situational | NaturalSituational | NewZealand | SimpleKo | NoKo.
Definition ko_of {g} (ko : ko_name) : @ko_rule g :=
  match ko with
  | Positional => positional | Situational => situational | NaturalSituational => natural_situational
  | NewZealand => new_zealand | SimpleKo => simple_ko | NoKo => no_ko
  end.
Inductive suicide_name := SuicideAllowed | SeveralStones | SuicideForbidden.
Definition suicide_of {g} (su : suicide_name) : @suicide_rule g :=
  match su with
  | SuicideAllowed => suicide_allowed | SeveralStones => several_stones | SuicideForbidden => suicide_forbidden
  end.

(* An engine: a machine with kernels, what runs their loops, the words of a point and of no point, and hashes. It may take
   the safe stones of the outlook for a play, or none. *)
Record engine (g : grid) := {
  words : machine g;
  its_kernels : kernels words;
  run_loop : loop words -> state words;
  single : point g -> word words;
  no_stones : word words;
  hashes : hashing g;
  with_outlook : bool }.
Arguments words {g}. Arguments its_kernels {g}. Arguments run_loop {g}. Arguments single {g}. Arguments no_stones {g}.
Arguments hashes {g}. Arguments with_outlook {g}.

(* What is asked of it: the conditions of the SAT proof, and that loops run and words are made as they should. *)
Record right {g} (e : engine g) : Prop := {
  kernels_meet_conditions : conditions (words e) (its_kernels e);
  loops_run : runs (run_loop e);
  single_is_point : forall p, only (single e p) p;
  no_stones_is_empty : clean (no_stones e) /\ same_set (no_stones e) nowhere }.

Section Engine.
Context {g : grid} (e : engine g).
Let m := words e.
Let hs := hashes e.
Notation past := (past m hs).
Notation stones := (stones m).
Notation history := (@history g).
Implicit Types (who : player) (p q : point g) (h : history) (ko : ko_name) (su : suicide_name).

(* A game of the engine: the history, the stones on the grid, their numbers, and the player to move. *)
Record game := { its_past : past; on_grid : stones; on_count : player -> nat; to_move : player }.
Definition new_game (s : stones) (first : player) : game :=
  {| its_past := begin m hs s; on_grid := s; on_count := fun c => count m c s; to_move := first |}.
Definition last_hash (r : past) : hash hs := match entries m hs r with x :: _ => e_hash m hs x | [] => zero hs end.

(* The result of a play that is tried: the stones, their hash and numbers, whether stones went, and how many own ones. *)
Record tried := { its_stones : stones; its_hash : hash hs; its_count : player -> nat; removes : bool; lost_own : nat }.
Definition try_play (x : game) p : tried :=
  let who := to_move x in
  let own := on_grid x who in
  let opp := on_grid x (opponent who) in
  let safe := if with_outlook e then outlook_safe (its_kernels e) (run_loop e) own opp else no_stones e in
  let played := play_at (its_kernels e) (run_loop e) own opp safe (single e p) in
  let removes := captures m played || suicide m played in
  let gone := if captures m played then minus opp (opponent_after m played)
    else minus (union own (single e p)) (own_after m played) in
  let loser := if captures m played then opponent who else who in
  let hash := sum (last_hash (its_past x)) (key hs who p) in
  let counts c := if same_player c who then S (on_count x c) else on_count x c in
  {| its_stones := fun c => if same_player c who then own_after m played else opponent_after m played;
     its_hash := if removes then sum hash (keys hs loser gone) else hash;
     its_count := fun c => if removes && (if same_player c loser then true else false) then counts c - size gone else counts c;
     removes := removes;
     lost_own := if suicide m played then size gone else 0 |}.

(* Suicides that are refused without a look at the history. *)
Definition refuses_suicide ko su (n : nat) : bool :=
  (0 <? n) && match su with
    | SuicideForbidden => true
    | SeveralStones => n =? 1
    | SuicideAllowed => (n =? 1) && match ko with Positional => true | _ => false end
    end.

(* Whether a ko rule forbids the player to move to leave a grid again that stood after a number of turns, the last of them
   this turn. *)
Definition forbids ko (now_ turns : nat) (t : @turn g) : bool :=
  let own := Nat.odd (now_ - turns) in
  match ko with
  | Positional => true
  | Situational => own
  | NewZealand => own && (0 <? turns)
  | NaturalSituational => own && match t with play _ => true | pass => false end
  | SimpleKo | NoKo => false
  end.
Definition repeats ko (r : past) (h : hash hs) (s : stones) : bool :=
  match ko with
  | NoKo => false
  | SimpleKo => match entries m hs r with _ :: before :: _ => same_grid m (e_stones m hs before) s | _ => false end
  | _ => match find_grid m hs r h s (forbids ko (length (entries m hs r) - 1)) with Some _ => true | None => false end
  end.

(* The engine takes a turn, or refuses it. Only if some grid had as many stones does it search for the grid. *)
Definition take ko su (x : game) (t : @turn g) : option game :=
  let go t removes s (h : hash hs) counts :=
    Some {| its_past := add m hs (its_past x) t removes s h counts; on_grid := s; on_count := counts;
      to_move := opponent (to_move x) |} in
  match t with
  | pass => go pass false (on_grid x) (last_hash (its_past x)) (on_count x)
  | play p =>
    if has (on_grid x black) p || has (on_grid x white) p then None else
    let n := try_play x p in
    if refuses_suicide ko su (lost_own n) then None else
    if pairs m hs (its_past x) (its_count n black) (its_count n white) &&
       repeats ko (its_past x) (its_hash n) (its_stones n) then None else
    go (play p) (removes n) (its_stones n) (its_hash n) (its_count n)
  end.
Fixpoint take_all ko su (x : game) (ts : list (@turn g)) : option game :=
  match ts with [] => Some x | t :: ts => match take ko su x t with Some x => take_all ko su x ts | None => None end end.

(* The same for the rules: a list of turns, each of them legal. *)
Fixpoint all_legal ko su h (ts : list turn) : Prop :=
  match ts with [] => True | t :: ts => legal (ko_of ko) (suicide_of su) h t /\ all_legal ko su (after h t) ts end.

(* The engine's game is that of the rules, and its history has the invariants. *)
Record related (x : game) h : Prop := {
  past_right : invariant m hs (its_past x) h;
  latest_right : latest_stones m hs (its_past x) = Some (on_grid x);
  count_right : forall c, on_count x c = count m c (on_grid x);
  turn_right : to_move x = next_player h;
  legal_right : all_reach (now h) }.

Hypothesis good_engine : right e.

(* Small steps. *)

Lemma coloring_shown : forall (s : stones) who, sound m s -> same (coloring_of who (s who) (s (opponent who))) (shown m s).
Proof.
  intros s who [_ apart] q. unfold shown, coloring_of. destruct who; auto. simpl.
  destruct (has (s white) q) eqn:w, (has (s black) q) eqn:b; auto. destruct apart. exists q. now apply in_both.
Qed.

Lemma keys_only : forall who p (a : set g), (forall q, a q = true <-> q = p) -> keys hs who a = key hs who p.
Proof.
  intros who p a is. unfold keys. generalize (points_once g), (every_point g p).
  induction (points g) as [|q l IH]; simpl; [tauto|]. intros once inside. inversion once as [|? ? out once']; subst.
  destruct (a q) eqn:eq_.
  - apply is in eq_. subst. rewrite sum_swap. replace (fold_right _ _ l) with (zero hs); [apply sum_zero|].
    clear IH inside once once'. induction l as [|x l IH]; simpl; auto. destruct (a x) eqn:ex.
    + apply is in ex. subst. destruct out. now left.
    + apply IH. intro. apply out. now right.
  - apply IH; auto. destruct inside as [->|]; auto. assert (a p = true) by now apply is. congruence.
Qed.

Lemma keys_nowhere : forall who, keys hs who nowhere = zero hs.
Proof. intro who. unfold keys. induction (points g); simpl; auto. Qed.

Lemma size_zero : forall a : set g, size a = 0 <-> forall q, ~ a q = true.
Proof.
  intro a. unfold size. split.
  - intros none q there. assert (inside : In q (filter a (points g))) by (apply filter_In; split; [apply every_point|auto]).
    destruct (filter a (points g)); [destruct inside|discriminate].
  - intro none. destruct (filter a (points g)) as [|q l] eqn:f; auto.
    assert (inside : In q (filter a (points g))) by (rewrite f; now left). apply filter_In in inside as [_ there].
    now destruct (none q).
Qed.

Lemma size_one : forall a : set g, size a = 1 <-> exists p, forall q, a q = true <-> q = p.
Proof.
  intro a. unfold size. assert (once := NoDup_filter a (points_once g)).
  assert (inside : forall q, In q (filter a (points g)) <-> a q = true).
  { intro q. rewrite filter_In. intuition. apply every_point. }
  destruct (filter a (points g)) as [|p [|r l]] eqn:f; simpl; split; try discriminate; try tauto.
  - intros [p is]. destruct (proj2 (inside p)). now apply is.
  - intros _. exists p. intro q. rewrite <- inside. simpl. intuition.
  - intros [x is]. assert (p = x) by (apply is, inside; now left). assert (r = x) by (apply is, inside; right; now left). subst.
    inversion once as [|? ? out _]. destruct out. now left.
Qed.

Lemma size_sum : forall a b c : set g, ~ meets a b -> same_set c (union a b) -> size c = size a + size b.
Proof.
  intros a b c apart is. rewrite (size_same c _ is). unfold size, union.
  assert (off : forall q, a q = true -> b q = true -> False).
  { intros q x y. apply apart. exists q. now apply in_both. }
  induction (points g) as [|q l IH]; simpl; auto. specialize (off q). destruct (a q), (b q); simpl; try (now destruct off); lia.
Qed.
Lemma size_rest : forall a b : set g, within b a -> size a = size b + size (minus a b).
Proof.
  intros a b inside. apply size_sum.
  - intros [q there]. apply in_both in there as [x y]. now apply in_minus in y.
  - intro q. specialize (inside q). unfold union, minus. destruct (a q), (b q); simpl in *; auto.
Qed.

Lemma all_reach_same : forall c d : @coloring g, same c d -> all_reach c -> all_reach d.
Proof. intros c d f all who q t. apply reaches_same with c; auto. apply (all who). now rewrite (f q). Qed.

Lemma lost_same : forall who p (c d : @coloring g) q, same c d -> (lost who p c q <-> lost who p d q).
Proof.
  intros who p c d q f. unfold lost.
  now rewrite (clear_same (opponent who) _ _ (put_same who p _ _ f) q), (move_same who p _ _ f q).
Qed.

(* What a play that is tried has. *)
Record try_right (x : game) h p (n : tried) : Prop := {
  try_sound : sound m (its_stones n);
  try_shown : same (shown m (its_stones n)) (now (after h (play p)));
  try_hash : its_hash n = hash_of m hs (its_stones n);
  try_count : forall c, its_count n c = count m c (its_stones n);
  try_can : can_make m (next_player h) (play p) (on_grid x) (its_stones n);
  try_removes : removes n = false -> forall c, within (on_grid x c) (its_stones n c);
  try_lost : exists a, lost_own n = size a /\ forall q, a q = true <-> lost (next_player h) p (now h) q }.

Lemma latest_grid : forall x h, related x h ->
  sound m (on_grid x) /\ same (shown m (on_grid x)) (now h) /\ last_hash (its_past x) = hash_of m hs (on_grid x).
Proof.
  intros x h [inv last _ _ _]. unfold latest_stones, last_hash in *.
  assert (i1 := invariant_1 _ _ _ _ inv). assert (i3 := invariant_3 _ _ _ _ inv).
  destruct (entries m hs (its_past x)) as [|y older]; [discriminate|]. inversion last as [f].
  destruct h as [c first|h t]; simpl in i1; [destruct older; [|tauto]|];
    (split; [tauto|split; [tauto|apply i3; now left]]).
Qed.

Theorem try_play_right : forall x h p, related x h -> has (on_grid x black) p = false -> has (on_grid x white) p = false ->
  try_right x h p (try_play x p).
Proof.
  intros x h p rel eb ew. destruct (latest_grid x h rel) as (sound_ & show & hash_).
  destruct rel as [inv last counted mover legal_].
  unfold try_play. rewrite mover. set (who := next_player h). set (own := on_grid x who). set (opp := on_grid x (opponent who)).
  set (safe := if with_outlook e then _ else _). set (answer := play_at (its_kernels e) (run_loop e) own opp safe (single e p)).
  assert (e_own : has own p = false) by (unfold own; destruct who; auto).
  assert (e_opp : has opp p = false) by (unfold opp; destruct who; auto).
  assert (colors := coloring_shown (on_grid x) who sound_). fold own opp in colors.
  assert (colors_now : same (coloring_of who own opp) (now h)) by (eapply same_then; [exact colors|exact show]).
  assert (apart : ~ meets own opp).
  { intros [q there]. apply in_both in there as [a b]. destruct sound_ as [_ apart]. apply apart. exists q. apply in_both.
    unfold own, opp in a, b. destruct who; auto. }
  assert (pos : good who own opp).
  { split; [apply sound_|]. split; [apply sound_|]. split; auto. apply all_reach_same with (now h); auto. now apply same_sym. }
  assert (free : empty_of own opp p = true) by (apply in_empty; rewrite e_own, e_opp; split; discriminate).
  assert (safe_good : is_safe who own opp safe).
  { unfold safe. destruct (with_outlook e).
    - apply outlook_is_safe with (single := single e) (p0 := p); auto; apply good_engine.
    - apply nowhere_is_safe; apply good_engine. }
  assert (point_ : only (single e p) p) by apply good_engine.
  destruct (fix_ends_play (its_kernels e) (kernels_meet_conditions e good_engine) (run_loop e) (loops_run e good_engine)
    who own opp safe (single e p) p pos safe_good point_ free) as [x_ended y_ended].
  pose proof (play_is_move (its_kernels e) (kernels_meet_conditions e good_engine)
    who own opp safe (single e p) p pos safe_good point_ free _ _ x_ended y_ended) as moved.
  pose proof (play_is_clean (its_kernels e) (kernels_meet_conditions e good_engine)
    who own opp safe (single e p) p pos safe_good point_ free _ _ x_ended y_ended) as (c_own & c_opp & apart').
  pose proof (play_lost (its_kernels e) (kernels_meet_conditions e good_engine)
    who own opp safe (single e p) p pos safe_good point_ free _ _ x_ended y_ended) as losses.
  pose proof (play_toggles (its_kernels e) (kernels_meet_conditions e good_engine)
    who own opp safe (single e p) p pos safe_good point_ free _ _ x_ended y_ended) as (toggled & toggled' & not_both).
  change (play_beside m (its_kernels e) own opp safe (single e p) _ _) with answer in *.
  fold answer in moved, c_own, c_opp, apart', losses, toggled, toggled', not_both.
  set (own' := own_after m answer) in *. set (opp' := opponent_after m answer) in *.
  set (lost_ := minus (union own (single e p)) own') in *. change (placed own (single e p)) with (union own (single e p)) in *.
  fold lost_ in losses, toggled. set (caught := minus opp opp') in *.
  change (captures m answer && suicide m answer = false) in not_both.
  assert (own_is : same_set own' (xor own (xor (single e p) (when (suicide m answer && negb (captures m answer)) lost_)))).
  { intro q. specialize (toggled q). unfold xor.
    change (xorb (has own q) (has own' q) =
      xorb (has (single e p) q) (when (suicide m answer && negb (captures m answer)) lost_ q))
      in toggled. rewrite <- toggled. now destruct (has own q), (has own' q). }
  assert (opp_is : same_set opp' (xor opp (when (captures m answer) caught))).
  { intro q. specialize (toggled' q). unfold xor.
    change (xorb (has opp q) (has opp' q) = when (captures m answer) caught q) in toggled'.
    rewrite <- toggled'. now destruct (has opp q), (has opp' q). }
  assert (at_p : forall q, has (single e p) q = true <-> q = p) by apply point_.
  assert (own_in : within own' (union own (single e p))).
  { intros q there. destruct (union own (single e p) q) eqn:u; auto. exfalso. rewrite (own_is q) in there.
    unfold xor, when, lost_, minus in there. rewrite u in there. unfold union in u. apply orb_false_iff in u as [u1 u2].
    rewrite u1, u2 in there. simpl in there. rewrite andb_false_r in there. discriminate. }
  assert (opp_in : within opp' opp).
  { intros q there. destruct (has opp q) eqn:u; auto. exfalso. rewrite (opp_is q) in there.
    unfold xor, when, caught, minus in there. rewrite u in there. simpl in there. rewrite andb_false_r in there. discriminate. }
  assert (own_all : suicide m answer = false -> same_set own' (union own (single e p))).
  { intros none q. rewrite (own_is q), none. unfold xor, when, union. simpl. rewrite xorb_false_r.
    destruct (has own q) eqn:o, (has (single e p) q) eqn:s; auto. apply at_p in s. subst q. congruence. }
  assert (opp_all : captures m answer = false -> same_set opp' opp).
  { intros none q. rewrite (opp_is q), none. unfold xor, when. simpl. now rewrite xorb_false_r. }
  set (after_ := fun c => if same_player c who then own' else opp').
  assert (after_own : after_ who = own') by (unfold after_; destruct (same_player who who); congruence).
  assert (after_opp : after_ (opponent who) = opp').
  { unfold after_. destruct (same_player (opponent who) who) as [f|]; auto. destruct who; discriminate. }
  assert (sound' : sound m after_).
  { split; [intro c; unfold after_; now destruct (same_player c who)|]. intros [q there]. apply apart'. exists q.
    apply in_both in there as [a b]. apply in_both.
    assert (ho : has (after_ who) q = true /\ has (after_ (opponent who)) q = true) by (destruct who; auto).
    now rewrite after_own, after_opp in ho. }
  constructor; cbn [its_stones its_hash its_count removes lost_own].
  - exact sound'.
  - eapply same_then; [apply same_sym, (coloring_shown after_ who sound')|]. rewrite after_own, after_opp.
    eapply same_then; [exact moved|]. exact (move_same who p _ _ colors_now).
  - rewrite hash_.
    assert (hash_who : forall s : stones, hash_of m hs s =
      sum (keys hs who (s who)) (keys hs (opponent who) (s (opponent who)))).
    { intro s. unfold hash_of. destruct who; auto. simpl. apply sum_swap. }
    rewrite !hash_who, after_own, after_opp. fold own opp.
    rewrite (keys_same hs who _ _ own_is), (keys_same hs (opponent who) _ _ opp_is), !keys_xor, (keys_only who p _ at_p).
    assert (none : forall c a, keys hs c (when false a) = zero hs).
    { intros c a. rewrite (keys_same hs c (when false a) nowhere); [apply keys_nowhere|]. now intro q. }
    assert (all : forall c (a : set g), keys hs c (when true a) = keys hs c a).
    { intros c a. apply keys_same. now intro q. }
    assert (end_zero : forall a : hash hs, sum a (zero hs) = a) by (intro a; rewrite sum_swap; apply sum_zero).
    set (a := keys hs who own). set (b := keys hs (opponent who) opp). set (k := key hs who p).
    assert (swap3 : sum (sum a b) k = sum (sum a k) b) by (now rewrite <- !sum_group, (sum_swap hs b k)).
    destruct (captures m answer), (suicide m answer); simpl in not_both |- *; try discriminate;
      rewrite ?none, ?all, ?end_zero, swap3.
    + now rewrite <- !sum_group.
    + rewrite <- !sum_group. f_equal. f_equal. apply sum_swap.
    + reflexivity.
  - intro c. rewrite !counted. unfold count.
    assert (own_grows : size (union own (single e p)) = S (size own)).
    { rewrite <- Nat.add_1_r, <- (proj2 (size_one (single e p)) (ex_intro _ p at_p)). apply size_sum; [|now intro q].
      intros [q there]. apply in_both in there as [o s]. apply at_p in s. subst q. congruence. }
    destruct (one_of c who) as [->| ->].
    + rewrite after_own. destruct (same_player who who) as [_|f]; [|congruence]. fold own.
      destruct (captures m answer) eqn:ec.
      * destruct (same_player who (opponent who)) as [f|_]; [destruct who; discriminate|]. rewrite andb_false_r.
        rewrite <- own_grows. symmetry. apply size_same, own_all. destruct (suicide m answer); [discriminate|reflexivity].
      * destruct (same_player who who) as [_|f]; [|congruence]. destruct (suicide m answer) eqn:es; cbn [orb andb].
        -- pose proof (size_rest _ _ own_in) as r. change (size (union own (single e p)) = size own' + size lost_) in r. lia.
        -- rewrite <- own_grows. symmetry. now apply size_same, own_all.
    + rewrite after_opp. destruct (same_player (opponent who) who) as [f|_]; [destruct who; discriminate|]. fold opp.
      destruct (captures m answer) eqn:ec.
      * destruct (same_player (opponent who) (opponent who)) as [_|f]; [|congruence]. simpl.
        pose proof (size_rest _ _ opp_in) as r. change (size opp = size opp' + size caught) in r. lia.
      * destruct (same_player (opponent who) who) as [f|_]; [destruct who; discriminate|]. rewrite andb_false_r.
        symmetry. now apply size_same, opp_all.
  - fold who. split; [|split].
    + intro c. destruct c; auto.
    + intros c q there. unfold with_stone. unfold after_ in there. destruct (same_player c who) as [->|n].
      * apply own_in in there. apply in_union in there as [there|there]; apply in_union; [now left|right].
        apply at_p in there. now destruct (same_point q p).
      * apply opp_in in there. unfold opp in there. destruct (one_of c who) as [f| ->]; [congruence|exact there].
    + destruct (captures m answer) eqn:ec.
      * exists who. unfold with_stone. rewrite after_own. destruct (same_player who who); [|congruence].
        intro q. rewrite own_all by (destruct (suicide m answer); [discriminate|reflexivity]). unfold union. f_equal.
        destruct (has (single e p) q) eqn:s, (same_point q p) as [f|f]; auto; [apply at_p in s; congruence|].
        apply at_p in f. congruence.
      * exists (opponent who). unfold with_stone. rewrite after_opp.
        destruct (same_player (opponent who) who) as [f|_]; [destruct who; discriminate|]. now apply opp_all.
  - intros none c q there. apply orb_false_iff in none as [nc ns]. destruct (one_of c who) as [->| ->].
    + rewrite after_own, (own_all ns q). apply in_union. now left.
    + now rewrite after_opp, (opp_all nc q).
  - exists lost_. split; [|intro q; fold who; rewrite <- (lost_same who p _ _ q colors_now); symmetry; apply losses].
    destruct (suicide m answer) eqn:es.
    + destruct (captures m answer); [discriminate|reflexivity].
    + symmetry. apply size_zero. intros q there. apply in_minus in there as [there out]. apply out.
      now rewrite (own_all eq_refl q).
Qed.

(* Who is to move is seen from the number of turns. *)
Lemma stage_parity : forall s h, stage s h -> turns s <= turns h /\
  next_player s = if Nat.odd (turns h - turns s) then opponent (next_player h) else next_player h.
Proof.
  induction 1 as [|h t before (few & IH)]; [split; auto; now rewrite Nat.sub_diag|]. split; [simpl; lia|].
  simpl turns. rewrite Nat.sub_succ_l, Nat.odd_succ, <- Nat.negb_odd; auto. simpl next_player. rewrite IH.
  destruct (Nat.odd _); simpl; auto. now rewrite opponent_twice.
Qed.

Lemma stage_own : forall s h, stage s h ->
  (Nat.odd (turns h - turns s) = true <-> next_player s = opponent (next_player h)).
Proof.
  intros s h before. destruct (stage_parity s h before) as [_ ->]. destruct (Nat.odd _); [tauto|].
  destruct (next_player h); split; discriminate.
Qed.

(* The engine finds a repetition exactly when the ko rule refuses the coloring. *)
Theorem repeats_right : forall ko (r : past) h (s : stones) (q : @coloring g), invariant m hs r h -> sound m s ->
  same (shown m s) q ->
  if repeats ko r (hash_of m hs s) s then ~ ko_of ko h q else ko_of ko h q.
Proof.
  intros ko r h s q inv sound_ show.
  assert (like : forall c, same c (shown m s) <-> same c q).
  { intro c. split; intro f; eapply same_then; eauto. now apply same_sym. }
  assert (searched : forall accept : nat -> turn -> bool,
    (ko_of ko h q <-> ~ exists t, stage t h /\ same (now t) q /\ accept (turns t) (step_of t) = true) ->
    repeats ko r (hash_of m hs s) s =
      match find_grid m hs r (hash_of m hs s) s accept with Some _ => true | None => false end ->
    if repeats ko r (hash_of m hs s) s then ~ ko_of ko h q else ko_of ko h q).
  { intros accept yes ->. pose proof (find_finds m hs r h s accept inv sound_) as finds.
    destruct (find_grid m hs r (hash_of m hs s) s accept).
    - destruct finds as (t & before & (f & ok) & _). intro rule. apply yes in rule. apply rule. exists t. repeat split; auto.
      now apply like.
    - apply yes. intros (t & before & f & ok). apply (finds t before). split; auto. now apply like. }
  assert (turns_now : length (entries m hs r) - 1 = turns h).
  { rewrite (holds_length m hs _ h (invariant_1 _ _ _ _ inv)). simpl. apply Nat.sub_0_r. }
  destruct ko; try (eapply searched; [|unfold repeats; rewrite turns_now; reflexivity]; unfold forbids, ko_of; split).
  - intros ok (t & before & f & _). now apply (ok t before).
  - intros none t before f. apply none. now exists t.
  - intros ok (t & before & f & own). now apply (ok t before); [apply stage_own|].
  - intros none t before own f. apply none. exists t. split; auto. split; auto. now apply stage_own.
  - intros ok (t & before & f & own). apply andb_prop in own as [own is_play]. destruct t as [|t [|p]]; try discriminate.
    apply (ok t p before); auto. apply stage_own in own; auto. simpl in own.
    now rewrite <- (opponent_twice (next_player t)), own, opponent_twice.
  - intros none t p before own f. apply none. exists (after t (play p)). split; auto. split; auto. apply andb_true_intro.
    split; auto. apply stage_own; auto. simpl. now rewrite own.
  - intros ok (t & before & f & own). apply andb_prop in own as [own late]. destruct t as [|t t']; [discriminate|].
    apply (ok t t' before); auto. apply stage_own in own; auto. simpl in own.
    now rewrite <- (opponent_twice (next_player t)), own, opponent_twice.
  - intros none t t' before own f. apply none. exists (after t t'). split; auto. split; auto. apply andb_true_intro.
    split; auto. apply stage_own; auto. simpl. now rewrite own.
  - unfold repeats, ko_of, simple_ko. assert (i1 := invariant_1 _ _ _ _ inv).
    destruct h as [c first|h t].
    + destruct (entries m hs r) as [|y [|z older]]; simpl in i1; [tauto|intros ? ? f; discriminate|tauto].
    + simpl in i1. destruct (entries m hs r) as [|y older]; [tauto|]. destruct i1 as (_ & _ & _ & i1).
      destruct older as [|z older]; [destruct h; destruct i1|].
      assert (parts : sound m (e_stones m hs z) /\ same (shown m (e_stones m hs z)) (now h)).
      { destruct h; simpl in i1; [destruct older; [|tauto]|]; tauto. }
      destruct parts as [sz shz]. destruct (same_grid m (e_stones m hs z) s) eqn:f.
      * intro ok. apply (ok h t eq_refl). apply like. eapply same_then; [apply same_sym, shz|]. apply same_shown.
        now apply same_grid_iff.
      * intros h' t' f'. inversion f'. subst h' t'. intro f''. apply like in f''. apply not_true_iff_false in f. apply f.
        apply same_grid_iff, shown_same; auto. eapply same_then; [exact shz|exact f''].
  - exact I.
Qed.

(* The suicide rule of a play that is tried. *)
Lemma suicide_right : forall ko su x h p n, related x h -> try_right x h p n -> now h p = empty ->
  let allowed := suicide_of su (next_player h) p (now h) /\ ko_of ko h (now (after h (play p))) in
  if refuses_suicide ko su (lost_own n) then ~ allowed else suicide_of su (next_player h) p (now h).
Proof.
  intros ko su x h p n rel tr free allowed. destruct (try_lost _ _ _ _ tr) as (a & -> & is).
  assert (none : size a = 0 <-> forall q, ~ lost (next_player h) p (now h) q).
  { rewrite size_zero. split; intros f q; [rewrite <- is|rewrite is]; apply f. }
  assert (one : size a = 1 <-> exists y, forall q, lost (next_player h) p (now h) q <-> q = y).
  { rewrite size_one. split; intros [y f]; exists y; intro q; [rewrite <- is|rewrite is]; apply f. }
  unfold refuses_suicide. destruct (0 <? size a) eqn:some_; simpl andb.
  - apply Nat.ltb_lt in some_. destruct su.
    + destruct (size a =? 1) eqn:f; simpl andb; [|exact I]. apply Nat.eqb_eq in f. destruct ko; try exact I.
      intros [_ ok]. apply (ok h (present h)). apply same_sym, lone_suicide; auto; [apply rel|now apply one].
    + destruct (size a =? 1) eqn:f; [apply Nat.eqb_eq in f|apply Nat.eqb_neq in f]; [|simpl; intro g'; now apply f, one].
      intros [ok _]. now apply ok, one.
    + intros [ok _]. assert (size a = 0) by (now apply none). lia.
  - apply Nat.ltb_ge in some_. destruct su; [exact I| |].
    + simpl. intro f. apply one in f. lia.
    + exact (proj1 none ltac:(lia)).
Qed.

(* One turn: the engine takes it exactly if it is legal, and the games stay those of each other. *)
Theorem take_right : forall ko su x h t, related x h ->
  match take ko su x t with
  | Some y => legal (ko_of ko) (suicide_of su) h t /\ related y (after h t)
  | None => ~ legal (ko_of ko) (suicide_of su) h t
  end.
Proof.
  intros ko su x h t rel. destruct (latest_grid x h rel) as (sound_ & show & hash_). destruct t as [|p]; cbn [take].
  - split; [exact I|]. destruct rel as [inv last counted mover legal_]. constructor; cbn [its_past on_grid on_count to_move].
    + rewrite hash_. apply add_keeps with (on_grid x); auto; [intro c; now intro q|intros _ c q; auto].
    + unfold add, latest_stones. reflexivity.
    + exact counted.
    + simpl. now rewrite mover.
    + exact legal_.
  - destruct (has (on_grid x black) p || has (on_grid x white) p) eqn:occupied.
    { intros (free & _). rewrite <- (show p) in free. apply coloring_empty, in_empty in free as [eb ew].
      apply orb_prop in occupied. tauto. }
    apply orb_false_iff in occupied as [eb ew]. assert (free : now h p = empty).
    { rewrite <- (show p). apply coloring_empty, in_empty. rewrite eb, ew. split; discriminate. }
    assert (tr := try_play_right x h p rel eb ew). set (n := try_play x p) in *.
    assert (su_right := suicide_right ko su x h p n rel tr free). cbv zeta in su_right.
    destruct (refuses_suicide ko su (lost_own n)); [intros (_ & a & b); now apply su_right|].
    assert (ko_right := repeats_right ko (its_past x) h (its_stones n) _ (past_right _ _ rel) (try_sound _ _ _ _ tr)
      (try_shown _ _ _ _ tr)). rewrite <- (try_hash _ _ _ _ tr) in ko_right.
    assert (noted : repeats ko (its_past x) (its_hash n) (its_stones n) = true ->
      pairs m hs (its_past x) (its_count n black) (its_count n white) = true).
    { rewrite !(try_count _ _ _ _ tr). intro found. destruct (pairs m hs (its_past x) _ _) eqn:noted; auto. exfalso.
      rewrite found in ko_right.
      assert (fresh : forall s, stage s h -> ~ same (now s) (now (after h (play p)))).
      { intros s before f. assert (f' : same (now s) (shown m (its_stones n))).
        { eapply same_then; [exact f|]. apply same_sym, tr. }
        pose proof (pair_noted m hs (its_past x) h (its_stones n) s (past_right _ _ rel) (try_sound _ _ _ _ tr) before f').
        congruence. }
      apply ko_right. destruct ko;
        [exact fresh|intros s b _|intros s r b _|intros s r b _|intros s r f; assert (b : stage s h)|exact I];
        try exact (fresh _ b). rewrite f. repeat constructor. }
    destruct (repeats ko (its_past x) (its_hash n) (its_stones n)); [rewrite noted by reflexivity|rewrite andb_false_r];
      simpl andb.
    { intros (_ & _ & b). now apply ko_right. }
    split; [now split|]. destruct rel as [inv last counted mover legal_]. destruct tr as [tr1 tr2 tr3 tr4 tr5 tr6 tr7].
    constructor; cbn [its_past on_grid on_count to_move].
    + rewrite tr3. now apply add_keeps with (on_grid x).
    + reflexivity.
    + exact tr4.
    + simpl. now rewrite mover.
    + apply move_all_reach.
Qed.

(* The last theorem. From any beginning where every stone reaches empty, and for every list of turns, under each of the six
   ko rules and the three suicide rules: the engine takes all of them exactly if each is legal. Then its grid is that of the
   rules, and its history has the invariants. *)
Theorem engine_plays_by_the_rules : forall ko su c first ts (s : stones), all_reach c -> sound m s -> same (shown m s) c ->
  let h := beginning c first in
  match take_all ko su (new_game s first) ts with
  | Some y => all_legal ko su h ts /\ same (shown m (on_grid y)) (now (fold_left after ts h)) /\
      to_move y = next_player (fold_left after ts h) /\ invariant m hs (its_past y) (fold_left after ts h)
  | None => ~ all_legal ko su h ts
  end.
Proof.
  intros ko su c first ts s legal_ sound_ show h.
  assert (rel : related (new_game s first) h).
  { constructor; auto. now apply begin_keeps. }
  generalize dependent h. generalize (new_game s first). induction ts as [|t ts IH]; intros x h rel.
  - simpl. split; auto. split; [apply (latest_grid x h rel)|]. split; apply rel.
  - simpl. pose proof (take_right ko su x h t rel) as one. destruct (take ko su x t) as [y|].
    + destruct one as [ok rel']. specialize (IH y (after h t) rel'). destruct (take_all ko su y ts); tauto.
    + tauto.
Qed.

(* The engine has words for every such beginning: it can put stone after stone. *)
Theorem every_beginning_has_words : forall c, all_reach c -> exists s : stones, sound m s /\ same (shown m s) c.
Proof.
  intros c all. pose (part l := fun q => if in_dec same_point q l then c q else empty).
  enough (parts : forall l, exists s : stones, sound m s /\ same (shown m s) (part l)).
  { destruct (parts (points g)) as (s & sound_ & show). exists s. split; auto. intro q. rewrite (show q). unfold part.
    destruct (in_dec _ _ _) as [|out]; auto. destruct out. apply every_point. }
  (* What reaches empty still does when stones are taken away. *)
  assert (fewer : forall d : @coloring g, (forall q, d q = c q \/ d q = empty) -> all_reach d).
  { intros d few who x there. assert (here : c x = stone who) by (destruct (few x); congruence).
    assert (reach := all who x here). induction reach as [x y not near f|x y near f reach IH].
    - apply next_to with y; auto; [congruence|]. destruct (few y); congruence.
    - destruct (few y) as [f'|f']; [apply Rules.walk with y; auto; [|apply IH]; congruence|].
      apply next_to with y; auto. congruence. }
  induction l as [|p l (s & sound_ & show)].
  - destruct (no_stones_is_empty e good_engine) as [clean_ none]. exists (fun _ => no_stones e). split; [split; auto|].
    + intros [q there]. apply in_both in there as [there _]. discriminate (eq_trans (eq_sym there) (none q)).
    + intro q. assert (f : has (m := m) (no_stones e) q = false) by exact (none q). unfold shown, coloring_of. now rewrite f.
  - destruct (in_dec same_point p l) as [inside|out].
    { exists s. split; auto. intro q. rewrite (show q). unfold part. destruct (in_dec same_point q l) as [i|n], (in_dec same_point q (p :: l))
        as [i'|n']; auto; simpl in *; [tauto|]. destruct i' as [<-|]; tauto. }
    destruct (c p) as [who|] eqn:color.
    2: { exists s. split; auto. intro q. rewrite (show q). unfold part. destruct (in_dec same_point q l) as [i|n],
        (in_dec same_point q (p :: l)) as [i'|n']; auto; simpl in *; [tauto|]. destruct i' as [<-|]; [congruence|tauto]. }
    set (own := s who). set (opp := s (opponent who)).
    assert (colors := coloring_shown s who sound_). fold own opp in colors.
    assert (few : forall q, coloring_of who own opp q = c q \/ coloring_of who own opp q = empty).
    { intro q. rewrite (colors q), (show q). unfold part. destruct (in_dec _ _ _); auto. }
    assert (pos : good who own opp).
    { split; [apply sound_|]. split; [apply sound_|]. split; [|now apply fewer].
      intros [q there]. apply in_both in there as [a b]. destruct sound_ as [_ apart]. apply apart. exists q. apply in_both.
      unfold own, opp in a, b. destruct who; auto. }
    assert (free : empty_of own opp p = true).
    { apply (coloring_empty who). rewrite (colors p), (show p). unfold part. destruct (in_dec _ _ _); tauto. }
    assert (safe_good : is_safe who own opp (no_stones e)) by (apply nowhere_is_safe; apply good_engine).
    assert (point_ : only (single e p) p) by apply good_engine.
    destruct (fix_ends_play (its_kernels e) (kernels_meet_conditions e good_engine) (run_loop e) (loops_run e good_engine)
      who own opp (no_stones e) (single e p) p pos safe_good point_ free) as [x_ended y_ended].
    pose proof (play_is_move (its_kernels e) (kernels_meet_conditions e good_engine)
      who own opp (no_stones e) (single e p) p pos safe_good point_ free _ _ x_ended y_ended) as moved.
    pose proof (play_is_clean (its_kernels e) (kernels_meet_conditions e good_engine)
      who own opp (no_stones e) (single e p) p pos safe_good point_ free _ _ x_ended y_ended) as (c_own & c_opp & apart).
    match type of moved with same (coloring_of _ (has (own_after _ ?r)) _) _ => set (answer := r) in * end.
    pose (s' := fun k => if same_player k who then own_after m answer else opponent_after m answer).
    assert (sound' : sound m s').
    { unfold s'. split.
      - intro k. now destruct (same_player k who).
      - intros [q there]. apply in_both in there as [a b]. apply apart. exists q. apply in_both.
        destruct who; simpl in a, b; auto. }
    exists s'. split; auto.
    assert (colors' : same (coloring_of who (own_after m answer) (opponent_after m answer)) (shown m s'))
      by (destruct who; exact (coloring_shown s' _ sound')).
    intro q. apply (eq_trans (eq_sym (colors' q))), (eq_trans (moved q)).
    set (d := put who p (coloring_of who own opp)).
    assert (d_few : forall r, d r = part (p :: l) r).
    { intro r. unfold d, put, part. destruct (same_point r p) as [->|n].
      - destruct (in_dec _ _ _) as [|n]; [congruence|]. destruct n. now left.
      - rewrite (colors r), (show r). unfold part. destruct (in_dec same_point r l) as [i|n'], (in_dec same_point r (p :: l))
          as [i'|n'']; auto; simpl in *; [tauto|]. destruct i'; [congruence|tauto]. }
    assert (d_all : all_reach d).
    { apply fewer. intro r. rewrite (d_few r). unfold part. destruct (in_dec _ _ _); auto. }
    change (move who p (coloring_of who own opp)) with (clear who (clear (opponent who) d)).
    assert (stays : same (clear (opponent who) d) d).
    { intro r. destruct (d r) as [k|] eqn:f; [|rewrite <- f; apply clear_other; congruence].
      rewrite <- f. apply clear_stays. now apply (d_all k). }
    rewrite (clear_same who _ _ stays q), <- (d_few q).
    destruct (d q) as [k|] eqn:f; [|rewrite <- f; apply clear_other; congruence].
    rewrite <- f. apply clear_stays. now apply (d_all k).
Qed.
End Engine.
