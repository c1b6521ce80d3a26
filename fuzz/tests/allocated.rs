//! How much memory the reader of archives takes for small hostile files, by an allocator that counts.

use std::ops::ControlFlow;
use superko::archive::{Archive, ArchiveError, Receiver};
use superko_fuzz::{ALLOCATED, Checked, Counts, PeakAlloc, ReadArchive, Target, archive};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Returns the first finding of the fuzz target `archive` in a reader.
fn found(read: &ReadArchive) -> Option<String> {
    let target = Target::find("archive").unwrap();
    let found =
        |seed: Vec<u8>| -> Checked { archive(&seed, &mut Counts::default(), ALLOCATED, read) };
    target.seeds().into_iter().find_map(|seed| found(seed).err()).map(|found| found.to_string())
}

#[test]
fn a_reader_of_archives_that_allocates_too_much_is_caught() {
    assert_eq!(found(&Archive::read_bytes), None);
    let wasteful: &ReadArchive = &|kind, bytes, budget, receiver| {
        drop(Vec::<u8>::with_capacity(1 << 30));
        kind.read_bytes(bytes, budget, receiver)
    };
    assert!(found(wasteful).unwrap().contains("allocated-bytes"));
    let unbounded: &ReadArchive = &|kind, bytes, mut budget, receiver| {
        budget.bytes = 1 << 30;
        kind.read_bytes(bytes, budget, receiver)
    };
    assert!(found(unbounded).unwrap().contains("budget"));
    // A receiver that stops at once causes no error.
    struct Nobody;
    impl Receiver for Nobody {
        fn take(&mut self, _: String, _: Result<Vec<u8>, ArchiveError>) -> ControlFlow<()> {
            ControlFlow::Break(())
        }
    }
    assert!(Archive::Tar.read_bytes(&[0; 1024], Default::default(), &mut Nobody).is_ok());
}
