//! Labels, keys and annotations that read like conditions while the edge has none by them.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Edit, Fix, Severity};
use crate::expr::{self, Expr};
use crate::machine::bind;
use crate::machine::control::Work;
use crate::machine::lint::Facts;
use crate::machine::model::{Binding, ConditionKind, Edge, EdgeKind, Machine, NodeIdx};
use crate::machine::quoted::in_quotes;
use crate::machine::suspects::{Manner, Slot, Suspect, announced};
use crate::value::Value;

/// Checks the labels of all transitions, and the attributes of steps and of the machine.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    check_attributes(facts, findings);
    for segment in facts.segments.iter().filter(|segment| !segment.content.suspects.is_empty()) {
        let is_transition = |edge: &&Edge| matches!(edge.kind, EdgeKind::Control | EdgeKind::Catch);
        let Some(edge) = segment.ids().map(|at| &machine.edges[at]).find(is_transition) else { continue };
        for suspect in &segment.content.suspects {
            findings.extend(judge(machine, edge, suspect));
        }
    }
}

/// Conditions on nodes and on the machine, where nothing reads them.
fn check_attributes(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let steps = machine.nodes.entries().filter(|(_, node)| node.class.is_executable());
    let of_nodes = steps.flat_map(|(at, node)| node.attributes.iter().map(move |one| (Some(at), one)));
    for (scope, attribute) in of_nodes.chain(machine.attributes.iter().map(|one| (None, one))) {
        let Some(text) = attribute.value.as_ref().and_then(Value::as_str) else { continue };
        if announced(&attribute.name).is_none() {
            continue;
        }
        let Ok(expr) = expr::parse(text) else { continue };
        let traits = traits(machine, scope, &expr);
        if traits.test && traits.known {
            let message = format!("`{}` outside the arrow is not a condition", attribute.name);
            findings.push(
                Diagnostic::warning("condition-as-label", attribute.key_span, message)
                    .hint(format!("move it into the arrow: `-when: {}->`", in_quotes(text))),
            );
        }
    }
}

/// What a text has of a condition.
#[derive(Clone, Copy, Debug)]
struct Traits {
    /// It compares or asks something.
    test: bool,
    /// It is written with the signs of expressions; words alone, as in `a in b`, may be a sentence.
    signs: bool,
    /// A name in it is a built-in, an attribute or in a context.
    known: bool,
    /// It is a dotted name that is known.
    field: bool,
}

fn is_known(machine: &Machine, scope: Option<NodeIdx>, segments: &[Arc<str>]) -> bool {
    let binding = bind::bind_name(machine, scope, segments);
    !matches!(binding, Binding::Unknown | Binding::Node(_) | Binding::Context(_))
}

/// True if a text that is no expression names a field, as `Tank.liters drops below 3` does.
fn names_field(machine: &Machine, scope: Option<NodeIdx>, text: &str) -> bool {
    let names = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.'));
    names
        .map(|name| name.trim_end_matches('.').split('.').map(Arc::from).collect::<Vec<_>>())
        .any(|segments| segments.len() > 1 && is_known(machine, scope, &segments))
}

fn traits(machine: &Machine, scope: Option<NodeIdx>, expr: &Expr) -> Traits {
    let text = expr.text();
    let is_known = |name: &expr::NameUse| is_known(machine, scope, &name.segments);
    let whole = expr.names().first().filter(|name| name.text() == **text);
    Traits {
        test: expr.is_test(),
        signs: text.contains(['<', '>', '=', '!', '&', '|', '(']),
        known: expr.names().iter().any(is_known),
        field: whole.is_some_and(|name| name.segments.len() > 1 && is_known(name)),
    }
}

/// The finding for a suspect, unless its words are ordinary ones.
fn judge(machine: &Machine, edge: &Edge, suspect: &Suspect) -> Option<Diagnostic> {
    let parsed = match expr::parse(&suspect.text) {
        Ok(expr) => Some((suspect.text.clone(), expr)),
        Err(_) => {
            let mended = expr::mend(&suspect.text);
            expr::parse(&mended).ok().map(|expr| (mended, expr))
        }
    };
    let traits = parsed.as_ref().map(|(_, expr)| traits(machine, edge.scope, expr));
    let sure = traits.is_some_and(|one| (one.test && (one.known || one.signs)) || one.field);
    let agent = machine.control.work(edge.source) != Work::None;
    let severity = match (suspect.manner, traits) {
        (Manner::Word | Manner::Annotation | Manner::Misspelt, _) if sure => Severity::Warning,
        (Manner::Annotation | Manner::Misspelt, _) => Severity::Info,
        (Manner::Word, Some(one)) if one.known => Severity::Info,
        (Manner::Word, None) if names_field(machine, edge.scope, &suspect.text) => Severity::Info,
        (Manner::Other, Some(one)) if one.test && one.known && one.signs => Severity::Info,
        (Manner::Bare, Some(one)) if one.field || (one.test && one.known) => Severity::Warning,
        (Manner::Bare, Some(one)) if one.test && one.signs && !is_exclamation(&suspect.text) => Severity::Info,
        // An agent is shown the label and decides by it.
        (Manner::Behind, Some(one)) if one.test && one.known && one.signs && agent => Severity::Info,
        (Manner::Behind, Some(one)) if one.test && one.known && one.signs => Severity::Warning,
        (Manner::Quoted, Some(one)) if one.test && one.known && agent => Severity::Info,
        (Manner::Quoted, Some(one)) if one.test && one.known => Severity::Warning,
        (Manner::Quoted | Manner::Behind, Some(one)) if one.field => Severity::Info,
        _ => return None,
    };
    let written = machine.tree.str(suspect.span);
    let key = if suspect.kind == ConditionKind::Unless { "unless" } else { "when" };
    let message = match suspect.manner {
        Manner::Annotation => format!("`{written}` is an annotation, not a condition"),
        Manner::Misspelt => format!("`{written}` is not a condition"),
        _ if suspect.span == suspect.slots.first().map_or(suspect.span, |slot| slot.span) => {
            format!("`{written}` is a label, not a condition")
        }
        _ => format!("`{written}` is not a condition"),
    };
    let mut finding = match severity {
        Severity::Info => Diagnostic::info("condition-as-label", suspect.span, message),
        _ => Diagnostic::warning("condition-as-label", suspect.span, message),
    };
    let Some((text, _)) = parsed else {
        return Some(finding.hint(format!("write the condition as `-{key}: \"…\"->`")));
    };
    let condition = format!("{key}: {}", in_quotes(&text));
    finding = finding.hint(format!("write `{condition}`"));
    let insert = |slot: &Slot| format!("{}{condition}{}", slot.before, slot.after);
    let mut edits: Vec<Edit> =
        suspect.slots.iter().map(|slot| Edit { span: slot.span, insert: insert(slot) }).collect();
    if !edits.is_empty() {
        edits.extend(suspect.removed.map(|span| Edit { span, insert: String::new() }));
        edits.sort_by_key(|edit| edit.span.start);
        finding.fixes.push(Fix { title: format!("write `{condition}`"), edits });
    }
    Some(finding)
}

/// `!important` is more likely a shout than a negation.
fn is_exclamation(text: &str) -> bool {
    text.trim_start().strip_prefix('!').is_some_and(|rest| rest.chars().all(char::is_alphanumeric))
}
