//! From the attributes of a node to the schema of its fields.
//!
//! A node is lowered as itself, which reports everything that is wrong with it, and once more wherever its name is a
//! type. There its insides are not reported again.

use std::collections::HashMap;
use std::sync::Arc;

use super::constrain::constrain;
use super::expansion::{Expansion, NodeType, NodeTypes};
use super::json_text::literal_value;
use super::pointer::key_span;
use super::types::is_optional;
use super::{
    Artifact, Field, Json, Kind, MAX_EXPANDED, MAX_TYPE_DEPTH, Problem, Rest, Role, Schema, check_default, read,
};
use crate::diagnostic::{Diagnostic, Severity};
use crate::syntax::tree::{Annotation, Attribute, Tree, Type, ValKind};
use crate::text::{Span, nearest};
use crate::value::Value;

/// Whether undeclared fields are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openness {
    /// They are stored unchecked.
    Open,
    /// They are refused.
    Closed,
}

/// A lowered node.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The object schema of its fields.
    pub schema: Schema,
    /// What is wrong with its types, constraints, defaults and `schema` attribute, in source order.
    pub diagnostics: Vec<Diagnostic>,
}

/// The schema of a node's fields, and its problems.
///
/// For every node: contexts get title, description, role and marks as well; other nodes are only checked, and used as
/// types.
pub fn lower(node: &NodeType, nodes: &dyn NodeTypes) -> Lowered {
    let mut expansion = Expansion::new(nodes);
    expansion.stack.push(node.id.to_owned());
    let mut schema = expansion.root(node);
    if node.role.is_some() {
        describe(node, &mut schema);
        let no_text = !schema.is_open() && !schema.fields().iter().any(|field| field.schema.may_hold_text());
        if let Some(annotation) =
            node.annotations.iter().find(|annotation| no_text && is_artifact(annotation, node.tree))
        {
            let message = format!("`{}` has no string field, so it cannot have artifacts", node.id);
            expansion.diagnostics.push(Diagnostic::warning("artifact-type", annotation.span, message));
        }
    }
    let mut diagnostics = expansion.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    Lowered { schema, diagnostics }
}

/// What `@open` and `@closed` say, and a conflict where both are there.
pub fn openness(tree: &Tree, annotations: &[&Annotation]) -> (Option<Openness>, Option<Diagnostic>) {
    let mut chosen: Option<Openness> = None;
    for annotation in annotations {
        let word = tree.str(annotation.name.span);
        let next = if word.eq_ignore_ascii_case("open") {
            Openness::Open
        } else if word.eq_ignore_ascii_case("closed") {
            Openness::Closed
        } else {
            continue;
        };
        if is_off(annotation, tree) {
            continue;
        }
        if chosen.is_some_and(|chosen| chosen != next) {
            let message = "`@open` and `@closed` cannot be combined";
            let conflict = Diagnostic::error("annotation-conflict", annotation.span, message);
            return (chosen, Some(conflict.fix("remove it", annotation.span, "")));
        }
        chosen = Some(next);
    }
    (chosen, None)
}

/// True for `@x(false)`, `@x("off")`, `@x(enabled: no)`, `@x(0)`.
fn is_off(annotation: &Annotation, tree: &Tree) -> bool {
    let args = annotation.args.as_deref().unwrap_or(&[]);
    args.iter()
        .filter(|arg| arg.key.as_ref().is_none_or(|key| &*key.text == "enabled"))
        .any(|arg| matches!(literal_value(tree, &arg.value).to_text().as_str(), "false" | "off" | "no" | "0"))
}

/// True if an attribute of a context holds data: all do, except the untyped `desc` and `style`, and `schema`
/// where it gives the schema.
pub fn is_field(tree: &Tree, attribute: &Attribute) -> bool {
    attribute.kind.is_some()
        || match &*attribute.key.text {
            "desc" | "style" => false,
            "schema" => Source::of(tree, attribute).is_none(),
            _ => true,
        }
}

/// The schema of a `schema` attribute.
enum Source {
    Json(Json),
    Node(String),
}

