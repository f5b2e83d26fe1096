//! Schemas: what the fields of a context may hold.
//!
//! One [`Schema`] serves load diagnostics, the validation of every write, tool input schemas, forms and
//! export. It comes from typed attributes ([`lower()`]) or from JSON Schema ([`read()`]), and both give the same
//! plain tree, so nothing downstream asks where it came from. Children are shared.
//!
//! A schema only looks at values: permissions, roles and versions are the business of whoever stores them.

mod complete;
mod constrain;
mod defaults;
mod expansion;
mod format;
mod json_text;
mod lower;
mod pointer;
mod read;
mod requoted;
mod rules;
pub mod sql;
mod types;
mod validate;
mod violation;
mod write;

use std::sync::Arc;

pub use constrain::{Constrained, applies, constrain, is_constraint};
pub use defaults::check_default;
pub use expansion::{NodeType, NodeTypes};
pub use json_text::{Json, literal_value};
pub use lower::{Lowered, Openness, is_field, lower, openness};
pub use pointer::{joined, key_span, unescaped, value_at};
pub use read::{Problem, ReadSchema, read};
pub use requoted::requoted;
pub use types::{is_built_in, lower_type, type_text};
pub use validate::{Amount, Scope};
pub use violation::{Report, Violation, messages, refusal_details, violation_value};

use crate::pattern::Pattern;
use crate::value::Value;

/// Values nest at most this deep.
pub const MAX_DEPTH: usize = 64;
/// A value has at most this many bytes of JSON.
pub const MAX_BYTES: usize = 1024 * 1024;
/// A report lists at most this many violations.
pub const MAX_VIOLATIONS: usize = 100;
/// Schema nodes made by expanding names inside one schema; expansion beyond it stops, because names that
/// refer to names can multiply without end.
const MAX_EXPANDED: usize = 2_000;
/// Node types are not expanded below this many types inside types: values nest no deeper, and the stack of a
/// browser is small.
const MAX_TYPE_DEPTH: usize = MAX_DEPTH;

/// The kinds a schema can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// Any finite number.
    Number,
    /// A number without fraction.
    Integer,
    /// Text.
    String,
    /// A list.
    Array,
    /// A map.
    Object,
}

impl Kind {
    /// The word of JSON Schema.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Null => "null",
            Kind::Boolean => "boolean",
            Kind::Number => "number",
            Kind::Integer => "integer",
            Kind::String => "string",
            Kind::Array => "array",
            Kind::Object => "object",
        }
    }

    /// The kind a word of JSON Schema names.
    pub fn from_word(word: &str) -> Option<Kind> {
        use Kind::{Array, Boolean, Integer, Null, Number, Object, String};
        [Null, Boolean, Number, Integer, String, Array, Object].into_iter().find(|kind| kind.word() == word)
    }

    /// The kind of a value; never [`Kind::Integer`].
    pub fn of(value: &Value) -> Kind {
        match value {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Boolean,
            Value::Num(_) => Kind::Number,
            Value::Str(_) => Kind::String,
            Value::List(_) => Kind::Array,
            Value::Map(_) => Kind::Object,
        }
    }

    /// True if values of kind `other` pass a schema of this kind, fractions aside.
    pub fn takes(self, other: Kind) -> bool {
        self == other || (self == Kind::Integer && other == Kind::Number)
    }
}

/// What a value may be. The default takes everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    /// The kind; `None` takes every kind, and each rule binds values of its own kind only.
    pub kind: Option<Kind>,
    /// `null` passes beside the kind. Without a kind it means nothing and stays false.
    pub nullable: bool,
    /// The only values that pass.
    pub members: Option<Vec<Value>>,
    /// The only value that passes.
    pub constant: Option<Value>,
    /// Rules for strings.
    pub text: TextRules,
    /// Rules for numbers.
    pub number: NumberRules,
    /// Rules for lists.
    pub list: ListRules,
    /// Rules for objects.
    pub object: ObjectRules,
    /// The default, as it was written.
    pub default: Option<Value>,
    /// Annotations of the value that do not constrain it.
    pub notes: Notes,
    /// What Tracklight knows beyond JSON Schema, `x-tracklight`.
    pub marks: Marks,
}

