//! JSON Schema in: the subset that can be checked, brought to one normal form, everything else named.
//!
//! What only abbreviates (`$ref`, a nullable `anyOf`, `nullable`, a list of types) is resolved while reading.
//! A faulty keyword is left out and everything else holds; nothing is ignored silently.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::format::FORMATS;
use super::pointer::{joined, unescaped};
use super::rules::{Fault, Keyword, apply};
use super::write::DIALECT;
use super::{Artifact, Field, Json, Kind, MAX_DEPTH, MAX_EXPANDED, Rest, Role, Schema};
use crate::diagnostic::Severity;
use crate::json::{ToJson, Writer};
use crate::value::Value;

/// Something in a JSON Schema that has no meaning here.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Where, as a JSON Pointer into the schema.
    pub pointer: String,
    /// How bad it is.
    pub severity: Severity,
    /// Kebab-case name.
    pub code: &'static str,
    /// Lower case, no final stop.
    pub message: String,
}

impl ToJson for Problem {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("pointer", &self.pointer);
            object.field("severity", &self.severity.word());
            object.field("code", &self.code);
            object.field("message", &self.message);
        });
    }
}

/// A JSON Schema that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadSchema {
    /// The schema; `None` if the root is not an object schema.
    pub schema: Option<Schema>,
    /// What is wrong with it, in reading order.
    pub problems: Vec<Problem>,
}

/// Reads a JSON Schema whose root describes an object.
pub fn read(json: &Json) -> ReadSchema {
    let mut reader = Reader {
        defs: json.get("$defs"),
        open: Vec::new(),
        used: HashSet::new(),
        made: 0,
        depth: 0,
        says_object: false,
        problems: Vec::new(),
    };
    let mut schema = reader.schema(json, "");
    let is_object = match schema.kind {
        Some(kind) => kind == Kind::Object && !schema.nullable,
        None => reader.says_object || schema.inferred() == Some(Kind::Object),
    };
    if is_object {
        // A context holds an object whatever its schema says.
        schema.kind = Some(Kind::Object);
    } else {
        reader.error("", "schema-root", "the root must be an object schema");
    }
    reader.unused_defs();
    let mut seen: HashSet<(String, &str)> = HashSet::new();
    reader.problems.retain(|problem| seen.insert((problem.pointer.clone(), problem.code)));
    ReadSchema { schema: is_object.then_some(schema), problems: reader.problems }
}

struct Reader<'a> {
    defs: Option<&'a Json>,
    /// Names of the definitions being read, outermost first.
    open: Vec<&'a str>,
    used: HashSet<&'a str>,
    /// Schemas made through references so far.
    made: usize,
    depth: usize,
    /// The schema read last has a keyword of objects.
    says_object: bool,
    problems: Vec<Problem>,
}

/// One keyword, wherever it came from.
struct Entry<'a> {
    key: &'a str,
    json: &'a Json,
    pointer: String,
}

impl Entry<'_> {
    fn excludes_null(&self) -> bool {
        let lists = |null: &Json| match self.json {
            Json::List(choices) => choices.contains(null),
            constant => constant == null,
        };
        match self.key {
            "type" => !lists(&Json::Leaf(Value::from(Kind::Null.word()))),
            "enum" | "const" => !lists(&Json::Leaf(Value::Null)),
            _ => false,
        }
    }
}

/// The keywords of a schema with everything it refers to.
#[derive(Default)]
struct Gathered<'a> {
    entries: Vec<Entry<'a>>,
    /// Where each keyword stands in `entries`.
    places: HashMap<&'a str, usize>,
    /// `nullable` is there.
    nullable: bool,
    /// An `anyOf` lets `null` pass; what it holds otherwise are these entries.
    choice: Option<Range<usize>>,
    /// A reference was cut: what stands here is any object.
    cut: bool,
}

