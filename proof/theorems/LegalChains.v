(* The chains that optimized/src/legal.rs looks at, and what is known of the plays at their liberties. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Loops Symmetry Decide Conditions Kernels History Engine Model Composition Plays.
Import ListNotations.

Section Chains.
Context {g : grid} (e : engine g).
Notation m := (words e).
Notation k := (its_kernels e).
Notation hs := (hashes e).
Notation fix_ := (run_loop e).
Notation chain_at := (chain_at e).
Notation take_chains := (take_chains e).
Notation all_chains := (all_chains e).
Notation word := (word m).
Notation set := (set g).
Implicit Types (own opp color : word) (who : player) (p q : point g) (rest chain : set) (ko : ko_name) (su : suicide_name).

Hypothesis good_engine : right e.
Let meets_ : conditions m k := kernels_meet_conditions e good_engine.

(* The chains. *)

Lemma is_one_chain : forall color p, clean color -> has color p = true ->
  forall q, chain_at color p q = true <-> Loops.flood (eq p) (fun q => has color q = true) q.
Proof.
  intros color p cc there q. assert (only_ := single_is_point e good_engine p).
  assert (inside : within (single e p) color) by (intros r at_r; apply only_ in at_r; now subst).
  destruct (flood_is_flood e good_engine (single e p) color (proj1 only_) cc inside) as [_ is]. unfold chain_at. rewrite (is q).
  split; (induction 1 as [r first|r s _ IH near in_]; [|now apply flood_step with r]); apply flood_seed;
    [symmetry|subst r]; now apply only_.
Qed.

Lemma found_chains : forall n color rest chain, clean color -> within rest color ->
  In chain (take_chains n color rest) -> exists p, rest p = true /\ forall q, chain q = true <->
    Loops.flood (eq p) (fun q => has color q = true) q.
Proof.
  induction n as [|n IH]; simpl; intros color rest chain cc inside there; [tauto|].
  destruct (find rest (points g)) as [p|] eqn:f; [|destruct there]. apply find_some in f as [_ f]. destruct there as [<-|there].
  - exists p. split; auto. apply is_one_chain; auto.
  - destruct (IH color (minus rest (chain_at color p)) chain cc) as (r & in_ & is); auto.
    + intros r in_. apply in_minus in in_. now apply inside.
    + exists r. split; auto. now apply in_minus in in_.
Qed.

Lemma chains_are_found : forall n color rest q, clean color -> within rest color -> size rest <= n -> rest q = true ->
  exists chain, In chain (take_chains n color rest) /\ chain q = true.
Proof.
  induction n as [|n IH]; intros color rest q cc inside few there.
  - assert (none := proj1 (size_zero rest) ltac:(lia) q). tauto.
  - simpl. destruct (find rest (points g)) as [p|] eqn:f.
    + apply find_some in f as [_ f]. destruct (chain_at color p q) eqn:here; [exists (chain_at color p); simpl; auto|].
      destruct (IH color (minus rest (chain_at color p)) q cc) as (chain & in_ & has_).
      * intros r in_. apply in_minus in in_. now apply inside.
      * assert (less : within (minus rest (chain_at color p)) rest) by (intros r in_; now apply in_minus in in_).
        destruct (size_grows _ _ less) as [|same_]; [lia|]. exfalso. specialize (same_ p). rewrite f in same_.
        apply in_minus in same_ as [_ out]. apply out, is_one_chain; auto. now apply flood_seed.
      * apply in_minus. split; auto. congruence.
      * exists chain. simpl. auto.
    + apply find_none with (x := q) in f; [congruence|apply every_point].
Qed.

(* Stones of one flood of a color reach the same. *)
Lemma flood_reaches : forall (d : @coloring g) col target (region : point g -> Prop) p q, (forall r,
  region r -> d r = col) -> d p = col ->
  Loops.flood (eq p) region q -> (reaches d target q <-> reaches d target p).
Proof.
  intros d col target region p q is at_p link. enough (d q = col /\ (reaches d target q <-> reaches d target p)) by tauto.
  induction link as [q first|q r link [mine IH] near in_]; [subst; tauto|]. split; [now apply is|]. rewrite <- IH.
  assert (f : d r = d q) by (rewrite mine; now apply is).
  split; intro way; [apply Rules.walk with r|apply Rules.walk with q]; auto. now rewrite adjacent_sym.
Qed.

Section Position.
Variables (who : player) (own opp : word).
Hypothesis pos : good who own opp.
Let c := coloring_of who own opp.
Notation empty_ := (empty_of own opp).
Variable tight : set.
Let look_ := seen_by e own opp.
Let rest := both (next tight) (minus opp (safe_of m look_)).
Let theirs := all_chains opp rest.

Lemma own_is : forall q, has own q = true <-> c q = who.
Proof. intro q. apply coloring_own. Qed.
Lemma opp_is : forall q, has opp q = true <-> c q = opponent who.
Proof. intro q. apply coloring_opponent, pos. Qed.
Lemma empty_is : forall q, empty_ q = true <-> c q = empty.
Proof. intro q. apply coloring_empty. Qed.
Lemma all_ : all_reach c.
Proof. apply pos. Qed.

(* What is taken by a play at an empty point: the chains whose only liberty it is. *)
Section At.
Variable p : point g.
Hypothesis free : c p = empty.
Definition only_liberty chain : Prop := size (liberties empty_ chain) = 1 /\ liberties empty_ chain p = true.

Lemma chain_of_theirs : forall chain, In chain theirs -> exists a, rest a = true /\ has opp a = true /\
  forall q, chain q = true <-> Loops.flood (eq a) (fun q => has opp q = true) q.
Proof.
  intros chain there. apply found_chains in there as (a & in_ & is).
  - exists a. split; auto. split; auto. apply in_both in in_ as [_ in_]. now apply in_minus in in_.
  - apply pos.
  - intros q in_. apply in_both in in_ as [_ in_]. now apply in_minus in in_.
Qed.

Lemma put_theirs : forall q, has opp q = true -> put who p c q = opponent who.
Proof. intros q o. apply opp_is in o. rewrite put_elsewhere; auto. congruence. Qed.
Lemma put_empty : forall q, put who p c q = empty <-> q <> p /\ empty_ q = true.
Proof.
  intro q. rewrite empty_is. destruct (same_point q p) as [->|n].
  - rewrite put_here. split; [discriminate|tauto].
  - rewrite put_elsewhere; tauto.
Qed.

Lemma within_theirs : forall chain q, In chain theirs -> chain q = true -> has opp q = true.
Proof.
  intros chain q there in_. apply chain_of_theirs in there as (a & _ & o & is). apply is in in_. now destruct in_ as [r <-|].
Qed.

(* A chain breathes after the play if it has another liberty. *)
Lemma breathes_after : forall chain q, In chain theirs -> chain q = true ->
  (reaches (put who p c) empty q <-> exists b, liberties empty_ chain b = true /\ b <> p).
Proof.
  intros chain q there in_. destruct (chain_of_theirs chain there) as (a & _ & o & is).
  assert (same_way := fun r (r_in : chain r = true) => flood_reaches (put who p c) (opponent who) empty
    (fun q => has opp q = true) a r put_theirs (put_theirs a o) (proj1 (is r) r_in)).
  split.
  - intro way. assert (mine : put who p c q = opponent who) by (apply put_theirs; now apply (within_theirs chain)).
    assert (goal : forall q, reaches (put who p c) empty q -> chain q = true ->
      exists b, liberties empty_ chain b = true /\ b <> p); [|now apply (goal q)].
    clear q in_ way mine. induction 1 as [q b not_ near f|q r near f way IH]; intro in_.
    + apply put_empty in f as [n f]. exists b. split; auto. apply in_both. split; auto. apply in_next. exists q. split; auto.
      now rewrite adjacent_sym.
    + apply IH, is. apply flood_step with q; auto; [now apply is|]. apply opp_is.
      assert (mine : put who p c q = opponent who) by (apply put_theirs; now apply (within_theirs chain)).
      rewrite mine in f. destruct (same_point r p) as [->|n]; [|now rewrite put_elsewhere in f].
      rewrite put_here in f. now destruct (stone_own who).
  - intros (b & lib & n). apply in_both in lib as [near f]. apply in_next in near as (r & near & r_in).
    apply (same_way q in_). apply (same_way r r_in). apply next_to with b.
    + rewrite put_theirs by now apply (within_theirs chain). discriminate.
    + now rewrite adjacent_sym.
    + now apply put_empty.
Qed.

Lemma has_liberty : forall chain q, In chain theirs -> chain q = true -> some (liberties empty_ chain).
Proof.
  intros chain q there in_. destruct (chain_of_theirs chain there) as (a & _ & o & is).
  assert (way := all_ (opponent who) q (proj1 (opp_is q) (within_theirs chain q there in_))).
  induction way as [q b not_ near f|q r near f way IH].
  - exists b. apply in_both. split; [|now apply empty_is]. apply in_next. exists q. split; auto. now rewrite adjacent_sym.
  - apply IH, is. apply flood_step with q; auto; [now apply is|]. apply opp_is. rewrite f. apply opp_is.
    now apply (within_theirs chain).
Qed.

Lemma in_liberties_one : forall chain, In chain theirs -> (exists q, chain q = true) ->
  (only_liberty chain <-> forall b, liberties empty_ chain b = true -> b = p).
Proof.
  intros chain there (q & in_). unfold only_liberty. rewrite size_one. split.
  - intros ((b & one) & at_p) r lib. apply one in lib, at_p. congruence.
  - intro one. destruct (has_liberty chain q there in_) as (b & lib). assert (b = p) by now apply one. subst b.
    split; auto. exists p. intro r. split; [apply one|now intros ->].
Qed.

Lemma only_takes : forall chain, In chain theirs -> only_liberty chain -> takes_stones who p c.
Proof.
  intros chain there one. pose proof (stone_own who) as differ. destruct (chain_of_theirs chain there) as (a & _ & o & is).
  assert (in_ : chain a = true) by (apply is; now apply flood_seed).
  assert (cut : ~ reaches (put who p c) empty a).
  { intro way. apply (breathes_after chain a there in_) in way as (b & lib & n). apply n.
    exact (proj1 (in_liberties_one chain there (ex_intro _ a in_)) one b lib). }
  exists a. split; [now apply opp_is|]. unfold move. apply clear_empty. apply clear_goes; auto. now apply put_theirs.
Qed.

Lemma taken_is : tight p = true -> forall x, c x = opponent who ->
  (move who p c x <> opponent who <-> exists chain, In chain theirs /\ chain x = true /\ only_liberty chain).
Proof.
  intros narrow x t. pose proof (stone_own who) as differ.
  assert (mine : put who p c x = opponent who) by (apply put_theirs; now apply opp_is). split.
  - intro gone. assert (gone' : clear (opponent who) (put who p c) x = empty).
    { unfold clear. destruct (same_color (put who p c x) (opponent who)) as [_|f]; [|now destruct f].
      destruct (reaches_dec (put who p c) empty x) as [way|_]; auto. exfalso. apply gone. unfold move.
      rewrite clear_other; [now rewrite clear_stays|]. rewrite clear_stays; auto. congruence. }
    apply (local_capture who p c x all_ free mine) in gone' as (q & near & own_q & link & none).
    assert (cut : ~ reaches (put who p c) empty q).
    { intro way. apply none, reaches_breathes; auto. rewrite own_q. discriminate. }
    assert (is_opp : forall r, put who p c r = opponent who -> has opp r = true).
    { intros r f. apply opp_is. destruct (same_point r p) as [->|n]; [rewrite put_here in f; congruence|].
      now rewrite put_elsewhere in f. }
    assert (o := is_opp q own_q). destruct (chains_are_found (length (points g)) opp rest q) as (chain & there & in_).
    + apply pos.
    + intros r in_. apply in_both in in_ as [_ in_]. now apply in_minus in in_.
    + apply size_most.
    + apply in_both. split; [apply in_next; exists p; split; auto; now rewrite adjacent_sym|]. apply in_minus. split; auto.
      intro s. apply cut. assert (safe_ : is_safe who own opp (outlook_safe k fix_ own opp)).
      { exact (outlook_is_safe k meets_ fix_ (loops_run e good_engine) (single e) (single_is_point e good_engine) who own opp p
          pos (proj2 (empty_is p) free)). }
      apply safe_; auto. now apply empty_is.
    + exists chain. split; auto. split.
      * destruct (chain_of_theirs chain there) as (a & _ & _ & is). clear t mine gone cut none.
        induction link as [r <-|r r' link IH near' f]; auto. apply is. apply flood_step with r; auto; [now apply is|].
        apply is_opp. congruence.
      * apply in_liberties_one; [exact there|now exists q|].
        intros b lib. destruct (same_point b p) as [|n]; auto. destruct cut. apply (breathes_after chain q there in_).
        now exists b.
  - intros (chain & there & in_ & one) stays. assert (cut : ~ reaches (put who p c) empty x).
    { intro way. apply (breathes_after chain x there in_) in way as (b & lib & n). apply n.
      exact (proj1 (in_liberties_one chain there (ex_intro _ x in_)) one b lib). }
    unfold move in stays. rewrite (clear_empty who) in stays; [discriminate|]. now apply clear_goes.
Qed.

Lemma takes_only : tight p = true -> takes_stones who p c -> exists chain, In chain theirs /\ only_liberty chain.
Proof.
  intros narrow (x & t & gone). destruct (proj1 (taken_is narrow x t)) as (chain & there & _ & one); [congruence|]. eauto.
Qed.
End At.

(* The loop over the chains: a point is found when it is the only liberty of one; if it is not judged, of one only, and no grid
   had as many stones as there are without that chain. *)
Lemma noted_captures : forall noted l found, let last_ := fold_left (note_capture empty_ noted) l found in
  (forall p, fst last_ p = true <-> fst found p = true \/ exists chain, In chain l /\ only_liberty p chain) /\
  (forall p, fst last_ p = true -> snd last_ p = false -> snd found p = false /\
    (fst found p = true /\ (forall chain, In chain l -> ~ only_liberty p chain) \/
     fst found p = false /\ exists chain, In chain l /\ only_liberty p chain /\ noted (size chain) = false /\
       forall chain', In chain' l -> only_liberty p chain' -> chain' = chain)).
Proof.
  intros noted l. induction l as [|chain l IH]; intros found last_; subst last_; simpl.
  - split; intros p; [split; [auto|intros [|(? & [] & _)]; auto]|]. auto.
  - destruct (IH (note_capture empty_ noted found chain)) as [IH1 IH2]. clear IH. destruct found as [cap jud].
    unfold note_capture in IH1, IH2 |- *. unfold only_liberty in *.
    destruct (size (liberties empty_ chain) =? 1) eqn:one; [apply Nat.eqb_eq in one|apply Nat.eqb_neq in one];
      cbn [fst snd] in *.
    + split.
      * intro p. rewrite IH1, in_union. split.
        -- intros [[there|lib]|(ch & there & is)]; auto; right; [exists chain|exists ch]; auto.
        -- intros [there|(ch & [<-|there] & is)]; auto; [left; right; apply is|right; now exists ch].
      * intros p in_ not_. destruct (IH2 p in_ not_) as [jud_ rest_]. destruct (liberties empty_ chain p) eqn:lib.
        -- destruct rest_ as [[_ none_]|[fresh _]]; [|unfold union in fresh; rewrite lib, orb_true_r in fresh; discriminate].
           destruct (noted (size chain) || existsb _ _) eqn:judged_.
           { unfold union in jud_. rewrite lib, orb_true_r in jud_. discriminate. }
           apply orb_false_iff in judged_ as [new none]. split; auto. right. split.
           ++ apply not_true_iff_false. intro there. apply not_true_iff_false in none. apply none, existsb_exists. exists p.
              split; [apply every_point|]. apply in_both. auto.
           ++ exists chain. repeat split; auto. intros ch [<-|there] is; auto. exfalso. now apply (none_ ch).
        -- assert (jud' : jud p = false).
           { destruct (noted (size chain) || _); auto. unfold union in jud_. now apply orb_false_iff in jud_. }
           split; auto. unfold union in rest_. rewrite lib, orb_false_r in rest_.
             destruct rest_ as [[there none_]|[fresh found_]].
           ++ left. split; auto. intros ch [<-|in_l] is; [destruct is; congruence|]. now apply (none_ ch).
           ++ right. split; auto. destruct found_ as (ch & in_l & is & new & unique_). exists ch.
             repeat split; auto; try apply is.
              intros ch' [<-|in_l'] is'; auto. destruct is'. congruence.
    + split.
      * intro p. rewrite IH1. split.
        -- intros [there|(ch & there & is)]; auto. right. now exists ch; auto.
        -- intros [there|(ch & [<-|there] & is)]; auto; [destruct is; congruence|]. right. now exists ch.
      * intros p in_ not_. destruct (IH2 p in_ not_) as [jud_ rest_]. split; auto.
        destruct rest_ as [[there none_]|[fresh (ch & in_l & is & new & unique_)]].
        -- left. split; auto. intros ch [<-|in_l] is; [destruct is; congruence|]. now apply (none_ ch).
        -- right. split; auto. exists ch. repeat split; auto; try apply is. intros ch' [<-|in_l'] is'; auto. destruct is'.
          congruence.
Qed.

(* The loop over chains of tight points: a point that is added is a liberty of an own chain that has another. *)
Lemma noted_quiets : forall l quiet_ p, fold_left (note_quiet empty_ tight) l quiet_ p = true ->
  quiet_ p = true \/ tight p = true /\ exists chain b, In chain l /\ liberties empty_ chain p = true /\
    liberties empty_ chain b = true /\ b <> p.
Proof.
  intro l. induction l as [|chain l IH]; simpl; intros quiet_ p there; auto.
  destruct (IH _ p there) as [there'|(t & ch & b & in_ & rest_)]; [|right; split; auto; exists ch, b; auto].
  unfold note_quiet in there'. destruct (1 <? size (liberties empty_ chain)) eqn:two; auto. apply Nat.ltb_lt in two.
  apply in_union in there' as [|there']; auto. apply in_both in there' as [lib t]. right. split; auto. exists chain.
  destruct (existsb (fun b => liberties empty_ chain b && if same_point b p then false else true) (points g)) eqn:other.
  - apply existsb_exists in other as (b & _ & other). apply andb_prop in other as [lib' n]. exists b. repeat split; auto.
    destruct (same_point b p); [discriminate|auto].
  - exfalso. assert (one : size (liberties empty_ chain) = 1); [|lia]. apply size_one. exists p. intro b.
    split; [|now intros ->]. intro lib'. destruct (same_point b p) as [|n] eqn:f; auto. exfalso.
    apply not_true_iff_false in other. apply other, existsb_exists. exists b. split; [apply every_point|]. now rewrite lib', f.
Qed.
Lemma quiets_stay : forall l quiet_ p, quiet_ p = true -> fold_left (note_quiet empty_ tight) l quiet_ p = true.
Proof.
  intro l. induction l as [|chain l IH]; simpl; intros quiet_ p there; auto. apply IH. unfold note_quiet.
  destruct (1 <? _); auto. apply in_union. now left.
Qed.

Lemma quiets_found : forall l quiet_ p chain b, In chain l -> tight p = true -> liberties empty_ chain p = true ->
  liberties empty_ chain b = true -> b <> p -> fold_left (note_quiet empty_ tight) l quiet_ p = true.
Proof.
  induction l as [|ch l IH]; simpl; intros quiet_ p chain b there narrow lib lib' n; [destruct there|].
  destruct there as [->|there]; [|now apply (IH _ p chain b)]. apply quiets_stay. unfold note_quiet.
  destruct (1 <? size (liberties empty_ chain)) eqn:two; [apply in_union; right; now apply in_both|]. exfalso.
  apply Nat.ltb_ge in two. destruct (size (liberties empty_ chain)) as [|[|]] eqn:few; [| |lia].
  - exact (proj1 (size_zero _) few p lib).
  - apply size_one in few as (z & one). apply one in lib, lib'. congruence.
Qed.

(* A play beside an own chain that has another liberty is no suicide. *)
Lemma liberty_lives : forall p chain b, c p = empty -> In chain (all_chains own (both (next tight) own)) ->
  liberties empty_ chain p = true -> liberties empty_ chain b = true -> b <> p -> ~ lost who p c p.
Proof.
  intros p chain b free there lib lib' n gone. apply lost_iff in gone as [_ cut]. apply cut, clear_takes_no_way.
  apply found_chains in there as (a & in_ & is); [|apply pos|intros q in_; now apply in_both in in_].
  apply in_both in in_ as [_ mine].
  assert (put_own : forall q, has own q = true -> put who p c q = who).
  { intros q o. apply own_is in o. rewrite put_elsewhere; auto. congruence. }
  assert (own_of : forall q, chain q = true -> has own q = true) by (intros q in_; apply is in in_;
    now destruct in_ as [r <-|]).
  assert (same_way := fun r (r_in : chain r = true) => flood_reaches (put who p c) who empty
    (fun q => has own q = true) a r put_own (put_own a mine) (proj1 (is r) r_in)).
  apply in_both in lib as [near _]. apply in_next in near as (r & near & r_in).
  apply in_both in lib' as [near' f]. apply in_next in near' as (r' & near' & r_in').
  apply Rules.walk with r; auto.
  - rewrite put_here. now apply put_own, own_of.
  - apply (same_way r r_in), (same_way r' r_in'), next_to with b.
    + rewrite put_own by now apply own_of. discriminate.
    + now rewrite adjacent_sym.
    + rewrite put_elsewhere; auto. now apply empty_is.
