//! Edges that wait for an event or a time, and declared events: words that exclude each other, unknown events, times
//! that are none, waits that never begin.

use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::machine::control::Work;
use crate::machine::edges::Linked;
use crate::machine::fan_out::{FORKS, MAPS};
use crate::machine::lint::Facts;
use crate::machine::lint::edge_words::names_failure;
use crate::machine::model::{Edge, EdgeKind, Event, EventName, NodeIdx, Origin};
use crate::machine::names::is_event_name;
use crate::machine::questions;
use crate::machine::suggest::Suggest;
use crate::quick::Set;
use crate::schema::{Amount, Scope};
use crate::syntax::tree::{self, Item};
use crate::text::Span;

/// Checks the edges that wait, and the events.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let mut undeclared: Set<&str> = Set::default();
    for segment in facts.segments {
        let Some(edge) = segment.ids().map(|at| &machine.edges[at]).next() else { continue };
        if edge.on.is_none() && edge.after.is_none() {
            continue;
        }
        check_words(machine, segment, edge, findings);
        if edge.kind == EdgeKind::Event
            && let Some(on) = &edge.on
            && is_event_name(&on.name)
            && !names_failure(machine, &on.name)
            && (!machine.events.is_empty() || undeclared.insert(&on.name))
        {
            findings.extend(unknown_event(machine, suggest, on));
        }
    }
    check_unheard(machine, findings);
    for (at, _) in machine.nodes.entries().filter(|(_, node)| node.class.is_executable()) {
        check_never_waits(machine, at, findings);
    }
}

/// What stands on an edge that waits and has no effect there, and what it waits for that is nothing.
fn check_words(machine: &Machine, segment: &Linked, edge: &Edge, findings: &mut Vec<Diagnostic>) {
    let mut ignored = |span: Span, message: String, hint: &str| {
        findings.push(Diagnostic::error("event-edge", span, message).hint(hint));
    };
    let ids = [edge.on.as_ref().map(|on| ("on", on.span)), edge.after.as_ref().map(|after| ("after", after.span))];
    match edge.kind {
        EdgeKind::Catch => {
            for (key, span) in ids.into_iter().flatten() {
                let message = format!("a `catch` edge is taken on a failure, so `{key}` has no effect");
                ignored(span, message, "write two edges");
            }
        }
        EdgeKind::Event | EdgeKind::Timer => {
            if let (Some(_), Some(after)) = (&edge.on, &edge.after) {
                let message = "an edge with `on` is taken when the event comes, so `after` has no effect";
                ignored(after.span, message.to_owned(), "write two edges");
            }
            let forks = segment.content.annotations.iter().filter(|annotation| !annotation.is_off());
            for fork in forks.filter(|annotation| annotation.is(FORKS) || annotation.is(MAPS)) {
                let message = format!("an edge that waits starts no paths: `@{}` has no effect", fork.name);
                findings.push(
                    Diagnostic::error("event-edge", fork.span, message)
                        .hint("let the edge lead to a node, and fork from there")
                        .fix("remove it", fork.span, ""),
                );
            }
        }
        _ => return,
    }
    if let Some(on) = edge.on.as_ref().filter(|on| edge.kind == EdgeKind::Event && !is_event_name(&on.name)) {
        let message = format!("`{}` is not the name of an event", on.name);
        findings.push(
            Diagnostic::error("event-edge", on.span, message).hint("use letters, digits and `_`, as in `on: paid`"),
        );
    }
    if let Some(after) = edge.after.as_ref().filter(|_| edge.kind == EdgeKind::Timer)
        && after.milliseconds.is_none()
    {
        let written = machine.tree.str(after.span);
        let message = format!("`{written}` is not a time to wait, so this edge is never taken");
        findings.push(
            Diagnostic::error("timer-value", after.span, message)
                .hint("write one number with a unit, as in `500ms`, `1.5h` or `2d`, or `P1DT12H`"),
        );
    }
}

