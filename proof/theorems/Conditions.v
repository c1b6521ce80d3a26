(* The conditions that the SAT proof checks of the kernels, in its words: proof/src/spec.rs and proof/src/conditions/. *)
Require Import List Arith Bool.
From Superko Require Import Rules.
Import ListNotations.

Section Sets.
Context {g : grid}.
Notation point := (point g).

(* spec.rs and board.rs: sets of points, and what is said of them. *)
Definition set := point -> bool.
Implicit Types (a b s seed region color target own opponent pt empty alive : set).

Definition union a b : set := fun p => a p || b p.
Definition both a b : set := fun p => a p && b p.
Definition minus a b : set := fun p => a p && negb (b p).
Definition xor a b : set := fun p => xorb (a p) (b p).
Definition nowhere : set := fun _ => false.
Definition when (truth : bool) a : set := fun p => truth && a p.
Definition next a : set := fun p => existsb (fun q => adjacent p q && a q) (points g).
Definition within a b : Prop := forall p, a p = true -> b p = true.
Definition same_set a b : Prop := forall p, a p = b p.
Definition some a : Prop := exists p, a p = true.
Definition meets a b : Prop := some (both a b).

(* A set is closed in a region when it holds every point of the region that is next to it. *)
Definition closed_in a region : Prop := within (both (next a) region) a.

(* A closed set of the points of a color that reach a target. The least such set is the set of those that do. *)
Definition closes color target s : Prop := within s color /\ within (both color (next (union target s))) s.
Definition least_reach color target s other : Prop := closes color target other -> within s other.

(* The result of a flood lies within another set, if that set holds the seed and is closed in the region. *)
Definition least_flood seed region s other : Prop :=
  within seed (both other region) -> closed_in (both other region) region -> within s (both other region).

