//! Schemas: validation, JSON Schema in and out, and the schemas of typed attributes.

mod json_schema;
mod lowering;
mod machine;
mod property;
mod validation;

use tracklight::json::to_string;
use tracklight::schema::{Amount, Json, Schema, Scope, read};
use tracklight::value::Value;

/// A value from JSON text.
fn value(text: &str) -> Value {
    Json::parse(text).unwrap_or_else(|| panic!("no JSON: {text}")).to_value()
}

/// A schema from JSON Schema text that has nothing wrong with it.
fn root(text: &str) -> Schema {
    let read = read(&Json::parse(text).unwrap_or_else(|| panic!("no JSON: {text}")));
    assert_eq!(to_string(&read.problems), "[]", "{text}");
    read.schema.expect("an object schema")
}

/// The schema of one value of any kind.
fn part(text: &str) -> Schema {
    let schema = root(&format!(r#"{{"properties":{{"x":{text}}}}}"#));
    (*schema.field("x").unwrap().schema).clone()
}

/// Violations as `pointer code`, separated by commas.
fn found(schema: &Schema, value: &Value) -> String {
    let report = schema.validate(value, Scope::Whole, Amount::All);
    let lines = report.violations.iter().map(|one| format!("{} {}", one.pointer, one.code));
    lines.collect::<Vec<_>>().join(", ")
}

/// [`found`] for a schema and a value given as texts.
fn check(schema: &str, json: &str) -> String {
    found(&part(schema), &value(json))
}
