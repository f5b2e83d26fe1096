//! The content of an arrow and of an edge block: text parts, inline attributes, the condition, the access verb.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::machine::condition_keys::{CONDITION_KEYS, condition_rank, split_condition};
use crate::machine::duration;
use crate::machine::entries::Entries;
use crate::machine::model::{Access, After, Annotation, ConditionKind, EventName, SetEntry};
use crate::machine::quoted::in_quotes;
use crate::machine::style;
use crate::machine::values;
use crate::number::print as number;
use crate::syntax::opening_quote;
use crate::syntax::tree::{self, Piece, Tree, Val, ValKind};
use crate::text::Span;
use crate::value::Value;
use crate::work::BYTES;

/// What all edges of one segment share.
#[derive(Clone, Default)]
pub(super) struct Content {
    pub texts: Vec<Arc<str>>,
    pub inline: Entries,
    pub block: Entries,
    pub annotations: Vec<Annotation>,
    pub condition: Option<WrittenCondition>,
    /// The event that `on` names.
    pub on: Option<EventName>,
    /// The time that `after` gives.
    pub after: Option<After>,
    /// The parts of its label and the entries of its block, annotations and the conditions in a label left out.
    pub parts: Vec<Part>,
    /// The entries of a `style` in the block.
    pub styled: Vec<style::Written>,
    pub source_attribute: Option<Arc<str>>,
    pub target_attribute: Option<Arc<str>>,
}

/// Keys that mean something in a label, besides those of conditions and access.
const KEYS: &[&str] = &["priority", "text", "style", "sourceAttribute", "targetAttribute", "on", "after"];

/// A part of a label, or an entry of an edge block, as written.
#[derive(Clone)]
pub(super) struct Part {
    pub key: Option<Span>,
    /// Words that stand beside each other on one line; behind a key, its value and such words.
    pub text: Span,
    /// The value of `text` where it is one string in quotes.
    pub quoted: Option<Arc<str>>,
    pub in_block: bool,
}

/// A condition as written.
#[derive(Clone)]
pub(super) struct WrittenCondition {
    pub kind: ConditionKind,
    pub text: Arc<str>,
    pub span: Span,
    /// Key and text, if they are in a label.
    pub piece: Option<Span>,
}

/// A verb of an access label.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Verb {
    pub access: Access,
    /// It makes the edge a data edge whatever its ends are.
    pub strong: bool,
}

/// The access verb a word is.
pub(crate) fn verb(word: &str) -> Option<Verb> {
    const STRONG: &[(&str, Access)] =
        &[("reads", Access::Read), ("writes", Access::Write), ("stores", Access::Write), ("asks", Access::Ask)];
    const WEAK: &[(&str, Access)] = &[
        ("read", Access::Read),
        ("write", Access::Write),
        ("store", Access::Write),
        ("update", Access::Write),
        ("updates", Access::Write),
        ("set", Access::Write),
        ("sets", Access::Write),
        ("ask", Access::Ask),
    ];
    let find = |list: &[(&str, Access)], strong| {
        let (_, access) = list.iter().find(|(verb, _)| word.eq_ignore_ascii_case(verb))?;
        Some(Verb { access: *access, strong })
    };
    find(STRONG, true).or_else(|| find(WEAK, false))
}

impl Part {
    fn new(key: Option<Span>, value: &Val, in_block: bool) -> Self {
        let quoted = match &value.kind {
            ValKind::Str(text) => Some(text.clone()),
            _ => None,
        };
        Self { key, text: value.span, quoted, in_block }
    }
}

