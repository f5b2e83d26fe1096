//! The constraint keywords: one table for annotations and JSON Schema, and one place that applies them.

use super::{Kind, NumberRules, Schema, TextPattern};
use crate::value::Value;

/// A keyword that constrains strings, numbers or lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Format,
    MinLength,
    MaxLength,
    Pattern,
    Minimum,
    ExclusiveMinimum,
    Maximum,
    ExclusiveMaximum,
    MultipleOf,
    MinItems,
    MaxItems,
    UniqueItems,
}

/// Why a keyword could not be applied.
pub(super) enum Fault {
    /// It binds another kind than the schema's.
    WrongKind,
    /// The argument is not what the keyword needs.
    Argument(&'static str),
    /// The pattern is outside the dialect, with the reason.
    Pattern(String),
    /// No value would fit it together with the bounds already there.
    Empty,
}

impl Keyword {
    const ALL: [(Keyword, &'static str); 12] = [
        (Keyword::Format, "format"),
        (Keyword::MinLength, "minLength"),
        (Keyword::MaxLength, "maxLength"),
        (Keyword::Pattern, "pattern"),
        (Keyword::Minimum, "minimum"),
        (Keyword::ExclusiveMinimum, "exclusiveMinimum"),
        (Keyword::Maximum, "maximum"),
        (Keyword::ExclusiveMaximum, "exclusiveMaximum"),
        (Keyword::MultipleOf, "multipleOf"),
        (Keyword::MinItems, "minItems"),
        (Keyword::MaxItems, "maxItems"),
        (Keyword::UniqueItems, "uniqueItems"),
    ];

    /// The keyword of JSON Schema.
    pub(super) fn word(self) -> &'static str {
        Self::ALL.iter().find(|(keyword, _)| *keyword == self).map_or("", |(_, word)| word)
    }

    /// The keyword spelled exactly so.
    pub(super) fn exact(word: &str) -> Option<Keyword> {
        Self::ALL.iter().find(|(_, known)| *known == word).map(|(keyword, _)| *keyword)
    }

    /// The keyword in any case.
    pub(super) fn any_case(word: &str) -> Option<Keyword> {
        Self::ALL.iter().find(|(_, known)| known.eq_ignore_ascii_case(word)).map(|(keyword, _)| *keyword)
    }

    /// The kind it binds; [`Kind::Number`] stands for integers too.
    pub(super) fn kind(self) -> Kind {
        match self {
            Keyword::Format | Keyword::MinLength | Keyword::MaxLength | Keyword::Pattern => Kind::String,
            Keyword::MinItems | Keyword::MaxItems | Keyword::UniqueItems => Kind::Array,
            _ => Kind::Number,
        }
    }

    /// True if it binds values of the schema. A declared type that takes every kind has none that it could bind.
    pub(super) fn fits(self, schema: &Schema, is_declared: bool) -> bool {
        schema.kind.map_or(!is_declared, |kind| kind.takes(self.kind()))
    }
}

/// Adds a keyword to a schema of its kind or of none. On a fault the schema is as it was.
pub(super) fn apply(schema: &mut Schema, keyword: Keyword, argument: &Value) -> Result<(), Fault> {
    if !keyword.fits(schema, false) {
        return Err(Fault::WrongKind);
    }
    let number = || argument.as_num().filter(|number| number.is_finite()).ok_or(Fault::Argument("a number"));
    let (numbers, texts, lists) = (&mut schema.number, &mut schema.text, &mut schema.list);
    match keyword {
        Keyword::Format => texts.format = Some(argument.as_str().ok_or(Fault::Argument("a string"))?.into()),
        Keyword::Pattern => {
            let source = argument.as_str().ok_or(Fault::Argument("a string"))?;
            texts.pattern = Some(TextPattern(crate::pattern::compile(source).map_err(Fault::Pattern)?));
        }
        Keyword::MinLength => narrow(&mut texts.min_length, Some(count(argument)?), texts.max_length, Ordering::Least)?,
        Keyword::MaxLength => narrow(&mut texts.max_length, Some(count(argument)?), texts.min_length, Ordering::Most)?,
        Keyword::MinItems => narrow(&mut lists.min_items, Some(count(argument)?), lists.max_items, Ordering::Least)?,
        Keyword::MaxItems => narrow(&mut lists.max_items, Some(count(argument)?), lists.min_items, Ordering::Most)?,
        Keyword::UniqueItems => lists.unique_items = argument.as_bool().ok_or(Fault::Argument("true or false"))?,
        Keyword::MultipleOf => {
            let step = number()?;
            if step <= 0.0 {
                return Err(Fault::Argument("a number greater than 0"));
            }
            numbers.multiple_of = Some(step);
        }
        Keyword::Minimum | Keyword::ExclusiveMinimum | Keyword::Maximum | Keyword::ExclusiveMaximum => {
            let bound = Some(number()?);
            let mut changed = numbers.clone();
            match keyword {
                Keyword::Minimum => changed.minimum = bound,
                Keyword::ExclusiveMinimum => changed.exclusive_minimum = bound,
                Keyword::Maximum => changed.maximum = bound,
                _ => changed.exclusive_maximum = bound,
            }
            if nothing_fits(&changed, schema.kind) {
                return Err(Fault::Empty);
            }
            *numbers = changed;
        }
    }
    Ok(())
}

/// Which end of a range a bound is.
#[derive(PartialEq, Eq)]
enum Ordering {
    Least,
    Most,
}

fn narrow(slot: &mut Option<usize>, bound: Option<usize>, other: Option<usize>, which: Ordering) -> Result<(), Fault> {
    let (least, most) = if which == Ordering::Least { (bound, other) } else { (other, bound) };
    if least.zip(most).is_some_and(|(least, most)| least > most) {
        return Err(Fault::Empty);
    }
    *slot = bound;
    Ok(())
}

/// A whole number of at least 0.
fn count(argument: &Value) -> Result<usize, Fault> {
    match argument.as_num() {
        Some(number) if number >= 0.0 && number.fract() == 0.0 && number <= 9_007_199_254_740_992.0 => {
            Ok(number as usize)
        }
        _ => Err(Fault::Argument("a whole number, at least 0")),
    }
}

fn nothing_fits(rules: &NumberRules, kind: Option<Kind>) -> bool {
    let (mut least, mut most) = (rules.minimum, rules.maximum);
    let (mut above, mut below) = (rules.exclusive_minimum, rules.exclusive_maximum);
    if kind == Some(Kind::Integer) {
        // Whole numbers turn every bound into an inclusive one.
        let max = |a: Option<f64>, b: Option<f64>| a.map_or(b, |a| Some(b.map_or(a, |b| a.max(b))));
        let min = |a: Option<f64>, b: Option<f64>| a.map_or(b, |a| Some(b.map_or(a, |b| a.min(b))));
        least = max(least.map(f64::ceil), above.map(|bound| bound.floor() + 1.0));
        most = min(most.map(f64::floor), below.map(|bound| bound.ceil() - 1.0));
        (above, below) = (None, None);
    }
    let crossed = |low: Option<f64>, high: Option<f64>, touching: bool| {
        low.zip(high).is_some_and(|(low, high)| low > high || (touching && low == high))
    };
    crossed(least, most, false)
        || crossed(above, most, true)
        || crossed(least, below, true)
        || crossed(above, below, true)
}
