//! The functions, and the names of functions and macros.

use std::sync::Arc;

use super::lexer::decimal;
use super::size::{Budget, Stop};
use super::{Function, Macro};
use crate::text::nearest;
use crate::value::Value;

/// Name, function, least and most arguments (the receiver is one).
pub(super) const TABLE: [(&str, Function, usize, usize); 26] = [
    ("size", Function::Size, 1, 1),
    ("int", Function::Int, 1, 1),
    ("double", Function::Double, 1, 1),
    ("string", Function::Text, 1, 1),
    ("bool", Function::Bool, 1, 1),
    ("type", Function::Type, 1, 1),
    ("abs", Function::Abs, 1, 1),
    ("floor", Function::Floor, 1, 1),
    ("ceil", Function::Ceil, 1, 1),
    ("round", Function::Round, 1, 1),
    ("min", Function::Min, 1, usize::MAX),
    ("max", Function::Max, 1, usize::MAX),
    ("contains", Function::Contains, 2, 2),
    ("startsWith", Function::StartsWith, 2, 2),
    ("endsWith", Function::EndsWith, 2, 2),
    ("matches", Function::Matches, 2, 2),
    ("lower", Function::Lower, 1, 1),
    ("upper", Function::Upper, 1, 1),
    ("lowerAscii", Function::LowerAscii, 1, 1),
    ("upperAscii", Function::UpperAscii, 1, 1),
    ("trim", Function::Trim, 1, 1),
    ("split", Function::Split, 2, 2),
    ("join", Function::Join, 1, 2),
    ("replace", Function::Replace, 3, 3),
    ("substring", Function::Substring, 2, 3),
    ("indexOf", Function::IndexOf, 2, 2),
];

pub(super) const MACROS: [(&str, Macro); 5] = [
    ("exists", Macro::Exists),
    ("exists_one", Macro::ExistsOne),
    ("all", Macro::All),
    ("filter", Macro::Filter),
    ("map", Macro::Map),
];

/// The function or macro nearest to a name.
pub fn nearest_function(name: &str) -> Option<&'static str> {
    let known = TABLE.iter().map(|(known, ..)| *known).chain(MACROS.iter().map(|(known, _)| *known)).chain(["has"]);
    nearest(name, known)
}

type Outcome = Result<Value, Stop>;

/// Calls `function`; the number of arguments was checked when the expression was parsed.
pub(super) fn call(function: Function, arguments: &[Value], budget: &mut Budget) -> Outcome {
    let first = arguments.first().unwrap_or(&Value::Null);
    let mut call = Call { function, arguments, budget };
    match function {
        Function::Size => call.size(first),
        Function::Int => Ok(call.parse_number(first)?.trunc().into()),
        Function::Double => Ok(call.parse_number(first)?.into()),
        Function::Text => call.budget.print(first).map(Value::Str),
        Function::Bool => truth(first).map(Value::from),
        Function::Type => Ok(type_name(first).into()),
        Function::Abs => Ok(call.number(first)?.abs().into()),
        Function::Floor => Ok(call.number(first)?.floor().into()),
        Function::Ceil => Ok(call.number(first)?.ceil().into()),
        Function::Round => Ok(call.number(first)?.round().into()),
        Function::Min => call.extreme(f64::min),
        Function::Max => call.extreme(f64::max),
        Function::Contains => call.contains(first),
        Function::StartsWith => Ok(call.text(0)?.starts_with(call.text(1)?).into()),
        Function::EndsWith => Ok(call.text(0)?.ends_with(call.text(1)?).into()),
        Function::Matches => call.matches(),
        Function::Lower => call.rewrite(str::to_lowercase),
        Function::Upper => call.rewrite(str::to_uppercase),
        Function::LowerAscii => call.rewrite(str::to_ascii_lowercase),
        Function::UpperAscii => call.rewrite(str::to_ascii_uppercase),
        Function::Trim => call.rewrite(|text| text.trim().to_owned()),
        Function::Split => call.split(),
        Function::Join => call.join(first),
        Function::Replace => call.replace(),
        Function::Substring => call.substring(),
        Function::IndexOf => call.index_of(),
    }
}

