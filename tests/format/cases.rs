//! Case files: under each heading, which is a claim, a text and how it is printed.
//!
//! ```` ```dygram ```` holds the text, ```` ```formatted ```` the result. `UPDATE=1` writes the results anew.

use std::fs;
use std::path::PathBuf;

use tracklight::syntax;

use super::check;

fn check(file: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/format").join(file);
    let document = fs::read_to_string(&path).unwrap();
    let mut written = String::new();
    let mut source = String::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        written.push_str(&format!("{line}\n"));
        let Some(kind) = line.strip_prefix("```") else { continue };
        let mut body: String =
            lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        match kind {
            "dygram" => source.clone_from(&body),
            "formatted" => {
                assert!(check::check(&source), "{file}: this is refused\n{source}");
                body = syntax::format(&source).unwrap();
            }
            other => panic!("{file}: no block is called {other}"),
        }
        written.push_str(&format!("{body}```\n"));
    }
    if std::env::var_os("UPDATE").is_some() {
        return fs::write(&path, &written).unwrap();
    }
    let differs = document.lines().zip(written.lines()).position(|(a, b)| a != b).unwrap_or(0);
    let around = |text: &str| text.lines().skip(differs.saturating_sub(6)).take(14).collect::<Vec<_>>().join("\n");
    assert!(written == document, "{file}\n--- expected\n{}\n--- printed\n{}", around(&document), around(&written));
}

#[test]
fn lines_and_blank_lines() {
    check("lines.md");
}

#[test]
fn declarations_and_attributes() {
    check("declarations.md");
}

#[test]
fn edges_and_labels() {
    check("edges.md");
}

#[test]
fn comments_keep_their_place() {
    check("comments.md");
}

#[test]
fn a_text_with_a_syntax_error_is_refused_with_the_first_one() {
    let refusal = syntax::format("task a\nb -> \nc: ;").unwrap_err();
    assert_eq!(refusal.message(), "line 2: this arrow has no target (`edge-without-target`)");
    assert_eq!(syntax::FormatRefusal::CODE, "format-refused");
    assert!(syntax::format("a \"many\" -> b").is_ok(), "an error of meaning is none of syntax");
    // What a warning says of an arrow does not make up for its source.
    for arrow in ["-> task b { x: 1 } -> c\n  /* kept */", "-> \"1..x\" b"] {
        let refusal = syntax::format(&format!("task a\n{arrow}")).unwrap_err();
        assert_eq!(refusal.error.code, "edge-without-source", "{arrow}");
    }
}

#[test]
fn nothing_stays_nothing() {
    assert_eq!(syntax::format("").unwrap(), "");
    assert_eq!(syntax::format("\u{feff} \r\n ; ,\n").unwrap(), "");
}

#[test]
fn text_inside_strings_is_never_touched() {
    let source = "task a \"one\r\n   two  \n\" { prompt: 'x  \t\r\n\r\n\r\n y' }\r\n// c  \r\n";
    let formatted = "task a \"one\r\n   two  \n\" {\n  prompt: 'x  \t\r\n\r\n\r\n y'\n}\n// c\n";
    assert_eq!(syntax::format(source).unwrap(), formatted);
}

#[test]
fn large_texts_are_formatted_in_one_go() {
    for part in
        ["task a1 \"T\" { prompt: \"x\", l: [1, {k: 2}] }\n", "a -x, when: b > 1-> b // c\n", "-> a", "/* c */ a -> b"]
    {
        let source = format!("state s {{\n{}}}", part.repeat(200_000 / part.len()));
        assert!(syntax::format(&source).is_ok_and(|text| text.len() > 100_000), "{part}");
    }
    for part in ["a, ", "[1, 2], ", "{ x: 1 }, ", "\"text\", ", "/* c */ 1, "] {
        let source = format!("x: [{}]", part.repeat(200_000 / part.len()));
        assert!(syntax::format(&source).is_ok_and(|text| text.len() > 100_000), "{part}");
    }
    let chain = format!("a{}", " -> b".repeat(40_000));
    assert!(syntax::format(&chain).is_ok());
    let nested = format!("x: {}\"{}\"{}", "[".repeat(99), "é".repeat(500_000), "]".repeat(99));
    assert!(syntax::format(&nested).is_ok());
}
