//! Validation agrees with another validator wherever both know the words.

use proptest::prelude::*;
use tracklight::schema::{Amount, Json, Scope, read};

use crate::counts;

fn any_value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|truth| truth.to_string()),
        (-6..6_i32).prop_map(|number| number.to_string()),
        prop::sample::select(vec!["0.5", "-2.5", "4.0", "1e300", "0.1"]).prop_map(str::to_owned),
        prop::sample::select(vec!["", "a", "ab", "é🐟", "aab", "2024-02-30", "b1"])
            .prop_map(|text| format!("\"{text}\"")),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::btree_map("[abc]", inner, 0..3).prop_map(|fields| {
                let fields: Vec<String> = fields.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
                format!("{{{}}}", fields.join(","))
            }),
        ]
    })
}

/// Some of these words, each at most once.
fn some_of(words: Vec<&'static str>) -> impl Strategy<Value = Vec<&'static str>> {
    let most = words.len().min(2);
    prop::sample::subsequence(words, 0..=most)
}

fn written(kind: &str, null: bool, words: &[String]) -> String {
    let kind = if null { format!("[\"{kind}\",\"null\"]") } else { format!("\"{kind}\"") };
    let words: Vec<String> = std::iter::once(format!("\"type\":{kind}")).chain(words.iter().cloned()).collect();
    format!("{{{}}}", words.join(","))
}

/// Schemas of the subset whose words mean the same to both: bounds fit each other, words fit the type.
fn any_schema() -> impl Strategy<Value = String> {
    let of = |kind: &'static str, words: Vec<&'static str>| {
        (some_of(words), any::<bool>()).prop_map(move |(words, null)| {
            written(kind, null, &words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
        })
    };
    let bounds = vec![
        "\"minimum\":-2",
        "\"exclusiveMinimum\":-3",
        "\"maximum\":4",
        "\"exclusiveMaximum\":3",
        "\"multipleOf\":2",
    ];
    let leaf = prop_oneof![
        Just("{}".to_owned()),
        Just("{\"enum\":[\"a\",3,null,[1,\"1\"],{\"a\":1}]}".to_owned()),
        Just("{\"const\":{\"a\":[1,2]}}".to_owned()),
        Just("{\"type\":\"null\"}".to_owned()),
        Just("{\"type\":\"boolean\"}".to_owned()),
        some_of(vec![
            "\"minLength\":2",
            "\"pattern\":\"^a\"",
            "\"minimum\":1",
            "\"multipleOf\":2",
            "\"minItems\":1",
            "\"uniqueItems\":true",
            "\"required\":[\"a\"]",
            "\"additionalProperties\":{\"maxLength\":1}",
            "\"items\":{\"maximum\":1}",
            "\"enum\":[\"ab\",4,[1],null]",
        ])
        .prop_map(|words| format!("{{{}}}", words.join(","))),
        Just("{\"anyOf\":[{\"type\":\"integer\",\"minimum\":1},{\"type\":\"null\"}]}".to_owned()),
        of("integer", bounds.clone()),
        of("number", bounds),
        of(
            "string",
            vec![
                "\"minLength\":1",
                "\"maxLength\":2",
                "\"pattern\":\"^a\"",
                "\"pattern\":\"[0-9]$\"",
                "\"enum\":[\"a\",\"ab\",null]"
            ]
        )
        .prop_map(|text| if text.matches("pattern").count() > 1 {
            "{\"type\":\"string\"}".to_owned()
        } else {
            text
        }),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        let list =
            (inner.clone(), some_of(vec!["\"minItems\":1", "\"maxItems\":2", "\"uniqueItems\":true"]), any::<bool>());
        let object = (inner.clone(), inner.clone(), any::<[bool; 3]>(), 0..3_u8);
        prop_oneof![
            list.prop_map(|(item, words, null)| {
                let words: Vec<String> =
                    words.iter().map(|word| (*word).to_owned()).chain([format!("\"items\":{item}")]).collect();
                written("array", null, &words)
            }),
            object.prop_map(|(one, two, [a, b, null], rest)| {
                let required: Vec<&str> =
                    [("\"a\"", a), ("\"b\"", b)].into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect();
                let mut words = vec![
                    format!("\"properties\":{{\"a\":{one},\"b\":{two}}}"),
                    format!("\"required\":[{}]", required.join(",")),
                ];
                match rest {
                    0 => words.push("\"additionalProperties\":false".to_owned()),
                    1 => words.push("\"additionalProperties\":{\"type\":\"integer\"}".to_owned()),
                    _ => {}
                }
                written("object", null, &words)
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(600),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn another_validator_accepts_the_same_values(
        schema in any_schema(), values in prop::collection::vec(any_value(), 1..6),
    ) {
        let text = format!("{{\"type\":\"object\",\"properties\":{{\"x\":{schema}}}}}");
        let read = read(&Json::parse(&text).unwrap());
        prop_assert!(read.problems.is_empty(), "{text}: {:?}", read.problems);
        let ours = read.schema.unwrap();
        let given: serde_json::Value = serde_json::from_str(&text).unwrap();
        let normal: serde_json::Value = serde_json::from_str(&ours.document()).unwrap();
        let oracles = [jsonschema::draft202012::new(&given).unwrap(), jsonschema::draft202012::new(&normal).unwrap()];
        for value in values {
            let value = format!("{{\"x\":{value}}}");
            let report = ours.validate(&Json::parse(&value).unwrap().to_value(), Scope::Whole, Amount::All);
            let other: serde_json::Value = serde_json::from_str(&value).unwrap();
            for oracle in &oracles {
                prop_assert_eq!(report.is_empty(), oracle.is_valid(&other), "{} {}: \
                    {:?}", text, value, report.violations);
            }
        }
    }
}
