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
//! | `conditions`, `bind` | texts → expressions whose names are bound |
//! | `derived` | references and names in use → inferred edges and dependencies |
//! | `fan_out`, `join` | annotations of edges → what is spawned, who waits for whom |
//! | `control` | all of it → the tables a run works from |
//! | `writes` | fields and values → what a context takes, or what is wrong |
//! | `initial` | initial values → what is known before a run of conditions and templates |
//! | `drawn` | nodes → their ids in the diagram |
//! | `duration` | a timeout → milliseconds |
//! | `lint` | all of it → what the author should know |
//!
//! The result is a [`Machine`](model::Machine), which never changes. Nothing here reads files, asks the time
//! or fails: a broken text gives a machine with less in it and the reasons why.

pub mod allow;
pub mod bind;
pub mod canonical;
pub(crate) mod classify;
mod condition_keys;
mod conditions;
mod contexts;
pub mod control;
mod derived;
pub mod drawn;
pub mod duration;
mod edges;
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
pub(crate) mod quoted;
mod spellings;
mod style;
mod suggest;
pub mod table;
pub(crate) mod templates;
mod values;
pub mod words;
pub mod writes;

pub use crate::machine::files::Files;
pub use crate::machine::from_json::{FromJson, NoMachine, Unknown, raw_text_from_json, text_from_json};
pub use crate::machine::model::Machine;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::expr::template::is_template;
use crate::machine::contexts::{Stores, Types};
use crate::machine::control::Control;
use crate::machine::edges::Links;
use crate::machine::files::Loaded;
use crate::machine::lower::Draft;
use crate::machine::model::{Attribute, Class, Edge, EdgeIdx, Node, NodeIdx, Origin, Style};
use crate::machine::names::Found;
use crate::machine::suggest::Suggest;
use crate::machine::table::Table;
use crate::machine::templates::Templates;
use crate::syntax::tree::Tree;

impl Machine {
    /// The machine a text means. Always there; its diagnostics say what is wrong with the text. Of imports only the
    /// names are known, so they become nodes without content.
    ///
    /// ```
    /// use tracklight::machine::model::Machine;
    /// let machine = Machine::parse("init off; state on\noff -press-> on");
    /// assert_eq!(machine.edges.len(), 1);
    /// assert!(machine.diagnostics.is_empty());
    /// ```
    pub fn parse(source: &str) -> Arc<Machine> {
        Self::of_tree(crate::syntax::parse(source))
    }

    /// The machine that the source of a set of files means, with what it imports from the others.
    pub fn parse_files(source: &str, files: &Files) -> Arc<Machine> {
        Self::of(Loaded::load(source, files), Some(Arc::new(files.clone())))
    }

    /// The machine that another source means with the same files.
    pub fn with_source(&self, source: &str) -> Arc<Machine> {
        match &self.files {
            Some(files) => Self::parse_files(source, files),
            None => Self::parse(source),
        }
    }

    /// The machine a tree means.
    pub fn of_tree(tree: Tree) -> Arc<Machine> {
        Self::of(Loaded::alone(tree), None)
    }

    fn of(loaded: Loaded, files: Option<Arc<Files>>) -> Arc<Machine> {
        let mut machine = build(&loaded);
        machine.files = files;
        Arc::new(machine)
    }
}

fn build(loaded: &Loaded) -> Machine {
    let tree = &loaded.tree;
    let mut suggest = Suggest::default();
    let (mut draft, mut links, units) = imports::link(loaded, &mut suggest);
    renumber(&mut draft, &mut links);
    if let Some(homes) = units.homes(&draft) {
        draft.scopes.settle(homes);
    }
    resolve_notes(&mut draft, &mut suggest);
    let Draft {
        title,
        header,
        attributes,
        annotations,
        strict,
        mut nodes,
        extras,
        imported,
        scopes,
        mut diagnostics,
        ..
    } = draft;
    let Links { mut edges, segments } = links;

    classify::classify(&mut nodes, &extras, &edges, &segments, &mut diagnostics);
    classify::kinds(&nodes, &mut edges, &segments);

    let by_id =
        nodes.entries().filter(|(_, node)| node.class != Class::Note).map(|(at, node)| (&*node.id, at)).collect();
    let types = Types {
        tree,
        nodes: &nodes,
        extras: &extras,
        scopes: &scopes,
        by_id,
        strict,
        left: Cell::new(contexts::LOOKUPS),
    };
    let Stores { contexts, fields, of_node } = contexts::collect(&types, &mut diagnostics);

    let context_of = |node| of_node.get(&node).copied();
    let binder = bind::Binder {
        nodes: &nodes,
        scopes: &scopes,
        contexts: &contexts,
        attributes: &attributes.list,
        context_of: &context_of,
    };
    conditions::parse(&binder, &mut edges, &segments);
    derived::infer_edges(tree, &nodes, &extras, &scopes, &mut edges);
    let mut templates = Templates::default();
    let titles = nodes.iter().filter_map(|node| node.title.as_ref());
    for text in titles.chain(edges.iter().flat_map(|edge| &edge.texts)).filter(|text| is_template(text)) {
        templates.add(text);
    }
    let dependencies = derived::dependencies(&binder, &edges, &mut templates);
    let control = Control::derive(&edges, &binder);
    let style = dress(&mut nodes, &mut edges, &attributes.list, &annotations);

    let mut machine = Machine {
        tree: Arc::clone(tree),
        files: None,
        title,
        attributes: attributes.list,
        annotations,
        strict,
        style,
        nodes,
        edges,
        dependencies,
        contexts,
        fields,
        diagnostics: Vec::new(),
        findings: 0,
        hash: OnceLock::new(),
        control,
        scopes,
        templates,
    };
    let facts = lint::Facts {
        machine: &machine,
        extras: &extras,
        segments: &segments,
        header,
        attributes: &attributes.sources,
        imported: &imported,
    };
    lint::check(&facts, &mut suggest, &mut diagnostics);
    diagnostics.extend(tree.diagnostics.iter().chain(tree.files.iter().flat_map(|file| &file.diagnostics)).cloned());
    diagnostics.extend(loaded.diagnostics.iter().cloned());
    (machine.diagnostics, machine.findings) = lint::sorted(diagnostics);
    machine
}

