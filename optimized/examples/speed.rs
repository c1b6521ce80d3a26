//! Nanoseconds a move: `cargo run --release --example speed`.
use superko_optimized::*;

/// The time this thread has run, in nanoseconds.
fn now() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    text.split(' ').next().expect("a field").parse().expect("a number")
}

fn playouts<const S: usize, const N: usize>(side: u8, games: usize) {
    let shape = Shape::new(side, side).expect("fits");
    let mut game = Game::<S, N>::new(shape, Rules::TROMP_TAYLOR);
    let mut random = Random::new(7);
    for _ in 0..4 {
        let start = now();
        let mut turns = 0;
        for _ in 0..games {
            game.restart();
            turns += game.playout(&mut random, 3 * side as usize * side as usize);
        }
        let ns = (now() - start) / turns as f64;
        println!(
            "{side}x{side} playout: {ns:.1} ns a turn, {:.1} turns",
            turns as f64 / games as f64
        );
    }
}

fn in_step<const S: usize, const N: usize>(side: u8, games: usize) {
    let start = Position::<S, N>::new(Shape::new(side, side).expect("fits"));
    for level in Level::ALL {
        let (begin, mut turns, mut count) = (now(), 0, 0);
        playouts_in_step(level, &start, games, 3 * side as usize * side as usize, 7, |game| {
            turns += game.turns;
            count += 1;
        });
        let ns = (now() - begin) / turns as f64;
        println!(
            "{side}x{side} in step, {level:?}: {ns:.1} ns a turn, {:.1} turns",
            turns as f64 / count as f64
        );
    }
}

fn legal<const S: usize, const N: usize>(side: u8, games: usize) {
    let shape = Shape::new(side, side).expect("fits");
    let mut game = Game::<S, N>::new(shape, Rules::TROMP_TAYLOR);
    let mut random = Random::new(7);
    for _ in 0..3 {
        let start = now();
        let mut turns = 0;
        for _ in 0..games {
            game.restart();
            while !game.is_over() && game.turns() < 3 * side as usize * side as usize {
                let legal = game.legal();
                let count = legal.count();
                let turn = if count == 0 {
                    Turn::Pass
                } else {
                    Turn::Play(legal.nth(random.below(count)).first().unwrap())
                };
                game.play(turn).unwrap();
            }
            turns += game.turns();
        }
        let ns = (now() - start) / turns as f64;
        println!(
            "{side}x{side} legal set and play: {ns:.1} ns a turn, {:.1} turns",
            turns as f64 / games as f64
        );
    }
}

fn perft(side: u8, depth: u32) {
    let mut game = AnyGame::new(side, side, Rules::TROMP_TAYLOR).unwrap();
    let start = now();
    let n = game.perft(depth, Passes::Counted);
    println!("perft {side}x{side} depth {depth}: {n}, {:.1} M/s", n as f64 / (now() - start) * 1e3);
}

fn area<const S: usize, const N: usize>(side: u8) {
    let shape = Shape::new(side, side).expect("fits");
    let mut random = Random::new(7);
    let positions: Vec<_> = (0..1000)
        .map(|i| {
            let mut game = Game::<S, N>::new(shape, Rules::TROMP_TAYLOR);
            game.playout(&mut random, 1 + i * 3 * side as usize * side as usize / 2000);
            *game.position()
        })
        .collect();
    for _ in 0..3 {
        let start = now();
        let mut sum = 0;
        for _ in 0..100 {
            for p in &positions {
                sum += p.area()[0];
            }
        }
        println!("{side}x{side} area: {:.1} ns ({sum})", (now() - start) / 1e5);
    }
}

fn main() {
    println!("{:?}", Level::detected());
    playouts::<10, 2>(9, 20000);
    playouts::<20, 6>(19, 3000);
    in_step::<10, 2>(9, 100000);
    in_step::<20, 6>(19, 5000);
    legal::<10, 2>(9, 3000);
    legal::<20, 6>(19, 500);
    area::<10, 2>(9);
    area::<20, 6>(19);
    perft(3, 7);
    perft(5, 5);
    perft(9, 3);
}
