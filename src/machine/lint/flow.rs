//! Control flow: where paths start, what they never reach, where nothing decides, what never ends.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::machine::control::{EdgeClass, Work};
use crate::machine::lint::names::one_apart;
use crate::machine::lint::{Facts, slips};
use crate::machine::model::{Class, Edge, EdgeIdx, EdgeKind, Node, NodeIdx, Origin};
use crate::machine::suggest::Suggest;
use crate::quick::Map;
use crate::syntax::tree::Arrow;
use crate::text::Span;

/// Checks starts, reach, exits and cycles.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let mut intended: Map<NodeIdx, NodeIdx> = Map::default();
    let executable = || machine.nodes.entries().filter(|(_, node)| node.class.is_executable());
    let Some((first, _)) = executable().next() else {
        findings.push(nothing_to_run(facts));
        return;
    };
    if machine.control.starts_guessed {
        findings.extend(start_guessed(machine, first));
    }
    for (at, node) in executable() {
        let Some(span) = node.name_span else { continue };
        if is_dead_init(machine, at) {
            let finding = Diagnostic::warning("dead-init", span, format!("`{}` leads nowhere", node.name));
            findings.push(match meant_start(machine, node, suggest) {
                Some(found) => {
                    intended.insert(at, found);
                    let name = &machine.nodes[found].name;
                    finding.hint(format!("did you mean `{name}`, which has edges?")).fix(
                        format!("use `{name}`"),
                        span,
                        &**name,
                    )
                }
                None => finding.hint("add an edge to the first step"),
            });
        }
        if has_step_inside(machine, node) && machine.control.work(at).is_agent_work() {
            let message = format!("`{}` does its own work, so its children are never entered", node.name);
            findings.push(
                Diagnostic::warning("work-in-module", span, message)
                    .hint("move the work into a child, or move the children out"),
            );
        }
        if matches!(node.class, Class::State | Class::Init) {
            check_exits(machine, at, findings);
        }
    }
    check_ends(machine, findings);
    check_reach(facts, &intended, findings);
    check_cycles(machine, findings);
}

/// Edges that lead on from an end, where every path stops.
fn check_ends(machine: &Machine, findings: &mut Vec<Diagnostic>) {
    for edge in machine.edges.iter().filter(|edge| is_step(edge)) {
        let both = (edge.arrow == Some(Arrow::Both)).then_some(edge.target);
        for end in [Some(edge.source), both].into_iter().flatten() {
            let node = &machine.nodes[end];
            if node.class != Class::End || matches!(node.origin, Origin::Imported(_)) {
                continue;
            }
            let message = format!("`{}` is an end, so no path leaves it by this edge", node.name);
            let finding = Diagnostic::warning("edge-from-end", edge.arrow_span, message)
                .hint("delete the edge, or make the node a state");
            findings.push(match node.kind_span.filter(|_| node.origin == Origin::Declared) {
                Some(kind) => finding.fix(format!("make `{}` a state", node.name), kind, "state"),
                None => finding,
            });
        }
    }
}

fn nothing_to_run(facts: &Facts) -> Diagnostic {
    let machine = facts.machine;
    let first = machine.tree.tokens.iter().find(|token| !is_comment(token.kind)).map(|token| token.span);
    let header = facts.header.map(|header| Span { start: header.start, end: line_end(machine, header) });
    let span = header.or(first).unwrap_or_default();
    Diagnostic::info("nothing-to-run", span, "nothing to run").hint("add a node: `task greet \"Say hello\"`")
}

fn is_comment(kind: crate::syntax::tree::TokenKind) -> bool {
    use crate::syntax::tree::TokenKind::{BlockComment, LineComment};
    matches!(kind, LineComment | BlockComment)
}

/// The end of a span, or of its first line.
fn line_end(machine: &Machine, span: Span) -> u32 {
    let text = machine.tree.str(span);
    span.start + text.lines().next().map_or(0, |line| line.trim_end().len() as u32)
}

fn start_guessed(machine: &Machine, first: NodeIdx) -> Option<Diagnostic> {
    let transitions = machine.edges.iter().any(is_step);
    let node = &machine.nodes[first];
    let span = node.name_span.filter(|_| transitions)?;
    let message = format!("no start node; the run starts at `{}`", node.name);
    let finding = Diagnostic::warning("start-guessed", span, message).hint("add `@start` to the first node");
    Some(if node.origin == Origin::Declared {
        finding.fix(format!("add `@start` to `{}`", node.name), Span::at(span.end), " @start")
    } else {
        finding
    })
}

