//! Annotations, their arguments and the words of styles.

use super::Offers;
use super::nodes::field_detail;
use crate::machine::classify::declared;
use crate::machine::model::Class;
use crate::schema::{Kind, Schema};
use crate::service::site::Holder;
use crate::service::words;
use crate::service::words::On;
use crate::text::Span;

impl Offers<'_> {
    pub(super) fn place(&self, holder: Holder) -> On {
        let machine = self.machine;
        match holder {
            Holder::Any => On::MAX & !words::FIELD,
            Holder::Machine => words::MACHINE,
            Holder::Edge => words::EDGE,
            Holder::Field => words::FIELD,
            Holder::Node { kind, name } => {
                let kind = kind.map(|kind| machine.tree.str(kind));
                if let Some(class) = kind.and_then(declared) {
                    return words::on(class);
                }
                let node = machine.scopes.child(self.scope, machine.tree.str(name));
                let place = node.map_or(words::NODE, |node| words::on(machine.nodes[node].class));
                // A word in a context may become a field.
                let class = self.scope.map(|scope| machine.nodes[scope].class);
                if kind.is_none() && matches!(class, Some(Class::Context | Class::Type)) { words::FIELD } else { place }
            }
        }
    }

    pub(super) fn annotations(&mut self, place: On) {
        for one in words::ANNOTATIONS.iter().filter(|one| one.on & place != 0) {
            self.teach("annotation", one.name, one.name, one.says, one.example);
        }
        if place & words::FIELD != 0 {
            return;
        }
        let machine = self.machine;
        for node in machine.nodes.iter().filter(|node| node.class == Class::Style) {
            for selector in &node.annotations {
                self.add("annotation", &selector.name, &selector.name, &format!("style {}", node.name));
            }
        }
    }

    pub(super) fn argument(&mut self, name: &str, key: Option<Span>, first: bool, place: On, chain: &[Span]) {
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
