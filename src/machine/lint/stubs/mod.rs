//! Scripts of stub agents that cannot be played or whose replies the run would reject: a wrong shape, writes that are
//! not allowed or do not fit, missing transitions, entries that no visit reaches.

mod moves;
mod rounds;
mod shape;
mod writes;

use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::machine::control::Work;
use crate::machine::lint::Facts;
use crate::machine::model::NodeIdx;
use crate::machine::quoted::in_quotes;
use crate::machine::suggest::Suggest;
use crate::machine::values;
use crate::machine::words;
use crate::syntax::is_open_string;
use crate::syntax::tree::{Attribute, Tree, Val, ValKind};
use crate::text::{Span, nearest};

/// Keys that stand beside turns, not in them.
const BESIDE: &[&str] = &["answers", "wait", "when", "times"];

/// How many fields, edges and later turns the replies are compared with in all: many writes of large contexts would
/// take long.
const COMPARED: usize = 100_000;

/// Checks the `stub` of every node.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let (tree, machine) = (&*facts.machine.tree, facts.machine);
    let mut page =
        ScriptCheck { tree, machine, node: NodeIdx(0), silent: false, later: &[], suggest, left: COMPARED, findings };
    for (at, node) in facts.machine.nodes.entries().filter(|(_, node)| node.class.is_executable()) {
        if node.attribute("stub").is_none() {
            continue;
        }
        page.node = at;
        page.silent = facts.machine.control.work(at) == Work::None && node.attribute("prompt").is_none();
        for source in facts.extras[at].sources.iter().filter(|source| &*source.key.text == "stub") {
            source.value.iter().for_each(|value| page.script(value));
            if page.silent && source.value.iter().any(replies) {
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

struct ScriptCheck<'a> {
    tree: &'a Tree,
    machine: &'a Machine,
    /// Whose script it is.
    node: NodeIdx,
    /// It calls no agent, so nothing of a reply is ever sent.
    silent: bool,
    /// The turns after the one being checked.
    later: &'a [Val],
    suggest: &'a mut Suggest,
    /// How much may still be compared.
    left: usize,
    findings: &'a mut Vec<Diagnostic>,
}

impl<'a> ScriptCheck<'a> {
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
        self.rounds(entries);
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
        } else if let Some(value) = entry.value.as_ref().filter(|value| !self.is_open(value)) {
            if let (ValKind::List(turns), "turns") = (&value.kind, key) {
                for (at, turn) in turns.iter().enumerate() {
                    self.later = turns.get(at + 1..).unwrap_or_default();
                    self.visit(turn, Visit::Turn);
                }
            }
            let written = values::value(self.tree, value);
            if let Some(expected) = shape::expected(key, &written) {
                self.wrong(value.span, format!("`{key}` must be {expected}"), "a stub with such a value is not used");
            } else if let (ValKind::Map(contexts), "write") = (&value.kind, key) {
                contexts.iter().for_each(|context| self.write(context));
            } else if let ("go", Some(name), false) = (key, written.as_str(), self.silent) {
                self.go(entry, value.span, name);
            } else if key == "when" && written.as_str().is_some_and(names_attempt) {
                self.wrong(
                    value.span,
                    "`when` is tested once per visit, so `attempt` is always 1 here",
                    "give each attempt its own entry in an inner list: `[[{ fail: \"Timeout\" }, { go: \"done\" }]]`",
                );
            }
        }
    }

    /// True for an unclosed string, which has taken the rest of its line and is reported already.
    fn is_open(&self, value: &Val) -> bool {
        matches!(value.kind, ValKind::Str(_)) && is_open_string(self.tree.str(value.span))
    }

    /// True if `left` allows `many` more comparisons.
    fn spend(&mut self, many: usize) -> bool {
        let left = self.left.checked_sub(many);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// The finding with what was meant, written as what stands there.
    fn did_you_mean(&self, finding: Diagnostic, span: Span, near: &str) -> Diagnostic {
        let quoted = self.tree.str(span).starts_with(['"', '\'']);
        let insert = if quoted { in_quotes(near) } else { near.to_owned() };
        finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, insert)
    }
}

fn entries_of(attribute: &Attribute) -> impl Iterator<Item = &Attribute> {
    attribute.value.iter().flat_map(Val::entries)
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
