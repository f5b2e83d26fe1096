//! What formatting keeps: the machine, its findings, every comment; and that it is done after one time.

use std::iter;

use tracklight::syntax::{self, tree::Token};

use super::check::check;
use super::sources::{cases, examples, gallery};
use crate::counts;

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
fn the_gallery_is_as_format_writes_it() {
    for source in gallery() {
        assert_eq!(syntax::format(&source).unwrap(), source);
    }
}

#[test]
fn cases_keep_machine_findings_and_comments_or_are_refused() {
    let formatted = cases().iter().filter(|source| check(source)).count();
    assert!(formatted > 100, "{formatted}");
}

/// A prefix ends at every second place, in a sample at fewer.
#[test]
fn every_prefix_is_kept_or_refused() {
    let step = counts::step(2);
    for (turn, source) in sources().into_iter().enumerate() {
        for place in places(&source).into_iter().skip(turn * 2 % step).step_by(step) {
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

/// Every source with something inserted at every third end of a token, in turn one of `texts`; in a sample at fewer.
fn with_inserted(texts: &[&str]) {
    let step = counts::step(3);
    for (turn, source) in sources().iter().enumerate() {
        for (at, place) in places(source).into_iter().enumerate().filter(|(at, _)| (at + turn) % step == 0) {
            let text = texts[(at / step + turn) % texts.len()];
            check(&format!("{}{text}{}", &source[..place], &source[place..]));
        }
    }
}

/// Every second token, in a sample fewer.
#[test]
fn every_deleted_doubled_or_swapped_token_is_kept_or_refused() {
    let step = counts::step(2);
    for (turn, source) in sources().into_iter().enumerate() {
        let tokens = syntax::parse(&source).tokens;
        for (at, token) in tokens.iter().enumerate().skip(turn % step).step_by(step) {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            match (at / 2 % 3, tokens.get(at + 1)) {
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

/// How many texts of `word` and five of `parts` are formatted, each checked. A sample is counted up to all of them.
fn formatted_behind(word: &str, parts: &[&str]) -> usize {
    const LENGTH: u32 = 5;
    let text = |number: usize| -> String {
        let behind = (0..LENGTH).map(|at| parts[number / parts.len().pow(at) % parts.len()]);
        iter::once(word).chain(behind).map(|part| format!("{part} ")).collect()
    };
    let step = counts::step(1);
    (0..parts.len().pow(LENGTH)).step_by(step).filter(|number| check(&text(*number))).count() * step
}

/// It is a header or a name, by what comes next and on which line.
#[test]
fn whatever_comes_behind_the_word_machine_is_kept_or_refused() {
    let formatted = formatted_behind("machine", &["machine", "@f", "\"a\"", ",", "b", "->", ";", "\n", "// c\n"]);
    assert!(formatted > 10_000, "{formatted}");
}

/// It is an import or a name, in the same way.
#[test]
fn whatever_comes_behind_the_word_import_is_kept_or_refused() {
    let formatted = formatted_behind("import", &["import", "from", "@f", "\"a\"", ",", "*-->", "{ }", ";", "\n"]);
    assert!(formatted > 10_000, "{formatted}");
}
