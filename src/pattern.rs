//! Text patterns of `@pattern`, JSON Schema and `matches`: one small dialect, matched in linear time.
//!
//! The dialect is what JavaScript, JSON Schema and this crate agree on: literals, `.`, classes, `\d \w \s` and their
//! capitals (ASCII), escaped punctuation, `\t \n \r \uXXXX`, `^ $ \b`, groups, `|` and counted or lazy repetition.
//! Everything else (look-around, back-references, flags, Unicode classes) is refused with a reason. A pattern is
//! rewritten for the matcher while it is checked, so nothing of the matcher's own syntax can slip through.

use std::iter::Peekable;
use std::str::Chars;
use std::sync::Arc;

use regex_lite::{Regex, RegexBuilder};

/// Characters a pattern may have.
pub const MAX_CHARS: usize = 1_000;
/// Largest bound of a counted repetition.
const MAX_BOUND: u32 = 1_000;
/// Steps of a pattern with its counted repetitions written out. Keeps `(a{1000}){1000}` from filling the memory.
const MAX_WEIGHT: u32 = 20_000;
/// Groups inside groups; the matcher's own parser goes one deeper for each.
const MAX_GROUPS: usize = 40;

/// A checked pattern.
///
/// ```
/// let pattern = tracklight::pattern::compile("^[A-Z]\\w{2,}$").unwrap();
/// assert!(pattern.is_match("Ada"));
/// assert!(tracklight::pattern::compile("(?=a)").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Pattern {
    source: Arc<str>,
    regex: Regex,
    weight: u32,
}

impl Pattern {
    /// True if the pattern is found anywhere in `text`.
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// The pattern as it was written.
    pub fn source(&self) -> &Arc<str> {
        &self.source
    }

    /// The pattern's size with counted repetitions written out, at least 1: matching costs at most this per character.
    pub fn weight(&self) -> u32 {
        self.weight
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

/// Checks a pattern and makes it ready for matching. The error says what the dialect does not have.
pub fn compile(source: &str) -> Result<Pattern, String> {
    if source.chars().nth(MAX_CHARS).is_some() {
        return Err(format!("the pattern is longer than {MAX_CHARS} characters"));
    }
    let mut rewrite = Rewrite { input: source.chars().peekable(), out: String::new(), weight: 1, last: None };
    rewrite.pattern()?;
    let Rewrite { out, weight, .. } = rewrite;
    let regex = RegexBuilder::new(&out).build().map_err(|error| error.to_string())?;
    Ok(Pattern { source: source.into(), regex, weight })
}

struct Rewrite<'a> {
    input: Peekable<Chars<'a>>,
    out: String,
    /// Weight of the innermost open group so far.
    weight: u32,
    /// Weight of what a repetition mark would repeat.
    last: Option<u32>,
}

impl Rewrite<'_> {
    fn pattern(&mut self) -> Result<(), String> {
        let mut groups: Vec<u32> = Vec::new();
        while let Some(c) = self.input.next() {
            match c {
                '(' => {
                    if self.input.next_if_eq(&'?').is_some() && self.input.next_if_eq(&':').is_none() {
                        return Err("only `(…)` and `(?:…)` groups are supported".to_owned());
                    }
                    if groups.len() >= MAX_GROUPS {
                        return Err("groups are nested too deeply".to_owned());
                    }
                    groups.push(self.weight);
                    (self.weight, self.last) = (1, None);
                    self.out.push_str("(?:");
                }
                ')' => {
                    let outer = groups.pop().ok_or("`)` without `(`")?;
                    let inner = std::mem::replace(&mut self.weight, outer);
                    self.out.push(')');
                    self.atom(inner)?;
                }
                '|' => {
                    (self.weight, self.last) = (self.weight + 1, None);
                    self.out.push('|');
                }
                '^' | '$' => self.assertion(c.encode_utf8(&mut [0; 4])),
                '.' => {
                    self.out.push('.');
                    self.atom(1)?;
                }
                '[' => self.class()?,
                '\\' => self.escape()?,
                '*' | '+' | '?' => {
                    self.out.push(c);
                    self.repeat(c, 1)?;
                }
                '{' => self.counted()?,
                ']' | '}' => return Err(format!("`{c}` must be written `\\{c}`")),
                c => self.literal(c)?,
            }
        }
        if groups.is_empty() { Ok(()) } else { Err("`(` is not closed".to_owned()) }
    }

