//! What a text says, without places: what an edit must not change beyond what it is asked to.
//!
//! Nodes are compared by id with what is written on them, edges by their ends with what is written on them and in the
//! order in which they leave a node. A name counts as the id of what it refers to, so a longer name for the same node is
//! no difference.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Severity;
use crate::expr::normalise;
use crate::machine::model::{Class, EdgeKind, NodeIdx, Origin};
use crate::refusal::{Code, Refusal};
use crate::service::edit::lines::is_comment;
use crate::service::edit::names::find_node;
use crate::service::edit::source::Source;
use crate::service::uses::{Role, Target, Use};
use crate::syntax::tree::TokenKind;
use crate::text::Span;
use crate::value::Value;

/// All that a text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    /// Title and annotations of the machine.
    pub header: Vec<String>,
    pub attributes: Vec<String>,
    /// Notes whose target is unknown.
    pub notes: Vec<(Arc<str>, String)>,
    pub nodes: BTreeMap<Arc<str>, NodeMeaning>,
    /// By source.
    pub edges: BTreeMap<Arc<str>, Vec<EdgeMeaning>>,
    /// The syntax errors by code.
    pub errors: BTreeMap<&'static str, usize>,
}

/// What a text says of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NodeMeaning {
    pub kind: Option<Arc<str>>,
    pub title: Option<String>,
    /// By key.
    pub attributes: Vec<(Arc<str>, String)>,
    pub annotations: Vec<String>,
    pub notes: Vec<String>,
    pub is_imported: bool,
}

/// What a text says of an edge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EdgeMeaning {
    pub target: Arc<str>,
    pub arrow: String,
    pub block: String,
    pub annotations: Vec<String>,
    pub multiplicities: [Option<Arc<str>>; 2],
    pub fields: [Option<Arc<str>>; 2],
    /// The event that it waits for, and the time.
    pub on: Option<Arc<str>>,
    pub after: Option<(Arc<str>, Option<u64>)>,
}

impl NodeMeaning {
    /// True if nothing is lost where the node is only mentioned.
    pub fn is_bare(&self) -> bool {
        self.title.is_none() && self.attributes.is_empty() && self.annotations.is_empty() && !self.is_imported
    }
}

impl Meaning {
    /// What a source says, with the ids that `id` gives to its nodes.
    pub fn of(source: &Source, id: &dyn Fn(NodeIdx) -> Arc<str>) -> Meaning {
        let words = Words { source, id };
        let machine = source.machine;
        let mut meaning = Meaning {
            header: Vec::new(),
            attributes: machine.attributes.iter().map(|attribute| words.attribute(attribute)).collect(),
            notes: Vec::new(),
            nodes: BTreeMap::new(),
            edges: BTreeMap::new(),
            errors: BTreeMap::new(),
        };
        meaning.header.extend(machine.title.iter().map(|title| title.to_string()));
        meaning.header.extend(machine.annotations.iter().map(|annotation| words.of(annotation.span)));
        for found in source.tree.diagnostics.iter().filter(|found| found.severity == Severity::Error) {
            *meaning.errors.entry(found.code).or_default() += 1;
        }
        let mut notes: Vec<(Arc<str>, String)> = Vec::new();
        for (at, node) in machine.nodes.entries() {
            if let Origin::Imported(_) = node.origin {
                // An imported event comes and goes with the edges that wait for it.
                if node.class == Class::Event {
                    continue;
                }
                let said = NodeMeaning { kind: node.kind.clone(), is_imported: true, ..NodeMeaning::default() };
                if node.class != Class::Note {
                    meaning.nodes.insert(id(at), said);
                }
                continue;
            }
            let mut annotations =
                node.annotations.iter().map(|annotation| words.of(annotation.span)).collect::<Vec<_>>();
            let attributes =
                node.attributes.iter().map(|attribute| (attribute.name.clone(), words.attribute(attribute)));
            let title = node.title_span.map(|span| words.of(span));
            if let (Class::Note, Some((target, written))) = (node.class, &node.target) {
                let target = target.map_or_else(|| written.clone(), id);
                annotations.extend(title);
                annotations.extend(attributes.map(|(_, text)| text));
                notes.push((target, annotations.join(" ")));
                continue;
            }
            let attributes = attributes.collect();
            let kind = node.kind.clone();
            let said = NodeMeaning { kind, title, attributes, annotations, notes: Vec::new(), is_imported: false };
            meaning.nodes.insert(id(at), said);
        }
        for (target, note) in notes {
            match meaning.nodes.get_mut(&target) {
                Some(said) => said.notes.push(note),
                None => meaning.notes.push((target, note)),
            }
        }
        for (at, edge) in machine.edges.entries().filter(|(_, edge)| edge.kind != EdgeKind::Inferred) {
            let statement = source.cell(at).and_then(|cell| source.statements.get(cell.statement));
            let item = statement.map(|statement| statement.item);
            let said = EdgeMeaning {
                target: id(edge.target),
                arrow: item.map(|_| words.of(edge.arrow_span)).unwrap_or_default(),
                block: item.and_then(|item| Some(words.of(item.block.as_ref()?.span))).unwrap_or_default(),
                annotations: item
                    .map(|item| item.annotations.iter().map(|annotation| words.of(annotation.span)).collect())
                    .unwrap_or_default(),
                multiplicities: [edge.source_multiplicity.clone(), edge.target_multiplicity.clone()],
                fields: [edge.source_attribute.clone(), edge.target_attribute.clone()],
                on: edge.on.as_ref().map(|on| on.name.clone()),
                after: edge.after.as_ref().map(|after| (after.text.clone(), after.milliseconds)),
            };
            meaning.edges.entry(id(edge.source)).or_default().push(said);
        }
        meaning
    }

