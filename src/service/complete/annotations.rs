//! Annotations, their arguments and the words of styles.

use super::Offers;
use super::nodes::field_detail;
use crate::machine::classify::declared;
use crate::machine::model::{Class, Role};
use crate::schema::{self, Kind, NodeType, NodeTypes, Schema};
use crate::service::site::Holder;
use crate::service::words;
use crate::service::words::Places;
use crate::syntax::tree::{Attribute, Block, Item};
use crate::text::Span;

impl Offers<'_> {
    pub(super) fn place(&self, holder: Holder) -> Places {
        let machine = self.machine;
        match holder {
            Holder::Any => words::MACHINE.or(words::NODE).or(words::EDGE),
            Holder::Machine => words::MACHINE,
            Holder::Edge => words::EDGE,
            Holder::Field(_) => words::FIELD,
            Holder::Node { kind, name } => {
                let kind = kind.map(|kind| machine.tree.str(kind));
                if let Some(class) = kind.and_then(declared) {
                    return Places::of_class(class);
                }
                let node = machine.scopes.child(self.scope, machine.tree.str(name));
                let place = node.map_or(words::NODE, |node| Places::of_class(machine.nodes[node].class));
                // A word in a context may become a field.
                let class = self.scope.map(|scope| machine.nodes[scope].class);
                if kind.is_none() && matches!(class, Some(Class::Context | Class::Type)) { words::FIELD } else { place }
            }
        }
    }

    /// The annotations that fit what they are on. `sign` is `@` where that is not typed yet.
    pub(super) fn annotations(&mut self, holder: Holder, sign: &str) {
        let place = self.place(holder);
        let typed = match holder {
            Holder::Field(key) => self.typed(key),
            _ => None,
        };
        let is_output = self
            .scope
            .and_then(|scope| self.machine.context_of(scope))
            .is_some_and(|at| self.machine.contexts[at].role == Role::Output);
        let fits = |annotation: &&words::Annotation| {
            annotation.places.overlaps(place) && (is_output || annotation.name != "from")
        };
        for annotation in words::ANNOTATIONS.iter().filter(fits) {
            if typed.as_ref().is_none_or(|(schema, declared)| schema::applies(annotation.name, schema, *declared)) {
                let label = format!("{sign}{}", annotation.name);
                let arguments = if annotation.parameters.is_empty() { "" } else { "()" };
                self.teach("annotation", &label, &format!("{label}{arguments}"), annotation.says, annotation.example);
            }
        }
        if place.overlaps(words::FIELD) {
            return;
        }
        let machine = self.machine;
        for node in machine.nodes.iter().filter(|node| node.class == Class::Style) {
            for selector in &node.annotations {
                let label = format!("{sign}{}", selector.name);
                self.add("annotation", &label, &label, &format!("style {}", node.name));
            }
        }
    }

    /// What the type of an attribute and its annotations say about its values, without the annotation at the offset,
    /// and whether it has a type.
    fn typed(&self, key: Span) -> Option<(Schema, bool)> {
        let tree = &self.machine.tree;
        let attribute = attribute_at(&tree.items, key)?;
        let mut schema = match &attribute.kind {
            Some(kind) => schema::lower_type(tree, kind, "", &NoNodes).0,
            None => Schema::default(),
        };
        let others: Vec<_> =
            attribute.annotations.iter().filter(|annotation| annotation.name.span != self.word).collect();
        schema::constrain(&mut schema, attribute.kind.as_ref(), tree, &others);
        Some((schema, attribute.kind.is_some()))
    }

    pub(super) fn argument(&mut self, name: &str, key: Option<Span>, first: bool, place: Places, chain: &[Span]) {
        let Some(annotation) = words::annotation_called(name, place) else { return };
        let key = key.map(|key| self.machine.tree.str(key));
        let style = annotation.parameters.iter().any(|(_, values)| *values == words::STYLES);
        if style {
            match key {
                Some(key) => self.style_values(key),
                None => self.style_keys(": "),
            }
            return;
        }
        if annotation.parameters.iter().any(|(_, values)| *values == words::ASSIGNMENTS) && key.is_none() {
            return if chain.is_empty() { self.assignable() } else { self.below(chain, true) };
        }
        for (parameter, values) in annotation.parameters {
            match key {
                Some(key) if key.eq_ignore_ascii_case(parameter) => self.values(values, chain),
                None if parameter.is_empty() && first => self.values(values, chain),
                None if !parameter.is_empty() && chain.is_empty() => {
                    let shown = if values.starts_with('@') { "" } else { values };
                    self.add("parameter", parameter, &format!("{parameter}: "), shown);
                }
                _ => {}
            }
        }
    }

    pub(super) fn values(&mut self, values: &'static str, chain: &[Span]) {
        let machine = self.machine;
        match values {
            words::A_NODE if chain.is_empty() => self.nodes(false, |node| node.class.is_executable()),
            words::A_FIELD | words::A_LIST if chain.is_empty() => {
                let lists = values == words::A_LIST;
                for (at, context) in machine.contexts.entries() {
                    let fields = context.fields.iter().map(|field| &machine.fields[*field]);
                    for field in fields.filter(|field| !lists || may_be_list(&field.schema)) {
                        let name = format!("{}.{}", machine.context_id(at), field.name);
                        self.add("field", &name, &name, &field_detail(field.kind.as_deref(), &field.schema));
                    }
                }
            }
            words::A_NODE | words::A_FIELD | words::A_LIST => self.below(chain, true),
            values => {
                let merges = values.contains("last_wins");
                for word in values.split(' ').filter(|word| !word.is_empty()) {
                    let says =
                        words::MERGES.iter().find(|(name, _)| merges && *name == word).map_or("", |(_, says)| *says);
                    self.add("value", word, word, says);
                }
            }
        }
    }

    /// The fields that `@set` can write, with the colon that follows them.
    fn assignable(&mut self) {
        let machine = self.machine;
        for (at, context) in machine.contexts.entries().filter(|(_, context)| context.role != Role::Input) {
            for field in context.fields.iter().map(|field| &machine.fields[*field]) {
                let name = format!("{}.{}", machine.context_id(at), field.name);
                self.add("field", &name, &format!("{name}: "), &field_detail(field.kind.as_deref(), &field.schema));
            }
        }
    }

    pub(super) fn style_keys(&mut self, behind: &str) {
        for (key, values, says) in words::STYLE_KEYS {
            let detail = if values.is_empty() { *says } else { *values };
            self.add("parameter", key, &format!("{key}{behind}"), detail);
        }
    }

    pub(super) fn style_values(&mut self, key: &str) {
        if let Some((_, values, _)) = words::STYLE_KEYS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(key)) {
            self.values(values, &[]);
        }
    }
}

