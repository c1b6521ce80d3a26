//! The bytes of a file as text, whatever its encoding.
//!
//! In some Chinese and Japanese encodings, the second byte of a letter may be a bracket or a backslash. So the bytes of a file
//! cannot be parsed before they are decoded.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::borrow::Cow;
use std::fmt;

/// A file decoded as text.
#[derive(Clone, Debug)]
pub struct Decoded<'a> {
    /// The text, without a byte order mark.
    pub text: Cow<'a, str>,
    /// A sentence about the encoding, if it was guessed, or is UTF-16 without a byte order mark.
    pub note: Option<String>,
    bytes: &'a [u8],
    encoding: &'static Encoding,
    /// The length of the byte order mark.
    mark: usize,
}

impl<'a> Decoded<'a> {
    /// Decodes the bytes of a file: by its byte order mark; as UTF-8, if it is valid UTF-8; in the encoding
    /// that the file names (`CA`); or by a guess.
    ///
    /// ```
    /// use superko_sgf::Decoded;
    ///
    /// let decoded = Decoded::of(b"(;CA[GB2312]PB[\xc4\xf4\x90\x5d])"); // 0x5D is `]`, too
    /// assert_eq!(decoded.text, "(;CA[GB2312]PB[聂怾])");
    /// assert_eq!(decoded.note, None);
    /// ```
    pub fn of(bytes: &'a [u8]) -> Decoded<'a> {
        if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
            return Decoded::in_encoding(bytes, encoding, mark, None);
        }
        if let Some(encoding) = utf_16(bytes) {
            let note = format!("Read as {}: it has no byte order mark.", encoding.name());
            return Decoded::in_encoding(bytes, encoding, 0, Some(note));
        }
        let label = label(bytes);
        let named = label.and_then(Encoding::for_label);
        // Text in an encoding with escapes is valid UTF-8 too, so such an encoding must be named.
        let escapes = named.is_some_and(|encoding| !encoding.is_ascii_compatible());
        if let (Ok(text), false) = (std::str::from_utf8(bytes), escapes) {
            let text = Cow::Borrowed(text);
            return Decoded { text, note: None, bytes, encoding: UTF_8, mark: 0 };
        }
        match named {
            Some(named) if named != UTF_8 => Decoded::in_encoding(bytes, named, 0, None),
            _ => {
                let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
                detector.feed(bytes, true);
                let guess = detector.guess(None, Utf8Detection::Deny);
                let why = match label {
                    Some(label) => {
                        format!("it is not `{}`, which `CA` names", String::from_utf8_lossy(label))
                    }
                    None => "it is not UTF-8, and names no encoding (`CA`)".to_owned(),
                };
                let note = format!("Read as {}, a guess: {why}.", guess.name());
                Decoded::in_encoding(bytes, guess, 0, Some(note))
            }
        }
    }

    fn in_encoding(
        bytes: &'a [u8],
        encoding: &'static Encoding,
        mark: usize,
        note: Option<String>,
    ) -> Decoded<'a> {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
        Decoded { text, note, bytes, encoding, mark }
    }

    /// Returns the position in the file of a byte of the text.
    pub fn byte_of(&self, at: usize) -> usize {
        self.places().byte_of(at)
    }

    /// Returns a finder of the positions in the file of many bytes of the text. It goes through the file only once, if it is
    /// asked about the bytes in ascending order.
    pub fn places(&self) -> Places<'_> {
        let (decoder, next) = (self.encoding.new_decoder_without_bom_handling(), self.mark);
        Places { decoded: self, decoder, next, written: 0, begun: next, last: (0, next) }
    }
}

/// A finder of the positions in a file of bytes of its text. It decodes the file again, byte by byte.
pub struct Places<'a> {
    decoded: &'a Decoded<'a>,
    decoder: Decoder,
    /// The position of the next byte to decode.
    next: usize,
    /// The length of the text so far.
    written: usize,
    /// The position in the file where the next letter begins.
    begun: usize,
    /// `written` and `begun` before the last letter was decoded.
    last: (usize, usize),
}

impl fmt::Debug for Places<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Places({:?}, {})", self.decoded, self.next)
    }
}

