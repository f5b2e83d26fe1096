//! The start of items, types and values of attributes.

use super::Offers;
use crate::machine::model::{Class, Node};
use crate::service::words;
use crate::service::words::Places;
use crate::syntax::tree::Item;
use crate::text::Span;

impl Offers<'_> {
    pub(super) fn item(&mut self) {
        let machine = self.machine;
        let owner = self.scope.map(|scope| &machine.nodes[scope]);
        let place = owner.map_or(words::MACHINE, |node| Places::of_class(node.class));
        if owner.is_some_and(|node| node.class == Class::Style) {
            self.style_keys(": ");
            return;
        }
        if owner.is_some_and(|node| node.class == Class::Note) {
            self.add("field", "desc", "desc: \"\"", "The text of the note.");
            return;
        }
        if owner.is_some() {
            self.attributes(place);
        }
        if owner.is_some_and(|node| node.class == Class::Event) {
            return;
        }
        for (word, says, example) in words::TYPES.iter().take(words::OFFERED_TYPES) {
            self.teach("type", word, &format!("{word} "), says, example);
        }
        if owner.is_none() {
            if !machine.tree.items.iter().any(|item| matches!(item, Item::Header(header) if header.title.is_some())) {
                self.add("keyword", "machine", "machine \"\"", "The title of the machine.");
            }
            self.add("keyword", "import", "import { } from \"\"", "Imports nodes from another file.");
        }
        self.nodes(false, |_| true);
        if owner.is_none() {
            self.attributes(place);
        }
    }

    /// The attributes with a meaning in a place that are not there yet.
    pub(super) fn attributes(&mut self, place: Places) {
        let machine = self.machine;
        let present = match self.scope {
            Some(scope) => &machine.nodes[scope].attributes,
            None => &machine.attributes,
        };
        for (name, on, skeleton, says, example) in words::ATTRIBUTES {
            let there = present.iter().any(|attribute| &*attribute.name == *name && attribute.key_span != self.word);
            if on.overlaps(place) && !there {
                self.teach("field", name, skeleton, says, example);
            }
        }
    }

    pub(super) fn types(&mut self) {
        for (word, says, example) in words::VALUE_TYPES {
            self.teach("type", word, word, says, example);
        }
        self.nodes(false, |node| node.class == Class::Type);
        self.nodes(false, |node| node.class == Class::Context);
    }

    pub(super) fn value(&mut self, key: Span, owner: Option<Span>, map: Option<Span>) {
        let machine = self.machine;
        let word = machine.tree.str(key);
        let node = self.scope.map(|scope| &machine.nodes[scope]);
        let style = owner.is_some_and(|owner| machine.tree.str(owner) == "style")
            || node.is_some_and(|node| node.class == Class::Style);
        if style {
            self.style_values(word);
            return;
        }
        if owner.is_some_and(|owner| machine.tree.str(owner) == "stub") {
            self.stub_value(word, map);
            return;
        }
        if word == "stub" && owner.is_none() && node.is_some_and(|node| node.class.is_executable()) {
            self.add("value", "{ }", "{ }", "A scripted reply; a list of them has one for each visit.");
            return;
        }
        let in_node = node.is_some_and(|node| node.attributes.iter().any(|attribute| attribute.key_span == key));
        if word.eq_ignore_ascii_case("on") && owner.is_none() && !in_node {
            return self.events();
        }
        if word.eq_ignore_ascii_case("after") && owner.is_none() && !in_node {
            return self.values("500ms 5s 2min 1h 2d", &[]);
        }
        if word.eq_ignore_ascii_case("priority") {
            self.values("high medium normal low", &[]);
            return;
        }
        let declared = match node {
            Some(node) => node.attributes.iter().find(|attribute| attribute.key_span == key),
            None => machine.attributes.iter().find(|attribute| attribute.key_span == key),
        };
        let kind = declared.and_then(|attribute| attribute.kind.as_deref()).unwrap_or_default();
        self.constants(kind);
        // A field of a built-in type holds no node, and a union only what it names.
        let bare = kind.strip_suffix('?').unwrap_or(kind);
        if !is_union(bare) && !crate::schema::is_built_in(bare) {
            self.nodes(false, |_| true);
        }
    }

    /// The events of the machine, and those that edges wait for without a declaration.
    fn events(&mut self) {
        let machine = self.machine;
        let declared: Vec<&Node> = machine.events.iter().map(|event| &machine.nodes[event.node]).collect();
        for event in &declared {
            let title = event.title.as_deref().unwrap_or("event");
            self.add("value", &event.name, &event.name, title);
        }
        let mut others: Vec<&str> = machine.edges.iter().filter_map(|edge| Some(&*edge.on.as_ref()?.name)).collect();
        others.sort_unstable();
        others.dedup();
        // What is being typed is a name of an edge already.
        let typed = self.prefix;
        let is_known = |name: &str| name == typed || declared.iter().any(|event| &*event.name == name);
        for name in others.into_iter().filter(|name| !is_known(name)) {
            self.add("value", name, name, "not declared");
        }
    }

    /// The constants of a type, as far as they can be listed.
    pub(super) fn constants(&mut self, kind: &str) {
        let bare = kind.strip_suffix('?').unwrap_or(kind);
        if is_union(bare) {
            bare.split(" | ").for_each(|literal| self.add("value", literal, literal, kind));
            return;
        }
        if bare.is_empty() || matches!(bare, "boolean" | "any" | "json") {
            self.values("true false", &[]);
        }
        if kind.ends_with('?') || bare.is_empty() {
            self.add("value", "null", "null", "");
        }
    }
}

fn is_union(kind: &str) -> bool {
    kind.starts_with('\'') || kind.contains(" | ")
}
