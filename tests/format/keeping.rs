//! What formatting keeps: the machine, its findings, every comment; and that it is done after one time.

use std::collections::BTreeMap;

use tracklight::machine::canonical::{Ranges, write};
use tracklight::machine::model::Machine;
use tracklight::syntax::{
    self,
    tree::{Token, TokenKind},
};

use crate::sources::{cases, examples};

/// The comments of a text; white space at line ends is not part of them.
fn comments(text: &str) -> Vec<String> {
    let tree = syntax::parse(text);
    let comments =
        tree.tokens.iter().filter(|one| matches!(one.kind, TokenKind::LineComment | TokenKind::BlockComment));
    let trimmed = |text: &str| text.split('\n').map(str::trim_end).collect::<Vec<_>>().join("\n");
    comments.map(|one| trimmed(tree.str(one.span))).collect()
}

/// How often each code is found. Whether two items are separated is the formatter's business.
fn codes(machine: &Machine) -> BTreeMap<&'static str, usize> {
    let mut codes = BTreeMap::new();
    for found in machine.diagnostics.iter().filter(|found| found.code != "missing-separator") {
        *codes.entry(found.code).or_default() += 1;
    }
    codes
}

/// Formats a text if it can be, and checks what holds for every result. True if it was formatted.
pub fn check(source: &str) -> bool {
    let formatted = match syntax::format(source) {
        Ok(formatted) => formatted,
        Err(refusal) => {
            let found = syntax::parse(source).diagnostics;
            assert!(found.contains(&refusal.error), "{source}");
            return false;
        }
    };
    let again =
        syntax::format(&formatted).unwrap_or_else(|refusal| panic!("{}\n{source}\n→\n{formatted}", refusal.message()));
    assert_eq!(again, formatted, "formatting twice changes\n{source}");
    let (before, after) = (Machine::parse(source), Machine::parse(&formatted));
    assert_eq!(
        write(&after, Ranges::Hidden),
        write(&before, Ranges::Hidden),
        "the machine changes\n{source}\n→\n{formatted}"
    );
    if before.diagnostics.len() == before.findings {
        assert_eq!(codes(&after), codes(&before), "the findings change\n{source}\n→\n{formatted}");
    }
    assert_eq!(comments(&formatted), comments(source), "the comments change\n{source}\n→\n{formatted}");
    assert!(formatted.is_empty() || formatted.ends_with('\n'));
    assert!(!formatted.starts_with('\n') && !formatted.ends_with("\n\n"));
    true
}

fn sources() -> Vec<String> {
    [examples(), cases()].concat()
}

#[test]
fn examples_keep_machine_findings_and_comments() {
    for source in examples() {
        assert!(check(&source), "{source}");
    }
}

#[test]
fn cases_keep_machine_findings_and_comments_or_are_refused() {
    let formatted = cases().iter().filter(|source| check(source)).count();
    assert!(formatted > 100, "{formatted}");
}

#[test]
fn every_prefix_is_kept_or_refused() {
    for source in sources() {
        for place in places(&source) {
            check(&source[..place]);
        }
    }
}

/// The offsets of all ends of tokens.
fn places(source: &str) -> Vec<usize> {
    let ends = |token: &Token| [token.span.start as usize, token.span.end as usize];
    let mut places: Vec<usize> = syntax::parse(source).tokens.iter().flat_map(ends).collect();
    places.dedup();
    places
}

/// Every source with something inserted at every end of a token, in turn one of `texts`.
fn with_inserted(texts: &[&str]) {
    for (turn, source) in sources().iter().enumerate() {
        for (at, place) in places(source).into_iter().enumerate() {
            let text = texts[(at + turn) % texts.len()];
            check(&format!("{}{text}{}", &source[..place], &source[place..]));
        }
    }
}

#[test]
fn every_deleted_doubled_or_swapped_token_is_kept_or_refused() {
    for source in sources() {
        let tokens = syntax::parse(&source).tokens;
        for (at, token) in tokens.iter().enumerate() {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            match (at % 3, tokens.get(at + 1)) {
                (0, _) => check(&format!("{}{}", &source[..start], &source[end..])),
                (1, Some(next)) => {
                    let (from, to) = (next.span.start as usize, next.span.end as usize);
                    let (one, two) = (&source[start..end], &source[from..to]);
                    check(&format!("{}{two}{}{one}{}", &source[..start], &source[end..from], &source[to..]))
                }
                _ => check(&format!("{}{}", &source[..end], &source[start..])),
            };
        }
    }
}

#[test]
fn a_comment_at_any_place_survives() {
    with_inserted(&["/* c */", " // c\n", "\n# c\n", "/* c\n   d */", "/**/ /* b */ // c\n\n\n// d\n"]);
}

#[test]
fn white_space_and_separators_at_any_place_are_layout_or_refused() {
    with_inserted(&["\n", "\r\n\r\n\t", " ", ";", ",", "\n\n\n"]);
}
