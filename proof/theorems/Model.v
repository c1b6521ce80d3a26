(* The model of the engine, beyond that of Engine.v: the kernel `plays`, the set of legal plays, words of several boards, and
   the end of a game. *)
Require Import List Arith Bool.
From Superko Require Import Rules Decide Conditions Kernels History Engine.
Import ListNotations.

Section Model.
Context {g : grid} (e : engine g).
Notation m := (words e).
Notation k := (its_kernels e).
Notation hs := (hashes e).
Notation fix_ := (run_loop e).
Notation word := (word m).
Notation set := (set g).
Implicit Types (own opp color : word) (who : player) (p : point g) (rest chain : set) (ko : ko_name) (su : suicide_name).

(* The outlook, when its loop has ended. *)
Definition seen_by own opp : outlook m := look m k own opp (fix_ (secure_loop m k own opp)).

(* The loop that tries plays: its step runs the loops of a play at the lowest point that was not tried. *)
Definition try_loop own opp : loop m :=
  let x := fix_ (secure_loop m k own opp) in
  let safe := outlook_safe k fix_ own opp in
  {| width := 4;
     start := try_start m k own opp x;
     step := fun u =>
       let pt := lowest m k (u 0) in
       let y := fix_ (breathing_loop m k own opp safe pt) in
       try_step m k own opp x u y (fix_ (chain_loop m k own opp safe pt y));
     enough := try_enough m k own opp x |}.
Definition plays_at own opp : plays m :=
  all_plays m k own opp (fix_ (secure_loop m k own opp)) (fix_ (try_loop own opp)).

(* The plays that a suicide rule allows, as read from its answer. *)
Definition allowed_plays (su : suicide_name) (a : plays m) p : bool :=
  has (quiet_plays m a) p || has (capturing m a) p || match su with
    | SuicideAllowed => has (lone_plays m a) p || has (several m a) p
    | SeveralStones => has (several m a) p
    | SuicideForbidden => false
    end.

(* take_chain: the chains of a color that stones of a set are in, one after the other. *)
Definition chain_at color p : set :=
  Conditions.flood m k (single e p) color (fix_ (flood_loop m k (single e p) color)).
Fixpoint take_chains (n : nat) color rest : list set :=
  match n, find rest (points g) with
  | S n, Some p => chain_at color p :: take_chains n color (minus rest (chain_at color p))
  | _, _ => []
  end.
Definition all_chains color rest : list set := take_chains (length (points g)) color rest.

(* The liberties of a chain. If there is one, a play there captures the chain, and is judged by itself if it captures another
   chain, or if some grid had as many stones as it would leave. A play at one of several liberties of an own chain is no
   suicide. *)
Definition liberties (empty_ : set) chain : set := both (next chain) empty_.
Definition note_capture (empty_ : set) (noted : nat -> bool) (found : set * set) chain : set * set :=
  let (capturing_, judged) := found in
  let libs := liberties empty_ chain in
  if size libs =? 1 then
    (union capturing_ libs,
     if noted (size chain) || existsb (both libs capturing_) (points g) then union judged libs else judged)
  else found.
Definition note_quiet (empty_ tight lives : set) chain : set :=
  let libs := liberties empty_ chain in if 1 <? size libs then union lives (both libs tight) else lives.

(* What History::returning returns. The player whose turn it is made every second turn. Each of the latest n is tried. *)
Fixpoint returning_in (n : nat) (es : list (entry m hs)) who (noted present earlier : set) : set :=
  match n, es with
  | S n, _ :: x :: older =>
    let earlier := union earlier (e_stones m hs x who) in
    let on := returning_in n older who noted present earlier in
    match e_step m hs x with
    | play p => if present p && negb (noted p) then minus earlier present else on
    | pass => on
    end
  | _, _ => minus noted present
  end.
Definition returning (x : game e) : set :=
  let who := to_move e x in
  returning_in 4 (entries m hs (its_past e x)) who (emptied m hs (its_past e x) who) (on_grid e x who) nowhere.

(* What Game::legal_in returns, if `with_point` puts a stone into a stored grid. A play that is judged by itself is judged as
   `take` does. *)
