//! The canonical JSON of a machine: key order, presence and the form of values, decided in one place.

use std::sync::Arc;

use crate::json::{Object, ToJson, With, Writer};
use crate::machine::Machine;
use crate::machine::model::{
    Access, Annotation, Attribute, Class, ConditionKind, Edge, EdgeIdx, EdgeKind, Node, Origin, Style,
};
use crate::quick::Map;
use crate::text::{Position, Span};
use crate::value::Value;

/// Whether source ranges are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ranges {
    /// `$sourceRange` where there is one.
    Shown,
    /// None: the part of the JSON that is meaning.
    Hidden,
}

impl Machine {
    /// The canonical JSON, with source ranges.
    pub fn to_json(&self) -> String {
        write(self, Ranges::Shown)
    }

    /// Hash of the canonical JSON without ranges, as 16 lower-case hex digits. Made when it is first asked for: most
    /// texts on the way to a machine never run.
    pub fn hash(&self) -> &Arc<str> {
        self.hash.get_or_init(|| crate::text::hash(&write(self, Ranges::Hidden)).into())
    }

    /// True if a run or recording with this machine hash was made with this machine, under these rules or earlier ones.
    pub fn is_hashed(&self, hash: &str) -> bool {
        let of = |form| crate::text::hash(&CanonicalWriter { machine: self, ranges: Ranges::Hidden, form }.text());
        **self.hash() == *hash || of(Form::Rules2) == hash || self.files.is_some() && of(Form::Rules1) == hash
    }
}

/// The canonical JSON of a machine.
pub fn write(machine: &Machine, ranges: Ranges) -> String {
    CanonicalWriter { machine, ranges, form: Form::Present }.text()
}

/// The canonical JSON of now, or of earlier rules, whose hashes are in runs that were saved under them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// As under rules 2, and imported edges say their file.
    Rules1,
    /// The keys of a `schema` are in the order of their code points, its external id is like a string, and so is a
    /// number like a string of digits.
    Rules2,
    Present,
}

struct CanonicalWriter<'a> {
    machine: &'a Machine,
    ranges: Ranges,
    form: Form,
}

