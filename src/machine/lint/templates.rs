//! Templates that do not parse, name nothing, or name what the agent cannot read; prompts that are never sent.

use crate::diagnostic::Diagnostic;
use crate::machine::bind::Binder;
use crate::machine::lint::conditions::unknown;
use crate::machine::lint::{Facts, add_edge};
use crate::machine::model::{Binding, Class, ContextIdx, NodeIdx};
use crate::machine::suggest::Suggest;
use crate::machine::templates::{self, Place};
use crate::text::Span;

/// Checks the templates of all nodes.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let context_of = |node| machine.context_of(node);
    let binder = Binder {
        nodes: &machine.nodes,
        scopes: &machine.scopes,
        contexts: &machine.contexts,
        attributes: &machine.attributes,
        context_of: &context_of,
    };
    for (at, node) in machine.nodes.entries() {
        for place in templates::of_node(machine, node, &facts.extras[at].sources) {
            check_place(facts, &binder, suggest, at, &place, findings);
        }
        let unsent = matches!(node.class, Class::State | Class::End | Class::Context);
        if let Some(prompt) = node.attribute("prompt").filter(|_| unsent) {
            let message = format!("the prompt of `{}` is never used", node.name);
            let finding = Diagnostic::warning("prompt-unused", prompt.key_span, message).hint("make it a task");
            findings.push(match node.kind_span.filter(|_| node.class != Class::Context) {
                Some(kind) => finding.fix("make it a task", kind, "task"),
                None => finding,
            });
        }
    }
}

fn check_place(
    facts: &Facts,
    binder: &Binder,
    suggest: &mut Suggest,
    at: NodeIdx,
    place: &Place,
    findings: &mut Vec<Diagnostic>,
) {
    for placeholder in place.template.placeholders() {
        let expr = match &placeholder.expr {
            Ok(expr) => expr,
            Err(fault) => {
                findings.push(
                    Diagnostic::warning("template-syntax", place.quoted.at(placeholder.span), &*fault.message)
                        .hint("shown as written"),
                );
                continue;
            }
        };
        for name in expr.names() {
            let span = place.quoted.within(placeholder.inner, name.span);
            let binding = binder.name(Some(at), &name.segments).binding;
            if let Some(unknown) = unknown(facts.machine, suggest, Some(at), name, &binding) {
                findings.push(unknown.finding("template-name", span, "it is shown as written"));
            } else if place.attribute.as_deref() == Some("prompt") {
                findings.extend(not_given(facts, at, span, &binding));
            }
        }
    }
}

/// The finding for a context that a prompt names and its agent may not read.
fn not_given(facts: &Facts, at: NodeIdx, span: Span, binding: &Binding) -> Option<Diagnostic> {
    let machine = facts.machine;
    let context: ContextIdx = match binding {
        Binding::Field(field, _) => machine.fields[*field].context,
        Binding::Undeclared(context, ..) | Binding::Context(context) => *context,
        _ => return None,
    };
    let given = machine.control.right(at, context).is_some();
    if given || !machine.nodes[at].class.is_executable() {
        return None;
    }
    let (node, name) = (&machine.nodes[at].id, machine.context_id(context));
    let finding =
        Diagnostic::warning("prompt-without-access", span, format!("the agent of `{node}` cannot read `{name}`"))
            .hint("the prompt already contains the value; add the edge only if the agent should read more");
    Some(add_edge(machine, finding, &format!("{node} -reads-> {name}")))
}