(* The part of a position's legality that is about one set of chains. *)
Definition breathing stones empty chains : Prop :=
  within chains stones -> closed_in chains stones -> some chains -> meets (next chains) empty.

(* A position, and a point to play at, or none. *)
Definition empty_of own opponent : set := fun p => negb (own p) && negb (opponent p).
Definition situation_or_none own opponent pt : Prop :=
  ~ meets own opponent /\ (forall p q, pt p = true -> pt q = true -> p = q) /\ within pt (empty_of own opponent).
Definition situation own opponent pt : Prop := some pt /\ situation_or_none own opponent pt.
Definition placed own pt : set := union own pt.
Definition empty_then own opponent pt : set := minus (empty_of own opponent) pt.

(* The opponent stones that reach empty after the new stone is placed, and then the own stones that do: closed sets. *)
Definition to_reach own opponent pt alive : set := union (empty_then own opponent pt) (minus opponent alive).
Definition clearing own opponent pt alive own_alive : Prop :=
  closes opponent (empty_then own opponent pt) alive /\ closes (placed own pt) (to_reach own opponent pt alive) own_alive.

(* A whole is made of parts that are apart. *)
Definition partition3 whole a b c : Prop :=
  same_set (union (union a b) c) whole /\ ~ meets a b /\ ~ meets a c /\ ~ meets b c.

(* The points next to at least two of a set. *)
Definition next_to_two a : set := fun p => 1 <? length (filter (fun q => adjacent p q && a q) (points g)).
End Sets.
Arguments set g : clear implicits.

(* What a machine makes of a grid: words, whose bits are the points of the grid and others; which of them are clean, that is,
   have no other bit; an order of the points; the points that are diagonal to one another; and those on the edge. *)
Record machine (g : grid) := {
  word : Type;
  has : word -> set g;
  clean : word -> Prop;
  order : list (point g);
  diagonal : point g -> point g -> bool;
  edge : set g }.
Arguments word {g}. Arguments has {g m}. Arguments clean {g m}. Arguments order {g}. Arguments diagonal {g}. Arguments edge {g}.
Coercion has : word >-> set.

Section Kernels.
Context {g : grid} (m : machine g).
Notation word := (word m).
Notation set := (set g).

(* A loop has a state of some words. It takes steps from its start until a step changes nothing or the state is enough. *)
Definition state := nat -> word.
Record loop := { width : nat; start : state; step : state -> state; enough : state -> bool }.
Definition clean_state (l : loop) (x : state) : Prop := forall i, i < width l -> clean (x i).
(* The exit test compares whole words: after a step that changes no clean word, the words are clean. *)
Definition exit_with (w : nat) (good : bool) (x y : state) : Prop :=
  good = true \/ forall i, i < w -> clean (y i) /\ same_set (y i) (x i).
Definition exit (l : loop) (x : state) : Prop := exit_with (width l) (enough l x) x (step l x).

(* What kernels answer. *)
Record played := { own_after : word; opponent_after : word; captures : bool; suicide : bool }.
Record outlook := { quiet : word; lone : word; unclear : word; breathing_at : word; safe_of : word }.
Record plays := { quiet_plays : word; capturing : word; lone_plays : word; several : word }.

(* Kernels: the loops that each runs, and its answer when these have ended in given states. A play runs two loops, and the step
   of the loop that tries plays runs those of a play at the point tried. *)
Record kernels := {
  flood_loop (seed region : word) : loop;
  flood (seed region : word) (x : state) : word;
  breathing_loop (own opponent safe pt : word) : loop;
  chain_loop (own opponent safe pt : word) (x : state) : loop;
  play_beside (own opponent safe pt : word) (x y : state) : played;
  play_plain (own opponent pt : word) (x y : state) : played;
  secure_loop (own opponent : word) : loop;
  look (own opponent : word) (x : state) : outlook;
  lone_at (own opponent : word) : word;
  lowest : word -> word;
  try_start (own opponent : word) (x : state) : state;
  try_step (own opponent : word) (x u y z : state) : state;
  try_enough (own opponent : word) (x u : state) : bool;
  all_plays (own opponent : word) (x u : state) : plays;
  area_loop (own opponent : word) : loop;
  area_of (own opponent : word) (x : state) : word * word;
  eyes (own opponent : word) : word;
  board_points : word;
  board_edge : word }.
Variable k : kernels.

(* conditions/flood.rs: a flood is set number i of a loop of a number of sets. *)
Definition flood_starts (l : loop) (i sets : nat) (seed region : set) : Prop :=
  width l = sets /\ same_set (start l i) seed /\ within (start l i) region /\ clean_state l (start l).
Definition flood_steps (l : loop) (i : nat) (region : set) (x : state) : Prop :=
  same_set (step l x i) (union (x i) (both (next (x i)) region)) /\ clean_state l (step l x).
Definition flood_known (l : loop) (i : nat) (seed region : set) (x : state) : Prop :=
  exit l x /\ within seed (x i) /\ within (x i) region /\ (enough l x = true \/ closed_in (x i) region).

(* conditions/play.rs: all words of a play, with the results of its loops and the stones that reach empty. *)
Record case := { c_own : word; c_opponent : word; c_safe : word; c_pt : word; c_x : state; c_y : state; c_alive : set;
  c_own_alive : set; c_cleans : clean c_own /\ clean c_opponent /\ clean c_safe /\ clean c_pt }.
Implicit Type (c : case).
Definition first_loop c : loop := breathing_loop k (c_own c) (c_opponent c) (c_safe c) (c_pt c).
Definition second_loop c : loop := chain_loop k (c_own c) (c_opponent c) (c_safe c) (c_pt c) (c_x c).
Definition result c : played := play_beside k (c_own c) (c_opponent c) (c_safe c) (c_pt c) (c_x c) (c_y c).
Definition suspects c : set := minus (c_opponent c) (c_safe c).
Definition seed c : set := both (suspects c) (next (empty_then (c_own c) (c_opponent c) (c_pt c))).
Definition placed_of c : set := placed (c_own c) (c_pt c).
Definition reachable c : set := to_reach (c_own c) (c_opponent c) (c_pt c) (c_alive c).
Definition position_or_none c : Prop :=
  situation_or_none (c_own c) (c_opponent c) (c_pt c) /\ within (c_safe c) (c_opponent c) /\ closed_in (c_safe c) (c_opponent c) /\
  within (c_safe c) (c_alive c) /\ clean_state (first_loop c) (c_x c) /\ clean_state (second_loop c) (c_y c).
Definition position c : Prop := some (c_pt c) /\ position_or_none c.
Definition hypotheses c : Prop :=
  position c /\ flood_known (first_loop c) 0 (seed c) (suspects c) (c_x c) /\
  flood_known (second_loop c) 0 (c_pt c) (placed_of c) (c_y c) /\
  clearing (c_own c) (c_opponent c) (c_pt c) (c_alive c) (c_own_alive c).
Definition opponent_right c : Prop := hypotheses c /\ same_set (opponent_after (result c)) (c_alive c).
Definition exact c : Prop := opponent_right c /\ same_set (own_after (result c)) (c_own_alive c).
Definition legal_again (c : case) (stones chains : set) : Prop :=
  breathing stones (empty_of (own_after (result c)) (opponent_after (result c))) chains.
Definition same_fate c : set := fun p =>
  placed_of c p && eqb (c_own_alive c p) (existsb (fun q => has (c_pt c) q && c_own_alive c q) (points g)).

(* conditions/plays.rs: the same for the outlook, with one loop and without safe stones. *)
Record view := { v_own : word; v_opponent : word; v_pt : word; v_x : state; v_alive : set; v_own_alive : set;
  v_cleans : clean v_own /\ clean v_opponent /\ clean v_pt }.
Implicit Type (v : view).
Definition view_loop v : loop := secure_loop k (v_own v) (v_opponent v).
Definition view_empty v : set := empty_of (v_own v) (v_opponent v).
Definition view_position v : Prop := situation (v_own v) (v_opponent v) (v_pt v) /\ clean_state (view_loop v) (v_x v).
Definition own_seed v : set := both (v_own v) (next_to_two (view_empty v)).
Definition opponent_seed v : set := both (v_opponent v) (next_to_two (view_empty v)).
Definition seen v : outlook := look k (v_own v) (v_opponent v) (v_x v).
Definition view_known v : Prop :=
  view_position v /\ flood_known (view_loop v) 0 (own_seed v) (v_own v) (v_x v) /\
  flood_known (view_loop v) 1 (opponent_seed v) (v_opponent v) (v_x v) /\
  clearing (v_own v) (v_opponent v) (v_pt v) (v_alive v) (v_own_alive v).
Definition own_secure_least v (other : set) : Prop := least_flood (own_seed v) (v_own v) (v_x v 0) other.
Definition opponent_secure_least v (other : set) : Prop := least_flood (opponent_seed v) (v_opponent v) (v_x v 1) other.
Definition calm v : Prop := within (v_pt v) (union (quiet (seen v)) (lone (seen v))).
Definition captures_none v : Prop := view_known v /\ calm v /\ same_set (v_opponent v) (v_alive v).
Definition own_legal v : Prop :=
  breathing (v_own v) (view_empty v) (minus (minus (placed (v_own v) (v_pt v)) (v_own_alive v)) (v_pt v)).

(* conditions/plays.rs: a play at a point that the kernel `lone` names. *)
Definition lone_known (own opponent pt : word) (alive own_alive : set) : Prop :=
  clean own /\ clean opponent /\ clean pt /\ situation own opponent pt /\ clearing own opponent pt alive own_alive /\
  within pt (lone_at k own opponent).

(* The loop that tries plays: its state u, and the results y and z of the loops of the play at the point tried. *)
Record trial := { t_own : word; t_opponent : word; t_x : state; t_u : state; t_y : state; t_z : state;
  t_cleans : clean t_own /\ clean t_opponent /\ forall i, i < 4 -> clean (t_u i) }.
Implicit Type (t : trial).
Definition tried t : word := lowest k (t_u t 0).
Definition trial_look t : outlook := look k (t_own t) (t_opponent t) (t_x t).
Definition trial_played t : played :=
  play_beside k (t_own t) (t_opponent t) (safe_of (trial_look t)) (tried t) (t_y t) (t_z t).
Definition trial_next t : state := try_step k (t_own t) (t_opponent t) (t_x t) (t_u t) (t_y t) (t_z t).
Definition trial_begin t : state := try_start k (t_own t) (t_opponent t) (t_x t).
Definition trial_clean t : Prop := clean_state (secure_loop k (t_own t) (t_opponent t)) (t_x t) /\
  clean_state (breathing_loop k (t_own t) (t_opponent t) (safe_of (trial_look t)) (tried t)) (t_y t) /\
  clean_state (chain_loop k (t_own t) (t_opponent t) (safe_of (trial_look t)) (tried t) (t_y t)) (t_z t).
Definition trial_known t : Prop :=
  trial_clean t /\ ~ meets (t_own t) (t_opponent t) /\ within (t_u t 0) (empty_of (t_own t) (t_opponent t)).
Definition first_of (s : set) : set :=
  match find s (order m) with Some p => fun q => if same_point q p then true else false | None => nowhere end.
Definition alone t : bool := forallb (fun p => implb (has (t_own t) p) (has (own_after (trial_played t)) p)) (points g).
Definition trial_answer t : plays := all_plays k (t_own t) (t_opponent t) (t_x t) (t_u t).

(* conditions/area.rs: the area, with the points that reach each color. *)
Record field := { f_own : word; f_opponent : word; f_x : state; reach_own : set; reach_opponent : set;
  f_cleans : clean f_own /\ clean f_opponent }.
Implicit Type (f : field).
Definition field_loop f : loop := area_loop k (f_own f) (f_opponent f).
Definition field_empty f : set := empty_of (f_own f) (f_opponent f).
Definition field_position f : Prop := ~ meets (f_own f) (f_opponent f) /\ clean_state (field_loop f) (f_x f).
Definition field_seed f (stones : set) : set := both (next stones) (field_empty f).
Definition field_flood f (i : nat) (stones reach : set) : Prop :=
  flood_known (field_loop f) i (field_seed f stones) (field_empty f) (f_x f) /\ closes (field_empty f) stones reach /\
  least_reach (field_empty f) stones reach (f_x f i) /\
  least_flood (field_seed f stones) (field_empty f) (f_x f i) reach.
Definition diagonals (stones : set) (p : point g) : nat := length (filter (fun q => diagonal m p q && stones q) (points g)).
Definition is_eye (own opponent : set) : set := fun p =>
  empty_of own opponent p && forallb (fun q => implb (adjacent p q) (own q)) (points g) &&
  if edge m p then diagonals opponent p =? 0 else diagonals opponent p <? 2.

(* The conditions. The name of each is that of the SAT proof, which conditions.txt lists. The 9 controls have no field. *)
Record conditions := {
  flood_a_step_adds_only_neighbors : forall seed region x (l := flood_loop k seed region), clean seed -> clean region ->
    clean_state l x -> within (x 0) region -> within (step l x 0) (union (x 0) (both (next (x 0)) region));
  flood_a_step_loses_no_point : forall seed region x (l := flood_loop k seed region), clean seed -> clean region ->
    clean_state l x -> within (x 0) region -> within (x 0) (step l x 0);
  flood_closed_at_the_exit : forall seed region x (l := flood_loop k seed region), clean seed -> clean region ->
    clean_state l x -> within (x 0) region -> exit l x -> closed_in (x 0) region;
  flood_padding_stays_empty : forall seed region x (l := flood_loop k seed region), clean seed -> clean region ->
    clean_state l x -> within (x 0) region -> clean_state l (step l x) /\ clean (flood k seed region x);
  flood_the_loop_starts_from_its_seed_in_its_region : forall seed region, clean seed -> clean region ->
    within seed region -> flood_starts (flood_loop k seed region) 0 1 seed region;
  flood_the_loop_steps_to_the_neighbors_in_its_region : forall seed region x (l := flood_loop k seed region),
    clean seed -> clean region -> clean_state l x -> within seed region -> within (x 0) region -> flood_steps l 0 region x;
  flood_the_answer_is_the_loop_s_result : forall seed region x, clean seed -> clean region ->
    clean_state (flood_loop k seed region) x -> within seed region -> same_set (flood k seed region x) (x 0);

  play_the_opponent_s_flood_starts_from_its_seed_in_its_region : forall c, position_or_none c ->
    flood_starts (first_loop c) 0 1 (seed c) (suspects c);
  play_the_opponent_s_flood_steps_to_the_neighbors_in_its_region : forall c, position_or_none c -> within (c_x c 0) (suspects c) ->
    flood_steps (first_loop c) 0 (suspects c) (c_x c);
  play_the_own_flood_starts_from_its_seed_in_its_region : forall c, position_or_none c ->
    flood_starts (second_loop c) 0 1 (c_pt c) (placed_of c);
  play_the_own_flood_steps_to_the_neighbors_in_its_region : forall c, position_or_none c -> within (c_y c 0) (placed_of c) ->
    flood_steps (second_loop c) 0 (placed_of c) (c_y c);
  play_no_opponent_stone_that_reaches_empty_goes : forall c, hypotheses c ->
    least_reach (c_opponent c) (empty_then (c_own c) (c_opponent c) (c_pt c)) (c_alive c) (opponent_after (result c)) ->
    within (c_alive c) (opponent_after (result c));
  play_every_other_opponent_stone_goes : forall c, hypotheses c ->
    least_flood (seed c) (suspects c) (c_x c 0) (c_alive c) ->
    breathing (c_opponent c) (empty_of (c_own c) (c_opponent c)) (minus (c_opponent c) (c_alive c)) ->
    within (opponent_after (result c)) (c_alive c);
  play_no_own_stone_that_reaches_empty_goes : forall c, opponent_right c ->
    least_reach (placed_of c) (reachable c) (c_own_alive c) (own_after (result c)) ->
    within (c_own_alive c) (own_after (result c));
  play_every_other_own_stone_goes : forall c, opponent_right c ->
    breathing (c_own c) (empty_of (c_own c) (c_opponent c))
      (minus (minus (minus (placed_of c) (c_own_alive c)) (c_y c 0)) (c_pt c)) ->
    least_flood (c_pt c) (placed_of c) (c_y c 0) (same_fate c) ->
    within (own_after (result c)) (c_own_alive c);
  play_captures_and_suicides_are_told : forall c, exact c ->
    (captures (result c) = true <-> ~ same_set (opponent_after (result c)) (c_opponent c)) /\
    (suicide (result c) = true <-> ~ within (c_pt c) (own_after (result c)));
  play_what_is_toggled_is_what_changes : forall c (r := result c), exact c ->
    same_set (xor (c_own c) (own_after r))
      (xor (c_pt c) (when (suicide r && negb (captures r)) (minus (placed_of c) (own_after r)))) /\
    same_set (xor (c_opponent c) (opponent_after r)) (when (captures r) (minus (c_opponent c) (opponent_after r))) /\
    captures r && suicide r = false;
  play_own_stones_are_legal_again : forall c chains, exact c ->
    least_reach (placed_of c) (reachable c) (c_own_alive c) (minus (c_own_alive c) chains) ->
    legal_again c (own_after (result c)) chains;
  play_opponent_stones_are_legal_again : forall c chains, exact c ->
    least_reach (c_opponent c) (empty_then (c_own c) (c_opponent c) (c_pt c)) (c_alive c) (minus (c_alive c) chains) ->
    legal_again c (opponent_after (result c)) chains;
  play_padding_stays_empty : forall c, opponent_right c ->
    clean (own_after (result c)) /\ clean (opponent_after (result c));
  play_the_plain_play_is_the_one_with_nothing_safe : forall c, same_set (c_safe c) nowhere ->
    clean_state (first_loop c) (c_x c) -> clean_state (second_loop c) (c_y c) ->
    let r := play_plain k (c_own c) (c_opponent c) (c_pt c) (c_x c) (c_y c) in
    same_set (own_after r) (own_after (result c)) /\ same_set (opponent_after r) (opponent_after (result c)) /\
    captures r = captures (result c) /\ suicide r = suicide (result c);
  play_a_play_at_no_point_changes_nothing : forall c (r := result c), same_set (c_pt c) nowhere ->
    clean_state (first_loop c) (c_x c) -> clean_state (second_loop c) (c_y c) ->
    exit (first_loop c) (c_x c) -> exit (second_loop c) (c_y c) ->
    within (c_safe c) (c_opponent c) -> ~ meets (c_own c) (c_opponent c) ->
    same_set (own_after r) (c_own c) /\ same_set (opponent_after r) (c_opponent c) /\ captures r = false /\ suicide r = false;

  outlook_the_own_flood_starts_from_its_seed_in_its_region : forall v, view_position v ->
    flood_starts (view_loop v) 0 2 (own_seed v) (v_own v);
  outlook_the_own_flood_steps_to_the_neighbors_in_its_region : forall v, view_position v -> within (v_x v 0) (v_own v) ->
    flood_steps (view_loop v) 0 (v_own v) (v_x v);
  outlook_the_opponent_s_flood_starts_from_its_seed_in_its_region : forall v, view_position v ->
    flood_starts (view_loop v) 1 2 (opponent_seed v) (v_opponent v);
  outlook_the_opponent_s_flood_steps_to_the_neighbors_in_its_region : forall v, view_position v ->
    within (v_x v 1) (v_opponent v) -> flood_steps (view_loop v) 1 (v_opponent v) (v_x v);
  outlook_every_empty_point_is_quiet_lone_or_unclear : forall v, view_known v ->
    partition3 (view_empty v) (quiet (seen v)) (lone (seen v)) (unclear (seen v)) /\
    clean (quiet (seen v)) /\ clean (lone (seen v)) /\ clean (unclear (seen v)) /\ clean (breathing_at (seen v)) /\
    clean (safe_of (seen v));
  outlook_safe_stones_are_whole_chains_that_no_play_captures : forall v, view_known v ->
    opponent_secure_least v (v_alive v) ->
    within (safe_of (seen v)) (v_alive v) /\ closed_in (safe_of (seen v)) (v_opponent v);
  outlook_a_play_next_to_an_empty_point_is_breathing : forall v, view_known v ->
    within (both (view_empty v) (next (view_empty v))) (breathing_at (seen v));
  outlook_a_breathing_play_is_no_suicide : forall v, view_known v -> within (v_pt v) (breathing_at (seen v)) ->
    own_secure_least v (minus (v_own_alive v) (v_pt v)) -> within (v_pt v) (v_own_alive v);
  outlook_a_quiet_or_lone_play_captures_nothing : forall v, view_known v -> calm v ->
    breathing (v_opponent v) (view_empty v) (minus (v_opponent v) (v_alive v)) -> opponent_secure_least v (v_alive v) ->
    within (v_opponent v) (v_alive v);
  outlook_a_quiet_play_is_no_suicide : forall v, captures_none v -> within (v_pt v) (quiet (seen v)) -> own_legal v ->
    own_secure_least v (minus (v_own_alive v) (v_pt v)) -> within (placed (v_own v) (v_pt v)) (v_own_alive v);
  outlook_a_lone_play_removes_the_new_stone_alone : forall v, captures_none v -> within (v_pt v) (lone (seen v)) ->
    own_legal v ->
    least_reach (placed (v_own v) (v_pt v)) (to_reach (v_own v) (v_opponent v) (v_pt v) (v_alive v))
      (v_own_alive v) (v_own v) ->
    same_set (v_own_alive v) (v_own v);

  lone_its_points_are_empty : forall own opponent, clean own -> clean opponent -> ~ meets own opponent ->
    within (lone_at k own opponent) (empty_of own opponent) /\ clean (lone_at k own opponent);
  lone_a_play_there_captures_nothing : forall own opponent pt alive own_alive, lone_known own opponent pt alive own_alive ->
    breathing opponent (empty_of own opponent) (minus opponent alive) -> within opponent alive;
  lone_a_play_there_removes_the_new_stone_alone : forall own opponent pt alive own_alive,
    lone_known own opponent pt alive own_alive -> same_set opponent alive ->
    breathing own (empty_of own opponent) (minus (minus (placed own pt) own_alive) pt) ->
    least_reach (placed own pt) (to_reach own opponent pt alive) own_alive own -> same_set own_alive own;

  plays_the_point_tried_is_the_first_unclear_one : forall t, trial_known t ->
    same_set (tried t) (first_of (t_u t 0)) /\ clean (tried t);
  plays_trying_starts_with_the_outlook : forall t, trial_clean t -> same_set (trial_begin t 0) (unclear (trial_look t)) /\
    same_set (trial_begin t 1) nowhere /\ same_set (trial_begin t 2) (lone (trial_look t)) /\
    same_set (trial_begin t 3) nowhere /\ forall i, i < 4 -> clean (trial_begin t i);
  plays_a_step_records_what_a_play_at_the_point_tried_does : forall t (r := trial_played t), trial_known t ->
    same_set (trial_next t 0) (minus (t_u t 0) (tried t)) /\
    same_set (trial_next t 1) (union (t_u t 1) (when (captures r) (tried t))) /\
    same_set (trial_next t 2) (union (t_u t 2) (when (suicide r && alone t) (tried t))) /\
    same_set (trial_next t 3) (union (t_u t 3) (when (suicide r && negb (alone t)) (tried t))) /\
    forall i, i < 4 -> clean (trial_next t i);
  plays_at_the_exit_no_point_is_unclear : forall t, trial_known t -> same_set (tried t) (first_of (t_u t 0)) ->
    exit_with 4 (try_enough k (t_own t) (t_opponent t) (t_x t) (t_u t)) (t_u t) (trial_next t) -> ~ some (t_u t 0);
  plays_the_answer_is_what_was_recorded_and_the_rest_is_quiet : forall t, trial_known t ->
    same_set (capturing (trial_answer t)) (t_u t 1) /\ same_set (lone_plays (trial_answer t)) (t_u t 2) /\
    same_set (several (trial_answer t)) (t_u t 3) /\
    same_set (quiet_plays (trial_answer t))
      (minus (minus (minus (empty_of (t_own t) (t_opponent t)) (t_u t 1)) (t_u t 2)) (t_u t 3));

  area_the_own_flood_starts_from_its_seed_in_its_region : forall f, field_position f ->
    flood_starts (field_loop f) 0 2 (field_seed f (f_own f)) (field_empty f);
  area_the_own_flood_steps_to_the_neighbors_in_its_region : forall f, field_position f -> within (f_x f 0) (field_empty f) ->
    flood_steps (field_loop f) 0 (field_empty f) (f_x f);
  area_the_opponent_s_flood_starts_from_its_seed_in_its_region : forall f, field_position f ->
    flood_starts (field_loop f) 1 2 (field_seed f (f_opponent f)) (field_empty f);
  area_the_opponent_s_flood_steps_to_the_neighbors_in_its_region : forall f, field_position f ->
    within (f_x f 1) (field_empty f) -> flood_steps (field_loop f) 1 (field_empty f) (f_x f);
  area_stones_and_empty_points_that_reach_no_other_color : forall f (a := area_of k (f_own f) (f_opponent f) (f_x f)),
    field_position f -> field_flood f 0 (f_own f) (reach_own f) -> field_flood f 1 (f_opponent f) (reach_opponent f) ->
    same_set (fst a) (union (f_own f) (minus (reach_own f) (reach_opponent f))) /\
    same_set (snd a) (union (f_opponent f) (minus (reach_opponent f) (reach_own f))) /\ clean (fst a) /\ clean (snd a);

  eyes_empty_own_neighbors_too_few_diagonals_to_break_it : forall own opponent, clean own -> clean opponent ->
    ~ meets own opponent -> same_set (eyes k own opponent) (is_eye own opponent) /\ clean (eyes k own opponent);

  shape_the_points_and_the_edge_of_the_board :
    same_set (board_points k) (fun _ => true) /\ same_set (board_edge k) (edge m) /\
    clean (board_points k) /\ clean (board_edge k) }.
End Kernels.