Qed.

(* A tight play beside no empty point that takes nothing is a suicide, if each own chain beside it has no other liberty. *)
Lemma tight_dies : forall p, c p = empty -> tight p = true -> ~ next empty_ p = true -> ~ takes_stones who p c ->
  (forall chain b, In chain (all_chains own (both (next tight) own)) -> liberties empty_ chain p = true ->
    liberties empty_ chain b = true -> b = p) -> lost who p c p.
Proof.
  intros p free narrow no_empty none one. assert (stay := theirs_stay who p c none).
  assert (own_put : forall q, put who p c q = who -> q <> p -> has own q = true).
  { intros q f n. apply own_is. now rewrite put_elsewhere in f. }
  assert (own_within : within (both (next tight) own) own) by (intros q in_; now apply in_both in in_).
  apply lost_iff. split; [apply put_here|]. intro way.
  assert (no_way : forall q, reaches (clear (opponent who) (put who p c)) empty q -> q = p \/
    (exists chain, In chain (all_chains own (both (next tight) own)) /\ liberties empty_ chain p = true /\ chain q = true) ->
    False); [|apply (no_way p way); now left].
  clear way. induction 1 as [q b not_ near f|q r near f way IH]; intro from; rewrite ?stay in *.
  - apply (put_empty p) in f as [n f]. destruct from as [->|(chain & there & lib & in_)].
    + apply no_empty, in_next. now exists b.
    + apply n, (one chain b there lib). apply in_both. split; auto. apply in_next. exists q. split; auto.
      now rewrite adjacent_sym.
  - apply IH. destruct (same_point r p) as [|n]; [now left|right]. destruct from as [->|(chain & there & lib & in_)].
    + rewrite put_here in f. assert (mine := own_put r f n).
      destruct (chains_are_found (length (points g)) own (both (next tight) own) r) as (chain & there & in_).
      * apply pos.
      * exact own_within.
      * apply size_most.
      * apply in_both. split; auto. apply in_next. exists p. split; auto. now rewrite adjacent_sym.
      * exists chain. split; auto. split; auto. apply in_both. split; [|now apply empty_is]. apply in_next. now exists r.
    + exists chain. split; auto. split; auto.
      destruct (found_chains _ _ _ _ (proj1 pos) own_within there) as (a & in_a & is). apply is.
      apply is in in_. apply flood_step with q; auto. apply own_put; auto. rewrite f.
      assert (mine : has own q = true) by (destruct in_ as [y <-|]; [apply in_both in in_a; tauto|auto]).
      assert (q <> p) by (intros ->; apply own_is in mine; congruence). rewrite put_elsewhere by auto. now apply own_is.