impl Source {
    fn of(tree: &Tree, attribute: &Attribute) -> Option<Source> {
        let value = attribute.value.as_ref().filter(|_| attribute.kind.is_none())?;
        match &value.kind {
            ValKind::Map(_) => Some(Source::Json(Json::from_val(tree, value))),
            ValKind::Str(text) => Json::parse(text).filter(|json| matches!(json, Json::Map(_))).map(Source::Json),
            ValKind::External(name) => Some(Source::Node(name.trim_start_matches('#').to_owned())),
            _ => None,
        }
    }
}

impl<'a> Expansion<'a> {
    /// The schema of a type outside any expansion, with a warning where it was cut.
    pub(super) fn root_type(&mut self, tree: &Tree, ty: &Type, from: &str) -> Schema {
        self.cut = None;
        let schema = self.ty(tree, ty, from);
        self.warn_of_cut(ty.span);
        schema
    }

    fn warn_of_cut(&mut self, span: Span) {
        if let Some(name) = self.cut.take() {
            let message = format!("`{name}` is nested too deeply or contains itself; the inner one accepts any object");
            self.diagnostics.push(Diagnostic::warning("schema-recursive", span, message));
        }
    }

    /// Lowers a node where its name is used as a type.
    pub(super) fn expand(&mut self, node: &NodeType) -> Schema {
        let too_much = self.depth > MAX_TYPE_DEPTH || self.made >= MAX_EXPANDED;
        if too_much || self.stack.iter().any(|id| id == node.id) {
            self.cut.get_or_insert_with(|| node.id.to_owned());
            return Schema::of(Kind::Object);
        }
        self.stack.push(node.id.to_owned());
        let outer = std::mem::take(&mut self.diagnostics);
        let mut schema = match self.given(node) {
            Some((_, given)) => given,
            None => Schema::object_of(self.fields(node, Place::Inside), Rest::Open),
        };
        self.diagnostics = outer;
        let strict = self.nodes.strict().then_some(Openness::Closed);
        match openness(node.tree, &node.annotations).0.or(strict) {
            Some(Openness::Closed) => schema.object.rest = Rest::Closed,
            Some(Openness::Open) if schema.object.rest == Rest::Closed => schema.object.rest = Rest::Open,
            _ => {}
        }
        self.stack.pop();
        schema
    }

    /// Lowers a node as itself.
    fn root(&mut self, node: &NodeType) -> Schema {
        let (annotated, conflict) = openness(node.tree, &node.annotations);
        self.diagnostics.extend(conflict.filter(|_| node.role.is_some()));
        let strict = self.nodes.strict();
        self.cut = None;
        if let Some((attribute, mut schema)) = self.given(node) {
            self.warn_of_cut(attribute.key.span);
            let keyword = given_openness(node.tree, attribute);
            match (annotated, keyword) {
                (Some(annotated), Some(keyword)) if annotated != keyword => {
                    let message = "`additionalProperties` contradicts the annotation of the context";
                    self.diagnostics.push(Diagnostic::error("annotation-conflict", attribute.key.span, message));
                }
                _ => {}
            }
            match annotated.or_else(|| keyword.is_none().then_some(Openness::Closed).filter(|_| strict)) {
                Some(Openness::Closed) => schema.object.rest = Rest::Closed,
                Some(Openness::Open) if !schema.is_open() => schema.object.rest = Rest::Open,
                _ => {}
            }
            self.check_marks(node, attribute, &schema);
            self.siblings(node, &mut schema);
            return schema;
        }
        let fields = self.fields(node, Place::Root);
        let typed = fields.iter().any(|field| field.required || field.schema.kind.is_some())
            || node.attributes.iter().any(|attribute| attribute.kind.is_some());
        let closed = annotated.map_or(typed || strict, |annotated| annotated == Openness::Closed);
        Schema::object_of(fields, if closed { Rest::Closed } else { Rest::Open })
    }

    fn fields(&mut self, node: &NodeType, place: Place) -> Vec<Field> {
        let data = node.attributes.iter().filter(|attribute| is_field(node.tree, attribute));
        data.map(|attribute| self.field(node, attribute, place)).collect()
    }

