//! The core says nothing that was retired: every text in the sources that a person may read, against the list of
//! `retired-phrases.txt`. The page has the same test.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

use crate::rust_tokens::{code_only, rust_files, tokens_of, top};

/// Texts that look like sentences and are data with a fixed wording.
const ALLOWED: &[(&str, &str)] = &[
    ("condition references {name}", "the `reason` of a derived dependency in canonical JSON, which hashes cover"),
    ("run.answer(id, text)", "a call that `requests-pending` names, for programs"),
    ("run.answer(id, { field: value })", "a call that `requests-pending` names, for programs"),
    ("run.answer(id, { error: text })", "a call that `requests-pending` names, for programs"),
];

/// Methods of the API: no message names them, for those who read it may not be programmers.
const METHODS: &[&str] = &[
    "run.answer(",
    "run.send(",
    "run.elapse(",
    "run.reply(",
    "run.step(",
    "run.advance(",
    "machine.start(",
    "Machine.parse(",
];

/// A text of the sources, and where it stands.
struct Text {
    file: PathBuf,
    line: usize,
    text: String,
}

/// The strings of all sources, unit tests left out.
fn texts_of_core() -> Vec<Text> {
    let mut texts = Vec::new();
    for file in rust_files(&top().join("src")) {
        collect_texts(tokens_of(&file), &file, &mut texts);
    }
    texts
}

fn collect_texts(tokens: TokenStream, file: &Path, texts: &mut Vec<Text>) {
    for token in code_only(tokens) {
        match token {
            TokenTree::Group(group) => collect_texts(group.stream(), file, texts),
            TokenTree::Literal(literal) => {
                let line = literal.span().start().line;
                let text = text_of(&literal.to_string());
                texts.extend(text.map(|text| Text { file: file.to_owned(), line, text }));
            }
            _ => {}
        }
    }
}

/// What a string literal says, with a blank for each escape of white space; `None` for other literals.
fn text_of(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        return Some(raw.trim_matches('#').trim_matches('"').to_owned());
    }
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            // A line that goes on: white space up to the next word does not count.
            ('\\', Some('\n')) => while chars.next_if(|c| c.is_whitespace()).is_some() {},
            ('\\', Some('n' | 't')) => text.push(' '),
            (_, Some(escaped)) => text.push(escaped),
            (c, None) => text.push(c),
        }
    }
    Some(text)
}

/// The text in lower case without what stands in backticks, which is a name or code.
fn words(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase()
}

/// True if the phrase stands in the text, and not inside of longer words.
fn says(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        ends(text[..at].chars().next_back()) && ends(text[at + phrase.len()..].chars().next())
    })
}

fn retired() -> Vec<String> {
    let list = fs::read_to_string(top().join("tests/retired-phrases.txt")).unwrap();
    let lines = list.lines().map(str::trim).filter(|line| !line.starts_with('#') && !line.starts_with("page:"));
    let phrases = lines.map(|line| line.strip_prefix("native:").unwrap_or(line).trim().to_lowercase());
    phrases.filter(|phrase| !phrase.is_empty()).collect()
}

#[test]
fn no_text_of_the_core_says_what_was_retired() {
    let mut texts = texts_of_core();
    // A text for people has at least two words.
    texts.retain(|one| one.text.trim().contains(' ') && one.text.chars().any(|c| c.is_lowercase()));
    let retired = retired();
    println!("looked at {} texts of the core for {} retired phrases", texts.len(), retired.len());
    assert!(texts.len() > 800, "only {} texts were found", texts.len());
    let mut found = Vec::new();
    for one in texts.iter().filter(|one| !ALLOWED.iter().any(|(text, _)| *text == one.text)) {
        let plain = words(&one.text);
        let phrases = retired.iter().filter(|phrase| says(&plain, phrase)).map(String::as_str);
        let methods = METHODS.iter().copied().filter(|method| one.text.contains(method));
        for phrase in phrases.chain(methods) {
            let file = one.file.strip_prefix(top()).unwrap().display();
            found.push(format!("{file}:{}: {:?} says {phrase:?}", one.line, one.text));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn phrases_are_found_as_whole_words_outside_of_code() {
    assert!(says(&words("Path 1 moves at `begin`."), "moves at"));
    assert!(!says(&words("it removes attributes"), "moves at"));
    assert!(!says(&words("write `moves at`"), "moves at"));
}

#[test]
fn the_texts_that_are_allowed_exist() {
    let texts = texts_of_core();
    for (text, _) in ALLOWED {
        assert!(texts.iter().any(|one| one.text == *text), "{text:?}");
    }
}
