(* Every game ends, on any finite graph. *)
Require Import List Arith Bool Lia.
From Superko Require Import Rules Facts.
Import ListNotations.

Section Ends.
Context {g : grid}.
Notation coloring := (@coloring g).
Notation history := (@history g).
Implicit Types (c d : coloring) (h s : history) (who : player).

(* The number of moves. *)
Fixpoint moves h : nat := match h with beginning _ _ => 0 | after h pass => moves h | after h (play _) => S (moves h) end.

(* A coloring as a list of colors. *)
Definition code c : list color := map c (points g).

Lemma code_same : forall c d, code c = code d -> same c d.
Proof.
  unfold code. intros c d e p. generalize (every_point g p). induction (points g) as [|q l IH]; simpl in *; [tauto|].
  inversion e. intros [<-|inside]; auto.
Qed.

Fixpoint all_codes (n : nat) : list (list color) :=
  match n with
  | 0 => [[]]
  | S m => flat_map (fun l => [stone black :: l; stone white :: l; empty :: l]) (all_codes m)
  end.

Lemma all_codes_every : forall l, In l (all_codes (length l)).
Proof. induction l as [|[[]|] l IH]; simpl; auto; apply in_flat_map; exists l; simpl; auto. Qed.

Lemma all_codes_length : forall n, length (all_codes n) = 3 ^ n.
Proof.
  assert (three : forall m : list (list color),
    length (flat_map (fun l => [stone black :: l; stone white :: l; empty :: l]) m) = 3 * length m)
    by (induction m; simpl in *; lia).
  induction n; auto. simpl all_codes. rewrite three, IHn. reflexivity.
Qed.

(* Codes without repetition are at most as many as there are colorings. *)
Lemma few_codes : forall m : list coloring, NoDup (map code m) -> length m <= 3 ^ length (points g).
Proof.
  intros m once. rewrite <- all_codes_length, <- (map_length code m). apply NoDup_incl_length; auto.
  intros l inside. apply in_map_iff in inside as (c & <- & _).
  rewrite <- (map_length c (points g)). apply all_codes_every.
Qed.

(* The coloring of the beginning and those that moves left. *)
Fixpoint left h : list coloring :=
  match h with
  | beginning c _ => [c]
  | after h pass => left h
  | after h (play p) => now (after h (play p)) :: left h
  end.

Lemma left_stage : forall h c, In c (left h) -> exists s, stage s h /\ now s = c.
Proof.
  induction h as [c first|h IH [|p]]; intros d inside.
  - destruct inside as [<-|[]]. exists (beginning c first). split; [constructor|reflexivity].
  - destruct (IH d inside) as (s & before & e). exists s. split; auto. now constructor.
  - destruct inside as [<-|inside]; [eexists; split; [constructor|reflexivity]|].
    destruct (IH d inside) as (s & before & e). exists s. split; auto. now constructor.
Qed.

(* Under positional superko, the beginning and the moves leave different colorings. *)
Theorem positional_no_repeat : forall suicide h, game positional suicide h -> NoDup (map code (left h)).
Proof.
  induction 1 as [c first|h [|p] played IH going ok]; auto.
  { repeat constructor. auto. }
  change (NoDup (code (now (after h (play p))) :: map code (left h))). constructor; auto.
  rewrite in_map_iff. intros (c & e & inside). destruct (left_stage h c inside) as (s & before & <-).
  destruct ok as (_ & _ & fresh). apply (fresh s before). now apply code_same.
Qed.

(* The colorings that the moves of one player left. *)
Fixpoint left_by who h : list coloring :=
  match h with
  | beginning _ _ => []
  | after h pass => left_by who h
  | after h (play p) => if same_color (next_player h) who then now (after h (play p)) :: left_by who h else left_by who h
  end.

Lemma left_by_stage : forall who h c, In c (left_by who h) ->
  exists s p, stage (after s (play p)) h /\ next_player s = who /\ now (after s (play p)) = c.
Proof.
  intro who. induction h as [c first|h IH [|p]]; intros d inside; [destruct inside| |].
  - destruct (IH d inside) as (s & p & before & e). exists s, p. split; auto. now constructor.
  - cbn [left_by] in inside. destruct (same_color (next_player h) who) as [mover|].
    + destruct inside as [<-|inside]; [exists h, p; split; [constructor|split; congruence]|].
      destruct (IH d inside) as (s & r & before & e). exists s, r. split; auto. now constructor.
    + destruct (IH d inside) as (s & r & before & e). exists s, r. split; auto. now constructor.