impl<'a> Gathered<'a> {
    fn get(&self, key: &str) -> Option<&Entry<'a>> {
        self.entries.get(*self.places.get(key)?)
    }

    /// True if `null` passes beside what the keywords say: an `anyOf` gives nothing that stands against a keyword
    /// outside of it.
    fn takes_null(&self) -> bool {
        let against = |choice: &Range<usize>| {
            let outside = self.entries.iter().enumerate().filter(|(at, _)| !choice.contains(at));
            outside.map(|(_, entry)| entry).any(Entry::excludes_null)
        };
        self.nullable || self.choice.as_ref().is_some_and(|choice| !against(choice))
    }
}

impl<'a> Reader<'a> {
    fn say(&mut self, severity: Severity, pointer: &str, code: &'static str, message: impl Into<String>) {
        self.problems.push(Problem { pointer: pointer.to_owned(), severity, code, message: message.into() });
    }

    fn error(&mut self, pointer: &str, code: &'static str, message: impl Into<String>) {
        self.say(Severity::Error, pointer, code, message);
    }

    fn warn(&mut self, pointer: &str, code: &'static str, message: impl Into<String>) {
        self.say(Severity::Warning, pointer, code, message);
    }

    fn unsupported(&mut self, entry: &Entry) {
        self.error(&entry.pointer, "schema-unsupported", format!("`{}` is not supported", entry.key));
    }

    fn needs(&mut self, entry: &Entry, what: &str) {
        self.error(&entry.pointer, "constraint-invalid", format!("`{}` needs {what}", entry.key));
    }

    /// Definitions nothing refers to are read for their problems only.
    fn unused_defs(&mut self) {
        let Some(Json::Map(defs)) = self.defs else { return };
        for (name, json) in defs {
            if !self.used.contains(&**name) {
                self.open.push(name);
                self.schema(json, &joined("/$defs", name));
                self.open.pop();
            }
        }
    }

    fn schema(&mut self, json: &'a Json, pointer: &str) -> Schema {
        self.made += usize::from(!self.open.is_empty());
        let outer = self.open.len();
        let mut gathered = Gathered::default();
        self.gather(json, pointer, &mut gathered);
        self.depth += 1;
        let schema = self.build(&gathered);
        self.depth -= 1;
        self.open.truncate(outer);
        schema
    }

    /// Collects keywords, those of references first. Names it goes through stay open until the schema is built.
    fn gather(&mut self, json: &'a Json, pointer: &str, into: &mut Gathered<'a>) {
        if self.depth >= MAX_DEPTH {
            return self.error(pointer, "schema-unsupported", format!("nested more than {MAX_DEPTH} levels deep"));
        }
        self.depth += 1;
        self.gather_keywords(json, pointer, into);
        self.depth -= 1;
    }

    fn gather_keywords(&mut self, json: &'a Json, pointer: &str, into: &mut Gathered<'a>) {
        let entries = match json {
            Json::Map(entries) => entries,
            Json::Leaf(Value::Bool(true)) => return,
            Json::Leaf(Value::Bool(false)) => {
                return self.error(pointer, "schema-unsupported", "the schema `false` is not supported here");
            }
            _ => return self.error(pointer, "schema-unsupported", "a schema must be an object"),
        };
        let all = || entries.iter().map(|(key, json)| Entry { key, json, pointer: joined(pointer, key) });
        for entry in all() {
            match entry.key {
                "$ref" => self.reference(&entry, into),
                "anyOf" => self.nullable_choice(&entry, into),
                _ => {}
            }
        }
        for entry in all().filter(|entry| !matches!(entry.key, "$ref" | "anyOf")) {
            if entry.key == "nullable" {
                match entry.json {
                    Json::Leaf(Value::Bool(truth)) => into.nullable |= truth,
                    _ => self.needs(&entry, "true or false"),
                }
                continue;
            }
            let place = *into.places.entry(entry.key).or_insert(into.entries.len());
            match into.entries.get_mut(place) {
                None => into.entries.push(entry),
                Some(other) if is_note(entry.key) => *other = entry,
                Some(_) => {
                    let message = format!("`{}` is set both here and in the referenced schema", entry.key);
                    self.error(&entry.pointer, "schema-unsupported", message);
                }
            }
        }
    }

