//! Which values are tried: for a field that something reads, one for each case that its readers can tell apart.

use std::sync::Arc;

use im::Vector;

use crate::explore::reads::{Interest, Slot};
use crate::schema::{Amount, Field, Kind, Schema, Scope};
use crate::value::{Map, Value};

/// The most values of one field that are tried.
pub const MAX_VALUES: usize = 12;
/// The most values of a list's item that its lists are made of.
const MAX_ITEMS: usize = 3;
/// Lists are made up to this length where only their size is read.
const MAX_SIZE: f64 = 12.0;
/// A text that differs from every other one.
const OTHER: &str = "other";

/// The values of a field to try.
#[derive(Debug, Default, PartialEq)]
pub struct Candidates {
    /// The values, each once.
    pub values: Vec<Value>,
    /// Values that were left out can make a difference.
    pub is_cut: bool,
}

impl Candidates {
    fn add(&mut self, schema: &Schema, value: Value) {
        if self.values.contains(&value) || !is_valid(schema, &value) {
            return;
        }
        if self.values.len() < MAX_VALUES {
            self.values.push(value);
        } else {
            self.is_cut = true;
        }
    }
}

/// True if a value may be written.
pub fn is_valid(schema: &Schema, value: &Value) -> bool {
    schema.validate(value, Scope::Whole, Amount::First).violations.is_empty()
}

/// Gives the present value of a slot.
pub type Lookup<'a> = &'a dyn Fn(&Slot) -> Option<Value>;

/// The values to try for a field whose value is `present`. `other` gives the values of fields that it is compared with.
pub fn candidates(schema: &Schema, interest: &Interest, present: Option<&Value>, other: Lookup) -> Candidates {
    let mut found = Candidates::default();
    if let Some(present) = present {
        found.add(schema, present.clone());
    }
    if let Some(members) = &schema.members {
        members.iter().for_each(|member| found.add(schema, member.clone()));
        found.is_cut |= found.values.len() == MAX_VALUES && members.len() > MAX_VALUES;
        return found;
    }
    let others: Vec<Value> = interest.against.iter().filter_map(other).collect();
    let literals: Vec<&Value> = interest.literals.iter().chain(&others).collect();
    for literal in &literals {
        found.add(schema, (*literal).clone());
    }
    let kind = kind_of(schema, interest, present, &literals);
    let only_presence = literals.is_empty() && !interest.truth && !interest.is_open;
    match kind {
        Some(Kind::Boolean) => {
            found.add(schema, Value::Bool(true));
            found.add(schema, Value::Bool(false));
        }
        Some(Kind::Number | Kind::Integer) if !only_presence => numbers(schema, interest, &literals, &mut found),
        Some(Kind::String) if !only_presence => texts(schema, interest, &literals, &mut found),
        Some(Kind::Array) => lists(schema, interest, present, other, &mut found),
        Some(Kind::Object) => objects(schema, interest, present, other, &mut found),
        _ => {}
    }
    let is_covered = matches!(kind, Some(Kind::Boolean | Kind::Null));
    if found.values.is_empty() {
        found.values.extend(sample(schema, interest));
    }
    if schema.nullable && !only_presence {
        found.add(schema, Value::Null);
    }
    found.is_cut |= interest.is_open && !is_covered;
    found
}

/// The kind of the values to try: of the schema, else of what the field holds or is compared with.
fn kind_of(schema: &Schema, interest: &Interest, present: Option<&Value>, literals: &[&Value]) -> Option<Kind> {
    if let Some(kind) = schema.shown_kind() {
        return Some(kind);
    }
    if interest.is_source || interest.each.is_some() {
        return Some(Kind::Array);
    }
    if !interest.keys.is_empty() {
        return Some(Kind::Object);
    }
    let values = schema.default.iter().chain(present).chain(literals.iter().copied());
    let kind = values.map(Kind::of).find(|kind| *kind != Kind::Null);
    let by_reading = if interest.truth { Kind::Boolean } else { Kind::String };
    kind.or_else(|| (!interest.sizes.is_empty()).then_some(Kind::Array)).or(Some(by_reading))
}

