//! Deriving the tables from the model.

use std::sync::Arc;

use crate::machine::bind::Binder;
use crate::machine::control::{
    Control, DECLINE, EdgeClass, EdgeControl, Exit, Fields, Form, NodeControl, Rights, Work,
};
use crate::machine::fan_out::{self, FORKS, MAPS};
use crate::machine::join;
use crate::machine::model::{
    Access, Class, Context, ContextIdx, Edge, EdgeIdx, EdgeKind, Event, EventIdx, Field, FieldId, Node, NodeIdx, Role,
    first_segment,
};
use crate::machine::table::Table;
use crate::quick::Map;
use crate::syntax::tree::Arrow;
use crate::value::Value;

impl Control {
    /// Derives the tables.
    pub(in crate::machine) fn derive(
        edges: &Table<EdgeIdx, Edge>,
        fields: &Table<FieldId, Field>,
        events: &Table<EventIdx, Event>,
        binder: &Binder,
    ) -> Self {
        let (nodes, contexts) = (binder.nodes, binder.contexts);
        let mut control = Control {
            by_id: nodes
                .entries()
                .filter(|(_, node)| node.class.is_in_graph())
                .map(|(at, node)| (node.id.clone(), at))
                .collect(),
            context_of: contexts.entries().map(|(at, context)| (context.node, at)).collect(),
            event_called: events.entries().map(|(at, event)| (nodes[event.node].name.clone(), at)).collect(),
            nodes: nodes.iter().map(|_| NodeControl::default()).collect(),
            edges: edges.iter().map(EdgeControl::of).collect(),
            ..Control::default()
        };
        control.find_work(nodes);
        control.find_exits(nodes, edges);
        control.find_decisions(nodes);
        control.find_entries(nodes, edges);
        control.find_starts(nodes, edges);
        control.find_rights(nodes, edges, contexts);
        control.find_forms(nodes, edges, contexts, fields);
        control.find_tools(nodes, edges);
        for (edge, fan_out) in control.edges.iter_mut().zip(fan_out::of_edges(edges, binder)) {
            edge.fan_out = fan_out;
        }
        let can_join = |edge| control.class(edge).is_some_and(|class| class != EdgeClass::Fanout);
        control.joins = join::unite_all(edges, can_join, binder);
        for (position, join) in control.joins.iter().enumerate() {
            for edge in &join.edges {
                control.edges[*edge].join = Some(position as u32);
            }
        }
        control.find_undoing(binder);
        control
    }

    fn find_tools(&mut self, nodes: &Table<NodeIdx, Node>, edges: &Table<EdgeIdx, Edge>) {
        for edge in edges.iter().filter(|edge| matches!(edge.kind, EdgeKind::Structural | EdgeKind::Data(_))) {
            let (source, target) = (edge.source, edge.target);
            for (user, tool) in [(source, target), (target, source)] {
                if nodes[tool].class == Class::Tool && nodes[user].class.is_executable() {
                    self.nodes[user].tools.push(tool);
                }
            }
        }
        for node in self.nodes.iter_mut().filter(|node| !node.tools.is_empty()) {
            node.tools.sort_by_key(|tool| (&nodes[*tool].name, *tool));
            node.tools.dedup();
        }
    }

    fn find_work(&mut self, nodes: &Table<NodeIdx, Node>) {
        for (at, node) in nodes.entries().filter(|(_, node)| node.class.is_executable()) {
            let coded = node.annotation(&["code"]).is_some() || node.attribute("code").is_some();
            let prompted = node.text("prompt").is_some_and(|prompt| !prompt.trim().is_empty());
            self.nodes[at].work = match node.class {
                Class::Task if coded => Work::Code,
                Class::Task | Class::Init | Class::Plain if prompted => Work::Prompt,
                _ => Work::None,
            };
        }
        for (at, node) in nodes.entries().filter(|(_, node)| node.class.is_executable()) {
            let has_child = node.children.iter().any(|child| nodes[*child].class.is_executable());
            self.nodes[at].module = has_child && !self.work(at).is_agent_work();
        }
    }

