//! Checking a value: every violation, depth first, in a fixed order.
//!
//! On one value: kind, members, constant, then the rules of its kind; children last. A wrong kind ends the
//! checks on that value only. Unchecked values are walked too, because a number that is not finite has no
//! place in a context wherever it stands.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::format::fits_format;
use super::pointer::push_key;
use super::violation::quote;
use super::{ANY, Kind, MAX_BYTES, MAX_DEPTH, MAX_VIOLATIONS, Report, Rest, Schema, Violation};
use crate::number;
use crate::value::{Map, Value};

/// Whether the value has to be complete at its top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Required fields must be there.
    Whole,
    /// A write: top-level fields may be missing, nested ones may not.
    Fields,
}

/// How many of the problems the caller wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Everything, up to [`MAX_VIOLATIONS`], the rest counted.
    All,
    /// Only the first violation.
    First,
}

impl Schema {
    /// Everything that is wrong with `value`, in order.
    pub fn validate(&self, value: &Value, scope: Scope, amount: Amount) -> Report {
        let mut check = Check { place: Vec::new(), report: Report::default(), amount };
        match value {
            Value::Map(_) => check.node(self, value, scope),
            _ if check.too_big(value) => {}
            _ => check.node(self, value, scope),
        }
        check.report
    }

    /// Everything that is wrong with the fields of a write: the declared ones in the order of their declaration, then
    /// the others by code point. As [`Schema::validate`] with [`Scope::Fields`], without looking for each field.
    pub fn validate_fields(&self, written: &[(Arc<str>, Value)]) -> Report {
        if self.kind != Some(Kind::Object) || self.members.is_some() || self.constant.is_some() {
            let whole = Value::from(written.iter().cloned().collect::<Map>());
            return self.validate(&whole, Scope::Fields, Amount::All);
        }
        let mut check = Check { place: Vec::new(), report: Report::default(), amount: Amount::All };
        let mut rest = written;
        for field in self.fields() {
            if let [(name, value), after @ ..] = rest
                && *name == field.name
            {
                check.child(&field.schema, name, value);
                rest = after;
            }
        }
        rest.iter().for_each(|(name, value)| check.other(self, name, value));
        check.report
    }
}

/// A step from a value to one inside it.
#[derive(Clone, Copy)]
enum Part<'a> {
    Key(&'a str),
    Item(usize),
}

struct Check<'a> {
    /// Where the value stands that is looked at. Only a violation is told its pointer.
    place: Vec<Part<'a>>,
    report: Report,
    amount: Amount,
}

impl<'a> Check<'a> {
    fn done(&self) -> bool {
        self.amount == Amount::First && !self.report.is_empty()
    }

    /// One more violation, given its pointer; it is only made while there is room for it.
    fn add(&mut self, make: impl FnOnce(String) -> Violation) {
        if self.done() {
            return;
        }
        if self.report.violations.len() < MAX_VIOLATIONS {
            let mut pointer = String::new();
            for part in &self.place {
                match part {
                    Part::Key(key) => push_key(&mut pointer, key),
                    Part::Item(at) => push_key(&mut pointer, &at.to_string()),
                }
            }
            self.report.violations.push(make(pointer));
        } else {
            self.report.dropped += 1;
        }
    }

