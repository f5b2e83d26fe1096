//! Durations as machines write them: time limits, and the times that edges wait for.

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

/// The longest time to wait, in milliseconds: a number of JSON holds it exactly.
const LONGEST: u128 = 1 << 53;

/// Units of a time to wait, in milliseconds.
const UNITS: &[(&str, u128)] =
    &[("ms", 1), ("s", 1000), ("m", 60_000), ("min", 60_000), ("h", 3_600_000), ("d", 86_400_000), ("w", 604_800_000)];

/// A time to wait in milliseconds: a number with a unit (`2d`, `1.5 h`), or an ISO 8601 duration without years and months
/// (`P1DT12H`). `None` where it is something else, or no whole number of milliseconds from 1.
pub fn wait_ms(text: &str) -> Option<u64> {
    let text = text.trim();
    let total = match text.strip_prefix(['P', 'p']) {
        Some(rest) => iso(rest)?,
        None => {
            let (number, unit) = split_number(text)?;
            scaled(number, factor(unit.trim_start())?)?
        }
    };
    u64::try_from(total).ok().filter(|total| (1..=LONGEST).contains(&u128::from(*total)))
}

/// True for a text that looks like a duration or a part of one.
pub fn is_time(text: &str) -> bool {
    const WORDS: &[&str] = &["hr", "hrs", "sec", "secs", "second", "minute", "hour", "day", "week", "month", "year"];
    let text = text.trim();
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start().to_ascii_lowercase();
    let is_unit = |unit: &str| factor(unit).is_some() || WORDS.contains(&unit) || unit == "y" || unit == "ms";
    is_unit(&unit) || is_unit(unit.trim_end_matches('s')) || (unit.is_empty() && !text.is_empty())
}

fn factor(unit: &str) -> Option<u128> {
    UNITS.iter().find(|(word, _)| word.eq_ignore_ascii_case(unit)).map(|(_, factor)| *factor)
}

/// The number that a text begins with, and the rest.
fn split_number(text: &str) -> Option<(&str, &str)> {
    text.split_at_checked(text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len()))
}

/// A decimal times a factor, if that is whole.
fn scaled(number: &str, factor: u128) -> Option<u128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_number = |digits: &str| digits.len() <= 20 && digits.bytes().all(|c| c.is_ascii_digit());
    if whole.is_empty() || !is_number(whole) || !is_number(fraction) || (number.contains('.') && fraction.is_empty()) {
        return None;
    }
    let fraction = fraction.trim_end_matches('0');
    let scale = 10u128.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let digits = whole.parse::<u128>().ok()?.checked_mul(scale)?;
    let digits = digits.checked_add(if fraction.is_empty() { 0 } else { fraction.parse().ok()? })?;
    let product = digits.checked_mul(factor)?;
    (product % scale == 0).then_some(product / scale)
}

/// What follows the `P` of an ISO 8601 duration.
fn iso(text: &str) -> Option<u128> {
    const PARTS: &[(&str, bool, u128)] = &[
        ("W", false, 604_800_000),
        ("D", false, 86_400_000),
        ("H", true, 3_600_000),
        ("M", true, 60_000),
        ("S", true, 1000),
    ];
    let (mut rest, mut total, mut from, mut in_time) = (text, 0u128, 0, false);
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(['T', 't']).filter(|after| !in_time && !after.is_empty()) {
            (rest, in_time) = (after, true);
        }
        let (number, after) = split_number(rest)?;
        let mut chars = after.chars();
        let unit = chars.next()?;
        let is_unit = |(word, time, _): &&(&str, bool, u128)| {
            *time == in_time && word.chars().all(|word| unit.eq_ignore_ascii_case(&word))
        };
        let part = PARTS.iter().skip(from).find(is_unit)?;
        from = PARTS.iter().position(|known| known.0 == part.0)? + 1;
        total = total.checked_add(scaled(number, part.2)?)?;
        rest = chars.as_str();
    }
    (!text.is_empty()).then_some(total)
}
