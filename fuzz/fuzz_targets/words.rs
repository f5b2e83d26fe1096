//! Texts of few words: each byte is one of `words.dict`.

#![no_main]
#![allow(dead_code)]

#[path = "../../tests/format/check.rs"]
mod check;
#[path = "../../tests/dot/reading.rs"]
mod reading;
#[path = "../../tests/seeds/stages.rs"]
mod stages;

use std::sync::LazyLock;

const ESCAPES: [(&str, &str); 4] = [("\\\"", "\""), ("\\x0a", "\n"), ("\\x0d", "\r"), ("\\x09", "\t")];

static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let quoted = include_str!("../words.dict").lines().map(|line| &line[1..line.len() - 1]);
    quoted.map(|word| ESCAPES.iter().fold(word.to_owned(), |word, (from, to)| word.replace(from, to))).collect()
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let words = data.iter().map(|byte| WORDS[*byte as usize % WORDS.len()].as_str());
    stages::format(&words.collect::<String>());
});
