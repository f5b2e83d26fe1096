//! Nodes and their fields: nearest scope first, then the others by path.

use super::Offers;
use crate::machine::model::{Class, Node, NodeIdx, Origin};
use crate::machine::names::blocks;
use crate::schema::{Kind, Schema};
use crate::text::{Span, clip};

impl Offers<'_> {
    /// The nodes and, for ends and values, the fields behind a dotted name.
    pub(super) fn below(&mut self, chain: &[Span], fields: bool) {
        let machine = self.machine;
        let words: Vec<&str> = chain.iter().map(|span| machine.tree.str(*span)).collect();
        let Some(found) = machine.scopes.prefix(&machine.nodes, self.scope, &words) else { return };
        if found.used < words.len() {
            return;
        }
        for child in &machine.nodes[found.node].children {
            self.node(*child, false);
        }
        if fields {
            self.fields(found.node);
        }
    }

    pub(super) fn node(&mut self, at: NodeIdx, dotted: bool) {
        let node = &self.machine.nodes[at];
        // What is being typed is a node of its own already.
        let typed = node.name_span.is_some_and(|span| span == self.word) && node.origin != Origin::Implied;
        if matches!(node.class, Class::Note | Class::Style | Class::Event) || typed {
            return;
        }
        let name = if dotted { &node.id } else { &node.name };
        let detail = match &node.title {
            Some(title) => format!("{} · {}", node.class.word(), clip(title, 60)),
            None => node.class.word().to_owned(),
        };
        self.add("node", name, name, &detail);
    }

    /// Nodes of the scopes outwards by name, then all others by path; contexts before the rest if wanted.
    pub(super) fn nodes(&mut self, contexts_first: bool, filter: fn(&Node) -> bool) {
        let machine = self.machine;
        self.seen = vec![false; machine.nodes.len()];
        let passes: &[Option<bool>] = if contexts_first { &[Some(true), Some(false)] } else { &[None] };
        for pass in passes {
            let wanted = |node: &Node| filter(node) && pass.is_none_or(|pass| (node.class == Class::Context) == pass);
            for block in blocks(&machine.nodes, self.scope) {
                match block {
                    Some(block) => {
                        for child in &machine.nodes[block].children {
                            self.once(*child, false, &wanted);
                        }
                    }
                    None => {
                        for (at, _) in machine.nodes.entries().filter(|(_, node)| node.parent.is_none()) {
                            self.once(at, false, &wanted);
                        }
                    }
                }
            }
            for at in machine.nodes.ids() {
                self.once(at, true, &wanted);
            }
        }
    }

    pub(super) fn once(&mut self, at: NodeIdx, dotted: bool, wanted: &dyn Fn(&Node) -> bool) {
        if wanted(&self.machine.nodes[at])
            && let Some(seen) = self.seen.get_mut(at.0 as usize)
            && !std::mem::replace(seen, true)
        {
            self.node(at, dotted);
        }
    }

    /// The fields of a node: its attributes, and what the schema of a context declares.
    pub(super) fn fields(&mut self, at: NodeIdx) {
        let machine = self.machine;
        let node = &machine.nodes[at];
        if let Some(context) = machine.context_of(at) {
            for field in &machine.contexts[context].fields {
                let field = &machine.fields[*field];
                self.add("field", &field.name, &field.name, &field_detail(field.kind.as_deref(), &field.schema));
            }
        }
        for attribute in
            node.attributes.iter().filter(|attribute| node.class != Class::Context || &*attribute.name != "schema")
        {
            let known = machine.context_of(at).is_some_and(|context| machine.field(context, &attribute.name).is_some());
            if !known && attribute.key_span != self.word {
                self.add("field", &attribute.name, &attribute.name, attribute.kind.as_deref().unwrap_or_default());
            }
        }
    }
}

/// The type of a field in a few words.
pub(super) fn field_detail(kind: Option<&str>, schema: &Schema) -> String {
    match kind {
        Some(kind) => kind.to_owned(),
        None => schema.shown_kind().map_or("", Kind::word).to_owned(),
    }
}