    fn assertion(&mut self, text: &str) {
        self.out.push_str(text);
        (self.weight, self.last) = (self.weight + 1, None);
    }

    fn literal(&mut self, c: char) -> Result<(), String> {
        push_literal(&mut self.out, c);
        self.atom(1)
    }

    fn atom(&mut self, weight: u32) -> Result<(), String> {
        self.last = Some(weight);
        self.grow(weight)
    }

    fn grow(&mut self, weight: u32) -> Result<(), String> {
        self.weight = self.weight.saturating_add(weight);
        if self.weight > MAX_WEIGHT { Err("the repetitions make the pattern too large".to_owned()) } else { Ok(()) }
    }

    fn repeat(&mut self, mark: char, times: u32) -> Result<(), String> {
        let weight = self.last.take().ok_or_else(|| format!("nothing to repeat before `{mark}`"))?;
        if self.input.next_if_eq(&'?').is_some() {
            self.out.push('?');
        }
        self.grow((weight + 1).saturating_mul(times.max(1)) - weight)
    }

    /// `{m}`, `{m,}` or `{m,n}`, after the brace.
    fn counted(&mut self) -> Result<(), String> {
        let least = self.bound()?;
        let most = match self.input.next_if_eq(&',') {
            None => Some(least),
            Some(_) if self.input.peek() == Some(&'}') => None,
            Some(_) => Some(self.bound()?),
        };
        if self.input.next() != Some('}') {
            return Err("write a literal `{` as `\\{`".to_owned());
        }
        if most.is_some_and(|most| most < least) {
            return Err(format!("the bounds of `{{{least},{}}}` are reversed", most.unwrap_or(0)));
        }
        self.out.push_str(&format!("{{{least},"));
        if let Some(most) = most {
            self.out.push_str(&most.to_string());
        }
        self.out.push('}');
        self.repeat('{', most.unwrap_or(least + 1))
    }

    fn bound(&mut self) -> Result<u32, String> {
        let mut bound = None;
        while let Some(digit) = self.input.peek().and_then(|c| c.to_digit(10)) {
            self.input.next();
            let grown = bound.unwrap_or(0) * 10 + digit;
            if grown > MAX_BOUND {
                return Err(format!("repetition counts cannot exceed {MAX_BOUND}"));
            }
            bound = Some(grown);
        }
        bound.ok_or_else(|| "write a literal `{` as `\\{`".to_owned())
    }

    fn escape(&mut self) -> Result<(), String> {
        match self.escaped()? {
            Escape::Char(c) => self.literal(c),
            Escape::Class(c) => {
                self.out.extend(['\\', c]);
                self.atom(1)
            }
            Escape::Boundary => {
                self.assertion("\\b");
                Ok(())
            }
        }
    }

    /// What stands after a backslash.
    fn escaped(&mut self) -> Result<Escape, String> {
        let c = self.input.next().ok_or("`\\` at the end of the pattern")?;
        Ok(match c {
            'd' | 'w' | 's' | 'D' | 'W' | 'S' => Escape::Class(c),
            'b' => Escape::Boundary,
            't' => Escape::Char('\t'),
            'n' => Escape::Char('\n'),
            'r' => Escape::Char('\r'),
            'u' => Escape::Char(self.unicode()?),
            c if c.is_ascii_punctuation() => Escape::Char(c),
            c => return Err(format!("`\\{c}` is not supported")),
        })
    }

    /// The character of `\uXXXX`, or of a surrogate pair written as two of them.
    fn unicode(&mut self) -> Result<char, String> {
        let first = self.unit()?;
        let paired = (0xD800..0xDC00).contains(&first)
            && self.input.next_if_eq(&'\\').is_some()
            && self.input.next_if_eq(&'u').is_some();
        let second = if paired { Some(self.unit()?) } else { None };
        let decoded = char::decode_utf16([first].into_iter().chain(second)).next();
        decoded.and_then(Result::ok).ok_or_else(|| format!("`\\u{first:04X}` is half of a surrogate pair"))
    }

