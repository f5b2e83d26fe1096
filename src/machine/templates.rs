//! Templates in the text of a machine: where they are, and where a part of one is in the source.

use std::sync::Arc;

use crate::expr::template::{self, Template, is_template};
use crate::machine::model::{Class, Node};
use crate::machine::quoted::Quoted;
use crate::quick::Map;
use crate::syntax::tree::{self, Tree, ValKind};
use crate::text::Span;
use crate::value::Value;

/// The texts of a machine that are templates, split once for all that ask: findings, dependencies, runs, drawings.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    places: Map<Arc<str>, usize>,
    split: Vec<Arc<Template>>,
}

impl Templates {
    /// Splits a text and keeps that.
    pub(super) fn add(&mut self, text: &Arc<str>) -> Arc<Template> {
        if let Some(known) = self.find(text) {
            return known.clone();
        }
        let template = Arc::new(template::parse(text));
        self.places.insert(text.clone(), self.split.len());
        self.split.push(template.clone());
        template
    }

    fn find(&self, text: &str) -> Option<&Arc<Template>> {
        self.split.get(*self.places.get(text)?)
    }

    /// A text, split: now, unless it is one of the machine's.
    pub fn get(&self, text: &str) -> Arc<Template> {
        self.find(text).map_or_else(|| Arc::new(template::parse(text)), Arc::clone)
    }
}

/// Calls `visit` for each template in the texts of a value.
pub(super) fn texts(value: &Value, visit: &mut dyn FnMut(&Arc<str>)) {
    match value {
        Value::Str(text) if is_template(text) => visit(text),
        Value::List(items) => items.iter().for_each(|item| texts(item, visit)),
        Value::Map(entries) => entries.values().for_each(|entry| texts(entry, visit)),
        _ => {}
    }
}

/// A text of the source that is a template.
pub(super) struct Place {
    /// The template.
    pub template: Arc<Template>,
    /// Where its text stands.
    pub quoted: Quoted,
}

/// Attributes whose text is a template.
pub(crate) const ATTRIBUTES: &[&str] = &["prompt", "title", "desc", "description", "needs", "wants"];

/// The templates of a node, in source order. Values of contexts are data.
pub(super) fn of_node(tree: &Tree, templates: &Templates, node: &Node, sources: &[&tree::Attribute]) -> Vec<Place> {
    let place = |text: &str, span: Span| {
        is_template(text).then(|| Place { template: templates.get(text), quoted: Quoted::string(tree, span, text) })
    };
    let mut places = Vec::new();
    if let (Some(title), Some(span)) = (&node.title, node.title_span) {
        places.extend(place(title, span));
    }
    if matches!(node.class, Class::Context | Class::Style | Class::Type | Class::Note | Class::Event) {
        return places;
    }
    for attribute in sources.iter().filter(|attribute| ATTRIBUTES.contains(&&*attribute.key.text)) {
        let Some(value) = &attribute.value else { continue };
        let items = if let ValKind::List(items) = &value.kind { items.as_slice() } else { std::slice::from_ref(value) };
        for item in items {
            // A question with answers to choose from is a map.
            let question = item.entries().iter().find(|entry| &*entry.key.text == "text");
            let texts = std::iter::once(item).chain(question.and_then(|entry| entry.value.as_ref()));
            for (text, span) in texts.filter_map(|text| Some((text.kind.as_str()?, text.span))) {
                places.extend(place(text, span));
            }
        }
    }
    places
}
