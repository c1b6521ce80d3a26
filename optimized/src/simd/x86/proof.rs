//! Proofs that the processor has certain instructions.

use std::arch::is_x86_feature_detected;

use crate::simd::Task;

/// Defines a type whose values prove that the processor has the features. Only `detect` makes a new
/// value, because no code outside this file can. `detect` and `run` use the same list of features.
macro_rules! proof {
    ($(#[$text:meta])* $name:ident: $($feature:tt)*) => {
        $(#[$text])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name(());

        impl $name {
            /// Returns the proof, if the processor has the features.
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
    /// A proof that the processor has AVX2, with fast bit counting and shifting.
    Avx2: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
}

proof! {
    /// A proof that the processor has AVX-512, with the vector instructions for counting and for
    /// shifting through two words, and everything that [`Avx2`] proves.
    Avx512: "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi2" "avx512vpopcntdq"
        "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
}