    /// Four hex digits.
    fn unit(&mut self) -> Result<u16, String> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.input.next().and_then(|c| c.to_digit(16)).ok_or("`\\u` needs 4 hex digits")?;
            unit = unit << 4 | digit as u16;
        }
        Ok(unit)
    }

    /// A class, after its `[`.
    fn class(&mut self) -> Result<(), String> {
        self.out.push('[');
        if self.input.next_if_eq(&'^').is_some() {
            self.out.push('^');
        }
        if self.input.peek() == Some(&']') {
            return Err("a character class cannot be empty".to_owned());
        }
        let mut weight = 1;
        while let Some(first) = self.member()? {
            weight += 1;
            let Escape::Char(low) = first else {
                if let Escape::Class(c) = first {
                    self.out.extend(['\\', c]);
                }
                continue;
            };
            // A `-` makes a range unless the class ends behind it.
            let mut ahead = self.input.clone();
            let ranged = ahead.next() == Some('-') && ahead.next().is_some_and(|c| c != ']');
            push_literal(&mut self.out, low);
            if ranged {
                self.input.next();
                match self.member()? {
                    Some(Escape::Char(high)) if low <= high => {
                        self.out.push('-');
                        push_literal(&mut self.out, high);
                    }
                    _ => return Err(format!("the range from `{low}` is reversed")),
                }
            }
        }
        self.out.push(']');
        self.atom(weight)
    }

    /// The next member of a class; none at its end.
    fn member(&mut self) -> Result<Option<Escape>, String> {
        Ok(Some(match self.input.next().ok_or("`[` is not closed")? {
            ']' => return Ok(None),
            '\\' => match self.escaped()? {
                Escape::Boundary => return Err("`\\b` is not supported in a character class".to_owned()),
                escape => escape,
            },
            c => Escape::Char(c),
        }))
    }
}

enum Escape {
    Char(char),
    Class(char),
    Boundary,
}

/// Letters, digits and everything beyond ASCII stand for themselves; the rest is written by number.
fn push_literal(out: &mut String, c: char) {
    if c.is_ascii_alphanumeric() || !c.is_ascii() {
        out.push(c);
    } else {
        out.push_str(&format!("\\x{:02x}", c as u32));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dialect_matches_unanchored_and_ascii() {
        for (pattern, text, found) in [
            ("b+", "abba", true),
            ("^b", "abba", false),
            ("^A.*n$", "Ann", true),
            ("^\\d{3}$", "٣٣٣", false),
            ("\\bcat\\b", "a cat.", true),
            ("[^\\s-]", " - ", false),
            ("[a-c&&x]", "&", true),
            ("[[a]", "[", true),
            ("[\\]\\u0041]", "A", true),
            ("\\uD83C\\uDF0A", "🌊", true),
            ("^(?:a|b){2,3}?$", "aba", true),
            ("^[\\w.-]+$", "a.b-c", true),
            ("a b#c", "a b#c", true),
            ("^(a|)$", "", true),
            ("x{0}", "", true),
            ("\\.\\*\\/", ".*/", true),
        ] {
            let compiled = compile(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
            assert_eq!(compiled.is_match(text), found, "{pattern} in {text}");
        }
    }

    #[test]
    fn what_is_outside_the_dialect_is_refused() {
        for pattern in [
            "(?=a)",
            "(?!a)",
            "(?<n>a)",
            "(?i)a",
            "(a)\\1",
            "\\p{L}",
            "\\x41",
            "\\B",
            "\\A",
            "[\\b]",
            "[]",
            "[^]",
            "[z-a]",
            "[a-\\d]",
            "*a",
            "a**",
            "a{2}{3}",
            "^*",
            "(",
            ")",
            "a{",
            "a{1",
            "a{2,1}",
            "a{1001}",
            "a]",
            "}",
            "\\",
            "\\u12",
            "\\uD800",
            "\\uD800\\u0041",
            "[a",
            "(a{1000}){1000}",
            "((((a{0}){1000}){1000}){1000}){1000}",
        ] {
            assert!(compile(pattern).is_err(), "{pattern}");
        }
        assert!(compile(&"a".repeat(1_001)).is_err());
        assert!(compile(&"(".repeat(900)).is_err());
        assert!(compile(&"a".repeat(1_000)).is_ok());
        assert!(compile(&format!("{}a{}", "(".repeat(40), ")*".repeat(40))).is_ok());
    }
}
