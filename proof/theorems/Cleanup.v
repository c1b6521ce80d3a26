(* The sentences on taxes, the third time, the button, and cleanup phases. The ids are those of rules.md. *)
Require Import List Arith Bool.
From Superko Require Import Search Rules Variants Decide.
Import ListNotations.

Section Cleanup.
Context {g : grid}.
Notation point := (point g).
Notation coloring := (@coloring g).
Notation history := (@history g).
Notation turn := (@turn g).
Notation rules := (@rules g).
Notation ko_rule := (@ko_rule g).
Notation scoring_rule := (@scoring_rule g).
Notation standing := (@standing g).

(* Taxes. *)

(* One can walk to point q, over points of a kind alone. *)
Inductive walks (kind : point -> Prop) (q : point) : point -> Prop :=
| there : kind q -> walks kind q q
| one_on : forall p r, kind p -> adjacent p r = true -> walks kind q r -> walks kind q p.

(* Point q is in the region of a player to which point p belongs: one can walk over points that are empty or of her color. *)
Definition joined (who : player) (c : coloring) (p q : point) : Prop := walks (fun x => c x <> opponent who) q p.

(* One can walk over points of a player's color alone from point p to the empty point e. *)
Definition liberty (who : player) (c : coloring) (p e : point) : Prop :=
  c e = empty /\ exists q, adjacent q e = true /\ walks (fun x => c x = who) q p.

(* The region of point p has a point of the player's color and is independent. *)
Definition independent (who : player) (c : coloring) (p : point) : Prop :=
  (exists q, joined who c p q /\ c q = who) /\
  forall q, joined who c p q ->
    (c q = empty -> ~ (reaches c black q /\ reaches c white q)) /\
    (c q = who -> exists d e, d <> e /\ liberty who c q d /\ liberty who c q e).

(* All this can be found out. *)
Lemma walks_back : forall (kind : point -> Prop) p q, walks kind q p -> walks kind p q.
Proof.
  assert (ends : forall (kind : point -> Prop) p q, walks kind q p -> kind p) by (now induction 1).
  intros kind p q way. induction way as [k|p r k near way IH]; [now apply there|]. assert (k' := ends _ _ _ way).
  enough (walks kind p r) as back by (clear - IH back; induction IH; auto; eapply one_on; eauto).
  apply one_on with p; [auto|now rewrite adjacent_sym|now apply there].
Qed.
Definition walks_list {kind : point -> Prop} (dec : forall p, {kind p} + {~ kind p}) (p : point) :
  {l : list point | forall q, In q l <-> walks kind q p}.
Proof.
  pose (is := fun x => if dec x then true else false).
  assert (fact : forall x, is x = true <-> kind x) by (intro x; unfold is; destruct (dec x); split; congruence).
  destruct (linked_list _ (points g) same_point (every_point g) (fun x => is x && if same_point x p then true else false)
    (fun x y => is x && adjacent x y)) as [l all]. exists l. intro q. rewrite all. clear l all. split.
  - intro link. apply walks_back. induction link as [x first|x y next link IH].
    + apply andb_prop in first as [k e]. destruct (same_point x p) as [->|]; [|discriminate]. now apply there, fact.
    + apply andb_prop in next as [k near]. apply one_on with y; auto. now apply fact.
  - intro way. apply walks_back in way. induction way as [k|x y k near way IH].
    + apply linked_start. apply fact in k. rewrite k. now destruct (same_point p p).
    + apply linked_step with y; auto. apply fact in k. now rewrite k.
Defined.
Definition joined_dec (who : player) (c : coloring) (p : point) : forall q, {joined who c p q} + {~ joined who c p q}.
Proof.
  destruct (walks_list (fun x => not_dec (same_color (c x) (opponent who))) p) as [l all].
  intro q. destruct (in_dec same_point q l) as [i|n]; [left; now apply all|right; intro way; now apply n, all].
Defined.
Definition liberties_dec (who : player) (c : coloring) (p : point) :
  {exists d e, d <> e /\ liberty who c p d /\ liberty who c p e} +
  {~ exists d e, d <> e /\ liberty who c p d /\ liberty who c p e}.
Proof.
  destruct (walks_list (fun x => same_color (c x) who) p) as [chain in_chain].
  assert (dec : forall e, {liberty who c p e} + {~ liberty who c p e}).
  { intro e. unfold liberty. destruct (same_color (c e) empty) as [f|n]; [|now right].
    destruct (some_dec (fun q => bool_dec (adjacent q e) true) chain) as [near|far]; [left|right].
    - split; auto. destruct near as (q & i & near). exists q. split; auto. now apply in_chain.
    - intros (_ & q & near & way). apply far. exists q. split; auto. now apply in_chain. }
  pose (l := filter (fun e => if dec e then true else false) (points g)).
  assert (in_l : forall e, In e l <-> liberty who c p e).
  { intro e. unfold l. rewrite filter_In. destruct (dec e); intuition (auto using every_point). discriminate. }
  assert (once : NoDup l) by apply NoDup_filter, points_once.
  destruct l as [|d [|e l']].
  - right. intros (d & _ & _ & f & _). now apply in_l in f.
  - right. intros (x & y & n & f & f'). apply in_l in f as [<-|[]]. apply in_l in f' as [<-|[]]. now apply n.
  - left. exists d, e. split; [|split; apply in_l; simpl; auto]. intros ->. inversion once; subst. simpl in *. tauto.
Defined.
Definition independent_dec (who : player) (c : coloring) : forall p, {independent who c p} + {~ independent who c p}.
Proof.
  pose (good q := (c q = empty -> ~ (reaches c black q /\ reaches c white q)) /\
    (c q = who -> exists d e, d <> e /\ liberty who c q d /\ liberty who c q e)).
  assert (dec : forall q, {good q} + {~ good q}).
  { intro q. unfold good. destruct (same_color (c q) empty) as [e|e], (same_color (c q) who) as [k|k]; try congruence.
    - destruct (reaches_dec c black q), (reaches_dec c white q); intuition congruence.
    - destruct (liberties_dec who c q); intuition congruence.
    - left. tauto. }
  (* The points that are not good are found once. *)
  assert (some : {l : list point | forall q, In q l <-> ~ good q}).
  { exists (filter (fun q => if dec q then false else true) (points g)). intro q. rewrite filter_In.
    destruct (dec q); intuition (auto using every_point). discriminate. }
  destruct some as [bad in_bad]. intro p.
  destruct (walks_list (fun x => not_dec (same_color (c x) (opponent who))) p) as [region in_region].
  destruct (some_dec (fun q => same_color (c q) who) region) as [own|none].
  2: { right. intros [(q & way & own) _]. apply none. exists q. split; auto. now apply in_region. }
  destruct (some_dec (fun q => in_dec same_point q bad) region) as [one|all]; [right|left].
  - intros [_ all]. destruct one as (q & i & b). apply in_bad in b. apply b, all. now apply in_region.
  - split; [destruct own as (q & i & own); exists q; split; auto; now apply in_region|].
    intros q way. fold (good q). destruct (dec q) as [|b]; auto. destruct all. exists q.
    split; [now apply in_region|now apply in_bad].
Defined.
Definition secure_dec (who : player) (c : coloring) : forall p,
  {c p = empty /\ independent who c p} + {~ (c p = empty /\ independent who c p)}.
Proof.
  pose (dec := independent_dec who c). intro p. destruct (same_color (c p) empty); [|tauto]. destruct (dec p); tauto.
Defined.

(* The number of empty points that count for a player. *)
Definition tax_rule := player -> coloring -> nat.
Definition no_tax : tax_rule := fun who c => number (surrounded_dec who c).

(* TT9/tax-seki *) (* Those in her independent regions. *)
Definition tax_seki : tax_rule := fun who c => number (secure_dec who c).

(* One point of each region, of a list of points: those that are in no region of a later one. *)
Fixpoint one_each (who : player) (c : coloring) (l : list point) : list point :=
  match l with
  | [] => []
  | p :: l => if Exists_dec (joined who c p) l (joined_dec who c p) then one_each who c l else p :: one_each who c l
  end.
Definition regions (who : player) (c : coloring) : list point :=
  let dec := independent_dec who c in one_each who c (filter (fun p => if dec p then true else false) (points g)).

(* TT9/tax-all *) (* The same, less two for each of her independent regions. *)
Definition tax_all : tax_rule := fun who c => tax_seki who c - 2 * length (regions who c).

(* A score with other empty points in place of those that the player surrounds: for area, territory and short_territory. *)
Definition taxed (tax : tax_rule) (scoring : scoring_rule) : scoring_rule := fun prisoners dead who h =>
  let c := without dead (now h) in scoring prisoners dead who h - no_tax who c + tax who c.

(* The third time. *)

(* The last turn is a pass, and the player has passed before with the same coloring: not in the first `since` turns. *)
Definition passed_again : @passes_rule g := fun since h =>
  match h with
  | after h pass =>
    exists s, stage (after s pass) h /\ since <= turns s /\ next_player s = next_player h /\ same (now s) (now h)
  | _ => False
  end.

(* A stage of a history since its latest pass: every pass comes before it. *)
Definition since_pass (s h : history) : Prop := stage s h /\ forall r, stage (after r pass) h -> stage (after r pass) s.

(* Two such stages had this coloring with the opponent of the player who moves to take the turn. *)
Definition stood_twice : @cycle_rule g := fun h q => exists s r, since_pass s h /\ since_pass r h /\ turns s < turns r /\
  next_player s = opponent (next_player h) /\ same (now s) q /\ next_player r = opponent (next_player h) /\ same (now r) q.

(* TT8/third-time *) (* Both things hold in addition to what a set of rules has. *)
Definition third_time (r : rules) : rules := {|
  on_ko := on_ko r; on_suicide := on_suicide r; on_repeat := on_repeat r; on_supply := on_supply r;
  on_passes := fun since h => on_passes r since h \/ passed_again since h; on_last := on_last r;
  on_agreement := on_agreement r; on_illegal := on_illegal r; on_cycle := fun h q => on_cycle r h q \/ stood_twice h q;
  on_cost := on_cost r; on_score := on_score r |}.

(* The button. *)

(* The stages that a ko rule looks at after a history: a move may not leave the coloring of one. *)
Definition looks := history -> history -> Prop.
Definition looking (l : looks) : ko_rule := fun h q => forall s, stage s h -> l h s -> ~ same (now s) q.

(* What the ko rules look at: theorems say that these are the rules of Rules.v. *)
Definition all_stages : looks := fun h s => True.
Definition opponent_next : looks := fun h s => next_player s = opponent (next_player h).
Definition own_turns : looks := fun h s => exists r t, s = after r t /\ next_player r = next_player h.
Definition own_moves : looks := fun h s => exists r p, s = after r (play p) /\ next_player r = next_player h.
Definition last_found : looks := fun h s => exists t, h = after s t.

(* The history up to its first pass, if it has one. *)
Fixpoint button (h : history) : option history :=
  match h with
  | beginning _ _ => None
  | after s t => match button s, t with None, pass => Some h | b, _ => b end
  end.

(* The number of turns up to the first pass, 0 without one, and the half points of a player. *)
Definition since_button (h : history) : nat := match button h with Some b => turns b | None => 0 end.
Definition half_point (who : player) (h : history) : nat :=
  match button h with Some b => if same_player (next_player b) (opponent who) then 1 else 0 | None => 0 end.

(* Before a move, the ko rule looks at l. What no_result looks for must have stood since the first pass. *)

(* TT9/button *) (* No coloring from before the first pass counts, and no pass up to it. Scores are in half points. *)
Definition with_button (l : looks) (r : rules) : rules := {|
  on_ko := looking (fun h s => l h s /\ since_button h <= turns s);
  on_suicide := on_suicide r; on_repeat := on_repeat r; on_supply := on_supply r;
  on_passes := fun since h => on_passes r (Nat.max since (since_button h)) h; on_last := on_last r;
  on_agreement := on_agreement r; on_illegal := on_illegal r;
  on_cycle := fun h q => on_cycle r h q /\ ~ looking (fun h s => opponent_next h s /\ since_button h <= turns s) h q;
  on_cost := on_cost r; on_score := fun prisoners dead who h => 2 * on_score r prisoners dead who h + half_point who h |}.

(* Cleanup phases. *)

(* What a player does in a cleanup phase: a pass, a move, or to unblock. *)
Inductive deed := take (t : turn) | unblock (p : point).

(* What follows a main phase: the first cleanup phase begins, then deeds, then the second one begins, then deeds. *)
Inductive cleanup := opened (h : history) | next (f : cleanup) (d : deed) | second (f : cleanup).

(* The coloring that stands, and the player to take the next turn. *)
Fixpoint mover (f : cleanup) : player :=
  match f with opened h => next_player h | next f _ => opponent (mover f) | second f => mover f end.
Fixpoint stands (f : cleanup) : coloring :=
  match f with
  | opened h => now h
  | next f (take (play p)) => move (mover f) p (stands f)
  | next f _ | second f => stands f
  end.

(* What is counted of a game, such as its moves: in the main phase, then turn by turn. *)
Fixpoint tally (count : history -> nat) (f : cleanup) : nat :=
  match f with
  | opened h => count h
  | next f (take t) => let h := beginning (stands f) (mover f) in tally count f + (count (after h t) - count h)
  | next f _ | second f => tally count f
  end.

(* Stage s is a stage of f in the same phase, and only deeds of a kind lie between. *)
Inductive part (kind : deed -> Prop) (s : cleanup) : cleanup -> Prop :=
| whole : part kind s s
| longer : forall f d, kind d -> part kind s f -> part kind s (next f d).
Definition in_phase : cleanup -> cleanup -> Prop := part (fun _ => True).

(* The passes in a row, whether the phase is the second one, and the coloring when it began. *)
Fixpoint row_of (f : cleanup) : nat := match f with next f (take pass) => S (row_of f) | _ => 0 end.
Fixpoint in_second (f : cleanup) : Prop := match f with opened _ => False | next f _ => in_second f | second _ => True end.
Fixpoint began (f : cleanup) : coloring := match f with next f _ => began f | _ => stands f end.

Section Phase.
Variable r : rules.

(* The seventh sentence makes this a move. A ko move leaves another coloring, and a move of the opponent restores it. *)
Definition a_move (who : player) (p : point) (c : coloring) : Prop := c p = empty /\ on_suicide r who p c.
Definition ko_move (who : player) (p : point) (c : coloring) : Prop :=
  let d := move who p c in a_move who p c /\ ~ same d c /\
  exists q, a_move (opponent who) q d /\ same (move (opponent who) q d) c.

(* The blocked points. *)
Fixpoint blocked (f : cleanup) (x : point) : Prop :=
  match f with
  | opened _ | second _ => False
  | next f (take pass) => blocked f x
  | next f (take (play p)) =>
    (blocked f x \/ x = p /\ ko_move (mover f) p (stands f)) /\ move (mover f) p (stands f) x <> empty
  | next f (unblock p) => blocked f x /\ x <> p /\ (stands f p = empty -> move (mover f) p (stands f) x <> empty)
  end.

(* The same coloring stands, with the same points blocked and the same player to take the next turn. *)
Definition alike (f s : cleanup) : Prop :=
  same (stands f) (stands s) /\ (forall x, blocked f x <-> blocked s x) /\ mover f = mover s.

(* A move at point p would clear a blocked point. The player has made it before from this coloring. *)
Definition clears_blocked (f : cleanup) (p : point) : Prop :=
  exists x, blocked f x /\ move (mover f) p (stands f) x = empty.
Definition made_before (f : cleanup) (p : point) : Prop :=
  exists s, in_phase (next s (take (play p))) f /\ mover s = mover f /\ same (stands s) (stands f).

(* Point x is of the opponent's color, no neighbor of it is, and exactly one neighbor is empty. *)
Definition lone (who : player) (x : point) (c : coloring) : Prop :=
  c x = opponent who /\ (forall y, adjacent x y = true -> c y <> opponent who) /\
  exists e, forall y, adjacent x y = true /\ c y = empty <-> y = e.

(* What a player may do. To unblock, she names the empty point of a ko move or the blocked point. *)
Definition permitted (f : cleanup) (d : deed) : Prop :=
  match d with
  | take pass => True
  | take (play p) => on_supply r (mover f) (tally (used (mover f)) f) /\ a_move (mover f) p (stands f)
    /\ ~ same (move (mover f) p (stands f)) (stands f)
    /\ (ko_move (mover f) p (stands f) -> ~ clears_blocked f p /\ ~ made_before f p)
  | unblock p => ko_move (mover f) p (stands f) /\ clears_blocked f p \/ blocked f p /\ lone (mover f) p (stands f)
  end.

(* The passes end the phase: n in a row, or a second one of the player while the same stood, if hers may be the last. *)
Definition phase_ends (n : nat) (f : cleanup) : Prop :=
  (n <= row_of (next f (take pass)) \/ exists s, in_phase (next s (take pass)) f /\ alike s f) /\ on_last r (mover f).

(* What stands has stood twice before, with no pass since. *)
Definition stands_third (f : cleanup) : Prop := exists s s', part (fun d => d <> take pass) s s' /\ s <> s' /\
  part (fun d => d <> take pass) s' f /\ s' <> f /\ alike s f /\ alike s' f.

(* TT8/cleanup *) (* The course of the cleanup phases, n passes in a row ending each. *)
Inductive cleaning (n : nat) : cleanup -> standing -> Prop :=
| main_phase_ends : forall h, course r h (passed false) -> cleaning n (opened h) (going 0)
| deed_goes_on : forall f d, cleaning n f (going 0) -> permitted f d -> d <> take pass ->
    ~ stands_third (next f d) -> cleaning n (next f d) (going 0)
| deed_third : forall f d, cleaning n f (going 0) -> permitted f d -> d <> take pass ->
    stands_third (next f d) -> cleaning n (next f d) (decided void)
| phase_goes_on : forall f, cleaning n f (going 0) -> ~ phase_ends n f -> cleaning n (next f (take pass)) (going 0)
| first_ends : forall f, cleaning n f (going 0) -> phase_ends n f -> ~ in_second f ->
    cleaning n (second (next f (take pass))) (going 0)
| second_ends : forall f, cleaning n f (going 0) -> phase_ends n f -> in_second f ->
    cleaning n (next f (take pass)) (passed false)
| tries : forall f p o, cleaning n f (going 0) -> ~ permitted f (take (play p)) -> ~ permitted f (unblock p) ->
    on_illegal r (mover f) = Some o -> cleaning n f (decided o).
End Phase.

(* The moves of a player in the present phase. *)
Fixpoint moves_in (who : player) (f : cleanup) : nat :=
  match f with
  | opened _ | second _ => 0
  | next f (take (play _)) => moves_in who f + if same_player (mover f) who then 1 else 0
  | next f _ => moves_in who f
  end.

(* A point of a player's color was not hers when the phase began, and is in none of her independent regions. *)
Definition filled_dec (who : player) (first c : coloring) (x : point) :
  {c x = who /\ first x <> who /\ ~ independent who c x} + {~ (c x = who /\ first x <> who /\ ~ independent who c x)}.
Proof.
  destruct (same_color (c x) who), (same_color (first x) who); try tauto. destruct (independent_dec who c x); tauto.
Defined.

(* A player's score when the second phase has ended the game. It is that of the coloring under area and stones_count, *)
(* taxed or not. Under territory and short_territory, prisoners and the moves of the phase count too. *)
Definition cleanup_scoring := player -> cleanup -> nat.
Definition of_coloring (scoring : scoring_rule) : cleanup_scoring := fun who f =>
  scoring free_pass (fun _ => false) who (beginning (stands f) (mover f)).
Definition of_prisoners (counted : coloring -> coloring) (scoring : scoring_rule) (prisoners : @pass_rule g) : cleanup_scoring :=
  fun who f => of_coloring scoring who f + tally (cleared (opponent who)) f + tally (prisoners who) f + moves_in who f
  - number (filled_dec who (began f) (counted (stands f))).
Definition as_it_stands (c : coloring) : coloring := c.

(* The main phase. With a button, half points are counted. *)
Fixpoint main_phase (f : cleanup) : history := match f with opened h => h | next f _ | second f => main_phase f end.
Definition in_half_points (scoring : cleanup_scoring) : cleanup_scoring := fun who f =>
  2 * scoring who f + half_point who (main_phase f).

(* The outcome of a game with cleanup phases that is over. *)
Definition cleanup_result (scoring : cleanup_scoring) (f : cleanup) (s : standing) : option outcome :=
  match s with
  | passed _ => Some
    match Nat.compare (scoring black f) (scoring white f) with Gt => wins black | Lt => wins white | Eq => tie end
  | decided o => Some o
  | _ => None
  end.
End Cleanup.
