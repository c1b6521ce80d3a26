(* Games with cleanup phases can be played by computing. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Variants Symmetry Decide Cleanup CleanupFacts.
Import ListNotations.

Section CleanupDecide.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Notation cleanup := (@cleanup g).
Notation standing := (@standing g).
Implicit Types (c : coloring) (f : cleanup) (who : player) (p q x : point).

(* The same coloring, with the color of each point found once. *)
Definition table c : coloring :=
  let l := map (fun p => (p, c p)) (points g) in
  fun p => match find (fun e => if same_point p (fst e) then true else false) l with Some e => snd e | None => empty end.

Lemma table_same : forall c, same (table c) c.
Proof.
  intros c p. unfold table. generalize (every_point g p). induction (points g) as [|q l IH]; simpl; [tauto|].
  destruct (same_point p q) as [->|]; auto. intros [->|inside]; [contradiction|auto].
Qed.

(* What a move leaves, found in three steps. *)
Definition quick_move who p c : coloring := table (clear who (table (clear (opponent who) (table (put who p c))))).

Lemma quick_move_same : forall who p c c', same c c' -> same (quick_move who p c) (move who p c').
Proof.
  intros who p c c' e x. unfold quick_move. rewrite table_same. apply clear_same. intro y. rewrite table_same. apply clear_same.
  intro z. rewrite table_same. now apply put_same.
Qed.

Variable r : @rules g.
Variable suicide_dec : suicide_decided (on_suicide r).
Variable colors : by_colors (on_suicide r).
Variable supply_dec : forall f, {on_supply r (mover f) (tally (used (mover f)) f)} +
  {~ on_supply r (mover f) (tally (used (mover f)) f)}.
Variable last_dec : forall who, {on_last r who} + {~ on_last r who}.

Definition a_move_dec who p c : {a_move r who p c} + {~ a_move r who p c}.
Proof. unfold a_move. destruct (same_color (c p) empty), (suicide_dec who p c); tauto. Defined.

Lemma a_move_same : forall who p c d, same c d -> a_move r who p c -> a_move r who p d.
Proof. intros who p c d e [a b]. split; [now rewrite <- e|now apply colors with c]. Qed.

Lemma same_either : forall c c' d d' : coloring, same c c' -> same d d' -> (same c d <-> same c' d').
Proof. intros c c' d d' a b. split; intros e p; [now rewrite <- a, <- b|now rewrite a, b]. Qed.

Lemma ko_move_same : forall who p c d, same c d -> ko_move r who p c -> ko_move r who p d.
Proof.
  intros who p c d e (m & other & q & m' & back). assert (e' := move_same who p c d e). split; [now apply a_move_same with c|].
  split; [intro i; now apply other, (same_either _ _ _ _ e' e)|]. exists q. split; [now apply a_move_same with (move who p c)|].
  apply (same_either _ _ _ _ (move_same (opponent who) q _ _ e') e), back.
Qed.

Definition ko_move_dec who p c : {ko_move r who p c} + {~ ko_move r who p c}.
Proof.
  set (d := quick_move who p c). assert (e : same d (move who p c)) by now apply quick_move_same.
  destruct (a_move_dec who p c) as [m|m]; [|right; unfold ko_move; tauto].
  destruct (same_dec d c) as [i|i].
  { right. intros (_ & other & _). apply other. intro x. now rewrite <- e. }
  assert (dec : {exists q, In q (points g) /\ a_move r (opponent who) q d /\ same (move (opponent who) q d) c} +
    {~ exists q, In q (points g) /\ a_move r (opponent who) q d /\ same (move (opponent who) q d) c}).
  { apply some_dec. intro q. assert (e' := quick_move_same (opponent who) q d d (fun _ => eq_refl)).
    destruct (same_dec (quick_move (opponent who) q d) c) as [b|b].
    - destruct (a_move_dec (opponent who) q d) as [m'|]; [left|right; tauto].
      repeat split; try apply m'. intro x. now rewrite <- e'.
    - right. intros [_ b']. apply b. intro x. now rewrite e'. }
  destruct dec as [back|no]; [left|right].
  - split; auto. split; [intro k; apply i; intro x; now rewrite e|]. destruct back as (q & _ & m' & back). exists q.
    split; [now apply a_move_same with d|]. intro x. rewrite <- back. apply move_same. now apply same_sym.
  - intros (_ & _ & q & m' & back). apply no. exists q. split; [apply every_point|].
    split; [apply a_move_same with (move who p c); auto; now apply same_sym|]. intro x. rewrite <- back. now apply move_same.
Defined.

(* The coloring and the blocked points. *)
Fixpoint quick f : coloring :=
  match f with
  | opened h => table (now h)
  | next f (take (play p)) => quick_move (mover f) p (quick f)
  | next f _ | second f => quick f
  end.

Lemma quick_same : forall f, same (quick f) (stands f).
Proof.
  induction f as [h|f IH [[|p]|p]|f IH]; simpl; auto; [apply table_same|].
  now apply quick_move_same.
Qed.

Definition colored c (l : list point) : list point := filter (fun x => if same_color (c x) empty then false else true) l.

Lemma colored_iff : forall c l x, In x (colored c l) <-> In x l /\ c x <> empty.
Proof. intros c l x. unfold colored. rewrite filter_In. destruct (same_color (c x) empty); intuition congruence. Qed.

Fixpoint blocks f : list point :=
  match f with
  | opened _ | second _ => []
  | next f (take pass) => blocks f
  | next f (take (play p)) =>
    colored (quick_move (mover f) p (quick f)) (if ko_move_dec (mover f) p (quick f) then p :: blocks f else blocks f)
  | next f (unblock p) =>
    if same_color (quick f p) empty then colored (quick_move (mover f) p (quick f)) (blocks f) else remove same_point p (blocks f)
  end.

Lemma blocks_iff : forall f x, In x (blocks f) <-> blocked r f x.
Proof.
  assert (here : forall f p x, quick_move (mover f) p (quick f) x = move (mover f) p (stands f) x)
    by (intros; apply quick_move_same, quick_same).
  induction f as [h|f IH [[|p]|p]|f IH]; intro x; simpl; try tauto; auto.
  2: { destruct (same_color (quick f p) empty) as [e|n]; rewrite (quick_same f p) in *.
    - rewrite colored_iff, here, IH. split; [|tauto]. intros [b k]. repeat split; auto. intros ->.
      now apply blocked_is_colored in b.
    - rewrite <- IH. split; [intro i; apply in_remove in i; tauto|]. intros (b & other & _). now apply in_in_remove. }
  rewrite colored_iff, here. destruct (ko_move_dec (mover f) p (quick f)) as [k|k]; simpl; rewrite IH.
  - apply (ko_move_same _ _ _ _ (quick_same f)) in k. intuition.
  - assert (no : ~ ko_move r (mover f) p (stands f)).
    { intro k'. apply k, ko_move_same with (stands f); auto. apply same_sym, quick_same. }
    tauto.
Qed.

Definition alike_dec s : forall f, {alike r f s} + {~ alike r f s}.
Proof.
  pose (c := quick s). intro f. unfold alike. destruct (same_player (mover f) (mover s)) as [m|m]; [|right; tauto].
  destruct (same_dec (quick f) c) as [e|e]; unfold c in e;
    rewrite (same_either _ _ _ _ (quick_same f) (quick_same s)) in e; [|right; tauto].
  pose (within l l' := forall x, In x l -> In x l').
  assert (dec : forall l l', {within l l'} + {~ within l l'}) by (intros; apply every_dec; intro; apply in_dec, same_point).
  destruct (dec (blocks f) (blocks s)) as [a|a]; [destruct (dec (blocks s) (blocks f)) as [b|b]|]; [left|right|right].
  - split; auto. split; auto. intro x. rewrite <- !blocks_iff. split; auto.
  - intros (_ & i & _). apply b. intro x. rewrite !blocks_iff. apply i.
  - intros (_ & i & _). apply a. intro x. rewrite !blocks_iff. apply i.
Defined.

(* The stages of a phase, the latest first, as long as deeds of a kind lie between. *)
Fixpoint stages_of (kind : deed -> bool) f : list cleanup :=
  f :: match f with next s d => if kind d then stages_of kind s else [] | _ => [] end.

Lemma stages_of_iff : forall (kind : deed -> bool) s f, In s (stages_of kind f) <-> part (fun d => kind d = true) s f.
Proof.
  intros kind s f. split.
  - induction f as [h|f IH d|f IH]; simpl; intros [<-|inside]; try apply whole; try contradiction.
    destruct (kind d) eqn:e; [apply longer; auto|contradiction].
  - induction 1 as [|f d k before IH]; [destruct s; now left|]. right. now rewrite k.
Qed.

Lemma part_kind : forall (a b : deed -> Prop) s f, (forall d, a d <-> b d) -> (part a s f <-> part b s f).
Proof. intros a b s f i. split; induction 1; constructor; auto; now apply i. Qed.

Definition clears_dec f p : {clears_blocked r f p} + {~ clears_blocked r f p}.
Proof.
  set (d := quick_move (mover f) p (quick f)).
  destruct (some_dec (fun x => same_color (d x) empty) (blocks f)) as [y|n]; [left|right].
  - destruct y as (x & b & e). exists x. split; [now apply blocks_iff|]. rewrite <- e.
    symmetry. apply quick_move_same, quick_same.
  - intros (x & b & e). apply n. exists x. split; [now apply blocks_iff|]. rewrite <- e.
    apply quick_move_same, quick_same.
Defined.

Lemma in_phase_iff : forall s f, In s (stages_of (fun _ => true) f) <-> in_phase s f.
Proof. intros. rewrite stages_of_iff. apply part_kind. tauto. Qed.

Definition found_before (who : player) c (t : turn) (s : cleanup) : Prop :=
  match s with next s' (take t') => t' = t /\ mover s' = who /\ same (stands s') c | _ => False end.

Definition turn_dec (t t' : @turn g) : {t = t'} + {t <> t'}.
Proof. decide equality. apply same_point. Defined.

Definition made_before_dec f p : {made_before f p} + {~ made_before f p}.
Proof.
  destruct (some_dec (kind := found_before (mover f) (stands f) (play p))) with (l := stages_of (fun _ => true) f) as [y|n].
  - intros [h|s [t|]|s]; simpl; auto. destruct (turn_dec t (play p)) as [named|]; [|right; tauto].
    destruct (same_player (mover s) (mover f)) as [m|]; [|right; tauto]. destruct (same_dec (quick s) (quick f)) as [e|e].
    + left. repeat split; auto. now apply (same_either _ _ _ _ (quick_same s) (quick_same f)).
    + right. intros (_ & _ & e'). now apply e, (same_either _ _ _ _ (quick_same s) (quick_same f)).
  - left. destruct y as ([h|s [t|]|s] & inside & ok); simpl in ok; try tauto. destruct ok as (-> & m & e').
    exists s. split; auto. now apply in_phase_iff.
  - right. intros (s & inside & ok). apply n. exists (next s (take (play p))). split; [now apply in_phase_iff|now split].
Defined.

Definition lone_dec who x c : {lone who x c} + {~ lone who x c}.
Proof.
  unfold lone. destruct (same_color (c x) (opponent who)) as [theirs|]; [|right; tauto].
  assert (none : {forall y, In y (points g) -> adjacent x y = true -> c y <> opponent who} +
    {~ forall y, In y (points g) -> adjacent x y = true -> c y <> opponent who}).
  { apply every_dec. intro y. apply if_dec; [apply bool_dec|apply not_dec, same_color]. }
  destruct none as [none|]; [|right; intros (_ & all & _); auto].
  assert (free : forall y, {adjacent x y = true /\ c y = empty} + {~ (adjacent x y = true /\ c y = empty)})
    by (intro y; destruct (bool_dec (adjacent x y) true), (same_color (c y) empty); tauto).
  assert (one : {exists e, In e (points g) /\ forall y, In y (points g) -> (adjacent x y = true /\ c y = empty <-> y = e)} +
    {~ exists e, In e (points g) /\ forall y, In y (points g) -> (adjacent x y = true /\ c y = empty <-> y = e)}).
  { apply some_dec. intro e. apply every_dec. intro y. destruct (free y), (same_point y e); [left|right|right|left]; tauto. }
  pose proof (every_point g) as every. destruct one as [one|many]; [left|right].
  - repeat split; auto. destruct one as (e & _ & all). exists e. auto.
  - intros (_ & _ & e & all). apply many. exists e. auto.
Defined.

Lemma lone_same : forall who x c d, same c d -> lone who x c -> lone who x d.
Proof.
  intros who x c d i (a & b & e & all). split; [now rewrite <- i|].
  split; [intros y near; rewrite <- i; auto|]. exists e. intro y. rewrite <- i. apply all.
Qed.

Definition permitted_dec f d : {permitted r f d} + {~ permitted r f d}.
Proof.
  assert (ko : forall p, {ko_move r (mover f) p (stands f)} + {~ ko_move r (mover f) p (stands f)}).
  { intro p. destruct (ko_move_dec (mover f) p (quick f)) as [k|k]; [left|right].
    - now apply ko_move_same with (quick f); [apply quick_same|].
    - intro k'. apply k, ko_move_same with (stands f); auto. apply same_sym, quick_same. }
  destruct d as [[|p]|p]; [left; exact I| |].
  - unfold permitted. destruct (supply_dec f); [|right; tauto].
    assert (m : {a_move r (mover f) p (stands f)} + {~ a_move r (mover f) p (stands f)}).
    { destruct (a_move_dec (mover f) p (quick f)) as [m|m]; [left|right].
      - now apply a_move_same with (quick f); [apply quick_same|].
      - intro m'. apply m, a_move_same with (stands f); auto. apply same_sym, quick_same. }
    destruct m as [m|]; [|right; tauto].
    assert (i : same (quick_move (mover f) p (quick f)) (quick f) <-> same (move (mover f) p (stands f)) (stands f))
      by (apply same_either; [apply quick_move_same|]; apply quick_same).
    destruct (same_dec (quick_move (mover f) p (quick f)) (quick f)) as [e|e]; rewrite i in e; clear i; [right; tauto|].
    destruct (ko p); [|left; tauto]. destruct (clears_dec f p), (made_before_dec f p); tauto.
  - unfold permitted. destruct (ko p), (clears_dec f p); try tauto.
    all: destruct (in_dec same_point p (blocks f)) as [b|b]; rewrite blocks_iff in b; [|right; tauto].
    all: destruct (lone_dec (mover f) p (quick f)) as [l|l].
    1, 3, 5: left; right; split; auto; now apply lone_same with (quick f); [apply quick_same|].
    all: right; assert (no : ~ lone (mover f) p (stands f)); [|tauto].
    all: intro l'; apply l, lone_same with (stands f); auto; apply same_sym, quick_same.
Defined.

Definition phase_ends_dec n f : {phase_ends r n f} + {~ phase_ends r n f}.
Proof.
  unfold phase_ends. destruct (last_dec (mover f)); [|right; tauto].
  destruct (le_dec n (row_of (next f (take pass)))); [left; tauto|].
  destruct (some_dec (kind := fun s => match s with next s' (take pass) => alike r s' f | _ => False end))
    with (l := stages_of (fun _ => true) f) as [y|n'].
  - intros [h|s [[|]|]|s]; simpl; auto. apply alike_dec.
  - left. split; auto. right. destruct y as ([h|s [[|]|]|s] & inside & ok); try tauto. exists s. split; auto.
    now apply in_phase_iff.
  - right. intros [[|(s & inside & ok)] _]; auto. apply n'. exists (next s (take pass)). split; auto. now apply in_phase_iff.
Defined.

Definition no_pass (d : @deed g) : bool := match d with take pass => false | _ => true end.

Fixpoint size f : nat := match f with opened _ => 0 | next f _ | second f => S (size f) end.

Lemma part_size : forall (kind : deed -> Prop) s f, part kind s f -> size s <= size f /\ (size s = size f -> s = f).
Proof. induction 1 as [|f d k before [IH _]]; simpl; split; auto; lia. Qed.

(* The earlier stages since the latest pass at which the same stood as now. *)
Definition earlier_alike f : list cleanup :=
  let dec := alike_dec f in filter (fun s => if dec s then true else false) (tl (stages_of no_pass f)).

Lemma earlier_alike_iff : forall f, 2 <= length (earlier_alike f) <-> stands_third r f.
Proof.
  intro f. assert (kinds : forall s s', part (fun d => d <> take pass) s s' <-> In s (stages_of no_pass s')).
  { intros s s'. rewrite stages_of_iff. apply part_kind. intros [[|]|]; simpl; intuition discriminate. }
  assert (below : forall s, In s (tl (stages_of no_pass f)) <-> In s (stages_of no_pass f) /\ s <> f).
  { intro s. destruct f as [h|f d|f]; simpl; try (split; [tauto|intros [[<-|[]] n]; now destruct n]).
    destruct (no_pass d); simpl; [|split; [tauto|intros [[<-|[]] n]; now destruct n]]. split; [|intros [[<-|i] n]; tauto].
    intro i. split; auto. intros ->. apply kinds in i. apply part_size in i. simpl in i. lia. }
  assert (ordered : forall l, (exists s0, l = stages_of no_pass s0 \/ l = tl (stages_of no_pass s0)) ->
    forall a m s s', l = a ++ s' :: m -> In s m -> part (fun d => d <> take pass) s s' /\ s <> s').
  { intros l [s0 from]. assert (all : forall a m s s', stages_of no_pass s0 = a ++ s' :: m -> In s m ->
      part (fun d => d <> take pass) s s' /\ s <> s').
    { clear from. induction s0 as [h|s0 IH d|s0 IH]; intros a m s s' e i.
      - destruct a as [|? [|]]; inversion e; subst; destruct i.
      - simpl in e. destruct a as [|z a]; inversion e; subst.
        + destruct (no_pass d) eqn:k; [|destruct i]. assert (i' : part (fun d => d <> take pass) s s0) by now apply kinds.
          split; [apply longer; auto; intros ->; discriminate|]. intros ->. apply part_size in i'. simpl in i'. lia.
        + destruct (no_pass d); [|now destruct a]. eauto.
      - destruct a as [|? [|]]; inversion e; subst; destruct i. }
    destruct from as [->| ->]; auto. intros a m s s' e i. destruct s0 as [h|s0 d|s0]; simpl in e; try (now destruct a).
    apply (all (next s0 d :: a) m); auto. simpl. now rewrite e. }
  unfold earlier_alike. cbv zeta. split.
  - intro two.
    assert (split : forall l, 2 <= length (filter (fun s => if alike_dec f s then true else false) l) ->
      exists a s' m s, l = a ++ s' :: m /\ In s m /\ alike r s f /\ alike r s' f).
    { clear. induction l as [|z l IH]; simpl; [lia|]. destruct (alike_dec f z) as [k|k].
      - simpl. intro two.
        destruct (filter (fun s => if alike_dec f s then true else false) l) as [|s l'] eqn:e; [simpl in two; lia|].
        assert (i : In s (filter (fun s => if alike_dec f s then true else false) l)) by (rewrite e; now left).
        apply filter_In in i as [i k']. exists [], z, l, s. destruct (alike_dec f s); [auto|discriminate].
      - intro two. destruct (IH two) as (a & s' & m & s & -> & rest). now exists (z :: a), s', m, s. }
    destruct (split _ two) as (a & s' & m & s & e & i & k & k').
    destruct (ordered _ (ex_intro _ f (or_intror eq_refl)) a m s s' e i) as [before n].
    assert (i' : In s' (tl (stages_of no_pass f))) by (rewrite e; apply in_or_app; right; now left).
    apply below in i' as [i' n'].
    exists s, s'. repeat split; auto; try apply k; try apply k'. now apply kinds.
  - intros (s & s' & before & n & before' & n' & k & k').
    assert (i' : In s' (tl (stages_of no_pass f))) by (apply below; split; auto; now apply kinds).
    assert (i : In s (tl (stages_of no_pass f))).
    { apply below. assert (both : part (fun d => d <> take pass) s f).
      { clear - before before'. induction before'; auto. now apply longer. }
      split; [now apply kinds|]. intros ->. apply part_size in before, before'. destruct n. apply before. lia. }
    assert (once : NoDup [s; s']) by (constructor; [simpl; intros [e|[]]; congruence|repeat constructor; auto]).
    apply (NoDup_incl_length once). intros y [<-|[<-|[]]]; apply filter_In; split; auto; now destruct (alike_dec f _).
Qed.

Definition stands_third_dec f : {stands_third r f} + {~ stands_third r f}.
Proof. destruct (le_dec 2 (length (earlier_alike f))) as [y|n]; rewrite earlier_alike_iff in *; auto. Defined.

Definition in_second_dec f : {in_second f} + {~ in_second f}.
Proof. induction f; simpl; auto. Defined.

(* One turn: a point that is named is that of a move, or else to be unblocked. *)
Definition step n f (t : @turn g) : option (cleanup * standing) :=
  match t with
  | pass =>
    if phase_ends_dec n f then
      if in_second_dec f then Some (next f (take pass), passed false) else Some (second (next f (take pass)), going 0)
    else Some (next f (take pass), going 0)
  | play p =>
    let done d := Some (next f d, if stands_third_dec (next f d) then decided void else going 0) in
    if permitted_dec f (take (play p)) then done (take (play p))
    else if permitted_dec f (unblock p) then done (unblock p) else None
  end.

(* All turns of a list, of which only the last may end the game. *)
Fixpoint runs n f (l : list turn) : option (cleanup * standing) :=
  match l with
  | [] => Some (f, going 0)
  | t :: l => match step n f t with Some (f', going _) => runs n f' l | end_ => match l with [] => end_ | _ => None end end
  end.

Lemma step_is_cleaning : forall n f t f' s, cleaning r n f (going 0) -> step n f t = Some (f', s) ->
  cleaning r n f' s /\ forall since, s = going since -> since = 0.
Proof.
  intros n f t f' s run e. assert (done : forall d, permitted r f d -> d <> take pass ->
    Some (next f d, if stands_third_dec (next f d) then decided void else going 0) = Some (f', s) ->
    cleaning r n f' s /\ forall since, s = going since -> since = 0).
  { intros d ok n' e'. inversion e'; subst. destruct (stands_third_dec (next f d)).
    - split; [now apply deed_third|discriminate].
    - split; [now apply deed_goes_on|congruence]. }
  destruct t as [|p]; unfold step in e; cbv zeta in e.
  - destruct (phase_ends_dec n f); [destruct (in_second_dec f)|]; inversion e; subst; split; try congruence.
    + now apply second_ends.
    + now apply first_ends.
    + now apply phase_goes_on.
  - destruct (permitted_dec f (take (play p))); [apply (done (take (play p))); [auto|discriminate|exact e]|].
    destruct (permitted_dec f (unblock p)); [apply (done (unblock p)); [auto|discriminate|exact e]|discriminate].
Qed.

(* What `runs` computes is the course of a game. *)
Theorem runs_is_cleaning : forall n l f f' s, cleaning r n f (going 0) -> runs n f l = Some (f', s) -> cleaning r n f' s.
Proof.
  induction l as [|t l IH]; simpl; intros f f' s run e; [now inversion e; subst|].
  destruct (step n f t) as [[f1 s1]|] eqn:e1; [|destruct l; simpl in e; discriminate].
  destruct (step_is_cleaning _ _ _ _ _ run e1) as [run1 zero].
  destruct s1 as [since| |b|dead|o]; try (destruct l; [inversion e; now subst|simpl in e; discriminate]).
  rewrite (zero since eq_refl) in run1. now apply IH with f1.
Qed.
End CleanupDecide.
