//! What the states say as a graph: where a run can no longer end, or come to a node.

use std::collections::{BTreeMap, VecDeque};

use crate::diagnostic::Severity;
use crate::explore::finding::Finding;
use crate::explore::record::FindingKind;
use crate::explore::search::{Search, State};
use crate::explore::sentences::{consequence, listed};
use crate::explore::way::Way;
use crate::machine::Machine;
use crate::machine::cycles::components;
use crate::machine::model::{Class, EdgeIdx, NodeIdx};
use crate::quick::{Map, Set};

/// The transitions between states, without faults.
pub struct Arcs {
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
}

impl Arcs {
    pub fn of(search: &Search) -> Self {
        let count = search.states.len();
        let mut arcs = Arcs { before: vec![Vec::new(); count], after: vec![Vec::new(); count] };
        for (from, to) in &search.arcs {
            let (from, to) = (*from as usize, *to as usize);
            arcs.before.get_mut(to).into_iter().for_each(|list| list.push(from));
            arcs.after.get_mut(from).into_iter().for_each(|list| list.push(to));
        }
        arcs
    }

    /// By state, whether it leads to one that fits.
    fn leads_to(&self, search: &Search, fits: impl Fn(&State) -> bool) -> Vec<bool> {
        let mut leads = vec![false; search.states.len()];
        let ends = search.states.iter().enumerate().filter(|(_, state)| fits(state));
        let mut open: Vec<usize> = ends.map(|(at, _)| at).collect();
        while let Some(at) = open.pop() {
            if leads.get_mut(at).is_some_and(|leads| !std::mem::replace(leads, true)) {
                open.extend(self.before.get(at).into_iter().flatten());
            }
        }
        leads
    }

    /// The shortest way from a state to one that fits, without the state itself, and at least one choice long.
    fn shortest(&self, from: usize, fits: impl Fn(usize) -> bool) -> Option<Vec<usize>> {
        let mut parents: Map<usize, usize> = Map::default();
        let mut open = VecDeque::from([from]);
        while let Some(at) = open.pop_front() {
            for next in self.after.get(at).into_iter().flatten().copied() {
                if parents.contains_key(&next) {
                    continue;
                }
                parents.insert(next, at);
                if fits(next) {
                    let before = std::iter::successors(Some(at), |at| parents.get(at).copied());
                    let mut way: Vec<usize> = before.take_while(|at| *at != from).collect();
                    way.reverse();
                    way.push(next);
                    return Some(way);
                }
                open.push_back(next);
            }
        }
        None
    }

    /// The first state that cannot end from which a component is reached.
    fn entrance(&self, of: usize, component: &[usize], cannot: impl Fn(usize) -> bool) -> Option<usize> {
        let mut seen: Set<usize> = Set::default();
        let mut open: Vec<usize> = (0..component.len()).filter(|at| component.get(*at) == Some(&of)).collect();
        let mut first: Option<usize> = None;
        while let Some(at) = open.pop() {
            if !cannot(at) || !seen.insert(at) {
                continue;
            }
            first = Some(first.map_or(at, |first| first.min(at)));
            open.extend(self.before.get(at).into_iter().flatten());
        }
        first
    }
}

/// States from which a node is not to be reached any more, for each node of which the machine states that it is.
pub fn never_reached(search: &Search, arcs: &Arcs, found: &mut Vec<Finding>) {
    let machine = &*search.machine;
    let properties = machine.properties.iter().enumerate().filter(|(_, property)| property.node.is_some());
    for (place, (at, property)) in properties.enumerate() {
        let has_been = |state: &State| state.reached.get(place) == Some(&true);
        let leads = arcs.leads_to(search, has_been);
        let cannot = |(at, state): &(usize, &State)| {
            state.faults == 0 && !state.is_end && !has_been(state) && leads.get(*at) == Some(&false)
        };
        let mut lost = search.states.iter().enumerate().filter(cannot).map(|(_, state)| state);
        let Some(state) = lost.next() else { continue };
        let count = 1 + lost.count() as u32;
        let way = Way::to(search, &(state.parent, state.choice.clone()));
        let then = consequence::violated(property);
        found.push(Finding {
            property: Some(at),
            ..Finding::on_way(search, FindingKind::Violated, Severity::Error, &way, &then, count)
        });
    }
}