    fn reference(&mut self, entry: &Entry<'a>, into: &mut Gathered<'a>) {
        let name = match entry.json {
            Json::Leaf(Value::Str(text)) => text.strip_prefix("#/$defs/").filter(|name| !name.contains('/')),
            _ => None,
        };
        let name = name.map(unescaped);
        let target = name.and_then(|name| match self.defs {
            Some(Json::Map(defs)) => defs.iter().find(|(key, _)| **key == *name),
            _ => None,
        });
        let Some((name, target)) = target else {
            let message = "`$ref` must point to a definition in this document, as in `#/$defs/Name`";
            return self.error(&entry.pointer, "schema-unsupported", message);
        };
        let too_much = self.open.len() >= MAX_DEPTH || self.made >= MAX_EXPANDED;
        if too_much || self.open.contains(&&**name) {
            into.cut = true;
            let message = format!("`{name}` contains itself; the inner one accepts any object");
            return self.warn(&entry.pointer, "schema-recursive", message);
        }
        self.open.push(name);
        self.used.insert(name);
        self.gather(target, &joined("/$defs", name), into);
    }

    fn nullable_choice(&mut self, entry: &Entry<'a>, into: &mut Gathered<'a>) {
        let is_null = |json: &Json| {
            matches!(json, Json::Map(keys)
            if keys.len() == 1 && json.get("type") == Some(&Json::Leaf(Value::from("null"))))
        };
        let (at, other) = match entry.json {
            Json::List(choices) => match choices.as_slice() {
                [other, null] if is_null(null) => (0, other),
                [null, other] if is_null(null) => (1, other),
                _ => return self.unsupported(entry),
            },
            _ => return self.unsupported(entry),
        };
        let start = into.entries.len();
        self.gather(other, &joined(&entry.pointer, if at == 0 { "0" } else { "1" }), into);
        into.choice = Some(start..into.entries.len());
    }

    fn build(&mut self, gathered: &Gathered<'a>) -> Schema {
        let mut schema = Schema::default();
        if gathered.cut {
            schema.kind = Some(Kind::Object);
        }
        if let Some(entry) = gathered.get("type") {
            self.kind(entry, &mut schema);
        }
        for entry in &gathered.entries {
            self.keyword(entry, &mut schema);
        }
        if schema.kind.is_none_or(|kind| kind == Kind::Object) {
            self.object(gathered, &mut schema);
        }
        if gathered.takes_null() {
            schema.allow_null();
        }
        self.says_object = OBJECT_KEYWORDS.iter().any(|key| gathered.get(key).is_some());
        schema
    }

    fn kind(&mut self, entry: &Entry, schema: &mut Schema) {
        let words: Vec<&Json> = match entry.json {
            Json::List(words) => words.iter().collect(),
            word => vec![word],
        };
        let kinds = words.iter().map(|word| match word {
            Json::Leaf(Value::Str(word)) => Kind::from_word(word),
            _ => None,
        });
        let Some(kinds) = kinds.collect::<Option<Vec<Kind>>>().filter(|kinds| !kinds.is_empty()) else {
            return self.error(&entry.pointer, "schema-unsupported", "unknown `type`");
        };
        let mut others = kinds.iter().copied().filter(|kind| *kind != Kind::Null);
        let first = others.next();
        if others.any(|kind| Some(kind) != first) {
            return self.error(
                &entry.pointer,
                "schema-unsupported",
                "more than one type besides null is not supported",
            );
        }
        schema.kind = Some(first.unwrap_or(Kind::Null));
        schema.nullable = first.is_some() && kinds.contains(&Kind::Null);
    }

