//! The contexts of a machine as plain data: what a form, a validator or a database needs to know.

use crate::json::{Object, ToJson, Writer};
use crate::machine::Machine;
use crate::machine::model::ContextIdx;
use crate::refusal::Code;
use crate::run::Refusal;
use crate::schema::sql::{Dml, Options};
use crate::schema::{Amount, Report, Scope, messages, refusal_details};
use crate::text::{Span, nearest};
use crate::value::Value;

/// The contexts with their fields, in source order.
pub struct Contexts<'a>(pub &'a Machine);

impl ToJson for Contexts<'_> {
    fn write(&self, out: &mut Writer) {
        let machine = self.0;
        out.each(machine.contexts.entries(), |out, (at, context)| {
            let node = &machine.nodes[context.node];
            out.object(|object| {
                object.field("id", machine.context_id(at));
                object.field("name", &node.name);
                object.field("role", &context.role.word());
                object.field("open", &context.open);
                object.field("shared", &context.shared);
                object.with("fields", |out| {
                    out.each(context.fields.iter().zip(context.schema.fields()), |out, (id, declared)| {
                        let field = &machine.fields[*id];
                        out.object(|object| {
                            object.field("name", &field.name);
                            object.field("schema", &*field.schema);
                            object.field("required", &field.required);
                            object.field("hint", &declared.hint().map(|kind| kind.word()));
                            object.field("artifact", &field.artifact.is_some());
                            write_span(machine, object, Some(field.span));
                        });
                    });
                });
                write_span(machine, object, node.span);
            });
        });
    }
}

fn write_span(machine: &Machine, object: &mut Object, span: Option<Span>) {
    let Some(span) = span else { return object.field("span", &None::<bool>) };
    let tree = &machine.tree;
    object.object("span", |object| {
        object.field("from", &tree.lines.utf16(&tree.text, span.start));
        object.field("to", &tree.lines.utf16(&tree.text, span.end));
    });
}

/// The context with this id.
pub fn find(machine: &Machine, id: &str) -> Option<ContextIdx> {
    machine.find(id).and_then(|node| machine.context_of(node))
}

/// What is wrong with a value of a context, which is first completed like the value of a write.
pub fn validate(machine: &Machine, context: ContextIdx, value: &Value, scope: Scope, amount: Amount) -> Report {
    let schema = &machine.contexts[context].schema;
    match value {
        Value::Map(fields) => schema.validate(&Value::from(schema.complete_fields(fields)), scope, amount),
        other => schema.validate(other, scope, amount),
    }
}

/// The statements for one value of a context, in the plain layout.
pub fn dml(machine: &Machine, id: &str, value: &Value, options: &Options) -> Result<Dml, Refusal> {
    let Some(context) = find(machine, id) else {
        let near = nearest(id, machine.contexts.ids().map(|context| &**machine.context_id(context)));
        let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(Refusal::new(Code::UnknownContext, format!("unknown context `{id}`{hint}")));
    };
    machine.tables().dml(context.0 as usize, value, options).map_err(|report| {
        let details = refusal_details(machine.context_id(context), &report.violations);
        let message = format!("the value does not fit `{id}`: {}", messages(&report.violations));
        Refusal::new(Code::InvalidValue, message).with(details)
    })
}
