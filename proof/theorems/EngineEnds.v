(* The end of a game as the engine keeps it, under the plain rules: passes end it, and the area decides it. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts Symmetry Decide Conditions Kernels History Engine Model Composition Legal.
Import ListNotations.

Section EngineEnds.
Context {g : grid} (e : engine g).
Notation m := (words e).
Notation k := (its_kernels e).
Notation hs := (hashes e).
Implicit Types (who : player) (h : @history g) (ko : ko_name) (su : suicide_name).

Notation passes_in_row := (passes_in_row e).
Notation course := (course e).
Notation its_game := (its_game e).
Notation running := (running e).
Notation begun := (begun e).
Notation turn_of := (turn_of e).
Notation turns_of := (turns_of e).
Notation area_score := (area_score e).
Notation decided := (decided e).

Hypothesis good_engine : right e.

Lemma passes_are_turns : forall es h, holds m hs es h -> match h with
  | after s pass => S (passes_in_row (tl es)) = passes_in_row es
  | _ => passes_in_row es = 0
  end.
Proof.
  intros es h hold. destruct h as [c first|h t], es as [|x older]; simpl in hold; try tauto.
  - destruct older; [reflexivity|tauto].
  - destruct hold as (step_ & _ & _ & hold). destruct older as [|y older]; [destruct h; destruct hold|]. simpl. rewrite step_.
    now destruct t.
Qed.

(* Two passes in a row end the game of the rules. *)
Lemma over_after : forall h t, over (after h t) <-> t = pass /\ exists s, h = after s pass.
Proof.
  intros h t. unfold over. split.
  - intros (s & f). injection f as -> ->. split; auto. now exists s.
  - intros (-> & s & ->). now exists s.
Qed.

Lemma row_is_over : forall es h, holds m hs es h ->
  (S (passes_in_row es) <? 2 = false <-> exists s, h = after s pass).
Proof.
  intros es h hold. rewrite Nat.ltb_ge. assert (f := passes_are_turns es h hold). destruct h as [c first|h [|p]].
  - split; [lia|]. intros (s & f'). discriminate.
  - split; [intros _; now exists h|lia].
  - split; [lia|]. intros (s & f'). discriminate.
Qed.

(* A course and a game of the rules go together. *)
Record goes_with ko su (x : course) h : Prop := {
  game_related : related e (its_game x) h;
  game_legal : Rules.game (ko_of ko) (suicide_of su) h;
  running_right : running x = true <-> ~ over h }.

Lemma earlier_game : forall ko su ts h, Rules.game (ko_of ko) (suicide_of su) (fold_left after ts h) ->
  Rules.game (ko_of ko) (suicide_of su) h.
Proof.
  intros ko su ts. induction ts as [|t ts IH]; simpl; intros h played; auto. apply IH in played. now inversion played.
Qed.

Theorem turn_is_right : forall ko su x h t, goes_with ko su x h ->
  match turn_of ko su x t with
  | Some y => goes_with ko su y (after h t)
  | None => ~ Rules.game (ko_of ko) (suicide_of su) (after h t)
  end.
Proof.
  intros ko su x h t [rel played run]. unfold turn_of. destruct (running x).
  - assert (going : ~ over h) by now apply run. assert (one := take_right e good_engine ko su (its_game x) h t rel).
    destruct (take e ko su (its_game x) t) as [y|].
    + destruct one as [ok rel']. constructor; cbn [its_game running]; auto; [now constructor|]. rewrite over_after.
      assert (row := row_is_over _ h (invariant_1 _ _ _ _ (past_right _ _ _ rel))). destruct t as [|p].
      * destruct (_ <? 2) eqn:f; split; auto.
        -- intros _ (_ & more). apply row in more. congruence.
        -- discriminate.
        -- intro none. destruct none. split; auto. now apply row.
      * split; auto. intros _ (f & _). discriminate.
    + intro played'. inversion played'. subst. contradiction.
  - intro played'. inversion played'. subst. assert (f : false = true) by now apply run. discriminate.
Qed.

(* The engine takes a list of turns exactly if they make a game of the rules. *)
Theorem engine_plays_games : forall ko su c first ts (s : stones m), all_reach c -> sound m s -> same (shown m s) c ->
  let h := fold_left after ts (beginning c first) in
  match turns_of ko su (begun s first) ts with
  | Some y => goes_with ko su y h
  | None => ~ Rules.game (ko_of ko) (suicide_of su) h
  end.
Proof.
  intros ko su c first ts s legal_ sound_ show h. subst h.
  assert (with_ : goes_with ko su (begun s first) (beginning c first)).
  { constructor; [|constructor|split; auto; intros _ (? & f); discriminate]. constructor; auto. now apply begin_keeps. }
  revert with_. generalize (begun s first), (beginning c first).
    induction ts as [|t ts IH]; intros x h with_; simpl; auto.
  assert (one := turn_is_right ko su x h t with_). destruct (turn_of ko su x t) as [y|]; [now apply IH|].
  intro played. apply one. now apply earlier_game in played.
Qed.

(* While the game is not over, the plays of the set of legal plays are those that continue the game. *)
Theorem legal_plays_continue : forall with_point, (forall a p, clean a -> clean (with_point a p) /\
    forall q, has (with_point a p) q = true <-> has a q = true \/ q = p) ->
  forall ko su x h p, goes_with ko su x h -> running x = true ->
  (legal_plays e with_point ko su (its_game x) p = true <-> Rules.game (ko_of ko) (suicide_of su) (after h (play p))).
Proof.
  intros with_point with_point_is ko su x h p [rel played run] going.
  rewrite (legal_plays_are_legal e with_point with_point_is good_engine ko su (its_game x) h p rel). split.
  - intro ok. constructor; auto. now apply run.
  - intro played'. now inversion played'.
Qed.

(* Its score is that of the rules. *)
Theorem score_right : forall ko su x h, goes_with ko su x h ->
  area_score x = (score black (now h), score white (now h)) /\ decided x = winner (now h).
Proof.
  intros ko su x h [rel _ _]. destruct (latest_grid e (its_game x) h rel) as ((cleans & apart) & show & _).
  enough (f : area_score x = (score black (now h), score white (now h))) by (split; auto; unfold decided, winner;
    now rewrite f).
  rewrite <- (score_same black _ _ show), <- (score_same white _ _ show).
  destruct (area_is_score e good_engine black _ _ (cleans black) (cleans white) apart) as [b w].
  unfold area_score, score, number, size. f_equal; f_equal; apply filter_ext; intro q; apply eq_true_iff_eq.
  - rewrite b. fold (shown m (on_grid e (its_game x))). destruct (counts_dec _ _ _); intuition discriminate.
  - rewrite w. fold (shown m (on_grid e (its_game x))). destruct (counts_dec _ _ _); intuition discriminate.
Qed.
End EngineEnds.
