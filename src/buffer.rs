//! Text that is written in many small pieces.

use std::ops::Range;

/// Pieces of texts, so UTF-8 as a whole; behind them room for more. A vector that grows with each piece asks for room
/// in a call of its own, and these are the calls that most of writing consists of.
#[derive(Clone, Debug, Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    /// How much is written.
    end: usize,
}

/// From this length on a piece is copied by the call that copies memory, which in wasm takes as long as several words.
const LONG: usize = 64;
/// The least room that is made.
const ROOM: usize = 64;

impl Buffer {
    /// An empty buffer with this capacity in bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes: vec![0; bytes], end: 0 }
    }

    /// How many bytes are written.
    pub fn len(&self) -> usize {
        self.end
    }

    /// Truncates to this length in bytes.
    pub fn truncate(&mut self, len: usize) {
        self.end = self.end.min(len);
    }

    fn written(&self, range: Range<usize>) -> &[u8] {
        self.bytes.get(range.start..range.end.min(self.end)).unwrap_or_default()
    }

    /// A part of what was written, between two pieces.
    pub fn text(&self, range: Range<usize>) -> &str {
        str::from_utf8(self.written(range)).unwrap_or_default()
    }

    /// How many characters were written after this length in bytes.
    pub fn characters_since(&self, len: usize) -> usize {
        let mut left = self.written(len..self.end);
        // Bytes that continue a character have the highest bit and not the next one.
        let mut characters = left.len();
        while let Some((word, rest)) = left.split_first_chunk() {
            let word = u64::from_le_bytes(*word);
            characters -= ((word >> 7) & !(word >> 6) & (u64::MAX / 255)).count_ones() as usize;
            left = rest;
        }
        while let Some((byte, rest)) = left.split_first() {
            characters -= usize::from(byte >> 6 == 0b10);
            left = rest;
        }
        characters
    }

    /// Appends a piece.
    pub fn append(&mut self, piece: &str) {
        self.append_bytes(piece.as_bytes());
    }

    /// Appends a piece of UTF-8, cut at signs of ASCII.
    pub fn append_bytes(&mut self, piece: &[u8]) {
        let end = self.end + piece.len();
        if end > self.bytes.len() {
            self.grow(piece.len());
        }
        let Some(mut room) = self.bytes.get_mut(self.end..end) else { return };
        self.end = end;
        if piece.len() >= LONG {
            return room.copy_from_slice(piece);
        }
        // The last piece of memory overlaps the one before.
        if let (Some(from), Some(to)) = (piece.last_chunk::<16>(), room.last_chunk_mut()) {
            *to = *from;
            let mut left = piece;
            while let (Some((from, rest)), Some((to, more))) =
                (left.split_first_chunk::<16>(), std::mem::take(&mut room).split_first_chunk_mut())
            {
                *to = *from;
                (left, room) = (rest, more);
            }
        } else if let (Some(from), Some(to)) = (piece.last_chunk::<8>(), room.last_chunk_mut()) {
            *to = *from;
            if let (Some(from), Some(to)) = (piece.first_chunk::<8>(), room.first_chunk_mut()) {
                *to = *from;
            }
        } else {
            // A plain loop: iterators over bytes are calls in a build for size.
            let mut at = 0;
            while let (Some(from), Some(to)) = (piece.get(at), room.get_mut(at)) {
                *to = *from;
                at += 1;
            }
        }
    }

    /// Appends a sign of ASCII.
    pub fn push(&mut self, sign: u8) {
        if self.end == self.bytes.len() {
            self.grow(1);
        }
        if let Some(place) = self.bytes.get_mut(self.end) {
            *place = sign;
            self.end += 1;
        }
    }

    /// Appends a number. The formatter of the standard library is slow in a build for size.
    pub fn number(&mut self, number: u32) {
        let mut digits = [0; 10];
        let mut first = digits.len();
        let mut rest = number;
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            first -= 1;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.append_bytes(digits.get(first..).unwrap_or_default());
    }

    /// Reserves at least this many bytes.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize) {
        // Not `resize`, which fills byte by byte in a build for size.
        let mut bytes = vec![0; 2 * (self.end + more).max(ROOM)];
        if let (Some(to), Some(from)) = (bytes.get_mut(..self.end), self.bytes.get(..self.end)) {
            to.copy_from_slice(from);
        }
        self.bytes = bytes;
    }

    /// What was written.
    pub fn finish(mut self) -> String {
        self.bytes.truncate(self.end);
        String::from_utf8(self.bytes).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_any_length_stand_one_after_the_other() {
        let text: String = ('a'..='z').cycle().take(200).collect();
        for length in 0..200 {
            let (piece, mut buffer) = (&text[..length], Buffer::default());
            buffer.push(b'<');
            buffer.append(piece);
            buffer.append("ä>");
            assert_eq!(buffer.text(1..1 + length), piece);
            assert_eq!((buffer.len(), buffer.characters_since(1)), (length + 4, length + 2));
            assert_eq!(buffer.finish(), format!("<{piece}ä>"));
        }
    }

    #[test]
    fn what_is_taken_back_is_written_over() {
        let mut buffer = Buffer::with_capacity(4);
        buffer.append("a long beginning");
        buffer.truncate(6);
        buffer.number(0);
        buffer.number(4_294_967_295);
        assert_eq!(buffer.finish(), "a long04294967295");
    }

    #[test]
    fn characters_are_counted_whatever_their_length() {
        for text in ["", "abcdefgh", "äöü…漢🚀", "ab…cdefghijk漢lmnopq🚀"] {
            let mut buffer = Buffer::default();
            buffer.append("…");
            buffer.append(text);
            assert_eq!(buffer.characters_since(3), text.chars().count(), "{text}");
        }
    }
}