/// The literals, their neighbors, a value between two of them and the bounds of the schema.
fn numbers(schema: &Schema, interest: &Interest, literals: &[&Value], found: &mut Candidates) {
    let rules = &schema.number;
    let bounds = [rules.minimum, rules.exclusive_minimum, rules.maximum, rules.exclusive_maximum];
    let mut points: Vec<f64> = literals.iter().filter_map(|value| value.as_num()).collect();
    if interest.truth || (points.is_empty() && interest.is_open) {
        points.push(0.0);
    }
    let mut all: Vec<f64> = points.iter().copied().chain(bounds.into_iter().flatten()).collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    points.iter().for_each(|point| found.add(schema, Value::Num(*point)));
    for point in &points {
        found.add(schema, Value::Num(point - 1.0));
        found.add(schema, Value::Num(point + 1.0));
    }
    for pair in all.windows(2) {
        let [low, high] = pair else { continue };
        let middle = f64::midpoint(*low, *high);
        found.add(schema, Value::Num(if is_valid(schema, &Value::Num(middle)) { middle } else { middle.floor() }));
    }
    all.iter().for_each(|point| found.add(schema, Value::Num(*point)));
}

fn texts(schema: &Schema, interest: &Interest, literals: &[&Value], found: &mut Candidates) {
    if interest.truth {
        found.add(schema, Value::from(""));
    }
    let mut other = OTHER.to_owned();
    while literals.iter().any(|literal| literal.as_str() == Some(&other)) {
        other.push('s');
    }
    match is_valid(schema, &Value::from(&*other)) {
        true => found.add(schema, Value::from(other)),
        false => sample(schema, interest).into_iter().for_each(|value| found.add(schema, value)),
    }
}

/// Lists of no, one and two items, and of the sizes that are asked for.
fn lists(schema: &Schema, interest: &Interest, present: Option<&Value>, other: Lookup, found: &mut Candidates) {
    let any = Schema::default();
    let of_items = schema.list.items.as_deref().unwrap_or(&any);
    let none = Interest::default();
    let each = interest.each.as_deref().unwrap_or(&none);
    let items = candidates(of_items, each, present.and_then(Value::as_list).and_then(|list| list.get(0)), other);
    let mut values = items.values;
    found.is_cut |= items.is_cut || values.len() > MAX_ITEMS;
    values.truncate(MAX_ITEMS);
    if values.is_empty() {
        values.extend(sample(of_items, each));
    }
    let list = |items: &[&Value]| Value::List(Arc::new(items.iter().map(|item| (*item).clone()).collect()));
    found.add(schema, list(&[]));
    values.iter().for_each(|item| found.add(schema, list(&[item])));
    for (at, first) in values.iter().enumerate() {
        for second in values.iter().skip(if schema.list.unique_items { at + 1 } else { at }) {
            found.add(schema, list(&[first, second]));
        }
    }
    let Some(first) = values.first() else { return };
    for size in interest.sizes.iter().filter(|size| **size >= 2.0) {
        found.is_cut |= *size > MAX_SIZE || interest.each.is_some() || schema.list.unique_items;
        for length in [size.ceil() - 1.0, size.ceil(), size.floor() + 1.0] {
            if length > 2.0 && length <= MAX_SIZE {
                found.add(schema, Value::List(Arc::new(Vector::from(vec![first.clone(); length as usize]))));
            }
        }
    }
}

/// Objects with the values of the keys that are read: all combinations, or one key after the other.
fn objects(schema: &Schema, interest: &Interest, present: Option<&Value>, other: Lookup, found: &mut Candidates) {
    let start = present.cloned().filter(|present| present.as_map().is_some());
    let Some(Value::Map(start)) = start.or_else(|| sample(schema, interest)) else { return };
    found.add(schema, Value::Map(start.clone()));
    let any = Schema::default();
    let mut options: Vec<(&Arc<str>, Vec<Option<Value>>)> = Vec::new();
    for (key, inner) in &interest.keys {
        let field = schema.field(key);
        let of_key = field.map(|field| &*field.schema).or(schema.other_keys()).unwrap_or(&any);
        let values = candidates(of_key, inner, start.get(key), other);
        found.is_cut |= values.is_cut;
        let absent = field.is_some_and(|field| !field.required).then_some(None);
        options.push((key, values.values.into_iter().map(Some).chain(absent).collect()));
    }
    let sizes: Vec<usize> = options.iter().map(|(_, values)| values.len()).collect();
    let (all, is_cut) = combinations(&sizes, MAX_VALUES);
    found.is_cut |= is_cut;
    for choice in all {
        let mut map: Map = (*start).clone();
        for ((key, values), at) in options.iter().zip(choice) {
            match values.get(at) {
                Some(Some(value)) => drop(map.insert((*key).clone(), value.clone())),
                Some(None) => drop(map.remove(*key)),
                None => {}
            }
        }
        found.add(schema, Value::from(map));
    }
}