    fn find_exits(&mut self, nodes: &Table<NodeIdx, Node>, edges: &Table<EdgeIdx, Edge>) {
        for (at, edge) in edges.entries() {
            if !edge.kind.is_transition() {
                continue;
            }
            let forth = Exit { edge: at, reverse: false, to: edge.target };
            if edge.kind == EdgeKind::Catch {
                self.nodes[edge.source].catches.push(forth);
                continue;
            }
            // Paths do not leave an end by its own edges.
            if nodes[edge.source].class != Class::End {
                self.nodes[edge.source].exits_of_kind(edge.kind).push(forth);
            }
            let both = edge.arrow == Some(Arrow::Both) && edge.source != edge.target;
            if both && nodes[edge.target].class != Class::End {
                let back = Exit { edge: at, reverse: true, to: edge.source };
                self.nodes[edge.target].exits_of_kind(edge.kind).push(back);
            }
        }
        let edges = &self.edges;
        for node in self.nodes.iter_mut() {
            // Stable: source order stays within one priority.
            for exits in [&mut node.own, &mut node.catches, &mut node.events, &mut node.timers] {
                exits.sort_by_key(|exit| edges[exit.edge].priority);
            }
        }
        // Pre-order: a parent is seen before its children.
        let mut inherited: Vec<Option<NodeIdx>> = vec![None; nodes.len()];
        for (at, node) in nodes.entries() {
            let from_parent = node.parent.and_then(|parent| {
                let parents = inherited.get(parent.0 as usize).copied().flatten();
                if self.is_module(parent) && !self.own(parent).is_empty() { Some(parent) } else { parents }
            });
            if let Some(slot) = inherited.get_mut(at.0 as usize) {
                *slot = from_parent;
            }
            self.nodes[at].around =
                node.parent.and_then(|parent| if self.is_module(parent) { Some(parent) } else { self.around(parent) });
            self.nodes[at].exits_of = if self.own(at).is_empty() { from_parent } else { Some(at) };
        }
    }

    fn find_decisions(&mut self, nodes: &Table<NodeIdx, Node>) {
        // By the node whose own exits they are: all that inherit them share the answer.
        let mut needs_choice: Map<NodeIdx, bool> = Map::default();
        for (at, node) in nodes.entries() {
            let may = matches!(node.class, Class::Task | Class::Plain) && !self.is_module(at);
            let Some(from) = self.exits_of(at).filter(|_| may && self.work(at) == Work::None) else { continue };
            if *needs_choice.entry(from).or_insert_with(|| self.needs_choice(from)) {
                self.nodes[at].work = Work::Decision;
            }
        }
    }

    fn needs_choice(&self, from: NodeIdx) -> bool {
        let of_class = |class| self.own(from).iter().filter(move |exit| self.class(exit.edge) == Some(class));
        if of_class(EdgeClass::Plain).any(|exit| self.is_auto(exit.edge)) {
            return false;
        }
        let best = of_class(EdgeClass::Plain).map(|exit| self.priority(exit.edge)).min();
        let mut targets =
            of_class(EdgeClass::Plain).filter(|exit| Some(self.priority(exit.edge)) == best).map(|exit| exit.to);
        let first = targets.next();
        targets.any(|target| Some(target) != first) || of_class(EdgeClass::Guarded).next().is_some()
    }

    fn find_entries(&mut self, nodes: &Table<NodeIdx, Node>, edges: &Table<EdgeIdx, Edge>) {
        let mut entered_by_sibling = Table::beside(nodes, false);
        let is_step = |edge: &&Edge| edge.kind.is_transition() && edge.kind != EdgeKind::Catch;
        for edge in edges.iter().filter(is_step).filter(|edge| edge.source != edge.target) {
            if nodes[edge.source].parent == nodes[edge.target].parent {
                mark_entered(&mut entered_by_sibling, edge);
            }
        }
        for (at, node) in nodes.entries() {
            if !self.is_module(at) {
                continue;
            }
            let children: Vec<NodeIdx> =
                node.children.iter().copied().filter(|child| nodes[*child].class.is_executable()).collect();
            let first = |fits: &dyn Fn(NodeIdx) -> bool| children.iter().copied().find(|child| fits(*child));
            let entry = first(&|child| is_declared_start(&nodes[child]) || is_named_start(&nodes[child]))
                .or_else(|| first(&|child| !entered_by_sibling[child]))
                .or_else(|| first(&|child| nodes[child].class == Class::Task))
                .or_else(|| first(&|child| nodes[child].class == Class::State))
                .or_else(|| children.first().copied());
            self.nodes[at].entry = entry;
        }
    }

