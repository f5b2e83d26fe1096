//! Changes of what stands in an arrow: its text, its condition, the fields of an access.

use crate::diagnostic::Edit;
use crate::machine::condition_keys::split_condition;
use crate::machine::labels::verb;
use crate::machine::quoted::in_quotes;
use crate::syntax::tree::{Item, Piece, Segment, Tree, ValKind};
use crate::syntax::{is_word, parse, quoted};
use crate::text::Span;

/// A part of a new label.
enum Part {
    /// A piece as it stands.
    Kept(usize),
    /// Another text.
    New(String),
}

/// A text in quotes on one line.
pub(super) fn string(text: &str) -> String {
    if text.chars().any(|c| c.is_control()) { quoted(text) } else { in_quotes(text) }
}

/// A text of a label: bare if it is plain words, else in quotes.
pub(super) fn label_text(text: &str) -> String {
    let is_plain = !text.is_empty() && text.split(' ').all(is_word);
    let reads_alike = || {
        let tree = parse(&format!("a -{text}-> b"));
        let [Item::Edge(edge)] = tree.items.as_slice() else { return false };
        let pieces = edge.segments.first().and_then(|segment| segment.label.as_ref()).map(|label| &*label.pieces);
        matches!(pieces, Some([Piece::Text { value, quoted: false, .. }]) if **value == *text)
    };
    if is_plain && reads_alike() { text.to_owned() } else { string(text) }
}

/// True for the key under which an arrow or a block has the text of an edge.
pub(super) fn is_text_key(key: &str) -> bool {
    key.eq_ignore_ascii_case("text")
}

/// True for a part whose word says what kind of edge it is.
fn is_kind(piece: &Piece) -> bool {
    match piece {
        Piece::Text { value, .. } => {
            let word = value.split_once(':').map_or(&**value, |(word, _)| word).trim();
            ["catch", "error"].iter().any(|known| value.trim().eq_ignore_ascii_case(known)) || verb(word).is_some()
        }
        Piece::Attribute { key, .. } => verb(&key.text).is_some(),
        _ => false,
    }
}

/// True for a part that says what takes the edge, which stands first: what kind it is, or the event or time it waits for.
fn leads(piece: &Piece) -> bool {
    let waits = |key: &str| ["on", "after"].iter().any(|word| key.eq_ignore_ascii_case(word));
    is_kind(piece) || matches!(piece, Piece::Attribute { key, .. } if waits(&key.text))
}

/// True for a part that an arrow shows as its text.
fn is_text(piece: &Piece) -> bool {
    match piece {
        Piece::Text { value, .. } => split_condition(value).is_none() && !is_kind(piece),
        Piece::Value(_) => true,
        Piece::Attribute { key, .. } => is_text_key(&key.text),
        _ => false,
    }
}

fn is_condition_piece(piece: &Piece) -> bool {
    match piece {
        Piece::Condition { .. } => true,
        Piece::Text { value, .. } => split_condition(value).is_some(),
        _ => false,
    }
}

/// The edits that give an arrow another text; `None` where it takes none.
pub(super) fn set_text(tree: &Tree, segment: &Segment, label: Option<&str>) -> Option<Vec<Edit>> {
    let pieces = pieces(segment);
    let mut parts: Vec<Part> = Vec::new();
    let mut label = label.map(label_text);
    let first_text = pieces.iter().position(is_text);
    for (at, piece) in pieces.iter().enumerate() {
        if !is_text(piece) {
            if first_text.is_none() && !leads(piece) {
                parts.extend(label.take().map(Part::New));
            }
            parts.push(Part::Kept(at));
        } else if Some(at) == first_text {
            parts.extend(label.take().map(Part::New));
        }
    }
    parts.extend(label.map(Part::New));
    relabel(tree, segment, &parts)
}

/// The edits that give an arrow another condition, in the place of the one at `span` if that stands in it.
pub(super) fn set_condition(
    tree: &Tree,
    segment: &Segment,
    replaced: Option<usize>,
    expr: Option<&str>,
) -> Option<Vec<Edit>> {
    let mut parts: Vec<Part> = Vec::new();
    for (at, piece) in pieces(segment).iter().enumerate() {
        let is_it = replaced == Some(at);
        match expr {
            Some(expr) if is_it => parts.push(Part::New(format!("{}: {}", key_of(tree, piece), string(expr)))),
            None if is_condition_piece(piece) => {}
            _ => parts.push(Part::Kept(at)),
        }
    }
    if let (Some(expr), None) = (expr, replaced) {
        parts.push(Part::New(format!("when: {}", string(expr))));
    }
    relabel(tree, segment, &parts)
}

/// The key of a condition as written.
fn key_of<'t>(tree: &'t Tree, piece: &'t Piece) -> &'t str {
    match piece {
        Piece::Condition { key, .. } => tree.str(key.span),
        Piece::Text { value, .. } => split_condition(value).map_or("when", |(_, key, _)| key),
        _ => "when",
    }
}

/// Which piece of an arrow holds the text at an offset.
pub(super) fn piece_at(segment: &Segment, at: u32) -> Option<usize> {
    pieces(segment).iter().position(|piece| piece.whole().touches(at))
}

/// The edits that add fields to an access; `None` where the label holds more than the access and its fields.
pub(super) fn add_fields(segment: &Segment, fields: &[String]) -> Option<Vec<Edit>> {
    let pieces = pieces(segment);
    let (first, rest) = pieces.split_first()?;
    let lists = is_kind(first) && rest.iter().all(|piece| matches!(piece, Piece::Text { .. }));
    let last = pieces.last().filter(|_| lists)?;
    let added = fields.join(", ");
    let mut end = last.whole();
    if let Piece::Text { quoted: true, .. } = last {
        end.end -= 1;
    } else if let Piece::Attribute { value, .. } = last {
        match &value.kind {
            ValKind::Str(_) => end.end -= 1,
            ValKind::List(_) | ValKind::Map(_) => return None,
            _ => {}
        }
    }
    Some(vec![Edit { span: Span::at(end.end), insert: format!(", {added}") }])
}

