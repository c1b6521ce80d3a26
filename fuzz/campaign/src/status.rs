//! What libFuzzer prints, line by line.

/// What a line of a fuzzer says that runs its jobs in processes of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A job has ended and its inputs were merged.
    Status(Status),
    /// The folder in which the jobs of this fuzzer work; a file `STOP` in it ends them.
    Workshop(String),
    /// Anything else.
    Other,
}

/// The numbers of a status line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Status {
    /// Edges reached.
    pub(crate) coverage: u64,
    /// Features: edges with how often they were taken.
    pub(crate) features: u64,
}

impl Line {
    /// Reads a line, such as `#9: cov: 12 ft: 34 corp: 5 exec/s: 6 oom/timeout/crash: 0/0/1 time: 7s job: 8 ...`.
    pub(crate) fn read(line: &str) -> Line {
        if let Some((_, workshop)) = line.split_once(" starting to fuzz in ") {
            return Line::Workshop(workshop.trim().to_owned());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        let count = words.first().and_then(|word| word.strip_prefix('#')?.strip_suffix(':'));
        let begins = count.is_some_and(|count| count.parse::<u64>().is_ok());
        let after = |name: &str| {
            let place = words.iter().position(|&word| word == name)?;
            words.get(place + 1)?.parse().ok()
        };
        match (begins, after("cov:"), after("ft:")) {
            (true, Some(coverage), Some(features)) => Line::Status(Status { coverage, features }),
            _ => Line::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_line_is_read() {
        let line = "#170462: cov: 1840 ft: 9216 corp: 1102 exec/s: 3991 oom/timeout/crash: 0/0/2 time: 46s job: 9 \
                    dft_time: 0";
        let status = Status { coverage: 1840, features: 9216 };
        assert_eq!(Line::read(line), Line::Status(status));
    }

    #[test]
    fn the_place_of_the_jobs_is_read() {
        let line = "INFO: -fork=1: 12 seed inputs, starting to fuzz in tmp/libFuzzerTemp.FuzzWithFork9.dir";
        let workshop = "tmp/libFuzzerTemp.FuzzWithFork9.dir".to_owned();
        assert_eq!(Line::read(line), Line::Workshop(workshop));
    }

    #[test]
    fn other_lines_are_other() {
        for line in [
            "",
            "INFO: Seed: 3918206239",
            // A line of one process, which has no colon after its number.
            "#2\tINITED cov: 12 ft: 13 corp: 1/1b exec/s: 0 rss: 30Mb",
            "#x: cov: 1 ft: 2 corp: 3",
            "#1: cov: 1",
            "tally lockstep: 30 s, 129360 executions (4311/s), 100.0 % useful",
        ] {
            assert_eq!(Line::read(line), Line::Other, "{line}");
        }
    }
}
