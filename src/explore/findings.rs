//! What can go wrong: what the search has seen, and what it has never seen.

use crate::diagnostic::Severity;
use crate::explore::finding::Finding;
use crate::explore::graph::{Arcs, never_ending, never_reached};
use crate::explore::reads::Slot;
use crate::explore::record::{FindingKind, Place, Sighting};
use crate::explore::search::Search;
use crate::explore::sentences::{edge_name, named};
use crate::explore::way::{Way, sentence};
use crate::machine::Machine;
use crate::machine::control::{EdgeClass, Exit};
use crate::machine::model::{EdgeIdx, NodeIdx};
use crate::quick::{Map, Set};
use crate::run::state::outcome::TestResult;
use crate::text::Span;

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
        let arcs = Arcs::of(search);
        never_ending(search, &arcs, &mut found);
        never_reached(search, &arcs, &mut found);
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
    let way = Way::to(search, &sighting.step);
    let severity = match kind {
        FindingKind::Deadlock | FindingKind::Uncaught | FindingKind::NeverCompletes | FindingKind::Violated => {
            Severity::Error
        }
        FindingKind::FaultEndsRun => Severity::Info,
        _ => Severity::Warning,
    };
    let mut finding = Finding::on_way(search, kind, severity, &way, &sighting.then, sighting.count);
    if let Some(cause) = &sighting.cause {
        finding.message = sentence(machine, &[cause], &sighting.then);
    }
    match place {
        Place::Node(node) | Place::Reply(node) => finding.node = Some(*node),
        Place::Join(join) => finding.join = Some(join.clone()),
        Place::Output(Slot::Field(context, _)) => finding.node = Some(machine.contexts[*context].node),
        Place::Property(at) => finding.property = Some(*at),
        Place::Output(Slot::Data(_)) => {}
    }
    finding
}

fn span(machine: &Machine, finding: &Finding) -> Option<Span> {
    let of_join = || machine.control.join_called(finding.join.as_deref()?)?.edges.first().copied();
    if let Some(property) = finding.property.and_then(|at| machine.properties.get(at)) {
        return Some(property.span);
    }
    if let Some(edge) = finding.edge.or_else(of_join) {
        return Some(machine.edges[edge].span);
    }
    let node = &machine.nodes[finding.node?];
    node.name_span.or(node.span)
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
        let (trace, steps, count, span) = (Vec::new(), Vec::new(), 0, None);
        found.push(Finding { kind, severity, message, node, edge, join, property: None, span, trace, steps, count });
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