impl CanonicalWriter<'_> {
    fn text(&self) -> String {
        crate::json::to_string(&With(|out: &mut Writer| out.object(|object| self.machine(object))))
    }

    fn machine(&self, object: &mut Object) {
        let machine = self.machine;
        object.maybe("title", &machine.title);
        object.with("attributes", |out| self.attributes(&machine.attributes, None, out));
        object.with("annotations", |out| self.annotation_list(&machine.annotations, out));
        object.with("nodes", |out| {
            out.each(machine.nodes.iter(), |out, node| out.object(|object| self.node(object, node)));
        });
        object.with("edges", |out| {
            out.each(machine.edges.iter(), |out, edge| out.object(|object| self.edge(object, edge)));
        });
        object.with("inferredDependencies", |out| {
            out.each(&machine.dependencies, |out, dependency| {
                let (source, target) = (&machine.nodes[dependency.source], &machine.nodes[dependency.target]);
                out.object(|object| {
                    object.field("source", &source.name);
                    object.field("target", &target.name);
                    object.field("reason", &dependency.reason());
                    object.field("path", &dependency.path);
                    object.field("sourceId", &source.id);
                    object.field("targetId", &target.id);
                });
            });
        });
        style(object, &machine.style);
        if let Some(files) = &machine.files
            && !machine.tree.files.is_empty()
        {
            object.object("metadata", |object| {
                object.field("entry", files.entry());
                object.with("files", |out| out.list(machine.tree.files.iter().map(|file| &file.path)));
            });
        }
    }

    fn node(&self, object: &mut Object, node: &Node) {
        object.field("name", &node.name);
        object.field("id", &node.id);
        object.maybe("type", &node.kind.as_ref().map(|kind| kind.to_lowercase()));
        let target = node.target.as_ref().filter(|_| node.class == Class::Note).map(|(_, written)| written);
        object.with("attributes", |out| self.attributes(&node.attributes, target, out));
        if let Some(parent) = node.parent {
            object.field("parent", &self.machine.nodes[parent].name);
            object.field("parentId", &self.machine.nodes[parent].id);
        }
        self.annotations(object, &node.annotations);
        object.maybe("title", &node.title);
        style(object, &node.style);
        if let Origin::Imported(file) = &node.origin {
            object.entry("$file", file);
        }
        if let Some(span) = node.span {
            self.range(object, span);
        }
    }

    fn edge(&self, object: &mut Object, edge: &Edge) {
        let (source, target) = (&self.machine.nodes[edge.source], &self.machine.nodes[edge.target]);
        object.field("source", &source.name);
        object.field("target", &target.name);
        object.field("sourceId", &source.id);
        object.field("targetId", &target.id);
        object.field("kind", &edge.kind.word());
        if let Some(arrow) = edge.arrow {
            object.field("arrowType", &arrow.text());
        }
        object.maybe("sourceMultiplicity", &edge.source_multiplicity);
        object.maybe("targetMultiplicity", &edge.target_multiplicity);
        let whole = entries(edge, Part::Whole);
        written(object, "attributes", &whole);
        let inline = if edge.block.is_empty() { whole } else { entries(edge, Part::Inline) };
        written(object, "value", &inline);
        let kind = match edge.kind {
            EdgeKind::Data(Some(Access::Read)) => Some("reads"),
            EdgeKind::Data(Some(Access::Write)) => Some("writes"),
            EdgeKind::Data(Some(Access::Ask)) => Some("asks"),
            EdgeKind::Catch => Some("catch"),
            EdgeKind::Inferred => Some("inferred"),
            _ => None,
        };
        object.maybe("type", &kind);
        object.maybe("fields", &edge.fields);
        if edge.texts.len() > 1 {
            object.field("labelParts", &edge.texts);
        }
        if let Some(condition) = &edge.condition {
            object.field(
                "condition",
                &With(|out: &mut Writer| {
                    out.object(|object| {
                        object.field("kind", &if condition.kind == ConditionKind::When { "when" } else { "unless" });
                        object.field("text", &condition.text);
                    });
                }),
            );
        }
        self.annotations(object, &edge.annotations);
        style(object, &edge.style);
        object.maybe("sourceAttribute", &edge.source_attribute);
        object.maybe("targetAttribute", &edge.target_attribute);
        if self.form == Form::Rules1
            && let Some(file) = self.machine.tree.place(edge.span).file
        {
            object.entry("$file", file);
        }
        self.range(object, edge.span);
    }

    fn range(&self, object: &mut Object, span: Span) {
        if self.ranges == Ranges::Hidden {
            return;
        }
        let place = self.machine.tree.place(span);
        object.with("$sourceRange", |out| {
            out.raw("{\"start\":");
            position(out, place.lines.position(place.text, place.span.start));
            out.raw(",\"end\":");
            position(out, place.lines.position(place.text, place.span.end));
            out.raw("}");
        });
    }
}

fn position(out: &mut Writer, at: Position) {
    out.raw("{\"line\":");
    at.line.write(out);
    out.raw(",\"character\":");
    at.character.write(out);
    out.raw("}");
}

/// The display text, inline keys and, for the whole, block keys in their place.
fn entries(edge: &Edge, part: Part) -> Vec<(&str, Value)> {
    let mut list: Vec<(&str, Value)> = Vec::new();
    let block: &[(Arc<str>, Value)] = if part == Part::Whole { &edge.block } else { &[] };
    let blocked = edge.block.iter().any(|(key, _)| &**key == "text");
    let inline = edge.inline.iter().find(|(key, _)| &**key == "text").map(|(_, text)| text.clone());
    let display = match edge.texts.as_slice() {
        [] => None,
        [text] => Some(Value::Str(text.clone())),
        _ => Some(Value::from(edge.text())),
    };
    let text = if blocked && part == Part::Inline { inline } else { display };
    list.extend(text.map(|text| ("text", text)));
    if edge.kind == EdgeKind::Inferred {
        list.extend(edge.source_attribute.iter().map(|name| ("attribute", Value::from(name.clone()))));
    }
    let mut places: Map<&str, usize> = Map::default();
    for (key, value) in edge.inline.iter().chain(block).filter(|(key, _)| &**key != "text") {
        if places.is_empty() {
            places.extend(list.iter().enumerate().map(|(place, (key, _))| (*key, place)));
        }
        let place = *places.entry(key).or_insert(list.len());
        match list.get_mut(place) {
            Some((_, earlier)) => *earlier = value.clone(),
            None => list.push((key, value.clone())),
        }
    }
    list.extend(edge.source_attribute.iter().map(|name| ("sourceAttribute", Value::from(name.clone()))));
    list.extend(edge.target_attribute.iter().map(|name| ("targetAttribute", Value::from(name.clone()))));
    list
}