    /// The node or edge by which two differ, in words.
    pub fn difference(&self, other: &Meaning) -> Option<String> {
        let grown = other.errors.iter().find(|(code, count)| self.errors.get(*code).is_none_or(|known| known < count));
        if let Some((code, _)) = grown {
            return Some(format!("the syntax (`{code}`)"));
        }
        if (&self.header, &self.attributes, &self.notes) != (&other.header, &other.attributes, &other.notes) {
            return Some("the machine".to_owned());
        }
        let mut ids = self.nodes.keys().chain(other.nodes.keys());
        if let Some(id) = ids.find(|id| self.nodes.get(*id) != other.nodes.get(*id)) {
            return Some(format!("node `{id}`"));
        }
        let mut sources = self.edges.keys().chain(other.edges.keys());
        let id = sources.find(|id| {
            let of = |meaning: &Meaning| meaning.edges.get(*id).cloned().unwrap_or_default();
            of(self) != of(other)
        })?;
        Some(format!("an edge of `{id}`"))
    }
}

/// What is only known of an edited text when it is there.
#[derive(Clone, Debug)]
pub(super) enum Open {
    /// The title of a node, which is this.
    Title(Arc<str>, Option<String>),
    /// An attribute of a node, which has this value where one is known.
    Attribute(Arc<str>, Arc<str>, Option<Value>),
    /// The annotations of a node: those of this name.
    Annotation(Arc<str>, String),
    /// The arrow and the block of the edge at a place among those that leave a node: text and condition, if they are set.
    Arrow { source: Arc<str>, at: usize, text: Option<Option<String>>, condition: Option<Option<String>> },
    /// A new edge between two nodes, with what is written on it if that is known.
    Edge { source: Arc<str>, target: Arc<str>, said: Option<EdgeMeaning> },
    /// What mentions something that goes: [`Open::GONE`] stands for it.
    Gone,
}

impl Open {
    /// The id of nodes that go.
    pub const GONE: &'static str = "\u{1}";

    /// Checks what there is, and leaves it out of both.
    pub fn settle(&self, source: &Source, expected: &mut Meaning, now: &mut Meaning) -> Result<(), Refusal> {
        let machine = source.machine;
        let bad = |what: &str| Err(Refusal::new(Code::BadValue, format!("{what} cannot be written so")));
        match self {
            Open::Title(id, title) => {
                let written = find_node(machine, id).and_then(|node| machine.nodes[node].title.as_deref());
                if written != title.as_deref() {
                    return bad("this title");
                }
                for meaning in [expected, now] {
                    meaning.nodes.entry(id.clone()).or_default().title = None;
                }
            }
            Open::Attribute(id, key, value) => {
                let node = find_node(machine, id).map(|node| &machine.nodes[node]);
                let written = node.and_then(|node| node.attribute(key));
                let alike =
                    |value: &Value| written.and_then(|written| written.value.as_ref()).is_some_and(|own| own == value);
                if written.is_none() || value.as_ref().is_some_and(|value| !alike(value)) {
                    return bad("this value");
                }
                for meaning in [expected, now] {
                    meaning.nodes.entry(id.clone()).or_default().attributes.retain(|(known, _)| known != key);
                }
            }
            Open::Annotation(id, name) => {
                let is_it = |text: &String| {
                    let word = text.strip_prefix("@ ").unwrap_or(text).split(' ').next();
                    word.is_some_and(|word| word.eq_ignore_ascii_case(name))
                };
                for meaning in [expected, now] {
                    meaning.nodes.entry(id.clone()).or_default().annotations.retain(|text| !is_it(text));
                }
            }
            Open::Arrow { source: id, at, text, condition } => {
                let from = find_node(machine, id);
                let mut edges = machine.edges.iter().filter(|edge| Some(edge.source) == from);
                let Some(edge) = edges.nth(*at) else { return Ok(()) };
                if let Some(text) = text {
                    let is_kind = |text: &&Arc<str>| {
                        !["catch", "error"].iter().any(|word| text.trim().eq_ignore_ascii_case(word))
                    };
                    let shown: Vec<&str> = edge.texts.iter().filter(is_kind).map(|text| &**text).collect();
                    if shown != text.as_deref().into_iter().collect::<Vec<&str>>() {
                        return bad("this text");
                    }
                }
                if let Some(condition) = condition {
                    let written = edge.condition.as_ref().map(|condition| &*condition.text);
                    if written.map(str::to_owned) != condition.as_deref().map(normalise) {
                        let message = "this condition cannot be written so";
                        return Err(Refusal::new(Code::BadExpression, message));
                    }
                }
                for meaning in [expected, now] {
                    if let Some(edge) = meaning.edges.get_mut(id).and_then(|edges| edges.get_mut(*at)) {
                        edge.arrow.clear();
                        edge.block.clear();
                        // A text beside a time may have made it none.
                        edge.after.iter_mut().for_each(|after| after.1 = None);
                    }
                }
            }
            Open::Edge { source: id, target, said } => {
                let edges = expected.edges.get(id).cloned().unwrap_or_default();
                let Some(list) = now.edges.get_mut(id) else { return Ok(()) };
                let fits = |at: &usize| {
                    let is_it = list
                        .get(*at)
                        .is_some_and(|edge| edge.target == *target && said.as_ref().is_none_or(|said| said == edge));
                    let rest = list.iter().enumerate().filter(|(place, _)| place != at).map(|(_, edge)| edge);
                    is_it && rest.eq(&edges)
                };
                if let Some(at) = (0..list.len()).rev().find(fits) {
                    list.remove(at);
                }
            }
            Open::Gone => take_over(expected, now),
        }
        Ok(())
    }
}

