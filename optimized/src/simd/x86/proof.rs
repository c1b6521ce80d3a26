//! Proofs that the processor has certain instructions.

use std::arch::is_x86_feature_detected;

use crate::simd::Task;

/// A type whose values are proofs that the processor has the features: only `detect` makes the first
/// one, as no code beyond this file can. The list is that of `detect` and of `run`.
macro_rules! proof {
    ($(#[$text:meta])* $name:ident: $($feature:tt)*) => {
        $(#[$text])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name(());

        impl $name {
            /// The proof, if the processor has the features.
            pub(crate) fn detect() -> Option<$name> {
                let has_all = $(is_x86_feature_detected!($feature))&&*;
                has_all.then_some($name(()))
            }

            /// Runs the task in a function that is compiled for the features.
            #[inline(always)]
            pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
                #[inline(never)]
                $(#[target_feature(enable = $feature)])*
                fn compiled_for_it<T: Task>(machine: $name, task: T) -> T::Output {
                    task.run(machine)
                }
                // SAFETY: the processor has all features of the function, as `self` proves.
                unsafe { compiled_for_it(self, task) }
            }
        }
    };
}

proof! {
    /// The processor has AVX2, with fast bit counting and shifting.
    Avx2: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
}

proof! {
    /// The processor has AVX-512, with the vector instructions for counting and for shifting through
    /// two words, and what comes with AVX2.
    Avx512: "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi2" "avx512vpopcntdq"
        "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
}
