//! Durations as machines write them.

use crate::machine::model::Node;
use crate::value::Value;

/// `@timeout(5s)` or attribute `timeout`, in milliseconds.
pub fn timeout_ms(node: &Node) -> Option<u32> {
    let written = node.annotation(&["timeout"]).and_then(|annotation| annotation.value.clone());
    let value = written.or_else(|| node.attribute("timeout")?.value.clone())?;
    milliseconds(&value)
}

/// A number of milliseconds, or a duration text: `250`, `5s`, `2 min`.
pub fn milliseconds(value: &Value) -> Option<u32> {
    let text = match value {
        Value::Num(number) => return (*number > 0.0 && *number <= f64::from(u32::MAX)).then_some(*number as u32),
        Value::Str(text) => text.trim(),
        _ => return None,
    };
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(split)?;
    let number = crate::number::parse(number)?;
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "ms" => 1.0,
        "s" => 1000.0,
        "m" | "min" => 60_000.0,
        "h" | "hr" => 3_600_000.0,
        "d" => 86_400_000.0,
        _ => return None,
    };
    milliseconds(&Value::Num((number * factor).round()))
}