/// Rules for strings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextRules {
    /// A named format; unknown names are kept and not checked.
    pub format: Option<Arc<str>>,
    /// Least number of Unicode scalar values.
    pub min_length: Option<usize>,
    /// Greatest number of Unicode scalar values.
    pub max_length: Option<usize>,
    /// A pattern that is found somewhere in the text.
    pub pattern: Option<TextPattern>,
}

/// A pattern; two are equal when they were written alike.
#[derive(Clone, Debug)]
pub struct TextPattern(pub Pattern);

impl PartialEq for TextPattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.source() == other.0.source()
    }
}

/// Rules for numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberRules {
    /// At least this.
    pub minimum: Option<f64>,
    /// More than this.
    pub exclusive_minimum: Option<f64>,
    /// At most this.
    pub maximum: Option<f64>,
    /// Less than this.
    pub exclusive_maximum: Option<f64>,
    /// A whole multiple of this.
    pub multiple_of: Option<f64>,
}

/// Rules for lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListRules {
    /// What every item is.
    pub items: Option<Arc<Schema>>,
    /// Least number of items.
    pub min_items: Option<usize>,
    /// Greatest number of items.
    pub max_items: Option<usize>,
    /// No item equals an earlier one.
    pub unique_items: bool,
}

/// Rules for objects.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectRules {
    /// The declared fields, in declaration order.
    pub fields: Vec<Field>,
    /// What other keys may hold.
    pub rest: Rest,
}

/// What an object may hold beside its declared fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Rest {
    /// Anything.
    #[default]
    Open,
    /// Nothing.
    Closed,
    /// Values of this schema.
    Each(Arc<Schema>),
}

/// One declared field of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its key.
    pub name: Arc<str>,
    /// What it holds.
    pub schema: Arc<Schema>,
    /// A complete value has it.
    pub required: bool,
}

impl Field {
    /// The kind an untyped field's default suggests: forms and columns follow it, nothing enforces it.
    pub fn hint(&self) -> Option<Kind> {
        let schema = &*self.schema;
        let untyped = schema.kind.is_none()
            && schema.members.is_none()
            && schema.constant.is_none()
            && schema.marks.host_type.is_none()
            && schema.inferred().is_none();
        let kind = Kind::of(schema.default.as_ref().filter(|_| untyped)?);
        matches!(kind, Kind::Number | Kind::Boolean | Kind::String).then_some(kind)
    }
}

/// Annotations of a value that do not constrain it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// `$id`, at a root only.
    pub id: Option<Arc<str>>,
    /// A short name.
    pub title: Option<Arc<str>>,
    /// What it is.
    pub description: Option<Arc<str>>,
    /// Examples of values.
    pub examples: Vec<Value>,
    /// `$comment`.
    pub comment: Option<Arc<str>>,
    /// Foreign `x-…` keys, carried unread, by code point.
    pub foreign: Vec<(Arc<str>, Value)>,
}

/// What Tracklight knows about a value beyond JSON Schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Role of the context.
    pub role: Option<Role>,
    /// One store for all paths.
    pub shared: bool,
    /// Its strings are artifacts.
    pub artifact: Option<Artifact>,
    /// A type only the host knows; it is never checked.
    pub host_type: Option<Arc<str>>,
}

/// The role of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Set at the start, immutable after it.
    Input,
    /// Every other context.
    State,
    /// Checked complete when the run ends.
    Output,
}

impl Role {
    /// The lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Role::Input => "input",
            Role::State => "state",
            Role::Output => "output",
        }
    }
}

/// How a field's strings are named as artifacts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Artifact {
    /// By context and field.
    Unnamed,
    /// By this name.
    Named(Arc<str>),
}

impl Schema {
    /// The schema of a kind, without rules.
    pub fn of(kind: Kind) -> Self {
        Schema { kind: Some(kind), ..Schema::default() }
    }

    /// A list of `items`.
    pub fn list_of(items: Schema) -> Self {
        let list = ListRules { items: Some(Arc::new(items)), ..ListRules::default() };
        Schema { list, ..Schema::of(Kind::Array) }
    }

    /// An object of these fields.
    pub fn object_of(fields: Vec<Field>, rest: Rest) -> Self {
        Schema { object: ObjectRules { fields, rest }, ..Schema::of(Kind::Object) }
    }

