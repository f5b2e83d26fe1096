//! Inferred edges and dependencies: references in attributes, names in templates and conditions.

use std::sync::Arc;

use crate::machine::bind::Binder;
use crate::machine::lower::Extra;
use crate::machine::model::{Class, Dependency, Edge, EdgeIdx, EdgeKind, NamedIn, Node, NodeIdx};
use crate::machine::names::Scopes;
use crate::machine::table::Table;
use crate::machine::templates::{self, Templates};
use crate::machine::values;
use crate::quick::{Map, Set};
use crate::syntax::tree::{Tree, Type, TypeKind, ValKind};

/// Types whose values are never names of nodes.
pub(super) const PRIMITIVES: &[&str] = &["string", "number", "boolean", "any", "null", "object", "array", "json"];

/// Adds an edge for each reference in an attribute that resolves to another node.
pub(super) fn infer_edges(
    tree: &Tree,
    nodes: &Table<NodeIdx, Node>,
    extras: &Table<NodeIdx, Extra>,
    scopes: &Scopes,
    edges: &mut Table<EdgeIdx, Edge>,
) {
    // Most machines have no such reference; then nothing needs to be known.
    let mut known: Option<Set<(NodeIdx, NodeIdx, Arc<str>)>> = None;
    for (owner, node) in
        nodes.entries().filter(|(_, node)| !matches!(node.class, Class::Style | Class::Note | Class::Event))
    {
        for (attribute, source) in node.attributes.iter().zip(&extras[owner].sources) {
            let Some(written) = source.value.as_ref().filter(|_| !is_primitive(tree, source.kind.as_ref())) else {
                continue;
            };
            values::references(tree, written, &mut |reference| {
                let target = match &reference.kind {
                    ValKind::Name(name) => resolve(nodes, scopes, owner, &values::segments(tree, name)),
                    ValKind::External(text) => resolve(nodes, scopes, owner, &[text.trim_start_matches('#')]),
                    _ => None,
                };
                let Some(target) = target.filter(|target| *target != owner) else { return };
                let known = known.get_or_insert_with(|| {
                    edges.iter().map(|edge| (edge.source, edge.target, edge.text().into())).collect()
                });
                if known.insert((owner, target, attribute.name.clone())) {
                    edges.push(inferred(owner, target, &attribute.name, attribute.span));
                }
            });
        }
    }
}

fn resolve(nodes: &Table<NodeIdx, Node>, scopes: &Scopes, owner: NodeIdx, name: &[&str]) -> Option<NodeIdx> {
    let found = scopes.resolve(nodes, Some(owner), name).ok()?;
    (found.used == name.len()).then_some(found.node)
}

fn is_primitive(tree: &Tree, kind: Option<&Type>) -> bool {
    match kind.map(|kind| &kind.kind) {
        Some(TypeKind::Named { name, args }) => args.is_empty() && PRIMITIVES.contains(&tree.str(name.span)),
        _ => false,
    }
}

fn inferred(source: NodeIdx, target: NodeIdx, name: &Arc<str>, span: crate::text::Span) -> Edge {
    Edge {
        source,
        target,
        arrow: None,
        kind: EdgeKind::Inferred,
        texts: vec![name.clone()],
        inline: Vec::new(),
        block: Vec::new(),
        annotations: Vec::new(),
        style: Vec::new(),
        condition: None,
        on: None,
        after: None,
        assignments: Vec::new(),
        source_multiplicity: None,
        target_multiplicity: None,
        source_attribute: Some(name.clone()),
        target_attribute: None,
        fields: None,
        span,
        arrow_span: span,
        scope: None,
    }
}

/// Who uses whom, by the templates of nodes and the conditions of edges. Keeps the templates it meets.
pub(super) fn dependencies(
    binder: &Binder,
    edges: &Table<EdgeIdx, Edge>,
    templates: &mut Templates,
) -> Vec<Dependency> {
    let nodes = binder.nodes;
    let mut list = Vec::new();
    let mut seen: Set<(NodeIdx, NodeIdx, usize)> = Set::default();
    let mut add = |source: NodeIdx, target: NodeIdx, (number, path): (usize, &Arc<str>), of: &dyn Fn() -> NamedIn| {
        if seen.insert((source, target, number)) {
            list.push(Dependency { source, target, of: of(), path: path.clone() });
        }
    };
    // A long condition has many names: it is compared with others once, and not for each of them.
    let mut numbers: Map<Arc<str>, usize> = Map::default();
    let mut number_of = |path: &Arc<str>| {
        let next = numbers.len();
        *numbers.entry(path.clone()).or_insert(next)
    };
    let may_use = |node: &Node| !matches!(node.class, Class::Style | Class::Note | Class::Context | Class::Event);
    for (source, node) in nodes.entries().filter(|(_, node)| may_use(node)) {
        for value in node.attributes.iter().filter_map(|attribute| attribute.value.as_ref()) {
            templates::texts(value, &mut |text| {
                for name in templates.add(text).names() {
                    let target = binder.name(Some(source), &name.segments).found.map(|found| found.node);
                    if let Some(target) = target.filter(|target| *target != source) {
                        let path: Arc<str> = name.text().into();
                        add(source, target, (number_of(&path), &path), &|| NamedIn::Template(path.clone()));
                    }
                }
            });
        }
    }
    for edge in edges.iter() {
        let Some(condition) = &edge.condition else { continue };
        let Ok(bound) = &condition.expr else { continue };
        let number = number_of(&condition.text);
        for name in bound.expr.names() {
            let Some(found) = binder.name(edge.scope, &name.segments).found else { continue };
            let written = name.segments.get(..found.used).unwrap_or_default().join(".");
            if found.node != edge.source {
                add(edge.source, found.node, (number, &condition.text), &|| {
                    NamedIn::Condition(written.as_str().into())
                });
            }
        }
    }
    list
}
