//! What can go wrong: what the search has seen, and what it has never seen.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Severity;
use crate::explore::choices::{Choice, What};
use crate::explore::reads::Slot;
use crate::explore::record::{FindingKind, Place, Sighting, Step};
use crate::explore::search::Search;
use crate::explore::sentences::{condition, consequence, edge_name, listed, named};
use crate::machine::Machine;
use crate::machine::control::{EdgeClass, Exit};
use crate::machine::cycles::components;
use crate::machine::model::{Class, EdgeIdx, NodeIdx};
use crate::quick::{Map, Set};
use crate::run::Action;
use crate::run::state::outcome::TestResult;
use crate::text::Span;

/// One thing that can go wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence that names the choice which leads to it.
    pub message: String,
    /// The node concerned.
    pub node: Option<NodeIdx>,
    /// The edge concerned.
    pub edge: Option<EdgeIdx>,
    /// The join concerned.
    pub join: Option<Arc<str>>,
    /// Where it stands in the source.
    pub span: Option<Span>,
    /// A shortest way there; empty for what never happens.
    pub trace: Vec<Action>,
    /// In how many situations it happens.
    pub count: u32,
}

/// All findings of a search, the worst first.
///
/// `is_sure` says that everything was tried, so that what was never seen never happens.
pub fn findings(search: &Search, is_sure: bool) -> Vec<Finding> {
    let machine = &*search.machine;
    let mut found: Vec<Finding> = Vec::new();
    for ((kind, place), sighting) in &search.seen.0 {
        let is_known = |ends: &Place| {
            [FindingKind::Deadlock, FindingKind::Uncaught]
                .into_iter()
                .any(|kind| search.seen.0.contains_key(&(kind, ends.clone())))
        };
        if *kind == FindingKind::FaultEndsRun && sighting.ends.as_ref().is_some_and(is_known) {
            continue;
        }
        found.push(sighted(search, *kind, place, sighting));
    }
    if is_sure {
        never_ending(search, &mut found);
        never_seen(search, &mut found);
    }
    found.sort_by(|a, b| {
        let order = |finding: &Finding| (finding.severity, finding.kind, finding.node, finding.edge);
        order(a).cmp(&order(b)).then_with(|| a.join.cmp(&b.join))
    });
    for finding in &mut found {
        finding.span = span(machine, finding);
    }
    found
}

fn sighted(search: &Search, kind: FindingKind, place: &Place, sighting: &Sighting) -> Finding {
    let machine = &*search.machine;
    let (choices, trace) = way(search, &sighting.step);
    let cause = sighting.cause.clone().or_else(|| deciding(&choices));
    let severity = match kind {
        FindingKind::Deadlock | FindingKind::Uncaught | FindingKind::NeverCompletes => Severity::Error,
        FindingKind::FaultEndsRun => Severity::Info,
        _ => Severity::Warning,
    };
    let mut finding = Finding {
        kind,
        severity,
        message: sentence(machine, cause.as_deref(), &sighting.then),
        node: None,
        edge: None,
        join: None,
        span: None,
        trace,
        count: sighting.count,
    };
    match place {
        Place::Node(node) => finding.node = Some(*node),
        Place::Join(join) => finding.join = Some(join.clone()),
        Place::Output(Slot::Field(context, _)) => finding.node = Some(machine.contexts[*context].node),
        Place::Output(Slot::Data(_)) => {}
    }
    finding
}

/// The choices and the actions from the start to a step.
fn way(search: &Search, step: &Step) -> (Vec<Arc<Choice>>, Vec<Action>) {
    let mut choices: Vec<Arc<Choice>> = step.1.iter().cloned().collect();
    let mut at = step.0;
    while let Some(state) = search.states.get(at as usize) {
        let Some(choice) = &state.choice else { break };
        choices.push(choice.clone());
        at = state.parent;
    }
    choices.reverse();
    let trace = choices.iter().flat_map(|choice| choice.actions.iter().cloned()).collect();
    (choices, trace)
}

/// The last choice that is more than a step.
fn deciding(choices: &[Arc<Choice>]) -> Option<Arc<Choice>> {
    choices.iter().rev().find(|choice| !matches!(choice.what, What::Step)).cloned()
}

fn sentence(machine: &Machine, cause: Option<&Choice>, then: &str) -> String {
    match cause.map(|cause| condition(machine, &cause.what)) {
        Some(cause) => format!("If {cause}, {then}"),
        None => {
            let mut letters = then.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        }
    }
}

fn span(machine: &Machine, finding: &Finding) -> Option<Span> {
    let of_join = || machine.control.join_called(finding.join.as_deref()?)?.edges.first().copied();
    if let Some(edge) = finding.edge.or_else(of_join) {
        return Some(machine.edges[edge].span);
    }
    let node = &machine.nodes[finding.node?];
    node.name_span.or(node.span)
}

