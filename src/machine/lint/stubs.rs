//! Scripts of stub agents that no page could play, or whose writes the run would reject: of a wrong shape, where their
//! node may not write, fields that a context does not have, values that do not fit.

use crate::diagnostic::Diagnostic;
use crate::machine::control::{Fields, Work};
use crate::machine::lint::{Facts, add_edge};
use crate::machine::model::{ContextIdx, Machine, NodeIdx, Role};
use crate::machine::quoted::in_quotes;
use crate::machine::suggest::Suggest;
use crate::machine::values;
use crate::machine::words;
use crate::machine::writes::{self, Author};
use crate::schema::{Violation, key_span, unescaped, value_at};
use crate::syntax::tree::{Attribute, Tree, Val, ValKind};
use crate::text::{Span, nearest};
use crate::value::Value;

/// Keys that stand beside turns, not in them.
const BESIDE: &[&str] = &["answers", "wait", "when", "times"];

/// Page time before a reply, in milliseconds.
const LONGEST_WAIT: f64 = 60_000.0;

/// How many fields of contexts, and later turns, the writes are compared with in all: many writes of large contexts
/// would take long.
const FIELDS: usize = 100_000;

/// Checks the `stub` of every node.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let (tree, machine) = (&*facts.machine.tree, facts.machine);
    let mut page = Page { tree, machine, node: NodeIdx(0), later: &[], suggest, fields_left: FIELDS, findings };
    for (at, node) in facts.machine.nodes.entries().filter(|(_, node)| node.class.is_executable()) {
        if node.attribute("stub").is_none() {
            continue;
        }
        page.node = at;
        let silent = facts.machine.control.work(at) == Work::None && node.attribute("prompt").is_none();
        for source in facts.extras[at].sources.iter().filter(|source| &*source.key.text == "stub") {
            source.value.iter().for_each(|value| page.script(value));
            if silent && source.value.iter().any(replies) {
                page.unused(source.key.span);
            }
        }
    }
}

/// True if a script holds more than answers to the questions of its node, which are asked without an agent too.
fn replies(script: &Val) -> bool {
    match &script.kind {
        ValKind::List(items) => items.iter().any(replies),
        ValKind::Map(entries) => entries.iter().any(|entry| !BESIDE.contains(&&*entry.key.text)),
        _ => false,
    }
}

struct Page<'a> {
    tree: &'a Tree,
    machine: &'a Machine,
    /// Whose script it is.
    node: NodeIdx,
    /// The turns behind the one that is looked at.
    later: &'a [Val],
    suggest: &'a mut Suggest,
    fields_left: usize,
    findings: &'a mut Vec<Diagnostic>,
}

impl<'a> Page<'a> {
    fn wrong(&mut self, span: Span, message: impl Into<String>, hint: &str) {
        self.findings.push(Diagnostic::warning("stub-shape", span, message).hint(hint));
    }

    fn unused(&mut self, key: Span) {
        let node = &self.machine.nodes[self.node];
        let name = &node.name;
        let before = Span::new(0, key.start as usize).of(&self.tree.text);
        let indent = before.get(before.rfind('\n').map_or(0, |end| end + 1)..).unwrap_or("");
        let gap = if indent.trim().is_empty() { format!("\n{indent}") } else { "; ".to_owned() };
        let prompt = format!("prompt: {}", in_quotes(node.title.as_ref().unwrap_or(name)));
        self.findings.push(
            Diagnostic::warning("stub-unused", key, format!("the stub of `{name}` is never used"))
                .hint(format!("without a `prompt`, `{name}` calls no agent"))
                .fix(format!("add `{prompt}`"), Span::at(key.start), format!("{prompt}{gap}")),
        );
    }

    /// One visit, or a list with an entry per visit, which may be a list with an item per attempt.
    fn script(&mut self, script: &'a Val) {
        let ValKind::List(entries) = &script.kind else { return self.visit(script, Visit::Whole) };
        if entries.is_empty() {
            self.wrong(script.span, "the list is empty", "add a map for each visit");
        }
        for entry in entries {
            match &entry.kind {
                ValKind::List(items) if items.is_empty() => {
                    self.wrong(entry.span, "the list is empty", "add a map for each attempt");
                }
                ValKind::List(items) => items.iter().for_each(|item| self.visit(item, Visit::Whole)),
                _ => self.visit(entry, Visit::Whole),
            }
        }
    }

