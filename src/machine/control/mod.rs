//! What the runtime derives from the model once: work, modules, exits, entries, starts and permissions.
//!
//! Everything here is a table look-up at run time. A run never asks an edge for its annotations.

mod derive;

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use crate::machine::cycles::components;
use crate::machine::fan_out::FanOut;
use crate::machine::join::Join;
use crate::machine::model::{Access, ContextIdx, EdgeIdx, EventIdx, FieldId, NodeIdx};
use crate::machine::table::Table;
use crate::quick::Map;
use crate::words;

/// The derived tables of one machine.
#[derive(Clone, Debug, Default)]
pub struct Control {
    /// Nodes by full path, notes left out.
    pub by_id: Map<Arc<str>, NodeIdx>,
    /// Contexts by node.
    pub context_of: Map<NodeIdx, ContextIdx>,
    /// Events by name.
    pub event_called: Map<Arc<str>, EventIdx>,
    /// Start nodes in source order.
    pub starts: Vec<NodeIdx>,
    /// The starts follow from nothing but the order of the nodes.
    pub starts_guessed: bool,
    nodes: Table<NodeIdx, NodeControl>,
    edges: Table<EdgeIdx, EdgeControl>,
    /// By id.
    joins: Vec<Join>,
    /// Nodes marked `@compensate`, and the node whose work each undoes, in source order.
    undoing: Vec<(NodeIdx, NodeIdx)>,
    /// By node, what [`takes_new_paths_only`](Self::takes_new_paths_only) says. Made when it is first asked for.
    new_paths_only: OnceLock<Vec<bool>>,
}

words! {
    /// What a node asks of an agent.
    #[derive(Default)]
    pub enum Work {
        /// Nothing; a path passes through.
        #[default]
        None = "none",
        /// The host runs its code.
        Code = "code",
        /// Its prompt is sent.
        Prompt = "work",
        /// Which edge to take, when no rule says it.
        Decision = "decision",
    }
}

impl Work {
    /// Work that is always done before the node is left.
    pub fn is_agent_work(self) -> bool {
        matches!(self, Work::Code | Work::Prompt)
    }
}

words! {
    /// How a control edge is taken.
    pub enum EdgeClass {
        /// Spawns a path.
        Fanout = "fanout",
        /// When its condition is true.
        Conditional = "conditional",
        /// By choice only: its condition is not an expression.
        Guarded = "guarded",
        /// By default or by choice.
        Plain = "plain",
        /// When the source fails.
        Catch = "catch",
        /// When an event comes.
        Event = "event",
        /// When a time has passed.
        Timer = "timer",
    }
}

/// An edge as seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The edge.
    pub edge: EdgeIdx,
    /// It is crossed from its target to its source (`<-->`).
    pub reverse: bool,
    /// Where it leads, before modules are entered.
    pub to: NodeIdx,
}

/// Which fields of a context a node may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Fields {
    /// None.
    #[default]
    None,
    /// All, added ones included.
    All,
    /// These, by code point, each once.
    Some(Vec<Arc<str>>),
}

impl Fields {
    /// True if the field may be used.
    pub fn allow(&self, field: &str) -> bool {
        match self {
            Fields::None => false,
            Fields::All => true,
            Fields::Some(names) => names.binary_search_by(|name| (**name).cmp(field)).is_ok(),
        }
    }

    /// True if no field may be used.
    pub fn is_none(&self) -> bool {
        *self == Fields::None
    }

    /// Adds fields; [`Fields::order`] has to follow the last of them.
    fn unite(&mut self, other: &Fields) {
        match (&mut *self, other) {
            (_, Fields::None) | (Fields::All, _) => {}
            (Fields::Some(mine), Fields::Some(theirs)) => mine.extend(theirs.iter().cloned()),
            (_, other) => *self = other.clone(),
        }
    }

    fn order(&mut self) {
        if let Fields::Some(names) = self {
            names.sort_unstable();
            names.dedup();
        }
    }
}

/// What the edges of a node let it do with a context.
#[derive(Clone, Debug, Default)]
struct Rights {
    read: Fields,
    write: Fields,
}

/// What a node may do with a context.
#[derive(Clone, Copy, Debug)]
pub struct Right<'a> {
    /// Fields it may read; what it may write it may read.
    pub read: &'a Fields,
    /// Fields it may write.
    pub write: &'a Fields,
}

