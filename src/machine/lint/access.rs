//! Edges between nodes and contexts: unknown fields, impossible rights, edges without a right.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::Diagnostic;
use crate::machine::classify::{is_question, is_unlabelled_access, is_write};
use crate::machine::control::{DECLINE, Fields};
use crate::machine::edges::Linked;
use crate::machine::lint::{Facts, slips};
use crate::machine::model::{Class, ContextIdx, Edge, EdgeKind, NodeIdx, Origin, Role};
use crate::machine::suggest::Suggest;
use crate::syntax::tree::Arrow;
use crate::text::Span;

/// Checks all data edges.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    for segment in facts.segments {
        let mut reported = HashSet::new();
        for at in segment.ids() {
            let edge = &facts.machine.edges[at];
            check_ends(facts, segment, edge, findings);
            check_fields(facts, suggest, segment, edge, &mut reported, findings);
        }
    }
    check_outputs(facts, findings);
}

fn contexts(facts: &Facts, edge: &Edge) -> impl Iterator<Item = ContextIdx> + use<> {
    let ends =
        if edge.source == edge.target { [Some(edge.source), None] } else { [Some(edge.source), Some(edge.target)] };
    ends.map(|end| end.and_then(|end| facts.machine.context_of(end))).into_iter().flatten()
}

fn check_ends(facts: &Facts, segment: &Linked, edge: &Edge, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let misspelt = || [edge.source, edge.target].iter().any(|end| slips::is_misspelt(&machine.nodes[*end]));
    if matches!(edge.kind, EdgeKind::Data(Some(_))) && contexts(facts, edge).next().is_none() && !misspelt() {
        let message = format!(
            "neither `{}` nor `{}` is a context, so this edge gives no access",
            machine.nodes[edge.source].name, machine.nodes[edge.target].name
        );
        findings.push(
            Diagnostic::warning("access-without-context", segment.label, message)
                .hint("declare one of them as a context"),
        );
    }
    if is_write(edge) || is_question(edge) {
        for context in contexts(facts, edge).filter(|context| machine.contexts[*context].role == Role::Input) {
            let message = format!("`{}` is an input: read-only during the run", machine.context_id(context));
            findings.push(Diagnostic::warning("write-to-input", edge.span, message).hint("write to another context"));
        }
    }
    if is_write(edge) {
        findings.extend(unused_write(facts, edge));
    }
    if is_question(edge) {
        findings.extend(wrong_form(facts, segment, edge));
    }
    if is_unlabelled_access(&machine.nodes, edge) {
        let message = format!("`{}` gets read access", machine.nodes[edge.source].name);
        let mut finding = Diagnostic::info("unlabelled-access", edge.arrow_span, message)
            .hint("write `-reads->` or `-writes->` to make it explicit");
        if segment.label == edge.arrow_span {
            for verb in ["reads", "writes"] {
                let Some((before, after)) = edge.arrow.and_then(Arrow::around) else { continue };
                let arrow = format!("{before}{verb}{after}");
                finding = finding.fix(format!("write `{arrow}`"), edge.arrow_span, arrow.clone());
            }
        }
        findings.push(finding);
    }
}

fn check_fields(
    facts: &Facts,
    suggest: &mut Suggest,
    segment: &Linked,
    edge: &Edge,
    reported: &mut HashSet<(ContextIdx, std::sync::Arc<str>)>,
    findings: &mut Vec<Diagnostic>,
) {
    let machine = facts.machine;
    let Some(listed) = &edge.fields else { return };
    for at in contexts(facts, edge).filter(|context| !machine.contexts[*context].open) {
        let context = &machine.contexts[at];
        let known = |name: &str| machine.field(at, name).is_some();
        for field in listed.iter().filter(|field| !known(field)) {
            if !reported.insert((at, field.clone())) {
                continue;
            }
            let owner = &machine.nodes[context.node].name;
            let span = word_in(facts, segment.label, field).unwrap_or(segment.label);
            let message = format!("`{owner}` has no field `{field}`");
            let finding = Diagnostic::error("access-field", span, message);
            let fields = context.fields.iter().map(|field| &*machine.fields[*field].name);
            let finding = match suggest.among(field, fields).filter(|_| span != segment.label) {
                Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, near),
                None => finding.hint(format!("declare it in `{owner}`, or mark `{owner}` as `@open`")),
            };
            findings.push(match declaration(facts, context.node, field) {
                Some((place, text)) => finding.fix(format!("declare `{field}` in `{owner}`"), place, text),
                None => finding,
            });
        }
    }
}

/// The finding for an end that may write.
fn unused_write(facts: &Facts, edge: &Edge) -> Option<Diagnostic> {
    let machine = facts.machine;
    let node = [edge.source, edge.target].into_iter().find(|node| machine.nodes[*node].class == Class::End)?;
    let context = contexts(facts, edge).find(|context| machine.contexts[*context].role != Role::Input)?;
    let message = format!(
        "`{}` is an end and calls no agent, so it never writes `{}`",
        machine.nodes[node].name,
        machine.context_id(context)
    );
    Some(Diagnostic::warning("write-unused", edge.span, message).hint("let a task before it write, or use `@set`"))
}

