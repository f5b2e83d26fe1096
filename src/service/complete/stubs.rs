//! Stubs: their keys, and the names that fit behind them.

use super::Offers;
use super::nodes::field_detail;
use crate::machine::control::Fields;
use crate::machine::model::{ContextIdx, NodeIdx, Role};
use crate::service::words;
use crate::text::Span;

impl Offers<'_> {
    /// The keys of a map in a stub. Directly in it are those of a visit; the others follow from the key of the map.
    pub(super) fn stub_keys(&mut self, map: Option<Span>) {
        let Some(step) = self.scope else { return };
        let machine = self.machine;
        match map.map_or("stub", |map| machine.tree.str(map)) {
            "stub" => self.visit(|_| true),
            "turns" => self.visit(|key| key.in_turns),
            "write" => {
                // The edge that lets the step write is often typed later: those without one come last.
                let (given, others): (Vec<_>, Vec<_>) = machine
                    .contexts
                    .entries()
                    .filter(|(_, context)| context.role != Role::Input)
                    .partition(|(at, _)| self.writes(step, *at).is_some());
                for (at, _) in given.into_iter().chain(others) {
                    let id = machine.context_id(at);
                    let key = if id.contains('.') { format!("\"{id}\"") } else { id.to_string() };
                    let detail =
                        if self.writes(step, at).is_some() { "context" } else { "context without write access" };
                    self.add("node", id, &format!("{key}: {{ }}"), detail);
                }
            }
            "call" => {
                for tool in machine.control.tools(step) {
                    let name = &machine.nodes[*tool].name;
                    self.add("node", name, &format!("{name}: {{ }}"), "tool");
                }
            }
            "ask" => {
                self.add("parameter", "query", "query: \"\"", "The question.");
                self.add("parameter", "reason", "reason: \"\"", "Why it is asked.");
                self.add(
                    "parameter",
                    "priority",
                    "priority: \"\"",
                    "Whether the task waits: `required` or `optional`.",
                );
            }
            "fail" => {
                self.add("parameter", "message", "message: \"\"", "What went wrong.");
                self.add("parameter", "retryable", "retryable: false", "Whether `@retry` tries again.");
            }
            context => self.written(step, context),
        }
    }

    fn visit(&mut self, fits: fn(&words::StubKey) -> bool) {
        for key in words::STUB.iter().filter(|key| fits(key)) {
            self.teach("field", key.name, key.skeleton, key.says, key.example);
        }
    }

    /// What the step may write of a context, if anything.
    fn writes(&self, step: NodeIdx, context: ContextIdx) -> Option<&Fields> {
        self.machine.control.right(step, context).map(|right| right.write).filter(|fields| !fields.is_none())
    }

    /// The fields of a context that the step may write; all of them while no edge says which.
    fn written(&mut self, step: NodeIdx, id: &str) {
        let machine = self.machine;
        let Some(context) = self.context(id) else { return };
        for field in machine.contexts[context].fields.iter().map(|field| &machine.fields[*field]) {
            if self.writes(step, context).is_none_or(|fields| fields.allow(&field.name)) {
                let kind = field_detail(field.kind.as_deref(), &field.schema);
                self.add("field", &field.name, &format!("{}: ", field.name), &kind);
            }
        }
    }

    fn context(&self, id: &str) -> Option<ContextIdx> {
        let id = id.trim_matches(['"', '\'']);
        self.machine.contexts.ids().find(|at| &**self.machine.context_id(*at) == id)
    }

    /// What stands behind a key in a stub. Names are quoted: a bare one would be a reference, drawn as an edge.
    pub(super) fn stub_value(&mut self, key: &str, map: Option<Span>) {
        let Some(step) = self.scope else { return };
        let machine = self.machine;
        let context = map.and_then(|map| self.context(machine.tree.str(map)));
        if let Some(field) = context.and_then(|context| machine.field(context, key)) {
            self.constants(machine.fields[field].kind.as_deref().unwrap_or_default());
            return;
        }
        match key {
            "go" | "spawn" => {
                let is_offered = |edge| if key == "go" { machine.is_choice(edge) } else { machine.is_spawn(edge) };
                for exit in machine.control.effective(step).iter().filter(|exit| is_offered(exit.edge)) {
                    self.quoted("node", &machine.nodes[exit.to].id);
                }
            }
            "read" => {
                for (context, right) in machine.control.rights(step) {
                    if !right.read.is_none() {
                        self.quoted("node", machine.context_id(context));
                    }
                }
            }
            "priority" => ["required", "optional"].iter().for_each(|word| self.quoted("value", word)),
            "retryable" => self.values("true false", &[]),
            _ => {}
        }
    }

    /// A name with the quotes that it lacks.
    fn quoted(&mut self, kind: &'static str, name: &str) {
        if self.list.iter().any(|known| known.label == name) {
            return;
        }
        let before = self.machine.tree.text.get(..self.word.start as usize).unwrap_or_default();
        let insert = match before.chars().next_back().filter(|c| matches!(c, '"' | '\'')) {
            Some(quote) => format!("{name}{quote}"),
            None => format!("\"{name}\""),
        };
        self.add(kind, name, &insert, "");
    }
}
