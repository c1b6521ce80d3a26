use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use superko_engine::Reference;
use superko_engine::referee::Transcript;
use superko_game::Record;

/// The most turns of all games that are kept.
const MOST_TURNS: usize = 40_000;

thread_local! {
    static KEPT: RefCell<VecDeque<Rc<Transcript>>> = const { RefCell::new(VecDeque::new()) };
}

/// Replays a game on the reference. The last games are kept, because each format of a report shows them again and replaying a
/// long game is slow.
pub(crate) fn replayed(record: &Record) -> Rc<Transcript> {
    KEPT.with_borrow_mut(|kept| {
        if let Some(found) = kept.iter().find(|transcript| transcript.record == *record) {
            return Rc::clone(found);
        }
        let transcript = Transcript::replay(Reference::set_up(&record.setup), record.clone());
        let transcript = Rc::new(transcript);
        kept.push_back(Rc::clone(&transcript));
        let mut turns: usize = kept.iter().map(|kept| kept.steps.len()).sum();
        while turns > MOST_TURNS
            && let Some(oldest) = kept.pop_front()
        {
            turns -= oldest.steps.len();
        }
        transcript
    })
}
