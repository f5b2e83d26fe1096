//! How paths go: where they start, what they never reach, where nothing decides, what never ends.

use std::collections::BTreeSet;

use crate::diagnostic::Diagnostic;
use crate::machine::control::{EdgeClass, Work};
use crate::machine::lint::names::one_apart;
use crate::machine::lint::{Facts, slips};
use crate::machine::model::{Class, EdgeIdx, EdgeKind, Machine, Node, NodeIdx, Origin};
use crate::text::Span;

/// Checks starts, reach, exits and cycles.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
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
            findings.push(match meant_start(machine, node) {
                Some(meant) => {
                    let name = &machine.nodes[meant].name;
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
    check_reach(facts, findings);
    check_cycles(machine, findings);
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
    let transitions = machine.edges.iter().any(|edge| edge.kind == EdgeKind::Control);
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
    let mut told = BTreeSet::from([first.to]);
    for exit in exits {
        if !told.insert(exit.to) {
            continue;
        }
        let (one, other) = (&machine.nodes[first.to].name, &machine.nodes[exit.to].name);
        let message = format!("ambiguous: both `{one}` and `{other}` can be taken");
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

/// A declared start that leads nowhere.
fn is_dead_init(machine: &Machine, at: NodeIdx) -> bool {
    let node = &machine.nodes[at];
    let leads = !machine.control.own(at).is_empty() || has_step_inside(machine, node);
    node.class == Class::Init && node.origin == Origin::Declared && !leads
}

/// The undeclared node whose edges a start without edges is likely meant to have: its name is nearly the same.
fn meant_start(machine: &Machine, start: &Node) -> Option<NodeIdx> {
    let mut near = machine.nodes.entries().filter(|(at, node)| {
        node.origin == Origin::Created && !machine.control.own(*at).is_empty() && one_apart(&node.name, &start.name)
    });
    near.next().map(|(at, _)| at).filter(|_| near.next().is_none())
}

/// Everything that paths from these nodes can reach.
fn reached(machine: &Machine, from: impl IntoIterator<Item = NodeIdx>) -> Vec<bool> {
    let control = &machine.control;
    let mut reached = vec![false; machine.nodes.len()];
    let mut left = vec![false; machine.nodes.len()];
    let mark = |flags: &mut [bool], node: NodeIdx| {
        flags.get_mut(node.0 as usize).is_some_and(|flag| !std::mem::replace(flag, true))
    };
    let mut open: Vec<NodeIdx> = from.into_iter().collect();
    while let Some(node) = open.pop() {
        if !mark(&mut reached, node) {
            continue;
        }
        open.extend(control.entry(node));
        // Whoever is inside a container may leave by its edges.
        let mut around = Some(node);
        while let Some(at) = around.filter(|at| mark(&mut left, *at)) {
            open.extend(control.own(at).iter().chain(control.catches(at)).map(|exit| exit.to));
            around = machine.nodes[at].parent;
        }
    }
    reached
}

fn check_reach(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    // Without a transition the steps may be a sketch; an agent that is never called is worth a word all the same.
    let sketch = !machine.edges.iter().any(|edge| edge.kind == EdgeKind::Control);
    // What only a misspelt start keeps from being reached is told there.
    let starts = &machine.control.starts;
    let dead = starts.iter().filter(|start| is_dead_init(machine, **start));
    let meant = dead.filter_map(|start| meant_start(machine, &machine.nodes[*start]));
    let mut live = reached(machine, starts.iter().copied().chain(meant));
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
        let enters = edge.kind == EdgeKind::Control && edge.source != edge.target;
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
        let exempt = of(&live)
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
                Diagnostic::warning("unreachable-node", span, message)
                    .hint("its edges come from nodes that no path reaches"),
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

/// Cycles that go round by themselves: every node on one has a single way out, and nothing happens there.
fn check_cycles(machine: &Machine, findings: &mut Vec<Diagnostic>) {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Never,
        On(usize),
    }
    let mut seen = vec![Seen::Never; machine.nodes.len()];
    for start in machine.nodes.ids() {
        let mut trail: Vec<EdgeIdx> = Vec::new();
        let mut at = start;
        let closing = loop {
            let Some(slot) = seen.get_mut(at.0 as usize) else { break None };
            match *slot {
                Seen::On(round) if round == start.0 as usize => break Some(at),
                Seen::On(_) => break None,
                Seen::Never => *slot = Seen::On(start.0 as usize),
            }
            let Some((edge, next)) = only_way(machine, at) else { break None };
            trail.push(edge);
            at = next;
        };
        let Some(meeting) = closing else { continue };
        // The way into the cycle is not part of it.
        let mut round = Vec::new();
        let mut at = meeting;
        while let Some((edge, next)) = only_way(machine, at) {
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

/// The one edge a path at the node always takes, and the node it leads to.
fn only_way(machine: &Machine, at: NodeIdx) -> Option<(EdgeIdx, NodeIdx)> {
    let control = &machine.control;
    if !machine.nodes[at].class.is_executable() || control.is_module(at) || control.work(at) != Work::None {
        return None;
    }
    let exits = control.effective(at);
    let first = exits.first()?;
    let plain = exits.iter().all(|exit| control.class(exit.edge) == Some(EdgeClass::Plain) && exit.to == first.to);
    if !plain {
        return None;
    }
    let mut to = first.to;
    // Entering goes down at most as deep as blocks nest.
    while let Some(entry) = control.entry(to) {
        to = entry;
    }
    Some((first.edge, to))
}
