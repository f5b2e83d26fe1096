//! Words with a meaning that stand where they have none: annotations of edges on nodes and the reverse, attributes
//! written as annotations and the reverse.

use std::collections::HashSet;

use crate::diagnostic::Diagnostic;
use crate::machine::lint::Facts;
use crate::machine::lint::slips::is_read;
use crate::machine::model::{Annotation, Attribute, Class, EdgeKind, Machine, Origin};
use crate::machine::suggest::Suggest;
use crate::text::Span;

/// Annotations that say how paths take an edge.
const OF_EDGES: &[&str] = &["join", "barrier", "gather", "map", "auto"];
/// Annotations that say how a node does its work.
const OF_NODES: &[&str] = &["retry", "timeout", "checkpoint", "compensate", "start"];
/// Annotations of the machine that a run obeys.
const OF_MACHINES: &[&str] = &["errorHandling", "retryPolicy", "StrictMode", "strict"];
/// Annotations of a node whose names are unlikely as names of data.
const NODE_SETTINGS: &[&str] = &["retry", "checkpoint", "compensate"];
/// Annotations of an edge whose names are unlikely as names of data.
const EDGE_SETTINGS: &[&str] = &["join", "barrier", "gather", "async", "auto"];
/// Attributes of a node that a run obeys and no annotation is.
const NODE_ATTRIBUTES: &[&str] = &["prompt", "needs", "wants"];
/// Attributes of the machine that a run obeys.
const MACHINE_ATTRIBUTES: &[&str] =
    &["maxSteps", "maxNodeInvocations", "maxPaths", "maxTurns", "maxCheckpoints", "timeout", "contextBudget"];

fn among(words: &[&'static str], word: &str) -> Option<&'static str> {
    words.iter().find(|known| known.eq_ignore_ascii_case(word)).copied()
}

/// Checks the words of the machine, of its nodes and of its transitions.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let rules = machine.nodes.iter().filter(|node| node.class == Class::Style);
    let selectors: HashSet<&str> = rules.flat_map(|rule| rule.annotations.iter().map(|one| &*one.name)).collect();
    let live = |annotation: &&Annotation| !annotation.is_off() && !selectors.contains(&*annotation.name);
    for annotation in machine.annotations.iter().filter(live) {
        findings.extend(as_annotation(annotation, MACHINE_ATTRIBUTES));
        findings.extend(elsewhere(annotation, OF_EDGES, "the machine", "an edge"));
    }
    let setting = |one: &Attribute, name: &str| as_attribute(one.key_span, &one.name, name);
    let of_node = |one: &Attribute, name: &str| of_other_braces(one, name, "the machine", "a node");
    let of_machine = |one: &Attribute, name: &str| of_other_braces(one, name, "a node", "the machine");
    findings.extend(unread(machine, suggest, "machine", &machine.attributes, OF_MACHINES, setting));
    findings.extend(unread(machine, suggest, "machine", &machine.attributes, NODE_ATTRIBUTES, of_node));
    // Nodes have a time limit of their own.
    let limits: Vec<_> = MACHINE_ATTRIBUTES.iter().copied().filter(|name| *name != "timeout").collect();
    for node in machine.nodes.iter().filter(|node| node.class.is_executable()) {
        if matches!(node.origin, Origin::Imported(_)) {
            continue;
        }
        for annotation in node.annotations.iter().filter(live) {
            findings.extend(as_annotation(annotation, NODE_ATTRIBUTES));
            findings.extend(elsewhere(annotation, OF_EDGES, "a node", "an edge"));
        }
        findings.extend(unread(machine, suggest, &node.name, &node.attributes, NODE_SETTINGS, setting));
        findings.extend(unread(machine, suggest, &node.name, &node.attributes, &limits, of_machine));
    }
    for segment in facts.segments {
        let Some(edge) = segment.ids().map(|at| &machine.edges[at]).next() else { continue };
        if !matches!(edge.kind, EdgeKind::Control | EdgeKind::Catch) {
            continue;
        }
        for annotation in segment.content.annotations.iter().filter(live) {
            findings.extend(elsewhere(annotation, OF_NODES, "an edge", "a node"));
            findings.extend(as_label(annotation, segment.label));
        }
        for span in &segment.content.keys {
            let written = machine.tree.str(*span);
            findings.extend(among(EDGE_SETTINGS, written).map(|name| as_attribute(*span, written, name)));
        }
    }
}

/// The findings for attributes with a meaning elsewhere. An attribute that something reads is data.
fn unread(
    machine: &Machine,
    suggest: &mut Suggest,
    owner: &str,
    attributes: &[Attribute],
    words: &[&'static str],
    finding: impl Fn(&Attribute, &str) -> Diagnostic,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for attribute in attributes {
        let Some(name) = among(words, &attribute.name) else { continue };
        if !is_read(machine, suggest, owner, &attribute.name) {
            found.push(finding(attribute, name));
        }
    }
    found
}

/// The finding for an attribute of a node that a run obeys on the machine, or the reverse.
fn of_other_braces(attribute: &Attribute, name: &str, here: &str, there: &str) -> Diagnostic {
    let message = format!("`{}` has no effect on {here}", attribute.name);
    Diagnostic::info("similar-attribute", attribute.key_span, message)
        .hint(format!("write `{name}: …` inside the braces of {there}"))
}

/// The finding for an annotation whose meaning is that of another place.
fn elsewhere(annotation: &Annotation, words: &[&'static str], here: &str, there: &str) -> Option<Diagnostic> {
    let name = among(words, &annotation.name)?;
    let message = format!("`@{}` has no effect on {here}", annotation.name);
    Some(
        Diagnostic::warning("annotation-no-effect", annotation.span, message)
            .hint(format!("write `@{name}` on {there}"))
            .fix("remove it", annotation.span, ""),
    )
}

/// The finding for `@catch`, which is a label of an edge.
fn as_label(annotation: &Annotation, label: Span) -> Option<Diagnostic> {
    let name = among(&["catch"], &annotation.name)?;
    let message = format!("`{name}` is a label, so `@{}` has no effect", annotation.name);
    let finding = Diagnostic::warning("annotation-no-effect", annotation.span, message);
    let finding = finding.hint(format!("write `-{name}->`"));
    let inside = label.start <= annotation.span.start && annotation.span.end <= label.end;
    Some(if inside { finding.fix(format!("write `{name}`"), annotation.span, name) } else { finding })
}

/// The finding for an annotation that is a setting written as an attribute.
fn as_annotation(annotation: &Annotation, words: &[&'static str]) -> Option<Diagnostic> {
    let name = among(words, &annotation.name)?;
    let has_arguments = annotation.value.is_some() || !annotation.parameters.is_empty();
    has_arguments.then(|| {
        let message = format!("`{name}` is an attribute, so `@{}` has no effect", annotation.name);
        Diagnostic::warning("annotation-no-effect", annotation.span, message)
            .hint(format!("write `{name}: …` inside the braces"))
    })
}

/// The finding for an attribute that is a setting written as an annotation.
fn as_attribute(span: Span, written: &str, name: &str) -> Diagnostic {
    let message = format!("`{written}` has no effect as an attribute");
    Diagnostic::info("similar-attribute", span, message).hint(format!("did you mean `@{name}`?"))
}
