//! What the nodes of a machine read, write, ask for, wait for and set, in the rows that say it.

use crate::quick::Map;

use crate::machine::Machine;
use crate::machine::model::{Access, ContextIdx, Edge, EdgeIdx, EdgeKind, NodeIdx, first_segment};
use crate::view::cell::Mark;
use crate::view::quote;

/// A kind of row.
#[derive(Debug)]
pub struct Kind {
    /// What it is called.
    pub word: &'static str,
    /// What its cells are called behind the id of their node.
    suffix: &'static str,
    /// What its edges give; `None` for rows that no data edge makes.
    pub access: Option<Access>,
}

/// The kinds of rows, in the order in which they stand.
const KINDS: [Kind; 3] = [
    Kind { word: "reads", suffix: "-r", access: Some(Access::Read) },
    Kind { word: "writes", suffix: "-w", access: Some(Access::Write) },
    Kind { word: "asks", suffix: "-a", access: Some(Access::Ask) },
];
/// The events that a node waits for.
const WAITS: Kind = Kind { word: "on", suffix: "-o", access: None };
/// The fields that a node sets when a path enters it.
const SETS: Kind = Kind { word: "sets", suffix: "-s", access: None };

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

/// What the rows of all cards say, by the node that is drawn for those whose rows they are.
#[derive(Default)]
pub struct Accesses<'a> {
    uses: Map<NodeIdx, Vec<Use<'a>>>,
    /// Edges that wait for events.
    waits: Map<NodeIdx, Vec<EdgeIdx>>,
    /// Nodes that set fields.
    sets: Map<NodeIdx, Vec<NodeIdx>>,
}

impl<'a> Accesses<'a> {
    /// Those of a machine. `place` gives the node that is drawn for another.
    pub fn of(machine: &'a Machine, place: impl Fn(NodeIdx) -> NodeIdx) -> Self {
        let mut all = Self::default();
        for (at, edge) in machine.edges.entries() {
            if let Some((node, found)) = access_of(machine, at, edge) {
                all.uses.entry(place(node)).or_default().push(found);
            }
        }
        for (at, node) in machine.nodes.entries() {
            let waits = machine.control.events(at);
            if !waits.is_empty() {
                all.waits.entry(place(at)).or_default().extend(waits.iter().map(|exit| exit.edge));
            }
            if !node.assignments.is_empty() {
                all.sets.entry(place(at)).or_default().push(at);
            }
        }
        all
    }

    /// The edges that the rows of a node say.
    pub fn edges(&self, at: NodeIdx) -> impl Iterator<Item = EdgeIdx> {
        self.uses.get(&at).into_iter().flatten().map(|found| found.edge)
    }

    /// The rows of a node.
    pub fn rows(&self, machine: &Machine, at: NodeIdx) -> Vec<Row> {
        let uses = self.uses.get(&at).map_or(&[][..], Vec::as_slice);
        let of_access = KINDS.iter().filter_map(|kind| {
            let access = kind.access?;
            let edges = uses.iter().filter(|found| found.access == access).map(|found| found.edge).collect();
            Some(Row { kind, id: cell_id(at, kind), names: names(machine, uses, access), edges, mark: None })
        });
        let mut rows: Vec<Row> = if uses.is_empty() { Vec::new() } else { of_access.collect() };
        if let Some(edges) = self.waits.get(&at) {
            let (names, edges) = (events(machine, edges), edges.clone());
            rows.push(Row { kind: &WAITS, id: cell_id(at, &WAITS), names, edges, mark: None });
        }
        if let Some(nodes) = self.sets.get(&at) {
            let names = assigned(machine, nodes);
            rows.push(Row { kind: &SETS, id: cell_id(at, &SETS), names, edges: Vec::new(), mark: None });
        }
        rows.retain(|row| !row.names.is_empty());
        rows
    }
}

/// The names of the events that edges wait for, each once.
fn events(machine: &Machine, edges: &[EdgeIdx]) -> Vec<Vec<String>> {
    let mut names: Vec<Vec<String>> = Vec::new();
    for on in edges.iter().filter_map(|edge| machine.edges[*edge].on.as_ref()) {
        let name = vec![on.name.to_string()];
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The fields that nodes set: contexts in the order of their first entries, each with its fields.
fn assigned(machine: &Machine, nodes: &[NodeIdx]) -> Vec<Vec<String>> {
    let assignments = nodes.iter().flat_map(|node| &machine.nodes[*node].assignments);
    let mut contexts: Vec<(ContextIdx, Vec<String>)> = Vec::new();
    for place in assignments.filter_map(|assignment| assignment.place.as_ref().ok()) {
        let known = contexts.iter().position(|(context, _)| *context == place.context);
        let at = known.unwrap_or_else(|| {
            contexts.push((place.context, Vec::new()));
            contexts.len() - 1
        });
        let Some((context, fields)) = contexts.get_mut(at) else { continue };
        let owner = &machine.nodes[machine.contexts[*context].node].name;
        let name = if fields.is_empty() { format!("{owner}.{}", place.field) } else { format!(".{}", place.field) };
        if !fields.contains(&name) && fields.first() != Some(&format!("{owner}.{}", place.field)) {
            fields.push(name);
        }
    }
    contexts.into_iter().map(|(_, fields)| fields).collect()
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

/// What a row names: contexts in the order of their edges, each with its fields. What is written or asked for is not named as read.
fn names(machine: &Machine, uses: &[Use], access: Access) -> Vec<Vec<String>> {
    let mut contexts: Vec<NodeIdx> = Vec::new();
    for found in uses.iter().filter(|found| found.access == access) {
        if !contexts.contains(&found.context) {
            contexts.push(found.context);
        }
    }
    let fields = |context: NodeIdx, gives: &dyn Fn(Access) -> bool| {
        let mut all: Option<Vec<&str>> = Some(Vec::new());
        for found in uses.iter().filter(|found| found.context == context && gives(found.access)) {
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
        let mut own = fields(context, &|other| other == access);
        if access == Access::Read {
            match (&mut own, fields(context, &|other| other != Access::Read)) {
                // It is only read.
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
    let [reads, writes, asks] = &KINDS;
    match access {
        Access::Read => reads,
        Access::Write => writes,
        Access::Ask => asks,
    }
}
