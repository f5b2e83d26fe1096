//! What is known before a run: the truth of conditions and the text of templates with the initial values.

use crate::expr::{Environment, NameUse, Operand};
use crate::machine::Machine;
use crate::machine::model::{Binding, Builtin, Condition, ConditionKind, NodeIdx};
use crate::value::Value;

/// What the initial values say about a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It is true.
    True,
    /// It is false.
    False,
    /// It depends on a value that only a run knows.
    Unknown,
    /// It does not parse.
    Fault,
}

/// The text with the placeholders that the initial values resolve; the others stay as written.
pub fn text(machine: &Machine, scope: Option<NodeIdx>, text: &str) -> String {
    let template = machine.templates.get(text);
    let mut out = String::new();
    let mut from = 0;
    for placeholder in template.placeholders() {
        let (start, end) = (placeholder.span.start as usize, placeholder.span.end as usize);
        out.push_str(text.get(from..start).unwrap_or(""));
        let value = placeholder.expr.as_ref().ok().and_then(|expr| {
            let names: Vec<_> = expr.names().iter().map(|name| machine.bind_name(scope, &name.segments)).collect();
            expr.evaluate(&Initial { machine, names: &names }).ok()
        });
        match value {
            Some(Operand::Value(value)) => out.push_str(&value.to_text()),
            _ => out.push_str(text.get(start..end).unwrap_or("")),
        }
        from = end;
    }
    out.push_str(text.get(from..).unwrap_or(""));
    out
}

/// The truth of a condition with the initial values.
pub fn truth(machine: &Machine, condition: &Condition) -> Truth {
    let Ok(bound) = &condition.expr else { return Truth::Fault };
    let wanted = condition.kind == ConditionKind::When;
    match bound.expr.static_truth(&Initial { machine, names: &bound.names }) {
        Some(truth) if truth == wanted => Truth::True,
        Some(_) => Truth::False,
        None => Truth::Unknown,
    }
}

/// The values before the first step. Names whose value only a run can know are errors.
struct Initial<'a> {
    machine: &'a Machine,
    names: &'a [Binding],
}

impl Environment for Initial<'_> {
    fn name(&self, index: usize, _: &NameUse) -> Result<Operand, String> {
        let unknown = || "not known before the run".to_owned();
        let binding = self.names.get(index).ok_or_else(unknown)?;
        let (value, walk) = match binding {
            Binding::Field(field, walk) => (self.machine.fields[*field].default.clone(), walk.as_slice()),
            Binding::Machine(name, walk) => (self.machine.attribute(name).cloned(), walk.as_slice()),
            Binding::Builtin(Builtin::ErrorCount | Builtin::PathErrors, walk) => {
                (Some(Value::Num(0.0)), walk.as_slice())
            }
            Binding::Builtin(Builtin::ActiveState, walk) => (Some(Value::from("")), walk.as_slice()),
            _ => return Err(unknown()),
        };
        let mut at = value.as_ref();
        for step in walk {
            at = at.and_then(|value| value.get(step));
        }
        at.map(|value| Operand::Value(value.clone())).ok_or_else(unknown)
    }
}