    fn visit(&mut self, visit: &'a Val, kind: Visit) {
        let ValKind::Map(entries) = &visit.kind else {
            return self.wrong(visit.span, "a stub must be a map", "write `{ write: { … }; go: name }`");
        };
        for entry in entries {
            self.entry(entry, kind);
        }
        let beside = |alone: &str, allowed: &[&str]| {
            let there = entries.iter().any(|entry| &*entry.key.text == alone);
            entries.iter().find(|entry| there && &*entry.key.text != alone && !allowed.contains(&&*entry.key.text))
        };
        if let Some(other) = beside("fail", &["when", "times", "wait"]) {
            self.wrong(other.key.span, "`fail` cannot be combined with other keys", "use another item of the list");
        }
        if let Some(other) = beside("turns", BESIDE) {
            self.wrong(other.key.span, "`turns` cannot be combined with this key", "move it into a turn");
        }
    }

    fn entry(&mut self, entry: &'a Attribute, kind: Visit) {
        let (key, span) = (&*entry.key.text, entry.key.span);
        let names = || words::STUB.iter().map(|known| known.name);
        let Some(known) = words::STUB.iter().find(|known| known.name == key) else {
            let finding = Diagnostic::warning("stub-shape", span, format!("unknown key `{key}`"));
            self.findings.push(match nearest(key, names()) {
                Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, near),
                None => finding.hint(format!("known keys: {}", names().collect::<Vec<_>>().join(", "))),
            });
            return;
        };
        if kind == Visit::Turn && !known.in_turns {
            self.wrong(span, format!("`{key}` is not allowed inside `turns`"), "move it next to `turns`");
        } else if let Some(value) = &entry.value {
            if let (ValKind::List(turns), "turns") = (&value.kind, key) {
                for (at, turn) in turns.iter().enumerate() {
                    self.later = turns.get(at + 1..).unwrap_or_default();
                    self.visit(turn, Visit::Turn);
                }
            }
            let written = values::value(self.tree, value);
            if let Some(expected) = expected(key, &written) {
                let message = format!("`{key}` must be {expected}");
                self.findings.push(Diagnostic::warning("stub-shape", value.span, message));
            } else if let (ValKind::Map(contexts), "write") = (&value.kind, key) {
                contexts.iter().for_each(|context| self.write(context));
            } else if key == "when" && written.as_str().is_some_and(names_attempt) {
                self.wrong(
                    value.span,
                    "`when` is tested once per visit, so `attempt` is always 1 here",
                    "give each attempt its own entry in an inner list: `[[{ fail: \"Timeout\" }, { go: \"done\" }]]`",
                );
            }
        }
    }

    /// The fields of one context that a reply writes: its node needs an edge that lets it.
    fn write(&mut self, written: &Attribute) {
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
        let again = self.later.iter().flat_map(entries).filter(|entry| &*entry.key.text == "write");
        let mut again = again.flat_map(entries_of).filter(|entry| entry.key.text == written.key.text);
        again.any(|other| entries_of(other).any(|one| entries_of(written).any(|field| field.key.text == one.key.text)))
    }

    /// What the run would reject of a write. Values that are known only there are not looked at.
    fn fields(&mut self, written: &Attribute, context: ContextIdx, allowed: &Fields) {
        let many = self.machine.contexts[context].fields.len() + self.later.len() + 1;
        let Some(left) = self.fields_left.checked_sub(many) else { return };
        self.fields_left = left;
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
        let value = written_value
            .and_then(|value| value_at(value, pointer).or_else(|| value_at(value, parent)))
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
            Some(near) => self.meant(finding, span, near),
            None if violation.code == "unknown-field" && parent.is_empty() => {
                finding.hint(format!("declare it in `{owner}`, or mark `{owner}` as `@open`"))
            }
            None => finding,
        });
    }

    /// The finding with what was meant, written as what stands there.
    fn meant(&self, finding: Diagnostic, span: Span, near: &str) -> Diagnostic {
        let quoted = self.tree.str(span).starts_with(['"', '\'']);
        let insert = if quoted { in_quotes(near) } else { near.to_owned() };
        finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, insert)
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
            Some(near) => self.meant(finding, written.key.span, near),
            None => finding,
        });
    }

    /// The context that a script means by a name: its ID, or the end of one where that is unique.
    fn context(&self, name: &str) -> Option<ContextIdx> {
        let contexts = || self.machine.contexts.ids();
        contexts().find(|context| &**self.machine.context_id(*context) == name).or_else(|| {
            let ends = |id: &str| id.rsplit('.').next() == Some(name);
            let mut short = contexts().filter(|context| ends(self.machine.context_id(*context)));
            short.next().filter(|_| short.next().is_none())
        })
    }
}

