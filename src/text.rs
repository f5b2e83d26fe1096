//! Places in a source text: byte spans inside the core, lines and UTF-16 offsets at the boundary.
//!
//! Also the three small text rules every layer shares: the hash, the *nearest* name and clipping.

/// A half-open range of bytes, `start..end`, always on character boundaries of its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from byte offsets; an end before the start gives an empty span.
    pub fn new(start: usize, end: usize) -> Self {
        let start = start.min(u32::MAX as usize) as u32;
        Self { start, end: (end.min(u32::MAX as usize) as u32).max(start) }
    }

    /// The empty span at `offset`.
    pub fn at(offset: u32) -> Self {
        Self { start: offset, end: offset }
    }

    /// The least span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Every text fits into it.
    pub const ALL: Span = Span { start: 0, end: u32::MAX };

    /// True if the two share a byte, or an empty one is inside the other.
    pub fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// True if `offset` is inside or at either end.
    pub fn touches(self, offset: u32) -> bool {
        self.start <= offset && offset <= self.end
    }

    /// Length in bytes.
    pub fn len(self) -> u32 {
        self.end - self.start
    }

    /// True for a span of no bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The span with its whole line, the line break too, where at most blanks and `;` stand beside it.
    pub fn with_line(self, text: &str) -> Span {
        let (before, behind) = (Span { start: 0, end: self.start }.of(text), text.get(self.end as usize..));
        let start = before.trim_end_matches([' ', '\t']);
        let end = behind.unwrap_or("").trim_start_matches([' ', '\t', ';']);
        let rest = end.strip_prefix('\r').unwrap_or(end);
        match rest.strip_prefix('\n') {
            Some(rest) if start.is_empty() || start.ends_with('\n') => Span::new(start.len(), text.len() - rest.len()),
            _ => self,
        }
    }

    /// The text of the span; empty if the span does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A 0-based line and the 0-based UTF-16 column in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 0.
    pub line: u32,
    /// UTF-16 code units from the start of the line.
    pub character: u32,
}

/// Line starts of a text, and its UTF-16 offsets.
///
/// Conversion is O(log lines): long lines that are not ASCII have places inside that are known too.
#[derive(Clone, Debug, Default)]
pub struct LineIndex {
    /// Byte offset and UTF-16 offset of each line's first character.
    starts: Vec<(u32, u32)>,
    /// The same of characters that are about [`APART`] bytes apart; none where all is ASCII.
    known: Vec<(u32, u32)>,
    ascii: bool,
    len: u32,
}

/// How many bytes are counted to convert an offset, at most.
const APART: u32 = 128;

impl LineIndex {
    /// Reads the text once.
    pub fn new(text: &str) -> Self {
        let mut known = vec![(0, 0)];
        let mut next = APART;
        let mut starts = vec![(0, 0)];
        let (mut at, mut utf16, mut seen) = (0, 0, 0);
        for &byte in text.as_bytes() {
            if at >= next && !(0x80..0xc0).contains(&byte) {
                known.push((at, utf16));
                next = at + APART;
            }
            at += 1;
            seen |= byte;
            utf16 += match byte {
                // A character of four bytes is two units; bytes that continue one are none.
                0x80..0xc0 => 0,
                0xf0.. => 2,
                _ => 1,
            };
            if byte == b'\n' {
                starts.push((at, utf16));
            }
        }
        let ascii = seen < 0x80;
        if ascii {
            known = Vec::new();
        }
        Self { starts, known, ascii, len: text.len() as u32 }
    }

    fn line_of(&self, offset: u32) -> (usize, u32, u32) {
        let line = self.starts.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        let (start, utf16) = self.starts.get(line).copied().unwrap_or_default();
        (line, start, utf16)
    }

    /// The 0-based line of a byte offset.
    pub fn line(&self, offset: u32) -> u32 {
        self.line_of(offset).0 as u32
    }

    /// Line and UTF-16 column of a byte offset in `text`, the text this index was made from.
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let (line, _, utf16) = self.line_of(offset.min(self.len));
        Position { line: line as u32, character: self.utf16(text, offset) - utf16 }
    }

    /// The UTF-16 offset of a byte offset.
    pub fn utf16(&self, text: &str, offset: u32) -> u32 {
        let offset = offset.min(self.len);
        if self.ascii {
            return offset;
        }
        let near = self.known.partition_point(|(start, _)| *start <= offset).saturating_sub(1);
        let (start, utf16) = self.known.get(near).copied().unwrap_or_default();
        let part = Span { start, end: offset }.of(text);
        utf16 + part.chars().map(|c| c.len_utf16() as u32).sum::<u32>()
    }

    /// The byte offset of a UTF-16 offset; one inside a surrogate pair gives the pair's start.
    pub fn byte(&self, text: &str, utf16: u32) -> u32 {
        if self.ascii {
            return utf16.min(self.len);
        }
        let near = self.known.partition_point(|(_, units)| *units <= utf16).saturating_sub(1);
        let (start, mut units) = self.known.get(near).copied().unwrap_or_default();
        for (at, c) in text.get(start as usize..).unwrap_or("").char_indices() {
            let next = units + c.len_utf16() as u32;
            if next > utf16 {
                return start + at as u32;
            }
            units = next;
        }
        self.len
    }
}

