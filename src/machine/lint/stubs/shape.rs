//! What the values of a stub must look like.

use crate::value::Value;

/// Page time before a reply, in milliseconds.
const LONGEST_WAIT: f64 = 60_000.0;

/// What the value of a key must look like, if it does not.
pub(super) fn expected(key: &str, value: &Value) -> Option<&'static str> {
    let (fits, expected) = match key {
        "say" => (value.as_str().is_some(), "a string"),
        "go" => (is_text(value), "the name of a node or the label of an edge"),
        "when" => (is_text(value), "a condition"),
        "read" | "spawn" => (is_text(value) || is_list(value, &is_text), "a name or a list of names"),
        "ask" => {
            (is_question(value) || is_list(value, &is_question), "a string, `{ query: string }` or a list of them")
        }
        "write" => (is_map(value, &|inner| matches!(inner, Value::Map(_))), "`{ Context: { field: value } }`"),
        "call" => {
            let is_call = |call: &Value| has(call, "name", &["name", "input", "result", "error"]);
            let fits = matches!(value, Value::Map(_)) || is_list(value, &is_call);
            (fits, "`{ tool: input }` or `[{ name, input, result }]`")
        }
        "fail" => {
            (is_text(value) || has(value, "message", &["message", "retryable"]), "a string or `{ message, retryable }`")
        }
        "turns" => (value.as_list().is_some_and(|list| !list.is_empty()), "a list of turns"),
        "answers" => {
            // A map answers a form, or declines.
            let is_answer = |answer: &Value| is_text(answer) || matches!(answer, Value::Map(_));
            let fits = is_list(value, &is_answer) || is_map(value, &is_answer);
            (fits, "a list of strings or maps, or `{ query: answer }`")
        }
        "wait" => {
            let fits = value.as_num().is_some_and(|wait| (0.0..=LONGEST_WAIT).contains(&wait));
            (fits, "milliseconds from 0 to 60000")
        }
        "times" => {
            (value.as_num().is_some_and(|times| times >= 1.0 && times.fract() == 0.0), "a whole number, at least 1")
        }
        _ => (true, ""),
    };
    (!fits).then_some(expected)
}

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty())
}

fn is_question(value: &Value) -> bool {
    is_text(value) || has(value, "query", &["query", "reason", "priority", "options"])
}

fn is_list(value: &Value, item: &dyn Fn(&Value) -> bool) -> bool {
    value.as_list().is_some_and(|list| list.iter().all(item))
}

fn is_map(value: &Value, entry: &dyn Fn(&Value) -> bool) -> bool {
    matches!(value, Value::Map(entries) if entries.values().all(entry))
}

/// True for a map with a text under `key` and no keys but `known`.
fn has(value: &Value, key: &str, known: &[&str]) -> bool {
    let Value::Map(entries) = value else { return false };
    value.get(key).is_some_and(is_text) && entries.keys().all(|key| known.contains(&&**key))
}
