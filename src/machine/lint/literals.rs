//! Conditions whose answer is known: of fields that nothing writes, and of values that their types do not have. And
//! values of a type that no edge of a step is for.

use std::cell::LazyCell;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::expr::{Environment, NameUse, Operand, Purpose, truthy};
use crate::machine::Machine;
use crate::machine::lint::Facts;
use crate::machine::model::{Binding, Bound, Condition, ConditionKind, Field, FieldId, NodeIdx, Role};
use crate::machine::quoted::Quoted;
use crate::machine::suggest::Suggest;
use crate::machine::written::Written;
use crate::schema::{Amount, Scope};
use crate::text::Span;
use crate::value::Value;

/// Members of a type that a message names.
const NAMED: usize = 3;

/// Checks the conditions of all edges, and the exits of all steps.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let written = LazyCell::new(|| Written::of(machine));
    for segment in facts.segments {
        let (Some(text), Some(first)) = (&segment.condition, segment.ids().next()) else { continue };
        let Some(condition) = &machine.edges[first].condition else { continue };
        let Ok(bound) = &condition.expr else { continue };
        let quoted = Quoted::inside(&machine.tree, text.span, &text.text);
        findings.extend(constant(machine, &written, bound, text.span));
        outside(machine, suggest, bound, &quoted, findings);
    }
    for node in machine.nodes.ids().filter(|node| machine.nodes[*node].class.is_executable()) {
        findings.extend(uncovered(machine, node));
    }
}

/// A field that has no value and never gets one.
fn constant(
    machine: &Machine,
    written: &LazyCell<Written, impl FnOnce() -> Written>,
    bound: &Bound,
    span: Span,
) -> Option<Diagnostic> {
    let never_set = |binding: &Binding| {
        let Binding::Field(field, _) = binding else { return None };
        let field = &machine.fields[*field];
        let context = &machine.contexts[field.context];
        let is_fixed = field.default.is_none() && context.role != Role::Input && !context.shared;
        (is_fixed && !written.takes(field.context, &field.name)).then_some(field)
    };
    let field = bound.names.iter().find_map(never_set)?;
    let name = full_name(machine, field);
    let message = format!("nothing writes `{name}`, so it is always unset here");
    let hint = "let a node write it, or give it a value";
    Some(Diagnostic::warning("condition-constant", span, message).hint(hint))
}

/// Constants that a field with the literals of a type is compared with, and that are none of these.
fn outside(machine: &Machine, suggest: &mut Suggest, bound: &Bound, quoted: &Quoted, findings: &mut Vec<Diagnostic>) {
    for read in bound.expr.reads_of_test() {
        let Purpose::Compared(literals) = &read.purpose else { continue };
        let Some(field) = literal_field(machine, bound.names.get(read.name)) else { continue };
        let field = &machine.fields[field];
        let Some(members) = &field.schema.members else { continue };
        let is_outside = |value: &&Value| {
            **value != Value::Null && !field.schema.validate(value, Scope::Whole, Amount::First).violations.is_empty()
        };
        for literal in literals.iter().filter(is_outside) {
            let span = bound.expr.names().get(read.name).map(|name| quoted.at(name.span)).unwrap_or_default();
            let name = full_name(machine, field);
            let message = format!("`{name}` is never {}: its type has {}", literal.to_json(), listed(members.iter()));
            let finding = Diagnostic::warning("literal-outside-type", span, message);
            let texts = members.iter().filter_map(Value::as_str);
            let near = literal.as_str().and_then(|text| suggest.among(text, texts));
            findings.push(match near {
                Some(near) => finding.hint(format!("did you mean `{near}`?")),
                None => finding.hint("use a value of the type, or add this one to it"),
            });
        }
    }
}

/// Literals of the type of a field that no exit of a step is for, where all its exits ask for that field alone.
fn uncovered(machine: &Machine, node: NodeIdx) -> Option<Diagnostic> {
    let exits = machine.control.own(node);
    let conditions: Option<Vec<(&Condition, &Arc<Bound>)>> = exits
        .iter()
        .map(|exit| {
            let condition = machine.edges[exit.edge].condition.as_ref()?;
            Some((condition, condition.expr.as_ref().ok()?))
        })
        .collect();
    let conditions = conditions.filter(|all| !all.is_empty())?;
    let first = conditions.first().and_then(|(_, bound)| literal_field(machine, bound.names.first()))?;
    let asks_alone = |bound: &Bound| bound.names.iter().all(|name| *name == Binding::Field(first, Vec::new()));
    if !conditions.iter().all(|(_, bound)| asks_alone(bound)) {
        return None;
    }
    let field = &machine.fields[first];
    let is_covered = |member: &&Value| conditions.iter().any(|(condition, bound)| is_true(condition, bound, member));
    let left: Vec<&Value> = field.schema.members.iter().flatten().filter(|member| !is_covered(member)).collect();
    if left.is_empty() {
        return None;
    }
    let of = &machine.nodes[node];
    let (name, left) = (full_name(machine, field), listed(left.into_iter()));
    let message = format!("no edge of `{}` is for `{name}` = {left}", of.name);
    let finding = Diagnostic::info("uncovered-literal", of.name_span.or(of.span)?, message);
    Some(finding.hint("add an edge for it, or one without a condition"))
}

/// The field that a name is, if it is a whole one whose type is made of literals.
fn literal_field(machine: &Machine, binding: Option<&Binding>) -> Option<FieldId> {
    let Binding::Field(field, walk) = binding? else { return None };
    (walk.is_empty() && machine.fields[*field].schema.members.is_some()).then_some(*field)
}

/// True if an edge is taken when the only field that its condition reads has a value.
fn is_true(condition: &Condition, bound: &Bound, value: &Value) -> bool {
    struct Only<'a>(&'a Value);
    impl Environment for Only<'_> {
        fn name(&self, _: usize, _: &NameUse) -> Result<Operand, String> {
            Ok(Operand::Value(self.0.clone()))
        }
    }
    let wanted = condition.kind == ConditionKind::When;
    bound.expr.evaluate(&Only(value)).is_ok_and(|result| truthy(&result) == wanted)
}

fn full_name(machine: &Machine, field: &Field) -> String {
    format!("{}.{}", machine.context_id(field.context), field.name)
}

fn listed<'a>(values: impl Iterator<Item = &'a Value>) -> String {
    let all: Vec<String> = values.map(Value::to_json).collect();
    let more = all.len().saturating_sub(NAMED);
    let shown: Vec<&str> = all.iter().take(NAMED).map(String::as_str).collect();
    match more {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