    /// One more violation from message, expected and actual.
    fn fail<E, A>(&mut self, code: &'static str, words: impl FnOnce() -> (String, E, A))
    where
        E: Into<Value>,
        A: Into<Value>,
    {
        self.add(|pointer| {
            let (message, expected, actual) = words();
            Violation::new(pointer, code, message, expected, actual)
        });
    }

    /// Runs `inside` one step further in.
    fn within(&mut self, part: Part<'a>, inside: impl FnOnce(&mut Self)) {
        self.place.push(part);
        inside(self);
        self.place.pop();
    }

    /// True if the value is too deep or too large to check, which is then already reported.
    fn too_big(&mut self, value: &Value) -> bool {
        let mut most = 0;
        let depth = measure(value, &mut most);
        if depth > MAX_DEPTH {
            self.fail("too-deep", || (format!("{depth} levels deep; at most {MAX_DEPTH} allowed"), MAX_DEPTH, depth));
            return true;
        }
        let bytes = if most > MAX_BYTES { json_bytes(value) } else { 0 };
        if bytes > MAX_BYTES {
            self.fail("too-large", || {
                (format!("{bytes} bytes of JSON; at most {MAX_BYTES} allowed"), MAX_BYTES, bytes)
            });
        }
        bytes > MAX_BYTES
    }

    fn node(&mut self, schema: &'a Schema, value: &'a Value, scope: Scope) {
        if self.done() || !self.kind(schema, value) {
            return;
        }
        if let Some(members) = &schema.members
            && !members.contains(value)
        {
            self.fail("enum-mismatch", || {
                let list: Vec<String> = members.iter().map(quote).collect();
                let message = format!("expected one of {}, got {}", list.join(", "), quote(value));
                (message, members.iter().cloned().collect::<Value>(), value.clone())
            });
        }
        if let Some(constant) = &schema.constant
            && constant != value
        {
            self.fail("const-mismatch", || {
                let message = format!("expected {}, got {}", quote(constant), quote(value));
                (message, constant.clone(), value.clone())
            });
        }
        match value {
            Value::Str(text) => self.text(schema, text, value),
            Value::Num(number) => self.number(schema, *number),
            Value::List(items) => self.list(schema, items),
            Value::Map(fields) => self.object(schema, fields, scope),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn kind(&mut self, schema: &Schema, value: &Value) -> bool {
        let finite = value.as_num().is_none_or(f64::is_finite);
        let fits = match (schema.kind, value) {
            (None, _) => true,
            (Some(_), Value::Null) if schema.nullable => true,
            (Some(Kind::Integer), Value::Num(number)) => number.fract() == 0.0,
            (Some(kind), value) => kind.takes(Kind::of(value)),
        };
        if finite && fits {
            return true;
        }
        self.fail("type-mismatch", || {
            let expected = match schema.kind {
                None if !finite => Kind::Number.word().to_owned(),
                _ => schema.kind_words(),
            };
            let shown = match value {
                Value::Num(number) if !finite => format!(" {number}"),
                Value::Null | Value::List(_) | Value::Map(_) => String::new(),
                scalar => format!(" {}", quote(scalar)),
            };
            (format!("expected {expected}, got {}{shown}", value.kind()), expected, value.kind())
        });
        false
    }

    fn text(&mut self, schema: &Schema, text: &str, value: &Value) {
        let rules = &schema.text;
        if rules.min_length.is_some() || rules.max_length.is_some() {
            let length = text.chars().count();
            if let Some(bound) = rules.min_length.filter(|bound| length < *bound) {
                self.fail("min-length", || (format!("length {length} is less than {bound}"), bound, length));
            }
            if let Some(bound) = rules.max_length.filter(|bound| length > *bound) {
                self.fail("max-length", || (format!("length {length} is more than {bound}"), bound, length));
            }
        }
        if let Some(pattern) = rules.pattern.as_ref().filter(|pattern| !pattern.0.is_match(text)) {
            self.fail("pattern-mismatch", || {
                let source = Value::from(pattern.0.source().clone());
                (format!("{} does not match {}", quote(value), quote(&source)), source, value.clone())
            });
        }
        if let Some(name) = rules.format.as_ref().filter(|name| !fits_format(name, text)) {
            let message = || format!("{} is not a valid {name}", quote(value));
            self.fail("format-mismatch", || (message(), name.clone(), value.clone()));
        }
    }

    fn number(&mut self, schema: &Schema, value: f64) {
        let rules = &schema.number;
        let lower = |bound: &f64| value < *bound;
        let mut bound = |limit: Option<f64>, code: &'static str, words: &str| {
            if let Some(limit) = limit {
                let message = || format!("{} {words} {}", quote(&value.into()), quote(&limit.into()));
                self.fail(code, || (message(), limit, value));
            }
        };
        bound(rules.minimum.filter(lower), "minimum", "is less than");
        bound(rules.exclusive_minimum.filter(|least| value <= *least), "exclusive-minimum", "is not more than");
        bound(rules.maximum.filter(|most| value > *most), "maximum", "is more than");
        bound(rules.exclusive_maximum.filter(|most| value >= *most), "exclusive-maximum", "is not less than");
        bound(rules.multiple_of.filter(|step| !is_multiple(value, *step)), "multiple-of", "is not a multiple of");
    }

    fn list(&mut self, schema: &'a Schema, items: &'a im::Vector<Value>) {
        let rules = &schema.list;
        let count = items.len();
        if let Some(bound) = rules.min_items.filter(|bound| count < *bound) {
            self.fail("min-items", || {
                (format!("{count} item{}, at least {bound} needed", plural(count)), bound, count)
            });
        }
        if let Some(bound) = rules.max_items.filter(|bound| count > *bound) {
            self.fail("max-items", || {
                (format!("{count} item{}, at most {bound} allowed", plural(count)), bound, count)
            });
        }
        if rules.unique_items
            && let Some((first, again, item)) = first_repeat(items)
        {
            self.within(Part::Item(again), |check| {
                let message = || format!("item {again} repeats item {first}");
                check.fail("unique-items", || (message(), "unique items", item.clone()));
            });
        }
        let each = rules.items.as_deref().unwrap_or(&ANY);
        for (at, item) in items.iter().enumerate() {
            if self.done() {
                return;
            }
            self.within(Part::Item(at), |check| check.node(each, item, Scope::Whole));
        }
    }

    fn child(&mut self, schema: &'a Schema, name: &'a str, value: &'a Value) {
        if self.done() {
            return;
        }
        let top = self.place.is_empty();
        self.within(Part::Key(name), |check| {
            // Size is a matter of one field: measured there once, not again at every level.
            if !(top && check.too_big(value)) {
                check.node(schema, value, Scope::Whole);
            }
        });
    }

    /// A key that is not declared.
    fn other(&mut self, schema: &'a Schema, name: &'a str, value: &'a Value) {
        match &schema.object.rest {
            Rest::Open => self.child(&ANY, name, value),
            Rest::Each(each) => self.child(each, name, value),
            Rest::Closed => self.within(Part::Key(name), |check| {
                let names = schema.fields().iter().map(|field| &*field.name);
                check.add(|pointer| Violation::unknown_field(pointer, name, names));
            }),
        }
    }

    fn object(&mut self, schema: &'a Schema, values: &'a Map, scope: Scope) {
        let rules = &schema.object;
        if scope == Scope::Whole {
            for field in rules.fields.iter().filter(|field| field.required && !values.contains_key(&field.name)) {
                self.within(Part::Key(&field.name), |check| {
                    let message = || format!("`{}` is required", field.name);
                    check.fail("required-missing", || (message(), field.schema.kind_words(), "unset"));
                });
            }
        }
        let mut known = 0;
        for field in &rules.fields {
            if let Some(value) = values.get(&field.name) {
                known += 1;
                self.child(&field.schema, &field.name, value);
            }
        }
        if values.len() == known {
            return;
        }
        let declared: HashSet<&str> = rules.fields.iter().map(|field| &*field.name).collect();
        for (name, value) in values.iter().filter(|(name, _)| !declared.contains(&***name)) {
            self.other(schema, name, value);
        }
    }
}

/// True if `step` divides `value`, both as the decimals they are written as: exact however large or small they are.
fn is_multiple(value: f64, step: f64) -> bool {
    /// A decimal of this many digits survives the way through a double.
    const EXACT: u64 = 1_000_000_000_000_000;
    let (mut digits, mut exponent) = number::decimal(value);
    let of = number::decimal(step);
    if divides(of, (digits, exponent)) {
        return true;
    }
    // Sums of decimals differ from their written value in the digits beyond: `0.1 + 0.2` is 0.30000000000000004.
    if value.fract() == 0.0 || step.fract() == 0.0 || digits < EXACT {
        return false;
    }
    while digits >= EXACT || (digits > 0 && digits % 10 == 0) {
        digits = if digits >= EXACT { (digits + 5) / 10 } else { digits / 10 };
        exponent += 1;
    }
    divides(of, (digits, exponent))
}

/// True if the second decimal is a whole multiple of the first. Digits that end in no zero are no multiple of ten, so a
/// decimal with a lower exponent than the step's is no multiple of the step.
fn divides((step, of): (u64, i32), (digits, exponent): (u64, i32)) -> bool {
    let remainder = |step: u64| (of..exponent).fold(digits % step, |rest, _| rest * 10 % step);
    digits == 0 || (exponent >= of && step > 0 && remainder(step) == 0)
}

/// The first item that equals an earlier one, with both positions.
///
/// Equal values print as equal JSON, so one look-up per item is enough however long the list is.
fn first_repeat(items: &im::Vector<Value>) -> Option<(usize, usize, &Value)> {
    let mut seen: HashMap<String, usize> = HashMap::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        if let Some(first) = seen.insert(item.to_json(), at) {
            return Some((first, at, item));
        }
    }
    None
}

/// How deep a value nests. Adds an upper bound of the bytes of its JSON to `most`, without reading its texts.
fn measure(value: &Value, most: &mut usize) -> usize {
    /// More than any number has, and than stands around a text, a list or a map.
    const EACH: usize = 32;
    /// Quotes, colon and comma of a key.
    const KEY: usize = 4;
    /// What a byte of a text becomes at most.
    const ESCAPED: usize = 6;
    *most += EACH;
    let mut below = 0;
    match value {
        Value::Null | Value::Bool(_) | Value::Num(_) => return 0,
        Value::Str(text) => {
            *most += ESCAPED * text.len();
            return 0;
        }
        Value::List(items) => items.iter().for_each(|item| below = below.max(measure(item, most))),
        Value::Map(fields) => {
            for (key, value) in fields.iter() {
                *most += KEY + ESCAPED * key.len();
                below = below.max(measure(value, most));
            }
        }
    }
    1 + below
}

/// Length of the compact JSON of a value, without writing it.
fn json_bytes(value: &Value) -> usize {
    let text_bytes = |text: &str| -> usize {
        2 + text
            .chars()
            .map(|c| match c {
                '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
                c if c < ' ' => 6,
                c => c.len_utf8(),
            })
            .sum::<usize>()
    };
    match value {
        Value::Null => 4,
        Value::Bool(truth) => 5 - usize::from(*truth),
        Value::Num(number) => crate::number::print(*number).len(),
        Value::Str(text) => text_bytes(text),
        Value::List(items) => 2 + items.iter().map(json_bytes).sum::<usize>() + items.len().saturating_sub(1),
        Value::Map(fields) => {
            let entries: usize = fields.iter().map(|(key, value)| text_bytes(key) + 1 + json_bytes(value)).sum();
            2 + entries + fields.len().saturating_sub(1)
        }
    }
}

/// The end of a noun behind a count.
fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