/// The edits that take fields out of the list of an access, given as the spans of their words. `Err` where none stays.
pub(super) fn remove_fields(tree: &Tree, segment: &Segment, listed: &[Span]) -> Result<Vec<Edit>, ()> {
    let Some(label) = &segment.label else { return Err(()) };
    let Some(first) = label.pieces.iter().position(is_kind) else { return Err(()) };
    // The list: from behind the colon of the verb to the last text part.
    let mut spans: Vec<Span> = Vec::new();
    let split = |span: Span, spans: &mut Vec<Span>| {
        let text = tree.str(span);
        let mut at = 0;
        for part in text.split(',') {
            let lead = part.len() - part.trim_start().len();
            let start = span.start + (at + lead) as u32;
            spans.push(Span { start, end: start + part.trim().len() as u32 });
            at += part.len() + 1;
        }
    };
    for piece in label.pieces.get(first..).unwrap_or_default() {
        match piece {
            Piece::Attribute { value, .. } if is_kind(piece) => match &value.kind {
                ValKind::List(items) => spans.extend(items.iter().map(|item| item.span)),
                ValKind::Str(_) => split(Span { start: value.span.start + 1, end: value.span.end - 1 }, &mut spans),
                _ => split(value.span, &mut spans),
            },
            Piece::Text { span, quoted, .. } => {
                let edge = u32::from(*quoted);
                let inner = Span { start: span.start + edge, end: span.end - edge };
                let skip = if is_kind(piece) { tree.str(inner).find(':').map(|at| at as u32 + 1) } else { Some(0) };
                if let Some(skip) = skip {
                    split(Span { start: inner.start + skip, end: inner.end }, &mut spans);
                }
            }
            _ => {}
        }
    }
    spans.retain(|span| !span.is_empty());
    let goes = |span: &Span| listed.iter().any(|field| span.start <= field.start && field.end <= span.end);
    if spans.iter().all(goes) {
        return Err(());
    }
    let mut edits = Vec::new();
    for (at, span) in spans.iter().enumerate().filter(|(_, span)| goes(span)) {
        let kept_before = spans.get(..at).unwrap_or_default().iter().rev().find(|span| !goes(span));
        let next = spans.get(at + 1);
        let gone = match (kept_before, next) {
            // With the comma before it, quotes around it too.
            (Some(_), _) => {
                let before = spans.get(at - 1).copied().unwrap_or(*span);
                Span { start: closed(tree, before), end: closed(tree, *span) }
            }
            (None, Some(next)) => Span { start: opened(tree, *span), end: opened(tree, *next) },
            (None, None) => *span,
        };
        edits.push(Edit { span: gone, insert: String::new() });
    }
    Ok(edits)
}

/// The end of a word with the quote that closes it.
fn closed(tree: &Tree, span: Span) -> u32 {
    let behind = tree.text.get(span.end as usize..).unwrap_or_default();
    let before = tree.text.get(..span.start as usize).unwrap_or_default();
    span.end + u32::from(behind.starts_with(['"', '\'']) && before.ends_with(['"', '\'']))
}

fn opened(tree: &Tree, span: Span) -> u32 {
    let behind = tree.text.get(span.end as usize..).unwrap_or_default();
    let before = tree.text.get(..span.start as usize).unwrap_or_default();
    span.start - u32::from(behind.starts_with(['"', '\'']) && before.ends_with(['"', '\'']))
}

fn pieces(segment: &Segment) -> &[Piece] {
    segment.label.as_ref().map_or(&[], |label| &label.pieces)
}

/// The edits that give an arrow a label of these parts.
fn relabel(tree: &Tree, segment: &Segment, parts: &[Part]) -> Option<Vec<Edit>> {
    let (open, close) = segment.arrow.around()?;
    let edit = |span, insert: String| Some(vec![Edit { span, insert }]);
    if parts.is_empty() {
        return edit(segment.arrow_span, segment.arrow.text().to_owned());
    }
    let pieces = pieces(segment);
    let gap = |before: usize, after: usize| {
        let ends = (pieces.get(before)?.whole().end, pieces.get(after)?.whole().start);
        Some(tree.str(Span { start: ends.0, end: ends.1 }))
    };
    let separator = if gap(0, 1).is_some_and(|gap| gap.trim() == ";") { "; " } else { ", " };
    let mut text = String::new();
    let mut before: Option<usize> = None;
    for (at, part) in parts.iter().enumerate() {
        let kept = if let Part::Kept(kept) = part { Some(*kept) } else { None };
        text.push_str(match (before, kept) {
            _ if at == 0 => "",
            (Some(before), Some(kept)) if before + 1 == kept => gap(before, kept)?,
            _ => separator,
        });
        match part {
            Part::Kept(kept) => text.push_str(tree.str(pieces.get(*kept)?.whole())),
            Part::New(new) => text.push_str(new),
        }
        before = kept;
    }
    match &segment.label {
        Some(label) if !pieces.is_empty() => {
            let (first, last) = (pieces.first()?.whole(), pieces.last()?.whole());
            let start = Span { start: label.span.start, end: first.start };
            let end = Span { start: last.end, end: label.span.end };
            edit(label.span, format!("{}{text}{}", tree.str(start), tree.str(end)))
        }
        _ => edit(segment.arrow_span, format!("{open}{text}{close}")),
    }
}
