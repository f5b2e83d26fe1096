//! Makes the edits of an op.

use std::sync::Arc;

use crate::machine::Machine;
use crate::refusal::Refusal;
use crate::service::edit::job::Job;
use crate::service::edit::nodes::NewNode;
use crate::service::edit::op::{Edited, Op};
use crate::service::edit::{edges, fields, moves, nodes, remove, rename};
use crate::service::texts::Texts;

/// The edits that an op needs, in all files of the set; `read_only` are paths of files that stay as they are.
///
/// The edited texts are read again: they say what they said before except for what the op is about, or it is refused.
///
/// ```
/// use tracklight::{machine::Machine, service::edit};
/// let machine = Machine::parse("task a \"A\"\n\na -> b\n");
/// let op = edit::Op::SetTitle { node: "b".into(), title: Some("The end".into()) };
/// let edited = edit::edit(&machine, &op, &[]).unwrap();
/// assert_eq!(edited.edits[0].insert, "\nb \"The end\"");
/// ```
pub fn edit(machine: &Arc<Machine>, op: &Op, read_only: &[String]) -> Result<Edited, Refusal> {
    let job = Job { texts: Texts::of(machine), machine: Arc::clone(machine), read_only: read_only.to_vec() };
    let planned = match op {
        Op::AddNode { kind, name, title, inside, after } => {
            let new = NewNode {
                kind: kind.as_deref(),
                name: name.as_deref(),
                title: title.as_deref(),
                inside: inside.as_deref(),
                after: after.as_deref(),
            };
            nodes::add(&job, &new)
        }
        Op::Connect(new) => edges::connect(&job, new),
        Op::SetTitle { node, title } => nodes::set_title(&job, node, title.as_deref()),
        Op::SetKind { node, kind } => nodes::set_kind(&job, node, kind.as_deref()),
        Op::SetAttribute { node, key, value } => nodes::set_attribute(&job, node, key, value.as_ref()),
        Op::SetLabel { edge, label } => edges::set_label(&job, edge, label.as_deref()),
        Op::SetCondition { edge, expr } => edges::set_condition(&job, edge, expr.as_deref()),
        Op::Retarget { edge, from, to } => edges::retarget(&job, edge, from.as_deref(), to.as_deref()),
        Op::AddField { context, name, kind, value } => {
            fields::add(&job, context, name, kind.as_deref(), value.as_ref())
        }
        Op::SetField { context, name, kind, value } => fields::set(&job, context, name, kind, value),
        Op::RenameField { context, name, to } => rename::field(&job, context, name, to),
        Op::RemoveField { context, name } => fields::remove(&job, context, name),
        Op::Rename { node, name } => rename::node(&job, node, name),
        Op::MoveInto { nodes, module } => moves::move_into(&job, nodes, module.as_deref()),
        Op::Group { nodes, name } => moves::group(&job, nodes, name),
        Op::Ungroup { node } => moves::ungroup(&job, node),
        Op::Remove { nodes, edges } => remove::remove(&job, nodes, edges),
    }?;
    job.finish(planned)
}
