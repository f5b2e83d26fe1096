//! Edits of the machine while it runs: proposed by an agent or the host, applied or rejected by the host.

mod line_diff;
mod migrate;

use std::sync::Arc;

use crate::diagnostic::Severity;
use crate::json::{ToJson, Writer};
use crate::machine::Machine;
use crate::refusal::{Code, Refusal};
use crate::run::edit::line_diff::lines;
use crate::run::event::Kind;
use crate::run::state::{Edit, PathId, Run};
use crate::run::step::draft::{Applied, Counts, Draft};
use crate::run::step::refusals::stands_still;
use crate::value::Value;

/// A proposal as the host sees it: with what it changes, line by line.
pub struct Proposal<'a> {
    /// The proposal.
    pub edit: &'a Edit,
    /// The source it changes.
    pub source: &'a str,
}

impl ToJson for Proposal<'_> {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("id", &edit_id(self.edit.number));
            object.field("path", &self.edit.path);
            object.field("reason", &self.edit.reason);
            object.field("source", &self.edit.source);
            object.with("diff", |out| {
                out.each(lines(self.source, &self.edit.source), |out, (op, text)| {
                    out.object(|object| {
                        object.field("op", &op);
                        object.field("text", &text);
                    });
                });
            });
        });
    }
}

/// The proposals that wait for approval.
pub fn proposals(run: &Run) -> impl Iterator<Item = Proposal<'_>> {
    run.edits.iter().map(|edit| Proposal { edit, source: run.machine.source() })
}

/// `edit-1`, `edit-2`, …
pub fn edit_id(number: u32) -> String {
    format!("edit-{number}")
}

/// Proposes another source for the machine.
pub(in crate::run) fn propose(run: &Run, source: &str) -> Result<Applied, Refusal> {
    check(run, source)?;
    let mut draft = Draft::new(run, Counts::Action);
    draft.propose(None, "proposed by the host".into(), source.into());
    Ok(draft.finish(None))
}

/// Drops a proposal.
pub(in crate::run) fn reject(run: &Run, id: &str) -> Result<Applied, Refusal> {
    let edit = find(run, id)?.clone();
    let mut draft = Draft::new(run, Counts::Action);
    draft.drop_edit(edit.number);
    draft.emit(Kind::EditRejected { edit: edit_id(edit.number).into() });
    Ok(draft.finish(None))
}

/// Applies a proposal: the run continues with the new machine.
pub(in crate::run) fn apply(run: &Run, id: &str) -> Result<Applied, Refusal> {
    let edit = find(run, id)?.clone();
    let machine = check(run, &edit.source)?;
    let mut draft = Draft::new(run, Counts::Action);
    draft.drop_edit(edit.number);
    draft.move_to(machine);
    let (rev, machine_hash) = (draft.run.rev, draft.run.machine.hash().clone());
    draft.emit(Kind::MachineEdited { edit: edit_id(edit.number).into(), rev, machine_hash });
    draft.fill_new_fields(&run.machine);
    draft.ask_again();
    Ok(draft.finish(None))
}

fn find<'a>(run: &'a Run, id: &str) -> Result<&'a Edit, Refusal> {
    let found = run.edits.iter().find(|edit| edit_id(edit.number) == id);
    found.ok_or_else(|| Refusal::new(Code::UnknownEdit, format!("no pending proposal `{id}`")))
}

/// The machine of a new source, if it may replace the current machine.
pub(in crate::run) fn check(run: &Run, source: &str) -> Result<Arc<Machine>, Refusal> {
    if run.paths.is_empty() {
        return Err(stands_still(run));
    }
    let machine = run.machine.with_source(source);
    let mut reasons: Vec<String> = Vec::new();
    for found in machine.diagnostics.iter().filter(|found| found.severity == Severity::Error) {
        reasons.push(format!("line {}: {}", machine.tree.lines.line(found.span.start) + 1, found.message));
    }
    // Ended paths keep what they have, so only live ones are checked.
    for path in run.live() {
        let id = run.node_of(path);
        let why = match machine.find(id) {
            None => "the node is removed",
            Some(node) if !machine.nodes[node].class.is_executable() => "the node can no longer run",
            Some(node) if machine.control.is_module(node) => "the node now contains other nodes",
            Some(_) => continue,
        };
        reasons.push(format!("path {} is at `{id}`, but {why}", path.id));
    }
    if reasons.is_empty() {
        return Ok(machine);
    }
    let message = format!("the edit was rejected: {}", reasons.join("; "));
    let reasons = reasons.into_iter().map(Value::from).collect();
    Err(Refusal::new(Code::EditRefused, message).with([("reasons", reasons)]))
}

impl Draft {
    /// Stores a proposal, emits its event and returns its id.
    pub fn propose(&mut self, path: Option<PathId>, reason: Arc<str>, source: Arc<str>) -> String {
        self.run.edit_seq += 1;
        let number = self.run.edit_seq;
        let id = edit_id(number);
        self.emit(Kind::EditProposed { edit: id.as_str().into(), path: path.clone(), reason: reason.clone() });
        Arc::make_mut(&mut self.run.edits).push(Edit { number, path, reason, source });
        id
    }

    fn drop_edit(&mut self, number: u32) {
        Arc::make_mut(&mut self.run.edits).retain(|edit| edit.number != number);
    }
}
