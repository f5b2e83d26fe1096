//! JSON Pointers: how they are made, and what they lead to in a value as it is written.

use crate::syntax::tree::{Val, ValKind};
use crate::text::Span;

/// Appends a key to a JSON Pointer.
pub(super) fn push_key(pointer: &mut String, key: &str) {
    pointer.push('/');
    for c in key.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            c => pointer.push(c),
        }
    }
}

/// The JSON Pointer `pointer` with a key appended.
pub fn joined(pointer: &str, key: &str) -> String {
    let mut pointer = pointer.to_owned();
    push_key(&mut pointer, key);
    pointer
}

/// A key as it is, of a part of a JSON Pointer.
pub fn unescaped(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

/// The value at a JSON Pointer inside a written value.
pub fn value_at<'a>(value: &'a Val, pointer: &str) -> Option<&'a Val> {
    let mut at = value;
    for key in pointer.split('/').skip(1) {
        let key = unescaped(key);
        at = match &at.kind {
            ValKind::Map(entries) => {
                let mut found = entries.iter().rev().filter(|entry| *entry.key.text == *key);
                found.find_map(|entry| entry.value.as_ref())?
            }
            ValKind::List(items) => items.get(key.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(at)
}

/// The key a JSON Pointer ends at, in a value written as a map.
pub fn key_span(value: &Val, pointer: &str) -> Option<Span> {
    let (parent, last) = pointer.rsplit_once('/')?;
    let key = unescaped(last);
    let holder = value_at(value, parent)?;
    match &holder.kind {
        ValKind::Map(entries) => entries.iter().rev().find(|entry| *entry.key.text == *key).map(|entry| entry.key.span),
        ValKind::List(items) => items.get(key.parse::<usize>().ok()?).map(|item| item.span),
        _ => None,
    }
}