#[derive(Clone, Debug, Default)]
struct NodeControl {
    work: Work,
    module: bool,
    entry: Option<NodeIdx>,
    own: Vec<Exit>,
    catches: Vec<Exit>,
    events: Vec<Exit>,
    timers: Vec<Exit>,
    /// The node whose own edges are the effective ones.
    exits_of: Option<NodeIdx>,
    /// The nearest module around it.
    around: Option<NodeIdx>,
    /// Rights by its own edges, in context order.
    rights: Vec<(ContextIdx, Rights)>,
    /// The node around it, if that passes rights on.
    above: Option<NodeIdx>,
    /// What it asks people for, in source order of the first edges.
    forms: Vec<Form>,
    /// Data edges to contexts.
    access: Vec<(ContextIdx, EdgeIdx, Access)>,
    /// Tool nodes its agent may call, by name.
    tools: Vec<NodeIdx>,
}

/// The key of an answer that declines: a field of that name cannot be asked for.
pub(in crate::machine) const DECLINE: &str = "error";

/// The fields of a context that a node asks people for.
#[derive(Clone, Debug)]
pub struct Form {
    /// The context.
    pub context: ContextIdx,
    /// Its fields, in declaration order.
    pub fields: Vec<FieldId>,
    /// What the first edge says that has the attribute `question`; it may be a template.
    pub question: Option<Arc<str>>,
    /// The edges that ask, in source order.
    pub edges: Vec<EdgeIdx>,
}

#[derive(Clone, Debug)]
struct EdgeControl {
    class: Option<EdgeClass>,
    auto: bool,
    priority: i64,
    fan_out: Option<Arc<FanOut>>,
    /// Position in the joins.
    join: Option<u32>,
}

impl Control {
    /// What the node asks of an agent.
    pub fn work(&self, node: NodeIdx) -> Work {
        self.nodes[node].work
    }

    /// True for an executable node that paths enter but never stop at.
    pub fn is_module(&self, node: NodeIdx) -> bool {
        self.nodes[node].module
    }

    /// The child a module is entered at.
    pub fn entry(&self, module: NodeIdx) -> Option<NodeIdx> {
        self.nodes[module].entry
    }

    /// The class of a control or catch edge.
    pub fn class(&self, edge: EdgeIdx) -> Option<EdgeClass> {
        self.edges[edge].class
    }

    /// True for `@auto` edges.
    pub fn is_auto(&self, edge: EdgeIdx) -> bool {
        self.edges[edge].auto
    }

    /// The priority of an edge; lower goes first.
    pub fn priority(&self, edge: EdgeIdx) -> i64 {
        self.edges[edge].priority
    }

    /// What a fan-out edge spawns.
    pub fn fan_out(&self, edge: EdgeIdx) -> Option<&Arc<FanOut>> {
        self.edges[edge].fan_out.as_ref()
    }

    /// The join an edge carries.
    pub fn join(&self, edge: EdgeIdx) -> Option<&Join> {
        self.joins.get(self.edges[edge].join? as usize)
    }

    /// All joins, by id.
    pub fn joins(&self) -> &[Join] {
        &self.joins
    }

    /// The join with this id.
    pub fn join_called(&self, id: &str) -> Option<&Join> {
        self.joins.get(self.joins.binary_search_by(|join| (*join.id).cmp(id)).ok()?)
    }

    /// True if a path at `node` can arrive at the join.
    pub fn reaches(&self, node: NodeIdx, join: &Join) -> bool {
        let reach = join.reach.get_or_init(|| self.arriving(&join.edges));
        reach.get(node.0 as usize).copied().unwrap_or(false)
    }

    /// The nodes that undo the work of `node`, in source order.
    pub fn undoing(&self, node: NodeIdx) -> impl Iterator<Item = NodeIdx> {
        self.undoing.iter().filter(move |(_, undone)| *undone == node).map(|(at, _)| *at)
    }

    /// True if any node undoes the work of another.
    pub fn undoes(&self) -> bool {
        !self.undoing.is_empty()
    }

    /// True if `module` is around `node`, at any distance.
    pub fn is_inside(&self, node: NodeIdx, module: NodeIdx) -> bool {
        let mut at = self.around(node);
        while at.is_some_and(|up| up != module) {
            at = at.and_then(|up| self.around(up));
        }
        at.is_some()
    }

    /// The nearest module around a node.
    pub fn around(&self, node: NodeIdx) -> Option<NodeIdx> {
        self.nodes[node].around
    }

    /// The node's own control edges without those that wait or `catch`, by priority, then source order.
    pub fn own(&self, node: NodeIdx) -> &[Exit] {
        &self.nodes[node].own
    }

    /// The node's own catch edges, by priority, then source order.
    pub fn catches(&self, node: NodeIdx) -> &[Exit] {
        &self.nodes[node].catches
    }

