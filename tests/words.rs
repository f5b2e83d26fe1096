//! The words of statuses, outcomes and marks are the same in the core, in the declarations, and in the page.
//!
//! The core's enums are the table. The page's sources are read as text, so the test does not depend on where the page
//! keeps its own tables.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tracklight::explore::{Cut, FindingKind, Verdict};
use tracklight::machine::control::Work;
use tracklight::machine::properties::PropertyKind;
use tracklight::run::event::{Fired, Lapse, Source, SpawnedBy};
use tracklight::run::state::outcome::{OutcomeKind, TestResult};
use tracklight::run::state::{Blocked, Cancelled, CauseKind, Force, Priority, RaisedBy, StatusKind};
use tracklight::run::timeline::StopReason;
use tracklight::run::timeline::replay::ReplayEnd;

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The unions of string literals in the declarations, each as the set of its words.
fn unions(declarations: &str) -> BTreeSet<BTreeSet<&str>> {
    let mut unions = BTreeSet::new();
    let mut union = BTreeSet::new();
    let mut between = "";
    for (at, part) in declarations.split('"').enumerate() {
        if at % 2 == 0 {
            between = part.trim();
        } else {
            if between != "|" && !union.is_empty() {
                unions.insert(std::mem::take(&mut union));
            }
            union.insert(part);
        }
    }
    unions.insert(union);
    unions
}

#[test]
fn the_declarations_have_the_words_of_the_core() {
    let declarations = fs::read_to_string(top().join("src/wasm/types.d.ts")).unwrap();
    let unions = unions(&declarations);
    macro_rules! check {
        ($($words:ident),*) => {
            $(
                let words: BTreeSet<&str> = $words::ALL.iter().map(|one| one.word()).collect();
                assert!(unions.contains(&words), "types.d.ts has no union of {}: {words:?}", stringify!($words));
            )*
        };
    }
    check!(StatusKind, Blocked, Cancelled, CauseKind, Force, Priority, RaisedBy, TestResult);
    check!(Source, Lapse, SpawnedBy, Fired, StopReason, ReplayEnd, Cut, FindingKind, Verdict, PropertyKind);
    let asked: BTreeSet<&str> = Work::ALL.iter().filter(|work| **work != Work::None).map(|work| work.word()).collect();
    assert!(unions.contains(&asked), "the kinds of agent requests: {asked:?}");
    let outcome = declarations.split("export type Outcome =\n").nth(1).unwrap();
    let variants = outcome.lines().take_while(|line| line.starts_with("  | "));
    let declared: BTreeSet<&str> = variants.map(|line| line.split('"').nth(1).unwrap()).collect();
    assert_eq!(declared, OutcomeKind::ALL.iter().map(|one| one.word()).collect());
}

/// The class names with a prefix that the files below a folder name, in quotes or as a selector.
fn classes(folder: &Path, endings: &[&str], prefix: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            // The styles of the package name classes of other people's pages.
            if !["node_modules", "pkg", "test", "dist", "package"].contains(&name) {
                classes(&path, endings, prefix, found);
            }
            continue;
        }
        if !path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for (at, _) in text.match_indices(prefix) {
            if text[..at].ends_with(['"', '\'', '`', '.', ' ']) {
                let rest = &text[at + prefix.len()..];
                let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(rest.len());
                if end > 0 && rest[end..].starts_with(['"', '\'', '`', ' ', '.', ':', ',']) {
                    found.insert(format!("{prefix}{}", &rest[..end]));
                }
            }
        }
    }
}

#[test]
fn the_page_knows_the_marks_of_a_run() {
    let (mut core, mut page) = (BTreeSet::new(), BTreeSet::new());
    classes(&top().join("src/view"), &["rs"], "r-", &mut core);
    classes(&top().join("www"), &["js", "ts", "css"], "r-", &mut page);
    // A node where nothing has happened looks as it did before the run.
    assert!(core.remove("r-pending"));
    assert_eq!(page, core);
}

#[test]
fn the_page_names_no_class_that_the_drawing_does_not_have() {
    let (mut core, mut page) = (BTreeSet::new(), BTreeSet::new());
    classes(&top().join("src/view"), &["rs"], "tl-", &mut core);
    classes(&top().join("www"), &["js", "ts", "css"], "tl-", &mut page);
    let unknown: Vec<_> = page.difference(&core).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
