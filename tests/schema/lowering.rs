//! From typed attributes to schemas, and what is said about them.

use super::machine::Machine;
use super::value;
use tracklight::json::to_string;
use tracklight::schema::{Amount, Role, Scope, type_text};
use tracklight::syntax::tree::Item;

/// The schema of the first field of context `C`.
fn field(text: &str) -> String {
    let lowered = Machine::new(text).lower("C");
    to_string(&*lowered.schema.fields()[0].schema)
}

/// The schema of a type.
fn lowered(ty: &str) -> String {
    field(&format!("context C {{ x<{ty}> }} type Spot {{ lat<number>; note<string?> }} type UUID {{ a: 1 }}"))
}

/// What is said about one attribute of a context.
fn said(attribute: &str) -> Vec<String> {
    Machine::new(&format!("context C {{ {attribute} }} task done {{}} type Spot {{ lat<number>; on<string?> }}"))
        .said("C")
}

#[test]
fn every_type_word_has_its_schema() {
    for (ty, expected) in [
        ("string", r#"{"type":"string"}"#),
        ("number", r#"{"type":"number"}"#),
        ("Float", r#"{"type":"number"}"#),
        ("decimal", r#"{"type":"number"}"#),
        ("Integer", r#"{"type":"integer"}"#),
        ("int", r#"{"type":"integer"}"#),
        ("BOOLEAN", r#"{"type":"boolean"}"#),
        ("null", r#"{"type":"null"}"#),
        ("any", "{}"),
        ("json", "{}"),
        ("object", r#"{"type":"object"}"#),
        ("List", r#"{"type":"array"}"#),
        ("Array<int>", r#"{"type":"array","items":{"type":"integer"}}"#),
        ("list<int?>", r#"{"type":"array","items":{"type":["integer","null"]}}"#),
        ("Map<string, number>", r#"{"type":"object","additionalProperties":{"type":"number"}}"#),
        ("Record<string, any>", r#"{"type":"object","additionalProperties":{}}"#),
        ("Date", r#"{"type":"string","format":"date-time"}"#),
        ("URL", r#"{"type":"string","format":"uri"}"#),
        ("Duration?", r#"{"type":["string","null"],"format":"duration"}"#),
        ("'a' | \"b\"", r#"{"type":"string","enum":["a","b"]}"#),
        ("1 | -2", r#"{"type":"number","enum":[1,-2]}"#),
        ("'a' | 3", r#"{"enum":["a",3]}"#),
        ("'a' | 3?", r#"{"enum":["a",3,null]}"#),
        ("'a'?", r#"{"type":["string","null"],"enum":["a",null]}"#),
        ("Optional<string>", r#"{"type":["string","null"]}"#),
        ("Money", r#"{"x-tracklight":{"type":"Money"}}"#),
        ("Promise< List<int> >?", r#"{"x-tracklight":{"type":"Promise<List<int>>"}}"#),
    ] {
        assert_eq!(lowered(ty), expected, "{ty}");
    }
}

#[test]
fn a_node_named_like_a_built_in_does_not_replace_it() {
    assert_eq!(lowered("UUID"), r#"{"type":"string","format":"uuid"}"#);
    let shadowed = "context C { x<text>; y<Date> } type text { a<int> } type date { b<int> }";
    let lowered = Machine::new(shadowed).lower("C");
    assert_eq!(to_string(&*lowered.schema.fields()[1].schema), r#"{"type":"string","format":"date-time"}"#);
    let cased = "context C { x<date> } type date { b<int> }";
    assert_eq!(field(cased), r#"{"type":"object","properties":{"b":{"type":"integer"}},"required":["b"]}"#);
}

#[test]
fn a_node_type_expands_in_place_and_keeps_extra_keys() {
    assert_eq!(
        lowered("Spot"),
        concat!(
            r#"{"type":"object","properties":{"lat":{"type":"number"},"note":{"type":["string","null"]}},"#,
            r#""required":["lat"]}"#
        )
    );
    let closed = "context C { x<Spot> } type Spot @closed { lat<number>; free: 3 }";
    assert_eq!(
        field(closed),
        concat!(
            r#"{"type":"object","properties":{"lat":{"type":"number"},"free":{"default":3}},"#,
            r#""required":["lat"],"additionalProperties":false}"#
        )
    );
}

#[test]
fn a_recursive_type_is_cut_with_a_warning() {
    let tree = Machine::new("type Tree { kids<List<Tree>>; size: 1 } context C { root<Tree> }");
    assert_eq!(tree.said("Tree"), ["schema-recursive List<Tree>"]);
    assert_eq!(tree.said("C"), ["schema-recursive Tree"]);
    assert_eq!(
        to_string(&*tree.lower("C").schema.fields()[0].schema),
        concat!(
            r#"{"type":"object","properties":{"kids":{"type":"array","items":{"type":"object"}},"#,
            r#""size":{"default":1}},"required":["kids"]}"#
        )
    );
}

#[test]
fn types_that_double_or_go_on_for_long_are_cut() {
    let node = |at: usize| format!("type T{at} {{ a<T{0}>; b<T{0}> }} type L{at} {{ a<L{0}> }}\n", at + 1);
    let text: String = (0..5_000).map(node).collect();
    let machine = Machine::new(&(text + "context C { x<T0>; y<L0> }"));
    let lowered = machine.lower("C");
    assert!(to_string(&lowered.schema).len() < 500_000);
    assert!(lowered.diagnostics.iter().all(|one| one.code == "schema-recursive"));
}

#[test]
fn type_text_is_normalised() {
    for (written, normal) in [
        ("Map< string ,List<int>? >", "Map<string, List<int>?>"),
        ("\"ship\"|'hold'  | 3 | true?", "'ship' | 'hold' | 3 | true?"),
        ("\"can't tell\" | 'a\\\\b'", "'can\\'t tell' | 'a\\\\b'"),
        ("shop . Cart", "shop.Cart"),
    ] {
        let tree = tracklight::syntax::parse(&format!("x<{written}>: 1"));
        let Item::Attribute(attribute) = &tree.items[0] else { panic!("{written}") };
        assert_eq!(type_text(&tree, attribute.kind.as_ref().unwrap()), normal);
    }
}

#[test]
fn constraint_annotations_lower_to_keywords() {
    for (attribute, expected) in [
        (
            "x<int> @MINIMUM(-3) @exclusivemaximum(9) @multipleOf(3)",
            r#"{"type":"integer","minimum":-3,"exclusiveMaximum":9,"multipleOf":3}"#,
        ),
        (
            "x<string?> @minLength(2) @pattern(\"^[A-Z]\") @format(uuid)",
            r#"{"type":["string","null"],"format":"uuid","minLength":2,"pattern":"^[A-Z]"}"#,
        ),
        (
            "x<List<string>> @minItems(1) @maxItems(2) @uniqueItems",
            r#"{"type":"array","items":{"type":"string"},"minItems":1,"maxItems":2,"uniqueItems":true}"#,
        ),
        ("x<List> @uniqueItems(false)", r#"{"type":"array"}"#),
        ("x @minimum(1): 2", r#"{"type":"number","minimum":1,"default":2}"#),
        ("x @maxLength(1): \"\"", r#"{"type":"string","maxLength":1,"default":""}"#),
        ("x @maxItems(1): []", r#"{"type":"array","maxItems":1,"default":[]}"#),
        ("x @format(\"date-time\"): \"\"", r#"{"type":"string","format":"date-time","default":""}"#),
        ("x: 5 @maximum(9)", r#"{"type":"number","maximum":9,"default":5}"#),
    ] {
        assert_eq!(said(attribute), [""; 0], "{attribute}");
        assert_eq!(field(&format!("context C {{ {attribute} }}")), expected);
    }
}

#[test]
fn constraints_that_mean_nothing_are_errors_at_their_range() {
    for (attribute, expected) in [
        ("x<number> @minLength(1)", "constraint-invalid @minLength(1)"),
        ("x<any> @minimum(1)", "constraint-invalid @minimum(1)"),
        ("x<List<int>> @minimum(1)", "constraint-invalid @minimum(1)"),
        ("x<Money> @minimum(1)", "constraint-invalid @minimum(1)"),
        ("x<number> @minimum", "constraint-invalid @minimum"),
        ("x<number> @minimum(\"1\")", "constraint-invalid @minimum(\"1\")"),
        ("x<number> @minimum(least: 1)", "constraint-invalid @minimum(least: 1)"),
        ("x<string> @minLength(1.5)", "constraint-invalid @minLength(1.5)"),
        ("x<string> @pattern(\"(?=a)\")", "constraint-invalid @pattern(\"(?=a)\")"),
        ("x<List> @uniqueItems(maybe)", "constraint-invalid @uniqueItems(maybe)"),
        ("x<number> @minimum(5) @maximum(4)", "constraint-invalid @maximum(4)"),
        ("x<int> @exclusiveMinimum(1) @exclusiveMaximum(2)", "constraint-invalid @exclusiveMaximum(2)"),
        ("x<number> @multipleOf(0)", "constraint-invalid @multipleOf(0)"),
        ("x<number> @minimum(1) @minimum(2)", "schema-no-effect @minimum(1)"),
        ("x<string> @format(postcode)", "format-unknown @format(postcode)"),
        ("x<number> @artifact", "artifact-type @artifact"),
    ] {
        assert_eq!(said(attribute), [expected], "{attribute}");
    }
    let machine =
        Machine::new("context C { x<number> @minLength(1); y<number> @exclusiveMinimum(1) @exclusiveMaximum(2) }");
    let lowered = machine.lower("C");
    assert_eq!(lowered.diagnostics[0].message, "`@minLength` does not apply to a number");
    assert!(lowered.diagnostics[0].hint.as_deref().unwrap().contains("`schema`"));
    assert_eq!(lowered.diagnostics.len(), 1, "numbers fit between 1 and 2");
}

#[test]
fn initial_values_that_do_not_fit_are_diagnosed_and_kept() {
    for (attribute, expected) in [
        ("x<number>: null", "value-null null"),
        ("x<number>: \"ten\"", "value-type \"ten\""),
        ("x<number>: ten", "value-type ten"),
        ("x<int>: 3.5", "value-type 3.5"),
        ("x<Date>: \"soon\"", "value-type \"soon\""),
        ("x<'a' | 'b'>: \"c\"", "value-literal \"c\""),
        ("x<Spot>: { lat: \"x\" }", "value-type \"x\""),
        ("x<Spot>: { on: \"x\" }", "value-type { on: \"x\" }"),
        ("x<List<number>>: [1, \"a\", null]", "value-type \"a\"; value-null null"),
        ("x<number> @minimum(1): 0", "value-constraint 0"),
        ("x<string> @format(uuid): \"y\"", "value-constraint \"y\""),
        ("x @minItems(1): []", "value-constraint []"),
    ] {
        assert_eq!(said(attribute).join("; "), expected, "{attribute}");
    }
    assert_eq!(field("context C { x<number>: \"ten\" }"), r#"{"type":"number","default":"ten"}"#);
}

#[test]
fn values_that_stand_for_another_are_never_type_errors() {
    for attribute in [
        "x<number>: #limit",
        "x<number>: \"#limit\"",
        "x<number>: \"{{ C.y }}\"",
        "x<Spot>: done",
        "x<Spot>: { lat: \"{{ C.y }}\" }",
        "x<Date>: \"\"",
        "x<UUID>: \"\"",
        "x<URL>: \"\"",
        "x<Duration>: \"\"",
        "x<Date?>: null",
        "x<string>: word",
        "x<boolean>: true",
        "x<Spot>: { lat: 1; more: [] }",
    ] {
        assert_eq!(said(attribute), [""; 0], "{attribute}");
    }
}

#[test]
fn what_is_said_about_a_value_says_what_to_do() {
    for (attribute, message, hint) in [
        ("x<number>: \"ten\"", "expected number, found \"ten\"", None),
        ("x<number>: null", "expected number, found null", Some("allow null: add `?`")),
        ("x<'ship' | 'hold'>: \"shipp\"", "expected 'ship' | 'hold', found \"shipp\"", Some("did you mean 'ship'?")),
        ("x<Spot>: { lat: \"x\" }", "`lat`: expected number, found \"x\"", None),
        ("x<number> @minimum(1): 0", "`0` is below the minimum 1", None),
    ] {
        let machine = Machine::new(&format!("context C {{ {attribute} }} type Spot {{ lat<number> }}"));
        let said = machine.lower("C").diagnostics;
        assert_eq!((said[0].message.as_str(), said[0].hint.as_deref()), (message, hint));
    }
    let machine = Machine::new("context C { x<List<int>>: null }");
    let fix = machine.lower("C").diagnostics[0].fixes[0].edits[0].clone();
    assert_eq!((fix.span.start, fix.insert.as_str()), (23, "?"));
}

#[test]
fn a_context_is_closed_by_a_type_and_open_without() {
    for (text, open) in [
        ("context C { a: 1 }", true),
        ("context C { a<number?> }", false),
        ("context C { a @minimum(1): 1 }", false),
        ("context C @closed { a: 1 }", false),
        ("context C @open { a<number> }", true),
        ("context C @closed(false) { a: 1 }", true),
        ("context C {}", true),
        ("context C { schema: { type: \"object\" } }", true),
        ("context C { schema: { type: \"object\", additionalProperties: false } }", false),
        ("machine \"m\" @StrictMode\ncontext C { a: 1 }", false),
        ("machine \"m\" @StrictMode\ncontext C @open { a: 1 }", true),
        ("machine \"m\" @StrictMode\ncontext C { schema: { type: \"object\" } }", false),
        ("machine \"m\" @StrictMode\ncontext C { schema: { type: \"object\", additionalProperties: true } }", true),
    ] {
        let lowered = Machine::new(text).lower("C");
        assert_eq!((lowered.schema.is_open(), lowered.diagnostics.len()), (open, 0), "{text}");
    }
}

#[test]
fn contradictions_about_openness_role_and_sharing_are_errors() {
    for (text, expected) in [
        ("context C @open @closed { a: 1 }", "annotation-conflict @closed"),
        (
            "context C @closed { schema: { type: \"object\", additionalProperties: true } }",
            "annotation-conflict schema",
        ),
        (
            "context C { schema: { type: \"object\", \"x-tracklight\": { role: \"input\" } } }",
            "annotation-conflict schema",
        ),
        (
            "context C { schema: { type: \"object\", \"x-tracklight\": { shared: true } } }",
            "annotation-conflict schema",
        ),
    ] {
        assert_eq!(Machine::new(text).said("C"), [expected], "{text}");
    }
}

#[test]
fn the_schema_attribute_gives_the_schema_and_its_siblings_the_defaults() {
    let text = r#"context C { schema: {
        "type": "object", "properties": { "z": { "type": "string" }, "a": { "type": "integer" } }, "required": ["a"],
        "additionalProperties": false }; a: 3; desc: "words"; style: "x" }"#;
    let object = Machine::new(text).lower("C");
    assert_eq!(
        to_string(&object.schema),
        concat!(
            r#"{"title":"C","description":"words","type":"object","properties":{"z":{"type":"string"},"#,
            r#""a":{"type":"integer","default":3}},"required":["a"],"additionalProperties":false}"#
        )
    );
    let json = r#"context C { schema: "{\"type\":\"object\",\"properties\":{\"b\":{},\"a\":{}}}" }"#;
    assert_eq!(
        to_string(&Machine::new(json).lower("C").schema),
        r#"{"title":"C","type":"object","properties":{"b":{},"a":{}}}"#
    );
    let field = Machine::new("context C { schema: \"cars\" }").lower("C").schema;
    assert_eq!(field.fields()[0].name.as_ref(), "schema", "anything else is an ordinary field");
}

#[test]
fn a_schema_may_be_that_of_another_node() {
    let text = "context C { schema: #Spot; lat: 7 } type Spot @closed { lat<number> }";
    assert_eq!(
        to_string(&Machine::new(text).lower("C").schema),
        concat!(
            r#"{"title":"C","type":"object","properties":{"lat":{"type":"number","default":7}},"#,
            r#""required":["lat"],"additionalProperties":false}"#
        )
    );
    let missing = Machine::new("context C { schema: #Nowhere }");
    assert_eq!(missing.said("C"), ["schema-ref #Nowhere"]);
    assert!(missing.lower("C").schema.is_open());
    assert_eq!(Machine::new("context C { schema: #C }").said("C"), ["schema-recursive schema"]);
}

#[test]
fn problems_of_a_schema_attribute_are_said_at_their_key() {
    for (attributes, expected) in [
        ("schema: { type: \"object\", properties: { a: { oneOf: [] } } }", "schema-unsupported oneOf"),
        ("schema: { type: \"object\", properties: { a: { minimum: 3; maximum: 2 } } }", "constraint-invalid maximum"),
        ("schema: { type: \"string\" }", "schema-root schema"),
        ("schema: { properties: { a: {} } }; a<number>", "schema-and-types a<number>"),
        ("schema: { properties: { a: {} } }; a @minimum(1): 2", "schema-and-types a @minimum(1): 2"),
        ("schema: { properties: { abc: {} }; additionalProperties: false }; abd: 1", "schema-unknown-field abd"),
        ("schema: { properties: { a: { type: \"number\" } } }; a: \"x\"", "value-type \"x\""),
    ] {
        assert_eq!(said(attributes), [expected], "{attributes}");
    }
}

#[test]
fn hints_and_artifacts_are_known_per_field() {
    let text = "output C @shared { mood: \"calm\"; n: 2; ok: false; list: []; body<string?> @artifact(\"report.md\"); \
                log<List<string>> @artifact }";
    let schema = Machine::new(text).lower("C").schema;
    let hints: Vec<&str> = schema.fields().iter().filter_map(|one| one.hint()).map(|kind| kind.word()).collect();
    assert_eq!(hints, ["string", "number", "boolean"]);
    assert_eq!(schema.marks.role, Some(Role::Output));
    let json = to_string(&schema);
    assert!(json.contains(r#""body":{"type":["string","null"],"x-tracklight":{"artifact":"report.md"}}"#), "{json}");
    assert!(json.contains(r#""log":{"type":"array","items":{"type":"string"},"x-tracklight":{"artifact":true}}"#));
    assert!(json.ends_with(r#""x-tracklight":{"role":"output","shared":true}}"#));
}

#[test]
fn the_fields_of_a_write_tool_are_the_schemas_of_the_fields() {
    let schema =
        Machine::new("context C { value<Integer> @minimum(0): 0; label: \"a\"; sum<Money> }").lower("C").schema;
    let fields: Vec<String> = schema.fields().iter().map(|field| to_string(&field.schema.for_tool())).collect();
    assert_eq!(fields, [r#"{"type":"integer","minimum":0,"default":0}"#, r#"{"default":"a"}"#, "{}"]);
}

#[test]
fn host_types_are_never_checked_and_survive_export_and_import() {
    let schema = Machine::new("context C { x<Money?>; y<Result<int, Fault>> }").lower("C").schema;
    assert!(schema.validate(&value(r#"{"x":[1],"y":null}"#), Scope::Whole, Amount::All).is_empty());
    assert_eq!(super::root(&schema.document()), schema);
}

const CREEK: &str = include_str!("creek.dygram");

#[test]
fn the_worked_example_comes_out_byte_for_byte() {
    let machine = Machine::new(CREEK);
    for name in ["Site", "Sample", "Report", "Notes", "Spot", "Reading", "visit", "decide"] {
        assert_eq!(machine.said(name), [""; 0], "{name}");
    }
    assert_eq!(
        machine.lower("Site").schema.document(),
        concat!(
            r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Site","type":"object","#,
            r#""properties":{"#,
            r#""name":{"type":"string","minLength":3,"maxLength":40},"kind":{"type":"string","#,
            r#""enum":["creek","pond"],"default":"creek"},"#,
            r#""limit":{"type":["number","null"],"exclusiveMinimum":0}},"required":["name","kind"],"#,
            r#""additionalProperties":false,"x-tracklight":{"role":"input"}}"#
        )
    );
    assert_eq!(
        machine.lower("Notes").schema.document(),
        concat!(
            r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"Notes","type":"object","#,
            r#""properties":{"mood":{"default":"calm"},"index":{"default":2}}}"#
        )
    );
    let written = value(r#"{"ph":15,"clarity":3.5,"spot":{"lat":"x"},"species":["mayfly","mayfly"],"claritty":2}"#);
    let report = machine.lower("Sample").schema.validate(&written, Scope::Fields, Amount::All);
    assert_eq!(
        to_string(&report.violations),
        concat!(
            r#"[{"pointer":"/ph","code":"maximum","message":"15 is more than 14","expected":14,"actual":15},"#,
            r#"{"pointer":"/clarity","code":"type-mismatch","message":"expected integer, got number 3.5","#,
            r#""expected":"integer","actual":"number"},"#,
            r#"{"pointer":"/spot/lon","code":"required-missing","message":"`lon` is required","#,
            r#""expected":"number","actual":"unset"},"#,
            r#"{"pointer":"/spot/lat","code":"type-mismatch","message":"expected number,"#,
            r#" got string \"x\"","expected":"number","actual":"string"},"#,
            r#"{"pointer":"/species/1","code":"unique-items","message":"item 1 repeats item 0","#,
            r#""expected":"unique items","actual":"mayfly"},"#,
            r#"{"pointer":"/claritty","code":"unknown-field","message":"unknown field `claritty`","#,
            r#""expected":["ph","clarity","wet","spot","species"],"actual":"claritty","#,
            r#""hint":"did you mean `clarity`?"}]"#
        )
    );
    let sample = machine.lower("Sample").schema;
    assert!(sample.validate(&value(r#"{"ph":6.9}"#), Scope::Fields, Amount::All).is_empty());
    let start =
        machine.lower("Site").schema.validate(&value(r#"{"name":"Ox","kind":"creek"}"#), Scope::Whole, Amount::All);
    assert_eq!(
        to_string(&start.violations),
        r#"[{"pointer":"/name","code":"min-length","message":"length 2 is less than 3","expected":3,"actual":2}]"#
    );
}
