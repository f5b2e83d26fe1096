//! JSON Schema, both ways.

use super::root;
use tracklight::json::to_string;
use tracklight::schema::{Json, ReadSchema, Schema, read};

fn read_text(text: &str) -> ReadSchema {
    read(&Json::parse(text).unwrap_or_else(|| panic!("no JSON: {text}")))
}

/// What reading says, as `severity code pointer` lines.
fn problems(text: &str) -> Vec<String> {
    let problems = read_text(text).problems;
    problems.iter().map(|one| format!("{} {} {}", one.severity.word(), one.code, one.pointer)).collect()
}

/// The normal form of a property schema.
fn normal(part: &str) -> String {
    let schema = read_text(&format!(r#"{{"properties":{{"x":{part}}}}}"#)).schema.unwrap();
    to_string(&*schema.field("x").unwrap().schema)
}

/// Every keyword, each in its place.
const EVERYTHING: &str = concat!(
    r##"{"$id":"urn:x","title":"T","description":"D","type":"object","properties":{"z":{"type":["string","##,
    r##""null"],"enum":["a","b",null],"format":"uuid","minLength":1,"maxLength":9,"pattern":"^a"},"##,
    r##""a":{"type":"integer","const":3,"minimum":1,"exclusiveMinimum":0,"maximum":9,"exclusiveMaximum":10,"##,
    r##""multipleOf":2},"list":{"type":"array","items":{"type":"array","items":{}},"minItems":1,"maxItems":3,"##,
    r##""uniqueItems":true},"map":{"type":"object","additionalProperties":{"type":"number"}},"##,
    r##""host":{"x-tracklight":{"type":"Money"}},"mixed":{"enum":["a",3]},"file":{"type":"string","##,
    r##""x-tracklight":{"artifact":"a.md"}},"any":{"default":null}},"required":["z","list"],"##,
    r##""additionalProperties":false,"default":{"z":null},"examples":[{"z":"a"}],"$comment":"C","##,
    r##""x-tracklight":{"role":"input","shared":true,"artifact":true},"x-a":1,"x-b":{"y":[]}}"##
);

#[test]
fn reading_what_was_written_gives_the_same_schema() {
    let schema = root(EVERYTHING);
    assert_eq!(to_string(&schema), EVERYTHING);
    assert_eq!(root(&to_string(&schema)), schema);
    assert_eq!(root(&schema.document()), schema);
    assert!(schema.document().starts_with(r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","$id""#));
}

#[test]
fn a_tool_input_schema_leaves_out_what_no_model_reads() {
    let schema = root(r#"{"$id":"urn:x","properties":{"m":{"x-tracklight":{"type":"Money"},"x-y":1,"default":2}}}"#);
    assert_eq!(to_string(&schema.for_tool()), r#"{"type":"object","properties":{"m":{"default":2}}}"#);
}

#[test]
fn abbreviations_are_brought_to_normal_form() {
    for (given, expected) in [
        ("true", "{}"),
        (r#"{"minimum":1}"#, r#"{"minimum":1}"#),
        (r#"{"uniqueItems":false}"#, "{}"),
        (r#"{"properties":{}}"#, "{}"),
        (r#"{"additionalProperties":true}"#, "{}"),
        (r#"{"enum":["a"]}"#, r#"{"enum":["a"]}"#),
        (r#"{"const":1}"#, r#"{"const":1}"#),
        (r#"{"minLength":2,"minimum":1}"#, r#"{"minLength":2,"minimum":1}"#),
        (r#"{"type":["null","string"]}"#, r#"{"type":["string","null"]}"#),
        (r#"{"type":["null"]}"#, r#"{"type":"null"}"#),
        (r#"{"type":"string","nullable":true}"#, r#"{"type":["string","null"]}"#),
        (
            r#"{"anyOf":[{"type":"string","minLength":1},{"type":"null"}]}"#,
            r#"{"type":["string","null"],"minLength":1}"#,
        ),
        (r#"{"anyOf":[{"type":"null"},{"enum":["a"]}],"title":"T"}"#, r#"{"title":"T","enum":["a",null]}"#),
        (r#"{"anyOf":[{"const":"a"},{"type":"null"}]}"#, r#"{"enum":["a",null]}"#),
        (r#"{"anyOf":[{"minLength":2},{"type":"null"}],"type":"string"}"#, r#"{"type":"string","minLength":2}"#),
        (r#"{"anyOf":[{"type":"string"},{"type":"null"}],"enum":["a"]}"#, r#"{"type":"string","enum":["a"]}"#),
        (r#"{"properties":{"a":{}},"required":["b","a"]}"#, r#"{"properties":{"a":{},"b":{}},"required":["a","b"]}"#),
    ] {
        let written = normal(given);
        assert_eq!(written, expected, "{given}");
        assert_eq!(normal(&written), written, "a fixed point");
    }
}

#[test]
fn references_are_expanded_in_place() {
    let text = r##"{"$defs":{"Spot":{"properties":{"lat":{"$ref":"#/$defs/Deg"}}},"Deg":{"type":"number"}},
        "properties":{"a":{"$ref":"#/$defs/Spot","description":"where"},
        "b":{"anyOf":[{"$ref":"#/$defs/Deg"},{"type":"null"}]}}}"##;
    assert_eq!(
        to_string(&root(text)),
        concat!(
            r#"{"type":"object","properties":{"a":{"description":"where","#,
            r#""properties":{"lat":{"type":"number"}}},"b":{"type":["number","null"]}}}"#
        )
    );
}

#[test]
fn recursion_is_cut_with_a_warning() {
    let text = concat!(
        r##"{"$defs":{"T":{"properties":{"kids":{"items":{"$ref":"#/$defs/T"}}}}},"##,
        r##""properties":{"t":{"$ref":"#/$defs/T"}}}"##
    );
    assert_eq!(problems(text), ["warning schema-recursive /$defs/T/properties/kids/items/$ref"]);
    assert_eq!(
        to_string(&read_text(text).schema.unwrap()),
        r#"{"type":"object","properties":{"t":{"properties":{"kids":{"items":{"type":"object"}}}}}}"#
    );
    let bare =
        r##"{"$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/A"}},"properties":{"x":{"$ref":"#/$defs/A"}}}"##;
    assert_eq!(problems(bare), ["warning schema-recursive /$defs/B/$ref"]);
}

#[test]
fn names_that_double_at_every_level_are_cut() {
    let defs: Vec<String> = (0..40)
        .map(|at| {
            let next = at + 1;
            format!(
                r##""d{at}":{{"properties":{{"a":{{"$ref":"#/$defs/d{next}"}},"b":{{"$ref":"#/$defs/d{next}"}}}}}}"##
            )
        })
        .collect();
    let text =
        format!(r##"{{"$defs":{{{},"d40":{{}}}},"properties":{{"x":{{"$ref":"#/$defs/d0"}}}}}}"##, defs.join(","));
    let read = read_text(&text);
    assert!(read.problems.iter().any(|one| one.code == "schema-recursive"));
    assert!(to_string(&read.schema.unwrap()).len() < 500_000);
}

#[test]
fn every_other_keyword_is_an_error_that_names_its_pointer() {
    for keyword in ["oneOf", "allOf", "not", "if", "prefixItems", "patternProperties", "minProperties", "contains"] {
        let text = format!(r#"{{"properties":{{"a/b":{{"{keyword}":[]}}}}}}"#);
        let read = read_text(&text);
        assert_eq!(problems(&text), [format!("error schema-unsupported /properties/a~1b/{keyword}")]);
        assert_eq!(read.problems[0].message, format!("`{keyword}` is not supported"));
    }
}

#[test]
fn what_is_wrong_with_a_schema_is_said_where_it_stands() {
    let sane = r#"{"properties":{"x":X}}"#;
    for (part, expected) in [
        ("false", "error schema-unsupported /properties/x"),
        ("3", "error schema-unsupported /properties/x"),
        (r#"{"type":["string","number"]}"#, "error schema-unsupported /properties/x/type"),
        (r#"{"type":"text"}"#, "error schema-unsupported /properties/x/type"),
        (r#"{"anyOf":[{},{}]}"#, "error schema-unsupported /properties/x/anyOf"),
        (r#"{"anyOf":[{"type":"null"}]}"#, "error schema-unsupported /properties/x/anyOf"),
        (r##"{"$ref":"#/properties/x"}"##, "error schema-unsupported /properties/x/$ref"),
        (r##"{"$ref":"#/$defs/none"}"##, "error schema-unsupported /properties/x/$ref"),
        (r#"{"$id":"x"}"#, "error schema-unsupported /properties/x/$id"),
        (r#"{"pattern":"(?=a)"}"#, "error constraint-invalid /properties/x/pattern"),
        (r#"{"minLength":-1}"#, "error constraint-invalid /properties/x/minLength"),
        (r#"{"minimum":3,"maximum":2}"#, "error constraint-invalid /properties/x/maximum"),
        (
            r#"{"type":"integer","exclusiveMinimum":1,"exclusiveMaximum":2}"#,
            "error constraint-invalid /properties/x/exclusiveMaximum",
        ),
        (r#"{"multipleOf":0}"#, "error constraint-invalid /properties/x/multipleOf"),
        (r#"{"enum":[]}"#, "error constraint-invalid /properties/x/enum"),
        (r#"{"title":3}"#, "error constraint-invalid /properties/x/title"),
        (r#"{"additionalProperties":false,"required":["a"]}"#, "error constraint-invalid /properties/x/required"),
        (r#"{"type":"string","minimum":3}"#, "warning schema-no-effect /properties/x/minimum"),
        (r#"{"type":"string","items":{}}"#, "warning schema-no-effect /properties/x/items"),
        (r#"{"readOnly":true}"#, "warning schema-no-effect /properties/x/readOnly"),
        (r#"{"format":"postcode"}"#, "warning format-unknown /properties/x/format"),
        (r#"{"x-tracklight":{"colour":1}}"#, "error schema-unsupported /properties/x/x-tracklight/colour"),
    ] {
        assert_eq!(problems(&sane.replace('X', part)), [expected], "{part}");
    }
    let foreign = r#"{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}"#;
    assert_eq!(problems(foreign), ["warning schema-no-effect /$schema"]);
    let unused = r#"{"type":"object","$defs":{"A":{"not":{}}}}"#;
    assert_eq!(problems(unused), ["error schema-unsupported /$defs/A/not"], "definitions nothing uses are read too");
}

#[test]
fn a_root_that_is_no_object_schema_is_an_error() {
    for text in ["{}", "true", "3", "[]", r#"{"type":"string"}"#, r#"{"type":["object","null"]}"#] {
        let read = read_text(text);
        assert_eq!(read.schema, None, "{text}");
        assert!(read.problems.iter().any(|one| one.code == "schema-root" && one.pointer.is_empty()), "{text}");
    }
}

#[test]
fn a_root_without_a_type_that_has_a_keyword_of_objects_is_an_object_schema() {
    for text in [r#"{"properties":{}}"#, r#"{"required":["a"]}"#, r#"{"additionalProperties":true}"#, r#"{"const":{}}"#]
    {
        assert!(to_string(&root(text)).starts_with(r#"{"type":"object""#), "{text}");
    }
}

#[test]
fn a_type_is_inferred_where_the_keywords_present_name_one() {
    for (part, expected) in [
        (r#"{"minLength":2}"#, Some("string")),
        (r#"{"format":"uuid","default":3}"#, Some("string")),
        (r#"{"multipleOf":2}"#, Some("number")),
        (r#"{"maxItems":2}"#, Some("array")),
        (r#"{"items":{}}"#, Some("array")),
        (r#"{"required":["a"]}"#, Some("object")),
        (r#"{"additionalProperties":false}"#, Some("object")),
        (r#"{"enum":["a","b",null]}"#, Some("string")),
        (r#"{"const":3,"minLength":2}"#, Some("number")),
        (r#"{"enum":[null]}"#, Some("null")),
        (r#"{"enum":["a",3]}"#, None),
        (r#"{"minLength":2,"minimum":3}"#, None),
        (r#"{"type":"string","minLength":2}"#, None),
        ("{}", None),
    ] {
        let schema = root(&format!(r#"{{"properties":{{"x":{part}}}}}"#));
        let field = schema.field("x").unwrap();
        assert_eq!(field.schema.inferred().map(|kind| kind.word()), expected, "{part}");
        assert!(expected.is_none() || field.hint().is_none(), "{part}: what is inferred is no hint of a default");
    }
}

#[test]
fn a_schema_deeper_than_values_may_be_is_refused_without_harm() {
    let text =
        format!(r#"{{"properties":{{"x":{}{}}}}}"#, r#"{"items":"#.repeat(100), "{}".to_owned() + &"}".repeat(100));
    assert!(problems(&text).iter().any(|one| one.starts_with("error schema-unsupported")));
}

#[test]
fn hints_come_from_the_defaults_of_untyped_fields() {
    let schema = root(r#"{"properties":{"a":{"default":"x"},"b":{"type":"string","default":"x"},"c":{"default":[]}}}"#);
    let hints: Vec<Option<&str>> =
        Schema::fields(&schema).iter().map(|field| field.hint().map(|kind| kind.word())).collect();
    assert_eq!(hints, [Some("string"), None, None]);
}
