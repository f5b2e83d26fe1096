//! What a text may cost before a run.
//!
//! Work is counted in units, so the same text costs the same on every machine. The stages from text to machine count
//! what they do and stop when the budget is spent. Nodes and edges also pay for what is done with them later: the
//! checks, the tables of a run and the drawing are linear in them.

use std::cell::Cell;

/// The units of work that a text may cost by default.
///
/// A machine of 20,000 nodes with prompts and 40,000 edges takes little more than half of them, and so do 100,000 edges
/// without labels.
pub const WHOLE_BUDGET: u64 = 60_000_000;

/// Units of a token: it is read, looked at by the parser, kept and colored.
pub(crate) const TOKEN: u64 = 8;
/// Units of a node.
pub(crate) const NODE: u64 = 400;
/// Units of an edge.
pub(crate) const EDGE: u64 = 300;
/// Units of an annotation: its name and arguments are compared with all that have a meaning.
pub(crate) const ANNOTATION: u64 = 200;
/// Units of a finding.
pub(crate) const FINDING: u64 = 40;
/// Bytes that are copied or compared for one unit.
pub(crate) const BYTES: u64 = 16;

/// A budget of work, and what is spent of it.
#[derive(Clone, Debug)]
pub struct Work {
    limit: u64,
    spent: Cell<u64>,
}

impl Default for Work {
    fn default() -> Self {
        Self::new(WHOLE_BUDGET)
    }
}

impl Work {
    /// A budget of so many units.
    pub fn new(limit: u64) -> Self {
        Self { limit, spent: Cell::new(0) }
    }

    /// Counts units; false when the budget does not cover them.
    pub(crate) fn charge(&self, units: u64) -> bool {
        self.spent.set(self.spent.get().saturating_add(units));
        !self.is_spent()
    }

    /// True when more was counted than the budget covers.
    pub fn is_spent(&self) -> bool {
        self.spent.get() > self.limit
    }

    /// The budget, and the units counted so far.
    pub fn cost(&self) -> Cost {
        Cost { units: self.spent.get(), limit: self.limit }
    }
}

/// What a text has cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// The units of work.
    pub units: u64,
    /// The units that its budget covered.
    pub limit: u64,
}
