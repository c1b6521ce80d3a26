(* What follows from the conditions: kernels that meet them play as the rules say. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Conditions.
From Superko Require Export Running.
Import ListNotations.

Section Sets.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Implicit Types (a b s t region seed : set g) (p q : point) (c d : coloring).

Lemma one_of : forall a b : player, a = b \/ a = opponent b.
Proof. destruct a, b; auto. Qed.
Lemma in_union : forall a b p, union a b p = true <-> a p = true \/ b p = true.
Proof. intros. apply orb_true_iff. Qed.
Lemma in_both : forall a b p, both a b p = true <-> a p = true /\ b p = true.
Proof. intros. apply andb_true_iff. Qed.
Lemma in_minus : forall a b p, minus a b p = true <-> a p = true /\ ~ b p = true.
Proof. intros. unfold minus. rewrite andb_true_iff, negb_true_iff. now destruct (b p). Qed.
Lemma in_next : forall a p, next a p = true <-> exists q, adjacent p q = true /\ a q = true.
Proof.
  intros. unfold next. rewrite existsb_exists. split.
  - intros (q & _ & both). exists q. now apply andb_true_iff.
  - intros (q & near). exists q. split; [apply every_point|now apply andb_true_iff].
Qed.
Lemma in_empty : forall own opponent p, empty_of own opponent p = true <-> ~ own p = true /\ ~ opponent p = true.
Proof. intros. unfold empty_of. destruct (own p), (opponent p); intuition discriminate. Qed.
Lemma same_iff : forall a b, same_set a b <-> forall p, a p = true <-> b p = true.
Proof.
  intros a b. split; intros e p; specialize (e p); [now rewrite e|]. destruct (a p), (b p); intuition congruence.
Qed.
Lemma within_both_ways : forall a b, within a b -> within b a -> same_set a b.
Proof. intros a b i j. apply same_iff. split; auto. Qed.

(* Sizes of sets. *)
Lemma size_most : forall a, size a <= length (points g).
Proof. intro. unfold size. induction (points g) as [|q l IH]; simpl; auto. destruct (a q); simpl; lia. Qed.
Lemma size_grows : forall a b, within a b -> size a < size b \/ same_set a b.
Proof.
  intros a b i. unfold size.
  enough (facts : length (filter a (points g)) < length (filter b (points g)) \/
    (length (filter a (points g)) <= length (filter b (points g)) /\ forall p, In p (points g) -> a p = b p)).
  { destruct facts as [|[_ e]]; auto. right. intro p. apply e, every_point. }
  induction (points g) as [|q l IH]; simpl; [right; simpl; split; [auto|tauto]|].
  specialize (i q). destruct (a q) eqn:ea, (b q) eqn:eb; simpl in *; destruct IH as [|[less e]]; try lia;
    try (discriminate i; auto; fail);
    try (right; split; [lia|]; intros p [<-|inside]; [congruence|auto]); left; lia.
Qed.

(* The stones of a color that reach empty are the least closed set. *)
Definition reaching (d : coloring) s : set g := fun q => s q && if reaches_dec d empty q then true else false.
Lemma in_reaching : forall d s q, reaching d s q = true <-> s q = true /\ reaches d empty q.
Proof. intros. unfold reaching. rewrite andb_true_iff. destruct (reaches_dec d empty q); intuition discriminate. Qed.

Section Reaching.
Variables (d : coloring) (k : player) (s t : set g).
Hypothesis stones_are : forall q, s q = true <-> d q = stone k.
Hypothesis target_is : forall q, t q = true <-> d q = empty.

Lemma reaching_closes : closes s t (reaching d s).
Proof.
  split; intros q inside; [now apply in_reaching in inside|].
  apply in_both in inside as [own near]. apply in_next in near as (r & near & there). apply in_reaching. split; auto.
  apply stones_are in own. apply in_union in there as [there|there].
  - apply next_to with r; auto; [congruence|]. now apply target_is.
  - apply in_reaching in there as [mine reach]. apply walk with r; auto. apply stones_are in mine. congruence.
Qed.

Lemma reaching_least : forall other, least_reach s t (reaching d s) other.
Proof.
  intros other [_ shut] q inside. apply in_reaching in inside as [own reach].
  induction reach as [q r not near e|q r near e reach IH]; apply shut, in_both; split; auto; apply in_next; exists r;
    split; auto; apply in_union.
  - left. now apply target_is.
  - right. apply IH. apply stones_are. rewrite e. now apply stones_are.
Qed.

(* In a position where every stone reaches empty, chains are next to an empty point. *)
Lemma reaching_breathes : (forall q, d q = stone k -> reaches d empty q) -> forall chains, breathing s t chains.
Proof.
  intros all chains inside shut [q there].
  assert (reach := all q (proj1 (stones_are q) (inside q there))).
  induction reach as [q r not near e|q r near e reach IH].
  - exists r. apply in_both. split; [|now apply target_is]. apply in_next. exists q. split; auto. now rewrite adjacent_sym.
  - apply IH, shut, in_both. split.
    + apply in_next. exists q. split; auto. now rewrite adjacent_sym.
    + apply stones_are. rewrite e. now apply stones_are, inside.
Qed.
End Reaching.

Lemma coloring_own : forall who own opp q, own q = true <-> coloring_of who own opp q = stone who.
Proof.
  intros. unfold coloring_of. destruct (own q), (opp q); destruct who; intuition discriminate.
Qed.
Lemma coloring_opponent : forall who own opp q, ~ meets own opp ->
  (opp q = true <-> coloring_of who own opp q = stone (opponent who)).
Proof.
  intros who own opp q apart. unfold coloring_of. destruct (own q) eqn:o, (opp q) eqn:p; destruct who;
    try (intuition discriminate); exfalso; apply apart; exists q; apply in_both; auto.
Qed.
Lemma coloring_empty : forall who own opp q, empty_of own opp q = true <-> coloring_of who own opp q = empty.
Proof. intros. rewrite in_empty. unfold coloring_of. destruct (own q), (opp q); intuition discriminate. Qed.
End Sets.

Section Kernels.
Context {g : grid} {m : machine g}.
Notation word := (word m).
Notation set := (set g).
Notation loop := (loop m).
Notation state := (state m).
Implicit Types (l : loop) (x y : state) (own opp safe pt : word) (who : player).

(* The lemma of proof/README.md. *)
Section Lemma_.
Variables (l : loop) (seed region : nat -> set).
Hypothesis starts : forall i, i < width m l -> flood_starts m l i (width m l) (seed i) (region i).
Hypothesis steps : forall i x, i < width m l -> clean_state m l x -> within (x i) (region i) -> flood_steps m l i (region i) x.

Lemma iterate_facts : forall n i, i < width m l -> let x := iterate n l in
  clean_state m l x /\ within (seed i) (x i) /\ within (x i) (region i) /\
  forall other, least_flood (seed i) (region i) (x i) other.
Proof.
  induction n as [|n IH]; intros i below; simpl.
  - destruct (starts i below) as (_ & e & inside & clean). split; auto. split; [|split]; auto.
    + intros p there. now rewrite (e p).
    + intros other has shut p there. apply has. now rewrite <- (e p).
  - destruct (IH i below) as (clean & has & inside & least). destruct (steps i _ below clean inside) as [e clean'].
    split; [exact clean'|]. assert (more := proj1 (same_iff _ _) e). split; [|split].
    + intros p there. apply more, in_union. left. now apply has.
    + intros p there. apply more, in_union in there as [there|there]; [now apply inside|]. now apply in_both in there.
    + intros other holds shut p there. apply more, in_union in there as [there|there]; [now apply least|].
      apply in_both in there as [near there]. apply shut, in_both. split; auto.
      apply in_next in near as (q & near & there'). apply in_next. exists q. split; auto. now apply (least other holds shut).
Qed.

Lemma step_grows : forall n i, i < width m l -> within (iterate n l i) (iterate (S n) l i).
Proof.
  intros n i below p there. destruct (iterate_facts n i below) as (clean & _ & inside & _).
  destruct (steps i _ below clean inside) as [e _]. apply (proj1 (same_iff _ _) e), in_union. now left.
Qed.

Lemma stable_stays : forall n i, i < width m l -> same_set (iterate (S n) l i) (iterate n l i) ->
  same_set (iterate (S (S n)) l i) (iterate (S n) l i).
Proof.
  intros n i below e. destruct (iterate_facts n i below) as (clean & _ & inside & _).
  destruct (iterate_facts (S n) i below) as (clean' & _ & inside' & _).
  destruct (steps i _ below clean inside) as [f _]. destruct (steps i _ below clean' inside') as [f' _].
  fold (iterate (S n) l) in *. change (step m l (iterate n l)) with (iterate (S n) l) in f.
  change (step m l (iterate (S n) l)) with (iterate (S (S n)) l) in f'.
  apply same_iff. intro p. rewrite (proj1 (same_iff _ _) f' p). rewrite in_union, in_both, in_next. split; [|tauto].
  intros [there|[(q & near & there) own]]; auto. apply (proj1 (same_iff _ _) f p), in_union. right. apply in_both. split; auto.
  apply in_next. exists q. split; auto. now apply (proj1 (same_iff _ _) e).
Qed.

Lemma stable_at : forall n i, i < width m l -> same_set (iterate (S n) l i) (iterate n l i) \/ n <= size (iterate n l i).
Proof.
  induction n as [|n IH]; intros i below; [right; lia|].
  destruct (IH i below) as [e|large]; [left; now apply stable_stays|].
  destruct (size_grows _ _ (step_grows n i below)) as [more|e]; [right; lia|].
  left. apply stable_stays; auto. intro p. symmetry. apply e.
Qed.

Lemma settled_late : must_end l.
Proof.
  split; [intros n i below; now apply (iterate_facts n i below)|]. split; intros n.
  - intros late i below. change (same_set (iterate (S (S n)) l i) (iterate n l i)).
    destruct (stable_at n i below) as [e|large].
    + intro p. rewrite (stable_stays n i below e p). apply e.
    + pose proof (size_most (iterate n l i)). lia.
  - intros same_ i below. assert (e : same_set (iterate (S n) l i) (iterate n l i)).
    { apply within_both_ways; [|now apply step_grows]. intros p there. rewrite <- (same_ i below p).
      now apply (step_grows (S n)). }
    assert (e1 := stable_stays n i below e). assert (e2 := stable_stays (S n) i below e1).
    change (same_set (iterate (S (S (S (S n)))) l i) (iterate (S (S n)) l i)). intro p.
    now rewrite (stable_stays (S (S n)) i below e2 p), (e2 p).
Qed.

(* The result of the loop is known and least, part by part. *)
Lemma ended_is_known : forall x, ended l x -> clean_state m l x /\
  forall i, i < width m l -> flood_known m l i (seed i) (region i) x /\
    forall other, least_flood (seed i) (region i) (x i) other.
Proof.
  intros x (n & -> & end_).
  assert (still : enough m l (iterate n l) = true \/
    forall i, i < width m l -> same_set (iterate (S n) l i) (iterate n l i)).
  { destruct end_ as [good|end_]; auto. right. intros i below. apply within_both_ways; [|now apply step_grows].
    intros p there. rewrite <- (end_ i below p). now apply (step_grows (S n)). }
  split.
  - intros i below. now apply (iterate_facts n i below).
  - intros i below. destruct (iterate_facts n i below) as (clean & has & inside & least). split; auto.
    split; [|split; [|split]]; auto.
    { destruct still as [good|still]; [now left|right]. intros j below_j. split; [|now apply still].
      exact (proj1 (iterate_facts (S n) j below_j) j below_j). }
    destruct still as [good|still]; auto. right. intros p there. rewrite <- (still i below p).
    destruct (steps i _ below clean inside) as [f _]. apply (proj1 (same_iff _ _) f), in_union. now right.
Qed.
Theorem loop_is_known : forall fix_, runs fix_ -> let x := fix_ l in clean_state m l x /\
  forall i, i < width m l -> flood_known m l i (seed i) (region i) x /\
    forall other, least_flood (seed i) (region i) (x i) other.
Proof. intros fix_ run x. apply ended_is_known, run, settled_late. Qed.
End Lemma_.

Variable k : kernels m.
Hypothesis meets_conditions : conditions m k.
Variable fix_ : loop -> state.
Notation outlook_safe := (outlook_safe k fix_).
Hypothesis fix_runs : runs fix_.

(* The two loops of a play at a point, or at none. *)
Section Loops_of_a_play.
Variables own opp safe pt : word.
Hypothesis cleans : clean own /\ clean opp /\ clean safe /\ clean pt.
Hypothesis point_or_none : situation_or_none own opp pt.
Hypothesis safe_whole : within safe opp /\ closed_in safe opp.
Let breath := breathing_loop m k own opp safe pt.
Let chain_of x := chain_loop m k own opp safe pt x.
Let at_states x y : case m := Build_case m own opp safe pt x y (has opp) nowhere cleans.

Lemma any_clean : forall l, clean_state m l (fun _ => pt).
Proof. intros l i _. apply cleans. Qed.
Lemma loops_position : forall x y, clean_state m breath x -> clean_state m (chain_of x) y ->
  position_or_none m k (at_states x y).
Proof. intros x y cx cy. destruct safe_whole as [a b]. repeat split; auto; apply point_or_none. Qed.

Section First.
Let seeds (_ : nat) := both (minus opp safe) (next (empty_then own opp pt)).
Let regions (_ : nat) := minus (has opp) (has safe).
Lemma breath_starts : flood_starts m breath 0 1 (seeds 0) (regions 0).
Proof.
  exact (play_the_opponent_s_flood_starts_from_its_seed_in_its_region m k meets_conditions
    (at_states (fun _ => pt) (fun _ => pt)) (loops_position _ _ (any_clean _) (any_clean _))).
Qed.
Lemma breath_all_start : forall i, i < width m breath -> flood_starts m breath i (width m breath) (seeds i) (regions i).
Proof.
  assert (one : width m breath = 1) by apply breath_starts. intros i below. replace i with 0 by lia. rewrite one.
  exact breath_starts.
Qed.
Lemma breath_all_step : forall i x, i < width m breath -> clean_state m breath x -> within (x i) (regions i) ->
  flood_steps m breath i (regions i) x.
Proof.
  assert (one : width m breath = 1) by apply breath_starts. intros i x below cx inside. replace i with 0 in * by lia.
  exact (play_the_opponent_s_flood_steps_to_the_neighbors_in_its_region m k meets_conditions (at_states x (fun _ => pt))
    (loops_position _ _ cx (any_clean _)) inside).
Qed.
Lemma breath_ends : must_end breath.
Proof. exact (settled_late breath seeds regions breath_all_start breath_all_step). Qed.
Lemma breath_known : forall x, ended breath x -> clean_state m breath x /\
  flood_known m breath 0 (seeds 0) (regions 0) x /\ forall other, least_flood (seeds 0) (regions 0) (x 0) other.
Proof.
  intros x end_. assert (one : width m breath = 1) by apply breath_starts.
  destruct (ended_is_known breath seeds regions breath_all_start breath_all_step x end_) as [clean known].
  split; auto. apply known. lia.
Qed.
End First.

Section Second.
Variable x : state.
Hypothesis x_clean : clean_state m breath x.
Let seeds (_ : nat) := has pt.
Let regions (_ : nat) := placed own pt.
Let l := chain_of x.
Lemma chain_starts : flood_starts m l 0 1 pt (placed own pt).
Proof.
  exact (play_the_own_flood_starts_from_its_seed_in_its_region m k meets_conditions (at_states x (fun _ => pt))
    (loops_position _ _ x_clean (any_clean _))).
Qed.
Lemma chain_all_start : forall i, i < width m l -> flood_starts m l i (width m l) (seeds i) (regions i).
Proof.
  assert (one : width m l = 1) by apply chain_starts. intros i below. replace i with 0 by lia. rewrite one.
  exact chain_starts.
Qed.
Lemma chain_all_step : forall i y, i < width m l -> clean_state m l y -> within (y i) (regions i) ->
  flood_steps m l i (regions i) y.
Proof.
  assert (one : width m l = 1) by apply chain_starts. intros i y below cy inside. replace i with 0 in * by lia.
  exact (play_the_own_flood_steps_to_the_neighbors_in_its_region m k meets_conditions (at_states x y)
    (loops_position _ _ x_clean cy) inside).
Qed.
Lemma chain_ends : must_end l.
Proof. exact (settled_late l seeds regions chain_all_start chain_all_step). Qed.
Lemma chain_known : forall y, ended l y -> clean_state m l y /\ flood_known m l 0 pt (placed own pt) y /\
  forall other, least_flood pt (placed own pt) (y 0) other.
Proof.
  intros y end_. assert (one : width m l = 1) by apply chain_starts.
  destruct (ended_is_known l seeds regions chain_all_start chain_all_step y end_) as [clean known]. split; auto.
  apply (known 0). lia.
Qed.
End Second.

(* What runs the loops ends them both. *)
Lemma fix_ends_breath : ended breath (fix_ breath).
Proof. apply fix_runs, breath_ends. Qed.
Lemma fix_ends_chain : let l := chain_of (fix_ breath) in ended l (fix_ l).
Proof. apply fix_runs, chain_ends. apply (breath_known _ fix_ends_breath). Qed.

(* A play at no point changes nothing. *)
Lemma play_nowhere : forall x y, ended breath x -> ended (chain_of x) y -> same_set pt nowhere ->
  let r := play_beside m k own opp safe pt x y in
  same_set (own_after m r) own /\ same_set (opponent_after m r) opp /\ captures m r = false /\ suicide m r = false.
Proof.
  intros x y ex ey none. destruct (breath_known x ex) as (cx & kx & _), (chain_known x cx y ey) as (cy & ky & _).
  exact (play_a_play_at_no_point_changes_nothing m k meets_conditions (at_states x y) none cx cy (proj1 kx) (proj1 ky)
    (proj1 safe_whole) (proj1 point_or_none)).
Qed.
End Loops_of_a_play.

Section Play.
Variables (who : player) (own opp safe pt : word) (p : point g).
Hypothesis position_good : good who own opp.
Hypothesis safe_good : is_safe who own opp safe.
Hypothesis point_only : only pt p.
Hypothesis point_empty : empty_of own opp p = true.

Let c := coloring_of who own opp.
Let d := put who p c.
Let e := clear (opponent who) d.
Let alive := reaching d opp.
Let own_alive := reaching e (placed own pt).
(* The loops ended. *)
Variables xr yr : state.
Let breath := breathing_loop m k own opp safe pt.
Hypothesis x_ended : ended breath xr.
Let chain_l := chain_loop m k own opp safe pt xr.
Hypothesis y_ended : ended chain_l yr.

Lemma point_is : forall q, has pt q = true <-> q = p.
Proof. apply point_only. Qed.

Lemma d_own : forall q, placed own pt q = true <-> d q = stone who.
Proof.
  intro q. unfold placed. rewrite in_union, point_is. unfold d, put. destruct (same_point q p) as [->|n]; [tauto|].
  rewrite (coloring_own who (has own) (has opp) q). fold c. tauto.
Qed.
Lemma d_opponent : forall q, has opp q = true <-> d q = stone (opponent who).
Proof.
  intro q. destruct position_good as (_ & _ & apart & _). rewrite (coloring_opponent who (has own) (has opp) q apart). fold c.
  unfold d, put. destruct (same_point q p) as [->|n]; [|tauto].
  rewrite (coloring_empty who (has own) (has opp) p) in point_empty. fold c in point_empty. rewrite point_empty.
  pose proof (stone_own who). split; [discriminate|]. intro f. congruence.
Qed.
Lemma d_empty : forall q, empty_then own opp pt q = true <-> d q = empty.
Proof.
  intro q. unfold empty_then. rewrite in_minus, point_is, (coloring_empty who (has own) (has opp) q). fold c.
  unfold d, put. destruct (same_point q p) as [->|n]; intuition discriminate.
Qed.
Lemma e_own : forall q, placed own pt q = true <-> e q = stone who.
Proof. intro q. rewrite d_own. symmetry. apply opponent_cleared. Qed.
Lemma e_empty : forall q, to_reach own opp pt alive q = true <-> e q = empty.
Proof.
  intro q. unfold to_reach. rewrite in_union, in_minus, d_empty. unfold alive. rewrite in_reaching, d_opponent. unfold e, clear.
  destruct (same_color (d q) (opponent who)) as [f|f]; [destruct (reaches_dec d empty q)|]; rewrite ?f;
    intuition (try discriminate; try congruence).
Qed.

Lemma situation_holds : situation own opp pt.
Proof.
  split; [exists p; now apply point_is|]. split; [apply position_good|]. split.
  - intros q r a b. apply point_is in a, b. congruence.
  - intros q a. apply point_is in a. now subst.
Qed.
Lemma clearing_holds : clearing own opp pt alive own_alive.
Proof.
  split; [apply reaching_closes with (opponent who); [apply d_opponent|apply d_empty]|].
  apply reaching_closes with who; [apply e_own|apply e_empty].
Qed.
(* The stones that reach are those of the move of the rules. *)
Lemma move_is : same (coloring_of who own_alive alive) (move who p c).
Proof.
  intro q. unfold coloring_of, move. fold d e.
  destruct (own_alive q) eqn:o; [|destruct (alive q) eqn:a].
  - apply in_reaching in o as [mine reach]. apply e_own in mine. now rewrite clear_stays.
  - apply in_reaching in a as [theirs reach]. apply d_opponent in theirs.
    assert (f : e q = opponent who) by (unfold e; now apply clear_keeps).
    rewrite clear_other; auto. rewrite f. intro w. pose proof (stone_own who). congruence.
  - assert (o' : ~ own_alive q = true) by congruence. assert (a' : ~ alive q = true) by congruence.
    unfold own_alive, alive in *. rewrite in_reaching in o', a'. rewrite d_opponent in a'. rewrite e_own in o'.
    destruct (e q) as [x|] eqn:f; [|symmetry; now apply clear_empty].
    destruct (one_of x who) as [->| ->].
    + rewrite clear_goes; auto.
    + exfalso. apply a'. unfold e in f. now apply clear_keeps in f.
Qed.

Lemma safe_within : within safe alive.
Proof.
  destruct safe_good as (_ & inside & _ & lives). intros q there. apply in_reaching. split; [now apply inside|].
  now apply lives.
Qed.

Lemma cleans_hold : clean own /\ clean opp /\ clean safe /\ clean pt.
Proof. destruct position_good as (a & b & _), safe_good as (s & _), point_only as (t & _). auto. Qed.
Lemma whole_holds : within safe opp /\ closed_in safe opp.
Proof. destruct safe_good as (_ & a & b & _). auto. Qed.

Lemma first_known : clean_state m breath xr /\
  flood_known m breath 0 (both (minus opp safe) (next (empty_then own opp pt))) (minus opp safe) xr /\
  forall other, least_flood (both (minus opp safe) (next (empty_then own opp pt))) (minus opp safe) (xr 0) other.
Proof. exact (breath_known own opp safe pt cleans_hold (proj2 situation_holds) whole_holds xr x_ended). Qed.

Lemma second_known : clean_state m chain_l yr /\ flood_known m chain_l 0 pt (placed own pt) yr /\
  forall other, least_flood pt (placed own pt) (yr 0) other.
Proof.
  exact (chain_known own opp safe pt cleans_hold (proj2 situation_holds) whole_holds xr (proj1 first_known) yr y_ended).
Qed.

Let case_ : case m := Build_case m own opp safe pt xr yr alive own_alive cleans_hold.
Let answer := play_beside m k own opp safe pt xr yr.

Lemma position_holds : position m k case_.
Proof.
  split; [exact (proj1 situation_holds)|]. split; [exact (proj2 situation_holds)|]. split; [apply whole_holds|].
  split; [apply whole_holds|]. split; [exact safe_within|]. split; [apply first_known|apply second_known].
Qed.

Lemma hypotheses_hold : hypotheses m k case_.
Proof.
  destruct first_known as (cx & known & _), second_known as (cy & known' & _).
  split; [exact position_holds|]. split; [exact known|]. split; [exact known'|exact clearing_holds].
Qed.

(* The opponent stones that stay are those that reach empty. *)
Lemma opponent_exact : same_set (opponent_after m answer) alive.
Proof.
  apply within_both_ways.
  - apply (play_every_other_opponent_stone_goes m k meets_conditions case_ hypotheses_hold).
    + apply first_known.
    + destruct position_good as (_ & _ & apart & all). apply reaching_breathes with c (opponent who).
      * intro q. now apply coloring_opponent.
      * intro q. apply coloring_empty.
      * intro q. apply all.
  - apply (play_no_opponent_stone_that_reaches_empty_goes m k meets_conditions case_ hypotheses_hold).
    apply reaching_least with (opponent who); [apply d_opponent|apply d_empty].
Qed.

(* The own stones that stay are those that reach empty then. *)
Lemma own_exact : same_set (own_after m answer) own_alive.
Proof.
  assert (right_ : opponent_right m k case_) by (split; [exact hypotheses_hold|exact opponent_exact]).
  apply within_both_ways.
  - apply (play_every_other_own_stone_goes m k meets_conditions case_ right_).
    + destruct position_good as (_ & _ & apart & all). apply reaching_breathes with c who.
      * intro q. apply coloring_own.
      * intro q. apply coloring_empty.
      * intro q. apply all.
    + apply second_known.
  - apply (play_no_own_stone_that_reaches_empty_goes m k meets_conditions case_ right_).
    apply reaching_least with who; [apply e_own|apply e_empty].
Qed.

Lemma case_exact : exact m k case_.
Proof. split; [split; [exact hypotheses_hold|exact opponent_exact]|exact own_exact]. Qed.

(* A play leaves the coloring that the move of the rules leaves. *)
Theorem play_is_move : same (coloring_of who (own_after m answer) (opponent_after m answer)) (move who p c).
Proof. intro q. rewrite <- (move_is q). unfold coloring_of. now rewrite (own_exact q), (opponent_exact q). Qed.

(* The stones after a play are clean and apart. *)
Theorem play_is_clean : clean (own_after m answer) /\ clean (opponent_after m answer) /\
  ~ meets (own_after m answer) (opponent_after m answer).
Proof.
  destruct (play_padding_stays_empty m k meets_conditions case_ (proj1 case_exact)) as [a b].
  split; [exact a|]. split; [exact b|]. intros [q both_]. apply in_both in both_ as [o t].
  rewrite (own_exact q) in o. rewrite (opponent_exact q) in t. apply in_reaching in o as [o _]. apply in_reaching in t as [t _].
  apply d_own in o. apply d_opponent in t. pose proof (stone_own who). congruence.
Qed.

(* A stone is lost exactly when it was placed and is not there after the play. *)
Theorem play_lost : forall q, lost who p c q <-> minus (placed own pt) (own_after m answer) q = true.
Proof.
  intro q. rewrite in_minus, (own_exact q). unfold own_alive. rewrite in_reaching, e_own, lost_iff. fold d e.
  unfold e at 2 3. rewrite opponent_cleared. tauto.
Qed.

(* What the kernel says about captures and suicide, and what changes. *)
Theorem play_told : (captures m answer = true <-> ~ same_set (opponent_after m answer) opp) /\
  (suicide m answer = true <-> ~ within pt (own_after m answer)).
Proof. exact (play_captures_and_suicides_are_told m k meets_conditions case_ case_exact). Qed.
Theorem play_toggles :
  same_set (xor own (own_after m answer)) (xor pt (when (suicide m answer && negb (captures m answer))
    (minus (placed own pt) (own_after m answer)))) /\
  same_set (xor opp (opponent_after m answer)) (when (captures m answer) (minus opp (opponent_after m answer))) /\
  captures m answer && suicide m answer = false.
Proof. exact (play_what_is_toggled_is_what_changes m k meets_conditions case_ case_exact). Qed.
End Play.

(* The same holds of what a play with `fix_` returns. *)
Lemma fix_ends_play : forall who own opp safe pt p, good who own opp -> is_safe who own opp safe -> only pt p ->
  empty_of own opp p = true -> let x := fix_ (breathing_loop m k own opp safe pt) in
  ended (breathing_loop m k own opp safe pt) x /\
  ended (chain_loop m k own opp safe pt x) (fix_ (chain_loop m k own opp safe pt x)).
Proof.
  intros who own opp safe pt p pos safe_ only_ free x.
  assert (cleans := cleans_hold who own opp safe pt p pos safe_ only_).
  assert (sit := situation_holds who own opp pt p pos only_ free).
  assert (whole := whole_holds who own opp safe safe_).
  split; [apply fix_ends_breath|apply fix_ends_chain]; auto; apply sit.
Qed.

(* What makes the word of a point. *)
Variable single : point g -> word.
Hypothesis single_only : forall p, only (single p) p.

(* What is known of the outlook at each empty point. *)
Lemma outlook_view : forall who own opp p, good who own opp -> empty_of own opp p = true -> exists cleans,
  let d := put who p (coloring_of who own opp) in
  let v := Build_view m own opp (single p) (fix_ (secure_loop m k own opp)) (reaching d opp)
    (reaching (clear (opponent who) d) (placed own (single p))) cleans in
  view_known m k v /\ (forall other, own_secure_least m v other) /\ (forall other, opponent_secure_least m v other).
Proof.
  intros who own opp p pos free. pose (l := secure_loop m k own opp). pose (d := put who p (coloring_of who own opp)).
  pose (stones (i : nat) := if i =? 0 then has own else has opp).
  pose (seeds (i : nat) := both (stones i) (next_to_two (empty_of own opp))).
  assert (cleans : clean own /\ clean opp /\ clean (single p)).
  { destruct pos as (a & b & _). split; auto. split; auto. apply single_only. }
  pose (view_at x := Build_view m own opp (single p) x (reaching d opp)
    (reaching (clear (opponent who) d) (placed own (single p))) cleans).
  assert (at_view : forall x, clean_state m l x -> view_position m k (view_at x)).
  { intros x cx. split; [|exact cx]. exact (situation_holds who own opp (single p) p pos (single_only p) free). }
  assert (any_clean : clean_state m l (fun _ => own)) by (intros i _; apply pos).
  assert (s0 := outlook_the_own_flood_starts_from_its_seed_in_its_region m k meets_conditions _ (at_view _ any_clean)).
  assert (s1 := outlook_the_opponent_s_flood_starts_from_its_seed_in_its_region m k meets_conditions _ (at_view _ any_clean)).
  assert (two : width m l = 2) by apply s0.
  destruct (loop_is_known l seeds stones) with (fix_ := fix_) as [cx known]; auto.
  { intros i below. rewrite two in below |- *. destruct i as [|[|i]]; [exact s0|exact s1|lia]. }
  { intros i x below cx inside. rewrite two in below. destruct i as [|[|i]]; [| |lia].
    - exact (outlook_the_own_flood_steps_to_the_neighbors_in_its_region m k meets_conditions (view_at x) (at_view x cx) inside).
    - exact (outlook_the_opponent_s_flood_steps_to_the_neighbors_in_its_region m k meets_conditions (view_at x)
        (at_view x cx) inside). }
  rewrite two in known. exists cleans. destruct (known 0) as [k0 l0]; [lia|]. destruct (known 1) as [k1 l1]; [lia|].
  split; [|split; [exact l0|exact l1]]. split; [now apply at_view|]. split; [exact k0|]. split; [exact k1|].
  exact (clearing_holds who own opp (single p) p pos (single_only p) free).
Qed.

(* They are safe, as the kernel of a play needs it, if there is a point to play at. *)
Theorem outlook_is_safe : forall who own opp p0, good who own opp -> empty_of own opp p0 = true ->
  is_safe who own opp (outlook_safe own opp).
Proof.
  intros who own opp p0 pos free0.
  assert (holds : forall p, empty_of own opp p = true -> clean (outlook_safe own opp) /\
    within (outlook_safe own opp) (reaching (put who p (coloring_of who own opp)) opp) /\
    closed_in (outlook_safe own opp) opp).
  { intros p free. destruct (outlook_view who own opp p pos free) as (cleans & known & _ & least).
    split; [now apply (outlook_every_empty_point_is_quiet_lone_or_unclear m k meets_conditions _ known)|].
    exact (outlook_safe_stones_are_whole_chains_that_no_play_captures m k meets_conditions _ known (least _)). }
  split; [|split; [|split]].
  - apply (holds p0 free0).
  - intros q there. now apply (proj1 (proj2 (holds p0 free0))), in_reaching in there.
  - apply (holds p0 free0).
  - intros p q free there. now apply (proj1 (proj2 (holds p free))), in_reaching in there.
Qed.

(* A word without points is safe too. *)
Theorem nowhere_is_safe : forall who own opp none, clean none -> same_set none nowhere -> is_safe who own opp none.
Proof.
  intros who own opp none cn e. split; [exact cn|]. split; [|split].
  - intros q there. now rewrite (e q) in there.
  - intros q there. apply in_both in there as [near _]. apply in_next in near as (r & _ & there). now rewrite (e r) in there.
  - intros p q _ there. now rewrite (e q) in there.
Qed.
End Kernels.
