//! Classes of nodes and kinds of edges.
//!
//! Classes come first and look only at what is written: declared types, attributes, names, and which edges
//! touch a node. Kinds follow from the classes of both ends.

use crate::diagnostic::Diagnostic;
use crate::machine::edges::{Linked, is_flow};
use crate::machine::labels::{self, Content};
use crate::machine::lower::Extra;
use crate::machine::model::{Access, Class, Edge, EdgeIdx, EdgeKind, Node, NodeIdx, Origin, first_segment};
use crate::machine::table::Table;
use crate::syntax::tree::Arrow;

/// Types that make a context.
const CONTEXTS: &[&str] = &["context", "data", "input", "output", "result", "entity", "resource", "concept"];

/// The class a type word declares, whatever the node holds; `None` for free words.
pub fn declared(kind: &str) -> Option<Class> {
    let kind = kind.to_lowercase();
    Some(match kind.as_str() {
        "task" => Class::Task,
        "state" => Class::State,
        "init" => Class::Init,
        "end" => Class::End,
        "tool" => Class::Tool,
        "type" => Class::Type,
        "style" => Class::Style,
        "note" => Class::Note,
        "event" => Class::Event,
        other if CONTEXTS.contains(&other) => Class::Context,
        _ => return None,
    })
}

/// What the edges of an untyped node say about it.
#[derive(Clone, Copy, Default)]
struct Touch {
    /// A plain edge is on it.
    plain: bool,
    /// A strong access verb points at it.
    accessed: bool,
}

/// Sets the class of every node.
pub(super) fn classify(
    nodes: &mut Table<NodeIdx, Node>,
    extras: &Table<NodeIdx, Extra>,
    edges: &Table<EdgeIdx, Edge>,
    segments: &[Linked],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let is_store = |node: &Node| node.kind.as_deref().and_then(declared) == Some(Class::Context);
    let stores: Table<NodeIdx, bool> = nodes.iter().map(is_store).collect();
    let mut touches: Table<NodeIdx, Touch> = nodes.iter().map(|_| Touch::default()).collect();
    for segment in segments {
        let strong = segment.content.access().is_some_and(|(verb, _)| verb.strong);
        for edge in segment.ids().filter_map(|at| edges.item(at)) {
            let ties = edge.source_attribute.is_some() || edge.target_attribute.is_some();
            let plain = is_flow(edge.arrow) && !strong && !ties;
            touches[edge.source].plain |= plain && !stores[edge.target];
            touches[edge.target].plain |= plain && !stores[edge.source];
            touches[edge.target].accessed |= strong;
        }
    }
    // Children before parents, because a container may be a context for its children's sake.
    for at in nodes.ids().rev() {
        if !nodes[at].class.is_in_graph() {
            continue;
        }
        let class = class_of(nodes, at, &extras[at], touches[at]);
        nodes[at].class = class.0;
        if class.1 == Reason::Name
            && let Some(span) = nodes[at].name_span.filter(|_| nodes[at].origin == Origin::Declared)
        {
            let name = &nodes[at].name;
            let message = format!("`{name}` counts as a context because of its name");
            diagnostics.push(Diagnostic::info("context-by-name", span, message).hint("declare its type").fix(
                format!("declare `context {name}`"),
                crate::text::Span::at(span.start),
                "context ",
            ));
        }
    }
}

#[derive(PartialEq, Eq)]
enum Reason {
    Written,
    Name,
}

fn class_of(nodes: &Table<NodeIdx, Node>, at: NodeIdx, extra: &Extra, touch: Touch) -> (Class, Reason) {
    let node = &nodes[at];
    let mut children = node.children.iter().filter(|child| nodes[**child].class != Class::Note).peekable();
    let some_child = children.peek().is_some();
    let all_stores = children.all(|child| nodes[*child].class == Class::Context);
    if node.origin == Origin::Implied || extra.implied {
        let class = if some_child && all_stores { Class::Context } else { Class::Plain };
        return (class, Reason::Written);
    }
    let has = |names: &[&str]| node.attributes.iter().any(|attribute| names.contains(&&*attribute.name));
    if let Some(kind) = node.kind.as_ref().filter(|_| !extra.adopted) {
        let otherwise = if has(&["prompt"]) { Class::Task } else { Class::Plain };
        return (declared(kind).unwrap_or(otherwise), Reason::Written);
    }
    if has(&["prompt"]) {
        return (Class::Task, Reason::Written);
    }
    if !touch.plain && has(&["input", "output", "parameters", "schema", "returns"]) {
        return (Class::Tool, Reason::Written);
    }
    if !touch.plain && all_stores {
        const WORK: &[&str] = &["prompt", "meta", "condition", "action", "stub", "needs", "wants"];
        if (!node.attributes.is_empty() && !has(WORK)) || touch.accessed {
            return (Class::Context, Reason::Written);
        }
        if is_store_name(&node.name) {
            return (Class::Context, Reason::Name);
        }
    }
    (Class::Plain, Reason::Written)
}

