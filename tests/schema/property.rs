//! What holds for any schema and any value.

use std::sync::Arc;

use proptest::prelude::*;
use tracklight::schema::{Amount, Json, MAX_VIOLATIONS, Scope, read};
use tracklight::value::{Map, Value};

use crate::counts;

fn any_value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        (-20..20_i32).prop_map(|number| number.to_string()),
        Just("0.5".to_owned()),
        "[ab~/]{0,3}".prop_map(|text| format!("\"{text}\"")),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec(("[abc]", inner), 0..3).prop_map(|fields| {
                let fields: Vec<String> = fields.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
                format!("{{{}}}", fields.join(","))
            }),
        ]
    })
}

/// Texts made of the words of JSON Schema, sensible or not.
fn any_schema() -> impl Strategy<Value = String> {
    let kind = prop::sample::select(vec![
        "\"string\"",
        "\"integer\"",
        "\"number\"",
        "\"array\"",
        "\"object\"",
        "\"null\"",
        "[\"string\",\"null\"]",
        "[\"array\",\"string\"]",
    ]);
    let leaf = prop_oneof![
        kind.prop_map(|kind| format!("\"type\":{kind}")),
        (
            prop::sample::select(vec![
                "enum",
                "const",
                "format",
                "minLength",
                "maxLength",
                "pattern",
                "minimum",
                "exclusiveMaximum",
                "multipleOf",
                "minItems",
                "uniqueItems",
                "required",
                "default",
                "examples",
                "title",
                "nullable",
                "$ref",
                "$id",
                "x-tracklight",
                "x-own",
                "oneOf",
            ]),
            any_value(),
        )
            .prop_map(|(key, value)| format!("\"{key}\":{value}")),
        Just("\"enum\":[\"a\",null]".to_owned()),
        Just("\"enum\":[1,\"a\"]".to_owned()),
        Just("\"required\":[\"a\",\"z\"]".to_owned()),
        Just("\"nullable\":true".to_owned()),
        Just("\"$ref\":\"#/$defs/a\"".to_owned()),
    ];
    let schema = prop::collection::vec(leaf, 0..4).prop_map(|words| format!("{{{}}}", words.join(",")));
    schema.prop_recursive(3, 16, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|one| format!("{{\"items\":{one},\"minItems\":1}}")),
            inner.clone().prop_map(|one| format!("{{\"anyOf\":[{one},{{\"type\":\"null\"}}]}}")),
            inner.clone().prop_map(|one| format!("{{\"additionalProperties\":{one}}}")),
            (inner.clone(), inner).prop_map(|(one, two)| {
                format!(
                    "{{\"properties\":{{\"a\":{one},\"b\":{two}}},\"additionalProperties\":false,\"required\":[\"b\"]}}"
                )
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(256),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn writing_what_was_read_is_a_fixed_point(one in any_schema(), two in any_schema()) {
        let text = format!("{{\"$defs\":{{\"a\":{two}}},\"properties\":{{\"x\":{one}}}}}");
        let first = read(&Json::parse(&text).unwrap()).schema.unwrap();
        let again = read(&Json::parse(&first.document()).unwrap());
        let wrong = again.problems.iter().find(|one| one.code != "format-unknown");
        prop_assert_eq!(wrong, None, "the normal form has nothing wrong with it");
        let again = again.schema.unwrap();
        prop_assert_eq!(&again, &first);
        prop_assert_eq!(again.document(), first.document());
    }

    #[test]
    fn fields_one_by_one_are_checked_as_their_object_is(
        one in any_schema(),
        rest in any_schema(),
        values in prop::collection::btree_map("[abcz]", any_value(), 0..4),
    ) {
        let text = format!("{{\"properties\":{{\"b\":{one},\"a\":{{}}}},\"additionalProperties\":{rest}}}");
        for text in [&text, &one] {
            let Some(schema) = read(&Json::parse(text).unwrap()).schema else { continue };
            let written = |declared: bool| {
                let of = |name: &String| schema.field(name).is_some() == declared;
                values.iter().filter(move |(name, _)| of(name)).map(|(name, value)| {
                    (Arc::from(&**name), Json::parse(value).unwrap().to_value())
                }).collect::<Vec<(Arc<str>, Value)>>()
            };
            let mut fields = written(true);
            fields.sort_by_key(|(name, _)| schema.fields().iter().position(|field| field.name == *name));
            fields.extend(written(false));
            let whole = Value::from(fields.iter().cloned().collect::<Map>());
            prop_assert_eq!(schema.validate_fields(&fields), schema.validate(&whole, Scope::Fields, Amount::All));
        }
    }

    #[test]
    fn validation_is_total_and_bounded(schema in any_schema(), value in any_value()) {
        let text = format!("{{\"properties\":{{\"x\":{schema}}}}}");
        let schema = read(&Json::parse(&text).unwrap()).schema.unwrap();
        let value = Json::parse(&format!("{{\"x\":{value}}}")).unwrap().to_value();
        let all = schema.validate(&value, Scope::Whole, Amount::All);
        let first = schema.validate(&value, Scope::Whole, Amount::First);
        prop_assert!(all.violations.len() <= MAX_VIOLATIONS);
        prop_assert_eq!(first.violations.first(), all.violations.first());
        prop_assert_eq!(schema.complete(&schema.complete(&value)), schema.complete(&value), "completing twice adds \
            nothing");
    }
}
