//! What is found does not depend on names, on how the text is written, or on the order of declarations.

use proptest::prelude::*;
use tracklight::explore::ExploreOptions;
use tracklight::machine::Machine;
use tracklight::syntax;

use super::random::machines;
use super::whole::{explored_with, place};
use crate::counts;

/// States, and each finding with its place and the length of its trace.
fn summary(source: &str) -> (usize, bool, Vec<String>) {
    let machine = Machine::parse(source);
    let (_, report) = explored_with(&machine, &ExploreOptions { states: 400, ..ExploreOptions::default() });
    let line = |found: &tracklight::explore::Finding| {
        let place = place(&machine, found);
        format!("{} {} {place} {} {}", found.severity.word(), found.kind, found.trace.len(), found.count)
    };
    let mut lines: Vec<String> = report.findings.iter().map(line).collect();
    lines.sort();
    (report.states, report.exhausted, lines)
}

/// The names the other way round.
const NAMES: &[(&str, &str)] = &[
    ("n0", "zulu"),
    ("n1", "yard"),
    ("n2", "xeno"),
    ("n3", "wind"),
    ("n4", "vane"),
    ("n5", "umber"),
    ("n6", "tern"),
    ("flag", "alpha"),
    ("kind", "beta"),
    ("laps", "gamma"),
    ("C ", "Q "),
    ("C.", "Q."),
    ("> C\n", "> Q\n"),
    ("one", "zz"),
    ("go", "ag"),
];

fn renamed(text: &str, back: bool) -> String {
    NAMES
        .iter()
        .fold(text.to_owned(), |text, (old, new)| if back { text.replace(new, old) } else { text.replace(old, new) })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(100), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn names_the_layout_of_the_text_and_the_order_of_contexts_and_edges_make_no_difference(source in machines()) {
        let (states, exhausted, found) = summary(&source);
        prop_assume!(exhausted);
        let (other_states, _, other) = summary(&renamed(&source, false));
        let mut other: Vec<String> = other.iter().map(|line| renamed(line, true)).collect();
        other.sort();
        prop_assert_eq!((states, &found), (other_states, &other), "{}", source);

        let formatted = syntax::format(&source).unwrap();
        prop_assert_eq!(summary(&formatted), (states, true, found.clone()), "{}", source);

        let lines: Vec<&str> = source.lines().collect();
        let (edges, others): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| line.contains("->"));
        let (contexts, nodes): (Vec<&str>, Vec<&str>) = others.iter().partition(|line| line.starts_with("context"));
        let mut by_source = edges;
        by_source.sort_by_key(|edge| std::cmp::Reverse(edge.split(' ').next()));
        let moved = [nodes, by_source, contexts].concat().join("\n");
        prop_assert_eq!(summary(&moved), (states, true, found), "{}\n{}", source, moved);
    }
}
