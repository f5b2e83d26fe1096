//! Claims about conditions and templates, as data.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]

use tracklight::expr::{self, Environment, NameUse, Operand};
use tracklight::value::Value;

/// `C` closed and filled, `O` open and empty, the built-ins of a second visit.
struct Sample;

fn list(items: impl IntoIterator<Item = Value>) -> Value {
    items.into_iter().collect()
}

fn numbers(count: u32) -> Value {
    list((0..count).map(Value::from))
}

fn sample_field(field: &str) -> Option<Operand> {
    Some(Operand::Value(match field {
        "v" => 3_u32.into(),
        "s" => "".into(),
        "z" => 0_u32.into(),
        "list" => list([1_u32, 2, 3].map(Value::from)),
        "obj" => [("a", Value::from(1.0))].into_iter().collect(),
        "name" => "Ann".into(),
        "n" => Value::Null,
        "flag" => true.into(),
        "many" => numbers(10_000),
        "hundred" => numbers(100),
        "long" => "x".repeat(60_000).into(),
        "huge" => numbers(200_000),
        "u" => return Some(Operand::Unset),
        _ => return None,
    }))
}

impl Environment for Sample {
    fn name(&self, _: usize, name: &NameUse) -> Result<Operand, String> {
        let unknown = || format!("unknown name `{}`", name.text());
        let segments: Vec<&str> = name.segments.iter().map(|segment| &**segment).collect();
        match segments.as_slice() {
            ["C", field, path @ ..] => {
                let mut operand = sample_field(field).ok_or_else(unknown)?;
                for key in path {
                    let Operand::Value(Value::Map(fields)) = &operand else { return Err(unknown()) };
                    operand = Operand::Value(fields.get(*key).cloned().ok_or_else(unknown)?);
                }
                Ok(operand)
            }
            ["O", _] => Ok(Operand::Unset),
            ["errorCount"] => Ok(Operand::Value(0_u32.into())),
            ["visits"] => Ok(Operand::Value(2_u32.into())),
            ["activeState"] => Ok(Operand::Value("".into())),
            _ => Err(unknown()),
        }
    }
}

/// The truth of an expression, or `error`, or `fault`.
fn truth(text: &str) -> &'static str {
    match expr::parse(text) {
        Err(_) => "fault",
        Ok(expr) => match expr.test(&Sample) {
            Ok(true) => "true",
            Ok(false) => "false",
            Err(_) => "error",
        },
    }
}

/// The value of an expression as JSON, or `unset`, or the message of its failure or fault.
fn show(text: &str) -> String {
    match expr::parse(text) {
        Err(fault) => format!("fault {}..{}: {}", fault.span.start, fault.span.end, fault.message),
        Ok(expr) => match expr.evaluate(&Sample) {
            Ok(Operand::Unset) => "unset".to_owned(),
            Ok(Operand::Value(value)) => value.to_json(),
            Err(failure) => format!("error: {}", failure.message),
        },
    }
}

#[test]
fn conditions_give_the_results_of_the_runtime_document() {
    for (result, expressions) in [
        (
            "true",
            vec![
                "C.v == 3",
                "C.v + 1 == 4",
                "C.v % 2 == 1",
                "C.v / 2 == 1.5",
                "!C.s",
                "!C.z",
                "!C.n",
                "!C.u",
                "C.name",
                "C.list",
                "C.flag",
                "!(C.z)",
                "O.later == null",
                "C.u == null",
                "C.n == null",
                "has(C.n)",
                "has(C.obj.a)",
                "2 in C.list",
                "\"a\" in C.obj",
                "nope || C.flag",
                "C.flag || nope",
                "C.flag && C.name",
                "C.list.exists(x, x > 2)",
                "size(C.list.filter(x, x > 1)) == 2",
                "C.list.map(x, x * 2) == [2, 4, 6]",
                "C.name.startsWith(\"A\") ? C.v > 2 : false",
                "C.name.matches(\"^A.*n$\")",
                "errorCount == 0 && visits == 2",
                "activeState == \"\"",
                "string(C.v) + \"!\" == \"3!\"",
                "{{ C.v }} > 2",
            ],
        ),
        (
            "false",
            vec![
                "C.v + 1 == 99",
                "C.s",
                "C.z",
                "C.u",
                "[]",
                "{}",
                "C.v == \"3\"",
                "O.later == 7",
                "has(C.u)",
                "has(C.obj.b)",
                "nope && C.z",
                "C.list.all(x, x < 3)",
            ],
        ),
        (
            "error",
            vec![
                "C.v / C.z > 1",
                "C.v > \"2\"",
                "C.v.foo",
                "C.nope == 7",
                "nope",
                "Nope.x == 1",
                "C.u < 1",
                "C.obj.b == 1",
                "C.list[1] == 2 && C.list[-1] == 3",
                "\"n\" in C.name",
                "nope && C.flag",
                "\"v\" + C.v == \"v3\"",
                "1 < 2 < 3",
            ],
        ),
        ("fault", vec!["unknownFn(1)", "C.v > 2 &&", "user says no"]),
    ] {
        for text in expressions {
            assert_eq!(truth(text), result, "{text}: {}", show(text));
        }
    }
}
