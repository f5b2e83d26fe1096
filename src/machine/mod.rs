//! What a text means: nodes with classes, edges with kinds, contexts with fields, every name resolved.
//!
//! The stages, in order, each total for every tree:
//!
//! | file | from → to |
//! |---|---|
//! | `files` | texts of a set of files → trees, which import means which file |
//! | `lower` | tree → drafts: declarations with their containers, merged by full path |
//! | `names` | a name and the block it stands in → a node, or a node and its attribute |
//! | `edges`, `labels` | edge statements → edges, creating what is not declared |
//! | `imports` | files, each linked on its own → copies of what is imported, and the edges between them |
//! | `classify` | what is written → classes of nodes, kinds of edges |
//! | `contexts` | contexts → roles and fields with their schemas |
//! | `conditions`, `assignments`, `bind` | texts → expressions whose names are bound |
//! | `derived` | references and names in use → inferred edges and dependencies |
//! | `fan_out`, `join` | annotations of edges → what is spawned, who waits for whom |
//! | `control` | all of it → the tables a run works from |
//! | `writes` | fields and values → what a context takes, or what is wrong |
//! | `properties` | annotations of the machine → what it states of its runs |
//! | `written` | permissions, forms, joins, `@set` → which fields can change |
//! | `initial` | initial values → what is known before a run of conditions and templates |
//! | `drawn` | nodes → their ids in the diagram |
//! | `duration` | a timeout, a time to wait → milliseconds |
//! | `reference` | a reference into a context → its steps |
//! | `questions` | `needs` and `wants` → questions with their choices |
//! | `lint` | all of it → what the author should know |
//! | `build` | all stages, one after the other |
//!
//! The result is a [`Machine`], which never changes. Nothing here reads files, asks the time
//! or fails: a broken text gives a smaller machine and the reasons why.

pub mod allow;
mod assignments;
pub mod bind;
mod build;
pub mod canonical;
pub(crate) mod classify;
pub(crate) mod condition_keys;
mod conditions;
mod contexts;
pub mod control;
pub(crate) mod cycles;
mod derived;
pub mod drawn;
pub mod duration;
mod edges;
mod entries;
pub mod fan_out;
pub mod files;
mod from_json;
mod imports;
pub mod initial;
pub mod join;
pub(crate) mod labels;
mod lint;
mod lower;
pub mod model;
pub mod names;
pub mod properties;
pub mod questions;
pub(crate) mod quoted;
pub mod reference;
mod spellings;
mod style;
mod suggest;
pub mod table;
pub(crate) mod templates;
pub(crate) mod values;
pub mod words;
pub mod writes;
pub mod written;

pub use crate::machine::files::Files;
pub use crate::machine::from_json::{FromJson, NoMachine, Unknown, raw_text_from_json, text_from_json};

use std::sync::{Arc, OnceLock};

use crate::diagnostic::Diagnostic;
use crate::expr::Expr;
use crate::machine::bind::Binder;
use crate::machine::control::{Control, EdgeClass};
use crate::machine::model::{
    Annotation, AttributeList, Binding, Bound, Context, ContextIdx, Dependency, Edge, EdgeIdx, Event, EventIdx, Field,
    FieldId, Node, NodeIdx, Place, Style, find_annotation,
};
use crate::machine::names::Scopes;
use crate::machine::properties::Property;
use crate::machine::table::Table;
use crate::machine::templates::Templates;
use crate::schema::sql::Tables;
use crate::syntax::tree::Tree;
use crate::value::Value;
use crate::work::Cost;

/// A parsed, linked machine. It never changes.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The tree it was made from, with the source.
    pub tree: Arc<Tree>,
    /// The set of files it was parsed with; `None` for a text alone.
    pub files: Option<Arc<Files>>,
    /// The header's title.
    pub title: Option<Arc<str>>,
    /// Attributes of the header block and of the root, a later name in the place of an earlier one.
    pub attributes: AttributeList,
    /// Annotations of the header.
    pub annotations: Vec<Annotation>,
    /// What it states of its runs.
    pub properties: Vec<Property>,
    /// `@StrictMode` is on: nothing is created by being used.
    pub strict: bool,
    /// The merged style of the machine, keys mapped and values converted.
    pub style: Style,
    /// All nodes, notes and style nodes among them, in the order of the canonical JSON.
    pub nodes: Table<NodeIdx, Node>,
    /// All edges, inferred ones last.
    pub edges: Table<EdgeIdx, Edge>,
    /// Inferred dependencies.
    pub dependencies: Vec<Dependency>,
    /// The nodes of class context, in source order.
    pub contexts: Table<ContextIdx, Context>,
    /// The declared fields of all contexts, in source order.
    pub fields: Table<FieldId, Field>,
    /// The declared events, in source order.
    pub events: Table<EventIdx, Event>,
    /// The findings, sorted by place and code; the first 200 of them.
    pub diagnostics: Vec<Diagnostic>,
    /// How many findings there are, those not listed counted too.
    pub findings: usize,
    /// What parsing and linking cost.
    pub cost: Cost,
    /// See [`Machine::hash`].
    hash: OnceLock<Arc<str>>,
    /// Starts, modules, work, effective edges and permissions: what the runtime derives from the rest.
    pub control: Control,
    /// What names refer to, from every block.
    pub scopes: Scopes,
    /// Its texts that are templates, split.
    pub templates: Templates,
}

