//! What holds for every formatted text.

use std::collections::BTreeMap;

use tracklight::machine::Machine;
use tracklight::machine::canonical::{Ranges, write};
use tracklight::syntax::{
    self, quoted,
    tree::{Token, TokenKind},
};
use tracklight::text::Span;

/// The comments of a text that are part of a label or an argument there, and all others; white space at line ends is
/// not part of them.
fn comments(text: &str) -> (Vec<String>, Vec<String>) {
    let tree = syntax::parse(text);
    let inside = |span: Span| tree.verbatim.iter().any(|text| text.start <= span.start && span.end <= text.end);
    let comments =
        tree.tokens.iter().filter(|one| matches!(one.kind, TokenKind::LineComment | TokenKind::BlockComment));
    let (within, between): (Vec<_>, Vec<_>) = comments.partition(|one| inside(one.span));
    let texts = |of: Vec<&Token>| of.iter().map(|one| trimmed(tree.str(one.span))).collect();
    (texts(within), texts(between))
}

fn trimmed(text: &str) -> String {
    text.split('\n').map(str::trim_end).collect::<Vec<_>>().join("\n")
}

const OF_LAYOUT: [&str; 2] = ["missing-separator", "detached-annotation"];

/// How often each code is found, except for those that are about what the formatter mends: separators and lines.
fn codes(machine: &Machine) -> BTreeMap<&'static str, usize> {
    let mut codes = BTreeMap::new();
    for found in machine.diagnostics.iter().filter(|found| !OF_LAYOUT.contains(&found.code)) {
        *codes.entry(found.code).or_default() += 1;
    }
    codes
}

/// True if a comment stands in the middle of a line, or a word touches the string in front of it: Format moves the one
/// and parts the other.
fn is_respaced(source: &str) -> bool {
    let respaced = |pair: &[Token]| match pair {
        [one, next] if one.kind == TokenKind::BlockComment => !one.first_on_line && !next.first_on_line,
        [one, next] if one.kind == TokenKind::String && next.kind == TokenKind::Ident => {
            one.span.end == next.span.start
        }
        _ => false,
    };
    syntax::parse(source).tokens.windows(2).any(respaced)
}

/// Formats a text if it can be, and checks what holds for every result. True if it was formatted.
pub fn check(source: &str) -> bool {
    let formatted = match syntax::format(source) {
        Ok(formatted) => formatted,
        Err(refusal) => {
            let found = syntax::parse(source).diagnostics;
            assert!(found.contains(&*refusal.error), "{source}");
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
        let (mut after, mut before) = (codes(&after), codes(&before));
        let quotes = |text: &str| text.matches('"').count();
        let gets_quotes = quotes(&formatted) > quotes(source);
        if gets_quotes {
            // It is no part of a hyphenated name any more.
            let kept = after.get("hyphenated-name").copied().unwrap_or(0);
            before.entry("hyphenated-name").and_modify(|times| *times = (*times).min(kept));
        }
        if gets_quotes || is_respaced(source) {
            // Whether words look like a condition depends on what stands beside them and in between.
            before.remove("condition-as-label");
            after.remove("condition-as-label");
        }
        before.retain(|_, times| *times > 0);
        assert_eq!(after, before, "the findings change\n{source}\n→\n{formatted}");
    }
    // Those of a label stay where they are, those between two items may move behind it: each kind keeps its own order.
    let ((inside, between), (inside_after, between_after)) = (comments(source), comments(&formatted));
    assert_eq!(between_after, between, "the comments change\n{source}\n→\n{formatted}");
    // A label that needs quotes holds its comments as text, where white space counts as one space.
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let written = plain(&formatted);
    let mut after = inside_after.into_iter().peekable();
    for text in inside {
        let kept = after.next_if_eq(&text).is_some() || written.contains(quoted(&plain(&text)).trim_matches('"'));
        assert!(kept, "the comment {text} is lost\n{source}\n→\n{formatted}");
    }
    assert_eq!(after.next(), None, "there are more comments\n{source}\n→\n{formatted}");
    assert!(formatted.is_empty() || formatted.ends_with('\n'));
    assert!(!formatted.starts_with('\n') && !formatted.ends_with("\n\n"));
    true
}