impl Places<'_> {
    /// Returns the note about the encoding of the file; see [`Decoded::note`].
    pub fn note(&self) -> Option<&str> {
        self.decoded.note.as_deref()
    }

    /// Returns the position in the file of a byte of the text.
    pub fn byte_of(&mut self, at: usize) -> usize {
        let decoded = self.decoded;
        if decoded.encoding == UTF_8 && matches!(decoded.text, Cow::Borrowed(_)) {
            return decoded.mark + at;
        }
        if at < self.last.0 {
            *self = decoded.places();
        }
        // Decodes until this byte of the text is written.
        while self.written <= at && self.next < decoded.bytes.len() {
            let mut out = [0; 16];
            let byte = &decoded.bytes[self.next..=self.next];
            let (_, _, more, _) = self.decoder.decode_to_utf8(byte, &mut out, false);
            self.next += 1;
            if more > 0 {
                self.last = (self.written, self.begun);
                (self.written, self.begun) = (self.written + more, self.next);
            }
        }
        if self.written > at { self.last.1 } else { decoded.bytes.len() }
    }
}

/// Returns the kind of UTF-16 of a file that begins with `(` and has no byte order mark.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    match bytes {
        [b'(', 0, ..] => Some(UTF_16LE),
        [0, b'(', ..] => Some(UTF_16BE),
        _ => None,
    }
}

/// Returns the value of the first `CA`.
fn label(bytes: &[u8]) -> Option<&[u8]> {
    let begin = bytes.windows(3).position(|window| window == b"CA[")? + 3;
    let length = bytes[begin..].iter().take(40).position(|&byte| byte == b']')?;
    Some(bytes[begin..begin + length].trim_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SgfGame, games};

    /// A name whose bytes, in some encodings, contain those of brackets and backslashes.
    const NAME: &str = "表予構 許功蓋 中文";

    #[test]
    fn files_are_read_in_their_encodings() {
        for label in [
            "UTF-8",
            "GB18030",
            "GB2312",
            "GBK",
            "Big5",
            "Shift_JIS",
            "EUC-KR",
            "EUC-JP",
            "ISO-2022-JP",
        ] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            // A character that the encoding lacks becomes a numeric reference, which is ASCII.
            let text = format!("(;GM[1]CA[{label}]SZ[5]PB[{NAME}];B[aa];W[zz])");
            let (bytes, _, _) = encoding.encode(&text);
            let decoded = Decoded::of(&bytes);
            assert_eq!(decoded.note, None, "{label}");
            let game = SgfGame::read(&games(&decoded.text).next().unwrap(), 0).unwrap();
            let error = game.broken.unwrap();
            assert_eq!(game.steps.len(), 1, "{label}");
            let at = decoded.byte_of(error.at);
            assert_eq!(&bytes[at..at + 4], b"W[zz", "{label}");
        }
    }

    #[test]
    fn utf_16_is_read_with_and_without_its_mark() {
        let text = format!("(;SZ[5]PB[{NAME}];B[aa];W[zz])");
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (mark, bytes) in [
            (&[0xff, 0xfe][..], &little),
            (&[0xfe, 0xff][..], &big),
            (&[][..], &little),
            (&[][..], &big),
        ] {
            let bytes = [mark, &bytes[..]].concat();
            let decoded = Decoded::of(&bytes);
            assert_eq!((&*decoded.text, decoded.note.is_some()), (&*text, mark.is_empty()));
            let place = text.find('W').unwrap();
            let units = text[..place].encode_utf16().count();
            assert_eq!(decoded.byte_of(place), mark.len() + 2 * units);
        }
        let marked = [&[0xef, 0xbb, 0xbf][..], text.as_bytes()].concat();
        let decoded = Decoded::of(&marked);
        assert_eq!((&*decoded.text, decoded.byte_of(1), decoded.note.clone()), (&*text, 4, None));
    }

    #[test]
    fn an_encoding_that_is_not_named_is_guessed_with_a_note() {
        let text = "(;SZ[5]C[围棋是一种策略性棋类游戏，起源于中国，白棋中盘胜。黑棋在右上角的定式选择有误。];B[aa])";
        let (bytes, encoding, _) = encoding_rs::GBK.encode(text);
        let decoded = Decoded::of(&bytes);
        assert_eq!((&*decoded.text, encoding.name()), (text, "GBK"));
        let note = decoded.note.unwrap();
        assert!(note.starts_with("Read as GBK, a guess: it is not UTF-8"), "{note}");
        let wrong = [b"(;CA[utf-8]", &bytes[2..]].concat();
        let note = Decoded::of(&wrong).note.unwrap();
        assert!(note.contains("it is not `utf-8`, which `CA` names"), "{note}");
        let right = "(;CA[GB18030]C[围棋])";
        assert_eq!(Decoded::of(right.as_bytes()).text, right);
    }
}
