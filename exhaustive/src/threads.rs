//! Threads, and reports of their progress.

/// A function that any thread calls with the number of further steps that are done and the number
/// of all steps.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Runs `work` on this many threads, which the computations of this crate use; 0 means one for each
/// processor.
///
/// Outside of this function, they use as many threads as there are processors.
///
/// # Panics
///
/// If the system cannot start the threads.
pub fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("the system can start threads").install(work)
}
