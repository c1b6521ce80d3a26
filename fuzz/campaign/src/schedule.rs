//! Who fuzzes next, with how many processes, and for how long.

use std::time::Duration;

/// The longest slice: the fuzzers of a campaign that was killed end by themselves after this time at the latest.
const LONGEST: Duration = Duration::from_secs(300);

/// The shortest slice, for it takes a fuzzer some time to start.
const SHORTEST: Duration = Duration::from_secs(10);

/// With less time left than this no slice begins.
pub(crate) const LEAST: Duration = Duration::from_secs(2);

/// How many slices each target is to have at least.
const ROUNDS: u32 = 8;

/// How many processes a target of these has for itself: one if there are not enough for all, so that targets take
/// turns; otherwise its share, the first ones having what is left over.
pub(crate) fn forks(place: usize, targets: usize, jobs: usize) -> usize {
    match targets {
        0 => 1,
        targets => (jobs / targets + usize::from(place < jobs % targets)).max(1),
    }
}

/// How much of the time of a campaign each target has, if they are to have the same.
pub(crate) fn share(time: Duration, targets: usize, jobs: usize) -> Duration {
    time.mul_f64((jobs as f64 / targets.max(1) as f64).min(1.0))
}

/// How long a slice is of a target that has such a share and had some of it, when so much time is left.
pub(crate) fn slice(share: Duration, had: Duration, left: Duration) -> Duration {
    let due = share.saturating_sub(had).max(LEAST);
    (share / ROUNDS).clamp(SHORTEST, LONGEST).min(due).min(left)
}

/// Which target is next: of those that may run, the one that has had the least time; of several, the first.
pub(crate) fn next(spent: &[Duration], may_run: impl Fn(usize) -> bool) -> Option<usize> {
    (0..spent.len()).filter(|&place| may_run(place)).min_by_key(|&place| spent[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn processes_are_shared_out() {
        let shares =
            |targets, jobs| (0..targets).map(|p| forks(p, targets, jobs)).collect::<Vec<_>>();
        assert_eq!(shares(3, 2), [1, 1, 1]);
        assert_eq!(shares(3, 3), [1, 1, 1]);
        assert_eq!(shares(3, 8), [3, 3, 2]);
        assert_eq!(forks(0, 0, 4), 1);
    }

    #[test]
    fn a_slice_leaves_time_for_the_others() {
        let first = |time, targets, jobs| {
            let share = share(seconds(time), targets, jobs);
            slice(share, Duration::ZERO, seconds(time))
        };
        assert_eq!(first(240, 3, 2), seconds(20));
        assert_eq!(first(8 * 3_600, 11, 2), seconds(300));
        assert_eq!(first(60, 2, 1), seconds(10));
        assert_eq!(first(6, 2, 1), seconds(3));
        // It had its share, and others are not to be fuzzed.
        assert_eq!(slice(seconds(60), seconds(60), seconds(9)), LEAST);
        assert_eq!(slice(seconds(60), seconds(60), seconds(1)), seconds(1));
    }

    #[test]
    fn who_had_least_is_next() {
        let spent = [seconds(5), seconds(3), seconds(3), seconds(9)];
        assert_eq!(next(&spent, |_| true), Some(1));
        assert_eq!(next(&spent, |place| place != 1), Some(2));
        assert_eq!(next(&spent, |_| false), None);
    }

    #[test]
    fn time_is_shared_fairly() {
        // Three targets on two places, slice after slice.
        let mut spent = vec![Duration::ZERO; 3];
        let mut running: Vec<(usize, Duration)> = Vec::new();
        let (end, mut now) = (seconds(600), Duration::ZERO);
        let share = share(end, 3, 2);
        while now < end {
            while running.len() < 2 {
                let busy = |place| running.iter().any(|&(other, _)| other == place);
                let place = next(&spent, |place| !busy(place)).unwrap();
                let length = slice(share, spent[place], end - now);
                spent[place] += length;
                running.push((place, now + length));
            }
            now = running.iter().map(|&(_, until)| until).min().unwrap();
            running.retain(|&(_, until)| until > now);
        }
        let (least, most) = (spent.iter().min().unwrap(), spent.iter().max().unwrap());
        assert!(*most - *least <= share / ROUNDS, "{spent:?}");
    }
}
