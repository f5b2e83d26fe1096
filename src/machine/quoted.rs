//! Places inside quoted text: from offsets in the value to offsets in the source.

use crate::syntax::tree::Tree;
use crate::text::Span;

/// A text in quotes, those that need fewer escapes.
pub(crate) fn in_quotes(text: &str) -> String {
    let quote = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    format!("{quote}{}{quote}", text.replace('\\', "\\\\").replace(quote, &format!("\\{quote}")))
}

/// A text of the source with its escapes resolved, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Quoted {
    start: u32,
    /// Where the value has escapes. Each is one byte longer in the source.
    escapes: Vec<u32>,
    /// What to give where value and source do not match.
    whole: Option<Span>,
}

impl Quoted {
    /// The value of a string with its quotes at `span`.
    pub fn string(tree: &Tree, span: Span, value: &str) -> Quoted {
        let raw = tree.str(span);
        let quote = raw.chars().next().filter(|c| matches!(c, '"' | '\''));
        let opened = u32::from(quote.is_some());
        let closed = u32::from(raw.len() > 1 && quote.is_some_and(|quote| raw.ends_with(quote)));
        let inside = Span { start: span.start + opened, end: (span.end - closed).max(span.start + opened) };
        let quoted = Quoted::inside(tree, inside, value);
        Quoted { whole: quoted.whole.map(|_| span), ..quoted }
    }

    /// The value of the text at `span`, which may hold escapes.
    pub fn inside(tree: &Tree, span: Span, value: &str) -> Quoted {
        let raw = tree.str(span);
        if raw == value {
            return Quoted { start: span.start, escapes: Vec::new(), whole: None };
        }
        let mut escapes = Vec::new();
        let mut chars = raw.char_indices();
        while let Some((at, c)) = chars.next() {
            if c == '\\' {
                escapes.push(at as u32 - escapes.len() as u32);
                chars.next();
            }
        }
        let matches = raw.len() == value.len() + escapes.len();
        Quoted { start: span.start, escapes, whole: (!matches).then_some(span) }
    }

    /// The place in the source of a span of the value.
    pub fn at(&self, span: Span) -> Span {
        let place = |offset: u32| {
            let before = self.escapes.partition_point(|escape| *escape < offset) as u32;
            self.start + offset + before
        };
        self.whole.unwrap_or_else(|| Span { start: place(span.start), end: place(span.end) })
    }

    /// The same for a span that counts from the start of `inner`.
    pub fn within(&self, inner: Span, span: Span) -> Span {
        self.at(Span { start: inner.start + span.start, end: inner.start + span.end })
    }
}
