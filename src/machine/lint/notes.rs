//! Notes whose target is nowhere.

use crate::diagnostic::Diagnostic;
use crate::machine::lower::Draft;
use crate::machine::suggest::Suggest;
use crate::text::Span;

/// The finding for a note that documents nothing.
pub(in crate::machine) fn unknown_target(
    draft: &Draft,
    suggest: &mut Suggest,
    span: Span,
    written: &str,
) -> Diagnostic {
    let message = format!("there is no node `{written}` to document");
    let finding = if draft.strict {
        Diagnostic::error("strict-note-target", span, message)
    } else {
        Diagnostic::warning("note-target", span, message)
    };
    match suggest.node(&draft.nodes, written) {
        Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, &*near),
        None => finding.hint("the note is kept, but not drawn"),
    }
}
