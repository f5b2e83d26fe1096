//! Values that the runtime could not obey, and lists of `@map` that are none.

use crate::diagnostic::Diagnostic;
use crate::expr;
use crate::machine::Machine;
use crate::machine::classify::{is_question, is_write};
use crate::machine::fan_out::MAPS;
use crate::machine::lint::Facts;
use crate::machine::lint::annotations::{PRIORITIES, is_priority};
use crate::machine::lint::conditions::unknown;
use crate::machine::lint::limits::is_duration;
use crate::machine::model::{Annotation, Attribute, Binding, Class, ContextIdx, NodeIdx};
use crate::machine::suggest::Suggest;
use crate::schema::Kind;
use crate::text::Span;
use crate::value::Value;

/// Checks the attributes of steps and of the machine, priorities of edges, and lists.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    for attribute in machine.attributes.iter().filter(|attribute| &*attribute.name == "meta") {
        findings.extend(check_truth(attribute));
    }
    for node in machine.nodes.iter().filter(|node| node.class.is_executable()) {
        for attribute in &node.attributes {
            findings.extend(match &*attribute.name {
                "prompt" if node.class == Class::Task => check_prompt(attribute),
                "model" if node.class == Class::Task => check_text(attribute),
                "meta" => check_truth(attribute),
                "timeout" => check_timeout(attribute),
                _ => None,
            });
        }
    }
    for segment in facts.segments {
        let values = segment.content.inline.iter().chain(&*segment.content.block);
        for (_, value) in values.filter(|(key, _)| &**key == "priority") {
            let mut keys = segment.content.parts.iter().filter_map(|part| part.key);
            let span = keys.find(|span| machine.tree.str(*span) == "priority");
            if let Some(span) = span.filter(|_| !is_priority(&value.to_text())) {
                let written = value.to_text();
                let message = "`priority` must be a whole number, or high, medium, normal or low";
                let hint = match suggest.among(&written, PRIORITIES.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("`{written}` is ignored"),
                };
                findings.push(Diagnostic::warning("attribute-value", span, message).hint(hint));
            }
        }
        let Some(first) = segment.ids().next() else { continue };
        for map in segment.content.annotations.iter().filter(|annotation| annotation.is(MAPS) && !annotation.is_off()) {
            findings.extend(check_list(machine, suggest, machine.edges[first].scope, map));
        }
    }
}

fn place(attribute: &Attribute) -> Span {
    attribute.value_span.unwrap_or(attribute.key_span)
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Num(_) => "a number",
        Value::Str(_) => "text",
        Value::List(_) => "a list",
        Value::Map(_) => "a map",
    }
}

/// A kind of values with its article.
fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Null => "null",
        Kind::Boolean => "a boolean",
        Kind::Number => "a number",
        Kind::Integer => "a whole number",
        Kind::String => "text",
        Kind::Array => "a list",
        Kind::Object => "a map",
    }
}

fn check_text(attribute: &Attribute) -> Option<Diagnostic> {
    let value = attribute.value.as_ref().filter(|value| value.as_str().is_none())?;
    let message = format!("`{}` must be a string, got {}", attribute.name, kind_of(value));
    let finding = Diagnostic::warning("attribute-value", place(attribute), message);
    Some(match value {
        Value::Num(_) | Value::Bool(_) => {
            let text = format!("\"{}\"", value.to_text());
            finding.fix(format!("write `{text}`"), place(attribute), text)
        }
        _ => finding.hint("write it in quotes"),
    })
}

fn check_prompt(attribute: &Attribute) -> Option<Diagnostic> {
    let empty = attribute.value.as_ref()?.as_str().is_some_and(|text| text.trim().is_empty());
    if !empty {
        return check_text(attribute);
    }
    let finding = Diagnostic::warning("attribute-value", place(attribute), "`prompt` is empty, so no agent is called");
    Some(finding.hint("describe what the agent should do"))
}

fn check_truth(attribute: &Attribute) -> Option<Diagnostic> {
    let value = attribute.value.as_ref().filter(|value| !matches!(value, Value::Bool(_)))?;
    let message = format!("`{}` must be true or false, got {}", attribute.name, kind_of(value));
    Some(Diagnostic::warning("attribute-value", place(attribute), message).fix(
        "write `true`",
        place(attribute),
        "true",
    ))
}