    fn field(&mut self, node: &NodeType, attribute: &Attribute, place: Place) -> Field {
        let tree = node.tree;
        if place == Place::Inside {
            self.made += 1;
        }
        let mut schema = match (&attribute.kind, place) {
            (Some(ty), Place::Root) => self.root_type(tree, ty, node.id),
            (Some(ty), Place::Inside) => self.ty(tree, ty, node.id),
            (None, _) => Schema::default(),
        };
        let annotations: Vec<&Annotation> = attribute.annotations.iter().collect();
        let constrained = constrain(&mut schema, attribute.kind.as_ref(), tree, &annotations);
        self.diagnostics.extend(constrained.diagnostics);
        if let Some(annotation) = annotations.iter().find(|annotation| is_artifact(annotation, tree)) {
            schema.marks.artifact = Some(artifact(annotation, tree));
            if !schema.may_hold_text() {
                let message = format!("`{}` is not a string, so it cannot be an artifact", attribute.key.text);
                self.diagnostics.push(Diagnostic::warning("artifact-type", annotation.span, message));
            }
        }
        if let Some(value) = &attribute.value {
            if place == Place::Root {
                let found =
                    check_default(&schema, tree, value, attribute, &|name| self.nodes.find(node.id, name).is_some());
                self.diagnostics.extend(found);
            }
            schema.default = Some(literal_value(tree, value));
        }
        let optional = attribute.kind.as_ref().is_some_and(|ty| is_optional(tree, ty));
        let required = (attribute.kind.is_some() || constrained.binds) && !optional;
        Field { name: attribute.key.text.clone(), schema: Arc::new(schema), required }
    }

    /// The schema that a context's `schema` attribute gives.
    fn given<'n>(&mut self, node: &NodeType<'n>) -> Option<(&'n Attribute, Schema)> {
        node.role?;
        let mut attributes = node.attributes.iter().filter(|attribute| &*attribute.key.text == "schema");
        let attribute = attributes.next()?;
        let schema = match Source::of(node.tree, attribute)? {
            Source::Json(json) => {
                let read = read(&json);
                let spans = attribute.value.as_ref();
                self.diagnostics.extend(read.problems.iter().map(|problem| {
                    let span = spans.and_then(|value| key_span(value, &problem.pointer)).unwrap_or(attribute.key.span);
                    said_of(problem, span)
                }));
                read.schema.unwrap_or_else(|| Schema::of(Kind::Object))
            }
            Source::Node(name) => match self.nodes.find(node.id, &name) {
                Some(other) => self.expand(&other),
                None => {
                    let message = format!("unknown node `{name}`; the context accepts any field");
                    let span = attribute.value.as_ref().map_or(attribute.key.span, |value| value.span);
                    self.diagnostics.push(Diagnostic::warning("schema-ref", span, message));
                    Schema::of(Kind::Object)
                }
            },
        };
        Some((attribute, schema))
    }

    /// Attributes beside a `schema`: they only give defaults.
    fn siblings(&mut self, node: &NodeType, schema: &mut Schema) {
        let tree = node.tree;
        let fields = schema.object.fields.iter().enumerate();
        let mut places: HashMap<Arc<str>, usize> = fields.map(|(at, field)| (field.name.clone(), at)).collect();
        // Keeps a source with only unknown names linear.
        let mut suggestions = 50;
        for attribute in node.attributes.iter().filter(|attribute| is_field(tree, attribute)) {
            let name = &attribute.key.text;
            let annotations: Vec<&Annotation> = attribute.annotations.iter().collect();
            let binds = constrain(&mut Schema::default(), None, tree, &annotations).binds;
            if attribute.kind.is_some() || binds {
                let message = format!("the schema describes `{name}`; this type is ignored");
                self.diagnostics.push(Diagnostic::error("schema-and-types", attribute.span, message));
            }
            let Some(value) = &attribute.value else { continue };
            let default = Some(literal_value(tree, value));
            if let Some(field) = places.get(name).and_then(|at| schema.object.fields.get_mut(*at)) {
                let found = check_default(&field.schema, tree, value, attribute, &|name| {
                    self.nodes.find(node.id, name).is_some()
                });
                self.diagnostics.extend(found);
                field.schema = Arc::new(Schema { default, ..(*field.schema).clone() });
            } else if let Some(base) = schema.other_keys().cloned() {
                let field = Arc::new(Schema { default, ..base });
                places.insert(name.clone(), schema.object.fields.len());
                schema.object.fields.push(Field { name: name.clone(), schema: field, required: false });
            } else {
                let near = match suggestions {
                    0 => None,
                    _ => nearest(name, schema.fields().iter().map(|field| &*field.name)),
                };
                suggestions = suggestions.max(1) - 1;
                let error = Diagnostic::error(
                    "schema-unknown-field",
                    attribute.key.span,
                    format!("the schema has no property `{name}`"),
                );
                self.diagnostics.push(match near {
                    Some(near) => error.hint(format!("did you mean `{near}`?")),
                    None => error,
                });
            }
        }
    }

    /// What an imported schema says about role and sharing has to agree with the node.
    fn check_marks(&mut self, node: &NodeType, attribute: &Attribute, schema: &Schema) {
        let tells = |message: String| Diagnostic::error("annotation-conflict", attribute.key.span, message);
        if let (Some(declared), Some(is)) = (schema.marks.role, node.role)
            && declared != is
        {
            let message = format!("the schema is for role {}, but the context is {}", declared.word(), is.word());
            self.diagnostics.push(tells(message));
        }
        if schema.marks.shared && !is_shared(node) {
            self.diagnostics.push(tells("the schema is for a shared context, but this one is not `@shared`".into()));
        }
    }
}

