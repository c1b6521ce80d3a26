//! Threads, and how far they have come.

/// Told, from any thread, that so many more steps are done, of so many in all.
pub type Progress<'a> = &'a (dyn Fn(u64, u64) + Sync);

/// Does something of which the computations of this crate use so many threads; with 0, one for each processor.
///
/// Without it they use as many as there are processors.
///
/// # Panics
///
/// If the system cannot start the threads.
pub fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("the system can start threads").install(work)
}
