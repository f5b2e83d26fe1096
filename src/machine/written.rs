//! Which fields can change during a run, and by whom.

use std::sync::Arc;

use crate::machine::Machine;
use crate::machine::control::Fields;
use crate::machine::model::{Binding, ContextIdx, Role};
use crate::machine::table::Table;
use crate::quick::Set;

/// Which fields can change during a run.
pub struct Written {
    /// By context: fields that an agent may write.
    by_agents: Table<ContextIdx, Fields>,
    /// Fields that agents, people or joins write.
    by_others: Set<(ContextIdx, Arc<str>)>,
    /// Fields that `@set` and `@from` write.
    by_machine: Set<(ContextIdx, Arc<str>)>,
}

impl Written {
    /// Reads them from a machine.
    pub fn of(machine: &Machine) -> Self {
        let mut written = Written {
            by_agents: Table::beside(&machine.contexts, Fields::None),
            by_others: Set::default(),
            by_machine: Set::default(),
        };
        let name = |field| machine.fields[field].name.clone();
        for (node, _) in machine.nodes.entries().filter(|(_, node)| node.class.is_executable()) {
            if machine.control.work(node).is_agent_work() {
                for (context, right) in machine.control.rights(node) {
                    written.add(machine, context, right.write);
                }
            }
            for form in machine.control.forms(node) {
                written.by_others.extend(form.fields.iter().map(|field| (form.context, name(*field))));
            }
        }
        for rule in machine.control.joins().iter().flat_map(|join| &join.gather) {
            match &rule.into {
                Binding::Field(field, _) => {
                    written.by_others.insert((machine.fields[*field].context, name(*field)));
                }
                Binding::Undeclared(context, name, _) => {
                    written.by_others.insert((*context, name.clone()));
                }
                _ => {}
            }
        }
        written.by_machine.extend(machine.assigned().map(|place| (place.context, place.field.clone())));
        let filled = machine.fields.iter().filter(|field| field.from.is_some());
        written.by_machine.extend(filled.map(|field| (field.context, field.name.clone())));
        written
    }

    fn add(&mut self, machine: &Machine, context: ContextIdx, fields: &Fields) {
        if machine.contexts[context].role == Role::Input || fields.is_none() {
            return;
        }
        match fields {
            Fields::All if self.by_agents[context] == Fields::All => {}
            Fields::All => {
                self.by_agents[context] = Fields::All;
                let declared = machine.contexts[context].fields.iter();
                let slots = declared.map(|field| (context, machine.fields[*field].name.clone()));
                self.by_others.extend(slots);
            }
            Fields::Some(names) => {
                self.by_others.extend(names.iter().map(|name| (context, name.clone())));
            }
            Fields::None => {}
        }
    }

    /// True if the field can change.
    pub fn takes(&self, context: ContextIdx, name: &Arc<str>) -> bool {
        let slot = (context, name.clone());
        self.by_agents[context] == Fields::All || self.by_others.contains(&slot) || self.by_machine.contains(&slot)
    }

    /// True if an agent, a person or a join gives the field its value.
    pub fn is_given(&self, context: ContextIdx, name: &Arc<str>) -> bool {
        self.by_others.contains(&(context, name.clone()))
    }
}
