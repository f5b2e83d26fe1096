//! References into contexts: `Sample.spot.lat`, `Sample.species[0]`, `Cart["odd key"]`.

use std::sync::Arc;

use im::Vector;

use crate::machine::Machine;
use crate::machine::model::ContextIdx;
use crate::refusal::{Code, Refusal};
use crate::text::nearest;
use crate::value::{Map, Value};

/// Deeper than any value that may be stored, and shallow enough for recursion.
const MAX_STEPS: usize = 128;

/// One step of a walk into a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `.name` or `["name"]`
    Key(Arc<str>),
    /// `[0]`
    Index(usize),
}

/// A context and a walk into its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The context.
    pub context: ContextIdx,
    /// The walk; empty for the whole context.
    pub walk: Vec<Step>,
}

/// Reads a reference. The longest dotted prefix that names a context is the context.
pub fn parse(machine: &Machine, text: &str) -> Result<Reference, Refusal> {
    let bad = |at: usize| {
        Refusal::new(
            Code::BadReference,
            format!("`{text}` is not a reference; write `Ctx.field`, `Ctx.list[0]` or `Ctx[\"key\"]`"),
        )
        .with([("offset", Value::from(at))])
    };
    let steps = split(text).map_err(bad)?;
    if steps.len() > MAX_STEPS {
        return Err(bad(0));
    }
    let dotted: Vec<&Arc<str>> = steps
        .iter()
        .map_while(|(step, quoted)| match step {
            Step::Key(name) if !quoted => Some(name),
            _ => None,
        })
        .collect();
    for count in (1..=dotted.len()).rev() {
        let id = dotted.iter().take(count).map(|name| &***name).collect::<Vec<_>>().join(".");
        if let Some(context) = machine.find(&id).and_then(|node| machine.context_of(node)) {
            let walk = steps.into_iter().skip(count).map(|(step, _)| step).collect();
            return Ok(Reference { context, walk });
        }
    }
    let name = dotted.first().map(|name| name.to_string()).unwrap_or_default();
    let near = nearest(&name, machine.contexts.ids().map(|context| &**machine.context_id(context)));
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Err(Refusal::new(Code::UnknownContext, format!("unknown context `{name}`{hint}")))
}

/// Steps with a mark for those in brackets; the error is a UTF-8 offset.
fn split(text: &str) -> Result<Vec<(Step, bool)>, usize> {
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

/// The value at the end of a walk; `None` is unset. Walking never fails.
pub fn get(value: &Value, walk: &[Step]) -> Option<Value> {
    let mut at = value;
    for step in walk {
        at = match step {
            Step::Key(key) => at.get(key)?,
            Step::Index(index) => at.as_list()?.get(*index)?,
        };
    }
    Some(at.clone())
}

/// `value` with the end of the walk replaced, containers made on the way. Parts that are not on the way are shared.
pub fn set(value: Option<&Value>, walk: &[Step], new: Value) -> Result<Value, Refusal> {
    let Some((step, rest)) = walk.split_first() else { return Ok(new) };
    let present = value.filter(|value| !matches!(value, Value::Null));
    match (step, present) {
        (Step::Key(key), None) => Ok(Value::from(Map::unit(key.clone(), set(None, rest, new)?))),
        (Step::Key(key), Some(Value::Map(fields))) => {
            let inner = set(fields.get(key), rest, new)?;
            Ok(Value::from(fields.update(key.clone(), inner)))
        }
        (Step::Index(index), None | Some(Value::List(_))) => {
            let items = present.and_then(Value::as_list).cloned().unwrap_or_else(Vector::new);
            if *index > items.len() {
                let message = format!("index {index} is out of range: the list has length {}", items.len());
                return Err(Refusal::new(Code::IndexRange, message));
            }
            let inner = set(items.get(*index), rest, new)?;
            let mut items = items;
            if *index == items.len() {
                items.push_back(inner);
            } else {
                items.set(*index, inner);
            }
            Ok(Value::List(Arc::new(items)))
        }
        (_, Some(other)) => {
            let wanted = if matches!(step, Step::Key(_)) { "an object" } else { "a list" };
            Err(Refusal::new(Code::NotAContainer, format!("{} is not {wanted}", other.kind())))
        }
    }
}
