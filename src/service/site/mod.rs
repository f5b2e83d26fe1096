//! What could be written at an offset, judged by the tokens before it.
//!
//! The text around a caret is broken most of the time, so the tree is no help. A small stack machine reads the tokens
//! of the enclosing block and applies the line rules of the language; the tree only says which block that is.

mod reader;

pub(super) use self::reader::{Holder, Site};

use self::reader::read;
use crate::machine::Machine;
use crate::machine::model::{Class, NodeIdx};
use crate::service::uses::is_condition;
use crate::syntax::tree::{Block, Item, Token, TokenKind as T, Tree};
use crate::syntax::{is_open_string, opening_quote};
use crate::text::Span;

/// A caret, and what is known about its place.
pub(super) struct Caret {
    /// What may stand there.
    pub site: Site,
    /// The word at the offset, or the empty span there.
    pub word: Span,
    /// The part of the word left of the offset.
    pub prefix: Span,
    /// The words before it that end in a dot, in order.
    pub chain: Vec<Span>,
    /// The block it is in.
    pub scope: Option<NodeIdx>,
}

/// The innermost node block at a byte offset: its node, and where its text begins.
pub(super) fn block_at(machine: &Machine, offset: u32) -> (Option<NodeIdx>, u32) {
    let mut items: &[Item] = &machine.tree.items;
    let (mut scope, mut from) = (None, 0);
    loop {
        let next = items.partition_point(|item| span_of(item).start < offset);
        // Edges may be out of order with the nodes they declare.
        let mut before = items.get(..next).unwrap_or_default().iter().rev().take(4);
        let holds = |block: &Block| block.open.end <= offset && block.close.is_none_or(|close| offset <= close.start);
        let found = before.find_map(|item| match item {
            Item::Header(header) => Some((None, header.block.as_ref().filter(|block| holds(block))?)),
            Item::Node(node) => Some((node.names.last(), node.block.as_ref().filter(|block| holds(block))?)),
            _ => None,
        });
        let Some((named, block)) = found else { return (scope, from) };
        if let Some(named) = named {
            // A note is not a scope: its block describes it.
            let is_this = |span: Option<Span>| span == Some(named.name.span);
            let notes = || machine.nodes.entries().filter(|(_, node)| node.class == Class::Note);
            if let Some((note, _)) = notes().find(|(_, note)| is_this(note.name_span)) {
                return (Some(note), block.open.end);
            }
            let events = || machine.events.iter().map(|event| event.node);
            if let Some(event) = events().find(|event| is_this(machine.nodes[*event].name_span)) {
                return (Some(event), block.open.end);
            }
            for segment in &named.name.segments {
                let child = machine.scopes.child(scope, machine.tree.str(segment.span));
                scope = child.or(scope);
            }
        }
        from = block.open.end;
        items = &block.items;
    }
}

fn span_of(item: &Item) -> Span {
    match item {
        Item::Import(item) => item.span,
        Item::Header(item) => item.span,
        Item::Node(item) => item.span,
        Item::Edge(item) => item.span,
        Item::Attribute(item) => item.span,
        Item::Error(span) => *span,
    }
}

