//! One thing that can go wrong, and the way there.

use std::sync::Arc;

use crate::diagnostic::Severity;
use crate::explore::record::FindingKind;
use crate::explore::search::Search;
use crate::explore::way::Way;
use crate::machine::model::{EdgeIdx, NodeIdx};
use crate::run::Action;
use crate::text::Span;

/// One thing that can go wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What it is.
    pub kind: FindingKind,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence that names the choice which leads to it.
    pub message: String,
    /// The node concerned.
    pub node: Option<NodeIdx>,
    /// The edge concerned.
    pub edge: Option<EdgeIdx>,
    /// The join concerned.
    pub join: Option<Arc<str>>,
    /// The property that is violated, by its place among those of the machine.
    pub property: Option<usize>,
    /// Where it stands in the source.
    pub span: Option<Span>,
    /// A shortest way there, for a run that never ends followed by the shortest way once round the loop; empty for what
    /// never happens.
    pub trace: Vec<Action>,
    /// The same way in sentences, with what goes wrong at its end.
    pub steps: Vec<String>,
    /// In how many situations it happens.
    pub count: u32,
}

impl Finding {
    /// What follows from a way, without its place.
    pub(super) fn on_way(
        search: &Search,
        kind: FindingKind,
        severity: Severity,
        way: &Way,
        then: &str,
        count: u32,
    ) -> Self {
        Finding {
            kind,
            severity,
            message: way.sentence(&search.machine, then),
            node: None,
            edge: None,
            join: None,
            property: None,
            span: None,
            trace: way.trace(),
            steps: way.steps(search, then),
            count,
        }
    }
}
