//! Conditions of edges: parsed once per segment, names bound, faults reported.

use std::sync::Arc;

use crate::expr;
use crate::machine::bind::Binder;
use crate::machine::edges::Linked;
use crate::machine::model::{Bound, Condition, Edge, EdgeIdx};
use crate::machine::table::Table;

/// Sets the condition of every edge that has one.
pub(super) fn parse(binder: &Binder, edges: &mut Table<EdgeIdx, Edge>, segments: &[Linked]) {
    for segment in segments {
        let Some(written) = &segment.condition else { continue };
        let Some(scope) = segment.ids().next().and_then(|first| edges.item(first)).map(|edge| edge.scope) else {
            continue;
        };
        let text: Arc<str> = expr::normalise(&written.text).into();
        let parsed = expr::parse(&written.text).map(|parsed| Arc::new(binder.bind(scope, parsed)) as Arc<Bound>);
        for at in segment.ids() {
            edges[at].condition =
                Some(Condition { kind: written.kind, text: text.clone(), expr: parsed.clone(), span: written.span });
        }
    }
}
