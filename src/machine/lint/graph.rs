//! Contexts that contain themselves, and inheritance between things of different kind.

use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::machine::classify;
use crate::machine::cycles::components;
use crate::machine::lint::Facts;
use crate::machine::model::ContextIdx;
use crate::syntax::tree::Arrow;
use crate::text::Span;

/// Checks structural edges.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    check_contexts(facts.machine, findings);
    check_inheritance(facts.machine, findings);
}

/// A parent → child link between contexts and where it stands.
#[derive(Clone, Copy)]
struct Link {
    child: ContextIdx,
    span: Option<Span>,
}

fn check_contexts(machine: &Machine, findings: &mut Vec<Diagnostic>) {
    let mut links: Vec<Vec<Link>> = vec![Vec::new(); machine.contexts.len()];
    for (at, context) in machine.contexts.entries() {
        let node = &machine.nodes[context.node];
        if let Some(parent) = node.parent.and_then(|parent| machine.context_of(parent))
            && let Some(list) = links.get_mut(parent.0 as usize)
        {
            list.push(Link { child: at, span: node.name_span });
        }
    }
    for edge in machine.edges.iter().filter(|edge| matches!(edge.arrow, Some(Arrow::Composes | Arrow::Aggregates))) {
        if let (Some(parent), Some(child)) = (machine.context_of(edge.source), machine.context_of(edge.target))
            && let Some(list) = links.get_mut(parent.0 as usize)
        {
            list.push(Link { child, span: Some(edge.span) });
        }
    }
    let children: Vec<Vec<usize>> =
        links.iter().map(|list| list.iter().map(|link| link.child.0 as usize).collect()).collect();
    let component = components(&children);
    let of = |context: ContextIdx| component.get(context.0 as usize).copied();
    for (parent, list) in links.iter().enumerate() {
        let parent = ContextIdx(parent as u32);
        for link in list.iter().filter(|link| of(link.child) == of(parent)) {
            let Some(span) = link.span else { continue };
            let way = way(&links, &of, link.child, parent);
            let names: Vec<&str> =
                std::iter::once(parent).chain(way).map(|at| &*machine.nodes[machine.contexts[at].node].name).collect();
            let message = format!("`{}` contains itself through {}", names.first().unwrap_or(&""), names.join(" → "));
            findings.push(Diagnostic::error("context-cycle", span, message).hint("remove one of the edges"));
        }
    }
}

/// The shortest way from one context to another inside a component.
fn way(
    links: &[Vec<Link>],
    of: &dyn Fn(ContextIdx) -> Option<usize>,
    from: ContextIdx,
    to: ContextIdx,
) -> Vec<ContextIdx> {
    /// Longer ways are not spelled out, and no more links looked at: one finding must not cost as much as the whole
    /// machine.
    const LONGEST: usize = 64;
    const MOST_LINKS: usize = 1_000;
    let mut before: std::collections::HashMap<ContextIdx, ContextIdx> = std::collections::HashMap::new();
    let mut queue = std::collections::VecDeque::from([from]);
    let mut left = MOST_LINKS;
    while let Some(at) = queue.pop_front() {
        if at == to || before.len() > LONGEST {
            break;
        }
        let looked_at = links.get(at.0 as usize).into_iter().flatten().take(left);
        for link in looked_at {
            left -= 1;
            let fresh = link.child != from && !before.contains_key(&link.child) && of(link.child) == of(from);
            if fresh {
                before.insert(link.child, at);
                queue.push_back(link.child);
            }
        }
    }
    let mut way = vec![to];
    let mut at = to;
    while at != from {
        let Some(previous) = before.get(&at) else {
            return vec![from, to];
        };
        at = *previous;
        way.push(at);
    }
    way.reverse();
    way
}

fn check_inheritance(machine: &Machine, findings: &mut Vec<Diagnostic>) {
    for edge in machine.edges.iter().filter(|edge| edge.arrow == Some(Arrow::Inherits)) {
        let declared = |end| {
            let node = &machine.nodes[end];
            node.kind.as_deref().and_then(classify::declared)
        };
        if let (Some(child), Some(parent)) = (declared(edge.target), declared(edge.source))
            && child != parent
        {
            let message = format!("a {} inherits from a {}", child.word(), parent.word());
            findings.push(
                Diagnostic::warning("inheritance-mismatch", edge.arrow_span, message)
                    .hint("a node should inherit from a node of its own kind"),
            );
        }
    }
}
