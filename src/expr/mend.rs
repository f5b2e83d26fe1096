//! Conditions in the spelling of other languages, written as expressions.

use super::lexer::{continues_word, starts_word};
use super::normalise::{normalise, quoted};

/// Operators and quotes of other languages with what an expression has in their place, longer ones first. Those that
/// stand for themselves keep a shorter one from matching a part of them.
const SIGNS: &[(&str, &str)] = &[
    ("=>", ">="),
    ("=<", "<="),
    ("<>", "!="),
    ("==", "=="),
    ("!=", "!="),
    ("<=", "<="),
    (">=", ">="),
    ("=", "=="),
    ("≥", ">="),
    ("≤", "<="),
    ("≠", "!="),
    ("“", "\""),
    ("”", "\""),
    ("„", "\""),
    ("«", "\""),
    ("»", "\""),
    ("‘", "'"),
    ("’", "'"),
];

/// Words of other languages with what an expression has in their place.
const WORDS: &[(&str, &str)] =
    &[("and", "&&"), ("or", "||"), ("is", "=="), ("isnt", "!="), ("none", "null"), ("nil", "null")];

/// The text with the operators, words and quotes of other languages replaced by those of expressions: `a = 1 and b ≥ 2`
/// becomes `a == 1 && b >= 2`. The result need not parse.
pub fn mend(text: &str) -> String {
    let mut text = normalise(text);
    if let Some(inner) =
        text.strip_prefix(['“', '„', '«', '‘']).and_then(|rest| rest.strip_suffix(['”', '“', '»', '’']))
    {
        text = normalise(inner);
    }
    // A question is asked with its mark in front or behind.
    if let Some(asked) = text.strip_prefix('?').or_else(|| text.strip_suffix('?')) {
        text = normalise(asked);
    }
    if let Some(negated) = strip_word(&text, "not").filter(|rest| !rest.contains(['&', '|'])) {
        let inner = mend(negated);
        return if inner.contains(' ') { format!("!({inner})") } else { format!("!{inner}") };
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(first) = rest.chars().next() {
        let taken = if matches!(first, '"' | '\'') {
            let length = quoted(rest);
            out.push_str(rest.get(..length).unwrap_or(rest));
            length
        } else if starts_word(first) {
            let length = rest.find(|c| !continues_word(c)).unwrap_or(rest.len());
            let word = rest.get(..length).unwrap_or(rest);
            // A member or a function may have any name.
            let part = out.ends_with('.') || rest.get(length..).is_some_and(|behind| behind.starts_with(['.', '(']));
            let known = WORDS.iter().find(|(other, _)| !part && other.eq_ignore_ascii_case(word));
            out.push_str(known.map_or(word, |(_, own)| own));
            length
        } else if let Some((other, own)) = SIGNS.iter().find(|(other, _)| rest.starts_with(other)) {
            out.push_str(own);
            other.len()
        } else {
            out.push(first);
            first.len_utf8()
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    out
}

/// What follows a leading word, in any case.
fn strip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (first, rest) = text.split_at_checked(word.len())?;
    (first.eq_ignore_ascii_case(word) && rest.starts_with(char::is_whitespace)).then(|| rest.trim_start())
}
