//! Conditions and placeholders.

use std::sync::Arc;

use super::Offers;
use super::nodes::field_detail;
use crate::machine::Machine;
use crate::machine::model::{Binding, Class, ContextIdx, Edge, NodeIdx};
use crate::schema::Schema;
use crate::service::{Range, words};
use crate::syntax::is_open_string;
use crate::text::Span;
use crate::value::Value;

impl Offers<'_> {
    /// Names and functions of an expression whose text up to the offset is at `span`.
    pub(super) fn expression(&mut self, span: Span) {
        let text = self.machine.tree.str(span);
        if in_quotes(text) {
            return;
        }
        let is_name = |c: char| c == '_' || c.is_alphanumeric();
        let prefix = text.rsplit(|c| !is_name(c)).next().unwrap_or_default();
        if prefix.starts_with(|c: char| c.is_numeric()) {
            return;
        }
        let name = text.rsplit(|c| !(is_name(c) || c == '.')).next().unwrap_or_default();
        let start = span.end - prefix.len() as u32;
        let after = self.machine.tree.text.get(span.end as usize..).unwrap_or_default();
        let rest = after.find(|c| !is_name(c)).unwrap_or(after.len());
        // Only a word that has begun is replaced to its end.
        let end = if prefix.is_empty() { span.end } else { span.end + rest as u32 };
        self.word = Span { start, end };
        self.range = Range::of(&self.machine.tree, self.word);
        self.prefix = prefix;
        self.closer = self.missing_closer(span);
        match name.strip_suffix(prefix).and_then(|chain| chain.strip_suffix('.')) {
            Some("") | None if name != prefix => self.methods(),
            Some(chain) => self.members(chain),
            None => self.names(),
        }
    }

    /// What closes the placeholder whose text begins at `span`, with a blank if it was opened with one. Empty outside
    /// of placeholders, and where the placeholder is closed.
    fn missing_closer(&self, span: Span) -> &'static str {
        let tree = &self.machine.tree;
        if !tree.text.get(..span.start as usize).is_some_and(|before| before.ends_with("{{")) {
            return "";
        }
        let next = tree.tokens.partition_point(|token| token.span.start < span.start);
        let Some(string) = next.checked_sub(1).and_then(|at| tree.tokens.get(at)) else { return "" };
        let rest = tree.text.get(self.word.end as usize..string.span.end as usize).unwrap_or_default();
        let rest = if is_open_string(tree.str(string.span)) { rest.lines().next().unwrap_or_default() } else { rest };
        let closed = rest.find("}}").is_some_and(|end| !rest.get(..end).unwrap_or_default().contains("{{"));
        let half = rest.starts_with('}');
        match (closed, tree.str(span).starts_with(' ')) {
            (true, _) => "",
            (_, true) if half => " }",
            (_, true) => " }}",
            (_, false) if half => "}",
            (_, false) => "}}",
        }
    }

    pub(super) fn names(&mut self) {
        let machine = self.machine;
        for context in machine.contexts.iter() {
            let name = &machine.nodes[context.node].name;
            let found = machine.scopes.resolve(&machine.nodes, self.scope, &[&**name]);
            self.node(context.node, found.is_ok_and(|found| found.node != context.node));
        }
        for (word, says, example) in words::NAMES.iter().take(words::OFFERED_NAMES) {
            self.teach("variable", word, word, says, example);
        }
        for attribute in &machine.attributes {
            self.add("variable", &attribute.name, &attribute.name, "machine attribute");
        }
        self.functions(|_| true);
        for (at, node) in machine.nodes.entries() {
            let data = !node.attributes.is_empty() || node.children.iter().any(|child| is_store(machine, *child));
            if data && !matches!(node.class, Class::Context | Class::Note | Class::Event) {
                self.node(at, node.parent.is_some());
            }
        }
    }

    /// The functions that can be written behind a value.
    pub(super) fn methods(&mut self) {
        self.functions(|name| !matches!(name, "has" | "min" | "max"));
    }

    pub(super) fn functions(&mut self, fits: fn(&str) -> bool) {
        for (name, arguments, says) in words::FUNCTIONS.iter().filter(|(name, ..)| fits(name)) {
            self.add("function", name, &format!("{name}()"), &format!("{name}{arguments}: {says}"));
        }
    }

    /// What stands behind `chain.` in an expression.
    pub(super) fn members(&mut self, chain: &str) {
        let machine = self.machine;
        if let Some((_, parts)) = words::PARTS.iter().find(|(name, _)| *name == chain) {
            parts.split(' ').for_each(|part| self.add("field", part, part, ""));
        }
        let segments: Vec<Arc<str>> = chain.split('.').map(Arc::from).collect();
        if let ("event.data", Some(event)) = (chain, self.awaited()) {
            return self.fields(event);
        }
        if chain == "machine" && machine.scopes.child(None, "machine").is_none() {
            for attribute in &machine.attributes {
                self.add("field", &attribute.name, &attribute.name, attribute.kind.as_deref().unwrap_or_default());
            }
            return;
        }
        match machine.bind_name(self.scope, &segments) {
            Binding::Context(context) => {
                let node = machine.contexts[context].node;
                self.fields(node);
                self.stores(node);
            }
            Binding::Node(node) => {
                self.fields(node);
                self.stores(node);
            }
            Binding::Field(field, walk) => {
                let whole = &*machine.fields[field].schema;
                let schema = walk.iter().try_fold(whole, |schema, word| Some(&*schema.field(word)?.schema));
                let declared = schema.map_or(&[][..], Schema::fields);
                for field in declared {
                    self.add("field", &field.name, &field.name, &field_detail(None, &field.schema));
                }
                let initial = machine.fields[field].default.as_ref();
                let initial = walk.iter().try_fold(initial, |value, word| Some(value?.get(word)));
                if let Some(Some(Value::Map(entries))) = initial {
                    for (key, _) in entries.iter().filter(|(key, _)| !declared.iter().any(|field| field.name == **key))
                    {
                        self.add("field", key, key, "");
                    }
                }
                self.methods();
            }
            Binding::Builtin(..) if words::PARTS.iter().any(|(name, _)| *name == chain) => {}
            _ => self.methods(),
        }
    }

    /// The node of the event that the edge around the caret waits for.
    fn awaited(&self) -> Option<NodeIdx> {
        let machine = self.machine;
        let around = |edge: &&Edge| edge.arrow_span.start <= self.word.start && self.word.end <= edge.arrow_span.end;
        let on = machine.edges.iter().filter(around).find_map(|edge| edge.on.as_ref())?;
        Some(machine.events[machine.event(&on.name)?].node)
    }

    pub(super) fn stores(&mut self, node: NodeIdx) {
        for child in &self.machine.nodes[node].children {
            self.node(*child, false);
        }
    }
}

fn is_store(machine: &Machine, node: NodeIdx) -> bool {
    let context: Option<ContextIdx> = machine.context_of(node);
    context.is_some()
}

/// True if an expression's text ends inside a quoted text.
fn in_quotes(text: &str) -> bool {
    let mut open = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match open {
            Some(_) if c == '\\' => drop(chars.next()),
            Some(quote) if c == quote => open = None,
            None if matches!(c, '"' | '\'') => open = Some(c),
            _ => {}
        }
    }
    open.is_some()
}
