//! The public JSON-Schema-Test-Suite (draft 2020-12): cases with supported keywords give the standard's result, and
//! every other case is listed by name.
//!
//! A schema of the suite describes one field of a context, and its values are completed and checked like a write. The
//! files in `tests/fixtures/json-schema-suite/` are unchanged copies.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value as Given, json};
use tracklight::diagnostic::Severity;
use tracklight::schema::{Amount, Json, Problem, Schema, Scope, read};

/// The files of the suite whose keywords are read. Files that are not here are about keywords that are not.
const FILES: [&str; 35] = [
    "additionalProperties",
    "anyOf",
    "boolean_schema",
    "const",
    "default",
    "defs",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "infinite-loop-detection",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "multipleOf",
    "pattern",
    "properties",
    "ref",
    "required",
    "type",
    "uniqueItems",
    "optional/bignum",
    "optional/ecmascript-regex",
    "optional/float-overflow",
    "optional/non-bmp-regex",
    "optional/format/date",
    "optional/format/date-time",
    "optional/format/duration",
    "optional/format/unknown",
    "optional/format/uri",
    "optional/format/uuid",
];

fn file(name: &str) -> Vec<Given> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/json-schema-suite").join(name);
    let text = std::fs::read_to_string(path.with_extension("json")).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap()
}

/// A schema of the suite as that of the field `x`. What belongs at a root moves there.
fn of_field(schema: &Given) -> String {
    let mut part = schema.clone();
    let mut root = json!({ "type": "object" });
    if let Given::Object(keywords) = &mut part {
        for word in ["$schema", "$id", "$defs"] {
            if let Some(moved) = keywords.remove(word) {
                root[word] = moved;
            }
        }
    }
    root["properties"] = json!({ "x": part });
    root.to_string()
}

fn accepts(schema: &Schema, value: &Given) -> bool {
    let json = json!({ "x": value }).to_string();
    let value = schema.complete(&Json::parse(&json).unwrap().to_value());
    schema.validate(&value, Scope::Whole, Amount::First).is_empty()
}

/// What a schema may hold that is not read, and why. Reading names it, so nothing is ignored silently.
const NOT_READ: [(&str, &str); 18] = [
    ("$anchor", "references name a definition"),
    ("$defs", "definitions stand at the root, so that `#/$defs/Name` has one meaning"),
    ("$id", "the base of an address means nothing where no address is followed"),
    ("$ref", "only definitions of the same document are followed"),
    ("allOf", "a value has one shape: forms and tables are made of it"),
    ("anyOf", "the same; a choice between something and null is read"),
    ("dependentSchemas", "the same"),
    ("else", "the same"),
    ("false", "a field that takes nothing is left out"),
    ("if", "a value has one shape"),
    ("not", "the same"),
    ("pattern", "patterns are those that are matched in linear time; `\\p` and `\\c` are not among them"),
    ("patternProperties", "fields have names"),
    ("prefixItems", "the items of a list are of one kind"),
    ("propertyNames", "fields have names"),
    ("then", "a value has one shape"),
    ("type", "several types beside null give neither a form nor a column"),
    ("unevaluatedProperties", "it only matters beside keywords that are not read"),
];

/// Where the result differs from the suite's on purpose: file, description of the group or the test, reason. The guide
/// to contexts lists them too.
const DIFFERENT: [(&str, &str, &str); 9] = [
    ("default", "missing properties are not filled in", "a default fills a field that is missing"),
    ("default", "still valid when the invalid default is used", "the same, and then it is checked"),
    ("format", "invalid date string", "a format is checked, as the vocabulary `format-assertion` allows"),
    ("format", "invalid date-time string", "the same"),
    ("format", "invalid duration string", "the same"),
    ("format", "invalid uri string", "the same"),
    ("format", "invalid uuid string", "the same"),
    ("optional/ecmascript-regex", "\\S matches everything but whitespace", "`\\S` is ASCII, like `\\d` and `\\w`"),
    ("optional/ecmascript-regex", "\\s matches whitespace", "the same"),
];

/// The word of [`NOT_READ`] that a problem is about.
fn keyword(problem: &Problem) -> &str {
    if problem.message.starts_with("the schema `false`") {
        "false"
    } else {
        problem.pointer.rsplit('/').next().unwrap_or("")
    }
}

#[test]
fn the_suite_passes_for_every_keyword_that_is_read() {
    let (mut passed, mut faults) = (0, Vec::new());
    let (mut left_out, mut different) = (BTreeSet::new(), BTreeSet::new());
    for name in FILES {
        for group in file(name) {
            let words = |of: &Given| of["description"].as_str().unwrap().to_owned();
            let read = read(&Json::parse(&of_field(&group["schema"])).unwrap());
            let errors: Vec<&Problem> = read.problems.iter().filter(|one| one.severity == Severity::Error).collect();
            if let Some(unknown) = errors.iter().find(|one| !NOT_READ.iter().any(|(word, _)| *word == keyword(one))) {
                faults.push(format!("{name}: {}: refused: {unknown:?}", words(&group)));
            }
            left_out.extend(errors.iter().map(|one| keyword(one).to_owned()));
            let Some(schema) = read.schema.filter(|_| errors.is_empty()) else { continue };
            for test in group["tests"].as_array().unwrap() {
                let all = format!("{}: {}", words(&group), words(test));
                let on_purpose = DIFFERENT.iter().find(|(file, part, _)| *file == name && all.contains(part));
                match (accepts(&schema, &test["data"]) == test["valid"].as_bool().unwrap(), on_purpose) {
                    (true, _) => passed += 1,
                    (false, Some(known)) => drop(different.insert(known)),
                    (false, None) => faults.push(format!("{name}: {all}: {}", test["data"])),
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(passed > 650, "only {passed} cases were tried");
    // A reason that no case needs is out of date.
    assert_eq!(left_out, NOT_READ.iter().map(|(word, _)| (*word).to_owned()).collect());
    assert_eq!(different, DIFFERENT.iter().collect());
}

#[test]
fn every_keyword_that_is_read_has_a_file_of_the_suite() {
    let keywords = [
        "type enum const properties required additionalProperties items minItems maxItems uniqueItems minLength",
        "maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf default anyOf defs ref",
    ];
    for keyword in keywords.iter().flat_map(|line| line.split(' ')) {
        assert!(FILES.contains(&keyword), "{keyword}");
    }
}