/// Gives all nodes their place in the canonical order as index.
fn renumber(draft: &mut Draft, links: &mut Links) {
    let order = draft.pre_order();
    let mut places = vec![NodeIdx(0); order.len()];
    for (place, node) in order.iter().enumerate() {
        if let Some(slot) = places.get_mut(node.0 as usize) {
            *slot = NodeIdx(place as u32);
        }
    }
    let new = |node: NodeIdx| places.get(node.0 as usize).copied().unwrap_or_default();
    draft.nodes.reorder(&order);
    draft.extras.reorder(&order);
    for extra in draft.extras.iter_mut() {
        extra.aim = extra.aim.map(new);
    }
    for node in draft.nodes.iter_mut() {
        node.parent = node.parent.map(new);
        node.children.iter_mut().for_each(|child| *child = new(*child));
    }
    draft.scopes.renumber(&new);
    links.renumber(&new);
}

/// Finds what notes document, and names them after it.
fn resolve_notes(draft: &mut Draft, suggest: &mut Suggest) {
    let mut counts: HashMap<Arc<str>, usize> = HashMap::new();
    for at in draft.nodes.ids() {
        let Some(target) = draft.extras[at].target else { continue };
        let words = values::segments(draft.tree, target);
        let written: Arc<str> = words.join(".").into();
        let scope = draft.nodes[at].parent;
        let aim = draft.extras[at].aim.map(|node| Found { node, used: words.len(), others: Vec::new() });
        let found = aim.or_else(|| draft.scopes.resolve(&draft.nodes, scope, &words).ok());
        if let Origin::Imported(_) = draft.nodes[at].origin {
            // Problems of an imported note are reported in its own file.
        } else if let Some(found) = &found {
            draft.diagnostics.extend(edges::ambiguous(&draft.nodes, target.span, &written, found));
        } else {
            let finding = lint::notes::unknown_target(draft, suggest, at, target.span, &written);
            draft.diagnostics.push(finding);
        }
        let node = found.map(|found| found.node);
        let path = node.map_or_else(|| written.clone(), |node| draft.nodes[node].id.clone());
        let count = counts.entry(path.clone()).or_insert(0);
        *count += 1;
        let id: Arc<str> = format!("note:{path}:{count}").into();
        let name: Arc<str> = match node {
            Some(node) => draft.nodes[node].name.clone(),
            None => words.last().copied().unwrap_or_default().into(),
        };
        let note = &mut draft.nodes[at];
        note.id = id;
        note.name = name;
        note.target = Some((node, written));
    }
}

/// Sets the styles of nodes and edges and gives the machine's.
fn dress(
    nodes: &mut Table<NodeIdx, Node>,
    edges: &mut Table<EdgeIdx, Edge>,
    attributes: &[Attribute],
    annotations: &[model::Annotation],
) -> Style {
    let mut rules = style::Rules::default();
    for node in nodes.iter_mut().filter(|node| node.class == Class::Style) {
        node.style = style::entries(&node.attributes);
        node.annotations.iter().for_each(|selector| rules.add(&selector.name, &node.style));
    }
    let value = |attributes: &[Attribute]| {
        attributes.iter().find(|attribute| &*attribute.name == "style").and_then(|attribute| attribute.value.clone())
    };
    for node in nodes.iter_mut().filter(|node| node.class != Class::Style) {
        node.style = style::merged(&rules, value(&node.attributes).as_ref(), &node.annotations);
    }
    for edge in edges.iter_mut() {
        let own = edge.block.iter().find(|(key, _)| &**key == "style").map(|(_, value)| value);
        edge.style = style::merged(&rules, own, &edge.annotations);
    }
    style::merged(&style::Rules::default(), value(attributes).as_ref(), annotations)
}