    fn keyword(&mut self, entry: &Entry<'a>, schema: &mut Schema) {
        let at_root = entry.pointer.rfind('/') == Some(0);
        if let Some(keyword) = Keyword::exact(entry.key) {
            return self.rule(keyword, entry, schema);
        }
        match entry.key {
            "type" | "properties" | "required" | "additionalProperties" | "items" => {
                self.structure(entry, schema);
            }
            "enum" => match entry.json {
                Json::List(members) if !members.is_empty() => {
                    schema.members = Some(members.iter().map(Json::to_value).collect());
                }
                _ => self.needs(entry, "a list of values"),
            },
            "const" => schema.constant = Some(entry.json.to_value()),
            "default" => schema.default = Some(entry.json.to_value()),
            "title" => schema.notes.title = self.text(entry),
            "description" => schema.notes.description = self.text(entry),
            "$comment" => schema.notes.comment = self.text(entry),
            "examples" => match entry.json {
                Json::List(examples) => schema.notes.examples = examples.iter().map(Json::to_value).collect(),
                _ => self.needs(entry, "a list of values"),
            },
            "$id" if at_root => schema.notes.id = self.text(entry),
            "$schema" if at_root => match entry.json {
                Json::Leaf(Value::Str(name)) if name.trim_end_matches('#') == DIALECT => {}
                _ => self.warn(&entry.pointer, "schema-no-effect", format!("read as `{DIALECT}`")),
            },
            "$defs" if at_root => {
                if !matches!(entry.json, Json::Map(_)) {
                    self.needs(entry, "an object of schemas");
                }
            }
            "readOnly" | "writeOnly" | "deprecated" | "contentMediaType" | "contentEncoding" => {
                self.warn(&entry.pointer, "schema-no-effect", format!("`{}` has no effect", entry.key));
            }
            "x-tracklight" => self.marks(entry, schema),
            key if key.starts_with("x-") => {
                let place = schema.notes.foreign.partition_point(|(other, _)| &**other < key);
                schema.notes.foreign.insert(place, (key.into(), entry.json.to_value()));
            }
            _ => self.unsupported(entry),
        }
    }

    fn text(&mut self, entry: &Entry) -> Option<Arc<str>> {
        if let Json::Leaf(Value::Str(text)) = entry.json {
            return Some(text.clone());
        }
        self.needs(entry, "a string");
        None
    }

    fn rule(&mut self, keyword: Keyword, entry: &Entry, schema: &mut Schema) {
        match apply(schema, keyword, &entry.json.to_value()) {
            Ok(()) => {}
            Err(Fault::WrongKind) => self.other_kind(entry, schema),
            Err(Fault::Argument(what)) => self.needs(entry, what),
            Err(Fault::Pattern(reason)) => {
                self.error(&entry.pointer, "constraint-invalid", format!("`{}`: {reason}", entry.key));
            }
            Err(Fault::Empty) => {
                let message = format!("no value can satisfy this `{}`", entry.key);
                self.error(&entry.pointer, "constraint-invalid", message);
            }
        }
        if let (Keyword::Format, Some(name)) = (keyword, &schema.text.format)
            && !FORMATS.contains(&&**name)
        {
            let message = format!("unknown format `{name}`; it is not checked");
            self.warn(&entry.pointer, "format-unknown", message);
        }
    }

    fn other_kind(&mut self, entry: &Entry, schema: &Schema) {
        let message = format!("`{}` has no effect on {}", entry.key, schema.kind_words());
        self.warn(&entry.pointer, "schema-no-effect", message);
    }

    /// `items`; and the keywords of objects where the schema is none. Objects are built afterwards.
    fn structure(&mut self, entry: &Entry<'a>, schema: &mut Schema) {
        match (entry.key, schema.kind) {
            ("items", None | Some(Kind::Array)) => {
                schema.list.items = Some(Arc::new(self.schema(entry.json, &entry.pointer)));
            }
            ("type", _) | (_, None | Some(Kind::Object)) if entry.key != "items" => {}
            _ => self.other_kind(entry, schema),
        }
    }