/// The combinations of so many options each, by position; beyond the limit those that differ from the first in one
/// place only, and true.
pub fn combinations(sizes: &[usize], most: usize) -> (Vec<Vec<usize>>, bool) {
    let count = sizes.iter().try_fold(1_usize, |all, size| all.checked_mul((*size).max(1)));
    let first = vec![0; sizes.len()];
    if count.is_none_or(|count| count > most) {
        let mut all = vec![first.clone()];
        for (place, size) in sizes.iter().enumerate() {
            for option in 1..*size {
                let mut one = first.clone();
                one.get_mut(place).into_iter().for_each(|at| *at = option);
                all.push(one);
            }
        }
        return (all, true);
    }
    let mut all = vec![first];
    for (place, size) in sizes.iter().enumerate() {
        let known = all.len();
        for option in 1..*size {
            for at in 0..known {
                let mut one = all.get(at).cloned().unwrap_or_default();
                one.get_mut(place).into_iter().for_each(|at| *at = option);
                all.push(one);
            }
        }
    }
    (all, false)
}

/// A value that the schema takes, with the keys that are read; `None` if none is found.
pub fn sample(schema: &Schema, interest: &Interest) -> Option<Value> {
    let written = schema.default.iter().chain(&schema.constant).chain(schema.members.iter().flatten());
    if let Some(value) = written.chain(&schema.notes.examples).find(|value| is_valid(schema, value)) {
        return Some(value.clone());
    }
    let kind = schema.shown_kind().or_else(|| (!interest.keys.is_empty()).then_some(Kind::Object));
    let value = match kind.unwrap_or(Kind::String) {
        Kind::Null => Value::Null,
        Kind::Boolean => Value::Bool(true),
        Kind::Number | Kind::Integer => number(schema),
        Kind::String => text(schema),
        Kind::Array => {
            let any = Schema::default();
            let items = schema.list.items.as_deref().unwrap_or(&any);
            let count = schema.list.min_items.unwrap_or(0).min(MAX_VALUES);
            let item = sample(items, interest.each.as_deref().unwrap_or(&Interest::default()));
            (0..count).map(|_| item.clone().unwrap_or_default()).collect()
        }
        Kind::Object => {
            let read = |name: &str| interest.keys.get(name).cloned().unwrap_or_default();
            let of_field = |field: &Field| Some((field.name.clone(), sample(&field.schema, &read(&field.name))?));
            let mut map: Map = schema.fields().iter().filter(|field| field.required).filter_map(of_field).collect();
            for (key, inner) in interest.keys.iter().filter(|(key, _)| schema.field(key).is_none()) {
                if let Some(each) = schema.other_keys() {
                    map.insert(key.clone(), sample(each, inner)?);
                }
            }
            Value::from(map)
        }
    };
    is_valid(schema, &value).then_some(value)
}

fn number(schema: &Schema) -> Value {
    let rules = &schema.number;
    let step = rules.multiple_of.unwrap_or(1.0);
    let above = rules.minimum.or(rules.exclusive_minimum.map(|low| low + step));
    let below = rules.maximum.or(rules.exclusive_maximum.map(|high| high - step));
    let middle = rules.exclusive_minimum.zip(rules.exclusive_maximum).map(|(low, high)| f64::midpoint(low, high));
    let tried = [Some(1.0), above, below, middle, above.map(|low| (low / step).ceil() * step)];
    let fits = |value: &Value| is_valid(schema, value);
    tried.into_iter().flatten().map(Value::Num).find(fits).unwrap_or(Value::Num(1.0))
}

fn text(schema: &Schema) -> Value {
    let rules = &schema.text;
    let by_format = match rules.format.as_deref() {
        Some("date-time") => "2030-01-01T00:00:00Z",
        Some("date") => "2030-01-01",
        Some("time") => "00:00:00Z",
        Some("duration") => "PT1S",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        Some("uri" | "iri" | "uri-reference") => "https://example.org/",
        Some("email") => "a@example.org",
        Some("ipv4") => "192.0.2.1",
        Some("hostname") => "example.org",
        _ => OTHER,
    };
    let least = rules.min_length.unwrap_or(0).min(crate::run::agent::requests::MAX_ANSWER);
    let mut text: String = by_format.chars().take(rules.max_length.unwrap_or(usize::MAX)).collect();
    while text.chars().count() < least {
        text.push('s');
    }
    Value::from(text)
}