fn check_timeout(attribute: &Attribute) -> Option<Diagnostic> {
    let value = attribute.value.as_ref()?;
    let fits = value.as_num().is_some_and(|number| number >= 1.0 && number.fract() == 0.0)
        || value.as_str().is_some_and(is_duration);
    let finding = || {
        let message = "`timeout` must be a positive whole number of milliseconds or a duration";
        Diagnostic::warning("attribute-value", place(attribute), message).hint("write `500` or `5s`")
    };
    (!fits).then(finding)
}

/// The list of a `@map`: its names mean something, and what they lead to can be a list.
fn check_list(
    machine: &Machine,
    suggest: &mut Suggest,
    scope: Option<NodeIdx>,
    map: &Annotation,
) -> Option<Diagnostic> {
    const NAMED: &[&str] = &["items", "source"];
    let named = map.parameters.iter().position(|(key, _)| NAMED.iter().any(|name| key.eq_ignore_ascii_case(name)));
    let flag = || map.parameters.iter().position(|(_, value)| *value == Value::Bool(true));
    let (text, at) = match (named, &map.value) {
        (Some(at), _) => (map.parameters.get(at)?.1.to_text(), at),
        (None, Some(value)) => (value.to_text(), 0),
        (None, None) => flag().and_then(|at| Some((map.parameters.get(at)?.0.to_string(), at)))?,
    };
    let argument = map.arguments.get(at)?.whole;
    // With blanks in it, as in `C .items`, its parts have no places of their own.
    let start = machine.tree.str(argument).rfind(&text).map(|at| argument.start + at as u32);
    let span = start.map_or(argument, |start| Span { start, end: start + text.len() as u32 });
    if text.trim().is_empty() {
        return None;
    }
    let expr = match expr::parse(&text) {
        Ok(expr) => expr,
        Err(fault) => {
            return Some(
                Diagnostic::warning("map-list", span, fault.message)
                    .hint(format!("`@{}` needs a list, as in `@{}(Context.items)`", map.name, map.name)),
            );
        }
    };
    for name in expr.names() {
        let binding = machine.bind_name(scope, &name.segments);
        let place = start.map_or(span, |start| Span { start: start + name.span.start, end: start + name.span.end });
        if let Some(unknown) = unknown(machine, suggest, scope, name, &binding) {
            return Some(unknown.finding("map-list", place, "the fork fails if the list is missing"));
        }
        if name.text() != text.trim() {
            continue;
        }
        let found = match &binding {
            Binding::Undeclared(context, field, _) if suggest.spend() && !is_written(machine, *context, field) => {
                Some(format!("`{}` has no field `{field}`, and nothing writes it", machine.context_id(*context)))
            }
            Binding::Context(context) => Some(format!("`{}` is a context, not a list", machine.context_id(*context))),
            Binding::Node(node) => Some(format!("`{}` is a node, not a list", machine.nodes[*node].name)),
            Binding::Field(field, walk) if walk.is_empty() => {
                let field = &machine.fields[*field];
                let typed = field.kind.is_some().then_some(field.schema.kind).flatten();
                let kind = match (typed, &field.default) {
                    (Some(Kind::Array), _) | (None, None | Some(Value::List(_) | Value::Null)) => None,
                    (Some(kind), _) => Some(noun(kind)),
                    (None, Some(value)) if suggest.spend() && !is_written(machine, field.context, &field.name) => {
                        Some(kind_of(value))
                    }
                    _ => None,
                };
                kind.map(|kind| format!("`{}` is {kind}, not a list", text.trim()))
            }
            _ => None,
        };
        if let Some(message) = found {
            return Some(Diagnostic::warning("map-list", place, message).hint("the fork fails if this is not a list"));
        }
    }
    None
}

/// True if an edge lets a step write the field or asks people for it, if it is set, or a join gathers into it.
pub(super) fn is_written(machine: &Machine, context: ContextIdx, field: &str) -> bool {
    let by_step = machine.edges.iter().filter(|edge| is_write(edge) || is_question(edge)).any(|edge| {
        let ends = [edge.source, edge.target].into_iter().any(|end| machine.context_of(end) == Some(context));
        ends && edge.fields.as_ref().is_none_or(|fields| fields.iter().any(|name| &**name == field))
    });
    let is_field = |place: &Binding| match place {
        Binding::Undeclared(of, name, _) => *of == context && &**name == field,
        Binding::Field(at, _) => machine.fields[*at].context == context && &*machine.fields[*at].name == field,
        _ => false,
    };
    let is_set = machine.assigned().any(|place| place.context == context && &*place.field == field);
    by_step || is_set || machine.control.joins().iter().flat_map(|join| &join.gather).any(|rule| is_field(&rule.into))
}
