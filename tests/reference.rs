//! The list of the language: a sentence and an example for each word.

use std::collections::BTreeSet;

use tracklight::machine::Machine;
use tracklight::service::{complete, reference};

#[test]
fn every_word_has_a_sentence_and_all_but_synonyms_an_example() {
    let mut words = BTreeSet::new();
    for one in reference() {
        assert!(one.says.ends_with('.') && one.says.len() <= 100, "{}: {}", one.word, one.says);
        assert!(words.insert((one.kind, one.word.clone())) || one.kind == "annotation", "{} twice", one.word);
        let plain = one.says.starts_with("The same as") || one.kind == "style" || one.says.starts_with("Accepted");
        let any = matches!(one.word.as_str(), "json" | "null");
        assert!(plain || any || one.example.is_some(), "{} has no example", one.word);
    }
    println!("looked at {} words", words.len());
}

#[test]
fn completion_shows_the_same_example() {
    let machine = Machine::parse("task a @ret");
    let offered = complete(&machine, 11);
    let retry = offered.iter().find(|one| one.label == "retry").unwrap();
    assert_eq!(retry.example, Some("task fetch @retry(2)"));
    assert_eq!(retry.detail.as_deref(), Some("Retries the node after a failure, up to this many times."));
}
