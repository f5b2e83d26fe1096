//! Imported texts with names that were not imported with them.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::expr;
use crate::machine::bind;
use crate::machine::fan_out::MAPS;
use crate::machine::lint::Facts;
use crate::machine::model::{Annotation, NodeIdx};
use crate::machine::templates;
use crate::machine::values;
use crate::syntax::tree::{Type, TypeKind, ValKind};
use crate::text::Span;
use crate::value::Value;

/// The most names that a message lists.
const SPELLED: usize = 5;

/// The names that one imported symbol uses and that were not imported.
struct Missing {
    symbol: Span,
    name: Arc<str>,
    /// Their names in the symbol's own file.
    names: Vec<Arc<str>>,
    /// Those that the same import statement could add.
    more: Vec<Arc<str>>,
}

/// Checks the attributes, types and conditions that were imported.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    if machine.tree.files.is_empty() {
        return;
    }
    let mut missing: Vec<Missing> = Vec::new();
    for (at, node) in machine.nodes.entries().filter(|(at, _)| facts.extras[*at].import_origin.is_some()) {
        for value in node.attributes.iter().filter_map(|attribute| attribute.value.as_ref()) {
            templates::texts(value, &mut |text| {
                let template = machine.templates.get(text);
                template.names().for_each(|name| note(facts, at, at, &name.segments, &mut missing));
            });
        }
        for annotation in node.annotations.iter().filter(|annotation| annotation.is(&["compensate"])) {
            note_annotation(facts, at, at, annotation, &mut missing);
        }
        for source in &facts.extras[at].sources {
            if let Some(value) = &source.value {
                values::references(&machine.tree, value, &mut |reference| {
                    if let ValKind::Name(name) = &reference.kind {
                        note(facts, at, at, &words(facts, name), &mut missing);
                    }
                });
            }
            if let Some(kind) = &source.kind {
                note_types(facts, at, kind, &mut missing);
            }
        }
    }
    for segment in facts.segments {
        let Some(edge) = segment.ids().next().map(|at| &machine.edges[at]) else { continue };
        let (Some(scope), true) = (edge.scope, facts.extras[edge.source].import_origin.is_some()) else { continue };
        if let Some(Ok(bound)) = edge.condition.as_ref().map(|condition| &condition.expr) {
            bound.expr.names().iter().for_each(|name| note(facts, edge.source, scope, &name.segments, &mut missing));
        }
        for annotation in edge.annotations.iter().filter(|annotation| annotation.is(MAPS) || annotation.is(&["gather"]))
        {
            note_annotation(facts, edge.source, scope, annotation, &mut missing);
        }
    }
    findings.extend(missing.into_iter().map(finding));
}

fn words(facts: &Facts, name: &crate::syntax::tree::Name) -> Vec<Arc<str>> {
    values::segments(&facts.machine.tree, name).into_iter().map(Arc::from).collect()
}

/// Notes the names in the value and the parameters of an annotation.
fn note_annotation(facts: &Facts, at: NodeIdx, scope: NodeIdx, annotation: &Annotation, missing: &mut Vec<Missing>) {
    const NAMING: &[&str] = &["items", "source", "from", "into"];
    let named =
        annotation.parameters.iter().filter(|(key, _)| NAMING.iter().any(|name| key.eq_ignore_ascii_case(name)));
    for text in named.map(|(_, value)| value).chain(&annotation.value).filter_map(Value::as_str) {
        if let Ok(expr) = expr::parse(text) {
            expr.names().iter().for_each(|name| note(facts, at, scope, &name.segments, missing));
        }
    }
}

fn note_types(facts: &Facts, at: NodeIdx, kind: &Type, missing: &mut Vec<Missing>) {
    if let TypeKind::Named { name, args } = &kind.kind {
        note(facts, at, at, &words(facts, name), missing);
        args.iter().for_each(|arg| note_types(facts, at, arg, missing));
    }
}

/// Notes a name that the text of `at`, seen from `scope`, uses.
fn note(facts: &Facts, at: NodeIdx, scope: NodeIdx, name: &[Arc<str>], missing: &mut Vec<Missing>) {
    let machine = facts.machine;
    let Some(origin) = facts.extras[at].import_origin else { return };
    let words: Vec<&str> = name.iter().map(|word| &**word).collect();
    if words.first().is_some_and(|first| bind::shadows(first)) {
        return;
    }
    let Some((id, home)) = machine.scopes.left_behind(&machine.nodes, Some(scope), &words) else { return };
    // Copies of one symbol are adjacent; edges come after all of them.
    let known = missing.iter().rposition(|entry| entry.symbol == origin.symbol);
    if known.is_none() && missing.len() >= crate::diagnostic::LISTED {
        return;
    }
    let known = known.unwrap_or_else(|| {
        let root = crate::machine::names::root_of(&machine.nodes, at);
        let name = machine.nodes[root].name.clone();
        missing.push(Missing { symbol: origin.symbol, name, names: Vec::new(), more: Vec::new() });
        missing.len() - 1
    });
    let Some(entry) = missing.get_mut(known).filter(|entry| entry.names.len() <= SPELLED && !entry.names.contains(&id))
    else {
        return;
    };
    let direct = origin.via.count_ones() == 1 && home.0 == origin.home.0;
    let local = id.rsplit('.').next().unwrap_or(&id);
    if direct && machine.scopes.child(None, local).is_none() {
        entry.more.push(id.clone());
    }
    entry.names.push(id);
}

fn finding(missing: Missing) -> Diagnostic {
    let Missing { symbol, name, names, more } = missing;
    let spelled: Vec<String> = names.iter().take(SPELLED).map(|name| format!("`{name}`")).collect();
    let rest = if names.len() > SPELLED { " and more" } else { "" };
    let message = format!("`{name}` uses {}{rest}, which this import leaves out", spelled.join(", "));
    let finding =
        Diagnostic::warning("import-dependency", symbol, message).hint("import it too, or the name is unknown here");
    if more.len() < names.len() || names.len() > SPELLED {
        return finding;
    }
    finding.fix("import it too", Span::at(symbol.end), format!(", {}", more.join(", ")))
}
