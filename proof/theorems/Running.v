(* How an engine runs the kernels: the results of loops, and what is asked of positions and points. *)
Require Import List Arith Bool.
From Superko Require Import Rules Facts Conditions.

Section Running.
Context {g : grid}.

(* The size of a set, and the coloring of two sets of stones. *)
Definition size (a : set g) : nat := length (filter a (points g)).
Definition coloring_of (who : player) (own opp : set g) : @coloring g := fun q =>
  if own q then stone who else if opp q then stone (opponent who) else empty.

Context {m : machine g}.
Notation word := (word m).
Notation loop := (loop m).
Notation state := (state m).
Implicit Types (l : loop) (x : state) (own opp safe pt : word) (who : player).

(* A loop ends when its state is enough, or when two steps change nothing: the engine takes two before it looks. *)
Definition iterate (n : nat) l : state := Nat.iter n (step m l) (start m l).
Definition settled l x : Prop :=
  enough m l x = true \/ forall i, i < width m l -> same_set (step m l (step m l x) i) (x i).
(* A loop is still when two more steps change nothing. It must end if its words are always clean, it is still after more steps
   than there are points, and it stays still. It ended in a state that it reached and that is settled. What runs the loops ends
   each that must end. (An engine compares whole words, so a loop whose other bits change may never end.) *)
Definition still l (n : nat) : Prop :=
  forall i, i < width m l -> same_set (step m l (step m l (iterate n l)) i) (iterate n l i).
Definition must_end l : Prop := (forall n, clean_state m l (iterate n l)) /\
  (forall n, length (points g) < n -> still l n) /\ forall n, still l n -> still l (S (S n)).
Definition ended l x : Prop := exists n, x = iterate n l /\ settled l x.
Definition runs (fix_ : loop -> state) : Prop := forall l, must_end l -> ended l (fix_ l).

(* The kernels, with the results of their loops. *)
Definition play_at (k : kernels m) (fix_ : loop -> state) own opp safe pt : played m :=
  let x := fix_ (breathing_loop m k own opp safe pt) in
  play_beside m k own opp safe pt x (fix_ (chain_loop m k own opp safe pt x)).
Definition outlook_safe (k : kernels m) (fix_ : loop -> state) own opp : word :=
  safe_of m (look m k own opp (fix_ (secure_loop m k own opp))).

(* A position: clean words without a common point, and every stone reaches empty. *)
Definition good who own opp : Prop :=
  clean own /\ clean opp /\ ~ meets own opp /\ all_reach (coloring_of who own opp).

(* A word with one point. *)
Definition only pt (p : point g) : Prop := clean pt /\ forall q, has pt q = true <-> q = p.

(* Safe stones: whole chains that reach empty wherever the player plays. *)
Definition is_safe who own opp safe : Prop :=
  clean safe /\ within safe opp /\ closed_in safe opp /\ forall p q, empty_of own opp p = true -> has safe q = true ->
    reaches (put who p (coloring_of who own opp)) empty q.
End Running.