Definition legal_plays (with_point : word -> point g -> word) ko su (x : game e) : set :=
  let who := to_move e x in
  let own := on_grid e x who in
  let opp := on_grid e x (opponent who) in
  let empty_ := empty_of own opp in
  let look_ := seen_by own opp in
  let counts n c := (if same_player c who then S (on_count e x c) else on_count e x c - n) in
  let has_pair n := pairs m hs (its_past e x) (counts n black) (counts n white) in
  let asked := union (minus (unclear m look_) (breathing_at m look_)) (both (unclear m look_) (returning x)) in
  let (capturing_, judged) := fold_left (note_capture empty_ has_pair)
    (all_chains opp (both (next asked) (minus opp (safe_of m look_)))) (nowhere, nowhere) in
  let lives := union (union (quiet m look_) (both (unclear m look_) (breathing_at m look_))) capturing_ in
  let tight := minus asked lives in
  let lives := fold_left (note_quiet empty_ tight) (all_chains own (both (next tight) own)) lives in
  let suicides := minus tight lives in
  let lone_ := union (lone m look_) (minus suicides (next own)) in
  let several_ := match su with SuicideForbidden => nowhere | _ => both suicides (next own) end in
  let judged := union (both judged (returning x)) several_ in
  let repeats_ p := has_pair 0 && match ko with
    | SimpleKo | NoKo => false
    | _ => repeats e ko (its_past e x) (sum (last_hash e (its_past e x)) (key hs who p))
        (fun c => if same_player c who then with_point own p else opp)
    end in
  let standstill := match ko with
    | Positional => false | _ => negb (repeats e ko (its_past e x) (last_hash e (its_past e x)) (on_grid e x)) end in
  fun p => lives p && negb (judged p) && negb (returning x p && negb (capturing_ p) && repeats_ p) ||
    lone_ p && (match su with SuicideAllowed => standstill | _ => false end) ||
    judged p && (match take e ko su x (play p) with Some _ => true | None => false end).

(* Course::pass: the passes in a row at the end, except the entry for the beginning. The second of two ends the game. After the
   end, every turn is refused. *)
Fixpoint passes_in_row (es : list (entry m hs)) : nat :=
  match es with
  | x :: ((_ :: _) as older) => match e_step m hs x with pass => S (passes_in_row older) | play _ => 0 end
  | _ => 0
  end.
Record course := { its_game : game e; running : bool }.
Definition begun (s : stones m) (first : player) : course := {| its_game := new_game e s first; running := true |}.
Definition turn_of ko su (x : course) (t : @turn g) : option course :=
  if running x then
    match take e ko su (its_game x) t with
    | Some y => Some {| its_game := y; running := match t with
        | pass => S (passes_in_row (entries m hs (its_past e (its_game x)))) <? 2 | play _ => true end |}
    | None => None
    end
  else None.
Fixpoint turns_of ko su (x : course) (ts : list (@turn g)) : option course :=
  match ts with [] => Some x | t :: ts => match turn_of ko su x t with Some x => turns_of ko su x ts | None => None end end.

(* Position::area counts the points of the kernel's answer. The higher score wins. *)
Definition area_score (x : course) : nat * nat :=
  let own := on_grid e (its_game x) black in
  let opp := on_grid e (its_game x) white in
  let areas := area_of m k own opp (run_loop e (area_loop m k own opp)) in (size (fst areas), size (snd areas)).
Definition decided (x : course) : option player :=
  match Nat.compare (fst (area_score x)) (snd (area_score x)) with Gt => Some black | Lt => Some white | Eq => None end.
End Model.

(* What runs a loop, as `fix_one` of word.rs does: two steps in each round, until the state is enough, or a round changes no word.
   Here it takes at most n rounds. *)
Section Rounds.
Context {g : grid} {m : machine g} (same_word : word m -> word m -> bool).
Definition unchanged (l : loop m) (x y : state m) : bool := forallb (fun i => same_word (y i) (x i)) (seq 0 (width m l)).
Fixpoint rounds_of_one (n : nat) (l : loop m) (now : state m) : state m :=
  match n with
  | 0 => now
  | S n =>
    if enough m l now then now else
    let next_ := step m l (step m l now) in
    if unchanged l now next_ then now else rounds_of_one n l next_
  end.
End Rounds.

Section Lanes.
Context {g : grid} {m : machine g} (same_word : word m -> word m -> bool) (lanes : nat) (k : kernels m).
Notation unchanged := (unchanged same_word).

(* Some boards in lanes 0, 1, ... Each operation acts on each lane by itself, so each lane has a loop. All take two steps in
   each round, until a round finds each lane done: its state is enough, or the round did not change it. *)
Fixpoint rounds (n : nat) (ls : nat -> loop m) (now : nat -> state m) (finished : nat -> bool) : nat -> state m :=
  match n with
  | 0 => now
  | S n =>
    if forallb finished (seq 0 lanes) then now else
    let next_ i := step m (ls i) (step m (ls i) (now i)) in
    rounds n ls next_ (fun i => enough m (ls i) (next_ i) || unchanged (ls i) (now i) (next_ i))
  end.
Definition fix_lanes (ls : nat -> loop m) : nat -> state m :=
  rounds (length (points g) + 3) ls (fun i => start m (ls i)) (fun i => enough m (ls i) (start m (ls i))).

(* A play in each lane. *)
Definition play_lanes (own opp safe pt : nat -> word m) : nat -> played m :=
  let xs := fix_lanes (fun i => breathing_loop m k (own i) (opp i) (safe i) (pt i)) in
  let ys := fix_lanes (fun i => chain_loop m k (own i) (opp i) (safe i) (pt i) (xs i)) in
  fun i => play_beside m k (own i) (opp i) (safe i) (pt i) (xs i) (ys i).
End Lanes.