fn written(object: &mut Object, name: &str, list: &[(&str, Value)]) {
    if !list.is_empty() {
        object.object(name, |object| list.iter().for_each(|(key, value)| object.entry(key, value)));
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Inline and block keys.
    Whole,
    /// Without block keys.
    Inline,
}

struct Target<'a>(&'a Arc<str>);

impl ToJson for Target<'_> {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("name", &"target");
            object.field("value", self.0);
        });
    }
}

impl CanonicalWriter<'_> {
    /// Attributes, and the target of a note behind them.
    fn attributes(&self, list: &[Attribute], target: Option<&Arc<str>>, out: &mut Writer) {
        let as_object =
            |attribute| With(move |out: &mut Writer| out.object(|object| self.attribute(object, attribute)));
        let attributes: Vec<_> = list.iter().map(as_object).collect();
        let target = target.map(Target);
        let items = attributes.iter().map(|attribute| attribute as &dyn ToJson);
        let items: Vec<&dyn ToJson> = items.chain(target.iter().map(|target| target as &dyn ToJson)).collect();
        out.list(&items);
    }

    fn attribute(&self, object: &mut Object, attribute: &Attribute) {
        object.field("name", &attribute.name);
        object.maybe("type", &attribute.kind);
        let schema = attribute.schema.as_ref().filter(|_| self.form == Form::Present);
        match schema {
            Some(schema) => object.field("value", &**schema),
            None => object.maybe("value", &attribute.value),
        }
        self.annotations(object, &attribute.annotations);
        let external = attribute.value.as_ref().and_then(Value::as_str).is_some_and(|text| text.starts_with('#'));
        if attribute.reference && (self.form == Form::Present || !external) {
            object.field("reference", &true);
        }
    }

    fn annotations(&self, object: &mut Object, list: &[Annotation]) {
        if !list.is_empty() {
            object.with("annotations", |out| self.annotation_list(list, out));
        }
    }

    fn annotation_list(&self, list: &[Annotation], out: &mut Writer) {
        out.each(list, |out, annotation| out.object(|object| self.annotation(object, annotation)));
    }

    fn annotation(&self, object: &mut Object, annotation: &Annotation) {
        object.field("name", &annotation.name);
        if let Some(value) = &annotation.value {
            object.field(if annotation.qualified { "qualifiedValue" } else { "value" }, value);
        }
        if annotation.quoted && self.form == Form::Present {
            object.field("quoted", &true);
        }
        if !annotation.entries.is_empty() {
            object.with("entries", |out| {
                out.each(&annotation.entries, |out, entry| {
                    out.object(|object| {
                        object.field("target", &entry.target);
                        object.field("expr", &entry.expr);
                    });
                });
            });
        }
        if !annotation.parameters.is_empty() {
            object.object("attributes", |object| {
                annotation.parameters.iter().for_each(|(key, value)| object.entry(key, value));
            });
        }
    }
}

fn style(object: &mut Object, style: &Style) {
    if !style.is_empty() {
        object.field(
            "style",
            &With(|out: &mut Writer| {
                out.object(|object| style.iter().for_each(|(key, value)| object.entry(key, value)));
            }),
        );
    }
}

impl ToJson for EdgeIdx {
    fn write(&self, out: &mut Writer) {
        out.raw("\"e");
        out.number(f64::from(self.0));
        out.raw("\"");
    }
}