/// Takes over what is said now where something that goes was mentioned.
fn take_over(expected: &mut Meaning, now: &Meaning) {
    let text = |text: &mut String, now: Option<&String>| {
        if text.contains(Open::GONE) {
            now.into_iter().for_each(|now| text.clone_from(now));
        }
    };
    let list = |list: &mut [String], now: &[String]| {
        list.iter_mut().enumerate().for_each(|(at, own)| text(own, now.get(at)));
    };
    list(&mut expected.attributes, &now.attributes);
    list(&mut expected.header, &now.header);
    for (id, said) in &mut expected.nodes {
        let Some(own) = now.nodes.get(id) else { continue };
        if let (Some(title), Some(now)) = (&mut said.title, &own.title) {
            text(title, Some(now));
        }
        for (at, (_, attribute)) in said.attributes.iter_mut().enumerate() {
            text(attribute, own.attributes.get(at).map(|(_, attribute)| attribute));
        }
        list(&mut said.annotations, &own.annotations);
        list(&mut said.notes, &own.notes);
    }
    for (id, edges) in &mut expected.edges {
        for (at, edge) in edges.iter_mut().enumerate() {
            let Some(own) = now.edges.get(id).and_then(|edges| edges.get(at)) else { continue };
            text(&mut edge.arrow, Some(&own.arrow));
            text(&mut edge.block, Some(&own.block));
            list(&mut edge.annotations, &own.annotations);
        }
    }
}

/// Spans of a text as words, with what names refer to.
struct Words<'s> {
    source: &'s Source<'s>,
    id: &'s dyn Fn(NodeIdx) -> Arc<str>,
}

impl Words<'_> {
    fn attribute(&self, attribute: &crate::machine::model::Attribute) -> String {
        let mut text = self.of(attribute.span);
        for annotation in attribute.annotations.iter().filter(|annotation| !attribute.span.overlaps(annotation.span)) {
            text.push(' ');
            text.push_str(&self.of(annotation.span));
        }
        text
    }

    fn of(&self, span: Span) -> String {
        let source = self.source;
        let mut out = String::new();
        if source.tree.place(span).file.is_some() {
            return out;
        }
        let mut skips_dot = false;
        for token in source.lines().tokens(span) {
            if is_comment(token.kind) || matches!(token.kind, TokenKind::Semicolon | TokenKind::Comma) {
                continue;
            }
            if std::mem::take(&mut skips_dot) && token.kind == TokenKind::Dot {
                continue;
            }
            let list = source.uses.list();
            let first = list.partition_point(|name_use| name_use.span.start < token.span.start);
            let inside = source.uses.inside(token.span);
            let mut at = token.span.start;
            for (place, name_use) in
                inside.iter().enumerate().filter(|(_, name_use)| name_use.span.end <= token.span.end)
            {
                let Target::Node(node) = name_use.target else { continue };
                if name_use.role == Role::Text || name_use.span.start < at {
                    continue;
                }
                out.push_str(source.str(Span { start: at, end: name_use.span.start }));
                at = name_use.span.end;
                if is_prefix(name_use, list.get(first + place + 1)) {
                    if at == token.span.end {
                        skips_dot = true;
                    } else if source.lines().behind(at).starts_with('.') {
                        at += 1;
                    }
                } else {
                    out.push('‹');
                    out.push_str(&(self.id)(node));
                    out.push('›');
                }
            }
            out.push_str(source.str(Span { start: at, end: token.span.end }));
            if !skips_dot {
                out.push(' ');
            }
        }
        out
    }
}

/// True for a word that only leads to the node that the next one names.
fn is_prefix(name_use: &Use, next: Option<&Use>) -> bool {
    next.is_some_and(|next| next.start == name_use.start && matches!(next.target, Target::Node(_)))
}