/// FNV-1a, 64 bits, over UTF-8 bytes.
pub fn fnv1a(text: &str) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.as_bytes() {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// [`fnv1a`] as 16 lower-case hex digits.
pub fn hash(text: &str) -> String {
    format!("{:016x}", fnv1a(text))
}

/// Names further apart than this are other names.
const MOST_EDITS: usize = 2;
/// Cells of a row that such a distance can pass.
const WIDEST: usize = 2 * MOST_EDITS + 1;

/// The candidate nearest to `name`: edit distance at most 2 and at most a third of its length, case ignored.
/// The first of equals wins.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.chars().flat_map(char::to_lowercase).collect();
    let limit = (name.len() / 3).min(MOST_EDITS);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other: Vec<char> = candidate.chars().flat_map(char::to_lowercase).collect();
        if other.len().abs_diff(name.len()) > limit {
            continue;
        }
        let distance = edit_distance(&name, &other, limit);
        if distance <= limit && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How likely it is that a word is another one misspelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// It may be a word of its own: one letter replaced, an `s` at the end, two edits in a long word.
    Maybe,
    /// Other case or underscores, neighbours swapped, a letter doubled, or a letter left out, not the last of a short
    /// word.
    Sure,
}

/// The known word that `written` is likely meant to be, and how likely that is; `None` where it is one of them.
///
/// Stricter than [`nearest`], for places where any word is allowed. In a word of fewer than `least` letters a letter
/// that is replaced or added makes another word. The first of equals wins.
pub fn intended_word<'a>(
    written: &str,
    least: usize,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<(&'a str, Confidence)> {
    /// Longer words are never compared.
    const LONGEST: usize = 40;
    let folded = |word: &str| -> Vec<char> {
        word.chars().filter(|c| *c != '_').take(LONGEST).flat_map(char::to_lowercase).collect()
    };
    let name = folded(written);
    let mut best: Option<(&str, Confidence)> = None;
    for word in known {
        if word == written {
            return None;
        }
        // Underscores apart, a name of a very different length is another one.
        if word.len().abs_diff(written.len()) > 2 * MOST_EDITS {
            continue;
        }
        let confidence = confidence_of(&name, &folded(word), least)
            .filter(|confidence| best.is_none_or(|(_, known)| *confidence > known));
        best = confidence.map(|confidence| (word, confidence)).or(best);
    }
    best
}

fn confidence_of(name: &[char], word: &[char], least: usize) -> Option<Confidence> {
    if name.len().abs_diff(word.len()) > MOST_EDITS || name.len().min(word.len()) < 3 {
        return None;
    }
    let (short, long) = if name.len() < word.len() { (name, word) } else { (word, name) };
    let plural = long.split_last() == Some((&'s', short));
    match edit_distance(name, word, MOST_EDITS) {
        0 => Some(Confidence::Sure),
        1 if plural => Some(Confidence::Maybe),
        1 => {
            let at = short.iter().zip(long).take_while(|(x, y)| x == y).count();
            let sure = match name.len().cmp(&word.len()) {
                std::cmp::Ordering::Less => at + 1 < word.len() || word.len() >= least,
                std::cmp::Ordering::Greater => at > 0 && name.get(at) == name.get(at - 1),
                std::cmp::Ordering::Equal => name.get(at + 1) == word.get(at) && name.get(at) == word.get(at + 1),
            };
            if sure { Some(Confidence::Sure) } else { (word.len() >= least).then_some(Confidence::Maybe) }
        }
        2 => (word.len() >= 9).then_some(Confidence::Maybe),
        _ => None,
    }
}