    /// The node's own event edges, by priority, then source order.
    pub fn events(&self, node: NodeIdx) -> &[Exit] {
        &self.nodes[node].events
    }

    /// The node's own timer edges, by priority, then source order.
    pub fn timers(&self, node: NodeIdx) -> &[Exit] {
        &self.nodes[node].timers
    }

    /// What the node asks people for, one form a context, in source order of the first edges.
    pub fn forms(&self, node: NodeIdx) -> &[Form] {
        &self.nodes[node].forms
    }

    /// A node and the modules around it, from the inside out.
    pub fn outwards(&self, node: NodeIdx) -> impl Iterator<Item = NodeIdx> {
        std::iter::successors(Some(node), |at| self.around(*at))
    }

    /// The edges a path at `node` can leave by, without those that wait or `catch`: its own, or those of the nearest ancestor
    /// module that has some. By priority, then source order.
    pub fn effective(&self, node: NodeIdx) -> &[Exit] {
        self.nodes[node].exits_of.map_or(&[], |from| self.own(from))
    }

    /// The node whose own edges [`effective`](Self::effective) gives.
    pub fn exits_of(&self, node: NodeIdx) -> Option<NodeIdx> {
        self.nodes[node].exits_of
    }

    /// What the node may do with each context it has a right to, in context order. Gathered at every call: what all
    /// nodes inherit together may be more than can be kept.
    pub fn rights(&self, node: NodeIdx) -> Vec<(ContextIdx, Right<'_>)> {
        let mut all: Vec<(ContextIdx, Right)> = Vec::new();
        let mut at = Some(node);
        while let Some(own) = at {
            all.extend(self.own_rights(own));
            at = self.nodes[own].above;
        }
        // Stable: of one context the nearest node's comes first.
        all.sort_by_key(|(context, _)| *context);
        all.dedup_by_key(|(context, _)| *context);
        all
    }

    /// What the node may do with a context.
    pub fn right(&self, node: NodeIdx, context: ContextIdx) -> Option<Right<'_>> {
        let mut at = Some(node);
        while let Some(own) = at {
            let rights = &self.nodes[own].rights;
            if let Some((_, rights)) = find_by(rights, context).and_then(|found| rights.get(found)) {
                return Some(rights.seen());
            }
            at = self.nodes[own].above;
        }
        None
    }

    /// What the node may do by its own edges.
    pub fn own_rights(&self, node: NodeIdx) -> impl Iterator<Item = (ContextIdx, Right<'_>)> {
        self.nodes[node].rights.iter().map(|(context, rights)| (*context, rights.seen()))
    }

    /// The data edges a node reads or writes a context through; writing and then asking edges serve for reading where no
    /// other does.
    pub fn access_edges(&self, node: NodeIdx, context: ContextIdx, access: Access) -> Vec<EdgeIdx> {
        let all = &self.nodes[node].access;
        let of = |wanted: Access| -> Vec<EdgeIdx> {
            all.iter().filter(|(at, _, kind)| *at == context && *kind == wanted).map(|(_, edge, _)| *edge).collect()
        };
        let found = [access, Access::Write].into_iter().map(of).find(|found| !found.is_empty());
        found.unwrap_or_else(|| if access == Access::Read { of(Access::Ask) } else { Vec::new() })
    }

    /// The tool nodes that an edge joins to the node, by name.
    pub fn tools(&self, node: NodeIdx) -> &[NodeIdx] {
        &self.nodes[node].tools
    }
}

impl Control {
    /// By node: a path there can cross one of these edges, when conditions are left aside. Fan-out and catch edges
    /// count, modules are entered and left as paths do.
    fn arriving(&self, edges: &[EdgeIdx]) -> Vec<bool> {
        // Three places a node: standing at it, its own exits, its catch edges. Exits and catch edges are shared by all
        // nodes that inherit them, so the arcs stay as many as nodes and edges.
        let stand = |node: NodeIdx| node.0 as usize * 3;
        let mut arcs: Vec<(usize, usize)> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (at, node) in self.nodes.entries() {
            let here = stand(at);
            arcs.push((here + 2, here));
            arcs.extend(node.exits_of.map(|from| (stand(from) + 1, here)));
            arcs.extend(node.around.map(|module| (stand(module) + 2, here + 2)));
            // What can happen at any time while a path stands there: failures, events, timers.
            let any_time = [&node.catches, &node.events, &node.timers].map(|exits| (here + 2, exits));
            for (place, exits) in [(here + 1, &node.own)].into_iter().chain(any_time) {
                arcs.extend(exits.iter().map(|exit| (stand(self.entered(exit.to)), place)));
                // The edges are in source order.
                if exits.iter().any(|exit| edges.binary_search(&exit.edge).is_ok()) {
                    open.push(place);
                }
            }
        }
        arcs.sort_unstable();
        let mut seen = vec![false; self.nodes.len() * 3];
        while let Some(place) = open.pop() {
            let Some(mark) = seen.get_mut(place).filter(|mark| !**mark) else { continue };
            *mark = true;
            let first = arcs.partition_point(|(to, _)| *to < place);
            let into = arcs.iter().skip(first).take_while(|(to, _)| *to == place);
            open.extend(into.map(|(_, from)| *from));
        }
        seen.into_iter().step_by(3).collect()
    }

