//! What a value may be, and what is said when it is not.

use super::{check, found, part, root, value};
use tracklight::json::to_string;
use tracklight::schema::{Amount, Kind, Schema, Scope};
use tracklight::value::Value;

const KINDS: [(&str, &str); 6] =
    [("null", "null"), ("boolean", "true"), ("number", "3.5"), ("string", "\"s\""), ("array", "[]"), ("object", "{}")];

#[test]
fn each_type_word_accepts_its_own_kind_and_refuses_every_other() {
    for (word, _) in KINDS {
        let schema = Schema::of(Kind::from_word(word).unwrap());
        for (kind, example) in KINDS {
            let expected = if kind == word { "" } else { " type-mismatch" };
            assert_eq!(found(&schema, &value(example)), expected, "{word} and {example}");
        }
    }
}

#[test]
fn an_integer_is_any_number_without_fraction() {
    for (json, expected) in [("4.0", ""), ("4", ""), ("-0", ""), ("1e300", ""), ("3.5", " type-mismatch")] {
        assert_eq!(check(r#"{"type":"integer"}"#, json), expected, "{json}");
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused_wherever_they_stand() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let list: Value = [Value::from(1.0), Value::from(number)].into_iter().collect();
        let nested: Value = [("a", list)].into_iter().collect();
        assert_eq!(found(&Schema::of(Kind::Number), &number.into()), " type-mismatch");
        assert_eq!(found(&Schema::default(), &nested), "/a/1 type-mismatch", "unchecked values too");
    }
    let report = Schema::default().validate(&f64::NAN.into(), Scope::Whole, Amount::All);
    assert_eq!(report.violations[0].message, "expected number, got number NaN");
}

#[test]
fn a_missing_required_field_is_reported_first_and_at_its_own_pointer() {
    let schema = r#"{"properties":{"a":{"type":"string"},"b":{"type":"number"},"c":{}},"required":["a","b"]}"#;
    assert_eq!(check(schema, r#"{"a":1}"#), "/b required-missing, /a type-mismatch");
    assert_eq!(check(schema, r#"{"a":"x","b":1}"#), "", "an absent optional field is fine");
}

#[test]
fn a_write_may_leave_out_top_level_fields_but_not_nested_ones() {
    let schema = root(
        r#"{"properties":{"a":{"type":"string"},"spot":{"properties":{"lat":{"type":"number"}},"required":["lat"]}},
            "required":["a","spot"]}"#,
    );
    let report = schema.validate(&value(r#"{"spot":{}}"#), Scope::Fields, Amount::All);
    let pointers: Vec<&str> = report.violations.iter().map(|one| one.pointer.as_str()).collect();
    assert_eq!(pointers, ["/spot/lat"]);
}

#[test]
fn null_passes_only_where_the_type_includes_it() {
    assert_eq!(check(r#"{"type":["number","null"],"minimum":1}"#, "null"), "");
    assert_eq!(check(r#"{"type":"number"}"#, "null"), " type-mismatch");
    let report = to_string(&part(r#"{"type":"number"}"#).validate(&value("null"), Scope::Whole, Amount::All));
    assert!(
        report.contains(r#""message":"expected number, got null","expected":"number","actual":"null""#),
        "{report}"
    );
}

#[test]
fn bounds_are_reported_before_multiples() {
    assert_eq!(check(r#"{"type":"number","multipleOf":3,"minimum":5}"#, "4"), " minimum,  multiple-of");
    assert_eq!(check(r#"{"type":"number","multipleOf":2,"maximum":3}"#, "5"), " maximum,  multiple-of");
}

#[test]
fn a_keyword_constrains_only_values_of_its_own_type() {
    for (keywords, own) in [
        (r#"{"minLength":2}"#, "string"),
        (r#"{"maxLength":0}"#, "string"),
        (r#"{"pattern":"^x"}"#, "string"),
        (r#"{"format":"uuid"}"#, "string"),
        (r#"{"minimum":9}"#, "number"),
        (r#"{"exclusiveMaximum":-9}"#, "number"),
        (r#"{"multipleOf":2}"#, "number"),
        (r#"{"minItems":1}"#, "array"),
        (r#"{"required":["a"]}"#, "object"),
        (r#"{"properties":{"a":{}},"required":["a"]}"#, "object"),
    ] {
        for (kind, example) in KINDS {
            assert_eq!(check(keywords, example).is_empty(), kind != own, "{keywords} and {example}");
        }
    }
    assert_eq!(check(r#"{"minLength":2,"minimum":3,"minItems":1}"#, "\"a\""), " min-length");
    assert_eq!(check(r#"{"minLength":2,"minimum":3,"minItems":1}"#, "1"), " minimum");
    assert_eq!(
        check(r#"{"items":{"minLength":2},"additionalProperties":{"minimum":3}}"#, r#"[5,"a"]"#),
        "/1 min-length"
    );
    assert_eq!(check(r#"{"items":{"minLength":2},"additionalProperties":{"minimum":3}}"#, r#"{"k":1}"#), "/k minimum");
}

#[test]
fn a_multiple_is_exact_however_large_or_small_the_numbers() {
    for (step, number, fits) in [
        ("0.0001", "0.0075", true),
        ("0.0001", "0.00751", false),
        ("0.01", "4.35", true),
        ("0.01", "1.005", false),
        ("0.1", "0.30000000000000004", true),
        ("1e-8", "12391239123", true),
        ("0.123456789", "1e308", false),
        ("0.5", "1e308", true),
        ("1e308", "1e308", true),
        ("1e308", "5e307", false),
        ("5e-324", "1e308", true),
        ("1e-308", "3e-308", true),
        ("1", "1000000000.5", false),
        ("1", "1e-12", false),
        ("1", "0.9999999999", false),
        ("1", "1.0000000000000002", false),
        ("2", "9007199254740991", false),
        ("3", "9007199254740993", false),
        ("3", "-9", true),
        ("7", "0", true),
        ("7", "-0.0", true),
        ("7", "1e22", false),
    ] {
        let found = check(&format!(r#"{{"multipleOf":{step}}}"#), number);
        assert_eq!(found.is_empty(), fits, "{number} and {step}");
    }
}

#[test]
fn a_list_of_types_is_named_whole() {
    let report = part(r#"{"type":["number","null"]}"#).validate(&value("\"x\""), Scope::Whole, Amount::All);
    assert_eq!(
        to_string(&report),
        concat!(
            r#"{"violations":[{"pointer":"","code":"type-mismatch","message":"expected number or null,"#,
            r#" got string \"x\"","expected":"number or null","actual":"string"}],"dropped":0}"#
        )
    );
}

#[test]
fn pointers_are_exact() {
    let schema = concat!(
        r#"{"type":"object","properties":{"a/b":{"items":{"properties":{"~":{"type":"string"}}}}},"#,
        r#""additionalProperties":{"type":"number"}}"#
    );
    assert_eq!(check(schema, r#"{"a/b":[{},{"~":1}],"z":[]}"#), "/a~1b/1/~0 type-mismatch, /z type-mismatch");
    assert_eq!(check(schema, "3"), " type-mismatch", "the whole value");
}

#[test]
fn violations_come_depth_first_in_a_fixed_order() {
    let schema = r#"{"properties":{
        "text":{"type":"string","enum":["a"],"const":"b","minLength":5,"format":"uuid","pattern":"^x"},
        "list":{"type":"array","minItems":4,"uniqueItems":true,"items":{"type":"number"}}
      },"additionalProperties":false}"#;
    assert_eq!(
        check(schema, r#"{"z":1,"B":2,"list":[1,"x",1],"text":"cc"}"#),
        "/text enum-mismatch, /text const-mismatch, /text min-length, /text pattern-mismatch, /text format-mismatch, \
         /list min-items, /list/2 unique-items, /list/1 type-mismatch, /B unknown-field, /z unknown-field"
    );
}

#[test]
fn first_stops_after_one_and_the_hundred_and_first_is_only_counted() {
    let schema = part(r#"{"items":{"type":"string"}}"#);
    let many: Value = (0..150).map(|at| Value::from(f64::from(at))).collect();
    let all = schema.validate(&many, Scope::Whole, Amount::All);
    assert_eq!((all.violations.len(), all.dropped), (100, 50));
    let first = schema.validate(&many, Scope::Whole, Amount::First);
    assert_eq!((first.violations.len(), first.dropped), (1, 0));
}

#[test]
fn a_wrong_kind_stops_the_checks_on_that_value_only() {
    let schema = r#"{"properties":{"a":{"type":"string","minLength":3},"b":{"type":"string","minLength":3}}}"#;
    assert_eq!(check(schema, r#"{"a":1,"b":"x"}"#), "/a type-mismatch, /b min-length");
}

#[test]
fn lengths_are_inclusive_and_count_scalar_values() {
    let schema = r#"{"type":"string","minLength":2,"maxLength":3}"#;
    for (json, expected) in [("\"🌊\"", " min-length"), ("\"🌊🌊\"", ""), ("\"abc\"", ""), ("\"abcd\"", " max-length")]
    {
        assert_eq!(check(schema, json), expected, "{json}");
    }
}

#[test]
fn patterns_search_unanchored_in_linear_time() {
    assert_eq!(check(r#"{"pattern":"b+"}"#, "\"abc\""), "");
    let long = Value::from("a".repeat(100_000) + "!");
    assert_eq!(found(&part(r#"{"pattern":"(a+)+$"}"#), &long), " pattern-mismatch");
}

#[test]
fn bounds_accept_equality_and_exclusive_ones_do_not() {
    let inclusive = r#"{"type":"integer","minimum":0,"maximum":5}"#;
    let exclusive = r#"{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":5}"#;
    for (schema, json, expected) in [
        (inclusive, "0", ""),
        (inclusive, "5", ""),
        (inclusive, "-1", " minimum"),
        (inclusive, "6", " maximum"),
        (exclusive, "0", " exclusive-minimum"),
        (exclusive, "5", " exclusive-maximum"),
        (exclusive, "0.1", ""),
    ] {
        assert_eq!(check(schema, json), expected, "{json}");
    }
}

#[test]
fn multiples_tolerate_the_error_of_doubles() {
    for (step, json, expected) in [
        ("0.1", "0.3", ""),
        ("0.1", "0.35", " multiple-of"),
        ("0.01", "1234567.89", ""),
        ("5", "7", " multiple-of"),
        ("5", "-10", ""),
        ("5", "0", ""),
    ] {
        assert_eq!(check(&format!(r#"{{"multipleOf":{step}}}"#), json), expected, "{json} of {step}");
    }
}

#[test]
fn booleans_take_enum_and_const() {
    assert_eq!(check(r#"{"type":"boolean","enum":[true]}"#, "false"), " enum-mismatch");
    assert_eq!(check(r#"{"const":true}"#, "false"), " const-mismatch");
}

#[test]
fn uniqueness_is_deep_and_never_mixes_kinds() {
    let schema = r#"{"uniqueItems":true}"#;
    for (json, expected) in [
        (r#"[1,"1",true,null]"#, ""),
        ("[null,null]", "/1 unique-items"),
        (r#"[{"a":1,"b":[1,2]},{"b":[1,2],"a":1}]"#, "/1 unique-items"),
        ("[[1,2],[2,1]]", ""),
        ("[3,1,1,3]", "/2 unique-items"),
        ("[0,-0]", "/1 unique-items"),
    ] {
        assert_eq!(check(schema, json), expected, "{json}");
    }
}

#[test]
fn every_code_has_its_words() {
    for (schema, json, message) in [
        (r#"{"type":"integer"}"#, "3.5", "expected integer, got number 3.5"),
        (r#"{"type":"integer"}"#, "[1]", "expected integer, got array"),
        (r#"{"enum":["a","b"]}"#, r#""c""#, r#"expected one of "a", "b", got "c""#),
        (r#"{"const":"a"}"#, r#""b""#, r#"expected "a", got "b""#),
        (r#"{"minLength":3}"#, r#""ab""#, "length 2 is less than 3"),
        (r#"{"maxLength":1}"#, r#""ab""#, "length 2 is more than 1"),
        (r#"{"pattern":"^x"}"#, r#""ab""#, r#""ab" does not match "^x""#),
        (r#"{"format":"uuid"}"#, r#""ab""#, r#""ab" is not a valid uuid"#),
        (r#"{"minimum":0}"#, "-1", "-1 is less than 0"),
        (r#"{"maximum":14}"#, "15", "15 is more than 14"),
        (r#"{"exclusiveMinimum":0}"#, "0", "0 is not more than 0"),
        (r#"{"exclusiveMaximum":5}"#, "5", "5 is not less than 5"),
        (r#"{"multipleOf":5}"#, "7", "7 is not a multiple of 5"),
        (r#"{"minItems":2}"#, "[1]", "1 item, at least 2 needed"),
        (r#"{"maxItems":1}"#, "[1,2]", "2 items, at most 1 allowed"),
        (r#"{"uniqueItems":true}"#, "[1,1]", "item 1 repeats item 0"),
        (r#"{"properties":{"lon":{}},"required":["lon"]}"#, "{}", "`lon` is required"),
        (r#"{"properties":{"a":{}},"additionalProperties":false}"#, r#"{"b":1}"#, "unknown field `b`"),
    ] {
        let report = part(schema).validate(&value(json), Scope::Whole, Amount::All);
        assert_eq!(report.violations[0].message, message);
    }
}

#[test]
fn values_in_messages_are_clipped() {
    let report = part(r#"{"maxLength":1,"pattern":"b"}"#).validate(&"a".repeat(200).into(), Scope::Whole, Amount::All);
    assert_eq!(report.violations[1].message, format!("\"{}… does not match \"b\"", "a".repeat(79)));
}

#[test]
fn an_unknown_field_is_refused_with_a_suggestion_where_one_is_near() {
    let schema = part(r#"{"properties":{"clarity":{},"ph":{}},"additionalProperties":false}"#);
    let report = schema.validate(&value(r#"{"claritty":1,"zzz":2}"#), Scope::Whole, Amount::All);
    assert_eq!(report.violations[0].hint.as_deref(), Some("did you mean `clarity`?"));
    assert_eq!(report.violations[1].hint, None);
    assert_eq!(report.violations[1].expected.to_json(), r#"["clarity","ph"]"#);
}

#[test]
fn values_too_deep_or_too_large_are_refused_at_their_field() {
    let nest = |levels: usize| (0..levels).fold(Value::Null, |inner, _| [inner].into_iter().collect());
    let field = |value: Value| -> Value { [("x", value)].into_iter().collect() };
    for (value, expected) in [
        (field(nest(64)), ""),
        (field(nest(65)), "/x too-deep"),
        (nest(65), " too-deep"),
        (field("a".repeat(1024 * 1024 - 2).into()), ""),
        (field("a".repeat(1024 * 1024 - 1).into()), "/x too-large"),
        (field("\u{1}".repeat(1024 * 1024 / 6).into()), ""),
        (field("\u{1}".repeat(1024 * 1024 / 6 + 1).into()), "/x too-large"),
        (field((0..131_072).map(|_| Value::from(-0.123)).collect()), ""),
        (field((0..180_000).map(|_| Value::from(-0.123)).collect()), "/x too-large"),
    ] {
        assert_eq!(found(&Schema::default(), &value), expected);
    }
}

#[test]
fn nested_defaults_fill_supplied_objects_and_create_none() {
    let schema = part(
        r#"{"properties":{
            "spot":{"properties":{"lat":{"default":1},"deep":{"properties":{"x":{"default":2}}}}},
            "list":{"items":{"properties":{"n":{"default":3}}}},
            "top":{"default":{"a":1},"properties":{"b":{"default":4}}}}}"#,
    );
    for (given, completed) in [
        ("{}", r#"{"top":{"a":1,"b":4}}"#),
        (r#"{"spot":{},"top":0}"#, r#"{"spot":{"lat":1},"top":0}"#),
        (r#"{"spot":{"deep":{}},"top":0}"#, r#"{"spot":{"deep":{"x":2},"lat":1},"top":0}"#),
        (r#"{"list":[{},{"n":9},7],"top":0}"#, r#"{"list":[{"n":3},{"n":9},7],"top":0}"#),
    ] {
        assert_eq!(schema.complete(&value(given)).to_json(), completed);
    }
    let fields = value(r#"{"spot":{}}"#);
    let written = Value::from(schema.complete_fields(fields.as_map().unwrap()));
    assert_eq!(written.to_json(), r#"{"spot":{"lat":1}}"#, "a write brings no other field");
}
