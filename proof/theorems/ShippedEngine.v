(* An engine that meets the conditions, on every grid without a point that is its own neighbor and without three points that are
   neighbors of each other: the algorithms of kernel.rs. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Conditions Kernels History Engine Model Words EngineEnds Shipped.
Import ListNotations.

Section ShippedEngine.
Context {g : grid}.
Hypothesis no_loop : forall p : point g, adjacent p p = false.
Hypothesis no_triangle : forall p q r : point g, adjacent p q = true -> adjacent q r = true -> adjacent p r = true -> False.
(* Any points may be called diagonal, and any may be called the edge. *)
Variable diagonal_ : point g -> point g -> bool.
Variable edge_ : set g.
Notation set := (set g).

(* Words are sets, with a number for their other bits. A word is clean if it has none. Words are compared as a whole. *)
Definition plain_machine : machine g := {|
  word := set * nat; has := fst; clean := fun a => snd a = 0; order := points g; diagonal := diagonal_; edge := edge_ |}.
Notation m := plain_machine.
Notation word := (word m).
Notation state := (state m).
Definition pure (a : set) : word := (a, 0).
Definition same_word (a b : word) : bool := forallb (fun p => eqb (has a p) (has b p)) (points g) && (snd a =? snd b).
Lemma same_word_compares : compares same_word.
Proof.
  unfold same_word. split.
  - intros a b all p. apply andb_prop in all as [all _]. rewrite forallb_forall in all. apply eqb_prop, all, every_point.
  - intros a b ca cb all. simpl in ca, cb. rewrite ca, cb. apply andb_true_iff. split; auto. apply forallb_forall.
    intros p _. apply eqb_true_iff, all.
Qed.

(* floods: each set grows in its region until it no longer grows, or until the goal is reached. *)
Definition floods (sets : nat) (seeds regions : nat -> set) (goal : state -> bool) : loop m :=
  Build_loop m sets (fun i => pure (seeds i)) (fun x i => pure (both (union (x i) (next (x i))) (regions i))) goal.
Definition never : state -> bool := fun _ => false.
Definition pair_of (a b : set) (i : nat) : set := match i with 0 => a | _ => b end.

Definition suspects_of (opp safe : set) : set := minus opp safe.
Definition breath (own opp safe pt : set) : loop m :=
  floods 1 (fun _ => both (suspects_of opp safe) (beside_empty own opp pt)) (fun _ => suspects_of opp safe)
    (fun x => covered own opp safe pt (x 0)).
Definition chain_of (own opp safe pt : set) (x : state) : loop m :=
  floods 1 (fun _ => pt) (fun _ => union own pt) (fun y => breathes_now own opp safe pt (x 0) (y 0)).
Definition beside (own opp safe pt : set) (x y : state) : played m :=
  Build_played m (pure (own_left own opp safe pt (x 0) (y 0))) (pure (opponent_left own opp safe pt (x 0)))
    (takes own opp safe pt (x 0)) (kills_itself own opp safe pt (x 0) (y 0)).
Definition secure (own opp : set) : loop m :=
  floods 2 (pair_of (both own (next_to_two (empty_of own opp))) (both opp (next_to_two (empty_of own opp))))
    (pair_of own opp) never.
Definition look_at (own opp : set) (x : state) : outlook m :=
  Build_outlook m (pure (quiet_points own opp (x 0) (x 1))) (pure (lone_points own opp (x 0) (x 1)))
    (pure (unclear_points own opp (x 0) (x 1))) (pure (both (empty_of own opp) (breathes_there own opp (x 0)))) (pure (x 1)).
Definition four (a b c d : set) (i : nat) : word := pure match i with 0 => a | 1 => b | 2 => c | _ => d end.
Definition try_each (own opp : set) (x u y z : state) : state :=
  let at_ := first_of m (u 0) in
  let r := beside own opp (safe_of m (look_at own opp x)) at_ y z in
  let alone := is_none (minus own (own_after m r)) in
  four (minus (u 0) at_) (union (u 1) (when (captures m r) at_))
    (union (u 2) (when alone (when (suicide m r) at_))) (union (u 3) (when (negb alone) (when (suicide m r) at_))).
Definition both_areas (own opp : set) (x : state) : word * word :=
  (pure (union own (minus (x 0) (x 1))), pure (union opp (minus (x 1) (x 0)))).
Definition at_diagonals (n : nat) (a : set) : set := fun p => n <=? diagonals m a p.
Definition eyes_of (own opp : set) : set :=
  minus (minus (minus (empty_of own opp) (next (fun p => negb (own p)))) (at_diagonals 2 opp))
    (both edge_ (at_diagonals 1 opp)).

Definition shipped : kernels m := {|
  flood_loop := fun seed region => floods 1 (fun _ => seed) (fun _ => region) never;
  flood := fun _ _ x => pure (x 0);
  breathing_loop := fun own opp safe pt => breath own opp safe pt;
  chain_loop := fun own opp safe pt => chain_of own opp safe pt;
  play_beside := fun own opp safe pt => beside own opp safe pt;
  play_plain := fun own opp pt => beside own opp nowhere pt;
  secure_loop := fun own opp => secure own opp; look := fun own opp => look_at own opp;
  lone_at := fun own opp => pure (lone_of own opp);
  lowest := fun a => pure (first_of m a);
  try_start := fun own opp x => let l := look_at own opp x in four (unclear m l) nowhere (lone m l) nowhere;
  try_step := fun own opp => try_each own opp;
  try_enough := fun _ _ _ u => is_none (u 0);
  all_plays := fun own opp x u => Build_plays m (pure (minus (minus (minus (empty_of own opp) (u 1)) (u 2)) (u 3)))
    (pure (u 1)) (pure (u 2)) (pure (u 3));
  area_loop := fun own opp => floods 2 (pair_of (both (next own) (empty_of own opp)) (both (next opp) (empty_of own opp)))
    (fun _ => empty_of own opp) never;
  area_of := fun own opp => both_areas own opp; eyes := fun own opp => pure (eyes_of own opp);
  board_points := pure (fun _ => true); board_edge := pure edge_ |}.

Lemma grown : forall a region : set, within a region ->
  same_set (both (union a (next a)) region) (union a (both (next a) region)).
Proof.
  intros a region inside q. specialize (inside q). unfold both, union.
  destruct (a q), (next a q), (region q); simpl; auto; now rewrite inside.
Qed.

Lemma floods_step : forall sets seeds regions goal i (x : state), within (x i) (regions i) ->
  flood_steps m (floods sets seeds regions goal) i (regions i) x.
Proof. intros. split; [now apply grown|]. now intros j _. Qed.

Lemma floods_exit : forall sets seeds regions goal i (x : state), i < sets -> within (x i) (regions i) ->
  exit m (floods sets seeds regions goal) x -> goal x = true \/ closed_in (x i) (regions i).
Proof.
  intros sets seeds regions goal i x below inside [good|still]; [now left|right]. intros q there.
  rewrite <- (proj2 (still i below) q). change (both (union (x i) (next (x i))) (regions i) q = true). apply in_both in there as [n there]. apply in_both. split; auto.
  apply in_union. now right.
Qed.

Lemma seed_same : forall own opp safe pt : set,
  same_set (both (suspects_of opp safe) (beside_empty own opp pt)) (both (minus opp safe) (next (empty_then own opp pt))).
Proof.
  intros own opp safe pt. apply same_iff. intro q. rewrite !in_both, beside_same. unfold suspects_of. tauto.
Qed.

Lemma nothing_safe : forall own opp safe pt x : set, same_set safe nowhere ->
  covered own opp nowhere pt x = covered own opp safe pt x.
Proof.
  intros own opp safe pt x none. apply is_none_same. intro q. unfold in_doubt, minus, both. now rewrite (none q).
Qed.

Lemma no_point_covers : forall own opp safe pt x : set, same_set pt nowhere -> covered own opp safe pt x = true.
Proof.
  intros own opp safe pt x none. apply is_none_iff. intros q there. apply in_minus in there as [there _].
  apply in_minus in there as [there _]. apply in_both in there as [there _]. apply in_next in there as (r & _ & there).
  now rewrite (none r) in there.
Qed.

Lemma none_alone : forall a b : set, is_none (minus a b) = forallb (fun p => implb (a p) (b p)) (points g).
Proof.
  intros a b. unfold is_none. induction (points g) as [|p l IH]; simpl; auto. rewrite IH. unfold minus. f_equal.
  now destruct (a p), (b p).
Qed.

Lemma first_is : forall (u : set) q, u q = true -> exists p, u p = true /\ first_of m u p = true.
Proof.
  intros u q there. unfold first_of. simpl. destruct (find u (points g)) as [p|] eqn:found.
  - exists p. apply find_some in found as [_ found]. split; auto. now destruct (same_point p p).
  - apply find_none with (x := q) in found; [congruence|apply every_point].
Qed.

Lemma area_reached : forall (empty_ stones reach x : set), closes empty_ stones reach ->
  within (both (next stones) empty_) x -> within x empty_ -> closed_in x empty_ ->
  least_reach empty_ stones reach x ->
  least_flood (both (next stones) empty_) empty_ x reach -> same_set x reach.
Proof.
  intros empty_ stones reach x [inside shut] xs xi xc least least'. apply within_both_ways.
  - intros q there. apply least' in there; [now apply in_both in there| |].
    + intros r s. apply in_both in s as [n e]. apply in_both. split; auto. apply shut, in_both. split; auto.
      apply in_next in n as (t & n & o). apply near with t; auto. apply in_union. now left.
    + intros r s. apply in_both in s as [n e]. apply in_both. split; auto. apply shut, in_both. split; auto.
      apply in_next in n as (t & n & o). apply in_both in o as [o _]. apply near with t; auto. apply in_union. now right.
  - apply least. split; auto. intros q there. apply in_both in there as [e n]. apply in_next in n as (t & n & o).
    apply in_union in o as [o|o]; [apply xs|apply xc]; apply in_both; split; auto; now apply near with t.
Qed.

(* The parts of what is known of a play, and of a view. *)
Ltac parts known := destruct known as ((sit_ & sit & so & sc & sa & _ & _) & (_ & xs & xi & xk) & (_ & ys & yi & yk) & cl);
  apply (conj sit_) in sit.
Ltac shut known := destruct known as [never_|known]; [discriminate never_|].
Ltac views known := destruct known as ((sit & _) & (_ & xs & xi & xk) & (_ & ys & yi & yk) & cl); shut xk; shut yk.

Theorem shipped_meets_conditions : conditions m shipped.
Proof.
  constructor.
  - intros seed region x l _ _ _ inside q there. exact (eq_trans (eq_sym (grown (x 0) region inside q)) there).
  - intros seed region x l _ _ _ inside q there. apply (eq_trans (grown (x 0) region inside q)), in_union. now left.
  - intros seed region x l _ _ _ inside ex.
    destruct (floods_exit 1 (fun _ => seed) (fun _ => region) never 0 x) as [f|]; auto. discriminate.
  - intros. split; [now intros i _|reflexivity].
  - intros seed region _ _ inside. split; [reflexivity|]. split; [now intro q|]. split; [exact inside|now intros i _].
  - intros seed region x l _ _ _ _ inside. exact (floods_step 1 (fun _ => seed) (fun _ => region) never 0 x inside).
  - intros. now intro q.
  (* play *)
  - intros c pos. split; [reflexivity|]. split; [apply seed_same|]. split; [|now intros i _].
    intros q there. now apply in_both in there.
  - intros c pos inside. exact (floods_step 1 _ (fun _ => suspects m c) _ 0 (c_x m c) inside).
  - intros c pos. split; [reflexivity|]. split; [now intro q|]. split; [|now intros i _].
    intros q there. apply in_union. now right.
  - intros c pos inside. exact (floods_step 1 _ (fun _ => placed_of m c) _ 0 (c_y m c) inside).
  - intros c known least. parts known. exact (no_opponent_goes _ _ _ _ _ _ _ _ so sc xs xi xk yk cl least).
  - intros c known least legal. parts known. exact (others_go _ _ _ _ _ _ _ sa cl least legal).
  - intros c [known ro] least. parts known. exact (no_own_goes _ _ _ _ _ _ _ _ xk yk cl ro least).
  - intros c [known ro] legal least. parts known. exact (own_others_go _ _ _ _ _ _ _ _ sit xk ys yk cl ro legal least).
  - intros c [[known ro] rw]. parts known. exact (told _ _ _ _ _ _ sit xk ys yk).
  - intros c r [[known ro] rw]. parts known. exact (toggled _ _ _ _ _ _ sit so xi xk yk).
  - intros c chains [[known ro] rw] least. parts known.
    exact (own_legal_again _ _ _ _ _ _ _ _ sit xk yk cl ro rw chains least).
  - intros c chains [[known ro] rw] least. parts known. exact (opponent_legal_again _ _ _ _ _ _ _ _ xk yk cl ro chains least).
  - intros. split; reflexivity.
  - intros c none _ _ r. set (own := has (c_own m c)). set (opp := has (c_opponent m c)). set (safe := has (c_safe m c)).
    set (pt := has (c_pt m c)). set (x := has (c_x m c 0)). set (y := has (c_y m c 0)).
    change (forall q, safe q = false) in none. assert (e := nothing_safe own opp safe pt x none). split; [|split; [|split]].
    + intro q. change (own_left own opp nowhere pt x y q = own_left own opp safe pt x y q).
      unfold own_left, kills_itself, breathes_now. now rewrite e.
    + intro q. change (opponent_left own opp nowhere pt x q = opponent_left own opp safe pt x q).
      unfold opponent_left, takes. rewrite e. destruct (negb _); auto. unfold union. now rewrite (none q).
    + change (takes own opp nowhere pt x = takes own opp safe pt x). unfold takes. now rewrite e.
    + change (kills_itself own opp nowhere pt x y = kills_itself own opp safe pt x y). unfold kills_itself, breathes_now.
      now rewrite e.
  - intros c r none _ _ _ _ _ _. set (own := has (c_own m c)). set (opp := has (c_opponent m c)).
    set (safe := has (c_safe m c)). set (pt := has (c_pt m c)). set (x := has (c_x m c 0)). set (y := has (c_y m c 0)).
    change (forall q, pt q = false) in none.
    assert (nobody : takes own opp safe pt x = false) by (unfold takes; now rewrite (no_point_covers own opp safe pt x none)).
    assert (nothing : kills_itself own opp safe pt x y = false).
    { unfold kills_itself. replace (is_none pt) with true; [now rewrite orb_true_r|]. symmetry. apply is_none_iff.
      intros q there. rewrite (none q) in there. discriminate. }
    split; [|split; [|split; auto]]; intro q.
    + change (own_left own opp safe pt x y q = own q). unfold own_left. rewrite nothing. unfold union. rewrite (none q).
      apply orb_false_r.
    + change (opponent_left own opp safe pt x q = opp q). unfold opponent_left. now rewrite nobody.
  (* outlook *)
  - intros v pos. split; [reflexivity|]. split; [now intro q|]. split; [|now intros i _]. intros q there.
    now apply in_both in there.
  - intros v pos inside. exact (floods_step 2 _ (pair_of (v_own m v) (v_opponent m v)) never 0 (v_x m v) inside).
  - intros v pos. split; [reflexivity|]. split; [now intro q|]. split; [|now intros i _]. intros q there.
    now apply in_both in there.
  - intros v pos inside. exact (floods_step 2 _ (pair_of (v_own m v) (v_opponent m v)) never 1 (v_x m v) inside).
  - intros v known. split; [apply outlook_parts|repeat split].
  - intros v known least. views known. split; [exact (y_alive _ _ _ _ _ _ sit cl least)|exact yk].
  - intros v known q there. apply in_both in there as [e n]. apply in_both. split; auto. apply in_union. now left.
  - intros v known b least. views known. refine (breathing_lives no_loop _ _ _ _ _ _ sit cl _ least).
    intros q at_q. apply b in at_q. now apply in_both in at_q.
  - intros v known calm_ legal least. views known. refine (calm_captures_nothing _ _ _ _ _ _ sit cl _ legal least).
    intros q at_q. apply calm_ in at_q. apply in_union in at_q as [at_q|at_q]; [now apply in_both in at_q|].
    apply in_minus in at_q as [at_q _]. now apply in_minus in at_q.
  - intros v (known & _ & same_) quiet_ legal least. views known.
    exact (quiet_lives no_loop _ _ _ _ _ _ _ sit cl legal quiet_ least).
  - intros v (known & _ & same_) lone_ legal least. views known.
    exact (lone_dies_alone _ _ _ _ _ _ _ sit cl same_ legal lone_ least).
  (* lone *)
  - intros own_ opp_ _ _ _. split; [|reflexivity]. intros q there. now apply in_minus in there.
  - intros own_ opp_ pt alive own_alive (_ & _ & _ & sit & cl & l) legal.
    exact (lone_captures_nothing no_triangle _ _ _ _ _ sit cl l legal).
  - intros own_ opp_ pt alive own_alive (_ & _ & _ & sit & cl & l) none legal least.
    exact (lone_goes_alone no_triangle _ _ _ _ _ sit cl l none legal least).
  (* plays *)
  - intros t _. split; [now intro q|reflexivity].
  - intros t _. split; [now intro q|]. split; [now intro q|]. split; [now intro q|]. split; [now intro q|now intros i _].
  - intros t r _. split; [now intro q|]. split; [now intro q|].
    assert (e : is_none (minus (t_own m t) (own_after m (trial_played m shipped t))) = alone m shipped t) by apply none_alone.
    split; [|split; [|now intros i _]]; intro q; simpl; change (is_none _) with (is_none (minus (t_own m t)
      (own_after m (trial_played m shipped t)))); rewrite e; unfold union, when; f_equal.
    + now destruct (alone m shipped t), (kills_itself _ _ _ _ _ _).
    + now destruct (alone m shipped t), (kills_itself _ _ _ _ _ _).
  - intros t _ _ ex [q there]. destruct (first_is _ q there) as (p & u & f). destruct ex as [good|still].
    + simpl in good. rewrite is_none_iff in good. now apply (good q).
    + assert (e := proj2 (still 0 ltac:(lia)) p). simpl in e.
      assert (gone := eq_trans e u). apply in_minus in gone as [_ gone]. now apply gone.
  - intros t _. split; [now intro q|]. split; [now intro q|]. split; [now intro q|now intro q].
  (* area *)
  - intros f pos. split; [reflexivity|]. split; [now intro q|]. split; [|now intros i _]. intros q there.
    now apply in_both in there.
  - intros f pos inside. exact (floods_step 2 _ (fun _ => field_empty m f) never 0 (f_x m f) inside).
  - intros f pos. split; [reflexivity|]. split; [now intro q|]. split; [|now intros i _]. intros q there.
    now apply in_both in there.
  - intros f pos inside. exact (floods_step 2 _ (fun _ => field_empty m f) never 1 (f_x m f) inside).
  - intros f a _ ((_ & xs & xi & xk) & cl & l1 & l2) ((_ & ys & yi & yk) & cl' & l1' & l2'). shut xk. shut yk.
    assert (e := area_reached _ _ _ _ cl xs xi xk l1 l2). assert (e' := area_reached _ _ _ _ cl' ys yi yk l1' l2').
    split; [|split; [|split; reflexivity]]; intro q; unfold a; simpl; unfold union, minus; now rewrite <- (e q), <- (e' q).
  (* eyes and shape *)
  - intros own_ opp_ _ _ _. split; [|reflexivity]. intro q. change (eyes_of own_ opp_ q = is_eye m own_ opp_ q).
    generalize (has own_) as own, (has opp_) as opp. intros own opp.
    unfold eyes_of, is_eye, minus, both, at_diagonals. simpl.
    set (n := diagonals m opp q). assert (around : negb (next (fun p => negb (own p)) q) =
      forallb (fun r => implb (adjacent q r) (own r)) (points g)).
    { unfold next. induction (points g) as [|r l IH]; simpl; auto. rewrite negb_orb, IH. f_equal.
      now destruct (adjacent q r), (own r). }
    rewrite around, <- !andb_assoc. f_equal. f_equal. destruct (edge_ q); simpl.
    + destruct n as [|[|n]]; reflexivity.
    + rewrite andb_true_r. destruct n as [|[|n]]; reflexivity.
  - split; [now intro q|]. split; [now intro q|]. split; reflexivity.
Qed.

(* The engine. Its loops run until a test ends them, with more rounds than they need. *)
Definition shipped_engine (hs : hashing g) (outlook_too : bool) : engine g := {|
  words := m; its_kernels := shipped; run_loop := fix_one same_word;
  single := fun p => pure (fun q => if same_point q p then true else false); no_stones := pure nowhere; hashes := hs;
  with_outlook := outlook_too |}.

Theorem shipped_engine_is_right : forall hs outlook_too, right (shipped_engine hs outlook_too).
Proof.
  intros hs outlook_too. constructor.
  - exact shipped_meets_conditions.
  - exact (fix_one_runs same_word same_word_compares).
  - intro p. split; [reflexivity|]. intro q. simpl. destruct (same_point q p); split; auto; discriminate.
  - split; [reflexivity|now intro q].
Qed.

(* It does not run every loop whose points are still: with other bits that change, no test ends it. *)
Theorem other_bits_never_end : exists l : loop m, (forall n, still l n) /\ forall last, ~ runs_until same_word l (start m l) last.
Proof.
  exists (Build_loop m 1 (fun _ => pure nowhere) (fun x i => (fst (x i), S (snd (x i)))) never).
  split; [intros n i _ q; reflexivity|]. intros last until. induction until as [now good|now same_|]; auto; [discriminate|].
  unfold unchanged in same_. cbn [width seq forallb step] in same_. rewrite andb_true_r in same_.
  apply andb_prop in same_ as [_ same_]. apply Nat.eqb_eq in same_. simpl in same_. lia.
Qed.
End ShippedEngine.

(* So there is such an engine on every rectangle, for every hash. What finds all legal plays can put a stone into its words. *)
Lemma no_rectangle_loops : forall w h (p : point (rectangle w h)), adjacent p p = false.
Proof. intros w h [i j]. simpl. unfold one_step, distance. simpl. now rewrite !Nat.sub_diag. Qed.
Lemma no_rectangle_triangles : forall w h (p q r : point (rectangle w h)),
  adjacent p q = true -> adjacent q r = true -> adjacent p r = true -> False.
Proof.
  intros w h p q r. simpl. unfold one_step, distance. rewrite !Nat.eqb_eq. lia.
Qed.
Theorem rectangles_have_engines : forall w h (hs : hashing (rectangle w h)),
  exists e : engine (rectangle w h), right e /\ hashes e = hs /\
    exists with_point, forall (a : word (words e)) p, clean a ->
      clean (with_point a p) /\ forall q, has (m := words e) (with_point a p) q = true <-> has a q = true \/ q = p.
Proof.
  intros w h hs. exists (shipped_engine (fun _ _ => false) nowhere hs true). split; [|split; auto].
  { apply shipped_engine_is_right; [apply no_rectangle_loops|apply no_rectangle_triangles]. }
  exists (fun a p => pure (fun _ _ => false) nowhere (fun q => has a q || if same_point q p then true else false)).
  intros a p _. split; [reflexivity|]. intro q. simpl. destruct (same_pair q p); rewrite orb_true_iff; intuition discriminate.
Qed.

(* Nothing is assumed of the next engine: on every rectangle, for every hash and every beginning where every stone reaches
   empty, it has words for the beginning. From these, it takes a list of turns exactly if they make a game of the rules. *)
Theorem rectangles_have_games : forall w h (hs : hashing (rectangle w h)), exists e : engine (rectangle w h), hashes e = hs /\
  forall c first, all_reach c -> exists s, same (shown (words e) s) c /\ forall ko su ts,
    (exists y, turns_of e ko su (begun e s first) ts = Some y) <->
    Rules.game (ko_of ko) (suicide_of su) (fold_left after ts (beginning c first)).
Proof.
  intros w h hs. destruct (rectangles_have_engines w h hs) as (e & right_ & same_ & _). exists e. split; auto.
  intros c first all. destruct (every_beginning_has_words e right_ c all) as (s & sound_ & show). exists s. split; auto.
  intros ko su ts. assert (one := engine_plays_games e right_ ko su c first ts s all sound_ show). cbv zeta in one.
  destruct (turns_of e ko su (begun e s first) ts) as [y|].
  - split; [intros _; apply one|now exists y].
  - split; [intros (y & f); discriminate|tauto].
Qed.