impl Content {
    /// The units of work that it adds to each edge, which copies it, and writes it when it is drawn.
    pub fn weight(&self) -> u64 {
        let text = |text: &Arc<str>| 1 + text.len() as u64 / BYTES;
        let pairs = |pairs: &[(Arc<str>, Value)]| pairs.iter().map(|(key, value)| text(key) + size(value)).sum::<u64>();
        let annotation = |annotation: &Annotation| {
            let entry = |entry: &SetEntry| text(&entry.target) + 4 * text(&entry.expr);
            let entries: u64 = annotation.entries.iter().map(entry).sum();
            text(&annotation.name) + annotation.value.as_ref().map_or(0, size) + pairs(&annotation.parameters) + entries
        };
        let texts: u64 = self.texts.iter().map(text).sum();
        let annotations: u64 = self.annotations.iter().map(annotation).sum();
        // The names of a condition are gone through, it is evaluated, and its lines are broken.
        let condition = self.condition.as_ref().map_or(0, |condition| 4 * condition.text.len() as u64);
        texts + pairs(&self.inline) + pairs(&self.block) + annotations + condition
    }

    /// The verb of an access label, with the fields it lists.
    pub fn access(&self) -> Option<(Verb, Vec<Arc<str>>)> {
        let mut fields = Vec::new();
        for (key, value) in self.inline.iter().chain(&*self.block) {
            let Some(verb) = verb(key) else { continue };
            match value {
                Value::List(items) => items.iter().for_each(|item| split(&item.to_text(), &mut fields)),
                value => split(&value.to_text(), &mut fields),
            }
            self.texts.iter().for_each(|text| split(text, &mut fields));
            return Some((verb, fields));
        }
        let (first, rest) = self.texts.split_first()?;
        let (word, listed) = first.split_once(':').unwrap_or((first, ""));
        let verb = verb(word.trim())?;
        split(listed, &mut fields);
        rest.iter().for_each(|text| split(text, &mut fields));
        Some((verb, fields))
    }

    /// True if a text part says the edge is taken on failure.
    pub fn is_catch(&self) -> bool {
        self.texts.iter().any(|text| ["catch", "error"].iter().any(|word| text.trim().eq_ignore_ascii_case(word)))
    }
}

/// The units of work to go through a value.
fn size(value: &Value) -> u64 {
    match value {
        Value::List(items) => 1 + items.iter().map(size).sum::<u64>(),
        Value::Map(entries) => 1 + entries.iter().map(|(_, value)| 1 + size(value)).sum::<u64>(),
        Value::Str(text) => 1 + text.len() as u64 / BYTES,
        _ => 1,
    }
}

fn split(list: &str, into: &mut Vec<Arc<str>>) {
    into.extend(list.split(',').map(str::trim).filter(|field| !field.is_empty()).map(Arc::from));
}

struct Candidate {
    rank: usize,
    inline: bool,
    key: Span,
    text: Arc<str>,
    span: Span,
    piece: Option<Span>,
}

/// Reads the label of a segment and the block of its statement.
pub(super) fn read(
    tree: &Tree,
    statement: &tree::Edge,
    segment: &tree::Segment,
    diagnostics: &mut Vec<Diagnostic>,
) -> Content {
    let mut content = Content::default();
    let mut candidates = Vec::new();
    let (before, after): (Vec<_>, Vec<_>) =
        statement.annotations.iter().partition(|annotation| annotation.span.start < segment.arrow_span.start);
    content.annotations.extend(before.into_iter().map(|annotation| values::annotation(tree, annotation)));
    for piece in segment.label.iter().flat_map(|label| &label.pieces) {
        content.read_piece(tree, piece, &mut candidates);
    }
    content.annotations.extend(after.into_iter().map(|annotation| values::annotation(tree, annotation)));
    for attribute in statement.block.iter().flat_map(|block| &block.attributes) {
        content.read_block(tree, attribute, &mut candidates);
    }
    diagnostics.extend(segment.label.as_ref().and_then(|label| content.changed_label(tree, label)));
    content.check_delay();
    content.tie_ends();
    content.condition = choose(candidates, diagnostics);
    content
}