/// The entries of a map; none of another value.
fn entries(value: &Val) -> &[Attribute] {
    match &value.kind {
        ValKind::Map(entries) => entries,
        _ => &[],
    }
}

fn entries_of(attribute: &Attribute) -> impl Iterator<Item = &Attribute> {
    attribute.value.iter().flat_map(entries)
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

fn names_attempt(condition: &str) -> bool {
    condition.split(|c: char| c != '_' && c != '.' && !c.is_alphanumeric()).any(|word| word == "attempt")
}

/// Where a map of a script stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    /// For all of a visit.
    Whole,
    /// Among the turns of one.
    Turn,
}

/// What the value of a key must look like, if it does not.
fn expected(key: &str, value: &Value) -> Option<&'static str> {
    let (fits, expected) = match key {
        "say" => (value.as_str().is_some(), "a string"),
        "go" | "when" => (is_text(value), "a string"),
        "read" | "spawn" => (is_text(value) || is_list(value, &is_text), "a name or a list of names"),
        "ask" => {
            (is_question(value) || is_list(value, &is_question), "a string, `{ query: string }` or a list of them")
        }
        "write" => (is_map(value, &|inner| matches!(inner, Value::Map(_))), "`{ Context: { field: value } }`"),
        "call" => {
            let is_call = |call: &Value| has(call, "name", &["name", "input"]);
            (matches!(value, Value::Map(_)) || is_list(value, &is_call), "`{ tool: input }` or `[{ name, input }]`")
        }
        "fail" => {
            (is_text(value) || has(value, "message", &["message", "retryable"]), "a string or `{ message, retryable }`")
        }
        "turns" => (value.as_list().is_some_and(|list| !list.is_empty()), "a list of turns"),
        "answers" => {
            let is_answer = |answer: &Value| is_text(answer) || has(answer, "error", &["error"]);
            (is_list(value, &is_answer) || is_map(value, &is_answer), "a list of strings or `{ query: string }`")
        }
        "wait" => {
            let fits = value.as_num().is_some_and(|wait| (0.0..=LONGEST_WAIT).contains(&wait));
            (fits, "milliseconds from 0 to 60000")
        }
        "times" => {
            (value.as_num().is_some_and(|times| times >= 1.0 && times.fract() == 0.0), "a whole number, at least 1")
        }
        _ => (true, ""),
    };
    (!fits).then_some(expected)
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty())
}

fn is_question(value: &Value) -> bool {
    is_text(value) || has(value, "query", &["query", "reason", "priority"])
}

fn is_list(value: &Value, item: &dyn Fn(&Value) -> bool) -> bool {
    value.as_list().is_some_and(|list| list.iter().all(item))
}

fn is_map(value: &Value, entry: &dyn Fn(&Value) -> bool) -> bool {
    matches!(value, Value::Map(entries) if entries.values().all(entry))
}

/// True for a map with a text under `key` and no keys but `known`.
fn has(value: &Value, key: &str, known: &[&str]) -> bool {
    let Value::Map(entries) = value else { return false };
    value.get(key).is_some_and(is_text) && entries.keys().all(|key| known.contains(&&**key))
}
