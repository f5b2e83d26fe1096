//! JSON that remembers the order of its keys.
//!
//! Values have no key order, but the order of a schema's `properties` is the order of the fields, so schemas
//! are read from this. It comes from a JSON text, from a value written in a machine, or from a [`Value`] (then
//! the order is by code point).

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::Chars;
use std::sync::Arc;

use super::types::name_text;
use crate::json::{ToJson, Writer};
use crate::syntax::tree::{Attribute, Tree, Val, ValKind};
use crate::value::{MAX_DEPTH, Map, Value};

/// One JSON value with its keys in order.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// A scalar.
    Leaf(Value),
    /// A list.
    List(Vec<Json>),
    /// A map; every key once.
    Map(Vec<(Arc<str>, Json)>),
}

impl Json {
    /// The value at a key.
    pub fn get(&self, key: &str) -> Option<&Json> {
        let Json::Map(entries) = self else { return None };
        entries.iter().find(|(name, _)| &**name == key).map(|(_, value)| value)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Json> {
        let Json::Map(entries) = self else { return None };
        entries.iter_mut().find(|(name, _)| &**name == key).map(|(_, value)| value)
    }

    /// The value, without the order of keys.
    pub fn to_value(&self) -> Value {
        match self {
            Json::Leaf(value) => value.clone(),
            Json::List(items) => items.iter().map(Json::to_value).collect(),
            Json::Map(entries) => entries.iter().map(|(key, value)| (&**key, value.to_value())).collect(),
        }
    }

    /// The same with its keys in the order of `like`, as far as that has them; others follow.
    pub fn in_order_of(self, like: &Json) -> Json {
        match (self, like) {
            (Json::Map(mut entries), Json::Map(known)) => {
                let places: HashMap<&str, usize> =
                    known.iter().enumerate().map(|(at, (key, _))| (&**key, at)).collect();
                let place = |key: &str| places.get(key).copied();
                entries.sort_by_key(|(key, _)| place(key).unwrap_or(known.len()));
                let inside = |(key, value): (Arc<str>, Json)| {
                    let like = place(&key).and_then(|at| known.get(at));
                    let value = match like {
                        Some((_, like)) => value.in_order_of(like),
                        None => value,
                    };
                    (key, value)
                };
                Json::Map(entries.into_iter().map(inside).collect())
            }
            (Json::List(items), Json::List(known)) => {
                let mut known = known.iter();
                let inside = |item: Json| match known.next() {
                    Some(like) => item.in_order_of(like),
                    None => item,
                };
                Json::List(items.into_iter().map(inside).collect())
            }
            (json, _) => json,
        }
    }

    /// A value written in a machine.
    pub fn from_val(tree: &Tree, value: &Val) -> Json {
        match &value.kind {
            ValKind::List(items) => Json::List(items.iter().map(|item| Json::from_val(tree, item)).collect()),
            ValKind::Map(entries) => {
                let entries = entries
                    .iter()
                    .filter_map(|entry| Some((entry.key.text.clone(), Json::from_val(tree, entry.value.as_ref()?))));
                Json::Map(last_of_equals(entries))
            }
            _ => Json::Leaf(literal_value(tree, value)),
        }
    }

    /// Reads a JSON text; `None` if it is none, or nests more than [`MAX_DEPTH`] deep.
    pub fn parse(text: &str) -> Option<Json> {
        Json::parse_to(text, MAX_DEPTH)
    }

    /// The same for a text that nests at most `depth` deep.
    pub fn parse_to(text: &str, depth: usize) -> Option<Json> {
        let mut parser = Parser { rest: text.chars().peekable(), depth };
        let value = parser.value(0)?;
        parser.blanks();
        parser.rest.peek().is_none().then_some(value)
    }
}

impl ToJson for Json {
    fn write(&self, out: &mut Writer) {
        match self {
            Json::Leaf(value) => value.write(out),
            Json::List(items) => out.list(items),
            Json::Map(entries) => out.object(|object| {
                for (key, value) in entries {
                    object.entry(key, value);
                }
            }),
        }
    }
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Json {
        match value {
            Value::List(items) => Json::List(items.iter().map(Json::from).collect()),
            Value::Map(fields) => {
                Json::Map(fields.iter().map(|(key, value)| (key.clone(), Json::from(value))).collect())
            }
            leaf => Json::Leaf(leaf.clone()),
        }
    }
}

/// Entries with every key once, at its first place and with its last value.
fn last_of_equals(entries: impl Iterator<Item = (Arc<str>, Json)>) -> Vec<(Arc<str>, Json)> {
    let mut places: HashMap<Arc<str>, usize> = HashMap::new();
    let mut kept: Vec<(Arc<str>, Json)> = Vec::new();
    for (key, value) in entries {
        let place = *places.entry(key.clone()).or_insert(kept.len());
        match kept.get_mut(place) {
            Some(entry) => entry.1 = value,
            None => kept.push((key, value)),
        }
    }
    kept
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
    /// How deep values may nest.
    depth: usize,
}

impl Parser<'_> {
    fn blanks(&mut self) {
        while self.rest.next_if(|c| matches!(c, ' ' | '\t' | '\n' | '\r')).is_some() {}
    }

