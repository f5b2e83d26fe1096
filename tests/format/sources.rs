//! The machines of this repository.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|one| one == ending));
    found.sort();
    found
}

fn texts(folder: &str, ending: &str) -> Vec<String> {
    files(&root().join(folder), ending).iter().map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// The fenced blocks of a kind in a document.
pub fn blocks(document: &str, kind: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<(String, bool, String)> = None;
    for line in document.lines() {
        let fence: String = line.chars().take_while(|c| *c == '`').collect();
        match &mut open {
            None if fence.len() >= 3 => open = Some((fence.clone(), line[fence.len()..] == *kind, String::new())),
            Some((opener, wanted, body)) if *opener == line => {
                if *wanted {
                    found.push(std::mem::take(body));
                }
                open = None;
            }
            Some((_, _, body)) => {
                body.push_str(line);
                body.push('\n');
            }
            None => {}
        }
    }
    found
}

/// The machines of the gallery.
pub fn gallery() -> Vec<String> {
    texts("www/examples", "dygram")
}

/// Example machines, and the valid ones of the language document.
pub fn examples() -> Vec<String> {
    [gallery(), texts("tests/cases/machine/spec", "dygram")].concat()
}

/// Every machine of a case file, valid or not.
pub fn cases() -> Vec<String> {
    let folders = ["tests/cases/syntax", "tests/cases/machine", "tests/cases/dot", "tests/cases/format"];
    let documents = folders.iter().flat_map(|folder| texts(folder, "md"));
    documents.flat_map(|document| blocks(&document, "dygram")).collect()
}
