//! Numbers and texts that the runtime obeys: limits, retries, declared requests.

use crate::diagnostic::Diagnostic;
use crate::machine::lint::Facts;
use crate::machine::model::{Attribute, Node};
use crate::machine::questions::{LONGEST_OPTION, OPTIONS, Question};
use crate::text::Span;
use crate::value::Value;

/// Machine limits with their defaults; without one there is no limit.
const LIMITS: &[(&str, &str)] = &[
    ("maxSteps", "1000"),
    ("maxNodeInvocations", "100"),
    ("maxPaths", "256"),
    ("maxTurns", "50"),
    ("timeout", "300,000 ms"),
    ("maxCheckpoints", "64"),
    ("maxTokens", ""),
];

/// The most retries.
const RETRIES: f64 = 10.0;
/// The longest declared request.
const REQUEST: usize = 1000;

/// Checks limits, retries and requests.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    for attribute in &facts.machine.attributes {
        findings.extend(check_limit(attribute));
    }
    for node in facts.machine.nodes.iter().filter(|node| node.class.is_executable()) {
        for attribute in node.attributes.iter().filter(|attribute| matches!(&*attribute.name, "needs" | "wants")) {
            findings.extend(check_request(attribute));
        }
        check_retry(node, findings);
    }
}

fn place(attribute: &Attribute) -> Span {
    attribute.value_span.unwrap_or(attribute.key_span)
}

fn check_limit(attribute: &Attribute) -> Option<Diagnostic> {
    let value = attribute.value.as_ref()?;
    if &*attribute.name == "contextBudget" {
        let fits = value.as_num().is_some_and(|number| number.fract() == 0.0 && (0.0..=1_000_000.0).contains(&number));
        let finding = || {
            Diagnostic::warning(
                "limit-value",
                place(attribute),
                "`contextBudget` must be a whole number from 0 to 1,000,000",
            )
            .hint("the default 8000 is used")
        };
        return (!fits).then(finding);
    }
    let (name, default) = LIMITS.iter().find(|(name, _)| *name == &*attribute.name)?;
    let fits = |number: f64| number.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&number);
    let whole = value.as_num().is_some_and(fits);
    let duration = *name == "timeout" && value.as_str().is_some_and(is_duration);
    if whole || duration {
        return None;
    }
    let message =
        format!("`{name}` must be a positive whole number{}", if *name == "timeout" { " or a duration" } else { "" });
    let used =
        if default.is_empty() { "there is no limit".to_owned() } else { format!("the default {default} is used") };
    Some(Diagnostic::warning("limit-value", place(attribute), message).hint(used))
}

/// A number with a unit: `5s`, `300 ms`, `2h`.
pub(super) fn is_duration(text: &str) -> bool {
    const UNITS: &[&str] = &["ms", "s", "m", "min", "h", "hr", "d", "w", "y"];
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = text.get(digits.len()..).unwrap_or_default();
    let number = crate::number::parse(digits.trim_end());
    number.is_some_and(|number| number.is_finite() && number > 0.0)
        && UNITS.iter().any(|word| unit.eq_ignore_ascii_case(word))
}

fn check_request(attribute: &Attribute) -> Option<Diagnostic> {
    let fits = |value: &Value| Question::of(value).is_some_and(|question| question.text.chars().count() <= REQUEST);
    let value = attribute.value.as_ref()?;
    let all_fit = fits(value) || value.as_list().is_some_and(|list| list.iter().all(fits));
    if all_fit && !attribute.reference {
        return None;
    }
    let has_options = |value: &Value| value.get("text").is_some() || value.get("options").is_some();
    if has_options(value) || value.as_list().is_some_and(|list| list.iter().any(has_options)) {
        let message = format!(
            "a question in `{}` has a `text` of 1 to {REQUEST} characters, and {} to {} different `options` of 1 to \
             {LONGEST_OPTION}",
            attribute.name,
            OPTIONS.start(),
            OPTIONS.end()
        );
        return Some(
            Diagnostic::error("request-invalid", place(attribute), message)
                .hint("write `{ text: \"Ship it?\", options: [\"yes\", \"no\"] }`"),
        );
    }
    let message = format!("`{}` must be a string or a list of strings, 1 to {REQUEST} characters each", attribute.name);
    Some(Diagnostic::error("request-invalid", place(attribute), message).hint("write a string or a list of strings"))
}

fn check_retry(node: &Node, findings: &mut Vec<Diagnostic>) {
    for annotation in node.annotations.iter().filter(|annotation| annotation.is(&["retry"]) && !annotation.is_off()) {
        let Some(written) = annotation.value.as_ref().and_then(Value::as_str) else { continue };
        let Some(count) = crate::number::parse(written.trim()) else { continue };
        let span = annotation.place(0);
        if count.fract() != 0.0 || !(0.0..=RETRIES).contains(&count) {
            let used = count.clamp(0.0, RETRIES).trunc();
            findings.push(
                Diagnostic::warning("retry-value", span, "`@retry` must be a number from 0 to 10")
                    .hint(format!("{used} is used"))
                    .fix(format!("write {used}"), span, format!("{used}")),
            );
        }
    }
}
