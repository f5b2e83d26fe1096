//! Contexts: role, sharing, and the fields their schemas declare. Types of other nodes are checked here too.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::machine::lower::Extra;
use crate::machine::model::{
    Annotation, Class, Context, ContextIdx, Event, EventIdx, Field, FieldId, Node, NodeIdx, Role,
};
use crate::machine::names::Scopes;
use crate::machine::table::Table;
use crate::quick::Map;
use crate::schema::{self, Artifact, Lowered, NodeType, NodeTypes, Rest};
use crate::syntax::tree::Tree;
use crate::work::Work;

/// The contexts of a machine, and the events it declares.
#[derive(Default)]
pub(super) struct Stores {
    pub contexts: Table<ContextIdx, Context>,
    pub fields: Table<FieldId, Field>,
    pub of_node: Map<NodeIdx, ContextIdx>,
    pub events: Table<EventIdx, Event>,
}

/// The parts of a machine that types are looked up in.
pub(super) struct Types<'a> {
    pub tree: &'a Tree,
    pub nodes: &'a Table<NodeIdx, Node>,
    pub extras: &'a Table<NodeIdx, Extra<'a>>,
    pub scopes: &'a Scopes,
    pub by_id: Map<&'a str, NodeIdx>,
    pub strict: bool,
    /// How many more names in types, and attributes of what they name, are looked up. Types that name types, and large
    /// types that are used often, multiply without end; beyond this they count as types of the host, which are not
    /// checked.
    pub left: Cell<u32>,
}

/// So many look-ups a budget of work allows: 500,000 the whole one, which is enough for every machine that is not made
/// to be slow.
pub(super) fn lookups(work: &Work) -> u32 {
    const UNITS: u64 = 120;
    u32::try_from(work.cost().limit / UNITS).unwrap_or(u32::MAX)
}

impl Types<'_> {
    fn node_type(&self, at: NodeIdx, role: Option<Role>) -> NodeType<'_> {
        let (node, extra) = (&self.nodes[at], &self.extras[at]);
        NodeType {
            id: &node.id,
            title: node.title.as_deref(),
            tree: self.tree,
            attributes: extra.sources.clone(),
            annotations: extra.annotations.clone(),
            role,
        }
    }

    /// An event as schemas see it: its `stub` is no field.
    fn event(&self, at: NodeIdx) -> NodeType<'_> {
        let mut event = self.node_type(at, None);
        event.attributes.retain(|attribute| attribute.kind.is_some() || &*attribute.key.text != "stub");
        event
    }
}

impl NodeTypes for Types<'_> {
    fn find(&self, from: &str, name: &str) -> Option<NodeType<'_>> {
        self.left.set(self.left.get().checked_sub(1)?);
        let words: Vec<&str> = name.split('.').collect();
        let scope = self.by_id.get(from).copied();
        let found = self.scopes.resolve(self.nodes, scope, &words).ok()?;
        self.left.set(self.left.get().checked_sub(self.extras[found.node].sources.len() as u32)?);
        let node = &self.nodes[found.node];
        if found.used < words.len() || node.class == Class::Note {
            return None;
        }
        let role = (node.class == Class::Context).then(|| role(node).0);
        Some(self.node_type(found.node, role))
    }

    fn strict(&self) -> bool {
        self.strict
    }
}

/// Makes the contexts, and checks types, constraints and defaults of all nodes.
pub(super) fn collect(types: &Types, diagnostics: &mut Vec<Diagnostic>) -> Stores {
    let mut stores = Stores::default();
    for (at, node) in types.nodes.entries() {
        match node.class {
            Class::Note | Class::Style => {}
            Class::Context => {
                let (role, conflict) = role(node);
                diagnostics.extend(conflict);
                let lowered = schema::lower(&types.node_type(at, Some(role)), types);
                stores.add(types, at, role, lowered, diagnostics);
            }
            Class::Event => {
                let lowered = schema::lower(&types.event(at), types);
                diagnostics.extend(lowered.diagnostics);
                let mut schema = lowered.schema;
                schema.object.rest = Rest::Closed;
                stores.events.push(Event { node: at, schema: Arc::new(schema) });
            }
            _ => {
                // Most nodes have nothing that a schema could say anything about.
                let sources = &types.extras[at].sources;
                if sources.iter().any(|source| source.kind.is_some() || !source.annotations.is_empty()) {
                    diagnostics.extend(schema::lower(&types.node_type(at, None), types).diagnostics);
                }
            }
        }
    }
    stores
}

impl Stores {
    fn add(&mut self, types: &Types, at: NodeIdx, role: Role, lowered: Lowered, diagnostics: &mut Vec<Diagnostic>) {
        diagnostics.extend(lowered.diagnostics);
        let node = &types.nodes[at];
        let extra = &types.extras[at];
        let sources: HashMap<&str, _> =
            extra.sources.iter().map(|source| (&*source.key.text, (source.span, source.kind.as_ref()))).collect();
        let context = ContextIdx(self.contexts.len() as u32);
        let marked = lowered.schema.marks.artifact.clone();
        let mut fields = Vec::new();
        for declared in lowered.schema.fields() {
            let (span, kind) = match sources.get(&*declared.name) {
                Some((span, kind)) => (*span, *kind),
                None => (node.name_span.unwrap_or_default(), None),
            };
            let artifact = declared.schema.marks.artifact.clone().or_else(|| marked.clone());
            fields.push(self.fields.push(Field {
                context,
                name: declared.name.clone(),
                kind: kind.map(|kind| schema::type_text(types.tree, kind).into()),
                schema: declared.schema.clone(),
                required: declared.required,
                default: declared.schema.default.clone(),
                from: None,
                artifact: artifact.map(|artifact| match artifact {
                    Artifact::Unnamed => None,
                    Artifact::Named(name) => Some(name),
                }),
                span,
            }));
        }
        let by_name = fields.iter().map(|field| (self.fields[*field].name.clone(), *field)).collect();
        self.of_node.insert(at, context);
        self.contexts.push(Context {
            node: at,
            role,
            shared: node.annotation(&["shared"]).is_some(),
            open: lowered.schema.is_open(),
            fields,
            by_name,
            schema: Arc::new(lowered.schema),
        });
    }
}

/// The role of a context node, and the conflict if its type and annotations disagree.
fn role(node: &Node) -> (Role, Option<Diagnostic>) {
    let by_type = match node.kind.as_deref().map(str::to_lowercase).as_deref() {
        Some("input") => Some(Role::Input),
        Some("output" | "result") => Some(Role::Output),
        _ => None,
    };
    let mut said = by_type;
    for annotation in &node.annotations {
        let Some(role) = role_of(annotation) else { continue };
        match said {
            Some(first) if first != role => {
                let message = format!("`{}` is already an {}", node.name, first.word());
                let conflict = Diagnostic::error("annotation-conflict", annotation.span, message)
                    .hint("a context can be an input or an output, not both")
                    .fix("remove it", annotation.span, "");
                return (first, Some(conflict));
            }
            _ => said = Some(role),
        }
    }
    (said.unwrap_or(Role::State), None)
}

fn role_of(annotation: &Annotation) -> Option<Role> {
    match () {
        () if annotation.is_off() => None,
        () if annotation.is(&["input"]) => Some(Role::Input),
        () if annotation.is(&["output"]) => Some(Role::Output),
        () => None,
    }
}