/// Edit distance, where swapping two neighbours counts as one edit. Above `limit` it is some number above `limit`.
///
/// Only cells of the matrix within `limit` of the diagonal matter. A row has `2 * limit + 1` of them, so the time is
/// linear in the length of the texts.
pub fn edit_distance(a: &[char], b: &[char], limit: usize) -> usize {
    const FAR: usize = usize::MAX / 2;
    let width = 2 * limit + 1;
    let get = |row: &[usize; WIDEST], at: usize| row.get(at).copied().unwrap_or(FAR);
    // The cell of column `j` in row `i` is at `j + limit - i`.
    let mut before = [FAR; WIDEST];
    let mut last = [FAR; WIDEST];
    last.iter_mut().skip(limit).take(limit + 1).enumerate().for_each(|(j, cell)| *cell = j);
    for (i, x) in a.iter().enumerate() {
        let mut row = [FAR; WIDEST];
        let mut left = FAR;
        for (at, cell) in row.iter_mut().take(width).enumerate() {
            if let Some(j) = (i + 1 + at).checked_sub(limit).filter(|j| *j <= b.len()) {
                *cell = left.min(get(&last, at + 1)) + 1;
                if let Some(y) = j.checked_sub(1).and_then(|j| b.get(j)) {
                    *cell = (*cell).min(get(&last, at) + usize::from(x != y));
                    if i > 0 && j > 1 && a.get(i - 1) == Some(y) && b.get(j - 2) == Some(x) {
                        *cell = (*cell).min(get(&before, at) + 1);
                    }
                }
            }
            left = *cell;
        }
        before = std::mem::replace(&mut last, row);
    }
    get(&last, (b.len() + limit).saturating_sub(a.len()))
}

/// A time in milliseconds in words, with its two greatest units at most: `5 d`, `1 h 30 min`, `250 ms`.
pub fn duration(milliseconds: u64) -> String {
    const UNITS: [(&str, u64); 5] = [("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1)];
    let mut rest = milliseconds;
    let mut parts: Vec<String> = Vec::new();
    for (unit, size) in UNITS {
        if rest >= size && parts.len() < 2 {
            parts.push(format!("{} {unit}", rest / size));
        }
        rest %= size;
    }
    if parts.is_empty() { "0 ms".to_owned() } else { parts.join(" ") }
}

/// The first `limit` characters of `text`, with `…` as the last of them when something was cut.
pub fn clip(text: &str, limit: usize) -> String {
    if text.chars().nth(limit).is_none() {
        return text.to_owned();
    }
    let mut cut: String = text.chars().take(limit.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_offsets_count_astral_characters_as_two() {
        let text = "a🌊b\nü🌊";
        let index = LineIndex::new(text);
        assert_eq!(index.utf16(text, 5), 3);
        assert_eq!(index.byte(text, 3), 5);
        assert_eq!(index.byte(text, 2), 1, "inside a surrogate pair");
        assert_eq!(index.position(text, text.len() as u32), Position { line: 1, character: 3 });
    }

    #[test]
    fn nearest_is_at_most_two_edits_and_a_third_away() {
        assert_eq!(nearest("claritty", ["ph", "clarity"]), Some("clarity"));
        assert_eq!(nearest("choise", ["choice"]), Some("choice"));
        assert_eq!(nearest("ab", ["ac"]), None);
    }

    #[test]
    fn a_slip_is_sure_where_no_other_word_is_likely() {
        let of = |written| intended_word(written, 6, ["prompt", "model", "needs", "maxSteps", "checkpoint"]);
        for sure in ["promt", "promp", "prmopt", "prompT", "proompt"] {
            assert_eq!(of(sure), Some(("prompt", Confidence::Sure)), "{sure}");
        }
        assert_eq!(of("max_steps"), Some(("maxSteps", Confidence::Sure)));
        for (maybe, known) in
            [("prompts", "prompt"), ("prompr", "prompt"), ("need", "needs"), ("chekcpiont", "checkpoint")]
        {
            assert_eq!(of(maybe), Some((known, Confidence::Maybe)), "{maybe}");
        }
        for other in ["mode", "model", "romp", "nodes", "maximum"] {
            assert_eq!(of(other), None, "{other}");
        }
    }

    #[test]
    fn names_as_long_as_a_source_are_compared_too() {
        let name = "n".repeat(400_000);
        let (close, far) = (format!("x{name}y"), format!("xxx{name}"));
        assert_eq!(nearest(&name, [far.as_str(), &close]), Some(close.as_str()));
    }

    /// The whole matrix.
    fn distance(a: &[char], b: &[char]) -> usize {
        let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
        for i in 1..=a.len() {
            let mut row = vec![i];
            for j in 1..=b.len() {
                let swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swapped = if swap { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                row.push(swapped.min(replaced).min(rows[i - 1][j] + 1).min(row[j - 1] + 1));
            }
            rows.push(row);
        }
        rows[a.len()][b.len()]
    }

    proptest::proptest! {
        #[test]
        fn a_short_distance_is_exact_and_a_longer_one_is_beyond_the_limit(
            a in "[abc]{0,9}", b in "[abc]{0,9}", limit in 0..3_usize,
        ) {
            let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            if a.len().abs_diff(b.len()) <= limit {
                let (found, exact) = (edit_distance(&a, &b, limit), distance(&a, &b));
                proptest::prop_assert_eq!(found.min(limit + 1), exact.min(limit + 1));
            }
        }
    }

    #[test]
    fn the_hash_is_fnv1a() {
        assert_eq!(hash(""), "cbf29ce484222325");
        assert_eq!(hash("a"), "af63dc4c8601ec8c");
    }
}
