//! The machine model, seen from outside: what a text means and what is said about it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use tracklight::diagnostic::Severity;
use tracklight::machine::canonical::{Ranges, write};
use tracklight::machine::model::Machine;

fn cases() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/machine")
}

fn said(machine: &Machine) -> String {
    let mut out = String::new();
    for finding in &machine.diagnostics {
        let text = machine.tree.str(finding.span);
        writeln!(out, "{} {} @ {text:?}: {}", finding.severity.word(), finding.code, finding.message).unwrap();
    }
    out
}

#[test]
fn the_canonical_json_of_kettle_is_that_of_the_document() {
    let source = fs::read_to_string(cases().join("spec/kettle.dygram")).unwrap();
    let expected = fs::read_to_string(cases().join("kettle.json")).unwrap();
    let machine = Machine::parse(&source);
    assert_eq!(write(&machine, Ranges::Hidden), expected.trim_end());
}

#[test]
fn machines_of_the_document_draw_no_errors_and_no_unannounced_warnings() {
    let mut loud = String::new();
    for entry in fs::read_dir(cases().join("spec")).unwrap() {
        let path = entry.unwrap().path();
        let machine = Machine::parse(&fs::read_to_string(&path).unwrap());
        if machine.diagnostics.iter().any(|finding| finding.severity != Severity::Info) {
            writeln!(loud, "{}\n{}", path.file_name().unwrap().display(), said(&machine)).unwrap();
        }
    }
    assert_eq!(loud, "");
}