impl Content {
    fn read_piece(&mut self, tree: &Tree, piece: &Piece, candidates: &mut Vec<Candidate>) {
        match piece {
            Piece::Annotation(annotation) => self.annotations.push(values::annotation(tree, annotation)),
            Piece::Condition { key, text, span, quoted } => {
                let name = tree.str(key.span);
                self.inline.put(name, Value::Str(text.clone()));
                if let Some(rank) = condition_rank(name) {
                    let (text, span) = (text.clone(), *span);
                    let piece = Some(Span { start: key.span.start, end: span.end + u32::from(*quoted) });
                    candidates.push(Candidate { rank, inline: true, key: key.span, text, span, piece });
                }
            }
            Piece::Attribute { key, value } => {
                self.parts.push(Part::new(Some(key.span), value, false));
                let inline = inline_value(tree, value);
                self.trigger(&key.text, &inline, value);
                if key.text.eq_ignore_ascii_case("text") {
                    self.texts = vec![inline.to_text().into()];
                } else {
                    self.inline.put(&key.text, inline);
                }
            }
            Piece::Text { value, span, quoted } => {
                let Some((rank, key, text)) = split_condition(value) else {
                    self.texts.push(value.clone());
                    self.add_text(tree, *span, quoted.then(|| value.clone()));
                    return;
                };
                self.inline.put(key, Value::from(text));
                let span = inner(tree, *span, text, *quoted);
                candidates.push(Candidate { rank, inline: true, key: span, text: text.into(), span, piece: None });
            }
            Piece::Value(value) => {
                self.texts.push(tree.str(value.span).into());
                self.add_text(tree, value.span, None);
            }
        }
    }

    /// Takes the event or the time that a key gives.
    fn trigger(&mut self, key: &str, value: &Value, written: &Val) {
        let text = || Arc::from(value.to_text());
        if key.eq_ignore_ascii_case("on") {
            self.on = Some(EventName { name: text(), span: written.span });
        } else if key.eq_ignore_ascii_case("after") {
            let text: Arc<str> = text();
            let milliseconds = duration::wait_ms(&text);
            self.after = Some(After { text, milliseconds, span: written.span });
        }
    }

    /// The finding for a label without quotes that is not shown as written, because an apostrophe opens a string or a
    /// colon makes the word before it an attribute.
    fn changed_label(&self, tree: &Tree, label: &tree::Label) -> Option<Diagnostic> {
        // Where words without quotes have ended, if nothing separates the next piece from them.
        let mut words_end = None;
        let follows = |end: Option<u32>, piece: Span| {
            end.and_then(|end| tree.text.get(end as usize..piece.start as usize))
                .is_some_and(|gap| gap.trim().is_empty() && !gap.contains('\n'))
        };
        let changes = label.pieces.iter().any(|piece| match piece {
            Piece::Text { span, quoted: true, .. } => {
                tree.str(*span).starts_with('\'') && follows(words_end.take(), *span)
            }
            Piece::Text { value, span, .. } => {
                let is_word = |c: char| c == '_' || c == ' ' || c.is_alphanumeric();
                let one_line = !tree.str(*span).contains('\n');
                words_end = (one_line && value.chars().all(is_word)).then_some(span.end);
                false
            }
            Piece::Attribute { key, .. } => {
                let is_bare = !tree.str(key.span).starts_with(['"', '\'']);
                let is_known = KEYS.iter().any(|known| key.text.eq_ignore_ascii_case(known));
                is_bare && !is_known && follows(words_end.take(), key.span)
            }
            _ => {
                words_end = None;
                false
            }
        });
        if !changes || self.access().is_some() {
            return None;
        }
        let written = tree.str(label.span).trim();
        let start = label.span.start as usize + tree.str(label.span).find(written)?;
        let span = Span::new(start, start + written.len());
        let finding = Diagnostic::info("label-changed", span, format!("the label becomes `{}`", self.texts.join(", ")))
            .hint("put it in quotes to keep it as written");
        let is_text = |piece: &Piece| matches!(piece, Piece::Text { .. } | Piece::Attribute { .. });
        Some(if label.pieces.iter().all(is_text) && !written.starts_with(['[', '"']) {
            finding.fix("put it in quotes", span, in_quotes(written))
        } else {
            finding
        })
    }