/// The truth that a text spells as CEL does, or that another value has.
fn truth(value: &Value) -> Result<bool, Stop> {
    match value.as_str() {
        None => Ok(value.truthy()),
        Some("1" | "t" | "T" | "true" | "TRUE" | "True") => Ok(true),
        Some("0" | "f" | "F" | "false" | "FALSE" | "False") => Ok(false),
        Some(_) => Err("the string is neither \"true\" nor \"false\"".into()),
    }
}

/// The word `type` gives.
pub(super) fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Num(_) => "number",
        Value::Str(_) => "string",
        Value::List(_) => "list",
        Value::Map(_) => "map",
    }
}

/// `x in collection`.
pub(super) fn is_in(x: &Value, collection: &Value, budget: &mut Budget) -> Result<bool, Stop> {
    match (x, collection) {
        (x, Value::List(items)) => {
            for item in items.iter() {
                budget.spend(1)?;
                if budget.equal(x, item)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        (Value::Str(key), Value::Map(fields)) => Ok(fields.contains_key(key)),
        (_, Value::Map(_)) => Ok(false),
        (_, other) => Err(format!("cannot search a {}", type_name(other)).into()),
    }
}

struct Call<'a> {
    function: Function,
    arguments: &'a [Value],
    budget: &'a mut Budget,
}

impl<'a> Call<'a> {
    fn name(&self) -> &'static str {
        TABLE.iter().find(|(_, function, ..)| *function == self.function).map_or("", |(name, ..)| name)
    }

    fn wrong<T>(&self, wanted: &str, got: &Value) -> Result<T, Stop> {
        Err(format!("`{}` needs a {wanted}, got a {}", self.name(), type_name(got)).into())
    }

    fn argument(&self, index: usize) -> &'a Value {
        self.arguments.get(index).unwrap_or(&Value::Null)
    }

    /// A text argument, paid for.
    fn text(&mut self, index: usize) -> Result<&'a str, Stop> {
        match self.argument(index) {
            Value::Str(text) => {
                self.budget.read(text)?;
                Ok(text)
            }
            other => self.wrong("string", other),
        }
    }

    fn number(&self, value: &Value) -> Result<f64, Stop> {
        value.as_num().map_or_else(|| self.wrong("number", value), Ok)
    }

    fn parse_number(&mut self, value: &Value) -> Result<f64, Stop> {
        let Value::Str(text) = value else { return self.number(value) };
        self.budget.read(text)?;
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let number =
            if !unsigned.is_empty() && decimal(unsigned) == unsigned.len() { crate::number::parse(text) } else { None };
        number.filter(|number: &f64| number.is_finite()).ok_or_else(|| "the string is not a number".into())
    }

    fn size(&mut self, value: &Value) -> Outcome {
        Ok(Value::from(match value {
            Value::Str(text) => self.budget.read(text)?,
            Value::List(items) => items.len(),
            Value::Map(fields) => fields.len(),
            other => return self.wrong("string, list or map", other),
        }))
    }

    fn extreme(&mut self, choose: fn(f64, f64) -> f64) -> Outcome {
        let mut best = None;
        let mut consider = |call: &mut Self, value: &Value| {
            call.budget.spend(1)?;
            let number = call.number(value)?;
            best = Some(best.map_or(number, |best| choose(best, number)));
            Ok::<(), Stop>(())
        };
        if let [Value::List(items)] = self.arguments {
            items.iter().try_for_each(|item| consider(self, item))?;
        } else {
            self.arguments.iter().try_for_each(|item| consider(self, item))?;
        }
        best.map(Value::from).ok_or_else(|| format!("`{}` of an empty list", self.name()).into())
    }

    fn contains(&mut self, first: &Value) -> Outcome {
        if let Value::Str(_) = first {
            return Ok(self.text(0)?.contains(self.text(1)?).into());
        }
        is_in(self.argument(1), first, self.budget).map(Value::from)
    }

    /// A pattern that is made while evaluating; constant ones never come here.
    fn matches(&mut self) -> Outcome {
        let source = self.text(1)?;
        let pattern = crate::pattern::compile(source)?;
        self.budget.spend(u64::from(pattern.weight()))?;
        find(&pattern, self.argument(0), self.budget)
    }

    fn rewrite(&mut self, rewritten: impl Fn(&str) -> String) -> Outcome {
        let text = rewritten(self.text(0)?);
        self.budget.make_text(text.chars().count())?;
        Ok(text.into())
    }

    fn split(&mut self) -> Outcome {
        let (text, separator) = (self.text(0)?, self.text(1)?);
        let mut parts = im::Vector::new();
        let mut add = |part: &str| {
            self.budget.spend(1)?;
            self.budget.make_text(part.chars().count())?;
            self.budget.check_items(parts.len() + 1)?;
            parts.push_back(Value::from(part));
            Ok::<(), Stop>(())
        };
        if separator.is_empty() {
            text.chars().try_for_each(|c| add(c.encode_utf8(&mut [0; 4])))?;
        } else {
            text.split(separator).try_for_each(add)?;
        }
        Ok(Value::List(Arc::new(parts)))
    }

    fn join(&mut self, first: &Value) -> Outcome {
        let Value::List(items) = first else { return self.wrong("list", first) };
        let separator = if self.arguments.len() > 1 { self.text(1)? } else { "" };
        let width = separator.chars().count();
        let mut chars = 0;
        for item in items.iter() {
            self.budget.spend(1)?;
            let Value::Str(part) = item else { return self.wrong("list of strings", item) };
            chars += self.budget.read(part)? + width;
            // Checked before building the text, so nothing large is ever built.
            if chars.saturating_sub(width) > super::MAX_TEXT {
                break;
            }
        }
        self.budget.make_text(chars.saturating_sub(width))?;
        let parts: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
        Ok(parts.join(separator).into())
    }

    fn replace(&mut self) -> Outcome {
        let (text, old, new) = (self.text(0)?, self.text(1)?, self.text(2)?);
        let [chars, width, grown] = [text, old, new].map(|text| text.chars().count());
        let found = text.matches(old).count();
        self.budget.make_text((chars - (found * width).min(chars)).saturating_add(found.saturating_mul(grown)))?;
        Ok(text.replace(old, new).into())
    }

    /// Positions are characters; the end is left out.
    fn substring(&mut self) -> Outcome {
        let text = self.text(0)?;
        let chars = text.chars().count();
        let start = self.position(self.argument(1), chars)?;
        let end = if self.arguments.len() > 2 { self.position(self.argument(2), chars)? } else { chars };
        if end < start {
            return Err("the substring ends before it starts".into());
        }
        self.budget.make_text(end - start)?;
        Ok(text.chars().skip(start).take(end - start).collect::<String>().into())
    }

    fn position(&self, value: &Value, length: usize) -> Result<usize, Stop> {
        let number = self.number(value)?;
        if number.fract() == 0.0 && number >= 0.0 && number <= length as f64 {
            return Ok(number as usize);
        }
        let number = crate::number::print(number);
        Err(format!("position {number} is out of range: the string has length {length}").into())
    }

    fn index_of(&mut self) -> Outcome {
        let (text, part) = (self.text(0)?, self.text(1)?);
        let before = text.split_once(part).map(|(before, _)| before.chars().count() as f64);
        Ok(before.unwrap_or(-1.0).into())
    }
}

/// `matches` with a pattern that is ready.
pub(super) fn find(pattern: &crate::pattern::Pattern, text: &Value, budget: &mut Budget) -> Outcome {
    let Value::Str(text) = text else {
        return Err(format!("`matches` needs a string, got a {}", type_name(text)).into());
    };
    let chars = budget.read(text)? as u64;
    budget.spend(chars.saturating_mul(u64::from(pattern.weight())) / 16)?;
    Ok(pattern.is_match(text).into())
}
