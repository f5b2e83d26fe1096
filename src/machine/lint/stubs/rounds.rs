//! Lists with an entry per visit, where no path comes back for the later ones.

use super::ScriptCheck;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::machine::model::{Binding, Builtin};
use crate::syntax::tree::{Val, ValKind};
use crate::text::Span;

impl ScriptCheck<'_> {
    /// Checks the entries of a list that is the whole script.
    pub(super) fn rounds(&mut self, list: &[Val]) {
        let is_rule = |entry: &Val| entry.entries().iter().any(|field| matches!(&*field.key.text, "when" | "times"));
        let Some([_, second, ..]) = (!list.iter().any(is_rule)).then_some(list) else { return };
        if self.silent || !self.machine.control.takes_new_paths_only(self.node) {
            return;
        }
        let name = &self.machine.nodes[self.node].name;
        let message = format!("this entry is never used: no path visits `{name}` twice");
        let mut finding = Diagnostic::warning("stub-rounds", second.span, message).hint(
            "a list has an entry for each visit of one path; `when: \"round == 1\"` counts the visits of all paths",
        );
        if let Some(edits) = self.by_round(list) {
            finding.fixes.push(Fix { title: "choose the entry by `round`".to_owned(), edits });
        }
        self.findings.push(finding);
    }

    /// The edits that make rules of the entries; the last one repeats, as it does in the list. None where an entry
    /// cannot have a condition, or where the machine calls something else `round`.
    fn by_round(&self, list: &[Val]) -> Option<Vec<Edit>> {
        let bound = self.machine.bind_name(Some(self.node), &["round".into()]);
        if !matches!(bound, Binding::Builtin(Builtin::Round, _)) {
            return None;
        }
        let (last, ruled) = list.split_last()?;
        let is_map = |entry: &Val| matches!(entry.kind, ValKind::Map(_));
        let edit = |(at, entry): (usize, &Val)| {
            let inside = Span::at(entry.span.start + 1);
            is_map(entry).then(|| Edit { span: inside, insert: format!(" when: \"round == {}\";", at + 1) })
        };
        is_map(last).then(|| ruled.iter().enumerate().map(edit).collect())?
    }
}
