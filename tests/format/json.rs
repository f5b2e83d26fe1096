//! Text to JSON to text to JSON is the identity up to ranges.

use std::fs;
use std::path::PathBuf;

use tracklight::diagnostic::Severity;
use tracklight::machine::Machine;
use tracklight::machine::canonical::{Ranges, write};
use tracklight::machine::{FromJson, NoMachine, text_from_json};
use tracklight::schema::Json;
use tracklight::syntax;

use super::sources::{cases, examples};
use crate::counts;

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

/// Under each heading a JSON, and behind it its text, the names left out, or why it is refused. `UPDATE=1` writes
/// them anew.
#[test]
fn json_becomes_text_as_an_author_would_write_it() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/format/json.md");
    let document = fs::read_to_string(&path).unwrap();
    let mut written = String::new();
    let mut json = String::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        written.push_str(&format!("{line}\n"));
        let Some(kind) = line.strip_prefix("```") else { continue };
        let body: String = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        let result = match kind {
            "json" => {
                json.clone_from(&body);
                body
            }
            "text" => made(&json).text,
            "unknown" => {
                made(&json).unknown.iter().map(|unknown| format!("{} at {}\n", unknown.name, unknown.pointer)).collect()
            }
            "refused" => {
                let NoMachine { pointer, message } = text_from_json(&Json::parse(&json).unwrap()).unwrap_err();
                format!("{message} at \"{pointer}\"\n")
            }
            other => panic!("no block is called {other}"),
        };
        written.push_str(&format!("{result}```\n"));
    }
    if std::env::var_os("UPDATE").is_some() {
        return fs::write(&path, &written).unwrap();
    }
    let differs = document.lines().zip(written.lines()).position(|(a, b)| a != b).unwrap_or(0);
    let around = |text: &str| text.lines().skip(differs.saturating_sub(4)).take(12).collect::<Vec<_>>().join("\n");
    assert!(written == document, "--- expected\n{}\n--- made\n{}", around(&document), around(&written));
}

#[test]
fn json_without_ranges_gives_the_same_machine_too() {
    for source in examples() {
        let before = write(&Machine::parse(&source), Ranges::Hidden);
        assert_eq!(write(&Machine::parse(&made(&before).text), Ranges::Hidden), before, "{source}");
    }
}

#[test]
fn a_large_machine_is_written_in_one_go() {
    let mut source = String::new();
    for group in 0..100 {
        source.push_str(&format!("g{group} {{\n"));
        for step in 0..20 {
            source.push_str(&format!(
                "task step{step} {{ prompt: \"x\" }}\nstep{step} -> g{}.step{step}\n",
                (group + 1) % 100
            ));
        }
        source.push_str("}\n");
    }
    assert_eq!(difference(&source), "");
}

#[test]
fn deep_json_is_refused_or_written_but_never_too_deep() {
    let nested = |count: usize| format!("{}1{}", "[".repeat(count), "]".repeat(count));
    let json = |value: String| format!(r#"{{"nodes":[{{"name":"a","attributes":[{{"name":"x","value":{value}}}]}}]}}"#);
    assert!(text_from_json(&Json::parse(&json(nested(90))).unwrap()).is_ok());
    assert!(text_from_json(&Json::parse(&json(nested(110))).unwrap()).is_err());
    let mut nodes = vec![r#"{"name":"a"}"#.to_owned()];
    nodes.extend((0..120).map(|_| r#"{"name":"a","parent":"a"}"#.to_owned()));
    let deep = format!(r#"{{"nodes":[{}]}}"#, nodes.join(","));
    assert!(text_from_json(&Json::parse(&deep).unwrap()).is_err());
}

/// Every third token of each, in a sample fewer.
#[test]
fn machines_that_differ_by_one_token_come_back_too() {
    let step = counts::step(3);
    let mut failures = String::new();
    let (mut tried, mut count) = (0, 0);
    for (turn, source) in [examples(), cases()].concat().into_iter().enumerate() {
        for token in syntax::parse(&source).tokens.iter().skip(turn % step).step_by(step) {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            let changed = format!("{}{}", &source[..start], &source[end..]);
            if is_error_free(&changed) {
                tried += 1;
                let difference = difference(&changed);
                count += usize::from(!difference.is_empty());
                failures.push_str(&difference);
            }
        }
    }
    assert!(failures.is_empty(), "{count} of {tried}\n{failures}");
}
