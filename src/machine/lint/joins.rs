//! Joins whose edges disagree, and gather rules that have no join or lead nowhere.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::machine::fan_out::{FORKS, MAPS};
use crate::machine::join::JOINS;
use crate::machine::lint::Facts;
use crate::machine::lint::values::is_written;
use crate::machine::model::{Annotation, EdgeKind, NodeIdx, Role};
use crate::machine::suggest::Suggest;
use crate::text::Span;
use crate::value::Value;

/// The parameters that all edges of one join share.
const SHARED: &[&str] = &["group", "mode", "merge", "timeout", "onTimeout"];

/// What an edge says about its join.
struct JoinSetting {
    join: Arc<str>,
    /// The position of the parameter in [`SHARED`].
    which: usize,
    text: String,
    span: Span,
}

/// Checks the joins and gathers of all segments.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let mut settings: Vec<JoinSetting> = Vec::new();
    for segment in facts.segments {
        let annotations = || segment.content.annotations.iter().filter(|annotation| !annotation.is_off());
        let crosses = segment.ids().any(|at| machine.edges[at].kind == EdgeKind::Control);
        let spawns = annotations().any(|annotation| annotation.is(FORKS) || annotation.is(MAPS));
        let join = annotations().find(|annotation| annotation.is(JOINS)).filter(|_| crosses && !spawns);
        if let Some(join) = join {
            let mut reported = None;
            for at in segment.ids() {
                let target = machine.edges[at].target;
                if reported.replace(target) != Some(target) {
                    collect_settings(&mut settings, join, &machine.nodes[target].id);
                }
            }
        }
        for gather in annotations().filter(|annotation| annotation.is(&["gather"])) {
            if join.is_none() {
                findings.push(
                    Diagnostic::error("gather-without-join", gather.span, "`@gather` has no effect without a join")
                        .hint("add `@join` to this edge"),
                );
            }
            let scope = segment.ids().next().and_then(|at| machine.edges[at].scope);
            check_gather(facts, suggest, gather, scope, findings);
        }
    }
    settings.sort_by(|a, b| (&a.join, a.which).cmp(&(&b.join, b.which)));
    let mut rest = settings.as_slice();
    while let Some((first, others)) = rest.split_first() {
        let same = others.iter().take_while(|other| other.join == first.join && other.which == first.which).count();
        findings.extend(
            others.iter().take(same).filter(|other| other.text != first.text).map(|other| mismatch(first, other)),
        );
        rest = others.get(same..).unwrap_or_default();
    }
}

fn mismatch(first: &JoinSetting, other: &JoinSetting) -> Diagnostic {
    let key = SHARED.get(first.which).copied().unwrap_or_default();
    let (join, text) = (&first.join, &first.text);
    Diagnostic::error("join-mismatch", other.span, format!("join `{join}` already has `{key}: {text}`"))
        .hint("all edges of a join share their settings; the first one is used")
        .related(first.span, "first set here")
        .fix(format!("use `{text}`"), other.span, format!("{key}: {text}"))
}

/// Records what an edge says about its join.
fn collect_settings(settings: &mut Vec<JoinSetting>, join: &Annotation, target: &Arc<str>) {
    let positional = join.value.as_ref().and_then(Value::as_str).filter(|text| *text != "true");
    let flag = join.parameters.iter().find(|(key, value)| *value == Value::Bool(true) && !SHARED.contains(&&**key));
    let id = join.parameter("id").map(Value::to_text);
    let id = id.or_else(|| positional.map(str::to_owned)).or_else(|| flag.map(|(key, _)| key.to_string()));
    let id: Arc<str> = id.map_or_else(|| target.clone(), Arc::from);
    for (at, (key, value)) in join.parameters.iter().enumerate() {
        let Some(which) = SHARED.iter().position(|name| key.eq_ignore_ascii_case(name)) else { continue };
        let written = value.to_text();
        // Group names have a case, all other values are words and numbers.
        let text = if which == 0 { written } else { written.to_lowercase() };
        let text = if which > 0 && text == "true" { "last_wins".to_owned() } else { text };
        let span = join.place(at);
        settings.push(JoinSetting { join: id.clone(), which, text, span });
    }
}

fn check_gather(
    facts: &Facts,
    suggest: &mut Suggest,
    gather: &Annotation,
    scope: Option<NodeIdx>,
    findings: &mut Vec<Diagnostic>,
) {
    let machine = facts.machine;
    for (at, (key, value)) in gather.parameters.iter().enumerate() {
        let into = key.eq_ignore_ascii_case("into");
        if !into && !key.eq_ignore_ascii_case("from") {
            continue;
        }
        let path = value.to_text();
        let words: Vec<&str> = path.split('.').map(str::trim).collect();
        let span = gather.place(at);
        let wrong = |message: String| Diagnostic::error("gather-path", span, message).hint("write `Context.field`");
        let found = machine.scopes.prefix(&machine.nodes, scope, &words);
        let context = found.as_ref().and_then(|found| machine.context_of(found.node));
        let (Some(found), Some(context)) = (found, context) else {
            if machine.scopes.left_behind(&machine.nodes, scope, &words).is_some() {
                continue;
            }
            findings.push(wrong(format!("`{path}` is not a field of a context")));
            continue;
        };
        let name = machine.context_id(context);
        match words.get(found.used) {
            None => findings.push(wrong(format!("`{path}` is a context, not a field"))),
            Some(field) if !machine.contexts[context].open && machine.field(context, field).is_none() => {
                findings.push(wrong(format!("`{name}` has no field `{field}`")));
            }
            Some(field)
                if !into
                    && machine.field(context, field).is_none()
                    && suggest.spend()
                    && !is_written(machine, context, field) =>
            {
                let message = format!("`{name}` has no field `{field}`, and nothing writes it");
                findings.push(Diagnostic::warning("gather-path", span, message).hint("nothing is gathered"));
            }
            Some(_) => {}
        }
        if into && machine.contexts[context].role == Role::Input {
            findings.push(
                Diagnostic::warning("write-to-input", span, format!("`{name}` is an input: read-only during the run"))
                    .hint("gather into another context"),
            );
        }
    }
}
