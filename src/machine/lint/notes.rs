//! Notes whose target is nowhere.

use crate::diagnostic::Diagnostic;
use crate::machine::lower::Draft;
use crate::machine::model::NodeIdx;
use crate::machine::suggest::Suggest;
use crate::text::Span;

/// The finding for a note that documents nothing.
pub(in crate::machine) fn unknown_target(
    draft: &Draft,
    suggest: &mut Suggest,
    at: NodeIdx,
    span: Span,
    written: &str,
) -> Diagnostic {
    let message = format!("unknown node `{written}`");
    let finding = if draft.strict {
        Diagnostic::error("strict-note-target", span, message)
    } else {
        Diagnostic::warning("note-target", span, message)
    };
    let finding = match suggest.node(&draft.nodes, written) {
        Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, &*near),
        None => finding.hint("the note is not drawn"),
    };
    let note = &draft.nodes[at];
    // An annotation before the note would apply to the inserted text.
    let start =
        note.kind_span.filter(|kind| note.annotations.iter().all(|annotation| kind.start < annotation.span.start));
    match start.filter(|_| draft.strict) {
        Some(kind) => finding.fix(format!("declare `{written}`"), Span::at(kind.start), format!("state {written}; ")),
        None => finding,
    }
}