fn is_store_name(name: &str) -> bool {
    const WORDS: &[&str] = &["context", "output", "input", "data", "result", "config", "state"];
    let name = name.to_lowercase();
    name != "state" && WORDS.iter().any(|word| name.contains(word))
}

/// Sets the kind and the field list of every edge.
pub(super) fn kinds(nodes: &Table<NodeIdx, Node>, edges: &mut Table<EdgeIdx, Edge>, segments: &[Linked]) {
    for segment in segments {
        let access = segment.content.access();
        for at in segment.ids() {
            let edge = &edges[at];
            let (kind, fields) = kind_of(nodes, edge, &segment.content, access.as_ref());
            edges[at].kind = kind;
            edges[at].fields = fields;
        }
    }
}

type Listed = (labels::Verb, Vec<std::sync::Arc<str>>);

fn kind_of(
    nodes: &Table<NodeIdx, Node>,
    edge: &Edge,
    content: &Content,
    access: Option<&Listed>,
) -> (EdgeKind, Option<Vec<std::sync::Arc<str>>>) {
    let ends = [edge.source, edge.target].map(|end| nodes[end].class);
    let store = ends.contains(&Class::Context);
    let kind = if matches!(edge.arrow, Some(Arrow::Inherits | Arrow::Composes | Arrow::Aggregates)) {
        EdgeKind::Structural
    } else if let Some((verb, fields)) = access.filter(|(verb, _)| verb.strong || store) {
        let fields: Vec<_> = fields.iter().map(|field| of_context(nodes, edge, field)).collect();
        return (EdgeKind::Data(Some(verb.access)), (!fields.is_empty()).then_some(fields));
    } else if content.is_catch() {
        EdgeKind::Catch
    } else if store || edge.source_attribute.is_some() || edge.target_attribute.is_some() {
        EdgeKind::Data(None)
    } else if ends.iter().any(|class| matches!(class, Class::Tool | Class::Type | Class::Style)) {
        EdgeKind::Structural
    } else if content.on.is_some() {
        EdgeKind::Event
    } else if content.after.is_some() {
        EdgeKind::Timer
    } else {
        EdgeKind::Control
    };
    (kind, None)
}

/// A listed field: rights are given per field, so a deeper path counts as its field, and the context's own
/// name before it is dropped.
fn of_context(nodes: &Table<NodeIdx, Node>, edge: &Edge, listed: &str) -> std::sync::Arc<str> {
    let (first, rest) = listed.split_once('.').unwrap_or((listed, ""));
    let is_owner = [edge.source, edge.target].into_iter().any(|end| {
        let node = &nodes[end];
        node.class == Class::Context && &*node.name == first && node.attribute(first).is_none()
    });
    let field = if is_owner && !rest.is_empty() { rest } else { listed };
    first_segment(field).trim().into()
}

/// True for an edge that lets paths or rights pass between an executable node and a context without saying which.
pub(super) fn is_unlabelled_access(nodes: &Table<NodeIdx, Node>, edge: &Edge) -> bool {
    edge.kind == EdgeKind::Data(None)
        && nodes[edge.source].class.is_executable()
        && nodes[edge.target].class == Class::Context
}

/// True if the edge asks people for values.
pub(super) fn is_question(edge: &Edge) -> bool {
    edge.kind == EdgeKind::Data(Some(Access::Ask))
}

/// True if the edge gives write access.
pub(super) fn is_write(edge: &Edge) -> bool {
    edge.kind == EdgeKind::Data(Some(Access::Write))
}
