//! What is written without an agent: `@set` on edges and nodes, `@from` on the fields of outputs.

use crate::diagnostic::Diagnostic;
use crate::expr::{Environment, Expr, Fault, NameUse, Operand};
use crate::machine::Machine;
use crate::machine::assignments::{FROM, SET};
use crate::machine::lint::Facts;
use crate::machine::lint::conditions::unknown;
use crate::machine::model::{
    Annotation, Assignment, Attribute, Bound, Class, Field, Formula, Node, NodeIdx, Place, Role,
};
use crate::machine::quoted::Quoted;
use crate::machine::suggest::Suggest;
use crate::schema::{Amount, Scope};
use crate::text::Span;
use crate::value::Value;

/// Checks all of them.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    no_effect(&machine.annotations, SET, "the machine", "write it on an edge or a node", findings);
    for segment in facts.segments {
        let Some(edge) = segment.ids().map(|at| &machine.edges[at]).next() else { continue };
        check_form(&segment.content.annotations, findings);
        no_effect(&segment.content.annotations, FROM, "an edge", FIELD_OF_OUTPUT, findings);
        if edge.kind.is_transition() {
            check_all(machine, suggest, edge.scope, &edge.assignments, findings);
        } else {
            let annotations = &segment.content.annotations;
            no_effect(annotations, SET, "an edge that no path crosses", "write it on a transition", findings);
        }
    }
    for (at, node) in machine.nodes.entries() {
        if node.class.is_executable() {
            check_form(&node.annotations, findings);
            check_all(machine, suggest, Some(at), &node.assignments, findings);
        } else {
            no_effect(&node.annotations, SET, "a node that no path enters", "write it on an edge or a step", findings);
        }
        check_misread_fields(machine, node, findings);
        for attribute in &node.attributes {
            no_effect(&attribute.annotations, SET, "a field", "write it on an edge or a step", findings);
            check_from(machine, suggest, at, attribute, findings);
        }
    }
    for attribute in &machine.attributes {
        no_effect(&attribute.annotations, FROM, "an attribute of the machine", FIELD_OF_OUTPUT, findings);
    }
}

const FIELD_OF_OUTPUT: &str = "write it on a typed field of an output";

fn named<'a>(annotations: &'a [Annotation], name: &'static str) -> impl Iterator<Item = &'a Annotation> {
    annotations.iter().filter(move |annotation| annotation.is(&[name]) && !annotation.is_off())
}

/// Reports annotations that stand where they have no meaning.
fn no_effect(annotations: &[Annotation], name: &'static str, place: &str, hint: &str, findings: &mut Vec<Diagnostic>) {
    for annotation in named(annotations, name) {
        let message = format!("`@{}` has no effect on {place}", annotation.name);
        findings.push(Diagnostic::warning("annotation-no-effect", annotation.span, message).hint(hint).fix(
            "remove it",
            annotation.span,
            "",
        ));
    }
}

/// Reports what is no list of entries.
fn check_form(annotations: &[Annotation], findings: &mut Vec<Diagnostic>) {
    for annotation in named(annotations, SET) {
        let loose = annotation.arguments.len() != annotation.entries.len();
        if annotation.entries.is_empty() || loose {
            let entries: Vec<Span> = annotation.entries.iter().map(|entry| entry.target_span).collect();
            let wrong = annotation.arguments.iter().find(|argument| !entries.contains(&argument.key));
            let span = wrong.map_or(annotation.span, |argument| argument.whole);
            let message = format!("`@{}` takes a field and an expression", annotation.name);
            findings.push(
                Diagnostic::error("annotation-argument", span, message)
                    .hint("write `@set(Ctx.field: expression; Ctx.other: expression)`"),
            );
        }
    }
}

fn check_all(
    machine: &Machine,
    suggest: &mut Suggest,
    scope: Option<NodeIdx>,
    assignments: &[std::sync::Arc<Assignment>],
    findings: &mut Vec<Diagnostic>,
) {
    for assignment in assignments {
        match &assignment.place {
            Err(message) => findings.push(unknown_reference(machine, suggest, scope, assignment, message)),
            Ok(place) if machine.contexts[place.context].role == Role::Input => {
                let message = format!("`{}` is an input: read-only during the run", machine.context_id(place.context));
                findings.push(
                    Diagnostic::warning("write-to-input", assignment.span, message).hint("write to another context"),
                );
            }
            Ok(place) => findings.extend(wrong_type(machine, assignment, place)),
        }
        check_formula(machine, suggest, scope, &assignment.value, "the entry fails, and nothing is written", findings);
    }
}

fn unknown_reference(
    machine: &Machine,
    suggest: &mut Suggest,
    scope: Option<NodeIdx>,
    assignment: &Assignment,
    message: &str,
) -> Diagnostic {
    let finding = Diagnostic::error("unknown-reference", assignment.span, message);
    let words: Vec<&str> = assignment.target.split('.').collect();
    let found = machine.scopes.prefix(&machine.nodes, scope, &words);
    let owner = found.as_ref().and_then(|found| Some((machine.context_of(found.node)?, found.used)));
    let near = match owner {
        Some((context, used)) => {
            let fields = machine.contexts[context].fields.iter().map(|field| &*machine.fields[*field].name);
            let near = words.get(used).and_then(|word| suggest.among(word, fields));
            near.map(|near| (used, near))
        }
        None => {
            let names = machine.contexts.iter().map(|context| &*machine.nodes[context.node].name);
            words.first().and_then(|word| suggest.among(word, names)).map(|near| (0, near))
        }
    };
    let mended = near.map(|(at, near)| {
        let mut words = words.clone();
        if let Some(word) = words.get_mut(at) {
            *word = near;
        }
        words.join(".")
    });
    match mended {
        Some(text) => {
            finding.hint(format!("did you mean `{text}`?")).fix(format!("use `{text}`"), assignment.span, text)
        }
        None => finding.hint("name a field of a context, as in `Ctx.field`"),
    }
}

