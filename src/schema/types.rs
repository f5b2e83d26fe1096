//! Types as written to schemas, and to their normal text.

use std::sync::Arc;

use super::expansion::Expansion;
use super::{Kind, NodeTypes, Rest, Schema};
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::{Literal, Name, Tree, Type, TypeKind};
use crate::value::Value;

/// The schema of a type that is written at the node with id `from`, and a warning if a node type in it
/// contains itself.
pub fn lower_type(tree: &Tree, ty: &Type, from: &str, nodes: &dyn NodeTypes) -> (Schema, Vec<Diagnostic>) {
    let mut expansion = Expansion::new(nodes);
    let schema = expansion.root_type(tree, ty, from);
    (schema, expansion.diagnostics)
}

/// True for `T?` and `Optional<T>`: the field may be absent.
pub(super) fn is_optional(tree: &Tree, ty: &Type) -> bool {
    let wrapped = matches!(&ty.kind, TypeKind::Named { name, args }
        if args.len() == 1 && name_text(tree, name).eq_ignore_ascii_case("optional"));
    ty.optional || wrapped
}

impl Expansion<'_> {
    /// The schema of one type.
    pub(super) fn ty(&mut self, tree: &Tree, ty: &Type, from: &str) -> Schema {
        self.depth += 1;
        let mut schema = match &ty.kind {
            TypeKind::Union(literals) => union(literals),
            TypeKind::Named { name, args } => self.named(tree, ty, name, args, from),
        };
        self.depth -= 1;
        if ty.optional {
            schema.allow_null();
        }
        schema
    }

    /// A built-in in its exact spelling, then a node, then a built-in in any case, else a host type.
    fn named(&mut self, tree: &Tree, ty: &Type, name: &Name, args: &[Type], from: &str) -> Schema {
        let word = name_text(tree, name);
        if let Some(schema) = self.built_in(tree, &word, args, from) {
            return schema;
        }
        if let Some(node) = self.nodes.find(from, &word).filter(|_| args.is_empty()) {
            return self.expand(&node);
        }
        let folded = BUILT_INS.iter().find(|known| known.eq_ignore_ascii_case(&word));
        if let Some(schema) = folded.and_then(|known| self.built_in(tree, known, args, from)) {
            return schema;
        }
        let mut schema = Schema::default();
        let text = type_text(tree, &Type { optional: false, ..ty.clone() });
        schema.marks.host_type = Some(text.into());
        schema
    }

    fn built_in(&mut self, tree: &Tree, word: &str, args: &[Type], from: &str) -> Option<Schema> {
        Some(match (word, args) {
            ("Array" | "List" | "array", [items]) => Schema::list_of(self.ty(tree, items, from)),
            ("Map" | "Record", [_, each]) => {
                Schema::object_of(Vec::new(), Rest::Each(Arc::new(self.ty(tree, each, from))))
            }
            ("Optional", [inner]) => {
                let mut schema = self.ty(tree, inner, from);
                schema.allow_null();
                schema
            }
            (_, [_, ..]) => return None,
            ("string", []) => Schema::of(Kind::String),
            ("number" | "Float" | "float" | "double" | "decimal", []) => Schema::of(Kind::Number),
            ("Integer" | "int", []) => Schema::of(Kind::Integer),
            ("boolean", []) => Schema::of(Kind::Boolean),
            ("null", []) => Schema::of(Kind::Null),
            ("any" | "json", []) => Schema::default(),
            ("object", []) => Schema::of(Kind::Object),
            ("array" | "Array" | "List", []) => Schema::of(Kind::Array),
            ("Date", []) => formatted("date-time"),
            ("UUID", []) => formatted("uuid"),
            ("URL", []) => formatted("uri"),
            ("Duration", []) => formatted("duration"),
            _ => return None,
        })
    }
}

/// Every built-in word, exactly spelled. Of words that differ only in case the first is what other cases mean.
const BUILT_INS: [&str; 23] = [
    "string", "number", "Float", "float", "double", "decimal", "Integer", "int", "boolean", "null", "any", "json",
    "object", "array", "Array", "List", "Date", "UUID", "URL", "Duration", "Optional", "Map", "Record",
];

/// True for a built-in type in its exact spelling, which wins over a node of that name.
pub fn is_built_in(word: &str) -> bool {
    BUILT_INS.contains(&word)
}

fn formatted(name: &str) -> Schema {
    let mut schema = Schema::of(Kind::String);
    schema.text.format = Some(name.into());
    schema
}

/// One of the literals, with the kind they share.
fn union(literals: &[Literal]) -> Schema {
    let members: Vec<Value> = literals.iter().map(|literal| literal.value.clone()).collect();
    let schema = Schema { members: Some(members), ..Schema::default() };
    Schema { kind: schema.inferred(), ..schema }
}

/// A dotted name without the blanks that may stand around its dots.
pub(super) fn name_text(tree: &Tree, name: &Name) -> String {
    let words: Vec<&str> = name.segments.iter().map(|word| tree.str(word.span)).collect();
    words.join(".")
}

/// The type in its normal form: no blanks inside `<>`, `, ` between arguments, literals in single quotes
/// joined by ` | `.
pub fn type_text(tree: &Tree, ty: &Type) -> String {
    let mut text = match &ty.kind {
        TypeKind::Named { name, args } if args.is_empty() => name_text(tree, name),
        TypeKind::Named { name, args } => {
            let args: Vec<String> = args.iter().map(|arg| type_text(tree, arg)).collect();
            format!("{}<{}>", name_text(tree, name), args.join(", "))
        }
        TypeKind::Union(literals) => {
            let literals: Vec<String> = literals.iter().map(|literal| literal_text(&literal.value)).collect();
            literals.join(" | ")
        }
    };
    if ty.optional {
        text.push('?');
    }
    text
}

/// A literal as it is written in a type.
pub(super) fn literal_text(value: &Value) -> String {
    let Value::Str(text) = value else { return value.to_json() };
    let mut quoted = String::from("'");
    for c in text.chars() {
        match c {
            '\'' => quoted.push_str("\\'"),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c => quoted.push(c),
        }
    }
    quoted.push('\'');
    quoted
}