/// A state with several ways out and nothing that chooses.
fn check_exits(machine: &Machine, at: NodeIdx, findings: &mut Vec<Diagnostic>) {
    let control = &machine.control;
    let plain = || control.own(at).iter().filter(|exit| control.class(exit.edge) == Some(EdgeClass::Plain));
    if plain().any(|exit| control.is_auto(exit.edge)) {
        return;
    }
    let best = plain().map(|exit| control.priority(exit.edge)).min();
    let mut exits = plain().filter(|exit| Some(control.priority(exit.edge)) == best);
    let Some(first) = exits.next() else { return };
    let mut reported = BTreeSet::from([first.to]);
    for exit in exits {
        if !reported.insert(exit.to) {
            continue;
        }
        let (first_target, second_target) = (&machine.nodes[first.to].name, &machine.nodes[exit.to].name);
        let message = format!("ambiguous: both `{first_target}` and `{second_target}` can be taken");
        findings.push(
            Diagnostic::warning("ambiguous-exit", machine.edges[exit.edge].arrow_span, message).hint(
                "to take both at once, add `@async`; to choose, add `when:` or make the node a task with a prompt",
            ),
        );
    }
}

fn has_step_inside(machine: &Machine, node: &Node) -> bool {
    node.children.iter().any(|child| machine.nodes[*child].class.is_executable())
}

/// True for a transition that is no catch.
fn is_step(edge: &Edge) -> bool {
    edge.kind.is_transition() && edge.kind != EdgeKind::Catch
}

/// A declared start that leads nowhere.
fn is_dead_init(machine: &Machine, at: NodeIdx) -> bool {
    let node = &machine.nodes[at];
    let waits = !machine.control.events(at).is_empty() || !machine.control.timers(at).is_empty();
    let leads = waits || !machine.control.own(at).is_empty() || has_step_inside(machine, node);
    node.class == Class::Init && node.origin == Origin::Declared && !leads
}

/// The undeclared node with nearly the same name as a start without edges, which was probably meant.
fn meant_start(machine: &Machine, start: &Node, suggest: &mut Suggest) -> Option<NodeIdx> {
    if !suggest.spend() {
        return None;
    }
    let mut near = machine.nodes.entries().filter(|(at, node)| {
        node.origin == Origin::Created && !machine.control.own(*at).is_empty() && one_apart(&node.name, &start.name)
    });
    near.next().map(|(at, _)| at).filter(|_| near.next().is_none())
}

/// What paths can reach.
struct Reach {
    /// By node: a path enters it.
    entered: Vec<bool>,
    /// By node: a path leaves by its own edges, at the node or inside it.
    exited: Vec<bool>,
}

/// Everything that paths from these nodes can reach.
fn reached(machine: &Machine, from: impl IntoIterator<Item = NodeIdx>) -> Reach {
    let control = &machine.control;
    let none = vec![false; machine.nodes.len()];
    let (mut entered, mut exited, mut around) = (none.clone(), none.clone(), none);
    let mark = |flags: &mut [bool], node: NodeIdx| {
        flags.get_mut(node.0 as usize).is_some_and(|flag| !std::mem::replace(flag, true))
    };
    let mut open: Vec<NodeIdx> = from.into_iter().collect();
    while let Some(node) = open.pop() {
        if !mark(&mut entered, node) {
            continue;
        }
        open.extend(control.entry(node));
        // A node inside asks these conditions only if it has no edges of its own.
        let owner = control.exits_of(node).filter(|_| !control.is_module(node));
        if let Some(owner) = owner.filter(|owner| mark(&mut exited, *owner)) {
            open.extend(control.own(owner).iter().map(|exit| exit.to));
        }
        // Other edges of a container apply to every node inside.
        let mut at = Some(node);
        while let Some(container) = at.filter(|container| mark(&mut around, *container)) {
            let own = control.own(container).iter().filter(|exit| !is_conditional(machine, exit.edge));
            let any_time = [control.catches(container), control.events(container), control.timers(container)];
            open.extend(own.chain(any_time.into_iter().flatten()).map(|exit| exit.to));
            at = machine.nodes[container].parent;
        }
    }
    Reach { entered, exited }
}

fn is_conditional(machine: &Machine, edge: EdgeIdx) -> bool {
    machine.edges[edge].condition.is_some()
}

/// Conditions on edges of modules that are never asked, because each node inside has edges of its own.
fn check_shadowed(machine: &Machine, reach: &Reach, findings: &mut Vec<Diagnostic>) {
    let of = |flags: &[bool], node: NodeIdx| flags.get(node.0 as usize).copied().unwrap_or_default();
    for (at, node) in machine.nodes.entries() {
        let reported = machine.control.is_module(at) && of(&reach.entered, at) && !of(&reach.exited, at);
        if !reported || matches!(node.origin, Origin::Imported(_)) {
            continue;
        }
        for exit in machine.control.own(at).iter().filter(|exit| is_conditional(machine, exit.edge)) {
            let message = format!("no path leaves `{}` by this edge: each node inside has edges of its own", node.name);
            findings.push(
                Diagnostic::warning("module-edge-shadowed", machine.edges[exit.edge].arrow_span, message)
                    .hint("a node inside uses the edges of the module only if it has none; add the edge to that node"),
            );
        }
    }
}

