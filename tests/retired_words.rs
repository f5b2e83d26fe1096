//! The core says nothing that was retired: every text in the sources that a person may read, against the list of
//! `retired-phrases.txt`. The page has the same test.

use std::fs;
use std::path::{Path, PathBuf};

/// Texts that look like sentences and are data with a fixed wording.
const ALLOWED: &[(&str, &str)] = &[
    ("condition references {name}", "the `reason` of a derived dependency in canonical JSON, which hashes cover"),
    ("run.answer(id, text) or run.answer(id, { error: text })", "the member `how` of a refusal, for programs"),
];

/// Methods of the API: no message names them, for those who read it may not be programmers.
const METHODS: &[&str] =
    &["run.answer(", "run.reply(", "run.step(", "run.advance(", "machine.start(", "Machine.parse("];

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A text of the sources, and where it stands.
struct Text {
    file: PathBuf,
    line: usize,
    text: String,
}

/// The literals of a source outside comments. Unit tests end a file, so what follows them is not read.
fn literals(file: &Path, texts: &mut Vec<Text>) {
    let source = fs::read_to_string(file).unwrap();
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap();
    let bytes = source.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &source[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("'\\''") {
            at += 4;
        } else if let Some(inner) = rest.strip_prefix('\'') {
            // A character, not a lifetime.
            let end = inner.find('\'');
            let quoted = end.filter(|end| inner.starts_with('\\') || inner[..*end].chars().count() == 1);
            at += quoted.map_or(1, |end| end + 2);
        } else if rest.starts_with("r\"") || rest.starts_with("r#\"") {
            let hashes = rest[1..].find('"').unwrap();
            let end = format!("\"{}", "#".repeat(hashes));
            let start = at + 2 + hashes;
            let length = source[start..].find(&end).unwrap();
            texts.push(Text {
                file: file.to_owned(),
                line: source[..at].matches('\n').count() + 1,
                text: source[start..start + length].to_owned(),
            });
            at = start + length + end.len();
        } else if let Some(inner) = rest.strip_prefix('"') {
            let mut text = String::new();
            let mut chars = inner.char_indices();
            let mut end = rest.len();
            while let Some((place, c)) = chars.next() {
                match c {
                    '"' => {
                        end = place + 2;
                        break;
                    }
                    '\\' => match chars.next() {
                        // A line that goes on: white space up to the next word does not count.
                        Some((next, '\n')) => {
                            let after = &inner[next..];
                            let skipped = after.len() - after.trim_start().len();
                            while chars.clone().next().is_some_and(|(at, _)| at < next + skipped) {
                                chars.next();
                            }
                        }
                        Some((_, 'n' | 't')) => text.push(' '),
                        Some((_, c)) => text.push(c),
                        None => {}
                    },
                    c => text.push(c),
                }
            }
            texts.push(Text { file: file.to_owned(), line: source[..at].matches('\n').count() + 1, text });
            at += end;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
}

fn sources(folder: &Path, texts: &mut Vec<Text>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources(&path, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            literals(&path, texts);
        }
    }
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
    let mut texts = Vec::new();
    sources(&top().join("src"), &mut texts);
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
    let mut texts = Vec::new();
    sources(&top().join("src"), &mut texts);
    for (text, _) in ALLOWED {
        assert!(texts.iter().any(|one| one.text == *text), "{text:?}");
    }
}