    /// The declared fields, in declaration order.
    pub fn fields(&self) -> &[Field] {
        &self.object.fields
    }

    /// A declared field. Goes through all of them: whoever wants many has to go through the fields instead.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.object.fields.iter().find(|field| &*field.name == name)
    }

    /// What a key that is not declared may hold; `None` if there must be none.
    pub fn other_keys(&self) -> Option<&Schema> {
        match &self.object.rest {
            Rest::Each(schema) => Some(schema),
            Rest::Open => Some(&ANY),
            Rest::Closed => None,
        }
    }

    /// True if undeclared keys are allowed.
    pub fn is_open(&self) -> bool {
        self.object.rest != Rest::Closed
    }

    /// A string, or a string among the items or members, passes.
    pub(crate) fn may_hold_text(&self) -> bool {
        let text = |schema: &Schema| schema.kind.is_none_or(|kind| kind == Kind::String);
        text(self)
            || match self.kind {
                Some(Kind::Array) => self.list.items.as_deref().is_none_or(text),
                Some(Kind::Object) => match &self.object.rest {
                    Rest::Open => true,
                    Rest::Each(each) if text(each) => true,
                    _ => self.fields().iter().any(|field| text(&field.schema)),
                },
                _ => false,
            }
    }

    /// Lets `null` pass too: it joins the kind and the list of members.
    pub fn allow_null(&mut self) {
        if let Some(constant) = self.constant.take() {
            let listed = self.members.as_ref().is_none_or(|members| members.contains(&constant));
            self.members = Some(if listed { vec![constant] } else { Vec::new() });
        }
        self.nullable = self.kind.is_some_and(|kind| kind != Kind::Null);
        if let Some(members) = &mut self.members
            && !members.contains(&Value::Null)
        {
            members.push(Value::Null);
        }
    }

    /// The kind that a schema without one suggests: the one its members share, or else the one its rules bind; none
    /// where they name several. Forms, columns and texts follow it, validation never does.
    pub fn inferred(&self) -> Option<Kind> {
        if self.kind.is_some() {
            return None;
        }
        let values = || self.members.iter().flatten().chain(self.constant.iter().filter(|_| self.members.is_none()));
        if values().next().is_some() {
            let mut kinds = values().map(Kind::of).filter(|kind| *kind != Kind::Null);
            let first = kinds.next();
            return kinds.all(|kind| Some(kind) == first).then_some(first.unwrap_or(Kind::Null));
        }
        let mut bound = [
            (Kind::Object, self.object != ANY.object),
            (Kind::Array, self.list != ANY.list),
            (Kind::String, self.text != ANY.text),
            (Kind::Number, self.number != ANY.number),
        ]
        .into_iter()
        .filter_map(|(kind, binds)| binds.then_some(kind));
        bound.next().filter(|_| bound.next().is_none())
    }

    /// The kind to show: the declared one, or else the inferred one.
    pub fn shown_kind(&self) -> Option<Kind> {
        self.kind.or_else(|| self.inferred())
    }

    /// The kind words of a message: `number or null`, `any` where every kind passes.
    pub fn kind_words(&self) -> String {
        let mut words: Vec<&str> = Vec::new();
        match self.kind {
            Some(kind) => words.push(kind.word()),
            None => {
                for value in self.members.iter().flatten().chain(&self.constant) {
                    if !words.contains(&value.kind()) {
                        words.push(value.kind());
                    }
                }
            }
        }
        if self.nullable && !words.contains(&"null") {
            words.push("null");
        }
        if words.is_empty() { "any".to_owned() } else { words.join(" or ") }
    }
}

/// The schema that takes everything.
static ANY: Schema = Schema {
    kind: None,
    nullable: false,
    members: None,
    constant: None,
    text: TextRules { format: None, min_length: None, max_length: None, pattern: None },
    number: NumberRules {
        minimum: None,
        exclusive_minimum: None,
        maximum: None,
        exclusive_maximum: None,
        multiple_of: None,
    },
    list: ListRules { items: None, min_items: None, max_items: None, unique_items: false },
    object: ObjectRules { fields: Vec::new(), rest: Rest::Open },
    default: None,
    notes: Notes { id: None, title: None, description: None, examples: Vec::new(), comment: None, foreign: Vec::new() },
    marks: Marks { role: None, shared: false, artifact: None, host_type: None },
};
