//! What the nodes of a machine read and write, in the rows that say it.

use crate::quick::Map;

use crate::machine::Machine;
use crate::machine::model::{Access, Edge, EdgeIdx, EdgeKind, NodeIdx, first_segment};
use crate::view::cell::Mark;
use crate::view::quote;

/// A kind of row.
#[derive(Debug)]
pub struct Kind {
    /// What it is called.
    pub word: &'static str,
    /// What its cells are called behind the id of their node.
    suffix: &'static str,
    /// What its edges give.
    pub access: Access,
}

/// The kinds of rows, in the order in which they stand.
const KINDS: [Kind; 2] = [
    Kind { word: "reads", suffix: "-r", access: Access::Read },
    Kind { word: "writes", suffix: "-w", access: Access::Write },
];

/// A data edge between a node that acts and a context.
#[derive(Clone, Debug)]
pub struct Use<'a> {
    /// The context.
    pub context: NodeIdx,
    edge: EdgeIdx,
    /// What it gives.
    pub access: Access,
    /// `None` stands for all fields.
    pub fields: Option<Vec<&'a str>>,
}

/// The reads and writes of all cards, by the node that is drawn for the one that reads or writes.
#[derive(Default)]
pub struct Accesses<'a>(Map<NodeIdx, Vec<Use<'a>>>);

impl<'a> Accesses<'a> {
    /// Those of a machine. `place` gives the node that is drawn for another.
    pub fn of(machine: &'a Machine, place: impl Fn(NodeIdx) -> NodeIdx) -> Self {
        let mut all: Map<NodeIdx, Vec<Use>> = Map::default();
        for (at, edge) in machine.edges.entries() {
            if let Some((node, found)) = access_of(machine, at, edge) {
                all.entry(place(node)).or_default().push(found);
            }
        }
        Self(all)
    }

    /// The edges that the rows of a node say.
    pub fn edges(&self, at: NodeIdx) -> impl Iterator<Item = EdgeIdx> {
        self.0.get(&at).into_iter().flatten().map(|found| found.edge)
    }

    /// The rows of a node.
    pub fn rows(&self, machine: &Machine, at: NodeIdx) -> Vec<Row> {
        let Some(uses) = self.0.get(&at) else { return Vec::new() };
        let rows = KINDS.iter().map(|kind| {
            let edges = uses.iter().filter(|found| found.access == kind.access).map(|found| found.edge).collect();
            Row { kind, id: cell_id(at, kind), names: names(machine, uses, kind.access), edges, mark: None }
        });
        rows.filter(|row| !row.names.is_empty()).collect()
    }
}

/// True for an edge that a row says, so that no line is drawn for it.
pub fn is_said(machine: &Machine, at: EdgeIdx, edge: &Edge) -> bool {
    access_of(machine, at, edge).is_some()
}

/// Who reads or writes through an edge, and what.
pub fn access_of<'a>(machine: &Machine, at: EdgeIdx, edge: &'a Edge) -> Option<(NodeIdx, Use<'a>)> {
    let EdgeKind::Data(access) = edge.kind else { return None };
    let ends = [(edge.source, edge.target, &edge.target_attribute), (edge.target, edge.source, &edge.source_attribute)];
    let acts = |node: NodeIdx| machine.nodes[node].class.is_executable();
    let (node, context, attribute) =
        ends.into_iter().find(|(node, store, _)| acts(*node) && machine.context_of(*store).is_some())?;
    let listed = edge.fields.as_ref().map(|fields| fields.iter().map(|field| &**field).collect());
    let fields = listed.or_else(|| attribute.as_ref().map(|name| vec![first_segment(name)]));
    Some((node, Use { context, edge: at, access: access.unwrap_or(Access::Read), fields }))
}

/// What a row names: contexts in the order of their edges, each with its fields. What is written is not named as read.
fn names(machine: &Machine, uses: &[Use], access: Access) -> Vec<Vec<String>> {
    let mut contexts: Vec<NodeIdx> = Vec::new();
    for found in uses.iter().filter(|found| found.access == access) {
        if !contexts.contains(&found.context) {
            contexts.push(found.context);
        }
    }
    let fields = |context: NodeIdx, access: Access| {
        let mut all: Option<Vec<&str>> = Some(Vec::new());
        for found in uses.iter().filter(|found| found.context == context && found.access == access) {
            match (&mut all, &found.fields) {
                (Some(all), Some(fields)) => fields.iter().for_each(|field| {
                    if !all.contains(field) {
                        all.push(field);
                    }
                }),
                (all, _) => *all = None,
            }
        }
        all
    };
    let named = |context: NodeIdx| {
        let name = machine.nodes[context].name.to_string();
        let mut own = fields(context, access);
        if access == Access::Read {
            match (&mut own, fields(context, Access::Write)) {
                // Nothing is written.
                (_, Some(written)) if written.is_empty() => {}
                (Some(own), Some(written)) => own.retain(|field| !written.contains(field)),
                (None, Some(_)) => {}
                (_, None) => return None,
            }
        }
        match own.as_deref() {
            None => Some(vec![name]),
            Some([]) => None,
            Some([first, rest @ ..]) => {
                let mut parts = vec![format!("{name}.{first}")];
                parts.extend(rest.iter().map(|field| format!(".{field}")));
                Some(parts)
            }
        }
    };
    contexts.into_iter().filter_map(named).collect()
}

fn cell_id(at: NodeIdx, kind: &Kind) -> String {
    quote::id("a", at.0) + kind.suffix
}

/// A row of a card that says what it reads or writes.
#[derive(Clone, Debug)]
pub struct Row {
    /// What its edges do.
    pub kind: &'static Kind,
    /// The id of its cell in the drawing.
    pub id: String,
    /// The fields that each context is named with; a context as a whole is one name.
    pub names: Vec<Vec<String>>,
    /// The edges that it says.
    pub edges: Vec<EdgeIdx>,
    /// Set when the last action read or wrote through one of its edges.
    pub mark: Option<Mark>,
}

impl Row {
    /// Marks it if one of its edges is among those of the last action, which are sorted.
    pub fn mark_last(&mut self, last: &[EdgeIdx]) {
        self.mark = self.edges.iter().any(|edge| last.binary_search(edge).is_ok()).then_some(Mark::Changed);
    }

    /// All that it names.
    pub fn title(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|fields| fields.join(", ")).collect();
        crate::text::clip(&format!("{} {}", self.kind.word, names.join(" · ")), 2_000)
    }
}

/// The kind of the rows of an access.
pub fn kind_of(access: Access) -> &'static Kind {
    let [reads, writes] = &KINDS;
    if access == Access::Write { writes } else { reads }
}
