//! The language as one list: every word that has a meaning, with the sentence and the example that completion and
//! hover show. A cheat sheet is made from it.

use crate::service::words::{self, Places, Word};
use crate::shape;

/// One word of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// One of `nodeType attribute stubKey annotation arrow label fieldType name function style`.
    pub kind: &'static str,
    /// The word as it is written; annotations have their `@`.
    pub word: String,
    /// What it means, in one line.
    pub says: &'static str,
    /// One to three lines that use it; synonyms have none.
    pub example: Option<String>,
    /// Where it may be; empty where its kind says it all.
    pub on: Vec<&'static str>,
}
shape!(Entry { kind, word, says, on; example });

/// The places of words with what they are called.
const PLACES: [(Places, &str); 9] = [
    (words::MACHINE, "machine"),
    (words::TASK, "task"),
    (words::STEP, "state"),
    (words::CONTEXT, "context"),
    (words::TOOL, "tool"),
    (words::TYPE, "type"),
    (words::EVENT, "event"),
    (words::FIELD, "field"),
    (words::EDGE, "edge"),
];

fn places(of: Places) -> Vec<&'static str> {
    PLACES.iter().filter(|(place, _)| of.overlaps(*place)).map(|(_, name)| *name).collect()
}

/// Every word, in the order of the tables.
///
/// ```
/// let list = tracklight::service::reference();
/// let join = list.iter().find(|one| one.word == "@join").unwrap();
/// assert_eq!(
///     join.example.as_deref(),
///     Some("legal, finance -@join-> decide\nlegal, finance -@join(merge: collect)-> decide")
/// );
/// ```
pub fn reference() -> Vec<Entry> {
    let mut list = Vec::new();
    let mut add = |kind, word: &str, says, example: &str, on| {
        let example = (!example.is_empty()).then(|| example.to_owned());
        list.push(Entry { kind, word: word.to_owned(), says, example, on: places(on) });
    };
    for (kind, table) in [("nodeType", words::TYPES), ("arrow", words::ARROWS), ("label", words::LABELS)] {
        table.iter().for_each(|&(word, says, example): &Word| add(kind, word, says, example, words::NOWHERE));
    }
    for &(word, on, _, says, example) in words::ATTRIBUTES {
        add("attribute", word, says, example, on);
    }
    for key in words::STUB {
        add("stubKey", key.name, key.says, key.example, words::NOWHERE);
    }
    for annotation in words::ANNOTATIONS {
        add("annotation", &format!("@{}", annotation.name), annotation.says, annotation.example, annotation.places);
    }
    for (kind, table) in [("fieldType", words::VALUE_TYPES), ("name", words::NAMES)] {
        table.iter().for_each(|&(word, says, example): &Word| add(kind, word, says, example, words::NOWHERE));
    }
    for &(word, arguments, says) in words::FUNCTIONS {
        add("function", word, says, &format!("{word}{arguments}"), words::NOWHERE);
    }
    for &(word, values, says) in words::STYLE_KEYS {
        let example =
            values.split(' ').next().filter(|value| !value.is_empty()).map(|value| format!("{word}: {value}"));
        add("style", word, says, &example.unwrap_or_default(), words::NOWHERE);
    }
    list
}
