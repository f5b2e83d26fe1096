//! Case files: under each heading, which is a claim, a source and what is made of it.
//!
//! ```` ```tree ```` holds the items, ```` ```diagnostics ```` one `code @ underlined` a line; a case without
//! them claims nothing about them, except that no diagnostics block means no diagnostics. With `UPDATE=1` the
//! blocks are written anew, to be read before they are committed.

use std::fs;
use std::path::PathBuf;

use tracklight::syntax::{self, tree::Tree};

use super::dump;

struct Case {
    claim: String,
    source: String,
    tree: Option<String>,
    diagnostics: String,
}

/// The fenced blocks of a document with the headings above them.
pub fn blocks(document: &str) -> Vec<(String, String, String)> {
    let mut found = Vec::new();
    let (mut heading, mut open): (String, Option<(String, String)>) = (String::new(), None);
    for line in document.lines() {
        match (&mut open, line.strip_prefix("````")) {
            (None, Some(kind)) => open = Some((kind.to_owned(), String::new())),
            (Some(_), Some(_)) => {
                let (kind, body) = open.take().unwrap();
                found.push((heading.clone(), kind, body));
            }
            (Some((_, body)), None) => {
                body.push_str(line);
                body.push('\n');
            }
            (None, None) => {
                if let Some(text) = line.strip_prefix("## ") {
                    heading = text.to_owned();
                }
            }
        }
    }
    found
}

fn cases(document: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (claim, kind, body) in blocks(document) {
        match (kind.as_str(), cases.last_mut()) {
            ("dygram", _) => cases.push(Case { claim, source: body, tree: None, diagnostics: String::new() }),
            ("tree", Some(case)) => case.tree = Some(body),
            ("diagnostics", Some(case)) => case.diagnostics = body,
            (other, _) => panic!("no block is called {other}"),
        }
    }
    cases
}

/// One `code @ underlined` a line; warnings are marked.
pub fn diagnostics(tree: &Tree) -> String {
    let mut out = String::new();
    for found in &tree.diagnostics {
        let severity = match found.severity.word() {
            "error" => String::new(),
            word => format!("{word} "),
        };
        out.push_str(&format!("{severity}{} @ {}\n", found.code, tree.str(found.span).replace('\n', "⏎")));
    }
    out
}

fn check(file: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/syntax").join(file);
    let document = fs::read_to_string(&path).unwrap();
    let update = std::env::var_os("UPDATE").is_some();
    let head = document.split("\n## ").next().unwrap().trim_end();
    let mut written = format!("{head}\n");
    for case in cases(&document) {
        let tree = syntax::parse(&case.source);
        let (items, found) = (dump::tree(&tree), diagnostics(&tree));
        if update {
            written.push_str(&format!("\n## {}\n\n````dygram\n{}````\n", case.claim, case.source));
            written.push_str(&format!("````tree\n{items}````\n"));
            if !found.is_empty() {
                written.push_str(&format!("````diagnostics\n{found}````\n"));
            }
            continue;
        }
        if let Some(expected) = case.tree {
            assert_eq!(items, expected, "{file}: {}\n{}", case.claim, case.source);
        }
        assert_eq!(found, case.diagnostics, "{file}: {}\n{}", case.claim, case.source);
    }
    if update {
        fs::write(path, written).unwrap();
    }
}

#[test]
fn valid_texts_give_their_items() {
    check("items.md");
}

#[test]
fn labels_and_conditions_give_their_pieces() {
    check("labels.md");
}

#[test]
fn values_and_types_are_kept_as_written() {
    check("values.md");
}

#[test]
fn a_bad_item_yields_one_diagnostic_and_costs_no_other_item() {
    check("recovery.md");
}

#[test]
fn what_comes_close_to_an_error_is_none() {
    check("near.md");
}
