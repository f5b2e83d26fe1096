//! Replacing the source of a timeline's machine. Comments and layout may change, meaning may not.

use std::sync::Arc;

use crate::machine::Machine;
use crate::refusal::{Code, Refusal};
use crate::run::action::Action;
use crate::run::agent::call::AgentReply;
use crate::run::agent::meta::reads_text;
use crate::run::state::Run;
use crate::run::timeline::Timeline;

impl Timeline {
    /// Replaces the machine that the run began with by one of another source, in every entry that uses it.
    /// Entries after an edit of the machine keep their own.
    ///
    /// Refused with `hash-mismatch` if the machines differ in meaning, or if an agent has read the source: replaying
    /// the same actions would show it another one.
    pub fn set_machine(&mut self, machine: Arc<Machine>) -> Result<(), Refusal> {
        if let Some(other) = [&self.machine, &self.run.machine].into_iter().find(|other| other.hash() != machine.hash())
        {
            let message = format!("the source is machine {}, but the run uses {}", machine.hash(), other.hash());
            return Err(Refusal::new(Code::HashMismatch, message));
        }
        if machine.source() != self.machine.source() && self.was_read() {
            let message = "an agent has read the source, so the run keeps the version it started with";
            return Err(Refusal::new(Code::HashMismatch, message));
        }
        let old = std::mem::replace(&mut self.machine, machine);
        let exchange = |run: &mut Arc<Run>| {
            if Arc::ptr_eq(&run.machine, &old) {
                *run = Arc::new(Run { machine: self.machine.clone(), ..(**run).clone() });
            }
        };
        for entry in self.branches.iter_mut().flat_map(|branch| &mut branch.entries) {
            entry.run.iter_mut().for_each(exchange);
        }
        self.base.iter_mut().for_each(exchange);
        exchange(&mut self.run);
        Ok(())
    }

    fn was_read(&self) -> bool {
        let actions = self.branches.iter().flat_map(|branch| &branch.entries).filter_map(|entry| entry.action.as_ref());
        actions.into_iter().any(|action| match action {
            Action::Reply { reply: AgentReply::Turns { turns, .. }, .. } => {
                turns.iter().flat_map(|turn| &turn.calls).any(reads_text)
            }
            _ => false,
        })
    }
}
