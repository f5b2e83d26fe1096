//! The text of a reference into a context, taken apart: `Sample.spot.lat`, `Sample.species[0]`, `Cart["odd key"]`.

use std::sync::Arc;

/// The most steps of a walk: deeper than any value that may be stored, and shallow enough for recursion.
pub const MAX_STEPS: usize = 128;

/// One step of a walk into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `.name` or `["name"]`
    Key(Arc<str>),
    /// `[0]`
    Index(usize),
}

/// Steps with a mark for those in brackets; the error is a UTF-8 offset.
pub fn split(text: &str) -> Result<Vec<(Step, bool)>, usize> {
    let mut steps = Vec::new();
    let mut rest = text;
    let at = |rest: &str| text.len() - rest.len();
    loop {
        let first = steps.is_empty();
        if let Some(inner) = rest.strip_prefix('[').filter(|_| !first) {
            if inner.starts_with('"') {
                let (key, after) = json_string(inner).ok_or(at(rest))?;
                steps.push((Step::Key(key.into()), true));
                rest = after.strip_prefix(']').ok_or(at(after))?;
            } else {
                let (digits, after) = inner.split_once(']').ok_or(at(rest))?;
                let plain = digits.chars().all(|c| c.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
                let index = digits.parse().ok().filter(|_| plain).ok_or(at(inner))?;
                steps.push((Step::Index(index), true));
                rest = after;
            }
        } else {
            let inner = if first { rest } else { rest.strip_prefix('.').ok_or(at(rest))? };
            let end = inner.find(['.', '[']).unwrap_or(inner.len());
            let (name, after) = inner.split_at_checked(end).ok_or(at(inner))?;
            let mut letters = name.chars();
            let named = letters.next().is_some_and(|c| c == '_' || unicode_ident::is_xid_start(c))
                && letters.all(unicode_ident::is_xid_continue);
            if !named {
                return Err(at(inner));
            }
            steps.push((Step::Key(name.into()), false));
            rest = after;
        }
        if rest.is_empty() {
            return Ok(steps);
        }
    }
}

/// A JSON string at the start of `text`, and what follows it.
fn json_string(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((value, text.get(at + 1..)?)),
            '\\' => match chars.next()?.1 {
                'n' => value.push('\n'),
                't' => value.push('\t'),
                'r' => value.push('\r'),
                'b' => value.push('\u{8}'),
                'f' => value.push('\u{c}'),
                'u' => {
                    let digits: String = (0..4).map_while(|_| chars.next().map(|(_, c)| c)).collect();
                    value.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?).unwrap_or('\u{fffd}'));
                }
                other => value.push(other),
            },
            c => value.push(c),
        }
    }
    None
}
