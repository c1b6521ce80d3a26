//! A test for each rule and each check, all from one shared run.

use super::Certify;
use crate::report::{CheckResult, Finding, Report, TextOptions, texts_of_findings};
use std::sync::OnceLock;
use superko_engine::check::Check;
use superko_game::rules::Rule;

/// Makes a `#[test]` for each of the ten rules and each check of a board, and one for faults and incomplete work. The tests
/// share one run. Use the macro at the top of a module of its own, with an argument that begins with
/// [`certify`](crate::certify()).
///
/// ```
/// mod rules_of_my_board {
///     use superko::engines::Optimized;
///     use superko::{Rules, Size};
///
///     superko::conformance_tests!(
///         superko::certify(|| Optimized::new(Size::square(1).unwrap(), Rules::default()))
///             .sizes(["5x5", "9x9"])
///     );
/// }
/// ```
///
/// A check that the engine cannot answer is ignored, with the rules that only this check observes, unless [`Certify::require`]
/// requires it. Standard error names what is ignored, and each rule that was observed only in part.
#[macro_export]
macro_rules! conformance_tests {
    ($certify:expr) => {
        static SHARED: $crate::__SharedRun = $crate::__SharedRun::new();

        $crate::conformance_tests!(@rules $certify;
            rule_1 1, rule_2 2, rule_3 3, rule_4 4, rule_5 5, rule_6 6, rule_7 7, rule_8 8, rule_9 9, rule_10 10);
        $crate::conformance_tests!(@checks $certify;
            check_play Play, check_legality Legality, check_board Board, check_status Status, check_score Score,
            check_undo Undo);

        #[test]
        fn complete_and_without_faults() {
            SHARED.get(|| $certify).assert_complete();
        }
    };
    (@rules $certify:expr; $($name:ident $number:literal),*) => {
        $(#[test]
        fn $name() {
            SHARED.get(|| $certify).assert_rule($number);
        })*
    };
    (@checks $certify:expr; $($name:ident $check:ident),*) => {
        $(#[test]
        fn $name() {
            SHARED.get(|| $certify).assert_check($crate::__Check::$check);
        })*
    };
}

/// The run shared by the tests of [`conformance_tests!`](crate::conformance_tests). For use by this macro
/// only.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct __SharedRun(OnceLock<SharedReport>);

#[doc(hidden)]
#[derive(Debug)]
pub struct SharedReport(Report);

impl __SharedRun {
    #[doc(hidden)]
    pub const fn new() -> __SharedRun {
        __SharedRun(OnceLock::new())
    }

    #[doc(hidden)]
    pub fn get(&self, certify: impl FnOnce() -> Certify) -> &SharedReport {
        self.0.get_or_init(|| {
            let report = certify().run();
            report.name_what_was_ignored();
            SharedReport(report)
        })
    }
}

impl SharedReport {
    /// Panics if one of the rules in force with this number is broken or was not observed.
    #[doc(hidden)]
    #[track_caller]
    pub fn assert_rule(&self, number: u32) {
        let of_number = self.0.rules_checked.iter().filter(|(rule, _)| rule.number() == number);
        for (&rule, result) in of_number {
            self.assert_none(&format!("breaks {rule}"), |finding| finding.rule == Some(rule));
            // Few engines can be told what the players agree on.
            let may_be_unseen =
                self.may_be_unseen() || self.is_of_agreement(rule) || self.is_hidden(rule);
            assert!(result.observations > 0 || may_be_unseen, "{rule}: it was not observed");
        }
    }

    /// Returns whether the rule is about the winner, which cannot be observed with wrong scores.
    fn is_hidden(&self, rule: Rule) -> bool {
        let has_wrong_score = || self.0.findings.iter().any(|found| found.check == Check::Score);
        rule.number() == Rule::TT10.number() && has_wrong_score()
    }

    /// Returns whether some check that is not required observed nothing.
    fn may_be_unseen(&self) -> bool {
        let is_ignored =
            |check: Check| !check.needs_player() && !self.0.options.required.contains(&check);
        self.0.checks_unobserved().any(is_ignored)
    }

    /// Panics if this check found a disagreement, or if nothing was observed although the
    /// check is required.
    #[doc(hidden)]
    #[track_caller]
    pub fn assert_check(&self, check: Check) {
        let what = format!("disagrees with the reference (check {check})");
        self.assert_none(&what, |finding| finding.check == check);
        let CheckResult { observations, .. } =
            self.0.checks.get(&check).copied().unwrap_or_default();
        assert!(
            observations > 0 || !self.0.options.required.contains(&check),
            "check {check} is required, but observed nothing: does the engine implement the method?"
        );
    }

    /// Panics if there was a fault, or the run is not complete.
    #[doc(hidden)]
    #[track_caller]
    pub fn assert_complete(&self) {
        let faults: Vec<&str> = self.0.faults.iter().map(|fault| fault.what.as_str()).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
        let Report { complete, unmet, refused_sizes, .. } = &self.0;
        assert!(
            refused_sizes.is_empty(),
            "boards that the engine does not play: {refused_sizes:?}"
        );
        assert!(*complete && unmet.is_empty(), "the run is incomplete; not observed: {unmet:?}");
    }

    fn is_of_agreement(&self, rule: Rule) -> bool {
        let agreement = self.0.rules.agreement;
        agreement.asks() && rule == agreement.rule()
    }

    #[track_caller]
    fn assert_none(&self, what: &str, is_one: impl Fn(&Finding) -> bool) {
        let texts = texts_of_findings(&self.0, &TextOptions::default());
        let found = self.0.findings.iter().zip(texts);
        let found: Vec<String> =
            found.filter(|(finding, _)| is_one(finding)).map(|(_, text)| text).collect();
        let name = &self.0.engine.name;
        let plays =
            self.0.diagnosis.as_ref().map(|diagnosis| format!("It {}.\n", diagnosis.sentence));
        assert!(
            found.is_empty(),
            "{name} {what}. {}\n{}",
            plays.unwrap_or_default(),
            found.join("\n")
        );
    }
}