    /// Adds a text of the label, to the part before it if nothing else stands between on its line.
    fn add_text(&mut self, tree: &Tree, text: Span, quoted: Option<Arc<str>>) {
        if let Some(last) = self.parts.last_mut() {
            let between = tree.str(Span { start: last.text.end, end: text.start });
            // A line break separates like a comma, which Format writes for it.
            if between.trim().is_empty() && !between.contains('\n') {
                last.text = last.text.to(text);
                last.quoted = None;
                return;
            }
        }
        self.parts.push(Part { key: None, text, quoted, in_block: false });
    }

    fn read_block(&mut self, tree: &Tree, attribute: &tree::Attribute, candidates: &mut Vec<Candidate>) {
        let Some(written) = &attribute.value else { return };
        let value = values::value(tree, written);
        self.parts.push(Part::new(Some(attribute.key.span), written, true));
        self.trigger(&attribute.key.text, &value, written);
        if &*attribute.key.text == "style" {
            style::written(tree, written, &mut self.styled);
        }
        if attribute.key.text.eq_ignore_ascii_case("text") {
            if !self.texts.is_empty() {
                // The inline text is kept for the JSON, which shows both.
                self.inline.put("text", Value::from(self.texts.join(", ")));
            }
            self.texts = vec![value.to_text().into()];
        }
        if let Some(rank) = condition_rank(&attribute.key.text) {
            let text: Arc<str> = value.to_text().into();
            let span = inner(tree, written.span, &text, matches!(written.kind, ValKind::Str(_)));
            candidates.push(Candidate { rank, inline: false, key: attribute.key.span, text, span, piece: None });
        }
        self.block.put(&attribute.key.text, value);
    }

    /// A time beside which a text of the label looks like more of it is none.
    fn check_delay(&mut self) {
        let Some(after) = &mut self.after else { return };
        if self.texts.iter().any(|text| duration::is_time(text)) {
            after.milliseconds = None;
        }
    }

    fn tie_ends(&mut self) {
        for (key, value) in self.inline.iter().chain(&*self.block) {
            match &**key {
                "sourceAttribute" => self.source_attribute = Some(value.to_text().into()),
                "targetAttribute" => self.target_attribute = Some(value.to_text().into()),
                _ => {}
            }
        }
        self.inline.retain(|key| !matches!(key, "sourceAttribute" | "targetAttribute"));
        self.block.retain(|key| !matches!(key, "sourceAttribute" | "targetAttribute"));
    }
}

/// The condition that counts: by key, the block's before the inline one.
fn choose(mut candidates: Vec<Candidate>, diagnostics: &mut Vec<Diagnostic>) -> Option<WrittenCondition> {
    candidates.sort_by_key(|candidate| (candidate.rank, candidate.inline));
    let mut candidates = candidates.into_iter();
    let chosen = candidates.next()?;
    let key = |rank: usize| CONDITION_KEYS.get(rank).copied().unwrap_or_default();
    for ignored in candidates {
        let message = format!("only `{}` is used", key(chosen.rank));
        diagnostics.push(
            Diagnostic::warning("several-conditions", ignored.key, message).hint("join the conditions with `&&`"),
        );
    }
    let kind = if key(chosen.rank) == "unless" { ConditionKind::Unless } else { ConditionKind::When };
    Some(WrittenCondition { kind, text: chosen.text, span: chosen.span, piece: chosen.piece })
}

/// The place of `text` inside the token at `span`, without quotes and key if possible.
fn inner(tree: &Tree, span: Span, text: &str, quoted: bool) -> Span {
    if !quoted {
        return span;
    }
    match tree.str(span).find(text) {
        Some(at) if !text.is_empty() => Span::new(span.start as usize + at, span.start as usize + at + text.len()),
        _ if span.len() > 2 => Span { start: span.start + opening_quote(tree.str(span)), end: span.end - 1 },
        _ => span,
    }
}

/// Inline scalars are text in the JSON, lists and maps are themselves.
fn inline_value(tree: &Tree, written: &Val) -> Value {
    match values::value(tree, written) {
        Value::Num(plain) => Value::from(number(plain)),
        Value::Bool(truth) => Value::from(if truth { "true" } else { "false" }),
        Value::Null => Value::from("null"),
        other => other,
    }
}
