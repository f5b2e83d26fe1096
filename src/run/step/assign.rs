//! Values without an agent: what `@set` writes when an edge is crossed or a node is entered, and what `@from` writes when
//! a path completes.

use std::sync::Arc;

use crate::context::{reference, store};
use crate::expr::Operand;
use crate::machine::control::{EdgeClass, Exit};
use crate::machine::model::{Assignment, ContextIdx, NodeIdx, Role};
use crate::machine::writes::{self, Author};
use crate::run::event::{JoinFault, Source};
use crate::run::state::{FailureKind, FromError, Path, ReceivedEvent, Run};
use crate::run::step::contributor::Fault;
use crate::run::step::draft::{Draft, PathMover};
use crate::run::step::failure::Failing;
use crate::run::step::gather::Write;
use crate::run::step::names::evaluate_with;
use crate::schema::{Violation, messages, refusal_details};
use crate::value::{Map, Value};

/// Why a `@set` cannot be carried out.
pub(in crate::run) struct SetFault {
    pub code: &'static str,
    pub message: String,
    pub errors: Vec<Violation>,
    context: Option<Arc<str>>,
}

impl SetFault {
    fn error(assignment: &Assignment, why: &str) -> Self {
        let message = format!("`@set` of `{}`: {why}", assignment.target);
        SetFault { code: "set-error", message, errors: Vec::new(), context: None }
    }

    fn invalid(context: &Arc<str>, errors: Vec<Violation>) -> Self {
        let message = format!("`@set` of `{context}`: {}", messages(&errors));
        SetFault { code: "set-invalid", message, errors, context: Some(context.clone()) }
    }

    /// What was not valid, and where.
    pub fn data(&self) -> Option<Value> {
        let context = self.context.as_ref()?;
        Some(refusal_details(context, &self.errors).into_iter().collect())
    }

    fn failing(self, exit: Option<Exit>) -> Failing {
        let data = self.data();
        let edge = exit.map(|exit| exit.edge);
        Failing { edge, retryable: false, data, ..Failing::new(FailureKind::Set, self.code, self.message) }
    }
}

/// What assignments write on a path: one write per context, in the order in which the contexts are named first.
///
/// All expressions see the values as they are before any of them is written.
pub(in crate::run) fn assigned(
    run: &Run,
    path: &Path,
    assignments: &[Arc<Assignment>],
    event: Option<&ReceivedEvent>,
) -> Result<Vec<Write>, SetFault> {
    let mut changed: Vec<(ContextIdx, Map)> = Vec::new();
    for assignment in assignments {
        let place = assignment.place.as_ref().map_err(|why| SetFault::error(assignment, why))?;
        let bound = assignment.value.expr.as_ref().map_err(|fault| SetFault::error(assignment, &fault.message))?;
        let value = match evaluate_with(run, path, bound, event) {
            Ok(Operand::Value(value)) => value,
            Ok(Operand::Unset) => return Err(SetFault::error(assignment, "the value is unset")),
            Err(why) => return Err(SetFault::error(assignment, &why)),
        };
        let at = match changed.iter().position(|(context, _)| *context == place.context) {
            Some(at) => at,
            None => {
                changed.push((place.context, Map::new()));
                changed.len() - 1
            }
        };
        let Some((context, fields)) = changed.get_mut(at) else { continue };
        let before = fields.get(&place.field).cloned().or_else(|| {
            let field = store::find(&run.machine, &run.added, *context, &place.field)?;
            run.map_of(path, *context).get(&field).map(|stored| (*stored.value).clone())
        });
        let after = reference::set(before.as_ref(), &place.walk, value)
            .map_err(|refusal| SetFault::error(assignment, &refusal.message))?;
        fields.insert(place.field.clone(), after);
    }
    let mut writes = Vec::new();
    for (context, fields) in changed {
        let written = writes::check_write(&run.machine, context, &fields, Author::Host)
            .map_err(|errors| SetFault::invalid(run.machine.context_id(context), errors))?;
        writes.push((context, written));
    }
    Ok(writes)
}

