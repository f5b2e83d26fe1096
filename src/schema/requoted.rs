//! Values that miss their type by their quotes alone.

use super::{Violation, literal_value};
use crate::syntax::tree::{Tree, Val};
use crate::value::Value;

/// What was written, as a value of the type that was expected: `5` for `"5"` where a number belongs, `"5"` for `5`
/// where a string does. `None` if more than quotes is wrong.
pub fn requoted(violation: &Violation, written: &Val, tree: &Tree) -> Option<String> {
    if violation.code != "type-mismatch" {
        return None;
    }
    let expected = violation.expected.as_str()?;
    let expects = |kind: &str| expected.split(" or ").any(|word| word == kind);
    match literal_value(tree, written) {
        Value::Str(text) if matches!(&*text, "true" | "false") => expects("boolean").then(|| text.to_string()),
        Value::Str(text) => {
            let digits = text.strip_prefix('-').unwrap_or(&text);
            let number = crate::number::parse(digits)?;
            let is_digit = |c: char| c.is_ascii_digit();
            let is_plain = digits.starts_with(is_digit) && digits.ends_with(is_digit) && !digits.contains(['e', 'E']);
            let fits = expects("number") || (expects("integer") && number.fract() == 0.0);
            (is_plain && fits).then(|| text.to_string())
        }
        value @ (Value::Num(_) | Value::Bool(_)) => expects("string").then(|| format!("\"{}\"", value.to_text())),
        _ => None,
    }
}
