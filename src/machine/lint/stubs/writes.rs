//! What a stub writes: the run must accept it.

use crate::diagnostic::Diagnostic;
use crate::machine::control::Fields;
use crate::machine::lint::facts::add_edge;
use crate::machine::model::{ContextIdx, Role};
use crate::machine::values;
use crate::machine::writes::{self, Author};
use crate::schema::{Violation, key_span, requoted, unescaped, value_at};
use crate::syntax::tree::{Attribute, Val};
use crate::value::Value;

use super::{ScriptCheck, entries_of};

impl ScriptCheck<'_> {
    /// The fields of one context that a reply writes: its node needs an edge that lets it.
    pub(super) fn write(&mut self, written: &Attribute) {
        let Some(context) = self.context(&written.key.text) else { return self.unknown_context(written) };
        let right = self.machine.control.right(self.node, context);
        if let Some(right) = right.filter(|right| !right.write.is_none()) {
            return self.fields(written, context, right.write);
        }
        let (node, name) = (&self.machine.nodes[self.node].id, self.machine.context_id(context));
        let message = format!("`{node}` cannot write `{name}`, so this reply will be rejected");
        let finding = Diagnostic::warning("stub-access", written.key.span, message);
        self.findings.push(if self.machine.contexts[context].role == Role::Input {
            finding.hint("an input is read-only during the run; write to another context")
        } else {
            add_edge(self.machine, finding.hint("add the edge"), &format!("{node} -writes-> {name}"))
        });
    }

    /// True if a later turn writes one of the same fields: the agent is meant to try again after a rejection.
    fn is_tried_again(&self, written: &Attribute) -> bool {
        let again = self.later.iter().flat_map(Val::entries).filter(|entry| &*entry.key.text == "write");
        let mut again = again.flat_map(entries_of).filter(|entry| entry.key.text == written.key.text);
        again.any(|other| {
            entries_of(other).any(|entry| entries_of(written).any(|field| field.key.text == entry.key.text))
        })
    }

    /// What the run would reject of a write. Values that are known only there are not looked at.
    fn fields(&mut self, written: &Attribute, context: ContextIdx, allowed: &Fields) {
        let many = self.machine.contexts[context].fields.len() + self.later.len() + 1;
        if !self.spend(many) {
            return;
        }
        let Some(Value::Map(data)) = written.value.as_ref().map(|value| values::value(self.tree, value)) else {
            return;
        };
        let Err(found) = writes::check_write(self.machine, context, &data, Author::Agent(allowed)) else { return };
        if self.is_tried_again(written) {
            return;
        }
        for violation in found {
            let computed = match violation.pointer.split('/').nth(1) {
                Some(field) => data.get(&*unescaped(field)).is_some_and(is_computed),
                None => data.values().any(is_computed),
            };
            if !computed || matches!(violation.code, "unknown-field" | "not-permitted") {
                self.rejected(written, context, &violation);
            }
        }
    }

    fn rejected(&mut self, written: &Attribute, context: ContextIdx, violation: &Violation) {
        let pointer = &*violation.pointer;
        let (parent, _) = pointer.rsplit_once('/').unwrap_or_default();
        let dotted =
            |pointer: &str| format!("{}{}", self.machine.context_id(context), unescaped(&pointer.replace('/', ".")));
        let (path, owner) = (dotted(pointer), dotted(parent));
        let written_value = written.value.as_ref();
        let key = written_value.and_then(|value| key_span(value, pointer)).unwrap_or(written.key.span);
        // What is missing is told at what lacks it.
        let found = written_value.and_then(|value| value_at(value, pointer));
        let value = found
            .or_else(|| written_value.and_then(|value| value_at(value, parent)))
            .map_or(written.key.span, |value| value.span);
        let node = &self.machine.nodes[self.node].id;
        let actual = violation.actual.as_str().unwrap_or_default();
        let (span, message) = match violation.code {
            "unknown-field" => (key, format!("`{owner}` has no field `{actual}`")),
            "not-permitted" => (key, format!("`{node}` cannot write `{path}`")),
            "required-missing" => (value, format!("{} in `{owner}`", violation.message)),
            _ => (value, format!("`{path}`: {}", violation.message)),
        };
        let message = format!("{message}, so this reply will be rejected");
        if violation.code == "not-permitted" {
            let finding = Diagnostic::warning("stub-access", span, message);
            return self.findings.push(finding.hint("add the field to the `-writes->` edge"));
        }
        let finding = Diagnostic::warning("stub-write", span, message);
        let expected = violation.expected.as_list().into_iter().flatten().filter_map(Value::as_str);
        let near = if actual.is_empty() { None } else { self.suggest.among(actual, expected) };
        self.findings.push(match near {
            Some(near) => self.did_you_mean(finding, span, near),
            None if violation.code == "unknown-field" && parent.is_empty() => {
                finding.hint(format!("declare it in `{owner}`, or mark `{owner}` as `@open`"))
            }
            None => match found.and_then(|value| requoted(violation, value, self.tree)) {
                Some(text) => finding.fix(format!("use `{text}`"), span, text),
                None => finding,
            },
        });
    }

    /// A name that no context has.
    fn unknown_context(&mut self, written: &Attribute) {
        let (name, machine) = (&*written.key.text, self.machine);
        let ids = || machine.contexts.ids().map(|context| &**machine.context_id(context));
        let names = || ids().flat_map(|id| [id.rsplit('.').next().unwrap_or(id), id]);
        // The page takes a name in whatever case, and one with more behind it.
        let mut heads = name.match_indices('.').filter_map(|(at, _)| name.get(..at)).chain([name]);
        if heads.any(|head| names().any(|known| known.eq_ignore_ascii_case(head))) {
            return;
        }
        let message = format!("unknown context `{name}`, so this reply will be rejected");
        let finding = Diagnostic::warning("stub-write", written.key.span, message);
        self.findings.push(match self.suggest.among(name, names()) {
            Some(near) => self.did_you_mean(finding, written.key.span, near),
            None => finding,
        });
    }

    /// The context that a script means by a name: its ID, or the end of one where that is unique.
    fn context(&self, name: &str) -> Option<ContextIdx> {
        let nodes = self.machine.contexts.iter().map(|context| context.node);
        self.machine.context_of(self.machine.find_among(name, nodes)?)
    }
}

/// True for what the page computes before it is written: formulas and templates.
fn is_computed(value: &Value) -> bool {
    match value {
        Value::Str(text) => text.starts_with('=') || text.contains("{{"),
        Value::List(items) => items.iter().any(is_computed),
        Value::Map(entries) => entries.values().any(is_computed),
        _ => false,
    }
}