Qed.

(* A play beside no empty point and no own stone that takes nothing loses the new stone alone. *)
Lemma walled_in_alone : forall p, c p = empty -> ~ next empty_ p = true -> ~ next own p = true -> ~ takes_stones who p c ->
  forall q, lost who p c q <-> q = p.
Proof.
  intros p free no_empty no_own none.
  assert (mine : forall q, put who p c q = who -> adjacent p q = true -> q = p).
  { intros q f near. destruct (same_point q p) as [|n]; auto. rewrite put_elsewhere in f by auto. destruct no_own.
    apply in_next. exists q. split; auto. now apply own_is. }
  assert (stay := theirs_stay who p c none).
  assert (dies : lost who p c p).
  { apply lost_iff. split; [apply put_here|]. intro way. remember p as q eqn:at_p in way at 2.
    induction way as [q r not_ near f|q r near f way IH]; subst q.
    - rewrite stay in f. apply (put_empty p) in f as [_ f]. apply no_empty, in_next. now exists r.
    - apply IH. rewrite !stay, put_here in f. now apply mine. }
  intro q. split; [|now intros ->]. intro gone. apply local_suicide in gone as [link _]; [|exact all_|exact free].
  induction link as [q <-|q r link IH near f]; auto. subst q. rewrite !stay, put_here in f. now apply mine.
Qed.
End Position.
End Chains.
