//! Texts with `{{ expression }}` in them: split once, filled in at each use.
//!
//! A placeholder is the shortest match, holds no `}` outside quotes and does not nest. One that does not parse stays
//! in the text as it is written; the fault is kept for a diagnostic.

use std::sync::Arc;

use super::size::Budget;
use super::{Environment, Expr, Fault, MAX_CHARS, MAX_COST, NameUse, Operand, evaluate, parse as parse_expression};
use crate::quick::Set;
use crate::text::Span;

/// Cost of all placeholders of a text together.
const MAX_TOTAL_COST: u64 = 10 * MAX_COST;
/// Bytes that values bring into a text: a few times the largest value a field can hold.
const MAX_FILLED: usize = 4 << 20;

/// A text, split at its placeholders.
#[derive(Clone, Debug, Default)]
pub struct Template {
    text: String,
    placeholders: Vec<Placeholder>,
}

/// One `{{ expression }}`.
#[derive(Clone, Debug)]
pub struct Placeholder {
    /// Where it stands in the text, braces included.
    pub span: Span,
    /// Where the text between the braces stands. Spans of names and failures of the expression count from its start.
    pub inner: Span,
    /// The expression; the span of a fault counts from the start of the whole text.
    pub expr: Result<Expr, Fault>,
}

/// A text with its placeholders filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The text; a placeholder without a value stands in it as written.
    pub text: String,
    /// The placeholders without a value, as written, each once, in the order of the text.
    pub unresolved: Vec<String>,
}

/// True for a text that may hold a placeholder. A plain loop: a search for a text prepares itself first, and most texts
/// are short.
pub fn is_template(text: &str) -> bool {
    let mut before = 0;
    for &byte in text.as_bytes() {
        if byte == b'{' && before == b'{' {
            return true;
        }
        before = byte;
    }
    false
}

/// Splits a text. Cheap for one without `{{`.
///
/// ```
/// let template = tracklight::expr::template::parse("It is {{ Level.cm }} cm deep");
/// assert_eq!(template.placeholders().len(), 1);
/// ```
pub fn parse(text: &str) -> Template {
    let mut placeholders = Vec::new();
    let mut finder = Finder { text, at: 0, literal_until: 0 };
    while let Some(inner) = finder.next_inner() {
        let expr = parse_expression(inner.of(text)).map_err(|fault| Fault {
            span: Span { start: inner.start + fault.span.start, end: inner.start + fault.span.end },
            message: fault.message,
        });
        placeholders.push(Placeholder { span: Span { start: inner.start - 2, end: inner.end + 2 }, inner, expr });
    }
    Template { text: text.to_owned(), placeholders }
}

impl Template {
    /// The text as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The placeholders in the order of the text.
    pub fn placeholders(&self) -> &[Placeholder] {
        &self.placeholders
    }

    /// The uses of names in all placeholders. Their positions here are the indices [`Template::render`] asks for.
    pub fn names(&self) -> impl Iterator<Item = &NameUse> {
        self.placeholders.iter().filter_map(|placeholder| placeholder.expr.as_ref().ok()).flat_map(Expr::names)
    }

    /// Fills in the placeholders. What a value brings in is not looked at again.
    pub fn render(&self, env: &dyn Environment) -> Rendered {
        let mut rendered = Rendered::default();
        let mut end = 0;
        let mut base = 0;
        let mut cost = MAX_TOTAL_COST;
        let mut room = MAX_FILLED;
        let mut unresolved: Set<&str> = Set::default();
        for placeholder in &self.placeholders {
            rendered.text.push_str(Span { start: end, end: placeholder.span.start }.of(&self.text));
            end = placeholder.span.end;
            let value = match &placeholder.expr {
                Ok(expr) => print(expr, &Shifted { env, base }, &mut cost).filter(|value| value.len() <= room),
                Err(_) => None,
            };
            if let Some(value) = value {
                room -= value.len();
                rendered.text.push_str(&value);
            } else {
                let written = placeholder.span.of(&self.text);
                rendered.text.push_str(written);
                if unresolved.insert(written) {
                    rendered.unresolved.push(written.to_owned());
                }
            }
            base += placeholder.expr.as_ref().map_or(0, |expr| expr.names().len());
        }
        rendered.text.push_str(self.text.get(end as usize..).unwrap_or(""));
        rendered
    }
}

fn print(expr: &Expr, env: &dyn Environment, cost: &mut u64) -> Option<Arc<str>> {
    let mut budget = Budget::new(MAX_COST.min(*cost));
    let printed = match evaluate::evaluate(expr, env, &mut budget) {
        Ok(Operand::Value(value)) => budget.print(&value).ok(),
        _ => None,
    };
    *cost = cost.saturating_sub(budget.spent());
    printed
}

/// Numbers the names of one expression on from those before it.
struct Shifted<'a> {
    env: &'a dyn Environment,
    base: usize,
}

impl Environment for Shifted<'_> {
    fn name(&self, index: usize, name: &NameUse) -> Result<Operand, String> {
        self.env.name(self.base + index, name)
    }
}

/// Goes through a text once, from placeholder to placeholder. All marks are ASCII, so bytes are enough.
struct Finder<'a> {
    text: &'a str,
    at: usize,
    /// Quotes before this place are known not to help, and are taken as they are. Keeps the search linear.
    literal_until: usize,
}

impl Finder<'_> {
    fn next_inner(&mut self) -> Option<Span> {
        let bytes = self.text.as_bytes();
        while let Some(found) = self.text.get(self.at..)?.find("{{") {
            let mut start = self.at + found + 2;
            let mut at = start;
            // The first `}}` inside quotes: the end after all if the quotes turn out to be apostrophes.
            let mut spare = None;
            let closed = loop {
                let limit = bytes.len().min(start + 4 * MAX_CHARS);
                match bytes.get(at) {
                    Some(_) if at >= limit => break None,
                    None => break None,
                    Some(b'}') => break if bytes.get(at + 1) == Some(&b'}') { Some((start, at)) } else { None },
                    Some(b'{') if bytes.get(at - 1) == Some(&b'{') => {
                        if spare.is_some() {
                            break None;
                        }
                        start = at + 1;
                    }
                    Some(b'"' | b'\'') if at >= self.literal_until => match string_end(bytes, at, limit) {
                        Some(end) => {
                            let inside = self.text.get(at..end).and_then(|inside| inside.find("}}"));
                            spare = spare.or(inside.map(|inside| (start, at + inside)));
                            at = end;
                            continue;
                        }
                        None => self.literal_until = limit,
                    },
                    Some(_) => {}
                }
                at += 1;
            };
            if closed.is_none() {
                self.literal_until = self.literal_until.max(at);
            }
            match closed.or(spare) {
                Some((start, end)) => {
                    self.at = end + 2;
                    return Some(Span::new(start, end));
                }
                None => {
                    let from = at.max(start).min(bytes.len());
                    self.at = (from..=bytes.len()).find(|at| self.text.is_char_boundary(*at))?;
                }
            }
        }
        None
    }
}

/// One past the quote that closes the one at `start`.
fn string_end(bytes: &[u8], start: usize, limit: usize) -> Option<usize> {
    let quote = bytes.get(start)?;
    let mut at = start + 1;
    while at < limit {
        match bytes.get(at)? {
            b'\\' => at += 1,
            byte if byte == quote => return Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    None
}
