//! The one written form of a condition: no outer white space, no `{{ }}`, `==` for `===`.

use super::lexer::{continues_word, decimal, is_blank, is_long, starts_word};

/// The condition `text` as it is stored and shown: outer white space trimmed, `{{ x }}` as `x` (in parentheses unless
/// it is a name or a literal), `===` and `!==` as `==` and `!=`. Works on text that does not parse; text beyond the
/// length of an expression is trimmed only.
pub fn normalise(text: &str) -> String {
    let mut rest = text.trim_matches(is_blank);
    let special = |pair: &[u8]| matches!(pair, b"==" | b"{{");
    if is_long(rest) || !rest.as_bytes().windows(2).any(special) {
        return rest.to_owned();
    }
    let mut out = String::with_capacity(rest.len());
    while let Some(first) = rest.chars().next() {
        if matches!(first, '"' | '\'' | '`') {
            let (literal, tail) = rest.split_at_checked(quoted(rest)).unwrap_or((rest, ""));
            out.push_str(literal);
            rest = tail;
        } else if let Some(tail) = rest.strip_prefix("===") {
            out.push_str("==");
            rest = tail;
        } else if let Some(tail) = rest.strip_prefix("!==") {
            out.push_str("!=");
            rest = tail;
        } else if let Some((inner, tail)) = rest.strip_prefix("{{").and_then(braced) {
            // What stands inside may hold `===` again; it holds no braces outside texts.
            let inner = normalise(inner);
            if stands_alone(&inner) {
                out.push_str(&inner);
            } else {
                out.extend(["(", &inner, ")"]);
            }
            rest = tail;
        } else {
            out.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or("");
        }
    }
    out
}

/// Length of the quoted text that `text` begins with, to the end if it is not closed.
pub(super) fn quoted(text: &str) -> usize {
    let mut chars = text.char_indices();
    let quote = chars.next().map(|(_, c)| c);
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if Some(c) == quote {
            return at + 1;
        }
    }
    text.len()
}

/// Splits at the first `}}`; none if a brace or the end comes first.
fn braced(text: &str) -> Option<(&str, &str)> {
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        match rest.chars().next()? {
            '"' | '\'' | '`' => at += quoted(rest),
            '}' => return rest.strip_prefix("}}").and_then(|tail| Some((text.get(..at)?, tail))),
            '{' => return None,
            c => at += c.len_utf8(),
        }
    }
}

/// True for a dotted name, a number or a quoted text.
fn stands_alone(text: &str) -> bool {
    match text.chars().next() {
        None => false,
        Some('"' | '\'') => quoted(text) == text.len(),
        Some(c) if c.is_ascii_digit() => decimal(text) == text.len(),
        Some(_) => text.split('.').all(|part| part.starts_with(starts_word) && part.chars().all(continues_word)),
    }
}