/// States that nothing but a fault leads out of, and none of which is an end.
pub fn never_ending(search: &Search, arcs: &Arcs, found: &mut Vec<Finding>) {
    let machine = &*search.machine;
    let count = search.states.len();
    let can_end = arcs.leads_to(search, |state| state.is_end);
    let cannot = |at: usize| can_end.get(at) == Some(&false);
    if !(0..count).any(cannot) {
        return;
    }
    // By component: the nodes that the run goes round in, for those that nothing leads out of.
    let component = components(&arcs.after);
    let mut is_last = vec![true; count];
    for (from, list) in arcs.after.iter().enumerate() {
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
    let mut by_place: BTreeMap<NodeIdx, Loop> = BTreeMap::new();
    for (of, mut nodes) in rounds {
        let mut count = sizes.get(&of).copied().unwrap_or(0);
        nodes.sort_unstable();
        nodes.dedup();
        let Some(entry) = arcs.entrance(of, &component, cannot) else { continue };
        let Some(place) = nodes.first().copied() else { continue };
        let known = by_place.remove(&place);
        count += known.as_ref().map_or(0, |known| known.count);
        let first = known.filter(|known| known.entry <= entry).unwrap_or(Loop { entry, of, nodes, count });
        by_place.insert(place, Loop { count, ..first });
    }
    for (place, Loop { entry, of, nodes, count }) in by_place {
        let mut way = Way::to(search, &(entry as u32, None));
        let then = consequence::never_ends(machine, &listed(machine, &nodes), exits(search, &nodes));
        let message = way.sentence(machine, &then);
        let is_in_loop = |at: usize| component.get(at) == Some(&of);
        let to_loop = if is_in_loop(entry) { None } else { arcs.shortest(entry, is_in_loop) }.unwrap_or_default();
        let begin = to_loop.last().copied().unwrap_or(entry);
        if let Some(round) = arcs.shortest(begin, |at| at == begin) {
            way.go_round(search, &to_loop, &round);
        }
        let severity = if is_endless { Severity::Info } else { Severity::Error };
        found.push(Finding {
            node: Some(place),
            message,
            ..Finding::on_way(search, FindingKind::NeverCompletes, severity, &way, &then, count)
        });
    }
}

/// States that a run cannot leave, without an end.
struct Loop {
    /// The first state from which the run can only come here.
    entry: usize,
    /// Its component.
    of: usize,
    nodes: Vec<NodeIdx>,
    /// Its states.
    count: u32,
}

/// The only edge with a condition that leads out of some nodes, and that no run takes.
fn exits(search: &Search, nodes: &[NodeIdx]) -> Option<EdgeIdx> {
    let machine = &*search.machine;
    let control = &machine.control;
    let all = nodes.iter().flat_map(|node| control.effective(*node));
    let mut out = all.filter(|exit| {
        let is_inside = nodes.iter().any(|node| stands_on(machine, *node, exit.to));
        !is_inside && machine.edges[exit.edge].condition.is_some() && search.coverage.edges[exit.edge] == 0
    });
    let first = out.next()?.edge;
    out.all(|exit| exit.edge == first).then_some(first)
}

/// True if a path that an edge brings to a node comes to stand on another: the same, or one inside it.
fn stands_on(machine: &Machine, node: NodeIdx, target: NodeIdx) -> bool {
    machine.control.entered(target) == node || target == node
}

fn has_way_on(machine: &Machine, node: NodeIdx) -> bool {
    let control = &machine.control;
    control.is_module(node)
        || !control.effective(node).is_empty()
        || control.outwards(node).any(|at| !control.events(at).is_empty() || !control.timers(at).is_empty())
}
