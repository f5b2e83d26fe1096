//! Text to JSON to text to JSON is the identity up to ranges.

use std::fs;
use std::path::PathBuf;

use tracklight::diagnostic::Severity;
use tracklight::machine::canonical::{Ranges, write};
use tracklight::machine::model::Machine;
use tracklight::machine::{FromJson, text_from_json};
use tracklight::schema::Json;
use tracklight::syntax;

use crate::sources::{blocks, cases, examples};

fn made(json: &str) -> FromJson {
    text_from_json(&Json::parse(json).unwrap()).unwrap_or_else(|error| panic!("{}\n{json}", error.message))
}

/// What differs after the way through JSON and text; empty if nothing does.
fn difference(source: &str) -> String {
    let before = Machine::parse(source);
    let FromJson { text, unknown } = made(&before.to_json());
    let after = Machine::parse(&text);
    let (a, b) = (write(&before, Ranges::Hidden), write(&after, Ranges::Hidden));
    assert_eq!(syntax::format(&text).unwrap(), text, "the text is formatted");
    if a == b && unknown.is_empty() {
        return String::new();
    }
    let at = a.bytes().zip(b.bytes()).position(|(a, b)| a != b).unwrap_or(a.len().min(b.len()));
    let around = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(120)..text.len().min(at + 120)]).into_owned()
    };
    format!("{source}→ {unknown:?}\n{text}\n- {}\n+ {}\n", around(&a), around(&b))
}

fn is_error_free(source: &str) -> bool {
    Machine::parse(source).diagnostics.iter().all(|found| found.severity != Severity::Error)
}

#[test]
fn every_example_is_the_same_machine_after_the_way_through_json() {
    let failures: String = examples().iter().map(|source| difference(source)).collect();
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_valid_case_is_the_same_machine_after_the_way_through_json() {
    let failures: Vec<String> = cases().iter().filter(|one| is_error_free(one)).map(|one| difference(one)).collect();
    let failures: Vec<&String> = failures.iter().filter(|one| !one.is_empty()).collect();
    assert!(failures.is_empty(), "{}\n{}", failures.len(), failures.iter().map(|one| one.as_str()).collect::<String>());
}