/// The finding for a form that asks for nothing that can be given.
fn wrong_form(facts: &Facts, segment: &Linked, edge: &Edge) -> Option<Diagnostic> {
    let machine = facts.machine;
    let at = contexts(facts, edge).find(|context| machine.contexts[*context].role != Role::Input)?;
    let (context, owner) = (&machine.contexts[at], machine.context_id(at));
    let names = || context.fields.iter().map(|field| &*machine.fields[*field].name);
    let listed = |name: &str| edge.fields.as_ref().is_none_or(|fields| fields.iter().any(|field| &**field == name));
    let (message, hint) = if context.fields.is_empty() {
        (format!("`{owner}` declares no fields to ask for"), "declare fields with types".to_owned())
    } else if names().any(|name| name == DECLINE && listed(name)) {
        let message = format!("a form cannot ask for `{DECLINE}`: an answer with that key declines");
        (message, "rename the field, or list the fields to ask for".to_owned())
    } else {
        let undeclared = edge.fields.iter().flatten().find(|field| machine.field(at, field).is_none());
        let field = undeclared.filter(|_| context.open)?;
        (format!("`{owner}` does not declare `{field}`, so it is not asked for"), format!("declare `{field}`"))
    };
    Some(Diagnostic::error("request-invalid", segment.label, message).hint(hint))
}

/// Where a field can be declared at the end of a context's block, and the text of it.
fn declaration(facts: &Facts, context: NodeIdx, field: &str) -> Option<(Span, String)> {
    let node = &facts.machine.nodes[context];
    let is_name = field.chars().all(|c| c == '_' || c.is_alphanumeric()) && !field.starts_with(char::is_numeric);
    let span = node.span.filter(|span| is_name && node.kind_span.is_some_and(|kind| kind.start == span.start))?;
    // A `schema` declares all fields; what another file holds is changed there.
    if node.attribute("schema").is_some() || matches!(node.origin, Origin::Imported(_)) {
        return None;
    }
    let text = facts.machine.tree.str(span);
    let end = Span { start: span.end.saturating_sub(1), end: span.end };
    let Some(inside) = text.strip_suffix('}') else {
        let place = if text.ends_with(';') { end } else { Span::at(span.end) };
        return Some((place, format!(" {{ {field}<any> }}")));
    };
    let before = inside.trim_end_matches([' ', '\t']);
    let place = Span::at(span.start + before.len() as u32);
    let text = if before.ends_with('\n') {
        let indent = inside.get(before.len()..).unwrap_or_default();
        format!("{indent}  {field}<any>\n")
    } else {
        format!("{} {field}<any>", if before.ends_with(['{', ';', ',', '}']) { "" } else { ";" })
    };
    Some((place, text))
}

/// The place of a word in a label.
fn word_in(facts: &Facts, label: Span, word: &str) -> Option<Span> {
    let text = facts.machine.tree.str(label);
    let joins = |c: char| c == '_' || unicode_ident::is_xid_continue(c);
    text.match_indices(word).find_map(|(at, _)| {
        let before = text.get(..at)?.chars().next_back().is_some_and(joins);
        let after = text.get(at + word.len()..)?.chars().next().is_some_and(joins);
        let start = label.start as usize + at;
        (!before && !after).then(|| Span::new(start, start + word.len()))
    })
}

/// Required fields of outputs that nothing can write.
fn check_outputs(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let outputs = || machine.contexts.entries().filter(|(_, context)| context.role == Role::Output);
    if outputs().next().is_none() {
        return;
    }
    let mut all: HashSet<ContextIdx> = HashSet::new();
    let mut some: HashMap<ContextIdx, HashSet<&str>> = HashMap::new();
    for (at, rights) in machine.nodes.ids().flat_map(|node| machine.control.own_rights(node)) {
        match rights.write {
            Fields::None => {}
            Fields::All => drop(all.insert(at)),
            Fields::Some(names) => some.entry(at).or_default().extend(names.iter().map(|name| &**name)),
        }
    }
    for form in machine.nodes.ids().flat_map(|node| machine.control.forms(node)) {
        let names = form.fields.iter().map(|field| &*machine.fields[*field].name);
        some.entry(form.context).or_default().extend(names);
    }
    for place in machine.assigned() {
        some.entry(place.context).or_default().insert(&place.field);
    }
    for annotation in
        machine.edges.iter().flat_map(|edge| &edge.annotations).filter(|annotation| annotation.is(&["gather"]))
    {
        let Some(into) = annotation.parameter("into").and_then(|into| into.as_str()) else { continue };
        let words: Vec<&str> = into.split('.').collect();
        let Some(found) = machine.scopes.prefix(&machine.nodes, None, &words) else { continue };
        if let (Some(at), Some(field)) = (machine.context_of(found.node), words.get(found.used)) {
            some.entry(at).or_default().insert(*field);
        }
    }
    for (at, context) in outputs().filter(|(at, _)| !all.contains(at)) {
        for field in context.fields.iter().map(|field| &machine.fields[*field]) {
            let reached = some.get(&at).is_some_and(|names| names.contains(&*field.name));
            if field.required && field.default.is_none() && field.from.is_none() && !reached {
                let span = machine.nodes[context.node]
                    .attribute(&field.name)
                    .map_or(field.span, |attribute| attribute.key_span);
                let message = format!("nothing writes the required field `{}`", field.name);
                findings.push(
                    Diagnostic::warning("output-unreachable", span, message)
                        .hint(format!("add a `-writes->` edge to `{}`", machine.nodes[context.node].name)),
                );
            }
        }
    }
}

/// Typed fields without a value on nodes that do work: nothing ever sets them.
pub(super) fn check_unset(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    for node in facts.machine.nodes.iter().filter(|node| node.class.is_executable() && node.class != Class::Note) {
        for attribute in
            node.attributes.iter().filter(|attribute| attribute.kind.is_some() && attribute.value.is_none())
        {
            let message = format!("`{}` has no value", attribute.name);
            findings.push(
                Diagnostic::info("unset-attribute", attribute.span, message)
                    .hint("node attributes never change during a run; give it a value or move it to a context"),
            );
        }
    }
}