/// The finding for an event that is not declared.
fn unknown_event(machine: &Machine, suggest: &mut Suggest, on: &EventName) -> Option<Diagnostic> {
    if machine.event(&on.name).is_some() {
        return None;
    }
    let name = &on.name;
    let declare = |finding: Diagnostic| {
        let text = &machine.tree.text;
        let before = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
        let place = Span::at(text.len() as u32);
        finding.fix(format!("declare `event {name}`"), place, format!("{before}event {name}\n"))
    };
    if machine.events.is_empty() {
        let finding = Diagnostic::info("undeclared-event", on.span, format!("event `{name}` is not declared"));
        return Some(declare(finding.hint("a declaration says what its data is")));
    }
    let message = format!("unknown event `{name}`");
    let finding = match machine.strict {
        true => Diagnostic::error("unknown-event", on.span, message),
        false => Diagnostic::warning("unknown-event", on.span, message),
    };
    let known = machine.events.iter().map(|event| &*machine.nodes[event.node].name);
    Some(declare(match suggest.among(name, known) {
        Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), on.span, near),
        None => finding.hint("declare it, or use the name of a declared event"),
    }))
}

/// Events that no edge waits for, and what is sent of them without anybody.
fn check_unheard(machine: &Machine, findings: &mut Vec<Diagnostic>) {
    let waiting = machine.edges.iter().filter(|edge| edge.kind == EdgeKind::Event);
    let heard: Set<&str> = waiting.filter_map(|edge| Some(&*edge.on.as_ref()?.name)).collect();
    for event in machine.events.iter() {
        let node = &machine.nodes[event.node];
        let Some(span) = node.name_span.filter(|_| !matches!(node.origin, Origin::Imported(_))) else { continue };
        check_stub(machine, event, findings);
        if !heard.contains(&*node.name) {
            let message = format!("nothing listens to `{}`", node.name);
            findings.push(
                Diagnostic::info("unheard-event", span, message)
                    .hint(format!("listen to it with `-on: {}->`", node.name)),
            );
        }
    }
}

/// The data that Run sends, which must be what the event takes.
fn check_stub(machine: &Machine, event: &Event, findings: &mut Vec<Diagnostic>) {
    let Some(stub) = machine.nodes[event.node].attribute("stub") else { return };
    let Some(value) = &stub.value else { return };
    let report = event.schema.validate(&event.schema.complete(value), Scope::Whole, Amount::First);
    if let Some(violation) = report.violations.first() {
        let name = &machine.nodes[event.node].name;
        let message = format!("`{name}` does not take this data: {}", violation.message);
        findings.push(
            Diagnostic::warning("stub-shape", stub.value_span.unwrap_or(stub.span), message)
                .hint("the stub of an event is the data that Run sends"),
        );
    }
}

/// An edge without condition that is always taken before anything is waited for.
fn check_never_waits(machine: &Machine, at: NodeIdx, findings: &mut Vec<Diagnostic>) {
    let control = &machine.control;
    let node = &machine.nodes[at];
    let Some(wait) = control.events(at).iter().chain(control.timers(at)).next() else { return };
    let asks = !control.forms(at).is_empty() || !questions::declared(node, "needs").is_empty();
    if control.is_module(at) || control.work(at) != Work::None || asks {
        return;
    }
    let Some(first) = control.own(at).iter().find(|exit| machine.edges[exit.edge].condition.is_none()) else { return };
    let (edge, wait) = (&machine.edges[first.edge], &machine.edges[wait.edge]);
    let awaited = match (&wait.on, &wait.after) {
        (Some(on), _) => format!("`{}` comes", on.name),
        (None, after) => after.as_ref().map_or_else(String::new, |after| format!("{} have passed", after.text)),
    };
    let message = format!("this edge is always taken at once: `{}` does not wait until {awaited}", node.name);
    let finding =
        Diagnostic::warning("event-never-waits", edge.arrow_span, message).hint("give it a condition, or delete it");
    let lone = statement(&machine.tree.items, edge.arrow_span).filter(|_| machine.tree.files.is_empty());
    findings.push(match lone {
        Some(whole) => finding.fix("delete it", whole, ""),
        None => finding,
    });
}

/// The whole statement of an arrow, if that is all it says.
fn statement(items: &[Item], arrow: Span) -> Option<Span> {
    let mut items = items;
    loop {
        let item = items.iter().find(|item| item.whole().overlaps(arrow))?;
        let block = match item {
            Item::Header(header) => header.block.as_ref()?,
            Item::Node(node) => node.block.as_ref()?,
            Item::Edge(edge) => return is_lone(edge).then(|| item.whole()),
            _ => return None,
        };
        items = &block.items;
    }
}

fn is_lone(edge: &tree::Edge) -> bool {
    let one = |segment: &tree::Segment| segment.targets.len() == 1;
    edge.declarations.is_empty() && edge.sources.len() <= 1 && edge.segments.len() == 1 && edge.segments.iter().all(one)
}
