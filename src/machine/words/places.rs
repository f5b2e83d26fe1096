//! Where a word may stand, and which values a parameter takes.

use crate::machine::model::Class;

/// The places where a word may stand: any of the constants of this module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places(u16);

/// Nowhere.
pub const NOWHERE: Places = Places(0);
/// The machine: its header and its root.
pub const MACHINE: Places = Places(1);
/// A task.
pub const TASK: Places = Places(2);
/// A node that paths can be at and that is not a task.
pub const STEP: Places = Places(4);
/// A context.
pub const CONTEXT: Places = Places(8);
/// A tool.
pub const TOOL: Places = Places(16);
/// A field of a context or type.
pub const FIELD: Places = Places(32);
/// An edge.
pub const EDGE: Places = Places(64);
/// A structural type.
pub const TYPE: Places = Places(128);
/// A declared event.
pub const EVENT: Places = Places(256);
/// Every node that paths can be at.
pub const WORK: Places = TASK.or(STEP);
/// Every node.
pub const NODE: Places = WORK.or(CONTEXT).or(TOOL).or(TYPE);

impl Places {
    /// These places and others.
    pub const fn or(self, others: Places) -> Places {
        Places(self.0 | others.0)
    }

    /// True if both have a place in common.
    pub const fn overlaps(self, others: Places) -> bool {
        self.0 & others.0 != 0
    }

    /// The place that a node of a class is.
    pub fn of_class(class: Class) -> Places {
        match class {
            Class::Task => TASK,
            Class::Context => CONTEXT,
            Class::Tool => TOOL,
            Class::Type => TYPE,
            Class::Event => EVENT,
            Class::Style | Class::Note => NOWHERE,
            _ => STEP,
        }
    }
}

/// Values of a parameter: words parted by blanks, or one of the sets below.
pub type Values = &'static str;
/// The value is a context or a field of one.
pub const A_FIELD: Values = "@field";
/// The value is a context or a field of one that holds a list.
pub const A_LIST: Values = "@list";
/// The value is an expression.
pub const AN_EXPRESSION: Values = "@expression";
/// The arguments are fields, each with an expression.
pub const ASSIGNMENTS: Values = "@set";
/// The value is a node.
pub const A_NODE: Values = "@node";
/// The arguments are style entries.
pub const STYLES: Values = "@style";