/// The caret at a byte offset.
pub(super) fn caret(machine: &Machine, offset: u32) -> Caret {
    let tree = &*machine.tree;
    let (scope, from) = block_at(machine, offset);
    let nothing = Span::at(offset);
    let mut caret = Caret { site: Site::Nothing, word: nothing, prefix: nothing, chain: Vec::new(), scope };
    let end = tree.tokens.partition_point(|token| token.span.start < offset);
    let start = tree.tokens.partition_point(|token| token.span.start < from);
    let mut before = tree.tokens.get(start..end).unwrap_or_default();
    let Some((last, rest)) = before.split_last() else {
        caret.site = Site::Item;
        return caret;
    };
    let inside = last.span.end > offset;
    match last.kind {
        T::LineComment if last.span.end >= offset => return caret,
        T::BlockComment if inside || !tree.str(last.span).ends_with("*/") => return caret,
        T::String | T::Template if inside || is_open_string(tree.str(last.span)) => {
            caret.site = in_string(tree, rest, last.span, offset);
            if let Site::Value { .. } = caret.site {
                (caret.word, caret.prefix) = name_in_string(tree.str(last.span), last.span, offset);
            }
            return caret;
        }
        // The label of an arrow begins between its two ends.
        T::LongArrow if last.span.start + 1 == offset => {
            let opener = Token { kind: T::Dash, span: Span { start: last.span.start, end: offset }, ..*last };
            let mut cut = rest.to_vec();
            cut.push(opener);
            caret.site = read(tree, &cut, offset, offset);
            return caret;
        }
        T::Number | T::WordNumber | T::External if last.span.end >= offset => {
            // An expression may end in a number; nothing else can be completed after one.
            return caret;
        }
        T::Ident if last.span.end >= offset => {
            caret.word = last.span;
            caret.prefix = Span { start: last.span.start, end: offset };
            before = rest;
        }
        _ => {}
    }
    if let [head @ .., first, dash] = before
        && dash.kind == T::Dash
        && first.kind == T::Ident
        && first.span.end == dash.span.start
        && dash.span.end == caret.word.start
    {
        // A glued `-` belongs to the word where nothing but keys and their values can stand.
        let site = read(tree, head, first.span.start, offset);
        let style = scope.is_some_and(|scope| machine.nodes[scope].class == Class::Style);
        let glued = match site {
            Site::Key { .. } | Site::Argument { .. } => true,
            Site::Value { owner, .. } => style || owner.is_some(),
            Site::Item => style,
            _ => false,
        };
        if glued {
            caret.site = site;
            caret.word = Span { start: first.span.start, end: caret.word.end };
            caret.prefix = Span { start: first.span.start, end: offset };
            return caret;
        }
    }
    let mut tail = before;
    while let [head @ .., name, dot] = tail {
        if dot.kind != T::Dot || name.kind != T::Ident {
            break;
        }
        caret.chain.push(name.span);
        tail = head;
    }
    caret.chain.reverse();
    let begin = caret.chain.first().map_or(caret.prefix.start, |span| span.start);
    // The stack machine does not read the dotted name at the caret.
    let before = if caret.chain.is_empty() { before } else { tail };
    caret.site = read(tree, before, begin, offset);
    caret
}

/// Whether a text in a stub is an expression whose value is sent; `==` stands for a plain `=`.
fn is_calculated(text: &str) -> bool {
    text.starts_with('=') && !text.starts_with("==")
}

/// Whether a value in a stub is a name, which is quoted there.
fn is_stub_name(tree: &Tree, key: Span, owner: Span, map: Option<Span>) -> bool {
    tree.str(owner) == "stub"
        && matches!(tree.str(key), "go" | "spawn" | "read" | "priority")
        && map.is_none_or(|map| matches!(tree.str(map), "stub" | "turns" | "ask"))
}

/// The text after the opening quote of a string, and its part left of the offset. An unclosed string ends with its
/// word: the rest of its line is text that the quote has taken.
fn name_in_string(raw: &str, string: Span, offset: u32) -> (Span, Span) {
    let start = (string.start + opening_quote(raw)).min(offset);
    let end = if is_open_string(raw) {
        let after = raw.get((offset - string.start) as usize..).unwrap_or_default();
        let word = after.find(|c: char| !(c == '_' || c == '.' || c.is_alphanumeric())).unwrap_or(after.len());
        offset + word as u32
    } else {
        string.end
    };
    (Span { start, end }, Span { start, end: offset })
}

fn in_string(tree: &Tree, before: &[Token], string: Span, offset: u32) -> Site {
    let quote = opening_quote(tree.str(string));
    let inner = Span { start: (string.start + quote).min(offset), end: offset };
    let site = read(tree, before, string.start, string.start);
    let before_caret = tree.str(inner);
    if let Some(open) =
        before_caret.rfind("{{").filter(|open| !before_caret.get(*open..).unwrap_or_default().contains("}}"))
    {
        return Site::Expression(Span { start: inner.start + open as u32 + 2, end: offset });
    }
    match site {
        Site::Expression(span) if tree.str(span).trim().is_empty() => Site::Expression(inner),
        Site::Value { key, .. } if is_condition(tree.str(key)) => Site::Expression(inner),
        Site::Value { owner: Some(owner), .. } if tree.str(owner) == "stub" && is_calculated(before_caret) => {
            Site::Expression(Span { start: inner.start + 1, end: offset })
        }
        Site::Value { key, owner: Some(owner), map } if is_stub_name(tree, key, owner, map) => site,
        Site::Label { .. } => match before_caret.split_once(':') {
            Some((key, rest)) if is_condition(key.trim()) => {
                Site::Expression(Span { start: offset - rest.len() as u32, end: offset })
            }
            _ => Site::Nothing,
        },
        Site::Path(_) => Site::Path(inner),
        _ => Site::Nothing,
    }
}