    fn object(&mut self, gathered: &Gathered<'a>, schema: &mut Schema) {
        match gathered.get("additionalProperties") {
            None => {}
            Some(Entry { json: Json::Leaf(Value::Bool(open)), .. }) => {
                schema.object.rest = if *open { Rest::Open } else { Rest::Closed };
            }
            Some(entry) => schema.object.rest = Rest::Each(Arc::new(self.schema(entry.json, &entry.pointer))),
        }
        if let Some(entry) = gathered.get("properties") {
            match entry.json {
                Json::Map(properties) => {
                    for (name, json) in properties {
                        let schema_of = Arc::new(self.schema(json, &joined(&entry.pointer, name)));
                        schema.object.fields.push(Field { name: name.clone(), schema: schema_of, required: false });
                    }
                }
                _ => self.needs(entry, "an object of schemas"),
            }
        }
        if let Some(entry) = gathered.get("required") {
            self.required(entry, schema);
        }
    }

    fn required(&mut self, entry: &Entry, schema: &mut Schema) {
        let Json::List(names) = entry.json else { return self.needs(entry, "a list of names") };
        let fields = schema.object.fields.iter().enumerate();
        let mut places: HashMap<Arc<str>, usize> = fields.map(|(at, field)| (field.name.clone(), at)).collect();
        for name in names {
            let Json::Leaf(Value::Str(name)) = name else {
                self.needs(entry, "a list of names");
                continue;
            };
            if let Some(field) = places.get(name).and_then(|at| schema.object.fields.get_mut(*at)) {
                field.required = true;
                continue;
            }
            // A required key that is not declared becomes a declared one, so that it has a place in the order.
            match schema.other_keys().cloned() {
                Some(inner) => {
                    places.insert(name.clone(), schema.object.fields.len());
                    let field = Field { name: name.clone(), schema: Arc::new(inner), required: true };
                    schema.object.fields.push(field);
                }
                None => {
                    let message = format!("`{name}` is required, but not an allowed property");
                    self.error(&entry.pointer, "constraint-invalid", message);
                }
            }
        }
    }

    fn marks(&mut self, entry: &Entry<'a>, schema: &mut Schema) {
        let Json::Map(members) = entry.json else { return self.needs(entry, "an object") };
        let marks = &mut schema.marks;
        for (key, json) in members {
            let known = match (&**key, json) {
                ("role", Json::Leaf(Value::Str(word))) => {
                    let role = [Role::Input, Role::State, Role::Output].into_iter().find(|role| role.word() == &**word);
                    marks.role = role;
                    role.is_some()
                }
                ("shared", Json::Leaf(Value::Bool(shared))) => {
                    marks.shared = *shared;
                    true
                }
                ("artifact", Json::Leaf(Value::Bool(is))) => {
                    marks.artifact = is.then_some(Artifact::Unnamed);
                    true
                }
                ("artifact", Json::Leaf(Value::Str(name))) => {
                    marks.artifact = Some(Artifact::Named(name.clone()));
                    true
                }
                ("type", Json::Leaf(Value::Str(name))) => {
                    marks.host_type = Some(name.clone());
                    true
                }
                _ => false,
            };
            if !known {
                let message = format!("`{key}` is not supported in `x-tracklight`, or has an invalid value");
                self.problems.push(Problem {
                    pointer: joined(&entry.pointer, key),
                    severity: Severity::Error,
                    code: "schema-unsupported",
                    message,
                });
            }
        }
    }
}

/// Keywords that bind nothing: beside a reference they replace those of its target.
fn is_note(key: &str) -> bool {
    matches!(key, "title" | "description" | "default" | "examples" | "$comment") || key.starts_with("x-")
}

/// The keywords that constrain objects.
const OBJECT_KEYWORDS: [&str; 3] = ["properties", "required", "additionalProperties"];
