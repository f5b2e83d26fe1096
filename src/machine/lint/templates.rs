//! Templates that do not parse or name nothing; prompts that are never sent.

use crate::diagnostic::Diagnostic;
use crate::machine::bind::Binder;
use crate::machine::lint::Facts;
use crate::machine::lint::conditions::unknown;
use crate::machine::model::{Class, NodeIdx};
use crate::machine::suggest::Suggest;
use crate::machine::templates::{self, Place};

/// Checks the templates of all nodes.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let binder = machine.binder();
    for (at, node) in machine.nodes.entries() {
        for place in templates::of_node(&machine.tree, &machine.templates, node, &facts.extras[at].sources) {
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
            }
        }
    }
}
