(* The kernels as optimized/src/kernel.rs writes them, on sets of points in place of words. They meet the conditions on
   every grid, if no point is its own neighbor and no three points are neighbors of each other. So the conditions do not contradict each other. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Conditions Kernels History Engine.
Import ListNotations.

Section Shipped.
Context {g : grid}.
Notation set := (set g).
Implicit Types (a b own opp safe pt x y alive own_alive chains : set) (p q r : point g).

Lemma in_not : forall (t : bool), t <> true <-> t = false.
Proof. now destruct t. Qed.

Definition is_none a : bool := forallb (fun p => negb (a p)) (points g).
Lemma is_none_iff : forall a, is_none a = true <-> forall p, ~ a p = true.
Proof.
  intro a. unfold is_none. rewrite forallb_forall. split; intros none p.
  - specialize (none p (every_point g p)). now destruct (a p).
  - intros _. specialize (none p). destruct (a p); auto; tauto.
Qed.
Lemma not_none : forall a, is_none a = false <-> some a.
Proof.
  intro a. split.
  - intro f. unfold is_none in f. unfold some. induction (points g) as [|p l IH]; simpl in f; [discriminate|].
    destruct (a p) eqn:e; [now exists p|]. now apply IH.
  - intros [p there]. apply not_true_iff_false. rewrite is_none_iff. intro none. now apply (none p).
Qed.
Lemma is_none_same : forall a b, same_set a b -> is_none a = is_none b.
Proof. intros a b e. unfold is_none. induction (points g); simpl; auto. now rewrite e, IHl. Qed.
Lemma next_same : forall a b, same_set a b -> same_set (next a) (next b).
Proof. intros a b e p. unfold next. induction (points g); simpl; auto. now rewrite e, IHl. Qed.

(* play_beside *)
Definition beside_empty own opp pt : set := next (empty_of (union own pt) opp).
Definition in_doubt own opp safe pt : set := minus (both (next pt) (minus opp safe)) (beside_empty own opp pt).
Definition covered own opp safe pt x : bool := is_none (minus (in_doubt own opp safe pt) x).
Definition breathes_now own opp safe pt x y : bool :=
  negb (covered own opp safe pt x) || negb (is_none (both (beside_empty own opp pt) y)).
Definition takes own opp safe pt x : bool := negb (covered own opp safe pt x).
Definition kills_itself own opp safe pt x y : bool := negb (breathes_now own opp safe pt x y || is_none pt).
Definition opponent_left own opp safe pt x : set := if takes own opp safe pt x then union safe x else opp.
Definition own_left own opp safe pt x y : set :=
  if kills_itself own opp safe pt x y then minus (union own pt) y else union own pt.

Lemma empty_then_same : forall own opp pt, same_set (empty_of (union own pt) opp) (empty_then own opp pt).
Proof. intros own opp pt p. unfold empty_of, empty_then, empty_of, minus, union. destruct (own p), (opp p), (pt p); auto. Qed.
Lemma beside_same : forall own opp pt p, beside_empty own opp pt p = true <-> next (empty_then own opp pt) p = true.
Proof. intros. unfold beside_empty. now rewrite (next_same _ _ (empty_then_same own opp pt) p). Qed.

Lemma near : forall a p q, adjacent p q = true -> a q = true -> next a p = true.
Proof. intros a p q n there. apply in_next. now exists q. Qed.
Lemma near_back : forall a p q, adjacent p q = true -> a p = true -> next a q = true.
Proof. intros a p q n there. apply near with p; auto. now rewrite adjacent_sym. Qed.

(* A closed set of stones that reach, and what lies outside it. *)
Section Closed.
Variables color target s : set.
Hypothesis shut : closes color target s.
Lemma shut_color : forall p, s p = true -> color p = true.
Proof. apply shut. Qed.
Lemma shut_target : forall p q, color p = true -> adjacent p q = true -> target q = true -> s p = true.
Proof. intros p q c n t. apply shut, in_both. split; auto. apply near with q; auto. apply in_union. now left. Qed.
Lemma shut_next : forall p q, color p = true -> adjacent p q = true -> s q = true -> s p = true.
Proof. intros p q c n t. apply shut, in_both. split; auto. apply near with q; auto. apply in_union. now right. Qed.
End Closed.

Lemma closed_next : forall region a p q,
  closed_in a region -> region p = true -> adjacent p q = true -> a q = true -> a p = true.
Proof. intros region a p q shut c n t. apply shut, in_both. split; auto. now apply near with q. Qed.

Section Play.
Variables own opp safe pt x y alive own_alive : set.
Hypothesis sit : situation own opp pt.
Hypothesis safe_opp : within safe opp.
Hypothesis safe_closed : closed_in safe opp.
Hypothesis safe_alive : within safe alive.
Let sus : set := minus opp safe.
Let sd : set := both sus (next (empty_then own opp pt)).
Hypothesis x_seed : within sd x.
Hypothesis x_in : within x sus.
Hypothesis x_known : covered own opp safe pt x = true \/ closed_in x sus.
Hypothesis y_seed : within pt y.
Hypothesis y_in : within y (placed own pt).
Hypothesis y_known : breathes_now own opp safe pt x y = true \/ closed_in y (placed own pt).
Hypothesis clear_ : clearing own opp pt alive own_alive.
Let opp' := opponent_left own opp safe pt x.
Let own' := own_left own opp safe pt x y.

Lemma alive_shut : closes opp (empty_then own opp pt) alive.
Proof. apply clear_. Qed.
Lemma own_shut : closes (placed own pt) (to_reach own opp pt alive) own_alive.
Proof. apply clear_. Qed.

Lemma empty_or_point : forall z, empty_of own opp z = true -> empty_then own opp pt z = true \/ pt z = true.
Proof. intros z e. unfold empty_then. rewrite in_minus. destruct (pt z); [now right|left; now split]. Qed.

Lemma no_opponent_goes : least_reach opp (empty_then own opp pt) alive opp' -> within alive opp'.
Proof.
  intro least. unfold opp', opponent_left in *. destruct (takes own opp safe pt x) eqn:t;
    [|exact (shut_color _ _ _ alive_shut)].
  unfold takes in t. apply negb_true_iff in t. destruct x_known as [f|shut]; [congruence|]. apply least. split.
  - intros q there. apply in_union in there as [there|there]; [now apply safe_opp|]. apply x_in, in_minus in there. tauto.
  - intros q there. apply in_both in there as [theirs n]. apply in_next in n as (r & n & there). apply in_union.
    destruct (safe q) eqn:s; [now left|right]. assert (mine : sus q = true) by (apply in_minus; rewrite s; auto).
    apply in_union in there as [there|there]; [|apply in_union in there as [there|there]].
    + apply x_seed, in_both. split; auto. now apply near with r.
    + rewrite (closed_next opp safe q r) in s; auto. discriminate.
    + now apply (closed_next sus x q r).
Qed.

(* Of the opponent's stones that do not reach, those that should go are next to the point, unless there are none. *)
Lemma doomed_next : breathing opp (empty_of own opp) (minus opp alive) ->
  (forall r p, opp r = true -> alive r = false -> adjacent r p = true -> pt p = true -> False) -> within opp alive.
Proof.
  intros legal none q theirs. destruct (alive q) eqn:a; auto. exfalso. destruct legal as (z & there).
  - intros r there. now apply in_minus in there.
  - intros r there. apply in_both in there as [n o]. apply in_next in n as (t & n & there). apply in_minus in there as [o' d].
    apply in_minus. split; auto. intro l. apply d. now apply (shut_next _ _ _ alive_shut t r); [|rewrite adjacent_sym|].
  - exists q. apply in_minus. rewrite a. auto.
  - apply in_both in there as [n e]. apply in_next in n as (r & n & there). apply in_minus in there as [o d]. apply in_not in d.
    rewrite adjacent_sym in n. destruct (empty_or_point z e) as [e'|at_p]; [|now apply (none r z)].
    apply not_true_iff_false in d. apply d. now apply (shut_target _ _ _ alive_shut r z).
Qed.

Lemma x_alive : least_flood sd sus x alive -> within x alive.
Proof.
  intros least q there. apply least in there; [now apply in_both in there| |].
  - intros r s. apply in_both in s as [o n]. assert (o' := o). apply in_minus in o' as [o' _]. apply in_both. split; auto.
    apply in_next in n as (t & n & e). now apply (shut_target _ _ _ alive_shut r t).
  - intros r s. apply in_both in s as [n o]. assert (o' := o). apply in_minus in o' as [o' _]. apply in_both. split; auto.
    apply in_next in n as (t & n & e). apply in_both in e as [e _]. now apply (shut_next _ _ _ alive_shut r t).
Qed.

Lemma others_go : least_flood sd sus x alive -> breathing opp (empty_of own opp) (minus opp alive) -> within opp' alive.
Proof.
  intros least legal. assert (xa := x_alive least). unfold opp', opponent_left. destruct (takes own opp safe pt x) eqn:t.
  - intros q there. apply in_union in there as [there|there]; auto.
  - unfold takes in t. apply negb_false_iff in t. unfold covered in t. rewrite is_none_iff in t.
    apply doomed_next; auto. intros r p o d n at_p. apply (t r). apply in_minus.
    split; [|intro there; apply xa in there; congruence].
    apply in_minus. split; [apply in_both; split; [now apply near with p|apply in_minus; split; auto]|].
    + intro s. apply safe_alive in s. congruence.
    + intro b. apply beside_same, in_next in b as (z & n' & e). apply not_true_iff_false in d. apply d.
      now apply (shut_target _ _ _ alive_shut r z).
Qed.

Hypothesis right_opp : same_set opp' alive.

Lemma apart_placed : forall q, placed own pt q = true -> opp q = true -> False.
Proof.
  intros q there o. destruct sit as (_ & apart & _ & free). apply in_union in there as [there|there].
  - apply apart. exists q. now apply in_both.
  - apply free in there. apply in_empty in there. tauto.
Qed.
Lemma apart_point : forall q, own q = true -> pt q = true -> False.
Proof. intros q o at_p. destruct sit as (_ & _ & _ & free). apply free, in_empty in at_p. tauto. Qed.
Lemma to_reach_iff : forall q, to_reach own opp pt alive q = true <->
  empty_then own opp pt q = true \/ (opp q = true /\ alive q = false).
Proof. intro q. unfold to_reach. rewrite in_union, in_minus, in_not. tauto. Qed.

(* All of the flood has the fate of the point. *)
Let fate : set := fun q => placed own pt q && eqb (own_alive q) (existsb (fun q => pt q && own_alive q) (points g)).
Lemma fate_iff : forall q p, pt p = true -> (fate q = true <-> placed own pt q = true /\ own_alive q = own_alive p).
Proof.
  intros q p at_p. unfold fate. rewrite andb_true_iff, eqb_true_iff.
  assert (f : existsb (fun q => pt q && own_alive q) (points g) = own_alive p).
  { destruct (own_alive p) eqn:o.
    - apply existsb_exists. exists p. split; [apply every_point|]. now rewrite at_p.
    - apply not_true_iff_false. intro ex. apply existsb_exists in ex as (r & _ & ex). apply andb_prop in ex as [at_r o'].
      destruct sit as (_ & _ & one & _). rewrite (one r p at_r at_p) in o'. congruence. }
  now rewrite f.
Qed.
Lemma same_side : forall q r,
  placed own pt q = true -> placed own pt r = true -> adjacent q r = true -> own_alive q = own_alive r.
Proof.
  intros q r a b n. destruct (own_alive q) eqn:o, (own_alive r) eqn:o'; auto; exfalso.
  - apply not_true_iff_false in o'. apply o'. apply (shut_next _ _ _ own_shut r q); auto. now rewrite adjacent_sym.
  - apply not_true_iff_false in o. apply o. now apply (shut_next _ _ _ own_shut q r).
Qed.
Lemma y_fate : least_flood pt (placed own pt) y fate -> within y fate.
Proof.
  intros least q there. destruct sit as ([p at_p] & _). apply least in there; [now apply in_both in there| |].
  - intros r at_r. apply in_both. assert (pl : placed own pt r = true) by (apply in_union; now right). split; auto.
    now apply (fate_iff r r).
  - intros r s. apply in_both in s as [n pl]. apply in_both. split; auto. apply in_next in n as (t & n & e).
    apply in_both in e as [f pl']. apply (fate_iff r p at_p). split; auto. apply (fate_iff t p at_p) in f as [_ <-].
    now apply same_side.
Qed.

(* If the chain of the point has a liberty after the captures, the point reaches. *)
Lemma breathing_reaches : breathes_now own opp safe pt x y = true -> least_flood pt (placed own pt) y fate ->
  forall p, pt p = true -> own_alive p = true.
Proof.
  intros b least p at_p. assert (pl : placed own pt p = true) by (apply in_union; now right).
  unfold breathes_now in b. apply orb_prop in b as [b|b]; apply negb_true_iff in b.
  - assert (t : opp' = union safe x) by (unfold opp', opponent_left, takes; now rewrite b).
    unfold covered in b. apply not_none in b as [q there]. apply in_minus in there as [there out].
    apply in_minus in there as [there _]. apply in_both in there as [n s]. apply in_minus in s as [o s].
    apply in_next in n as (p' & n & at_p'). destruct sit as (_ & _ & one & _). rewrite (one p' p at_p' at_p) in n.
    apply (shut_target _ _ _ own_shut p q); auto; [now rewrite adjacent_sym|]. apply to_reach_iff. right. split; auto.
    rewrite <- (right_opp q), t. apply not_true_iff_false. rewrite in_union. tauto.
  - apply not_none in b as [q there]. apply in_both in there as [b there]. apply beside_same, in_next in b as (z & n & e).
    assert (f := y_fate least q there). apply (fate_iff q p at_p) in f as [pl' <-].
    apply (shut_target _ _ _ own_shut q z); auto. apply to_reach_iff. now left.
Qed.

Lemma kills_closed : kills_itself own opp safe pt x y = true ->
  breathes_now own opp safe pt x y = false /\ closed_in y (placed own pt) /\ opp' = opp /\
  forall q, y q = true -> beside_empty own opp pt q = false.
Proof.
  unfold kills_itself. intro kills. apply negb_true_iff, orb_false_iff in kills as [b some_]. split; auto.
  destruct y_known as [f|shut]; [congruence|]. split; auto. unfold breathes_now in b. apply orb_false_iff in b as [b b'].
  split; [unfold opp', opponent_left, takes; now rewrite b|]. apply negb_false_iff in b'. rewrite is_none_iff in b'.
  intros q there. specialize (b' q). rewrite in_both in b'. destruct (beside_empty own opp pt q); auto. tauto.
Qed.

Lemma no_own_goes : least_reach (placed own pt) (to_reach own opp pt alive) own_alive own' -> within own_alive own'.
Proof.
  intro least. unfold own', own_left in *. destruct (kills_itself own opp safe pt x y) eqn:kills;
    [|exact (shut_color _ _ _ own_shut)].
  destruct (kills_closed kills) as (_ & shut & kept & far). apply least. split.
  - intros q there. now apply in_minus in there.
  - intros q there. apply in_both in there as [pl n]. apply in_next in n as (r & n & there). apply in_minus. split; auto.
    intro in_y. apply in_union in there as [there|there].
    + apply to_reach_iff in there as [e|[o d]].
      * specialize (far q in_y). apply not_true_iff_false in far. apply far, beside_same. now apply near with r.
      * rewrite <- (right_opp r), kept in d. congruence.
    + apply in_minus in there as [pl' out]. apply out. apply (closed_next (placed own pt) y r q); auto.
      now rewrite adjacent_sym.
Qed.

Lemma own_others_go : breathing own (empty_of own opp) (minus (minus (minus (placed own pt) own_alive) y) pt) ->
  least_flood pt (placed own pt) y fate -> within own' own_alive.
Proof.
  intros legal least. set (rest := minus (minus (minus (placed own pt) own_alive) y) pt) in *.
  assert (rest_iff : forall q, rest q = true <-> own q = true /\ own_alive q = false /\ ~ y q = true).
  { intro q. unfold rest, placed. rewrite !in_minus, in_union, in_not. split; [tauto|]. intros (o & d & out).
    assert (off : ~ pt q = true) by (intro at_q; now apply (apart_point q)). tauto. }
  destruct sit as ([p at_p] & _).
  assert (dead_closed : own_alive p = false -> closed_in y (placed own pt)).
  { intro d. destruct y_known as [b|shut]; auto. rewrite (breathing_reaches b least p at_p) in d. discriminate. }
  assert (none : ~ some rest).
  { intros [q0 there0]. destruct legal as (z & there).
    - intros q there. now apply rest_iff in there.
    - intros q there. apply in_both in there as [n o]. apply in_next in n as (r & n & there).
      apply rest_iff in there as (o' & d & out). apply rest_iff. split; auto.
      assert (pl : placed own pt q = true) by (apply in_union; now left).
      assert (pl' : placed own pt r = true) by (apply in_union; now left).
      assert (d' : own_alive q = false) by (rewrite <- d; now apply same_side). split; auto. intro in_y. apply out.
      assert (f := y_fate least q in_y). apply (fate_iff q p at_p) in f as [_ f]. rewrite d' in f.
      apply (closed_next (placed own pt) y r q); auto. now rewrite adjacent_sym.
    - now exists q0.
    - apply in_both in there as [n e]. apply in_next in n as (r & n & there). apply rest_iff in there as (o & d & out).
      rewrite adjacent_sym in n. assert (pl : placed own pt r = true) by (apply in_union; now left).
      destruct (empty_or_point z e) as [e'|at_z].
      + apply not_true_iff_false in d. apply d. apply (shut_target _ _ _ own_shut r z); auto. apply to_reach_iff. now left.
      + assert (pl' : placed own pt z = true) by (apply in_union; now right). destruct sit as (_ & _ & one & _).
        rewrite (one z p at_z at_p) in *. rewrite (same_side r p pl pl' n) in d. apply out.
        apply (closed_next (placed own pt) y r p); auto. }
  assert (others : forall q, placed own pt q = true -> ~ y q = true -> ~ pt q = true -> own_alive q = true).
  { intros q pl out out'. destruct (own_alive q) eqn:d; auto. exfalso. apply none. exists q. apply rest_iff.
    apply in_union in pl as [o|at_q]; tauto. }
  unfold own', own_left. destruct (kills_itself own opp safe pt x y) eqn:kills.
  - intros q there. apply in_minus in there as [pl out]. apply others; auto.
  - assert (b : breathes_now own opp safe pt x y = true).
    { unfold kills_itself in kills. apply negb_false_iff, orb_prop in kills as [b|n]; auto. rewrite is_none_iff in n.
      now destruct (n p). }
    assert (reach := breathing_reaches b least p at_p). intros q pl. destruct (y q) eqn:in_y.
    + apply y_fate in in_y; auto. apply (fate_iff q p at_p) in in_y as [_ ->]. exact reach.
    + destruct (pt q) eqn:at_q; [now apply (breathing_reaches b least)|]. apply others; auto; congruence.
Qed.

(* What is told. *)
Lemma told : (takes own opp safe pt x = true <-> ~ same_set opp' opp) /\
  (kills_itself own opp safe pt x y = true <-> ~ within pt own').
Proof.
  split; (split; [|intro differ]).
  - intros t e. unfold opp', opponent_left in e. rewrite t in e. unfold takes in t.
    apply negb_true_iff, not_none in t as [q there].
    apply in_minus in there as [there out]. apply in_minus in there as [there _]. apply in_both in there as [_ there].
    apply in_minus in there as [o s]. rewrite <- (e q) in o. apply in_union in o. tauto.
  - destruct (takes own opp safe pt x) eqn:t; auto. exfalso. apply differ. unfold opp', opponent_left. rewrite t. now intro q.
  - intros kills inside. unfold own', own_left in inside. rewrite kills in inside. destruct sit as ([p at_p] & _).
    assert (f := inside p at_p). apply in_minus in f as [_ f]. now apply f, y_seed.
  - destruct (kills_itself own opp safe pt x y) eqn:kills; auto. exfalso. apply differ. unfold own', own_left. rewrite kills.
    intros q at_q. apply in_union. now right.
Qed.

Lemma toggled : same_set (xor own own')
    (xor pt (when (kills_itself own opp safe pt x y && negb (takes own opp safe pt x)) (minus (placed own pt) own'))) /\
  same_set (xor opp opp') (when (takes own opp safe pt x) (minus opp opp')) /\
  takes own opp safe pt x && kills_itself own opp safe pt x y = false.
Proof.
  assert (not_both : takes own opp safe pt x && kills_itself own opp safe pt x y = false).
  { unfold takes, kills_itself, breathes_now. now destruct (covered own opp safe pt x). }
  split; [|split; auto].
  - intro q. assert (ap := apart_point q). unfold own', own_left. destruct (kills_itself own opp safe pt x y).
    + rewrite andb_true_r in not_both. rewrite not_both. unfold xor, when, minus, placed, union. simpl.
      destruct (own q), (pt q), (y q); auto; exfalso; auto.
    + unfold xor, when, union. simpl. destruct (own q), (pt q); auto; exfalso; auto.
  - intro q. unfold opp', opponent_left. destruct (takes own opp safe pt x); unfold xor, when, minus, union; simpl.
    + assert (i := safe_opp q). assert (j := x_in q). unfold sus in j. rewrite in_minus in j.
      destruct (opp q), (safe q), (x q); simpl; auto; exfalso; intuition discriminate.
    + now destruct (opp q).
Qed.

(* The position is legal again. *)
Lemma opp_alive_in : forall q, opp' q = true -> opp q = true.
Proof. intros q o. rewrite (right_opp q) in o. exact (shut_color _ _ _ alive_shut q o). Qed.
Lemma own_in : forall q, own' q = true -> placed own pt q = true.
Proof. intros q o. unfold own', own_left in o. destruct (kills_itself own opp safe pt x y); auto. now apply in_minus in o. Qed.
Lemma empty_then_left : forall q, empty_then own opp pt q = true -> empty_of own' opp' q = true.
Proof.
  intros q e. apply in_minus in e as [e at_q]. apply in_empty in e as [o t]. apply in_empty. split.
  - intro o'. apply own_in, in_union in o'. tauto.
  - intro t'. now apply opp_alive_in in t'.
Qed.

Lemma legal_of : forall color target s left chains, closes color target s -> same_set left s ->
  (forall q, target q = true -> empty_of own' opp' q = true) -> least_reach color target s (minus s chains) ->
  breathing left (empty_of own' opp') chains.
Proof.
  intros color target s left chains shut same_ targets least inside whole [q0 there0].
  destruct (is_none (both (next chains) (empty_of own' opp'))) eqn:none; [|now apply not_none].
  rewrite is_none_iff in none. exfalso. assert (s0 : s q0 = true) by (rewrite <- (same_ q0); now apply inside).
  apply least in s0; [now apply in_minus in s0|]. split.
  - intros q there. apply in_minus in there as [there _]. now apply (shut_color _ _ _ shut).
  - intros q there. apply in_both in there as [c n]. apply in_next in n as (r & n & there). apply in_minus.
    apply in_union in there as [there|there].
    + split; [now apply (shut_target _ _ _ shut q r)|]. intro ch. apply (none r), in_both. split; auto.
      now apply near_back with q.
    + apply in_minus in there as [there out]. split; [now apply (shut_next _ _ _ shut q r)|]. intro ch. apply out.
      apply (closed_next left chains r q); auto; [now rewrite (same_ r)|now rewrite adjacent_sym].
Qed.

Hypothesis right_own : same_set own' own_alive.
Lemma own_legal_again : forall chains,
  least_reach (placed own pt) (to_reach own opp pt alive) own_alive (minus own_alive chains) ->
  breathing own' (empty_of own' opp') chains.
Proof.
  intros chains. apply legal_of; [exact own_shut|exact right_own|]. intros q there. apply to_reach_iff in there as [e|[o d]].
  - now apply empty_then_left.
  - apply in_empty. split; [intro o'; apply own_in in o'; now apply (apart_placed q)|]. rewrite (right_opp q). congruence.
Qed.
Lemma opponent_legal_again : forall chains,
  least_reach opp (empty_then own opp pt) alive (minus alive chains) -> breathing opp' (empty_of own' opp') chains.
Proof. intros chains. apply legal_of; [exact alive_shut|exact right_opp|exact empty_then_left]. Qed.
End Play.

(* outlook *)
Section Outlook.
Hypothesis no_loop : forall p : point g, adjacent p p = false.
Variables own opp pt x y alive own_alive : set.
Let empty_ : set := empty_of own opp.
Definition may_capture : set := both (empty_of own opp) (next (minus opp y)).
Definition calm_points : set := minus (empty_of own opp) may_capture.
Definition breathes_there : set := union (next (empty_of own opp)) (next x).
Definition quiet_points : set := both calm_points breathes_there.
Definition lone_points : set := minus (minus calm_points breathes_there) (next own).
Definition unclear_points : set := union may_capture (minus (both calm_points (next own)) breathes_there).

Lemma outlook_parts : partition3 (empty_of own opp) quiet_points lone_points unclear_points.
Proof.
  unfold quiet_points, lone_points, unclear_points, calm_points, may_capture. set (u := breathes_there). set (v := next own).
  set (w := next (minus opp y)). split; [|split; [|split]].
  - intro q. unfold union, both, minus. now destruct (empty_of own opp q), (u q), (v q), (w q).
  - intros [q there]. unfold both, minus in there. now destruct (empty_of own opp q), (u q), (v q), (w q).
  - intros [q there]. unfold both, union, minus in there. now destruct (empty_of own opp q), (u q), (v q), (w q).
  - intros [q there]. unfold both, union, minus in there. now destruct (empty_of own opp q), (u q), (v q), (w q).
Qed.

Hypothesis sit : situation own opp pt.
Let own_sd : set := both own (next_to_two empty_).
Let opp_sd : set := both opp (next_to_two empty_).
Hypothesis x_seed : within own_sd x.
Hypothesis x_in : within x own.
Hypothesis x_shut : closed_in x own.
Hypothesis y_seed : within opp_sd y.
Hypothesis y_in : within y opp.
Hypothesis y_shut : closed_in y opp.
Hypothesis clear_ : clearing own opp pt alive own_alive.
Let shut_ : closes opp (empty_then own opp pt) alive := proj1 clear_.
Let own_shut_ : closes (placed own pt) (to_reach own opp pt alive) own_alive := proj2 clear_.

(* Of two liberties, the point takes one. *)
Lemma other_liberty : forall q, next_to_two empty_ q = true -> exists z, adjacent q z = true /\ empty_then own opp pt z = true.
Proof.
  intros q two. destruct sit as (_ & _ & one & _). unfold next_to_two in two. apply Nat.ltb_lt in two.
  assert (once := NoDup_filter (fun z => adjacent q z && empty_ z) (points_once g)).
  assert (all : forall z, In z (filter (fun z => adjacent q z && empty_ z) (points g)) ->
    adjacent q z = true /\ empty_ z = true).
  { intros z inside. apply filter_In in inside as [_ inside]. now apply andb_prop in inside. }
  destruct (filter _ _) as [|a [|b l]]; simpl in two; try lia.
  destruct (all a) as [na ea]; [now left|]. destruct (all b) as [nb eb]; [right; now left|].
  destruct (pt a) eqn:pa.
  - exists b. split; auto. apply in_minus. split; auto. intro pb. rewrite (one a b pa pb) in once.
    inversion once as [|? ? out _]. apply out. now left.
  - exists a. split; auto. apply in_minus. split; auto. congruence.
Qed.

Lemma y_alive : least_flood opp_sd opp y alive -> within y alive.
Proof.
  intros least q there. apply least in there; [now apply in_both in there| |].
  - intros r s. apply in_both in s as [o two]. apply in_both. split; auto. apply other_liberty in two as (z & n & e).
    now apply (shut_target _ _ _ shut_ r z).
  - intros r s. apply in_both in s as [n o]. apply in_both. split; auto. apply in_next in n as (t & n & e).
    apply in_both in e as [e _]. now apply (shut_next _ _ _ shut_ r t).
Qed.

Lemma point_apart : forall q, own q = true -> pt q = true -> False.
Proof. intros q o at_p. destruct sit as (_ & _ & _ & free). apply free, in_empty in at_p. tauto. Qed.

Lemma x_alive_ : least_flood own_sd own x (minus own_alive pt) -> within x own_alive.
Proof.
  intros least q there. apply least in there; [apply in_both in there as [there _]; now apply in_minus in there| |].
  - intros r s. apply in_both in s as [o two]. apply in_both. split; auto. apply in_minus.
    split; [|intro at_p; now apply (point_apart r)]. apply other_liberty in two as (z & n & e).
    apply (shut_target _ _ _ own_shut_ r z); auto; apply in_union; now left.
  - intros r s. apply in_both in s as [n o]. apply in_both. split; auto. apply in_minus.
    split; [|intro at_p; now apply (point_apart r)]. apply in_next in n as (t & n & e). apply in_both in e as [e _].
    apply in_minus in e as [e _]. apply (shut_next _ _ _ own_shut_ r t); auto. apply in_union. now left.
Qed.

Lemma breathing_lives : within pt breathes_there -> least_flood own_sd own x (minus own_alive pt) -> within pt own_alive.
Proof.
  intros b least p at_p. assert (pl : placed own pt p = true) by (apply in_union; now right).
  assert (f := b p at_p). apply in_union in f as [f|f]; apply in_next in f as (z & n & e).
  - apply (shut_target _ _ _ own_shut_ p z); auto. apply in_union. left. apply in_minus. split; auto. intro at_z.
    destruct sit as (_ & _ & one & _). rewrite (one z p at_z at_p), no_loop in n. discriminate.
  - apply (shut_next _ _ _ own_shut_ p z); auto. now apply x_alive_.
Qed.

Lemma calm_captures_nothing : within pt calm_points -> breathing opp (empty_of own opp) (minus opp alive) ->
  least_flood opp_sd opp y alive -> within opp alive.
Proof.
  intros c legal least q o. destruct (alive q) eqn:d; auto. exfalso. destruct legal as (z & there).
  - intros r there. now apply in_minus in there.
  - intros r there. apply in_both in there as [n o']. apply in_next in n as (t & n & there).
    apply in_minus in there as [o'' d'].
    apply in_minus. split; auto. intro l. apply d'. apply (shut_next _ _ _ shut_ t r); auto. now rewrite adjacent_sym.
  - exists q. apply in_minus. split; auto. congruence.
  - apply in_both in there as [n e]. apply in_next in n as (r & n & there). apply in_minus in there as [o' d'].
    destruct (pt z) eqn:at_z.
    + apply c in at_z. apply in_minus in at_z as [_ f]. apply f, in_both. split; auto. apply near with r; auto. apply in_minus.
      split; auto. intro s. apply d'. now apply y_alive.
    + apply d'. apply (shut_target _ _ _ shut_ r z); auto; [now rewrite adjacent_sym|]. apply in_minus. split; auto. congruence.
Qed.

Hypothesis none_captured : same_set opp alive.
Let doomed : set := minus (minus (placed own pt) own_alive) pt.
Hypothesis legal : breathing own (empty_of own opp) doomed.

Lemma doomed_iff : forall q, doomed q = true <-> own q = true /\ ~ own_alive q = true.
Proof.
  intro q. unfold doomed, placed. rewrite !in_minus, in_union. split; [tauto|]. intros [o d].
  assert (off : ~ pt q = true) by (intro at_q; now apply (point_apart q)). tauto.
Qed.
Lemma doomed_at : forall q, own q = true -> own_alive q = false ->
  exists p r, pt p = true /\ adjacent p r = true /\ own r = true /\ ~ own_alive r = true.
Proof.
  intros q o d. destruct legal as (z & there).
  - intros r there. now apply doomed_iff in there.
  - intros r there. apply in_both in there as [n o']. apply in_next in n as (t & n & there).
    apply doomed_iff in there as [o'' d'].
    apply doomed_iff. split; auto. intro l. apply d'.
    apply (shut_next _ _ _ own_shut_ t r); auto; [apply in_union; now left|now rewrite adjacent_sym].
  - exists q. apply doomed_iff. split; auto. congruence.
  - apply in_both in there as [n e]. apply in_next in n as (r & n & there). apply doomed_iff in there as [o' d'].
    destruct (pt z) eqn:at_z; [now exists z, r|]. exfalso. apply d'.
    apply (shut_target _ _ _ own_shut_ r z); [apply in_union; now left|now rewrite adjacent_sym|]. apply in_union. left.
    apply in_minus. split; auto. congruence.
Qed.

Lemma quiet_lives : within pt quiet_points -> least_flood own_sd own x (minus own_alive pt) -> within (placed own pt) own_alive.
Proof.
  intros quiet_ least. assert (lives : within pt own_alive).
  { apply breathing_lives; auto. intros q at_q. apply quiet_ in at_q. now apply in_both in at_q. }
  intros q there. apply in_union in there as [o|at_q]; [|now apply lives]. destruct (own_alive q) eqn:d; auto. exfalso.
  destruct (doomed_at q o d) as (p & r & at_p & n & o' & d'). apply d'. apply (shut_next _ _ _ own_shut_ r p).
  - apply in_union. now left.
  - now rewrite adjacent_sym.
  - now apply lives.
Qed.

Lemma lone_dies_alone : within pt lone_points ->
  least_reach (placed own pt) (to_reach own opp pt alive) own_alive own -> same_set own_alive own.
Proof.
  intros lone_ least. apply within_both_ways.
  - apply least. split.
    + intros q o. apply in_union. now left.
    + intros q there. apply in_both in there as [there n]. apply in_union in there as [o|at_q]; auto. exfalso.
      apply lone_ in at_q. apply in_minus in at_q as [at_q no_own]. apply in_minus in at_q as [_ stifled].
      apply in_next in n as (r & n & there). apply in_union in there as [there|there].
      * apply in_union in there as [e|there].
        -- apply stifled, in_union. left. apply near with r; auto. now apply in_minus in e.
        -- apply in_minus in there as [o d]. apply d. now rewrite <- (none_captured r).
      * apply no_own. now apply near with r.
  - intros q o. destruct (own_alive q) eqn:d; auto. exfalso. destruct (doomed_at q o d) as (p & r & at_p & n & o' & _).
    apply lone_ in at_p. apply in_minus in at_p as [_ no_own]. apply no_own. now apply near with r.
Qed.
End Outlook.

(* The points of the kernel `lone`. Two adjacent points have no neighbor in common, so two adjacent stones that are each next to
   an empty point have two liberties. *)
Section Lone.
Hypothesis no_triangle : forall p q r : point g, adjacent p q = true -> adjacent q r = true -> adjacent p r = true -> False.
Variables own opp pt alive own_alive : set.
Definition touching : set := both opp (next (empty_of own opp)).
Definition two_liberties : set := both opp (union (next_to_two (empty_of own opp)) (both touching (next touching))).
Definition spread (a : set) : set := both (union a (next a)) opp.
Definition secure_stones : set := spread (spread two_liberties).
Definition lone_of : set := minus (empty_of own opp) (next (fun p => negb (secure_stones p))).

Hypothesis sit : situation own opp pt.
Hypothesis clear_ : clearing own opp pt alive own_alive.
Let shut_ : closes opp (empty_then own opp pt) alive := proj1 clear_.

Lemma two_liberties_live : within two_liberties alive.
Proof.
  intros q there. apply in_both in there as [o there]. apply in_union in there as [two|there].
  { destruct (other_liberty own opp pt sit q two) as (z & n & e). now apply (shut_target _ _ _ shut_ q z). }
  apply in_both in there as [there near_]. apply in_next in near_ as (t & n & t_there).
  apply in_both in there as [_ there]. apply in_next in there as (w & nw & ew).
  apply in_both in t_there as [o' t_there]. apply in_next in t_there as (z & nz & ez).
  destruct (pt w) eqn:at_w.
  - apply (shut_next _ _ _ shut_ q t); auto. apply (shut_target _ _ _ shut_ t z); auto. apply in_minus. split; auto. intro at_z.
    destruct sit as (_ & _ & one & _). rewrite (one z w at_z at_w) in nz. now apply (no_triangle q t w).
  - apply (shut_target _ _ _ shut_ q w); auto. apply in_minus. split; auto. congruence.
Qed.

Lemma spread_lives : forall a, within a alive -> within (spread a) alive.
Proof.
  intros a lives q there. apply in_both in there as [there o]. apply in_union in there as [there|there]; [now apply lives|].
  apply in_next in there as (r & n & there). apply (shut_next _ _ _ shut_ q r); auto.
Qed.

Lemma around_lone : forall q r, lone_of q = true -> adjacent q r = true -> opp r = true /\ alive r = true.
Proof.
  intros q r l n. apply in_minus in l as [_ l]. destruct (secure_stones r) eqn:s.
  - split; [now apply in_both in s|]. exact (spread_lives _ (spread_lives _ two_liberties_live) r s).
  - exfalso. apply l, near with r; auto. now rewrite s.
Qed.

Lemma lone_is_lone : within pt lone_of -> within pt (lone_points own opp nowhere alive).
Proof.
  intros l q at_q. apply l in at_q. assert (around := around_lone q). assert (e := at_q). apply in_minus in e as [e _].
  assert (none : forall a, (forall r, a r = true -> opp r = true -> alive r = true -> False) -> ~ next a q = true).
  { intros a apart f. apply in_next in f as (r & n & there). destruct (around r at_q n) as [o live]. now apply (apart r). }
  apply in_minus. split; [apply in_minus; split; [apply in_minus; split; auto|]|].
  - intro f. apply in_both in f as [_ f]. revert f. apply none. intros r there o live. apply in_minus in there as [_ d]. auto.
  - intro f. apply in_union in f as [f|f]; revert f; apply none; [|discriminate]. intros r there o _. apply in_empty in there.
    tauto.
  - apply none. intros r there o _. destruct sit as (_ & apart & _). apply apart. exists r. now apply in_both.
Qed.

Lemma lone_captures_nothing : within pt lone_of -> breathing opp (empty_of own opp) (minus opp alive) -> within opp alive.
Proof.
  intros l legal. apply (calm_captures_nothing own opp pt alive alive own_alive sit clear_); auto.
  - intros q at_q. apply (lone_is_lone l) in at_q. apply in_minus in at_q as [at_q _]. now apply in_minus in at_q.
  - intros s _ q there. apply in_both. split; auto. exact (shut_color _ _ _ shut_ q there).
Qed.

Lemma lone_goes_alone : within pt lone_of -> same_set opp alive ->
  breathing own (empty_of own opp) (minus (minus (placed own pt) own_alive) pt) ->
  least_reach (placed own pt) (to_reach own opp pt alive) own_alive own -> same_set own_alive own.
Proof.
  intros l none legal least. exact (lone_dies_alone own opp pt nowhere alive alive own_alive sit clear_ none legal (lone_is_lone l) least).
Qed.
End Lone.
End Shipped.
