//! The edits of one text while they are collected, and the text they give.

use crate::diagnostic::Edit;
use crate::syntax::tree::{Token, TokenKind};
use crate::syntax::{format, parse};
use crate::text::Span;

/// Edits of one text, in any order.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    edits: Vec<Edit>,
}

impl Draft {
    /// Replaces a span.
    pub fn replace(&mut self, span: Span, insert: impl Into<String>) {
        self.edits.push(Edit { span, insert: insert.into() });
    }

    /// Inserts at an offset, behind what was inserted there before.
    pub fn insert(&mut self, at: u32, insert: impl Into<String>) {
        self.replace(Span::at(at), insert);
    }

    /// Removes a span.
    pub fn remove(&mut self, span: Span) {
        self.replace(span, "");
    }

    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Takes the edits of another draft of the same text.
    pub fn extend(&mut self, edits: Vec<Edit>) {
        self.edits.extend(edits);
    }

    /// All edits so far.
    pub fn all(self) -> Vec<Edit> {
        self.edits
    }

    /// The edits inside a span.
    pub fn inside(&self, span: Span) -> Vec<Edit> {
        let is_inside = |edit: &&Edit| span.start <= edit.span.start && edit.span.end <= span.end;
        self.edits.iter().filter(is_inside).cloned().collect()
    }

    /// A part of the text with the edits inside it made.
    pub fn part(self, text: &str, span: Span) -> String {
        applied(text, span, &self.joined())
    }

    /// The edits in order, disjoint, and at most one at a place: what overlaps or touches is one edit. Of a replacement
    /// inside a larger one nothing stays, what is inserted into it does.
    fn joined(mut self) -> Vec<Edit> {
        self.edits.sort_by_key(|edit| (edit.span.start, !edit.span.is_empty(), edit.span.end));
        let mut joined: Vec<Edit> = Vec::new();
        for edit in self.edits {
            match joined.last_mut().filter(|last| edit.span.start <= last.span.end) {
                Some(last) => {
                    let inside = edit.span.end <= last.span.end && edit.span.start < last.span.end;
                    if !inside || edit.span.is_empty() {
                        last.insert.push_str(&edit.insert);
                    }
                    last.span = last.span.to(edit.span);
                }
                None => joined.push(edit),
            }
        }
        joined
    }

    /// The edits of a text. Where the text is laid out as Format does it, so is the edited one.
    pub fn finish(self, text: &str) -> Vec<Edit> {
        let edits = self.joined();
        if edits.is_empty() {
            return edits;
        }
        let is_formatted = |text: &str| format(text).is_ok_and(|formatted| formatted == text);
        let mut pieces = Pieces::of(text, &edits);
        if is_formatted(text)
            && let Ok(formatted) = format(&pieces.text(text))
        {
            pieces.reformat(text, &formatted);
        }
        pieces.edits(text)
    }
}

/// A part of a text with edits that are in order and disjoint.
pub(super) fn applied(text: &str, span: Span, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(span.len() as usize);
    let mut at = span.start;
    for edit in edits {
        out.push_str(Span { start: at, end: edit.span.start }.of(text));
        out.push_str(&edit.insert);
        at = edit.span.end;
    }
    out.push_str(Span { start: at, end: span.end.max(at) }.of(text));
    out
}

/// An edited text: parts of the text before, and new ones between them.
struct Pieces(Vec<Piece>);

enum Piece {
    Old(Span),
    New(String),
}

impl Pieces {
    fn of(text: &str, edits: &[Edit]) -> Self {
        let mut pieces = Vec::new();
        let mut at = 0;
        for edit in edits {
            pieces.push(Piece::Old(Span { start: at, end: edit.span.start }));
            pieces.push(Piece::New(edit.insert.clone()));
            at = edit.span.end;
        }
        pieces.push(Piece::Old(Span::new(at as usize, text.len())));
        Pieces(pieces)
    }

    fn text(&self, text: &str) -> String {
        self.0
            .iter()
            .map(|piece| match piece {
                Piece::Old(span) => span.of(text),
                Piece::New(new) => new,
            })
            .collect()
    }