/// What the `@set` of an edge behind a join writes on a path after the values that the join gathers.
pub(in crate::run) fn assigned_after(
    run: &Run,
    path: &Path,
    gathered: &[Write],
    exit: Exit,
    event: Option<&ReceivedEvent>,
) -> Result<Vec<Write>, Fault> {
    let mut preview = Draft::started(run.clone());
    let mut path = path.clone();
    for (context, written) in gathered {
        preview.write(&mut path, *context, written, Source::Gather);
    }
    let writes = assigned(&preview.run, &path, &run.machine.edges[exit.edge].assignments, event);
    writes.map_err(|fault| Fault { errors: fault.errors, ..Fault::new(JoinFault::Set, fault.message) })
}

impl Draft {
    /// Carries out checked writes of a `@set`.
    pub fn assign(&mut self, path: &mut Path, writes: &[Write]) {
        for (context, written) in writes {
            self.write(path, *context, written, Source::Set);
        }
        if !writes.is_empty() {
            path.disturb();
        }
    }
}

impl PathMover<'_> {
    /// What the `@set` of an edge writes on this path.
    pub fn assigned_on(&self, exit: Exit, event: Option<&ReceivedEvent>) -> Result<Vec<Write>, SetFault> {
        let machine = &self.draft.run.machine;
        assigned(&self.draft.run, &self.path, &machine.edges[exit.edge].assignments, event)
    }

    /// Fails the path because the `@set` of an edge cannot be carried out. A catch edge that fails is not caught.
    pub fn fail_to_cross(&mut self, exit: Exit, fault: SetFault) {
        let failing = fault.failing(Some(exit));
        match self.draft.run.machine.control.class(exit.edge) {
            Some(EdgeClass::Catch) => self.fail_uncaught(failing),
            _ => self.fail(failing),
        }
    }

    /// Carries out the `@set` of a node that the path enters. False if the path fails.
    pub fn assign_on_entry(&mut self, entered: NodeIdx) -> bool {
        let machine = self.draft.machine();
        match assigned(&self.draft.run, &self.path, &machine.nodes[entered].assignments, None) {
            Ok(writes) => {
                self.draft.assign(&mut self.path, &writes);
                true
            }
            Err(fault) => {
                self.fail(fault.failing(None));
                false
            }
        }
    }

    /// Writes what `@from` says into the unset fields of outputs. A field whose value cannot be had stays unset.
    pub fn fill_outputs(&mut self) {
        let machine = self.draft.machine();
        let mut writes: Vec<Write> = Vec::new();
        let mut errors: Vec<FromError> = Vec::new();
        for (at, context) in machine.contexts.entries().filter(|(_, context)| context.role == Role::Output) {
            let map = self.draft.run.map_of(&self.path, at);
            let mut filled = Vec::new();
            for id in context.fields.iter().filter(|id| !map.contains_key(*id)) {
                let field = &machine.fields[*id];
                let Some(from) = &field.from else { continue };
                let value = match &from.expr {
                    Ok(bound) => evaluate_with(&self.draft.run, &self.path, bound, None),
                    Err(fault) => Err(fault.message.clone()),
                };
                let checked = value.and_then(|value| match value {
                    Operand::Unset => Err("the value is unset".to_owned()),
                    Operand::Value(value) => writes::check_fields(&machine, at, &Map::unit(field.name.clone(), value))
                        .map_err(|violations| messages(&violations)),
                });
                match checked {
                    Ok(written) => filled.extend(written),
                    Err(message) => errors.push(FromError {
                        context: machine.context_id(at).clone(),
                        field: field.name.clone(),
                        message: message.into(),
                    }),
                }
            }
            if !filled.is_empty() {
                writes.push((at, filled));
            }
        }
        for (context, written) in &writes {
            self.draft.write(&mut self.path, *context, written, Source::Output);
        }
        self.path.from_errors = Arc::new(errors);
    }
}
