//! The machines of the gallery: each is explored to its end or cut for a reason, and what is found is true.

use tracklight::explore::{Cut, ExploreOptions, Severity};
use tracklight::machine::Machine;

use super::whole::{explored_with, place};
use crate::counts;

/// What is found above info, by machine.
const FOUND: &[(&str, &str)] = &[
    // Without a verdict, `@from` has nothing to fill the output with.
    ("code-review", "warning outputIncomplete Result"),
    // `@auto` always goes first.
    ("first-aid", "warning unreachable wait -> look"),
    // The agent need not deliver.
    ("parcel", "error deadlock deliver"),
    // The market is visited once.
    ("tram-map", "warning neverTrue market -> harbour"),
    // Both doors are locked at the start.
    ("two-doors", "error deadlock hall"),
    // Planted.
    ("two-reviewers", "error deadlock compare"),
    ("two-reviewers", "error neverCompletes discuss"),
    ("two-reviewers", "warning outputIncomplete Note"),
];

#[test]
fn each_machine_of_the_gallery_is_explored_to_its_end_or_cut_for_a_reason() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/www/examples");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "dygram"));
    files.sort();
    let mut all = Vec::new();
    for file in &files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let machine = Machine::parse(&std::fs::read_to_string(file).unwrap());
        // The fair has more states than can be explored.
        let states = if name == "fair" { counts::depth(50, 2000) } else { 2000 };
        let (_, report) = explored_with(&machine, &ExploreOptions { states, ..ExploreOptions::default() });
        assert_eq!(report.exhausted, name != "fair", "{name}");
        assert_eq!(report.cut.contains(&Cut::States), name == "fair", "{name}");
        assert_eq!(report.cut.contains(&Cut::Values), !report.cut_fields.is_empty(), "{name}");
        let serious = report.findings.iter().filter(|found| found.severity != Severity::Info);
        all.extend(serious.map(|found| {
            (name.to_owned(), format!("{} {} {}", found.severity.word(), found.kind, place(&machine, found)))
        }));
    }
    let found: Vec<(&str, &str)> = all.iter().map(|(name, line)| (&**name, &**line)).collect();
    assert_eq!(found, FOUND);
}