    fn find_starts(&mut self, nodes: &Table<NodeIdx, Node>, edges: &Table<EdgeIdx, Edge>) {
        let transitions = || edges.iter().filter(|edge| edge.kind.is_transition());
        let mut incoming = Table::beside(nodes, false);
        for edge in transitions().filter(|edge| edge.source != edge.target) {
            mark_entered(&mut incoming, edge);
        }
        let inside = |node: NodeIdx, of: NodeIdx| {
            std::iter::successors(Some(node), |at| nodes[*at].parent).any(|ancestor| ancestor == of)
        };
        let mut entered_from_outside = Table::beside(nodes, false);
        for edge in transitions() {
            if self.nodes[edge.target].module && !inside(edge.source, edge.target) {
                entered_from_outside[edge.target] = true;
            }
        }
        let executable: Vec<NodeIdx> = nodes
            .entries()
            .filter(|(_, node)| node.class.is_executable() && node.annotation(&["compensate"]).is_none())
            .map(|(at, _)| at)
            .collect();
        let select = |fits: &dyn Fn(NodeIdx) -> bool| -> Vec<NodeIdx> {
            let mut candidate = Table::beside(nodes, false);
            for at in &executable {
                candidate[*at] = fits(*at);
            }
            let covered = |at: NodeIdx| {
                std::iter::successors(nodes[at].parent, |up| nodes[*up].parent)
                    .any(|up| self.nodes[up].module && (candidate[up] || entered_from_outside[up]))
            };
            executable.iter().copied().filter(|at| candidate[*at] && !covered(*at)).collect()
        };
        let only = executable.len() == 1;
        let mut starts = select(&|at| is_declared_start(&nodes[at]));
        if starts.is_empty() {
            starts = select(&|at| is_named_start(&nodes[at]));
        }
        if starts.is_empty() {
            starts = select(&|at| {
                let leaves = [self.own(at), self.catches(at), self.events(at), self.timers(at)];
                let leaves = leaves.iter().any(|exits| !exits.is_empty());
                !incoming[at] && (leaves || only)
            });
        }
        if starts.is_empty() {
            starts = executable.first().copied().into_iter().collect();
            self.starts_guessed = !starts.is_empty() && transitions().next().is_some();
        }
        self.starts = starts;
    }

    fn find_rights(
        &mut self,
        nodes: &Table<NodeIdx, Node>,
        edges: &Table<EdgeIdx, Edge>,
        contexts: &Table<ContextIdx, Context>,
    ) {
        let mut own: Table<NodeIdx, Vec<(ContextIdx, Rights)>> = Table::beside(nodes, Vec::new());
        for (at, edge) in edges.entries() {
            let EdgeKind::Data(access) = edge.kind else { continue };
            let ends = [
                (edge.source, edge.target, &edge.target_attribute),
                (edge.target, edge.source, &edge.source_attribute),
            ];
            for (node, store, attribute) in ends {
                let Some(context) = self.context_of.get(&store).copied() else { continue };
                if !nodes[node].class.is_executable() {
                    continue;
                }
                let listed =
                    edge.fields.clone().or_else(|| attribute.as_ref().map(|name| vec![first_segment(name).into()]));
                let granted = listed.map_or(Fields::All, Fields::Some);
                self.nodes[node].access.push((context, at, access.unwrap_or(Access::Read)));
                let rights = rights_to(&mut own[node], context);
                rights.read.unite(&granted);
                if access == Some(Access::Write) && contexts[context].role != Role::Input {
                    rights.write.unite(&granted);
                }
            }
        }
        for (at, node) in nodes.entries().filter(|(_, node)| node.class.is_executable()) {
            let mut rights = std::mem::take(&mut own[at]);
            for (_, rights) in &mut rights {
                rights.read.order();
                rights.write.order();
            }
            self.nodes[at].rights = rights;
            self.nodes[at].above = node.parent.filter(|parent| nodes[*parent].class.is_executable());
        }
    }

