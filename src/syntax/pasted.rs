//! Signs as word processors and web pages write them, on the lines that they break.

use super::tree::{Token, TokenKind as T};
use crate::diagnostic::{Diagnostic, Edit, Fix, Severity};
use crate::text::Span;

/// Pasted signs with what the language has in their place, longer ones first.
const SIGNS: &[(&str, &str)] = &[
    ("→", "->"),
    ("⇒", "=>"),
    ("––>", "-->"),
    ("——>", "-->"),
    ("–>", "->"),
    ("—>", "-->"),
    ("“", "\""),
    ("”", "\""),
    ("„", "\""),
    ("&gt;", ">"),
    ("&lt;", "<"),
    ("&quot;", "\""),
    ("&amp;", "&"),
];

/// Reports the pasted signs of a line in place of the errors that come of them. Elsewhere such a sign is text.
/// `open_strings` are never closed, so what stands in them may be part of the program.
pub(super) fn report(text: &str, tokens: &[Token], open_strings: &[Span], diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by_key(|found| found.span.start);
    let mut reports: Vec<(Span, Diagnostic)> = Vec::new();
    let mut read_to = 0;
    for found in diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        if found.span.start < read_to {
            continue;
        }
        let line = line_at(text, found.span.start);
        read_to = line.end.saturating_add(1);
        let edits = edits(text, tokens, open_strings, line);
        if let (Some(first), Some(last)) = (edits.first(), edits.last()) {
            let span = first.span.to(last.span);
            let mut inserts: Vec<String> = edits.iter().map(|edit| format!("`{}`", edit.insert)).collect();
            inserts.sort();
            inserts.dedup();
            let title = format!("write {}", inserts.join(", "));
            let message = format!("`{}` is not part of the language", first.span.of(text));
            let mut report = Diagnostic::error("foreign-syntax", span, message).hint(title.clone());
            report.fixes.push(Fix { title, edits });
            reports.push((line, report));
        }
    }
    let is_replaced = |found: &Diagnostic| {
        let at = reports.partition_point(|(line, _)| line.end < found.span.start);
        reports.get(at).is_some_and(|(line, _)| line.start <= found.span.start)
    };
    diagnostics.retain(|found| !is_replaced(found));
    diagnostics.extend(reports.into_iter().map(|(_, report)| report));
}

/// The line of a position.
fn line_at(text: &str, at: u32) -> Span {
    let (before, behind) = text.split_at_checked(at as usize).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let end = before.len() + behind.find('\n').unwrap_or(behind.len());
    Span::new(start, end)
}

/// What replaces the pasted signs of a line that are neither in a comment nor in a string.
fn edits(text: &str, tokens: &[Token], open_strings: &[Span], line: Span) -> Vec<Edit> {
    let is_text = |at: u32| {
        let token = tokens.get(tokens.partition_point(|token| token.span.end <= at));
        token.filter(|token| token.span.start <= at).is_some_and(|token| match token.kind {
            T::LineComment | T::BlockComment => true,
            T::String | T::Template => open_strings.binary_search(&token.span).is_err(),
            _ => false,
        })
    };
    let mut edits = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.of(text).chars().next() {
        let sign = SIGNS.iter().find(|(sign, _)| rest.of(text).starts_with(sign));
        let length = sign.map_or(first.len_utf8(), |(sign, _)| sign.len()) as u32;
        if let Some((_, own)) = sign.filter(|_| !is_text(rest.start)) {
            edits.push(Edit { span: Span { start: rest.start, end: rest.start + length }, insert: (*own).to_owned() });
        }
        rest.start += length;
    }
    edits
}
