//! The names in the scripts of stubs. They name what the agent of a node is offered, not what is in scope: edges by
//! their targets, contexts and tools by their ids or the last word of those.

use super::walk::{UseCollector, container, kind_of, type_node};
use super::{Role, Target};
use crate::machine::model::NodeIdx;
use crate::machine::names::has_attribute;
use crate::machine::quoted::Quoted;
use crate::syntax::tree::{Attribute, Val, ValKind};
use crate::text::Span;

impl UseCollector<'_> {
    /// One visit, or a list with an entry per visit, which may be a list with an item per attempt.
    pub(super) fn script(&mut self, script: &Val, step: NodeIdx) {
        match &script.kind {
            ValKind::List(items) => items.iter().for_each(|item| self.script(item, step)),
            ValKind::Map(entries) => entries.iter().for_each(|entry| self.act(entry, step)),
            _ => {}
        }
    }

    fn act(&mut self, entry: &Attribute, step: NodeIdx) {
        let Some(value) = &entry.value else { return };
        match &*entry.key.text {
            "turns" => self.script(value, step),
            "go" | "spawn" => strings(value, &mut |span, text| self.target(span, text, step)),
            "read" => strings(value, &mut |span, text| {
                self.read(span, text, step);
            }),
            "when" => strings(value, &mut |span, text| {
                let quoted = Quoted::string(self.tree, span, text);
                self.condition(text, 0, &quoted, Some(step));
            }),
            "write" => {
                for context in value.entries() {
                    let store = self.read(context.key.span, &context.key.text, step);
                    let Some(data) = &context.value else { continue };
                    self.computed(data, step);
                    if let Some(store) = store {
                        self.fields_of(data, store, step);
                    }
                }
            }
            "call" => {
                for call in value.entries() {
                    self.tool(call.key.span, &call.key.text, step);
                }
                let items = if let ValKind::List(items) = &value.kind { items.as_slice() } else { &[] };
                for name in items.iter().flat_map(Val::entries).filter(|entry| &*entry.key.text == "name") {
                    name.value.iter().for_each(|name| strings(name, &mut |span, text| self.tool(span, text, step)));
                }
                self.computed(value, step);
            }
            _ => self.computed(value, step),
        }
    }

    /// Formulas, which begin with `=`, and placeholders.
    fn computed(&mut self, value: &Val, step: NodeIdx) {
        match &value.kind {
            ValKind::Str(text) => match text.strip_prefix('=') {
                Some(formula) if !formula.starts_with('=') => {
                    let quoted = Quoted::string(self.tree, value.span, text);
                    self.condition(formula, 1, &quoted, Some(step));
                }
                _ => self.text(value.span, text, Some(step)),
            },
            ValKind::List(items) => items.iter().for_each(|item| self.computed(item, step)),
            ValKind::Map(entries) => {
                entries.iter().filter_map(|entry| entry.value.as_ref()).for_each(|item| self.computed(item, step));
            }
            _ => {}
        }
    }

    /// The target of an edge: its id, or the last word of it.
    fn target(&mut self, span: Span, text: &str, step: NodeIdx) {
        let machine = self.machine;
        let ends = machine.control.effective(step).iter().map(|exit| exit.to);
        if let Some(node) = machine.find_among(text, ends) {
            self.id(span, text, text.split('.').count(), node, step);
        }
    }

    fn tool(&mut self, span: Span, text: &str, step: NodeIdx) {
        let machine = self.machine;
        let tools = machine.control.tools(step).iter().copied();
        if let Some(tool) = machine.find_among(text, tools) {
            self.id(span, text, text.split('.').count(), tool, step);
        }
    }

    /// A context, by its id or its last word, and one of its fields. Returns the node of the context.
    fn read(&mut self, span: Span, text: &str, step: NodeIdx) -> Option<NodeIdx> {
        let machine = self.machine;
        let stores = machine.contexts.iter().map(|context| context.node);
        let words: Vec<&str> = text.split('.').collect();
        for used in (1..=words.len()).rev() {
            let head = words.get(..used)?.join(".");
            let Some(store) = machine.find_among(&head, stores.clone()) else { continue };
            self.id(span, text, used, store, step);
            if let Some(field) = words.get(used).filter(|field| has_attribute(&machine.nodes[store], field)) {
                let place = self.part(span, text, head.len() + 1, field.len());
                self.add(place, place.start, Target::Field(Some(store), (*field).into()), Role::Text, Some(step));
            }
            return Some(store);
        }
        None
    }

    /// The first `used` words of a text that is the id of a node or ends it.
    fn id(&mut self, span: Span, text: &str, used: usize, node: NodeIdx, step: NodeIdx) {
        let mut end = text.split('.').take(used).map(|word| word.len() + 1).sum::<usize>().saturating_sub(1);
        let mut at = Some(node);
        for word in text.split('.').take(used).collect::<Vec<_>>().into_iter().rev() {
            let Some(node) = at else { break };
            let place = self.part(span, text, end - word.len(), word.len());
            self.add(place, span.start, Target::Node(node), Role::Text, Some(step));
            end = end.saturating_sub(word.len() + 1);
            at = self.machine.nodes[node].parent;
        }
    }

    /// A part of a string or key in the source.
    fn part(&self, span: Span, text: &str, start: usize, length: usize) -> Span {
        Quoted::string(self.tree, span, text).at(Span::new(start, start + length))
    }

    /// The keys of a map that holds fields of a node.
    pub(super) fn fields_of(&mut self, value: &Val, node: NodeIdx, scope: NodeIdx) {
        let machine = self.machine;
        for entry in value.entries().iter().filter(|entry| has_attribute(&machine.nodes[node], &entry.key.text)) {
            let place = self.part(entry.key.span, &entry.key.text, 0, entry.key.text.len());
            self.add(place, place.start, Target::Field(Some(node), entry.key.text.clone()), Role::Text, Some(scope));
            if let (Some(value), Some(kind)) = (&entry.value, kind_of(machine, node, &entry.key.text)) {
                self.typed(value, kind, node);
            }
        }
    }

    /// The keys of maps in a value of a type that is written at a node.
    pub(super) fn typed(&mut self, value: &Val, kind: &str, at: NodeIdx) {
        match (container(kind), &value.kind) {
            (Some((_, inner)), ValKind::List(items)) => items.iter().for_each(|item| self.typed(item, inner, at)),
            (Some((_, inner)), ValKind::Map(entries)) => {
                entries.iter().filter_map(|entry| entry.value.as_ref()).for_each(|item| self.typed(item, inner, at));
            }
            (None, ValKind::Map(_)) => {
                if let Some(node) = type_node(self.machine, kind, at) {
                    self.fields_of(value, node, at);
                }
            }
            _ => {}
        }
    }
}

/// A string, or the strings of a list.
fn strings(value: &Val, each: &mut dyn FnMut(Span, &str)) {
    match &value.kind {
        ValKind::Str(text) => each(value.span, text),
        ValKind::List(items) => items.iter().for_each(|item| strings(item, each)),
        _ => {}
    }
}