fn may_be_list(schema: &Schema) -> bool {
    schema.kind.is_none_or(|kind| kind == Kind::Array)
}

/// No constraint applies to a value whose type is a node.
struct NoNodes;

impl NodeTypes for NoNodes {
    fn find(&self, _: &str, _: &str) -> Option<NodeType<'_>> {
        None
    }

    fn strict(&self) -> bool {
        false
    }
}

/// The attribute with this key, in a block of any depth.
fn attribute_at(items: &[Item], key: Span) -> Option<&Attribute> {
    fn inside(block: &Option<Block>, key: Span) -> Option<&Block> {
        block.as_ref().filter(|block| block.span.overlaps(key))
    }
    let mut items = items;
    loop {
        let holds = |item: &&Item| item.whole().overlaps(key);
        let mut block = None;
        for item in items.iter().filter(holds) {
            match item {
                Item::Attribute(attribute) if attribute.key.span == key => return Some(attribute),
                Item::Header(header) => block = block.or(inside(&header.block, key)),
                Item::Node(node) => block = block.or(inside(&node.block, key)),
                Item::Edge(edge) => {
                    block = block.or(edge.declarations.iter().find_map(|node| inside(&node.block, key)))
                }
                _ => {}
            }
        }
        items = &block?.items;
    }
}
