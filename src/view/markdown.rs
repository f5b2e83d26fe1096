//! The few inline marks that titles, descriptions, prompts, notes and labels may use.
//!
//! `**bold**`, `*italic*`, `~~struck~~`, `` `code` ``, `[text](url)` as underlined text, images as their
//! alternative text. Everything else, HTML included, is the text it is.

use std::borrow::Cow;

/// How a piece of text is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Face {
    /// `**b**`
    pub bold: bool,
    /// `*i*`
    pub italic: bool,
    /// `~~s~~`
    pub struck: bool,
    /// The text of a link.
    pub underlined: bool,
    /// Code: grey, and its spaces are kept.
    pub code: bool,
}

/// Text of one face.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The text, without marks.
    pub text: Cow<'a, str>,
    /// Its face.
    pub face: Face,
}

impl<'a> Piece<'a> {
    /// Text of a face.
    pub fn new(text: impl Into<Cow<'a, str>>, face: Face) -> Self {
        Self { text: text.into(), face }
    }

    /// Plain text.
    pub fn plain(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(text, Face::default())
    }
}

/// The pieces of a text with marks, laid over `face`.
pub fn parse(text: &str, face: Face) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    if has_marks(text) {
        inline(text, face, 0, &mut pieces);
    } else {
        push(&mut pieces, text, face);
    }
    pieces
}

/// True for a text that may hold marks.
pub fn has_marks(text: &str) -> bool {
    text.as_bytes().iter().any(|byte| matches!(byte, b'*' | b'~' | b'`' | b'['))
}

/// Marks inside marks are read this deep.
const MAX_DEPTH: usize = 8;

fn inline<'a>(text: &'a str, face: Face, depth: usize, pieces: &mut Vec<Piece<'a>>) {
    let mut rest = text;
    let mut plain = 0;
    // A closer that was looked for in vain is not looked for again: the whole stays linear.
    let mut missing = [false; MARKS.len()];
    while let Some(tail) = rest.get(plain..) {
        let Some(step) = tail.find(['*', '~', '`', '[', '!']) else { break };
        let at = plain + step;
        let (before, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let found = if depth < MAX_DEPTH { mark(from, &mut missing) } else { None };
        let Some(found) = found else {
            plain = at + 1;
            continue;
        };
        push(pieces, before, face);
        let inner = found.apply(face);
        if found.is_verbatim() {
            push(pieces, found.text, inner)
        } else {
            inline(found.text, inner, depth + 1, pieces)
        }
        rest = found.rest;
        plain = 0;
    }
    push(pieces, rest, face);
}

fn push<'a>(pieces: &mut Vec<Piece<'a>>, text: &'a str, face: Face) {
    if text.is_empty() {
        return;
    }
    match pieces.last_mut().filter(|last| last.face == face) {
        Some(last) => last.text.to_mut().push_str(text),
        None => pieces.push(Piece::new(text, face)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bold,
    Italic,
    Struck,
    Code,
    Link,
    Image,
}

struct Found<'a> {
    kind: Kind,
    text: &'a str,
    rest: &'a str,
}

impl Found<'_> {
    fn apply(&self, face: Face) -> Face {
        match self.kind {
            Kind::Bold => Face { bold: true, ..face },
            Kind::Italic => Face { italic: true, ..face },
            Kind::Struck => Face { struck: true, ..face },
            Kind::Code => Face { code: true, ..face },
            Kind::Link => Face { underlined: true, ..face },
            Kind::Image => face,
        }
    }

    fn is_verbatim(&self) -> bool {
        matches!(self.kind, Kind::Code | Kind::Image)
    }
}

const MARKS: [(&str, Kind); 4] = [("**", Kind::Bold), ("~~", Kind::Struck), ("`", Kind::Code), ("*", Kind::Italic)];

/// The mark at the start of `text`, if it is closed again.
fn mark<'a>(text: &'a str, missing: &mut [bool; MARKS.len()]) -> Option<Found<'a>> {
    for ((mark, kind), missing) in MARKS.into_iter().zip(missing) {
        let Some(inner) = text.strip_prefix(mark) else { continue };
        if *missing || inner.starts_with(char::is_whitespace) && kind != Kind::Code {
            return None;
        }
        let Some(end) = closer(inner, mark) else {
            *missing = true;
            return None;
        };
        let (text, rest) = inner.split_at_checked(end)?;
        return Some(Found { kind, text, rest: rest.strip_prefix(mark)? });
    }
    let (kind, inner) = match text.strip_prefix("![") {
        Some(inner) => (Kind::Image, inner),
        None => (Kind::Link, text.strip_prefix('[')?),
    };
    let (text, after) = inner.split_once("](")?;
    let (url, rest) = after.split_once(')')?;
    let fits = !text.is_empty() && text.len() <= 1000 && !text.contains(['[', '\n']) && !url.contains('\n');
    fits.then_some(Found { kind, text, rest })
}

/// Where the closing `mark` starts: after some text, not after white space, and for `*` not as part of `**`.
fn closer(inner: &str, mark: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + inner.get(from..)?.find(mark)?;
        let before = inner.get(..at)?;
        let after = inner.get(at + mark.len()..)?;
        let spaced = before.ends_with(char::is_whitespace) && mark != "`";
        let doubled = mark == "*" && (after.starts_with('*') || before.ends_with('*'));
        if !before.is_empty() && !spaced && !doubled {
            return Some(at);
        }
        from = at + mark.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        parse(text, Face::default())
            .iter()
            .map(|piece| {
                let marks: String = [
                    (piece.face.bold, 'b'),
                    (piece.face.italic, 'i'),
                    (piece.face.struck, 's'),
                    (piece.face.underlined, 'u'),
                    (piece.face.code, 'c'),
                ]
                .into_iter()
                .filter_map(|(on, mark)| on.then_some(mark))
                .collect();
                format!("{marks}({})", piece.text)
            })
            .collect()
    }

    #[test]
    fn marks_are_read_and_everything_else_is_text() {
        for (text, pieces) in [
            ("plain", "(plain)"),
            ("a **b** c", "(a )b(b)( c)"),
            ("*i* and ~~s~~", "i(i)( and )s(s)"),
            ("**b *bi* b**", "b(b )bi(bi)b( b)"),
            ("`a*b*`", "c(a*b*)"),
            ("[docs](https://example.org) !", "u(docs)( !)"),
            ("![alt](x.png)", "(alt)"),
            ("2 * 3 * 4", "(2 * 3 * 4)"),
            ("a ** b", "(a ** b)"),
            ("**open", "(**open)"),
            ("<b>html</b>", "(<b>html</b>)"),
            ("[x]", "([x])"),
        ] {
            assert_eq!(shown(text), pieces, "{text}");
        }
    }

    #[test]
    fn many_openers_without_closers_stay_cheap_and_whole() {
        for mark in ["**a ", "*a ", "[", "`", "~~ ", "![a]("] {
            let text = mark.repeat(2000);
            let pieces = parse(&text, Face::default());
            let back: String = pieces.iter().map(|piece| &*piece.text).collect();
            assert!(!back.is_empty());
        }
    }
}
