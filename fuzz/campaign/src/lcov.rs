//! Which lines were run how often, as `llvm-cov export --format=lcov` writes it.

use std::collections::BTreeMap;
use std::path::Path;

/// The lines of files, with how often each was run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines(BTreeMap<String, BTreeMap<u32, u64>>);

impl Lines {
    /// Adds a report. Of its files those below `root` are kept of which `keeps` likes the path from there on.
    pub(crate) fn add(&mut self, report: &str, root: &Path, keeps: impl Fn(&str) -> bool) {
        let mut file: Option<&mut BTreeMap<u32, u64>> = None;
        for line in report.lines() {
            if let Some(path) = line.strip_prefix("SF:") {
                let inside = Path::new(path).strip_prefix(root).ok();
                let name = inside.map(|path| path.to_string_lossy().replace('\\', "/"));
                let name = name.filter(|name| keeps(name));
                file = name.map(|name| self.0.entry(name).or_default());
            } else if let (Some(data), Some(lines)) = (line.strip_prefix("DA:"), file.as_mut()) {
                let mut numbers = data.split(',').map(str::parse::<u64>);
                if let (Some(Ok(line)), Some(Ok(count))) = (numbers.next(), numbers.next())
                    && let Ok(line) = u32::try_from(line)
                {
                    let sum: &mut u64 = lines.entry(line).or_default();
                    *sum = sum.saturating_add(count);
                }
            }
        }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// For each file its lines and the share of them that was reached, then the lines never reached, with their text
    /// where `read` knows it.
    pub(crate) fn report(&self, read: impl Fn(&str) -> Option<String>) -> String {
        let mut text = String::from("  lines  reached     share  file\n");
        let mut all = (0, 0);
        for (file, lines) in &self.0 {
            let reached = lines.values().filter(|&&count| count > 0).count();
            all = (all.0 + lines.len(), all.1 + reached);
            text += &row(lines.len(), reached, file);
        }
        text += &row(all.0, all.1, "all");
        text += "\nLines never reached\n";
        for (file, lines) in &self.0 {
            let missed: Vec<u32> =
                lines.iter().filter(|&(_, &count)| count == 0).map(|(&line, _)| line).collect();
            if missed.is_empty() {
                continue;
            }
            text += &format!("\n{file}\n");
            let source = read(file).unwrap_or_default();
            let source: Vec<&str> = source.lines().collect();
            for line in missed {
                let code = source.get(line as usize - 1).copied().unwrap_or_default();
                text += format!("{line:>6}  {code}").trim_end();
                text.push('\n');
            }
        }
        text
    }
}

fn row(lines: usize, reached: usize, file: &str) -> String {
    let share = if lines == 0 { 100.0 } else { 100.0 * reached as f64 / lines as f64 };
    format!("{lines:>7} {reached:>8} {share:>7.2} %  {file}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "SF:/repo/optimized/src/a.rs\nFN:1,f\nDA:1,5\nDA:2,0\nDA:3,0\nend_of_record\n\
                       SF:/elsewhere/b.rs\nDA:1,1\nend_of_record\n\
                       SF:/repo/reference/src/c.rs\nDA:1,1\nend_of_record\n";
    const OTHER: &str = "SF:/repo/optimized/src/a.rs\nDA:2,7\nend_of_record\n";

    fn lines(reports: &[&str]) -> Lines {
        let mut lines = Lines::default();
        for report in reports {
            lines.add(report, Path::new("/repo"), |name| name.starts_with("optimized/"));
        }
        lines
    }

    #[test]
    fn what_one_target_reaches_is_reached() {
        let text = lines(&[ONE, OTHER]).report(|_| Some("fn f() {\n    1\n    2\n".to_owned()));
        assert_eq!(
            text,
            "  lines  reached     share  file\n      3        2   66.67 %  optimized/src/a.rs\n\
             \x20     3        2   66.67 %  all\n\nLines never reached\n\noptimized/src/a.rs\n\
             \x20    3      2\n"
        );
    }

    #[test]
    fn files_that_are_not_ours_are_left_out() {
        assert!(lines(&["SF:/elsewhere/b.rs\nDA:1,0\nend_of_record\n"]).is_empty());
        let text = lines(&[ONE]).report(|_| None);
        assert!(!text.contains("b.rs") && !text.contains("c.rs"), "{text}");
    }
}