Qed.

(* Under natural situational superko, the moves of one player leave different colorings. *)
Theorem natural_no_repeat : forall suicide who h,
  game natural_situational suicide h -> NoDup (map code (left_by who h)).
Proof.
  induction 1 as [c first|h [|p] played IH going ok]; [constructor|assumption|].
  cbn [left_by]. destruct (same_color (next_player h) who) as [mover|]; auto.
  change (NoDup (code (now (after h (play p))) :: map code (left_by who h))). constructor; auto.
  rewrite in_map_iff. intros (c & e & inside). destruct (left_by_stage who h c inside) as (s & r & before & f & <-).
  destruct ok as (_ & _ & fresh). apply (fresh s r before); [congruence|]. now apply code_same.
Qed.

Lemma moves_left : forall h, length (left h) = S (moves h).
Proof. induction h as [c first|h IH [|p]]; simpl; auto. Qed.

Lemma moves_left_by : forall h, length (left_by black h) + length (left_by white h) = moves h.
Proof.
  induction h as [c first|h IH [|p]]; auto. cbn [left_by moves].
  destruct (next_player h); destruct (same_color _ _), (same_color _ _); try discriminate; try congruence; simpl; lia.
Qed.

(* A game has at most one pass before each of its moves, and at most two at its end. *)
Theorem few_passes : forall ko suicide h, game ko suicide h -> turns h <= 2 * moves h + 2.
Proof.
  intros ko suicide h played. enough (facts : turns h <= 2 * moves h + 2 /\ (~ over h -> turns h <= 2 * moves h + 1) /\
    ((forall s, h <> after s pass) -> turns h <= 2 * moves h)) by tauto.
  induction played as [c first|h [|p] played (_ & IH & IH') going ok]; simpl in *; [lia| |].
  - specialize (IH going). split; [lia|]. split; [|intro none; exfalso; eapply none; reflexivity].
    intro going'. enough (turns h <= 2 * moves h) by lia. apply IH'. intros s ->. apply going'. now exists s.
  - specialize (IH going). lia.
Qed.

(* Under positional superko, a game on n points has at most 2 * 3 ^ n turns. *)
Theorem positional_ends : forall suicide h, game positional suicide h -> turns h <= 2 * 3 ^ length (points g).
Proof.
  intros suicide h played. pose proof (few_passes _ _ _ played). pose proof (moves_left h).
  pose proof (few_codes _ (positional_no_repeat _ _ played)). lia.
Qed.

(* Under natural situational superko, a game on n points has at most 4 * 3 ^ n + 2 turns. *)
Theorem natural_ends : forall suicide h,
  game natural_situational suicide h -> turns h <= 4 * 3 ^ length (points g) + 2.
Proof.
  intros suicide h played. pose proof (few_passes _ _ _ played). pose proof (moves_left_by h).
  pose proof (few_codes _ (natural_no_repeat _ black _ played)).
  pose proof (few_codes _ (natural_no_repeat _ white _ played)). lia.
Qed.

(* The same bound holds under every ko rule within natural situational superko. *)
Theorem superko_ends : forall ko suicide h, ko_within ko natural_situational ->
  game ko suicide h -> turns h <= 4 * 3 ^ length (points g) + 2.
Proof. intros ko suicide h within played. apply (natural_ends suicide). eapply game_within; eauto. now intros who p c. Qed.

(* The same bound holds under the New Zealand rule. *)
Theorem new_zealand_ends : forall suicide h, game new_zealand suicide h -> turns h <= 4 * 3 ^ length (points g) + 2.
Proof. intros suicide h. apply superko_ends, new_zealand_within_natural. Qed.

(* The same bound holds under situational superko. *)
Theorem situational_ends : forall suicide h, game situational suicide h -> turns h <= 4 * 3 ^ length (points g) + 2.
Proof.
  intros suicide h. apply superko_ends. intros h' c ok. now apply new_zealand_within_natural, situational_within_new_zealand.
Qed.
End Ends.
