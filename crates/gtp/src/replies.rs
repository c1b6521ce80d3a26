use super::ErrorMessage;
use std::borrow::Cow;
use superko_engine::quote;

/// The text of a reply: an answer, or an error message.
pub type Body = Result<String, ErrorMessage>;

/// An engine's reply to one command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The number of the command that the reply repeats; `None` if it does not, as in the error replies of
    /// some engines.
    pub id: Option<u32>,
    /// The text after `=`, or the error message after `?`. Lines are joined by a line feed, and the ends are
    /// trimmed.
    pub body: Body,
}

/// Reads replies from bytes that come in pieces of any length.
///
/// A reply begins with `=` or `?` and ends at a blank line. Carriage returns and other control characters are
/// dropped, tabs become spaces, and blank lines between replies are ignored.
///
/// ```
/// use superko_gtp::{ErrorMessage, Reply, ReplyReader};
///
/// let mut reader = ReplyReader::default();
/// reader.feed(b"=7 A1 B2\r\n\r");
/// assert_eq!(reader.next_reply(), Ok(None));
/// reader.feed(b"\n? illegal move\n\n");
/// assert_eq!(reader.next_reply(), Ok(Some(Reply { id: Some(7), body: Ok("A1 B2".into()) })));
/// let refusal = Reply { id: None, body: Err(ErrorMessage("illegal move".into())) };
/// assert_eq!(reader.next_reply(), Ok(Some(refusal)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReplyReader {
    buffer: Vec<u8>,
    /// The place in the buffer where the next reply begins.
    start: usize,
    /// The place where the next line to look at begins.
    line: usize,
    /// The place where the search for the end of that line continues.
    searched: usize,
    /// Whether the line that begins the next reply was read.
    opened: bool,
    /// Whether lines between replies are skipped, and whether one was.
    skips: bool,
    skipped: bool,
}

impl ReplyReader {
    /// The largest number of bytes in one reply.
    pub const LONGEST: usize = 1 << 20;

    /// Makes a reader that skips the lines between replies that do not begin one. Lines that begin with `==` or `??` are
    /// such lines, too.
    ///
    /// ```
    /// use superko_gtp::{Reply, ReplyReader};
    ///
    /// let mut reader = ReplyReader::skipping_stray_lines();
    /// reader.feed(b"=== thinking ===\nA1: 52 %\n=7 A1\n\n");
    /// assert_eq!(reader.next_reply(), Ok(Some(Reply { id: Some(7), body: Ok("A1".into()) })));
    /// assert!(reader.has_skipped());
    /// ```
    pub fn skipping_stray_lines() -> ReplyReader {
        ReplyReader { skips: true, ..ReplyReader::default() }
    }

    /// Returns whether the reader has skipped a line.
    pub fn has_skipped(&self) -> bool {
        self.skipped
    }

    /// Adds bytes, in the order in which the engine wrote them.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.line -= self.start;
            self.searched -= self.start;
            self.start = 0;
        }
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next reply, or `None` if it is not complete yet.
    ///
    /// # Errors
    ///
    /// If the next bytes are not a reply, or one longer than [`ReplyReader::LONGEST`]. The reader cannot be
    /// used after this.
    pub fn next_reply(&mut self) -> Result<Option<Reply>, Malformed> {
        loop {
            let rest = &self.buffer[self.searched..];
            let Some(found) = rest.iter().position(|&byte| byte == b'\n') else {
                self.searched = self.buffer.len();
                let long = self.buffer.len() - self.start > ReplyReader::LONGEST;
                return if long { Err(Malformed::TooLong) } else { Ok(None) };
            };
            let end = self.searched + found + 1;
            let line = &self.buffer[self.line..end];
            (self.line, self.searched) = (end, end);
            let mut visible = line.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
            let (first, second) = (visible.next(), visible.next());
            let is_ruled = first == second && first.is_some();
            match (self.opened, first) {
                (false, Some(byte)) if self.skips && (is_ruled || !b"=?".contains(&byte)) => {
                    self.start = end;
                    self.skipped = true;
                }
                (false, None) => self.start = end,
                (false, Some(b'=' | b'?')) => self.opened = true,
                (false, Some(_)) => {
                    return Err(Malformed::Garbage(quote(&String::from_utf8_lossy(line))));
                }
                (true, None) => {
                    let reply = Reply::read(&self.buffer[self.start..end]);
                    self.start = end;
                    self.opened = false;
                    return Ok(Some(reply));
                }
                (true, Some(_)) if end - self.start > ReplyReader::LONGEST => {
                    return Err(Malformed::TooLong);
                }
                (true, Some(_)) => {}
            }
        }
    }

    /// Returns the beginning of an incomplete reply, or `None` if no reply was begun.
    pub fn unfinished(&self) -> Option<String> {
        if self.skips && !self.opened {
            return None;
        }
        let rest = String::from_utf8_lossy(&self.buffer[self.start..]);
        let rest = rest.trim();
        (!rest.is_empty()).then(|| quote(rest))
    }
}

