//! The instructions of each level are compared with plain ones. If the processor lacks a level, its
//! tests count as ignored.

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};
use superko_optimized::{
    Finished, Has, Layouts, Level, Position, Shape, playouts_in_step, words_agree,
};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    // Running ignored tests cannot give a processor more instructions.
    let asked_for_ignored = arguments.ignored || arguments.include_ignored;
    let mut tests = vec![];
    for level in Level::ALL {
        let is_there = level <= Level::detected();
        if !is_there && asked_for_ignored {
            continue;
        }
        let mut test = |name: &str, run: fn(Level)| {
            let name = format!("{level:?}::{name}").to_lowercase();
            let run = move || {
                run(level);
                Ok(())
            };
            tests.push(Trial::test(name, run).with_ignored_flag(!is_there));
        };
        test("words_compute_as_plain_integers_do", words_agree);
        if level > Level::Portable {
            test("games_in_step_are_the_portable_ones", games_are_the_portable_ones);
        }
    }
    libtest_mimic::run(&arguments, tests).exit_code()
}

fn games_are_the_portable_ones(level: Level) {
    fn games<const S: usize, const N: usize>(level: Level, side: u8) -> Vec<Finished<S, N>>
    where
        Layouts: Has<S, N>,
    {
        let start = Position::new(Shape::new(side, side).expect("the size fits"));
        let mut games = vec![];
        let limit = 3 * usize::from(side) * usize::from(side);
        playouts_in_step(level, &start, 40, limit, 3, |game| games.push(game));
        games
    }
    let all =
        |level| (games::<8, 1>(level, 5), games::<10, 2>(level, 9), games::<14, 3>(level, 13));
    let plain = all(Level::Portable);
    assert!(plain.0.len() >= 40 && plain.1.len() >= 40 && plain.2.len() >= 40);
    assert_eq!(all(level), plain);
}
