//! Names that look like a slip: near another name, in other case, of a type or of a built-in.

use std::collections::HashMap;

use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::machine::bind;
use crate::machine::classify;
use crate::machine::lint::Facts;
use crate::machine::model::{Binding, Builtin, Node, Origin};
use crate::text::edit_distance;

/// Longer names are not compared.
const LONGEST: usize = 64;

/// Checks the names of all nodes.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    check_created(facts, findings);
    for node in machine.nodes.iter().filter(|node| node.class.is_in_graph()) {
        let Some(span) = node.name_span else { continue };
        if bind::shadows(&node.name) || (&*node.name == bind::ALONE && asks_for_declined(machine)) {
            let message = format!("conditions use the built-in `{}`, not this node", node.name);
            findings.push(Diagnostic::warning("shadowed-name", span, message).hint("rename the node"));
        }
        if node.origin == Origin::Declared && node.kind.is_none() && classify::declared(&node.name).is_some() {
            let message = format!("this declares a node named `{}`; is its name missing?", node.name);
            findings.push(
                Diagnostic::warning("type-as-name", span, message).hint("write the type and the name on one line"),
            );
        }
    }
}

/// True if a condition or a `@set` asks whether a question was declined.
fn asks_for_declined(machine: &Machine) -> bool {
    let conditions = machine.edges.iter().filter_map(|edge| edge.condition.as_ref()?.expr.as_ref().ok());
    let of_edges = machine.edges.iter().flat_map(|edge| &edge.assignments);
    let assignments = machine.nodes.iter().flat_map(|node| &node.assignments).chain(of_edges);
    let values = assignments.filter_map(|assignment| assignment.value.expr.as_ref().ok());
    conditions.chain(values).any(|bound| bound.names.contains(&Binding::Builtin(Builtin::Declined, Vec::new())))
}

fn check_created(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let nodes = &facts.machine.nodes;
    let created = |node: &&Node| node.origin == Origin::Created && !facts.imported.contains(&node.name);
    if !nodes.iter().any(|node| created(&node)) {
        return;
    }
    let written = |node: &&Node| matches!(node.origin, Origin::Declared | Origin::Imported(_));
    let known = || nodes.iter().filter(|node| written(node) && node.class.is_in_graph());
    let mut by_case: HashMap<String, &Node> = HashMap::new();
    let mut near: HashMap<String, &Node> = HashMap::new();
    for node in known().filter(|node| node.name.len() <= LONGEST) {
        by_case.entry(node.name.to_lowercase()).or_insert(node);
        if node.name.chars().count() >= 4 {
            for key in one_less(&node.name).chain([node.name.to_string()]) {
                near.entry(key).or_insert(node);
            }
        }
    }
    for (at, node) in nodes.entries().filter(|(_, node)| created(node) && node.name.len() <= LONGEST) {
        let Some(span) = node.name_span else { continue };
        if let Some(declared) = by_case.get(&node.name.to_lowercase()).filter(|declared| declared.name != node.name) {
            let message = format!("`{}` and `{}` differ only in case", node.name, declared.name);
            findings.push(Diagnostic::warning("case-differs", span, message).hint("names are case-sensitive").fix(
                format!("use `{}`", declared.name),
                span,
                &*declared.name,
            ));
        } else if facts.extras[at].uses == 1 {
            let keys = std::iter::once(node.name.to_string()).chain(one_less(&node.name));
            let candidate = keys.filter_map(|key| near.get(&key)).find(|other| one_apart(&other.name, &node.name));
            if let Some(declared) = candidate {
                findings.push(
                    Diagnostic::info("similar-name", span, format!("did you mean `{}`?", declared.name))
                        .hint(format!("`{}` is not declared", node.name))
                        .fix(format!("use `{}`", declared.name), span, &*declared.name),
                );
            }
        }
    }
}

/// The name with each one of its characters left out.
fn one_less(name: &str) -> impl Iterator<Item = String> + '_ {
    name.char_indices().map(|(at, c)| {
        let mut rest = String::with_capacity(name.len());
        rest.push_str(name.get(..at).unwrap_or_default());
        rest.push_str(name.get(at + c.len_utf8()..).unwrap_or_default());
        rest
    })
}

/// True at edit distance 1, a swap of neighbours counted as one edit.
pub(super) fn one_apart(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    a.len().abs_diff(b.len()) <= 1 && edit_distance(&a, &b, 1) == 1
}