impl Reply {
    /// Parses the bytes of one reply, whose first character other than white space is `=` or `?`.
    fn read(bytes: &[u8]) -> Reply {
        let mut text = String::from_utf8_lossy(bytes);
        // Most replies need no changes.
        if bytes.iter().any(|byte| byte.is_ascii_control() && *byte != b'\n') || !bytes.is_ascii() {
            let kept = text.chars().filter_map(|c| match c {
                '\t' => Some(' '),
                '\n' => Some('\n'),
                c if c.is_control() => None,
                c => Some(c),
            });
            text = Cow::Owned(kept.collect());
        }
        let text = text.trim();
        let failed = text.starts_with('?');
        let text = text.get(1..).unwrap_or_default();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = text.split_at(digits);
        // Digits are the id only if white space follows: `=5x` answers `5x` without an id.
        let parsed =
            number.parse().ok().filter(|_| rest.is_empty() || rest.starts_with([' ', '\n']));
        let (id, body) = match parsed {
            Some(id) => (Some(id), rest),
            None => (None, text),
        };
        let body = body.trim_matches([' ', '\n']).to_owned();
        Reply { id, body: if failed { Err(ErrorMessage(body)) } else { Ok(body) } }
    }
}

/// The error for output that is not a reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// This line begins neither with `=` nor with `?`, where a reply should begin.
    #[error("`{0}` on standard output is not a GTP reply: a reply begins with = or ?")]
    Garbage(String),
    /// A reply, or a line, is too long.
    #[error("a reply of more than {} bytes", ReplyReader::LONGEST)]
    TooLong,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all(bytes: &[u8], piece: usize) -> (Vec<Reply>, Option<Malformed>) {
        read(ReplyReader::default(), bytes, piece)
    }

    fn read(
        mut reader: ReplyReader,
        bytes: &[u8],
        piece: usize,
    ) -> (Vec<Reply>, Option<Malformed>) {
        let mut replies = Vec::new();
        for piece in bytes.chunks(piece.max(1)) {
            reader.feed(piece);
            loop {
                match reader.next_reply() {
                    Ok(Some(reply)) => replies.push(reply),
                    Ok(None) => break,
                    Err(malformed) => return (replies, Some(malformed)),
                }
            }
        }
        (replies, None)
    }

    #[test]
    fn replies_are_read_whatever_the_pieces() {
        let bytes =
            b"=1\n\n\n=2 A1\tB2\r\n\r\n?3 no\n\n? illegal\n\n=\n\n=4\n 2 . X\n 1 O .\n\n=5x\n\n";
        let expected: Vec<(Option<u32>, Result<&str, &str>)> = vec![
            (Some(1), Ok("")),
            (Some(2), Ok("A1 B2")),
            (Some(3), Err("no")),
            (None, Err("illegal")),
            (None, Ok("")),
            (Some(4), Ok("2 . X\n 1 O .")),
            (None, Ok("5x")),
        ];
        for piece in 1..bytes.len() {
            let (replies, malformed) = all(bytes, piece);
            assert_eq!(malformed, None);
            let replies: Vec<_> = replies
                .iter()
                .map(|r| (r.id, r.body.as_deref().map_err(|message| &**message)))
                .collect();
            assert_eq!(replies, expected, "in pieces of {piece}");
        }
    }

    #[test]
    fn what_is_no_reply_is_quoted() {
        let (replies, malformed) = all(b"=1\n\nhello there\n=2\n\n", 4);
        assert_eq!(replies.len(), 1);
        assert_eq!(malformed, Some(Malformed::Garbage("hello there".to_owned())));
    }

    #[test]
    fn lines_between_replies_can_be_skipped() {
        let bytes = b"Loading\n\n=1 A1\nmore\n\n== B2\n52 %\n?2 no\n\n??\n\n\xff\n= \n\nthe end";
        let replies = |bodies: &[(Option<u32>, Result<&str, &str>)]| -> Vec<Reply> {
            let body = |body: Result<&str, &str>| {
                body.map(str::to_owned).map_err(|text| ErrorMessage(text.into()))
            };
            bodies.iter().map(|&(id, text)| Reply { id, body: body(text) }).collect()
        };
        let expected = replies(&[(Some(1), Ok("A1\nmore")), (Some(2), Err("no")), (None, Ok(""))]);
        for piece in 1..bytes.len() {
            let (read, malformed) = read(ReplyReader::skipping_stray_lines(), bytes, piece);
            assert_eq!((&read, malformed), (&expected, None), "in pieces of {piece}");
        }
        let mut reader = ReplyReader::skipping_stray_lines();
        reader.feed(b"=1\n\nhalf a line");
        assert!(matches!(reader.next_reply(), Ok(Some(_))));
        assert_eq!((reader.next_reply(), reader.unfinished()), (Ok(None), None));
        assert!(!reader.has_skipped());
        reader.feed(&vec![b'x'; ReplyReader::LONGEST]);
        assert_eq!(reader.next_reply(), Err(Malformed::TooLong));
    }

    #[test]
    fn a_reply_without_end_is_cut_off() {
        let mut reader = ReplyReader::default();
        reader.feed(b"=1");
        assert_eq!(reader.next_reply(), Ok(None));
        assert_eq!(reader.unfinished().as_deref(), Some("=1"));
        for line in [&b" y"[..], b"y\n"] {
            let mut reader = reader.clone();
            let limit = ReplyReader::LONGEST / 1024 + 2;
            let ended = (0..limit).find_map(|_| {
                reader.feed(&line.repeat(512));
                reader.next_reply().err()
            });
            assert_eq!(ended, Some(Malformed::TooLong));
        }
    }

    #[test]
    fn a_reply_may_be_as_long_as_it_says() {
        for (longer, expected) in [(0, Ok(None)), (1, Err(Malformed::TooLong))] {
            for ending in ["", "\n"] {
                // The reply before it does not count.
                let mut bytes = b"=\n\n=1\n".to_vec();
                let filled = ReplyReader::LONGEST - "=1\n".len() - ending.len() + longer;
                bytes.resize(bytes.len() + filled, b'y');
                bytes.extend(ending.as_bytes());
                let mut reader = ReplyReader::default();
                reader.feed(&bytes);
                assert!(matches!(reader.next_reply(), Ok(Some(_))));
                assert_eq!(reader.next_reply(), expected);
            }
        }
    }

    proptest! {
        #[test]
        fn any_bytes_in_any_pieces_read_the_same(
            bytes in prop::collection::vec(
                prop_oneof![Just(b'='), Just(b'?'), Just(b'\n'), Just(b'\r'), Just(b'1'), any::<u8>()],
                0..200,
            ),
            piece in 1usize..40,
        ) {
            prop_assert_eq!(all(&bytes, piece), all(&bytes, bytes.len()));
        }
    }
}