/// States that nothing but a fault leads out of, and none of which is an end.
fn never_ending(search: &Search, found: &mut Vec<Finding>) {
    let machine = &*search.machine;
    let count = search.states.len();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (from, to) in &search.arcs {
        before.get_mut(*to as usize).into_iter().for_each(|list| list.push(*from));
        after.get_mut(*from as usize).into_iter().for_each(|list| list.push(*to as usize));
    }
    let mut can_end = vec![false; count];
    let ends = search.states.iter().enumerate().filter(|(_, state)| state.is_end);
    let mut open: Vec<usize> = ends.map(|(at, _)| at).collect();
    while let Some(at) = open.pop() {
        if can_end.get_mut(at).is_some_and(|can| !std::mem::replace(can, true)) {
            open.extend(before.get(at).into_iter().flatten().map(|from| *from as usize));
        }
    }
    let cannot = |at: usize| can_end.get(at) == Some(&false);
    if !(0..count).any(cannot) {
        return;
    }
    // By component: the nodes that the run goes round in, for those that nothing leads out of.
    let component = components(&after);
    let mut is_last = vec![true; count];
    for (from, list) in after.iter().enumerate() {
        for to in list {
            if let (Some(of), Some(other)) = (component.get(from), component.get(*to))
                && of != other
                && let Some(last) = is_last.get_mut(*of)
            {
                *last = false;
            }
        }
    }
    let mut rounds: BTreeMap<usize, Vec<NodeIdx>> = BTreeMap::new();
    let mut sizes: BTreeMap<usize, u32> = BTreeMap::new();
    for at in (0..count).filter(|at| cannot(*at)) {
        let of = component.get(at).copied().unwrap_or(at);
        if is_last.get(of) == Some(&true) {
            *sizes.entry(of).or_default() += 1;
            rounds.entry(of).or_default().extend(search.states.get(at).iter().flat_map(|state| &state.nodes).copied());
        }
    }
    let is_endless = !machine.nodes.iter().any(|node| node.class == Class::End)
        && machine
            .nodes
            .entries()
            .filter(|(_, node)| node.class.is_executable())
            .all(|(at, _)| has_way_on(machine, at));
    let mut by_place: BTreeMap<NodeIdx, (usize, Vec<NodeIdx>, u32)> = BTreeMap::new();
    for (of, mut nodes) in rounds {
        let size = sizes.get(&of).copied().unwrap_or(0);
        nodes.sort_unstable();
        nodes.dedup();
        let Some(entry) = entrance(&before, of, &component, cannot) else { continue };
        let Some(place) = nodes.first().copied() else { continue };
        let known = by_place.entry(place).or_insert((entry, nodes, 0));
        known.0 = known.0.min(entry);
        known.2 += size;
    }
    for (place, (entry, nodes, size)) in by_place {
        let Some(state) = search.states.get(entry) else { continue };
        let (choices, trace) = way(search, &(state.parent, state.choice.clone()));
        let cause = state.choice.clone().filter(|choice| !matches!(choice.what, What::Step));
        let cause = cause.or_else(|| deciding(&choices));
        found.push(Finding {
            kind: FindingKind::NeverCompletes,
            severity: if is_endless { Severity::Info } else { Severity::Error },
            message: sentence(machine, cause.as_deref(), &consequence::never_ends(&listed(machine, &nodes))),
            node: Some(place),
            edge: None,
            join: None,
            span: None,
            trace,
            count: size,
        });
    }
}

/// The first state that cannot end from which a component is reached.
fn entrance(before: &[Vec<u32>], of: usize, component: &[usize], cannot: impl Fn(usize) -> bool) -> Option<usize> {
    let mut seen: Set<usize> = Set::default();
    let mut open: Vec<usize> = (0..component.len()).filter(|at| component.get(*at) == Some(&of)).collect();
    let mut first: Option<usize> = None;
    while let Some(at) = open.pop() {
        if !cannot(at) || !seen.insert(at) {
            continue;
        }
        first = Some(first.map_or(at, |first| first.min(at)));
        open.extend(before.get(at).into_iter().flatten().map(|from| *from as usize));
    }
    first
}

fn has_way_on(machine: &Machine, node: NodeIdx) -> bool {
    let control = &machine.control;
    control.is_module(node)
        || !control.effective(node).is_empty()
        || control.outwards(node).any(|at| !control.events(at).is_empty() || !control.timers(at).is_empty())
}