/// The finding for a constant that the field does not take.
fn wrong_type(machine: &Machine, assignment: &Assignment, place: &Place) -> Option<Diagnostic> {
    let bound = assignment.value.expr.as_ref().ok()?;
    let field = machine.field(place.context, &place.field).filter(|_| place.walk.is_empty())?;
    let field = &machine.fields[field];
    let value = constant(&bound.expr)?;
    let report = field.schema.validate(&value, Scope::Whole, Amount::First);
    let violation = report.violations.first()?;
    let message = format!("`{}` does not take {}: {}", assignment.target, value.to_json(), violation.message);
    Some(Diagnostic::error("value-type", assignment.value.span, message).hint(kind_hint(field)))
}

fn kind_hint(field: &Field) -> String {
    match &field.kind {
        Some(kind) => format!("its type is `{kind}`"),
        None => "its initial value and constraints say what it takes".to_owned(),
    }
}

/// The value of an expression without names.
fn constant(expr: &Expr) -> Option<Value> {
    struct Nothing;
    impl Environment for Nothing {
        fn name(&self, _: usize, name: &NameUse) -> Result<Operand, String> {
            Err(format!("unknown name `{}`", name.text()))
        }
    }
    match expr.names().is_empty().then(|| expr.evaluate(&Nothing))? {
        Ok(Operand::Value(value)) => Some(value),
        _ => None,
    }
}

/// Reports a text that is no expression, and names in it that mean nothing.
pub(super) fn check_formula(
    machine: &Machine,
    suggest: &mut Suggest,
    scope: Option<NodeIdx>,
    formula: &Formula,
    otherwise: &str,
    findings: &mut Vec<Diagnostic>,
) {
    let quoted = Quoted::string(&machine.tree, formula.span, &formula.text);
    match &formula.expr {
        Ok(bound) => check_names(machine, suggest, scope, bound, &quoted, otherwise, findings),
        Err(Fault { message, span }) => {
            let place = Some(quoted.at(*span)).filter(|span| !span.is_empty()).unwrap_or(formula.span);
            findings.push(Diagnostic::error("condition-syntax", place, &**message).hint("write an expression"));
        }
    }
}

fn check_names(
    machine: &Machine,
    suggest: &mut Suggest,
    scope: Option<NodeIdx>,
    bound: &Bound,
    quoted: &Quoted,
    otherwise: &str,
    findings: &mut Vec<Diagnostic>,
) {
    for (name, binding) in bound.expr.names().iter().zip(&bound.names) {
        if let Some(unknown) = unknown(machine, suggest, scope, name, binding) {
            findings.push(unknown.finding("condition-name", quoted.at(name.span), otherwise));
        }
    }
}

/// `@from` of an attribute of a node.
fn check_from(
    machine: &Machine,
    suggest: &mut Suggest,
    at: NodeIdx,
    attribute: &Attribute,
    findings: &mut Vec<Diagnostic>,
) {
    let Some(annotation) = named(&attribute.annotations, FROM).next() else { return };
    let context = machine.context_of(at).filter(|context| machine.contexts[*context].role == Role::Output);
    let field = context.and_then(|context| machine.field(context, &attribute.name)).map(|at| &machine.fields[at]);
    let Some(field) = field else {
        no_effect(&attribute.annotations, FROM, "this field", FIELD_OF_OUTPUT, findings);
        return;
    };
    if field.default.is_some() || attribute.value.is_some() {
        let place = "a field with an initial value";
        no_effect(&attribute.annotations, FROM, place, "remove the value, or the annotation", findings);
        return;
    }
    match &field.from {
        Some(formula) => {
            check_formula(machine, suggest, Some(at), formula, "the field stays unset", findings);
            let is_text = machine.tree.str(formula.span).starts_with(['"', '\'']);
            if let Some(finding) = findings.last_mut().filter(|_| is_text && formula.expr.is_err()) {
                let kind = field.kind.as_ref().map(|kind| format!("<{kind}>")).unwrap_or_default();
                let value = format!("`{}{kind}: \"…\"`", field.name);
                finding.hint = Some(format!("write an expression; a fixed text is a value, as in {value}"));
            }
        }
        None => {
            let message = format!("`@{}` takes one expression", annotation.name);
            findings.push(
                Diagnostic::error("annotation-argument", annotation.span, message).hint("write `@from(Ctx.field)`"),
            );
        }
    }
}

/// A name in an output with `@from` and without a type is a node, and no field.
fn check_misread_fields(machine: &Machine, node: &Node, findings: &mut Vec<Diagnostic>) {
    let in_context = node.parent.is_some_and(|parent| machine.nodes[parent].class == Class::Context);
    for annotation in named(&node.annotations, FROM) {
        let place = node.name_span.filter(|_| in_context && node.kind.is_none());
        let Some(name) = place else {
            no_effect(std::slice::from_ref(annotation), FROM, "a node", FIELD_OF_OUTPUT, findings);
            continue;
        };
        let message = format!("`{}` has no type, so it is a node and no field", node.name);
        findings.push(
            Diagnostic::warning("annotation-no-effect", annotation.span, message).hint("give it a type").fix(
                format!("write `{}<any>`", node.name),
                Span::at(name.end),
                "<any>",
            ),
        );
    }
}