impl Machine {
    /// The source text, without that of imported files.
    pub fn source(&self) -> &Arc<str> {
        &self.tree.text
    }

    /// The node with this full path (notes never).
    pub fn find(&self, id: &str) -> Option<NodeIdx> {
        self.control.by_id.get(id).copied()
    }

    /// The node that a text names among `nodes`: the one with that ID, or else the only one with that name.
    pub(crate) fn find_among(&self, text: &str, nodes: impl Iterator<Item = NodeIdx> + Clone) -> Option<NodeIdx> {
        nodes.clone().find(|node| &*self.nodes[*node].id == text).or_else(|| {
            let mut named = nodes.filter(|node| &*self.nodes[*node].name == text);
            let first = named.next()?;
            named.all(|other| other == first).then_some(first)
        })
    }

    /// Binds an expression in the block of `scope`.
    pub fn bind(&self, scope: Option<NodeIdx>, expr: Expr) -> Bound {
        self.binder().bind(scope, expr)
    }

    /// Binds one name in the block of `scope`.
    pub fn bind_name(&self, scope: Option<NodeIdx>, segments: &[Arc<str>]) -> Binding {
        self.binder().name(scope, segments).binding
    }

    /// What binds names to the parts of the machine.
    pub(crate) fn binder(&self) -> Binder<'_> {
        Binder {
            nodes: &self.nodes,
            scopes: &self.scopes,
            contexts: &self.contexts,
            attributes: &self.attributes,
            context_of: &self.control.context_of,
        }
    }

    /// True if no condition and no `@auto` decides about an edge: an agent may.
    pub fn is_left_to_agent(&self, edge: EdgeIdx) -> bool {
        match &self.edges[edge].condition {
            None => !self.control.is_auto(edge),
            Some(condition) => condition.expr.is_err(),
        }
    }

    /// True for a transition that an agent can choose.
    pub fn is_choice(&self, edge: EdgeIdx) -> bool {
        matches!(self.control.class(edge), Some(EdgeClass::Plain | EdgeClass::Guarded)) && self.is_left_to_agent(edge)
    }

    /// True for an edge over which an agent can start a path.
    pub fn is_spawn(&self, edge: EdgeIdx) -> bool {
        self.control.class(edge) == Some(EdgeClass::Fanout) && self.is_left_to_agent(edge)
    }

    /// The context of a node of class context.
    pub fn context_of(&self, node: NodeIdx) -> Option<ContextIdx> {
        self.control.context_of.get(&node).copied()
    }

    /// The declared field of a context.
    pub fn field(&self, context: ContextIdx, name: &str) -> Option<FieldId> {
        self.contexts[context].by_name.get(name).copied()
    }

    /// The declaration of an event.
    pub fn event(&self, name: &str) -> Option<EventIdx> {
        self.control.event_called.get(name).copied()
    }

    /// The fields that edges and nodes write without an agent.
    pub(crate) fn assigned(&self) -> impl Iterator<Item = &Place> {
        let of_nodes = self.nodes.iter().flat_map(|node| &node.assignments);
        let all = of_nodes.chain(self.edges.iter().flat_map(|edge| &edge.assignments));
        all.filter_map(|assignment| assignment.place.as_ref().ok())
    }

    /// The full path of a context's node.
    pub fn context_id(&self, context: ContextIdx) -> &Arc<str> {
        &self.nodes[self.contexts[context].node].id
    }

    /// The SQL tables of all contexts, whose positions are those of [`Machine::contexts`].
    pub fn tables(&self) -> Tables<'_> {
        self.first_tables(usize::MAX)
    }

    /// The tables of the first contexts, as far as they have about `most` columns.
    fn first_tables(&self, most: usize) -> Tables<'_> {
        Tables::of(self.contexts.ids().map(|at| (&**self.context_id(at), &*self.contexts[at].schema)), most)
    }

    /// An attribute of the machine.
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        self.attributes.named(name)?.value.as_ref()
    }

    /// A machine annotation by any of its names, matched in any case, switched-off ones left out.
    pub fn annotation(&self, names: &[&str]) -> Option<&Annotation> {
        find_annotation(&self.annotations, names)
    }
}