/// `intended`: for each start that leads nowhere, the node that was probably meant.
fn check_reach(facts: &Facts, intended: &Map<NodeIdx, NodeIdx>, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    // Without a transition the steps may be a sketch; an agent that is never called is reported all the same.
    let sketch = !machine.edges.iter().any(is_step);
    // What is unreachable only because a start is misspelt is reported at that start.
    let starts = &machine.control.starts;
    let intended = starts.iter().filter_map(|start| intended.get(start).copied());
    let mut reach = reached(machine, starts.iter().copied().chain(intended));
    check_shadowed(machine, &reach, findings);
    let live = &mut reach.entered;
    // Children come after their parents.
    for (at, node) in machine.nodes.entries().rev() {
        if let (Some(true), Some(parent)) = (live.get(at.0 as usize).copied(), node.parent)
            && let Some(flag) = live.get_mut(parent.0 as usize)
        {
            *flag = true;
        }
    }
    let mut entered = vec![false; machine.nodes.len()];
    let mut structural = vec![false; machine.nodes.len()];
    let mut other = vec![false; machine.nodes.len()];
    for edge in machine.edges.iter() {
        let enters = is_step(edge) && edge.source != edge.target;
        if let Some(flag) = entered.get_mut(edge.target.0 as usize).filter(|_| enters) {
            *flag = true;
        }
        let flags = if edge.kind == EdgeKind::Structural { &mut structural } else { &mut other };
        for end in [edge.source, edge.target] {
            if let Some(flag) = flags.get_mut(end.0 as usize) {
                *flag = true;
            }
        }
    }
    for (at, node) in machine.nodes.entries().filter(|(_, node)| node.class.is_executable()) {
        let of = |flags: &[bool]| flags.get(at.0 as usize).copied().unwrap_or_default();
        let exempt = of(live)
            || (sketch && !machine.control.work(at).is_agent_work())
            || (of(&structural) && !of(&other))
            || node.annotation(&["compensate"]).is_some()
            || matches!(node.origin, Origin::Imported(_))
            || facts.imported.contains(&node.name)
            || slips::is_misspelt(node);
        let Some(span) = node.name_span.filter(|_| !exempt) else { continue };
        if of(&entered) {
            let message = format!("no path reaches `{}`", node.name);
            findings.push(
                Diagnostic::warning("unreachable-node", span, message).hint("no path takes the edges that lead to it"),
            );
            continue;
        }
        let mut message = format!("no edge leads to `{}`", node.name);
        if let ([start], true) = (machine.control.starts.as_slice(), sketch) {
            message = format!("{message}; only `{}` runs", machine.nodes[*start].name);
        }
        let hint =
            if node.class == Class::End { "add an edge to it" } else { "add an edge to it, or mark it `@start`" };
        findings.push(Diagnostic::warning("unreachable-node", span, message).hint(hint));
    }
}

/// Cycles that never stop: every node on one has a single exit, and nothing happens there.
fn check_cycles(machine: &Machine, findings: &mut Vec<Diagnostic>) {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Never,
        InRound(usize),
    }
    let mut seen = vec![Seen::Never; machine.nodes.len()];
    let mut ways = OnlyWays { machine, of_exits: Map::default() };
    for start in machine.nodes.ids() {
        let mut trail: Vec<EdgeIdx> = Vec::new();
        let mut at = start;
        let closing = loop {
            let Some(slot) = seen.get_mut(at.0 as usize) else { break None };
            match *slot {
                Seen::InRound(round) if round == start.0 as usize => break Some(at),
                Seen::InRound(_) => break None,
                Seen::Never => *slot = Seen::InRound(start.0 as usize),
            }
            let Some((edge, next)) = ways.of(at) else { break None };
            trail.push(edge);
            at = next;
        };
        let Some(meeting) = closing else { continue };
        // The nodes that lead into the cycle are not part of it.
        let mut round = Vec::new();
        let mut at = meeting;
        while let Some((edge, next)) = ways.of(at) {
            round.push(edge);
            at = next;
            if at == meeting || round.len() > trail.len() {
                break;
            }
        }
        let last = round.iter().map(|edge| machine.edges[*edge].arrow_span).max();
        if let Some(span) = last {
            let message = "infinite loop: it only stops at `maxSteps`";
            findings.push(
                Diagnostic::info("unbounded-cycle", span, message)
                    .hint("add a condition, an exit or a task with a prompt"),
            );
        }
    }
}

/// The one edge that a path always takes.
struct OnlyWays<'m> {
    machine: &'m Machine,
    /// By the node whose own exits they are; all nodes that inherit them share the answer.
    of_exits: Map<NodeIdx, Option<(EdgeIdx, NodeIdx)>>,
}

impl OnlyWays<'_> {
    /// The edge that a path at the node always takes, and the node it leads to.
    fn of(&mut self, at: NodeIdx) -> Option<(EdgeIdx, NodeIdx)> {
        let (machine, control) = (self.machine, &self.machine.control);
        if !machine.nodes[at].class.is_executable() || control.is_module(at) || control.work(at) != Work::None {
            return None;
        }
        *self.of_exits.entry(control.exits_of(at)?).or_insert_with(|| {
            let exits = control.effective(at);
            let first = exits.first()?;
            let plain =
                exits.iter().all(|exit| control.class(exit.edge) == Some(EdgeClass::Plain) && exit.to == first.to);
            if !plain {
                return None;
            }
            Some((first.edge, control.entered(first.to)))
        })
    }
}
