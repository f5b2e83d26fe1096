//! What changed lately in a context, line by line.

use std::sync::Arc;

use crate::context::Change;
use crate::projection::graph::Lines;
use crate::run::event::{Event, Kind};
use crate::run::state::Path;
use crate::value::Value;

/// How many changes are listed.
const CHANGES: usize = 10;
/// The longest value in the story of a change.
pub const VALUE: usize = 40;

/// Adds what changed lately in a context, newest last.
pub(super) fn add_changes(
    lines: &mut Lines,
    events: &[&Event],
    path: &Path,
    shared: bool,
    context: &Arc<str>,
    allowed: &dyn Fn(&str) -> bool,
) {
    let mut sentences = Vec::new();
    for event in events {
        let mut changes: Vec<&Change> = Vec::new();
        match &event.kind {
            Kind::ContextWritten { path: of, context: written, changes: found, .. }
                if written == context && of.as_ref() == (!shared).then_some(&path.id) =>
            {
                changes.extend(found);
            }
            Kind::Merged { path: of, changes: found, .. } if *of == path.id && !shared => {
                changes.extend(found.iter().filter(|merged| merged.context == *context).map(|merged| &merged.change));
            }
            _ => {}
        }
        for change in changes.into_iter().filter(|change| allowed(&change.field)) {
            sentences.push(format!(
                "* step {}: {}",
                event.step,
                change_text(&change.field, change.before.as_ref(), &change.after)
            ));
        }
    }
    let skipped = sentences.len().saturating_sub(CHANGES);
    if skipped > 0 {
        lines.add(&format!("* +{skipped} earlier"));
    }
    sentences.iter().skip(skipped).for_each(|line| lines.add(line));
}

/// `ph (unset) -> 6.9`
pub fn change_text(field: &str, before: Option<&Value>, after: &Value) -> String {
    let said = |value: &Value| crate::text::clip(&value.to_json(), VALUE);
    format!("{field} {} -> {}", before.map_or_else(|| "(unset)".to_owned(), said), said(after))
}