    /// Steps over `c` and the blanks before it.
    fn take(&mut self, c: char) -> Option<()> {
        self.blanks();
        self.rest.next_if_eq(&c).map(|_| ())
    }

    fn value(&mut self, depth: usize) -> Option<Json> {
        if depth > self.depth {
            return None;
        }
        self.blanks();
        match *self.rest.peek()? {
            '{' => {
                let entries = self.sequence('{', '}', |parser| {
                    parser.blanks();
                    let key = parser.string()?;
                    parser.take(':')?;
                    Some((Arc::from(key), parser.value(depth + 1)?))
                })?;
                Some(Json::Map(last_of_equals(entries.into_iter())))
            }
            '[' => Some(Json::List(self.sequence('[', ']', |parser| parser.value(depth + 1))?)),
            '"' => Some(Json::Leaf(self.string()?.into())),
            'a'..='z' => match self.run(|c| c.is_ascii_lowercase()).as_str() {
                "true" => Some(Json::Leaf(Value::Bool(true))),
                "false" => Some(Json::Leaf(Value::Bool(false))),
                "null" => Some(Json::Leaf(Value::Null)),
                _ => None,
            },
            _ => {
                let number = self.run(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E'));
                let value = crate::number::parse(&number)?;
                (is_number(&number) && value.is_finite()).then_some(Json::Leaf(Value::Num(value)))
            }
        }
    }

    fn run(&mut self, belongs: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(c) = self.rest.next_if(|c| belongs(*c)) {
            text.push(c);
        }
        text
    }

    /// `open`, parts with commas between them, `close`.
    fn sequence<T>(&mut self, open: char, close: char, mut part: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.take(open)?;
        let mut parts = Vec::new();
        if self.take(close).is_some() {
            return Some(parts);
        }
        loop {
            parts.push(part(self)?);
            if self.take(close).is_some() {
                return Some(parts);
            }
            self.take(',')?;
        }
    }

    fn string(&mut self) -> Option<String> {
        self.rest.next_if_eq(&'"')?;
        let mut text = String::new();
        loop {
            match self.rest.next()? {
                '"' => return Some(text),
                '\\' => text.push(self.escape()?),
                c if c < ' ' => return None,
                c => text.push(c),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        Some(match self.rest.next()? {
            c @ ('"' | '\\' | '/') => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.hex()?;
                if !(0xd800..0xdc00).contains(&first) {
                    return char::from_u32(first);
                }
                self.rest.next_if_eq(&'\\')?;
                self.rest.next_if_eq(&'u')?;
                let second = self.hex()?.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
                return char::from_u32(0x10000 + ((first - 0xd800) << 10) + second);
            }
            _ => return None,
        })
    }

    fn hex(&mut self) -> Option<u32> {
        let mut code = 0;
        for _ in 0..4 {
            code = code * 16 + self.rest.next()?.to_digit(16)?;
        }
        Some(code)
    }
}

/// The grammar of JSON numbers, which is narrower than what Rust reads.
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}

/// The value a written value means. A bare name is its text, `true`, `false` and `null` aside; entries of a
/// map without value are left out, of equal keys the last wins.
pub fn literal_value(tree: &Tree, value: &Val) -> Value {
    match &value.kind {
        ValKind::Str(text) | ValKind::Word(text) | ValKind::External(text) | ValKind::Raw(text) => {
            Value::Str(text.clone())
        }
        ValKind::Num(number) => Value::Num(*number),
        ValKind::Name(name) => match name_text(tree, name).as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "null" => Value::Null,
            text => Value::from(text),
        },
        ValKind::List(items) => items.iter().map(|item| literal_value(tree, item)).collect(),
        ValKind::Map(entries) => {
            let entry = |entry: &Attribute| Some((entry.key.text.clone(), literal_value(tree, entry.value.as_ref()?)));
            Value::from(entries.iter().filter_map(entry).collect::<Map>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_texts_keep_the_order_of_keys() {
        let json = Json::parse(r#" {"b":[1,-2.5e1,"A\ud83c\udf0a\n"],"a":{"x":null,"x":true}} "#).unwrap();
        let Json::Map(entries) = &json else { panic!("no map") };
        assert_eq!(entries.iter().map(|(key, _)| &**key).collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(json.to_value().to_json(), r#"{"a":{"x":true},"b":[1,-25,"A🌊\n"]}"#);
    }

    #[test]
    fn what_is_no_json_is_refused() {
        let deep = "[".repeat(100_000);
        for text in ["", "{", "{a:1}", "[1,]", "01", "1.", "+1", "nul", "\"\\x\"", "\"\\ud800\"", "1 2", "1e999", &deep]
        {
            assert_eq!(Json::parse(text), None, "{}", text.get(..5).unwrap_or(text));
        }
    }
}