/// What no run does, where it is not a matter of course after what else was found.
fn never_seen(search: &Search, found: &mut Vec<Finding>) {
    let machine = &*search.machine;
    let control = &machine.control;
    let coverage = &search.coverage;
    let is_entered = |node: NodeIdx| coverage.nodes[node] > 0;
    let stops = |finding: &&Finding| finding.severity == Severity::Error || finding.kind == FindingKind::Limit;
    let stuck: Vec<NodeIdx> = found.iter().filter(stops).filter_map(|finding| finding.node).collect();
    let mut add = |kind, severity, message: String, node, edge, join| {
        let (trace, count, span) = (Vec::new(), 0, None);
        found.push(Finding { kind, severity, message, node, edge, join, span, trace, count });
    };
    let mut ways: Map<EdgeIdx, Vec<(NodeIdx, Exit)>> = Map::default();
    for node in machine.nodes.ids().filter(|node| machine.nodes[*node].class.is_executable()) {
        let exits = [control.own(node), control.catches(node), control.events(node), control.timers(node)];
        for exit in exits.into_iter().flatten() {
            ways.entry(exit.edge).or_default().push((node, *exit));
        }
    }
    for (edge, class) in machine.edges.ids().filter_map(|edge| Some((edge, control.class(edge)?))) {
        let Some(ways) = ways.get(&edge).filter(|_| coverage.edges[edge] == 0) else { continue };
        let is_twin = control.fan_out(edge).is_some_and(|fan_out| fan_out.is_twin);
        let is_come_to = ways.iter().any(|(node, _)| is_entered(*node));
        let is_stuck =
            ways.iter().any(|(node, _)| stuck.iter().any(|stuck| stuck == node || control.is_inside(*stuck, *node)));
        let waits_for_fault =
            (class == EdgeClass::Catch && search.max_faults() == 0) || coverage.by_failure.contains(&edge);
        if is_twin || !is_come_to || is_stuck || waits_for_fault {
            continue;
        }
        // Another start, or a value that is set by hand, may change it.
        let is_by_start = ways
            .iter()
            .any(|(node, _)| control.effective(*node).iter().any(|exit| coverage.by_start.contains(&exit.edge)));
        let severity = match is_by_start || coverage.by_start.contains(&edge) {
            true => Severity::Info,
            false => Severity::Warning,
        };
        let because = if severity == Severity::Info { " with the values at the start" } else { "" };
        let results = coverage.conditions.get(&edge);
        match results.filter(|results| !results.contains(&TestResult::True)) {
            Some(_) => {
                let text = machine.edges[edge].condition.as_ref().map_or("", |condition| &*condition.text);
                let message = format!("The condition `{text}` of {} is never true{because}.", edge_name(machine, edge));
                add(FindingKind::NeverTrue, severity, message, None, Some(edge), None);
            }
            None if control.join(edge).is_some_and(|join| coverage.waited.contains(&join.id)) => {}
            None => {
                let message = format!("No run{because} takes {}.", edge_name(machine, edge));
                add(FindingKind::Unreachable, severity, message, None, Some(edge), None);
            }
        }
    }
    for node in lonely(machine, is_entered) {
        let message = format!("No run enters {}.", named(machine, node));
        add(FindingKind::Unreachable, Severity::Warning, message, Some(node), None, None);
    }
    for join in control.joins() {
        let is_stuck = join.edges.iter().any(|edge| stuck.contains(&machine.edges[*edge].source));
        if coverage.waited.contains(&join.id) && !coverage.fired.contains(&join.id) && stuck.is_empty() && !is_stuck {
            let message = format!("The join `{}` never completes.", join.id);
            add(FindingKind::JoinNever, Severity::Warning, message, None, None, Some(join.id.clone()));
        }
    }
}

/// Nodes that no run enters and to which no edges lead from those that runs enter: of those that lead to each other the
/// first.
fn lonely(machine: &Machine, is_entered: impl Fn(NodeIdx) -> bool) -> Vec<NodeIdx> {
    let mut known: Set<NodeIdx> = Set::default();
    spread(machine, machine.nodes.ids().filter(|node| is_entered(*node)).collect(), &mut known);
    let mut found = Vec::new();
    for node in machine.nodes.ids().filter(|node| machine.nodes[*node].class.is_executable()) {
        // What undoes work is entered after failures that no choice leads to.
        let undoes = machine.nodes[node].annotation(&["compensate"]).is_some();
        if !known.contains(&node) && !machine.control.is_module(node) && !undoes && !is_structure(machine, node) {
            found.push(node);
            spread(machine, vec![node], &mut known);
        }
    }
    found
}

/// True for a node that has edges, but none that paths cross.
fn is_structure(machine: &Machine, node: NodeIdx) -> bool {
    let mut edges = machine.edges.iter().filter(|edge| edge.source == node || edge.target == node).peekable();
    edges.peek().is_some() && edges.all(|edge| !edge.kind.is_transition())
}

/// Adds all nodes that edges lead to from these.
fn spread(machine: &Machine, mut open: Vec<NodeIdx>, known: &mut Set<NodeIdx>) {
    let control = &machine.control;
    while let Some(node) = open.pop() {
        if known.insert(node) {
            let exits = [control.effective(node), control.catches(node), control.events(node), control.timers(node)];
            open.extend(exits.into_iter().flatten().map(|exit| exit.to));
            open.extend(control.entry(node));
            open.extend(control.around(node));
        }
    }
}