    /// One form for each context that a node asks for, without the requests that cannot be asked.
    fn find_forms(
        &mut self,
        nodes: &Table<NodeIdx, Node>,
        edges: &Table<EdgeIdx, Edge>,
        contexts: &Table<ContextIdx, Context>,
        fields: &Table<FieldId, Field>,
    ) {
        for (at, edge) in edges.entries().filter(|(_, edge)| edge.kind == EdgeKind::Data(Some(Access::Ask))) {
            for (node, store) in [(edge.source, edge.target), (edge.target, edge.source)] {
                let Some(context) = self.context_of.get(&store).copied() else { continue };
                if !nodes[node].class.is_executable() || contexts[context].role == Role::Input {
                    continue;
                }
                let declared = contexts[context].fields.iter().copied();
                let is_asked =
                    |field: &FieldId| edge.fields.as_ref().is_none_or(|listed| listed.contains(&fields[*field].name));
                let asked: Vec<FieldId> = declared.filter(is_asked).collect();
                let question = edge.attribute("question").map(|text| Arc::from(text.to_text()));
                let forms = &mut self.nodes[node].forms;
                match forms.iter_mut().find(|form| form.context == context) {
                    Some(form) => {
                        form.fields.extend(asked);
                        form.question = form.question.take().or(question);
                        form.edges.push(at);
                    }
                    None => forms.push(Form { context, fields: asked, question, edges: vec![at] }),
                }
            }
        }
        for node in self.nodes.iter_mut().filter(|node| !node.forms.is_empty()) {
            for form in &mut node.forms {
                form.fields.sort_unstable();
                form.fields.dedup();
            }
            let declines = |field: &FieldId| &*fields[*field].name == DECLINE;
            node.forms.retain(|form| !form.fields.is_empty() && !form.fields.iter().any(declines));
        }
    }

    fn find_undoing(&mut self, binder: &Binder) {
        for (at, node) in binder.nodes.entries().filter(|(_, node)| node.class.is_executable()) {
            let Some(name) = node.annotation(&["compensate"]).and_then(fan_out::positional) else { continue };
            let words: Vec<&str> = name.split('.').collect();
            let found = binder.scopes.resolve(binder.nodes, node.parent, &words);
            if let Some(found) = found.ok().filter(|found| found.used == words.len()) {
                self.undoing.push((at, found.node));
            }
        }
    }
}

impl NodeControl {
    /// The exits by edges of a kind that is no catch.
    fn exits_of_kind(&mut self, kind: EdgeKind) -> &mut Vec<Exit> {
        match kind {
            EdgeKind::Event => &mut self.events,
            EdgeKind::Timer => &mut self.timers,
            _ => &mut self.own,
        }
    }
}

/// The rights to a context in a list ordered by context, made if there are none.
fn rights_to(list: &mut Vec<(ContextIdx, Rights)>, context: ContextIdx) -> &mut Rights {
    let at = list.partition_point(|(known, _)| *known < context);
    if list.get(at).is_none_or(|(known, _)| *known != context) {
        list.insert(at, (context, Rights::default()));
    }
    #[allow(clippy::indexing_slicing, reason = "made above where there was none")]
    &mut list[at].1
}

/// Marks the nodes an edge leads to.
fn mark_entered(entered: &mut Table<NodeIdx, bool>, edge: &Edge) {
    entered[edge.target] = true;
    if edge.arrow == Some(Arrow::Both) {
        entered[edge.source] = true;
    }
}

fn is_declared_start(node: &Node) -> bool {
    node.class == Class::Init || node.annotation(&["start"]).is_some()
}

fn is_named_start(node: &Node) -> bool {
    node.name.eq_ignore_ascii_case("start")
}

impl EdgeControl {
    fn of(edge: &Edge) -> Self {
        let class = match edge.kind {
            EdgeKind::Catch => Some(EdgeClass::Catch),
            EdgeKind::Event => Some(EdgeClass::Event),
            EdgeKind::Timer => Some(EdgeClass::Timer),
            EdgeKind::Control => Some(match &edge.condition {
                _ if edge.annotation(FORKS).is_some() || edge.annotation(MAPS).is_some() => EdgeClass::Fanout,
                Some(condition) if condition.expr.is_ok() => EdgeClass::Conditional,
                Some(_) => EdgeClass::Guarded,
                None => EdgeClass::Plain,
            }),
            _ => None,
        };
        let written = edge.annotation(&["priority"]).and_then(|annotation| annotation.value.as_ref());
        EdgeControl {
            class,
            auto: edge.annotation(&["auto"]).is_some(),
            priority: written.or_else(|| edge.attribute("priority")).map_or(NO_PRIORITY, priority),
            fan_out: None,
            join: None,
        }
    }
}

const NO_PRIORITY: i64 = 100;

fn priority(value: &Value) -> i64 {
    match value {
        Value::Num(number) => *number as i64,
        Value::Str(word) => match word.to_ascii_lowercase().as_str() {
            "high" => 1,
            "medium" | "normal" => 50,
            "low" => 200,
            number => number.parse().unwrap_or(NO_PRIORITY),
        },
        _ => NO_PRIORITY,
    }
}
