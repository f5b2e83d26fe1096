//! JSON Schema out, in one key order whatever the schema came from.

use super::rules::Keyword;
use super::{Artifact, Marks, Rest, Schema};
use crate::json::{Object, ToJson, With, Writer};
use crate::value::Value;

/// The dialect that is written.
pub(super) const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// What a written schema is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A document of its own, with `$schema`.
    Document,
    /// A part of one.
    Part,
    /// The input of a tool: nothing a model has no use for.
    Tool,
}

impl ToJson for Schema {
    /// The schema as a part of other JSON.
    fn write(&self, out: &mut Writer) {
        write(self, Form::Part, out);
    }
}

impl Schema {
    /// The schema as a document of its own, `$schema` first.
    pub fn document(&self) -> String {
        crate::json::to_string(&With(|out: &mut Writer| write(self, Form::Document, out)))
    }

    /// The schema as it is shown to an agent: without `$schema`, `$id` and `x-…`.
    pub fn for_tool(&self) -> impl ToJson + '_ {
        With(|out: &mut Writer| write(self, Form::Tool, out))
    }
}

fn write(schema: &Schema, form: Form, out: &mut Writer) {
    let inner = if form == Form::Tool { Form::Tool } else { Form::Part };
    out.object(|object| {
        if form == Form::Document {
            object.entry("$schema", &DIALECT);
        }
        let notes = &schema.notes;
        if form != Form::Tool {
            some(object, "$id", &notes.id);
        }
        some(object, "title", &notes.title);
        some(object, "description", &notes.description);
        match schema.kind {
            Some(kind) if schema.nullable => object.entry("type", &vec![kind.word(), "null"]),
            Some(kind) => object.entry("type", &kind.word()),
            None => {}
        }
        some(object, "enum", &schema.members);
        some(object, "const", &schema.constant);
        rules(schema, object);
        if let Some(items) = &schema.list.items {
            object.entry("items", &With(|out: &mut Writer| write(items, inner, out)));
        }
        some(object, Keyword::MinItems.word(), &schema.list.min_items);
        some(object, Keyword::MaxItems.word(), &schema.list.max_items);
        some(object, Keyword::UniqueItems.word(), &schema.list.unique_items.then_some(true));
        fields(schema, inner, object);
        some(object, "default", &schema.default);
        some(object, "examples", &Some(&notes.examples).filter(|examples| !examples.is_empty()));
        some(object, "$comment", &notes.comment);
        if form != Form::Tool {
            if schema.marks != Marks::default() {
                object.entry("x-tracklight", &With(|out: &mut Writer| marks(&schema.marks, out)));
            }
            for (key, value) in &notes.foreign {
                object.entry(key, value);
            }
        }
    });
}

fn some<T: ToJson>(object: &mut Object, key: &str, value: &Option<T>) {
    if let Some(value) = value {
        object.entry(key, value);
    }
}

fn rules(schema: &Schema, object: &mut Object) {
    let (text, number) = (&schema.text, &schema.number);
    some(object, Keyword::Format.word(), &text.format);
    some(object, Keyword::MinLength.word(), &text.min_length);
    some(object, Keyword::MaxLength.word(), &text.max_length);
    some(object, Keyword::Pattern.word(), &text.pattern.as_ref().map(|pattern| pattern.0.source()));
    some(object, Keyword::Minimum.word(), &number.minimum);
    some(object, Keyword::ExclusiveMinimum.word(), &number.exclusive_minimum);
    some(object, Keyword::Maximum.word(), &number.maximum);
    some(object, Keyword::ExclusiveMaximum.word(), &number.exclusive_maximum);
    some(object, Keyword::MultipleOf.word(), &number.multiple_of);
}

fn fields(schema: &Schema, inner: Form, object: &mut Object) {
    let fields = schema.fields();
    if !fields.is_empty() {
        let properties = |out: &mut Writer| {
            out.object(|object| {
                for field in fields {
                    object.entry(&field.name, &With(|out: &mut Writer| write(&field.schema, inner, out)));
                }
            });
        };
        object.entry("properties", &With(properties));
    }
    let required: Vec<&str> = fields.iter().filter(|field| field.required).map(|field| &*field.name).collect();
    some(object, "required", &Some(required).filter(|required| !required.is_empty()));
    match &schema.object.rest {
        Rest::Open => {}
        Rest::Closed => object.entry("additionalProperties", &false),
        Rest::Each(each) => {
            object.entry("additionalProperties", &With(|out: &mut Writer| write(each, inner, out)));
        }
    }
}

fn marks(marks: &Marks, out: &mut Writer) {
    out.object(|object| {
        some(object, "role", &marks.role.map(super::Role::word));
        some(object, "shared", &marks.shared.then_some(true));
        let artifact = marks.artifact.as_ref().map(|artifact| match artifact {
            Artifact::Unnamed => Value::Bool(true),
            Artifact::Named(name) => Value::from(name.clone()),
        });
        some(object, "artifact", &artifact);
        some(object, "type", &marks.host_type);
    });
}