    /// Takes over the layout of a formatted text, in small parts where it differs only in blanks and separators.
    fn reformat(&mut self, text: &str, formatted: &str) {
        let now = self.text(text);
        if now == formatted {
            return;
        }
        let (before, after) = (parse(&now), parse(formatted));
        // Separators come and go, and so does an empty block.
        let words = |tokens: &[Token]| {
            let mut words: Vec<Token> = Vec::new();
            for token in tokens {
                match token.kind {
                    TokenKind::Semicolon | TokenKind::Comma => {}
                    TokenKind::CloseBrace if words.last().is_some_and(|last| last.kind == TokenKind::OpenBrace) => {
                        words.pop();
                    }
                    _ => words.push(*token),
                }
            }
            words.into_iter().map(|token| token.span).collect::<Vec<Span>>()
        };
        let (before, after) = (words(&before.tokens), words(&after.tokens));
        let same = |(a, b): (&Span, &Span)| a.of(&now) == b.of(formatted);
        if before.len() != after.len() || !before.iter().zip(&after).all(same) {
            // Format puts the words in another order.
            self.0 = vec![Piece::New(formatted.to_owned())];
            return;
        }
        let gaps = |words: &[Span], length: usize| {
            let starts = std::iter::once(0).chain(words.iter().map(|word| word.end)).collect::<Vec<u32>>();
            let ends = words.iter().map(|word| word.start).chain([length as u32]);
            starts.into_iter().zip(ends).map(|(start, end)| Span { start, end }).collect::<Vec<Span>>()
        };
        let pairs = gaps(&before, now.len()).into_iter().zip(gaps(&after, formatted.len()));
        let changed: Vec<(Span, &str)> = pairs
            .map(|(gap, wanted)| (gap, wanted.of(formatted)))
            .filter(|(gap, wanted)| gap.of(&now) != *wanted)
            .collect();
        for (gap, wanted) in changed.into_iter().rev() {
            self.replace(text, gap, wanted);
        }
    }

    /// Replaces a span of the edited text.
    fn replace(&mut self, text: &str, span: Span, insert: &str) {
        let mut pieces = Vec::with_capacity(self.0.len() + 2);
        let mut at = 0;
        let mut done = false;
        for piece in std::mem::take(&mut self.0) {
            let length = match &piece {
                Piece::Old(old) => old.len(),
                Piece::New(new) => new.len() as u32,
            };
            let (start, end) = (at, at + length);
            at = end;
            let cut = |from: u32, to: u32| match &piece {
                Piece::Old(old) => Piece::Old(Span { start: old.start + from - start, end: old.start + to - start }),
                Piece::New(new) => Piece::New(Span { start: from - start, end: to - start }.of(new).to_owned()),
            };
            if start < span.start {
                pieces.push(cut(start, end.min(span.start)));
            }
            if !done && span.start <= end {
                pieces.push(Piece::New(insert.to_owned()));
                done = true;
            }
            if span.end < end {
                pieces.push(cut(start.max(span.end), end));
            }
        }
        debug_assert!(done, "inside {}", text.len());
        self.0 = pieces;
    }

    /// The edits that make the text of it, each without what it has in common with the text at both of its ends.
    fn edits(&self, text: &str) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut open = Edit { span: Span::at(0), insert: String::new() };
        for piece in &self.0 {
            match piece {
                Piece::New(new) => open.insert.push_str(new),
                Piece::Old(old) if old.is_empty() => {}
                Piece::Old(old) => {
                    open.span.end = old.start;
                    edits.push(std::mem::replace(&mut open, Edit { span: Span::at(old.end), insert: String::new() }));
                }
            }
        }
        open.span.end = text.len() as u32;
        edits.push(open);
        edits.iter().filter_map(|edit| trimmed(text, edit)).collect()
    }
}

/// An edit without what it has in common with the text; `None` if it changes nothing.
fn trimmed(text: &str, edit: &Edit) -> Option<Edit> {
    let old = edit.span.of(text);
    let common = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
    };
    let mut end = common(&mut old.chars().rev().zip(edit.insert.chars().rev()));
    // No edit stands between the two characters of a line end.
    let splits = |at: usize| old.get(..at).is_some_and(|head| head.ends_with('\r'));
    if end > 0 && old.get(old.len() - end..).is_some_and(|tail| tail.starts_with('\n')) && splits(old.len() - end) {
        end -= 1;
    }
    let (rest, insert) = (old.get(..old.len() - end)?, edit.insert.get(..edit.insert.len() - end)?);
    let mut start = common(&mut rest.chars().zip(insert.chars()));
    if rest.get(..start).is_some_and(|head| head.ends_with('\r')) {
        start -= 1;
    }
    let span = Span { start: edit.span.start + start as u32, end: edit.span.end - end as u32 };
    let insert = insert.get(start..)?;
    (!span.is_empty() || !insert.is_empty()).then(|| Edit { span, insert: insert.to_owned() })
}
