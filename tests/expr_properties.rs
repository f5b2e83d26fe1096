//! Whatever the text, an expression parses or faults, and evaluating it ends.

use proptest::prelude::*;
use tracklight::expr::{self, Environment, NameUse, Operand, template};
use tracklight::value::Value;

use crate::counts;

/// Every name has some value, unset or an error, by its index and length.
struct Anything;

impl Environment for Anything {
    fn name(&self, index: usize, name: &NameUse) -> Result<Operand, String> {
        let items = || (0..50_u32).map(Value::from).collect::<Value>();
        Ok(Operand::Value(match index + name.text().len() {
            0 | 7 => return Err("unknown".to_owned()),
            1 => items(),
            2 => [("a", items()), ("b", Value::Null)].into_iter().collect(),
            3 => Value::from("some text, ä🌊"),
            4 => Value::Num(-2.5),
            5 => true.into(),
            6 => return Ok(Operand::Unset),
            _ => Value::Num(1.0),
        }))
    }
}

fn check(text: &str) {
    match expr::parse(text) {
        Err(fault) => {
            let span = fault.span.start as usize..fault.span.end as usize;
            assert!(text.get(span).is_some(), "the fault of {text:?} lies outside of it");
        }
        Ok(expr) => {
            for name in expr.names() {
                let written: String =
                    name.span.of(text).chars().filter(|c| !c.is_whitespace() && !"{}".contains(*c)).collect();
                assert_eq!(written, name.text());
            }
            if let Err(failure) = expr.evaluate(&Anything) {
                assert!(!failure.span.of(text).is_empty(), "the failure of {text:?} has no place");
            }
            expr.static_truth(&Anything);
            let again = expr::parse(expr.text()).expect("the written form parses");
            assert_eq!(again.test(&Anything).ok(), expr.test(&Anything).ok(), "{text:?} and {:?}", expr.text());
        }
    }
    template::parse(text).render(&Anything);
}

const PIECES: [&str; 62] = [
    "a",
    "C.v",
    "x",
    "has(",
    "size(",
    ".size()",
    ".map(x,",
    ".filter(x,",
    ".exists(y,",
    ".all(x,",
    "matches(",
    "'a+'",
    "string(",
    ".split(",
    ".join(",
    ".replace(",
    ".substring(",
    "type(",
    "min(",
    "1",
    "0",
    "2.5",
    "0x1f",
    "'t'",
    "\"q\"",
    "''",
    "true",
    "null",
    "[",
    "]",
    "{",
    "}",
    "{{",
    "}}",
    "(",
    ")",
    "(",
    ")",
    ")",
    ",",
    ":",
    "?",
    ".",
    ".f",
    "[0]",
    "['a']",
    " in ",
    "==",
    "===",
    "!=",
    "<",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "!",
    "&&",
    "||",
    " ",
    "ä",
];

/// Expressions that are well formed.
fn well_formed() -> impl Strategy<Value = String> {
    let leaf =
        prop::sample::select(vec!["a", "ab", "abc", "C.v", "x", "1", "0", "'t'", "null", "true", "[]", "{}", "-2"]);
    leaf.prop_map(str::to_owned).prop_recursive(6, 60, 3, |inner| {
        let operators = vec!["+", "-", "*", "/", "%", "==", "!=", "<", ">=", " in ", "&&", "||"];
        let calls = vec![
            "size(§)",
            "type(§)",
            "string(§)",
            "§.map(x, § )",
            "§.exists(x, § )",
            "§.filter(x, § )",
            "§.split(§)",
            "§.join(§)",
            "§.replace(§, §)",
            "§.matches(§)",
            "has(§.f)",
            "§[§]",
            "§.a",
            "[§, §]",
            "{'k': §}",
            "§ ? § : §",
            "!§",
            "-§",
            "(§)",
            "{{ § }}",
            "min(§, §)",
            "§.substring(§)",
            "§.contains(§)",
            "§.upper()",
        ];
        prop_oneof![
            (inner.clone(), prop::sample::select(operators), inner.clone())
                .prop_map(|(a, op, b)| format!("{a} {op} {b}")),
            (prop::sample::select(calls), inner.clone(), inner.clone(), inner).prop_map(|(call, a, b, c)| {
                let mut text = call.to_owned();
                for part in [a, b, c] {
                    text = text.replacen('§', &part, 1);
                }
                text
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(counts::cases(256)))]

    #[test]
    fn any_text_parses_or_faults(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_row_of_tokens_parses_or_faults(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40)) {
        check(&pieces.concat());
    }

    #[test]
    fn any_expression_has_a_value_or_a_failure(text in well_formed()) {
        check(&text);
    }

    #[test]
    fn a_pattern_compiles_or_is_refused(
        pieces in prop::collection::vec(prop::sample::select(&[
            "a", ".", "[", "]", "[^", "-", "\\d", "\\W", "\\b", "^", "$", "(", "(?:", ")", "|", "*", "+", "?", "{2}",
            "{0,}",
            "{1,999}", "\\u0041", "\\.", "ä", "a-z", "&&", "~",
        ][..]), 0..30),
        text in "[ab.ä-]{0,30}",
    ) {
        if let Ok(pattern) = tracklight::pattern::compile(&pieces.concat()) {
            pattern.is_match(&text);
        }
    }
}