/// What the fields of a node are lowered for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// For the node itself.
    Root,
    /// In place of its name.
    Inside,
}

fn given_openness(tree: &Tree, attribute: &Attribute) -> Option<Openness> {
    let Some(Source::Json(json)) = Source::of(tree, attribute) else { return None };
    match json.get("additionalProperties")? {
        Json::Leaf(Value::Bool(false)) => Some(Openness::Closed),
        _ => Some(Openness::Open),
    }
}

/// Adds what the root of a context's schema says about the context.
fn describe(node: &NodeType, schema: &mut Schema) {
    let tree = node.tree;
    let name = node.id.rsplit('.').next().unwrap_or(node.id);
    let title = node.title.map(Arc::from).or(schema.notes.title.take());
    schema.notes.title = Some(title.unwrap_or_else(|| name.into()));
    let desc = node.attributes.iter().find(|attribute| attribute.kind.is_none() && &*attribute.key.text == "desc");
    if let Some(value) = desc.and_then(|attribute| attribute.value.as_ref()) {
        schema.notes.description = Some(literal_value(tree, value).to_text().into());
    }
    schema.marks.role = node.role.filter(|role| *role != Role::State);
    schema.marks.shared = is_shared(node);
    if let Some(annotation) = node.annotations.iter().find(|annotation| is_artifact(annotation, tree)) {
        schema.marks.artifact = Some(artifact(annotation, tree));
    }
}

fn is_shared(node: &NodeType) -> bool {
    let named = |annotation: &&&Annotation| node.tree.str(annotation.name.span).eq_ignore_ascii_case("shared");
    node.annotations.iter().find(named).is_some_and(|annotation| !is_off(annotation, node.tree))
}

fn is_artifact(annotation: &Annotation, tree: &Tree) -> bool {
    tree.str(annotation.name.span).eq_ignore_ascii_case("artifact") && !is_off(annotation, tree)
}

fn artifact(annotation: &Annotation, tree: &Tree) -> Artifact {
    let name = annotation.args.as_deref().unwrap_or(&[]).iter().find(|arg| arg.key.is_none());
    match name.map(|arg| literal_value(tree, &arg.value).to_text()) {
        Some(name) if !name.is_empty() && name != "true" => Artifact::Named(name.into()),
        _ => Artifact::Unnamed,
    }
}

fn said_of(problem: &Problem, span: Span) -> Diagnostic {
    let message = problem.message.clone();
    match problem.severity {
        Severity::Error => Diagnostic::error(problem.code, span, message),
        _ => Diagnostic::warning(problem.code, span, message),
    }
}
