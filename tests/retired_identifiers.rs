//! No Rust source names anything by a word of `retired-identifiers.txt`. The page has the same test for TypeScript.

use std::collections::BTreeSet;
use std::fs;

use proc_macro2::{TokenStream, TokenTree};

use crate::rust_tokens::{each_token, rust_files, tokens_of, top};

/// The identifiers listed in the sections of these names.
fn listed(list: &str, sections: &[&str]) -> BTreeSet<String> {
    let mut section = "";
    let mut identifiers = BTreeSet::new();
    for line in list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            assert!(["rust", "typescript", "both"].contains(&name), "unknown section {line}");
            section = name;
        } else {
            assert!(!section.is_empty() && !line.contains(char::is_whitespace), "one identifier in a section: {line}");
            if sections.contains(&section) {
                identifiers.insert(line.to_owned());
            }
        }
    }
    identifiers
}

/// Each identifier of the tokens that is retired, with its line.
fn uses_of_retired(tokens: TokenStream, retired: &BTreeSet<String>) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    each_token(tokens, &mut |token| {
        if let TokenTree::Ident(word) = token
            && retired.contains(&word.to_string())
        {
            found.push((word.span().start().line, word.to_string()));
        }
    });
    found
}

#[test]
fn no_source_uses_an_identifier_that_was_retired() {
    let list = fs::read_to_string(top().join("tests/retired-identifiers.txt")).unwrap();
    let retired = listed(&list, &["rust", "both"]);
    let files: Vec<_> =
        ["src", "tests", "benches", "fuzz"].iter().flat_map(|folder| rust_files(&top().join(folder))).collect();
    assert!(retired.len() > 10 && files.len() > 300, "{} identifiers, {} files", retired.len(), files.len());
    let mut found = Vec::new();
    for file in files {
        for (line, identifier) in uses_of_retired(tokens_of(&file), &retired) {
            found.push(format!("{}:{line}: `{identifier}` was retired", file.strip_prefix(top()).unwrap().display()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn an_identifier_is_found_wherever_code_names_it() {
    let list = "# about\n[rust]\nManner\n[typescript]\nlens\n[both]\ntold\n";
    let retired = listed(list, &["rust", "both"]);
    let source = "/// Manner\nfn f(lens: Manner) {\n    // told\n    vec![\"told\"; self.told]\n}\nstruct Manners;";
    let found = uses_of_retired(source.parse().unwrap(), &retired);
    assert_eq!(found, [(2, "Manner".to_owned()), (4, "told".to_owned())]);
}
