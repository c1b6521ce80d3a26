(* A history of words: a hash proposes, a comparison decides. It keeps the invariants of optimized/src/history/invariant.rs. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Decide Conditions Kernels.
Import ListNotations.

(* Hashes: a stone has a key, and the hash of a grid is the sum of the keys of its stones, in any sum in which what is added
   twice is gone. (In the engine, the sum is the exclusive or.) Nothing is known of the keys, so any two grids may have the
   same hash. A hash falls into one of a number of buckets, in any way. *)
Record hashing (g : grid) := {
  hash : Type;
  zero : hash;
  sum : hash -> hash -> hash;
  sum_zero : forall a, sum zero a = a;
  sum_swap : forall a b, sum a b = sum b a;
  sum_group : forall a b c, sum a (sum b c) = sum (sum a b) c;
  sum_twice : forall a, sum a a = zero;
  key : player -> point g -> hash;
  bucket : nat -> hash -> nat }.
Arguments hash {g}. Arguments zero {g}. Arguments sum {g} {h}. Arguments key {g} h. Arguments bucket {g} {h}.
Arguments sum_zero {g}. Arguments sum_swap {g}. Arguments sum_group {g}. Arguments sum_twice {g}.

Section History.
Context {g : grid} (m : machine g) (hs : hashing g).
Notation set := (set g).
Notation history := (@history g).
Implicit Types (who : player) (p q : point g) (a : set) (h : history).

(* The stones of both players. *)
Definition stones := player -> word m.
Definition shown (s : stones) : coloring := coloring_of black (s black) (s white).
Definition sound (s : stones) : Prop := (forall who, clean (s who)) /\ ~ meets (s black) (s white).
Definition same_grid (s t : stones) : bool :=
  forallb (fun q => eqb (has (s black) q) (has (t black) q) && eqb (has (s white) q) (has (t white) q)) (points g).
Definition count who (s : stones) : nat := size (s who).

(* The sum of the keys of some stones of a player, and of all stones of a grid. *)
Definition keys who a : hash hs :=
  fold_right (fun q rest => if a q then sum (key hs who q) rest else rest) (zero hs) (points g).
Definition hash_of (s : stones) : hash hs := sum (keys black (s black)) (keys white (s white)).

(* An entry: a turn (for the beginning, a pass), the stones after it, and their hash; the number of the entry before it in its
   bucket, counted from 1, or 0; and whether no grid before had as many stones. *)
Record entry := { e_step : @turn g; e_stones : stones; e_hash : hash hs; e_link : nat; e_first : bool }.

(* The entries, the latest first, and the tables. *)
Record past := {
  entries : list entry;
  buckets : nat;
  heads : nat -> nat;
  pairs : nat -> nat -> bool;
  emptied : player -> set }.

(* The search: along the links, from the head of the bucket. *)
Fixpoint walk (target : stones) (accept : nat -> @turn g -> bool) (es : list entry) (next : nat) : option nat :=
  match es with
  | [] => None
  | e :: older =>
    if next =? length es then
      if same_grid (e_stones e) target && accept (length older) (e_step e) then Some (length older)
      else walk target accept older (e_link e)
    else walk target accept older next
  end.
Definition find_grid (r : past) (h : hash hs) (target : stones) (accept : nat -> @turn g -> bool) : option nat :=
  walk target accept (entries r) (heads r (bucket (buckets r) h)).

(* All entries are distributed to a number of buckets, the oldest first. *)
Definition with_link (e : entry) (link : nat) : entry :=
  {| e_step := e_step e; e_stones := e_stones e; e_hash := e_hash e; e_link := link; e_first := e_first e |}.
Fixpoint fill (n : nat) (es : list entry) : list entry * (nat -> nat) :=
  match es with
  | [] => ([], fun _ => 0)
  | e :: older => let (done, heads) := fill n older in let b := bucket n (e_hash e) in
    (with_link e (heads b) :: done, fun b' => if b' =? b then S (length done) else heads b')
  end.
Definition filled (n : nat) (r : past) : past :=
  let (es, hd) := fill n (entries r) in {| entries := es; buckets := n; heads := hd; pairs := pairs r; emptied := emptied r |}.

(* A turn is added. The buckets are doubled if they are fewer than four times the entries. *)
Definition add (r : past) (t : @turn g) (removes : bool) (s : stones) (h : hash hs) (counts : player -> nat) : past :=
  let r := if buckets r <=? 4 * length (entries r) then filled (2 * buckets r) r else r in
  let b := bucket (buckets r) h in
  {| entries := {| e_step := t; e_stones := s; e_hash := h; e_link := heads r b;
       e_first := negb (pairs r (counts black) (counts white)) |} :: entries r;
     buckets := buckets r;
     heads := fun b' => if b' =? b then S (length (entries r)) else heads r b';
     pairs := fun x y => ((x =? counts black) && (y =? counts white)) || pairs r x y;
     emptied := fun who => match entries r with
       | before :: _ => if removes then union (emptied r who) (minus (e_stones before who) (s who)) else emptied r who
       | [] => emptied r who end |}.
Definition begin_in (n : nat) (s : stones) : past :=
  add {| entries := []; buckets := n; heads := fun _ => 0; pairs := fun _ _ => false; emptied := fun _ => nowhere |}
    pass false s (hash_of s) (fun who => count who s).
Definition begin (s : stones) : past := begin_in 256 s.

(* The last turn is taken back. The beginning is not. *)
Definition take_back (r : past) : past :=
  match entries r with
  | e :: ((_ :: _) as older) =>
    {| entries := older; buckets := buckets r;
       heads := fun b => if b =? bucket (buckets r) (e_hash e) then e_link e else heads r b;
       pairs := fun x y => if e_first e && (x =? count black (e_stones e)) && (y =? count white (e_stones e)) then false
         else pairs r x y;
       emptied := emptied r |}
  | _ => r
  end.

(* Everything is forgotten except the first grid, and how many buckets there are. *)
Definition restart (r : past) : past :=
  match rev (entries r) with first :: _ => begin_in (buckets r) (e_stones first) | [] => r end.

(* The invariants, in the order and the words of invariant.rs. *)

(* 1. There is an entry for the beginning and for each turn. Entry i holds the grid after turn i. The first is no play. *)
Fixpoint holds (es : list entry) h : Prop :=
  match h, es with
  | beginning c _, [e] => e_step e = pass /\ sound (e_stones e) /\ same (shown (e_stones e)) c
  | after s t, e :: older => e_step e = t /\ sound (e_stones e) /\ same (shown (e_stones e)) (now h) /\ holds older s
  | _, _ => False
  end.

(* 2. A pass leaves the grid as it is. A play puts a stone of the player whose turn it was on an empty point, and then some
   stones of one color are gone. *)
Definition with_stone who p (s : stones) : player -> set := fun c =>
  if same_player c who then union (s c) (fun q => if same_point q p then true else false) else s c.
Definition can_make who (t : @turn g) (before now_ : stones) : Prop :=
  match t with
  | pass => forall c, same_set (now_ c) (before c)
  | play p => (forall c, has (before c) p = false) /\ (forall c, within (now_ c) (with_stone who p before c)) /\
    exists c, same_set (now_ c) (with_stone who p before c)
  end.
Fixpoint turns_right (es : list entry) h : Prop :=
  match es, h with
  | e :: older, after s t => turns_right older s /\
    match older with before :: _ => can_make (next_player s) t (e_stones before) (e_stones e) | [] => False end
  | _, _ => True
  end.

(* 3. The hash of an entry is that of its grid. *)
Definition hashes_right (es : list entry) : Prop := forall e, In e es -> e_hash e = hash_of (e_stones e).

(* 4. The number of buckets is a power of two, and at least four times the number of entries. The chain of a bucket holds
   exactly the entries whose hash falls into it, the latest first. *)
Fixpoint latest (n b : nat) (es : list entry) : nat :=
  match es with [] => 0 | e :: older => if b =? bucket n (e_hash e) then length es else latest n b older end.
Fixpoint links_right (n : nat) (es : list entry) : Prop :=
  match es with [] => True | e :: older => e_link e = latest n (bucket n (e_hash e)) older /\ links_right n older end.
Definition chains_right (r : past) : Prop :=
  (exists i, buckets r = 2 ^ i) /\ 4 * length (entries r) <= buckets r /\ links_right (buckets r) (entries r) /\
  forall b, heads r b = latest (buckets r) b (entries r).

(* 5. A pair of stone counts is noted exactly when some grid has it. An entry is marked as the first when no grid before has its
   pair. *)
Definition has_counts (x y : nat) (e : entry) : Prop := count black (e_stones e) = x /\ count white (e_stones e) = y.
Fixpoint marks_right (es : list entry) : Prop :=
  match es with
  | [] => True
  | e :: older => (e_first e = true <-> ~ exists e', In e' older /\
      has_counts (count black (e_stones e)) (count white (e_stones e)) e') /\ marks_right older
  end.
Definition pairs_right (r : past) : Prop :=
  (forall x y, pairs r x y = true <-> exists e, In e (entries r) /\ has_counts x y e) /\ marks_right (entries r).

(* 6. Every point from which a turn removed a stone is noted for the color of the stone. *)
Fixpoint removed_noted (noted : player -> set) (es : list entry) : Prop :=
  match es with
  | e :: older => match older with
      | before :: _ => forall who, within (minus (e_stones before who) (e_stones e who)) (noted who) | [] => True end /\
      removed_noted noted older
  | [] => True
  end.

Record invariant (r : past) h : Prop := {
  invariant_1 : holds (entries r) h;
  invariant_2 : turns_right (entries r) h;
  invariant_3 : hashes_right (entries r);
  invariant_4 : chains_right r;
  invariant_5 : pairs_right r;
  invariant_6 : removed_noted (emptied r) (entries r) }.

(* Stones and colorings. *)

Lemma same_grid_iff : forall s t : stones, same_grid s t = true <-> forall who, same_set (s who) (t who).
Proof.
  intros s t. unfold same_grid. rewrite forallb_forall. split.
  - intros all who q. specialize (all q (every_point g q)). apply andb_prop in all as [b w].
    apply eqb_prop in b, w. now destruct who.
  - intros all q _. apply andb_true_iff. split; apply eqb_true_iff; [apply (all black)|apply (all white)].
Qed.

Lemma shown_stone : forall s who q, sound s -> (has (s who) q = true <-> shown s q = stone who).
Proof.
  intros s who q [_ apart]. destruct who; [apply coloring_own|].
  exact (coloring_opponent black (has (s black)) (has (s white)) q apart).
Qed.

Lemma shown_same : forall s t, sound s -> sound t -> same (shown s) (shown t) -> forall who, same_set (s who) (t who).
Proof. intros s t ss st e who. apply same_iff. intro q. rewrite !shown_stone; auto. now rewrite (e q). Qed.

Lemma same_shown : forall s t : stones, (forall who, same_set (s who) (t who)) -> same (shown s) (shown t).
Proof. intros s t e q. unfold shown, coloring_of. now rewrite (e black q), (e white q). Qed.

Lemma size_same : forall a (b : set), same_set a b -> size a = size b.
Proof. intros a b e. unfold size. f_equal. apply filter_ext. exact e. Qed.

Lemma keys_same : forall who a (b : set), same_set a b -> keys who a = keys who b.
Proof. intros who a b e. unfold keys. induction (points g) as [|q l IH]; simpl; auto. now rewrite (e q), IH. Qed.

Lemma hash_same : forall s t : stones, (forall who, same_set (s who) (t who)) -> hash_of s = hash_of t.
Proof. intros s t e. unfold hash_of. now rewrite (keys_same black _ _ (e black)), (keys_same white _ _ (e white)). Qed.

Lemma keys_xor : forall who a (b : set), keys who (xor a b) = sum (keys who a) (keys who b).
Proof.
  intros who a b. unfold keys, xor. induction (points g) as [|q l IH]; simpl; [now rewrite sum_zero|].
  set (x := key hs who q) in *. set (u := fold_right _ _ l) in *.
  set (v := fold_right (fun q rest => if a q then sum (key hs who q) rest else rest) (zero hs) l) in *.
  set (w := fold_right (fun q rest => if b q then sum (key hs who q) rest else rest) (zero hs) l) in *. rewrite IH.
  assert (inner : sum v (sum x w) = sum x (sum v w)) by now rewrite sum_group, (sum_swap hs v x), <- sum_group.
  destruct (a q), (b q); simpl; auto.
  - now rewrite <- (sum_group hs x v), inner, sum_group, sum_twice, sum_zero.
  - apply sum_group.
Qed.

(* The search. *)

Definition step_of h : turn := match h with beginning _ _ => pass | after _ t => t end.

Lemma holds_length : forall es h, holds es h -> length es = S (turns h).
Proof.
  intros es h. revert es. induction h as [c first|h IH t]; [intros [|e [|e' older]]|intros [|e older]]; simpl; try tauto.
  intros (_ & _ & _ & rest). f_equal. now apply IH.
Qed.

Lemma latest_small : forall n b es, latest n b es <= length es.
Proof. induction es as [|e older IH]; simpl; auto. destruct (b =? _); simpl; lia. Qed.

Lemma stage_few : forall s h, stage s h -> turns s <= turns h.
Proof. induction 1; simpl; auto. Qed.

(* A search wants a history after which the grid was a target, and whose last turn is accepted. *)
Definition wanted (target : stones) (accept : nat -> @turn g -> bool) h : Prop :=
  same (now h) (shown target) /\ accept (turns h) (step_of h) = true.
Definition finds (target : stones) (accept : nat -> @turn g -> bool) h (found : option nat) : Prop :=
  match found with
  | Some i => exists s, stage s h /\ wanted target accept s /\ turns s = i /\
      forall s', stage s' h -> wanted target accept s' -> turns s' <= i
  | None => forall s, stage s h -> ~ wanted target accept s
  end.

Lemma walk_finds : forall n target accept, sound target -> forall h es, holds es h -> hashes_right es -> links_right n es ->
  finds target accept h (walk target accept es (latest n (bucket n (hash_of target)) es)).
Proof.
  intros n target accept st. set (b := bucket n (hash_of target)).
  assert (one : forall e older h, holds (e :: older) h -> hashes_right (e :: older) ->
    sound (e_stones e) /\ same (shown (e_stones e)) (now h) /\ e_step e = step_of h /\ length older = turns h /\
    (same_grid (e_stones e) target = true <-> same (now h) (shown target)) /\
    (same_grid (e_stones e) target = true -> b = bucket n (e_hash e))).
  { intros e older h hold hashes. pose proof (holds_length _ _ hold) as len. simpl in len.
    assert (parts : sound (e_stones e) /\ same (shown (e_stones e)) (now h) /\ e_step e = step_of h).
    { destruct h; simpl in hold; [destruct older; [|tauto]|]; tauto. }
    destruct parts as (se & show & step). repeat split; auto; try lia; try apply se.
    - intros e' q. rewrite <- (show q). apply same_shown. now apply same_grid_iff.
    - intro e'. apply same_grid_iff, shown_same; auto. intro q. rewrite (show q). apply e'.
    - intro e'. unfold b. rewrite (hashes e); [|now left]. f_equal. symmetry. apply hash_same. now apply same_grid_iff. }
  assert (here : forall e older h, holds (e :: older) h -> hashes_right (e :: older) ->
    (same_grid (e_stones e) target && accept (length older) (e_step e) = true <-> wanted target accept h)).
  { intros e older h hold hashes. destruct (one e older h hold hashes) as (_ & _ & step & len & e_iff & _).
    unfold wanted. now rewrite andb_true_iff, e_iff, len, step. }
  induction h as [c first|h IH t]; intros es hold hashes links.
  - destruct es as [|e [|e' older]]; simpl in hold; try tauto.
    destruct (one e [] (beginning c first) hold hashes) as (_ & _ & _ & _ & _ & falls).
    assert (want := here e [] (beginning c first) hold hashes). cbn [latest walk length] in *.
    destruct (same_grid (e_stones e) target) eqn:eg.
    + rewrite <- (falls eq_refl), !Nat.eqb_refl. simpl in *. destruct (accept 0 (e_step e)); simpl.
      * exists (beginning c first). split; [constructor|]. split; [now apply want|]. split; auto.
        intros s' before _. now apply stage_few in before.
      * intros s before w. inversion before; subst. now apply want in w.
    + assert (none : forall s, stage s (beginning c first) -> ~ wanted target accept s).
      { intros s before w. inversion before; subst. now apply want in w. }
      destruct (b =? bucket n (e_hash e)); exact none.
  - destruct es as [|e older]; simpl in hold; [tauto|]. assert (hold' := hold). destruct hold' as (_ & _ & _ & hold').
    destruct (one e older (after h t) hold hashes) as (_ & _ & _ & len & _ & falls). destruct links as [link links].
    assert (hashes' : hashes_right older) by (intros x inside; apply hashes; now right).
    specialize (IH older hold' hashes' links). assert (want := here e older (after h t) hold hashes).
    assert (step_back : ~ wanted target accept (after h t) -> forall found, finds target accept h found ->
      finds target accept (after h t) found).
    { intros no [i|] found; simpl in *.
      - destruct found as (s & before & w & number & last_). exists s. split; [now constructor|]. split; auto. split; auto.
        intros s' before' w'. inversion before'; subst; [contradiction|]. now apply last_.
      - intros s before w. inversion before; subst; [contradiction|]. now apply (found s). }
    cbn [latest walk length]. destruct (b =? bucket n (e_hash e)) eqn:eb.
    + rewrite Nat.eqb_refl. destruct (same_grid (e_stones e) target && accept (length older) (e_step e)) eqn:w.
      * exists (after h t). split; [constructor|]. split; [now apply want|]. split; [now rewrite len|].
        intros s' before _. apply stage_few in before. now rewrite len.
      * apply Nat.eqb_eq in eb. rewrite link, <- eb. apply step_back; auto. intro f. apply want in f. congruence.
    + assert (small := latest_small n b older). destruct (latest n b older =? S (length older)) eqn:el.
      { apply Nat.eqb_eq in el. lia. }
      apply step_back; auto. intro f. apply want in f. apply andb_prop in f as [f _]. apply Nat.eqb_neq in eb.
      now destruct (eb (falls f)).
Qed.

(* The search finds the latest turn after which the grid was there and which is accepted, whatever the hashes, and nothing if
   there is none. *)
Theorem find_finds : forall r h target accept, invariant r h -> sound target ->
  finds target accept h (find_grid r (hash_of target) target accept).
Proof.
  intros r h target accept inv st. unfold find_grid. destruct (invariant_4 _ _ inv) as (_ & _ & links & hd). rewrite hd.
  apply walk_finds; auto; apply inv.
Qed.

Lemma holds_stage : forall h es s, holds es h -> stage s h ->
  exists e, In e es /\ sound (e_stones e) /\ same (shown (e_stones e)) (now s).
Proof.
  induction h as [c first|h IH t]; intros [|e older] s hold before; simpl in hold; try tauto.
  - inversion before; subst. exists e. destruct older; [|tauto]. simpl. tauto.
  - destruct hold as (_ & se & show & hold). inversion before; subst; [exists e; simpl; tauto|].
    destruct (IH older s hold) as (e' & inside & rest); auto. exists e'. simpl. tauto.
Qed.

(* A grid that was there has its stone counts noted. *)
Theorem pair_noted : forall r h target s, invariant r h -> sound target -> stage s h -> same (now s) (shown target) ->
  pairs r (count black target) (count white target) = true.
Proof.
  intros r h target s inv st before e. destruct (holds_stage _ _ _ (invariant_1 _ _ inv) before) as (e' & inside & se & show).
  apply (proj1 (invariant_5 _ _ inv)). exists e'. split; auto.
  assert (same_sets : forall who, same_set (e_stones e' who) (target who)).
  { apply shown_same; auto. intro q. now rewrite (show q). }
  split; apply size_same, same_sets.
Qed.

(* The invariants are kept. *)

(* Entries that differ in their links only. *)
Definition core (e : entry) := (e_step e, e_stones e, e_hash e, e_first e).
Definition alike (es es' : list entry) : Prop := map core es = map core es'.

Lemma fill_facts : forall n es, alike (fst (fill n es)) es /\ links_right n (fst (fill n es)) /\
  length (fst (fill n es)) = length es /\ forall b, snd (fill n es) b = latest n b (fst (fill n es)).
Proof.
  induction es as [|e older (same_ & links & len & hd)]; [repeat split|].
  cbn [fill]. destruct (fill n older) as [done hd']. simpl in *. unfold alike in *. simpl.
  split; [|split; [|split]].
  - f_equal. exact same_.
  - split; auto.
  - now f_equal.
  - intro b. now rewrite hd.
Qed.

Lemma alike_cons : forall e es es', alike (e :: es) es' -> exists e' older, es' = e' :: older /\ alike es older /\
  e_step e = e_step e' /\ e_stones e = e_stones e' /\ e_hash e = e_hash e' /\ e_first e = e_first e'.
Proof.
  intros e es [|e' older] same_; [discriminate|]. exists e', older. inversion same_. now repeat split.
Qed.

Lemma alike_in : forall es es' e, alike es es' -> In e es ->
  exists e', In e' es' /\ e_stones e = e_stones e' /\ e_hash e = e_hash e'.
Proof.
  intros es es' e same_ inside. apply (in_map core) in inside. rewrite same_ in inside.
  apply in_map_iff in inside as (e' & f & inside). exists e'. inversion f. auto.
Qed.

Lemma holds_alike : forall h es es', alike es es' -> holds es' h -> holds es h.
Proof.
  induction h as [c first|h IH t]; intros [|e es] es' same_; try (destruct es'; [simpl; tauto|discriminate]).
  - apply alike_cons in same_ as (e' & older & -> & same_ & a & b & _). simpl. destruct older; [|tauto].
    destruct es; [|discriminate]. now rewrite a, b.
  - apply alike_cons in same_ as (e' & older & -> & same_ & a & b & _). simpl. rewrite a, b. intuition eauto.
Qed.

Lemma turns_alike : forall h es es', alike es es' -> turns_right es' h -> turns_right es h.
Proof.
  induction h as [c first|h IH t]; intros [|e es] es' same_; simpl; auto.
  apply alike_cons in same_ as (e' & older & -> & same_ & a & b & _). simpl. intros (rest & make). split; [eauto|].
  destruct es as [|before es]; [destruct older; [exact make|discriminate]|].
  apply alike_cons in same_ as (before' & older' & -> & _ & _ & b' & _). now rewrite b, b'.
Qed.

Lemma marks_alike : forall es es', alike es es' -> marks_right es' -> marks_right es.
Proof.
  induction es as [|e es IH]; intros es' same_; simpl; auto.
  apply alike_cons in same_ as (e' & older & -> & same_ & _ & b & _ & f). simpl. intros (mark & rest). split; [|eauto].
  rewrite f, b, mark. split; intros none (x & inside & counts); apply none.
  - destruct (alike_in _ _ _ same_ inside) as (x' & inside' & bx & _). exists x'. split; auto.
    unfold has_counts in *. now rewrite <- bx.
  - destruct (alike_in _ _ x (eq_sym same_) inside) as (x' & inside' & bx & _). exists x'. split; auto.
    unfold has_counts in *. now rewrite <- bx.
Qed.

Lemma noted_alike : forall noted es es', alike es es' -> removed_noted noted es' -> removed_noted noted es.
Proof.
  intro noted. induction es as [|e es IH]; intros es' same_; simpl; auto.
  apply alike_cons in same_ as (e' & older & -> & same_ & _ & b & _). simpl. intros (here & rest). split; [|eauto].
  destruct es as [|before es]; auto. apply alike_cons in same_ as (before' & older' & -> & _ & _ & b' & _). now rewrite b, b'.
Qed.

Lemma filled_keeps : forall r h, invariant r h -> invariant (filled (2 * buckets r) r) h.
Proof.
  intros r h inv. destruct (fill_facts (2 * buckets r) (entries r)) as (same_ & links & len & hd).
  unfold filled. destruct (fill (2 * buckets r) (entries r)) as [es hd']. simpl fst in *. simpl snd in *.
  destruct inv as [i1 i2 i3 ((i & power) & room & _) (i5 & marks) i6].
  constructor; cbn [entries buckets heads pairs emptied].
  - eapply holds_alike; eauto.
  - eapply turns_alike; eauto.
  - intros e inside. destruct (alike_in _ _ _ same_ inside) as (e' & inside' & a & b). rewrite a, b. auto.
  - split; [exists (S i); simpl; rewrite power; lia|]. cbn [entries buckets heads]. split; [rewrite len; lia|]. split; auto.
  - split; [|eapply marks_alike; eauto]. intros x y. cbn [pairs entries]. rewrite i5. split; intros (e & inside & counts).
    + destruct (alike_in _ _ e (eq_sym same_) inside) as (e' & inside' & a & _). exists e'. split; auto.
      unfold has_counts in *. now rewrite <- a.
    + destruct (alike_in _ _ _ same_ inside) as (e' & inside' & a & _). exists e'. split; auto.
      unfold has_counts in *. now rewrite <- a.
  - eapply noted_alike; eauto.
Qed.

Lemma noted_more : forall (noted noted' : player -> set) es, (forall who, within (noted who) (noted' who)) ->
  removed_noted noted es -> removed_noted noted' es.
Proof.
  intros noted noted' es more. induction es as [|e [|before es] IH]; simpl; auto. intros (here & rest). split; [|now apply IH].
  intros who q gone. now apply more, here.
Qed.

Definition latest_stones (r : past) : option stones := match entries r with e :: _ => Some (e_stones e) | [] => None end.

Lemma add_keeps_room : forall r h t removes s before, invariant r h -> 4 * length (entries r) < buckets r ->
  sound s -> same (shown s) (now (after h t)) -> latest_stones r = Some before -> can_make (next_player h) t before s ->
  (removes = false -> forall who, within (before who) (s who)) ->
  let b := bucket (buckets r) (hash_of s) in
  invariant {| entries := {| e_step := t; e_stones := s; e_hash := hash_of s; e_link := heads r b;
       e_first := negb (pairs r (count black s) (count white s)) |} :: entries r;
     buckets := buckets r;
     heads := fun b' => if b' =? b then S (length (entries r)) else heads r b';
     pairs := fun x y => ((x =? count black s) && (y =? count white s)) || pairs r x y;
     emptied := fun who => match entries r with
       | before :: _ => if removes then union (emptied r who) (minus (e_stones before who) (s who)) else emptied r who
       | [] => emptied r who end |} (after h t).
Proof.
  intros r h t removes s before inv room sound_ show last make keeps b.
  destruct inv as [i1 i2 i3 ((i & power) & _ & links & hd) (i5 & marks) i6]. unfold latest_stones in last.
  destruct (entries r) as [|e older] eqn:er; [discriminate|]. inversion last as [eb]. subst before.
  constructor; cbn [entries buckets heads pairs emptied].
  - simpl. auto.
  - split; auto.
  - intros x [<-|inside]; auto.
  - split; [now exists i|]. cbn [entries buckets heads]. split; [|split].
    + destruct i as [|[|i]]; simpl in power, room |- *; lia.
    + split; [apply hd|exact links].
    + intro b'. simpl. unfold b. destruct (b' =? _); auto. apply hd.
  - split; cbn [pairs entries].
    + intros x y. rewrite orb_true_iff, andb_true_iff, !Nat.eqb_eq, i5. split.
      * intros [[-> ->]|(x' & inside & counts)]; [eexists; split; [left; reflexivity|now split]|].
        exists x'. split; auto. now right.
      * intros (x' & [<-|inside] & counts); [left; now destruct counts as [<- <-]|]. right. now exists x'.
    + split; auto. cbn [e_first e_stones]. rewrite negb_true_iff.
      rewrite <- not_true_iff_false. now rewrite i5.
  - split.
    + intros who q gone. cbn [e_stones] in gone. destruct removes; [apply in_union; now right|].
      apply in_minus in gone as [there gone]. destruct gone. now apply keeps.
    + apply noted_more with (emptied r); auto. intros who q there. destruct removes; auto. apply in_union. now left.
Qed.

(* A turn that is added keeps the invariants. *)
Theorem add_keeps : forall r h t removes s before counts, invariant r h -> (forall who, counts who = count who s) ->
  sound s -> same (shown s) (now (after h t)) -> latest_stones r = Some before -> can_make (next_player h) t before s ->
  (removes = false -> forall who, within (before who) (s who)) ->
  invariant (add r t removes s (hash_of s) counts) (after h t).
Proof.
  intros r h t removes s before counts inv counted sound_ show last make keeps. unfold add. rewrite !counted.
  destruct (buckets r <=? 4 * length (entries r)) eqn:full.
  - apply Nat.leb_le in full. assert (inv' := filled_keeps r h inv). apply add_keeps_room with before; auto.
    + destruct (fill_facts (2 * buckets r) (entries r)) as (_ & _ & len & _). unfold filled.
      destruct (fill (2 * buckets r) (entries r)) as [es hd]. simpl in *. rewrite len.
      destruct (invariant_4 _ _ inv) as ((i & power) & room & _). unfold latest_stones in last.
      destruct (entries r); [discriminate|]. simpl in *. lia.
    + destruct (fill_facts (2 * buckets r) (entries r)) as (same_ & _). unfold latest_stones, filled in *.
      destruct (fill (2 * buckets r) (entries r)) as [es hd]. simpl in *.
      destruct es as [|e es]; [destruct (entries r); discriminate|].
      apply alike_cons in same_ as (e' & older & f & _ & _ & b & _). rewrite f in last. now rewrite b.
  - apply Nat.leb_gt in full. apply add_keeps_room with before; auto.
Qed.

(* The beginning has the invariants, with any power of two from 4 on as the number of buckets. *)
Theorem begin_in_keeps : forall n s c first, (exists i, n = 2 ^ i) -> 4 <= n -> sound s -> same (shown s) c ->
  invariant (begin_in n s) (beginning c first).
Proof.
  intros n s c first power large sound_ show. unfold begin_in, add. cbn [buckets entries length].
  replace (n <=? 4 * 0) with false by (symmetry; apply Nat.leb_gt; lia). constructor; cbn -[Nat.mul Nat.pow hash_of].
  - auto.
  - exact I.
  - intros e [<-|[]]. reflexivity.
  - split; [exact power|]. cbn -[Nat.mul Nat.pow]. split; [lia|]. split; [auto|]. intro b. simpl. now destruct (b =? _).
  - split; cbn -[Nat.mul].
    + intros x y. rewrite orb_false_r, andb_true_iff, !Nat.eqb_eq. split.
      * intros [-> ->]. eexists. split; [left; reflexivity|now split].
      * intros (e & [<-|[]] & counts). now destruct counts as [<- <-].
    + split; auto. split; auto. intros _ (e & [] & _).
  - auto.
Qed.
Theorem begin_keeps : forall s c first, sound s -> same (shown s) c -> invariant (begin s) (beginning c first).
Proof. intros s c first. apply begin_in_keeps; [now exists 8|lia]. Qed.

Lemma counts_found : forall x y es, {exists e, In e es /\ has_counts x y e} + {~ exists e, In e es /\ has_counts x y e}.
Proof.
  intros x y es. induction es as [|e es [found|none]]; [right; intros (e & [] & _)| |].
  - left. destruct found as (e' & inside & counts). exists e'. split; auto. now right.
  - destruct (Nat.eq_dec (count black (e_stones e)) x) as [a|a], (Nat.eq_dec (count white (e_stones e)) y) as [b|b];
      [left; exists e; split; [now left|now split]| | |]; right; intros (e' & [<-|inside] & counts);
      try (now destruct counts); apply none; now exists e'.
Qed.

(* A turn that is taken back leaves the invariants. *)
Theorem take_back_keeps : forall r h t, invariant r (after h t) -> invariant (take_back r) h.
Proof.
  intros r h t [i1 i2 i3 (power & room & links & hd) (i5 & marks) i6]. unfold take_back.
  destruct (entries r) as [|e older] eqn:er; simpl in i1; [tauto|]. destruct i1 as (_ & _ & _ & hold).
  destruct older as [|e' rest] eqn:eo; [destruct h; destruct hold|]. rewrite <- eo in *.
  destruct links as [link links]. destruct marks as [mark marks].
  constructor; cbn [entries buckets heads pairs emptied].
  - exact hold.
  - apply i2.
  - intros x inside. apply i3. now right.
  - split; [exact power|]. cbn [entries buckets heads]. split; [simpl length in room; lia|]. split; [exact links|].
    intro b. specialize (hd b). cbn [latest] in hd. destruct (b =? bucket (buckets r) (e_hash e)) eqn:eb; auto.
    apply Nat.eqb_eq in eb. now rewrite eb.
  - split; [|exact marks]. intros x y. cbn [pairs entries].
    destruct (e_first e && (x =? count black (e_stones e)) && (y =? count white (e_stones e))) eqn:own.
    + apply andb_prop in own as [own ey]. apply andb_prop in own as [own ex]. apply Nat.eqb_eq in ex, ey. subst x y.
      split; [discriminate|]. intro found. now apply mark in own.
    + rewrite i5. split; intros (x' & inside & counts); [|exists x'; split; auto; now right].
      destruct inside as [<-|inside]; [|now exists x']. destruct counts as [<- <-].
      destruct (counts_found (count black (e_stones e)) (count white (e_stones e)) older) as [found|none]; auto.
      apply mark in none. rewrite none, !Nat.eqb_refl in own. discriminate.
  - subst older. apply i6.
Qed.

Fixpoint beginning_of h : history := match h with beginning _ _ => h | after h _ => beginning_of h end.

Lemma holds_beginning : forall h es, holds es h -> exists e es' c first, rev es = e :: es' /\
  beginning_of h = beginning c first /\ sound (e_stones e) /\ same (shown (e_stones e)) c.
Proof.
  induction h as [c first|h IH t]; intros es hold.
  - destruct es as [|e [|]]; simpl in hold; try tauto. exists e, [], c, first. simpl. tauto.
  - destruct es as [|e older]; simpl in hold; [tauto|]. destruct hold as (_ & _ & _ & hold).
    destruct (IH older hold) as (e' & es' & c & first & reversed & rest). exists e', (es' ++ [e]), c, first. simpl.
    rewrite reversed. split; auto.
Qed.

(* A restart leaves the invariants. *)
Theorem restart_keeps : forall r h, invariant r h -> invariant (restart r) (beginning_of h).
Proof.
  intros r h inv. destruct (holds_beginning h (entries r) (invariant_1 _ _ inv)) as (e & es & c & first & reversed & -> & rest).
  unfold restart. rewrite reversed. destruct (invariant_4 _ _ inv) as (power & room & _).
  apply begin_in_keeps; try apply rest; auto. pose proof (holds_length _ _ (invariant_1 _ _ inv)). lia.
Qed.
End History.