    /// The exits that a path which arrives at `node`, or paths that it starts, can cross when conditions are left aside
    /// and nothing fails. In source order.
    pub fn crossable(&self, node: NodeIdx) -> Vec<Exit> {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![node];
        let mut exits: Vec<Exit> = Vec::new();
        while let Some(at) = open.pop() {
            // Nodes that inherit their exits share them.
            let Some(from) = self.exits_of(self.entered(at)) else { continue };
            let Some(mark) = seen.get_mut(from.0 as usize).filter(|mark| !**mark) else { continue };
            *mark = true;
            exits.extend(self.own(from));
            open.extend(self.own(from).iter().map(|exit| exit.to));
        }
        exits.sort_by_key(|exit| (exit.edge, exit.reverse));
        exits
    }

    /// The node a path stops at when it arrives at `node`.
    pub fn entered(&self, node: NodeIdx) -> NodeIdx {
        let mut at = node;
        while let Some(child) = self.entry(at) {
            at = child;
        }
        at
    }
}

impl Control {
    /// True if paths that a fan-out starts can enter the node, but no path can enter it twice: each visit is by a new
    /// path.
    ///
    /// A path may be said to come back that in truth cannot, never the other way round.
    pub fn takes_new_paths_only(&self, node: NodeIdx) -> bool {
        let all = self.new_paths_only.get_or_init(|| self.visited_by_new_paths_only());
        all.get(node.0 as usize).copied().unwrap_or(false)
    }

    fn visited_by_new_paths_only(&self) -> Vec<bool> {
        let stand = |node: NodeIdx| node.0 as usize * 3;
        // The path that forked goes on behind the join that merges its branches.
        let merged = self.nodes.len() * 3;
        let mut arcs: Vec<Vec<usize>> = vec![Vec::new(); merged + 1];
        let mut add = |from: usize, to: usize| arcs.get_mut(from).map(|list| list.push(to));
        let mut first: Vec<usize> = Vec::new();
        for (at, node) in self.nodes.entries() {
            let here = stand(at);
            add(here, here + 2);
            node.exits_of.map(|from| add(here, stand(from) + 1));
            node.around.map(|module| add(here + 2, stand(module) + 2));
            let any_time = [&node.catches, &node.events, &node.timers].map(|exits| (here + 2, exits));
            for (place, exits) in [(here + 1, &node.own)].into_iter().chain(any_time) {
                for exit in exits {
                    let to = stand(self.entered(exit.to));
                    if self.fan_out(exit.edge).is_some() {
                        first.push(to);
                        add(place, merged);
                        continue;
                    }
                    add(place, to);
                    if self.join(exit.edge).is_some() {
                        add(merged, to);
                    }
                }
            }
        }
        let component = components(&arcs);
        let mut size = vec![0_usize; arcs.len()];
        for at in &component {
            if let Some(size) = size.get_mut(*at) {
                *size += 1;
            }
        }
        let mut entered = vec![false; arcs.len()];
        while let Some(at) = first.pop() {
            if entered.get_mut(at).is_some_and(|entered| !std::mem::replace(entered, true)) {
                first.extend(arcs.get(at).into_iter().flatten());
            }
        }
        let is_alone = |at: usize| component.get(at).and_then(|of| size.get(*of)) == Some(&1);
        let is_entered = |at: usize| entered.get(at) == Some(&true);
        let compensating: HashSet<NodeIdx> = self.undoing.iter().map(|(at, _)| *at).collect();
        self.nodes
            .ids()
            .map(|node| is_entered(stand(node)) && is_alone(stand(node)) && !compensating.contains(&node))
            .collect()
    }
}

impl Rights {
    fn seen(&self) -> Right<'_> {
        Right { read: &self.read, write: &self.write }
    }
}

fn find_by(list: &[(ContextIdx, Rights)], context: ContextIdx) -> Option<usize> {
    list.binary_search_by_key(&context, |(known, _)| *known).ok()
}
